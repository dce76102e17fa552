//! Separations of ellipses, compared with the maximum over many directions.

use super::*;
use crate::motion::Movable;
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::scalar::Scalar;
use crate::view::ShapeView;
use crate::{
    Aabb, Ball, Capsule, Ellipse, OrientedBox, Polygon, Relate, Relation, Rotation, Segment, Shape, Triangle,
};
use std::vec::Vec;

type V2 = Vector<f64, 2>;

fn convex<'s, R: Real>(shape: &'s Shape<'s, R, 2>) -> Convex<'s, R, 2> {
    match shape.view::<R>(None) {
        ShapeView::Convex(convex) => convex,
        ShapeView::Parts(..) => panic!("{shape:?}"),
    }
}

fn wide<'s, R: Real>(shape: &'s Shape<'s, R, 2>) -> Convex<'s, f64, 2> {
    match shape.view::<f64>(None) {
        ShapeView::Convex(convex) => convex,
        ShapeView::Parts(..) => panic!("{shape:?}"),
    }
}

/// The separation of two shapes along a direction, radii included, computed in `f64`.
fn given(a: &Convex<'_, f64, 2>, b: &Convex<'_, f64, 2>, normal: V2) -> f64 {
    let normal = normal.scaled(1.0 / normal.length());
    let origin = -a.core.middle();
    let (a, b) = (a.moved(origin), b.moved(origin));
    let most = |core: &Core<'_, f64, 2>, way: V2| match core {
        // `support` may search the stored corners. All corners are projected here instead, so that the expected value does not depend on
        // that search.
        Core::Corners(all) => (0..all.len()).map(|k| all.at(k).dot(way)).fold(f64::NEG_INFINITY, f64::max),
        core => core.support(way).dot(way),
    };
    -most(&b.core, -normal) - most(&a.core, normal) - a.radius - b.radius
}

/// The expected separation: the largest one along very many directions. The directions are dense where one of the shapes is flat. Around
/// each local maximum, the search is then refined.
fn oracle(a: &Convex<'_, f64, 2>, b: &Convex<'_, f64, 2>) -> f64 {
    let mut ways: Vec<V2> = Vec::new();
    let turns = |count: u32| {
        (0..count).map(move |k| {
            let (sine, cosine) = (f64::from(k) * core::f64::consts::TAU / f64::from(count)).sin_cos();
            Vector([cosine, sine])
        })
    };
    ways.extend(turns(720));
    for core in [&a.core, &b.core] {
        match core {
            Core::Ellipse(shape) => ways.extend(turns(1440).map(|way| {
                let normal = way.zip(shape.half, |c, half| c / half);
                let world = shape.axes[0].scaled(normal[0]) + shape.axes[1].scaled(normal[1]);
                world.scaled(1.0 / world.length())
            })),
            // For a core with corners: both normals of each edge.
            core => {
                for index in 0..core.len() {
                    let [from, to] = polygon::edge(core, index);
                    if from == to {
                        continue;
                    }
                    let way = to - from;
                    let across = Vector([way[1], -way[0]]).scaled(1.0 / way.length());
                    ways.extend([across, -across]);
                }
            }
        }
    }
    ways.sort_by(|p, q| p[1].atan2(p[0]).total_cmp(&q[1].atan2(q[0])));
    let values: Vec<f64> = ways.iter().map(|way| given(a, b, *way)).collect();
    let n = ways.len();
    let mut best = f64::NEG_INFINITY;
    for k in 0..n {
        // Skips directions that are equal except for rounding.
        let next = |step: usize| {
            let far = |index: &usize| (ways[*index] - ways[k]).length() > 1e-6;
            (1..n).map(|count| (k + count * step) % n).find(far).unwrap_or(k)
        };
        let (before, after) = (next(n - 1), next(1));
        if values[k] < values[before] || values[k] < values[after] {
            continue;
        }
        let (mut from, mut middle, mut to) = (ways[before], ways[k], ways[after]);
        let mut top = values[k];
        for _ in 0..60 {
            let (p, q) = (from + middle, middle + to);
            let (p, q) = (p.scaled(1.0 / p.length()), q.scaled(1.0 / q.length()));
            let (at_p, at_q) = (given(a, b, p), given(a, b, q));
            if at_p > top && at_p >= at_q {
                (middle, to, top) = (p, middle, at_p);
            } else if at_q > top {
                (from, middle, top) = (middle, q, at_q);
            } else {
                (from, to) = (p, q);
            }
        }
        best = best.max(top);
    }
    best
}

/// A shape of the tests that implements [`Relate`] by [`relate`], so that the provided methods `intersects` and `overlaps` can be tested.
struct Judged<'a, R: Real>(Convex<'a, R, 2>);

