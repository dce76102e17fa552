//! 2D shapes of any kind, as a tagged union.

use crate::bumper_status::{self, *};
use crate::extent::{numbers, placed};
use crate::half_space::bumper_half_space;
use crate::height_field::bumper_height_field;
use crate::mask::bumper_mask;
use crate::typed::{bumper_box_f32, bumper_circle_f32, bumper_point_f32, bumper_squared_circle_f32, Shaped};
use crate::{finite, finite_vector, list, not_negative, read};
use engine::motion::Movable;
use engine::{
    AsShape, Capsule, Ellipse, HeightField, MaskBuf, OrientedBox, PolygonBuf, Pose, Region, Rotation,
    Segment, Shape, ShapeBuf, Sprite, Triangle, Vector,
};
use std::sync::Arc;

/// The largest depth of nested compounds.
pub const BUMPER_MAX_NESTED: usize = 16;

/// The largest number of corners of a BUMPER_POLYGON.
pub const BUMPER_MAX_CORNERS: usize = 64;

/// The index of no part: a query has hit a concave polygon inside, where there is no edge.
pub const BUMPER_NO_PART: u32 = 4294967295;

const _: () = assert!(BUMPER_NO_PART == engine::NO_PART);

/// The kind of a bumper_shape, which selects the member of its union. Meshes have no kind, because they exist only in 3D.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_kind {
    BUMPER_POINT = 0,
    BUMPER_BOX = 1,
    BUMPER_CIRCLE = 2,
    BUMPER_SEGMENT = 3,
    BUMPER_TRIANGLE = 4,
    BUMPER_CAPSULE = 5,
    BUMPER_ORIENTED_BOX = 6,
    BUMPER_ELLIPSE = 7,
    BUMPER_POLYGON = 8,
    BUMPER_SPRITE = 9,
    BUMPER_SQUARED_CIRCLE = 10,
    BUMPER_REGION = 11,
    BUMPER_COMPOUND = 12,
    BUMPER_HALF_SPACE = 13,
    BUMPER_HEIGHT_FIELD = 14,
}
use bumper_kind::*;

/// A line segment: all points between two points.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_segment {
    pub from: bumper_point_f32,
    pub to: bumper_point_f32,
}

/// A triangle. Its corners may be in any order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_triangle {
    pub a: bumper_point_f32,
    pub b: bumper_point_f32,
    pub c: bumper_point_f32,
}

/// A capsule: all points whose distance from the segment between `from` and `to` is at most `radius`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_capsule {
    pub from: bumper_point_f32,
    pub to: bumper_point_f32,
    pub radius: f32,
}

/// A box or an ellipse that is rotated about its center by `angle`, from x towards y.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_oriented {
    pub center: bumper_point_f32,
    pub half_size: bumper_point_f32,
    pub angle: f32,
}

/// A convex polygon with an optional radius: all points whose distance from the polygon is at most `radius`. It has 3 to BUMPER_MAX_CORNERS
/// corners, clockwise or counterclockwise. The corners belong to the caller; worlds and movers copy them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_polygon {
    pub corners: *const bumper_point_f32,
    pub count: usize,
    pub radius: f32,
}

/// A sprite: the solid pixels of a mask, each a square of side `pixel`. The top left corner of the mask is at `at`, and rows go towards
/// larger y. If `flip_x` is not 0, the sprite is mirrored horizontally; if `flip_y` is not 0, vertically. The mask belongs to the caller;
/// worlds and movers copy it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_sprite {
    pub mask: *const bumper_mask,
    pub at: bumper_point_f32,
    pub pixel: f32,
    pub flip_x: u8,
    pub flip_y: u8,
}

/// A polygon that may be concave, with at least 3 corners, clockwise or counterclockwise. It must not cross itself. The corners belong to
/// the caller. Each query with a region splits it into convex parts. A world or a mover splits it only once, when the region is added.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_region {
    pub corners: *const bumper_point_f32,
    pub count: usize,
}

/// A compound: several shapes that act as one shape. The parts are rotated about the origin by `angle`, then moved by `position`. Compounds
/// can be nested up to a depth of BUMPER_MAX_NESTED. The parts belong to the caller; worlds and movers copy them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_compound {
    pub parts: *const bumper_shape,
    pub count: usize,
    pub position: bumper_point_f32,
    pub angle: f32,
}

