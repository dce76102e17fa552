//! Pointers that hit colliders.

use crate::support::{app, at};
use bevy_app::App;
use bevy_bumper::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_math::{Dir3, Ray3d, Vec3};
use bevy_picking::Pickable;
use bevy_picking::backend::PointerHits;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::pointer::PointerId;
use bevy_transform::components::Transform;

/// An app whose pointer is at a point, seen by a camera at z = 100.
fn pointing_app(x: f32, y: f32) -> App {
    let mut app = app();
    app.add_plugins(BumperPickingPlugin).add_message::<PointerHits>();
    let camera = Camera { order: 3, ..Camera::default() };
    let camera = app.world_mut().spawn((camera, Transform::default())).id();
    let ray = Ray3d::new(Vec3::new(x, y, 100.0), Dir3::NEG_Z);
    let mut rays = RayMap::default();
    rays.map.insert(RayId::new(camera, PointerId::Mouse), ray);
    app.insert_resource(rays);
    app
}

/// The depth of an entity under a pointer.
#[derive(Debug, PartialEq)]
struct Found {
    entity: Entity,
    depth: f32,
}

/// What is under the pointer, the nearest first.
fn found(app: &mut App) -> Vec<Found> {
    app.world_mut().resource_mut::<Messages<PointerHits>>().clear();
    app.update();
    let mut found = Vec::new();
    for hits in app.world_mut().resource_mut::<Messages<PointerHits>>().drain() {
        assert_eq!((hits.pointer, hits.order), (PointerId::Mouse, 3.0));
        found.extend(hits.picks.iter().map(|(entity, hit)| Found { entity: *entity, depth: hit.depth }));
    }
    found.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    found
}

#[test]
fn pointer_hits_colliders_and_sensors_in_front_first() {
    let mut app = pointing_app(10.0, 0.0);
    let back = app.world_mut().spawn((Collider::circle(20.0), Transform::from_xyz(0.0, 0.0, 1.0))).id();
    let front = (Collider::rectangle(4.0, 4.0), Sensor, Transform::from_xyz(10.0, 0.0, 5.0));
    let front = app.world_mut().spawn(front).id();
    app.world_mut().spawn((Collider::circle(5.0), at(20.0, 0.0)));
    app.update();
    let expected = [Found { entity: front, depth: 95.0 }, Found { entity: back, depth: 99.0 }];
    assert_eq!(found(&mut app), expected);
    app.world_mut().entity_mut(front).insert(Pickable::IGNORE);
    assert_eq!(found(&mut app), expected[1..]);
    app.world_mut().despawn(back);
    assert_eq!(found(&mut app), []);
}
