//! Random 3D shapes for tests: their sizes cover eight decades, and many are degenerate. Their signed distance from a point is computed by
//! a slow and independent method in `f64`.

use crate::scalar::Real;
use crate::vector::Mapped;
use crate::{
    Aabb, Ball, Capsule, Hull, OrientedBox, OrientedCylinder, Rotation, Segment, Shape, Triangle, Vector,
};
use fastrand::Rng;
use std::vec::Vec;

pub(super) type Point = Vector<f64, 3>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ShapeKind {
    Ball,
    Segment,
    Capsule,
    Triangle,
    Aabb,
    Box,
    Hull,
    Cylinder,
}

pub(super) const KINDS: [ShapeKind; 8] = [
    ShapeKind::Ball,
    ShapeKind::Segment,
    ShapeKind::Capsule,
    ShapeKind::Triangle,
    ShapeKind::Aabb,
    ShapeKind::Box,
    ShapeKind::Hull,
    ShapeKind::Cylinder,
];

/// A random shape. Its parameters are numbers that the float type under test represents exactly.
#[derive(Clone, Debug)]
pub(super) struct RandomShape {
    pub(super) kind: ShapeKind,
    pub(super) center: Point,
    /// The corners of a triangle, the ends of a segment, or the points of a hull.
    pub(super) points: Vec<Point>,
    pub(super) half: Point,
    pub(super) axes: [Point; 3],
    pub(super) radius: f64,
    pub(super) size: f64,
}

/// Rounds a point to numbers that the float type under test represents exactly.
pub(super) fn rounded<R: Real>(v: Point) -> Point {
    v.map(|c| R::from_f64(c).to_f64())
}

/// A random number between two powers of ten, uniform in the exponent.
pub(super) fn decades(rng: &mut Rng, low: f64, high: f64) -> f64 {
    10f64.powf(low + (high - low) * rng.f64())
}

pub(super) fn direction(rng: &mut Rng) -> Point {
    loop {
        let v = Vector([(); 3].mapped(|()| rng.f64() * 2.0 - 1.0));
        if (0.01..1.0).contains(&v.length()) {
            return v.scaled(1.0 / v.length());
        }
    }
}

/// Random axes: of a random rotation, of quarter turns, or of a very small rotation.
fn random_axes(rng: &mut Rng) -> [Point; 3] {
    let q: [f64; 4] = match rng.u8(..4) {
        0 => *rng
            .choice(&[[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.5; 4]])
            .unwrap(),
        1 => [rng.f64() * 1e-6, rng.f64() * 1e-7, rng.f64() * 1e-6, 1.0],
        _ => [(); 4].mapped(|()| rng.f64() - 0.5),
    };
    Rotation::from_quaternion(q).unwrap().axes()
}

impl ShapeKind {
    /// Whether shapes of this kind are cores with a radius: balls and capsules.
    pub(super) fn is_round(self) -> bool {
        matches!(self, ShapeKind::Ball | ShapeKind::Capsule)
    }
}

impl RandomShape {
    /// A random shape of about the given size and center.
    pub(super) fn random<R: Real>(rng: &mut Rng, kind: ShapeKind, size: f64, center: Point) -> Self {
        let extent = |rng: &mut Rng| match rng.u8(..8) {
            0 => 0.0,
            1 => size * decades(rng, -4.0, 0.0),
            _ => size * (0.1 + rng.f64()),
        };
        let half = rounded::<R>(Vector([(); 3].mapped(|()| extent(rng))));
        let axes = random_axes(rng).map(rounded::<R>);
        let center = rounded::<R>(center);
        let count = match kind {
            ShapeKind::Segment | ShapeKind::Capsule => 2,
            ShapeKind::Triangle => 3,
            ShapeKind::Hull => rng.usize(1..11),
            _ => 0,
        };
        let lattice = rng.bool();
        let mut points: Vec<Point> = Vec::new();
        for _ in 0..count {
            let part = |rng: &mut Rng| match lattice {
                true => f64::from(rng.i8(-2..=2)) * 0.5,
                false => rng.f64() * 2.0 - 1.0,
            };
            let offset = (0..3).fold(Vector::ZERO, |sum: Point, k| sum + axes[k].scaled(half[k] * part(rng)));
            points.push(rounded::<R>(center + offset));
        }
        let radius = match kind {
            ShapeKind::Ball | ShapeKind::Capsule | ShapeKind::Cylinder => {
                R::from_f64(size * decades(rng, -3.0, 0.0)).to_f64()
            }
            _ => 0.0,
        };
        Self { kind, center, points, half, axes, radius, size: size * 4.0 }
    }

