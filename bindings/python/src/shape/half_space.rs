//! The class `HalfSpace`.

use super::Shape;
use super::initializer::{Initializer, initializer};
use crate::answer::pair;
use crate::reading::Pair;
use engine::AsShape;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A half-space: all points on one side of a line, such as an endless floor: HalfSpace(point, normal). `point` is any point of the line,
/// which belongs to the half-space. `normal` is perpendicular to the line and points out of the half-space. It may have any length except
/// zero; the half-space stores it with length 1. A half-space is infinitely large: it has no `bounds` and no `center`, and in a Simulation
/// it needs a static body. It rotates about its point, unless another one is given.
///
/// >>> import bumper
/// >>> floor = bumper.HalfSpace((0, 100), (0, -1))        # on a screen, its normal points up
/// >>> floor.distance((5000, 90, 3)), (-7, 100) in floor
/// (7.0, True)
#[pyclass(module = "bumper", extends = Shape, subclass, frozen)]
pub struct HalfSpace;

#[pymethods]
impl HalfSpace {
    #[new]
    fn new(point: Pair, normal: Pair) -> Initializer<Self> {
        let made = engine::HalfSpace::new(point.finite("point")?, normal.finite("normal")?);
        let fault = || PyValueError::new_err("normal: its length is zero");
        initializer(Self, made.ok_or_else(fault)?)
    }

    /// A point of the line: the one that was passed to the constructor, moved and rotated with the half-space.
    #[getter]
    fn point(slf: PyRef<'_, Self>) -> (f64, f64) {
        point_and_normal(slf.as_super()).0
    }

    /// The unit normal of the line, which points out of the half-space.
    #[getter]
    fn normal(slf: PyRef<'_, Self>) -> (f64, f64) {
        point_and_normal(slf.as_super()).1
    }
}

/// Returns the point and the normal of a half-space.
fn point_and_normal(shape: &Shape) -> ((f64, f64), (f64, f64)) {
    // The constructor has made a half-space, so the default is never returned.
    let engine::Shape::HalfSpace(of) = shape.0.as_shape() else { return Default::default() };
    (pair(of.point()), pair(of.normal()))
}
