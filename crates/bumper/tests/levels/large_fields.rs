//! Height fields of many sizes answer like the list of their faces, which has no tree and visits every face.

use crate::cases;
use bumper::scalar::Real;
use bumper::{
    Aabb, Ball, HeightField, Pose, Ray, Relate, Relation, Rotation, Shape, ShapeBuf, Vector, cast, contact,
    distance, sweep,
};
use fastrand::Rng;

/// The same ground in two forms.
struct Forms<'a, R: Real, const N: usize> {
    field: Shape<'a, R, N>,
    faces: Shape<'a, R, N>,
    /// The length of the ground along x and z.
    extent: [f64; 2],
    tolerance: f64,
}

/// How often a query found something.
#[derive(Default, Debug)]
struct Hits {
    rays: usize,
    sweeps: usize,
    overlaps: usize,
}

impl<R: Real, const N: usize> Forms<'_, R, N> {
    /// A random point above, below or beside the ground.
    fn point(&self, rng: &mut Rng) -> Vector<R, N> {
        let mut point = Vector([R::ZERO; N]);
        for axis in 0..N {
            let [extent, margin] = if axis == 1 { [8.0, 0.0] } else { [self.extent[axis / 2], 3.0] };
            point[axis] = R::from_f64((extent + 2.0 * margin) * rng.f64() - margin);
        }
        point
    }

    /// A random vector, half of the time along one axis.
    fn step(&self, rng: &mut Rng) -> Vector<R, N> {
        let length = [3.0, 30.0, 300.0][rng.usize(..3)];
        let only = rng.bool().then(|| rng.usize(..N));
        let mut step = Vector([R::ZERO; N]);
        for axis in (0..N).filter(|axis| only.is_none_or(|only| only == *axis)) {
            step[axis] = R::from_f64(length * (rng.f64() - 0.5));
        }
        step
    }

    fn check(&self, rng: &mut Rng, hits: &mut Hits) {
        let [from, step] = [self.point(rng), self.step(rng)];
        let close = |a: R, b: R| (a - b).abs().to_f64() <= self.tolerance || a == b;
        if let Some(ray) = Ray::new(from, step) {
            let ray = if rng.bool() { ray } else { ray.with_max_distance(R::from_f64(10.0 * rng.f64())) };
            for hit in
                [|ray: &Ray<R, N>, shape| cast(ray, shape), |ray: &Ray<R, N>, shape| ray.entering(shape)]
            {
                let answers = [self.field, self.faces].map(|shape| hit(&ray, shape).map(|hit| hit.distance));
                let same = match answers {
                    [None, None] => true,
                    [a, b] => a.zip(b).is_some_and(|(a, b)| close(a, b)),
                };
                assert!(same, "{ray:?} {answers:?}");
                hits.rays += usize::from(answers[0].is_some());
            }
        }
        let half = Vector([R::from_f64(0.1 + rng.f64()); N]);
        let boxes = [Aabb::new(from, from + half), Aabb::new(from - half, from)].map(Shape::from);
        let group = ShapeBuf::from(Shape::Compound(&boxes));
        let whole = Aabb::new(from - half, from + half);
        let others: [Shape<R, N>; 3] = [Ball::new(from, half[0]).into(), whole.into(), (&group).into()];
        for other in others {
            let relations = [self.field, self.faces].map(|shape| shape.relation(&other));
            assert_eq!(relations[0], relations[1], "{other:?}");
            hits.overlaps += usize::from(relations[0] != Relation::Apart);
            let distances = [self.field, self.faces].map(|shape| distance(shape, other));
            assert!(close(distances[0], distances[1]), "{other:?} {distances:?}");
            let separations = [self.field, self.faces].map(|shape| contact(other, shape).separation);
            assert!(close(separations[0], separations[1]), "{other:?} {separations:?}");
            let still = Vector([R::ZERO; N]);
            let times =
                [self.field, self.faces].map(|shape| sweep(shape, still, other, step).map(|hit| hit.time));
            let same = match times {
                [None, None] => true,
                [a, b] => a.zip(b).is_some_and(|(a, b)| close(a, b)),
            };
            assert!(same, "{other:?} {step:?} {times:?}");
            hits.sweeps += usize::from(times[0].is_some());
        }
    }
}

