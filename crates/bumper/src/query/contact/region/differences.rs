//! Minkowski differences of the parts of two shapes: the translations that leave two parts overlapping.

use super::frame::Frame;
use super::{Area, Point, least_separation_after};
use crate::composite::{LeafKind, Operand, Search, search};
use crate::narrow::{self, Accuracy, plane};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Convex, Core};
use crate::{Aabb, Vector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// The factor by which a pair of parts must be deeper than the deepest one found so far to be examined.
const DEEPER: f64 = 3.0;

/// The Minkowski differences of pairs of parts that are known so far, in local coordinates.
pub(super) struct Differences {
    pub(super) frame: Frame,
    each: Vec<Difference>,
    radius: f64,
    /// A point that is no deeper in a difference than this does not count as inside.
    pub(super) tolerance: f64,
    /// Buffers for the corners of two parts whose difference is to be added.
    parts: [Vec<Point>; 2],
    /// The corners of the cores of all differences, one difference after another, each counterclockwise. `edges` has the edge that begins
    /// at each.
    corners: Vec<Point>,
    edges: Vec<Edge>,
}

/// The Minkowski difference of two convex parts: a convex core with a radius.
#[derive(Clone)]
pub(super) struct Difference {
    /// The bounding box, including the radius.
    area: Area,
    corners: Range<usize>,
}

/// An edge of the core of a difference.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The outward unit normal. An edge without length has a zero normal and an infinite offset, so that nothing is in front of it.
    pub(super) normal: Point,
    /// The signed distance of the edge's line from the origin along the normal.
    pub(super) offset: f64,
}

