//! Outlines of all cores that have corners in 2D.

use super::outline::{Edges, Outline, Point};
use super::small_polygon::{Several, SmallPolygon};
use crate::Vector;
use crate::narrow::measure::extent;
use crate::scalar::Real;
use crate::shape::polygon::flat;
use crate::vector::Mapped;
use crate::view::{Core, Corners};

/// The outline of a polygon with many corners, relative to an origin. Corners are read again at every access.
pub(super) struct Many<'a, R, const N: usize> {
    corners: Corners<'a, R, N>,
    origin: Vector<R, N>,
}

impl<R: Real, const N: usize> Outline<R> for Many<'_, R, N> {
    #[inline]
    fn len(&self) -> usize {
        self.corners.len()
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        Vector(flat(self.corners.seen_at(index, self.origin)))
    }
    fn edges(&self, first: usize) -> Edges<R> {
        let (corners, edges) = self.corners.four(first, self.origin);
        Edges::along(corners.mapped(|corner| Vector(flat(corner))), edges.mapped(flat))
    }
    #[inline]
    fn beyond(&self) -> R {
        extent(self.origin)
    }
}

/// The outline of a core: with at most four corners, with several, or with many.
pub(super) enum PolygonView<'a, R, const N: usize> {
    SmallPolygon(SmallPolygon<R>),
    Several(Several<R>),
    Many(Many<'a, R, N>),
    /// A curved core, which has no corners.
    Curved,
}

impl<'a, R: Real, const N: usize> PolygonView<'a, R, N> {
    /// The outline of a core, relative to an origin.
    #[inline]
    pub(super) fn new(core: &Core<'a, R, N>, origin: Vector<R, N>) -> Self {
        let seen = |point: Vector<R, N>| Vector(flat(point - origin));
        match core {
            Core::Point(point) => Self::SmallPolygon(SmallPolygon::point(seen(*point))),
            Core::Segment(ends) => {
                let [from, to] = ends.mapped(|end| Vector(flat(end)));
                Self::SmallPolygon(SmallPolygon::segment(ends.mapped(seen), to - from))
            }
            Core::Triangle(corners) => Self::SmallPolygon(SmallPolygon::triangle(
                corners.mapped(|corner| Vector(flat(corner))),
                Vector(flat(origin)),
            )),
            Core::Upright([min, max]) => Self::SmallPolygon(SmallPolygon::upright(seen(*min), seen(*max))),
            Core::Box(shape) => {
                let [half, x] = [shape.half, shape.axes[0]].mapped(|v| Vector(flat(v)));
                Self::SmallPolygon(SmallPolygon::rectangle(seen(shape.center), half, x))
            }
            Core::Corners(corners) => Self::of_corners(corners, origin),
            // There are no cylinders in 2D.
            Core::Ellipse(_) | Core::Cylinder(_) => Self::Curved,
        }
    }

    #[inline]
    fn of_corners(corners: &Corners<'a, R, N>, origin: Vector<R, N>) -> Self {
        match Several::new(corners, origin) {
            None => Self::Many(Many { corners: *corners, origin }),
            Some(several) => several
                .as_line()
                .map_or(Self::Several(several), |ends| Self::SmallPolygon(SmallPolygon::line(ends))),
        }
    }
}

impl<R: Real, const N: usize> PolygonView<'_, R, N> {
    #[inline]
    pub(super) fn is_curved(&self) -> bool {
        match self {
            Self::SmallPolygon(_) | Self::Several(_) | Self::Many(_) => false,
            Self::Curved => true,
        }
    }
}

/// Dispatches to the actual outline; for pairs in which one has many corners. A curved core has no corners.
impl<R: Real, const N: usize> Outline<R> for PolygonView<'_, R, N> {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::SmallPolygon(few) => few.len(),
            Self::Several(several) => several.len(),
            Self::Many(many) => many.len(),
            Self::Curved => 0,
        }
    }
    #[inline]
    fn width(&self) -> usize {
        match self {
            Self::SmallPolygon(few) => few.width(),
            Self::Several(several) => several.width(),
            Self::Many(many) => many.width(),
            Self::Curved => 0,
        }
    }
    #[inline]
    fn at(&self, index: usize) -> Point<R> {
        match self {
            Self::SmallPolygon(few) => few.at(index),
            Self::Several(several) => several.at(index),
            Self::Many(many) => many.at(index),
            Self::Curved => Vector::default(),
        }
    }
    fn beyond(&self) -> R {
        match self {
            Self::SmallPolygon(few) => few.beyond(),
            Self::Several(several) => several.beyond(),
            Self::Many(many) => many.beyond(),
            Self::Curved => R::default(),
        }
    }
    fn facing(&self, direction: Point<R>) -> [usize; 2] {
        match self {
            Self::SmallPolygon(few) => few.facing(direction),
            Self::Several(several) => several.facing(direction),
            Self::Many(many) => many.facing(direction),
            Self::Curved => [0; 2],
        }
    }
    fn edges(&self, first: usize) -> Edges<R> {
        match self {
            Self::SmallPolygon(few) => few.edges(first),
            Self::Several(several) => several.edges(first),
            Self::Many(many) => many.edges(first),
            Self::Curved => SmallPolygon::point(Vector::default()).edges(first),
        }
    }
}

/// Evaluates an expression with two outlines bound to names, or another expression if one of the cores has no corners.
macro_rules! outlines {
    ($p:expr, $q:expr, $a:ident, $b:ident => $body:expr, $curved:expr) => {
        match (&$p, &$q) {
            // Specialized code for each pair.
            (PolygonView::SmallPolygon($a), PolygonView::SmallPolygon($b)) => $body,
            (PolygonView::SmallPolygon($a), PolygonView::Several($b)) => $body,
            (PolygonView::Several($a), PolygonView::SmallPolygon($b)) => $body,
            (PolygonView::Several($a), PolygonView::Several($b)) => $body,
            ($a, $b) if !$a.is_curved() && !$b.is_curved() => $body,
            _ => $curved,
        }
    };
}
pub(super) use outlines;
