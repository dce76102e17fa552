//! Counts the scenes in which bumper, Box2D and rapier break a law of mechanics. Every engine runs the same random scenes with the same
//! step, and the same function judges all of them.

use crate::bodies::{BodySpec, Bumper, Engine, Form, Rapier, STEP, World, dynamic_body, static_box};
use bumper_bench::input::Random;
use std::f32::consts::PI;

/// The number of random scenes of each law.
const SCENES: u64 = 1_000;

const GRAVITY: f32 = -10.0;

/// A law: its name, and for each engine the function that runs the scene of a seed and returns whether the engine breaks the law.
struct Law {
    name: &'static str,
    breaks: [fn(u64) -> bool; 3],
}

macro_rules! law {
    ($name:expr, $breaks:ident) => {
        Law { name: $name, breaks: [$breaks::<Bumper>, $breaks::<World>, $breaks::<Rapier>] }
    };
}

const LAWS: [Law; 12] = [
    law!("energy grows by more than 1 %", gains_energy),
    law!("twelve elastic balls in a room: energy is off by more than 1 % after ten seconds", loses_energy),
    law!("two elastic balls at a wall: energy is off by more than 1 %", changes_energy_at_wall),
    law!("cradle: the last ball leaves with a speed that is off by more than 1 %", breaks_cradle),
    law!(
        "elastic ball at two abreast: energy is off by more than 1 %, or the hit is not symmetric",
        breaks_pair
    ),
    law!("the rebound of a dropped ball or box is off by more than 5 % of the drop", misses_apex),
    law!(
        "a box that falls flat on tiles spins, or its rebound is off by more than 5 % of the drop",
        spins_on_tiles
    ),
    law!("a body without friction loses speed at the foot of a hill", loses_speed_at_foot),
    law!("a box without friction loses speed on tiles", loses_speed_on_tiles),
    law!("a ball leaves the line of centres by more than 1 degree", leaves_line_of_centres),
    law!("a stack of three without restitution bounces by more than 5 % of its height", stack_bounces),
    law!("a body of up to 3,000 m/s leaves a room", leaves_room),
];

/// A random number between `low` and `high`.
fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    let fine = f32::from(random.below(250)) * 250.0 + f32::from(random.below(250));
    low + (high - low) * fine / 62_499.0
}

/// The random numbers of a scene, the same for all engines.
fn random(seed: u64) -> Random {
    Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
}

/// The area of a body of these scenes, which is its mass, and its moment of inertia.
fn mass_and_inertia(form: Form) -> [f32; 2] {
    match form {
        Form::Box([w, h]) => [4.0 * w * h, 4.0 / 3.0 * w * h * (w * w + h * h)],
        Form::Ball(radius) => [PI * radius.powi(2), PI / 2.0 * radius.powi(4)],
        Form::Triangle | Form::Frame(_) | Form::Cells | Form::Hills(_) | Form::Foot(_) => {
            unreachable!("the bodies are boxes and balls")
        }
    }
}

/// The kinetic energy of all bodies that move, plus the potential energy above the height `floor`.
fn energy<E: Engine>(engine: &E, specs: &[BodySpec], gravity: f32, floor: f32) -> f32 {
    let states = specs.iter().zip(engine.poses()).zip(engine.velocities());
    let moving = states.filter(|((spec, _), _)| spec.moves);
    let of_body = |((spec, (at, _)), (velocity, spin)): ((&BodySpec, ([f32; 2], f32)), ([f32; 2], f32))| {
        let [mass, inertia] = mass_and_inertia(spec.form);
        let square = velocity[0].powi(2) + velocity[1].powi(2);
        0.5 * (mass * square + inertia * spin * spin) - mass * gravity * (at[1] - floor)
    };
    moving.map(of_body).sum()
}

fn engine<E: Engine>(gravity: f32, specs: &[BodySpec]) -> E {
    let mut engine = E::new(gravity);
    specs.iter().for_each(|spec| engine.add(spec));
    engine
}

/// Four walls around a square room whose half side is `half`.
fn room(half: f32, friction: f32, restitution: f32) -> Vec<BodySpec> {
    let outer = half + 1.0;
    let walls = [
        ([0.0, -outer], [outer + 1.0, 1.0]),
        ([0.0, outer], [outer + 1.0, 1.0]),
        ([-outer, 0.0], [1.0, outer + 1.0]),
        ([outer, 0.0], [1.0, outer + 1.0]),
    ];
    walls.map(|(at, half)| BodySpec { friction, restitution, ..static_box(at, half) }).into()
}

