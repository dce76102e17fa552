//! Frames of joints in the coordinates of their bodies: they agree with the anchors, axes and angles in the world, and the solver
//! satisfies the joints that they define.

use super::dynamics_changes::{STEP, run};
use bumper::dynamics::{
    BodyDef, BodyId, BodyState, ColliderDef, DynamicsError, JointAxis, JointDef, JointFrame, JointId,
    JointKind, Simulation, Spring,
};
use bumper::{Aabb, Pose, Rotation, Vector};
use fastrand::Rng;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

type Frames = [JointFrame<f64>; 2];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Distance,
    Revolute,
    Prismatic,
    Weld,
    Wheel,
    Mouse,
}

const KINDS: [Kind; 6] =
    [Kind::Distance, Kind::Revolute, Kind::Prismatic, Kind::Weld, Kind::Wheel, Kind::Mouse];

fn number(rng: &mut Rng, size: f64) -> f64 {
    (rng.f64() * 2.0 - 1.0) * size
}

fn vector(rng: &mut Rng, size: f64) -> Vector<f64, 2> {
    Vector([number(rng, size), number(rng, size)])
}

fn any_frame(rng: &mut Rng) -> JointFrame<f64> {
    JointFrame { anchor: vector(rng, 3.0), angle: number(rng, PI) }
}

/// A body at a random pose, with a centre of mass that is not its origin.
fn any_body(rng: &mut Rng, simulation: &mut Simulation<f64>) -> BodyId {
    let rotation = Rotation::from_radians(number(rng, PI));
    let body = BodyDef {
        pose: Pose::new(rotation, vector(rng, 5.0)),
        velocity: vector(rng, 2.0),
        angular_velocity: number(rng, 5.0),
        ..BodyDef::default()
    };
    let corner = vector(rng, 2.0);
    simulation.insert(&body, &[ColliderDef::new(Aabb::new(corner, corner + Vector([1.0, 0.6])))]).unwrap()
}

fn any_kind(rng: &mut Rng, kind: Kind) -> JointKind<f64> {
    let (anchor, axis, none) =
        (vector(rng, 5.0), vector(rng, 1.0) + Vector([0.0, 1.5]), JointAxis::default());
    match kind {
        Kind::Distance => JointKind::Distance {
            anchor_a: anchor,
            anchor_b: vector(rng, 5.0),
            length: None,
            translation: none,
        },
        Kind::Revolute => JointKind::Revolute { anchor, rotation: none },
        Kind::Prismatic => JointKind::Prismatic { anchor, axis, translation: none },
        Kind::Weld => JointKind::Weld { anchor, linear_spring: None, angular_spring: None },
        Kind::Wheel => JointKind::Wheel { anchor, axis, translation: none, motor: None },
        Kind::Mouse => {
            let spring = Spring { hertz: 3.0, damping_ratio: 1.0 };
            JointKind::Mouse { anchor, spring, max_force: f64::INFINITY }
        }
    }
}

/// Two bodies with a joint, without gravity.
fn any_joint(rng: &mut Rng, kind: Kind) -> (Simulation<f64>, [BodyId; 2], JointId) {
    let mut simulation = Simulation::new([0.0, 0.0]);
    let [a, b] = [(); 2].map(|()| any_body(rng, &mut simulation));
    // The angles include full turns when the joint is added.
    run(&mut simulation, 60);
    let joint = JointDef { a, b, kind: any_kind(rng, kind), collide_connected: false };
    let joint = simulation.insert_joint(&joint).unwrap();
    (simulation, [a, b], joint)
}

/// An angle without full turns, from −π to π.
pub fn wrapped(angle: f64) -> f64 {
    angle - (angle / TAU).round() * TAU
}

pub fn direction(angle: f64) -> Vector<f64, 2> {
    Vector([angle.cos(), angle.sin()])
}

/// The anchors and angles of frames that are placed by the poses of their bodies.
fn placed(frames: &Frames, states: [BodyState<f64>; 2]) -> ([Vector<f64, 2>; 2], [f64; 2]) {
    let anchors = [0, 1].map(|k| {
        let (sin, cos) = states[k].angle.sin_cos();
        let Vector([x, y]) = frames[k].anchor;
        states[k].pose.translation + Vector([cos * x - sin * y, sin * x + cos * y])
    });
    (anchors, [0, 1].map(|k| states[k].angle + frames[k].angle))
}

pub fn states(simulation: &Simulation<f64>, bodies: [BodyId; 2]) -> [BodyState<f64>; 2] {
    bodies.map(|id| simulation.get(id).unwrap())
}

