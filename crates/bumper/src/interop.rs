//! Conversions to and from types of other crates, with one feature per crate.

#[cfg(any(
    feature = "glam",
    feature = "glam027",
    feature = "glam029",
    feature = "glam030",
    feature = "glam032",
    feature = "glam033"
))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "serde")]
mod serde;
