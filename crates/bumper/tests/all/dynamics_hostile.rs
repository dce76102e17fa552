//! Numbers that are NaN, infinite, huge or tiny in every function of a simulation: they are refused or ignored, the state stays finite, and
//! a saved state can be loaded and continues with the same bits.

use bumper::dynamics::{
    BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointFrame, JointId, JointKind, Motor,
    MoverMotion, Simulation, SleepSettings, Spring,
};
use bumper::motion::Mover;
use bumper::scalar::Real;
use bumper::{Aabb, Ball, Pose, Rotation, Segment, Vector};

/// A floor, a stack of two crates, a ball, a lift, and a joint of each kind.
struct Scene<R: Real> {
    simulation: Simulation<R>,
    bodies: Vec<BodyId>,
    joints: Vec<JointId>,
}

fn n<R: Real>(number: f64) -> R {
    R::from_f64(number)
}

fn v<R: Real>(x: f64, y: f64) -> Vector<R, 2> {
    Vector([n(x), n(y)])
}

fn square<R: Real>(half: f64) -> Aabb<R, 2> {
    Aabb::new(v(-half, -half), v(half, half))
}

fn at<R: Real>(kind: BodyKind, x: f64, y: f64) -> BodyDef<R> {
    BodyDef { kind, pose: Pose::new(Rotation::identity(), v::<R>(x, y)), ..BodyDef::default() }
}

fn kinds<R: Real>() -> [JointKind<R>; 6] {
    let free = JointAxis::default();
    let spring = Spring { hertz: n(2.0), damping_ratio: n(0.5) };
    let anchor = v(9.0, 4.0);
    [
        JointKind::Distance { anchor_a: anchor, anchor_b: v(9.0, 3.0), length: None, translation: free },
        JointKind::Revolute { anchor, rotation: JointAxis { spring: Some(spring), ..free } },
        JointKind::Prismatic { anchor, axis: v(0.0, 1.0), translation: free },
        JointKind::Weld { anchor, linear_spring: None, angular_spring: None },
        JointKind::Wheel { anchor, axis: v(0.0, 1.0), translation: free, motor: None },
        JointKind::Mouse { anchor, spring, max_force: n(100.0) },
    ]
}

fn scene<R: Real>() -> Scene<R> {
    let mut simulation = Simulation::new(v(0.0, -10.0));
    let floor = ColliderDef::new(Aabb::new(v(-50.0, -1.0), v(50.0, 0.0)));
    let mut bodies = vec![simulation.insert(&at(BodyKind::Static, 0.0, 0.0), &[floor]).unwrap()];
    let places =
        [(BodyKind::Dynamic, 0.0, 0.5), (BodyKind::Dynamic, 0.0, 1.5), (BodyKind::Kinematic, -9.0, 4.0)];
    for (kind, x, y) in places {
        bodies.push(simulation.insert(&at(kind, x, y), &[ColliderDef::new(square(0.5))]).unwrap());
    }
    let mut joints = Vec::new();
    for kind in kinds() {
        let ball = ColliderDef { filter: 0, ..ColliderDef::new(Ball::new(v(0.0, 0.0), n(0.3))) };
        let id = simulation.insert(&at(BodyKind::Dynamic, 9.0, 3.0), &[ball]).unwrap();
        let def = JointDef { a: bodies[0], b: id, kind, collide_connected: false };
        joints.push(simulation.insert_joint(&def).unwrap());
        bodies.push(id);
    }
    (0..5).for_each(|_| simulation.step(n(1.0 / 60.0)));
    Scene { simulation, bodies, joints }
}

/// The number of hostile edits that [`attack`] knows.
const ATTACKS: usize = 26;

