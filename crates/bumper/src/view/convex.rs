//! Convex shapes as a core with a radius, and the functions that every core provides to the queries.

use super::{Corners, reals};
use crate::scalar::{Real, Scalar};
use crate::shape::polygon::xy;
use crate::vector::Mapped;
use crate::{Aabb, Pose, Vector};

/// A convex shape: all points whose distance from its core is at most its radius.
#[derive(Clone, Copy)]
pub(crate) struct Convex<'a, R, const N: usize> {
    pub(crate) core: Core<'a, R, N>,
    pub(crate) radius: R,
}

/// The core of a convex shape: the shape without its radius.
#[derive(Clone, Copy)]
pub(crate) enum Core<'a, R, const N: usize> {
    Point(Vector<R, N>),
    /// A segment with two different ends.
    Segment([Vector<R, N>; 2]),
    /// A triangle; in 2D, its corners are counter-clockwise and not collinear.
    Triangle([Vector<R, N>; 3]),
    /// An axis-aligned box, given by its minimum and maximum corner. It may be infinite. In 2D its width and height are positive.
    Aabb([Vector<R, N>; 2]),
    /// An oriented box. In 2D its width and height are positive.
    Box(OrientedCore<R, N>),
    /// The corners of a polygon in 2D, or the points of a convex hull in 3D.
    Corners(Corners<'a, R, N>),
    /// A cylinder in 3D with a positive radius.
    Cylinder(CylinderCore<R, N>),
    /// An ellipse in 2D that has an area and is not a circle.
    Ellipse(OrientedCore<R, N>),
    /// A half-space. It has no corners and is infinitely large, so closed forms (`narrow/half_space.rs`) compute all of its queries.
    HalfSpace(HalfSpaceCore<R, N>),
}

/// The center, half sizes and axes of an oriented box or an ellipse.
#[derive(Clone, Copy)]
pub(crate) struct OrientedCore<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    pub(crate) half: Vector<R, N>,
    /// The directions of the axes, orthonormal up to rounding.
    pub(crate) axes: [Vector<R, N>; N],
}

/// A cylinder around an axis through its center. `half` is half of its height.
#[derive(Clone, Copy)]
pub(crate) struct CylinderCore<R, const N: usize> {
    pub(crate) center: Vector<R, N>,
    /// The direction of the axis: a unit vector up to rounding.
    pub(crate) axis: Vector<R, N>,
    pub(crate) half: R,
    pub(crate) radius: R,
}

/// A half-space: a point of its plane, and the unit normal of the plane, which points out of the half-space.
#[derive(Clone, Copy)]
pub(crate) struct HalfSpaceCore<R, const N: usize> {
    pub(crate) point: Vector<R, N>,
    pub(crate) normal: Vector<R, N>,
}

/// The larger of two numbers; NaN if one of them is NaN.
#[inline]
fn max_or_nan<R: Real>(max: R, next: R) -> R {
    if next > max || next.partial_cmp(&next).is_none() { next } else { max }
}

/// Returns `a` if `first` is true, else `b`. Coordinates are selected one by one. A vector selected and copied as a whole would be read
/// while it is still being written (a store-forwarding stall).
#[inline]
fn select<R: Real, const N: usize>(first: bool, a: &Vector<R, N>, b: &Vector<R, N>) -> Vector<R, N> {
    Vector(crate::vector::from_fn(|k| if first { a[k] } else { b[k] }))
}

/// The distance from a point to the farthest corner. Usually squared distances are compared, so that only one square root is computed. If
/// they overflow or underflow, each distance is computed.
fn farthest_corner<R: Real, const N: usize>(corners: &Corners<'_, R, N>, from: Vector<R, N>) -> R {
    let square = corners.fold(R::ZERO, |max, corner| max_or_nan(max, (corner - from).dot(corner - from)));
    if crate::vector::is_in_root_range(square) {
        return Real::sqrt(square);
    }
    corners.fold(R::ZERO, |max, corner| max_or_nan(max, (corner - from).length()))
}

