//! Distances of boxes and of polygons with few corners in 2D, by closed forms.
//!
//! Pairs with a box are computed in the local space of the box, in which it is axis-aligned. The distance of a corner of the other core
//! from the box follows from the local coordinates of this corner. For an edge of the other core, one corner of the box is sufficient: the
//! corner that is farthest behind the line of the edge. No other corner of the box can be nearest to the interior of the edge. The signs of
//! the two components of the edge vector determine which corner this is.
//!
//! For two cores that are not boxes, only some edges are used: those that may have the whole other core in front of them. The result is the
//! smallest distance of such an edge from a corner of the other core. This includes the case that two corners are the closest points. Their
//! difference is the corner of the Minkowski difference that is nearest to the origin. At least one of the two edges that meet there has
//! the origin in front of it. This edge comes from an edge of one of the cores. That edge has the whole other core in front of it, and one
//! of the closest points is its end.

use super::degenerate::ShortEdgeLimits;
use super::edges::{Point, reduce};
use super::segments;
use super::small_polygons::{polygon_of_few_corners, segment_or_triangle};
use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::rounding_error;
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::from_fn;
use crate::view::{Core, SmallPolygon};

/// The distance of two cores: zero if they overlap, NaN or infinite if a coordinate is NaN or infinite. `None` for points, for curved cores
/// and for cores with more than [`SMALL_POLYGON`] corners. Also `None` if the only edges that seem to separate the cores are much shorter
/// than others, because rounding may have rotated them.
#[inline]
pub(super) fn distance<R: Real, const N: usize>(p: &Core<'_, R, N>, q: &Core<'_, R, N>) -> Option<R> {
    match (Rectangle::from_core(p), Rectangle::from_core(q)) {
        (Some(p), Some(q)) => Some(distance_of_boxes(&p, &q)),
        (Some(p), None) => distance_of_box_and_core(&p, q),
        (None, Some(q)) => distance_of_box_and_core(&q, p),
        (None, None) => distance_of_cores(p, q),
    }
}

/// An oriented or axis-aligned box in 2D.
struct Rectangle<R> {
    center: Point<R>,
    half: [R; 2],
    /// The axes of the box. The second axis is the first one rotated by a quarter turn counterclockwise.
    axes: [Point<R>; 2],
}

impl<R: Real> Rectangle<R> {
    /// The box of a core; `None` if the core is not a box.
    #[inline]
    fn from_core<const N: usize>(core: &Core<'_, R, N>) -> Option<Self> {
        match core {
            Core::Box(shape) => Some(Self::new(shape.center, shape.half, Vector(xy(shape.axes[0])))),
            Core::Aabb([min, max]) => {
                let half = (*max - *min).scaled(R::HALF);
                Some(Self::new(*min + half, half, Vector([R::ONE, R::ZERO])))
            }
            Core::Point(_) | Core::Segment(_) | Core::Triangle(_) | Core::Corners(_) => None,
            Core::Ellipse(_) | Core::Cylinder(_) | Core::HalfSpace(_) => None,
        }
    }

    /// The box with the given center, half extents and first axis.
    #[inline]
    fn new<const N: usize>(center: Vector<R, N>, half: Vector<R, N>, x: Point<R>) -> Self {
        Self { center: Vector(xy(center)), half: xy(half), axes: [x, Vector([-x[1], x[0]])] }
    }
}

