//! The constructors of colliders in 3D.

use super::collider::Collider;
use bevy_math::{Quat, Vec3};
use bumper::{
    Aabb, Axis, Ball, Capsule, Cylinder, HalfSpace, HeightField, HeightFieldError, HullBuf, Mesh, MeshError,
    ShapeBuf,
};

impl Collider {
    /// A sphere around the origin of the entity.
    #[must_use]
    #[doc(alias = "ball")]
    pub fn sphere(radius: f32) -> Self {
        Self::new(Ball::new([0.0; 3], radius))
    }

    /// A box around the origin, by its whole sizes along x, y and z.
    ///
    /// ```
    /// use bevy_bumper::d3::prelude::*;
    /// let wall = Collider::cuboid(4.0, 3.0, 0.2);
    /// # let _ = wall;
    /// ```
    #[must_use]
    pub fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::new(Aabb::centered([0.0; 3], [x.abs() * 0.5, y.abs() * 0.5, z.abs() * 0.5]))
    }

    /// A vertical capsule around the origin. `length` is the length of its straight part, without the two half spheres.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::new(Capsule::new(Vec3::NEG_Y * length * 0.5, Vec3::Y * length * 0.5, radius))
    }

    /// A vertical cylinder around the origin, by its radius and its whole height.
    #[must_use]
    pub fn cylinder(radius: f32, height: f32) -> Self {
        Self::new(Cylinder::new(Axis::Y, [0.0, height * -0.5, 0.0], height * 0.5, radius))
    }

    /// A half-space: everything behind a plane through the origin. `normal` points away from the solid side. `None` if the normal is zero.
    #[must_use]
    pub fn half_space(normal: Vec3) -> Option<Self> {
        Some(Self::new(HalfSpace::new([0.0; 3], normal)?))
    }

    /// The convex hull of points. `None` if there are no points, or if a coordinate is NaN.
    #[must_use]
    pub fn convex_hull(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        let points: Vec<bumper::Vector<f32, 3>> = points.into_iter().map(Into::into).collect();
        Some(Self::new(HullBuf::new(points)?))
    }

    /// A surface of triangles, each by the indices of its corners: a level. Hits report the index of the triangle.
    ///
    /// # Errors
    /// [`MeshError`] if an index is out of range, or if a coordinate is not finite.
    ///
    /// ```
    /// use bevy_bumper::d3::prelude::*;
    /// use bevy_math::Vec3;
    /// let corners = [Vec3::ZERO, Vec3::X * 9.0, Vec3::Z * 9.0];
    /// assert!(Collider::mesh(corners, [[0, 2, 1]]).is_ok());
    /// ```
    #[doc(alias = "trimesh")]
    pub fn mesh(
        corners: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, MeshError> {
        Mesh::new(corners.into_iter().map(bumper::Vector::from), triangles).map(Self::new)
    }

    /// A terrain: heights over a grid of `columns` points along x, row by row along z, from the origin on. `cell` has the distances of
    /// neighbouring points along x and z. Hits report the cell: [`tile`](Self::tile).
    ///
    /// # Errors
    /// [`HeightFieldError`] if there are fewer than two rows or columns, if a height is not finite, or if a distance is not positive.
    #[doc(alias = "heightfield")]
    pub fn heights(
        cell: [f32; 2],
        columns: u16,
        heights: impl IntoIterator<Item = f32>,
    ) -> Result<Self, HeightFieldError> {
        let field = HeightField::grid([0.0; 3], cell, columns.into(), heights)?;
        Ok(Self::of_tiles(field, columns.saturating_sub(1)))
    }

    /// Several colliders as one, each with its position and its rotation. Hits report the index of the part.
    #[must_use]
    pub fn compound(parts: impl IntoIterator<Item = (Collider, Vec3, Quat)>) -> Self {
        let placed = |(part, position, turn): (Collider, Vec3, Quat)| {
            super::collider::placed(part.shape(), &super::dimension::pose_at(position, turn))
        };
        Self::new(ShapeBuf::compound(parts.into_iter().filter_map(placed)))
    }
}
