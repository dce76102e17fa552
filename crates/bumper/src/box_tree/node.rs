//! A node of the tree: up to eight boxes in structure-of-arrays layout, so that one box is compared with all of them at once.

use crate::scalar::Scalar;
use crate::vector::from_fn;
use crate::{Aabb, Vector};

/// The largest number of entries of a node. With eight entries, a set of entries fits into one byte.
pub(crate) const WIDTH: usize = 8;

/// A node of the tree. Its entries are up to [`WIDTH`] keys (in a leaf) or child nodes (in an inner node). Each entry has a bounding box;
/// the boxes are stored coordinate by coordinate. A slot is the position of an entry in its node. Leaves are on level 0, and an inner node
/// is one level above its children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node<S, const N: usize> {
    min: [[S; WIDTH]; N],
    max: [[S; WIDTH]; N],
    /// The entries. In a leaf they are the keys of the boxes, in an inner node the indices of the child nodes. `u32::MAX` in unused
    /// slots.
    entries: [u32; WIDTH],
    /// If the node is in use, the index of its parent. Otherwise, the index of the next unused node: unused nodes form a linked list.
    pub(crate) parent: u32,
    /// The slot of this node in its parent.
    pub(crate) parent_slot: u8,
    count: u8,
    /// The average [`side_sum`] of the boxes of the entries when the node was last built or split, as the upper 16 bits of an `f32`. The
    /// precision suffices, because the number only decides when the leaves below are rebuilt.
    built_side_sum: u16,
}

impl<S: Scalar, const N: usize> Node<S, N> {
    /// Creates a node without entries.
    #[must_use]
    pub fn new(parent: u32) -> Self {
        let empty = [[S::ZERO; WIDTH]; N];
        Self {
            min: empty,
            max: empty,
            entries: [u32::MAX; WIDTH],
            parent,
            parent_slot: 0,
            count: 0,
            built_side_sum: 0,
        }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        // `count` never exceeds `WIDTH`. Because of `min`, the compiler knows that too and omits bounds checks.
        (self.count as usize).min(WIDTH)
    }

    /// The entries in use, by slot.
    #[must_use]
    pub fn entries(&self) -> &[u32] {
        &self.entries[..self.len()]
    }

    /// The entry in a slot.
    #[inline]
    #[must_use]
    pub fn entry(&self, slot: usize) -> u32 {
        self.entries[slot]
    }

    /// The slot of an entry, which has to be in this node. Compares all slots, because the CPU would mispredict the end of a loop with an
    /// early exit.
    #[inline]
    #[must_use]
    pub fn slot(&self, entry: u32) -> usize {
        let places = self.entries.iter().zip(0..).map(|(other, slot)| if *other == entry { slot } else { 0 });
        places.fold(0, |found, slot: u32| found | slot) as usize
    }

