//! The constructors of colliders in 2D.

use super::collider::Collider;
use bevy_math::Vec2;
use bumper::{
    Aabb, Ball, Capsule, Ellipse, HalfSpace, HeightField, HeightFieldError, MaskBuf, Polygon, PolygonError,
    Region, Rotation, Segment, ShapeBuf, Sprite,
};

impl Collider {
    /// A circle around the origin of the entity.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// let ball = Collider::circle(8.0);
    /// # let _ = ball;
    /// ```
    #[must_use]
    #[doc(alias = "ball")]
    pub fn circle(radius: f32) -> Self {
        Self::new(Ball::new([0.0, 0.0], radius))
    }

    /// A rectangle around the origin, by its whole width and height. Negative sizes count as positive.
    #[must_use]
    #[doc(alias = "cuboid")]
    pub fn rectangle(width: f32, height: f32) -> Self {
        Self::new(Aabb::centered([0.0, 0.0], [width.abs() * 0.5, height.abs() * 0.5]))
    }

    /// A vertical capsule around the origin. `length` is the length of its straight part, without the two half circles.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::capsule_between(Vec2::NEG_Y * length * 0.5, Vec2::Y * length * 0.5, radius)
    }

    /// A capsule: all points that are at most `radius` away from a segment.
    #[must_use]
    pub fn capsule_between(from: Vec2, to: Vec2, radius: f32) -> Self {
        Self::new(Capsule::new(from, to, radius))
    }

    /// An ellipse around the origin, by its half width and half height.
    #[must_use]
    pub fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self::new(Ellipse::new([0.0, 0.0], [half_width, half_height], Rotation::identity()))
    }

    /// A segment, such as a wall without thickness.
    #[must_use]
    pub fn segment(from: Vec2, to: Vec2) -> Self {
        Self::new(Segment::new(from, to))
    }

    /// A half-plane: everything behind a line through the origin. `normal` points away from the solid side.
    /// `None` if the normal is zero.
    #[must_use]
    pub fn half_space(normal: Vec2) -> Option<Self> {
        Some(Self::new(HalfSpace::new([0.0, 0.0], normal)?))
    }

    /// A polygon, convex or concave, by its corners in either winding.
    ///
    /// # Errors
    /// [`PolygonError`] if there are fewer than three different corners, if the corners are on a line, or if edges cross.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// use bevy_math::Vec2;
    /// let ramp = Collider::polygon([Vec2::ZERO, Vec2::new(64.0, 0.0), Vec2::new(64.0, 32.0)]).unwrap();
    /// let line = Collider::polygon([Vec2::ZERO, Vec2::X]);
    /// assert!(line.is_err());
    /// # let _ = ramp;
    /// ```
    #[doc(alias("convex_hull", "trimesh", "convex_decomposition"))]
    pub fn polygon(corners: impl IntoIterator<Item = Vec2>) -> Result<Self, PolygonError> {
        let corners: Vec<bumper::Vector<f32, 2>> = corners.into_iter().map(Into::into).collect();
        match Polygon::new(&corners) {
            Ok(polygon) => Ok(Self::new(polygon)),
            Err(_) => Region::new(corners).map(Self::new),
        }
    }

    /// A chain of segments through points, such as the ground of a hilly level.
    #[must_use]
    pub fn polyline(points: &[Vec2]) -> Self {
        Self::new(ShapeBuf::compound(points.windows(2).map(|ends| Segment::new(ends[0], ends[1]))))
    }

    /// A ground whose heights are given at regular distances along x, from the origin on.
    ///
    /// # Errors
    /// [`HeightFieldError`] if there are fewer than two heights, if one is not finite, or if the distance is not positive.
    pub fn heights(distance: f32, heights: impl IntoIterator<Item = f32>) -> Result<Self, HeightFieldError> {
        HeightField::line([0.0, 0.0], distance, heights).map(Self::new)
    }

    /// Several colliders as one, each with its position and its angle in radians. Hits report the index of the part.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// use bevy_math::Vec2;
    /// let dumbbell = Collider::compound([-8.0, 8.0].map(|x| (Collider::circle(4.0), Vec2::new(x, 0.0), 0.0)));
    /// # let _ = dumbbell;
    /// ```
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = (Collider, Vec2, f32)>) -> Self {
        let placed = |(part, position, angle): (Collider, Vec2, f32)| {
            super::collider::placed(part.shape(), &super::dimension::pose_at(position, angle))
        };
        Self::new(ShapeBuf::compound(parts.into_iter().filter_map(placed)))
    }

    /// The solid tiles of a grid as one collider without seams. `size` is the number of columns and rows, `tile` the side of a tile. Row 0
    /// is the lowest row, and the lower left corner of its first tile is the origin of the entity. Hits report the part, of which
    /// [`tile`](Self::tile) is the column and the row. Costs a bit per tile.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// let rows = ["#..#", "####"]; // the top row first, as in a text file
    /// let level = Collider::tiles([4, 2], 16.0, |column, row| rows[1 - row as usize].as_bytes()[column as usize] == b'#');
    /// assert_eq!(level.shape().bounds().unwrap().max().x().round(), 64.0);
    /// ```
    #[must_use]
    #[doc(alias("tilemap", "voxels"))]
    pub fn tiles(size: [u16; 2], tile: f32, solid: impl FnMut(u16, u16) -> bool) -> Self {
        let mask = MaskBuf::from_fn(size, solid);
        let shape = Sprite::new(mask.as_mask(), [0.0, 0.0], tile);
        Self::of_tiles(shape, size[0])
    }

    /// The solid pixels of an image as one collider around the origin, as a sprite of Bevy is drawn. `size` is the width and the height in
    /// pixels, `pixel` the side of a pixel in the world. `solid` gets the column and the row of a pixel, from the top left corner on.
    ///
    /// ```
    /// use bevy_bumper::prelude::*;
    /// let alpha = [0, 255, 255, 255]; // of an image of 2 x 2 pixels
    /// let sprite = Collider::pixels([2, 2], 1.0, |x, y| alpha[usize::from(y) * 2 + usize::from(x)] > 127);
    /// # let _ = sprite;
    /// ```
    #[must_use]
    pub fn pixels(size: [u16; 2], pixel: f32, solid: impl FnMut(u16, u16) -> bool) -> Self {
        let top_left = Vec2::new(f32::from(size[0]) * pixel * -0.5, f32::from(size[1]) * pixel * 0.5);
        Self::pixels_from(size, top_left, pixel, solid)
    }

    /// The solid pixels of an image as one collider, whose top left corner is at a point.
    pub(super) fn pixels_from(
        size: [u16; 2],
        top_left: Vec2,
        pixel: f32,
        solid: impl FnMut(u16, u16) -> bool,
    ) -> Self {
        let mask = MaskBuf::from_fn(size, solid);
        Self::new(Sprite::from_top_left(mask.as_mask(), top_left, pixel, bumper::YAxis::Up))
    }
}
