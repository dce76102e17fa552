//! Lower bounds of a cost (a distance or a time of impact) for all entries of a node of the tree. The bounds of a node are computed
//! together; a search visits the entries in their order.

use super::node::{Node, SLOT_FLOOR, WIDTH, larger, smaller};
use crate::Aabb;
use crate::scalar::{Real, Scalar};
use crate::vector::{Mapped, from_fn};

/// A cost, such as a distance, that has a lower bound computed from a bounding box.
pub(crate) trait LowerBound<S, const N: usize> {
    /// For each entry of a node of the tree, a lower bound of the costs of everything below the entry. If the bound is infinite, the search
    /// does not visit the entry.
    fn bounds_of(&self, node: &Node<S, N>) -> EntryBounds;
}

/// A cost whose lower bound for one bounding box is computed by a closure.
pub(crate) struct ClosureBound<F>(pub F);

impl<S: Scalar, F: Fn(&Aabb<S, N>) -> f64, const N: usize> LowerBound<S, N> for ClosureBound<F> {
    #[inline]
    fn bounds_of(&self, node: &Node<S, N>) -> EntryBounds {
        // The loop covers all slots of the node, used or not, because a loop without branches can be vectorized. The bounds of unused slots
        // are replaced below.
        let mut all = [0.0; WIDTH];
        for (slot, bound) in all.iter_mut().enumerate() {
            *bound = (self.0)(&node.get(slot)) as f32;
        }
        if reduce(all, larger) > MAX_FINITE_BOUND {
            all = self.bounds_limited_to_f32(node);
        }
        EntryBounds::new(all, node.len())
    }
}

impl<F> ClosureBound<F> {
    /// The bounds for a node if one of them exceeds [`MAX_FINITE_BOUND`], which is rare. Entries with a bound above that value are never
    /// visited. So a bound that is larger but finite in `f64` is reduced to it, and an infinite one stays infinite.
    #[cold]
    #[inline(never)]
    fn bounds_limited_to_f32<S: Scalar, const N: usize>(&self, node: &Node<S, N>) -> [f32; WIDTH]
    where
        F: Fn(&Aabb<S, N>) -> f64,
    {
        from_fn(|slot| {
            let bound = (self.0)(&node.get(slot));
            if bound < f64::INFINITY { smaller(bound as f32, MAX_FINITE_BOUND) } else { f32::INFINITY }
        })
    }
}

/// The cost "distance from a box". Bounds are stored as a [`signed_square`]: the squared distance, or minus the square of the penetration
/// depth if the boxes overlap. The boxes of the tree must be large enough to contain their objects in spite of rounding to `f32`, as the
/// boxes of a world are. Otherwise the bound of an object could be larger than its distance, and the search could miss it.
pub(crate) struct BoxDistance<const N: usize> {
    /// The corners of the box, moved outwards by the rounding error of the distances, so that the distances are rounded down.
    low: [f32; N],
    high: [f32; N],
}

impl<const N: usize> BoxDistance<N> {
    /// The distance from the box with the corners `low` and `high`.
    #[must_use]
    pub fn new(low: [f32; N], high: [f32; N]) -> Self {
        let mut size = MIN_SIZE;
        for axis in 0..N {
            size = larger(size, larger(low[axis].abs(), high[axis].abs()));
        }
        let margin = size * ERROR;
        Self { low: low.mapped(|c| c - margin), high: high.mapped(|c| c + margin) }
    }

    /// A box that contains all points with a cost up to `limit`, apart from rounding errors.
    pub(crate) fn region(&self, limit: f64) -> Aabb<f32, N> {
        let radius = Real::sqrt(larger(limit as f32, 0.0));
        Aabb::ordered(self.low.mapped(|c| c - radius), self.high.mapped(|c| c + radius))
    }
}

