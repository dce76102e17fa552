//! Dense storage for the colliders of a world, addressed by slot.

use super::{Collider, Id};
use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// A slot map: colliders in a dense array, addressed by slots that do not change. The data that a query needs before it reads a collider is
/// separate, eight bytes per slot, so that a cache line holds many.
///
/// With n colliders, the collider of a slot below n is stored at the index of its slot, so that looking it up reads no link. The colliders
/// of higher slots fill the gaps that empty slots leave.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    slots: Vec<Slot>,
    colliders: Vec<Collider<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The number of colliders that this slot has had before.
    generation: u32,
    /// For a slot in use: twice the index of its collider, which is at most the slot, plus one if the shape is equal to its AABB. For an empty
    /// slot: twice the higher slot whose collider fills the gap, if there is a gap; initially [`NONE`].
    link: u32,
}

const NONE: u32 = u32::MAX;

/// The largest number of slots.
const MAX_SLOTS: usize = NONE as usize / 2;

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
    #[must_use]
    pub const fn new() -> Self {
        Self { slots: Vec::new(), colliders: Vec::new() }
    }

    /// The number of slots, including empty ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// The number of allocated bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<Slot>() + self.colliders.capacity() * size_of::<Collider<T>>()
    }

    /// Adds an empty slot, or returns `None` if there are too many.
    pub fn add(&mut self, generation: u32) -> Option<u32> {
        if self.slots.len() >= MAX_SLOTS {
            return None;
        }
        reserve_quarter(&mut self.slots, 1);
        self.slots.push(Slot { generation, link: NONE });
        Some(self.slots.len() as u32 - 1)
    }

    /// Puts a collider into an empty slot.
    pub fn fill(&mut self, slot: u32, collider: Collider<T>, is_box: bool) -> Id {
        let (slot, end) = (slot as usize, self.colliders.len());
        reserve_quarter(&mut self.colliders, 1);
        self.colliders.push(collider);
        let entry = &mut self.slots[slot];
        let id = Id { slot: slot as u32, generation: entry.generation };
        let filler = entry.link();
        entry.link = u32::from(is_box);
        let mut last = slot;
        if slot < end {
            // Move the collider that fills the gap.
            self.colliders.swap(slot, end);
            self.set_index(slot, slot);
            last = filler;
        }
        // The end is the proper index of another slot, whose collider may be in a gap.
        if last != end
            && let Some(gap) = self.index_of(end)
        {
            self.colliders.swap(gap, end);
            self.set_index(end, end);
            self.set_index(last, gap);
        } else {
            self.set_index(last, end);
        }
        id
    }

    /// Records the index of a slot's collider.
    fn set_index(&mut self, slot: usize, index: usize) {
        let entry = &mut self.slots[slot];
        entry.link = (index as u32 * 2) | entry.link & 1;
        if slot != index {
            self.slots[index].link = slot as u32 * 2;
        }
    }

    /// The index of the collider of a slot, or `None` if the slot is empty.
    fn index_of(&self, slot: usize) -> Option<usize> {
        self.slots.get(slot).map(|entry| entry.link()).filter(|index| *index <= slot)
    }

    /// The collider of a slot for modification, or `None` if the slot is empty.
    pub fn occupied_mut(&mut self, slot: u32, is_box: bool) -> Option<&mut Collider<T>> {
        let index = self.index_of(slot as usize)?;
        self.slots[slot as usize].link = (index as u32 * 2) | u32::from(is_box);
        self.colliders.get_mut(index)
    }

    /// Removes the collider of a slot. Also returns whether the slot can be used again.
    pub fn remove(&mut self, slot: u32) -> Option<(Collider<T>, bool)> {
        let index = self.index_of(slot as usize)?;
        let entry = &mut self.slots[slot as usize];
        entry.link = NONE;
        // A slot that has used up its generations stays empty forever.
        let reusable = entry.generation < u32::MAX;
        entry.generation += u32::from(reusable);
        let removed = self.colliders.swap_remove(index);
        // The last collider fills the gap.
        let end = self.colliders.len();
        let last = self.index_of(end).map_or_else(|| self.slots[end].link(), |_| end);
        if index != end {
            self.set_index(last, index);
        }
        Some((removed, reusable))
    }

    /// The id and the collider of a slot, or `None` if the slot is empty.
    #[must_use]
    pub fn get(&self, slot: u32) -> Option<(Id, &Collider<T>)> {
        let collider = self.colliders.get(self.index_of(slot as usize)?)?;
        Some((Id { slot, generation: self.slots[slot as usize].generation }, collider))
    }

    /// The id and the collider of a slot that is in use, and whether its shape equals its AABB, so that a test of the boxes is exact. Returns
    /// the collider by reference without reading it, because a query may not need it.
    #[inline]
    #[must_use]
    pub fn occupied(&self, slot: u32) -> Option<(Id, &Collider<T>, bool)> {
        let entry = self.slots.get(slot as usize)?;
        let own = self.colliders.get(slot as usize);
        let collider = own.or_else(|| self.colliders.get(entry.link()))?;
        Some((Id { slot, generation: entry.generation }, collider, entry.is_box()))
    }

    /// All slots with their current ids, and the colliders of those in use.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Option<&Collider<T>>)> {
        (0..).zip(&self.slots).map(|(slot, entry)| {
            let collider = self.index_of(slot as usize).and_then(|index| self.colliders.get(index));
            (Id { slot, generation: entry.generation }, collider)
        })
    }
}
