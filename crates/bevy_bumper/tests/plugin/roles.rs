//! Colliders whose role in the simulation changes: parts of bodies, obstacles, platforms and characters.

use crate::support::{app, at, entities_at, move_to, position, run, set_input};
use bevy_app::App;
use bevy_bumper::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;

fn floor(app: &mut App) {
    app.world_mut().spawn((Collider::rectangle(1000.0, 20.0), at(0.0, -10.0)));
}

/// An app without gravity.
fn weightless() -> App {
    let mut app = app();
    app.insert_resource(Gravity(Vec2::ZERO));
    app
}

fn crate_(app: &mut App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(16.0, 16.0), at(x, y))).id()
}

/// A child of an entity with a round collider.
fn child(app: &mut App, parent: Entity, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((Collider::circle(3.0), at(x, y), ChildOf(parent))).id()
}

#[test]
fn detached_child_is_an_obstacle_where_its_transform_is() {
    let mut app = app();
    floor(&mut app);
    let body = crate_(&mut app, 0.0, 8.0);
    let flag = child(&mut app, body, 0.0, 30.0);
    run(&mut app, 5);
    app.world_mut().entity_mut(flag).remove::<ChildOf>().insert(at(200.0, 100.0));
    run(&mut app, 5);
    assert!((position(&app, body) - Vec2::new(0.0, 8.0)).length() < 0.1, "{}", position(&app, body));
    assert_eq!(entities_at(&mut app, 200.0, 100.0), [flag]);
    let other = crate_(&mut app, 200.0, 130.0);
    run(&mut app, 100);
    assert!(position(&app, other).y > 100.0, "{}", position(&app, other));
}

#[test]
fn obstacle_that_becomes_a_child_of_a_body_is_a_part_of_it() {
    let mut app = app();
    floor(&mut app);
    let body = crate_(&mut app, 0.0, 8.0);
    let flag = app.world_mut().spawn((Collider::circle(3.0), at(200.0, 100.0))).id();
    run(&mut app, 5);
    app.world_mut().entity_mut(flag).insert((ChildOf(body), at(0.0, 30.0)));
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, 0.0, 38.0), [flag]);
    let simulation = app.world().resource::<RigidBodies>().simulation().unwrap();
    assert_eq!(simulation.iter().count(), 2, "the floor and the crate");
}

#[test]
fn obstacle_that_loses_its_shape_holds_nothing() {
    let mut app = app();
    floor(&mut app);
    let shelf = app.world_mut().spawn((Collider::rectangle(100.0, 4.0), at(0.0, 40.0))).id();
    let body = crate_(&mut app, 0.0, 60.0);
    run(&mut app, 60);
    assert!(position(&app, body).y > 49.0, "it lies on the shelf");
    app.world_mut().entity_mut(shelf).insert(Collider::compound([]));
    run(&mut app, 100);
    assert!(position(&app, body).y < 10.0, "{}", position(&app, body));
}

#[test]
fn character_that_becomes_an_obstacle_moves_and_holds_crates() {
    let mut app = app();
    floor(&mut app);
    crate_(&mut app, 100.0, 8.0);
    let settings = Character::platformer(64.0, 40.0);
    let hero = app.world_mut().spawn((settings, Collider::rectangle(12.0, 20.0), at(0.0, 10.0))).id();
    run(&mut app, 10);
    app.world_mut().entity_mut(hero).remove::<Character>();
    move_to(&mut app, hero, 0.0, 100.0);
    run(&mut app, 5);
    let top = crate_(&mut app, 0.0, 150.0);
    run(&mut app, 200);
    assert!((position(&app, top).y - 118.0).abs() < 0.2, "{}", position(&app, top));
    assert_eq!(position(&app, hero), Vec2::new(0.0, 100.0));
}

#[test]
fn sensor_that_becomes_a_character_moves_at_its_own_speed() {
    let mut app = weightless();
    crate_(&mut app, 300.0, 0.0);
    let hero = app.world_mut().spawn((Collider::circle(5.0), Sensor, at(0.0, 0.0))).id();
    run(&mut app, 2);
    app.world_mut().entity_mut(hero).insert(Character::top_down(10.0));
    run(&mut app, 2);
    set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 64);
    assert!((position(&app, hero).x - 10.0).abs() < 0.1, "{}", position(&app, hero));
}

