//! Simple polygons, convex or concave, that are split into convex parts.

pub(crate) mod edges;
mod simple;
mod split;

use super::bvh::Bvh;
use super::polygon::{PolygonError, between, ends_of_flat, xy};
use crate::scalar::{Real, Scalar, real};
use crate::vector::Mapped;
use crate::{Aabb, Polygon, Relate, Shape, Vector};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use simple::Meeting;
use split::Split;

/// A closed simple polygon, convex or concave. It acts as one shape: results of queries do not depend on how it is split into convex
/// parts. Exact for integer scalars. Needs the feature `alloc`.
///
/// ```
/// use bumper::{Region, Relate, Relation, Shape, Vector};
/// // A polygon in the form of a U: the gap between its arms is outside.
/// let u = Region::new([[0, 0], [9, 0], [9, 9], [6, 9], [6, 3], [3, 3], [3, 9], [0, 9]]).unwrap();
/// let shape = Shape::from(&u);
/// assert_eq!(shape.relation(&Vector([4, 6])), Relation::Apart);
/// assert_eq!(shape.relation(&Vector([3, 1])), Relation::Overlapping);
/// assert_eq!(shape.relation(&Vector([4, 3])), Relation::Touching);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("ConcavePolygon", "ConcavePolygonShape2D", "CollisionPolygon2D", "PolygonCollider2D"))]
pub struct Region<S: Scalar, const N: usize = 2> {
    corners: Vec<Vector<S, N>>,
    /// The corners of all convex parts, one part after the other, counter-clockwise.
    split: Vec<Vector<S, N>>,
    /// The index in `corners` of each corner in `split`.
    split_indices: Vec<u32>,
    parts: Vec<Range<usize>>,
    /// The bounding volume hierarchy of the parts.
    bvh: Bvh<S::Real, N>,
    cuts: Vec<Cut<S, N>>,
}

/// A cut: a diagonal of the polygon along which it was split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut<S, const N: usize> {
    pub(crate) ends: [Vector<S, N>; 2],
    /// The indices in `parts` of the two parts on its sides.
    sides: [usize; 2],
}

impl<S: Scalar> Region<S, 2> {
    /// Creates a region from its corners, in either winding. Repeated corners are merged, and points on a straight edge are dropped.
    ///
    /// The polygon is split into triangles by ear clipping. Then neighbouring parts are merged if their union is convex, which leaves at
    /// most four times the minimum number of parts (G. Meisters, Polygons Have Ears, 1975; S. Hertel and K. Mehlhorn, Fast Triangulation of
    /// Simple Polygons, 1983). The split is exact for integer scalars. Costs about O(n log n) for typical outlines, O(n²) at worst.
    ///
    /// # Errors
    /// [`PolygonError`] if there are fewer than three different corners, if the corners are collinear, if edges cross or touch, or if a
    /// coordinate is infinite or NaN.
    ///
    /// ```
    /// use bumper::{PolygonError, Region};
    /// let bow_tie = Region::new([[0, 0], [9, 9], [9, 0], [0, 9]]);
    /// assert_eq!(bow_tie, Err(PolygonError::Crossing));
    /// ```
    pub fn new(points: impl IntoIterator<Item = impl Into<Vector<S, 2>>>) -> Result<Self, PolygonError> {
        Self::try_new(points.into_iter().map(Into::into))
    }
}

impl<S: Scalar, const N: usize> Region<S, N> {
    /// Like [`new`](Region::new), for code that is generic over the dimension `N`. Only 2D has concave polygons; in other dimensions, the
    /// result is an error.
    ///
    /// # Errors
    /// [`PolygonError`] as for [`new`](Region::new), and [`PolygonError::NotFinite`] if the dimension is not 2.
    ///
    /// ```
    /// use bumper::{Region, Vector};
    /// assert!(Region::try_new([[0, 0], [9, 0], [0, 9]].map(Vector)).is_ok());
    /// ```
    pub fn try_new(points: impl IntoIterator<Item = Vector<S, N>>) -> Result<Self, PolygonError> {
        let corners = cleaned(points.into_iter().collect())?;
        let split = Split::new(&corners);
        let cuts = split
            .cuts
            .iter()
            .map(|cut| Cut { ends: cut.ends.mapped(|index| corners[index]), sides: cut.sides })
            .collect();
        let mut points = Vec::new();
        let mut split_indices = Vec::new();
        let mut parts = Vec::<Range<usize>>::new();
        for part in split.parts {
            let start = points.len();
            points.extend(part.iter().map(|index| corners[*index]));
            split_indices.extend(part.iter().map(|index| *index as u32));
            parts.push(start..points.len());
        }
        let bvh = Bvh::new(parts.len(), |part| aabb_of(&points[parts[part].clone()]));
        Ok(Self { corners, split: points, split_indices, parts, bvh, cuts })
    }

