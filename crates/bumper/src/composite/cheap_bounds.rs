//! AABBs of shapes, for the kinds whose AABB takes only a few comparisons.

#[cfg(feature = "alloc")]
use crate::composite::tolerance::UNDERFLOW_LENGTH;
use crate::scalar::{Real, Scalar, real};
use crate::vector::from_fn;
use crate::view::{OrientedCore, reals};
use crate::{Shape, Vector};

/// A box and a radius: after the box is extended by the radius on all sides, it contains the shape. For some kinds of shapes it is larger
/// than necessary. `None` for kinds for which this computation costs more than a few comparisons. With `KEEP_NAN`, a NaN in the shape gives
/// a NaN in the box, which takes more time.
#[inline]
pub(super) fn cheap_aabb<const KEEP_NAN: bool, S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<([Vector<R, N>; 2], R)> {
    let extended = extended::<KEEP_NAN, R, N>;
    let oriented = |center, half, axes| {
        oriented_box_aabb(&OrientedCore { center: reals(center), half: reals(half), axes })
    };
    Some(match shape {
        Shape::Point(point) => ([reals(*point); 2], R::ZERO),
        Shape::Ball(ball) => ([reals(ball.center()); 2], real(ball.radius())),
        Shape::Segment(segment) => (extended([reals(segment.from()); 2], reals(segment.to())), R::ZERO),
        Shape::Capsule(capsule) => {
            let spine = capsule.spine();
            (extended([reals(spine.from()); 2], reals(spine.to())), real(capsule.radius()))
        }
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners().map(reals);
            (pairs_aabb::<KEEP_NAN, R, N>(c, [[a, b]].into_iter()), R::ZERO)
        }
        Shape::Aabb(aabb) => ([reals(aabb.min()), reals(aabb.max())], R::ZERO),
        Shape::OrientedBox(shape) => {
            (oriented(shape.center(), shape.half_size(), shape.rotation().cast().axes()), R::ZERO)
        }
        Shape::Ellipse(shape) => {
            (oriented(shape.center(), shape.half_size(), shape.rotation().cast().axes()), R::ZERO)
        }
        Shape::Polygon(polygon) => {
            (points_aabb::<KEEP_NAN, S, R, N>(polygon.raw().0)?, real(polygon.radius()))
        }
        Shape::Hull(hull) => (points_aabb::<KEEP_NAN, S, R, N>(hull.points())?, R::ZERO),
        Shape::Cylinder(cylinder) => {
            let spine = cylinder.spine();
            ([reals(spine.min()), reals(spine.max())], real(cylinder.radius()))
        }
        Shape::OrientedCylinder(cylinder) => {
            let center: Vector<R, N> = reals(cylinder.center());
            let half: R = real(cylinder.half_height());
            let half_axis = reals(cylinder.direction()).map(|c: R| c.distance(R::ZERO) * half);
            ([center - half_axis, center + half_axis], real(cylinder.radius()))
        }
        #[cfg(feature = "alloc")]
        Shape::Region(region) => return stored_aabb_of(region.bvh().root_aabb()),
        #[cfg(feature = "alloc")]
        Shape::Mesh(mesh) => return stored_aabb_of(mesh.bvh().root_aabb()),
        #[cfg(feature = "alloc")]
        Shape::HeightField(field) => return stored_aabb_of(Some(&field.aabb())),
        #[cfg(feature = "alloc")]
        Shape::Group(group) if group.pose().is_none() => return stored_aabb_of(group.bvh().root_aabb()),
        #[cfg(feature = "alloc")]
        Shape::Group(_) => return None,
        Shape::SquaredBall(_) | Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => return None,
        Shape::HalfSpace(_) => return None,
    })
}

/// The corners of the stored AABB `all` of a list, with [`UNDERFLOW_LENGTH`] as the radius; `None` if no AABB is stored.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn stored_aabb_of<T: Scalar, R: Real, const N: usize>(
    all: Option<&crate::Aabb<T, N>>,
) -> Option<([Vector<R, N>; 2], R)> {
    all.map(|all| ([reals(all.min()), reals(all.max())], R::from_f64(UNDERFLOW_LENGTH)))
}

/// The L1 norm of both corners of a box: the sum of the absolute values of their coordinates.
#[inline]
pub(super) fn l1_norm_of<R: Real, const N: usize>([min, max]: [Vector<R, N>; 2]) -> R {
    (0..N).fold(R::ZERO, |sum, k| sum + (min[k].distance(R::ZERO) + max[k].distance(R::ZERO)))
}

/// The corners of the AABB of a list of points; `None` if the list is empty.
#[inline(never)]
pub(super) fn points_aabb<const KEEP_NAN: bool, S: Scalar, R: Real, const N: usize>(
    points: &[Vector<S, N>],
) -> Option<[Vector<R, N>; 2]> {
    let first = reals(*points.first()?);
    let (pairs, last) = points.as_chunks::<2>();
    let last = last.first().map_or(first, |last| reals(*last));
    Some(pairs_aabb::<KEEP_NAN, R, N>(last, pairs.iter().map(|pair| pair.map(reals))))
}

/// The corners of the AABB of the point `first` and of all points of `pairs`. In 2D, the four coordinates of a pair of points fill a vector
/// register and are compared at once.
#[inline]
pub(super) fn pairs_aabb<const KEEP_NAN: bool, R: Real, const N: usize>(
    first: Vector<R, N>,
    pairs: impl Iterator<Item = [Vector<R, N>; 2]>,
) -> [Vector<R, N>; 2] {
    let mut low = [first; 2];
    let mut high = [first; 2];
    for pair in pairs {
        low = from_fn(|k| low[k].zip(pair[k], lesser::<KEEP_NAN, R>));
        high = from_fn(|k| high[k].zip(pair[k], larger::<KEEP_NAN, R>));
    }
    [low[0].zip(low[1], lesser::<KEEP_NAN, R>), high[0].zip(high[1], larger::<KEEP_NAN, R>)]
}

#[inline]
pub(super) fn is_nan<R: Real>(number: R) -> bool {
    number.partial_cmp(&number).is_none()
}

/// The smaller of two numbers; with `KEEP_NAN`, NaN if one of them is NaN.
#[inline]
pub(super) fn lesser<const KEEP_NAN: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if KEEP_NAN { b < a || is_nan(b) && !is_nan(a) } else { b < a };
    if is_second { b } else { a }
}

/// The larger of two numbers; with `KEEP_NAN`, NaN if one of them is NaN.
#[inline]
pub(super) fn larger<const KEEP_NAN: bool, R: Real>(a: R, b: R) -> R {
    let is_second = if KEEP_NAN { b > a || is_nan(b) && !is_nan(a) } else { b > a };
    if is_second { b } else { a }
}

/// Extends a box, given by its corners, so that it contains a point.
#[inline]
pub(super) fn extended<const KEEP_NAN: bool, R: Real, const N: usize>(
    [min, max]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> [Vector<R, N>; 2] {
    [min.zip(point, lesser::<KEEP_NAN, R>), max.zip(point, larger::<KEEP_NAN, R>)]
}

/// The corners of the AABB of an oriented box.
#[inline]
pub(super) fn oriented_box_aabb<R: Real, const N: usize>(shape: &OrientedCore<R, N>) -> [Vector<R, N>; 2] {
    let half_extents = Vector(from_fn(|k| {
        (0..N).fold(R::ZERO, |sum, j| sum + shape.axes[j][k].distance(R::ZERO) * shape.half[j])
    }));
    [shape.center - half_extents, shape.center + half_extents]
}
