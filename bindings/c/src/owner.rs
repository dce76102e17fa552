//! Ids for C. Each id contains the number of the owner of the object, which is a world or a simulation. All other owners reject the id.

use crate::bumper_status::{self, *};
use std::sync::{Mutex, PoisonError};

/// The largest number of worlds and simulations that have different numbers at the same time. All further ones share the last number.
const WORLDS: u32 = 64;

/// The bits of an id for C, from the lowest: 32 bits for the generation of the object and 24 bits for its index, which are `BITS` bits
/// together, then 6 bits for the number of the owner and 2 bits for the kind of the object.
const BITS: u32 = 56;

/// The bit that marks the ids of joints, and the bit that marks the ids of colliders of bodies. Ids of bodies, and of shapes in a world,
/// have neither bit.
const JOINT: u8 = 0x80;
const COLLIDER: u8 = 0x40;

/// Which owner numbers are in use: bit n is set as long as a world or a simulation has the number n.
static TAKEN: Mutex<u64> = Mutex::new(0);

/// The number of a world or simulation: the lowest number that was unused when the owner was created. It becomes unused when the owner is
/// freed. Therefore worlds that are created and freed in the same order give the same ids, and a program with one world at a time always
/// uses number 0.
pub struct Owner(u8);

impl Owner {
    pub fn new() -> Self {
        let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let number = taken.trailing_ones().min(WORLDS - 1);
        *taken |= 1 << number;
        Self(number as u8)
    }

    /// Converts an id of the Rust library to an id for C, which is never zero. `None` if the index of the object does not fit into 24 bits.
    pub fn number(&self, bits: u64) -> Option<u64> {
        Self::with(self.0, bits)
    }

    /// Converts the id of an object from the Rust library to an id for C. The object must be stored in this world or simulation.
    pub fn known(&self, bits: u64) -> u64 {
        // This cannot fail: an object whose index does not fit into 24 bits was rejected when it was added.
        self.number(bits).unwrap_or(0)
    }

    /// Converts the id of a joint in the Rust library to an id for C. `None` if its index does not fit into 24 bits.
    pub fn joint_number(&self, bits: u64) -> Option<u64> {
        Self::with(self.0 | JOINT, bits)
    }

    /// Converts the id of a collider of a body in the Rust library to an id for C. `None` if its index does not fit into 24 bits.
    pub fn collider_number(&self, bits: u64) -> Option<u64> {
        Self::with(self.0 | COLLIDER, bits)
    }

    /// Converts the id of a body or of a shape in a world from C to an id of the Rust library. BUMPER_GONE if the id has another owner,
    /// BUMPER_WRONG_KIND if it is the id of a collider of a body or of a joint.
    pub fn bits(&self, number: u64) -> Result<u64, bumper_status> {
        Self::without(self.0, number)
    }

    /// Converts the id of a joint from C to an id of the Rust library. BUMPER_GONE if the id has another owner, BUMPER_WRONG_KIND if it is
    /// the id of a body or of a collider.
    pub fn joint_bits(&self, number: u64) -> Result<u64, bumper_status> {
        Self::without(self.0 | JOINT, number)
    }

    /// Converts the id of a collider of a body from C to an id of the Rust library. BUMPER_GONE if the id has another owner,
    /// BUMPER_WRONG_KIND if it is the id of a body or of a joint.
    pub fn collider_bits(&self, number: u64) -> Result<u64, bumper_status> {
        Self::without(self.0 | COLLIDER, number)
    }

    /// Like `bits`, converts the id of a body or of a shape in a world from C to an id of the Rust library. But 0, which stands for no
    /// object, gives `None` instead of an error.
    pub fn bits_or_none(&self, number: u64) -> Result<Option<u64>, bumper_status> {
        (number != 0).then(|| self.bits(number)).transpose()
    }

    fn with(number: u8, bits: u64) -> Option<u64> {
        (bits < (1 << BITS) - 1).then_some(u64::from(number) << BITS | (bits + 1))
    }

    fn without(number: u8, id: u64) -> Result<u64, bumper_status> {
        let bits = (id & ((1 << BITS) - 1)).checked_sub(1).ok_or(BUMPER_GONE)?;
        match (id >> BITS) ^ u64::from(number) {
            0 => Ok(bits),
            // The id has this owner, but is that of another kind of object.
            kind if kind & !u64::from(JOINT | COLLIDER) == 0 => Err(BUMPER_WRONG_KIND),
            _ => Err(BUMPER_GONE),
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // The last number stays in use, because several owners may share it.
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
        let first = Owner::new();
        let second = Owner::new();
        let bits = 5 << 32 | 7;
        let id = first.number(bits).unwrap();
        assert_eq!((first.bits(id), second.bits(id)), (Ok(bits), Err(BUMPER_GONE)));
        let joint = first.joint_number(bits).unwrap();
        assert_eq!((first.joint_bits(joint), second.joint_bits(joint)), (Ok(bits), Err(BUMPER_GONE)));
        assert_eq!(
            (first.bits(joint), first.joint_bits(id)),
            (Err(BUMPER_WRONG_KIND), Err(BUMPER_WRONG_KIND))
        );
        let collider = first.collider_number(bits).unwrap();
        assert_eq!(
            (first.collider_bits(collider), second.collider_bits(collider)),
            (Ok(bits), Err(BUMPER_GONE))
        );
        let wrong = Err(BUMPER_WRONG_KIND);
        assert_eq!((first.bits(collider), first.joint_bits(collider)), (wrong, wrong));
        assert_eq!((first.collider_bits(id), first.collider_bits(joint)), (wrong, wrong));
        assert_eq!((second.bits(collider), second.collider_bits(id)), (Err(BUMPER_GONE), Err(BUMPER_GONE)));
        assert_eq!((first.bits(0), first.bits_or_none(0)), (Err(BUMPER_GONE), Ok(None)));
        // An object whose index does not fit into 24 bits has no id for C.
        assert_eq!(first.number(1 << 56), None);
        // When an owner is freed, the next new owner gets its number.
        let number = second.0;
        drop(second);
        assert_eq!(Owner::new().0, number);
        // All owners from the 64th share the last number.
        let many: Vec<_> = (0..200).map(|_| Owner::new()).collect();
        assert_eq!(many.last().unwrap().0, 63);
    }
}
