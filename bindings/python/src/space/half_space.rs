//! The class `HalfSpace3`.

use super::Shape3;
use super::initializer::{Initializer, initializer};
use crate::answer::triple;
use crate::reading::Triple;
use engine::AsShape;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A half-space in 3D: all points on one side of a plane, such as an endless floor: HalfSpace3(point, normal). `point` is any point of the
/// plane, which belongs to the half-space. `normal` is perpendicular to the plane and points out of the half-space. It may have any length
/// except zero; the half-space stores it with length 1. A half-space is infinitely large: it has no `bounds` and no `center`. It rotates
/// about its point, unless another one is given.
///
/// >>> import bumper
/// >>> floor = bumper.HalfSpace3((0, 0, 0), (0, 0, 1))
/// >>> floor.distance((500, -70, 9, 2)), (1, 2, -3) in floor
/// (7.0, True)
#[pyclass(module = "bumper", extends = Shape3, subclass, frozen)]
pub struct HalfSpace3;

#[pymethods]
impl HalfSpace3 {
    #[new]
    fn new(point: Triple, normal: Triple) -> Initializer<Self> {
        let made = engine::HalfSpace::new(point.finite("point")?, normal.finite("normal")?);
        let fault = || PyValueError::new_err("normal: its length is zero");
        initializer(Self, made.ok_or_else(fault)?)
    }

    /// A point of the plane: the one that was passed to the constructor, moved and rotated with the half-space.
    #[getter]
    fn point(slf: PyRef<'_, Self>) -> (f64, f64, f64) {
        point_and_normal(slf.as_super()).0
    }

    /// The unit normal of the plane, which points out of the half-space.
    #[getter]
    fn normal(slf: PyRef<'_, Self>) -> (f64, f64, f64) {
        point_and_normal(slf.as_super()).1
    }
}

/// Returns the point and the normal of a half-space.
fn point_and_normal(shape: &Shape3) -> ((f64, f64, f64), (f64, f64, f64)) {
    // The constructor has made a half-space, so the default is never returned.
    let engine::Shape::HalfSpace(of) = shape.0.as_shape() else { return Default::default() };
    (triple(of.point()), triple(of.normal()))
}
