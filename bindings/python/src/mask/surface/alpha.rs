//! The alpha of pygame's surfaces, read where it lies, as pygame's own masks read it. A surface tells all that by its methods too, but
//! for small ones the calls take longer than to look at them.
//!
//! What is read are the first members of pygame's object, which its header `_pygame.h` has for other modules (`pgSurface_AsSurface`),
//! and of `SDL_Surface` and `SDL_PixelFormat`, which are the same in all of SDL 2. Of another SDL nothing is read.
#![allow(unsafe_code)]

use crate::mask::words;
use engine::MaskBuf;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyCapsule;
use std::ffi::{c_int, c_void};

#[repr(C)]
struct Object {
    head: ffi::PyObject,
    surface: *const Surface,
    owner: c_int,
    part_of: *const c_void,
}

#[repr(C)]
struct Surface {
    flags: u32,
    format: *const Format,
    size: [c_int; 2],
    pitch: c_int,
    pixels: *const u8,
}

/// The flag of surfaces whose pixels are packed, but while they are locked.
const PACKED: u32 = 2;

#[repr(C)]
struct Format {
    name: u32,
    palette: *const c_void,
    bits: u8,
    bytes: u8,
    padding: [u8; 2],
    masks: [u32; 4],
    losses: [u8; 4],
    shifts: [u8; 4],
}

type Pixel = [u8; 4];

type Call = unsafe extern "C" fn(*mut ffi::PyObject) -> c_int;

/// What pygame's modules hand to others: the class, and how a surface is locked and unlocked.
struct Known {
    class: *mut ffi::PyTypeObject,
    lock: Call,
    unlock: Call,
}

// SAFETY: the class stays where it is as long as the module does, which is never unloaded.
unsafe impl Send for Known {}
unsafe impl Sync for Known {}

impl Known {
    /// If there is pygame, with SDL 2. Imports it.
    fn find(py: Python<'_>) -> Option<Self> {
        let version = py.import("pygame.base").ok()?.call_method0("get_sdl_version").ok()?;
        if version.get_item(0).ok()?.extract::<u32>().ok()? != 2 {
            return None;
        }
        let table = |name| {
            Some(PyCapsule::import_pointer(py, name).ok()?.as_ptr().cast_const().cast::<*mut c_void>())
        };
        let (surfaces, locks) =
            (table(c"pygame.surface._PYGAME_C_API")?, table(c"pygame.surflock._PYGAME_C_API")?);
        // SAFETY: capsules of these names are those tables, whose entries have these types.
        unsafe {
            let call = |k| std::mem::transmute::<*mut c_void, Call>(*locks.add(k));
            Some(Self { class: (*surfaces).cast(), lock: call(2), unlock: call(3) })
        }
    }
}

/// The pixels whose alpha is more than a threshold; `None` where it is not a byte of four, and of what is no surface of pygame's.
/// Without Python's lock others might write to it meanwhile.
pub fn above(surface: &Bound<'_, PyAny>, threshold: u8) -> Option<MaskBuf> {
    static KNOWN: PyOnceLock<Option<Known>> = PyOnceLock::new();
    let (py, object) = (surface.py(), surface.as_ptr());
    let known = KNOWN.get_or_init(py, || Known::find(py)).as_ref()?;
    // SAFETY: an object of the class, or of one made of it, begins like this.
    let found = unsafe {
        if cfg!(Py_GIL_DISABLED) || ffi::PyObject_TypeCheck(object, known.class) == 0 {
            return None;
        }
        let Object { surface, part_of, .. } = &*object.cast::<Object>();
        if part_of.is_null() && surface.as_ref()?.flags & PACKED == 0 {
            return solid(surface.as_ref()?, threshold);
        }
        // A part of another, which may be packed. Then the pixels are elsewhere before and after.
        if (known.lock)(object) == 0 {
            None
        } else {
            let found = surface.as_ref().and_then(|surface| solid(surface, threshold));
            (known.unlock)(object);
            found
        }
    };
    // What went wrong with the lock. Whoever asks for the pixels otherwise will be told.
    PyErr::take(py);
    found
}

/// # Safety
///
/// It is a surface of SDL's, its pixels are not packed, and nobody writes to them.
unsafe fn solid(surface: &Surface, threshold: u8) -> Option<MaskBuf> {
    // SAFETY: it has a format.
    let format = unsafe { surface.format.as_ref()? };
    let shift = u32::from(format.shifts[3]);
    if format.bytes != 4 || shift > 24 || format.masks[3] != 255 << shift {
        return None;
    }
    let [width, height] = surface.size;
    let size = [u16::try_from(width).ok()?, u16::try_from(height).ok()?];
    if size.contains(&0) {
        return Some(MaskBuf::new(size));
    }
    let (width, pitch) = (usize::from(size[0]), usize::try_from(surface.pitch).ok()?);
    if surface.pixels.is_null() || pitch < width * size_of::<Pixel>() {
        return None;
    }
    // SAFETY: there are as many pixels, `pitch` bytes apart from row to row.
    let row = |y: usize| unsafe {
        std::slice::from_raw_parts(surface.pixels.add(y * pitch).cast::<Pixel>(), width)
    };
    let threshold = u32::from(threshold);
    Some(match shift {
        // As mostly, and a step less.
        24 => words::from_rows(size, row, |pixel| u32::from_ne_bytes(*pixel) >> 24 > threshold),
        _ => words::from_rows(size, row, |pixel| u32::from_ne_bytes(*pixel) >> shift & 255 > threshold),
    })
}
