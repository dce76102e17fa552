//! Integers. Every operation is exact, unless its declaration in [`Scalar`], [`Span`] or [`Area`] says that it saturates.

use super::{Area, Scalar, Span};
use core::cmp::Ordering;

/// The exact product of two differences, as its sign and its absolute value. A single signed integer would need one more bit than the
/// absolute value, and therefore a type of twice the width.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signed<A> {
    negative: bool,
    magnitude: A,
}

impl<A: Area> Signed<A> {
    /// The product (a − b) (c − d).
    #[inline]
    fn product<S: Scalar<Span: Span<Area = A>> + Ord>(a: S, b: S, c: S, d: S) -> Self {
        let magnitude = a.distance(b).times(c.distance(d));
        // Zero is never negative, so that equal numbers have equal fields.
        Self { negative: (a < b) != (c < d) && magnitude != A::default(), magnitude }
    }
}

impl<A: Ord> Ord for Signed<A> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl<A: Ord> PartialOrd for Signed<A> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A: Area> core::ops::Neg for Signed<A> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { negative: !self.negative && self.magnitude != A::default(), ..self }
    }
}

/// A dot product: the sum of its positive products, and minus the sum of the others. Both saturate.
///
/// A product of a difference of coordinates and a coordinate of a normal is at most half of the largest area. So a sum of two products does
/// not saturate. If a sum of three does, the other sum is zero, and comparing the two sums still gives the sign of the dot product.
struct Dot<A> {
    positive: A,
    negative: A,
}

impl<A: Area> Dot<A> {
    /// The dot product n · (b − o).
    #[inline]
    fn new<S: Scalar<Span: Span<Area = A>> + Ord, const N: usize>(
        normal: [S; N],
        o: [S; N],
        b: [S; N],
    ) -> Self {
        let mut sum = Self { positive: A::ZERO, negative: A::ZERO };
        for k in 0..N {
            let product = Signed::product(b[k], o[k], normal[k], S::ZERO);
            let side = if product.negative { &mut sum.negative } else { &mut sum.positive };
            *side = Area::plus(*side, product.magnitude);
        }
        sum
    }
}

