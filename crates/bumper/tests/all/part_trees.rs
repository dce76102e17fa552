//! Compares queries of groups of many parts, which prune parts by boxes in `f32`, with the same queries of every part.

use bumper::query::contact::distance;
use bumper::scalar::{Real, Scalar};
use bumper::{
    Aabb, AsShape, Ball, Pose, Ray, Relate, Relation, Rotation, Segment, Shape, ShapeBuf, SweepHit, Triangle,
    Vector, cast, contact, sweep,
};
use fastrand::Rng;

/// A scalar that random coordinates are converted to.
trait Coordinate: Scalar {
    fn of(number: f64) -> Self {
        Self::nearest(number).unwrap_or_default()
    }
}

impl<S: Scalar> Coordinate for S {}

/// Random parts and queries around a point far from the origin or near it.
struct Scene {
    rng: Rng,
    /// Half the side of the cube in which the parts are.
    reach: f64,
    /// All coordinates of its center.
    center: f64,
    /// Whether coordinates are whole numbers, so that many parts touch.
    is_whole: bool,
}

impl Scene {
    fn new(seed: u64, count: usize, center: f64) -> Self {
        let reach = (count as f64).sqrt() * [0.5, 2.0][seed as usize % 2];
        Self { rng: Rng::with_seed(seed), reach, center, is_whole: seed.is_multiple_of(3) }
    }

    fn offset<S: Scalar, const N: usize>(&mut self, reach: f64) -> Vector<S, N> {
        Vector([(); N].map(|()| {
            let offset = reach * (2.0 * self.rng.f64() - 1.0);
            S::of(if self.is_whole { offset.round() } else { offset })
        }))
    }

    fn point<S: Scalar, const N: usize>(&mut self, reach: f64) -> Vector<S, N> {
        self.offset::<S, N>(reach) + Vector::splat(S::of(self.center))
    }

    /// A random shape whose size is about that of the gaps between parts.
    fn shape<S: Scalar, const N: usize>(&mut self) -> ShapeBuf<S, N> {
        let at = self.point::<S, N>(self.reach * 1.2);
        let corner = at + self.offset(2.0);
        match self.rng.u8(..5) {
            0 => at.into(),
            1 => Ball::new(at, S::of(1.0)).into(),
            2 => Aabb::new(at, corner).into(),
            3 => Segment::new(at, corner).into(),
            _ => Triangle::new(at, corner, at + self.offset(2.0)).into(),
        }
    }

    fn group<S: Scalar, const N: usize>(&mut self, count: usize) -> ShapeBuf<S, N> {
        ShapeBuf::compound((0..count).map(|_| self.shape::<S, N>()))
    }
}

fn rank(relation: Relation) -> u8 {
    match relation {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
    }
}

/// The smallest of the numbers that are not missing; infinite if there are none.
fn smallest(numbers: impl Iterator<Item = Option<f64>>) -> f64 {
    numbers.flatten().fold(f64::INFINITY, f64::min)
}

/// The numbers of queries that met a group, and of those that missed it.
#[derive(Default)]
struct Counts {
    met: usize,
    missed: usize,
}

impl Counts {
    fn add(&mut self, met: bool) {
        if met { self.met += 1 } else { self.missed += 1 }
    }
}

/// Compares the queries of one random group with those of its parts.
fn compare<S: Scalar, const N: usize>(scene: &mut Scene, count: usize, counts: &mut Counts) {
    let group = scene.group::<S, N>(count);
    let Shape::Group(parts) = group.as_shape() else { panic!("not a group") };
    let whole = group.as_shape();
    let parts = || parts.parts().iter().map(AsShape::as_shape);
    let tolerance = S::Real::EPSILON.to_f64() * 64.0 * (scene.center.abs() + scene.reach * 4.0);
    for _ in 0..30 {
        let other = scene.shape::<S, N>();
        let other = other.as_shape();
        let least = smallest(parts().map(|part| Some(distance(part, other).to_f64())));
        for found in [distance(whole, other), distance(other, whole)].map(Scalar::to_f64) {
            assert!(found == least || (found - least).abs() <= tolerance, "{found} {least} {other:?}");
        }
        let deepest = smallest(parts().map(|part| Some(contact(part, other).separation.to_f64())));
        let found = contact(whole, other).separation.to_f64();
        assert!(found == deepest || (found - deepest).abs() <= tolerance, "{found} {deepest} {other:?}");
        let strongest = parts().map(|part| rank(part.relation(&other))).max().unwrap_or(0);
        assert_eq!(rank(whole.relation(&other)), strongest, "{other:?}");
        assert_eq!(rank(other.relation(&whole)), strongest, "{other:?}");
        assert_eq!(whole.intersects(&other), strongest > 0);
        counts.add(strongest > 0);
        compare_motion(scene, &whole, parts, &other, tolerance);
    }
}

