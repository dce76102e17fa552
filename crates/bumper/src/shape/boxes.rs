//! Boxes around the parts of what owns them, four to a box and four such to the next, so that what is far is left out many at a time.

use crate::scalar::{Real, Scalar};
use crate::vector::from_fn;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// How many boxes are in the next, as a power of two.
const FOUR: u32 = 2;

/// Whether boxes are kept at all: where little code counts for more than time, lists are looked through.
const KEPT: bool = cfg!(not(bumper_small));

/// A tree of boxes around parts, which it names by places: those that lie near each other have places near each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Boxes<T, const N: usize> {
    /// The part at each place; empty where that is the place itself.
    order: Vec<u32>,
    /// From the one around all down to those around each part; empty where none are kept.
    boxes: Vec<Aabb<T, N>>,
    count: usize,
}

/// What looks at parts by their boxes.
pub(crate) trait Look<T: Scalar, R: Real, const N: usize> {
    /// What no part within a box is below.
    fn bound(&self, around: &Aabb<T, N>) -> R;

    /// Whether parts with a bound are still to be looked at.
    fn wants(&self, bound: R) -> bool;

    /// Looks at the part at a place.
    fn part(&mut self, place: usize);
}

/// One of the boxes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node {
    /// Where those on its level begin.
    start: usize,
    /// How many bits of a place are cut to get its number.
    level: u32,
    number: usize,
}

impl Node {
    /// The place of the part that it is around; `None` where it is around several.
    #[inline]
    pub(crate) fn place(&self) -> Option<usize> {
        (self.level == 0).then_some(self.number)
    }
}

/// Boxes within one, each with its bound: the least first.
pub(crate) struct InOrder<R, B> {
    list: [(R, B); 1 << FOUR],
    count: usize,
}

impl<R: Real, B: Copy> InOrder<R, B> {
    /// None yet; with something for the places that are not taken.
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
    /// Those around parts with such boxes. Costs O(n log n).
    pub(crate) fn new(count: usize, around: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let mut boxes = Self::unknown(count);
        if !KEPT {
            return boxes;
        }
        let around: Vec<_> = (0..count).map(around).collect();
        if count > 1 << FOUR {
            let middle = |part: &Aabb<T, N>| part.min().zip(part.max(), |a, b| a.to_f64() + b.to_f64());
            let mut parts: Vec<_> = (0..).zip(around.iter().map(middle)).collect();
            arrange(&mut parts);
            boxes.order = parts.into_iter().map(|(part, _)| part).collect();
        }
        boxes.fitted(|part| around[part])
    }

    /// None, of so many parts.
    pub(crate) fn unknown(count: usize) -> Self {
        Self { order: Vec::new(), boxes: Vec::new(), count }
    }

