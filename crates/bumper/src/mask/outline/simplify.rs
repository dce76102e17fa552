//! Simplification of a closed polyline to the fewest corners.

use super::{CornerList, Point};
use crate::Vector;
use crate::scalar::Real;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// A closed polyline that is to be simplified. Its points are the corners of an outline and the midpoints of the edges between them.
pub(super) struct ClosedPolyline {
    points: Vec<Point>,
    /// For each point, whether it has to be a corner of the simplified polygon.
    fixed: Vec<bool>,
    /// Prefix sums for areas. The element for point i is twice the signed area between the origin and the polyline from point 0 to point i:
    /// the area that the segment from the origin sweeps when its end moves along the polyline.
    swept_area: Vec<f64>,
    /// A segment tree of bounding boxes. Node 1 contains all points, and node i has the children 2 i and 2 i + 1. The second half of the
    /// list are the leaves, one for each point.
    tree: Vec<[Point; 2]>,
}

/// The best path found so far from the first point of the polyline to some point: the number of its edges, twice the sum of the (absolute)
/// areas between its edges and the polyline, and the index of its second-to-last point.
type Path = (usize, f64, usize);

/// The largest number of points of the outline that a single edge of the result may replace, for outlines of less than about 17,000 points.
const MAX_POINTS_PER_EDGE: usize = 4000;
/// The largest number of points per edge for the longest outlines, lower to save time; see [`MAX_POINT_PAIRS`].
const MIN_POINTS_PER_EDGE: usize = 500;
/// The intended number of pairs of points that are tested as the ends of an edge, which bounds the time. So for an outline of n points, an
/// edge may replace `MAX_POINT_PAIRS` / n points, clamped to the range from [`MIN_POINTS_PER_EDGE`] to [`MAX_POINTS_PER_EDGE`].
const MAX_POINT_PAIRS: usize = 1 << 26;

/// Added to the tolerance, in pixels, to cover rounding errors. It is far larger than the rounding errors on the largest mask, and far
/// smaller than anyone can see.
const ROUNDING_TOLERANCE: f64 = 1e-9;

impl ClosedPolyline {
    /// Creates the polyline of an outline. `cuts` contains the lines along which the mask was cut, each as an axis and a coordinate on that
    /// axis. Corners of the outline that lie on such a line become `fixed`, so that the polygons on both sides of the line share them.
    pub(super) fn new(outline: &[Vector<i32, 2>], cuts: &[(usize, i32)]) -> Self {
        let n = outline.len();
        let mut points = Vec::with_capacity(2 * n);
        let mut fixed = Vec::with_capacity(2 * n);
        for k in 0..n {
            let corner = outline[k].map(f64::from);
            let next = outline[(k + 1) % n].map(f64::from);
            points.extend([corner, (corner + next).scaled(0.5)]);
            fixed.extend([cuts.iter().any(|(axis, fraction)| outline[k][*axis] == *fraction), false]);
        }
        Self { points, fixed, swept_area: Vec::new(), tree: Vec::new() }
    }

    /// Rotates the list of points so that `first` is the first point, and computes `swept_area` and `tree`.
    fn start_at(&mut self, first: usize) {
        self.points.rotate_left(first);
        self.fixed.rotate_left(first);
        let n = self.points.len();
        let mut sum = 0.0;
        self.swept_area = vec![0.0];
        for k in 0..n {
            sum += cross(self.points[k], self.points[(k + 1) % n]);
            self.swept_area.push(sum);
        }
        let leaves = n.next_power_of_two();
        let nothing = [Vector([f64::INFINITY; 2]), Vector([f64::NEG_INFINITY; 2])];
        self.tree = vec![nothing; 2 * leaves];
        self.tree[leaves..].iter_mut().zip(&self.points).for_each(|(tree, point)| *tree = [*point; 2]);
        for node in (1..leaves).rev() {
            let [[p, q], [u, v]] = [self.tree[2 * node], self.tree[2 * node + 1]];
            self.tree[node] = [p.zip(u, f64::min), q.zip(v, f64::max)];
        }
    }

