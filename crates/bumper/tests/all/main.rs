//! The tests of the library from outside that need a heap and sines, in one program: what they share of it is compiled once.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

mod batch;
mod broad;
mod convex;
mod dynamics;
mod dynamics_scenes;
mod ellipse;
mod ends;
mod fitting;
mod grounds;
mod jumps;
mod masks;
mod motion;
#[path = "../bare/oracle.rs"]
mod oracle;
mod peers;
mod pixels;
mod plane;
mod pygame;
mod space;
mod splitting;
mod tracing;
mod tree;
mod tutorials;
mod walking;
mod world;
