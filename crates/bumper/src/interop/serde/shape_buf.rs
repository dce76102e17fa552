//! Serialization of [`ShapeBuf`], in the same format as [`Shape`].

use super::owned::{HeightFieldFields, MeshFields, PolygonFields, RegionFields};
use super::reject_nan;
use super::shape::Nesting;
use crate::scalar::{AreaOf, Scalar};
use crate::{
    Aabb, AsShape, Ball, Capsule, Cylinder, Ellipse, HalfSpace, HullBuf, MaskBuf, OrientedBox,
    OrientedCylinder, Polygon, Pose, Region, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle, Vector,
};
use alloc::vec::Vec;
use core::fmt::{self, Formatter};
use core::marker::PhantomData;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, SeqAccess, VariantAccess, Visitor,
};
use serde::ser::{Serialize, Serializer};

impl<S: Scalar + Serialize, const N: usize> Serialize for ShapeBuf<S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_shape().serialize(serializer)
    }
}

/// The kinds of a serialized [`ShapeBuf`]. Their order must be that of the serialized form of [`Shape`], because binary formats store a
/// kind as its index.
#[derive(serde::Deserialize)]
#[serde(variant_identifier, rename_all = "snake_case")]
enum VariantName {
    Point,
    Aabb,
    Ball,
    SquaredBall,
    Cylinder,
    Segment,
    Triangle,
    Capsule,
    OrientedBox,
    OrientedCylinder,
    Ellipse,
    Polygon,
    Hull,
    Region,
    Mask,
    Compound,
    Placed,
    HalfSpace,
    Mesh,
    HeightField,
}

/// The names of the kinds, in the order of [`VariantName`].
const KINDS: &[&str] = &[
    "point",
    "aabb",
    "ball",
    "squared_ball",
    "cylinder",
    "segment",
    "triangle",
    "capsule",
    "oriented_box",
    "oriented_cylinder",
    "ellipse",
    "polygon",
    "hull",
    "region",
    "mask",
    "compound",
    "placed",
    "half_space",
    "mesh",
    "height_field",
];

#[derive(serde::Deserialize)]
#[serde(rename = "Sprite", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
struct SpriteFields<S: Scalar, const N: usize> {
    mask: MaskBuf,
    min: Vector<S, N>,
    pixel: S,
    flip: [bool; 2],
}

impl<S: Scalar, const N: usize> PolygonFields<S, Vector<S, N>> {
    fn into_shape(self) -> Result<ShapeBuf<S, N>, &'static str> {
        let radius = self.radius()?;
        let polygon = Polygon::try_new(&self.corners).ok_or("the corners are no convex polygon")?;
        Ok(polygon.known_rounded(radius).into())
    }
}

impl<S: Scalar, const N: usize> SpriteFields<S, N> {
    fn into_shape(self) -> Result<ShapeBuf<S, N>, &'static str> {
        reject_nan(self.min)?;
        let mask = self.mask.as_mask();
        let sprite = Sprite::try_new(mask, self.min, self.pixel).ok_or("a mask has 2 dimensions")?;
        let flipped_axes = (0..2).filter(|&axis| self.flip[axis]);
        Ok(flipped_axes.fold(sprite, |sprite, axis| sprite.flipped(axis)).into())
    }
}

/// Deserializes every kind of shape that [`Shape`] serializes. Numbers that a constructor would correct, such as a negative radius, are
/// errors, except for the pixel size of a sprite. Compounds and poses that are nested too deeply are errors.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for ShapeBuf<S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        NestedSeed::<Self> { nesting: Nesting::default(), result: PhantomData }.deserialize(deserializer)
    }
}

