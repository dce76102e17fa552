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
    count: u16,
    /// The girth of an entry, on average, when they were last put in order: the upper half of an `f32`.
    fresh: u16,
}

impl<S: Scalar, const N: usize> Node<S, N> {
    pub fn new(parent: u32) -> Self {
        let empty = [[S::default(); WIDTH]; N];
        Self { min: empty, max: empty, entries: [u32::MAX; WIDTH], parent, count: 0, fresh: 0 }
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

    /// The sum of the girths of all entries.
    fn girths(&self) -> f64 {
        let mut sides = [0.0; WIDTH];
        for axis in 0..N {
            let ends = self.min[axis].iter().zip(&self.max[axis]);
            for ((min, max), side) in ends.zip(&mut sides) {
                *side += max.to_f64() - min.to_f64();
            }
        }
        sides[self.len()..].fill(0.0);
        let [a, b, c, d, e, f, g, h] = sides;
        (a + b) + (c + d) + ((e + f) + (g + h))
    }

    /// Notes that the entries are in order.
    pub fn refresh(&mut self) {
        let mean = self.girths() / f64::from(self.count);
        self.fresh = ((mean as f32).to_bits() >> 16) as u16;
    }

    /// Whether the entries have become half as large again.
    pub fn is_worn(&self) -> bool {
        let fresh = f32::from_bits(u32::from(self.fresh) << 16);
        self.girths() > f64::from(fresh) * f64::from(self.count) * WORN
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
        let (low, high) = (bounds.min().map(S::to_f64), bounds.max().map(S::to_f64));
        let mut cost = [[0.0; 2]; WIDTH];
        for axis in 0..N {
            let ends = self.min[axis].iter().zip(&self.max[axis]);
            for ((min, max), cost) in ends.zip(&mut cost) {
                let (min, max) = (min.to_f64(), max.to_f64());
                cost[0] += (min - low[axis]).max(0.0) + (high[axis] - max).max(0.0);
                cost[1] += max - min;
            }
        }
        (1..self.len()).fold(0, |best, slot| if cost[slot] < cost[best] { slot } else { best })
    }
}

/// How much larger the entries of a node are when they are put in order again: less costs more than it brings.
const WORN: f64 = 1.5;

/// The sum of a box's sides, which stands for how often it is looked into: the margin of the R*-tree (N. Beckmann and others,
/// 1990). The area would not tell thin boxes from thinner ones.
pub(super) fn girth<S: Scalar, const N: usize>(bounds: &Aabb<S, N>) -> f64 {
    (0..N).map(|axis| bounds.max()[axis].to_f64() - bounds.min()[axis].to_f64()).sum()
}

/// The places of the bits that are set, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits(pub u32);

impl Bits {
    /// Those beyond a place.
    pub fn after(self, slot: usize) -> Self {
        Self(self.0 & (!1 << slot))
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
