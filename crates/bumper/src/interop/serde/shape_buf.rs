//! Serialization of [`ShapeBuf`], in the same format as [`Shape`].

use super::owned::{PolygonFields, RegionFields};
use super::reject_nan;
use crate::scalar::{AreaOf, Scalar};
use crate::{
    Aabb, AsShape, Ball, Capsule, Cylinder, Ellipse, HullBuf, MaskBuf, OrientedBox, OrientedCylinder,
    Polygon, Pose, Region, Segment, Shape, ShapeBuf, Sprite, SquaredBall, Triangle, Vector,
};
use alloc::boxed::Box;
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

impl<S: Scalar + Serialize, const N: usize> Serialize for ShapeBuf<S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.as_shape().serialize(serializer)
    }
}

/// The deserialized form of a [`ShapeBuf`]. The order of the kinds must be that of the serialized form of [`Shape`], because binary formats
/// store a kind as its index.
#[derive(serde::Deserialize)]
#[serde(
    rename = "Shape",
    rename_all = "snake_case",
    bound(deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>")
)]
enum DeserializedShape<S: Scalar, const N: usize> {
    Point(Vector<S, N>),
    Aabb(Aabb<S, N>),
    Ball(Ball<S, N>),
    SquaredBall(SquaredBall<S, N>),
    Cylinder(Cylinder<S, N>),
    Segment(Segment<S, N>),
    Triangle(Triangle<S, N>),
    Capsule(Capsule<S, N>),
    OrientedBox(OrientedBox<S, N>),
    OrientedCylinder(OrientedCylinder<S, N>),
    Ellipse(Ellipse<S, N>),
    Polygon(PolygonFields<S, Vector<S, N>>),
    Hull(HullBuf<S, N>),
    Region(RegionFields<Vector<S, N>>),
    Mask(SpriteFields<S, N>),
    Compound(Vec<ShapeBuf<S, N>>),
    Placed(Box<ShapeBuf<S, N>>, Pose<S, N>),
}

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
/// errors, except for the pixel size of a sprite.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for ShapeBuf<S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape: Shape<'static, S, N> = match DeserializedShape::deserialize(deserializer)? {
            DeserializedShape::Point(point) => {
                reject_nan(point).map_err(D::Error::custom)?;
                Shape::Point(point)
            }
            DeserializedShape::Aabb(shape) => shape.into(),
            DeserializedShape::Ball(shape) => shape.into(),
            DeserializedShape::SquaredBall(shape) => shape.into(),
            DeserializedShape::Cylinder(shape) => shape.into(),
            DeserializedShape::Segment(shape) => shape.into(),
            DeserializedShape::Triangle(shape) => shape.into(),
            DeserializedShape::Capsule(shape) => shape.into(),
            DeserializedShape::OrientedBox(shape) => shape.into(),
            DeserializedShape::OrientedCylinder(shape) => shape.into(),
            DeserializedShape::Ellipse(shape) => shape.into(),
            DeserializedShape::Polygon(fields) => return fields.into_shape().map_err(D::Error::custom),
            DeserializedShape::Hull(hull) => return Ok(hull.into()),
            DeserializedShape::Region(fields) => {
                return Region::try_new(fields.corners).map(Into::into).map_err(D::Error::custom);
            }
            DeserializedShape::Mask(fields) => return fields.into_shape().map_err(D::Error::custom),
            DeserializedShape::Compound(parts) => return Ok(Self::compound(parts)),
            DeserializedShape::Placed(shape, pose) => {
                return Ok(Shape::Placed(&shape.as_shape(), pose).into());
            }
        };
        Ok(shape.into())
    }
}
