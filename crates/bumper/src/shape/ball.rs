//! Balls by radius and by squared radius: circles in 2D, spheres in 3D.

use crate::scalar::{AreaOf, Scalar, Span, Zero};
use crate::{Aabb, Relate, Vector};

/// A closed ball: all points whose distance from the center is at most the radius. A circle in 2D, a sphere in 3D, a point if the radius is
/// zero.
///
/// ```
/// use bumper::{Ball, Relate};
/// assert!(Ball::new([0i16, 0], 10).overlaps(&Ball::new([15, 0], 10)));
/// ```
#[doc(alias("Circle", "Sphere", "b2Circle", "circle"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ball<S, const N: usize> {
    center: Vector<S, N>,
    radius: S,
}

/// A 2D ball.
///
/// ```
/// let coin: bumper::Circle<i16> = bumper::Ball::new([0, 0], 8);
/// ```
pub type Circle<S> = Ball<S, 2>;

/// A 3D ball.
///
/// ```
/// let bubble: bumper::Sphere<i16> = bumper::Ball::new([0, 0, 0], 8);
/// ```
pub type Sphere<S> = Ball<S, 3>;

impl<S: Scalar, const N: usize> Ball<S, N> {
    /// Creates a ball without checking the radius. The caller guarantees that it is between zero and [`Scalar::MAX_RADIUS`], or NaN.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn known(center: Vector<S, N>, radius: S) -> Self {
        Self { center, radius }
    }

    /// Creates a ball. The radius is clamped to the range from zero to [`Scalar::MAX_RADIUS`]. A ball with a NaN is apart from every shape.
    ///
    /// ```
    /// use bumper::Ball;
    /// assert_eq!(Ball::new([1i16, 2], -3).radius(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(center: impl Into<Vector<S, N>>, radius: S) -> Self {
        Self { center: center.into(), radius: clamped_radius(radius) }
    }

    /// The largest ball that lies in a box and has the same center. The radius is half of the smallest size of the box. With integers and
    /// fixed point, the center and the radius are rounded down if a size is odd.
    ///
    /// ```
    /// use bumper::{Aabb, Ball};
    /// assert_eq!(Ball::inscribed(&Aabb::new([0i16, 0], [20, 31])), Ball::new([10, 15], 10));
    /// ```
    #[doc(alias("circle_of_box"))]
    #[must_use]
    pub fn inscribed(aabb: &Aabb<S, N>) -> Self {
        let center = aabb.min().zip(aabb.max(), S::midpoint);
        let side_distance = |axis: usize| center[axis].minus(aabb.min()[axis]);
        let radius = (1..N)
            .map(side_distance)
            .fold(side_distance(0), |radius, next| if next < radius { next } else { radius });
        Self::new(center, radius)
    }

    /// The smallest box that contains the ball. Coordinates saturate at the ends of the scalar's range.
    ///
    /// ```
    /// use bumper::{Aabb, Ball};
    /// assert_eq!(Ball::new([10i16, 10], 3).aabb(), Aabb::new([7, 7], [13, 13]));
    /// ```
    #[doc(alias("bounding_box", "box_of_circle"))]
    #[inline]
    #[must_use]
    pub fn aabb(&self) -> Aabb<S, N> {
        Aabb::centered(self.center, Vector::splat(self.radius))
    }

    /// The center of the ball.
    ///
    /// ```
    /// use bumper::{Ball, Vector};
    /// assert_eq!(Ball::new([1i16, 2], 3).center(), Vector([1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// The radius of the ball.
    ///
    /// ```
    /// use bumper::Ball;
    /// assert_eq!(Ball::new([1i16, 2], 3).radius(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius(&self) -> S {
        self.radius
    }

    /// The ball moved by an offset. Integers and fixed point saturate at the ends of the scalar's range.
    ///
    /// ```
    /// use bumper::Ball;
    /// assert_eq!(Ball::new([1i16, 2], 3).translated([1, 1]), Ball::new([2, 3], 3));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the ball or on its boundary.
    ///
    /// ```
    /// use bumper::Ball;
    /// assert!(Ball::new([0i16, 0], 5).contains([3, 4]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }

    /// This ball, stored by its squared radius.
    ///
    /// ```
    /// use bumper::{Ball, SquaredBall};
    /// assert_eq!(Ball::new([0i16, 0], 5).squared(), SquaredBall::new([0, 0], 25));
    /// ```
    #[inline]
    #[must_use]
    pub fn squared(&self) -> SquaredBall<S, N> {
        SquaredBall { center: self.center, radius_squared: self.radius.radius().square() }
    }
}

