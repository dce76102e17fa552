//! All overlapping pairs of a list of boxes.

use super::cell_sweep::{BOTH_AXES, CellSweep, Item};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Aabb, Relate};
use alloc::vec::Vec;

/// Finds all pairs of boxes in a list that touch or overlap. It keeps its buffers, so a search among as many boxes as before allocates
/// nothing.
///
/// The boxes are distributed to the cells of a grid. The grid divides the second axis in 2D, and the second and third axis in 3D; a cell
/// spans the whole first axis and is several times as wide as the average box. In each cell, sort and sweep along the first axis finds the
/// pairs; each box is compared with eight of its successors at once (D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992).
///
/// A box is entered into every cell that it touches, so two boxes can share several cells. Their pair is reported only in the first of
/// these cells: the one with the lowest index on each divided axis. It is the only common cell that contains, on each divided axis, the
/// lower corner of at least one of the two boxes (D. Tsitsigkos and others, A Two-layer Partitioning for Non-point Spatial Data, 2021,
/// arXiv 2005.08600).
///
/// Costs O(n) for evenly distributed boxes. If all boxes are in one cell, costs O(n log n) plus the number of pairs that overlap on the
/// first axis. Takes about 30 bytes per box in 2D and 50 in 3D.
///
/// ```
/// use bumper::{Aabb, broad_phase::AllPairs};
/// let boxes = [Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([9, 9], [50, 20])];
/// let mut pairs = Vec::new();
/// AllPairs::new().find(&boxes, |a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(0, 2), (1, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
#[doc(alias("sweep and prune", "SweepAndPrune", "spatial hash", "grid"))]
pub struct AllPairs<S, const N: usize> {
    /// The boxes of all cells: the boxes of the first cell, then those of the second cell, and so on.
    items: Vec<Item<S, N>>,
    /// For each cell, the index in `items` of the first box of the next cell.
    ends: Vec<u32>,
    sweep: CellSweep<S>,
}

/// For at most this many boxes, comparing all pairs is fastest.
const BRUTE_FORCE_LIMIT: usize = 36;

/// The intended average number of boxes with which the sweep compares a box: boxes in the same cell that overlap it on the first axis. With
/// a smaller number, the cells are smaller, and more boxes are in several cells.
const OVERLAPS_PER_BOX: f64 = 12.0;

/// The smallest width of a cell, as a multiple of the width of the average box. With narrower cells, many boxes would be in several
/// cells.
const MIN_CELL_WIDTH: f64 = 4.0;

/// The smallest and the largest average number of boxes per cell. With fewer boxes, handling a cell costs more than it saves. More boxes do
/// not fit into the first-level caches of the CPU.
const BOXES_PER_CELL: [f64; 2] = [64.0, 4096.0];

/// The largest number of cells that a box is entered into, on average. If a grid would exceed it, a coarser grid is chosen.
const MAX_CELLS_PER_BOX: usize = 4;

/// While the grid is chosen, coordinates beyond ± this value are clamped to it, so that differences of coordinates stay finite. The boxes
/// themselves are compared by their exact coordinates.
const MAX_CELL_COORDINATE: f64 = 1e300;

/// While the grid is chosen, shorter side lengths and ranges of coordinates are replaced by this value, so that quotients of them stay
/// finite.
const MIN_LENGTH: f64 = 1e-300;

/// From this number of boxes on, the range of their coordinates is estimated from a sample of the boxes.
const SAMPLING_THRESHOLD: usize = 4096;
/// The number of boxes in the sample that is used to estimate the range of the coordinates of all boxes.
const SAMPLE_SIZE: usize = 128;
/// The number of coordinates that are ignored as outliers at either end of the sorted sample of coordinates.
const OUTLIERS: usize = 3;

/// For a list of boxes and for each axis: the range of the lower corners (from `low` to `high`), and the sum of the side lengths (`sizes`).
/// Corners outside of the typical range are clamped to it, and longer sides count as long as this range.
struct Extent<const N: usize> {
    low: [f64; N],
    high: [f64; N],
    sizes: [f64; N],
}

impl<const N: usize> Extent<N> {
    /// Computes the extent of a list of boxes on the first `axes` axes. A grid with a single cell needs no other axes; for these, `low` and
    /// `high` are the lower corner of the first box, and `sizes` is zero.
    #[inline]
    fn of<S: Scalar>(boxes: &[Aabb<S, N>], axes: usize) -> Self {
        let first = boxes.first().map_or([S::ZERO; N], |bounds| bounds.min().0);
        let mut low = first;
        let mut high = first;
        let mut sizes = [0.0; N];
        let typical_range = Self::typical_range(boxes);
        for bounds in boxes {
            for axis in 0..axes {
                let min = bounds.min()[axis];
                let max = bounds.max()[axis];
                low[axis] = if min < low[axis] { min } else { low[axis] };
                high[axis] = if min > high[axis] { min } else { high[axis] };
                let size = max.to_f64() - min.to_f64();
                let max = typical_range[axis][1] - typical_range[axis][0];
                sizes[axis] += if size < max { size } else { max };
            }
        }
        let within =
            |axis: usize, c: S| finite_coordinate(c).max(typical_range[axis][0]).min(typical_range[axis][1]);
        let low = crate::vector::from_fn(|axis| within(axis, low[axis]));
        let high = crate::vector::from_fn(|axis| within(axis, high[axis]));
        Self { low, high, sizes }
    }

