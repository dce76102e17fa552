//! A world of shapes that are kept by id: which touch, who is here, what is hit first, what began and what ended.
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
//! assert_eq!(world.cast(&ray, |_, _| true).unwrap().0, ball);
//! ```

mod bounds;
mod collider;
mod events;
mod moves;
mod noted;
mod queries;
#[cfg(feature = "serde")]
mod saved;
mod slots;
mod told;

pub use collider::{Collider, Id, Refusal};
pub use events::{Change, Event};

use crate::broad_phase::Tree;
use crate::scalar::Scalar;
use crate::{AsShape, Relate, Relation, Shape, ShapeBuf};
use alloc::vec::Vec;
use noted::Noted;
use slots::Slots;
use told::Told;

/// Shapes by id, with a broad phase around them.
///
/// `T` is what it keeps: any shape as a [`ShapeBuf`], or one kind only (`World<f32, 2, Ball<f32, 2>>`), which takes less memory,
/// or a type of your own that can be seen as a shape ([`AsShape`]). Beyond the colliders themselves a world takes about 16 bytes a shape
/// and a [`Tree`] of boxes of `f32`, whatever the scalar: about 45 bytes on a plane, 60 in space. They are rounded outwards, and decide
/// which pairs are looked at; what they answer without the shapes is what the shapes would.
///
/// Ids are given in an order that depends on what came and went; see [`World::sort`] for one that does not. A clone is a
/// snapshot that answers and goes on exactly as the original does; with the feature `serde` a world can be written and read,
/// and then it does so too, but for the order in which [`intersect_all`](World::intersect_all) finds things.
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
#[doc(alias("Space", "b2World", "collision_world", "actors"))]
pub struct World<S: Scalar, const N: usize, T = ShapeBuf<S, N>> {
    slots: Slots<T>,
    /// The slots that are empty; the last is used next.
    free: Vec<u32>,
    tree: Tree<f32, N>,
    /// How many shapes have come since the last update.
    arrived: usize,
    /// The slots whose shapes have come, changed or gone since the last update.
    changed: Noted,
    told: Told,
    /// Whether nothing had changed then: until something does, the next one tells the same.
    is_still: bool,
    /// Memory for the next one.
    near: Vec<u64>,
    sorted: Vec<u64>,
    starts: Vec<u32>,
    scalar: core::marker::PhantomData<S>,
}

/// A world without shapes, of any kind of shape: `World::<f32, 2, Ball<f32, 2>>::default()`.
impl<S: Scalar, const N: usize, T: AsShape<S, N>> Default for World<S, N, T> {
    fn default() -> Self {
        Self {
            slots: Slots::new(),
            free: Vec::new(),
            tree: Tree::new(),
            arrived: 0,
            changed: Noted::new(),
            told: Told::new(),
            is_still: false,
            near: Vec::new(),
            sorted: Vec::new(),
            starts: Vec::new(),
            scalar: core::marker::PhantomData,
        }
    }
}

