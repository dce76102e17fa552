//! A mask with the number of solid pixels of each tile of 64 by 64 pixels. The counts are updated when pixels are removed.
//!
//! The greedy algorithm of `Mask::boxes` repeatedly clears pixels and counts the solid pixels of large rectangles. For a tile inside such a
//! rectangle, the stored count is used, and its pixels need not be counted again.

use super::{Frame, Mask, MaskBuf};
use alloc::vec;
use alloc::vec::Vec;

/// The width and the height of a tile in pixels. A row of a tile is one word.
const SIDE: u16 = 64;

/// A mask, and the number of solid pixels of each of its tiles of 64 by 64 pixels.
pub(super) struct TileCounts {
    mask: MaskBuf,
    /// The number of solid pixels of each tile. The tiles of a stripe, from top to bottom, are followed by those of the next stripe to the
    /// right.
    counts: Vec<u32>,
    /// The number of tiles in a stripe.
    rows: usize,
}

impl TileCounts {
    /// Copies a mask and counts the solid pixels of its tiles.
    pub(super) fn new(mask: &Mask) -> Self {
        let [width, height] = mask.size();
        let rows = usize::from(height.div_ceil(SIDE));
        let counts = vec![0; usize::from(width.div_ceil(SIDE)) * rows];
        let mut tiles = Self { mask: mask.to_buf(), counts, rows };
        tiles.recount(Frame { min: [0; 2], max: [width, height] });
        tiles
    }

    /// The number of solid pixels in a rectangle.
    pub(super) fn count_in(&self, frame: Frame) -> u32 {
        let mask = self.mask.as_mask();
        let mut sum = 0;
        for (k, row) in tiles(frame) {
            let all = self.counts[k * self.rows + row];
            if all > 0 {
                let tile = tile(k, row, mask.size());
                let common = intersection(frame, tile);
                sum += if common == tile { all } else { mask.count_in(common) };
            }
        }
        sum
    }

    /// Clears the pixels of a rectangle, and updates the counts of its tiles.
    pub(super) fn clear(&mut self, frame: Frame) {
        self.mask.fill(&frame.to_box(), false);
        self.recount(frame);
    }

    /// Recomputes the counts of the tiles that contain pixels of a rectangle.
    fn recount(&mut self, frame: Frame) {
        let mask = self.mask.as_mask();
        for (k, row) in tiles(frame) {
            self.counts[k * self.rows + row] = mask.count_in(tile(k, row, mask.size()));
        }
    }
}

/// The tiles that contain pixels of a rectangle, each as the index of its stripe of 64 columns and its index in the stripe, from the top.
fn tiles(frame: Frame) -> impl Iterator<Item = (usize, usize)> {
    let rows = usize::from(frame.min[1] / SIDE)..usize::from(frame.max[1].div_ceil(SIDE));
    frame.stripes().flat_map(move |k| rows.clone().map(move |row| (k, row)))
}

/// The rectangle of the tile `row` of stripe `k`, clipped to a mask of the given size.
fn tile(k: usize, row: usize, size: [u16; 2]) -> Frame {
    // The right and the lower edge of a tile may be 65536, which does not fit into 16 bits. The addition saturates, and the edge is clipped
    // to the mask in any case.
    let min = [k as u16 * SIDE, row as u16 * SIDE];
    Frame { min, max: [0, 1].map(|axis| min[axis].saturating_add(SIDE).min(size[axis])) }
}

/// The intersection of two rectangles that have a common pixel.
fn intersection(a: Frame, b: Frame) -> Frame {
    Frame { min: [0, 1].map(|k| a.min[k].max(b.min[k])), max: [0, 1].map(|k| a.max[k].min(b.max[k])) }
}
