//! What a body is made of, where it is, and what it touches.

use crate::bumper_status::{self, *};
use crate::owner::Owner;
use crate::query::point;
use crate::shape::{bumper_shape, rotation, Kept};
use crate::typed::{bumper_point_f32, Shaped};
use engine::dynamics::{Body, Event, Kind, Refusal, Solid, State, Touch};
use engine::world::Change;
use engine::{AsShape, Pose};

/// What moves a body.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_body_kind {
    /// Nothing: the ground.
    BUMPER_STATIC = 0,
    /// Its own velocity, whatever it meets: a lift.
    BUMPER_KINEMATIC = 1,
    /// Forces, and what it meets.
    BUMPER_DYNAMIC = 2,
}
use bumper_body_kind::*;

/// A body to be added: where it is and how it moves. Begin with bumper_body_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body {
    /// A bumper_body_kind.
    pub kind: u32,
    /// Where the shapes of its solids are placed: turned about the origin, then moved.
    pub place: bumper_point_f32,
    pub degrees: f32,
    /// The velocity of the centre of mass.
    pub velocity: bumper_point_f32,
    /// In degrees a unit of time.
    pub spin: f32,
    /// How much of the gravity it feels.
    pub gravity_scale: f32,
    /// By how much of itself the velocity, and the spin, shrink in a unit of time.
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// Whether it never turns by what it meets; 0 or 1.
    pub fixed_rotation: u32,
    /// Whether it may come to rest, and cost nothing then; 0 or 1.
    pub sleeps: u32,
    /// Whether it hits even what it only grazes within a step, as no other fast body does; 0 or 1.
    pub bullet: u32,
    /// Anything of the user's.
    pub data: u64,
}

/// A shape of a body, and what it is made of. Begin with bumper_solid_of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_solid {
    /// It must have an area; of what is static it may be a line.
    pub shape: bumper_shape,
    /// Mass a unit of area, above zero.
    pub density: f32,
    /// Of two surfaces the root of the product counts; not below zero.
    pub friction: f32,
    /// Of two surfaces the larger counts; from 0 to 1.
    pub restitution: f32,
    /// Resistance to rolling, as a part of the radius of the ball that touches, or else of the size of the smaller body; of two surfaces
    /// the larger counts; not below zero.
    pub rolling_resistance: f32,
    /// The layers that it is on, and those that it meets, a bit each: two meet where one has a layer that the other meets.
    pub layers: u32,
    pub filter: u32,
    /// Whether it only notices others and lets them through; 0 or 1.
    pub sensor: u32,
}

/// Where a body is, and how it moves.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_state {
    /// The centre of mass.
    pub center: bumper_point_f32,
    /// Where the shapes of its solids are placed.
    pub place: bumper_point_f32,
    /// How far it has turned, whole turns included, and the cosine and sine of that.
    pub degrees: f32,
    pub cosine: f32,
    pub sine: f32,
    /// The velocity of the centre of mass, and the spin in degrees a unit of time.
    pub velocity: bumper_point_f32,
    pub spin: f32,
    pub mass: f32,
    /// About the centre of mass.
    pub inertia: f32,
    /// A bumper_body_kind.
    pub kind: u32,
    /// Whether it rests, and is not stepped until something wakes it.
    pub asleep: bool,
    pub data: u64,
}

/// Whether two bodies began to touch in the last step, still do, or have parted.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_change {
    BUMPER_BEGAN = 0,
    BUMPER_STAYS = 1,
    BUMPER_ENDED = 2,
}
use bumper_change::*;

/// A point where two bodies touch: the gap there, below zero how deep; the impulses of the last step along the normal and across it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_touch_point {
    pub point: bumper_point_f32,
    pub gap: f32,
    pub impulse: f32,
    pub friction: f32,
}

/// Two bodies that touch, or did before the last step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_touch {
    pub a: u64,
    pub b: u64,
    /// Which of their solids.
    pub solids: [u32; 2],
    /// What was given with each: it can be read here when they are gone.
    pub data: [u64; 2],
    pub change: bumper_change,
    /// Whether one of them is a sensor.
    pub sensor: bool,
    /// The unit normal from the first to the second.
    pub normal: bumper_point_f32,
    /// How fast they came at each other, before the step: what makes a blow.
    pub speed: f32,
    /// How many points there are: none of a sensor, and where it ended.
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

pub fn solid<'a>(of: &bumper_solid, shape: &'a Kept) -> Solid<'a, f32> {
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

/// A dynamic body at the origin that stands still, feels all gravity, and has no damping.
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

/// A solid of density 1, friction 0.6 and no restitution, on the first layer, that meets all.
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
