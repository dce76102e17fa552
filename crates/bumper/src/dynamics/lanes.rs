//! SIMD lanes: arrays of numbers with operators that apply to each number. The compiler keeps an array of four `f32` in one vector
//! register.
//!
//! Operations on lanes give the same bits on all machines, whatever the width of their registers. `Lanes<R, 1>` is a single number.

mod f32x4;

use super::math::{Rot, V, num};
use crate::scalar::Real;
use crate::vector::from_fn;
use core::ops::{Add, Div, Mul, Neg, Sub};
use f32x4::F32x4;

/// The number of constraints that are solved together. It is the number of `f32` in a vector register of 128 bits, the narrowest in use.
/// Solving one constraint at a time would give the same bits with less code, but would be slower.
pub(super) const LANE_COUNT: usize = 4;

/// An array with one number per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<R, const W: usize = LANE_COUNT>(pub(super) [R; W]);

/// Applies an operation to all lanes. Uses `vector_op` on vector registers if there are four lanes of `f32`, otherwise `scalar_op` on each
/// lane.
#[inline]
fn map_lanes<R: Real, const W: usize, const N: usize>(
    numbers: [&[R; W]; N],
    vector_op: impl FnOnce([F32x4; N]) -> F32x4,
    scalar_op: impl Fn([R; N]) -> R,
) -> [R; W] {
    match f32x4::load(numbers) {
        Some(vectors) => f32x4::store(vector_op(vectors)),
        None => from_fn(|k| scalar_op(from_fn(|n| numbers[n][k]))),
    }
}

/// Transposes rows of four numbers (array of structures) into columns (structure of arrays).
#[inline]
pub(super) fn to_columns<R: Real, const W: usize>(rows: &[[R; 4]; W]) -> [Lanes<R, W>; 4] {
    match f32x4::load(from_fn(|k| &rows[k % W])) {
        Some(vectors) if W == 4 => F32x4::transpose(vectors).map(|column| Lanes(f32x4::store(column))),
        _ => from_fn(|column| Lanes(from_fn(|k| rows[k][column]))),
    }
}

/// Transposes columns (structure of arrays) into rows of four numbers (array of structures).
#[inline]
pub(super) fn to_rows<R: Real, const W: usize>(columns: [&Lanes<R, W>; 4]) -> [[R; 4]; W] {
    match f32x4::load(columns.map(|lanes| &lanes.0)) {
        Some(vectors) => {
            let rows = F32x4::transpose(vectors);
            from_fn(|k| f32x4::store(rows[k % 4]))
        }
        // `black_box` makes the compiler compute all rows as whole vectors here. Without it, the compiler would compute each row where it
        // is used, from single numbers.
        None => core::hint::black_box(from_fn(|k| columns.map(|lanes| lanes.0[k]))),
    }
}

impl<R: Real, const W: usize> Lanes<R, W> {
    /// The given number in all lanes.
    #[inline]
    pub(super) fn splat(number: R) -> Self {
        Self([number; W])
    }

    /// The given constant in all lanes.
    #[inline]
    pub(super) fn constant(number: f64) -> Self {
        Self::splat(num(number))
    }

    /// Zero in all lanes.
    #[inline]
    pub(super) fn zero() -> Self {
        Self::splat(R::ZERO)
    }

    /// The maximum per lane. If either number is NaN, the result is the number of `self`.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self(map_lanes([&other.0, &self.0], f32x4::max, |[a, b]| if a > b { a } else { b }))
    }

    /// The minimum per lane. If either number is NaN, the result is the number of `self`.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        Self(map_lanes([&other.0, &self.0], f32x4::min, |[a, b]| if a < b { a } else { b }))
    }

    /// Selects per lane: `yes` if `self` > `other`, otherwise `no`. If either number is NaN, selects `no`.
    #[inline]
    pub(super) fn select_greater(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        let operands = [&self.0, &other.0, &yes.0, &no.0];
        Self(map_lanes(operands, f32x4::select_greater, |[a, b, yes, no]| if a > b { yes } else { no }))
    }

    /// Selects per lane: `yes` if `self` ≥ `other`, otherwise `no`. If either number is NaN, selects `no`.
    #[inline]
    pub(super) fn select_greater_equal(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        let operands = [&self.0, &other.0, &yes.0, &no.0];
        Self(map_lanes(
            operands,
            f32x4::select_greater_equal,
            |[a, b, yes, no]| if a >= b { yes } else { no },
        ))
    }
}

