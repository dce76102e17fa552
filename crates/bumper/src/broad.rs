//! The broad phase: which of many shapes may meet, by their bounding boxes. Needs the feature `alloc`.
//!
//! ```
//! use bumper::{Aabb, broad::Tree};
//!
//! let tree = Tree::new([Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([8, 8], [20, 20])]);
//! let mut found = Vec::new();
//! tree.meet(&Aabb::new([7, 7], [10, 10]), |index| found.push(index));
//! found.sort();
//! assert_eq!(found, [0, 2]);
//! ```

mod pairs;

pub use pairs::AllPairs;

use crate::scalar::Scalar;
use crate::{Aabb, Relate};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How many boxes a leaf holds at most: fewer cost memory for nodes, more cost tests.
const LEAF: usize = 8;

/// Boxes that stand still, arranged so that those in a region are found without looking at all.
///
/// A balanced tree of bounding boxes, split at the median of the axis on which a node's boxes spread most; its shape
/// follows from the number of boxes alone, so nodes need no links. Building it costs O(n log n); it takes a box and
/// an index for each box, and a quarter of a box for the nodes. A box with a NaN is never found.
///
/// ```
/// use bumper::{Aabb, broad::Tree};
/// assert_eq!(Tree::<i16, 2>::new([]).bounds(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Tree<S, const N: usize> {
    /// The boxes in the order of the leaves, with their place in the input.
    items: Vec<(Aabb<S, N>, u32)>,
    /// The bounds of each node; the children of node i are 2i + 1 and 2i + 2.
    nodes: Vec<Aabb<S, N>>,
}

impl<S: Scalar, const N: usize> Tree<S, N> {
    /// A tree of the given boxes, of which it takes the first 2³² at most.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::new((0..100i16).map(|x| Aabb::new([x, 0], [x + 1, 1])));
    /// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [100, 1])));
    /// ```
    pub fn new(boxes: impl IntoIterator<Item = Aabb<S, N>>) -> Self {
        // A box with a NaN does not even meet itself.
        let mut items: Vec<_> =
            boxes.into_iter().zip(0..=u32::MAX).filter(|item| item.0.intersects(&item.0)).collect();
        let mut leaves = 1;
        while items.len() > leaves * LEAF {
            leaves *= 2;
        }
        let mut nodes = Vec::new();
        if let Some(&(first, _)) = items.first() {
            nodes.resize(2 * leaves - 1, first);
            build(&mut items, &mut nodes, 0);
        }
        Self { items, nodes }
    }

    /// The smallest box around all boxes; `None` where there are none.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::new([Aabb::new([0i16, 0], [1, 1]), Aabb::new([5, 5], [6, 6])]);
    /// assert_eq!(tree.bounds(), Some(Aabb::new([0, 0], [6, 6])));
    /// ```
    pub fn bounds(&self) -> Option<Aabb<S, N>> {
        self.nodes.first().copied()
    }

    /// Calls `found` with the index of each box that touches or overlaps the given one, in an order that depends only
    /// on the boxes.
    ///
    /// ```
    /// use bumper::{Aabb, broad::Tree};
    /// let tree = Tree::new([Aabb::new([0i16, 0], [1, 1])]);
    /// tree.meet(&Aabb::new([1, 1], [2, 2]), |index| assert_eq!(index, 0));
    /// ```
    pub fn meet(&self, region: &Aabb<S, N>, found: impl FnMut(usize)) {
        self.visit(|bounds| region.intersects(bounds), found);
    }

    /// Calls `found` with the index of each box that `wanted` accepts, if it accepts all boxes around it as well: it
    /// is asked about bounds of many boxes first, and may become stricter on the way (for the nearest box, say).
    ///
    /// ```
    /// use bumper::{Aabb, Relate, Vector, broad::Tree};
    /// let tree = Tree::new((0..100i16).map(|x| Aabb::new([x, 0], [x + 1, 1])));
    /// let mut hits = 0;
    /// tree.visit(|bounds| bounds.contains([50, 1]), |_| hits += 1);
    /// assert_eq!(hits, 2);
    /// ```
    pub fn visit(&self, mut wanted: impl FnMut(&Aabb<S, N>) -> bool, mut found: impl FnMut(usize)) {
        self.descend(0, 0..self.items.len(), &mut wanted, &mut found);
    }

    /// Recursion as deep as the tree: 29 levels at most.
    fn descend(
        &self,
        node: usize,
        range: core::ops::Range<usize>,
        wanted: &mut impl FnMut(&Aabb<S, N>) -> bool,
        found: &mut impl FnMut(usize),
    ) {
        if range.is_empty() || !self.nodes.get(node).is_some_and(&mut *wanted) {
            return;
        }
        let child = 2 * node + 1;
        if child >= self.nodes.len() {
            for (bounds, index) in &self.items[range] {
                if wanted(bounds) {
                    found(*index as usize);
                }
            }
            return;
        }
        let middle = range.start + range.len() / 2;
        self.descend(child, range.start..middle, wanted, found);
        self.descend(child + 1, middle..range.end, wanted, found);
    }
}

/// Arranges the boxes below a node and sets its bounds.
fn build<S: Scalar, const N: usize>(items: &mut [(Aabb<S, N>, u32)], nodes: &mut [Aabb<S, N>], node: usize) {
    let Some(bounds) = items.iter().map(|item| item.0).reduce(|a, b| a.union(&b)) else { return };
    nodes[node] = bounds;
    let child = 2 * node + 1;
    if child >= nodes.len() {
        return;
    }
    let size = bounds.size();
    let wider = |a: usize, b: usize| if size[b] > size[a] { b } else { a };
    let axis = (0..N).reduce(wider).unwrap_or(0);
    let middle = items.len() / 2;
    // By the lower end, the upper end, the index: the order of the leaves depends on nothing else.
    let end = |a: S, b: S| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    items.select_nth_unstable_by(middle, |a, b| {
        let ends = end(a.0.min()[axis], b.0.min()[axis]).then(end(a.0.max()[axis], b.0.max()[axis]));
        ends.then(a.1.cmp(&b.1))
    });
    let (low, high) = items.split_at_mut(middle);
    build(low, nodes, child);
    build(high, nodes, child + 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_a_look_at_every_box_finds(
            boxes in proptest::collection::vec((any::<[i8; 2]>(), any::<[i8; 2]>()), 0..200),
            corner: [i8; 2],
            opposite: [i8; 2],
        ) {
            let boxes: Vec<_> = boxes.into_iter().map(|(a, b)| Aabb::new(a, b)).collect();
            let region = Aabb::new(corner, opposite);
            let expected: Vec<_> = (0..boxes.len()).filter(|&i| boxes[i].intersects(&region)).collect();
            let mut found = Vec::new();
            Tree::new(boxes).meet(&region, |index| found.push(index));
            found.sort();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_box_with_nan_is_never_found_and_hides_no_other() {
        let nan = Aabb::point([f32::NAN, 0.0]);
        for boxes in [[nan, Aabb::point([1.0, 0.0])], [Aabb::point([1.0, 0.0]), nan]] {
            let mut found = 0;
            Tree::new(boxes).meet(&Aabb::new([0.0, 0.0], [2.0, 2.0]), |_| found += 1);
            assert_eq!(found, 1);
        }
    }
}