/// Whether a 2D box has a width or height of zero. `size` is its size or half of it. Always false in 3D.
#[inline]
pub(super) fn is_flat<R: Real, const N: usize>(size: Vector<R, N>) -> bool {
    N == 2 && size.0.contains(&R::ZERO)
}

/// The core of an axis-aligned box that is placed by an optional pose. In 2D, a box without a width or height becomes a segment or a
/// point.
#[inline]
pub(super) fn axis_aligned_core<'a, R: Real, const N: usize>(
    min: Vector<R, N>,
    max: Vector<R, N>,
    pose: Option<&Pose<R, N>>,
) -> Core<'a, R, N> {
    if is_flat(max - min) {
        let at = |point| pose.map_or(point, |pose: &Pose<R, N>| pose.apply(point));
        return Core::between(at(min), at(max));
    }
    let Some(pose) = pose else { return Core::Aabb([min, max]) };
    let half = (max - min).scaled(R::HALF);
    Core::Box(OrientedCore { center: pose.apply(min + half), half, axes: pose.rotation.axes() })
}

impl<R: Real, const N: usize> OrientedCore<R, N> {
    /// The ellipse with this center, these half sizes and these axes. A circle becomes a point with a radius; an ellipse with a half size
    /// of zero becomes a segment.
    #[inline]
    pub(super) fn as_ellipse<'a>(self) -> Convex<'a, R, N> {
        if self.half.0.iter().all(|half| *half == self.half[0]) {
            return Convex { core: Core::Point(self.center), radius: self.half[0] };
        }
        let flat = self.flattened().map(|[from, to]| Core::between(from, to));
        Convex { core: flat.unwrap_or(Core::Ellipse(self)), radius: R::ZERO }
    }

    /// The two end points of a 2D box or ellipse that has no area; otherwise `None`.
    #[inline]
    pub(crate) fn flattened(&self) -> Option<[Vector<R, N>; 2]> {
        if !is_flat(self.half) {
            return None;
        }
        let along = self.axes[0].scaled(self.half[0]) + self.axes[N - 1].scaled(self.half[N - 1]);
        Some([self.center - along, self.center + along])
    }

    /// The support point of a box in a direction: the corner that is farthest in it.
    #[inline]
    pub(crate) fn corner(&self, direction: Vector<R, N>) -> Vector<R, N> {
        self.axes.iter().zip(self.half.0).fold(self.center, |corner, (axis, half)| {
            // The sign is chosen by a table lookup. A branch would be mispredicted half of the time.
            let term = [half, -half][usize::from(axis.dot(direction) < R::ZERO)];
            corner + axis.scaled(term)
        })
    }

    /// Maps a point of the unit circle to the boundary of the ellipse: scales it by the half sizes, rotates it to the axes and adds the
    /// center.
    #[cfg(any(feature = "std", feature = "libm"))]
    #[inline]
    pub(crate) fn at_circle_point(&self, circle: Vector<R, 2>) -> Vector<R, N> {
        let term = |k: usize, c: R| self.axes[k].scaled(self.half[k] * c);
        self.center + (term(0, circle[0]) + term(N - 1, circle[1]))
    }

    /// The point of an ellipse that is farthest in a direction: its support point.
    #[inline]
    pub(crate) fn ellipse_support(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let local: Vector<R, N> =
            Vector(crate::vector::from_fn(|k| self.axes[k].dot(direction) * self.half[k]));
        let length = Real::sqrt(local.dot(local));
        if length <= R::ZERO {
            return self.center;
        }
        let term = |k: usize| self.axes[k].scaled(self.half[k] * (local[k] / length));
        (0..N).fold(self.center, |rim, k| rim + term(k))
    }
}

impl<R: Real, const N: usize> HalfSpaceCore<R, N> {
    /// The half-space transformed by a pose.
    #[inline]
    pub(crate) fn placed(&self, pose: &Pose<R, N>) -> Self {
        Self { point: pose.apply(self.point), normal: pose.rotation.apply(self.normal) }
    }

