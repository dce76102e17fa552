//! Relations of polygons and balls in 2D: exact for integers and fixed point.
//!
//! The method is the separating axis test. The edges of the Minkowski difference of two convex polygons are the edges of both polygons. So
//! the polygons are apart if and only if one of them has an edge with all corners of the other polygon outside. The sign of a cross product
//! says on which side of an edge a corner lies, so normals need not be normalized.
//!
//! If both polygons are degenerate to segments on parallel lines, their Minkowski difference is a segment, too. The normals of the edges do
//! not bound the two ends of this segment, so the coordinate axes are tested as well.

use super::convex_polygon::ConvexPolygon;
use crate::narrow::tolerance::SHORT_EDGE;
use crate::scalar::{Area, AreaOf, Scalar, Span};
use crate::shape::polygon::xy;
use crate::vector::{Mapped, from_fn};
use crate::{Aabb, Polygon, Segment, Shape, Triangle, Vector, Verdict};
use core::cmp::Ordering;

impl<S: Scalar, const N: usize> ConvexPolygon<S> for Vector<S, N> {
    #[inline]
    fn len(&self) -> usize {
        1
    }
    #[inline]
    fn at(&self, _index: usize) -> Vector<S, 2> {
        Vector(xy(*self))
    }
}

impl<S: Scalar, const N: usize> ConvexPolygon<S> for Segment<S, N> {
    #[inline]
    fn len(&self) -> usize {
        2
    }
    #[inline]
    fn at(&self, index: usize) -> Vector<S, 2> {
        Vector(xy(if index == 0 { self.from() } else { self.to() }))
    }
}

impl<S: Scalar, const N: usize> ConvexPolygon<S> for Triangle<S, N> {
    #[inline]
    fn len(&self) -> usize {
        3
    }
    #[inline]
    fn at(&self, index: usize) -> Vector<S, 2> {
        Vector(xy(self.corners()[index]))
    }
}

impl<S: Scalar, const N: usize> ConvexPolygon<S> for Aabb<S, N> {
    #[inline]
    fn len(&self) -> usize {
        4
    }
    #[inline]
    fn at(&self, index: usize) -> Vector<S, 2> {
        let min = xy(self.min());
        let max = xy(self.max());
        let [x, y] = [
            if index == 1 || index == 2 { max[0] } else { min[0] },
            if index >= 2 { max[1] } else { min[1] },
        ];
        // With floats, infinite ends of a box are replaced by the largest finite radius, because infinity times zero would be NaN.
        let min = S::ZERO.minus(S::MAX_RADIUS);
        let max = S::MAX_RADIUS;
        Vector([x, y].mapped(|c| match S::IS_FLOAT {
            true if c > max => max,
            true if c < min => min,
            _ => c,
        }))
    }
}

impl<S: Scalar, const N: usize> ConvexPolygon<S> for Polygon<'_, S, N> {
    #[inline]
    fn len(&self) -> usize {
        Polygon::len(self)
    }
    #[inline]
    fn at(&self, index: usize) -> Vector<S, 2> {
        Vector(xy(self.corner(index)))
    }
}

/// Whether a polygon has a radius of zero.
pub(super) fn is_sharp<S: Scalar, const N: usize>(polygon: &Polygon<S, N>) -> bool {
    polygon.radius() == S::ZERO
}

/// A 2D shape whose relations are computed exactly: a polygon, or the center and squared radius of a ball.
enum Flat<'a, S: Scalar, const N: usize> {
    Corners(FlatCorners<'a, S, N>),
    Ball([S; 2], AreaOf<S>),
}

enum FlatCorners<'a, S, const N: usize> {
    /// Up to four corners, and the number of corners. The rest of the array repeats the last corner.
    Few([Vector<S, 2>; 4], usize),
    Polygon(Polygon<'a, S, N>),
}

impl<S: Scalar, const N: usize> FlatCorners<'_, S, N> {
    /// The corners of a polygon of at most four corners.
    #[inline]
    fn few(polygon: &impl ConvexPolygon<S>) -> Self {
        let len = polygon.len();
        Self::Few(from_fn(|index| polygon.at(if index < len { index } else { len - 1 })), len)
    }
}

