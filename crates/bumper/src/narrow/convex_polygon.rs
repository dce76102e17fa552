//! The trait through which the corners of convex polygons in 2D are read.

use crate::Vector;
use crate::scalar::Real;
use crate::shape::polygon::xy;
use crate::view::Core;

/// A convex polygon in 2D, with its corners counterclockwise if the y axis points up. Points and segments are polygons of one and two
/// corners.
pub(crate) trait ConvexPolygon<S> {
    /// The number of corners: at least one, except for curved cores, which have none.
    fn len(&self) -> usize;

    /// The corner with the given index.
    fn at(&self, index: usize) -> Vector<S, 2>;

    /// The index of the next corner: the end of the edge that begins at the corner `index`.
    #[inline]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.len() { index + 1 } else { 0 }
    }

    /// The index of the previous corner.
    #[inline]
    fn before(&self, index: usize) -> usize {
        if index > 0 { index - 1 } else { self.len() - 1 }
    }
}

impl<R: Real, const N: usize> ConvexPolygon<R> for Core<'_, R, N> {
    fn len(&self) -> usize {
        match self {
            Core::Point(_) => 1,
            Core::Segment(_) => 2,
            Core::Triangle(_) => 3,
            Core::Aabb(_) | Core::Box(_) => 4,
            Core::Corners(corners) => corners.len(),
            Core::Cylinder(_) | Core::Ellipse(_) | Core::HalfSpace(_) => 0,
        }
    }

    fn at(&self, index: usize) -> Vector<R, 2> {
        // For a corner of a box: whether its x coordinate is the upper one, and whether its y coordinate is the upper one (in the box's
        // local axes).
        let high = [index == 1 || index == 2, index >= 2];
        let last = N - 1;
        Vector(xy(match self {
            Core::Point(point) => *point,
            Core::Segment(ends) => ends[index & 1],
            Core::Triangle(corners) => corners[index % 3],
            Core::Aabb([min, max]) => {
                let end = |k: usize, axis: usize| if high[k] { max[axis] } else { min[axis] };
                return Vector([end(0, 0), end(1, last)]);
            }
            Core::Box(shape) => {
                let along = |k: usize, axis: usize| {
                    shape.axes[axis].scaled(if high[k] { shape.half[axis] } else { -shape.half[axis] })
                };
                shape.center + (along(0, 0) + along(1, last))
            }
            Core::Corners(corners) => corners.at(index),
            Core::Cylinder(_) | Core::Ellipse(_) | Core::HalfSpace(_) => self.middle(),
        }))
    }
}
