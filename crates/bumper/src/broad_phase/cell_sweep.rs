//! Sort and sweep of the boxes of one cell. The boxes are sorted along the first axis and stored coordinate by coordinate, so that a box is
//! compared with eight of its successors at once.

use crate::Aabb;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::wide::wide;
use alloc::vec::Vec;

/// The buffers for sweeping a cell, reused from cell to cell.
#[derive(Clone, Debug, Default)]
pub(super) struct CellSweep<S> {
    /// The lower and upper coordinates of the sorted boxes. One buffer holds 2 N arrays in a row: for each axis, an array of the lower
    /// coordinates and then an array of the upper ones.
    lanes: Vec<S>,
    /// For each sorted box, its data other than its coordinates.
    heads: Vec<Head>,
    /// The buckets that contain the lower end and the upper end of each box on the first axis. Buckets are intervals of equal length,
    /// numbered in ascending order. Not sorted: the boxes are in the caller's order.
    buckets: Vec<[u32; 2]>,
    /// For each bucket, the position just after its last box in the sorted order.
    ends: Vec<u32>,
    /// The sort keys and indices of the boxes: a buffer for `sort_into_buckets`.
    sorted: Vec<(u64, u32)>,
}

/// The data of a sorted box other than its coordinates.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    /// The index of the box in the list of the caller.
    index: u32,
    /// Two flags: the first bit is set if the lower end of the box on the second axis lies in this cell, the second bit if its lower end on
    /// the third axis does.
    begins: u32,
    /// The sorted position after the last box that can overlap this one on the first axis. It is the end of the bucket that contains the
    /// upper end of this box. While the boxes are being sorted, the field holds the number of that bucket.
    end: u32,
}

/// A box that is entered into a cell, and its index in the list of the caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<S, const N: usize> {
    pub bounds: Aabb<S, N>,
    pub index: u32,
    /// Two flags: the first bit is set if the lower end of the box on the second axis lies in this cell, the second bit if its lower end on
    /// the third axis does.
    pub begins: u32,
}

/// 2⁵². A sum of this number and a smaller nonnegative `f64` has no bits for a fraction. So the sum is rounded to an integer, and the
/// lowest bits of its mantissa are the smaller number, rounded.
const INTEGER_SHIFT: f64 = (1u64 << 52) as f64;

/// The value of `begins` for a box whose lower corner lies in the cell on both the second and the third axis.
pub(super) const BOTH_AXES: u32 = 0b11;

/// The largest mean number of boxes in the bucket of a box at which sorting by buckets is faster than a comparison sort.
const MAX_BUCKET_LOAD: u64 = 64;

