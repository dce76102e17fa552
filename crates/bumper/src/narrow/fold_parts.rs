//! The relation of composite shapes: the strongest relation of any two parts.

#[cfg(feature = "alloc")]
mod local_space;
#[cfg(feature = "alloc")]
pub(super) use local_space::of_ball;

use crate::composite::tolerance::UNDERFLOW_LENGTH;
use crate::composite::{Cost, LeafKind, PartIndices, Search, gap_lower_bound, search};
use crate::narrow::tolerance::GAP_ERROR;
use crate::scalar::{Real, Scalar};
use crate::view::ShapeView;
use crate::{Aabb, Vector, Verdict};

/// The state of the search for the strongest relation of any two parts of two shapes.
struct StrongestRelation<V, R> {
    verdict: V,
    /// The largest gap between the AABBs of two parts at which the parts may touch. It is greater than zero only if a transformation has
    /// rounded the AABBs.
    tolerance: R,
}

impl<S: Scalar, R: Real, const N: usize, V: Verdict> Search<S, R, N> for StrongestRelation<V, R> {
    fn orders_by_separation(&self) -> bool {
        true
    }

    #[inline]
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        gap_lower_bound(a, b, R::EPSILON * R::from_f64(GAP_ERROR)) - self.tolerance
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::Separation { offset: Vector::ZERO, tolerance: self.tolerance }
    }
    fn best(&self) -> R {
        R::from_f64(if self.verdict.is_final() { f64::NEG_INFINITY } else { UNDERFLOW_LENGTH })
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, _: PartIndices) {
        if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) {
            self.verdict = self.verdict.or(super::relate(p, q));
        }
    }
}

/// The strongest relation of any two convex parts of two shapes.
pub(super) fn strongest_relation<S: Scalar, R: Real, V: Verdict, const N: usize>(
    views: [ShapeView<'_, S, R, N>; 2],
) -> V {
    let mut relation = StrongestRelation { verdict: V::APART, tolerance: R::ZERO };
    #[cfg(feature = "alloc")]
    if local_space::in_local_space(&views, &mut relation).is_some() {
        return relation.verdict;
    }
    search(&views[0], &views[1], LeafKind::Convex, &mut relation);
    relation.verdict
}