    /// Calls `f` with the shape in the given float type.
    pub(super) fn with<R: Real, T>(&self, f: impl FnOnce(Shape<'_, R, 3>) -> T) -> T {
        let real = |v: Point| v.map(R::from_f64);
        let p: Vec<Vector<R, 3>> = self.points.iter().map(|p| real(*p)).collect();
        let radius = R::from_f64(self.radius);
        // Rounding has changed the length of the axis, so it is normalized in `f64`.
        let axis = self.axes[0].scaled(1.0 / self.axes[0].length());
        f(match self.kind {
            ShapeKind::Ball => Ball::new(real(self.center), radius).into(),
            ShapeKind::Segment => Segment::new(p[0], p[1]).into(),
            ShapeKind::Capsule => Shape::Capsule(Capsule::try_new(p[0], p[1], radius).unwrap()),
            ShapeKind::Triangle => Triangle::new(p[0], p[1], p[2]).into(),
            ShapeKind::Aabb => Aabb::new(real(self.center - self.half), real(self.center + self.half)).into(),
            ShapeKind::Box => Shape::OrientedBox(
                OrientedBox::try_new(
                    real(self.center),
                    real(self.half),
                    &Rotation::from_axes(self.axes.mapped(real)).unwrap(),
                )
                .unwrap(),
            ),
            ShapeKind::Hull => Hull::new(&p).unwrap().into(),
            ShapeKind::Cylinder => Shape::OrientedCylinder(
                OrientedCylinder::try_new(real(self.center), real(axis), R::from_f64(self.half[0]), radius)
                    .unwrap(),
            ),
        })
    }

    /// The signed distance of a point from the shape. The point is relative to the center of the shape.
    pub(super) fn signed_distance<R: Real>(&self, point: Point) -> f64 {
        let points: Vec<Point> = self.points.iter().map(|point| *point - self.center).collect();
        match self.kind {
            ShapeKind::Ball => point.length() - self.radius,
            ShapeKind::Segment | ShapeKind::Capsule => to_segment(point, points[0], points[1]) - self.radius,
            ShapeKind::Triangle => to_triangle(point, [points[0], points[1], points[2]]),
            ShapeKind::Aabb => {
                let min = rounded::<R>(self.center - self.half) - self.center;
                let max = rounded::<R>(self.center + self.half) - self.center;
                product_distance(&[0, 1, 2].mapped(|k| (min[k] - point[k]).max(point[k] - max[k])))
            }
            ShapeKind::Box => {
                product_distance(&[0, 1, 2].mapped(|k| point.dot(self.axes[k]).abs() - self.half[k]))
            }
            ShapeKind::Hull => to_hull(point, &points),
            ShapeKind::Cylinder => {
                let axis = self.axes[0].scaled(1.0 / self.axes[0].length());
                let along = point.dot(axis);
                let perpendicular = (point - axis.scaled(along)).length();
                product_distance(&[along.abs() - self.half[0], perpendicular - self.radius])
            }
        }
    }

    /// A random point of the shape, often on its surface, on an edge or at a corner.
    pub(super) fn point(&self, rng: &mut Rng) -> Point {
        let part = |rng: &mut Rng| match rng.u8(..4) {
            0 => -1.0,
            1 => 1.0,
            2 => 0.0,
            _ => rng.f64() * 2.0 - 1.0,
        };
        match self.kind {
            ShapeKind::Ball => self.center + direction(rng).scaled(self.radius * rng.f64()),
            ShapeKind::Aabb => self.center + self.half.map(|h| h * part(rng)),
            ShapeKind::Box => {
                (0..3).fold(self.center, |sum, k| sum + self.axes[k].scaled(self.half[k] * part(rng)))
            }
            ShapeKind::Cylinder => {
                let turn = direction(rng);
                let perpendicular = turn - self.axes[0].scaled(turn.dot(self.axes[0]));
                let perpendicular =
                    perpendicular.scaled(self.radius * part(rng).abs() / perpendicular.length().max(1e-9));
                self.center + self.axes[0].scaled(self.half[0] * part(rng)) + perpendicular
            }
            ShapeKind::Segment | ShapeKind::Capsule | ShapeKind::Triangle | ShapeKind::Hull => {
                let mut weights: Vec<f64> = self.points.iter().map(|_| rng.f64()).collect();
                for fraction in &mut weights {
                    *fraction *= f64::from(rng.u8(..3) / 2);
                }
                weights[0] += 1e-9;
                let whole: f64 = weights.iter().sum();
                let sum = |sum: Point, (p, fraction): (&Point, &f64)| {
                    sum + (*p - self.points[0]).scaled(fraction / whole)
                };
                self.points[0] + self.points.iter().zip(&weights).fold(Vector::ZERO, sum)
            }
        }
    }
}

/// The signed distance of a point from a product of two sets (such as a cylinder, the product of a disc and an interval), given the signed
/// distances from both sets.
fn product_distance(distances: &[f64]) -> f64 {
    let outside = distances.iter().map(|c| c.max(0.0).powi(2)).sum::<f64>().sqrt();
    if outside > 0.0 { outside } else { distances.iter().copied().fold(f64::NEG_INFINITY, f64::max) }
}

fn to_segment(point: Point, a: Point, b: Point) -> f64 {
    let delta = b - a;
    let fraction = if delta == Vector::ZERO { 0.0 } else { (point - a).dot(delta) / delta.dot(delta) };
    (point - a - delta.scaled(fraction.clamp(0.0, 1.0))).length()
}

/// The signed distance from a hull. Outside, it is the distance from the triangles of all triples of points; inside, the distance from the
/// planes that have all points on one side.
fn to_hull(point: Point, points: &[Point]) -> f64 {
    let mut nearest = f64::INFINITY;
    let mut inside = f64::NEG_INFINITY;
    let size = points.iter().map(|p| p.length()).fold(0.0, f64::max);
    for (i, p) in points.iter().enumerate() {
        for (j, q) in points.iter().enumerate().skip(i) {
            for r in &points[j..] {
                nearest = nearest.min(to_triangle(point, [*p, *q, *r]));
                let Some((normal, ..)) = frame([*p, *q, *r]) else { continue };
                for normal in [normal, normal.scaled(-1.0)] {
                    if points.iter().all(|other| (*other - *p).dot(normal) <= size * 1e-14) {
                        inside = inside.max((point - *p).dot(normal));
                    }
                }
            }
        }
    }
    if inside < 0.0 && inside > f64::NEG_INFINITY { inside } else { nearest }
}

/// The normal of a triangle, two axes in its plane, and its corners starting with the longest edge, because the cross product of two
/// arbitrary edges is inaccurate in a thin triangle. `None` if the triangle has no area.
#[allow(clippy::type_complexity)]
fn frame([a, b, c]: [Point; 3]) -> Option<(Point, [Point; 2], [Point; 3])> {
    let length = |p: Point, q: Point| (q - p).length();
    let [a, b, c] = if length(a, b) >= length(b, c) && length(a, b) >= length(c, a) {
        [a, b, c]
    } else if length(b, c) >= length(c, a) {
        [b, c, a]
    } else {
        [c, a, b]
    };
    if length(a, b) == 0.0 {
        return None;
    }
    let x = (b - a).scaled(1.0 / length(a, b));
    let perpendicular = |v: Point| {
        let v = v - x.scaled(v.dot(x));
        v - x.scaled(v.dot(x))
    };
    let up = perpendicular(c - a);
    if up.length() <= length(a, b) * 1e-15 {
        return None;
    }
    let y = up.scaled(1.0 / up.length());
    Some((x.cross(y), [x, y], [a, b, c]))
}

fn to_triangle(point: Point, [a, b, c]: [Point; 3]) -> f64 {
    let edges = to_segment(point, a, b).min(to_segment(point, b, c)).min(to_segment(point, c, a));
    let Some((normal, [x, y], [a, b, c])) = frame([a, b, c]) else { return edges };
    let p = (point - a).dot(x);
    let q = (point - a).dot(y);
    let u = (c - a).dot(x);
    let v = (c - a).dot(y);
    let long = (b - a).dot(x);
    let over = q >= 0.0 && p * v >= u * q && (long - p) * v >= (long - u) * q;
    if over { edges.min((point - a).dot(normal).abs()) } else { edges }
}