    /// The box of the entry in a slot.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: usize) -> Aabb<S, N> {
        Aabb::ordered(from_fn(|axis| self.min[axis][slot]), from_fn(|axis| self.max[axis][slot]))
    }

    /// Replaces the box of the entry in a slot.
    #[inline]
    pub fn set(&mut self, slot: usize, bounds: &Aabb<S, N>) {
        for axis in 0..N {
            self.min[axis][slot] = bounds.min()[axis];
            self.max[axis][slot] = bounds.max()[axis];
        }
    }

    /// Adds an entry and its box. The node must not be full.
    pub fn push(&mut self, bounds: &Aabb<S, N>, entry: u32) {
        let slot = self.len();
        self.set(slot, bounds);
        self.entries[slot] = entry;
        self.count += 1;
    }

    /// Removes the entry in a slot and moves the last entry there.
    pub fn swap_remove(&mut self, slot: usize) {
        let last = self.len() - 1;
        let bounds = self.get(last);
        self.set(slot, &bounds);
        self.entries[slot] = self.entries[last];
        self.entries[last] = u32::MAX;
        self.count -= 1;
    }

    /// The sum, over all entries, of the [`side_sum`] of their boxes. `f32` is precise enough, because only the shape of the tree depends
    /// on it.
    fn total_side_sum(&self) -> f32 {
        let mut sides = [0.0; WIDTH];
        for axis in 0..N {
            for (slot, side) in sides.iter_mut().enumerate() {
                let [min, max] = self.ends(axis, slot);
                *side += max - min;
            }
        }
        // Makes the side sums of unused slots zero. For these, `floor` is `f32::MAX`, otherwise it is `f32::MIN`. Written without branches,
        // so that the compiler vectorizes the loop.
        for (side, floor) in sides.iter_mut().zip(&SLOT_FLOOR[self.len()]) {
            *side = larger(smaller(*side, -floor), 0.0);
        }
        let [a, b, c, d, e, f, g, h] = sides;
        let [a, b, c, d] = [a + e, b + f, c + g, d + h];
        (a + c) + (b + d)
    }

    /// Stores the current average [`side_sum`] of the entries. Called after the node has been built.
    pub fn record_build(&mut self) {
        let mean = self.total_side_sum() / f32::from(self.count);
        self.built_side_sum = (mean.to_bits() >> 16) as u16;
    }

    /// Whether the average [`side_sum`] of the entries has grown by more than [`REBUILD_GROWTH`] since the node was built.
    #[must_use]
    pub fn needs_rebuild(&self) -> bool {
        let built_side_sum = f32::from_bits(u32::from(self.built_side_sum) << 16);
        self.total_side_sum() > built_side_sum * f32::from(self.count) * REBUILD_GROWTH
    }

    /// The bounding box of all entries.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> Aabb<S, N> {
        let smaller = |ends: &[S; WIDTH]| {
            ends[1..self.len()]
                .iter()
                .fold(ends[0], |smaller, end| if *end < smaller { *end } else { smaller })
        };
        let larger = |ends: &[S; WIDTH]| {
            ends[1..self.len()].iter().fold(ends[0], |larger, end| if *end > larger { *end } else { larger })
        };
        Aabb::ordered(from_fn(|axis| smaller(&self.min[axis])), from_fn(|axis| larger(&self.max[axis])))
    }

    /// The slots of the boxes that touch or overlap a box.
    #[inline]
    #[must_use]
    pub fn intersecting(&self, bounds: &Aabb<S, N>) -> EntrySet {
        self.spanning(bounds.max(), bounds.min())
    }

    /// The slots of the entries whose boxes satisfy `min <= begin` and `end <= max` on all axes. `min` and `max` are the corners of the box
    /// of the entry.
    #[inline]
    fn spanning(&self, begin: Vector<S, N>, end: Vector<S, N>) -> EntrySet {
        let mut rows = [[0u8; WIDTH]; N];
        for (axis, hits) in rows.iter_mut().enumerate() {
            let begin = begin[axis];
            let end = end[axis];
            for ((hit, min), max) in hits.iter_mut().zip(&self.min[axis]).zip(&self.max[axis]) {
                *hit = u8::from((*min <= begin) & (end <= *max));
            }
        }
        self.slots_of_rows(rows)
    }

    /// The slots of the entries whose boxes have their lower corner in the box `begins` and their upper corner in the box `ends`. A world
    /// chooses these two boxes so that the entries surely overlap the shape of a query.
    #[inline]
    #[must_use]
    pub fn with_corners_in(&self, begins: &Aabb<S, N>, ends: &Aabb<S, N>) -> EntrySet {
        let mut rows = [[0u8; WIDTH]; N];
        for (axis, hits) in rows.iter_mut().enumerate() {
            let [a, b, c, d] = [begins.min(), begins.max(), ends.min(), ends.max()].map(|end| end[axis]);
            for ((hit, min), max) in hits.iter_mut().zip(&self.min[axis]).zip(&self.max[axis]) {
                *hit = u8::from((a <= *min) & (*min <= b) & (c <= *max) & (*max <= d));
            }
        }
        self.slots_of_rows(rows)
    }

    /// Combines the results of a comparison on each axis. `rows` has a row for each axis, with a byte for each slot: one if the comparison
    /// succeeded, otherwise zero. Returns the slots in use that have a one in every row.
    #[inline]
    fn slots_of_rows<const ROWS: usize>(&self, rows: [[u8; WIDTH]; ROWS]) -> EntrySet {
        // `black_box` keeps the rows of bytes as they are. Without it, the compiler would gather the bits one by one instead of comparing
        // vectors. And if the axes shared one row, it would compare the axes of one box after the other instead of eight boxes at once.
        let rows = core::hint::black_box(rows);
        self.slots_of_bytes(rows.into_iter().fold(u64::MAX, |bytes, row| bytes & u64::from_le_bytes(row)))
    }

    /// The slots in use whose byte of `bytes` is one. All bytes are zero or one; a multiplication gathers their lowest bits.
    #[inline]
    fn slots_of_bytes(&self, bytes: u64) -> EntrySet {
        EntrySet((bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32 & ((1 << self.count) - 1))
    }

    /// The interval that a box covers on an axis, rounded to `f32`.
    #[inline]
    #[must_use]
    pub fn ends(&self, axis: usize, slot: usize) -> [f32; 2] {
        [self.min[axis][slot].to_f64() as f32, self.max[axis][slot].to_f64() as f32]
    }

    /// The slot of the entry whose box must grow least to contain `bounds`. If two boxes grow equally, the smaller box is chosen; of
    /// equally large ones, the one in the lower slot. Growth and size are measured by the sum of the sides. The node must not be empty.
    #[must_use]
    pub fn least_enlargement(&self, bounds: &Aabb<S, N>) -> usize {
        let mut holding = self.spanning(bounds.min(), bounds.max());
        if let (Some(only), None) = (holding.next(), holding.next()) {
            return only;
        }
        // `f32` is precise enough, because only the shape of the tree depends on the result.
        let mut growth = [0.0; WIDTH];
        let mut size = [0.0; WIDTH];
        for axis in 0..N {
            let [low, high] = [bounds.min(), bounds.max()].map(|end| end[axis].to_f64() as f32);
            for (slot, (growth, size)) in growth.iter_mut().zip(&mut size).enumerate() {
                let [min, max] = self.ends(axis, slot);
                *growth += larger(min - low, 0.0) + larger(high - max, 0.0);
                *size += max - min;
            }
        }
        let closer =
            |a: usize, b: usize| (growth[a] < growth[b]) | ((growth[a] == growth[b]) & (size[a] < size[b]));
        (1..self.len()).fold(0, |best, slot| if closer(slot, best) { slot } else { best })
    }
}