    /// The typical range of the lower corners on each axis: it contains those of most boxes, with a margin, but not the outliers. An
    /// outlier, such as an endless wall, would enlarge the cells so much that all other boxes share one cell.
    fn typical_range<S: Scalar>(boxes: &[Aabb<S, N>]) -> [[f64; 2]; N] {
        if boxes.len() < SAMPLING_THRESHOLD {
            return [[-MAX_CELL_COORDINATE, MAX_CELL_COORDINATE]; N];
        }
        crate::vector::from_fn(|axis| {
            let mut sample = [0.0; SAMPLE_SIZE];
            for (slot, bounds) in sample.iter_mut().zip(boxes.iter().step_by(boxes.len() / SAMPLE_SIZE)) {
                *slot = finite_coordinate(bounds.min()[axis]);
            }
            sample.sort_unstable_by(f64::total_cmp);
            let [low, high] = [sample[OUTLIERS], sample[SAMPLE_SIZE - 1 - OUTLIERS]];
            [low - (high - low) / 4.0, high + (high - low) / 4.0]
        })
    }
}

/// A coordinate as `f64`, clamped to ±[`MAX_CELL_COORDINATE`] so that differences stay finite. Zero for NaN.
fn finite_coordinate<S: Scalar>(c: S) -> f64 {
    let c = c.to_f64();
    if c.is_nan() { 0.0 } else { c.clamp(-MAX_CELL_COORDINATE, MAX_CELL_COORDINATE) }
}

/// A division of the second and third axis into cells, which extend along the whole first axis.
struct CellGrid<const N: usize> {
    /// The range of the lower corners of all boxes: on each axis, its lower end (`low`) and its length (`spread`).
    low: [f64; N],
    spread: [f64; N],
    /// The number of cells on the second and on the third axis (`cells`), and the number of cells per unit of length on these axes
    /// (`steps`).
    cells: [u32; 2],
    steps: [f64; 2],
}

impl<const N: usize> CellGrid<N> {
    /// Chooses the number and size of the cells so that the boxes are well distributed to them. With few boxes, the grid has a single cell.
    fn new<S: Scalar>(boxes: &[Aabb<S, N>]) -> Self {
        let few = (boxes.len() as f64) < 2.0 * BOXES_PER_CELL[0];
        let Extent { low, high, sizes } =
            if few { Extent::of(boxes, 1.min(N)) } else { Extent::of(boxes, N) };
        let spread = crate::vector::from_fn(|axis| (high[axis] - low[axis]).max(MIN_LENGTH));
        let mut grid = Self { low, spread, cells: [1; 2], steps: [0.0; 2] };
        if !few {
            grid.divide(boxes.len() as f64, sizes);
        }
        grid
    }

    /// Chooses the number of cells on each axis for `count` boxes. `sizes` are the sums of the boxes' side lengths on each axis.
    fn divide(&mut self, count: f64, sizes: [f64; N]) {
        let size = sizes.map(|sum| (sum / count).max(MIN_LENGTH));
        let cell = (OVERLAPS_PER_BOX * self.spread[0] / size[0]).clamp(BOXES_PER_CELL[0], BOXES_PER_CELL[1]);
        let mut cells = (count / cell).max(1.0);
        let last = N.min(3);
        for (axis, size) in size.iter().enumerate().take(last).skip(1) {
            // In 3D, the cells are as square as possible if seen along the first axis.
            let max_cells = if axis + 1 < last {
                Real::sqrt(cells * self.spread[axis] / self.spread[axis + 1])
            } else {
                cells
            };
            let max = self.spread[axis] / (size * MIN_CELL_WIDTH);
            let axis_cells = max_cells.min(max).min(cells).max(1.0) as u32;
            cells /= f64::from(axis_cells);
            self.cells[axis - 1] = axis_cells;
            self.steps[axis - 1] = f64::from(axis_cells) / self.spread[axis];
        }
    }

    /// Halves the number of cells on the second and on the third axis, rounded down, but to at least one.
    fn halve(&mut self) {
        for (cells, steps) in self.cells.iter_mut().zip(&mut self.steps) {
            *steps *= f64::from((*cells / 2).max(1)) / f64::from(*cells);
            *cells = (*cells / 2).max(1);
        }
    }

