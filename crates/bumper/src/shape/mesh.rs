//! Meshes: surfaces of triangles in 3D.

use super::bvh::Bvh;
use crate::scalar::{Real, Scalar, real};
use crate::{Aabb, AsShape, Shape, Triangle, Vector};
use alloc::vec::Vec;
use core::fmt;

/// A surface of triangles in 3D: the ground and the walls of a level. It owns its points and triangles. Only for float scalars. Needs the
/// feature `alloc`.
///
/// A mesh has no inside and no volume. A ball that is wholly within a closed mesh does not touch it. Queries use a bounding volume
/// hierarchy, so most of them cost O(log n) for n triangles. A mesh takes about 60 bytes for each triangle in `f32`, if each point belongs
/// to six triangles.
///
/// ```
/// use bumper::{Mesh, Ray, cast};
/// let points = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0], [4.0, 1.0, 4.0]];
/// let ground = Mesh::new(points, [[0, 1, 2], [2, 1, 3]]).unwrap();
/// let down = Ray::new([1.0, 9.0, 1.0], [0.0, -1.0, 0.0]).unwrap();
/// assert_eq!(cast(&down, &ground).unwrap().distance, 9.0);
/// ```
#[derive(Clone, Debug)]
#[doc(alias("TriMesh", "ConcavePolygonShape3D", "MeshCollider", "b3MeshData"))]
pub struct Mesh<S: Scalar, const N: usize = 3> {
    points: Vec<Vector<S, N>>,
    triangles: Vec<[u32; 3]>,
    /// Whether rays, casts and movers pass the backs of the faces.
    one_sided: bool,
    /// The indices of the triangles that are not degenerate, in ascending order. `None` if no triangle is degenerate.
    kept: Option<Vec<u32>>,
    /// The bounding volume hierarchy of the triangles that are not degenerate.
    bvh: Bvh<S::Real, N>,
}

/// Meshes are equal if they have the same points and triangles in the same order, and if both or neither are one-sided.
impl<S: Scalar, const N: usize> PartialEq for Mesh<S, N> {
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points && self.triangles == other.triangles && self.one_sided == other.one_sided
    }
}

/// The reason why points and triangles do not form a [`Mesh`].
///
/// ```
/// use bumper::{Mesh, MeshError};
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let error = Mesh::new(triangle, [[0, 1, 2], [0, 2, 7]]).unwrap_err();
/// assert_eq!(error, MeshError::NoSuchPoint { triangle: 1, point: 7 });
/// assert_eq!(error.to_string(), "triangle 1 of the mesh uses point 7, which does not exist");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// A triangle uses a point that does not exist.
    NoSuchPoint {
        /// The index of the triangle.
        triangle: usize,
        /// The index of the point.
        point: u32,
    },
    /// A corner of a triangle has a coordinate that is infinite or NaN.
    NotFinite {
        /// The index of the triangle.
        triangle: usize,
    },
    /// There are more than 2³² − 2 triangles.
    TooMany,
    /// The dimension is not 3, or the scalar is not a float.
    Unsupported,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MeshError::NoSuchPoint { triangle, point } => {
                write!(f, "triangle {triangle} of the mesh uses point {point}, which does not exist")
            }
            MeshError::NotFinite { triangle } => {
                write!(f, "triangle {triangle} of the mesh has a coordinate that is not finite")
            }
            MeshError::TooMany => f.write_str("the mesh has too many triangles"),
            MeshError::Unsupported => f.write_str("a mesh has 3 dimensions and coordinates of f32 or f64"),
        }
    }
}

impl core::error::Error for MeshError {}

