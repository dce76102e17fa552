//! Capsules: line segments with a radius.

use super::ball::clamped_radius;
use crate::scalar::{Real, Scalar};
use crate::{Relate, Segment, Vector};

/// A closed capsule: all points whose distance from a segment is at most the radius. Only for float scalars.
///
/// ```
/// use bumper::{Ball, Capsule, Relate};
/// let hero = Capsule::new([0.0, 10.0], [0.0, 30.0], 10.0);
/// assert!(hero.overlaps(&Ball::new([12.0, 20.0], 3.0)));
/// assert!(!hero.intersects(&Ball::new([10.0, 0.0], 3.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias("b2Capsule", "CapsuleShape2D", "CapsuleCollider", "stadium"))]
pub struct Capsule<S, const N: usize> {
    spine: Segment<S, N>,
    radius: S,
}

impl<R: Real, const N: usize> Capsule<R, N> {
    /// Creates a capsule around the segment between two points, which may be equal. The radius is clamped to the range from zero to
    /// [`Scalar::MAX_RADIUS`].
    ///
    /// ```
    /// use bumper::Capsule;
    /// assert_eq!(Capsule::new([0.0, 0.0], [9.0, 0.0], -1.0).radius(), 0.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(from: impl Into<Vector<R, N>>, to: impl Into<Vector<R, N>>, radius: R) -> Self {
        Self { spine: Segment::new(from, to), radius: clamped_radius(radius) }
    }
}

impl<S: Scalar, const N: usize> Capsule<S, N> {
    /// Creates a capsule in code that is generic over the scalar, like [`new`](Capsule::new). `None` if the scalar is not a float.
    ///
    /// ```
    /// use bumper::{Capsule, Vector};
    /// assert_eq!(Capsule::try_new(Vector([0i16, 0]), Vector([9, 0]), 1), None);
    /// ```
    #[must_use]
    pub fn try_new(from: Vector<S, N>, to: Vector<S, N>, radius: S) -> Option<Self> {
        let spine = Segment::try_new(from, to)?;
        S::IS_FLOAT.then(|| Self { spine, radius: clamped_radius(radius) })
    }

    /// The segment in the middle of the capsule, between the centers of its round ends.
    ///
    /// ```
    /// use bumper::{Capsule, Segment};
    /// assert_eq!(Capsule::new([0.0, 0.0], [9.0, 0.0], 1.0).spine(), Segment::new([0.0, 0.0], [9.0, 0.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn spine(&self) -> Segment<S, N> {
        self.spine
    }

    /// The radius of the capsule.
    ///
    /// ```
    /// use bumper::Capsule;
    /// assert_eq!(Capsule::new([0.0, 0.0], [9.0, 0.0], 1.0).radius(), 1.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The capsule moved by an offset. Integers and fixed point saturate, which may shorten the capsule.
    ///
    /// ```
    /// use bumper::Capsule;
    /// let moved = Capsule::new([0.0, 0.0], [9.0, 0.0], 1.0).translated([1.0, 2.0]);
    /// assert_eq!(moved, Capsule::new([1.0, 2.0], [10.0, 2.0], 1.0));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { spine: self.spine.translated(offset), ..*self }
    }

    /// Whether a point is in the capsule or on its surface.
    ///
    /// ```
    /// use bumper::Capsule;
    /// assert!(Capsule::new([0.0, 0.0], [9.0, 0.0], 1.0).contains([10.0, 0.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
