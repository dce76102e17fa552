//! The plugin in 2D.
//!
//! ```
//! use bevy_app::App;
//! use bevy_bumper::d2::prelude::*;
//! let mut app = App::new();
//! app.add_plugins(BumperPlugin);
//! ```

mod bodies;
mod body_link;
mod body_snapshot;
#[path = "common/character.rs"]
mod character;
#[path = "common/collider.rs"]
mod collider;
mod dimension;
#[path = "common/events.rs"]
mod events;
#[cfg(feature = "gizmos")]
#[path = "common/gizmos.rs"]
mod gizmos;
#[cfg(feature = "image")]
mod image;
mod joint;
#[path = "common/motion.rs"]
mod motion;
#[path = "common/movement.rs"]
mod movement;
#[path = "common/physics_world.rs"]
mod physics_world;
#[cfg(feature = "picking")]
#[path = "common/picking.rs"]
mod picking;
#[path = "common/platform.rs"]
mod platform;
#[path = "common/plugin.rs"]
mod plugin;
#[path = "common/query.rs"]
mod query;
mod rigid_body;
mod scale;
mod shapes;
mod simulation;
#[path = "common/snapshot.rs"]
mod snapshot;

pub use bodies::RigidBodies;
pub use character::{Character, CharacterCrushed, CharacterHit, CharacterInput, CharacterStatus};
pub use collider::{Collider, Layers, OneWay, Placement, Sensor};
pub use events::{CollisionEnd, CollisionStart};
#[cfg(feature = "gizmos")]
pub use gizmos::{BumperGizmoPlugin, BumperGizmos};
#[cfg(feature = "image")]
pub use image::ImageCollider;
pub use joint::{Joint, JointAxis, JointMotion, Motor, Spring, SpringForce};
pub use motion::Interpolate;
pub use physics_world::PhysicsWorld;
#[cfg(feature = "picking")]
pub use picking::BumperPickingPlugin;
pub use platform::Platform;
pub use plugin::{BumperPlugin, BumperSystems};
pub use query::{Nearest, RayHit, ShapeHit, SpatialQuery, SpatialQueryFilter};
pub use rigid_body::{
    AngularDamping, AngularVelocity, Bullet, CenterOfMass, ConstantForce, Density, Friction, Gravity,
    GravityScale, LinearDamping, LinearVelocity, LockedAxes, Mass, Restitution, RigidBody,
};
pub use snapshot::PhysicsSnapshot;

/// The items that most programs import.
///
/// ```
/// use bevy_bumper::d2::prelude::*;
/// let wall = Collider::rectangle(4.0, 40.0);
/// # let _ = wall;
/// ```
pub mod prelude {
    #[cfg(feature = "picking")]
    pub use super::BumperPickingPlugin;
    #[cfg(feature = "image")]
    pub use super::ImageCollider;
    pub use super::{
        AngularDamping, AngularVelocity, Bullet, BumperPlugin, BumperSystems, CenterOfMass, Character,
        CharacterCrushed, CharacterHit, CharacterInput, CharacterStatus, Collider, CollisionEnd,
        CollisionStart, ConstantForce, Density, Friction, Gravity, GravityScale, Interpolate, Joint,
        JointAxis, JointMotion, Layers, LinearDamping, LinearVelocity, LockedAxes, Mass, Motor, OneWay,
        PhysicsSnapshot, PhysicsWorld, Placement, Platform, Restitution, RigidBodies, RigidBody, Sensor,
        SpatialQuery, SpatialQueryFilter, Spring, SpringForce,
    };
    #[cfg(feature = "gizmos")]
    pub use super::{BumperGizmoPlugin, BumperGizmos};
}
