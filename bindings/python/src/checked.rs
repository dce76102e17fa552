//! Queries that check their arguments: numbers that are NaN and directions of length zero raise an exception.

use crate::reading::Numbers;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns the contact of two shapes, or `None` if their distance is more than `within`. `within` may be infinite.
pub fn contact<const N: usize>(
    a: engine::Shape<'_, f64, N>,
    b: engine::Shape<'_, f64, N>,
    within: f64,
) -> PyResult<Option<engine::Contact<f64, N>>> {
    if within.is_nan() {
        return Err(PyValueError::new_err("within: not a number"));
    }
    let always = within == f64::INFINITY;
    Ok(if always { Some(engine::contact(a, b)) } else { engine::contact_within(a, b, within) })
}

/// Creates a ray that begins at `origin` and ends at the distance `max_distance`, which may be infinite.
pub fn ray<const N: usize>(
    origin: Numbers<N>,
    direction: Numbers<N>,
    max_distance: f64,
) -> PyResult<engine::Ray<f64, N>> {
    if max_distance.is_nan() {
        return Err(PyValueError::new_err("max_distance: not a number"));
    }
    let origin = origin.finite("origin")?;
    let direction = direction.finite("direction")?;
    let ray = engine::Ray::new(origin, direction);
    Ok(ray
        .ok_or_else(|| PyValueError::new_err("direction: its length is zero"))?
        .with_max_distance(max_distance))
}
