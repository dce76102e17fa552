//! A set of slots.

use crate::broad_phase::reserve_quarter;
use alloc::vec::Vec;

/// A set of slots of a world, with constant-time lookup. A slot is the number of a storage place for a collider. Iterates in the order of
/// insertion.
#[derive(Clone, Debug)]
pub(super) struct SlotSet {
    list: Vec<u32>,
    bits: Vec<u64>,
}

impl SlotSet {
    #[must_use]
    pub const fn new() -> Self {
        Self { list: Vec::new(), bits: Vec::new() }
    }

    /// The slots in the set, in the order of insertion.
    #[must_use]
    pub fn list(&self) -> &[u32] {
        &self.list
    }

    /// Whether the set contains a slot.
    #[inline]
    #[must_use]
    pub fn has(&self, slot: u32) -> bool {
        self.bits.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }

    /// Adds a slot, unless it is in the set already.
    pub fn add(&mut self, slot: u32) {
        if self.has(slot) {
            return;
        }
        let word = slot as usize / 64;
        if word >= self.bits.len() {
            let more = word + 1 - self.bits.len();
            reserve_quarter(&mut self.bits, more);
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (slot % 64);
        reserve_quarter(&mut self.list, 1);
        self.list.push(slot);
    }

    /// Removes all slots and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.bits.fill(0);
    }

    /// The number of bytes that the set has allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.list.capacity() * 4 + self.bits.capacity() * 8
    }
}
