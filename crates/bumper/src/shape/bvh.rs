//! The static bounding volume hierarchy (BVH) of the parts of an owned shape, with four children per node.

use crate::scalar::{Real, Scalar};
use crate::vector::from_fn;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// The binary logarithm of the number of children of an inner node.
const LOG_CHILDREN: u32 = 2;

/// A bounding volume hierarchy of the parts of a shape. The parts are sorted, so that parts close to each other in space are close in the
/// list. In this file, a *part* is an index in the original list, and a *position* an index in the sorted list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bvh<T, const N: usize> {
    /// For each position in the sorted order, the index of the part. Empty if the sorted order is the original order.
    order: Vec<u32>,
    /// The boxes of all nodes, level by level from the root down. The last level is the boxes of the parts, in the order of their
    /// positions. Empty for a shape whose parts are visited without a hierarchy.
    boxes: Vec<Aabb<T, N>>,
    /// The number of parts.
    count: usize,
}

/// A visitor of a branch-and-bound traversal that looks for the parts of smallest cost, for example the smallest distance.
pub(crate) trait BvhVisitor<T: Scalar, R: Real, const N: usize> {
    /// A lower bound of the cost of every part inside the box `aabb`, which is later passed to [`should_visit`](Self::should_visit).
    fn bound(&self, aabb: &Aabb<T, N>) -> R;

    /// Whether parts with the lower bound `bound` still have to be visited: false if the best part so far certainly costs less.
    fn should_visit(&self, bound: R) -> bool;

    /// Visits the part at a position in the sorted order.
    fn visit_part(&mut self, position: usize);
}

/// A node of the hierarchy.
#[derive(Clone, Copy, Default)]
pub(crate) struct BvhNode {
    /// The index in `boxes` of the first node on the level of this node.
    start: usize,
    /// The level of the node: 0 for leaves, which are single parts, then 2, 4, 6 and so on. (It grows by [`LOG_CHILDREN`] from level to
    /// level.) With this numbering, a node on level k contains up to 2ᵏ parts, and the part at a position belongs to the node with the
    /// number `position >> k`.
    level: u32,
    /// The index of the node among the nodes of its level.
    number: usize,
}

impl BvhNode {
    /// The position of the part, if the node is a leaf; `None` for an inner node.
    #[inline]
    pub(crate) fn leaf(&self) -> Option<usize> {
        (self.level == 0).then_some(self.number)
    }
}

/// A child of a node, or an item that stands for it, with its lower bound.
#[derive(Clone, Copy)]
pub(crate) struct Bounded<R, B> {
    pub(crate) bound: R,
    pub(crate) child: B,
}

/// Up to four children of a node, or items that stand for them, with their lower bounds, in ascending order of the bounds.
pub(crate) struct SortedChildren<R, B> {
    list: [Bounded<R, B>; 1 << LOG_CHILDREN],
    count: usize,
}

impl<R: Real, B: Copy> SortedChildren<R, B> {
    /// Creates an empty list. `filler` is stored in unused places and never read.
    #[inline]
    pub(crate) fn new(filler: Bounded<R, B>) -> Self {
        Self { list: [filler; 1 << LOG_CHILDREN], count: 0 }
    }

    #[inline]
    pub(crate) fn insert(&mut self, next: Bounded<R, B>) {
        let mut position = self.count;
        while position > 0 && next.bound < self.list[position - 1].bound {
            self.list[position] = self.list[position - 1];
            position -= 1;
        }
        self.list[position] = next;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Bounded<R, B>] {
        &self.list[..self.count]
    }
}

impl<T: Scalar, const N: usize> Bvh<T, N> {
    /// Builds the hierarchy of `count` parts with the boxes `aabb(part)`. Costs O(n log n).
    pub(crate) fn new(count: usize, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut bvh = Self::empty(count);
        let aabb: Vec<_> = (0..count).map(aabb).collect();
        if count > 1 << LOG_CHILDREN {
            let center = |part: &Aabb<T, N>| part.min().zip(part.max(), |a, b| a.to_f64() + b.to_f64());
            let mut parts: Vec<_> = (0..).zip(aabb.iter().map(center)).collect();
            sort_spatially(&mut parts);
            bvh.order = parts.into_iter().map(|(part, _)| part).collect();
        }
        bvh.refitted(|part| aabb[part])
    }

    /// The parts without boxes, for a shape whose parts are visited one by one.
    pub(crate) fn empty(count: usize) -> Self {
        Self { order: Vec::new(), boxes: Vec::new(), count }
    }

    /// A hierarchy with the same order of the parts and with the new boxes `aabb(part)`. Costs O(n).
    pub(crate) fn refitted(&self, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let count = self.count;
        let mut boxes: Vec<_> = (0..count).rev().map(|position| aabb(self.part(position))).collect();
        // The boxes are computed from the leaves up to the root, and on each level from the last node to the first. Reversing the list then
        // puts the root first and the nodes of each level in ascending order.
        let mut level = 0..count;
        while level.len() > 1 {
            let remainder = level.len() % (1 << LOG_CHILDREN);
            let first = (level.start, level.start + remainder);
            let groups = (first.1..level.end)
                .step_by(1 << LOG_CHILDREN)
                .map(|from| (from, from + (1 << LOG_CHILDREN)));
            for (from, to) in (remainder > 0).then_some(first).into_iter().chain(groups) {
                let aabb = boxes[from..to].iter().copied().reduce(|all, next| all.union(&next));
                boxes.extend(aabb);
            }
            level = level.end..boxes.len();
        }
        boxes.reverse();
        Self { order: self.order.clone(), boxes, count: self.count }
    }

