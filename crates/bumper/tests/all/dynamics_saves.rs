//! Whole simulations that are cloned, or saved and loaded: they continue with the same bits, whatever was added and removed.

use super::dynamics_changes::change_any;
use super::dynamics_queries::{check_queries, insert_any};
use super::motion::cases;
use bumper::dynamics::{
    BodyDef, BodyId, ColliderDef, JointAxis, JointDef, JointFrame, JointKind, Motor, Simulation,
    SleepSettings, Spring, SpringForce,
};
#[cfg(feature = "serde")]
use bumper::dynamics::{DynamicsError, Snapshot};
use bumper::world::Change;
use bumper::{Aabb, Ball, Pose, Rotation, Segment, Vector};
use fastrand::Rng;

const STEP: f64 = 1.0 / 60.0;

/// The observable state of a simulation, as text.
fn view(simulation: &Simulation<f64>) -> String {
    let states: Vec<_> = simulation.iter().collect();
    let joints: Vec<_> = simulation
        .joints()
        .map(|(id, _)| (id, simulation.get_joint(id), simulation.joint_definition(id)))
        .collect();
    format!(
        "{states:?} {joints:?} {:?} {:x}",
        simulation.events().collect::<Vec<_>>(),
        simulation.state_hash()
    )
}

/// Joins two bodies.
fn join_any(rng: &mut Rng, simulation: &mut Simulation<f64>, [a, b]: [BodyId; 2]) {
    let (at, axis) = (Vector([rng.f64() * 8.0 - 4.0, rng.f64() * 8.0 - 4.0]), Vector([0.3, 1.0]));
    let spring = Spring { hertz: 3.0, damping_ratio: 0.5 };
    let motor =
        rng.bool().then_some(Motor { speed: 1.0, max_force: if rng.bool() { f64::INFINITY } else { 20.0 } });
    let free = JointAxis {
        limits: rng.bool().then_some([-0.5, 0.6]),
        motor,
        spring: rng.bool().then_some(spring),
        spring_target: rng.f64() - 0.5,
        spring_force: [SpringForce::Both, SpringForce::Pull, SpringForce::Push][rng.usize(0..3)],
    };
    let kind = match rng.u32(0..7) {
        0 => {
            // The limits of a distance joint must not be negative.
            let limits = free.limits.map(|limits| limits.map(|limit| limit + 1.0));
            let translation = JointAxis { limits, ..free };
            JointKind::Distance { anchor_a: at, anchor_b: at + axis, length: None, translation }
        }
        1 => JointKind::Revolute { anchor: at, rotation: JointAxis::default() },
        2 => JointKind::Revolute { anchor: at, rotation: free },
        3 => JointKind::Prismatic { anchor: at, axis, translation: free },
        4 => {
            JointKind::Weld { anchor: at, linear_spring: rng.bool().then_some(spring), angular_spring: None }
        }
        5 => JointKind::Wheel { anchor: at, axis, translation: free, motor },
        _ => {
            JointKind::Mouse { anchor: at, spring, max_force: if rng.bool() { f64::INFINITY } else { 30.0 } }
        }
    };
    if let Ok(id) = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: rng.bool() }) {
        if rng.u32(0..4) == 0 {
            simulation.set_break_limits(id, 200.0, f64::INFINITY).unwrap();
        }
        if rng.u32(0..6) == 0 {
            simulation.set_joint_enabled(id, false).unwrap();
        }
    }
}

/// Changes something at random, or adds or removes a body or a joint.
fn act(rng: &mut Rng, simulation: &mut Simulation<f64>, ids: &mut Vec<BodyId>) {
    let pick = |rng: &mut Rng| ids[rng.usize(0..ids.len())];
    let (a, b) = (pick(rng), pick(rng));
    match rng.u32(0..9) {
        0 => ids.push(insert_any(rng, simulation)),
        1 if simulation.len() > 5 => _ = simulation.remove(a),
        2 => join_any(rng, simulation, [a, b]),
        3 => {
            let joint = simulation.joints().next().map(|(id, _)| id);
            joint.into_iter().for_each(|id| _ = simulation.remove_joint(id));
        }
        4 => {
            if let Some((id, _)) = simulation.joints().last() {
                let mut frames = simulation.joint_frames(id).unwrap();
                frames[rng.usize(..2)].anchor.0[0] += rng.f64() - 0.5;
                frames[rng.usize(..2)].angle += rng.f64() - 0.5;
                simulation.set_joint_frames(id, frames).unwrap();
            }
        }
        5 => _ = simulation.apply_force(a, [rng.f64() * 9.0, 5.0], [0.0, 0.0]),
        6 if rng.u32(0..8) == 0 => simulation.gravity = [rng.f64(), -9.0].into(),
        _ => change_any(rng, simulation, ids),
    }
}

