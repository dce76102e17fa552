//! The fewest corners that stand for an outline.

use super::{Corners, Point};
use crate::Vector;
use crate::scalar::Real;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A closed line: its corners and, between each two of them, the middle.
pub(super) struct Line {
    points: Vec<Point>,
    /// Which points must stay.
    kept: Vec<bool>,
    /// Twice the area to the left of the line from its first point to each, seen from the origin.
    swept: Vec<f64>,
    /// The least and greatest coordinates of all points, of the halves of them, and so on; from the middle on of each point.
    around: Vec<[Point; 2]>,
}

/// To a point: how many edges there are on the way, twice the area that they move, and the point before.
type Way = (usize, f64, usize);

/// How many points an edge of a polygon stands for at most; fewer on long outlines, of which so many pairs are looked at.
const REACH: usize = 4000;
const LEAST_REACH: usize = 500;
const PAIRS: usize = 1 << 26;

/// What rounding may add to a distance, in pixels: far more than it does on the largest mask, and far less than what is seen.
const SLACK: f64 = 1e-9;

impl Line {
    pub(super) fn new(outline: &[Vector<i32, 2>], cuts: &[(usize, i32)]) -> Self {
        let n = outline.len();
        let mut points = Vec::with_capacity(2 * n);
        let mut kept = Vec::with_capacity(2 * n);
        for k in 0..n {
            let (corner, next) = (outline[k].map(f64::from), outline[(k + 1) % n].map(f64::from));
            points.extend([corner, (corner + next).scaled(0.5)]);
            kept.extend([cuts.iter().any(|(axis, place)| outline[k][*axis] == *place), false]);
        }
        Self { points, kept, swept: Vec::new(), around: Vec::new() }
    }

    /// Turns the line so that a point is its first.
    fn start_at(&mut self, first: usize) {
        self.points.rotate_left(first);
        self.kept.rotate_left(first);
        let n = self.points.len();
        let mut sum = 0.0;
        self.swept = vec![0.0];
        for k in 0..n {
            sum += cross(self.points[k], self.points[(k + 1) % n]);
            self.swept.push(sum);
        }
        let leaves = n.next_power_of_two();
        let nothing = [Vector([f64::INFINITY; 2]), Vector([f64::NEG_INFINITY; 2])];
        self.around = vec![nothing; 2 * leaves];
        self.around[leaves..].iter_mut().zip(&self.points).for_each(|(around, point)| *around = [*point; 2]);
        for node in (1..leaves).rev() {
            let [[p, q], [u, v]] = [self.around[2 * node], self.around[2 * node + 1]];
            self.around[node] = [p.zip(u, f64::min), q.zip(v, f64::max)];
        }
    }

    /// Whether all points from one to before another are near an edge.
    fn are_near(&self, points: Range<usize>, edge: &Edge) -> bool {
        let leaves = self.around.len() / 2;
        let (mut from, mut to) = (leaves + points.start, leaves + points.end);
        // The fewest nodes that hold these points and no others, from both sides (the usual walk up a segment tree).
        while from < to {
            if from % 2 == 1 {
                if !self.is_near(from, edge) {
                    return false;
                }
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                if !self.is_near(to, edge) {
                    return false;
                }
            }
            (from, to) = (from / 2, to / 2);
        }
        true
    }

    /// Whether all points of a node are near an edge: what is near is convex, so that a box is if its corners are.
    fn is_near(&self, node: usize, edge: &Edge) -> bool {
        let [min, max] = self.around[node];
        if node >= self.around.len() / 2 {
            return edge.is_near(min);
        }
        let corners = [min, max, Vector([min[0], max[1]]), Vector([max[0], min[1]])];
        corners.into_iter().all(|corner| edge.is_near(corner))
            || self.is_near(2 * node, edge) && self.is_near(2 * node + 1, edge)
    }

