//! Moving and rotating the colliders of a world.

use super::{ColliderError, Id, World};
use crate::composite::extent;
use crate::scalar::{Real, Scalar};
use crate::shape::movable::Movable;
use crate::vector::Mapped;
use crate::{AsShape, Rotation, ShapeBuf, Vector};

impl<S: Scalar, const N: usize, T: AsShape<S, N> + Movable<S, N>> World<S, N, T> {
    /// Moves a collider by an offset. Obstacles do not stop it.
    ///
    /// # Errors
    ///
    /// [`ColliderError::NotFound`] if the collider has been removed, or [`ColliderError::OutOfRange`] if it would leave the range of the
    /// scalar. In both cases nothing moves.
    ///
    /// ```
    /// use bumper::{AsShape, Ball, world::{Collider, World}};
    /// let mut world = World::<i16, 2>::new();
    /// let ball = world.insert(Collider::new(Ball::new([0, 0], 5))).unwrap();
    /// world.move_by(ball, [30, 4]).unwrap();
    /// assert_eq!(world.get(ball).unwrap().shape, Ball::new([30, 4], 5).into());
    /// ```
    pub fn move_by(&mut self, id: Id, offset: impl Into<Vector<S, N>>) -> Result<(), ColliderError> {
        let moved = self.get(id).ok_or(ColliderError::NotFound)?.shape.moved(offset.into());
        self.set_shape(id, moved.ok_or(ColliderError::OutOfRange)?)
    }

    /// Moves a collider so that the center of its AABB lies at `center`. Obstacles do not stop it. With integers and fixed point, a box
    /// with an odd size has no exact center; its center rounded down is moved to `center`.
    ///
    /// # Errors
    ///
    /// The errors of [`move_by`](World::move_by), and [`ColliderError::Empty`] if the shape is empty.
    ///
    /// ```
    /// use bumper::{Aabb, world::{Collider, World}};
    /// let mut world = World::<i16, 2>::new();
    /// let crate_ = world.insert(Collider::new(Aabb::new([0, 0], [5, 4]))).unwrap();
    /// world.move_to(crate_, [100, 100]).unwrap();
    /// assert_eq!(world.get(crate_).unwrap().shape, Aabb::from_center_size([100, 100], [5, 4]).into());
    /// ```
    #[doc(alias("setPosition", "teleport"))]
    pub fn move_to(&mut self, id: Id, center: impl Into<Vector<S, N>>) -> Result<(), ColliderError> {
        let aabb = extent(&self.get(id).ok_or(ColliderError::NotFound)?.shape.as_shape())
            .ok_or(ColliderError::Empty)?;
        let ends = [aabb.min(), aabb.max()].mapped(|end| end.map(S::nearest).all_some());
        let [Some(min), Some(max)] = ends else { return Err(ColliderError::OutOfRange) };
        let offset = center.into().checked_sub(min.zip(max, S::midpoint));
        self.move_by(id, offset.ok_or(ColliderError::OutOfRange)?)
    }
}

impl<R: Real, const N: usize> World<R, N> {
    /// Rotates a collider about the point `about`, for example its [`center`](ShapeBuf::center) or the hinge of a door. See
    /// [`ShapeBuf::rotated`].
    ///
    /// # Errors
    ///
    /// [`ColliderError::NotFound`] if the collider has been removed, or [`ColliderError::NotANumber`] if the point has a NaN.
    ///
    /// ```
    /// use bumper::{Aabb, Rotation, Vector, world::{Collider, World}};
    /// let mut world = World::<f32, 2>::new();
    /// let door = world.insert(Collider::new(Aabb::new([0.0, 0.0], [10.0, 1.0]))).unwrap();
    /// world.rotate(door, &Rotation::from_degrees(90.0), [0.0, 0.0]).unwrap();
    /// assert!(world.get(door).unwrap().shape.as_shape().contains([-0.5, 9.0]));
    /// # use bumper::AsShape;
    /// ```
    #[doc(alias("setRotation"))]
    pub fn rotate(
        &mut self,
        id: Id,
        rotation: &Rotation<R, N>,
        about: impl Into<Vector<R, N>>,
    ) -> Result<(), ColliderError> {
        let rotated: ShapeBuf<R, N> =
            self.get(id).ok_or(ColliderError::NotFound)?.shape.rotated(rotation, about);
        self.set_shape(id, rotated)
    }
}
