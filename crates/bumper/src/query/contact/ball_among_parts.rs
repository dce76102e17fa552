//! Contacts and distances of a ball (or point) and a list of parts with a BVH. The ball is transformed into the local space of the list, so
//! that the parts need no transformation. The parts are visited nearest first, and parts whose boxes are too far away are skipped. Box
//! distances are compared as squares.

use super::{LeastDistance, least_contact, limit_of_tie, report_parts};
use crate::box_tree::Hierarchy;
use crate::composite::node_cost::NodeCost;
use crate::composite::tolerance::PART_SEPARATION_ERROR;
use crate::composite::{self, LeafKind};
use crate::narrow::manifold::Contact;
use crate::narrow::measure::l1_norm;
use crate::scalar::{Real, Scalar};
use crate::view::{BallView, Convex, Core, Parts, ShapeView, reals};
use crate::{Pose, Shape, Vector, narrow};

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
        if !next.is_before(found.as_ref()) {
            return limit;
        }
        limit_of_tie(found.insert(next).separation)
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
    mut visit: impl FnMut(&Shape<'_, S, N>, Option<u32>, BallView<R, N>, R) -> R,
) -> Option<R> {
    let BallView { center, radius } = ball.as_ball()?;
    let center = pose.map_or(center, |pose| pose.apply_inverse(center));
    let tree = parts.tree()?;
    let all = tree.bounds();
    let size = l1_norm(center) + radius + l1_norm(reals(all.min())) + l1_norm(reals(all.max()));
    let padded_radius = radius + size * R::EPSILON * R::from_f64(PART_SEPARATION_ERROR);
    let limit = |least: R| {
        let reach = padded_radius + least;
        // If an AABB contains the center of the ball, it is always visited: the depth in a part inside may exceed the radius, which the
        // distance of the AABB does not show.
        if reach < R::ZERO { 0.0 } else { (reach * reach).to_f64() }
    };
    let ball = BallView { center, radius };
    let mut least = least;
    let bound = NodeCost::distance_from(center);
    tree.near(&bound, limit(least)).branch_and_bound(&&bound, limit(least), |position| {
        if let Some(part) = parts.part(position) {
            least = visit(&part, parts.part_index(position), ball, least);
        }
        limit(least)
    });
    Some(least)
}
