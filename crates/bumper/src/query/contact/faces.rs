//! Contacts of shapes with one-sided meshes of which only some faces count.

use super::LeastContact;
use crate::composite::{Cost, LeafKind, PartIndices, Search, search};
use crate::narrow;
use crate::narrow::manifold::Contact;
use crate::scalar::{Real, Scalar};
use crate::view::{Convex, ShapeView};
use crate::{Aabb, Relation};

/// A condition for faces of one-sided meshes: the face, the other operand, and whether the mesh is the first operand. See
/// [`Search::counts_face`].
pub(crate) type CountsFace<'c, S, R, const N: usize> =
    &'c dyn Fn(&Convex<'_, R, N>, &ShapeView<'_, S, R, N>, bool) -> bool;

/// The contact of two shapes, without the faces of one-sided meshes that do not count.
pub(crate) struct ContactOfFaces<R, const N: usize> {
    /// The contact of the pair of parts with the smallest separation.
    pub(crate) contact: Contact<R, N>,
    /// Whether two parts overlap.
    pub(crate) overlaps: bool,
}

/// The contact of two shapes, without the faces of one-sided meshes that do not count. `None` if no separation is at most `limit`.
pub(crate) fn contact_of_faces<S: Scalar, R: Real, const N: usize>(
    [a, b]: [&ShapeView<'_, S, R, N>; 2],
    limit: R,
    counts_face: CountsFace<'_, S, R, N>,
) -> Option<ContactOfFaces<R, N>> {
    let least = LeastContact { found: None, limit };
    let mut least = LeastContactOfFaces { least, counts_face, overlaps: false };
    search(a, b, LeafKind::Convex, &mut least);
    let LeastContactOfFaces { least, overlaps, .. } = least;
    let mut contact = least.found?;
    super::report_parts(&mut contact, [a, b], LeafKind::Convex);
    Some(ContactOfFaces { contact, overlaps })
}

/// The search for the contact with the smallest separation, without the faces that do not count.
struct LeastContactOfFaces<'c, S: Scalar, R: Real, const N: usize> {
    least: LeastContact<R, N>,
    counts_face: CountsFace<'c, S, R, N>,
    /// Whether a pair of parts that was visited overlaps.
    overlaps: bool,
}

impl<S: Scalar, R: Real, const N: usize> Search<S, R, N> for LeastContactOfFaces<'_, S, R, N> {
    fn orders_by_separation(&self) -> bool {
        true
    }
    fn bound(&self, a: &Aabb<R, N>, b: &Aabb<R, N>) -> R {
        Search::<S, R, N>::bound(&self.least, a, b)
    }
    fn cost(&self) -> Cost<R, N> {
        Search::<S, R, N>::cost(&self.least)
    }
    fn best(&self) -> R {
        Search::<S, R, N>::best(&self.least)
    }
    fn has_found(&self) -> bool {
        Search::<S, R, N>::has_found(&self.least)
    }
    fn counts_face(&self, face: &Convex<'_, R, N>, other: &ShapeView<'_, S, R, N>, first: bool) -> bool {
        (self.counts_face)(face, other, first)
    }
    fn visit_pair(&mut self, a: &ShapeView<'_, S, R, N>, b: &ShapeView<'_, S, R, N>, parts: PartIndices) {
        self.least.visit_pair(a, b, parts);
        if let (ShapeView::Convex(p), ShapeView::Convex(q)) = (a, b) {
            self.overlaps = self.overlaps || narrow::relate::<R, N, Relation>(p, q) == Relation::Overlapping;
        }
    }
}
