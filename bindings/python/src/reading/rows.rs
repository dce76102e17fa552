//! Reads tables of numbers: arrays with rows, and iterables of rows.

use super::array::Array;
use super::{at_index, is_text, number, type_name};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A table of numbers, whose rows all have the same length.
pub struct Rows {
    /// The numbers, row by row.
    pub numbers: Vec<f64>,
    /// The number of numbers in each row; zero without rows.
    pub columns: usize,
}

impl Rows {
    /// Reads a 2D array, or an iterable of rows. `name` is the name of the argument for error messages.
    pub fn of(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Self> {
        let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if !is_list && let Some(array) = Array::of(object, name)? {
            let mut numbers = Vec::with_capacity(array.rows * array.columns);
            array.each(|block| numbers.extend_from_slice(block))?;
            return Ok(Self { numbers, columns: array.columns });
        }
        let fault = |_| {
            let given = type_name(object);
            PyTypeError::new_err(format!("{name}: an array or an iterable of rows is needed, not {given}"))
        };
        let mut found = Self { numbers: Vec::new(), columns: 0 };
        for (index, row) in object.try_iter().map_err(fault)?.enumerate() {
            let start = found.numbers.len();
            append(&row?, &mut found.numbers).map_err(|error| at_index(object.py(), name, index, error))?;
            let length = found.numbers.len() - start;
            if index == 0 {
                found.columns = length;
            } else if length != found.columns {
                let text =
                    format!("{name}: row {index} has {length} numbers, and row 0 has {}", found.columns);
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(found)
    }

    /// Reads rows of `COUNT` numbers.
    pub fn of_length<const COUNT: usize>(
        object: &Bound<'_, PyAny>,
        name: &'static str,
    ) -> PyResult<Vec<[f64; COUNT]>> {
        let rows = Self::of(object, name)?;
        if !rows.numbers.is_empty() && rows.columns != COUNT {
            let text = format!("{name}: rows of {COUNT} numbers are needed, not of {}", rows.columns);
            return Err(PyValueError::new_err(text));
        }
        Ok(rows.numbers.as_chunks().0.to_vec())
    }
}

/// Appends the numbers of a row to `into`.
fn append(row: &Bound<'_, PyAny>, into: &mut Vec<f64>) -> PyResult<()> {
    if is_text(row) {
        return Err(PyTypeError::new_err(format!("a row of numbers is needed, not {}", type_name(row))));
    }
    for item in row.try_iter()? {
        into.push(number(&item?)?);
    }
    Ok(())
}

/// Converts a number to an index. `None` if it is negative, not an integer or larger than 32 bits.
pub fn index(number: f64) -> Option<u32> {
    let index = number as u32;
    (f64::from(index) == number).then_some(index)
}
