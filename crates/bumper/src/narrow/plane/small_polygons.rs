//! Polygons with few corners in 2D, stored as structures of arrays for SIMD instructions.

use super::degenerate::{as_segment, is_short, is_wide};
use super::edges::{Edges, FourPoints, Point, PolygonEdges, largest, max_coordinate, reduce};
use crate::Vector;
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::SLIVER_AREA;
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::{Mapped, from_fn};
use crate::view::{Core, Corners, SMALL_POLYGON, SmallPolygon};

/// A polygon of up to four corners, with its edges. A segment is stored as a rectangle of width zero. The normals of the two short sides
/// point along the segment; along them, two collinear segments are separated.
#[derive(Clone, Copy)]
pub(super) struct Quad<R> {
    x: [R; 4],
    y: [R; 4],
    edges: Edges<R>,
    len: usize,
    /// Whether the polygon is a segment, stored as a rectangle of width zero. Of its four sides, only the two long ones can face a
    /// direction.
    is_segment: bool,
    /// Whether the polygon is a triangle so thin that two of its edges may be perpendicular to one direction within rounding.
    is_sliver: bool,
    /// The distance between the origin of `x` and `y`, a point near the shapes, and the origin of the stored corners. Only used for edges
    /// that are collinear within rounding. Only triangles may have such edges, so it is zero for other polygons.
    origin_distance: R,
    /// An upper bound of the absolute values of the coordinates; NaN if a coordinate is not finite.
    size: R,
}

impl<R: Real> Quad<R> {
    /// A point. It has no edges, so all lanes are unused.
    #[inline]
    pub(super) fn point(point: Point<R>) -> Self {
        let none = [R::ZERO; 4];
        let edges = Edges { u: none, v: none, offset: [R::INFINITY; 4] };
        let x = [point[0]; 4];
        let y = [point[1]; 4];
        Self {
            x,
            y,
            edges,
            len: 1,
            is_segment: false,
            is_sliver: false,
            origin_distance: R::ZERO,
            size: max_coordinate(x, y),
        }
    }

    #[inline]
    fn new(corners: FourPoints<R>, normals: FourPoints<R>) -> Self {
        let FourPoints { x, y } = corners;
        let FourPoints { x: u, y: v } = normals;
        let offset = from_fn(|k| x[k] * u[k] + y[k] * v[k]);
        Self {
            x,
            y,
            edges: Edges { u, v, offset },
            len: 4,
            is_segment: false,
            is_sliver: false,
            origin_distance: R::ZERO,
            size: max_coordinate(x, y),
        }
    }

    /// A segment between two points.
    #[inline]
    pub(super) fn line([from, to]: [Point<R>; 2]) -> Self {
        Self::segment([from, to], to - from)
    }

    /// A segment with the given ends. `delta` is the vector between the ends, computed before the translation to the present origin has
    /// rounded them.
    #[inline]
    pub(super) fn segment([from, to]: [Point<R>; 2], delta: Point<R>) -> Self {
        let squared = delta.dot(delta);
        // A segment of length zero becomes a point. If a coordinate is NaN, it stays a segment, and the NaN propagates.
        if squared == R::ZERO {
            return Self::point(from);
        }
        let tangent = delta.scaled(R::ONE / squared.sqrt());
        let normal = Vector([tangent[1], -tangent[0]]);
        let corners = FourPoints::new([from, to, to, from]);
        let normals = FourPoints::new([normal, tangent, -normal, -tangent]);
        let line = Self::new(corners, normals);
        Self { is_segment: true, ..line }
    }

    /// An oriented box, given its center, its half extents, and its first axis.
    #[inline]
    pub(super) fn rectangle(center: Point<R>, half: Point<R>, x: Point<R>) -> Self {
        let y = Vector([-x[1], x[0]]);
        let u = x.scaled(half[0]);
        let v = y.scaled(half[1]);
        let corners = [center - u - v, center + u - v, center + u + v, center - u + v];
        Self::new(FourPoints::new(corners), FourPoints::new([-y, x, y, -x]))
    }

    #[inline]
    pub(super) fn axis_aligned(min: Point<R>, max: Point<R>) -> Self {
        let corners = FourPoints { x: [min[0], max[0], max[0], min[0]], y: [min[1], min[1], max[1], max[1]] };
        let normals =
            FourPoints { x: [R::ZERO, R::ONE, R::ZERO, -R::ONE], y: [-R::ONE, R::ZERO, R::ONE, R::ZERO] };
        Self::new(corners, normals)
    }

