//! Tests of two masks at an offset. Words of one mask are compared with shifted words of the other mask.

use super::Mask;
use super::rows::{any_common, common_area, first_common};
use crate::Aabb;
use crate::wide::wide;
use core::ops::{ControlFlow, Range};

/// The region that may contain common solid pixels of two masks, one of them placed at an offset in the other. `left` is the mask whose
/// left edge is farther left.
struct CommonRegion<'m, 'a, 'b> {
    left: &'m Mask<'a>,
    right: &'m Mask<'b>,
    /// The horizontal offset of `right` in `left`, divided by 64: the quotient is a number of stripes, the remainder a number of bits.
    shift: (usize, u32),
    /// The stripes of `left` with columns that may contain solid pixels of both masks.
    stripes: Range<usize>,
    /// The index of the first common row in `left` and in `right`.
    rows: [usize; 2],
    /// The number of common rows.
    count: usize,
}

/// The intersection of the interval `a` with the interval `b` shifted by `offset`. `None` if the intersection is empty.
#[inline]
fn intersect_shifted(a: [u16; 2], b: [u16; 2], offset: i32) -> Option<[i32; 2]> {
    let [from, to] = b.map(|end| i64::from(end) + i64::from(offset));
    let from = from.max(a[0].into());
    let to = to.min(a[1].into());
    // The result lies inside the interval `a`, whose ends have 16 bits, so it fits into `i32`.
    (from < to).then_some([from as i32, to as i32])
}

/// A word with common solid pixels of two masks.
struct CommonWord {
    /// The row and the stripe of the word in the left mask.
    row: usize,
    stripe: usize,
    /// The common pixels as bits.
    pixels: u64,
}

impl<'m, 'a, 'b> CommonRegion<'m, 'a, 'b> {
    /// The common region of two masks if the top left corner of `right` is placed at `offset` in `left`. The horizontal offset must not be
    /// negative. `None` if the masks cannot have a common solid pixel.
    #[inline]
    fn new(left: &'m Mask<'a>, right: &'m Mask<'b>, offset: [i32; 2]) -> Option<Self> {
        let p = left.solid();
        let q = right.solid();
        let columns = intersect_shifted([p.min[0], p.max[0]], [q.min[0], q.max[0]], offset[0])?;
        let rows = intersect_shifted([p.min[1], p.max[1]], [q.min[1], q.max[1]], offset[1])?;
        // The horizontal offset is not negative, so the columns are not negative either, and the casts to `u32` are exact.
        let stripes = (columns[0] as u32 / 64) as usize..(columns[1] as u32).div_ceil(64) as usize;
        let shift = ((offset[0] as u32 / 64) as usize, offset[0] as u32 % 64);
        let rows_of = [rows[0] as usize, (rows[0] - offset[1]) as usize];
        Some(Self { left, right, shift, stripes, rows: rows_of, count: (rows[1] - rows[0]) as usize })
    }

