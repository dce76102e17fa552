//! A world of colliders: overlap queries, ray casts, shape casts, nearest colliders, and events for pairs that begin or stop touching.
//!
//! Needs the feature `alloc`.
//!
//! ```
//! use bumper::world::{Change, Collider, World};
//! use bumper::{Aabb, Ball, Ray};
//!
//! let mut world = World::<f32, 2>::new();
//! let wall = world.insert(Collider::new(Aabb::new([10.0, 0.0], [11.0, 9.0]))).unwrap();
//! let ball = world.insert(Collider::new(Ball::new([5.0, 5.0], 1.0))).unwrap();
//! assert!(world.update().is_empty());
//!
//! world.set_shape(ball, Ball::new([9.5, 5.0], 1.0)).unwrap();
//! let events = world.update();
//! assert_eq!((events[0].a, events[0].b, events[0].intersection()), (wall, ball, Change::Enter));
//!
//! let ray = Ray::new([0.0, 5.0], [1.0, 0.0]).unwrap();
//! assert_eq!(world.cast(&ray, |_, _| true).unwrap().collider, ball);
//! ```

mod bounds;
mod collider;
mod event_list;
mod events;
mod queries;
#[cfg(feature = "serde")]
mod serialization;
mod slot_set;
mod slots;
mod transforms;

pub use collider::{Collider, ColliderError, ColliderHit, Id};
pub use events::{Change, IntersectionEvent};

use crate::broad_phase::MixedTree;
#[cfg(doc)]
use crate::broad_phase::Tree;
use crate::scalar::Scalar;
use crate::{AsShape, Relate, Relation, Shape, ShapeBuf};
use alloc::vec::Vec;
use event_list::EventList;
use slot_set::SlotSet;
use slots::Slots;

/// A collection of colliders that are stored under ids, with a broad phase for queries.
///
/// `T` is the type of the stored shapes. A [`ShapeBuf`], the default, holds any kind of shape. A world of a single kind, such as
/// `World<f32, 2, Ball<f32, 2>>`, takes less memory. A type of your own has to implement [`AsShape`]. In addition to the colliders, a world
/// takes about 16 bytes per shape, and the [`Tree`] of its broad phase takes about 45 bytes per shape in 2D and 60 in 3D. The tree stores
/// `f32` boxes for every scalar. They are rounded outwards, so they never change an answer.
///
/// Shapes that are infinite on an axis, such as a [`HalfSpace`](crate::HalfSpace), are in a list beside the tree, and every query visits all
/// of them.
///
/// The order of ids depends on the history of insertions and removals; [`World::sort`] sorts by user data instead. A clone is a snapshot:
/// it gives the same answers and the same events as the original. With the feature `serde` a world can be saved and loaded. A loaded
/// world behaves like the saved one, except that [`each_intersecting`](World::each_intersecting) may report colliders in another order.
///
/// ```
/// use bumper::{Ball, world::{Collider, World}};
/// let mut world = World::<i16, 2, Ball<i16, 2>>::default();
/// let ball = world.insert(Collider::new(Ball::new([0, 0], 5))).unwrap();
/// let snapshot = world.clone();
/// world.remove(ball);
/// assert_eq!((world.len(), snapshot.len()), (0, 1));
/// ```
#[derive(Clone, Debug)]
#[doc(alias(
    "Space",
    "b2World",
    "collision_world",
    "actors",
    "QueryPipeline",
    "SpatialQuery",
    "PhysicsDirectSpaceState2D"
))]
pub struct World<S: Scalar, const N: usize, T = ShapeBuf<S, N>> {
    slots: Slots<T>,
    /// The empty slots that can be used again. The next insertion takes the last of them.
    free: Vec<u32>,
    tree: MixedTree<f32, N>,
    /// The number of insertions since the last call of [`update`](World::update).
    inserted: usize,
    /// The slots whose colliders were inserted, changed or removed since the last call of [`update`](World::update).
    changed: SlotSet,
    event_list: EventList,
    /// Whether the last call of [`update`](World::update) found no changed collider. If so, the events stay as they are until a collider
    /// changes.
    is_unchanged: bool,
    /// Buffers of [`update`](World::update) that are reused to avoid allocations: the pairs of colliders to be tested, and two buffers for
    /// sorting these.
    candidates: Vec<u64>,
    sort_buffer: Vec<u64>,
    sort_starts: Vec<u32>,
    scalar: core::marker::PhantomData<S>,
}

