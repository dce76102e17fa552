//! Saving and loading of simulations. Bytes are in the scratch buffer, eight in each word.

use super::{StoredSimulation, change, ids, keep, with};
use crate::scratch;
use crate::{Status, answer, answer_f64};
use engine::dynamics::{BodyId, Simulation};

/// Writes bytes, and returns their number.
fn write(bytes: &[u8]) -> u32 {
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

/// The value at the beginning of the bytes, and the rest of them.
fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<(T, &[u8]), Status> {
    postcard::take_from_bytes(bytes).map_err(|_| Status::NotSaved)
}

fn encode(value: &impl serde::Serialize) -> Result<Vec<u8>, Status> {
    postcard::to_stdvec(value).map_err(|_| Status::OutOfRange)
}

/// Reads a simulation of `count` bytes. The order of the bodies follows the simulation. If it is missing, as in a simulation that another
/// program has saved, it is that of the slots.
fn load(count: u32) -> Result<StoredSimulation, Status> {
    let bytes = read(count)?;
    let (of, rest) = decode::<Simulation<f64>>(&bytes)?;
    let slots: Vec<BodyId> = of.iter().map(|(id, _)| id).collect();
    let order = if rest.is_empty() {
        slots.clone()
    } else {
        let (order, rest) = decode::<Vec<BodyId>>(rest)?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !rest.is_empty() || sorted != slots {
            return Err(Status::NotSaved);
        }
        order
    };
    let fits = |id: &BodyId| {
        ids::body_number(*id).is_ok() && of.colliders_of(*id).all(|id| ids::collider_number(id).is_ok())
    };
    let are_ids_small = order.iter().all(fits) && of.joints().all(|(id, _)| ids::joint_number(id).is_ok());
    if are_ids_small { Ok(StoredSimulation { of, order, poses: Vec::new() }) } else { Err(Status::NotSaved) }
}

/// Writes the whole simulation as bytes, and returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_save(handle: f64) -> i32 {
    answer(with(handle, |simulation| {
        let mut bytes = encode(&simulation.of)?;
        bytes.extend(encode(&simulation.order)?);
        Ok(write(&bytes))
    }))
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
    answer(with(handle, |simulation| Ok(write(&encode(&simulation.of.save())?))))
}

/// Restores the state in `count` bytes in the scratch buffer.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_restore_state(handle: f64, count: u32) -> i32 {
    answer(change(handle, |simulation| {
        let bytes = read(count)?;
        let (saved, rest) = decode(&bytes)?;
        if !rest.is_empty() {
            return Err(Status::NotSaved);
        }
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
