//! Convex shapes in space.

#[cfg(all(test, feature = "std"))]
mod figures;
pub(crate) mod ray;
