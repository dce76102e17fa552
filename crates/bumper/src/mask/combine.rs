//! Combinations of two masks: drawing, erasing, inverting, intersecting, and convolving (the mask of all offsets at which two masks
//! overlap). The rows of the second mask are shifted by the offset, then combined with those of the first one, 64 pixels at a time.

use super::buf::MaskWords;
use super::{Frame, Mask, MaskBuf, below};
use alloc::vec::Vec;

impl MaskBuf {
    /// Draws the solid pixels of `other` into this mask. The top left corner of `other` is placed at `at` (column, row) in this mask.
    /// Pixels outside this mask are ignored. The cost is proportional to the number of words that the solid pixels of `other` cover.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::new([4, 2]);
    /// mask.draw(&MaskBuf::from_rows(["##", "##"]).unwrap().as_mask(), [-1, 1]);
    /// assert_eq!(mask.to_rows(), ["....", "#..."]);
    /// ```
    pub fn draw(&mut self, other: &Mask<'_>, at: [i32; 2]) {
        let Some(frame) = overlapped_frame(self.size, other, at) else { return };
        combine_words(&mut self.words, self.size, other, at, frame, |word, pixels| *word |= pixels);
        self.set_bounds(self.solid.union(frame));
    }

    /// Clears the pixels of this mask that are solid in `other`. The top left corner of `other` is placed at `at` (column, row) in this
    /// mask. The cost is proportional to the number of 64-bit words that the solid pixels of `other` cover. If the cleared area reaches a
    /// side of the bounding box of this mask's solid pixels, the box may shrink and is computed again. This costs time proportional to the
    /// total number of words of this mask.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mut ground = MaskBuf::from_rows(["####", "####"]).unwrap();
    /// ground.erase(&MaskBuf::from_rows(["##"]).unwrap().as_mask(), [1, 0]);
    /// assert_eq!(ground.to_rows(), ["#..#", "####"]);
    /// ```
    pub fn erase(&mut self, other: &Mask<'_>, at: [i32; 2]) {
        let Some(frame) = overlapped_frame(self.size, other, at) else { return };
        combine_words(&mut self.words, self.size, other, at, frame, |word, pixels| *word &= !pixels);
        // Clearing pixels strictly inside the bounding box of the solid pixels does not change that box.
        let solid = self.solid;
        let hole = (0..2).all(|k| frame.min[k] > solid.min[k] && frame.max[k] < solid.max[k]);
        if !hole {
            self.update_bounds();
        }
        self.inverse = None;
    }

    /// The complement of the mask: a copy with solid and empty pixels exchanged.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_rows(["#.#"]).unwrap().inverted().to_rows(), [".#."]);
    /// ```
    #[must_use]
    pub fn inverted(&self) -> Self {
        let mut mask = self.clone();
        mask.invert();
        mask
    }

    /// Exchanges solid and empty pixels.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::from_rows(["#.#"]).unwrap();
    /// mask.invert();
    /// assert_eq!(mask.to_rows(), [".#."]);
    /// ```
    #[inline]
    pub fn invert(&mut self) {
        if self.words.is_empty() {
            return;
        }
        if self.size[0] > 64 {
            self.invert_stripes();
        } else {
            let inside = below(self.size[0].into());
            self.words.iter_mut().for_each(|word| *word = !*word & inside);
        }
        let previous = self.solid;
        if let Some(bounds) = self.inverse {
            self.set_bounds(bounds);
        } else if previous.width() < self.size[0] && previous.height() < self.size[1] {
            // At least one column and one row of the mask had no solid pixels, because the rectangle of solid pixels was narrower and lower
            // than the mask. All pixels of that column and row are solid now, so the new rectangle is the whole mask.
            self.set_bounds(Frame { min: [0; 2], max: self.size });
        } else {
            self.recompute_bounds();
        }
        self.inverse = Some(previous);
    }

    // Recomputes the bounding box of the solid pixels. Not inlined, to keep the code of `invert` short.
    #[inline(never)]
    fn recompute_bounds(&mut self) {
        self.update_bounds();
    }

