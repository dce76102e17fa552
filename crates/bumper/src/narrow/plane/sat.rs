//! The separating axis test of two polygons in 2D.
//!
//! One pass over all edges finds the edge along whose normal the separation is largest (C. Ericson, Real-Time Collision Detection, 2005,
//! section 5.2.1). On the Minkowski difference, the point nearest to the origin lies on that edge or is one of its ends. For the few
//! polygons for which rounding may have selected the wrong edge, [`degenerate`] verifies or corrects the result.

use super::closest_points::{PolygonClosestPoints, closest_points};
use super::degenerate;
use super::edges::{PolygonEdges, SeparatingEdge, gap_along, largest};
use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::FIRST_SHAPE_BIAS;
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use core::ops::ControlFlow;

/// The signed separation of two polygons, its normal from `a` to `b`, and their closest points if they are apart or touch within rounding.
/// `None` if it is above `limit`, or if a coordinate is infinite or NaN.
#[inline(always)]
pub(super) fn separation_of_polygons<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
) -> Option<Separation<R, 2>> {
    if (a.is_large() || b.is_large()) && is_apart_between_middles(a, b, limit) {
        return None;
    }
    let edge = best_edge(a, b, limit)?;
    let tolerance = rounding_error(a.magnitude() + b.magnitude());
    // If a coordinate is infinite or NaN, the tolerance is not finite.
    if !(tolerance < R::INFINITY) {
        return None;
    }
    if edge.gap < -tolerance && edge.gap > R::NEG_INFINITY {
        return Some(Separation { length: edge.gap, normal: edge.direction(), witnesses: None });
    }
    if edge.gap <= tolerance {
        return Some(degenerate::touching_separation(a, b, &edge, tolerance));
    }
    Some(separation_apart(a, b, &edge, tolerance))
}

/// The separation of two polygons that are apart, given the edge along whose normal the separation is largest.
#[inline(always)]
fn separation_apart<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> Separation<R, 2> {
    let mut closest = closest_points(a, b, edge, tolerance);
    if let Some(end) = closest.end {
        match degenerate::verify_closest_points(a, b, edge, closest, end, tolerance) {
            ControlFlow::Continue(verified) => closest = verified,
            ControlFlow::Break(corrected) => return corrected,
        }
    }
    let PolygonClosestPoints { squared, points: witnesses, .. } = closest;
    let length = squared.sqrt();
    let normal = edge.direction();
    let along_edge = Separation { length: edge.gap, normal, witnesses: Some(witnesses) };
    // If the vector between the closest points has the direction of the edge normal within rounding, the edge gives the more accurate
    // length and normal.
    let delta = witnesses[1] - witnesses[0];
    let lateral = normal.cross(delta).abs();
    if lateral <= tolerance + tolerance {
        return along_edge;
    }
    // Here the closest points are corners. Their distance may equal the separation along the edge normal within rounding. If so, the
    // direction between them is used only if the separation along it is not smaller.
    let direction = delta.scaled(R::ONE / length);
    if length - edge.gap <= length * R::EPSILON * R::from_f64(FIRST_SHAPE_BIAS) + tolerance {
        let projected_gap = gap_along(a, b, direction);
        if projected_gap + tolerance < edge.gap {
            return along_edge;
        }
    }
    Separation { length, normal: direction, witnesses: Some(witnesses) }
}

/// Whether the separation of two polygons along the line between their middles is above `limit`. Takes O(log n) time, so it decides most
/// pairs with a polygon of many corners quickly.
#[inline(never)]
fn is_apart_between_middles<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
) -> bool {
    let first = (a.at(0) + a.at(a.len() / 2)).scaled(R::HALF);
    let second = (b.at(0) + b.at(b.len() / 2)).scaled(R::HALF);
    let Some(direction) = (second - first).normalized() else { return false };
    let p = a.at(a.support(direction));
    let q = b.at(b.support(-direction));
    let tolerance = rounding_error(l1_norm(p) + l1_norm(q));
    // The comparison is false if a coordinate is NaN.
    (q - p).dot(direction) > limit + tolerance
}

/// The edge of either polygon with the largest separation. `None` if a separation is above `limit`. If neither polygon has an edge, the
/// separation is −∞.
#[inline(always)]
fn best_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
) -> Option<SeparatingEdge<R>> {
    let nothing = R::NEG_INFINITY;
    let mut best = SeparatingEdge { gap: nothing, normal: Vector::ZERO, index: 0, second: false };
    improve_edge(a, b, limit, false, R::ZERO, &mut best)?;
    improve_edge(b, a, limit, true, R::EPSILON * R::from_f64(FIRST_SHAPE_BIAS), &mut best)?;
    Some(best)
}

/// Replaces `best` by the edge of `a` with the largest separation, if that is larger by more than `bias` times its absolute value. `None`
/// if a separation is above `limit`.
#[inline(always)]
fn improve_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
    second: bool,
    bias: R,
    best: &mut SeparatingEdge<R>,
) -> Option<()> {
    for first in (0..a.edge_blocks()).map(|four| 4 * four) {
        let edges = a.edges(first);
        let gaps = edges.gaps(b);
        // The condition is also true if a separation is NaN.
        if gaps.iter().fold(false, |any, gap| any | !(*gap <= limit))
            && degenerate::is_above_limit(a, &edges, b, &gaps, limit)
        {
            return None;
        }
        let (gap, lane) = largest(gaps);
        if gap - gap.abs() * bias > best.gap {
            *best = SeparatingEdge { gap, normal: edges.normal(lane), index: first + lane, second };
        }
    }
    Some(())
}
