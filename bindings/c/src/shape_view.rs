//! Converts shapes of the Rust library to shapes for C.

use crate::body::angle_of;
use crate::bumper_status::{self, *};
use crate::half_space::bumper_half_space;
use crate::height_field::bumper_height_field;
use crate::mask::bumper_mask;
use crate::shape::{
    bumper_capsule, bumper_compound, bumper_kind, bumper_oriented, bumper_polygon, bumper_region,
    bumper_segment, bumper_shape, bumper_shape_data, bumper_sprite, bumper_triangle,
};
use crate::typed::{bumper_box_f32, bumper_circle_f32, bumper_point_f32, bumper_squared_circle_f32, point};
use engine::{AsShape, HeightField, Pose, Rotation, Shape, Sprite, Vector};
use std::sync::Arc;

/// Owns the corners, parts, masks and height fields to which the pointers of converted shapes point.
#[derive(Default)]
pub struct ShapeStore {
    corners: Vec<Vec<bumper_point_f32>>,
    parts: Vec<Vec<bumper_shape>>,
    // Each mask has its own allocation, because converted shapes contain pointers to it, which must stay valid when the vector grows.
    #[allow(clippy::vec_box)]
    masks: Vec<Box<bumper_mask>>,
    // As for masks.
    #[allow(clippy::vec_box)]
    height_fields: Vec<Box<bumper_height_field>>,
}

impl ShapeStore {
    /// Discards the corners, parts, masks and height fields, so that the pointers of converted shapes become invalid.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Converts a shape of the library to C. BUMPER_UNKNOWN if no bumper_kind describes it.
    pub fn view(&mut self, of: &Shape<'_, f32, 2>) -> Result<bumper_shape, bumper_status> {
        use bumper_kind::*;
        let (kind, data) = match of {
            Shape::Point(at) => (BUMPER_POINT, bumper_shape_data { point: point(*at) }),
            Shape::Aabb(aabb) => {
                let aabb = bumper_box_f32 { min: point(aabb.min()), max: point(aabb.max()) };
                (BUMPER_BOX, bumper_shape_data { aabb })
            }
            Shape::Ball(ball) => {
                let circle = bumper_circle_f32 { center: point(ball.center()), radius: ball.radius() };
                (BUMPER_CIRCLE, bumper_shape_data { circle })
            }
            Shape::SquaredBall(ball) => {
                let center = point(ball.center());
                let radius_squared = ball.radius_squared();
                let squared_circle = bumper_squared_circle_f32 { center, radius_squared };
                (BUMPER_SQUARED_CIRCLE, bumper_shape_data { squared_circle })
            }
            Shape::Segment(of) => {
                let segment = bumper_segment { from: point(of.from()), to: point(of.to()) };
                (BUMPER_SEGMENT, bumper_shape_data { segment })
            }
            Shape::Triangle(of) => {
                let [a, b, c] = of.corners().map(point);
                (BUMPER_TRIANGLE, bumper_shape_data { triangle: bumper_triangle { a, b, c } })
            }
            Shape::Capsule(of) => {
                let from = point(of.spine().from());
                let to = point(of.spine().to());
                let capsule = bumper_capsule { from, to, radius: of.radius() };
                (BUMPER_CAPSULE, bumper_shape_data { capsule })
            }
            Shape::OrientedBox(of) => {
                (BUMPER_ORIENTED_BOX, oriented(of.center(), of.half_size(), of.rotation()))
            }
            Shape::Ellipse(of) => (BUMPER_ELLIPSE, oriented(of.center(), of.half_size(), of.rotation())),
            Shape::Polygon(of) => {
                let (corners, count) = self.corners(of.corners());
                let polygon = bumper_polygon { corners, count, radius: of.radius() };
                (BUMPER_POLYGON, bumper_shape_data { polygon })
            }
            Shape::Region(of) => {
                let (corners, count) = self.corners(of.corners().iter().copied());
                (BUMPER_REGION, bumper_shape_data { region: bumper_region { corners, count } })
            }
            Shape::HalfSpace(of) => {
                let half_space = bumper_half_space { point: point(of.point()), normal: point(of.normal()) };
                (BUMPER_HALF_SPACE, bumper_shape_data { half_space })
            }
            Shape::HeightField(of) => {
                (BUMPER_HEIGHT_FIELD, bumper_shape_data { height_field: self.height_field(of) })
            }
            Shape::Mask(sprite) => (BUMPER_SPRITE, bumper_shape_data { sprite: self.sprite(sprite) }),
            Shape::Compound(parts) => (BUMPER_COMPOUND, self.compound(parts.iter().copied(), None)?),
            Shape::Group(of) => {
                (BUMPER_COMPOUND, self.compound(of.parts().iter().map(AsShape::as_shape), of.pose())?)
            }
            Shape::Placed(of, pose) => (BUMPER_COMPOUND, self.compound(std::iter::once(**of), Some(pose))?),
            Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) => return Err(BUMPER_UNKNOWN),
            Shape::Mesh(_) => return Err(BUMPER_UNKNOWN),
        };
        Ok(bumper_shape { kind: kind as u32, data })
    }

    fn corners(&mut self, of: impl Iterator<Item = Vector<f32, 2>>) -> (*const bumper_point_f32, usize) {
        let corners: Vec<_> = of.map(point).collect();
        let view = (corners.as_ptr(), corners.len());
        self.corners.push(corners);
        view
    }

    fn sprite(&mut self, of: &Sprite<'_, f32, 2>) -> bumper_sprite {
        let mask = Box::new(bumper_mask(Arc::new(of.mask().to_buf())));
        self.masks.push(mask);
        let mask = self.masks.last().map_or(std::ptr::null(), |mask| std::ptr::from_ref(&**mask));
        let [flip_x, flip_y] = of.flip().map(u8::from);
        bumper_sprite { mask, at: point(of.aabb().min()), pixel: of.pixel(), flip_x, flip_y }
    }

    fn height_field(&mut self, of: &HeightField<f32, 2>) -> *const bumper_height_field {
        self.height_fields.push(Box::new(bumper_height_field(Arc::new(of.clone()))));
        self.height_fields.last().map_or(std::ptr::null(), |field| std::ptr::from_ref(&**field))
    }

    fn compound<'a>(
        &mut self,
        parts: impl Iterator<Item = Shape<'a, f32, 2>>,
        pose: Option<&Pose<f32, 2>>,
    ) -> Result<bumper_shape_data, bumper_status> {
        let parts = parts.map(|part| self.view(&part)).collect::<Result<Vec<_>, _>>()?;
        let position = point(pose.map_or(Vector::default(), |pose| pose.translation));
        let angle = pose.map_or(0.0, |pose| angle_of(&pose.rotation));
        let compound = bumper_compound { parts: parts.as_ptr(), count: parts.len(), position, angle };
        self.parts.push(parts);
        Ok(bumper_shape_data { compound })
    }
}

fn oriented(
    center: Vector<f32, 2>,
    half_size: Vector<f32, 2>,
    rotation: Rotation<f32, 2>,
) -> bumper_shape_data {
    let center = point(center);
    let half_size = point(half_size);
    let oriented = bumper_oriented { center, half_size, angle: angle_of(&rotation) };
    bumper_shape_data { oriented }
}
