//! A dynamic tree of boxes: insertion, removal and moves.

use crate::box_tree::{Node, WIDTH, side_sum, twice_center};
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::{Aabb, Relate};
use alloc::vec::Vec;
use core::fmt;

/// The smallest number of entries of a node other than the root. A node with fewer entries is removed, and its entries are reinserted.
pub(super) const MIN_ENTRIES: usize = 3;

/// Stands for "no node" in fields and lists that hold the index of a node. In `leaf_of_key` it means that the key has no box.
pub(super) const NONE: u32 = u32::MAX;

/// A dynamic bounding volume hierarchy: a map from keys to boxes that finds boxes by their position. Boxes can be added, moved and removed
/// at any time.
///
/// A key is a number chosen by the caller, for example an index into an array. Keys should be small, because the tree stores four bytes for
/// every number up to the largest key. Larger keys than 2³² − 2 are all treated as 2³² − 2.
///
/// The tree is an R-tree: nodes have up to eight entries, and all leaves are on the same level (A. Guttman, R-trees: a dynamic index
/// structure for spatial searching, 1984). To insert a box, the tree descends from the root, in each node to the child whose box grows
/// least. A full node is split in two, along the axis and at the position that make the boxes of the two new nodes smallest, as in the
/// R*-tree (N. Beckmann and others, 1990).
///
/// A box that moves stays in its leaf as long as it is within the bounds of the leaf's parent; the bounds of the leaf grow if necessary.
/// The leaves of a parent are rebuilt when they have grown too much: when the sum of the sides of their bounds is half as large again.
/// Other leaves are not rebuilt, so no single time step pays for a rebuild of the whole tree. Insertion, removal and moves cost O(log n) on
/// average. A box of `f32` takes about 45 bytes in 2D and 60 in 3D.
///
/// ```
/// use bumper::{Aabb, broad_phase::Tree};
/// let mut tree = Tree::new();
/// tree.set(7, Aabb::new([0i16, 0], [9, 9])).unwrap();
/// tree.set(7, Aabb::new([50, 0], [59, 9])).unwrap();
/// assert_eq!((tree.len(), tree.get(7)), (1, Some(Aabb::new([50, 0], [59, 9]))));
/// assert_eq!(tree.remove(7), Some(Aabb::new([50, 0], [59, 9])));
/// assert!(tree.is_empty());
/// ```
#[derive(Clone, Debug)]
#[doc(alias("b2DynamicTree", "Bvh", "DBVT", "Qbvh", "BroadPhaseMultiSap"))]
pub struct Tree<S, const N: usize> {
    pub(super) nodes: Vec<Node<S, N>>,
    /// For each key, the index of the leaf that contains its box; [`NONE`] for keys without a box.
    pub(super) leaf_of_key: Vec<u32>,
    /// The head of the linked list of free nodes, or [`NONE`]. The field `parent` of a free node is the next one.
    pub(super) first_free: u32,
    pub(super) root: u32,
    /// The level of the root. Leaves are on level 0.
    pub(super) height: u32,
    len: usize,
}

/// The error for a box or shape with a NaN among its coordinates.
///
/// ```
/// use bumper::{Aabb, broad_phase::{NotANumber, Tree}};
/// let nowhere = Aabb::point([f32::NAN, 0.0]);
/// assert_eq!(Tree::new().set(0, nowhere), Err(NotANumber));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumber;

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a coordinate is not a number")
    }
}

impl core::error::Error for NotANumber {}

