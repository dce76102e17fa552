//! Separations, contacts, casts and sweeps of convex shapes in 2D.
//!
//! The Minkowski difference of two convex cores is a convex polygon. Its edge normals are those of both cores, and its corners are
//! differences of their corners. Every query is about that polygon, rounded by the radii, and the origin or a ray from it. Pairs with a
//! point, and two segments, have closed forms ([`closed`], [`segments`]). For other pairs, one pass over all edges finds the edge with the
//! largest separation (separating axes: C. Ericson, Real-Time Collision Detection, 2005, section 5.2.1); the nearest point lies on it or is
//! at one of its ends. Only pairs that touch within rounding compare every corner with every edge.

mod apart;
mod ball_cast;
mod closed;
mod convex_cast;
mod distance;
mod face;
mod manifold;
mod outline;
mod polygon_view;
mod ray;
mod rectangle;
mod segments;
mod small_polygon;

use super::measure::{larger, smaller};
use super::{Separation, classify, ellipse, rounding_error};
use crate::scalar::Real;
use crate::vector::{Mapped, from_fn};
use crate::view::{Convex, Core};
use crate::{Vector, Verdict};
pub(crate) use ball_cast::ball_cast;
pub(crate) use closed::from_point;
use closed::intervals;
pub(crate) use convex_cast::{Meeting, meeting};
pub(crate) use distance::{distance, off};
pub(crate) use manifold::{contact, contact_of_ball};
use outline::{Outline, Point, largest};
use polygon_view::{PolygonView, outlines};
pub(crate) use ray::cast;
use segments::segments;

/// The edge with the largest separation, or the least penetration, of two outlines.
#[derive(Clone, Copy)]
struct Edge<R> {
    /// The distance of the other outline in front of the edge; negative if it is behind.
    gap: R,
    /// The outward unit normal.
    normal: Point<R>,
    /// The index of its first corner.
    index: usize,
    /// Whether it belongs to the second outline.
    second: bool,
}

/// The bias towards the first outline, in rounding errors: of two edges whose separations differ by less, that of the first outline is chosen, so
/// that the choice is stable from frame to frame.
const FAVOUR: f64 = 16.0;

/// The signed separation of two shapes; `None` if it is above `limit`, or if there is a NaN or infinity.
pub(crate) fn gap<R: Real, const N: usize>(
    a: &Convex<'_, R, N>,
    b: &Convex<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    let radii = a.radius + b.radius;
    let found = match (&a.core, &b.core) {
        (Core::Ellipse(_), _) | (_, Core::Ellipse(_)) => return ellipse::gap(a, b, limit),
        (Core::Upright(p), Core::Upright(q)) => intervals(*p, *q),
        (Core::Point(p), core) => {
            let Separation { length, normal, on } = from_point(core, *p, limit + radii)?;
            Separation { length, normal: -normal, on: on.map(|[near, point]| [point, near]) }
        }
        (core, Core::Point(q)) => from_point(core, *q, limit + radii)?,
        (Core::Segment(p), Core::Segment(q)) => segments(*p, *q, limit + radii)?,
        (p, q) => between(p, q, limit + radii)?,
    };
    let length = found.length - radii;
    // Also false for NaN.
    (length <= limit).then_some(Separation { length, ..found })
}

/// The relation of two shapes: touching if the separation is within a few rounding errors of zero.
pub(crate) fn relate<R: Real, const N: usize, V: Verdict>(a: &Convex<'_, R, N>, b: &Convex<'_, R, N>) -> V {
    if matches!(a.core, Core::Ellipse(_)) || matches!(b.core, Core::Ellipse(_)) {
        return ellipse::relate(a, b);
    }
    let (radii, infinity) = (a.radius + b.radius, R::from_f64(f64::INFINITY));
    let closed = match (&a.core, &b.core) {
        (Core::Point(p), core) => from_point(core, *p, infinity),
        (core, Core::Point(q)) => from_point(core, *q, infinity),
        (Core::Segment(p), Core::Segment(q)) => segments(*p, *q, infinity),
        _ => None,
    };
    if let Some(found) = closed {
        let zero = R::default();
        let size = a.core.extent() + b.core.extent() + found.length.distance(zero) + radii;
        return classify(found.length - radii, rounding_error(size));
    }
    let middle = a.core.middle();
    let (p, q) = (PolygonView::new(&a.core, middle), PolygonView::new(&b.core, middle));
    outlines!(p, q, a, b => of_outlines(a, b, radii), V::APART)
}