/// Checks that the state and the definition of a joint agree with its frames.
fn check_frames(simulation: &Simulation<f64>, bodies: [BodyId; 2], joint: JointId, kind: Kind) {
    let frames = simulation.joint_frames(joint).unwrap();
    let (anchors, angles) = placed(&frames, states(simulation, bodies));
    let state = simulation.get_joint(joint).unwrap();
    let near = |a: Vector<f64, 2>, b: Vector<f64, 2>| (a - b).length() < 1e-11;
    assert!(
        near(state.anchors[1], anchors[1]) && (near(state.anchors[0], anchors[0]) || kind == Kind::Mouse)
    );
    assert!(wrapped(state.angle - (angles[1] - angles[0])).abs() < 1e-11, "{state:?} {angles:?}");
    let axis = direction(angles[0]);
    match simulation.joint_definition(joint).unwrap().kind {
        JointKind::Distance { anchor_a, anchor_b, .. } => {
            assert!(near(anchor_a, anchors[0]) && near(anchor_b, anchors[1]));
            assert!((state.translation - (anchors[1] - anchors[0]).length()).abs() < 1e-11);
        }
        JointKind::Revolute { anchor, .. } | JointKind::Weld { anchor, .. } => {
            assert!(near(anchor, anchors[0]))
        }
        JointKind::Prismatic { anchor, axis: found, .. } | JointKind::Wheel { anchor, axis: found, .. } => {
            assert!(near(anchor, anchors[0]) && near(found, axis));
            assert!((state.translation - (anchors[1] - anchors[0]).dot(axis)).abs() < 1e-11);
        }
        JointKind::Mouse { anchor, .. } => {
            assert!(near(anchor, anchors[1]) && frames[0].anchor == Vector([0.0; 2]));
        }
    }
    let has_axis = [Kind::Prismatic, Kind::Wheel].contains(&kind);
    assert!(has_axis || frames[1].angle == 0.0);
    assert!(frames.iter().all(|frame| frame.angle.abs() <= PI));
}

#[test]
fn frames_agree_with_anchors_axis_and_angle_in_world() {
    for seed in 0..120 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        for _ in 0..5 {
            check_frames(&simulation, bodies, joint, kind);
            let old = simulation.joint_frames(joint).unwrap();
            let new = [any_frame(rng), any_frame(rng)];
            simulation.set_joint_frames(joint, new).unwrap();
            check_frames(&simulation, bodies, joint, kind);
            let found = simulation.joint_frames(joint).unwrap();
            for k in 0..2 {
                let expected = if kind == Kind::Mouse && k == 0 { old[0].anchor } else { new[k].anchor };
                assert!((found[k].anchor - expected).length() < 1e-12);
                let difference = found[k].angle - if k == 0 { found[1].angle } else { found[0].angle };
                let expected = new[k].angle - if k == 0 { new[1].angle } else { new[0].angle };
                assert!(wrapped(difference - expected).abs() < 1e-12);
            }
            if [Kind::Prismatic, Kind::Wheel].contains(&kind) {
                assert!(wrapped(found[0].angle - new[0].angle).abs() < 1e-12);
            }
            run(&mut simulation, 3);
        }
    }
}

#[test]
fn setting_unchanged_frames_keeps_all_bits_and_wakes_nothing() {
    let mut slow = 0;
    for seed in 0..60 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        for round in 0..6 {
            let frames = simulation.joint_frames(joint).unwrap();
            let hash = simulation.state_hash();
            simulation.set_joint_frames(joint, frames).unwrap();
            assert_eq!(simulation.state_hash(), hash, "{kind:?} {round}");
            slow += usize::from(states(&simulation, bodies)[0].asleep);
            match round {
                0 => run(&mut simulation, 200),
                1 => simulation.set_joint_frames(joint, [any_frame(rng), any_frame(rng)]).unwrap(),
                2 => run(&mut simulation, 10),
                3 => bodies.into_iter().for_each(|id| simulation.set_velocity(id, [0.0; 2], 0.0).unwrap()),
                _ => bodies.into_iter().for_each(|id| assert!(simulation.sleep(id))),
            }
        }
        let [asleep, mut other] = [(); 2].map(|()| simulation.clone());
        let mut frames = simulation.joint_frames(joint).unwrap();
        frames[1].anchor += Vector([0.5, 0.0]);
        other.set_joint_frames(joint, frames).unwrap();
        let is_asleep = |simulation: &Simulation<f64>| states(simulation, bodies).map(|state| state.asleep);
        assert_eq!((is_asleep(&asleep), is_asleep(&other)), ([true; 2], [false; 2]));
        assert_ne!(other.state_hash(), asleep.state_hash());
    }
    assert!(slow >= 60, "{slow}");
}

