//! Bulk loading: builds a tree, or the leaves below one node, from many boxes at once.

use super::Tree;
use super::node::{Node, WIDTH};
use super::tree::{MIN_ENTRIES, NONE, twice_center};
use crate::Aabb;
use crate::scalar::Scalar;

/// The number of boxes per leaf after bulk loading. It is below the capacity of a leaf, which leaves room for insertions.
const BOXES_PER_LEAF: usize = 6;

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Builds the tree from boxes and their keys. `leaf_of_key` must already have a place for the largest key.
    pub(super) fn bulk_load(&mut self, items: &[(Aabb<S, N>, u32)]) {
        // Up to `WIDTH` boxes are stored in a single leaf, even if that leaves no room for insertions. This is fastest, because queries
        // compare all boxes of a leaf at once.
        let leaves = if items.len() <= WIDTH { 1 } else { items.len().div_ceil(BOXES_PER_LEAF) };
        let mut capacity = 1;
        self.height = 0;
        while capacity < leaves {
            capacity *= WIDTH - 1;
            self.height += 1;
        }
        self.nodes.clear();
        self.nodes.reserve_exact(leaves + leaves / 5 + 8);
        self.first_free = NONE;
        let mut centers = alloc::vec![QuantizedCenter::default(); items.len()];
        quantize_centers(items, &mut centers);
        self.root = self.build(items, &mut centers, leaves, self.height, NONE);
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
        let mut centers = [QuantizedCenter::default(); WIDTH * WIDTH];
        let centers = &mut centers[..count];
        quantize_centers(items, centers);
        let nodes = count.div_ceil(BOXES_PER_LEAF).clamp(old.len().min(MIN_ENTRIES), WIDTH);
        let mut node = Node::new(old.parent);
        node.parent_slot = old.parent_slot;
        self.build_children(items, centers, nodes, nodes, 0, (index, &mut node));
        node.record_build();
        self.nodes[index as usize] = node;
        self.refit_ancestors(index, self.root);
    }

    /// Builds a subtree of the given level with a given number of leaves, and returns the index of its root.
    fn build(
        &mut self,
        items: &[(Aabb<S, N>, u32)],
        centers: &mut [QuantizedCenter<N>],
        leaves: usize,
        level: u32,
        parent: u32,
    ) -> u32 {
        let index = self.allocate_node();
        let mut node = Node::new(parent);
        if level == 0 {
            for center in centers {
                let (bounds, key) = &items[center.item as usize];
                node.push(bounds, *key);
                self.leaf_of_key[*key as usize] = index;
            }
        } else {
            let below = (WIDTH - 1).pow(level - 1);
            let nodes = leaves.div_ceil(below);
            self.build_children(items, centers, leaves, nodes, level - 1, (index, &mut node));
        }
        node.record_build();
        self.nodes[index as usize] = node;
        index
    }

    /// Builds `nodes` children of a node, on the given level and with `leaves` leaves below them in total, and adds them to the node. The
    /// boxes are split in two along the axis on which their centers are spread most. About half of the children are built from each half,
    /// recursively, down to a single child.
    fn build_children(
        &mut self,
        items: &[(Aabb<S, N>, u32)],
        centers: &mut [QuantizedCenter<N>],
        leaves: usize,
        nodes: usize,
        level: u32,
        parent: (u32, &mut Node<S, N>),
    ) {
        if nodes <= 1 {
            let node = self.build(items, centers, leaves, level, parent.0);
            let child = &mut self.nodes[node as usize];
            child.parent_slot = parent.1.len() as u8;
            return parent.1.push(&child.bounds(), node);
        }
        let axis = longest_axis(centers);
        let first = nodes / 2;
        let first_leaves = leaves * first / nodes;
        let median = centers.len() * first_leaves / leaves;
        // Orders the centers by position, then by index. With a unique order, the result does not depend on how the standard library
        // implements the selection.
        centers.select_nth_unstable_by_key(median, |center| {
            u64::from(center.at[axis]) << 32 | u64::from(center.item)
        });
        let (low, high) = centers.split_at_mut(median);
        self.build_children(items, low, first_leaves, first, level, (parent.0, &mut *parent.1));
        self.build_children(items, high, leaves - first_leaves, nodes - first, level, parent);
    }
}

/// The center of a box, rounded to one of 2³² steps on each axis, and the index of the box in `items`, the list of the boxes of the new
/// tree.
#[derive(Clone, Copy)]
struct QuantizedCenter<const N: usize> {
    at: [u32; N],
    item: u32,
}

impl<const N: usize> Default for QuantizedCenter<N> {
    fn default() -> Self {
        Self { at: [0; N], item: 0 }
    }
}

/// Writes the quantized centers of all boxes to `centers`.
fn quantize_centers<S: Scalar, const N: usize>(
    items: &[(Aabb<S, N>, u32)],
    centers: &mut [QuantizedCenter<N>],
) {
    // The centers are clamped so that differences of them stay finite.
    let twice_center = |bounds: &Aabb<S, N>, axis: usize| twice_center(bounds, axis).clamp(-1e300, 1e300);
    let mut low = [f64::MAX; N];
    let mut high = [f64::MIN; N];
    for (bounds, _) in items {
        for axis in 0..N {
            let at = twice_center(bounds, axis);
            (low[axis], high[axis]) = (low[axis].min(at), high[axis].max(at));
        }
    }
    // All axes have the same scale, so that extents on different axes can be compared.
    let longest_axis = (0..N).map(|axis| high[axis] - low[axis]).fold(1e-300, f64::max);
    let steps = f64::from(u32::MAX) / longest_axis;
    let at = |bounds: &Aabb<S, N>| {
        crate::vector::from_fn(|axis| ((twice_center(bounds, axis) - low[axis]) * steps) as u32)
    };
    for ((item, (bounds, _)), center) in (0..).zip(items).zip(centers) {
        *center = QuantizedCenter { at: at(bounds), item };
    }
}

/// The axis on which the range of the centers is longest.
fn longest_axis<const N: usize>(centers: &[QuantizedCenter<N>]) -> usize {
    let mut low = [u32::MAX; N];
    let mut high = [0; N];
    for center in centers {
        for axis in 0..N {
            (low[axis], high[axis]) = (low[axis].min(center.at[axis]), high[axis].max(center.at[axis]));
        }
    }
    let range = |axis: usize| high[axis].saturating_sub(low[axis]);
    (1..N).fold(0, |best, axis| if range(axis) > range(best) { axis } else { best })
}
