//! Queries by entities.

use crate::support::{app, ask, at};
use bevy_bumper::prelude::*;
use bevy_math::{Dir2, Vec2};

#[test]
fn ray_finds_the_nearest_collider_and_obeys_the_filter() {
    let mut app = app();
    let world = app.world_mut();
    let near = world.spawn((Collider::rectangle(10.0, 10.0), at(50.0, 0.0), Layers::new(2, u32::MAX))).id();
    let far = world.spawn((Collider::circle(5.0), at(100.0, 0.0))).id();
    let coin = world.spawn((Collider::circle(1.0), Sensor, at(20.0, 0.0))).id();
    app.update();
    let cast = move |queries: &SpatialQuery, filter: SpatialQueryFilter| {
        queries.cast_ray(Vec2::ZERO, Dir2::X, 1000.0, &filter).map(|hit| (hit.entity, hit.distance))
    };
    let all = SpatialQueryFilter::default();
    assert_eq!(ask(&mut app, move |q| cast(q, all)), Some((near, 45.0)));
    assert_eq!(ask(&mut app, move |q| cast(q, all.with_layers(1))), Some((far, 95.0)));
    assert_eq!(ask(&mut app, move |q| cast(q, all.without(&[near]))), Some((far, 95.0)));
    assert_eq!(ask(&mut app, move |q| cast(q, all.with_sensors())), Some((coin, 19.0)));
    let only_far = move |q: &SpatialQuery| {
        cast(q, SpatialQueryFilter { predicate: Some(&|entity| entity == far), ..all })
    };
    assert_eq!(ask(&mut app, only_far), Some((far, 95.0)));
    let hits = ask(&mut app, move |q| q.ray_hits(Vec2::ZERO, Dir2::X, 1000.0, &all));
    assert_eq!(hits.iter().map(|hit| hit.entity).collect::<Vec<_>>(), [near, far]);
    assert!(ask(&mut app, move |q| q.cast_ray(Vec2::ZERO, Dir2::X, 44.0, &all)).is_none());
}

#[test]
fn sight_is_blocked_by_walls_only() {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(2.0, 20.0), at(10.0, 0.0)));
    app.update();
    let sees = |app: &mut bevy_app::App, x: f32, y: f32| {
        ask(app, move |q| q.line_of_sight(Vec2::ZERO, Vec2::new(x, y), &SpatialQueryFilter::default()))
    };
    assert!(!sees(&mut app, 20.0, 0.0));
    assert!(sees(&mut app, 8.0, 0.0) && sees(&mut app, 20.0, 30.0) && sees(&mut app, 0.0, 0.0));
}

#[test]
fn moving_shape_stops_at_a_wall_and_passes_a_plank_from_below() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::rectangle(10.0, 10.0), at(50.0, 0.0))).id();
    app.world_mut().spawn((Collider::rectangle(20.0, 2.0), at(0.0, 30.0), OneWay::Up));
    app.update();
    let all = SpatialQueryFilter::default();
    let ball = Collider::circle(5.0);
    let hit =
        ask(&mut app, move |q| q.cast_shape(&ball, Vec2::ZERO, 0.0, Vec2::new(80.0, 0.0), &all)).unwrap();
    assert_eq!((hit.entity, hit.time, hit.normal), (wall, 0.5, Vec2::NEG_X));
    let ball = Collider::circle(5.0);
    let through = |start: f32, step: f32| {
        let ball = ball.clone();
        move |q: &SpatialQuery| {
            q.cast_shape(&ball, Vec2::new(0.0, start), 0.0, Vec2::new(0.0, step), &all).is_none()
        }
    };
    let (up, down) = (through(0.0, 60.0), through(60.0, -60.0));
    assert_eq!((ask(&mut app, up), ask(&mut app, down)), (true, false));
}

#[test]
fn nearest_collider_and_its_nearest_point() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::rectangle(10.0, 10.0), at(50.0, 0.0))).id();
    app.world_mut().spawn((Collider::circle(5.0), at(-80.0, 0.0)));
    app.update();
    let all = SpatialQueryFilter::default();
    let found = ask(&mut app, move |q| q.nearest(Vec2::new(0.0, 2.0), 100.0, &all)).unwrap();
    assert_eq!((found.entity, found.distance, found.point), (wall, 45.0, Vec2::new(45.0, 2.0)));
    assert!(ask(&mut app, move |q| q.nearest(Vec2::ZERO, 40.0, &all)).is_none());
}

#[test]
fn hits_on_tiles_report_the_tile() {
    let mut app = app();
    let level = Collider::tiles([8, 4], 16.0, |column, row| row == 0 || column == 6);
    let ground = app.world_mut().spawn((level.clone(), at(-64.0, -16.0))).id();
    app.update();
    let all = SpatialQueryFilter::default();
    let down = ask(&mut app, move |q| q.cast_ray(Vec2::new(-24.0, 30.0), Dir2::NEG_Y, 100.0, &all)).unwrap();
    assert_eq!((down.entity, down.distance, level.tile(down.part)), (ground, 30.0, Some([2, 0].into())));
    let right = ask(&mut app, move |q| q.cast_ray(Vec2::new(0.0, 30.0), Dir2::X, 100.0, &all)).unwrap();
    assert_eq!((right.distance, level.tile(right.part)), (32.0, Some([6, 2].into())));
    let ball = Collider::circle(4.0);
    let hit =
        ask(&mut app, move |q| q.cast_shape(&ball, Vec2::new(-20.0, 24.0), 0.0, Vec2::new(0.0, -40.0), &all));
    assert_eq!(level.tile(hit.unwrap().part), Some([2, 0].into()));
}
