//! Shapes of any kind, as they are lent: a map from the name of the kind.

use super::finite;
#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::scalar::{AreaOf, Scalar};
use crate::{
    Aabb, Ball, Capsule, Cylinder, Ellipse, Hull, OrientedBox, OrientedCylinder, Polygon, Pose, Segment,
    Shape, Sprite, SquaredBall, Triangle, Vector,
};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

#[derive(serde::Serialize)]
#[serde(rename = "Shape", rename_all = "snake_case", bound(serialize = "S: Serialize, AreaOf<S>: Serialize"))]
enum Written<'a, S: Scalar, const N: usize> {
    Point(&'a Vector<S, N>),
    Aabb(&'a Aabb<S, N>),
    Ball(&'a Ball<S, N>),
    SquaredBall(&'a SquaredBall<S, N>),
    Cylinder(&'a Cylinder<S, N>),
    Segment(&'a Segment<S, N>),
    Triangle(&'a Triangle<S, N>),
    Capsule(&'a Capsule<S, N>),
    OrientedBox(&'a OrientedBox<S, N>),
    OrientedCylinder(&'a OrientedCylinder<S, N>),
    Ellipse(&'a Ellipse<S, N>),
    Polygon(&'a Polygon<'a, S, N>),
    Hull(&'a Hull<'a, S, N>),
    #[cfg(feature = "alloc")]
    Region(&'a crate::Region<S, N>),
    Mask(&'a Sprite<'a, S, N>),
    Compound(List<'a, S, N>),
    Placed(Inner<'a, S, N>, &'a Pose<S, N>),
}

/// The parts of a compound.
enum List<'a, S: Scalar, const N: usize> {
    Lent(&'a [Shape<'a, S, N>]),
    #[cfg(feature = "alloc")]
    Owned(&'a [crate::ShapeBuf<S, N>]),
}

impl<S: Scalar + Serialize, const N: usize> Serialize for List<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        match self {
            Self::Lent(parts) => serializer.collect_seq(*parts),
            #[cfg(feature = "alloc")]
            Self::Owned(parts) => serializer.collect_seq(parts.iter().map(AsShape::as_shape)),
        }
    }
}

/// What is placed.
enum Inner<'a, S: Scalar, const N: usize> {
    Lent(&'a Shape<'a, S, N>),
    #[cfg(feature = "alloc")]
    Owned(&'a [crate::ShapeBuf<S, N>]),
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Inner<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        match self {
            Self::Lent(shape) => shape.serialize(serializer),
            #[cfg(feature = "alloc")]
            Self::Owned([one]) => one.as_shape().serialize(serializer),
            #[cfg(feature = "alloc")]
            Self::Owned(parts) => Written::<S, N>::Compound(List::Owned(parts)).serialize(serializer),
        }
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Shape<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let written = match self {
            Shape::Point(point) => Written::Point(point),
            Shape::Aabb(shape) => Written::Aabb(shape),
            Shape::Ball(shape) => Written::Ball(shape),
            Shape::SquaredBall(shape) => Written::SquaredBall(shape),
            Shape::Cylinder(shape) => Written::Cylinder(shape),
            Shape::Segment(shape) => Written::Segment(shape),
            Shape::Triangle(shape) => Written::Triangle(shape),
            Shape::Capsule(shape) => Written::Capsule(shape),
            Shape::OrientedBox(shape) => Written::OrientedBox(shape),
            Shape::OrientedCylinder(shape) => Written::OrientedCylinder(shape),
            Shape::Ellipse(shape) => Written::Ellipse(shape),
            Shape::Polygon(shape) => Written::Polygon(shape),
            Shape::Hull(shape) => Written::Hull(shape),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => Written::Region(region),
            Shape::Mask(sprite) => Written::Mask(sprite),
            Shape::Compound(parts) => Written::Compound(List::Lent(parts)),
            #[cfg(feature = "alloc")]
            Shape::Group(group) => match group.pose() {
                None => Written::Compound(List::Owned(group.parts())),
                Some(pose) => Written::Placed(Inner::Owned(group.parts()), pose),
            },
            Shape::Placed(shape, pose) => Written::Placed(Inner::Lent(shape), pose),
        };
        written.serialize(serializer)
    }
}

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
}

/// All kinds but those that borrow: read a compound as a list of shapes, a polygon as a `PolygonBuf` or a `Region`, a hull as
/// a `HullBuf`, a mask as a `MaskBuf`.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for Shape<'_, S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Readable::deserialize(deserializer)? {
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
        })
    }
}