/// Adds bodies in a grid of three columns to a room.
fn add_bodies(specs: &mut Vec<BodySpec>, random: &mut Random, count: usize, only_balls: bool, speed: f32) {
    let material = specs[0];
    for k in 0..count {
        let at = [(k % 3) as f32 * 2.5 - 2.5, (k / 3) as f32 * 2.0 - 4.0];
        let half = [between(random, 0.3, 0.8), between(random, 0.3, 0.8)];
        let form = if only_balls || k.is_multiple_of(2) { Form::Ball(half[0]) } else { Form::Box(half) };
        let velocity = [between(random, -speed, speed), between(random, -speed, speed)];
        let BodySpec { friction, restitution, .. } = material;
        specs.push(BodySpec { velocity, friction, restitution, ..dynamic_body(at, form) });
    }
}

fn gains_energy<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let friction = if seed.is_multiple_of(3) { 0.0 } else { between(random, 0.0, 1.0) };
    let restitution = between(random, 0.0, 1.0);
    let gravity = if seed.is_multiple_of(2) { GRAVITY } else { 0.0 };
    let mut specs = room(6.0, friction, restitution);
    add_bodies(&mut specs, random, 3 + seed as usize % 9, false, 10.0);
    let mut engine = engine::<E>(gravity, &specs);
    let start = energy(&engine, &specs, gravity, -6.0);
    (0..300).any(|_| {
        engine.step(STEP);
        energy(&engine, &specs, gravity, -6.0) > start * 1.01
    })
}

fn loses_energy<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let mut specs = room(6.0, 0.0, 1.0);
    add_bodies(&mut specs, random, 12, true, 10.0);
    let mut engine = engine::<E>(0.0, &specs);
    let start = energy(&engine, &specs, 0.0, 0.0);
    (0..600).for_each(|_| engine.step(STEP));
    (energy(&engine, &specs, 0.0, 0.0) / start - 1.0).abs() > 0.01
}

fn changes_energy_at_wall<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let elastic = |spec: BodySpec| BodySpec { friction: 0.0, restitution: 1.0, ..spec };
    let radii = [between(random, 0.3, 0.8), between(random, 0.3, 0.8)];
    let first = 4.0 - radii[0] - between(random, 0.0, 2.0);
    let second = first - radii[0] - radii[1] - between(random, 0.0, 0.5);
    let slow = between(random, 3.0, 15.0);
    let fast = slow + between(random, 0.0, 10.0);
    let specs = [
        elastic(static_box([5.0, 0.0], [1.0, 5.0])),
        elastic(BodySpec { velocity: [slow, 0.0], ..dynamic_body([first, 0.0], Form::Ball(radii[0])) }),
        elastic(BodySpec { velocity: [fast, 0.0], ..dynamic_body([second, 0.0], Form::Ball(radii[1])) }),
    ];
    let mut engine = engine::<E>(0.0, &specs);
    let start = energy(&engine, &specs, 0.0, 0.0);
    (0..120).for_each(|_| engine.step(STEP));
    (energy(&engine, &specs, 0.0, 0.0) / start - 1.0).abs() > 0.01
}

fn breaks_cradle<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let count = 3 + seed as usize % 4;
    let gap = if seed.is_multiple_of(2) { 0.0 } else { between(random, 0.0, 0.05) };
    let speed = between(random, 3.0, 20.0);
    let ball = |k: usize| {
        let x = if k == 0 { -3.0 } else { k as f32 * (1.0 + gap) };
        let velocity = if k == 0 { [speed, 0.0] } else { [0.0; 2] };
        let body = dynamic_body([x, 0.0], Form::Ball(0.5));
        BodySpec { velocity, friction: 0.0, restitution: 1.0, ..body }
    };
    let specs: Vec<_> = (0..=count).map(ball).collect();
    let mut engine = engine::<E>(0.0, &specs);
    (0..180).for_each(|_| engine.step(STEP));
    let last = engine.velocities()[count].0[0];
    (last / speed - 1.0).abs() > 0.01
}