/// The distance of two boxes. At least one of the closest points is a corner.
fn distance_of_boxes<R: Real>(p: &Rectangle<R>, q: &Rectangle<R>) -> R {
    let delta = q.center - p.center;
    let magnitude = l1_norm(delta) + (p.half[0] + p.half[1]) + (q.half[0] + q.half[1]);
    // The condition is also true if a coordinate is NaN.
    if !(magnitude < R::INFINITY) {
        return magnitude;
    }
    // `x` and `y` are the axes of `q` in the local space of `p`. After their next assignment, they are the axes of `p` in the local space
    // of `q`.
    let cosine = p.axes[0].dot(q.axes[0]);
    let sine = p.axes[1].dot(q.axes[0]);
    let [x, y] = [Vector([cosine, sine]), Vector([-sine, cosine])];
    let center = Vector([delta.dot(p.axes[0]), delta.dot(p.axes[1])]);
    let first = corners_to_box(center, [x.scaled(q.half[0]), y.scaled(q.half[1])], p.half);
    let [x, y] = [Vector([cosine, -sine]), Vector([sine, cosine])];
    let center = Vector([delta.dot(q.axes[0]), delta.dot(q.axes[1])]);
    let second = corners_to_box(center, [x.scaled(p.half[0]), y.scaled(p.half[1])], q.half);
    if first.gap.max(second.gap) < -rounding_error(magnitude) {
        return R::ZERO;
    }
    let squares: [R; 4] = from_fn(|k| first.squares[k].min(second.squares[k]));
    reduce(&squares, R::min).sqrt()
}

/// The distances of a rotated box from an axis-aligned box around the origin.
struct CornerDistances<R> {
    /// The squared distances of the corners of the rotated box from the other one.
    squares: [R; 4],
    /// The largest separation of the two boxes along the coordinate axes.
    gap: R,
}

/// The distances of a rotated box from an axis-aligned box around the origin. `center` is the center of the rotated box. `u` and `v` are
/// the vectors from there to the middles of two adjacent sides, in any order and orientation. `half` are the half extents of the other box.
#[inline]
fn corners_to_box<R: Real>(center: Point<R>, [u, v]: [Point<R>; 2], half: [R; 2]) -> CornerDistances<R> {
    let signs = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let outside = |axis: usize| -> [R; 4] {
        from_fn(|k| {
            let corner = R::from_f64(signs[k][0]) * u[axis] + R::from_f64(signs[k][1]) * v[axis];
            ((center[axis] + corner).abs() - half[axis]).max(R::ZERO)
        })
    };
    let x = outside(0);
    let y = outside(1);
    let gaps: [R; 2] = from_fn(|k| center[k].abs() - (u[k].abs() + v[k].abs()) - half[k]);
    CornerDistances { squares: from_fn(|k| x[k] * x[k] + y[k] * y[k]), gap: gaps[0].max(gaps[1]) }
}

fn distance_of_box_and_core<R: Real, const N: usize>(
    shape: &Rectangle<R>,
    core: &Core<'_, R, N>,
) -> Option<R> {
    match segment_or_triangle(core, shape.center) {
        Some(polygon) => distance_of_box_and_polygon(shape, &polygon),
        None => distance_of_box_and_polygon(shape, &polygon_of_few_corners(core, shape.center)?),
    }
}

