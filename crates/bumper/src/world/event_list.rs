//! The sorted list of events, updated in place.

use super::IntersectionEvent;
use super::slot_set::SlotSet;
use crate::Relation;
use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// The events of the last update of a world, and the indices of the events that the next update has to examine.
///
/// Most events belong to colliders at rest and do not change. So the list remembers the colliders that have changed recently (the watched
/// colliders) and the indices of their events. As long as only these colliders change, an update reads no other events. It then takes 0.33
/// to 0.5 of the time of an update that reads all events, see docs/benchmarks/world.md.
#[derive(Clone, Debug)]
pub(super) struct EventList {
    /// All events, sorted by the storage slot of the first collider, then of the second. If a new collider reuses the slot of a removed
    /// one, the events of the removed collider come first.
    pub events: Vec<IntersectionEvent>,
    /// The slots of the colliders that have changed in recent updates. Each update adds the slots of the changed colliders. When there are
    /// too many, the set is emptied.
    watched: SlotSet,
    /// The indices of the events of watched colliders, in ascending order. No other event has changed in the last update.
    indices: Vec<usize>,
    /// The former value of `indices`, which an update reads while it computes the new one.
    previous: Vec<usize>,
    edits: Edits,
}

/// At most one collider in this number of colliders is watched; if more have changed, an update reads all events.
const WATCHED_FRACTION: usize = 16;

impl EventList {
    #[must_use]
    pub const fn new() -> Self {
        let edits = Edits { list: Vec::new(), inserted: 0, removed: 0 };
        Self { events: Vec::new(), watched: SlotSet::new(), indices: Vec::new(), previous: Vec::new(), edits }
    }

    /// The number of bytes that the list has allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.watched.memory()
            + self.events.capacity() * size_of::<IntersectionEvent>()
            + (self.indices.capacity() + self.previous.capacity()) * size_of::<usize>()
            + self.edits.list.capacity() * size_of::<Edit>()
    }

    /// Updates the list: merges the existing events with the candidate pairs. These are all pairs of colliders that may touch and that
    /// contain a changed collider. Both lists are sorted. `count` is the number of colliders of the world. `begin_event` returns the event
    /// for the beginning of a contact of a pair, or `None` if the pair does not touch or its filters exclude it.
    pub fn update(
        &mut self,
        candidates: &[u64],
        changed: &SlotSet,
        count: usize,
        begin_event: &mut dyn FnMut(u64) -> Option<IntersectionEvent>,
    ) {
        let all_watched = self.watch(changed, count);
        core::mem::swap(&mut self.indices, &mut self.previous);
        self.indices.clear();
        let mut candidates = candidates.iter().copied().peekable();
        let mut at = 0;
        let mut next = 0;
        loop {
            let index =
                if all_watched { self.previous.get(at).copied() } else { self.next_affected(next, changed) };
            let Some(index) = index else { break };
            at += 1;
            let event = self.events[index];
            let slots = event.slots();
            while let Some(previous) = candidates.next_if(|pair| *pair < slots) {
                self.insert(next..index, begin_event(previous));
            }
            next = index + 1;
            if event.now == Relation::Apart {
                self.edits.remove(index);
                continue;
            }
            if self.is_watched(&event) {
                self.record_index(index);
            }
            if !changed.has(event.a.slot) && !changed.has(event.b.slot) {
                self.events[index].was = event.now;
                continue;
            }
            match candidates.next_if_eq(&slots).and_then(&mut *begin_event) {
                Some(new) if (new.a, new.b) == (event.a, event.b) => {
                    self.events[index] = IntersectionEvent { was: event.now, ..new };
                }
                // The pair of the old event has ended. If new colliders in the same slots touch, their event is inserted as well.
                new => {
                    self.events[index] = IntersectionEvent { was: event.now, now: Relation::Apart, ..event };
                    self.insert(next..next, new);
                }
            }
        }
        let end = self.events.len();
        for pair in candidates {
            self.insert(next..end, begin_event(pair));
        }
        self.edits.apply(&mut self.events);
    }

    /// Watches the changed colliders, too, if only few have changed; otherwise, watches no collider. Returns true if all changed colliders
    /// were already watched, so that the update can use the recorded indices.
    fn watch(&mut self, changed: &SlotSet, count: usize) -> bool {
        let watched = &mut self.watched;
        let changed = changed.list();
        let few = count / WATCHED_FRACTION;
        if changed.len() > few {
            watched.clear();
            return false;
        }
        if !watched.list().is_empty() && changed.iter().all(|slot| watched.has(*slot)) {
            return true;
        }
        if watched.list().len() > few {
            watched.clear();
        }
        changed.iter().for_each(|slot| watched.add(*slot));
        false
    }

    /// The index of the next event, at or after `from`, that an update has to examine. An event has to be examined if one of its colliders
    /// is watched (or, if no collider is watched, has changed). It also has to be examined if the relation of the pair changed in the
    /// previous update, because `was` must become equal to `now`.
    fn next_affected(&self, from: usize, changed: &SlotSet) -> Option<usize> {
        let relevant = if self.watched.list().is_empty() { changed } else { &self.watched };
        let is_affected = |event: &IntersectionEvent| {
            event.was != event.now || relevant.has(event.a.slot) || relevant.has(event.b.slot)
        };
        self.events[from..].iter().position(is_affected).map(|index| from + index)
    }

    /// Whether one of the two colliders of an event is watched.
    #[inline]
    fn is_watched(&self, event: &IntersectionEvent) -> bool {
        !self.watched.list().is_empty() && (self.watched.has(event.a.slot) || self.watched.has(event.b.slot))
    }

    /// Records that the event at `index` belongs to a watched collider. The index is converted to the index that the event will have after
    /// the insertions and removals that have been scheduled so far, because these are made at the end of the update.
    #[inline]
    fn record_index(&mut self, index: usize) {
        reserve_quarter(&mut self.indices, 1);
        self.indices.push(self.edits.shifted(index));
    }

    /// Schedules the insertion of an event into the list of events. Its place in the sorted order is searched in the range `part` of the
    /// list. Does nothing for `None`.
    fn insert(&mut self, part: core::ops::Range<usize>, event: Option<IntersectionEvent>) {
        let Some(event) = event else { return };
        let slots = event.slots();
        let index = part.start + self.events[part].partition_point(|other| other.slots() < slots);
        if self.is_watched(&event) {
            self.record_index(index);
        }
        self.edits.insert(index, event);
    }
}

