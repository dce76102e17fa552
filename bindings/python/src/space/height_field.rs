//! The class `HeightField3`.

use super::Shape3;
use super::initializer::{Initializer, initializer};
use crate::answer::{pair, triple};
use crate::reading::{Pair, Rows, Triple, finite, index};
use crate::shape::height_field::fault;
use engine::{AsShape, HeightFieldError, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A height field in 3D, such as terrain: HeightField3(origin, cell, heights). The heights are given over a grid in the x and z directions,
/// and y is up. `heights` is a list of rows or a 2D numpy array: each row has the heights along x, and the rows follow each other in the
/// direction of z. `cell` are the distances of neighbouring points along x and along z. The point for the height in column i of row k is
/// origin + (i * cell[0], heights[k][i], k * cell[1]).
///
/// Four neighbouring points are the corners of a cell, which is two triangles, divided by the diagonal from its corner with the largest x
/// to its corner with the largest z. Cells are numbered like their corner with the lowest column and row: `holes` are cells (column, row)
/// that are left out, and hits report row * (columns - 1) + column as their part. A height field has no inside: a shape that is below it
/// without touching it is apart. A height field that was rotated is a Compound3, because heights are along y. For heights along z, rotate
/// it about x by 90 degrees.
///
/// >>> import bumper
/// >>> hill = bumper.HeightField3((0, 0, 0), (10, 10), [[0, 0, 0], [0, 5, 0], [0, 0, 0]])
/// >>> hill.height_at(5, 10), hill.height_at(50, 10), hill.distance((10, 9, 10, 4))
/// (2.5, None, 0.0)
/// >>> hill.with_heights(1, 0, [[8], [20]]).height_at(10, 5)        # changes column 1 of the rows 0 and 1
/// 14.0
#[pyclass(module = "bumper", extends = Shape3, subclass, frozen)]
pub struct HeightField3;

type Field = engine::HeightField<f64, 3>;

#[pymethods]
impl HeightField3 {
    #[new]
    #[pyo3(signature = (origin, cell, heights, holes=None), text_signature = "(origin, cell, heights, holes=())")]
    fn new(
        origin: Triple,
        cell: Pair,
        heights: &Bound<'_, PyAny>,
        holes: Option<&Bound<'_, PyAny>>,
    ) -> Initializer<Self> {
        let origin = origin.finite("origin")?;
        let cell = cell.finite("cell")?;
        let heights = Rows::of(heights, "heights")?;
        let mut field = Field::grid(origin, cell.0, heights.columns, heights.numbers).map_err(fault)?;
        let holes = holes.map_or(Ok(Vec::new()), |holes| Rows::of_length::<2>(holes, "holes"))?;
        for [column, row] in holes {
            let cell = index(column).zip(index(row));
            let set = cell.and_then(|(column, row)| field.set_hole(column as usize, row as usize, true).ok());
            set.ok_or_else(|| {
                PyValueError::new_err(format!("holes: there is no cell in column {column} of row {row}"))
            })?;
        }
        initializer(Self, field)
    }

    /// The position of the point in column 0 of row 0 if its height is zero.
    #[getter]
    fn origin(slf: PyRef<'_, Self>) -> (f64, f64, f64) {
        field(slf.as_super()).map_or_else(Default::default, |of| triple(of.origin()))
    }

    /// The distances of neighbouring points along x and along z.
    #[getter]
    fn cell(slf: PyRef<'_, Self>) -> (f64, f64) {
        field(slf.as_super()).map_or_else(Default::default, |of| pair(Vector(of.cell())))
    }

    /// The heights, as a list of rows.
    #[getter]
    fn heights(slf: PyRef<'_, Self>) -> Vec<Vec<f64>> {
        field(slf.as_super()).map_or_else(Vec::new, heights)
    }

    /// The cells that are left out, as a list of (column, row), row by row.
    #[getter]
    fn holes(slf: PyRef<'_, Self>) -> Vec<(usize, usize)> {
        field(slf.as_super()).map_or_else(Vec::new, holes)
    }

    /// The y coordinate of the surface at an x and a z coordinate. None outside the height field and in a hole.
    #[pyo3(signature = (x, z, /))]
    fn height_at(slf: PyRef<'_, Self>, x: f64, z: f64) -> PyResult<Option<f64>> {
        let at = Vector([finite(x, "x")?, 0.0, finite(z, "z")?]);
        Ok(field(slf.as_super()).and_then(|of| of.height_at(at)))
    }

    /// The unit normal of the surface at an x and a z coordinate. Its y component is positive. On an edge between two triangles, it is the
    /// normal of one of them. None outside the height field and in a hole.
    #[pyo3(signature = (x, z, /))]
    fn normal_at(slf: PyRef<'_, Self>, x: f64, z: f64) -> PyResult<Option<(f64, f64, f64)>> {
        let at = Vector([finite(x, "x")?, 0.0, finite(z, "z")?]);
        Ok(field(slf.as_super()).and_then(|of| of.normal_at(at)).map(triple))
    }

    /// Returns a copy of the height field in which `heights`, a list of rows or a 2D array, replace a rectangle of the heights. The first
    /// one replaces that in the given column and row.
    #[pyo3(signature = (column, row, heights, /))]
    fn with_heights<'py>(
        slf: &Bound<'py, Self>,
        column: usize,
        row: usize,
        heights: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let heights = Rows::of(heights, "heights")?;
        let shape = slf.as_super().get();
        let mut changed = field(shape).cloned().ok_or_else(|| fault(HeightFieldError::TooFew))?;
        changed.set_heights(column, row, heights.columns, &heights.numbers).map_err(fault)?;
        Ok(Bound::new(slf.py(), initializer(Self, changed)?)?.into_any())
    }
}

fn field(shape: &Shape3) -> Option<&Field> {
    if let engine::Shape::HeightField(field) = shape.0.as_shape() { Some(field) } else { None }
}

fn heights(field: &Field) -> Vec<Vec<f64>> {
    field.heights().chunks_exact(field.columns()).map(<[f64]>::to_vec).collect()
}

fn holes(field: &Field) -> Vec<(usize, usize)> {
    let columns = field.columns() - 1;
    let cells = (0..field.rows() - 1).flat_map(|row| (0..columns).map(move |column| (column, row)));
    cells.filter(|&(column, row)| field.is_hole(column, row)).collect()
}

/// Returns the arguments of the constructor that recreate a height field exactly.
pub fn arguments<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyTuple>> {
    let origin = triple(field.origin());
    let cell = pair(Vector(field.cell()));
    match holes(field) {
        holes if holes.is_empty() => (origin, cell, heights(field)).into_pyobject(py),
        holes => (origin, cell, heights(field), holes).into_pyobject(py),
    }
}
