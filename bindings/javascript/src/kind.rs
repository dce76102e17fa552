//! The kinds of shapes, and the words that follow the word of the kind. The list is repeated in `shape_words.ts`.

/// `x, y`
pub const POINT: u32 = 0;
/// `x, y, width, height`: the corner with the smallest coordinates, and the size.
pub const BOX: u32 = 1;
/// `x, y, radius`
pub const CIRCLE: u32 = 2;
/// `x1, y1, x2, y2`
pub const SEGMENT: u32 = 3;
/// `x1, y1, x2, y2, x3, y3`
pub const TRIANGLE: u32 = 4;
/// `x1, y1, x2, y2, radius`
pub const CAPSULE: u32 = 5;
/// `x, y, width, height, angle`: a box that is rotated about its center.
pub const ORIENTED_BOX: u32 = 6;
/// `x, y, radiusX, radiusY, angle`: the center, the half-axes and the rotation.
pub const ELLIPSE: u32 = 7;
/// `count, radius`, then `x, y` of each corner. A polygon that is not convex becomes a region.
pub const POLYGON: u32 = 8;
/// `mask, x, y, pixel, flips`: the handle of the mask, its top left corner, and the side of a pixel. Bit 0 of `flips` mirrors it
/// horizontally, bit 1 vertically.
pub const SPRITE: u32 = 9;
/// `x, y, radiusSquared`
pub const SQUARED_CIRCLE: u32 = 10;
/// `count`, then that many shapes.
pub const COMPOUND: u32 = 11;
/// `x, y, normalX, normalY`
pub const HALF_SPACE: u32 = 12;
/// `handle` of a height field.
pub const HEIGHT_FIELD: u32 = 13;
/// `handle` of a prepared shape.
pub const PREPARED: u32 = 14;
/// `x, y, angle, pivotX, pivotY`, then a shape, which is rotated about the pivot and then moved by `x, y`.
pub const PLACED: u32 = 15;
