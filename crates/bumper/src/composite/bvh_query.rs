//! Traversal of bounding volume hierarchies (BVHs), closest parts first, for searches whose result does not depend on the order of visits.

use super::{LeafKind, Operand, Search, in_order, may_be_best};
use crate::scalar::{Real, Scalar};
use crate::shape::bvh::{Bvh, BvhVisitor, Node, SortedChildren};
use crate::vector::Mapped;
use crate::{Aabb, Pose};

/// A list, the BVH of its parts, and the pose of the BVH.
pub(crate) struct BvhOperand<'k, 'a, S: Scalar, R: Real, const N: usize> {
    list: &'k Operand<'a, S, R, N>,
    boxes: &'a Bvh<S::Real, N>,
    pose: Option<Pose<R, N>>,
}

impl<'k, 'a, S: Scalar, R: Real, const N: usize> BvhOperand<'k, 'a, S, R, N> {
    /// The list with its BVH; `None` if it has none.
    #[inline]
    pub(crate) fn new(list: &'k Operand<'a, S, R, N>) -> Option<Self> {
        Some(Self { list, boxes: list.tree()?, pose: list.pose().copied() })
    }

    /// The list with another pose of its BVH than that of its parts. Boxes that are compared with it have to be in the same space.
    pub(crate) fn seen(self, pose: Option<Pose<R, N>>) -> Self {
        Self { pose, ..self }
    }

    /// The AABB of a box of the BVH, transformed by the pose.
    #[inline]
    fn shown(&self, kept: &Aabb<S::Real, N>) -> Aabb<R, N> {
        super::bounds::placed(kept, self.pose.as_ref())
    }

    /// The AABB of the whole list.
    #[inline]
    pub(crate) fn all(&self) -> Option<Aabb<R, N>> {
        self.boxes.root_aabb().map(|all| self.shown(all))
    }
}

/// Visits the parts of a list against an operand with an AABB. `first` says whether the list is the first of the two operands.
pub(crate) fn beside<S: Scalar, R: Real, const N: usize>(
    list: &BvhOperand<'_, '_, S, R, N>,
    (other, bounds): (&Operand<'_, S, R, N>, &Aabb<R, N>),
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    list.boxes.nearest_first(&mut BvhQuery { list, other, bounds, first, leaf, search });
}

struct BvhQuery<'s, 'k, 'a, 'b, S: Scalar, R: Real, const N: usize> {
    list: &'s BvhOperand<'k, 'a, S, R, N>,
    other: &'s Operand<'b, S, R, N>,
    bounds: &'s Aabb<R, N>,
    first: bool,
    leaf: LeafKind,
    search: &'s mut dyn Search<S, R, N>,
}

impl<S: Scalar, R: Real, const N: usize> BvhVisitor<S::Real, R, N> for BvhQuery<'_, '_, '_, '_, S, R, N> {
    #[inline]
    fn bound(&self, around: &Aabb<S::Real, N>) -> R {
        in_order(self.search, self.first, &self.list.shown(around), self.bounds)
    }
    #[inline]
    fn should_visit(&self, bound: R) -> bool {
        may_be_best(self.search.best(), bound)
    }
    fn visit_part(&mut self, place: usize) {
        let list = self.list.list;
        if let Some(shape) = list.shape_at(place)
            && let Some(part) = list.part(&shape)
        {
            let pair = if self.first { [&part, self.other] } else { [self.other, &part] };
            super::search(pair[0], pair[1], self.leaf, self.search);
        }
    }
}

/// A node of a BVH, with its transformed AABB.
#[derive(Clone, Copy)]
struct Seen<R, const N: usize> {
    node: Node,
    bounds: Aabb<R, N>,
}

/// Visits the pairs of parts of two lists.
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhOperand<'_, '_, S, R, N>; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    let all = [0, 1].mapped(|k| lists[k].all().map(|bounds| Seen { node: lists[k].boxes.root(), bounds }));
    if let [Some(a), Some(b)] = all
        && may_be_best(search.best(), search.bound(&a.bounds, &b.bounds))
    {
        within(lists, [a, b], leaf, search);
    }
}

/// Visits the pairs of parts of two nodes: descends into the larger node, closest children first.
fn within<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhOperand<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some((k, place)) = (0..2).find_map(|k| Some((k, seen[k].node.leaf()?))) {
        return alone(lists, seen, (k, place), leaf, search);
    }
    let size = |k: usize| (seen[k].bounds.max() - seen[k].bounds.min()).0.into_iter().reduce(|a, b| a + b);
    let opened = usize::from(size(1) > size(0));
    let mut near = SortedChildren::new((R::default(), seen[opened]));
    for (node, around) in lists[opened].boxes.children(seen[opened].node) {
        let bounds = lists[opened].shown(around);
        let least = in_order(search, opened == 0, &bounds, &seen[1 - opened].bounds);
        if may_be_best(search.best(), least) {
            near.insert((least, Seen { node, bounds }));
        }
    }
    for (least, next) in near.as_slice() {
        if may_be_best(search.best(), *least) {
            let mut seen = seen;
            seen[opened] = *next;
            within(lists, seen, leaf, search);
        }
    }
}

/// Visits one part of a list, transformed once, against the parts of a node of the other list.
fn alone<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhOperand<'_, '_, S, R, N>; 2],
    seen: [Seen<R, N>; 2],
    (k, place): (usize, usize),
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some(shape) = lists[k].list.shape_at(place)
        && let Some(other) = lists[k].list.part(&shape)
    {
        let list = &lists[1 - k];
        let mut beside =
            BvhQuery { list, other: &other, bounds: &seen[k].bounds, first: k == 1, leaf, search };
        list.boxes.nearest_within(seen[1 - k].node, &mut beside);
    }
}
