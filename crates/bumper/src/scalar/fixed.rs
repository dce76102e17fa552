//! Fixed point: the signed types of the `fixed` crate. Their operations are integer operations on their bits.

use super::{Scalar, Span, Zero};
use core::cmp::Ordering;
use fixed::types::extra::{LeEqU8, LeEqU16, LeEqU32, LeEqU64};
use fixed::{FixedI8, FixedI16, FixedI32, FixedI64, FixedU8, FixedU16, FixedU32, FixedU64};

macro_rules! fixed_point {
    ($fixed:ident, $span:ident, $fits:ident, $int:ident, $area:ident) => {
        impl<F: $fits + 'static> Zero for $fixed<F> {
            const ZERO: Self = $fixed::<F>::ZERO;
        }

        impl<F: $fits + 'static> Zero for $span<F> {
            const ZERO: Self = $span::<F>::ZERO;
        }

        impl<F: $fits + 'static> Scalar for $fixed<F> {
            type Span = $span<F>;
            type Real = f64;
            const IS_FLOAT: bool = false;
            const MAX_RADIUS: Self = $fixed::MAX;
            const QUANTUM: f64 = 1.0 / (1u128 << F::U32) as f64;

            #[inline]
            fn distance(self, other: Self) -> $span<F> {
                self.abs_diff(other)
            }
            #[inline]
            fn beyond(self, other: Self) -> $span<F> {
                $span::from_bits(self.to_bits().beyond(other.to_bits()))
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
                Self::from_bits(Scalar::midpoint(self.to_bits(), other.to_bits()))
            }
            #[inline]
            fn stepped(self, step: Self, count: i32) -> Self {
                Self::from_bits(self.to_bits().stepped(step.to_bits(), count))
            }
            #[inline]
            fn radius(self) -> $span<F> {
                $span::from_bits(self.to_bits().cast_unsigned())
            }
            #[inline]
            fn orient2d(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                $int::orient2d(o.map(Self::to_bits), a.map(Self::to_bits), b.map(Self::to_bits))
            }
            #[inline]
            fn orient2d_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> $area {
                $int::orient2d_area(o.map(Self::to_bits), a.map(Self::to_bits), b.map(Self::to_bits))
            }
            #[inline]
            fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                $int::ahead(o.map(Self::to_bits), a.map(Self::to_bits), b.map(Self::to_bits))
            }
            #[inline]
            fn height_sign<const N: usize>(
                normal: [Self; N],
                o: [Self; N],
                b: [Self; N],
            ) -> Option<Ordering> {
                $int::height_sign(normal.map(Self::to_bits), o.map(Self::to_bits), b.map(Self::to_bits))
            }
            #[inline]
            fn height_area<const N: usize>(normal: [Self; N], o: [Self; N], b: [Self; N]) -> $area {
                $int::height_area(normal.map(Self::to_bits), o.map(Self::to_bits), b.map(Self::to_bits))
            }
            #[inline]
            fn to_real(self) -> f64 {
                self.to_num()
            }
            #[inline]
            fn from_real(_real: f64) -> Option<Self> {
                None
            }
            #[inline]
            fn nearest(number: f64) -> Option<Self> {
                $int::nearest(number / Self::QUANTUM).map(Self::from_bits)
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self.to_num()
            }
        }

        impl<F: $fits + 'static> Span for $span<F> {
            type Area = $area;

            #[inline]
            fn times(self, other: Self) -> $area {
                self.to_bits().times(other.to_bits())
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }
            #[inline]
            fn area_to_f64(area: $area) -> f64 {
                // `area` counts squares of the smallest positive number of the type, `unit`. This is a power of two, so multiplying by it
                // is exact.
                let unit: f64 = $span::<F>::DELTA.to_num();
                area as f64 * unit * unit
            }
        }
    };
}

fixed_point!(FixedI8, FixedU8, LeEqU8, i8, u16);
fixed_point!(FixedI16, FixedU16, LeEqU16, i16, u32);
fixed_point!(FixedI32, FixedU32, LeEqU32, i32, u64);
fixed_point!(FixedI64, FixedU64, LeEqU64, i64, u128);

/// Fixed-point types that have as many integer bits as fraction bits, such as 16.16. Their integer part is a signed integer of half their
/// width.
///
/// ```
/// use bumper::scalar::WholePart;
/// use fixed::types::I16F16;
/// assert_eq!([2.75, -0.25].map(|c| I16F16::from_num(c).whole()), [2i16, -1]);
/// ```
pub trait WholePart: Scalar {
    /// The integer type that holds the integer part.
    type Whole: Scalar;

    /// The integer part, rounded down. It is the upper half of the bits.
    ///
    /// ```
    /// use bumper::scalar::WholePart;
    /// assert_eq!(fixed::types::I8F8::from_num(-2.5).whole(), -3i8);
    /// ```
    fn whole(self) -> Self::Whole;
}

macro_rules! whole_part {
    ($($fixed:ident<$fraction:ident>: $int:ident),*) => {$(
        impl WholePart for $fixed<fixed::types::extra::$fraction> {
            type Whole = $int;
            #[inline]
            fn whole(self) -> $int {
                (self.to_bits() >> $int::BITS) as $int
            }
        }
    )*};
}

whole_part!(FixedI16<U8>: i8, FixedI32<U16>: i16, FixedI64<U32>: i32);
