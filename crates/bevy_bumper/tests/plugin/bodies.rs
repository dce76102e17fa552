//! Rigid bodies and joints, and characters, sensors and rays among them.

use crate::support::{app, ask, at, component, entities_at, move_to, position, run, set_input};
use bevy_app::{App, FixedLast, FixedUpdate};
use bevy_bumper::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Quat, Vec2, Vec3};
use bevy_reflect::GetPath;
use bevy_time::Time;
use bevy_transform::components::Transform;

fn floor(app: &mut App) -> Entity {
    app.world_mut().spawn((Collider::rectangle(1000.0, 20.0), at(0.0, -10.0))).id()
}

fn crate_(app: &mut App, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(16.0, 16.0), at(x, y))).id()
}

fn hero(app: &mut App, x: f32, feet: f32) -> Entity {
    let settings = Character { mass: 500.0, ..Character::platformer(64.0, 40.0) };
    app.world_mut().spawn((settings, Collider::rectangle(12.0, 20.0), at(x, feet + 10.0))).id()
}

#[test]
fn simulation_runs_only_while_there_is_a_body() {
    let mut app = app();
    floor(&mut app);
    let hero = hero(&mut app, 50.0, 0.0);
    run(&mut app, 3);
    let has = |app: &App| app.world().resource::<RigidBodies>().simulation().is_some();
    assert!(!has(&app));
    let body = crate_(&mut app, 0.0, 40.0);
    run(&mut app, 3);
    assert!(has(&app));
    app.world_mut().despawn(body);
    run(&mut app, 3);
    assert!(!has(&app));
    assert_eq!(position(&app, hero), Vec2::new(50.0, 10.0));
}

#[test]
fn crate_falls_rests_on_colliders_and_is_found_where_it_is() {
    #[derive(Resource, Default)]
    struct Starts(usize);
    let mut app = app();
    let count = |mut starts: MessageReader<CollisionStart>, mut found: ResMut<Starts>| {
        found.0 += starts.read().count()
    };
    app.init_resource::<Starts>().add_systems(FixedLast, count);
    floor(&mut app);
    let body = crate_(&mut app, 0.0, 60.0);
    run(&mut app, 200);
    assert!((position(&app, body).y - 8.0).abs() < 0.1, "{}", position(&app, body));
    assert_eq!(entities_at(&mut app, 7.0, 12.0), [body]);
    let all = SpatialQueryFilter::default();
    let hit = ask(&mut app, move |q| q.cast_ray(Vec2::new(-50.0, 8.0), Dir2::X, 100.0, &all)).unwrap();
    assert!(hit.entity == body && (hit.distance - 42.0).abs() < 0.1);
    assert_eq!(app.world().resource::<Starts>().0, 1, "a resting crate keeps its contact");
}

#[test]
fn game_moves_bodies_and_sets_their_velocities() {
    let mut app = app();
    app.insert_resource(Gravity(Vec2::ZERO));
    let body = crate_(&mut app, 0.0, 0.0);
    app.update();
    app.world_mut().get_mut::<LinearVelocity>(body).unwrap().0.x = 64.0;
    run(&mut app, 64);
    assert!((position(&app, body).x - 64.0).abs() < 0.01, "{}", position(&app, body));
    move_to(&mut app, body, 500.0, 0.0);
    run(&mut app, 2);
    assert!((position(&app, body).x - 502.0).abs() < 0.01, "{}", position(&app, body));
    app.world_mut().entity_mut(body).insert(ConstantForce(Vec2::new(0.0, 256.0 * 64.0)));
    run(&mut app, 64);
    let velocity = component::<LinearVelocity>(&app, body).0;
    assert!((velocity - Vec2::splat(64.0)).length() < 0.1, "{velocity}");
}

#[test]
fn settings_of_bodies_and_materials_act() {
    let mut app = app();
    floor(&mut app);
    let ball = |app: &mut App, x: f32| {
        app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(4.0), at(x, 50.0))).id()
    };
    let [dull, bouncy, floating] = [-100.0, 0.0, 100.0].map(|x| ball(&mut app, x));
    app.world_mut().entity_mut(bouncy).insert(Restitution(0.9));
    app.world_mut().entity_mut(floating).insert(GravityScale(0.0));
    let mut highest = [0f32; 2];
    for step in 0..100 {
        app.update();
        if step > 40 {
            highest = [highest[0].max(position(&app, dull).y), highest[1].max(position(&app, bouncy).y)];
        }
    }
    assert!(highest[0] < 5.0 && highest[1] > 30.0, "{highest:?}");
    assert_eq!(position(&app, floating), Vec2::new(100.0, 50.0));
    app.world_mut().entity_mut(floating).remove::<GravityScale>();
    run(&mut app, 100);
    assert!(position(&app, floating).y < 5.0);
}