impl<'a, S: Scalar, const N: usize> Flat<'a, S, N> {
    fn new(shape: &Shape<'a, S, N>) -> Option<Self> {
        Some(match *shape {
            Shape::Point(point) => Self::Corners(FlatCorners::few(&point)),
            Shape::Segment(segment) => Self::Corners(FlatCorners::few(&segment)),
            Shape::Triangle(triangle) => Self::Corners(FlatCorners::few(&triangle)),
            Shape::Aabb(aabb) => Self::Corners(FlatCorners::few(&aabb)),
            Shape::Polygon(polygon) if is_sharp(&polygon) => Self::Corners(FlatCorners::Polygon(polygon)),
            Shape::Ball(ball) => Self::Ball(xy(ball.center()), ball.radius().radius().square()),
            Shape::SquaredBall(ball) => Self::Ball(xy(ball.center()), ball.radius_squared()),
            Shape::Polygon(_) | Shape::Capsule(_) | Shape::OrientedBox(_) | Shape::Ellipse(_) => return None,
            Shape::HalfSpace(_) => return None,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) => return None,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => return None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Group(_) => return None,
        })
    }
}

impl<S: Scalar, const N: usize> ConvexPolygon<S> for FlatCorners<'_, S, N> {
    #[inline]
    fn len(&self) -> usize {
        match self {
            FlatCorners::Few(_, len) => *len,
            FlatCorners::Polygon(polygon) => polygon.len(),
        }
    }
    #[inline]
    fn at(&self, index: usize) -> Vector<S, 2> {
        match self {
            FlatCorners::Few(corners, _) => corners[index],
            FlatCorners::Polygon(polygon) => Vector(xy(polygon.corner(index))),
        }
    }
}

/// The relation of two shapes in 2D. `None` for kinds without an exact predicate, and for two balls.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    match (Flat::new(a)?, Flat::new(b)?) {
        (Flat::Corners(p), Flat::Corners(q)) => Some(polygons(&p, &q)),
        (Flat::Corners(p), Flat::Ball(center, area)) | (Flat::Ball(center, area), Flat::Corners(p)) => {
            Some(ball(center, area, &p))
        }
        (Flat::Ball(..), Flat::Ball(..)) => None,
    }
}

/// The relation of two convex polygons. Only the signs of polynomials of degree 2 in the coordinates are needed, such as products of two
/// coordinates. So integers of about twice the width of the scalar compute it exactly.
///
/// The relations are ordered: apart is weaker than touching, and touching is weaker than overlapping. The relation of two polygons is the
/// weakest one of `b` to any half-plane of an edge of `a`, and of `a` to any half-plane of an edge of `b` (separating axes). Comparing the
/// bounding boxes first saves time only for polygons of few corners.
///
/// Takes O(n + m) time if the polygons overlap, up to O(n m) otherwise; n and m are the numbers of corners.
#[inline]
pub(crate) fn polygons<S: Scalar, V: Verdict>(a: &impl ConvexPolygon<S>, b: &impl ConvexPolygon<S>) -> V {
    let by_bounds = if a.len() <= 4 && b.len() <= 4 { bounds(a, b) } else { V::OVERLAPPING };
    if by_bounds.is_weakest() {
        return by_bounds;
    }
    let first = by_bounds.and(edges(a, b));
    if first.is_weakest() { first } else { first.and(edges(b, a)) }
}

/// The relation of `b` to the polygon that the edges of `a` enclose: the weakest relation of `b` to the half-plane behind an edge, over all
/// edges.
#[inline]
fn edges<S: Scalar, V: Verdict>(a: &impl ConvexPolygon<S>, b: &impl ConvexPolygon<S>) -> V {
    let mut all = V::OVERLAPPING;
    // The index of the corner of `b` that was behind the previous edge. It is tested first, because it is likely to be behind this edge
    // too.
    let mut witness = 0;
    for index in 0..a.len() {
        let from = a.at(index).0;
        let to = a.at(a.next(index)).0;
        if from == to {
            continue;
        }
        let mut half_plane = V::APART;
        let first = witness;
        loop {
            half_plane = half_plane.or(side(S::orient2d(from, to, b.at(witness).0)));
            if half_plane.is_final() {
                break;
            }
            witness = b.next(witness);
            if witness == first {
                break;
            }
        }
        // `is_false_edge` is slow, so it is called only for the few edges that may separate the polygons.
        if !half_plane.is_final() && is_false_edge(a, index) {
            continue;
        }
        all = all.and(half_plane);
        if all.is_weakest() {
            break;
        }
    }
    all
}

