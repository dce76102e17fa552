//! Tests of joints that contradict each other, or that act with long lever arms: bodies must not become faster than gravity and the joints
//! can explain.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Motor, Simulation, Spring,
};
use bumper::{Aabb, Ball, Vector};

const STEP: f64 = 1.0 / 60.0;

/// The largest speed of any body during some seconds.
fn fastest(simulation: &mut Simulation<f64>, seconds: usize) -> f64 {
    (0..seconds * 60).fold(0.0, |most, _| {
        simulation.step(STEP);
        simulation.iter().map(|(_, state)| state.velocity.length()).fold(most, f64::max)
    })
}

fn floor(simulation: &mut Simulation<f64>) -> BodyId {
    let still = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    simulation.insert(&still, &[ColliderDef::new(Aabb::new([-30.0, 9.0], [30.0, 11.0]))]).unwrap()
}

#[test]
fn contradictory_joints_stay_below_speed_bound() {
    let mut simulation = Simulation::new([-1.3, 7.0]);
    let floor = floor(&mut simulation);
    let arm = simulation
        .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([6.4, 5.0], [8.4, 6.0]))])
        .unwrap();
    // The arm rotates about one point, while a rope pulls it to positions that it cannot reach.
    let turn = JointKind::Revolute { anchor: [-7.2, -5.0].into(), rotation: JointAxis::default() };
    let along = JointAxis { limits: Some([0.4, 3.7]), ..JointAxis::default() };
    let rope = JointKind::Distance {
        anchor_a: [-4.0, 2.0].into(),
        anchor_b: [2.7, 2.2].into(),
        length: None,
        translation: along,
    };
    for hold in [turn, rope] {
        simulation.insert_joint(&JointDef { a: floor, b: arm, kind: hold, collide_connected: true }).unwrap();
    }
    let fastest = fastest(&mut simulation, 10);
    // This is a regression test: the speed used to be 10⁷⁶ after four seconds.
    assert!(fastest < 150.0, "{fastest}");
}

/// Up to eight bodies in a tree of joints of all kinds, each with an anchor near its second body.
fn tree(seed: u64) -> Simulation<f64> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut from = |low: f64, high: f64| low + (high - low) * rng.f64();
    let mut simulation = Simulation::new([0.0, 10.0]);
    let mut ids = vec![floor(&mut simulation)];
    for k in 1..from(3.0, 10.0) as usize {
        let at = Vector([from(-6.0, 6.0), from(-8.0, 6.0)]);
        let body = BodyDef { velocity: [from(-5.0, 5.0), from(-5.0, 5.0)].into(), ..BodyDef::default() };
        let (half, density) = ([from(0.3, 1.0), from(0.3, 1.0)].into(), from(0.2, 5.0));
        let collider = match from(0.0, 2.0) as u32 {
            0 => ColliderDef::new(Aabb::new(at - half, at + half)),
            _ => ColliderDef::new(Ball::new(at, half[0])),
        };
        ids.push(simulation.insert(&body, &[ColliderDef { density, ..collider }]).unwrap());
        let [place, to] = [(); 2].map(|()| at + Vector([from(-1.0, 1.0), from(-1.0, 1.0)]));
        let axis = Vector([from(-1.0, 1.0), 1.0]);
        let [low, high] = [from(-2.0, 0.0), from(0.0, 2.0)];
        let limits = (from(0.0, 1.0) < 0.4).then_some([low, high]);
        let spring =
            (from(0.0, 1.0) < 0.3).then_some(Spring { hertz: from(0.5, 8.0), damping_ratio: from(0.0, 1.5) });
        let along = JointAxis { limits, spring, ..JointAxis::default() };
        let hold = match from(0.0, 5.0) as u32 {
            0 => {
                JointKind::Revolute { anchor: place, rotation: JointAxis { limits, ..JointAxis::default() } }
            }
            1 => {
                let far = (to - place).length();
                let limits = limits.map(|[low, high]| [(far + low).max(0.0), far + high]);
                JointKind::Distance {
                    anchor_a: place,
                    anchor_b: to,
                    length: None,
                    translation: JointAxis { limits, ..along },
                }
            }
            2 => JointKind::Prismatic { anchor: place, axis, translation: along },
            3 => JointKind::Weld { anchor: place, linear_spring: spring, angular_spring: spring },
            _ => JointKind::Wheel { anchor: place, axis, translation: along, motor: None },
        };
        let a = ids[from(0.0, k as f64) as usize];
        simulation.insert_joint(&JointDef { a, b: ids[k], kind: hold, collide_connected: false }).unwrap();
    }
    simulation
}

#[test]
fn joint_trees_stay_stable() {
    let mut fast = 0;
    for seed in 0..300 {
        let speed = fastest(&mut tree(seed), 4);
        // The end of a chain may be fast, like a whip. If the solver were unstable, the speed would grow by powers of ten in each step.
        assert!(speed < 1e5, "{seed}: {speed}");
        fast += u32::from(speed > 100.0);
    }
    assert!(fast < 12, "{fast}");
}

