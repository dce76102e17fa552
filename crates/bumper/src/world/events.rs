//! What began, what goes on and what ended since the update before.

use super::{Collider, Id, World};
use crate::AsShape;
use crate::broad::sort;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Relate, Relation};
use alloc::vec::Vec;

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

/// Instead of the relation of a pair: as it was.
const KEPT: u32 = u32::MAX;

/// From how many of the shapes on looking at all pairs costs less than asking for each one that changed: a fifth.
const MANY: usize = 5;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Finds what has changed since the last update, and tells of all pairs of which at least one collides with the other and that are
    /// not apart, or were not then: in the order of their slots, the upper halves of [`Id::to_bits`]. Only shapes that came or changed are looked at anew. Allocates
    /// nothing where there was room for as many events before.
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
        let mut found = self.kept();
        if self.changed.len() * MANY > self.len() {
            self.tree.pairs(|a, b| {
                if self.is_stirred(a as u32) || self.is_stirred(b as u32) {
                    found.extend(self.judge(a, b));
                }
            });
        } else {
            for &slot in &self.changed {
                let slot = slot as usize;
                let Some(bounds) = self.tree.get(slot) else { continue };
                self.tree.intersect_all(&bounds, |other| {
                    if other > slot || (other < slot && !self.is_stirred(other as u32)) {
                        found.extend(self.judge(slot.min(other), slot.max(other)));
                    }
                });
            }
        }
        self.tell(found)
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
        let mut found = self.kept();
        let changed = |a: usize, b: usize| self.is_stirred(a as u32) || self.is_stirred(b as u32);
        let judge = |a, b| if changed(a, b) { self.judge(a, b) } else { None };
        found.extend(self.tree.pairs_in_parallel(judge));
        self.tell(found)
    }

    /// What stood still, which is as it was. The first part of an update.
    fn kept(&mut self) -> Vec<(u64, u32)> {
        // A tree that is made at once is better than one by one, and costs less than so many came for.
        if self.arrived * 2 > self.len() {
            self.tree.rebuild();
        }
        self.arrived = 0;
        let mut found = core::mem::take(&mut self.found);
        found.clear();
        let still = |pair: &&Event| !self.is_stirred(pair.a.slot) && !self.is_stirred(pair.b.slot);
        let kept = self.events.iter().filter(|pair| pair.now != Relation::Apart).filter(still);
        found.extend(kept.map(|pair| (pair.slots(), KEPT)));
        found
    }

    /// Makes events of the pairs that are there.
    fn tell(&mut self, mut found: Vec<(u64, u32)>) -> &[Event] {
        sort(&mut found, &mut self.sorted);
        let mut events = core::mem::take(&mut self.spare);
        events.clear();
        // Both lists are in order: the pairs that were here before, and those that are now.
        let mut before = self.events.iter().filter(|pair| pair.now != Relation::Apart).peekable();
        let left = |pair: &Event| Event { was: pair.now, now: Relation::Apart, ..*pair };
        for &(slots, relation) in &found {
            while let Some(pair) = before.next_if(|pair| pair.slots() < slots) {
                events.push(left(pair));
            }
            let old = before.next_if(|pair| pair.slots() == slots);
            if let (KEPT, Some(pair)) = (relation, old) {
                events.push(Event { was: pair.now, ..*pair });
                continue;
            }
            let [Some((a, p)), Some((b, q))] =
                [slots >> 32, slots & 0xffff_ffff].mapped(|slot| self.at(slot as usize))
            else {
                continue;
            };
            // Another one may have had the slot.
            let same = old.filter(|pair| (pair.a, pair.b) == (a, b));
            events.extend(old.filter(|_| same.is_none()).map(left));
            let was = same.map_or(Relation::Apart, |pair| pair.now);
            let now = if relation == Relation::Touching as u32 {
                Relation::Touching
            } else {
                Relation::Overlapping
            };
            events.push(Event { a, b, data: [p.data, q.data], was, now });
        }
        events.extend(before.map(left));
        self.spare = core::mem::replace(&mut self.events, events);
        self.found = found;
        self.changed.clear();
        self.stirred.fill(0);
        &self.events
    }

    /// What the last [`update`](World::update) told.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert!(World::<f32, 2>::new().events().is_empty());
    /// ```
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The slots of two shapes and how they lie, if they meet and one collides with the other.
    fn judge(&self, a: usize, b: usize) -> Option<(u64, u32)> {
        let ((_, p), (_, q)): ((Id, &Collider<T>), _) = (self.at(a)?, self.at(b)?);
        if !p.collides_with(q) && !q.collides_with(p) {
            return None;
        }
        let now = p.shape.as_shape().relation(&q.shape.as_shape());
        (now != Relation::Apart).then_some(((a as u64) << 32 | b as u64, now as u32))
    }
}
