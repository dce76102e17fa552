//! The hardware of the Game Boy Advance: a bitmap screen of 240 by 160 pixels, the pad, timers, and the debug log of an emulator.

use core::arch::global_asm;
use core::ptr::{read_volatile, write_volatile};

global_asm!(include_str!("start.s"));

pub const A: u16 = 1;
pub const B: u16 = 2;
pub const RIGHT: u16 = 16;
pub const LEFT: u16 = 32;
pub const UP: u16 = 64;
pub const DOWN: u16 = 128;

pub const WIDTH: i16 = 240;
pub const HEIGHT: i16 = 160;

const SCREEN: *mut u16 = 0x0600_0000 as _;
const CONTROL: *mut u16 = 0x0400_0000 as _;
const LINE: *const u16 = 0x0400_0006 as _;
const KEYS: *const u16 = 0x0400_0130 as _;
const TIMERS: *mut u16 = 0x0400_0100 as _;
const LOG_TEXT: *mut u8 = 0x04ff_f600 as _;
const LOG_SEND: *mut u16 = 0x04ff_f700 as _;
const LOG_ENABLE: *mut u16 = 0x04ff_f780 as _;

/// Selects the bitmap mode with one colour per pixel, and the fastest access to the cartridge's memory.
pub fn show() {
    unsafe {
        write_volatile(CONTROL, 0x403);
        write_volatile(0x0400_0204 as *mut u16, 0x4317);
    }
    clear();
}

pub fn clear() {
    fill(0, 0, WIDTH, HEIGHT, 0x1084);
}

/// Waits for the vertical blank.
pub fn wait() {
    unsafe {
        while read_volatile(LINE) >= 160 {}
        while read_volatile(LINE) < 160 {}
    }
}

/// Whether a key is down. The bit of a pressed key is zero.
pub fn key(key: u16) -> bool {
    unsafe { read_volatile(KEYS) & key == 0 }
}

/// The direction of the pad: -1, 0 or 1 for x and for y.
pub fn pad() -> [i16; 2] {
    [i16::from(key(RIGHT)) - i16::from(key(LEFT)), i16::from(key(DOWN)) - i16::from(key(UP))]
}

/// Fills a rectangle with a colour, clipped to the screen.
pub fn fill(x: i16, y: i16, width: i16, height: i16, colour: u16) {
    for j in y.max(0)..(y + height).min(HEIGHT) {
        for i in x.max(0)..(x + width).min(WIDTH) {
            unsafe { write_volatile(SCREEN.add(j as usize * 240 + i as usize), colour) };
        }
    }
}

/// Returns the number of CPU cycles that a call takes.
pub fn cycles(call: impl FnOnce()) -> u32 {
    unsafe {
        for timer in [0, 1] {
            write_volatile(TIMERS.add(timer * 2 + 1), 0);
            write_volatile(TIMERS.add(timer * 2), 0);
        }
        // The second timer counts the overflows of the first.
        write_volatile(TIMERS.add(3), 0x84);
        write_volatile(TIMERS.add(1), 0x80);
        call();
        write_volatile(TIMERS.add(1), 0);
        u32::from(read_volatile(TIMERS)) | u32::from(read_volatile(TIMERS.add(2))) << 16
    }
}

pub fn hexadecimal(number: u32) -> [u8; 8] {
    core::array::from_fn(|k| b"0123456789abcdef"[(number >> (28 - 4 * k) & 15) as usize])
}

/// The debug log of an emulator.
pub struct Log;

impl Log {
    pub fn new() -> Self {
        unsafe { write_volatile(LOG_ENABLE, 0xc0de) };
        Self
    }

    pub fn line(&self, parts: &[&[u8]]) {
        let mut at = 0;
        unsafe {
            for byte in parts.iter().flat_map(|part| part.iter()) {
                write_volatile(LOG_TEXT.add(at), *byte);
                at += 1;
            }
            write_volatile(LOG_TEXT.add(at), 0);
            write_volatile(LOG_SEND, 0x103);
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    Log::new().line(&[b"panicked"]);
    loop {}
}
