//! Early out by AABBs: whether two shapes are surely apart, which decides most pairs in games.

#[cfg(feature = "alloc")]
use super::cheap_bounds::ends_of;
use super::cheap_bounds::{extent_of, larger, lesser, of_box, reach};
use crate::scalar::{Real, Scalar};
use crate::view::{OrientedCore, in_real};
use crate::{Pose, Shape, Vector};

/// The rounding error of the AABBs that separate two shapes, in rounding errors of their coordinates.
const APART: f64 = 16.0;

/// Whether the AABBs of two shapes are surely more than a limit apart. It costs a few comparisons, and is false for kinds whose AABB costs
/// more. A shape with a NaN may give either answer.
#[inline]
fn are_apart<S: Scalar, R: Real, const N: usize>(a: &Shape<'_, S, N>, b: &Shape<'_, S, N>, limit: R) -> bool {
    match (reach::<false, S, R, N>(a), reach::<false, S, R, N>(b)) {
        (Some((p, r)), Some((q, s))) => gap_of(p, q, r + s) > limit,
        _ => are_placed_apart(a, b, limit),
    }
}

/// Like [`are_apart`], for shapes that may have a pose. The AABBs are compared here as well, because passing them to a common comparison
/// would store them to memory.
#[inline(never)]
fn are_placed_apart<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> bool {
    match (reach_placed::<S, R, N>(a), reach_placed(b)) {
        (Some((p, r)), Some((q, s))) => gap_of(p, q, r + s) > limit,
        _ => false,
    }
}

/// Whether the AABBs of two shapes are surely more than a limit apart: an early out before functions that copy the shapes or visit their
/// parts.
#[inline]
pub(crate) fn are_far<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    limit: R,
) -> bool {
    are_apart(a, b, limit)
}

/// Whether a second shape that moves by a step surely stays apart from the first one: by the swept AABB, and by separating axes orthogonal
/// to the step.
#[inline]
pub(crate) fn stay_apart<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    step: Vector<R, N>,
) -> bool {
    match (reach::<false, S, R, N>(a), reach::<false, S, R, N>(b)) {
        (Some(p), Some(q)) => pass(p, q, step),
        _ => placed_stay_apart(a, b, step),
    }
}

/// Like [`stay_apart`], for shapes that may have a pose.
#[inline(never)]
fn placed_stay_apart<S: Scalar, R: Real, const N: usize>(
    a: &Shape<'_, S, N>,
    b: &Shape<'_, S, N>,
    step: Vector<R, N>,
) -> bool {
    match (reach_placed(a), reach_placed(b)) {
        (Some(p), Some(q)) => pass(p, q, step),
        _ => false,
    }
}

/// Whether a moving box surely passes another one, each extended by a radius.
#[inline]
fn pass<R: Real, const N: usize>(
    (p, r): ([Vector<R, N>; 2], R),
    (q, s): ([Vector<R, N>; 2], R),
    step: Vector<R, N>,
) -> bool {
    let (zero, radii) = (R::default(), r + s);
    let ends = q.map(|end| end + step);
    let swept = [q[0].zip(ends[0], lesser::<false, R>), q[1].zip(ends[1], larger::<false, R>)];
    if gap_of(p, swept, radii) > zero {
        return true;
    }
    // Twice the offset of their centers, and twice the sum of their half sizes.
    let (off, wide) = (q[0] - p[1] + (q[1] - p[0]), p[1] - p[0] + (q[1] - q[0]));
    let size = (extent_of(p) + extent_of(q) + radii) * (R::EPSILON * R::from_f64(APART));
    let mut passed = false;
    for i in 0..N {
        for j in 0..i {
            let (u, v) = (step[i].distance(zero), step[j].distance(zero));
            let beside = (off[i] * step[j] - off[j] * step[i]).distance(zero);
            let reach = wide[i] * v + wide[j] * u + (radii + radii + size) * (u + v);
            passed |= beside > reach;
        }
    }
    passed
}

/// A lower bound of the largest gap between two boxes along an axis, less a sum of radii.
#[inline]
fn gap_of<R: Real, const N: usize>(p: [Vector<R, N>; 2], q: [Vector<R, N>; 2], radii: R) -> R {
    let mut gap = R::from_f64(f64::NEG_INFINITY);
    for k in 0..N {
        let (forwards, backwards) = (q[0][k] - p[1][k], p[0][k] - q[1][k]);
        let next = if forwards > backwards { forwards } else { backwards };
        gap = if next > gap { next } else { gap };
    }
    gap - radii - (extent_of(p) + extent_of(q) + radii) * (R::EPSILON * R::from_f64(APART))
}

/// Like [`reach`], also for shapes with a pose. The radius includes the rounding of the transformation.
#[inline(never)]
fn reach_placed<S: Scalar, R: Real, const N: usize>(
    shape: &Shape<'_, S, N>,
) -> Option<([Vector<R, N>; 2], R)> {
    let (([min, max], radius), pose): (([Vector<R, N>; 2], R), Pose<R, N>) = match shape {
        Shape::Placed(shape, pose) => (reach_placed(shape)?, in_real(pose)),
        #[cfg(feature = "alloc")]
        Shape::Group(group) => match group.pose() {
            Some(pose) => (ends_of(group.bvh().root_aabb())?, in_real(pose)),
            None => return ends_of(group.bvh().root_aabb()),
        },
        _ => return reach::<false, S, R, N>(shape),
    };
    let half = (max - min).scaled(R::from_f64(0.5));
    let ends = of_box(&OrientedCore { center: pose.apply(min + half), half, axes: pose.rotation.axes() });
    let size = extent_of([min, max]) + extent_of([pose.translation; 2]);
    Some((ends, radius + size * (R::EPSILON * R::from_f64(APART))))
}