    /// The words of the common rows in three stripes. The first is the stripe with the index `stripe` of `left`. The columns of this stripe
    /// contain parts of two stripes of `right`: the second result begins in these columns, and the third one, to the left of it, ends in
    /// them. The words of a stripe that does not exist are an empty list.
    #[inline(always)]
    fn rows_of(&self, stripe: usize) -> [&[u64]; 3] {
        let rows = |mask: &'m Mask<'_>, stripe: Option<usize>, from: usize| -> &'m [u64] {
            // A stripe beyond the last stripe of the mask has no words.
            let start = stripe.map(|stripe| stripe * usize::from(mask.size[1]) + from);
            start.and_then(|start| mask.words.get(start..start + self.count)).unwrap_or_default()
        };
        let second = |before| rows(self.right, stripe.checked_sub(self.shift.0 + before), self.rows[1]);
        let before = if self.shift.1 > 0 { second(1) } else { &[] };
        [rows(self.left, Some(stripe), self.rows[0]), second(0), before]
    }

    /// Whether the two masks have a common solid pixel.
    #[inline]
    fn any(&self) -> bool {
        for stripe in self.stripes.clone() {
            if any_common(self.rows_of(stripe), self.shift.1) {
                return true;
            }
        }
        false
    }

    /// The leftmost word with common solid pixels in the topmost row that has some.
    fn first(&self) -> Option<CommonWord> {
        // The rows are searched in bands from the top, so that an overlap near the top is found early. Each band is four times as high as
        // the one before.
        let mut from = 0;
        let mut high = FIRST_BAND;
        while from < self.count {
            let to = self.count.min(from + high);
            let found = wide(
                #[inline(always)]
                || self.first_in(from..to),
            );
            if found.is_some() {
                return found;
            }
            from = to;
            high *= 4;
        }
        None
    }

    /// The result of [`first`](Self::first), searched only in a range of the common rows.
    #[inline(always)]
    fn first_in(&self, band: Range<usize>) -> Option<CommonWord> {
        // The stripes are searched one after the other, because the words of a stripe are consecutive in memory. After a hit, the other
        // stripes are searched only above the row of this hit.
        let mut best = None;
        let mut end = band.end;
        for stripe in self.stripes.clone() {
            let rows = self.rows_of(stripe).map(|rows| rows.get(band.start..end).unwrap_or_default());
            if let Some((row, word)) = first_common(rows, self.shift.1) {
                end = band.start + row;
                best = Some(CommonWord { row: self.rows[0] + end, stripe, pixels: word });
            }
        }
        best
    }

    /// Calls `each` with every word of common pixels, row by row. The arguments are the row and the stripe in `left`, and the common
    /// pixels as bits. Stops when `each` breaks.
    fn each<B>(&self, mut each: impl FnMut(usize, usize, u64) -> ControlFlow<B>) -> ControlFlow<B> {
        let bits = self.shift.1;
        for row in 0..self.count {
            for stripe in self.stripes.clone() {
                let word = |words: &[u64]| words.get(row).copied().unwrap_or_default();
                let [a, b, previous_b] = self.rows_of(stripe).map(word);
                let word = a & (b << bits | previous_b >> ((64 - bits) & 63));
                if word != 0 {
                    each(self.rows[0] + row, stripe, word)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of common solid pixels of the two masks.
    fn area(&self) -> u32 {
        let mut area = 0;
        for stripe in self.stripes.clone() {
            area += common_area(self.rows_of(stripe), self.shift.1);
        }
        area
    }
}

/// The number of rows of the first band that [`CommonRegion::first`] searches, at least the height of a small sprite.
const FIRST_BAND: usize = 64;

impl<'a> Mask<'a> {
    /// Whether the masks have a common solid pixel if the top left corner of `other` is placed at `offset` (column, row) in this mask.
    /// Stops at the first common word. The cost is proportional to the number of rows that the bounding boxes of the solid pixels share.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let ring = MaskBuf::from_rows(["###", "#.#", "###"]).unwrap();
    /// let dot = MaskBuf::from_rows(["#"]).unwrap();
    /// assert!(!ring.as_mask().overlaps(&dot.as_mask(), [1, 1]));
    /// assert!(ring.as_mask().overlaps(&dot.as_mask(), [2, 1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Mask<'_>, offset: [i32; 2]) -> bool {
        if self.size[0] <= 64 && other.size[0] <= 64 {
            return match offset[0] {
                0.. => self.overlaps_stripe(other, offset),
                // With a negative horizontal offset, the masks exchange their roles, and the offset is negated. `i32::MIN` has no negation
                // and stays as it is; at this offset, the masks are so far apart that the result is false either way.
                _ => other.overlaps_stripe(self, offset.map(i32::wrapping_neg)),
            };
        }
        self.with_common(other, offset, |common, _| common.any()).unwrap_or(false)
    }

    /// The overlap test for two masks of at most 64 columns, with a horizontal offset that is not negative. It exists because finding the
    /// stripes would take most of the time for small sprites.
    #[inline]
    fn overlaps_stripe(&self, other: &Mask<'_>, offset: [i32; 2]) -> bool {
        // Only the ranges of rows are compared in advance. Comparing the ranges of columns would take as long as the AND of two words.
        let p = self.solid();
        let q = other.solid();
        let common_rows = intersect_shifted([p.min[1], p.max[1]], [q.min[1], q.max[1]], offset[1]);
        let (0..64, Some([from, to])) = (offset[0], common_rows) else { return false };
        let rows = self.words.get(from as usize..to as usize).unwrap_or_default();
        let other_rows = other.words.get((from - offset[1]) as usize..(to - offset[1]) as usize);
        any_common([rows, other_rows.unwrap_or_default(), &[]], offset[0] as u32)
    }

    /// Calls `run` with the common region of this mask and `other`, whose top left corner is at `offset` in this mask. `None` if the masks
    /// cannot overlap. If `other` begins farther left than this mask, it becomes the left mask of the region. Positions in the left mask
    /// are then not positions in this mask: the second argument of `run` has to be added to them.
    #[inline]
    fn with_common<T>(
        &self,
        other: &Mask<'_>,
        offset: [i32; 2],
        run: impl FnOnce(&CommonRegion, [i32; 2]) -> T,
    ) -> Option<T> {
        if offset[0] >= 0 {
            Some(run(&CommonRegion::new(self, other, offset)?, [0, 0]))
        } else {
            let back = [offset[0].checked_neg()?, offset[1].checked_neg()?];
            Some(run(&CommonRegion::new(other, self, back)?, offset))
        }
    }

    /// Calls `each` with every word of common pixels of this mask and `other`, whose top left corner is at `offset` in this mask. The
    /// arguments are the column and row, in this mask, of the lowest bit of the word, and the common pixels as bits. Stops when `each`
    /// breaks.
    pub(crate) fn each_common<B>(
        &self,
        other: &Mask<'_>,
        offset: [i32; 2],
        mut each: impl FnMut([i32; 2], u64) -> ControlFlow<B>,
    ) -> Option<B> {
        let flow = self.with_common(other, offset, |common, back| {
            common.each(|row, stripe, word| each([stripe as i32 * 64 + back[0], row as i32 + back[1]], word))
        });
        flow.and_then(ControlFlow::break_value)
    }

    /// The number of pixels that are solid in both masks if the top left corner of `other` is placed at `offset` (column, row) in this
    /// mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().overlap_area(&plus.as_mask(), [1, 0]), 2);
    /// ```
    #[must_use]
    pub fn overlap_area(&self, other: &Mask<'_>, offset: [i32; 2]) -> u32 {
        self.with_common(other, offset, |common, _| common.area()).unwrap_or(0)
    }

    /// The column and the row, in this mask, of the first pixel that is solid in both masks: the leftmost one in the topmost row. The top
    /// left corner of `other` is placed at `offset` in this mask. `None` if the masks do not overlap.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().first_overlap(&plus.as_mask(), [1, 1]), Some([2, 1]));
    /// ```
    #[must_use]
    pub fn first_overlap(&self, other: &Mask<'_>, offset: [i32; 2]) -> Option<[u16; 2]> {
        self.with_common(other, offset, |common, back| {
            let CommonWord { row, stripe, pixels: word } = common.first()?;
            let column = stripe as i32 * 64 + word.trailing_zeros() as i32 + back[0];
            Some([column as u16, (row as i32 + back[1]) as u16])
        })?
    }

    /// The bounding box, in pixels of this mask, of the pixels that are solid in both masks if the top left corner of `other` is placed at
    /// `offset` in this mask. `None` if the masks do not overlap.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// let common = plus.as_mask().overlap_bounds(&plus.as_mask(), [1, 1]);
    /// assert_eq!(common, Some(Aabb::new([1, 1], [3, 3])));
    /// ```
    #[must_use]
    pub fn overlap_bounds(&self, other: &Mask<'_>, offset: [i32; 2]) -> Option<Aabb<i32, 2>> {
        let mut bounds: Option<Aabb<i32, 2>> = None;
        self.each_common(other, offset, |[x, y], word| {
            let from = x + word.trailing_zeros() as i32;
            let to = x + 64 - word.leading_zeros() as i32;
            let next = Aabb::new([from, y], [to, y + 1]);
            bounds = Some(bounds.map_or(next, |bounds| bounds.union(&next)));
            ControlFlow::<()>::Continue(())
        });
        bounds
    }

    /// The gradient of the overlap area. On each axis, it is the [`overlap_area`](Mask::overlap_area) after moving `other` by one pixel in
    /// the positive direction, minus the area after moving it by one pixel in the negative direction. The gradient points towards more
    /// overlap, so move `other` in the opposite direction to separate the masks. It is zero, and shows no direction, if the masks are more
    /// than a pixel apart, or if one mask is well inside the other.
    ///
    /// The manual of pygame describes this gradient as the collision normal. Costs four computations of the overlap area.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let floor = MaskBuf::from_rows(["........", "########", "########"]).unwrap();
    /// let foot = MaskBuf::from_rows(["##", "##"]).unwrap();
    /// // The foot is one pixel deep in the floor; moving it down increases the overlap.
    /// assert_eq!(floor.as_mask().overlap_gradient(&foot.as_mask(), [3, 0]), [0, 4]);
    /// ```
    #[must_use]
    pub fn overlap_gradient(&self, other: &Mask<'_>, offset: [i32; 2]) -> [i32; 2] {
        let area = |x: i32, y: i32| {
            let moved = [offset[0].saturating_add(x), offset[1].saturating_add(y)];
            self.overlap_area(other, moved) as i32
        };
        [area(1, 0) - area(-1, 0), area(0, 1) - area(0, -1)]
    }

    /// Moves `other` along a straight line of pixels, from the offset `from` to the offset `to` in this mask, until it would overlap this
    /// mask. Returns the last offset without an overlap and, if the path is blocked, the next offset on the path, where the masks would
    /// overlap. Each step moves `other` by one pixel on one axis, so it cannot slip diagonally between two pixels. `None` if the masks
    /// overlap at the start.
    ///
    /// The path is a Bresenham line (J. Bresenham, Algorithm for Computer Control of a Digital Plotter, 1965) with each diagonal step
    /// replaced by a horizontal step and a vertical step, on a tie the horizontal step first. Costs one overlap test per step. Offsets are
    /// clamped to ±2²⁴.
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
    #[must_use]
    pub fn travel(
        &self,
        other: &Mask<'_>,
        from: [i32; 2],
        to: [i32; 2],
    ) -> Option<([i32; 2], Option<[i32; 2]>)> {
        const MAX_OFFSET: i32 = 1 << 24;
        let [from, to] = [from, to].map(|place| place.map(|c| c.clamp(-MAX_OFFSET, MAX_OFFSET)));
        if self.overlaps(other, from) {
            return None;
        }
        let delta = [0, 1].map(|k| i64::from(to[k]) - i64::from(from[k]));
        let [across, down] = delta.map(i64::abs);
        let mut free = from;
        let mut done = [0i64, 0];
        while done != [across, down] {
            // The step goes along the axis on which the exact line is the first to be nearer to the next offset than to the current one. On
            // an axis with `done` of `length` steps made, this happens at the fraction (done + 1/2) / length of the line.
            let [x, y] = [(2 * done[0] + 1) * down, (2 * done[1] + 1) * across];
            let axis = usize::from(done[0] == across || done[1] < down && x > y);
            done[axis] += 1;
            let mut next = free;
            next[axis] += delta[axis].signum() as i32;
            if self.overlaps(other, next) {
                return Some((free, Some(next)));
            }
            free = next;
        }
        Some((free, None))
    }
}
