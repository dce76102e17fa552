//! Ray casts: the first point of a shape that a ray hits, computed in floats.
//!
//! A ray that grazes a shape hits it: the tolerance is a few rounding errors of the shape's size and of its coordinates relative to the
//! start of the ray. So a ray that is aimed at a point hits that point. Distances have the same accuracy.
//!
//! ```
//! use bumper::{Aabb, Ray, Vector, cast};
//!
//! let ray = Ray::new([0.0, 5.0], [3.0, 0.0]).unwrap();
//! let hit = cast(&ray, Aabb::new([10.0, 0.0], [20.0, 10.0])).unwrap();
//! assert_eq!((hit.distance, hit.normal), (10.0, Vector([-1.0, 0.0])));
//! ```

use super::one_sided::meets_front;
#[cfg(feature = "alloc")]
use crate::box_tree::Hierarchy;
#[cfg(feature = "alloc")]
use crate::composite::node_cost::NodeCost;
use crate::composite::tolerance::{LIMIT_MARGIN, RAY_BOX_ERROR};
use crate::composite::{Cost, LeafKind, PartIndices, Search, search_parts};
use crate::narrow;
use crate::narrow::measure::{dot, unit};
use crate::scalar::{Real, Scalar, real};
#[cfg(feature = "alloc")]
use crate::view::Parts;
use crate::view::{Convex, ShapeView, ShapeVisitor, reals};
use crate::{Aabb, Pose, Shape, Vector};

/// A ray: a start, a unit direction and a maximum distance, which may be infinite.
///
/// ```
/// use bumper::{Ray, Vector};
/// let ray = Ray::new([1.0, 2.0], [0.0, -8.0]).unwrap();
/// assert_eq!(ray.direction(), Vector([0.0, -1.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("RayCast2D", "RayCast3D"))]
pub struct Ray<R, const N: usize> {
    from: Vector<R, N>,
    direction: Vector<R, N>,
    max_distance: R,
}

/// The first hit of a ray on a shape.
///
/// ```
/// use bumper::{Ball, Ray, Vector, cast};
/// let hit = cast(&Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap(), Ball::new([9.0, 0.0], 2.0)).unwrap();
/// assert_eq!((hit.distance, hit.point, hit.normal), (7.0, Vector([7.0, 0.0]), Vector([-1.0, 0.0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<R, const N: usize> {
    /// The distance from the start of the ray to the hit, in the units of the coordinates; zero if the ray starts inside the shape.
    pub distance: R,
    /// The point at which the ray hits the shape: the point of the ray at `distance`.
    pub point: Vector<R, N>,
    /// The unit normal of the surface at the hit, pointing out of the shape. If the ray starts inside, it is opposite to the ray's
    /// direction.
    pub normal: Vector<R, N>,
    /// The part of the shape that is hit; 0 for a shape without parts. The part of a compound or group is an index in the list of its parts;
    /// parts of a part have the index of the outermost one. The part of a region (a concave polygon) is an edge, given by the index of its
    /// first corner, or [`NO_PART`](crate::NO_PART) if the ray starts inside. The part of a mask is a pixel: its row times the width of the
    /// mask plus its column, in the mask as stored, without the mirroring of the sprite. Of several parts with the same hit, the lowest.
    pub part: u32,
}

impl<R: Real, const N: usize> Ray<R, N> {
    /// Creates a ray without a maximum distance. `direction` may have any length except zero; it is normalized, so that distances along the
    /// ray are in the units of the coordinates. `None` if the direction is zero, or if a coordinate is infinite or NaN.
    ///
    /// ```
    /// use bumper::Ray;
    /// assert_eq!(Ray::new([0.0, 0.0], [0.0, 0.0]), None);
    /// ```
    pub fn new(from: impl Into<Vector<R, N>>, direction: impl Into<Vector<R, N>>) -> Option<Self> {
        Self::between(Vector::ZERO, direction)
            .map(|ray| Self { from: from.into(), max_distance: R::INFINITY, ..ray })
            .filter(|ray| ray.from.0.into_iter().all(|c| Scalar::to_f64(c).is_finite()))
    }

