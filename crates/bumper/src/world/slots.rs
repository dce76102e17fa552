//! The colliders of a world without gaps between them, and the slots that they are known by.

use super::{Collider, Id};
use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// Colliders by slot. What a query needs before it looks at one is kept apart from them, in eight bytes a slot: many of those share
/// what memory hands over at once.
///
/// Of so many colliders, those of the slots below that number lie at the slots' own places, so nothing has to be read to know
/// where. Those of other slots fill the gaps that empty ones leave.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    slots: Vec<Slot>,
    colliders: Vec<Collider<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// How many shapes it has had before.
    generation: u32,
    /// Twice the place of its collider, which is not beyond the slot, and one more where the shape is the box around it. Of an empty
    /// slot, twice another one beyond it: the one whose collider fills the gap, where there is a gap; at first [`NONE`].
    link: u32,
}

const NONE: u32 = u32::MAX;

/// How many slots there are at most.
const MOST: usize = NONE as usize / 2;

impl Slot {
    #[inline]
    fn link(self) -> usize {
        self.link as usize / 2
    }

    #[inline]
    fn is_box(self) -> bool {
        self.link & 1 == 1
    }
}

impl<T> Slots<T> {
    pub const fn new() -> Self {
        Self { slots: Vec::new(), colliders: Vec::new() }
    }

    /// How many slots there are, empty ones as well.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// The bytes that are allocated.
    pub fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.colliders.capacity() * size_of::<Collider<T>>()
    }

    /// One more slot, without a shape, unless there are too many.
    pub fn add(&mut self, generation: u32) -> Option<u32> {
        if self.slots.len() >= MOST {
            return None;
        }
        reserve_quarter(&mut self.slots, 1);
        self.slots.push(Slot { generation, link: NONE });
        Some(self.slots.len() as u32 - 1)
    }

    /// Puts a shape into a slot that is empty.
    pub fn fill(&mut self, slot: u32, collider: Collider<T>, is_box: bool) -> Id {
        let (slot, end) = (slot as usize, self.colliders.len());
        reserve_quarter(&mut self.colliders, 1);
        self.colliders.push(collider);
        let held = &mut self.slots[slot];
        let id = Id { slot: slot as u32, generation: held.generation };
        let filler = held.link();
        held.link = u32::from(is_box);
        let mut last = slot;
        if slot < end {
            // What fills the gap makes way.
            self.colliders.swap(slot, end);
            self.place(slot, slot);
            last = filler;
        }
        // The end is the own place of another slot, whose collider may be in a gap.
        if last != end
            && let Some(gap) = self.find(end)
        {
            self.colliders.swap(gap, end);
            self.place(end, end);
            self.place(last, gap);
        } else {
            self.place(last, end);
        }
        id
    }

    /// Notes where the collider of a slot is now.
    fn place(&mut self, slot: usize, place: usize) {
        let held = &mut self.slots[slot];
        held.link = (place as u32 * 2) | held.link & 1;
        if slot != place {
            self.slots[place].link = slot as u32 * 2;
        }
    }

    /// Where the collider of a slot is, if it has one.
    fn find(&self, slot: usize) -> Option<usize> {
        self.slots.get(slot).map(|held| held.link()).filter(|place| *place <= slot)
    }

    /// What is in a slot that is not empty, to be changed.
    pub fn change(&mut self, slot: u32, is_box: bool) -> Option<&mut Collider<T>> {
        let place = self.find(slot as usize)?;
        self.slots[slot as usize].link = (place as u32 * 2) | u32::from(is_box);
        self.colliders.get_mut(place)
    }

    /// Takes the shape out of a slot, and tells whether another may come.
    pub fn take(&mut self, slot: u32) -> Option<(Collider<T>, bool)> {
        let place = self.find(slot as usize)?;
        let held = &mut self.slots[slot as usize];
        held.link = NONE;
        // A slot that has had all its generations is left empty for good.
        let again = held.generation < u32::MAX;
        held.generation += u32::from(again);
        let taken = self.colliders.swap_remove(place);
        // The last collider fills the gap.
        let end = self.colliders.len();
        let last = self.find(end).map_or_else(|| self.slots[end].link(), |_| end);
        if place != end {
            self.place(last, place);
        }
        Some((taken, again))
    }

    /// What is in a slot, if it is not empty.
    pub fn get(&self, slot: u32) -> Option<(Id, &Collider<T>)> {
        let collider = self.colliders.get(self.find(slot as usize)?)?;
        Some((Id { slot, generation: self.slots[slot as usize].generation }, collider))
    }

    /// What is in a slot that is not empty, and whether the shape is the box around it. Nothing of the collider is read.
    #[inline]
    pub fn known(&self, slot: u32) -> Option<(Id, &Collider<T>, bool)> {
        let held = self.slots.get(slot as usize)?;
        let own = self.colliders.get(slot as usize);
        let collider = own.or_else(|| self.colliders.get(held.link()))?;
        Some((Id { slot, generation: held.generation }, collider, held.is_box()))
    }

    /// All slots, with how many shapes they have had before, and the colliders of those that are not empty.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Option<&Collider<T>>)> {
        (0..).zip(&self.slots).map(|(slot, held)| {
            let collider = self.find(slot as usize).and_then(|place| self.colliders.get(place));
            (Id { slot, generation: held.generation }, collider)
        })
    }
}