/// Implemented for a reference, so that functions pass on a pointer. Passing the struct itself would copy it with wide loads right after it
/// was written with narrow stores. The CPU would have to wait for these (a store-forwarding stall).
impl<S: Scalar, const N: usize> LowerBound<S, N> for &BoxDistance<N> {
    #[inline]
    fn bounds_of(&self, node: &Node<S, N>) -> EntryBounds {
        let mut all = [0.0; WIDTH];
        for (slot, bound) in all.iter_mut().enumerate() {
            let mut beyond = 0.0;
            let mut inside = f32::NEG_INFINITY;
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let gap = larger(min - self.high[axis], self.low[axis] - max);
                let positive = larger(gap, 0.0);
                beyond += positive * positive;
                inside = larger(inside, gap);
            }
            // `beyond` is the squared distance of the boxes, which is zero if they overlap. `inside` is the largest gap along an axis. If
            // the boxes overlap, it is minus the penetration depth; if they are apart, it is positive, and the next line makes it zero.
            let inside = smaller(inside, 0.0);
            *bound = smaller(beyond - inside * inside, MAX_FINITE_BOUND);
        }
        EntryBounds::new(all, node.len())
    }
}

/// The smallest length that is used for rounding errors. Its square does not underflow in `f32`.
const MIN_SIZE: f32 = 1e-12;

/// An upper limit for the rounding error of a length in `f32`, as a fraction of the largest coordinate: about a hundred times the actual
/// error.
const ERROR: f32 = 1e-5;

/// The cost "time of impact of a moving box". The time is a fraction of the displacement of that box.
pub(crate) struct CastTime<const N: usize> {
    /// The corners of the moving box at the start of the sweep.
    low: [f32; N],
    high: [f32; N],
    /// The reciprocal of the displacement on each axis.
    inverse: [f32; N],
    /// The largest absolute coordinate or displacement, to which rounding errors are proportional.
    size: f32,
    /// The time at which the sweep ends, as a fraction of the displacement.
    end: f32,
}

impl<const N: usize> CastTime<N> {
    /// The largest coordinate for which no sum of coordinates overflows in `f32`.
    const MAX_EXACT_COORDINATE: f32 = f32::MAX / 8.0;

    #[must_use]
    pub fn new(low: [f64; N], high: [f64; N], step: [f64; N], end: f64) -> Self {
        // If the box hardly moves on an axis, the reciprocal is limited, which avoids a division by zero.
        let inverse = |c: f64| if c.abs() < 1e-30 { 1e30 } else { (1.0 / c) as f32 };
        // An infinite or negative end does not determine how far the box moves.
        let max_time = if end > 0.0 && end < f64::INFINITY { end } else { 0.0 };
        // Written as a comparison, which takes one instruction. `f64::max` takes several.
        let larger = |size, c: f64| if c.abs() > size { c.abs() } else { size };
        let mut size = 1e-17;
        for axis in 0..N {
            size = larger(larger(larger(size, low[axis]), high[axis]), step[axis] * max_time);
        }
        let [low, high] = [low, high].mapped(|ends| ends.mapped(|c| c as f32));
        Self { low, high, inverse: step.map(inverse), size: size as f32, end: end as f32 }
    }

    /// A box that contains the moving box at all times up to `limit`, apart from rounding errors.
    pub(crate) fn region(&self, limit: f64) -> Aabb<f32, N> {
        let end = smaller(self.end, limit as f32);
        let step = self.inverse.mapped(|inverse| end / inverse);
        Aabb::ordered(
            from_fn(|axis| self.low[axis] + smaller(step[axis], 0.0)),
            from_fn(|axis| self.high[axis] + larger(step[axis], 0.0)),
        )
    }
}

/// Implemented for a reference, so that the traversal passes on a pointer instead of a copy of this struct.
impl<S: Scalar, const N: usize> LowerBound<S, N> for &CastTime<N> {
    #[inline]
    fn bounds_of(&self, node: &Node<S, N>) -> EntryBounds {
        let mut times = [0.0; WIDTH];
        for (slot, time) in times.iter_mut().enumerate() {
            // `margin` covers rounding errors. It grows with the coordinates, so the margin of a node is at least that of any box inside
            // it. Therefore the bound of a box is never smaller than that of its node.
            let size = larger(self.size, largest_coordinate(node, slot));
            let margin = size * ERROR;
            let mut enter = 0.0;
            let mut leave = self.end;
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let bound = (min - self.high[axis] - margin) * self.inverse[axis];
                let beyond = (max - self.low[axis] + margin) * self.inverse[axis];
                enter = larger(smaller(bound, beyond), enter);
                leave = smaller(larger(bound, beyond), leave);
            }
            let enter = if enter <= leave { enter } else { f32::INFINITY };
            // If a coordinate is beyond the range of `f32`, the bound is zero, so that the entry is visited.
            *time = if size > CastTime::<N>::MAX_EXACT_COORDINATE { 0.0 } else { enter };
        }
        EntryBounds::new(times, node.len())
    }
}

