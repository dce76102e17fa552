//! Pixel masks: which pixels of a picture are solid, 64 of them a word.
//!
//! A [`Mask`] borrows its words, which may lie in read-only memory; [`MaskBuf`] (feature `alloc`) owns them and can be
//! drawn into. Both know nothing of coordinates: two masks are tested at an offset in whole pixels. A [`Sprite`] is a mask
//! placed among other shapes, with which it takes part in every query.
//!
//! Pixel (i, j) is the closed unit square from (i, j) to (i + 1, j + 1), rows going down the screen. Two pixels overlap where
//! they are the same one. The words come in stripes, 64 columns wide: first the words of all rows of the first stripe, then
//! those of the next. Pixel (i, j) is bit i mod 64, from the lowest, of word j of stripe i / 64.
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
mod buf;
#[cfg(feature = "alloc")]
mod cover;
#[cfg(feature = "alloc")]
mod fit;
#[cfg(feature = "alloc")]
mod image;
#[cfg(feature = "alloc")]
mod inside;
#[cfg(feature = "alloc")]
mod merge;
mod moments;
mod ones;
#[cfg(feature = "alloc")]
mod outline;
mod overlap;
pub(crate) mod sprite;

use crate::Aabb;

#[cfg(feature = "alloc")]
pub use buf::MaskBuf;
#[cfg(feature = "alloc")]
pub use outline::Outline;
pub use sprite::Sprite;

/// The pixels of a picture that are solid, in borrowed words.
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
    /// How many columns and rows at the left, top, right and bottom have no solid pixel; 255 stands for more. Tests do not
    /// look at them. In bytes, so that a `Shape` with a mask is hardly larger than others.
    margins: [u8; 4],
    words: &'a [u64],
}

/// A rectangle of pixels: the first column and row, and those after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) min: [u16; 2],
    pub(crate) max: [u16; 2],
}

impl Frame {
    const EMPTY: Self = Self { min: [0; 2], max: [0; 2] };

    /// That of a pixel.
    pub(crate) fn of_pixel([i, j]: [u16; 2]) -> Self {
        Self { min: [i, j], max: [i.saturating_add(1), j.saturating_add(1)] }
    }

    /// How far it is from the edges of a mask of a size, up to 255.
    const fn margins(&self, size: [u16; 2]) -> [u8; 4] {
        const fn byte(margin: u16) -> u8 {
            if margin > 255 { 255 } else { margin as u8 }
        }
        let (min, max) = (self.min, self.max);
        [byte(min[0]), byte(min[1]), byte(size[0] - max[0]), byte(size[1] - max[1])]
    }

    pub(crate) fn width(&self) -> u16 {
        self.max[0] - self.min[0]
    }

    pub(crate) fn height(&self) -> u16 {
        self.max[1] - self.min[1]
    }

