//! Iterates over lists, tuples and dicts with borrowed items, because reference counting would take as long as reading a rect. Requires the
//! GIL, because other threads might change the collections. Not available in the limited API, which does not expose the items.

#![allow(unsafe_code)]

use pyo3::exceptions::PyRuntimeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// The items of a list or a tuple.
pub enum Items<'a, 'py> {
    List(&'a Bound<'py, PyList>),
    Tuple(&'a Bound<'py, PyTuple>),
}

impl<'a, 'py> Items<'a, 'py> {
    pub fn of(list: &'a Bound<'py, PyAny>) -> Option<Self> {
        match list.cast_exact::<PyList>() {
            Ok(list) => Some(Self::List(list)),
            Err(_) => list.cast_exact::<PyTuple>().ok().map(Self::Tuple),
        }
    }

    /// Returns the first item at or after the index `from` for which `skipped` returns false, together with its index. `skipped` gets a
    /// borrowed item, without its own reference. It must not run Python code, which could remove the item from the list.
    #[cfg(not(any(Py_LIMITED_API, Py_GIL_DISABLED)))]
    #[inline(always)]
    pub fn next(
        &self,
        from: usize,
        mut skipped: impl FnMut(&Bound<'py, PyAny>) -> bool,
    ) -> Option<(usize, Bound<'py, PyAny>)> {
        // SAFETY: the list or tuple has this number of items. They do not change, because no Python code runs while they are read.
        let (py, items) = unsafe {
            let (py, first, count) = match self {
                Self::List(list) => {
                    (list.py(), (*list.as_ptr().cast::<ffi::PyListObject>()).ob_item.cast_const(), list.len())
                }
                Self::Tuple(tuple) => {
                    let first = &raw const (*tuple.as_ptr().cast::<ffi::PyTupleObject>()).ob_item;
                    (tuple.py(), first.cast(), tuple.len())
                }
            };
            (py, if count == 0 { &[] } else { std::slice::from_raw_parts(first, count) })
        };
        let rest = items.get(from..)?;
        // SAFETY: the items are valid objects, which the list owns, and no Python code runs that could change it.
        let lent = |&item: &*mut ffi::PyObject| unsafe { Borrowed::from_ptr(py, item) };
        let k = rest.iter().position(|item| !skipped(&lent(item)))?;
        Some((from + k, lent(&rest[k]).to_owned()))
    }

    #[cfg(any(Py_LIMITED_API, Py_GIL_DISABLED))]
    pub fn next(
        &self,
        from: usize,
        mut skipped: impl FnMut(&Bound<'py, PyAny>) -> bool,
    ) -> Option<(usize, Bound<'py, PyAny>)> {
        let mut k = from;
        loop {
            let item = match self {
                Self::List(list) if k < list.len() => list.get_item(k).ok()?,
                Self::Tuple(tuple) if k < tuple.len() => tuple.get_item(k).ok()?,
                _ => return None,
            };
            if !skipped(&item) {
                return Some((k, item));
            }
            k += 1;
        }
    }
}

/// A key of a dict and its value.
pub type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The entries of a dict.
pub struct Entries<'a, 'py> {
    dict: &'a Bound<'py, PyDict>,
    count: usize,
    place: ffi::Py_ssize_t,
}

impl<'a, 'py> Entries<'a, 'py> {
    pub fn of(dict: &'a Bound<'py, PyDict>) -> Self {
        Self { dict, count: dict.len(), place: 0 }
    }

    /// Returns the next entry for which `skipped` returns false, or `None` at the end. `skipped` gets a borrowed key and value, and must
    /// not run Python code, which could remove them from the dict. Returns an error if entries have been added or removed since the
    /// iteration began.
    #[inline(always)]
    pub fn next(
        &mut self,
        mut skipped: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> bool,
    ) -> PyResult<Option<Entry<'py>>> {
        if self.dict.len() != self.count {
            return Err(PyRuntimeError::new_err("rect_dict: it was changed during the iteration"));
        }
        let py = self.dict.py();
        let dict = self.dict.as_ptr();
        let mut key = std::ptr::null_mut();
        let mut value = std::ptr::null_mut();
        let mut look = || {
            // SAFETY: the object is a dict, which owns the borrowed entries until it changes.
            while unsafe { ffi::PyDict_Next(dict, &mut self.place, &mut key, &mut value) } != 0 {
                let (key, value) = unsafe { (Borrowed::from_ptr(py, key), Borrowed::from_ptr(py, value)) };
                if !skipped(&key, &value) {
                    return Some((key.to_owned(), value.to_owned()));
                }
            }
            None
        };
        #[cfg(not(Py_GIL_DISABLED))]
        return Ok(look());
        #[cfg(Py_GIL_DISABLED)]
        Ok(pyo3::sync::critical_section::with_critical_section(self.dict, look))
    }
}
