//! The simulation compared with the textbook step of the example `reference_step`.

#[path = "../../examples/reference_step.rs"]
#[allow(dead_code, reason = "the program of the example is not called")]
mod reference_step;

use bumper::dynamics::{BodyDef, BodyId, BodyState, ColliderDef, JointDef, JointKind, Simulation};
use bumper::{Aabb, Ball, Pose, Rotation, Shape};
use reference_step::{Body, Reference};

/// With such short steps the textbook step is accurate, too.
const STEP: f64 = 1.0 / 960.0;

/// Runs a simulation and the textbook step for a number of steps. Returns the final states of each body.
fn run_both(mut simulation: Simulation<f64>, steps: usize) -> Vec<(BodyState<f64>, Body)> {
    simulation.sleep_enabled = false;
    let mut reference = Reference::new(&simulation);
    for _ in 0..steps {
        simulation.step(STEP);
        reference.step(STEP);
    }
    reference.bodies.into_iter().map(|body| (simulation.get(body.id).unwrap(), body)).collect()
}

/// The largest difference between the two positions and the two angles of any body.
fn pose_error(states: &[(BodyState<f64>, Body)]) -> f64 {
    let errors = states
        .iter()
        .map(|(state, body)| (state.center - body.center).length() + (state.angle - body.angle).abs());
    errors.fold(0.0, f64::max)
}

fn tilted(degrees: f64, at: [f64; 2]) -> BodyDef<f64> {
    BodyDef { pose: Pose::new(Rotation::from_degrees(degrees), at), ..BodyDef::default() }
}

fn crate_of(half: [f64; 2]) -> Shape<'static, f64, 2> {
    Aabb::new(half.map(|half| -half), half).into()
}

/// Two random bodies that fly towards each other, a ball in about one of four cases.
fn random_impact(rng: &mut fastrand::Rng, restitution: f64, friction: f64) -> Simulation<f64> {
    let mut simulation = Simulation::new([0.0, 0.0]);
    for side in [-1.0, 1.0] {
        let mut about = |size: f64| size * (rng.f64() * 2.0 - 1.0);
        let def = BodyDef {
            velocity: [-3.0 * side + about(1.0), about(0.5)].into(),
            angular_velocity: about(3.0),
            ..tilted(about(180.0), [1.5 * side, about(0.5)])
        };
        let half = [0.55 + about(0.25), 0.55 + about(0.25)];
        let density = 1.3 + about(1.0);
        let shape = if about(1.0) > 0.5 { Ball::new([0.0; 2], half[0]).into() } else { crate_of(half) };
        let collider = ColliderDef { restitution, friction, density, ..ColliderDef::new(shape) };
        simulation.insert(&def, &[collider]).unwrap();
    }
    simulation
}

#[test]
fn impacts_of_two_bodies_match_the_textbook_step() {
    let mut rng = fastrand::Rng::with_seed(1);
    for restitution in [0.0, 0.5, 1.0] {
        for friction in [0.0, 0.3, 1.0] {
            let mut errors = Vec::new();
            for _ in 0..60 {
                let simulation = random_impact(&mut rng, restitution, friction);
                let before: Vec<_> = simulation.iter().map(|(_, state)| state.velocity).collect();
                let after = run_both(simulation, 600);
                if after[0].0.velocity != before[0] {
                    let errors_of_bodies = after.iter().map(|(state, body)| {
                        (state.velocity - body.velocity).length()
                            + (state.angular_velocity - body.angular_velocity).abs()
                    });
                    errors.push(errors_of_bodies.fold(0.0, f64::max));
                }
            }
            errors.sort_by(f64::total_cmp);
            assert!(errors.len() > 50);
            // The bodies approach at about 6 and rotate at up to 3. Without restitution they stay in contact, so that errors accumulate. If
            // a corner hits in one simulation and just misses in the other, the results are unrelated, so the largest errors say nothing.
            let median = errors[errors.len() / 2];
            // With both friction and restitution, the order of the two impulses matters, too.
            let limit = if restitution > 0.0 && friction == 0.0 { 0.12 } else { 0.4 };
            assert!(median < limit, "restitution {restitution}, friction {friction}: {median}");
        }
    }
}

