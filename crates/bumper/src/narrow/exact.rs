//! Shapes with corners on a plane: exact on whole numbers.
//!
//! Method: separating axes. The difference of two convex polygons has the edges of both, so they are apart where all
//! corners of one lie outside of an edge of the other. Which side of an edge a corner is on is the sign of a product of
//! degree 2, so that normals need no length. Where both polygons may be flat, their difference may be so too, and the
//! two coordinate axes join, which are all that a segment along itself needs.

use crate::scalar::{Area, AreaOf, Scalar, Span};
use crate::shape::polygon::flat;
use crate::vector::Mapped;
use crate::{Aabb, Polygon, PolygonBuf, Segment, Shape, Triangle, Vector, Verdict};
use core::cmp::Ordering;

/// The corners of a convex shape on a plane, counterclockwise where y goes up.
pub(crate) trait Outline<S> {
    /// How many there are: one or more.
    fn len(&self) -> usize;

    /// One of them.
    fn at(&self, index: usize) -> [S; 2];

    /// Where the edge that begins at this corner ends.
    #[inline]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.len() { index + 1 } else { 0 }
    }
}

impl<S: Scalar, const N: usize> Outline<S> for Vector<S, N> {
    #[inline]
    fn len(&self) -> usize {
        1
    }
    #[inline]
    fn at(&self, _index: usize) -> [S; 2] {
        flat(*self)
    }
}

impl<S: Scalar, const N: usize> Outline<S> for Segment<S, N> {
    #[inline]
    fn len(&self) -> usize {
        2
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        flat(if index == 0 { self.from() } else { self.to() })
    }
}

impl<S: Scalar, const N: usize> Outline<S> for Triangle<S, N> {
    #[inline]
    fn len(&self) -> usize {
        3
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        flat(self.corners()[index])
    }
}

impl<S: Scalar, const N: usize> Outline<S> for Aabb<S, N> {
    #[inline]
    fn len(&self) -> usize {
        4
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        let (min, max) = (flat(self.min()), flat(self.max()));
        let [x, y] = [
            if index == 1 || index == 2 { max[0] } else { min[0] },
            if index >= 2 { max[1] } else { min[1] },
        ];
        // An infinite box ends far beyond anything: infinity times nothing would be NaN.
        let far = S::MAX_RADIUS;
        let ends = |c: S| if S::IS_FLOAT && c > far { far } else { c };
        let starts =
            |c: S| if S::IS_FLOAT && c < S::default().minus(far) { S::default().minus(far) } else { c };
        [starts(ends(x)), starts(ends(y))]
    }
}

impl<S: Scalar, const N: usize> Outline<S> for Polygon<'_, S, N> {
    #[inline]
    fn len(&self) -> usize {
        Polygon::len(self)
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        flat(self.corner(index))
    }
}

impl<S: Scalar, const CAP: usize> Outline<S> for PolygonBuf<S, CAP> {
    #[inline]
    fn len(&self) -> usize {
        self.corners().len()
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        flat(self.corners()[index])
    }
}

/// Whether a polygon has no radius.
pub(super) fn is_sharp<S: Scalar, const N: usize>(polygon: &Polygon<S, N>) -> bool {
    polygon.radius() == S::default()
}

/// A shape on a plane that whole numbers can describe.
enum Flat<'a, S: Scalar, const N: usize> {
    Corners(Corners<'a, S, N>),
    Ball([S; 2], AreaOf<S>),
}

enum Corners<'a, S, const N: usize> {
    Point(Vector<S, N>),
    Segment(Segment<S, N>),
    Triangle(Triangle<S, N>),
    Aabb(Aabb<S, N>),
    Polygon(Polygon<'a, S, N>),
}

impl<'a, S: Scalar, const N: usize> Flat<'a, S, N> {
    fn new(shape: &Shape<'a, S, N>) -> Option<Self> {
        Some(match *shape {
            Shape::Point(point) => Self::Corners(Corners::Point(point)),
            Shape::Segment(segment) => Self::Corners(Corners::Segment(segment)),
            Shape::Triangle(triangle) => Self::Corners(Corners::Triangle(triangle)),
            Shape::Aabb(aabb) => Self::Corners(Corners::Aabb(aabb)),
            Shape::Polygon(polygon) if is_sharp(&polygon) => Self::Corners(Corners::Polygon(polygon)),
            Shape::Ball(ball) => Self::Ball(flat(ball.center()), ball.radius().radius().square()),
            Shape::SquaredBall(ball) => Self::Ball(flat(ball.center()), ball.radius_squared()),
            Shape::Polygon(_) | Shape::Capsule(_) | Shape::OrientedBox(_) | Shape::Ellipse(_) => return None,
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) => return None,
            Shape::Mask(_) | Shape::Compound(_) | Shape::Placed(..) => return None,
            #[cfg(feature = "alloc")]
            Shape::Region(_) | Shape::Group(_) => return None,
        })
    }
}

macro_rules! of_corners {
    ($corners:ident, $outline:ident => $answer:expr) => {
        match $corners {
            Corners::Point($outline) => $answer,
            Corners::Segment($outline) => $answer,
            Corners::Triangle($outline) => $answer,
            Corners::Aabb($outline) => $answer,
            Corners::Polygon($outline) => $answer,
        }
    };
}

