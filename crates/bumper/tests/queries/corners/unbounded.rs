//! Compares boxes with infinite sides with the same boxes cut off far away.

use super::*;
use crate::reference::draw;
use crate::reference::kinds::size;
use bumper::{Aabb, Ray, SweepHit, cast, sweep};

/// Where the sides of the finite boxes are cut off, in sizes of the other shape.
const FAR: f64 = 64.0;

/// A random box with at least one infinite side, and the same box cut off at `far`.
fn infinite_box<R: Real, const N: usize>(rng: &mut Rng, far: f64, size: f64) -> [Aabb<R, N>; 2] {
    let (mut sides, mut cut) = ([[0.0; N]; 2], [[0.0; N]; 2]);
    let forced = (rng.usize(..N), rng.bool());
    for k in 0..N {
        let low = (rng.f64() * 2.0 - 1.0) * size;
        let ends = [low, low + rng.f64() * size].map(|c| Scalar::to_f64(R::from_f64(c)));
        for (upper, end) in ends.into_iter().enumerate() {
            let infinite = rng.bool() || forced == (k, upper == 1);
            let sign = if upper == 1 { 1.0 } else { -1.0 };
            sides[upper][k] = if infinite { sign * f64::INFINITY } else { end };
            cut[upper][k] = if infinite { sign * far } else { end };
        }
    }
    [sides, cut].map(|[min, max]| Aabb::new(Vector(min.map(R::from_f64)), Vector(max.map(R::from_f64))))
}

fn assert_same<R: Real, const N: usize>(
    hits: [Option<SweepHit<R, N>>; 2],
    tolerance: f64,
    context: impl Fn() -> String,
) -> usize {
    match hits {
        [None, None] => 0,
        [Some(found), Some(expected)] => {
            let off = (Scalar::to_f64(found.time) - Scalar::to_f64(expected.time)).abs();
            assert!(off <= tolerance, "{hits:?}\n{}", context());
            assert_eq!(found.starts_overlapping, expected.starts_overlapping, "{hits:?}\n{}", context());
            if found.starts_overlapping { 2 } else { 1 }
        }
        _ => panic!("{hits:?}\n{}", context()),
    }
}

