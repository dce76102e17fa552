//! Random cases, and random 3D shapes with small integer coordinates. Many of these shapes touch, and many are degenerate.

use bumper::{Aabb, Axis, Ball, Cylinder, Shape};
use fastrand::Rng;

/// Prints the number of the case if a test fails.
struct Case(u64);

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in case {}", self.0);
        }
    }
}

/// Runs a test with this number of random cases, which are the same in each run. `BUMPER_CASES` overrides the number.
pub fn each_case(usual: u64, mut test: impl FnMut(&mut Rng)) {
    let cases = std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual);
    for case in 0..cases {
        let _case = Case(case);
        test(&mut Rng::with_seed(case));
    }
}

/// Random vectors of `N` numbers from -1 to 1.
pub fn directions<const N: usize>(rng: &mut Rng, count: usize) -> Vec<[f64; N]> {
    (0..count).map(|_| core::array::from_fn(|_| rng.f64() * 2.0 - 1.0)).collect()
}

/// A random vector of small integers.
pub fn whole<const N: usize>(rng: &mut Rng, most: i8) -> [f64; N] {
    core::array::from_fn(|_| rng.i8(-most..=most).into())
}

pub fn vector(rng: &mut Rng) -> [f64; 3] {
    whole(rng, 6)
}

pub fn shape(rng: &mut Rng) -> Shape<'static, f64, 3> {
    let radius = f64::from(rng.u8(0..6));
    match rng.u8(0..4) {
        0 => Shape::Point(vector(rng).into()),
        1 => Aabb::new(vector(rng), vector(rng)).into(),
        2 => Ball::new(vector(rng), radius).into(),
        _ => {
            let axis = Axis::ALL[rng.usize(0..3)];
            Cylinder::new(axis, vector(rng), rng.i8(-6..=6).into(), radius).into()
        }
    }
}
