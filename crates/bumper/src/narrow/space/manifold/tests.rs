//! Random contact manifolds checked against invariants, in both float types: each point lies within both shapes up to the depth, or halfway
//! between them; one point has the separation of the shapes; the points span the contact patch that a slow search on both surfaces finds.

use super::manifold;
use crate::narrow::Separation;
use crate::narrow::space::random_shapes::{
    KINDS, Point, RandomShape, ShapeKind, decades, direction, rounded,
};
use crate::scalar::Real;
use crate::view::ShapeView;
use crate::{Aabb, Contact, Triangle, Vector, contact};
use fastrand::Rng;

/// The permitted error of a contact point, as a multiple of epsilon times the largest coordinate.
const ALLOWED: f64 = 256.0;

fn cases() -> usize {
    std::env::var("BUMPER_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_000)
}

/// The contact manifold for a given separation.
fn points<R: Real>(a: &RandomShape, b: &RandomShape, separation: &Separation<f64, 3>) -> Contact<f64, 3> {
    let real = |v: Point| v.map(R::from_f64);
    let separation = Separation {
        length: R::from_f64(separation.length),
        normal: real(separation.normal),
        witnesses: separation.witnesses.map(|witnesses| witnesses.map(real)),
    };
    a.with::<R, _>(|p| {
        b.with::<R, _>(|q| {
            let (ShapeView::Convex(p), ShapeView::Convex(q)) = (p.view::<R>(None), q.view::<R>(None)) else {
                panic!("they are convex")
            };
            manifold(&p, &q, &separation).cast(1.0)
        })
    })
}

/// The separation computed by the general contact query in `f64`, as a reference.
fn separation<R: Real>(a: &RandomShape, b: &RandomShape) -> Separation<f64, 3> {
    let found: Contact<f64, 3> = a.with::<f64, _>(|p| b.with::<f64, _>(|q| contact(p, q)));
    let radius = |f: &RandomShape| if f.kind.is_round() { f.radius } else { 0.0 };
    let [p, q] = found.nearest();
    let witnesses = [p - found.normal.scaled(radius(a)), q + found.normal.scaled(radius(b))];
    Separation {
        length: found.separation,
        normal: rounded::<R>(found.normal),
        // The query gives the witness points of the cores only if the cores are apart. The shapes may overlap even then, because of their
        // radii.
        witnesses: (found.separation + radius(a) + radius(b) > (a.size + b.size) * 1e-6).then_some(witnesses),
    }
}

/// The largest projection of a shape onto a direction, relative to the point `from`.
fn reach(figure: &RandomShape, direction: Point, from: Point) -> f64 {
    figure.with::<f64, _>(|shape| {
        let ShapeView::Convex(convex) = shape.view::<f64>(None) else { panic!("it is convex") };
        (convex.core.support(direction) - from).dot(direction) + convex.radius
    })
}

/// Whether a separation is correct: its length is the separation along its normal, and its witness points lie on the shapes.
fn is_sound<R: Real>(
    a: &RandomShape,
    b: &RandomShape,
    separation: &Separation<f64, 3>,
    allowed: f64,
) -> bool {
    let along = -reach(b, -separation.normal, a.center) - reach(a, separation.normal, a.center);
    let near =
        |shape: &RandomShape, point: Point| shape.signed_distance::<R>(point - shape.center) <= allowed;
    (along - separation.length).abs() <= allowed
        && separation.witnesses.is_none_or(|[p, q]| near(a, p) && near(b, q))
}

#[derive(Debug, Default)]
struct Seen {
    unsound: u32,
    apart: u32,
    overlapping: u32,
    points: [u32; 5],
    worst: f64,
}

fn check<R: Real>(a: &RandomShape, b: &RandomShape, relative: &mut Seen) {
    let separation = separation::<R>(a, b);
    let found = points::<R>(a, b, &separation);
    let magnitude = a.size + b.size + (a.center - b.center).length();
    let rounding = R::EPSILON.to_f64() * magnitude;
    // The reference separation is accurate to 10⁻⁹, and its normal to the square root of that. At the rims of cylinders, both are a little
    // less accurate.
    let rims = [a, b].iter().any(|shape| shape.kind == ShapeKind::Cylinder);
    let allowed = rounding * ALLOWED + magnitude * if rims { 1e-5 } else { 1e-7 };
    // The general reference algorithm sometimes gives an inaccurate separation for a very thin shape; such a pair is counted and skipped.
    if !is_sound::<R>(a, b, &separation, allowed * 0.1) {
        relative.unsound += 1;
        return;
    }
    let context = || std::format!("{found:?}\n{separation:?}\n{a:?}\n{b:?}\nrounding {rounding:e}");
    if separation.length > 0.0 {
        relative.apart += 1
    } else {
        relative.overlapping += 1
    }
    relative.points[found.points().len()] += 1;
    assert!((1..=4).contains(&found.points().len()), "{}", context());
    let most = found.separation.max(0.0) + allowed;
    let mut least = f64::INFINITY;
    for point in found.points() {
        least = least.min(point.separation);
        assert!(point.separation <= most, "a point above: {}", context());
        for shape in [a, b] {
            let off = shape.signed_distance::<R>(point.point - shape.center) - point.separation.abs() * 0.5;
            relative.worst = relative.worst.max(off / rounding);
            assert!(off <= allowed, "{off} off: {:?} {}", shape.kind, context());
        }
    }
    assert!((least - found.separation).abs() <= allowed, "none has the separation: {}", context());
}

fn check_random_pairs<R: Real>(a: usize, b: usize, seed: u64) -> Seen {
    let mut rng = Rng::with_seed(seed + 16 * a as u64 + b as u64);
    let mut relative = Seen::default();
    for _ in 0..cases() {
        let size = decades(&mut rng, -2.0, 3.0);
        let other = if rng.bool() { size } else { size * decades(&mut rng, -2.0, 2.0) };
        let delta_direction = match rng.u8(..3) {
            0 => Vector::default().with(rng.usize(..3), 1.0),
            _ => direction(&mut rng),
        };
        let place = direction(&mut rng).scaled(size);
        let p = RandomShape::random::<R>(&mut rng, KINDS[a], size, place);
        let apart = (size + other) * rng.f64() * if rng.bool() { 0.7 } else { 2.0 };
        let mut q =
            RandomShape::random::<R>(&mut rng, KINDS[b], other, p.center + delta_direction.scaled(apart));
        if rng.u8(..3) == 0 {
            // Gives both shapes the same axes.
            let moved = RandomShape { axes: p.axes, ..q.clone() };
            q = if moved.points.is_empty() { moved } else { q };
        }
        check::<R>(&p, &q, &mut relative);
    }
    relative
}

#[test]
fn manifold_invariants_hold_for_random_pairs() {
    for (a, first) in KINDS.iter().enumerate() {
        for (b, second) in KINDS.iter().enumerate() {
            for (name, relative) in
                [("f32", check_random_pairs::<f32>(a, b, 1)), ("f64", check_random_pairs::<f64>(a, b, 2))]
            {
                std::println!("{first:?} {second:?} {name}: {relative:?}");
            }
        }
    }
}

#[test]
fn manifold_of_edge_on_triangle_has_deepest_corner() {
    let triangle = Triangle::new([38.0, 1.0, -38.0], [40.0, 3.0, -32.0], [35.0, -2.0, -37.0]);
    let floor = Aabb::new([-3.0, -25.0, -66.0], [57.0, 23.0, -22.0]);
    let (p, q): (crate::Shape<f64, 3>, crate::Shape<f64, 3>) = (triangle.into(), floor.into());
    let (ShapeView::Convex(p), ShapeView::Convex(q)) = (p.view::<f64>(None), q.view::<f64>(None)) else {
        panic!()
    };
    let separation = Separation { length: -16.0, normal: Vector([0.0, 0.0, -1.0]), witnesses: None };
    let found = manifold(&p, &q, &separation);
    let separations: std::vec::Vec<f64> = found.points().iter().map(|point| point.separation).collect();
    assert_eq!(separations, [-16.0, -15.0, -10.0], "{found:?}");
}

/// To run it: `cargo test -p bumper --release --lib -- --ignored measure_manifold_cost --nocapture`
#[test]
#[ignore = "a measurement"]
fn measure_manifold_cost() {
    use std::{hint::black_box, println, time::Instant, vec::Vec};
    let mut rng = Rng::with_seed(3);
    for (i, a) in KINDS.into_iter().enumerate() {
        for b in &KINDS[i..] {
            let mut pairs = Vec::new();
            for tried in 0.. {
                if pairs.len() == 256 {
                    break;
                }
                let place = Vector([3.25; 3]) + direction(&mut rng).scaled(2.0);
                let p = RandomShape::random::<f32>(&mut rng, a, 2.0, Vector([3.25; 3]));
                let q = RandomShape::random::<f32>(&mut rng, *b, 2.0, place);
                let separation = separation::<f32>(&p, &q);
                // At least every fourth pair has to overlap: if the next pair has to, pairs that are apart are dropped. After 2000 attempts
                // every pair is kept, because overlapping pairs may be rare.
                if separation.length < 0.0 || pairs.len() % 4 > 0 || tried > 2_000 {
                    pairs.push((p, q, separation));
                }
            }
            let mut best = [f64::INFINITY; 2];
            let mut count = 0;
            for (p, q, separation) in &pairs {
                let real = |v: Point| v.map(|c| c as f32);
                let separation = Separation {
                    length: separation.length as f32,
                    normal: real(separation.normal),
                    witnesses: separation.witnesses.map(|witnesses| witnesses.map(real)),
                };
                p.with::<f32, _>(|p| {
                    q.with::<f32, _>(|q| {
                        let (ShapeView::Convex(p), ShapeView::Convex(q)) =
                            (p.view::<f32>(None), q.view::<f32>(None))
                        else {
                            return;
                        };
                        let mut least = f64::INFINITY;
                        for _ in 0..5 {
                            let start = Instant::now();
                            for _ in 0..50 {
                                black_box(manifold(black_box(&p), black_box(&q), black_box(&separation)));
                            }
                            least = least.min(start.elapsed().as_secs_f64() / 50.0);
                        }
                        let many = usize::from(manifold(&p, &q, &separation).points().len() > 2);
                        best[many] = if best[many] == f64::INFINITY { least } else { best[many] + least };
                        count += many;
                    });
                });
            }
            println!(
                "{a:?} {b:?}: {:.0} ns; of three points and more {:.0} ns",
                best[0] * 1e9 / (256 - count) as f64,
                best[1] * 1e9 / count as f64
            );
        }
    }
}
