//! The static bounding volume hierarchy of the parts of owned shapes, with four children per node.

use crate::scalar::{Real, Scalar};
use crate::vector::from_fn;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// The binary logarithm of the number of children of a node.
const LOG_CHILDREN: u32 = 2;

/// A bounding volume hierarchy of parts. It sorts the parts so that neighbours in space are neighbours in order, and refers to them by
/// their position in that order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bvh<T, const N: usize> {
    /// The part at each position; empty if the order is unchanged.
    order: Vec<u32>,
    /// The boxes from the root down to the parts; empty if there is no hierarchy.
    boxes: Vec<Aabb<T, N>>,
    count: usize,
}

/// A visitor for branch and bound traversals.
pub(crate) trait BvhVisitor<T: Scalar, R: Real, const N: usize> {
    /// A lower bound of the cost of all parts inside a box.
    fn bound(&self, aabb: &Aabb<T, N>) -> R;

    /// Whether parts with a given lower bound still have to be visited.
    fn should_visit(&self, bound: R) -> bool;

    /// Visits the part at a position.
    fn visit_part(&mut self, position: usize);
}

/// A node of the hierarchy.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node {
    /// The index of the first box of its level.
    start: usize,
    /// The number of low bits of a position to drop to get the index of a node on this level.
    level: u32,
    number: usize,
}

impl Node {
    /// The position of the part, for a leaf; `None` for an inner node.
    #[inline]
    pub(crate) fn leaf(&self) -> Option<usize> {
        (self.level == 0).then_some(self.number)
    }
}

/// The children of a node with their lower bounds, in ascending order.
pub(crate) struct SortedChildren<R, B> {
    list: [(R, B); 1 << LOG_CHILDREN],
    count: usize,
}

impl<R: Real, B: Copy> SortedChildren<R, B> {
    /// Creates an empty list; the argument fills unused slots.
    #[inline]
    pub(crate) fn new(filler: (R, B)) -> Self {
        Self { list: [filler; 1 << LOG_CHILDREN], count: 0 }
    }

    #[inline]
    pub(crate) fn insert(&mut self, next: (R, B)) {
        let mut position = self.count;
        while position > 0 && next.0 < self.list[position - 1].0 {
            self.list[position] = self.list[position - 1];
            position -= 1;
        }
        self.list[position] = next;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[(R, B)] {
        &self.list[..self.count]
    }
}

impl<T: Scalar, const N: usize> Bvh<T, N> {
    /// Builds the hierarchy of parts with given boxes. Costs O(n log n).
    pub(crate) fn new(count: usize, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut boxes = Self::empty(count);
        let aabb: Vec<_> = (0..count).map(aabb).collect();
        if count > 1 << LOG_CHILDREN {
            let center = |part: &Aabb<T, N>| part.min().zip(part.max(), |a, b| a.to_f64() + b.to_f64());
            let mut parts: Vec<_> = (0..).zip(aabb.iter().map(center)).collect();
            sort_spatially(&mut parts);
            boxes.order = parts.into_iter().map(|(part, _)| part).collect();
        }
        boxes.refitted(|part| aabb[part])
    }

    /// An empty hierarchy for a number of parts.
    pub(crate) fn empty(count: usize) -> Self {
        Self { order: Vec::new(), boxes: Vec::new(), count }
    }

