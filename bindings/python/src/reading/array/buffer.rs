//! Direct access to the memory of arrays. Each block is copied while the GIL is held, because other threads need the GIL to write to the
//! array. The copy is then processed without the GIL.

#![allow(unsafe_code)]

use super::Numbers;
use pyo3::buffer::PyUntypedBuffer;
use pyo3::prelude::*;

pub fn numbers(object: &Bound<'_, PyAny>) -> Option<Numbers> {
    let buffer = PyUntypedBuffer::get(object).ok()?;
    let format = buffer.format().to_string_lossy().into_owned();
    Some(Numbers { shape: buffer.shape().to_vec(), format, size: buffer.item_size() })
}

/// Calls `each` with blocks of the array. Each block is first copied to `copy`, whose elements are numbers or their bytes. Returns false if
/// the array is not C-contiguous.
pub fn blocks<T: Copy>(
    object: &Bound<'_, PyAny>,
    copy: &mut [T],
    each: &mut (impl FnMut(&[T]) + Send),
) -> PyResult<bool>
where
    for<'a> &'a [T]: Send,
{
    let py = object.py();
    let buffer = PyUntypedBuffer::get(object)?;
    if !buffer.is_c_contiguous() {
        return Ok(false);
    }
    let first = buffer.buf_ptr().cast::<u8>();
    let most = copy.len();
    let count = buffer.len_bytes() / size_of::<T>();
    for start in (0..count).step_by(most) {
        let piece = &mut copy[..most.min(count - start)];
        // SAFETY: the buffer keeps `len_bytes` bytes alive, every bit pattern is valid for `T`, and nothing else writes to `copy`.
        unsafe {
            let bytes = first.add(start * size_of::<T>());
            bytes.copy_to_nonoverlapping(piece.as_mut_ptr().cast(), size_of_val(piece));
        }
        let piece = &*piece;
        // A single block is processed so fast that releasing the GIL is not worth it.
        if count > most { py.detach(|| each(piece)) } else { each(piece) }
    }
    Ok(true)
}
