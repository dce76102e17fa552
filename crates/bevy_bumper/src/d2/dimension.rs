//! The types and functions that depend on the dimension: vectors, poses, and their conversion to the transforms of Bevy.

use bevy_math::{Dir2, Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use bumper::Rotation;

/// The number of dimensions.
pub(crate) const N: usize = 2;

/// A vector of the plane.
pub(crate) type Vector = Vec2;

/// A unit vector of the plane.
pub(crate) type Direction = Dir2;

/// The rotation that functions of queries take, an angle in radians.
pub(crate) type Turn = f32;

/// A shape that owns its data.
pub(crate) type Shape = bumper::ShapeBuf<f32, N>;

/// A rotation and a translation.
pub(crate) type Pose = bumper::Pose<f32, N>;

/// The scale that changes nothing.
pub(crate) const UNIT_SCALE: Vector = Vec2::ONE;

/// The direction upwards: +y.
pub(crate) const UP: Vector = Vec2::Y;

/// The acceleration by gravity of `Character::platformer`, for lengths in pixels.
pub(crate) const DEFAULT_GRAVITY: f32 = 900.0;

/// The pose with a position and an angle.
pub(crate) fn pose_at(position: Vector, turn: Turn) -> Pose {
    Pose::new(Rotation::from_radians(turn), position)
}

/// The pose of a transform: its translation along x and y, and its rotation about z.
pub(crate) fn pose_of(transform: &Transform) -> Pose {
    let axis = if transform.rotation == Quat::IDENTITY { Vec3::X } else { transform.rotation * Vec3::X };
    let rotation = Rotation::from_complex(axis.x, axis.y).unwrap_or(Rotation::identity());
    Pose::new(rotation, transform.translation.truncate())
}

/// The scale of a transform along x and y.
pub(crate) fn scale_of(transform: &Transform) -> Vector {
    transform.scale.truncate()
}

/// Moves a transform to a pose. Its translation along z and its scale stay.
pub(crate) fn set_pose(transform: &mut Transform, pose: &Pose) {
    set_translation(transform, pose.translation.into());
    transform.rotation = quaternion(pose);
}

/// Moves a transform to a position. Its translation along z, its rotation and its scale stay.
pub(crate) fn set_translation(transform: &mut Transform, position: Vector) {
    transform.translation = position.extend(transform.translation.z);
}

/// The rotation of a pose as a quaternion, by the formula of half angles, without sines.
fn quaternion(pose: &Pose) -> Quat {
    let (cosine, sine) = pose.rotation.complex();
    let w = ((1.0 + cosine) * 0.5).max(0.0).sqrt();
    let z = ((1.0 - cosine) * 0.5).max(0.0).sqrt();
    // The larger of the two is taken from the root, the other one from their product, which is half of the sine.
    let (w, z) = if w >= z { (w, sine * 0.5 / w) } else { (sine.abs() * 0.5 / z, z.copysign(sine)) };
    Quat::from_xyzw(0.0, 0.0, z, w)
}

pub(crate) use super::bodies::{forget_rigid_body, steps_without_bodies};
pub(crate) use super::body_link::{BodyLink, forget_body_collider};
/// Adds what only this dimension has: rigid bodies, and colliders from images.
pub(crate) fn build(app: &mut bevy_app::App) {
    super::bodies::build(app);
    #[cfg(feature = "image")]
    super::image::build(app);
}

pub(crate) use super::body_snapshot::BodySnapshot;

/// The point of space for a point of the plane.
#[cfg(feature = "gizmos")]
pub(crate) fn in_space(point: Vector) -> Vec3 {
    point.extend(0.0)
}

/// The colliders under a pointer, by a ray along z. Entities with a larger z are in front.
#[cfg(feature = "picking")]
pub(crate) fn picked(
    queries: &super::query::SpatialQuery<'_>,
    ray: &bevy_math::Ray3d,
    places: &bevy_ecs::prelude::Query<&bevy_transform::components::GlobalTransform>,
) -> Vec<super::picking::Pick> {
    let filter = super::query::SpatialQueryFilter::default().with_sensors();
    let point = ray.origin.truncate();
    let found = queries.point_intersections(point, &filter).into_iter();
    let pick = |entity| {
        let z = places.get(entity).map_or(0.0, |place| place.translation().z);
        super::picking::Pick { entity, depth: ray.origin.z - z, position: point.extend(z), normal: None }
    };
    found.map(pick).collect()
}

/// The components of a vector.
pub(crate) fn components(vector: Vector) -> [f32; N] {
    vector.to_array()
}
