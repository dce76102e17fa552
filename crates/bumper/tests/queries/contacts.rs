//! Contacts, distances and bounds, compared with the reference.

use crate::reference::body::Body;
use crate::reference::kinds::{Kind, Spec, size, vector};
use crate::reference::number::{Double, V, add, length, rounded, scale};
use crate::reference::survey::Survey;
use crate::reference::{Bounds, allowed, each_pair, gap_along, separation, tolerance};
use bumper::scalar::{Real, Scalar};
use bumper::{Contact, ContactPoint, Shape, contact, contact_within, distance};
use fastrand::Rng;

/// The number of cases of each pair of kinds: without a rim, and with one.
const CASES: (usize, usize) = (100, 3);

/// A pair of shapes, and the result of the reference for it.
struct Case<'a, R: Real, const N: usize> {
    kinds: [Kind; 2],
    shapes: [Shape<'a, R, N>; 2],
    bodies: [Body<Double>; 2],
    found: Bounds,
    /// The unit of errors (EPSILON times the largest number involved), and the allowed error in this unit.
    rounding: f64,
    factor: f64,
}

impl<R: Real, const N: usize> Case<'_, R, N> {
    fn context(&self) -> String {
        let [a, b] = &self.shapes;
        let (low, high) = (self.found.low(), self.found.high());
        format!("  {a:?}\n  {b:?}\n  {low:e}..{high:e} {:?}\n  {:?}", self.found.normal(), contact(*a, *b))
    }

    fn judge(&self, survey: &mut Survey, check: &'static str, off: f64) {
        survey.judge(&self.kinds, check, off / self.rounding, self.factor, || self.context());
    }

    /// A lower bound on the distance of a point from a body; zero inside.
    fn off(&self, point: V<Double>, body: usize) -> f64 {
        let point = Body::ring(vec![point]);
        separation::<N>(&point, &self.bodies[body]).low().max(0.0)
    }

    fn point(&self, survey: &mut Survey, found: &Contact<R, N>, point: &ContactPoint<R, N>) {
        let (at, normal) = (vector(point.point), vector(found.normal));
        let separation = Scalar::to_f64(point.separation);
        let half = Double::from(separation / 2.0);
        let on_a = add(at, scale(normal, -half));
        let on_b = add(at, scale(normal, half));
        self.judge(survey, "point on the first", self.off(on_a, 0));
        self.judge(survey, "point on the second", self.off(on_b, 1));
        let least = Scalar::to_f64(found.separation);
        self.judge(survey, "point deeper than the contact", least - separation);
        self.judge(survey, "point of a contact that is not there", separation - least.max(0.0));
    }

    fn contact(&self, survey: &mut Survey) {
        let [a, b] = self.shapes;
        let found = contact(a, b);
        let separation = Scalar::to_f64(found.separation);
        self.judge(survey, "separation", self.found.miss(separation));
        let back = Scalar::to_f64(contact(b, a).separation);
        self.judge(survey, "the other way round", (separation - back).abs());
        let normal = vector(found.normal);
        let unit = (length(rounded(normal)) - 1.0).abs() / Scalar::to_f64(R::EPSILON);
        survey.judge(&self.kinds, "length of the normal", unit, allowed::UNIT, || self.context());
        let along = gap_along(&self.bodies[0], &self.bodies[1], normal).value();
        self.judge(survey, "normal", self.found.low() - along);
        let most = if N == 2 { 2 } else { 4 };
        let count = found.points().len();
        survey.hold(&self.kinds, "number of points", (1..=most).contains(&count), || self.context());
        for point in found.points() {
            self.point(survey, &found, point);
        }
        let deepest = found.points().iter().map(|point| Scalar::to_f64(point.separation));
        let deepest = deepest.fold(f64::INFINITY, f64::min);
        self.judge(survey, "the deepest point", (deepest - separation).abs());
        let [on_a, on_b] = found.nearest().map(vector);
        self.judge(survey, "nearest on the first", self.off(on_a, 0));
        self.judge(survey, "nearest on the second", self.off(on_b, 1));
    }

    fn distance(&self, survey: &mut Survey) {
        let [a, b] = self.shapes;
        let found = [distance(a, b), distance(b, a)].map(Scalar::to_f64);
        let (low, high) = (self.found.low().max(0.0), self.found.high().max(0.0));
        for found in found {
            let off = (low - found).max(found - high);
            self.judge(survey, "distance", if found.is_nan() { found } else { off });
        }
    }
}

