//! 3D shapes of any kind, as a tagged union.

use crate::bumper_status::{self, *};
use crate::extent::{numbers, placed};
use crate::half_space::bumper_half_space3;
use crate::height_field3::bumper_height_field3;
use crate::mesh::{bumper_mesh, bumper_triangle3};
use crate::owned_shape3::OwnedShape3;
use crate::shape::BUMPER_MAX_NESTED;
use crate::typed::{bumper_box3_f32, bumper_cylinder_f32, bumper_point3_f32, bumper_sphere_f32, Shaped};
use crate::{finite, finite_vector, list, read};
use engine::{
    AsShape, Capsule, Hull, OrientedBox, OrientedCylinder, Pose, Rotation, Segment, Shape, ShapeBuf,
    SquaredBall, Triangle, Vector,
};

/// The kind of a bumper_shape3, which selects the member of its union.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_kind3 {
    BUMPER_POINT3 = 0,
    BUMPER_BOX3 = 1,
    BUMPER_SPHERE = 2,
    BUMPER_SQUARED_SPHERE = 3,
    BUMPER_CYLINDER = 4,
    BUMPER_SEGMENT3 = 5,
    BUMPER_TRIANGLE3 = 6,
    BUMPER_CAPSULE3 = 7,
    BUMPER_ORIENTED_BOX3 = 8,
    BUMPER_ORIENTED_CYLINDER = 9,
    BUMPER_HULL3 = 10,
    BUMPER_COMPOUND3 = 11,
    BUMPER_HALF_SPACE3 = 12,
    BUMPER_MESH = 13,
    BUMPER_HEIGHT_FIELD3 = 14,
}
use bumper_kind3::*;

/// A rotation, as a quaternion of any length except zero. Its real part is `w`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_rotation3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

/// A sphere, given by the square of its radius: for games that store squares to avoid roots, and for radii such as the root of 2, which no
/// number represents exactly.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_squared_sphere {
    pub center: bumper_point3_f32,
    pub radius_squared: f32,
}

/// A line segment: all points between two points.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_segment3 {
    pub from: bumper_point3_f32,
    pub to: bumper_point3_f32,
}

/// A capsule: all points whose distance from the segment between `from` and `to` is at most `radius`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_capsule3 {
    pub from: bumper_point3_f32,
    pub to: bumper_point3_f32,
    pub radius: f32,
}

/// A box that is rotated about its center by `rotation`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_oriented3 {
    pub center: bumper_point3_f32,
    pub half_size: bumper_point3_f32,
    pub rotation: bumper_rotation3,
}

/// A cylinder with an axis of any direction. `direction` is the direction of the axis, with any length except zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_oriented_cylinder {
    pub center: bumper_point3_f32,
    pub direction: bumper_point3_f32,
    pub half_height: f32,
    pub radius: f32,
}

/// The convex hull of points. The points belong to the caller; worlds and movers copy them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_hull3 {
    pub points: *const bumper_point3_f32,
    pub count: usize,
}

/// A compound: several shapes that act as one shape. The parts are rotated about the origin by `rotation`, then moved by `position`.
/// Compounds can be nested up to a depth of BUMPER_MAX_NESTED. The parts belong to the caller; worlds and movers copy them. So does each
/// query of two shapes, which costs O(n) for n triangles or heights of the parts: put placed meshes and height fields into a world. Hits of a
/// compound with one part report the parts of that part, such as the triangles of a mesh.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_compound3 {
    pub parts: *const bumper_shape3,
    pub count: usize,
    pub position: bumper_point3_f32,
    pub rotation: bumper_rotation3,
}

/// The data of a bumper_shape3. Its kind says which member is set.
#[repr(C)]
#[derive(Clone, Copy)]
pub union bumper_shape3_data {
    pub point: bumper_point3_f32,
    /// For the kind BUMPER_BOX3.
    pub aabb: bumper_box3_f32,
    pub sphere: bumper_sphere_f32,
    pub squared_sphere: bumper_squared_sphere,
    pub cylinder: bumper_cylinder_f32,
    pub segment: bumper_segment3,
    pub triangle: bumper_triangle3,
    pub capsule: bumper_capsule3,
    /// For the kind BUMPER_ORIENTED_BOX3.
    pub oriented: bumper_oriented3,
    pub oriented_cylinder: bumper_oriented_cylinder,
    pub hull: bumper_hull3,
    pub compound: bumper_compound3,
    pub half_space: bumper_half_space3,
    /// The mesh belongs to the caller; worlds and movers share it.
    pub mesh: *const bumper_mesh,
    /// The height field belongs to the caller; worlds and movers copy it.
    pub height_field: *const bumper_height_field3,
}

