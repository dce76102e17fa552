//! An example in Bevy: a resource holds the world of shapes, a component holds the mover. `cargo run --bin bevy`
use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::{Commands, Component, Query, Res, Resource};
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use bumper::motion::{Mover, Response};
use bumper::world::{Collider, World};
use bumper::{Aabb, Vector};

#[derive(Resource)]
struct Level(World<f32, 2>);

#[derive(Component)]
struct Player(Mover<f32, 2, Aabb<f32, 2>>);

fn enter(mut commands: Commands) {
    let mut level = World::new();
    let ground = Aabb::new(Vec2::new(-500.0, -20.0), Vec2::new(500.0, 0.0));
    level.insert(Collider::new(ground)).expect("a box is taken");
    commands.insert_resource(Level(level));
    let mut player = Mover::new(Aabb::new(Vec2::new(-5.0, 40.0), Vec2::new(5.0, 60.0)));
    player.gravity = Vec2::new(0.0, -900.0).into();
    commands.spawn((Player(player), Transform::default()));
}

fn walk(level: Res<Level>, mut players: Query<(&mut Player, &mut Transform)>) {
    for (mut player, mut transform) in &mut players {
        *player.0.velocity.x_mut() = 60.0;
        player.0.step(1.0 / 60.0, &level.0, |_| Some(Response::Slide), |_| ());
        let center = player.0.center().map_or(Vec2::ZERO, Vector::into);
        transform.translation = center.extend(0.0);
    }
}

fn main() {
    let mut app = App::new();
    app.add_systems(Startup, enter).add_systems(Update, walk);
    (0..60).for_each(|_| app.update());
    let mut all = app.world_mut().query::<&Transform>();
    let places: Vec<_> = all.iter(app.world()).map(|transform| transform.translation).collect();
    assert!((places[0].x - 60.0).abs() < 1e-3 && places[0].y == 10.0, "{places:?}");
    println!("after a second the player is at {}", places[0]);
}
