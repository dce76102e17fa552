//! Sweeps and rays of shapes of many parts, held to a look at every pair of parts.

use crate::pixels::cases;
use bumper::{Ball, Capsule, Ray, Region, Relate, Shape, ShapeBuf, SweepHit, Vector, cast, contact, sweep};
use fastrand::Rng;

fn point(rng: &mut Rng, reach: f64) -> Vector<f64, 2> {
    Vector([0, 1].map(|_| reach * (2.0 * rng.f64() - 1.0)))
}

/// Balls and capsules around a place.
fn crowd(rng: &mut Rng, count: usize, around: Vector<f64, 2>) -> Vec<Shape<'static, f64, 2>> {
    let part = |rng: &mut Rng| {
        let (at, way) = (around + point(rng, 10.0), point(rng, 2.0));
        if rng.bool() { Ball::new(at, rng.f64()).into() } else { Capsule::new(at, at + way, 0.2).into() }
    };
    (0..count).map(|_| part(rng)).collect()
}

/// A star around a place, and its parts.
fn star(rng: &mut Rng, count: usize, around: Vector<f64, 2>) -> Region<f64, 2> {
    let corner = |k: usize, rng: &mut Rng| {
        let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
        around + Vector([cosine, sine]).scaled(4.0 + 6.0 * rng.f64())
    };
    let corners: Vec<_> = (0..count).map(|k| corner(k, rng)).collect();
    Region::new(corners).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// The first touch of all pairs of parts; of what overlaps at the start, of those that are deepest in each other.
fn held(
    found: Option<SweepHit<f64, 2>>,
    [a, b]: [&[Shape<'_, f64, 2>]; 2],
    [u, v]: [Vector<f64, 2>; 2],
    seen: &mut [usize; 3],
) {
    let pairs = || a.iter().flat_map(|p| b.iter().map(move |q| (*p, *q)));
    if pairs().any(|(p, q)| p.overlaps(&q)) {
        seen[0] += 1;
        let found = found.unwrap();
        let deepest = pairs()
            .map(|(p, q)| contact(p, q))
            .reduce(|x, y| if y.separation < x.separation { y } else { x });
        let deepest = deepest.unwrap();
        assert!(found.starts_overlapping && found.time == 0.0);
        assert!(near(found.normal.dot(deepest.normal), 1.0), "{found:?} {deepest:?}");
        return;
    }
    let first = pairs().filter_map(|(p, q)| sweep(p, u, q, v)).map(|hit| hit.time).reduce(f64::min);
    seen[1 + usize::from(first.is_some())] += 1;
    assert!(match (found, first) {
        (Some(found), Some(first)) => near(found.time, first) && !found.starts_overlapping,
        (found, first) => found.is_none() && first.is_none(),
    });
}

#[test]
fn sweeps_of_many_parts_are_those_of_their_pairs() {
    let mut rng = Rng::with_seed(11);
    let mut seen = [0; 3];
    for _ in 0..cases(300) {
        let (places, steps) =
            ([Vector([0.0, 0.0]), point(&mut rng, 40.0)], [point(&mut rng, 30.0), point(&mut rng, 30.0)]);
        let counts = [0, 1].map(|_| [1, 3, 5, 17, 60][rng.usize(..5)]);
        let [a, b] = [0, 1].map(|k| crowd(&mut rng, counts[k], places[k]));
        let [p, q] = [&a, &b].map(|list| ShapeBuf::from(list.as_slice()));
        let owned = sweep(&p, steps[0], &q, steps[1]);
        held(owned, [&a, &b], steps, &mut seen);
        // The same answer, whatever is looked at first.
        assert_eq!(owned, sweep(Shape::Compound(&a), steps[0], &q, steps[1]));
        let star = star(&mut rng, counts[0] + 5, places[0]);
        let parts: Vec<Shape<f64, 2>> = star.parts().map(Shape::from).collect();
        held(sweep(&star, steps[0], &q, steps[1]), [&parts, &b], steps, &mut seen);
    }
    assert!(seen.iter().all(|count| *count > cases(300) / 20), "{seen:?}");
}

#[test]
fn rays_at_a_concave_polygon_are_those_at_its_edges_and_parts() {
    let mut rng = Rng::with_seed(12);
    let mut seen = [0; 3];
    for _ in 0..cases(2000) {
        let count = [5, 9, 40, 200][rng.usize(..4)];
        let star = star(&mut rng, count, Vector([0.0, 0.0]));
        let ray = Ray::new(point(&mut rng, 15.0), point(&mut rng, 1.0)).unwrap();
        let parts = star.parts().filter_map(|part| cast(&ray, part)).map(|hit| hit.distance).reduce(f64::min);
        let found = cast(&ray, &star);
        assert_eq!(found.map(|hit| hit.distance), parts);
        let inside = star.parts().any(|part| part.contains(ray.from()));
        seen[if inside { 0 } else { 1 + usize::from(parts.is_some()) }] += 1;
        assert!(!inside || found.is_some_and(|hit| hit.normal == -ray.direction()));
        // From outside: the first edge that the ray crosses from its right to its left.
        let corners = star.corners();
        let crossed = corners.iter().zip(corners.iter().cycle().skip(1)).filter_map(|(from, to)| {
            let (edge, off, way) = (*to - *from, *from - ray.from(), ray.direction());
            let across = |a: Vector<f64, 2>, b: Vector<f64, 2>| a[0] * b[1] - a[1] * b[0];
            let slope = across(way, edge);
            let (far, place) = (across(off, edge) / slope, across(off, way) / slope);
            (slope < 0.0 && far > 0.0 && (0.0..=1.0).contains(&place)).then_some(far)
        });
        match (ray.entering(&star), crossed.reduce(f64::min)) {
            (Some(found), Some(far)) => assert!(near(found.distance, far)),
            (found, far) => assert!(found.is_none() && far.is_none(), "{found:?} {far:?}"),
        }
    }
    assert!(seen.iter().all(|count| *count > cases(2000) / 20), "{seen:?}");
}