/// Compares rays and sweeps.
fn compare_motion<'p, S: Scalar, P: Iterator<Item = Shape<'p, S, N>>, const N: usize>(
    scene: &mut Scene,
    whole: &Shape<'_, S, N>,
    parts: impl Fn() -> P,
    other: &Shape<'_, S, N>,
    tolerance: f64,
) {
    let step = scene.offset::<S::Real, N>(scene.reach * 2.0);
    let is_overlapping = whole.overlaps(other);
    let hit = sweep(*whole, Vector::ZERO, *other, step);
    let first = smallest(parts().map(|part| Some(sweep(part, Vector::ZERO, *other, step)?.time.to_f64())));
    let speed = step.0.iter().fold(1e-3, |speed: f64, c| speed.max(c.to_f64().abs()));
    if !is_overlapping {
        let time = hit.map_or(f64::INFINITY, |hit| hit.time.to_f64());
        let is_near = time == first || (time - first).abs() <= tolerance / speed;
        assert!(is_near, "{time} {first} {other:?} {step:?}");
    }
    let from = scene.point::<S::Real, N>(scene.reach * 2.0);
    let Some(ray) = Ray::between(from, scene.point::<S::Real, N>(scene.reach)) else { return };
    for ray in [ray, ray.with_max_distance(S::Real::INFINITY)] {
        let first = smallest(parts().map(|part| Some(cast(&ray, part)?.distance.to_f64())));
        let hit = cast(&ray, *whole);
        assert_eq!(hit.map_or(f64::INFINITY, |hit| hit.distance.to_f64()), first, "{ray:?}");
        let first = smallest(parts().map(|part| Some(ray.entering(part)?.distance.to_f64())));
        let hit = ray.entering(*whole);
        assert_eq!(hit.map_or(f64::INFINITY, |hit| hit.distance.to_f64()), first, "{ray:?}");
    }
}

/// Compares groups of several sizes, near the origin and far from it.
fn compare_all<S: Scalar, const N: usize>(centers: &[f64]) {
    let mut counts = Counts::default();
    for (seed, count) in (0..).zip([0, 1, 2, 7, 8, 9, 17, 64, 65, 200, 600]) {
        for center in centers {
            compare::<S, N>(&mut Scene::new(seed, count, *center), count, &mut counts);
        }
    }
    assert!(counts.met > 50 && counts.missed > 50, "{} met, {} missed", counts.met, counts.missed);
}

#[test]
fn groups_of_floats_agree_with_their_parts() {
    compare_all::<f32, 2>(&[0.0, 300.0]);
    compare_all::<f32, 3>(&[0.0, 300.0]);
    compare_all::<f64, 2>(&[0.0, 1e9]);
    compare_all::<f64, 3>(&[0.0, 1e9]);
}

#[test]
fn groups_of_whole_numbers_agree_with_their_parts() {
    compare_all::<i16, 2>(&[0.0, 32_600.0]);
    compare_all::<i32, 2>(&[0.0, 2e9]);
    compare_all::<i64, 2>(&[1e15]);
}

#[cfg(feature = "fixed")]
#[test]
fn groups_of_fixed_point_agree_with_their_parts() {
    compare_all::<fixed::types::I16F16, 2>(&[0.0, 30_000.0]);
}

