//! Contacts and distances of two shapes, computed in floats.
//!
//! The *separation* of two shapes is their distance if they are apart. If they overlap, it is minus the penetration depth, which is the
//! length of the shortest translation that separates them. For convex shapes, the signed gap between the projections of both shapes onto a
//! direction is largest in one direction. This largest gap is the separation, and its direction is the contact normal. The contacts of (a,
//! b) and (b, a) mirror each other to the last bit, unless the two shapes are equal.
//!
//! Lengths are computed in [`Scalar::Real`], which is `f32` for `f32`. Their error is a few rounding errors of the largest coordinate, size
//! or radius of both shapes. With a cylinder, the error of lengths and points is at most 10⁻⁶ of that magnitude.
//!
//! ```
//! use bumper::{Aabb, Ball, Vector, query::contact::contact};
//!
//! let floor = Aabb::new([0.0, 10.0], [100.0, 20.0]);
//! let dot = Ball::new([50.0, 7.0], 5.0);
//! let found = contact(dot, floor);
//! assert_eq!(found.depth(), 2.0);
//! assert_eq!(found.normal, Vector([0.0, 1.0]));
//! assert_eq!(contact(Ball::new([50.0, 1.0], 5.0), floor).separation, 4.0);
//! ```

#[cfg(feature = "alloc")]
mod ball_among_parts;
#[cfg(feature = "alloc")]
pub(crate) mod faces;
#[cfg(feature = "alloc")]
mod region;

pub use crate::narrow::manifold::{Contact, ContactPoint};

use crate::composite::tolerance::{
    LIMIT_MARGIN, PART_SEPARATION_ERROR, TIED_SEPARATION_ERROR, UNCERTAIN_SIGN,
};
use crate::composite::{
    Cost, InLocalSpace, LeafKind, PartIndices, Search, are_far, search, separation_lower_bound,
};
use crate::narrow;
use crate::scalar::{Real, Scalar, Zero};
use crate::view::{BallView, Convex, Core, ShapeView};
use crate::{Aabb, Pose, Relate, Relation, Shape, Vector};

/// The contact of two shapes. For compounds, it is the contact of the pair of parts with the smallest separation. If several pairs have
/// this separation, it is the contact whose point is lexicographically first (compared by x, then y, then z).
///
/// A [`Region`](crate::Region) counts as a single part, except that it counts as a compound of its convex parts if it has a pose. If two
/// regions with hundreds of corners lie deep in each other, the depth is that of a separating translation that may not be the shortest one.
/// An empty compound or mask and a shape with a NaN are infinitely far from everything.
///
/// Two half-spaces whose normals are not opposite overlap infinitely deeply, and so may a half-space and an infinite box. Their separation is
/// minus infinity, the normal is that of a half-space or its opposite, and the contact has no points.
///
/// Contacts of shapes with integer or fixed-point coordinates are in `f64`.
///
/// Costs up to about a hundred operations per pair of parts. In 3D, if both parts have corners or curved rims, it costs some hundreds to
/// thousands. Round hulls with dozens of points or more cost up to millions if they overlap deeply.
///
/// ```
/// use bumper::{Axis, Cylinder, Vector, query::contact::contact};
/// let pillar = Cylinder::new(Axis::Y, [0.0, 0.0, 0.0], 10.0, 2.0);
/// let beam = Cylinder::new(Axis::X, [-5.0, 4.0, 3.0], 5.0, 2.0);
/// let found = contact(pillar, beam);
/// assert_eq!((found.separation, found.normal), (-1.0, Vector([0.0, 0.0, 1.0])));
/// ```
#[doc(alias("manifold", "collide", "penetration", "b2CollidePolygons"))]
pub fn contact<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
) -> Contact<S::Real, N> {
    let a = a.into();
    let b = b.into();
    let found = within(&a, &b, S::Real::INFINITY);
    // A missing result may mean that intermediate results left the range of `f32`. So the contact is computed again in `f64`.
    let found = found.or_else(|| contact_in_f64(&a, &b));
    found.unwrap_or_else(|| Contact::new(S::Real::INFINITY, Vector::ZERO.with(0, S::Real::ONE)))
}

/// The contact computed in `f64`, for shapes whose intermediate results leave the range of their float.
#[cold]
fn contact_in_f64<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<Contact<S::Real, N>> {
    let found = within::<S, f64, N>(a, b, f64::INFINITY)?;
    // A result that fits into `f64`, but not into the float of the shapes, is filtered out as well.
    Some(found.cast(S::Real::ONE)).filter(|found| found.is_sound() && found.separation < S::Real::INFINITY)
}

