//! Definitions of bodies and their colliders, their ids, errors, and the stored rigid body.

use super::convex_parts::{ConvexPart, PartError, collect_parts};
use super::mass::Moments;
use super::math::{Rot, V, num};
use crate::narrow::measure::{larger, size, smaller};
use crate::scalar::Real;
use crate::{Pose, Rotation, Shape, Vector};
use alloc::vec::Vec;
use core::fmt;

/// The kind of a body: what determines its motion.
///
/// ```
/// use bumper::dynamics::{BodyDef, BodyKind};
/// assert_eq!(BodyDef::<f32>::default().kind, BodyKind::Dynamic);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// Never moves, like the ground.
    Static,
    /// Moves at its own velocity, which contacts and forces do not change, like a lift.
    Kinematic,
    /// Moved by forces, contacts and joints.
    #[default]
    Dynamic,
}

/// The definition of a body to be added: its kind, pose, velocities and damping. Its shapes are given as [`Collider`]s.
///
/// ```
/// use bumper::dynamics::BodyDef;
/// let arrow = BodyDef { velocity: [40.0f32, 10.0].into(), fixed_rotation: true, ..BodyDef::default() };
/// assert_eq!((arrow.gravity_scale, arrow.angular_velocity), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDef<R> {
    /// The kind of the body. Default: [`BodyKind::Dynamic`].
    pub kind: BodyKind,
    /// The pose of its shapes in the world. Default: the identity.
    pub pose: Pose<R, 2>,
    /// The velocity of the center of mass. Static bodies ignore it.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians per unit of time, positive from +x towards +y. Static bodies ignore it.
    pub angular_velocity: R,
    /// The factor by which gravity is multiplied for this body. Default: 1.
    pub gravity_scale: R,
    /// The linear damping: the rate at which the velocity decays, per unit of time. Not negative. A sub-step of duration h divides the
    /// velocity by 1 + h · damping. Default: 0.
    pub linear_damping: R,
    /// The angular damping: the rate at which the angular velocity decays, per unit of time. Not negative. Default: 0.
    pub angular_damping: R,
    /// Whether contacts, joints and torques never rotate it: its inverse inertia is zero. Its own `angular_velocity` is kept.
    pub fixed_rotation: bool,
    /// Whether continuous collision is exact for it, as for a bullet, or for a ball that has to bounce off every corner. Default: `false`.
    ///
    /// Without this flag, two bodies are swept if their relative motion in a step is more than a quarter of the thickness of the thinner
    /// one. They do not pass through each other, but they may graze: overlap during the step by an eighth of that thickness without a
    /// contact. A bullet does not graze, and is swept however slow it is. That costs a time of impact per step for every body near it.
    pub bullet: bool,
    /// Whether it may fall asleep. Default: `true`. See [`SleepSettings`](super::SleepSettings).
    /// [`Bodies::set_can_sleep`](super::Bodies::allow_sleep) changes it later.
    pub can_sleep: bool,
    /// User data, which the simulation does not use.
    pub data: u64,
}

impl<R: Real> Default for BodyDef<R> {
    fn default() -> Self {
        let zero = R::default();
        Self {
            kind: BodyKind::Dynamic,
            pose: Pose::new(Rotation::identity(), Vector::default()),
            velocity: Vector::default(),
            angular_velocity: zero,
            gravity_scale: num(1.0),
            linear_damping: zero,
            angular_damping: zero,
            fixed_rotation: false,
            bullet: false,
            can_sleep: true,
            data: 0,
        }
    }
}

/// A shape of a body with its material and its collision filter. As in a [`World`](crate::world::World), two colliders collide if the filter
/// of either one contains a layer of the other.
///
/// ```
/// use bumper::{Ball, dynamics::Collider};
/// let rubber = Collider { restitution: 0.8, ..Collider::new(Ball::new([0.0f32, 0.0], 0.5)) };
/// assert_eq!((rubber.density, rubber.friction), (1.0, 0.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider<'a, R: Real> {
    /// Any 2D shape that has an area. Static bodies may also have segments. A mask is split into its boxes, a concave region into its
    /// convex parts.
    pub shape: Shape<'a, R, 2>,
    /// The mass per unit of area, above zero. Default: 1.
    pub density: R,
    /// The coefficient of friction, not negative. Two surfaces use the geometric mean of their coefficients. Default: 0.6.
    pub friction: R,
    /// The coefficient of restitution, from 0 to 1. Two surfaces use the larger one. Default: 0.
    pub restitution: R,
    /// The rolling resistance, not negative. It acts at contacts with one point. The largest torque is this factor times the normal force
    /// times the radius of the ball that touches (the smaller one of two), or, without a ball, the size of the smaller body. Two surfaces
    /// use the larger factor. Default: 0, so a ball keeps rolling.
    ///
    /// So that piles come to rest, the lever of the torque is at least 1/256 of the size of the smaller body in two cases: if neither shape
    /// is a ball; and for a ball on a dynamic body while it rolls by less than 1/64 of that size per step.
    pub rolling_resistance: R,
    /// The layers that it is on, one bit each. Default: the first one.
    pub layers: u32,
    /// The layers that it collides with, one bit each. Default: all.
    pub filter: u32,
    /// Whether it is a sensor: it has events with other colliders, but does not collide with them. A sensor detects colliders of all kinds of
    /// bodies, except other sensors, and except static colliders if its own body is static (as in Box2D). A body that crosses it within a step
    /// has its begin event in that step and its end event in the next one.
    pub sensor: bool,
}

