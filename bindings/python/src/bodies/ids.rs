//! Ids of bodies and joints in Python, and the exceptions for invalid ones.

use super::Content;
use crate::reading::Pair;
use crate::shape::turn::Turn;
use engine::Pose;
use engine::dynamics::{BodyId, Hold, Joint, JointId, Refusal};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// The id for Python, which is never zero.
pub fn number(id: BodyId) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub fn id(number: u64) -> BodyId {
    BodyId::from_bits(number.wrapping_sub(1))
}

pub fn joint_number(id: JointId) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub fn joint_id(number: u64) -> JointId {
    JointId::from_bits(number.wrapping_sub(1))
}

pub fn not_found(what: &str, id: u64) -> PyErr {
    PyKeyError::new_err(format!("id: no {what} has {id}"))
}

/// The exception for an error of the engine that was not reported with the name of an argument before.
pub fn refused(refusal: Refusal) -> PyErr {
    match refusal {
        Refusal::Full => PyMemoryError::new_err("there is no room for more"),
        Refusal::Gone => PyKeyError::new_err("id: nothing has it"),
        Refusal::NoArea => PyValueError::new_err("shapes: one has no area, or there is none"),
        Refusal::NotFinite => PyValueError::new_err("a number is too large"),
        Refusal::NoAxis => PyValueError::new_err("axis: of no length"),
        Refusal::SameBody => PyValueError::new_err("b: the same body as a"),
        Refusal::NothingMoves => PyValueError::new_err("a, b: neither is moved by forces"),
        other => PyValueError::new_err(other.to_string()),
    }
}

pub fn pose(place: Pair, degrees: Turn) -> PyResult<Pose<f64, 2>> {
    Ok(Pose::new(degrees.rotation()?, place.finite("place")?))
}

impl Content {
    pub fn state(&self, of: u64) -> PyResult<engine::dynamics::State<f64>> {
        self.of.state(id(of)).ok_or_else(|| not_found("body", of))
    }

    pub fn join(&mut self, [a, b]: [u64; 2], hold: Hold<f64>, collide: bool, turns: bool) -> PyResult<u64> {
        self.state(a).and(self.state(b))?;
        let joint = Joint { a: id(a), b: id(b), hold, collide };
        let joined = joint_number(self.of.join(&joint).map_err(refused)?);
        if turns {
            self.turning.insert(joined);
        }
        Ok(joined)
    }

    pub fn known_joint(&self, of: u64) -> PyResult<engine::dynamics::JointState<f64>> {
        self.of.joint(joint_id(of)).ok_or_else(|| not_found("joint", of))
    }
}