impl<R: Real> Relate for Judged<'_, R> {
    fn relate<V: Verdict>(&self, other: &Self) -> V {
        relate(&self.0, &other.0)
    }
}

struct Draw(fastrand::Rng);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.0.f64() * 2.0 - 1.0
    }

    /// A random number from 10 to the power of `low` to 10 to the power of `high`.
    fn size(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(low + (high - low) * self.0.f64())
    }

    fn rotation<R: Real>(&mut self) -> Rotation<R, 2> {
        match self.0.u8(..4) {
            0 => Rotation::identity(),
            1 => Rotation::from_degrees(R::from_f64(90.0)),
            _ => Rotation::from_degrees(R::from_f64(self.0.f64() * 360.0)),
        }
    }

    fn place<R: Real>(&mut self, around: V2, spread: f64) -> Vector<R, 2> {
        let off = Vector([self.unit(), self.unit()]).scaled(spread);
        (around + off).map(R::from_f64)
    }

    fn ellipse<R: Real>(&mut self, center: Vector<R, 2>, size: f64) -> Shape<'static, R, 2> {
        let thin = match self.0.u8(..4) {
            0 => self.size(-4.0, 0.0),
            1 => 1.0 + 1e-5 * self.unit(),
            _ => self.size(-1.0, 0.0),
        };
        let half = Vector([size, size * thin]).map(R::from_f64);
        let half = if self.0.bool() { half } else { Vector([half[1], half[0]]) };
        Ellipse::new(center, half, self.rotation()).into()
    }

    fn other<R: Real>(&mut self, center: Vector<R, 2>, size: f64) -> Shape<'static, R, 2> {
        let wide = center.map(Scalar::to_f64);
        let other: Vector<R, 2> = self.place(wide, size);
        let number = R::from_f64;
        match self.0.u8(..10) {
            0 => Shape::Point(center),
            1 => Ball::new(center, number(size)).into(),
            2 => Segment::new(center, other).into(),
            3 => Capsule::new(center, other, number(size * self.size(-3.0, 0.0))).into(),
            4 => Triangle::new(center, other, self.place::<R>(wide, size)).into(),
            5 => Aabb::new(center, other).into(),
            6 => {
                let half = Vector([number(size), number(size * self.size(-4.0, 0.0))]);
                OrientedBox::new(center, half, self.rotation()).into()
            }
            7 => {
                // The corners lie on an ellipse, so that a polygon has short and long edges.
                let count = if self.0.u8(..4) == 0 { self.0.u8(9..99) } else { self.0.u8(3..9) };
                let thin = self.size(-3.0, 0.0);
                let corner = |k: u8| {
                    let (sine, cosine) = (f64::from(k) * core::f64::consts::TAU / f64::from(count)).sin_cos();
                    (wide + Vector([cosine * size, sine * size * thin])).map(R::from_f64)
                };
                let corners: Vec<_> = (0..count).map(corner).collect();
                match Polygon::try_new(Vec::leak(corners)) {
                    Some(polygon) => polygon.rounded(number(size * 0.1)).into(),
                    None => Shape::Point(center),
                }
            }
            _ => self.ellipse(center, size),
        }
    }
}

/// Draws random pairs of shapes with an ellipse, some of them far from the origin. Calls `check` with each pair, with the largest
/// separation along very many directions, and with the tolerance, a few rounding errors of the size of the pair.
fn each_pair<R: Real>(
    seed: u64,
    mut check: impl FnMut(&Shape<'static, R, 2>, &Shape<'static, R, 2>, f64, f64),
) {
    let mut draw = Draw(fastrand::Rng::with_seed(seed));
    let (mut meet, mut apart) = (0, 0);
    let count = std::env::var("BUMPER_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    for _ in 0..count {
        let far = if draw.0.bool() { 0.0 } else { draw.size(-3.0, 5.0) };
        let sizes = match draw.0.bool() {
            true => [draw.size(-3.0, 5.0), draw.size(-3.0, 5.0)],
            false => [draw.size(-0.5, 0.5), draw.size(-0.5, 0.5)],
        };
        let around = Vector([draw.unit(), draw.unit()]).scaled(far);
        let p = draw.place(around, 0.0);
        let a = draw.ellipse::<R>(p, sizes[0]);
        let spread = sizes[0].max(sizes[1]) * [0.0, 0.3, 1.0, 2.0][draw.0.usize(..4)];
        let q = draw.place(p.map(Scalar::to_f64), spread);
        let mut b = draw.other::<R>(q, sizes[1]);
        // A third of the pairs is moved so that the shapes touch up to rounding.
        if draw.0.u8(..3) == 0
            && let Some(found) = separation(&convex(&a), &convex(&b), R::from_f64(f64::INFINITY))
        {
            b = b.moved(found.normal.scaled(-found.length)).unwrap_or(b);
        }
        let (a, b) = if draw.0.bool() { (a, b) } else { (b, a) };
        let (wide_a, wide_b) = (wide(&a), wide(&b));
        if ![&wide_a, &wide_b].iter().any(|shape| matches!(shape.core, Core::Ellipse(_))) {
            continue;
        }
        let right = oracle(&wide_a, &wide_b);
        if right > 0.0 {
            apart += 1
        } else {
            meet += 1
        }
        let size = finite_magnitude(&wide_a, &wide_b).unwrap();
        check(&a, &b, right, size * Scalar::to_f64(R::EPSILON) * 16.0);
    }
    assert!(meet > count / 5 && apart > count / 5);
}

