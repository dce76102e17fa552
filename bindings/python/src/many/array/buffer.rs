//! Arrays as they lie in memory. Of a piece a copy is read, as whoever writes to an array does so under Python's lock, which is not
//! held meanwhile.

#![allow(unsafe_code)]

use super::{BLOCK, Numbers};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

pub fn numbers(object: &Bound<'_, PyAny>) -> Option<Numbers> {
    let buffer = PyUntypedBuffer::get(object).ok()?;
    let format = buffer.format().to_string_lossy().into_owned();
    Some(Numbers { shape: buffer.shape().to_vec(), format, size: buffer.item_size() })
}

/// False where they do not lie row after row.
pub fn pieces(object: &Bound<'_, PyAny>, of: usize, each: &mut (impl FnMut(&[u8]) + Send)) -> PyResult<bool> {
    let (py, buffer) = (object.py(), PyUntypedBuffer::get(object)?);
    let mut copy = [0; BLOCK * size_of::<u64>()];
    if !buffer.is_c_contiguous() || of > copy.len() {
        return Ok(false);
    }
    let (first, count) = (buffer.buf_ptr().cast::<u8>(), buffer.len_bytes());
    for start in (0..count).step_by(of) {
        let piece = &mut copy[..of.min(count - start)];
        // SAFETY: so many bytes are there, and the buffer holds them. Nothing writes to the copy meanwhile.
        unsafe { first.add(start).copy_to_nonoverlapping(piece.as_mut_ptr(), piece.len()) };
        // For what takes no longer than that nobody has to wait.
        if count > of { py.detach(|| each(piece)) } else { each(piece) }
    }
    Ok(true)
}
