//! Early outs: tests of AABBs that quickly detect two shapes that are surely apart, as most pairs in games are.

#[cfg(feature = "alloc")]
use super::cheap_bounds::stored_aabb_of;
use super::cheap_bounds::{cheap_aabb, l1_norm_of, larger, lesser, oriented_box_aabb};
use crate::composite::tolerance::AABB_GAP_ERROR;
use crate::scalar::{Real, Scalar};
use crate::view::{OrientedCore, in_real};
use crate::{Pose, Shape, Vector};

/// A box and a radius: after the box is extended by the radius on all sides, it contains a shape.
type RoundedAabb<R, const N: usize> = ([Vector<R, N>; 2], R);

/// Whether two shapes are surely more than `limit` apart, as their AABBs show. Called before functions that copy the shapes or visit their
/// parts, to avoid that cost. False if the AABB of a shape costs more than a few comparisons. If a shape has a NaN, either answer is
/// possible.
#[inline]
pub(crate) fn are_far<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> bool {
    match (cheap_aabb::<false, S, R, N>(a), cheap_aabb::<false, S, R, N>(b)) {
        (Some(p), Some(q)) => is_gap_above(p, q, limit),
        _ => are_far_transformed(a, b, limit),
    }
}

/// The slow path of [`are_far`] for shapes with a pose: their AABBs are transformed first. Not inlined, so that the AABBs of shapes without
/// a pose stay in registers in the caller.
#[inline(never)]
fn are_far_transformed<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> bool {
    let boxes = transformed_cheap_aabb(a).zip(transformed_cheap_aabb(b));
    boxes.is_some_and(|(p, q)| is_gap_above(p, q, limit))
}

/// Whether the second shape surely stays apart from the first one while it moves by `step`. Tests two kinds of separating axes: the
/// coordinate axes with the swept AABB of the second shape, and axes perpendicular to the step.
#[inline]
pub(crate) fn stay_apart<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    step: Vector<R, N>,
) -> bool {
    match (cheap_aabb::<false, S, R, N>(a), cheap_aabb::<false, S, R, N>(b)) {
        (Some(p), Some(q)) => surely_pass(p, q, step),
        _ => stay_apart_transformed(a, b, step),
    }
}

/// The slow path of [`stay_apart`] for shapes with a pose, like [`are_far_transformed`].
#[inline(never)]
fn stay_apart_transformed<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    step: Vector<R, N>,
) -> bool {
    let boxes = transformed_cheap_aabb(a).zip(transformed_cheap_aabb(b));
    boxes.is_some_and(|(p, q)| surely_pass(p, q, step))
}

/// Whether box `q`, which moves by `step`, surely does not touch box `p` on its way. Each box is extended by its radius.
#[inline(always)]
fn surely_pass<R: Real, const N: usize>(
    (p, r): RoundedAabb<R, N>,
    (q, s): RoundedAabb<R, N>,
    step: Vector<R, N>,
) -> bool {
    let radii = r + s;
    let corners = q.map(|end| end + step);
    let swept = [q[0].zip(corners[0], lesser::<false, R>), q[1].zip(corners[1], larger::<false, R>)];
    if gap_lower_bound(p, swept, radii) > R::ZERO {
        return true;
    }
    // All lengths are doubled, to avoid divisions: `offset` is twice the vector between the centers of the boxes, `extents` the sum of
    // their side lengths.
    let offset = q[0] - p[1] + (q[1] - p[0]);
    let extents = p[1] - p[0] + (q[1] - q[0]);
    let size = (l1_norm_of(p) + l1_norm_of(q) + radii) * (R::EPSILON * R::from_f64(AABB_GAP_ERROR));
    let mut separated = false;
    for i in 0..N {
        for j in 0..i {
            let u = step[i].abs();
            let v = step[j].abs();
            let distance = (offset[i] * step[j] - offset[j] * step[i]).abs();
            let projected = extents[i] * v + extents[j] * u + (radii + radii + size) * (u + v);
            separated |= distance > projected;
        }
    }
    separated
}

/// Whether two boxes, each extended by its radius, are surely more than `limit` apart.
#[inline(always)]
fn is_gap_above<R: Real, const N: usize>(
    (p, r): RoundedAabb<R, N>,
    (q, s): RoundedAabb<R, N>,
    limit: R,
) -> bool {
    gap_lower_bound(p, q, r + s) > limit
}

/// A lower bound of the separation of two boxes, each extended by a radius. It is the largest gap between the boxes along an axis, minus
/// `radii` (the sum of both radii) and the rounding error.
#[inline]
fn gap_lower_bound<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2], radii: R) -> R {
    let mut gap = R::NEG_INFINITY;
    for k in 0..N {
        let forwards = q[0][k] - p[1][k];
        let backwards = p[0][k] - q[1][k];
        let next = backwards.max(forwards);
        gap = gap.max(next);
    }
    gap - radii - (l1_norm_of(p) + l1_norm_of(q) + radii) * (R::EPSILON * R::from_f64(AABB_GAP_ERROR))
}

/// The box and radius of [`cheap_aabb`], but also for shapes with a pose. The radius then includes the rounding errors of the
/// transformation.
#[inline(never)]
fn transformed_cheap_aabb<S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<RoundedAabb<R, N>> {
    let (([min, max], radius), pose): (RoundedAabb<R, N>, Pose<R, N>) = match shape {
        Shape::Placed(shape, pose) => (transformed_cheap_aabb(shape)?, in_real(pose)),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => match group.pose() {
            Some(pose) => (stored_aabb_of(group.bvh().root_aabb())?, in_real(pose)),
            None => return stored_aabb_of(group.bvh().root_aabb()),
        },
        _ => return cheap_aabb::<false, S, R, N>(shape),
    };
    let half = (max - min).scaled(R::HALF);
    let corners =
        oriented_box_aabb(&OrientedCore { center: pose.apply(min + half), half, axes: pose.rotation.axes() });
    let size = l1_norm_of([min, max]) + l1_norm_of([pose.translation; 2]);
    Some((corners, radius + size * (R::EPSILON * R::from_f64(AABB_GAP_ERROR))))
}
