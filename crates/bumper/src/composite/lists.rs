//! Lists of parts, and the pruning of parts by their AABBs. Shapes that own their parts store a BVH, so most of the distant parts are never
//! visited. For lists of borrowed shapes, the AABBs of all parts are computed in every search.

#[cfg(feature = "alloc")]
use super::bvh_query::{self, BvhView};
#[cfg(feature = "alloc")]
use super::node_cost::local_aabb;
use super::{BoundedView, LeafKind, Search, bounds, descend};
#[cfg(feature = "alloc")]
use crate::box_tree::Hierarchy;
use crate::scalar::{Real, Scalar};
use crate::view::{Parts, ShapeView};
use crate::{Aabb, Pose, Shape, Vector};
use core::ops::ControlFlow;

impl<'a, S: Scalar, R: Real, const N: usize> ShapeView<'a, S, R, N> {
    /// The number of parts of a list. `None` for convex shapes and masks, which are not lists. If `leaf` is [`LeafKind::Region`], a region
    /// without a pose is treated as a whole, so it is not a list either.
    #[inline]
    #[cfg_attr(not(feature = "alloc"), expect(unused_variables, reason = "there are no regions"))]
    pub(crate) fn count(&self, leaf: LeafKind) -> Option<usize> {
        match self {
            ShapeView::Convex(_) => None,
            #[cfg(feature = "alloc")]
            ShapeView::Parts(Parts::Region(_), None) if leaf == LeafKind::Region => None,
            ShapeView::Parts(parts, _) => parts.count(),
        }
    }

    /// The part with the given index, without the pose of the list; `None` if there is no such part.
    #[inline]
    pub(crate) fn shape_at(&self, index: usize) -> Option<Shape<'a, S, N>> {
        match self {
            ShapeView::Convex(_) => None,
            ShapeView::Parts(parts, _) => parts.part(index),
        }
    }

    /// Whether the part with the given index equals the part before it. A search skips such a part, because it cannot change the result.
    /// Otherwise, two compounds of many equal parts would have as many equally good pairs as the product of the numbers of parts. False for
    /// parts that are composite themselves, whose comparison may take long.
    pub(super) fn is_repeated(&self, index: usize) -> bool {
        let ShapeView::Parts(parts, _) = self else { return false };
        if !parts.may_repeat() {
            return false;
        }
        let before = index.checked_sub(1).and_then(|before| parts.part(before));
        before.is_some_and(|before| !before.is_composite() && parts.part(index) == Some(before))
    }

    /// Whether the parts of the list are faces of a one-sided mesh.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn has_one_sided_faces(&self) -> bool {
        matches!(self, ShapeView::Parts(Parts::Mesh(mesh), _) if mesh.is_one_sided())
    }

    /// The view of a part of this list, with the pose of the list applied. `shape` is the part, as [`ShapeView::shape_at`] returns it.
    #[inline]
    pub(crate) fn part<'s>(&self, shape: &'s Shape<'s, S, N>) -> Option<ShapeView<'s, S, R, N>> {
        ShapeView::new(shape, self.pose())
    }

    /// Whether the operand has a pose that has not been applied to its coordinates.
    pub(super) fn is_placed(&self) -> bool {
        self.pose().is_some()
    }

    /// The pose that has to be applied to the parts of the shape. `None` if the shape has no pose, or is convex: the pose of a convex shape
    /// has already been applied.
    #[inline]
    pub(crate) fn pose(&self) -> Option<&Pose<R, N>> {
        match self {
            ShapeView::Convex(_) => None,
            ShapeView::Parts(_, pose) => pose.as_ref(),
        }
    }

    /// The AABB of a box of the BVH after the pose of the list is applied, in the float type of a query. With a pose, it may be larger
    /// than the smallest AABB of the parts.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn world_aabb(&self, stored_aabb: &Aabb<S::Real, N>) -> Aabb<R, N> {
        bounds::box_aabb(stored_aabb, self.pose())
    }

    /// The AABB of the part with the given index.
    #[inline]
    pub(crate) fn bounds_at(&self, index: usize) -> Option<Aabb<R, N>> {
        let stored_aabb = match self {
            _ if self.is_placed() => None,
            ShapeView::Parts(Parts::Compound(shapes), _) => bounds::cheap_part_aabb(shapes.get(index)?),
            _ => None,
        };
        stored_aabb.or_else(|| self.part(&self.shape_at(index)?)?.bounds())
    }
}

