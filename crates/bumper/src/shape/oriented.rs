//! Boxes and cylinders with any rotation.
use super::ball::clamped_radius;
use crate::scalar::{Real, Scalar};
use crate::{Relate, Rotation, Vector};

/// A closed box with any rotation (an oriented bounding box, OBB). Only for float scalars.
///
/// ```
/// use bumper::{Aabb, OrientedBox, Relate, Relation, Rotation};
/// let diamond = OrientedBox::new([0.0, 0.0], [10.0, 10.0], Rotation::from_degrees(45.0));
/// assert_eq!(diamond.relation(&Aabb::new([8.0, 8.0], [20.0, 20.0])), Relation::Apart);
/// assert_eq!(diamond.relation(&Aabb::new([14.0, -1.0], [20.0, 1.0])), Relation::Overlapping);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("OBB", "RotatedRect", "b2MakeOffsetBox", "BoxCollider2D"))]
pub struct OrientedBox<S, const N: usize> {
    center: Vector<S, N>,
    half_size: Vector<S, N>,
    rotation: Rotation<S, N>,
}

impl<R: Real, const N: usize> OrientedBox<R, N> {
    /// Creates a box from its center, half of its size along each of its own axes, and the rotation of these axes. A negative half size
    /// counts as positive.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(90.0));
    /// assert!(plank.contains([5.0, 8.0]) && !plank.contains([8.0, 5.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(
        center: impl Into<Vector<R, N>>,
        half_size: impl Into<Vector<R, N>>,
        rotation: Rotation<R, N>,
    ) -> Self {
        let half_size = half_size.into().map(|c| if c < R::ZERO { -c } else { c });
        Self { center: center.into(), half_size, rotation }
    }
}

impl<S: Scalar, const N: usize> OrientedBox<S, N> {
    /// Creates a box in code that is generic over the scalar, like [`new`](OrientedBox::new). `None` if the scalar is not a float.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// assert_eq!(OrientedBox::try_new(Vector([0i16, 0]), Vector([1, 1]), &Rotation::identity()), None);
    /// ```
    #[must_use]
    pub fn try_new(
        center: Vector<S, N>,
        half_size: Vector<S, N>,
        rotation: &Rotation<S::Real, N>,
    ) -> Option<Self> {
        let half_size = half_size.map(|c| if c < S::ZERO { S::ZERO.minus(c) } else { c });
        Some(Self { center, half_size, rotation: Rotation::from_real(rotation)? })
    }

    /// Creates a box without checking the numbers. The caller guarantees that no half size is negative and no number is NaN.
    #[cfg(feature = "serde")]
    pub(crate) fn known(center: Vector<S, N>, half_size: Vector<S, N>, rotation: Rotation<S, N>) -> Self {
        Self { center, half_size, rotation }
    }

    /// The center of the box.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.center(), Vector([5.0, 5.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// Half of the size of the box along each of its own axes.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.half_size(), Vector([3.0, 1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn half_size(&self) -> Vector<S, N> {
        self.half_size
    }

    /// The rotation from the coordinate axes to the axes of the box.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.rotation(), Rotation::from_degrees(30.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn rotation(&self) -> Rotation<S, N> {
        self.rotation
    }

    /// The box moved by an offset.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.translated([1.0, 2.0]).center(), Vector([6.0, 7.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the box or on its boundary.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(0.0));
    /// assert!(plank.contains([8.0, 6.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// A closed 3D cylinder in any direction. Only for float scalars. A cylinder parallel to a coordinate axis is better stored as a
/// [`Cylinder`](crate::Cylinder), which accepts any scalar type and is faster.
///
/// ```
/// use bumper::{Ball, OrientedCylinder, Relate, Vector};
/// let log = OrientedCylinder::new([0.0, 0.0, 0.0], [1.0, 1.0, 0.0], 5.0, 1.0).unwrap();
/// assert!(log.overlaps(&Ball::new([3.0, 4.0, 0.0], 1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedCylinder<S, const N: usize = 3> {
    center: Vector<S, N>,
    direction: Vector<S, N>,
    half_height: S,
    radius: S,
}
impl<R: Real> OrientedCylinder<R, 3> {
    /// Creates a cylinder. `direction` is the direction of its axis and may have any length. A negative `half_height` counts as positive,
    /// and the radius is clamped to the range from zero to [`Scalar::MAX_RADIUS`]. `None` if the direction is zero, infinite or NaN.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// assert_eq!(OrientedCylinder::new([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 5.0, 1.0), None);
    /// ```
    #[must_use]
    pub fn new(
        center: impl Into<Vector<R, 3>>,
        direction: impl Into<Vector<R, 3>>,
        half_height: R,
        radius: R,
    ) -> Option<Self> {
        Self::try_new(center.into(), direction.into(), half_height, radius)
    }
}
impl<R: Real, const N: usize> OrientedCylinder<R, N> {
    /// Like [`new`](OrientedCylinder::new), but available for every dimension `N`, for generic code. `None` if `N` is not 3, or if the
    /// direction is zero, infinite or NaN.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let up = Vector([0.0, 1.0]);
    /// assert_eq!(OrientedCylinder::try_new(Vector([0.0, 0.0]), up, 5.0, 1.0), None);
    /// ```
    #[must_use]
    pub fn try_new(center: Vector<R, N>, direction: Vector<R, N>, half_height: R, radius: R) -> Option<Self> {
        let direction = direction.normalized()?;
        let half_height = half_height.abs();
        (N == 3).then(|| Self { center, direction, half_height, radius: clamped_radius(radius) })
    }
}

impl<S: Scalar, const N: usize> OrientedCylinder<S, N> {
    /// Creates a cylinder without checking the numbers. The caller guarantees that the direction is a unit vector and that the other
    /// numbers are in range.
    #[cfg(feature = "serde")]
    pub(crate) fn known(center: Vector<S, N>, direction: Vector<S, N>, half_height: S, radius: S) -> Self {
        Self { center, direction, half_height, radius }
    }

    /// The center of the cylinder.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.center(), Vector([1.0, 2.0, 3.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// The direction of the cylinder's axis: a unit vector.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [0.0, 3.0, 4.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.direction(), Vector([0.0, 0.6, 0.8]));
    /// ```
    #[inline]
    #[must_use]
    pub fn direction(&self) -> Vector<S, N> {
        self.direction
    }

    /// Half of the distance between the two ends of the cylinder.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.half_height(), 5.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn half_height(&self) -> S {
        self.half_height
    }

    /// The radius of the cylinder.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.radius(), 1.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The cylinder moved by an offset.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.translated([1.0, 1.0, 1.0]).center(), Vector([2.0, 3.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the cylinder or on its surface.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert!(log.contains([5.0, 0.5, 0.5]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