fn start(rng: &mut Rng) -> (Simulation<f64>, Vec<BodyId>) {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.sleep_settings = SleepSettings { speed: Some(0.3), time: 0.3 };
    simulation.insert_static(&ColliderDef::new(Aabb::new([-20.0, -9.0], [20.0, -8.0]))).unwrap();
    let ids = (0..10).map(|_| insert_any(rng, &mut simulation)).collect();
    (simulation, ids)
}

/// Runs both simulations with the same random actions, and compares them after each step.
fn run_both(rng: &mut Rng, [first, second]: [&mut Simulation<f64>; 2], ids: &[BodyId]) {
    let (mut other, mut ids) = (rng.clone(), ids.to_vec());
    let mut other_ids = ids.clone();
    for step in 0..20 {
        for (rng, simulation, ids) in
            [(&mut *rng, &mut *first, &mut ids), (&mut other, &mut *second, &mut other_ids)]
        {
            act(rng, simulation, ids);
            simulation.step(STEP);
        }
        assert_eq!(view(first), view(second), "{step}");
    }
    check_queries(rng, second);
}

#[test]
fn clone_continues_with_same_bits_after_additions_and_removals() {
    for seed in 0..cases(20) {
        let rng = &mut Rng::with_seed(seed);
        let (mut simulation, mut ids) = start(rng);
        for _ in 0..8 {
            for _ in 0..10 {
                act(rng, &mut simulation, &mut ids);
                simulation.step(STEP);
            }
            // Two clones run with the same actions. This must not change the original, which serves as the snapshot and continues
            // afterwards.
            let (mut clone, hash) = (simulation.clone(), simulation.state_hash());
            run_both(&mut rng.clone(), [&mut simulation.clone(), &mut clone], &ids);
            assert_eq!(simulation.state_hash(), hash);
        }
    }
}

#[test]
fn restored_snapshot_restores_state_hash() {
    for seed in 0..cases(10) {
        let rng = &mut Rng::with_seed(seed);
        let (mut simulation, mut ids) = start(rng);
        for _ in 0..40 {
            act(rng, &mut simulation, &mut ids);
            simulation.step(STEP);
            // Forces and pending end events are not part of a snapshot.
            simulation.step(STEP);
            let (saved, hash) = (simulation.save(), simulation.state_hash());
            (0..5).for_each(|_| simulation.step(STEP));
            if simulation.broken_joints().is_empty() && simulation.restore(&saved).is_ok() {
                assert_eq!(simulation.state_hash(), hash);
            }
        }
    }
}

#[test]
fn state_hash_contains_gravity_change_that_wakes_bodies() {
    let sleeping = |gravity: f64| {
        let mut simulation = Simulation::new([0.0, gravity]);
        let ball =
            simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 9.0], 1.0))]).unwrap();
        simulation.sleep(ball);
        simulation.step(STEP);
        (simulation, ball)
    };
    let ((mut changed, ball), (mut unchanged, _)) = (sleeping(-10.0), sleeping(-5.0));
    changed.gravity = [0.0, -5.0].into();
    assert_ne!(changed.state_hash(), unchanged.state_hash());
    [&mut changed, &mut unchanged].into_iter().for_each(|simulation| simulation.step(STEP));
    assert!(!changed.get(ball).unwrap().asleep && unchanged.get(ball).unwrap().asleep);
}