impl<S: Scalar, R: Real, const N: usize> ShapeView<'_, S, R, N> {
    /// The AABB of the whole list; `None` if it is not stored.
    #[inline]
    pub(crate) fn stored_aabb(&self) -> Option<Aabb<R, N>> {
        #[cfg(feature = "alloc")]
        return Some(self.world_aabb(&self.tree()?.bounds()));
        #[cfg(not(feature = "alloc"))]
        None
    }

    /// Calls `visit` with the index of each part of a list that may touch `region`, until it breaks. If the list has a BVH, few other parts
    /// are visited; otherwise, all parts are.
    pub(crate) fn each_part_near(
        &self,
        region: &Aabb<R, N>,
        visit: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        #[cfg(feature = "alloc")]
        if let Some(tree) = self.tree() {
            let region = local_aabb(region, self.pose());
            return tree.within(&region).each_intersecting(&region, visit);
        }
        #[cfg(not(feature = "alloc"))]
        let _ = region;
        (0..self.count(LeafKind::Convex).unwrap_or(0)).try_for_each(visit)
    }
}

impl<S: Scalar, R: Real, const N: usize> BoundedView<'_, S, R, N> {
    /// The view of the part `shape` of this list, which is stored at a position and has the AABB `bounds`. The pose of the list is applied
    /// to the view.
    #[inline]
    fn part<'s>(
        &self,
        shape: &'s Shape<'s, S, N>,
        position: usize,
        bounds: Aabb<R, N>,
    ) -> Option<BoundedView<'s, S, R, N>> {
        let part = self.view.part_index(self.part, position);
        Some(BoundedView { view: self.view.part(shape)?, bounds, part })
    }
}

/// The number of parts that a [`PartBuffer`] has room for. It is small, because small machines have little stack.
const CAPACITY: usize = 32;

/// A buffer for parts of a list without a BVH: their indices, in ascending order, and their AABBs. It takes only parts that may be closer to the other
/// operand than the best pair so far. The buffered parts of one list are then compared with the buffered parts of the other.
pub(crate) struct PartBuffer<R, const N: usize> {
    entries: [(u32, Aabb<R, N>); CAPACITY],
    count: usize,
    /// The index of the next part of the list that is to be examined.
    next: usize,
}

impl<R: Real, const N: usize> PartBuffer<R, N> {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { entries: [(0, Aabb::point(Vector::ZERO)); CAPACITY], count: 0, next: 0 }
    }

    /// Fills the buffer with the next parts of a list whose AABBs satisfy `keep`. Returns false if there are no more such parts.
    #[inline]
    pub(crate) fn fill<S: Scalar>(
        &mut self,
        list: &ShapeView<'_, S, R, N>,
        keep: impl Fn(&Aabb<R, N>) -> bool,
    ) -> bool {
        let end = list.count(LeafKind::Convex).unwrap_or(0);
        self.count = 0;
        while self.count < CAPACITY && self.next < end {
            if let Some(bounds) = list.bounds_at(self.next).filter(&keep)
                && !list.is_repeated(self.next)
            {
                self.entries[self.count] = (self.next as u32, bounds);
                self.count += 1;
            }
            self.next += 1;
        }
        self.count > 0
    }

    /// The indices and AABBs of the buffered parts.
    #[inline]
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, &Aabb<R, N>)> + Clone {
        self.entries[..self.count].iter().map(|(index, bounds)| (*index as usize, bounds))
    }

    /// The AABB of all buffered parts; `None` if the buffer is empty.
    #[inline]
    pub(crate) fn aabb(&self) -> Option<Aabb<R, N>> {
        self.entries().map(|(_, bounds)| *bounds).reduce(|all, next| all.union(&next))
    }
}

