//! Characters on floors, stairs, one-way planks and lifts.

use crate::support::{STEP, app, at, component, move_to, position, run, set_input};
use bevy_app::{App, FixedLast, FixedUpdate};
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_time::Time;
use bevy_transform::components::Transform;

fn floor(app: &mut App) -> Entity {
    app.world_mut().spawn((Collider::rectangle(1000.0, 20.0), at(0.0, -10.0))).id()
}

/// A character of 12 by 20 whose feet are at a point.
fn hero(app: &mut App, x: f32, feet: f32) -> Entity {
    let settings = Character { stair_height: 8.0, snap_distance: 8.0, ..Character::platformer(128.0, 40.0) };
    app.world_mut().spawn((settings, Collider::rectangle(12.0, 20.0), at(x, feet + 10.0))).id()
}

fn grounded(app: &App, hero: Entity) -> bool {
    component::<CharacterStatus>(app, hero).grounded
}

#[test]
fn falls_lands_and_walks() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, 0.0, 50.0);
    run(&mut app, 2);
    assert!(!grounded(&app, hero));
    run(&mut app, 60);
    assert!(grounded(&app, hero));
    assert_eq!(component::<CharacterStatus>(&app, hero).ground_normal, Vec2::Y);
    assert_eq!(position(&app, hero), Vec2::new(0.0, 10.0));
    set_input(&mut app, hero, |input| input.direction.x = -1.0);
    run(&mut app, 32);
    assert_eq!(position(&app, hero), Vec2::new(-64.0, 10.0));
}

#[test]
fn jumps_as_high_as_asked_and_once_per_request() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 3);
    set_input(&mut app, hero, |input| input.jump = true);
    let mut highest = 0f32;
    for _ in 0..100 {
        app.update();
        highest = highest.max(position(&app, hero).y - 10.0);
    }
    assert!((highest - 40.0).abs() < 0.01, "{highest}");
    assert!(grounded(&app, hero) && !component::<CharacterInput>(&app, hero).jump);
}

#[test]
fn coyote_time_allows_a_late_jump() {
    for (coyote_time, jumps) in [(0.0, false), (0.2, true)] {
        let mut app = app();
        app.world_mut().spawn((Collider::rectangle(100.0, 20.0), at(-50.0, -10.0)));
        let hero = hero(&mut app, -8.0, 0.0);
        app.world_mut().get_mut::<Character>(hero).unwrap().coyote_time = coyote_time;
        set_input(&mut app, hero, |input| input.direction.x = 1.0);
        while grounded(&app, hero) || position(&app, hero).x < 6.0 {
            app.update();
        }
        run(&mut app, 3);
        set_input(&mut app, hero, |input| input.jump = true);
        run(&mut app, 2);
        assert_eq!(component::<Character>(&app, hero).velocity.y > 0.0, jumps, "coyote time {coyote_time}");
    }
}

#[test]
fn buffered_jump_starts_on_landing() {
    for (buffer_time, jumps) in [(0.0, false), (0.2, true)] {
        let mut app = app();
        floor(&mut app);
        let hero = hero(&mut app, 0.0, 20.0);
        app.world_mut().get_mut::<Character>(hero).unwrap().buffer_time = buffer_time;
        while position(&app, hero).y > 14.0 {
            app.update();
        }
        set_input(&mut app, hero, |input| input.jump = true);
        run(&mut app, 6);
        assert_eq!(position(&app, hero).y > 12.0, jumps, "buffer time {buffer_time}");
    }
}

#[test]
fn climbs_stairs_up_and_down() {
    let mut app = app();
    floor(&mut app);
    for k in 0..8 {
        let height = (k + 1) as f32 * 6.0;
        app.world_mut().spawn((Collider::rectangle(16.0, height), at(40.0 + k as f32 * 16.0, height * 0.5)));
    }
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 3);
    set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 70);
    assert!((position(&app, hero) - Vec2::new(140.0, 58.0)).length() < 8.0, "{}", position(&app, hero));
    set_input(&mut app, hero, |input| input.direction.x = -1.0);
    run(&mut app, 60);
    assert_eq!((position(&app, hero).y, grounded(&app, hero)), (10.0, true));
}

#[test]
fn high_stair_is_a_wall_and_reports_a_hit() {
    let mut app = app();
    floor(&mut app);
    let wall = app.world_mut().spawn((Collider::rectangle(16.0, 24.0), at(40.0, 12.0))).id();
    #[derive(Resource, Default)]
    struct Walls(Vec<CharacterHit>);
    let collect = |mut hits: MessageReader<CharacterHit>, mut walls: ResMut<Walls>| {
        walls.0.extend(hits.read().filter(|hit| hit.normal.y.abs() < 0.5));
    };
    app.init_resource::<Walls>().add_systems(FixedLast, collect);
    let hero = hero(&mut app, 0.0, 0.0);
    set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 40);
    assert_eq!(position(&app, hero).x, 26.0);
    let hit = app.world().resource::<Walls>().0[0];
    assert_eq!((hit.character, hit.other, hit.normal, hit.sensor), (hero, wall, Vec2::NEG_X, false));
}

#[test]
fn plank_is_jumped_onto_and_dropped_through() {
    let mut app = app();
    floor(&mut app);
    app.world_mut().spawn((Collider::rectangle(60.0, 4.0), at(0.0, 30.0), OneWay::Up));
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 3);
    set_input(&mut app, hero, |input| input.jump = true);
    run(&mut app, 60);
    assert_eq!((position(&app, hero).y, grounded(&app, hero)), (42.0, true), "it stands on the plank");
    set_input(&mut app, hero, |input| input.drop = true);
    run(&mut app, 60);
    assert_eq!(position(&app, hero).y, 10.0, "it stands on the floor");
}

