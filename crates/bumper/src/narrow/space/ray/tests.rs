//! Random rays checked against invariants, in both float types: no part of the shape is before the hit, the hit is on the surface, the
//! normal points outwards, and a ray towards a point of the shape hits it. Every check allows a few rounding errors of the largest
//! coordinate.

use super::first_hit;
use crate::Vector;
use crate::narrow::space::random_shapes::{
    KINDS, Point, RandomShape, ShapeKind, decades, direction, rounded,
};
use crate::scalar::{Real, Scalar};
use crate::view::ShapeView;
use fastrand::Rng;
use std::vec::Vec;

/// The permitted distance of a hit from the surface, as a multiple of epsilon times the largest coordinate.
const ALLOWED: f64 = 64.0;

fn cases() -> usize {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_500)
}

/// The hit of a ray on a shape, converted to `f64`.
fn shoot<R: Real>(figure: &RandomShape, from: Point, direction: Point) -> Option<(f64, Point)> {
    figure.with::<R, _>(|shape| {
        let ShapeView::Convex(convex) = shape.view::<R>(None) else { panic!("it is convex") };
        let real = |v: Point| v.map(R::from_f64);
        let hit = first_hit(&convex, real(from), real(direction));
        hit.map(|(distance, normal)| (distance.to_f64(), normal.map(Scalar::to_f64)))
    })
}

/// The minimum of a convex function on an interval, and its position.
fn least(from: f64, to: f64, f: &dyn Fn(f64) -> f64) -> (f64, f64) {
    let (mut low, mut high) = (from, to);
    for _ in 0..90 {
        let (a, b) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
        if f(a) < f(b) { high = b } else { low = a }
    }
    let places = [from, to, low, high].map(|place| (f(place), place));
    places.into_iter().fold((f64::INFINITY, 0.0), |best, next| if next.0 < best.0 { next } else { best })
}

#[derive(Debug, Default)]
struct Seen {
    hits: u64,
    misses: u64,
    within: u64,
    worst: f64,
}

/// Checks one ray against one shape.
fn check<R: Real>(figure: &RandomShape, from: Point, direction: Point, relative: &mut Seen) {
    let far = (figure.center - from).length();
    let reach = |point: &Point| (*point - figure.center).length();
    let size = figure.points.iter().map(reach).fold(figure.half.length() + figure.radius, f64::max);
    let rounding = R::EPSILON.to_f64() * (far + size);
    let allowed = rounding * ALLOWED;
    let start = from - figure.center;
    let off = |t: f64| figure.signed_distance::<R>(start + direction.scaled(t));
    let hit = shoot::<R>(figure, from, direction);
    let context =
        || std::format!("{hit:?} from {from:?} along {direction:?} at {figure:?}, rounding {rounding:e}");
    let Some((distance, normal)) = hit else {
        relative.misses += 1;
        let (separation, at) = least(0.0, far + figure.size * 2.0, &off);
        assert!(separation > rounding, "misses, though {separation} off at {at}: {}", context());
        return;
    };
    relative.hits += 1;
    assert!((normal.length() - 1.0).abs() < R::EPSILON.to_f64() * 32.0, "{}", context());
    assert!(distance >= 0.0, "{}", context());
    let here = off(distance);
    if distance == 0.0 && here < -allowed {
        relative.within += 1;
        assert_eq!(normal, direction.scaled(-1.0), "{}", context());
        return;
    }
    relative.worst = relative.worst.max(here.abs() / rounding);
    assert!(here.abs() <= allowed, "{here} off the surface: {}", context());
    let (separation, at) = least(0.0, distance, &off);
    assert!(separation >= -allowed, "{separation} within already at {at}: {}", context());
    if distance > 0.0 {
        assert!(normal.dot(direction) <= R::EPSILON.to_f64() * 64.0, "{}", context());
        // The distance from the shape after a step along the normal that is much larger than rounding has to equal the length of the step.
        let step = (rounding * 1e4).max(figure.size * 1e-3);
        let out = figure.signed_distance::<R>(start + direction.scaled(distance) + normal.scaled(step));
        assert!((out - step).abs() <= step * 0.02 + allowed, "{out} after {step}: {}", context());
    }
}

fn check_random_rays<R: Real>(kind: ShapeKind, seed: u64) -> Seen {
    let mut rng = Rng::with_seed(seed);
    let mut relative = Seen::default();
    for _ in 0..cases() {
        let size = decades(&mut rng, -3.0, 5.0);
        let place = direction(&mut rng).scaled(size * decades(&mut rng, -2.0, 2.0));
        let figure = RandomShape::random::<R>(&mut rng, kind, size, place);
        let far = size * decades(&mut rng, -1.0, 3.0);
        let target = match rng.u8(..3) {
            0 => figure.center + direction(&mut rng).scaled(size * 2.0 * rng.f64()),
            _ => figure.point(&mut rng),
        };
        let start = match rng.u8(..4) {
            0 => figure.axes[rng.usize(..3)].scaled(if rng.bool() { far } else { -far }),
            1 => (figure.axes[0] + direction(&mut rng).scaled(1e-4)).scaled(far),
            2 => Vector::default().with(rng.usize(..3), far),
            _ => direction(&mut rng).scaled(far),
        };
        let from = rounded::<R>(target - start);
        let direction = target - from;
        if direction.length() > 0.0 {
            let direction = rounded::<R>(direction.scaled(1.0 / direction.length()));
            check::<R>(&figure, from, direction, &mut relative);
        }
    }
    relative
}

