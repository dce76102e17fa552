//! Sweeps of convex shapes in 2D. Seen from the first shape, the motion of the second one is a ray, which is cast against the Minkowski
//! difference of the two shapes.
//!
//! The Minkowski difference of the cores is a polygon. The radii move its edges outwards and round its corners. If the ray hits a moved
//! edge, it is the edge whose line the ray crosses last on its way in (M. Cyrus and J. Beck, Generalized Two- and Three-Dimensional
//! Clipping, Computers and Graphics 3, 1978). If the ray crosses this line beyond an end of the edge, only the circular arc around that end
//! can be hit. The ray then hits the arc or, because the polygon is convex, nothing.

use super::SweepResult;
use super::closest_points::closest_points;
use super::degenerate::supporting_lines;
use super::edges::{Point, PolygonEdges, SeparatingEdge, largest, reduce};
use super::polygon_view::{Moved, PolygonView, polygons};
use super::sat::separation_of_polygons;
use super::touching::EdgePairs;
use crate::Vector;
use crate::narrow::rounding_error;
use crate::narrow::tolerance::PARALLEL_SPEED;
use crate::scalar::Real;
use crate::vector::from_fn;
use crate::view::Convex;

/// Sweeps the second shape, which moves by `step` per unit of time, against the first one until `max_time`. `None` for curved cores, which
/// have no corners.
pub(crate) fn convex_cast<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    step: Vector<R, N>,
    max_time: R,
) -> Option<SweepResult<R, N>> {
    let middle = a.core.middle();
    let p = PolygonView::new(&a.core, middle);
    let q = PolygonView::new(&b.core, middle);
    let radii = [a.radius, b.radius];
    let motion = Vector([step[0], step[1]]);
    let found = polygons!(p, q, a, b => cast_polygons(a, b, radii, motion, max_time), return None);
    Some(found.map_or(SweepResult::Never, |found| {
        found.map(|normal, point| (normal.resized(), point.resized() + middle))
    }))
}

/// Sweeps polygon `b` by `step` against polygon `a`. If the result is not certain, and rounding may have rotated a short edge, the sweep is
/// repeated with lines that do not cut off corners; see [`degenerate`](super::degenerate).
#[inline]
fn cast_polygons<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    radii: [R; 2],
    step: Point<R>,
    max_time: R,
) -> Option<SweepResult<R, 2>> {
    let sum = radii[0] + radii[1];
    let tolerance = rounding_error(a.magnitude() + b.magnitude() + sum);
    let parallel_speed = step.length() * R::EPSILON * R::from_f64(PARALLEL_SPEED);
    if !(tolerance < R::INFINITY && parallel_speed < R::INFINITY) {
        return None;
    }
    let motion = PolygonMotion { step, max_time, radii, tolerance, parallel_speed };
    match cast_edges(a, b, &motion, EdgeLines::ThroughEdges) {
        Some(EdgeCast { result, is_certain: true }) => Some(result),
        Some(EdgeCast { is_certain: false, .. }) | None if a.has_short_edge() || b.has_short_edge() => {
            cast_edges(a, b, &motion, EdgeLines::Supporting).map(|found| found.result)
        }
        Some(EdgeCast { result, is_certain: false }) => Some(result),
        None => None,
    }
}

/// The lines against which the ray is clipped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeLines {
    /// The lines through the edges.
    ThroughEdges,
    /// The lines of the edges, moved outwards until no corner of their polygon is in front of them.
    Supporting,
}

/// The result of a sweep of two polygons that meet.
struct EdgeCast<R> {
    result: SweepResult<R, 2>,
    /// Whether the result is right even if rounding has rotated short edges.
    is_certain: bool,
}

impl<R> EdgeCast<R> {
    #[inline]
    fn certain(result: SweepResult<R, 2>) -> Self {
        Self { result, is_certain: true }
    }
}

