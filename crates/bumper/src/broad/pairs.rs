//! All pairs of boxes that meet, at once.

use super::row::{ACROSS, Item, Row};
use crate::scalar::{Real, Scalar};
use crate::vector::Mapped;
use crate::{Aabb, Relate};
use alloc::vec::Vec;

/// Finds all pairs of many boxes that touch or overlap. It keeps its memory, so that a second search of as many boxes
/// allocates nothing.
///
/// Space is cut into strips across the second axis, in space into columns along the first, some times as wide as boxes are on
/// average. A box is in all that it reaches, and a pair is found where the later of the two begins. The boxes of a cell are put
/// in order along the first axis and swept, eight compared at a time. Costs O(n) for boxes spread evenly, and some tests more than
/// there are pairs; O(n log n) and the pairs along that axis where all are in one cell. Takes about 30 bytes a box on a plane, 50 in
/// space. (Sort and sweep: D. Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992; who begins where: D. Tsitsigkos and
/// others, A Two-layer Partitioning for Non-point Spatial Data, 2021, arXiv 2005.08600.)
///
/// ```
/// use bumper::{Aabb, broad::AllPairs};
/// let boxes = [Aabb::new([0i16, 0], [9, 9]), Aabb::new([50, 0], [59, 9]), Aabb::new([9, 9], [50, 20])];
/// let mut pairs = Vec::new();
/// AllPairs::new().find(&boxes, |a, b| pairs.push((a, b)));
/// pairs.sort();
/// assert_eq!(pairs, [(0, 2), (1, 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct AllPairs<S, const N: usize> {
    /// The boxes, cell by cell.
    items: Vec<Item<S, N>>,
    /// Where the boxes of each cell end.
    ends: Vec<u32>,
    row: Row<S>,
}

/// Up to how many boxes a look at each two costs less than any order.
const FEW: usize = 36;

/// How many boxes may begin, along the first axis, before one has ended: few steps of eight at a time. With fewer, cells are smaller,
/// and more boxes are in two of them.
const FOLLOWERS: f64 = 12.0;

/// How many times as wide as the average box a cell is at least, so that few boxes are in two.
const WIDE: f64 = 4.0;

/// How many boxes a cell has, where sizes leave the choice: so many stay in the nearest caches, and so few are not worth a cell.
const CELL: [f64; 2] = [64.0, 4096.0];

/// In how many cells boxes are on average, at most.
const COPIES: usize = 4;

/// The largest coordinate that cells tell apart, so that differences stay finite.
const FARTHEST: f64 = 1e300;

/// What lengths are at least, so that they can be divided by.
const LEAST: f64 = 1e-300;

/// From how many boxes on a sample of them says where most are, and how many of the sample on either side may be far away.
const MANY: usize = 4096;
const SAMPLE: usize = 128;
const AWAY: usize = 3;

/// Where boxes begin, at least and at most, and the sum of their sizes.
struct Extent<const N: usize> {
    low: [f64; N],
    high: [f64; N],
    sizes: [f64; N],
}

impl<const N: usize> Extent<N> {
    /// On the first so many axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<S: Scalar>(boxes: &[Aabb<S, N>], axes: usize) -> Self {
        let first = boxes.first().map_or([S::default(); N], |bounds| bounds.min().0);
        let (mut low, mut high, mut sizes) = (first, first, [0.0; N]);
        let usual = Self::usual(boxes);
        for bounds in boxes {
            for axis in 0..axes {
                let (min, max) = (bounds.min()[axis], bounds.max()[axis]);
                low[axis] = if min < low[axis] { min } else { low[axis] };
                high[axis] = if min > high[axis] { min } else { high[axis] };
                let size = max.to_f64() - min.to_f64();
                let most = usual[axis][1] - usual[axis][0];
                sizes[axis] += if size < most { size } else { most };
            }
        }
        let within = |axis: usize, c: S| place(c).max(usual[axis][0]).min(usual[axis][1]);
        let low = crate::vector::from_fn(|axis| within(axis, low[axis]));
        let high = crate::vector::from_fn(|axis| within(axis, high[axis]));
        Self { low, high, sizes }
    }

    /// Between which places most of many boxes begin, with room to spare: a few that are far from all others, as a wall without an
    /// end, shall not put the rest into one cell.
    fn usual<S: Scalar>(boxes: &[Aabb<S, N>]) -> [[f64; 2]; N] {
        if boxes.len() < MANY {
            return [[-FARTHEST, FARTHEST]; N];
        }
        crate::vector::from_fn(|axis| {
            let mut sample = [0.0; SAMPLE];
            for (place_of, bounds) in sample.iter_mut().zip(boxes.iter().step_by(boxes.len() / SAMPLE)) {
                *place_of = place(bounds.min()[axis]);
            }
            sample.sort_unstable_by(f64::total_cmp);
            let [low, high] = [sample[AWAY], sample[SAMPLE - 1 - AWAY]];
            [low - (high - low) / 4.0, high + (high - low) / 4.0]
        })
    }
}

/// A coordinate that differences of are finite.
fn place<S: Scalar>(c: S) -> f64 {
    let c = c.to_f64();
    if c.is_nan() { 0.0 } else { c.clamp(-FARTHEST, FARTHEST) }
}

/// The cells across the first axis.
struct Grid<const N: usize> {
    low: [f64; N],
    spread: [f64; N],
    /// How many there are on each of the axes across, and how many a unit.
    cells: [u32; 2],
    steps: [f64; 2],
}

