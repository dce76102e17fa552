//! How far two convex shapes are apart on a plane, and nothing else: no normal, no depth, one root in the end.
//!
//! Here is what has a closed form; [`apart`](super::apart) has boxes and corners.

use super::apart::{of_few, off_point};
use super::closed::{intervals, squared_off_upright};
use super::outline::lanes;
use super::segments::{are_crossing, squares_of_ends, squares_off};
use crate::narrow::measure::smaller;
use crate::narrow::{far, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::{Mapped, from_fn};
use crate::view::{Convex, Core};
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
#[inline]
pub(crate) fn off<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match core {
        Core::Point(center) => (point - *center).length(),
        Core::Segment(ends) => {
            let ([squared], _) = squares_off([*ends], [point]);
            Real::sqrt(squared)
        }
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
    let (squares, _) = squares_of_ends(p, q);
    // A NaN or an infinity in one end would not be seen in the distances of others.
    let sum = lanes(&squares, |a, b| a + b);
    if !(sum < R::from_f64(f64::INFINITY)) {
        return sum;
    }
    // A select: whether they cross cannot be foreseen.
    Real::sqrt(if are_crossing(p, q) { R::default() } else { lanes(&squares, smaller) })
}

/// How far the origin is from a triangle: zero within it. What is within rounding of an edge is measured, as in [`apart`](super::apart).
#[inline]
fn off_triangle<R: Real>(corners: [[R; 2]; 3]) -> R {
    let (zero, one, infinity) = (R::default(), R::from_f64(1.0), R::from_f64(f64::INFINITY));
    let size = corners.into_iter().fold(zero, |sum, [x, y]| sum + (x.distance(zero) + y.distance(zero)));
    let tolerance = rounding_error(size);
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
    if is_inside { zero } else { Real::sqrt(lanes(&squares, smaller)) }
}

#[inline(never)]
fn off_corners<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    off_point(core, point).unwrap_or_else(|| {
        super::from_point(core, point, R::from_f64(f64::INFINITY))
            .map_or(R::from_f64(f64::NAN), |found| found.length)
    })
}

#[inline]
fn off_upright<R: Real, const N: usize>(ends: [Vector<R, N>; 2], point: Vector<R, N>) -> R {
    // A NaN in one end would not be seen from the other.
    if (0..N).any(|axis| !(ends[0][axis] <= ends[1][axis])) {
        return R::from_f64(f64::NAN);
    }
    Real::sqrt(squared_off_upright(ends, point))
}