/// A 3D shape of any kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_shape3 {
    /// The kind of the shape, a bumper_kind3, which says which member of `data` is set.
    pub kind: u32,
    pub data: bumper_shape3_data,
}

/// Returns the rotation by an angle about an axis. A positive angle about z rotates x towards y, a positive angle about x rotates y towards
/// z, and a positive angle about y rotates z towards x. If the axis has length zero or a number is not finite, returns the identity.
#[no_mangle]
pub extern "C" fn bumper_rotation3_about(axis: bumper_point3_f32, angle: f32) -> bumper_rotation3 {
    let rotation = Rotation::from_axis_radians(axis.shape(), angle).filter(|_| angle.is_finite());
    let [x, y, z, w] = rotation.unwrap_or(Rotation::identity()).quaternion();
    bumper_rotation3 { x, y, z, w }
}

/// Returns a half-space as a shape: all points on one side of the plane through `point`. `normal` points out of the half-space. Functions
/// that get this shape return BUMPER_NOT_A_NUMBER if the normal has length zero.
#[no_mangle]
pub extern "C" fn bumper_shape3_of_half_space(
    point: bumper_point3_f32,
    normal: bumper_point3_f32,
) -> bumper_shape3 {
    let half_space = bumper_half_space3 { point, normal };
    let kind = BUMPER_HALF_SPACE3 as u32;
    bumper_shape3 { kind, data: bumper_shape3_data { half_space } }
}

/// Returns a shape of kind BUMPER_MESH. The mesh belongs to the caller, and must exist while the shape is used. Worlds and movers share the
/// mesh instead of copying it, and keep it after bumper_mesh_free. A mover with this shape and bumper_world3_carry copy it when they move it.
#[no_mangle]
pub extern "C" fn bumper_shape3_of_mesh(mesh: *const bumper_mesh) -> bumper_shape3 {
    bumper_shape3 { kind: BUMPER_MESH as u32, data: bumper_shape3_data { mesh } }
}

/// Returns a shape of kind BUMPER_HEIGHT_FIELD3. The height field belongs to the caller, and must exist while the shape is used. Worlds and
/// movers share its heights until the next change of the height field, which does not affect them, and keep them after
/// bumper_height_field3_free. A mover with this shape and bumper_world3_carry copy it when they move it.
#[no_mangle]
pub extern "C" fn bumper_shape3_of_height_field(field: *const bumper_height_field3) -> bumper_shape3 {
    let kind = BUMPER_HEIGHT_FIELD3 as u32;
    bumper_shape3 { kind, data: bumper_shape3_data { height_field: field } }
}

impl bumper_rotation3 {
    fn rotation(&self) -> Result<Rotation<f32, 3>, bumper_status> {
        Rotation::from_quaternion([self.x, self.y, self.z, self.w]).ok_or(BUMPER_NOT_A_NUMBER)
    }
}