/// The result of a sweep of two polygons. `None` if they seem not to meet, which is not certain if they have short edges.
#[inline]
fn cast_edges<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    motion: &PolygonMotion<R>,
    lines: EdgeLines,
) -> Option<EdgeCast<R>> {
    let PolygonMotion { max_time, radii, tolerance, .. } = *motion;
    let sum = radii[0] + radii[1];
    let edge = SeparatingEdge { gap: R::NEG_INFINITY, normal: Vector::ZERO, index: 0, second: false };
    let mut clip = Clip {
        enter: R::NEG_INFINITY,
        leave: R::INFINITY,
        edge,
        start_gap: R::NEG_INFINITY,
        is_approaching: true,
    };
    clip.clip_by_edges(a, b, motion, false, lines)?;
    clip.clip_by_edges(b, a, &motion.reversed(), true, lines)?;
    if !(clip.enter <= max_time && clip.enter <= clip.leave) {
        return None;
    }
    // If the origin of the ray is behind all edge lines of the cores by more than rounding, the cores overlap. The radii are added back,
    // because `start_gap` is measured after their subtraction.
    if clip.start_gap + sum < -(tolerance + tolerance) && clip.start_gap > R::NEG_INFINITY {
        return Some(EdgeCast::certain(SweepResult::Inside));
    }
    if clip.start_gap <= tolerance {
        return contact_at_start(a, b, motion, &clip).map(EdgeCast::certain);
    }
    contact_at_entry(a, b, motion, &clip)
}

/// The contact at the edge whose line the ray crosses last on entering, or at the arc around an end of that edge.
#[inline]
fn contact_at_entry<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    motion: &PolygonMotion<R>,
    clip: &Clip<R>,
) -> Option<EdgeCast<R>> {
    let PolygonMotion { step, max_time, radii, tolerance, .. } = *motion;
    let sum = radii[0] + radii[1];
    let time = R::ZERO.max(clip.enter);
    let normal = clip.edge.direction();
    let moved = Moved { polygon: b, offset: step.scaled(time) };
    let mut closest = closest_points(a, &moved, &clip.edge, tolerance);
    if let Some(end) = closest.end {
        if let Some(hit) = clip.contact_with_end_edge(a, b, motion, end) {
            let result = SweepResult::At {
                time: hit.time,
                normal: hit.normal,
                point: point_between(hit.points, radii),
            };
            return (hit.time <= max_time).then_some(EdgeCast::certain(result));
        }
        // Rounding may have rotated the edge at which the search began, so that it ended at a wrong pair of points.
        closest = EdgePairs::new(a, &moved, normal).closest_points();
    }
    let [p, q] = closest.points;
    let contact_distance = sum + tolerance + tolerance;
    if closest.squared <= contact_distance * contact_distance {
        let point = point_between([p, q], radii);
        return Some(EdgeCast::certain(SweepResult::At { time, normal, point }));
    }
    let arc = hit_circle(q - p, motion, normal)?;
    // The ray hits the circle around an end of the edge. The normal there lies between the normal of the edge and the direction from `p` to
    // `q`. If rounding has rotated it away from that direction, the normal of the edge is used.
    let is_opposite = normal.cross(q - p) * normal.cross(arc.normal) < R::ZERO;
    let normal = if is_opposite { normal } else { arc.normal };
    let time = time + arc.time;
    let result = SweepResult::At { time, normal, point: p + normal.scaled(radii[0]) };
    (time <= max_time).then_some(EdgeCast { result, is_certain: false })
}

/// The state of the clipping of the ray. From the time `enter` to the time `leave`, the ray is behind the lines of all edges that have been
/// processed so far.
struct Clip<R> {
    enter: R,
    leave: R,
    /// The edge whose line the ray crosses last on entering.
    edge: SeparatingEdge<R>,
    /// The largest separation along an edge normal at the start of the motion, after subtraction of the radii.
    start_gap: R,
    /// Whether the motion makes polygons overlap that touch at the start. It does if the ray moves to the inner side of every edge line
    /// that it does not start clearly behind.
    is_approaching: bool,
}

/// The motion of the second polygon, with the tolerances of its hits.
#[derive(Clone, Copy)]
struct PolygonMotion<R> {
    /// The displacement per unit of time.
    step: Point<R>,
    max_time: R,
    /// The radii of both shapes.
    radii: [R; 2],
    /// The rounding error of a separation.
    tolerance: R,
    /// A motion along a normal counts as parallel to the edge if its speed is at most this number.
    parallel_speed: R,
}

impl<R: Real> PolygonMotion<R> {
    /// The motion of the first polygon, as seen from the second one.
    #[inline]
    fn reversed(self) -> Self {
        Self { step: -self.step, radii: [self.radii[1], self.radii[0]], ..self }
    }
}

/// A hit on an edge.
struct EdgeHit<R> {
    time: R,
    normal: Point<R>,
    /// The closest points of both polygons at that time.
    points: [Point<R>; 2],
}

