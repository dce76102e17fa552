//! How near the boxes of a node are: all of them at once, then from the nearest on.

use super::node::{FLOOR, Node, WIDTH, least, most};
use crate::Aabb;
use crate::scalar::Scalar;
use crate::vector::{Mapped, from_fn};

/// Tells how near boxes are.
pub(super) trait Gauge<S, const N: usize> {
    /// How near the entries of a node are at best. What is infinitely far is none.
    fn near(&self, node: &Node<S, N>) -> Near;
}

/// By what a closure says.
pub(super) struct Bound<F>(pub F);

impl<S: Scalar, F: Fn(&Aabb<S, N>) -> f64, const N: usize> Gauge<S, N> for Bound<F> {
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn near(&self, node: &Node<S, N>) -> Near {
        // All slots, used or not: that is no branch, and may be done side by side.
        let mut all = [0.0; WIDTH];
        for (slot, near) in all.iter_mut().enumerate() {
            *near = (self.0)(&node.get(slot)) as f32;
        }
        if by_halves(all, most) > FARTHEST {
            all = self.far(node);
        }
        Near::new(all, node.len())
    }
}

impl<F> Bound<F> {
    /// The same where `f32` does not tell what is far from what is infinitely far.
    #[cold]
    #[inline(never)]
    fn far<S: Scalar, const N: usize>(&self, node: &Node<S, N>) -> [f32; WIDTH]
    where
        F: Fn(&Aabb<S, N>) -> f64,
    {
        from_fn(|slot| {
            let bound = (self.0)(&node.get(slot));
            if bound < f64::INFINITY { least(bound as f32, FARTHEST) } else { f32::INFINITY }
        })
    }
}

/// The box from which others are so far away; those that overlap it, as deep as less than zero. As [`signed_square`]s. The others are to
/// hold all that their own coordinates may be wrong by, as those of a world do.
pub(super) struct Spot<const N: usize> {
    low: [f32; N],
    high: [f32; N],
}

impl<const N: usize> Spot<N> {
    /// As much larger as its coordinates may be wrong by.
    pub fn new(low: [f32; N], high: [f32; N]) -> Self {
        let mut size = LEAST_SIZE;
        for axis in 0..N {
            size = most(size, most(low[axis].abs(), high[axis].abs()));
        }
        let margin = size * ERROR;
        Self { low: low.mapped(|c| c - margin), high: high.mapped(|c| c + margin) }
    }
}

/// Lent, not held, or the compiler loads what was just stored apart all at once, which has to wait for it.
impl<S: Scalar, const N: usize> Gauge<S, N> for &Spot<N> {
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn near(&self, node: &Node<S, N>) -> Near {
        let mut all = [0.0; WIDTH];
        for (slot, near) in all.iter_mut().enumerate() {
            let (mut beyond, mut inside) = (0.0, f32::NEG_INFINITY);
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let gap = most(min - self.high[axis], self.low[axis] - max);
                let positive = most(gap, 0.0);
                beyond += positive * positive;
                inside = most(inside, gap);
            }
            // One of the two is zero.
            let inside = least(inside, 0.0);
            *near = least(beyond - inside * inside, FARTHEST);
        }
        Near::new(all, node.len())
    }
}

/// A length whose square `f32` holds.
const LEAST_SIZE: f32 = 1e-12;

/// What rounding may make of lengths, as a part of the coordinates involved: some hundred roundings. A box is left out only
/// where it is farther.
const ERROR: f32 = 1e-5;

/// The way of a box that moves: when it is first within others.
pub(super) struct Way<const N: usize> {
    low: [f32; N],
    high: [f32; N],
    inverse: [f32; N],
    /// The largest of its coordinates and steps.
    size: f32,
    end: f32,
}

impl<const N: usize> Way<N> {
    /// Up to which coordinates no sum of the times overflows.
    const FARTHEST: f32 = f32::MAX / 8.0;

    pub fn new(low: [f64; N], high: [f64; N], step: [f64; N], end: f64) -> Self {
        // What does not move on an axis, does slowly.
        let inverse = |c: f64| if c.abs() < 1e-30 { 1e30 } else { (1.0 / c) as f32 };
        let far = if end < f64::INFINITY { end } else { 0.0 };
        // One instruction each, which `f64::max` is not.
        let larger = |size, c: f64| if c.abs() > size { c.abs() } else { size };
        let mut size = 1e-17;
        for axis in 0..N {
            size = larger(larger(larger(size, low[axis]), high[axis]), step[axis] * far);
        }
        let [low, high] = [low, high].mapped(|ends| ends.mapped(|c| c as f32));
        Self { low, high, inverse: step.map(inverse), size: size as f32, end: end as f32 }
    }
}

/// Lent, as a [`Spot`] is.
impl<S: Scalar, const N: usize> Gauge<S, N> for &Way<N> {
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn near(&self, node: &Node<S, N>) -> Near {
        let mut times = [0.0; WIDTH];
        for (slot, time) in times.iter_mut().enumerate() {
            // Never smaller for a box around another.
            let size = most(self.size, size(node, slot));
            let margin = size * ERROR;
            let (mut enter, mut leave) = (0.0, self.end);
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let near = (min - self.high[axis] - margin) * self.inverse[axis];
                let beyond = (max - self.low[axis] + margin) * self.inverse[axis];
                enter = most(least(near, beyond), enter);
                leave = least(most(near, beyond), leave);
            }
            let enter = if enter <= leave { enter } else { f32::INFINITY };
            // What `f32` does not hold may be anywhere.
            *time = if size > Way::<N>::FARTHEST { 0.0 } else { enter };
        }
        Near::new(times, node.len())
    }
}

