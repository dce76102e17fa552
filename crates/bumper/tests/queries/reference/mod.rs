//! A slow and simple reference for all queries, written from the definitions alone. Shapes are points, rims and radii; all candidates are
//! tried; and numbers have twice the digits of `f64`. It uses nothing of the library except its shapes.
#![allow(dead_code, reason = "without `alloc`, a part is unused")]

pub mod body;
pub mod corners;
pub mod draw;
pub mod kinds;
pub mod number;
pub mod rims;
pub mod survey;

use body::Body;
use bumper::scalar::Real;
use fastrand::Rng;
use kinds::{Kind, Spec};
use number::{Double, Number, V, length, rounded, scale, sub};
use survey::Survey;

/// The allowed errors of lengths, in units of `EPSILON` times the largest number of the input.
pub mod allowed {
    /// The factors for polyhedral shapes with a radius, in 2D and in 3D.
    pub const PLANE: f64 = 32.0;
    pub const SPACE: f64 = 64.0;
    /// The factors for pairs with an ellipse or a cylinder. The error of cylinders is guaranteed only relative to the largest number.
    pub const RIM: f64 = 256.0;
    pub const CYLINDER: f64 = 1e-6;
    /// The factor for bounding boxes, which are deliberately enlarged by a few rounding errors.
    pub const BOUNDS: f64 = 2.0;
    /// The factor for the lengths of unit vectors.
    pub const UNIT: f64 = 8.0;
    /// The allowed error of sweeps with rotation, relative to the largest number: the distance at which they stop.
    pub const TURNING: f64 = 1e-6;
}

/// Lower and upper bounds on the separation of two shapes, and the direction that proves the lower bound.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub low: Double,
    pub high: Double,
    pub normal: V<Double>,
}

/// The approximate size of the Minkowski difference of two bodies.
pub fn extent(a: &Body<f64>, b: &Body<f64>) -> f64 {
    let start = a.points[0];
    let points = a.points.iter().chain(&b.points).map(|&p| length(sub(p, start)));
    let rims = [a, b].map(|body| body.round.map_or(0.0, |round| length(round.p) + length(round.q)));
    points.fold(0.0, f64::max) + rims[0] + rims[1]
}

/// The separation of two bodies as the library defines it: the largest gap over all directions.
pub fn separation<const N: usize>(a: &Body<Double>, b: &Body<Double>) -> Bounds {
    // Relative to a corner of the first body, coordinates are small and rounding errors too.
    let origin = scale(a.points[0], Double::from(-1.0));
    let (p, q) = (a.moved(origin), b.moved(origin));
    let found = match (p.round, q.round) {
        (None, None) => corners::separation(&p, &q, N == 3),
        _ => rims::separation(&p, &q, N == 3),
    };
    let radii = a.radius + b.radius;
    Bounds { low: found.low - radii, high: found.high - radii, ..found }
}

/// An upper bound on the separation. If shapes with a rim are apart, it is faster to compute than the separation itself.
pub fn at_most<const N: usize>(a: &Body<Double>, b: &Body<Double>) -> f64 {
    if a.round.is_none() && b.round.is_none() || a.points.len() + b.points.len() < 4 {
        return separation::<N>(a, b).high();
    }
    let origin = scale(a.points[0], Double::from(-1.0));
    let core = rims::at_most(&a.moved(origin), &b.moved(origin), N == 3);
    (core - a.radius - b.radius).value()
}