impl<S: Scalar, const N: usize> Outline<S> for Corners<'_, S, N> {
    #[inline]
    fn len(&self) -> usize {
        of_corners!(self, outline => Outline::len(outline))
    }
    #[inline]
    fn at(&self, index: usize) -> [S; 2] {
        of_corners!(self, outline => outline.at(index))
    }
}

/// The relation of two shapes on a plane that whole numbers can describe; `None` for others.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    match (Flat::new(a)?, Flat::new(b)?) {
        (Flat::Corners(p), Flat::Corners(q)) => Some(outlines(&p, &q)),
        (Flat::Corners(p), Flat::Ball(center, area)) | (Flat::Ball(center, area), Flat::Corners(p)) => {
            Some(ball(center, area, &p))
        }
        (Flat::Ball(..), Flat::Ball(..)) => None,
    }
}

/// The relation of two outlines. Degree 2.
///
/// Costs O(n + m) where they overlap, up to O(n m) where not.
#[inline]
pub(crate) fn outlines<S: Scalar, V: Verdict>(a: &impl Outline<S>, b: &impl Outline<S>) -> V {
    let across = if a.len() <= 4 && b.len() <= 4 { bounds(a, b) } else { V::OVERLAPPING };
    if across.is_weakest() {
        return across;
    }
    let first = across.and(edges(a, b));
    if first.is_weakest() { first } else { first.and(edges(b, a)) }
}

/// The weakest relation of `b` to the half-planes behind the edges of `a`.
#[inline]
fn edges<S: Scalar, V: Verdict>(a: &impl Outline<S>, b: &impl Outline<S>) -> V {
    let mut all = V::OVERLAPPING;
    // A corner that is behind one edge is likely to be behind the next.
    let mut witness = 0;
    for index in 0..a.len() {
        let (from, to) = (a.at(index), a.at(a.next(index)));
        if from == to {
            continue;
        }
        let mut half_plane = V::APART;
        let first = witness;
        loop {
            half_plane = half_plane.or(side(S::orient2d(from, to, b.at(witness))));
            if half_plane.is_final() {
                break;
            }
            witness = b.next(witness);
            if witness == first {
                break;
            }
        }
        all = all.and(half_plane);
        if all.is_weakest() {
            break;
        }
    }
    all
}

/// The relation of a point to what lies on the left of a line.
#[inline]
fn side<V: Verdict>(turn: Option<Ordering>) -> V {
    turn.map_or(V::APART, |turn| V::within(Ordering::Equal, turn))
}

/// The relation of the boxes around two outlines.
#[inline]
fn bounds<S: Scalar, V: Verdict>(a: &impl Outline<S>, b: &impl Outline<S>) -> V {
    let around = |outline: &dyn Fn(usize) -> [S; 2], len: usize| {
        (1..len).fold(Aabb::point(outline(0)), |all, index| all.union(&Aabb::point(outline(index))))
    };
    let (a, b) = (around(&|index| a.at(index), a.len()), around(&|index| b.at(index), b.len()));
    a.axes::<V>(&b).0.into_iter().fold(V::OVERLAPPING, V::and)
}

/// The relation of a ball, by the square of its radius, to an outline. Degree 4.
///
/// The distance is that to an edge where the centre lies beside it, else that to a corner. Costs O(n).
#[inline]
pub(crate) fn ball<S: Scalar, V: Verdict>(
    center: [S; 2],
    radius_squared: AreaOf<S>,
    outline: &impl Outline<S>,
) -> V {
    let (mut nearest, mut inside, mut edges) = (V::APART, true, 0);
    let known = |corner: [S; 2]| corner.iter().all(|c| c.partial_cmp(c).is_some());
    // A corner that is near would hide another that is nowhere.
    if S::IS_FLOAT && !(0..outline.len()).all(|index| known(outline.at(index))) {
        return V::APART;
    }
    for index in 0..outline.len() {
        let (from, to) = (outline.at(index), outline.at(outline.next(index)));
        nearest = nearest.or(V::within(Vector(center).distance_squared(Vector(from)), radius_squared));
        if from == to {
            continue;
        }
        edges += 1;
        let turn = S::orient2d(from, to, center);
        // A segment has its other side too, and floats may see a point on the inner side of both.
        if turn == Some(Ordering::Greater) && outline.len() > 2 {
            continue;
        }
        inside = false;
        let behind = |ahead: Option<Ordering>| !matches!(ahead, Some(Ordering::Greater | Ordering::Equal));
        if behind(S::ahead(from, to, center)) || behind(S::ahead(to, from, center)) {
            continue;
        }
        let [x, y] = [0, 1].mapped(|k| from[k].distance(to[k]).square());
        let height = S::orient2d_area(from, to, center).compare_scaled(radius_squared, x, y);
        nearest = nearest.or(height.map_or(V::APART, |height| V::within(height, Ordering::Equal)));
        if nearest.is_final() {
            return nearest;
        }
    }
    // Floats may see a point beyond the end of something flat on the inner side of all its edges.
    if inside && edges > 2 && !bounds::<S, V>(&Vector(center), outline).is_weakest() {
        V::OVERLAPPING
    } else {
        nearest
    }
}
