//! Masks created from colours, resized masks, and tracing of boundary pixels.

use super::buf::zeros;
use super::{Frame, Mask, MaskBuf};
use alloc::vec::Vec;

/// The offsets of the neighbours of a pixel, clockwise on the screen, starting with the one on the right.
const NEIGHBOURS: [[i16; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Finds the source pixel of each pixel when a row or column is resized from `old` to `new` pixels. The source pixel of pixel k is the one
/// that contains the center of k; its index is (2 k + 1) · `old` / (2 · `new`), rounded down. To avoid divisions, which are slow,
/// [`next`](Self::next) adds the exact increment to the quotient and the remainder of the pixel before.
struct CenterPositions {
    /// The index of the source pixel that the next call of `next` returns.
    index: u32,
    /// The remainder of the division by `denominator` that gives `index`.
    remainder: u32,
    /// The increments of `index` and `remainder` from one pixel to the next.
    step: [u32; 2],
    denominator: u32,
}

impl CenterPositions {
    fn new(old: u16, new: u16) -> Self {
        let old = u32::from(old);
        let denominator = 2 * u32::from(new.max(1));
        Self {
            index: old / denominator,
            remainder: old % denominator,
            step: [2 * old / denominator, 2 * old % denominator],
            denominator,
        }
    }

    fn next(&mut self) -> usize {
        let index = self.index;
        self.index += self.step[0];
        self.remainder += self.step[1];
        if self.remainder >= self.denominator {
            self.index += 1;
            self.remainder -= self.denominator;
        }
        index as usize
    }
}

impl MaskBuf {
    /// Creates the mask of the pixels whose colour differs from `color` by at most `threshold` in each channel. The pixels are given row by
    /// row from the top left corner; missing pixels are not solid.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let picture = [[255, 0, 0, 255], [250, 4, 0, 255], [0, 0, 255, 255]];
    /// let red = MaskBuf::from_color([3, 1], picture, [255, 0, 0, 255], [8; 4]);
    /// assert_eq!(red.to_rows(), ["##."]);
    /// ```
    #[doc(alias("from_threshold", "from_surface", "color_key"))]
    #[must_use]
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
    /// Scales the mask to another width and height. A pixel of the result is solid if its center falls on a solid pixel of this mask; a
    /// center on the border of two pixels belongs to the pixel on the right or below. If this mask is empty or has no pixels, so is the
    /// result.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows(["#.", ".#"]).unwrap();
    /// assert_eq!(mask.as_mask().resized([3, 4]).to_rows(), ["#..", "#..", ".##", ".##"]);
    /// ```
    #[doc(alias("scale"))]
    #[must_use]
    pub fn resized(&self, size: [u16; 2]) -> MaskBuf {
        let size_before = self.size();
        if self.solid() == Frame::EMPTY || size_before.contains(&0) {
            return MaskBuf::new(size);
        }
        let height = usize::from(size_before[1]);
        let rows = usize::from(size[1]);
        let mut words = zeros(usize::from(size[0]).div_ceil(64) * rows);
        let mut across = CenterPositions::new(size_before[0], size[0]);
        for (k, words) in words.chunks_mut(rows.max(1)).enumerate() {
            // For each column of this stripe of the result, the source column in this mask.
            let wide = (usize::from(size[0]) - k * 64).min(64);
            let mut columns = [0; 64];
            columns[..wide].iter_mut().for_each(|column| *column = across.next());
            let mut down = CenterPositions::new(size_before[1], size[1]);
            for word in words {
                let row = down.next();
                let solid = |column: usize| self.words()[column / 64 * height + row] >> (column % 64) & 1;
                // Each step moves the pixels that are already in the word up by one bit. So the columns are processed from right to left,
                // and the leftmost pixel ends in the lowest bit.
                *word = columns[..wide].iter().rev().fold(0, |word, &column| word << 1 | solid(column));
            }
        }
        MaskBuf::from_words(size, words).unwrap_or_else(|| MaskBuf::new(size))
    }

    /// The pixels of the outer boundary of one connected part, in the order of a walk around the part, clockwise on the screen. The walk
    /// starts at the leftmost solid pixel of the topmost row with solid pixels; other parts are ignored. Pixels that share only a corner
    /// count as connected. A pixel that the walk passes twice is listed twice. Empty if no pixel is solid.
    ///
    /// The algorithm is Moore neighbour tracing. The walk stops before it would repeat its first step.
    ///
    /// ```
    /// use bumper::MaskBuf;
    /// let mask = MaskBuf::from_rows([".#.", "###"]).unwrap();
    /// assert_eq!(mask.as_mask().boundary_pixels(), [[1, 0], [2, 1], [1, 1], [0, 1]]);
    /// ```
    #[doc(alias("outline", "contour"))]
    #[must_use]
    pub fn boundary_pixels(&self) -> Vec<[u16; 2]> {
        let Some(start) = self.first() else { return Vec::new() };
        // The search for a neighbour goes clockwise. The pixels to the left of the start and in the row above it are not solid, so the
        // search begins after the left neighbour (direction 4).
        let Some(first) = self.next_neighbour(start, 4) else { return alloc::vec![start] };
        let [w, h] = self.size();
        let mut boundary = Vec::with_capacity(2 * (usize::from(w) + usize::from(h)));
        let mut at = start;
        let mut next = first;
        // The walk leaves no pixel twice in the same direction, so it makes at most eight steps per pixel. This bounds the loop.
        for _ in 0..8 * u64::from(w) * u64::from(h) {
            // The inner loop walks along a straight line of boundary pixels. While the CPU predicts correctly that the direction stays the
            // same, it can begin the next step before the search for the current one has ended.
            let direction = next;
            let [i, j] = NEIGHBOURS[direction as usize];
            loop {
                boundary.push(at);
                // The next pixel is solid, so it is inside the mask, and adding the offset to its column and row does not wrap.
                at = [at[0].wrapping_add_signed(i), at[1].wrapping_add_signed(j)];
                // The search for the next neighbour goes clockwise and begins after the previous pixel of the walk.
                next = self.next_neighbour(at, (direction + 4) % 8).unwrap_or(first);
                if next != direction {
                    break;
                }
            }
            if at == start && next == first {
                break;
            }
        }
        boundary
    }

    /// The column and row of the leftmost solid pixel in the topmost row with solid pixels.
    fn first(&self) -> Option<[u16; 2]> {
        let solid = self.solid();
        let height = usize::from(self.size()[1]);
        (solid.min[1]..solid.max[1]).find_map(|j| {
            let mut words = solid.stripes().map(|k| (k, self.words()[k * height + usize::from(j)]));
            let (k, word) = words.find(|(_, word)| *word != 0)?;
            Some([k as u16 * 64 + word.trailing_zeros() as u16, j])
        })
    }

    /// The direction of the next solid neighbour of a pixel, in clockwise order after the direction `after`. Directions are indices into
    /// [`NEIGHBOURS`]. `None` if no neighbour is solid.
    #[inline]
    fn next_neighbour(&self, at: [u16; 2], after: u32) -> Option<u32> {
        let ahead = self.solid_neighbours(at).rotate_right(after + 1);
        (ahead != 0).then(|| (after + 1 + ahead.trailing_zeros()) % 8)
    }

    /// The solid neighbours of a pixel as bits: bit k for the neighbour k of [`NEIGHBOURS`].
    #[inline]
    fn solid_neighbours(&self, [x, y]: [u16; 2]) -> u8 {
        let k = usize::from(x / 64);
        let at = x % 64;
        let j = usize::from(y);
        let first = k * usize::from(self.size()[1]) + j;
        // The 3 by 3 pixels around the pixel: three bits for each of the rows above, at and below it. In each row, the lowest bit is the
        // pixel to the left, then the one in the same column, then the one to the right.
        let (above, middle, below) = match self.words().get(first.wrapping_sub(1)..first + 2) {
            Some([above, middle, below])
                if (1..63).contains(&at) && (1..self.size()[1].saturating_sub(1)).contains(&y) =>
            {
                let three = |row: &u64| (row >> (at - 1)) as u8 & 7;
                (three(above), three(middle), three(below))
            }
            // A pixel at an edge of its stripe or of the mask has neighbours in another stripe or outside the mask.
            _ => {
                let size_before = self.stripe(k);
                let word = |stripe: &[u64], j: usize| stripe.get(j).copied().unwrap_or(0);
                let three = |j: usize| {
                    let three = match at {
                        0 => {
                            word(size_before, j) << 1
                                | k.checked_sub(1).map_or(0, |k| word(self.stripe(k), j) >> 63)
                        }
                        63 => word(size_before, j) >> 62 | word(self.stripe(k + 1), j) << 2,
                        _ => word(size_before, j) >> (at - 1),
                    };
                    three as u8 & 7
                };
                (three(j.wrapping_sub(1)), three(j), three(j + 1))
            }
        };
        // Arranges the bits clockwise: the right neighbour, the row below from right to left, the left neighbour, the row above from left
        // to right.
        let below = below >> 1 & 2 | below << 1 & 4 | below << 3 & 8;
        middle >> 2 | below | middle << 4 & 16 | above << 5
    }
}
