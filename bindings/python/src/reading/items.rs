//! Reads collections. A collection may be any iterable.

use super::type_name;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// Adds the position of an item in a collection, as `name[place]`, to the message of a TypeError or ValueError. Other exceptions do not
/// change.
pub fn at_index(py: Python<'_>, name: &str, place: usize, error: PyErr) -> PyErr {
    let text = format!("{name}[{place}]: {}", error.value(py));
    match () {
        () if error.is_instance_of::<PyTypeError>(py) => PyTypeError::new_err(text),
        () if error.is_instance_of::<PyValueError>(py) => PyValueError::new_err(text),
        () => error,
    }
}

/// The items of any iterable except strings: a list, a tuple, a sprite group or a generator.
pub struct Each<T>(pub Vec<T>);

impl<'a, 'py, T: FromPyObjectOwned<'py>> FromPyObject<'a, 'py> for Each<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let fault = || PyTypeError::new_err(format!("an iterable is needed, not {}", type_name(&object)));
        if is_text(&object) {
            return Err(fault());
        }
        let items = object.try_iter().map_err(|_| fault())?.enumerate();
        let read = |(k, item): (usize, PyResult<Bound<'py, PyAny>>)| {
            item?.extract().map_err(|error: T::Error| at_index(py, "items", k, error.into()))
        };
        items.map(read).collect::<PyResult<_>>().map(Self)
    }
}

/// Whether an object is a string or bytes. These are sequences, but never sequences of shapes or coordinates.
pub fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
}
