//! Convex shapes in space.

mod face;
#[cfg(all(test, feature = "std"))]
mod figures;
pub(crate) mod manifold;
pub(crate) mod ray;
