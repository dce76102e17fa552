//! Bytes of saved objects in the scratch buffer, and hashes of them.

use crate::scratch::{self, Reader};
use crate::{Status, integer};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes the bytes of an object to the scratch buffer, and returns their number. The rest of the last word is zero.
pub fn save(object: &impl Serialize) -> Result<u32, Status> {
    let bytes = bytes(object)?;
    let words: Vec<f64> = bytes.chunks(8).map(word).collect();
    scratch::write(&words);
    Ok(bytes.len() as u32)
}

/// Reads an object from the first `count` bytes in the scratch buffer.
pub fn load<T: DeserializeOwned>(count: f64) -> Result<T, Status> {
    let count: usize = integer(count)?;
    let read = |words: &mut Reader<'_>| {
        let words = words.list(count.div_ceil(8))?;
        Ok(words.iter().flat_map(|word| word.to_le_bytes()).take(count).collect::<Vec<u8>>())
    };
    let bytes = scratch::read(read)?;
    let (object, rest) = postcard::take_from_bytes(&bytes).map_err(|_| Status::NotSaved)?;
    rest.is_empty().then_some(object).ok_or(Status::NotSaved)
}

/// Writes the hash of the bytes of an object to the scratch buffer, as two halves of 32 bits, the upper one first.
pub fn hash(object: &impl Serialize) -> Result<u32, Status> {
    let hash = fnv(&bytes(object)?);
    Ok(scratch::write(&[f64::from((hash >> 32) as u32), f64::from(hash as u32)]))
}

/// The hash FNV-1a with 64 bits.
pub fn fnv(bytes: &[u8]) -> u64 {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, add)
}

fn bytes(object: &impl Serialize) -> Result<Vec<u8>, Status> {
    postcard::to_stdvec(object).map_err(|_| Status::Malformed)
}

fn word(bytes: &[u8]) -> f64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    f64::from_le_bytes(all)
}