impl<S: Scalar, const N: usize> Default for Tree<S, N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Builds a tree of boxes whose keys are their positions in the sequence. This is faster than inserting them one by one, and queries of the
/// tree are faster. A box with a NaN is left out: its key has no box, and the keys of the other boxes do not change. Costs O(n log n).
///
/// ```
/// use bumper::{Aabb, broad_phase::Tree};
/// let tree: Tree<i16, 2> = (0..100).map(|x| Aabb::new([x, 0], [x + 1, 1])).collect();
/// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [100, 1])));
/// ```
impl<S: Scalar, const N: usize> FromIterator<Aabb<S, N>> for Tree<S, N> {
    fn from_iter<I: IntoIterator<Item = Aabb<S, N>>>(boxes: I) -> Self {
        let mut tree = Self::new();
        let mut items: Vec<(Aabb<S, N>, u32)> = boxes.into_iter().zip(0..NONE).collect();
        tree.leaf_of_key.resize(items.len(), NONE);
        items.retain(|item| has_no_nan(&item.0));
        tree.len = items.len();
        tree.bulk_load(&items);
        tree
    }
}

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// Creates an empty tree.
    ///
    /// ```
    /// use bumper::broad_phase::Tree;
    /// assert_eq!(Tree::<i16, 2>::new().bounds(), None);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        let nodes = [Node::new(NONE)].into();
        Self { nodes, leaf_of_key: Vec::new(), first_free: NONE, root: 0, height: 0, len: 0 }
    }

    /// The number of boxes.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// assert_eq!(Tree::from_iter([Aabb::point([0i16, 0]); 9]).len(), 9);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the tree has no boxes.
    ///
    /// ```
    /// use bumper::broad_phase::Tree;
    /// assert!(Tree::<f32, 3>::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The box of a key, or `None` if the key has no box. Costs O(1).
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter([Aabb::point([3i16, 4])]);
    /// assert_eq!((tree.get(0), tree.get(1)), (Some(Aabb::point([3, 4])), None));
    /// ```
    #[must_use]
    pub fn get(&self, key: usize) -> Option<Aabb<S, N>> {
        let key = clamped_key(key);
        let leaf = &self.nodes[self.leaf(key)? as usize];
        Some(leaf.get(leaf.slot(key as u32)))
    }

    /// A box that contains all boxes, or `None` if there are none. After moves and removals it may be larger than necessary.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter([Aabb::new([0i16, 0], [1, 1]), Aabb::new([5, 5], [6, 6])]);
    /// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [6, 6])));
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<S, N>> {
        (self.len > 0).then(|| self.nodes[self.root as usize].bounds())
    }

    /// The number of bytes that the tree has allocated on the heap.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let tree = Tree::from_iter((0..10_000).map(|x| Aabb::point([x as f32, 0.0])));
    /// assert!(tree.memory() < 48 * tree.len());
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, N>>() + self.leaf_of_key.capacity() * 4
    }

    /// Adds or replaces the box of a key. Keys should be small and nearly consecutive, such as indices, because the tree stores four bytes
    /// for each number up to the largest key. Costs O(log n) on average.
    ///
    /// # Errors
    ///
    /// [`NotANumber`] if a coordinate is NaN; then the tree does not change.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let mut tree = Tree::new();
    /// tree.set(3, Aabb::point([1.0, 2.0])).unwrap();
    /// assert!(tree.set(3, Aabb::point([f64::NAN, 2.0])).is_err());
    /// assert_eq!(tree.get(3), Some(Aabb::point([1.0, 2.0])));
    /// ```
    pub fn set(&mut self, key: usize, bounds: Aabb<S, N>) -> Result<(), NotANumber> {
        if !has_no_nan(&bounds) {
            return Err(NotANumber);
        }
        let key = clamped_key(key);
        if let Some(leaf) = self.leaf(key) {
            self.move_box(leaf, key as u32, &bounds);
            return Ok(());
        }
        if key >= self.leaf_of_key.len() {
            let more = key + 1 - self.leaf_of_key.len();
            reserve_quarter(&mut self.leaf_of_key, more);
            self.leaf_of_key.resize(key + 1, NONE);
        }
        self.insert(&bounds, key as u32, 0);
        self.len += 1;
        Ok(())
    }

    /// Removes the box of a key and returns it. Returns `None` if the key has no box. Costs O(log n) on average.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::Tree};
    /// let mut tree = Tree::from_iter([Aabb::point([3i16, 4])]);
    /// assert_eq!(tree.remove(0), Some(Aabb::point([3, 4])));
    /// assert_eq!(tree.remove(0), None);
    /// ```
    pub fn remove(&mut self, key: usize) -> Option<Aabb<S, N>> {
        let key = clamped_key(key);
        let leaf = self.leaf(key)?;
        let slot = self.nodes[leaf as usize].slot(key as u32);
        let bounds = self.nodes[leaf as usize].get(slot);
        self.remove_entry(leaf, slot, 0);
        self.leaf_of_key[key] = NONE;
        self.len -= 1;
        Some(bounds)
    }

    /// The leaf that contains a key, or `None` if the key has no box.
    fn leaf(&self, key: usize) -> Option<u32> {
        self.leaf_of_key.get(key).copied().filter(|leaf| *leaf != NONE)
    }

    /// Rebuilds the whole tree from its boxes, as `from_iter` builds it.
    pub(crate) fn rebuild(&mut self) {
        let boxes = (0..self.leaf_of_key.len()).filter_map(|key| Some((self.get(key)?, key as u32)));
        let items: Vec<_> = boxes.collect();
        self.bulk_load(&items);
    }

    /// Inserts an entry and its box into a node on `level`. The entry is a key if `level` is 0 (a leaf), otherwise the index of a child
    /// node.
    pub(super) fn insert(&mut self, bounds: &Aabb<S, N>, entry: u32, level: u32) {
        self.insert_below(self.root, self.height, bounds, entry, level);
    }

    /// Inserts an entry into a node on `level`. This node is found by descending from the node `node_index`, which is on level `from` and
    /// whose box must already contain `bounds`.
    pub(super) fn insert_below(
        &mut self,
        mut node_index: u32,
        from: u32,
        bounds: &Aabb<S, N>,
        entry: u32,
        level: u32,
    ) {
        for _ in level..from {
            let node = &mut self.nodes[node_index as usize];
            let slot = node.least_enlargement(bounds);
            let larger = node.get(slot).union(bounds);
            node.set(slot, &larger);
            node_index = node.entries()[slot];
        }
        self.push(node_index, bounds, entry, level);
    }

    /// Adds an entry to a node on `level`, and splits the node if it is full. The boxes of the node's ancestors must already contain
    /// `bounds`.
    fn push(&mut self, node_index: u32, bounds: &Aabb<S, N>, entry: u32, level: u32) {
        let node = &mut self.nodes[node_index as usize];
        if node.len() < WIDTH {
            let slot = node.len();
            node.push(bounds, entry);
            return self.record_location(entry, node_index, slot, level);
        }
        let mut items: [_; WIDTH + 1] = crate::vector::from_fn(|slot| match slot {
            WIDTH => (*bounds, entry),
            _ => (node.get(slot), node.entries()[slot]),
        });
        let parent = node.parent;
        let parent_slot = node.parent_slot;
        let middle = split_entries(&mut items);
        let halves = [node_index, self.allocate_node()];
        for (half, items) in halves.into_iter().zip([&items[..middle], &items[middle..]]) {
            let mut node = Node::new(parent);
            node.parent_slot = parent_slot;
            for (slot, (bounds, entry)) in items.iter().enumerate() {
                node.push(bounds, *entry);
                self.record_location(*entry, half, slot, level);
            }
            node.record_build();
            self.nodes[half as usize] = node;
        }
        let [first, second] = halves.mapped(|half| self.nodes[half as usize].bounds());
        if parent == NONE {
            let root = self.allocate_node();
            self.nodes[root as usize] = Node::new(NONE);
            self.root = root;
            self.height += 1;
            self.push(root, &first, halves[0], self.height);
            return self.push(root, &second, halves[1], self.height);
        }
        let above = &mut self.nodes[parent as usize];
        above.set(parent_slot.into(), &first);
        self.push(parent, &second, halves[1], level + 1);
    }

    /// Removes the entry in a slot of a node on `level`. If fewer than [`MIN_ENTRIES`] entries are left, the node is removed as well, and
    /// its other entries are inserted into other nodes.
    pub(super) fn remove_entry(&mut self, node_index: u32, slot: usize, level: u32) {
        let node = &mut self.nodes[node_index as usize];
        node.swap_remove(slot);
        let node = *node;
        if level > 0 && slot < node.len() {
            self.nodes[node.entry(slot) as usize].parent_slot = slot as u8;
        }
        if node_index == self.root {
            if node.len() == 1 && self.height > 0 {
                self.root = node.entries()[0];
                self.nodes[self.root as usize].parent = NONE;
                self.height -= 1;
                self.free_node(node_index);
            }
        } else if node.len() >= MIN_ENTRIES {
            self.refit_ancestors(node_index, self.root);
        } else {
            self.free_node(node_index);
            self.remove_entry(node.parent, node.parent_slot.into(), level + 1);
            for (slot, entry) in node.entries().iter().enumerate() {
                self.insert(&node.get(slot), *entry, level);
            }
        }
    }

    /// Records that an entry is stored in a slot of a node. On level 0, the entry is a key, and `leaf_of_key` records its leaf. On other
    /// levels, the entry is a child node, which records its parent and its slot in the parent.
    fn record_location(&mut self, entry: u32, node_index: u32, parent_slot: usize, level: u32) {
        if level == 0 {
            self.leaf_of_key[entry as usize] = node_index;
        } else {
            let node = &mut self.nodes[entry as usize];
            node.parent = node_index;
            node.parent_slot = parent_slot as u8;
        }
    }

    /// Takes a node from the list of free nodes, or appends a new one, and returns its index.
    pub(super) fn allocate_node(&mut self) -> u32 {
        if self.first_free == NONE {
            reserve_quarter(&mut self.nodes, 1);
            self.nodes.push(Node::new(NONE));
            return self.nodes.len() as u32 - 1;
        }
        let next = self.nodes[self.first_free as usize].parent;
        core::mem::replace(&mut self.first_free, next)
    }

    /// Adds a node to the list of free nodes.
    pub(super) fn free_node(&mut self, node_index: u32) {
        self.nodes[node_index as usize].parent = core::mem::replace(&mut self.first_free, node_index);
    }
}

