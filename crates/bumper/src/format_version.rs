//! The version of the serialized form of worlds, movers and simulations.

use core::fmt;

/// The version of the serialized form. Its number changes when a field is added, removed or gets another meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub(crate) struct FormatVersion;

/// The only version that can be read.
const NUMBER: u32 = 1;

impl From<FormatVersion> for u32 {
    fn from(_: FormatVersion) -> Self {
        NUMBER
    }
}

impl TryFrom<u32> for FormatVersion {
    type Error = OtherVersion;

    fn try_from(number: u32) -> Result<Self, OtherVersion> {
        if number == NUMBER { Ok(Self) } else { Err(OtherVersion { number }) }
    }
}

/// The error of a save with another version.
pub(crate) struct OtherVersion {
    number: u32,
}

impl fmt::Display for OtherVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the format has version {}, but only version {NUMBER} can be read", self.number)
    }
}
