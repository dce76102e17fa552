//! What the queries ask of two convex shapes, in the float that they are answered in.
//!
//! [`plane`] and [`space`] answer the same questions, each by the means of its dimension; [`advance`] finds when a shape
//! that moves comes near another, from nothing but the separation.

pub(crate) mod advance;
pub(crate) mod ellipse;
mod epa;
pub(crate) mod exact;
pub(crate) mod gjk;
mod kinds;
pub(crate) mod manifold;
mod oriented;
pub(crate) mod plane;
mod relation;
mod rims;
pub(crate) mod space;

use crate::Vector;
use crate::Verdict;
use crate::form::Convex;
use crate::scalar::{Real, Scalar};
use manifold::Contact;

/// How two convex shapes lie: the separation that a contact tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap<R, const N: usize> {
    /// The length of the gap; below zero of the shortest push. Radii are counted in.
    pub(crate) length: R,
    /// The unit direction of the gap or the push, from the first shape to the second.
    pub(crate) normal: Vector<R, N>,
    /// Points of the two cores (without the radii) that are nearest to each other, where they are known.
    pub(crate) on: Option<[Vector<R, N>; 2]>,
}

/// How many roundings a computation of a separation may add up: so near to touching, shapes touch.
const ROUNDINGS: f64 = 4.0;

/// What sums of products of numbers of this size may be wrong by.
#[inline]
pub(crate) fn roundings<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(ROUNDINGS)
}

/// The signed separation; `None` where it is surely above `limit`, and where there is a NaN or an infinity.
#[inline]
pub(crate) fn gap<S: Scalar, R: Real, const N: usize>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
    limit: R,
    seed: &mut space::Seed<R, N>,
) -> Option<Gap<R, N>> {
    if N == 2 { plane::gap(a, b, limit) } else { space::gap(a, b, limit, seed) }
}

/// The length of the gap: zero where they meet, infinite where there is a NaN.
#[inline]
pub(crate) fn distance<S: Scalar, R: Real, const N: usize>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
) -> R {
    if N == 2 { plane::distance(a, b) } else { space::distance(a, b) }
}

/// The relation: they touch where the separation is within a few roundings of nothing.
pub(crate) fn relate<S: Scalar, R: Real, const N: usize, V: Verdict>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
) -> V {
    // In one order, whichever way it is asked: what is within rounding is then the same both ways.
    let (p, q) = (a.core.middle(), b.core.middle());
    let ordered = (0..N).find(|&k| p[k] != q[k]).is_none_or(|k| p[k] < q[k]);
    let (a, b) = if ordered { (a, b) } else { (b, a) };
    if N == 2 { plane::relate(a, b) } else { space::relate(a, b) }
}

/// The contact; `None` where they are more than `limit` apart, and where there is a NaN or an infinity.
#[inline]
pub(crate) fn contact<S: Scalar, R: Real, const N: usize>(
    a: &Convex<'_, S, R, N>,
    b: &Convex<'_, S, R, N>,
    limit: R,
) -> Option<Contact<R, N>> {
    if N == 2 {
        return plane::contact(a, b, limit);
    }
    let found = space::gap(a, b, limit, &mut space::Seed::default())?;
    Some(space::manifold(a, b, &found))
}

/// How far a point goes along a unit vector until it meets the shape, and the normal there: at most `reach`.
#[inline]
pub(crate) fn cast<S: Scalar, R: Real, const N: usize>(
    shape: &Convex<'_, S, R, N>,
    from: Vector<R, N>,
    way: Vector<R, N>,
    reach: R,
) -> Option<(R, Vector<R, N>)> {
    if N == 2 {
        return plane::cast(shape, from, way, reach);
    }
    let (distance, normal) = space::cast(shape, from, way, reach)?;
    // One that starts on the boundary, but for rounding, meets the shape right there.
    let is_far = distance > roundings(shape.moved(-from).magnitude());
    Some((if is_far { distance } else { R::default() }, normal))
}
