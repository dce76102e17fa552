//! Conversions to and from the types of other crates, one feature for each.

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