    /// The height of a point above the plane; negative in the half-space. An axis on which the normal is zero is left out, so that the point
    /// may be infinitely far away on it.
    #[inline]
    pub(crate) fn height(&self, point: Vector<R, N>) -> R {
        (0..N).fold(R::ZERO, |sum, k| {
            if self.normal[k] == R::ZERO { sum } else { sum + self.normal[k] * (point[k] - self.point[k]) }
        })
    }

    /// The axis of the normal and whether the normal points in its positive direction, if the plane is perpendicular to a coordinate axis.
    #[inline]
    pub(crate) fn axis(&self) -> Option<(usize, bool)> {
        let axis = (0..N).find(|&k| self.normal[k] != R::ZERO)?;
        let is_aligned =
            (axis + 1..N).all(|k| self.normal[k] == R::ZERO) && self.normal[axis].abs() == R::ONE;
        is_aligned.then_some((axis, self.normal[axis] > R::ZERO))
    }

    /// The half-space on the other side of the plane.
    #[inline]
    pub(crate) fn flipped(&self) -> Self {
        Self { normal: -self.normal, ..*self }
    }

    /// The smallest box that contains the half-space: infinite, except on the side of a plane that is perpendicular to a coordinate axis.
    /// NaN on an axis on which the point is NaN.
    pub(crate) fn bounds(&self) -> [Vector<R, N>; 2] {
        // Zero on each axis on which the coordinate of the point is finite, otherwise NaN.
        let nan = self.point.map(|c| c * R::ZERO);
        let mut min = nan.map(|c| c + R::NEG_INFINITY);
        let mut max = nan.map(|c| c + R::INFINITY);
        if let Some((axis, is_positive)) = self.axis() {
            if is_positive {
                max[axis] = self.point[axis];
            } else {
                min[axis] = self.point[axis];
            }
        }
        [min, max]
    }

    /// The part of the half-space near a point, as a box: one of its faces is in the plane, around the projection of the point `center`. The
    /// box contains all points of the half-space whose distance from `center` is at most `reach`.
    pub(crate) fn near(&self, center: Vector<R, N>, reach: R) -> OrientedCore<R, N> {
        let height = self.height(center);
        let half = (reach + height.abs()) * R::TWO;
        let middle = center - self.normal.scaled(height + half);
        let mut axes = [self.normal; N];
        // Gram and Schmidt: each further axis is the coordinate axis that is most nearly perpendicular to the axes before it, projected.
        for k in 1..N {
            let rejected = |j: usize| {
                let unit = Vector::ZERO.with(j, R::ONE);
                axes[..k].iter().fold(unit, |rest, other| rest - other.scaled(rest.dot(*other)))
            };
            let longer = |a: Vector<R, N>, b: Vector<R, N>| if a.dot(a) < b.dot(b) { b } else { a };
            let longest = (1..N).fold(rejected(0), |best, j| longer(best, rejected(j)));
            axes[k] = longest.scaled(R::ONE / longest.length());
        }
        OrientedCore { center: middle, half: Vector::splat(half), axes }
    }
}

impl<R: Real, const N: usize> CylinderCore<R, N> {
    /// The two ends of the axis of a cylinder whose radius is zero; otherwise `None`.
    #[inline]
    pub(super) fn flattened(&self) -> Option<[Vector<R, N>; 2]> {
        if self.radius > R::ZERO {
            return None;
        }
        let offset = self.axis.scaled(self.half);
        Some([self.center - offset, self.center + offset])
    }

    /// The point of the cylinder that is farthest in a direction: its support point. For a direction parallel to the axis, it is the center
    /// of an end.
    #[inline]
    fn support(&self, direction: Vector<R, N>) -> Vector<R, N> {
        let along = self.axis.dot(direction);
        let across = direction - self.axis.scaled(along);
        // Rounding leaves a component along the axis, which the second projection removes.
        let across = across - self.axis.scaled(self.axis.dot(across));
        let length = Real::sqrt(across.dot(across));
        let end = self.center + self.axis.scaled(if along < R::ZERO { -self.half } else { self.half });
        // If the component of the direction perpendicular to the axis is shorter than this, it is a rounding error and has no meaningful
        // direction.
        let tolerance = along.distance(R::ZERO) * R::EPSILON * R::from_f64(4.0);
        if length > tolerance { end + across.scaled(self.radius / length) } else { end }
    }
}

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// The segment between two points, or a point if they are equal.
    #[inline]
    pub(crate) fn between(from: Vector<R, N>, to: Vector<R, N>) -> Self {
        if from == to { Core::Point(from) } else { Core::Segment([from, to]) }
    }
}

