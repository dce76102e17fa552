//! Movers in a world that contains them as colliders.

use super::hit::{Hit, Response};
use super::mover::Mover;
use super::obstacles::{Movable, Obstacle, Obstacles};
use crate::scalar::Scalar;
use crate::world::{Collider, ColliderError, Id, World};
use crate::{Aabb, AsShape, Vector};
use alloc::vec::Vec;

/// The obstacles of one collider of a world: all other colliders that [collide](Collider::collides_with) with it. Returned by
/// [`World::except`].
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
        let mover_collider = self.world.get(self.id);
        let mut limit = f64::INFINITY;
        self.world.each_along(aabb, step, |id, collider| {
            if id != self.id && mover_collider.is_none_or(|mover| mover.collides_with(collider)) {
                limit = each(id, Obstacle::of_collider(collider));
            }
            limit
        });
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// The obstacles of the collider `id`: all other colliders that [collide](Collider::collides_with) with it. If the collider `id` has
    /// been removed, all colliders are obstacles.
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

    /// Moves a collider by `displacement`, as far as the colliders that it [collides with](Collider::collides_with) allow; see
    /// [`Mover::travel`]. `respond` returns the response to another collider, or `None` to ignore that collider; sensors are always passed
    /// through. `hit` is called with every hit. Returns how far the collider has moved.
    ///
    /// # Errors
    /// [`ColliderError::NotFound`] if the collider has been removed.
    ///
    /// ```
    /// use bumper::motion::Response;
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::<i16, 2>::new();
    /// let hero = world.insert(Collider::new(Aabb::new([0, 0], [10, 10]))).unwrap();
    /// world.insert(Collider::new(Aabb::new([30, 0], [40, 40]))).unwrap();
    /// let moved = world.travel(hero, [50, 5], |_, _| Some(Response::Slide), |_| ()).unwrap();
    /// assert_eq!(moved, Vector([20, 5]));
    /// ```
    #[doc(alias("move", "move_and_slide", "move_and_collide"))]
    pub fn travel(
        &mut self,
        id: Id,
        displacement: impl Into<Vector<S, N>>,
        mut respond: impl FnMut(Id, &Collider<T>) -> Option<Response>,
        hit: impl FnMut(Hit<Id, S::Real, N>),
    ) -> Result<Vector<S, N>, ColliderError>
    where
        T: Movable<S, N> + Clone,
    {
        let mut mover = Mover::new(self.get(id).ok_or(ColliderError::NotFound)?.shape.clone());
        let one = |other| self.get(other).and_then(|collider| respond(other, collider));
        mover.travel(displacement, &self.except(id), one, hit);
        self.set_shape(id, mover.shape().clone())?;
        Ok(mover.position())
    }
}

impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone> Mover<S, N, M> {
    /// Makes a [`step`](Mover::step) of a mover in a world that contains the mover as the collider `id`, and updates the shape of that
    /// collider. The obstacles are all other colliders that [collide](Collider::collides_with) with the collider `id`, as in
    /// [`World::except`].
    ///
    /// # Errors
    /// [`ColliderError::NotFound`] if the collider has been removed; then the mover has not moved. The other errors of [`World::set_shape`]
    /// if the new shape is empty or has a NaN; then the mover has moved, but the collider keeps its old shape.
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
    ///     player.step_in(1.0 / 60.0, &mut world, id, |_| Some(Response::Slide), |_| ()).unwrap();
    /// }
    /// assert!(player.is_grounded() && world.get(id).unwrap().shape.as_shape().contains([5.0, 100.0]));
    /// ```
    pub fn step_in<T: AsShape<S, N> + From<M>>(
        &mut self,
        time: S::Real,
        world: &mut World<S, N, T>,
        id: Id,
        respond: impl FnMut(Id) -> Option<Response>,
        hit: impl FnMut(Hit<Id, S::Real, N>),
    ) -> Result<(), ColliderError> {
        world.get(id).ok_or(ColliderError::NotFound)?;
        self.step(time, &world.except(id), respond, hit);
        world.set_shape(id, self.shape().clone())
    }

    /// Makes a [`step`](Mover::step) of a mover in a world that contains the mover as the collider `id`. The mover slides along all
    /// colliders that [collide](Collider::collides_with) with that collider, and passes through sensors. Updates the shape of the collider
    /// `id`. Returns the hits with all colliders that have stopped the mover, and with the sensors that it has passed through. If several
    /// colliders have stopped the mover at the same time, such as two tiles below it, there is a hit for each.
    ///
    /// # Errors
    /// The errors of [`step_in`](Mover::step_in), which also lets the caller choose the response to each collider.
    ///
    /// ```
    /// use bumper::motion::{HitTarget, Mover};
    /// use bumper::world::{Collider, World};
    /// use bumper::{Aabb, Vector};
    /// let mut world = World::new();
    /// let floor = world.insert(Collider::new(Aabb::new([0, 100], [50, 110]))).unwrap();
    /// let spikes = world.insert(Collider::new(Aabb::new([50, 100], [80, 110]))).unwrap();
    /// let mut hero = Mover::new(Aabb::new([40, 71], [60, 91]));
    /// hero.gravity = Vector([0, 1]);
    /// let id = world.insert(Collider::new(*hero.shape())).unwrap();
    /// let mut hits = Vec::new();
    /// while !hero.is_grounded() {
    ///     hits = hero.slide(1.0, &mut world, id).unwrap();
    /// }
    /// assert_eq!([hits[0].target, hits[1].target], [floor, spikes].map(HitTarget::Obstacle));
    /// ```
    #[doc(alias("move_and_slide", "move_shape", "KinematicCharacterController"))]
    pub fn slide<T: AsShape<S, N> + From<M>>(
        &mut self,
        time: S::Real,
        world: &mut World<S, N, T>,
        id: Id,
    ) -> Result<Vec<Hit<Id, S::Real, N>>, ColliderError> {
        let mut hits: Vec<Hit<Id, S::Real, N>> = Vec::new();
        let report_all = core::mem::replace(&mut self.report_all, true);
        let done = self.step_in(
            time,
            world,
            id,
            |_| Some(Response::Slide),
            |hit| {
                let same =
                    |other: &Hit<Id, S::Real, N>| (other.target, other.normal) == (hit.target, hit.normal);
                if !hits.iter().any(same) {
                    hits.push(hit);
                }
            },
        );
        self.report_all = report_all;
        done.map(|()| hits)
    }
}