#[test]
fn joint_solver_order_is_independent_of_history() {
    let mut simulation = Simulation::new([0.0, 10.0]);
    let floor = floor(&mut simulation);
    let [a, b] = [0.0, 2.0].map(|x| {
        simulation
            .insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([x, 5.0], [x + 1.5, 6.0]))])
            .unwrap()
    });
    let hinge = |x: f64| JointKind::Revolute { anchor: [x, 5.5].into(), rotation: JointAxis::default() };
    let joint = |a, b, hold| JointDef { a, b, kind: hold, collide_connected: true };
    let first = simulation.insert_joint(&joint(floor, a, hinge(-1.0))).unwrap();
    let weld = JointKind::Weld { anchor: [1.75, 5.5].into(), linear_spring: None, angular_spring: None };
    simulation.insert_joint(&joint(a, b, weld)).unwrap();
    simulation.insert_joint(&joint(b, floor, hinge(4.5))).unwrap();
    simulation.step(STEP);
    // With the motor, the joint belongs to another group of the solver: it comes before the weld in the list of joints, but it is solved
    // later.
    simulation.set_motor(first, Some(Motor { speed: 2.0, max_force: 1000.0 })).unwrap();
    let mut copy = simulation.clone();
    for _ in 0..60 {
        simulation.step(STEP);
        copy.step(STEP);
        assert!(simulation.iter().eq(copy.iter()));
    }
}

#[test]
fn removed_motor_exerts_no_torque() {
    for limits in [None, Some([-1e6, 1e6])] {
        let mut simulation = Simulation::new([0.0, 0.0]);
        let floor = floor(&mut simulation);
        let wheel =
            simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
        let turn =
            JointAxis { motor: Some(Motor { speed: 5.0, max_force: 1.0 }), limits, ..JointAxis::default() };
        let hold = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: turn };
        let joint = simulation
            .insert_joint(&JointDef { a: floor, b: wheel, kind: hold, collide_connected: false })
            .unwrap();
        (0..10).for_each(|_| simulation.step(STEP));
        let before = simulation.get(wheel).unwrap().angular_velocity;
        assert!(before > 0.05, "{before}");
        simulation.set_motor(joint, None).unwrap();
        (0..60).for_each(|_| simulation.step(STEP));
        let after = simulation.get(wheel).unwrap().angular_velocity;
        assert!((after - before).abs() < 1e-9, "{limits:?}: {before} {after}");
    }
}

/// The frequency of the oscillation of a box that a joint with an undamped spring of 2 hertz connects to another body, far from the box's
/// center of mass.
fn spring_frequency(kind: JointKind<f64>, base_kind: BodyKind) -> f64 {
    const RATE: f64 = 240.0;
    let mut simulation = Simulation::new([0.0, 0.0]);
    simulation.sleep_enabled = false;
    let unit_box = |y: f64| ColliderDef::new(Aabb::new([-0.5, y - 0.5], [0.5, y + 0.5]));
    let base = BodyDef { kind: base_kind, ..BodyDef::default() };
    let a = simulation.insert(&base, &[unit_box(0.0)]).unwrap();
    let moving = BodyDef { velocity: [0.3, 0.0].into(), angular_velocity: 0.15, ..BodyDef::default() };
    let b = simulation.insert(&moving, &[unit_box(-2.0)]).unwrap();
    simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    let mut last = 0.0;
    let mut upward_crossings = Vec::new();
    for step in 0..600 {
        simulation.step(1.0 / RATE);
        let joint = simulation.joints().next().unwrap().0;
        let state = simulation.get_joint(joint).unwrap();
        let coordinate = match kind {
            JointKind::Revolute { .. } | JointKind::Weld { .. } => state.angle,
            JointKind::Distance { .. } => state.translation - 2.0,
            JointKind::Prismatic { .. } | JointKind::Wheel { .. } | JointKind::Mouse { .. } => {
                state.translation
            }
        };
        if last < 0.0 && coordinate >= 0.0 {
            upward_crossings.push(step);
        }
        last = coordinate;
    }
    let [first, .., end] = upward_crossings[..] else { panic!("{kind:?} does not oscillate") };
    (upward_crossings.len() - 1) as f64 * RATE / f64::from(end - first)
}

#[test]
fn springs_oscillate_at_their_frequency_wherever_the_anchor_is() {
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 0.0 });
    let axis = JointAxis { spring, ..JointAxis::default() };
    let along = Vector([1.0, 0.0]);
    for y in [0.0, -2.0] {
        let anchor = Vector([0.0, y]);
        let mut kinds = vec![
            (JointKind::Prismatic { anchor, axis: along, translation: axis }, BodyKind::Static),
            (JointKind::Weld { anchor, linear_spring: None, angular_spring: spring }, BodyKind::Static),
        ];
        if y != 0.0 {
            kinds.push((
                JointKind::Wheel { anchor, axis: along, translation: axis, motor: None },
                BodyKind::Static,
            ));
            let [anchor_a, anchor_b] = [Vector([-2.0, y]), anchor];
            kinds.push((
                JointKind::Distance { anchor_a, anchor_b, length: None, translation: axis },
                BodyKind::Static,
            ));
        }
        for base in [BodyKind::Static, BodyKind::Dynamic] {
            kinds.push((JointKind::Revolute { anchor, rotation: axis }, base));
        }
        for (kind, base) in kinds {
            let frequency = spring_frequency(kind, base);
            assert!((frequency - 2.0).abs() < 0.02, "{kind:?} on a {base:?} body: {frequency} hertz");
        }
    }
}