/// Implements arithmetic operators for [`Lanes`] and [`VectorLanes`], which apply them to each lane.
macro_rules! operators {
    ($($trait:ident $name:ident $op:tt;)*) => {$(
        impl<R: Real, const W: usize> $trait for Lanes<R, W> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(map_lanes([&self.0, &other.0], |[a, b]| a $op b, |[a, b]| a $op b))
            }
        }

        impl<R: Real, const W: usize> $trait for VectorLanes<R, W> {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                let [a, b] = self.0;
                let [c, d] = other.0;
                Self([a $op c, b $op d])
            }
        }
    )*};
}

operators! { Add add +; Sub sub -; Mul mul *; Div div /; }

impl<R: Real, const W: usize> Neg for Lanes<R, W> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(map_lanes([&self.0], |[a]| -a, |[a]| -a))
    }
}

/// An array with one 2D vector per lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorLanes<R, const W: usize = LANE_COUNT>(pub(super) [Lanes<R, W>; 2]);

impl<R: Real, const W: usize> VectorLanes<R, W> {
    /// The zero vector in all lanes.
    #[inline]
    pub(super) fn zero() -> Self {
        Self([Lanes::zero(); 2])
    }

    /// The dot product per lane.
    #[inline]
    pub(super) fn dot(self, other: Self) -> Lanes<R, W> {
        let [a, b] = self.0;
        let [c, d] = other.0;
        a * c + b * d
    }

    /// The vectors, each multiplied by the factor of its lane.
    #[inline]
    pub(super) fn scaled(self, factor: Lanes<R, W>) -> Self {
        Self([self.0[0] * factor, self.0[1] * factor])
    }

    /// The 2D cross product per lane: the z coordinate of the cross product in 3D.
    #[inline]
    pub(super) fn cross(self, other: Self) -> Lanes<R, W> {
        let [a, b] = self.0;
        let [c, d] = other.0;
        a * d - b * c
    }

    /// The cosines and sines of small angles in radians, by the half-angle formulas and the series of the tangent up to the third power.
    /// For an angle of 1, the error is less than 0.01. For the rotation of a body in a typical sub-step, the error is smaller than rounding
    /// errors.
    #[inline]
    pub(super) fn cos_sin(angle: Lanes<R, W>) -> Self {
        let one = Lanes::constant(1.0);
        let half = angle * Lanes::constant(0.5) * (one + angle * angle * Lanes::constant(1.0 / 12.0));
        let scale = one / (one + half * half);
        Self([(one - half * half) * scale, (half + half) * scale])
    }

    /// The vectors, each rotated by the angle with the cosine and sine of its lane.
    #[inline]
    pub(super) fn rotated(self, cos: Lanes<R, W>, sin: Lanes<R, W>) -> Self {
        let [x, y] = self.0;
        Self([cos * x - sin * y, sin * x + cos * y])
    }

    /// Sets the vector of one lane.
    #[inline]
    pub(super) fn set_lane(&mut self, lane: usize, v: V<R>) {
        let [x, y] = &mut self.0;
        x.0[lane] = v[0];
        y.0[lane] = v[1];
    }

    /// The vectors rotated by 90°, from +x towards +y.
    #[inline]
    pub(super) fn perp(self) -> Self {
        Self([-self.0[1], self.0[0]])
    }
}

impl<R: Real> Rot<R> {
    /// The rotation by a small angle in radians. [`VectorLanes::cos_sin`] states the error.
    #[inline]
    pub(super) fn from_angle(angle: R) -> Self {
        let VectorLanes([Lanes([cos]), Lanes([sin])]) = VectorLanes::cos_sin(Lanes([angle]));
        Self { cos, sin }
    }
}