impl Differences {
    /// Creates an empty set of differences.
    pub(super) fn new(frame: Frame, radius: f64, tolerance: f64) -> Self {
        Self {
            frame,
            each: Vec::new(),
            radius,
            tolerance,
            parts: Default::default(),
            corners: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// A difference that contains a point. It is moved to the end of the list, where it is tested first the next time, because the next
    /// point is often near.
    pub(super) fn holder(&mut self, place: Point) -> Option<Difference> {
        let holds = |of: &Difference| of.area.holds(place) && self.exit(of, place).is_some();
        let held = self.each.iter().rposition(holds)?;
        let last = self.each.len() - 1;
        self.each.swap(held, last);
        self.each.last().cloned()
    }

    /// The shortest translation out of a difference from a point in its bounding box: unit direction (zero if there is none) and length.
    /// `None` if the point is not inside by more than the tolerance.
    pub(super) fn exit(&self, of: &Difference, place: Point) -> Option<(Point, f64)> {
        let mut inner = (Point::default(), f64::INFINITY);
        for edge in &self.edges[of.corners.clone()] {
            let room = edge.offset - edge.normal.dot(place);
            if room < inner.1 {
                inner = (edge.normal, room);
            }
            if room + self.radius <= self.tolerance {
                return None;
            }
        }
        // A point or segment has no interior.
        if inner.1 >= 0.0 && of.corners.len() > 2 {
            return Some((inner.0, inner.1 + self.radius));
        }
        let mut nearest = (Point::default(), f64::INFINITY);
        for (_, from, to) in self.edges(of) {
            let (way, off) = (to - from, place - from);
            let squared = way.dot(way);
            let along = if squared > 0.0 { (off.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 };
            let beside = off - way.scaled(along);
            let squared = beside.dot(beside);
            if squared < nearest.1 {
                nearest = (beside, squared);
            }
        }
        let far = Real::sqrt(nearest.1);
        let normal = if far > 0.0 { nearest.0.scaled(1.0 / far) } else { inner.0 };
        (self.radius - far > self.tolerance).then_some((normal, self.radius - far))
    }

    /// Finds the parts that overlap deepest (by about a factor of `DEEPER`) after the translation `place`, and adds their difference if it
    /// contains `place`. Parts overlap if their separation is less than `least`. Returns whether a difference was added.
    pub(super) fn find<S: Scalar, R: Real, const N: usize>(
        &mut self,
        a: &Operand<'_, S, R, N>,
        b: &Operand<'_, S, R, N>,
        place: Point,
        least: R,
    ) -> bool {
        let push = self.frame.world(place).resized().map(R::from_f64);
        let mut parts = core::mem::take(&mut self.parts);
        parts.iter_mut().for_each(Vec::clear);
        let mut find = Find { push, least, frame: self.frame, parts: &mut parts };
        search(a, b, LeafKind::Convex, &mut find);
        parts.iter_mut().for_each(tidy);
        let is_new = self.add([&parts[0], &parts[1]], place);
        self.parts = parts;
        is_new
    }

    /// Adds the difference of two convex parts, the second one mirrored, if it contains a point. Returns whether it was added.
    fn add(&mut self, [p, q]: [&[Point]; 2], place: Point) -> bool {
        let (Some(first), Some(second)) = (Area::around(p), Area::around(q)) else { return false };
        let start = self.corners.len();
        self.sum(p, q);
        let area = first.difference(&second, self.radius);
        let one = Difference { area, corners: start..self.corners.len() };
        let holds = self.exit(&one, place).is_some();
        if holds {
            self.each.push(one);
        } else {
            self.corners.truncate(start);
            self.edges.truncate(start);
        }
        holds
    }

    /// Appends the Minkowski sum of two convex polygons, which both begin at their lowest corner, by merging their edges by direction (M.
    /// de Berg and others, Computational Geometry, 2008, section 13.3).
    fn sum(&mut self, p: &[Point], q: &[Point]) {
        let start = self.corners.len();
        let (mut i, mut j) = (0, 0);
        let (n, m) = (if p.len() > 1 { p.len() } else { 0 }, if q.len() > 1 { q.len() } else { 0 });
        loop {
            let (from, other) = (p[i % p.len()], q[j % q.len()]);
            self.corners.push(from + other);
            let order = by_direction(p[(i + 1) % p.len()] - from, q[(j + 1) % q.len()] - other);
            let first = i < n && (j == m || order != Ordering::Greater);
            let second = j < m && (i == n || order != Ordering::Less);
            i += usize::from(first);
            j += usize::from(second);
            // Every iteration except the last consumes an edge, so the loop ends.
            if !first && !second || i == n && j == m {
                break;
            }
        }
        let count = self.corners.len() - start;
        for k in 0..count {
            let (from, to) = (self.corners[start + k], self.corners[start + (k + 1) % count]);
            let way = to - from;
            let length = way.length();
            let normal = Vector([way[1], -way[0]]).scaled(1.0 / length);
            let none = Edge { normal: Point::default(), offset: f64::INFINITY };
            self.edges.push(if length > 0.0 { Edge { normal, offset: normal.dot(from) } } else { none });
        }
    }

    /// The edges of the core of a difference, each with its two corners.
    pub(super) fn edges(&self, of: &Difference) -> impl Iterator<Item = (Edge, Point, Point)> + '_ {
        let Range { start, end } = of.corners;
        let next = move |k: usize| if k + 1 < end { k + 1 } else { start };
        (start..end).map(move |k| (self.edges[k], self.corners[k], self.corners[next(k)]))
    }

    /// The position at which a line through a point of a difference leaves it: the length from a point of the line along a unit vector.
    pub(super) fn leave(&self, of: &Difference, from: Point, way: Point) -> f64 {
        let radius = self.radius;
        let behind = |outwards: f64| self.behind(of, from, way, outwards).map(|[_, leave]| leave);
        if radius == 0.0 {
            return behind(0.0).unwrap_or(f64::NEG_INFINITY);
        }
        let core = if of.corners.len() > 2 { behind(0.0) } else { None };
        self.edges(of).fold(core.unwrap_or(f64::NEG_INFINITY), |last, (edge, start, end)| {
            let round = in_disc(start - from, radius, way);
            let [round, straight] = [round, beside(edge, [start, end], radius, from, way)]
                .mapped(|span| span.map_or(last, |[_, leave]| leave));
            last.max(round).max(straight)
        })
    }

    /// The interval of a line that is behind all edges of a difference, offset outwards; `None` if it is empty.
    fn behind(&self, of: &Difference, from: Point, way: Point, outwards: f64) -> Option<[f64; 2]> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for k in of.corners.clone() {
            let Edge { normal, offset } = self.edges[k];
            let (room, speed) = (offset + outwards - normal.dot(from), normal.dot(way));
            if speed > 0.0 {
                leave = leave.min(room / speed);
            } else if speed < 0.0 {
                enter = enter.max(room / speed);
            } else if room <= 0.0 {
                return None;
            }
        }
        (enter < leave).then_some([enter, leave])
    }
}

/// The search for two parts that overlap about as deeply after a translation as any: their difference contains a large neighbourhood of it.
struct Find<'p, R, const N: usize> {
    push: Vector<R, N>,
    /// The separation of the parts found; initially the rounding error, negated, so that only parts that surely overlap are found.
    least: R,
    frame: Frame,
    /// The corners of the two parts, those of the second mirrored.
    parts: &'p mut [Vec<Point>; 2],
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for Find<'_, R, N> {
    fn orders_by_separation(&self) -> bool {
        false
    }
    fn is_order_independent(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_separation_after(self.push, a, b)
    }

