//! The surfaces of the benchmarks of levels in 3D: meshes that the program makes or reads from OBJ files, and the heights of a terrain.

use crate::unit;
use bumper::Vector;
use bumper_bench::input::Random;
use std::error::Error;
use std::f32::consts::{PI, TAU};

pub type Point = Vector<f32, 3>;

/// A list of triangles over a list of points.
#[derive(Clone)]
pub struct Surface {
    pub name: String,
    pub points: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
    /// The radius of the balls and capsules of queries.
    pub radius: f32,
}

impl Surface {
    /// A grid of `columns` x `rows` cells. `point` returns the point with a column and a row. Each cell is two triangles, divided by the
    /// diagonal from the corner of the next column to that of the next row. Triangles with two equal corners are left out.
    fn grid(name: &str, columns: u32, rows: u32, mut point: impl FnMut(u32, u32) -> [f32; 3]) -> Self {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        for row in 0..=rows {
            for column in 0..=columns {
                points.push(Vector(point(column, row)));
                if row < rows && column < columns {
                    let first = row * (columns + 1) + column;
                    let below = first + columns + 1;
                    triangles.extend([[first, below, first + 1], [first + 1, below, below + 1]]);
                }
            }
        }
        let at = |index: u32| points[index as usize];
        triangles.retain(|&[a, b, c]: &[u32; 3]| at(a) != at(b) && at(b) != at(c) && at(c) != at(a));
        Self { name: name.into(), points, triangles, radius: 0.4 }
    }

    /// The two corners of the bounding box.
    pub fn corners(&self) -> [Point; 2] {
        let fold =
            |pick: fn(f32, f32) -> f32| self.points.iter().fold(self.points[0], |a, b| a.zip(*b, pick));
        [fold(f32::min), fold(f32::max)]
    }
}

/// A sphere of radius 10 around the origin: 2,000 triangles.
fn sphere() -> Surface {
    Surface::grid("sphere", 40, 26, |column, row| {
        let around = (column % 40) as f32 / 40.0 * TAU;
        let down = row as f32 / 26.0 * PI;
        // At the poles, all points of a row are equal.
        let radius = if row == 0 || row == 26 { 0.0 } else { 10.0 * down.sin() };
        [radius * around.cos(), 10.0 * down.cos(), radius * around.sin()]
    })
}

/// A torus of the radii 10 and 4: 8,000 triangles.
fn torus() -> Surface {
    Surface::grid("torus", 80, 50, |column, row| {
        let around = (column % 80) as f32 / 80.0 * TAU;
        let across = (row % 50) as f32 / 50.0 * TAU;
        let radius = 10.0 + 4.0 * across.cos();
        [radius * around.cos(), 4.0 * across.sin(), radius * around.sin()]
    })
}

/// The height of smooth hills, whose slopes reach 45 degrees.
fn hill(x: f32, z: f32) -> f32 {
    3.0 * (x * 0.13).sin() * (z * 0.11).cos() + 1.2 * (x * 0.31 + 1.0).sin() * (z * 0.27).sin()
}

/// Ground of 99 x 99 cells of about one meter, whose points are not on a regular grid. Its center is the origin. `rise` is the factor of
/// all heights.
fn jittered(name: &str, rise: f32) -> Surface {
    let mut random = Random(11);
    Surface::grid(name, 99, 99, |column, row| {
        let mut jittered = |index: u32| index as f32 - 49.5 + 0.6 * (unit(&mut random) - 0.5);
        let [x, z] = [column, row].map(&mut jittered);
        [x, rise * (hill(x, z) + 0.1 * unit(&mut random)), z]
    })
}

/// Hills of 10,000 heights.
pub fn terrain() -> Surface {
    jittered("terrain", 1.0)
}

/// Flat ground of 10,000 points at height 0.
pub fn flat() -> Surface {
    jittered("flat ground", 0.0)
}

/// The side of a room, and the number of rooms in a row.
pub const ROOM: f32 = 8.0;
pub const ROOMS: i32 = 5;

