//! Ray casts with backface culling: the hit at which a ray enters a shape from outside.

#[cfg(feature = "alloc")]
use super::one_sided::meets_front;
use super::ray::{FirstHit, Ray, RayHit, search_all_parts};
#[cfg(feature = "alloc")]
use crate::box_tree::Hierarchy;
use crate::composite::LeafKind;
#[cfg(feature = "alloc")]
use crate::composite::{Search, node_cost::NodeCost, part_tree::PartTree};
use crate::mask::Frame;
use crate::narrow::{self, measure::l1_norm, rounding_error};
#[cfg(feature = "alloc")]
use crate::scalar::Zero;
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, Parts, ShapeView, ShapeVisitor};
#[cfg(feature = "alloc")]
use crate::view::{Core, reals};
use crate::{Aabb, Pose, Shape, Sprite, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// The first hit at which the ray enters a shape from outside (backface culling). In contrast to [`cast`](crate::cast), a ray that
    /// starts inside a shape or on its boundary does not hit the shape at the start, but leaves it without a hit. So a shot does not hit
    /// its shooter, and light leaves its lamp. `None` if the ray does not enter the shape.
    ///
    /// A ray that leaves a concave polygon or mask may enter it again at another place, for example from one arm of a U to the other. The
    /// parts of a compound are independent: a part is ignored if the ray starts in it or on its boundary, but an overlapping other part is
    /// hit. A ray that passes a reflex corner of a concave polygon from inside does not enter the polygon there. Costs as much as `cast`,
    /// but one test per edge and part for a concave polygon, and one test per part for a compound.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, Ray, Shape, Vector, cast};
    /// let (tank, wall) = (Shape::from(Ball::new([0.0, 0.0], 5.0)), Shape::from(Aabb::new([20.0, -9.0], [30.0, 9.0])));
    /// let shot = Ray::new([3.0, 0.0], [1.0, 0.0]).unwrap();
    /// assert_eq!(cast(&shot, tank).unwrap().distance, 0.0);
    /// assert_eq!(shot.entering(tank), None);
    /// let hit = shot.entering(Shape::Compound(&[tank, wall])).unwrap();
    /// assert_eq!((hit.distance, hit.normal), (17.0, Vector([-1.0, 0.0])));
    /// ```
    #[doc(alias("one_sided", "backface culling", "front face", "raycast"))]
    pub fn entering<'a, S: Scalar<Real = R>>(
        &self,
        shape: impl Into<Shape<'a, S, N>>,
    ) -> Option<RayHit<R, N>> {
        let shape = shape.into();
        shape.visit_view(EntryVisitor(self))
    }
}

/// The visitor that computes where a ray enters a shape.
struct EntryVisitor<'r, R, const N: usize>(&'r Ray<R, N>);

impl<'a, S: Scalar<Real = R>, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for EntryVisitor<'_, R, N> {
    type Out = Option<RayHit<R, N>>;

    #[inline]
    fn visit(self, view: ShapeView<'a, S, R, N>) -> Self::Out {
        match view {
            ShapeView::Convex(convex) => from_outside(self.0, &convex),
            ShapeView::Parts(..) => entry_of_view(self.0, &view.non_empty()?),
        }
    }
}

/// The first entry of a ray into a shape: a convex shape, or the parts of a composite shape.
fn entry_of_view<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    view: &ShapeView<'_, S, S::Real, N>,
) -> Option<RayHit<S::Real, N>> {
    match view {
        ShapeView::Convex(convex) => from_outside(ray, convex),
        ShapeView::Parts(Parts::Mask(sprite, _), pose) => mask_entry(ray, view, sprite, pose.as_ref()),
        #[cfg(feature = "alloc")]
        ShapeView::Parts(Parts::Region(region), pose) => region_entry(ray, region, pose.as_ref()),
        _ => {
            let mut first = FirstEntry { ray, view, hit: None };
            #[cfg(feature = "alloc")]
            if let Some(tree) = view.tree() {
                first.search(&tree);
                return first.hit;
            }
            (0..view.count(LeafKind::Convex).unwrap_or(0)).for_each(|position| first.visit(position));
            first.hit
        }
    }
}

/// The search for the first entry of a ray into the parts of a list.
struct FirstEntry<'r, 'a, S: Scalar, const N: usize> {
    ray: &'r Ray<S::Real, N>,
    view: &'r ShapeView<'a, S, S::Real, N>,
    /// The first hit so far. Of several hits at the same distance, it is the one on the part with the lowest index.
    hit: Option<RayHit<S::Real, N>>,
}

