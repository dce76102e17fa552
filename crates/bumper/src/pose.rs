//! Poses: rigid transforms from the local coordinates of a shape to the world.
//!
//! ```
//! use bumper::{Aabb, Pose, Relate, Rotation, Shape};
//!
//! let quarter = Rotation::from_degrees(90.0);
//! let door = Shape::from(Aabb::new([0.0, 0.0], [10.0, 1.0]));
//! let open = door.placed(&Pose::new(quarter, [20.0, 0.0]));
//! assert!(open.contains([19.5, 9.0]));
//! ```

use crate::scalar::{Real, Scalar};
use crate::{Rotation, Vector};

/// A rigid transform: a rotation about the origin, followed by a translation.
///
/// ```
/// use bumper::{Pose, Rotation, Vector};
/// let pose = Pose::new(Rotation::from_degrees(90.0), [10.0, 0.0]);
/// assert_eq!(pose.apply(Vector([1.0, 0.0])), Vector([10.0, 1.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("Isometry", "Transform", "Transform2D", "b2Transform"))]
pub struct Pose<S, const N: usize> {
    /// The rotation about the origin, which is applied first.
    pub rotation: Rotation<S, N>,
    /// The translation, which is applied after the rotation. It is the image of the origin.
    pub translation: Vector<S, N>,
}

impl<R: Real, const N: usize> Pose<R, N> {
    /// Creates a pose from a rotation and a translation.
    ///
    /// ```
    /// use bumper::{Pose, Rotation, Vector};
    /// let pose = Pose::new(Rotation::identity(), [1.0, 2.0]);
    /// assert_eq!(pose.apply(Vector([3.0, 4.0])), Vector([4.0, 6.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn new(rotation: Rotation<R, N>, translation: impl Into<Vector<R, N>>) -> Self {
        Self { rotation, translation: translation.into() }
    }

    /// Creates a pose without a rotation, from the image of the origin.
    ///
    /// ```
    /// use bumper::{Pose, Vector};
    /// assert_eq!(Pose::at([1.0, 2.0]).apply(Vector([3.0, 4.0])), Vector([4.0, 6.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn at(translation: impl Into<Vector<R, N>>) -> Self {
        Self::new(Rotation::identity(), translation)
    }

    /// Transforms a point from local to world coordinates: rotates it, then translates it.
    ///
    /// ```
    /// use bumper::{Pose, Rotation, Vector};
    /// let pose = Pose::new(Rotation::from_degrees(180.0), [1.0, 0.0]);
    /// assert_eq!(pose.apply(Vector([1.0, 0.0])), Vector([0.0, 0.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn apply(&self, point: Vector<R, N>) -> Vector<R, N> {
        self.rotation.apply(point) + self.translation
    }

    /// Transforms a point from world to local coordinates: the inverse of [`apply`](Pose::apply).
    ///
    /// ```
    /// use bumper::{Pose, Rotation, Vector};
    /// let pose = Pose::new(Rotation::from_degrees(90.0), [1.0, 0.0]);
    /// assert_eq!(pose.apply_inverse(pose.apply(Vector([3.0, 4.0]))), Vector([3.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn apply_inverse(&self, point: Vector<R, N>) -> Vector<R, N> {
        self.rotation.apply_inverse(point - self.translation)
    }

    /// The inverse transform, from world to local coordinates.
    ///
    /// ```
    /// use bumper::{Pose, Rotation, Vector};
    /// let pose = Pose::new(Rotation::from_degrees(90.0), [1.0, 0.0]);
    /// assert_eq!(pose.then(&pose.inverse()).apply(Vector([3.0, 4.0])), Vector([3.0, 4.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, translation: -rotation.apply(self.translation) }
    }

    /// The transform that applies this pose first and `next` afterwards.
    ///
    /// ```
    /// use bumper::{Pose, Rotation, Vector};
    /// let step = Pose::new(Rotation::from_degrees(90.0), [1.0, 0.0]);
    /// assert_eq!(step.then(&step).apply(Vector([0.0, 0.0])), Vector([1.0, 1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self { rotation: self.rotation.then(&next.rotation), translation: next.apply(self.translation) }
    }
}

impl<R: Real, const N: usize> Pose<R, N> {
    /// This pose in the local space of `other`: relative to `other` as the origin. The translations are subtracted before they are rotated,
    /// so that poses far from the origin keep their precision.
    pub(crate) fn relative_to(&self, other: &Self) -> Self {
        let turn = Self { translation: Vector::ZERO, rotation: other.rotation.inverse() };
        Self { translation: self.translation - other.translation, ..*self }.then_unnormalized(&turn)
    }

    /// The transform that applies this pose first and `next` afterwards. The rotation is not orthonormalized; see
    /// [`Rotation::then_unnormalized`].
    #[inline]
    pub(crate) fn then_unnormalized(&self, next: &Self) -> Self {
        Self {
            rotation: self.rotation.then_unnormalized(&next.rotation),
            translation: next.apply(self.translation),
        }
    }
}

impl<S: Scalar, const N: usize> Pose<S, N> {
    /// Converts the pose to another float type, rounding each number.
    pub(crate) fn cast<R: Real>(self) -> Pose<R, N> {
        let translation = self.translation.map(|c| R::from_f64(c.to_f64()));
        Pose { rotation: self.rotation.cast(), translation }
    }
}
