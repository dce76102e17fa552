//! Definitions of bodies and colliders, and the states and contact events that are passed to C.

use crate::bumper_status::{self, *};
use crate::owner::Owner;
use crate::query::point;
use crate::shape::{bumper_shape, rotation, OwnedShape};
use crate::typed::{bumper_point_f32, Shaped};
use engine::dynamics::{BodyDef, BodyKind, BodyState, Collider, ContactEvent, DynamicsError, ManifoldPoint};
use engine::world::Change;
use engine::{AsShape, Pose};

/// The kind of a body: how it moves.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_body_kind {
    /// Never moves. For example, the ground.
    BUMPER_STATIC = 0,
    /// Moves with its own velocity, which contacts and forces do not change. For example, a lift.
    BUMPER_KINEMATIC = 1,
    /// Is moved by forces, contacts and joints.
    BUMPER_DYNAMIC = 2,
}
use bumper_body_kind::*;

/// The definition of a body: its kind, pose, velocities and damping. Start from bumper_body_def_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_def {
    /// A bumper_body_kind.
    pub kind: u32,
    /// The pose of the body: the shapes of its colliders are rotated about the origin by `degrees`, then moved by `place`.
    pub place: bumper_point_f32,
    pub degrees: f32,
    /// The velocity of the center of mass.
    pub velocity: bumper_point_f32,
    /// The angular velocity in degrees per unit of time, positive from x towards y.
    pub angular_velocity: f32,
    /// The factor by which gravity is multiplied for this body.
    pub gravity_scale: f32,
    /// The linear and the angular damping: the rates per unit of time at which the velocity and the angular velocity decay; not negative.
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// Whether contacts, joints and torques cannot rotate it; 0 or 1. It still rotates with its own `angular_velocity`.
    pub fixed_rotation: u32,
    /// Whether it may fall asleep; 0 or 1. Sleeping bodies cost nothing in a step.
    pub can_sleep: u32,
    /// Whether continuous collision detection is exact for it; 0 or 1. Without this flag a fast body does not pass through others, but it
    /// may overlap the corner of another one slightly within a step, without a contact.
    pub bullet: u32,
    /// User data, which the simulation does not use.
    pub data: u64,
}

/// A shape of a body, with its material and its collision filter. Start from bumper_body_collider_of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_collider {
    /// The shape. It must have an area, except that a static body may have segments.
    pub shape: bumper_shape,
    /// The mass per unit of area, above zero.
    pub density: f32,
    /// The coefficient of friction, not negative. Two surfaces use the geometric mean of their coefficients.
    pub friction: f32,
    /// The coefficient of restitution (bounciness), from 0 to 1. Two surfaces use the larger one.
    pub restitution: f32,
    /// The rolling resistance, not negative. The largest torque with which the contact resists rolling is this factor, times the normal
    /// force, times the radius of the ball that touches. If neither shape is a ball, the size of the smaller body is used as radius. Two
    /// surfaces use the larger factor.
    pub rolling_resistance: f32,
    /// The layers that it is on, and the layers that it collides with; one bit each. Two colliders collide if the filter of at least one of
    /// them contains a layer of the other.
    pub layers: u32,
    pub filter: u32,
    /// Whether it is a sensor; 0 or 1. A sensor reports contacts with other colliders, but does not collide with them.
    pub sensor: u32,
}

/// The pose, the velocities and the mass properties of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_state {
    /// The center of mass in the world.
    pub center: bumper_point_f32,
    /// The translation of the body: where the origin of its shapes is in the world.
    pub place: bumper_point_f32,
    /// The rotation in degrees, including full turns, and its cosine and sine.
    pub degrees: f32,
    pub cosine: f32,
    pub sine: f32,
    /// The velocity of the center of mass, and the angular velocity in degrees per unit of time.
    pub velocity: bumper_point_f32,
    pub angular_velocity: f32,
    pub mass: f32,
    /// The moment of inertia about the center of mass.
    pub inertia: f32,
    /// A bumper_body_kind.
    pub kind: u32,
    /// Whether it is asleep. A sleeping body is not simulated until something wakes it.
    pub asleep: bool,
    pub data: u64,
}

/// How a contact changed in the last step: it began, continues, or ended.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_change {
    BUMPER_BEGAN = 0,
    BUMPER_STAYS = 1,
    BUMPER_ENDED = 2,
}
use bumper_change::*;

/// A contact point of two bodies. `separation` is the distance of the surfaces at the beginning of the step; if negative, its magnitude is
/// the penetration depth. The impulses are those of the last step, along the normal and along the surface.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_manifold_point {
    pub point: bumper_point_f32,
    pub separation: f32,
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
}

/// A contact event: two bodies that touch, or that touched before the last step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_contact_event {
    pub a: u64,
    pub b: u64,
    /// The indices of the two touching colliders, each within its body.
    pub colliders: [u32; 2],
    /// The user data of the two bodies. It is set even if they have been removed.
    pub data: [u64; 2],
    pub change: bumper_change,
    /// Whether one of the colliders is a sensor.
    pub sensor: bool,
    /// The unit normal from the first body to the second.
    pub normal: bumper_point_f32,
    /// The speed at which the two approached each other along the normal, at the beginning of the step. It tells how hard an impact is.
    pub approach_speed: f32,
    /// The number of contact points: 1 or 2. It is 0 for sensors and for contacts that have ended.
    pub count: u32,
    pub points: [bumper_manifold_point; 2],
}