    /// The stripes that it has columns of.
    fn stripes(&self) -> core::ops::Range<usize> {
        let end = if self.max[0] > self.min[0] { self.max[0] } else { self.min[0] / 64 * 64 };
        usize::from(self.min[0] / 64)..usize::from(end).div_ceil(64)
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn union(self, other: Self) -> Self {
        let least = |k: usize| self.min[k].min(other.min[k]);
        let most = |k: usize| self.max[k].max(other.max[k]);
        match (self.width(), other.width()) {
            (0, _) => other,
            (_, 0) => self,
            _ => Self { min: [least(0), least(1)], max: [most(0), most(1)] },
        }
    }

    /// The frame as two halves across its longer side; of one pixel, itself and nothing.
    pub(crate) fn halves(self) -> [Option<Self>; 2] {
        let axis = usize::from(self.height() > self.width());
        let middle = self.min[axis] + (self.max[axis] - self.min[axis]) / 2;
        if middle == self.min[axis] {
            return [Some(self), None];
        }
        let (mut first, mut second) = (self, self);
        first.max[axis] = middle;
        second.min[axis] = middle;
        [Some(first), Some(second)]
    }

    pub(crate) fn is_pixel(&self) -> bool {
        self.width() == 1 && self.height() == 1
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn area(&self) -> u32 {
        u32::from(self.width()) * u32::from(self.height())
    }

    #[cfg(feature = "alloc")]
    fn of_box(area: &Aabb<i32, 2>) -> Self {
        Self { min: area.min().0.map(|c| c as u16), max: area.max().0.map(|c| c as u16) }
    }

    /// The bits of a word of a stripe that are in the columns of the frame.
    fn columns_of(&self, k: usize) -> u64 {
        let place = |end: u16| u32::from(end).saturating_sub(k as u32 * 64).min(64);
        bits(place(self.min[0]), place(self.max[0]))
    }

    pub(crate) fn to_box(self) -> Aabb<i32, 2> {
        Aabb::new(self.min.map(i32::from), self.max.map(i32::from))
    }
}

/// How many stripes of 64 columns there are.
const fn stripes(width: u16) -> usize {
    (width as usize).div_ceil(64)
}

/// The lowest bits of a word.
const fn below(end: u32) -> u64 {
    if end >= 64 { u64::MAX } else { (1 << end) - 1 }
}

/// The bits of a word from one to before another, both from 0 to 64.
const fn bits(from: u32, to: u32) -> u64 {
    below(to) & !below(from)
}

impl<'a> Mask<'a> {
    /// A mask of so many pixels across and down, from its words, stripe by stripe. `None` where there are not as many words as
    /// that takes, and where a bit is set beyond the end of a row.
    ///
    /// Looks at every word once; in a `const` the compiler does.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert!(Mask::new([65, 1], &[0, 1]).is_some());
    /// assert!(Mask::new([65, 1], &[0, 2]).is_none() && Mask::new([65, 1], &[0]).is_none());
    /// ```
    pub const fn new(size: [u16; 2], words: &'a [u64]) -> Option<Self> {
        let [width, height] = size;
        if words.len() != stripes(width) * height as usize {
            return None;
        }
        let mut solid = Frame { min: size, max: [0; 2] };
        let mut place = 0;
        while place < words.len() {
            let (k, j) = ((place / height as usize) as u32, (place % height as usize) as u16);
            let word = words[place];
            if word != 0 {
                let (from, to) = (k * 64 + word.trailing_zeros(), k * 64 + 64 - word.leading_zeros());
                if to > width as u32 {
                    return None;
                }
                if from < solid.min[0] as u32 {
                    solid.min[0] = from as u16;
                }
                if to > solid.max[0] as u32 {
                    solid.max[0] = to as u16;
                }
                if j < solid.min[1] {
                    solid.min[1] = j;
                }
                if j >= solid.max[1] {
                    solid.max[1] = j + 1;
                }
            }
            place += 1;
        }
        if solid.max[0] == 0 {
            solid = Frame::EMPTY;
        }
        Some(Self { size, margins: solid.margins(size), words })
    }

    /// Words that are known to be right, and margins without a solid pixel.
    #[cfg(feature = "alloc")]
    #[inline]
    fn known(size: [u16; 2], margins: [u8; 4], words: &'a [u64]) -> Self {
        Self { size, margins, words }
    }

    /// How many pixels it has across and down.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().size(), [3, 1]);
    /// ```
    #[inline]
    pub const fn size(&self) -> [u16; 2] {
        self.size
    }

    /// All words, stripe by stripe.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().words(), [0b101]);
    /// ```
    #[inline]
    pub const fn words(&self) -> &'a [u64] {
        self.words
    }

    /// The words of a stripe of 64 columns, one a row; none where there is no such stripe.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([65, 2], &[0b101, 0b111, 0, 1]).unwrap();
    /// assert_eq!(mask.stripe(1), [0, 1]);
    /// ```
    #[inline]
    pub fn stripe(&self, k: usize) -> &'a [u64] {
        let height = usize::from(self.size[1]);
        self.words.get(k * height..(k + 1) * height).unwrap_or_default()
    }

    /// Whether a pixel is solid; those outside are not.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([3, 1], &[0b101]).unwrap();
    /// assert!(mask.get(0, 0) && !mask.get(1, 0) && mask.get(2, 0) && !mask.get(3, 0));
    /// ```
    #[inline]
    pub fn get(&self, i: u16, j: u16) -> bool {
        self.stripe(usize::from(i / 64)).get(usize::from(j)).is_some_and(|word| word >> (i % 64) & 1 == 1)
    }

