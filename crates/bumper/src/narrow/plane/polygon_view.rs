//! Views of all cores that have corners in 2D as polygons.

use super::degenerate::is_short;
use super::edges::{
    Edges, FourPoints, Point, PolygonEdges, max_coordinate, min_projections_of_all, support_of_many,
};
use super::small_polygons::{Octagon, Quad};
use crate::Vector;
use crate::narrow::convex_polygon::ConvexPolygon;
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::vector::{Mapped, from_fn};
use crate::view::{Core, Corners};

/// A polygon of any number of corners, relative to an origin. The corners are read from memory at every access.
pub(super) struct LargePolygon<'a, R, const N: usize> {
    corners: Corners<'a, R, N>,
    origin: Vector<R, N>,
}

impl<R: Real, const N: usize> ConvexPolygon<R> for LargePolygon<'_, R, N> {
    #[inline]
    fn len(&self) -> usize {
        self.corners.len()
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector(xy(self.corners.relative_at(index, self.origin)))
    }
}

impl<R: Real, const N: usize> PolygonEdges<R> for LargePolygon<'_, R, N> {
    fn edges(&self, first: usize) -> Edges<R> {
        let (corners, edges) = self.corners.four(first, self.origin);
        let corners = FourPoints::new(corners.mapped(|corner| Vector(xy(corner))));
        let edges = FourPoints::new(edges.mapped(|edge| Vector(xy(edge))));
        Edges::from_edges(corners, edges, max_coordinate(corners.x, corners.y))
    }
    fn has_short_edge(&self) -> bool {
        let mut shortest = R::INFINITY;
        let mut longest = R::ZERO;
        for index in 0..self.len() {
            let edge = self.corners.given_at(self.next(index)) - self.corners.given_at(index);
            let squared = edge.dot(edge);
            shortest = if squared > R::ZERO { shortest.min(squared) } else { shortest };
            longest = longest.max(squared);
        }
        is_short(shortest, longest)
    }
    #[inline]
    fn origin_distance(&self) -> R {
        self.corners.distance_from_origin(self.origin)
    }
    fn is_large(&self) -> bool {
        self.len() >= MANY
    }
    fn support(&self, direction: Point<R>) -> usize {
        support_of_many(self, direction)
    }
    fn min_projections(&self, directions: &FourPoints<R>) -> [R; 4] {
        if !self.is_large() {
            return min_projections_of_all(self, directions);
        }
        from_fn(|k| {
            let direction = Vector([directions.x[k], directions.y[k]]);
            self.at(self.support(-direction)).dot(direction)
        })
    }
}

/// The number of corners from which on a search for support points is faster than the projection of all corners.
const MANY: usize = 64;

/// A translated polygon.
pub(super) struct Moved<'o, O: ?Sized, R> {
    pub(super) polygon: &'o O,
    pub(super) offset: Point<R>,
}

impl<R: Real, O: ConvexPolygon<R> + ?Sized> ConvexPolygon<R> for Moved<'_, O, R> {
    #[inline]
    fn len(&self) -> usize {
        self.polygon.len()
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        self.polygon.at(index) + self.offset
    }
}

impl<R: Real, O: PolygonEdges<R> + ?Sized> PolygonEdges<R> for Moved<'_, O, R> {
    #[inline]
    fn padded_len(&self) -> usize {
        self.polygon.padded_len()
    }
    #[inline]
    fn origin_distance(&self) -> R {
        self.polygon.origin_distance()
    }
    #[inline]
    fn has_short_edge(&self) -> bool {
        self.polygon.has_short_edge()
    }
}

/// A core as a polygon: with at most four corners, with at most `SMALL_POLYGON` corners, or with more corners.
pub(super) enum PolygonView<'a, R, const N: usize> {
    Quad(Quad<R>),
    Octagon(Octagon<R>),
    Large(LargePolygon<'a, R, N>),
    /// A curved core or a half-space, which have no corners.
    Curved,
}

impl<'a, R: Real, const N: usize> PolygonView<'a, R, N> {
    /// The polygon of a core, relative to an origin.
    #[inline(always)]
    pub(super) fn new(core: &Core<'a, R, N>, origin: Vector<R, N>) -> Self {
        let relative = |point: Vector<R, N>| Vector(xy(point - origin));
        match core {
            Core::Point(point) => Self::Quad(Quad::point(relative(*point))),
            Core::Segment(ends) => {
                let [from, to] = ends.mapped(|end| Vector(xy(end)));
                Self::Quad(Quad::segment(ends.mapped(relative), to - from))
            }
            Core::Triangle(corners) => {
                Self::Quad(Quad::triangle(corners.mapped(|corner| Vector(xy(corner))), Vector(xy(origin))))
            }
            Core::Aabb([min, max]) => Self::Quad(Quad::axis_aligned(relative(*min), relative(*max))),
            Core::Box(shape) => {
                let [half, x] = [shape.half, shape.axes[0]].mapped(|v| Vector(xy(v)));
                Self::Quad(Quad::rectangle(relative(shape.center), half, x))
            }
            Core::Corners(corners) => Self::from_corners(corners, origin),
            // Cylinders exist only in 3D. A half-space has no corners either.
            Core::Ellipse(_) | Core::Cylinder(_) | Core::HalfSpace(_) => Self::Curved,
        }
    }

    #[inline(always)]
    fn from_corners(corners: &Corners<'a, R, N>, origin: Vector<R, N>) -> Self {
        match Octagon::new(corners, origin) {
            None => Self::Large(LargePolygon { corners: *corners, origin }),
            Some(small) => {
                small.as_segment().map_or(Self::Octagon(small), |ends| Self::Quad(Quad::line(ends)))
            }
        }
    }
}

impl<R: Real, const N: usize> PolygonView<'_, R, N> {
    /// The polygon as a trait object, whatever its representation; `None` for a curved core.
    pub(super) fn as_dyn(&self) -> Option<&dyn PolygonEdges<R>> {
        match self {
            Self::Quad(quad) => Some(quad),
            Self::Octagon(octagon) => Some(octagon),
            Self::Large(large) => Some(large),
            Self::Curved => None,
        }
    }
}

/// Evaluates `$body` with the polygons of the views `$p` and `$q`, which are bound to the names `$a` and `$b`. If one of the cores is
/// curved, evaluates `$curved` instead. `$body` is compiled separately for each pair of `Quad` and `Octagon`, and once, with trait
/// objects, for all pairs with a `LargePolygon`. With the feature `compact`, only two `Quad` have a copy of their own.
macro_rules! polygons {
    ($p:expr, $q:expr, $a:ident, $b:ident => $body:expr, $curved:expr) => {
        match (&$p, &$q) {
            (PolygonView::Quad($a), PolygonView::Quad($b)) => $body,
            #[cfg(not(feature = "compact"))]
            (PolygonView::Quad($a), PolygonView::Octagon($b)) => $body,
            #[cfg(not(feature = "compact"))]
            (PolygonView::Octagon($a), PolygonView::Quad($b)) => $body,
            #[cfg(not(feature = "compact"))]
            (PolygonView::Octagon($a), PolygonView::Octagon($b)) => $body,
            (p, q) => match (p.as_dyn(), q.as_dyn()) {
                (Some($a), Some($b)) => $body,
                _ => $curved,
            },
        }
    };
}
pub(super) use polygons;
