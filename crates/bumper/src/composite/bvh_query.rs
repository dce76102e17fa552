//! Traversal of bounding volume hierarchies (BVHs), closest parts first. The result of a search must not depend on the traversal order.

use super::cost::Cost;
use super::node_cost::NodeCost;
use super::part_tree::PartTree;
use super::{BoundedView, LeafKind, Search};
use crate::box_tree::{self, Hierarchy, LowerBound};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::view::ShapeView;
use crate::{Aabb, Pose};

/// A list of parts with its BVH, and the pose that is applied to the boxes of the BVH before they are compared.
pub(crate) struct BvhView<'k, 'a, S: Scalar, R: Real, const N: usize> {
    list: &'k ShapeView<'a, S, R, N>,
    tree: PartTree<'a, S, N>,
    pose: Option<Pose<R, N>>,
    /// The index of the list in the whole shape, as in [`PartIndices`](super::PartIndices).
    part: Option<u32>,
}

/// A part of a list, and its index in the whole shape.
#[derive(Clone, Copy)]
struct IndexedView<'s, 'a, S: Scalar, R: Real, const N: usize> {
    view: &'s ShapeView<'a, S, R, N>,
    part: Option<u32>,
    /// Whether the part is a face of a one-sided mesh.
    is_one_sided: bool,
}

impl<S: Scalar, R: Real, const N: usize> IndexedView<'_, '_, S, R, N> {
    /// Whether the part is a face of a one-sided mesh that does not count in a search.
    fn is_ignored_face(
        self,
        other: IndexedView<'_, '_, S, R, N>,
        first: bool,
        search: &dyn Search<S, R, N>,
    ) -> bool {
        let ShapeView::Convex(face) = self.view else { return false };
        self.is_one_sided && !search.counts_face(face, other.view, first)
    }
}

impl<'k, 'a, S: Scalar, R: Real, const N: usize> BvhView<'k, 'a, S, R, N> {
    /// The list `list` with its BVH; `None` if the list has no BVH.
    #[inline]
    pub(crate) fn new(list: &'k ShapeView<'a, S, R, N>) -> Option<Self> {
        let pose = list.pose().copied();
        Some(Self { list, tree: list.tree()?, pose, part: None })
    }

    /// The list of an operand with its BVH; `None` if the list has no BVH.
    #[inline]
    pub(crate) fn of(operand: &'k BoundedView<'a, S, R, N>) -> Option<Self> {
        Some(Self { part: operand.part, ..Self::new(&operand.view)? })
    }

    /// Replaces the pose that is applied to the boxes of the BVH. Used if the boxes are not compared in world space, but in the local space
    /// of another list.
    pub(crate) fn with_tree_pose(self, pose: Option<Pose<R, N>>) -> Self {
        Self { pose, ..self }
    }

    /// The AABB of a box of the BVH after the pose is applied to it.
    #[inline]
    fn world_aabb<T: Scalar>(&self, node_aabb: &Aabb<T, N>) -> Aabb<R, N> {
        super::bounds::box_aabb(node_aabb, self.pose.as_ref())
    }

    /// The AABB of the whole list after the pose is applied.
    #[inline]
    pub(crate) fn all(&self) -> Aabb<R, N> {
        self.world_aabb(&self.tree.bounds())
    }

    /// Calls `query` with the part at a position in the order of the BVH, unless it equals the part before it.
    fn with_part(&self, position: usize, query: &mut dyn FnMut(IndexedView<'_, '_, S, R, N>)) {
        if !self.list.is_repeated(position)
            && let Some(shape) = self.list.shape_at(position)
            && let Some(view) = self.list.part(&shape)
        {
            let part = self.list.part_index(self.part, position);
            query(IndexedView { view: &view, part, is_one_sided: self.list.has_one_sided_faces() });
        }
    }
}

/// Visits the pairs of a part of a list and the whole operand `other`. `first` says whether the list is the first of the two operands of the
/// search.
pub(crate) fn query_bvh<S: Scalar, R: Real, const N: usize>(
    list: &BvhView<'_, '_, S, R, N>,
    other: &BoundedView<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    let cost = search.cost();
    let bound = NodeCost::new(&cost, &other.bounds, first, list.pose.as_ref());
    let other = IndexedView { view: &other.view, part: other.part, is_one_sided: false };
    let limit = cost.limit(search.best());
    // A tree whose nodes are made on demand is first restricted to the parts that may be within the limit.
    list.tree.near(&bound, limit).branch_and_bound(&&bound, limit, |position| {
        list.with_part(position, &mut |part| visit_pair(part, other, first, leaf, search));
        cost.limit(search.best())
    });
}

