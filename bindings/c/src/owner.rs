//! The number of a world in the ids that it gives, by which another world tells that an id is not its own.

use crate::bumper_status::{self, *};
use std::sync::{Mutex, PoisonError};

/// How many worlds at the same time have numbers of their own. Those beyond share the last.
const WORLDS: u32 = 128;

/// The bits below the number of the world: 24 for the slot, 32 for how often that was used.
const BITS: u32 = 56;

/// The bit that tells joints from bodies.
const JOINT: u8 = 0x80;

/// The numbers in use, a bit each.
static TAKEN: Mutex<u128> = Mutex::new(0);

/// The number of a world: the least that no other has, as long as the world lives. So the same worlds, made and freed in the same
/// order, give the same ids, and a program with one world at a time has always the first.
pub struct Owner(u8);

impl Owner {
    pub fn new() -> Self {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let number = taken.trailing_ones().min(WORLDS - 1);
        *taken |= 1 << number;
        Self(number as u8)
    }

    /// An id as C has it: zero is none. `None` for a slot that is too large for it.
    pub fn number(&self, bits: u64) -> Option<u64> {
        Self::with(self.0, bits)
    }

    /// An id of an object that has got one.
    pub fn known(&self, bits: u64) -> u64 {
        // Objects whose slot is too large were rejected on creation.
        self.number(bits).unwrap_or(0)
    }

    /// The id of a joint as C has it.
    pub fn joint_number(&self, bits: u64) -> Option<u64> {
        Self::with(self.0 | JOINT, bits)
    }

    /// The bits of an id, if it is of this world.
    pub fn bits(&self, number: u64) -> Result<u64, bumper_status> {
        Self::without(self.0, number)
    }

    /// The bits of the id of a joint, if it is of this world.
    pub fn joint_bits(&self, number: u64) -> Result<u64, bumper_status> {
        Self::without(self.0 | JOINT, number)
    }

    /// The bits of an id that may be none.
    pub fn bits_or_none(&self, number: u64) -> Result<Option<u64>, bumper_status> {
        (number != 0).then(|| self.bits(number)).transpose()
    }

    fn with(number: u8, bits: u64) -> Option<u64> {
        (bits < (1 << BITS) - 1).then_some(u64::from(number) << BITS | (bits + 1))
    }

    fn without(number: u8, id: u64) -> Result<u64, bumper_status> {
        let bits = (id & ((1 << BITS) - 1)).checked_sub(1).ok_or(BUMPER_GONE)?;
        (id >> BITS == u64::from(number)).then_some(bits).ok_or(BUMPER_GONE)
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // The last number may be shared with other worlds.
        if u32::from(self.0) < WORLDS - 1 {
            *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) &= !(1 << self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_another_world_are_refused() {
        let (first, second) = (Owner::new(), Owner::new());
        let bits = 5 << 32 | 7;
        let id = first.number(bits).unwrap();
        assert_eq!((first.bits(id), second.bits(id)), (Ok(bits), Err(BUMPER_GONE)));
        let joint = first.joint_number(bits).unwrap();
        assert_eq!((first.joint_bits(joint), second.joint_bits(joint)), (Ok(bits), Err(BUMPER_GONE)));
        assert_eq!((first.bits(joint), first.joint_bits(id)), (Err(BUMPER_GONE), Err(BUMPER_GONE)));
        assert_eq!((first.bits(0), first.bits_or_none(0)), (Err(BUMPER_GONE), Ok(None)));
        // A slot above 24 bits has no id.
        assert_eq!(first.number(1 << 56), None);
        // The number of a freed world is reused by the next one.
        let number = second.0;
        drop(second);
        assert_eq!(Owner::new().0, number);
        // Worlds beyond 128 share the last number.
        let many: Vec<_> = (0..200).map(|_| Owner::new()).collect();
        assert_eq!(many.last().unwrap().0, 127);
    }
}
