//! A list with stable indices: each item keeps its index, and the indices of removed items are reused.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};

/// A list of items that keep their index, called their slot, until they are removed. New items reuse the slots of removed ones, the last
/// removed first. A removed item stays in its slot until the slot is reused; only indexing and [`at`](Self::at) return it.
///
/// An id consists of a slot and its generation. The generation is counted up when an item is removed, so that old ids become invalid. Once
/// the generation has reached its largest value, the slot is never used again.
#[derive(Clone, Debug)]
pub(super) struct SlotList<T> {
    slots: Vec<Slot<T>>,
    /// The slots of removed items that new items may reuse. The last of them is reused first.
    free: Vec<u32>,
}

/// An item with the generation of its slot. `alive` is false if the item was removed.
#[derive(Clone, Debug)]
struct Slot<T> {
    item: T,
    generation: u32,
    alive: bool,
}

impl<T> SlotList<T> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }

    /// The number of slots, including those of removed items.
    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// The slot that the next call of [`insert`](Self::insert) uses.
    pub(super) fn next_slot(&self) -> u32 {
        self.free.last().copied().unwrap_or(self.slots.len() as u32)
    }

    /// Stores an item and returns its slot.
    pub(super) fn insert(&mut self, item: T) -> u32 {
        let Some(slot) = self.free.pop() else {
            self.push(item, 0, true);
            return self.slots.len() as u32 - 1;
        };
        let reused = &mut self.slots[slot as usize];
        reused.item = item;
        reused.alive = true;
        slot
    }

    /// Removes the item in a slot. Its value stays in the slot until the slot is reused.
    pub(super) fn remove(&mut self, slot: u32) {
        let removed = &mut self.slots[slot as usize];
        removed.alive = false;
        if removed.generation < u32::MAX {
            removed.generation += 1;
            self.free.push(slot);
        }
    }

    pub(super) fn generation(&self, slot: u32) -> u32 {
        self.slots[slot as usize].generation
    }

    /// The item in a slot, or `None` if there is none or it was removed.
    #[inline]
    pub(super) fn get(&self, slot: u32) -> Option<&T> {
        self.slots.get(slot as usize).filter(|slot| slot.alive).map(|slot| &slot.item)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.slots.get_mut(slot as usize).filter(|slot| slot.alive).map(|slot| &mut slot.item)
    }

    /// The item in a slot, even if it was removed. `None` if the slot has never been used.
    pub(super) fn at(&self, slot: u32) -> Option<&T> {
        self.slots.get(slot as usize).map(|slot| &slot.item)
    }

    /// The item with the id that consists of `slot` and `generation`, or `None` if it was removed.
    pub(super) fn find(&self, slot: u32, generation: u32) -> Option<&T> {
        let found = self.slots.get(slot as usize)?;
        (found.alive && found.generation == generation).then_some(&found.item)
    }

    /// All items with their slots, in ascending order of the slots.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        (0..).zip(&self.slots).filter(|(_, slot)| slot.alive).map(|(index, slot)| (index, &slot.item))
    }

    /// All items, in ascending order of their slots.
    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().filter(|slot| slot.alive).map(|slot| &slot.item)
    }

    /// All items, in ascending order of their slots.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().filter(|slot| slot.alive).map(|slot| &mut slot.item)
    }

    /// The generation of every slot, with the item in it unless that was removed.
    pub(super) fn slots(&self) -> impl Iterator<Item = (u32, Option<&T>)> {
        self.slots.iter().map(|slot| (slot.generation, slot.alive.then_some(&slot.item)))
    }

    /// The slots that new items will reuse. The last of them is reused first.
    pub(super) fn free_slots(&self) -> &[u32] {
        &self.free
    }

    /// Appends a slot with an item. If `alive` is false, the item counts as removed.
    pub(super) fn push(&mut self, item: T, generation: u32, alive: bool) {
        self.slots.push(Slot { item, generation, alive });
    }

    /// Turns a removed item into one that is in use, and returns it. `None` if the slot does not exist or is in use already.
    #[cfg(feature = "serde")]
    pub(super) fn occupy(&mut self, slot: u32) -> Option<&mut T> {
        let slot = self.slots.get_mut(slot as usize).filter(|slot| !slot.alive)?;
        slot.alive = true;
        Some(&mut slot.item)
    }

    /// Sets the slots that new items will reuse. Returns false, and changes nothing, if one of them does not exist, is in use or occurs
    /// twice.
    #[cfg(feature = "serde")]
    pub(super) fn set_free_slots(&mut self, free: Vec<u32>) -> bool {
        let mut sorted = free.clone();
        sorted.sort_unstable();
        let is_free = |slot: &u32| self.slots.get(*slot as usize).is_some_and(|slot| !slot.alive);
        let is_valid = free.iter().all(is_free) && sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if is_valid {
            self.free = free;
        }
        is_valid
    }
}

impl<T> Index<usize> for SlotList<T> {
    type Output = T;

    #[inline]
    fn index(&self, slot: usize) -> &T {
        &self.slots[slot].item
    }
}

impl<T> IndexMut<usize> for SlotList<T> {
    #[inline]
    fn index_mut(&mut self, slot: usize) -> &mut T {
        &mut self.slots[slot].item
    }
}
