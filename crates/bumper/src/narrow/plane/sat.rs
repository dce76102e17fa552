//! The separating axis test of two polygons in 2D.
//!
//! One pass over all edges finds the edge along whose normal the separation is largest (C. Ericson, Real-Time Collision Detection, 2005,
//! section 5.2.1). On the Minkowski difference, the point nearest to the origin lies on that edge or is one of its ends. For the few
//! polygons that touch within rounding, every corner of one is also compared with every edge of the other, because rounding may have
//! selected the wrong edge.

use super::edges::{Edges, Point, PolygonEdges, gap_along, largest};
use super::touching::{EdgePairs, closest_on_edge};
use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::rounding_error;
use crate::narrow::tolerance::{FIRST_SHAPE_BIAS, ROTATED_EDGE_DISTANCE, SQUARED_DISTANCE_ERROR};
use crate::scalar::Real;

/// The edge of either polygon along whose normal the separation is largest.
#[derive(Clone, Copy)]
pub(super) struct Edge<R> {
    /// The separation of the other polygon from the line of the edge. It is negative if that polygon has a corner behind the edge.
    pub(super) gap: R,
    /// The outward unit normal.
    pub(super) normal: Point<R>,
    /// The index of the first corner of the edge.
    pub(super) index: usize,
    /// Whether the edge belongs to the second polygon.
    pub(super) second: bool,
}

/// A signed separation, its normal, and the witness points if they are known.
pub(super) type EdgeSeparation<R> = (R, Point<R>, Option<[Point<R>; 2]>);

