//! Sweeps of shapes that may touch or overlap at the start, and part.
//!
//! ```
//! use bumper::{Ball, sweep, sweep_deeper};
//!
//! // A ball that has sunk into another by a little: it may leave, where a sweep would hold it.
//! let (ball, other) = (Ball::new([0.0, 0.0], 1.0), Ball::new([1.9, 0.0], 1.0));
//! assert!(sweep(ball, [-5.0, 0.0], other, [0.0, 0.0]).is_some());
//! assert!(sweep_deeper(ball, [-5.0, 0.0], other, [0.0, 0.0]).is_none());
//! ```

use super::contact::contact_at;
use super::entry::entry;
use super::sweep::SweepHit;
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Relate, Relation, Shape, Vector};

/// When two shapes that move begin to overlap, or get deeper into each other than they are at the start: what parts, or slides past
/// another, is not stopped. It is what a mover asks for; `None` where there is no such time. Of compounds, the first of any two parts.
/// Boxes along the axes are judged without a tolerance on whole numbers; for others, what rounding may have made of a depth counts as
/// none. Costs a little more than a [`sweep`](crate::sweep).
///
/// ```
/// use bumper::{Aabb, sweep_deeper};
/// let (dot, wall) = (Aabb::new([0.0, 0.0], [2.0, 2.0]), Aabb::new([1.0, 0.0], [9.0, 9.0]));
/// // Out of the wall that it is in, and along it; but not deeper into it.
/// assert!(sweep_deeper(dot, [-5.0, 0.0], wall, [0.0, 0.0]).is_none());
/// let hit = sweep_deeper(dot, [5.0, 0.0], wall, [0.0, 0.0]).unwrap();
/// assert!(hit.time == 0.0 && hit.starts_overlapping);
/// ```
#[doc(alias("stop_at_penetration", "depenetrate"))]
pub fn sweep_deeper<'a, 'b, S: Scalar, const N: usize>(
    a: impl Into<Shape<'a, S, N>>,
    a_moves: impl Into<Vector<S::Real, N>>,
    b: impl Into<Shape<'b, S, N>>,
    b_moves: impl Into<Vector<S::Real, N>>,
) -> Option<SweepHit<S::Real, N>> {
    let (a, b) = (a.into(), b.into());
    let [first, second] = [a_moves.into(), b_moves.into()].mapped(|step| step.map(Scalar::to_f64));
    let found = entry(&a, first - second, &b)?;
    let met = contact_at(&a, (first - second).scaled(found.time), &b);
    let point = met.map(|contact| contact.point() + second.scaled(found.time)).unwrap_or_default();
    let number = S::Real::from_f64;
    let starts_overlapping = found.time <= 0.0 && a.relation(&b) == Relation::Overlapping;
    let (time, normal) = (number(found.time), (-found.normal).map(number));
    Some(SweepHit { time, normal, point: point.map(number), starts_overlapping })
}
