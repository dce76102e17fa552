//! Boxes of one cell, in order along the first axis and coordinate by coordinate: one is compared with the eight that follow at once.

use crate::Aabb;
use crate::scalar::Scalar;
use crate::vector::Mapped;
use crate::wide::wide;
use alloc::vec::Vec;

/// Memory for the boxes of a cell, one cell after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Row<S> {
    /// The lower and upper ends on each axis, a lane each.
    lanes: Vec<S>,
    heads: Vec<Head>,
    /// For each box in the order in which they came, the buckets of its ends.
    buckets: Vec<[u32; 2]>,
    /// Where each bucket ends.
    ends: Vec<u32>,
    sorted: Vec<(u64, u32)>,
}

/// What a box is beside its coordinates.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    index: u32,
    /// The axes across on which it begins in this cell, a bit each.
    begins: u32,
    /// Where those end that may begin before it ends.
    end: u32,
}

/// A box of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<S, const N: usize> {
    pub bounds: Aabb<S, N>,
    pub index: u32,
    /// The axes across on which it begins in this cell, a bit each.
    pub begins: u32,
}

/// What a number is added to for its whole part, rounded, to be the lowest bits: 2⁵².
const WHOLE: f64 = (1u64 << 52) as f64;

/// The axes across, a bit each.
pub(super) const ACROSS: u32 = 0b11;

/// How many others share a bucket on average before sorting costs less than comparing: eight at a time, so many take as long.
const CROWD: u64 = 64;

