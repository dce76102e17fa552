//! Bulk loading: builds a tree, or the leaves below one node, from many boxes at once.

use super::Tree;
use super::tree::{MIN_ENTRIES, NONE};
use crate::Aabb;
use crate::box_tree::{self, Node, NodeStore, WIDTH};
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Builds the tree from boxes and their keys. `leaf_of_key` must already have a place for the largest key.
    pub(super) fn bulk_load(&mut self, items: &[(Aabb<S, N>, u32)]) {
        let leaves = box_tree::leaf_count(items.len(), Self::BOXES_PER_LEAF);
        self.nodes.clear();
        self.nodes.reserve_exact(leaves + leaves / 5 + 8);
        self.first_free = NONE;
        let built = box_tree::build_tree(self, items);
        self.root = built.root;
        self.height = built.height;
    }

    /// Distributes the boxes below a node on level 1 to new leaves, because the old leaves have become too large. There are at most 64
    /// boxes. In the rest of the tree, only the bounding boxes of the node's ancestors change.
    pub(super) fn rebuild_leaves(&mut self, index: u32) {
        let old = self.nodes[index as usize];
        let mut items = [(old.get(0), NONE); WIDTH * WIDTH];
        let mut count = 0;
        for &below in old.entries() {
            let node = &self.nodes[below as usize];
            for (slot, key) in node.entries().iter().enumerate() {
                items[count] = (node.get(slot), *key);
                count += 1;
            }
            self.free_node(below);
        }
        let items = &items[..count];
        let nodes = count.div_ceil(Self::BOXES_PER_LEAF).clamp(old.len().min(MIN_ENTRIES), WIDTH);
        let mut node = Node::new(old.parent);
        node.parent_slot = old.parent_slot;
        box_tree::build_leaves(self, items, nodes, (index, &mut node));
        node.record_build();
        self.nodes[index as usize] = node;
        self.refit_ancestors(index, self.root);
    }
}

/// Nodes have fewer entries than they have room for, which leaves room for insertions.
impl<S: Scalar, const N: usize> NodeStore<S, N> for Tree<S, N> {
    const BOXES_PER_LEAF: usize = 6;
    const CHILDREN: usize = WIDTH - 1;

    fn allocate(&mut self) -> u32 {
        self.allocate_node()
    }
    fn node_mut(&mut self, index: u32) -> &mut Node<S, N> {
        &mut self.nodes[index as usize]
    }
    fn store(&mut self, index: u32, mut node: Node<S, N>) {
        node.record_build();
        self.nodes[index as usize] = node;
    }
    fn place(&mut self, key: u32, leaf: u32) -> u32 {
        self.leaf_of_key[key as usize] = leaf;
        key
    }
}
