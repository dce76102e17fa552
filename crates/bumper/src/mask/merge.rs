//! Masks into masks: words of one, shifted, into the words of another.

use super::{Frame, Mask, MaskBuf, below};
use alloc::vec::Vec;

impl MaskBuf {
    /// Makes the solid pixels of another mask, whose first pixel lies at an offset, solid here. Looks at the words that its solid
    /// pixels reach.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::new([4, 2]);
    /// mask.draw(&MaskBuf::from_rows(["##", "##"]).unwrap().as_mask(), [-1, 1]);
    /// assert_eq!(mask.to_rows(), ["....", "#..."]);
    /// ```
    pub fn draw(&mut self, other: &Mask<'_>, at: [i32; 2]) {
        let Some(frame) = reached(self.size, other, at) else { return };
        join(&mut self.words, self.size, other, at, frame, |word, pixels| *word |= pixels);
        self.enclose(self.solid.union(frame));
    }

    /// Makes the solid pixels of another mask, whose first pixel lies at an offset, no longer solid here. Looks at the words that
    /// its solid pixels reach; at all of them, where these may be at the rim of those here.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mut ground = MaskBuf::from_rows(["####", "####"]).unwrap();
    /// ground.erase(&MaskBuf::from_rows(["##"]).unwrap().as_mask(), [1, 0]);
    /// assert_eq!(ground.to_rows(), ["#..#", "####"]);
    /// ```
    pub fn erase(&mut self, other: &Mask<'_>, at: [i32; 2]) {
        let Some(frame) = reached(self.size, other, at) else { return };
        join(&mut self.words, self.size, other, at, frame, |word, pixels| *word &= !pixels);
        // A hole leaves what is solid as far apart as it was.
        let solid = self.solid;
        let hole = (0..2).all(|k| frame.min[k] > solid.min[k] && frame.max[k] < solid.max[k]);
        if !hole {
            self.look();
        }
        self.inverse = None;
    }

    /// What is solid, not, and the other way round.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_rows(["#.#"]).unwrap().inverted().to_rows(), [".#."]);
    /// ```
    pub fn inverted(&self) -> Self {
        let mut mask = self.clone();
        mask.invert();
        mask
    }

    /// Makes what is solid not, and the other way round.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::from_rows(["#.#"]).unwrap();
    /// mask.invert();
    /// assert_eq!(mask.to_rows(), [".#."]);
    /// ```
    #[cfg_attr(not(bumper_small), inline)]
    pub fn invert(&mut self) {
        if self.words.is_empty() {
            return;
        }
        if cfg!(bumper_small) || self.size[0] > 64 {
            self.invert_stripes();
        } else {
            let inside = below(self.size[0].into());
            self.words.iter_mut().for_each(|word| *word = !*word & inside);
        }
        let before = self.solid;
        if let Some(known) = self.inverse {
            self.enclose(known);
        } else if before.width() < self.size[0] && before.height() < self.size[1] {
            // A row and a column that had no solid pixel now reach from edge to edge.
            self.enclose(Frame { min: [0; 2], max: self.size });
        } else {
            self.look_anew();
        }
        self.inverse = Some(before);
    }

    // Out of the way of what takes few steps.
    #[cfg_attr(not(bumper_small), inline(never))]
    fn look_anew(&mut self) {
        self.look();
    }

    #[cfg_attr(not(bumper_small), inline(never))]
    fn invert_stripes(&mut self) {
        let (words, last, inside) = self.all_words();
        words.iter_mut().for_each(|word| *word = !*word);
        last.iter_mut().for_each(|word| *word = !*word & inside);
    }
}

impl Mask<'_> {
    /// The common pixels, as a mask of this one's size. [`overlaps`](Mask::overlaps) says what the offset means.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let plus = MaskBuf::from_rows([".#.", "###", ".#."]).unwrap();
    /// assert_eq!(plus.as_mask().overlap_mask(&plus.as_mask(), [1, 1]).to_rows(), ["...", "..#", ".#."]);
    /// ```
    pub fn overlap_mask(&self, other: &Mask<'_>, offset: [i32; 2]) -> MaskBuf {
        let mut mask = MaskBuf::new(self.size);
        let Some(frame) = reached(self.size, other, offset) else { return mask };
        join(&mut mask.words, self.size, other, offset, frame, |word, pixels| *word = pixels);
        let rows = usize::from(frame.min[1])..usize::from(frame.max[1]);
        for k in frame.stripes() {
            let words = &mut mask.words[k * usize::from(self.size[1])..][rows.clone()];
            words.iter_mut().zip(&self.stripe(k)[rows.clone()]).for_each(|(word, own)| *word &= own);
        }
        mask.enclose(frame);
        mask
    }
}

