//! A node of the tree: eight boxes side by side, so that one is compared with all of them at once.

use crate::scalar::Scalar;
use crate::vector::from_fn;
use crate::{Aabb, Vector};

/// How many boxes a node holds at most: a bit of a byte each.
pub(super) const WIDTH: usize = 8;

/// The boxes of a node, coordinate by coordinate, and what they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, const N: usize> {
    min: [[S; WIDTH]; N],
    max: [[S; WIDTH]; N],
    /// Keys in a leaf, the places of nodes elsewhere; what is unused is none.
    entries: [u32; WIDTH],
    /// The node above, or the next one that is free.
    pub parent: u32,
    /// Where it is among the entries of the node above.
    pub seat: u8,
    count: u8,
    /// The girth of an entry, on average, when they were last put in order: the upper half of an `f32`.
    fresh: u16,
}

impl<S: Scalar, const N: usize> Node<S, N> {
    pub fn new(parent: u32) -> Self {
        let empty = [[S::default(); WIDTH]; N];
        Self { min: empty, max: empty, entries: [u32::MAX; WIDTH], parent, seat: 0, count: 0, fresh: 0 }
    }

    pub fn len(&self) -> usize {
        // Never more, which spares looking at every index.
        (self.count as usize).min(WIDTH)
    }

    pub fn entries(&self) -> &[u32] {
        &self.entries[..self.len()]
    }

    #[inline]
    pub fn entry(&self, slot: usize) -> u32 {
        self.entries[slot]
    }

    /// Where an entry is among those of the node. All are compared: where a search would stop is not to be guessed.
    #[inline]
    pub fn slot(&self, entry: u32) -> usize {
        let places = self.entries.iter().zip(0..).map(|(other, slot)| if *other == entry { slot } else { 0 });
        places.fold(0, |place, slot: u32| place | slot) as usize
    }

    #[inline]
    pub fn get(&self, slot: usize) -> Aabb<S, N> {
        Aabb::ordered(from_fn(|axis| self.min[axis][slot]), from_fn(|axis| self.max[axis][slot]))
    }

    #[inline]
    pub fn put(&mut self, slot: usize, bounds: &Aabb<S, N>) {
        for axis in 0..N {
            self.min[axis][slot] = bounds.min()[axis];
            self.max[axis][slot] = bounds.max()[axis];
        }
    }

    pub fn push(&mut self, bounds: &Aabb<S, N>, entry: u32) {
        let slot = self.len();
        self.put(slot, bounds);
        self.entries[slot] = entry;
        self.count += 1;
    }

    /// Takes an entry out; the last one takes its place.
    pub fn take(&mut self, slot: usize) {
        let last = self.len() - 1;
        let bounds = self.get(last);
        self.put(slot, &bounds);
        self.entries[slot] = self.entries[last];
        self.entries[last] = u32::MAX;
        self.count -= 1;
    }

    /// The sum of the girths of all entries, in `f32`, as nothing but the shape of the tree depends on it.
    fn girths(&self) -> f32 {
        let mut sides = [0.0; WIDTH];
        for axis in 0..N {
            for (slot, side) in sides.iter_mut().enumerate() {
                let [min, max] = self.ends(axis, slot);
                *side += max - min;
            }
        }
        // Of those that are there. Neither a branch nor a place in memory, or it would be done one by one.
        for (side, floor) in sides.iter_mut().zip(&FLOOR[self.len()]) {
            *side = most(least(*side, -floor), 0.0);
        }
        let [a, b, c, d, e, f, g, h] = sides;
        let [a, b, c, d] = [a + e, b + f, c + g, d + h];
        (a + c) + (b + d)
    }

    /// Notes that the entries are in order.
    pub fn refresh(&mut self) {
        let mean = self.girths() / f32::from(self.count);
        self.fresh = (mean.to_bits() >> 16) as u16;
    }

    /// Whether the entries have become half as large again.
    pub fn is_worn(&self) -> bool {
        let fresh = f32::from_bits(u32::from(self.fresh) << 16);
        self.girths() > fresh * f32::from(self.count) * WORN
    }

    /// The box around all entries.
    #[inline]
    pub fn bounds(&self) -> Aabb<S, N> {
        let least = |ends: &[S; WIDTH]| {
            ends[1..self.len()].iter().fold(ends[0], |least, end| if *end < least { *end } else { least })
        };
        let most = |ends: &[S; WIDTH]| {
            ends[1..self.len()].iter().fold(ends[0], |most, end| if *end > most { *end } else { most })
        };
        Aabb::ordered(from_fn(|axis| least(&self.min[axis])), from_fn(|axis| most(&self.max[axis])))
    }

