//! The first program of the README. `cargo run --example first`
use bevy::prelude::*;
use bevy_bumper::prelude::*;

fn main() {
    App::new()
        .add_plugins((MinimalPlugins, TransformPlugin, BumperPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, control)
        .run();
}

fn setup(mut commands: Commands) {
    commands.spawn((Collider::rectangle(600.0, 20.0), Transform::from_xyz(0.0, -10.0, 0.0)));
    commands.spawn((Collider::rectangle(60.0, 30.0), Transform::from_xyz(120.0, 15.0, 0.0)));
    let coin = commands.spawn((Collider::circle(6.0), Sensor, Transform::from_xyz(130.0, 42.0, 0.0))).id();
    commands.entity(coin).observe(|start: On<CollisionStart>, mut exit: MessageWriter<AppExit>| {
        println!("{} has taken the coin", start.other);
        exit.write(AppExit::Success);
    });
    let hero = (Character::platformer(90.0, 40.0), Collider::capsule(6.0, 8.0), Interpolate::default());
    commands.spawn((hero, Transform::from_xyz(0.0, 40.0, 0.0)));
}

fn control(mut hero: Single<(&mut CharacterInput, &Transform)>) {
    hero.0.direction.x = 1.0;
    hero.0.jump = (60.0..80.0).contains(&hero.1.translation.x);
}
