//! Locks for the contents of Python objects that can be changed.
//!
//! [`Shared`] is a lock: a thread that finds it locked waits. [`Guarded`] is a cell without a lock. This is safe because only the thread
//! that holds the GIL accesses the cell. Classes use it instead of PyO3's own borrow checking of mutable classes: that needs two atomic
//! operations per call and object, which take as long as the rest of a short call. In a free-threaded Python (without the GIL), `Guarded`
//! is [`Shared`]. [`Slot`] is for small values, which are only copied in and out.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::Cell as Counter;
#[cfg(not(Py_GIL_DISABLED))]
pub use std::cell::Ref as Read;
#[cfg(not(Py_GIL_DISABLED))]
use std::cell::{RefCell, RefMut};

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError, TryLockResult};
use std::time::Duration;

#[cfg(Py_GIL_DISABLED)]
use Mutex as Whole;
#[cfg(not(Py_GIL_DISABLED))]
use std::cell::Cell as Whole;

/// In a Python without the GIL, the values of `Guarded` need a lock, too.
#[cfg(Py_GIL_DISABLED)]
pub use Shared as Guarded;
#[cfg(Py_GIL_DISABLED)]
pub type Read<'a, T> = Locked<RwLockReadGuard<'a, T>>;

#[cfg(not(Py_GIL_DISABLED))]
pub struct Guarded<T>(RefCell<T>);

/// A small value that is only copied in and out. So there are no references to it, and no borrows have to be counted.
pub struct Slot<T>(Whole<T>);

// SAFETY: as for `Guarded` below, all accesses are made with the GIL. There are never references to the value, only copies.
#[cfg(not(Py_GIL_DISABLED))]
#[allow(unsafe_code)]
unsafe impl<T: Copy + Send> Sync for Slot<T> {}

impl<T: Copy> Slot<T> {
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

// SAFETY: a `RefCell` counts its borrows without synchronization, so two threads must not begin or end borrows at the same time. They do
// not: each borrow begins and ends in a thread that is attached to the interpreter, which `Python<'a>` proves, and with the GIL only one
// thread is attached at a time. A borrow is not `Send`, so it ends in the thread in which it began. While the value is borrowed, other
// Python code may run, perhaps in another thread. During a borrow for writing, the count refuses it any access; during a borrow for
// reading, any change. So two threads access the value at the same time only to read it, which is allowed because `T` is `Sync`.
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

    /// Borrows the value for reading. Fails while a call changes it.
    #[inline]
    pub fn read<'a>(&'a self, _attached: Python<'a>) -> PyResult<Read<'a, T>> {
        self.0.try_borrow().map_err(|_| refused(CHANGING))
    }

    /// Borrows the value for changing it. Fails while a call reads or changes it.
    #[inline]
    pub fn write<'a>(&'a self, _attached: Python<'a>) -> PyResult<RefMut<'a, T>> {
        self.0.try_borrow_mut().map_err(|_| refused(IN_USE))
    }
}

/// A value with a lock, for the contents of worlds, movers and simulations. Python threads wait for the lock; callbacks do not wait, but
/// may read the value.
///
/// A thread that finds the value locked waits with the GIL released. A callback (or a `__del__` method) must not wait, because it would
/// wait for the call that runs it. It gets an exception that says what to do instead.
///
/// A call that changes the value takes two locks: first a lock called the turn, then the lock of the value. In between, it can read the
/// value and let callbacks read it. No other call changes the value in the meantime, because that call would need the turn; see [`Intent`].
pub struct Shared<T> {
    value: RwLock<T>,
    turn: Mutex<()>,
}

thread_local! {
    /// The number of locks that the current thread holds. If it holds more locks than the running call has taken itself, the call was made
    /// by a callback of another call, and must not wait for a lock.
    static HELD: Counter<usize> = const { Counter::new(0) };
}

/// The lock of a value for changing it, and the turn: the lock that a call takes before it changes the value.
pub struct Writing<'a, T> {
    // Fields are dropped in this order, so the value is unlocked before the turn.
    value: Locked<RwLockWriteGuard<'a, T>>,
    _turn: Locked<MutexGuard<'a, ()>>,
}

impl<T> Deref for Writing<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Writing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// Access to a value that a call reads now and changes later. It holds the turn (the lock for changes), so other calls can read the value
/// in between, but not change it.
pub struct Intent<'a, T> {
    of: &'a Shared<T>,
    // Fields are dropped in this order, so the value is unlocked before the turn.
    value: Locked<RwLockReadGuard<'a, T>>,
    turn: Locked<MutexGuard<'a, ()>>,
}

