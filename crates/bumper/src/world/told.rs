//! What an update tells: a list in order that is changed where it lies.

use super::Event;
use super::noted::Noted;
use crate::Relation;
use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// What the last update told, and where in it is what the next one has to look at.
///
/// Most events are of shapes that rest, and go on as they are. So shapes that have changed are watched from then on, and the places
/// of their events are known: as long as no other shape changes, no other event is read.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// In the order of slots, then of ids.
    pub events: Vec<Event>,
    watched: Noted,
    /// Where the events of watched shapes are. Only these may have begun, ended or changed.
    places: Vec<usize>,
    /// Memory for the next update.
    before: Vec<usize>,
    edits: Edits,
}

/// Up to what part of a world is watched: a sixteenth.
const FEW: usize = 16;

impl Told {
    pub const fn new() -> Self {
        let edits = Edits { list: Vec::new(), came: 0, gone: 0 };
        Self { events: Vec::new(), watched: Noted::new(), places: Vec::new(), before: Vec::new(), edits }
    }

    /// The bytes that are allocated.
    pub fn memory(&self) -> usize {
        self.watched.memory()
            + self.events.capacity() * size_of::<Event>()
            + (self.places.capacity() + self.before.capacity()) * size_of::<usize>()
            + self.edits.list.capacity() * size_of::<Edit>()
    }

    /// Makes events of the pairs of which a shape has changed, and of those that were there before: both are in order. Of so many
    /// shapes in all.
    pub fn update(
        &mut self,
        near: &[u64],
        changed: &Noted,
        count: usize,
        judge: &mut dyn FnMut(u64) -> Option<Event>,
    ) {
        let is_known = self.watch(changed, count);
        core::mem::swap(&mut self.places, &mut self.before);
        self.places.clear();
        let mut near = near.iter().copied().peekable();
        let (mut at, mut next) = (0, 0);
        loop {
            let place = if is_known { self.before.get(at).copied() } else { self.seek(next, changed) };
            let Some(place) = place else { break };
            at += 1;
            let event = self.events[place];
            let slots = event.slots();
            while let Some(before) = near.next_if(|pair| *pair < slots) {
                self.put(next..place, judge(before));
            }
            next = place + 1;
            if event.now == Relation::Apart {
                self.edits.take(place);
                continue;
            }
            if self.is_watched(&event) {
                self.keep(place);
            }
            if !changed.has(event.a.slot) && !changed.has(event.b.slot) {
                self.events[place].was = event.now;
                continue;
            }
            match near.next_if_eq(&slots).and_then(&mut *judge) {
                Some(new) if (new.a, new.b) == (event.a, event.b) => {
                    self.events[place] = Event { was: event.now, ..new };
                }
                // Another one may have the slot.
                new => {
                    self.events[place] = Event { was: event.now, now: Relation::Apart, ..event };
                    self.put(next..next, new);
                }
            }
        }
        let end = self.events.len();
        for pair in near {
            self.put(next..end, judge(pair));
        }
        self.edits.apply(&mut self.events);
    }

    /// Watches what has changed, if it is little, and tells whether it has been watched before.
    fn watch(&mut self, changed: &Noted, count: usize) -> bool {
        let (watched, changed, few) = (&mut self.watched, changed.list(), count / FEW);
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

    /// The place of the next event, from one on, that may be of watched shapes or not go on as it is.
    fn seek(&self, from: usize, changed: &Noted) -> Option<usize> {
        let sought = if self.watched.list().is_empty() { changed } else { &self.watched };
        let moves =
            |event: &Event| event.was != event.now || sought.has(event.a.slot) || sought.has(event.b.slot);
        self.events[from..].iter().position(moves).map(|place| from + place)
    }

    #[inline]
    fn is_watched(&self, event: &Event) -> bool {
        !self.watched.list().is_empty() && (self.watched.has(event.a.slot) || self.watched.has(event.b.slot))
    }

    /// Notes where the event of a watched shape will be.
    #[inline]
    fn keep(&mut self, place: usize) {
        reserve_quarter(&mut self.places, 1);
        self.places.push(self.edits.shifted(place));
    }

    /// Notes an event that has come, which belongs somewhere in a part of the list.
    fn put(&mut self, part: core::ops::Range<usize>, event: Option<Event>) {
        let Some(event) = event else { return };
        let slots = event.slots();
        let place = part.start + self.events[part].partition_point(|other| other.slots() < slots);
        if self.is_watched(&event) {
            self.keep(place);
        }
        self.edits.put(place, event);
    }
}

/// What is taken out of a list and put into it, in order.
#[derive(Clone, Debug)]
struct Edits {
    list: Vec<Edit>,
    came: usize,
    gone: usize,
}

/// An event that is taken from a place, or one that is put in before it.
#[derive(Clone, Copy, Debug)]
struct Edit {
    place: usize,
    came: Option<Event>,
}

impl Edits {
    fn take(&mut self, place: usize) {
        reserve_quarter(&mut self.list, 1);
        self.list.push(Edit { place, came: None });
        self.gone += 1;
    }

    fn put(&mut self, place: usize, event: Event) {
        reserve_quarter(&mut self.list, 1);
        self.list.push(Edit { place, came: Some(event) });
        self.came += 1;
    }

    /// Where what is at a place will be, after the edits so far.
    fn shifted(&self, place: usize) -> usize {
        place + self.came - self.gone
    }

    /// Changes the list and forgets the edits. What lies between two of them is moved once: what goes to the front in a first pass, which
    /// begins there, what goes to the end in a second, which begins there, so nothing is written over that is still to be moved.
    fn apply(&mut self, events: &mut Vec<Event>) {
        let (before, after) = (events.len(), self.shifted(events.len()));
        if let Some(filler) = self.list.iter().find_map(|edit| edit.came).filter(|_| after > before) {
            reserve_quarter(events, after - before);
            events.resize(after, filler);
        }
        let (mut from, mut to) = (0, 0);
        for edit in self.list.iter().copied().chain([Edit { place: before, came: None }]) {
            if to < from {
                events.copy_within(from..edit.place, to);
            }
            to += edit.place - from + usize::from(edit.came.is_some());
            from = edit.place + usize::from(edit.came.is_none());
        }
        let (mut from, mut to) = (before, after);
        for edit in self.list.iter().rev() {
            let start = edit.place + usize::from(edit.came.is_none());
            to -= from - start;
            if to > start {
                events.copy_within(start..from, to);
            }
            if let Some(event) = edit.came {
                to -= 1;
                events[to] = event;
            }
            from = edit.place;
        }
        events.truncate(after);
        self.list.clear();
        (self.came, self.gone) = (0, 0);
    }
}
