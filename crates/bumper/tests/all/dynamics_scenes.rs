//! Tests of scenes of rigid bodies: stacks, floors with seams, fast and resting bodies, and results that are the same to the last bit.

use super::dynamics::{add, boxed, floor, still};
use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, JointAxis, JointDef, JointKind, Simulation};
use bumper::{Aabb, Ball, Capsule, PolygonBuf, Shape, Vector};

const STEP: f64 = 1.0 / 60.0;

#[test]
fn stacks_stand() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.sleep_enabled = false;
    floor(&mut simulation);
    let tower: Vec<_> = (0..8)
        .map(|k| add(&mut simulation, &BodyDef::default(), boxed(0.0, f64::from(k) + 0.5, 0.5)))
        .collect();
    let mut pyramid = Vec::new();
    for row in 0..12 {
        for k in 0..12 - row {
            let x = 30.0 + f64::from(k) + f64::from(row) * 0.5;
            pyramid.push(add(&mut simulation, &BodyDef::default(), boxed(x, f64::from(row) + 0.5, 0.5)));
        }
    }
    (0..600).for_each(|_| simulation.step(STEP));
    let at = |id: BodyId| simulation.get(id).unwrap();
    let top = at(tower[7]);
    assert!(top.center.x().abs() < 0.01 && (top.center.y() - 7.5).abs() < 0.05, "{top:?}");
    let apex = at(pyramid[pyramid.len() - 1]);
    assert!((apex.center - Vector([35.5, 11.5])).length() < 0.05, "{apex:?}");
    assert!(simulation.iter().all(|(_, state)| state.velocity.length() < 0.01));
}

#[test]
fn body_with_fixed_rotation_lands_flat_and_slides() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    floor(&mut simulation);
    let body = BodyDef { fixed_rotation: true, velocity: [6.0, 0.0].into(), ..BodyDef::default() };
    let ids = [0.5, 3.0].map(|y| add(&mut simulation, &body, boxed(8.0 * y, y, 0.5)));
    (0..180).for_each(|_| simulation.step(STEP));
    for id in ids {
        let state = simulation.get(id).unwrap();
        assert!((state.center.y() - 0.5).abs() < 0.01 && state.angle == 0.0, "{state:?}");
        // The box has stopped.
        assert!(state.velocity.x().abs() < 0.001, "{state:?}");
    }
    // The stopping distance is v² / 2μg.
    let slid = simulation.get(ids[0]).unwrap().center.x() - 4.0;
    assert!((slid - 36.0 / 12.0).abs() < 0.1, "{slid}");
}

/// The final position of a body after three seconds on a floor of one box or of many tiles, and the largest change of its height.
fn over_floor(tiles: bool, ball: bool, speed: f64) -> (f64, f64) {
    let mut simulation = Simulation::new([0.0, -10.0]);
    for k in 0..if tiles { 200 } else { 1 } {
        let width = if tiles { 1.0 } else { 200.0 };
        let left = f64::from(k) * width;
        add(&mut simulation, &still(), Aabb::new([left, -1.0], [left + width, 0.0]));
    }
    let body = BodyDef { velocity: [speed, 0.0].into(), ..BodyDef::default() };
    let shape: Shape<f64, 2> =
        if ball { Ball::new([3.3, 0.5], 0.5).into() } else { boxed(3.3, 0.5, 0.5).into() };
    let id = simulation.insert(&body, &[ColliderDef { friction: 0.1, ..ColliderDef::new(shape) }]).unwrap();
    let mut hop = 0.0f64;
    for _ in 0..180 {
        simulation.step(STEP);
        hop = hop.max((simulation.get(id).unwrap().center.y() - 0.5).abs());
    }
    (simulation.get(id).unwrap().center.x(), hop)
}

#[test]
fn ground_seams_cause_no_ghost_collisions() {
    for ball in [false, true] {
        for speed in [1.0, 5.0, 15.0, 40.0] {
            let ((one, _), (many, hop)) = (over_floor(false, ball, speed), over_floor(true, ball, speed));
            assert!((one - many).abs() < 0.001 * one, "ball {ball}, {speed}: {one} {many}");
            assert!(hop < 0.005, "ball {ball}, {speed}: {hop}");
        }
    }
}

