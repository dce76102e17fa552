//! The plugin in 3D: colliders, levels, characters, platforms and queries. It has no rigid bodies.
//!
//! Do not add the plugins of both dimensions to the same app: an entity has one collider.
//!
//! ```
//! use bevy_app::App;
//! use bevy_bumper::d3::prelude::*;
//! let mut app = App::new();
//! app.add_plugins(BumperPlugin);
//! app.world_mut().spawn(Collider::cuboid(20.0, 1.0, 20.0));
//! app.world_mut().spawn((Character::platformer(4.0, 1.2), Collider::capsule(0.4, 1.0)));
//! ```

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
#[cfg(feature = "mesh")]
mod mesh;
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
mod scale;
mod shapes;
#[path = "common/snapshot.rs"]
mod snapshot;

pub use character::{Character, CharacterCrushed, CharacterHit, CharacterInput, CharacterStatus};
pub use collider::{Collider, Layers, OneWay, Placement, Sensor};
pub use events::{CollisionEnd, CollisionStart};
#[cfg(feature = "gizmos")]
pub use gizmos::{BumperGizmoPlugin, BumperGizmos};
#[cfg(feature = "mesh")]
pub use mesh::{MeshCollider, MeshColliderError};
pub use motion::Interpolate;
pub use physics_world::PhysicsWorld;
#[cfg(feature = "picking")]
pub use picking::BumperPickingPlugin;
pub use platform::Platform;
pub use plugin::{BumperPlugin, BumperSystems};
pub use query::{Nearest, RayHit, ShapeHit, SpatialQuery, SpatialQueryFilter};
pub use snapshot::PhysicsSnapshot;

/// The items that most programs import.
///
/// ```
/// use bevy_bumper::d3::prelude::*;
/// let pillar = Collider::cylinder(0.5, 3.0);
/// # let _ = pillar;
/// ```
pub mod prelude {
    #[cfg(feature = "picking")]
    pub use super::BumperPickingPlugin;
    #[cfg(feature = "gizmos")]
    pub use super::{BumperGizmoPlugin, BumperGizmos};
    pub use super::{
        BumperPlugin, BumperSystems, Character, CharacterCrushed, CharacterHit, CharacterInput,
        CharacterStatus, Collider, CollisionEnd, CollisionStart, Interpolate, Layers, OneWay,
        PhysicsSnapshot, PhysicsWorld, Placement, Platform, Sensor, SpatialQuery, SpatialQueryFilter,
    };
    #[cfg(feature = "mesh")]
    pub use super::{MeshCollider, MeshColliderError};
}
