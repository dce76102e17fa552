//! The smallest and largest heights of blocks of cells, on several levels.

use crate::scalar::Scalar;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

/// The range of the heights of each block of cells. A block of level 0 has up to `block` cells along x and z. A block of the next level has
/// up to eight blocks of the level below it, and so on, up to a level of one block.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pyramid<S> {
    /// The number of cells along x and z.
    cells: [usize; 2],
    levels: Vec<Level>,
    /// The ranges of the blocks, level by level, row by row.
    ranges: Vec<HeightRange<S>>,
}

/// A level of a pyramid.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    /// The number of blocks along x and z.
    size: [usize; 2],
    /// The number of children of a block along x and z: blocks of the level below or, on level 0, cells.
    children: [usize; 2],
    /// The number of cells of a block along x and z.
    side: [usize; 2],
    /// The index of the first block of the level in `ranges`.
    start: usize,
}

/// The smallest and the largest height of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HeightRange<S> {
    pub(super) low: S,
    pub(super) high: S,
}

/// A block of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellBlock {
    pub(super) level: usize,
    /// The number of the block along x and z.
    pub(super) at: [usize; 2],
}

impl<S: Scalar> Pyramid<S> {
    /// The pyramid of a grid with heights of zero.
    pub(super) fn new(cells: [usize; 2], block: [usize; 2]) -> Self {
        let mut levels: Vec<Level> = Vec::new();
        let mut size = cells;
        let mut side = [1, 1];
        let mut start = 0;
        while levels.is_empty() || size != [1, 1] {
            let children = match levels.len() {
                0 => block,
                _ if cells[1] == 1 => [8, 1],
                // Every second level has square blocks again, if those of level 0 are square.
                level if level % 2 == 1 => [2, 4],
                _ => [4, 2],
            };
            size = [0, 1].map(|axis| size[axis].div_ceil(children[axis]));
            side = [0, 1].map(|axis| side[axis] * children[axis]);
            levels.push(Level { size, children, side, start });
            start += size[0] * size[1];
        }
        let ranges = alloc::vec![HeightRange { low: S::ZERO, high: S::ZERO }; start];
        Self { cells, levels, ranges }
    }

    /// The number of blocks of all levels.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The number of levels.
    #[inline]
    pub(super) fn height(&self) -> usize {
        self.levels.len()
    }

    /// The block that contains all cells.
    #[inline]
    pub(super) fn root(&self) -> CellBlock {
        CellBlock { level: self.levels.len() - 1, at: [0, 0] }
    }

    /// The range of the heights of a block.
    #[inline]
    pub(super) fn range(&self, block: CellBlock) -> HeightRange<S> {
        self.ranges[self.index(block)]
    }

    /// The number of blocks of a level along x and z.
    #[inline]
    pub(super) fn size(&self, level: usize) -> [usize; 2] {
        self.levels[level].size
    }

    /// The number of cells of a block of a level along x and z.
    #[inline]
    pub(super) fn side(&self, level: usize) -> [usize; 2] {
        self.levels[level].side
    }

    /// The columns and rows of the cells of a block.
    #[inline]
    fn cells_of(&self, block: CellBlock) -> [Range<usize>; 2] {
        [0, 1].map(|axis| {
            let side = self.side(block.level)[axis];
            let first = block.at[axis] * side;
            first..(first + side).min(self.cells[axis])
        })
    }

    /// The numbers along x and z of the blocks of the level below of which a block consists; for a block of level 0, of its cells.
    #[inline]
    pub(super) fn children(&self, block: CellBlock) -> [Range<usize>; 2] {
        let below = block.level.checked_sub(1).map_or(self.cells, |level| self.levels[level].size);
        let children = self.levels[block.level].children;
        [0, 1].map(|axis| {
            let first = block.at[axis] * children[axis];
            first..(first + children[axis]).min(below[axis])
        })
    }

    /// Computes the ranges of the blocks that contain given cells. `heights` returns the heights at the corners of a rectangle of cells.
    pub(super) fn refit<I: Iterator<Item = S>>(
        &mut self,
        cells: [RangeInclusive<usize>; 2],
        heights: impl Fn([Range<usize>; 2]) -> I,
    ) {
        let mut first = cells.clone().map(|range| *range.start());
        let mut last = cells.map(|range| *range.end());
        for level in 0..self.levels.len() {
            let children = self.levels[level].children;
            first = [0, 1].map(|axis| first[axis] / children[axis]);
            last = [0, 1].map(|axis| last[axis] / children[axis]);
            for row in first[1]..=last[1] {
                for column in first[0]..=last[0] {
                    let block = CellBlock { level, at: [column, row] };
                    let range = if level == 0 {
                        let heights = heights(self.cells_of(block));
                        heights.map(|height| HeightRange { low: height, high: height }).reduce(union)
                    } else {
                        self.children_of(block).map(|child| self.range(child)).reduce(union)
                    };
                    let index = self.index(block);
                    self.ranges[index] = range.unwrap_or(self.ranges[index]);
                }
            }
        }
    }

    /// The blocks of which a block of level 1 or higher consists.
    fn children_of(&self, block: CellBlock) -> impl Iterator<Item = CellBlock> + use<S> {
        let [columns, rows] = self.children(block);
        let level = block.level - 1;
        rows.flat_map(move |row| columns.clone().map(move |column| CellBlock { level, at: [column, row] }))
    }

    #[inline]
    fn index(&self, block: CellBlock) -> usize {
        let level = self.levels[block.level];
        level.start + block.at[1] * level.size[0] + block.at[0]
    }
}

/// The range that contains two ranges.
pub(super) fn union<S: Scalar>(a: HeightRange<S>, b: HeightRange<S>) -> HeightRange<S> {
    HeightRange {
        low: if b.low < a.low { b.low } else { a.low },
        high: if b.high > a.high { b.high } else { a.high },
    }
}
