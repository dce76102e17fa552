//! Two masks at an offset: words of one against shifted words of the other.

use super::Mask;
use super::rows::{any_of, area_of, first_of};
use crate::Aabb;
use crate::wide::wide;
use core::ops::{ControlFlow, Range};

/// Where two masks can meet at an offset, seen from the one that begins farther left.
struct Common<'m, 'a, 'b> {
    left: &'m Mask<'a>,
    right: &'m Mask<'b>,
    /// How far the second begins to the right of the first, in stripes and in bits.
    shift: (usize, u32),
    /// The stripes of the first that the second reaches with solid pixels.
    stripes: Range<usize>,
    /// The first common row of each, and how many there are.
    rows: [usize; 2],
    count: usize,
}

/// The part of two intervals that is common, the second moved: from and to.
#[inline]
fn common(a: [u16; 2], b: [u16; 2], offset: i32) -> Option<[i32; 2]> {
    let (from, to) = (i64::from(b[0]) + i64::from(offset), i64::from(b[1]) + i64::from(offset));
    let (from, to) = (from.max(a[0].into()), to.min(a[1].into()));
    // Within the first, so they fit.
    (from < to).then_some([from as i32, to as i32])
}

impl<'m, 'a, 'b> Common<'m, 'a, 'b> {
    /// `None` where the frames of the masks have no pixel in common. `offset` is not below zero across.
    #[inline]
    fn new(left: &'m Mask<'a>, right: &'m Mask<'b>, offset: [i32; 2]) -> Option<Self> {
        let (p, q) = (left.solid(), right.solid());
        let columns = common([p.min[0], p.max[0]], [q.min[0], q.max[0]], offset[0])?;
        let rows = common([p.min[1], p.max[1]], [q.min[1], q.max[1]], offset[1])?;
        // None of them is below zero.
        let stripes = (columns[0] as u32 / 64) as usize..(columns[1] as u32).div_ceil(64) as usize;
        let shift = ((offset[0] as u32 / 64) as usize, offset[0] as u32 % 64);
        let rows_of = [rows[0] as usize, (rows[0] - offset[1]) as usize];
        Some(Self { left, right, shift, stripes, rows: rows_of, count: (rows[1] - rows[0]) as usize })
    }

