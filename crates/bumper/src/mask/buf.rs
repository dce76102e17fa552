//! Masks that own their words.

use super::{Frame, Mask, below, stripes};
use crate::Aabb;
use alloc::vec;
use alloc::vec::Vec;

/// A mask that owns its words and can be drawn into. Needs the feature `alloc`.
///
/// ```
/// use bumper::MaskBuf;
/// let mut mask = MaskBuf::new([4, 2]);
/// mask.set(1, 0, true);
/// assert_eq!(mask.to_rows(), [".#..", "...."]);
/// ```
#[derive(Clone, Debug)]
pub struct MaskBuf {
    pub(super) size: [u16; 2],
    /// A rectangle that contains every solid pixel. It may be larger than their bounding box.
    pub(super) solid: Frame,
    /// The numbers of columns and rows between the sides of `solid` and the left, top, right and bottom edge of the mask, at most 255 each.
    /// They are stored because a borrowed [`Mask`] needs them.
    pub(super) margins: [u8; 4],
    /// The rectangle `solid` as it was before the mask was last inverted; `None` if the mask has changed since. A second inversion restores
    /// it instead of searching the mask for it.
    pub(super) inverse: Option<Frame>,
    pub(super) words: Vec<u64>,
}

/// A list of zeros. A short list is written element by element, which is faster than requesting zeroed memory from the allocator.
pub(super) fn zeros(count: usize) -> Vec<u64> {
    const MAX_WRITTEN: usize = 128;
    if count > MAX_WRITTEN {
        return vec![0; count];
    }
    let mut words = Vec::with_capacity(count);
    words.extend(core::iter::repeat_n(0, count));
    words
}

impl PartialEq for MaskBuf {
    fn eq(&self, other: &Self) -> bool {
        self.as_mask() == other.as_mask()
    }
}

impl Eq for MaskBuf {}

impl MaskBuf {
    /// Creates a mask of a width and height in pixels. No pixel is solid.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert!(MaskBuf::new([100, 100]).as_mask().is_empty());
    /// ```
    #[must_use]
    pub fn new(size: [u16; 2]) -> Self {
        let solid = Frame::EMPTY;
        let words = zeros(stripes(size[0]) * usize::from(size[1]));
        Self { size, solid, margins: solid.margins(size), inverse: None, words }
    }

    /// Creates a mask of a width and height from a function that returns whether the pixel in a column and a row is solid.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let checks = MaskBuf::from_fn([4, 2], |i, j| (i + j) % 2 == 0);
    /// assert_eq!(checks.to_rows(), ["#.#.", ".#.#"]);
    /// ```
    #[must_use]
    pub fn from_fn(size: [u16; 2], mut solid: impl FnMut(u16, u16) -> bool) -> Self {
        let mut mask = Self::new(size);
        for j in 0..size[1] {
            for i in 0..size[0] {
                if solid(i, j) {
                    *mask.word(usize::from(i / 64), j) |= 1 << (i % 64);
                }
            }
        }
        mask.update_bounds();
        mask
    }

    /// Creates a mask of a width and height from its words, in the order of [`Mask::new`]: for each stripe of 64 columns, one word per row,
    /// with the leftmost pixel in the lowest bit. `None` if the number of words is wrong, or if a bit is set that would be a pixel right of
    /// the mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_words([3, 2], vec![0b011, 0b100]).unwrap().to_rows(), ["##.", "..#"]);
    /// assert!(MaskBuf::from_words([3, 1], vec![0b1000]).is_none() && MaskBuf::from_words([3, 1], vec![]).is_none());
    /// ```
    #[must_use]
    pub fn from_words(size: [u16; 2], words: Vec<u64>) -> Option<Self> {
        let fits = words.len() == stripes(size[0]) * usize::from(size[1]);
        let mut mask = Self { size, solid: Frame::EMPTY, margins: [0; 4], inverse: None, words };
        let MaskWords { last, columns: inside, .. } = mask.all_words();
        let columns = last.iter().fold(0, |all, word| all | word);
        if !fits || columns & !inside != 0 {
            return None;
        }
        if size[0] > 64 {
            mask.update_bounds();
        } else {
            mask.set_bounds(Mask::bounds_of_rows(&mask.words, 0, columns).unwrap_or(Frame::EMPTY));
        }
        Some(mask)
    }

