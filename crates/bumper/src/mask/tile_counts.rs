//! A mask of which pixels are taken away, with the number of solid pixels of each tile of 64 by 64 of them.
//!
//! Large frames are counted again and again while they are almost empty: whole tiles are added up, and empty ones are skipped.

use super::{Frame, Mask, MaskBuf};
use alloc::vec;
use alloc::vec::Vec;

/// The width and height of a tile: a word of a stripe is a row of one.
const SIDE: u16 = 64;

pub(super) struct TileCounts {
    mask: MaskBuf,
    /// The numbers of solid pixels, stripe by stripe.
    counts: Vec<u32>,
    /// The number of tiles of a stripe.
    rows: usize,
}

impl TileCounts {
    pub(super) fn new(mask: &Mask) -> Self {
        let [width, height] = mask.size();
        let rows = usize::from(height.div_ceil(SIDE));
        let counts = vec![0; usize::from(width.div_ceil(SIDE)) * rows];
        let mut tiles = Self { mask: mask.to_buf(), counts, rows };
        tiles.recount(Frame { min: [0; 2], max: [width, height] });
        tiles
    }

    /// How many solid pixels a frame holds.
    pub(super) fn count_in(&self, frame: Frame) -> u32 {
        let mask = self.mask.as_mask();
        let mut sum = 0;
        for (k, row) in tiles(frame) {
            let all = self.counts[k * self.rows + row];
            if all > 0 {
                let tile = tile(k, row, mask.size());
                let common = common(frame, tile);
                sum += if common == tile { all } else { mask.count_in(common) };
            }
        }
        sum
    }

    /// Takes away the pixels of a frame.
    pub(super) fn clear(&mut self, frame: Frame) {
        self.mask.fill(&frame.to_box(), false);
        self.recount(frame);
    }

    /// Counts the tiles of a frame.
    fn recount(&mut self, frame: Frame) {
        let mask = self.mask.as_mask();
        for (k, row) in tiles(frame) {
            self.counts[k * self.rows + row] = mask.count_in(tile(k, row, mask.size()));
        }
    }
}

/// The tiles that a frame has pixels of: stripes, and rows of tiles.
fn tiles(frame: Frame) -> impl Iterator<Item = (usize, usize)> {
    let rows = usize::from(frame.min[1] / SIDE)..usize::from(frame.max[1].div_ceil(SIDE));
    frame.stripes().flat_map(move |k| rows.clone().map(move |row| (k, row)))
}

/// The frame of a tile, within the mask.
fn tile(k: usize, row: usize, size: [u16; 2]) -> Frame {
    // Masks have at most 65535 pixels a side.
    let min = [k as u16 * SIDE, row as u16 * SIDE];
    Frame { min, max: [0, 1].map(|axis| min[axis].saturating_add(SIDE).min(size[axis])) }
}

/// The pixels that two frames share, of which there is one.
fn common(a: Frame, b: Frame) -> Frame {
    Frame { min: [0, 1].map(|k| a.min[k].max(b.min[k])), max: [0, 1].map(|k| a.max[k].min(b.max[k])) }
}
