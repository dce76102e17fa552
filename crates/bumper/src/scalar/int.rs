//! Whole numbers: every operation is exact, or stops at the end of the range as its declaration says.

use super::{Area, Scalar, Span};
use core::cmp::Ordering;

macro_rules! whole {
    ($int:ident, $span:ident, $area:ident) => {
        impl Scalar for $int {
            type Span = $span;
            const MAX_RADIUS: Self = $int::MAX;

            #[inline]
            fn distance(self, other: Self) -> $span {
                self.abs_diff(other)
            }
            #[inline]
            fn beyond(self, other: Self) -> $span {
                if self > other { self.abs_diff(other) } else { 0 }
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
            #[inline]
            fn checked_plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
            #[inline]
            fn checked_minus(self, other: Self) -> Option<Self> {
                self.checked_sub(other)
            }
            #[inline]
            fn radius(self) -> $span {
                self.cast_unsigned()
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        impl Span for $span {
            type Area = $area;

            #[inline]
            fn square(self) -> $area {
                $area::from(self) * $area::from(self)
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline]
            fn area_to_f64(area: $area) -> f64 {
                area as f64
            }
        }
    };
}

whole!(i8, u8, u16);
whole!(i16, u16, u32);
whole!(i32, u32, u64);
whole!(i64, u64, u128);

macro_rules! area {
    ($area:ident, $product:expr) => {
        impl Area for $area {
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
            #[inline]
            fn compare_roots(self, p: Self, q: Self) -> Option<Ordering> {
                // p and q are squares of numbers with a sign bit, so 4p does not overflow; were they larger, the
                // comparison would still end, with p taken as the largest possible.
                let Some(t) = self.checked_sub(p.saturating_add(q)) else { return Some(Ordering::Less) };
                let product = $product;
                Some(product(t, t).cmp(&product(p.saturating_mul(4), q)))
            }
        }
    };
}

area!(u16, |a: u16, b: u16| u32::from(a) * u32::from(b));
area!(u32, |a: u32, b: u32| u64::from(a) * u64::from(b));
area!(u64, |a: u64, b: u64| u128::from(a) * u128::from(b));
area!(u128, wide_product);

/// The 256-bit product of two 128-bit numbers as (high half, low half), by the schoolbook method on 64-bit digits.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const DIGIT: u128 = u64::MAX as u128;
    let (a1, a0, b1, b0) = (a >> 64, a & DIGIT, b >> 64, b & DIGIT);
    let low = a0 * b0;
    // Neither sum overflows: (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1) = 2¹²⁸ − 1.
    let middle = a1 * b0 + (low >> 64);
    let cross = a0 * b1 + (middle & DIGIT);
    (a1 * b1 + (middle >> 64) + (cross >> 64), cross << 64 | low & DIGIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_product_at_its_extremes() {
        assert_eq!(wide_product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(wide_product(1 << 127, 6), (3, 0));
        assert_eq!(
            wide_product(u128::from(u64::MAX), u128::from(u64::MAX)),
            (0, 0xfffffffffffffffe0000000000000001)
        );
    }

    #[test]
    fn compare_roots_agrees_with_integer_roots_on_every_small_square() {
        for (a, b, d) in (0..60u16).flat_map(|a| (0..60).flat_map(move |b| (0..130).map(move |d| (a, b, d))))
        {
            let expected = Some(d.cmp(&(a + b)));
            assert_eq!((d * d).compare_roots(a * a, b * b), expected, "{d} against {a} + {b}");
        }
    }

    #[test]
    fn compare_roots_at_the_largest_radii() {
        let p = i16::MAX_RADIUS.radius().square();
        assert_eq!((65534u32 * 65534).compare_roots(p, p), Some(Ordering::Equal));
        assert_eq!((65534u32 * 65534 - 1).compare_roots(p, p), Some(Ordering::Less));
        assert_eq!(u32::MAX.compare_roots(p, p), Some(Ordering::Greater));
        let p = i64::MAX_RADIUS.radius().square();
        let d = 2 * i64::MAX as u128;
        assert_eq!((d * d).compare_roots(p, p), Some(Ordering::Equal));
        assert_eq!((d * d - 1).compare_roots(p, p), Some(Ordering::Less));
        assert_eq!((d * d + 1).compare_roots(p, p), Some(Ordering::Greater));
    }
}
