//! Half-spaces: everything on one side of a line in 2D, or of a plane in 3D.

use crate::scalar::{Real, Scalar};
use crate::{Relate, Vector};

/// A closed half-space: the points on and behind a plane (a line in 2D). A point x is in it if n · (x − p) ≤ 0, where p is a point of the
/// plane and n its normal, which points out of the half-space. It is infinitely large, so an endless floor or wall is one shape.
///
/// It accepts any scalar type and any normal, and its relations are exact for integers and fixed point. For floats, the normal is a unit
/// vector; for integers and fixed point, it is the vector that was given.
///
/// ```
/// use bumper::{Ball, HalfSpace, Relate, Relation};
/// // An endless floor with y up. With y down, its normal is [0.0, -1.0].
/// let floor = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
/// assert_eq!(floor.relation(&Ball::new([1e6, 3.0], 3.0)), Relation::Touching);
/// // An endless ramp, exact on integers.
/// let ramp = HalfSpace::new([0i16, 0], [-3, 4]).unwrap();
/// assert_eq!(ramp.relation(&Ball::new([-3, 4], 5)), Relation::Touching);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias(
    "plane",
    "Halfspace",
    "WorldBoundaryShape2D",
    "WorldBoundaryShape3D",
    "infinite floor",
    "ground"
))]
pub struct HalfSpace<S, const N: usize> {
    point: Vector<S, N>,
    normal: Vector<S, N>,
}

/// A normal whose squared length differs from 1 by at most this multiple of epsilon is kept as it is. So a normal is normalized only once,
/// and a half-space made from the point and the normal of another one is equal to it. With half of it, some computed normals would change
/// when they are used again; with twice as much, heights would be less accurate.
const UNIT_ERROR: f64 = 8.0;

impl<S: Scalar, const N: usize> HalfSpace<S, N> {
    /// Creates the half-space behind the plane through `point`. The normal points out of it and may have any length except zero. `None` if
    /// the normal is zero, infinite or NaN. A half-space whose point has a NaN is apart from everything.
    ///
    /// ```
    /// use bumper::HalfSpace;
    /// assert!(HalfSpace::new([0.0, 10.0], [0.0, 2.0]).unwrap().contains([5e9, 10.0]));
    /// assert_eq!(HalfSpace::new([0i16, 0], [0, 0]), None);
    /// ```
    #[must_use]
    pub fn new(point: impl Into<Vector<S, N>>, normal: impl Into<Vector<S, N>>) -> Option<Self> {
        let point = point.into();
        let normal = normal.into();
        if S::IS_FLOAT {
            let real = normal.map(S::to_real);
            let tolerance = S::Real::EPSILON * S::Real::from_f64(UNIT_ERROR);
            if real.dot(real).distance(S::Real::ONE) <= tolerance {
                return Some(Self { point, normal });
            }
            return Some(Self { point, normal: real.normalized()?.map(S::from_real).all_some()? });
        }
        (normal != Vector::ZERO).then_some(Self { point, normal })
    }

    /// The point of the plane that was given to [`new`](HalfSpace::new), moved by translations since.
    ///
    /// ```
    /// use bumper::{HalfSpace, Vector};
    /// assert_eq!(HalfSpace::new([1, 2], [0, 3]).unwrap().point(), Vector([1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn point(&self) -> Vector<S, N> {
        self.point
    }

    /// The normal of the plane, out of the half-space: a unit vector for floats, otherwise the vector that was given.
    ///
    /// ```
    /// use bumper::{HalfSpace, Vector};
    /// assert_eq!(HalfSpace::new([1, 2], [0, 3]).unwrap().normal(), Vector([0, 3]));
    /// assert_eq!(HalfSpace::new([1.0, 2.0], [0.0, 3.0]).unwrap().normal(), Vector([0.0, 1.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Vector<S, N> {
        self.normal
    }

    /// The signed distance of a point from the plane: positive in front of it, negative in the half-space. NaN if a coordinate is NaN.
    ///
    /// ```
    /// use bumper::HalfSpace;
    /// let floor = HalfSpace::new([0i16, 2], [0, 3]).unwrap();
    /// assert_eq!((floor.height([7, 6]), floor.height([7, 1])), (4.0, -1.0));
    /// ```
    #[must_use]
    pub fn height(&self, point: impl Into<Vector<S, N>>) -> S::Real {
        let real = |v: Vector<S, N>| v.map(S::to_real);
        let normal = real(self.normal);
        let length = if S::IS_FLOAT { S::Real::ONE } else { normal.length() };
        (real(point.into()) - real(self.point)).dot(normal) / length
    }

    /// The half-space moved by an offset.
    ///
    /// ```
    /// use bumper::{HalfSpace, Vector};
    /// let floor = HalfSpace::new([0.0, 0.0], [0.0, 1.0]).unwrap();
    /// assert_eq!(floor.translated([1.0, 2.0]).point(), Vector([1.0, 2.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Self {
        Self { point: self.point + offset.into(), ..*self }
    }

    /// Whether a point is in the half-space or on its plane.
    ///
    /// ```
    /// use bumper::HalfSpace;
    /// let floor = HalfSpace::new([0i16, 0], [0, 1]).unwrap();
    /// assert!(floor.contains([30_000, 0]) && !floor.contains([0, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        self.intersects(&point.into())
    }
}