    /// Creates the ray from one point to another. Its maximum distance is the distance of the two points, up to rounding. `None` if the
    /// points are equal, or if a coordinate of a point or of their difference is infinite or NaN.
    ///
    /// ```
    /// use bumper::{Ball, Ray, cast};
    /// // Can the guard see the thief, or does a pillar stand between them?
    /// let sight = Ray::between([0.0, 0.0], [6.0, 8.0]).unwrap();
    /// assert_eq!(sight.max_distance(), 10.0);
    /// assert!(cast(&sight, Ball::new([3.0, 4.0], 1.0)).is_some());
    /// assert!(cast(&sight, Ball::new([9.0, 12.0], 1.0)).is_none());
    /// ```
    pub fn between(from: impl Into<Vector<R, N>>, to: impl Into<Vector<R, N>>) -> Option<Self> {
        let from = from.into();
        let direction = to.into() - from;
        let finite = from.0.into_iter().chain(direction.0).all(|c| Scalar::to_f64(c).is_finite());
        let largest = direction.0.into_iter().fold(R::ZERO, |max, c| max.max(c.abs()));
        // The direction is divided by its largest coordinate first, so that the squared length neither overflows nor underflows.
        let unit = direction.map(|c| c / largest);
        let length = unit.length();
        (finite && length > R::ZERO).then(|| Self {
            from,
            direction: unit.map(|c| c / length),
            max_distance: length * largest,
        })
    }

    /// The ray with the maximum distance `max_distance`. If `max_distance` is negative or NaN, the ray hits nothing.
    ///
    /// ```
    /// use bumper::{Ray, Vector, cast};
    /// let ray = Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap().with_max_distance(5.0);
    /// assert!(cast(&ray, Vector([5.0, 0.0])).is_some());
    /// assert!(cast(&ray, Vector([6.0, 0.0])).is_none());
    /// ```
    pub fn with_max_distance(self, max_distance: R) -> Self {
        Self { max_distance, ..self }
    }

    /// The start of the ray.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([1.0, 2.0], [1.0, 0.0]).unwrap().from(), Vector([1.0, 2.0]));
    /// ```
    pub fn from(&self) -> Vector<R, N> {
        self.from
    }

    /// The direction of the ray: a unit vector.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([0.0, 0.0], [3.0, 4.0]).unwrap().direction(), Vector([0.6, 0.8]));
    /// ```
    pub fn direction(&self) -> Vector<R, N> {
        self.direction
    }

    /// The maximum distance of the ray; infinity if the ray is not limited.
    ///
    /// ```
    /// use bumper::Ray;
    /// assert_eq!(Ray::new([0.0, 0.0], [1.0, 0.0]).unwrap().max_distance(), f64::INFINITY);
    /// ```
    pub fn max_distance(&self) -> R {
        self.max_distance
    }

    /// The point at a distance along the ray; behind the start if the distance is negative.
    ///
    /// ```
    /// use bumper::{Ray, Vector};
    /// assert_eq!(Ray::new([1.0, 2.0], [1.0, 0.0]).unwrap().at(3.0), Vector([4.0, 2.0]));
    /// ```
    pub fn at(&self, distance: R) -> Vector<R, N> {
        self.from + self.direction.scaled(distance)
    }
}

/// The first hit of a ray on a shape, boundary included. For a compound, it is the closest hit on any part; on a tie, the hit whose normal
/// opposes the ray most. `None` if the ray misses the shape, if the hit is beyond the ray's maximum distance, or if there is a NaN. A ray
/// passes the backs of the faces of a [one-sided mesh](crate::Mesh::one_sided).
///
/// ```
/// use bumper::{Axis, Cylinder, Ray, Vector, cast};
/// let pillar = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 10.0, 2.0);
/// let down = Ray::new([1.0, 15.0, 0.0], [0.0, -1.0, 0.0]).unwrap();
/// let hit = cast(&down, pillar).unwrap();
/// assert_eq!((hit.distance, hit.normal), (5.0, Vector([0.0, 1.0, 0.0])));
/// ```
#[doc(alias("raycast", "cast_ray", "b2RayCast", "GetRayCollisionBox"))]
#[inline]
pub fn cast<'a, S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    shape: impl Into<Shape<'a, S, N>>,
) -> Option<RayHit<S::Real, N>> {
    let shape = shape.into();
    shape.visit_view(CastVisitor(ray))
}

/// The visitor that computes the first hit of a ray on a shape.
struct CastVisitor<'r, R, const N: usize>(&'r Ray<R, N>);

