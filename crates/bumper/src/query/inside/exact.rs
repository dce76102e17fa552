//! Tests whether a ball or cylinder is inside an axis-aligned shape, or a ball inside a polygon. They only compare sums and squares of
//! coordinates, which is exact for integers.

use crate::scalar::{Area, AreaOf, Scalar, Span, Zero};
use crate::{Aabb, Cylinder, Polygon, Relate, Segment, Shape, SquaredBall, Triangle, Vector};
use core::cmp::Ordering;

/// Whether a ball with the squared radius `square` is inside a shape. `None` if this cannot be decided by comparisons.
pub(super) fn of_ball<S: Scalar, const N: usize>(
    outer: &Shape<'_, S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> Option<bool> {
    if square == AreaOf::<S>::ZERO {
        return Some(outer.contains(center));
    }
    let gaps = |other: Vector<S, N>| center.zip(other, S::distance);
    Some(match outer {
        Shape::Point(_) | Shape::Segment(_) => false,
        Shape::Aabb(aabb) => (0..N).all(|axis| fits_on_axis(aabb, axis, center[axis], square)),
        Shape::Ball(ball) => {
            in_disc(gaps(ball.center()).norm_squared(), square, ball.squared().radius_squared())
        }
        Shape::SquaredBall(ball) => {
            in_disc(gaps(ball.center()).norm_squared(), square, ball.radius_squared())
        }
        Shape::Cylinder(cylinder) => {
            let axis = cylinder.axis().index();
            let spine = cylinder.spine();
            let radial_squared = gaps(spine.min()).with(axis, S::Span::ZERO).norm_squared();
            fits_on_axis(&spine, axis, center[axis], square)
                && in_disc(radial_squared, square, cylinder.radius_squared())
        }
        Shape::Triangle(triangle) if N == 2 => in_triangle(triangle, center, square),
        Shape::Polygon(polygon) if N == 2 && polygon.radius() == S::ZERO => {
            in_polygon(polygon, center, square)
        }
        _ => return None,
    })
}

/// Whether, on one axis, the interval of a ball is inside the interval of a box.
fn fits_on_axis<S: Scalar, const N: usize>(
    aabb: &Aabb<S, N>,
    axis: usize,
    coordinate: S,
    square: AreaOf<S>,
) -> bool {
    let min = aabb.min()[axis];
    let max = aabb.max()[axis];
    let has_distance = |end: S| coordinate.distance(end).square() >= square;
    min <= coordinate && coordinate <= max && has_distance(min) && has_distance(max)
}

/// Whether a disc is inside another one: the distance of the centers plus the inner radius is at most the outer radius, √d + √r ≤ √outer.
/// All three are given as squares: `d` for the distance, `r` and `outer` for the radii.
fn in_disc<A: Area>(d: A, r: A, outer: A) -> bool {
    let fits = || matches!(outer.compare_roots(d, r), Some(Ordering::Greater | Ordering::Equal));
    d <= outer && r <= outer && fits()
}

