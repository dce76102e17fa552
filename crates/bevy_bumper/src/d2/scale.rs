//! Scaled copies of shapes, because a shape of the world has no scale of its own.

use super::dimension::Shape;
use bevy_math::Vec2;
use bumper::{
    Aabb, AsShape, Ball, Capsule, Ellipse, HalfSpace, HeightField, OrientedBox, Polygon, PolygonError,
    Region, Segment, ShapeBuf, Sprite, Triangle, Vector,
};

type Borrowed<'a> = bumper::Shape<'a, f32, 2>;

/// A copy of a shape, scaled along x and y about the origin. Negative factors mirror it. `None` if the scaled shape is degenerate, for
/// example a polygon scaled by zero.
///
/// Balls become ellipses if the factors differ. The radius of capsules and rounded polygons is scaled by the smaller factor, and so are
/// pixel masks whose factors differ.
pub(crate) fn scaled(shape: &Shape, scale: Vec2) -> Option<Shape> {
    scaled_shape(&shape.as_shape(), scale)
}

fn scaled_shape(shape: &Borrowed<'_>, scale: Vec2) -> Option<Shape> {
    let at = |point: Vector<f32, 2>| Vector([point[0] * scale.x, point[1] * scale.y]);
    let size = scale.abs();
    let smaller = size.min_element();
    let uniform = size.x == size.y;
    Some(match shape {
        Borrowed::Point(point) => at(*point).into(),
        Borrowed::Aabb(aabb) => Aabb::new(at(aabb.min()), at(aabb.max())).into(),
        Borrowed::Ball(ball) if uniform => Ball::new(at(ball.center()), ball.radius() * size.x).into(),
        Borrowed::Ball(ball) => return ellipse(at(ball.center()), Vec2::splat(ball.radius()) * size),
        Borrowed::SquaredBall(ball) => {
            return scaled_shape(&Ball::new(ball.center(), ball.radius_squared().sqrt()).into(), scale);
        }
        Borrowed::Segment(segment) => Segment::try_new(at(segment.from()), at(segment.to()))?.into(),
        Borrowed::Triangle(triangle) => Triangle::try_new(triangle.corners().map(at))?.into(),
        Borrowed::Capsule(capsule) => {
            let spine = capsule.spine();
            Capsule::try_new(at(spine.from()), at(spine.to()), capsule.radius() * smaller)?.into()
        }
        Borrowed::OrientedBox(oriented) => return scaled_box(oriented, scale),
        Borrowed::Ellipse(shape) if uniform || shape.rotation() == bumper::Rotation::identity() => {
            let [x, y] = shape.half_size().0;
            let rotation = mirrored(shape.rotation(), scale);
            Ellipse::try_new(at(shape.center()), [x * size.x, y * size.y].into(), &rotation)?.into()
        }
        Borrowed::Ellipse(shape) => {
            let [x, y] = shape.half_size().0;
            let rotation = mirrored(shape.rotation(), scale);
            Ellipse::try_new(at(shape.center()), [x * smaller, y * smaller].into(), &rotation)?.into()
        }
        Borrowed::HalfSpace(half) => {
            // A normal is scaled by the reciprocal factors, which are multiplied by the product of both to avoid a division by zero.
            let normal = half.normal();
            let turned = [normal[0] * scale.y * size.x.signum(), normal[1] * scale.x * size.y.signum()];
            let sign = if scale.x * scale.y < 0.0 { -1.0 } else { 1.0 };
            HalfSpace::new(at(half.point()), turned.map(|c| c * sign))?.into()
        }
        Borrowed::Polygon(polygon) => {
            return convex(polygon.corners().map(at).collect(), polygon.radius() * smaller);
        }
        Borrowed::Region(region) => Region::new(region.corners().iter().copied().map(at)).ok()?.into(),
        Borrowed::Mask(sprite) => scaled_sprite(sprite, scale),
        Borrowed::HeightField(field) => return scaled_heights(field, scale),
        Borrowed::Compound(parts) => {
            ShapeBuf::compound(parts.iter().filter_map(|part| scaled_shape(part, scale)))
        }
        Borrowed::Group(group) => {
            let placed = |part: &Shape| match group.pose() {
                Some(pose) => scaled(&part.placed(pose), scale),
                None => scaled(part, scale),
            };
            ShapeBuf::compound(group.parts().iter().filter_map(placed))
        }
        Borrowed::Placed(inner, pose) => return scaled_placed(inner, pose, scale),
        // These shapes exist in 3D only.
        Borrowed::Cylinder(_) | Borrowed::OrientedCylinder(_) | Borrowed::Hull(_) | Borrowed::Mesh(_) => {
            return None;
        }
    })
}

