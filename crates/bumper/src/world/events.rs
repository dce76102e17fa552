//! What began, what goes on and what ended since the update before.

use super::slots::Slots;
use super::{Id, World, relation};
use crate::AsShape;
use crate::Relation;
use crate::broad_phase::sort_by_upper;
use crate::scalar::Scalar;
use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// Two shapes of a world that are not apart, or that were not at the update before.
///
/// ```
/// use bumper::world::{Change, Collider, World};
/// use bumper::{Ball, Relation};
/// let mut world = World::<i16, 2>::new();
/// world.insert(Collider::new(Ball::new([0, 0], 5))).unwrap();
/// let other = world.insert(Collider::new(Ball::new([10, 0], 5))).unwrap();
/// let event = world.update()[0];
/// assert_eq!((event.was, event.now), (Relation::Apart, Relation::Touching));
/// world.set_shape(other, Ball::new([9, 0], 5)).unwrap();
/// let event = world.update()[0];
/// assert_eq!((event.intersection(), event.overlap()), (Change::Stay, Some(Change::Enter)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Event {
    /// The first of the two: the one with the lower id.
    pub a: Id,
    /// The other.
    pub b: Id,
    /// Their data, which can still be read here when the shapes are gone.
    pub data: [u64; 2],
    /// How they were at the update before.
    pub was: Relation,
    /// How they are.
    pub now: Relation,
}

/// What became of two shapes from one update to the next.
///
/// ```
/// use bumper::world::Change;
/// assert_ne!(Change::Enter, Change::Leave);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// It began.
    Enter,
    /// It goes on.
    Stay,
    /// It ended.
    Leave,
}

impl Event {
    /// What became of their sharing a point: touching counts.
    ///
    /// ```
    /// # use bumper::world::{Change, Collider, World};
    /// # let mut world = World::<i16, 2>::new();
    /// # world.insert(Collider::new(bumper::Ball::new([0, 0], 5))).unwrap();
    /// # world.insert(Collider::new(bumper::Ball::new([1, 0], 5))).unwrap();
    /// assert_eq!(world.update()[0].intersection(), Change::Enter);
    /// assert_eq!(world.update()[0].intersection(), Change::Stay);
    /// ```
    pub fn intersection(&self) -> Change {
        match (self.was, self.now) {
            (Relation::Apart, _) => Change::Enter,
            (_, Relation::Apart) => Change::Leave,
            _ => Change::Stay,
        }
    }

    /// Puts events in the order of their shapes' data, the lower first in each, then of the ids. Where all data differ, that
    /// order does not depend on when the shapes came.
    ///
    /// ```
    /// # use bumper::world::{Collider, Event, World};
    /// # use bumper::Ball;
    /// # let mut world = World::<i16, 2>::new();
    /// let late = world.insert(Collider { data: 2, ..Collider::new(Ball::new([0, 0], 5)) }).unwrap();
    /// let early = world.insert(Collider { data: 1, ..Collider::new(Ball::new([1, 0], 5)) }).unwrap();
    /// let mut events = world.update().to_vec();
    /// Event::sort(&mut events);
    /// assert_eq!((events[0].a, events[0].data), (early, [1, 2]));
    /// ```
    pub fn sort(events: &mut [Event]) {
        for event in events.iter_mut() {
            if (event.data[1], event.b) < (event.data[0], event.a) {
                core::mem::swap(&mut event.a, &mut event.b);
                event.data.swap(0, 1);
            }
        }
        events.sort_unstable_by_key(|event| (event.data, event.a, event.b));
    }

    /// What became of their overlap: touching does not count. `None` where there is none and was none.
    ///
    /// ```
    /// # use bumper::world::{Change, Collider, World};
    /// # let mut world = World::<i16, 2>::new();
    /// # world.insert(Collider::new(bumper::Ball::new([0, 0], 5))).unwrap();
    /// let other = world.insert(Collider::new(bumper::Ball::new([10, 0], 5))).unwrap();
    /// assert_eq!(world.update()[0].overlap(), None);
    /// ```
    pub fn overlap(&self) -> Option<Change> {
        match (self.was == Relation::Overlapping, self.now == Relation::Overlapping) {
            (false, true) => Some(Change::Enter),
            (true, true) => Some(Change::Stay),
            (true, false) => Some(Change::Leave),
            (false, false) => None,
        }
    }

    /// What events are ordered by.
    pub(super) fn slots(&self) -> u64 {
        u64::from(self.a.slot) << 32 | u64::from(self.b.slot)
    }
}

/// From how many of the slots on counting the pairs of each costs less than sorting them: a sixteenth.
const FEW: usize = 16;

