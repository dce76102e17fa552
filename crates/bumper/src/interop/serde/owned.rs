//! What owns its points: they are read through a list.

use super::radius_in_range;
use crate::scalar::Scalar;
use crate::{Hull, HullBuf, Mask, MaskBuf, PolygonBuf, Region, Vector};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

#[derive(serde::Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields)]
struct Outline<S, V> {
    corners: Vec<V>,
    #[serde(default)]
    radius: S,
}

impl<'de, S: Scalar + Deserialize<'de>, const CAP: usize> Deserialize<'de> for PolygonBuf<S, CAP> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let outline: Outline<S, Vector<S, 2>> = Outline::deserialize(deserializer)?;
        radius_in_range(outline.radius).map_err(D::Error::custom)?;
        if !S::IS_FLOAT && outline.radius != S::default() {
            return Err(D::Error::custom("a rounded polygon needs floats"));
        }
        let polygon = Self::new(outline.corners).map_err(D::Error::custom)?;
        Ok(polygon.known_rounded(outline.radius))
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Region<S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Region", 1)?;
        fields.serialize_field("corners", self.corners())?;
        fields.end()
    }
}

impl<'de, S: Scalar + Deserialize<'de>> Deserialize<'de> for Region<S, 2> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Region", deny_unknown_fields)]
        struct Given<V> {
            corners: Vec<V>,
        }
        let given: Given<Vector<S, 2>> = Given::deserialize(deserializer)?;
        Self::new(given.corners).map_err(D::Error::custom)
    }
}

impl Serialize for MaskBuf {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_mask().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MaskBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Mask", deny_unknown_fields)]
        struct Given {
            size: [u16; 2],
            words: Vec<u64>,
        }
        let given = Given::deserialize(deserializer)?;
        let mask = Mask::new(given.size, &given.words);
        mask.map(|mask| mask.to_buf())
            .ok_or_else(|| D::Error::custom("the words do not fit the size of the mask"))
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for HullBuf<S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_hull().serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for HullBuf<S, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Hull", deny_unknown_fields)]
        struct Given<V> {
            points: Vec<V>,
        }
        let given: Given<Vector<S, N>> = Given::deserialize(deserializer)?;
        // As they were written, also those that a hull does not need: what is read is equal to what was written.
        match Hull::new(&given.points) {
            Some(_) => Ok(Self::known(given.points)),
            None => Err(D::Error::custom("the points have no hull in space")),
        }
    }
}