    /// The entries whose boxes touch or overlap a box, a bit each.
    #[inline]
    pub fn meeting(&self, bounds: &Aabb<S, N>) -> Bits {
        self.around(bounds.max(), bounds.min())
    }

    /// The entries that begin at or before one place and end at or beyond another, on all axes.
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn around(&self, begin: Vector<S, N>, end: Vector<S, N>) -> Bits {
        let mut rows = [[0u8; WIDTH]; N];
        for (axis, hits) in rows.iter_mut().enumerate() {
            let (begin, end) = (begin[axis], end[axis]);
            for ((hit, min), max) in hits.iter_mut().zip(&self.min[axis]).zip(&self.max[axis]) {
                *hit = u8::from((*min <= begin) & (end <= *max));
            }
        }
        self.bits(rows)
    }

    /// The entries that begin within one box and end within another.
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    pub fn between(&self, begins: &Aabb<S, N>, ends: &Aabb<S, N>) -> Bits {
        let mut rows = [[0u8; WIDTH]; N];
        for (axis, hits) in rows.iter_mut().enumerate() {
            let [a, b, c, d] = [begins.min(), begins.max(), ends.min(), ends.max()].map(|end| end[axis]);
            for ((hit, min), max) in hits.iter_mut().zip(&self.min[axis]).zip(&self.max[axis]) {
                *hit = u8::from((a <= *min) & (*min <= b) & (c <= *max) & (*max <= d));
            }
        }
        self.bits(rows)
    }

    /// The entries that have a one in each of some rows of zeros and ones.
    #[inline]
    fn bits<const ROWS: usize>(&self, rows: [[u8; WIDTH]; ROWS]) -> Bits {
        // Were the compiler to see through the rows, it would gather the bits one by one instead of comparing wide, and were
        // they one row for all axes, it would compare the axes of one box at a time.
        let rows = core::hint::black_box(rows);
        self.gather(rows.into_iter().fold(u64::MAX, |bytes, row| bytes & u64::from_le_bytes(row)))
    }

    /// The entries whose bytes are one, of bytes that are zero or one.
    #[inline]
    fn gather(&self, bytes: u64) -> Bits {
        Bits((bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32 & ((1 << self.count) - 1))
    }

    /// The ends of a box on an axis, in `f32`.
    #[inline]
    pub fn ends(&self, axis: usize, slot: usize) -> [f32; 2] {
        [self.min[axis][slot].to_f64() as f32, self.max[axis][slot].to_f64() as f32]
    }

    /// The entry that has to grow least to hold a box; of equals the smaller, then the earlier.
    pub fn closest(&self, bounds: &Aabb<S, N>) -> usize {
        let mut holding = self.around(bounds.min(), bounds.max());
        if let (Some(only), None) = (holding.next(), holding.next()) {
            return only;
        }
        // In `f32`, as nothing but the shape of the tree depends on it.
        let (mut growth, mut size) = ([0.0; WIDTH], [0.0; WIDTH]);
        for axis in 0..N {
            let [low, high] = [bounds.min(), bounds.max()].map(|end| end[axis].to_f64() as f32);
            for (slot, (growth, size)) in growth.iter_mut().zip(&mut size).enumerate() {
                let [min, max] = self.ends(axis, slot);
                *growth += most(min - low, 0.0) + most(high - max, 0.0);
                *size += max - min;
            }
        }
        let closer =
            |a: usize, b: usize| (growth[a] < growth[b]) | ((growth[a] == growth[b]) & (size[a] < size[b]));
        (1..self.len()).fold(0, |best, slot| if closer(slot, best) { slot } else { best })
    }
}

/// How much larger the entries of a node are when they are put in order again: less costs more than it brings.
const WORN: f32 = 1.5;

/// The sum of a box's sides, which stands for how often it is looked into: the margin of the R*-tree (N. Beckmann and others,
/// 1990). The area would not tell thin boxes from thinner ones.
pub(super) fn girth<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> f64 {
    (0..N).map(|axis| bounds.max()[axis].to_f64() - bounds.min()[axis].to_f64()).sum()
}

/// What each entry of so many is no less than: nothing where it is there, more than anything where it is not.
pub(super) const FLOOR: [[f32; WIDTH]; WIDTH + 1] = {
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

/// As one instruction, which `f32::max` is not.
#[inline]
pub(super) fn most(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline]
pub(super) fn least(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The places of the bits that are set, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits(pub u32);

impl Bits {
    /// Those beyond a place.
    pub fn after(self, slot: usize) -> Self {
        Self(self.0 & (!1 << slot))
    }

    /// Whether a place is among them.
    pub fn has(self, slot: usize) -> bool {
        self.0 >> slot & 1 == 1
    }

    /// Those of both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let slot = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        // Also tells the compiler that the place is one of a node's.
        (slot < WIDTH).then_some(slot)
    }
}
