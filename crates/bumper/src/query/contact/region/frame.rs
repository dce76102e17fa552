//! Local coordinates in which an ellipse is the unit circle.

use super::Point;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::{Core, ShapeView};

/// The local coordinates of two shapes, at most one of them an ellipse. In these coordinates the ellipse is the unit circle, so that its
/// Minkowski difference with a polygon is a polygon with a radius. Distances are still measured in world coordinates. Without an ellipse,
/// local and world coordinates are the same.
#[derive(Clone, Copy)]
pub(super) struct EllipseFrame {
    axes: [Point; 2],
    pub(super) half: Point,
}

impl EllipseFrame {
    pub(super) fn new<S: Scalar, R: Real, const N: usize>(views: [&ShapeView<'_, S, R, N>; 2]) -> Self {
        let mut frame =
            Self { axes: [Point::ZERO.with(0, 1.0), Point::ZERO.with(1, 1.0)], half: Point::splat(1.0) };
        for view in views {
            if let ShapeView::Convex(convex) = view
                && let Core::Ellipse(shape) = &convex.core
            {
                let in_f64 = |v: crate::Vector<R, N>| v.map(Scalar::to_f64).resized();
                frame = Self {
                    axes: [shape.axes[0], shape.axes[N - 1]].mapped(in_f64),
                    half: in_f64(shape.half),
                };
            }
        }
        frame
    }

    pub(super) fn local(&self, v: Point) -> Point {
        crate::Vector(self.axes.mapped(|axis| axis.dot(v))).zip(self.half, |c, half| c / half)
    }

    pub(super) fn world(&self, v: Point) -> Point {
        self.axes[0].scaled(v[0] * self.half[0]) + self.axes[1].scaled(v[1] * self.half[1])
    }

    /// Transforms the normal of a line from world to local coordinates. The result is not normalized.
    pub(super) fn local_normal(&self, normal: Point) -> Point {
        crate::Vector(self.axes.mapped(|axis| axis.dot(normal))).zip(self.half, |c, half| c * half)
    }

    /// The dot product that two vectors have in world coordinates. The vectors are given in local coordinates.
    pub(super) fn dot(&self, u: Point, v: Point) -> f64 {
        self.stretched(u).dot(self.stretched(v))
    }

    /// A local vector scaled to the lengths of world coordinates, but not rotated: its components are along the axes of the ellipse.
    pub(super) fn stretched(&self, v: Point) -> Point {
        v.zip(self.half, |c, half| c * half)
    }

    /// The smallest length in world coordinates that a local vector of length 1 can have.
    pub(super) fn min_scale(&self) -> f64 {
        self.half[0].min(self.half[1])
    }

    /// Whether local and world coordinates are the same.
    pub(super) fn is_identity(&self) -> bool {
        self.half == Point::splat(1.0)
    }
}