impl From<DynamicsError> for bumper_status {
    fn from(refusal: DynamicsError) -> Self {
        match refusal {
            DynamicsError::NoArea => BUMPER_NO_AREA,
            DynamicsError::Density
            | DynamicsError::Friction
            | DynamicsError::Restitution
            | DynamicsError::RollingResistance
            | DynamicsError::Damping
            | DynamicsError::JointParameter => BUMPER_OUT_OF_RANGE,
            DynamicsError::SameBody | DynamicsError::NoDynamicBody | DynamicsError::ZeroAxis => {
                BUMPER_NO_JOINT
            }
            DynamicsError::NotFound => BUMPER_GONE,
            DynamicsError::Full => BUMPER_FULL,
            // Errors without a status of their own, which future versions may add, are about invalid numbers.
            _ => BUMPER_NOT_A_NUMBER,
        }
    }
}

impl bumper_body_def {
    pub fn body(&self) -> Result<BodyDef<f32>, bumper_status> {
        let kind = match self.kind {
            k if k == BUMPER_STATIC as u32 => BodyKind::Static,
            k if k == BUMPER_KINEMATIC as u32 => BodyKind::Kinematic,
            k if k == BUMPER_DYNAMIC as u32 => BodyKind::Dynamic,
            _ => return Err(BUMPER_UNKNOWN),
        };
        Ok(BodyDef {
            kind,
            pose: Pose::new(rotation(self.degrees)?, self.place.shape()),
            velocity: self.velocity.shape(),
            angular_velocity: self.angular_velocity.to_radians(),
            gravity_scale: self.gravity_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            fixed_rotation: self.fixed_rotation != 0,
            can_sleep: self.can_sleep != 0,
            bullet: self.bullet != 0,
            data: self.data,
        })
    }
}

pub fn collider<'a>(of: &bumper_body_collider, shape: &'a OwnedShape) -> Collider<'a, f32> {
    Collider {
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

pub fn state(of: &BodyState<f32>) -> bumper_body_state {
    let (cosine, sine) = of.pose.rotation.complex();
    let kind = match of.kind {
        BodyKind::Static => BUMPER_STATIC,
        BodyKind::Kinematic => BUMPER_KINEMATIC,
        BodyKind::Dynamic => BUMPER_DYNAMIC,
    };
    bumper_body_state {
        center: point(of.center),
        place: point(of.pose.translation),
        degrees: of.angle.to_degrees(),
        cosine,
        sine,
        velocity: point(of.velocity),
        angular_velocity: of.angular_velocity.to_degrees(),
        mass: of.mass,
        inertia: of.inertia,
        kind: kind as u32,
        asleep: of.asleep,
        data: of.data,
    }
}

pub fn contact_event(of: &ContactEvent<f32>, owner: &Owner) -> bumper_contact_event {
    let at = |found: Option<ManifoldPoint<f32>>| {
        let none = ManifoldPoint {
            point: [0.0; 2].into(),
            separation: 0.0,
            normal_impulse: 0.0,
            tangent_impulse: 0.0,
        };
        let ManifoldPoint { point: place, separation, normal_impulse, tangent_impulse } =
            found.unwrap_or(none);
        bumper_manifold_point { point: point(place), separation, normal_impulse, tangent_impulse }
    };
    let mut points = of.points();
    bumper_contact_event {
        a: owner.known(of.a.to_bits()),
        b: owner.known(of.b.to_bits()),
        colliders: of.colliders,
        data: of.data,
        change: match of.change {
            Change::Enter => BUMPER_BEGAN,
            Change::Stay => BUMPER_STAYS,
            Change::Leave => BUMPER_ENDED,
        },
        sensor: of.sensor,
        normal: point(of.normal),
        approach_speed: of.approach_speed,
        count: of.points().count() as u32,
        points: [at(points.next()), at(points.next())],
    }
}

/// Returns the default body: dynamic, at rest at the origin, with full gravity and without damping.
#[no_mangle]
pub extern "C" fn bumper_body_def_default() -> bumper_body_def {
    let zero = bumper_point_f32 { x: 0.0, y: 0.0 };
    bumper_body_def {
        kind: BUMPER_DYNAMIC as u32,
        place: zero,
        degrees: 0.0,
        velocity: zero,
        angular_velocity: 0.0,
        gravity_scale: 1.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        fixed_rotation: 0,
        can_sleep: 1,
        bullet: 0,
        data: 0,
    }
}

/// Returns a collider with density 1 and friction 0.6, without restitution or rolling resistance. It is on the first layer and collides
/// with all layers.
#[no_mangle]
pub extern "C" fn bumper_body_collider_of(shape: bumper_shape) -> bumper_body_collider {
    bumper_body_collider {
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
