//! The boundary of the Minkowski difference of two shapes, and its point nearest to the origin.
//!
//! The boundary consists of translated edges. Each is the sum of an edge of one shape and a corner of the other shape, if this corner is a
//! local support point along the normal of the edge. Reflex corners are never local support points, because the shape lies on both sides of
//! every line through such a corner (E. Behar and J.-M. Lien, Fast and robust 2D Minkowski sum using reduced convolution, IROS 2011). If
//! the shapes have a radius, the edges are moved outwards by the radius. Arcs around sums of two corners then fill the gaps between them.
//!
//! Not all edges and arcs found this way are on the boundary of the whole Minkowski difference: some lie inside the Minkowski difference of
//! a pair of convex parts. So each curve is split at its point nearest to the origin, which gives segments along which the distance from
//! the origin increases. A priority queue returns the segment whose start is nearest to the origin. If the Minkowski difference of two
//! convex parts contains this start, the segment is shortened to begin where it leaves that difference, and goes back into the queue.
//! Otherwise its start is the nearest point of the boundary.

use super::differences::{Difference, Differences};
use super::frame::EllipseFrame;
use super::{PlaneBox, Point};
use crate::Vector;
use crate::composite::tolerance::SUPPORT_TOLERANCE;
use crate::scalar::Real;
use crate::vector::Mapped;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The number of curve segments up to which the search takes about a millisecond. With more segments, the largest distance is shortened
/// first, which saves more time than it costs.
pub(super) const FEW_SEGMENTS: usize = 5_000;

/// The largest number of curve segments. With more segments, the search would take tens of milliseconds, so it is abandoned.
pub(super) const MAX_SEGMENTS: usize = 20_000;

/// The largest number of pairs of an edge and a corner that are tested for each permitted curve segment.
const TESTS: usize = 50;

/// The number of successive edges or corners that are tested together.
const BLOCK: usize = 16;

/// A curve along which the distance from the origin increases with the parameter, for parameters from 0 on.
#[derive(Clone, Copy)]
enum Curve {
    /// A line, stored as `foot`, its point nearest to the origin, and a unit direction. The parameter of a point is its distance from
    /// `foot`.
    Line { foot: Point, direction: Point },
    /// An arc of a circle around `center`. It begins in the direction `axes[0]` and turns towards the perpendicular direction `axes[1]`.
    /// The parameter is the tangent of half the angle from `axes[0]`.
    Circle { center: Point, axes: [Point; 2] },
}

/// The part of a curve between two parameters.
#[derive(Clone, Copy)]
struct CurveSegment {
    curve: Curve,
    start: f64,
    end: f64,
}

/// The number of points on a circle that are sampled to find the extrema of its distance from the origin. `TURN` is the cosine and sine of
/// the angle between two successive samples.
const SAMPLES: usize = 32;
const TURN: [f64; 2] = [0.980_785_280_403_230_4, 0.195_090_322_016_128_25];

/// The number of bisections between two samples of a circle that find an extremum.
const HALVINGS: usize = 50;

/// A convex corner of an outline.
struct Corner {
    position: Point,
    /// The vectors from this corner to the two neighbouring corners.
    neighbours: [Point; 2],
    /// For each neighbour, [`SUPPORT_TOLERANCE`] as a length: by how much the neighbour may be farther in a direction than this corner
    /// while this corner still counts as a support point.
    tolerances: [f64; 2],
}

/// The convex corners of an outline for which `is_relevant` returns true.
fn convex_corners(outline: &[Point], is_relevant: impl Fn(PlaneBox) -> bool) -> Vec<Corner> {
    let n = outline.len();
    let corners = (0..n).filter(|&k| is_relevant(PlaneBox::of_two(outline[k], outline[k]))).map(|k| {
        let before = outline[(k + n - 1) % n];
        let position = outline[k];
        let next = outline[(k + 1) % n];
        let neighbours = [before - position, next - position];
        Corner {
            position,
            neighbours,
            tolerances: neighbours.mapped(|delta| delta.length() * SUPPORT_TOLERANCE),
        }
    });
    // The corners of a point or segment have no area between their neighbours, but count as convex.
    corners.filter(|Corner { neighbours: [u, v], .. }| n < 3 || v[0] * u[1] - v[1] * u[0] > 0.0).collect()
}