    /// Creates a mask from rows of text: `#` is a solid pixel, and every other character is an empty pixel. The mask is as wide as the
    /// longest row. `None` if there are more than 65535 rows or columns.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_rows(["#", ".#"]).unwrap().as_mask().size(), [2, 2]);
    /// ```
    #[must_use]
    pub fn from_rows<'r>(rows: impl IntoIterator<Item = &'r str> + Clone) -> Option<Self> {
        let mut width = 0;
        let mut height = 0u16;
        for row in rows.clone() {
            width = width.max(u16::try_from(row.chars().count()).ok()?);
            height = height.checked_add(1)?;
        }
        let mut mask = Self::new([width, height]);
        for (j, row) in rows.into_iter().enumerate() {
            for (i, _) in row.chars().enumerate().filter(|(_, c)| *c == '#') {
                mask.set(i as u16, j as u16, true);
            }
        }
        Some(mask)
    }

    /// The mask as rows of text, with `#` for solid pixels and `.` for empty pixels.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_fn([3, 1], |i, _| i != 1).to_rows(), ["#.#"]);
    /// ```
    #[must_use]
    pub fn to_rows(&self) -> Vec<alloc::string::String> {
        let text = |j| (0..self.size[0]).map(|i| if self.as_mask().get(i, j) { '#' } else { '.' }).collect();
        (0..self.size[1]).map(text).collect()
    }

    /// Borrows the words as a [`Mask`]. All tests are methods of `Mask`.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// assert_eq!(MaskBuf::from_fn([3, 1], |i, _| i != 1).as_mask().count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_mask(&self) -> Mask<'_> {
        Mask::from_valid(self.size, self.margins, &self.words)
    }

    /// Makes the pixel in column `i` and row `j` solid or not. Does nothing if the pixel is outside the mask.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::new([1, 1]);
    /// mask.set(0, 0, true);
    /// mask.set(9, 9, true);
    /// assert_eq!(mask.to_rows(), ["#"]);
    /// ```
    pub fn set(&mut self, i: u16, j: u16, solid: bool) {
        if i >= self.size[0] || j >= self.size[1] {
            return;
        }
        let word = self.word(usize::from(i / 64), j);
        if solid {
            *word |= 1 << (i % 64);
            self.set_bounds(self.solid.union(Frame { min: [i, j], max: [i + 1, j + 1] }));
        } else {
            *word &= !(1 << (i % 64));
            self.inverse = None;
        }
    }

    /// Makes all pixels of a box solid or not. The box covers the columns and rows from its minimum corner up to, but not including, its
    /// maximum corner; pixels outside the mask are ignored.
    ///
    /// ```
    /// use bumper::{Aabb, MaskBuf};
    /// let mut mask = MaskBuf::new([4, 2]);
    /// mask.fill(&Aabb::new([1, 1], [9, 9]), true);
    /// assert_eq!(mask.to_rows(), ["....", ".###"]);
    /// ```
    pub fn fill(&mut self, area: &Aabb<i32, 2>, solid: bool) {
        let inside = |axis: usize, end: i32| end.clamp(0, self.size[axis].into()) as u16;
        let corner = |ends: crate::Vector<i32, 2>| [inside(0, ends[0]), inside(1, ends[1])];
        let frame = Frame { min: corner(area.min()), max: corner(area.max()) };
        if frame.width() == 0 || frame.height() == 0 {
            return;
        }
        let height = usize::from(self.size[1]);
        for k in frame.stripes() {
            let columns = frame.columns_of(k);
            let words = &mut self.words[k * height..][usize::from(frame.min[1])..usize::from(frame.max[1])];
            match (solid, columns == u64::MAX) {
                (_, true) => words.fill(if solid { u64::MAX } else { 0 }),
                (true, _) => words.iter_mut().for_each(|word| *word |= columns),
                (false, _) => words.iter_mut().for_each(|word| *word &= !columns),
            }
        }
        if solid {
            self.set_bounds(self.solid.union(frame));
        }
        self.inverse = None;
    }

    /// Makes all pixels solid or not.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mut mask = MaskBuf::from_rows(["#.", ".#"]).unwrap();
    /// mask.fill_all(true);
    /// assert_eq!(mask.to_rows(), ["##", "##"]);
    /// mask.fill_all(false);
    /// assert!(mask.as_mask().is_empty());
    /// ```
    #[doc(alias("clear"))]
    #[inline]
    pub fn fill_all(&mut self, solid: bool) {
        // Nothing changes if the mask has no pixels, or if a mask without solid pixels is to be cleared.
        if self.words.is_empty() || !solid && self.solid.width() == 0 {
            return;
        }
        let size = self.size;
        if size[0] > 64 {
            return self.fill_stripes(solid);
        }
        // A mask with a single stripe is filled here, which is faster than a call of `fill_stripes`.
        let row = if solid { below(size[0].into()) } else { 0 };
        self.words.iter_mut().for_each(|word| *word = row);
        self.set_bounds(if solid { Frame { min: [0; 2], max: size } } else { Frame::EMPTY });
    }

    /// Makes all pixels solid or not, for a mask of more than 64 columns. See [`fill_all`](Self::fill_all).
    fn fill_stripes(&mut self, solid: bool) {
        let before = self.solid;
        let size = self.size;
        if solid {
            let MaskWords { words, last, columns } = self.all_words();
            words.fill(u64::MAX);
            last.fill(columns);
        } else {
            // Only the rows and stripes that may contain solid pixels are cleared.
            let stripes = before.stripes();
            let height = usize::from(size[1]);
            let from = stripes.start * height + usize::from(before.min[1]);
            let to = (stripes.end - 1) * height + usize::from(before.max[1]);
            self.words[from..to].fill(0);
        }
        self.set_bounds(if solid { Frame { min: [0; 2], max: size } } else { Frame::EMPTY });
    }

    /// Stores a rectangle that contains every solid pixel, and the widths of the empty borders around it. Called after a change of the
    /// mask. So it also clears `inverse`, which is only valid for the mask before that change.
    #[inline]
    pub(super) fn set_bounds(&mut self, solid: Frame) {
        self.solid = solid;
        self.margins = solid.margins(self.size);
        self.inverse = None;
    }

    /// Replaces the stored rectangle `solid` by the bounding box of the solid pixels.
    pub(super) fn update_bounds(&mut self) {
        let mask = Mask::from_valid(self.size, [0; 4], &self.words);
        self.set_bounds(mask.tight().unwrap_or(Frame::EMPTY));
    }

    /// Mutable access to all words. Those of the last stripe are apart from the others, because the stripe may have unused columns.
    pub(super) fn all_words(&mut self) -> MaskWords<'_> {
        let last = self.words.len().saturating_sub(self.size[1].into());
        let (words, last) = self.words.split_at_mut(last);
        MaskWords { words, last, columns: below((u32::from(self.size[0]) + 63) % 64 + 1) }
    }

    /// The word of row `j` in a stripe.
    fn word(&mut self, stripe: usize, j: u16) -> &mut u64 {
        &mut self.words[stripe * usize::from(self.size[1]) + usize::from(j)]
    }
}

/// The words of a mask.
pub(super) struct MaskWords<'a> {
    /// The words of all stripes but the last.
    pub(super) words: &'a mut [u64],
    /// The words of the last stripe.
    pub(super) last: &'a mut [u64],
    /// A bit for each column of the last stripe, which may have fewer than 64 columns. The other bits must stay zero in all words of
    /// the last stripe.
    pub(super) columns: u64,
}

impl Mask<'_> {
    /// Copies the mask into a mask that owns its words.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().to_buf().to_rows(), ["#.#"]);
    /// ```
    #[must_use]
    pub fn to_buf(&self) -> MaskBuf {
        MaskBuf {
            size: self.size,
            solid: self.solid(),
            margins: self.margins,
            inverse: None,
            words: self.words.to_vec(),
        }
    }
}
