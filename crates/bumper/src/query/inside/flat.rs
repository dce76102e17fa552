//! Shapes without an interior, represented as segments.

use crate::scalar::{AreaOf, Scalar, Zero};
use crate::shape::polygon::{ends_of_flat, xy};
use crate::view::{Core, ShapeView};
use crate::{Shape, Vector};
use core::cmp::Ordering;

/// The two ends of a shape that is degenerate to a segment or a point; `None` for other shapes.
pub(super) fn flattened<S: Scalar, const N: usize>(shape: &Shape<'_, S, N>) -> Option<[Vector<S, N>; 2]> {
    match shape {
        Shape::Segment(segment) => Some([segment.from(), segment.to()]),
        Shape::Aabb(aabb) => {
            let min = aabb.min();
            let max = aabb.max();
            (0..N).any(|axis| min[axis] == max[axis]).then_some([min, max])
        }
        Shape::Triangle(triangle) => {
            let [a, b, c] = triangle.corners();
            let turn = S::orient2d(xy(a), xy(b), xy(c));
            (turn == Some(Ordering::Equal)).then(|| ends_of_flat([a, b, c]))
        }
        Shape::Point(point) => Some([*point; 2]),
        Shape::Ball(ball) if ball.radius() == S::ZERO => Some([ball.center(); 2]),
        Shape::SquaredBall(ball) if ball.radius_squared() == AreaOf::<S>::ZERO => Some([ball.center(); 2]),
        // Other kinds of shapes are converted to floats first. Whether they are degenerate is then known only up to rounding.
        _ => {
            let Some(ShapeView::<S, S::Real, N>::Convex(convex)) = ShapeView::new(shape, None) else {
                return None;
            };
            let ends = match convex.core {
                _ if convex.radius > S::Real::ZERO => return None,
                Core::Point(point) => [point; 2],
                Core::Segment(ends) => ends,
                _ => return None,
            };
            let [from, to] = ends.map(|end| end.map(S::from_real).all_some());
            Some([from?, to?])
        }
    }
}
