//! Colliders from the meshes of Bevy.

use super::collider::Collider;
use bevy_app::{App, PreUpdate};
use bevy_asset::Assets;
use bevy_asset::prelude::AssetChanged;
use bevy_ecs::prelude::{Commands, Component, Entity, Or, Query, ReflectComponent, Res};
use bevy_ecs::query::Changed;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_mesh::{Mesh, Mesh3d, PrimitiveTopology};
use bevy_reflect::Reflect;
use bevy_reflect::prelude::ReflectDefault;
use bumper::MeshError;
use core::fmt;

/// Gives an entity with a `Mesh3d` the collider of its triangles, as soon as the mesh is loaded, and again whenever it changes. Hits report
/// the index of the triangle. A mesh that is no surface of triangles gives no collider.
///
/// The mesh must be kept in the main world: `RenderAssetUsages::MAIN_WORLD`, which it is by default.
///
/// ```
/// use bevy_bumper::d3::prelude::*;
/// use bevy_mesh::Mesh3d;
/// let level = (Mesh3d::default(), MeshCollider);
/// # let _ = level;
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[doc(alias("ColliderConstructor", "AsyncCollider", "trimesh"))]
pub struct MeshCollider;

/// The reason why a mesh of Bevy gives no collider.
///
/// ```
/// use bevy_bumper::d3::{Collider, MeshColliderError};
/// use bevy_mesh::{Mesh, PrimitiveTopology};
/// let lines = Mesh::new(PrimitiveTopology::LineList, Default::default());
/// assert_eq!(Collider::from_mesh(&lines), Err(MeshColliderError::NoTriangles));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshColliderError {
    /// The mesh is no list of triangles.
    NoTriangles,
    /// The mesh has no positions of three `f32`, or they are no longer in the main world.
    NoPositions,
    /// The positions and triangles are invalid.
    Invalid(MeshError),
}

impl fmt::Display for MeshColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriangles => f.write_str("the mesh is no list of triangles"),
            Self::NoPositions => f.write_str("the mesh has no positions in the main world"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MeshColliderError {}

impl Collider {
    /// The collider of the triangles of a mesh of Bevy. Hits report the index of the triangle. Costs O(n log n) for n triangles.
    ///
    /// # Errors
    /// [`MeshColliderError`] if the mesh is no list of triangles, or if a position is not finite.
    ///
    /// ```
    /// use bevy_bumper::d3::prelude::*;
    /// use bevy_math::primitives::Cuboid;
    /// use bevy_mesh::{Mesh, Meshable};
    /// let mesh: Mesh = Cuboid::new(2.0, 2.0, 2.0).mesh().build();
    /// # use bevy_mesh::MeshBuilder;
    /// assert!(Collider::from_mesh(&mesh).is_ok());
    /// ```
    pub fn from_mesh(mesh: &Mesh) -> Result<Self, MeshColliderError> {
        if mesh.primitive_topology() != PrimitiveTopology::TriangleList {
            return Err(MeshColliderError::NoTriangles);
        }
        let positions = mesh.try_attribute(Mesh::ATTRIBUTE_POSITION).ok().and_then(|found| found.as_float3());
        let positions = positions.ok_or(MeshColliderError::NoPositions)?;
        let corners: Vec<u32> = match mesh.try_indices_option() {
            Ok(Some(indices)) => indices.iter().filter_map(|index| u32::try_from(index).ok()).collect(),
            Ok(None) => (0..).take(positions.len()).collect(),
            Err(_) => return Err(MeshColliderError::NoPositions),
        };
        let triangles = corners.as_chunks::<3>().0.iter().copied();
        Self::mesh(positions.iter().copied().map(Into::into), triangles).map_err(MeshColliderError::Invalid)
    }
}

/// Adds the system that makes colliders from meshes.
pub(super) fn build(app: &mut App) {
    app.register_type::<MeshCollider>()
        .add_systems(PreUpdate, update_mesh_colliders.run_if(resource_exists::<Assets<Mesh>>));
}

/// Entities whose mesh may have changed.
type ChangedMeshes = Or<(Changed<MeshCollider>, Changed<Mesh3d>, AssetChanged<Mesh3d>)>;

/// Inserts the colliders of new and changed meshes, and removes those of meshes that have no triangles.
fn update_mesh_colliders(
    mut commands: Commands,
    meshes: Res<Assets<Mesh>>,
    entities: Query<(Entity, &Mesh3d, &MeshCollider), ChangedMeshes>,
) {
    for (entity, mesh, _) in &entities {
        let Some(mesh) = meshes.get(mesh) else { continue };
        match Collider::from_mesh(mesh) {
            Ok(collider) => _ = commands.entity(entity).insert(collider),
            Err(_) => _ = commands.entity(entity).remove::<Collider>(),
        }
    }
}