/// From how many of the shapes on looking at all pairs costs less than asking for each one that changed: a fifth.
const MANY: usize = 5;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Finds what has changed since the last update, and tells of all pairs of which at least one collides with the other and that are
    /// not apart, or were not then: in the order of their slots, the upper halves of [`Id::to_bits`]. Only shapes that came or changed are looked at anew, and
    /// where none did since the update before the last, nothing is done. Allocates nothing where there was room for as many events before.
    ///
    /// Tiles that touch each other are told each time, too; a [`filter`](crate::world::Collider::filter) without their own layer leaves
    /// them out.
    ///
    /// ```
    /// use bumper::world::{Change, Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// let other = world.insert(Collider::new(Ball::new([1.0, 0.0], 1.0))).unwrap();
    /// assert_eq!(world.update()[0].intersection(), Change::Enter);
    /// world.remove(other);
    /// assert_eq!(world.update()[0].intersection(), Change::Leave);
    /// assert!(world.update().is_empty());
    /// ```
    pub fn update(&mut self) -> &[Event] {
        if self.is_still && self.changed.list().is_empty() {
            return &self.told.events;
        }
        let mut near = self.begin();
        if self.changed.list().len() * MANY > self.len() {
            self.tree.pairs(|a, b| near.extend(self.fresh(a, b)));
        } else {
            for &slot in self.changed.list() {
                let slot = slot as usize;
                let Some(bounds) = self.tree.get(slot) else { continue };
                self.tree.intersect_all(&bounds, |other| {
                    if other > slot || (other < slot && !self.changed.has(other as u32)) {
                        near.push(key(slot.min(other), slot.max(other)));
                    }
                });
            }
        }
        self.arrange(&mut near);
        let slots = &self.slots;
        self.told.update(&near, &self.changed, self.tree.len(), &mut |pair| judge(slots, pair));
        self.end(near)
    }

    /// Does what [`update`](World::update) does, on all threads of `rayon`'s pool, with the same result. Worth it where many
    /// thousands of shapes have changed. Needs the feature `rayon`.
    ///
    /// ```
    /// use bumper::world::{Collider, World};
    /// use bumper::Ball;
    /// let mut world = World::<f32, 2>::new();
    /// world.insert(Collider::new(Ball::new([0.0, 0.0], 1.0))).unwrap();
    /// world.insert(Collider::new(Ball::new([1.0, 0.0], 1.0))).unwrap();
    /// assert_eq!(world.update_in_parallel().len(), 1);
    /// ```
    #[cfg(feature = "rayon")]
    pub fn update_in_parallel(&mut self) -> &[Event]
    where
        S: Sync,
        T: Sync,
    {
        if self.is_still && self.changed.list().is_empty() {
            return &self.told.events;
        }
        let mut near = self.begin();
        near.extend(self.tree.pairs_in_parallel(|a, b| self.fresh(a, b)));
        self.arrange(&mut near);
        let judged: Vec<_> = near.par_iter().map(|pair| judge(&self.slots, *pair)).collect();
        let mut judged = judged.into_iter();
        self.told.update(&near, &self.changed, self.tree.len(), &mut |_| judged.next().flatten());
        self.end(near)
    }

    /// An empty list for the pairs of which a shape has changed and whose boxes meet. The first part of an update.
    fn begin(&mut self) -> Vec<u64> {
        // A tree that is made at once is better than one by one, and costs less than so many came for.
        if self.arrived * 2 > self.len() {
            self.tree.rebuild();
        }
        self.arrived = 0;
        let mut near = core::mem::take(&mut self.near);
        near.clear();
        near
    }

    /// Puts pairs in order. So they are judged in it, each shape that has pairs once, and there is nothing to keep of them.
    fn arrange(&mut self, near: &mut Vec<u64>) {
        if near.len() * FEW > self.slots.count() {
            sort_by_upper(near, &mut self.sorted, &mut self.starts, self.slots.count());
        } else {
            near.sort_unstable();
        }
    }

    /// The last part of an update.
    fn end(&mut self, near: Vec<u64>) -> &[Event] {
        self.near = near;
        self.is_still = self.changed.list().is_empty();
        self.changed.clear();
        &self.told.events
    }

    /// What the last [`update`](World::update) told.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert!(World::<f32, 2>::new().events().is_empty());
    /// ```
    pub fn events(&self) -> &[Event] {
        &self.told.events
    }

    /// Two slots, the lower one first, if what is in one of them has changed.
    #[inline]
    fn fresh(&self, a: usize, b: usize) -> Option<u64> {
        (self.changed.has(a as u32) || self.changed.has(b as u32)).then_some(key(a, b))
    }
}

/// What there is to tell of two slots, as if they had been apart, if the shapes meet and one collides with the other.
fn judge<S: Scalar, const N: usize, T: AsShape<S, N>>(held: &Slots<T>, slots: u64) -> Option<Event> {
    let [first, second] = [(slots >> 32) as u32, slots as u32].map(|slot| held.known(slot));
    let ((a, p, _), (b, q, _)) = (first?, second?);
    if !p.collides_with(q) && !q.collides_with(p) {
        return None;
    }
    let now = relation(&p.shape.as_shape(), &q.shape.as_shape());
    (now != Relation::Apart).then_some(Event { a, b, data: [p.data, q.data], was: Relation::Apart, now })
}

/// Two slots as one number.
fn key(a: usize, b: usize) -> u64 {
    (a as u64) << 32 | b as u64
}
