//! Meshes: surfaces of triangles.

use crate::handles::Slots;
use crate::scratch;
use crate::{Status, answer, answer_f64, integer};
use engine::{Mesh, MeshError, Vector};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The meshes.
    pub static MESHES: RefCell<Slots<Rc<Mesh<f64, 3>>>> = const { RefCell::new(Slots::new()) };
}

impl From<MeshError> for Status {
    fn from(error: MeshError) -> Self {
        match error {
            MeshError::NotFinite { .. } => Status::NotFinite,
            // Indices of points that do not exist, too many triangles, and errors that later versions may add.
            _ => Status::OutOfRange,
        }
    }
}

fn with<T>(handle: f64, read: impl FnOnce(&Mesh<f64, 3>) -> Result<T, Status>) -> Result<T, Status> {
    MESHES.with_borrow(|meshes| read(meshes.get(handle)?))
}

/// Creates a mesh from `points` points of three words and `triangles` triangles of three indices in the scratch buffer, and returns its
/// handle.
#[unsafe(no_mangle)]
pub extern "C" fn space_mesh_new(points: f64, triangles: f64, one_sided: i32) -> f64 {
    let make = || {
        let points: u32 = integer(points)?;
        let triangles: u32 = integer(triangles)?;
        let mesh = scratch::read(|words| {
            let (points, _) = words.list(3 * points as usize)?.as_chunks();
            let (triangles, _) = words.list(3 * triangles as usize)?.as_chunks::<3>();
            let index = |number: &f64| integer::<u32>(*number);
            let corners = |[a, b, c]: &[f64; 3]| Ok([index(a)?, index(b)?, index(c)?]);
            let triangles = triangles.iter().map(corners).collect::<Result<Vec<_>, Status>>()?;
            Ok(Mesh::new(points.iter().map(|point| Vector(*point)), triangles)?)
        })?;
        let mesh = if one_sided != 0 { mesh.one_sided() } else { mesh };
        MESHES.with_borrow_mut(|meshes| meshes.insert(Rc::new(mesh)))
    };
    answer_f64(make())
}

/// Frees a mesh.
#[unsafe(no_mangle)]
pub extern "C" fn space_mesh_free(handle: f64) -> i32 {
    answer(MESHES.with_borrow_mut(|meshes| meshes.remove(handle)).map(|_| 0))
}

/// The number of degenerate triangles.
#[unsafe(no_mangle)]
pub extern "C" fn space_mesh_degenerate(handle: f64) -> i32 {
    answer(with(handle, |mesh| Ok(mesh.degenerate() as u32)))
}

/// Writes the nine coordinates of a triangle. Returns whether there is one with this index.
#[unsafe(no_mangle)]
pub extern "C" fn space_mesh_triangle(handle: f64, index: f64) -> i32 {
    answer(with(handle, |mesh| {
        let index: u32 = integer(index)?;
        let Some(triangle) = mesh.triangle(index as usize) else { return Ok(0) };
        scratch::write(triangle.corners().map(|corner| corner.0).as_flattened());
        Ok(1)
    }))
}