#[test]
fn fast_bodies_do_not_tunnel_through_thin_wall() {
    for (k, spin) in [0.0, 3.0, 40.0].into_iter().enumerate() {
        for speed in [30.0, 100.0, 700.0, 2000.0] {
            let mut simulation = Simulation::new([0.0, 0.0]);
            add(&mut simulation, &still(), Aabb::new([50.0, -50.0], [50.01, 50.0]));
            let body =
                BodyDef { velocity: [speed, 1.0].into(), angular_velocity: spin, ..BodyDef::default() };
            let shot = match k {
                0 => add(&mut simulation, &body, boxed(0.37, 0.0, 0.5)),
                1 => add(&mut simulation, &body, Ball::new([0.61, 0.0], 0.25)),
                _ => add(&mut simulation, &body, Capsule::new([0.0, -0.5], [0.0, 0.5], 0.1)),
            };
            let most = (0..240).fold(0.0f64, |most, _| {
                simulation.step(STEP);
                most.max(simulation.get(shot).unwrap().center.x())
            });
            assert!(most > 48.5 && most < 50.0, "{spin} {speed}: {most}");
        }
    }
}

/// A pile with every kind of shape. Some bodies are connected by hinges.
fn pile(unit: f64) -> Simulation<f32> {
    let number = |c: f64| (c * unit) as f32;
    let point = |x: f64, y: f64| [number(x), number(y)];
    let mut simulation = Simulation::new(point(0.0, -10.0));
    let ground = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
    for (from, to) in [((-8.0, -1.0), (8.0, 0.0)), ((-9.0, 0.0), (-8.0, 20.0)), ((8.0, 0.0), (9.0, 20.0))] {
        simulation
            .insert(&ground, &[ColliderDef::new(Aabb::new(point(from.0, from.1), point(to.0, to.1)))])
            .unwrap();
    }
    let mut last: Option<BodyId> = None;
    for k in 0..72 {
        let (x, y) = (f64::from(k % 12) - 5.5 + 0.01 * f64::from(k), 1.0 + f64::from(k / 12) * 1.3);
        let polygon =
            PolygonBuf::<f32, 8>::new([point(x - 0.4, y - 0.3), point(x + 0.4, y - 0.3), point(x, y + 0.5)])
                .unwrap();
        let shape: Shape<f32, 2> = match k % 4 {
            0 => Aabb::new(point(x - 0.4, y - 0.3), point(x + 0.4, y + 0.3)).into(),
            1 => Ball::new(point(x, y), number(0.4)).into(),
            2 => Capsule::new(point(x - 0.2, y), point(x + 0.2, y), number(0.2)).into(),
            _ => (&polygon).into(),
        };
        let restitution = if k % 5 == 0 { 0.5 } else { 0.0 };
        let velocity = point(f64::from(k % 3) - 1.0, 0.0).into();
        // Bodies on hinges need damping, because they would swing forever without it.
        let body = BodyDef { velocity, angular_damping: 0.25, ..BodyDef::default() };
        let id = simulation.insert(&body, &[ColliderDef { restitution, ..ColliderDef::new(shape) }]).unwrap();
        if let (Some(a), 4) = (last, k % 6) {
            let hold = JointKind::Revolute {
                anchor: point(x - 0.5, y).into(),
                rotation: JointAxis { limits: Some([-0.6, 0.6]), ..JointAxis::default() },
            };
            simulation.insert_joint(&JointDef { a, b: id, kind: hold, collide_connected: false }).unwrap();
        }
        last = Some(id);
    }
    simulation
}

/// The states of all bodies as bits, where lengths are divided by `unit`.
fn seen(simulation: &Simulation<f32>, unit: f64) -> Vec<[u32; 6]> {
    let unit = 1.0 / unit as f32;
    let state = |(_, state): (BodyId, bumper::dynamics::BodyState<f32>)| {
        let [x, y] = state.center.0;
        let [u, v] = state.velocity.0;
        [x * unit, y * unit, u * unit, v * unit, state.angular_velocity, state.angle].map(f32::to_bits)
    };
    simulation.iter().map(state).collect()
}

#[test]
fn scene_scaled_by_power_of_two_gives_same_bits() {
    let mut one = pile(1.0);
    let mut others: Vec<_> =
        [-8, -1, 3, 10].into_iter().map(|k| (2f64.powi(k), pile(2f64.powi(k)))).collect();
    for frame in 0..240 {
        one.step(1.0 / 60.0);
        for (unit, other) in &mut others {
            other.step(1.0 / 60.0);
            assert!(seen(other, *unit) == seen(&one, 1.0), "unit {unit}, frame {frame}");
        }
    }
}

