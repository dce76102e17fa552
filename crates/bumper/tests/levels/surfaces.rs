//! Surfaces of triangles for tests: closed and open ones, and ones with faults that are common in the levels of games.

use bumper::{Mesh, Vector, scalar::Real};
use fastrand::Rng;

pub type Point = Vector<f64, 3>;

/// A surface of triangles.
#[derive(Clone)]
pub struct Surface {
    pub name: &'static str,
    pub points: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface as a mesh of the given scalar.
    pub fn mesh<R: Real>(&self) -> Mesh<R, 3> {
        let points = self.points.iter().map(|point| point.map(R::from_f64));
        Mesh::new(points, self.triangles.iter().copied()).expect("the surface is valid")
    }

    /// A grid of `columns` x `rows` cells, whose points are given by a function of the indices.
    fn grid(name: &'static str, [columns, rows]: [u32; 2], point: impl Fn(u32, u32) -> [f64; 3]) -> Self {
        let points = (0..=rows).flat_map(|k| (0..=columns).map(move |i| [i, k]));
        let points = points.map(|[i, k]| Vector(point(i, k))).collect();
        let corner = |i: u32, k: u32| k * (columns + 1) + i;
        let cells = (0..rows).flat_map(|k| (0..columns).map(move |i| [i, k]));
        let triangles = cells
            .flat_map(|[i, k]| {
                let [a, b, c, d] = [corner(i, k), corner(i + 1, k), corner(i, k + 1), corner(i + 1, k + 1)];
                [[a, c, b], [b, c, d]]
            })
            .collect();
        Self { name, points, triangles }
    }
}

/// One surface of each kind, with about `2 size²` triangles, about 20 wide.
pub fn all(rng: &mut Rng, size: u32) -> Vec<Surface> {
    vec![
        sphere(size),
        torus(size),
        stairs(size),
        terrain(rng, size),
        soup(rng, size),
        slivers(rng, size),
        t_junctions(size),
        duplicated(rng, size),
    ]
}

/// A sphere of radius 10; the triangles at its poles are degenerate.
pub fn sphere(size: u32) -> Surface {
    Surface::grid("sphere", [size, size], |i, k| {
        let around = f64::from(i % size) / f64::from(size) * std::f64::consts::TAU;
        let down = f64::from(k) / f64::from(size) * std::f64::consts::PI;
        // At the poles, all points of a row are equal.
        let radius = if k == 0 || k == size { 0.0 } else { 10.0 * down.sin() };
        [radius * around.cos(), 10.0 * down.cos(), radius * around.sin()]
    })
}

/// A torus of the radii 7 and 3.
pub fn torus(size: u32) -> Surface {
    Surface::grid("torus", [size, size], |i, k| {
        let angle = |index: u32| f64::from(index % size) / f64::from(size) * std::f64::consts::TAU;
        let radius = 7.0 + 3.0 * angle(k).cos();
        [radius * angle(i).cos(), 3.0 * angle(k).sin(), radius * angle(i).sin()]
    })
}

/// Stairs with treads of 0.5 and rises of 0.25: faces at right angles, and many coplanar triangles.
pub fn stairs(size: u32) -> Surface {
    Surface::grid("stairs", [size, size], |i, k| {
        let [x, y] = [0.5 * f64::from(i / 2), 0.25 * f64::from(i.div_ceil(2))];
        [x, y, f64::from(k)]
    })
}

/// Ground of random height over a jittered grid.
pub fn terrain(rng: &mut Rng, size: u32) -> Surface {
    let mut surface = Surface::grid("terrain", [size, size], |i, k| [f64::from(i), 0.0, f64::from(k)]);
    let step = 20.0 / f64::from(size);
    for point in &mut surface.points {
        let jitter = Vector([rng.f64() - 0.5, 3.0 * rng.f64(), rng.f64() - 0.5]);
        *point = (*point + jitter.zip(Vector([0.6, 1.0, 0.6]), |a, b| a * b)).scaled(step);
    }
    surface
}

/// Triangles that have nothing to do with each other.
pub fn soup(rng: &mut Rng, size: u32) -> Surface {
    let count = 2 * size * size;
    let mut points = Vec::new();
    for _ in 0..count {
        let mut random = |reach: f64| Vector([0; 3].map(|_| (rng.f64() - 0.5) * reach));
        let center = random(20.0);
        points.extend([0; 3].map(|_| center + random(3.0)));
    }
    Surface { name: "soup", points, triangles: (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect() }
}

/// Needles: long triangles with a side, or a height, of 1e-9 to 1e-2.
pub fn slivers(rng: &mut Rng, size: u32) -> Surface {
    let count = size * size;
    let mut points = Vec::new();
    for _ in 0..count {
        let thin = 10f64.powf(-2.0 - 7.0 * rng.f64());
        let mut random = |reach: f64| Vector([0; 3].map(|_| (rng.f64() - 0.5) * reach));
        let start = random(20.0);
        let way = random(8.0);
        points.extend([start, start + way + random(thin), start + way.scaled(0.5) + random(thin)]);
    }
    Surface {
        name: "slivers",
        points,
        triangles: (0..count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
    }
}

/// Flat ground whose rows are divided differently, so that the corners of one row lie on the edges of the next.
pub fn t_junctions(size: u32) -> Surface {
    let mut all = Surface { name: "t-junctions", points: Vec::new(), triangles: Vec::new() };
    for row in 0..size {
        let columns = 1 + row * 7 % 5;
        let width = 20.0 / f64::from(columns);
        let strip =
            Surface::grid("strip", [columns, 1], |i, k| [width * f64::from(i), 0.0, f64::from(row + k)]);
        let first = all.points.len() as u32;
        all.points.extend(strip.points);
        all.triangles.extend(strip.triangles.iter().map(|triangle| triangle.map(|point| point + first)));
    }
    all
}

/// Terrain with each triangle twice, the second time from the other side, and with degenerate triangles.
pub fn duplicated(rng: &mut Rng, size: u32) -> Surface {
    let mut surface = terrain(rng, size);
    surface.name = "duplicated";
    let twice: Vec<_> =
        surface.triangles.iter().flat_map(|&[a, b, c]| [[a, b, c], [c, b, a], [a, b, b]]).collect();
    surface.triangles = twice;
    surface
}