fn assert_separations<R: Real>(seed: u64) {
    let infinity = R::from_f64(f64::INFINITY);
    let mut worst = 0.0f64;
    each_pair::<R>(seed, |a, b, right, tolerance| {
        let (p, q) = (convex(a), convex(b));
        let found = separation(&p, &q, infinity).unwrap();
        let length = Scalar::to_f64(found.length);
        // The separation of the shapes is the largest one over all directions. So the result must be the separation along its own normal,
        // and no sampled direction may give a larger one.
        let own = given(&wide(a), &wide(b), found.normal.map(Scalar::to_f64));
        worst = worst.max((length - own).abs() / tolerance).max((right - length) / tolerance);
        let pair = std::format!("{a:?}\n{b:?}\n{found:?}\nright {right:e} own {own:e} by {tolerance:e}");
        assert!((length - own).abs() <= tolerance && right - length <= tolerance, "{pair}");

        let apart = Scalar::to_f64(distance(&p, &q));
        assert!((apart - right.max(0.0)).abs() <= tolerance || apart == length.max(0.0), "{apart:e}\n{pair}");
        let relation: Relation = relate(&p, &q);
        if length.abs() > 2.0 * tolerance {
            let expected = if length > 0.0 { Relation::Apart } else { Relation::Overlapping };
            assert_eq!(relation, expected, "{pair}");
        }
        assert_eq!(relation != Relation::Apart, Judged(p).intersects(&Judged(q)), "{pair}");
        assert_eq!(relation == Relation::Overlapping, Judged(p).overlaps(&Judged(q)), "{pair}");
        let limit = R::from_f64(length - tolerance);
        assert!(separation(&p, &q, limit).is_none_or(|gap| gap.length <= limit), "{pair}");

        let contact = manifold(&p, &q, &found);
        let point: V2 = contact.points()[0].point.map(Scalar::to_f64);
        for shape in [a, b] {
            // The contact point is half the separation away from both shapes, or inside both by at most half the depth.
            let off = oracle(&wide(shape), &Convex::point(point));
            let slack = tolerance + point.length() * Scalar::to_f64(R::EPSILON) * 16.0;
            let (low, high) =
                if length < 0.0 { (length * 0.5, -length * 0.5) } else { (length * 0.5, length * 0.5) };
            assert!(off >= low - slack && off <= high + slack, "{off:e} {pair}");
        }
    });
    std::println!("worst error: {worst} of 16 rounding_error");
}

#[test]
fn separation_agrees_with_sampled_directions_in_f64() {
    assert_separations::<f64>(1);
}

#[test]
fn separation_agrees_with_sampled_directions_in_f32() {
    assert_separations::<f32>(2);
}