    /// How many pixels are solid.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert_eq!(Mask::new([3, 1], &[0b101]).unwrap().count(), 2);
    /// ```
    pub fn count(&self) -> u32 {
        ones::count([self.words], |[word]| word)
    }

    /// Whether no pixel is solid.
    ///
    /// ```
    /// use bumper::Mask;
    /// assert!(Mask::new([3, 1], &[0]).unwrap().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        !self.any_in(self.solid())
    }

    /// The smallest box around all solid pixels, by the lines between pixels; `None` where there is none.
    ///
    /// ```
    /// use bumper::{Aabb, Mask};
    /// assert_eq!(Mask::new([4, 1], &[0b0100]).unwrap().bounds(), Some(Aabb::new([2, 0], [3, 1])));
    /// ```
    pub fn bounds(&self) -> Option<Aabb<i32, 2>> {
        self.tight().map(Frame::to_box)
    }

    /// The smallest frame around all solid pixels. Looks at the first and the last stripe that have any, and in those between only
    /// at rows above and below what is known to be solid.
    pub(crate) fn tight(&self) -> Option<Frame> {
        let Frame { min: [_, mut top], max: [_, mut bottom] } = self.solid();
        let mut stripes = self.solid().stripes();
        let columns = |k: usize| {
            let words = &self.stripe(k)[usize::from(top)..usize::from(bottom).max(top.into())];
            words.iter().fold(0, |all, word| all | word)
        };
        let (first, of_first) = stripes.by_ref().map(|k| (k, columns(k))).find(|(_, all)| *all != 0)?;
        let (last, of_last) =
            stripes.rev().map(|k| (k, columns(k))).find(|(_, all)| *all != 0).unwrap_or((first, of_first));
        let row = |j: u16| (first..=last).any(|k| self.stripe(k)[usize::from(j)] != 0);
        while !row(top) {
            top += 1;
        }
        while !row(bottom - 1) {
            bottom -= 1;
        }
        let left = first as u16 * 64 + of_first.trailing_zeros() as u16;
        let right = last as u16 * 64 + (64 - of_last.leading_zeros() as u16);
        Some(Frame { min: [left, top], max: [right, bottom] })
    }

    /// A frame that holds every solid pixel.
    #[inline]
    pub(crate) fn solid(&self) -> Frame {
        let [left, top, right, bottom] = self.margins.map(u16::from);
        // No two of them are more than the size together.
        Frame { min: [left, top], max: [self.size[0] - right, self.size[1] - bottom] }
    }

    /// Whether a frame, within the mask, holds a solid pixel.
    pub(crate) fn any_in(&self, frame: Frame) -> bool {
        let rows = usize::from(frame.min[1])..usize::from(frame.max[1]).max(frame.min[1].into());
        frame.stripes().any(|k| {
            let columns = frame.columns_of(k);
            self.stripe(k)[rows.clone()].iter().any(|word| word & columns != 0)
        })
    }

    /// The solid pixels of a row side by side: the first column of each run, and the one after its last.
    ///
    /// ```
    /// use bumper::Mask;
    /// let mask = Mask::new([6, 1], &[0b110011]).unwrap();
    /// assert_eq!(mask.runs(0).collect::<Vec<_>>(), [[0, 2], [4, 6]]);
    /// ```
    pub fn runs(&self, j: u16) -> impl Iterator<Item = [u16; 2]> + use<'a> {
        let (mask, end) = (*self, stripes(self.size[0]) as u32 * 64);
        // The first bit from a place on that is set, or that is not.
        let next = move |from: u32, set: bool| {
            let flip = if set { 0 } else { u64::MAX };
            let mut place = from;
            while place < end {
                let word =
                    mask.stripe((place / 64) as usize).get(usize::from(j)).copied().unwrap_or_default();
                let rest = (word ^ flip) >> (place % 64);
                if rest != 0 {
                    return place + rest.trailing_zeros();
                }
                place = (place / 64 + 1) * 64;
            }
            end
        };
        let mut place = 0;
        core::iter::from_fn(move || {
            let from = next(place, true);
            (from < end).then(|| {
                place = next(from, false);
                [from as u16, place as u16]
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