/// The cost "distance along a ray". The boxes of the tree must be large enough to contain their objects in spite of rounding to `f32`, as
/// the boxes of a world are. Otherwise the ray could miss an object.
pub(crate) struct RayTime<const N: usize> {
    /// The origin of the ray, as a box inflated by the rounding error.
    low: [f32; N],
    high: [f32; N],
    /// The reciprocal of the direction on each axis.
    inverse: [f32; N],
    /// The distance at which the ray ends.
    end: f32,
}

/// The smallest absolute component of a ray's direction; smaller components are replaced by this value. The change is below the rounding
/// error of coordinates. The value is so large that a realistic distance divided by it does not overflow in `f32`.
const MIN_DIRECTION: f32 = 1e-10;

impl<const N: usize> RayTime<N> {
    /// The distance along a ray that starts at `from`. Rounding errors are proportional to the largest coordinate of the ray, or to `size`
    /// if that is larger.
    #[must_use]
    pub fn new(from: [f32; N], direction: [f32; N], end: f32, size: f32) -> Self {
        let max_distance = if end < f32::INFINITY { end } else { 0.0 };
        let mut size = larger(size, 1e-17);
        for axis in 0..N {
            size = larger(size, larger(from[axis].abs(), direction[axis].abs() * max_distance));
        }
        let margin = size * ERROR;
        let inverse =
            direction.mapped(|c| if c.abs() < MIN_DIRECTION { 1.0 / MIN_DIRECTION } else { 1.0 / c });
        let (low, high) = if size <= CastTime::<N>::MAX_EXACT_COORDINATE {
            (from.mapped(|c| c - margin), from.mapped(|c| c + margin))
        } else {
            // A ray whose origin is beyond the range of `f32` gets an infinite box as its origin. Then all bounds are zero, and no box is
            // missed.
            ([f32::NEG_INFINITY; N], [f32::INFINITY; N])
        };
        Self { low, high, inverse, end }
    }

    /// A box that contains all points of the ray inside `bounds` up to the distance `limit`, apart from rounding errors.
    pub(crate) fn region(&self, limit: f64, bounds: &Aabb<f32, N>) -> Aabb<f32, N> {
        let mut enter = 0.0;
        let mut leave = smaller(self.end, limit as f32);
        for axis in 0..N {
            let bound = (bounds.min()[axis] - self.high[axis]) * self.inverse[axis];
            let beyond = (bounds.max()[axis] - self.low[axis]) * self.inverse[axis];
            enter = larger(smaller(bound, beyond), enter);
            leave = smaller(larger(bound, beyond), leave);
        }
        let [enter, leave] = [enter, leave].mapped(|time| self.inverse.mapped(|inverse| time / inverse));
        Aabb::ordered(
            from_fn(|axis| self.low[axis] + smaller(enter[axis], leave[axis])),
            from_fn(|axis| self.high[axis] + larger(enter[axis], leave[axis])),
        )
    }
}

/// Implemented for a reference to avoid a store-forwarding stall, as for [`BoxDistance`].
impl<S: Scalar, const N: usize> LowerBound<S, N> for &RayTime<N> {
    #[inline]
    fn bounds_of(&self, node: &Node<S, N>) -> EntryBounds {
        let mut times = [0.0; WIDTH];
        for (slot, time) in times.iter_mut().enumerate() {
            let mut enter = 0.0;
            let mut leave = self.end;
            for axis in 0..N {
                let [min, max] = node.ends(axis, slot);
                let bound = (min - self.high[axis]) * self.inverse[axis];
                let beyond = (max - self.low[axis]) * self.inverse[axis];
                enter = larger(smaller(bound, beyond), enter);
                leave = smaller(larger(bound, beyond), leave);
            }
            *time = if enter <= leave { smaller(enter, MAX_FINITE_BOUND) } else { f32::INFINITY };
        }
        EntryBounds::new(times, node.len())
    }
}

/// The largest absolute coordinate of the box of the entry in a slot.
#[inline]
fn largest_coordinate<S: Scalar, const N: usize>(node: &Node<S, N>, slot: usize) -> f32 {
    let size = |axis| {
        let [min, max] = node.ends(axis, slot);
        larger(-min, max)
    };
    (1..N).fold(size(0), |largest, axis| larger(largest, size(axis)))
}

