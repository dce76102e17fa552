//! Operations on four `f32` in one vector register. They use only instructions that every machine of the compilation target has, so no
//! detection at run time is needed.
//!
//! The compiler vectorizes simple loops over arrays by itself. But a solver function gathers the data of several bodies, computes for a
//! long time, and scatters the results. In such a function, the compiler splits the vectors into single numbers, which makes the step much
//! slower. Explicit vectors avoid that. The operations are the same as for single numbers, and so are the bits of the results.

use crate::scalar::{Holds, Real, Scalar};

pub(super) use ::wide::f32x4 as F32x4;

/// Stands for the array type `[S; 4]`, where `S` is any scalar. It is the type argument of conversions by the trait [`Holds`], which view
/// an array of a generic scalar as an array of `f32` if that scalar is `f32`.
enum Array {}

impl Holds for Array {
    type Of<S: Scalar> = [S; 4];
}

/// Loads each array into a vector register. `None` unless each array consists of four `f32`.
#[inline]
pub(super) fn load<R: Real, const W: usize, const N: usize>(numbers: [&[R; W]; N]) -> Option<[F32x4; N]> {
    let mut vectors = [load_one(numbers[0])?; N];
    // A `while` loop instead of an iterator with closures, because the compiler always inlines it.
    let mut k = 1;
    while k < N {
        vectors[k] = load_one(numbers[k])?;
        k += 1;
    }
    Some(vectors)
}

/// Loads one array into a vector register; see [`load`].
#[inline]
fn load_one<R: Real, const W: usize>(numbers: &[R; W]) -> Option<F32x4> {
    // The whole array is loaded by one conversion. If it were loaded number by number, the compiler would keep the numbers in separate
    // registers.
    f32::same::<R, Array>(numbers[..].try_into().ok()?).map(|numbers| F32x4::from(*numbers))
}

/// Converts a vector register to an array of four `f32`. Callers must use only array types that [`load`] accepts; for any other type the
/// result is zeros.
#[inline]
pub(super) fn store<R: Real, const W: usize>(vector: F32x4) -> [R; W] {
    let numbers = vector.to_array();
    let stored = R::same::<f32, Array>(&numbers).and_then(|all| <&[R; W]>::try_from(&all[..]).ok());
    stored.copied().unwrap_or([R::ZERO; W])
}

/// Selects per lane: `yes` if a > b, otherwise `no`. If a or b is NaN, selects `no`.
#[inline]
pub(super) fn select_greater([a, b, yes, no]: [F32x4; 4]) -> F32x4 {
    a.simd_gt(b).bitselect(yes, no)
}

/// Selects per lane: `yes` if a ≥ b, otherwise `no`. If a or b is NaN, selects `no`.
#[inline]
pub(super) fn select_greater_equal([a, b, yes, no]: [F32x4; 4]) -> F32x4 {
    a.simd_ge(b).bitselect(yes, no)
}

/// The maximum per lane: a if a > b, otherwise b. If a or b is NaN, the result is b. The maximum instruction of x86 is defined in this way;
/// the instructions of other machines differ.
#[inline]
pub(super) fn max([a, b]: [F32x4; 2]) -> F32x4 {
    if cfg!(target_arch = "x86_64") { a.fast_max(b) } else { select_greater([a, b, a, b]) }
}

/// The minimum per lane: a if a < b, otherwise b. If a or b is NaN, the result is b.
#[inline]
pub(super) fn min([a, b]: [F32x4; 2]) -> F32x4 {
    if cfg!(target_arch = "x86_64") { a.fast_min(b) } else { select_greater([b, a, a, b]) }
}
