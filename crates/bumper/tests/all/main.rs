//! The integration tests in one program, so that code that they share is compiled only once. Tests that need no feature are in
//! `tests/bare/`, which is a separate program in builds without a heap.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

mod batch;
mod boxes;
mod broad_phase;
#[path = "../bare/contact.rs"]
mod contact;
mod convex;
mod cuts;
mod dynamics;
mod dynamics_conserved;
mod dynamics_continuous;
mod dynamics_fast;
mod dynamics_joints;
mod dynamics_limits;
mod dynamics_lives;
mod dynamics_piles;
mod dynamics_scenes;
mod dynamics_sleep;
mod dynamics_stand;
mod ellipse;
mod ends;
#[path = "../bare/exact.rs"]
mod exact;
#[path = "../bare/exhaustive.rs"]
mod exhaustive;
mod fitting;
#[path = "../bare/floats.rs"]
mod floats;
mod grounds;
mod inside;
mod jumps;
#[path = "../bare/laws.rs"]
mod laws;
mod lists;
mod many;
mod masks;
mod measures;
mod motion;
#[path = "../bare/oracle.rs"]
mod oracle;
mod owned;
mod peers;
mod pixels;
mod plane;
mod pygame;
#[path = "../bare/ray.rs"]
mod ray;
mod resident;
#[path = "../bare/solids.rs"]
mod solids;
mod space;
mod splitting;
#[path = "../bare/sweep.rs"]
mod sweep;
mod tracing;
mod tree;
mod tutorials;
mod walking;
mod world;
mod world_cases;