/// Creates an empty world for any type `T` of shape: `World::<f32, 2, Ball<f32, 2>>::default()`.
impl<S: Scalar, const N: usize, T: AsShape<S, N>> Default for World<S, N, T> {
    fn default() -> Self {
        Self {
            slots: Slots::new(),
            free: Vec::new(),
            tree: MixedTree::new(),
            inserted: 0,
            changed: SlotSet::new(),
            event_list: EventList::new(),
            is_unchanged: false,
            candidates: Vec::new(),
            sort_buffer: Vec::new(),
            sort_starts: Vec::new(),
            scalar: core::marker::PhantomData,
        }
    }
}

impl<S: Scalar, const N: usize> World<S, N> {
    /// Creates an empty world for shapes of all kinds. The compiler infers the scalar and the dimension from the first insertion. For a
    /// world of a single kind of shape, call [`default`](World::default).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// ```
    ///
    /// A shape of another scalar does not compile:
    ///
    /// ```compile_fail
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<i16, 2>::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// The number of colliders.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert_eq!(World::<f32, 3>::new().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether the world has no colliders.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert!(World::<f32, 3>::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Adds a collider and returns its id. Costs O(log n).
    ///
    /// # Errors
    ///
    /// [`ColliderError::Empty`] for a compound without parts or a mask without solid pixels, [`ColliderError::NotANumber`] if a coordinate
    /// is NaN, and [`ColliderError::Full`] if the world already has 2³¹ − 1 colliders. Then the world does not change.
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// assert_eq!(world.get(id).unwrap().shape, Aabb::new([0, 0], [9, 9]).into());
    /// ```
    pub fn insert(&mut self, collider: Collider<T>) -> Result<Id, ColliderError> {
        let shape = collider.shape.as_shape();
        let is_box = bounds::is_box(&shape);
        let bounds = bounds::conservative_aabb(&shape)?;
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => self.slots.add(0).ok_or(ColliderError::Full)?,
        };
        self.tree.set(slot as usize, bounds).map_err(|_| ColliderError::NotANumber)?;
        self.inserted += 1;
        self.changed.add(slot);
        Ok(self.slots.fill(slot, collider, is_box))
    }

    /// The collider with an id, or `None` if it has been removed. Costs O(1).
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider { data: 7, ..Collider::new(Aabb::new([0, 0], [9, 9])) }).unwrap();
    /// assert_eq!(world.get(id).unwrap().data, 7);
    /// ```
    #[must_use]
    pub fn get(&self, id: Id) -> Option<&Collider<T>> {
        self.slots.get(id.slot).filter(|found| found.0 == id).map(|found| found.1)
    }

    /// Replaces the shape of a collider. See also [`move_by`](World::move_by) and [`move_to`](World::move_to). Costs O(log n).
    ///
    /// # Errors
    ///
    /// [`ColliderError::NotFound`] if the collider has been removed, [`ColliderError::Empty`] or [`ColliderError::NotANumber`] as in
    /// [`insert`](World::insert). Then the world does not change.
    ///
    /// ```
    /// # use bumper::{Aabb, Relate, world::{Collider, World}};
    /// let mut world = World::<i16, 2, Aabb<i16, 2>>::default();
    /// let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// let moved = world.get(id).unwrap().shape.translated([5, 0]);
    /// world.set_shape(id, moved).unwrap();
    /// assert_eq!(world.get(id).unwrap().shape.min().x(), 5);
    /// ```
    pub fn set_shape(&mut self, id: Id, shape: impl Into<T>) -> Result<(), ColliderError> {
        let shape = shape.into();
        self.get(id).ok_or(ColliderError::NotFound)?;
        let is_box = self.update_bounds(id, &shape)?;
        if let Some(found) = self.slots.occupied_mut(id.slot, is_box) {
            found.shape = shape;
        }
        Ok(())
    }

    /// Changes a collider: its shape, layers, options or user data. Its id stays the same. `change` receives a copy of the collider, which
    /// replaces the collider afterwards. [`set_shape`](World::set_shape) changes the shape without a copy.
    ///
    /// # Errors
    ///
    /// The errors of [`set_shape`](World::set_shape). Then the world does not change.
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// # let door = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// world.modify(door, |collider| collider.layers = 0).unwrap();
    /// assert_eq!(world.get(door).unwrap().layers, 0);
    /// ```
    pub fn modify(&mut self, id: Id, change: impl FnOnce(&mut Collider<T>)) -> Result<(), ColliderError>
    where
        T: Clone,
    {
        let mut collider = self.get(id).ok_or(ColliderError::NotFound)?.clone();
        change(&mut collider);
        let is_box = self.update_bounds(id, &collider.shape)?;
        if let Some(found) = self.slots.occupied_mut(id.slot, is_box) {
            *found = collider;
        }
        Ok(())
    }

    /// Removes a collider and returns it. Returns `None` if it has been removed before. The next update reports the ends of its
    /// intersections.
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// assert!(world.remove(id).is_some() && world.remove(id).is_none());
    /// ```
    pub fn remove(&mut self, id: Id) -> Option<Collider<T>> {
        self.get(id)?;
        self.tree.remove(id.slot as usize);
        self.changed.add(id.slot);
        let (collider, reusable) = self.slots.remove(id.slot)?;
        if reusable {
            self.free.push(id.slot);
        }
        Some(collider)
    }

    /// All colliders with their ids, in ascending order of id.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Vector([1, 2]))).unwrap();
    /// assert_eq!(world.iter().map(|(id, _)| id).collect::<Vec<_>>(), [id]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Id, &Collider<T>)> {
        self.slots.iter().filter_map(|(id, collider)| Some((id, collider?)))
    }

    /// Sorts a list of ids by the user data of their colliders, then by id. If no two colliders have the same user data, this order does
    /// not depend on the history of the world. The ids of removed colliders come last.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let late = world.insert(Collider { data: 2, ..Collider::new(Vector([0, 0])) }).unwrap();
    /// let early = world.insert(Collider { data: 1, ..Collider::new(Vector([0, 0])) }).unwrap();
    /// let mut ids = [late, early];
    /// world.sort(&mut ids);
    /// assert_eq!(ids, [early, late]);
    /// ```
    pub fn sort(&self, ids: &mut [Id]) {
        ids.sort_unstable_by_key(|id| self.sort_key(*id));
    }

    /// The sort key of an id in [`sort`](Self::sort).
    fn sort_key(&self, id: Id) -> impl Ord + use<S, N, T> {
        let data = self.get(id).map(|collider| collider.data);
        (data.is_none(), data, id)
    }

    /// The number of bytes that the world has allocated. Memory that the shapes own, such as lists of vertices, is not included.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// assert!(world.memory() < 200);
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        let numbers = self.free.capacity() + self.sort_starts.capacity();
        let pairs = self.candidates.capacity() + self.sort_buffer.capacity();
        let lists = self.changed.memory() + self.event_list.memory() + numbers * 4 + pairs * 8;
        self.slots.memory() + lists + self.tree.memory()
    }

    /// Updates the bounding box of a collider whose new shape is `shape`, and marks the collider as changed. Returns whether the shape is a
    /// point or box, and thus equal to its bounding box.
    #[inline]
    fn update_bounds(&mut self, id: Id, shape: &T) -> Result<bool, ColliderError> {
        let shape = shape.as_shape();
        let bounds = bounds::conservative_aabb(&shape)?;
        self.tree.set(id.slot as usize, bounds).map_err(|_| ColliderError::NotANumber)?;
        self.changed.add(id.slot);
        Ok(bounds::is_box(&shape))
    }
}

/// The relation of two shapes. Pairs of boxes have a separate match arm. So in a world that contains only boxes, the compiler drops the
/// code for other shapes.
#[inline]
fn relation<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Relation {
    match (a, b) {
        (Shape::Aabb(a), Shape::Aabb(b)) => a.relation(b),
        (a, b) => a.relation(b),
    }
}
