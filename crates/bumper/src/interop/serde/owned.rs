//! Serialization of polygons, hulls and other shapes that own their points. The points are deserialized into a `Vec`, then checked by the
//! constructor.

use super::radius_in_range;
use crate::scalar::Scalar;
use crate::{
    HeightField, HeightFieldError, Hull, HullBuf, Mask, MaskBuf, Mesh, MeshError, PolygonBuf, Region, Vector,
};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

#[derive(serde::Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields)]
pub(super) struct PolygonFields<S, V> {
    pub(super) corners: Vec<V>,
    #[serde(default)]
    radius: S,
}

impl<S: Scalar, V> PolygonFields<S, V> {
    /// The radius of the deserialized polygon. It is an error if the radius is out of range, or not zero although the scalar is not a
    /// float.
    pub(super) fn radius(&self) -> Result<S, &'static str> {
        radius_in_range(self.radius)?;
        if S::IS_FLOAT || self.radius == S::ZERO {
            Ok(self.radius)
        } else {
            Err("a rounded polygon needs floats")
        }
    }
}

#[derive(serde::Deserialize)]
#[serde(rename = "Region", deny_unknown_fields)]
pub(super) struct RegionFields<V> {
    pub(super) corners: Vec<V>,
}

impl<'de, S: Scalar + Deserialize<'de>, const CAP: usize> Deserialize<'de> for PolygonBuf<S, CAP> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields: PolygonFields<S, Vector<S, 2>> = PolygonFields::deserialize(deserializer)?;
        let radius = fields.radius().map_err(D::Error::custom)?;
        let polygon = Self::new(fields.corners).map_err(D::Error::custom)?;
        Ok(polygon.known_rounded(radius))
    }
}

/// The serialized form of a mesh: its hierarchy is built again. A mesh without the field `one_sided` is not one-sided.
#[derive(serde::Deserialize)]
#[serde(rename = "Mesh", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
pub(super) struct MeshFields<S: Scalar, const N: usize> {
    points: Vec<Vector<S, N>>,
    triangles: Vec<[u32; 3]>,
    #[serde(default)]
    one_sided: bool,
}

impl<S: Scalar, const N: usize> MeshFields<S, N> {
    pub(super) fn into_mesh(self) -> Result<Mesh<S, N>, MeshError> {
        let mesh = Mesh::try_new(self.points, self.triangles)?;
        Ok(if self.one_sided { mesh.one_sided() } else { mesh })
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Mesh<S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("Mesh", 3)?;
        fields.serialize_field("points", self.points())?;
        fields.serialize_field("triangles", self.triangles())?;
        fields.serialize_field("one_sided", &self.is_one_sided())?;
        fields.end()
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for Mesh<S, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        MeshFields::deserialize(deserializer)?.into_mesh().map_err(D::Error::custom)
    }
}

/// The serialized form of a height field. `holes` are the numbers of the cells that are holes: row · cells along x + column.
#[derive(serde::Deserialize)]
#[serde(rename = "HeightField", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
pub(super) struct HeightFieldFields<S: Scalar, const N: usize> {
    origin: Vector<S, N>,
    cell: [S; 2],
    columns: usize,
    heights: Vec<S>,
    holes: Vec<usize>,
}

impl<S: Scalar, const N: usize> HeightFieldFields<S, N> {
    pub(super) fn into_height_field(self) -> Result<HeightField<S, N>, HeightFieldError> {
        let mut field = HeightField::try_new(self.origin, self.cell, self.columns, self.heights)?;
        let columns = field.columns() - 1;
        for cell in self.holes {
            field.set_hole(cell % columns, cell / columns, true)?;
        }
        Ok(field)
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for HeightField<S, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct("HeightField", 5)?;
        fields.serialize_field("origin", &self.origin())?;
        fields.serialize_field("cell", &self.cell())?;
        fields.serialize_field("columns", &self.columns())?;
        fields.serialize_field("heights", self.heights())?;
        fields.serialize_field("holes", &self.hole_numbers().collect::<Vec<_>>())?;
        fields.end()
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for HeightField<S, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        HeightFieldFields::deserialize(deserializer)?.into_height_field().map_err(D::Error::custom)
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
        let fields: RegionFields<Vector<S, 2>> = RegionFields::deserialize(deserializer)?;
        Self::new(fields.corners).map_err(D::Error::custom)
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
        struct Fields {
            size: [u16; 2],
            words: Vec<u64>,
        }
        let fields = Fields::deserialize(deserializer)?;
        let mask = Mask::new(fields.size, &fields.words);
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
        struct Fields<V> {
            points: Vec<V>,
        }
        let fields: Fields<Vector<S, N>> = Fields::deserialize(deserializer)?;
        // Keep all points, including points inside the hull, so that the deserialized hull equals the serialized one.
        match Hull::new(&fields.points) {
            Some(_) => Ok(Self::known(fields.points)),
            None => Err(D::Error::custom("the points have no convex hull in 3D")),
        }
    }
}
