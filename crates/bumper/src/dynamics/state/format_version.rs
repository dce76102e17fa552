//! The version of saved simulations and snapshots.

use alloc::format;
use alloc::string::String;

/// The version of the serialized form. It changes when a field is added, removed or gets another meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub(super) struct FormatVersion;

impl FormatVersion {
    const NUMBER: u32 = 1;
}

impl From<FormatVersion> for u32 {
    fn from(_: FormatVersion) -> Self {
        FormatVersion::NUMBER
    }
}

impl TryFrom<u32> for FormatVersion {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        let readable = Self::NUMBER;
        match number == readable {
            true => Ok(Self),
            false => Err(format!("the format has version {number}, but only version {readable} can be read")),
        }
    }
}