/// Deserializes a shape within a larger shape: a seed, because the depth of nesting has to be handed down. This type is also the visitor of the shape's kind and content.
struct NestedSeed<T> {
    nesting: Nesting,
    result: PhantomData<T>,
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> DeserializeSeed<'de> for NestedSeed<ShapeBuf<S, N>>
where
    AreaOf<S>: Deserialize<'de>,
{
    type Value = ShapeBuf<S, N>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_enum("Shape", KINDS, self)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Visitor<'de> for NestedSeed<ShapeBuf<S, N>>
where
    AreaOf<S>: Deserialize<'de>,
{
    type Value = ShapeBuf<S, N>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("enum Shape")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Self::Value, A::Error> {
        let (kind, content) = data.variant::<VariantName>()?;
        let shape: Shape<'static, S, N> = match kind {
            VariantName::Point => {
                let point = content.newtype_variant()?;
                reject_nan(point).map_err(A::Error::custom)?;
                Shape::Point(point)
            }
            VariantName::Aabb => content.newtype_variant::<Aabb<S, N>>()?.into(),
            VariantName::Ball => content.newtype_variant::<Ball<S, N>>()?.into(),
            VariantName::SquaredBall => content.newtype_variant::<SquaredBall<S, N>>()?.into(),
            VariantName::Cylinder => content.newtype_variant::<Cylinder<S, N>>()?.into(),
            VariantName::Segment => content.newtype_variant::<Segment<S, N>>()?.into(),
            VariantName::Triangle => content.newtype_variant::<Triangle<S, N>>()?.into(),
            VariantName::Capsule => content.newtype_variant::<Capsule<S, N>>()?.into(),
            VariantName::OrientedBox => content.newtype_variant::<OrientedBox<S, N>>()?.into(),
            VariantName::OrientedCylinder => content.newtype_variant::<OrientedCylinder<S, N>>()?.into(),
            VariantName::Ellipse => content.newtype_variant::<Ellipse<S, N>>()?.into(),
            VariantName::HalfSpace => content.newtype_variant::<HalfSpace<S, N>>()?.into(),
            VariantName::Polygon => {
                let fields: PolygonFields<S, Vector<S, N>> = content.newtype_variant()?;
                return fields.into_shape().map_err(A::Error::custom);
            }
            VariantName::Hull => return Ok(content.newtype_variant::<HullBuf<S, N>>()?.into()),
            VariantName::HeightField => {
                let fields: HeightFieldFields<S, N> = content.newtype_variant()?;
                return fields.into_height_field().map(Into::into).map_err(A::Error::custom);
            }
            VariantName::Mesh => {
                let fields: MeshFields<S, N> = content.newtype_variant()?;
                return fields.into_mesh().map(Into::into).map_err(A::Error::custom);
            }
            VariantName::Region => {
                let fields: RegionFields<Vector<S, N>> = content.newtype_variant()?;
                return Region::try_new(fields.corners).map(Into::into).map_err(A::Error::custom);
            }
            VariantName::Mask => {
                let fields: SpriteFields<S, N> = content.newtype_variant()?;
                return fields.into_shape().map_err(A::Error::custom);
            }
            VariantName::Compound => {
                let nesting = self.nesting.in_compound().map_err(A::Error::custom)?;
                let parts = NestedSeed::<Vec<ShapeBuf<S, N>>> { nesting, result: PhantomData };
                return Ok(ShapeBuf::compound(content.newtype_variant_seed(parts)?));
            }
            VariantName::Placed => {
                let nesting = self.nesting.in_pose().map_err(A::Error::custom)?;
                return content.tuple_variant(2, PlacedVisitor(NestedSeed { nesting, result: PhantomData }));
            }
        };
        Ok(shape.into())
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> DeserializeSeed<'de>
    for NestedSeed<Vec<ShapeBuf<S, N>>>
where
    AreaOf<S>: Deserialize<'de>,
{
    type Value = Vec<ShapeBuf<S, N>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Visitor<'de> for NestedSeed<Vec<ShapeBuf<S, N>>>
where
    AreaOf<S>: Deserialize<'de>,
{
    type Value = Vec<ShapeBuf<S, N>>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the parts of a compound")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let seed = || NestedSeed::<ShapeBuf<S, N>> { nesting: self.nesting, result: PhantomData };
        core::iter::from_fn(|| seq.next_element_seed(seed()).transpose()).collect()
    }
}

/// The visitor of a placed shape: a shape and its pose.
struct PlacedVisitor<T>(NestedSeed<T>);

impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Visitor<'de> for PlacedVisitor<ShapeBuf<S, N>>
where
    AreaOf<S>: Deserialize<'de>,
{
    type Value = ShapeBuf<S, N>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a shape and a pose")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let shape =
            seq.next_element_seed(self.0)?.ok_or_else(|| A::Error::invalid_length(0, &"2 elements"))?;
        let pose: Pose<S, N> =
            seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &"2 elements"))?;
        Ok(Shape::Placed(&shape.as_shape(), pose).into())
    }
}
