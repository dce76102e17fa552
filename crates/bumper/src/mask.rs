//! Pixel masks: one bit for each pixel of a picture, 64 pixels per word.
//!
//! A [`Mask`] borrows its words, which may lie in read-only memory. A [`MaskBuf`] (feature `alloc`) owns its words and can be drawn into.
//! Masks have no position: two masks are tested at an offset in whole pixels. A [`Sprite`] is a mask with a position; every query accepts a
//! sprite as a shape.
//!
//! Pixel (i, j) is the closed unit square from (i, j) to (i + 1, j + 1) in column i and row j; rows go down the screen. Two masks overlap
//! if they have a common solid pixel; pixels that only touch do not count.
//!
//! The pixels are stored as the bits of 64-bit words. The columns are divided into stripes of 64 columns; the last stripe is filled up with
//! unused bits. One word holds the pixels of one row in one stripe, the leftmost pixel in the lowest bit. The words are stored stripe by
//! stripe: first the words of all rows of the first stripe, then those of the next. So pixel (i, j) of a mask with h rows is bit i mod 64
//! of the word with the index ⌊i / 64⌋ · h + j. A mask of up to 64 columns has one word per row.
//!
//! ```
//! use bumper::{Mask, MaskBuf};
//!
//! // An arrow, as a program keeps it in read-only memory.
//! const ARROW: Mask = Mask::new([5, 3], &[0b01000, 0b11111, 0b01000]).unwrap();
//! assert!(ARROW.overlaps(&ARROW, [4, 0]));
//! assert!(!ARROW.overlaps(&ARROW, [2, 2]));
//!
//! let same = MaskBuf::from_rows(["...#.", "#####", "...#."]).unwrap();
//! assert_eq!(same.as_mask(), ARROW);
//! ```

#[cfg(feature = "alloc")]
mod box_cover;
#[cfg(feature = "alloc")]
mod buf;
#[cfg(feature = "alloc")]
mod combine;
#[cfg(feature = "alloc")]
mod components;
#[cfg(feature = "alloc")]
mod fit;
mod frame;
#[cfg(feature = "alloc")]
mod image;
mod moments;
#[cfg(feature = "alloc")]
mod outline;
mod overlap;
mod popcount;
#[cfg(feature = "alloc")]
mod rasterize;
mod rows;
pub(crate) mod sprite;
#[cfg(feature = "alloc")]
mod tile_counts;
#[cfg(feature = "alloc")]
mod transform;

use crate::Aabb;

#[cfg(feature = "alloc")]
pub use buf::MaskBuf;
pub(crate) use frame::Frame;
#[cfg(feature = "alloc")]
pub use outline::Outline;
pub use sprite::Sprite;

/// A bit mask that marks the solid pixels of a picture. The words that hold the bits are borrowed.
///
/// ```
/// use bumper::{Aabb, Mask};
/// let mask = Mask::new([3, 2], &[0b011, 0b000]).unwrap();
/// assert!(mask.get(1, 0) && !mask.get(2, 0) && !mask.get(9, 9));
/// assert_eq!(mask.bounds(), Some(Aabb::new([0, 0], [2, 1])));
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias("bitmask", "pixel_perfect", "collide_mask"))]
pub struct Mask<'a> {
    size: [u16; 2],
    /// The number of columns or rows at the left, top, right and bottom edge of the mask, in this order, that certainly have no solid
    /// pixel. Tests of two masks skip these columns and rows. Each number is at most 255, and so fits into a byte, which keeps a `Shape`
    /// that contains a mask small.
    margins: [u8; 4],
    words: &'a [u64],
}

/// The number of stripes, of 64 columns each, of a mask with the given width.
const fn stripes(width: u16) -> usize {
    (width as usize).div_ceil(64)
}

const fn smaller(a: u16, b: u16) -> u16 {
    if a < b { a } else { b }
}

const fn larger(a: u16, b: u16) -> u16 {
    if a > b { a } else { b }
}

/// A word with the lowest `end` bits set; all bits if `end` is 64 or more.
const fn below(end: u32) -> u64 {
    if end >= 64 { u64::MAX } else { (1 << end) - 1 }
}

