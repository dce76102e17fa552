//! Ids of bodies, colliders and joints for JavaScript: safe integers, with the slot in the lowest 24 bits and the generation above it. They
//! are never 0.

use crate::Status;
use engine::dynamics::{BodyId, ColliderId, JointId};

const SLOT_BITS: u32 = 24;
const GENERATION_BITS: u32 = 53 - SLOT_BITS;

/// Packs the bits of an id of the library. [`Status::OutOfRange`] if they do not fit: there are 2²⁴ objects, or one slot was used 2²⁹
/// times.
fn pack(bits: u64) -> Result<f64, Status> {
    let slot = bits >> 32;
    let generation = (bits & u64::from(u32::MAX)) + 1;
    let fits = slot < 1 << SLOT_BITS && generation < 1 << GENERATION_BITS;
    fits.then_some((generation << SLOT_BITS | slot) as f64).ok_or(Status::OutOfRange)
}

/// The bits of an id of the library. A number that is no id gives bits that no object has.
fn unpack(number: f64) -> u64 {
    let bits = number as u64;
    let slot = bits & ((1 << SLOT_BITS) - 1);
    let generation = bits >> SLOT_BITS;
    if generation == 0 || generation >= 1 << GENERATION_BITS {
        u64::MAX
    } else {
        slot << 32 | (generation - 1)
    }
}

pub fn body_number(id: BodyId) -> Result<f64, Status> {
    pack(id.to_bits())
}

pub fn collider_number(id: ColliderId) -> Result<f64, Status> {
    pack(id.to_bits())
}

pub fn joint_number(id: JointId) -> Result<f64, Status> {
    pack(id.to_bits())
}

pub fn body_id(number: f64) -> BodyId {
    BodyId::from_bits(unpack(number))
}

pub fn collider_id(number: f64) -> ColliderId {
    ColliderId::from_bits(unpack(number))
}

pub fn joint_id(number: f64) -> JointId {
    JointId::from_bits(unpack(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_safe_integers() {
        for bits in [0, 7 << 32 | 9, 0xff_ffff << 32 | 0x1fff_fffe] {
            let number = pack(bits).unwrap();
            assert!(number > 0.0 && number < 9_007_199_254_740_992.0);
            assert_eq!(unpack(number), bits);
        }
        assert_eq!(pack(1 << 56), Err(Status::OutOfRange));
        assert_eq!(pack(0x1fff_ffff), Err(Status::OutOfRange));
        for number in [0.0, -1.0, f64::NAN, 5.0, 1e300] {
            assert_eq!(unpack(number), u64::MAX, "{number}");
        }
    }
}