    /// The corners, counter-clockwise if y points up. Repeated points and points on straight edges have been removed.
    ///
    /// ```
    /// use bumper::{Region, Vector};
    /// let region = Region::new([[0, 0], [0, 9], [5, 5], [9, 0]]).unwrap();
    /// assert_eq!(region.corners()[0], Vector([9, 0]));
    /// ```
    #[must_use]
    pub fn corners(&self) -> &[Vector<S, N>] {
        &self.corners
    }

    /// The convex parts into which the polygon is split. They cover the polygon and share only edges.
    ///
    /// ```
    /// use bumper::Region;
    /// assert_eq!(Region::new([[0, 0], [9, 0], [0, 9]]).unwrap().parts().count(), 1);
    /// assert_eq!(Region::new([[0, 0], [9, 0], [1, 1], [0, 9]]).unwrap().parts().count(), 2);
    /// ```
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Polygon<'_, S, N>> + Clone {
        self.parts.iter().map(|part| Polygon::known(&self.split[part.clone()]))
    }

    /// Whether the points are the corners of a simple polygon, so that [`new`](Region::new) would accept them. Does not split the polygon.
    pub(crate) fn is_simple(points: &[Vector<S, N>]) -> bool {
        cleaned(points.to_vec()).is_ok()
    }

    /// The convex part at a position in the sorted order of the bounding volume hierarchy.
    pub(crate) fn part(&self, position: usize) -> Polygon<'_, S, N> {
        Polygon::known(&self.split[self.parts[self.bvh.part(position)].clone()])
    }

    /// The bounding volume hierarchy of the convex parts.
    pub(crate) fn bvh(&self) -> &Bvh<S::Real, N> {
        &self.bvh
    }

    /// Whether a point is in the region or on its boundary. Costs one test per part.
    ///
    /// ```
    /// use bumper::Region;
    /// assert!(Region::new([[0, 0], [9, 0], [0, 9]]).unwrap().contains([4, 5]));
    /// ```
    #[must_use]
    pub fn contains(&self, point: impl Into<Vector<S, N>>) -> bool {
        let point = point.into();
        self.parts().any(|part| part.intersects(&point))
    }

    /// The region moved by an offset. `None` if a coordinate would leave the range of the scalar or become infinite or NaN. Costs O(n).
    ///
    /// ```
    /// use bumper::{Region, Vector};
    /// let corner = Region::new([[0i16, 0], [9, 0], [0, 9]].map(Vector)).unwrap();
    /// assert!(corner.translated([100, 0]).unwrap().contains([101, 1]));
    /// assert!(corner.translated([i16::MAX, 0]).is_none());
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Option<Self> {
        let offset = offset.into();
        let moved = |points: &[Vector<S, N>]| {
            points.iter().map(|point| point.checked_add(offset)).collect::<Option<_>>()
        };
        let cut = |Cut { ends: [from, to], sides }: &Cut<S, N>| {
            Some(Cut { ends: [from.checked_add(offset)?, to.checked_add(offset)?], sides: *sides })
        };
        let cuts = self.cuts.iter().map(cut).collect::<Option<_>>()?;
        let corners: Vec<_> = moved(&self.corners)?;
        let split: Vec<_> = moved(&self.split)?;
        let bvh = self.bvh.refitted(|part| aabb_of(&split[self.parts[part].clone()]));
        let split_indices = self.split_indices.clone();
        Some(Self { corners, split, split_indices, parts: self.parts.clone(), bvh, cuts })
    }

    /// Whether a point or segment (or a shape that is degenerate to one) has a point on a cut between two parts, the ends of the cut
    /// excluded. A cut lies inside the region, so such a shape overlaps the region, even if it only touches each part. False for shapes
    /// with an interior, for which the parts give the right answer.
    pub(crate) fn is_cut_by(&self, shape: &Shape<'_, S, N>) -> bool {
        let Some([u, v]) = degenerate_segment(shape) else { return false };
        self.cuts.iter().any(|&Cut { ends: [p, q], .. }| crosses_interior(xy(p), xy(q), xy(u), xy(v)))
            || S::IS_FLOAT && [u, v].into_iter().any(|end| self.is_on_a_cut(end))
    }

    /// Whether a point is on a cut within rounding, and nearer to it than to the boundary. Rounding may put such a point outside of both
    /// parts that meet at the cut.
    fn is_on_a_cut(&self, point: Vector<S, N>) -> bool {
        let point = point.map(S::to_f64);
        let error = S::Real::EPSILON.to_f64() * CUT_ERROR;
        let is_near = |cut: &Cut<S, N>| {
            let ends = cut.ends.map(|end| end.map(S::to_f64));
            let size = ends.iter().flat_map(|end| end.0).fold(0.0, |size: f64, c| size.max(c.abs()));
            squared_distance(ends, point) <= size * size * (error * error)
        };
        self.cuts.iter().any(is_near) && self.is_nearer_to_a_cut(point)
    }

    /// The cuts between the convex parts.
    pub(crate) fn cuts(&self) -> &[Cut<S, N>] {
        &self.cuts
    }

    /// A convex quadrilateral in the region whose diagonal is a cut: its corners are counter-clockwise, and the ends of the cut are the
    /// first and the third one. The interior of the region is the union of the interiors of its convex parts and of these bridges. The
    /// other two corners are the ends of the chord of the two parts that is perpendicular to the cut at its middle. In 2D only.
    pub(crate) fn bridge(&self, cut: &Cut<S, N>) -> [Vector<f64, N>; 4] {
        let [from, to] = cut.ends.map(|end| end.map(S::to_f64));
        let middle = (from + to).scaled(0.5);
        let along = to - from;
        let left = Vector::ZERO.with(0, -along[N - 1]).with(N - 1, along[0]);
        let apex = |direction: Vector<f64, N>| {
            let reach =
                cut.sides.iter().map(|&side| chord(&self.split[self.parts[side].clone()], middle, direction));
            middle + direction.scaled(reach.fold(0.0, f64::max))
        };
        [from, apex(-left), to, apex(left)]
    }

    /// Whether a point is closer to a cut between two parts than to the boundary of the region. Then it is certainly in the interior of the
    /// region, because the cuts are. A query calls this if rounding makes it uncertain whether a point is in the interior. Costs one test
    /// per edge and per cut.
    pub(crate) fn is_nearer_to_a_cut(&self, point: Vector<f64, N>) -> bool {
        let square = |ends: [Vector<S, N>; 2]| squared_distance(ends.map(|end| end.map(S::to_f64)), point);
        let count = self.corners.len();
        let nearest = self.cuts.iter().fold(f64::INFINITY, |nearest, cut| nearest.min(square(cut.ends)));
        (0..count).all(|k| nearest < square([self.corners[k], self.corners[(k + 1) % count]]))
    }
}

