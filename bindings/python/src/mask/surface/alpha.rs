//! Direct access to the alpha channel of pygame surfaces, as in pygame's own masks. For small surfaces, the calls of Python methods take
//! longer than reading the pixels.
//!
//! This code reads the first members of pygame's surface object, which its header `_pygame.h` declares for other modules
//! (`pgSurface_AsSurface`). It also reads the first members of `SDL_Surface` and `SDL_PixelFormat`, which are the same in all of SDL 2.
//! With another version of SDL, nothing is read directly.
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

/// The flag of surfaces whose pixels are run-length encoded unless they are locked.
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

/// The parts of pygame's C API that are used here: the surface class, and the functions that lock and unlock a surface.
struct Known {
    class: *mut ffi::PyTypeObject,
    lock: Call,
    unlock: Call,
}

// SAFETY: the class lives as long as its module, which is never unloaded.
unsafe impl Send for Known {}
unsafe impl Sync for Known {}

impl Known {
    /// Imports pygame. Returns `None` if pygame is missing, or does not use SDL 2.
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
        // SAFETY: each of these two capsules of pygame contains a table of pointers. Entry 0 of the first table is the surface class;
        // entries 2 and 3 of the second are functions of the type `Call`.
        unsafe {
            let call = |k| std::mem::transmute::<*mut c_void, Call>(*locks.add(k));
            Some(Self { class: (*surfaces).cast(), lock: call(2), unlock: call(3) })
        }
    }
}

/// Returns a mask of the pixels whose alpha exceeds a threshold. Returns `None` if the object is not a pygame surface, if the alpha is not
/// one of the four bytes of a pixel, or in a Python without the GIL, where other threads might write to the surface.
pub fn above(surface: &Bound<'_, PyAny>, threshold: u8) -> Option<MaskBuf> {
    static KNOWN: PyOnceLock<Option<Known>> = PyOnceLock::new();
    let py = surface.py();
    let object = surface.as_ptr();
    let known = KNOWN.get_or_init(py, || Known::find(py)).as_ref()?;
    // SAFETY: objects of the class and of its subclasses begin with these members.
    let found = unsafe {
        if cfg!(Py_GIL_DISABLED) || ffi::PyObject_TypeCheck(object, known.class) == 0 {
            return None;
        }
        let Object { surface, part_of, .. } = &*object.cast::<Object>();
        if part_of.is_null() && surface.as_ref()?.flags & PACKED == 0 {
            return solid(surface.as_ref()?, threshold);
        }
        // A surface that is a part of another one, or that may be run-length encoded, must be locked first. The lock may move the pixels,
        // so `solid` reads their address after it.
        if (known.lock)(object) == 0 {
            None
        } else {
            let found = surface.as_ref().and_then(|surface| solid(surface, threshold));
            (known.unlock)(object);
            found
        }
    };
    // Ignore an error of the lock, because the slower path will report it.
    PyErr::take(py);
    found
}

/// # Safety
/// The surface must be valid, its pixels must not be run-length encoded, and no thread may write to them.
unsafe fn solid(surface: &Surface, threshold: u8) -> Option<MaskBuf> {
    // SAFETY: the format of a valid surface is null or valid.
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
    let width = usize::from(size[0]);
    let pitch = usize::try_from(surface.pitch).ok()?;
    if surface.pixels.is_null() || pitch < width * size_of::<Pixel>() {
        return None;
    }
    // SAFETY: each row has `width` pixels, and rows are `pitch` bytes apart.
    let row = |y: usize| unsafe {
        std::slice::from_raw_parts(surface.pixels.add(y * pitch).cast::<Pixel>(), width)
    };
    let threshold = u32::from(threshold);
    Some(match shift {
        // In the usual format, alpha is the highest byte, so no bits have to be masked out.
        24 => words::from_rows(size, row, |pixel| u32::from_ne_bytes(*pixel) >> 24 > threshold),
        _ => words::from_rows(size, row, |pixel| u32::from_ne_bytes(*pixel) >> shift & 255 > threshold),
    })
}
