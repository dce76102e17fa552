//! Rectangles of pixels. Masks use them to skip regions without solid pixels.

use super::below;
use crate::Aabb;

/// A rectangle of pixels: its first column and row (`min`), and the column and row after its last column and row (`max`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) min: [u16; 2],
    pub(crate) max: [u16; 2],
}

impl Frame {
    /// The rectangle without pixels.
    pub(super) const EMPTY: Self = Self { min: [0; 2], max: [0; 2] };

    /// The rectangle of a single pixel.
    pub(crate) fn of_pixel([i, j]: [u16; 2]) -> Self {
        Self { min: [i, j], max: [i.saturating_add(1), j.saturating_add(1)] }
    }

    /// The distances of the sides of the rectangle from the left, top, right and bottom edge of a mask of a given size, at most 255 each.
    pub(super) const fn margins(&self, size: [u16; 2]) -> [u8; 4] {
        const fn byte(margin: u16) -> u8 {
            if margin > 255 { 255 } else { margin as u8 }
        }
        let min = self.min;
        let max = self.max;
        [byte(min[0]), byte(min[1]), byte(size[0] - max[0]), byte(size[1] - max[1])]
    }

    /// The number of columns of the rectangle.
    pub(crate) fn width(&self) -> u16 {
        self.max[0] - self.min[0]
    }

    /// The number of rows of the rectangle.
    pub(crate) fn height(&self) -> u16 {
        self.max[1] - self.min[1]
    }

    /// The indices of the stripes (of 64 columns each) that contain columns of the rectangle.
    pub(super) fn stripes(&self) -> core::ops::Range<usize> {
        let end = if self.max[0] > self.min[0] { self.max[0] } else { self.min[0] / 64 * 64 };
        usize::from(self.min[0] / 64)..usize::from(end).div_ceil(64)
    }

    /// The smallest rectangle that contains this rectangle and `other`. If one of the two has no columns, the result is the other one.
    #[cfg(feature = "alloc")]
    pub(crate) fn union(self, other: Self) -> Self {
        let min = |k: usize| self.min[k].min(other.min[k]);
        let max = |k: usize| self.max[k].max(other.max[k]);
        match (self.width(), other.width()) {
            (0, _) => other,
            (_, 0) => self,
            _ => Self { min: [min(0), min(1)], max: [max(0), max(1)] },
        }
    }

    /// The two halves of the rectangle, split across its longer side. For a single pixel, the first element is that pixel and the second
    /// is `None`.
    pub(crate) fn halves(self) -> [Option<Self>; 2] {
        let axis = usize::from(self.height() > self.width());
        let middle = self.min[axis] + (self.max[axis] - self.min[axis]) / 2;
        if middle == self.min[axis] {
            return [Some(self), None];
        }
        let mut first = self;
        let mut second = self;
        first.max[axis] = middle;
        second.min[axis] = middle;
        [Some(first), Some(second)]
    }

    pub(crate) fn is_pixel(&self) -> bool {
        self.width() == 1 && self.height() == 1
    }

    /// The number of pixels in the rectangle.
    #[cfg(feature = "alloc")]
    pub(crate) fn area(&self) -> u32 {
        u32::from(self.width()) * u32::from(self.height())
    }

    /// The rectangle of a box whose coordinates fit into 16 bits.
    #[cfg(feature = "alloc")]
    pub(super) fn of_box(area: &Aabb<i32, 2>) -> Self {
        Self { min: area.min().0.map(|c| c as u16), max: area.max().0.map(|c| c as u16) }
    }

    /// A word with a bit set for each column of stripe `k` that belongs to the rectangle.
    pub(super) fn columns_of(&self, k: usize) -> u64 {
        let clamped = |end: u16| u32::from(end).saturating_sub(k as u32 * 64).min(64);
        bits(clamped(self.min[0]), clamped(self.max[0]))
    }

    /// The rectangle moved to the right and down by a number of columns and rows.
    #[cfg(feature = "alloc")]
    pub(super) fn moved(self, by: [u16; 2]) -> Self {
        let clamped = |end: [u16; 2]| [end[0] + by[0], end[1] + by[1]];
        Self { min: clamped(self.min), max: clamped(self.max) }
    }

    /// The rectangle as a box with integer corners.
    pub(crate) fn to_box(self) -> Aabb<i32, 2> {
        Aabb::new(self.min.map(i32::from), self.max.map(i32::from))
    }
}

/// A word with the bits from `from` up to, but not including, `to` set. Both numbers are from 0 to 64.
const fn bits(from: u32, to: u32) -> u64 {
    below(to) & !below(from)
}
