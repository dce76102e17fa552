//! Tests of the code that uses the widest vector registers of the processor, in optimised builds, because only these use them. In `all`,
//! the same tests run without such registers, against the same naive reference.
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
