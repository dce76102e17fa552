//! Function multiversioning: a loop is compiled for narrow and for wide vector registers, and the version is chosen at run time.
//!
//! The second version uses wider registers and bit manipulation instructions. The choice is made once per call of [`wide()`] and costs
//! about a nanosecond. Both versions return the same bits: they perform the same operations, and the compiler never fuses a multiplication
//! and an addition.

/// Runs a closure. On x86-64 with the feature `simd`, the closure is compiled twice: for the target of the build, and for AVX2 and bit
/// manipulation instructions. The second version runs if the processor has these instructions. On other architectures there is only one
/// version, because their builds already use the widest registers.
///
/// Only code that is inlined into `work` is compiled for wider registers. So `work` is a closure marked `#[inline(always)]`, and so are the
/// functions that it calls. It loops with `for`, because the functions of the standard library behind `map`, `any` and `for_each` are not
/// always inlined.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Runs one of two closures that compute the same result in different ways. If the processor has AVX2 and bit manipulation instructions,
/// `work` runs, which is compiled for them. Otherwise `narrow` runs, which is faster without them.
#[cfg(feature = "simd")]
#[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub(crate) fn wide_or<T>(work: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    if multiversion::target::target_cfg_f!(target_feature = "avx2") { work() } else { narrow() }
}

/// Runs `narrow`. Used if the feature `simd` is off.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide_or<T>(_: impl FnOnce() -> T, narrow: impl FnOnce() -> T) -> T {
    narrow()
}

/// Runs `work` without multiversioning. Used if the feature `simd` is off.
#[cfg(not(feature = "simd"))]
#[inline(always)]
pub(crate) fn wide<T>(work: impl FnOnce() -> T) -> T {
    work()
}
