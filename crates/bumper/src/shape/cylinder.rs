//! Cylinders that are parallel to a coordinate axis.

use super::ball::clamped_radius;
use crate::scalar::{AreaOf, Scalar, Span};
use crate::{Aabb, Axis, Relate, Vector};

/// A closed 3D cylinder parallel to a coordinate axis. It accepts any scalar type, and is exact for integers and fixed point.
///
/// The type has a parameter `N` so that generic code can use it together with other shapes, but cylinders exist only for `N` = 3.
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
    /// Creates a cylinder along `axis`. `from` is the center of one end, and `to` is the coordinate of the other end on that axis, which
    /// may be smaller or larger. The radius is clamped to the range from zero to [`Scalar::MAX_RADIUS`].
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
    /// Like [`new`](Cylinder::new), but available for every dimension `N`, for generic code. `None` if `N` is not 3.
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

    /// The coordinate axis to which the cylinder is parallel.
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

    /// The segment between the centers of both ends, as a box whose size is zero on the other two axes.
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

    /// The radius of the cylinder.
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

    /// The cylinder moved by an offset. Integers and fixed point saturate at the ends of the scalar's range, which may make the cylinder
    /// shorter.
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

    /// The squared radius of the cylinder.
    #[inline]
    pub(crate) fn radius_squared(&self) -> AreaOf<S> {
        self.radius.radius().square()
    }
}
