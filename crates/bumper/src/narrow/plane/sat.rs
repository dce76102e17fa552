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
use crate::narrow::tolerance::{FIRST_SHAPE_BIAS, ROTATED_EDGE_DISTANCE, SQUARED_DISTANCE_ERROR};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;

/// The edge of either polygon along whose normal the separation is largest.
#[derive(Clone, Copy)]
pub(super) struct SeparatingEdge<R> {
    /// The separation of the other polygon from the line of the edge. It is negative if that polygon has a corner behind the edge.
    pub(super) gap: R,
    /// The outward unit normal.
    pub(super) normal: Point<R>,
    /// The index of the first corner of the edge.
    pub(super) index: usize,
    /// Whether the edge belongs to the second polygon.
    pub(super) second: bool,
}

impl<R: Real> SeparatingEdge<R> {
    /// The normal, oriented from the first polygon to the second.
    #[inline]
    pub(super) fn direction(&self) -> Point<R> {
        if self.second { -self.normal } else { self.normal }
    }
}

/// The closest points of two polygons, found by a search that began at an edge.
pub(super) struct PolygonClosestPoints<R> {
    /// The square of their distance.
    pub(super) squared: R,
    /// The closest point of each polygon.
    pub(super) points: [Point<R>; 2],
    /// The index of the edge at which the search ended; `None` if that is the edge at which it began.
    pub(super) end: Option<usize>,
}

impl<R> PolygonClosestPoints<R> {
    /// The same points with the two polygons exchanged.
    #[inline]
    pub(super) fn swapped(self) -> Self {
        let [p, q] = self.points;
        Self { points: [q, p], ..self }
    }
}

/// The signed separation of two polygons, its normal from `a` to `b`, and their closest points if they are apart or touch within rounding.
/// `None` if it is above `limit`, or if a coordinate is infinite or NaN.
#[inline(always)]
pub(super) fn polygon_separation<R: Real>(
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
    Some(if edge.gap <= tolerance { touching(a, b, &edge, tolerance) } else { apart(a, b, &edge, tolerance) })
}

/// The separation of two polygons that touch within rounding, or that are both points.
///
/// The separation along an edge normal cannot decide whether they intersect: the normals of slivers are not accurate enough, and points
/// have none. The distance of the closest points of the two boundaries decides instead. However, if two edges cross, the polygons overlap,
/// even if no corner of one is near an edge of the other.
#[inline(always)]
fn touching<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> Separation<R, 2> {
    let normal = edge.direction();
    let has_edges = edge.gap > R::NEG_INFINITY;
    let pairs = EdgePairs::new(a, b, normal);
    let (squared, witnesses) = pairs.closest_points();
    let length = squared.sqrt();
    let crosses = has_edges && pairs.are_crossing();
    // If the polygons overlap by less than the tolerance, the distance of the closest points of their boundaries is as large as the depth.
    // So the depth is added to the tolerance.
    let depth = if has_edges { (-edge.gap).max(R::ZERO) } else { R::ZERO };
    if length > tolerance + depth && !crosses {
        // The closest points are only a few rounding errors apart, so rounding may have rotated the vector between them. If the separation
        // along this vector is smaller than along the edge normal, the edge normal is the more accurate one.
        let direction = (witnesses[1] - witnesses[0]).scaled(R::ONE / length);
        let projected_gap = gap_along(a, b, direction);
        let normal = if has_edges && projected_gap < edge.gap { normal } else { direction };
        return Separation { length, normal, witnesses: Some(witnesses) };
    }
    // If rounding has rotated a short edge, a corner of its own polygon may be far in front of its line. `edge.gap` ignores this corner, so
    // the overlap is deeper than `edge.gap` says.
    let is_rotated = has_edges && gap_along(a, b, normal) < edge.gap - tolerance;
    let (gap, normal) = match has_edges {
        true if is_rotated => projected_separation(a, b),
        true => (edge.gap, normal),
        false => (length, Vector([R::ONE, R::ZERO])),
    };
    let length = if crosses { gap.min(R::ZERO) } else { gap };
    Separation { length, normal, witnesses: Some(witnesses) }
}