    /// The common rows of a stripe of the first, and of the one or two of the second that reach it: the one that begins in it
    /// and the one before. Without rows where there is none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rows_of(&self, stripe: usize) -> [&[u64]; 3] {
        let rows = |mask: &'m Mask<'_>, stripe: Option<usize>, from: usize| -> &'m [u64] {
            // Beyond the last stripe there are no words.
            let start = stripe.map(|stripe| stripe * usize::from(mask.size[1]) + from);
            start.and_then(|start| mask.words.get(start..start + self.count)).unwrap_or_default()
        };
        let second = |before| rows(self.right, stripe.checked_sub(self.shift.0 + before), self.rows[1]);
        let before = if self.shift.1 > 0 { second(1) } else { &[] };
        [rows(self.left, Some(stripe), self.rows[0]), second(0), before]
    }

    /// Whether any pixel is common.
    #[inline]
    fn any(&self) -> bool {
        for stripe in self.stripes.clone() {
            if any_of(self.rows_of(stripe), self.shift.1) {
                return true;
            }
        }
        false
    }

    /// The first row with a common pixel, and the first word of it that has one: its row, its stripe and those pixels.
    fn first(&self) -> Option<(usize, usize, u64)> {
        // What is high up is often met soon: a band of rows at a time, each four times as high as the one before.
        let (mut from, mut high) = (0, if cfg!(bumper_small) { self.count } else { HIGH });
        while from < self.count {
            let to = self.count.min(from + high);
            let found = wide(
                #[inline(always)]
                || self.first_in(from..to),
            );
            if found.is_some() {
                return found;
            }
            (from, high) = (to, 4 * high);
        }
        None
    }

    /// The same of some rows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first_in(&self, band: Range<usize>) -> Option<(usize, usize, u64)> {
        // Stripe by stripe, as the words lie: each only above the best row so far.
        let (mut best, mut end) = (None, band.end);
        for stripe in self.stripes.clone() {
            let rows = self.rows_of(stripe).map(|rows| rows.get(band.start..end).unwrap_or_default());
            if let Some((row, word)) = first_of(rows, self.shift.1) {
                end = band.start + row;
                best = Some((self.rows[0] + end, stripe, word));
            }
        }
        best
    }

    /// Every word of the first that has common pixels, row by row: its row, its stripe, and those pixels.
    fn each<B>(&self, mut each: impl FnMut(usize, usize, u64) -> ControlFlow<B>) -> ControlFlow<B> {
        let bits = self.shift.1;
        for row in 0..self.count {
            for stripe in self.stripes.clone() {
                let word = |words: &[u64]| words.get(row).copied().unwrap_or_default();
                let [a, own, before] = self.rows_of(stripe).map(word);
                let word = a & (own << bits | before >> ((64 - bits) & 63));
                if word != 0 {
                    each(self.rows[0] + row, stripe, word)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// How many pixels are common.
    fn area(&self) -> u32 {
        let mut area = 0;
        for stripe in self.stripes.clone() {
            area += area_of(self.rows_of(stripe), self.shift.1);
        }
        area
    }
}

/// How many rows are first looked at in all stripes: at least those of a sprite of one stripe.
const HIGH: usize = 64;

impl<'a> Mask<'a> {
    /// Whether a pixel of this mask and one of the other are the same, where the other's first pixel lies at an offset from
    /// this one's. Looks at the words of the rows that the boxes around their solid pixels share, until it finds one.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let ring = MaskBuf::from_rows(["###", "#.#", "###"]).unwrap();
    /// let dot = MaskBuf::from_rows(["#"]).unwrap();
    /// assert!(!ring.as_mask().overlaps(&dot.as_mask(), [1, 1]));
    /// assert!(ring.as_mask().overlaps(&dot.as_mask(), [2, 1]));
    /// ```
    #[inline]
    pub fn overlaps(&self, other: &Mask<'_>, offset: [i32; 2]) -> bool {
        if self.size[0] <= 64 && other.size[0] <= 64 {
            return match offset[0] {
                0.. => self.overlaps_stripe(other, offset),
                // An offset without an opposite is too far away for any mask, and stays so.
                _ => other.overlaps_stripe(self, offset.map(i32::wrapping_neg)),
            };
        }
        self.meeting(other, offset, |common, _| common.any()).unwrap_or(false)
    }

    /// The same of masks of one stripe, the other not farther left: a sprite's test, of which finding the rows is much.
    #[inline]
    fn overlaps_stripe(&self, other: &Mask<'_>, offset: [i32; 2]) -> bool {
        // Across, an AND of two words tells as fast whether there are common columns.
        let (p, q) = (self.solid(), other.solid());
        let down = common([p.min[1], p.max[1]], [q.min[1], q.max[1]], offset[1]);
        let (0..64, Some([from, to])) = (offset[0], down) else { return false };
        let own = self.words.get(from as usize..to as usize).unwrap_or_default();
        let others = other.words.get((from - offset[1]) as usize..(to - offset[1]) as usize);
        any_of([own, others.unwrap_or_default(), &[]], offset[0] as u32)
    }

    /// Runs `look` with the two masks in the order in which they begin from the left, and what must be added to a place in
    /// the first of these for one in this mask. `None` where they cannot meet, and for offsets that no two masks can reach.
    #[inline]
    fn meeting<T>(
        &self,
        other: &Mask<'_>,
        offset: [i32; 2],
        look: impl FnOnce(&Common, [i32; 2]) -> T,
    ) -> Option<T> {
        if offset[0] >= 0 {
            Some(look(&Common::new(self, other, offset)?, [0, 0]))
        } else {
            let back = [offset[0].checked_neg()?, offset[1].checked_neg()?];
            Some(look(&Common::new(other, self, back)?, offset))
        }
    }

    /// Every word of common pixels: the first column of its pixels and its row, as this mask counts, and the pixels.
    pub(crate) fn each_common<B>(
        &self,
        other: &Mask<'_>,
        offset: [i32; 2],
        mut each: impl FnMut([i32; 2], u64) -> ControlFlow<B>,
    ) -> Option<B> {
        let flow = self.meeting(other, offset, |common, back| {
            common.each(|row, stripe, word| each([stripe as i32 * 64 + back[0], row as i32 + back[1]], word))
        });
        flow.and_then(ControlFlow::break_value)
    }

    /// How many pixels of the two are common.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().overlap_area(&plus.as_mask(), [1, 0]), 2);
    /// ```
    pub fn overlap_area(&self, other: &Mask<'_>, offset: [i32; 2]) -> u32 {
        self.meeting(other, offset, |common, _| common.area()).unwrap_or(0)
    }

    /// The first common pixel, row by row: its column and row in this mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().first_overlap(&plus.as_mask(), [1, 1]), Some([2, 1]));
    /// ```
    pub fn first_overlap(&self, other: &Mask<'_>, offset: [i32; 2]) -> Option<[u16; 2]> {
        self.meeting(other, offset, |common, back| {
            let (row, stripe, word) = common.first()?;
            let column = stripe as i32 * 64 + word.trailing_zeros() as i32 + back[0];
            Some([column as u16, (row as i32 + back[1]) as u16])
        })?
    }

    /// The smallest box around the common pixels, in this mask.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// let common = plus.as_mask().overlap_bounds(&plus.as_mask(), [1, 1]);
    /// assert_eq!(common, Some(Aabb::new([1, 1], [3, 3])));
    /// ```
    pub fn overlap_bounds(&self, other: &Mask<'_>, offset: [i32; 2]) -> Option<Aabb<i32, 2>> {
        let mut bounds: Option<Aabb<i32, 2>> = None;
        self.each_common(other, offset, |[x, y], word| {
            let (from, to) = (x + word.trailing_zeros() as i32, x + 64 - word.leading_zeros() as i32);
            let next = Aabb::new([from, y], [to, y + 1]);
            bounds = Some(bounds.map_or(next, |bounds| bounds.union(&next)));
            ControlFlow::<()>::Continue(())
        });
        bounds
    }

    /// How the number of common pixels changes as the other mask moves: by one pixel ahead less by one pixel back, on each
    /// axis. It points from where they come apart to where they meet more, so the way out for the other is against it. Zero
    /// where the masks do not meet, and where one lies well within the other.
    ///
    /// The gradient of the area, as pygame's manual has it for the normal of a collision. Costs four times
    /// [`overlap_area`](Mask::overlap_area).
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let floor = MaskBuf::from_rows(["........", "########", "########"]).unwrap();
    /// let foot = MaskBuf::from_rows(["##", "##"]).unwrap();
    /// // One pixel deep: down it meets more.
    /// assert_eq!(floor.as_mask().overlap_gradient(&foot.as_mask(), [3, 0]), [0, 4]);
    /// ```
    pub fn overlap_gradient(&self, other: &Mask<'_>, offset: [i32; 2]) -> [i32; 2] {
        let area = |x: i32, y: i32| {
            let moved = [offset[0].saturating_add(x), offset[1].saturating_add(y)];
            self.overlap_area(other, moved) as i32
        };
        [area(1, 0) - area(-1, 0), area(0, 1) - area(0, -1)]
    }

    /// Moves the other mask from one offset to another, one pixel across or down at a time along the straight line between
    /// them, and stops before it overlaps: the last offset that is free, and the next, if it is not. Nothing
    /// is stepped over, and no gap is slipped through that the mask does not fit. `None` where they overlap at the start.
    ///
    /// The line is that of J. Bresenham (Algorithm for Computer Control of a Digital Plotter, 1965), with a corner for each
    /// diagonal step: across before down where both are as far. Costs a test a step; on offsets of more than 2²⁴ pixels it goes no
    /// farther than those.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let wall = MaskBuf::from_rows(["#", "#", "#"]).unwrap();
    /// let dot = MaskBuf::from_rows(["#"]).unwrap();
    /// let (free, hit) = wall.as_mask().travel(&dot.as_mask(), [-900, 1], [900, 1]).unwrap();
    /// assert_eq!((free, hit), ([-1, 1], Some([0, 1])));
    /// let (free, hit) = wall.as_mask().travel(&dot.as_mask(), [-9, -1], [9, -1]).unwrap();
    /// assert_eq!((free, hit), ([9, -1], None));
    /// ```
    pub fn travel(
        &self,
        other: &Mask<'_>,
        from: [i32; 2],
        to: [i32; 2],
    ) -> Option<([i32; 2], Option<[i32; 2]>)> {
        const FAR: i32 = 1 << 24;
        let [from, to] = [from, to].map(|place| place.map(|c| c.clamp(-FAR, FAR)));
        if self.overlaps(other, from) {
            return None;
        }
        let way = [0, 1].map(|k| i64::from(to[k]) - i64::from(from[k]));
        let [across, down] = way.map(i64::abs);
        let (mut free, mut done) = (from, [0i64, 0]);
        while done != [across, down] {
            // The next line between pixels that the straight line crosses, at (done + 1/2) / length on each axis.
            let [x, y] = [(2 * done[0] + 1) * down, (2 * done[1] + 1) * across];
            let axis = usize::from(done[0] == across || done[1] < down && x > y);
            done[axis] += 1;
            let mut next = free;
            next[axis] += way[axis].signum() as i32;
            if self.overlaps(other, next) {
                return Some((free, Some(next)));
            }
            free = next;
        }
        Some((free, None))
    }
}
