//! What of lists and dicts collides with a rect.

use super::reading::{items, rect};
use super::{Area, Number};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What of a list collides: places and objects.
pub fn colliding<'py, N: Number>(
    own: Area<N>,
    list: &Bound<'py, PyAny>,
    key: Option<&Bound<'py, PyAny>>,
) -> PyResult<impl Iterator<Item = PyResult<(usize, Bound<'py, PyAny>)>>> {
    let read = move |item: &Bound<'py, PyAny>| match key {
        Some(key) => rect(&key.call1((item,))?),
        None => rect(item),
    };
    let collides = move |(k, item): (usize, PyResult<Bound<'py, PyAny>>)| {
        let found = item.and_then(|item| Ok((own.collides(read(&item)?), item)));
        match found {
            Ok((collides, item)) => collides.then_some(Ok((k, item))),
            Err(fault) => Some(Err(fault)),
        }
    };
    Ok(items(list, "rects")?.enumerate().filter_map(collides))
}

/// A key and its value.
pub type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The entries of a dict of which the key, or else the value, collides.
pub fn colliding_entries<'py, N: Number>(
    own: Area<N>,
    dict: &Bound<'py, PyAny>,
    values: bool,
) -> impl Iterator<Item = PyResult<Entry<'py>>> {
    let dict = dict.cast::<PyDict>().map_err(|_| PyTypeError::new_err("rect_dict: a dict is needed"));
    let (fault, dict) = match dict {
        Ok(dict) => (None, Some(dict.clone())),
        Err(fault) => (Some(Err(fault)), None),
    };
    let collides = move |entry: Entry<'py>| match rect(if values { &entry.1 } else { &entry.0 }) {
        Ok(other) => own.collides(other).then_some(Ok(entry)),
        Err(fault) => Some(Err(fault)),
    };
    fault.into_iter().chain(dict.into_iter().flatten().filter_map(collides))
}
