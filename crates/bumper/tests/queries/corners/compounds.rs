//! Compares queries of compounds, with and without a pose, with queries of their parts.

use super::*;
use crate::reference::draw;
use crate::reference::kinds::size;
use bumper::{Pose, Ray, Relate, ShapeBuf, cast, distance, sweep};

/// The number of random cases of each kind of shape.
const CASES_OF_KIND: usize = 30;

/// The parts of a compound, another shape, and the allowed error of lengths (`near`).
struct Case<'a, R: Real, const N: usize> {
    parts: Vec<Shape<'a, R, N>>,
    other: Shape<'a, R, N>,
    near: f64,
    step: Vector<R, N>,
    ray: Ray<R, N>,
}

impl<R: Real, const N: usize> Case<'_, R, N> {
    fn least(&self, of: impl Fn(Shape<'_, R, N>) -> Option<R>) -> f64 {
        let found = self.parts.iter().filter_map(|part| of(*part)).map(Scalar::to_f64);
        found.fold(f64::INFINITY, f64::min)
    }

    /// Asserts that queries of the compound `whole` against `other` have the results of its parts. `pose` is the pose at which both shapes
    /// are placed. `hits` counts, for rays and for sweeps, the cases in which both the compound and a part are hit, and the cases in which
    /// only one of them is hit, because the ray or sweep grazes.
    fn check(
        &self,
        whole: Shape<'_, R, N>,
        other: Shape<'_, R, N>,
        pose: Option<&Pose<R, N>>,
        hits: &mut [[u32; 2]; 2],
    ) {
        let context = || format!("{:?}\n{:?}\n{pose:?}", self.parts, self.other);
        let agree = |what: &str, found: R, expected: f64| {
            let off = (Scalar::to_f64(found) - expected).abs();
            assert!(
                off <= self.near,
                "{what}: {found:?} {expected:?} {off:e} {:e}\n{}",
                self.near,
                context()
            );
        };
        let separation = self.least(|part| Some(contact(part, self.other).separation));
        let (found, back) = (contact(whole, other), contact(other, whole));
        agree("separation", found.separation, separation);
        assert!(found.separation == back.separation && found.normal == -back.normal, "{}", context());
        agree("distance", distance(whole, other), self.least(|part| Some(distance(part, self.other))));
        agree("distance", distance(other, whole), self.least(|part| Some(distance(part, self.other))));
        for found in [whole.relation(&other), other.relation(&whole)] {
            let expected = self.parts.iter().map(|part| part.relation(&self.other)).max();
            assert!(
                Some(found) == expected || separation.abs() <= self.near,
                "{found:?} {expected:?} {}",
                context()
            );
        }
        let turned = |v: Vector<R, N>| pose.map_or(v, |pose| pose.rotation.apply(v));
        let start = pose.map_or(self.ray.from(), |pose| pose.apply(self.ray.from()));
        let ray = Ray::new(start, turned(self.ray.direction())).unwrap();
        let far = (0..N).map(|k| Scalar::to_f64(self.ray.from()[k]).abs()).fold(0.0, f64::max);
        let expected = self.least(|part| cast(&self.ray, part).map(|hit| hit.distance));
        let found = cast(&ray, whole);
        count(&mut hits[0], found.is_some(), expected < f64::INFINITY);
        if let (Some(hit), true) = (found, expected < f64::INFINITY) {
            let off = (Scalar::to_f64(hit.distance) - expected).abs();
            let points = [Scalar::to_f64(hit.distance), expected].map(|at| self.ray.at(R::from_f64(at)));
            let on = |k: usize| self.least(|part| Some(distance(part, points[k])));
            assert!(
                off <= self.near + far || on(0).max(on(1)) <= self.near,
                "ray {hit:?} {expected} {}",
                context()
            );
        }
        let step = turned(self.step);
        let still = Vector::<R, N>::default();
        let expected = self.least(|part| sweep(part, self.step, self.other, still).map(|hit| hit.time));
        let found = sweep(whole, step, other, still);
        count(&mut hits[1], found.is_some(), expected < f64::INFINITY);
        if let (Some(hit), true) = (found, expected < f64::INFINITY) {
            let gap = |time: f64| {
                self.least(|part| {
                    let to = Pose::new(Rotation::identity(), self.step.map(|c| c * R::from_f64(time)));
                    Some(distance(part.placed(&to), self.other))
                })
            };
            let times = [Scalar::to_f64(hit.time), expected];
            let is_same = (times[0] - times[1]).abs() * reference::draw::reach_of(self.step) <= self.near;
            assert!(
                is_same || times.map(gap).into_iter().fold(0.0, f64::max) <= self.near,
                "{hit:?} {expected} {}",
                context()
            );
        }
    }
}

