//! Reading of integers.

#![allow(unsafe_code)]

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyInt;

/// Reads an integer that fits into 32 bits; `None` for all other objects. Runs no Python code.
#[inline]
pub fn whole(object: &Bound<'_, PyAny>) -> Option<i32> {
    let number = object.cast_exact::<PyInt>().ok()?;
    let mut overflow = 0;
    // SAFETY: the object is a valid `int`, as `PyLong_AsLongAndOverflow` requires.
    let number = unsafe { ffi::PyLong_AsLongAndOverflow(number.as_ptr(), &mut overflow) };
    if overflow == 0 { number.try_into().ok() } else { None }
}
