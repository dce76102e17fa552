//! Converts ids of bodies, colliders and joints between Python and the Rust library, and creates the exceptions for invalid ids.

use super::Content;
use crate::reading::Pair;
use crate::shape::rotation::RotationArgument;
use engine::Pose;
use engine::dynamics::{BodyId, ColliderId, DynamicsError, JointDef, JointId, JointKind};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// Converts the id of a body in the Rust library to an id for Python, which is never zero.
pub fn number(id: BodyId) -> u64 {
    id.to_bits().wrapping_add(1)
}

pub fn id(number: u64) -> BodyId {
    BodyId::from_bits(number.wrapping_sub(1))
}

/// The bits that mark the ids of joints and of colliders in Python. Ids of bodies are so small that they never contain these bits.
const JOINT: u64 = 1 << 63;
const COLLIDER: u64 = 1 << 62;

/// Converts an id from Python to the number of an id of the Rust library. If the id does not have the mark `tag`, returns a number that no
/// object has.
fn untagged(number: u64, tag: u64) -> u64 {
    if number & (JOINT | COLLIDER) == tag { (number & !tag).wrapping_sub(1) } else { u64::MAX }
}

pub fn joint_number(id: JointId) -> u64 {
    JOINT | id.to_bits().wrapping_add(1)
}

pub fn joint_id(number: u64) -> JointId {
    JointId::from_bits(untagged(number, JOINT))
}

pub fn collider_number(id: ColliderId) -> u64 {
    COLLIDER | id.to_bits().wrapping_add(1)
}

pub fn collider_id(number: u64) -> ColliderId {
    ColliderId::from_bits(untagged(number, COLLIDER))
}

/// Whether an id from Python is that of a collider.
pub fn is_collider(number: u64) -> bool {
    number & (JOINT | COLLIDER) == COLLIDER
}

/// Returns the exception for an id that no object of the kind `what` has ("body", "collider" or "joint"). If the id is that of another
/// kind, the message says so.
pub fn not_found(what: &str, id: u64) -> PyErr {
    let kind = match id & (JOINT | COLLIDER) {
        COLLIDER => "collider",
        JOINT => "joint",
        _ => "body",
    };
    let hint = match (kind, what) {
        ("collider", "body") => "; body_of(id) gives its body",
        ("body", "collider") => "; colliders_of(id) gives its colliders",
        _ => "",
    };
    PyKeyError::new_err(match kind == what || id == 0 {
        true => format!("no {what} has the id {id}"),
        false => format!("{id} is the id of a {kind}, not of a {what}{hint}"),
    })
}

/// Converts an error of the library to an exception. Most errors are detected earlier, with a message that names the argument.
pub fn refused(refusal: DynamicsError) -> PyErr {
    match refusal {
        DynamicsError::Full => PyMemoryError::new_err("there is no space for more bodies or joints"),
        DynamicsError::NotFound => PyKeyError::new_err("no body, collider or joint has this id"),
        DynamicsError::NoArea => PyValueError::new_err("shapes: there are none, or one has no area"),
        DynamicsError::HalfSpace => {
            PyValueError::new_err("shapes: a half-space needs a static body and must not have a one-way side")
        }
        DynamicsError::NotFinite => PyValueError::new_err("a number is too large"),
        DynamicsError::ZeroAxis => PyValueError::new_err("axis: its length is zero"),
        DynamicsError::SameBody => PyValueError::new_err("b: the same body as a"),
        DynamicsError::NoDynamicBody => PyValueError::new_err("a, b: neither body is dynamic"),
        DynamicsError::MoverBody => PyValueError::new_err(
            "movers: the body of a mover is not dynamic, or its rotation is not fixed: use that of insert_mover",
        ),
        DynamicsError::SharedMoverBody => PyValueError::new_err("movers: two movers have the same body"),
        other => PyValueError::new_err(other.to_string()),
    }
}

pub fn pose(position: Pair, degrees: RotationArgument) -> PyResult<Pose<f64, 2>> {
    Ok(Pose::new(degrees.rotation()?, position.finite("position")?))
}

impl Content {
    pub fn state(&self, of: u64) -> PyResult<engine::dynamics::BodyState<f64>> {
        self.of.get(id(of)).ok_or_else(|| not_found("body", of))
    }

    pub fn join(&mut self, [a, b]: [u64; 2], kind: JointKind<f64>, collide_connected: bool) -> PyResult<u64> {
        self.state(a).and(self.state(b))?;
        let joint = JointDef { a: id(a), b: id(b), kind, collide_connected };
        Ok(joint_number(self.of.insert_joint(&joint).map_err(refused)?))
    }

    /// Returns the current definition of a joint.
    pub fn joint_definition(&self, of: u64) -> PyResult<JointDef<f64>> {
        self.of.joint_definition(joint_id(of)).ok_or_else(|| not_found("joint", of))
    }

    /// Returns the collider with an id. Raises KeyError if there is none.
    pub fn collider(&self, of: u64) -> PyResult<engine::dynamics::ColliderDef<'_, f64>> {
        self.of.get_collider(collider_id(of)).ok_or_else(|| not_found("collider", of))
    }
}
