//! The number types `f32` and `f64`. Every operation of a float rounds as IEEE 754 defines, so equal input gives the same bits on every
//! machine.

use super::{Area, Holds, Scalar, Span, Zero};
use core::cmp::Ordering;

macro_rules! float {
    ($float:ident, $same:ident, $max_radius:expr) => {
        impl Zero for $float {
            const ZERO: Self = 0.0;
        }

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
                // A NaN in `difference` fails the comparison and is returned. The compiler emits a single instruction for this order of the
                // operands.
                if 0.0 >= difference { 0.0 } else { difference }
            }
            #[inline]
            fn outside(self, min: Self, max: Self) -> Self {
                // A NaN in `self` or `min` is kept: it fails both comparisons. With this order of the operands, the compiler emits three
                // instructions instead of five.
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
            fn midpoint(self, other: Self) -> Self {
                self * 0.5 + other * 0.5
            }
            #[inline]
            fn stepped(self, step: Self, count: i32) -> Self {
                self + step * count as $float
            }
            #[inline]
            fn radius(self) -> Self {
                self
            }
            // Computed in `f64`. Differences of `f32` coordinates of similar magnitude are exact there, and so are products of two such
            // differences.
            #[inline]
            fn orient2d(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                let [left, right] = cross(o.map(f64::from), a.map(f64::from), b.map(f64::from));
                left.partial_cmp(&right)
            }
            #[inline]
            fn orient2d_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Self {
                let [left, right] = cross(o.map(f64::from), a.map(f64::from), b.map(f64::from));
                (left - right).abs() as $float
            }
            #[inline]
            fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering> {
                let [o, a, b] = [o.map(f64::from), a.map(f64::from), b.map(f64::from)];
                ((a[0] - o[0]) * (b[0] - o[0])).partial_cmp(&-((a[1] - o[1]) * (b[1] - o[1])))
            }
            #[inline]
            fn height_sign<const N: usize>(
                normal: [Self; N],
                o: [Self; N],
                b: [Self; N],
            ) -> Option<Ordering> {
                height(normal.map(f64::from), o.map(f64::from), b.map(f64::from)).partial_cmp(&0.0)
            }
            #[inline]
            fn height_area<const N: usize>(normal: [Self; N], o: [Self; N], b: [Self; N]) -> Self {
                let height = height(normal.map(f64::from), o.map(f64::from), b.map(f64::from));
                height.abs() as $float
            }
            #[inline]
            fn to_real(self) -> Self {
                self
            }
            #[inline]
            fn $same<H: Holds>(numbers: &H::Of<Self>) -> Option<&H::Of<Self>> {
                Some(numbers)
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
                // Computed in `f64`. `t` is a squared distance, and its square would leave the range of `f32` for distances of 2³² or more
                // and for distances below 2⁻³⁷.
                let d2 = f64::from(self);
                let p = f64::from(p);
                let q = f64::from(q);
                // The parentheses keep the rounding the same if `p` and `q` are exchanged.
                let t = d2 - (p + q);
                if t < 0.0 { Some(Ordering::Less) } else { (t * t).partial_cmp(&(4.0 * p * q)) }
            }
            #[inline]
            fn compare_scaled(self, p: Self, q: Self, r: Self) -> Option<Ordering> {
                let area = f64::from(self);
                let p = f64::from(p);
                (area * area).partial_cmp(&(p * (f64::from(q) + f64::from(r))))
            }
        }

        impl Real for $float {
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const TWO: Self = 2.0;
            const INFINITY: Self = $float::INFINITY;
            const NEG_INFINITY: Self = $float::NEG_INFINITY;
            const NAN: Self = $float::NAN;
            const EPSILON: Self = $float::EPSILON;
            #[inline]
            fn abs(self) -> Self {
                self.abs()
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.is_finite()
            }
            #[inline]
            fn sqrt(self) -> Self {
                #[cfg(feature = "std")]
                return self.sqrt();
                #[cfg(not(feature = "std"))]
                return root(self.into()) as $float;
            }
            #[inline]
            fn from_f64(number: f64) -> Self {
                number as $float
            }
            #[inline]
            fn same<S: Scalar, H: Holds>(numbers: &H::Of<S>) -> Option<&H::Of<Self>> {
                S::$same::<H>(numbers)
            }
        }
    };
}

/// The two products whose difference is the cross product (a − o) × (b − o). Callers compare them, which avoids the rounding of the
/// difference.
#[inline]
fn cross(o: [f64; 2], a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [(a[0] - o[0]) * (b[1] - o[1]), (b[0] - o[0]) * (a[1] - o[1])]
}

/// The height n · (b − o) of the point `b` above the plane through `o` with the normal n. An axis on which the normal is zero is left out, so
/// that the point may be infinitely far away on it.
#[inline]
fn height<const N: usize>(normal: [f64; N], o: [f64; N], b: [f64; N]) -> f64 {
    (0..N).filter(|&k| normal[k] != 0.0).map(|k| normal[k] * (b[k] - o[k])).sum()
}

