//! A platformer: tiles, a plank, a lift, crates and coins. Arrow keys walk, the space bar jumps, the down key drops through planks, G shows
//! the colliders. `cargo run --bin platformer`

use bevy::prelude::*;
use bevy_bumper::prelude::*;

/// The side of a tile.
const TILE: f32 = 16.0;

/// The level, from the top row on: `#` tile, `=` plank, `o` coin, `c` crate, `L` lift, `@` start.
const LEVEL: [&str; 12] = [
    "........................................",
    "........................................",
    "...............................o.o.o....",
    "..............................#######...",
    "............o.o.o.......................",
    "...........======.......................",
    "...................L....................",
    "#......####.............................",
    "#.....................................##",
    "#..@......o.o.........cc.....o.o......##",
    "##################..#######..###########",
    "##################..#######..###########",
];

#[derive(Component)]
struct Coin;

#[derive(Component)]
struct Lift {
    bottom: f32,
}

#[derive(Resource, Default)]
struct Coins(u32);

fn main() {
    let window =
        Window { title: "bevy_bumper: platformer".into(), resolution: (960, 540).into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((BumperPlugin, BumperGizmoPlugin))
        .insert_resource(ClearColor(Color::srgb(0.09, 0.11, 0.16)))
        .init_resource::<Coins>()
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, ride)
        .add_systems(Update, (control, follow, fall, toggle_gizmos))
        .run();
}

/// The center of a tile of the level.
fn center(column: usize, row: usize) -> Vec3 {
    Vec3::new(column as f32 + 0.5, (LEVEL.len() - 1 - row) as f32 + 0.5, 0.0) * TILE
}

/// A colored rectangle that is as large as its collider.
fn block(color: Color, width: f32, height: f32) -> (Sprite, Collider) {
    (Sprite::from_color(color, Vec2::new(width, height)), Collider::rectangle(width, height))
}

fn setup(mut commands: Commands, mut gizmos: ResMut<GizmoConfigStore>) {
    gizmos.config_mut::<BumperGizmos>().0.enabled = false;
    let view = OrthographicProjection { scale: 0.5, ..OrthographicProjection::default_2d() };
    let text =
        (Text2d::new("coins: 0"), TextFont::from_font_size(12.0), Transform::from_xyz(-200.0, 120.0, 0.0));
    commands.spawn((Camera2d, Projection::Orthographic(view), children![text]));
    // All tiles are one collider; the sprites only draw them.
    let solid = |column: u16, row: u16| {
        LEVEL[LEVEL.len() - 1 - usize::from(row)].as_bytes()[usize::from(column)] == b'#'
    };
    commands.spawn(Collider::tiles([LEVEL[0].len() as u16, LEVEL.len() as u16], TILE, solid));
    for (row, line) in LEVEL.iter().enumerate() {
        for (column, letter) in line.char_indices() {
            spawn(&mut commands, letter, center(column, row));
        }
    }
}

fn spawn(commands: &mut Commands, letter: char, at: Vec3) {
    let place = Transform::from_translation(at);
    match letter {
        '#' => _ = commands.spawn((Sprite::from_color(Color::srgb(0.3, 0.4, 0.5), Vec2::splat(TILE)), place)),
        '=' => {
            let plank = block(Color::srgb(0.7, 0.5, 0.3), TILE, 4.0);
            commands.spawn((plank, OneWay::Up, place.with_translation(at + Vec3::Y * 6.0)));
        }
        'o' => {
            let coin = block(Color::srgb(1.0, 0.8, 0.2), 6.0, 6.0);
            commands.spawn((coin, Sensor, Coin, place)).observe(take);
        }
        'c' => {
            _ = commands.spawn((
                RigidBody::Dynamic,
                block(Color::srgb(0.8, 0.6, 0.4), 14.0, 14.0),
                Interpolate::default(),
                place,
            ))
        }
        'L' => {
            let lift = block(Color::srgb(0.5, 0.7, 0.6), 26.0, 6.0);
            commands.spawn((lift, Platform::default(), Lift { bottom: 36.0 }, Interpolate::default(), place));
        }
        '@' => {
            let settings = Character {
                coyote_time: 0.1,
                buffer_time: 0.1,
                mass: 300.0,
                ..Character::platformer(110.0, 44.0)
            };
            let hero = block(Color::srgb(1.0, 0.44, 0.26), 10.0, 18.0);
            commands.spawn((settings, hero, Interpolate::default(), place.with_translation(at + Vec3::Z)));
        }
        _ => {}
    }
}

/// The hero takes a coin.
fn take(
    start: On<CollisionStart>,
    heroes: Query<(), With<Character>>,
    mut coins: ResMut<Coins>,
    mut text: Single<&mut Text2d>,
    mut commands: Commands,
) {
    if heroes.contains(start.other) {
        coins.0 += 1;
        text.0 = format!("coins: {}", coins.0);
        commands.entity(start.entity).despawn();
    }
}

/// Moves the lift up and down.
fn ride(mut lifts: Query<(&mut Transform, &Lift)>, time: Res<Time>) {
    for (mut transform, lift) in &mut lifts {
        transform.translation.y = lift.bottom + 50.0 * (1.0 - (time.elapsed_secs() * 0.8).cos());
    }
}

fn control(keys: Res<ButtonInput<KeyCode>>, mut input: Single<&mut CharacterInput>) {
    let axis = |negative, positive| {
        f32::from(u8::from(keys.pressed(positive))) - f32::from(u8::from(keys.pressed(negative)))
    };
    input.direction.x = axis(KeyCode::ArrowLeft, KeyCode::ArrowRight);
    input.jump |= keys.just_pressed(KeyCode::Space);
    input.drop = keys.pressed(KeyCode::ArrowDown);
}

/// The camera follows the hero.
fn follow(
    hero: Single<&Transform, With<Character>>,
    mut camera: Single<&mut Transform, (With<Camera2d>, Without<Character>)>,
) {
    camera.translation.x = hero.translation.x.clamp(240.0, LEVEL[0].len() as f32 * TILE - 240.0);
    camera.translation.y = 110.0;
}

/// Whoever falls into a pit starts again.
fn fall(mut heroes: Query<(&mut Transform, &mut Character)>) {
    for (mut transform, mut character) in &mut heroes {
        if transform.translation.y < -100.0 {
            transform.translation = center(3, 9) + Vec3::Z;
            character.velocity = Vec2::ZERO;
        }
    }
}

fn toggle_gizmos(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    store.config_mut::<BumperGizmos>().0.enabled ^= keys.just_pressed(KeyCode::KeyG);
}
