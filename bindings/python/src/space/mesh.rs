//! The class `Mesh`.

use super::Shape3;
use super::initializer::{Initializer, initializer};
use super::triangle::Triangle3;
use crate::answer::triple;
use crate::reading::{Rows, index, infinite};
use engine::{AsShape, MeshError, Pose, ShapeBuf, Vector};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A surface of triangles in 3D, such as the ground and the walls of a level: Mesh(points, triangles). A triangle is given by the indices
/// of its three points. Both arguments may be lists of rows or numpy arrays. Hits report the index of the triangle as their part.
///
/// A mesh has no inside: a sphere that is wholly within a closed mesh does not touch it. Degenerate triangles, whose corners lie on one
/// line, keep their index, but queries ignore them.
///
/// In a mesh with `one_sided`, rays, sweeps and movers pass the back of a triangle, and only its front stops them. The front is the side
/// from which the corners a, b and c are in counterclockwise order, so its normal is (b - a) x (c - a). Relations, distances and contacts
/// count both sides.
///
/// >>> import bumper
/// >>> points = [(0, 0, 0), (0, 0, 4), (4, 0, 0), (4, 1, 4)]
/// >>> ground = bumper.Mesh(points, [(0, 1, 2), (2, 1, 3)])
/// >>> hit = ground.cast((3, 9, 3), (0, -1, 0))
/// >>> hit.distance, hit.part, ground.triangle(hit.part)
/// (8.5, 1, Triangle3((4.0, 0.0, 0.0), (0.0, 0.0, 4.0), (4.0, 1.0, 4.0)))
/// >>> len(ground), bumper.Mesh(points, ground.triangles, one_sided=True).cast((3, -9, 3), (0, 1, 0))
/// (2, None)
#[pyclass(module = "bumper", extends = Shape3, subclass, frozen)]
pub struct Mesh;

type Surface = engine::Mesh<f64, 3>;

fn fault(error: MeshError) -> PyErr {
    let name = match error {
        MeshError::NotFinite { .. } => "points",
        _ => "triangles",
    };
    PyValueError::new_err(format!("{name}: {error}"))
}

/// Reads the indices of the points of each triangle.
fn indices(triangles: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let mut found = Vec::new();
    for (triangle, numbers) in Rows::of_length::<3>(triangles, "triangles")?.into_iter().enumerate() {
        let mut corners = [0; 3];
        for (corner, number) in corners.iter_mut().zip(numbers) {
            let fault = || {
                let text =
                    format!("triangle {triangle} of the mesh uses point {number}, which does not exist");
                PyValueError::new_err(format!("triangles: {text}"))
            };
            *corner = index(number).ok_or_else(fault)?;
        }
        found.push(corners);
    }
    Ok(found)
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (points, triangles, one_sided=false))]
    fn new(points: &Bound<'_, PyAny>, triangles: &Bound<'_, PyAny>, one_sided: bool) -> Initializer<Self> {
        let py = points.py();
        let points = Rows::of_length::<3>(points, "points")?;
        let triangles = indices(triangles)?;
        let mesh = py.detach(|| Surface::new(points.iter().map(|&point| Vector(point)), triangles));
        let mesh = mesh.map_err(fault)?;
        // The mesh has checked only the points of its triangles.
        for (place, point) in points.iter().enumerate() {
            if let Some(&number) = point.iter().find(|number| !number.is_finite()) {
                return Err(infinite(number, &format!("points[{place}]")));
            }
        }
        initializer(Self, if one_sided { mesh.one_sided() } else { mesh })
    }

    /// A list of the points.
    #[getter]
    fn points(slf: PyRef<'_, Self>) -> Vec<(f64, f64, f64)> {
        surface(slf.as_super()).map_or_else(Vec::new, points)
    }

    /// A list of the triangles, each with the indices of its three points.
    #[getter]
    fn triangles(slf: PyRef<'_, Self>) -> Vec<(u32, u32, u32)> {
        surface(slf.as_super()).map_or_else(Vec::new, triangles)
    }

    /// Whether rays, sweeps and movers pass the back of a triangle.
    #[getter]
    fn one_sided(slf: PyRef<'_, Self>) -> bool {
        surface(slf.as_super()).is_some_and(Surface::is_one_sided)
    }

    /// The number of degenerate triangles, which queries ignore.
    #[getter]
    fn degenerate(slf: PyRef<'_, Self>) -> usize {
        surface(slf.as_super()).map_or(0, Surface::degenerate)
    }

    /// The triangle with an index, such as the part of a hit. Raises IndexError if there is none.
    #[pyo3(signature = (index, /))]
    fn triangle<'py>(slf: &Bound<'py, Self>, index: usize) -> PyResult<Bound<'py, Triangle3>> {
        let mesh = surface(slf.as_super().get());
        let count = mesh.map_or(0, Surface::len);
        let fault = || PyIndexError::new_err(format!("index: {index} of {count} triangles"));
        let triangle = mesh.and_then(|mesh| mesh.triangle(index)).ok_or_else(fault)?;
        Bound::new(slf.py(), initializer(Triangle3, triangle)?)
    }

    /// The number of triangles, with the degenerate ones.
    fn __len__(slf: PyRef<'_, Self>) -> usize {
        surface(slf.as_super()).map_or(0, Surface::len)
    }

    /// True, also for a mesh without triangles.
    fn __bool__(&self) -> bool {
        true
    }
}

fn surface(shape: &Shape3) -> Option<&Surface> {
    if let engine::Shape::Mesh(mesh) = shape.0.as_shape() { Some(mesh) } else { None }
}

fn points(mesh: &Surface) -> Vec<(f64, f64, f64)> {
    mesh.points().iter().copied().map(triple).collect()
}

fn triangles(mesh: &Surface) -> Vec<(u32, u32, u32)> {
    mesh.triangles().iter().map(|&corners| corners.into()).collect()
}

/// Moves a mesh to a pose. `None` if a coordinate would become infinite.
pub fn placed(mesh: &Surface, pose: &Pose<f64, 3>) -> Option<ShapeBuf<f64, 3>> {
    let points: Vec<_> = mesh.points().iter().map(|&point| pose.apply(point)).collect();
    if !points.iter().flat_map(|point| point.0).all(f64::is_finite) {
        return None;
    }
    let placed = Surface::new(points, mesh.triangles().iter().copied()).ok()?;
    Some(if mesh.is_one_sided() { placed.one_sided() } else { placed }.into())
}

/// Returns the arguments of the constructor that recreate a mesh exactly.
pub fn arguments<'py>(py: Python<'py>, mesh: &Surface) -> PyResult<Bound<'py, PyTuple>> {
    match mesh.is_one_sided() {
        true => (points(mesh), triangles(mesh), true).into_pyobject(py),
        false => (points(mesh), triangles(mesh)).into_pyobject(py),
    }
}
