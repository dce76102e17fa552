//! Floats: each operation rounds once, as IEEE 754 says, so that the same input gives the same bits everywhere.

use super::{Area, Scalar, Span};
use core::cmp::Ordering;

macro_rules! float {
    ($float:ident, $max_radius:expr, $sqrtf:ident) => {
        impl Scalar for $float {
            type Span = $float;
            type Real = $float;
            const IS_FLOAT: bool = true;
            const MAX_RADIUS: Self = $max_radius;
            const QUANTUM: f64 = 0.0;

            #[inline]
            fn distance(self, other: Self) -> Self {
                (self - other).abs()
            }
            #[inline]
            fn beyond(self, other: Self) -> Self {
                let difference = self - other;
                // In this form NaN stays NaN, and the compiler finds the one instruction that does it.
                if 0.0 >= difference { 0.0 } else { difference }
            }
            #[inline]
            fn outside(self, min: Self, max: Self) -> Self {
                // Three instructions for five, and 0.7 of the time of box against ball. In this form the first choice
                // keeps a NaN in `min`, the second what the first chose, and the difference one in `self`.
                let raised = if self > min { self } else { min };
                let nearest = if raised > max { max } else { raised };
                self.distance(nearest)
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline]
            fn checked_plus(self, other: Self) -> Option<Self> {
                Some(self + other).filter(|sum| sum.is_finite())
            }
            #[inline]
            fn checked_minus(self, other: Self) -> Option<Self> {
                Some(self - other).filter(|difference| difference.is_finite())
            }
            #[inline]
            fn stepped(self, step: Self, count: i32) -> Self {
                self + step * count as $float
            }
            #[inline]
            fn radius(self) -> Self {
                self
            }
            // In f64 the difference of two f32 of ordinary size is exact, and so is the product of two.
            #[inline]
            fn turn(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                let [left, right] = cross(o.map(f64::from), a.map(f64::from), b.map(f64::from));
                left.partial_cmp(&right)
            }
            #[inline]
            fn turn_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Self {
                let [left, right] = cross(o.map(f64::from), a.map(f64::from), b.map(f64::from));
                (left - right).abs() as $float
            }
            #[inline]
            fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                let [o, a, b] = [o.map(f64::from), a.map(f64::from), b.map(f64::from)];
                ((a[0] - o[0]) * (b[0] - o[0])).partial_cmp(&-((a[1] - o[1]) * (b[1] - o[1])))
            }
            #[inline]
            fn to_real(self) -> Self {
                self
            }
            #[inline]
            fn from_real(real: Self) -> Option<Self> {
                Some(real)
            }
            #[inline]
            fn nearest(number: f64) -> Option<Self> {
                Some(number as $float).filter(|number| number.is_finite())
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        impl Span for $float {
            type Area = $float;

            #[inline]
            fn times(self, other: Self) -> Self {
                self * other
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn area_to_f64(area: Self) -> f64 {
                area.into()
            }
        }

        impl Area for $float {
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline]
            fn compare_roots(self, p: Self, q: Self) -> Option<Ordering> {
                // A product of four lengths leaves the range of f32 at 2³² and at 2⁻³⁷: f64 holds it.
                let (d2, p, q) = (f64::from(self), f64::from(p), f64::from(q));
                let t = d2 - p - q;
                if t < 0.0 { Some(Ordering::Less) } else { (t * t).partial_cmp(&(4.0 * p * q)) }
            }
            #[inline]
            fn compare_scaled(self, p: Self, q: Self, r: Self) -> Option<Ordering> {
                let (area, p) = (f64::from(self), f64::from(p));
                (area * area).partial_cmp(&(p * (f64::from(q) + f64::from(r))))
            }
        }

        impl Real for $float {
            const EPSILON: Self = $float::EPSILON;

            #[cfg(any(feature = "std", feature = "libm"))]
            #[inline]
            fn sqrt(self) -> Self {
                #[cfg(feature = "std")]
                return self.sqrt();
                #[cfg(not(feature = "std"))]
                return libm::$sqrtf(self);
            }
            #[inline]
            fn from_f64(number: f64) -> Self {
                number as $float
            }
        }
    };
}

/// The two products of (a − o) × (b − o).
#[inline]
fn cross(o: [f64; 2], a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [(a[0] - o[0]) * (b[1] - o[1]), (b[0] - o[0]) * (a[1] - o[1])]
}

float!(f32, (1u64 << 62) as f32, sqrtf);
// 2²⁵⁴ by its bits: the exponent, biased by 1023, above 52 bits of fraction.
float!(f64, f64::from_bits((1023 + 254) << 52), sqrt);

/// A float, with the one function that distances and contacts need beyond arithmetic: the square root, which IEEE 754
/// rounds correctly, so that results are the same bits everywhere; that needs the feature `std` or `libm`.
///
/// ```
/// use bumper::scalar::Real;
/// fn diagonal<R: Real>(a: R, b: R) -> R {
///     Real::sqrt(a * a + b * b)
/// }
/// assert_eq!(diagonal(3.0f32, 4.0), 5.0);
/// ```
pub trait Real:
    Scalar<Span = Self, Real = Self>
    + Span<Area = Self>
    + Area
    + core::ops::Add<Output = Self>
    + core::ops::Sub<Output = Self>
    + core::ops::Mul<Output = Self>
    + core::ops::Div<Output = Self>
    + core::ops::Neg<Output = Self>
{
    /// The distance from 1 to the next number.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::EPSILON, f32::EPSILON);
    /// ```
    const EPSILON: Self;

    /// The square root, correctly rounded; NaN below zero. Needs the feature `std` or `libm`.
    ///
    /// ```
    /// # #[cfg(any(feature = "std", feature = "libm"))]
    /// assert_eq!(bumper::scalar::Real::sqrt(9.0f64), 3.0);
    /// ```
    #[cfg(any(feature = "std", feature = "libm"))]
    fn sqrt(self) -> Self;

    /// The nearest number of this type.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::from_f64(0.5), 0.5f32);
    /// ```
    fn from_f64(number: f64) -> Self;
}
