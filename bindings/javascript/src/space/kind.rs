//! The kinds of 3D shapes, and the words that follow the word of the kind. The list is repeated in `shape_words.ts`.

/// `x, y, z`
pub const POINT: u32 = 0;
/// `x1, y1, z1, x2, y2, z2`: two opposite corners.
pub const BOX: u32 = 1;
/// `x, y, z, radius`
pub const SPHERE: u32 = 2;
/// `x, y, z, radiusSquared`
pub const SQUARED_SPHERE: u32 = 3;
/// `x1, y1, z1, x2, y2, z2`
pub const SEGMENT: u32 = 4;
/// `x1, y1, z1, x2, y2, z2, radius`
pub const CAPSULE: u32 = 5;
/// `x1, y1, z1, x2, y2, z2, x3, y3, z3`
pub const TRIANGLE: u32 = 6;
/// `x, y, z, halfX, halfY, halfZ`, then the quaternion `x, y, z, w` of a rotation about the center.
pub const ORIENTED_BOX: u32 = 7;
/// `x, y, z, halfHeight, radius, axis`: the center, and 0, 1 or 2 for an axis along x, y or z.
pub const CYLINDER: u32 = 8;
/// `x, y, z, halfHeight, radius, axisX, axisY, axisZ`
pub const ORIENTED_CYLINDER: u32 = 9;
/// `x, y, z, normalX, normalY, normalZ`
pub const HALF_SPACE: u32 = 10;
/// `count`, then `x, y, z` of each point.
pub const HULL: u32 = 11;
/// `count`, then that many shapes.
pub const COMPOUND: u32 = 12;
/// `handle` of a mesh.
pub const MESH: u32 = 13;
/// `handle` of a height field.
pub const HEIGHT_FIELD: u32 = 14;
/// `handle` of a prepared shape.
pub const PREPARED: u32 = 15;
/// `x, y, z`, the quaternion `x, y, z, w`, then a shape, which is rotated about the origin and then moved by `x, y, z`.
pub const PLACED: u32 = 16;