#[test]
fn children_are_colliders_of_their_body() {
    let mut app = app();
    floor(&mut app);
    let body = app.world_mut().spawn((RigidBody::Dynamic, at(0.0, 60.0))).id();
    let mut feet = Vec::new();
    for x in [-20.0, 20.0] {
        feet.push(app.world_mut().spawn((Collider::rectangle(8.0, 8.0), at(x, 0.0), ChildOf(body))).id());
    }
    run(&mut app, 200);
    assert!((position(&app, body).y - 4.0).abs() < 0.1, "{}", position(&app, body));
    assert_eq!(entities_at(&mut app, 20.0, 4.0), [feet[1]]);
    app.world_mut().despawn(feet[1]);
    run(&mut app, 60);
    assert!(entities_at(&mut app, 20.0, 4.0).is_empty());
    app.world_mut().entity_mut(body).remove::<RigidBody>();
    run(&mut app, 2);
    assert_eq!(app.world().resource::<PhysicsWorld>().colliders().len(), 2);
}

#[test]
fn character_stands_on_a_crate_and_pushes_another() {
    let mut app = app();
    floor(&mut app);
    let below = crate_(&mut app, 0.0, 8.0);
    let ahead = crate_(&mut app, 60.0, 8.0);
    let hero = hero(&mut app, 0.0, 30.0);
    run(&mut app, 60);
    assert!(component::<CharacterStatus>(&app, hero).grounded);
    assert!((position(&app, hero).y - 26.0).abs() < 0.2, "{}", position(&app, hero));
    set_input(&mut app, hero, |input| input.direction.x = 1.0);
    run(&mut app, 120);
    assert!(position(&app, ahead).x > 90.0, "{}", position(&app, ahead));
    assert!(position(&app, hero).x < position(&app, ahead).x - 13.9);
    assert!(position(&app, below).x.abs() < 10.0);
}

#[test]
fn sensor_reports_a_falling_crate() {
    #[derive(Resource, Default)]
    struct Log(Vec<(bool, Entity)>);
    let mut app = app();
    floor(&mut app);
    app.init_resource::<Log>();
    let zone = (Collider::rectangle(50.0, 10.0), Sensor, at(0.0, 40.0));
    app.world_mut()
        .spawn(zone)
        .observe(|event: On<CollisionStart>, mut log: ResMut<Log>| log.0.push((true, event.other)))
        .observe(|event: On<CollisionEnd>, mut log: ResMut<Log>| log.0.push((false, event.other)));
    let body = crate_(&mut app, 0.0, 80.0);
    run(&mut app, 100);
    assert_eq!(app.world().resource::<Log>().0, [(true, body), (false, body)]);
}

#[test]
fn lift_carries_crate_and_character() {
    let mut app = app();
    app.world_mut().spawn((Platform::default(), Collider::rectangle(80.0, 8.0), at(0.0, -4.0)));
    let ride = |mut lifts: Query<&mut Transform, With<Platform>>, time: Res<Time>| {
        for mut lift in &mut lifts {
            lift.translation.y = (lift.translation.y + 32.0 * time.delta_secs()).min(28.0);
        }
    };
    app.add_systems(FixedUpdate, ride);
    let body = crate_(&mut app, -20.0, 8.0);
    let hero = hero(&mut app, 20.0, 0.0);
    run(&mut app, 120);
    assert!((position(&app, body).y - 40.0).abs() < 0.3, "{}", position(&app, body));
    assert!((position(&app, hero).y - 42.0).abs() < 0.3, "{}", position(&app, hero));
}

#[test]
fn bodies_fall_through_planks_from_below_only() {
    let mut app = app();
    floor(&mut app);
    app.world_mut().spawn((Collider::rectangle(60.0, 4.0), at(0.0, 40.0), OneWay::Up));
    let above = crate_(&mut app, -15.0, 80.0);
    let below = crate_(&mut app, 15.0, 20.0);
    app.update();
    app.world_mut().get_mut::<LinearVelocity>(below).unwrap().0.y = 350.0;
    run(&mut app, 200);
    for body in [above, below] {
        assert!((position(&app, body).y - 50.0).abs() < 0.3, "{}", position(&app, body));
    }
}

#[test]
fn pendulum_keeps_its_length_and_a_removed_joint_lets_it_fall() {
    let mut app = app();
    let post = app.world_mut().spawn((RigidBody::Static, Collider::circle(2.0), at(0.0, 100.0))).id();
    let weight = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(4.0), at(50.0, 100.0))).id();
    let hinge =
        Joint::revolute(post, weight, JointAxis::default()).with_anchors(Vec2::ZERO, Vec2::new(-50.0, 0.0));
    let joint = app.world_mut().spawn(hinge).id();
    let mut lowest = 100f32;
    for _ in 0..100 {
        app.update();
        let arm = position(&app, weight) - Vec2::new(0.0, 100.0);
        assert!((arm.length() - 50.0).abs() < 0.5, "{arm}");
        lowest = lowest.min(position(&app, weight).y);
    }
    assert!((49.5..55.0).contains(&lowest), "{lowest}");
    app.world_mut().despawn(joint);
    run(&mut app, 100);
    assert!(position(&app, weight).y < -100.0);
}