/// Insertions and removals that will be applied to the list of events, in ascending order of index.
#[derive(Clone, Debug)]
struct Edits {
    list: Vec<Edit>,
    inserted: usize,
    removed: usize,
}

/// A change of the list: removes the event at `index` if `inserted` is `None`, otherwise inserts an event before it.
#[derive(Clone, Copy, Debug)]
struct Edit {
    index: usize,
    inserted: Option<IntersectionEvent>,
}

impl Edits {
    /// Schedules the removal of the event at an index.
    fn remove(&mut self, index: usize) {
        reserve_quarter(&mut self.list, 1);
        self.list.push(Edit { index, inserted: None });
        self.removed += 1;
    }

    /// Schedules the insertion of an event before the event at an index.
    fn insert(&mut self, index: usize, event: IntersectionEvent) {
        reserve_quarter(&mut self.list, 1);
        self.list.push(Edit { index, inserted: Some(event) });
        self.inserted += 1;
    }

    /// The index that an event will have after the edits that have been scheduled so far.
    fn shifted(&self, index: usize) -> usize {
        index + self.inserted - self.removed
    }

    /// Applies all edits to the list of events. The events between two edits are moved together, and only once. Those that move towards the
    /// front are moved in a first pass from the front; those that move towards the end in a second pass from the end. So no events are
    /// overwritten before they have been moved.
    fn apply(&mut self, events: &mut Vec<IntersectionEvent>) {
        let previous = events.len();
        let after = self.shifted(events.len());
        if let Some(filler) = self.list.iter().find_map(|edit| edit.inserted).filter(|_| after > previous) {
            reserve_quarter(events, after - previous);
            events.resize(after, filler);
        }
        let mut from = 0;
        let mut to = 0;
        for edit in self.list.iter().copied().chain([Edit { index: previous, inserted: None }]) {
            if to < from {
                events.copy_within(from..edit.index, to);
            }
            to += edit.index - from + usize::from(edit.inserted.is_some());
            from = edit.index + usize::from(edit.inserted.is_none());
        }
        let mut from = previous;
        let mut to = after;
        for edit in self.list.iter().rev() {
            let start = edit.index + usize::from(edit.inserted.is_none());
            to -= from - start;
            if to > start {
                events.copy_within(start..from, to);
            }
            if let Some(event) = edit.inserted {
                to -= 1;
                events[to] = event;
            }
            from = edit.index;
        }
        events.truncate(after);
        self.list.clear();
        self.inserted = 0;
        self.removed = 0;
    }
}