/// A ball stored by its squared radius, for games that store squares to avoid roots. The radius itself need not be a number of the scalar
/// type: a ball of radius √2 is as exact as one of radius 1.
///
/// ```
/// use bumper::{Relate, Relation, SquaredBall};
/// let (a, b) = (SquaredBall::new([0i16, 0], 2), SquaredBall::new([2, 2], 2));
/// assert_eq!(a.relation(&b), Relation::Touching); // √2 + √2 is √8
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquaredBall<S: Scalar, const N: usize> {
    center: Vector<S, N>,
    radius_squared: AreaOf<S>,
}

impl<S: Scalar, const N: usize> SquaredBall<S, N> {
    /// Creates a ball. The squared radius is clamped to the range from zero to the square of [`Scalar::MAX_RADIUS`]. With fixed point, the
    /// unit of the squared radius is the square of the smallest positive number, as in [`Span::square`].
    ///
    /// ```
    /// use bumper::SquaredBall;
    /// assert_eq!(SquaredBall::new([1i16, 2], u32::MAX).radius_squared(), 32767 * 32767);
    /// ```
    #[inline]
    #[must_use]
    pub fn new(center: impl Into<Vector<S, N>>, radius_squared: AreaOf<S>) -> Self {
        let zero = AreaOf::<S>::ZERO;
        let most = S::MAX_RADIUS.radius().square();
        let radius_squared = if radius_squared < zero {
            zero
        } else if radius_squared > most {
            most
        } else {
            radius_squared
        };
        Self { center: center.into(), radius_squared }
    }

    /// The smallest ball that contains a box and has the center of the box. Exact for integers and fixed point, because no root is
    /// computed. If the center lies between two integers, it is rounded down, and the ball still reaches the farthest corner. The radius is
    /// at most [`Scalar::MAX_RADIUS`].
    ///
    /// ```
    /// use bumper::{Aabb, SquaredBall};
    /// assert_eq!(SquaredBall::circumscribed(&Aabb::new([0i16, 0], [6, 8])), SquaredBall::new([3, 4], 25));
    /// ```
    #[doc(alias("circle_of_box"))]
    #[must_use]
    pub fn circumscribed(aabb: &Aabb<S, N>) -> Self {
        let center = aabb.min().zip(aabb.max(), S::midpoint);
        let before = center.zip(aabb.min(), S::distance);
        let after = aabb.max().zip(center, S::distance);
        let farthest = before.zip(after, |a, b| if a < b { b } else { a });
        Self::new(center, farthest.norm_squared())
    }

    /// The center of the ball.
    ///
    /// ```
    /// use bumper::{SquaredBall, Vector};
    /// assert_eq!(SquaredBall::new([1i16, 2], 3).center(), Vector([1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vector<S, N> {
        self.center
    }

    /// The squared radius of the ball.
    ///
    /// ```
    /// use bumper::SquaredBall;
    /// assert_eq!(SquaredBall::new([1i16, 2], 3).radius_squared(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn radius_squared(&self) -> AreaOf<S> {
        self.radius_squared
    }

    /// The ball moved by an offset. Integers and fixed point saturate at the ends of the scalar's range.
    ///
    /// ```
    /// use bumper::SquaredBall;
    /// assert_eq!(SquaredBall::new([1i16, 2], 3).translated([1, 1]), SquaredBall::new([2, 3], 3));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { center: self.center + offset.into(), ..*self }
    }

    /// Whether a point is in the ball or on its boundary.
    ///
    /// ```
    /// use bumper::SquaredBall;
    /// assert!(SquaredBall::new([0i16, 0], 2).contains([1, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}

/// A radius clamped to the range from zero to [`Scalar::MAX_RADIUS`]; NaN stays NaN.
#[inline]
pub(crate) fn clamped_radius<S: Scalar>(radius: S) -> S {
    if radius < S::ZERO {
        S::ZERO
    } else if radius > S::MAX_RADIUS {
        S::MAX_RADIUS
    } else {
        radius
    }
}
