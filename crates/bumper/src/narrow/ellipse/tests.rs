//! Ellipses held to what many directions give.

use super::*;
use crate::form::Form;
use crate::{Aabb, Ball, Capsule, Ellipse, OrientedBox, Pose, Relation, Rotation, Segment, Shape, Triangle};
use std::vec::Vec;

type V2 = Vector<f64, 2>;

fn convex<R: Real>(shape: &Shape<'static, R, 2>) -> Convex<'static, R, R, 2> {
    match shape.form::<R>(None) {
        Form::Convex(convex) => convex,
        Form::Parts(..) => panic!("{shape:?}"),
    }
}

fn wide<R: Real>(shape: &Shape<'static, R, 2>) -> Convex<'static, R, f64, 2> {
    match shape.form::<f64>(None) {
        Form::Convex(convex) => convex,
        Form::Parts(..) => panic!("{shape:?}"),
    }
}

/// What a direction gives, in `f64`.
fn given<R: Real>(a: &Convex<'_, R, f64, 2>, b: &Convex<'_, R, f64, 2>, normal: V2) -> f64 {
    let normal = normal.scaled(1.0 / normal.length());
    let origin = -a.core.middle();
    let (a, b) = (a.moved(origin), b.moved(origin));
    let gap = b.core.support(-normal).dot(normal) - a.core.support(normal).dot(normal);
    gap - a.radius - b.radius
}

/// The largest of very many directions, dense wherever one of the shapes is flat, and then closed in on.
fn oracle<R: Real>(a: &Convex<'_, R, f64, 2>, b: &Convex<'_, R, f64, 2>) -> f64 {
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
            // The normals of edges, and what is near them.
            core => {
                let points: Vec<V2> = turns(64).map(|way| core.support(way)).collect();
                for pair in points.windows(2).filter(|pair| pair[0] != pair[1]) {
                    let way = pair[1] - pair[0];
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
        let (before, after) = ((k + n - 1) % n, (k + 1) % n);
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

struct Draw(fastrand::Rng);

impl Draw {
    fn unit(&mut self) -> f64 {
        self.0.f64() * 2.0 - 1.0
    }

    /// Between two powers of ten.
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
        match self.0.u8(..8) {
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
            _ => self.ellipse(center, size),
        }
    }
}

/// Draws pairs, of which some are far from the origin, and gives them to a check with a tolerance of so many roundings.
fn each_pair<R: Real>(
    seed: u64,
    count: u32,
    mut check: impl FnMut(&Shape<'static, R, 2>, &Shape<'static, R, 2>, f64),
) {
    let mut draw = Draw(fastrand::Rng::with_seed(seed));
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
        let b = draw.other::<R>(q, sizes[1]);
        let origin = -wide(&a).core.middle();
        let size = wide(&a).moved(origin).magnitude() + wide(&b).moved(origin).magnitude();
        let places = (wide(&a).magnitude() + wide(&b).magnitude()) * 0.0;
        check(&a, &b, (size + places) * Scalar::to_f64(R::EPSILON) * 16.0);
    }
}

fn gaps_are_those_of_the_best_direction<R: Real>(seed: u64) {
    let (mut meet, mut apart, mut worst) = (0, 0, 0.0f64);
    each_pair::<R>(seed, 3000, |a, b, tolerance| {
        let right = oracle(&wide(a), &wide(b));
        let (p, q) = (convex(a), convex(b));
        if !p.core.is_curved() && !q.core.is_curved() {
            return;
        }
        let Some(found) = gap(&p, &q, R::from_f64(f64::INFINITY)) else { panic!("{a:?}\n{b:?}") };
        let length = Scalar::to_f64(found.length);
        let own = given(&wide(a), &wide(b), found.normal.map(Scalar::to_f64));
        worst = worst.max((length - right).abs() / tolerance).max((length - own).abs() / tolerance);
        if (length - right).abs() > tolerance || (length - own).abs() > tolerance {
            std::println!("{a:?}\n{b:?}\n{found:?}\nright {right:e} own {own:e} tolerance {tolerance:e}");
        }
        if right > 0.0 { apart += 1 } else { meet += 1 }
    });
    std::println!("{meet} meet, {apart} apart, worst {worst}");
    assert!(worst <= 1.0 && meet > 500 && apart > 500);
}

#[test]
fn gaps_are_right_in_f64() {
    gaps_are_those_of_the_best_direction::<f64>(1);
}

#[test]
fn gaps_are_right_in_f32() {
    gaps_are_those_of_the_best_direction::<f32>(2);
}