    /// Whether all points with indices in a range are within the tolerance of an edge.
    fn are_near(&self, points: Range<usize>, edge: &LimitedEdge) -> bool {
        let leaves = self.tree.len() / 2;
        let mut from = leaves + points.start;
        let mut to = leaves + points.end;
        // Query of the segment tree from the leaves upwards. On each level, the nodes from `from` up to `to` (exclusive) contain the points
        // that have not been tested yet. If the first or the last of these nodes shares its parent with a node outside the range, it is
        // tested now. Then the range moves up to the parents of the others.
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
            from /= 2;
            to /= 2;
        }
        true
    }

    /// Whether all points below a node of the segment tree are within the tolerance of an edge. Often the bounding box of the node decides
    /// this: the set of points within the tolerance is convex, so it contains the whole box if it contains its four corners.
    fn is_near(&self, node: usize, edge: &LimitedEdge) -> bool {
        let [min, max] = self.tree[node];
        if node >= self.tree.len() / 2 {
            return edge.is_near(min);
        }
        let corners = [min, max, Vector([min[0], max[1]]), Vector([max[0], min[1]])];
        corners.into_iter().all(|corner| edge.is_near(corner))
            || self.is_near(2 * node, edge) && self.is_near(2 * node + 1, edge)
    }

    /// The polyline simplified to a polygon with few corners: every point of the polyline is within `tolerance` of the polygon, and vice
    /// versa.
    pub(super) fn simplified(mut self, tolerance: f64) -> CornerList {
        // The search needs a start point that is a corner of the result. If the polyline has a `fixed` point, the search starts there.
        // Otherwise it starts at the corner farthest towards the top left, which is probably a corner of the best polygon. Then it is
        // repeated from a corner of the first result, and the better result is used.
        let fixed = self.fixed.iter().position(|fixed| *fixed);
        let max_points = |k: &usize| {
            let p = self.points[*k];
            (-(p[0] + p[1]) * 2.0) as i64
        };
        let first = fixed.or_else(|| (0..self.points.len()).step_by(2).max_by_key(max_points)).unwrap_or(0);
        self.start_at(first);
        let first_pass = self.fewest_corners(tolerance);
        if fixed.is_none() {
            self.start_at(first_pass[first_pass.len() / 2]);
            let second_pass = self.fewest_corners(tolerance);
            if second_pass.len() <= first_pass.len() {
                return second_pass.iter().map(|k| self.points[*k]).collect();
            }
            let original_start = self.points.len() - first_pass[first_pass.len() / 2];
            self.start_at(original_start % self.points.len());
        }
        first_pass.iter().map(|k| self.points[*k]).collect()
    }

    /// The indices of the corners of a polygon. It has the fewest corners of all polygons that have the first point as a corner.
    fn fewest_corners(&self, tolerance: f64) -> Vec<usize> {
        let n = self.points.len();
        let mut best: Vec<Path> = vec![(usize::MAX, 0.0, 0); n + 1];
        best[0] = (0, 0.0, 0);
        (0..n).for_each(|from| self.extend_paths(from, tolerance, &mut best));
        let mut corners = Vec::new();
        let mut at = n;
        while at > 0 {
            at = best[at].2;
            corners.push(at);
        }
        corners.reverse();
        corners
    }

    /// The best path to the point `from`, extended by an edge to the point `to`. `None` unless this path is better than the best known path
    /// to `to`, which is in `best`: it must have fewer edges, or as many edges and a smaller area between the path and the polyline.
    fn improved_path(&self, from: usize, to: usize, best: &[Path]) -> Option<Path> {
        let (count, moved, _) = best[from];
        let p = self.points[from];
        let q = self.points[to % self.points.len()];
        let area = (self.swept_area[to] - self.swept_area[from] - cross(p, q)).abs();
        let next = (count + 1, moved + area, from);
        ((next.0, next.1) < (best[to].0, best[to].1)).then_some(next)
    }

    /// Extends the best path that ends at the point `from` by each allowed edge to a later point, and stores the paths that are better than
    /// those in `best`. An edge is allowed if every point that it replaces is within the tolerance of the edge.
    fn extend_paths(&self, from: usize, tolerance: f64, best: &mut [Path]) {
        let n = self.points.len();
        let start = self.points[from];
        let limit = (tolerance + ROUNDING_TOLERANCE) * (tolerance + ROUNDING_TOLERANCE);
        let max_points = (MAX_POINT_PAIRS / n).clamp(MIN_POINTS_PER_EDGE, MAX_POINTS_PER_EDGE);
        // The range of directions, between a right and a left boundary, such that a ray from `start` passes within the tolerance of all
        // points between `from` and `to`. `None` while all directions are allowed.
        let mut wedge: Option<(Point, Point)> = None;
        let mut farthest = 0.0f64;
        for to in from + 1..=(from + max_points).min(n) {
            let direction = self.points[to % n] - start;
            let squared = direction.dot(direction);
            let within = wedge
                .is_none_or(|(right, left)| cross(right, direction) >= 0.0 && cross(direction, left) >= 0.0);
            // For a direction in the wedge, the ray from `start` passes close to all replaced points. If none of them is farther from
            // `start` than the end of the edge, the edge passes close to them, too. Otherwise a replaced point may lie beyond the end of
            // the edge, so the distances of all of them from the edge are tested.
            let covered = || self.are_near(from + 1..to, &LimitedEdge { start, direction, squared, limit });
            if within
                && squared > 0.0
                && let Some(next) = self.improved_path(from, to, best)
                && (farthest <= squared || covered())
            {
                best[to] = next;
            }
            if self.fixed[to % n] {
                break;
            }
            farthest = farthest.max(squared);
            if squared > limit {
                let along = Real::sqrt(squared - limit);
                let across = Real::sqrt(limit);
                let side = Vector([-direction[1], direction[0]]);
                let right = direction.scaled(along) - side.scaled(across);
                let left = direction.scaled(along) + side.scaled(across);
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

/// An edge of a polygon: its start, its vector, the square of its length, and the square of the tolerance.
struct LimitedEdge {
    start: Point,
    direction: Point,
    squared: f64,
    limit: f64,
}

impl LimitedEdge {
    /// Whether a point is within the tolerance of the edge.
    fn is_near(&self, point: Point) -> bool {
        let offset = point - self.start;
        let fraction = (offset.dot(self.direction) / self.squared).clamp(0.0, 1.0);
        let gap = offset - self.direction.scaled(fraction);
        gap.dot(gap) <= self.limit
    }
}

/// The 2D cross product of two vectors.
fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}
