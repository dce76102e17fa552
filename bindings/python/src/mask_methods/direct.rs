//! Mask methods that are so short that the overhead of PyO3 (counting nested calls and catching panics) would double their time. These
//! methods are plain C functions. They must not panic, because a panic would abort the process.

#![allow(unsafe_code)]

use crate::mask::Mask;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, METH_NOARGS, PyMethodDef, PyMethodDefPointer};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ptr::null_mut;

type Object = *mut ffi::PyObject;

/// # Safety
/// `mask` must be a mask, and the thread attached to Python. Both are true when Python calls a method of the class `Mask`.
#[inline(always)]
unsafe fn called(mask: Object, call: impl FnOnce(&Mask, Python<'_>) -> PyResult<Py<PyAny>>) -> Object {
    // SAFETY: the caller guarantees that the thread is attached, and that the object is a mask.
    let py = unsafe { Python::assume_attached() };
    let mask = unsafe { Bound::ref_from_ptr(py, &mask).cast_unchecked::<Mask>() };
    match call(mask.get(), py) {
        Ok(found) => found.into_ptr(),
        Err(error) => failed(error, py),
    }
}

#[cold]
fn failed(error: PyErr, py: Python<'_>) -> Object {
    error.restore(py);
    null_mut()
}

/// Defines methods of masks without arguments. Each has a name, a docstring and a function.
macro_rules! plain {
    ($($name:literal $text:literal $call:expr,)*) => {
        [$({
            unsafe extern "C" fn call(mask: Object, _none: Object) -> Object {
                // SAFETY: Python calls this as a method of a mask, in an attached thread.
                unsafe { called(mask, $call) }
            }
            PyMethodDef {
                ml_name: $name.as_ptr(),
                ml_meth: PyMethodDefPointer { PyCFunction: call },
                ml_flags: METH_NOARGS,
                ml_doc: $text.as_ptr(),
            }
        }),*]
    };
}

fn methods() -> [PyMethodDef; 7] {
    plain! {
        c"get_size" c"get_size($self)\n--\n\nThe width and the height, in pixels."
            |mask, py| <[u16; 2] as Into<(u16, u16)>>::into(mask.read(py)?.as_mask().size()).into_py_any(py),
        c"count" c"count($self)\n--\n\nThe number of solid pixels." |mask, py| mask.count(py)?.into_py_any(py),
        c"fill" c"fill($self)\n--\n\nMakes all pixels solid." |mask, py| mask.fill_all(py, true),
        c"clear" c"clear($self)\n--\n\nMakes all pixels empty." |mask, py| mask.fill_all(py, false),
        c"invert" c"invert($self)\n--\n\nMakes solid pixels empty, and empty ones solid."
            |mask, py| mask.0.write(py).map(|mut mask| mask.invert()).map(|()| py.None()),
        c"centroid" c"centroid($self)\n--\n\nThe pixel at the centroid of the solid pixels; (0, 0) if there are none."
            |mask, py| mask.centroid(py)?.into_py_any(py),
        c"angle" c"angle($self)\n--\n\nThe angle of the principal axis of the solid pixels, from -90 to 90 degrees, counterclockwise on a screen.\nUnlike pygame's, it is not rounded."
            |mask, py| mask.angle(py)?.into_py_any(py),
    }
}

/// Creates the rect of a mask, at the origin. Fails if there are positional arguments: only keyword arguments are accepted.
fn rect<'py>(mask: &Mask, py: Python<'py>, unnamed: ffi::Py_ssize_t) -> PyResult<Bound<'py, PyAny>> {
    if unnamed > 0 {
        return Err(PyTypeError::new_err("get_rect() takes only named arguments"));
    }
    let [w, h] = mask.read(py)?.as_mask().size();
    crate::rect::new_rect(py, [0, 0, w, h])
}

/// `get_rect` with the vectorcall protocol. `values` contains the positional arguments first, then the values of the keyword arguments.
#[cfg(any(Py_3_10, not(Py_LIMITED_API)))]
unsafe extern "C" fn get_rect(
    mask: Object,
    values: *const Object,
    unnamed: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    let made = |mask: &Mask, py: Python<'_>| {
        let rect = rect(mask, py, unnamed)?;
        // SAFETY: Python passes a tuple of names, or null, and one value for each name.
        if let Some(names) = unsafe { Bound::from_borrowed_ptr_or_opt(py, names) } {
            for (k, name) in
                unsafe { names.cast_unchecked::<pyo3::types::PyTuple>() }.iter_borrowed().enumerate()
            {
                let value = unsafe { Borrowed::from_ptr(py, *values.add(k)) };
                rect.setattr(name.cast::<PyString>()?, value)?;
            }
        }
        Ok(rect.unbind())
    };
    // SAFETY: Python calls this as a method of a mask, in an attached thread.
    unsafe { called(mask, made) }
}

/// `get_rect` with the arguments in a tuple and a dict, for the limited API of old Python versions.
#[cfg(not(any(Py_3_10, not(Py_LIMITED_API))))]
unsafe extern "C" fn get_rect(mask: Object, values: Object, named: Object) -> Object {
    let made = |mask: &Mask, py: Python<'_>| {
        // SAFETY: Python passes a tuple, and a dict or null.
        let rect = rect(mask, py, unsafe { ffi::PyTuple_Size(values) })?;
        if let Some(named) = unsafe { Bound::from_borrowed_ptr_or_opt(py, named) } {
            crate::rect::reading::attributes(&rect, unsafe { named.cast_unchecked() })?;
        }
        Ok(rect.unbind())
    };
    // SAFETY: Python calls this as a method of a mask, in an attached thread.
    unsafe { called(mask, made) }
}

/// Adds the methods of this file to the class `Mask`.
pub fn add(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Mask>();
    let get_rect = PyMethodDef {
        ml_name: c"get_rect".as_ptr(),
        #[cfg(any(Py_3_10, not(Py_LIMITED_API)))]
        ml_meth: PyMethodDefPointer { PyCFunctionFastWithKeywords: get_rect },
        #[cfg(any(Py_3_10, not(Py_LIMITED_API)))]
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        #[cfg(not(any(Py_3_10, not(Py_LIMITED_API))))]
        ml_meth: PyMethodDefPointer { PyCFunctionWithKeywords: get_rect },
        #[cfg(not(any(Py_3_10, not(Py_LIMITED_API))))]
        ml_flags: ffi::METH_VARARGS | ffi::METH_KEYWORDS,
        ml_doc: c"get_rect($self, **kwargs)\n--\n\nA rect of its size, at (0, 0) unless keyword arguments set attributes: a pygame.Rect, or a bumper.Rect if pygame is not installed.".as_ptr(),
    };
    // Leak the method definitions, because Python keeps pointers to them for the lifetime of the process.
    let all = Vec::from_iter(methods().into_iter().chain([get_rect])).leak();
    for method in all {
        // SAFETY: the method definitions are never freed, and the flags of each (`METH_VARARGS` and others) match the type of its function.
        let made =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMethod(class.as_type_ptr(), method))? };
        class.setattr(made.getattr("__name__")?.cast_into::<PyString>()?, made)?;
    }
    Ok(())
}
