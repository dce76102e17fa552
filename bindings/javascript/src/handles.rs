//! Tables of objects that JavaScript holds by handle.

use crate::Status;
use std::cell::Cell;

/// The bits of a handle that are the index of the slot. The bits above them are the generation of the object in the slot. Together they
/// have 53 bits, so that a handle is a safe integer in JavaScript.
const INDEX_BITS: u32 = 24;
const MAX_GENERATION: u32 = (1 << (53 - INDEX_BITS)) - 1;

/// The distance between the first generations of a slot in two modules, one of which a page loads after a crash of the other. Handles of an
/// earlier module are stale, unless a slot had more objects than this.
const EPOCH: u32 = 1 << 16;

thread_local! {
    /// The generation with which slots begin.
    static FIRST_GENERATION: Cell<u32> = const { Cell::new(0) };
}

/// Sets the first generation of all slots from the number of modules that were loaded before, so that handles of their objects are stale.
#[unsafe(no_mangle)]
pub extern "C" fn start(epoch: u32) {
    FIRST_GENERATION.set(epoch % (MAX_GENERATION / EPOCH) * EPOCH);
}

/// A table of objects with handles. Each slot counts the objects that were in it, so that a stale handle is found out. A slot whose
/// count is exhausted is not used again.
#[derive(Debug)]
pub struct Slots<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    object: Object<T>,
}

#[derive(Debug)]
enum Object<T> {
    None,
    /// The object is lent to a call.
    Lent,
    Here(T),
}

impl<T> Slots<T> {
    /// Creates an empty table.
    pub const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }

    /// Adds an object, and returns its handle, which is never 0. [`Status::OutOfRange`] if there are 2²⁴ objects.
    pub fn insert(&mut self, object: T) -> Result<f64, Status> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() < 1 << INDEX_BITS => {
                self.slots.push(Slot { generation: FIRST_GENERATION.get(), object: Object::None });
                self.slots.len() as u32 - 1
            }
            None => return Err(Status::OutOfRange),
        };
        let slot = &mut self.slots[index as usize];
        slot.generation += 1;
        slot.object = Object::Here(object);
        Ok((u64::from(slot.generation) << INDEX_BITS | u64::from(index)) as f64)
    }

    /// The object with a handle.
    pub fn get(&self, handle: f64) -> Result<&T, Status> {
        let (index, generation) = parts(handle);
        match self.slots.get(index) {
            Some(Slot { generation: current, object }) if *current == generation => match object {
                Object::Here(object) => Ok(object),
                Object::Lent => Err(Status::Busy),
                Object::None => Err(Status::Gone),
            },
            _ => Err(Status::Gone),
        }
    }

    /// The object with a handle, to change it.
    pub fn get_mut(&mut self, handle: f64) -> Result<&mut T, Status> {
        match &mut self.slot(handle)?.object {
            Object::Here(object) => Ok(object),
            Object::Lent => Err(Status::Busy),
            Object::None => Err(Status::Gone),
        }
    }

    /// Removes the object with a handle. A lent object cannot be removed.
    pub fn remove(&mut self, handle: f64) -> Result<T, Status> {
        let object = self.take(handle, Object::None)?;
        if self.slot(handle)?.generation < MAX_GENERATION {
            self.free.push(parts(handle).0 as u32);
        }
        Ok(object)
    }

    /// Takes the object with a handle out of the table for the time of a call that calls back, until [`give_back`](Self::give_back). Until
    /// then, all other calls with this handle are refused with [`Status::Busy`].
    pub fn lend(&mut self, handle: f64) -> Result<T, Status> {
        self.take(handle, Object::Lent)
    }

    /// Puts an object back that was lent.
    pub fn give_back(&mut self, handle: f64, object: T) {
        if let Ok(slot) = self.slot(handle) {
            slot.object = Object::Here(object);
        }
    }

    fn slot(&mut self, handle: f64) -> Result<&mut Slot<T>, Status> {
        let (index, generation) = parts(handle);
        let slot = self.slots.get_mut(index).filter(|slot| slot.generation == generation);
        slot.ok_or(Status::Gone)
    }

    fn take(&mut self, handle: f64, next: Object<T>) -> Result<T, Status> {
        let slot = self.slot(handle)?;
        match std::mem::replace(&mut slot.object, next) {
            Object::Here(object) => Ok(object),
            Object::Lent => {
                slot.object = Object::Lent;
                Err(Status::Busy)
            }
            Object::None => {
                slot.object = Object::None;
                Err(Status::Gone)
            }
        }
    }
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// The index and the generation in a handle.
fn parts(handle: f64) -> (usize, u32) {
    let bits = handle as u64;
    ((bits & ((1 << INDEX_BITS) - 1)) as usize, (bits >> INDEX_BITS) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_handles_are_refused() {
        let mut slots = Slots::new();
        let first = slots.insert("first").unwrap();
        assert_eq!(slots.remove(first), Ok("first"));
        let second = slots.insert("second").unwrap();
        assert_eq!(parts(first).0, parts(second).0);
        assert_eq!((slots.get(first), slots.get(second)), (Err(Status::Gone), Ok(&"second")));
        assert_eq!(slots.remove(first), Err(Status::Gone));
        for handle in [0.0, -1.0, f64::NAN, f64::INFINITY, second + 1.0] {
            assert_eq!(slots.get(handle), Err(Status::Gone), "{handle}");
        }
    }

    #[test]
    fn lent_objects_are_busy() {
        let mut slots = Slots::new();
        let handle = slots.insert(7).unwrap();
        let object = slots.lend(handle).unwrap();
        assert_eq!(slots.get(handle), Err(Status::Busy));
        assert_eq!(slots.lend(handle), Err(Status::Busy));
        assert_eq!(slots.remove(handle), Err(Status::Busy));
        slots.give_back(handle, object + 1);
        assert_eq!(slots.get_mut(handle), Ok(&mut 8));
    }

    #[test]
    fn exhausted_slots_are_not_used_again() {
        let mut slots = Slots::new();
        let handle = slots.insert(1).unwrap();
        slots.remove(handle).unwrap();
        slots.slots[0].generation = MAX_GENERATION - 1;
        let last = slots.insert(2).unwrap();
        assert_eq!(last, ((u64::from(MAX_GENERATION)) << INDEX_BITS) as f64);
        assert!(last < 9_007_199_254_740_992.0);
        slots.remove(last).unwrap();
        assert_eq!(parts(slots.insert(3).unwrap()), (1, 1));
    }
}
