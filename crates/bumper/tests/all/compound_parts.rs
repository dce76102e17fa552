//! Compares queries of shapes with many parts with queries of every pair of parts.

use crate::pixels::cases;
use bumper::query::contact::distance;
use bumper::{
    Aabb, AsShape, Ball, Capsule, Contact, Pose, Ray, Region, Relate, Rotation, Segment, Shape, ShapeBuf,
    SweepHit, Vector, cast, contact, contact_within, sweep,
};
use fastrand::Rng;

fn point(rng: &mut Rng, reach: f64) -> Vector<f64, 2> {
    Vector([0, 1].map(|_| reach * (2.0 * rng.f64() - 1.0)))
}

/// Random balls and capsules around a position.
fn random_parts(rng: &mut Rng, count: usize, around: Vector<f64, 2>) -> Vec<Shape<'static, f64, 2>> {
    let part = |rng: &mut Rng| {
        let (at, way) = (around + point(rng, 10.0), point(rng, 2.0));
        if rng.bool() { Ball::new(at, rng.f64()).into() } else { Capsule::new(at, at + way, 0.2).into() }
    };
    (0..count).map(|_| part(rng)).collect()
}

/// A random star around a position.
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

/// Compares a hit with the first hit of all pairs of parts or, if the shapes overlap at the start, with the contact of the deepest pair.
fn assert_sweep(
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
fn compound_sweep_agrees_with_sweeps_of_part_pairs() {
    let mut rng = Rng::with_seed(11);
    let mut seen = [0; 3];
    for _ in 0..cases(300) {
        let (places, steps) =
            ([Vector([0.0, 0.0]), point(&mut rng, 40.0)], [point(&mut rng, 30.0), point(&mut rng, 30.0)]);
        let counts = [0, 1].map(|_| [1, 3, 5, 17, 60][rng.usize(..5)]);
        let [a, b] = [0, 1].map(|k| random_parts(&mut rng, counts[k], places[k]));
        let [p, q] = [&a, &b].map(|list| ShapeBuf::from(list.as_slice()));
        let owned = sweep(&p, steps[0], &q, steps[1]);
        assert_sweep(owned, [&a, &b], steps, &mut seen);
        // A list without a tree, which tests the parts in another order, gives the same result.
        assert_eq!(owned, sweep(Shape::Compound(&a), steps[0], &q, steps[1]));
        let star = star(&mut rng, counts[0] + 5, places[0]);
        let parts: Vec<Shape<f64, 2>> = star.parts().map(Shape::from).collect();
        assert_sweep(sweep(&star, steps[0], &q, steps[1]), [&parts, &b], steps, &mut seen);
    }
    assert!(seen.iter().all(|count| *count > cases(300) / 20), "{seen:?}");
}

/// Compares queries of a placed list with queries of its placed parts, within rounding. Returns 1 if a ray hits both, else 0.
fn assert_placed_queries(
    ball: Ball<f64, 2>,
    ray: &Ray<f64, 2>,
    placed: Shape<'_, f64, 2>,
    parts: &[Shape<'_, f64, 2>],
) -> usize {
    let apart = parts.iter().map(|part| distance(ball, *part)).fold(f64::INFINITY, f64::min);
    assert!(near(distance(ball, placed), apart) && near(distance(placed, ball), apart));
    let least = parts.iter().map(|part| contact(ball, *part).separation).fold(f64::INFINITY, f64::min);
    let (found, back) = (contact(ball, placed), contact(placed, ball));
    assert!(near(found.separation, least) && near(back.separation, least));
    // The contact point is halfway between the two surfaces.
    let on = ball.center() + found.normal.scaled(ball.radius() + found.separation / 2.0);
    assert!((found.points()[0].point - on).length() < 1e-9, "{found:?}");
    assert!(near(found.normal.length(), 1.0) && near(back.normal.length(), 1.0));
    let strongest = parts.iter().map(|part| part.relation(&Shape::from(ball))).max().unwrap();
    assert_eq!(
        (placed.relation(&Shape::from(ball)), Shape::from(ball).relation(&placed)),
        (strongest, strongest)
    );
    let reached = parts.iter().filter_map(|part| cast(ray, *part)).map(|hit| hit.distance).reduce(f64::min);
    match (cast(ray, placed), reached) {
        (Some(hit), Some(reached)) => {
            assert!(
                (hit.distance - reached).abs() < 1e-6 && near(hit.normal.length(), 1.0),
                "{hit:?} {reached}"
            );
            assert!(hit.normal.dot(ray.direction()) < 1e-6 && hit.point == ray.at(hit.distance));
            1
        }
        (None, None) => 0,
        // Rounding decides whether a ray that only grazes a part hits the list but not the part, or the other way round.
        (hit, reached) => {
            let beam = Segment::new(ray.at(0.0), ray.at(1000.0));
            let grazes = |part: &Shape<f64, 2>| contact(beam, *part).separation.abs() < 1e-9;
            assert!(parts.iter().any(grazes), "{hit:?} {reached:?}");
            0
        }
    }
}

#[test]
fn ball_contact_and_ray_find_nearest_part_of_compound() {
    let mut rng = Rng::with_seed(13);
    let mut seen = [0; 5];
    for _ in 0..cases(1000) {
        // Positions on a grid, so that several parts have the same distance.
        let place = |rng: &mut Rng, reach| point(rng, reach).map(f64::round);
        let part = |rng: &mut Rng| {
            let (at, far) = (place(rng, 12.0), place(rng, 3.0));
            let size = Vector([1.0 + f64::from(rng.u8(..2)), 1.0]);
            match rng.u8(..3) {
                0 => Shape::from(Ball::new(at, f64::from(rng.u8(..3)))),
                1 => Aabb::new(at, at + size).into(),
                _ => Capsule::new(at, at + far, 1.0).into(),
            }
        };
        let parts: Vec<_> = (0..[1, 3, 5, 17, 100][rng.usize(..5)]).map(|_| part(&mut rng)).collect();
        let (list, owned) = (Shape::Compound(&parts), ShapeBuf::from(parts.as_slice()));
        let ball = Ball::new(place(&mut rng, 16.0), f64::from(rng.u8(..6)));
        let margin = [0.0, -1.0, -3.0, 4.0, f64::INFINITY][rng.usize(..5)];

        let apart = parts.iter().map(|part| distance(ball, *part)).fold(f64::INFINITY, f64::min);
        assert_eq!([distance(ball, &owned), distance(&owned, ball), distance(ball, list)], [apart; 3]);
        // The contact is with the part of the least separation; on a tie, with the first such part.
        let least = |all: &mut dyn Iterator<Item = Option<Contact<f64, 2>>>| {
            all.flatten().reduce(|first, next| if next.separation < first.separation { next } else { first })
        };
        let first = least(&mut parts.iter().map(|part| contact_within(ball, *part, margin)));
        let found = contact_within(ball, &owned, margin);
        assert_eq!(found, contact_within(ball, list, margin));
        assert!(match (found, first) {
            (Some(found), Some(first)) => near(found.separation, first.separation),
            (found, first) => found.is_none() && first.is_none(),
        });
        // In the opposite order the normal and the point may differ by rounding, so only compare separations.
        let back = contact_within(&owned, ball, margin).map(|found| found.separation);
        assert_eq!(back, contact_within(list, ball, margin).map(|found| found.separation));
        let ray = Ray::new(ball.center(), place(&mut rng, 4.0) + Vector([0.0, 0.5])).unwrap();
        let ray = if rng.bool() { ray.with_max_distance(9.0) } else { ray };
        let hit = parts.iter().filter_map(|part| cast(&ray, *part)).map(|hit| hit.distance).reduce(f64::min);
        assert_eq!(cast(&ray, &owned).map(|hit| hit.distance), hit);
        assert_eq!(cast(&ray, &owned), cast(&ray, list));
        // Placed at a pose, the results agree within rounding. For a placed region, compare with its parts.
        let pose = Pose::new(Rotation::from_degrees(f64::from(rng.u16(..360))), place(&mut rng, 9.0));
        let around = place(&mut rng, 6.0);
        let star = star(&mut rng, 9, around);
        let corners: Vec<Shape<f64, 2>> = star.parts().map(Shape::from).collect();
        for (shape, parts) in [(owned.as_shape(), &parts), (list, &parts), ((&star).into(), &corners)] {
            let once = Shape::Placed(&shape, pose);
            for (placed, pose) in [(once, pose), (Shape::Placed(&once, pose), pose.then(&pose))] {
                let each: Vec<_> = parts.iter().map(|part| Shape::Placed(part, pose)).collect();
                seen[4] += assert_placed_queries(ball, &ray, placed, &each);
            }
        }
        let equals =
            |least: f64| parts.iter().filter(|part| contact(ball, **part).separation == least).count();
        seen[0] += usize::from(apart > 0.0);
        seen[1] += usize::from(first.is_some_and(|first| first.separation < -ball.radius()));
        seen[2] += usize::from(first.is_some_and(|first| equals(first.separation) > 1));
        seen[3] += usize::from(hit.is_some());
    }
    assert!(seen.iter().all(|count| *count > cases(1000) / 100), "{seen:?}");
}

#[test]
fn ray_hit_on_region_agrees_with_its_parts_and_edges() {
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
        // The first entry from outside: the first edge that the ray crosses from its right side to its left side.
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