/// Counts a case in which both `a` and `b` are hit, or only one of them.
fn count([both, one]: &mut [u32; 2], a: bool, b: bool) {
    *both += u32::from(a && b);
    *one += u32::from(a != b);
}

fn check<R: Real, const N: usize>() {
    let mut hits = [[0; 2]; 2];
    let mut rng = reference::random(41);
    let kinds = Kind::all_in(N);
    for &kind in &kinds {
        for _ in 0..reference::cases(CASES_OF_KIND) {
            let [second, third] = [(); 2].map(|()| {
                let plain: Vec<_> = kinds.iter().filter(|kind| !kind.has_rim()).collect();
                *plain[rng.usize(..plain.len())]
            });
            let [a, b] = draw::pair::<R, N>(&mut rng, [kind, second]);
            let [a, b] = if a.kind == kind { [a, b] } else { [b, a] };
            let [c, _] = draw::pair::<R, N>(&mut rng, [third; 2]);
            let (p, q) = (a.body(), c.body());
            let reach = size(&p).max(size(&q));
            let beside = numbers::<3>(&mut rng, reach);
            let c = c.moved(std::array::from_fn(|k| {
                if k < N { p.points[0][k].value() - q.points[0][k].value() + beside[k] } else { 0.0 }
            }));
            let Some(shapes) = [&a, &b, &c].map(Spec::base).into_iter().collect::<Option<Vec<_>>>() else {
                continue;
            };
            let [p, q, s] =
                [(&a, &shapes[0]), (&b, &shapes[1]), (&c, &shapes[2])].map(|(spec, base)| spec.placed(base));
            let pose = draw::placed(&mut rng, &Spec { pose: None, ..a.clone() }).pose.unwrap();
            let bodies = [a.body(), b.body(), c.body()];
            let largest = bodies.iter().map(|body| body.largest).fold(0.0, f64::max);
            let moved =
                (0..N).map(|k| Scalar::to_f64(pose.translation[k]).abs()).fold(largest * 2.0, f64::max);
            let factor = if kind.has_rim() { 512.0f64.max(2e-6 / epsilon::<R>()) } else { 256.0 };
            let sizes = bodies.iter().map(size).fold(0.0, f64::max);
            let from = Vector(numbers::<N>(&mut rng, sizes * 3.0).map(R::from_f64)) + a.points[0];
            // Most rays hit the first part.
            let direction =
                a.points[0] - from + Vector(numbers::<N>(&mut rng, sizes * 0.25).map(R::from_f64));
            let Some(ray) = Ray::new(from, direction) else { continue };
            let case = Case {
                parts: vec![p, s],
                other: q,
                near: factor * epsilon::<R>() * moved,
                step: Vector(numbers::<N>(&mut rng, sizes * 2.0).map(R::from_f64)),
                ray,
            };
            let list = Shape::Compound(&case.parts);
            let owned = ShapeBuf::compound(case.parts.iter().copied());
            case.check(list, q, None, &mut hits);
            case.check(Shape::from(&owned), q, None, &mut hits);
            case.check(list.placed(&pose), q.placed(&pose), Some(&pose), &mut hits);
            case.check(Shape::from(&owned.placed(&pose)), q.placed(&pose), Some(&pose), &mut hits);
        }
    }
    assert!(hits.iter().all(|[both, one]| *both > 300 && one * 25 < *both), "{hits:?}");
}

#[test]
fn compounds_have_the_results_of_their_parts_in_2d() {
    check::<f64, 2>();
    check::<f32, 2>();
}

#[test]
fn compounds_have_the_results_of_their_parts_in_3d() {
    check::<f64, 3>();
    check::<f32, 3>();
}
