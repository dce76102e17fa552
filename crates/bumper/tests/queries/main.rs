//! Every query between every two convex kinds of shape, in `f32` and `f64`, in 2D and in 3D, compared with a slow reference: sizes and
//! positions over eight decades, and many degenerate shapes. `BUMPER_CASES` sets the number of cases of each pair of kinds (`x10`: ten
//! times the default), `BUMPER_SEED` draws other cases, `BUMPER_SURVEY` prints a summary of the errors.

mod reference;

#[cfg(any(feature = "std", feature = "libm"))]
mod contacts;
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
