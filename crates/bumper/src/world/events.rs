//! Intersection events: the pairs of colliders that begin, continue or stop touching from one update to the next.

use super::slots::{OccupiedSlot, Slots};
use super::{Id, World, relation};
use crate::AsShape;
use crate::Relation;
use crate::broad_phase::sort_by_upper;
use crate::scalar::Scalar;
use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// A pair of colliders that touch or overlap now, or did so at the previous update, with their relations at both times.
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
#[doc(alias("CollisionEvent", "b2SensorEvents", "area_entered", "OnTriggerEnter2D"))]
pub struct IntersectionEvent {
    /// The collider with the lower id.
    pub a: Id,
    /// The collider with the higher id.
    pub b: Id,
    /// The user data of `a` and `b`. It is available even if a collider has been removed.
    pub data: [u64; 2],
    /// The relation of the two shapes at the previous update; [`Relation::Apart`] if they did not intersect then.
    pub was: Relation,
    /// The relation of the two shapes at this update; [`Relation::Apart`] if they no longer intersect.
    pub now: Relation,
}

/// The change of a condition, such as whether two colliders overlap, from one update to the next.
///
/// ```
/// use bumper::world::Change;
/// assert_ne!(Change::Enter, Change::Leave);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// The pair touches or overlaps now, but did not at the previous update.
    Enter,
    /// The pair touches or overlaps now, and did at the previous update.
    Stay,
    /// The pair touched or overlapped at the previous update, but no longer does.
    Leave,
}

impl IntersectionEvent {
    /// How the intersection of the pair changed since the previous update. Shapes that touch or overlap intersect.
    ///
    /// ```
    /// # use bumper::world::{Change, Collider, World};
    /// # let mut world = World::<i16, 2>::new();
    /// # world.insert(Collider::new(bumper::Ball::new([0, 0], 5))).unwrap();
    /// # world.insert(Collider::new(bumper::Ball::new([1, 0], 5))).unwrap();
    /// assert_eq!(world.update()[0].intersection(), Change::Enter);
    /// assert_eq!(world.update()[0].intersection(), Change::Stay);
    /// ```
    #[must_use]
    pub fn intersection(&self) -> Change {
        match (self.was, self.now) {
            (Relation::Apart, _) => Change::Enter,
            (_, Relation::Apart) => Change::Leave,
            _ => Change::Stay,
        }
    }

    /// Sorts events by the user data of their colliders, then by ids, and swaps `a` and `b` of each event so that the lower data comes
    /// first. If no two colliders have the same user data, this order does not depend on the history of the world.
    ///
    /// ```
    /// # use bumper::world::{Collider, IntersectionEvent, World};
    /// # use bumper::Ball;
    /// # let mut world = World::<i16, 2>::new();
    /// let late = world.insert(Collider { data: 2, ..Collider::new(Ball::new([0, 0], 5)) }).unwrap();
    /// let early = world.insert(Collider { data: 1, ..Collider::new(Ball::new([1, 0], 5)) }).unwrap();
    /// let mut events = world.update().to_vec();
    /// IntersectionEvent::sort(&mut events);
    /// assert_eq!((events[0].a, events[0].data), (early, [1, 2]));
    /// ```
    pub fn sort(events: &mut [IntersectionEvent]) {
        for event in events.iter_mut() {
            if (event.data[1], event.b) < (event.data[0], event.a) {
                core::mem::swap(&mut event.a, &mut event.b);
                event.data.swap(0, 1);
            }
        }
        events.sort_unstable_by_key(|event| (event.data, event.a, event.b));
    }

    /// How the overlap of the pair changed since the previous update. Shapes that only touch do not overlap. `None` if the two shapes
    /// neither overlapped at the previous update nor overlap now.
    ///
    /// ```
    /// # use bumper::world::{Change, Collider, World};
    /// # let mut world = World::<i16, 2>::new();
    /// # world.insert(Collider::new(bumper::Ball::new([0, 0], 5))).unwrap();
    /// let other = world.insert(Collider::new(bumper::Ball::new([10, 0], 5))).unwrap();
    /// assert_eq!(world.update()[0].overlap(), None);
    /// ```
    #[must_use]
    pub fn overlap(&self) -> Option<Change> {
        match (self.was == Relation::Overlapping, self.now == Relation::Overlapping) {
            (false, true) => Some(Change::Enter),
            (true, true) => Some(Change::Stay),
            (true, false) => Some(Change::Leave),
            (false, false) => None,
        }
    }

    /// The slots (storage places) of the two colliders as one number: the sort key of events.
    pub(super) fn slots(&self) -> u64 {
        u64::from(self.a.slot) << 32 | u64::from(self.b.slot)
    }
}

/// The largest ratio of slots (storage places of colliders) to candidate pairs at which a counting sort of the pairs, which visits every
/// slot, is faster than a comparison sort.
const COUNTING_SORT_FACTOR: usize = 16;

/// The ratio of all colliders to changed colliders below which finding all pairs of the tree at once is faster than a query for each
/// changed collider.
const ALL_PAIRS_FACTOR: usize = 5;

