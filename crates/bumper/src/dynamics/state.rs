//! Saved states: snapshots, hashes, and serialization with `serde`.
//!
//! Every stored struct is described once for each purpose by a pattern that names all its fields, so a new field does not compile until it
//! is saved and hashed, or named as one that follows from other data:
//! - [`snapshot`] takes what a step changes from a body, a contact and a joint,
//! - [`serialization`] adds the settings, which have `serde` derived, and computes the rest again,
//! - [`hashing`] hashes the same snapshot and the same settings.

mod hashing;
#[cfg(feature = "serde")]
mod loading;
mod saved_body;
mod saved_contact;
mod saved_joint;
#[cfg(feature = "serde")]
mod serialization;
pub(super) mod snapshot;
pub(super) mod state_hash;