macro_rules! whole {
    ($int:ident, $span:ident, $area:ident, $wide:ident) => {
        impl Scalar for $int {
            type Span = $span;
            type Real = f64;
            const IS_FLOAT: bool = false;
            const MAX_RADIUS: Self = $int::MAX;
            const QUANTUM: f64 = 1.0;

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
            fn midpoint(self, other: Self) -> Self {
                // The sum of two numbers is twice the bits that are set in both, plus the bits that are set in only one of them. This
                // expression is half of that, and does not overflow like the sum itself.
                (self & other) + ((self ^ other) >> 1)
            }
            #[inline]
            fn stepped(self, step: Self, count: i32) -> Self {
                // The product may saturate in the wider type. Then the exact result is outside the range of the scalar in any case.
                let way = <$wide>::from(step).saturating_mul(count.into());
                let sum = way.saturating_add(self.into());
                $int::try_from(sum).unwrap_or(if way < 0 { $int::MIN } else { $int::MAX })
            }
            #[inline]
            fn radius(self) -> $span {
                self.cast_unsigned()
            }
            #[inline]
            fn orient2d(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                Some(Signed::product(a[0], o[0], b[1], o[1]).cmp(&Signed::product(b[0], o[0], a[1], o[1])))
            }
            #[inline]
            fn orient2d_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> $area {
                let left = Signed::product(a[0], o[0], b[1], o[1]);
                let right = Signed::product(b[0], o[0], a[1], o[1]);
                // The result is the absolute difference of two signed products, which is twice the area of the triangle o, a, b. If their
                // signs differ, their magnitudes are added. The sum cannot overflow, because twice the area of a triangle is at most the
                // area of its bounding box, and that fits into the type of areas.
                if left.negative == right.negative {
                    left.magnitude.abs_diff(right.magnitude)
                } else {
                    left.magnitude.saturating_add(right.magnitude)
                }
            }
            #[inline]
            fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                let along = Signed::product(a[0], o[0], b[0], o[0]);
                Some(along.cmp(&-Signed::product(a[1], o[1], b[1], o[1])))
            }
            #[inline]
            fn height_sign<const N: usize>(
                normal: [Self; N],
                o: [Self; N],
                b: [Self; N],
            ) -> Option<Ordering> {
                let dot = Dot::new(normal, o, b);
                Some(dot.positive.cmp(&dot.negative))
            }
            #[inline]
            fn height_area<const N: usize>(normal: [Self; N], o: [Self; N], b: [Self; N]) -> $area {
                let dot = Dot::new(normal, o, b);
                dot.positive.abs_diff(dot.negative)
            }
            #[inline]
            fn to_real(self) -> f64 {
                self as f64
            }
            #[inline]
            fn from_real(_real: f64) -> Option<Self> {
                None
            }
            #[inline]
            fn nearest(number: f64) -> Option<Self> {
                // Both tests of the range are made in `f64`. The largest `i64` becomes 2⁶³ there, because it is rounded up; 2⁶³ is out of
                // range.
                if number >= $int::MAX as f64 + 1.0 {
                    return None;
                }
                // The cast truncates towards zero. If `number` is out of range, the cast saturates, and `number` differs from the result by
                // 1 or more, which no arm but the last accepts.
                let cut = number as Self;
                match number - cut as f64 {
                    rest if rest.abs() < 0.5 => Some(cut),
                    rest if (0.5..1.0).contains(&rest) => cut.checked_add(1),
                    rest if (-1.0..=-0.5).contains(&rest) => cut.checked_sub(1),
                    _ => None,
                }
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        impl Span for $span {
            type Area = $area;

            #[inline]
            fn times(self, other: Self) -> $area {
                $area::from(self) * $area::from(other)
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

whole!(i8, u8, u16, i32);
whole!(i16, u16, u32, i32);
whole!(i32, u32, u64, i64);
whole!(i64, u64, u128, i128);

macro_rules! area {
    ($area:ident, $product:expr, $sum:expr) => {
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
                // `p` and `q` are squares of radii. A radius is at most half of the largest number of its unsigned type, so its square is
                // below a quarter of the range of the type, and 4p does not overflow.
                let Some(t) = self.checked_sub(p.saturating_add(q)) else { return Some(Ordering::Less) };
                let product = $product;
                Some(product(t, t).cmp(&product(p.saturating_mul(4), q)))
            }
            #[inline]
            fn compare_scaled(self, p: Self, q: Self, r: Self) -> Option<Ordering> {
                // `p` is the square of a radius and below a quarter of the range of the type, so p q + p r is below half of the range of a
                // product.
                let product = $product;
                let sum = $sum;
                Some(product(self, self).cmp(&sum(product(p, q), product(p, r))))
            }
        }
    };
}

area!(u16, |a: u16, b: u16| u32::from(a) * u32::from(b), u32::saturating_add);
area!(u32, |a: u32, b: u32| u64::from(a) * u64::from(b), u64::saturating_add);
area!(u64, |a: u64, b: u64| u128::from(a) * u128::from(b), u128::saturating_add);
area!(u128, wide_product, wide_sum);

/// The 256-bit product of two 128-bit numbers as (upper half, lower half). Computed by long multiplication with 64-bit digits.
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const DIGIT: u128 = u64::MAX as u128;
    let a1 = a >> 64;
    let a0 = a & DIGIT;
    let b1 = b >> 64;
    let b0 = b & DIGIT;
    let low = a0 * b0;
    // `middle` and `cross` are at most (2⁶⁴ − 1)² + (2⁶⁴ − 1), so they do not overflow.
    let middle = a1 * b0 + (low >> 64);
    let cross = a0 * b1 + (middle & DIGIT);
    (a1 * b1 + (middle >> 64) + (cross >> 64), cross << 64 | low & DIGIT)
}

/// The sum of two 256-bit numbers as (upper half, lower half). It must be less than 2²⁵⁶, which is true for all valid arguments of
/// [`Area::compare_scaled`].
fn wide_sum(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    let (low, carry) = a.1.overflowing_add(b.1);
    (a.0.saturating_add(b.0).saturating_add(carry.into()), low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_product_is_exact_at_extremes() {
        assert_eq!(wide_product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(wide_product(1 << 127, 6), (3, 0));
        assert_eq!(
            wide_product(u128::from(u64::MAX), u128::from(u64::MAX)),
            (0, 0xfffffffffffffffe0000000000000001)
        );
    }

    #[test]
    fn compare_roots_agrees_with_integer_roots() {
        for (a, b, d) in (0..60u16).flat_map(|a| (0..60).flat_map(move |b| (0..130).map(move |d| (a, b, d))))
        {
            let expected = Some(d.cmp(&(a + b)));
            assert_eq!((d * d).compare_roots(a * a, b * b), expected, "{d} against {a} + {b}");
        }
    }

    #[test]
    fn compare_roots_is_exact_at_largest_radii() {
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