    /// A triangle, relative to an origin. If the triangle is so thin that rounding may have reversed its orientation, it becomes a segment.
    #[inline]
    pub(super) fn triangle(corners: [Point<R>; 3], origin: Point<R>) -> Self {
        let [a, b, c] = corners.mapped(|corner| corner - origin);
        // The first corner is repeated in the fourth lane.
        let x = [a[0], b[0], c[0], a[0]];
        let y = [a[1], b[1], c[1], a[1]];
        let u = b - a;
        let v = c - a;
        let size = max_coordinate(x, y);
        let area = u[0] * v[1] - u[1] * v[0];
        if !is_wide(area, size)
            && let Some(ends) = as_segment(&[a, b, c])
        {
            return Self::line(ends);
        }
        let [p, q, r] = corners;
        let edges = [q - p, r - q, p - r, Vector::ZERO];
        let edges = Edges::from_edges(FourPoints { x, y }, FourPoints::new(edges), R::ZERO);
        let is_sliver = !(area > size * size * R::from_f64(SLIVER_AREA));
        Self { x, y, edges, len: 3, is_segment: false, is_sliver, origin_distance: l1_norm(origin), size }
    }
}

impl<R: Real> ConvexPolygon<R> for Quad<R> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.x[index & 3], self.y[index & 3]])
    }
}

impl<R: Real> PolygonEdges<R> for Quad<R> {
    #[inline]
    fn padded_len(&self) -> usize {
        4
    }
    #[inline]
    fn origin_distance(&self) -> R {
        self.origin_distance
    }
    #[inline]
    fn edge_blocks(&self) -> usize {
        1
    }
    #[inline]
    fn support(&self, direction: Point<R>) -> usize {
        support(&self.x, &self.y, direction)
    }
    #[inline]
    fn facing(&self, direction: Point<R>) -> [usize; 2] {
        let along: [R; 4] = from_fn(|k| self.edges.u[k] * direction[0] + self.edges.v[k] * direction[1]);
        match self.is_segment {
            true if along[0] < R::ZERO => [1, 0],
            true => [0, 1],
            false if self.is_sliver => self.facing_edge_of_line(direction),
            false => {
                let (_, first) = largest(along);
                [first, self.next(first)]
            }
        }
    }
    #[inline]
    fn magnitude(&self) -> R {
        self.size
    }
    #[inline]
    fn edges(&self, _: usize) -> Edges<R> {
        self.edges
    }
    /// Always false. In a triangle or box, no corner is in front of the line of an edge, however short the edge is. A segment has no
    /// corners besides its ends.
    #[inline]
    fn has_short_edge(&self) -> bool {
        false
    }
    #[inline]
    fn edge_normal(&self, index: usize) -> Option<Point<R>> {
        // A segment has two edges: from start to end, and back. They are the first and the third side of the rectangle that stores it.
        let lane = if self.is_segment { index << 1 & 3 } else { index & 3 };
        (self.edges.offset[lane] < R::INFINITY).then(|| self.edges.normal(lane))
    }
}

/// The index of the support point in a direction; on a tie, the first one.
#[inline]
fn support<R: Real, const W: usize>(x: &[R; W], y: &[R; W], direction: Point<R>) -> usize {
    let mut best = (R::NEG_INFINITY, 0);
    for first in (0..W).step_by(4) {
        let projections = from_fn(|k| x[first + k] * direction[0] + y[first + k] * direction[1]);
        let (max, lane) = largest(projections);
        best = if max > best.0 { (max, first + lane) } else { best };
    }
    best.1
}

/// A polygon of at most `SMALL_POLYGON` corners. They are read from memory once.
pub(super) struct Octagon<R> {
    corners: SmallPolygon<R, SMALL_POLYGON>,
    /// An upper bound of the absolute values of the coordinates; NaN if a coordinate is not finite.
    size: R,
    /// The distance between the origin of `corners`, a point near the shapes, and the origin of the coordinates in which they are stored.
    origin_distance: R,
}

impl<R: Real> Octagon<R> {
    #[inline]
    pub(super) fn new<const N: usize>(corners: &Corners<'_, R, N>, origin: Vector<R, N>) -> Option<Self> {
        let small = corners.small_polygon::<SMALL_POLYGON>(origin)?;
        let origin_distance = corners.distance_from_origin(origin);
        Some(Self { size: max_coordinate(small.x, small.y), corners: small, origin_distance })
    }

    /// The four edges from the index `FIRST` on. Lanes without an edge are unused.
    #[inline]
    fn four_edges<const FIRST: usize>(&self) -> Edges<R> {
        let four = |all: &[R; SMALL_POLYGON]| -> [R; 4] { from_fn(|k| all[FIRST + k]) };
        let SmallPolygon { x, y, u, v, .. } = &self.corners;
        let edges = FourPoints { x: four(u), y: four(v) };
        Edges::from_edges(FourPoints { x: four(x), y: four(y) }, edges, self.size)
    }

