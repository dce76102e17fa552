//! The trait for reading the corners and edges of a polygon in 2D. Edges are processed four at a time, by SIMD instructions.

use crate::Vector;
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::narrow::measure::l1_norm;
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::vector::{Mapped, from_fn};

pub(super) type Point<R> = Vector<R, 2>;

/// A convex polygon whose edges are read four at a time.
pub(super) trait PolygonEdges<R: Real>: ConvexPolygon<R> {
    /// The number of corners that can be read by SIMD code, at least [`len`](ConvexPolygon::len). It is a compile-time constant where
    /// possible, so that loops are unrolled. Corners from the index `len` on repeat earlier corners.
    #[inline]
    fn padded_len(&self) -> usize {
        self.len()
    }

    /// The distance between two origins. The corners were stored relative to the first origin, and are read relative to the second one, a
    /// point near the shapes. The rounding error of the stored corners grows with this distance.
    #[inline]
    fn origin_distance(&self) -> R {
        R::ZERO
    }

    /// The number of groups of four edges.
    #[inline]
    fn edge_blocks(&self) -> usize {
        self.len().div_ceil(4)
    }

    /// A group of four edges, from the index `first` on. If the last group has fewer edges, its other SIMD lanes are unused.
    #[inline]
    fn edges(&self, first: usize) -> Edges<R> {
        let corners: [Point<R>; 5] = from_fn(|k| self.at(if first + k < self.len() { first + k } else { 0 }));
        let edges = FourPoints::new(from_fn(|k| corners[k + 1] - corners[k]));
        Edges::from_edges(FourPoints::new(from_fn(|k| corners[k])), edges, R::ZERO)
    }

    /// Whether an edge is shorter than the fraction [`SHORT_EDGE`](crate::narrow::tolerance::SHORT_EDGE) of another edge. Because of
    /// rounding, other corners of the polygon may be in front of the line of such an edge. The lengths are computed from the stored
    /// corners, because corners relative to a point near the shapes are rounded once more.
    fn has_short_edge(&self) -> bool;

    /// The outward unit normal of the edge that begins at a corner. It is computed from the stored corners, because corners relative to a
    /// point near the shapes are rounded once more. `None` if the edge is no longer than its rounding error.
    #[inline]
    fn edge_normal(&self, index: usize) -> Option<Point<R>> {
        let edges = self.edges(index & !3);
        let lane = index & 3;
        (edges.offset[lane] < R::INFINITY).then(|| edges.normal(lane))
    }

    /// The index of the support point in a direction; on a tie, the first one.
    #[inline]
    fn support(&self, direction: Point<R>) -> usize {
        let mut best = 0;
        let mut max = self.at(0).dot(direction);
        for index in 1..self.len() {
            let projection = self.at(index).dot(direction);
            if projection > max {
                best = index;
                max = projection;
            }
        }
        best
    }

    /// Whether the polygon has so many corners that tests of all of them are slow.
    #[inline]
    fn is_large(&self) -> bool {
        false
    }

    /// The smallest projections of a corner onto four directions.
    #[inline]
    fn min_projections(&self, directions: &FourPoints<R>) -> [R; 4] {
        min_projections_of_all(self, directions)
    }

    /// The index of the nearest corner, forwards or backwards, whose position differs from that of the corner `index`.
    #[inline]
    fn distinct(&self, index: usize, forwards: bool) -> usize {
        let step = |index: usize| if forwards { self.next(index) } else { self.before(index) };
        let at = self.at(index);
        let mut other = step(index);
        // The loop makes at most one step, unless corners are repeated.
        while self.at(other) == at && other != index {
            other = step(other);
        }
        other
    }

    /// The edge that faces a direction, as the indices of its ends. Of the two edges at the support point, it is the one that is more
    /// nearly perpendicular to the direction. Edges that continue it on the same line are joined to it.
    #[inline]
    fn facing(&self, direction: Point<R>) -> [usize; 2] {
        self.facing_edge_of_line(direction)
    }

    /// The edge that faces a direction, as [`facing`](PolygonEdges::facing) returns it, for any polygon. It joins collinear edges and skips
    /// repeated corners.
    #[inline]
    fn facing_edge_of_line(&self, direction: Point<R>) -> [usize; 2] {
        let corner = self.support(direction);
        let next = self.distinct(corner, true);
        let before = self.distinct(corner, false);
        let at = self.at(corner);
        let ahead = self.at(next) - at;
        let behind = self.at(before) - at;
        // The slope of an edge is the sine of the angle between the edge and the perpendicular of `direction`. Its square is returned as a
        // numerator and a denominator. The edge with the smaller slope faces the direction. The two fractions are compared by
        // cross-multiplication. An edge of length zero is never chosen.
        let squared_slope = |edge: Point<R>| {
            let rise = edge.dot(direction);
            [rise * rise, edge.dot(edge)]
        };
        let [p, own] = squared_slope(ahead);
        let [q, other] = squared_slope(behind);
        let forwards = own > R::ZERO && (other <= R::ZERO || p * other <= q * own);
        let [mut from, mut to] = if forwards { [corner, next] } else { [before, corner] };
        let ends = [from, to].mapped(|k| self.at(k));
        let level = at.dot(direction);
        let size = self.origin_distance() + l1_norm(ends[0]) + l1_norm(ends[1]);
        let is_level = |corner: usize| {
            let corner = self.at(corner);
            corner.dot(direction) >= level - rounding_error(size + l1_norm(corner))
        };
        for _ in 2..self.len() {
            let edge = self.at(to) - self.at(from);
            let before = self.distinct(from, false);
            let next = self.distinct(to, true);
            if is_level(next) && (self.at(next) - self.at(to)).dot(edge) > R::ZERO {
                to = next;
            } else if is_level(before) && (self.at(from) - self.at(before)).dot(edge) > R::ZERO {
                from = before;
            } else {
                break;
            }
        }
        [from, to]
    }