#[test]
fn obstacle_that_becomes_a_platform_carries_crates() {
    let mut app = app();
    let lift = app.world_mut().spawn((Collider::rectangle(80.0, 8.0), at(0.0, -4.0))).id();
    let body = crate_(&mut app, 0.0, 8.0);
    run(&mut app, 10);
    app.world_mut().entity_mut(lift).insert(Platform::default());
    for step in 0..64 {
        move_to(&mut app, lift, step as f32, -4.0);
        app.update();
    }
    assert!(position(&app, body).x > 40.0, "{}", position(&app, body));
}

#[test]
fn part_follows_the_transform_of_an_entity_between_it_and_its_body() {
    let mut app = app();
    floor(&mut app);
    let body = crate_(&mut app, 0.0, 8.0);
    let mast = app.world_mut().spawn((at(0.0, 20.0), ChildOf(body))).id();
    let flag = child(&mut app, mast, 0.0, 10.0);
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, 0.0, 38.0), [flag]);
    move_to(&mut app, mast, 0.0, 60.0);
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, 0.0, 78.0), [flag]);
}

#[test]
fn parent_moves_a_resting_body_and_a_resting_character() {
    let mut app = weightless();
    let room = app.world_mut().spawn(at(0.0, 0.0)).id();
    let body = crate_(&mut app, 0.0, 0.0);
    let hero = (Character::top_down(64.0), Collider::circle(4.0), at(50.0, 0.0));
    let hero = app.world_mut().spawn(hero).id();
    for entity in [body, hero] {
        app.world_mut().entity_mut(entity).insert(ChildOf(room));
    }
    run(&mut app, 5);
    move_to(&mut app, room, 0.0, 100.0);
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, 0.0, 100.0), [body]);
    assert_eq!(entities_at(&mut app, 50.0, 100.0), [hero]);
}

#[test]
fn child_of_a_body_that_is_removed_stays_where_it_is() {
    for with_other_body in [false, true] {
        let mut app = weightless();
        if with_other_body {
            crate_(&mut app, 300.0, 0.0);
        }
        let body = app.world_mut().spawn((RigidBody::Dynamic, at(0.0, 60.0))).id();
        let foot = child(&mut app, body, 20.0, 0.0);
        run(&mut app, 5);
        app.world_mut().entity_mut(body).remove::<RigidBody>();
        for _ in 0..3 {
            app.update();
            assert_eq!(entities_at(&mut app, 20.0, 60.0), [foot]);
        }
    }
}

#[test]
fn part_changes_its_shape_and_is_scaled_by_its_body() {
    let mut app = weightless();
    let body = app.world_mut().spawn((RigidBody::Dynamic, at(0.0, 60.0))).id();
    let foot = child(&mut app, body, 20.0, 0.0);
    run(&mut app, 5);
    app.world_mut().entity_mut(foot).insert(Collider::rectangle(10.0, 10.0));
    app.update();
    assert_eq!(entities_at(&mut app, 24.5, 60.0), [foot]);
    app.world_mut().get_mut::<Transform>(body).unwrap().scale.x = 2.0;
    run(&mut app, 2);
    assert_eq!(entities_at(&mut app, 49.0, 60.0), [foot]);
}

#[test]
fn disabled_body_waits_until_it_is_enabled() {
    let mut app = app();
    floor(&mut app);
    let [body, other] = [0.0, 100.0].map(|x| crate_(&mut app, x, 60.0));
    let flag = child(&mut app, body, 0.0, 30.0);
    run(&mut app, 5);
    let before = position(&app, body);
    app.world_mut().entity_mut(body).insert(Disabled);
    run(&mut app, 100);
    assert!((position(&app, other).y - 8.0).abs() < 0.1, "{}", position(&app, other));
    assert_eq!(position(&app, body), before);
    assert_eq!(entities_at(&mut app, 0.0, before.y + 30.0), [flag], "it is an obstacle now");
    app.world_mut().entity_mut(body).remove::<Disabled>();
    run(&mut app, 100);
    assert!((position(&app, body).y - 8.0).abs() < 0.1, "{}", position(&app, body));
    assert_eq!(entities_at(&mut app, 0.0, 38.0), [flag]);
}
