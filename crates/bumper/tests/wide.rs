//! Tests of code that uses the widest vector registers of the processor. Only optimised builds use these registers. The test program `all`
//! runs the same tests without them, against the same naive reference.
#![cfg(feature = "simd")]

#[path = "all/batch.rs"]
mod batch;
#[path = "all/broad_phase.rs"]
mod broad_phase;
#[path = "all/masks.rs"]
mod masks;
#[expect(dead_code, reason = "part of it is for tests that are not here")]
#[path = "all/pixels.rs"]
mod pixels;