/// The signed separation of two polygons, its normal from `a` to `b`, and their closest points if they are apart or touch within rounding.
/// `None` if it is above `limit`, or if a coordinate is infinite or NaN.
#[inline(always)]
pub(super) fn polygon_separation<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
) -> Option<EdgeSeparation<R>> {
    if (a.is_large() || b.is_large()) && is_apart_between_middles(a, b, limit) {
        return None;
    }
    let edge = best_edge(a, b, limit)?;
    let tolerance = rounding_error(a.magnitude() + b.magnitude());
    // If a coordinate is infinite or NaN, the tolerance is not finite.
    if !(tolerance < R::INFINITY) {
        return None;
    }
    let normal = if edge.second { -edge.normal } else { edge.normal };
    let has_edges = edge.gap > R::NEG_INFINITY;
    if edge.gap < -tolerance && has_edges {
        return Some((edge.gap, normal, None));
    }
    // The polygons touch within rounding, or both are points. The separation along an edge normal cannot decide whether they intersect: the
    // normals of slivers are not accurate enough, and points have none. The distance of the closest points of the two boundaries decides
    // instead. However, if two edges cross, the polygons overlap, even if no corner of one is near an edge of the other.
    if edge.gap <= tolerance {
        let pairs = EdgePairs::new(a, b, normal);
        let (squared, witnesses) = pairs.closest_points();
        let length = squared.sqrt();
        let crosses = has_edges && pairs.are_crossing();
        // If the polygons overlap by less than the tolerance, the distance of the closest points of their boundaries is as large as the
        // depth. So the depth is added to the tolerance.
        let depth = if has_edges { (-edge.gap).max(R::ZERO) } else { R::ZERO };
        if length > tolerance + depth && !crosses {
            // The closest points are only a few rounding errors apart, so rounding may have rotated the vector between them. If the
            // separation along this vector is smaller than along the edge normal, the edge normal is the more accurate one.
            let direction = (witnesses[1] - witnesses[0]).scaled(R::ONE / length);
            let projected_gap = gap_along(a, b, direction);
            let normal = if has_edges && projected_gap < edge.gap { normal } else { direction };
            return Some((length, normal, Some(witnesses)));
        }
        // If rounding has rotated a short edge, a corner of its own polygon may be far in front of its line. `edge.gap` ignores this
        // corner, so the overlap is deeper than `edge.gap` says.
        let is_rotated = has_edges && gap_along(a, b, normal) < edge.gap - tolerance;
        let (gap, normal) = match has_edges {
            true if is_rotated => projected_separation(a, b),
            true => (edge.gap, normal),
            false => (length, Vector([R::ONE, R::ZERO])),
        };
        let gap = if crosses { gap.min(R::ZERO) } else { gap };
        return Some((gap, normal, Some(witnesses)));
    }
    let (squared, witnesses, other) = if edge.second {
        let (squared, [q, p], other) = nearest_by_edge(b, a, &edge, tolerance);
        (squared, [p, q], other)
    } else {
        nearest_by_edge(a, b, &edge, tolerance)
    };
    let (length, witnesses) = match other {
        Some(_) if is_off_edge(&edge, a, b, witnesses, tolerance) => {
            let (squared, witnesses) = EdgePairs::new(a, b, normal).closest_points();
            let length = squared.sqrt();
            if let Some((gap, normal)) = overlap_behind_rotated_edge(a, b, (length, witnesses), tolerance) {
                return Some((gap, normal, None));
            }
            (length, witnesses)
        }
        _ => (squared.sqrt(), witnesses),
    };
    // In exact arithmetic, the separation along an edge normal is at most the distance. If it is larger, rounding has rotated the edge, and
    // the result comes from the edge at which the search for the closest points ended.
    if length + tolerance < edge.gap
        && let Some(index) = other
        && let Some((gap, normal)) = if edge.second { edge_gap(b, a, index) } else { edge_gap(a, b, index) }
    {
        return Some((gap, if edge.second { -normal } else { normal }, Some(witnesses)));
    }
    // If the vector between the closest points has the direction of the edge normal within rounding, the edge gives the more accurate
    // length and normal.
    let delta = witnesses[1] - witnesses[0];
    let lateral = (normal[0] * delta[1] - normal[1] * delta[0]).abs();
    if lateral <= tolerance + tolerance {
        return Some((edge.gap, normal, Some(witnesses)));
    }
    // Here the closest points are corners. Their distance may equal the separation along the edge normal within rounding. If so, the
    // direction between them is used only if the separation along it is not smaller.
    let direction = delta.scaled(R::ONE / length);
    if length - edge.gap <= length * R::EPSILON * R::from_f64(FIRST_SHAPE_BIAS) + tolerance {
        let projected_gap = gap_along(a, b, direction);
        if projected_gap + tolerance < edge.gap {
            return Some((edge.gap, normal, Some(witnesses)));
        }
    }
    Some((length, direction, Some(witnesses)))
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

/// Whether the closest point of the polygon with the given edge is off the line of that edge by more than rounding. If so, rounding has
/// rotated the edge, which is short, and the search that began there may have ended at a wrong pair of points.
#[cold]
fn is_off_edge<R: Real>(
    edge: &Edge<R>,
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    [p, q]: [Point<R>; 2],
    tolerance: R,
) -> bool {
    let offset = if edge.second { q - b.at(edge.index) } else { p - a.at(edge.index) };
    offset.dot(edge.normal).abs() > tolerance
}

/// The separation and normal of two polygons that overlap, although they seem to be apart along the normal of a short edge that rounding
/// has rotated. `None` if they do not overlap by more than the tolerance. `length` is the distance of the closest points of their
/// boundaries. If the polygons are apart, they are separated along the vector between these points.
#[cold]
fn overlap_behind_rotated_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    (length, [p, q]): (R, [Point<R>; 2]),
    tolerance: R,
) -> Option<(R, Point<R>)> {
    let (gap, normal) = projected_separation(a, b);
    let direction = (q - p).scaled(R::ONE / length);
    // The second comparison is also true if the direction is NaN, because the length is zero.
    (gap < -tolerance && !(gap_along(a, b, direction) > gap + tolerance)).then_some((gap, normal))
}

/// The largest separation of two overlapping polygons along the edge normals of both, and the normal from `a` to `b`. Unlike [`best_edge`],
/// this function projects both polygons onto each normal. If rounding has rotated a short edge, other corners of its own polygon may be in
/// front of it.
#[cold]
pub(super) fn projected_separation<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
) -> (R, Point<R>) {
    let mut best = (-R::INFINITY, Vector::ZERO);
    let mut improve = |edges: Edges<R>, sign: R| {
        for lane in (0..4).filter(|&lane| edges.offset[lane] < R::INFINITY) {
            let normal = edges.normal(lane).scaled(sign);
            let gap = gap_along(a, b, normal);
            best = if gap > best.0 { (gap, normal) } else { best };
        }
    };
    (0..a.edge_blocks()).for_each(|four| improve(a.edges(4 * four), R::ONE));
    (0..b.edge_blocks()).for_each(|four| improve(b.edges(4 * four), -R::ONE));
    best
}

