//! Operations on four `f32` in one vector register. They use only instructions that every machine of the compilation target has, so no
//! detection at run time is needed.
//!
//! The compiler vectorizes loops over arrays. But in a long computation that gathers the data of several bodies and scatters the results
//! back to them, it splits the vectors into single numbers, which makes the step much slower. Explicit vectors avoid that. The operations
//! are the same as for single numbers, and so are the bits of the results.

use crate::scalar::{Holds, Real, Scalar};

pub(super) use ::wide::f32x4 as F32x4;

/// Represents the array type `[S; 4]` for any scalar `S`. A conversion by the trait [`Holds`] views an array of a generic scalar as an
/// array of `f32`; it names the array type by a type without parameters.
enum Array {}

impl Holds for Array {
    type Of<S: Scalar> = [S; 4];
}

/// Loads each array into a vector register. `None` unless each array consists of four `f32`.
#[inline]
pub(super) fn load<R: Real, const W: usize, const N: usize>(numbers: [&[R; W]; N]) -> Option<[F32x4; N]> {
    let mut vectors = [load_one(numbers[0])?; N];
    // Unlike an iterator with closures, a `while` loop is always inlined.
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
    // The whole array is loaded at once. If it were loaded number by number, the compiler would keep the numbers in separate registers.
    f32::same::<R, Array>(numbers[..].try_into().ok()?).map(|numbers| F32x4::from(*numbers))
}

/// Converts a vector register to an array of four `f32`. For any other type of array the result would be zeros, but callers use only arrays
/// that [`load`] accepts.
#[inline]
pub(super) fn store<R: Real, const W: usize>(vector: F32x4) -> [R; W] {
    let numbers = vector.to_array();
    let stored = R::same::<f32, Array>(&numbers).and_then(|all| <&[R; W]>::try_from(&all[..]).ok());
    stored.copied().unwrap_or([R::default(); W])
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
