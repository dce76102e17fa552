//! Saving and loading of simulations. Bytes are in the scratch buffer, eight in each word.

use super::{StoredSimulation, change, ids, keep, with};
use crate::scratch;
use crate::{Status, answer, answer_f64};
use engine::dynamics::Simulation;

/// Writes bytes, and returns their number.
fn write(bytes: Vec<u8>) -> u32 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        f64::from_bits(u64::from_le_bytes(word))
    });
    scratch::write(&words.collect::<Vec<_>>());
    bytes.len() as u32
}

/// Reads `count` bytes.
fn read(count: u32) -> Result<Vec<u8>, Status> {
    let count = count as usize;
    scratch::read(|words| {
        let words = words.list(count.div_ceil(8))?.iter();
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_bits().to_le_bytes()).collect();
        bytes.truncate(count);
        Ok(bytes)
    })
}

/// The value that the bytes hold, if nothing is left over.
fn decode<T: serde::de::DeserializeOwned>(count: u32) -> Result<T, Status> {
    let bytes = read(count)?;
    let (value, rest) = postcard::take_from_bytes(&bytes).map_err(|_| Status::NotSaved)?;
    if rest.is_empty() { Ok(value) } else { Err(Status::NotSaved) }
}

fn encode(value: &impl serde::Serialize) -> Result<u32, Status> {
    postcard::to_stdvec(value).map(write).map_err(|_| Status::OutOfRange)
}

/// A simulation whose ids all fit into safe integers.
fn load(count: u32) -> Result<StoredSimulation, Status> {
    let loaded = StoredSimulation::new(decode::<Simulation<f64>>(count)?);
    let fits = |id| {
        ids::body_number(id).is_ok() && loaded.of.colliders_of(id).all(|id| ids::collider_number(id).is_ok())
    };
    let are_ids_small = loaded.order.iter().all(|id| fits(*id))
        && loaded.of.joints().all(|(id, _)| ids::joint_number(id).is_ok());
    if are_ids_small { Ok(loaded) } else { Err(Status::NotSaved) }
}

/// Writes the whole simulation as bytes, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_save(handle: f64) -> i32 {
    answer(with(handle, |simulation| encode(&simulation.of)))
}

/// Creates a simulation from `count` bytes in the scratch buffer, and returns its handle.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_load(count: u32) -> f64 {
    answer_f64(load(count).and_then(keep))
}

/// Replaces a simulation by the one in `count` bytes in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_restore(handle: f64, count: u32) -> i32 {
    answer(change(handle, |simulation| {
        *simulation = load(count)?;
        Ok(0)
    }))
}

/// Writes the state of the bodies, contacts and joints as bytes, without shapes and settings. Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_save_state(handle: f64) -> i32 {
    answer(with(handle, |simulation| encode(&simulation.of.save())))
}

/// Restores the state in `count` bytes in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_restore_state(handle: f64, count: u32) -> i32 {
    answer(change(handle, |simulation| {
        let saved = decode(count)?;
        simulation.of.restore(&saved).map_err(|_| Status::NotSaved)?;
        Ok(0)
    }))
}

/// Writes the hash of the state of a simulation: its higher and its lower 32 bits.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_hash(handle: f64) -> i32 {
    answer(with(handle, |simulation| {
        let hash = simulation.of.state_hash();
        Ok(scratch::write(&[f64::from((hash >> 32) as u32), f64::from(hash as u32)]))
    }))
}
