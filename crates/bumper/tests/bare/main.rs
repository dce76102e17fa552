//! The integration tests that need no feature, in one program: exact results, invariants, and basic queries. In builds with a heap and
//! trigonometric functions they are modules of `all` instead, to compile less.
#![cfg(not(all(feature = "alloc", any(feature = "std", feature = "libm"))))]

mod contact;
mod exact;
mod exhaustive;
mod floats;
mod invariants;
mod oracle;
mod ray;
mod solids;
mod sweep;