    /// The number of parts.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The index, in the original list, of the part at a position in the sorted order.
    #[inline]
    pub(crate) fn part(&self, position: usize) -> usize {
        self.order.get(position).map_or(position, |&part| part as usize)
    }

    /// The bounding box of all parts; `None` if no boxes are stored.
    #[inline]
    pub(crate) fn root_aabb(&self) -> Option<&Aabb<T, N>> {
        self.boxes.first()
    }

    /// The bounding box of the part at a position in the sorted order; `None` if no boxes are stored.
    #[inline]
    pub(crate) fn aabb(&self, position: usize) -> Option<&Aabb<T, N>> {
        self.boxes.get((self.boxes.len() + position).checked_sub(self.count)?)
    }

    /// Finds a node whose parts can be skipped: the largest inner node that begins with the part at `position` and whose box `keep`
    /// rejects. Returns the position after the last part of this node, or `None` if there is no such node.
    #[inline]
    pub(crate) fn skip_rejected(&self, position: usize, keep: impl Fn(&Aabb<T, N>) -> bool) -> Option<usize> {
        let mut start = 0;
        let mut level = self.root_level();
        while level > 0 && position < self.count && !self.boxes.is_empty() {
            if position >> level << level == position && !keep(&self.boxes[start + (position >> level)]) {
                return Some(position + (1 << level));
            }
            start += self.level_len(level);
            level -= LOG_CHILDREN;
        }
        None
    }

    /// The root node.
    pub(crate) fn root(&self) -> BvhNode {
        BvhNode { start: 0, level: if self.count > 0 { self.root_level() } else { 0 }, number: 0 }
    }

    /// The children of an inner node.
    #[inline]
    pub(crate) fn children(&self, node: BvhNode) -> impl Iterator<Item = (BvhNode, &Aabb<T, N>)> {
        let start = node.start + self.level_len(node.level);
        let level = node.level - LOG_CHILDREN;
        let first = node.number << LOG_CHILDREN;
        let numbers = first..(first + (1 << LOG_CHILDREN)).min(self.level_len(level));
        numbers.map(move |number| (BvhNode { start, level, number }, &self.boxes[start + number]))
    }

    /// Visits the parts roughly in ascending order of their lower bounds. Nodes whose bounds the visitor rejects are skipped.
    pub(crate) fn nearest_first<R: Real, L: BvhVisitor<T, R, N>>(&self, visitor: &mut L) {
        if let Some(all) = self.root_aabb() {
            let bound = visitor.bound(all);
            if visitor.should_visit(bound) {
                self.nearest_within(self.root(), visitor);
            }
        }
    }

    /// Visits the parts below a node, in the order of [`nearest_first`](Self::nearest_first). The caller has already tested the bound of
    /// the node itself.
    pub(crate) fn nearest_within<R: Real, L: BvhVisitor<T, R, N>>(&self, node: BvhNode, visitor: &mut L) {
        if let Some(position) = node.leaf() {
            return visitor.visit_part(position);
        }
        let mut children = SortedChildren::new(Bounded { bound: R::ZERO, child: node });
        for (node, aabb) in self.children(node) {
            let bound = visitor.bound(aabb);
            if visitor.should_visit(bound) {
                children.insert(Bounded { bound, child: node });
            }
        }
        for next in children.as_slice() {
            if visitor.should_visit(next.bound) {
                self.nearest_within(next.child, visitor);
            }
        }
    }

    /// The level of the root. A node on level k contains up to 2ᵏ parts. So the level is the number of bits of the last position, rounded
    /// up to a multiple of [`LOG_CHILDREN`].
    #[inline]
    fn root_level(&self) -> u32 {
        let bits = usize::BITS - self.count.saturating_sub(1).leading_zeros();
        bits.next_multiple_of(LOG_CHILDREN)
    }

    /// The number of nodes on a level.
    #[inline]
    fn level_len(&self, level: u32) -> usize {
        ((self.count - 1) >> level) + 1
    }
}

/// Sorts the parts so that the parts of each node of the hierarchy are close to each other. (These are 4 consecutive parts on the lowest
/// inner level, then 16, 64 and so on.) The list is split recursively along the axis on which the centers of the boxes are spread most.
/// Each element has the index of a part and twice the center of its box.
fn sort_spatially<const N: usize>(parts: &mut [(u32, Vector<f64, N>)]) {
    let Some(last) = parts.len().checked_sub(1).filter(|last| last >> LOG_CHILDREN > 0) else {
        return parts.sort_unstable_by_key(|(part, _)| *part);
    };
    let max = |sign: f64, axis: usize| parts.iter().map(|(_, at)| at[axis] * sign).fold(f64::MIN, f64::max);
    let sides: [f64; N] = from_fn(|axis| max(1.0, axis) + max(-1.0, axis));
    let axis = (1..N).fold(0, |best, axis| if sides[axis] > sides[best] { axis } else { best });
    // `step` is the largest power of four below the number of parts: the number of parts of a full child of the root. The list is split at
    // a multiple of it, so that no node has parts in both halves.
    let step = 1 << (last.ilog2() / LOG_CHILDREN * LOG_CHILDREN);
    let middle = (parts.len() / 2).next_multiple_of(step).min(last / step * step);
    // Parts with equal centers are sorted by index, so that the result does not depend on the selection algorithm.
    parts.select_nth_unstable_by(middle, |(a, p), (b, q)| p[axis].total_cmp(&q[axis]).then(a.cmp(b)));
    let (first, second) = parts.split_at_mut(middle);
    sort_spatially(first);
    sort_spatially(second);
}