    /// Exchanges solid and empty pixels, for a mask of more than 64 columns. The stored bounding box is not updated.
    fn invert_stripes(&mut self) {
        let MaskWords { words, last, columns } = self.all_words();
        words.iter_mut().for_each(|word| *word = !*word);
        last.iter_mut().for_each(|word| *word = !*word & columns);
    }
}

impl Mask<'_> {
    /// The intersection of this mask and another mask, as a mask of the size of this mask. The top left corner of `other` is placed at
    /// `offset` (column, row) in this mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().overlap_mask(&plus.as_mask(), [1, 1]).to_rows(), ["...", "..#", ".#."]);
    /// ```
    #[must_use]
    pub fn overlap_mask(&self, other: &Mask<'_>, offset: [i32; 2]) -> MaskBuf {
        let mut mask = MaskBuf::new(self.size);
        let Some(frame) = overlapped_frame(self.size, other, offset) else { return mask };
        combine_words(&mut mask.words, self.size, other, offset, frame, |word, pixels| *word = pixels);
        let rows = usize::from(frame.min[1])..usize::from(frame.max[1]);
        for k in frame.stripes() {
            let words = &mut mask.words[k * usize::from(self.size[1])..][rows.clone()];
            words.iter_mut().zip(&self.stripe(k)[rows.clone()]).for_each(|(word, own)| *word &= own);
        }
        mask.set_bounds(frame);
        mask
    }
}

impl Mask<'_> {
    /// The mask of all offsets at which `other` overlaps this mask. If `other` has w by h pixels, pixel (i, j) of the result is solid if
    /// `other` overlaps this mask at the offset (i - w + 1, j - h + 1). (This is the Minkowski sum of this mask and a copy of `other` that
    /// is mirrored on both axes.) The result has no pixels if the width or height of one of the masks is zero. `None` if the result would
    /// have more than 65535 rows or columns.
    ///
    /// The result is the union of moved copies of this mask, one for each run of solid pixels in a row of the mirrored `other`. The copy is
    /// moved to the run, and every solid pixel of it is widened to the length of the run. The cost is proportional to the number of words
    /// of this mask times the number of runs of `other`.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let (wall, dot) = (MaskBuf::from_rows(["#..#"]).unwrap(), MaskBuf::from_rows(["##"]).unwrap());
    /// assert_eq!(wall.as_mask().convolved(&dot.as_mask()).unwrap().to_rows(), ["##.##"]);
    /// ```
    #[doc(alias("convolve", "minkowski_sum"))]
    #[must_use]
    pub fn convolved(&self, other: &Mask<'_>) -> Option<MaskBuf> {
        let [w, h] = other.size;
        if self.size.contains(&0) || [w, h].contains(&0) {
            return Some(MaskBuf::new([0; 2]));
        }
        let size = [self.size[0].checked_add(w - 1)?, self.size[1].checked_add(h - 1)?];
        let run = |j: u16| other.runs(j).map(move |[from, to]| (to - from, [w - to, h - 1 - j]));
        let mut runs: Vec<_> = (0..h).flat_map(run).collect();
        // `widened` is a copy of this mask with every solid pixel widened to `length` pixels. Runs are processed in the order of their
        // lengths, so that this copy only has to be widened from run to run. To widen it, the copy is drawn over itself, shifted by at most
        // `length`, which leaves no gap.
        runs.sort_unstable_by_key(|(length, _)| *length);
        let mut widened = MaskBuf::new([size[0], self.size[1]]);
        widened.draw(self, [0, 0]);
        let mut mask = MaskBuf::new(size);
        let mut length = 1;
        for (target_length, at) in runs {
            while length < target_length {
                let step = length.min(target_length - length);
                let previous = widened.clone();
                widened.draw(&previous.as_mask(), [step.into(), 0]);
                length += step;
            }
            // The result is large enough for the whole widened copy, so nothing is clipped.
            let moved = |ends: [u16; 2]| [ends[0] + at[0], ends[1] + at[1]];
            let frame = Frame { min: moved(widened.solid.min), max: moved(widened.solid.max) };
            let at = at.map(i32::from);
            combine_words(&mut mask.words, size, &widened.as_mask(), at, frame, |word, pixels| {
                *word |= pixels
            });
        }
        mask.update_bounds();
        Some(mask)
    }
}

