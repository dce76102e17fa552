//! Masks from pictures and of other sizes, as pictures are drawn.

use super::{Mask, MaskBuf};
use alloc::vec::Vec;

/// The neighbours of a pixel, clockwise on a screen from the one to the right.
const AROUND: [[i16; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

impl MaskBuf {
    /// The pixels of a picture whose colour differs from a given one by no more than a threshold in each channel. Pixels come row
    /// by row from the top left corner; those that are missing are not solid.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let picture = [[255, 0, 0, 255], [250, 4, 0, 255], [0, 0, 255, 255]];
    /// let red = MaskBuf::from_color([3, 1], picture, [255, 0, 0, 255], [8; 4]);
    /// assert_eq!(red.to_rows(), ["##."]);
    /// ```
    #[doc(alias("from_threshold", "from_surface", "color_key"))]
    pub fn from_color(
        size: [u16; 2],
        pixels: impl IntoIterator<Item = [u8; 4]>,
        color: [u8; 4],
        threshold: [u8; 4],
    ) -> Self {
        let mut pixels = pixels.into_iter();
        Self::from_fn(size, |_, _| {
            let near = |pixel: [u8; 4]| (0..4).all(|k| pixel[k].abs_diff(color[k]) <= threshold[k]);
            pixels.next().is_some_and(near)
        })
    }
}

impl Mask<'_> {
    /// The mask drawn at another size: each pixel is the one of the mask that its middle falls on.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["#.", ".#"]).unwrap();
    /// assert_eq!(mask.as_mask().resized([3, 4]).to_rows(), ["#..", "#..", ".##", ".##"]);
    /// ```
    #[doc(alias("scale"))]
    pub fn resized(&self, size: [u16; 2]) -> MaskBuf {
        let own = self.size();
        if own.contains(&0) {
            return MaskBuf::new(size);
        }
        // (2 k + 1) / (2 new) of the old size, rounded down: whole numbers, and within.
        let from = |k: u16, axis: usize| {
            ((2 * u64::from(k) + 1) * u64::from(own[axis]) / (2 * u64::from(size[axis]))) as usize
        };
        let columns: Vec<usize> = (0..size[0]).map(|i| from(i, 0)).collect();
        let (height, rows) = (usize::from(own[1]), usize::from(size[1]));
        let mut words = alloc::vec![0; columns.len().div_ceil(64) * rows];
        for j in 0..size[1] {
            let row = from(j, 1);
            let solid = |column: usize| self.words()[column / 64 * height + row] >> (column % 64) & 1;
            for (k, columns) in columns.chunks(64).enumerate() {
                // A word at a time, the last pixel first: so no bit has to find its place.
                words[k * rows + usize::from(j)] =
                    columns.iter().rev().fold(0, |word, &column| word << 1 | solid(column));
            }
        }
        MaskBuf::from_words(size, words).unwrap_or_else(|| MaskBuf::new(size))
    }

    /// The solid pixels on the rim of the first part of the mask, in the order of a walk around it, clockwise on a screen: from
    /// the leftmost of its highest row. A pixel that the walk passes twice is there twice.
    ///
    /// The walk looks around each pixel, from where it came on (Moore's neighbourhood), and ends where it would repeat its first
    /// step.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows([".#.", "###"]).unwrap();
    /// assert_eq!(mask.as_mask().rim_pixels(), [[1, 0], [2, 1], [1, 1], [0, 1]]);
    /// ```
    #[doc(alias("outline", "contour"))]
    pub fn rim_pixels(&self) -> Vec<[u16; 2]> {
        let [w, h] = self.size();
        let Some(start) = (0..h).find_map(|j| self.runs(j).next().map(|run| [run[0], j])) else {
            return Vec::new();
        };
        let next = |[x, y]: [u16; 2], back: u32| {
            let ahead = self.around([x, y]).rotate_right(back + 1);
            (ahead != 0).then(|| {
                let way = (back + 1 + ahead.trailing_zeros()) % 8;
                let [i, j] = AROUND[way as usize];
                // A solid pixel, so it is within.
                ([x.wrapping_add_signed(i), y.wrapping_add_signed(j)], way)
            })
        };
        let mut rim = Vec::with_capacity(2 * (usize::from(w) + usize::from(h)));
        rim.push(start);
        // From the left, where nothing is, or from above.
        let Some(first) = next(start, 4) else { return rim };
        let mut step = first;
        // No pixel is left in one direction twice.
        for _ in 0..8 * u64::from(w) * u64::from(h) {
            // The last that was looked at before the step lies a quarter or an eighth of a turn back.
            let back = (step.1 + 4) % 8;
            let (place, _) = step;
            let Some(following) = next(place, back) else { break };
            if place == start && following == first {
                break;
            }
            rim.push(place);
            step = following;
        }
        rim
    }

    /// Which of the neighbours of a pixel are solid, a bit each, in the order of `AROUND`.
    fn around(&self, [x, y]: [u16; 2]) -> u8 {
        let (k, at, j) = (usize::from(x / 64), x % 64, usize::from(y));
        let (own, word) = (self.stripe(k), |stripe: &[u64], j: usize| stripe.get(j).copied().unwrap_or(0));
        // The pixel of a row in this column, those beside it, and nothing else.
        let three = |j: usize| {
            let three = match at {
                0 => word(own, j) << 1 | k.checked_sub(1).map_or(0, |k| word(self.stripe(k), j) >> 63),
                63 => word(own, j) >> 62 | word(self.stripe(k + 1), j) << 2,
                _ => word(own, j) >> (at - 1),
            };
            three as u8 & 7
        };
        let (above, beside, below) = (three(j.wrapping_sub(1)), three(j), three(j + 1));
        // From the right to the left below, and from the left to the right above.
        let below = below >> 1 & 2 | below << 1 & 4 | below << 3 & 8;
        beside >> 2 | below | beside << 4 & 16 | above << 5
    }
}