impl<R: Real, const N: usize> Case<'_, R, N> {
    /// `contact_within` returns a contact if the separation is within the margin, and this contact is then equal to the result of
    /// `contact`.
    fn within(&self, survey: &mut Survey, rng: &mut Rng) {
        let [a, b] = self.shapes;
        let near = self.rounding * self.factor;
        let margin = [0.0, size(&self.bodies[0]) * rng.f64(), near * 100.0][rng.usize(..3)];
        let margin = Scalar::to_f64(R::from_f64(margin));
        match contact_within(a, b, R::from_f64(margin)) {
            Some(found) => {
                let separation = Scalar::to_f64(found.separation);
                self.judge(survey, "separation within a margin", self.found.miss(separation));
                survey.hold(&self.kinds, "beyond the margin", separation <= margin, || self.context());
            }
            None => self.judge(survey, "lost within a margin", margin - self.found.high()),
        }
    }

    fn bounds(&self, survey: &mut Survey) {
        for (shape, body) in self.shapes.iter().zip(&self.bodies) {
            let Some(found) = shape.bounds() else {
                survey.hold(&self.kinds, "bounds", false, || self.context());
                continue;
            };
            for k in 0..N {
                let mut u = [Double::from(0.0); 3];
                u[k] = Double::from(1.0);
                let max = (body.reach(u) - vector(found.max())[k]).value().abs();
                let min = (body.reach(scale(u, Double::from(-1.0))) + vector(found.min())[k]).value().abs();
                self.judge(survey, "bounds", max.max(min) / allowed::BOUNDS);
            }
        }
    }
}

fn check<R: Real, const N: usize>(survey: &mut Survey, rng: &mut Rng, [a, b]: [&Spec<R, N>; 2]) {
    let bodies = [a.body(), b.body()];
    let found = separation::<N>(&bodies[0], &bodies[1]);
    let (Some(base_a), Some(base_b)) = (a.base(), b.base()) else { panic!("drawn with a shape") };
    let rounding = Scalar::to_f64(R::EPSILON) * bodies[0].largest.max(bodies[1].largest);
    let near = tolerance::<N>(&bodies[0], &bodies[1], Scalar::to_f64(R::EPSILON));
    if rounding == 0.0 {
        // Both shapes are points at the origin.
        return;
    }
    let shapes = [a.placed(&base_a), b.placed(&base_b)];
    let case = Case { kinds: [a.kind, b.kind], shapes, found, rounding, factor: near / rounding, bodies };
    case.contact(survey);
    case.distance(survey);
    case.within(survey, rng);
    case.bounds(survey);
    // Check the reference itself: its lower and upper bounds must nearly agree.
    let sure = (found.high() - found.low()) / case.rounding;
    survey.judge(&case.kinds, "reference", sure, case.factor, || case.context());
    survey.saw(if found.low() > near { 0 } else { usize::from(found.high() < -near) + 1 });
}

#[test]
fn f32_in_2d() {
    each_pair(("contacts f32 2D", 1), CASES, check::<f32, 2>);
}

#[test]
fn f64_in_2d() {
    each_pair(("contacts f64 2D", 2), CASES, check::<f64, 2>);
}

#[test]
fn f32_in_3d() {
    each_pair(("contacts f32 3D", 3), CASES, check::<f32, 3>);
}

#[test]
fn f64_in_3d() {
    each_pair(("contacts f64 3D", 4), CASES, check::<f64, 3>);
}