impl<S: Scalar> Row<S> {
    /// Calls `each` with each two boxes of a cell that meet, unless a cell before is theirs: each pair is found where one of the
    /// two begins, on every axis across. `low` and `spread` say where boxes begin along the first axis, about.
    pub fn sweep<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = Item<S, N>> + Clone,
        low: f64,
        spread: f64,
        each: &mut impl FnMut(u32, u32),
    ) {
        self.order(items.clone(), low, spread);
        let (count, pitch) = (items.len(), items.len() + TESTED);
        if self.lanes.len() < 2 * N * pitch {
            self.lanes.resize(2 * N * pitch, S::default());
        }
        self.heads.resize(count, Head::default());
        let mut lanes = self.lanes.chunks_exact_mut(pitch);
        let mut lanes: [[&mut [S]; 2]; N] =
            core::array::from_fn(|_| [0; 2].map(|_| lanes.next().unwrap_or_default()));
        for (item, [first, last]) in items.zip(&self.buckets) {
            let end = &mut self.ends[*first as usize];
            let place = *end as usize;
            *end += 1;
            self.heads[place] = Head { index: item.index, begins: item.begins, end: *last };
            for (axis, [low, high]) in lanes.iter_mut().enumerate() {
                low[place] = item.bounds.min()[axis];
                high[place] = item.bounds.max()[axis];
            }
        }
        // Now each bucket's place is where it ends.
        for head in &mut self.heads {
            head.end = self.ends[head.end as usize];
        }
        wide(
            #[inline(always)]
            || self.compare::<N>(pitch, each),
        );
    }

    /// Finds the buckets of all boxes, and where they begin.
    fn order<const N: usize>(
        &mut self,
        items: impl ExactSizeIterator<Item = Item<S, N>> + Clone,
        low: f64,
        spread: f64,
    ) {
        let count = items.len();
        let most = count as f64;
        let steps = most / spread;
        let bucket = |place: S| {
            let bucket = (place.to_f64() - low) * steps;
            // What is out of order has a NaN, and meets nothing.
            let bucket = if bucket > 0.0 { bucket } else { 0.0 };
            let bucket = if bucket < most { bucket } else { most };
            // The lowest bits of the sum: faster than a cast, which has to look at all that a float may be.
            (bucket + WHOLE).to_bits() as u32
        };
        self.buckets.clear();
        self.buckets
            .extend(items.clone().map(|item| [bucket(item.bounds.min()[0]), bucket(item.bounds.max()[0])]));
        self.ends.clear();
        self.ends.resize(count + 1, 0);
        for [first, _] in &self.buckets {
            self.ends[*first as usize] += 1;
        }
        let (mut sum, mut crowd) = (0, 0);
        for end in &mut self.ends {
            crowd += u64::from(*end) * u64::from(*end);
            sum += core::mem::replace(end, sum);
        }
        if crowd > CROWD * count as u64 {
            self.sort(items);
        }
    }

    /// A bucket for each box, where most would share a few: some lie far from all others.
    #[inline(never)]
    fn sort<const N: usize>(&mut self, items: impl ExactSizeIterator<Item = Item<S, N>> + Clone) {
        // In the order of the numbers: negative ones the other way round.
        let key = |place: S| {
            let bits = (place.to_f64() + 0.0).to_bits();
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

    /// Compares each box with those that begin before it ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn compare<const N: usize>(&self, pitch: usize, each: &mut impl FnMut(u32, u32)) {
        let lane = |lane: usize| &self.lanes[lane * pitch..][..pitch];
        let low: [_; N] = crate::vector::from_fn(|axis| lane(2 * axis));
        let high: [_; N] = crate::vector::from_fn(|axis| lane(2 * axis + 1));
        // Whether something is hit is anyone's guess: what is found is kept for a while, without a branch.
        let (mut found, mut count) = ([Found::default(); KEPT], 0);
        // One loop, not one in another: how many follow a box is anyone's guess, too.
        let (mut place, mut next) = (0, 1);
        while let Some(head) = self.heads.get(place) {
            let (min, max) = (low.mapped(|lane| lane[place]), high.mapped(|lane| lane[place]));
            let hits = meeting(low.mapped(|lane| &lane[next..]), high.mapped(|lane| &lane[next..]), min, max);
            found[count % KEPT] = Found { place: place as u32, next: next as u32, hits };
            count += usize::from(hits != 0);
            if count == KEPT {
                self.tell(&found, each);
                count = 0;
            }
            next += TESTED;
            let done = next >= head.end as usize;
            place += usize::from(done);
            next = if done { place + 1 } else { next };
        }
        self.tell(&found[..count], each);
    }

    /// Tells of the pairs that were found.
    #[inline(never)]
    fn tell(&self, found: &[Found], each: &mut impl FnMut(u32, u32)) {
        for Found { place, next, hits } in found {
            let (head, mut hits) = (&self.heads[*place as usize], *hits);
            while hits != 0 {
                // Beyond the end are boxes of a row before.
                if let Some(other) = self.heads.get((next + hits.trailing_zeros() / 8) as usize)
                    && head.begins | other.begins == ACROSS
                {
                    each(head.index, other.index);
                }
                // One bit a byte is set.
                hits &= hits - 1;
            }
        }
    }
}

/// Which boxes are met among those that follow one: a byte each, from a place on.
#[derive(Clone, Copy, Default)]
struct Found {
    place: u32,
    next: u32,
    hits: u64,
}

/// How many finds are kept before they are told.
const KEPT: usize = 64;

/// How many boxes are compared with one at once.
const TESTED: usize = 8;

/// Which of some boxes touch or overlap one, a byte each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn meeting<S: Scalar, const N: usize>(low: [&[S]; N], high: [&[S]; N], min: [S; N], max: [S; N]) -> u64 {
    // As wholes, so that the compiler reads each at once.
    let whole = |lane: &[S]| lane.first_chunk().copied().unwrap_or([S::default(); TESTED]);
    let (mut lows, mut highs) = ([[S::default(); TESTED]; N], [[S::default(); TESTED]; N]);
    for axis in 0..N {
        (lows[axis], highs[axis]) = (whole(low[axis]), whole(high[axis]));
    }
    let mut hits = [0u8; TESTED];
    for (slot, hit) in hits.iter_mut().enumerate() {
        let mut meets = true;
        for axis in 0..N {
            meets &= (lows[axis][slot] <= max[axis]) & (min[axis] <= highs[axis][slot]);
        }
        *hit = u8::from(meets);
    }
    // The compiler must not see what becomes of the bytes, or it takes the loop apart.
    u64::from_le_bytes(*core::hint::black_box(&hits))
}