/// The data of a bumper_shape. Its kind says which member is set.
#[repr(C)]
#[derive(Clone, Copy)]
pub union bumper_shape_data {
    pub point: bumper_point_f32,
    /// For the kind BUMPER_BOX.
    pub aabb: bumper_box_f32,
    pub circle: bumper_circle_f32,
    pub segment: bumper_segment,
    pub triangle: bumper_triangle,
    pub capsule: bumper_capsule,
    /// For the kinds BUMPER_ORIENTED_BOX and BUMPER_ELLIPSE.
    pub oriented: bumper_oriented,
    pub polygon: bumper_polygon,
    pub sprite: bumper_sprite,
    pub squared_circle: bumper_squared_circle_f32,
    pub region: bumper_region,
    pub compound: bumper_compound,
    pub half_space: bumper_half_space,
    /// The height field belongs to the caller; worlds, movers and simulations copy it.
    pub height_field: *const bumper_height_field,
}

/// A 2D shape of any kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_shape {
    /// The kind of the shape, a bumper_kind, which says which member of `data` is set.
    pub kind: u32,
    pub data: bumper_shape_data,
}

/// Returns a shape of kind BUMPER_BOX.
#[no_mangle]
pub extern "C" fn bumper_shape_of_box(of: bumper_box_f32) -> bumper_shape {
    bumper_shape { kind: BUMPER_BOX as u32, data: bumper_shape_data { aabb: of } }
}

/// Returns a shape of kind BUMPER_CIRCLE.
#[no_mangle]
pub extern "C" fn bumper_shape_of_circle(of: bumper_circle_f32) -> bumper_shape {
    bumper_shape { kind: BUMPER_CIRCLE as u32, data: bumper_shape_data { circle: of } }
}

/// Returns a shape of kind BUMPER_POINT.
#[no_mangle]
pub extern "C" fn bumper_shape_of_point(of: bumper_point_f32) -> bumper_shape {
    bumper_shape { kind: BUMPER_POINT as u32, data: bumper_shape_data { point: of } }
}

/// Returns a shape of kind BUMPER_TRIANGLE.
#[no_mangle]
pub extern "C" fn bumper_shape_of_triangle(of: bumper_triangle) -> bumper_shape {
    bumper_shape { kind: BUMPER_TRIANGLE as u32, data: bumper_shape_data { triangle: of } }
}

/// Returns a shape of kind BUMPER_POLYGON with sharp corners. The corners belong to the caller, and must exist while the shape is used;
/// worlds and movers copy them.
#[no_mangle]
pub extern "C" fn bumper_shape_of_polygon(corners: *const bumper_point_f32, count: usize) -> bumper_shape {
    let polygon = bumper_polygon { corners, count, radius: 0.0 };
    bumper_shape { kind: BUMPER_POLYGON as u32, data: bumper_shape_data { polygon } }
}

/// Returns a half-space as a shape: all points on one side of the line through `point`. `normal` points out of the half-space. Functions
/// that get this shape return BUMPER_NOT_A_NUMBER if the normal has length zero.
#[no_mangle]
pub extern "C" fn bumper_shape_of_half_space(
    point: bumper_point_f32,
    normal: bumper_point_f32,
) -> bumper_shape {
    let half_space = bumper_half_space { point, normal };
    let kind = BUMPER_HALF_SPACE as u32;
    bumper_shape { kind, data: bumper_shape_data { half_space } }
}

/// Returns a shape of kind BUMPER_HEIGHT_FIELD. The height field belongs to the caller, and must exist while the shape is used; worlds,
/// movers and simulations copy it.
#[no_mangle]
pub extern "C" fn bumper_shape_of_height_field(field: *const bumper_height_field) -> bumper_shape {
    let kind = BUMPER_HEIGHT_FIELD as u32;
    bumper_shape { kind, data: bumper_shape_data { height_field: field } }
}

/// A shape that owns its corners, pixels, heights and parts, for storage in a world or a mover, or for the duration of a call.
#[derive(Clone)]
pub enum OwnedShape {
    Plain(Shape<'static, f32, 2>),
    Polygon(Box<PolygonBuf<f32, BUMPER_MAX_CORNERS>>),
    Mask {
        mask: Arc<MaskBuf>,
        at: Vector<f32, 2>,
        pixel: f32,
        flip: [bool; 2],
    },
    HeightField(Arc<HeightField<f32, 2>>),
    /// A region, a compound, or any shape that was restored from saved bytes: saving converts shapes of all kinds to a `ShapeBuf`.
    Owned(ShapeBuf<f32, 2>),
}

impl AsShape<f32, 2> for OwnedShape {
    fn as_shape(&self) -> Shape<'_, f32, 2> {
        match self {
            Self::Plain(shape) => *shape,
            Self::Polygon(polygon) => polygon.as_polygon().into(),
            Self::Mask { mask, at, pixel, flip } => sprite(mask, *at, *pixel, *flip).into(),
            Self::HeightField(field) => Shape::HeightField(field),
            Self::Owned(shape) => shape.as_shape(),
        }
    }
}

impl serde::Serialize for OwnedShape {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        ShapeBuf::from(self.as_shape()).serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for OwnedShape {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ShapeBuf::deserialize(deserializer).map(Self::Owned)
    }
}

