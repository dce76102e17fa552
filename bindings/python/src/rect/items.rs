//! Access to the four numbers of a rect as a sequence.

use super::Number;
use super::reading::{Selection, rect, selection};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::PyList;

/// Returns the number at an index, or a list of the numbers that a slice selects.
pub fn got<'py, N: Number>(numbers: [N; 4], key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match selection(key)? {
        Selection::One(k) => numbers[k].into_bound_py_any(key.py()),
        Selection::Some(all) => Ok(PyList::new(key.py(), all.into_iter().map(|k| numbers[k]))?.into_any()),
    }
}

/// Replaces the number at an index, or the numbers that a slice selects.
pub fn put<N: Number>(
    mut numbers: [N; 4],
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> PyResult<[N; 4]> {
    let all = match selection(key)? {
        Selection::One(k) => {
            numbers[k] = N::read(value)?;
            return Ok(numbers);
        }
        Selection::Some(all) => all,
    };
    let values = match value.len() {
        Ok(count) if count == all.len() => {
            value.try_iter()?.map(|item| N::read(&item?)).collect::<PyResult<Vec<N>>>()?
        }
        Ok(_) => return Err(PyTypeError::new_err("value: its length differs from that of the slice")),
        Err(_) => vec![N::read(value)?; all.len()],
    };
    all.into_iter().zip(values).for_each(|(k, value)| numbers[k] = value);
    Ok(numbers)
}

/// Compares two rects number by number, like tuples. Returns NotImplemented if the other object is not a rect.
pub fn compared(own: [f64; 4], other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
    let py = other.py();
    let Ok(other) = rect::<f64>(other) else { return Ok(py.NotImplemented()) };
    let holds = match (op, own.partial_cmp(&other.numbers())) {
        (CompareOp::Ne, order) => order.is_none_or(|order| order.is_ne()),
        (_, order) => order.is_some_and(|order| op.matches(order)),
    };
    Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
}
