//! Reads numbers, points and collections from Python.

pub mod array;
mod items;
mod rows;
mod whole;

use engine::Vector;
pub use items::{Each, at_index, is_text};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyFrozenSet, PyList, PySet, PyString, PyTuple};
pub use rows::{Rows, index};
pub use whole::whole;

/// A point or an offset: an ordered iterable of `N` numbers.
#[derive(Clone, Copy)]
pub struct Numbers<const N: usize>(pub [f64; N]);

/// A 2D point or offset.
pub type Pair = Numbers<2>;

/// A 3D point or offset.
pub type Triple = Numbers<3>;

impl<const N: usize> Numbers<N> {
    pub fn vector(self) -> Vector<f64, N> {
        Vector(self.0)
    }

    /// Converts the numbers to a vector. Fails if a number is not finite. `name` is the name of the argument.
    pub fn finite(self, name: &str) -> PyResult<Vector<f64, N>> {
        self.0.iter().try_for_each(|&c| finite(c, name).map(|_| ()))?;
        Ok(Vector(self.0))
    }
}

/// Returns the number. Raises ValueError if it is NaN or infinite.
pub fn finite(number: f64, name: &str) -> PyResult<f64> {
    number.is_finite().then_some(number).ok_or_else(|| infinite(number, name))
}

/// A number that is not finite, as Python writes it.
fn python(number: f64) -> String {
    if number.is_nan() { "nan".into() } else { number.to_string() }
}

/// The exception for a number that is not finite. `name` is the name of the argument.
#[cold]
pub fn infinite(number: f64, name: &str) -> PyErr {
    PyValueError::new_err(format!("{name}: {} is not a finite number", python(number)))
}

/// Returns the number. Raises ValueError if it is NaN, infinite or negative.
pub fn length(number: f64, name: &str) -> PyResult<f64> {
    not_negative(finite(number, name)?, name)
}

/// Returns the number, which may be infinite. Raises ValueError if it is NaN or negative.
pub fn not_negative(number: f64, name: &str) -> PyResult<f64> {
    if number < 0.0 {
        return Err(PyValueError::new_err(format!("{name}: {number} is negative")));
    }
    if number.is_nan() {
        return Err(PyValueError::new_err(format!("{name}: not a number")));
    }
    Ok(number)
}

/// Returns the value with a name. Raises ValueError if `given` is none of the names. `argument` is the name of the argument.
pub fn named<T: Copy>(argument: &str, given: &str, names: &[(&str, T)]) -> PyResult<T> {
    let known = names.iter().find_map(|(name, value)| (*name == given).then_some(*value));
    known.ok_or_else(|| {
        let quoted: Vec<String> = names.iter().map(|(name, _)| format!("'{name}'")).collect();
        let list = match &quoted[..] {
            [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
            _ => quoted.concat(),
        };
        let given = Python::attach(|py| Ok::<_, PyErr>(PyString::new(py, given).repr()?.to_string()));
        given.map_or_else(
            |error| error,
            |given| PyValueError::new_err(format!("{argument}: {given} is not {list}")),
        )
    })
}

/// The name of the type of an object, for error messages.
pub fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string())
}

/// Implements `FromPyObject` for an enum with one variant for each accepted type. If no variant fits, the error says what is `needed`, and
/// not which variants the enum has, as that of the derived implementation does.
macro_rules! one_of {
    ($Type:ident: $($Variant:ident)|+, $needed:literal) => {
        impl<'a, 'py> FromPyObject<'a, 'py> for $Type {
            type Error = PyErr;

            fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                $(if let Ok(value) = object.extract() {
                    return Ok(Self::$Variant(value));
                })+
                let given = $crate::reading::type_name(&object);
                let text = format!("{} is needed, not {given}", $needed);
                Err(pyo3::exceptions::PyTypeError::new_err(text))
            }
        }
    };
}
pub(crate) use one_of;

/// Reads the value of an argument. Error messages contain the name of the argument.
pub fn argument<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let error = error.into();
        match error.is_instance_of::<PyTypeError>(value.py()) {
            true => PyTypeError::new_err(format!("argument '{name}': {}", error.value(value.py()))),
            false => error,
        }
    })
}

/// The error for a keyword argument that `what` does not have.
#[cold]
pub fn unknown(what: &str, name: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} got an unexpected keyword argument '{name}'"))
}

#[inline]
pub fn number(object: &Bound<'_, PyAny>) -> PyResult<f64> {
    if let Ok(float) = object.cast_exact::<PyFloat>() {
        return Ok(float.value());
    }
    // Read an integer directly, without creating a Python float.
    whole(object).map_or_else(|| object.extract(), |whole| Ok(whole.into()))
}

/// Whether the iteration over an object gives its items in an order that the caller has chosen, which that of a set or a dict does not.
fn is_ordered(object: &Bound<'_, PyAny>) -> bool {
    !object.is_instance_of::<PySet>()
        && !object.is_instance_of::<PyFrozenSet>()
        && !object.is_instance_of::<PyDict>()
}

/// Reads exactly `COUNT` numbers from an iterable.
#[inline]
pub fn numbers<const COUNT: usize>(object: &Bound<'_, PyAny>) -> PyResult<[f64; COUNT]> {
    let mut found = [0.0; COUNT];
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        if tuple.len() != COUNT {
            return Err(PyTypeError::new_err(format!("{COUNT} numbers are needed, not {}", tuple.len())));
        }
        for (place, item) in found.iter_mut().zip(tuple.iter_borrowed()) {
            *place = number(&item)?;
        }
        return Ok(found);
    }
    if let Ok(list) = object.cast_exact::<PyList>()
        && list.len() == COUNT
    {
        for (place, item) in found.iter_mut().zip(list.iter()) {
            *place = number(&item)?;
        }
        return Ok(found);
    }
    if is_text(object) || !is_ordered(object) {
        return Err(PyTypeError::new_err(format!("{COUNT} numbers are needed, not {}", type_name(object))));
    }
    let mut count = 0;
    for item in object.try_iter()? {
        let item = item?;
        if let Some(place) = found.get_mut(count) {
            *place = number(&item)?;
        }
        count += 1;
        if count > COUNT {
            break;
        }
    }
    match count == COUNT {
        true => Ok(found),
        false => Err(PyTypeError::new_err(format!("{COUNT} numbers are needed"))),
    }
}

impl<'a, 'py, const N: usize> FromPyObject<'a, 'py> for Numbers<N> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        numbers(&object).map(Numbers).map_err(|error| {
            // Replace a TypeError of the object itself, such as one of `len()`, because it would not help the user.
            let many = if N == 2 { "two" } else { "three" };
            let given = || match object.len() {
                Ok(count) if count != N && !is_text(&object) => format!("{count}"),
                _ => type_name(&object),
            };
            let fault = || PyTypeError::new_err(format!("{many} numbers are needed, not {}", given()));
            if error.is_instance_of::<PyTypeError>(object.py()) { fault() } else { error }
        })
    }
}
