//! Definitions of bodies and their colliders, and the ids of bodies and joints.

use super::combine_rule::CombineRule;
use crate::dynamics::math::num;
use crate::scalar::Real;
use crate::{Pose, Shape, Side, Vector};

/// The kind of a body, which determines how it moves.
///
/// ```
/// use bumper::dynamics::{BodyDef, BodyKind};
/// assert_eq!(BodyDef::<f32>::default().kind, BodyKind::Dynamic);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("RigidBodyType", "b2BodyType", "bodyType"))]
pub enum BodyKind {
    /// A static body never moves, like the ground.
    Static,
    /// A kinematic body moves at its own velocity, which contacts and forces do not change, like a lift.
    Kinematic,
    /// A dynamic body is moved by forces, contacts and joints.
    #[default]
    Dynamic,
}

/// The definition of a body to be added: its kind, pose, velocities, damping and options. Its shapes are given as [`ColliderDef`]s.
///
/// ```
/// use bumper::dynamics::BodyDef;
/// let arrow = BodyDef { velocity: [40.0f32, 10.0].into(), fixed_rotation: true, ..BodyDef::default() };
/// assert_eq!((arrow.gravity_scale, arrow.angular_velocity), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("RigidBody", "RigidBodyBuilder", "b2BodyDef", "RigidBody2D", "Rigidbody2D"))]
pub struct BodyDef<R> {
    /// The kind of the body. Default: [`BodyKind::Dynamic`].
    pub kind: BodyKind,
    /// The position and rotation of the body in the world. The shapes of its colliders are in the coordinates of the body. Default: the
    /// identity.
    pub pose: Pose<R, 2>,
    /// The velocity of the center of mass. Ignored for static bodies. Default: zero.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians per unit of time, positive from +x towards +y. Ignored for static bodies. Default: zero.
    pub angular_velocity: R,
    /// The gravity scale: a factor for the gravity that acts on this body. Default: 1.
    pub gravity_scale: R,
    /// The linear damping: the rate at which the velocity decays, per unit of time. It must not be negative. A sub-step of duration h
    /// divides the velocity by 1 + h · damping. Default: 0.
    pub linear_damping: R,
    /// The angular damping: the rate at which the angular velocity decays, per unit of time. It must not be negative. A sub-step of
    /// duration h divides the angular velocity by 1 + h · damping. Default: 0.
    pub angular_damping: R,
    /// Whether the rotation is fixed: the inverse inertia is zero, so that contacts, joints and torques cannot change the rotation. A body
    /// with an `angular_velocity` keeps rotating; only angular damping slows it down. Default: `false`.
    pub fixed_rotation: bool,
    /// Whether the x axis and whether the y axis of the world are locked. The center of mass does not move along a locked axis, and its
    /// velocity along the axis is set to zero in every step. Ignored for bodies that are not dynamic. Default: neither axis is locked.
    pub locked_axes: [bool; 2],
    /// The mass, which must be above zero. It replaces the sum of the areas of the colliders times their densities, and the inertia is
    /// scaled in proportion. Default: `None`, which keeps that sum.
    pub mass: Option<R>,
    /// The center of mass in body coordinates. It replaces the center of mass of the colliders, for example to put it low in a car or at
    /// the foot of a tumbler; the inertia about it is the one that the colliders have about their own center. Default: `None`, which keeps
    /// the center of mass of the colliders.
    pub center_of_mass: Option<Vector<R, 2>>,
    /// Whether continuous collision also finds grazing collisions of the body: for a bullet, or for a ball that has to bounce off every
    /// corner. Default: `false`. [`Simulation::set_bullet`](crate::dynamics::Simulation::set_bullet) changes it later.
    ///
    /// Without this option, two bodies are swept against each other only if they move fast: relative to each other, in one step, by more
    /// than a quarter of their thickness. The thickness of a body is the smallest width of its thinnest convex part. If both bodies are
    /// dynamic, the smaller thickness counts, otherwise that of the dynamic body. The bodies do not pass through each other, but a grazing
    /// collision may be missed: during the step, their shapes may overlap by up to an eighth of the thickness and separate again. A bullet
    /// is swept at any speed, and collides even if it only grazes another body on its path. But if a collision, a joint or a force changes
    /// the path within the step, a grazing collision on the new path may be missed. In each step, a bullet costs the computation of a time
    /// of impact for every body near it.
    pub bullet: bool,
    /// Whether the body may fall asleep; see [`SleepSettings`](crate::dynamics::SleepSettings). Default: `true`.
    /// [`Simulation::set_can_sleep`](crate::dynamics::Simulation::set_can_sleep) changes it later.
    pub can_sleep: bool,
    /// User data, which the simulation does not use. Default: 0.
    pub data: u64,
}