impl<'a, S: Scalar, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for CastVisitor<'_, R, N> {
    type Out = Option<RayHit<R, N>>;

    #[inline(always)]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        match view {
            ShapeView::Convex(convex) => self.0.cast_convex(&convex),
            ShapeView::Parts(..) => cast_parts(self.0, view),
        }
    }
}

/// The first hit of a ray on a composite shape, computed in the local space of the shape.
#[inline(never)]
fn cast_parts<S: Scalar, R: Real, const N: usize>(
    ray: &Ray<R, N>,
    view: ShapeView<'_, S, R, N>,
) -> Option<RayHit<R, N>> {
    if let ShapeView::Parts(parts, Some(pose)) = view {
        let local = ray.relative_to(&pose);
        let hit = cast_parts(&local, ShapeView::Parts(parts, None))?;
        return Some(ray.hit_in_world(&hit, &local, &pose));
    }
    let mut first = FirstHit::new(ray, &|_| true);
    #[cfg(feature = "alloc")]
    if let ShapeView::Parts(parts, None) = view
        && let Some(tree) = parts.tree()
    {
        let bound = NodeCost::ray(ray.from, ray.direction, ray.max_distance, 0.0);
        tree.near(&bound, f64::INFINITY)
            .branch_and_bound(&&bound, f64::INFINITY, |position| first.visit_part(&parts, position));
        if let Parts::Region(region) = parts {
            first.correct_normal_at_cut(region);
        }
        return first.hit.map(|hit| hit.with_reported_part(ray, &view));
    }
    let view = view.non_empty()?;
    if view.stored_aabb().is_some_and(|all| !first.may_hit(&all)) {
        return None;
    }
    search_all_parts(&view, None, &mut first);
    #[cfg(feature = "alloc")]
    if let ShapeView::Parts(Parts::Region(region), None) = view {
        first.correct_normal_at_cut(region);
    }
    first.hit.map(|hit| hit.with_reported_part(ray, &view))
}

/// Searches the parts of a shape for the first hit. `part` is the index of the shape if it is a part itself. The function `search_parts`
/// works on pairs of shapes, so a single point is passed as the second shape. It has no parts and no influence on the result.
pub(super) fn search_all_parts<S: Scalar, R: Real, const N: usize>(
    view: &ShapeView<'_, S, R, N>,
    part: Option<u32>,
    first: &mut dyn Search<S, R, N>,
) {
    let point = ShapeView::Convex(Convex::point(Vector::ZERO));
    search_parts(view, &point, [part, None], LeafKind::Convex, first);
}

impl<R: Real, const N: usize> RayHit<R, N> {
    /// The hit on a shape with the index that it reports for the part: for a region, the index of an edge.
    #[inline]
    pub(super) fn with_reported_part<S: Scalar>(
        self,
        ray: &Ray<R, N>,
        view: &ShapeView<'_, S, R, N>,
    ) -> Self {
        let starts_inside = self.distance <= R::ZERO && self.normal == -ray.direction;
        let part = match starts_inside {
            true => view.part_inside(self.part),
            false => view.reported_part_at(self.part, self.normal, self.point),
        };
        Self { part, ..self }
    }
}

impl<R: Real, const N: usize> Ray<R, N> {
    /// The ray transformed to the local space of a pose.
    pub(super) fn relative_to(&self, pose: &Pose<R, N>) -> Self {
        let from = pose.apply_inverse(self.from);
        let direction = pose.rotation.apply_inverse(self.direction);
        Self { from, direction, max_distance: self.max_distance }
    }

    /// Converts a hit from the local space of `pose` to world space. `local_ray` is this ray in local space.
    pub(super) fn hit_in_world(
        &self,
        local_hit: &RayHit<R, N>,
        local_ray: &Self,
        pose: &Pose<R, N>,
    ) -> RayHit<R, N> {
        let starts_within = local_hit.normal == -local_ray.direction;
        let normal = if starts_within { -self.direction } else { pose.rotation.apply(local_hit.normal) };
        let RayHit { distance, part, .. } = *local_hit;
        RayHit { distance, point: self.at(distance), normal, part }
    }