impl<S: Scalar, const N: usize, T: AsShape<S, N>> World<S, N, T> {
    /// Updates the events and returns them. There is one event for each pair of colliders that touch or overlap, or did so at the previous
    /// update, provided that their filters accept each other (see [`Collider::collides_with`](super::Collider::collides_with)). The events
    /// are sorted by the slots (storage places) of their colliders, which are the upper halves of [`Id::to_bits`].
    ///
    /// Only pairs with a collider that was inserted, changed or removed are tested again. If nothing changes for several updates, the first
    /// of them still has to replace [`Change::Enter`] by [`Change::Stay`]; the others return immediately. An update allocates only if there
    /// are more events than ever before.
    ///
    /// Tiles of a level that touch each other cause an event at every update. To avoid such events, give the tiles a
    /// [`filter`](crate::world::Collider::filter) that does not contain their own layer.
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
    pub fn update(&mut self) -> &[IntersectionEvent] {
        if self.is_unchanged && self.changed.list().is_empty() {
            return &self.event_list.events;
        }
        let mut candidates = self.begin();
        if self.changed.list().len() * ALL_PAIRS_FACTOR > self.len() {
            self.tree.pairs(|a, b| candidates.extend(self.changed_pair(a, b)));
        } else {
            for &slot in self.changed.list() {
                let slot = slot as usize;
                let Some(bounds) = self.tree.get(slot) else { continue };
                self.tree.each_intersecting(&bounds, |other| {
                    if other > slot || (other < slot && !self.changed.has(other as u32)) {
                        candidates.push(key(slot.min(other), slot.max(other)));
                    }
                });
            }
        }
        self.sort_candidates(&mut candidates);
        let slots = &self.slots;
        self.event_list
            .update(&candidates, &self.changed, self.tree.len(), &mut |pair| begin_event(slots, pair));
        self.end(candidates)
    }

    /// Does what [`update`](World::update) does, on all threads of the pool of `rayon`, with the same result. This pays off if many
    /// thousands of colliders have changed. Needs the feature `rayon`.
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
    pub fn update_in_parallel(&mut self) -> &[IntersectionEvent]
    where
        S: Sync,
        T: Sync,
    {
        if self.is_unchanged && self.changed.list().is_empty() {
            return &self.event_list.events;
        }
        let mut candidates = self.begin();
        candidates.extend(self.tree.pairs_in_parallel(|a, b| self.changed_pair(a, b)));
        self.sort_candidates(&mut candidates);
        let begin_events: Vec<_> =
            candidates.par_iter().map(|pair| begin_event(&self.slots, *pair)).collect();
        let mut begin_events = begin_events.into_iter();
        self.event_list
            .update(&candidates, &self.changed, self.tree.len(), &mut |_| begin_events.next().flatten());
        self.end(candidates)
    }

    /// Begins an update: rebuilds the tree if there were many insertions, and returns an empty list for candidate pairs.
    fn begin(&mut self) -> Vec<u64> {
        // After many insertions, bulk loading builds a better tree, and costs less than the insertions did.
        if self.inserted * 2 > self.len() {
            self.tree.rebuild();
        }
        self.inserted = 0;
        let mut candidates = core::mem::take(&mut self.candidates);
        candidates.clear();
        candidates
    }

    /// Sorts the candidate pairs by the slots of their colliders.
    fn sort_candidates(&mut self, candidates: &mut Vec<u64>) {
        if candidates.len() * COUNTING_SORT_FACTOR > self.slots.count() {
            sort_by_upper(candidates, &mut self.sort_buffer, &mut self.sort_starts, self.slots.count());
        } else {
            candidates.sort_unstable();
        }
    }

    /// Ends an update: keeps `candidates` as a buffer for the next update, marks all colliders as unchanged, and returns the events.
    fn end(&mut self, candidates: Vec<u64>) -> &[IntersectionEvent] {
        self.candidates = candidates;
        self.is_unchanged = self.changed.list().is_empty();
        self.changed.clear();
        &self.event_list.events
    }

    /// The events of the last [`update`](World::update); none before the first update.
    ///
    /// ```
    /// # use bumper::world::World;
    /// assert!(World::<f32, 2>::new().events().is_empty());
    /// ```
    #[must_use]
    pub fn events(&self) -> &[IntersectionEvent] {
        &self.event_list.events
    }

    /// The slots of a pair as a number for sorting, if at least one of their colliders has changed; otherwise `None`.
    #[inline]
    fn changed_pair(&self, a: usize, b: usize) -> Option<u64> {
        (self.changed.has(a as u32) || self.changed.has(b as u32)).then_some(key(a, b))
    }
}

/// The event for two colliders that begin to touch or overlap, given by their slots. `None` if they are apart or if their filters do not
/// accept each other.
fn begin_event<S: Scalar, const N: usize, T: AsShape<S, N>>(
    slots: &Slots<T>,
    pair: u64,
) -> Option<IntersectionEvent> {
    let [first, second] = [(pair >> 32) as u32, pair as u32].map(|slot| slots.occupied(slot));
    let OccupiedSlot { id: a, collider: p, .. } = first?;
    let OccupiedSlot { id: b, collider: q, .. } = second?;
    if !p.collides_with(q) {
        return None;
    }
    let now = relation(&p.shape.as_shape(), &q.shape.as_shape());
    (now != Relation::Apart).then_some(IntersectionEvent {
        a,
        b,
        data: [p.data, q.data],
        was: Relation::Apart,
        now,
    })
}

/// A pair of slots as one number. Numbers are sorted by the first slot, then by the second.
fn key(a: usize, b: usize) -> u64 {
    (a as u64) << 32 | b as u64
}
