//! The point at which a ray enters a shape from outside.

use super::ray::{First, Ray, RayHit};
use crate::composite::{LeafKind, Operand, search};
use crate::mask::Frame;
#[cfg(feature = "alloc")]
use crate::narrow::{measure::extent, rounding_error};
use crate::scalar::{Real, Scalar};
#[cfg(feature = "alloc")]
use crate::view::Core;
use crate::view::{Convex, ShapeView, ShapeVisitor};
use crate::{Aabb, Pose, Shape, Sprite, Vector};

impl<R: Real, const N: usize> Ray<R, N> {
    /// The first point at which the ray enters a shape from outside: it hits only front faces (backface culling). If the ray starts inside
    /// a shape or on its boundary, it passes through the face where it leaves, whereas [`cast`](crate::cast) returns its start. So a shot
    /// does not hit its shooter, and light leaves the lamp that contains its source.
    ///
    /// The ray may enter another arm of the same concave polygon or mask. Parts of a compound count separately: those in or on which the
    /// ray starts are ignored, and other parts that overlap them are hit. Costs as much as `cast`; for a concave polygon, one test per
    /// edge, for a compound, one per part.
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
        shape.visit_each_kind(Enters(self))
    }
}

/// The visitor that computes where a ray enters a shape.
struct Enters<'r, R, const N: usize>(&'r Ray<R, N>);

impl<'a, S: Scalar<Real = R>, R: Real, const N: usize> ShapeVisitor<'a, S, R, N> for Enters<'_, R, N> {
    type Out = Option<RayHit<R, N>>;

    #[inline(always)]
    fn visit(self, form: ShapeView<'a, S, R, N>) -> Self::Out {
        match form {
            ShapeView::Convex(convex) => from_outside(self.0, &convex),
            ShapeView::Parts(..) => enters(self.0, &Operand::of(form)?),
        }
    }
}

fn enters<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    kind: &Operand<'_, S, S::Real, N>,
) -> Option<RayHit<S::Real, N>> {
    match kind {
        Operand::Convex(convex) => from_outside(ray, convex),
        Operand::Mask(sprite, _, pose) => into_pixels(ray, kind, sprite, pose.as_ref()),
        #[cfg(feature = "alloc")]
        Operand::Region(region, pose) => over_edges(ray, region, pose.as_ref()),
        _ => {
            let end = kind.count(LeafKind::Convex).unwrap_or(0);
            let (mut first, mut place) = (First::new(ray, &|_| true), 0);
            loop {
                place = kind.next_kept(place, |bounds| first.may_hit(bounds));
                if place >= end {
                    return first.hit;
                }
                if let Some(shape) = kind.shape_at(place)
                    && let Some(hit) = kind.part(&shape).and_then(|part| enters(ray, &part))
                {
                    first.hit = Some(first.hit.map_or(hit, |first| nearer(first, hit)));
                }
                place += 1;
            }
        }
    }
}

/// The closer of two hits; the first one on a tie.
fn nearer<R: Real, const N: usize>(first: RayHit<R, N>, next: RayHit<R, N>) -> RayHit<R, N> {
    if next.distance < first.distance { next } else { first }
}

fn from_outside<R: Real, const N: usize>(ray: &Ray<R, N>, convex: &Convex<'_, R, N>) -> Option<RayHit<R, N>> {
    ray.meets(convex).filter(|hit| hit.distance > R::default())
}

/// The first edge of a concave polygon that the ray crosses from outside. Edges run counterclockwise.
#[cfg(feature = "alloc")]
fn over_edges<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    region: &crate::Region<S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let at = |corner: &Vector<S, N>| {
        let corner = crate::view::reals(*corner);
        pose.map_or(corner, |pose| pose.apply(corner))
    };
    // The offset of a corner to the left of the ray, and its error. An edge is missed if both ends are surely on the same side.
    let aside = |corner: Vector<S::Real, N>| {
        let (way, off) = (ray.direction(), corner - ray.from());
        (way[0] * off[N - 1] - way[N - 1] * off[0], rounding_error(extent(off) + extent(corner)))
    };
    let corners = region.corners();
    let mut from = at(corners.first()?);
    let (mut before, mut first) = (aside(from), None);
    for to in corners.iter().cycle().skip(1).take(corners.len()).map(at) {
        let (after, way, edge) = (aside(to), ray.direction(), to - from);
        let slack = before.1 + after.1;
        // The outside is to the right of an edge.
        let looks_at_it = way[0] * edge[N - 1] - way[N - 1] * edge[0] < S::Real::default();
        if looks_at_it && before.0 > -slack && after.0 < slack {
            let edge = Convex { core: Core::between(from, to), radius: S::Real::default() };
            first = first.into_iter().chain(from_outside(ray, &edge)).reduce(nearer);
        }
        (from, before) = (to, after);
    }
    first
}

/// The first solid pixel that the ray enters from an empty one.
fn into_pixels<S: Scalar, const N: usize>(
    ray: &Ray<S::Real, N>,
    kind: &Operand<'_, S, S::Real, N>,
    sprite: &Sprite<'_, S, N>,
    pose: Option<&Pose<S::Real, N>>,
) -> Option<RayHit<S::Real, N>> {
    let half = crate::scalar::real::<S, S::Real>(sprite.pixel()) * S::Real::from_f64(0.5);
    let counts = |hit: &RayHit<S::Real, N>| {
        // A point half a pixel in front of the face.
        let before = hit.point + hit.normal.scaled(half);
        let before = pose.map_or(before, |pose| pose.apply_inverse(before));
        hit.distance > S::Real::default() && !is_well_shaped(sprite, before)
    };
    let mut first = First::new(ray, &counts);
    search(kind, &Operand::Convex(Convex::point(Vector::default())), LeafKind::Convex, &mut first);
    first.hit
}

/// Whether a point is in a solid pixel, or on its boundary.
fn is_well_shaped<S: Scalar, const N: usize>(sprite: &Sprite<'_, S, N>, point: Vector<S::Real, N>) -> bool {
    let mask = sprite.mask();
    let near = sprite.part_in(Frame { min: [0; 2], max: mask.size() }, &Aabb::point(point));
    let has = |aabb: &Aabb<S, N>| {
        let (min, max) = (crate::view::reals(aabb.min()), crate::view::reals(aabb.max()));
        Aabb::<S::Real, N>::new(min, max).contains(point)
    };
    (near.min[1]..near.max[1])
        .flat_map(|j| (near.min[0]..near.max[0]).map(move |i| [i, j]))
        .any(|[i, j]| mask.get(i, j) && has(&sprite.pixel_box(i, j)))
}
