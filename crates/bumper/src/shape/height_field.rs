//! Height fields: terrain over a regular grid in 3D, and a line of ground in 2D.

mod changes;
mod error;
mod faces;
mod places;
mod pyramid;
mod tree;

use crate::scalar::{Real, Scalar};
use crate::{AsShape, Shape, Vector};
use alloc::vec::Vec;
pub use error::HeightFieldError;
use pyramid::Pyramid;
pub(crate) use tree::HeightFieldTree;

/// A surface given by heights over a regular grid: terrain. In 3D, the grid is in the x and z directions, and heights are along y. In 2D,
/// the grid is along x. Only for float scalars. Needs the feature `alloc`. For another direction of the heights, place the shape with a
/// pose.
///
/// A height field has no inside: a ball that is below the surface without touching it is apart. In 3D, each cell of the grid is two
/// triangles, divided by the diagonal from its corner with the largest x to its corner with the largest z. In 2D, each cell is a segment.
///
/// A height field of `f32` takes less than 5 bytes for each height, and a change of some heights costs little. Queries find the cells near
/// the other shape by arithmetic, and skip blocks of cells that are lower or higher.
///
/// ```
/// use bumper::{HeightField, Ray, cast};
/// let hill = HeightField::grid([0.0, 0.0, 0.0], [10.0, 10.0], 3, [0.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0]).unwrap();
/// assert_eq!(hill.height_at([5.0, 0.0, 10.0]), Some(2.5));
/// let down = Ray::new([5.0, 20.0, 10.0], [0.0, -1.0, 0.0]).unwrap();
/// assert_eq!(cast(&down, &hill).unwrap().distance, 17.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("Heightfield", "HeightMapShape3D", "TerrainCollider"))]
pub struct HeightField<S: Scalar, const N: usize = 3> {
    origin: Vector<S, N>,
    /// The lengths of the sides of a cell along x and along z; the second one is not used in 2D.
    cell: [S; 2],
    grid: Grid,
    heights: Vec<S>,
    /// One bit for each cell, set if the cell is a hole. Empty if there are no holes.
    holes: Vec<u64>,
    /// The ranges of the heights of blocks of cells.
    pyramid: Pyramid<S>,
}

/// The size of a grid. In 2D, it has one row of heights and one row of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grid {
    /// The number of heights along x.
    columns: usize,
    /// The number of heights along z.
    rows: usize,
}

impl Grid {
    /// The numbers of cells along x and along z.
    fn cells(self) -> [usize; 2] {
        [self.columns - 1, (self.rows - 1).max(1)]
    }
}

impl<R: Real> HeightField<R, 3> {
    /// Creates a height field in 3D. `heights` are listed row by row: `columns` heights along x, then the next row in the direction of z.
    /// The point for the first height is `origin` plus that height along y; `cell` is the distance of neighbouring points along x and
    /// along z. Costs O(n).
    ///
    /// # Errors
    ///
    /// [`HeightFieldError`] if there are fewer than 2 x 2 or more than 2³¹ heights, if the last row is incomplete, if a height or a
    /// coordinate is infinite or NaN, or if `cell` is not positive.
    ///
    /// ```
    /// use bumper::HeightField;
    /// let ramp = HeightField::grid([0.0f32, 0.0, 0.0], [1.0, 2.0], 2, [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]).unwrap();
    /// assert_eq!((ramp.columns(), ramp.rows()), (2, 3));
    /// assert_eq!(ramp.point(1, 2), Some([1.0, 1.0, 4.0].into()));
    /// ```
    pub fn grid(
        origin: impl Into<Vector<R, 3>>,
        cell: [R; 2],
        columns: usize,
        heights: impl IntoIterator<Item = R>,
    ) -> Result<Self, HeightFieldError> {
        Self::try_new(origin.into(), cell, columns, heights.into_iter().collect())
    }
}

