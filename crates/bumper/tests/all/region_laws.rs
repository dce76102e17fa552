//! Laws of concave regions: contacts agree with the outline, not with the cuts between the convex parts; pushes by the depth separate.

use crate::pixels::cases;
use bumper::scalar::{Real, Scalar};
use bumper::{
    Ball, Capsule, Region, Relate, Relation, Segment, Shape, Triangle, Vector, contact, contact_within,
};
use fastrand::Rng;

type Point = Vector<f64, 2>;

/// The distance of a point from the segment between two others.
fn distance_to_segment(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (way, off) = (to - from, point - from);
    let share = (off.dot(way) / way.dot(way)).clamp(0.0, 1.0);
    (off - way.scaled(share)).length()
}

fn corners_of<S: Scalar>(region: &Region<S, 2>) -> Vec<Point> {
    region.corners().iter().map(|corner| corner.map(S::to_f64)).collect()
}

/// The edges of the outline of a region.
fn edges_of<S: Scalar>(region: &Region<S, 2>) -> Vec<[Point; 2]> {
    let corners = corners_of(region);
    (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]]).collect()
}

/// The cuts of a region: the edges that two of its parts have in opposite directions.
fn cuts_of<S: Scalar>(region: &Region<S, 2>) -> Vec<[Point; 2]> {
    let parts =
        region.parts().map(|part| part.corners().map(|corner| corner.map(S::to_f64)).collect::<Vec<_>>());
    let edges: Vec<[Point; 2]> = parts
        .flat_map(|part| (0..part.len()).map(|k| [part[k], part[(k + 1) % part.len()]]).collect::<Vec<_>>())
        .collect();
    edges.iter().filter(|[a, b]| edges.contains(&[*b, *a])).copied().collect()
}

