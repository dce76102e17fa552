//! The number types of coordinates, and the wider types for their differences and squares.
//!
//! A [`Scalar`] is a coordinate. The difference of two scalars is a [`Span`], the square of a span is an [`Area`]. Each is the narrowest
//! type that holds every result:
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

/// A number type with a zero: every [`Scalar`], [`Span`] and [`Area`].
///
/// ```
/// use bumper::scalar::Zero;
/// assert_eq!((i16::ZERO, f32::ZERO), (0, 0.0));
/// ```
pub trait Zero {
    /// The number 0; for floats, the positive zero.
    ///
    /// ```
    /// use bumper::scalar::Zero;
    /// assert_eq!(u32::ZERO, 0);
    /// ```
    const ZERO: Self;
}

macro_rules! zeros {
    ($($integer:ident)*) => {$(
        impl Zero for $integer {
            const ZERO: Self = 0;
        }
    )*};
}

zeros!(i8 i16 i32 i64 u8 u16 u32 u64 u128);

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
pub trait Scalar: Zero + Copy + PartialOrd + Debug + Default + 'static {
    /// The type of the difference of two scalars. For integers and fixed point it is unsigned, so that it holds every difference without
    /// overflow; for floats it is the scalar itself.
    type Span: Span;

    /// The float type of results such as lengths, normals, points and times. For floats it is the scalar itself, for integers and fixed
    /// point `f64`.
    type Real: Real;

    /// Whether the type is a float. Shapes with a rotation need a float.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert!(f32::IS_FLOAT && !i16::IS_FLOAT);
    /// ```
    const IS_FLOAT: bool;

    /// The largest radius of a ball, capsule or cylinder: the largest representable number for integers and fixed point, 2⁶² for `f32`
    /// and 2²⁵⁴ for `f64`. These limits keep squares of radii finite, and also products of two such squares computed in `f64`.
    ///
    /// For floats, [`MAX_RADIUS`](Scalar::MAX_RADIUS) is also the largest coordinate for which queries have their documented accuracy:
    /// about 4.6 · 10¹⁸ for `f32` and 2.9 · 10⁷⁶ for `f64`. Squares of larger lengths may become infinite, so contacts of such shapes are
    /// computed in `f64`. If the range of `f64` does not suffice either, the shapes are treated as infinitely far apart. Normals are unit
    /// vectors in any case.
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i16::MAX_RADIUS, 32767);
    /// ```
    const MAX_RADIUS: Self;

    /// The distance between two neighbouring values of the type; zero for floats, because there the distance depends on the value.
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

    /// The difference `self` − `other`, or zero if it is negative. NaN if `self` or `other` is NaN.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(7i16.beyond(3), 4);
    /// assert_eq!(3i16.beyond(7), 0);
    /// ```
    fn beyond(self, other: Self) -> Self::Span;

    /// The distance from `self` to the interval from `min` to `max`; zero if `self` lies in the interval. `min` must not be greater than
    /// `max`. NaN if `self` or `min` is NaN. A NaN in `max` alone may give a number, because testing for it would cost further
    /// instructions.
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

    /// The sum of two numbers. Integers and fixed point saturate at the ends of the range.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(Scalar::plus(30000i16, 10000), 32767);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// The difference of two numbers. Integers and fixed point saturate at the ends of the range.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(Scalar::minus(-30000i16, 10000), -32768);
    /// ```
    fn minus(self, other: Self) -> Self;

    /// The sum of two numbers. `None` if it is out of the range of the type (for floats: if it is infinite or NaN).
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(30000i16.checked_plus(2), Some(30002));
    /// assert_eq!(30000i16.checked_plus(10000), None);
    /// assert_eq!(f32::MAX.checked_plus(f32::MAX), None);
    /// ```
    fn checked_plus(self, other: Self) -> Option<Self>;

    /// The difference of two numbers. `None` if it is out of the range of the type (for floats: if it is infinite or NaN).
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((-30000i16).checked_minus(10000), None);
    /// ```
    fn checked_minus(self, other: Self) -> Option<Self>;

    /// The midpoint of two numbers. Integers and fixed point round down. Floats round once, unless half of a number is subnormal.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((Scalar::midpoint(30000i16, 32767), Scalar::midpoint(-3i16, 0)), (31383, -2));
    /// ```
    fn midpoint(self, other: Self) -> Self;

    /// `self` + `step` × `count`. For integers and fixed point, only the final sum saturates at the ends of the range; the product may
    /// exceed it. Floats round the product and the sum.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(7i16.stepped(-2, 3), 1);
    /// assert_eq!(30000i16.stepped(100, 100), 32767);
    /// ```
    fn stepped(self, step: Self, count: i32) -> Self;

    /// Converts a radius to a span with the same value; NaN stays NaN. A radius is never negative and at most
    /// [`MAX_RADIUS`](Scalar::MAX_RADIUS); for other numbers, the result is unspecified.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(5i16.radius(), 5u16);
    /// ```
    fn radius(self) -> Self::Span;

    /// The side of the line from `o` to `a` on which `b` lies: `Greater` if `b` is to the left with y pointing up, `Less` if it is to the
    /// right, `Equal` if it is on the line, `None` if a coordinate is NaN. It is the sign of the cross product (a − o) × (b − o). Exact
    /// for integers, fixed point and `f32` coordinates of similar magnitude; `f64` rounds each difference and product once.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// use core::cmp::Ordering;
    /// assert_eq!(i8::orient2d([-128, -128], [127, -128], [-128, 127]), Some(Ordering::Greater));
    /// ```
    fn orient2d(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering>;

    /// Twice the area of the triangle of three points: |(a − o) × (b − o)|. It always fits into the type, because a triangle covers at most
    /// half of its bounding box, and the area of the box fits.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i8::orient2d_area([-128, -128], [127, -128], [-128, 127]), 255u16 * 255);
    /// ```
    fn orient2d_area(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> AreaOf<Self>;

    /// If this scalar is `f32`, returns the same reference, with its type `H::Of<Self>` written as `H::Of<f32>`; otherwise `None`. Nothing
    /// is converted. Code that is generic over the scalar calls special functions for `f32` in this way. `H` is a family of types such as
    /// the slices of vectors; see [`Holds`].
    #[doc(hidden)]
    fn as_f32<H: Holds>(_numbers: &H::Of<Self>) -> Option<&H::Of<f32>> {
        None
    }
    /// Does what [`as_f32`](Scalar::as_f32) does, for `f64`.
    #[doc(hidden)]
    fn as_f64<H: Holds>(_numbers: &H::Of<Self>) -> Option<&H::Of<f64>> {
        None
    }

    /// The sign of the dot product (a − o) · (b − o): `Greater` if `b` is ahead of `o`, seen in the direction from `o` to `a`, `Less` if it
    /// is behind, and `Equal` if it is neither. `None` if a coordinate is NaN. As exact as [`orient2d`](Scalar::orient2d).
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// use core::cmp::Ordering;
    /// assert_eq!(i8::ahead([0, 0], [5, 5], [-127, 127]), Some(Ordering::Equal));
    /// ```
    fn ahead(o: [Self; 2], a: [Self; 2], b: [Self; 2]) -> Option<Ordering>;

    /// The sign of the height n · (b − o) of the point `b` above the plane through `o` with the normal n: `Greater` if `b` is in front of the
    /// plane, `Less` if it is behind, `Equal` if it is on the plane. `None` if a coordinate is NaN. Exact for integers and fixed point in up
    /// to three dimensions; floats compute in `f64` and round each step.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// use core::cmp::Ordering;
    /// assert_eq!(i8::height_sign([-128; 3], [127; 3], [-128; 3]), Some(Ordering::Greater));
    /// ```
    fn height_sign<const N: usize>(normal: [Self; N], o: [Self; N], b: [Self; N]) -> Option<Ordering>;

    /// The absolute value of the height n · (b − o); see [`height_sign`](Scalar::height_sign). In 3D it may exceed the range of the type;
    /// integers and fixed point then saturate.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(i8::height_area([3, -4], [0, 0], [-1, 2]), 11u16);
    /// ```
    fn height_area<const N: usize>(normal: [Self; N], o: [Self; N], b: [Self; N]) -> AreaOf<Self>;

    /// Converts to the float type [`Real`](Scalar::Real): exact, except for `i64` and 64-bit fixed point, which are rounded to nearest.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!(5i16.to_real(), 5.0f64);
    /// ```
    fn to_real(self) -> Self::Real;

    /// Converts from the float type [`Real`](Scalar::Real). `None` if the scalar is not a float.
    ///
    /// ```
    /// use bumper::scalar::Scalar;
    /// assert_eq!((f32::from_real(0.5), i16::from_real(0.5)), (Some(0.5), None));
    /// ```
    fn from_real(real: Self::Real) -> Option<Self>;

    /// The value of this type that is nearest to `number`. A number halfway between two values is rounded away from zero for integers and
    /// fixed point, and to the even one for floats. `None` if `number` is NaN or if the result is out of the range of the type.
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

/// A length: the type of the difference of two [`Scalar`]s, unsigned for integers and fixed point.
///
/// ```
/// use bumper::scalar::Span;
/// assert_eq!(Span::plus(32767u16, 32767), 65534);
/// ```
pub trait Span: Zero + Copy + PartialOrd + Debug + Default + 'static {
    /// The type of squared lengths, which holds every product of two spans.
    type Area: Area;

    /// The square of the length; exact for integers and fixed point.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(65535u16.square(), 4_294_836_225u32);
    /// ```
    #[inline]
    fn square(self) -> Self::Area {
        self.times(self)
    }

    /// The product of two lengths; exact for integers and fixed point.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(65535u16.times(2), 131070u32);
    /// ```
    fn times(self, other: Self) -> Self::Area;

    /// The sum of two lengths. Integers and fixed point saturate at the largest number. The sum of two radii always fits.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(Span::plus(40000u16, 40000), 65535);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// Converts a squared length to `f64`. For fixed point, `area` counts squares of the smallest positive number; the result is in
    /// square units of the coordinates.
    ///
    /// ```
    /// use bumper::scalar::Span;
    /// assert_eq!(u16::area_to_f64(9), 9.0);
    /// ```
    fn area_to_f64(area: Self::Area) -> f64;
}

/// A squared length, or a product of two lengths.
///
/// ```
/// use bumper::scalar::Area;
/// assert_eq!(Area::plus(u32::MAX, 1), u32::MAX);
/// ```
pub trait Area: Zero + Copy + PartialOrd + Debug + Default + 'static {
    /// The sum of two squared lengths. Integers saturate at the largest number of the type.
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// assert_eq!(Area::plus(1u32, 2), 3);
    /// ```
    fn plus(self, other: Self) -> Self;

    /// The difference of two squared lengths. If it is negative, integers saturate at zero; floats become negative.
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// assert_eq!(Area::minus(5u32, 2), 3);
    /// ```
    fn minus(self, other: Self) -> Self;

    /// Compares a distance d with the sum √p + √q, where `self` is d²: `Less` if d is smaller. No root is computed. For example, two balls
    /// with the squared radii p and q overlap if the distance of their centers is `Less`.
    ///
    /// Let t = d² − p − q. If t is negative, d is less than √p + √q. Otherwise t² is compared with 4pq, which gives the same answer.
    ///
    /// `p` and `q` must be at most the square of [`Scalar::MAX_RADIUS`]. `self` may have been saturated: it is then still larger than the
    /// largest possible (√p + √q)², so the result is right. Integers are exact: products of squares are computed with twice the bits of the
    /// type (256 bits for `u128`, stored as two numbers). Floats compute in `f64` and round each step; the result is `None` if a number is
    /// NaN.
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// use core::cmp::Ordering;
    /// // Two balls of radius 10 at distance 15: 15² is more than 10² + 10², yet they overlap.
    /// assert_eq!(225u32.compare_roots(100, 100), Some(Ordering::Less));
    /// assert_eq!(400u32.compare_roots(100, 100), Some(Ordering::Equal));
    /// ```
    fn compare_roots(self, p: Self, q: Self) -> Option<Ordering>;

    /// Compares `self`² with p (q + r). This compares the height of a triangle with a radius √p, without a root: `self` is twice the area
    /// of the triangle, and q + r is the squared length of its base, a vector whose coordinates have the squares q and r. `p` must be at
    /// most the square of [`Scalar::MAX_RADIUS`]. As exact as [`compare_roots`](Area::compare_roots).
    ///
    /// ```
    /// use bumper::scalar::Area;
    /// use core::cmp::Ordering;
    /// assert_eq!(20u32.compare_scaled(16, 9, 16), Some(Ordering::Equal));
    /// ```
    fn compare_scaled(self, p: Self, q: Self, r: Self) -> Option<Ordering>;
}

/// The type of squared lengths for the coordinate type `S`: for example `u32` for `i16`.
///
/// ```
/// let nine: bumper::AreaOf<i16> = 9u32;
/// ```
pub type AreaOf<S> = <<S as Scalar>::Span as Span>::Area;

/// A family of types that differ only in their scalar, for example the arrays `[S; 4]`. `Of<S>` is the member for the scalar `S`. It lets
/// generic code call a function for `f32` or `f64` without a conversion: if `S` is that type, `Real::same` changes the type of a reference
/// from `&Of<S>` to `&Of<f32>` or `&Of<f64>`.
#[doc(hidden)]
pub trait Holds {
    type Of<S: Scalar>: ?Sized;
}

/// Converts a number to the float type of a query: rounded to nearest if that type cannot represent it.
#[inline]
pub(crate) fn real<S: Scalar, R: Real>(number: S) -> R {
    R::from_f64(number.to_f64())
}