/// A hit of two circles.
struct CircleHit<R> {
    time: R,
    normal: Point<R>,
}

/// The contact point of two shapes, given the closest points of their cores and their radii. It lies on the line between the closest
/// points, not on the normal through one of them. At an end of an edge, these two directions may differ by a small angle. The angle changes
/// the separation only within rounding, but would move a point on the normal by more than that.
#[inline]
fn point_between<R: Real>([p, q]: [Point<R>; 2], radii: [R; 2]) -> Point<R> {
    let sum = radii[0] + radii[1];
    p + (q - p).scaled(if sum > R::ZERO { radii[0] / sum } else { R::ZERO })
}

/// The result if the ray starts behind the lines of all edges moved outwards by the radii. Usually the shapes overlap or touch at the
/// start. They may still be apart: two moved edge lines meet at a sharp corner, but the Minkowski difference is rounded there. The start
/// may lie between the sharp and the rounded corner.
fn contact_at_start<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    motion: &PolygonMotion<R>,
    clip: &Clip<R>,
) -> Option<SweepResult<R, 2>> {
    let PolygonMotion { step, max_time, radii, tolerance, parallel_speed } = *motion;
    let sum = radii[0] + radii[1];
    let core = separation_of_polygons(a, b, R::INFINITY)?;
    let normal = core.normal;
    let length = core.length - sum;
    let [p, q] = core.witnesses.unwrap_or_else(|| [a.at(a.support(normal)), b.at(b.support(-normal))]);
    if length < -tolerance {
        return Some(SweepResult::Inside);
    }
    if length <= tolerance {
        let sharp = sum <= tolerance && clip.start_gap > R::NEG_INFINITY;
        let is_approaching = if sharp { clip.is_approaching } else { -normal.dot(step) > parallel_speed };
        return Some(SweepResult::Touching { is_approaching, normal, point: p + normal.scaled(radii[0]) });
    }
    let CircleHit { time, normal } = hit_circle(q - p, motion, normal)?;
    (time <= max_time).then(|| SweepResult::At { time, normal, point: p + normal.scaled(radii[0]) })
}

/// The hit of a moving circle with the center `from` on a circle around the origin. The motion gives the radii of both circles. If their
/// sum is within rounding of zero, the circles are points and determine no normal, so the argument `sharp` is returned as the normal.
/// `None` if they do not meet.
#[inline]
fn hit_circle<R: Real>(from: Point<R>, motion: &PolygonMotion<R>, sharp: Point<R>) -> Option<CircleHit<R>> {
    let PolygonMotion { step, radii, tolerance, .. } = *motion;
    let sum = radii[0] + radii[1];
    let speed = step.length();
    // The condition is also true if the speed is NaN.
    if !(speed > R::ZERO) {
        return None;
    }
    // The hit is computed relative to the point of the path that is nearest to the origin, so that no squares of large numbers are
    // subtracted.
    let unit = step.scaled(R::ONE / speed);
    let middle = -from.dot(unit);
    let near = (from + unit.scaled(middle)).length();
    if near > sum + tolerance || middle < R::ZERO {
        return None;
    }
    let chord = (sum - near) * (sum + near);
    let half = if chord > R::ZERO { chord.sqrt() } else { R::ZERO };
    let distance = middle - half;
    let hit = from + unit.scaled(distance);
    let length = hit.length();
    let normal = if sum > tolerance && length > R::ZERO { hit.scaled(R::ONE / length) } else { sharp };
    let distance = R::ZERO.max(distance);
    Some(CircleHit { time: distance / speed, normal })
}

