//! An interactive cartridge that shows the examples of the tutorials. The pad controls them, and the button A switches to the next example.
//!
//! Its only dependency is the library; `machine.rs` accesses the hardware through a few memory addresses.

#![no_std]
#![no_main]

mod cases;
mod machine;
mod measure;

use machine::{Log, hexadecimal, key, wait};

/// The entry point, called by `start.s`.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    machine::show();
    let log = Log::new();
    for (name, answer) in [
        ("whole ", answers::whole as fn() -> u32),
        ("floats ", answers::floats),
        ("jump ", answers::jump),
        ("pixels ", answers::pixels),
    ] {
        log.line(&[name.as_bytes(), &hexadecimal(answer())]);
    }
    measure::all(&log);
    log.line(&[b"done"]);
    let (mut case, mut pressed) = (0, true);
    let mut cases = cases::Cases::new();
    loop {
        wait();
        if key(machine::A) && !pressed {
            case = (case + 1) % 4;
            cases = cases::Cases::new();
            machine::clear();
        }
        pressed = key(machine::A);
        match case {
            0 => cases.shapes(),
            1 => cases.wall(),
            2 => cases.dots(),
            _ => cases.jump(),
        }
    }
}
