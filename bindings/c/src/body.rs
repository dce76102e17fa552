//! Definitions of bodies and solids, and the state and contact events that are reported to C.

use crate::bumper_status::{self, *};
use crate::owner::Owner;
use crate::query::point;
use crate::shape::{bumper_shape, rotation, OwnedShape};
use crate::typed::{bumper_point_f32, Shaped};
use engine::dynamics::{Body, Event, Kind, Refusal, Solid, State, Touch};
use engine::world::Change;
use engine::{AsShape, Pose};

/// The kind of a body: what determines its motion.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_body_kind {
    /// Never moves, like the ground.
    BUMPER_STATIC = 0,
    /// Moves at its own velocity, which contacts and forces do not change, like a lift.
    BUMPER_KINEMATIC = 1,
    /// Moved by forces, contacts and joints.
    BUMPER_DYNAMIC = 2,
}
use bumper_body_kind::*;

/// The definition of a body to be added: its kind, pose, velocities and damping. Start from bumper_body_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body {
    /// A bumper_body_kind.
    pub kind: u32,
    /// The pose of the shapes of its solids: they are rotated about the origin by `degrees`, then moved by `place`.
    pub place: bumper_point_f32,
    pub degrees: f32,
    /// The velocity of the center of mass.
    pub velocity: bumper_point_f32,
    /// The angular velocity in degrees per unit of time, positive from x towards y.
    pub spin: f32,
    /// The factor by which gravity is multiplied for this body.
    pub gravity_scale: f32,
    /// The rates at which the velocity and the angular velocity decay, per unit of time; not negative.
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// Whether contacts, joints and torques never rotate it; 0 or 1. It keeps its own `spin`.
    pub fixed_rotation: u32,
    /// Whether it may fall asleep; 0 or 1. Sleeping bodies cost nothing in a step.
    pub sleeps: u32,
    /// Whether continuous collision is exact for it; 0 or 1. Without this flag fast bodies do not pass through each other, but they may
    /// graze: overlap slightly within a step without a contact.
    pub bullet: u32,
    /// User data, which the simulation does not use.
    pub data: u64,
}

/// A shape of a body, with its material and its collision filter. Start from bumper_solid_of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_solid {
    /// The shape. It must have an area, except that a static body may have segments.
    pub shape: bumper_shape,
    /// The mass per unit of area, above zero.
    pub density: f32,
    /// The coefficient of friction, not negative. Two surfaces use the geometric mean of their coefficients.
    pub friction: f32,
    /// The coefficient of restitution (bounciness), from 0 to 1. Two surfaces use the larger one.
    pub restitution: f32,
    /// The rolling resistance, not negative. The largest resisting torque is this factor times the normal force times the radius of the
    /// ball that touches, or, without a ball, the size of the smaller body. Two surfaces use the larger factor.
    pub rolling_resistance: f32,
    /// The layers that it is on and the layers that it collides with, one bit each. Two solids collide if the filter of at least one of
    /// them contains a layer of the other.
    pub layers: u32,
    pub filter: u32,
    /// Whether it is a sensor, which reports contacts with other solids but does not collide with them; 0 or 1.
    pub sensor: u32,
}

/// The pose, the velocities and the mass properties of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_state {
    /// The center of mass in the world.
    pub center: bumper_point_f32,
    /// The position of the shapes of its solids.
    pub place: bumper_point_f32,
    /// The orientation in degrees, full turns included, and its cosine and sine.
    pub degrees: f32,
    pub cosine: f32,
    pub sine: f32,
    /// The velocity of the center of mass, and the angular velocity in degrees per unit of time.
    pub velocity: bumper_point_f32,
    pub spin: f32,
    pub mass: f32,
    /// The moment of inertia about the center of mass.
    pub inertia: f32,
    /// A bumper_body_kind.
    pub kind: u32,
    /// Whether it is asleep: it is not simulated until something wakes it.
    pub asleep: bool,
    pub data: u64,
}

/// The change of a contact in the last step: it began, continues, or ended.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_change {
    BUMPER_BEGAN = 0,
    BUMPER_STAYS = 1,
    BUMPER_ENDED = 2,
}
use bumper_change::*;

/// A contact point of two bodies: the separation of the surfaces at the beginning of the step (if negative, its magnitude is the
/// penetration depth), and the impulses of the last step along the normal and along the surface.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_touch_point {
    pub point: bumper_point_f32,
    pub gap: f32,
    pub impulse: f32,
    pub friction: f32,
}

/// A contact event: two bodies that touch, or did before the last step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_touch {
    pub a: u64,
    pub b: u64,
    /// The indices of the touching solids in the two bodies.
    pub solids: [u32; 2],
    /// The user data of the bodies, which is available here even if they have been removed.
    pub data: [u64; 2],
    pub change: bumper_change,
    /// Whether one of the solids is a sensor.
    pub sensor: bool,
    /// The unit normal from the first body to the second.
    pub normal: bumper_point_f32,
    /// The approach speed along the normal at the beginning of the step: a measure of how hard an impact is.
    pub speed: f32,
    /// The number of contact points: 1 or 2, or 0 for sensors and ended contacts.
    pub count: u32,
    pub points: [bumper_touch_point; 2],
}

