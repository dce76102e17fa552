//! Rays and sweeps of points along the edges of shapes: they meet the near end of the edge and leave at its far end, as for a segment.
//! Rays that start on a boundary do not enter the shape.

use crate::pixels::cases;
use bumper::scalar::{Real, Scalar};
use bumper::{
    AsShape, Capsule, OrientedBox, Polygon, Ray, Region, Rotation, Segment, Shape, ShapeBuf, Triangle,
    Vector, cast, sweep,
};
use fastrand::Rng;

type Point = Vector<f64, 2>;

/// A triangle, a regular polygon and a star around a random place, each with its corners.
fn shapes<S: Scalar>(rng: &mut Rng, unit: f64, number: fn(f64) -> S) -> Vec<(ShapeBuf<S, 2>, Vec<Point>)> {
    let count = rng.usize(3..9);
    let place = [0, 1].map(|_| 100.0 * (rng.f64() - 0.5));
    let at = |offset: [f64; 2]| Vector([0, 1].map(|k| number((place[k] + offset[k]) * unit)));
    let corner = |k: usize, radius: f64| {
        let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
        at([cosine * radius, sine * radius])
    };
    let regular: Vec<_> = (0..count).map(|k| corner(k, 20.0)).collect();
    let star: Vec<_> = (0..count).map(|k| corner(k, 5.0 + 20.0 * rng.f64())).collect();
    let [a, b, c] = [0, 1, 2].map(|_| at([0, 1].map(|_| 30.0 * (rng.f64() - 0.5))));
    let wide =
        |corners: &[Vector<S, 2>]| corners.iter().map(|corner| corner.map(S::to_f64)).collect::<Vec<_>>();
    let triangle = Triangle::new(a, b, c);
    let mut all = vec![(triangle.into(), wide(&triangle.corners()))];
    if let Ok(polygon) = Polygon::new(&regular) {
        all.push((polygon.into(), wide(&polygon.corners().collect::<Vec<_>>())));
        let parts = [Shape::from(polygon), Shape::from(polygon)];
        all.push((Shape::Compound(&parts).into(), wide(&polygon.corners().collect::<Vec<_>>())));
    }
    if let Ok(region) = Region::new(star) {
        let corners = wide(region.corners());
        all.push((region.into(), corners));
    }
    all
}

/// Whether the corners form a triangle so thin that a ray along one edge is along all of them within rounding.
fn is_sliver(corners: &[Point]) -> bool {
    let [a, b, c] = corners else { return false };
    let (u, v) = (*b - *a, *c - *a);
    (u[0] * v[1] - u[1] * v[0]).abs() < 1e-2 * u.dot(u).max(v.dot(v))
}

fn check<S: Scalar>(seed: u64, unit: f64, number: fn(f64) -> S) {
    let mut rng = Rng::with_seed(seed);
    let real = |point: Point| point.map(S::Real::from_f64);
    let (mut rays, mut sweeps, mut misses) = (0, 0, 0);
    for _ in 0..cases(400) {
        for (shape, corners) in shapes(&mut rng, unit, number) {
            if is_sliver(&corners) {
                continue;
            }
            let shape = shape.as_shape();
            let is_concave = matches!(shape, Shape::Region(_));
            for k in 0..corners.len() {
                let (mut p, mut q) = (corners[k], corners[(k + 1) % corners.len()]);
                let is_reversed = rng.bool();
                if is_reversed {
                    (p, q) = (q, p);
                }
                let way = q - p;
                if way.length() < unit {
                    continue;
                }
                let start = real(p - way.scaled(if rng.bool() { 1.0 } else { 0.1 + 2.0 * rng.f64() }));
                let from = start.map(Scalar::to_f64);
                let size =
                    corners.iter().fold(from, |all, corner| all.zip(*corner, |a, b| a.abs().max(b.abs())));
                let tolerance = 300.0 * Scalar::to_f64(S::Real::EPSILON) * (size[0] + size[1]);
                let ray = Ray::new(start, real(way)).unwrap();
                let edge = Segment::new(p.map(number), q.map(number));
                if cast(&ray, edge).is_none() {
                    // Rounding has moved the ray off the edge.
                    continue;
                }
                rays += 1;
                let near = (p - from).length();
                let hit = cast(&ray, shape).map(|hit| Scalar::to_f64(hit.distance));
                let hit = hit.unwrap_or_else(|| panic!("{near} {ray:?} {shape:?}"));
                // A region may be hit before the edge, and left after it.
                let is_right = hit <= near + tolerance && (is_concave || hit >= near - tolerance);
                assert!(is_right, "{hit} {near} {ray:?} {shape:?}");
                let far = (q - from).length();
                let leave =
                    ray.through(shape).and_then(|(_, leave)| leave).map(|hit| Scalar::to_f64(hit.distance));
                let leave = leave.unwrap_or_else(|| panic!("{far} {ray:?} {shape:?}"));
                let is_right = leave >= far - tolerance && (is_concave || leave <= far + tolerance);
                assert!(is_right, "{leave} {far} {ray:?} {shape:?}");
                let middle = real(p + way.scaled(rng.f64()));
                let along = Ray::new(middle, real(way)).unwrap();
                let hit = cast(&along, shape).map(|hit| Scalar::to_f64(hit.distance));
                // Rounding may have moved the start off the shape.
                misses += usize::from(hit.is_none());
                assert!(hit.is_none_or(|at| at <= tolerance), "{hit:?} {along:?} {shape:?}");
                let inwards = Vector([-way[1], way[0]]).scaled(if is_reversed { -1.0 } else { 1.0 });
                let inwards = Ray::new(middle, real(inwards + way.scaled(4.0 * rng.f64() - 2.0))).unwrap();
                let entry = inwards.entering(shape).map(|hit| Scalar::to_f64(hit.distance));
                assert!(
                    entry.is_none_or(|at| is_concave && at > tolerance),
                    "{entry:?} {inwards:?} {shape:?}"
                );
                let point = from.map(number);
                if point.map(S::to_f64) == from {
                    let time = sweep(shape, [S::Real::default(); 2], point, real(q - from)).unwrap().time;
                    let error = Scalar::to_f64(time) * far - near;
                    let is_right = error <= tolerance && (is_concave || error >= -tolerance);
                    assert!(is_right, "{time:?} {near} {far} {point:?} {shape:?}");
                    sweeps += 1;
                }
            }
        }
    }
    assert!(rays > cases(1500) && sweeps > cases(500) && misses < cases(10), "{rays} {sweeps} {misses}");
}