/// Visits the pairs of a part of a list and the whole operand `other`. `first` says whether the list is the first of the two operands.
pub(super) fn visit_list<S: Scalar, R: Real, const N: usize>(
    list: &BoundedView<'_, S, R, N>,
    other: &BoundedView<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    #[cfg(feature = "alloc")]
    if let Some(list) = BvhView::of(list) {
        return bvh_query::query_bvh(&list, other, first, leaf, search);
    }
    let mut parts = PartBuffer::new();
    while parts.fill(&list.view, |part| may_improve_pair(search, first, part, &other.bounds)) {
        for (index, bounds) in parts.entries() {
            if may_improve_pair(search, first, bounds, &other.bounds)
                && let Some(shape) = list.view.shape_at(index)
                && let Some(part) = list.part(&shape, index, *bounds)
            {
                if first { descend(&part, other, leaf, search) } else { descend(other, &part, leaf, search) }
            }
        }
    }
}

/// Visits the pairs of a part of the list `a` and a part of the list `b` that may be better than the best pair so far. If neither list has
/// a BVH, a buffer holds up to [`CAPACITY`] parts of `a` at a time. They are compared only with those parts of `b` that are close to their
/// common AABB.
pub(super) fn visit_lists<S: Scalar, R: Real, const N: usize>(
    a: &BoundedView<'_, S, R, N>,
    b: &BoundedView<'_, S, R, N>,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    // With two BVHs, both are traversed together. With one BVH, it is searched for each part of the other list.
    #[cfg(feature = "alloc")]
    match (BvhView::of(a), BvhView::of(b)) {
        (Some(p), Some(q)) => return bvh_query::search([p, q], leaf, search),
        (None, Some(_)) => return visit_list_and_bvh(a, b, true, leaf, search),
        (Some(_), None) => return visit_list_and_bvh(b, a, false, leaf, search),
        (None, None) => {}
    }
    let Some(all) = b.view.bounds() else { return };
    let mut first_parts = PartBuffer::new();
    let mut second_parts = PartBuffer::new();
    while first_parts.fill(&a.view, |part| search.may_improve(part, &all)) {
        let Some(aabb) = first_parts.aabb() else { return };
        second_parts.next = 0;
        while second_parts.fill(&b.view, |part| search.may_improve(&aabb, part)) {
            for (i, p) in first_parts.entries() {
                let Some(shape) = a.view.shape_at(i) else { continue };
                let mut part = None;
                for (j, q) in second_parts.entries() {
                    if !search.may_improve(p, q) {
                        continue;
                    }
                    part = part.or_else(|| a.part(&shape, i, *p));
                    let Some(other) = b.view.shape_at(j) else { continue };
                    if let (Some(part), Some(other)) = (&part, b.part(&other, j, *q)) {
                        descend(part, &other, leaf, search);
                    }
                }
            }
        }
    }
}

/// Visits the pairs of a part of the list `one` and a part of the list `other`, which has a BVH. The BVH is searched for each part of
/// `one`. `first` says whether `one` is the first of the two operands.
#[cfg(feature = "alloc")]
fn visit_list_and_bvh<S: Scalar, R: Real, const N: usize>(
    one: &BoundedView<'_, S, R, N>,
    other: &BoundedView<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some(bounds) = other.view.bounds() {
        visit_list(one, &BoundedView { bounds, ..*other }, first, leaf, search);
    }
}

/// Whether a pair of a part within the AABB `part` and a part within `other` may be better than the best pair so far. `first` says
/// whether `part` belongs to the first of the two operands.
#[inline]
fn may_improve_pair<S: Scalar, R: Real, const N: usize>(
    search: &dyn Search<S, R, N>,
    first: bool,
    part: &Aabb<R, N>,
    other: &Aabb<R, N>,
) -> bool {
    if first { search.may_improve(part, other) } else { search.may_improve(other, part) }
}
