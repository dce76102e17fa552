//! Rects of pygame's, read and made by the functions in C that it hands to other modules (its documents have them as the C API of
//! `pygame.rect`; their places in the table are the same since pygame 2): what else there is takes a list or a tuple for each.
//! Where a function finds the numbers of one rect, those of others of its type are read without it.
//! Nothing here needs pygame.

#![allow(unsafe_code)]

use crate::rect::Area;
use crate::rect::class::Rect;
use pyo3::exceptions::PyModuleNotFoundError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyCapsule;
use std::ffi::{c_int, c_void};

type Make = unsafe extern "C" fn(c_int, c_int, c_int, c_int) -> *mut ffi::PyObject;
/// Tells where the numbers of a rect are; of what is none it puts them where the second points to.
type Find<N> = unsafe extern "C" fn(*mut ffi::PyObject, *mut [N; 4]) -> *const [N; 4];

/// Rects of a type of pygame's, and of no other: where in the objects their numbers are, in bytes.
#[derive(Clone, Copy)]
pub enum Known {
    Rect(usize),
    FRect(usize),
}

/// The table of functions, if its entry for the type of rects is that. Imports pygame.
fn table(py: Python<'_>, class: &Bound<'_, PyAny>) -> Option<*const *mut c_void> {
    let table = PyCapsule::import_pointer(py, c"pygame.rect._PYGAME_C_API").ok()?.as_ptr();
    let table = table.cast_const().cast::<*mut c_void>();
    // SAFETY: a capsule of this name is that table, whose first entry is the type.
    (unsafe { *table } == class.as_ptr().cast()).then_some(table)
}

/// Where in an object pygame finds its numbers; it is the same place in all that are of this type and of none made of it.
///
/// # Safety
///
/// The entry of the table is such a function.
unsafe fn place<N: Copy + Default>(entry: *mut c_void, object: &Bound<'_, PyAny>) -> Option<usize> {
    let size: usize = object.get_type().getattr("__basicsize__").ok()?.extract().ok()?;
    let mut spare = [N::default(); 4];
    // SAFETY: by what is asked of the caller; the object is alive.
    let found = unsafe { std::mem::transmute::<*mut c_void, Find<N>>(entry)(object.as_ptr(), &mut spare) };
    let place = found.addr().checked_sub(object.as_ptr().addr())?;
    (place + size_of::<[N; 4]>() <= size).then_some(place)
}

impl Known {
    /// How objects of the type of one are read, if it is pygame's. Without Python's lock others might change a rect meanwhile.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        let (py, class) = (object.py(), object.get_type());
        if cfg!(Py_GIL_DISABLED) || !class.module().ok()?.to_cow().ok()?.starts_with("pygame") {
            return None;
        }
        let types = py.import("pygame.rect").ok()?;
        let is = |name: &str| types.getattr(name).is_ok_and(|known| known.is(&class));
        let table = table(py, &types.getattr("Rect").ok()?)?;
        // SAFETY: the entries have these types. That of `FRect` and those behind it are there where the type is.
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

    /// Its left and upper edge, its width and its height. The object must be of the type.
    #[inline(always)]
    pub fn numbers<T>(
        self,
        object: &Bound<'_, PyAny>,
        whole: impl Fn(i32) -> T,
        float: impl Fn(f64) -> T,
    ) -> [T; 4] {
        // SAFETY: there they are, in the object, which is alive, and nothing changes it before they are copied.
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

/// How rects are made.
enum Maker {
    Pygame(Make),
    /// Of pygame's type, where it has no such functions.
    Class(Py<PyAny>),
    Own,
}

impl Maker {
    fn known(py: Python<'_>) -> PyResult<Self> {
        let class = match py.import("pygame.rect") {
            Ok(rects) => rects.getattr("Rect")?,
            Err(error) if error.is_instance_of::<PyModuleNotFoundError>(py) => return Ok(Self::Own),
            Err(error) => return Err(error),
        };
        Ok(match table(py, &class) {
            // SAFETY: the entry has this type.
            Some(table) => Self::Pygame(unsafe { std::mem::transmute::<*mut c_void, Make>(*table.add(2)) }),
            None => Self::Class(class.unbind()),
        })
    }
}

/// A rect: pygame's, or ours where pygame is not.
pub fn rect(py: Python<'_>, numbers: [u16; 4]) -> PyResult<Bound<'_, PyAny>> {
    static MAKER: PyOnceLock<Maker> = PyOnceLock::new();
    let [x, y, w, h] = numbers.map(c_int::from);
    match MAKER.get_or_try_init(py, || Maker::known(py))? {
        // SAFETY: it makes an object, or tells what is wrong.
        Maker::Pygame(make) => unsafe { Bound::from_owned_ptr_or_err(py, make(x, y, w, h)) },
        Maker::Class(class) => class.bind(py).call1((x, y, w, h)),
        Maker::Own => Ok(Bound::new(py, Rect::of(Area::new([x, y, w, h])))?.into_any()),
    }
}
