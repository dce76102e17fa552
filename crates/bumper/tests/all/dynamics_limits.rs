//! Tests of joints whose motors drive them against their limits, with forces of any strength.

use bumper::dynamics::{
    BodyDef, BodyKind, ColliderDef, JointAxis, JointDef, JointId, JointKind, Motor, Simulation, Spring,
};
use bumper::scalar::Real;
use bumper::{Aabb, Vector};

/// A bar of mass 0.4 that a joint connects to a static body, at the middle of the bar or at its end. `kind` is 0 for a revolute joint, 1
/// for a prismatic joint, 2 for a wheel joint and 3 for a distance joint.
fn driven<R: Real>(kind: usize, end: bool, drive: JointAxis<R>) -> (Simulation<R>, JointId) {
    let n = R::from_f64;
    let mut simulation = Simulation::new([R::default(), n(-10.0)]);
    simulation.sleep_enabled = false;
    let collider = |min: [f64; 2], max: [f64; 2]| ColliderDef::new(Aabb::new(min.map(n), max.map(n)));
    let base = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    let base = simulation.insert(&base, &[collider([-0.1, -0.1], [0.1, 0.1])]).unwrap();
    let x = if end { 1.0 } else { 0.0 };
    let bar = simulation.insert(&BodyDef::default(), &[collider([x - 1.0, -0.1], [x + 1.0, 0.1])]).unwrap();
    let (at, axis) = (Vector([R::default(); 2]), Vector([n(1.0), n(0.5)]));
    let hold = match kind {
        0 => JointKind::Revolute { anchor: at, rotation: drive },
        1 => JointKind::Prismatic { anchor: at, axis, translation: drive },
        2 => JointKind::Wheel { anchor: Vector([n(x), n(0.0)]), axis, translation: drive, motor: None },
        _ => JointKind::Distance {
            anchor_a: Vector([n(0.0), n(-2.0)]),
            anchor_b: Vector([n(x), n(0.0)]),
            length: None,
            translation: drive,
        },
    };
    let joint =
        simulation.insert_joint(&JointDef { a: base, b: bar, kind: hold, collide_connected: false }).unwrap();
    (simulation, joint)
}

/// The largest distance or angle by which a joint exceeds its limits in two seconds, and its final position relative to the middle between
/// the limits.
fn past<R: Real + Into<f64>>(kind: usize, end: bool, spring: bool, speed: f64, most: f64) -> (f64, f64) {
    let n = R::from_f64;
    let middle = if kind == 3 { if end { 5f64.sqrt() } else { 2.0 } } else { 0.0 };
    let limits = [middle - 0.5, middle + 0.5];
    let drive = JointAxis {
        limits: Some(limits.map(n)),
        motor: Some(Motor { speed: n(speed), max_force: n(most) }),
        spring: spring.then_some(Spring { hertz: n(3.0), damping_ratio: n(0.5) }),
        ..JointAxis::default()
    };
    let (mut simulation, joint) = driven::<R>(kind, end, drive);
    let mut worst = 0.0f64;
    let mut place = 0.0;
    for _ in 0..120 {
        simulation.step(n(1.0 / 60.0));
        let state = simulation.get_joint(joint).unwrap();
        place = if kind == 0 { state.angle.into() } else { state.translation.into() };
        worst = worst.max(limits[0] - place).max(place - limits[1]);
    }
    (worst, place - middle)
}

fn limits_hold<R: Real + Into<f64>>() {
    for (kind, most_past) in [(0, 0.03), (1, 0.02), (2, 0.03), (3, 0.02)] {
        for (end, spring) in [(false, false), (true, false), (true, true)] {
            for speed in [4.0, -4.0, 60.0, -60.0] {
                for most in [1e2, 1e3, 1e4, 1e5, 1e6, 1e8, f64::INFINITY] {
                    let (worst, place) = past::<R>(kind, end, spring, speed, most);
                    let case = format!("{kind} {end} {spring} {speed} {most:e}: {worst} {place}");
                    assert!(worst < most_past, "{case}");
                    // The motor has moved the joint to the limit and holds it there.
                    assert!((place - 0.5 * speed.signum()).abs() < most_past, "{case}");
                }
            }
        }
    }
}

#[test]
fn limits_hold_against_motors_of_any_strength() {
    limits_hold::<f64>();
    limits_hold::<f32>();
}

#[test]
fn a_motor_leaves_a_limit_when_its_speed_is_reversed() {
    let strong = |speed: f64| Some(Motor { speed, max_force: 1e6 });
    let drive = JointAxis { limits: Some([-0.5, 0.5]), motor: strong(5.0), ..JointAxis::default() };
    let (mut simulation, joint) = driven::<f64>(0, true, drive);
    (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    assert!((simulation.get_joint(joint).unwrap().angle - 0.5).abs() < 0.01);
    simulation.set_motor(joint, strong(-1.0)).unwrap();
    (0..30).for_each(|_| simulation.step(1.0 / 60.0));
    assert!(simulation.get_joint(joint).unwrap().angle.abs() < 0.05, "{:?}", simulation.get_joint(joint));
    (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    assert!((simulation.get_joint(joint).unwrap().angle + 0.5).abs() < 0.01);
}

#[test]
fn a_motor_lifts_a_weight_to_a_limit_only_if_its_torque_suffices() {
    // The weight of the bar exerts a torque of 4 about the hinge.
    for (most, lifts) in [(3.0, false), (5.0, true), (1e5, true)] {
        let motor = Some(Motor { speed: 2.0, max_force: most });
        let drive = JointAxis { limits: Some([-0.3, 0.3]), motor, ..JointAxis::default() };
        let (mut simulation, joint) = driven::<f64>(0, true, drive);
        (0..240).for_each(|_| simulation.step(1.0 / 60.0));
        let state = simulation.get_joint(joint).unwrap();
        let wanted = if lifts { 0.3 } else { -0.3 };
        assert!((state.angle - wanted).abs() < 0.01, "{most}: {state:?}");
        // The torque only carries the weight: the motor and the limit do not work against each other.
        assert!(state.torque.abs() < 4.5, "{most}: {state:?}");
    }
}