#[inline]
fn of_outlines<R: Real, V: Verdict>(a: &impl Outline<R>, b: &impl Outline<R>, radii: R) -> V {
    let tolerance = rounding_error(a.magnitude() + b.magnitude() + radii);
    match separation(a, b, radii + tolerance) {
        Some((length, ..)) => classify(length - radii, tolerance),
        None => V::APART,
    }
}

/// The signed separation of two cores by their edges, computed relative to the center of the first. `None` if it is above `limit`.
fn between<R: Real, const N: usize>(
    a: &Core<'_, R, N>,
    b: &Core<'_, R, N>,
    limit: R,
) -> Option<Separation<R, N>> {
    let middle = a.middle();
    let (p, q) = (PolygonView::new(a, middle), PolygonView::new(b, middle));
    let (length, normal, on) = outlines!(p, q, a, b => separation(a, b, limit)?, return None);
    let on = on.map(|on| on.mapped(|on| on.resized() + middle));
    Some(Separation { length, normal: normal.resized(), on })
}

/// A signed separation, its normal, and the witness points, if known.
type EdgeSeparation<R> = (R, Point<R>, Option<[Point<R>; 2]>);

/// The signed separation of two outlines, its normal from `a` to `b`, and their closest points if they are apart or touch within rounding.
/// `None` if it is above `limit`, or if there is a NaN or infinity.
#[inline]
fn separation<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>, limit: R) -> Option<EdgeSeparation<R>> {
    let edge = deepest(a, b, limit)?;
    let tolerance = rounding_error(a.magnitude() + b.magnitude());
    // Also true for NaN.
    if !(tolerance < R::from_f64(f64::INFINITY)) {
        return None;
    }
    let normal = if edge.second { -edge.normal } else { edge.normal };
    let has_edges = edge.gap > R::from_f64(f64::NEG_INFINITY);
    if edge.gap < -tolerance && has_edges {
        return Some((edge.gap, normal, None));
    }
    // Within rounding of touching, the closest corners and edges decide whether the outlines intersect, because the edges of slivers do not
    // tell, and points have none. Outlines that cross are not apart, however far their corners are from the edges of the other.
    if edge.gap <= tolerance {
        let (squared, on) = closest(a, b);
        let (length, zero, one) = (Real::sqrt(squared), R::default(), R::from_f64(1.0));
        let crosses = has_edges && are_crossing(a, b);
        if length > tolerance && !crosses {
            // At such a short distance, rounding may have rotated the vector between the closest points. If an edge normal separates the
            // outlines farther, it is more accurate.
            let across = (on[1] - on[0]).scaled(one / length);
            let apart = b.at(b.farthest(-across)).dot(across) - a.at(a.farthest(across)).dot(across);
            let normal = if has_edges && apart < edge.gap { normal } else { across };
            return Some((length, normal, Some(on)));
        }
        let (gap, normal) = match has_edges {
            true if crosses => (smaller(edge.gap, zero), normal),
            true => (edge.gap, normal),
            false => (length, Vector([one, zero])),
        };
        return Some((gap, normal, Some(on)));
    }
    let (squared, on) = if edge.second {
        let (squared, [q, p]) = nearest(b, a, &edge, tolerance);
        (squared, [p, q])
    } else {
        nearest(a, b, &edge, tolerance)
    };
    let length = Real::sqrt(squared);
    // In front of the edge, or within rounding of its end, the edge has the most accurate length and normal.
    let way = on[1] - on[0];
    let aside = (normal[0] * way[1] - normal[1] * way[0]).distance(R::default());
    if aside <= tolerance + tolerance {
        return Some((edge.gap, normal, Some(on)));
    }
    // If the corners are as far apart as the edge, except for rounding, the normal of the edge is used if it separates the outlines
    // farther.
    let across = way.scaled(R::from_f64(1.0) / length);
    if length - edge.gap <= length * R::EPSILON * R::from_f64(FAVOUR) + tolerance {
        let apart = b.at(b.farthest(-across)).dot(across) - a.at(a.farthest(across)).dot(across);
        if apart + tolerance < edge.gap {
            return Some((edge.gap, normal, Some(on)));
        }
    }
    Some((length, across, Some(on)))
}

