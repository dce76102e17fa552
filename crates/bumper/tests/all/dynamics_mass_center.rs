//! Bodies whose center of mass the user has set.

use bumper::dynamics::{
    BodyDef, BodyKind, ColliderDef, DynamicsError, JointAxis, JointDef, JointKind, Simulation,
};
use bumper::{Aabb, Ball, Pose, Rotation, Vector};

const STEP: f64 = 1.0 / 60.0;

fn unit_box() -> ColliderDef<'static, f64> {
    ColliderDef::new(Aabb::new([-0.5, -0.5], [0.5, 0.5]))
}

fn with_center(center: [f64; 2]) -> BodyDef<f64> {
    BodyDef { center_of_mass: Some(center.into()), ..BodyDef::default() }
}

#[test]
fn free_body_rotates_about_its_center_of_mass() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let pose = Pose::new(Rotation::from_degrees(90.0), [2.0, 1.0]);
    let def = BodyDef { pose, velocity: [1.0, 0.5].into(), angular_velocity: 3.0, ..with_center([0.4, 0.1]) };
    let id = simulation.insert(&def, &[unit_box()]).unwrap();
    let start = Vector([1.9, 1.4]);
    for step in 0..120 {
        let state = simulation.get(id).unwrap();
        assert!((state.center - (start + Vector([1.0, 0.5]).scaled(f64::from(step) * STEP))).length() < 1e-9);
        assert!(
            ((state.pose.translation - state.center).length() - Vector([0.4, 0.1]).length()).abs() < 1e-12
        );
        assert!(state.mass == 1.0 && (state.inertia - 1.0 / 6.0).abs() < 1e-12);
        simulation.step(STEP);
    }
    assert_eq!(simulation.definition(id).unwrap().center_of_mass, Some(Vector([0.4, 0.1])));
}

#[test]
fn impulse_at_the_center_of_mass_does_not_rotate_and_one_beside_it_does() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let id = simulation.insert(&with_center([0.3, -0.2]), &[unit_box()]).unwrap();
    simulation.apply_impulse(id, [0.0, 2.0], [0.3, -0.2]).unwrap();
    let state = simulation.get(id).unwrap();
    assert_eq!((state.velocity, state.angular_velocity), (Vector([0.0, 2.0]), 0.0));
    simulation.apply_impulse(id, [0.0, 2.0], [0.8, -0.2]).unwrap();
    assert!((simulation.get(id).unwrap().angular_velocity - 6.0).abs() < 1e-12);
}

#[test]
fn tumbler_rights_itself_and_a_plain_ball_does_not() {
    for (center, rights) in [(Some(Vector([0.0, -0.3])), true), (None, false)] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        simulation.insert_static(&ColliderDef::new(Aabb::new([-50.0, -1.0], [50.0, 0.0]))).unwrap();
        let pose = Pose::new(Rotation::from_degrees(120.0), [0.0, 0.5]);
        let def = BodyDef { pose, center_of_mass: center, angular_damping: 0.5, ..BodyDef::default() };
        let ball = ColliderDef { rolling_resistance: 0.01, ..ColliderDef::new(Ball::new([0.0, 0.0], 0.5)) };
        let id = simulation.insert(&def, &[ball]).unwrap();
        (0..1800).for_each(|_| simulation.step(STEP));
        let angle = simulation.get(id).unwrap().angle;
        assert_eq!(angle.abs() < 0.1, rights, "{angle}");
        assert!(simulation.get(id).unwrap().asleep);
    }
}

#[test]
fn low_center_of_mass_keeps_a_car_on_a_slope_that_tips_a_high_one() {
    for (height, stays) in [(-0.9, true), (0.9, false)] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let pose = Pose::new(Rotation::from_degrees(35.0), [0.0, 0.0]);
        let ground = BodyDef { kind: BodyKind::Static, pose, ..BodyDef::default() };
        let rough = |shape: Aabb<f64, 2>| ColliderDef { friction: 2.0, ..ColliderDef::new(shape) };
        simulation.insert(&ground, &[rough(Aabb::new([-50.0, -1.0], [50.0, 0.0]))]).unwrap();
        let tower = BodyDef {
            pose: Pose::new(pose.rotation, Vector([-(35f64.to_radians().sin()), 35f64.to_radians().cos()])),
            ..with_center([0.0, height])
        };
        let id = simulation.insert(&tower, &[rough(Aabb::new([-0.5, -1.0], [0.5, 1.0]))]).unwrap();
        (0..120).for_each(|_| simulation.step(STEP));
        let state = simulation.get(id).unwrap();
        assert_eq!((state.angle - 35f64.to_radians()).abs() < 0.05, stays, "{}", state.angle);
    }
}

#[test]
fn hinged_body_falls_with_the_inertia_about_the_hinge() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    let post = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let a = simulation.insert(&post, &[ColliderDef { filter: 0, ..unit_box() }]).unwrap();
    let def = BodyDef { mass: Some(2.0), ..with_center([0.8, 0.0]) };
    let b = simulation.insert(&def, &[ColliderDef { filter: 0, ..unit_box() }]).unwrap();
    let kind = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: JointAxis::default() };
    simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    simulation.step(1e-3);
    // Torque m g d over the inertia of the box about its center of mass plus m d².
    let expected = -2.0 * 10.0 * 0.8 / (2.0 / 6.0 + 2.0 * 0.64) * 1e-3;
    let speed = simulation.get(b).unwrap().angular_velocity;
    assert!((speed / expected - 1.0).abs() < 1e-3, "{speed} {expected}");
    // The hinge stays where it is in the world if the center of mass moves.
    simulation.modify(b, |def| def.center_of_mass = None).unwrap();
    assert_eq!(simulation.get(b).unwrap().center, simulation.get(b).unwrap().pose.translation);
    (0..600).for_each(|_| simulation.step(STEP));
    assert!(simulation.get(b).unwrap().center.length() < 1e-3);
}

#[test]
fn changed_center_of_mass_keeps_pose_and_motion_of_each_point() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let def = BodyDef { velocity: [1.0, 2.0].into(), angular_velocity: 4.0, ..BodyDef::default() };
    let id = simulation.insert(&def, &[unit_box()]).unwrap();
    let before = simulation.get(id).unwrap();
    simulation.modify(id, |def| def.center_of_mass = Some([0.5, 0.0].into())).unwrap();
    let after = simulation.get(id).unwrap();
    assert_eq!((after.pose, after.center), (before.pose, Vector([0.5, 0.0])));
    assert_eq!(after.velocity, Vector([1.0, 4.0]));
    assert_eq!(after.mass, before.mass);
    for center in [[f64::NAN, 0.0], [0.0, f64::INFINITY]] {
        let result = simulation.modify(id, |def| def.center_of_mass = Some(center.into()));
        assert_eq!(result, Err(DynamicsError::NotFinite));
        assert_eq!(simulation.insert(&with_center(center), &[unit_box()]), Err(DynamicsError::NotFinite));
    }
    assert_eq!(simulation.get(id).unwrap().center, after.center);
}
