//! Loads the triangles of a glTF file (`.glb`, or `.gltf` without external buffers) as a mesh, and asks what is below some points.
//! `cargo run -p bumper --example gltf_level -- examples/levels/courtyard.glb`
use bumper::{Mesh, Ray, Vector, cast};
use std::error::Error;

type Point = Vector<f32, 3>;

/// The points and triangles of a file.
#[derive(Default)]
struct Triangles {
    points: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    /// For each triangle, the name of its node.
    names: Vec<String>,
}

impl Triangles {
    /// Adds the meshes of a node and of its children. `to_world` is the matrix of its parent, column by column.
    fn add(&mut self, node: &gltf::Node<'_>, buffer: &[u8], to_world: &dyn Fn(Point) -> Point) {
        let [x, y, z, at] = node.transform().matrix().map(|[x, y, z, _]| Vector([x, y, z]));
        let place = |p: Point| to_world(x.scaled(p.x()) + y.scaled(p.y()) + z.scaled(p.z()) + at);
        for primitive in node.mesh().iter().flat_map(|mesh| mesh.primitives()) {
            let reader = primitive.reader(|_| Some(buffer));
            let (Some(points), gltf::mesh::Mode::Triangles) = (reader.read_positions(), primitive.mode())
            else {
                continue;
            };
            let first = self.points.len() as u32;
            self.points.extend(points.map(|point| place(Vector(point))));
            let count = self.points.len() as u32 - first;
            let indices: Vec<u32> =
                reader.read_indices().map_or((0..count).collect(), |indices| indices.into_u32().collect());
            self.triangles
                .extend(indices.as_chunks::<3>().0.iter().map(|face| face.map(|point| first + point)));
            self.names.resize(self.triangles.len(), node.name().unwrap_or("nameless").into());
        }
        node.children().for_each(|child| self.add(&child, buffer, &place));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or("examples/levels/courtyard.glb".into());
    let file = gltf::Gltf::from_slice(&std::fs::read(&path)?)?;
    let buffer = file.blob.as_deref().ok_or("the file has no binary part")?;
    let mut all = Triangles::default();
    for node in file.scenes().flat_map(|scene| scene.nodes()) {
        all.add(&node, buffer, &|point| point);
    }
    let level = Mesh::new(all.points, all.triangles)?;
    println!("{path}: {} triangles, {} of them degenerate", level.len(), level.degenerate());
    for [x, z] in [[-10.0, 3.0], [0.0, 0.0], [5.0, 0.0], [11.0, 0.0], [11.0, 3.0]] {
        let down = Ray::new([x, 10.0, z], [0.0, -1.0, 0.0]).ok_or("the ray has no direction")?;
        match cast(&down, &level) {
            Some(hit) => {
                println!("below ({x}, {z}): {} at height {:.2}", all.names[hit.part as usize], hit.point.y())
            }
            None => println!("below ({x}, {z}): nothing"),
        }
    }
    Ok(())
}
