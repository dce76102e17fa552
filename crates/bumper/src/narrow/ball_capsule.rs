//! The relation of a ball and a capsule by squared distances, without a square root, a division or an unpredictable branch. The few pairs
//! that touch within rounding, or whose lengths are tiny, are not decided here; they are left to the slower general computation.

use super::measure::{dot, l1_norm};
use super::rounding_error;
use crate::narrow::tolerance::{BALL_CAPSULE_ERROR, MIN_BALL_CAPSULE_SQUARE};
use crate::scalar::{Real, Scalar, Zero, real};
use crate::vector::Mapped;
use crate::view::reals;
use crate::{Segment, Shape, Vector, Verdict};

/// The relation of a ball and a capsule or segment, or of a point and a capsule. `None` for other pairs, and for pairs that touch within
/// rounding.
#[inline]
pub(super) fn relate<S: Scalar, const N: usize, V: Verdict>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
) -> Option<V> {
    match (a, b) {
        (Shape::Ball(p), Shape::Capsule(q)) | (Shape::Capsule(q), Shape::Ball(p)) => {
            ball(p.center(), &q.spine(), [p.radius(), q.radius()])
        }
        (Shape::Ball(p), Shape::Segment(q)) | (Shape::Segment(q), Shape::Ball(p)) => {
            ball(p.center(), q, [p.radius(), S::ZERO])
        }
        (Shape::Point(p), Shape::Capsule(q)) | (Shape::Capsule(q), Shape::Point(p)) => {
            ball(*p, &q.spine(), [S::ZERO, q.radius()])
        }
        _ => None,
    }
}

/// The relation of a ball, given by `center`, and a capsule, given by its segment. Both radii may be zero. `None` if the shapes touch
/// within rounding, or if a coordinate is infinite or NaN.
#[inline]
fn ball<S: Scalar, const N: usize, V: Verdict>(
    center: Vector<S, N>,
    segment: &Segment<S, N>,
    radii: [S; 2],
) -> Option<V> {
    let [center, from, to] = [center, segment.from(), segment.to()].mapped(reals::<S, S::Real, N>);
    let radii = real::<S, S::Real>(radii[0]) + real(radii[1]);
    let axis = to - from;
    let offset = center - from;
    // All squared distances are compared after multiplication by the squared length of the segment, which avoids a division.
    let length = dot(axis, axis);
    let along = dot(offset, axis);
    let from_end = center - to;
    let before = dot(offset, offset);
    let after = dot(from_end, from_end);
    // The compiler turns the following `if` expressions into selects (conditional moves).
    let end = before.min(after);
    let mut line_squared = S::Real::ZERO;
    for i in 1..N {
        for j in 0..i {
            let cross = offset[i] * axis[j] - offset[j] * axis[i];
            line_squared = if i == 1 { cross * cross } else { line_squared + cross * cross };
        }
    }
    let is_between_ends = (along > S::Real::ZERO) & (along < length);
    let squared = if is_between_ends { line_squared } else { end * length };
    // The tolerance depends only on differences of coordinates, not on the coordinates. A difference is rounded once, relative to its own
    // size, so its error is small even far away from the origin.
    let tolerance = rounding_error(l1_norm(axis) + radii) * S::Real::from_f64(BALL_CAPSULE_ERROR);
    let min = radii - tolerance;
    let max = radii + tolerance;
    let is_apart = squared > max * max * length;
    let is_inside = (min > S::Real::ZERO) & (squared < min * min * length);
    // The only branch of this function depends on `is_decided`, which is nearly always true, so the branch is predictable. `is_decided` is
    // false for a segment of length zero, because all compared products are zero then.
    let is_decided =
        (is_apart | is_inside) & (max * max * length > S::Real::from_f64(MIN_BALL_CAPSULE_SQUARE));
    is_decided.then_some(if is_apart { V::APART } else { V::OVERLAPPING })
}
