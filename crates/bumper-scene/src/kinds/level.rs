//! Reads the shapes of levels: half-spaces, meshes and height fields.

use super::oriented::needs_floats;
use super::{Kinds, Offsets, OwnedShape, place};
use crate::fields::{At, Fields, Read, fault, flag, list, number, quoted, scalar, text, vector};
use crate::model::Part;
use crate::node::Node;
use crate::number::Number;
use crate::obj::Obj;
use bumper::{HalfSpace, HeightField, Mesh, Vector};
use std::sync::Arc;

pub(super) fn half_space<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<OwnedShape<S, N>> {
    let fields = Fields::new("half_space", node, &[&["point", "normal"]])?;
    let point = place(fields.vector("point")?, offsets, &|| fields.name("point"))?;
    let normal: Vector<S, N> = fields.vector("normal")?;
    HalfSpace::new(point, normal).map_or_else(|| fault("half_space normal is zero"), |shape| Ok(shape.into()))
}

impl<S: Number, const N: usize> Kinds<'_, S, N> {
    /// Reads a mesh, either from an OBJ file or from lists of points and triangles.
    pub(super) fn mesh(&mut self, node: &Node, offsets: Offsets<S, N>) -> Read<Part<S, N>> {
        let fields = Fields::new("mesh", node, &[&["file", "points", "triangles", "one_sided"]])?;
        if N != 3 {
            return fault("mesh is for 3 dimensions");
        }
        if !S::IS_FLOAT {
            return needs_floats::<S, _>("mesh", "");
        }
        let mesh = match (fields.get("file"), fields.get("points")) {
            (Some(_), Some(_)) => return fault("mesh has both \"file\" and \"points\""),
            (None, None) => return fault("mesh has neither \"file\" nor \"points\""),
            (Some(_), None) if fields.get("triangles").is_some() => {
                return fault("mesh triangles requires \"points\"");
            }
            (Some(file), None) => self.mesh_of_file(text(file, "mesh file")?)?,
            (None, Some(points)) => {
                let points = mesh_points(points)?;
                let triangles = mesh_triangles(fields.need("triangles")?)?;
                Arc::new(built(points, triangles).at(|| "mesh".into())?)
            }
        };
        let mesh = match flag(&fields, "one_sided", false)? {
            true => Arc::new(Arc::unwrap_or_clone(mesh).one_sided()),
            false => mesh,
        };
        translated(mesh, offsets, |mesh, by| mesh.translated(by), "mesh").map(Part::Mesh)
    }

    /// Reads the mesh of an OBJ file, or returns the mesh that was read from this file before.
    fn mesh_of_file(&mut self, name: &str) -> Read<Arc<Mesh<S, N>>> {
        let path = self.folder.join(name);
        if let Some(mesh) = self.meshes.get(&path) {
            return Ok(Arc::clone(mesh));
        }
        let mesh = Obj::read(&path)
            .and_then(|obj| built(obj.points, obj.triangles))
            .at(|| format!("mesh file {}", quoted(name)))?;
        let mesh = Arc::new(mesh);
        self.meshes.insert(path, Arc::clone(&mesh));
        Ok(mesh)
    }
}

/// Builds a mesh. Fails unless it has a triangle that is not degenerate, because all other shapes of scenes have a place, too.
fn built<S: Number, const N: usize>(points: Vec<Vector<S, N>>, triangles: Vec<[u32; 3]>) -> Read<Mesh<S, N>> {
    let mesh = Mesh::try_new(points, triangles).or_else(|error| fault(error.to_string()))?;
    if mesh.is_empty() {
        return fault("there are no triangles");
    }
    if mesh.degenerate() == mesh.len() {
        return fault("the corners of every triangle lie on a line");
    }
    Ok(mesh)
}

fn mesh_points<S: Number, const N: usize>(node: &Node) -> Read<Vec<Vector<S, N>>> {
    let read = |(index, point)| vector(point, || format!("mesh points[{index}]"));
    list(node, "mesh points")?.iter().enumerate().map(read).collect()
}

