//! The tests of the library from outside that need no feature, in one program: what is exact, what is a law, and the first queries.

mod contact;
mod exact;
mod exhaustive;
mod floats;
mod laws;
mod oracle;
mod ray;
mod solids;
mod sweep;