    /// Calls `each` with the index of every cell that a box touches, and with two bits. The first bit says whether the lower corner of the
    /// box lies in this cell on the second axis, the second bit whether it does on the third axis. A pair of boxes is reported only in one
    /// of their common cells: the one where each bit is set for at least one of the boxes.
    #[inline]
    fn each<S: Scalar>(&self, bounds: &Aabb<S, N>, mut each: impl FnMut(usize, u32)) {
        let [[row, last_row], [column, last_column]] = [0, 1].mapped(|across| {
            let axis = across + 1;
            if axis >= N {
                return [0, 0];
            }
            let last = self.cells[across] - 1;
            let cell = |coordinate: S| {
                (((coordinate.to_f64() - self.low[axis]) * self.steps[across]) as u32).min(last)
            };
            [cell(bounds.min()[axis]), cell(bounds.max()[axis])]
        });
        for r in row..=last_row {
            for c in column..=last_column {
                each((r * self.cells[1] + c) as usize, u32::from(r == row) | u32::from(c == column) << 1);
            }
        }
    }
}

impl<S: Scalar, const N: usize> AllPairs<S, N> {
    /// Creates an instance with empty buffers.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::AllPairs};
    /// AllPairs::<f32, 3>::new().find(&[], |_, _| panic!());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self { items: Vec::new(), ends: Vec::new(), sweep: CellSweep::default() }
    }

    /// Calls `each` once with the indices of every pair of boxes that touch or overlap, the lower index first. The order of the pairs
    /// depends only on the boxes. A box with a NaN overlaps nothing. Boxes beyond the first 2³² − 1 are ignored.
    ///
    /// ```
    /// use bumper::{Aabb, broad_phase::AllPairs};
    /// let mut pairs = 0;
    /// AllPairs::new().find(&[Aabb::new([0.0, 0.0], [1.0, 1.0]); 3], |a, b| {
    ///     assert!(a < b);
    ///     pairs += 1;
    /// });
    /// assert_eq!(pairs, 3);
    /// ```
    pub fn find(&mut self, boxes: &[Aabb<S, N>], mut each: impl FnMut(usize, usize)) {
        if boxes.len() <= BRUTE_FORCE_LIMIT {
            for (b, other) in boxes.iter().enumerate() {
                let meeting = (0..b).filter(|a| boxes[*a].intersects(other));
                meeting.for_each(|a| each(a, b));
            }
            return;
        }
        let boxes = &boxes[..boxes.len().min(u32::MAX as usize)];
        let mut each = |a: u32, b: u32| each(a.min(b) as usize, a.max(b) as usize);
        let mut grid = CellGrid::new(boxes);
        while grid.cells != [1, 1] && !self.count(boxes, &grid) {
            grid.halve();
        }
        let low = grid.low[0];
        let spread = grid.spread[0];
        if grid.cells == [1, 1] {
            let item = |(index, bounds): (usize, &Aabb<S, N>)| Item {
                bounds: *bounds,
                index: index as u32,
                begins: BOTH_AXES,
            };
            return self.sweep.sweep(boxes.iter().enumerate().map(item), low, spread, &mut each);
        }
        self.scatter(boxes, &grid);
        let mut start = 0;
        for end in &self.ends {
            let items = self.items[start..*end as usize].iter().copied();
            self.sweep.sweep(items, low, spread, &mut each);
            start = *end as usize;
        }
    }

    /// Counts the boxes of each cell, and stores in `ends` the index in `items` at which the boxes of each cell start.
    /// ([`scatter`](Self::scatter) advances it to their end.) Returns false if the boxes would be entered into more than
    /// [`MAX_CELLS_PER_BOX`] cells on average.
    fn count(&mut self, boxes: &[Aabb<S, N>], grid: &CellGrid<N>) -> bool {
        let [rows, columns] = grid.cells;
        self.ends.clear();
        self.ends.resize(rows as usize * columns as usize, 0);
        let mut all = 0;
        for bounds in boxes {
            grid.each(bounds, |cell, _| {
                self.ends[cell] += 1;
                all += 1;
            });
            if all > (MAX_CELLS_PER_BOX * boxes.len()).min(u32::MAX as usize) {
                return false;
            }
        }
        let mut sum = 0;
        for end in &mut self.ends {
            sum += core::mem::replace(end, sum);
        }
        let nothing = Item { bounds: boxes[0], index: 0, begins: 0 };
        self.items.resize(all, nothing);
        true
    }

    /// Copies each box into the cells that it touches. Call [`count`](Self::count) first, which stores where each cell starts.
    fn scatter(&mut self, boxes: &[Aabb<S, N>], grid: &CellGrid<N>) {
        for (index, bounds) in (0..).zip(boxes) {
            grid.each(bounds, |cell, begins| {
                let end = &mut self.ends[cell];
                self.items[*end as usize] = Item { bounds: *bounds, index, begins };
                *end += 1;
            });
        }
    }
}
