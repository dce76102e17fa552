//! Serialization of [`Shape`] as a map from the name of its kind to the shape. Compounds and poses that are nested too deeply are errors.

use super::reject_nan;
#[cfg(feature = "alloc")]
use crate::AsShape;
use crate::scalar::{AreaOf, Scalar};
use crate::{
    Aabb, Ball, Capsule, Cylinder, Ellipse, HalfSpace, Hull, OrientedBox, OrientedCylinder, Polygon, Pose,
    Segment, Shape, Sprite, SquaredBall, Triangle, Vector,
};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny};
use serde::ser::{Serialize, Serializer};

/// The serialized form of a [`Shape`]. A group (a compound that owns its parts) has no separate form: it is serialized as a compound or, if
/// it has a pose, as a placed shape around a compound.
#[derive(serde::Serialize)]
#[serde(rename = "Shape", rename_all = "snake_case", bound(serialize = "S: Serialize, AreaOf<S>: Serialize"))]
enum SerializedShape<'a, S: Scalar, const N: usize> {
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
    Compound(SerializedParts<'a, S, N>),
    Placed(SerializedInner<'a, S, N>, &'a Pose<S, N>),
    // New kinds come last, because binary formats store a kind as its index.
    HalfSpace(&'a HalfSpace<S, N>),
    #[cfg(feature = "alloc")]
    Mesh(&'a crate::Mesh<S, N>),
    #[cfg(feature = "alloc")]
    HeightField(&'a crate::HeightField<S, N>),
}

/// How deeply a shape is nested in a larger shape: the number of compounds that contain it, and the number of poses that are applied to it.
/// Both are limited, so that a reader needs little stack.
#[derive(Clone, Copy, Default)]
pub(super) struct Nesting {
    compounds: usize,
    poses: usize,
}

/// The largest number of compounds that are nested, and of poses; the same as in scene files.
const DEEPEST: usize = 64;

impl Nesting {
    pub(super) fn in_compound(self) -> Result<Self, &'static str> {
        let next = Self { compounds: self.compounds + 1, ..self };
        if next.compounds > DEEPEST { Err("compounds are nested more than 64 deep") } else { Ok(next) }
    }

    pub(super) fn in_pose(self) -> Result<Self, &'static str> {
        let next = Self { poses: self.poses + 1, ..self };
        if next.poses > DEEPEST { Err("poses are nested more than 64 deep") } else { Ok(next) }
    }
}

/// A shape within a larger shape.
struct NestedShape<'a, S: Scalar, const N: usize> {
    shape: Shape<'a, S, N>,
    nesting: Nesting,
}

/// The parts of a compound or a group, and the nesting of each.
struct SerializedParts<'a, S: Scalar, const N: usize> {
    parts: PartsSource<'a, S, N>,
    nesting: Nesting,
}

enum PartsSource<'a, S: Scalar, const N: usize> {
    Borrowed(&'a [Shape<'a, S, N>]),
    #[cfg(feature = "alloc")]
    Owned(&'a [crate::ShapeBuf<S, N>]),
}

impl<S: Scalar + Serialize, const N: usize> Serialize for SerializedParts<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let nesting = self.nesting;
        match self.parts {
            PartsSource::Borrowed(parts) => {
                serializer.collect_seq(parts.iter().map(|&shape| NestedShape { shape, nesting }))
            }
            #[cfg(feature = "alloc")]
            PartsSource::Owned(parts) => serializer
                .collect_seq(parts.iter().map(|part| NestedShape { shape: part.as_shape(), nesting })),
        }
    }
}

/// The content of a placed shape: a shape, or the parts of a group with a pose. If the group has a single part, only that part is
/// serialized; otherwise the parts are serialized as a compound.
struct SerializedInner<'a, S: Scalar, const N: usize> {
    content: InnerSource<'a, S, N>,
    nesting: Nesting,
}

enum InnerSource<'a, S: Scalar, const N: usize> {
    Borrowed(&'a Shape<'a, S, N>),
    #[cfg(feature = "alloc")]
    Owned(&'a [crate::ShapeBuf<S, N>]),
}

impl<S: Scalar + Serialize, const N: usize> Serialize for SerializedInner<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let nesting = self.nesting;
        match self.content {
            InnerSource::Borrowed(shape) => NestedShape { shape: *shape, nesting }.serialize(serializer),
            #[cfg(feature = "alloc")]
            InnerSource::Owned([one]) => NestedShape { shape: one.as_shape(), nesting }.serialize(serializer),
            #[cfg(feature = "alloc")]
            InnerSource::Owned(parts) => {
                let nesting = nesting.in_compound().map_err(serde::ser::Error::custom)?;
                let parts = SerializedParts { parts: PartsSource::Owned(parts), nesting };
                SerializedShape::<S, N>::Compound(parts).serialize(serializer)
            }
        }
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for Shape<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        NestedShape { shape: *self, nesting: Nesting::default() }.serialize(serializer)
    }
}

