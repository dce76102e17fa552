//! The tests of the library from outside that need a heap and sines, in one program: what they share of it is compiled once.
#![cfg(all(feature = "alloc", any(feature = "std", feature = "libm")))]

mod batch;
mod boxes;
mod broad;
mod convex;
mod ellipse;
mod ends;
mod fitting;
mod grounds;
mod jumps;
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
mod resident;
mod space;
mod splitting;
mod tracing;
mod tree;
mod tutorials;
mod walking;
mod world;