    /// A polygon of few corners that is nowhere farther from the line than a tolerance, and the other way round.
    pub(super) fn simplified(mut self, tolerance: f64) -> Corners {
        // From a corner far out, which a good polygon has; then once more from a corner of what that gave.
        let kept = self.kept.iter().position(|kept| *kept);
        let reach = |k: &usize| {
            let p = self.points[*k];
            (-(p[0] + p[1]) * 2.0) as i64
        };
        let first = kept.or_else(|| (0..self.points.len()).step_by(2).max_by_key(reach)).unwrap_or(0);
        self.start_at(first);
        let once = self.fewest(tolerance);
        if kept.is_none() {
            self.start_at(once[once.len() / 2]);
            let again = self.fewest(tolerance);
            if again.len() <= once.len() {
                return again.iter().map(|k| self.points[*k]).collect();
            }
            let back = self.points.len() - once[once.len() / 2];
            self.start_at(back % self.points.len());
        }
        once.iter().map(|k| self.points[*k]).collect()
    }

    /// The points of a polygon of the fewest corners, among them the first.
    fn fewest(&self, tolerance: f64) -> Vec<usize> {
        let n = self.points.len();
        let mut best: Vec<Way> = vec![(usize::MAX, 0.0, 0); n + 1];
        best[0] = (0, 0.0, 0);
        (0..n).for_each(|from| self.go_on(from, tolerance, &mut best));
        let mut corners = Vec::new();
        let mut at = n;
        while at > 0 {
            at = best[at].2;
            corners.push(at);
        }
        corners.reverse();
        corners
    }

    /// The way to a point and from there by one more edge, if that is better than the best so far.
    fn better(&self, from: usize, to: usize, best: &[Way]) -> Option<Way> {
        let (count, moved, _) = best[from];
        let (p, q) = (self.points[from], self.points[to % self.points.len()]);
        let area = (self.swept[to] - self.swept[from] - cross(p, q)).abs();
        let next = (count + 1, moved + area, from);
        ((next.0, next.1) < (best[to].0, best[to].1)).then_some(next)
    }

    /// Goes on from a point to all those beyond it to which a straight edge may go.
    fn go_on(&self, from: usize, tolerance: f64, best: &mut [Way]) {
        let n = self.points.len();
        let start = self.points[from];
        let limit = (tolerance + SLACK) * (tolerance + SLACK);
        let reach = (PAIRS / n).clamp(LEAST_REACH, REACH);
        // The directions in which every point so far is near the line: from the right hand to the left.
        let mut wedge: Option<(Point, Point)> = None;
        let mut farthest = 0.0f64;
        for to in from + 1..=(from + reach).min(n) {
            let way = self.points[to % n] - start;
            let squared = way.dot(way);
            let within =
                wedge.is_none_or(|(right, left)| cross(right, way) >= 0.0 && cross(way, left) >= 0.0);
            // Points may lie farther out than the end of the edge, if they are near that.
            let covered = || self.are_near(from + 1..to, &Edge { start, way, squared, limit });
            if within
                && squared > 0.0
                && let Some(next) = self.better(from, to, best)
                && (farthest <= squared || covered())
            {
                best[to] = next;
            }
            if self.kept[to % n] {
                break;
            }
            farthest = farthest.max(squared);
            if squared > limit {
                let (along, across) = (Real::sqrt(squared - limit), Real::sqrt(limit));
                let side = Vector([-way[1], way[0]]);
                let right = way.scaled(along) - side.scaled(across);
                let left = way.scaled(along) + side.scaled(across);
                wedge = match wedge {
                    None => Some((right, left)),
                    Some((r, l)) if cross(right, l) < 0.0 || cross(r, left) < 0.0 => break,
                    Some((r, l)) => Some((
                        if cross(r, right) > 0.0 { right } else { r },
                        if cross(left, l) > 0.0 { left } else { l },
                    )),
                };
            }
        }
    }
}

/// An edge of a polygon: where it begins, where it goes and the square of its length; and the square of what is near to it.
struct Edge {
    start: Point,
    way: Point,
    squared: f64,
    limit: f64,
}

impl Edge {
    fn is_near(&self, point: Point) -> bool {
        let off = point - self.start;
        let place = (off.dot(self.way) / self.squared).clamp(0.0, 1.0);
        let gap = off - self.way.scaled(place);
        gap.dot(gap) <= self.limit
    }
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
