//! Calls of functions of JavaScript in the middle of a call of the module.

/// What a callback is about. The list is repeated in `src/loader.ts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Callback {
    /// Whether a contact of a simulation is solved. Its words are in the scratch buffer: see `simulation/events.rs`.
    Contact = 0,
    /// Whether a query considers a collider. The number is its id.
    Collider = 1,
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "bumper")]
unsafe extern "C" {
    safe fn call_back(kind: i32, number: f64) -> i32;
}

/// Outside of WebAssembly there is no JavaScript to call.
#[cfg(not(target_arch = "wasm32"))]
fn call_back(_kind: i32, _number: f64) -> i32 {
    1
}

/// Calls the function that JavaScript has set for the current call. It returns yes or no.
pub fn ask(callback: Callback, number: f64) -> bool {
    call_back(callback as i32, number) != 0
}
