//! Inserts bodies with their user data, places their shapes, and saves and restores simulations as bytes.

use super::Content;
use super::answer::BodyState;
use super::collider::Material;
use super::ids::{collider_number, id, is_collider, not_found, number, refused};
use crate::shape::placed;
use engine::dynamics::{BodyDef, ColliderId, Simulation};
use engine::{AsShape, ShapeBuf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Content {
    /// Inserts a body with these colliders, and returns its id.
    pub fn put(
        &mut self,
        body: &BodyDef<f64>,
        colliders: Vec<(ShapeBuf<f64, 2>, Material)>,
        data: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        let made: Vec<_> = colliders.iter().map(|(shape, of)| of.of(shape.as_shape())).collect();
        let added = number(self.of.insert(body, &made).map_err(refused)?);
        data.and_then(|data| self.data.insert(added, data));
        Ok(added)
    }

    /// Sets the user data of a body or a collider, and returns the old data. The data None removes the entry.
    pub fn set_data(&mut self, py: Python<'_>, of: u64, data: Py<PyAny>) -> Option<Py<PyAny>> {
        if data.is_none(py) { self.data.remove(&of) } else { self.data.insert(of, data) }
    }

    /// Whether a body or a collider has this id.
    pub fn has(&self, of: u64) -> bool {
        if is_collider(of) { self.collider(of).is_ok() } else { self.state(of).is_ok() }
    }

    /// Removes the user data of the colliders of a body, and returns it.
    pub fn take_collider_data(&mut self, body: u64) -> Vec<Py<PyAny>> {
        let colliders = self.of.colliders_of(id(body)).map(collider_number);
        colliders.filter_map(|collider| self.data.remove(&collider)).collect()
    }

    /// The state and the settings of a body.
    pub fn body(&self, of: u64) -> PyResult<BodyState> {
        let state = self.state(of)?;
        let def = self.of.definition(id(of)).ok_or_else(|| not_found("body", of))?;
        Ok(BodyState { state, def })
    }

    /// The shapes of a body at its current pose.
    pub fn placed(&self, id_of: u64) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
        self.state(id_of)?;
        Ok(self.of.colliders_of(id(id_of)).filter_map(|collider| self.placed_collider(collider)).collect())
    }

    /// The shape of a collider at the current pose of its body. `None` if it was removed.
    pub fn placed_collider(&self, collider: ColliderId) -> Option<ShapeBuf<f64, 2>> {
        let pose = self.of.get(self.of.body_of(collider)?)?.pose;
        Some(placed(&self.of.get_collider(collider)?.shape.into(), &pose))
    }

    /// The shapes of all bodies at their current poses.
    pub fn all_placed(&self) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
        let mut all = Vec::new();
        for (id, _) in self.of.iter() {
            all.extend(self.placed(number(id))?);
        }
        Ok(all)
    }

    /// Returns the whole simulation as bytes.
    pub fn whole(&self) -> PyResult<Vec<u8>> {
        postcard::to_stdvec(&self.of).map_err(|error| PyValueError::new_err(error.to_string()))
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

/// Returns the simulation that was saved as bytes by [`Content::whole`].
pub fn load(saved: &[u8]) -> PyResult<Simulation<f64>> {
    let read = postcard::take_from_bytes(saved).ok().filter(|(_, rest)| rest.is_empty());
    read.map(|(of, _)| of).ok_or_else(|| PyValueError::new_err("state: not that of a simulation"))
}
