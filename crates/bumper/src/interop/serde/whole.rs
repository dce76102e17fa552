//! Owned shapes of every kind, written as the shapes that they are seen as.

use super::{finite, radius_in_range};
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

/// The kinds in the order in which a [`Shape`] is written.
#[derive(serde::Deserialize)]
#[serde(
    rename = "Shape",
    rename_all = "snake_case",
    bound(deserialize = "S: Deserialize<'de>, AreaOf<S>: Deserialize<'de>")
)]
enum Readable<S: Scalar, const N: usize> {
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
    Polygon(Outline<S, N>),
    Hull(HullBuf<S, N>),
    Region(Rim<S, N>),
    Mask(Picture<S, N>),
    Compound(Vec<ShapeBuf<S, N>>),
    Placed(Box<ShapeBuf<S, N>>, Pose<S, N>),
}

#[derive(serde::Deserialize)]
#[serde(rename = "Polygon", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
struct Outline<S: Scalar, const N: usize> {
    corners: Vec<Vector<S, N>>,
    #[serde(default)]
    radius: S,
}

#[derive(serde::Deserialize)]
#[serde(rename = "Region", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
struct Rim<S: Scalar, const N: usize> {
    corners: Vec<Vector<S, N>>,
}

#[derive(serde::Deserialize)]
#[serde(rename = "Sprite", deny_unknown_fields, bound(deserialize = "S: Deserialize<'de>"))]
struct Picture<S: Scalar, const N: usize> {
    mask: MaskBuf,
    min: Vector<S, N>,
    pixel: S,
    flip: [bool; 2],
}

impl<S: Scalar, const N: usize> Outline<S, N> {
    fn whole(self) -> Result<ShapeBuf<S, N>, &'static str> {
        radius_in_range(self.radius)?;
        if !S::IS_FLOAT && self.radius != S::default() {
            return Err("a rounded polygon needs floats");
        }
        let polygon = Polygon::try_new(&self.corners).ok_or("the corners are no convex polygon")?;
        Ok(polygon.known_rounded(self.radius).into())
    }
}

impl<S: Scalar, const N: usize> Picture<S, N> {
    fn whole(self) -> Result<ShapeBuf<S, N>, &'static str> {
        finite(self.min)?;
        let mask = self.mask.as_mask();
        let sprite = Sprite::try_new(mask, self.min, self.pixel).ok_or("a mask has 2 dimensions")?;
        let turned = (0..2).filter(|&axis| self.flip[axis]);
        Ok(turned.fold(sprite, |sprite, axis| sprite.flipped(axis)).into())
    }
}

/// Every kind, as a [`Shape`] is written. What a constructor would put right is refused.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for ShapeBuf<S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape: Shape<'static, S, N> = match Readable::deserialize(deserializer)? {
            Readable::Point(point) => {
                finite(point).map_err(D::Error::custom)?;
                Shape::Point(point)
            }
            Readable::Aabb(shape) => shape.into(),
            Readable::Ball(shape) => shape.into(),
            Readable::SquaredBall(shape) => shape.into(),
            Readable::Cylinder(shape) => shape.into(),
            Readable::Segment(shape) => shape.into(),
            Readable::Triangle(shape) => shape.into(),
            Readable::Capsule(shape) => shape.into(),
            Readable::OrientedBox(shape) => shape.into(),
            Readable::OrientedCylinder(shape) => shape.into(),
            Readable::Ellipse(shape) => shape.into(),
            Readable::Polygon(outline) => return outline.whole().map_err(D::Error::custom),
            Readable::Hull(hull) => return Ok(hull.into()),
            Readable::Region(rim) => {
                return Region::try_new(rim.corners).map(Into::into).map_err(D::Error::custom);
            }
            Readable::Mask(picture) => return picture.whole().map_err(D::Error::custom),
            Readable::Compound(parts) => return Ok(Self::compound(parts)),
            Readable::Placed(shape, pose) => return Ok(Shape::Placed(&shape.as_shape(), pose).into()),
        };
        Ok(shape.into())
    }
}
