//! Registers as wide as the processor has, where the build is for all of its kind.
//!
//! Loops over arrays are compiled a second time, for wider registers and for instructions on bits; which is run is decided for each
//! large call, and costs about a nanosecond. The answers are the same to the bit: operations stay what they are, only more of them
//! are done at once, and the compiler never joins a product and a sum into one rounding.

/// Runs something with the widest registers that there are, if the feature `simd` is on: on x86-64 those of AVX2. Elsewhere the
/// build already has them.
///
/// Only what is inlined into `work` is compiled for them, so it is a closure marked `#[inline(always)]`, so is what it calls, and it
/// goes through its work by `for`: the functions behind `map`, `any` and `for_each` stay functions.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs the first of two as [`wide`] does, where its registers are wider than those of the build and the instructions on bits come with
/// them, else the second.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide_or<T>(work: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    if multiversion::target::target_cfg_f!(target_feature = "avx2") { work() } else { narrow() }
}

/// Runs the second: there are none without the feature.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide_or<T>(_: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    narrow()
}

/// Runs something with the registers that the build is for.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}