/// How far a line from a point of a convex polygon stays in the polygon, in multiples of `direction`. The point is on an edge: zero if the
/// line leaves the polygon at once.
fn chord<S: Scalar, const N: usize>(
    corners: &[Vector<S, N>],
    from: Vector<f64, N>,
    direction: Vector<f64, N>,
) -> f64 {
    let count = corners.len();
    let corner = |k: usize| corners[k % count].map(S::to_f64) - from;
    let cross = |u: Vector<f64, N>, v: Vector<f64, N>| u[0] * v[N - 1] - u[N - 1] * v[0];
    (0..count).fold(0.0, |reach, k| {
        let p = corner(k);
        let q = corner(k + 1);
        let left = cross(direction, p);
        let other = cross(direction, q);
        // At an edge from right to left, the line leaves a polygon whose corners are counter-clockwise.
        if left <= 0.0 && other > 0.0 || left < 0.0 && other >= 0.0 {
            let hit = p + (q - p).scaled(left / (left - other));
            f64::max(reach, hit.dot(direction) / direction.dot(direction))
        } else {
            reach
        }
    })
}

/// The rounding error of the position of a point relative to a cut, as a multiple of epsilon times the largest coordinate of the cut.
const CUT_ERROR: f64 = 8.0;

/// The squared distance of a point from a segment.
fn squared_distance<const N: usize>([from, to]: [Vector<f64, N>; 2], point: Vector<f64, N>) -> f64 {
    let direction = to - from;
    let offset = point - from;
    let along = offset.dot(direction);
    let length_squared = direction.dot(direction);
    let fraction = if along > 0.0 { along / length_squared } else { 0.0 };
    let rejection = if fraction < 1.0 { offset - direction.scaled(fraction) } else { point - to };
    rejection.dot(rejection)
}

/// The AABB of the corners of a convex part.
fn aabb_of<S: Scalar, const N: usize>(corners: &[Vector<S, N>]) -> Aabb<S::Real, N> {
    let mut points = corners.iter().map(|corner| Aabb::point(corner.map(real)));
    let first = points.next().unwrap_or(Aabb::point(Vector::ZERO));
    points.fold(first, |all, next| all.union(&next))
}

