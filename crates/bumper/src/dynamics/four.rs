//! Four `f32` in one register: of those that every machine of a kind has, so that nothing is asked while running.
//!
//! The compiler makes registers of loops over arrays. But what is gathered from several bodies, worked on at length and spread over them
//! again, it takes apart and puts together by single numbers: that was two thirds more instructions, and a quarter more of a whole
//! step. The operations are the same, and so are the bits.

use crate::scalar::{Holds, Real, Scalar};

pub(super) use ::wide::f32x4 as Four;

enum Array {}

impl Holds for Array {
    type Of<S: Scalar> = [S; 4];
}

/// Numbers in registers, if they are four `f32` each.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fours<R: Real, const W: usize, const N: usize>(numbers: [&[R; W]; N]) -> Option<[Four; N]> {
    let mut all = [four(numbers[0])?; N];
    // The plainest of loops, which is inlined for certain.
    let mut k = 1;
    while k < N {
        all[k] = four(numbers[k])?;
        k += 1;
    }
    Some(all)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn four<R: Real, const W: usize>(numbers: &[R; W]) -> Option<Four> {
    // As a whole: number by number, the compiler would keep them apart.
    f32::same::<R, Array>(numbers[..].try_into().ok()?).map(|numbers| Four::from(*numbers))
}

/// As they are kept.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn back<R: Real, const W: usize>(four: Four) -> [R; W] {
    let numbers = four.to_array();
    let whole = R::same::<f32, Array>(&numbers).and_then(|all| <&[R; W]>::try_from(&all[..]).ok());
    // Only what has been an array of this kind comes back.
    whole.copied().unwrap_or([R::default(); W])
}

/// Where the first is above the second, the third, else the fourth.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn above([a, b, yes, no]: [Four; 4]) -> Four {
    a.simd_gt(b).bitselect(yes, no)
}

/// Where the first is not below the second, the third, else the fourth.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn at_least([a, b, yes, no]: [Four; 4]) -> Four {
    a.simd_ge(b).bitselect(yes, no)
}

/// The first where it is above the second, else the second: that is what the one instruction of x86 does, and those of other machines
/// do not.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn larger([a, b]: [Four; 2]) -> Four {
    if cfg!(target_arch = "x86_64") { a.fast_max(b) } else { above([a, b, a, b]) }
}

/// The first where it is below the second, else the second.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn smaller([a, b]: [Four; 2]) -> Four {
    if cfg!(target_arch = "x86_64") { a.fast_min(b) } else { above([b, a, a, b]) }
}