fn assert_ray_hits<R: Real>(seed: u64) {
    let mut draw = Draw(fastrand::Rng::with_seed(seed));
    let (mut hits, mut misses, mut inside) = (0, 0, 0);
    for _ in 0..20_000 {
        let (far, size) = (draw.size(-3.0, 5.0), draw.size(-3.0, 5.0));
        let center = draw.place(Vector([0.0, 0.0]), far);
        let shape = draw.ellipse::<R>(center, size);
        let wide = wide(&shape);
        let Core::Ellipse(turned) = wide.core else { continue };
        let spread = size * draw.size(-1.0, 2.0);
        let from: Vector<R, 2> = draw.place(center.map(Scalar::to_f64), spread);
        let aim: Vector<R, 2> = draw.place(center.map(Scalar::to_f64), size);
        let Some(way) = crate::narrow::measure::unit(aim - from) else { continue };
        let reach = R::from_f64(f64::INFINITY);
        let hit = cast(&convex(&shape), from, way, reach);

        // The checks are computed in `f64`. The direction of an `f32` ray does not have exactly unit length in `f64`.
        let (from, way) = (from.map(Scalar::to_f64), way.map(Scalar::to_f64));
        let ellipse = CenteredEllipse::new(&turned);
        let start = from - turned.center;
        let tolerance = (start.length() + 2.0 * size) * Scalar::to_f64(R::EPSILON) * 16.0;
        let off = |place: V2| oracle_of_point(&ellipse, place);
        match hit {
            Some((distance, normal)) => {
                let (distance, normal) = (Scalar::to_f64(distance), normal.map(Scalar::to_f64));
                if distance > 0.0 {
                    hits += 1;
                    assert!(normal.dot(way) <= 1e-6, "{shape:?} {from:?} {way:?}");
                } else {
                    inside += 1;
                    assert!(off(start) <= tolerance, "{shape:?} {from:?} {way:?}");
                    continue;
                }
                let on = start + way.scaled(distance);
                let gap = off(on);
                assert!(gap.abs() <= tolerance * 2.0, "{shape:?} {from:?} {way:?}: {gap:e} {tolerance:e}");
                assert!(off(start) >= -tolerance, "{shape:?} {from:?} {way:?}");
                // The line through the hit perpendicular to the normal is a tangent of the ellipse.
                let over = ellipse.extent(normal) - on.dot(normal);
                assert!(over.abs() <= tolerance * 4.0, "{shape:?} {from:?} {way:?}: {over:e} {tolerance:e}");
            }
            None => {
                misses += 1;
                let aside = Vector([-way[1], way[0]]);
                let line = start.dot(aside).abs() - ellipse.extent(aside);
                assert!(
                    line > -tolerance || behind(&ellipse, start, way),
                    "{shape:?} {from:?} {way:?}: {line:e}"
                );
            }
        }
    }
    assert!(hits > 2000 && misses > 1000 && inside > 200, "{hits} {misses} {inside}");
}

/// The signed distance of a point from an ellipse. It uses the search for a polygon of one corner, which `assert_separations` tests against
/// sampled directions.
fn oracle_of_point(ellipse: &CenteredEllipse<f64>, point: V2) -> f64 {
    polygon::search::<f64, 2>(ellipse, &Core::Point(point), f64::INFINITY, Measure::Depth).unwrap().gap
}

/// Whether a ray from `start` in the direction `way` has the ellipse behind it. The line of the ray cuts a chord out of the ellipse; the
/// ellipse is behind if the middle of this chord is not ahead of `start`. Such a ray misses the ellipse if it starts outside.
fn behind(ellipse: &CenteredEllipse<f64>, start: V2, way: V2) -> bool {
    let step = ellipse.to_circle_frame(way);
    -ellipse.to_circle_frame(start).dot(step) / step.dot(step) <= 0.0
}

#[test]
fn ray_hits_lie_on_ellipse_in_f64() {
    assert_ray_hits::<f64>(3);
}

#[test]
fn ray_hits_lie_on_ellipse_in_f32() {
    assert_ray_hits::<f32>(4);
}

#[test]
fn non_finite_ellipse_is_apart() {
    let shape = |center: [f64; 2], half: [f64; 2]| -> Shape<'static, f64, 2> {
        Ellipse::new(center, half, Rotation::identity()).into()
    };
    let good = shape([0.0, 0.0], [2.0, 1.0]);
    for bad in [shape([f64::NAN, 0.0], [2.0, 1.0]), shape([0.0, 0.0], [f64::INFINITY, 1.0])] {
        let (p, q) = (convex(&good), convex(&bad));
        assert!(separation(&p, &q, f64::INFINITY).is_none() && distance(&q, &p) == f64::INFINITY);
        assert_eq!(good.relation(&bad), Relation::Apart);
    }
}

#[test]
fn flat_ellipse_becomes_segment_and_round_one_ball() {
    let of = |half: [f64; 2]| Shape::from(Ellipse::new([1.0, 2.0], half, Rotation::identity()));
    let (level, upright, ball) = (of([3.0, 0.0]), of([0.0, 3.0]), of([3.0, 3.0]));
    assert!(matches!(convex(&level).core, Core::Segment([Vector([-2.0, 2.0]), Vector([4.0, 2.0])])));
    assert!(matches!(convex(&upright).core, Core::Segment([Vector([1.0, -1.0]), Vector([1.0, 5.0])])));
    let ball = convex(&ball);
    assert!(matches!(ball.core, Core::Point(Vector([1.0, 2.0]))) && ball.radius == 3.0);
}