fn in_triangle<S: Scalar, const N: usize>(
    triangle: &Triangle<S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> bool {
    let corners = triangle.corners();
    triangle.contains(center)
        && (0..3).all(|k| edge_is_outside(corners[k], corners[(k + 1) % 3], center, square))
}

fn in_polygon<S: Scalar, const N: usize>(
    polygon: &Polygon<'_, S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> bool {
    let count = polygon.len();
    let corner = |k: usize| polygon.corner(k % count);
    polygon.contains(center) && (0..count).all(|k| edge_is_outside(corner(k), corner(k + 1), center, square))
}

/// Whether an edge at most touches a ball with the squared radius `square`.
fn edge_is_outside<S: Scalar, const N: usize>(
    from: Vector<S, N>,
    to: Vector<S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> bool {
    Segment::try_new(from, to).is_some_and(|edge| !SquaredBall::new(center, square).overlaps(&edge))
}

/// Whether a cylinder is inside a shape. `None` if this cannot be decided by comparisons.
pub(super) fn of_cylinder<S: Scalar, const N: usize>(
    outer: &Shape<'_, S, N>,
    cylinder: &Cylinder<S, N>,
) -> Option<bool> {
    let axis = cylinder.axis().index();
    let spine = cylinder.spine();
    let square = cylinder.radius_squared();
    let low = spine.min();
    let high = spine.max();
    if square == AreaOf::<S>::ZERO {
        return Some(outer.contains(low) && outer.contains(high));
    }
    Some(match outer {
        Shape::Point(_) | Shape::Segment(_) => false,
        Shape::Aabb(aabb) => (0..N).all(|k| {
            let min = aabb.min()[k];
            let max = aabb.max()[k];
            if k == axis { min <= low[k] && high[k] <= max } else { fits_on_axis(aabb, k, low[k], square) }
        }),
        Shape::Ball(ball) => in_ball(cylinder, ball.center(), ball.squared().radius_squared()),
        Shape::SquaredBall(ball) => in_ball(cylinder, ball.center(), ball.radius_squared()),
        Shape::Cylinder(outer) if outer.axis() == cylinder.axis() => {
            let outer_spine = outer.spine();
            let gaps = low.zip(outer_spine.min(), S::distance).with(axis, S::Span::ZERO);
            outer_spine.min()[axis] <= low[axis]
                && high[axis] <= outer_spine.max()[axis]
                && in_disc(gaps.norm_squared(), square, outer.radius_squared())
        }
        Shape::Cylinder(outer) => in_crossing(cylinder, outer),
        _ => return None,
    })
}

/// The squared distance of a coordinate from the end of an interval that is farther away.
fn farther<S: Scalar>(low: S, high: S, coordinate: S) -> AreaOf<S> {
    let a = low.distance(coordinate).square();
    let b = high.distance(coordinate).square();
    if a < b { b } else { a }
}

/// Whether a cylinder is inside a ball with the squared radius `outer`. Of the two rims, the one farther from the center of the ball
/// decides. The plane of this rim cuts the ball in a disc, and the rim has to be inside this disc.
fn in_ball<S: Scalar, const N: usize>(
    cylinder: &Cylinder<S, N>,
    center: Vector<S, N>,
    outer: AreaOf<S>,
) -> bool {
    let axis = cylinder.axis().index();
    let spine = cylinder.spine();
    let axial_squared = farther(spine.min()[axis], spine.max()[axis], center[axis]);
    let radial_squared = spine.min().zip(center, S::distance).with(axis, S::Span::ZERO).norm_squared();
    axial_squared <= outer && in_disc(radial_squared, cylinder.radius_squared(), outer.minus(axial_squared))
}

/// Whether a cylinder is inside a cylinder along another axis. Both are projected twice. Along the axis of the outer cylinder, they are
/// intervals, and the inner interval has to be inside the outer one. Seen along this axis, the inner cylinder is a rectangle and the outer
/// one a disc, and the rectangle has to be inside the disc.
fn in_crossing<S: Scalar, const N: usize>(inner: &Cylinder<S, N>, outer: &Cylinder<S, N>) -> bool {
    let own = inner.axis().index();
    let other = outer.axis().index();
    let spine = inner.spine();
    let outer_spine = outer.spine();
    let axial_squared = farther(spine.min()[own], spine.max()[own], outer_spine.min()[own]);
    let zero = S::Span::ZERO;
    let radial_squared =
        spine.min().zip(outer_spine.min(), S::distance).with(own, zero).with(other, zero).norm_squared();
    let disc = outer.radius_squared();
    fits_on_axis(&outer_spine, other, spine.min()[other], inner.radius_squared())
        && axial_squared <= disc
        && in_disc(radial_squared, inner.radius_squared(), disc.minus(axial_squared))
}
