//! The class `HeightField`.

use super::Shape;
use super::initializer::{Initializer, initializer};
use crate::answer::pair;
use crate::reading::{Each, Pair, finite};
use engine::{AsShape, HeightFieldError, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A height field: ground whose heights are given at equal distances along x: HeightField(origin, cell, heights). The point for the height
/// with the index k is origin + (k * cell, heights[k]). Between two neighbouring points, the ground is a segment. `holes` are the numbers
/// of segments that are left out; segment k begins at point k. It is a polyline without an inside: a shape that is beyond the line without
/// touching it is apart. In a Simulation, it needs a static body. A height field that was rotated is a Compound, because heights are along
/// y.
///
/// >>> import bumper
/// >>> hill = bumper.HeightField((0, 100), 10, [0, -20, -20, 0])        # on a screen, negative heights are up
/// >>> hill.height_at(5), hill.height_at(50), hill.distance((15, 70, 3))
/// (90.0, None, 7.0)
/// >>> hill.with_heights(1, [-40, -40]).height_at(5)
/// 80.0
#[pyclass(module = "bumper", extends = Shape, subclass, frozen)]
pub struct HeightField;

type Field = engine::HeightField<f64, 2>;

/// The exception for wrong arguments of a height field, in 2D and in 3D.
pub fn fault(error: HeightFieldError) -> PyErr {
    let name = match error {
        HeightFieldError::BadCell => "cell",
        _ => "heights",
    };
    PyValueError::new_err(format!("{name}: {error}"))
}

#[pymethods]
impl HeightField {
    #[new]
    #[pyo3(signature = (origin, cell, heights, holes=Each(Vec::new())), text_signature = "(origin, cell, heights, holes=())")]
    fn new(origin: Pair, cell: f64, heights: Each<f64>, holes: Each<usize>) -> Initializer<Self> {
        let mut field =
            Field::line(origin.finite("origin")?, finite(cell, "cell")?, heights.0).map_err(fault)?;
        for hole in holes.0 {
            let beyond = |_| PyValueError::new_err(format!("holes: there is no segment {hole}"));
            field.set_hole(hole, 0, true).map_err(beyond)?;
        }
        initializer(Self, field)
    }

    /// The position of the point with the index 0 if its height is zero.
    #[getter]
    fn origin(slf: PyRef<'_, Self>) -> (f64, f64) {
        field(slf.as_super()).map_or_else(Default::default, |of| pair(of.origin()))
    }

    /// The distance of neighbouring points along x.
    #[getter]
    fn cell(slf: PyRef<'_, Self>) -> f64 {
        field(slf.as_super()).map_or(0.0, |of| of.cell()[0])
    }

    /// The heights.
    #[getter]
    fn heights(slf: PyRef<'_, Self>) -> Vec<f64> {
        field(slf.as_super()).map_or_else(Vec::new, |of| of.heights().to_vec())
    }

    /// The numbers of the segments that are left out, in ascending order.
    #[getter]
    fn holes(slf: PyRef<'_, Self>) -> Vec<usize> {
        field(slf.as_super()).map_or_else(Vec::new, holes)
    }

    /// The y coordinate of the ground at an x coordinate. None outside the height field and in a hole.
    #[pyo3(signature = (x, /))]
    fn height_at(slf: PyRef<'_, Self>, x: f64) -> PyResult<Option<f64>> {
        let at = Vector([finite(x, "x")?, 0.0]);
        Ok(field(slf.as_super()).and_then(|of| of.height_at(at)))
    }

    /// The unit normal of the ground at an x coordinate. Its y component is positive: on a screen, it points down. At the common
    /// point of two segments, it is the normal of one of them. None outside the height field and in a hole.
    #[pyo3(signature = (x, /))]
    fn normal_at(slf: PyRef<'_, Self>, x: f64) -> PyResult<Option<(f64, f64)>> {
        let at = Vector([finite(x, "x")?, 0.0]);
        Ok(field(slf.as_super()).and_then(|of| of.normal_at(at)).map(pair))
    }

    /// Returns a copy of the height field in which `heights` replace those from the index `first` on.
    #[pyo3(signature = (first, heights, /))]
    fn with_heights<'py>(
        slf: &Bound<'py, Self>,
        first: usize,
        heights: Each<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shape = slf.as_super().get();
        let mut changed = field(shape).cloned().ok_or_else(|| fault(HeightFieldError::TooFew))?;
        changed.set_heights(first, 0, heights.0.len(), &heights.0).map_err(fault)?;
        Ok(Bound::new(slf.py(), initializer(Self, changed)?)?.into_any())
    }
}

fn field(shape: &Shape) -> Option<&Field> {
    if let engine::Shape::HeightField(field) = shape.0.as_shape() { Some(field) } else { None }
}

fn holes(field: &Field) -> Vec<usize> {
    (0..field.columns().saturating_sub(1)).filter(|&cell| field.is_hole(cell, 0)).collect()
}

/// Returns the arguments of the constructor that recreate a height field exactly.
pub fn arguments<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyTuple>> {
    let origin = pair(field.origin());
    let [cell, _] = field.cell();
    let heights = field.heights().to_vec();
    match holes(field) {
        holes if holes.is_empty() => (origin, cell, heights).into_pyobject(py),
        holes => (origin, cell, heights, holes).into_pyobject(py),
    }
}
