//! Corrections of results for degenerate polygons: polygons with short edges, and slivers.
//!
//! Rounding moves each corner of a polygon by up to its rounding error, when the corner is stored and again when it is translated to an
//! origin near the shapes. This rotates an edge that is not much longer than the error, possibly by a large angle, and so its normal. The
//! polygon is then no longer convex at this edge: other corners of it are in front of the line of the edge. The separating axis test and
//! clipping project only one corner of the edge onto its normal. So they may report polygons that overlap as apart, or a separation that
//! is too large along a wrong normal.
//!
//! The functions here detect this by a projection of the whole polygon onto the normal. They compute the result again from all edges, with
//! both polygons projected, or from the closest points of the two boundaries. This takes up to O(n²) time for n corners, but few pairs need
//! it. In a sliver, rounding does the same to the short edges at its ends, and it may reverse the orientation of the whole sliver. A
//! polygon as thin as its rounding error is replaced by a segment.

use super::closest_points::PolygonClosestPoints;
use super::edges::{Edges, FourPoints, Point, PolygonEdges, SeparatingEdge, gap_along, reduce};
use super::point_separation::{PointSeparation, separation_of_points};
use super::touching::EdgePairs;
use crate::Vector;
use crate::narrow::measure::clamped;
use crate::narrow::tolerance::{ROTATED_EDGE_DISTANCE, SEGMENT_WIDTH, SHORT_EDGE};
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::from_fn;
use core::ops::ControlFlow;

/// Whether an edge is short compared with another one, given the squares of their lengths; see [`SHORT_EDGE`].
#[inline]
pub(super) fn is_short<R: Real>(squared: R, other: R) -> bool {
    squared < other * R::from_f64(SHORT_EDGE * SHORT_EDGE)
}

/// Two limits of the squared lengths of the edges of a polygon, up to which edges are handled in a special way.
pub(super) struct ShortEdgeLimits<R> {
    /// The largest squared length of an edge that is ignored, because rounding may have rotated it by any angle.
    pub(super) no_direction: R,
    /// The largest squared length of an edge that rounding may have rotated so far that it seems to separate shapes that overlap.
    pub(super) short: R,
}

impl<R: Real> ShortEdgeLimits<R> {
    /// The limits for a polygon with the given squared lengths of edges. Both are zero for triangles: whatever rounding does to three
    /// corners, they form a triangle, and no corner is in front of an edge.
    #[inline]
    pub(super) fn new<const W: usize>(squared: &[R; W]) -> Self {
        if W <= 4 {
            return Self { no_direction: R::ZERO, short: R::ZERO };
        }
        let longest = reduce(squared, R::max);
        let shortest = rounding_error(R::ONE);
        Self {
            no_direction: longest * (shortest * shortest),
            short: longest * R::from_f64(SHORT_EDGE * SHORT_EDGE),
        }
    }
}

/// The ends of a polygon that is thinner than the rounding error of its coordinates; `None` for other polygons.
#[cold]
pub(super) fn as_segment<R: Real>(corners: &[Point<R>]) -> Option<[Point<R>; 2]> {
    let first = corners[0];
    let area = corners[1..].windows(2).fold(R::ZERO, |area, pair| {
        let u = pair[0] - first;
        let v = pair[1] - first;
        area + (u[0] * v[1] - u[1] * v[0])
    });
    let size = corners.iter().fold(R::ZERO, |size, corner| size.max(corner[0].abs() + corner[1].abs()));
    let thin = size * R::EPSILON * R::from_f64(SEGMENT_WIDTH);
    let (squared_length, from) = farthest_corner(corners, first);
    // The area divided by the length is about the width of the polygon.
    if area > R::ZERO && area * area > thin * thin * squared_length {
        return None;
    }
    let (squared_length, to) = farthest_corner(corners, from);
    (squared_length > R::ZERO).then_some([from, to])
}

/// The corner that is farthest from a given one, and the square of its distance.
fn farthest_corner<R: Real>(corners: &[Point<R>], from: Point<R>) -> (R, Point<R>) {
    corners.iter().fold((R::ZERO, from), |best, corner| {
        let delta = *corner - from;
        let squared = delta.dot(delta);
        if squared > best.0 { (squared, *corner) } else { best }
    })
}

/// Whether a polygon is surely wider than the rounding error of its coordinates. `area` is twice its area, `size` its largest coordinate;
/// its corners are at most three times `size` apart. True for nearly all polygons.
#[inline]
pub(super) fn is_wide<R: Real>(area: R, size: R) -> bool {
    area > size * size * (R::EPSILON * R::from_f64(8.0 * SEGMENT_WIDTH))
}

