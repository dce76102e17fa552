//! Boxes and cylinders in any direction.
use super::ball::clamped_radius;
use crate::scalar::{Real, Scalar};
use crate::{Relate, Rotation, Vector};

/// A closed box, turned about its centre. Needs floats.
///
/// ```
/// use bumper::{Aabb, OrientedBox, Relate, Relation, Rotation};
/// let diamond = OrientedBox::new([0.0, 0.0], [10.0, 10.0], Rotation::from_degrees(45.0));
/// assert_eq!(diamond.relation(&Aabb::new([8.0, 8.0], [20.0, 20.0])), Relation::Apart);
/// assert_eq!(diamond.relation(&Aabb::new([14.0, -1.0], [20.0, 1.0])), Relation::Overlapping);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox<S, const N: usize> {
    center: Vector<S, N>,
    half_size: Vector<S, N>,
    rotation: Rotation<S, N>,
}

impl<R: Real, const N: usize> OrientedBox<R, N> {
    /// The box around a centre that reaches `half_size` (whatever its sign) to either side on each of its own axes, the
    /// coordinate axes turned by `rotation`.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(90.0));
    /// assert!(plank.contains([5.0, 8.0]) && !plank.contains([8.0, 5.0]));
    /// ```
    #[inline]
    pub fn new(
        center: impl Into<Vector<R, N>>,
        half_size: impl Into<Vector<R, N>>,
        rotation: Rotation<R, N>,
    ) -> Self {
        let half_size = half_size.into().map(|c| if c < R::default() { -c } else { c });
        Self { center: center.into(), half_size, rotation }
    }
}

impl<S: Scalar, const N: usize> OrientedBox<S, N> {
    /// [`new`](OrientedBox::new) for code that is generic over the scalar: `None` where that is no float. No coordinate
    /// of `half_size` may be below zero.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// assert_eq!(OrientedBox::try_new(Vector([0i16, 0]), Vector([1, 1]), &Rotation::identity()), None);
    /// ```
    pub fn try_new(
        center: Vector<S, N>,
        half_size: Vector<S, N>,
        rotation: &Rotation<S::Real, N>,
    ) -> Option<Self> {
        Some(Self { center, half_size, rotation: Rotation::from_real(rotation)? })
    }

    /// From numbers that are in order.
    #[cfg(feature = "serde")]
    pub(crate) fn known(center: Vector<S, N>, half_size: Vector<S, N>, rotation: Rotation<S, N>) -> Self {
        Self { center, half_size, rotation }
    }

    /// The centre.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.center(), Vector([5.0, 5.0]));
    /// ```
    #[inline]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// How far it reaches from the centre on each of its own axes.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.half_size(), Vector([3.0, 1.0]));
    /// ```
    #[inline]
    pub fn half_size(&self) -> Vector<S, N> {
        self.half_size
    }

    /// How its own axes are turned.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.rotation(), Rotation::from_degrees(30.0));
    /// ```
    #[inline]
    pub fn rotation(&self) -> Rotation<S, N> {
        self.rotation
    }

    /// The box moved.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation, Vector};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(plank.translated([1.0, 2.0]).center(), Vector([6.0, 7.0]));
    /// ```
    #[inline]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the box, its boundary included.
    ///
    /// ```
    /// use bumper::{OrientedBox, Rotation};
    /// let plank = OrientedBox::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(0.0));
    /// assert!(plank.contains([8.0, 6.0]));
    /// ```
    #[inline]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// A closed cylinder along any direction in space. Needs floats; [`Cylinder`](crate::Cylinder) stands on a coordinate
/// axis, takes any scalar and is faster.
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
    /// The cylinder around a centre that reaches `half_height` (whatever its sign) to either side along a direction of
    /// any length but zero: `None` for that, for infinities and for NaN. A radius below zero is taken as zero, one above
    /// [`Scalar::MAX_RADIUS`] as that.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// assert_eq!(OrientedCylinder::new([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 5.0, 1.0), None);
    /// ```
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
    /// [`new`](OrientedCylinder::new) for code that is generic over the dimension: `None` also where that is not 3.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let up = Vector([0.0, 1.0]);
    /// assert_eq!(OrientedCylinder::try_new(Vector([0.0, 0.0]), up, 5.0, 1.0), None);
    /// ```
    pub fn try_new(center: Vector<R, N>, direction: Vector<R, N>, half_height: R, radius: R) -> Option<Self> {
        let direction = direction.normalized()?;
        let half_height = half_height.distance(R::default());
        (N == 3).then(|| Self { center, direction, half_height, radius: clamped_radius(radius) })
    }
}

impl<S: Scalar, const N: usize> OrientedCylinder<S, N> {
    /// From numbers that are in order.
    #[cfg(feature = "serde")]
    pub(crate) fn known(center: Vector<S, N>, direction: Vector<S, N>, half_height: S, radius: S) -> Self {
        Self { center, direction, half_height, radius }
    }

    /// The centre.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.center(), Vector([1.0, 2.0, 3.0]));
    /// ```
    #[inline]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// The direction of its axis, a vector of length 1.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [0.0, 3.0, 4.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.direction(), Vector([0.0, 0.6, 0.8]));
    /// ```
    #[inline]
    pub fn direction(&self) -> Vector<S, N> {
        self.direction
    }

    /// How far it reaches from the centre along its axis.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.half_height(), 5.0);
    /// ```
    #[inline]
    pub fn half_height(&self) -> S {
        self.half_height
    }

    /// The radius.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.radius(), 1.0);
    /// ```
    #[inline]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The cylinder moved.
    ///
    /// ```
    /// use bumper::{OrientedCylinder, Vector};
    /// let log = OrientedCylinder::new([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert_eq!(log.translated([1.0, 1.0, 1.0]).center(), Vector([2.0, 3.0, 4.0]));
    /// ```
    #[inline]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the cylinder, its surface included.
    ///
    /// ```
    /// use bumper::OrientedCylinder;
    /// let log = OrientedCylinder::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], 5.0, 1.0).unwrap();
    /// assert!(log.contains([5.0, 0.5, 0.5]));
    /// ```
    #[inline]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