fn breaks_pair<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let radius = between(random, 0.3, 0.8);
    let spread = radius + between(random, 0.0, 0.2) * radius;
    let speed = between(random, 3.0, 20.0);
    let distance = between(random, 2.0, 4.0);
    let body = |at: [f32; 2], velocity: [f32; 2]| {
        let body = dynamic_body(at, Form::Ball(radius));
        BodySpec { velocity, friction: 0.0, restitution: 1.0, ..body }
    };
    let specs =
        [body([-distance, 0.0], [speed, 0.0]), body([0.0, spread], [0.0; 2]), body([0.0, -spread], [0.0; 2])];
    let mut engine = engine::<E>(0.0, &specs);
    let start = energy(&engine, &specs, 0.0, 0.0);
    (0..120).for_each(|_| engine.step(STEP));
    let velocities = engine.velocities();
    let asymmetry = (velocities[1].0[1] + velocities[2].0[1]).abs() + velocities[0].0[1].abs();
    (energy(&engine, &specs, 0.0, 0.0) / start - 1.0).abs() > 0.01 || asymmetry > 0.01 * speed
}

/// The highest position of a body after its first rebound; `None` if it does not rebound within 300 steps.
fn rebound<E: Engine>(engine: &mut E, body: usize) -> Option<f32> {
    let mut rising = false;
    let mut highest = f32::NEG_INFINITY;
    for _ in 0..300 {
        engine.step(STEP);
        let up = engine.velocities()[body].0[1];
        if rising && up < 0.0 {
            return Some(highest);
        }
        rising |= up > 0.0;
        if rising {
            highest = highest.max(engine.poses()[body].0[1]);
        }
    }
    None
}

fn misses_apex<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let half = [between(random, 0.3, 0.8), between(random, 0.3, 0.8)];
    let drop = between(random, 1.0, 10.0);
    let restitution = between(random, 0.4, 1.0);
    let is_ball = seed.is_multiple_of(2);
    let form = if is_ball { Form::Ball(half[0]) } else { Form::Box(half) };
    let half_height = if is_ball { half[0] } else { half[1] };
    let floor = BodySpec { restitution, ..static_box([0.0, -1.0], [20.0, 1.0]) };
    let body = BodySpec { restitution, ..dynamic_body([0.3, half_height + drop], form) };
    let mut engine = engine::<E>(GRAVITY, &[floor, body]);
    let Some(highest) = rebound(&mut engine, 1) else { return true };
    (highest - half_height - restitution.powi(2) * drop).abs() > 0.05 * drop
}

fn spins_on_tiles<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let half = [between(random, 0.3, 2.0), between(random, 0.3, 0.8)];
    let drop = between(random, 1.0, 10.0);
    let restitution = between(random, 0.4, 1.0);
    let x = between(random, -1.0, 1.0);
    let tile = |k: i32| BodySpec { restitution, ..static_box([k as f32, -0.5], [0.5; 2]) };
    let mut specs: Vec<_> = (-8..=8).map(tile).collect();
    specs.push(BodySpec { restitution, ..dynamic_body([x, half[1] + drop], Form::Box(half)) });
    let body = specs.len() - 1;
    let mut engine = engine::<E>(GRAVITY, &specs);
    let Some(highest) = rebound(&mut engine, body) else { return true };
    let spin = engine.velocities()[body].1;
    (highest - half[1] - restitution.powi(2) * drop).abs() > 0.05 * drop || spin.abs() > 0.05
}

fn loses_speed_at_foot<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let angle = between(random, 5.0, 45.0).to_radians();
    let half = [between(random, 0.2, 0.6), between(random, 0.2, 0.6)];
    let form = if seed.is_multiple_of(3) { Form::Ball(half[1]) } else { Form::Box(half) };
    let speed = between(random, 0.0, 10.0);
    let way = between(random, 3.0, 10.0);
    let along = [angle.cos(), -angle.sin()];
    let at = [-along[0] * way + angle.sin() * half[1], -along[1] * way + angle.cos() * half[1]];
    let ground = BodySpec { friction: 0.0, ..static_box([0.0; 2], [0.0; 2]).with(Form::Foot(angle.tan())) };
    let velocity = along.map(|c| c * speed);
    let body = BodySpec { friction: 0.0, angle: -angle, velocity, ..dynamic_body(at, form) };
    let mut engine = engine::<E>(GRAVITY, &[ground, body]);
    let mut fastest: f32 = 0.0;
    (0..180).any(|_| {
        engine.step(STEP);
        let along = engine.velocities()[1].0[0];
        fastest = fastest.max(along);
        along < fastest * 0.99
    })
}