impl<const N: usize> Grid<N> {
    /// How boxes are spread decides. Few of them are one cell, and only the first axis counts.
    fn new<S: Scalar>(boxes: &[Aabb<S, N>]) -> Self {
        let few = (boxes.len() as f64) < 2.0 * CELL[0];
        let Extent { low, high, sizes } =
            if few { Extent::of(boxes, 1.min(N)) } else { Extent::of(boxes, N) };
        let spread = crate::vector::from_fn(|axis| (high[axis] - low[axis]).max(LEAST));
        let mut grid = Self { low, spread, cells: [1; 2], steps: [0.0; 2] };
        if !few {
            grid.divide(boxes.len() as f64, sizes);
        }
        grid
    }

    /// Decides how many cells there are.
    fn divide(&mut self, count: f64, sizes: [f64; N]) {
        let size = sizes.map(|sum| (sum / count).max(LEAST));
        let cell = (FOLLOWERS * self.spread[0] / size[0]).clamp(CELL[0], CELL[1]);
        let mut cells = (count / cell).max(1.0);
        let last = N.min(3);
        for (axis, size) in size.iter().enumerate().take(last).skip(1) {
            // As wide on the one axis as on the other.
            let share = if axis + 1 < last {
                Real::sqrt(cells * self.spread[axis] / self.spread[axis + 1])
            } else {
                cells
            };
            let most = self.spread[axis] / (size * WIDE);
            let here = share.min(most).min(cells).max(1.0) as u32;
            cells /= f64::from(here);
            self.cells[axis - 1] = here;
            self.steps[axis - 1] = f64::from(here) / self.spread[axis];
        }
    }

    /// Half as many cells on both axes.
    fn coarser(&mut self) {
        for (cells, steps) in self.cells.iter_mut().zip(&mut self.steps) {
            *steps *= f64::from((*cells / 2).max(1)) / f64::from(*cells);
            *cells = (*cells / 2).max(1);
        }
    }

    /// Calls `each` with every cell that a box reaches, and the axes across on which it begins there, a bit each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each<S: Scalar>(&self, bounds: &Aabb<S, N>, mut each: impl FnMut(usize, u32)) {
        let [[row, last_row], [column, last_column]] = [0, 1].mapped(|across| {
            let axis = across + 1;
            if axis >= N {
                return [0, 0];
            }
            let last = self.cells[across] - 1;
            let cell = |place: S| (((place.to_f64() - self.low[axis]) * self.steps[across]) as u32).min(last);
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
    /// Nothing yet.
    ///
    /// ```
    /// use bumper::{Aabb, broad::AllPairs};
    /// AllPairs::<f32, 3>::new().find(&[], |_, _| panic!());
    /// ```
    pub fn new() -> Self {
        Self { items: Vec::new(), ends: Vec::new(), row: Row::default() }
    }

    /// Calls `each` with the places of each two boxes that touch or overlap, the lower place first, each pair once. The order
    /// of the pairs depends on the boxes alone. Boxes with a NaN meet nothing; of more than 2³² the rest is left out.
    ///
    /// ```
    /// use bumper::{Aabb, broad::AllPairs};
    /// let mut pairs = 0;
    /// AllPairs::new().find(&[Aabb::new([0.0, 0.0], [1.0, 1.0]); 3], |a, b| {
    ///     assert!(a < b);
    ///     pairs += 1;
    /// });
    /// assert_eq!(pairs, 3);
    /// ```
    pub fn find(&mut self, boxes: &[Aabb<S, N>], mut each: impl FnMut(usize, usize)) {
        if boxes.len() <= FEW {
            for (b, other) in boxes.iter().enumerate() {
                let meeting = (0..b).filter(|a| boxes[*a].intersects(other));
                meeting.for_each(|a| each(a, b));
            }
            return;
        }
        let boxes = &boxes[..boxes.len().min(u32::MAX as usize)];
        let mut each = |a: u32, b: u32| each(a.min(b) as usize, a.max(b) as usize);
        let mut grid = Grid::new(boxes);
        while grid.cells != [1, 1] && !self.count(boxes, &grid) {
            grid.coarser();
        }
        let (low, spread) = (grid.low[0], grid.spread[0]);
        if grid.cells == [1, 1] {
            let item = |(index, bounds): (usize, &Aabb<S, N>)| Item {
                bounds: *bounds,
                index: index as u32,
                begins: ACROSS,
            };
            return self.row.sweep(boxes.iter().enumerate().map(item), low, spread, &mut each);
        }
        self.scatter(boxes, &grid);
        let mut start = 0;
        for end in &self.ends {
            let items = self.items[start..*end as usize].iter().copied();
            self.row.sweep(items, low, spread, &mut each);
            start = *end as usize;
        }
    }

    /// Counts the boxes of each cell, for where they begin. False where large boxes would be in too many.
    fn count(&mut self, boxes: &[Aabb<S, N>], grid: &Grid<N>) -> bool {
        let [rows, columns] = grid.cells;
        self.ends.clear();
        self.ends.resize(rows as usize * columns as usize, 0);
        let mut all = 0;
        for bounds in boxes {
            grid.each(bounds, |cell, _| {
                self.ends[cell] += 1;
                all += 1;
            });
            if all > (COPIES * boxes.len()).min(u32::MAX as usize) {
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

    /// Puts each box into the cells that it reaches, which have been counted.
    fn scatter(&mut self, boxes: &[Aabb<S, N>], grid: &Grid<N>) {
        for (index, bounds) in (0..).zip(boxes) {
            grid.each(bounds, |cell, begins| {
                let place = &mut self.ends[cell];
                self.items[*place as usize] = Item { bounds: *bounds, index, begins };
                *place += 1;
            });
        }
    }
}
