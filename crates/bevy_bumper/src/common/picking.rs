//! The backend of Bevy's picking: pointers hit colliders.

use super::dimension::picked;
use super::query::SpatialQuery;
use bevy_app::{App, Plugin, PreUpdate};
use bevy_camera::Camera;
use bevy_ecs::prelude::{Entity, MessageWriter, Query, Res};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_math::Vec3;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_picking::{Pickable, PickingSystems};
use bevy_transform::components::GlobalTransform;

/// A backend of Bevy's picking: `Pointer<Click>`, `Pointer<Over>` and the other events of pointers reach the entities whose colliders are
/// under the pointer, also sensors. `Pickable::IGNORE` excludes an entity. Needs the plugins of `bevy_picking`, which `DefaultPlugins`
/// contains.
///
/// ```
/// use bevy_app::App;
/// use bevy_bumper::prelude::*;
/// let mut app = App::new();
/// app.add_plugins((BumperPlugin, BumperPickingPlugin));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BumperPickingPlugin;

impl Plugin for BumperPickingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PreUpdate, find_hits.in_set(PickingSystems::Backend));
    }
}

/// A collider under a pointer.
pub(super) struct Pick {
    pub(super) entity: Entity,
    /// The distance from the origin of the pointer's ray.
    pub(super) depth: f32,
    pub(super) position: Vec3,
    /// `None` in 2D, and if the ray starts inside the collider.
    pub(super) normal: Option<Vec3>,
}

/// Sends the colliders under each pointer.
fn find_hits(
    rays: Option<Res<RayMap>>,
    queries: SpatialQuery,
    cameras: Query<&Camera>,
    places: Query<&GlobalTransform>,
    pickables: Query<&Pickable>,
    mut output: MessageWriter<PointerHits>,
) {
    let Some(rays) = rays else { return };
    for (id, ray) in rays.iter() {
        let Ok(camera) = cameras.get(id.camera) else { continue };
        let is_hoverable = |pick: &Pick| pickables.get(pick.entity).map_or(true, |p| p.is_hoverable);
        let hits: Vec<_> = picked(&queries, ray, &places)
            .into_iter()
            .filter(is_hoverable)
            .map(|pick| (pick.entity, HitData::new(id.camera, pick.depth, Some(pick.position), pick.normal)))
            .collect();
        if !hits.is_empty() {
            output.write(PointerHits::new(id.pointer, hits, camera.order as f32));
        }
    }
}
