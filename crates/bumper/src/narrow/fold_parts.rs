//! The strongest relation of the parts of two shapes.

#[cfg(feature = "alloc")]
mod seen;
#[cfg(feature = "alloc")]
pub(super) use seen::of_ball;

use crate::composite::{LEAST, LeafKind, Operand, Search, least_gap, search};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Verdict};

/// The search for the strongest relation.
struct Strongest<V, R> {
    verdict: V,
    /// How far boxes may seem apart around parts that touch, beyond what rounding takes from themselves.
    slack: R,
}

/// How many rounding errors of the coordinates what touches may be apart by, and its boxes.
pub(super) const ERROR: f64 = 64.0;

impl<S: Scalar, R: Real, const N: usize, V: Verdict> Search<S, R, N> for Strongest<V, R> {
    fn orders_by_separation(&self) -> bool {
        true
    }
    fn is_order_independent(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_gap(a, b, R::EPSILON * R::from_f64(ERROR)) - self.slack
    }
    fn best(&self) -> R {
        R::from_f64(if self.verdict.is_final() { f64::NEG_INFINITY } else { LEAST })
    }
    fn visit_pair(&mut self, a: &Operand<'_, S, R, N>, b: &Operand<'_, S, R, N>) {
        if let (Operand::Convex(p), Operand::Convex(q)) = (a, b) {
            self.verdict = self.verdict.or(super::relate(p, q));
        }
    }
}

/// The strongest relation of the convex parts of two shapes.
pub(super) fn of_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(
    kinds: [Operand<'_, S, R, N>; 2],
) -> V {
    let mut fold_parts = Strongest { verdict: V::APART, slack: R::default() };
    #[cfg(feature = "alloc")]
    if seen::seen_by_parts(&kinds, &mut fold_parts).is_some() {
        return fold_parts.verdict;
    }
    search(&kinds[0], &kinds[1], LeafKind::Convex, &mut fold_parts);
    fold_parts.verdict
}