/// The part of a mask of the given size that the solid pixels of `other` may cover: the rectangle of these solid pixels, moved by `at` and
/// clipped to the mask. `at` is the position of the top left corner of `other` in the mask. `None` if this part is empty.
fn overlapped_frame(size: [u16; 2], other: &Mask<'_>, at: [i32; 2]) -> Option<Frame> {
    let solid = other.solid();
    // A 16-bit number plus a 32-bit number fits into 64 bits.
    let end = |k: usize, end: u16| (i64::from(end) + i64::from(at[k])).clamp(0, size[k].into()) as u16;
    let frame = Frame {
        min: [end(0, solid.min[0]), end(1, solid.min[1])],
        max: [end(0, solid.max[0]), end(1, solid.max[1])],
    };
    (frame.width() > 0 && frame.height() > 0).then_some(frame)
}

/// Calls `each` for every word of a mask that contains pixels of the rectangle `frame`, with the word and the pixels of `other` at the same
/// place. The mask has the given size and the words `words`; the top left corner of `other` is placed at `at` in it. In the second argument
/// of `each`, only bits inside `frame` are set.
#[inline]
fn combine_words(
    words: &mut [u64],
    size: [u16; 2],
    other: &Mask<'_>,
    at: [i32; 2],
    frame: Frame,
    each: impl Fn(&mut u64, u64),
) {
    let rows = usize::from(frame.min[1])..usize::from(frame.max[1]);
    let from = (i64::from(frame.min[1]) - i64::from(at[1])) as usize;
    if size[0] <= 64 && other.size[0] <= 64 {
        // If both masks have a single stripe, the words of `other` are only shifted by the horizontal offset. This special case is for
        // small sprites, where finding the stripes would take most of the time. The offset is less than the length of a word, because
        // `frame` would be empty otherwise.
        let words = words.get_mut(rows.clone()).unwrap_or_default().iter_mut();
        let others = other.words.get(from..from + rows.len()).unwrap_or_default();
        let columns = frame.columns_of(0);
        let shift = at[0].unsigned_abs() & 63;
        return match at[0] {
            0.. => words.zip(others).for_each(|(word, other)| each(word, other << shift & columns)),
            _ => words.zip(others).for_each(|(word, other)| each(word, other >> shift & columns)),
        };
    }
    for k in frame.stripes() {
        // Stripe `k` begins at bit `shift` of stripe `low` of the other mask. So the lowest `64 - shift` bits of each combined word come
        // from stripe `low`, the others from the next stripe of the other mask.
        let column = k as i64 * 64 - i64::from(at[0]);
        let low = column.div_euclid(64);
        let shift = column.rem_euclid(64) as u32;
        let part = |stripe: i64| {
            let stripe = usize::try_from(stripe).map_or(&[][..], |stripe| other.stripe(stripe));
            stripe.get(from..from + rows.len()).unwrap_or_default()
        };
        let high = if shift > 0 { part(low + 1) } else { &[] };
        let low = part(low);
        let columns = frame.columns_of(k);
        let words = &mut words[k * usize::from(size[1])..][rows.clone()];
        let words = words.iter_mut();
        match (low.is_empty(), high.is_empty()) {
            (_, true) => words.zip(low).for_each(|(word, low)| each(word, low >> shift & columns)),
            (true, _) => words.zip(high).for_each(|(word, high)| each(word, high << (64 - shift) & columns)),
            _ => {
                let both = low.iter().zip(high).map(|(low, high)| low >> shift | high << (64 - shift));
                words.zip(both).for_each(|(word, both)| each(word, both & columns));
            }
        }
    }
}