impl<R: Real> Clip<R> {
    /// Clips the ray against the edge lines of `a`, moved outwards by the sum of the radii. `None` if the ray surely stays in front
    /// of one of them, and so misses.
    #[inline]
    fn clip_by_edges(
        &mut self,
        a: &(impl PolygonEdges<R> + ?Sized),
        b: &(impl PolygonEdges<R> + ?Sized),
        motion: &PolygonMotion<R>,
        second: bool,
        lines: EdgeLines,
    ) -> Option<()> {
        let PolygonMotion { step, radii, tolerance, parallel_speed, .. } = *motion;
        let sum = radii[0] + radii[1];
        for first in (0..a.edge_blocks()).map(|four| 4 * four) {
            let edges = a.edges(first);
            let edges = match lines {
                EdgeLines::ThroughEdges => edges,
                EdgeLines::Supporting => supporting_lines(edges, a),
            };
            let gaps: [R; 4] = edges.gaps(b).map(|gap| gap - sum);
            let speeds: [R; 4] = from_fn(|k| -(edges.u[k] * step[0] + edges.v[k] * step[1]));
            let times: [R; 4] = from_fn(|k| gaps[k] / speeds[k]);
            // `ends` are the times at which the ray leaves through an edge. For these times, edges are moved outwards by the tolerance, so
            // that a ray that only grazes the polygon counts as a hit.
            let ends: [R; 4] = from_fn(|k| (gaps[k] - tolerance) / speeds[k]);
            // Which edge the ray enters last, and whether it misses the polygon, is unpredictable. So the code uses selects (conditional
            // moves) and a single branch per group of four edges.
            // An edge line that the ray is not clearly in front of at the start is not entered later: the ray may run along it.
            let enters: [R; 4] =
                from_fn(
                    |k| if speeds[k] > R::ZERO && gaps[k] > tolerance { times[k] } else { R::NEG_INFINITY },
                );
            let leaves: [R; 4] = from_fn(|k| if speeds[k] < R::ZERO { ends[k] } else { R::INFINITY });
            self.leave = self.leave.min(reduce(&leaves, R::min));
            self.start_gap = self.start_gap.max(reduce(&gaps, R::max));
            let mut misses = false;
            for k in 0..4 {
                self.is_approaching &= (gaps[k] < -tolerance) | (speeds[k] > parallel_speed);
                misses |= (gaps[k] > tolerance) & !(speeds[k] > R::ZERO);
            }
            let (enter, lane) = largest(enters);
            if enter > self.enter {
                self.enter = enter;
                self.edge = SeparatingEdge {
                    gap: gaps[lane],
                    normal: edges.normal(lane),
                    index: first + lane,
                    second,
                };
            }
            if misses {
                return None;
            }
        }
        Some(())
    }

    /// The contact with the edge `index`, at which the search for the closest points has ended. `None` if the polygons do not touch at
    /// that edge.
    ///
    /// Within rounding, this edge lies on the line of `self.edge`, at which the ray seems to enter. If `self.edge` is short, rounding may
    /// have rotated it. The ray then seems to enter there, although it hits the longer edge `index`.
    #[cold]
    fn contact_with_end_edge(
        &self,
        a: &(impl PolygonEdges<R> + ?Sized),
        b: &(impl PolygonEdges<R> + ?Sized),
        motion: &PolygonMotion<R>,
        index: usize,
    ) -> Option<EdgeHit<R>> {
        if !self.edge.second {
            return contact_with_edge(a, b, motion, index);
        }
        let EdgeHit { time, normal, points: [q, p] } = contact_with_edge(b, a, &motion.reversed(), index)?;
        // Both points are converted to coordinates in which the first shape does not move.
        let offset = motion.step.scaled(time);
        Some(EdgeHit { time, normal: -normal, points: [p + offset, q + offset] })
    }
}

/// The contact of the moving polygon `other` with the edge `index` of the fixed polygon `own`. `None` if they do not touch at that edge.
fn contact_with_edge<R: Real>(
    own: &(impl PolygonEdges<R> + ?Sized),
    other: &(impl PolygonEdges<R> + ?Sized),
    motion: &PolygonMotion<R>,
    index: usize,
) -> Option<EdgeHit<R>> {
    let PolygonMotion { step, radii, tolerance, .. } = *motion;
    let sum = radii[0] + radii[1];
    let normal = own.edge_normal(index)?;
    let gap = (other.at(other.support(-normal)) - own.at(index)).dot(normal) - sum;
    let speed = -normal.dot(step);
    // The condition is also true if the speed or the separation is NaN. If the polygon is at the line of the edge from the start, it moves
    // along the edge, and the quotient below would be meaningless.
    if !(speed > R::ZERO && gap > tolerance) {
        return None;
    }
    let time = (gap / speed).max(R::ZERO);
    let edge = SeparatingEdge { gap, normal, index, second: false };
    let moved = Moved { polygon: other, offset: step.scaled(time) };
    let found = closest_points(own, &moved, &edge, tolerance);
    let contact_distance = sum + tolerance + tolerance;
    let touches = found.squared <= contact_distance * contact_distance;
    touches.then_some(EdgeHit { time, normal, points: found.points })
}
