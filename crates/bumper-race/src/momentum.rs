//! Tests how well collisions of free bodies conserve momentum, angular momentum and energy in bumper, Box2D and rapier. Measures how much
//! these change in ten seconds.

use crate::bodies::comparison::Table;
use crate::bodies::{BodySpec, Bumper, Engine, Form, Rapier, STEP, World, dynamic_body};
use bumper_bench::input::Random;

const SECONDS: f32 = 10.0;

/// The number of random groups of bodies for each row of the table. The mean and the worst result are reported.
const SWARMS: u64 = 20;

/// Returns the mass and the moment of inertia of a body with density 1.
fn mass(form: Form) -> [f64; 2] {
    match form {
        Form::Box(half) => {
            let [w, h] = half.map(f64::from);
            [4.0 * w * h, 4.0 / 3.0 * w * h * (w * w + h * h)]
        }
        Form::Ball(radius) => {
            let area = std::f64::consts::PI * f64::from(radius).powi(2);
            [area, 0.5 * area * f64::from(radius).powi(2)]
        }
        Form::Triangle | Form::Frame(_) | Form::Cells | Form::Hills(_) | Form::Foot(_) => {
            unreachable!("a swarm has boxes and balls")
        }
    }
}

/// Sums over all bodies: the momentum, the angular momentum about the origin (`turning`), and the kinetic energy. Momenta of different
/// bodies may cancel out. So errors are reported relative to `scales`: the sums of the absolute momenta and of the absolute angular momenta
/// of all bodies.
#[derive(Default)]
struct Sums {
    momentum: [f64; 2],
    turning: f64,
    energy: f64,
    scales: [f64; 2],
}

fn sums<E: Engine>(engine: &E, specs: &[BodySpec]) -> Sums {
    let mut sums = Sums::default();
    for ((spec, (at, _)), (velocity, spin)) in specs.iter().zip(engine.poses()).zip(engine.velocities()) {
        let [mass, inertia] = mass(spec.form);
        let at = at.map(f64::from);
        let velocity = velocity.map(f64::from);
        let spin = f64::from(spin);
        let (speed, around) =
            (velocity[0].hypot(velocity[1]), mass * (at[0] * velocity[1] - at[1] * velocity[0]));
        sums.momentum = [0, 1].map(|k| sums.momentum[k] + mass * velocity[k]);
        sums.turning += around + inertia * spin;
        sums.energy += 0.5 * (mass * speed * speed + inertia * spin * spin);
        sums.scales[0] += mass * speed;
        sums.scales[1] += around.abs() + (inertia * spin).abs();
    }
    sums
}

/// Creates boxes and balls in a square grid. They fly towards the origin and around it, and collide there.
fn swarm(seed: u64, rows: usize, speed: f32, [friction, restitution]: [f32; 2]) -> Vec<BodySpec> {
    let mut random = Random(seed);
    let mut about = |size: f32| size * (f32::from(random.below(201)) / 100.0 - 1.0);
    (0..rows * rows)
        .map(|k| {
            let [x, y] = [k % rows, k / rows].map(|k| 2.0 * k as f32 - (rows - 1) as f32);
            let velocity = [-0.4 * x - 0.3 * y + about(2.0), 0.3 * x - 0.4 * y + about(2.0)];
            let half = [0.5 + about(0.2), 0.35 + about(0.15)];
            let form = if k.is_multiple_of(3) { Form::Ball(half[0]) } else { Form::Box(half) };
            let angle = if k.is_multiple_of(3) { 0.0 } else { about(3.0) };
            let velocity = velocity.map(|v| v * speed);
            let spin = about(4.0);
            BodySpec { velocity, spin, angle, friction, restitution, ..dynamic_body([x, y], form) }
        })
        .collect()
}

/// Returns how much the momentum and the angular momentum change, each relative to its scale (see `Sums`). Also returns the final energy as
/// a fraction of the initial energy.
fn drift<E: Engine>(specs: &[BodySpec]) -> [f64; 3] {
    let mut engine = E::new(0.0);
    specs.iter().for_each(|spec| engine.add(spec));
    let start = sums(&engine, specs);
    (0..(SECONDS / STEP) as usize).for_each(|_| engine.step(STEP));
    let end = sums(&engine, specs);
    let moved = (end.momentum[0] - start.momentum[0]).hypot(end.momentum[1] - start.momentum[1]);
    [
        moved / start.scales[0],
        (end.turning - start.turning).abs() / start.scales[1],
        end.energy / start.energy,
    ]
}

/// Runs the benchmark cases of this module whose names contain all words of the command line.
pub fn run(words: &[String]) {
    let mut table = Table::new(words, "drift in ten seconds");
    for (rows, speed) in [(2, 1.5), (8, 1.0), (8, 4.0)] {
        for material in [[0.0, 0.0], [0.6, 0.0], [0.6, 0.5], [0.0, 1.0], [0.6, 1.0]] {
            let [friction, restitution] = material;
            let name = format!(
                "momentum: {} bodies, speed {speed}, friction {friction}, restitution {restitution}",
                rows * rows
            );
            if !table.is_selected(&name) {
                continue;
            }
            let swarms: Vec<_> = (0..SWARMS).map(|seed| swarm(seed, rows, speed, material)).collect();
            let all = [
                swarms.iter().map(|specs| drift::<Bumper>(specs)).collect::<Vec<_>>(),
                swarms.iter().map(|specs| drift::<World>(specs)).collect(),
                swarms.iter().map(|specs| drift::<Rapier>(specs)).collect(),
            ];
            for (k, what) in ["momentum, 1e-6", "angular momentum, %", "energy"].into_iter().enumerate() {
                let scale = [1e6, 100.0, 1.0][k];
                let mean = |drifts: &Vec<[f64; 3]>| {
                    drifts.iter().map(|drift| drift[k]).sum::<f64>() / SWARMS as f64 * scale
                };
                let worst =
                    |drifts: &Vec<[f64; 3]>| drifts.iter().map(|drift| drift[k]).fold(0.0, f64::max) * scale;
                table.row(&format!("{name}: {what}, mean"), all.each_ref().map(mean));
                table.row(&format!("{name}: {what}, worst"), all.each_ref().map(worst));
            }
        }
    }
}