    /// The first hit of the ray on a convex shape.
    #[inline(always)]
    pub(super) fn cast_convex(&self, shape: &Convex<'_, R, N>) -> Option<RayHit<R, N>> {
        // A ray with a negative maximum distance has no points, not even its start. `narrow::cast` does not test the maximum distance if
        // the ray starts inside the shape, so it is tested here.
        if !(self.max_distance >= R::ZERO) {
            return None;
        }
        let (distance, normal) = narrow::cast(shape, self.from, self.direction, self.max_distance)?;
        let along = dot(normal, self.direction);
        let normal = if along > R::EPSILON { turned_against(normal, self.direction, along) } else { normal };
        Some(RayHit { distance, point: self.at(distance), normal, part: 0 })
    }
}

/// Makes a normal perpendicular to the ray. Called for a normal that points along the ray because of rounding, which may happen if a shape
/// is far smaller than its distance. `along` is the dot product of the normal and the direction of the ray.
#[cold]
fn turned_against<R: Real, const N: usize>(
    normal: Vector<R, N>,
    direction: Vector<R, N>,
    along: R,
) -> Vector<R, N> {
    unit(normal - direction.scaled(along)).unwrap_or(-direction)
}

/// Whether a ray passes a part of a list: the back of a face of a one-sided mesh.
#[cfg(feature = "alloc")]
#[inline]
fn is_passed<S: Scalar, R: Real, const N: usize>(
    parts: &Parts<'_, S, N>,
    part: &Shape<'_, S, N>,
    ray: &Ray<R, N>,
) -> bool {
    matches!(parts, Parts::Mesh(mesh) if mesh.is_one_sided())
        && matches!(part.view(None), ShapeView::Convex(face) if !meets_front(ray.direction, &face))
}

/// The search for the first hit of a ray on the parts of a shape.
pub(super) struct FirstHit<'r, R, const N: usize> {
    ray: &'r Ray<R, N>,
    /// The reciprocal of each component of the ray's direction.
    inverse: Vector<R, N>,
    /// The first hit so far.
    pub(super) hit: Option<RayHit<R, N>>,
    /// A condition for hits; all other hits are ignored.
    accepts_hit: &'r dyn Fn(&RayHit<R, N>) -> bool,
}

impl<'r, R: Real, const N: usize> FirstHit<'r, R, N> {
    pub(super) fn new(ray: &'r Ray<R, N>, accepts_hit: &'r dyn Fn(&RayHit<R, N>) -> bool) -> Self {
        Self { ray, inverse: ray.direction.map(|component| R::ONE / component), hit: None, accepts_hit }
    }

    /// Whether anything inside a box may be hit before, or at the same distance as, the first hit so far.
    pub(super) fn may_hit(&self, bounds: &Aabb<R, N>) -> bool {
        !(self.entry_distance(bounds, self.margin(bounds)) >= self.limit())
    }

    /// Whether a hit comes before another hit: it is closer, or equally close with a normal that opposes the ray more. Remaining ties are
    /// broken by the coordinates of the normal, then by the index of the part, so that the result does not depend on the order of visits.
    fn is_before(&self, hit: &RayHit<R, N>, first: &RayHit<R, N>) -> bool {
        if hit.distance != first.distance {
            return hit.distance < first.distance;
        }
        let against = |hit: &RayHit<R, N>| hit.normal.dot(self.ray.direction);
        let order = against(hit).partial_cmp(&against(first)).filter(|order| order.is_ne());
        let order = order.or_else(|| hit.normal.0.partial_cmp(&first.normal.0));
        order.is_some_and(|order| order.then(hit.part.cmp(&first.part)).is_lt())
    }

    /// Corrects the normal of a ray that starts on a cut, up to rounding. A cut is a line inside a region that separates two of its convex
    /// parts. The ray starts inside the region, not on its boundary, so its normal has to be opposite to its direction.
    #[cfg(feature = "alloc")]
    fn correct_normal_at_cut<S: Scalar>(&mut self, region: &crate::Region<S, N>) {
        let ray = self.ray;
        if let Some(hit) =
            self.hit.as_mut().filter(|hit| hit.distance <= R::ZERO && hit.normal != -ray.direction)
            && region.is_nearer_to_a_cut(ray.from.map(Scalar::to_f64))
        {
            hit.normal = -ray.direction;
        }
    }

