//! Joints that no force can satisfy, or only by long levers: what moves stays as slow as gravity and their pull make it.

use bumper::dynamics::{Bodies, Body, BodyId, Drive, Hold, Joint, Kind, Motor, Solid, Spring};
use bumper::{Aabb, Ball, Vector};

const STEP: f64 = 1.0 / 60.0;

/// The largest speed of all bodies in some seconds.
fn fastest(bodies: &mut Bodies<f64>, seconds: usize) -> f64 {
    (0..seconds * 60).fold(0.0, |most, _| {
        bodies.step(STEP);
        bodies.iter().map(|(_, state)| state.velocity.length()).fold(most, f64::max)
    })
}

fn floor(bodies: &mut Bodies<f64>) -> BodyId {
    let still = Body { kind: Kind::Static, ..Body::default() };
    bodies.add(&still, &[Solid::new(Aabb::new([-30.0, 9.0], [30.0, 11.0]))]).unwrap()
}

#[test]
fn joints_that_contradict_each_other_tremble_but_do_not_burst() {
    let mut bodies = Bodies::new([-1.3, 7.0]);
    let floor = floor(&mut bodies);
    let arm = bodies.add(&Body::default(), &[Solid::new(Aabb::new([6.4, 5.0], [8.4, 6.0]))]).unwrap();
    // It turns about one point, and a rope draws it to where it cannot come.
    let turn = Hold::Revolute { at: [-7.2, -5.0].into(), turn: Drive::default() };
    let along = Drive { limits: Some([0.4, 3.7]), ..Drive::default() };
    let rope = Hold::Distance { from: [-4.0, 2.0].into(), to: [2.7, 2.2].into(), length: None, along };
    for hold in [turn, rope] {
        bodies.join(&Joint { a: floor, b: arm, hold, collide: true }).unwrap();
    }
    let fastest = fastest(&mut bodies, 10);
    // It was 10⁷⁶ after four seconds.
    assert!(fastest < 150.0, "{fastest}");
}

/// Up to eight bodies in a tree of joints of all kinds, each at a place near the body that it is for.
fn tree(seed: u64) -> Bodies<f64> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut from = |low: f64, high: f64| low + (high - low) * rng.f64();
    let mut bodies = Bodies::new([0.0, 10.0]);
    let mut ids = vec![floor(&mut bodies)];
    for k in 1..from(3.0, 10.0) as usize {
        let at = Vector([from(-6.0, 6.0), from(-8.0, 6.0)]);
        let body = Body { velocity: [from(-5.0, 5.0), from(-5.0, 5.0)].into(), ..Body::default() };
        let (half, density) = ([from(0.3, 1.0), from(0.3, 1.0)].into(), from(0.2, 5.0));
        let solid = match from(0.0, 2.0) as u32 {
            0 => Solid::new(Aabb::new(at - half, at + half)),
            _ => Solid::new(Ball::new(at, half[0])),
        };
        ids.push(bodies.add(&body, &[Solid { density, ..solid }]).unwrap());
        let [place, to] = [(); 2].map(|()| at + Vector([from(-1.0, 1.0), from(-1.0, 1.0)]));
        let axis = Vector([from(-1.0, 1.0), 1.0]);
        let [low, high] = [from(-2.0, 0.0), from(0.0, 2.0)];
        let limits = (from(0.0, 1.0) < 0.4).then_some([low, high]);
        let spring =
            (from(0.0, 1.0) < 0.3).then_some(Spring { hertz: from(0.5, 8.0), damping: from(0.0, 1.5) });
        let along = Drive { limits, spring, ..Drive::default() };
        let hold = match from(0.0, 5.0) as u32 {
            0 => Hold::Revolute { at: place, turn: Drive { limits, ..Drive::default() } },
            1 => {
                let far = (to - place).length();
                let limits = limits.map(|[low, high]| [(far + low).max(0.0), far + high]);
                Hold::Distance { from: place, to, length: None, along: Drive { limits, ..along } }
            }
            2 => Hold::Prismatic { at: place, axis, along },
            3 => Hold::Weld { at: place, spring, turn: spring },
            _ => Hold::Wheel { at: place, axis, along, motor: None },
        };
        let a = ids[from(0.0, k as f64) as usize];
        bodies.join(&Joint { a, b: ids[k], hold, collide: false }).unwrap();
    }
    bodies
}

#[test]
fn no_tree_of_joints_bursts() {
    let mut fast = 0;
    for seed in 0..300 {
        let speed = fastest(&mut tree(seed), 4);
        // A whip is fast; what feeds on itself gains powers of ten in each step.
        assert!(speed < 1e5, "{seed}: {speed}");
        fast += u32::from(speed > 100.0);
    }
    assert!(fast < 12, "{fast}");
}

#[test]
fn joints_are_solved_in_an_order_that_is_not_that_of_their_past() {
    let mut bodies = Bodies::new([0.0, 10.0]);
    let floor = floor(&mut bodies);
    let [a, b] = [0.0, 2.0]
        .map(|x| bodies.add(&Body::default(), &[Solid::new(Aabb::new([x, 5.0], [x + 1.5, 6.0]))]).unwrap());
    let hinge = |x: f64| Hold::Revolute { at: [x, 5.5].into(), turn: Drive::default() };
    let joint = |a, b, hold| Joint { a, b, hold, collide: true };
    let first = bodies.join(&joint(floor, a, hinge(-1.0))).unwrap();
    let weld = Hold::Weld { at: [1.75, 5.5].into(), spring: None, turn: None };
    bodies.join(&joint(a, b, weld)).unwrap();
    bodies.join(&joint(b, floor, hinge(4.5))).unwrap();
    bodies.step(STEP);
    // From now on it is a joint of another kind, which comes before the weld in the list of joints, but later to the solver.
    bodies.set_motor(first, Some(Motor { speed: 2.0, max: 1000.0 })).unwrap();
    let mut copy = bodies.clone();
    for _ in 0..60 {
        bodies.step(STEP);
        copy.step(STEP);
        assert!(bodies.iter().eq(copy.iter()));
    }
}

#[test]
fn a_motor_that_is_taken_away_drives_no_more() {
    for limits in [None, Some([-1e6, 1e6])] {
        let mut bodies = Bodies::new([0.0, 0.0]);
        let floor = floor(&mut bodies);
        let wheel = bodies.add(&Body::default(), &[Solid::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
        let turn = Drive { motor: Some(Motor { speed: 5.0, max: 1.0 }), limits, ..Drive::default() };
        let hold = Hold::Revolute { at: [0.0, 0.0].into(), turn };
        let joint = bodies.join(&Joint { a: floor, b: wheel, hold, collide: false }).unwrap();
        (0..10).for_each(|_| bodies.step(STEP));
        let before = bodies.state(wheel).unwrap().spin;
        assert!(before > 0.05, "{before}");
        bodies.set_motor(joint, None).unwrap();
        (0..60).for_each(|_| bodies.step(STEP));
        let after = bodies.state(wheel).unwrap().spin;
        assert!((after - before).abs() < 1e-9, "{limits:?}: {before} {after}");
    }
}