/// The separation of `b` along the normal of an edge of `a`, and the normal; `None` if the edge is no longer than its rounding error.
#[cold]
fn edge_gap<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    index: usize,
) -> Option<(R, Point<R>)> {
    let normal = a.edge_normal(index)?;
    Some(((b.at(b.support(-normal)) - a.at(index)).dot(normal), normal))
}

/// The edge of either polygon with the largest separation. `None` if a separation is above `limit`. If neither polygon has an edge, the
/// separation is −∞.
#[inline(always)]
fn best_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    limit: R,
) -> Option<Edge<R>> {
    let nothing = R::NEG_INFINITY;
    let mut best = Edge { gap: nothing, normal: Vector::ZERO, index: 0, second: false };
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
    best: &mut Edge<R>,
) -> Option<()> {
    for first in (0..a.edge_blocks()).map(|four| 4 * four) {
        let edges = a.edges(first);
        let gaps = edges.gaps(b);
        // The condition is also true if a separation is NaN.
        if gaps.iter().fold(false, |any, gap| any | !(*gap <= limit))
            && is_above_limit((a, &edges), b, gaps, limit)
        {
            return None;
        }
        let (gap, lane) = largest(gaps);
        if gap - gap.abs() * bias > best.gap {
            *best = Edge { gap, normal: edges.normal(lane), index: first + lane, second };
        }
    }
    Some(())
}

/// Whether the separation of two polygons is above `limit` along the normal of one of four edges of `a`. `gaps` are the separations of `b`
/// from the lines of these edges. If one of them is only a little above the limit, `a` is projected onto the normal too: rounding may have
/// rotated a short edge, so that other corners of `a` are in front of its line.
#[inline]
fn is_above_limit<R: Real>(
    (a, edges): (&(impl PolygonEdges<R> + ?Sized), &Edges<R>),
    b: &(impl PolygonEdges<R> + ?Sized),
    gaps: [R; 4],
    limit: R,
) -> bool {
    let surely_above = limit + a.magnitude() * R::from_f64(ROTATED_EDGE_DISTANCE);
    // Both comparisons are also true if a separation is NaN.
    (0..4).any(|k| {
        !(gaps[k] <= limit) && (!(gaps[k] <= surely_above) || !(gap_along(a, b, edges.normal(k)) <= limit))
    })
}

/// The squared distance of `a` and `b`, and their closest points. The search for them begins at the given edge of `a`. If it ends at
/// another edge of `a`, the index of this edge is returned too.
///
/// Because of rounding, several corners of `b` may seem equally near, such as collinear or repeated corners, and several edges of `a`
/// equally good. So the search continues along both polygons while the distance decreases. Along `a` it continues only while the boundary
/// stays on the line of the edge within a tolerance, which corresponds to the accuracy of the choice of the edge.
#[inline]
pub(super) fn nearest_by_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &Edge<R>,
    tolerance: R,
) -> (R, [Point<R>; 2], Option<usize>) {
    let index = if edge.index < a.len() { edge.index } else { 0 };
    let nearest = b.support(-edge.normal);
    let corner = b.at(nearest);
    let from = a.at(index);
    let to = a.at(a.next(index));
    let found = closest_on_edge(from, to, corner);
    let mut near = Nearest { squared: found.0, point: found.1, end: index, edge: None };
    near.end = if (found.1 - from).dot(found.1 - from) > (found.1 - to).dot(found.1 - to) {
        a.next(index)
    } else {
        index
    };
    // Several edges of `a` may continue each other. Their corners lie on one line only within the rounding error of the stored corners.
    let tolerance = tolerance + rounding_error(a.origin_distance());
    let line = Line { from, squared: (to - from).dot(to - from), normal: edge.normal, tolerance };
    // Rounding may have reversed an edge that is no longer than the tolerance. Then neither of its ends is known to be nearer, so the
    // search continues beyond both ends.
    let tiny = tolerance * tolerance;
    let is_tiny = line.squared <= tiny;
    if found.1 == to || is_tiny {
        near.follow(a, a.next(index), true, corner, (true, tiny, Some(line)));
    }
    if found.1 == from || is_tiny {
        near.follow(a, index, false, corner, (true, tiny, Some(line)));
    }
    let end = a.at(near.end);
    // The closest point of `b` may be on an edge instead of at the corner `nearest`: if an edge of `b` is almost parallel to the edge of
    // `a`, or if an end of the edge of `a` lies in front of an edge of `b`. So the search continues along `b`. If `nearest` is the last of
    // several collinear corners, one direction leads to the far side of `b`, where the distance may decrease as well. So both directions
    // are followed separately, and the nearer result is used.
    let walk = |forwards: bool| {
        let mut found = Nearest { squared: near.squared, point: corner, end: nearest, edge: None };
        found.follow(b, nearest, forwards, end, (near.point == end, tiny, None));
        found
    };
    let forwards = walk(true);
    let backwards = walk(false);
    let is_backwards =
        backwards.edge.is_some() && (forwards.edge.is_none() || backwards.squared < forwards.squared);
    let other = if is_backwards { backwards } else { forwards };
    let on_a = if other.edge.is_some() { end } else { near.point };
    (other.squared, [on_a, other.point], near.edge)
}

