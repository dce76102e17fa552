//! The ids of items of worlds as numbers.

use crate::Status;
use engine::AsShape;
use engine::world::{Collider, ColliderError, Id, World};

/// The number of items that a world can have. The number of an id is a safe integer, because its slot has 21 bits and its generation 32.
pub const MAX_ITEMS: u64 = (1 << 21) - 1;

impl From<ColliderError> for Status {
    fn from(error: ColliderError) -> Self {
        match error {
            ColliderError::NotANumber => Status::NotFinite,
            ColliderError::Empty => Status::Empty,
            ColliderError::NotFound => Status::Gone,
            ColliderError::OutOfRange => Status::NotFinite,
            ColliderError::Full => Status::Full,
        }
    }
}

/// The number of an id, a safe integer that is never 0.
pub fn number(id: Id) -> f64 {
    whole_number(id) as f64
}

/// As [`number`].
pub fn whole_number(id: Id) -> u64 {
    id.to_bits() + 1
}

/// The id with a number.
pub fn id(number: f64) -> Id {
    Id::from_bits((number as u64).wrapping_sub(1))
}

/// Inserts an item, and returns the number of its id.
pub fn insert<const N: usize, T: AsShape<f64, N>>(
    items: &mut World<f64, N, T>,
    collider: Collider<T>,
) -> Result<f64, Status> {
    if items.len() as u64 >= MAX_ITEMS {
        return Err(Status::Full);
    }
    let id = items.insert(collider)?;
    if id.to_bits() >> 32 < MAX_ITEMS {
        return Ok(number(id));
    }
    items.remove(id);
    Err(Status::Full)
}
