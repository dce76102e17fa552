//! Contacts and distances of a ball (or point) and a list of parts with a BVH. The ball is transformed into the local space of the list, so
//! that the parts need no transformation. The parts are visited nearest first, and parts whose boxes are too far away are skipped. Box
//! distances are compared as squares.

use super::{LeastDistance, least_contact, report_parts};
use crate::composite::tolerance::PART_SEPARATION_ERROR;
use crate::composite::{self, LeafKind};
use crate::narrow::manifold::Contact;
use crate::narrow::measure::l1_norm;
use crate::scalar::{Real, Scalar};
use crate::shape::bvh::BvhVisitor;
use crate::view::{BallView, Convex, Core, Parts, ShapeView, reals};
use crate::{Aabb, Pose, Shape, Vector, narrow};

/// The distance of a ball or a point from a list of parts; `None` for other pairs and for lists without a BVH.
pub(super) fn distance<S: Scalar, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<S::Real> {
    let (ball, list, second) = if b.is_round() { (b, a, true) } else { (a, b, false) };
    let (parts, pose) = list.as_parts()?;
    let query_part = |part: &Shape<'_, S, N>, _, ball, least: S::Real| {
        let next = narrow::distance_from(ball, part, second).unwrap_or_else(|| {
            let mut nearest = LeastDistance(least);
            with_views(part, ball, second, |a, b| composite::search(a, b, LeafKind::Convex, &mut nearest));
            nearest.0
        });
        least.min(next)
    };
    search(ball, parts, pose.as_ref(), S::Real::INFINITY, query_part)
}

/// The contact of a ball (or point) and a list of parts. `None` if this function does not apply: for other pairs, for lists without a BVH,
/// and for a region without a pose, whose contact is computed for the region as a whole. `Some(None)` if the separation is more than
/// `limit`.
pub(super) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> Option<Option<Contact<R, N>>> {
    let (ball, list, second) = if b.is_round() { (b, a, true) } else { (a, b, false) };
    let (parts, pose) = list.as_parts()?;
    let leaf = if pose.is_some() { LeafKind::Convex } else { LeafKind::Region };
    if leaf == LeafKind::Region && matches!(parts, Parts::Region(_)) {
        return None;
    }
    let at_origin = ShapeView::Convex(Convex::point(Vector::ZERO));
    let mut found: Option<Contact<R, N>> = None;
    search(ball, parts, pose.as_ref(), limit, |part, index, ball, limit| {
        let next = narrow::contact_from(ball, part, limit, second)
            .unwrap_or_else(|| with_views(part, ball, second, |a, b| least_contact(a, b, leaf, limit))?);
        let Some(mut next) = next else { return limit };
        let part_index = index.unwrap_or(next.parts[usize::from(!second)]);
        next.set_parts(if second { [part_index, 0] } else { [0, part_index] });
        if next.is_before(found.as_ref()) { found.insert(next).separation } else { limit }
    })?;
    let view = ShapeView::Parts(parts, None);
    let views = if second { [&view, &at_origin] } else { [&at_origin, &view] };
    Some(found.map(|mut contact| {
        report_parts(&mut contact, views, LeafKind::Convex);
        pose.map_or(contact, |pose| contact.placed(&pose))
    }))
}

/// Calls `query` with a part and a ball as operands; the ball is the second operand if `second` is true. Used for kinds of parts that have
/// no closed form with a ball. `None` if the part is empty.
fn with_views<S: Scalar, R: Real, T, const N: usize>(
    part: &Shape<'_, S, N>,
    ball: BallView<R, N>,
    second: bool,
    query: impl FnOnce(&ShapeView<'_, S, R, N>, &ShapeView<'_, S, R, N>) -> T,
) -> Option<T> {
    let ball = ShapeView::Convex(Convex { core: Core::Point(ball.center), radius: ball.radius });
    let part = ShapeView::new(part, None)?;
    Some(if second { query(&part, &ball) } else { query(&ball, &part) })
}

/// Calls `visit` with the parts of a list that may be closer to the ball than `least`, and returns the final `least`. `visit` gets a part,
/// its index (see [`Parts::part_index`]), the ball in the local space of the list, and `least`; it returns the new `least`. `None` if the list has no BVH or `ball` is not a ball.
fn search<S: Scalar, R: Real, const N: usize>(
    ball: &Shape<'_, S, N>,
    parts: Parts<'_, S, N>,
    pose: Option<&Pose<R, N>>,
    least: R,
    visit: impl FnMut(&Shape<'_, S, N>, Option<u32>, BallView<R, N>, R) -> R,
) -> Option<R> {
    let BallView { center, radius } = ball.as_ball()?;
    let center = pose.map_or(center, |pose| pose.apply_inverse(center));
    let boxes = parts.stored_bvh()?;
    let all = boxes.root_aabb()?;
    let size = l1_norm(center) + radius + l1_norm(reals(all.min())) + l1_norm(reals(all.max()));
    let padded_radius = radius + size * R::EPSILON * R::from_f64(PART_SEPARATION_ERROR);
    let mut query = BallQuery { parts, center, radius, padded_radius, least, visit };
    boxes.nearest_first(&mut query);
    Some(query.least)
}

struct BallQuery<'a, S: Scalar, R: Real, F, const N: usize> {
    parts: Parts<'a, S, N>,
    center: Vector<R, N>,
    radius: R,
    /// The radius plus a bound of the rounding error of distances.
    padded_radius: R,
    least: R,
    visit: F,
}

impl<S: Scalar, R: Real, F, const N: usize> BvhVisitor<S::Real, R, N> for BallQuery<'_, S, R, F, N>
where
    F: FnMut(&Shape<'_, S, N>, Option<u32>, BallView<R, N>, R) -> R,
{
    /// The squared distance of the ball's center from an AABB.
    #[inline]
    fn bound(&self, bounds: &Aabb<S::Real, N>) -> R {
        let min: Vector<R, N> = reals(bounds.min());
        let max: Vector<R, N> = reals(bounds.max());
        (0..N).fold(R::ZERO, |squared, axis| {
            let outside = (min[axis] - self.center[axis]).max(self.center[axis] - max[axis]);
            let outside = outside.max(R::ZERO);
            squared + outside * outside
        })
    }
    #[inline]
    fn should_visit(&self, squared: R) -> bool {
        let limit = self.padded_radius + self.least;
        // If an AABB contains the center of the ball, it is always visited: the depth in a part inside may exceed the radius, which the
        // distance of the AABB does not show. The result is also true if the squared distance is NaN.
        !(squared > R::ZERO && (limit < R::ZERO || squared > limit * limit))
    }
    fn visit_part(&mut self, index: usize) {
        if let Some(part) = self.parts.part(index) {
            let ball = BallView { center: self.center, radius: self.radius };
            self.least = (self.visit)(&part, self.parts.part_index(index), ball, self.least);
        }
    }
}
