//! Measures how much slower the solver of rigid bodies would be in 64-bit fixed point. Runs the inner loop of the contact solver, with one
//! point per contact, in three types of numbers: `f32`, `f64`, and 32.32 fixed point with 128-bit products. The loop processes four
//! contacts at a time. In `f32` and fixed point, it also runs with one contact at a time.

use std::array::from_fn;
use std::hint::black_box;
use std::ops::{Add, Div, Mul, Sub};
use std::time::Instant;

const BODIES: usize = 200;
/// The number of colours of the contact graph. A colour is a group of contacts that have no body in common.
const COLORS: usize = 6;
const PASSES: usize = 200;
const RUNS: usize = 60;

/// The arithmetic operations that the inner loop of the solver needs.
trait Number:
    Copy + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    fn of(number: f64) -> Self;
    fn to(self) -> f64;
}

impl Number for f32 {
    fn of(number: f64) -> Self {
        number as f32
    }
    fn to(self) -> f64 {
        self.into()
    }
}

impl Number for f64 {
    fn of(number: f64) -> Self {
        number
    }
    fn to(self) -> f64 {
        self
    }
}

/// A number in 32.32 fixed point.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Fixed(i64);

impl Number for Fixed {
    fn of(number: f64) -> Self {
        Self((number * 2f64.powi(32)) as i64)
    }
    fn to(self) -> f64 {
        self.0 as f64 / 2f64.powi(32)
    }
}

impl Add for Fixed {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Fixed {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Mul for Fixed {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(((i128::from(self.0) * i128::from(other.0)) >> 32) as i64)
    }
}

impl Div for Fixed {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self(((i128::from(self.0) << 32) / i128::from(other.0)) as i64)
    }
}

/// `W` contacts that are solved together. For each of them, the block has the two bodies, the constants of the contact, and the impulses
/// accumulated so far (`normal_impulse` and `friction_impulse`).
struct Block<N, const W: usize> {
    bodies: [[usize; W]; 2],
    normal: [[N; W]; 2],
    lever_arms: [[N; W]; 2],
    inv_mass: [N; W],
    target_velocity: [N; W],
    friction: [N; W],
    normal_impulse: [N; W],
    friction_impulse: [N; W],
}

/// Four numbers for each body: the linear velocity (two numbers), the angular velocity, and padding. The inverse mass and inertia of all
/// bodies is 1.
type Velocities<N> = [[N; 4]];

fn each<N: Copy, const W: usize>(number: impl Fn(usize) -> N) -> [N; W] {
    from_fn(number)
}

/// Solves each contact once: first the normal impulse, which is clamped to be non-negative, then the friction impulse, which is clamped by
/// Coulomb's law. The solver of `dynamics` does this for each contact point.
#[inline(never)]
fn pass<N: Number, const W: usize>(blocks: &mut [Block<N, W>], velocities: &mut Velocities<N>) {
    let zero = N::of(0.0);
    let one = N::of(1.0);
    for block in blocks {
        let [p, q]: [[[N; 4]; W]; 2] = [0, 1].map(|side| from_fn(|k| velocities[block.bodies[side][k]]));
        let [x, y] = block.normal;
        let [r, s] = block.lever_arms;
        let normal_velocity = each::<N, W>(|k| {
            (q[k][0] - p[k][0]) * x[k] + (q[k][1] - p[k][1]) * y[k] + q[k][2] * s[k] - p[k][2] * r[k]
        });
        // `mass` could be stored, but compute it from its inverse. The solver of `dynamics` also needs one division per contact: it divides
        // by the determinant of the 2×2 matrix that couples the two points of a contact.
        let mass = each::<N, W>(|k| one / block.inv_mass[k]);
        let normal_impulse = each::<N, W>(|k| {
            let sum = block.normal_impulse[k] - (normal_velocity[k] - block.target_velocity[k]) * mass[k];
            if sum > zero { sum } else { zero }
        });
        let tangent_velocity = each::<N, W>(|k| (q[k][1] - p[k][1]) * x[k] - (q[k][0] - p[k][0]) * y[k]);
        let friction_impulse = each::<N, W>(|k| {
            let sum = block.friction_impulse[k] - tangent_velocity[k] * mass[k];
            let most = block.friction[k] * normal_impulse[k];
            let sum = if sum > most { most } else { sum };
            if sum < zero - most { zero - most } else { sum }
        });
        let d = each::<N, W>(|k| normal_impulse[k] - block.normal_impulse[k]);
        let e = each::<N, W>(|k| friction_impulse[k] - block.friction_impulse[k]);
        let (u, v) =
            (each::<N, W>(|k| x[k] * d[k] - y[k] * e[k]), each::<N, W>(|k| y[k] * d[k] + x[k] * e[k]));
        block.normal_impulse = normal_impulse;
        block.friction_impulse = friction_impulse;
        let first: [[N; 4]; W] =
            from_fn(|k| [p[k][0] - u[k], p[k][1] - v[k], p[k][2] - r[k] * d[k], p[k][3]]);
        let second: [[N; 4]; W] =
            from_fn(|k| [q[k][0] + u[k], q[k][1] + v[k], q[k][2] + s[k] * d[k], q[k][3]]);
        // Without `black_box`, the compiler would vectorise over the four numbers of a body, instead of over the contacts of the block.
        let (first, second) = black_box((first, second));
        for k in 0..W {
            (velocities[block.bodies[0][k]], velocities[block.bodies[1][k]]) = (first[k], second[k]);
        }
    }
}

