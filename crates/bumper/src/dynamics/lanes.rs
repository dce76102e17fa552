//! Numbers side by side, which the compiler keeps in one wide register: what is done to one is done to all.
//!
//! There is nothing to it but loops over an array, so that what comes out is the same to the bit on every machine, whatever registers
//! it has; and `Lanes<R, 1>` is a number by itself.

use super::turn::{V, num};
use crate::scalar::Real;
use crate::vector::from_fn;
use core::ops::{Add, Mul, Neg, Sub};

/// So many numbers, one of each problem that is solved at the same time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes<R, const W: usize>(pub(super) [R; W]);

impl<R: Real, const W: usize> Lanes<R, W> {
    /// The same number in all.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn all(number: R) -> Self {
        Self([number; W])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn of(number: f64) -> Self {
        Self::all(num(number))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn zero() -> Self {
        Self::all(R::default())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn larger(self, other: Self) -> Self {
        Self(from_fn(|k| if self.0[k] < other.0[k] { other.0[k] } else { self.0[k] }))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn smaller(self, other: Self) -> Self {
        Self(from_fn(|k| if other.0[k] < self.0[k] { other.0[k] } else { self.0[k] }))
    }

    /// Where this is above another, the first, and elsewhere, also where it is no number, the second.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn above(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        Self(from_fn(|k| if self.0[k] > other.0[k] { yes.0[k] } else { no.0[k] }))
    }

    /// Where this is not below another, the first, and elsewhere the second.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn at_least(self, other: Self, [yes, no]: [Self; 2]) -> Self {
        Self(from_fn(|k| if self.0[k] >= other.0[k] { yes.0[k] } else { no.0[k] }))
    }

    /// One over it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn over(self) -> Self {
        Self(from_fn(|k| num::<R>(1.0) / self.0[k]))
    }
}

impl<R: Real, const W: usize> Add for Lanes<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|k| self.0[k] + other.0[k]))
    }
}

impl<R: Real, const W: usize> Sub for Lanes<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, other: Self) -> Self {
        Self(from_fn(|k| self.0[k] - other.0[k]))
    }
}

impl<R: Real, const W: usize> Mul for Lanes<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul(self, other: Self) -> Self {
        Self(from_fn(|k| self.0[k] * other.0[k]))
    }
}

impl<R: Real, const W: usize> Neg for Lanes<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(self) -> Self {
        Self(from_fn(|k| -self.0[k]))
    }
}

/// Vectors side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide<R, const W: usize>(pub(super) [Lanes<R, W>; 2]);

impl<R: Real, const W: usize> Wide<R, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn zero() -> Self {
        Self([Lanes::zero(); 2])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn dot(self, other: Self) -> Lanes<R, W> {
        let ([a, b], [c, d]) = (self.0, other.0);
        a * c + b * d
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn scaled(self, by: Lanes<R, W>) -> Self {
        Self([self.0[0] * by, self.0[1] * by])
    }

    /// The third coordinate of the product.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn cross(self, other: Self) -> Lanes<R, W> {
        let ([a, b], [c, d]) = (self.0, other.0);
        a * d - b * c
    }

    /// Turned by angles with these cosines and sines.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn turned(self, cos: Lanes<R, W>, sin: Lanes<R, W>) -> Self {
        let [x, y] = self.0;
        Self([cos * x - sin * y, sin * x + cos * y])
    }

    #[inline]
    pub(super) fn put(&mut self, lane: usize, v: V<R>) {
        let [x, y] = &mut self.0;
        (x.0[lane], y.0[lane]) = (v[0], v[1]);
    }

    /// A quarter turn on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn quarter(self) -> Self {
        Self([-self.0[1], self.0[0]])
    }
}

impl<R: Real, const W: usize> Add for Wide<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([a + c, b + d])
    }
}

impl<R: Real, const W: usize> Sub for Wide<R, W> {
    type Output = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([a - c, b - d])
    }
}