fn mesh_triangles(node: &Node) -> Read<Vec<[u32; 3]>> {
    let read = |(at, triangle)| {
        let name = format!("mesh triangles[{at}]");
        let corners: Vec<u32> = list(triangle, &name)?
            .iter()
            .map(|corner| index(corner, &name).map(|corner| corner as u32))
            .collect::<Read<_>>()?;
        <[u32; 3]>::try_from(corners)
            .or_else(|corners| fault(format!("{name} has {} numbers, not 3", corners.len())))
    };
    list(node, "mesh triangles")?.iter().enumerate().map(read).collect()
}

/// Reads an index in a list: a whole number that fits into 32 bits.
fn index(node: &Node, name: &str) -> Read<usize> {
    let parsed = number(node, || name.into())?;
    let value = parsed.to_f64();
    if value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&value) {
        Ok(value as usize)
    } else {
        fault(format!("{name} {parsed} is not a whole number from 0 to {}", u32::MAX))
    }
}

pub(super) fn height_field<S: Number, const N: usize>(
    node: &Node,
    offsets: Offsets<S, N>,
) -> Read<Part<S, N>> {
    let columns: &[&str] = if N == 2 { &[] } else { &["columns"] };
    let fields = Fields::new("height_field", node, &[&["origin", "cell"], columns, &["heights", "holes"]])?;
    if !S::IS_FLOAT {
        return needs_floats::<S, _>("height_field", "");
    }
    let read = |(index, node)| scalar(node, || format!("height_field heights[{index}]"));
    let heights = list(fields.need("heights")?, "height_field heights")?;
    let heights: Vec<S> = heights.iter().enumerate().map(read).collect::<Read<_>>()?;
    // In 2D, the second side of a cell is not used.
    let cell = if N == 2 { [fields.scalar("cell")?; 2] } else { fields.vector::<S, 2>("cell")?.0 };
    let columns =
        if N == 2 { heights.len() } else { index(fields.need("columns")?, &fields.name("columns"))? };
    let origin = fields.vector("origin")?;
    let field = HeightField::try_new(origin, cell, columns, heights);
    let mut field =
        field.or_else(|error| fault(error.to_string())).at(|| fields.name("").trim_end().into())?;
    if let Some(holes) = fields.get("holes") {
        for (place, hole) in list(holes, "height_field holes")?.iter().enumerate() {
            let name = format!("height_field holes[{place}]");
            let [column, row] = hole_cell::<N>(hole, &name)?;
            field.set_hole(column, row, true).or_else(|error| fault(error.to_string())).at(|| name)?;
        }
    }
    translated(Arc::new(field), offsets, |field, by| field.translated(by), "height_field")
        .map(Part::HeightField)
}

/// Reads the column and the row of a cell. In 2D, a cell is given by its column alone.
fn hole_cell<const N: usize>(node: &Node, name: &str) -> Read<[usize; 2]> {
    if N == 2 {
        return Ok([index(node, name)?, 0]);
    }
    match list(node, name)? {
        [column, row] => Ok([index(column, name)?, index(row, name)?]),
        other => fault(format!("{name} has {} numbers, not 2", other.len())),
    }
}

/// Moves a shape by all offsets. Fails if it would be out of the range of the scalar.
fn translated<T, S: Number, const N: usize>(
    shape: Arc<T>,
    offsets: Offsets<S, N>,
    by: impl Fn(&T, Vector<S, N>) -> Option<T>,
    kind: &str,
) -> Read<Arc<T>> {
    let offsets = offsets.iter().filter(|offset| **offset != Vector::ZERO);
    offsets.copied().try_fold(shape, |shape, offset| match by(&shape, offset) {
        Some(moved) => Ok(Arc::new(moved)),
        None => fault(format!("{kind} + at is out of range for {}", S::NAME)),
    })
}
