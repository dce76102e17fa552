//! The static bounding volume hierarchy of the parts of owned shapes, with four children per node.

use crate::scalar::{Real, Scalar};
use crate::vector::from_fn;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// The binary logarithm of the number of children of a node.
const FOUR: u32 = 2;

/// A bounding volume hierarchy of parts. It sorts the parts so that neighbours in space are neighbours in order, and refers to them by
/// their position in that order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Boxes<T, const N: usize> {
    /// The part at each position; empty if the order is unchanged.
    order: Vec<u32>,
    /// The boxes from the root down to the parts; empty if there is no hierarchy.
    boxes: Vec<Aabb<T, N>>,
    count: usize,
}

/// A visitor for branch and bound traversals.
pub(crate) trait Look<T: Scalar, R: Real, const N: usize> {
    /// A lower bound of the cost of all parts inside a box.
    fn bound(&self, around: &Aabb<T, N>) -> R;

    /// Whether parts with a given lower bound still have to be visited.
    fn wants(&self, bound: R) -> bool;

    /// Visits the part at a position.
    fn part(&mut self, place: usize);
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
    pub(crate) fn place(&self) -> Option<usize> {
        (self.level == 0).then_some(self.number)
    }
}

/// The children of a node with their lower bounds, in ascending order.
pub(crate) struct InOrder<R, B> {
    list: [(R, B); 1 << FOUR],
    count: usize,
}

impl<R: Real, B: Copy> InOrder<R, B> {
    /// Creates an empty list; the argument fills unused slots.
    #[inline]
    pub(crate) fn new(none: (R, B)) -> Self {
        Self { list: [none; 1 << FOUR], count: 0 }
    }

