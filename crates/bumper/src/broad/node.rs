//! A node of the tree: eight boxes side by side, so that one is compared with all of them at once.

use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::vector::from_fn;
use crate::{Aabb, Vector};

/// How many boxes a node holds at most: a bit of a byte each.
pub(super) const WIDTH: usize = 8;

/// The boxes of a node, coordinate by coordinate, and what they belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, const N: usize> {
    min: [[S; WIDTH]; N],
    max: [[S; WIDTH]; N],
    /// Keys in a leaf, the places of nodes elsewhere.
    entries: [u32; WIDTH],
    /// The node above, or the next one that is free.
    pub parent: u32,
    count: u32,
}

impl<S: Scalar, const N: usize> Node<S, N> {
    pub fn new(parent: u32) -> Self {
        let empty = [[S::default(); WIDTH]; N];
        Self { min: empty, max: empty, entries: [u32::MAX; WIDTH], parent, count: 0 }
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

    /// Where an entry is among those of the node.
    pub fn slot(&self, entry: u32) -> usize {
        self.entries().iter().position(|other| *other == entry).unwrap_or(0)
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
        self.count -= 1;
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
    #[inline]
    fn around(&self, begin: Vector<S, N>, end: Vector<S, N>) -> Bits {
        let mut hits = [0u8; WIDTH];
        for (slot, hit) in hits.iter_mut().enumerate() {
            let mut meets = true;
            for axis in 0..N {
                meets &= (self.min[axis][slot] <= begin[axis]) & (end[axis] <= self.max[axis][slot]);
            }
            *hit = u8::from(meets);
        }
        // Eight bytes of zero or one into eight bits. Were the compiler to see through the array, it would gather the bits
        // one by one instead of comparing wide.
        let bytes = u64::from_le_bytes(*core::hint::black_box(&hits));
        Bits((bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32 & ((1 << self.count) - 1))
    }

    /// When a box that moves is first within each box, from zero to `end`; infinity where it never is.
    #[inline]
    pub fn entered(&self, way: &Way<N>) -> [f32; WIDTH] {
        let wide = |c: S| c.to_f64() as f32;
        let most = |a: f32, b: f32| if a > b { a } else { b };
        let least = |a: f32, b: f32| if a < b { a } else { b };
        let mut times = [0.0f32; WIDTH];
        for (slot, time) in times.iter_mut().enumerate() {
            // Never smaller for a box around another.
            let mut size = way.size;
            for axis in 0..N {
                size = most(size, most(wide(self.min[axis][slot]).abs(), wide(self.max[axis][slot]).abs()));
            }
            let margin = size * Way::<N>::ERROR;
            let (mut enter, mut leave) = (0.0, way.end);
            for axis in 0..N {
                let near = (wide(self.min[axis][slot]) - way.high[axis] - margin) * way.inverse[axis];
                let beyond = (wide(self.max[axis][slot]) - way.low[axis] + margin) * way.inverse[axis];
                enter = most(least(near, beyond), enter);
                leave = least(most(near, beyond), leave);
            }
            // What `f32` does not hold may be anywhere.
            *time = match enter <= leave {
                _ if size > Way::<N>::FARTHEST => 0.0,
                true => enter,
                false => f32::INFINITY,
            };
        }
        *core::hint::black_box(&times)
    }

    /// How far each box is from another at least; where they overlap, how deep at most, as less than zero.
    #[inline]
    pub fn away(&self, low: [f32; N], high: [f32; N]) -> [f32; WIDTH] {
        let wide = |c: S| c.to_f64() as f32;
        let most = |a: f32, b: f32| if a > b { a } else { b };
        let own = low.into_iter().chain(high).fold(LEAST_SIZE, |size, c| most(size, c.abs()));
        let mut away = [0.0f32; WIDTH];
        for (slot, away) in away.iter_mut().enumerate() {
            let (mut beyond, mut inside, mut size) = (0.0, f32::NEG_INFINITY, own);
            for axis in 0..N {
                let (min, max) = (wide(self.min[axis][slot]), wide(self.max[axis][slot]));
                let gap = most(min - high[axis], low[axis] - max);
                let positive = most(gap, 0.0);
                beyond += positive * positive;
                inside = most(inside, gap);
                size = most(size, most(min.abs(), max.abs()));
            }
            let gap = if beyond > 0.0 { Real::sqrt(beyond) } else { inside };
            let least = gap - size * Way::<N>::ERROR;
            // What `f32` does not hold, or whose square it does not, may be anywhere.
            *away = if size < LARGEST_SIZE { least } else { f32::NEG_INFINITY };
        }
        *core::hint::black_box(&away)
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

/// From which to which sizes `f32` holds the squares of lengths, and of what rounding may make of them.
const LEAST_SIZE: f32 = 1e-12;
const LARGEST_SIZE: f32 = 1e18;

/// The way of a box that moves.
pub(super) struct Way<const N: usize> {
    low: [f32; N],
    high: [f32; N],
    inverse: [f32; N],
    /// The largest of its coordinates and steps.
    size: f32,
    end: f32,
}

impl<const N: usize> Way<N> {
    /// What rounding may make of lengths, as a part of the coordinates involved: some hundred roundings. A box is left out
    /// only where it is farther.
    const ERROR: f32 = 1e-5;

    /// Up to which coordinates no sum of the times overflows.
    const FARTHEST: f32 = f32::MAX / 8.0;

    pub fn new(low: [f64; N], high: [f64; N], step: [f64; N], end: f64) -> Self {
        // What does not move on an axis, does slowly.
        let inverse = |c: f64| if c.abs() < 1e-30 { 1e30 } else { (1.0 / c) as f32 };
        let far = if end < f64::INFINITY { end } else { 0.0 };
        let moves = step.map(|c| c.abs() * far);
        let size = low.into_iter().chain(high).chain(moves).fold(1e-17, |size: f64, c| size.max(c.abs()));
        let [low, high] = [low, high].mapped(|ends| ends.mapped(|c| c as f32));
        Self { low, high, inverse: step.map(inverse), size: size as f32, end: end as f32 }
    }
}

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
