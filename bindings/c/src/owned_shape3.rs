//! 3D shapes that own their data.

use engine::motion::Movable;
use engine::{AsShape, HeightField, Mesh, Shape, ShapeBuf, Vector};
use std::sync::Arc;

/// A 3D shape that owns its points, heights and parts, for storage in a world or a mover. It shares meshes and height fields with the objects
/// of the caller.
#[derive(Clone)]
pub enum OwnedShape3 {
    Mesh(Arc<Mesh<f32, 3>>),
    HeightField(Arc<HeightField<f32, 3>>),
    /// A shape of any other kind, or any shape that was restored from saved bytes.
    Copied(ShapeBuf<f32, 3>),
}

impl AsShape<f32, 3> for OwnedShape3 {
    fn as_shape(&self) -> Shape<'_, f32, 3> {
        match self {
            Self::Mesh(mesh) => Shape::Mesh(mesh),
            Self::HeightField(field) => Shape::HeightField(field),
            Self::Copied(shape) => shape.as_shape(),
        }
    }
}

impl Movable<f32, 3> for OwnedShape3 {
    fn moved(&self, by: Vector<f32, 3>) -> Option<Self> {
        Some(match self {
            Self::Mesh(mesh) => Self::Mesh(Arc::new(mesh.translated(by)?)),
            Self::HeightField(field) => Self::HeightField(Arc::new(field.translated(by)?)),
            Self::Copied(shape) => Self::Copied(shape.translated(by)?),
        })
    }

    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, f32, 3>)) {
        each(self.as_shape());
    }
}

impl serde::Serialize for OwnedShape3 {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        ShapeBuf::from(self.as_shape()).serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for OwnedShape3 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ShapeBuf::deserialize(deserializer).map(Self::Copied)
    }
}

/// Copies meshes and height fields, for use as the parts of a compound.
impl From<OwnedShape3> for ShapeBuf<f32, 3> {
    fn from(shape: OwnedShape3) -> Self {
        match shape {
            OwnedShape3::Mesh(mesh) => (*mesh).clone().into(),
            OwnedShape3::HeightField(field) => (*field).clone().into(),
            OwnedShape3::Copied(shape) => shape,
        }
    }
}
