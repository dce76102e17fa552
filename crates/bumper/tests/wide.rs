//! Tests of what is done in registers as wide as the processor has, optimised: only then are they used. The same tests run without
//! them in `all`, against the same naive answers.
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
