//! The separation of a point from another point or a segment in 2D.

use crate::Vector;
use crate::narrow::measure::l1_norm;
use crate::narrow::tolerance::COINCIDENT_POINTS;
use crate::narrow::{Separation, rounding_error};
use crate::scalar::Real;
use crate::shape::polygon::xy;

/// The signed separation of a core and a point.
#[derive(Clone, Copy)]
pub(crate) struct PointSeparation<R, const N: usize> {
    /// The distance of the point; if it is inside the core, minus the penetration depth.
    pub(crate) length: R,
    /// The unit normal, from the core to the point.
    pub(crate) normal: Vector<R, N>,
}

impl<R: Real, const N: usize> PointSeparation<R, N> {
    /// The separation with the core as the first shape and the point as the second. It has witness points if the point is not inside.
    #[inline]
    pub(super) fn core_to_point(self, point: Vector<R, N>) -> Separation<R, N> {
        let witnesses = (self.length >= R::ZERO).then(|| [point - self.normal.scaled(self.length), point]);
        Separation { length: self.length, normal: self.normal, witnesses }
    }

    /// The separation with the point as the first shape and the core as the second. It has witness points if the point is not inside.
    #[inline]
    pub(super) fn point_to_core(self, point: Vector<R, N>) -> Separation<R, N> {
        let Separation { length, normal, witnesses } = self.core_to_point(point);
        Separation { length, normal: -normal, witnesses: witnesses.map(|[near, point]| [point, near]) }
    }
}

/// The separation of the point `near` of a core and the point `point`. If they coincide within the rounding error of coordinates as large
/// as `size`, they determine no normal, and the normal is `otherwise`.
#[inline]
pub(super) fn separation_of_points<R: Real, const N: usize>(
    near: Vector<R, N>,
    point: Vector<R, N>,
    size: R,
    otherwise: Vector<R, N>,
) -> PointSeparation<R, N> {
    let delta = point - near;
    let length = delta.length();
    let has_direction = length > size * R::EPSILON * R::from_f64(COINCIDENT_POINTS);
    let normal = if has_direction { delta.scaled(R::ONE / length) } else { otherwise };
    PointSeparation { length, normal }
}

/// The separation of two points. If they coincide, the normal is the x axis.
#[inline]
pub(super) fn between_points<R: Real, const N: usize>(
    from: Vector<R, N>,
    to: Vector<R, N>,
) -> PointSeparation<R, N> {
    separation_of_points(from, to, R::ZERO, Vector::ZERO.with(0, R::ONE))
}

/// The separation of a segment and a point.
#[inline(always)]
pub(super) fn segment_separation<R: Real, const N: usize>(
    [from, to]: [Vector<R, N>; 2],
    point: Vector<R, N>,
) -> PointSeparation<R, N> {
    let edge = to - from;
    let offset = point - from;
    let squared = edge.dot(edge);
    let along = offset.dot(edge);
    let size = l1_norm(edge) + l1_norm(point);
    // A point beyond an end by only a few rounding errors still counts as beside the segment. Its distance is then measured along the
    // normal of the segment instead of from the end. Both distances agree within rounding, because the end lies on the line of the segment.
    // This does not apply to a point on that line: its distance along the normal is zero.
    let end_tolerance = squared * R::EPSILON * R::from_f64(COINCIDENT_POINTS);
    let is_distinct =
        |gap: &PointSeparation<R, N>| gap.length > size * R::EPSILON * R::from_f64(COINCIDENT_POINTS);
    if along <= R::ZERO {
        let gap = separation_of_points(from, point, size, edge.scaled(-R::ONE / squared.sqrt()));
        // A segment without length has no sides.
        if along < -end_tolerance || !is_distinct(&gap) || !(squared > R::ZERO) {
            return gap;
        }
    } else if along >= squared {
        let gap = separation_of_points(to, point, size, edge.scaled(R::ONE / squared.sqrt()));
        if along > squared + end_tolerance || !is_distinct(&gap) {
            return gap;
        }
    }
    // Beside the segment, the distance from its line is used. Near the segment it is more accurate than the length of the vector to the
    // closest point, which is mostly rounding error.
    let [x, y] = xy(edge);
    let scale = R::ONE / squared.sqrt();
    let side_normal: Vector<R, N> = Vector([y * scale, -x * scale]).resized();
    let height = offset.dot(side_normal);
    match height < R::ZERO {
        true => PointSeparation { length: -height, normal: -side_normal },
        false => PointSeparation { length: height, normal: side_normal },
    }
}

/// Whether a distance may be at most `limit`, given the square of the distance. The rounding error of `size` is added to `limit`. Most
/// callers pass the sum of the absolute coordinates from which the square was computed as `size`.
#[inline]
pub(super) fn is_within_limit<R: Real>(squared: R, limit: R, size: R) -> bool {
    let max_distance = limit + rounding_error(size);
    // The condition is also true if `squared` is NaN.
    !(squared > max_distance * max_distance)
}

/// Whether the distance of a point from a segment may be at most `limit`. Uses selects instead of branches. Instead of dividing by the
/// squared length of the segment, all compared squares are multiplied by it.
#[inline(always)]
pub(super) fn is_segment_within_limit<R: Real, const N: usize>(
    [from, to]: [Vector<R, N>; 2],
    point: Vector<R, N>,
    limit: R,
) -> bool {
    let edge = to - from;
    let offset = point - from;
    let from_end = point - to;
    let squared = edge.dot(edge);
    let along = offset.dot(edge);
    let [x, y] = xy(edge);
    let [u, v] = xy(offset);
    let height = x * v - y * u;
    let end = offset.dot(offset).min(from_end.dot(from_end)) * squared;
    let is_beside = (along > R::ZERO) & (along < squared);
    let max_distance = limit + rounding_error(l1_norm(edge) + l1_norm(offset));
    // The condition is also true if a coordinate is NaN.
    !((if is_beside { height * height } else { end }) > max_distance * max_distance * squared)
}
