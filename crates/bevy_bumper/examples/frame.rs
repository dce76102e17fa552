//! Measures the time of a frame and its allocations: 10,000 colliders that move, a character on 10,000 tiles, and 2,000 bodies.
//! `cargo run --release --example frame`

use bevy_app::{App, FixedUpdate};
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::{Duration, Instant};

/// The length of a fixed step in nanoseconds.
const STEP: u64 = 15_625_000;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, BumperPlugin))
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(STEP)));
    app
}

/// The median time of a frame, without the first frames.
fn measure(name: &str, mut app: App) {
    (0..60).for_each(|_| app.update());
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let start = Instant::now();
            app.update();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    let counts = allocation_counter::measure(|| (0..20).for_each(|_| app.update()));
    let (milliseconds, allocations) = (times[100].as_secs_f64() * 1e3, counts.count_total as f64 / 20.0);
    println!("{name}: {milliseconds:.3} ms, {allocations:.1} allocations per frame");
}

#[derive(Component)]
struct Speed(f32, f32);

fn drift(mut moving: Query<(&mut Transform, &Speed)>) {
    for (mut transform, speed) in &mut moving {
        let position = &mut transform.translation;
        position.x = (position.x + speed.0 + 2000.0).rem_euclid(4000.0) - 2000.0;
        position.y = (position.y + speed.1 + 2000.0).rem_euclid(4000.0) - 2000.0;
    }
}

fn moving_colliders(collides: bool) -> App {
    let mut app = app();
    app.add_systems(FixedUpdate, drift);
    for k in 0..10_000u32 {
        let at = |factor: u32| {
            (k.wrapping_mul(factor) >> 12) as f32 / f32::from(u16::MAX) / 16.0 * 4000.0 - 2000.0
        };
        let place = Transform::from_xyz(at(2_654_435_761), at(2_246_822_519), 0.0);
        let speed = Speed((k % 7) as f32 - 3.0, (k % 5) as f32 - 2.0);
        let layers = Layers::new(1, if collides { u32::MAX } else { 0 });
        app.world_mut().spawn((Collider::circle(8.0), place, speed, layers));
    }
    app
}

fn character_on_tiles() -> App {
    let mut app = app();
    app.world_mut().spawn(Collider::tiles([1000, 10], 16.0, |_, _| true));
    let hero = (Character::platformer(90.0, 40.0), Collider::rectangle(12.0, 20.0));
    let input = CharacterInput { direction: [1.0, 0.0].into(), ..CharacterInput::default() };
    app.world_mut().spawn((hero, input, Transform::from_xyz(100.0, 170.0, 0.0)));
    app
}

fn bodies() -> App {
    let mut app = app();
    app.world_mut().spawn((Collider::rectangle(2000.0, 20.0), Transform::from_xyz(0.0, -10.0, 0.0)));
    for side in [-1.0, 1.0] {
        app.world_mut()
            .spawn((Collider::rectangle(20.0, 2000.0), Transform::from_xyz(side * 510.0, 1000.0, 0.0)));
    }
    for k in 0..2000 {
        let place = Transform::from_xyz((k % 50) as f32 * 20.0 - 490.0, (k / 50) as f32 * 20.0 + 10.0, 0.0);
        app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(8.0), place));
    }
    app
}

fn main() {
    // The counter works: a world that is set up allocates.
    assert!(allocation_counter::measure(|| moving_colliders(true).update()).count_total > 10_000);
    measure("10,000 moving colliders with events", moving_colliders(true));
    measure("10,000 moving colliders without pairs", moving_colliders(false));
    measure("a character on 10,000 tiles", character_on_tiles());
    measure("2,000 bodies", bodies());
}