/// Returns the corners of a transformed triangle; in 2D, in counter-clockwise order. Rounding may have reversed the orientation of a thin
/// triangle. In that case two corners are swapped.
#[inline]
pub(crate) fn counterclockwise_again<R: Real, const N: usize>(
    [a, b, c]: [Vector<R, N>; 3],
) -> [Vector<R, N>; 3] {
    let ([x, y], [u, v]) = (xy(b - a), xy(c - a));
    if N == 2 && x * v < y * u { [a, c, b] } else { [a, b, c] }
}

impl<'a, R: Real, const N: usize> Core<'a, R, N> {
    /// The core translated by an offset.
    #[inline]
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        match *self {
            Core::Point(point) => Core::Point(point + offset),
            Core::Segment(ends) => Core::Segment(ends.mapped(|end| end + offset)),
            Core::Triangle(corners) => {
                Core::Triangle(counterclockwise_again(corners.mapped(|corner| corner + offset)))
            }
            Core::Aabb(ends) => Core::Aabb(ends.mapped(|end| end + offset)),
            Core::Box(shape) => Core::Box(OrientedCore { center: shape.center + offset, ..shape }),
            Core::Corners(corners) => Core::Corners(corners.moved(offset)),
            Core::Cylinder(cylinder) => {
                Core::Cylinder(CylinderCore { center: cylinder.center + offset, ..cylinder })
            }
            Core::Ellipse(shape) => Core::Ellipse(OrientedCore { center: shape.center + offset, ..shape }),
            Core::HalfSpace(half_space) => {
                Core::HalfSpace(HalfSpaceCore { point: half_space.point + offset, ..half_space })
            }
        }
    }

    /// The core converted to `f64`.
    pub(crate) fn wide(&self) -> Core<'a, f64, N> {
        let point = |v: Vector<R, N>| v.map(Scalar::to_f64);
        let oriented = |shape: &OrientedCore<R, N>| OrientedCore {
            center: point(shape.center),
            half: point(shape.half),
            axes: shape.axes.mapped(point),
        };
        match self {
            Core::Point(p) => Core::Point(point(*p)),
            Core::Segment(ends) => Core::Segment(ends.mapped(point)),
            Core::Triangle(corners) => Core::Triangle(corners.mapped(point)),
            Core::Aabb(ends) => Core::Aabb(ends.mapped(point)),
            Core::Box(shape) => Core::Box(oriented(shape)),
            Core::Ellipse(shape) => Core::Ellipse(oriented(shape)),
            Core::Cylinder(cylinder) => {
                // Converted to `f64`, the axis is a unit vector only up to its original rounding error. It is normalized again, because the
                // flat ends of the cylinder have to be perpendicular to it within the precision of `f64`.
                let center = point(cylinder.center);
                let axis = point(cylinder.axis);
                let axis = axis.scaled(1.0 / axis.length());
                Core::Cylinder(CylinderCore {
                    center,
                    axis,
                    half: cylinder.half.to_f64(),
                    radius: cylinder.radius.to_f64(),
                })
            }
            Core::Corners(corners) => Core::Corners(corners.wide()),
            Core::HalfSpace(half_space) => {
                // Normalized again, because the normal is a unit vector only up to the rounding error of its type.
                let normal = point(half_space.normal);
                Core::HalfSpace(HalfSpaceCore {
                    point: point(half_space.point),
                    normal: normal.normalized().unwrap_or(normal),
                })
            }
        }
    }

    /// A point of the core near its center; of a half-space, a point of its plane. [`bounding_radius`](Self::bounding_radius) is measured from this point.
    #[inline]
    pub(crate) fn middle(&self) -> Vector<R, N> {
        match self {
            Core::Point(point) => *point,
            Core::Segment([from, to]) | Core::Aabb([from, to]) => *from + (*to - *from).scaled(R::HALF),
            Core::Triangle([a, b, c]) => *a + (*b - *a + (*c - *a)).scaled(R::from_f64(1.0 / 3.0)),
            Core::Box(shape) | Core::Ellipse(shape) => shape.center,
            Core::Cylinder(cylinder) => cylinder.center,
            Core::Corners(corners) => corners.middle(),
            Core::HalfSpace(half_space) => half_space.point,
        }
    }

    /// The support point of the core: its point that is farthest in `direction`, a vector of any length. If several points are equally
    /// far, the first of them. For a half-space, whose points may be infinitely far, the point of its plane that defines it.
    #[inline]
    pub(crate) fn support(&self, direction: Vector<R, N>) -> Vector<R, N> {
        match self {
            Core::Point(point) => *point,
            Core::Segment([from, to]) => select((*to - *from).dot(direction) > R::ZERO, to, from),
            // `second` says how much farther the corner `b` is than `a` in this direction, `third` how much farther `c` is. Both are
            // compared with zero at the same time. If the farthest corner were chosen by two comparisons, the second one would have to wait
            // for the first.
            Core::Triangle([a, b, c]) => {
                let second = (*b - *a).dot(direction);
                let third = (*c - *a).dot(direction);
                let is_second = second > R::ZERO;
                let is_third = third > R::ZERO;
                select(is_third & !(is_second & (second >= third)), c, &select(is_second, b, a))
            }
            Core::Aabb([min, max]) => {
                Vector(crate::vector::from_fn(|k| if direction[k] < R::ZERO { min[k] } else { max[k] }))
            }
            Core::Box(shape) => shape.corner(direction),
            Core::Corners(corners) => corners.at(corners.farthest(direction)),
            Core::Cylinder(cylinder) => cylinder.support(direction),
            Core::Ellipse(shape) => shape.ellipse_support(direction),
            Core::HalfSpace(half_space) => half_space.point,
        }
    }

    /// An estimate of the size of the core. It differs from the L1 norm of the diagonal of the core's AABB by a small factor at most.
    /// Infinite lengths are ignored.
    #[inline]
    pub(crate) fn extent(&self) -> R {
        let sum = |v: Vector<R, N>| v.0.into_iter().fold(R::ZERO, |sum, c| sum + c.abs());
        match self {
            Core::Point(_) | Core::HalfSpace(_) => R::ZERO,
            Core::Segment([a, b]) => sum(*b - *a),
            Core::Triangle([a, b, c]) => max_or_nan(sum(*b - *a), sum(*c - *a)),
            Core::Aabb([min, max]) => sum((*max - *min).map(|c| if c.is_finite() { c } else { R::ZERO })),
            Core::Box(shape) | Core::Ellipse(shape) => sum(shape.half),
            Core::Cylinder(cylinder) => cylinder.half + cylinder.radius,
            Core::Corners(corners) => {
                let first = corners.at(0);
                (1..corners.len()).fold(R::ZERO, |max, k| max_or_nan(max, sum(corners.at(k) - first)))
            }
        }
    }

    /// Whether the core has a curved boundary: a cylinder or an ellipse.
    pub(crate) fn is_curved(&self) -> bool {
        match self {
            Core::Cylinder(_) | Core::Ellipse(_) => true,
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) => false,
            Core::Aabb(_) | Core::Box(_) | Core::Corners(_) | Core::HalfSpace(_) => false,
        }
    }

    /// Whether the core has a curved boundary, or may have more edges than a box: true for polygons and hulls.
    pub(crate) fn has_many_edges(&self) -> bool {
        match self {
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Aabb(_) | Core::Box(_) => false,
            Core::HalfSpace(_) => false,
            Core::Corners(_) | Core::Cylinder(_) | Core::Ellipse(_) => true,
        }
    }

    /// The bounding radius of the core: the largest distance of its points from [`middle`](Self::middle). Infinite for a half-space.
    #[inline]
    pub(crate) fn bounding_radius(&self) -> R {
        let middle = self.middle();
        let farthest =
            |points: &[Vector<R, N>]| points.iter().map(|p| (*p - middle).length()).fold(R::ZERO, max_or_nan);
        match self {
            Core::Point(_) => R::ZERO,
            Core::Segment(ends) | Core::Aabb(ends) => farthest(ends),
            Core::Triangle(corners) => farthest(corners),
            Core::Box(shape) | Core::Ellipse(shape) => shape.half.length(),
            Core::Cylinder(cylinder) => Vector([cylinder.half, cylinder.radius]).length(),
            Core::Corners(corners) => farthest_corner(corners, middle),
            Core::HalfSpace(_) => R::INFINITY,
        }
    }
}