impl<'a, R: Real> Collider<'a, R> {
    /// Creates a collider of density 1 and friction 0.6, without restitution or rolling resistance, which collides with all others.
    pub fn new(shape: impl Into<Shape<'a, R, 2>>) -> Self {
        Self {
            shape: shape.into(),
            density: num(1.0),
            friction: num(0.6),
            restitution: R::default(),
            rolling_resistance: R::default(),
            layers: 1,
            filter: u32::MAX,
            sensor: false,
        }
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $id {
            pub(super) slot: u32,
            pub(super) generation: u32,
        }

        impl $id {
            /// The id as a number, to be stored.
            ///
            /// ```
            #[doc = concat!("use bumper::dynamics::", stringify!($id), ";")]
            #[doc = concat!("assert_eq!(", stringify!($id), "::from_bits(7).to_bits(), 7);")]
            /// ```
            pub fn to_bits(self) -> u64 {
                u64::from(self.slot) << 32 | u64::from(self.generation)
            }

            /// The id with this number from `to_bits`. Any other number gives an id that no body or joint has.
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: (bits >> 32) as u32, generation: bits as u32 }
            }
        }
    };
}

id! {
    /// The id of a body. Ids of removed bodies are not reused.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{Bodies, BodyDef, Collider}};
    /// let mut bodies = Bodies::<f32>::new([0.0, -10.0]);
    /// let first = bodies.insert(&BodyDef::default(), &[Collider::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// bodies.remove(first);
    /// let second = bodies.insert(&BodyDef::default(), &[Collider::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// assert!(first != second && bodies.get(first).is_none());
    /// ```
    BodyId
}

id! {
    /// The id of a joint. Ids of removed joints are not reused.
    ///
    /// ```
    /// use bumper::dynamics::JointId;
    /// fn is_copy<T: Copy + Ord>() {}
    /// is_copy::<JointId>();
    /// ```
    JointId
}

/// The reason why a body, a joint or a change of one is rejected.
///
/// ```
/// use bumper::{Segment, dynamics::{Bodies, BodyDef, DynamicsError, Collider}};
/// let line = Collider::new(Segment::new([0.0f32, 0.0], [1.0, 0.0]));
/// let refused = Bodies::new([0.0, -10.0]).insert(&BodyDef::default(), &[line]);
/// assert_eq!(refused.unwrap_err().to_string(), "a shape of the body has no area");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DynamicsError {
    /// A number is not finite, or its magnitude is too large: coordinates and velocities are limited to
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), inverse masses and inertias to its square.
    NotFinite,
    /// There is no shape, or a shape of a body that is not static is a point or a segment.
    NoArea,
    /// A density is not above zero, or too large.
    Density,
    /// A friction is negative, or too large.
    Friction,
    /// A restitution is not from 0 to 1.
    Restitution,
    /// A rolling resistance is negative, or too large.
    RollingResistance,
    /// A damping is negative, or too large.
    Damping,
    /// The body or joint with this id was removed; or a snapshot is of other bodies or joints.
    NotFound,
    /// The joint connects a body to itself.
    SameBody,
    /// Neither body of the joint is dynamic; for a mouse joint, the second body is not.
    NoDynamicBody,
    /// The axis of the joint has no length.
    ZeroAxis,
    /// A lower limit is above the upper one; or a length, frequency, damping ratio or largest force is negative.
    JointParameter,
    /// The limit of 2³¹ − 1 bodies or convex parts is reached.
    Full,
}

