//! The methods of simulations that insert, change and read colliders.

use super::Simulation;
use super::changes::change_material;
use super::collider::{Collider, Material, one};
use super::ids::{collider_id, collider_number, id, not_found, number, refused};
use crate::shape::extent::is_empty;
use crate::shape::given::Given;
use crate::shape::kinds::wrap;
use engine::ShapeBuf;
use engine::dynamics::DynamicsError;
use engine::{AsShape, Shape, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Reads a shape or a Collider, and returns the shape and its material. `changes` are keyword arguments of Collider, which change the
/// material.
fn read(
    shape: &Bound<'_, PyAny>,
    changes: Option<&Bound<'_, PyDict>>,
) -> PyResult<(ShapeBuf<f64, 2>, Material)> {
    let (shape, mut material) = one(shape, Material::default())?;
    for (name, value) in changes.into_iter().flatten() {
        change_material(&mut material, &name.extract::<String>()?, &value)?;
    }
    not_empty(&shape.as_shape())?;
    Ok((shape, material.checked()?))
}

fn not_empty(shape: &Shape<'_, f64, 2>) -> PyResult<()> {
    if is_empty(shape) { Err(PyValueError::new_err("shape: it is empty")) } else { Ok(()) }
}

/// Converts an error of the library to the exception of a method that has a single shape as its argument.
fn shape_refused(refusal: DynamicsError) -> PyErr {
    match refusal {
        DynamicsError::NoArea => PyValueError::new_err("shape: it has no area"),
        other => refused(other),
    }
}

#[pymethods]
impl Simulation {
    /// Inserts a static collider with its own body, for the ground and for walls. Returns the id of the collider; `body_of` returns the
    /// id of its body. `shape` is a shape or a Collider. Further keyword arguments are those of Collider. `data` is the user data of the
    /// body.
    #[pyo3(signature = (shape, data=None, **material))]
    fn insert_static(
        &self,
        py: Python<'_>,
        shape: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        material: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        let (shape, material) = read(shape, material)?;
        let mut content = self.0.write(py)?;
        let added = content.of.insert_static(&material.of(shape.as_shape())).map_err(shape_refused)?;
        if let Some((body, data)) = content.of.body_of(added).zip(data) {
            content.data.insert(number(body), data);
        }
        Ok(collider_number(added))
    }

    /// Inserts a collider into a body, in body coordinates, and returns the id of the collider. `shape` is a shape or a Collider; further
    /// keyword arguments are those of Collider. `data` is the user data of the collider, which `data_of` returns. The mass of the body is
    /// computed again. The body and the bodies that touch it wake.
    #[pyo3(signature = (id, shape, /, data=None, **material))]
    fn insert_collider(
        &self,
        py: Python<'_>,
        id: u64,
        shape: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        material: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        let (shape, material) = read(shape, material)?;
        let mut content = self.0.write(py)?;
        content.state(id)?;
        let added = content.of.insert_collider(self::id(id), &material.of(shape.as_shape()));
        let added = collider_number(added.map_err(shape_refused)?);
        data.and_then(|data| content.data.insert(added, data));
        Ok(added)
    }

    /// Removes a collider. If it is the last collider of its body, the body is also removed. The body and the bodies that touch it wake.
    #[pyo3(signature = (collider, /))]
    fn remove_collider(&self, py: Python<'_>, collider: u64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let own = collider_id(collider);
        let body = content.of.body_of(own).ok_or_else(|| not_found("collider", collider))?;
        content.of.remove_collider(own);
        let old_body = if content.of.get(body).is_none() { content.data.remove(&number(body)) } else { None };
        let old = (content.data.remove(&collider), old_body);
        // Drop the old user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(content);
        drop(old);
        Ok(())
    }

    /// The ids of the colliders of a body, in the order of their insertion.
    #[pyo3(signature = (id, /))]
    fn colliders_of(&self, py: Python<'_>, id: u64) -> PyResult<Vec<u64>> {
        let content = self.0.read(py)?;
        content.state(id)?;
        Ok(content.of.colliders_of(self::id(id)).map(collider_number).collect())
    }

    /// The id of the body of a collider.
    #[pyo3(signature = (collider, /))]
    fn body_of(&self, py: Python<'_>, collider: u64) -> PyResult<u64> {
        let body = self.0.read(py)?.of.body_of(collider_id(collider));
        body.map(number).ok_or_else(|| not_found("collider", collider))
    }

    /// A collider: its shape in body coordinates and its material.
    #[pyo3(signature = (collider, /))]
    fn get_collider(&self, py: Python<'_>, collider: u64) -> PyResult<Collider> {
        self.0.read(py)?.collider(collider).map(|of| Collider::from(&of))
    }

    /// The shape of a collider at the current pose of its body, for drawing or for queries.
    #[pyo3(signature = (collider, /))]
    fn shape_of<'py>(&self, py: Python<'py>, collider: u64) -> PyResult<Bound<'py, PyAny>> {
        let shape = self.0.read(py)?.placed_collider(collider_id(collider));
        wrap(py, shape.ok_or_else(|| not_found("collider", collider))?)
    }

    /// Changes a collider. The keyword arguments are those of Collider, `shape` (in body coordinates) and `data` (the user data of the
    /// collider). The collider keeps its id. The body and the bodies that touch it wake, unless only `data` changes. A new shape or a
    /// change of `sensor` ends the contacts of the collider; new layers or a new filter end the contacts that they exclude.
    #[pyo3(signature = (collider, /, **changes))]
    fn modify_collider(
        &self,
        py: Python<'_>,
        collider: u64,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        // Lock the simulation for changing it only after the arguments have been read: that may run Python code, which may read the
        // simulation.
        let content = self.0.intend(py, 0)?;
        let mut material = Material::from(&content.collider(collider)?);
        let mut shape = None;
        let mut data = None;
        for (name, value) in changes.into_iter().flatten() {
            match &*name.extract::<String>()? {
                "shape" => shape = Some(value.extract::<Given>()?.into_owned()),
                "data" => data = Some(value.unbind()),
                name => change_material(&mut material, name, &value)?,
            }
        }
        let material = material.checked()?;
        shape.as_ref().map_or(Ok(()), |shape: &ShapeBuf<f64, 2>| not_empty(&shape.as_shape()))?;
        let own = collider_id(collider);
        let mut content = content.write(py, 0)?;
        if let Some(shape) = shape {
            content.of.set_shape(own, shape).map_err(shape_refused)?;
        }
        let settings = material.of(Vector([0.0; 2]).into());
        let changed = content.of.modify_collider(own, |of| {
            *of = engine::dynamics::ColliderDef { shape: of.shape, data: of.data, ..settings }
        });
        changed.map_err(refused)?;
        let old = data.and_then(|data| content.set_data(py, collider, data));
        // Drop the old user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(content);
        drop(old);
        Ok(())
    }
}
