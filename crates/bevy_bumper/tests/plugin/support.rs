//! An app without a window that makes one fixed step in each update.

use bevy_app::App;
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_math::{Vec2, Vec3};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::Duration;

/// The length of a fixed step in seconds.
pub const STEP: f32 = 1.0 / 64.0;

/// An app whose clock advances by one fixed step in each update.
pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, BumperPlugin));
    app.insert_resource(Time::<Fixed>::from_hz(64.0));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(15_625_000)));
    app.update();
    app
}

/// Makes a number of updates.
pub fn run(app: &mut App, updates: usize) {
    (0..updates).for_each(|_| app.update());
}

/// The transform at a point.
pub fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

/// The position of an entity.
pub fn position(app: &App, entity: Entity) -> Vec2 {
    component::<Transform>(app, entity).translation.truncate()
}

/// Moves an entity.
pub fn move_to(app: &mut App, entity: Entity, x: f32, y: f32) {
    app.world_mut().get_mut::<Transform>(entity).expect("has a transform").translation = Vec3::new(x, y, 0.0);
}

/// A component of an entity.
pub fn component<C: Component>(app: &App, entity: Entity) -> &C {
    app.world().get::<C>(entity).expect("has the component")
}

/// Sets the input of a character.
pub fn set_input(app: &mut App, entity: Entity, change: impl FnOnce(&mut CharacterInput)) {
    change(&mut app.world_mut().get_mut::<CharacterInput>(entity).expect("is a character"));
}

/// The answer to a question about the world.
pub fn ask<T>(app: &mut App, question: impl FnOnce(&SpatialQuery) -> T) -> T {
    let mut state = SystemState::<SpatialQuery>::new(app.world_mut());
    question(&state.get(app.world()).expect("the resource exists"))
}

/// The entities at a point.
pub fn entities_at(app: &mut App, x: f32, y: f32) -> Vec<Entity> {
    ask(app, move |queries| {
        queries.point_intersections(Vec2::new(x, y), &SpatialQueryFilter::default().with_sensors())
    })
}