impl fmt::Display for DynamicsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number of the body is not finite, or too large",
            Self::NoArea => "a shape of the body has no area",
            Self::Density => "the density is not above zero",
            Self::Friction => "the friction is negative",
            Self::Restitution => "the restitution is not between 0 and 1",
            Self::RollingResistance => "the rolling resistance is negative",
            Self::Damping => "a damping is negative",
            Self::NotFound => "the body or joint of this id has been removed",
            Self::SameBody => "the joint joins a body to itself",
            Self::NoDynamicBody => "neither body of the joint is dynamic",
            Self::ZeroAxis => "the axis of the joint has no length",
            Self::JointParameter => "a lower limit is above the upper one, or a length, hertz, damping or largest force is negative",
            Self::Full => "there is no room for more",
        })
    }
}

impl core::error::Error for DynamicsError {}

/// A rigid body as it is stored between steps.
#[derive(Clone, Debug, Default)]
pub(super) struct RigidBody<R: Real> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) kind: BodyKind,
    /// The center of mass, and the orientation: the rotation, and the number of full turns.
    pub(super) center: V<R>,
    pub(super) rotation: Rot<R>,
    pub(super) full_turns: i32,
    pub(super) velocity: V<R>,
    pub(super) angular_velocity: R,
    pub(super) force: V<R>,
    pub(super) torque: R,
    pub(super) mass: R,
    /// The inverse mass and the inverse inertia about the center of mass; zero if forces do not move or rotate the body.
    pub(super) inv_mass: R,
    pub(super) inv_inertia: R,
    pub(super) inertia: R,
    /// The origin of its shapes, relative to the center of mass, in body coordinates.
    pub(super) origin: V<R>,
    pub(super) gravity_scale: R,
    pub(super) linear_damping: R,
    pub(super) angular_damping: R,
    pub(super) bullet: bool,
    pub(super) can_sleep: bool,
    pub(super) data: u64,
    /// The size that tolerances are proportional to: the area divided by twice the bounding radius, about the thickness.
    pub(super) size: R,
    /// The bounding radius about the center of mass.
    pub(super) bounding_radius: R,
    /// Half of the thickness of its thinnest part that is not a sensor.
    pub(super) half_thickness: R,
    pub(super) parts: Vec<u32>,
    /// The length that its default sleep speed depends on: the square root of half of its area.
    pub(super) sleep_length: R,
    /// The time for which it has been slow.
    pub(super) slow_time: R,
    /// The sleeping island that it belongs to, as the slot of the island's first body.
    pub(super) asleep: Option<u32>,
    /// The next body of that island, in a circular list.
    pub(super) next_asleep: u32,
    /// Whether it is in the list of awake bodies, or in that of woken ones.
    pub(super) listed: bool,
    /// The slots of its joints.
    pub(super) joints: Vec<u32>,
}

/// Convex parts, each with the index of its collider.
type ConvexParts<R> = Vec<(ConvexPart<R>, usize)>;

