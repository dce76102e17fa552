//! Movers that are colliders of the world in which they move.

use super::hit::{Hit, Response};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles};
use crate::scalar::Scalar;
use crate::world::{Collider, ColliderError, Id, World};
use crate::{Aabb, AsShape, Vector};

/// The obstacles of one collider of a world: all other colliders that its filter accepts. Returned by [`World::except`].
///
/// ```
/// use bumper::motion::{Mover, Response};
/// use bumper::world::{Collider, World};
/// use bumper::Aabb;
/// let mut world = World::<i16, 2>::new();
/// let body = Aabb::new([0, 0], [10, 10]);
/// let hero = world.insert(Collider::new(body)).unwrap();
/// world.insert(Collider::new(Aabb::new([30, 0], [40, 10]))).unwrap();
/// let mut mover = Mover::new(body);
/// mover.travel([50, 0], &world.except(hero), |_| Some(Response::Slide), |_| ());
/// assert_eq!(mover.shape().max().x(), 30);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WorldExcept<'a, S: Scalar, const N: usize, T> {
    world: &'a World<S, N, T>,
    id: Id,
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> Obstacles<S, N> for WorldExcept<'_, S, N, T> {
    type Id = Id;

    fn each_along<'a>(
        &'a self,
        aabb: &Aabb<f64, N>,
        step: Vector<f64, N>,
        each: &mut dyn FnMut(Id, Obstacle<'a, S, N>) -> f64,
    ) {
        let own = self.world.get(self.id);
        let mut limit = f64::INFINITY;
        self.world.each_along(aabb, step, |id, collider| {
            if id != self.id && own.is_none_or(|own| own.collides_with(collider)) {
                limit = each(id, Obstacle::of_collider(collider));
            }
            limit
        });
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// The obstacles of the collider `id`: all other colliders with which it [collides](Collider::collides_with), or all colliders if it
    /// has been removed.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// let ball = world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// let others = world.except(ball);
    /// # let _ = others;
    /// ```
    #[must_use]
    pub fn except(&self, id: Id) -> WorldExcept<'_, S, N, T> {
        WorldExcept { world: self, id }
    }

    /// Moves a collider by a step, as far as the colliders with which it [collides](Collider::collides_with) allow; see [`Mover::travel`].
    /// `respond` returns the response to another collider, or `None` to ignore it; sensors are always passed through. `hit` is called with
    /// every hit. Returns the displacement.
    ///
    /// # Errors
    /// [`ColliderError::Removed`] if the collider has been removed.
    ///
    /// ```
    /// use bumper::motion::Response;
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let hero = world.insert(Collider::new(Aabb::new([0, 0], [10, 10]))).unwrap();
    /// world.insert(Collider::new(Aabb::new([30, 0], [40, 40]))).unwrap();
    /// let way = world.travel(hero, [50, 5], |_, _| Some(Response::Slide), |_| ()).unwrap();
    /// assert_eq!(way, Vector([20, 5]));
    /// ```
    #[doc(alias("move", "move_and_slide", "move_and_collide"))]
    pub fn travel(
        &mut self,
        id: Id,
        step: impl Into<Vector<S, N>>,
        mut respond: impl FnMut(Id, &Collider<T>) -> Option<Response>,
        hit: impl FnMut(Hit<Id, S::Real, N>),
    ) -> Result<Vector<S, N>, ColliderError>
    where
        T: Movable<S, N> + Clone,
    {
        let mut mover = Mover::new(self.get(id).ok_or(ColliderError::Removed)?.shape.clone());
        let one = |other| self.get(other).and_then(|collider| respond(other, collider));
        mover.travel(step, &self.except(id), one, hit);
        self.set_shape(id, mover.shape().clone())?;
        Ok(mover.position())
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone> Mover<S, N, M> {
    /// Makes a [`step`](Mover::step) in a world that contains the mover as the collider `id`, and updates the shape of that collider. The
    /// obstacles are those of [`World::except`].
    ///
    /// # Errors
    /// [`ColliderError::Removed`] if the collider has been removed; then the mover does not move. The other errors of [`World::set_shape`]
    /// if the shape is empty or has a NaN; then the collider keeps its shape.
    ///
    /// ```
    /// use bumper::motion::{Mover, Response};
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, AsShape, Vector};
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Aabb::new([0.0, 100.0], [300.0, 120.0]))).unwrap();
    /// let mut player = Mover::new(Aabb::new([0.0, 0.0], [10.0, 20.0]));
    /// player.gravity = Vector([0.0, 900.0]);
    /// let id = world.insert(Collider::new(*player.shape())).unwrap();
    /// for _ in 0..60 {
    ///     player.step_in(&mut world, id, 1.0 / 60.0, |_| Some(Response::Slide), |_| ()).unwrap();
    /// }
    /// assert!(player.is_grounded() && world.get(id).unwrap().shape.as_shape().contains([5.0, 100.0]));
    /// ```
    pub fn step_in<T: AsShape<S, N> + From<M>>(
        &mut self,
        world: &mut World<S, N, T>,
        id: Id,
        time: S::Real,
        respond: impl FnMut(Id) -> Option<Response>,
        hit: impl FnMut(Hit<Id, S::Real, N>),
    ) -> Result<(), ColliderError> {
        world.get(id).ok_or(ColliderError::Removed)?;
        self.step(time, &world.except(id), respond, hit);
        world.set_shape(id, self.shape().clone())
    }
}