/// The edge of either outline with the largest separation; `None` if one is above `limit`. If no outline has an edge, the separation is −∞.
#[inline]
fn deepest<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>, limit: R) -> Option<Edge<R>> {
    let nothing = R::from_f64(f64::NEG_INFINITY);
    let mut best = Edge { gap: nothing, normal: Vector::default(), index: 0, second: false };
    offer(a, b, limit, false, R::default(), &mut best)?;
    offer(b, a, limit, true, R::EPSILON * R::from_f64(FAVOUR), &mut best)?;
    Some(best)
}

/// Replaces `best` by an edge of `a` whose separation is larger by more than `favour` times its own size. `None` if a separation is above
/// `limit`.
#[inline]
fn offer<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    limit: R,
    second: bool,
    favour: R,
    best: &mut Edge<R>,
) -> Option<()> {
    for first in (0..a.fours()).map(|four| 4 * four) {
        let edges = a.edges(first);
        let gaps = edges.gaps(b);
        // Also true for NaN.
        if gaps.iter().fold(false, |any, gap| any | !(*gap <= limit)) {
            return None;
        }
        let (gap, lane) = largest(gaps);
        if gap - gap.distance(R::default()) * favour > best.gap {
            *best = Edge { gap, normal: edges.normal(lane), index: first + lane, second };
        }
    }
    Some(())
}

/// The squared distance of the closest points of `a` and `b`, which lie in front of an edge of `a`, and these points.
///
/// Because of rounding, the nearest corner of `b` and the edge may be one of several equally near ones, such as collinear or repeated
/// corners. So the search continues along both outlines while the distance decreases; along `a` only while it stays within a tolerance of
/// the edge's line, which is as accurate as the choice of the edge.
#[inline]
fn nearest<R: Real>(
    a: &impl Outline<R>,
    b: &impl Outline<R>,
    edge: &Edge<R>,
    tolerance: R,
) -> (R, [Point<R>; 2]) {
    let (squared, on, _) = nearest_by_edge(a, b, edge, tolerance);
    (squared, on)
}

/// [`nearest`], and the index of another edge of `a` on which its point lies, if the search has come to one.
#[inline]
fn nearest_by_edge<R: Real>(
    a: &(impl Outline<R> + ?Sized),
    b: &(impl Outline<R> + ?Sized),
    edge: &Edge<R>,
    tolerance: R,
) -> (R, [Point<R>; 2], Option<usize>) {
    let index = if edge.index < a.len() { edge.index } else { 0 };
    let deepest = b.farthest(-edge.normal);
    let corner = b.at(deepest);
    let (from, to) = (a.at(index), a.at(a.next(index)));
    let found = on_edge(from, to, corner);
    let mut near = Nearest { squared: found.0, point: found.1, end: index, edge: None };
    near.end = if (found.1 - from).dot(found.1 - from) > (found.1 - to).dot(found.1 - to) {
        a.next(index)
    } else {
        index
    };
    let line = Line { from, long: (to - from).dot(to - from), normal: edge.normal, tolerance };
    if found.1 == to {
        near.follow(a, a.next(index), true, corner, Some(line));
    } else if found.1 == from {
        near.follow(a, index, false, corner, Some(line));
    }
    let end = a.at(near.end);
    // An edge of `b` may be almost parallel, or the nearest corner of `a` may lie in front of an edge of `b`.
    let mut other = Nearest { squared: near.squared, point: corner, end: deepest, edge: None };
    other.follow(b, deepest, true, end, None);
    other.follow(b, deepest, false, end, None);
    let on_a = if other.squared < near.squared { end } else { near.point };
    (other.squared, [on_a, other.point], near.edge)
}

/// The line of an edge.
struct Line<R> {
    from: Point<R>,
    /// The squared length of the edge.
    long: R,
    normal: Point<R>,
    tolerance: R,
}

