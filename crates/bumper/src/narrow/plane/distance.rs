//! The distance of two convex shapes in 2D, without normal and penetration depth: a single square root of the least squared distance.
//!
//! This module has the closed forms; [`polygon_distance`](super::polygon_distance) has boxes and polygons.

use super::edges::reduce;
use super::point::{intervals, squared_distance_to_aabb};
use super::polygon_distance;
use super::segments::{are_crossing, squared_distances, squared_end_distances};
use crate::narrow::distance_or_infinity;
use crate::narrow::measure::smaller;
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::from_fn;
use crate::view::{Convex, Core, Corners, FEW};
use crate::{Vector, narrow::ellipse};

/// The distance of two shapes: zero if they intersect, infinite if there is a NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let length = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::distance(a, b),
        (Core::Point(point), core) | (core, Core::Point(point)) => distance_to_point(core, *point),
        (Core::Upright(p), Core::Upright(q)) => intervals(*p, *q).length,
        (Core::Segment(p), Core::Segment(q)) => segments(*p, *q),
        (p, q) => match polygon_distance::distance(p, q) {
            Some(length) => length,
            None => {
                return distance_or_infinity(
                    super::gap(a, b, R::from_f64(f64::INFINITY)).map(|found| found.length),
                );
            }
        },
    };
    distance_or_infinity(Some(length - (a.radius + b.radius)))
}

/// The distance of a point from a core: at most zero inside it, NaN if there is a NaN or the core is curved.
#[inline]
pub(crate) fn distance_to_point<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match core {
        Core::Point(center) => (point - *center).length(),
        Core::Segment(ends) => {
            let ([squared], _) = squared_distances([*ends], [point]);
            Real::sqrt(squared)
        }
        Core::Upright(ends) => distance_to_aabb(*ends, point),
        Core::Box(shape) => {
            let delta = point - shape.center;
            distance_to_aabb([-shape.half, shape.half], Vector(from_fn(|k| delta.dot(shape.axes[k]))))
        }
        Core::Triangle(corners) => {
            polygon_distance::of_origin(&polygon_distance::triangle(*corners, Vector(flat(point))))
        }
        Core::Corners(corners) => distance_to_polygon(corners, point),
        Core::Ellipse(_) | Core::Cylinder(_) => R::from_f64(f64::NAN),
    }
}

/// The distance of two segments: zero if they cross; otherwise an end of one is a closest point.
#[inline]
fn segments<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> R {
    let (squares, _) = squared_end_distances(p, q);
    // Return NaN or infinity if any end has one: the minimum below would ignore it.
    let sum = reduce(&squares, |a, b| a + b);
    if !(sum < R::from_f64(f64::INFINITY)) {
        return sum;
    }
    // A select instead of a branch: whether they cross is unpredictable.
    Real::sqrt(if are_crossing(p, q) { R::default() } else { reduce(&squares, smaller) })
}

/// The distance of a point from a polygon.
#[inline(never)]
fn distance_to_polygon<R: Real, const N: usize>(corners: &Corners<'_, R, N>, point: Vector<R, N>) -> R {
    match corners.few::<FEW>(point) {
        Some(polygon) => polygon_distance::of_origin(&polygon),
        None => super::from_point(&Core::Corners(*corners), point, R::from_f64(f64::INFINITY))
            .map_or(R::from_f64(f64::NAN), |found| found.length),
    }
}

#[inline]
fn distance_to_aabb<R: Real, const N: usize>(ends: [Vector<R, N>; 2], point: Vector<R, N>) -> R {
    // A NaN in one end would be lost in the comparison with the other.
    if (0..N).any(|axis| !(ends[0][axis] <= ends[1][axis])) {
        return R::from_f64(f64::NAN);
    }
    Real::sqrt(squared_distance_to_aabb(ends, point))
}
