//! Sweeps: moving shapes stop where they first touch and not before, and shapes that miss each other never overlap.

use crate::reference::body::Body;
use crate::reference::draw::{decades, way};
use crate::reference::kinds::{Kind, Spec, largest, size, vector};
use crate::reference::number::{Double, V, length, rounded, scale};
use crate::reference::survey::Survey;
use crate::reference::{allowed, at_most, each_pair, gap_along, lowest, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Shape, SweepHit, Vector, sweep};
use fastrand::Rng;

/// The number of cases of each pair of kinds: without a rim, and with one.
const CASES: (usize, usize) = (20, 1);

/// The number of steps of a search along the motion: without a rim, and with one.
const SECTIONS: (usize, usize) = (40, 6);

struct Case<'a, R: Real, const N: usize> {
    kinds: [Kind; 2],
    shapes: [Shape<'a, R, N>; 2],
    bodies: [Body<Double>; 2],
    steps: [Vector<R, N>; 2],
}

impl<R: Real, const N: usize> Case<'_, R, N> {
    /// The two bodies at a time.
    fn at(&self, time: f64) -> [Body<Double>; 2] {
        let moved = |k: usize| self.bodies[k].moved(scale(vector(self.steps[k]), time.into()));
        [moved(0), moved(1)]
    }

    fn at_most(&self, time: f64) -> f64 {
        let [a, b] = self.at(time);
        at_most::<N>(&a, &b)
    }

    /// The unit of errors (EPSILON times the largest number involved up to a time), and the allowed error in this unit.
    fn rounding(&self, time: f64) -> (f64, f64) {
        let [a, b] = &self.bodies;
        let moves = largest(self.steps[0]).max(largest(self.steps[1])) * time;
        let epsilon = Scalar::to_f64(R::EPSILON);
        let rounding = epsilon * a.largest.max(b.largest).max(moves).max(f64::MIN_POSITIVE);
        (rounding, tolerance::<N>(&a.clone().at_least_as_large(moves), b, epsilon) / rounding)
    }

    fn judge(&self, survey: &mut Survey, check: &'static str, off: f64, time: f64) {
        let (rounding, factor) = self.rounding(time);
        survey.judge(&self.kinds, check, off / rounding, factor, || self.context());
    }

    fn context(&self) -> String {
        let ([a, b], [u, v]) = (self.shapes, self.steps);
        format!("  {a:?} by {u:?}\n  {b:?} by {v:?}\n  {:?}", sweep(a, u, b, v))
    }

    /// The smallest gap during the motion up to a time.
    fn lowest(&self, time: f64) -> f64 {
        let (rounding, factor) = self.rounding(time);
        let sections = if self.has_rim() { SECTIONS.1 } else { SECTIONS.0 };
        lowest(time, sections, -rounding * factor, |time| self.at_most(time))
    }

    fn has_rim(&self) -> bool {
        self.kinds.iter().any(|kind| kind.has_rim())
    }

    fn hit(&self, survey: &mut Survey, hit: &SweepHit<R, N>) {
        let time = Scalar::to_f64(hit.time);
        let [a, b] = self.at(time);
        let found = separation::<N>(&a, &b);
        self.judge(survey, "hit too early", found.low(), time);
        self.judge(survey, "hit too late", if time > 0.0 { -self.lowest(time) } else { 0.0 }, time);
        survey.hold(&self.kinds, "time", (0.0..=1.0).contains(&time), || self.context());
        let normal = vector(hit.normal);
        let unit = (length(rounded(normal)) - 1.0).abs() / Scalar::to_f64(R::EPSILON);
        survey.judge(&self.kinds, "length of the normal", unit, allowed::UNIT, || self.context());
        let along = gap_along(&a, &b, normal).value();
        self.judge(survey, "normal", found.low().min(0.0) - along, time);
        let point = Body::ring(vec![vector(hit.point)]);
        for (body, check) in [(&a, "point off the first"), (&b, "point off the second")] {
            self.judge(survey, check, separation::<N>(&point, body).low(), time);
        }
    }

    fn check(&self, survey: &mut Survey) {
        let ([a, b], [u, v]) = (self.shapes, self.steps);
        let found = sweep(a, u, b, v);
        let start = self.at_most(0.0);
        let (rounding, factor) = self.rounding(0.0);
        if start < -rounding * factor {
            let within = found.is_some_and(|hit| hit.starts_overlapping && hit.time == R::default());
            survey.hold(&self.kinds, "start within", within, || self.context());
            survey.saw(2);
            return;
        }
        survey.saw(usize::from(found.is_some()));
        match found {
            Some(hit) if hit.starts_overlapping => {
                self.judge(survey, "said to start within", start, 0.0);
            }
            Some(hit) => self.hit(survey, &hit),
            None => self.judge(survey, "passed through", -self.lowest(1.0), 1.0),
        }
    }
}

fn check<R: Real, const N: usize>(survey: &mut Survey, rng: &mut Rng, [a, b]: [&Spec<R, N>; 2]) {
    let bodies = [a.body(), b.body()];
    let number = |v: V<f64>| Vector::<R, N>(std::array::from_fn(|k| R::from_f64(v[k])));
    // Points have no size, so use 1. At distances below 1e-154, whose squares are zero, they would count as touching.
    let reach = Some(size(&bodies[0]).max(size(&bodies[1]))).filter(|&size| size > 0.0).unwrap_or(1.0);
    // The second shape is first moved back, then swept by about the same vector, scaled at random. So it arrives, or just misses.
    let far = reach * decades(rng, (-1.0, 3.0));
    let back = rounded(vector(way::<N>(rng, far)));
    let axis = rng.usize(..N);
    let back =
        if rng.u8(..3) == 0 { std::array::from_fn(|k| if k == axis { back[k] } else { 0.0 }) } else { back };
    let b = if rng.u8(..5) == 0 { b.clone() } else { b.moved(back.map(|c| -c)) };
    let further = decades(rng, (-0.3, 0.5));
    let (beside, together) = ([0.0, 1.0][rng.usize(..2)], [0.0, 0.0, 1.0, 1000.0][rng.usize(..4)]);
    let (aside, common) = (way::<N>(rng, reach * beside), way::<N>(rng, reach * together));
    let common = rounded(vector(common));
    let steps = [
        number(common),
        number(std::array::from_fn(|k| {
            let aside = if k < N { aside[k.min(N - 1)] } else { 0.0 };
            back[k] * further + common[k] + aside * 0.3
        })),
    ];
    let bodies = [bodies[0].clone(), b.body()];
    // Rounding may have made the moved shape invalid.
    let (Some(base_a), Some(base_b)) = (a.base(), b.base()) else { return };
    let shapes = [a.placed(&base_a), b.placed(&base_b)];
    Case { kinds: [a.kind, b.kind], shapes, bodies, steps }.check(survey);
}

#[test]
fn f32_in_2d() {
    each_pair(("sweeps f32 2D", 1), CASES, check::<f32, 2>);
}

#[test]
fn f64_in_2d() {
    each_pair(("sweeps f64 2D", 2), CASES, check::<f64, 2>);
}

#[test]
fn f32_in_3d() {
    each_pair(("sweeps f32 3D", 3), CASES, check::<f32, 3>);
}

#[test]
fn f64_in_3d() {
    each_pair(("sweeps f64 3D", 4), CASES, check::<f64, 3>);
}