fn loses_speed_on_tiles<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let half = [between(random, 0.2, 0.6), between(random, 0.2, 0.6)];
    let speed = between(random, 1.0, 20.0);
    let size = between(random, 0.2, 1.0);
    let count = 20.0 / size;
    let tile = |k: i32| {
        let x = (2 * k) as f32 * size;
        BodySpec { friction: 0.0, ..static_box([x, -size], [size; 2]) }
    };
    let mut specs: Vec<_> = (-5..count as i32).map(tile).collect();
    let body = dynamic_body([0.0, half[1]], Form::Box(half));
    specs.push(BodySpec { friction: 0.0, velocity: [speed, 0.0], ..body });
    let body = specs.len() - 1;
    let mut engine = engine::<E>(GRAVITY, &specs);
    (0..60).any(|_| {
        engine.step(STEP);
        (engine.velocities()[body].0[0] / speed - 1.0).abs() > 0.01
    })
}

fn leaves_line_of_centres<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let radii = [between(random, 0.3, 0.8), between(random, 0.3, 0.8)];
    let sum = radii[0] + radii[1];
    let speed = between(random, 5.0, 40.0);
    let offset = between(random, -0.8, 0.8) * sum;
    let distance = between(random, 3.0, 6.0);
    let ball = |at: [f32; 2], radius: f32, velocity: [f32; 2]| {
        let body = dynamic_body(at, Form::Ball(radius));
        BodySpec { velocity, friction: 0.0, restitution: 1.0, ..body }
    };
    let specs = [ball([-distance, offset], radii[0], [speed, 0.0]), ball([0.0; 2], radii[1], [0.0; 2])];
    let mut engine = engine::<E>(0.0, &specs);
    (0..120).for_each(|_| engine.step(STEP));
    let velocity = engine.velocities()[1].0;
    let line = [(sum * sum - offset * offset).sqrt(), -offset];
    let cross = line[0] * velocity[1] - line[1] * velocity[0];
    let dot = line[0] * velocity[0] + line[1] * velocity[1];
    !(cross.atan2(dot).abs().to_degrees() < 1.0 && dot > 0.0)
}

fn stack_bounces<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let half = [between(random, 0.3, 0.8), between(random, 0.3, 0.8)];
    let drop = between(random, 0.5, 5.0);
    let mut engine = E::new(GRAVITY);
    engine.add(&static_box([0.0, -1.0], [20.0, 1.0]));
    for k in 0..3 {
        engine.add(&dynamic_body([0.0, drop + (2 * k + 1) as f32 * half[1]], Form::Box(half)));
    }
    let mut lowest = f32::INFINITY;
    (0..240).any(|_| {
        engine.step(STEP);
        let top = engine.poses()[3].0[1];
        lowest = lowest.min(top);
        top > lowest + 0.05 * 6.0 * half[1]
    })
}

fn leaves_room<E: Engine>(seed: u64) -> bool {
    let random = &mut random(seed);
    let friction = between(random, 0.0, 1.0);
    let restitution = between(random, 0.0, 1.0);
    let mut specs = room(6.0, friction, restitution);
    let speed = between(random, 10.0, 3_000.0);
    add_bodies(&mut specs, random, 3 + seed as usize % 9, false, speed);
    specs.iter_mut().for_each(|spec| spec.bullet = spec.moves);
    let mut engine = engine::<E>(GRAVITY, &specs);
    (0..180).for_each(|_| engine.step(STEP));
    engine.poses().iter().zip(&specs).any(|((at, _), spec)| spec.moves && !at.iter().all(|c| c.abs() < 6.0))
}

/// Counts the broken scenes of the laws whose names contain all words of the command line, and prints them as a table.
pub fn run(words: &[String]) {
    let is_selected = |law: &&Law| words.iter().all(|word| format!("laws: {}", law.name).contains(word));
    let laws: Vec<_> = LAWS.iter().filter(is_selected).collect();
    if laws.is_empty() {
        return;
    }
    println!(
        "\n| laws: broken in scenes of {SCENES} | bumper | Box2D | rapier |\n| --- | ---: | ---: | ---: |"
    );
    for law in laws {
        let [ours, box2d, rapier] = law.breaks.map(|breaks| (0..SCENES).filter(|seed| breaks(*seed)).count());
        println!("| laws: {} | {ours} | {box2d} | {rapier} |", law.name);
    }
}