impl<R: Real> RigidBody<R> {
    /// Creates a body with its mass properties. Also returns its convex parts relative to the center of mass, each with the index of its
    /// collider.
    pub(super) fn new(
        body: &BodyDef<R>,
        colliders: &[Collider<'_, R>],
    ) -> Result<(Self, ConvexParts<R>), DynamicsError> {
        check(body, colliders)?;
        let mut shapes = ConvexParts::new();
        for (index, collider) in colliders.iter().enumerate() {
            let mut parts = Vec::new();
            collect_parts(&collider.shape, None, body.kind == BodyKind::Static, &mut parts).map_err(
                |error| match error {
                    PartError::NotFinite => DynamicsError::NotFinite,
                    PartError::NoArea => DynamicsError::NoArea,
                },
            )?;
            shapes.extend(parts.into_iter().map(|shape| (shape, index)));
        }
        if shapes.is_empty() {
            return Err(DynamicsError::NoArea);
        }
        let (zero, one) = (R::default(), num::<R>(1.0));
        let (center, sum) = center(&mut shapes, colliders);
        let (mass, inertia) = (sum.mass, if sum.mass > zero { sum.inertia() } else { zero });
        let (is_dynamic, is_static) = (body.kind == BodyKind::Dynamic, body.kind == BodyKind::Static);
        let (cos, sin) = body.pose.rotation.complex();
        let rotation = Rot { cos, sin };
        let bounding_radius =
            shapes.iter().fold(zero, |max, (shape, _)| larger(max, shape.bounding_radius()));
        let area = shapes.iter().fold(zero, |sum, (shape, _)| sum + shape.moments().mass);
        let collides = |index: usize| !colliders[index].sensor;
        let any_collides = shapes.iter().any(|(_, index)| collides(*index));
        // Sensors do not collide, so the thickness of a body is that of its other parts.
        let min_thickness = shapes
            .iter()
            .filter(|(_, index)| collides(*index) || !any_collides)
            .fold(num(f64::INFINITY), |min, (shape, _)| smaller(min, shape.thickness()));
        let rigid_body = Self {
            alive: true,
            kind: body.kind,
            center: rotation.rotate(center) + body.pose.translation,
            rotation,
            velocity: if is_static { Vector::default() } else { body.velocity },
            angular_velocity: if is_static { zero } else { body.angular_velocity },
            mass,
            inv_mass: if is_dynamic { one / mass } else { zero },
            inv_inertia: if is_dynamic && !body.fixed_rotation { one / inertia } else { zero },
            inertia,
            origin: -center,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            bullet: body.bullet,
            can_sleep: body.can_sleep,
            data: body.data,
            // For a square 0.7 of the edge, for a disc 0.8 of the diameter, for a rod its width.
            // A body that is a single point has no size.
            size: if bounding_radius > zero { area / (bounding_radius + bounding_radius) } else { zero },
            bounding_radius,
            half_thickness: min_thickness * num(0.5),
            sleep_length: Real::sqrt(area * num(0.5)),
            ..Self::default()
        };
        let finite = [
            rigid_body.inv_mass,
            rigid_body.inv_inertia,
            rigid_body.inertia,
            rigid_body.center[0],
            rigid_body.center[1],
        ];
        if !finite.into_iter().all(|number| size(number) < R::MAX_RADIUS * R::MAX_RADIUS) {
            return Err(DynamicsError::NotFinite);
        }
        Ok((rigid_body, shapes))
    }

    /// Whether it is simulated: dynamic and awake, or kinematic and moving.
    #[inline]
    pub(super) fn is_awake(&self) -> bool {
        match self.kind {
            BodyKind::Static => false,
            BodyKind::Kinematic => self.is_moving(),
            BodyKind::Dynamic => self.asleep.is_none(),
        }
    }

    pub(super) fn is_moving(&self) -> bool {
        self.velocity != Vector::default() || self.angular_velocity != R::default()
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }
}

/// Translates convex parts so that their center of mass is the origin. Returns where it was, and the sum of the moments.
fn center<R: Real>(shapes: &mut ConvexParts<R>, colliders: &[Collider<'_, R>]) -> (V<R>, Moments<R>) {
    // A static body may have no area.
    let center_of = |sum: &Moments<R>| if sum.mass > R::default() { sum.center() } else { Vector::default() };
    let move_all = |shapes: &mut ConvexParts<R>, offset: V<R>| {
        shapes.iter_mut().for_each(|(shape, _)| *shape = shape.clone().translated(offset));
    };
    // First translate them near the origin: the squares of large coordinates would make the inertia inaccurate.
    let first_center = shapes.first().map_or(Vector::default(), |(first, _)| center_of(&first.moments()));
    move_all(shapes, -first_center);
    let add_moments = |sum: Moments<R>, (shape, index): &(ConvexPart<R>, usize)| {
        sum.add(shape.moments().scaled_by(colliders[*index].density))
    };
    let sum = shapes.iter().fold(Moments::zero(), add_moments);
    move_all(shapes, -center_of(&sum));
    (first_center + center_of(&sum), sum)
}

fn check<R: Real>(body: &BodyDef<R>, colliders: &[Collider<'_, R>]) -> Result<(), DynamicsError> {
    let zero = R::default();
    let position = body.pose.translation;
    let numbers = [
        position[0],
        position[1],
        body.velocity[0],
        body.velocity[1],
        body.angular_velocity,
        body.gravity_scale,
    ];
    if !numbers.into_iter().all(|number| size(number) <= R::MAX_RADIUS) {
        return Err(DynamicsError::NotFinite);
    }
    let in_range = |number: R, max: R| number >= zero && number <= max;
    if !in_range(body.linear_damping, R::MAX_RADIUS) || !in_range(body.angular_damping, R::MAX_RADIUS) {
        return Err(DynamicsError::Damping);
    }
    for collider in colliders {
        if !in_range(collider.density, R::MAX_RADIUS) || collider.density == zero {
            return Err(DynamicsError::Density);
        }
        if !in_range(collider.friction, R::MAX_RADIUS) {
            return Err(DynamicsError::Friction);
        }
        if !in_range(collider.restitution, num(1.0)) {
            return Err(DynamicsError::Restitution);
        }
        if !in_range(collider.rolling_resistance, R::MAX_RADIUS) {
            return Err(DynamicsError::RollingResistance);
        }
    }
    Ok(())
}