/// Successive convex corners of an outline, which are tested together.
struct CornerBlock {
    corners: Vec<Corner>,
    area: PlaneBox,
    /// Bounds of the vectors to the neighbours of the corners, each divided by its length.
    neighbours: [PlaneBox; 2],
}

impl CornerBlock {
    fn of_corners(corners: Vec<Corner>) -> Vec<Self> {
        let mut blocks: Vec<Self> = Vec::with_capacity(corners.len() / BLOCK + 1);
        for corner in corners {
            let area = PlaneBox::of_two(corner.position, corner.position);
            let neighbours = corner.neighbours.mapped(|delta| {
                let length = delta.length();
                let unit = if length > 0.0 { delta.scaled(1.0 / length) } else { delta };
                PlaneBox::of_two(unit, unit)
            });
            match blocks.last_mut().filter(|block| block.corners.len() < BLOCK) {
                Some(block) => {
                    block.area = block.area.union(area);
                    block.neighbours = [0, 1].mapped(|k: usize| block.neighbours[k].union(neighbours[k]));
                    block.corners.push(corner);
                }
                None => blocks.push(Self { corners: Vec::from([corner]), area, neighbours }),
            }
        }
        blocks
    }

    /// Whether a corner of the block may be a support point along a normal: whether its neighbours are not in front of it.
    fn has_support(&self, normal: Point) -> bool {
        self.neighbours.iter().all(|area| {
            let least = normal.zip(area.min, |n, min| n * min);
            let most = normal.zip(area.max, |n, max| n * max);
            least[0].min(most[0]) + least[1].min(most[1]) <= SUPPORT_TOLERANCE
        })
    }
}

/// The segments of boundary curves that may contain the point nearest to the origin. Points are in the local coordinates of
/// [`EllipseFrame`], distances in world coordinates.
pub(super) struct Boundary {
    frame: EllipseFrame,
    segments: Vec<CurveSegment>,
    /// A priority queue of segments: the squared distance of the start of a segment from the origin, and the index of the segment. The
    /// distance is stored as the bits of a float. Bits of floats that are not negative have the same order as the floats.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    radius: f64,
    /// The range of squared distances from the origin in which points are searched: from the first number up to, but not including, the
    /// second.
    range_squared: [f64; 2],
    /// The number of segments that may still be added, and of pairs that may still be tested.
    segments_left: usize,
    tests_left: usize,
}

impl Boundary {
    /// Collects the segments of the boundary whose distances from the origin are in a range. `a` and `b` are the outlines of the two
    /// shapes, the second one already reflected through the origin. All points nearer than the range must be in the Minkowski difference.
    /// `None` if there are more than `max_segments` segments.
    pub(super) fn new(
        [a, b]: [&[Point]; 2],
        differences: &Differences,
        [covered, max_distance]: [f64; 2],
        max_segments: usize,
    ) -> Option<Self> {
        let frame = differences.frame;
        let radius = differences.radius;
        let covered = covered * (1.0 - SUPPORT_TOLERANCE);
        let mut boundary = Self {
            frame,
            segments: Vec::new(),
            queue: BinaryHeap::new(),
            radius,
            range_squared: [covered * covered, max_distance * max_distance],
            segments_left: max_segments,
            tests_left: max_segments * TESTS,
        };
        let first_bounds = PlaneBox::of_points(a)?;
        let second_bounds = PlaneBox::of_points(b)?;
        // `is_near` tests an edge or corner of one shape by its box. If the Minkowski sum of this box and the bounding box of the other
        // shape is too far away from the origin, the edge or corner contributes nothing.
        let is_near = move |bounds: PlaneBox| {
            move |part: PlaneBox| part.minkowski_sum(&bounds, radius).distance(&frame) < max_distance
        };
        let p = CornerBlock::of_corners(convex_corners(a, is_near(second_bounds)));
        let q = CornerBlock::of_corners(convex_corners(b, is_near(first_bounds)));
        boundary.edges(a, &q)?;
        boundary.edges(b, &p)?;
        if radius > 0.0 {
            for (p, q) in p.iter().flat_map(|p| q.iter().map(move |q| (p, q))) {
                if boundary.is_relevant(p.area, q.area) {
                    p.corners
                        .iter()
                        .try_for_each(|p| q.corners.iter().try_for_each(|q| boundary.arc(p, q)))?;
                }
            }
        }
        Some(boundary)
    }

