//! Tests of what is done in registers as wide as the processor has, optimised: only then are they used. The same tests run without
//! them in `all`, against the same naive answers.
#![cfg(feature = "simd")]

#[path = "all/batch.rs"]
mod batch;
#[path = "all/broad.rs"]
mod broad;
#[path = "all/masks.rs"]
mod masks;
// Part of it is for tests that are not here.
#[allow(dead_code)]
#[path = "all/pixels.rs"]
mod pixels;
