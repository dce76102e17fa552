//! The boundary of the Minkowski difference of two shapes, and its point nearest to the origin.
//!
//! The boundary consists of sums of an edge of one shape and a corner of the other that is a local support point along the edge's normal.
//! Reflex corners contribute nothing, because the shape lies on both sides of every line through one (E. Behar and J.-M. Lien, Fast and
//! robust 2D Minkowski sum using reduced convolution, IROS 2011). With a radius, the edges are offset outwards, and arcs around sums of two
//! corners join them.
//!
//! Every curve is split at its point nearest to the origin, so that the distance grows along each stretch. The stretch whose beginning is
//! nearest is taken from a priority queue. If a part difference contains its beginning, it is shortened to where it leaves that difference,
//! and goes back into the queue. Otherwise its beginning is the nearest point.

use super::differences::{Difference, Differences};
use super::frame::Frame;
use super::{Area, Point};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::Mapped;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The largest number of stretches. With more, the search would take milliseconds and is given up.
const MOST: usize = 10_000;

/// A curve along which the distance from the origin grows.
#[derive(Clone, Copy)]
enum Curve {
    /// A line from its point nearest to the origin; its parameter is the length along a unit vector.
    Line { foot: Point, way: Point },
    /// An arc from the direction `axes[0]` towards `axes[1]`; its parameter is the tangent of half the angle.
    Circle { center: Point, axes: [Point; 2] },
}

/// A curve between two parameters.
#[derive(Clone, Copy)]
struct Stretch {
    curve: Curve,
    at: f64,
    end: f64,
}

/// A corner counts as a local support point if its neighbours are in front of it by at most this fraction of their distance: of edges that
/// are parallel except for rounding, both ends are support points. A superfluous candidate does no harm.
const ACROSS: f64 = 1e-9;

/// The number of arcs that a circle is divided into, and the cosine and sine of their angle.
const SAMPLES: usize = 32;
const TURN: [f64; 2] = [0.980_785_280_403_230_4, 0.195_090_322_016_128_25];

/// The number of bisections between two samples to find an extremum.
const HALVINGS: usize = 50;

/// A convex corner of an outline.
struct Corner {
    at: Point,
    /// The vectors to the neighbouring corners.
    beside: [Point; 2],
    /// The largest distances by which the neighbours may be in front of the corner.
    across: [f64; 2],
}

/// The convex corners of an outline that `keep` accepts.
fn outward(outline: &[Point], keep: impl Fn(Area) -> bool) -> Vec<Corner> {
    let n = outline.len();
    let corners = (0..n).filter(|&k| keep(Area::of_two(outline[k], outline[k]))).map(|k| {
        let (before, at, next) = (outline[(k + n - 1) % n], outline[k], outline[(k + 1) % n]);
        let beside = [before - at, next - at];
        Corner { at, beside, across: beside.mapped(|beside| beside.length() * ACROSS) }
    });
    // All corners of a point or segment are convex.
    corners.filter(|Corner { beside: [u, v], .. }| n < 3 || v[0] * u[1] - v[1] * u[0] > 0.0).collect()
}

/// The stretches of the boundary that may contain the nearest point, in local coordinates; lengths are in world coordinates.
pub(super) struct Rim {
    frame: Frame,
    stretches: Vec<Stretch>,
    /// The indices of the stretches, by the squared distance of their beginnings from the origin. Distances are stored as bits, which have
    /// the same order because they are not negative.
    near: BinaryHeap<Reverse<(u64, usize)>>,
    radius: f64,
    /// The squared distance from which on stretches are ignored.
    reach: f64,
}

impl Rim {
    /// The boundary of the sum of two outlines, the second one mirrored, within a distance from the origin. `None` if it has too many
    /// stretches.
    pub(super) fn new(a: &[Point], b: &[Point], frame: Frame, radius: f64, reach: f64) -> Option<Self> {
        let (stretches, near) = (Vec::new(), BinaryHeap::new());
        let mut rim = Self { frame, stretches, near, radius, reach: reach * reach };
        let (around, other) = (Area::around(a)?, Area::around(b)?);
        // An edge or corner whose sum with the bounding box of the other shape is out of reach contributes nothing.
        let near =
            move |other: Area| move |part: Area| part.difference(&other, radius).distance(&frame) < reach;
        let (p, q) = (outward(a, near(other)), outward(b, near(around)));
        rim.edges(a, &q, near(other))?;
        rim.edges(b, &p, near(around))?;
        if radius > 0.0 {
            p.iter().try_for_each(|p| q.iter().try_for_each(|q| rim.arc(p, q)))?;
        }
        Some(rim)
    }