#[test]
fn unchanged_numbers_of_changed_frames_keep_their_bits() {
    let mut exact = 0;
    for seed in 0..60 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (simulation, bodies, joint) = any_joint(rng, kind);
        let (frames, old) = (simulation.joint_frames(joint).unwrap(), simulation.get_joint(joint).unwrap());
        let set = |frames: Frames| {
            let mut simulation = simulation.clone();
            simulation.set_joint_frames(joint, frames).unwrap();
            (simulation.get_joint(joint).unwrap(), simulation.joint_frames(joint).unwrap())
        };
        let moved = JointFrame { anchor: vector(rng, 2.0), ..frames[1] };
        let (state, _) = set([frames[0], moved]);
        assert!(state.anchors[0] == old.anchors[0] && state.angle == old.angle);
        let turned = JointFrame { angle: number(rng, 1.0), ..frames[1] };
        let (state, found) = set([frames[0], turned]);
        assert!(state.anchors == old.anchors);
        // The axis stays, although its angle may be rounded.
        assert!(found[0].angle == frames[0].angle || ![Kind::Prismatic, Kind::Wheel].contains(&kind));
        let first = JointFrame { angle: frames[0].angle * 0.1, ..frames[0] };
        let second = JointFrame { angle: 0.0, ..frames[1] };
        let (_, found) = set([first, second]);
        // The reference angle includes the turns that the bodies had made before. Without turns it is exact.
        let [a, b] = states(&simulation, bodies);
        let has_turns = (b.angle - a.angle - old.angle).abs() > PI;
        let is_rounded = has_turns || [Kind::Prismatic, Kind::Wheel].contains(&kind);
        assert!(found[0].angle == first.angle || is_rounded);
        exact += usize::from(!is_rounded);
    }
    assert!(exact > 5, "{exact}");
    let (mut simulation, _, joint) = any_joint(&mut Rng::with_seed(5), Kind::Mouse);
    let ([first, second], hash) = (simulation.joint_frames(joint).unwrap(), simulation.state_hash());
    let ignored = JointFrame { anchor: [3.0, 4.0].into(), ..first };
    simulation.set_joint_frames(joint, [ignored, second]).unwrap();
    assert_eq!(simulation.state_hash(), hash);
}

#[test]
fn frames_that_were_read_make_an_equivalent_joint() {
    for seed in 0..60 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        let mut other = simulation.clone();
        simulation.set_joint_frames(joint, [any_frame(rng), any_frame(rng)]).unwrap();
        other.set_joint_frames(joint, simulation.joint_frames(joint).unwrap()).unwrap();
        [&mut simulation, &mut other].into_iter().for_each(|simulation| run(simulation, 20));
        let [ours, theirs] = [&simulation, &other].map(|simulation| states(simulation, bodies));
        for (ours, theirs) in ours.into_iter().zip(theirs) {
            assert!(
                (ours.center - theirs.center).length() < 1e-6 && (ours.angle - theirs.angle).abs() < 1e-6
            );
        }
    }
}

#[test]
fn solver_satisfies_frames_far_apart() {
    for seed in 0..90 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        for id in bodies {
            simulation.modify(id, |def| (def.linear_damping, def.angular_damping) = (3.0, 3.0)).unwrap();
        }
        let length = match simulation.joint_definition(joint).unwrap().kind {
            JointKind::Distance { length, .. } => length.unwrap(),
            _ => 0.0,
        };
        let target = simulation.get_joint(joint).unwrap().anchors[0];
        let frames = [any_frame(rng), any_frame(rng)];
        simulation.set_joint_frames(joint, frames).unwrap();
        run(&mut simulation, 400);
        let ([p, q], [first, second]) = placed(&frames, states(&simulation, bodies));
        let (offset, turn) = (q - p, wrapped(second - first));
        let error = match kind {
            Kind::Distance => (offset.length() - length).abs(),
            Kind::Revolute => offset.length(),
            Kind::Prismatic => offset.dot(direction(first + FRAC_PI_2)).abs() + turn.abs(),
            Kind::Weld => offset.length() + turn.abs(),
            Kind::Wheel => offset.dot(direction(first + FRAC_PI_2)).abs(),
            Kind::Mouse => (q - target).length(),
        };
        assert!(error < 0.01, "{seed} {kind:?}: {error}");
    }
}