impl<S: Scalar> CellSweep<S> {
    /// Calls `each` with the indices of the pairs of boxes that overlap and belong to this cell. Two boxes can share several cells, but
    /// their pair belongs to only one of them: the cell that contains, on the second and on the third axis, the lower corner of at least
    /// one of the boxes. `low` and `spread` are the approximate minimum and range of the lower ends of the boxes on the first axis.
    pub fn sweep<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = Item<S, N>> + Clone,
        low: f64,
        spread: f64,
        each: &mut impl FnMut(u32, u32),
    ) {
        self.fill_buckets(items.clone(), low, spread);
        let count = items.len();
        let pitch = items.len() + LANES;
        if self.lanes.len() < 2 * N * pitch {
            self.lanes.resize(2 * N * pitch, S::ZERO);
        }
        self.heads.resize(count, Head::default());
        let mut lanes = self.lanes.chunks_exact_mut(pitch);
        let mut lanes: [[&mut [S]; 2]; N] =
            core::array::from_fn(|_| [0; 2].map(|_| lanes.next().unwrap_or_default()));
        for (item, [first, last]) in items.zip(&self.buckets) {
            let end = &mut self.ends[*first as usize];
            let index = *end as usize;
            *end += 1;
            self.heads[index] = Head { index: item.index, begins: item.begins, end: *last };
            for (axis, [low, high]) in lanes.iter_mut().enumerate() {
                low[index] = item.bounds.min()[axis];
                high[index] = item.bounds.max()[axis];
            }
        }
        // Each element of `ends` was the start of its bucket. The loop above has advanced it to the end of the bucket.
        for head in &mut self.heads {
            head.end = self.ends[head.end as usize];
        }
        wide(
            #[inline(always)]
            || self.compare::<N>(pitch, each),
        );
    }

    /// Computes the buckets of all boxes, and stores the start of each bucket in `ends`. The caller then advances each start to the end.
    fn fill_buckets<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = Item<S, N>> + Clone,
        low: f64,
        spread: f64,
    ) {
        let count = items.len();
        let max = count as f64;
        let steps = max / spread;
        let bucket = |coordinate: S| {
            let bucket = (coordinate.to_f64() - low) * steps;
            // A NaN is put into the first bucket. The choice does not matter, because a box with a NaN overlaps nothing.
            let bucket = if bucket > 0.0 { bucket } else { 0.0 };
            let bucket = if bucket < max { bucket } else { max };
            // Adding 2⁵² puts the number of the bucket into the lowest bits of the sum. A cast from float to integer would be slower,
            // because it also handles NaN and overflow.
            (bucket + INTEGER_SHIFT).to_bits() as u32
        };
        self.buckets.clear();
        self.buckets
            .extend(items.clone().map(|item| [bucket(item.bounds.min()[0]), bucket(item.bounds.max()[0])]));
        self.ends.clear();
        self.ends.resize(count + 1, 0);
        for [first, _] in &self.buckets {
            self.ends[*first as usize] += 1;
        }
        let mut sum = 0;
        let mut load = 0;
        for end in &mut self.ends {
            load += u64::from(*end) * u64::from(*end);
            sum += core::mem::replace(end, sum);
        }
        if load > MAX_BUCKET_LOAD * count as u64 {
            self.sort_into_buckets(items);
        }
    }

    /// Replaces the buckets by the result of a comparison sort: each box gets its own bucket. Used if most boxes would share a few
    /// buckets.
    #[inline(never)]
    fn sort_into_buckets<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = Item<S, N>> + Clone,
    ) {
        // Maps the bits of a float to an integer that sorts like the number: inverts all bits of a negative number, and sets the top bit
        // of a nonnegative one.
        let key = |coordinate: S| {
            let bits = (coordinate.to_f64() + 0.0).to_bits();
            if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
        };
        self.sorted.clear();
        self.sorted.extend((0..).zip(items.clone()).map(|(k, item)| (key(item.bounds.min()[0]), k)));
        self.sorted.sort_unstable();
        for (rank, (_, k)) in (0..).zip(&self.sorted) {
            self.buckets[*k as usize][0] = rank;
            self.ends[rank as usize] = rank;
        }
        for (item, buckets) in items.zip(&mut self.buckets) {
            let last = key(item.bounds.max()[0]);
            let beyond = self.sorted.partition_point(|(first, _)| *first <= last);
            buckets[1] = (beyond as u32).saturating_sub(1);
        }
    }

    /// Compares each box with the boxes after it in the sorted order that begin before it ends, and reports the pairs that overlap.
    #[inline(always)]
    fn compare<const N: usize>(&self, pitch: usize, each: &mut impl FnMut(u32, u32)) {
        let lane = |lane: usize| &self.lanes[lane * pitch..][..pitch];
        let low: [_; N] = crate::vector::from_fn(|axis| lane(2 * axis));
        let high: [_; N] = crate::vector::from_fn(|axis| lane(2 * axis + 1));
        // A branch on the result of a comparison would be mispredicted, because hits are unpredictable. So each result is written to the
        // buffer, and only a result with hits advances the buffer; one without hits is overwritten by the next.
        let mut found = [Hits::default(); BUFFERED_HITS];
        let mut count = 0;
        // Each pass of this loop compares one box with eight of its successors. A nested loop over the successors of a box would be slower,
        // because the CPU would mispredict its end.
        let mut index = 0;
        let mut next = 1;
        while let Some(head) = self.heads.get(index) {
            let min = low.mapped(|lane| lane[index]);
            let max = high.mapped(|lane| lane[index]);
            let hits =
                overlaps(low.mapped(|lane| &lane[next..]), high.mapped(|lane| &lane[next..]), min, max);
            found[count % BUFFERED_HITS] = Hits { index: index as u32, next: next as u32, hits };
            count += usize::from(hits != 0);
            if count == BUFFERED_HITS {
                self.report(&found, each);
                count = 0;
            }
            next += LANES;
            let done = next >= head.end as usize;
            index += usize::from(done);
            next = if done { index + 1 } else { next };
        }
        self.report(&found[..count], each);
    }

    /// Calls `each` with the buffered pairs that belong to this cell, and ignores the others.
    #[inline(never)]
    fn report(&self, found: &[Hits], each: &mut impl FnMut(u32, u32)) {
        for Hits { index, next, hits } in found {
            let head = &self.heads[*index as usize];
            let mut hits = *hits;
            while hits != 0 {
                // After the last box of this cell, the arrays may still contain boxes of an earlier cell. For hits among these, `get`
                // returns `None`.
                if let Some(other) = self.heads.get((next + hits.trailing_zeros() / 8) as usize)
                    && head.begins | other.begins == BOTH_AXES
                {
                    each(head.index, other.index);
                }
                // Removes the hit with the lowest byte. Its byte is one, so its only set bit is the lowest set bit of `hits`.
                hits &= hits - 1;
            }
        }
    }
}

/// The result of comparing the box at the sorted position `index` with the eight boxes from the position `next` on. `hits` has a byte for
/// each of the eight boxes, which is one if that box overlaps the box at `index`.
#[derive(Clone, Copy, Default)]
struct Hits {
    index: u32,
    next: u32,
    hits: u64,
}

/// The number of results, each for eight successors, that are buffered before they are reported.
const BUFFERED_HITS: usize = 64;

/// The number of successors that a box is compared with at once.
const LANES: usize = 8;

/// Compares the box from `min` to `max` with the first eight boxes of `low` and `high`. Returns a byte for each of the eight boxes: one if
/// it touches or overlaps the box from `min` to `max`, otherwise zero.
#[inline(always)]
fn overlaps<S: Scalar, const N: usize>(low: [&[S]; N], high: [&[S]; N], min: [S; N], max: [S; N]) -> u64 {
    // Copies `LANES` values at once, so that the compiler uses vector loads.
    let chunk = |lane: &[S]| lane.first_chunk().copied().unwrap_or([S::ZERO; LANES]);
    let mut lows = [[S::ZERO; LANES]; N];
    let mut highs = [[S::ZERO; LANES]; N];
    for axis in 0..N {
        (lows[axis], highs[axis]) = (chunk(low[axis]), chunk(high[axis]));
    }
    let mut hits = [0u8; LANES];
    for (slot, hit) in hits.iter_mut().enumerate() {
        let mut meets = true;
        for axis in 0..N {
            meets &= (lows[axis][slot] <= max[axis]) & (min[axis] <= highs[axis][slot]);
        }
        *hit = u8::from(meets);
    }
    // Without `black_box` around the results, the compiler does not vectorize the loop above.
    u64::from_le_bytes(*core::hint::black_box(&hits))
}