/// The way of a point among boxes that hold all that their own coordinates may be wrong by, as those of a world do: when it is first
/// within others.
pub(super) struct Line<const N: usize> {
    low: [f32; N],
    high: [f32; N],
    inverse: [f32; N],
    end: f32,
}

/// What a line goes on an axis at least, as a part of its way: less than what coordinates may be wrong by there, and enough that no time
/// overflows but of what is farther than that of any game.
const SLOW: f32 = 1e-10;

impl<const N: usize> Line<N> {
    pub fn new(from: [f32; N], direction: [f32; N], end: f32) -> Self {
        let far = if end < f32::INFINITY { end } else { 0.0 };
        let mut size = 1e-17;
        for axis in 0..N {
            size = most(size, most(from[axis].abs(), direction[axis].abs() * far));
        }
        let margin = size * ERROR;
        let inverse = direction.mapped(|c| if c.abs() < SLOW { 1.0 / SLOW } else { 1.0 / c });
        let (low, high) = if size <= Way::<N>::FARTHEST {
            (from.mapped(|c| c - margin), from.mapped(|c| c + margin))
        } else {
            // What `f32` does not hold may be anywhere.
            ([f32::NEG_INFINITY; N], [f32::INFINITY; N])
        };
        Self { low, high, inverse, end }
    }
}

/// Lent, as a [`Spot`] is.
impl<S: Scalar, const N: usize> Gauge<S, N> for &Line<N> {
    #[cfg_attr(not(any(debug_assertions, bumper_small)), inline(always))]
    fn near(&self, node: &Node<S, N>) -> Near {
        let mut times = [0.0; WIDTH];
        for (slot, time) in times.iter_mut().enumerate() {
            let (mut enter, mut leave) = (0.0, self.end);
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let near = (min - self.high[axis]) * self.inverse[axis];
                let beyond = (max - self.low[axis]) * self.inverse[axis];
                enter = most(least(near, beyond), enter);
                leave = least(most(near, beyond), leave);
            }
            *time = if enter <= leave { least(enter, FARTHEST) } else { f32::INFINITY };
        }
        Near::new(times, node.len())
    }
}

/// The largest coordinate of a box, without its sign.
#[inline]
fn size<S: Scalar, const N: usize>(node: &Node<S, N>, slot: usize) -> f32 {
    let size = |axis| {
        let [min, max] = node.ends(axis, slot);
        most(-min, max)
    };
    (1..N).fold(size(0), |largest, axis| most(largest, size(axis)))
}

/// How near the entries of a node are, with the place of each in the last bits, so that it is known of the least. What is not there
/// is beyond [`FARTHEST`].
#[derive(Clone, Copy)]
pub(super) struct Near([f32; WIDTH]);

/// The bits that a place takes.
const PLACE: u32 = WIDTH as u32 - 1;

/// The farthest that anything is.
const FARTHEST: f32 = f32::from_bits(f32::MAX.to_bits() - 2 * WIDTH as u32);

impl Near {
    #[inline]
    fn new(mut near: [f32; WIDTH], count: usize) -> Self {
        let floor = &FLOOR[count];
        for (slot, near) in near.iter_mut().enumerate() {
            let known = most(least(*near, f32::MAX), floor[slot]);
            *near = f32::from_bits(known.to_bits() & !PLACE | slot as u32);
        }
        Self(near)
    }

    /// How near the nearest is.
    #[inline]
    pub fn least(&self) -> f32 {
        by_halves(self.0, least)
    }

    /// The nearest, unless it is beyond a limit. It is taken out.
    #[inline]
    pub fn next(&mut self, limit: f32) -> Option<usize> {
        let least = self.least();
        if least > limit {
            return None;
        }
        let slot = (least.to_bits() & PLACE) as usize;
        self.0[slot] = f32::MAX;
        Some(slot)
    }
}

/// How much roundings to `f32` and the bits of a place are, as a part of a number, and as a number.
const BITS: (f64, f64) = (1e-6, 1e-38);

/// What is compared with how near things are: no less than how near they have to be, and all that is there where that is infinite.
#[inline]
pub(super) fn limit(near: f64) -> f32 {
    least((near + near.abs() * BITS.0 + BITS.1) as f32, FARTHEST)
}

/// The least or most of some, whose halves are compared side by side.
#[inline]
fn by_halves([a, b, c, d, e, f, g, h]: [f32; WIDTH], of: impl Fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d] = [of(a, e), of(b, f), of(c, g), of(d, h)];
    of(of(a, c), of(b, d))
}

/// What is compared instead of a length, to spare a root: its square, with its sign, and what rounding may make of it.
#[inline]
pub(super) fn signed_square(length: f64) -> f64 {
    (length + length.abs() * f64::from(ERROR)) * length.abs()
}
