//! Relations agree with the sign of the separation, if the separation is larger than the rounding error.

use crate::reference::kinds::Spec;
use crate::reference::survey::Survey;
use crate::reference::{each_pair, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Relate, Relation};
use fastrand::Rng;

/// The number of cases of each pair of kinds: without a rim, and with one.
const CASES: (usize, usize) = (120, 3);

fn check<R: Real, const N: usize>(survey: &mut Survey, _: &mut Rng, [a, b]: [&Spec<R, N>; 2]) {
    let (p, q) = (a.body(), b.body());
    let near = tolerance::<N>(&p, &q, Scalar::to_f64(R::EPSILON));
    let found = separation::<N>(&p, &q);
    let kinds = [a.kind, b.kind];
    let (Some(base_a), Some(base_b)) = (a.base(), b.base()) else { panic!("drawn with a shape") };
    let (first, second) = (a.placed(&base_a), b.placed(&base_b));
    let context = || format!("  {first:?}\n  {second:?}\n  {:e}..{:e}", found.low(), found.high());
    for (first, second) in [(&first, &second), (&second, &first)] {
        let relation = first.relation(second);
        survey.hold(kinds.as_slice(), "apart", found.low() <= near || relation == Relation::Apart, context);
        let overlaps = relation == Relation::Overlapping;
        survey.hold(kinds.as_slice(), "overlapping", found.high() >= -near || overlaps, context);
        let forms = (first.intersects(second), first.overlaps(second));
        survey.hold(kinds.as_slice(), "forms", forms == (relation != Relation::Apart, overlaps), context);
    }
    survey.saw(if found.low() > near { 0 } else { usize::from(found.high() < -near) + 1 });
}

#[test]
fn f32_in_2d() {
    each_pair(("relations f32 2D", 1), CASES, check::<f32, 2>);
}

#[test]
fn f64_in_2d() {
    each_pair(("relations f64 2D", 2), CASES, check::<f64, 2>);
}

#[test]
fn f32_in_3d() {
    each_pair(("relations f32 3D", 3), CASES, check::<f32, 3>);
}

#[test]
fn f64_in_3d() {
    each_pair(("relations f64 3D", 4), CASES, check::<f64, 3>);
}