/// The lower bounds of the entries of a node. The lowest three bits of each bound are replaced by the slot (position in the node) of its
/// entry, so the minimum of all bounds also identifies its entry. Unused slots have bounds above [`MAX_FINITE_BOUND`].
#[derive(Clone, Copy)]
pub(crate) struct EntryBounds([f32; WIDTH]);

/// The bits of a bound that hold the slot.
const SLOT_BITS: u32 = WIDTH as u32 - 1;

/// The largest bound that counts as finite; entries with a larger bound are never visited. It is so far below `f32::MAX`, the bound of
/// unused slots, that `f32::MAX` stays larger when the slot replaces its lowest bits.
const MAX_FINITE_BOUND: f32 = f32::from_bits(f32::MAX.to_bits() - 2 * WIDTH as u32);

impl EntryBounds {
    #[inline]
    fn new(mut bound: [f32; WIDTH], count: usize) -> Self {
        let floor = &SLOT_FLOOR[count];
        for (slot, bound) in bound.iter_mut().enumerate() {
            let known = larger(smaller(*bound, f32::MAX), floor[slot]);
            *bound = f32::from_bits(known.to_bits() & !SLOT_BITS | slot as u32);
        }
        Self(bound)
    }

    /// The bounds of `count` entries about whose cost nothing is known.
    #[must_use]
    pub fn least(count: usize) -> Self {
        Self::new([f32::MIN; WIDTH], count)
    }

    /// The smallest bound of all entries.
    #[inline]
    #[must_use]
    pub fn lowest(&self) -> f32 {
        reduce(self.0, smaller)
    }

    /// Removes the entry with the smallest bound and returns its slot. If that bound is above `limit`, removes nothing and returns `None`.
    #[inline]
    pub fn next(&mut self, limit: f32) -> Option<usize> {
        let lowest = self.lowest();
        if lowest > limit {
            return None;
        }
        let slot = (lowest.to_bits() & SLOT_BITS) as usize;
        self.0[slot] = f32::MAX;
        Some(slot)
    }
}

/// The relative and the absolute error of a lower bound. The error has two sources: the bound is rounded to `f32`, and its lowest bits are
/// replaced by the slot of the entry.
const BOUND_ERROR: (f64, f64) = (1e-6, 1e-38);

/// Converts the cost limit of a query to the limit for bounds, which are compared with it. The limit is increased by the largest error of a
/// bound, so that no entry is skipped because of rounding. An infinite limit becomes [`MAX_FINITE_BOUND`]: only unused slots and entries
/// without a finite bound are above it, and these must not be visited. Minus infinity stays minus infinity, which is below all bounds.
#[inline]
pub(crate) fn limit(bound: f64) -> f32 {
    // The sum of minus infinity and an infinite error would be NaN.
    let size = if bound > f64::NEG_INFINITY { bound.abs() } else { 0.0 };
    smaller((bound + size * BOUND_ERROR.0 + BOUND_ERROR.1) as f32, MAX_FINITE_BOUND)
}

/// Reduces eight numbers to one by applying `of` to pairs: to the minimum if `of` returns the smaller of two numbers, to the maximum if it
/// returns the larger. The numbers are paired so that the compiler can vectorize the function.
#[inline]
fn reduce([a, b, c, d, e, f, g, h]: [f32; WIDTH], of: impl Fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d] = [of(a, e), of(b, f), of(c, g), of(d, h)];
    of(of(a, c), of(b, d))
}

/// The square of a length, with the sign of the length, increased by the rounding error. Signed squares have the same order as the lengths,
/// and need no square root.
#[inline]
pub(crate) fn signed_square(length: f64) -> f64 {
    // The sum of minus infinity and an infinite error would be NaN.
    let error = if length > f64::NEG_INFINITY { length.abs() * f64::from(ERROR) } else { 0.0 };
    (length + error) * length.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_of_squared_length_is_in_the_order_of_lengths_and_below_all_bounds_for_minus_infinity() {
        let lengths = [f64::NEG_INFINITY, -1e30, -2.0, -1e-6, 0.0, 1e-6, 2.0, 1e30, f64::INFINITY];
        let limits = lengths.map(|length| limit(signed_square(length)));
        assert!(limits.is_sorted(), "{limits:?}");
        assert_eq!(limits[0], f32::NEG_INFINITY);
        assert_eq!(limits[8], MAX_FINITE_BOUND);
    }
}
