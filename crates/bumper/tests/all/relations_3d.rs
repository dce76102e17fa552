//! Relations of polyhedral shapes in 3D, with small integer coordinates in floats, agree with exact arithmetic: all planes through three
//! points of the Minkowski difference are tested. `BUMPER_CASES` sets the number of cases.

use bumper::scalar::Real;
use bumper::{Aabb, Hull, OrientedBox, Relate, Relation, Rotation, Segment, Shape, Triangle, Vector};
use fastrand::Rng;

fn cases() -> u64 {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(30_000)
}

type Point = [i64; 3];

fn difference(a: Point, b: Point) -> Point {
    core::array::from_fn(|k| a[k] - b[k])
}

fn cross(a: Point, b: Point) -> Point {
    core::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

fn dot(a: Point, b: Point) -> i64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

/// The relation of the origin and the convex hull of points; `None` if the hull is flat.
fn place(points: &[Point]) -> Option<Relation> {
    let (mut solid, mut least) = (false, Relation::Overlapping);
    for (i, &p) in points.iter().enumerate() {
        for (j, &q) in points.iter().enumerate().skip(i + 1) {
            for &r in &points[j + 1..] {
                let normal = cross(difference(q, p), difference(r, p));
                if normal == [0; 3] {
                    continue;
                }
                let height = dot(normal, p);
                let (mut below, mut above) = (i64::MAX, i64::MIN);
                for &s in points {
                    (below, above) = (below.min(dot(normal, s)), above.max(dot(normal, s)));
                }
                solid |= below != above;
                // The plane is a face of the hull if all points are on one side of it.
                let outside = match (below == height, above == height) {
                    (true, _) => below,
                    (_, true) => -above,
                    _ => continue,
                };
                least = least.min(match outside.signum() {
                    1 => Relation::Apart,
                    0 => Relation::Touching,
                    _ => Relation::Overlapping,
                });
            }
        }
    }
    solid.then_some(least)
}

/// The corners of a random point, segment, triangle, or hull of four or five points.
fn corners(rng: &mut Rng) -> Vec<Point> {
    (0..rng.usize(1..6)).map(|_| core::array::from_fn(|_| rng.i64(-4..=4))).collect()
}

fn check<R: Real>(a: &[Point], b: &[Point], expected: Relation) {
    let wide = |points: &[Point]| -> Vec<Vector<R, 3>> {
        points.iter().map(|p| Vector(p.map(|c| R::from_f64(c as f64)))).collect()
    };
    let (p, q) = (wide(a), wide(b));
    fn shape<R: Real>(points: &[Vector<R, 3>]) -> Shape<'_, R, 3> {
        match points {
            [p] => Shape::Point(*p),
            [p, q] => Segment::new(*p, *q).into(),
            [p, q, r] => Triangle::new(*p, *q, *r).into(),
            points => Hull::new(points).unwrap().into(),
        }
    }
    let (p, q) = (shape(&p), shape(&q));
    assert_eq!(p.relation(&q), expected, "{p:?}\n{q:?}");
    assert_eq!(q.relation(&p), expected, "mirrored: {p:?}\n{q:?}");
    assert_eq!(p.intersects(&q), expected != Relation::Apart, "{p:?}\n{q:?}");
    assert_eq!(p.overlaps(&q), expected == Relation::Overlapping, "{p:?}\n{q:?}");
}

#[test]
fn relations_of_small_polyhedra_are_exact() {
    let mut rng = Rng::with_seed(8);
    let mut seen = [0u64; 3];
    for _ in 0..cases() {
        let (a, b) = (corners(&mut rng), corners(&mut rng));
        let all: Vec<_> = a.iter().flat_map(|&p| b.iter().map(move |&q| difference(q, p))).collect();
        let Some(expected) = place(&all) else { continue };
        seen[expected as usize] += 1;
        check::<f64>(&a, &b, expected);
        check::<f32>(&a, &b, expected);
    }
    assert!(seen.iter().all(|&count| count > cases() / 100), "{seen:?}");
}

/// Boxes that are rotated by multiples of 90 degrees are compared with axis-aligned boxes.
#[test]
fn boxes_rotated_by_90_degrees_agree_with_aabbs() {
    let mut rng = Rng::with_seed(9);
    let mut seen = [0u64; 3];
    for _ in 0..cases() {
        let number = |rng: &mut Rng, most: i8| f64::from(rng.i8(-most..=most));
        let mut one = || {
            let center = Vector(core::array::from_fn(|_| number(&mut rng, 4)));
            let half = Vector(core::array::from_fn(|_| number(&mut rng, 3).abs()));
            let axis = rng.usize(..3);
            let quarters = number(&mut rng, 4);
            let unit = Vector([0.0; 3]).with(axis, 1.0);
            let rotation = Rotation::from_axis_degrees(unit, 90.0 * quarters).unwrap();
            let turned = rotation.apply(half).map(f64::abs);
            (OrientedBox::new(center, half, rotation), Aabb::centered(center, turned))
        };
        let ((p, a), (q, b)) = (one(), one());
        let expected = a.relation(&b);
        seen[expected as usize] += 1;
        assert_eq!(p.relation(&q), expected, "{p:?}\n{q:?}");
        assert_eq!(p.relation(&b), expected, "{p:?}\n{b:?}");
        assert_eq!(a.relation(&q), expected, "{a:?}\n{q:?}");
    }
    assert!(seen.iter().all(|&count| count > cases() / 40), "{seen:?}");
}

/// In `f32`, axes of boxes are orthogonal only within rounding. The cross product of two nearly parallel axes is then nothing but rounding
/// error.
#[test]
fn nearly_parallel_boxes_have_correct_overlap() {
    let mut rng = Rng::with_seed(77);
    let mut found = [0; 2];
    for _ in 0..cases() {
        let mut number = || rng.f32() - 0.5;
        let axis = |number: &mut dyn FnMut() -> f32| [number(), number(), number() + 0.6];
        let turned = Rotation::from_axis_degrees(axis(&mut number), number() * 360.0).unwrap();
        let slightly = Rotation::from_axis_degrees(axis(&mut number), number() * 1e-4).unwrap();
        let half = [(); 2].map(|()| [(); 3].map(|()| (number() + 0.55) * 1000.0));
        // The distance between the centers is half or one and a half times the distance at which the faces meet.
        let far = number() > 0.25;
        let share = if far { 1.5 } else { 0.5 };
        let way = Vector(std::array::from_fn(|k| {
            (half[0][k] + half[1][k]) * if k == 0 { share } else { number() }
        }));
        let center = [number() * 100.0, number() * 100.0, number() * 100.0];
        let a = OrientedBox::new(center, half[0], turned);
        let b = OrientedBox::new(Vector(center) + turned.apply(way), half[1], turned.then(&slightly));
        assert_eq!(a.overlaps(&b), !far, "{a:?} {b:?}");
        found[usize::from(far)] += 1;
    }
    assert!(found.iter().all(|count| *count > 100));
}
