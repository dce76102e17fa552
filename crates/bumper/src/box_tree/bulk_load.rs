//! Bulk loading: builds a tree, or the nodes below one node, from many boxes at once.

use super::node::Node;
use crate::Aabb;
use crate::scalar::Scalar;
use crate::vector::from_fn;
use alloc::vec::Vec;

/// The place where a bulk load stores the nodes that it builds.
pub(crate) trait NodeStore<S, const N: usize> {
    /// The number of boxes that are stored in a leaf. If it is below the capacity of a leaf, later insertions find room.
    const BOXES_PER_LEAF: usize;
    /// The largest number of children of an inner node.
    const CHILDREN: usize;

    /// Reserves a new node and returns its index.
    fn allocate(&mut self) -> u32;

    /// The node with an index that [`allocate`](Self::allocate) has returned.
    fn node_mut(&mut self, index: u32) -> &mut Node<S, N>;

    /// Stores a node, with all its entries, under its index.
    fn store(&mut self, index: u32, node: Node<S, N>);

    /// Called when the box of a key is added to a leaf; returns the entry that the leaf stores for it.
    fn place(&mut self, key: u32, leaf: u32) -> u32;
}

/// The root of a new tree.
pub(crate) struct BuiltTree {
    pub(crate) root: u32,
    /// The level of the root.
    pub(crate) height: u32,
}

/// The number of leaves of a new tree. Up to `WIDTH` boxes are stored in a single leaf, even if that leaves no room for insertions. This is
/// fastest, because queries compare all boxes of a leaf at once.
pub(crate) fn leaf_count(boxes: usize, per_leaf: usize) -> usize {
    if boxes <= super::WIDTH { 1 } else { boxes.div_ceil(per_leaf) }
}

/// Builds a tree from boxes and their keys. Costs O(n log n).
pub(crate) fn build_tree<S: Scalar, B: NodeStore<S, N>, const N: usize>(
    store: &mut B,
    items: &[(Aabb<S, N>, u32)],
) -> BuiltTree {
    let leaves = leaf_count(items.len(), B::BOXES_PER_LEAF);
    let mut capacity = 1;
    let mut height = 0;
    while capacity < leaves {
        capacity *= B::CHILDREN;
        height += 1;
    }
    let mut centers: Vec<_> = alloc::vec![QuantizedCenter::default(); items.len()];
    quantize_centers(items, &mut centers);
    let mut load = BulkLoad { store, items };
    let root = load.build(&mut centers, Below { leaves, level: height }, u32::MAX);
    BuiltTree { root, height }
}

/// Builds `nodes` leaves from boxes and their keys, as the children of `node`, which has the given index.
pub(crate) fn build_leaves<S: Scalar, B: NodeStore<S, N>, const N: usize>(
    store: &mut B,
    items: &[(Aabb<S, N>, u32)],
    nodes: usize,
    (index, node): (u32, &mut Node<S, N>),
) {
    let mut centers = [QuantizedCenter::default(); super::WIDTH * super::WIDTH];
    let centers = &mut centers[..items.len()];
    quantize_centers(items, centers);
    BulkLoad { store, items }.build_children(
        centers,
        nodes,
        Below { leaves: nodes, level: 0 },
        (index, node),
    );
}

/// The size of the subtree that is built from some of the boxes.
#[derive(Clone, Copy)]
struct Below {
    /// The number of leaves.
    leaves: usize,
    /// The level of the topmost nodes of the subtree.
    level: u32,
}

struct BulkLoad<'a, S, B, const N: usize> {
    store: &'a mut B,
    items: &'a [(Aabb<S, N>, u32)],
}

impl<S: Scalar, B: NodeStore<S, N>, const N: usize> BulkLoad<'_, S, B, N> {
    /// Builds a subtree and returns the index of its root.
    fn build(&mut self, centers: &mut [QuantizedCenter<N>], below: Below, parent: u32) -> u32 {
        let index = self.store.allocate();
        let mut node = Node::new(parent);
        if below.level == 0 {
            for center in centers {
                let (bounds, key) = &self.items[center.item as usize];
                node.push(bounds, self.store.place(*key, index));
            }
        } else {
            let nodes = below.leaves.div_ceil(B::CHILDREN.pow(below.level - 1));
            let below = Below { level: below.level - 1, ..below };
            self.build_children(centers, nodes, below, (index, &mut node));
        }
        self.store.store(index, node);
        index
    }

    /// Builds `nodes` children of a node, and adds them to the node. The boxes are split in two along the axis on which their centers are
    /// spread most. About half of the children are built from each half, recursively, down to a single child.
    fn build_children(
        &mut self,
        centers: &mut [QuantizedCenter<N>],
        nodes: usize,
        below: Below,
        parent: (u32, &mut Node<S, N>),
    ) {
        if nodes <= 1 {
            let index = self.build(centers, below, parent.0);
            let child = self.store.node_mut(index);
            child.parent_slot = parent.1.len() as u8;
            return parent.1.push(&child.bounds(), index);
        }
        let axis = longest_axis(centers);
        let first = nodes / 2;
        let first_leaves = below.leaves * first / nodes;
        let median = centers.len() * first_leaves / below.leaves;
        // Orders the centers by position, then by index. With a unique order, the result does not depend on how the standard library
        // implements the selection.
        centers.select_nth_unstable_by_key(median, |center| {
            u64::from(center.at[axis]) << 32 | u64::from(center.item)
        });
        let (low, high) = centers.split_at_mut(median);
        let low_below = Below { leaves: first_leaves, ..below };
        self.build_children(low, first, low_below, (parent.0, &mut *parent.1));
        let high_below = Below { leaves: below.leaves - first_leaves, ..below };
        self.build_children(high, nodes - first, high_below, parent);
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
    let at = |bounds: &Aabb<S, N>| from_fn(|axis| ((twice_center(bounds, axis) - low[axis]) * steps) as u32);
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

/// Twice the center of a box on an axis: the sum of both ends.
pub(crate) fn twice_center<S: Scalar, const N: usize>(bounds: &Aabb<S, N>, axis: usize) -> f64 {
    bounds.min()[axis].to_f64() + bounds.max()[axis].to_f64()
}