    #[inline]
    pub(crate) fn put(&mut self, next: (R, B)) {
        let mut place = self.count;
        while place > 0 && next.0 < self.list[place - 1].0 {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = next;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn list(&self) -> &[(R, B)] {
        &self.list[..self.count]
    }
}

impl<T: Scalar, const N: usize> Boxes<T, N> {
    /// Builds the hierarchy of parts with given boxes. Costs O(n log n).
    pub(crate) fn new(count: usize, around: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut boxes = Self::unknown(count);
        let around: Vec<_> = (0..count).map(around).collect();
        if count > 1 << FOUR {
            let middle = |part: &Aabb<T, N>| part.min().zip(part.max(), |a, b| a.to_f64() + b.to_f64());
            let mut parts: Vec<_> = (0..).zip(around.iter().map(middle)).collect();
            arrange(&mut parts);
            boxes.order = parts.into_iter().map(|(part, _)| part).collect();
        }
        boxes.fitted(|part| around[part])
    }

    /// An empty hierarchy for a number of parts.
    pub(crate) fn unknown(count: usize) -> Self {
        Self { order: Vec::new(), boxes: Vec::new(), count }
    }

    /// Refits the hierarchy to new boxes of the same parts. Costs O(n).
    pub(crate) fn fitted(&self, around: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let count = self.count;
        let mut boxes: Vec<_> = (0..count).rev().map(|place| around(self.part(place))).collect();
        // Built from the leaves up and from the last position to the first; reversed at the end.
        let mut level = 0..count;
        while level.len() > 1 {
            let rest = level.len() % (1 << FOUR);
            let first = (level.start, level.start + rest);
            let fours = (first.1..level.end).step_by(1 << FOUR).map(|from| (from, from + (1 << FOUR)));
            for (from, to) in (rest > 0).then_some(first).into_iter().chain(fours) {
                let around = boxes[from..to].iter().copied().reduce(|all, next| all.union(&next));
                boxes.extend(around);
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
    pub(crate) fn part(&self, place: usize) -> usize {
        self.order.get(place).map_or(place, |&part| part as usize)
    }

    /// The bounding box of all parts, if there is one.
    #[inline]
    pub(crate) fn all(&self) -> Option<&Aabb<T, N>> {
        self.boxes.first()
    }

    /// The bounding box of the part at a position.
    #[inline]
    pub(crate) fn around(&self, place: usize) -> Option<&Aabb<T, N>> {
        self.boxes.get((self.boxes.len() + place).checked_sub(self.count)?)
    }

    /// The first position after the largest node that begins at this position and whose box the test rejects.
    #[inline]
    pub(crate) fn behind(&self, place: usize, keep: impl Fn(&Aabb<T, N>) -> bool) -> Option<usize> {
        let (mut start, mut level) = (0, self.top());
        while level > 0 && place < self.count && !self.boxes.is_empty() {
            if place >> level << level == place && !keep(&self.boxes[start + (place >> level)]) {
                return Some(place + (1 << level));
            }
            start += self.len_of(level);
            level -= FOUR;
        }
        None
    }

    /// The position of the part found by descending from the root to the child with the smallest value.
    pub(crate) fn likely<O: PartialOrd>(&self, of: impl Fn(&Aabb<T, N>) -> O) -> Option<usize> {
        let (mut start, mut level, mut best) = (1, self.top(), 0);
        while level > 0 && !self.boxes.is_empty() {
            level -= FOUR;
            let len = self.len_of(level);
            let below = best << FOUR..((best + 1) << FOUR).min(len);
            let least = below.map(|k| (of(&self.boxes[start + k]), k));
            best = least.reduce(|best, next| if next.0 < best.0 { next } else { best })?.1;
            start += len;
        }
        (!self.boxes.is_empty()).then_some(best)
    }

    /// The root.
    pub(crate) fn root(&self) -> Node {
        Node { start: 0, level: if self.count > 0 { self.top() } else { 0 }, number: 0 }
    }

    /// The children of an inner node.
    #[inline]
    pub(crate) fn within(&self, node: Node) -> impl Iterator<Item = (Node, &Aabb<T, N>)> {
        let (start, level) = (node.start + self.len_of(node.level), node.level - FOUR);
        let first = node.number << FOUR;
        let numbers = first..(first + (1 << FOUR)).min(self.len_of(level));
        numbers.map(move |number| (Node { start, level, number }, &self.boxes[start + number]))
    }

    /// Visits the parts, those with the smallest lower bounds first, as long as the visitor wants them.
    pub(crate) fn nearest_first<R: Real, L: Look<T, R, N>>(&self, look: &mut L) {
        if let Some(all) = self.all() {
            let least = look.bound(all);
            if look.wants(least) {
                self.nearest_within(self.root(), look);
            }
        }
    }

    /// Visits the parts of a node whose own bound has been tested.
    pub(crate) fn nearest_within<R: Real, L: Look<T, R, N>>(&self, node: Node, look: &mut L) {
        if let Some(place) = node.place() {
            return look.part(place);
        }
        let mut near = InOrder::new((R::default(), node));
        for (node, around) in self.within(node) {
            let least = look.bound(around);
            if look.wants(least) {
                near.put((least, node));
            }
        }
        for (least, node) in near.list() {
            if look.wants(*least) {
                self.nearest_within(*node, look);
            }
        }
    }

    /// The number of bits to drop for the root.
    #[inline]
    fn top(&self) -> u32 {
        let bits = usize::BITS - self.count.saturating_sub(1).leading_zeros();
        bits.next_multiple_of(FOUR)
    }

    /// The number of nodes on a level.
    #[inline]
    fn len_of(&self, level: u32) -> usize {
        ((self.count - 1) >> level) + 1
    }
}

/// Sorts the parts so that each group of four, sixteen and so on is compact: splits them recursively across their longest side.
fn arrange<const N: usize>(parts: &mut [(u32, Vector<f64, N>)]) {
    let Some(last) = parts.len().checked_sub(1).filter(|last| last >> FOUR > 0) else {
        return parts.sort_unstable_by_key(|(part, _)| *part);
    };
    let most = |sign: f64, axis: usize| parts.iter().map(|(_, at)| at[axis] * sign).fold(f64::MIN, f64::max);
    let sides: [f64; N] = from_fn(|axis| most(1.0, axis) + most(-1.0, axis));
    let axis = (1..N).fold(0, |best, axis| if sides[axis] > sides[best] { axis } else { best });
    // A whole number of full nodes one level below.
    let step = 1 << (last.ilog2() / FOUR * FOUR);
    let middle = (parts.len() / 2).next_multiple_of(step).min(last / step * step);
    // Ties are resolved by index, so that the halves do not depend on the selection algorithm.
    parts.select_nth_unstable_by(middle, |(a, p), (b, q)| p[axis].total_cmp(&q[axis]).then(a.cmp(b)));
    let (first, second) = parts.split_at_mut(middle);
    arrange(first);
    arrange(second);
}
