//! The tests of the library from outside that need no feature, in one program: what is exact, what is a law, and the first queries.
//! With a heap and sines they are modules of `all`, which is compiled for most of what they need anyway.
#![cfg(not(all(feature = "alloc", any(feature = "std", feature = "libm"))))]

mod contact;
mod exact;
mod exhaustive;
mod floats;
mod laws;
mod oracle;
mod ray;
mod solids;
mod sweep;
