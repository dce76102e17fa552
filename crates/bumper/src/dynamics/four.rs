//! Four `f32` in one vector register. It uses only instructions that every machine of the target has, so there is no detection at run time.
//!
//! The compiler vectorizes loops over arrays. But in long computations between a gather from several bodies and a scatter to them, it
//! splits the vectors into single numbers, which makes the step much slower. Explicit vectors avoid that. The operations are the same, and
//! so are the bits.

use crate::scalar::{Holds, Real, Scalar};

pub(super) use ::wide::f32x4 as Four;

enum Array {}

impl Holds for Array {
    type Of<S: Scalar> = [S; 4];
}

/// Loads arrays into vector registers; `None` unless each array is four `f32`.
#[inline]
pub(super) fn fours<R: Real, const W: usize, const N: usize>(numbers: [&[R; W]; N]) -> Option<[Four; N]> {
    let mut all = [four(numbers[0])?; N];
    // A `while` loop without closures is always inlined.
    let mut k = 1;
    while k < N {
        all[k] = four(numbers[k])?;
        k += 1;
    }
    Some(all)
}

#[inline]
fn four<R: Real, const W: usize>(numbers: &[R; W]) -> Option<Four> {
    // Loads the whole array at once. Loading number by number, the compiler would keep them in separate registers.
    f32::same::<R, Array>(numbers[..].try_into().ok()?).map(|numbers| Four::from(*numbers))
}

/// Stores a vector register in an array.
#[inline]
pub(super) fn back<R: Real, const W: usize>(four: Four) -> [R; W] {
    let numbers = four.to_array();
    let whole = R::same::<f32, Array>(&numbers).and_then(|all| <&[R; W]>::try_from(&all[..]).ok());
    // The array is of four `f32`, because only such an array was loaded.
    whole.copied().unwrap_or([R::default(); W])
}

/// Selects per lane: the third if the first is above the second, otherwise the fourth, also for NaN.
#[inline]
pub(super) fn above([a, b, yes, no]: [Four; 4]) -> Four {
    a.simd_gt(b).bitselect(yes, no)
}

/// Selects per lane: the third if the first is at least the second, otherwise the fourth, also for NaN.
#[inline]
pub(super) fn at_least([a, b, yes, no]: [Four; 4]) -> Four {
    a.simd_ge(b).bitselect(yes, no)
}

/// The maximum per lane: the first number if it is above the second, otherwise the second, also for NaN. This is the definition of the
/// maximum instruction of x86. Other machines have a different one.
#[inline]
pub(super) fn larger([a, b]: [Four; 2]) -> Four {
    if cfg!(target_arch = "x86_64") { a.fast_max(b) } else { above([a, b, a, b]) }
}

/// The minimum per lane: the first number if it is below the second, otherwise the second, also for NaN.
#[inline]
pub(super) fn smaller([a, b]: [Four; 2]) -> Four {
    if cfg!(target_arch = "x86_64") { a.fast_min(b) } else { above([b, a, a, b]) }
}