impl<'a> Mask<'a> {
    /// Creates a mask of a width and height in pixels from its words. A mask of up to 64 columns has one word per row, from top to bottom,
    /// with the leftmost pixel in the lowest bit. A wider mask is a list of stripes of 64 columns: first the words of all rows of the
    /// leftmost stripe, then those of the next stripe, and so on. A mask of w columns and h rows thus has ⌈w / 64⌉ · h words.
    ///
    /// `None` if the number of words is different, or if one of the unused bits of the last stripe is set, which would be a pixel right of
    /// the mask.
    ///
    /// Reads every word once to check it. In a `const` item, this happens at compile time.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert!(Mask::new([65, 1], &[0, 1]).is_some());
    /// assert!(Mask::new([65, 1], &[0, 2]).is_none() && Mask::new([65, 1], &[0]).is_none());
    /// ```
    #[must_use]
    pub const fn new(size: [u16; 2], words: &'a [u64]) -> Option<Self> {
        let [width, height] = size;
        if words.len() != stripes(width) * height as usize {
            return None;
        }
        let height = height as usize;
        let mut solid = Frame { min: size, max: [0; 2] };
        let mut k = 0;
        while k < stripes(width) {
            // `columns` becomes the bitwise OR of all words of stripe `k`, so it has a bit for each column of the stripe that contains a
            // solid pixel.
            let start = k * height;
            let mut columns = 0;
            let mut j = 0;
            while j < height {
                columns |= words[start + j];
                j += 1;
            }
            if columns != 0 {
                let left = k as u32 * 64;
                let from = left + columns.trailing_zeros();
                let to = left + 64 - columns.leading_zeros();
                if to > width as u32 {
                    return None;
                }
                let mut top = 0;
                let mut bottom = height;
                while words[start + top] == 0 {
                    top += 1;
                }
                while words[start + bottom - 1] == 0 {
                    bottom -= 1;
                }
                let rows = [top as u16, bottom as u16];
                solid = Frame {
                    min: [smaller(solid.min[0], from as u16), smaller(solid.min[1], rows[0])],
                    max: [larger(solid.max[0], to as u16), larger(solid.max[1], rows[1])],
                };
            }
            k += 1;
        }
        if solid.max[0] == 0 {
            solid = Frame::EMPTY;
        }
        Some(Self { size, margins: solid.margins(size), words })
    }

    /// Creates a mask without checking its words or its `margins` (see the field). The caller guarantees that they are valid.
    #[cfg(feature = "alloc")]
    #[inline]
    fn from_valid(size: [u16; 2], margins: [u8; 4], words: &'a [u64]) -> Self {
        Self { size, margins, words }
    }

