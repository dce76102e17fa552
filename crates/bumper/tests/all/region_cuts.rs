//! Rays that start on the cuts between the convex parts of a concave polygon: a cut must behave like any interior point.

use crate::pixels::cases;
use bumper::scalar::{Real, Scalar};
use bumper::{Ray, Region, Vector, cast};
use fastrand::Rng;

type Point = [f64; 2];

fn from_to(a: Point, b: Point) -> Point {
    [b[0] - a[0], b[1] - a[1]]
}

/// The distance of a point from the segment between two others.
fn away(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (way, off) = (from_to(from, to), from_to(from, point));
    let share = (off[0] * way[0] + off[1] * way[1]) / (way[0] * way[0] + way[1] * way[1]);
    let share = share.clamp(0.0, 1.0);
    (off[0] - way[0] * share).hypot(off[1] - way[1] * share)
}

/// A star at an offset, with corners at multiples of an eighth of a unit. For integer scalars an eighth of a unit is 1.
fn star<S: Scalar>(rng: &mut Rng, unit: f64, offset: Point, number: fn(f64) -> S) -> Option<Region<S, 2>> {
    let count = rng.usize(4..14);
    let corner = |k: usize| {
        let (sine, cosine) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
        let reach = 4.0 + 96.0 * rng.f64();
        Vector([cosine, sine].map(|c| (c * reach).round() * 8.0 * unit))
    };
    let corners: Vec<_> = (0..count).map(corner).collect();
    let at = |p: Vector<f64, 2>| Vector([0, 1].map(|k| number(p[k] + offset[k])));
    Region::new(corners.into_iter().map(at)).ok()
}

/// The cuts of a region: the edges that two of its parts have in opposite directions.
fn cuts<S: Scalar>(region: &Region<S, 2>) -> Vec<[Point; 2]> {
    let edges: Vec<[Point; 2]> = region
        .parts()
        .flat_map(|part| {
            let corners: Vec<Point> = part.corners().map(|c| c.map(S::to_f64).0).collect();
            (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]]).collect::<Vec<_>>()
        })
        .collect();
    edges.iter().filter(|[a, b]| edges.contains(&[*b, *a])).copied().collect()
}

fn check<S: Scalar>(seed: u64, unit: f64, far: f64, number: fn(f64) -> S) {
    let mut rng = Rng::with_seed(seed);
    let mut seen = 0;
    for _ in 0..cases(1000) {
        let offset = [0, 1].map(|_| (far * (2.0 * rng.f64() - 1.0)).round() * unit);
        let Some(region) = star(&mut rng, unit, offset, number) else { continue };
        let corners: Vec<Point> = region.corners().iter().map(|c| c.map(S::to_f64).0).collect();
        let edges = || corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]);
        let epsilon = Scalar::to_f64(S::Real::EPSILON);
        let tolerance =
            100.0 * epsilon * corners.iter().flatten().fold(0.0, |most: f64, c| most.max(c.abs()));
        for [a, b] in cuts(&region) {
            let way = from_to(a, b);
            // A point on the cut, or as near to it as rounding allows.
            let share = if rng.bool() { f64::from(rng.u8(1..8)) / 8.0 } else { rng.f64() };
            let from = Vector([0, 1].map(|k| S::Real::from_f64(a[k] + way[k] * share)));
            let start = from.map(Scalar::to_f64).0;
            if edges().any(|edge| away(start, edge) <= tolerance) {
                continue;
            }
            let corner = corners[rng.usize(..corners.len())];
            let direction = match rng.u8(..6) {
                0 => way,
                1 => [0, 1].map(|k| way[k] * (1.0 + epsilon * f64::from(rng.i8(-4..=4)))),
                2 => [way[1], -way[0]],
                3 => *rng.choice(&[[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]).unwrap(),
                4 => from_to(start, corner),
                _ => [rng.f64() - 0.5, rng.f64() - 0.5],
            };
            let Some(ray) = Ray::new(from, Vector(direction.map(S::Real::from_f64))) else { continue };
            let hit = cast(&ray, &region).map(|hit| (hit.distance, hit.point, hit.normal));
            let within = Some((S::Real::default(), from, -ray.direction()));
            assert_eq!(hit, within, "{ray:?} {:?}", region.corners());
            seen += 1;
        }
    }
    assert!(seen > cases(1000), "{seen}");
}

#[test]
fn ray_from_cut_of_region_starts_inside() {
    check::<i16>(1, 1.0, 30_000.0, |c| c as i16);
    check::<i32>(2, 1.0, 2e9, |c| c as i32);
    check::<f32>(3, 1.0, 1e4, |c| c as f32);
    check::<f32>(4, 0.37, 1e6, |c| c as f32);
    check::<f64>(5, 0.37, 1e4, |c| c);
    check::<f64>(6, 1e-9, 1e12, |c| c);
    #[cfg(feature = "fixed")]
    check(7, 0.05, 1e5, fixed::types::I16F16::saturating_from_num::<f64>);
}