impl<'a, R: Real, const N: usize> Convex<'a, R, N> {
    /// The shape transformed from world space to the local space of a pose. It is translated before it is rotated, so that shapes far
    /// from the origin keep their precision.
    pub(crate) fn relative_to(&self, pose: &Pose<R, N>) -> Self {
        let turn = Pose { translation: Vector::ZERO, rotation: pose.rotation.inverse() };
        self.moved(-pose.translation).placed(&turn)
    }

    /// The shape transformed by a pose.
    pub(crate) fn placed(&self, pose: &Pose<R, N>) -> Self {
        let oriented = |shape: &OrientedCore<R, N>| OrientedCore {
            center: pose.apply(shape.center),
            half: shape.half,
            axes: shape.axes.mapped(|axis| pose.rotation.apply(axis)),
        };
        let core = match &self.core {
            Core::Point(point) => Core::Point(pose.apply(*point)),
            Core::Segment(ends) => Core::Segment(ends.mapped(|end| pose.apply(end))),
            Core::Triangle(corners) => {
                Core::Triangle(counterclockwise_again(corners.mapped(|corner| pose.apply(corner))))
            }
            Core::Aabb([min, max]) => axis_aligned_core(*min, *max, Some(pose)),
            Core::Box(shape) => Core::Box(oriented(shape)),
            Core::Ellipse(shape) => Core::Ellipse(oriented(shape)),
            Core::Cylinder(cylinder) => {
                let center = pose.apply(cylinder.center);
                let axis = pose.rotation.apply(cylinder.axis);
                Core::Cylinder(CylinderCore { center, axis, ..*cylinder })
            }
            Core::Corners(corners) => Core::Corners(corners.placed(pose)),
            Core::HalfSpace(half_space) => Core::HalfSpace(half_space.placed(pose)),
        };
        Self { core, radius: self.radius }
    }