/// Checks each kind of shape.
fn every_kind<R: Real>(seed: u64) {
    for kind in KINDS {
        let relative = check_random_rays::<R>(kind, seed);
        std::println!("{kind:?}: {relative:?}");
        assert!(relative.hits > 100 && relative.misses > 50, "{kind:?} {relative:?}");
    }
}

#[test]
fn ray_hit_is_first_point_at_any_scale_in_f32() {
    every_kind::<f32>(1);
}

#[test]
fn ray_hit_is_first_point_at_any_scale_in_f64() {
    every_kind::<f64>(2);
}

/// To run it: `cargo test -p bumper --release --lib -- --ignored measure_ray_cost --nocapture`
#[test]
#[ignore = "a measurement"]
fn measure_ray_cost() {
    let wanted = std::env::var("KIND").unwrap_or_default();
    for kind in KINDS {
        if !std::format!("{kind:?}").contains(&wanted) {
            continue;
        }
        let mut rng = Rng::with_seed(3);
        let mut number = || rng.f64() * 6.5;
        let shots: Vec<_> = (0..256)
            .map(|_| (Vector([(); 3].map(|()| number())), Vector([(); 3].map(|()| number()))))
            .collect();
        let mut rng = Rng::with_seed(4);
        let mut random_shapes = Vec::new();
        for _ in 0..256 {
            let place = Vector([3.25; 3]) + direction(&mut rng).scaled(2.0);
            let mut figure = RandomShape::random::<f32>(&mut rng, kind, 2.0, place);
            figure.half = Vector([(); 3].map(|()| 0.5 + rng.f64() * 2.0));
            figure.radius = if figure.radius > 0.0 { 0.5 + rng.f64() * 1.5 } else { 0.0 };
            let count = if kind == ShapeKind::Hull { 16 } else { figure.points.len() };
            figure.points = (0..count)
                .map(|_| match kind {
                    ShapeKind::Hull => figure.center + direction(&mut rng).scaled(2.0),
                    _ => figure.center + Vector([(); 3].map(|()| (rng.f64() - 0.5) * 5.0)),
                })
                .collect();
            random_shapes.push(figure);
        }
        let points: Vec<Vec<Vector<f32, 3>>> =
            random_shapes.iter().map(|f| f.points.iter().map(|p| p.map(|c| c as f32)).collect()).collect();
        let shapes: Vec<crate::Shape<f32, 3>> = random_shapes
            .iter()
            .zip(&points)
            .map(|(figure, points)| match kind {
                ShapeKind::Hull => crate::Hull::new(points).unwrap().into(),
                // Shapes of all other kinds own their data, so they can leave the closure.
                _ => figure.with::<f32, _>(|shape| match shape {
                    crate::Shape::Ball(s) => s.into(),
                    crate::Shape::Segment(s) => s.into(),
                    crate::Shape::Capsule(s) => s.into(),
                    crate::Shape::Triangle(s) => s.into(),
                    crate::Shape::Aabb(s) => s.into(),
                    crate::Shape::OrientedBox(s) => s.into(),
                    crate::Shape::OrientedCylinder(s) => s.into(),
                    other => panic!("{other:?}"),
                }),
            })
            .collect();
        let rays: Vec<_> = shots
            .iter()
            .map(|(a, b)| crate::Ray::new(a.map(|c: f64| c as f32), (*b - *a).map(|c| c as f32)).unwrap())
            .collect();
        let mut best = f64::INFINITY;
        let mut hits = 0;
        for _ in 0..20 {
            hits = 0;
            let start = std::time::Instant::now();
            for shape in &shapes {
                for ray in &rays {
                    let ShapeView::Convex(convex) = std::hint::black_box(shape).view::<f32>(None) else {
                        continue;
                    };
                    let hit = first_hit(&convex, ray.from(), ray.direction());
                    hits += u32::from(std::hint::black_box(hit).is_some());
                }
            }
            best = best.min(start.elapsed().as_secs_f64() / (256.0 * 256.0));
        }
        let forms: Vec<_> = shapes.iter().map(|shape| shape.view::<f32>(None)).collect();
        let mut alone = f64::INFINITY;
        for _ in 0..20 {
            let start = std::time::Instant::now();
            for form in &forms {
                for ray in &rays {
                    let ShapeView::Convex(convex) = std::hint::black_box(form) else { continue };
                    let hit = first_hit(convex, ray.from(), ray.direction());
                    std::hint::black_box(hit);
                }
            }
            alone = alone.min(start.elapsed().as_secs_f64() / (256.0 * 256.0));
        }
        let mut old = f64::INFINITY;
        for _ in 0..10 {
            let start = std::time::Instant::now();
            for shape in &shapes {
                for ray in &rays {
                    std::hint::black_box(crate::cast(ray, *std::hint::black_box(shape)));
                }
            }
            old = old.min(start.elapsed().as_secs_f64() / (256.0 * 256.0));
        }
        std::println!("old {:.1}", old * 1e9);
        std::println!(
            "{kind:?}: {:.1} ns, without its form {:.1}, {:.0} % hit",
            best * 1e9,
            alone * 1e9,
            f64::from(hits) / 655.36
        );
    }
}

#[test]
fn ray_hit_on_tiny_or_huge_triangle_has_unit_normal() {
    for size in [1e-15f32, 1e-6, 1e6, 1e12, 1e15] {
        let triangle = crate::Triangle::new([-size, -size, 0.0], [size, -size, 0.0], [0.0, size, 0.0]);
        let ray = crate::Ray::new([0.0, 0.1 * size, size], [0.0, 0.0, -1.0]).unwrap();
        let hit = crate::cast(&ray, triangle).unwrap();
        assert_eq!((hit.distance, hit.normal.map(|c| c + 0.0)), (size, Vector([0.0, 0.0, 1.0])));
    }
}