#[test]
fn chains_of_hinges_match_the_textbook_step() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..10 {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let post = simulation.insert_static(&ColliderDef::new(Ball::new([0.0, 0.0], 0.1))).unwrap();
        let mut last: BodyId = simulation.body_of(post).unwrap();
        for k in 0..3 {
            let def = BodyDef { angular_velocity: rng.f64() - 0.5, ..tilted(0.0, [f64::from(k) + 0.5, 0.0]) };
            let bar = ColliderDef { density: 0.5 + rng.f64(), ..ColliderDef::new(crate_of([0.5, 0.05])) };
            let bar = simulation.insert(&def, &[bar]).unwrap();
            let kind =
                JointKind::Revolute { anchor: [f64::from(k), 0.0].into(), rotation: Default::default() };
            simulation.insert_joint(&JointDef { a: last, b: bar, kind, collide_connected: false }).unwrap();
            last = bar;
        }
        let states = run_both(simulation, 960);
        assert!(pose_error(&states) < 0.01);
    }
}

#[test]
fn crates_on_ramps_match_the_textbook_step() {
    for friction in [0.0, 0.2, 0.4, 0.8] {
        let mut simulation = Simulation::new([0.0, -10.0]);
        let ramp = BodyDef { kind: bumper::dynamics::BodyKind::Static, ..tilted(-25.0, [0.0, 0.0]) };
        let surface = ColliderDef { friction, ..ColliderDef::new(crate_of([20.0, 0.5])) };
        simulation.insert(&ramp, &[surface]).unwrap();
        let on_ramp = |along: f64, above: f64| {
            let rotation = Rotation::from_degrees(-25.0);
            let at = rotation.apply([along, 0.5 + above].into());
            BodyDef { pose: Pose::new(rotation, at), ..BodyDef::default() }
        };
        for (k, shape) in [crate_of([0.4, 0.3]), Ball::new([0.0, 0.0], 0.3).into(), crate_of([0.2, 0.3])]
            .into_iter()
            .enumerate()
        {
            let def = on_ramp(-12.0 + 5.0 * k as f64, 0.3);
            simulation.insert(&def, &[ColliderDef { friction, ..ColliderDef::new(shape) }]).unwrap();
        }
        let states = run_both(simulation, 960);
        assert!(pose_error(&states) < 0.02, "friction {friction}: {}", pose_error(&states));
    }
}

#[test]
fn a_tower_and_a_plank_rest_as_in_the_textbook_step() {
    let mut simulation = Simulation::new([0.0, -10.0]);
    simulation.insert_static(&ColliderDef::new(Aabb::new([-20.0, -1.0], [20.0, 0.0]))).unwrap();
    for k in 0..5 {
        let at = [0.05 * f64::from(k % 2), 0.5 + f64::from(k)];
        simulation.insert(&tilted(0.0, at), &[ColliderDef::new(crate_of([0.5, 0.5]))]).unwrap();
    }
    for (at, half) in [
        ([4.0, 0.5], [0.3, 0.5]),
        ([8.0, 0.5], [0.3, 0.5]),
        ([6.0, 1.1], [3.0, 0.1]),
        ([8.5, 1.7], [0.5, 0.5]),
    ] {
        simulation.insert(&tilted(0.0, at), &[ColliderDef::new(crate_of(half))]).unwrap();
    }
    let states = run_both(simulation, 960);
    assert!(pose_error(&states) < 0.001, "{}", pose_error(&states));
}

/// Coulomb's law for the whole impulse: a sliding ball loses the tangential speed mu * (1 + e) * (approach speed).
#[test]
fn friction_of_a_bouncing_ball_follows_coulombs_law() {
    for (restitution, friction) in [(0.0, 0.3), (0.5, 0.3), (1.0, 0.3), (1.0, 0.0), (0.8, 0.1)] {
        let mut simulation = Simulation::new([0.0, 0.0]);
        let wall = ColliderDef { friction, ..ColliderDef::new(Aabb::new([-9.0, -1.0], [90.0, 0.0])) };
        simulation.insert_static(&wall).unwrap();
        let def = BodyDef { velocity: [10.0, -5.0].into(), ..tilted(0.0, [0.0, 2.0]) };
        let ball = ColliderDef { restitution, friction, ..ColliderDef::new(Ball::new([0.0, 0.0], 0.5)) };
        let ball = simulation.insert(&def, &[ball]).unwrap();
        (0..30).for_each(|_| simulation.step(1.0 / 60.0));
        let state = simulation.get(ball).unwrap();
        let lost = friction * (1.0 + restitution) * 5.0;
        assert!((state.velocity.y() - 5.0 * restitution).abs() < 1e-9, "{restitution} {friction}: {state:?}");
        assert!((state.velocity.x() - 10.0 + lost).abs() < 0.01, "{restitution} {friction}: {state:?}");
        // The inertia of a disc is half of its mass times the square of its radius.
        assert!(
            (state.angular_velocity + lost * 2.0 / 0.5).abs() < 0.05,
            "{restitution} {friction}: {state:?}"
        );
    }
}
