//! The errors of height fields.

use core::fmt;

/// The reason why heights do not form a [`HeightField`](crate::HeightField), or why a change of it is refused.
///
/// ```
/// use bumper::{HeightField, HeightFieldError};
/// let error = HeightField::line([0.0, 0.0], 1.0, [0.0, f32::NAN]).unwrap_err();
/// assert_eq!(error, HeightFieldError::NotFinite { column: 1, row: 0 });
/// assert_eq!(error.to_string(), "the height in column 1 of row 0 is not finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeightFieldError {
    /// There are fewer than two heights along an axis.
    TooFew,
    /// There are more than 2³¹ heights.
    TooMany,
    /// The number of heights is not a multiple of the number of columns.
    Incomplete,
    /// A height, or the coordinate of a point of the surface, is infinite or NaN.
    NotFinite {
        /// The index of the height along x.
        column: usize,
        /// The index of the height along z; 0 in 2D.
        row: usize,
    },
    /// The side of a cell is zero, negative, infinite or NaN, or so small that two neighbouring points of the grid are equal.
    BadCell,
    /// A column or row is outside the grid.
    Outside,
    /// The dimension is not 2 or 3, or the scalar is not a float.
    Unsupported,
}

impl fmt::Display for HeightFieldError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            HeightFieldError::TooFew => "a height field needs two heights along each axis",
            HeightFieldError::TooMany => "the height field has too many heights",
            HeightFieldError::Incomplete => "the last row of the height field is incomplete",
            HeightFieldError::NotFinite { column, row } => {
                return write!(f, "the height in column {column} of row {row} is not finite");
            }
            HeightFieldError::BadCell => {
                "the sides of a cell must be positive, and large enough for the coordinates"
            }
            HeightFieldError::Outside => "the column or row is outside the height field",
            HeightFieldError::Unsupported => {
                "a height field has 2 or 3 dimensions and coordinates of f32 or f64"
            }
        })
    }
}

impl core::error::Error for HeightFieldError {}