impl Movable<f32, 2> for OwnedShape {
    fn moved(&self, by: Vector<f32, 2>) -> Option<Self> {
        Some(match self {
            Self::Plain(shape) => Self::Plain(shape.moved(by)?),
            Self::Polygon(polygon) => Self::Polygon(Box::new(polygon.translated(by)?)),
            Self::Mask { mask, at, pixel, flip } => {
                Self::Mask { mask: mask.clone(), at: at.checked_add(by)?, pixel: *pixel, flip: *flip }
            }
            Self::HeightField(field) => Self::HeightField(Arc::new(field.translated(by)?)),
            Self::Owned(shape) => Self::Owned(shape.translated(by)?),
        })
    }

    fn each_part<'p>(&'p self, each: &mut dyn FnMut(Shape<'p, f32, 2>)) {
        each(self.as_shape());
    }
}

fn sprite(mask: &MaskBuf, at: Vector<f32, 2>, pixel: f32, flip: [bool; 2]) -> Sprite<'_, f32, 2> {
    let flips = flip.into_iter().enumerate().filter(|(_, flip)| *flip);
    flips.fold(Sprite::new(mask.as_mask(), at, pixel), |sprite, (axis, _)| sprite.flipped(axis))
}

impl bumper_shape {
    /// Converts a shape of a kind without pointers. Returns `None` for the other kinds: polygons, sprites, regions, compounds and height
    /// fields.
    ///
    /// # Safety
    /// The member of the union that the kind selects is set.
    unsafe fn borrowed(&self) -> Result<Option<Shape<'static, f32, 2>>, bumper_status> {
        let data = &self.data;
        numbers(Some(match self.kind {
            k if k == BUMPER_POINT as u32 => data.point.shape().into(),
            k if k == BUMPER_BOX as u32 => data.aabb.shape().into(),
            k if k == BUMPER_CIRCLE as u32 => data.circle.shape().into(),
            k if k == BUMPER_SEGMENT as u32 => {
                Segment::new(data.segment.from.shape(), data.segment.to.shape()).into()
            }
            k if k == BUMPER_TRIANGLE as u32 => {
                Triangle::new(data.triangle.a.shape(), data.triangle.b.shape(), data.triangle.c.shape())
                    .into()
            }
            k if k == BUMPER_CAPSULE as u32 => {
                Capsule::new(data.capsule.from.shape(), data.capsule.to.shape(), data.capsule.radius).into()
            }
            k if k == BUMPER_ORIENTED_BOX as u32 => {
                let of = &data.oriented;
                OrientedBox::new(of.center.shape(), of.half_size.shape(), rotation(of.angle)?).into()
            }
            k if k == BUMPER_ELLIPSE as u32 => {
                let of = &data.oriented;
                Ellipse::new(of.center.shape(), of.half_size.shape(), rotation(of.angle)?).into()
            }
            k if k == BUMPER_SQUARED_CIRCLE as u32 => data.squared_circle.shape().into(),
            // It has no bounding box, so its own function checks its numbers.
            k if k == BUMPER_HALF_SPACE as u32 => return Ok(Some(data.half_space.to_shape()?)),
            k if k == BUMPER_HEIGHT_FIELD as u32 => return Ok(None),
            k if (BUMPER_POLYGON as u32..=BUMPER_COMPOUND as u32).contains(&k) => return Ok(None),
            _ => return Err(BUMPER_UNKNOWN),
        }))
    }

    /// Returns the mask of a sprite, the position of its top left corner, and the side of a pixel.
    ///
    /// # Safety
    /// The kind is BUMPER_SPRITE, and the pointer to the mask is null or valid.
    unsafe fn mask(&self) -> Result<(&Arc<MaskBuf>, Vector<f32, 2>, f32), bumper_status> {
        let of = &self.data.sprite;
        Ok((&read(of.mask)?.0, finite_vector(of.at.shape())?, not_negative(finite(of.pixel)?)?))
    }

    /// # Safety
    /// The kind is BUMPER_POLYGON, and the pointer to the corners is null or valid.
    unsafe fn polygon(&self) -> Result<PolygonBuf<f32, BUMPER_MAX_CORNERS>, bumper_status> {
        let of = &self.data.polygon;
        // Do not read the corners if there are too many of them.
        if of.count > BUMPER_MAX_CORNERS {
            return Err(BUMPER_NO_POLYGON);
        }
        let corners = corners(of.corners, of.count)?;
        if of.radius.is_nan() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        let polygon = PolygonBuf::new(corners.iter().map(Shaped::shape)).map_err(|_| BUMPER_NO_POLYGON)?;
        Ok(if of.radius > 0.0 { polygon.rounded(of.radius) } else { polygon })
    }

    /// # Safety
    /// The kind is BUMPER_COMPOUND, and the pointers to its parts and their data are null or valid.
    unsafe fn compound(&self, depth: usize) -> Result<ShapeBuf<f32, 2>, bumper_status> {
        if depth >= BUMPER_MAX_NESTED {
            return Err(BUMPER_OUT_OF_RANGE);
        }
        let of = &self.data.compound;
        let parts = list(of.parts, of.count)?.iter().map(|part| Ok(part.owned(depth + 1)?.as_shape().into()));
        let parts: Result<Vec<ShapeBuf<f32, 2>>, bumper_status> = parts.collect();
        let parts = ShapeBuf::compound(parts?);
        let position = finite_vector(of.position.shape())?;
        // Without a rotation, only translate the parts: a pose would convert axis-aligned boxes to oriented boxes.
        match of.angle == 0.0 {
            true => parts.translated(position).ok_or(BUMPER_NOT_A_NUMBER),
            false => placed(&parts, &Pose::new(rotation(of.angle)?, position)),
        }
    }

    /// Returns a copy of the shape that owns its corners, pixels, heights and parts. `depth` is the number of compounds around the shape.
    ///
    /// # Safety
    /// The member of the union that the kind selects is set, and its pointers are null or valid.
    unsafe fn owned(&self, depth: usize) -> Result<OwnedShape, bumper_status> {
        if let Some(plain) = self.borrowed()? {
            return Ok(OwnedShape::Plain(plain));
        }
        match self.kind {
            k if k == BUMPER_POLYGON as u32 => Ok(OwnedShape::Polygon(Box::new(self.polygon()?))),
            k if k == BUMPER_REGION as u32 => {
                let of = &self.data.region;
                let region = Region::new(corners(of.corners, of.count)?.iter().map(Shaped::shape));
                Ok(OwnedShape::Owned(region.map_err(|_| BUMPER_NO_POLYGON)?.into()))
            }
            k if k == BUMPER_COMPOUND as u32 => Ok(OwnedShape::Owned(self.compound(depth)?)),
            k if k == BUMPER_HEIGHT_FIELD as u32 => {
                Ok(OwnedShape::HeightField(read(self.data.height_field)?.0.clone()))
            }
            _ => {
                let of = &self.data.sprite;
                let (mask, at, pixel) = self.mask()?;
                let flip = [of.flip_x != 0, of.flip_y != 0];
                Ok(OwnedShape::Mask { mask: mask.clone(), at, pixel, flip })
            }
        }
    }
}