/// The edges of a polygon with their lines moved outwards until no corner of the polygon is in front of them.
#[inline(never)]
pub(super) fn supporting_lines<R: Real>(
    edges: Edges<R>,
    polygon: &(impl PolygonEdges<R> + ?Sized),
) -> Edges<R> {
    let inward = FourPoints { x: edges.u.map(|u| -u), y: edges.v.map(|v| -v) };
    let opposite = polygon.min_projections(&inward);
    Edges {
        offset: from_fn(|k| if edges.offset[k] < R::INFINITY { -opposite[k] } else { R::INFINITY }),
        ..edges
    }
}

/// Whether the separation of two polygons is above `limit` along the normal of one of four edges of `a`. `gaps` are the separations of `b`
/// from the lines of these edges. If one of them is only a little above the limit, `a` is projected onto the normal too.
#[inline]
pub(super) fn is_above_limit<R: Real>(
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

/// The separation of two polygons that touch within rounding, or that are both points.
///
/// The separation along an edge normal cannot decide whether they intersect: the normals of slivers are not accurate enough, and points
/// have none. The distance of the closest points of the two boundaries decides instead. However, if two edges cross, the polygons overlap,
/// even if no corner of one is near an edge of the other.
#[inline(always)]
pub(super) fn touching_separation<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> Separation<R, 2> {
    let normal = edge.direction();
    let has_edges = edge.gap > R::NEG_INFINITY;
    let pairs = EdgePairs::new(a, b, normal);
    let closest = pairs.closest_points();
    let witnesses = closest.points;
    let length = closest.squared.sqrt();
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
    let mut found = match has_edges {
        true => Separation { length: edge.gap, normal, witnesses: None },
        false => Separation { length, normal: Vector([R::ONE, R::ZERO]), witnesses: None },
    };
    if has_edges && let Some(deeper) = deeper_overlap(a, b, &found, tolerance) {
        found = deeper;
    }
    let length = if crosses { found.length.min(R::ZERO) } else { found.length };
    Separation { length, witnesses: Some(witnesses), ..found }
}

/// The separation of two overlapping polygons, if they overlap by more than `found` says. This happens if `found` comes from a short edge
/// that rounding has rotated, because a corner of its own polygon may be far in front of its line.
#[inline]
pub(super) fn deeper_overlap<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    found: &Separation<R, 2>,
    tolerance: R,
) -> Option<Separation<R, 2>> {
    (gap_along(a, b, found.normal) < found.length - tolerance).then(|| projected_separation(a, b))
}

/// Verifies the closest points of two polygons that seem to be apart, if the search that began at `edge` has ended at another edge, `end`.
/// Returns `Continue` with the closest points if `edge` is reliable, except that these points may be corrected. Returns `Break` with the
/// separation of the polygons if rounding has rotated `edge` too far.
#[cold]
pub(super) fn verify_closest_points<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    mut closest: PolygonClosestPoints<R>,
    end: usize,
    tolerance: R,
) -> ControlFlow<Separation<R, 2>, PolygonClosestPoints<R>> {
    if is_off_edge(edge, a, b, closest.points, tolerance) {
        // The search may have ended at a wrong pair of points.
        closest = EdgePairs::new(a, b, edge.direction()).closest_points();
        let [p, q] = closest.points;
        let direction = (q - p).scaled(R::ONE / closest.squared.sqrt());
        if let Some(overlap) = overlap_behind_edge(a, b, direction, tolerance) {
            return ControlFlow::Break(overlap);
        }
    }
    // In exact arithmetic, the separation along an edge normal is at most the distance. If it is larger, rounding has rotated the edge, and
    // the result comes from the edge at which the search for the closest points ended.
    if closest.squared.sqrt() + tolerance < edge.gap {
        let found = if edge.second { edge_separation(b, a, end) } else { edge_separation(a, b, end) };
        if let Some(Separation { length, normal, .. }) = found {
            let normal = if edge.second { -normal } else { normal };
            return ControlFlow::Break(Separation { length, normal, witnesses: Some(closest.points) });
        }
    }
    ControlFlow::Continue(closest)
}

/// Whether the closest point of the polygon with the given edge is off the line of that edge by more than rounding. If so, rounding has
/// rotated the edge.
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

/// The separation of two polygons that overlap, although they seem to be apart along the normal of a short edge. `None` if they do not
/// overlap by more than the tolerance. `direction` is the unit vector between the closest points of their boundaries. If the polygons are
/// apart, they are separated along it. It is NaN if the distance of these points is zero.
#[cold]
fn overlap_behind_edge<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    direction: Point<R>,
    tolerance: R,
) -> Option<Separation<R, 2>> {
    let found = projected_separation(a, b);
    // The second comparison is also true if the direction is NaN.
    let overlaps = found.length < -tolerance && !(gap_along(a, b, direction) > found.length + tolerance);
    overlaps.then_some(found)
}

