//! The distance of two convex shapes in 2D. Without a normal and a penetration depth, squared distances are compared, and a single square
//! root of the smallest one is taken at the end.
//!
//! This module contains pairs with a point, two segments and two axis-aligned boxes; [`mod@polygon_distance`] contains the other pairs of
//! boxes and polygons.

use super::edges::reduce;
use super::point::{separation_of_aabbs, squared_distance_to_aabb};
use super::polygon_distance;
use super::segments::{are_crossing, squared_distances, squared_end_distances};
use super::small_polygons;
use crate::narrow::distance_or_infinity;
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::from_fn;
use crate::view::{Convex, Core, Corners, SMALL_POLYGON};
use crate::{Vector, narrow::ellipse};

/// The distance of two shapes: zero if they intersect, infinite if a coordinate is NaN.
#[inline]
pub(crate) fn distance<R: Real, const N: usize>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> R {
    let length = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::distance(a, b),
        (Core::Point(point), core) | (core, Core::Point(point)) => distance_to_point(core, *point),
        (Core::Aabb(p), Core::Aabb(q)) => separation_of_aabbs(*p, *q).length,
        (Core::Segment(p), Core::Segment(q)) => distance_of_segments(*p, *q),
        (p, q) => match polygon_distance::distance(p, q) {
            Some(length) => length,
            None => {
                return distance_or_infinity(super::separation(a, b, R::INFINITY).map(|found| found.length));
            }
        },
    };
    distance_or_infinity(Some(length - (a.radius + b.radius)))
}

/// The distance of a point from a core: at most zero if the point is inside. NaN if a coordinate is NaN or the core is curved.
#[inline]
pub(crate) fn distance_to_point<R: Real, const N: usize>(core: &Core<'_, R, N>, point: Vector<R, N>) -> R {
    match core {
        Core::Point(center) => (point - *center).length(),
        Core::Segment(ends) => {
            let ([squared], _) = squared_distances([*ends], [point]);
            squared.sqrt()
        }
        Core::Aabb(ends) => distance_to_aabb(*ends, point),
        Core::Box(shape) => {
            let delta = point - shape.center;
            distance_to_aabb([-shape.half, shape.half], Vector(from_fn(|k| delta.dot(shape.axes[k]))))
        }
        Core::Triangle(corners) => {
            let triangle = small_polygons::triangle(*corners, Vector(xy(point)));
            polygon_distance::distance_to_origin(&triangle).unwrap_or(R::NAN)
        }
        Core::Corners(corners) => distance_to_polygon(corners, point),
        Core::HalfSpace(half_space) => half_space.height(point),
        Core::Ellipse(_) | Core::Cylinder(_) => R::NAN,
    }
}

/// The distance of two segments: zero if they cross. Otherwise, at least one of the closest points is an end.
#[inline]
fn distance_of_segments<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2]) -> R {
    let (squares, _) = squared_end_distances(p, q);
    // If a coordinate is NaN or infinite, the sum is NaN or infinite. It is returned at once, because `min` would ignore a NaN.
    let sum = reduce(&squares, |a, b| a + b);
    if !(sum < R::INFINITY) {
        return sum;
    }
    // A select instead of a branch, because it is unpredictable whether the segments cross.
    (if are_crossing(p, q) { R::ZERO } else { reduce(&squares, R::min) }).sqrt()
}

/// The distance of a point from a polygon.
#[inline(never)]
fn distance_to_polygon<R: Real, const N: usize>(corners: &Corners<'_, R, N>, point: Vector<R, N>) -> R {
    let small = corners.small_polygon::<SMALL_POLYGON>(point);
    small.and_then(|polygon| polygon_distance::distance_to_origin(&polygon)).unwrap_or_else(|| {
        super::separation_from_point(&Core::Corners(*corners), point, R::INFINITY)
            .map_or(R::NAN, |found| found.length)
    })
}

#[inline]
fn distance_to_aabb<R: Real, const N: usize>(ends: [Vector<R, N>; 2], point: Vector<R, N>) -> R {
    // `squared_distance_to_aabb` would ignore a NaN in only one of the two ends, so it is detected here.
    if (0..N).any(|axis| !(ends[0][axis] <= ends[1][axis])) {
        return R::NAN;
    }
    squared_distance_to_aabb(ends, point).sqrt()
}