fn lift(app: &mut App, x: f32, top: f32, velocity: Vec2, crush: bool) -> Entity {
    let ride = move |mut lifts: Query<&mut Transform, With<Platform>>, time: Res<Time>| {
        for mut lift in &mut lifts {
            lift.translation += velocity.extend(0.0) * time.delta_secs();
        }
    };
    app.add_systems(FixedUpdate, ride);
    app.world_mut().spawn((Platform { crush }, Collider::rectangle(40.0, 8.0), at(x, top - 4.0))).id()
}

#[test]
fn lift_carries_up_and_sideways() {
    let mut app = app();
    let lift = lift(&mut app, 0.0, 0.0, Vec2::new(16.0, 32.0), false);
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 64);
    let ride = position(&app, lift) - Vec2::new(0.0, -4.0);
    assert!(ride.y > 31.0);
    assert!(
        (position(&app, hero) - ride - Vec2::new(0.0, 10.0)).length() < 0.3,
        "{} {}",
        position(&app, hero),
        ride
    );
    assert!(grounded(&app, hero));
}

#[test]
fn lift_stops_before_it_crushes_and_crushes_if_it_may() {
    #[derive(Resource, Default)]
    struct Crushed(usize);
    for crush in [false, true] {
        let mut app = app();
        let count = |mut events: MessageReader<CharacterCrushed>, mut crushed: ResMut<Crushed>| {
            crushed.0 += events.read().count();
        };
        app.init_resource::<Crushed>().add_systems(FixedLast, count);
        app.world_mut().spawn((Collider::rectangle(100.0, 10.0), at(0.0, 35.0)));
        let lift = lift(&mut app, 0.0, 0.0, Vec2::new(0.0, 32.0), crush);
        hero(&mut app, 0.0, 0.0);
        run(&mut app, 64);
        assert!(app.world().resource::<Crushed>().0 > 0);
        let top = position(&app, lift).y + 4.0;
        assert_eq!(top > 10.5, crush, "the top of the lift is at {top}");
    }
}

#[test]
fn turning_platform_carries() {
    let mut app = app();
    let wheel = app.world_mut().spawn((Platform::default(), Collider::circle(50.0), at(0.0, -50.0))).id();
    app.add_systems(FixedUpdate, |mut wheels: Query<&mut Transform, With<Platform>>| {
        for mut wheel in &mut wheels {
            wheel.rotate_z(-0.005);
        }
    });
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 40);
    assert!(position(&app, hero).x > 8.0, "{}", position(&app, hero));
    assert!(component::<Transform>(&app, wheel).rotation != Quat::IDENTITY);
}

#[test]
fn teleport_moves_the_character() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, 0.0, 0.0);
    run(&mut app, 5);
    move_to(&mut app, hero, 100.0, 60.0);
    app.update();
    assert!((position(&app, hero) - Vec2::new(100.0, 60.0)).length() < 1.0);
    run(&mut app, 60);
    assert_eq!(position(&app, hero), Vec2::new(100.0, 10.0));
}

#[test]
fn crouching_character_stands_up_when_there_is_room() {
    let mut app = app();
    floor(&mut app);
    let ceiling = app.world_mut().spawn((Collider::rectangle(100.0, 10.0), at(0.0, 19.0))).id();
    let settings = Character::platformer(128.0, 40.0);
    let low = || Collider::compound([(Collider::rectangle(12.0, 10.0), Vec2::new(0.0, -5.0), 0.0)]);
    let hero = app.world_mut().spawn((settings, low(), at(0.0, 10.0))).id();
    run(&mut app, 5);
    app.world_mut().entity_mut(hero).insert(Collider::rectangle(12.0, 20.0));
    run(&mut app, 5);
    let top = |app: &mut App| !crate::support::entities_at(app, 0.0, 13.0).contains(&hero);
    assert!(top(&mut app), "it still crouches");
    app.world_mut().despawn(ceiling);
    run(&mut app, 2);
    assert!(!top(&mut app), "it stands");
    assert_eq!(position(&app, hero).y, 10.0);
}

#[test]
fn top_down_character_accelerates_and_slides_along_walls() {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(20.0, 400.0), at(50.0, 0.0)));
    let settings = Character { acceleration: 128.0, ..Character::top_down(64.0) };
    let hero = app.world_mut().spawn((settings, Collider::circle(5.0), at(0.0, 0.0))).id();
    set_input(&mut app, hero, |input| input.direction = Vec2::new(1.0, 1.0));
    run(&mut app, 16);
    let velocity = component::<Character>(&app, hero).velocity;
    assert!((velocity.length() - 128.0 * 16.0 * STEP).abs() < 1e-3, "{velocity}");
    run(&mut app, 64);
    assert_eq!(position(&app, hero).x, 35.0);
    assert!(position(&app, hero).y > 40.0);
}

#[test]
fn character_without_collider_waits_for_one() {
    let mut app = app();
    floor(&mut app);
    let hero = app.world_mut().spawn((Character::platformer(100.0, 40.0), at(0.0, 50.0))).id();
    run(&mut app, 5);
    assert_eq!(position(&app, hero).y, 50.0);
    app.world_mut().entity_mut(hero).insert(Collider::circle(5.0));
    run(&mut app, 60);
    assert!((position(&app, hero).y - 5.0).abs() < 1e-3, "{}", position(&app, hero));
}
