//! Compares every query on every pair of convex kinds, in `f32` and `f64`, in 2D and in 3D, with a slow reference. Sizes and positions span
//! eight powers of ten, and many shapes are degenerate. `BUMPER_CASES` sets the number of cases of each pair of kinds (`x10` is ten times
//! the default), `BUMPER_SEED` selects other cases, and `BUMPER_SURVEY` prints a summary of the errors. The tests in `corners` are in the same
//! program, because both compile the same queries.

mod reference;

#[cfg(any(feature = "std", feature = "libm"))]
mod contacts;
#[cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]
mod corners;
#[cfg(any(feature = "std", feature = "libm"))]
mod ray_lengths;
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