impl<S: Scalar, const N: usize> FirstEntry<'_, '_, S, N> {
    /// Visits the parts of a list with a bounding volume hierarchy, the closest first.
    #[cfg(feature = "alloc")]
    fn search(&mut self, tree: &PartTree<'_, S, N>) {
        let mut bounds = FirstHit::new(self.ray, &|_| true);
        let cost = Search::<S, S::Real, N>::cost(&bounds);
        let all = Aabb::point(Vector::ZERO);
        let bound = NodeCost::new(&cost, &all, true, self.view.pose());
        tree.near(&bound, f64::INFINITY).branch_and_bound(&&bound, f64::INFINITY, |position| {
            self.visit(position);
            bounds.hit = self.hit;
            bounds.limit().to_f64()
        });
    }

    /// Whether the ray passes a part of the list: the back of a face of a one-sided mesh. `part` is the part without the pose of the list.
    fn is_passed(&self, part: &Shape<'_, S, N>) -> bool {
        #[cfg(feature = "alloc")]
        if self.view.has_one_sided_faces()
            && let ShapeView::Convex(face) = part.view(None)
        {
            let direction = self.ray.direction();
            let local = self.view.pose().map_or(direction, |pose| pose.rotation.apply_inverse(direction));
            return !meets_front(local, &face);
        }
        let _ = part;
        false
    }

    /// Casts the ray against the part of the list at `position`.
    fn visit(&mut self, position: usize) {
        if let Some(shape) = self.view.shape_at(position)
            && !self.is_passed(&shape)
            && let Some(hit) = self.view.part(&shape).and_then(|part| entry_of_view(self.ray, &part))
        {
            let hit = RayHit { part: self.view.part_index(None, position).unwrap_or(hit.part), ..hit };
            self.hit = Some(self.hit.map_or(hit, |first| nearer(first, hit)));
        }
    }
}

/// The closer of two hits; on a tie, the one with the lower part.
fn nearer<R: Real, const N: usize>(first: RayHit<R, N>, next: RayHit<R, N>) -> RayHit<R, N> {
    if (next.distance, next.part) < (first.distance, first.part) { next } else { first }
}

/// The hit of a ray on a convex shape; `None` if the ray starts inside the shape or, within rounding, on its boundary.
fn from_outside<R: Real, const N: usize>(ray: &Ray<R, N>, convex: &Convex<'_, R, N>) -> Option<RayHit<R, N>> {
    let hit = ray.cast_convex(convex).filter(|hit| hit.distance > R::ZERO)?;
    let size = convex.magnitude();
    let size = if size < R::INFINITY { size } else { R::ZERO };
    let tolerance = rounding_error(size + l1_norm(ray.from()));
    // If the start is on the boundary, it is close to the plane of the face that is hit.
    let gap = -hit.distance * hit.normal.dot(ray.direction());
    (gap > tolerance || distance_of_start(ray, *convex) > tolerance).then_some(hit)
}

/// The distance of the start of a ray from a convex shape.
#[cold]
fn distance_of_start<R: Real, const N: usize>(ray: &Ray<R, N>, convex: Convex<'_, R, N>) -> R {
    narrow::distance(&convex, &Convex::point(ray.from()))
}

/// The first hit on an edge of a concave polygon at which the ray enters the polygon.
#[cfg(feature = "alloc")]
fn region_entry<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    region: &crate::Region<S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let Some(pose) = pose else { return RegionEntry::new(ray, region, ray.from())?.first_hit() };
    let local = ray.relative_to(pose);
    let hit = RegionEntry::new(&local, region, ray.from())?.first_hit()?;
    Some(ray.hit_in_world(&hit, &local, pose))
}

/// The search for the entry of a ray into a concave polygon without a pose.
#[cfg(feature = "alloc")]
struct RegionEntry<'r, S: Scalar, const N: usize> {
    ray: &'r Ray<S::Real, N>,
    region: &'r crate::Region<S, N>,
    /// The rounding error of distances along the ray.
    tolerance: S::Real,
}

#[cfg(feature = "alloc")]
impl<'r, S: Scalar, const N: usize> RegionEntry<'r, S, N> {
    /// `start` is the start of the ray in the caller's coordinates. `None` for an empty region.
    fn new(
        ray: &'r Ray<S::Real, N>,
        region: &'r crate::Region<S, N>,
        start: Vector<S::Real, N>,
    ) -> Option<Self> {
        let all = region.bvh().root_aabb()?;
        let size = l1_norm(start) + l1_norm(ray.from()) + l1_norm(all.min()) + l1_norm(all.max());
        Some(Self { ray, region, tolerance: rounding_error(size) })
    }

    /// The first hit on an edge that the ray reaches from outside. An edge at a reflex corner that the ray passes from inside is not hit,
    /// although the ray touches the outer side of the edge there.
    fn first_hit(&self) -> Option<RayHit<S::Real, N>> {
        let mut after = self.tolerance;
        loop {
            let hit = self.hit_after(after)?;
            if !self.is_inside_before(hit.distance) {
                return Some(hit);
            }
            after = hit.distance;
        }
    }