#[test]
fn ray_along_edge_hits_near_end_and_leaves_at_far_end() {
    check::<f64>(1, 1.0, |c| c);
    check::<f32>(2, 1.0, |c| c as f32);
    check::<i16>(3, 10.0, |c| c.round() as i16);
    check::<i32>(4, 10.0, |c| c.round() as i32);
    #[cfg(feature = "fixed")]
    check(5, 1.0, fixed::types::I16F16::saturating_from_num::<f64>);
    let triangle = Triangle::<f64, 2>::new([2.0, -5.0], [5.0, -4.0], [4.0, -1.0]);
    let hit = cast(&Ray::<f64, 2>::new([-4.0, -7.0], [6.0, 2.0]).unwrap(), triangle).unwrap();
    assert!((hit.distance - f64::sqrt(40.0)).abs() < 1e-12);
}

#[test]
fn ray_along_side_of_rotated_or_rounded_shape_hits_near_end() {
    let mut rng = Rng::with_seed(3);
    let mut hits = [0; 3];
    for _ in 0..cases(3000) {
        let center = Vector([rng.f64() * 100.0 - 50.0, rng.f64() * 100.0 - 50.0]);
        let half = [rng.f64() * 10.0 + 0.1, rng.f64() * 10.0 + 0.1];
        let rotation = Rotation::from_degrees(rng.f64() * 360.0);
        let corner = |x: f64, y: f64| center + rotation.apply(Vector([x * half[0], y * half[1]]));
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let k = rng.usize(..4);
        let (p, q) = (corners[k], corners[(k + 1) % 4]);
        let way = q - p;
        let from = p - way.scaled(0.2 + rng.f64() * 3.0);
        let right = (p - from).length();
        let radius = rng.f64() * 3.0;
        let outwards = Vector([way[1], -way[0]]).scaled(radius / way.length());
        let (along_box, along_round) =
            (Ray::new(from, way).unwrap(), Ray::new(from + outwards, way).unwrap());
        let found = [
            cast(&along_box, OrientedBox::new(center, half, rotation)),
            cast(&along_round, Polygon::new(&corners).unwrap().rounded(radius)),
            cast(&along_round, Capsule::new(p, q, radius)),
        ];
        // Rounding may have moved the ray off the shape. A ray that touches a round corner at a small angle enters it a little earlier.
        for (kind, hit) in found.into_iter().enumerate() {
            let Some(hit) = hit else { continue };
            assert!(
                (hit.distance - right).abs() < [1e-9, 1e-4, 1e-4][kind],
                "{kind} {} {right}",
                hit.distance
            );
            hits[kind] += 1;
        }
    }
    assert!(hits.iter().all(|hits| *hits > cases(2000)), "{hits:?}");
}

#[test]
fn ray_that_passes_reflex_corner_from_inside_does_not_enter_region() {
    let region = Region::<i32>::new([[0, 2], [-5, -5], [0, -4], [-4, -4], [2, 3]]).unwrap();
    assert_eq!(Ray::new([1.0, 2.0], [-5.0, -6.0]).unwrap().entering(&region), None);
    // From the left arm of a U through its gap to the right arm, and from inside through the corner of an L.
    let u = Region::new([[0, 0], [9, 0], [9, 9], [6, 9], [6, 3], [3, 3], [3, 9], [0, 9]]).unwrap();
    let across = Ray::new([1.0, 6.0], [1.0, 0.0]).unwrap().entering(&u).unwrap();
    assert_eq!((across.distance, across.normal), (5.0, Vector([-1.0, 0.0])));
    assert_eq!(Ray::new([0.0, 6.0], [1.0, 0.0]).unwrap().entering(&u).unwrap().distance, 6.0);
    let mut rng = Rng::with_seed(4);
    for _ in 0..cases(2000) {
        let reflex = Vector([rng.f64() * 20.0 - 10.0, rng.f64() * 20.0 - 10.0]);
        let turn = Rotation::from_degrees(rng.f64() * 360.0);
        let corner = |x: f64, y: f64| reflex + turn.apply(Vector([x, y]));
        let outline = [
            corner(-4.0, 0.0),
            corner(-4.0, -4.0),
            corner(4.0, -4.0),
            corner(4.0, 4.0),
            corner(0.0, 4.0),
            reflex,
        ];
        let l = Region::new(outline).unwrap();
        // A start to the lower left of the corner, and a direction to the upper right of it, through the corner.
        let start = corner(-3.0 * rng.f64() - 0.5, -3.0 * rng.f64() - 0.5);
        let ray = Ray::between(start, reflex).unwrap().with_max_distance(f64::INFINITY);
        assert_eq!(ray.entering(&l), None, "{ray:?} {l:?}");
    }
}
