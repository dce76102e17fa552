//! Stores the shapes and the user data of bodies. Saves and restores the state as bytes.

use super::Content;
use super::collider::Material;
use super::ids::{number, refused};
use crate::shape::placed;
use engine::dynamics::BodyDef;
use engine::{AsShape, ShapeBuf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Content {
    /// Adds a body with these shapes, and returns its id.
    pub fn put(
        &mut self,
        body: &BodyDef<f64>,
        colliders: Vec<(ShapeBuf<f64, 2>, Material)>,
        data: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let made: Vec<_> = colliders.iter().map(|(shape, of)| of.of(shape.as_shape())).collect();
        let added = number(self.of.insert(body, &made).map_err(refused)?);
        self.shapes.insert(added, colliders.into_iter().map(|(shape, _)| shape).collect());
        data.and_then(|data| self.data.insert(added, data));
        Ok(added)
    }

    /// The shapes of a body at its current pose.
    pub fn placed(&self, id: u64) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
        let pose = self.state(id)?.pose;
        Ok(self.shapes.get(&id).into_iter().flatten().map(|shape| placed(shape, &pose)).collect())
    }

    /// The shapes of all bodies at their current poses.
    pub fn all_placed(&self) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
        let mut all = Vec::new();
        for (id, _) in self.of.iter() {
            all.extend(self.placed(number(id))?);
        }
        Ok(all)
    }

    pub fn saved(&self) -> PyResult<Vec<u8>> {
        postcard::to_stdvec(&self.of.save()).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    pub fn restore_from(&mut self, saved: &[u8]) -> PyResult<()> {
        let fault = || PyValueError::new_err("saved: not a snapshot of these bodies and joints");
        let (read, rest) = postcard::take_from_bytes(saved).map_err(|_| fault())?;
        if !rest.is_empty() {
            return Err(fault());
        }
        self.of.restore(&read).map_err(|_| fault())
    }
}