/// Calls a function with a hostile number. Errors are allowed.
fn attack<R: Real>(which: usize, x: R, it: &mut Scene<R>) {
    let simulation = &mut it.simulation;
    let one = n(1.0);
    let pair = Vector([x, one]);
    for &id in &it.bodies {
        let collider = simulation.colliders_of(id).next();
        _ = match which {
            0 => simulation.set_velocity(id, pair, one),
            1 => simulation.set_velocity(id, v(0.0, 0.0), x),
            2 => simulation.set_pose(id, &Pose::new(Rotation::identity(), pair)),
            3 => (0..5).try_for_each(|_| simulation.apply_force(id, pair, v(0.0, 0.0))),
            4 => (0..5).try_for_each(|_| simulation.apply_force(id, pair, Vector([one, x]))),
            5 => (0..5).try_for_each(|_| simulation.apply_torque(id, x)),
            6 => (0..5).try_for_each(|_| simulation.apply_impulse(id, pair, Vector([one, x]))),
            7 => (0..5).try_for_each(|_| simulation.apply_angular_impulse(id, x)),
            8 => simulation.set_target_pose(id, &Pose::new(Rotation::identity(), pair), x),
            9 => simulation.modify(id, |def| def.gravity_scale = x),
            10 => simulation.modify(id, |def| (def.linear_damping, def.angular_damping) = (x, x)),
            11 => simulation.modify(id, |def| def.mass = Some(x)),
            12 => simulation.modify(id, |def| (def.velocity, def.pose.translation) = (pair, pair)),
            13 => collider.map_or(Ok(()), |id| {
                simulation.modify_collider(id, |it| (it.friction, it.surface_velocity) = (x, pair))
            }),
            14 => collider.map_or(Ok(()), |id| simulation.modify_collider(id, |it| it.density = x)),
            15 => collider.map_or(Ok(()), |id| simulation.set_shape(id, Ball::new(v(0.0, 0.0), x))),
            16 => simulation.insert_collider(id, &ColliderDef::new(Ball::new(pair, one))).map(|_| ()),
            17 => {
                let motion = MoverMotion { start: pair, end: v(0.0, 0.0), ..MoverMotion::default() };
                simulation.drive_mover(id, x, &motion, [(it.bodies[1], pair)])
            }
            _ => Ok(()),
        };
    }
    for &id in &it.joints {
        _ = match which {
            18 => simulation.set_motor(id, Some(Motor { speed: x, max_force: x })),
            19 => simulation.set_target(id, pair),
            20 => simulation.set_break_limits(id, x, x),
            21 => {
                let frame = JointFrame { anchor: pair, angle: x };
                simulation.set_joint_frames(id, [frame, JointFrame::default()])
            }
            22 => simulation.modify_joint(id, |kind| match kind {
                JointKind::Distance { length, anchor_a, .. } => (*length, *anchor_a) = (Some(x), pair),
                JointKind::Revolute { anchor, rotation } => {
                    *anchor = pair;
                    rotation.spring_target = x;
                    rotation.spring = Some(Spring { hertz: x, damping_ratio: x });
                }
                JointKind::Prismatic { axis, translation, .. } => {
                    (*axis, translation.limits) = (pair, Some([-x, x]));
                }
                JointKind::Weld { anchor, .. } | JointKind::Wheel { anchor, .. } => *anchor = pair,
                JointKind::Mouse { max_force, .. } => *max_force = x,
            }),
            _ => Ok(()),
        };
    }
    match which {
        23 => simulation.gravity = pair,
        24 => simulation.sleep_settings = SleepSettings { speed: Some(x), time: x },
        25 => {
            _ = simulation.insert_static(&ColliderDef::new(Segment::new(v(0.0, 0.0), pair)));
            _ = simulation.insert(
                &BodyDef { velocity: pair, ..at(BodyKind::Dynamic, 3.0, 3.0) },
                &[ColliderDef::new(square(0.5))],
            );
            _ = simulation.insert_mover(&Mover::new(square(0.5)), x);
            for kind in kinds() {
                let anchored = match kind {
                    JointKind::Revolute { rotation, .. } => JointKind::Revolute { anchor: pair, rotation },
                    other => other,
                };
                let def =
                    JointDef { a: it.bodies[1], b: it.bodies[2], kind: anchored, collide_connected: true };
                _ = simulation.insert_joint(&def);
            }
            for dt in [x, -x, R::default(), inverse(x)] {
                simulation.step(dt);
            }
        }
        _ => {}
    }
}