/// The square root, correctly rounded. It is computed as the integer square root of a number of at least 107 bits. A last bit records
/// whether there is a remainder, so that the conversion to `f64` rounds correctly. Rounding the result to `f32` gives the correctly rounded
/// root of an `f32`, because `f64` has more than twice the precision.
#[cfg(any(test, not(feature = "std")))]
fn root(number: f64) -> f64 {
    if number.is_nan() || number <= 0.0 || number == f64::INFINITY {
        return if number < 0.0 { f64::NAN } else { number + number };
    }
    let exponent = (number.to_bits() >> 52) as i32;
    let fraction = number.to_bits() & ((1 << 52) - 1);
    let (whole, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    let shift = whole.leading_zeros() as i32 + 44;
    let shift = shift - (exponent - shift) % 2;
    let wide = u128::from(whole) << shift;
    let root = wide.isqrt();
    let sticky = u128::from(root * root != wide);
    let scale = f64::from_bits((1023 - 1 + (exponent - shift) / 2) as u64 * (1 << 52));
    (root << 1 | sticky) as f64 * scale
}

float!(f32, as_f32, (1u64 << 62) as f32);
// The argument is 2²⁵⁴, given by its bits: the exponent, biased by 1023, is stored above 52 bits of fraction.
float!(f64, as_f64, f64::from_bits((1023 + 254) << 52));

/// A floating-point scalar: `f32` or `f64`. All of its operations, the square root included, are rounded as IEEE 754 defines, so results
/// have the same bits on every machine. Without the feature `std`, the square root is computed in integers.
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
    /// The number 1.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::ONE, 1.0);
    /// ```
    const ONE: Self;

    /// The number 0.5.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::HALF, 0.5);
    /// ```
    const HALF: Self;

    /// The number 2.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::TWO, 2.0);
    /// ```
    const TWO: Self;

    /// Positive infinity.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::INFINITY, f32::INFINITY);
    /// ```
    const INFINITY: Self;

    /// Negative infinity.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::NEG_INFINITY, f32::NEG_INFINITY);
    /// ```
    const NEG_INFINITY: Self;

    /// Not a number: the result of an undefined operation.
    ///
    /// ```
    /// assert!(<f32 as bumper::scalar::Real>::NAN.is_nan());
    /// ```
    const NAN: Self;

    /// The distance from 1 to the next larger number of this type.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::EPSILON, f32::EPSILON);
    /// ```
    const EPSILON: Self;

    /// The absolute value.
    ///
    /// ```
    /// assert_eq!(bumper::scalar::Real::abs(-2.0f64), 2.0);
    /// ```
    fn abs(self) -> Self;

    /// Whether the number is neither infinite nor NaN.
    ///
    /// ```
    /// assert!(!bumper::scalar::Real::is_finite(f32::NAN));
    /// ```
    fn is_finite(self) -> bool;

    /// The smaller of two numbers; `self` if one of them is NaN.
    ///
    /// ```
    /// use bumper::scalar::Real;
    /// assert_eq!(Real::min(3.0f64, 2.0), 2.0);
    /// assert!(Real::min(f64::NAN, 2.0).is_nan());
    /// ```
    #[inline]
    #[must_use]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The larger of two numbers; `self` if one of them is NaN.
    ///
    /// ```
    /// use bumper::scalar::Real;
    /// assert_eq!(Real::max(3.0f64, 2.0), 3.0);
    /// assert!(Real::max(f64::NAN, 2.0).is_nan());
    /// ```
    #[inline]
    #[must_use]
    fn max(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// The number limited to the range from `min` to `max`; NaN stays NaN. If `min` is greater than `max`, the result is one of them.
    ///
    /// ```
    /// use bumper::scalar::Real;
    /// assert_eq!(Real::clamp(5.0f64, 0.0, 1.0), 1.0);
    /// ```
    #[inline]
    #[must_use]
    fn clamp(self, min: Self, max: Self) -> Self {
        if self < min {
            min
        } else if self > max {
            max
        } else {
            self
        }
    }

    /// The square root of the number, correctly rounded; NaN for negative numbers.
    ///
    /// ```
    /// assert_eq!(bumper::scalar::Real::sqrt(9.0f64), 3.0);
    /// ```
    fn sqrt(self) -> Self;

    /// The number of this type that is nearest to `number`; infinite if `number` is out of range.
    ///
    /// ```
    /// assert_eq!(<f32 as bumper::scalar::Real>::from_f64(0.5), 0.5f32);
    /// ```
    fn from_f64(number: f64) -> Self;

    /// If `S` is this float type, returns the same reference, with its type `H::Of<S>` written as `H::Of<Self>`; otherwise `None`. Nothing
    /// is converted. `H` is a family of types such as the slices of vectors; see [`Holds`].
    #[doc(hidden)]
    fn same<S: Scalar, H: Holds>(numbers: &H::Of<S>) -> Option<&H::Of<Self>>;
}

#[cfg(all(test, feature = "std"))]
mod tests {
    #[test]
    fn integer_square_root_agrees_with_hardware() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..300_000 {
            let number = f64::from_bits(rng.u64(..) >> 1);
            assert_eq!(super::root(number).to_bits(), number.sqrt().to_bits(), "{number:e}");
            let square = f64::from(rng.u32(..)) * f64::from(rng.u32(..));
            let near = f64::from_bits((square * square).to_bits() + rng.u64(..3));
            assert_eq!(super::root(near), near.sqrt(), "{near:e}");
            let single = f32::from_bits(rng.u32(..) >> 1);
            assert_eq!((super::root(single.into()) as f32).to_bits(), single.sqrt().to_bits(), "{single:e}");
        }
        for number in [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, 4.0] {
            assert_eq!(super::root(number).to_bits(), f64::sqrt(number).to_bits());
        }
        assert!(super::root(-1.0).is_nan() && super::root(f64::NAN).is_nan());
    }
}
