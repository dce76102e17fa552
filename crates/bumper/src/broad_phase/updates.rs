//! Moving the boxes of a tree.

use super::Tree;
use super::tree::MIN_ENTRIES;
use crate::Aabb;
use crate::scalar::Scalar;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Replaces the box of a key in a leaf. If the leaf's parent contains the new box, or is the root, the key stays in the leaf, whose box
    /// grows if necessary. Otherwise the key is removed and inserted again.
    pub(super) fn move_box(&mut self, leaf: u32, key: u32, bounds: &Aabb<S, N>) {
        let node = &self.nodes[leaf as usize];
        let slot = node.slot(key);
        let above = node.parent;
        let slot_in_parent = node.parent_slot.into();
        if leaf == self.root {
            return self.nodes[leaf as usize].set(slot, bounds);
        }
        let parent = &self.nodes[above as usize];
        let node_bounds = parent.get(slot_in_parent);
        if contains_box(&node_bounds, bounds) {
            return self.nodes[leaf as usize].set(slot, bounds);
        }
        if above != self.root {
            let next = &self.nodes[parent.parent as usize];
            if !contains_box(&next.get(parent.parent_slot.into()), bounds) {
                return self.reinsert(leaf, slot, key, bounds);
            }
        }
        self.nodes[leaf as usize].set(slot, bounds);
        let parent = &mut self.nodes[above as usize];
        parent.set(slot_in_parent, &node_bounds.union(bounds));
        if parent.needs_rebuild() {
            self.rebuild_leaves(above);
        }
    }

    /// Moves a key to another leaf: removes it from a slot of its leaf, and inserts it below the nearest ancestor whose box contains the
    /// new box. Nodes above that ancestor do not change. A leaf with the smallest number of entries is dissolved instead, and the key is
    /// inserted at the root.
    fn reinsert(&mut self, leaf: u32, slot: usize, key: u32, bounds: &Aabb<S, N>) {
        if self.nodes[leaf as usize].len() <= MIN_ENTRIES {
            self.remove_entry(leaf, slot, 0);
            return self.insert(bounds, key, 0);
        }
        let mut top = self.nodes[leaf as usize].parent;
        let mut level = 1;
        while top != self.root {
            let node = &self.nodes[top as usize];
            if contains_box(&self.nodes[node.parent as usize].get(node.parent_slot.into()), bounds) {
                break;
            }
            top = node.parent;
            level += 1;
        }
        self.nodes[leaf as usize].swap_remove(slot);
        self.refit_ancestors(leaf, top);
        self.insert_below(top, level, bounds, key, 0);
    }

    /// After a removal from a node, shrinks the boxes of its ancestors to fit their contents, up to the ancestor `top`. Stops as soon as a
    /// box does not change, because then those above it do not change either.
    pub(super) fn refit_ancestors(&mut self, mut node_index: u32, top: u32) {
        while node_index != top {
            let node = &self.nodes[node_index as usize];
            let bounds = node.bounds();
            let parent = node.parent;
            let parent_slot = node.parent_slot.into();
            let above = &mut self.nodes[parent as usize];
            if above.get(parent_slot) == bounds {
                return;
            }
            above.set(parent_slot, &bounds);
            node_index = parent;
        }
    }
}

/// Whether the box `outer` contains the box `inner`; their sides may coincide.
fn contains_box<S: Scalar, const N: usize>(outer: &Aabb<S, N>, inner: &Aabb<S, N>) -> bool {
    (0..N).all(|axis| outer.min()[axis] <= inner.min()[axis] && inner.max()[axis] <= outer.max()[axis])
}
