//! Ray casts with backface culling: the hit at which a ray enters a shape from outside.

use super::ray::{FirstHit, Ray, RayHit};
use crate::composite::{LeafKind, Operand, search};
use crate::mask::Frame;
#[cfg(feature = "alloc")]
use crate::narrow::{measure::l1_norm, rounding_error};
use crate::scalar::{Real, Scalar};
#[cfg(feature = "alloc")]
use crate::view::Core;
use crate::view::{Convex, ShapeView, ShapeVisitor};
use crate::{Aabb, Pose, Shape, Sprite, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// The first hit at which the ray enters a shape from outside (backface culling). In contrast to [`cast`](crate::cast), a ray that
    /// starts inside a shape or on its boundary does not hit the shape at the start, but leaves it without a hit. So a shot does not hit
    /// its shooter, and light leaves its lamp. `None` if the ray does not enter the shape.
    ///
    /// A ray that leaves a concave polygon or mask may enter it again at another place, for example from one arm of a U to the other. The
    /// parts of a compound are independent: a part is ignored if the ray starts in it or on its boundary, but an overlapping other part is
    /// hit. Costs as much as `cast`, but one test per edge for a concave polygon, and one test per part for a compound.
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
            ShapeView::Parts(..) => entry_of_operand(self.0, &Operand::of(view)?),
        }
    }
}

/// The first entry of a ray into a shape: a convex shape, or the parts of a composite shape.
fn entry_of_operand<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    kind: &Operand<'_, S, S::Real, N>,
) -> Option<RayHit<S::Real, N>> {
    match kind {
        Operand::Convex(convex) => from_outside(ray, convex),
        Operand::Mask(sprite, _, pose) => mask_entry(ray, kind, sprite, pose.as_ref()),
        #[cfg(feature = "alloc")]
        Operand::Region(region, pose) => region_entry(ray, region, pose.as_ref()),
        _ => {
            let end = kind.count(LeafKind::Convex).unwrap_or(0);
            let (mut first, mut index) = (FirstHit::new(ray, &|_| true), 0);
            loop {
                index = kind.skip_pruned(index, |bounds| first.may_hit(bounds));
                if index >= end {
                    return first.hit;
                }
                if let Some(shape) = kind.shape_at(index)
                    && let Some(hit) = kind.part(&shape).and_then(|part| entry_of_operand(ray, &part))
                {
                    first.hit = Some(first.hit.map_or(hit, |first| nearer(first, hit)));
                }
                index += 1;
            }
        }
    }
}

/// The closer of two hits; on a tie, the first one.
fn nearer<R: Real, const N: usize>(first: RayHit<R, N>, next: RayHit<R, N>) -> RayHit<R, N> {
    if next.distance < first.distance { next } else { first }
}

/// The hit of a ray on a convex shape; `None` if the ray starts inside the shape or on its boundary.
fn from_outside<R: Real, const N: usize>(ray: &Ray<R, N>, convex: &Convex<'_, R, N>) -> Option<RayHit<R, N>> {
    ray.cast_convex(convex).filter(|hit| hit.distance > R::default())
}

/// The first hit on an edge of a concave polygon at which the ray enters the polygon. The corners are counterclockwise, so the outside is
/// to the right of each edge.
#[cfg(feature = "alloc")]
fn region_entry<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    region: &crate::Region<S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let at = |corner: &Vector<S, N>| {
        let corner = crate::view::reals(*corner);
        pose.map_or(corner, |pose| pose.apply(corner))
    };
    // The signed distance of a corner from the ray (positive on the left), and the rounding error of this distance. The ray misses an edge
    // if both ends are surely on the same side.
    let side_of = |corner: Vector<S::Real, N>| {
        let (direction, offset) = (ray.direction(), corner - ray.from());
        (
            direction[0] * offset[N - 1] - direction[N - 1] * offset[0],
            rounding_error(l1_norm(offset) + l1_norm(corner)),
        )
    };
    let corners = region.corners();
    let mut from = at(corners.first()?);
    let (mut before, mut first) = (side_of(from), None);
    for to in corners.iter().cycle().skip(1).take(corners.len()).map(at) {
        let (after, direction, edge) = (side_of(to), ray.direction(), to - from);
        let tolerance = before.1 + after.1;
        // The ray crosses from the outside to the inside if the edge runs to the right of the ray's direction.
        let is_front_face = direction[0] * edge[N - 1] - direction[N - 1] * edge[0] < S::Real::default();
        if is_front_face && before.0 > -tolerance && after.0 < tolerance {
            let edge = Convex { core: Core::between(from, to), radius: S::Real::default() };
            first = first.into_iter().chain(from_outside(ray, &edge)).reduce(nearer);
        }
        (from, before) = (to, after);
    }
    first
}

/// The hit on the first solid pixel that the ray enters from an empty pixel or from outside the mask.
fn mask_entry<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    kind: &Operand<'_, S, S::Real, N>,
    sprite: &Sprite<'_, S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let half = crate::scalar::real::<S, S::Real>(sprite.pixel()) * S::Real::from_f64(0.5);
    let accepts = |hit: &RayHit<S::Real, N>| {
        // A point half a pixel in front of the face that was hit. If it is in a solid pixel, the ray does not enter the mask here.
        let before = hit.point + hit.normal.scaled(half);
        let before = pose.map_or(before, |pose| pose.apply_inverse(before));
        hit.distance > S::Real::default() && !is_solid_at(sprite, before)
    };
    let mut first = FirstHit::new(ray, &accepts);
    search(kind, &Operand::Convex(Convex::point(Vector::default())), LeafKind::Convex, &mut first);
    first.hit
}

/// Whether a point is in a solid pixel or on the boundary of one.
fn is_solid_at<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, point: Vector<S::Real, N>) -> bool {
    let mask = sprite.mask();
    let frame = sprite.part_in(Frame { min: [0; 2], max: mask.size() }, &Aabb::point(point));
    let has = |aabb: &Aabb<S, N>| {
        let (min, max) = (crate::view::reals(aabb.min()), crate::view::reals(aabb.max()));
        Aabb::<S::Real, N>::new(min, max).contains(point)
    };
    (frame.min[1]..frame.max[1])
        .flat_map(|j| (frame.min[0]..frame.max[0]).map(move |i| [i, j]))
        .any(|[i, j]| mask.get(i, j) && has(&sprite.pixel_box(i, j)))
}