    /// The axis-aligned box `aabb`, placed by an optional pose.
    #[inline]
    pub(crate) fn of_box<S: Scalar>(aabb: &Aabb<S, N>, pose: Option<&Pose<R, N>>) -> Self {
        Self { core: axis_aligned_core(reals(aabb.min()), reals(aabb.max()), pose), radius: R::ZERO }
    }

    /// The point `at` as a convex shape with a radius of zero.
    #[inline]
    pub(crate) fn point(at: Vector<R, N>) -> Self {
        Self { core: Core::Point(at), radius: R::ZERO }
    }

    /// The shape translated by an offset.
    #[inline]
    pub(crate) fn moved(&self, offset: Vector<R, N>) -> Self {
        Self { core: self.core.moved(offset), radius: self.radius }
    }

    /// An upper bound of the absolute values of the shape's coordinates: the largest absolute coordinate of the core's middle, plus the
    /// bounding radius of the core, plus the radius. NaN or infinite if a coordinate is NaN or infinite.
    #[inline]
    pub(crate) fn magnitude(&self) -> R {
        let of = |v: Vector<R, N>| v.0.iter().fold(R::ZERO, |max, c| max_or_nan(max, c.abs()));
        self.radius + of(self.core.middle()) + self.core.bounding_radius()
    }
}