/// Boxes that are infinite or beyond the range of `f32` do not hide other parts.
#[test]
fn groups_with_huge_parts_agree_with_their_parts() {
    let mut scene = Scene::new(4, 100, 0.0);
    for size in [1e20, 1e37, 1e200, f64::INFINITY] {
        let small = (0..100).map(|_| scene.shape::<f64, 2>());
        let mut parts: Vec<_> = small.collect();
        parts.push(Aabb::new([50.0, -size], [60.0, size]).into());
        parts.push(Aabb::new([-size, 50.0], [size, size]).into());
        let group = ShapeBuf::compound(parts.iter().cloned());
        let whole = group.as_shape();
        let (mut hits, mut touched) = (0, 0);
        for _ in 0..200 {
            let ball = Ball::new(scene.point::<f64, 2>(70.0), 3.0);
            let each = || parts.iter().map(AsShape::as_shape);
            let strongest = each().map(|part| rank(part.relation(&ball))).max().unwrap_or(0);
            assert_eq!(rank(whole.relation(&ball)), strongest, "{ball:?}");
            let ray = Ray::new(scene.point::<f64, 2>(49.0), scene.offset::<f64, 2>(1.0));
            let Some(ray) = ray else { continue };
            let first = smallest(each().map(|part| Some(cast(&ray, part)?.distance)));
            let hit = cast(&ray, whole);
            assert_eq!(hit.map_or(f64::INFINITY, |hit| hit.distance), first, "{ray:?}");
            hits += usize::from(hit.is_some());
            touched += usize::from(strongest > 0);
        }
        assert!(hits > 20 && touched > 20, "{hits} {touched}");
    }
}

/// A group with a pose has the same distances as its parts with that pose, up to rounding, and the same relations and rays.
#[test]
fn placed_groups_agree_with_placed_parts() {
    for seed in 0..6 {
        let mut scene = Scene::new(seed, 150, if seed < 3 { 0.0 } else { 1e5 });
        let group = scene.group::<f64, 2>(150);
        let whole = group.as_shape();
        let Shape::Group(parts) = whole else { panic!("not a group") };
        let center = Vector([scene.center; 2]);
        let rotation = Rotation::from_degrees(scene.rng.f64() * 360.0);
        let pose = Pose::new(rotation, center - rotation.apply(center));
        let shapes: Vec<_> = parts.parts().iter().map(AsShape::as_shape).collect();
        let placed: Vec<_> = shapes.iter().map(|part| Shape::Placed(part, pose)).collect();
        let whole = Shape::Placed(&whole, pose);
        let tolerance = 1e-13 * (scene.center + 100.0);
        for _ in 0..60 {
            let other = scene.shape::<f64, 2>();
            let other = other.as_shape();
            let least = smallest(placed.iter().map(|part| Some(distance(*part, other))));
            let found = distance(whole, other);
            assert!((found - least).abs() <= tolerance, "{found} {least} {other:?}");
            let strongest = placed.iter().map(|part| rank(part.relation(&other))).max().unwrap_or(0);
            assert_eq!(rank(whole.relation(&other)), strongest, "{other:?}");
        }
    }
}

/// The order of the parts decides nothing: a group of the same parts in another order, whose tree is another one, gives the same answers.
#[test]
fn order_of_parts_does_not_change_answers() {
    for seed in 0..8 {
        let mut scene = Scene::new(seed, 300, 0.0);
        let mut parts: Vec<_> = (0..300).map(|_| scene.shape::<f32, 3>()).collect();
        let group = ShapeBuf::compound(parts.iter().cloned());
        scene.rng.shuffle(&mut parts);
        let shuffled = ShapeBuf::compound(parts);
        let [a, b] = [&group, &shuffled].map(|group| group.as_shape());
        for _ in 0..40 {
            let other = scene.shape::<f32, 3>();
            let other = other.as_shape();
            let step = scene.offset::<f32, 3>(20.0);
            assert_eq!(distance(a, other), distance(b, other));
            // The indices of the parts are those of each order.
            let touch = |group| {
                let found = contact(group, other);
                let points =
                    found.points().iter().map(|point| (point.point, point.separation, point.feature));
                (found.separation, found.normal, points.collect::<Vec<_>>())
            };
            assert_eq!(touch(a), touch(b));
            let hit =
                |group| sweep(group, Vector::ZERO, other, step).map(|hit| SweepHit { parts: [0; 2], ..hit });
            assert_eq!(hit(a), hit(b));
        }
    }
}