    /// Adds the sums of the edges of an outline that `keep` accepts and the other shape's corners that are support points along their
    /// normals.
    fn edges(&mut self, outline: &[Point], corners: &[Corner], keep: impl Fn(Area) -> bool) -> Option<()> {
        let n = outline.len();
        for k in 0..n {
            let (from, to) = (outline[k], outline[(k + 1) % n]);
            let length = if keep(Area::of_two(from, to)) { (to - from).length() } else { 0.0 };
            if length <= 0.0 {
                continue;
            }
            let way = (to - from).scaled(1.0 / length);
            let normal = Vector([way[1], -way[0]]);
            for corner in corners {
                if (0..2).any(|k| normal.dot(corner.beside[k]) > corner.across[k]) {
                    continue;
                }
                let start = from + corner.at + normal.scaled(self.radius);
                let middle = -self.frame.dot(start, way) / self.frame.dot(way, way);
                let foot = start + way.scaled(middle);
                if self.frame.dot(foot, foot) >= self.reach {
                    continue;
                }
                self.offer(Curve::Line { foot, way }, -middle, length - middle)?;
                self.offer(Curve::Line { foot, way: -way }, middle - length, middle)?;
            }
        }
        Some(())
    }

    /// Adds the arc around the sum of two corners, over the directions in which both are support points.
    fn arc(&mut self, p: &Corner, q: &Corner) -> Option<()> {
        let center = p.at + q.at;
        let length = center.length();
        let away = (length - self.radius) * self.frame.least();
        if away * away >= self.reach {
            return Some(());
        }
        if !self.frame.is_identity() {
            let mut all = Some(());
            self.each_ascent(center, &mut |rim, to, aside, end| {
                all = all.and_then(|()| rim.part_of_arc([p, q], center, [to, aside], end));
            });
            return all;
        }
        let to = if length > 0.0 { center.scaled(-1.0 / length) } else { Vector([1.0, 0.0]) };
        for aside in [Vector([-to[1], to[0]]), Vector([to[1], -to[0]])] {
            self.part_of_arc([p, q], center, [to, aside], f64::INFINITY)?;
        }
        Some(())
    }

    /// Adds the part of an arc from a direction to one side, up to `end`, the tangent of half the angle.
    fn part_of_arc(
        &mut self,
        [p, q]: [&Corner; 2],
        center: Point,
        [to, aside]: [Point; 2],
        mut end: f64,
    ) -> Option<()> {
        let mut at = 0.0f64;
        for beside in p.beside.iter().chain(&q.beside) {
            let (ahead, across) = (beside.dot(to), beside.dot(aside));
            // The parameter of the direction that is perpendicular to this edge.
            let tangent = ahead.abs() / (beside.length() - across * ahead.signum());
            if ahead > 0.0 {
                at = at.max(tangent);
            } else if ahead < 0.0 {
                end = end.min(tangent);
            } else if across > 0.0 {
                end = at;
            }
        }
        self.offer(Curve::Circle { center, axes: [to, aside] }, at, end)
    }

    /// Calls `each` with the arcs of a circle along which the distance from the origin grows: the first direction, the side to which the
    /// arc goes, and the tangent of half its angle. The distance has at most four extrema, which are found by bisection between [`SAMPLES`]
    /// directions.
    fn each_ascent(&mut self, center: Point, each: &mut dyn FnMut(&mut Self, Point, Point, f64)) {
        let (frame, radius) = (self.frame, self.radius);
        let left = |v: Point| Vector([-v[1], v[0]]);
        // Proportional to the derivative of the squared distance as the direction rotates counterclockwise.
        let slope = |to: Point| frame.dot(center + to.scaled(radius), left(to));
        let [cosine, sine] = TURN;
        let mut from = Vector([1.0, 0.0]);
        for _ in 0..SAMPLES {
            let turned = from.scaled(cosine) + left(from).scaled(sine);
            let to = turned.scaled(1.0 / turned.length());
            let mut part = |from: Point, to: Point, is_rising: bool| {
                let end = (from[0] * to[1] - from[1] * to[0]) / (1.0 + from.dot(to));
                match is_rising {
                    true => each(self, from, left(from), end),
                    false => each(self, to, -left(to), end),
                }
            };
            let (first, last) = (slope(from) > 0.0, slope(to) > 0.0);
            if first == last {
                part(from, to, first);
            } else {
                let (mut low, mut high) = (from, to);
                for _ in 0..HALVINGS {
                    let middle = low + high;
                    let middle = middle.scaled(1.0 / middle.length());
                    if (slope(middle) > 0.0) == first { low = middle } else { high = middle }
                }
                part(from, low, first);
                part(low, to, last);
            }
            from = to;
        }
    }