#[test]
fn child_that_changes_its_parent_changes_its_body() {
    let mut app = app();
    floor(&mut app);
    let [left, right] = [-50.0, 50.0].map(|x| crate_(&mut app, x, 8.0));
    let mast = app.world_mut().spawn((at(0.0, 20.0), ChildOf(left))).id();
    let flag = app.world_mut().spawn((Collider::circle(3.0), at(0.0, 10.0), ChildOf(mast))).id();
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, -50.0, 38.0), [flag]);
    app.world_mut().entity_mut(mast).insert(ChildOf(right));
    run(&mut app, 5);
    assert_eq!((entities_at(&mut app, -50.0, 38.0), entities_at(&mut app, 50.0, 38.0)), (vec![], vec![flag]));
    move_to(&mut app, right, 200.0, 8.0);
    run(&mut app, 5);
    assert_eq!(entities_at(&mut app, 200.0, 38.0), [flag]);
}

#[test]
fn body_that_becomes_a_plain_collider_stays_and_stops_others() {
    let mut app = app();
    app.insert_resource(Gravity(Vec2::new(0.0, -400.0)));
    let base = crate_(&mut app, 0.0, 0.0);
    let other = crate_(&mut app, 4.0, 40.0);
    app.update();
    app.world_mut().entity_mut(base).remove::<RigidBody>();
    let before = position(&app, base);
    run(&mut app, 100);
    assert_eq!(position(&app, base), before);
    assert!((position(&app, other).y - before.y - 16.0).abs() < 0.2, "{}", position(&app, other));
}

#[test]
fn tumbler_with_a_low_center_of_mass_rights_itself() {
    let mut app = app();
    floor(&mut app);
    let tilted = at(0.0, 20.0).with_rotation(Quat::from_rotation_z(1.5));
    let settings = (AngularDamping(1.0), CenterOfMass(Vec2::new(0.0, -12.0)));
    let tumbler = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(20.0), settings, tilted)).id();
    run(&mut app, 600);
    let up = component::<Transform>(&app, tumbler).rotation * Vec3::Y;
    assert!(up.y > 0.99, "{up}");
    app.world_mut().entity_mut(tumbler).remove::<CenterOfMass>();
    run(&mut app, 1);
    let bodies = app.world().resource::<RigidBodies>();
    let definition = bodies.simulation().unwrap().definition(bodies.body(tumbler).unwrap()).unwrap();
    assert_eq!(definition.center_of_mass, None);
}

#[test]
fn reflection_copies_a_joint_and_changes_its_anchor() {
    let mut app = app();
    let [post, arm, copy] = [0; 3].map(|_| app.world_mut().spawn_empty().id());
    let hinge = Joint::revolute(post, arm, JointAxis::default());
    let joint = app.world_mut().spawn(hinge.clone()).id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let reflect = registry.get_type_data::<ReflectComponent>(core::any::TypeId::of::<Joint>()).unwrap();
    let value = reflect.reflect(app.world().entity(joint)).unwrap().to_dynamic();
    reflect.insert(&mut app.world_mut().entity_mut(copy), &*value, &registry);
    let mut changed = reflect.reflect_mut(app.world_mut().entity_mut(copy)).unwrap();
    *changed.path_mut::<Vec2>("anchor_b").unwrap() = Vec2::X;
    let expected = hinge.clone().with_anchors(Vec2::ZERO, Vec2::X);
    assert_eq!((component::<Joint>(&app, copy), component::<Joint>(&app, joint)), (&expected, &hinge));
}

#[test]
fn limits_of_a_hinge_stay_when_its_motor_changes() {
    let mut app = app();
    let post = app.world_mut().spawn((RigidBody::Static, Collider::circle(2.0), at(0.0, 0.0))).id();
    let arm = (RigidBody::Dynamic, Collider::rectangle(40.0, 4.0), GravityScale(0.0), at(20.0, 0.0));
    let arm = app.world_mut().spawn(arm).id();
    let axis = |speed: f32| JointAxis {
        limits: Some([-1.0, 1.0]),
        motor: Some(Motor { speed, max_force: 1e9 }),
        ..JointAxis::default()
    };
    let anchored =
        |speed| Joint::revolute(post, arm, axis(speed)).with_anchors(Vec2::ZERO, Vec2::new(-20.0, 0.0));
    let hinge = app.world_mut().spawn(anchored(2.0)).id();
    let angle = |app: &App| {
        let direction = component::<Transform>(app, arm).rotation * Vec3::X;
        direction.y.atan2(direction.x)
    };
    run(&mut app, 100);
    assert!((angle(&app) - 1.0).abs() < 0.05, "{}", angle(&app));
    for speed in [0.5, 1.0, -2.0] {
        *app.world_mut().get_mut::<Joint>(hinge).unwrap() = anchored(speed);
        run(&mut app, 100);
        let limit = speed.signum();
        assert!((angle(&app) - limit).abs() < 0.05, "{speed}: {}", angle(&app));
    }
}