/// Clamps a key to the largest `u32` other than [`NONE`].
fn clamped_key(key: usize) -> usize {
    key.min(NONE as usize - 1)
}

/// Whether no coordinate of a box is NaN. A box with a NaN does not even intersect itself.
fn has_no_nan<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> bool {
    bounds.intersects(bounds)
}

/// The entries of an overfull node in the order of the centers of their boxes on `axis`. Each is a number for sorting: the upper 32 bits
/// encode the center, the lower 32 bits are the index of the entry in `items`.
fn center_keys<S: Scalar, const N: usize>(
    items: &[(Aabb<S, N>, u32); WIDTH + 1],
    axis: usize,
) -> [u64; WIDTH + 1] {
    let mut keys = crate::vector::from_fn(|index| {
        let bits = (twice_center(&items[index].0, axis) as f32).to_bits();
        // Maps the bits of a float to an integer that sorts like the number: inverts all bits of a negative number, and sets the top bit
        // of a nonnegative one.
        let ordered = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
        u64::from(ordered) << 32 | index as u64
    });
    keys.sort_unstable();
    keys
}

/// Sorts the entries of an overfull node along an axis, and returns the index at which to split them into two groups. The axis and the
/// index are chosen so that the bounding boxes of the two groups are smallest, measured by [`side_sum`].
fn split_entries<S: Scalar, const N: usize>(items: &mut [(Aabb<S, N>, u32); WIDTH + 1]) -> usize {
    let unsorted = crate::vector::from_fn(|index| index as u64);
    let mut best = (unsorted, MIN_ENTRIES);
    let mut min = f64::INFINITY;
    for axis in 0..N {
        let keys = center_keys(items, axis);
        let boxes = keys.mapped(|key| items[key as u32 as usize].0);
        // `after[index]` becomes the bounding box of `boxes[index..]`, which is the second group if the entries are split at this index.
        let mut after = boxes;
        for index in (0..WIDTH).rev() {
            after[index] = after[index].union(&after[index + 1]);
        }
        let mut before = boxes[0];
        for index in 1..=WIDTH + 1 - MIN_ENTRIES {
            let cost = side_sum(&before) + side_sum(&after[index]);
            if index >= MIN_ENTRIES && cost < min {
                best = (keys, index);
                min = cost;
            }
            before = before.union(&boxes[index]);
        }
    }
    *items = best.0.mapped(|key| items[key as u32 as usize]);
    best.1
}

/// Reserves space for `more` elements. If the list has to grow, its capacity grows by at least a quarter of its length. Doubling the
/// capacity would leave up to half of the memory unused.
pub(crate) fn reserve_quarter<T>(list: &mut Vec<T>, more: usize) {
    if list.len() + more > list.capacity() {
        list.reserve_exact(more + list.len() / 4 + 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test covers only the function that clamps keys, because a tree with the largest key takes 16 GB.
    #[test]
    fn keys_beyond_32_bits_are_clamped() {
        assert_eq!([0, 7, usize::MAX].map(clamped_key), [0, 7, NONE as usize - 1]);
        let mut tree = Tree::from_iter([Aabb::point([1i16, 2]); 9]);
        for key in [
            1usize << 31,
            usize::MAX,
            usize::MAX - 1,
            (1usize << 31).wrapping_mul(2).wrapping_add(NONE as usize - 3),
        ] {
            assert_eq!((tree.get(key), tree.remove(key)), (None, None));
        }
        assert_eq!(tree.len(), 9);
    }
}