#[test]
fn invalid_frames_are_refused_and_change_nothing() {
    for kind in KINDS {
        let rng = &mut Rng::with_seed(3);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        bodies.into_iter().for_each(|id| assert!(simulation.sleep(id)));
        let hash = simulation.state_hash();
        let valid = [any_frame(rng), any_frame(rng)];
        for number in
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0 * <f64 as bumper::scalar::Scalar>::MAX_RADIUS]
        {
            for k in 0..6 {
                let mut frames = valid;
                match k % 3 {
                    2 => frames[k / 3].angle = number,
                    axis => frames[k / 3].anchor[axis] = number,
                }
                assert_eq!(simulation.set_joint_frames(joint, frames), Err(DynamicsError::NotFinite));
            }
        }
        // The coordinates are allowed, but the anchor in the world is too far away.
        let far = Vector([<f64 as bumper::scalar::Scalar>::MAX_RADIUS; 2]);
        let frames = [valid[0], JointFrame { anchor: far, ..valid[1] }];
        let poses = states(&simulation, bodies).map(|state| state.pose);
        let is_outside = poses[1].apply(far).0.iter().any(|x| x.abs() > far[0]);
        assert!(is_outside);
        if [Kind::Distance, Kind::Mouse].contains(&kind) {
            assert_eq!(simulation.set_joint_frames(joint, frames), Err(DynamicsError::NotFinite));
        }
        assert_eq!(simulation.state_hash(), hash);
        simulation.remove_joint(joint);
        assert_eq!(simulation.set_joint_frames(joint, valid), Err(DynamicsError::NotFound));
        assert_eq!(simulation.joint_frames(joint), None);
    }
}

#[test]
fn frames_stay_when_center_of_mass_moves() {
    for seed in 0..60 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, bodies, joint) = any_joint(rng, kind);
        let frames = [any_frame(rng), any_frame(rng)];
        simulation.set_joint_frames(joint, frames).unwrap();
        let before = simulation.joint_frames(joint).unwrap();
        for id in bodies {
            let old = simulation.get(id).unwrap();
            let more = ColliderDef { density: 3.0, ..ColliderDef::new(Aabb::new([4.0, 4.0], [6.0, 5.0])) };
            simulation.insert_collider(id, &more).unwrap();
            assert!((simulation.get(id).unwrap().center - old.center).length() > 1.0);
        }
        let after = simulation.joint_frames(joint).unwrap();
        for k in 0..2 {
            assert!(
                (after[k].anchor - before[k].anchor).length() < 1e-12 && after[k].angle == before[k].angle
            );
        }
        check_frames(&simulation, bodies, joint, kind);
        simulation.set_joint_frames(joint, [frames[1], frames[0]]).unwrap();
        check_frames(&simulation, bodies, joint, kind);
        let found = simulation.joint_frames(joint).unwrap();
        assert!((found[1].anchor - frames[0].anchor).length() < 1e-12);
    }
}

#[test]
fn changed_frames_are_hashed_cloned_and_saved() {
    for seed in 0..30 {
        let (rng, kind) = (&mut Rng::with_seed(seed), KINDS[seed as usize % 6]);
        let (mut simulation, _, joint) = any_joint(rng, kind);
        let before = simulation.clone();
        let frames = simulation.joint_frames(joint).unwrap();
        for k in 0..4 {
            let mut frames = frames;
            match k {
                0 => frames[1].anchor[0] += 0.5,
                1 => frames[1].anchor[1] += 0.5,
                _ => frames[k - 2].angle += 0.5,
            }
            simulation.set_joint_frames(joint, frames).unwrap();
            assert_ne!(simulation.state_hash(), before.state_hash());
            let clone = simulation.clone();
            assert_eq!(clone.joint_frames(joint), simulation.joint_frames(joint));
            #[cfg(feature = "serde")]
            {
                let bytes = postcard::to_stdvec(&simulation).unwrap();
                let loaded: Simulation<f64> = postcard::from_bytes(&bytes).unwrap();
                assert_eq!(loaded.joint_frames(joint), simulation.joint_frames(joint));
                assert_eq!(loaded.state_hash(), simulation.state_hash());
            }
            simulation = before.clone();
        }
        assert_eq!(simulation.joint_frames(joint), Some(frames));
        simulation.step(STEP);
    }
}
