//! Reads and creates pygame rects through the C functions that pygame exports. The Python API would be slower, because it would create a
//! list or a tuple for each rect. The functions are documented as the C API of `pygame.rect`. Their positions in the table that pygame
//! exports have been the same since pygame 2.
//!
//! A rect object contains its four numbers at an offset that is the same for all objects of its class. This offset is determined once for
//! each class; then the numbers are read directly.
//!
//! This module also works if pygame is not installed.

#![allow(unsafe_code)]

use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyCapsule;
use std::ffi::{c_int, c_void};

type Make = unsafe extern "C" fn(c_int, c_int, c_int, c_int) -> *mut ffi::PyObject;
/// The type of a function of pygame that returns the address of the four numbers of a rect. If the object is not a rect of pygame, but can
/// be read as one, the function writes the numbers to its second argument.
type Find<N> = unsafe extern "C" fn(*mut ffi::PyObject, *mut [N; 4]) -> *const [N; 4];

/// A rect class of pygame (not a subclass), and the offset in bytes of the four numbers in its objects.
#[derive(Clone, Copy)]
pub enum Known {
    Rect(usize),
    FRect(usize),
}

/// Imports pygame, and returns its table of C functions for rects. Returns `None` if there is no such table, or if the rect class in the
/// table is not `class`.
fn table(py: Python<'_>, class: &Bound<'_, PyAny>) -> Option<*const *mut c_void> {
    let table = PyCapsule::import_pointer(py, c"pygame.rect._PYGAME_C_API").ok()?.as_ptr();
    let table = table.cast_const().cast::<*mut c_void>();
    // SAFETY: a capsule with this name contains this table, and the first pointer of the table is the rect class.
    (unsafe { *table } == class.as_ptr().cast()).then_some(table)
}

/// Returns the offset of the four numbers in a rect object. It is the same for all objects of the object's class, but may be different for
/// subclasses.
///
/// # Safety
/// `entry` must be a function of the type `Find<N>`.
unsafe fn place<N: Copy + Default>(entry: *mut c_void, object: &Bound<'_, PyAny>) -> Option<usize> {
    let size: usize = object.get_type().getattr("__basicsize__").ok()?.extract().ok()?;
    let mut spare = [N::default(); 4];
    // SAFETY: the caller guarantees the type of the function, and the object is alive.
    let found = unsafe { std::mem::transmute::<*mut c_void, Find<N>>(entry)(object.as_ptr(), &mut spare) };
    let place = found.addr().checked_sub(object.as_ptr().addr())?;
    (place + size_of::<[N; 4]>() <= size).then_some(place)
}

impl Known {
    /// Returns the class and the layout of an object, if it is a rect of pygame. Returns `None` in a Python without the GIL, because other
    /// threads might change the rect while it is read.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        let py = object.py();
        let class = object.get_type();
        if cfg!(Py_GIL_DISABLED) || !class.module().ok()?.to_cow().ok()?.starts_with("pygame") {
            return None;
        }
        let types = py.import("pygame.rect").ok()?;
        let is = |name: &str| types.getattr(name).is_ok_and(|known| known.is(&class));
        let table = table(py, &types.getattr("Rect").ok()?)?;
        // SAFETY: these pointers of the table have these types. The pointers from index 5 on exist if pygame has the class `FRect`.
        unsafe {
            match (is("Rect"), is("FRect")) {
                (true, _) => place::<c_int>(*table.add(3), object).map(Self::Rect),
                (_, true) if *table.add(5) == class.as_ptr().cast() => {
                    place::<f32>(*table.add(8), object).map(Self::FRect)
                }
                _ => None,
            }
        }
    }

    /// The left edge, the top edge, the width and the height of a rect. The object must be of the class for which `self` was determined,
    /// not of a subclass.
    #[inline(always)]
    pub fn numbers<T>(
        self,
        object: &Bound<'_, PyAny>,
        whole: impl Fn(i32) -> T,
        float: impl Fn(f64) -> T,
    ) -> [T; 4] {
        // SAFETY: the caller guarantees the class, so the numbers are at this offset. The object is alive, and nothing changes it before
        // the numbers are copied.
        unsafe {
            match self {
                Self::Rect(place) => object.as_ptr().byte_add(place).cast::<[c_int; 4]>().read().map(whole),
                Self::FRect(place) => object
                    .as_ptr()
                    .byte_add(place)
                    .cast::<[f32; 4]>()
                    .read()
                    .map(|number| float(number.into())),
            }
        }
    }
}

/// The way to create pygame rects.
enum Maker {
    Pygame(Make),
    /// pygame's class `Rect` is called, because this pygame does not export the C function that creates rects.
    Class(Py<PyAny>),
    /// pygame is not installed, so no pygame rects are created.
    Missing,
}

impl Maker {
    fn known(py: Python<'_>) -> PyResult<Self> {
        let class = match py.import("pygame.rect") {
            Ok(rects) => rects.getattr("Rect")?,
            Err(error) if error.is_instance_of::<PyModuleNotFoundError>(py) => return Ok(Self::Missing),
            Err(error) => return Err(error),
        };
        Ok(match table(py, &class) {
            // SAFETY: entry 2 of the table is a function of the type `Make`.
            Some(table) => Self::Pygame(unsafe { std::mem::transmute::<*mut c_void, Make>(*table.add(2)) }),
            None => Self::Class(class.unbind()),
        })
    }
}

/// Creates a pygame rect. Returns `None` if pygame is not installed.
pub fn new_rect(py: Python<'_>, numbers: [u16; 4]) -> PyResult<Option<Bound<'_, PyAny>>> {
    static MAKER: PyOnceLock<Maker> = PyOnceLock::new();
    let [x, y, w, h] = numbers.map(c_int::from);
    match MAKER.get_or_try_init(py, || Maker::known(py))? {
        // SAFETY: the function returns a new object, or null after setting an error.
        Maker::Pygame(make) => unsafe { Bound::from_owned_ptr_or_err(py, make(x, y, w, h)) }.map(Some),
        Maker::Class(class) => class.bind(py).call1((x, y, w, h)).map(Some),
        Maker::Missing => Ok(None),
    }
}