    /// Refits the hierarchy to new boxes of the same parts. Costs O(n).
    pub(crate) fn refitted(&self, aabb: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let count = self.count;
        let mut boxes: Vec<_> = (0..count).rev().map(|position| aabb(self.part(position))).collect();
        // Built from the leaves up and from the last position to the first; reversed at the end.
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

    /// The part at a position.
    #[inline]
    pub(crate) fn part(&self, position: usize) -> usize {
        self.order.get(position).map_or(position, |&part| part as usize)
    }

    /// The bounding box of all parts, if there is one.
    #[inline]
    pub(crate) fn root_aabb(&self) -> Option<&Aabb<T, N>> {
        self.boxes.first()
    }

    /// The bounding box of the part at a position.
    #[inline]
    pub(crate) fn aabb(&self, position: usize) -> Option<&Aabb<T, N>> {
        self.boxes.get((self.boxes.len() + position).checked_sub(self.count)?)
    }

    /// The first position after the largest node that begins at this position and whose box the test rejects.
    #[inline]
    pub(crate) fn skip_rejected(&self, position: usize, keep: impl Fn(&Aabb<T, N>) -> bool) -> Option<usize> {
        let (mut start, mut level) = (0, self.root_level());
        while level > 0 && position < self.count && !self.boxes.is_empty() {
            if position >> level << level == position && !keep(&self.boxes[start + (position >> level)]) {
                return Some(position + (1 << level));
            }
            start += self.level_len(level);
            level -= LOG_CHILDREN;
        }
        None
    }

    /// The position of the part found by descending from the root to the child with the smallest value.
    pub(crate) fn most_promising<O: PartialOrd>(&self, cost: impl Fn(&Aabb<T, N>) -> O) -> Option<usize> {
        let (mut start, mut level, mut best) = (1, self.root_level(), 0);
        while level > 0 && !self.boxes.is_empty() {
            level -= LOG_CHILDREN;
            let len = self.level_len(level);
            let below = best << LOG_CHILDREN..((best + 1) << LOG_CHILDREN).min(len);
            let bound = below.map(|k| (cost(&self.boxes[start + k]), k));
            best = bound.reduce(|best, next| if next.0 < best.0 { next } else { best })?.1;
            start += len;
        }
        (!self.boxes.is_empty()).then_some(best)
    }

    /// The root.
    pub(crate) fn root(&self) -> Node {
        Node { start: 0, level: if self.count > 0 { self.root_level() } else { 0 }, number: 0 }
    }

    /// The children of an inner node.
    #[inline]
    pub(crate) fn children(&self, node: Node) -> impl Iterator<Item = (Node, &Aabb<T, N>)> {
        let (start, level) = (node.start + self.level_len(node.level), node.level - LOG_CHILDREN);
        let first = node.number << LOG_CHILDREN;
        let numbers = first..(first + (1 << LOG_CHILDREN)).min(self.level_len(level));
        numbers.map(move |number| (Node { start, level, number }, &self.boxes[start + number]))
    }

    /// Visits the parts, those with the smallest lower bounds first, as long as the visitor wants them.
    pub(crate) fn nearest_first<R: Real, L: BvhVisitor<T, R, N>>(&self, visitor: &mut L) {
        if let Some(all) = self.root_aabb() {
            let bound = visitor.bound(all);
            if visitor.should_visit(bound) {
                self.nearest_within(self.root(), visitor);
            }
        }
    }

    /// Visits the parts of a node whose own bound has been tested.
    pub(crate) fn nearest_within<R: Real, L: BvhVisitor<T, R, N>>(&self, node: Node, visitor: &mut L) {
        if let Some(position) = node.leaf() {
            return visitor.visit_part(position);
        }
        let mut children = SortedChildren::new((R::default(), node));
        for (node, aabb) in self.children(node) {
            let bound = visitor.bound(aabb);
            if visitor.should_visit(bound) {
                children.insert((bound, node));
            }
        }
        for (bound, node) in children.as_slice() {
            if visitor.should_visit(*bound) {
                self.nearest_within(*node, visitor);
            }
        }
    }

    /// The number of bits to drop for the root.
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

/// Sorts the parts so that each group of four, sixteen and so on is compact: splits them recursively across their longest side.
fn sort_spatially<const N: usize>(parts: &mut [(u32, Vector<f64, N>)]) {
    let Some(last) = parts.len().checked_sub(1).filter(|last| last >> LOG_CHILDREN > 0) else {
        return parts.sort_unstable_by_key(|(part, _)| *part);
    };
    let max = |sign: f64, axis: usize| parts.iter().map(|(_, at)| at[axis] * sign).fold(f64::MIN, f64::max);
    let sides: [f64; N] = from_fn(|axis| max(1.0, axis) + max(-1.0, axis));
    let axis = (1..N).fold(0, |best, axis| if sides[axis] > sides[best] { axis } else { best });
    // A whole number of full nodes one level below.
    let step = 1 << (last.ilog2() / LOG_CHILDREN * LOG_CHILDREN);
    let middle = (parts.len() / 2).next_multiple_of(step).min(last / step * step);
    // Ties are resolved by index, so that the halves do not depend on the selection algorithm.
    parts.select_nth_unstable_by(middle, |(a, p), (b, q)| p[axis].total_cmp(&q[axis]).then(a.cmp(b)));
    let (first, second) = parts.split_at_mut(middle);
    sort_spatially(first);
    sort_spatially(second);
}