    /// Whether a sum of a point of one box and a point of the other box, moved by the radius, may be in the range of distances.
    fn is_relevant(&self, a: PlaneBox, b: PlaneBox) -> bool {
        let sum = a.minkowski_sum(&b, self.radius);
        let near = sum.distance(&self.frame);
        let far = self.frame.stretched(sum.min.zip(sum.max, |min, max| max.max(-min))).length();
        near * near < self.range_squared[1] && far * far >= self.range_squared[0]
    }

    /// Adds sums of an edge of `outline` and a corner of the other shape, if the corner is a support point along the normal of the edge.
    fn edges(&mut self, outline: &[Point], corners: &[CornerBlock]) -> Option<()> {
        let n = outline.len();
        let end = |k: usize| outline[if k < n { k } else { 0 }];
        for first in (0..n).step_by(BLOCK) {
            let edges = first..n.min(first + BLOCK);
            let points = edges.clone().map(|k| PlaneBox::of_two(end(k), end(k + 1)));
            let Some(area) = points.reduce(PlaneBox::union) else { continue };
            for block in corners.iter() {
                if !self.is_relevant(area, block.area) {
                    continue;
                }
                for k in edges.clone() {
                    self.edge([end(k), end(k + 1)], block)?;
                }
            }
        }
        Some(())
    }

    /// Adds sums of an edge and the corners of a block that are support points along the normal of the edge.
    fn edge(&mut self, [from, to]: [Point; 2], block: &CornerBlock) -> Option<()> {
        let length = (to - from).length();
        if !(length > 0.0 && self.is_relevant(PlaneBox::of_two(from, to), block.area)) {
            return Some(());
        }
        let direction = (to - from).scaled(1.0 / length);
        let normal = Vector([direction[1], -direction[0]]);
        if !block.has_support(normal) {
            return Some(());
        }
        self.tests_left = self.tests_left.checked_sub(block.corners.len())?;
        for corner in &block.corners {
            if (0..2).any(|k| normal.dot(corner.neighbours[k]) > corner.tolerances[k]) {
                continue;
            }
            let start = from + corner.position + normal.scaled(self.radius);
            let middle = -self.frame.dot(start, direction) / self.frame.dot(direction, direction);
            let foot = start + direction.scaled(middle);
            if self.frame.dot(foot, foot) >= self.range_squared[1] {
                continue;
            }
            self.add(Curve::Line { foot, direction }, -middle, length - middle)?;
            self.add(Curve::Line { foot, direction: -direction }, middle - length, middle)?;
        }
        Some(())
    }