/// The contact of two shapes whose separation is at most `margin`; `None` for other shapes. This is the query for a physics solver: it
/// costs little for shapes that are farther apart, because it stops at the first axis along which their separation exceeds `margin`.
///
/// ```
/// use bumper::{OrientedBox, Rotation, contact_within};
/// let floor = OrientedBox::new([0.0, 0.0], [10.0, 1.0], Rotation::identity());
/// let crate_ = OrientedBox::new([3.0, 2.0], [1.0, 1.1], Rotation::identity());
/// assert_eq!(contact_within(floor, crate_, 0.0).unwrap().points().len(), 2);
/// assert!(contact_within(floor, crate_.translated([0.0, 0.5]), 0.1).is_none());
/// ```
#[inline]
pub fn contact_within<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
    margin: S::Real,
) -> Option<Contact<S::Real, N>> {
    let a = a.into();
    let b = b.into();
    within(&a, &b, margin)
}

/// The distance of two shapes: the length of the shortest vector between them, zero if they touch or overlap, and infinite if a
/// coordinate is NaN or a compound has no parts. Costs less than a contact, because neither the penetration depth nor contact points are
/// computed.
///
/// ```
/// use bumper::{Aabb, Vector, query::contact::distance};
/// assert_eq!(distance(Aabb::new([0.0, 0.0], [1.0, 1.0]), Vector([4.0, 5.0])), 5.0);
/// ```
#[inline]
#[doc(alias("b2ShapeDistance"))]
pub fn distance<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    b: impl Into<Shape<'b, S, N>>,
) -> S::Real {
    let a = a.into();
    let b = b.into();
    if let (Some(p), Some(q)) = (a.as_ball::<S::Real>(), b.as_ball::<S::Real>()) {
        let length = (q.center - p.center).length() - (p.radius + q.radius);
        if Scalar::distance(length, length) == S::Real::ZERO {
            return clamp_to_zero(length);
        }
    }
    if (a.is_round() || b.is_round())
        && let Some(length) = narrow::distance_of_ball(&a, &b)
    {
        return length;
    }
    // The shapes are passed by value. If they were passed by reference, callers would have to store them in memory, even if one of the fast
    // paths above returns.
    general_distance(a, b)
}

/// The distance for a signed separation: zero if the separation is negative.
#[inline]
fn clamp_to_zero<R: Real>(length: R) -> R {
    R::ZERO.max(length)
}

/// The distance of two shapes by the general algorithms. The caller has already handled pairs with a ball for which there is a closed form.
#[inline(never)]
fn general_distance<S: Scalar, const N: usize>(a: Shape<'_, S, N>, b: Shape<'_, S, N>) -> S::Real {
    #[cfg(feature = "alloc")]
    if let Some(length) = ball_among_parts::distance(&a, &b) {
        return length;
    }
    let p = a.view(None);
    let q = b.view(None);
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (&p, &q) {
        return narrow::distance(p, q);
    }
    let mut least = LeastDistance(S::Real::INFINITY);
    if let (Some(p), Some(q)) = (ShapeView::<S, S::Real, N>::new(&a, None), ShapeView::new(&b, None)) {
        let InLocalSpace { views: [p, q], .. } = InLocalSpace::new([p, q]);
        search(&p, &q, LeafKind::Convex, &mut least);
    }
    least.0
}

/// The contact of two shapes whose separation is at most `limit`; `None` for other shapes. It is the contact of the pair of parts with the
/// smallest separation; a region without a pose is a single part. All functions called here write their result directly to the memory of
/// the caller, so that neither the shapes nor the contact are copied.
#[inline(never)]
fn within<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if narrow::has_ball_contact(a, b) {
        return narrow::contact_of_ball(a, b, limit);
    }
    if const { N != 2 }
        && (a.is_round() || b.is_round())
        && let Some(found) = narrow::contact_in_space::<S, R, N>(a, b, limit)
    {
        return found;
    }
    if are_far(a, b, limit) {
        return None;
    }
    // The contact is always computed in the canonical order of the two shapes. So swapping the operands mirrors the result to the last bit.
    let is_swapped = a.is_after(b);
    let (first, second) = if is_swapped { (b, a) } else { (a, b) };
    let mut found = general_contact(*first, *second, limit);
    // The contact is modified in place. Copying it would take longer than the modification itself.
    if let Some(contact) = &mut found {
        if contact.is_unsure(R::EPSILON * R::from_f64(UNCERTAIN_SIGN)) && has_settled_sign(a, b) {
            contact.settle(relation(*a, *b));
        }
        if is_swapped {
            contact.mirror();
        }
        // The condition is also true if the separation is NaN.
        if !(contact.is_sound() && contact.separation <= limit) {
            found = None;
        }
    }
    found
}

