//! Rays: each stops where it first touches the shape and not before, and a ray that misses does not touch it.

use crate::reference::body::Body;
use crate::reference::draw::{about, decades, way};
use crate::reference::kinds::{Spec, size, vector};
use crate::reference::number::{Double, V, add, dot, length, rounded, scale, sub};
use crate::reference::survey::Survey;
use crate::reference::{allowed, each_pair, lowest, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Ray, RayHit, Shape, Vector, cast};
use fastrand::Rng;

/// The number of cases of each pair of kinds: without a rim, and with one. The ray starts near the first shape of a pair and is aimed at
/// the second.
const CASES: (usize, usize) = (10, 4);

/// The number of steps of a search along a ray.
const SECTIONS: usize = 50;

struct Case<'a, R: Real, const N: usize> {
    ray: Ray<R, N>,
    shape: Shape<'a, R, N>,
    body: Body<Double>,
    spec: &'a Spec<R, N>,
}

impl<R: Real, const N: usize> Case<'_, R, N> {
    fn at(&self, distance: f64) -> Body<Double> {
        let along = scale(vector(self.ray.direction()), distance.into());
        Body::ring(vec![add(vector(self.ray.from()), along)])
    }

    fn gap(&self, distance: f64) -> f64 {
        separation::<N>(&self.at(distance), &self.body).high()
    }

    /// The unit of errors (EPSILON times the largest number involved up to a distance), and the allowed error in this unit.
    fn rounding(&self, distance: f64) -> (f64, f64) {
        let from = self.at(0.0).at_least_as_large(distance);
        let epsilon = Scalar::to_f64(R::EPSILON);
        let rounding = epsilon * from.largest.max(self.body.largest).max(f64::MIN_POSITIVE);
        (rounding, tolerance::<N>(&from, &self.body, epsilon) / rounding)
    }

    fn judge(&self, survey: &mut Survey, check: &'static str, off: f64, distance: f64) {
        let (rounding, factor) = self.rounding(distance);
        survey.judge(&[self.spec.kind], check, off / rounding, factor, || self.context());
    }

    fn context(&self) -> String {
        format!("  {:?}\n  {:?}\n  {:?}", self.ray, self.shape, cast(&self.ray, self.shape))
    }

    fn hit(&self, survey: &mut Survey, hit: &RayHit<R, N>) {
        let distance = Scalar::to_f64(hit.distance);
        let (rounding, factor) = self.rounding(distance);
        let near = rounding * factor;
        self.judge(survey, "hit off the shape", self.gap(distance), distance);
        let before = lowest(distance, SECTIONS, -near, |distance| self.gap(distance));
        self.judge(survey, "hit too late", if distance > 0.0 { -before } else { 0.0 }, distance);
        let in_reach = hit.distance >= R::default() && hit.distance <= self.ray.max_distance();
        survey.hold(&[self.spec.kind], "hit out of reach", in_reach, || self.context());
        let point = vector(hit.point);
        let off = length(sub(point, self.at(distance).points[0])).value();
        self.judge(survey, "point off the ray", off, distance);
        let (normal, direction) = (vector(hit.normal), vector(self.ray.direction()));
        let epsilon = Scalar::to_f64(R::EPSILON);
        let unit = (length(rounded(normal)) - 1.0).abs() / epsilon;
        survey.judge(&[self.spec.kind], "length of the normal", unit, allowed::UNIT, || self.context());
        let along = dot(normal, direction).value() / epsilon;
        survey.judge(&[self.spec.kind], "normal along the ray", along, allowed::UNIT, || self.context());
        if self.gap(0.0) > near {
            let beyond = (self.body.reach(normal) - dot(normal, point)).value();
            self.judge(survey, "shape in front of the normal", beyond, distance);
        }
    }

    fn check(&self, survey: &mut Survey) {
        let start = self.gap(0.0);
        let (rounding, factor) = self.rounding(0.0);
        let found = cast(&self.ray, self.shape);
        if start < -rounding * factor {
            let within = found.is_some_and(|hit| hit.distance == R::default());
            survey.hold(&[self.spec.kind], "start within", within, || self.context());
            survey.saw(2);
            return;
        }
        survey.saw(usize::from(found.is_some()));
        match found {
            Some(hit) => self.hit(survey, &hit),
            None => {
                let far =
                    length(rounded(sub(self.body.points[0], vector(self.ray.from())))) + size(&self.body);
                let reach = far.min(Scalar::to_f64(self.ray.max_distance()));
                let (rounding, factor) = self.rounding(reach);
                let least = lowest(reach, SECTIONS, -rounding * factor, |distance| self.gap(distance));
                self.judge(survey, "passed through", -least, reach);
            }
        }
    }
}

/// A random point of a body, or near it.
fn target<const N: usize>(rng: &mut Rng, body: &Body<Double>) -> V<f64> {
    let points = body.short().points;
    let [p, q] = [(); 2].map(|()| points[rng.usize(..points.len())]);
    let part = [0.0, 0.5, rng.f64()][rng.usize(..3)];
    let reach = if rng.bool() { 0.0 } else { size(body) * decades(rng, (-6.0, 0.3)) };
    let beside = way::<N>(rng, reach);
    std::array::from_fn(|k| p[k] + (q[k] - p[k]) * part + if k < N { beside[k.min(N - 1)] } else { 0.0 })
}

fn check<R: Real, const N: usize>(survey: &mut Survey, rng: &mut Rng, [a, b]: [&Spec<R, N>; 2]) {
    let body = b.body();
    let number = |v: V<f64>| Vector::<R, N>(std::array::from_fn(|k| R::from_f64(v[k])));
    // The ray starts at the other shape or anywhere. It points at the shape, along a coordinate axis, or along an edge.
    let from = match rng.u8(..3) {
        0 => rounded(a.body().points[0]),
        _ => about(rng, b),
    };
    let to = target::<N>(rng, &body);
    let towards: V<f64> = std::array::from_fn(|k| to[k] - from[k]);
    let axis = rng.usize(..N);
    let direction = match rng.u8(..6) {
        0 => std::array::from_fn(|k| if k == axis { towards[k] } else { 0.0 }),
        1 if !body.directions.is_empty() => rounded(body.directions[rng.usize(..body.directions.len())]),
        _ => towards,
    };
    // If it does not point at the target, it starts such that it passes through the target.
    let from = if direction == towards { from } else { std::array::from_fn(|k| to[k] - 3.0 * direction[k]) };
    let Some(ray) = Ray::new(number(from), number(direction)) else { return };
    let reach = length(towards) * decades(rng, (-0.5, 0.5));
    let ray = if rng.u8(..4) == 0 { ray.with_max_distance(R::from_f64(reach)) } else { ray };
    let Some(base) = b.base() else { panic!("drawn with a shape") };
    let case = Case { ray, shape: b.placed(&base), body, spec: b };
    case.check(survey);
}

#[test]
fn f32_in_2d() {
    each_pair(("rays f32 2D", 1), CASES, check::<f32, 2>);
}

#[test]
fn f64_in_2d() {
    each_pair(("rays f64 2D", 2), CASES, check::<f64, 2>);
}

#[test]
fn f32_in_3d() {
    each_pair(("rays f32 3D", 3), CASES, check::<f32, 3>);
}

#[test]
fn f64_in_3d() {
    each_pair(("rays f64 3D", 4), CASES, check::<f64, 3>);
}