    /// Adds the arc around the sum of two corners, one of each shape. It extends over the directions where both corners are support points.
    fn arc(&mut self, p: &Corner, q: &Corner) -> Option<()> {
        let center = p.position + q.position;
        let length = center.length();
        let distance = (length - self.radius) * self.frame.min_scale();
        self.tests_left = self.tests_left.checked_sub(1)?;
        if distance * distance >= self.range_squared[1] {
            return Some(());
        }
        if !self.frame.is_identity() {
            let mut all = Some(());
            self.each_ascent(center, &mut |boundary, to, aside, end| {
                all = all.and_then(|()| boundary.part_of_arc([p, q], center, [to, aside], end));
            });
            return all;
        }
        let to = if length > 0.0 { center.scaled(-1.0 / length) } else { Vector([1.0, 0.0]) };
        for aside in [Vector([-to[1], to[0]]), Vector([to[1], -to[0]])] {
            self.part_of_arc([p, q], center, [to, aside], f64::INFINITY)?;
        }
        Some(())
    }

    /// Adds a part of the arc around `center`, the sum of two corners. The part begins in the direction `to` and turns towards the
    /// perpendicular direction `aside`, at most to the angle whose half has the tangent `end`. The part is shortened to the directions
    /// where both corners are support points.
    fn part_of_arc(
        &mut self,
        [p, q]: [&Corner; 2],
        center: Point,
        [to, aside]: [Point; 2],
        mut end: f64,
    ) -> Option<()> {
        let mut start = 0.0f64;
        for delta in p.neighbours.iter().chain(&q.neighbours) {
            let ahead = delta.dot(to);
            let sideways = delta.dot(aside);
            // The parameter of the direction that is perpendicular to `delta`. The neighbour and the corner are equally far in this
            // direction: on one side of it the corner is farther, on the other side the neighbour.
            let tangent = ahead.abs() / (delta.length() - sideways * ahead.signum());
            if ahead > 0.0 {
                start = start.max(tangent);
            } else if ahead < 0.0 {
                end = end.min(tangent);
            } else if sideways > 0.0 {
                end = start;
            }
        }
        self.add(Curve::Circle { center, axes: [to, aside] }, start, end)
    }

