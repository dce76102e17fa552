//! Messages and observers for pairs that begin and cease to touch.

use crate::support::{app, at, move_to, run};
use bevy_app::{App, FixedLast};
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;

#[derive(Resource, Default)]
struct Log(Vec<String>);

fn record(
    mut starts: MessageReader<CollisionStart>,
    mut ends: MessageReader<CollisionEnd>,
    mut log: ResMut<Log>,
) {
    log.0.extend(starts.read().map(|event| format!("start {} {}", event.entity, event.other)));
    log.0.extend(ends.read().map(|event| format!("end {} {}", event.entity, event.other)));
}

fn recording_app() -> App {
    let mut app = app();
    app.init_resource::<Log>().add_systems(FixedLast, record);
    app
}

#[test]
fn enter_and_leave_are_sent_once_each() {
    let mut app = recording_app();
    let zone = app.world_mut().spawn((Collider::rectangle(20.0, 20.0), Sensor, at(0.0, 0.0))).id();
    let ball = app.world_mut().spawn((Collider::circle(2.0), at(50.0, 0.0))).id();
    run(&mut app, 3);
    assert!(app.world().resource::<Log>().0.is_empty());
    for x in [5.0, 4.0, 3.0, 50.0, 51.0] {
        move_to(&mut app, ball, x, 0.0);
        app.update();
    }
    let expected = [format!("start {zone} {ball}"), format!("end {zone} {ball}")];
    assert_eq!(app.world().resource::<Log>().0, expected);
}

#[test]
fn despawned_entity_leaves() {
    let mut app = recording_app();
    let zone = app.world_mut().spawn((Collider::circle(9.0), Sensor)).id();
    let ball = app.world_mut().spawn(Collider::circle(2.0)).id();
    app.update();
    app.world_mut().despawn(ball);
    run(&mut app, 2);
    let expected = [format!("start {zone} {ball}"), format!("end {zone} {ball}")];
    assert_eq!(app.world().resource::<Log>().0, expected);
}

#[test]
fn layers_separate_pairs() {
    let mut app = recording_app();
    app.world_mut().spawn((Collider::circle(9.0), Layers::new(1, 1)));
    app.world_mut().spawn((Collider::circle(2.0), Layers::new(2, u32::MAX)));
    run(&mut app, 2);
    assert!(app.world().resource::<Log>().0.is_empty());
}

#[test]
fn observer_of_a_coin_despawns_it() {
    let mut app = recording_app();
    let coin = app
        .world_mut()
        .spawn((Collider::circle(3.0), Sensor, at(30.0, 0.0)))
        .observe(|start: On<CollisionStart>, mut commands: Commands, mut log: ResMut<Log>| {
            assert!(start.sensor);
            log.0.push(format!("coin {} taken by {}", start.entity, start.other));
            commands.entity(start.entity).despawn();
        })
        .id();
    let other_coin = app.world_mut().spawn((Collider::circle(3.0), Sensor, at(90.0, 0.0))).id();
    let hero = app.world_mut().spawn((Character::top_down(100.0), Collider::circle(5.0))).id();
    crate::support::set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 30);
    assert!(app.world().get_entity(coin).is_err() && app.world().get_entity(other_coin).is_ok());
    let log = &app.world().resource::<Log>().0;
    assert!(log.contains(&format!("coin {coin} taken by {hero}")), "{log:?}");
    assert!(log.contains(&format!("end {coin} {hero}")), "{log:?}");
}

#[test]
fn global_observer_sees_both_sides_of_a_pair() {
    let mut app = recording_app();
    app.add_observer(|start: On<CollisionStart>, mut log: ResMut<Log>| {
        log.0.push(format!("{}", start.entity))
    });
    let [first, second] = [9.0, 2.0].map(|radius| app.world_mut().spawn(Collider::circle(radius)).id());
    app.update();
    let log = &app.world().resource::<Log>().0;
    assert!(log.contains(&first.to_string()) && log.contains(&second.to_string()), "{log:?}");
}

#[test]
fn walking_on_tiles_keeps_one_contact() {
    let mut app = recording_app();
    let level = Collider::tiles([40, 1], 16.0, |_, _| true);
    app.world_mut().spawn((level, at(-100.0, -16.0)));
    let hero = app
        .world_mut()
        .spawn((Character::platformer(100.0, 40.0), Collider::rectangle(12.0, 20.0), at(0.0, 30.0)))
        .id();
    crate::support::set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 200);
    let log = &app.world().resource::<Log>().0;
    assert_eq!(log.len(), 1, "{log:?}");
}