/// Includes values that JSON cannot express: infinity and NaN.
#[cfg(feature = "serde")]
#[test]
fn sleep_settings_survive_saving() {
    for number in [0.25, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for speed in [None, Some(number)] {
            let mut simulation = Simulation::new([0.0, 0.0]);
            simulation.sleep_settings = SleepSettings { speed, time: number };
            let text = serde_json::to_string(&simulation).unwrap();
            let loaded: Simulation<f64> = serde_json::from_str(&text).unwrap();
            assert_eq!(loaded.state_hash(), simulation.state_hash());
            assert_eq!(format!("{:?}", loaded.sleep_settings), format!("{:?}", simulation.sleep_settings));
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn loaded_simulation_continues_with_same_bits() {
    for seed in 0..cases(100) {
        let rng = &mut Rng::with_seed(seed);
        let (mut simulation, mut ids) = start(rng);
        for _ in 0..6 {
            for _ in 0..12 {
                act(rng, &mut simulation, &mut ids);
                simulation.step(STEP);
            }
            let bytes = postcard::to_stdvec(&simulation).unwrap();
            let mut loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(loaded.state_hash(), simulation.state_hash(), "{seed}");
            assert_eq!(postcard::to_stdvec(&loaded).unwrap(), bytes);
            run_both(&mut rng.clone(), [&mut simulation.clone(), &mut loaded], &ids);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn simulation_loads_from_json_and_invalid_ones_are_refused() {
    let rng = &mut Rng::with_seed(5);
    let (mut simulation, mut ids) = start(rng);
    for _ in 0..60 {
        act(rng, &mut simulation, &mut ids);
        simulation.step(STEP);
    }
    let text = serde_json::to_string(&simulation).unwrap();
    let loaded: Simulation<f64> = serde_json::from_str(&text).unwrap();
    assert_eq!(loaded.len(), simulation.len());
    assert!(serde_json::from_str::<Simulation<f64>>(&text[..text.len() / 2]).is_err());
    // Damaged data is refused, or it loads. Whatever bytes are damaged, loading, stepping and queries never panic.
    let bytes = postcard::to_stdvec(&simulation).unwrap();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..3000 {
        let mut broken = bytes.clone();
        for _ in 0..rng.usize(1..4) {
            let place = rng.usize(0..broken.len());
            broken[place] = rng.u8(..);
        }
        let loaded = postcard::from_bytes::<Simulation<f64>>(&broken);
        refused += usize::from(loaded.is_err());
        if let Ok(mut loaded) = loaded {
            accepted += 1;
            (0..3).for_each(|_| loaded.step(STEP));
            _ = loaded.events().count() + loaded.state_hash() as usize;
            let some = loaded.iter().map(|(id, _)| id).next();
            some.into_iter().for_each(|id| _ = loaded.remove(id));
            loaded.step(STEP);
        }
    }
    assert!(accepted > 300 && refused > 300, "{accepted} {refused}");
}

/// A sensor that touches a body does not support it.
#[test]
fn removing_sensor_does_not_wake_body() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let [ball, sensor] = [false, true].map(|sensor| {
        let collider = ColliderDef { sensor, ..ColliderDef::new(Ball::new([0.0, 0.0], 1.0)) };
        simulation.insert(&BodyDef::default(), &[collider]).unwrap()
    });
    simulation.step(STEP);
    assert_eq!(simulation.events().count(), 1);
    simulation.sleep(ball);
    simulation.remove(sensor);
    assert!(simulation.get(ball).unwrap().asleep);
}

/// The first step caches the normal of the line, which still separates the ball from the end of the line in the second step. There a force
/// moves the ball over the end.
#[test]
fn event_of_crossed_sensor_has_normal_before_crossing() {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let line = Segment::new([-5.0, -5.0], [5.0, 5.0]);
    simulation.insert_static(&ColliderDef { sensor: true, ..ColliderDef::new(line) }).unwrap();
    let start = Vector([5.0, 4.6]);
    let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new(start, 0.21))]).unwrap();
    simulation.step(STEP);
    let moved = Vector([5.2, 4.85]) - start;
    simulation.set_pose(ball, &Pose::new(Rotation::identity(), moved)).unwrap();
    let mass = simulation.get(ball).unwrap().mass;
    simulation.apply_force(ball, [-2.0 * mass / (STEP * STEP), 0.0], [5.2, 4.85]).unwrap();
    simulation.step(STEP);
    let event = simulation.events().next().unwrap();
    assert_eq!((event.b, event.change, event.sensor), (ball, Change::Enter, true));
    assert!((event.normal - Vector([0.8, -0.6])).length() < 1e-9, "{:?}", event.normal);
}

#[test]
fn snapshot_is_refused_after_colliders_change() {
    let rng = &mut Rng::with_seed(1);
    let (mut simulation, _) = start(rng);
    (0..60).for_each(|_| simulation.step(STEP));
    let (saved, clone) = (simulation.save(), simulation.clone());
    let moving = |id: &BodyId| simulation.get(*id).unwrap().kind == bumper::dynamics::BodyKind::Dynamic;
    let id = simulation.iter().map(|(id, _)| id).find(moving).unwrap();
    let extra = simulation.insert_collider(id, &ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))).unwrap();
    assert!(simulation.restore(&saved).is_err());
    simulation.remove_collider(extra);
    assert!(simulation.restore(&saved).is_ok());
    let mut again = clone.clone();
    for _ in 0..60 {
        simulation.step(STEP);
        again.step(STEP);
    }
    assert!((simulation.get(id).unwrap().center - again.get(id).unwrap().center).length() < 1e-6);
}

/// A simulation with ten joints of random kinds between random bodies.
fn joined(rng: &mut Rng) -> Simulation<f64> {
    let (mut simulation, ids) = start(rng);
    while simulation.joints().count() < 10 {
        let pair = [(); 2].map(|()| ids[rng.usize(0..ids.len())]);
        join_any(rng, &mut simulation, pair);
    }
    let joints: Vec<_> = simulation.joints().map(|(id, _)| id).collect();
    for id in joints {
        simulation.set_break_limits(id, f64::INFINITY, f64::INFINITY).unwrap();
    }
    simulation
}