#[test]
fn a_pile_comes_to_rest_without_overlaps() {
    let mut simulation = pile(1.0);
    let moves = |simulation: &Simulation<f32>| {
        simulation.iter().filter(|(_, state)| state.kind == BodyKind::Dynamic && !state.asleep).count()
    };
    let mut steps = 0;
    while moves(&simulation) > 0 && steps < 1200 {
        simulation.step(1.0 / 60.0);
        steps += 1;
    }
    assert!(steps < 1200, "{} are awake", moves(&simulation));
    let deepest = simulation
        .events()
        .flat_map(|event| event.points().map(|touch| touch.separation).collect::<Vec<_>>());
    let deepest = deepest.fold(0.0f32, f32::min);
    assert!(deepest > -0.01, "{deepest}");
    // A body that is hit wakes, and so do the bodies that it touches.
    let higher = |a: &(BodyId, bumper::dynamics::BodyState<f32>),
                  b: &(BodyId, bumper::dynamics::BodyState<f32>)| {
        a.1.center.y().total_cmp(&b.1.center.y())
    };
    let (id, state) = simulation.iter().filter(|(_, state)| state.asleep).max_by(higher).unwrap();
    let touched: Vec<_> = simulation.contacts_of(id).flat_map(|contact| [contact.a, contact.b]).collect();
    simulation.apply_impulse(id, [0.0, 20.0 * state.mass], state.center).unwrap();
    assert!(touched.len() > 1 && touched.iter().all(|id| !simulation.get(*id).unwrap().asleep));
    simulation.step(1.0 / 60.0);
    assert!(
        moves(&simulation) > 0 && simulation.get(id).unwrap().velocity.y() > 5.0,
        "{:?}",
        simulation.get(id)
    );
}

/// The FNV-1a hash of the states of all bodies.
fn hash(simulation: &Simulation<f32>) -> u64 {
    let bytes = seen(simulation, 1.0).into_iter().flatten().flat_map(u32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn pile_matches_pinned_hash_and_restores_bit_for_bit() {
    let mut simulation = pile(1.0);
    (0..100).for_each(|_| simulation.step(1.0 / 60.0));
    let (saved, mut copy) = (simulation.save(), simulation.clone());
    let moving = simulation.iter().filter(|(_, state)| state.kind != BodyKind::Static).count();
    assert!(saved.memory() <= 200 * moving, "{} bytes a body", saved.memory() / moving);
    (0..150).for_each(|_| simulation.step(1.0 / 60.0));
    let there = seen(&simulation, 1.0);
    (0..150).for_each(|_| copy.step(1.0 / 60.0));
    assert!(seen(&copy, 1.0) == there, "the clone differs");
    for _ in 0..2 {
        simulation.restore(&saved).unwrap();
        (0..150).for_each(|_| simulation.step(1.0 / 60.0));
        assert!(seen(&simulation, 1.0) == there, "the restored simulation differs");
    }
    let pinned = hash(&simulation);
    let dynamic = simulation.iter().find(|(_, state)| state.kind == BodyKind::Dynamic).unwrap().0;
    simulation.remove(dynamic);
    assert!(simulation.restore(&saved).is_err());
    assert_eq!(pinned, PINNED, "{pinned:#x}");
}

/// The hash of the pile after 250 steps. It is the same in every build and on every machine.
const PINNED: u64 = 0xff2cc6d146b1594f;

#[test]
fn a_state_is_not_restored_with_other_joints() {
    // Three bodies, of which two are joined in a way that `k` selects.
    let joined = |k: usize| {
        let mut simulation = Simulation::new([0.0f32, -10.0]);
        let ids = [BodyKind::Static, BodyKind::Dynamic, BodyKind::Dynamic].map(|kind| {
            let body = BodyDef { kind, ..BodyDef::default() };
            simulation.insert(&body, &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap()
        });
        let anchor = Vector([0.0, 0.5]);
        let hinge = JointKind::Revolute { anchor, rotation: JointAxis::default() };
        let weld = JointKind::Weld { anchor, linear_spring: None, angular_spring: None };
        let (a, b, kind) = match k {
            0 => (ids[0], ids[1], hinge),
            1 => (ids[0], ids[1], weld),
            2 => (ids[0], ids[2], hinge),
            _ => (ids[1], ids[2], hinge),
        };
        simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
        simulation
    };
    for k in 0..4 {
        let saved = joined(k).save();
        for other in 0..4 {
            assert_eq!(joined(other).restore(&saved).is_ok(), k == other, "{k} {other}");
        }
    }
}

#[test]
fn extreme_forces_keep_states_finite() {
    let mut simulation = pile(1.0);
    let ids: Vec<_> = simulation.iter().map(|(id, _)| id).collect();
    for k in 0..60 {
        for (j, id) in ids.iter().enumerate() {
            let force = [1e18f32, -1e12, 3e17][(j + k) % 3];
            simulation.apply_force(*id, [force, force * 0.3], [0.1, 0.2]).unwrap();
            simulation.apply_torque(*id, force).unwrap();
        }
        simulation.step(1.0 / 60.0);
        for (_, state) in simulation.iter() {
            let ([x, y], [u, v]) = (state.center.0, state.velocity.0);
            let numbers = [x, y, u, v, state.angular_velocity, state.angle];
            assert!(numbers.iter().all(|number| number.is_finite()), "{state:?}");
        }
    }
}
