//! Impacts of bodies with restitution: energy, momentum and symmetry with several contacts at a time, heights after a bounce, directions of
//! oblique hits.

use bumper::dynamics::{BodyDef, BodyId, BodyKind, ColliderDef, Simulation};
use bumper::scalar::Real;
use bumper::{Aabb, Ball, Capsule, Pose, Rotation, Shape, Vector};

/// The numbers of steps per unit of time with which the tests run.
const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

fn n<R: Real>(number: f64) -> R {
    R::from_f64(number)
}

/// A simulation with downward gravity, whose bodies never sleep.
fn simulation<R: Real>(gravity: f64) -> Simulation<R> {
    let mut simulation = Simulation::new([R::default(), n(-gravity)]);
    simulation.sleep_enabled = false;
    simulation
}

fn ball<R: Real>(radius: f64) -> Shape<'static, R, 2> {
    Ball::new([R::default(); 2], n(radius)).into()
}

fn crate_of<R: Real>(half: [f64; 2]) -> Shape<'static, R, 2> {
    Aabb::new(half.map(|half| n(-half)), half.map(n)).into()
}

fn material<R: Real>(
    shape: Shape<'static, R, 2>,
    restitution: f64,
    friction: f64,
) -> ColliderDef<'static, R> {
    ColliderDef { restitution: n(restitution), friction: n(friction), ..ColliderDef::new(shape) }
}

/// Inserts a body with one collider.
fn throw<R: Real>(
    simulation: &mut Simulation<R>,
    center: [f64; 2],
    velocity: [f64; 2],
    collider: ColliderDef<'static, R>,
) -> BodyId {
    let body = BodyDef {
        pose: Pose::new(Rotation::identity(), center.map(n::<R>)),
        velocity: velocity.map(n::<R>).into(),
        ..BodyDef::default()
    };
    simulation.insert(&body, &[collider]).unwrap()
}

/// Inserts a static box without restitution of its own.
fn wall<R: Real>(simulation: &mut Simulation<R>, min: [f64; 2], max: [f64; 2], friction: f64) {
    let shape = Aabb::new(min.map(n::<R>), max.map(n::<R>));
    simulation.insert_static(&ColliderDef { friction: n(friction), ..ColliderDef::new(shape) }).unwrap();
}

/// A square room of the given half size around the origin, as four walls.
fn room<R: Real>(simulation: &mut Simulation<R>, half: f64, friction: f64) {
    let outer = half + 1.0;
    wall(simulation, [-outer, -outer], [outer, -half], friction);
    wall(simulation, [-outer, half], [outer, outer], friction);
    wall(simulation, [-outer, -outer], [-half, outer], friction);
    wall(simulation, [half, -outer], [outer, outer], friction);
}

/// The kinetic and the potential energy of all bodies; the latter is zero at height zero.
fn energy<R: Real + Into<f64>>(simulation: &Simulation<R>) -> f64 {
    let gravity = simulation.gravity.map(Into::<f64>::into);
    let of = |body: bumper::dynamics::BodyState<R>| {
        let mass: f64 = body.mass.into();
        let inertia: f64 = body.inertia.into();
        let turning: f64 = body.angular_velocity.into();
        let velocity = velocity_of(body.velocity);
        0.5 * (mass * velocity.dot(velocity) + inertia * turning * turning)
            - mass * gravity.dot(velocity_of(body.center))
    };
    simulation.iter().filter(|(_, body)| body.kind == BodyKind::Dynamic).map(|(_, body)| of(body)).sum()
}

fn velocity_of<R: Real + Into<f64>>(velocity: Vector<R, 2>) -> Vector<f64, 2> {
    Vector(velocity.0.map(Into::into))
}

fn run<R: Real>(simulation: &mut Simulation<R>, rate: f64, time: f64) {
    for _ in 0..(rate * time) as usize {
        simulation.step(n(1.0 / rate));
    }
}

