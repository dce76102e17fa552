//! Random sequences of operations on simulations. A clone, and a simulation that is restored to a saved state, continue with exactly the
//! same results.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, ContactEvent, JointAxis, JointDef, JointFrame, JointId,
    JointKind, Motor, Simulation, Spring,
};
use bumper::{Aabb, Ball, Capsule, Pose, Rotation, Shape, Triangle, Vector};
use fastrand::Rng;

const STEP: f32 = 1.0 / 60.0;

fn from(rng: &mut Rng, low: f32, high: f32) -> f32 {
    low + (high - low) * rng.f32()
}

fn vector(rng: &mut Rng, size: f32) -> Vector<f32, 2> {
    Vector([from(rng, -size, size), from(rng, -size, size)])
}

/// The ids that operations choose from. Some of the objects may have been removed.
#[derive(Default)]
struct Known {
    bodies: Vec<BodyId>,
    joints: Vec<JointId>,
}

fn add(rng: &mut Rng, simulation: &mut Simulation<f32>) -> BodyId {
    let (at, size) = (vector(rng, 6.0) + Vector([0.0, 7.0]), from(rng, 0.2, 0.8));
    let half = Vector([size, size * 0.6]);
    let shape: Shape<f32, 2> = match rng.u32(0..4) {
        0 => Ball::new(at, size).into(),
        1 => Aabb::new(at - half, at + half).into(),
        2 => Capsule::new(at, at + half, size * 0.5).into(),
        _ => Triangle::new(at - half, at + half, at + Vector([0.0, size])).into(),
    };
    let kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][rng.usize(0..14).min(2)];
    let body = BodyDef {
        kind,
        velocity: vector(rng, 3.0),
        angular_velocity: from(rng, -3.0, 3.0),
        ..BodyDef::default()
    };
    let restitution = if rng.bool() { 0.0 } else { 0.7 };
    simulation.insert(&body, &[ColliderDef { restitution, ..ColliderDef::new(shape) }]).unwrap()
}

fn join(rng: &mut Rng, simulation: &mut Simulation<f32>, [a, b]: [BodyId; 2]) -> Option<JointId> {
    let (at, axis) = (vector(rng, 6.0) + Vector([0.0, 6.0]), Vector([0.3, 1.0]));
    let spring = Spring { hertz: 3.0, damping_ratio: 0.5 };
    let motor = rng.bool().then_some(Motor { speed: 1.0, max_force: 20.0 });
    let drive = JointAxis {
        limits: rng.bool().then_some([-0.5, 0.6]),
        motor,
        spring: rng.bool().then_some(spring),
        ..JointAxis::default()
    };
    let hold = match rng.u32(0..7) {
        0 => {
            // The limits of a distance joint must not be negative.
            let limits = drive.limits.map(|limits| limits.map(|limit| limit + 1.0));
            let translation = JointAxis { limits, ..drive };
            JointKind::Distance { anchor_a: at, anchor_b: at + axis, length: None, translation }
        }
        1 => JointKind::Revolute { anchor: at, rotation: JointAxis::default() },
        2 => JointKind::Revolute { anchor: at, rotation: drive },
        3 => JointKind::Prismatic { anchor: at, axis, translation: drive },
        4 => JointKind::Weld { anchor: at, linear_spring: None, angular_spring: None },
        5 => JointKind::Wheel { anchor: at, axis, translation: drive, motor },
        _ => JointKind::Mouse { anchor: at, spring, max_force: 30.0 },
    };
    simulation.insert_joint(&JointDef { a, b, kind: hold, collide_connected: rng.bool() }).ok()
}

