//! The extent of shapes in 2D and in 3D: whether a shape is empty or infinitely large, and the point about which it rotates.

use engine::{AsShape, Shape, ShapeBuf, Vector};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// Whether a shape is infinitely large: a half-space, or a compound with one.
pub fn is_infinite<const N: usize>(shape: &Shape<'_, f64, N>) -> bool {
    match shape {
        Shape::HalfSpace(_) => true,
        Shape::Compound(parts) => parts.iter().any(is_infinite),
        Shape::Group(group) => group.parts().iter().any(|part| is_infinite(&part.as_shape())),
        Shape::Placed(inner, _) => is_infinite(inner),
        Shape::Point(_) | Shape::Aabb(_) | Shape::Ball(_) | Shape::SquaredBall(_) | Shape::Ellipse(_) => {
            false
        }
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::OrientedBox(_) | Shape::Capsule(_) => false,
        Shape::Segment(_) | Shape::Triangle(_) | Shape::Polygon(_) | Shape::Hull(_) => false,
        Shape::Region(_) | Shape::Mesh(_) | Shape::HeightField(_) | Shape::Mask(_) => false,
    }
}

/// Whether a shape contains no point: a compound without parts, or a mask without pixels.
pub fn is_empty<const N: usize>(shape: &Shape<'_, f64, N>) -> bool {
    // The coordinates of shapes from Python are finite, so only empty and infinite shapes have no bounding box.
    shape.bounds().is_none() && !is_infinite(shape)
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
    PyValueError::new_err(match is_infinite(&shape.as_shape()) {
        true => "an infinite shape has no bounding box",
        false => "an empty shape has no position",
    })
}
