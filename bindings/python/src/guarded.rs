//! A value that Python's lock guards, for objects that can be changed. PyO3's own classes of that kind take two atomic operations a
//! call and object, which is as long as all else that a short call does. Without such a lock, in a free-threaded Python, it has one
//! of its own. And numbers that are read and written all at once, of which nothing is lent.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
#[cfg(not(Py_GIL_DISABLED))]
pub use std::cell::Ref as Read;
#[cfg(not(Py_GIL_DISABLED))]
use std::cell::{RefCell as Cell, RefMut as Written};
#[cfg(Py_GIL_DISABLED)]
pub use std::sync::RwLockReadGuard as Read;
#[cfg(Py_GIL_DISABLED)]
use std::sync::{RwLock as Cell, RwLockWriteGuard as Written};

#[cfg(not(Py_GIL_DISABLED))]
use std::cell::Cell as Whole;
#[cfg(Py_GIL_DISABLED)]
use std::sync::Mutex as Whole;

pub struct Guarded<T>(Cell<T>);

/// Numbers that are copied in and out.
pub struct Kept<T>(Whole<T>);

// SAFETY: as below; and nothing of it is lent.
#[cfg(not(Py_GIL_DISABLED))]
#[allow(unsafe_code)]
unsafe impl<T: Copy + Send> Sync for Kept<T> {}

impl<T: Copy> Kept<T> {
    pub const fn new(value: T) -> Self {
        Self(Whole::new(value))
    }

    #[inline]
    pub fn get(&self, _attached: Python<'_>) -> T {
        #[cfg(not(Py_GIL_DISABLED))]
        return self.0.get();
        #[cfg(Py_GIL_DISABLED)]
        return *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    }

    #[inline]
    pub fn set(&self, _attached: Python<'_>, value: T) {
        #[cfg(not(Py_GIL_DISABLED))]
        self.0.set(value);
        #[cfg(Py_GIL_DISABLED)]
        return *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = value;
    }
}

// SAFETY: a `RefCell` may not be looked at by two threads at once, and is not: what looks at it, here and by the borrows that are given
// out, is attached to the interpreter for as long, which `Python<'a>` proves and which only one thread is at a time. A borrow that is
// kept while Python code runs, and with it perhaps another thread, stays counted; it is not `Send`, so it ends where it began. What
// is borrowed may then be read by two threads at once, for which `T` is `Sync`.
#[cfg(not(Py_GIL_DISABLED))]
#[allow(unsafe_code)]
unsafe impl<T: Send + Sync> Sync for Guarded<T> {}

#[cold]
fn refused(why: &'static str) -> PyErr {
    PyRuntimeError::new_err(why)
}

impl<T> Guarded<T> {
    pub const fn new(value: T) -> Self {
        Self(Cell::new(value))
    }

    /// To look at. An error where it is being changed, as in a call that Python code runs within.
    #[inline]
    pub fn read<'a>(&'a self, _attached: Python<'a>) -> PyResult<Read<'a, T>> {
        #[cfg(not(Py_GIL_DISABLED))]
        let found = self.0.try_borrow();
        #[cfg(Py_GIL_DISABLED)]
        let found = self.0.try_read();
        found.map_err(|_| refused("it is being changed"))
    }

    /// To change. An error where it is being looked at or changed.
    #[inline]
    pub fn write<'a>(&'a self, _attached: Python<'a>) -> PyResult<Written<'a, T>> {
        #[cfg(not(Py_GIL_DISABLED))]
        let found = self.0.try_borrow_mut();
        #[cfg(Py_GIL_DISABLED)]
        let found = self.0.try_write();
        found.map_err(|_| refused("it is being used"))
    }
}
