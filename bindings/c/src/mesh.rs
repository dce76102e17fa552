//! Meshes for C: surfaces of triangles in 3D.

use crate::bumper_status::{self, *};
use crate::typed::{bumper_point3_f32, point3, Shaped};
use crate::{free, give, guard, list, read};
use engine::{Mesh, MeshError};
use std::sync::Arc;

/// A triangle. The order of its corners matters only in a one-sided mesh: see bumper_mesh_new.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_triangle3 {
    pub a: bumper_point3_f32,
    pub b: bumper_point3_f32,
    pub c: bumper_point3_f32,
}

/// A mesh: a surface of triangles in 3D, such as the ground and the walls of a level. It cannot change. It has no inside: a ball that is
/// wholly within a closed mesh is apart from it. Most queries cost O(log n) for n triangles. Created by bumper_mesh_new, freed by
/// bumper_mesh_free.
pub struct bumper_mesh(pub(crate) Arc<Mesh<f32, 3>>);

impl From<MeshError> for bumper_status {
    fn from(refusal: MeshError) -> Self {
        match refusal {
            MeshError::NotFinite { .. } => BUMPER_NOT_A_NUMBER,
            // Indices of points that do not exist, too many triangles, and errors that later versions of the library may add.
            _ => BUMPER_OUT_OF_RANGE,
        }
    }
}

/// The index of the triangle that is the reason for an error. `None` if it is not a single triangle.
fn triangle_of(refusal: MeshError) -> Option<usize> {
    match refusal {
        MeshError::NoSuchPoint { triangle, .. } | MeshError::NotFinite { triangle } => Some(triangle),
        _ => None,
    }
}

/// Creates a mesh from copies of `point_count` points and of 3 * `triangle_count` indices of points, three for each triangle. Degenerate
/// triangles, whose corners lie on one line, keep their index, but queries ignore them; bumper_mesh_degenerate counts them. A mesh in which
/// no other triangle is left, or without triangles, is empty: worlds refuse it with BUMPER_EMPTY. Costs O(n log n) for n triangles.
///
/// If `one_sided` is false, both sides of a face are solid. If it is true, only the front stops rays, sweeps and movers, and they pass the
/// back. The front is the side from which the corners a, b and c are in counterclockwise order, if x points right, y up and z to the viewer:
/// the normal of the front is (b - a) x (c - a). A mover that overlaps a face while it passes from the back is not stopped if it turns round. Relations, distances and contacts count both
/// sides.
///
/// BUMPER_OUT_OF_RANGE if a triangle uses a point that does not exist, or if there are more than 2^32 - 2 triangles. BUMPER_NOT_A_NUMBER if
/// a triangle uses a point with a coordinate that is NaN or infinite; points that no triangle uses are not checked. Sets `bad_triangle`,
/// also after an error, to the index of the first such triangle, or to `triangle_count` if there is none. It may be null.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_new(
    points: *const bumper_point3_f32,
    point_count: usize,
    indices: *const u32,
    triangle_count: usize,
    one_sided: bool,
    mesh: *mut *mut bumper_mesh,
    bad_triangle: *mut usize,
) -> bumper_status {
    guard(|| {
        if !bad_triangle.is_null() {
            give(bad_triangle, triangle_count)?;
        }
        if mesh.is_null() {
            return Err(BUMPER_NULL);
        }
        let points = list(points, point_count)?.iter().map(Shaped::shape);
        let triangles = list(indices.cast::<[u32; 3]>(), triangle_count)?;
        let made = match Mesh::new(points, triangles.iter().copied()) {
            Ok(made) if one_sided => made.one_sided(),
            Ok(made) => made,
            Err(refusal) => {
                if let Some(triangle) = triangle_of(refusal).filter(|_| !bad_triangle.is_null()) {
                    give(bad_triangle, triangle)?;
                }
                return Err(refusal.into());
            }
        };
        give(mesh, Box::into_raw(Box::new(bumper_mesh(Arc::new(made)))))
    })
}

/// Frees a mesh. Does nothing for null. Worlds and movers that contain the mesh keep it.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_free(mesh: *mut bumper_mesh) {
    free(mesh);
}

/// The number of triangles, degenerate ones included.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_len(mesh: *const bumper_mesh, len: *mut usize) -> bumper_status {
    guard(|| give(len, read(mesh)?.0.len()))
}

/// The number of degenerate triangles, which queries ignore.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_degenerate(
    mesh: *const bumper_mesh,
    count: *mut usize,
) -> bumper_status {
    guard(|| give(count, read(mesh)?.0.degenerate()))
}

/// Writes whether only the front of each face stops rays, sweeps and movers.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_is_one_sided(mesh: *const bumper_mesh, yes: *mut bool) -> bumper_status {
    guard(|| give(yes, read(mesh)?.0.is_one_sided()))
}

/// Gets the triangle with an index, with its corners in the order of bumper_mesh_new. The part of a hit is such an index.
/// BUMPER_OUT_OF_RANGE if there is no such triangle.
#[no_mangle]
pub unsafe extern "C" fn bumper_mesh_triangle(
    mesh: *const bumper_mesh,
    index: usize,
    triangle: *mut bumper_triangle3,
) -> bumper_status {
    guard(|| {
        let found = read(mesh)?.0.triangle(index).ok_or(BUMPER_OUT_OF_RANGE)?;
        let [a, b, c] = found.corners().map(point3);
        give(triangle, bumper_triangle3 { a, b, c })
    })
}
