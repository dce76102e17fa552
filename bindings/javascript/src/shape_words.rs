//! Writes shapes of the library as words, in the format of [`kind`](crate::kind).

use crate::height_field::HEIGHT_FIELDS;
use crate::mask::MASKS;
use crate::{Status, kind, scratch};
use engine::{AsShape, HeightField, Pose, Rotation, Shape, Sprite, Vector};
use std::rc::Rc;

/// Writes a shape to the scratch buffer, and returns the number of words. A mask and a height field in it get a new handle, which belongs
/// to JavaScript. Angles and sizes are rounded, because the library stores rotations as matrices and boxes by their corners.
pub fn write(shape: &Shape<'_, f64, 2>) -> Result<u32, Status> {
    let mut words = Vec::new();
    append(shape, &mut words)?;
    Ok(scratch::write(&words))
}

/// Appends the words of a shape.
pub fn append(shape: &Shape<'_, f64, 2>, words: &mut Vec<f64>) -> Result<(), Status> {
    match shape {
        Shape::Point(point) => put(words, kind::POINT, point.0),
        Shape::Aabb(aabb) => {
            let [x, y] = aabb.min().0;
            let [right, bottom] = aabb.max().0;
            put(words, kind::BOX, [x, y, right - x, bottom - y]);
        }
        Shape::Ball(ball) => put(words, kind::CIRCLE, with(ball.center(), ball.radius())),
        Shape::SquaredBall(ball) => {
            put(words, kind::SQUARED_CIRCLE, with(ball.center(), ball.radius_squared()))
        }
        Shape::Segment(segment) => {
            let [[x1, y1], [x2, y2]] = [segment.from().0, segment.to().0];
            put(words, kind::SEGMENT, [x1, y1, x2, y2]);
        }
        Shape::Triangle(triangle) => {
            let [[x1, y1], [x2, y2], [x3, y3]] = triangle.corners().map(|corner| corner.0);
            put(words, kind::TRIANGLE, [x1, y1, x2, y2, x3, y3]);
        }
        Shape::Capsule(capsule) => {
            let [[x1, y1], [x2, y2]] = [capsule.spine().from().0, capsule.spine().to().0];
            put(words, kind::CAPSULE, [x1, y1, x2, y2, capsule.radius()]);
        }
        Shape::OrientedBox(of) => {
            let [x, y] = (of.center() - of.half_size()).0;
            let [half_width, half_height] = of.half_size().0;
            put(
                words,
                kind::ORIENTED_BOX,
                [x, y, half_width * 2.0, half_height * 2.0, angle(&of.rotation())],
            );
        }
        Shape::Ellipse(of) => {
            let [[x, y], [radius_x, radius_y]] = [of.center().0, of.half_size().0];
            put(words, kind::ELLIPSE, [x, y, radius_x, radius_y, angle(&of.rotation())]);
        }
        Shape::HalfSpace(of) => {
            let [[x, y], [normal_x, normal_y]] = [of.point().0, of.normal().0];
            put(words, kind::HALF_SPACE, [x, y, normal_x, normal_y]);
        }
        Shape::Polygon(polygon) => corners(words, polygon.radius(), polygon.corners()),
        Shape::Region(region) => corners(words, 0.0, region.corners().iter().copied()),
        Shape::HeightField(field) => height_field(words, field)?,
        Shape::Mask(of) => sprite(words, of)?,
        Shape::Compound(parts) => {
            put(words, kind::COMPOUND, [parts.len() as f64]);
            parts.iter().try_for_each(|part| append(part, words))?;
        }
        Shape::Group(group) => {
            if let Some(pose) = group.pose() {
                place(words, pose);
            }
            put(words, kind::COMPOUND, [group.parts().len() as f64]);
            group.parts().iter().try_for_each(|part| append(&part.as_shape(), words))?;
        }
        Shape::Placed(inner, pose) => {
            place(words, pose);
            append(inner, words)?;
        }
        // These kinds exist only in 3D.
        Shape::Cylinder(_) | Shape::OrientedCylinder(_) | Shape::Hull(_) | Shape::Mesh(_) => {
            return Err(Status::Malformed);
        }
    }
    Ok(())
}

fn put<const N: usize>(words: &mut Vec<f64>, kind: u32, numbers: [f64; N]) {
    words.push(f64::from(kind));
    words.extend(numbers);
}

fn with(center: Vector<f64, 2>, radius: f64) -> [f64; 3] {
    let [x, y] = center.0;
    [x, y, radius]
}

/// The angle of a rotation in radians, from x towards y.
pub fn angle(rotation: &Rotation<f64, 2>) -> f64 {
    let (cosine, sine) = rotation.complex();
    libm::atan2(sine, cosine)
}

fn place(words: &mut Vec<f64>, pose: &Pose<f64, 2>) {
    let [x, y] = pose.translation.0;
    put(words, kind::PLACED, [x, y, angle(&pose.rotation), 0.0, 0.0]);
}

fn corners(words: &mut Vec<f64>, radius: f64, corners: impl ExactSizeIterator<Item = Vector<f64, 2>>) {
    put(words, kind::POLYGON, [corners.len() as f64, radius]);
    words.extend(corners.flat_map(|corner| corner.0));
}

fn sprite(words: &mut Vec<f64>, of: &Sprite<'_, f64, 2>) -> Result<(), Status> {
    let mask = Rc::new(of.mask().to_buf());
    let handle = MASKS.with_borrow_mut(|masks| masks.insert(mask))?;
    let [x, y] = of.aabb().min().0;
    let [flip_x, flip_y] = of.flip().map(u8::from);
    put(words, kind::SPRITE, [handle, x, y, of.pixel(), f64::from(flip_x | flip_y << 1)]);
    Ok(())
}

fn height_field(words: &mut Vec<f64>, field: &HeightField<f64, 2>) -> Result<(), Status> {
    let field = Rc::new(field.clone());
    put(words, kind::HEIGHT_FIELD, [HEIGHT_FIELDS.with_borrow_mut(|fields| fields.insert(field))?]);
    Ok(())
}
