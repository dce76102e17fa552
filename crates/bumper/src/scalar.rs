//! The number types of coordinates, and the wider types in which they are compared.
//!
//! A [`Scalar`] is a coordinate. The difference of two scalars is a [`Span`], the square of a span is an [`Area`]:
//!
//! ```
//! use bumper::scalar::{Scalar, Span};
//!
//! let far = i16::MIN.distance(i16::MAX);
//! assert_eq!(far, 65535u16);
//! assert_eq!(far.square(), 4_294_836_225u32);
//! ```

#[cfg(feature = "fixed")]
mod fixed;
mod float;
mod int;
pub(crate) mod round;

use core::cmp::Ordering;
use core::fmt::Debug;

#[cfg(feature = "fixed")]
pub use fixed::WholePart;
pub use float::Real;

/// A coordinate: a signed number with comparison and subtraction that are exact (integers, fixed point) or rounded once (floats).
///
/// Implemented for `i8`, `i16`, `i32`, `i64`, `f32`, `f64` and, with the feature `fixed`, for the signed types of the `fixed` crate.
///
/// ```
/// use bumper::scalar::Scalar;
/// fn width<S: Scalar>(from: S, to: S) -> S::Span {
///     from.distance(to)
/// }
/// assert_eq!(width(-30000i16, 30000), 60000u16);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a coordinate",
    note = "coordinates are i8, i16, i32, i64, f32, f64 and, with the feature `fixed`, signed fixed point"
)]
pub trait Scalar: Copy + PartialOrd + Debug + Default + 'static {
    /// An unsigned difference of two scalars.
    type Span: Span;

    /// The float type of lengths, normals, points and times: the scalar itself for floats, else `f64`.
    type Real: Real;

    /// Whether the type is a float. Rotated shapes need one.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert!(f32::IS_FLOAT && !i16::IS_FLOAT);
    /// ```
    const IS_FLOAT: bool;

    /// The largest radius of a ball or cylinder: the largest number for integers and fixed point, 2⁶² for `f32` and 2²⁵⁴ for `f64`, so that
    /// squares of radii and products of these stay finite.
    ///
    /// It is also the range of coordinates in which queries of floats are as precise as they say: about 4.6 · 10¹⁸ for `f32` and
    /// 2.9 · 10⁷⁶ for `f64`. Beyond it squares of lengths may become infinite. Contacts are then computed in `f64`, and shapes that leave
    /// its range, too, count as infinitely far apart; a normal still has the length 1.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i16::MAX_RADIUS, 32767);
    /// ```
    const MAX_RADIUS: Self;

    /// The difference of two neighbouring values; zero for floats, whose spacing depends on the value.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((i16::QUANTUM, f32::QUANTUM), (1.0, 0.0));
    /// ```
    const QUANTUM: f64;

    /// |self − other|: exact for integers and fixed point, rounded once for floats.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i8::MIN.distance(i8::MAX), 255u8);
    /// ```
    fn distance(self, other: Self) -> Self::Span;

    /// max(self − other, 0). NaN stays NaN.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(7i16.beyond(3), 4);
    /// assert_eq!(3i16.beyond(7), 0);
    /// ```
    fn beyond(self, other: Self) -> Self::Span;

    /// The distance from `self` to the interval from `min` to `max`, where `min` ≤ `max`; zero inside. NaN in `self` or `min` stays NaN.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(7i16.outside(1, 3), 4);
    /// assert_eq!(2i16.outside(1, 3), 0);
    /// ```
    #[inline]
    fn outside(self, min: Self, max: Self) -> Self::Span {
        min.beyond(self).plus(self.beyond(max))
    }

    /// self + other. Integers and fixed point saturate.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(Scalar::plus(30000i16, 10000), 32767);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// self − other. Integers and fixed point saturate.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(Scalar::minus(-30000i16, 10000), -32768);
    /// ```
    fn minus(self, other: Self) -> Self;

    /// self + other, or `None` if the sum leaves the range of the type (for floats: if it is not finite).
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(30000i16.checked_plus(2), Some(30002));
    /// assert_eq!(30000i16.checked_plus(10000), None);
    /// assert_eq!(f32::MAX.checked_plus(f32::MAX), None);
    /// ```
    fn checked_plus(self, other: Self) -> Option<Self>;

    /// self − other, or `None` if the difference leaves the range of the type (for floats: if it is not finite).
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((-30000i16).checked_minus(10000), None);
    /// ```
    fn checked_minus(self, other: Self) -> Option<Self>;

    /// The midpoint of two numbers. Integers and fixed point round down. Floats round once, except near the smallest numbers, where halving
    /// loses a bit.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((Scalar::midpoint(30000i16, 32767), Scalar::midpoint(-3i16, 0)), (31383, -2));
    /// ```
    fn midpoint(self, other: Self) -> Self;

    /// self + step × count. Integers and fixed point saturate; floats round twice.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(7i16.stepped(-2, 3), 1);
    /// assert_eq!(30000i16.stepped(100, 100), 32767);
    /// ```
    fn stepped(self, step: Self, count: i32) -> Self;

    /// A radius as a span: the same number, for radii from zero to [`MAX_RADIUS`](Scalar::MAX_RADIUS). NaN stays NaN. Unspecified for other
    /// numbers.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(5i16.radius(), 5u16);
    /// ```
    fn radius(self) -> Self::Span;

    /// The side of the line from `o` to `a` on which `b` lies: `Greater` on the left if y points up, `Equal` on the line, `None` if there
    /// is a NaN. This is the sign of (a − o) × (b − o), a predicate of degree 2: exact for integers, fixed point and `f32` of ordinary
    /// size; `f64` rounds each difference and product once.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// use core::cmp::Ordering;
    /// assert_eq!(i8::orient2d([-128, -128], [127, -128], [-128, 127]), Some(Ordering::Greater));
    /// ```
    fn orient2d(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering>;

    /// |(a − o) × (b − o)|: twice the area of the triangle. Never saturates, because a triangle covers at most half of its bounding box.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i8::orient2d_area([-128, -128], [127, -128], [-128, 127]), 255u16 * 255);
    /// ```
    fn orient2d_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> AreaOf<Self>;

    /// The same coordinates, if this scalar is that float.
    #[doc(hidden)]
    fn as_f32<H: Holds>(_numbers: &H::Of<Self>) -> Option<&H::Of<f32>> {
        None
    }
    #[doc(hidden)]
    fn as_f64<H: Holds>(_numbers: &H::Of<Self>) -> Option<&H::Of<f64>> {
        None
    }

    /// The sign of (a − o) · (b − o): whether `b` lies in front of `o` in the direction of `a`.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// use core::cmp::Ordering;
    /// assert_eq!(i8::ahead([0, 0], [5, 5], [-127, 127]), Some(Ordering::Equal));
    /// ```
    fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering>;

    /// Converts to the float type of the results.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(5i16.to_real(), 5.0f64);
    /// ```
    fn to_real(self) -> Self::Real;

    /// Converts from that float type; `None` for integers and fixed point.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((f32::from_real(0.5), i16::from_real(0.5)), (Some(0.5), None));
    /// ```
    fn from_real(real: Self::Real) -> Option<Self>;

    /// The nearest value to a number, with ties away from zero (for floats: to even). `None` for NaN and out of range.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((i16::nearest(-2.5), i16::nearest(40_000.0), f32::nearest(0.1)), (Some(-3), None, Some(0.1)));
    /// ```
    fn nearest(number: f64) -> Option<Self>;

    /// Converts to `f64`: exact, except for `i64` and 64-bit fixed point, which are rounded to nearest.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(5i16.to_f64(), 5.0);
    /// ```
    fn to_f64(self) -> f64;
}