    /// Splits a circle into arcs along which the distance from the origin increases, and calls `each` with them. An arc is given by its
    /// first direction, the perpendicular direction towards which it turns, and the tangent of half its angle. The splits are at the
    /// extrema of the distance, at most four, which are found by bisection between [`SAMPLES`] directions.
    fn each_ascent(&mut self, center: Point, each: &mut dyn FnMut(&mut Self, Point, Point, f64)) {
        let frame = self.frame;
        let radius = self.radius;
        let left = |v: Point| Vector([-v[1], v[0]]);
        // Positive if the squared distance from the origin increases in the counterclockwise direction.
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
            let first = slope(from) > 0.0;
            let last = slope(to) > 0.0;
            if first == last {
                part(from, to, first);
            } else {
                let mut low = from;
                let mut high = to;
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

    /// Adds a curve segment, unless it is empty or too far away from the origin. `None` if there are too many segments.
    fn add(&mut self, curve: Curve, start: f64, end: f64) -> Option<()> {
        let start = start.max(self.covered_parameter(curve));
        if let Some(squared) = self.squared(curve, start, end) {
            self.segments_left = self.segments_left.checked_sub(1)?;
            self.queue.push(Reverse((squared, self.segments.len())));
            self.segments.push(CurveSegment { curve, start, end });
        }
        Some(())
    }

    /// The parameter at which a line reaches the range of distances; zero if it begins there, and for arcs.
    fn covered_parameter(&self, curve: Curve) -> f64 {
        match curve {
            Curve::Line { foot, direction } => {
                let missing = self.range_squared[0] - self.frame.dot(foot, foot);
                if missing > 0.0 { Real::sqrt(missing / self.frame.dot(direction, direction)) } else { 0.0 }
            }
            Curve::Circle { .. } => 0.0,
        }
    }

    /// The squared distance of the start of a curve segment from the origin, as the bits of a float; `None` if the segment is empty or too
    /// far away.
    fn squared(&self, curve: Curve, start: f64, end: f64) -> Option<u64> {
        let begin = self.point(curve, start);
        let squared = self.frame.dot(begin, begin);
        // The condition is also false if the squared distance is NaN.
        (start < end && squared < self.range_squared[1]).then(|| squared.to_bits())
    }

    fn point(&self, curve: Curve, at: f64) -> Point {
        match curve {
            Curve::Line { foot, direction } => foot + direction.scaled(at),
            Curve::Circle { center, axes: [to, aside] } => {
                let scale = self.radius / (1.0 + at * at);
                center + (to.scaled(1.0 - at * at) + aside.scaled(2.0 * at)).scaled(scale)
            }
        }
    }

    /// The point of the collected segments that is nearest to the origin and that no part difference (the Minkowski difference of two
    /// convex parts) contains. `find` searches for a part difference that contains a point and adds it to `differences`. `None` if there is
    /// no such point within the largest distance.
    pub(super) fn nearest(
        mut self,
        differences: &mut Differences,
        find: &mut dyn FnMut(&mut Differences, Point),
    ) -> Option<Point> {
        while let Some(Reverse((_, next))) = self.queue.pop() {
            let CurveSegment { curve, start, end } = self.segments[next];
            let point = self.point(curve, start);
            let found = differences.containing(point).or_else(|| {
                find(differences, point);
                differences.containing(point)
            });
            let Some(difference) = found else { return Some(point) };
            let exit = match curve {
                Curve::Line { foot, direction } => differences.exit_parameter(&difference, foot, direction),
                Curve::Circle { center, axes } => {
                    self.exit_parameter(differences, &difference, center, axes, start)
                }
            };
            if exit > start
                && let Some(squared) = self.squared(curve, exit, end)
            {
                self.segments[next].start = exit;
                self.queue.push(Reverse((squared, next)));
            }
        }
        None
    }

    /// The smallest parameter after `start` at which an arc may leave the Minkowski difference of two parts: the next intersection with its
    /// boundary. Infinite if there is none.
    fn exit_parameter(
        &self,
        differences: &Differences,
        of: &Difference,
        center: Point,
        [to, aside]: [Point; 2],
        start: f64,
    ) -> f64 {
        let mut next = f64::INFINITY;
        let mut visit = |point: Point| {
            let offset = point - center;
            let tangent = offset.dot(aside) / (self.radius + offset.dot(to));
            if tangent > start && tangent < next {
                next = tangent;
            }
        };
        for (edge, [from, to]) in differences.edges(of) {
            intersect_edge(
                center,
                self.radius,
                [from, to].mapped(|c| c + edge.normal.scaled(self.radius)),
                &mut visit,
            );
            intersect_circle(center, self.radius, from, &mut visit);
        }
        next
    }
}

/// Calls `each` with the intersections of a circle and an edge.
fn intersect_edge(center: Point, radius: f64, [from, to]: [Point; 2], each: &mut impl FnMut(Point)) {
    let direction = to - from;
    let offset = center - from;
    let squared = direction.dot(direction);
    let middle = offset.dot(direction) / squared;
    let perpendicular = offset - direction.scaled(middle);
    let rest = radius * radius - perpendicular.dot(perpendicular);
    // The condition is also false if the edge has length zero, because `rest` is then NaN.
    if rest >= 0.0 {
        let half = Real::sqrt(rest / squared);
        let on = [middle - half, middle + half].into_iter().filter(|t| (0.0..=1.0).contains(t));
        on.for_each(|t| each(from + direction.scaled(t)));
    }
}

/// Calls `each` with the intersections of two circles of the same radius.
fn intersect_circle(center: Point, radius: f64, other: Point, each: &mut impl FnMut(Point)) {
    let delta = other - center;
    let squared = delta.dot(delta);
    let rest = radius * radius / squared - 0.25;
    // The condition is also false if both circles are equal.
    if rest >= 0.0 && squared > 0.0 {
        let half_chord = Vector([-delta[1], delta[0]]).scaled(Real::sqrt(rest));
        let middle = center + delta.scaled(0.5);
        each(middle + half_chord);
        each(middle - half_chord);
    }
}
