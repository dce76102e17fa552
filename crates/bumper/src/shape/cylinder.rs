//! Axis-aligned cylinders: the product of a disc and an interval.

use super::ball::clamped_radius;
use crate::scalar::{AreaOf, Scalar, Span};
use crate::{Aabb, Axis, Relate, Vector};

/// A closed axis-aligned cylinder: all points at most a radius from its axis segment, measured perpendicular to it.
///
/// It has `N` dimensions so that generic code can use it beside other shapes, but it exists only in 3D: in 2D it would be a box.
///
/// ```
/// use bumper::{Axis, Ball, Cylinder, Relate};
/// let pillar = Cylinder::new(Axis::Y, [0i16, 0, 0], 100, 10);
/// assert!(pillar.overlaps(&Ball::new([15, 50, 0], 6)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("CylinderShape3D"))]
pub struct Cylinder<S, const N: usize = 3> {
    axis: Axis,
    spine: Aabb<S, N>,
    radius: S,
}

impl<S: Scalar> Cylinder<S, 3> {
    /// Creates a cylinder along `axis` from the center `from` of one end to the coordinate `to` on that axis, in either direction. A
    /// negative radius counts as zero, one above [`Scalar::MAX_RADIUS`] as that.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// let log = Cylinder::new(Axis::X, [-5i16, 2, 3], 5, 1);
    /// assert!(log.contains([0, 3, 3]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(axis: Axis, from: impl Into<Vector<S, 3>>, to: S, radius: S) -> Self {
        let from = from.into();
        Self { axis, spine: Aabb::new(from, from.with(axis.index(), to)), radius: clamped_radius(radius) }
    }
}

impl<S: Scalar, const N: usize> Cylinder<S, N> {
    /// Like [`new`](Cylinder::new), for code that is generic over the dimension: `None` if that is not 3.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder, Vector};
    /// assert_eq!(Cylinder::<i16, 2>::try_new(Axis::X, Vector([0, 0]), 5, 1), None);
    /// ```
    #[must_use]
    pub fn try_new(axis: Axis, from: Vector<S, N>, to: S, radius: S) -> Option<Self> {
        (N == 3).then(|| Self {
            axis,
            spine: Aabb::new(from, from.with(axis.index(), to)),
            radius: clamped_radius(radius),
        })
    }

    /// The direction of the cylinder.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// assert_eq!(Cylinder::new(Axis::X, [0i16, 0, 0], 5, 1).axis(), Axis::X);
    /// ```
    #[inline]
    #[must_use]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The segment between the centers of the two ends, as a degenerate box.
    ///
    /// ```
    /// use bumper::{Aabb, Axis, Cylinder};
    /// assert_eq!(Cylinder::new(Axis::X, [0i16, 2, 3], 5, 1).spine(), Aabb::new([0, 2, 3], [5, 2, 3]));
    /// ```
    #[inline]
    #[must_use]
    pub fn spine(&self) -> Aabb<S, N> {
        self.spine
    }

    /// The radius.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// assert_eq!(Cylinder::new(Axis::X, [0i16, 0, 0], 5, 1).radius(), 1);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The cylinder moved by an offset. A coordinate that would leave the range of the scalar saturates.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// let moved = Cylinder::new(Axis::X, [0i16, 0, 0], 5, 1).translated([1, 1, 1]);
    /// assert_eq!(moved, Cylinder::new(Axis::X, [1, 1, 1], 6, 1));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { spine: self.spine.translated(offset), ..*self }
    }

    /// Whether a point is in the cylinder or on its surface.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// assert!(Cylinder::new(Axis::Z, [0i16, 0, 0], 10, 5).contains([3, 4, 10]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    #[inline]
    pub(crate) fn radius_squared(&self) -> AreaOf<S> {
        self.radius.radius().square()
    }
}