impl<'a, T> Intent<'a, T> {
    /// Gives up the read access and locks the value for changing it. `own` is the number of other locks that the call holds.
    pub fn write(self, py: Python<'_>, own: usize) -> PyResult<Writing<'a, T>> {
        let Self { of, value, turn } = self;
        drop(value);
        of.write_in_turn(py, own, turn)
    }
}

impl<T> Deref for Intent<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.value
    }
}

/// A lock guard, which is counted in `HELD` as long as it exists.
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

/// The time for which a thread sleeps before it tries again to get a lock. A typical update of a world takes longer, so the sleep hardly
/// extends the wait for it.
const PAUSE: Duration = Duration::from_micros(50);

/// Waits until `attempt` gets a lock, and returns the lock. `own` is the number of locks that the call itself already holds. If the thread
/// holds more than that, the call was made by a callback of another call and must not wait. Then it gets an exception with the text
/// `refusal` if the lock is not free.
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
            // Another call panicked while it held the lock. The panic has been reported as an exception, and the value can still be used.
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
        Self { value: RwLock::new(value), turn: Mutex::new(()) }
    }

    /// Locks the value for reading.
    #[inline]
    pub fn read(&self, py: Python<'_>) -> PyResult<Locked<RwLockReadGuard<'_, T>>> {
        self.read_with_locks(py, 0)
    }

    /// Locks the value for changing it.
    #[inline]
    pub fn write(&self, py: Python<'_>) -> PyResult<Writing<'_, T>> {
        self.write_with_locks(py, 0)
    }

    /// Locks the value for reading, in a call that holds `own` other locks. Calls that need a world and a mover always lock the world
    /// first, so that two calls never wait for each other.
    #[inline]
    pub fn read_with_locks(&self, py: Python<'_>, own: usize) -> PyResult<Locked<RwLockReadGuard<'_, T>>> {
        locked(py, own, CHANGING, || self.value.try_read())
    }

    /// Locks the value for changing it, in a call that holds `own` other locks.
    #[inline]
    pub fn write_with_locks(&self, py: Python<'_>, own: usize) -> PyResult<Writing<'_, T>> {
        let turn = locked(py, own, IN_USE, || self.turn.try_lock())?;
        self.write_in_turn(py, own, turn)
    }

    fn write_in_turn<'a>(
        &'a self,
        py: Python<'_>,
        own: usize,
        turn: Locked<MutexGuard<'a, ()>>,
    ) -> PyResult<Writing<'a, T>> {
        // Besides the `own` other locks, the call now holds the turn.
        Ok(Writing { value: locked(py, own + 1, IN_USE, || self.value.try_write())?, _turn: turn })
    }

    /// Locks several values for changing them, in a call that holds `own` other locks, and returns the locks in the order of the list. The
    /// values must be different objects. They are locked in the order of their addresses. All calls use this order, so two calls never wait
    /// for each other.
    pub fn write_all<'a>(all: &[&'a Self], py: Python<'_>, own: usize) -> PyResult<Vec<Writing<'a, T>>> {
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_unstable_by_key(|&index| std::ptr::from_ref(all[index]));
        let mut locked = Vec::with_capacity(all.len());
        for index in order {
            // Each value has two locks: the turn and the value itself.
            locked.push((index, all[index].write_with_locks(py, own + 2 * locked.len())?));
        }
        locked.sort_unstable_by_key(|(index, _)| *index);
        Ok(locked.into_iter().map(|(_, locked)| locked).collect())
    }

    /// Locks the value for reading, and takes its turn for changing it later, in a call that holds `own` other locks.
    pub fn intend(&self, py: Python<'_>, own: usize) -> PyResult<Intent<'_, T>> {
        let turn = locked(py, own, IN_USE, || self.turn.try_lock())?;
        Ok(Intent { of: self, value: locked(py, own + 1, CHANGING, || self.value.try_read())?, turn })
    }

    /// Calls a function with the value, or returns `None` at once if another call is changing the value. The garbage collector uses this,
    /// because it must not wait.
    pub fn peek<R>(&self, look: impl FnOnce(&T) -> R) -> Option<R> {
        self.value.try_read().ok().map(|value| look(&value))
    }

    /// Calls a function that takes something out of the value, for example the user data, to break reference cycles. Returns `None` at once
    /// if another call is using the value. The garbage collector uses this, because it must not wait.
    pub fn take<R>(&self, take: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.value.try_write().ok().map(|mut value| take(&mut value))
    }
}
