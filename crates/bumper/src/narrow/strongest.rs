//! The strongest relation of the parts of two shapes.

#[cfg(feature = "alloc")]
mod seen;
#[cfg(feature = "alloc")]
pub(super) use seen::of_ball;

use crate::pieces::{Kind, LEAST, Leaf, Search, least_gap, search};
use crate::scalar::{Real, Scalar};
use crate::{Aabb, Verdict};

/// The search for the strongest relation.
struct Strongest<V, R> {
    verdict: V,
    /// How far boxes may seem apart around parts that touch, beyond what rounding takes from themselves.
    slack: R,
}

/// How many roundings of the coordinates what touches may be apart by, and its boxes.
pub(super) const ERROR: f64 = 64.0;

impl<S: Scalar, R: Real, const N: usize, V: Verdict> Search<S, R, N> for Strongest<V, R> {
    fn by_gap(&self) -> bool {
        true
    }
    fn in_any_order(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        least_gap(a, b, R::EPSILON * R::from_f64(ERROR)) - self.slack
    }
    fn best(&self) -> R {
        R::from_f64(if self.verdict.is_final() { f64::NEG_INFINITY } else { LEAST })
    }
    fn look(&mut self, a: &Kind<'_, S, R, N>, b: &Kind<'_, S, R, N>) {
        if let (Kind::Convex(p), Kind::Convex(q)) = (a, b) {
            self.verdict = self.verdict.or(super::relate(p, q));
        }
    }
}

/// The strongest relation of the convex parts of two shapes.
pub(super) fn of_parts<S: Scalar, R: Real, V: Verdict, const N: usize>(kinds: [Kind<'_, S, R, N>; 2]) -> V {
    let mut strongest = Strongest { verdict: V::APART, slack: R::default() };
    #[cfg(feature = "alloc")]
    if seen::seen_by_parts(&kinds, &mut strongest).is_some() {
        return strongest.verdict;
    }
    search(&kinds[0], &kinds[1], Leaf::Convex, &mut strongest);
    strongest.verdict
}
