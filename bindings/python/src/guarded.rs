//! A value that Python's lock guards, for objects that can be changed. PyO3's own classes of that kind take two atomic operations a
//! call and object, which is as long as all else that a short call does. Without such a lock, in a free-threaded Python, it has one
//! of its own. And numbers that are read and written all at once, of which nothing is lent.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::Cell as Counter;
#[cfg(not(Py_GIL_DISABLED))]
pub use std::cell::Ref as Read;
#[cfg(not(Py_GIL_DISABLED))]
use std::cell::{RefCell, RefMut};

use std::ops::{Deref, DerefMut};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult};
use std::time::Duration;

#[cfg(not(Py_GIL_DISABLED))]
use std::cell::Cell as Whole;
#[cfg(Py_GIL_DISABLED)]
use std::sync::Mutex as Whole;

/// Without Python's lock masks are locked as worlds are.
#[cfg(Py_GIL_DISABLED)]
pub use Shared as Guarded;
#[cfg(Py_GIL_DISABLED)]
pub type Read<'a, T> = Locked<RwLockReadGuard<'a, T>>;

#[cfg(not(Py_GIL_DISABLED))]
pub struct Guarded<T>(RefCell<T>);

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

const CHANGING: &str = "a call that has not returned yet is changing this object: read it afterwards";
const IN_USE: &str = "a call that has not returned yet is using this object. A callback may read it, but not change it: keep what is to \
    change in a list, and change it after the call";

#[cold]
fn refused(why: &'static str) -> PyErr {
    PyRuntimeError::new_err(why)
}

#[cfg(not(Py_GIL_DISABLED))]
impl<T> Guarded<T> {
    pub const fn new(value: T) -> Self {
        Self(RefCell::new(value))
    }

    /// Borrows the value to read it. An error while a call changes it.
    #[inline]
    pub fn read<'a>(&'a self, _attached: Python<'a>) -> PyResult<Read<'a, T>> {
        self.0.try_borrow().map_err(|_| refused(CHANGING))
    }

    /// Borrows the value to change it. An error while a call reads or changes it.
    #[inline]
    pub fn write<'a>(&'a self, _attached: Python<'a>) -> PyResult<RefMut<'a, T>> {
        self.0.try_borrow_mut().map_err(|_| refused(IN_USE))
    }
}

/// A value behind a lock that Python threads wait for and that callbacks may read: what worlds, movers and bodies consist of.
///
/// A thread that finds it locked waits without Python's own lock. A callback (or a finalizer) would wait for the very call that runs
/// it, so it gets an error that says what to do.
pub struct Shared<T>(RwLock<T>);

thread_local! {
    /// How many locks of this kind the thread holds: in a callback at least one.
    static HELD: Counter<usize> = const { Counter::new(0) };
}

/// A lock that is held, counted for its thread.
pub struct Locked<G> {
    guard: G,
    _count: Count,
}

struct Count;

impl Count {
    fn new() -> Self {
        HELD.set(HELD.get() + 1);
        Self
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        HELD.set(HELD.get() - 1);
    }
}

impl<G: Deref> Deref for Locked<G> {
    type Target = G::Target;

    #[inline]
    fn deref(&self) -> &G::Target {
        &self.guard
    }
}

impl<G: DerefMut> DerefMut for Locked<G> {
    #[inline]
    fn deref_mut(&mut self) -> &mut G::Target {
        &mut self.guard
    }
}

/// How long a thread sleeps before it tries again: shorter than most steps of a world.
const PAUSE: Duration = Duration::from_micros(50);

/// Returns the lock as soon as it is free. `own` is the number of locks that the call holds already.
#[inline]
fn locked<G>(
    py: Python<'_>,
    own: usize,
    refusal: &'static str,
    mut attempt: impl FnMut() -> TryLockResult<G>,
) -> PyResult<Locked<G>> {
    loop {
        match attempt() {
            Ok(guard) => return Ok(Locked { guard, _count: Count::new() }),
            // A panic has been reported as an exception; the value is as usable as after any other.
            Err(TryLockError::Poisoned(poisoned)) => {
                return Ok(Locked { guard: poisoned.into_inner(), _count: Count::new() });
            }
            Err(TryLockError::WouldBlock) if HELD.get() > own => return Err(refused(refusal)),
            Err(TryLockError::WouldBlock) => {
                py.check_signals()?;
                py.detach(|| std::thread::sleep(PAUSE));
            }
        }
    }
}

impl<T> Shared<T> {
    pub const fn new(value: T) -> Self {
        Self(RwLock::new(value))
    }

    /// Locks the value to read it.
    #[inline]
    pub fn read(&self, py: Python<'_>) -> PyResult<Locked<RwLockReadGuard<'_, T>>> {
        self.read_beside(py, 0)
    }

    /// Locks the value to change it.
    #[inline]
    pub fn write(&self, py: Python<'_>) -> PyResult<Locked<RwLockWriteGuard<'_, T>>> {
        self.write_beside(py, 0)
    }

    /// [`read`](Self::read) of a call that holds `own` other locks. All calls lock a world before a mover, so they cannot wait for
    /// each other in a circle.
    #[inline]
    pub fn read_beside(&self, py: Python<'_>, own: usize) -> PyResult<Locked<RwLockReadGuard<'_, T>>> {
        locked(py, own, CHANGING, || self.0.try_read())
    }

    /// [`write`](Self::write) of a call that holds `own` other locks.
    #[inline]
    pub fn write_beside(&self, py: Python<'_>, own: usize) -> PyResult<Locked<RwLockWriteGuard<'_, T>>> {
        locked(py, own, IN_USE, || self.0.try_write())
    }

    /// Runs a function on the value if nobody changes it: for the garbage collector, which cannot wait.
    pub fn peek<R>(&self, look: impl FnOnce(&T) -> R) -> Option<R> {
        self.0.try_read().ok().map(|value| look(&value))
    }

    /// Takes a part out of the value if nobody uses it: for the garbage collector.
    pub fn take<R>(&self, take: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.0.try_write().ok().map(|mut value| take(&mut value))
    }
}
