//! Saved states: snapshots, hashes, and serialization with `serde`.

#[cfg(feature = "serde")]
pub(super) mod joint_serialization;
#[cfg(feature = "serde")]
pub(super) mod serialization;
pub(super) mod snapshot;
pub(super) mod state_hash;