    /// The ends of the polygon if it is as thin as a line within rounding; else `None`.
    #[inline]
    pub(super) fn as_segment(&self) -> Option<[Point<R>; 2]> {
        let x: [R; SMALL_POLYGON] = from_fn(|k| self.corners.x[k] - self.corners.x[0]);
        let y: [R; SMALL_POLYGON] = from_fn(|k| self.corners.y[k] - self.corners.y[0]);
        let next = |k: usize| (k + 1) & (SMALL_POLYGON - 1);
        let areas: [R; SMALL_POLYGON] = from_fn(|k| x[k] * y[next(k)] - y[k] * x[next(k)]);
        let [a, b, c, d]: [R; 4] = from_fn(|k| areas[k] + areas[k + 4]);
        if is_wide((a + b) + (c + d), self.size) { None } else { self.as_thin_segment() }
    }

    fn as_thin_segment(&self) -> Option<[Point<R>; 2]> {
        let corners: [Point<R>; SMALL_POLYGON] = from_fn(|k| self.at(k));
        as_segment(&corners[..self.corners.len])
    }
}

impl<R: Real> ConvexPolygon<R> for Octagon<R> {
    #[inline]
    fn len(&self) -> usize {
        self.corners.len
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector([self.corners.x[index & (SMALL_POLYGON - 1)], self.corners.y[index & (SMALL_POLYGON - 1)]])
    }
}

impl<R: Real> PolygonEdges<R> for Octagon<R> {
    #[inline]
    fn origin_distance(&self) -> R {
        self.origin_distance
    }
    #[inline]
    fn padded_len(&self) -> usize {
        SMALL_POLYGON
    }
    #[inline]
    fn support(&self, direction: Point<R>) -> usize {
        support(&self.corners.x, &self.corners.y, direction)
    }
    #[inline]
    fn magnitude(&self) -> R {
        self.size
    }
    #[inline]
    fn has_short_edge(&self) -> bool {
        let SmallPolygon { u, v, .. } = &self.corners;
        let squares: [R; SMALL_POLYGON] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
        let longest = reduce(&squares, R::max);
        let lengths = from_fn(|k| if squares[k] > R::ZERO { squares[k] } else { longest });
        is_short(reduce::<R, SMALL_POLYGON>(&lengths, R::min), longest)
    }
    #[inline]
    fn edges(&self, first: usize) -> Edges<R> {
        if first == 0 { self.four_edges::<0>() } else { self.four_edges::<4>() }
    }
}

/// A segment or triangle relative to an origin; `None` for other cores.
#[inline]
pub(super) fn segment_or_triangle<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    origin: Point<R>,
) -> Option<SmallPolygon<R, 4>> {
    match core {
        Core::Segment([a, b]) => Some(SmallPolygon { len: 2, ..triangle([*a, *b, *a], origin) }),
        Core::Triangle(corners) => Some(triangle(*corners, origin)),
        Core::Point(_) | Core::Aabb(_) | Core::Box(_) | Core::Corners(_) => None,
        Core::Ellipse(_) | Core::Cylinder(_) | Core::HalfSpace(_) => None,
    }
}

/// A polygon of up to [`SMALL_POLYGON`] corners relative to an origin; `None` for other cores.
#[inline]
pub(super) fn polygon_of_few_corners<R: Real, const N: usize>(
    core: &Core<'_, R, N>,
    origin: Point<R>,
) -> Option<SmallPolygon<R, SMALL_POLYGON>> {
    match core {
        Core::Corners(corners) => corners.small_polygon::<SMALL_POLYGON>(origin.resized()),
        Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Aabb(_) | Core::Box(_) => None,
        Core::Ellipse(_) | Core::Cylinder(_) | Core::HalfSpace(_) => None,
    }
}

/// A triangle relative to an origin. The edges are differences of the original corners, because differences of the moved corners would lose
/// the direction of short edges.
#[inline]
pub(super) fn triangle<R: Real, const N: usize>(
    corners: [Vector<R, N>; 3],
    origin: Point<R>,
) -> SmallPolygon<R, 4> {
    let [a, b, c] = corners.mapped(xy);
    let x = [a[0], b[0], c[0], a[0]];
    let y = [a[1], b[1], c[1], a[1]];
    let next = |k: usize| (k + 1) & 3;
    let u = from_fn(|k| x[next(k)] - x[k]);
    let v = from_fn(|k| y[next(k)] - y[k]);
    SmallPolygon { x: x.map(|x| x - origin[0]), y: y.map(|y| y - origin[1]), u, v, len: 3 }
}