    #[inline]
    fn best(&self) -> R {
        // A pair that is only a little deeper is not worth examining.
        if self.least < R::default() { self.least * R::from_f64(DEEPER) } else { self.least }
    }

    fn visit_pair(&mut self, a: &Operand<'_, S, R, N>, b: &Operand<'_, S, R, N>) {
        if let (Operand::Convex(p), Operand::Convex(q)) = (a, b)
            && let best = Search::<S, R, N>::best(self)
            && let Some(gap) = narrow::gap(p, &q.moved(self.push), best, Accuracy::Length)
            && gap.length < best
        {
            self.least = gap.length;
            self.parts.iter_mut().for_each(Vec::clear);
            read(p, &self.frame, 1.0, &mut self.parts[0]);
            read(q, &self.frame, -1.0, &mut self.parts[1]);
        }
    }
}

/// Appends the corners of a convex shape in local coordinates, counterclockwise, multiplied by `sign` (−1 mirrors); the center of an
/// ellipse. Returns whether the shape has corners or is an ellipse.
pub(super) fn read<R: Real, const N: usize>(
    convex: &Convex<'_, R, N>,
    frame: &Frame,
    sign: f64,
    corners: &mut Vec<Point>,
) -> bool {
    let mut corner =
        |corner: Vector<R, 2>| corners.push(frame.local(corner.map(Scalar::to_f64)).scaled(sign));
    if let Core::Ellipse(shape) = &convex.core {
        corner(shape.center.resized());
        return true;
    }
    plane::each_corner(&convex.core, corner).is_some()
}

/// Rotates corners so that the lowest, among equals the leftmost, is the first, and removes repeated ones.
pub(super) fn tidy(corners: &mut Vec<Point>) {
    let lower = |a: &Point, b: &Point| (a[1], a[0]) < (b[1], b[0]);
    let lowest =
        (1..corners.len()).fold(0, |best, k| if lower(&corners[k], &corners[best]) { k } else { best });
    corners.rotate_left(lowest);
    corners.dedup();
    while corners.len() > 1 && corners.last() == corners.first() {
        corners.pop();
    }
}

/// The order of two directions by their counterclockwise angle from the x axis.
fn by_direction(u: Point, v: Point) -> Ordering {
    let is_down = |way: Point| way[1] < 0.0 || way[1] == 0.0 && way[0] < 0.0;
    let turn = u[0] * v[1] - u[1] * v[0];
    is_down(u).cmp(&is_down(v)).then(0.0f64.total_cmp(&(turn + 0.0)))
}

/// The interval of a line through the origin that is in a disc; `None` if it is empty.
fn in_disc(center: Point, radius: f64, way: Point) -> Option<[f64; 2]> {
    let middle = center.dot(way);
    let across = center - way.scaled(middle);
    let squared = radius * radius - across.dot(across);
    if squared <= 0.0 {
        return None;
    }
    let half = crate::scalar::Real::sqrt(squared);
    Some([middle - half, middle + half])
}

/// The interval of a line that is in front of an edge and within a distance of it; `None` if it is empty.
fn beside(edge: Edge, [start, end]: [Point; 2], radius: f64, from: Point, way: Point) -> Option<[f64; 2]> {
    let along = Vector([-edge.normal[1], edge.normal[0]]);
    let strips =
        [(edge.normal, edge.offset, edge.offset + radius), (along, along.dot(start), along.dot(end))];
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for (across, least, most) in strips {
        let (at, speed) = (across.dot(from), across.dot(way));
        if speed != 0.0 {
            let (a, b) = ((least - at) / speed, (most - at) / speed);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        } else if !(least < at && at < most) {
            return None;
        }
    }
    (enter < leave).then_some([enter, leave])
}