impl Mask<'_> {
    /// At which offsets another mask, w by h, overlaps this one: pixel (i, j) is solid where it does at (i - w + 1, j - h + 1). Of no
    /// size where a mask is; `None` where there would be more than 65535 rows or columns.
    ///
    /// For each run of solid pixels in a row of the other, turned about, this one is drawn once, as wide as it gets when it is
    /// moved along the run: costs as many words as this one has, for each.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let (wall, dot) = (MaskBuf::from_rows(["#..#"]).unwrap(), MaskBuf::from_rows(["##"]).unwrap());
    /// assert_eq!(wall.as_mask().convolved(&dot.as_mask()).unwrap().to_rows(), ["##.##"]);
    /// ```
    #[doc(alias("convolve", "minkowski_sum"))]
    pub fn convolved(&self, other: &Mask<'_>) -> Option<MaskBuf> {
        let [w, h] = other.size;
        if self.size.contains(&0) || [w, h].contains(&0) {
            return Some(MaskBuf::new([0; 2]));
        }
        let size = [self.size[0].checked_add(w - 1)?, self.size[1].checked_add(h - 1)?];
        let run = |j: u16| other.runs(j).map(move |[from, to]| (to - from, [w - to, h - 1 - j]));
        let mut runs: Vec<_> = (0..h).flat_map(run).collect();
        // So the one is made from the other: moved on by at most its length so far, it has no gap.
        runs.sort_unstable_by_key(|(length, _)| *length);
        let mut grown = MaskBuf::new([size[0], self.size[1]]);
        grown.draw(self, [0, 0]);
        let (mut mask, mut length) = (MaskBuf::new(size), 1);
        for (wanted, at) in runs {
            while length < wanted {
                let step = length.min(wanted - length);
                let before = grown.clone();
                grown.draw(&before.as_mask(), [step.into(), 0]);
                length += step;
            }
            // All of it is within, wherever it lies.
            let moved = |ends: [u16; 2]| [ends[0] + at[0], ends[1] + at[1]];
            let frame = Frame { min: moved(grown.solid.min), max: moved(grown.solid.max) };
            let at = at.map(i32::from);
            join(&mut mask.words, size, &grown.as_mask(), at, frame, |word, pixels| *word |= pixels);
        }
        mask.look();
        Some(mask)
    }
}

/// The frame of a mask's solid pixels, its first pixel at an offset, in a mask of a size; `None` where they do not reach it.
fn reached(size: [u16; 2], other: &Mask<'_>, at: [i32; 2]) -> Option<Frame> {
    let solid = other.solid();
    // The ends stay within two masks' sizes of each other: nothing is so far away that it would not.
    let end = |k: usize, end: u16| (i64::from(end) + i64::from(at[k])).clamp(0, size[k].into()) as u16;
    let frame = Frame {
        min: [end(0, solid.min[0]), end(1, solid.min[1])],
        max: [end(0, solid.max[0]), end(1, solid.max[1])],
    };
    (frame.width() > 0 && frame.height() > 0).then_some(frame)
}

/// Goes through the words of a frame, with what another mask at an offset has there. The frame is one that it reaches.
#[cfg_attr(not(debug_assertions), inline(always))]
fn join(
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
        // Sprites: of rows of one word, finding the stripes would be most of the work. They meet, so the shift is within a word.
        let own = words.get_mut(rows.clone()).unwrap_or_default().iter_mut();
        let others = other.words.get(from..from + rows.len()).unwrap_or_default();
        let (columns, shift) = (frame.columns_of(0), at[0].unsigned_abs() & 63);
        return match at[0] {
            0.. => own.zip(others).for_each(|(word, other)| each(word, other << shift & columns)),
            _ => own.zip(others).for_each(|(word, other)| each(word, other >> shift & columns)),
        };
    }
    for k in frame.stripes() {
        // The column of the other at the first of this stripe lies in its stripe `low`; from a bit of the words on, in the next.
        let column = k as i64 * 64 - i64::from(at[0]);
        let (low, shift) = (column.div_euclid(64), column.rem_euclid(64) as u32);
        let part = |stripe: i64| {
            let stripe = usize::try_from(stripe).map_or(&[][..], |stripe| other.stripe(stripe));
            stripe.get(from..from + rows.len()).unwrap_or_default()
        };
        let (low, high) = (part(low), if shift > 0 { part(low + 1) } else { &[] });
        let columns = frame.columns_of(k);
        let own = &mut words[k * usize::from(size[1])..][rows.clone()];
        let own = own.iter_mut();
        match (low.is_empty(), high.is_empty()) {
            (_, true) => own.zip(low).for_each(|(word, low)| each(word, low >> shift & columns)),
            (true, _) => own.zip(high).for_each(|(word, high)| each(word, high << (64 - shift) & columns)),
            _ => {
                let both = low.iter().zip(high).map(|(low, high)| low >> shift | high << (64 - shift));
                own.zip(both).for_each(|(word, both)| each(word, both & columns));
            }
        }
    }
}