impl bumper_shape3 {
    /// Converts a shape of a kind without pointers. Returns `None` for the other kinds: hulls, compounds, meshes and height
    /// fields.
    ///
    /// # Safety
    /// The member of the union that the kind selects is set.
    unsafe fn borrowed(&self) -> Result<Option<Shape<'static, f32, 3>>, bumper_status> {
        let data = &self.data;
        numbers(Some(match self.kind {
            k if k == BUMPER_POINT3 as u32 => data.point.shape().into(),
            k if k == BUMPER_BOX3 as u32 => data.aabb.shape().into(),
            k if k == BUMPER_SPHERE as u32 => data.sphere.shape().into(),
            k if k == BUMPER_SQUARED_SPHERE as u32 => {
                let of = &data.squared_sphere;
                SquaredBall::new(of.center.shape(), of.radius_squared).into()
            }
            k if k == BUMPER_CYLINDER as u32 => data.cylinder.shape().into(),
            k if k == BUMPER_SEGMENT3 as u32 => {
                Segment::new(data.segment.from.shape(), data.segment.to.shape()).into()
            }
            k if k == BUMPER_TRIANGLE3 as u32 => {
                let of = &data.triangle;
                Triangle::new(of.a.shape(), of.b.shape(), of.c.shape()).into()
            }
            k if k == BUMPER_CAPSULE3 as u32 => {
                Capsule::new(data.capsule.from.shape(), data.capsule.to.shape(), data.capsule.radius).into()
            }
            k if k == BUMPER_ORIENTED_BOX3 as u32 => {
                let of = &data.oriented;
                OrientedBox::new(of.center.shape(), of.half_size.shape(), of.rotation.rotation()?).into()
            }
            k if k == BUMPER_ORIENTED_CYLINDER as u32 => {
                let of = &data.oriented_cylinder;
                let center = finite_vector(of.center.shape())?;
                let direction = finite_vector(of.direction.shape())?;
                let half_height = finite(of.half_height)?;
                let radius = finite(of.radius)?;
                OrientedCylinder::new(center, direction, half_height, radius)
                    .ok_or(BUMPER_NOT_A_NUMBER)?
                    .into()
            }
            // It has no bounding box, so its own function checks its numbers.
            k if k == BUMPER_HALF_SPACE3 as u32 => return Ok(Some(data.half_space.to_shape()?)),
            k if k == BUMPER_HULL3 as u32 || k == BUMPER_COMPOUND3 as u32 => return Ok(None),
            k if k == BUMPER_MESH as u32 || k == BUMPER_HEIGHT_FIELD3 as u32 => return Ok(None),
            _ => return Err(BUMPER_UNKNOWN),
        }))
    }

    /// Converts the points of a hull.
    ///
    /// # Safety
    /// The kind is BUMPER_HULL3, and the pointer to the points is null or valid.
    unsafe fn hull(&self) -> Result<ShapeBuf<f32, 3>, bumper_status> {
        let of = &self.data.hull;
        let points: Vec<Vector<f32, 3>> = list(of.points, of.count)?.iter().map(Shaped::shape).collect();
        match Hull::new(&points) {
            Some(hull) => Ok(Shape::from(hull).into()),
            None if points.is_empty() => Err(BUMPER_EMPTY),
            None => Err(BUMPER_NOT_A_NUMBER),
        }
    }

    /// Converts a compound and copies its parts. `depth` is the number of compounds around it.
    ///
    /// # Safety
    /// The kind is BUMPER_COMPOUND3, and the pointers to its parts and their data are null or valid.
    unsafe fn compound(&self, depth: usize) -> Result<ShapeBuf<f32, 3>, bumper_status> {
        if depth >= BUMPER_MAX_NESTED {
            return Err(BUMPER_OUT_OF_RANGE);
        }
        let of = &self.data.compound;
        let parts = list(of.parts, of.count)?.iter().map(|part| part.owned(depth + 1));
        let parts: Result<Vec<_>, _> = parts.collect();
        let pose = Pose::new(of.rotation.rotation()?, finite_vector(of.position.shape())?);
        placed(&ShapeBuf::compound(parts?), &pose)
    }

    /// Returns a shape that owns its points and parts. `depth` is the number of compounds around the shape.
    ///
    /// # Safety
    /// The member of the union that the kind selects is set, and its pointers are null or valid.
    unsafe fn owned(&self, depth: usize) -> Result<OwnedShape3, bumper_status> {
        if let Some(plain) = self.borrowed()? {
            return Ok(OwnedShape3::Copied(plain.into()));
        }
        match self.kind {
            k if k == BUMPER_HULL3 as u32 => Ok(OwnedShape3::Copied(self.hull()?)),
            k if k == BUMPER_MESH as u32 => Ok(OwnedShape3::Mesh(read(self.data.mesh)?.0.clone())),
            k if k == BUMPER_HEIGHT_FIELD3 as u32 => {
                Ok(OwnedShape3::HeightField(read(self.data.height_field)?.0.clone()))
            }
            _ => Ok(OwnedShape3::Copied(self.compound(depth)?)),
        }
    }
}

/// Calls `call` with a shape of the caller, converted to a shape of the library. Allocates only for hulls and compounds.
///
/// # Safety
/// The pointer is null or points to a valid shape, whose pointers are null or valid.
pub unsafe fn with<T>(
    shape: *const bumper_shape3,
    call: impl FnOnce(Shape<'_, f32, 3>) -> T,
) -> Result<T, bumper_status> {
    let shape = read(shape)?;
    match shape.borrowed()? {
        Some(plain) => Ok(call(plain)),
        None => Ok(call(shape.owned(0)?.as_shape())),
    }
}

/// Returns a shape that owns its points and parts, made from a shape of the caller.
///
/// # Safety
/// The pointer is null or points to a valid shape, whose pointers are null or valid.
pub unsafe fn keep(shape: *const bumper_shape3) -> Result<OwnedShape3, bumper_status> {
    read(shape)?.owned(0)
}