impl<R: Real> Line<R> {
    /// Whether a point is on the line within rounding, which turns a short edge: far from it, by much.
    #[inline]
    fn holds(&self, point: Point<R>) -> bool {
        let off = point - self.from;
        let times = R::from_f64(1.0) + Real::sqrt(off.dot(off) / self.long);
        off.dot(self.normal).distance(R::default()) <= self.tolerance * times
    }
}

/// The point of an outline that is nearest to another point, among those examined so far.
struct Nearest<R> {
    squared: R,
    point: Point<R>,
    /// The nearest corner to it.
    end: usize,
    /// The index of the edge on which it is, if that is not the first one.
    edge: Option<usize>,
}

impl<R: Real> Nearest<R> {
    /// Walks along the outline from a corner while the distance to a point decreases. If a line is given, stops where the outline leaves
    /// it. Skips edges without length.
    #[inline]
    fn follow(
        &mut self,
        outline: &(impl Outline<R> + ?Sized),
        start: usize,
        forwards: bool,
        to: Point<R>,
        line: Option<Line<R>>,
    ) {
        let is_on_line = |point: Point<R>| line.as_ref().is_none_or(|line| line.holds(point));
        let mut corner = start;
        for _ in 1..outline.len() {
            let next = if forwards { outline.next(corner) } else { outline.before(corner) };
            let (from, end) = (outline.at(corner), outline.at(next));
            let (squared, point) = on_edge(from, end, to);
            if squared < self.squared && is_on_line(point) {
                let is_beyond_half = (point - from).dot(point - from) > (point - end).dot(point - end);
                let end = if is_beyond_half { next } else { corner };
                *self = Self { squared, point, end, edge: Some(if forwards { corner } else { next }) };
            } else if from != end {
                break;
            }
            if point != end {
                break;
            }
            corner = next;
        }
    }
}

/// The closest point of an edge to a point, and the squared distance.
#[inline]
fn on_edge<R: Real>(from: Point<R>, to: Point<R>, point: Point<R>) -> (R, Point<R>) {
    let (zero, one) = (R::default(), R::from_f64(1.0));
    let (way, off) = (to - from, point - from);
    let squared = way.dot(way);
    // Selects instead of branches: the compiler would branch around a conditional division, and the position of the point is unpredictable.
    let share = off.dot(way) / if squared > zero { squared } else { one };
    let place = smaller(larger(share, zero), one);
    let near = Vector(from_fn(|k| if place >= one { to[k] } else { from[k] + way[k] * place }));
    let gap = point - near;
    (gap.dot(gap), near)
}

/// The closest points of the boundaries of two outlines, by comparing all corners with all edges; for the few pairs that touch within
/// rounding.
#[inline(never)]
fn closest<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>) -> (R, [Point<R>; 2]) {
    let mut best = (R::from_f64(f64::INFINITY), [a.at(0), b.at(0)]);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let (squared, near) = on_edge(a.at(i), a.at(a.next(i)), b.at(j));
            if squared < best.0 {
                best = (squared, [near, b.at(j)]);
            }
            let (squared, near) = on_edge(b.at(j), b.at(b.next(j)), a.at(i));
            if squared < best.0 {
                best = (squared, [a.at(i), near]);
            }
        }
    }
    best
}

/// Whether an edge of one outline crosses an edge of the other.
#[inline(never)]
fn are_crossing<R: Real>(a: &impl Outline<R>, b: &impl Outline<R>) -> bool {
    let edge_of_b = |j: usize| [b.at(j), b.at(b.next(j))];
    (0..a.len()).any(|i| {
        let edge = [a.at(i), a.at(a.next(i))];
        (0..b.len()).any(|j| segments::are_crossing(edge, edge_of_b(j)))
    })
}

/// Calls `each` with the corners of a core, counterclockwise, some of them possibly repeated; `None` if it has no corners.
#[cfg(feature = "alloc")]
pub(crate) fn each_corner<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    mut each: impl FnMut(Point<R>),
) -> Option<()> {
    let read = PolygonView::new(core, Vector::default());
    (0..read.len()).for_each(|k| each(read.at(k)));
    (!read.is_curved()).then_some(())
}
