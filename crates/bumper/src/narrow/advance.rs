//! Conservative advancement: computes the time at which a moving shape reaches a given separation from another shape.
//!
//! While a convex shape moves along a line, its separation from another convex shape is a convex function of time: it equals the signed
//! distance of a moving point from a fixed convex set, the Minkowski difference of the shapes. The slope of this function is minus the
//! speed of approach along the normal. So every computed separation gives a step of Newton's method.
//!
//! A tangent of a convex function is nowhere above the function. So Newton's method, which begins at the earliest time, never steps past
//! the first time at which the separation reaches the given level. Head-on impacts take a few iterations. If the shapes only graze each
//! other, each iteration reduces the separation that remains above the level to a quarter (B. Mirtich, Impulse-based Dynamic Simulation of
//! Rigid Body Systems, 1996, section 2.3).

use super::Separation;
use crate::Vector;
use crate::scalar::Real;

/// The largest number of iterations of [`until`]. Even if the shapes only graze each other, each iteration reduces the separation above
/// `level` to a quarter or less. So a few dozen iterations reach the tolerance.
const STEPS: usize = 128;

/// The first time between `from` and `end` at which the separation of two moving shapes is at most `level` plus a tolerance, and the
/// separation at that time. `None` if there is no such time.
///
/// `separation` computes the separation at a given time; if it returns `None`, so does this function. `step` is the velocity of the second
/// shape relative to the first one.
#[inline]
pub(crate) fn until<R: Real, const N: usize>(
    mut separation: impl FnMut(R) -> Option<Separation<R, N>>,
    step: Vector<R, N>,
    level: R,
    tolerance: R,
    [from, end]: [R; 2],
) -> Option<(R, Separation<R, N>)> {
    let mut time = from;
    let mut before: Option<Vector<R, N>> = None;
    for _ in 0..STEPS {
        let found = separation(time)?;
        if found.length <= level + tolerance {
            // If the witness points coincide within the tolerance, the vector between them is mostly rounding error, and so is the normal.
            // The normal of the previous iteration is returned instead.
            let axis =
                found.witnesses.map(|[p, q]| q - p).filter(|axis| axis.dot(*axis) <= tolerance * tolerance);
            let normal = axis.and(before).unwrap_or(found.normal);
            return Some((time, Separation { normal, ..found }));
        }
        before = Some(found.normal);
        let speed = -step.dot(found.normal);
        // The shapes do not approach, or the speed is NaN. The separation is a convex function of time, so once it has stopped decreasing,
        // it never decreases again.
        if !(speed > R::ZERO) {
            return None;
        }
        time = time + (found.length - level) / speed;
        if !(time <= end) {
            return None;
        }
    }
    // After `STEPS` iterations, further ones would advance the time by no more than rounding errors.
    separation(time).map(|found| (time, found))
}