impl<R: Real> HeightField<R, 2> {
    /// Creates a height field in 2D: a polyline whose points have the distance `cell` along x. The point for the first height is `origin`
    /// plus that height along y. Costs O(n).
    ///
    /// # Errors
    ///
    /// [`HeightFieldError`] if there are fewer than two or more than 2³¹ heights, if a height or a coordinate is infinite or NaN, or if
    /// `cell` is not positive.
    ///
    /// ```
    /// use bumper::{Ball, HeightField, Relate};
    /// let ground = HeightField::line([0.0, 0.0], 10.0, [0.0, 5.0, 5.0, 0.0]).unwrap();
    /// assert!(ground.intersects(&Ball::new([15.0, 6.0], 1.0)));
    /// ```
    pub fn line(
        origin: impl Into<Vector<R, 2>>,
        cell: R,
        heights: impl IntoIterator<Item = R>,
    ) -> Result<Self, HeightFieldError> {
        let heights: Vec<R> = heights.into_iter().collect();
        Self::try_new(origin.into(), [cell; 2], heights.len(), heights)
    }
}

impl<S: Scalar, const N: usize> HeightField<S, N> {
    /// Like [`grid`](HeightField::grid) and [`line`](HeightField::line), for code that is generic over the scalar and the dimension. In 2D,
    /// `columns` is the number of all heights, and the second side of `cell` is not used.
    ///
    /// # Errors
    ///
    /// As for [`grid`](HeightField::grid), and [`HeightFieldError::Unsupported`] if the dimension is neither 2 nor 3 or the scalar is not a
    /// float.
    ///
    /// ```
    /// use bumper::{HeightField, HeightFieldError, Vector};
    /// let integers = HeightField::try_new(Vector([0, 0]), [1, 1], 2, vec![0, 0]);
    /// assert_eq!(integers, Err(HeightFieldError::Unsupported));
    /// ```
    pub fn try_new(
        origin: Vector<S, N>,
        cell: [S; 2],
        columns: usize,
        heights: Vec<S>,
    ) -> Result<Self, HeightFieldError> {
        if !matches!(N, 2 | 3) || !S::IS_FLOAT {
            return Err(HeightFieldError::Unsupported);
        }
        let rows = heights.len().checked_div(columns).unwrap_or(0);
        if columns < 2 || rows < N - 1 {
            return Err(HeightFieldError::TooFew);
        }
        if heights.len() > 1 << 31 {
            return Err(HeightFieldError::TooMany);
        }
        if rows * columns != heights.len() || N == 2 && rows != 1 {
            return Err(HeightFieldError::Incomplete);
        }
        let grid = Grid { columns, rows };
        let pyramid = Pyramid::new(grid.cells(), Self::BLOCK);
        let mut field = Self { origin, cell, grid, heights, holes: Vec::new(), pyramid };
        field.check_axes()?;
        field.check_heights(0..columns, 0..rows)?;
        field.refit(0..columns, 0..rows);
        Ok(field)
    }

    /// The numbers of cells of a block of the lowest level of the pyramid, along x and along z.
    const BLOCK: [usize; 2] = if N == 2 { [16, 1] } else { [4, 4] };

    /// The number of heights along x.
    ///
    /// ```
    /// use bumper::HeightField;
    /// assert_eq!(HeightField::line([0.0, 0.0], 1.0, [0.0; 5]).unwrap().columns(), 5);
    /// ```
    #[must_use]
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// The number of heights along z; 1 in 2D.
    ///
    /// ```
    /// use bumper::HeightField;
    /// assert_eq!(HeightField::line([0.0, 0.0], 1.0, [0.0; 5]).unwrap().rows(), 1);
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// The position of the point of the grid that has the height 0 in column 0 of row 0.
    ///
    /// ```
    /// use bumper::{HeightField, Vector};
    /// assert_eq!(HeightField::line([1.0, 2.0], 1.0, [5.0, 5.0]).unwrap().origin(), Vector([1.0, 2.0]));
    /// ```
    #[must_use]
    pub fn origin(&self) -> Vector<S, N> {
        self.origin
    }