impl<S: Scalar + Serialize, const N: usize> Serialize for NestedShape<'_, S, N>
where
    AreaOf<S>: Serialize,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let in_compound = || self.nesting.in_compound().map_err(serde::ser::Error::custom);
        let in_pose = || self.nesting.in_pose().map_err(serde::ser::Error::custom);
        let serialized = match &self.shape {
            Shape::Point(point) => SerializedShape::Point(point),
            Shape::Aabb(shape) => SerializedShape::Aabb(shape),
            Shape::Ball(shape) => SerializedShape::Ball(shape),
            Shape::SquaredBall(shape) => SerializedShape::SquaredBall(shape),
            Shape::Cylinder(shape) => SerializedShape::Cylinder(shape),
            Shape::Segment(shape) => SerializedShape::Segment(shape),
            Shape::Triangle(shape) => SerializedShape::Triangle(shape),
            Shape::Capsule(shape) => SerializedShape::Capsule(shape),
            Shape::OrientedBox(shape) => SerializedShape::OrientedBox(shape),
            Shape::OrientedCylinder(shape) => SerializedShape::OrientedCylinder(shape),
            Shape::Ellipse(shape) => SerializedShape::Ellipse(shape),
            Shape::HalfSpace(shape) => SerializedShape::HalfSpace(shape),
            Shape::Polygon(shape) => SerializedShape::Polygon(shape),
            Shape::Hull(shape) => SerializedShape::Hull(shape),
            #[cfg(feature = "alloc")]
            Shape::Region(region) => SerializedShape::Region(region),
            #[cfg(feature = "alloc")]
            Shape::Mesh(mesh) => SerializedShape::Mesh(mesh),
            #[cfg(feature = "alloc")]
            Shape::HeightField(field) => SerializedShape::HeightField(field),
            Shape::Mask(sprite) => SerializedShape::Mask(sprite),
            Shape::Compound(parts) => {
                let parts = PartsSource::Borrowed(parts);
                SerializedShape::Compound(SerializedParts { parts, nesting: in_compound()? })
            }
            #[cfg(feature = "alloc")]
            Shape::Group(group) => match group.pose() {
                None => {
                    let parts = PartsSource::Owned(group.parts());
                    SerializedShape::Compound(SerializedParts { parts, nesting: in_compound()? })
                }
                Some(pose) => {
                    let content = InnerSource::Owned(group.parts());
                    SerializedShape::Placed(SerializedInner { content, nesting: in_pose()? }, pose)
                }
            },
            Shape::Placed(shape, pose) => {
                let content = InnerSource::Borrowed(shape);
                SerializedShape::Placed(SerializedInner { content, nesting: in_pose()? }, pose)
            }
        };
        serialized.serialize(serializer)
    }
}

/// The deserialized form of a [`Shape`].
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
    // The kinds that borrow data. They are errors, but each keeps its index, because binary formats store a kind as its index.
    Polygon(IgnoredAny),
    Hull(IgnoredAny),
    Region(IgnoredAny),
    Mask(IgnoredAny),
    Compound(IgnoredAny),
    Placed(IgnoredAny, IgnoredAny),
    HalfSpace(HalfSpace<S, N>),
}

/// The names of the kinds of shapes that can be deserialized without a heap.
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
    "half_space",
];

/// Deserializes the kinds of shapes that borrow nothing. Other kinds are errors; use [`ShapeBuf`](crate::ShapeBuf) to deserialize all
/// kinds.
impl<'de, S: Scalar + Deserialize<'de>, const N: usize> Deserialize<'de> for Shape<'_, S, N>
where
    AreaOf<S>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match DeserializedShape::deserialize(deserializer)? {
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
            DeserializedShape::HalfSpace(shape) => shape.into(),
            DeserializedShape::Polygon(_) => return Err(D::Error::unknown_variant("polygon", KINDS)),
            DeserializedShape::Hull(_) => return Err(D::Error::unknown_variant("hull", KINDS)),
            DeserializedShape::Region(_) => return Err(D::Error::unknown_variant("region", KINDS)),
            DeserializedShape::Mask(_) => return Err(D::Error::unknown_variant("mask", KINDS)),
            DeserializedShape::Compound(_) => return Err(D::Error::unknown_variant("compound", KINDS)),
            DeserializedShape::Placed(..) => return Err(D::Error::unknown_variant("placed", KINDS)),
        })
    }
}
