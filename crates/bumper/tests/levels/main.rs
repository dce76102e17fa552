//! Meshes and height fields: queries of surfaces of many kinds are compared with a brute force in `f64` that visits every triangle.
//! `BUMPER_CASES` sets the number of cases of each surface (`x10` is ten times the default), and `BUMPER_SEED` selects other cases.

#![cfg(any(feature = "std", feature = "libm"))]

mod brute_force;
mod height_fields;
mod large_fields;
mod meshes;
mod one_sided;
mod one_sided_movers;
mod queries;
mod surfaces;
mod walkers;

use fastrand::Rng;

/// The number of cases, and the generator of random numbers for a test.
fn cases(default: usize, seed: u64) -> (usize, Rng) {
    let cases = match std::env::var("BUMPER_CASES").as_deref() {
        Ok(factor) if factor.starts_with('x') => {
            default * factor[1..].parse::<usize>().expect("BUMPER_CASES is a number or x and a number")
        }
        Ok(number) => number.parse().expect("BUMPER_CASES is a number or x and a number"),
        Err(_) => default,
    };
    let other = std::env::var("BUMPER_SEED").map_or(0, |seed| seed.parse().expect("BUMPER_SEED is a number"));
    (cases, Rng::with_seed(seed + 1_000_003 * other))
}