/// A floor with 25 rooms around the origin. Their walls have doors, and in seven rooms stairs with eight steps lead to a platform.
pub fn rooms() -> Surface {
    let half = ROOM * ROOMS as f32 / 2.0;
    let mut level = Surface::grid("rooms", 10, 10, |column, row| {
        let at = |index: u32| index as f32 / 10.0 * 2.0 * half - half;
        [at(column), 0.0, at(row)]
    });
    let mut add = |from: [f32; 3], to: [f32; 3]| add_box(&mut level, from, to);
    for line in 0..=ROOMS {
        let across = line as f32 * ROOM - half;
        if line == 0 || line == ROOMS {
            add([across - 0.1, 0.0, -half], [across + 0.1, 3.0, half]);
            add([-half, 0.0, across - 0.1], [half, 3.0, across + 0.1]);
            continue;
        }
        for room in 0..ROOMS {
            let start = room as f32 * ROOM - half;
            // The door is between the two parts of the wall.
            for [from, to] in [[start, start + 3.2], [start + 4.8, start + ROOM]] {
                add([across - 0.1, 0.0, from], [across + 0.1, 3.0, to]);
                add([from, 0.0, across - 0.1], [to, 3.0, across + 0.1]);
            }
        }
    }
    for flight in 0..7 {
        let [x, z] = middle_of_room(flight);
        for step in 0..8 {
            let from = x - 2.0 + 0.4 * step as f32;
            add([from, 0.0, z - 1.0], [from + 0.4, 0.25 * (step + 1) as f32, z + 1.0]);
        }
        add([x + 1.2, 0.0, z - 1.0], [x + 2.2, 2.0, z + 1.0]);
    }
    level
}

/// The middle of a room. Consecutive indices are rooms that are not neighbours.
pub fn middle_of_room(index: i32) -> [f32; 2] {
    [index * 3 % ROOMS, index * 2 % ROOMS].map(|room| (room - ROOMS / 2) as f32 * ROOM)
}

fn add_box(level: &mut Surface, from: [f32; 3], to: [f32; 3]) {
    let first = level.points.len() as u32;
    let corner =
        |k: usize| Vector([0, 1, 2].map(|axis| if k >> axis & 1 == 0 { from[axis] } else { to[axis] }));
    level.points.extend((0..8).map(corner));
    let faces = [[0, 4, 2, 6], [1, 3, 5, 7], [0, 1, 4, 5], [2, 6, 3, 7], [0, 2, 1, 3], [4, 5, 6, 7]];
    for face in faces {
        let [a, b, c, d] = face.map(|corner| first + corner);
        level.triangles.extend([[a, b, c], [c, b, d]]);
    }
}

/// 5,000 random triangles without common corners.
fn soup() -> Surface {
    let mut random = Random(13);
    let mut within = |side: f32| Vector([0; 3].map(|_| (unit(&mut random) - 0.5) * side));
    let mut points = Vec::new();
    for _ in 0..5000 {
        let center = within(20.0);
        points.extend([0; 3].map(|_| center + within(2.0)));
    }
    let triangles = (0..5000).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Surface { name: "soup".into(), points, triangles, radius: 0.4 }
}

/// All meshes that the program makes.
pub fn made() -> [Surface; 5] {
    [sphere(), torus(), terrain(), rooms(), soup()]
}

/// Reads all objects of an OBJ file into one surface.
pub fn read(path: &str) -> Result<Surface, Box<dyn Error>> {
    let (objects, _) = tobj::load_obj(path, &tobj::GPU_LOAD_OPTIONS)?;
    let mut surface = Surface { name: path.into(), points: Vec::new(), triangles: Vec::new(), radius: 0.0 };
    for object in objects {
        let first = surface.points.len() as u32;
        surface.points.extend(object.mesh.positions.as_chunks::<3>().0.iter().map(|&point| Vector(point)));
        let faces = object.mesh.indices.as_chunks::<3>().0;
        surface.triangles.extend(faces.iter().map(|face| face.map(|point| first + point)));
    }
    if surface.points.is_empty() || surface.triangles.is_empty() {
        return Err("the file has no triangles".into());
    }
    let [min, max] = surface.corners();
    surface.radius = (max - min).length() * 0.01;
    Ok(surface)
}

/// The number of heights of a height field along x and along z. Its cells are squares of side 1, and its center is the origin.
pub const SIDE: usize = 257;

/// The position of the first height, on both axes.
pub const START: f32 = -128.0;

/// The heights of a terrain, row by row; the rows are along x.
pub fn heights() -> Vec<f32> {
    let mut random = Random(17);
    let at = |index: usize| START + index as f32;
    let each = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| [at(column), at(row)]));
    each.map(|[x, z]| hill(x, z) + 0.1 * unit(&mut random)).collect()
}

/// The height field as a list of triangles, for the reference.
pub fn height_surface(heights: &[f32]) -> Surface {
    let cells = SIDE as u32 - 1;
    Surface::grid("height field", cells, cells, |column, row| {
        let height = heights[row as usize * SIDE + column as usize];
        [START + column as f32, height, START + row as f32]
    })
}