/// When the average [`side_sum`] of a node's entries has grown by this factor, the leaves below the node are rebuilt. With a smaller
/// factor, rebuilding costs more than it saves in queries.
const REBUILD_GROWTH: f32 = 1.5;

/// The sum of the sides of a box. (The R*-tree calls it margin; N. Beckmann and others, 1990.) It estimates how often queries visit the
/// box. The area would be a worse estimate, because it is zero for every flat box.
pub(crate) fn side_sum<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> f64 {
    (0..N).map(|axis| bounds.max()[axis].to_f64() - bounds.min()[axis].to_f64()).sum()
}

/// For each number of entries of a node, and for each slot: `f32::MIN` if the slot is in use, `f32::MAX` if it is not. The larger of a
/// bound and this value is the bound for a slot in use, and `f32::MAX` for an unused slot.
pub(crate) const SLOT_FLOOR: [[f32; WIDTH]; WIDTH + 1] = {
    let mut floor = [[f32::MAX; WIDTH]; WIDTH + 1];
    let mut count = 0;
    while count <= WIDTH {
        let mut slot = 0;
        while slot < count {
            floor[count][slot] = f32::MIN;
            slot += 1;
        }
        count += 1;
    }
    floor
};

/// The larger of two numbers, in one instruction. `f32::max` takes several instructions because it handles NaN.
#[inline]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two numbers, in one instruction.
#[inline]
pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// A set of slots of a node as a bit mask; iterates over the slots in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntrySet(pub u32);

impl EntrySet {
    /// The slots of the set that are higher than the given one.
    #[must_use]
    pub fn after(self, slot: usize) -> Self {
        Self(self.0 & (!1 << slot))
    }

    /// Whether a slot is in the set.
    #[must_use]
    pub fn has(self, slot: usize) -> bool {
        self.0 >> slot & 1 == 1
    }

    /// The slots that are in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Iterator for EntrySet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let slot = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        // Because of the comparison with `WIDTH`, the compiler knows that the slot is less than `WIDTH` and omits bounds checks.
        (slot < WIDTH).then_some(slot)
    }
}