/// An unsigned length: the difference of two [`Scalar`]s.
///
/// ```
/// use bumper::scalar::Span;
/// assert_eq!(Span::plus(32767u16, 32767), 65534);
/// ```
pub trait Span: Copy + PartialOrd + Debug + Default + 'static {
    /// The type of its square.
    type Area: Area;

    /// The square; exact for integers and fixed point.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(65535u16.square(), 4_294_836_225u32);
    /// ```
    #[inline]
    fn square(self) -> Self::Area {
        self.times(self)
    }

    /// The product with another length; exact for integers and fixed point.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(65535u16.times(2), 131070u32);
    /// ```
    fn times(self, other: Self) -> Self::Area;

    /// The saturating sum. The sum of two radii never saturates.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(Span::plus(40000u16, 40000), 65535);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// Converts a squared length of this type to `f64`; fixed point has a unit of its own.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(u16::area_to_f64(9), 9.0);
    /// ```
    fn area_to_f64(area: Self::Area) -> f64;
}

/// A squared length.
///
/// ```
/// use bumper::scalar::Area;
/// assert_eq!(Area::plus(u32::MAX, 1), u32::MAX);
/// ```
pub trait Area: Copy + PartialOrd + Debug + Default + 'static {
    /// The saturating sum.
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// assert_eq!(Area::plus(1u32, 2), 3);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// The difference, saturating at zero (for floats: the difference).
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// assert_eq!(Area::minus(5u32, 2), 3);
    /// ```
    fn minus(self, other: Self) -> Self;

    /// Compares d with √p + √q without a root, where `self` is d².
    ///
    /// With t = d² − p − q, d is less if t < 0; otherwise the result is that of t² and 4pq. `p` and `q` are at most the square of
    /// [`Scalar::MAX_RADIUS`]; `self` may be saturated. A predicate of degree 4, exact for integers: `u32` needs products of 64 bits, `u64`
    /// of 128, `u128` of 256 (two halves). Floats compute it in `f64` and round each step; a NaN gives `None`.
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// use core::cmp::Ordering;
    /// // Two balls of radius 10 at distance 15: 15² is more than 10² + 10², yet they overlap.
    /// assert_eq!(225u32.compare_roots(100, 100), Some(Ordering::Less));
    /// assert_eq!(400u32.compare_roots(100, 100), Some(Ordering::Equal));
    /// ```
    fn compare_roots(self, p: Self, q: Self) -> Option<Ordering>;

    /// Compares `self`² with p (q + r), where `p` is at most the square of [`Scalar::MAX_RADIUS`]. If `self` is twice the area of a
    /// triangle, and q and r are the squares of the coordinates of its base, this compares its height with √p. Degree 4, and as exact as
    /// [`compare_roots`](Area::compare_roots).
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// use core::cmp::Ordering;
    /// assert_eq!(20u32.compare_scaled(16, 9, 16), Some(Ordering::Equal));
    /// ```
    fn compare_scaled(self, p: Self, q: Self, r: Self) -> Option<Ordering>;
}

/// The type of a squared length of the scalar `S`.
///
/// ```
/// let nine: bumper::AreaOf<i16> = 9u32;
/// ```
pub type AreaOf<S> = <<S as Scalar>::Span as Span>::Area;

/// A type that holds numbers of one scalar or another.
#[doc(hidden)]
pub trait Holds {
    type Of<S: Scalar>: ?Sized;
}

/// Converts a number to the float type of a query: exact, except for 64-bit numbers.
#[inline]
pub(crate) fn real<S: Scalar, R: Real>(number: S) -> R {
    R::from_f64(number.to_f64())
}
