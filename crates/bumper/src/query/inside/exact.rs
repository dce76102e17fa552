//! Balls and cylinders within what lies along the axes, and balls within polygons: by comparisons alone, exact on whole numbers.

use crate::scalar::{Area, AreaOf, Scalar, Span};
use crate::{Aabb, Cylinder, Polygon, Relate, Segment, Shape, SquaredBall, Triangle, Vector};
use core::cmp::Ordering;

/// Whether a ball by its squared radius is in a shape that is not placed; `None` where that is no question of comparisons.
pub(super) fn of_ball<S: Scalar, const N: usize>(
    outer: &Shape<'_, S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> Option<bool> {
    if square == AreaOf::<S>::default() {
        return Some(outer.contains(center));
    }
    let gaps = |other: Vector<S, N>| center.zip(other, S::distance);
    Some(match outer {
        Shape::Point(_) | Shape::Segment(_) => false,
        Shape::Aabb(aabb) => (0..N).all(|axis| has_room(aabb, axis, center[axis], square)),
        Shape::Ball(ball) => {
            in_disc(gaps(ball.center()).norm_squared(), square, ball.squared().radius_squared())
        }
        Shape::SquaredBall(ball) => {
            in_disc(gaps(ball.center()).norm_squared(), square, ball.radius_squared())
        }
        Shape::Cylinder(cylinder) => {
            let (axis, spine) = (cylinder.axis().index(), cylinder.spine());
            let across = gaps(spine.min()).with(axis, S::Span::default()).norm_squared();
            has_room(&spine, axis, center[axis], square) && in_disc(across, square, cylinder.radius_squared())
        }
        Shape::Triangle(triangle) if N == 2 => in_triangle(triangle, center, square),
        Shape::Polygon(polygon) if N == 2 && polygon.radius() == S::default() => {
            in_polygon(polygon, center, square)
        }
        _ => return None,
    })
}

/// Whether a ball does not reach over the ends of a box on an axis.
fn has_room<S: Scalar, const N: usize>(aabb: &Aabb<S, N>, axis: usize, place: S, square: AreaOf<S>) -> bool {
    let (min, max) = (aabb.min()[axis], aabb.max()[axis]);
    let room = |end: S| place.distance(end).square() >= square;
    min <= place && place <= max && room(min) && room(max)
}

/// Whether √d + √r ≤ √R, all given as squares: one disc in another.
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
    triangle.contains(center) && (0..3).all(|k| beside(corners[k], corners[(k + 1) % 3], center, square))
}

fn in_polygon<S: Scalar, const N: usize>(
    polygon: &Polygon<'_, S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> bool {
    let count = polygon.len();
    let corner = |k: usize| polygon.corner(k % count);
    polygon.contains(center) && (0..count).all(|k| beside(corner(k), corner(k + 1), center, square))
}

/// Whether an edge does not reach into a ball.
fn beside<S: Scalar, const N: usize>(
    from: Vector<S, N>,
    to: Vector<S, N>,
    center: Vector<S, N>,
    square: AreaOf<S>,
) -> bool {
    Segment::try_new(from, to).is_some_and(|edge| !SquaredBall::new(center, square).overlaps(&edge))
}

/// Whether a cylinder is in a shape that is not placed; `None` where that is no question of comparisons.
pub(super) fn of_cylinder<S: Scalar, const N: usize>(
    outer: &Shape<'_, S, N>,
    cylinder: &Cylinder<S, N>,
) -> Option<bool> {
    let (axis, spine, square) = (cylinder.axis().index(), cylinder.spine(), cylinder.radius_squared());
    let (low, high) = (spine.min(), spine.max());
    if square == AreaOf::<S>::default() {
        return Some(outer.contains(low) && outer.contains(high));
    }
    Some(match outer {
        Shape::Point(_) | Shape::Segment(_) => false,
        Shape::Aabb(aabb) => (0..N).all(|k| {
            let (min, max) = (aabb.min()[k], aabb.max()[k]);
            if k == axis { min <= low[k] && high[k] <= max } else { has_room(aabb, k, low[k], square) }
        }),
        Shape::Ball(ball) => in_ball(cylinder, ball.center(), ball.squared().radius_squared()),
        Shape::SquaredBall(ball) => in_ball(cylinder, ball.center(), ball.radius_squared()),
        Shape::Cylinder(outer) if outer.axis() == cylinder.axis() => {
            let around = outer.spine();
            let gaps = low.zip(around.min(), S::distance).with(axis, S::Span::default());
            around.min()[axis] <= low[axis]
                && high[axis] <= around.max()[axis]
                && in_disc(gaps.norm_squared(), square, outer.radius_squared())
        }
        Shape::Cylinder(outer) => in_crossing(cylinder, outer),
        _ => return None,
    })
}

/// How far the farther end of an interval is from a place.
fn farther<S: Scalar>(low: S, high: S, place: S) -> AreaOf<S> {
    let (a, b) = (low.distance(place).square(), high.distance(place).square());
    if a < b { b } else { a }
}

/// A cylinder in a ball: its farther rim is, at the height of which the ball is a disc.
fn in_ball<S: Scalar, const N: usize>(
    cylinder: &Cylinder<S, N>,
    center: Vector<S, N>,
    outer: AreaOf<S>,
) -> bool {
    let (axis, spine) = (cylinder.axis().index(), cylinder.spine());
    let along = farther(spine.min()[axis], spine.max()[axis], center[axis]);
    let across = spine.min().zip(center, S::distance).with(axis, S::Span::default()).norm_squared();
    along <= outer && in_disc(across, cylinder.radius_squared(), outer.minus(along))
}

/// A cylinder in one on another axis, which is an interval and a disc: on the one the inner is an interval too, on the plane of the
/// disc a rectangle.
fn in_crossing<S: Scalar, const N: usize>(inner: &Cylinder<S, N>, outer: &Cylinder<S, N>) -> bool {
    let (own, other) = (inner.axis().index(), outer.axis().index());
    let (spine, around) = (inner.spine(), outer.spine());
    let along = farther(spine.min()[own], spine.max()[own], around.min()[own]);
    let zero = S::Span::default();
    let across = spine.min().zip(around.min(), S::distance).with(own, zero).with(other, zero).norm_squared();
    let disc = outer.radius_squared();
    has_room(&around, other, spine.min()[other], inner.radius_squared())
        && along <= disc
        && in_disc(across, inner.radius_squared(), disc.minus(along))
}
