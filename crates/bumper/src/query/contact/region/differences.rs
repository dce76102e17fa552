//! The differences of the parts of two shapes: which pushes leave them overlapping.

use super::{Area, Point, Side};
use crate::Vector;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// The differences of two shapes' parts that a push of a length may lead into.
pub(super) struct Differences {
    pub(super) each: Vec<Difference>,
    pub(super) radius: f64,
    /// The corners of all cores, one's after the other's, each counterclockwise, and the edges that begin there.
    corners: Vec<Point>,
    edges: Vec<Edge>,
}

/// The difference of two convex parts.
pub(super) struct Difference {
    parts: [usize; 2],
    /// Around it, with its radius.
    pub(super) area: Area,
    corners: Range<usize>,
}

/// An edge of a core.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// Out of the core, of length 1; zero where the edge has no length.
    pub(super) normal: Point,
    /// How far it is from the origin along the normal.
    pub(super) offset: f64,
}

impl Differences {
    /// Those nearer to the origin than a length. `None` where they are more than `most`.
    pub(super) fn new(a: &Side, b: &Side, reach: f64, most: usize) -> Option<Self> {
        let radius = a.radius + b.radius;
        let mut all = Self { each: Vec::new(), radius, corners: Vec::new(), edges: Vec::new() };
        for (i, (first, p)) in a.parts.iter().enumerate() {
            for (j, (second, q)) in b.parts.iter().enumerate() {
                let area = p.difference(q, radius);
                if area.distance() >= reach {
                    continue;
                }
                if all.each.len() == most {
                    return None;
                }
                let start = all.corners.len();
                all.sum(&a.points[first.clone()], &b.points[second.clone()]);
                all.each.push(Difference { parts: [i, j], area, corners: start..all.corners.len() });
            }
        }
        Some(all)
    }

    /// Adds the sum of two convex polygons, which both begin at their lowest corner: their edges by direction (M. de Berg and others,
    /// Computational Geometry, 2008, section 13.3).
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
            // Each turn but the last goes one edge on, so it ends.
            if !first && !second || i == n && j == m {
                break;
            }
        }
        let count = self.corners.len() - start;
        for k in 0..count {
            let (from, to) = (self.corners[start + k], self.corners[start + (k + 1) % count]);
            let way = to - from;
            let length = way.length();
            let normal =
                if length > 0.0 { Vector([way[1], -way[0]]).scaled(1.0 / length) } else { Point::default() };
            self.edges.push(Edge { normal, offset: normal.dot(from) });
        }
    }

    /// The edges of the core of one, each with its corners.
    pub(super) fn edges(&self, of: &Difference) -> impl Iterator<Item = (Edge, Point, Point)> + '_ {
        let Range { start, end } = of.corners;
        let next = move |k: usize| if k + 1 < end { k + 1 } else { start };
        (start..end).map(move |k| (self.edges[k], self.corners[k], self.corners[next(k)]))
    }

    /// How deep a point is in one; below zero outside.
    fn depth(&self, of: &Difference, point: Point) -> f64 {
        let mut inner = f64::INFINITY;
        for (edge, _, _) in self.edges(of).filter(|(edge, ..)| edge.normal != Point::default()) {
            inner = inner.min(edge.offset - edge.normal.dot(point));
        }
        // Of a point or a segment nothing is inside.
        if inner >= 0.0 && of.corners.len() > 2 {
            return self.radius + inner;
        }
        if self.radius == 0.0 && inner < 0.0 {
            return inner;
        }
        let mut nearest = f64::INFINITY;
        for (_, from, to) in self.edges(of) {
            let (way, off) = (to - from, point - from);
            let squared = way.dot(way);
            let place = if squared > 0.0 { (off.dot(way) / squared).clamp(0.0, 1.0) } else { 0.0 };
            nearest = nearest.min((off - way.scaled(place)).length());
        }
        self.radius - nearest
    }

    /// Whether a point is in one, deeper than a tolerance.
    pub(super) fn hold(&self, point: Point, tolerance: f64) -> bool {
        self.each.iter().any(|one| one.area.holds(point) && self.depth(one, point) > tolerance)
    }

    /// The parts whose difference has a point on its rim, but for a tolerance.
    pub(super) fn touching(&self, point: Point, tolerance: f64) -> impl Iterator<Item = [usize; 2]> + '_ {
        let (min, max) = (point - Vector::splat(tolerance), point + Vector::splat(tolerance));
        let near = move |one: &&Difference| {
            one.area.meets(&Area { min, max }) && self.depth(one, point) >= -tolerance
        };
        self.each.iter().filter(near).map(|one| one.parts)
    }

    /// From where to where a line is in one, deeper than a tolerance: as lengths from a point of it along a unit vector.
    pub(super) fn inside(
        &self,
        of: &Difference,
        from: Point,
        way: Point,
        tolerance: f64,
    ) -> Option<[f64; 2]> {
        let radius = self.radius - tolerance;
        if self.radius == 0.0 || radius <= 0.0 {
            return self.behind(of, from, way, radius);
        }
        // All of the core and its rim is behind its edges moved outwards.
        self.behind(of, from, way, radius)?;
        let mut all = if of.corners.len() > 2 { self.behind(of, from, way, 0.0) } else { None };
        let mut with = |next: Option<[f64; 2]>| {
            if let Some([enter, leave]) = next {
                all = Some(all.map_or([enter, leave], |all| [all[0].min(enter), all[1].max(leave)]));
            }
        };
        for (edge, start, end) in self.edges(of) {
            with(in_disc(start - from, radius, way));
            with(beside(edge, [start, end], radius, from, way));
        }
        all
    }

    /// From where to where a line is behind all edges, moved outwards.
    fn behind(&self, of: &Difference, from: Point, way: Point, outwards: f64) -> Option<[f64; 2]> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for k in of.corners.clone() {
            let Edge { normal, offset } = self.edges[k];
            let (room, speed) = (offset + outwards - normal.dot(from), normal.dot(way));
            if speed > 0.0 {
                leave = leave.min(room / speed);
            } else if speed < 0.0 {
                enter = enter.max(room / speed);
            } else if room <= 0.0 && normal != Point::default() {
                return None;
            }
        }
        (enter < leave).then_some([enter, leave])
    }
}

/// The order of directions, counterclockwise from that of x.
fn by_direction(u: Point, v: Point) -> Ordering {
    let is_down = |way: Point| way[1] < 0.0 || way[1] == 0.0 && way[0] < 0.0;
    let turn = u[0] * v[1] - u[1] * v[0];
    is_down(u).cmp(&is_down(v)).then(0.0f64.total_cmp(&(turn + 0.0)))
}

/// From where to where a line through the origin is in a disc.
pub(super) fn in_disc(center: Point, radius: f64, way: Point) -> Option<[f64; 2]> {
    let middle = center.dot(way);
    let across = center - way.scaled(middle);
    let squared = radius * radius - across.dot(across);
    if squared <= 0.0 {
        return None;
    }
    let half = crate::scalar::Real::sqrt(squared);
    Some([middle - half, middle + half])
}

/// From where to where a line is in front of an edge, within a distance.
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
