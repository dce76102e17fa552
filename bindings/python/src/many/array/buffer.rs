//! Arrays as they lie in memory. Of a piece a copy is read, as whoever writes to an array does so under Python's lock, which is not
//! held meanwhile.

#![allow(unsafe_code)]

use super::Numbers;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

pub fn numbers(object: &Bound<'_, PyAny>) -> Option<Numbers> {
    let buffer = PyUntypedBuffer::get(object).ok()?;
    let format = buffer.format().to_string_lossy().into_owned();
    Some(Numbers { shape: buffer.shape().to_vec(), format, size: buffer.item_size() })
}

/// Calls with as many numbers, or bytes of them, as there is room for a copy of. False where they do not lie row after row.
pub fn blocks<T: Copy>(
    object: &Bound<'_, PyAny>,
    copy: &mut [T],
    each: &mut (impl FnMut(&[T]) + Send),
) -> PyResult<bool>
where
    for<'a> &'a [T]: Send,
{
    let (py, buffer) = (object.py(), PyUntypedBuffer::get(object)?);
    if !buffer.is_c_contiguous() {
        return Ok(false);
    }
    let (first, most) = (buffer.buf_ptr().cast::<u8>(), copy.len());
    let count = buffer.len_bytes() / size_of::<T>();
    for start in (0..count).step_by(most) {
        let piece = &mut copy[..most.min(count - start)];
        // SAFETY: so many bytes are there, and the buffer holds them; any are a number. Nothing writes to the copy meanwhile.
        unsafe {
            let bytes = first.add(start * size_of::<T>());
            bytes.copy_to_nonoverlapping(piece.as_mut_ptr().cast(), size_of_val(piece));
        }
        let piece = &*piece;
        // For what takes no longer than that nobody has to wait.
        if count > most { py.detach(|| each(piece)) } else { each(piece) }
    }
    Ok(true)
}
