//! Scaled copies of shapes, because a shape of the world has no scale of its own.

use super::dimension::Shape;
use bevy_math::Vec3;
use bumper::{
    Aabb, AsShape, Ball, Capsule, Cylinder, HalfSpace, HeightField, HullBuf, Mesh, OrientedBox,
    OrientedCylinder, Segment, ShapeBuf, Triangle, Vector,
};

type Borrowed<'a> = bumper::Shape<'a, f32, 3>;

/// A copy of a shape, scaled along the axes about the origin. Negative factors mirror it. `None` if the scaled shape is degenerate.
///
/// The radius of balls, capsules and cylinders is scaled by the smallest factor.
pub(crate) fn scaled(shape: &Shape, scale: Vec3) -> Option<Shape> {
    scaled_shape(&shape.as_shape(), scale)
}

fn scaled_shape(shape: &Borrowed<'_>, scale: Vec3) -> Option<Shape> {
    let at = |point: Vector<f32, 3>| -> Vector<f32, 3> { (Vec3::from(point) * scale).into() };
    let smallest = scale.abs().min_element();
    Some(match shape {
        Borrowed::Point(point) => at(*point).into(),
        Borrowed::Aabb(aabb) => Aabb::new(at(aabb.min()), at(aabb.max())).into(),
        Borrowed::Ball(ball) => Ball::new(at(ball.center()), ball.radius() * smallest).into(),
        Borrowed::SquaredBall(ball) => {
            Ball::new(at(ball.center()), ball.radius_squared().sqrt() * smallest).into()
        }
        Borrowed::Segment(segment) => Segment::try_new(at(segment.from()), at(segment.to()))?.into(),
        Borrowed::Triangle(triangle) => Triangle::try_new(triangle.corners().map(at))?.into(),
        Borrowed::Capsule(capsule) => {
            let spine = capsule.spine();
            Capsule::try_new(at(spine.from()), at(spine.to()), capsule.radius() * smallest)?.into()
        }
        Borrowed::Cylinder(shape) => {
            let spine = shape.spine();
            let [from, to] = [at(spine.min()), at(spine.max())];
            let radius = shape.radius() * smallest;
            Cylinder::try_new(shape.axis(), from, to[shape.axis().index()], radius)?.into()
        }
        Borrowed::OrientedCylinder(shape) => {
            let half = Vec3::from(shape.direction()) * shape.half_height() * scale;
            let radius = shape.radius() * smallest;
            OrientedCylinder::new(at(shape.center()), half, half.length(), radius)?.into()
        }
        Borrowed::OrientedBox(shape) => return hull(corners(shape).map(at)),
        Borrowed::Hull(shape) => return hull(shape.points().iter().copied().map(at)),
        Borrowed::HalfSpace(half) => {
            let normal = Vec3::from(half.normal()) * scale.recip();
            HalfSpace::new(at(half.point()), normal)?.into()
        }
        Borrowed::Mesh(mesh) => scaled_mesh(mesh, scale)?.into(),
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
        Borrowed::Placed(inner, pose) => {
            let translation = at(pose.translation);
            let size = Vec3::splat(smallest);
            scaled_shape(inner, size)?.placed(&bumper::Pose::new(pose.rotation, translation))
        }
        // These shapes exist in 2D only.
        Borrowed::Ellipse(_) | Borrowed::Polygon(_) | Borrowed::Region(_) | Borrowed::Mask(_) => return None,
    })
}

/// The eight corners of a rotated box.
fn corners(shape: &OrientedBox<f32, 3>) -> impl Iterator<Item = Vector<f32, 3>> {
    let [center, half] = [shape.center(), shape.half_size()].map(Vec3::from);
    let rotation = shape.rotation();
    (0..8u8).map(move |bits| {
        let sign = |bit: u8| if bits & bit == 0 { -1.0 } else { 1.0 };
        let arm = half * Vec3::new(sign(1), sign(2), sign(4));
        (center + Vec3::from(rotation.apply(arm.into()))).into()
    })
}

fn hull(points: impl IntoIterator<Item = Vector<f32, 3>>) -> Option<Shape> {
    Some(HullBuf::new(points.into_iter().collect::<Vec<_>>())?.into())
}

/// A scaled mesh. An odd number of mirrored axes turns the faces inside out, so their winding is reversed.
fn scaled_mesh(mesh: &Mesh<f32, 3>, scale: Vec3) -> Option<Mesh<f32, 3>> {
    let points = mesh.points().iter().map(|point| Vector::from(Vec3::from(*point) * scale));
    let mirrored = scale.x * scale.y * scale.z < 0.0;
    let wind = |[a, b, c]: [u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
    let triangles = mesh.triangles().iter().copied().map(wind);
    let scaled = Mesh::new(points.collect::<Vec<_>>(), triangles.collect::<Vec<_>>()).ok()?;
    Some(if mesh.is_one_sided() { scaled.one_sided() } else { scaled })
}

/// A scaled height field. Its axes x and z cannot be mirrored: negative factors count as positive.
fn scaled_heights(field: &HeightField<f32, 3>, scale: Vec3) -> Option<Shape> {
    let size = Vec3::new(scale.x.abs(), scale.y, scale.z.abs());
    let [x, z] = field.cell();
    let heights = field.heights().iter().map(|height| height * size.y);
    let origin = Vec3::from(field.origin()) * size;
    Some(HeightField::grid(origin, [x * size.x, z * size.z], field.columns(), heights).ok()?.into())
}
