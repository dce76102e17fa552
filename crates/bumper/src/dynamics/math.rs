//! 2D vectors and rotations for the step. They use only basic arithmetic and square roots, so that results are the same on every machine.

use crate::Vector;
use crate::scalar::Real;

pub(super) type V<R> = Vector<R, 2>;

/// The largest force and torque that may act on a body in a step: the square of the largest coordinate.
pub(super) fn max_force<R: Real>() -> R {
    R::MAX_RADIUS * R::MAX_RADIUS
}

/// Converts a constant to the float type of the simulation.
#[inline]
pub(super) fn num<R: Real>(number: f64) -> R {
    R::from_f64(number)
}

/// A rotation, as the cosine and sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rot<R> {
    pub(super) cos: R,
    pub(super) sin: R,
}

impl<R: Real> Default for Rot<R> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<R: Real> Rot<R> {
    /// The rotation by an angle of zero.
    #[inline]
    pub(super) fn identity() -> Self {
        Self { cos: R::ONE, sin: R::ZERO }
    }

    /// The vector rotated by this rotation.
    #[inline]
    pub(super) fn rotate(self, v: V<R>) -> V<R> {
        Vector([self.cos * v[0] - self.sin * v[1], self.sin * v[0] + self.cos * v[1]])
    }

    /// The vector rotated by the inverse of this rotation.
    #[inline]
    pub(super) fn inv_rotate(self, v: V<R>) -> V<R> {
        Vector([self.cos * v[0] + self.sin * v[1], self.cos * v[1] - self.sin * v[0]])
    }

    /// The rotation that leads from `base` to this rotation: `base.then(result)` is `self`.
    #[inline]
    pub(super) fn relative_to(self, base: Self) -> Self {
        // For equal rotations the result is exactly the identity, without rounding errors.
        if self == base { Self::identity() } else { Self { cos: base.cos, sin: -base.sin }.then(self) }
    }

    /// This rotation followed by the rotation `next`.
    #[inline]
    pub(super) fn then(self, next: Self) -> Self {
        Self {
            cos: next.cos * self.cos - next.sin * self.sin,
            sin: next.sin * self.cos + next.cos * self.sin,
        }
    }

    /// This rotation with cosine and sine scaled so that the sum of their squares is 1, because products of rotations accumulate rounding
    /// errors.
    #[inline]
    pub(super) fn normalized(self) -> Self {
        let scale = R::ONE / Real::sqrt(self.cos * self.cos + self.sin * self.sin);
        Self { cos: self.cos * scale, sin: self.sin * scale }
    }

    /// The angle of this rotation in radians, above −π and at most π.
    pub(super) fn angle(self) -> R {
        vector_angle(self.cos, self.sin)
    }

    /// The x axis and the y axis, rotated by this rotation.
    #[inline]
    pub(super) fn axes(self) -> [V<R>; 2] {
        [Vector([self.cos, self.sin]), Vector([-self.sin, self.cos])]
    }
}

/// The number of terms of the arctangent series that is enough for the precision of `f64` and angles up to π/16.
const SERIES_TERMS: i32 = 11;

/// The angle of a vector in radians (`atan2`), from −π to π. Zero for the zero vector; zero or NaN if a coordinate is NaN. The bits are the
/// same on every machine, because only arithmetic and square roots are used. The arctangent series converges fast for small arguments, so
/// the angle is halved twice before: atan t = 2 atan (t / (1 + √(1 + t²))).
pub(super) fn vector_angle<R: Real>(x: R, y: R) -> R {
    let pi = num::<R>(core::f64::consts::PI);
    let u = x.distance(R::ZERO);
    let v = y.distance(R::ZERO);
    let (low, high) = if u < v { (u, v) } else { (v, u) };
    // Written as a negation, so that NaN in `high` also gives zero.
    if !(high > R::ZERO) {
        return R::ZERO;
    }
    let half_angle_tangent = |t: R| t / (R::ONE + Real::sqrt(R::ONE + t * t));
    let t = half_angle_tangent(half_angle_tangent(low / high));
    let square = -(t * t);
    let series =
        (0..SERIES_TERMS).rev().fold(R::ZERO, |sum, k| sum * square + num(1.0 / f64::from(2 * k + 1)));
    let eighth = t * series * num(4.0);
    let acute = if u < v { pi * R::HALF - eighth } else { eighth };
    let upper = if x < R::ZERO { pi - acute } else { acute };
    if y < R::ZERO { -upper } else { upper }
}