/// An L, a T, a plus, a staircase or a random star, about 20 units wide.
fn region<S: Scalar>(rng: &mut Rng, number: fn(f64) -> S) -> Option<Region<S, 2>> {
    let known: [&[[f64; 2]]; 4] = [
        &[[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [4.0, 8.0], [4.0, 4.0], [0.0, 4.0]],
        &[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [6.0, 4.0], [6.0, 8.0], [2.0, 8.0], [2.0, 4.0], [0.0, 4.0]],
        &[
            [3.0, 0.0],
            [6.0, 0.0],
            [6.0, 3.0],
            [9.0, 3.0],
            [9.0, 6.0],
            [6.0, 6.0],
            [6.0, 9.0],
            [3.0, 9.0],
            [3.0, 6.0],
            [0.0, 6.0],
            [0.0, 3.0],
            [3.0, 3.0],
        ],
        &[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [6.0, 9.0], [6.0, 6.0], [3.0, 6.0], [3.0, 3.0], [0.0, 3.0]],
    ];
    let corners: Vec<[f64; 2]> = match rng.usize(..8) {
        index @ 0..4 => known[index].iter().map(|corner| corner.map(|c| 2.0 * c)).collect(),
        _ => {
            let count = rng.usize(4..12);
            let corner = |k: usize| {
                let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
                let reach = 2.0 + 8.0 * rng.f64();
                [cosine * reach, sine * reach]
            };
            (0..count).map(corner).collect()
        }
    };
    let is_mirrored = rng.bool();
    let at = |[x, y]: [f64; 2]| Vector([number(if is_mirrored { -x } else { x }), number(y)]);
    Region::new(corners.into_iter().map(at)).ok()
}

/// A point on a cut, beside a cut, at a corner, or anywhere near the region.
fn point_near<S: Scalar>(rng: &mut Rng, region: &Region<S, 2>) -> Point {
    let (cuts, corners) = (cuts_of(region), corners_of(region));
    let size = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
    let beside = Vector([rng.f64() - 0.5, rng.f64() - 0.5]).scaled(size * [0.0, 1e-3, 0.1][rng.usize(..3)]);
    match rng.u8(..4) {
        0..=1 if !cuts.is_empty() => {
            let [from, to] = *rng.choice(&cuts).unwrap();
            from + (to - from).scaled([0.5, 0.25, rng.f64()][rng.usize(..3)]) + beside
        }
        2 => *rng.choice(&corners).unwrap() + beside,
        _ => Vector([rng.f64() - 0.5, rng.f64() - 0.5]).scaled(2.0 * size),
    }
}

fn check_points<S: Scalar>(seed: u64, number: fn(f64) -> S) {
    let mut rng = Rng::with_seed(seed);
    let (mut inside, mut outside, mut on_cuts) = (0, 0, 0);
    for _ in 0..cases(3000) {
        let Some(region) = region(&mut rng, number) else { continue };
        let point = point_near(&mut rng, &region).map(|c| S::nearest(c).unwrap());
        let at = point.map(S::to_f64);
        let edges = edges_of(&region);
        let depth = edges.iter().map(|edge| distance_to_segment(at, *edge)).fold(f64::INFINITY, f64::min);
        let relation = Shape::from(&region).relation(&point);
        let right = if relation == Relation::Overlapping { -depth } else { depth };
        let size = corners_of(&region).iter().map(|corner| corner.length()).fold(at.length(), f64::max);
        let tolerance = 100.0 * Scalar::to_f64(S::Real::EPSILON) * size;
        let shapes: [Shape<'_, S, 2>; 3] =
            [point.into(), Ball::new(point, S::default()).into(), Segment::new(point, point).into()];
        for shape in shapes {
            let found = contact(&region, shape);
            let separation = Scalar::to_f64(found.separation);
            assert!((separation - right).abs() <= tolerance, "{separation} {right} {shape:?} {region:?}");
            assert_eq!(contact(shape, &region).separation, found.separation);
            assert!(
                relation != Relation::Overlapping || separation < 0.0,
                "{separation} {shape:?} {region:?}"
            );
            let limit = S::Real::from_f64(right + tolerance);
            assert!(contact_within(&region, shape, limit).is_some(), "{shape:?} {region:?}");
        }
        inside += usize::from(relation == Relation::Overlapping);
        outside += usize::from(relation == Relation::Apart);
        on_cuts += usize::from(cuts_of(&region).iter().any(|cut| distance_to_segment(at, *cut) < 1e-12));
    }
    assert!(
        inside > cases(900) && outside > cases(300) && on_cuts > cases(100),
        "{inside} {outside} {on_cuts}"
    );
}

#[test]
fn contact_of_point_in_region_has_depth_to_outline() {
    check_points::<f64>(1, |c| c);
    check_points::<f32>(2, |c| c as f32);
    check_points::<i16>(3, |c| (c * 8.0).round() as i16);
    check_points::<i32>(4, |c| (c * 8.0).round() as i32);
    check_points::<i64>(5, |c| (c * 1e6).round() as i64);
    #[cfg(feature = "fixed")]
    check_points(6, fixed::types::I16F16::saturating_from_num::<f64>);
}

/// Segments, also parallel to cuts and along them, are compared with capsules so thin that their radius does not matter.
fn check_segments<S: Scalar>(seed: u64, scale: f64, number: fn(f64) -> S) {
    let mut rng = Rng::with_seed(seed);
    let (mut overlapping, mut apart) = (0, 0);
    for _ in 0..cases(1500) {
        let Some(region) = region(&mut rng, number) else { continue };
        let from = point_near(&mut rng, &region);
        let cuts = cuts_of(&region);
        let to = match (rng.bool(), rng.choice(&cuts)) {
            (true, Some([p, q])) => from + (*q - *p).scaled(2.0 * rng.f64() - 1.0),
            _ => point_near(&mut rng, &region),
        };
        let [from, to] = [from, to].map(|end| end.map(|c| S::nearest(c).unwrap()));
        let ends = [from, to].map(|end| end.map(S::to_f64));
        let wide = Region::new(corners_of(&region)).unwrap();
        let radius = 1e-7 * scale;
        let right = contact(&wide, Capsule::new(ends[0], ends[1], radius)).separation;
        let relation = Shape::from(&region).relation(&Segment::new(from, to));
        let tolerance = scale * if Scalar::to_f64(S::Real::EPSILON) > 1e-10 { 1e-3 } else { 1e-6 };
        let shapes: [Shape<'_, S, 2>; 3] = [
            Segment::new(from, to).into(),
            Capsule::try_new(from, to, S::default()).map_or(Segment::new(from, to).into(), Into::into),
            Triangle::new(from, to, from).into(),
        ];
        for shape in shapes {
            let separation = Scalar::to_f64(contact(&region, shape).separation);
            assert!((separation - right).abs() <= tolerance, "{separation} {right} {shape:?} {region:?}");
            assert!(
                relation != Relation::Overlapping || separation < 0.0,
                "{separation} {shape:?} {region:?}"
            );
        }
        overlapping += usize::from(relation == Relation::Overlapping);
        apart += usize::from(relation == Relation::Apart);
    }
    assert!(overlapping > cases(600) && apart > cases(100), "{overlapping} {apart}");
}

#[test]
fn contact_of_segment_in_region_has_depth_of_thin_capsule() {
    check_segments::<f64>(1, 1.0, |c| c);
    check_segments::<f32>(2, 1.0, |c| c as f32);
    check_segments::<i16>(3, 8.0, |c| (c * 8.0).round() as i16);
    check_segments::<i32>(4, 1000.0, |c| (c * 1000.0).round() as i32);
}

#[test]
fn contact_of_thin_shape_on_cut_has_depth_to_outline() {
    let l = Region::new([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [4.0, 8.0], [4.0, 4.0], [0.0, 4.0]]).unwrap();
    let rotation = bumper::Rotation::from_degrees(-45.0);
    for half in [0.0, 1e-300, 1e-18, 1e-16, 1e-15, 1e-13, 1e-9] {
        let thin = bumper::OrientedBox::new([6.0, 2.0], [f64::sqrt(2.0), half], rotation);
        let depth = -contact(&l, thin).separation;
        assert!((depth - 3.0).abs() < 1e-8, "{half} {depth}");
    }
    // With `f32`, the thin part of the box is below the rounding error of its coordinates.
    let corners = [[0.0f32, 0.0], [8.0, 0.0], [8.0, 8.0], [4.0, 8.0], [4.0, 4.0], [0.0, 4.0]];
    let l = Region::new(corners).unwrap();
    for radius in [0.0, 1e-30, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3] {
        for offset in [0.0, 1e-7, 5e-7, 1e-6, 1e-5] {
            let depth = -contact(&l, Ball::new([5.0 + offset, 3.0], radius)).separation;
            // At the reflex corner, the ball leaves through the intersection of the two edges moved outwards by its radius.
            let right = f32::hypot(1.0 + offset + radius, 1.0 + radius);
            assert!((depth - right).abs() < 2e-5, "{radius} {offset} {depth} {right}");
        }
    }
}

fn star(count: usize, inner: f64, turn: f64, at: [f64; 2]) -> Region<f64, 2> {
    let corner = |k: usize| {
        let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64 + turn).sin_cos();
        let radius = if k.is_multiple_of(2) { 5.0 } else { inner };
        [at[0] + radius * cosine, at[1] + radius * sine]
    };
    Region::new((0..count).map(corner)).unwrap()
}

#[test]
fn push_by_depth_separates_regions_of_many_corners() {
    for (count, inner) in
        [(60, 2.5), (100, 2.5), (140, 2.5), (300, 2.5), (300, 4.5), (1000, 4.5), (3000, 4.9)]
    {
        let fixed = star(count, inner, 0.0, [0.0; 2]);
        for at in [[0.05, 0.03], [6.0, 3.0]] {
            let moving = star(count, inner, 0.3, at);
            let found = contact(&fixed, &moving);
            let apart = moving.translated(found.normal.scaled(found.depth() * (1.0 + 1e-9))).unwrap();
            assert!(found.depth() > 0.5, "{count} {at:?}");
            let rest = contact(&fixed, &apart).separation;
            assert!(rest > -1e-10, "{count} {at:?} {} {rest}", found.depth());
        }
    }
    let depth =
        |count| contact(&star(count, 2.5, 0.0, [0.0; 2]), &star(count, 2.5, 0.3, [0.05, 0.03])).depth();
    assert!((depth(60) - 8.448).abs() < 1e-3 && (depth(100) - 8.777).abs() < 1e-3);
}
