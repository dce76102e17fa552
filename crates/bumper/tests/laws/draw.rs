//! Random scenes. All of them are drawn for bodies of about the size 1, a gravity of 10, and speeds of some lengths per second; `rescaled`
//! changes the size afterwards.

use crate::scene::{Body, Form, Material, Number, Part, Scene, Walker};
use crate::solid::{Point, Solid, Transform};
use fastrand::Rng;

/// A random number between two bounds, with three decimals.
pub fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    ((low + (high - low) * rng.f64()) * 1000.0).round() / 1000.0
}

/// A random element of a list.
pub fn pick<T: Clone>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.usize(0..list.len())].clone()
}

/// An empty scene with a gravity of 10.
pub fn empty(frames: usize) -> Scene {
    Scene {
        number: Number::F64,
        unit: 1.0,
        steps: vec![1.0 / 60.0],
        frames,
        gravity: [0.0, -10.0],
        form: Form::Columns,
        reversed: false,
        ground: Vec::new(),
        material: Material { friction: 0.6, restitution: 0.0, belt: 0.0 },
        bodies: Vec::new(),
        walkers: Vec::new(),
    }
}

/// The lengths of the steps: usually the same for all steps, sometimes mixed.
pub fn steps(rng: &mut Rng) -> Vec<f64> {
    const RATES: [f64; 5] = [30.0, 50.0, 60.0, 120.0, 240.0];
    let count = if rng.u8(0..4) == 0 { 3 } else { 1 };
    (0..count).map(|_| 1.0 / pick(rng, &RATES)).collect()
}

/// The half width of every ground.
const HALF_WIDTH: f64 = 12.0;

/// A level floor at height zero with a wall at each end.
pub fn floor(rng: &mut Rng) -> Part {
    let grid = pick(rng, &[0.5, 1.0, 2.0]);
    Part::Surface {
        points: vec![[-HALF_WIDTH, 0.0], [HALF_WIDTH, 0.0]],
        bottom: -2.0 * grid,
        grid: Some(grid),
    }
}

/// Stairs of square tiles that rise to the right, between two level floors.
pub fn stairs(rng: &mut Rng) -> Part {
    let grid = pick(rng, &[0.25, 0.5]);
    let run = pick(rng, &[0.5, 1.0, 2.0]);
    let count = rng.usize(2..5);
    let mut points = vec![[-HALF_WIDTH, 0.0]];
    for k in 0..count {
        let x = k as f64 * run;
        points.extend([[x, k as f64 * grid], [x, (k + 1) as f64 * grid]]);
    }
    points.push([HALF_WIDTH, count as f64 * grid]);
    Part::Surface { points, bottom: -2.0 * grid, grid: Some(grid) }
}

/// A hill or, with a negative height, a valley between two level floors.
pub fn hill(rng: &mut Rng, height: f64) -> Part {
    let (up, top, down) = (between(rng, 1.0, 5.0), between(rng, 0.0, 3.0), between(rng, 1.0, 5.0));
    let mut points = vec![[-HALF_WIDTH, 0.0], [-up, 0.0], [0.0, height]];
    if top > 1.0 {
        points.push([top, height]);
    }
    points.extend([[top + down, 0.0], [HALF_WIDTH, 0.0]]);
    if top <= 1.0 {
        points[3][0] = down;
    }
    Part::Surface { points, bottom: -4.0, grid: None }
}

/// A slope down to the right that ends in a level floor.
pub fn slope(rng: &mut Rng) -> Part {
    let [run, drop] = [between(rng, 4.0, 10.0), between(rng, 0.5, 4.0)];
    Part::Surface {
        points: vec![[-run, drop], [0.0, 0.0], [HALF_WIDTH * 2.0, 0.0]],
        bottom: -2.0,
        grid: None,
    }
}

/// A level floor that ends in a face of the given angle from level.
pub fn cliff(rng: &mut Rng, angle: f64) -> Part {
    let height = between(rng, 5.0, 9.0);
    let run = height / angle.to_radians().tan();
    let points = vec![[-HALF_WIDTH, 0.0], [0.0, 0.0], [run, height], [run + 2.0, height]];
    Part::Surface { points, bottom: -2.0, grid: None }
}

