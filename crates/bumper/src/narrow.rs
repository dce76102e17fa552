//! What the queries ask of two convex shapes of which one is an ellipse, in the float that they are answered in.

pub(crate) mod ellipse;

use crate::Vector;
use crate::scalar::Real;

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

/// A rounding of a number of this size, several times: what sums of products of its kind may be wrong by.
#[inline]
pub(crate) fn roundings<R: Real>(size: R) -> R {
    size * R::EPSILON * R::from_f64(ROUNDINGS)
}

/// How many roundings a computation of a separation may add up: so near to touching, shapes touch.
const ROUNDINGS: f64 = 16.0;