impl<R: Real> Mesh<R, 3> {
    /// Creates a mesh from points and triangles. A triangle is given by the indices of its three points. Both sides of a face
    /// are solid, so the order of its corners has no influence, except in a [one-sided](Self::one_sided) mesh.
    ///
    /// Degenerate triangles, whose corners lie on one line, keep their index, but queries ignore them;
    /// [`degenerate`](Self::degenerate) counts them. Costs O(n log n) for n triangles.
    ///
    /// # Errors
    ///
    /// [`MeshError`] with the index of the first triangle that uses a point that does not exist, or a point with a coordinate that is
    /// infinite or NaN.
    ///
    /// ```
    /// use bumper::Mesh;
    /// let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let tetrahedron = Mesh::new(points, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    /// assert_eq!((tetrahedron.len(), tetrahedron.degenerate()), (4, 0));
    /// ```
    pub fn new(
        points: impl IntoIterator<Item = impl Into<Vector<R, 3>>>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, MeshError> {
        Self::try_new(points.into_iter().map(Into::into).collect(), triangles.into_iter().collect())
    }
}

impl<S: Scalar, const N: usize> Mesh<S, N> {
    /// Like [`new`](Mesh::new), for code that is generic over the scalar and the dimension.
    ///
    /// # Errors
    ///
    /// As for [`new`](Mesh::new), and [`MeshError::Unsupported`] if the dimension is not 3 or the scalar is not a float.
    ///
    /// ```
    /// use bumper::{Mesh, MeshError, Vector};
    /// assert_eq!(Mesh::try_new(vec![Vector([0, 0, 0])], vec![]), Err(MeshError::Unsupported));
    /// ```
    pub fn try_new(points: Vec<Vector<S, N>>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        if N != 3 || !S::IS_FLOAT {
            return Err(MeshError::Unsupported);
        }
        if triangles.len() >= u32::MAX as usize {
            return Err(MeshError::TooMany);
        }
        let mut kept = Vec::new();
        for (triangle, indices) in triangles.iter().enumerate() {
            let corners = corners_of(&points, triangle, *indices)?;
            if !is_degenerate(corners) {
                kept.push(triangle as u32);
            }
        }
        let kept = (kept.len() < triangles.len()).then_some(kept);
        let mut mesh = Self { points, triangles, one_sided: false, kept, bvh: Bvh::empty(0) };
        mesh.bvh = Bvh::new(mesh.len() - mesh.degenerate(), |part| mesh.aabb_of(part));
        Ok(mesh)
    }

    /// Makes the mesh one-sided: what moves passes the back of a face, and only the front stops it. The front is the side from which the
    /// corners a, b and c are in counterclockwise order, so the normal of the front is (b − a) × (c − a).
    ///
    /// - Rays ([`cast`](crate::cast), [`Ray::entering`](crate::Ray::entering)) and shape casts ([`sweep`](crate::sweep),
    ///   [`sweep_deeper`](crate::sweep_deeper)) ignore a face unless the motion runs against its front: unless the dot product of the
    ///   motion and the normal is negative. The motion is the direction of the ray, or the displacement of the other shape relative to the
    ///   mesh. A motion along a face passes it, too. For shapes that rotate ([`sweep_turning`](crate::sweep_turning)), it is the linear
    ///   displacement of the centre of the other shape relative to the mesh: from the start to the end, the rotations included.
    /// - Movers pass the back of a face and are stopped by its front. A mover that is passing a face, so that the face cuts it, is neither
    ///   stopped nor pushed out by this face, nor stopped by faces beside it that look the same way; it may also turn back.
    /// - Relations, overlap tests, distances and contacts count both sides of a face. So does the second hit of
    ///   [`Ray::through`](crate::Ray::through).
    ///
    /// Costs O(1). Rays and shape casts compute the normal of each face that they visit; movers also test which faces cut them.
    ///
    /// ```
    /// use bumper::{Mesh, Ray, cast};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
    /// let floor = Mesh::new(corners, [[0, 1, 2]]).unwrap().one_sided();
    /// let down = Ray::new([1.0, 9.0, 1.0], [0.0, -1.0, 0.0]).unwrap();
    /// let up = Ray::new([1.0, -9.0, 1.0], [0.0, 1.0, 0.0]).unwrap();
    /// assert_eq!(cast(&down, &floor).unwrap().distance, 9.0);
    /// assert_eq!(cast(&up, &floor), None);
    /// ```
    #[must_use]
    #[doc(alias("backface culling", "double-sided", "backface_collision"))]
    pub fn one_sided(self) -> Self {
        Self { one_sided: true, ..self }
    }

    /// Whether the mesh is [one-sided](Self::one_sided).
    ///
    /// ```
    /// use bumper::Mesh;
    /// let mesh = Mesh::new([[0.0, 0.0, 0.0]], []).unwrap();
    /// assert!(!mesh.is_one_sided());
    /// assert!(mesh.one_sided().is_one_sided());
    /// ```
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// The number of triangles, degenerate ones included.
    ///
    /// ```
    /// use bumper::Mesh;
    /// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// assert_eq!(Mesh::new(points, [[0, 1, 2], [0, 1, 1]]).unwrap().len(), 2);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Whether the mesh has no triangles.
    ///
    /// ```
    /// use bumper::Mesh;
    /// assert!(Mesh::new([[0.0, 0.0, 0.0]], []).unwrap().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The number of degenerate triangles, which queries ignore.
    ///
    /// ```
    /// use bumper::Mesh;
    /// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    /// assert_eq!(Mesh::new(points, [[0, 1, 2]]).unwrap().degenerate(), 1);
    /// ```
    #[must_use]
    pub fn degenerate(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| self.triangles.len() - kept.len())
    }

