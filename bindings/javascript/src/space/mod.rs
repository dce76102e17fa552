//! The 3D part: shapes, queries, meshes, height fields, movers and worlds. Conventions are those of the crate.

pub mod height_field;
pub mod kind;
pub mod mesh;
pub mod mover;
pub mod query;
pub mod shape;
pub mod world;
pub mod world_carry;

use crate::scratch::Reader;
use crate::{Status, finite};
use engine::Vector;

/// Reads a vector.
fn vector(words: &mut Reader<'_>) -> Result<Vector<f64, 3>, Status> {
    Ok(Vector(*words.finite()?))
}

/// The vector, or an error if a coordinate is NaN or infinite.
fn finite_vector(vector: [f64; 3]) -> Result<Vector<f64, 3>, Status> {
    vector.into_iter().try_for_each(|coordinate| finite(coordinate).map(|_| ()))?;
    Ok(Vector(vector))
}
