//! Colliders from the meshes of Bevy.

use bevy_app::App;
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_bumper::d3::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_math::primitives::{Cuboid, Plane3d};
use bevy_math::{Dir3, Vec3};
use bevy_mesh::{Indices, Mesh, Mesh3d, MeshBuilder, Meshable, PrimitiveTopology};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::Duration;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, AssetPlugin::default(), BumperPlugin));
    app.init_asset::<Mesh>().insert_resource(Time::<Fixed>::from_hz(64.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(15_625_000)));
    app.update();
    app
}

fn add(app: &mut App, mesh: impl Into<Mesh>) -> Handle<Mesh> {
    app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh.into())
}

/// The height of the surface at a point, and the index of its triangle.
fn height(app: &mut App, x: f32, z: f32) -> Option<(f32, u32)> {
    let mut state = SystemState::<SpatialQuery>::new(app.world_mut());
    let queries = state.get(app.world()).unwrap();
    let from = Vec3::new(x, 10.0, z);
    let hit = queries.cast_ray(from, Dir3::NEG_Y, 99.0, &SpatialQueryFilter::default());
    hit.map(|hit| (10.0 - hit.distance, hit.part))
}

#[test]
fn mesh_is_a_level_that_follows_its_asset() {
    let mut app = app();
    let mesh = add(&mut app, Plane3d::default().mesh().size(8.0, 8.0).build());
    let place = Transform::from_xyz(20.0, 1.0, 0.0).with_scale(Vec3::splat(2.0));
    app.world_mut().spawn((Mesh3d(mesh.clone()), MeshCollider, place));
    app.update();
    let [near, far] = [-1.0, 1.0].map(|side| height(&mut app, 20.0 + side * 7.0, side * -5.0).unwrap());
    assert!(near.0 == 1.0 && far.0 == 1.0 && near.1 != far.1, "{near:?} {far:?}");
    assert_eq!(height(&mut app, 28.1, 0.0), None);
    let hero = (Character::platformer(4.0, 1.2), Collider::capsule(0.4, 1.0));
    let hero = app.world_mut().spawn((hero, Transform::from_xyz(20.0, 4.0, 0.0))).id();
    (0..64).for_each(|_| app.update());
    let feet = app.world().get::<Transform>(hero).unwrap().translation.y - 0.9;
    assert!((feet - 1.0).abs() < 0.01, "{feet}");
    let block = Mesh::from(Cuboid::new(2.0, 2.0, 2.0));
    *app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(&mesh).unwrap() = block;
    app.world_mut().despawn(hero);
    (0..2).for_each(|_| app.update());
    assert_eq!(height(&mut app, 21.5, 0.5).map(|found| found.0), Some(3.0));
    assert_eq!(height(&mut app, 24.0, 0.0), None);
}

#[test]
fn mesh_that_is_loaded_later_gives_a_collider_then() {
    let mut app = app();
    let handle = app.world().resource::<Assets<Mesh>>().reserve_handle();
    let level = app.world_mut().spawn((Mesh3d(handle.clone()), MeshCollider)).id();
    (0..2).for_each(|_| app.update());
    assert!(app.world().get::<Collider>(level).is_none());
    let mesh = Mesh::from(Cuboid::new(2.0, 2.0, 2.0));
    app.world_mut().resource_mut::<Assets<Mesh>>().insert(&handle, mesh).unwrap();
    (0..2).for_each(|_| app.update());
    assert_eq!(height(&mut app, 0.3, 0.2).map(|found| found.0), Some(1.0));
}

#[test]
fn triangles_without_indices_count_and_other_meshes_are_refused() {
    let corners = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    assert_eq!(Collider::from_mesh(&mesh), Err(MeshColliderError::NoPositions));
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, corners.clone());
    let plain = Collider::from_mesh(&mesh).unwrap();
    mesh.insert_indices(Indices::U16(vec![0, 1, 2]));
    assert_eq!(Collider::from_mesh(&mesh), Ok(plain));
    mesh.insert_indices(Indices::U32(vec![0, 1, 3]));
    assert!(matches!(Collider::from_mesh(&mesh), Err(MeshColliderError::Invalid(_))));
    let lines = Mesh::new(PrimitiveTopology::LineList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners);
    assert_eq!(Collider::from_mesh(&lines), Err(MeshColliderError::NoTriangles));
}