/// The line through an edge.
#[derive(Clone, Copy)]
struct Line<R> {
    from: Point<R>,
    /// The squared length of the edge.
    squared: R,
    normal: Point<R>,
    tolerance: R,
}

impl<R: Real> Line<R> {
    /// Whether a point is on the line within the tolerance. The tolerance grows with the distance of the point from the edge, relative to
    /// the length of the edge, because rounding may have rotated a short edge.
    #[inline]
    fn contains(&self, point: Point<R>) -> bool {
        let offset = point - self.from;
        let factor = R::ONE + (offset.dot(offset) / self.squared).sqrt();
        offset.dot(self.normal).abs() <= self.tolerance * factor
    }
}

/// The point on the boundary of a polygon that is nearest to another point, among those examined so far.
struct Nearest<R> {
    squared: R,
    point: Point<R>,
    /// The corner that is nearest to `point`.
    end: usize,
    /// The index of the edge that contains `point`. `None` if that is the edge at which the search began.
    edge: Option<usize>,
}

impl<R: Real> Nearest<R> {
    /// Walks along the boundary of the polygon from the corner `start` while the distance from the point `to` decreases. If a line is
    /// given, the walk ends where the boundary leaves it. An edge does not end the walk if its squared length is at most `tiny`, because
    /// rounding may have reversed it.
    ///
    /// `from_start` says whether the closest point so far is the corner `start`. If so, and if the closest point of the next edge is
    /// another one, the latter is nearer in exact arithmetic. So it is accepted even if its computed distance is larger by a rounding
    /// error.
    #[inline]
    fn follow(
        &mut self,
        polygon: &(impl PolygonEdges<R> + ?Sized),
        start: usize,
        forwards: bool,
        to: Point<R>,
        (from_start, tiny, line): (bool, R, Option<Line<R>>),
    ) {
        let is_on_line = |point: Point<R>| line.as_ref().is_none_or(|line| line.contains(point));
        let tie = R::from_f64(1.0 + SQUARED_DISTANCE_ERROR * R::EPSILON.to_f64());
        let mut corner = start;
        for _ in 1..polygon.len() {
            let next = if forwards { polygon.next(corner) } else { polygon.before(corner) };
            let from = polygon.at(corner);
            let end = polygon.at(next);
            let is_tiny = (end - from).dot(end - from) <= tiny;
            let (squared, point) = closest_on_edge(from, end, to);
            let max = if from_start & (point != from) { self.squared * tie } else { self.squared };
            if (squared < max) && is_on_line(point) {
                let is_beyond_half = (point - from).dot(point - from) > (point - end).dot(point - end);
                let end = if is_beyond_half { next } else { corner };
                *self = Self { squared, point, end, edge: Some(if forwards { corner } else { next }) };
            } else if !is_tiny {
                break;
            }
            if point != end && !is_tiny {
                break;
            }
            corner = next;
        }
    }
}
