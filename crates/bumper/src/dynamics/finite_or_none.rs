//! The serialized form of a number that may be infinite: `None` if it is, because not all formats have infinity.

use crate::scalar::Real;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

pub(in crate::dynamics) fn serialize<R, Z>(number: &R, serializer: Z) -> Result<Z::Ok, Z::Error>
where
    R: Real + Serialize,
    Z: Serializer,
{
    (*number < R::INFINITY).then_some(*number).serialize(serializer)
}

pub(in crate::dynamics) fn deserialize<'de, R, D>(deserializer: D) -> Result<R, D::Error>
where
    R: Real + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or(R::INFINITY))
}