fn check<R: Real, const N: usize>() {
    let mut rng = reference::random(11);
    let mut seen = [0; 3];
    let mut rays = 0;
    for _ in 0..reference::cases(CASES / 100) {
        for kind in Kind::all_in(N) {
            let [spec, _] = draw::pair::<R, N>(&mut rng, [kind, kind]);
            let body = spec.body();
            let size = size(&body).max(1e-3);
            // Near the origin, so that rounding is small compared with the size.
            let to: [f64; N] = numbers(&mut rng, size * 2.0);
            let center = vector_of(&body);
            let spec = spec.moved(std::array::from_fn(|k| if k < N { to[k] - center[k] } else { 0.0 }));
            // The corners may still be far from the origin of a pose, and be rounded there.
            if epsilon::<R>() * spec.body().largest > size * 1e-4 {
                continue;
            }
            let Some(base) = spec.base() else { continue };
            let shape = spec.placed(&base);
            let [infinite, finite] = infinite_box::<R, N>(&mut rng, size * FAR, size);
            let step = Vector::<R, N>(numbers(&mut rng, size * 4.0).map(R::from_f64));
            let still = Vector::<R, N>::default();
            // Relations of most shapes with infinite boxes are unknown, so shapes that touch or overlap at the start are compared below.
            let context = || format!("{shape:?}\n{infinite:?}\n{step:?}");
            let near = 1e-3;
            let separation = Scalar::to_f64(contact(shape, finite).separation) / size;
            if separation.abs() > near {
                let hits = [infinite, finite].map(|aabb| sweep(shape, step, aabb, still));
                seen[assert_same(hits, near, context)] += 1;
                let hits = [infinite, finite].map(|aabb| sweep(aabb, still, shape, step));
                assert_same(hits, near, context);
            }
            let from = Vector::<R, N>(numbers(&mut rng, size * 3.0).map(R::from_f64));
            let ray = Ray::new(from, step).unwrap();
            let hits = [infinite, finite].map(|aabb| cast(&ray, aabb));
            let is_hit = |by: f64| {
                let by = Vector([R::from_f64(by * size); N]);
                let (min, max) = (finite.min() - by, finite.max() + by);
                (0..N).all(|k| min[k] <= max[k]) && cast(&ray, Aabb::new(min, max)).is_some()
            };
            match hits {
                [None, None] => {}
                [Some(found), Some(expected)] => {
                    rays += 1;
                    let off = (Scalar::to_f64(found.distance) - Scalar::to_f64(expected.distance)).abs();
                    assert!(off <= near * size, "{hits:?}\n{}", context());
                }
                // Beyond the part that is cut off.
                [Some(found), None] if Scalar::to_f64(found.distance) > FAR / 2.0 * size => {}
                _ => assert!(is_hit(near) && !is_hit(-near), "{ray:?} {hits:?}\n{}", context()),
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 10) && rays > 10, "{seen:?} {rays}");
}

fn vector_of(body: &Body<Double>) -> [f64; 3] {
    reference::number::rounded(body.points[0])
}

#[test]
fn infinite_boxes_are_hit_as_far_boxes_in_2d() {
    check::<f32, 2>();
    check::<f64, 2>();
}

#[test]
fn infinite_boxes_are_hit_as_far_boxes_in_3d() {
    check::<f32, 3>();
    check::<f64, 3>();
}

/// Two boxes with infinite sides, and the same boxes cut off.
#[test]
fn infinite_boxes_meet_each_other() {
    fn check<R: Real, const N: usize>() {
        let mut rng = reference::random(12);
        let mut seen = [0; 3];
        for _ in 0..reference::cases(CASES) {
            let (a, b) =
                (infinite_box::<R, N>(&mut rng, 200.0, 1.0), infinite_box::<R, N>(&mut rng, 200.0, 1.0));
            let step = Vector::<R, N>(numbers(&mut rng, 2.0).map(R::from_f64));
            let still = Vector::<R, N>::default();
            let hits = [0, 1].map(|k| sweep(a[k], step, b[k], still));
            seen[assert_same(hits, 1e-3, || format!("{a:?}\n{b:?}\n{step:?}"))] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 10), "{seen:?}");
    }
    check::<f32, 2>();
    check::<f64, 2>();
    check::<f32, 3>();
    check::<f64, 3>();
}

/// The ray starts outside, so the distance is not zero.
#[test]
fn ray_hits_a_half_space() {
    fn check<R: Real, const N: usize>() {
        for (beyond, k, sign) in
            [1.0, -1.0].into_iter().flat_map(|sign| (0..N).map(move |k| (f64::INFINITY, k, sign)))
        {
            let side = |c: f64| {
                Vector::<R, N>(std::array::from_fn(|i| R::from_f64(if i == k { sign * c } else { beyond })))
            };
            let other = |c: f64| {
                Vector::<R, N>(std::array::from_fn(|i| R::from_f64(if i == k { sign * c } else { -beyond })))
            };
            let ahead = Vector::<R, N>::default().with(k, R::from_f64(sign));
            for wall in [Aabb::new(other(3.0), side(5.0)), Aabb::new(other(3.0), side(f64::INFINITY))] {
                let hit = cast(&Ray::new(Vector::default(), ahead).unwrap(), wall).unwrap();
                assert_eq!((hit.distance, hit.normal), (R::from_f64(3.0), -ahead), "{wall:?}");
                assert_eq!(cast(&Ray::new(Vector::default(), -ahead).unwrap(), wall), None);
            }
        }
    }
    check::<f32, 2>();
    check::<f64, 2>();
    check::<f32, 3>();
    check::<f64, 3>();
}