impl<R: Real> BodyDef<R> {
    /// The definition of a dynamic body whose origin is at a point, with default settings and without a rotation.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = ColliderDef::new(Ball::new([0.0, 0.0], 0.5));
    /// let id = simulation.insert(&BodyDef::at([3.0, 4.0]), &[ball]).unwrap();
    /// assert_eq!(simulation.get(id).unwrap().center, [3.0, 4.0].into());
    /// ```
    #[must_use]
    pub fn at(point: impl Into<Vector<R, 2>>) -> Self {
        Self { pose: Pose::at(point), ..Self::default() }
    }
}

impl<R: Real> Default for BodyDef<R> {
    fn default() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            pose: Pose::at(Vector::ZERO),
            velocity: Vector::ZERO,
            angular_velocity: R::ZERO,
            gravity_scale: R::ONE,
            linear_damping: R::ZERO,
            angular_damping: R::ZERO,
            fixed_rotation: false,
            locked_axes: [false; 2],
            mass: None,
            center_of_mass: None,
            bullet: false,
            can_sleep: true,
            data: 0,
        }
    }
}

/// A shape of a body with its material and its collision filter. Two colliders collide if the filter of each of them contains a layer of
/// the other one, as in a [`World`](crate::world::World).
///
/// ```
/// use bumper::{Ball, dynamics::ColliderDef};
/// let rubber = ColliderDef { restitution: 0.8, ..ColliderDef::new(Ball::new([0.0f32, 0.0], 0.5)) };
/// assert_eq!((rubber.density, rubber.friction), (1.0, 0.6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("ColliderBuilder", "b2ShapeDef", "Fixture", "PhysicsMaterial2D"))]
pub struct ColliderDef<'a, R: Real> {
    /// The shape in body coordinates: any 2D shape that has an area; for static bodies also points, segments and half-spaces. A mask is split
    /// into boxes, a concave region into convex parts.
    pub shape: Shape<'a, R, 2>,
    /// The mass per unit of area; it must be above zero. Default: 1.
    pub density: R,
    /// The coefficient of friction, which must not be negative. The friction of a contact is the geometric mean of the coefficients of its
    /// two colliders, unless one of them has a `friction_rule`. Default: 0.6.
    pub friction: R,
    /// The coefficient of restitution, from 0 to 1. The restitution of a contact is the larger of the coefficients of its two colliders,
    /// unless one of them has a `restitution_rule`. Default: 0.
    pub restitution: R,
    /// The factor of rolling resistance, which must not be negative. Rolling resistance is a torque that opposes the relative rotation of
    /// two bodies that touch at a single point. The largest torque is this factor times the normal force times a length. If one of the
    /// shapes is a ball, the length is its radius; for two balls, the smaller radius. If neither is a ball, the length is the thickness of
    /// the dynamic body, or the smaller thickness if both bodies are dynamic. Here, the thickness of a body is its area divided by twice
    /// its bounding radius. If two colliders have different factors, their contact uses the larger one. Default: 0, so a ball keeps
    /// rolling.
    ///
    /// Even if `rolling_resistance` is 0, a small rolling resistance remains in two cases, so that piles come to rest: between two shapes
    /// that are not balls, and for a ball that rolls slowly on another dynamic body. A ball is slow if it rolls by less than 1/64 of the
    /// thickness (as defined above) per step. In both cases, the largest torque is at least the normal force times 1/256 of the thickness.
    /// A ball on a static or kinematic body keeps rolling.
    pub rolling_resistance: R,
    /// The rule that combines the friction coefficients of two colliders that touch. If only one of them has a rule, that rule is used. If
    /// both have one, the rule that is listed later among the variants of [`CombineRule`] is used. Default: `None`.
    pub friction_rule: Option<CombineRule>,
    /// The rule that combines the restitution coefficients of two colliders that touch. If only one of them has a rule, that rule is used.
    /// If both have one, the rule that is listed later among the variants of [`CombineRule`] is used. Default: `None`.
    pub restitution_rule: Option<CombineRule>,
    /// The velocity of the surface relative to the body, in body coordinates, as on a conveyor belt. Friction moves bodies that touch the
    /// surface; only the component along the surface has an effect. A body that touches a moving surface does not fall asleep. Movers that
    /// stand on the surface move with it ([`Simulation::step_with_movers`](crate::dynamics::Simulation::step_with_movers)). Default: zero.
    pub surface_velocity: Vector<R, 2>,
    /// The only side that stops other bodies: for a platform onto which bodies jump from below. Bodies pass through all other sides. The
    /// side is given in body coordinates and rotates with the body. It stops another body if that body comes from outside: it has been
    /// above all of the collider in the direction of the side, or hits it with a contact normal within 60 degrees of the normal of the
    /// side. A body that overlaps the collider otherwise passes through until it has left. Colliders whose one-way sides face the same way
    /// and meet, such as tiles in a row, are one platform: a body that comes from outside at one of them does so at all of them. Default:
    /// `None`, all sides stop bodies. Queries ignore this setting.
    pub one_way: Option<Side>,
    /// The layers to which the collider belongs, one bit each. Default: the first layer.
    pub layers: u32,
    /// The layers that the collider collides with, one bit each. Both colliders of a pair must accept each other. Default: all.
    pub filter: u32,
    /// Whether the collider is a sensor: it reports events but does not collide. It detects colliders on bodies of all kinds, with two
    /// exceptions: it does not detect other sensors, and a sensor on a static body does not detect static bodies (as in Box2D). Default:
    /// `false`.
    ///
    /// A step tests whether a sensor overlaps a collider at its beginning, before the bodies move. So an overlap that the motion in this
    /// step causes is reported one step later. The exception is a body that is fast enough to cross the sensor within one step: its begin
    /// event comes in the step that takes it into the sensor, and its end event in the next step.
    pub sensor: bool,
    /// User data, which the simulation does not use. Default: 0.
    pub data: u64,
}