fn inverse<R: Real>(x: R) -> R {
    n::<R>(1.0) / x
}

fn check_finite<R: Real>(simulation: &Simulation<R>, name: &str) {
    let limit = R::MAX_RADIUS;
    for (_, state) in simulation.iter() {
        let numbers =
            [state.center[0], state.center[1], state.velocity[0], state.velocity[1], state.angular_velocity];
        assert!(numbers.into_iter().all(|x| x <= limit && x >= -limit), "{name}: {state:?}");
    }
}

fn states_stay_finite<R: Real>(hostile: &[f64], check: impl Fn(&Simulation<R>, &str) -> Simulation<R>) {
    let healthy = scene::<R>();
    for which in 0..ATTACKS {
        for x in hostile {
            let name = format!("edit {which} with {x}");
            let Scene { simulation, bodies, joints } = &healthy;
            let mut it =
                Scene { simulation: simulation.clone(), bodies: bodies.clone(), joints: joints.clone() };
            attack(which, n(*x), &mut it);
            for steps in [0, 1, 20] {
                (0..steps).for_each(|_| it.simulation.step(n(1.0 / 60.0)));
                check_finite(&it.simulation, &name);
                let mut copy = check(&it.simulation, &name);
                let mut original = it.simulation.clone();
                for _ in 0..5 {
                    copy.step(n(1.0 / 60.0));
                    original.step(n(1.0 / 60.0));
                }
                assert_eq!(copy.state_hash(), original.state_hash(), "{name}, after {steps} steps");
            }
        }
    }
}

const HOSTILE: [f64; 12] =
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 1e70, 1e38, 1e18, -1e18, 1e9, 1e-18, 1e-300];

#[test]
fn hostile_numbers_leave_states_finite() {
    states_stay_finite::<f32>(&HOSTILE, |simulation, _| simulation.clone());
    states_stay_finite::<f64>(&HOSTILE, |simulation, _| simulation.clone());
}

/// The simulation, saved and loaded. It must also load from JSON, which has no infinity and no NaN, and rounds other numbers.
#[cfg(feature = "serde")]
fn loaded<R: Real + serde::Serialize + serde::de::DeserializeOwned>(
    simulation: &Simulation<R>,
    name: &str,
) -> Simulation<R> {
    let json = serde_json::to_string(simulation).unwrap();
    let parsed: Result<Simulation<R>, _> = serde_json::from_str(&json);
    assert!(parsed.is_ok(), "{name}: {:?}", parsed.err());
    postcard::from_bytes(&postcard::to_stdvec(simulation).unwrap()).unwrap()
}

#[cfg(feature = "serde")]
#[test]
fn hostile_numbers_leave_saves_that_load() {
    states_stay_finite::<f32>(&HOSTILE, loaded);
    states_stay_finite::<f64>(&HOSTILE, loaded);
}

#[test]
fn invalid_gravity_and_step_lengths_are_ignored() {
    for gravity in [f64::NAN, f64::INFINITY, 1e300] {
        let Scene { mut simulation, .. } = scene::<f64>();
        let mut other = simulation.clone();
        simulation.gravity = v(gravity, -10.0);
        for dt in [f64::NAN, f64::INFINITY, 1e300, -1.0, 0.0, 1e-320] {
            simulation.step(dt);
        }
        simulation.step(1.0 / 60.0);
        other.step(1.0 / 60.0);
        assert_eq!(simulation.gravity, v(0.0, -10.0));
        assert_eq!(simulation.state_hash(), other.state_hash(), "{gravity}");
    }
}