/// Compares a height field with its faces, without a pose and with a random one.
fn check_field<R: Real, const N: usize>(
    field: &HeightField<R, N>,
    turned: impl Fn(f64) -> Rotation<R, N>,
    rng: &mut Rng,
    cases: usize,
    hits: &mut Hits,
) {
    let cells = [field.columns() - 1, field.rows().saturating_sub(1).max(1)];
    let columns = 0..cells[0];
    let all = columns.flat_map(|column| (0..cells[1]).map(move |row| [column, row]));
    let faces: Vec<Shape<R, N>> = all.flat_map(|[column, row]| field.faces(column, row)).collect();
    let extent = [0, 1].map(|axis| cells[axis] as f64 * field.cell()[axis].to_f64());
    let tolerance = if R::EPSILON.to_f64() > 1e-10 { 1e-3 } else { 1e-9 };
    let forms = Forms { field: Shape::from(field), faces: Shape::Compound(&faces), extent, tolerance };
    (0..cases).for_each(|_| forms.check(rng, hits));
    let pose = Pose::new(turned(6.0 * rng.f64()), Vector([R::from_f64(rng.f64()); N]));
    let [field, faces] = [forms.field.placed(&pose), forms.faces.placed(&pose)];
    let placed = Forms { field, faces, ..forms };
    (0..cases).for_each(|_| placed.check(rng, hits));
}

#[test]
fn large_height_fields_answer_like_their_faces() {
    let (cases, mut rng) = cases(12, 60);
    let mut hits = Hits::default();
    let mut count = 0;
    for size in [[2, 2], [3, 3], [6, 5], [18, 9], [66, 3], [3, 66], [40, 37]] {
        count += cases;
        let mut heights = || 8.0 * rng.f64() * rng.f64();
        let heights: Vec<f64> = (0..size[0] * size[1]).map(|_| heights()).collect();
        let mut field = HeightField::grid([0.0; 3], [1.0, 1.5], size[0], heights.iter().copied()).unwrap();
        for _ in 0..size[0] * size[1] / 20 {
            field.set_hole(rng.usize(..size[0] - 1), rng.usize(..size[1] - 1), true).unwrap();
        }
        let turned = |angle: f64| Rotation::from_axis_radians([0.6, 0.8, 0.1], angle).unwrap();
        check_field(&field, turned, &mut rng, cases, &mut hits);
        let heights = heights.iter().map(|height| *height as f32);
        let field = HeightField::grid([0.0f32; 3], [1.0, 1.5], size[0], heights).unwrap();
        let turned = |angle: f64| Rotation::from_axis_radians([0.6f32, 0.8, 0.1], angle as f32).unwrap();
        check_field(&field, turned, &mut rng, cases, &mut hits);
    }
    assert!(hits.rays.min(hits.sweeps).min(hits.overlaps) > count / 2, "{hits:?} of {count}");
}

#[test]
fn lines_answer_like_their_segments() {
    let (cases, mut rng) = cases(30, 61);
    let mut hits = Hits::default();
    let mut count = 0;
    for size in [2, 8, 9, 10, 17, 18, 129, 1500] {
        count += cases;
        let heights: Vec<f64> = (0..size).map(|_| 8.0 * rng.f64() * rng.f64()).collect();
        let mut field = HeightField::line([0.0, 0.0], 0.5, heights).unwrap();
        for _ in 0..size / 20 {
            field.set_hole(rng.usize(..size - 1), 0, true).unwrap();
        }
        check_field(&field, Rotation::from_radians, &mut rng, cases, &mut hits);
    }
    assert!(hits.rays.min(hits.sweeps).min(hits.overlaps) > count / 2, "{hits:?} of {count}");
}

/// A search starts at the cells near the other shape. A region that is infinite, or far outside, changes nothing.
#[test]
fn rays_of_any_length_reach_the_far_end_of_a_height_field() {
    let mut heights = vec![0.0f64; 100 * 100];
    heights[50 * 100 + 99] = 10.0;
    let field = HeightField::grid([0.0; 3], [1.0, 1.0], 100, heights).unwrap();
    for from in [-1e9, -1e3, -1.0, 0.5, 50.0] {
        for max_distance in [2e9, f64::INFINITY] {
            let ray = Ray::new([from, 5.0, 50.0], [1.0, 0.0, 0.0]).unwrap().with_max_distance(max_distance);
            let hit = cast(&ray, &field).unwrap();
            assert!((hit.point[0] - 98.5).abs() < 1e-5, "{from} {hit:?}");
        }
        let ball = Ball::new([from, 5.0, 50.0], 0.1);
        assert!(sweep(&field, [0.0; 3], ball, [1e10, 0.0, 0.0]).is_some());
    }
    assert!(!field.intersects(&Ball::new([1e12, 0.0, 0.0], 1.0)));
    assert!(field.intersects(&Ball::new([1e6, 0.0, 0.0], 2e6)));
}