/// A pseudorandom number between -1 and 1.
fn number(k: usize) -> f64 {
    f64::from((k as u32).wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0
}

fn blocks<N: Number, const W: usize>() -> Vec<Block<N, W>> {
    let count = BODIES / 2 / W;
    let block = |k: usize| {
        let color = k / count;
        let first = k % count * W;
        let at = |lane: usize| (first + lane) * COLORS + color;
        let angle = |lane: usize| 3.2 * number(at(lane));
        let all = |from: usize, scale: f64, plus: f64| {
            each::<N, W>(|lane| N::of(plus + scale * number(from * 5000 + at(lane))))
        };
        Block {
            bodies: [
                each(|lane| 2 * (first + lane)),
                each(|lane| (2 * (first + lane) + 1 + 2 * color) % BODIES),
            ],
            normal: [each(|lane| N::of(angle(lane).cos())), each(|lane| N::of(angle(lane).sin()))],
            lever_arms: [all(1, 0.5, 0.0), all(2, 0.5, 0.0)],
            inv_mass: all(3, 0.5, 3.0),
            target_velocity: all(4, 0.1, 0.0),
            friction: [N::of(0.6); W],
            normal_impulse: [N::of(0.0); W],
            friction_impulse: [N::of(0.0); W],
        }
    };
    (0..count * COLORS).map(block).collect()
}

/// Measures the inner loop with a number type and `W` contacts per block. Returns the nanoseconds per contact (the minimum of many runs),
/// and the sum of all velocities afterwards.
fn measure<N: Number, const W: usize>() -> (f64, f64) {
    let mut least = f64::INFINITY;
    let mut sum = 0.0;
    for _ in 0..RUNS {
        let mut blocks = blocks::<N, W>();
        let mut velocities: Vec<[N; 4]> =
            (0..BODIES).map(|k| from_fn(|axis| N::of(number(4 * k + axis)))).collect();
        let start = Instant::now();
        for _ in 0..PASSES {
            pass(black_box(&mut blocks), black_box(&mut velocities));
        }
        let time = start.elapsed().as_secs_f64() * 1e9;
        least = least.min(time / (PASSES * blocks.len() * W) as f64);
        sum = velocities.iter().map(|body| body[0].to().abs() + body[2].to().abs()).sum();
    }
    (least, sum)
}

/// Prints the time of each number type and block size, relative to `f32` in blocks of four. Also prints the sums of velocities, to show
/// that the results agree.
pub fn print() {
    let rows = [
        ("f32, four side by side", measure::<f32, 4>()),
        ("f32, one at a time", measure::<f32, 1>()),
        ("f64, four side by side", measure::<f64, 4>()),
        ("fixed, four side by side", measure::<Fixed, 4>()),
        ("fixed, one at a time", measure::<Fixed, 1>()),
    ];
    println!("| a pass through contacts | of `f32` | sum of velocities |\n| --- | ---: | ---: |");
    for (name, (time, sum)) in rows {
        println!("| {name} | {:.2} | {sum:.4} |", time / rows[0].1.0);
    }
}
