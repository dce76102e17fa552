//! Headless tests of the 3D plugin: queries, levels and characters.
#![cfg(feature = "3d")]

use bevy_app::{App, FixedUpdate};
use bevy_bumper::d3::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_math::{Dir3, Quat, Vec3};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::Duration;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, BumperPlugin))
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(15_625_000)));
    app.update();
    app
}

fn run(app: &mut App, updates: usize) {
    (0..updates).for_each(|_| app.update());
}

fn position(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).expect("has a transform").translation
}

fn ask<T>(app: &mut App, question: impl FnOnce(&SpatialQuery) -> T) -> T {
    let mut state = SystemState::<SpatialQuery>::new(app.world_mut());
    question(&state.get(app.world()).expect("the resource exists"))
}

fn hero(app: &mut App, x: f32, z: f32) -> Entity {
    let settings = Character { stair_height: 0.35, snap_distance: 0.35, ..Character::platformer(4.0, 1.2) };
    let body = (settings, Collider::capsule(0.4, 1.0), Transform::from_xyz(x, 2.0, z));
    app.world_mut().spawn(body).id()
}

#[test]
fn ray_reports_the_triangle_of_a_turned_and_scaled_level() {
    let mut app = app();
    let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 4.0], [0.0, 0.0, 4.0]].map(Vec3::from);
    let level = Collider::mesh(corners, [[0, 2, 1], [0, 3, 2]]).unwrap();
    let place = Transform::from_xyz(10.0, 1.0, 0.0)
        .with_rotation(Quat::from_rotation_y(180f32.to_radians()))
        .with_scale(Vec3::new(2.0, 1.0, 1.0));
    let level = app.world_mut().spawn((level, place)).id();
    app.update();
    let down = |x: f32, z: f32| {
        move |q: &SpatialQuery| {
            q.cast_ray(Vec3::new(x, 9.0, z), Dir3::NEG_Y, 99.0, &SpatialQueryFilter::default())
        }
    };
    let [near, far] = [(3.0, -1.0), (9.0, -3.0)].map(|(x, z)| ask(&mut app, down(x, z)).unwrap());
    assert_eq!((near.entity, near.distance, near.part, far.part), (level, 8.0, 0, 1));
    assert!(ask(&mut app, down(11.0, -1.0)).is_none() && ask(&mut app, down(3.0, 1.0)).is_none());
}

#[test]
fn character_walks_over_stairs_and_terrain() {
    let mut app = app();
    app.world_mut().spawn((Collider::cuboid(40.0, 1.0, 40.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    for k in 0..5 {
        let height = (k + 1) as f32 * 0.3;
        let step = Transform::from_xyz(2.0 + k as f32 * 0.5, height * 0.5, 0.0);
        app.world_mut().spawn((Collider::cuboid(0.5, height, 4.0), step));
    }
    let hills = Collider::heights([1.0, 1.0], 9, (0..81).map(|k| ((k % 9) as f32 * 0.5).sin())).unwrap();
    app.world_mut().spawn((hills, Transform::from_xyz(-12.0, 1.0, -4.0)));
    let [climber, walker] = [0.0, -11.0].map(|x| hero(&mut app, x, 0.0));
    run(&mut app, 64);
    for entity in [climber, walker] {
        assert!(app.world().get::<CharacterStatus>(entity).unwrap().grounded, "{}", position(&app, entity));
        app.world_mut().get_mut::<CharacterInput>(entity).unwrap().direction = Vec3::X;
    }
    run(&mut app, 56);
    assert!((position(&app, climber).y - 2.4).abs() < 0.1, "{}", position(&app, climber));
    assert!(position(&app, walker).x > -8.0 && position(&app, walker).y > 0.5, "{}", position(&app, walker));
}

#[test]
fn platform_carries_a_character_around() {
    let mut app = app();
    app.world_mut().spawn((
        Platform::default(),
        Collider::cylinder(5.0, 1.0),
        Transform::from_xyz(0.0, -0.5, 0.0),
    ));
    app.add_systems(FixedUpdate, |mut discs: Query<&mut Transform, With<Platform>>| {
        for mut disc in &mut discs {
            disc.rotate_y(0.02);
        }
    });
    let hero = hero(&mut app, 3.0, 0.0);
    run(&mut app, 40);
    let before = position(&app, hero);
    run(&mut app, 40);
    let after = position(&app, hero);
    assert!(
        (after.length() - before.length()).abs() < 0.1 && after.distance(before) > 1.0,
        "{before} {after}"
    );
}

#[test]
fn sensor_and_camera_see_the_character() {
    #[derive(Resource, Default)]
    struct Entered(Vec<Entity>);
    let mut app = app();
    app.init_resource::<Entered>();
    app.world_mut().spawn((Collider::cuboid(40.0, 1.0, 40.0), Transform::from_xyz(0.0, -0.5, 0.0)));
    app.world_mut()
        .spawn((Collider::sphere(1.0), Sensor, Transform::from_xyz(4.0, 1.0, 0.0)))
        .observe(|start: On<CollisionStart>, mut entered: ResMut<Entered>| entered.0.push(start.other));
    let wall =
        app.world_mut().spawn((Collider::cuboid(1.0, 9.0, 9.0), Transform::from_xyz(-3.0, 0.0, 0.0))).id();
    let hero = hero(&mut app, 0.0, 0.0);
    app.world_mut().get_mut::<CharacterInput>(hero).unwrap().direction = Vec3::X;
    run(&mut app, 64);
    assert!(app.world().resource::<Entered>().0.contains(&hero));
    let excluded = [hero];
    let filter = SpatialQueryFilter::default().without(&excluded);
    let head = position(&app, hero);
    let back = Vec3::new(-20.0, 0.0, 0.0);
    let ball = Collider::sphere(0.2);
    let hit = ask(&mut app, |q| q.cast_shape(&ball, head, Quat::IDENTITY, back, &filter)).unwrap();
    assert!(hit.entity == wall && (hit.time * 20.0 - (head.x + 2.3)).abs() < 1e-3, "{hit:?}");
}