/// Converts an array of corners to a slice. BUMPER_NOT_A_NUMBER if a coordinate is NaN or infinite.
///
/// # Safety
/// `first` is null, or points to `count` valid values.
unsafe fn corners<'a>(
    first: *const bumper_point_f32,
    count: usize,
) -> Result<&'a [bumper_point_f32], bumper_status> {
    let corners = list(first, count)?;
    let finite = corners.iter().all(|corner| corner.x.is_finite() && corner.y.is_finite());
    if finite {
        Ok(corners)
    } else {
        Err(BUMPER_NOT_A_NUMBER)
    }
}

pub fn rotation(angle: f32) -> Result<Rotation<f32, 2>, bumper_status> {
    angle.is_finite().then(|| Rotation::from_radians(angle)).ok_or(BUMPER_NOT_A_NUMBER)
}

/// Calls `call` with a shape of the caller, converted to a shape of the library. Allocates only for regions and compounds.
///
/// # Safety
/// The pointer is null or points to a valid shape, whose pointers are null or valid.
pub unsafe fn with<T>(
    shape: *const bumper_shape,
    call: impl FnOnce(Shape<'_, f32, 2>) -> T,
) -> Result<T, bumper_status> {
    let shape = read(shape)?;
    if let Some(plain) = shape.borrowed()? {
        return Ok(call(plain));
    }
    match shape.kind {
        k if k == BUMPER_POLYGON as u32 => Ok(call(shape.polygon()?.as_polygon().into())),
        k if k == BUMPER_SPRITE as u32 => {
            let of = &shape.data.sprite;
            let flip = [of.flip_x != 0, of.flip_y != 0];
            let (mask, at, pixel) = shape.mask()?;
            Ok(call(sprite(mask, at, pixel, flip).into()))
        }
        k if k == BUMPER_HEIGHT_FIELD as u32 => {
            Ok(call(Shape::HeightField(&read(shape.data.height_field)?.0)))
        }
        _ => Ok(call(shape.owned(0)?.as_shape())),
    }
}

/// Returns a copy of a shape of the caller that owns its corners, pixels, heights and parts.
///
/// # Safety
/// The pointer is null or points to a valid shape, whose pointers are null or valid.
pub unsafe fn keep(shape: *const bumper_shape) -> Result<OwnedShape, bumper_status> {
    read(shape)?.owned(0)
}