/// The largest separation of two overlapping polygons along the edge normals of both, with both polygons projected onto each normal.
#[cold]
fn projected_separation<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
) -> Separation<R, 2> {
    let mut best = Separation { length: R::NEG_INFINITY, normal: Vector::ZERO, witnesses: None };
    let mut improve = |edges: Edges<R>, sign: R| {
        for lane in (0..4).filter(|&lane| edges.offset[lane] < R::INFINITY) {
            let normal = edges.normal(lane).scaled(sign);
            let length = gap_along(a, b, normal);
            if length > best.length {
                best = Separation { length, normal, witnesses: None };
            }
        }
    };
    (0..a.edge_blocks()).for_each(|four| improve(a.edges(4 * four), R::ONE));
    (0..b.edge_blocks()).for_each(|four| improve(b.edges(4 * four), -R::ONE));
    best
}

/// The separation of `b` along the normal of an edge of `a`; `None` if the edge is no longer than its rounding error.
#[cold]
fn edge_separation<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    index: usize,
) -> Option<Separation<R, 2>> {
    let normal = a.edge_normal(index)?;
    let length = (b.at(b.support(-normal)) - a.at(index)).dot(normal);
    Some(Separation { length, normal, witnesses: None })
}

/// The separation of a polygon and a point beside a short edge. `found` is the separation from the line of that edge. If other corners of
/// the polygon are in front of this line, the result is the separation from another line. It goes through the foremost of these corners
/// and through the end of the edge that is farther away from it.
#[cold]
pub(super) fn separation_at_short_edge<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    [from, to]: [Vector<R, N>; 2],
    found: PointSeparation<R, N>,
) -> PointSeparation<R, N> {
    let mut height = R::ZERO;
    let mut corner = from;
    for other in (0..len).map(at) {
        let next = (other - from).dot(found.normal);
        (height, corner) = if next > height { (next, other) } else { (height, corner) };
    }
    if !(height > R::ZERO) {
        return found;
    }
    let [before, after] = [to - corner, corner - from];
    let (end, edge) = if before.dot(before) > after.dot(after) { (to, before) } else { (from, after) };
    let [x, y] = xy(edge);
    let normal = Vector([y, -x]).scaled(R::ONE / edge.length()).resized();
    PointSeparation { length: (point - end).dot(normal), normal }
}

/// The separation of a polygon and a point that is behind all edges within rounding. If the polygon is a sliver, such a point may still be
/// outside, beyond an end of the sliver.
///
/// If the point is farther from the boundary than `tolerance`, the result comes from the closest point of the boundary, unless the point is
/// inside. Otherwise it comes from the longest of the edges within `tolerance` of the point, because the normal of a long edge is the most
/// accurate.
#[cold]
pub(super) fn separation_from_boundary<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
    tolerance: R,
) -> PointSeparation<R, N> {
    let mut least = R::INFINITY;
    let mut near = point;
    let mut longest = R::ZERO;
    let mut height = R::ZERO;
    let mut normal = Vector::ZERO.with(0, R::ONE);
    for index in 0..len {
        let from = at(index);
        let to = at(if index + 1 < len { index + 1 } else { 0 });
        let edge = to - from;
        let offset = point - from;
        let squared = edge.dot(edge);
        let closest =
            from + edge.scaled(clamped(offset.dot(edge) / if squared > R::ZERO { squared } else { R::ONE }));
        let distance = (point - closest).length();
        if distance < least {
            least = distance;
            near = closest;
        }
        if distance <= tolerance && squared > longest {
            let [x, y] = xy(edge);
            longest = squared;
            normal = Vector([y, -x]).scaled(R::ONE / squared.sqrt()).resized();
            height = offset.dot(normal);
        }
    }
    if least <= tolerance {
        return PointSeparation { length: height, normal };
    }
    // If rounding has rotated a short edge, a point clearly inside may seem to be on its line. So the depth is computed again from all
    // corners.
    let inside = deepest_separation(len, at, point);
    if inside.length < -tolerance { inside } else { separation_of_points(near, point, R::ZERO, normal) }
}

/// The largest separation of a point and a polygon along the normals of the edges, with all corners of the polygon projected onto each
/// normal.
fn deepest_separation<R: Real, const N: usize>(
    len: usize,
    at: &impl Fn(usize) -> Vector<R, N>,
    point: Vector<R, N>,
) -> PointSeparation<R, N> {
    let least = R::NEG_INFINITY;
    let mut best = PointSeparation { length: least, normal: Vector::ZERO };
    for index in 0..len {
        let edge = at(if index + 1 < len { index + 1 } else { 0 }) - at(index);
        let [x, y] = xy(edge);
        let length = edge.length();
        if length > R::ZERO {
            let normal = Vector([y, -x]).scaled(R::ONE / length).resized();
            let behind = (0..len).map(|k| (point - at(k)).dot(normal)).fold(-least, R::min);
            best = if behind > best.length { PointSeparation { length: behind, normal } } else { best };
        }
    }
    best
}
