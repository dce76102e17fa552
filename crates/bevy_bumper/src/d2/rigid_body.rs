//! The components of rigid bodies.

#[cfg(doc)]
use super::Collider;
use super::bodies;
use super::motion::Motion;
use bevy_ecs::prelude::{Component, ReflectComponent, ReflectResource, Resource};
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bevy_transform::components::Transform;
use bumper::dynamics::{BodyId, BodyKind};

/// A rigid body. Its shapes are the [`Collider`]s of its entity and of the descendants of its entity. All other colliders of the world are
/// static for it, [`Platform`](super::Platform)s move like kinematic bodies, and characters push it.
///
/// Only with at least one rigid body in the world does the plugin run a simulation.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// use bevy_transform::components::Transform;
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin);
/// app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(16.0, 16.0), Transform::from_xyz(0.0, 90.0, 0.0)));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[require(Transform, Motion, LinearVelocity, AngularVelocity, BodyState)]
#[component(on_insert = bodies::mark_colliders_changed, on_remove = bodies::forget_body)]
pub enum RigidBody {
    /// Moved by forces, contacts and joints.
    #[default]
    Dynamic,
    /// Never moves, like the ground. A collider without a rigid body does the same.
    Static,
    /// Moves at its own velocity, which contacts and forces do not change.
    Kinematic,
}

impl RigidBody {
    pub(super) fn kind(self) -> BodyKind {
        match self {
            Self::Dynamic => BodyKind::Dynamic,
            Self::Static => BodyKind::Static,
            Self::Kinematic => BodyKind::Kinematic,
        }
    }
}

/// The acceleration by gravity that acts on rigid bodies, in units per second². By default 900 downwards. Characters have a gravity of
/// their own: [`Character::gravity`](super::Character::gravity).
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins(BumperPlugin).insert_resource(Gravity([0.0, -500.0].into()));
/// ```
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Resource, Default, Clone, Debug, PartialEq)]
pub struct Gravity(pub Vec2);

impl Default for Gravity {
    fn default() -> Self {
        Self(Vec2::new(0.0, -900.0))
    }
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $default:expr, $hook:ident) => {
        $(#[$doc])*
        ///
        /// ```
        /// use bevy_bumper::prelude::*;
        #[doc = concat!("let body = (RigidBody::Dynamic, Collider::circle(4.0), ", stringify!($name), "(0.5));")]
        /// # let _ = body;
        /// ```
        #[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
        #[reflect(Component, Default, Clone, Debug, PartialEq)]
        #[component(on_remove = bodies::$hook)]
        pub struct $name(pub f32);

        impl Default for $name {
            fn default() -> Self {
                Self($default)
            }
        }
    };
}

number! {
    /// A factor for the gravity that acts on a rigid body. 1 by default.
    GravityScale, 1.0, mark_body_changed
}
number! {
    /// The rate at which the velocity of a rigid body decays, per second. 0 by default.
    LinearDamping, 0.0, mark_body_changed
}
number! {
    /// The rate at which the angular velocity of a rigid body decays, per second. 0 by default.
    AngularDamping, 0.0, mark_body_changed
}
number! {
    /// The mass of a rigid body, instead of the sum of the areas of its colliders times their densities.
    Mass, 1.0, mark_body_changed
}
number! {
    /// The coefficient of friction of a collider, at least 0. 0.6 by default. A contact uses the geometric mean of its two colliders.
    Friction, 0.6, mark_collider_changed
}
number! {
    /// The coefficient of restitution of a collider: 0 (the default) does not bounce, 1 keeps the speed. A contact uses the larger one.
    Restitution, 0.0, mark_collider_changed
}
number! {
    /// The mass per unit of area of a collider. 1 by default.
    Density, 1.0, mark_collider_changed
}

/// The center of mass of a rigid body in its own coordinates, instead of that of its colliders.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let tumbler = (RigidBody::Dynamic, Collider::circle(20.0), CenterOfMass([0.0, -12.0].into()));
/// # let _ = tumbler;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = bodies::mark_body_changed)]
pub struct CenterOfMass(pub Vec2);

/// The velocity of the center of mass of a rigid body, in units per second. The plugin updates it; the game may change it.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let bullet = (RigidBody::Dynamic, Collider::circle(1.0), LinearVelocity([500.0, 0.0].into()));
/// # let _ = bullet;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct LinearVelocity(pub Vec2);

/// The angular velocity of a rigid body in radians per second, counter-clockwise. The plugin updates it; the game may change it.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let wheel = (RigidBody::Kinematic, Collider::circle(20.0), AngularVelocity(1.0));
/// # let _ = wheel;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct AngularVelocity(pub f32);

/// A force that acts on the center of mass of a rigid body in every step, until the component is removed.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let balloon = (RigidBody::Dynamic, Collider::circle(8.0), ConstantForce([0.0, 500_000.0].into()));
/// # let _ = balloon;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct ConstantForce(pub Vec2);

/// The axes along which a rigid body does not move, and whether it does not rotate.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let upright = (RigidBody::Dynamic, Collider::rectangle(8.0, 16.0), LockedAxes::ROTATION);
/// # let _ = upright;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = bodies::mark_body_changed)]
pub struct LockedAxes {
    /// Whether the body does not move along x.
    pub x: bool,
    /// Whether the body does not move along y.
    pub y: bool,
    /// Whether the body does not rotate.
    pub rotation: bool,
}

impl LockedAxes {
    /// The body does not rotate.
    pub const ROTATION: Self = Self { x: false, y: false, rotation: true };
}

/// Marks a rigid body that collides with everything that it grazes, however fast it is. Other bodies do not pass through each other
/// either, but at high speed they may miss a corner.
///
/// ```
/// use bevy_bumper::prelude::*;
/// let bullet = (RigidBody::Dynamic, Collider::circle(1.0), Bullet);
/// # let _ = bullet;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[component(on_remove = bodies::mark_body_changed)]
pub struct Bullet;

/// The id of a rigid body in the simulation, and the velocity that the plugin has written.
#[derive(Component, Clone, Debug, Default)]
pub(super) struct BodyState {
    pub(super) id: Option<BodyId>,
    pub(super) velocity: (Vec2, f32),
}