fn two_balls_at_a_wall<R: Real + Into<f64>>(size: f64) {
    for rate in RATES {
        for gaps in [[0.0, 0.0], [0.0, 0.05], [0.05, 0.0], [0.1, 0.05], [0.13, 0.01]] {
            for speeds in [[5.0, 10.0], [0.0, 10.0], [2.0, 3.0], [20.0, 30.0]] {
                for density in [1.0, 3.0] {
                    let mut simulation = simulation::<R>(0.0);
                    wall(&mut simulation, [0.0, -5.0 * size], [size, 5.0 * size], 0.0);
                    let first = -0.5 - gaps[0];
                    let collider = material(ball(0.5 * size), 1.0, 0.0);
                    throw(&mut simulation, [first * size, 0.0], [speeds[0] * size, 0.0], collider);
                    let collider = ColliderDef { density: n(density), ..collider };
                    let second = first - 1.0 - gaps[1];
                    throw(&mut simulation, [second * size, 0.0], [speeds[1] * size, 0.0], collider);
                    let before = energy(&simulation);
                    run(&mut simulation, rate, 1.0);
                    let kept = energy(&simulation) / before;
                    assert!((kept - 1.0).abs() < 1e-3, "{rate} {gaps:?} {speeds:?} {density}: {kept}");
                }
            }
        }
    }
}

#[test]
fn two_balls_at_a_wall_keep_their_energy() {
    two_balls_at_a_wall::<f64>(1.0);
    two_balls_at_a_wall::<f32>(1.0);
    two_balls_at_a_wall::<f64>(0.01);
    two_balls_at_a_wall::<f32>(1000.0);
}

