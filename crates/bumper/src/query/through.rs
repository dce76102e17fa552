//! Where a ray leaves a shape.

use super::ray::{Ray, RayHit, cast};
use crate::scalar::{Real, Scalar};
use crate::{Shape, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// Where the ray first meets a shape, and where it leaves it for good; the second is `None` where that is beyond the reach of
    /// the ray. Both normals point out of the shape. A ray that starts within meets the shape at its start. Nothing for shapes that
    /// are infinite.
    ///
    /// It is cast back from beyond the shape, so it costs two rays; the exit is right within a few roundings of the size of the
    /// shape and its distance.
    ///
    /// ```
    /// use bumper::{Aabb, Ray, Vector};
    /// let ray = Ray::new([0.0f64, 5.0], [1.0, 0.0]).unwrap();
    /// let (enter, leave) = ray.through(Aabb::new([10.0, 0.0], [30.0, 10.0])).unwrap();
    /// let leave = leave.unwrap();
    /// assert_eq!((enter.distance, leave.normal), (10.0, Vector([1.0, 0.0])));
    /// assert!((leave.distance - 30.0).abs() < 1e-12);
    /// ```
    #[doc(alias("exit", "leave"))]
    pub fn through<'a, S: Scalar<Real = R>>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
    ) -> Option<(RayHit<R, N>, Option<RayHit<R, N>>)> {
        let shape = shape.into();
        let enter = cast(self, shape)?;
        let bounds = shape.bounds()?;
        // As far as the farthest corner, and some more.
        let corner: Vector<R, N> = (self.from() - bounds.min()).zip(self.from() - bounds.max(), |a, b| {
            let (a, b) = (a.distance(R::default()), b.distance(R::default()));
            if a < b { b } else { a }
        });
        let far = corner.length() * R::from_f64(BEYOND);
        let back = Ray::new(self.at(far), -self.direction())?;
        let leave = cast(&back, shape)?;
        let distance = far - leave.distance;
        // Rounding must not turn the two around.
        let distance = if distance < enter.distance { enter.distance } else { distance };
        let leave = RayHit { distance, point: self.at(distance), normal: leave.normal };
        Some((enter, (distance <= self.reach()).then_some(leave)))
    }
}

/// How much farther than the farthest corner of the shape the ray back starts: surely outside.
const BEYOND: f64 = 1.125;
