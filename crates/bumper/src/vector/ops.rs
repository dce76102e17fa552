//! Vector arithmetic: assignment operators, and for float scalars products, normalization and cross products.

use super::Vector;
use crate::scalar::{Real, Scalar};
use core::ops::{AddAssign, Div, DivAssign, Mul, MulAssign, SubAssign};

impl<S: Scalar, const N: usize> AddAssign for Vector<S, N> {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<S: Scalar, const N: usize> SubAssign for Vector<S, N> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Multiplies each coordinate by a number.
impl<R: Real, const N: usize> Mul<R> for Vector<R, N> {
    type Output = Self;
    #[inline]
    fn mul(self, factor: R) -> Self {
        self.scaled(factor)
    }
}

impl<R: Real, const N: usize> MulAssign<R> for Vector<R, N> {
    #[inline]
    fn mul_assign(&mut self, factor: R) {
        *self = self.scaled(factor);
    }
}

/// Divides each coordinate by a number.
impl<R: Real, const N: usize> Div<R> for Vector<R, N> {
    type Output = Self;
    #[inline]
    fn div(self, divisor: R) -> Self {
        self.map(|c| c / divisor)
    }
}

impl<R: Real, const N: usize> DivAssign<R> for Vector<R, N> {
    #[inline]
    fn div_assign(&mut self, divisor: R) {
        *self = *self / divisor;
    }
}

macro_rules! by_numbers {
    ($($float:ident)*) => {$(
        impl<const N: usize> Mul<Vector<$float, N>> for $float {
            type Output = Vector<$float, N>;
            #[inline]
            fn mul(self, vector: Vector<$float, N>) -> Vector<$float, N> {
                vector.scaled(self)
            }
        }
    )*};
}

by_numbers!(f32 f64);

impl<T, const N: usize> Vector<T, N> {
    /// The x coordinate, mutable. Like [`y_mut`](Vector::y_mut) and [`z_mut`](Vector::z_mut), it does not compile for vectors with too few
    /// axes.
    ///
    /// ```
    /// let mut v = bumper::Vector([3, 4]);
    /// *v.x_mut() += 7;
    /// assert_eq!(v, bumper::Vector([10, 4]));
    /// ```
    #[inline]
    pub fn x_mut(&mut self) -> &mut T {
        const { assert!(N > 0, "a vector without axes has no x") };
        &mut self.0[0]
    }

    /// The y coordinate, mutable. Does not compile for vectors of one axis.
    ///
    /// ```
    /// let mut v = bumper::Vector([3, 4]);
    /// *v.y_mut() = 0;
    /// assert_eq!(v, bumper::Vector([3, 0]));
    /// ```
    #[inline]
    pub fn y_mut(&mut self) -> &mut T {
        const { assert!(N > 1, "a vector of one axis has no y") };
        &mut self.0[1]
    }

    /// The z coordinate, mutable. Does not compile for vectors of fewer than three axes.
    ///
    /// ```
    /// let mut v = bumper::Vector([3, 4, 5]);
    /// *v.z_mut() -= 5;
    /// assert_eq!(v, bumper::Vector([3, 4, 0]));
    /// ```
    #[inline]
    pub fn z_mut(&mut self) -> &mut T {
        const { assert!(N > 2, "a vector of two axes has no z") };
        &mut self.0[2]
    }
}

impl<R: Real, const N: usize> Vector<R, N> {
    /// The unit vector in the same direction. `None` if the vector is zero or has an infinite or NaN coordinate.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([3.0, 4.0]).normalized(), Some(Vector([0.6, 0.8])));
    /// assert_eq!(Vector([0.0, 0.0]).normalized(), None);
    /// ```
    #[doc(alias("normalize", "try_normalize"))]
    #[must_use]
    pub fn normalized(self) -> Option<Self> {
        // Dividing by the largest coordinate keeps the squares in range, so that vectors of any length lose no precision.
        let largest = self.0.into_iter().fold(R::ZERO, |max, c| max.max(c.abs()));
        let finite = self.0.into_iter().all(|c| Scalar::to_f64(c).is_finite());
        let scaled = self.map(|c| c / largest);
        let length = scaled.length();
        (finite && length > R::ZERO).then(|| scaled.map(|c| c / length))
    }

    /// The point at the fraction `share` of the way from this point to another one. Each coordinate rounds three times.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1.0, 2.0]).lerp(Vector([3.0, 2.0]), 0.25), Vector([1.5, 2.0]));
    /// ```
    #[doc(alias("mix", "b2Lerp"))]
    #[inline]
    #[must_use]
    pub fn lerp(self, other: Self, share: R) -> Self {
        self + (other - self).scaled(share)
    }
}

impl<R: Real> Vector<R, 2> {
    /// The vector rotated by 90 degrees, from +x towards +y. The velocity of the end of a lever arm is this vector times the angular
    /// velocity.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([3.0, 1.0]).perp(), Vector([-1.0, 3.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn perp(self) -> Self {
        Self([-self.y(), self.x()])
    }

    /// The 2D cross product: twice the signed area of the triangle that the two vectors span. Positive if `other` is to the left of this
    /// vector, with y pointing up.
    ///
    /// ```
    /// assert_eq!(bumper::Vector([1.0, 0.0]).cross(bumper::Vector([0.0, 2.0])), 2.0);
    /// ```
    #[doc(alias("perp_dot", "b2Cross"))]
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> R {
        self.x() * other.y() - self.y() * other.x()
    }
}

impl<R: Real> Vector<R, 3> {
    /// The 3D cross product by the right-hand rule: perpendicular to both vectors.
    ///
    /// ```
    /// use bumper::Vector;
    /// assert_eq!(Vector([1.0, 0.0, 0.0]).cross(Vector([0.0, 1.0, 0.0])), Vector([0.0, 0.0, 1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        let Vector([ax, ay, az]) = self;
        let Vector([bx, by, bz]) = other;
        Vector([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
    }
}

#[cfg(feature = "fixed")]
impl<S: crate::scalar::WholePart, const N: usize> Vector<S, N> {
    /// The integer part of each coordinate, rounded down. Needs the feature `fixed`.
    ///
    /// ```
    /// use bumper::Vector;
    /// use fixed::types::I16F16;
    /// assert_eq!(Vector([2.75, -0.25].map(I16F16::from_num)).whole(), Vector([2i16, -1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn whole(self) -> Vector<S::Whole, N> {
        self.map(S::whole)
    }
}
