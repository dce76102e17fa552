//! Checks of the extent of shapes in 2D and in 3D: NaN, coordinates out of range, and infinite shapes.

use crate::bumper_status::{self, *};
use crate::finite_vector;
use engine::{AsShape, Pose, Shape, ShapeBuf};

/// Returns the shape, or BUMPER_NOT_A_NUMBER if it contains a NaN.
pub fn numbers<const N: usize>(
    shape: Option<Shape<'static, f32, N>>,
) -> Result<Option<Shape<'static, f32, N>>, bumper_status> {
    // A shape that contains a NaN has no bounding box.
    match shape {
        Some(shape) if shape.bounds().is_none() => Err(BUMPER_NOT_A_NUMBER),
        shape => Ok(shape),
    }
}

/// Moves a shape to a pose. BUMPER_NOT_A_NUMBER if a coordinate of the result is out of the range of `f32`.
pub fn placed<const N: usize>(
    shape: &ShapeBuf<f32, N>,
    pose: &Pose<f32, N>,
) -> Result<ShapeBuf<f32, N>, bumper_status> {
    let placed = shape.placed(pose);
    match placed.as_shape().bounds() {
        Some(bounds) => {
            finite_vector(bounds.min())?;
            finite_vector(bounds.max())?;
        }
        // The shape has lost its bounding box, because its coordinates are out of range. (An empty or infinite shape has no bounding box at
        // any pose.)
        None if shape.as_shape().bounds().is_some() => return Err(BUMPER_NOT_A_NUMBER),
        None => {}
    }
    Ok(placed)
}
