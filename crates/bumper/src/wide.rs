//! Multiversioning: runs loops with the widest vector registers of the processor, chosen at run time.
//!
//! Loops over arrays are compiled a second time for wider registers and bit manipulation instructions. The choice is made for each large
//! call and costs about a nanosecond. The results are the same to the bit: the operations stay the same, and the compiler never fuses a
//! multiplication and an addition.

/// Runs a closure with the widest registers of the processor, if the feature `simd` is on: AVX2 on x86-64. On other architectures the build
/// already uses them.
///
/// Only code that is inlined into `work` is compiled for wider registers. So `work` is a closure marked `#[inline(always)]`, as are the
/// functions that it calls, and it loops with `for`: the functions behind `map`, `any` and `for_each` are not reliably inlined.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs the first closure like [`wide`] if the processor has wider registers than the build and bit manipulation instructions, else the
/// second one.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide_or<T>(work: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    if multiversion::target::target_cfg_f!(target_feature = "avx2") { work() } else { narrow() }
}

/// Runs the second closure: without the feature there are no wider registers.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide_or<T>(_: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    narrow()
}

/// Runs a closure with the registers of the build.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}