/// Gives every joint random frames.
fn change_frames(rng: &mut Rng, simulation: &mut Simulation<f64>) {
    let joints: Vec<_> = simulation.joints().map(|(id, _)| id).collect();
    for id in joints {
        let mut number = || rng.f64() * 4.0 - 2.0;
        let frames = [(); 2].map(|()| JointFrame { anchor: Vector([number(), number()]), angle: number() });
        simulation.set_joint_frames(id, frames).unwrap();
    }
}

#[test]
fn snapshot_restores_frames_of_joints() {
    for seed in 0..20 {
        let rng = &mut Rng::with_seed(seed);
        let mut simulation = joined(rng);
        change_frames(rng, &mut simulation);
        (0..10).for_each(|_| simulation.step(STEP));
        let (saved, mut clone) = (simulation.save(), simulation.clone());
        let frames = |simulation: &Simulation<f64>| {
            simulation.joints().map(|(id, _)| simulation.joint_frames(id).unwrap()).collect::<Vec<_>>()
        };
        change_frames(rng, &mut simulation);
        (0..10).for_each(|_| simulation.step(STEP));
        assert_ne!(frames(&simulation), frames(&clone));
        simulation.restore(&saved).unwrap();
        assert_eq!(frames(&simulation), frames(&clone));
        assert_eq!(simulation.state_hash(), clone.state_hash());
        for _ in 0..10 {
            simulation.step(STEP);
            clone.step(STEP);
            assert!(simulation.iter().eq(clone.iter()));
        }
    }
}

#[test]
fn snapshot_has_its_documented_size() {
    let mut simulation = Simulation::<f32>::new([0.0, 0.0]);
    let mut insert = |x| {
        let ball = ColliderDef::new(Ball::new([x, 0.0], 1.0));
        simulation.insert(&BodyDef::default(), &[ball]).unwrap()
    };
    let [a, b] = [insert(0.0), insert(9.0)];
    assert_eq!(simulation.save().memory(), 2 * 44);
    for count in 1..4 {
        let kind = JointKind::Revolute { anchor: [4.0, 0.0].into(), rotation: JointAxis::default() };
        simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
        assert_eq!(simulation.save().memory(), 2 * 44 + count * 76);
    }
}

#[cfg(feature = "serde")]
#[test]
fn snapshot_with_damaged_joint_frames_is_refused_and_changes_nothing() {
    let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
    let [a, b] = [0.0, 9.0].map(|x| {
        simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([x, 0.0], 1.0))]).unwrap()
    });
    let (anchor, axis) = (Vector([1.25, 0.75]), Vector([0.6, 0.8]));
    let kind = JointKind::Prismatic { anchor, axis, translation: JointAxis::default() };
    let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    let frame = |x: f64, y: f64, angle: f64| JointFrame { anchor: Vector([x, y]), angle };
    simulation.set_joint_frames(joint, [frame(1.25, 0.75, 0.5), frame(2.5, 3.5, 0.125)]).unwrap();
    let JointKind::Prismatic { axis, .. } = simulation.joint_definition(joint).unwrap().kind else {
        panic!()
    };
    let bytes = postcard::to_stdvec(&simulation.save()).unwrap();
    let hash = simulation.state_hash();
    // Replaces the only occurrence of a number in the snapshot by another number.
    let restored = |simulation: &mut Simulation<f64>, old: f64, new: f64| {
        let places: Vec<_> = (0..bytes.len() - 7).filter(|k| bytes[*k..k + 8] == old.to_le_bytes()).collect();
        let [place] = places[..] else { panic!("{old} occurs {} times", places.len()) };
        let mut damaged = bytes.clone();
        damaged[place..place + 8].copy_from_slice(&new.to_le_bytes());
        simulation.restore(&postcard::from_bytes::<Snapshot<f64>>(&damaged).unwrap())
    };
    // The anchors are relative to the centers of mass, and the last number is the reference angle.
    for old in [1.25, 0.75, -6.5, 3.5, axis[0], axis[1], 0.375] {
        for new in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(restored(&mut simulation, old, new), Err(DynamicsError::NotFinite), "{old} {new}");
        }
    }
    for k in 0..2 {
        for new in [0.0, -2.0, 1e300] {
            assert_eq!(restored(&mut simulation, axis[k], new), Err(DynamicsError::ZeroAxis), "{k} {new}");
        }
    }
    assert_eq!(simulation.state_hash(), hash);
    assert_eq!(restored(&mut simulation, 0.375, 0.25), Ok(()));
    assert_eq!(simulation.joint_frames(joint).unwrap()[1].angle, 0.25);
}