    /// An upper bound of the absolute values of the coordinates; NaN if a coordinate is not finite.
    #[inline]
    fn magnitude(&self) -> R {
        (0..self.len()).fold(R::ZERO, |max, index| {
            let [x, y] = self.at(index).0;
            let size = max_coordinate([x; 4], [y; 4]);
            // Comparisons with NaN are false. So if `size` is NaN, the result is `max + NaN`.
            if size > max { size } else { max + size * R::ZERO }
        })
    }
}

/// The smallest projections of a corner onto four directions, by projecting all corners.
#[inline(always)]
pub(super) fn min_projections_of_all<R: Real>(
    polygon: &(impl PolygonEdges<R> + ?Sized),
    directions: &FourPoints<R>,
) -> [R; 4] {
    let mut min = directions.project(polygon.at(0));
    for corner in 1..polygon.padded_len() {
        let next = directions.project(polygon.at(corner));
        min = from_fn(|k| min[k].min(next[k]));
    }
    min
}

/// The index of the support point of a convex polygon in a direction, up to rounding. Takes O(log n) time: around the polygon, the
/// projection rises to the support point and falls again, so the support point lies beside the largest corner of a coarse sample. Each step
/// refines the sample there.
pub(super) fn support_of_many<R: Real>(polygon: &impl ConvexPolygon<R>, direction: Point<R>) -> usize {
    let len = polygon.len();
    let mut stride = 1;
    while stride * REFINEMENT * REFINEMENT <= len {
        stride *= REFINEMENT;
    }
    let mut best = 0;
    let mut max = polygon.at(0).dot(direction);
    let mut examine = |index: usize, best: &mut usize| {
        let projection = polygon.at(index).dot(direction);
        if projection > max || projection == max && index < *best {
            (*best, max) = (index, projection);
        }
    };
    (stride..len).step_by(stride).for_each(|index| examine(index, &mut best));
    while stride > 1 {
        stride /= REFINEMENT;
        let middle = best;
        for distance in (1..REFINEMENT).map(|k| k * stride) {
            examine((middle + distance) % len, &mut best);
            examine((middle + len - distance % len) % len, &mut best);
        }
    }
    best
}

/// The factor by which the sample of [`support_of_many`] becomes finer in each step.
const REFINEMENT: usize = 4;

/// An upper bound of the absolute values of the given coordinates; NaN if a coordinate is not finite.
#[inline]
pub(super) fn max_coordinate<R: Real, const W: usize>(x: [R; W], y: [R; W]) -> R {
    let size: [R; W] = from_fn(|k| x[k].abs().max(y[k].abs()));
    // For finite coordinates `zeros` is zero, otherwise NaN. Adding it to the result makes NaN propagate, which the comparisons in `max`
    // would ignore.
    let zeros: [R; W] = from_fn(|k| (x[k] + y[k]) * R::ZERO);
    let mut max: [R; 4] = from_fn(|k| size[k]);
    let mut sum: [R; 4] = from_fn(|k| zeros[k]);
    for first in (4..W).step_by(4) {
        max = from_fn(|k| max[k].max(size[first + k]));
        sum = from_fn(|k| sum[k] + zeros[first + k]);
    }
    max[0].max(max[1]).max(max[2].max(max[3])) + ((sum[0] + sum[1]) + (sum[2] + sum[3]))
}

/// Four points or vectors, one in each SIMD lane.
#[derive(Clone, Copy)]
pub(super) struct FourPoints<R> {
    pub(super) x: [R; 4],
    pub(super) y: [R; 4],
}

impl<R: Real> FourPoints<R> {
    #[inline]
    pub(super) fn new(points: [Point<R>; 4]) -> Self {
        Self { x: points.mapped(|point| point[0]), y: points.mapped(|point| point[1]) }
    }

    /// The outward normals of edges of a counterclockwise polygon, given the vectors along the edges. Each normal is as long as its edge.
    #[inline]
    pub(super) fn normals(self) -> Self {
        Self { x: self.y, y: self.x.map(|x| -x) }
    }

    /// The projections of a point onto the four vectors.
    #[inline(always)]
    fn project(&self, point: Point<R>) -> [R; 4] {
        from_fn(|k| point[0] * self.x[k] + point[1] * self.y[k])
    }
}