/// Whether the sign of an uncertain separation follows the relation of the shapes: for two convex shapes, and for a convex shape and a
/// region.
#[cold]
fn has_settled_sign<S: Scalar, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>) -> bool {
    #[cfg(feature = "alloc")]
    if matches!((a, b), (Shape::Region(_), other) | (other, Shape::Region(_)) if !other.is_composite()) {
        return true;
    }
    !a.is_composite() && !b.is_composite()
}

/// The relation of two shapes. They are passed by value, so that callers need not store them in memory on the usual path, which does not
/// call this function.
#[cold]
fn relation<S: Scalar, const N: usize>(a: Shape<'_, S, N>, b: Shape<'_, S, N>) -> Relation {
    a.relation(&b)
}

/// The contact of two shapes by the general algorithms. The caller has already tried the early out by AABBs, and has handled pairs with a
/// ball for which there is a closed form.
#[inline(never)]
fn general_contact<S: Scalar, R: Real, const N: usize>(
    a: Shape<'_, S, N>,
    b: Shape<'_, S, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    #[cfg(feature = "alloc")]
    if let Some(found) = ball_among_parts::contact(&a, &b, limit) {
        return found;
    }
    let p = a.view(None);
    let q = b.view(None);
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (&p, &q) {
        return convex(p, q, limit);
    }
    let InLocalSpace { views: [p, q], pose } =
        InLocalSpace::new([ShapeView::new(&a, None)?, ShapeView::new(&b, None)?]);
    let leaf = if pose.is_some() { LeafKind::Convex } else { LeafKind::Region };
    let mut found = least_contact(&p, &q, leaf, limit)?;
    report_parts(&mut found, [&p, &q], leaf);
    Some(pose.map_or(found, |pose| found.placed(&pose)))
}

/// The contact of two convex shapes.
#[inline]
fn convex<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    match (&a.core, &b.core) {
        (Core::Point(p), Core::Point(q)) => {
            let p = BallView { center: *p, radius: a.radius };
            let q = BallView { center: *q, radius: b.radius };
            narrow::contact_of_balls(p, q, limit, true)
        }
        _ => narrow::contact(a, b, limit),
    }
}

/// The contact of two shapes after the first one is translated by an offset: the contact of the pair of parts with the smallest separation.
pub(super) fn contact_at<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    offset: Vector<f64, N>,
    b: &Shape<'_, S, N>,
) -> Option<Contact<f64, N>> {
    let pose = Pose::at(offset);
    let a = ShapeView::new(a, Some(&pose))?;
    let b = ShapeView::<S, f64, N>::new(b, None)?;
    let mut found = least_contact(&a, &b, LeafKind::Convex, f64::INFINITY)?;
    report_parts(&mut found, [&a, &b], LeafKind::Convex);
    Some(found)
}

/// The contact of two operands after the first one is translated by an offset, as in [`contact_at`]. Its parts of regions are convex parts.
pub(super) fn contact_of_views<S: Scalar, const N: usize>(
    a: &ShapeView<'_, S, f64, N>,
    offset: Vector<f64, N>,
    b: &ShapeView<'_, S, f64, N>,
) -> Option<Contact<f64, N>> {
    least_contact(&a.moved(offset), b, LeafKind::Convex, f64::INFINITY)
}

/// The contact of two overlapping shapes: the contact of the pair of convex parts with the smallest separation.
pub(super) fn overlap<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Contact<S::Real, N> {
    let found = || {
        let InLocalSpace { views: [p, q], pose } =
            InLocalSpace::new([ShapeView::new(a, None)?, ShapeView::new(b, None)?]);
        let mut found = least_contact(&p, &q, LeafKind::Convex, S::Real::INFINITY)?;
        report_parts(&mut found, [&p, &q], LeafKind::Convex);
        Some(pose.map_or(found, |pose| found.placed(&pose)))
    };
    found().unwrap_or_else(|| contact(*a, *b))
}

