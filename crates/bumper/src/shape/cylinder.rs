//! Cylinders along an axis: the product of a disc and an interval.

use super::ball::clamped_radius;
use crate::scalar::{AreaOf, Scalar, Span};
use crate::{Aabb, Axis, Relate, Vector};

/// A closed cylinder whose axis is a coordinate axis: a spine, and all points at most a radius from it across.
///
/// It has `N` axes so that it can stand beside the other shapes in generic code, but can be made in space only: on a
/// plane it would be a box.
///
/// ```
/// use bumper::{Axis, Ball, Cylinder, Relate};
/// let pillar = Cylinder::new(Axis::Y, [0i16, 0, 0], 100, 10);
/// assert!(pillar.overlaps(&Ball::new([15, 50, 0], 6)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cylinder<S, const N: usize = 3> {
    axis: Axis,
    spine: Aabb<S, N>,
    radius: S,
}

impl<S: Scalar> Cylinder<S, 3> {
    /// The cylinder along `axis` that begins at the centre `from` of one end and reaches the coordinate `to` on that
    /// axis, on whichever side it lies. A radius below zero is taken as zero, one above [`Scalar::MAX_RADIUS`] as that.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// let log = Cylinder::new(Axis::X, [-5i16, 2, 3], 5, 1);
    /// assert!(log.contains([0, 3, 3]));
    /// ```
    #[inline]
    pub fn new(axis: Axis, from: impl Into<Vector<S, 3>>, to: S, radius: S) -> Self {
        let from = from.into();
        Self { axis, spine: Aabb::new(from, from.with(axis.index(), to)), radius: clamped_radius(radius) }
    }
}

impl<S: Scalar, const N: usize> Cylinder<S, N> {
    /// [`new`](Cylinder::new) for code that is generic over the dimension: `None` where it is not 3.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder, Vector};
    /// assert_eq!(Cylinder::<i16, 2>::try_new(Axis::X, Vector([0, 0]), 5, 1), None);
    /// ```
    pub fn try_new(axis: Axis, from: Vector<S, N>, to: S, radius: S) -> Option<Self> {
        (N == 3).then(|| Self {
            axis,
            spine: Aabb::new(from, from.with(axis.index(), to)),
            radius: clamped_radius(radius),
        })
    }

    /// The axis along which it stands.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// assert_eq!(Cylinder::new(Axis::X, [0i16, 0, 0], 5, 1).axis(), Axis::X);
    /// ```
    #[inline]
    pub fn axis(&self) -> Axis {
        self.axis
    }

    /// The segment between the centres of the two ends, as a box without extent across.
    ///
    /// ```
    /// use bumper::{Aabb, Axis, Cylinder};
    /// assert_eq!(Cylinder::new(Axis::X, [0i16, 2, 3], 5, 1).spine(), Aabb::new([0, 2, 3], [5, 2, 3]));
    /// ```
    #[inline]
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
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The cylinder moved. A coordinate that would leave the range of the scalar stops at its end.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// let moved = Cylinder::new(Axis::X, [0i16, 0, 0], 5, 1).translated([1, 1, 1]);
    /// assert_eq!(moved, Cylinder::new(Axis::X, [1, 1, 1], 6, 1));
    /// ```
    #[inline]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { spine: self.spine.translated(offset), ..*self }
    }

    /// Whether a point is in the cylinder, its surface included.
    ///
    /// ```
    /// use bumper::{Axis, Cylinder};
    /// assert!(Cylinder::new(Axis::Z, [0i16, 0, 0], 10, 5).contains([3, 4, 10]));
    /// ```
    #[inline]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    #[inline]
    pub(crate) fn radius_squared(&self) -> AreaOf<S> {
        self.radius.radius().square()
    }
}