    /// The first hit, at a distance larger than `after`, on an edge whose outer side faces the ray. The corners are counterclockwise, so
    /// the outside is to the right of each edge.
    fn hit_after(&self, after: S::Real) -> Option<RayHit<S::Real, N>> {
        let ray = self.ray;
        let direction = self.ray.direction();
        let corners = self.region.corners();
        let mut from = reals(*corners.first()?);
        let mut before = self.side_of(from);
        let mut first = None;
        let ends = corners.iter().cycle().skip(1).take(corners.len()).map(|corner| reals(*corner));
        for (part, to) in (0..).zip(ends) {
            let next = self.side_of(to);
            let edge = to - from;
            // The ray crosses from the outside to the inside if the edge runs to the right of the ray's direction.
            let is_front_face = cross(direction, edge) < S::Real::ZERO;
            if is_front_face && before > -self.tolerance && next < self.tolerance {
                let edge = Convex { core: Core::between(from, to), radius: S::Real::ZERO };
                let hit = ray.cast_convex(&edge).filter(|hit| hit.distance > after);
                let hit = hit.map(|hit| RayHit { part, ..hit });
                first = first.into_iter().chain(hit).reduce(nearer);
            }
            from = to;
            before = next;
        }
        first
    }

    /// The signed distance of a point from the line of the ray, positive on the left.
    fn side_of(&self, point: Vector<S::Real, N>) -> S::Real {
        cross(self.ray.direction(), point - self.ray.from())
    }

    /// Whether the ray is inside the region, or within rounding of it, up to a distance.
    fn is_inside_before(&self, distance: S::Real) -> bool {
        let least = distance - self.tolerance;
        self.region.parts().any(|part| {
            let interval = self.interval_in(&part);
            interval
                .is_some_and(|[enter, leave]| enter < least - self.tolerance * S::Real::TWO && leave >= least)
        })
    }

    /// The interval of the line of the ray that is in a convex part, within rounding. Corners within rounding of the line belong to it, so
    /// the intervals of two parts meet exactly at a common corner.
    fn interval_in(&self, part: &crate::Polygon<'_, S, N>) -> Option<[S::Real; 2]> {
        let position = |corner: Vector<S, N>| {
            let corner = reals(corner);
            (self.side_of(corner), (corner - self.ray.from()).dot(self.ray.direction()))
        };
        let mut interval = None;
        let mut add = |along: S::Real| {
            let [enter, leave] = interval.unwrap_or([along; 2]);
            interval =
                Some([if along < enter { along } else { enter }, if along > leave { along } else { leave }]);
        };
        let ends = part.corners().zip(part.corners().cycle().skip(1));
        for ((left, along), (next_left, next_along)) in ends.map(|(p, q)| (position(p), position(q))) {
            if left.abs() <= self.tolerance {
                add(along);
            } else if left < S::Real::ZERO && next_left > S::Real::ZERO
                || left > S::Real::ZERO && next_left < S::Real::ZERO
            {
                add(along + (next_along - along) * (left / (left - next_left)));
            }
        }
        interval
    }
}

/// The third component of the cross product of two vectors in 2D.
#[cfg(feature = "alloc")]
fn cross<R: Real, const N: usize>(a: Vector<R, N>, b: Vector<R, N>) -> R {
    a[0] * b[N - 1] - a[N - 1] * b[0]
}

/// The hit on the first solid pixel that the ray enters from an empty pixel or from outside the mask.
fn mask_entry<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    view: &ShapeView<'_, S, S::Real, N>,
    sprite: &Sprite<'_, S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let half = crate::scalar::real::<S, S::Real>(sprite.pixel()) * S::Real::HALF;
    let accepts = |hit: &RayHit<S::Real, N>| {
        // A point half a pixel in front of the face that was hit. If it is in a solid pixel, the ray does not enter the mask here.
        let before = hit.point + hit.normal.scaled(half);
        let before = pose.map_or(before, |pose| pose.apply_inverse(before));
        let tolerance = rounding_error(l1_norm(ray.from()) + l1_norm(hit.point));
        hit.distance > tolerance && !is_solid_at(sprite, before)
    };
    let mut first = FirstHit::new(ray, &accepts);
    search_all_parts(view, None, &mut first);
    first.hit
}

/// Whether a point is in a solid pixel or on the boundary of one.
fn is_solid_at<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, point: Vector<S::Real, N>) -> bool {
    let mask = sprite.mask();
    let frame = sprite.part_in(Frame { min: [0; 2], max: mask.size() }, &Aabb::point(point));
    let has = |aabb: &Aabb<S, N>| {
        let min = crate::view::reals(aabb.min());
        let max = crate::view::reals(aabb.max());
        Aabb::<S::Real, N>::new(min, max).contains(point)
    };
    (frame.min[1]..frame.max[1])
        .flat_map(|j| (frame.min[0]..frame.max[0]).map(move |i| [i, j]))
        .any(|[i, j]| mask.get(i, j) && has(&sprite.pixel_box(i, j)))
}