impl From<Refusal> for bumper_status {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoArea => BUMPER_NO_AREA,
            Refusal::Density
            | Refusal::Friction
            | Refusal::Restitution
            | Refusal::RollingResistance
            | Refusal::Damping
            | Refusal::Limits => BUMPER_OUT_OF_RANGE,
            Refusal::SameBody | Refusal::NothingMoves | Refusal::NoAxis => BUMPER_NO_JOINT,
            Refusal::Gone => BUMPER_GONE,
            Refusal::Full => BUMPER_FULL,
            // Errors that are added later and have no status yet are about invalid numbers.
            _ => BUMPER_NOT_A_NUMBER,
        }
    }
}

impl bumper_body {
    pub fn body(&self) -> Result<Body<f32>, bumper_status> {
        let kind = match self.kind {
            k if k == BUMPER_STATIC as u32 => Kind::Static,
            k if k == BUMPER_KINEMATIC as u32 => Kind::Kinematic,
            k if k == BUMPER_DYNAMIC as u32 => Kind::Dynamic,
            _ => return Err(BUMPER_UNKNOWN),
        };
        Ok(Body {
            kind,
            pose: Pose::new(rotation(self.degrees)?, self.place.shape()),
            velocity: self.velocity.shape(),
            spin: self.spin.to_radians(),
            gravity_scale: self.gravity_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            fixed_rotation: self.fixed_rotation != 0,
            sleeps: self.sleeps != 0,
            bullet: self.bullet != 0,
            data: self.data,
        })
    }
}

pub fn solid<'a>(of: &bumper_solid, shape: &'a OwnedShape) -> Solid<'a, f32> {
    Solid {
        shape: shape.as_shape(),
        density: of.density,
        friction: of.friction,
        restitution: of.restitution,
        rolling_resistance: of.rolling_resistance,
        layers: of.layers,
        filter: of.filter,
        sensor: of.sensor != 0,
    }
}

pub fn state(of: &State<f32>) -> bumper_body_state {
    let (cosine, sine) = of.pose.rotation.complex();
    let kind = match of.kind {
        Kind::Static => BUMPER_STATIC,
        Kind::Kinematic => BUMPER_KINEMATIC,
        Kind::Dynamic => BUMPER_DYNAMIC,
    };
    bumper_body_state {
        center: point(of.center),
        place: point(of.pose.translation),
        degrees: of.angle.to_degrees(),
        cosine,
        sine,
        velocity: point(of.velocity),
        spin: of.spin.to_degrees(),
        mass: of.mass,
        inertia: of.inertia,
        kind: kind as u32,
        asleep: of.asleep,
        data: of.data,
    }
}

pub fn touch(of: &Event<f32>, owner: &Owner) -> bumper_touch {
    let at = |found: Option<Touch<f32>>| {
        let none = Touch { point: [0.0; 2].into(), gap: 0.0, impulse: 0.0, friction: 0.0 };
        let Touch { point: place, gap, impulse, friction } = found.unwrap_or(none);
        bumper_touch_point { point: point(place), gap, impulse, friction }
    };
    let mut points = of.points();
    bumper_touch {
        a: owner.known(of.a.to_bits()),
        b: owner.known(of.b.to_bits()),
        solids: of.solids,
        data: of.data,
        change: match of.change {
            Change::Enter => BUMPER_BEGAN,
            Change::Stay => BUMPER_STAYS,
            Change::Leave => BUMPER_ENDED,
        },
        sensor: of.sensor,
        normal: point(of.normal),
        speed: of.speed,
        count: of.points().count() as u32,
        points: [at(points.next()), at(points.next())],
    }
}

/// The default body: dynamic, at rest at the origin, with full gravity and without damping.
#[no_mangle]
pub extern "C" fn bumper_body_default() -> bumper_body {
    let zero = bumper_point_f32 { x: 0.0, y: 0.0 };
    bumper_body {
        kind: BUMPER_DYNAMIC as u32,
        place: zero,
        degrees: 0.0,
        velocity: zero,
        spin: 0.0,
        gravity_scale: 1.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        fixed_rotation: 0,
        sleeps: 1,
        bullet: 0,
        data: 0,
    }
}

/// A solid with density 1 and friction 0.6, without restitution or rolling resistance, on the first layer, which collides with all layers.
#[no_mangle]
pub extern "C" fn bumper_solid_of(shape: bumper_shape) -> bumper_solid {
    bumper_solid {
        shape,
        density: 1.0,
        friction: 0.6,
        restitution: 0.0,
        rolling_resistance: 0.0,
        layers: 1,
        filter: u32::MAX,
        sensor: 0,
    }
}