impl<S: Scalar, const N: usize> World<S, N> {
    /// A world without shapes, which takes any of them. Scalar and dimension may be left to the first shape; one kind of shape
    /// alone is kept by a world from [`default`](World::default).
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// ```
    ///
    /// A shape of another scalar does not fit in:
    ///
    /// ```compile_fail
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<i16, 2>::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// ```
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// How many shapes there are.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert_eq!(World::<f32, 3>::new().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// Whether there are none.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert!(World::<f32, 3>::new().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    /// Takes a shape in. One that is empty or has a NaN is refused.
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// assert_eq!(world.get(id).unwrap().shape, Aabb::new([0, 0], [9, 9]).into());
    /// ```
    pub fn insert(&mut self, collider: Collider<T>) -> Result<Id, Refusal> {
        let shape = collider.shape.as_shape();
        let (bounds, is_box) = (bounds::around(&shape)?, bounds::is_box(&shape));
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => self.slots.add(0).ok_or(Refusal::Full)?,
        };
        self.tree.set(slot as usize, bounds).map_err(|_| Refusal::NotANumber)?;
        self.arrived += 1;
        self.changed.add(slot);
        Ok(self.slots.fill(slot, collider, is_box))
    }

    /// The shape of an id, unless it is gone. Costs O(1).
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// let id = world.insert(Collider { data: 7, ..Collider::new(Aabb::new([0, 0], [9, 9])) }).unwrap();
    /// assert_eq!(world.get(id).unwrap().data, 7);
    /// ```
    pub fn get(&self, id: Id) -> Option<&Collider<T>> {
        self.slots.get(id.slot).filter(|held| held.0 == id).map(|held| held.1)
    }

    /// Puts another shape in the place of one, under the same id. A shape that is refused changes nothing. See also
    /// [`move_by`](World::move_by) and [`move_to`](World::move_to).
    ///
    /// ```
    /// # use bumper::{Aabb, Relate, world::{Collider, World}};
    /// let mut world = World::<i16, 2, Aabb<i16, 2>>::default();
    /// let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// let moved = world.get(id).unwrap().shape.translated([5, 0]);
    /// world.set_shape(id, moved).unwrap();
    /// assert_eq!(world.get(id).unwrap().shape.min().x(), 5);
    /// ```
    pub fn set_shape(&mut self, id: Id, shape: impl Into<T>) -> Result<(), Refusal> {
        let shape = shape.into();
        self.get(id).ok_or(Refusal::Gone)?;
        let is_box = self.settle(id, &shape)?;
        if let Some(held) = self.slots.change(id.slot, is_box) {
            held.shape = shape;
        }
        Ok(())
    }

    /// Changes all about a shape, under the same id. One that is refused changes nothing.
    ///
    /// ```
    /// # use bumper::{Aabb, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// # let id = world.insert(Collider::new(Aabb::new([0, 0], [9, 9]))).unwrap();
    /// let door = world.get(id).unwrap().clone();
    /// world.set(id, Collider { layers: 0, ..door }).unwrap();
    /// ```
    pub fn set(&mut self, id: Id, collider: Collider<T>) -> Result<(), Refusal> {
        self.get(id).ok_or(Refusal::Gone)?;
        let is_box = self.settle(id, &collider.shape)?;
        if let Some(held) = self.slots.change(id.slot, is_box) {
            *held = collider;
        }
        Ok(())
    }

    /// Takes a shape out. The next update tells of what it touched.
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
        let (collider, again) = self.slots.take(id.slot)?;
        if again {
            self.free.push(id.slot);
        }
        Some(collider)
    }

    /// All shapes, by id.
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

    /// Puts ids in the order of their shapes' data, then of the ids. Where all data differ, that order does not depend on when
    /// the shapes came. Ids of shapes that are gone come last.
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
        ids.sort_unstable_by_key(|id| {
            let data = self.get(*id).map(|collider| collider.data);
            (data.is_none(), data, *id)
        });
    }

    /// The bytes that the world has allocated.
    ///
    /// ```
    /// # use bumper::{Vector, world::{Collider, World}};
    /// # let mut world = World::<i16, 2>::new();
    /// assert!(world.memory() < 200);
    /// ```
    pub fn memory(&self) -> usize {
        let numbers = self.free.capacity() + self.starts.capacity();
        let pairs = self.near.capacity() + self.sorted.capacity();
        let lists = self.changed.memory() + self.told.memory() + numbers * 4 + pairs * 8;
        self.slots.memory() + lists + self.tree.memory()
    }

    /// Gives the box of a shape that changes; whether the shape is that box.
    #[inline]
    fn settle(&mut self, id: Id, shape: &T) -> Result<bool, Refusal> {
        let shape = shape.as_shape();
        let bounds = bounds::around(&shape)?;
        self.tree.set(id.slot as usize, bounds).map_err(|_| Refusal::NotANumber)?;
        self.changed.add(id.slot);
        Ok(bounds::is_box(&shape))
    }
}

/// How two shapes lie. Boxes are compared here: where a world keeps nothing else, no choice of kinds is left.
#[inline]
fn relation<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> Relation {
    match (a, b) {
        (Shape::Aabb(a), Shape::Aabb(b)) => a.relation(b),
        (a, b) => a.relation(b),
    }
}