    /// The width and the height of the mask in pixels.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().size(), [3, 1]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn size(&self) -> [u16; 2] {
        self.size
    }

    /// All 64-bit words of the mask: the words of the first stripe of 64 columns from top to bottom, then the words of the next stripe, and
    /// so on. In each word, the leftmost pixel is the lowest bit. Unused bits of the last stripe are zero.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().words(), [0b101]);
    /// ```
    #[inline]
    #[must_use]
    pub const fn words(&self) -> &'a [u64] {
        self.words
    }

    /// The words of stripe `k`, one word per row. The stripe consists of the columns from 64 · `k` to 64 · `k` + 63. Empty if there is no
    /// such stripe.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([65, 2], &[0b101, 0b111, 0, 1]).unwrap();
    /// assert_eq!(mask.stripe(1), [0, 1]);
    /// ```
    #[inline]
    #[must_use]
    pub fn stripe(&self, k: usize) -> &'a [u64] {
        let height = usize::from(self.size[1]);
        self.words.get(k * height..(k + 1) * height).unwrap_or_default()
    }

    /// Whether the pixel in column `i` and row `j` is solid. Pixels outside the mask are not solid.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([3, 1], &[0b101]).unwrap();
    /// assert!(mask.get(0, 0) && !mask.get(1, 0) && mask.get(2, 0) && !mask.get(3, 0));
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, i: u16, j: u16) -> bool {
        self.stripe(usize::from(i / 64)).get(usize::from(j)).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// The index of the pixel in column `i` and row `j`, row by row: the part that hits on a mask report.
    #[inline]
    pub(crate) fn pixel_index(&self, i: u16, j: u16) -> u32 {
        u32::from(j) * u32::from(self.size[0]) + u32::from(i)
    }

    /// The number of solid pixels.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        match self.words {
            [word] => word.count_ones(),
            words => popcount::count_all(words),
        }
    }

    /// Whether no pixel is solid.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert!(Mask::new([3, 1], &[0]).unwrap().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.any_in(self.solid())
    }

    /// The bounding box of the solid pixels, where pixel (i, j) is the square from (i, j) to (i + 1, j + 1). `None` if no pixel is solid.
    ///
    /// ```
    /// use bumper::{Aabb, Mask};
    /// assert_eq!(Mask::new([4, 1], &[0b0100]).unwrap().bounds(), Some(Aabb::new([2, 0], [3, 1])));
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb<i32, 2>> {
        self.tight().map(Frame::to_box)
    }

    /// The smallest rectangle of pixels that contains every solid pixel; `None` if no pixel is solid. Searches from each edge of the mask
    /// inwards and stops at the first stripe or row with a solid pixel. So the words in the middle of the mask are not read.
    pub(crate) fn tight(&self) -> Option<Frame> {
        let solid = self.solid();
        let [mut top, mut bottom] = [solid.min[1], solid.max[1]].map(usize::from);
        if self.size[0] <= 64 {
            let rows = self.words.get(top..bottom)?;
            return Self::bounds_of_rows(rows, solid.min[1], rows.iter().fold(0, |all, row| all | row));
        }
        let mut stripes = solid.stripes();
        let columns = |k: usize| {
            let words = self.stripe(k).get(top..bottom).unwrap_or_default();
            words.iter().fold(0, |all, word| all | word)
        };
        let mut first = 0;
        let mut of_first = 0;
        while of_first == 0 {
            first = stripes.next()?;
            of_first = columns(first);
        }
        let mut last = first;
        let mut of_last = of_first;
        while let Some(k) = stripes.next_back() {
            let of_stripe = columns(k);
            if of_stripe != 0 {
                last = k;
                of_last = of_stripe;
                break;
            }
        }
        let height = usize::from(self.size[1]);
        let row = |j: usize| (first..last + 1).any(|k| self.words[k * height + j] != 0);
        while !row(top) {
            top += 1;
        }
        while !row(bottom - 1) {
            bottom -= 1;
        }
        let left = first as u16 * 64 + of_first.trailing_zeros() as u16;
        let right = last as u16 * 64 + (64 - of_last.leading_zeros() as u16);
        Some(Frame { min: [left, top as u16], max: [right, bottom as u16] })
    }

    /// Does what [`tight`](Self::tight) does, for a mask with a single stripe (at most 64 columns). `rows` are the consecutive rows that
    /// may have solid pixels, beginning with row `first` of the mask, and `columns` is their bitwise OR. This function exists because, for
    /// small sprites, the loops over stripes in `tight` would take longer than all the rest.
    fn bounds_of_rows(rows: &[u64], first: u16, columns: u64) -> Option<Frame> {
        if columns == 0 {
            return None;
        }
        let top = first + rows.iter().take_while(|row| **row == 0).count() as u16;
        let empty = rows.iter().rev().take_while(|row| **row == 0).count();
        let [left, right] = [columns.trailing_zeros(), 64 - columns.leading_zeros()];
        let bottom = first + (rows.len() - empty) as u16;
        Some(Frame { min: [left as u16, top], max: [right as u16, bottom] })
    }

    /// A rectangle that contains every solid pixel, computed from the stored margins in constant time. It may be larger than the bounding
    /// box of the solid pixels.
    #[inline]
    pub(crate) fn solid(&self) -> Frame {
        let [left, top, right, bottom] = self.margins.map(u16::from);
        // The margins of two opposite edges add up to at most the size of the mask, so the subtractions do not overflow.
        Frame { min: [left, top], max: [self.size[0] - right, self.size[1] - bottom] }
    }

    /// Whether a rectangle inside the mask contains a solid pixel.
    pub(crate) fn any_in(&self, frame: Frame) -> bool {
        let rows = usize::from(frame.min[1])..usize::from(frame.max[1]).max(frame.min[1].into());
        frame.stripes().any(|k| {
            let columns = frame.columns_of(k);
            self.stripe(k)[rows.clone()].iter().any(|word| word & columns != 0)
        })
    }

    /// The runs of solid pixels of row `j`, from left to right: for each run, its first column and the column after its last column.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([6, 1], &[0b110011]).unwrap();
    /// assert_eq!(mask.runs(0).collect::<Vec<_>>(), [[0, 2], [4, 6]]);
    /// ```
    pub fn runs(&self, j: u16) -> impl Iterator<Item = [u16; 2]> + use<'a> {
        let mask = *self;
        let end = stripes(self.size[0]) as u32 * 64;
        // Searches row `j` for the first column at or after `from` whose pixel is solid, or empty if `set` is false. Returns `end` if there
        // is no such column.
        let next = move |from: u32, set: bool| {
            let flip = if set { 0 } else { u64::MAX };
            let mut column = from;
            while column < end {
                let word =
                    mask.stripe((column / 64) as usize).get(usize::from(j)).copied().unwrap_or_default();
                let word = (word ^ flip) >> (column % 64);
                if word != 0 {
                    return column + word.trailing_zeros();
                }
                column = (column / 64 + 1) * 64;
            }
            end
        };
        let mut column = 0;
        core::iter::from_fn(move || {
            let from = next(column, true);
            (from < end).then(|| {
                column = next(from, false);
                [from as u16, column as u16]
            })
        })
    }
}

impl PartialEq for Mask<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.words == other.words
    }
}

impl Eq for Mask<'_> {}