/// Replaces the parts that a search has found by those that the contact reports: convex parts of regions by edges. With
/// [`LeafKind::Region`], a region without a pose has edges already.
fn report_parts<S: Scalar, R: Real, const N: usize>(
    contact: &mut Contact<R, N>,
    views: [&ShapeView<'_, S, R, N>; 2],
    leaf: LeafKind,
) {
    let normals = [contact.normal, -contact.normal];
    let report = |k: usize| match views[k].is_leaf(leaf) {
        true => contact.parts[k],
        false => views[k].reported_part(contact.parts[k], normals[k]),
    };
    let parts = [report(0), report(1)];
    if parts != contact.parts {
        contact.set_parts(parts);
    }
}

/// The contact of the pair of parts with the smallest separation; `None` if no separation is at most `limit`. A part of a region is a convex
/// part.
fn least_contact<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    leaf: LeafKind,
    limit: R,
) -> Option<Contact<R, N>> {
    let mut least = LeastContact { found: None, limit };
    search(a, b, leaf, &mut least);
    least.found
}

/// The search for the contact of the pair of parts with the smallest separation.
struct LeastContact<R, const N: usize> {
    found: Option<Contact<R, N>>,
    limit: R,
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for LeastContact<R, N> {
    fn orders_by_separation(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        separation_lower_bound(a, b, R::EPSILON * R::from_f64(PART_SEPARATION_ERROR))
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::SEPARATION
    }
    #[inline]
    fn best(&self) -> R {
        // The initial bound is slightly above the limit, so that parts whose separation equals the limit are found.
        let limit = self.limit + self.limit.abs() * R::EPSILON + R::from_f64(LIMIT_MARGIN);
        self.found.as_ref().map_or(limit, |found| found.separation)
    }
    #[inline]
    fn has_found(&self) -> bool {
        self.found.is_some()
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, parts: PartIndices) {
        let limit = self.found.as_ref().map_or(self.limit, |found| limit_of_tie(found.separation));
        let Some(mut next) = contact_of_parts(a, b, limit) else { return };
        let [p, q] = next.parts;
        next.set_parts([parts[0].unwrap_or(p), parts[1].unwrap_or(q)]);
        if next.is_before(self.found.as_ref()) {
            self.found = Some(next);
        }
    }
}

/// The limit for the separation of the next pair of parts, slightly above the smallest separation so far. Otherwise, rounding in an early
/// out could hide a pair of the same separation, and which of them is found would depend on the order of the visits.
#[inline]
fn limit_of_tie<R: Real>(least: R) -> R {
    least + least.abs() * (R::EPSILON * R::from_f64(TIED_SEPARATION_ERROR))
}

/// The contact of two parts. A part is a convex shape or a whole region.
fn contact_of_parts<S: Scalar, R: Real, const N: usize>(
    a: &ShapeView<'_, S, R, N>,
    b: &ShapeView<'_, S, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) {
        return convex(p, q, limit);
    }
    // At least one part is a region. If the parts are apart, the result is the contact of the closest pair of convex parts. If they
    // overlap, it is the contact of the region as a whole.
    #[cfg(feature = "alloc")]
    {
        let is_half_space = |view: &ShapeView<'_, S, R, N>| {
            matches!(view, ShapeView::Convex(Convex { core: Core::HalfSpace(_), .. }))
        };
        // The lowest point of a region is that of one of its convex parts.
        if is_half_space(a) || is_half_space(b) {
            return least_contact(a, b, LeafKind::Convex, limit);
        }
        // A region may be penetrated more deeply than any of its convex parts, and a point on a cut only touches them. So even if the limit
        // is negative, the search has to find convex parts that touch within rounding.
        let slack = region::slack(a, b);
        let limit = limit.max(slack);
        let found = least_contact(a, b, LeafKind::Convex, limit);
        found.map(|mut found| {
            report_parts(&mut found, [a, b], LeafKind::Convex);
            if found.separation <= slack { region::contact(a, b, found) } else { found }
        })
    }
    #[cfg(not(feature = "alloc"))]
    None
}

/// The search for the smallest distance of any two parts.
struct LeastDistance<R>(R);

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for LeastDistance<R> {
    fn orders_by_separation(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        let least = separation_lower_bound(a, b, R::EPSILON * R::from_f64(PART_SEPARATION_ERROR));
        Search::<S, R, N>::bound_of_separation(self, least)
    }
    #[inline]
    fn bound_of_separation(&self, gap: R) -> R {
        R::ZERO.max(gap)
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::Distance
    }
    #[inline]
    fn best(&self) -> R {
        self.0
    }
    #[inline]
    fn has_found(&self) -> bool {
        self.0 < R::INFINITY
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, _: PartIndices) {
        if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) {
            let next = narrow::distance(p, q);
            self.0 = self.0.min(next);
        }
    }
}
