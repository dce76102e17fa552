//! Laws that every scene obeys, checked on random scenes of ordinary parts. A scene that breaks a law is reduced and printed as a Rust
//! program. `BUMPER_CASES` sets the number of scenes of each law (`x10` is ten times the default), `BUMPER_SEED` selects other scenes.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

mod build;
mod draw;
mod ground;
mod law;
mod print;
mod reduce;
mod scene;
mod solid;

mod energy;
mod events;
mod movers;
mod order;
mod planks;
mod pushes;
mod same_ground;
mod saved;
mod sleep;
