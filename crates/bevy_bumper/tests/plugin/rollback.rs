//! Snapshots: the same steps after a rollback give the same bits.

use crate::support::{app, at, run, set_input};
use bevy_app::App;
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;

fn scene(with_bodies: bool) -> (App, Entity) {
    let mut app = app();
    app.world_mut().spawn((Collider::tiles([40, 1], 16.0, |_, _| true), at(-320.0, -16.0)));
    app.world_mut().spawn((Platform::default(), Collider::rectangle(30.0, 6.0), at(80.0, 3.0)));
    if with_bodies {
        for k in 0..12 {
            let body = (
                RigidBody::Dynamic,
                Collider::rectangle(10.0, 10.0),
                at(40.0 + k as f32, 10.0 + k as f32 * 12.0),
            );
            app.world_mut().spawn((body, Restitution(0.3)));
        }
    }
    let settings = Character { mass: 300.0, ..Character::platformer(90.0, 30.0) };
    let hero = app.world_mut().spawn((settings, Collider::capsule(6.0, 8.0), at(0.0, 12.0))).id();
    (app, hero)
}

/// Walks to the right and jumps now and then.
fn play(app: &mut App, hero: Entity, steps: usize) -> Vec<u64> {
    let mut hashes = Vec::new();
    for step in 0..steps {
        set_input(app, hero, |input| {
            input.direction.x = if step % 50 < 40 { 1.0 } else { -1.0 };
            input.jump = step % 20 == 0;
        });
        app.update();
        hashes.push(PhysicsSnapshot::take(app.world_mut()).hash());
    }
    hashes
}

#[test]
fn rollback_repeats_the_same_states() {
    for with_bodies in [false, true] {
        let (mut app, hero) = scene(with_bodies);
        play(&mut app, hero, 30);
        let snapshot = PhysicsSnapshot::take(app.world_mut());
        let first = play(&mut app, hero, 60);
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "the hash depends on the state");
        snapshot.restore(app.world_mut());
        assert_eq!(PhysicsSnapshot::take(app.world_mut()).hash(), snapshot.hash());
        assert_eq!(play(&mut app, hero, 60), first, "bodies: {with_bodies}");
    }
}

#[test]
fn two_apps_compute_the_same_states() {
    let ((mut first, hero), (mut second, same_hero)) = (scene(true), scene(true));
    assert_eq!(play(&mut first, hero, 60), play(&mut second, same_hero, 60));
}

#[test]
fn restored_world_knows_spawned_and_despawned_entities() {
    let (mut app, _) = scene(false);
    run(&mut app, 2);
    let gone = app.world_mut().spawn((Collider::circle(3.0), at(0.0, 200.0))).id();
    run(&mut app, 2);
    let snapshot = PhysicsSnapshot::take(app.world_mut());
    app.world_mut().despawn(gone);
    let new = app.world_mut().spawn((Collider::circle(3.0), at(0.0, 300.0))).id();
    run(&mut app, 2);
    snapshot.restore(app.world_mut());
    run(&mut app, 2);
    assert!(crate::support::entities_at(&mut app, 0.0, 200.0).is_empty());
    assert_eq!(crate::support::entities_at(&mut app, 0.0, 300.0), [new]);
}

#[test]
fn rollback_wakes_no_sleeping_body() {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(1000.0, 20.0), at(0.0, -10.0)));
    for k in 0..5u8 {
        let place = at(3.0 * f32::from(k), 8.0 + 17.0 * f32::from(k));
        app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(16.0, 16.0), place));
    }
    run(&mut app, 400);
    let snapshot = PhysicsSnapshot::take(app.world_mut());
    let asleep = |app: &App| {
        let simulation = app.world().resource::<RigidBodies>().simulation().unwrap();
        simulation.iter().filter(|(_, body)| body.asleep).count()
    };
    assert_eq!(asleep(&app), 5);
    let first = idle(&mut app);
    for _ in 0..2 {
        snapshot.restore(app.world_mut());
        assert_eq!(idle(&mut app), first);
        assert_eq!(asleep(&app), 5);
    }
}

/// The hashes of some steps without input.
fn idle(app: &mut App) -> Vec<u64> {
    let step = |_| {
        app.update();
        PhysicsSnapshot::take(app.world_mut()).hash()
    };
    (0..50).map(step).collect()
}