/// A group of four edges, one in each SIMD lane: their outward unit normals (`u`, `v`), and the distances of their lines from the origin
/// along the normals. An unused lane has an infinite offset, so that every point is behind it.
#[derive(Clone, Copy)]
pub(super) struct Edges<R> {
    pub(super) u: [R; 4],
    pub(super) v: [R; 4],
    pub(super) offset: [R; 4],
}

impl<R: Real> Edges<R> {
    /// Creates edges from the corners at which they begin, counterclockwise, and the vectors to the next corners. `size` is as in
    /// [`from_normals`](Edges::from_normals).
    #[inline]
    pub(super) fn from_edges(corners: FourPoints<R>, edges: FourPoints<R>, size: R) -> Self {
        Self::from_normals(corners, edges.normals(), size)
    }

    /// For each edge, the signed distance of the origin from its line; positive in front of the edge.
    #[inline]
    pub(super) fn distances_of_origin(&self) -> [R; 4] {
        self.offset.map(|offset| -offset)
    }

    /// Creates edges from the corners at which they begin and outward normals of any length. If the length of an edge is zero, or at most
    /// the rounding error of the longest of the four edges and of `size`, its lane is marked as unused. `size` is the largest coordinate of
    /// the polygon. It may be zero if the four edges include a long one of the polygon.
    ///
    /// The normals must come from differences of the corners before the translation to the present origin. The translation rounds the
    /// corners, and so would rotate short edges.
    #[inline]
    pub(super) fn from_normals(corners: FourPoints<R>, normals: FourPoints<R>, size: R) -> Self {
        let FourPoints { x, y } = corners;
        let FourPoints { x: u, y: v } = normals;
        let length: [R; 4] = from_fn(|k| (u[k] * u[k] + v[k] * v[k]).sqrt());
        let shortest = rounding_error(reduce(&length, R::max).max(size));
        let scale: [R; 4] = from_fn(|k| if length[k] > shortest { R::ONE / length[k] } else { R::ZERO });
        let u: [R; 4] = from_fn(|k| u[k] * scale[k]);
        let v: [R; 4] = from_fn(|k| v[k] * scale[k]);
        let offset = from_fn(|k| if length[k] > shortest { x[k] * u[k] + y[k] * v[k] } else { R::INFINITY });
        Self { u, v, offset }
    }

    /// For each of the four edges, the signed distance of another polygon from the line of the edge: that of its lowest corner along the
    /// normal.
    #[inline]
    pub(super) fn gaps(&self, other: &(impl PolygonEdges<R> + ?Sized)) -> [R; 4] {
        let min = other.min_projections(&FourPoints { x: self.u, y: self.v });
        from_fn(|k| min[k] - self.offset[k])
    }

    #[inline]
    pub(super) fn normal(&self, k: usize) -> Point<R> {
        Vector([self.u[k], self.v[k]])
    }
}

/// The edge of either polygon along whose normal the separation is largest.
#[derive(Clone, Copy)]
pub(super) struct SeparatingEdge<R> {
    /// The separation of the other polygon from the line of the edge. It is negative if that polygon has a corner behind the edge.
    pub(super) gap: R,
    /// The outward unit normal.
    pub(super) normal: Point<R>,
    /// The index of the first corner of the edge.
    pub(super) index: usize,
    /// Whether the edge belongs to the second polygon.
    pub(super) second: bool,
}

impl<R: Real> SeparatingEdge<R> {
    /// The normal, oriented from the first polygon to the second.
    #[inline]
    pub(super) fn direction(&self) -> Point<R> {
        if self.second { -self.normal } else { self.normal }
    }
}

/// The largest of four numbers, and its index; on a tie, the first one. Written without indexing, so that the numbers stay in registers.
#[inline]
pub(super) fn largest<R: Real>([a, b, c, d]: [R; 4]) -> (R, usize) {
    let larger = |best: (R, usize), next: (R, usize)| if next.0 > best.0 { next } else { best };
    larger(larger(larger((a, 0), (b, 1)), (c, 2)), (d, 3))
}

/// Combines all elements of an array into one number by a binary function such as `min`. Works on four elements at a time, so that the
/// compiler uses SIMD instructions.
#[inline]
pub(super) fn reduce<R: Real, const W: usize>(all: &[R; W], one: impl Fn(R, R) -> R) -> R {
    let mut four: [R; 4] = from_fn(|k| all[k]);
    for first in (4..W).step_by(4) {
        four = from_fn(|k| one(four[k], all[first + k]));
    }
    one(one(four[0], four[1]), one(four[2], four[3]))
}

/// The separation of two polygons along a direction.
#[inline]
pub(super) fn gap_along<R: Real>(
    a: &(impl PolygonEdges<R> + ?Sized),
    b: &(impl PolygonEdges<R> + ?Sized),
    direction: Point<R>,
) -> R {
    b.at(b.support(-direction)).dot(direction) - a.at(a.support(direction)).dot(direction)
}