/// Whether rounding of its ends has turned an edge so far that another corner of its own polygon is in front of it. Always false for
/// integers and fixed point.
///
/// This can only happen to an edge that is short ([`SHORT_EDGE`]) compared with its longer neighbour. Both ends of such an edge are one
/// corner within rounding, so callers skip the edge.
fn is_false_edge<S: Scalar>(polygon: &impl ConvexPolygon<S>, index: usize) -> bool {
    if !S::IS_FLOAT {
        return false;
    }
    let end = polygon.next(index);
    let from = polygon.at(index).0;
    let to = polygon.at(end).0;
    let length = |from: [S; 2], to: [S; 2]| {
        let [x, y] = [0, 1].mapped(|k| S::to_f64(to[k]) - S::to_f64(from[k]));
        x.abs() + y.abs()
    };
    // The nearest corners before and after the edge that differ from its ends.
    let mut before = polygon.before(index);
    let mut after = polygon.next(end);
    while polygon.at(before).0 == from && before != index {
        before = polygon.before(before);
    }
    while polygon.at(after).0 == to && after != end {
        after = polygon.next(after);
    }
    let neighbour = length(polygon.at(before).0, from).max(length(to, polygon.at(after).0));
    length(from, to) < neighbour * SHORT_EDGE
        && (0..polygon.len()).any(|k| S::orient2d(from, to, polygon.at(k).0) == Some(Ordering::Less))
}

/// The relation of a point to the half-plane on the left of a line: the inner side of an edge, because corners are counterclockwise. `turn`
/// is greater if the point is on the left, equal if it is on the line, and `None` for NaN.
#[inline]
fn side<V: Verdict>(turn: Option<Ordering>) -> V {
    turn.map_or(V::APART, |turn| V::within(Ordering::Equal, turn))
}

/// The relation of the bounding boxes of two polygons.
#[inline]
fn bounds<S: Scalar, V: Verdict>(a: &impl ConvexPolygon<S>, b: &impl ConvexPolygon<S>) -> V {
    let bounding_box = |corner: &dyn Fn(usize) -> Vector<S, 2>, len: usize| {
        (1..len).fold(Aabb::point(corner(0)), |all, index| all.union(&Aabb::point(corner(index))))
    };
    let a = bounding_box(&|index| a.at(index), a.len());
    let b = bounding_box(&|index| b.at(index), b.len());
    a.axes::<V>(&b).0.into_iter().fold(V::OVERLAPPING, V::and)
}

/// The relation of a ball, given by its squared radius, and a polygon. Only the signs of polynomials of degree 4 in the coordinates are
/// needed, so integers of about four times the width of the scalar compute it exactly. Takes time proportional to the number of corners.
#[inline]
pub(crate) fn ball<S: Scalar, V: Verdict>(
    center: [S; 2],
    radius_squared: AreaOf<S>,
    polygon: &impl ConvexPolygon<S>,
) -> V {
    let mut nearest = V::APART;
    let mut inside = true;
    let mut edges = 0;
    let is_number = |corner: [S; 2]| corner.iter().all(|c| c.partial_cmp(c).is_some());
    // If any corner has a NaN, the shapes are apart. This needs its own test, because comparisons with NaN have no influence on the
    // result of the loop below.
    if S::IS_FLOAT && !(0..polygon.len()).all(|index| is_number(polygon.at(index).0)) {
        return V::APART;
    }
    for index in 0..polygon.len() {
        let from = polygon.at(index).0;
        let to = polygon.at(polygon.next(index)).0;
        nearest = nearest.or(V::within(Vector(center).distance_squared(Vector(from)), radius_squared));
        if from == to {
            continue;
        }
        edges += 1;
        let turn = S::orient2d(from, to, center);
        // If the center is on the inner side of the edge, another edge is nearer or the center is inside, so the edge is skipped. The edges
        // of a segment are never skipped, because a segment has no interior. With floats, a center may count as on the inner side of both
        // of its opposite edges.
        if turn == Some(Ordering::Greater) && polygon.len() > 2 {
            continue;
        }
        let behind = |ahead: Option<Ordering>| !matches!(ahead, Some(Ordering::Greater | Ordering::Equal));
        if behind(S::ahead(from, to, center)) || behind(S::ahead(to, from, center)) {
            inside = inside && is_false_edge(polygon, index);
            continue;
        }
        inside = false;
        let [x, y] = [0, 1].mapped(|k| from[k].distance(to[k]).square());
        let height = S::orient2d_area(from, to, center).compare_scaled(radius_squared, x, y);
        nearest = nearest.or(height.map_or(V::APART, |height| V::within(height, Ordering::Equal)));
        if nearest.is_final() {
            return nearest;
        }
    }
    // With floats, a point beyond the end of a polygon whose corners are all collinear may count as on the inner side of all edges. Its
    // bounding box excludes such a point.
    if inside && edges > 2 && !bounds::<S, V>(&Vector(center), polygon).is_weakest() {
        V::OVERLAPPING
    } else {
        nearest
    }
}
