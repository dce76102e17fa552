//! The hits at which a ray enters and leaves a shape.

use super::ray::{FirstHit, Ray, RayHit, cast, search_all_parts};
use crate::composite::{Cost, PartIndices, Search};
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Core, HalfSpaceCore, ShapeView, ShapeVisitor};
use crate::{Aabb, Shape, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// The hits at which the ray first enters a shape and last leaves it. `None` if the ray misses the shape, or if the shape is an
    /// infinite box or has infinite parts. The second hit is `None` if it is beyond the maximum distance of the ray, or if the ray never
    /// leaves a half-space. Both normals point out of the shape. If the ray starts
    /// inside, the first hit is at the start, with a normal opposite to the ray's direction. The ray enters a one-sided mesh through the
    /// front of a face, and leaves it at the last face of any side.
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
        if let ShapeView::Convex(Convex { core: Core::HalfSpace(half_space), .. }) = shape.view::<R>(None) {
            return Some((enter, self.leave_of_half_space(&half_space)));
        }
        let bounds = shape.bounds()?;
        // The backward ray has to start beyond the shape. So its start is farther away from the start of this ray than any corner of the
        // AABB.
        let corner: Vector<R, N> = (self.from() - bounds.min()).zip(self.from() - bounds.max(), |a, b| {
            let a = a.abs();
            let b = b.abs();
            if a < b { b } else { a }
        });
        let start = corner.length() * R::from_f64(BEYOND);
        let leave = shape.visit_view(ExitVisitor { ray: self, start })?;
        let distance = start - leave.distance;
        // If rounding puts the exit before the entry, it is moved to the entry.
        let distance = if distance < enter.distance { enter.distance } else { distance };
        let leave = RayHit { distance, point: self.at(distance), normal: leave.normal, part: leave.part };
        Some((enter, (distance <= self.max_distance()).then_some(leave)))
    }

    /// The hit at which the ray leaves a half-space that it hits; `None` if it runs into it or along its plane, or leaves it beyond the
    /// maximum distance.
    fn leave_of_half_space(&self, half_space: &HalfSpaceCore<R, N>) -> Option<RayHit<R, N>> {
        let speed = half_space.normal.dot(self.direction());
        // A ray that starts on the plane leaves at once, also if rounding has put its start in front of the plane.
        let distance = R::ZERO.max(-half_space.height(self.from()) / speed);
        (speed > R::ZERO && distance <= self.max_distance()).then(|| RayHit {
            distance,
            point: self.at(distance),
            normal: half_space.normal,
            part: 0,
        })
    }
}

/// The visitor that casts a ray backwards: the hit at which a ray last leaves a shape. Its distance is measured backwards, from the point
/// of the ray at the distance `start`.
struct ExitVisitor<'r, R, const N: usize> {
    ray: &'r Ray<R, N>,
    start: R,
}

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for ExitVisitor<'_, R, N> {
    type Out = Option<RayHit<R, N>>;

    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        if let ShapeView::Parts(parts, Some(pose)) = view {
            let local = self.ray.relative_to(&pose);
            let hit = ExitVisitor { ray: &local, ..self }.visit(ShapeView::<S, R, N>::Parts(parts, None))?;
            return Some(RayHit { normal: pose.rotation.apply(hit.normal), ..hit });
        }
        // The start of the backward ray is relative to the start of this ray. If it were rounded to the precision of coordinates far from
        // the origin, the backward ray would not be in line with this ray, and could miss what this ray grazes.
        let direction = self.ray.direction();
        let back = Ray::new(direction.scaled(self.start), -direction)?;
        let mut search = ExitSearch { first: FirstHit::new(&back, &|_| true), origin: self.ray.from() };
        search_all_parts(&view.non_empty()?, None, &mut search);
        let hit = search.first.hit?;
        let part = view.reported_part_at(hit.part, hit.normal, self.ray.from() + hit.point);
        Some(RayHit { part, ..hit })
    }
}

/// The search for the first hit of a ray whose start is relative to a point `origin`. Parts are moved by the opposite of that point before
/// the ray is cast.
struct ExitSearch<'r, R, const N: usize> {
    first: FirstHit<'r, R, N>,
    origin: Vector<R, N>,
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for ExitSearch<'_, R, N> {
    fn orders_by_separation(&self) -> bool {
        false
    }
    fn bound(&self, bounds: &Aabb<R, N>, other: &Aabb<R, N>) -> R {
        let relative = Aabb::ordered((bounds.min() - self.origin).0, (bounds.max() - self.origin).0);
        Search::<S, R, N>::bound(&self.first, &relative, other)
    }
    fn cost(&self) -> Cost<R, N> {
        match Search::<S, R, N>::cost(&self.first) {
            Cost::Ray { from, direction, max_distance } => {
                Cost::Ray { from: from + self.origin, direction, max_distance }
            }
            other => other,
        }
    }
    fn best(&self) -> R {
        Search::<S, R, N>::best(&self.first)
    }
    fn visit_pair(
        &mut self,
        part: &ShapeView<'_, S, R, N>,
        other: &ShapeView<'_, S, R, N>,
        parts: PartIndices,
    ) {
        if let ShapeView::Convex(convex) = part {
            let relative = ShapeView::<S, R, N>::Convex(convex.moved(-self.origin));
            self.first.visit_pair(&relative, other, parts);
        }
    }
}

/// The distance from the start of the ray to the start of the backward ray, as a multiple of the distance from the start of the ray to the
/// farthest corner of the AABB. It exceeds 1, so that the backward ray starts beyond the shape.
const BEYOND: f64 = 1.125;
