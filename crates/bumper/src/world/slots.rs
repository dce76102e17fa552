//! The storage for the colliders of a world. A collider is found by its slot, which is a part of its id.

use super::{Collider, Id};
use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// A slot map: an array of colliders without gaps, and a list of slots. Each collider has a slot, whose number is part of its id and does
/// not change. Slots take only eight bytes each and are stored separately, so a query that needs no colliders touches few cache lines.
///
/// Let n be the number of colliders. The collider of a slot is normally stored at the index equal to the number of the slot, so the slot
/// need not be read to find it. This is true for all slots below n that are in use. An empty slot below n leaves a gap at its index. These
/// gaps are filled with the colliders of the slots from n on, and each of these slots contains the index of its collider.
#[derive(Clone, Debug)]
pub(super) struct Slots<T> {
    slots: Vec<SlotState>,
    colliders: Vec<Collider<T>>,
}

/// The state of a slot.
#[derive(Clone, Copy, Debug)]
struct SlotState {
    /// The number of colliders that have been removed from this slot. The ids of colliders that use the slot one after the other differ in
    /// it.
    generation: u32,
    /// For a slot in use: twice the index at which its collider is stored, plus one if the shape of the collider is a box (equal to its
    /// AABB). The index is at most the number of the slot.
    ///
    /// For an empty slot i, with i below the number of colliders: twice the number of the slot that owns the collider at index i. That
    /// number is higher than i, which marks slot i as empty. For other empty slots: any number higher than i, such as [`NONE`].
    link: u32,
}

const NONE: u32 = u32::MAX;

/// The largest number of slots in a world.
const MAX_SLOTS: usize = NONE as usize / 2;

impl SlotState {
    /// For a slot in use, the index at which its collider is stored. For an empty slot below the number of colliders, the number of the
    /// slot whose collider fills the gap there.
    #[inline]
    fn link(self) -> usize {
        self.link as usize / 2
    }

    /// For a slot in use: whether the shape of its collider is a box, and so equal to its AABB.
    #[inline]
    fn is_box(self) -> bool {
        self.link & 1 == 1
    }
}

/// A slot in use, with its collider.
pub struct OccupiedSlot<'a, T> {
    pub id: Id,
    /// A reference that has not been read, because a query may not need the collider.
    pub collider: &'a Collider<T>,
    /// Whether the shape of the collider is a box. If it is, a test of the AABB can replace a test of the shape.
    pub is_box: bool,
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

    /// The number of bytes that the slots and colliders take.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<SlotState>() + self.colliders.capacity() * size_of::<Collider<T>>()
    }

    /// Adds an empty slot and returns its number; `None` if there are [`MAX_SLOTS`] already.
    pub fn add(&mut self, generation: u32) -> Option<u32> {
        if self.slots.len() >= MAX_SLOTS {
            return None;
        }
        reserve_quarter(&mut self.slots, 1);
        self.slots.push(SlotState { generation, link: NONE });
        Some(self.slots.len() as u32 - 1)
    }

    /// Puts a collider into an empty slot and returns its id. `is_box` is whether its shape is equal to its AABB.
    pub fn fill(&mut self, slot: u32, collider: Collider<T>, is_box: bool) -> Id {
        let slot = slot as usize;
        let end = self.colliders.len();
        reserve_quarter(&mut self.colliders, 1);
        self.colliders.push(collider);
        let entry = &mut self.slots[slot];
        let id = Id { slot: slot as u32, generation: entry.generation };
        let filler = entry.link();
        entry.link = u32::from(is_box);
        let mut last = slot;
        if slot < end {
            // The new collider has been appended at index `end`, but belongs at the index `slot`. That place was a gap, filled with the
            // collider of the slot `filler`. The two are exchanged.
            self.colliders.swap(slot, end);
            self.set_index(slot, slot);
            last = filler;
        }
        // The array has become longer, so the collider of the slot `end` now belongs at the index `end`. If there is such a collider, it is
        // still in a gap, and is exchanged with the collider of the slot `last`, which was stored at `end`.
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

    /// Records that the collider of `slot` is stored at `index`. If `index` differs from `slot`, the collider fills the gap of an empty
    /// slot, which has to record `slot` as well.
    fn set_index(&mut self, slot: usize, index: usize) {
        let entry = &mut self.slots[slot];
        entry.link = (index as u32 * 2) | entry.link & 1;
        if slot != index {
            self.slots[index].link = slot as u32 * 2;
        }
    }

    /// The index at which the collider of a slot is stored, or `None` if the slot is empty.
    fn index_of(&self, slot: usize) -> Option<usize> {
        self.slots.get(slot).map(|entry| entry.link()).filter(|index| *index <= slot)
    }

    /// The collider of a slot, for modification; `None` if the slot is empty. `is_box` is whether the shape that the collider will have
    /// after the modification is equal to its AABB.
    pub fn occupied_mut(&mut self, slot: u32, is_box: bool) -> Option<&mut Collider<T>> {
        let index = self.index_of(slot as usize)?;
        self.slots[slot as usize].link = (index as u32 * 2) | u32::from(is_box);
        self.colliders.get_mut(index)
    }

    /// Removes and returns the collider of a slot, and whether the slot can be used again. `None` if the slot is empty.
    pub fn remove(&mut self, slot: u32) -> Option<(Collider<T>, bool)> {
        let index = self.index_of(slot as usize)?;
        let entry = &mut self.slots[slot as usize];
        entry.link = NONE;
        // The ids of a slot differ in the generation. When it cannot be increased any more, the slot stays empty forever, so that no id is
        // used twice.
        let reusable = entry.generation < u32::MAX;
        entry.generation += u32::from(reusable);
        let removed = self.colliders.swap_remove(index);
        // The removal has moved the last collider of the array to `index`. Find its slot, and record its new index.
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

    /// A slot in use. The result for an empty slot is meaningless.
    #[inline]
    #[must_use]
    pub fn occupied(&self, slot: u32) -> Option<OccupiedSlot<'_, T>> {
        let entry = self.slots.get(slot as usize)?;
        let at_slot = self.colliders.get(slot as usize);
        let collider = at_slot.or_else(|| self.colliders.get(entry.link()))?;
        let id = Id { slot, generation: entry.generation };
        Some(OccupiedSlot { id, collider, is_box: entry.is_box() })
    }

    /// The ids of all slots in ascending order, and the colliders of the slots in use. The id of an empty slot is the one that the next
    /// collider in this slot will get.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Option<&Collider<T>>)> {
        (0..).zip(&self.slots).map(|(slot, entry)| {
            let collider = self.index_of(slot as usize).and_then(|index| self.colliders.get(index));
            (Id { slot, generation: entry.generation }, collider)
        })
    }
}
