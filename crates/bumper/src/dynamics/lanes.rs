//! SIMD lanes: arrays of numbers with operators that apply to each of them. The compiler keeps an array in one vector register.
//!
//! The results are the same bits on all machines, whatever the width of their registers. `Lanes<R, 1>` is a single number.

use super::four::{self, Four};
use super::turn::{Turn, V, num};
use crate::scalar::Real;
use crate::vector::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The number of constraints that are solved together: the number of `f32` in the narrowest vector registers. With one lane the results are
/// the same bits, and there is less code.
pub(super) const WIDE: usize = 4;

/// One number per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<R, const W: usize = WIDE>(pub(super) [R; W]);

/// Applies an operation to all lanes: in a vector register if they are four `f32`, otherwise number by number.
#[inline]
fn each<R: Real, const W: usize, const N: usize>(
    numbers: [&[R; W]; N],
    wide: impl FnOnce([Four; N]) -> Four,
    one: impl Fn([R; N]) -> R,
) -> [R; W] {
    match four::fours(numbers) {
        Some(fours) => four::back(wide(fours)),
        None => from_fn(|k| one(from_fn(|n| numbers[n][k]))),
    }
}

/// Transposes rows of four numbers (array of structures) into columns (structure of arrays).
#[inline]
pub(super) fn columns<R: Real, const W: usize>(rows: &[[R; 4]; W]) -> [Lanes<R, W>; 4] {
    match four::fours(from_fn(|k| &rows[k % W])) {
        Some(fours) if W == 4 => Four::transpose(fours).map(|column| Lanes(four::back(column))),
        _ => from_fn(|column| Lanes(from_fn(|k| rows[k][column]))),
    }
}

/// Transposes columns (structure of arrays) into rows of four numbers (array of structures).
#[inline]
pub(super) fn rows<R: Real, const W: usize>(columns: [&Lanes<R, W>; 4]) -> [[R; 4]; W] {
    match four::fours(columns.map(|lanes| &lanes.0)) {
        Some(fours) => {
            let rows = Four::transpose(fours);
            from_fn(|k| four::back(rows[k % 4]))
        }
        // The barrier computes all rows first. Otherwise the compiler computes each one where it is used.
        None => core::hint::black_box(from_fn(|k| columns.map(|lanes| lanes.0[k]))),
    }
}

impl<R: Real, const W: usize> Lanes<R, W> {
    /// Broadcasts a number to all lanes.
    #[inline]
    pub(super) fn all(number: R) -> Self {
        Self([number; W])
    }

    #[inline]
    pub(super) fn of(number: f64) -> Self {
        Self::all(num(number))
    }

    #[inline]
    pub(super) fn zero() -> Self {
        Self::all(R::default())
    }

    #[inline]
    pub(super) fn larger(self, other: Self) -> Self {
        Self(each([&other.0, &self.0], four::larger, |[a, b]| if a > b { a } else { b }))
    }

    #[inline]
    pub(super) fn smaller(self, other: Self) -> Self {
        Self(each([&other.0, &self.0], four::smaller, |[a, b]| if a < b { a } else { b }))
    }

    /// Selects per lane: the first if `self` > `other`, the second otherwise, also for NaN.
    #[inline]
    pub(super) fn above(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        let all = [&self.0, &other.0, &yes.0, &no.0];
        Self(each(all, four::above, |[a, b, yes, no]| if a > b { yes } else { no }))
    }

    /// Selects per lane: the first if `self` ≥ `other`, the second otherwise, also for NaN.
    #[inline]
    pub(super) fn at_least(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        let all = [&self.0, &other.0, &yes.0, &no.0];
        Self(each(all, four::at_least, |[a, b, yes, no]| if a >= b { yes } else { no }))
    }
}

/// Operators that apply to each lane, and to each coordinate of vectors.
macro_rules! operators {
    ($($trait:ident $name:ident $of:tt;)*) => {$(
        impl<R: Real, const W: usize> $trait for Lanes<R, W> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(each([&self.0, &other.0], |[a, b]| a $of b, |[a, b]| a $of b))
            }
        }

        impl<R: Real, const W: usize> $trait for Wide<R, W> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                let ([a, b], [c, d]) = (self.0, other.0);
                Self([a $of c, b $of d])
            }
        }
    )*};
}

operators! { Add add +; Sub sub -; Mul mul *; Div div /; }

impl<R: Real, const W: usize> Neg for Lanes<R, W> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(each([&self.0], |[a]| -a, |[a]| -a))
    }
}

/// One 2D vector per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide<R, const W: usize = WIDE>(pub(super) [Lanes<R, W>; 2]);

impl<R: Real, const W: usize> Wide<R, W> {
    #[inline]
    pub(super) fn zero() -> Self {
        Self([Lanes::zero(); 2])
    }

    #[inline]
    pub(super) fn dot(self, other: Self) -> Lanes<R, W> {
        let ([a, b], [c, d]) = (self.0, other.0);
        a * c + b * d
    }

    #[inline]
    pub(super) fn scaled(self, by: Lanes<R, W>) -> Self {
        Self([self.0[0] * by, self.0[1] * by])
    }

    /// The 2D cross product: the z coordinate of the cross product in 3D.
    #[inline]
    pub(super) fn cross(self, other: Self) -> Lanes<R, W> {
        let ([a, b], [c, d]) = (self.0, other.0);
        a * d - b * c
    }

    /// The cosines and sines of small angles in radians. They use the half-angle formulas with the series of the tangent up to the third
    /// power. The error is less than 0.01 radians for an angle of 1, and below rounding for typical rotations in a sub-step.
    #[inline]
    pub(super) fn turn(angle: Lanes<R, W>) -> Self {
        let one = Lanes::of(1.0);
        let half = angle * Lanes::of(0.5) * (one + angle * angle * Lanes::of(1.0 / 12.0));
        let scale = one / (one + half * half);
        Self([(one - half * half) * scale, (half + half) * scale])
    }

    /// The vectors rotated by angles with these cosines and sines.
    #[inline]
    pub(super) fn turned(self, cos: Lanes<R, W>, sin: Lanes<R, W>) -> Self {
        let [x, y] = self.0;
        Self([cos * x - sin * y, sin * x + cos * y])
    }

    #[inline]
    pub(super) fn put(&mut self, lane: usize, v: V<R>) {
        let [x, y] = &mut self.0;
        (x.0[lane], y.0[lane]) = (v[0], v[1]);
    }

    /// The vectors rotated by 90°, from +x towards +y.
    #[inline]
    pub(super) fn quarter(self) -> Self {
        Self([-self.0[1], self.0[0]])
    }
}

impl<R: Real> Turn<R> {
    /// The rotation by a small angle in radians. See [`Wide::turn`] for the error.
    #[inline]
    pub(super) fn by(angle: R) -> Self {
        let Wide([Lanes([cos]), Lanes([sin])]) = Wide::turn(Lanes([angle]));
        Self { cos, sin }
    }
}