/// A shape with a pose, scaled. A uniform scale keeps the pose; any other scale keeps only its translation if the shape is rotated.
fn scaled_placed(inner: &Borrowed<'_>, pose: &bumper::Pose<f32, 2>, scale: Vec2) -> Option<Shape> {
    let translation = [pose.translation[0] * scale.x, pose.translation[1] * scale.y];
    let rotation = mirrored(pose.rotation, scale);
    Some(scaled_shape(inner, scale)?.placed(&bumper::Pose::new(rotation, translation)))
}

/// The rotation that a mirrored shape has: the opposite one if exactly one axis is mirrored.
fn mirrored(rotation: bumper::Rotation<f32, 2>, scale: Vec2) -> bumper::Rotation<f32, 2> {
    if scale.x * scale.y < 0.0 { rotation.inverse() } else { rotation }
}

fn ellipse(center: Vector<f32, 2>, half_size: Vec2) -> Option<Shape> {
    Some(Ellipse::try_new(center, half_size.into(), &bumper::Rotation::identity())?.into())
}

/// A convex polygon of corners in any winding, with a radius.
fn convex(mut corners: Vec<Vector<f32, 2>>, radius: f32) -> Option<Shape> {
    let polygon = |corners: &[Vector<f32, 2>]| -> Result<Shape, PolygonError> {
        Ok(Polygon::new(corners)?.rounded(radius).into())
    };
    polygon(&corners).ok().or_else(|| {
        corners.reverse();
        polygon(&corners).ok()
    })
}

/// A rotated box, scaled: again a box if the scale is uniform, else a parallelogram.
fn scaled_box(oriented: &OrientedBox<f32, 2>, scale: Vec2) -> Option<Shape> {
    let [half, center] = [oriented.half_size(), oriented.center()].map(Vec2::from);
    if scale.x.abs() == scale.y.abs() {
        let rotation = mirrored(oriented.rotation(), scale);
        return Some(OrientedBox::new(center * scale, half * scale.x.abs(), rotation).into());
    }
    let corner = |x: f32, y: f32| {
        let arm: Vec2 = oriented.rotation().apply(Vector([half.x * x, half.y * y])).into();
        ((center + arm) * scale).into()
    };
    convex(vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], 0.0)
}

/// A mask with larger pixels, mirrored for negative factors.
fn scaled_sprite(sprite: &Sprite<'_, f32, 2>, scale: Vec2) -> Shape {
    let aabb = sprite.aabb();
    let factor = scale.abs().min_element();
    let ends = [Vec2::from(aabb.min()) * scale, Vec2::from(aabb.max()) * scale];
    let min = ends[0].min(ends[1]);
    let flips = [scale.x < 0.0, scale.y < 0.0];
    let mut copy = Sprite::new(sprite.mask(), min, sprite.pixel() * factor);
    for (axis, flip) in flips.into_iter().enumerate() {
        if flip != sprite.flip()[axis] {
            copy = copy.flipped(axis);
        }
    }
    copy.into()
}

/// A height field, scaled. It is reversed if x is mirrored.
fn scaled_heights(field: &HeightField<f32, 2>, scale: Vec2) -> Option<Shape> {
    let mut heights: Vec<f32> = field.heights().iter().map(|height| height * scale.y).collect();
    let cell = field.cell()[0];
    let mut origin = Vec2::from(field.origin()) * scale;
    if scale.x < 0.0 {
        heights.reverse();
        origin.x += cell * (field.columns().saturating_sub(1)) as f32 * scale.x;
    }
    Some(HeightField::line(origin, cell * scale.x.abs(), heights).ok()?.into())
}
