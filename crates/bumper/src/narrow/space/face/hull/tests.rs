//! The search for the point with the smallest slope skips points that are surely too steep. A search that skips no points has to find the
//! same point.

use super::{PlaneRotation, l1_norm, rounding_error};
use crate::Vector;
use crate::scalar::Real;
use fastrand::Rng;
use std::vec::Vec;

/// Random points below a vertex; many of them have the same slope up to rounding.
fn points<R: Real>(rng: &mut Rng) -> Vec<Vector<R, 3>> {
    let slope = 2f64.powi(rng.i32(-24..4));
    let scale = 10f64.powi(rng.i32(-3..4));
    let point = |rng: &mut Rng| {
        let (perpendicular, turn) = (rng.f64() * scale, rng.f64() * std::f64::consts::TAU);
        let steeper = if rng.bool() { 1.0 } else { 1.0 + rng.f64() * 10f64.powi(rng.i32(-7..1)) };
        let at = [perpendicular * turn.cos(), perpendicular * turn.sin(), -perpendicular * slope * steeper];
        Vector(at.map(R::from_f64))
    };
    (0..rng.usize(2..40)).map(|_| point(rng)).collect()
}

fn check<R: Real>(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let (mut left_out, mut looked_at) = (0, 0);
    for _ in 0..20_000 {
        let points = points::<R>(&mut rng);
        let largest = points.iter().map(|point| l1_norm(*point).to_f64()).fold(0.0, f64::max);
        let mut all = PlaneRotation::<R>::start(rounding_error(R::from_f64(largest)));
        let mut some = PlaneRotation::<R>::start(all.thickness);
        for point in points {
            let (fall, flat) = (-point[2], point.with(2, R::default()));
            let squared = flat.dot(flat);
            all.test(point, Real::sqrt(squared), fall);
            if some.may_be_best(squared, fall) {
                some.test(point, Real::sqrt(squared), fall);
                looked_at += 1;
            } else {
                left_out += 1;
            }
        }
        assert_eq!(some.best, all.best);
    }
    assert!(left_out > looked_at / 8, "{left_out} {looked_at}");
}

#[test]
fn skipping_steep_points_keeps_best_point() {
    check::<f32>(1);
    check::<f64>(2);
}
