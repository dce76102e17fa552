//! The types and functions that depend on the dimension: vectors, poses, and their conversion to the transforms of Bevy.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::prelude::Component;
use bevy_ecs::world::{DeferredWorld, World};
use bevy_math::{Dir3, Quat, Vec3};
use bevy_transform::components::Transform;

/// The number of dimensions.
pub(crate) const N: usize = 3;

/// A vector of space.
pub(crate) type Vector = Vec3;

/// A unit vector of space.
pub(crate) type Direction = Dir3;

/// The rotation that functions of queries take.
pub(crate) type Turn = Quat;

/// A shape that owns its data.
pub(crate) type Shape = bumper::ShapeBuf<f32, N>;

/// A rotation and a translation.
pub(crate) type Pose = bumper::Pose<f32, N>;

/// The scale that changes nothing.
pub(crate) const UNIT_SCALE: Vector = Vec3::ONE;

/// The direction upwards: +y.
pub(crate) const UP: Vector = Vec3::Y;

/// The acceleration by gravity of `Character::platformer`, for lengths in metres.
pub(crate) const DEFAULT_GRAVITY: f32 = 20.0;

/// The pose with a position and a rotation.
pub(crate) fn pose_at(position: Vector, turn: Turn) -> Pose {
    let rotation = if turn == Quat::IDENTITY { bumper::Rotation::identity() } else { turn.into() };
    Pose::new(rotation, position)
}

/// The pose of a transform.
pub(crate) fn pose_of(transform: &Transform) -> Pose {
    pose_at(transform.translation, transform.rotation)
}

/// The scale of a transform.
pub(crate) fn scale_of(transform: &Transform) -> Vector {
    transform.scale
}

/// Moves a transform to a pose. Its scale stays.
pub(crate) fn set_pose(transform: &mut Transform, pose: &Pose) {
    set_translation(transform, pose.translation.into());
    transform.rotation = pose.rotation.into();
}

/// Moves a transform to a position. Its rotation and its scale stay.
pub(crate) fn set_translation(transform: &mut Transform, position: Vector) {
    transform.translation = position;
}

/// The point of space: the point itself.
#[cfg(feature = "gizmos")]
pub(crate) fn in_space(point: Vector) -> Vector {
    point
}

/// The colliders on the ray of a pointer.
#[cfg(feature = "picking")]
pub(crate) fn picked(
    queries: &super::query::SpatialQuery<'_>,
    ray: &bevy_math::Ray3d,
    _places: &bevy_ecs::prelude::Query<&bevy_transform::components::GlobalTransform>,
) -> Vec<super::picking::Pick> {
    let filter = super::query::SpatialQueryFilter::default().with_sensors();
    let found = queries.ray_hits(ray.origin, ray.direction, f32::MAX, &filter).into_iter();
    let pick = |hit: super::query::RayHit| super::picking::Pick {
        entity: hit.entity,
        depth: hit.distance,
        position: ray.get_point(hit.distance),
        normal: Some(hit.normal).filter(|normal| *normal != Vec3::ZERO),
    };
    found.map(pick).collect()
}

/// The components of a vector.
pub(crate) fn components(vector: Vector) -> [f32; N] {
    vector.to_array()
}

/// The rigid body of a collider. There are no rigid bodies in 3D, so no collider has this component.
#[derive(Component, Clone, Debug, Default)]
pub(crate) struct BodyLink;

impl BodyLink {
    pub(crate) fn is_part(&self) -> bool {
        false
    }
}

/// The part of a snapshot that rigid bodies need: nothing in 3D.
#[derive(Clone, Debug)]
pub(crate) struct BodySnapshot;

impl BodySnapshot {
    pub(crate) fn take(_world: &mut World) -> Self {
        Self
    }

    pub(crate) fn restore(&self, _world: &mut World) {}

    pub(crate) fn hash(&self) -> u64 {
        0
    }
}

/// Adds what only this dimension has: colliders from meshes.
#[cfg_attr(not(feature = "mesh"), expect(unused_variables, reason = "the feature has the only system"))]
pub(crate) fn build(app: &mut App) {
    #[cfg(feature = "mesh")]
    super::mesh::build(app);
}

/// Removes the collider of an entity from the simulation: there is none in 3D.
pub(crate) fn forget_body_collider(_world: &mut DeferredWorld<'_>, _entity: Entity) {}

/// Removes the rigid body of an entity from the simulation: there is none in 3D.
pub(crate) fn forget_rigid_body(_world: &mut DeferredWorld<'_>, _entity: Entity) {}

/// Whether there is no rigid body.
pub(crate) fn steps_without_bodies() -> bool {
    true
}
