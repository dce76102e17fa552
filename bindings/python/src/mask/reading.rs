//! Reads arguments of mask methods: positions, offsets, sizes, and masks of this package or of pygame.

use super::{Mask, pygame_bits};
use crate::guarded::Read;
use crate::reading::{Numbers, whole};
use engine::MaskBuf;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::ops::Deref;

/// Two integers: a position, an offset or a size. Fractions are truncated, as in pygame, and numbers beyond 32 bits are clamped.
#[derive(Clone, Copy)]
pub struct Whole(pub [i32; 2]);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // The usual case is a tuple of integers.
        if let Ok(tuple) = object.cast_exact::<PyTuple>()
            && tuple.len() == 2
        {
            let mut items = tuple.iter_borrowed().map(|item| whole(&item));
            if let (Some(Some(x)), Some(Some(y))) = (items.next(), items.next()) {
                return Ok(Self([x, y]));
            }
        }
        let Numbers(place) = object.extract()?;
        if place.iter().any(|c| c.is_nan()) {
            return Err(PyValueError::new_err("a position is not a number"));
        }
        // The cast clamps numbers that are out of the range of `i32`.
        Ok(Self(place.map(|c| c as i32)))
    }
}

/// Checks that each side of a mask is from 0 to 65535 pixels long. `name` is the name of the argument for error messages.
pub fn size(Whole(size): Whole, name: &str) -> PyResult<[u16; 2]> {
    let most = u16::MAX;
    let fault = |_| {
        PyValueError::new_err(format!("{name}: ({}, {}) is not from 0 to {most} each way", size[0], size[1]))
    };
    Ok([u16::try_from(size[0]).map_err(fault)?, u16::try_from(size[1]).map_err(fault)?])
}

/// A mask of this package, or a copy of a pygame mask.
pub enum Given<'a, 'py> {
    Ours(Borrowed<'a, 'py, Mask>),
    Copied(MaskBuf),
}

/// A mask, borrowed for reading.
pub enum MaskRef<'a> {
    Ours(Read<'a, MaskBuf>),
    Copied(&'a MaskBuf),
}

impl Given<'_, '_> {
    /// Returns this mask or, if it is the object `mask` itself, a copy of it. The caller can then change `mask` while it reads the result.
    pub fn apart_from(self, mask: &Bound<'_, Mask>) -> PyResult<Self> {
        Ok(
            if let Self::Ours(own) = &self
                && own.is(mask)
            {
                Self::Copied(self.read()?.clone())
            } else {
                self
            },
        )
    }

    #[inline]
    pub fn read(&self) -> PyResult<MaskRef<'_>> {
        Ok(match self {
            Self::Ours(mask) => MaskRef::Ours(mask.get().read(mask.py())?),
            Self::Copied(mask) => MaskRef::Copied(mask),
        })
    }
}

impl Deref for MaskRef<'_> {
    type Target = MaskBuf;

    #[inline]
    fn deref(&self) -> &MaskBuf {
        match self {
            Self::Ours(mask) => mask,
            Self::Copied(mask) => mask,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<Mask>() {
            Ok(mask) => Ok(Self::Ours(mask)),
            Err(_) => match pygame_bits::with(&object, |mask| mask.to_buf()) {
                Some(mask) => Ok(Self::Copied(mask)),
                None => copied(&object).map(Self::Copied),
            },
        }
    }
}

/// Calls a function with the pixels of a mask of this package or of pygame. The pixels are not copied if that can be avoided. The function
/// must not run Python code, which could change the mask.
#[inline]
pub fn with_mask<R>(object: &Bound<'_, PyAny>, look: impl FnOnce(engine::Mask<'_>) -> R) -> PyResult<R> {
    if let Ok(mask) = object.cast::<Mask>() {
        return Ok(look(mask.get().read(object.py())?.as_mask()));
    }
    let mut look = Some(look);
    match pygame_bits::with(object, |mask| look.take().map(|look| look(mask))).flatten() {
        Some(found) => Ok(found),
        None => {
            let copy = copied(object)?;
            let look = look.ok_or_else(|| PyTypeError::new_err("a mask is needed"))?;
            Ok(look(copy.as_mask()))
        }
    }
}

/// Copies a pygame mask from its buffer. The buffer has stripes, which are columns of words, each from top to bottom. A word has 64 bits on
/// 64-bit Unix, and 32 bits elsewhere.
fn copied(object: &Bound<'_, PyAny>) -> PyResult<MaskBuf> {
    let fault = || PyTypeError::new_err("a mask is needed");
    let size: [u16; 2] = object.call_method0("get_size").map_err(|_| fault())?.extract()?;
    let view = object.py().get_type::<pyo3::types::PyMemoryView>().call1((object,)).map_err(|_| fault())?;
    if size.contains(&0) {
        // The buffer of a mask without columns has no valid length in pygame 2.5.6, so buffers of empty masks are not read.
        return Ok(MaskBuf::new(size));
    }
    let bytes = view.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let wide: usize = view.getattr("itemsize")?.extract()?;
    let columns = wide * 8;
    let height = usize::from(size[1]);
    if wide == 0 || bytes.len() < usize::from(size[0]).div_ceil(columns) * height * wide {
        return Err(fault());
    }
    Ok(MaskBuf::from_fn(size, |x, y| {
        let x = usize::from(x);
        let y = usize::from(y);
        let bit = x % columns;
        bytes[(x / columns * height + y) * wide + bit / 8] >> (bit % 8) & 1 == 1
    }))
}