/// Any surface.
pub fn surface(rng: &mut Rng) -> Part {
    match rng.u8(0..6) {
        0 => floor(rng),
        1 => stairs(rng),
        2 => {
            let height = between(rng, 0.5, 2.5);
            hill(rng, height)
        }
        3 => {
            let height = -between(rng, 0.5, 2.5);
            hill(rng, height)
        }
        4 => slope(rng),
        _ => {
            let angle = between(rng, 62.0, 89.0);
            cliff(rng, angle)
        }
    }
}

/// A shape with about the size 1 around the origin.
pub fn solid(rng: &mut Rng) -> Solid {
    let half = between(rng, 0.2, 0.6);
    match rng.u8(0..7) {
        0 => Solid::square([half, half]),
        1 => Solid::square([half, between(rng, 0.2, 0.6)]),
        2 => Solid::Ball { center: [0.0; 2], radius: half },
        3 => Solid::Capsule { from: [-half, 0.0], to: [half, 0.0], radius: between(rng, 0.1, 0.4) },
        4 => Solid::Ellipse { center: [0.0; 2], half: [half, between(rng, 0.2, 0.6)] },
        5 => {
            let (arm, thick) = (half + 0.2, between(rng, 0.1, 0.3));
            let bar = Solid::Box { min: [-arm, 0.0], max: [arm, thick] };
            let post = Solid::Box { min: [-thick / 2.0, -arm], max: [thick / 2.0, 0.0] };
            Solid::Compound(vec![bar, post])
        }
        _ => {
            let count = rng.usize(3..7);
            let corner = |k: usize| {
                let angle = std::f64::consts::TAU * k as f64 / count as f64;
                [half * angle.cos(), half * angle.sin()].map(|c| (c * 1000.0).round() / 1000.0)
            };
            Solid::Polygon((0..count).map(corner).collect())
        }
    }
}

/// A body at a place, at rest, with a random material.
pub fn body(rng: &mut Rng, at: Point) -> Body {
    Body { solid: solid(rng), at, angle: 0.0, velocity: [0.0; 2], spin: 0.0, material: material(rng) }
}

/// A random material without a belt.
pub fn material(rng: &mut Rng) -> Material {
    Material {
        friction: pick(rng, &[0.0, 0.3, 0.6, 1.0]),
        restitution: pick(rng, &[0.0, 0.0, 0.5, 0.9]),
        belt: 0.0,
    }
}

/// A mover with its lowest point at the height `bottom` and its center at x.
pub fn walker(rng: &mut Rng, x: f64, bottom: f64) -> Walker {
    let (half, tall) = (between(rng, 0.2, 0.5), between(rng, 1.0, 2.0));
    let solid = match rng.u8(0..3) {
        0 => Solid::Box { min: [x - half, bottom], max: [x + half, bottom + tall] },
        1 => Solid::Ball { center: [x, bottom + half], radius: half },
        _ => Solid::Capsule { from: [x, bottom + half], to: [x, bottom + half + tall], radius: half },
    };
    let jumps = (0..rng.usize(0..4)).map(|_| rng.usize(5..110)).collect();
    Walker {
        solid,
        speed: between(rng, 1.0, 8.0),
        jumps,
        jump_height: between(rng, 0.5, 3.0),
        step: pick(rng, &[0.0, 0.3, 0.6]),
        floor_angle: pick(rng, &[30.0, 45.0, 60.0]),
    }
}

/// The scene at a random size from 1e-2 to 1e3, with a random step and number type.
pub fn rescaled(rng: &mut Rng, scene: Scene) -> Scene {
    let scale = pick(rng, &[0.01, 0.1, 1.0, 1.0, 1.0, 10.0, 32.0, 1000.0]);
    let scene = scene.transformed(&Transform::scale(scale));
    Scene { steps: steps(rng), number: pick(rng, &[Number::F32, Number::F64]), ..scene }
}
