//! The closest points of two polygons in 2D that are apart, by a search along their boundaries that begins at the edge with the largest
//! separation.

use super::edges::{Point, PolygonEdges, SeparatingEdge};
use crate::Vector;
use crate::narrow::rounding_error;
use crate::narrow::tolerance::SQUARED_DISTANCE_ERROR;
use crate::scalar::Real;
use crate::vector::from_fn;

/// The closest points of two polygons, found by a search that began at an edge.
#[cfg_attr(test, derive(Debug, PartialEq))]
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
    fn swapped(self) -> Self {
        let [p, q] = self.points;
        Self { points: [q, p], ..self }
    }
}

/// The closest points of `a` and `b`. The search for them begins at the given edge, which belongs to one of the two.
#[inline]
pub(super) fn closest_points<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    edge: &SeparatingEdge<R>,
    tolerance: R,
) -> PolygonClosestPoints<R> {
    if edge.second {
        closest_points_by_edge(b, a, edge, tolerance).swapped()
    } else {
        closest_points_by_edge(a, b, edge, tolerance)
    }
}

/// The closest points of `a` and `b`. The search for them begins at the given edge of `a`.
///
/// Because of rounding, several corners of `b` may seem equally near, such as collinear or repeated corners, and several edges of `a`
/// equally good. So the search continues along both polygons while the distance decreases. Along `a` it continues only while the boundary
/// stays on the line of the edge within a tolerance, which corresponds to the accuracy of the choice of the edge.
#[inline]
fn closest_points_by_edge<R: Real>(
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
    // Successive edges of `a` may be collinear, but only within the rounding error of the stored corners. So this error is added to the
    // tolerance.
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

/// The conditions that end a walk along the boundary of a polygon.
struct Walk<R> {
    /// Whether the closest point so far is the corner at which the walk starts. If so, and if the closest point of the next edge is another
    /// one, the latter is nearer in exact arithmetic. So it is accepted even if its computed distance is larger by a rounding error.
    from_start: bool,
    /// The largest squared length of an edge that does not end the walk: rounding may have reversed such a short edge.
    tiny: R,
    /// The line that the boundary must not leave: the walk ends where it does. `None` if there is no such condition.
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

/// The squared distance of a point from an edge, and the closest point of the edge.
#[inline]
pub(super) fn closest_on_edge<R: Real>(from: Point<R>, to: Point<R>, point: Point<R>) -> (R, Point<R>) {
    let delta = to - from;
    let offset = point - from;
    let squared = delta.dot(delta);
    // Selects instead of branches: the position of the point is unpredictable, and the compiler would branch around a conditional division.
    let parameter = offset.dot(delta) / if squared > R::ZERO { squared } else { R::ONE };
    let clamped = parameter.max(R::ZERO).min(R::ONE);
    let near = Vector(from_fn(|k| if clamped >= R::ONE { to[k] } else { from[k] + delta[k] * clamped }));
    let gap = point - near;
    (gap.dot(gap), near)
}
