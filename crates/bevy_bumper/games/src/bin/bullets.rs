//! 5,000 bullets against 200 enemies. Bullets and enemies are colliders on layers of their own, without physics; the observer of a hit
//! counts it and sends the bullet back to the middle. `cargo run --bin bullets`

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy_bumper::prelude::*;

const BULLETS: u32 = 5_000;
const ENEMIES: u32 = 200;

/// The layer of bullets, which collide with enemies only.
const BULLET: u32 = 1;
/// The layer of enemies, which collide with bullets only.
const ENEMY: u32 = 2;

/// Half of the width and height of the field.
const HALF: Vec2 = Vec2::new(470.0, 260.0);

#[derive(Component)]
struct Velocity(Vec2);

/// An enemy that glows for some time after a hit.
#[derive(Component)]
struct Enemy {
    glow: f32,
}

#[derive(Resource, Default)]
struct Hits(u32);

fn main() {
    let window = Window { title: "bevy_bumper: bullets".into(), resolution: (960, 540).into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((BumperPlugin, FrameTimeDiagnosticsPlugin::default()))
        .insert_resource(ClearColor(Color::srgb(0.05, 0.05, 0.08)))
        .init_resource::<Hits>()
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, (steer, glow))
        .add_systems(FixedLast, hit)
        .add_systems(Update, report)
        .run();
}

/// The direction of the `k`-th bullet or enemy: all directions, evenly mixed.
fn direction(k: u32) -> Vec2 {
    Vec2::from_angle(k as f32 * 2.399_963)
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Text2d::default(), TextFont::from_font_size(16.0), Transform::from_xyz(0.0, 240.0, 2.0)));
    for k in 0..ENEMIES {
        let place = direction(k) * HALF * (0.3 + 0.65 * k as f32 / ENEMIES as f32);
        commands.spawn((
            Sprite::from_color(Color::srgb(0.3, 0.5, 0.9), Vec2::splat(14.0)),
            (Collider::rectangle(14.0, 14.0), Sensor, Layers::new(ENEMY, BULLET)),
            (Enemy { glow: 0.0 }, Velocity(direction(k * 7) * 40.0)),
            Transform::from_translation(place.extend(1.0)),
        ));
    }
    for k in 0..BULLETS {
        let speed = 60.0 + (k % 97) as f32;
        let place = direction(k) * HALF * (k as f32 / BULLETS as f32);
        commands.spawn((
            Sprite::from_color(Color::srgb(1.0, 0.8, 0.4), Vec2::splat(3.0)),
            (Collider::circle(1.5), Layers::new(BULLET, ENEMY)),
            Velocity(direction(k) * speed),
            Transform::from_translation(place.extend(0.0)),
        ));
    }
}

/// Moves everything, and reflects it at the border of the field.
fn steer(mut moving: Query<(&mut Transform, &mut Velocity)>, time: Res<Time>) {
    for (mut transform, mut velocity) in &mut moving {
        let next = transform.translation + (velocity.0 * time.delta_secs()).extend(0.0);
        for axis in 0..2 {
            if next[axis].abs() > HALF[axis] {
                velocity.0[axis] = velocity.0[axis].abs() * -next[axis].signum();
            }
        }
        transform.translation = next;
    }
}

/// A bullet that hits an enemy starts again in the middle.
fn hit(
    mut starts: MessageReader<CollisionStart>,
    mut enemies: Query<&mut Enemy>,
    mut bullets: Query<&mut Transform, Without<Enemy>>,
    mut hits: ResMut<Hits>,
) {
    for start in starts.read() {
        for (one, other) in [(start.entity, start.other), (start.other, start.entity)] {
            if let (Ok(mut enemy), Ok(mut bullet)) = (enemies.get_mut(one), bullets.get_mut(other)) {
                enemy.glow = 1.0;
                bullet.translation = Vec3::ZERO;
                hits.0 += 1;
            }
        }
    }
}

fn glow(mut enemies: Query<(&mut Sprite, &mut Enemy)>, time: Res<Time>) {
    for (mut sprite, mut enemy) in &mut enemies {
        enemy.glow = (enemy.glow - time.delta_secs() * 3.0).max(0.0);
        sprite.color = Color::srgb(0.3 + 0.7 * enemy.glow, 0.5 - 0.2 * enemy.glow, 0.9 - 0.6 * enemy.glow);
    }
}

fn report(diagnostics: Res<DiagnosticsStore>, hits: Res<Hits>, mut text: Single<&mut Text2d>) {
    let frame = diagnostics.get(&FrameTimeDiagnosticsPlugin::FRAME_TIME).and_then(|found| found.smoothed());
    text.0 = format!(
        "{BULLETS} bullets, {ENEMIES} enemies, {} hits, {:.1} ms per frame",
        hits.0,
        frame.unwrap_or_default()
    );
}
