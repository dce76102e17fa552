//! The value that a search minimizes, in terms of bounding boxes.

use crate::Vector;
use crate::scalar::Real;

/// The value that a search minimizes, in terms of bounding boxes: the lower bound that [`Search::bound`](super::Search::bound) computes for
/// two boxes, in a form that is evaluated for many boxes at once.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only lists with a hierarchy use it"))]
pub(crate) enum Cost<R, const N: usize> {
    /// The distance of two parts, which is never negative.
    Distance,
    /// The separation of two parts after the second one has moved by `offset`, minus a tolerance.
    Separation { offset: Vector<R, N>, tolerance: R },
    /// The time from 0 to 1 at which the second part first touches the first one while it moves by `step`. Rotations move no point farther
    /// than `margin` away from this motion.
    Time { step: Vector<R, N>, margin: R },
    /// The distance along a ray at which it hits the first part.
    Ray { from: Vector<R, N>, direction: Vector<R, N>, max_distance: R },
}

impl<R: Real, const N: usize> Cost<R, N> {
    /// The cost "separation", without a tolerance.
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only lists with a hierarchy use it"))]
    pub(crate) const SEPARATION: Self = Self::Separation { offset: Vector::ZERO, tolerance: R::ZERO };

    /// Converts the smallest value so far, `best`, to the unit of the lower bounds of a node. For distances, this unit is the signed square
    /// of a length.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn limit(&self, best: R) -> f64 {
        match self {
            // No distance is below zero.
            Self::Distance if best <= R::ZERO => f64::NEG_INFINITY,
            Self::Distance | Self::Separation { .. } => crate::box_tree::signed_square(best.to_f64()),
            Self::Time { .. } | Self::Ray { .. } => best.to_f64(),
        }
    }
}