    /// The distance of neighbouring points along x and along z. In 2D, only the first number is used.
    ///
    /// ```
    /// use bumper::HeightField;
    /// assert_eq!(HeightField::grid([0.0; 3], [1.0, 2.0], 2, [0.0; 4]).unwrap().cell(), [1.0, 2.0]);
    /// ```
    #[must_use]
    pub fn cell(&self) -> [S; 2] {
        self.cell
    }

    /// The heights, row by row.
    ///
    /// ```
    /// use bumper::HeightField;
    /// assert_eq!(HeightField::line([0.0, 0.0], 1.0, [1.0, 2.0]).unwrap().heights(), [1.0, 2.0]);
    /// ```
    #[must_use]
    pub fn heights(&self) -> &[S] {
        &self.heights
    }

    /// The point of the surface for the height in a column and a row; `None` outside the grid.
    ///
    /// ```
    /// use bumper::{HeightField, Vector};
    /// let ground = HeightField::line([10.0, 1.0], 2.0, [0.0, 5.0]).unwrap();
    /// assert_eq!(ground.point(1, 0), Some(Vector([12.0, 6.0])));
    /// ```
    #[must_use]
    pub fn point(&self, column: usize, row: usize) -> Option<Vector<S, N>> {
        (column < self.grid.columns && row < self.grid.rows).then(|| self.point_at(column, row))
    }

    /// The number of bytes that the height field has allocated on the heap.
    ///
    /// ```
    /// use bumper::HeightField;
    /// let terrain = HeightField::grid([0.0f32; 3], [1.0, 1.0], 257, vec![0.0; 257 * 257]).unwrap();
    /// assert!(terrain.memory() < 5 * 257 * 257);
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        (self.heights.capacity() + self.pyramid.len() * 2) * size_of::<S>() + self.holes.capacity() * 8
    }

    /// The height field moved by an offset. `None` if a coordinate would become infinite or NaN, or if rounding would make neighbouring
    /// points of the grid equal. Costs O(n).
    ///
    /// ```
    /// use bumper::HeightField;
    /// let ground = HeightField::line([0.0, 0.0], 1.0, [1.0, 2.0]).unwrap();
    /// assert_eq!(ground.translated([0.0, 5.0]).unwrap().height_at([0.5, 0.0]), Some(6.5));
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Option<Self> {
        let moved = Self { origin: self.origin.checked_add(offset.into())?, ..self.clone() };
        moved.check_axes().ok()?;
        moved.check_heights(0..self.grid.columns, 0..self.grid.rows).ok()?;
        Some(moved)
    }

    /// The coordinate along x (axis 0) or z (axis 1) of the points with an index, rounded to nearest.
    #[inline]
    fn coordinate(&self, axis: usize, index: usize) -> S {
        let origin = self.origin[if axis == 0 { 0 } else { N - 1 }];
        // All coordinates have been checked to be finite.
        S::nearest(origin.to_f64() + self.cell[axis].to_f64() * index as f64).unwrap_or(origin)
    }

    /// The y coordinate for a height, rounded to nearest.
    #[inline]
    fn level(&self, height: S) -> S {
        S::nearest(self.origin[1].to_f64() + height.to_f64()).unwrap_or(height)
    }

    /// The point of the surface for the height in a column and a row of the grid.
    #[inline]
    fn point_at(&self, column: usize, row: usize) -> Vector<S, N> {
        let mut point = self.origin.with(0, self.coordinate(0, column));
        if N == 3 {
            point = point.with(2, self.coordinate(1, row));
        }
        point.with(1, self.level(self.heights[row * self.grid.columns + column]))
    }

    /// Whether the cell with a number is a hole.
    #[inline]
    fn is_hole_at(&self, cell: usize) -> bool {
        self.holes.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }
}

impl<S: Scalar, const N: usize> AsShape<S, N> for HeightField<S, N> {
    fn as_shape(&self) -> Shape<'_, S, N> {
        Shape::HeightField(self)
    }
}
