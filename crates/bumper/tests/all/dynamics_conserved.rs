//! Checks that collisions of free bodies conserve momentum and angular momentum, and hardly increase the energy.

use super::dynamics_stand::STEP;
use bumper::dynamics::{BodyDef, ColliderDef, Simulation};
use bumper::scalar::Real;
use bumper::world::Change;
use bumper::{Aabb, Ball, OrientedBox, Pose, Rotation, Shape, Vector};

/// The momentum, the angular momentum about the origin, the sum of the absolute values of its terms (for tolerances), and the kinetic
/// energy.
fn sums<R: Real + Into<f64>>(simulation: &Simulation<R>) -> (Vector<f64, 2>, f64, f64, f64) {
    simulation.iter().fold((Vector([0.0; 2]), 0.0, 0.0, 0.0), |(p, l, all, e), (_, state)| {
        let (mass, inertia, spin): (f64, f64, f64) =
            (state.mass.into(), state.inertia.into(), state.angular_velocity.into());
        let (at, velocity) = (state.center.map(Into::into), state.velocity.map(Into::into));
        let around = mass * (at[0] * velocity[1] - at[1] * velocity[0]);
        let energy = 0.5 * (mass * velocity.dot(velocity) + inertia * spin * spin);
        (
            p + velocity.scaled(mass),
            l + around + inertia * spin,
            all + around.abs() + (inertia * spin).abs(),
            e + energy,
        )
    })
}

/// Boxes and balls that fly towards the origin and around it.
fn swarm<R: Real>(seed: u64, rows: i32, speed: f64, restitution: f64, friction: f64) -> Simulation<R> {
    let n = R::from_f64;
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut simulation = Simulation::new([R::default(); 2]);
    simulation.sleep_enabled = false;
    for k in 0..rows * rows {
        let [x, y] = [k % rows, k / rows].map(|k| 2.0 * f64::from(k) - f64::from(rows - 1));
        let mut about = |size: f64| size * (rng.f64() * 2.0 - 1.0);
        let velocity = [-0.4 * x - 0.3 * y + about(2.0), 0.3 * x - 0.4 * y + about(2.0)];
        let body = BodyDef {
            pose: Pose::new(Rotation::from_degrees(n(about(180.0))), [n(x), n(y)]),
            velocity: velocity.map(|v| n(v * speed)).into(),
            angular_velocity: n(about(4.0)),
            ..BodyDef::default()
        };
        let half = [0.5 + about(0.2), 0.35 + about(0.15)].map(n);
        let shape: Shape<'static, R, 2> = match k % 3 {
            0 => Ball::new([R::default(); 2], half[0]).into(),
            _ => Aabb::new(half.map(|half| -half), half).into(),
        };
        let collider =
            ColliderDef { restitution: n(restitution), friction: n(friction), ..ColliderDef::new(shape) };
        simulation.insert(&body, &[collider]).unwrap();
    }
    simulation
}

fn conserved<R: Real + Into<f64>>(rounding: f64) {
    let mut hits = 0;
    for (rows, speed, bound) in [(8, 1.0, 0.001), (8, 4.0, 0.004), (2, 1.5, 0.006)] {
        for (restitution, friction) in [(0.0, 0.6), (0.0, 0.0), (0.5, 0.6), (1.0, 0.6), (1.0, 0.0)] {
            // Elastic bodies keep their speed, so they collide more often than others, and the errors of more collisions add up.
            let bound = if restitution == 1.0 { bound * 1.5 } else { bound };
            for seed in 0..3 {
                let mut simulation = swarm::<R>(seed, rows, speed, restitution, friction);
                let (momentum, turning, all, start) = sums(&simulation);
                for _ in 0..300 {
                    simulation.step(R::from_f64(STEP.into()));
                    hits += simulation.events().filter(|event| event.change == Change::Enter).count();
                }
                let (moved, turned, _, energy) = sums(&simulation);
                let case = format!("{rows} {speed} {restitution} {friction} {seed}");
                assert!((moved - momentum).length() < rounding * all, "{case}: {moved:?} {momentum:?}");
                let drift = (turned - turning).abs() / all;
                assert!(drift < bound, "{case}: the angular momentum drifts by {drift}");
                assert!(energy < 1.03 * start, "{case}: {energy} {start}");
            }
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn collisions_conserve_momentum_and_angular_momentum() {
    conserved::<f64>(1e-12);
    conserved::<f32>(1e-4);
}

#[test]
fn grazing_boxes_conserve_angular_momentum() {
    // The corner of a moving box hits the face of a box at rest in passing.
    for restitution in [0.0, 0.5, 1.0] {
        let mut simulation = Simulation::new([0.0, 0.0]);
        let mut thrown = |center: [f64; 2], degrees: f64, velocity: [f64; 2]| {
            let shape = OrientedBox::new(center, [0.5, 0.3], Rotation::from_degrees(degrees));
            let collider = ColliderDef { restitution, friction: 0.0, ..ColliderDef::new(shape) };
            simulation
                .insert(&BodyDef { velocity: velocity.into(), ..BodyDef::default() }, &[collider])
                .unwrap();
        };
        thrown([0.0, 0.0], 0.0, [0.0, 0.0]);
        thrown([-1.0, 1.5], 30.0, [7.0, -6.0]);
        let (_, turning, all, start) = sums(&simulation);
        let mut met = false;
        for _ in 0..60 {
            simulation.step(f64::from(STEP));
            met |= simulation.events().next().is_some();
        }
        let (_, turned, _, energy) = sums(&simulation);
        assert!(met && (turned - turning).abs() < 0.01 * all, "{restitution}: {turned} {turning}");
        assert!(energy < 1.01 * start, "{restitution}: {energy} {start}");
    }
}
