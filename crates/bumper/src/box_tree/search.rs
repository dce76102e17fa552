//! Searches of a tree: the boxes that meet a box, and the boxes of the smallest cost.

use super::lower_bound::{self, EntryBounds, LowerBound};
use super::node::{EntrySet, Node};
use crate::Aabb;
use crate::scalar::Scalar;
use core::ops::{ControlFlow, Deref};

/// If the root has exactly this many children, and these are leaves, queries read all leaves without testing their bounding boxes first.
/// For two leaves, this is faster.
const EAGER_LEAVES: usize = 2;

/// A tree whose nodes are stored, or computed when a search visits them.
pub(crate) trait Hierarchy<S: Scalar, const N: usize> {
    /// What [`node`](Self::node) returns: a reference to a stored node, or a node that was computed.
    type Node: Deref<Target = Node<S, N>>;

    /// The index of the root.
    fn root(&self) -> u32;

    /// The level of the root. Leaves are on level 0.
    fn height(&self) -> u32;

    /// The node with an index on a level. The index is that of the root, or an entry of a node of the next higher level.
    fn node(&self, index: u32, level: u32) -> Self::Node;

    /// Calls `each` with leaves and with the slots of the boxes in them that touch or overlap `region`, until it breaks. Leaves that are
    /// certainly apart from `region` are left out.
    #[inline]
    fn each_leaf(
        &self,
        region: &Aabb<S, N>,
        each: &mut impl FnMut(&Node<S, N>, EntrySet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let root = self.node(self.root(), self.height());
        if self.height() == 0 {
            return each(&root, root.intersecting(region));
        }
        if self.height() == 1 && root.len() == EAGER_LEAVES {
            let leaves = [0, 1].map(|slot| self.node(root.entry(slot), 0));
            let hits = [leaves[0].intersecting(region), leaves[1].intersecting(region)];
            each(&leaves[0], hits[0])?;
            return each(&leaves[1], hits[1]);
        }
        self.descend(&root, self.height(), region, each)
    }

    /// Calls `visit` with the key of each box that touches or overlaps `region`, until it breaks.
    #[inline]
    fn each_intersecting(
        &self,
        region: &Aabb<S, N>,
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_leaf(region, &mut |leaf, slots| {
            for slot in slots {
                visit(leaf.entry(slot) as usize)?;
            }
            ControlFlow::Continue(())
        })
    }

    /// Calls `each` as [`each_leaf`](Self::each_leaf) does, but only for the leaves below the given node, whose level is above 0.
    fn descend(
        &self,
        node: &Node<S, N>,
        level: u32,
        region: &Aabb<S, N>,
        each: &mut impl FnMut(&Node<S, N>, EntrySet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for slot in node.intersecting(region) {
            let below = self.node(node.entry(slot), level - 1);
            match level {
                1 => each(&below, below.intersecting(region))?,
                _ => self.descend(&below, level - 1, region, each)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the keys of the tree depth first, the entries of each node in ascending order of their lower bounds of `cost`. Entries whose
    /// bound exceeds the limit are skipped. The limit is `max_cost` at first, then the last result of `visit`.
    fn branch_and_bound(
        &self,
        cost: &impl LowerBound<S, N>,
        max_cost: f64,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        let root = self.node(self.root(), self.height());
        let mut limit = lower_bound::limit(max_cost);
        if self.height() == 1 && root.len() == EAGER_LEAVES {
            // If the root has exactly two leaves, the bounds of both are computed before either is visited. They do not depend on each
            // other, so the CPU computes them in parallel.
            let leaves = [0, 1].map(|slot| self.node(root.entry(slot), 0));
            let orders = [cost.bounds_of(&leaves[0]), cost.bounds_of(&leaves[1])];
            let first = usize::from(orders[1].lowest() < orders[0].lowest());
            for leaf in [first, 1 - first] {
                limit = self.visit_node(&leaves[leaf], orders[leaf], 0, cost, &mut visit, limit);
            }
            return;
        }
        self.visit_below_best(self.root(), self.height(), cost, &mut visit, limit);
    }

    /// Visits the keys below a node, in ascending order of their lower bounds, and returns the new limit. `level` is the level of the
    /// node. The limits are those of lower bounds, see [`limit`](lower_bound::limit).
    fn visit_below_best(
        &self,
        node_index: u32,
        level: u32,
        cost: &impl LowerBound<S, N>,
        visit: &mut impl FnMut(usize) -> f64,
        limit: f32,
    ) -> f32 {
        let node = self.node(node_index, level);
        self.visit_node(&node, cost.bounds_of(&node), level, cost, visit, limit)
    }

    /// Visits the keys below a node and returns the new limit. `order` holds the lower bounds of the node's entries, which determine the
    /// order of the visits. `level` is the level of the node.
    #[inline]
    fn visit_node(
        &self,
        node: &Node<S, N>,
        mut order: EntryBounds,
        level: u32,
        cost: &impl LowerBound<S, N>,
        visit: &mut impl FnMut(usize) -> f64,
        mut limit: f32,
    ) -> f32 {
        while let Some(slot) = order.next(limit) {
            let entry = node.entry(slot);
            limit = match level {
                0 => lower_bound::limit(visit(entry as usize)),
                _ => self.visit_below_best(entry, level - 1, cost, visit, limit),
            };
        }
        limit
    }
}

/// The stored nodes of a tree, borrowed for a search.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'t, S, const N: usize> {
    /// All nodes. The entries of inner nodes are indices in this list.
    pub(crate) list: &'t [Node<S, N>],
    pub(crate) root: u32,
    /// The level of the root. Leaves are on level 0.
    pub(crate) height: u32,
}

impl<'t, S: Scalar, const N: usize> Hierarchy<S, N> for Nodes<'t, S, N> {
    type Node = &'t Node<S, N>;

    #[inline]
    fn root(&self) -> u32 {
        self.root
    }

    #[inline]
    fn height(&self) -> u32 {
        self.height
    }

    #[inline]
    fn node(&self, index: u32, _: u32) -> &'t Node<S, N> {
        &self.list[index as usize]
    }
}