/// A mover together with its colliders in a world, for [`World::carry`]. The trait is implemented for a pair of a mover and the id of its
/// collider. Such a mover slides along everything that its collider collides with. For other cases, implement the trait for a type of your
/// game that contains a mover and its colliders.
///
/// ```
/// use bumper::motion::{Hit, Mover, WorldMover};
/// use bumper::world::Id;
/// use bumper::{Aabb, ShapeBuf};
/// struct Enemy {
///     mover: Mover<i32, 2, Aabb<i32, 2>>,
///     id: Id,
/// }
/// impl WorldMover<i32, 2, ShapeBuf<i32, 2>> for Enemy {
///     type Shape = Aabb<i32, 2>;
///     fn mover(&mut self) -> &mut Mover<i32, 2, Aabb<i32, 2>> {
///         &mut self.mover
///     }
///     fn colliders(&self) -> &[Id] {
///         std::slice::from_ref(&self.id)
///     }
///     fn collider_shape(&mut self, _index: usize) -> Option<ShapeBuf<i32, 2>> {
///         Some((*self.mover.shape()).into())
///     }
/// }
/// ```
pub trait WorldMover<S: Scalar, const N: usize, T> {
    /// The type of the shape of the mover.
    type Shape: Movable<S, N> + Clone;

    /// The mover itself.
    fn mover(&mut self) -> &mut Mover<S, N, Self::Shape>;

    /// The colliders of the mover in the world. The layers and the filter of the first collider apply to the mover.
    fn colliders(&self) -> &[Id];

    /// The new shape of a collider at the current position of the mover. `index` is the index of the collider in
    /// [`colliders`](WorldMover::colliders). If the result is `None`, the collider keeps its shape.
    fn collider_shape(&mut self, index: usize) -> Option<T>;

    /// The response of the mover to obstacles. A mover with [`Response::Cross`] is not carried. All other movers slide along obstacles
    /// while they are carried. [`Response::Slide`] by default.
    fn response(&self) -> Response {
        Response::Slide
    }

    /// Called with every hit while a platform carries or pushes the mover. Does nothing by default.
    fn hit(&mut self, hit: Hit<Id, S::Real, N>) {
        let _ = hit;
    }
}

/// A mover that is one collider of a world, given by the mover and the id of the collider.
impl<S: Scalar, const N: usize, M: Movable<S, N> + Clone, T: From<M>> WorldMover<S, N, T>
    for (&mut Mover<S, N, M>, Id)
{
    type Shape = M;

    fn mover(&mut self) -> &mut Mover<S, N, M> {
        self.0
    }
    fn colliders(&self) -> &[Id] {
        core::slice::from_ref(&self.1)
    }
    fn collider_shape(&mut self, _index: usize) -> Option<T> {
        Some(self.0.shape().clone().into())
    }
}

impl<S: Scalar, const N: usize, T, W: WorldMover<S, N, T>> WorldMover<S, N, T> for &mut W {
    type Shape = W::Shape;

    fn mover(&mut self) -> &mut Mover<S, N, W::Shape> {
        (**self).mover()
    }
    fn colliders(&self) -> &[Id] {
        (**self).colliders()
    }
    fn collider_shape(&mut self, index: usize) -> Option<T> {
        (**self).collider_shape(index)
    }
    fn response(&self) -> Response {
        (**self).response()
    }
    fn hit(&mut self, hit: Hit<Id, S::Real, N>) {
        (**self).hit(hit);
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Moves the colliders of a mover to the position of the mover, for example after [`Mover::set_position`].
    ///
    /// # Errors
    /// The errors of [`World::set_shape`].
    ///
    /// ```
    /// use bumper::motion::Mover;
    /// use bumper::world::{Collider, World};
    /// use bumper::Aabb;
    /// let mut world = World::new();
    /// let mut hero = Mover::new(Aabb::new([0, 0], [9, 9]));
    /// let id = world.insert(Collider::new(*hero.shape())).unwrap();
    /// hero.set_position([100, 0]);
    /// world.update_colliders((&mut hero, id)).unwrap();
    /// assert_eq!(world.get(id).unwrap().shape, (*hero.shape()).into());
    /// ```
    pub fn update_colliders(&mut self, mut mover: impl WorldMover<S, N, T>) -> Result<(), ColliderError> {
        for index in 0..mover.colliders().len() {
            if let Some(shape) = mover.collider_shape(index) {
                self.set_shape(mover.colliders()[index], shape)?;
            }
        }
        Ok(())
    }
}
