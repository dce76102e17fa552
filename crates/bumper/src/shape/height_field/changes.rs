//! Changes of the heights and holes of a height field, and the checks of its heights.

use super::{HeightField, HeightFieldError};
use crate::scalar::Scalar;
use alloc::vec::Vec;
use core::ops::Range;

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// Replaces the heights of a rectangle of the grid. `column` and `row` are the first ones; `heights` has `columns` heights for each row
    /// of the rectangle. Costs O(n) for n heights of the rectangle.
    ///
    /// # Errors
    ///
    /// [`HeightFieldError`] if the rectangle is not inside the grid, if its last row is incomplete, or if a height is infinite or NaN. On
    /// an error, nothing changes.
    ///
    /// ```
    /// use bumper::HeightField;
    /// let mut ground = HeightField::line([0.0, 0.0], 1.0, [0.0; 9]).unwrap();
    /// ground.set_heights(3, 0, 2, &[1.0, 2.0]).unwrap();
    /// assert_eq!(ground.height_at([3.5, 0.0]), Some(1.5));
    /// ```
    pub fn set_heights(
        &mut self,
        column: usize,
        row: usize,
        columns: usize,
        heights: &[S],
    ) -> Result<(), HeightFieldError> {
        let rows = heights.len().checked_div(columns).unwrap_or(0);
        if rows * columns != heights.len() {
            return Err(HeightFieldError::Incomplete);
        }
        let fits =
            |first: usize, count: usize, all: usize| first.checked_add(count).is_some_and(|end| end <= all);
        if !fits(column, columns, self.grid.columns) || !fits(row, rows, self.grid.rows) {
            return Err(HeightFieldError::Outside);
        }
        for (index, height) in heights.iter().enumerate() {
            if !self.is_finite(*height) {
                let place = [column + index % columns, row + index / columns];
                return Err(HeightFieldError::NotFinite { column: place[0], row: place[1] });
            }
        }
        for (index, source) in heights.chunks_exact(columns.max(1)).enumerate() {
            let start = (row + index) * self.grid.columns + column;
            self.heights[start..start + columns].copy_from_slice(source);
        }
        self.refit(column..column + columns, row..row + rows);
        Ok(())
    }

    /// Makes a cell a hole, or fills it. Cells are numbered like the heights at their corners with the lowest column and row. Filling a
    /// hole costs O(n / 64) for n cells, other changes O(1).
    ///
    /// # Errors
    ///
    /// [`HeightFieldError::Outside`] if there is no such cell.
    ///
    /// ```
    /// use bumper::HeightField;
    /// let mut ground = HeightField::line([0.0, 0.0], 1.0, [0.0; 9]).unwrap();
    /// ground.set_hole(3, 0, true).unwrap();
    /// assert_eq!(ground.height_at([3.5, 0.0]), None);
    /// ```
    pub fn set_hole(&mut self, column: usize, row: usize, is_hole: bool) -> Result<(), HeightFieldError> {
        let [columns, rows] = self.grid.cells();
        if column >= columns || row >= rows {
            return Err(HeightFieldError::Outside);
        }
        if is_hole && self.holes.is_empty() {
            self.holes.resize((columns * rows).div_ceil(64), 0);
        }
        let cell = row * columns + column;
        if let Some(word) = self.holes.get_mut(cell / 64) {
            let bit = 1 << (cell % 64);
            *word = if is_hole { *word | bit } else { *word & !bit };
        }
        // Without holes, the list is empty, so that equal height fields are equal.
        if !is_hole && self.holes.iter().all(|word| *word == 0) {
            self.holes = Vec::new();
        }
        Ok(())
    }

    /// Whether a cell is a hole; false outside the grid.
    ///
    /// ```
    /// use bumper::HeightField;
    /// assert!(!HeightField::line([0.0, 0.0], 1.0, [0.0; 9]).unwrap().is_hole(3, 0));
    /// ```
    #[must_use]
    pub fn is_hole(&self, column: usize, row: usize) -> bool {
        let [columns, rows] = self.grid.cells();
        column < columns && row < rows && self.is_hole_at(row * columns + column)
    }

    fn is_finite(&self, height: S) -> bool {
        S::nearest(self.origin[1].to_f64() + height.to_f64()).is_some()
    }

    /// Whether the points of the grid have finite coordinates, and neighbouring ones are different.
    pub(super) fn check_axes(&self) -> Result<(), HeightFieldError> {
        for axis in 0..N - 1 {
            let count = self.grid.cells()[axis];
            let origin = self.origin[if axis == 0 { 0 } else { N - 1 }].to_f64();
            let side = self.cell[axis].to_f64();
            let last = S::nearest(origin + side * count as f64);
            let is_increasing =
                || (0..count).all(|k| self.coordinate(axis, k) < self.coordinate(axis, k + 1));
            if !(side > 0.0) || last.is_none() || !is_increasing() {
                return Err(HeightFieldError::BadCell);
            }
        }
        Ok(())
    }

    /// Whether the points of a rectangle of the grid have finite y coordinates.
    pub(super) fn check_heights(
        &self,
        columns: Range<usize>,
        rows: Range<usize>,
    ) -> Result<(), HeightFieldError> {
        for row in rows {
            for column in columns.clone() {
                if !self.is_finite(self.heights[row * self.grid.columns + column]) {
                    return Err(HeightFieldError::NotFinite { column, row });
                }
            }
        }
        Ok(())
    }

    /// Computes the blocks of the pyramid again that contain points of a rectangle of the grid.
    pub(super) fn refit(&mut self, columns: Range<usize>, rows: Range<usize>) {
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        let [last_column, last_row] = self.grid.cells().map(|count| count - 1);
        let columns = columns.start.saturating_sub(1)..=(columns.end - 1).min(last_column);
        let rows = rows.start.saturating_sub(1)..=(rows.end - 1).min(last_row);
        let grid = self.grid;
        let heights = &self.heights;
        self.pyramid.refit([columns, rows], |block: [Range<usize>; 2]| {
            let [columns, rows] = block;
            let last_row = (rows.end + 1).min(grid.rows);
            (rows.start..last_row)
                .flat_map(move |row| {
                    &heights[row * grid.columns + columns.start..=row * grid.columns + columns.end]
                })
                .copied()
        });
    }
}
