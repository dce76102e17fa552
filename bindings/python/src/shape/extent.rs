//! The extent of shapes in 2D and in 3D: whether a shape is empty or infinitely large, and the point about which it rotates.

use engine::{AsShape, Shape, ShapeBuf, Vector};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// Whether a shape contains no point: a compound without parts, or a mask without pixels.
pub fn is_empty<const N: usize>(shape: &Shape<'_, f64, N>) -> bool {
    // The coordinates of shapes from Python are finite, so only empty and infinite shapes have no bounding box.
    shape.bounds().is_none() && !shape.is_infinite()
}

/// The point about which a shape rotates if the caller gives none: the center of its bounding box, or the point with which a half-space was
/// made. `None` for an empty shape, and for a compound with a half-space.
pub fn pivot<const N: usize>(shape: &ShapeBuf<f64, N>) -> Option<Vector<f64, N>> {
    if let Shape::HalfSpace(half_space) = shape.as_shape() {
        return Some(half_space.point());
    }
    shape.center()
}

/// The exception for a shape without a bounding box.
pub fn no_box<const N: usize>(shape: &ShapeBuf<f64, N>) -> PyErr {
    PyValueError::new_err(match shape.as_shape().is_infinite() {
        true => "an infinite shape has no bounding box",
        false => "an empty shape has no position",
    })
}
