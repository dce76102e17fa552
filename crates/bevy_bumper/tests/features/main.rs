//! Headless tests of the features that are off by default: `cargo test --all-features --test features`.

#[cfg(feature = "gizmos")]
mod gizmos;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "mesh")]
mod mesh;
#[cfg(feature = "picking")]
mod picking;
#[path = "../plugin/support.rs"]
#[allow(dead_code, reason = "the tests of some features need only a part of it")]
mod support;