/// The distance of a box and a convex polygon. `None` if only short edges of the polygon, which rounding may have rotated, seem to separate
/// them.
#[inline]
fn distance_of_box_and_polygon<R: Real, const W: usize>(
    shape: &Rectangle<R>,
    polygon: &SmallPolygon<R, W>,
) -> Option<R> {
    let [i, j] = shape.axes[0].0;
    let [w, h] = shape.half;
    // Edge vectors are rotated, not computed from the rotated corners: differences of rotated corners would lose the direction of short
    // edges far from the box.
    let x: [R; W] = from_fn(|k| polygon.x[k] * i + polygon.y[k] * j);
    let y: [R; W] = from_fn(|k| polygon.y[k] * i - polygon.x[k] * j);
    let u: [R; W] = from_fn(|k| polygon.u[k] * i + polygon.v[k] * j);
    let v: [R; W] = from_fn(|k| polygon.v[k] * i - polygon.u[k] * j);
    let sizes: [R; W] = from_fn(|k| x[k].abs() + y[k].abs());
    // `none` is zero, or NaN if a coordinate is NaN or infinite. It makes `tolerance` NaN, because the comparisons below might ignore such
    // a coordinate.
    let none = reduce(&sizes, |a, b| a + b) * R::ZERO;
    let tolerance = rounding_error(reduce(&sizes, R::max) + (w + h) + none);
    if !(tolerance < R::INFINITY) {
        return Some(R::INFINITY);
    }
    // For each corner, its squared distance from the box.
    let x_outside: [R; W] = from_fn(|k| (x[k].abs() - w).max(R::ZERO));
    let y_outside: [R; W] = from_fn(|k| (y[k].abs() - h).max(R::ZERO));
    let corners_to_box: [R; W] = from_fn(|k| x_outside[k] * x_outside[k] + y_outside[k] * y_outside[k]);
    let gaps = [reduce(&x, R::min), -reduce(&x, R::max), reduce(&y, R::min), -reduce(&y, R::max)];
    let box_gap = (gaps[0].max(gaps[1]) - w).max(gaps[2].max(gaps[3]) - h);
    // For each edge, the signed distance of the box from the line of the edge, times the length of the edge. The corner of the box that is
    // farthest behind the edge determines it. (`p`, `q`) is the vector to this corner from the start of the edge.
    let gap: [R; W] = from_fn(|k| (y[k] * u[k] - x[k] * v[k]) - (w * v[k].abs() + h * u[k].abs()));
    let p: [R; W] = from_fn(|k| (if v[k] < R::ZERO { w } else { -w }) - x[k]);
    let q: [R; W] = from_fn(|k| (if u[k] < R::ZERO { -h } else { h }) - y[k]);
    let along: [R; W] = from_fn(|k| p[k] * u[k] + q[k] * v[k]);
    let squared: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    // Each edge gets two tests. Its distance from the box counts unless the box reaches behind its line by more than twice
    // `edge_tolerance`. The edge separates nothing if the box reaches behind its line by more than once `edge_tolerance`. The two ranges
    // overlap, so in spite of rounding at least one of the two tests succeeds for every edge.
    let edge_tolerance: [R; W] = from_fn(|k| tolerance * (u[k].abs() + v[k].abs()));
    let box_to_edges: [R; W] = from_fn(|k| {
        let limit = -(edge_tolerance[k] + edge_tolerance[k]);
        let is_beside = (along[k] > R::ZERO) & (along[k] < squared[k]) & (gap[k] >= limit);
        // The division comes before the second multiplication, because the square of a tiny `gap` might underflow.
        let height = gap[k] / squared[k] * gap[k];
        if is_beside { height } else { R::INFINITY }
    });
    let limits = ShortEdgeLimits::new(&squared);
    let mut is_behind = box_gap < -tolerance;
    let mut is_behind_long = box_gap < -tolerance;
    for k in 0..W {
        let is_behind_edge = gap[k] < -edge_tolerance[k];
        is_behind &= is_behind_edge | (squared[k] <= limits.no_direction);
        is_behind_long &= is_behind_edge | (squared[k] <= limits.short);
    }
    if is_behind != is_behind_long {
        return None;
    }
    let squares: [R; W] = from_fn(|k| corners_to_box[k].min(box_to_edges[k]));
    Some(if is_behind { R::ZERO } else { reduce(&squares, R::min).sqrt() })
}

/// The edges of a polygon that face another polygon.
struct FacingEdges {
    /// A bit mask of the edges that may have the whole other polygon in front of them.
    edges: u32,
    /// Whether the whole other polygon is surely in front of some edge.
    separate: bool,
    /// Whether the whole other polygon is surely in front of an edge that is not short.
    long_separate: bool,
}

impl<R: Real, const W: usize> SmallPolygon<R, W> {
    /// An upper bound of the absolute values of the coordinates; NaN if a coordinate is not finite.
    #[inline]
    fn magnitude(&self) -> R {
        let sizes: [R; W] = from_fn(|k| self.x[k].abs() + self.y[k].abs());
        reduce(&sizes, R::max) + reduce(&sizes, |a, b| a + b) * R::ZERO
    }