#[test]
fn a_ball_that_hits_two_keeps_energy_momentum_and_symmetry() {
    for rate in RATES {
        for offset in [0.0, 0.05, 0.2, 0.45] {
            for gap in [0.0, 0.01, 0.1] {
                for speed in [1.0, 5.0, 20.0, 50.0] {
                    let mut simulation = simulation::<f64>(0.0);
                    let collider = || material(ball(0.5), 1.0, 0.0);
                    throw(&mut simulation, [-3.0, offset], [speed, 0.0], collider());
                    let hit = [0.5, -0.5]
                        .map(|y: f64| throw(&mut simulation, [0.0, y + y * gap], [0.0, 0.0], collider()));
                    let before = energy(&simulation);
                    run(&mut simulation, rate, 3.5 / speed);
                    let kept = energy(&simulation) / before;
                    let case = format!("{rate} {offset} {gap} {speed}");
                    assert!((kept - 1.0).abs() < 1e-3, "{case}: {kept}");
                    let momentum = simulation.iter().map(|(_, body)| body.velocity.x()).sum::<f64>();
                    assert!((momentum / speed - 1.0).abs() < 1e-9, "{case}: {momentum}");
                    let [a, b] = hit.map(|id| simulation.get(id).unwrap().velocity);
                    let asymmetry = (a - Vector([b.x(), -b.y()])).length();
                    assert!(offset != 0.0 || asymmetry < 1e-5 * speed, "{case}: {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn the_last_ball_of_a_cradle_takes_the_impulse() {
    for rate in RATES {
        for gap in [0.0, 0.001, 0.01] {
            for speed in [1.0, 5.0, 20.0] {
                for (count, restitution) in [(2, 1.0), (5, 1.0), (10, 1.0), (5, 0.9)] {
                    let mut simulation = simulation::<f64>(0.0);
                    let collider = || material(ball(0.5), restitution, 0.0);
                    throw(&mut simulation, [-3.0, 0.0], [speed, 0.0], collider());
                    for k in 0..count {
                        let x = f64::from(k) * (1.0 + gap);
                        throw(&mut simulation, [x, 0.0], [0.0, 0.0], collider());
                    }
                    run(&mut simulation, rate, 5.0 / speed + 0.2);
                    let last = simulation.iter().last().unwrap().1.velocity.x() / speed;
                    let wanted = ((1.0 + restitution) / 2.0f64).powi(count);
                    let case = format!("{rate} {gap} {speed} {count} {restitution}");
                    assert!((last - wanted).abs() < 0.01, "{case}: {last} {wanted}");
                }
            }
        }
    }
}

fn apexes<R: Real + Into<f64>>(size: f64) {
    for rate in RATES {
        for restitution in [0.3, 0.5, 0.8, 1.0] {
            for drop in [1.0, 2.7, 5.0] {
                let side = 0.5 * size;
                let capsule = Capsule::new([n::<R>(-side), R::default()], [n(side), R::default()], n(side));
                for shape in [ball(side), crate_of([side, side]), capsule.into()] {
                    let mut simulation = simulation::<R>(10.0 * size);
                    wall(&mut simulation, [-9.0 * size, -size], [9.0 * size, 0.0], 0.5);
                    let collider = material(shape, restitution, 0.5);
                    let body = throw(&mut simulation, [0.0, (0.5 + drop) * size], [0.0, 0.0], collider);
                    let mut bounced = false;
                    let mut apex = 0.0f64;
                    for _ in 0..(rate * 4.0) as usize {
                        simulation.step(n(1.0 / rate));
                        let state = simulation.get(body).unwrap();
                        let rises = state.velocity.y() > R::default();
                        if bounced && !rises {
                            break;
                        }
                        bounced |= rises;
                        apex = if bounced { apex.max(state.center.y().into() / size - 0.5) } else { 0.0 };
                    }
                    // The highest position in a step is less than g dt² / 8 below the apex.
                    let wanted = restitution * restitution * drop;
                    let bound = 0.2 * (20.0 * drop).sqrt() / rate;
                    assert!((apex - wanted).abs() < bound, "{rate} {restitution} {drop}: {apex} {wanted}");
                }
            }
        }
    }
}

#[test]
fn bounces_rise_to_the_square_of_the_restitution() {
    apexes::<f64>(1.0);
    apexes::<f32>(1.0);
    apexes::<f64>(0.01);
    apexes::<f32>(1000.0);
}

/// The poses of a crate until its second bounce: x, height of its lower side, angle.
fn bounces_of_a_crate(
    rate: f64,
    half: [f64; 2],
    restitution: f64,
    friction: f64,
    tiles: i32,
) -> Vec<[f64; 3]> {
    let mut simulation = simulation::<f64>(10.0);
    let width = 24.0 / f64::from(tiles);
    for k in 0..tiles {
        let x = -12.0 + width * f64::from(k);
        wall(&mut simulation, [x, -1.0], [x + width, 0.0], friction);
    }
    let body = throw(
        &mut simulation,
        [0.1, 3.0 + half[1]],
        [0.0; 2],
        material(crate_of(half), restitution, friction),
    );
    let mut poses = Vec::new();
    let mut bounces = 0;
    let mut last_speed = 0.0;
    for _ in 0..(rate * 1.5) as usize {
        simulation.step(1.0 / rate);
        let state = simulation.get(body).unwrap();
        bounces += usize::from(last_speed < 0.0 && state.velocity.y() > 0.0);
        last_speed = state.velocity.y();
        if bounces == 2 {
            break;
        }
        poses.push([state.center.x(), state.center.y() - half[1], state.angle]);
    }
    poses
}

#[test]
fn a_crate_bounces_alike_on_tiles_and_on_one_box() {
    for rate in RATES {
        for half in [[1.0, 1.0], [1.3, 0.4], [0.7, 0.9]] {
            for (restitution, friction) in [(0.3, 0.0), (0.5, 0.0), (0.5, 0.5), (0.9, 0.5)] {
                let tiles = bounces_of_a_crate(rate, half, restitution, friction, 48);
                let floor = bounces_of_a_crate(rate, half, restitution, friction, 1);
                let differences =
                    tiles.iter().zip(&floor).flat_map(|(a, b)| (0..3).map(|k| (a[k] - b[k]).abs()));
                let largest = differences.fold(0.0, f64::max);
                assert!(largest < 1e-3, "{rate} {half:?} {restitution} {friction}: {largest}");
            }
        }
    }
}

#[test]
fn a_gas_keeps_its_energy_and_a_fall_adds_none() {
    for (rate, gravity) in [(30.0, 0.0), (60.0, 0.0), (240.0, 0.0), (60.0, 10.0), (240.0, 10.0)] {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut simulation = simulation::<f64>(gravity);
        room(&mut simulation, 5.0, 0.0);
        for k in 0..12 {
            let center = [f64::from(k % 4) * 2.2 - 3.3, f64::from(k / 4) * 2.2 - 2.2];
            let velocity = [0, 1].map(|_| 40.0 * rng.f64() - 20.0);
            throw(&mut simulation, center, velocity, material(ball(0.5), 1.0, 0.0));
        }
        let before = energy(&simulation);
        for step in 0..(20.0 * rate) as usize {
            simulation.step(1.0 / rate);
            let kept = energy(&simulation) / before;
            let least = if gravity == 0.0 { 0.999 } else { 0.9 };
            assert!(kept > least && kept < 1.005, "{rate} {gravity} {step}: {kept}");
        }
    }
}

/// Bodies of random shapes, masses and materials, in a room. The energy never exceeds that at the beginning by more than 2 %.
#[test]
fn friction_and_restitution_never_add_energy() {
    for seed in 0..24 {
        let rate = RATES[seed % 4];
        let gravity = [0.0, 10.0][seed / 4 % 2];
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let mut simulation = simulation::<f64>(gravity);
        room(&mut simulation, 5.0, rng.f64());
        for k in 0..12 {
            let center = [f64::from(k % 4) * 2.2 - 3.3, f64::from(k / 4) * 2.2 - 2.2];
            let velocity = [0, 1].map(|_| 20.0 * rng.f64() - 10.0);
            let size = 0.2 + 0.4 * rng.f64();
            let shape = match k % 3 {
                0 => ball(size),
                1 => crate_of([size, 0.2 + 0.4 * rng.f64()]),
                _ => Capsule::new([-size, 0.0], [size, 0.0], 0.2).into(),
            };
            let restitution = if seed % 3 == 0 { 1.0 } else { rng.f64() };
            let friction = if seed % 3 == 1 { 0.0 } else { rng.f64() };
            let collider =
                ColliderDef { density: 0.3 + 3.0 * rng.f64(), ..material(shape, restitution, friction) };
            throw(&mut simulation, center, velocity, collider);
        }
        let mass: f64 = simulation
            .iter()
            .filter(|(_, body)| body.kind == BodyKind::Dynamic)
            .map(|(_, body)| body.mass)
            .sum();
        let lowest = -mass * gravity * 5.0;
        let before = energy(&simulation) - lowest;
        for step in 0..(3.0 * rate) as usize {
            simulation.step(1.0 / rate);
            let now = energy(&simulation) - lowest;
            assert!(now < 1.02 * before, "{seed}, step {step}: {now} {before}");
        }
    }
}

/// Kane's paradox: a rod that slides into a floor with its lower end, with much friction and a restitution of 1. Newton's law of
/// restitution alone would add energy for some of the angles.
#[test]
fn a_sliding_rod_gains_no_energy_by_friction() {
    for degrees in (5..90).step_by(5) {
        for sliding in [-12.0, -6.0, -2.0, 2.0, 6.0, 12.0] {
            for friction in [0.3, 1.0, 3.0] {
                let mut simulation = simulation::<f64>(0.0);
                wall(&mut simulation, [-50.0, -1.0], [50.0, 0.0], friction);
                let body = BodyDef {
                    pose: Pose::new(Rotation::from_degrees(f64::from(degrees)), [0.0, 1.3]),
                    velocity: [sliding, -3.0].into(),
                    ..BodyDef::default()
                };
                let rod = Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.1).into();
                simulation.insert(&body, &[material(rod, 1.0, friction)]).unwrap();
                let before = energy(&simulation);
                run(&mut simulation, 60.0, 1.0);
                let kept = energy(&simulation) / before;
                assert!(kept < 1.001, "{degrees} {sliding} {friction}: {kept}");
            }
        }
    }
}

#[test]
fn balls_leave_an_oblique_hit_along_the_line_of_centers() {
    for (restitution, bound) in [(0.0, 1.0), (1.0, 0.1)] {
        for speed in [1.0, 15.0, 40.0] {
            let mut sum = 0.0;
            for seed in 0..60 {
                let mut rng = fastrand::Rng::with_seed(seed);
                let offset = 0.9 * rng.f64();
                let start = -2.0 - rng.f64();
                let mut simulation = simulation::<f64>(0.0);
                let collider = || material(ball(0.5), restitution, 0.0);
                throw(&mut simulation, [start, offset], [speed, 0.0], collider());
                let target = throw(&mut simulation, [0.0, 0.0], [0.0, 0.0], collider());
                run(&mut simulation, 60.0, 3.0 / speed + 0.05);
                let velocity = simulation.get(target).unwrap().velocity;
                let line = Vector([(1.0 - offset * offset).sqrt(), -offset]);
                sum += line.cross(velocity).atan2(line.dot(velocity)).to_degrees().abs();
            }
            let mean = sum / 60.0;
            assert!(mean < bound, "{restitution} {speed}: {mean}");
        }
    }
}
