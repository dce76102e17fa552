//! How far two convex shapes are apart on a plane, and nothing else: no normal, no depth, one root in the end.
//!
//! Here is what has a closed form; [`apart`](super::apart) has boxes and corners.

use super::apart::{of_few, off_point};
use super::closed::intervals;
use super::segments::{are_crossing, squared_off};
use crate::form::{Convex, Core};
use crate::narrow::{far, roundings};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};
use crate::{Vector, narrow::ellipse};

/// The length of the gap: zero where they meet, infinite where there is a NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let length = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::distance(a, b),
        (Core::Point(point), core) | (core, Core::Point(point)) => off(core, *point),
        (Core::Upright(p), Core::Upright(q)) => intervals(*p, *q).length,
        (Core::Segment(p), Core::Segment(q)) => segments(*p, *q),
        (p, q) => match of_few(p, q) {
            Some(length) => length,
            None => return far(super::gap(a, b, R::from_f64(f64::INFINITY)).map(|found| found.length)),
        },
    };
    far(Some(length - (a.radius + b.radius)))
}

/// How far a point is from a core: at most zero within it, NaN where there is a NaN, and for what has no corners.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn off<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match core {
        Core::Point(center) => (point - *center).length(),
        Core::Segment(ends) => Real::sqrt(squared_off(*ends, point).0),
        Core::Upright(ends) => off_upright(*ends, point),
        Core::Box(shape) => {
            let way = point - shape.center;
            off_upright([-shape.half, shape.half], Vector(from_fn(|k| way.dot(shape.axes[k]))))
        }
        Core::Triangle(corners) => off_triangle(corners.mapped(|corner| flat(corner - point))),
        Core::Corners(_) => off_corners(core, point),
        Core::Ellipse(_) | Core::Cylinder(_) => R::from_f64(f64::NAN),
    }
}

/// How far two segments are apart: zero where they cross, else an end of one is nearest.
#[inline]
fn segments<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> R {
    let squares = [squared_off(p, q[0]), squared_off(p, q[1]), squared_off(q, p[0]), squared_off(q, p[1])];
    // A NaN or an infinity in one end would not be seen in the distances of others.
    let sum = squares[0].0 + squares[1].0 + squares[2].0 + squares[3].0;
    if !(sum < R::from_f64(f64::INFINITY)) {
        return sum;
    }
    if are_crossing(p, q) {
        return R::default();
    }
    let lesser = |a: R, b: R| if b < a { b } else { a };
    Real::sqrt(lesser(lesser(squares[0].0, squares[1].0), lesser(squares[2].0, squares[3].0)))
}

/// How far the origin is from a triangle: zero within it. What is within rounding of an edge is measured, as in [`apart`](super::apart).
#[cfg_attr(not(debug_assertions), inline(always))]
fn off_triangle<R: Real>(corners: [[R; 2]; 3]) -> R {
    let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
    let size = corners.into_iter().fold(zero, |sum, [x, y]| sum + (x.distance(zero) + y.distance(zero)));
    let tolerance = roundings(size);
    // Side by side, the last of four being no edge.
    let [a, b, c] = corners;
    let (from, to) = ([a, b, c, a], [b, c, a, a]);
    let (mut squares, mut is_inside) = ([infinity; 4], true);
    for k in 0..4 {
        let ([x, y], [s, t]) = (from[k], to[k]);
        let (u, v) = (s - x, t - y);
        let squared = u * u + v * v;
        let share = (zero - (x * u + y * v)) / if squared > zero { squared } else { one };
        let share = if share < zero { zero } else { share };
        let share = if share > one { one } else { share };
        let (x, y, height) = (x + u * share, y + v * share, x * v - y * u);
        squares[k] = x * x + y * y;
        // Counterclockwise, it is to the left of all edges.
        is_inside &= k == 3 || height > zero && height * height > tolerance * tolerance * squared;
    }
    // A NaN or an infinity in one corner would not be seen in the distances of others.
    if !(size < infinity) {
        return size;
    }
    let lesser = |a: R, b: R| if b < a { b } else { a };
    let squared = lesser(lesser(squares[0], squares[1]), lesser(squares[2], squares[3]));
    if is_inside { zero } else { Real::sqrt(squared) }
}

#[inline(never)]
fn off_corners<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    off_point(core, point).unwrap_or_else(|| {
        super::from_point(core, point, R::from_f64(f64::INFINITY))
            .map_or(R::from_f64(f64::NAN), |found| found.length)
    })
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn off_upright<R: Real, const N: usize>([min, max]: [Vector<R, N>; 2], point: Vector<R, N>) -> R {
    let zero = R::default();
    let mut squared = zero;
    for axis in 0..N {
        // A NaN in one end would not be seen from the other.
        if !(min[axis] <= max[axis]) {
            return R::from_f64(f64::NAN);
        }
        let (before, after) = (min[axis] - point[axis], point[axis] - max[axis]);
        let larger = if before > after { before } else { after };
        // A NaN stays.
        let out = if larger <= zero { zero } else { larger };
        squared = squared + out * out;
    }
    Real::sqrt(squared)
}