    /// The edges of this polygon that face another polygon.
    #[inline]
    fn facing_edges<const V: usize>(&self, other: &SmallPolygon<R, V>, tolerance: R) -> FacingEdges {
        let project = |k: usize| -> [R; W] { from_fn(|e| other.x[k] * self.v[e] - other.y[k] * self.u[e]) };
        let mut min = project(0);
        for k in 1..V {
            let next = project(k);
            min = from_fn(|e| min[e].min(next[e]));
        }
        let mut found = FacingEdges { edges: 0, separate: false, long_separate: false };
        let squared: [R; W] = from_fn(|e| self.u[e] * self.u[e] + self.v[e] * self.v[e]);
        let limits = ShortEdgeLimits::new(&squared);
        for e in 0..W {
            let gap = min[e] - (self.x[e] * self.v[e] - self.y[e] * self.u[e]);
            let length = self.u[e].abs() + self.v[e].abs();
            let has_direction = squared[e] > limits.no_direction;
            let is_facing = !(gap < -(tolerance * length)) & has_direction;
            found.edges |= u32::from(is_facing) << e;
            let is_in_front = gap > tolerance * length;
            found.separate |= is_in_front & has_direction;
            found.long_separate |= is_in_front & (squared[e] > limits.short);
        }
        found
    }

    /// The ends of the edge with the given index.
    #[inline]
    fn edge(&self, k: usize) -> [Point<R>; 2] {
        let k = k & (W - 1);
        let from = Vector([self.x[k], self.y[k]]);
        [from, from + Vector([self.u[k], self.v[k]])]
    }

    /// For each corner of this polygon, the smaller one of two squared distances: the one in `squares`, and the one from the given edge of
    /// the other polygon.
    #[inline]
    fn squares_to_edge<const V: usize>(
        &self,
        other: &SmallPolygon<R, V>,
        edge: usize,
        squares: [R; W],
    ) -> [R; W] {
        let edge = edge & (V - 1);
        let x = other.x[edge];
        let y = other.y[edge];
        let u = other.u[edge];
        let v = other.v[edge];
        let squared = u * u + v * v;
        let inverse = if squared > R::ZERO { R::ONE / squared } else { R::ZERO };
        from_fn(|k| {
            let x = self.x[k] - x;
            let y = self.y[k] - y;
            let along = (x * u + y * v) * inverse;
            let along = along.max(R::ZERO);
            let along = along.min(R::ONE);
            let x = x - u * along;
            let y = y - v * along;
            squares[k].min(x * x + y * y)
        })
    }
}

/// The distance of the origin from a polygon: zero inside, NaN or infinite if a coordinate is NaN or infinite. `None` if the origin seems
/// to be in front of short edges only, which rounding may have rotated.
#[inline]
pub(super) fn distance_to_origin<R: Real, const W: usize>(polygon: &SmallPolygon<R, W>) -> Option<R> {
    let SmallPolygon { x, y, u, v, .. } = polygon;
    let magnitude = polygon.magnitude();
    let tolerance = rounding_error(magnitude);
    let squared: [R; W] = from_fn(|k| u[k] * u[k] + v[k] * v[k]);
    let squares: [R; W] = from_fn(|k| {
        let parameter =
            (R::ZERO - (x[k] * u[k] + y[k] * v[k])) / if squared[k] > R::ZERO { squared[k] } else { R::ONE };
        let parameter = parameter.max(R::ZERO);
        let parameter = parameter.min(R::ONE);
        let x = x[k] + u[k] * parameter;
        let y = y[k] + v[k] * parameter;
        x * x + y * y
    });
    // If the origin is behind all edges by more than rounding, it is inside. Otherwise, the result is its distance from the nearest edge.
    let limits = ShortEdgeLimits::new(&squared);
    let mut is_inside = reduce(&squared, R::max) > R::ZERO;
    let mut is_inside_long = is_inside;
    for k in 0..W {
        let is_behind_edge = x[k] * v[k] - y[k] * u[k] > tolerance * (u[k].abs() + v[k].abs());
        is_inside &= is_behind_edge | (squared[k] <= limits.no_direction);
        is_inside_long &= is_behind_edge | (squared[k] <= limits.short);
    }
    // If a coordinate is NaN or infinite, `magnitude` is NaN or infinite. It is returned at once, because `min` might ignore a NaN.
    if !(magnitude < R::INFINITY) {
        return Some(magnitude);
    }
    if is_inside != is_inside_long {
        return None;
    }
    Some(if is_inside { R::ZERO } else { reduce(&squares, R::min).sqrt() })
}

