//! The alpha of surfaces, read where it lies: a surface is asked twice for it, and five times for a copy of its bytes and what they
//! mean, which for small ones takes longer than to look at them.
#![allow(unsafe_code)]

use crate::mask::words;
use engine::MaskBuf;
use pyo3::buffer::PyBuffer;
use pyo3::intern;
use pyo3::prelude::*;

/// A pixel from its alpha on. Only that is looked at.
type Pixel = [u8; 4];

/// The pixels whose alpha is more than a threshold; `None` where it is not a byte of four, or may be written to meanwhile.
pub fn above(surface: &Bound<'_, PyAny>, threshold: u8) -> Option<MaskBuf> {
    if cfg!(Py_GIL_DISABLED) {
        return None;
    }
    let view = surface.call_method1(intern!(surface.py(), "get_view"), (intern!(surface.py(), "A"),)).ok()?;
    let alpha = PyBuffer::<u8>::get(&view).ok()?;
    let (&[width, height], &[4, pitch]) = (alpha.shape(), alpha.strides()) else { return None };
    let size = [u16::try_from(width).ok()?, u16::try_from(height).ok()?];
    let pitch = usize::try_from(pitch).ok().filter(|pitch| *pitch >= 4 * width)?;
    if size.contains(&0) {
        return Some(MaskBuf::new(size));
    }
    let first = alpha.buf_ptr().cast_const().cast::<u8>();
    // SAFETY: the buffer has these bytes, `pitch` apart from row to row and 4 from pixel to pixel, for as long as it lives, and
    // nobody else gets to write to them. Of its last row it has no more than the alpha of the last pixel.
    let last: Vec<Pixel> =
        (0..width).map(|x| [unsafe { *first.add((height - 1) * pitch + 4 * x) }; 4]).collect();
    let row = |y: usize| match y + 1 == height {
        true => &last[..],
        false => unsafe { std::slice::from_raw_parts(first.add(y * pitch).cast::<Pixel>(), width) },
    };
    let threshold = u32::from(threshold);
    // Of whole pixels the compiler takes several at a time.
    Some(words::from_rows(size, row, |pixel| u32::from_le_bytes(*pixel) & 255 > threshold))
}
