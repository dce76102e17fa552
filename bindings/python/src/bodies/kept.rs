//! What is kept of bodies: beside each its shapes and its data, and the state of all as bytes.

use super::Bodies;
use super::ids::{number, refused};
use super::solid::Material;
use engine::dynamics::Body;
use engine::{AsShape, ShapeBuf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Bodies {
    /// Adds a body of these shapes: its id.
    pub fn put(
        &mut self,
        body: &Body<f64>,
        solids: Vec<(ShapeBuf<f64, 2>, Material)>,
        data: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let made: Vec<_> = solids.iter().map(|(shape, of)| of.of(shape.as_shape())).collect();
        let added = number(self.of.add(body, &made).map_err(refused)?);
        self.shapes.insert(added, solids.into_iter().map(|(shape, _)| shape).collect());
        data.and_then(|data| self.data.insert(added, data));
        Ok(added)
    }

    pub fn saved(&self) -> PyResult<Vec<u8>> {
        postcard::to_stdvec(&self.of.save()).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    pub fn restore_from(&mut self, saved: &[u8]) -> PyResult<()> {
        let fault = || PyValueError::new_err("saved: not what was saved of these bodies and joints");
        let (read, rest) = postcard::take_from_bytes(saved).map_err(|_| fault())?;
        if !rest.is_empty() {
            return Err(fault());
        }
        self.of.restore(&read).map_err(|_| fault())
    }
}