/// The two ends of a point or segment, or of a shape that is degenerate to a point or segment; `None` for other shapes.
fn degenerate_segment<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<[Vector<S, N>; 2]> {
    match shape {
        Shape::Point(point) => Some([*point; 2]),
        Shape::Segment(segment) => Some([segment.from(), segment.to()]),
        Shape::Ball(ball) if ball.radius() == S::ZERO => Some([ball.center(); 2]),
        Shape::SquaredBall(ball) if ball.radius_squared() == Default::default() => Some([ball.center(); 2]),
        Shape::Aabb(aabb) if (0..N).any(|k| aabb.min()[k] == aabb.max()[k]) => Some([aabb.min(), aabb.max()]),
        Shape::Capsule(capsule) if capsule.radius() == S::ZERO => {
            Some([capsule.spine().from(), capsule.spine().to()])
        }
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners();
            let flat_triangle = S::orient2d(xy(a), xy(b), xy(c)) == Some(Ordering::Equal);
            flat_triangle.then(|| ends_of_flat([a, b, c]))
        }
        Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Aabb(_) | Shape::Capsule(_) => None,
        Shape::Polygon(_) | Shape::Region(_) | Shape::Mask(_) => None,
        Shape::Compound(_) | Shape::Group(_) => None,
        // Rotated and placed shapes may be degenerate, too. But the ends of such a segment are rounded, so it is uncertain whether they lie
        // on a cut. These shapes are treated like shapes with an interior.
        Shape::OrientedBox(_) | Shape::Ellipse(_) | Shape::Placed(..) => None,
        Shape::HalfSpace(_) => None,
        // These kinds exist only in 3D.
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) | Shape::Mesh(_) => None,
        Shape::HeightField(_) => None,
    }
}

/// Whether the segment from `u` to `v` contains a point that lies strictly between `p` and `q`.
fn crosses_interior<S: Scalar>(p: [S; 2], q: [S; 2], u: [S; 2], v: [S; 2]) -> bool {
    let inside = |point| {
        S::orient2d(p, q, point) == Some(Ordering::Equal)
            && S::ahead(p, q, point) == Some(Ordering::Greater)
            && S::ahead(q, p, point) == Some(Ordering::Greater)
    };
    let opposite = |a: Option<Ordering>, b: Option<Ordering>| a.is_some() && a == b.map(Ordering::reverse);
    let at_u = S::orient2d(p, q, u);
    let at_v = S::orient2d(p, q, v);
    let at_p = S::orient2d(u, v, p);
    let at_q = S::orient2d(u, v, q);
    if inside(u) || inside(v) {
        return true;
    }
    let flat = Some(Ordering::Equal);
    if at_u == flat && at_v == flat {
        // The two segments are collinear, and neither `u` nor `v` lies strictly between `p` and `q`. So the segment from `u` to `v`
        // contains either all points between `p` and `q` or none.
        let covers = |point| {
            S::ahead(u, v, point) != Some(Ordering::Less) && S::ahead(v, u, point) != Some(Ordering::Less)
        };
        return u != v && covers(p) && covers(q);
    }
    at_p != flat && opposite(at_p, at_q) && (opposite(at_u, at_v) || at_u == flat || at_v == flat)
}

/// Checks that the points form a simple polygon, and returns its corners in counter-clockwise order, without repeated points and points on
/// straight edges.
fn cleaned<S: Scalar, const N: usize>(
    mut points: Vec<Vector<S, N>>,
) -> Result<Vec<Vector<S, N>>, PolygonError> {
    if N != 2 || !points.iter().flat_map(|point| point.0).all(|c| c.to_f64().is_finite()) {
        return Err(PolygonError::NotFinite);
    }
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    if points.len() < 3 {
        return Err(PolygonError::TooFew);
    }
    // Drop points on a straight edge. Do not drop a spike (an edge that runs back along the edge before it), because the test for crossings
    // below has to reject it.
    let n = points.len();
    let corners: Vec<_> = (0..n)
        .filter(|&k| !between(points[(k + n - 1) % n], points[k], points[(k + 1) % n]))
        .map(|k| points[k])
        .collect();
    let first = xy(points[0]);
    if points.iter().all(|&point| S::orient2d(first, xy(points[1]), xy(point)) == Some(Ordering::Equal)) {
        return Err(PolygonError::Flat);
    }
    let mut corners = corners;
    match simple::meeting(&corners) {
        Some(Meeting::Cross) => return Err(PolygonError::Crossing),
        Some(Meeting::Touch) => return Err(PolygonError::Touching),
        None => (),
    }
    // A simple polygon winds in the direction of its turn at the lowest (then leftmost) corner, because this corner is convex.
    let n = corners.len();
    let lower = |a: usize, b: usize| {
        let [p, q] = [xy(corners[a]), xy(corners[b])];
        if q[1] < p[1] || q[1] == p[1] && q[0] < p[0] { b } else { a }
    };
    let lowest = (0..n).reduce(lower).unwrap_or(0);
    let turn = [corners[(lowest + n - 1) % n], corners[lowest], corners[(lowest + 1) % n]].mapped(xy);
    if S::orient2d(turn[0], turn[1], turn[2]) == Some(Ordering::Less) {
        corners.reverse();
    }
    Ok(corners)
}
