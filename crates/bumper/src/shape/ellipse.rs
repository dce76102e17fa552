//! Ellipses.

use crate::scalar::{Real, Scalar};
use crate::{Relate, Rotation, Vector};

/// A closed 2D ellipse with any rotation. Only for float scalars.
///
/// ```
/// use bumper::{Ball, Ellipse, Relate, Relation, Rotation};
/// let pond = Ellipse::new([0.0, 0.0], [10.0, 5.0], Rotation::from_degrees(90.0));
/// assert_eq!(pond.relation(&Ball::new([7.0, 0.0], 2.0)), Relation::Touching);
/// assert_eq!(pond.relation(&Ball::new([0.0, 7.0], 2.0)), Relation::Overlapping);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("oval"))]
pub struct Ellipse<S, const N: usize = 2> {
    center: Vector<S, N>,
    half_size: Vector<S, N>,
    rotation: Rotation<S, N>,
}

impl<R: Real> Ellipse<R, 2> {
    /// Creates an ellipse from its center, the lengths of its semi-axes and the rotation of these axes. A negative length counts as
    /// positive. If a length is zero, the ellipse is a segment or a point.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(90.0));
    /// assert!(pond.contains([5.0, 8.0]) && !pond.contains([8.0, 5.0]) && !pond.contains([5.9, 7.9]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(
        center: impl Into<Vector<R, 2>>,
        half_size: impl Into<Vector<R, 2>>,
        rotation: Rotation<R, 2>,
    ) -> Self {
        let half_size = half_size.into().map(|c| if c < R::ZERO { -c } else { c });
        Self { center: center.into(), half_size, rotation }
    }
}

impl<S: Scalar, const N: usize> Ellipse<S, N> {
    /// Creates an ellipse in generic code, like [`new`](Ellipse::new). `None` if the scalar is not a float or the dimension is not 2.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation, Vector};
    /// assert_eq!(Ellipse::try_new(Vector([0i16, 0]), Vector([2, 1]), &Rotation::identity()), None);
    /// assert_eq!(Ellipse::try_new(Vector([0.0; 3]), Vector([2.0; 3]), &Rotation::identity()), None);
    /// ```
    #[must_use]
    pub fn try_new(
        center: Vector<S, N>,
        half_size: Vector<S, N>,
        rotation: &Rotation<S::Real, N>,
    ) -> Option<Self> {
        let rotation = Rotation::from_real(rotation)?;
        let half_size = half_size.map(|c| if c < S::ZERO { S::ZERO.minus(c) } else { c });
        (N == 2).then_some(Self { center, half_size, rotation })
    }

    /// Creates an ellipse without checking the numbers. The caller guarantees that no length is negative and no number is NaN.
    #[cfg(feature = "serde")]
    pub(crate) fn known(center: Vector<S, N>, half_size: Vector<S, N>, rotation: Rotation<S, N>) -> Self {
        Self { center, half_size, rotation }
    }

    /// The center of the ellipse.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation, Vector};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(pond.center(), Vector([5.0, 5.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// The lengths of the semi-axes.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation, Vector};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(pond.half_size(), Vector([3.0, 1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn half_size(&self) -> Vector<S, N> {
        self.half_size
    }

    /// The rotation from the coordinate axes to the axes of the ellipse.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(pond.rotation(), Rotation::from_degrees(30.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn rotation(&self) -> Rotation<S, N> {
        self.rotation
    }

    /// The ellipse moved by an offset.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation, Vector};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::from_degrees(30.0));
    /// assert_eq!(pond.translated([1.0, 2.0]).center(), Vector([6.0, 7.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the ellipse or on its boundary.
    ///
    /// ```
    /// use bumper::{Ellipse, Rotation};
    /// let pond = Ellipse::new([5.0, 5.0], [3.0, 1.0], Rotation::identity());
    /// assert!(pond.contains([8.0, 5.0]) && !pond.contains([8.0, 6.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
