//! Traversal of bounding volume hierarchies (BVHs), closest parts first. The result of a search must not depend on the traversal order.

use super::{BoundedView, LeafKind, Search, bound_in_order, may_be_best};
use crate::scalar::{Real, Scalar};
use crate::shape::bvh::{Bounded, Bvh, BvhNode, BvhVisitor, SortedChildren};
use crate::vector::Mapped;
use crate::view::ShapeView;
use crate::{Aabb, Pose};

/// A list of parts with its BVH, and the pose that is applied to the boxes of the BVH before they are compared.
pub(crate) struct BvhView<'k, 'a, S: Scalar, R: Real, const N: usize> {
    list: &'k ShapeView<'a, S, R, N>,
    boxes: &'a Bvh<S::Real, N>,
    pose: Option<Pose<R, N>>,
    /// The index of the list in the whole shape, as in [`PartIndices`](super::PartIndices).
    part: Option<u32>,
}

impl<'k, 'a, S: Scalar, R: Real, const N: usize> BvhView<'k, 'a, S, R, N> {
    /// The list `list` with its BVH; `None` if the list has no BVH.
    #[inline]
    pub(crate) fn new(list: &'k ShapeView<'a, S, R, N>) -> Option<Self> {
        Some(Self { list, boxes: list.stored_bvh()?, pose: list.pose().copied(), part: None })
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
    fn world_aabb(&self, node_aabb: &Aabb<S::Real, N>) -> Aabb<R, N> {
        super::bounds::box_aabb(node_aabb, self.pose.as_ref())
    }

    /// The AABB of the whole list after the pose is applied.
    #[inline]
    pub(crate) fn all(&self) -> Option<Aabb<R, N>> {
        self.boxes.root_aabb().map(|all| self.world_aabb(all))
    }
}

/// Visits the pairs of a part of a list and the whole operand `other`. `first` says whether the list is the first of the two operands of
/// the search.
pub(crate) fn query_bvh<S: Scalar, R: Real, const N: usize>(
    list: &BvhView<'_, '_, S, R, N>,
    other: &BoundedView<'_, S, R, N>,
    first: bool,
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    let BoundedView { view: other, bounds, part: other_part } = other;
    let other_part = *other_part;
    list.boxes.nearest_first(&mut BvhQuery { list, other, bounds, other_part, first, leaf, search });
}

/// The [`BvhVisitor`] of [`query_bvh`].
struct BvhQuery<'s, 'k, 'a, 'b, S: Scalar, R: Real, const N: usize> {
    list: &'s BvhView<'k, 'a, S, R, N>,
    other: &'s ShapeView<'b, S, R, N>,
    bounds: &'s Aabb<R, N>,
    /// The index of `other` in the whole shape.
    other_part: Option<u32>,
    first: bool,
    leaf: LeafKind,
    search: &'s mut dyn Search<S, R, N>,
}

impl<S: Scalar, R: Real, const N: usize> BvhVisitor<S::Real, R, N> for BvhQuery<'_, '_, '_, '_, S, R, N> {
    #[inline]
    fn bound(&self, aabb: &Aabb<S::Real, N>) -> R {
        bound_in_order(self.search, self.first, &self.list.world_aabb(aabb), self.bounds)
    }
    #[inline]
    fn should_visit(&self, bound: R) -> bool {
        may_be_best(self.search.best(), bound)
    }
    fn visit_part(&mut self, index: usize) {
        let list = self.list.list;
        if !list.is_repeated(index)
            && let Some(shape) = list.shape_at(index)
            && let Some(part) = list.part(&shape)
        {
            let own_part = list.part_index(self.list.part, index);
            let (pair, parts) = match self.first {
                true => ([&part, self.other], [own_part, self.other_part]),
                false => ([self.other, &part], [self.other_part, own_part]),
            };
            super::search_parts(pair[0], pair[1], parts, self.leaf, self.search);
        }
    }
}

/// A node of a BVH, with its AABB after the pose of the list is applied.
#[derive(Clone, Copy)]
struct BoundedNode<R, const N: usize> {
    node: BvhNode,
    bounds: Aabb<R, N>,
}

/// Visits the pairs of parts of two lists with BVHs, except those that cannot be better than the best pair so far.
pub(crate) fn search<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhView<'_, '_, S, R, N>; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    let all =
        [0, 1].mapped(|k| lists[k].all().map(|bounds| BoundedNode { node: lists[k].boxes.root(), bounds }));
    if let [Some(a), Some(b)] = all
        && may_be_best(search.best(), search.bound(&a.bounds, &b.bounds))
    {
        visit_nodes(lists, [a, b], leaf, search);
    }
}

/// Visits the pairs of a part below a node of the first BVH and a part below a node of the second BVH. Descends into the node with the
/// larger AABB. Of its children, the one closest to the other node comes first.
fn visit_nodes<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhView<'_, '_, S, R, N>; 2],
    nodes: [BoundedNode<R, N>; 2],
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if let Some((k, index)) = (0..2).find_map(|k| Some((k, nodes[k].node.leaf()?))) {
        return visit_part_and_node(lists, nodes, (k, index), leaf, search);
    }
    let size = |k: usize| (nodes[k].bounds.max() - nodes[k].bounds.min()).0.into_iter().reduce(|a, b| a + b);
    let larger = usize::from(size(1) > size(0));
    let mut children = SortedChildren::new(Bounded { bound: R::ZERO, child: nodes[larger] });
    for (node, aabb) in lists[larger].boxes.children(nodes[larger].node) {
        let bounds = lists[larger].world_aabb(aabb);
        let bound = bound_in_order(search, larger == 0, &bounds, &nodes[1 - larger].bounds);
        if may_be_best(search.best(), bound) {
            children.insert(Bounded { bound, child: BoundedNode { node, bounds } });
        }
    }
    for next in children.as_slice() {
        if may_be_best(search.best(), next.bound) {
            let mut nodes = nodes;
            nodes[larger] = next.child;
            visit_nodes(lists, nodes, leaf, search);
        }
    }
}

/// Visits the pairs of a single part of one list and several parts of the other. The single part is part `index` of `lists[k]`. The others
/// are those below the BVH node `nodes[1 - k]`. The single part is transformed only once for all these pairs.
fn visit_part_and_node<S: Scalar, R: Real, const N: usize>(
    lists: &[BvhView<'_, '_, S, R, N>; 2],
    nodes: [BoundedNode<R, N>; 2],
    (k, index): (usize, usize),
    leaf: LeafKind,
    search: &mut dyn Search<S, R, N>,
) {
    if !lists[k].list.is_repeated(index)
        && let Some(shape) = lists[k].list.shape_at(index)
        && let Some(other) = lists[k].list.part(&shape)
    {
        let list = &lists[1 - k];
        let bounds = &nodes[k].bounds;
        let other_part = lists[k].list.part_index(lists[k].part, index);
        let mut query_bvh = BvhQuery { list, other: &other, bounds, other_part, first: k == 1, leaf, search };
        list.boxes.nearest_within(nodes[1 - k].node, &mut query_bvh);
    }
}
