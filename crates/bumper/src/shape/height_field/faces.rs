//! The faces of a height field. As parts of a list, the triangles of cell k have the positions 2 k and 2 k + 1 in 3D; in 2D, the segment of
//! cell k has the position k.

use super::HeightField;
use super::pyramid::HeightRange;
use crate::scalar::{Scalar, real};
use crate::vector::from_fn;
use crate::{Aabb, Segment, Shape, Triangle};
use core::ops::Range;

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// The faces of a cell: two triangles in 3D, a segment in 2D. None for a hole and outside the grid.
    ///
    /// ```
    /// use bumper::{HeightField, Segment, Shape};
    /// let ground = HeightField::line([0.0, 0.0], 1.0, [0.0, 2.0]).unwrap();
    /// let face: Vec<Shape<f64, 2>> = ground.faces(0, 0).collect();
    /// assert_eq!(face, [Segment::new([0.0, 0.0], [1.0, 2.0]).into()]);
    /// ```
    pub fn faces(&self, column: usize, row: usize) -> impl Iterator<Item = Shape<'static, S, N>> {
        let [columns, rows] = self.grid.cells();
        let is_inside = column < columns && row < rows;
        let first = (row * columns + column) * Self::FACES;
        let faces = if is_inside { first..first + Self::FACES } else { 0..0 };
        faces.filter_map(|position| self.face(position))
    }

    /// The number of faces of a cell.
    pub(super) const FACES: usize = N - 1;

    /// The AABB of the surface without holes, in O(n). `None` if every cell is a hole.
    pub(crate) fn aabb_without_holes(&self) -> Option<Aabb<S::Real, N>> {
        let faces = (0..self.face_count()).filter_map(|position| self.face(position));
        faces.filter_map(|face| face.bounds()).reduce(|all, next| all.union(&next))
    }

    /// The AABB of the surface as if there were no holes.
    pub(crate) fn aabb(&self) -> Aabb<S::Real, N> {
        let [columns, rows] = self.grid.cells();
        let bounds = self.aabb_of_cells(0..columns, 0..rows, self.pyramid.range(self.pyramid.root()));
        Aabb::ordered(bounds.min().map(real).0, bounds.max().map(real).0)
    }

    /// The AABB of the surface above some cells with a range of heights.
    #[inline]
    pub(super) fn aabb_of_cells(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
        range: HeightRange<S>,
    ) -> Aabb<S, N> {
        let corner = |column: usize, row: usize, height: S| {
            from_fn(|axis| match axis {
                0 => self.coordinate(0, column),
                1 => self.level(height),
                _ => self.coordinate(1, row),
            })
        };
        let low = corner(columns.start, rows.start, range.low);
        Aabb::ordered(low, corner(columns.end, rows.end, range.high))
    }

    /// One bit for each cell, 64 cells per word: set if the cell is a hole. Empty if there are no holes.
    pub(crate) fn holes(&self) -> &[u64] {
        &self.holes
    }

    /// The numbers of the cells that are holes.
    #[cfg(feature = "serde")]
    pub(crate) fn hole_numbers(&self) -> impl Iterator<Item = usize> {
        let [columns, rows] = self.grid.cells();
        (0..columns * rows).filter(|&cell| self.is_hole_at(cell))
    }

    /// The number of faces, those of holes included.
    pub(crate) fn face_count(&self) -> usize {
        let [columns, rows] = self.grid.cells();
        columns * rows * Self::FACES
    }

    /// The face at a position; `None` for holes.
    pub(crate) fn face(&self, position: usize) -> Option<Shape<'static, S, N>> {
        let cell = position / Self::FACES;
        let columns = self.grid.cells()[0];
        if self.is_hole_at(cell) || cell >= columns * self.grid.cells()[1] {
            return None;
        }
        let column = cell % columns;
        let row = cell / columns;
        let corner = |i, k| self.point_at(column + i, row + k);
        if N == 2 {
            return Segment::try_new(corner(0, 0), corner(1, 0)).map(Shape::Segment);
        }
        let corners = match position % Self::FACES {
            0 => [corner(0, 0), corner(0, 1), corner(1, 0)],
            _ => [corner(1, 0), corner(0, 1), corner(1, 1)],
        };
        Triangle::try_new(corners).map(Shape::Triangle)
    }

    /// The number of the cell of the face at a position: row · cells along x + column.
    pub(crate) fn cell_of_face(&self, position: usize) -> usize {
        position / Self::FACES
    }
}