/// Visits the pairs of `part` and `other`, unless one of them is a face that does not count. `first` says whether `part` belongs to the
/// first of the two operands.
fn visit_pair<S: Scalar, R: Real, const N: usize>(
    part: IndexedView<'_, '_, S, R, N>,
    other: IndexedView<'_, '_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if part.is_ignored_face(other, first, search) || other.is_ignored_face(part, !first, search) {
        return;
    }
    let pair = if first { [part, other] } else { [other, part] };
    let parts = pair.mapped(|operand| operand.part);
    super::search_parts(pair[0].view, pair[1].view, parts, leaf, search);
}

/// An entry of a BVH: a node or a part.
#[derive(Clone, Copy)]
struct BvhEntry<const N: usize> {
    /// The index of the node, or the position of the part.
    index: u32,
    /// 0 for a part, 1 for a leaf, 2 for the nodes above leaves, and so on.
    level: u32,
    /// The box of the entry in the local space of its list.
    aabb: Aabb<f32, N>,
}

/// The simultaneous traversal of the BVHs of two lists.
struct ListPair<'k, 'a, S: Scalar, R: Real, const N: usize> {
    lists: [BvhView<'k, 'a, S, R, N>; 2],
    cost: Cost<R, N>,
    leaf: LeafKind,
}

/// Visits the pairs of parts of two lists with BVHs, except those that cannot be better than the best pair so far.
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    mut lists: [BvhView<'_, '_, S, R, N>; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    let cost = search.cost();
    let limit = cost.limit(search.best());
    for k in 0..2 {
        let bound = NodeCost::new(&cost, &lists[1 - k].all(), k == 0, lists[k].pose.as_ref());
        lists[k].tree = lists[k].tree.near(&bound, limit);
    }
    let roots = [0, 1].mapped(|k| {
        let tree = &lists[k].tree;
        let root = tree.node(tree.root(), tree.height());
        BvhEntry { index: tree.root(), level: tree.height() + 1, aabb: root.bounds() }
    });
    ListPair { lists, cost, leaf }.visit(roots, search);
}

impl<S: Scalar, R: Real, const N: usize> ListPair<'_, '_, S, R, N> {
    /// The function that gives, for each entry of a node of list `k`, a lower bound of the cost of this entry and the entry `other` of the
    /// other list.
    fn bound(&self, k: usize, other: &BvhEntry<N>) -> NodeCost<N> {
        let other = self.lists[1 - k].world_aabb(&other.aabb);
        NodeCost::new(&self.cost, &other, k == 0, self.lists[k].pose.as_ref())
    }

    /// The limit up to which the search visits lower bounds, see [`box_tree::limit`].
    fn limit(&self, search: &dyn Search<S, R, N>) -> f32 {
        box_tree::limit(self.cost.limit(search.best()))
    }

    /// Visits the pairs of a part in an entry of the first BVH and a part in an entry of the second BVH. Descends into the node with the
    /// larger AABB. Of its children, the one closest to the other entry comes first.
    fn visit(&self, entries: [BvhEntry<N>; 2], search: &mut dyn Search<S, R, N>) {
        if let Some(k) = (0..2).find(|k| entries[*k].level == 0) {
            return self.visit_part(k, entries, search);
        }
        let size =
            |k: usize| (entries[k].aabb.max() - entries[k].aabb.min()).0.into_iter().reduce(|a, b| a + b);
        let larger = usize::from(size(1) > size(0));
        let BvhEntry { index, level, .. } = entries[larger];
        let node = self.lists[larger].tree.node(index, level - 1);
        let bound = self.bound(larger, &entries[1 - larger]);
        let mut order = LowerBound::bounds_of(&&bound, &node);
        while let Some(slot) = order.next(self.limit(search)) {
            let mut entries = entries;
            entries[larger] = BvhEntry { index: node.entry(slot), level: level - 1, aabb: node.get(slot) };
            self.visit(entries, search);
        }
    }

    /// Visits the pairs of a single part of one list and the parts in an entry of the other list. The single part is the entry
    /// `entries[k]`. It is transformed only once for all these pairs.
    fn visit_part(&self, k: usize, entries: [BvhEntry<N>; 2], search: &mut dyn Search<S, R, N>) {
        let list = &self.lists[1 - k];
        let BvhEntry { index, level, .. } = entries[1 - k];
        self.lists[k].with_part(entries[k].index as usize, &mut |other| {
            let visit_other = |position: usize, search: &mut dyn Search<S, R, N>| {
                list.with_part(position, &mut |part| visit_pair(part, other, k == 1, self.leaf, search));
            };
            if level == 0 {
                return visit_other(index as usize, search);
            }
            let limit = self.limit(search);
            let bound = self.bound(1 - k, &entries[k]);
            let mut visit_and_limit = |position: usize| {
                visit_other(position, search);
                self.cost.limit(search.best())
            };
            list.tree.visit_below_best(index, level - 1, &&bound, &mut visit_and_limit, limit);
        });
    }
}