/// The separation of two polygons that are apart, given the edge along whose normal the separation is largest.
#[inline(always)]
fn apart<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> Separation<R, 2> {
    let normal = edge.direction();
    let found = if edge.second {
        nearest_by_edge(b, a, edge, tolerance).swapped()
    } else {
        nearest_by_edge(a, b, edge, tolerance)
    };
    let (length, witnesses) = match found.end {
        Some(_) if is_off_edge(edge, a, b, found.points, tolerance) => {
            let (squared, witnesses) = EdgePairs::new(a, b, normal).closest_points();
            let length = squared.sqrt();
            let direction = (witnesses[1] - witnesses[0]).scaled(R::ONE / length);
            if let Some((length, normal)) = overlap_behind_rotated_edge(a, b, direction, tolerance) {
                return Separation { length, normal, witnesses: None };
            }
            (length, witnesses)
        }
        _ => (found.squared.sqrt(), found.points),
    };
    // In exact arithmetic, the separation along an edge normal is at most the distance. If it is larger, rounding has rotated the edge, and
    // the result comes from the edge at which the search for the closest points ended.
    if length + tolerance < edge.gap
        && let Some(index) = found.end
        && let Some((length, normal)) =
            if edge.second { edge_gap(b, a, index) } else { edge_gap(a, b, index) }
    {
        let normal = if edge.second { -normal } else { normal };
        return Separation { length, normal, witnesses: Some(witnesses) };
    }
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

/// Whether the closest point of the polygon with the given edge is off the line of that edge by more than rounding. If so, rounding has
/// rotated the edge, which is short, and the search that began there may have ended at a wrong pair of points.
#[cold]
fn is_off_edge<R: Real>(
    edge: &SeparatingEdge<R>,
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    [p, q]: [Point<R>; 2],
    tolerance: R,
) -> bool {
    let offset = if edge.second { q - b.at(edge.index) } else { p - a.at(edge.index) };
    offset.dot(edge.normal).abs() > tolerance
}

/// The separation and normal of two polygons that overlap, although they seem to be apart along the normal of a short edge that rounding
/// has rotated. `None` if they do not overlap by more than the tolerance. `direction` is the unit vector between the closest points of their
/// boundaries. If the polygons are apart, they are separated along it. It is NaN if the distance of these points is zero.
#[cold]
fn overlap_behind_rotated_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    direction: Point<R>,
    tolerance: R,
) -> Option<(R, Point<R>)> {
    let (gap, normal) = projected_separation(a, b);
    // The second comparison is also true if the direction is NaN.
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
    let mut best = (R::NEG_INFINITY, Vector::ZERO);
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
            && is_above_limit(a, &edges, b, &gaps, limit)
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

/// Whether the separation of two polygons is above `limit` along the normal of one of four edges of `a`. `gaps` are the separations of `b`
/// from the lines of these edges. If one of them is only a little above the limit, `a` is projected onto the normal too: rounding may have
/// rotated a short edge, so that other corners of `a` are in front of its line.
#[inline]
fn is_above_limit<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    edges: &Edges<R>,
    b: &(impl PolygonEdges<R> + ?Sized),
    gaps: &[R],
    limit: R,
) -> bool {
    let surely_above = limit + a.magnitude() * R::from_f64(ROTATED_EDGE_DISTANCE);
    // Both comparisons are also true if a separation is NaN.
    gaps.iter().enumerate().any(|(k, &gap)| {
        !(gap <= limit) && (!(gap <= surely_above) || !(gap_along(a, b, edges.normal(k)) <= limit))
    })
}

