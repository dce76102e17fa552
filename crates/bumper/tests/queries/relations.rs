//! Relations agree with the sign of the separation, wherever that is more than rounding.

use crate::reference::draw::pair;
use crate::reference::kinds::{Kind, Spec};
use crate::reference::survey::Survey;
use crate::reference::{cases, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Relate, Relation};
use fastrand::Rng;

fn check<R: Real, const N: usize>(survey: &mut Survey, a: &Spec<R, N>, b: &Spec<R, N>) {
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

fn all<R: Real, const N: usize>(what: &str, seed: u64) {
    let mut survey = Survey::default();
    let mut rng = Rng::with_seed(seed);
    let kinds = Kind::all_in(N);
    for (i, &first) in kinds.iter().enumerate() {
        for &second in &kinds[i..] {
            let has_rim = [first, second].iter().any(|kind| kind.has_rim());
            for _ in 0..cases(if has_rim { 6 } else { 120 }) {
                let [a, b] = pair::<R, N>(&mut rng, [first, second]);
                check(&mut survey, &a, &b);
            }
        }
    }
    survey.finish(what);
}

#[test]
fn f32_on_a_plane() {
    all::<f32, 2>("relations f32 2D", 1);
}

#[test]
fn f64_on_a_plane() {
    all::<f64, 2>("relations f64 2D", 2);
}

#[test]
fn f32_in_space() {
    all::<f32, 3>("relations f32 3D", 3);
}

#[test]
fn f64_in_space() {
    all::<f64, 3>("relations f64 3D", 4);
}
