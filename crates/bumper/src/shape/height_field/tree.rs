//! The tree of the faces of a height field. Its nodes are computed from the heights and the pyramid when a search visits them.

use super::HeightField;
use super::pyramid::{CellBlock, HeightRange, union};
use crate::Aabb;
use crate::box_tree::{Node, WIDTH};
use crate::scalar::Scalar;
use crate::shape::bvh::rounded_outwards;
use core::ops::Range;

/// The tree of the faces of a height field, or the part of it that covers a region. Its leaves have up to eight faces: those of 2 x 2 cells
/// in 3D, of eight cells in 2D. A node of level k above the leaves is a block of level k − 1 of the pyramid. If the region needs several
/// blocks, the root is a node above these.
#[derive(Clone, Copy)]
pub(crate) struct HeightFieldTree<'a, S: Scalar, const N: usize> {
    field: &'a HeightField<S, N>,
    /// The level of the tree whose nodes cover the region.
    level: u32,
    /// The first and the last node that covers the region, by their numbers along x and z on that level.
    first: [usize; 2],
    last: [usize; 2],
}

impl<'a, S: Scalar, const N: usize> HeightFieldTree<'a, S, N> {
    /// The tree of all faces.
    #[inline]
    pub(crate) fn new(field: &'a HeightField<S, N>) -> Self {
        Self { field, level: field.pyramid.height() as u32, first: [0, 0], last: [0, 0] }
    }

    /// The part of the tree with all faces whose boxes meet `region`. The coordinates of `region` may be infinite or NaN.
    pub(crate) fn near(&self, region: &Aabb<f32, N>) -> Self {
        let field = self.field;
        let cells = [0, 1].map(|axis| field.cells_between(axis, region));
        for level in 0..field.pyramid.height() as u32 {
            let side = field.side(level);
            let first = [0, 1].map(|axis| cells[axis][0] / side[axis]);
            let last = [0, 1].map(|axis| cells[axis][1] / side[axis]);
            let [columns, rows] = [0, 1].map(|axis| last[axis] - first[axis] + 1);
            // The first comparison avoids an overflow of the product.
            if columns <= WIDTH && columns * rows <= WIDTH {
                return Self { field, level, first, last };
            }
        }
        Self::new(field)
    }

    /// The bounding box of all faces.
    #[inline]
    pub(crate) fn bounds(&self) -> Aabb<S::Real, N> {
        self.field.aabb()
    }

    /// The index of the root.
    #[inline]
    pub(crate) fn root(&self) -> u32 {
        let columns = self.field.node_count(self.level)[0];
        (self.first[1] * columns + self.first[0]) as u32
    }

    /// The level of the root.
    #[inline]
    pub(crate) fn height(&self) -> u32 {
        if self.first == self.last { self.level } else { self.level + 1 }
    }

