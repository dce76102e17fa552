//! AABBs with a radius, for the kinds of shapes for which they are cheap.

use crate::scalar::{Real, Scalar, real};
use crate::vector::from_fn;
use crate::view::{OrientedCore, reals};
use crate::{Shape, Vector};

/// A length whose square underflows in `f32`: shapes that are closer may touch.
pub(crate) const LEAST: f64 = 1e-22;

/// A box that contains a shape if it is extended by the radius; for some kinds it is larger than necessary. `None` for kinds that cost
/// more. With `SURE`, NaNs are preserved, which costs time.
#[inline]
pub(super) fn reach<const SURE: bool, S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<([Vector<R, N>; 2], R)> {
    let zero = R::default();
    let with = with::<SURE, R, N>;
    let turned =
        |center, half, axes| of_box(&OrientedCore { center: reals(center), half: reals(half), axes });
    Some(match shape {
        Shape::Point(point) => ([reals(*point); 2], zero),
        Shape::Ball(ball) => ([reals(ball.center()); 2], real(ball.radius())),
        Shape::Segment(segment) => (with([reals(segment.from()); 2], reals(segment.to())), zero),
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            (with([reals(spine.from()); 2], reals(spine.to())), real(capsule.radius()))
        }
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(reals);
            (of_pairs::<SURE, R, N>(c, [[a, b]].into_iter()), zero)
        }
        Shape::Aabb(aabb) => ([reals(aabb.min()), reals(aabb.max())], zero),
        Shape::OrientedBox(shape) => {
            (turned(shape.center(), shape.half_size(), shape.rotation().cast().axes()), zero)
        }
        Shape::Ellipse(shape) => {
            (turned(shape.center(), shape.half_size(), shape.rotation().cast().axes()), zero)
        }
        Shape::Polygon(polygon) => (of_points::<SURE, S, R, N>(polygon.raw().0)?, real(polygon.radius())),
        Shape::Hull(hull) => (of_points::<SURE, S, R, N>(hull.points())?, zero),
        Shape::Cylinder(cylinder) => {
            let spine = cylinder.spine();
            ([reals(spine.min()), reals(spine.max())], real(cylinder.radius()))
        }
        Shape::OrientedCylinder(cylinder) => {
            let (center, half): (Vector<R, N>, R) = (reals(cylinder.center()), real(cylinder.half_height()));
            let reach = reals(cylinder.direction()).map(|c: R| c.distance(zero) * half);
            ([center - reach, center + reach], real(cylinder.radius()))
        }
        #[cfg(feature = "alloc")]
        Shape::Region(region) => return ends_of(region.bvh().root_aabb()),
        #[cfg(feature = "alloc")]
        Shape::Group(group) if group.pose().is_none() => return ends_of(group.bvh().root_aabb()),
        #[cfg(feature = "alloc")]
        Shape::Group(_) => return None,
        Shape::SquaredBall(_) | Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => return None,
    })
}

/// The corners of the stored AABB of a list.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn ends_of<T: Scalar, R: Real, const N: usize>(
    all: Option<&crate::Aabb<T, N>>,
) -> Option<([Vector<R, N>; 2], R)> {
    all.map(|all| ([reals(all.min()), reals(all.max())], R::from_f64(LEAST)))
}

/// The sum of the absolute values of all coordinates.
#[inline]
pub(super) fn extent_of<R: Real, const N: usize>([min, max]: [Vector<R, N>; 2]) -> R {
    let zero = R::default();
    (0..N).fold(zero, |sum, k| sum + (min[k].distance(zero) + max[k].distance(zero)))
}

/// The AABB of some points.
#[inline(never)]
pub(super) fn of_points<const SURE: bool, S: Scalar, R: Real, const N: usize>(
    points: &[Vector<S, N>],
) -> Option<[Vector<R, N>; 2]> {
    let first = reals(*points.first()?);
    let (pairs, last) = points.as_chunks::<2>();
    let last = last.first().map_or(first, |last| reals(*last));
    Some(of_pairs::<SURE, R, N>(last, pairs.iter().map(|pair| pair.map(reals))))
}

/// The AABB of a point and pairs of points: for a pair of 2D points, all four coordinates are compared side by side.
#[inline]
pub(super) fn of_pairs<const SURE: bool, R: Real, const N: usize>(
    first: Vector<R, N>,
    pairs: impl Iterator<Item = [Vector<R, N>; 2]>,
) -> [Vector<R, N>; 2] {
    let (mut low, mut high) = ([first; 2], [first; 2]);
    for pair in pairs {
        low = from_fn(|k| low[k].zip(pair[k], lesser::<SURE, R>));
        high = from_fn(|k| high[k].zip(pair[k], larger::<SURE, R>));
    }
    [low[0].zip(low[1], lesser::<SURE, R>), high[0].zip(high[1], larger::<SURE, R>)]
}

#[inline]
pub(super) fn is_nan<R: Real>(number: R) -> bool {
    number.partial_cmp(&number).is_none()
}

/// The smaller of two numbers; with `SURE`, NaN if one is.
#[inline]
pub(super) fn lesser<const SURE: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if SURE { b < a || is_nan(b) && !is_nan(a) } else { b < a };
    if is_second { b } else { a }
}

/// The larger of two numbers; with `SURE`, NaN if one is.
#[inline]
pub(super) fn larger<const SURE: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if SURE { b > a || is_nan(b) && !is_nan(a) } else { b > a };
    if is_second { b } else { a }
}

/// The corners of a box, extended to contain a point.
#[inline]
pub(super) fn with<const SURE: bool, R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> [Vector<R, N>; 2] {
    [min.zip(point, lesser::<SURE, R>), max.zip(point, larger::<SURE, R>)]
}

#[inline]
pub(super) fn of_box<R: Real, const N: usize>(shape: &OrientedCore<R, N>) -> [Vector<R, N>; 2] {
    let zero = R::default();
    let reach = Vector(from_fn(|k| {
        (0..N).fold(zero, |sum, j| sum + shape.axes[j][k].distance(zero) * shape.half[j])
    }));
    [shape.center - reach, shape.center + reach]
}