impl<'a, R: Real> ColliderDef<'a, R> {
    /// Creates a collider of density 1 and friction 0.6, without restitution or rolling resistance. Its filter accepts all layers.
    #[must_use]
    pub fn new(shape: impl Into<Shape<'a, R, 2>>) -> Self {
        Self {
            shape: shape.into(),
            density: R::ONE,
            friction: num(0.6),
            restitution: R::ZERO,
            rolling_resistance: R::ZERO,
            friction_rule: None,
            restitution_rule: None,
            surface_velocity: Vector::ZERO,
            one_way: None,
            layers: 1,
            filter: u32::MAX,
            sensor: false,
            data: 0,
        }
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $id {
            pub(in crate::dynamics) slot: u32,
            pub(in crate::dynamics) generation: u32,
        }

        impl $id {
            /// The id as a number, for example to store it in a file or to pass it to another language.
            ///
            /// ```
            #[doc = concat!("use bumper::dynamics::", stringify!($id), ";")]
            #[doc = concat!("assert_eq!(", stringify!($id), "::from_bits(7).to_bits(), 7);")]
            /// ```
            #[must_use]
            pub fn to_bits(self) -> u64 {
                u64::from(self.slot) << 32 | u64::from(self.generation)
            }

            /// The id that `to_bits` has converted to this number. Any other number is safe, too: it gives an id that belongs to nothing,
            /// or to another body, collider or joint.
            #[must_use]
            pub fn from_bits(bits: u64) -> Self {
                Self { slot: (bits >> 32) as u32, generation: bits as u32 }
            }
        }
    };
}

id! {
    /// The id of a body. If the body is removed, no other body ever gets its id. An id is valid only in the simulation that
    /// returned it and in copies of that simulation. The id of another simulation is not detected; it may belong to any body or to none.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let first = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// simulation.remove(first);
    /// let second = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// assert!(first != second && simulation.get(first).is_none());
    /// ```
    BodyId
}

id! {
    /// The id of a collider of a body. If the collider is removed, no other collider ever gets its id. An id is valid only in the
    /// simulation that returned it and in copies of that simulation. The id of another simulation is not detected; it may belong to any
    /// collider or to none.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// let collider = simulation.colliders_of(ball).next().unwrap();
    /// assert_eq!(simulation.body_of(collider), Some(ball));
    /// ```
    ColliderId
}

id! {
    /// The id of a joint. If the joint is removed, no other joint ever gets its id. An id is valid only in the simulation that
    /// returned it and in copies of that simulation. The id of another simulation is not detected; it may belong to any joint or to none.
    ///
    /// ```
    /// use bumper::dynamics::JointId;
    /// fn is_copy<T: Copy + Ord>() {}
    /// is_copy::<JointId>();
    /// ```
    JointId
}