/// Performs a random operation. If `anything` is false, performs only operations that do not add, remove or change objects, so that a saved
/// state can still be restored.
fn act(rng: &mut Rng, simulation: &mut Simulation<f32>, known: &mut Known, anything: bool) {
    let pick = |rng: &mut Rng| known.bodies[rng.usize(0..known.bodies.len())];
    let (id, other) = (pick(rng), pick(rng));
    let what = rng.u32(if anything { 0..13 } else { 7..13 });
    // Operations on removed objects return errors, which are ignored.
    let joint = (!known.joints.is_empty()).then(|| known.joints[rng.usize(0..known.joints.len())]);
    match (what, joint) {
        (2, _) if rng.bool() => _ = simulation.remove(id),
        (3, _) => known.joints.extend(join(rng, simulation, [id, other])),
        (4, Some(joint)) if rng.bool() => _ = simulation.remove_joint(joint),
        (5, Some(joint)) => {
            let motor = rng.bool().then(|| Motor { speed: from(rng, -3.0, 3.0), max_force: 15.0 });
            _ = simulation.set_motor(joint, motor);
        }
        (6, Some(joint)) if rng.bool() => _ = simulation.set_target(joint, vector(rng, 5.0)),
        (6, Some(joint)) => {
            let frames =
                [(); 2].map(|()| JointFrame { anchor: vector(rng, 2.0), angle: from(rng, -3.0, 3.0) });
            _ = simulation.set_joint_frames(joint, frames);
        }
        (0..7, _) => known.bodies.push(add(rng, simulation)),
        (7, _) => _ = simulation.set_velocity(id, vector(rng, 8.0), from(rng, -4.0, 4.0)),
        (8, _) => _ = simulation.apply_impulse(id, vector(rng, 4.0), vector(rng, 6.0)),
        (9, _) => _ = simulation.apply_force(id, vector(rng, 15.0), vector(rng, 6.0)),
        (10, _) => _ = simulation.apply_torque(id, from(rng, -5.0, 5.0)),
        (11, _) if simulation.get(id).is_some_and(|state| state.kind != BodyKind::Static) => {
            let pose = Pose::new(Rotation::from_degrees(from(rng, 0.0, 360.0)), vector(rng, 6.0));
            _ = simulation.set_pose(id, &pose);
        }
        _ => _ = simulation.wake(id),
    }
}

/// Runs some steps with random operations, and returns the states and events after each step.
fn live(rng: &mut Rng, simulation: &mut Simulation<f32>, known: &mut Known, anything: bool) -> Vec<String> {
    let busy = rng.u32(1..12);
    let steps = rng.usize(1..40);
    let tell = |simulation: &Simulation<f32>| {
        let events: Vec<ContactEvent<f32>> = simulation.events().collect();
        format!("{:?} {events:?}", simulation.iter().collect::<Vec<_>>())
    };
    (0..steps)
        .map(|_| {
            if rng.u32(0..busy) == 0 {
                act(rng, simulation, known, anything);
            }
            simulation.step(STEP);
            tell(simulation)
        })
        .collect()
}

#[test]
fn clones_and_restored_states_continue_identically() {
    let (mut slept, mut joined) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::with_seed(seed);
        let mut simulation = Simulation::new([0.0, -10.0]);
        let mut known = Known::default();
        let ground = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
        known.bodies.push(
            simulation.insert(&ground, &[ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))]).unwrap(),
        );
        for _ in 0..12 {
            live(&mut rng, &mut simulation, &mut known, true);
            let (mut clone, saved) = (simulation.clone(), simulation.save());
            let again = rng.clone();
            let seen = live(&mut rng, &mut simulation, &mut known, false);
            assert!(
                live(&mut again.clone(), &mut clone, &mut known, false) == seen,
                "{seed}: the clone differs"
            );
            simulation.restore(&saved).unwrap();
            assert!(
                live(&mut again.clone(), &mut simulation, &mut known, false) == seen,
                "{seed}: the restored simulation differs"
            );
            slept += simulation.iter().filter(|(_, state)| state.asleep).count();
            joined += simulation.joints().count();
        }
    }
    assert!(slept > 100 && joined > 1000, "{slept} {joined}");
}

#[test]
fn static_body_takes_no_velocity() {
    let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    let fast = BodyDef {
        kind: BodyKind::Static,
        velocity: [3.0, 4.0].into(),
        angular_velocity: 1.0,
        ..BodyDef::default()
    };
    let id = simulation.insert(&fast, &[ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
    let still = |simulation: &Simulation<f32>| {
        let state = simulation.get(id).unwrap();
        state.velocity == Vector::default() && state.angular_velocity == 0.0
    };
    assert!(still(&simulation));
    simulation.set_velocity(id, [5.0, 0.0], 2.0).unwrap();
    assert!(still(&simulation));
}