    /// The points, as passed to the constructor.
    ///
    /// ```
    /// use bumper::{Mesh, Vector};
    /// let mesh = Mesh::new([[1.0, 2.0, 3.0]], []).unwrap();
    /// assert_eq!(mesh.points(), [Vector([1.0, 2.0, 3.0])]);
    /// ```
    #[must_use]
    pub fn points(&self) -> &[Vector<S, N>] {
        &self.points
    }

    /// The indices of the points of each triangle, as passed to the constructor.
    ///
    /// ```
    /// use bumper::Mesh;
    /// let mesh = Mesh::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[2, 0, 1]]).unwrap();
    /// assert_eq!(mesh.triangles(), [[2, 0, 1]]);
    /// ```
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The triangle with the given index; `None` if there is no such triangle. The `part` of a hit is the index of the triangle that was
    /// hit.
    ///
    /// ```
    /// use bumper::{Mesh, Triangle};
    /// let mesh = Mesh::new([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[2, 0, 1]]).unwrap();
    /// assert_eq!(mesh.triangle(0), Some(Triangle::new([0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0])));
    /// assert_eq!(mesh.triangle(1), None);
    /// ```
    #[must_use]
    pub fn triangle(&self, index: usize) -> Option<Triangle<S, N>> {
        Triangle::try_new(self.triangles.get(index)?.map(|point| self.points[point as usize]))
    }

    /// The mesh moved by an offset. `None` if a coordinate would become infinite or NaN. Costs O(n).
    ///
    /// ```
    /// use bumper::{Mesh, Vector};
    /// let mesh = Mesh::new([[1.0, 2.0, 3.0]], []).unwrap();
    /// assert_eq!(mesh.translated([1.0, 0.0, 0.0]).unwrap().points(), [Vector([2.0, 2.0, 3.0])]);
    /// assert_eq!(mesh.translated([f64::INFINITY, 0.0, 0.0]), None);
    /// ```
    #[must_use]
    pub fn translated(&self, offset: impl Into<Vector<S, N>>) -> Option<Self> {
        let offset = offset.into();
        let points = self.points.iter().map(|point| point.checked_add(offset)).collect::<Option<_>>()?;
        let mut moved = Self { points, ..self.clone() };
        moved.bvh = self.bvh.refitted(|part| moved.aabb_of(part));
        Some(moved)
    }

    /// The bounding volume hierarchy of the triangles that are not degenerate.
    pub(crate) fn bvh(&self) -> &Bvh<S::Real, N> {
        &self.bvh
    }

    /// Calls `each` with the corners of all triangles that are not degenerate.
    pub(crate) fn each_corner(&self, each: &mut dyn FnMut(Vector<S, N>)) {
        for part in 0..self.bvh.count() {
            let corners = self.triangles[self.kept_index(part)];
            corners.into_iter().for_each(|point| each(self.points[point as usize]));
        }
    }

    /// The index of the triangle at a position in the order of the hierarchy.
    pub(crate) fn index_at(&self, position: usize) -> usize {
        self.kept_index(self.bvh.part(position))
    }

    /// The index of a triangle, given its number among those that are not degenerate.
    fn kept_index(&self, part: usize) -> usize {
        self.kept.as_ref().map_or(part, |kept| kept[part] as usize)
    }

    /// The AABB of a triangle, given its number among those that are not degenerate.
    fn aabb_of(&self, part: usize) -> Aabb<S::Real, N> {
        let [a, b, c] = self.triangles[self.kept_index(part)].map(|point| {
            let point = self.points[point as usize];
            Aabb::point(point.map(real))
        });
        a.union(&b).union(&c)
    }
}

impl<S: Scalar, const N: usize> AsShape<S, N> for Mesh<S, N> {
    fn as_shape(&self) -> Shape<'_, S, N> {
        Shape::Mesh(self)
    }
}

/// The corners of a triangle, or the reason why the mesh is not valid.
fn corners_of<S: Scalar, const N: usize>(
    points: &[Vector<S, N>],
    triangle: usize,
    indices: [u32; 3],
) -> Result<[Vector<S, N>; 3], MeshError> {
    let mut corners = [Vector::ZERO; 3];
    for (corner, index) in corners.iter_mut().zip(indices) {
        let point = points.get(index as usize);
        *corner = *point.ok_or(MeshError::NoSuchPoint { triangle, point: index })?;
        if !corner.0.iter().all(|c| c.to_f64().is_finite()) {
            return Err(MeshError::NotFinite { triangle });
        }
    }
    Ok(corners)
}

/// Whether the corners of a triangle lie on one line: whether the cross product of two of its edges, computed in `f64`, is zero.
fn is_degenerate<S: Scalar, const N: usize>(corners: [Vector<S, N>; 3]) -> bool {
    let [a, b, c] = corners.map(|corner| corner.map(S::to_f64).resized::<3>());
    (b - a).cross(c - a) == Vector::ZERO
}