/// The distance of two cores that are not boxes, computed relative to a corner of the first core.
#[inline(never)]
fn distance_of_cores<R: Real, const N: usize>(p: &Core<'_, R, N>, q: &Core<'_, R, N>) -> Option<R> {
    let first = match p {
        Core::Segment([a, _]) | Core::Triangle([a, ..]) => *a,
        Core::Corners(corners) => corners.at(0),
        Core::Point(_) | Core::Aabb(_) | Core::Box(_) => return None,
        Core::Ellipse(_) | Core::Cylinder(_) | Core::HalfSpace(_) => return None,
    };
    let origin = Vector(xy(first));
    match (segment_or_triangle(p, origin), segment_or_triangle(q, origin)) {
        (Some(p), Some(q)) => distance_of_polygons(&p, &q),
        (Some(p), None) => distance_of_polygons(&p, &polygon_of_few_corners(q, origin)?),
        (None, Some(q)) => distance_of_polygons(&polygon_of_few_corners(p, origin)?, &q),
        (None, None) => {
            distance_of_polygons(&polygon_of_few_corners(p, origin)?, &polygon_of_few_corners(q, origin)?)
        }
    }
}

/// Whether an edge of one polygon crosses an edge of the other.
#[cold]
fn are_crossing<R: Real, const W: usize, const V: usize>(
    p: &SmallPolygon<R, W>,
    q: &SmallPolygon<R, V>,
) -> bool {
    (0..p.len).any(|i| (0..q.len).any(|j| segments::are_crossing(p.edge(i), q.edge(j))))
}

/// The distance of two convex polygons. `None` if only short edges, which rounding may have rotated, seem to separate them.
#[inline(never)]
fn distance_of_polygons<R: Real, const W: usize, const V: usize>(
    p: &SmallPolygon<R, W>,
    q: &SmallPolygon<R, V>,
) -> Option<R> {
    let tolerance = rounding_error(p.magnitude() + q.magnitude());
    if !(tolerance < R::INFINITY) {
        return Some(tolerance);
    }
    let p_facing = p.facing_edges(q, tolerance);
    let q_facing = q.facing_edges(p, tolerance);
    let mut of_p = p_facing.edges;
    let mut of_q = q_facing.edges;
    let separate = p_facing.separate | q_facing.separate;
    if separate && !(p_facing.long_separate | q_facing.long_separate) {
        return None;
    }
    if !separate {
        // No edge surely separates the polygons. So they intersect, except that two slivers may be apart by little more than rounding. They
        // count as intersecting if no edge may separate them or if two edges cross. Otherwise the distances from all edges decide.
        if of_p | of_q == 0 || are_crossing(p, q) {
            return Some(R::ZERO);
        }
        of_p = (1 << W) - 1;
        of_q = (1 << V) - 1;
    }
    let mut p_squares = [R::INFINITY; W];
    let mut q_squares = [R::INFINITY; V];
    while of_p != 0 {
        q_squares = q.squares_to_edge(p, of_p.trailing_zeros() as usize, q_squares);
        of_p &= of_p - 1;
    }
    while of_q != 0 {
        p_squares = p.squares_to_edge(q, of_q.trailing_zeros() as usize, p_squares);
        of_q &= of_q - 1;
    }
    Some(reduce(&p_squares, R::min).min(reduce(&q_squares, R::min)).sqrt())
}