    /// Casts the ray against the part at a position of a list without a pose. Returns the distance beyond which no box is hit first.
    #[cfg(feature = "alloc")]
    fn visit_part<S: Scalar>(&mut self, parts: &Parts<'_, S, N>, position: usize) -> f64 {
        if let Some(part) = parts.part(position) {
            let index = parts.part_index(position);
            if !part.is_convex() {
                let view = ShapeView::new(&part, None);
                view.into_iter().for_each(|view| search_all_parts(&view, index, self));
            } else if is_passed(parts, &part, self.ray) {
                return self.limit().to_f64();
            } else if let Some(hit) = part.visit_view(CastVisitor(self.ray)) {
                self.add(RayHit { part: index.unwrap_or(0), ..hit });
            }
        }
        self.limit().to_f64()
    }

    /// Records a hit if it comes before the first hit so far and is accepted.
    fn add(&mut self, hit: RayHit<R, N>) {
        if self.hit.is_none_or(|first| self.is_before(&hit, &first)) && (self.accepts_hit)(&hit) {
            self.hit = Some(hit);
        }
    }

    /// The distance from which on boxes are skipped. It is slightly larger than the distance of the first hit so far, so that another hit
    /// at the same distance is still found.
    #[inline]
    pub(super) fn limit(&self) -> R {
        let beyond = |distance: R| distance + distance * R::EPSILON + R::from_f64(LIMIT_MARGIN);
        self.hit.map_or(R::INFINITY, |hit| beyond(hit.distance))
    }

    /// The margin to be added around a box, and around all boxes inside it, because of rounding.
    fn margin<T: Scalar>(&self, bounds: &Aabb<T, N>) -> R {
        let min = reals::<T, R, N>(bounds.min());
        let max = reals::<T, R, N>(bounds.max());
        let far =
            |sum: R, k: usize| sum + min[k].distance(self.ray.from[k]) + max[k].distance(self.ray.from[k]);
        (0..N).fold(R::ZERO, far) * R::EPSILON * R::from_f64(RAY_BOX_ERROR)
    }

    /// The distance at which the ray enters a box that is extended by a margin on all sides; infinite if the ray misses it. A box that is
    /// infinite on all axes is always hit.
    #[inline]
    fn entry_distance<T: Scalar>(&self, bounds: &Aabb<T, N>, margin: R) -> R {
        let mut enter = R::ZERO;
        let mut leave = self.ray.max_distance;
        for axis in 0..N {
            let min: R = real(bounds.min()[axis]);
            let max: R = real(bounds.max()[axis]);
            // If the direction has a component of zero, its reciprocal is infinite. The distances to both sides of the box on this axis are
            // then infinite too. They have opposite signs if the ray runs between the sides.
            let inverse = self.inverse[axis];
            let from = self.ray.from[axis];
            let near = (min - from - margin) * inverse;
            let far = (max - from + margin) * inverse;
            let (first, last) = if inverse < R::ZERO { (far, near) } else { (near, far) };
            enter = if first > enter { first } else { enter };
            leave = if last < leave { last } else { leave };
        }
        if enter <= leave { enter } else { R::INFINITY }
    }
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for FirstHit<'_, R, N> {
    fn orders_by_separation(&self) -> bool {
        false
    }
    fn bound(&self, bounds: &Aabb<R, N>, _: &Aabb<R, N>) -> R {
        self.entry_distance(bounds, self.margin(bounds))
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::Ray { from: self.ray.from, direction: self.ray.direction, max_distance: self.ray.max_distance }
    }
    fn best(&self) -> R {
        // Boxes that the ray misses have an infinite distance. A finite number here skips them even before the first hit is found.
        if self.hit.is_some() { self.limit() } else { R::from_f64(f32::MAX.into()) }
    }
    fn counts_face(&self, face: &Convex<'_, R, N>, _: &ShapeView<'_, S, R, N>, _: bool) -> bool {
        meets_front(self.ray.direction, face)
    }
    fn visit_pair(&mut self, shape: &ShapeView<'_, S, R, N>, _: &ShapeView<'_, S, R, N>, parts: PartIndices) {
        if let ShapeView::Convex(convex) = shape
            && let Some(hit) = self.ray.cast_convex(convex)
        {
            self.add(RayHit { part: parts[0].unwrap_or(0), ..hit });
        }
    }
}
