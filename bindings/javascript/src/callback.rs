//! Calls that call JavaScript in the middle, and the objects that are lent to them.

use crate::Status;
use crate::handles::Slots;
use std::cell::{Cell, RefCell};
use std::thread::LocalKey;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "bumper")]
unsafe extern "C" {
    /// Calls the function of JavaScript that belongs to the running call: see `calling` in `src/module.ts`. -1 if it has thrown an error.
    safe fn call_back(argument: f64) -> i32;
}

/// Outside of WebAssembly nobody can be called.
#[cfg(not(target_arch = "wasm32"))]
fn call_back(_argument: f64) -> i32 {
    -1
}

/// The callback of a call. After it has thrown an error, it is not called again.
#[derive(Debug, Default)]
pub struct Callback {
    has_thrown: Cell<bool>,
}

impl Callback {
    /// Calls JavaScript. `None` if the callback has thrown an error, now or before.
    pub fn call(&self, argument: f64) -> Option<u32> {
        if self.has_thrown.get() {
            return None;
        }
        let answer = u32::try_from(call_back(argument)).ok();
        self.has_thrown.set(answer.is_none());
        answer
    }

    /// Whether the callback has thrown an error, so that the call must not change anything.
    pub fn has_thrown(&self) -> bool {
        self.has_thrown.get()
    }
}

/// Calls `run` with the object with a handle, which is lent for this time: see [`Slots::lend`].
pub fn with_lent<T, R>(
    table: &'static LocalKey<RefCell<Slots<Box<T>>>>,
    handle: f64,
    run: impl FnOnce(&mut T) -> Result<R, Status>,
) -> Result<R, Status> {
    let mut object = table.with_borrow_mut(|table| table.lend(handle))?;
    let result = run(&mut object);
    table.with_borrow_mut(|table| table.give_back(handle, object));
    result
}
