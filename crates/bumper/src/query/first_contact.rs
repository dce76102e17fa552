//! The search for the first contact of any two parts of two moving shapes.

use crate::composite::tolerance::FIRST_CONTACT_ERROR;
use crate::composite::{Cost, PartIndices, Search};
use crate::scalar::Real;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::view::{Convex, ShapeView};
use crate::{Aabb, Vector};
use core::cmp::Ordering;

/// The search for the first contact of any two convex parts of two moving shapes.
pub(super) struct FirstContact<R, O, H, const N: usize, F, G> {
    /// The first hit so far: its time, its sort key, the parts of the two shapes and the hit itself. `cast_pair` builds the key from the normal and other data of the
    /// hit. Among hits at the same time, the one with the smallest key comes first. Different hits have different keys or parts, so the
    /// result does not depend on the order of visits.
    pub(super) hit: Option<(R, O, [u32; 2], H)>,
    /// The motion of the second shape relative to the first one, without rotations. `margin` is a bound for rotations: they
    /// move no point farther away from this motion.
    pub(super) step: Vector<R, N>,
    pub(super) margin: R,
    /// Computes the hit of two convex parts.
    pub(super) cast_pair: F,
    /// The condition for faces of one-sided meshes, see [`Search::counts_face`].
    pub(super) counts_face: G,
}

impl<S: Scalar, R: Real, O: PartialOrd, H, const N: usize, F, G> Search<S, R, N>
    for FirstContact<R, O, H, N, F, G>
where
    F: FnMut(&Convex<'_, R, N>, &Convex<'_, R, N>) -> Option<(R, O, H)>,
    G: Fn(&Convex<'_, R, N>, &ShapeView<'_, S, R, N>, bool) -> bool,
{
    fn orders_by_separation(&self) -> bool {
        false
    }

    /// A lower bound of the time of contact of two parts: the time at which their moving AABBs first touch.
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        let error = R::EPSILON * R::from_f64(FIRST_CONTACT_ERROR);
        let mut from = R::ZERO;
        let mut to = R::ONE;
        for axis in 0..N {
            let ends = [a.min(), a.max(), b.min(), b.max(), self.step].mapped(|end| end[axis].abs());
            let margin = ends.into_iter().fold(R::ZERO, R::max) * error + self.margin;
            // The displacements of the second box along this axis at which it touches the first one are those from `near` to `far`.
            let near = a.min()[axis] - b.max()[axis] - margin;
            let far = a.max()[axis] - b.min()[axis] + margin;
            let step = self.step[axis];
            let inverse = R::ONE / step;
            let (enter, leave) = match step.partial_cmp(&R::ZERO) {
                Some(Ordering::Greater) => (near * inverse, far * inverse),
                Some(Ordering::Less) => (far * inverse, near * inverse),
                _ if near > R::ZERO || far < R::ZERO => return R::INFINITY,
                _ => continue,
            };
            // If an AABB has an infinite end, `enter` or `leave` may be NaN. Both comparisons are then false, and the interval stays as it
            // is.
            from = if enter > from { enter } else { from };
            to = if leave < to { leave } else { to };
        }
        if from <= to { from - error } else { R::INFINITY }
    }
    fn cost(&self) -> Cost<R, N> {
        Cost::Time { step: self.step, margin: self.margin }
    }
    fn best(&self) -> R {
        self.hit.as_ref().map_or(R::from_f64(f32::MAX.into()), |hit| hit.0)
    }
    fn counts_face(&self, face: &Convex<'_, R, N>, other: &ShapeView<'_, S, R, N>, first: bool) -> bool {
        (self.counts_face)(face, other, first)
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, parts: PartIndices) {
        let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) else { return };
        let parts = parts.map(Option::unwrap_or_default);
        if let Some((time, key, hit)) = (self.cast_pair)(p, q)
            && self.hit.as_ref().is_none_or(|first| (time, &key, parts) < (first.0, &first.1, first.2))
        {
            self.hit = Some((time, key, parts, hit));
        }
    }
}