/// The minimum of a convex function of time between zero and `end`, by golden-section search. Stops early at any value below `enough`.
pub fn lowest(end: f64, sections: usize, enough: f64, mut of: impl FnMut(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    let mut best = of(end);
    if high <= low || best < enough {
        return best;
    }
    let (mut left, mut right) = (high - (high - low) * rims::GOLDEN, low + (high - low) * rims::GOLDEN);
    let (mut at_left, mut at_right) = (of(left), of(right));
    for _ in 0..sections {
        best = best.min(at_left).min(at_right);
        if best < enough {
            break;
        }
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - (high - low) * rims::GOLDEN;
            at_left = of(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + (high - low) * rims::GOLDEN;
            at_right = of(right);
        }
    }
    best.min(at_left).min(at_right)
}

/// The gap between two bodies along a direction. The direction need not have unit length, but must not be zero.
pub fn gap_along(a: &Body<Double>, b: &Body<Double>, u: V<Double>) -> Double {
    let origin = scale(a.points[0], Double::from(-1.0));
    let (p, q) = (a.moved(origin), b.moved(origin));
    let Some(u) = number::unit(u) else { return Double::from(f64::NEG_INFINITY) };
    -q.reach(scale(u, Double::from(-1.0))) - p.reach(u)
}

/// The allowed error of a length between two bodies, for a float with this `EPSILON`.
pub fn tolerance<const N: usize>(a: &Body<Double>, b: &Body<Double>, epsilon: f64) -> f64 {
    let factor = match (a.round, b.round) {
        (None, None) if N == 2 => allowed::PLANE,
        (None, None) => allowed::SPACE,
        _ if N == 2 => allowed::RIM,
        _ => allowed::RIM.max(allowed::CYLINDER / epsilon),
    };
    factor * epsilon * a.largest.max(b.largest)
}

impl Bounds {
    pub fn low(&self) -> f64 {
        self.low.value()
    }
    pub fn high(&self) -> f64 {
        self.high.value()
    }
    pub fn middle(&self) -> f64 {
        ((self.low + self.high) * Double::from(0.5)).value()
    }
    pub fn normal(&self) -> V<f64> {
        rounded(self.normal)
    }
    /// The distance of a number from the interval between the two bounds. Infinite for NaN.
    pub fn miss(&self, number: f64) -> f64 {
        let number = Double::from(number);
        let miss = (self.low - number).most(number - self.high).value();
        if number.value().is_nan() { f64::INFINITY } else { miss.max(0.0) }
    }
}

/// Calls `check` for random pairs of every two kinds: `plain` times for each pair of kinds, or `rim` times if one has a rim, which takes
/// longer. If `BUMPER_CASES` is set, it replaces `plain` (see [`cases`]), and `rim` keeps its ratio to it. In 3D each pair is also checked
/// with both shapes placed by poses.
pub fn each_pair<R: Real, const N: usize>(
    (what, seed): (&str, u64),
    (plain, rim): (usize, usize),
    mut check: impl FnMut(&mut Survey, &mut Rng, [&Spec<R, N>; 2]),
) {
    let (mut survey, mut rng) = (Survey::default(), random(seed));
    let kinds = Kind::all_in(N);
    for (i, &first) in kinds.iter().enumerate() {
        for &second in &kinds[i..] {
            let has_rim = first.has_rim() || second.has_rim();
            for _ in 0..if has_rim { (cases(plain) * rim).div_ceil(plain) } else { cases(plain) } {
                let [a, b] = draw::pair::<R, N>(&mut rng, [first, second]);
                check(&mut survey, &mut rng, [&a, &b]);
                if N == 3 {
                    // Equal poses keep the relative position of the shapes; different ones give any relative position.
                    let pose = rng.bool().then(|| draw::placed(&mut rng, &a)).and_then(|a| a.pose);
                    let again = |rng: &mut Rng, spec: &Spec<R, N>| match (spec.pose, pose) {
                        (None, Some(pose)) => Spec { pose: Some(pose), ..spec.clone() },
                        _ => draw::placed(rng, spec),
                    };
                    let [a, b] = [&a, &b].map(|spec| again(&mut rng, spec));
                    check(&mut survey, &mut rng, [&a, &b]);
                }
            }
        }
    }
    survey.finish(what);
}

/// The number of cases: `BUMPER_CASES`, or else the default. `BUMPER_CASES=x10` stands for ten times the default.
pub fn cases(default: usize) -> usize {
    let Ok(given) = std::env::var("BUMPER_CASES") else { return default };
    let (factor, number) = given.strip_prefix('x').map_or((1, given.as_str()), |factor| (default, factor));
    factor * number.parse::<usize>().expect("BUMPER_CASES is a number, or a factor such as x10")
}

/// The random numbers of a test. `BUMPER_SEED` selects another sequence.
pub fn random(seed: u64) -> Rng {
    let other: u64 = std::env::var("BUMPER_SEED").map_or(0, |seed| seed.parse().expect("a number"));
    Rng::with_seed(seed ^ other << 32)
}