/// The closest points of `a` and `b`. The search for them begins at the given edge of `a`.
///
/// Because of rounding, several corners of `b` may seem equally near, such as collinear or repeated corners, and several edges of `a`
/// equally good. So the search continues along both polygons while the distance decreases. Along `a` it continues only while the boundary
/// stays on the line of the edge within a tolerance, which corresponds to the accuracy of the choice of the edge.
#[inline]
pub(super) fn nearest_by_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> PolygonClosestPoints<R> {
    let index = if edge.index < a.len() { edge.index } else { 0 };
    let nearest = b.support(-edge.normal);
    let corner = b.at(nearest);
    let from = a.at(index);
    let to = a.at(a.next(index));
    let (squared, closest) = closest_on_edge(from, to, corner);
    let is_beyond_half = (closest - from).dot(closest - from) > (closest - to).dot(closest - to);
    let end = if is_beyond_half { a.next(index) } else { index };
    let mut near = Nearest { squared, point: closest, end, edge: None };
    // Several edges of `a` may continue each other. Their corners lie on one line only within the rounding error of the stored corners.
    let tolerance = tolerance + rounding_error(a.origin_distance());
    let line = EdgeLine { from, squared: (to - from).dot(to - from), normal: edge.normal, tolerance };
    // Rounding may have reversed an edge that is no longer than the tolerance. Then neither of its ends is known to be nearer, so the
    // search continues beyond both ends.
    let tiny = tolerance * tolerance;
    let is_tiny = line.squared <= tiny;
    let walk = Walk { from_start: true, tiny, line: Some(line) };
    if closest == to || is_tiny {
        near.follow(a, a.next(index), true, corner, &walk);
    }
    if closest == from || is_tiny {
        near.follow(a, index, false, corner, &walk);
    }
    let end = a.at(near.end);
    // The closest point of `b` may be on an edge instead of at the corner `nearest`: if an edge of `b` is almost parallel to the edge of
    // `a`, or if an end of the edge of `a` lies in front of an edge of `b`. So the search continues along `b`. If `nearest` is the last of
    // several collinear corners, one direction leads to the far side of `b`, where the distance may decrease as well. So both directions
    // are followed separately, and the nearer result is used.
    let walk = Walk { from_start: near.point == end, tiny, line: None };
    let follow_b = |forwards: bool| {
        let mut found = Nearest { squared: near.squared, point: corner, end: nearest, edge: None };
        found.follow(b, nearest, forwards, end, &walk);
        found
    };
    let forwards = follow_b(true);
    let backwards = follow_b(false);
    let is_backwards =
        backwards.edge.is_some() && (forwards.edge.is_none() || backwards.squared < forwards.squared);
    let other = if is_backwards { backwards } else { forwards };
    let on_a = if other.edge.is_some() { end } else { near.point };
    PolygonClosestPoints { squared: other.squared, points: [on_a, other.point], end: near.edge }
}

/// The line through an edge.
#[derive(Clone, Copy)]
struct EdgeLine<R> {
    from: Point<R>,
    /// The squared length of the edge.
    squared: R,
    normal: Point<R>,
    tolerance: R,
}

impl<R: Real> EdgeLine<R> {
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

/// When a walk along the boundary of a polygon ends.
struct Walk<R> {
    /// Whether the closest point so far is the corner at which the walk starts. If so, and if the closest point of the next edge is another
    /// one, the latter is nearer in exact arithmetic. So it is accepted even if its computed distance is larger by a rounding error.
    from_start: bool,
    /// An edge does not end the walk if its squared length is at most this number, because rounding may have reversed it.
    tiny: R,
    /// The walk ends where the boundary leaves this line.
    line: Option<EdgeLine<R>>,
}

impl<R: Real> Nearest<R> {
    /// Walks along the boundary of the polygon from the corner `start` while the distance from the point `to` decreases.
    #[inline]
    fn follow(
        &mut self,
        polygon: &(impl PolygonEdges<R> + ?Sized),
        start: usize,
        forwards: bool,
        to: Point<R>,
        walk: &Walk<R>,
    ) {
        let is_on_line = |point: Point<R>| walk.line.as_ref().is_none_or(|line| line.contains(point));
        let tie = R::from_f64(1.0 + SQUARED_DISTANCE_ERROR * R::EPSILON.to_f64());
        let mut corner = start;
        for _ in 1..polygon.len() {
            let next = if forwards { polygon.next(corner) } else { polygon.before(corner) };
            let from = polygon.at(corner);
            let end = polygon.at(next);
            let is_tiny = (end - from).dot(end - from) <= walk.tiny;
            let (squared, point) = closest_on_edge(from, end, to);
            let max = if walk.from_start & (point != from) { self.squared * tie } else { self.squared };
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