    /// The node with an index on a level.
    pub(crate) fn node(&self, index: u32, level: u32) -> Node<f32, N> {
        if level > self.level {
            let children = [0, 1].map(|axis| self.first[axis]..self.last[axis] + 1);
            return self.field.inner_node(self.level, children);
        }
        self.field.tree_node(index as usize, level)
    }
}

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// The number of cells of a leaf along x and z.
    const LEAF: [usize; 2] = if N == 2 { [WIDTH, 1] } else { [2, 2] };

    /// The number of cells of a node of a level along x and z.
    #[inline]
    fn side(&self, level: u32) -> [usize; 2] {
        if level == 0 { Self::LEAF } else { self.pyramid.side(level as usize - 1) }
    }

    /// The number of nodes of a level along x and z.
    #[inline]
    fn node_count(&self, level: u32) -> [usize; 2] {
        match level {
            0 => {
                let cells = self.grid.cells();
                [0, 1].map(|axis| cells[axis].div_ceil(Self::LEAF[axis]))
            }
            _ => self.pyramid.size(level as usize - 1),
        }
    }

    /// The first and the last cell along x (axis 0) or z (axis 1) that may meet a region. The margin of the region covers rounding errors.
    fn cells_between(&self, axis: usize, region: &Aabb<f32, N>) -> [usize; 2] {
        let last = self.grid.cells()[axis] - 1;
        if axis == 1 && N == 2 {
            return [0, last];
        }
        let along = if axis == 0 { 0 } else { N - 1 };
        let origin = self.origin[along].to_f64();
        let cell = self.cell[axis].to_f64();
        let [from, to] = [region.min(), region.max()].map(|end| (f64::from(end[along]) - origin) / cell);
        // Written so that NaN gives all cells. A conversion to an integer rounds towards zero and saturates.
        let first = if from > 0.0 { (from as usize).min(last) } else { 0 };
        let end = if to < last as f64 { to as usize } else { last };
        [first, end.max(first)]
    }

    /// The node with an index on a level.
    fn tree_node(&self, index: usize, level: u32) -> Node<f32, N> {
        let columns = self.node_count(level)[0];
        let at = [index % columns, index / columns];
        let Some(level) = (level as usize).checked_sub(1) else { return self.leaf(at) };
        let block = CellBlock { level, at };
        let children = match level {
            0 => {
                let leaves = self.node_count(0);
                let count = [0, 1].map(|axis| Self::BLOCK[axis] / Self::LEAF[axis]);
                [0, 1].map(|axis| at[axis] * count[axis]..((at[axis] + 1) * count[axis]).min(leaves[axis]))
            }
            _ => self.pyramid.children(block),
        };
        self.inner_node(level as u32, children)
    }

    /// An inner node. Its entries are the nodes on `level` in the given ranges of columns (along x) and rows (along z).
    fn inner_node(&self, level: u32, [columns, rows]: [Range<usize>; 2]) -> Node<f32, N> {
        let mut node = Node::new(u32::MAX);
        let cells = self.grid.cells();
        let side = self.side(level);
        let row_length = self.node_count(level)[0];
        for row in rows {
            for column in columns.clone() {
                let at = [column, row];
                let [x, z] = [0, 1].map(|axis| {
                    let first = at[axis] * side[axis];
                    first..(first + side[axis]).min(cells[axis])
                });
                let range = match level {
                    0 => self.range_of_cells(x.clone(), z.clone()),
                    _ => self.pyramid.range(CellBlock { level: level as usize - 1, at }),
                };
                node.push(&self.box_of(x, z, range), (row * row_length + column) as u32);
            }
        }
        node
    }

    /// The leaf with the numbers `at` along x and z. Faces of holes are left out.
    fn leaf(&self, at: [usize; 2]) -> Node<f32, N> {
        let mut node = Node::new(u32::MAX);
        let [columns, rows] = self.grid.cells();
        let [x, z] = [0, 1].map(|axis| at[axis] * Self::LEAF[axis]);
        for row in z..(z + Self::LEAF[1]).min(rows) {
            for column in x..(x + Self::LEAF[0]).min(columns) {
                let cell = row * columns + column;
                if self.is_hole_at(cell) {
                    continue;
                }
                for face in 0..Self::FACES {
                    let range = self.range_of_face(column, row, face);
                    let bounds = self.box_of(column..column + 1, row..row + 1, range);
                    node.push(&bounds, (cell * Self::FACES + face) as u32);
                }
            }
        }
        node
    }

    /// The range of the heights of some cells.
    fn range_of_cells(&self, columns: Range<usize>, rows: Range<usize>) -> HeightRange<S> {
        let mut range = self.range_at(columns.start, rows.start);
        // In 2D, there is one row of heights.
        for row in rows.start..(rows.end + 1).min(self.grid.rows) {
            for column in columns.start..=columns.end {
                range = union(range, self.range_at(column, row));
            }
        }
        range
    }

    /// The range of the heights of a face of a cell; the faces are in the order of [`face`](Self::face).
    fn range_of_face(&self, column: usize, row: usize, face: usize) -> HeightRange<S> {
        if N == 2 {
            return union(self.range_at(column, row), self.range_at(column + 1, row));
        }
        let diagonal = union(self.range_at(column + 1, row), self.range_at(column, row + 1));
        union(diagonal, self.range_at(column + face, row + face))
    }

    /// The range that consists of the height in a column and a row.
    #[inline]
    fn range_at(&self, column: usize, row: usize) -> HeightRange<S> {
        let height = self.heights[row * self.grid.columns + column];
        HeightRange { low: height, high: height }
    }

    /// The box of the surface above some cells with a range of heights, rounded outwards.
    #[inline]
    fn box_of(&self, columns: Range<usize>, rows: Range<usize>, range: HeightRange<S>) -> Aabb<f32, N> {
        rounded_outwards(&self.aabb_of_cells(columns, rows, range), 0.0)
    }
}
