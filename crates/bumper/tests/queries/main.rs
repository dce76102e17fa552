//! Every query between every two convex kinds of shape, in `f32` and `f64`, on a plane and in space, held to a slow
//! reference: sizes and places over eight decades, and much that is degenerate. `BUMPER_CASES` sets the cases for each
//! pair of kinds, `BUMPER_SURVEY` prints what was found.

mod reference;

#[cfg(any(feature = "std", feature = "libm"))]
mod contacts;
#[cfg(any(feature = "std", feature = "libm"))]
mod rays;
mod relations;
#[cfg(any(feature = "std", feature = "libm"))]
mod solids;
#[cfg(any(feature = "std", feature = "libm"))]
mod sweeps;
mod thin;
#[cfg(any(feature = "std", feature = "libm"))]
mod turning;