    /// Those around the same parts, which have such boxes now. Costs O(n).
    pub(crate) fn fitted(&self, around: impl Fn(usize) -> Aabb<T, N>) -> Self {
        let count = if KEPT { self.count } else { 0 };
        let mut boxes: Vec<_> = (0..count).rev().map(|place| around(self.part(place))).collect();
        // Last places first, and from the parts upwards: so it is all turned around at the end.
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

    /// How many parts there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The part at a place.
    #[inline]
    pub(crate) fn part(&self, place: usize) -> usize {
        self.order.get(place).map_or(place, |&part| part as usize)
    }

    /// The box around all, if there is one.
    #[inline]
    pub(crate) fn all(&self) -> Option<&Aabb<T, N>> {
        if KEPT { self.boxes.first() } else { None }
    }

    /// The box around the part at a place.
    #[inline]
    pub(crate) fn around(&self, place: usize) -> Option<&Aabb<T, N>> {
        let kept = if KEPT { self.boxes.as_slice() } else { &[] };
        kept.get((kept.len() + place).checked_sub(self.count)?)
    }

    /// The first place behind those that a box around several of them, which begins at this place, says are not to be kept.
    #[inline]
    pub(crate) fn behind(&self, place: usize, keep: impl Fn(&Aabb<T, N>) -> bool) -> Option<usize> {
        let (mut start, mut level) = (0, self.top());
        while KEPT && level > 0 && place < self.count && !self.boxes.is_empty() {
            if place >> level << level == place && !keep(&self.boxes[start + (place >> level)]) {
                return Some(place + (1 << level));
            }
            start += self.len_of(level);
            level -= FOUR;
        }
        None
    }

    /// The place to which one comes by going to the box with the least of something, from the one around all down.
    pub(crate) fn likely<O: PartialOrd>(&self, of: impl Fn(&Aabb<T, N>) -> O) -> Option<usize> {
        let (mut start, mut level, mut best) = (1, self.top(), 0);
        while KEPT && level > 0 && !self.boxes.is_empty() {
            level -= FOUR;
            let len = self.len_of(level);
            let below = best << FOUR..((best + 1) << FOUR).min(len);
            let least = below.map(|k| (of(&self.boxes[start + k]), k));
            best = least.reduce(|best, next| if next.0 < best.0 { next } else { best })?.1;
            start += len;
        }
        (KEPT && !self.boxes.is_empty()).then_some(best)
    }

    /// The one around all.
    pub(crate) fn root(&self) -> Node {
        Node { start: 0, level: if self.count > 0 { self.top() } else { 0 }, number: 0 }
    }

    /// Those in one that is around several.
    #[inline]
    pub(crate) fn within(&self, node: Node) -> impl Iterator<Item = (Node, &Aabb<T, N>)> {
        let (start, level) = (node.start + self.len_of(node.level), node.level - FOUR);
        let first = node.number << FOUR;
        let numbers = first..(first + (1 << FOUR)).min(self.len_of(level));
        numbers.map(move |number| (Node { start, level, number }, &self.boxes[start + number]))
    }

    /// Looks at the parts, first at those of which a bound of their boxes is least: at all whose bound is wanted when their turn comes.
    pub(crate) fn nearest_first<R: Real, L: Look<T, R, N>>(&self, look: &mut L) {
        if let Some(all) = self.all() {
            let least = look.bound(all);
            if look.wants(least) {
                self.nearest_within(self.root(), look);
            }
        }
    }

    /// The same in one of the boxes, whose own bound is not asked for.
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

    /// By how many bits a place is cut in the number of the box around all.
    #[inline]
    fn top(&self) -> u32 {
        let bits = usize::BITS - self.count.saturating_sub(1).leading_zeros();
        bits.next_multiple_of(FOUR)
    }

    /// How many boxes there are whose numbers are places cut by so many bits.
    #[inline]
    fn len_of(&self, level: u32) -> usize {
        ((self.count - 1) >> level) + 1
    }
}

/// Puts parts in an order in which each four, each sixteen, and so on, lie near each other: halves them across their longest side.
fn arrange<const N: usize>(parts: &mut [(u32, Vector<f64, N>)]) {
    let Some(last) = parts.len().checked_sub(1).filter(|last| last >> FOUR > 0) else {
        return parts.sort_unstable_by_key(|(part, _)| *part);
    };
    let most = |sign: f64, axis: usize| parts.iter().map(|(_, at)| at[axis] * sign).fold(f64::MIN, f64::max);
    let sides: [f64; N] = from_fn(|axis| most(1.0, axis) + most(-1.0, axis));
    let axis = (1..N).fold(0, |best, axis| if sides[axis] > sides[best] { axis } else { best });
    // As many as fill boxes one level below.
    let step = 1 << (last.ilog2() / FOUR * FOUR);
    let middle = (parts.len() / 2).next_multiple_of(step).min(last / step * step);
    // By numbers where they are as far, so that the halves are the same whatever way they are found.
    parts.select_nth_unstable_by(middle, |(a, p), (b, q)| p[axis].total_cmp(&q[axis]).then(a.cmp(b)));
    let (first, second) = parts.split_at_mut(middle);
    arrange(first);
    arrange(second);
}