    /// Adds a stretch, unless it is empty or out of reach. `None` if there are too many.
    fn offer(&mut self, curve: Curve, at: f64, end: f64) -> Option<()> {
        let at = at.max(0.0);
        if let Some(squared) = self.squared(curve, at, end) {
            self.near.push(Reverse((squared, self.stretches.len())));
            self.stretches.push(Stretch { curve, at, end });
        }
        (self.stretches.len() < MOST).then_some(())
    }

    /// The squared distance of the beginning of a stretch, as bits; `None` if the stretch is empty or out of reach.
    fn squared(&self, curve: Curve, at: f64, end: f64) -> Option<u64> {
        let begin = self.place(curve, at);
        let squared = self.frame.dot(begin, begin);
        // Also false for NaN.
        (at < end && squared < self.reach).then(|| squared.to_bits())
    }

    fn place(&self, curve: Curve, at: f64) -> Point {
        match curve {
            Curve::Line { foot, way } => foot + way.scaled(at),
            Curve::Circle { center, axes: [to, aside] } => {
                let scale = self.radius / (1.0 + at * at);
                center + (to.scaled(1.0 - at * at) + aside.scaled(2.0 * at)).scaled(scale)
            }
        }
    }

    /// The nearest boundary point that no difference contains, neither a known one nor one that `find` adds for it. `None` if none is in
    /// reach.
    pub(super) fn nearest(
        mut self,
        differences: &mut Differences,
        find: &mut dyn FnMut(&mut Differences, Point),
    ) -> Option<Point> {
        while let Some(Reverse((_, next))) = self.near.pop() {
            let Stretch { curve, at, end } = self.stretches[next];
            let place = self.place(curve, at);
            let held = differences.holder(place).or_else(|| {
                find(differences, place);
                differences.holder(place)
            });
            let Some(holder) = held else { return Some(place) };
            let leave = match curve {
                Curve::Line { foot, way } => differences.leave(&holder, foot, way),
                Curve::Circle { center, axes } => self.leave(differences, &holder, center, axes, at),
            };
            if leave > at
                && let Some(squared) = self.squared(curve, leave, end)
            {
                self.stretches[next].at = leave;
                self.near.push(Reverse((squared, next)));
            }
        }
        None
    }

    /// The parameter at which an arc next meets the boundary of a difference; infinite if it does not.
    fn leave(
        &self,
        differences: &Differences,
        of: &Difference,
        center: Point,
        [to, aside]: [Point; 2],
        at: f64,
    ) -> f64 {
        let mut next = f64::INFINITY;
        let mut meet = |place: Point| {
            let off = place - center;
            let tangent = off.dot(aside) / (self.radius + off.dot(to));
            if tangent > at && tangent < next {
                next = tangent;
            }
        };
        for (edge, from, to) in differences.edges(of) {
            each_on_edge(
                center,
                self.radius,
                [from, to].mapped(|c| c + edge.normal.scaled(self.radius)),
                &mut meet,
            );
            each_on_circle(center, self.radius, from, &mut meet);
        }
        next
    }
}

/// Calls `each` with the intersections of a circle and an edge.
fn each_on_edge(center: Point, radius: f64, [from, to]: [Point; 2], each: &mut impl FnMut(Point)) {
    let (way, off) = (to - from, center - from);
    let squared = way.dot(way);
    let middle = off.dot(way) / squared;
    let across = off - way.scaled(middle);
    let rest = radius * radius - across.dot(across);
    // Also false for an edge without length.
    if rest >= 0.0 {
        let half = Real::sqrt(rest / squared);
        let on = [middle - half, middle + half].into_iter().filter(|place| (0.0..=1.0).contains(place));
        on.for_each(|place| each(from + way.scaled(place)));
    }
}

/// Calls `each` with the intersections of two circles of the same radius.
fn each_on_circle(center: Point, radius: f64, other: Point, each: &mut impl FnMut(Point)) {
    let way = other - center;
    let squared = way.dot(way);
    let rest = radius * radius / squared - 0.25;
    // Also false for the same circle.
    if rest >= 0.0 && squared > 0.0 {
        let across = Vector([-way[1], way[0]]).scaled(Real::sqrt(rest));
        let middle = center + way.scaled(0.5);
        each(middle + across);
        each(middle - across);
    }
}
