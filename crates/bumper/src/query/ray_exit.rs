//! The hits at which a ray enters and leaves a shape.

use super::ray::{Ray, RayHit, cast};
use crate::narrow::{measure::l1_norm, rounding_error};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Shape, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// The hits at which the ray first enters a shape and last leaves it. `None` if the ray misses the shape, or if the shape is infinite.
    /// The second hit is `None` if it is beyond the maximum distance of the ray. Both normals point out of the shape. If the ray starts
    /// inside, the first hit is at the start, with a normal opposite to the ray's direction.
    ///
    /// Costs two ray casts. The exit is found by casting a second ray backwards from beyond the shape. It is accurate to a few rounding
    /// errors of the shape's size and distance.
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
        // The backward ray has to start beyond the shape. So its start is farther away from the start of this ray than any corner of the
        // AABB.
        let corner: Vector<R, N> = (self.from() - bounds.min()).zip(self.from() - bounds.max(), |a, b| {
            let (a, b) = (a.distance(R::default()), b.distance(R::default()));
            if a < b { b } else { a }
        });
        let start = corner.length() * R::from_f64(BEYOND);
        let back = Ray::new(self.at(start), -self.direction())?;
        let leave = cast(&back, shape).or_else(|| cast(&back.nudged_towards(&bounds), shape))?;
        let distance = start - leave.distance;
        // If rounding puts the exit before the entry, it is moved to the entry.
        let distance = if distance < enter.distance { enter.distance } else { distance };
        let leave = RayHit { distance, point: self.at(distance), normal: leave.normal };
        Some((enter, (distance <= self.reach()).then_some(leave)))
    }
}

impl<R: Real, const N: usize> Ray<R, N> {
    /// The ray moved sideways, towards the middle of a box, by a few rounding errors. A ray that grazes a shape may miss it from the other
    /// side because of rounding.
    fn nudged_towards(&self, bounds: &Aabb<R, N>) -> Self {
        let middle = bounds.min() + (bounds.max() - bounds.min()).scaled(R::from_f64(0.5));
        let offset = middle - self.from();
        let sideways = offset - self.direction().scaled(offset.dot(self.direction()));
        let size = l1_norm(self.from()) + l1_norm(offset);
        let nudge =
            sideways.normalized().unwrap_or_default().scaled(rounding_error(size) * R::from_f64(NUDGE));
        self.translated(nudge)
    }
}

/// The distance by which a ray is moved sideways, as a multiple of the rounding error of separations.
const NUDGE: f64 = 4.0;

/// The distance of both rays' starts, as a multiple of the distance from the start of this ray to the farthest corner of the AABB. It
/// exceeds 1, so that the backward ray starts beyond the shape.
const BEYOND: f64 = 1.125;
