//! The bodies that a part of the ground consists of, for each form.

use crate::scene::{Form, Part, Scene};
use crate::solid::{Point, Solid};

/// The role of a static body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    Solid,
    OneWay,
    Sensor,
}

/// A static body with its colliders.
#[derive(Clone, Debug)]
pub struct Fixture {
    pub role: Role,
    pub solids: Vec<Solid>,
}

/// The static bodies of a scene.
pub fn fixtures(scene: &Scene) -> Vec<Fixture> {
    let mut all = Vec::new();
    for part in &scene.ground {
        let (role, bodies) = match part {
            Part::Surface { points, bottom, grid } => {
                (Role::Solid, surface(points, *bottom, *grid, scene.form))
            }
            Part::Block { min, max } => (Role::Solid, vec![vec![Solid::Box { min: *min, max: *max }]]),
            Part::Plank { from, to } => (Role::OneWay, vec![vec![Solid::Segment { from: *from, to: *to }]]),
            Part::Room { min, max, thickness } => (Role::Solid, room(*min, *max, *thickness)),
            Part::Sensor(solid) => (Role::Sensor, vec![vec![solid.clone()]]),
        };
        all.extend(bodies.into_iter().map(|solids| Fixture { role, solids }));
    }
    if scene.reversed {
        all.reverse();
        all.iter_mut().for_each(|fixture| fixture.solids.reverse());
    }
    all
}

/// The bodies of a room: four walls, which overlap at the corners of the room.
fn room(min: Point, max: Point, thickness: f64) -> Vec<Vec<Solid>> {
    let ([left, low], [right, high]) = (min, max);
    let t = thickness;
    let walls = match t > 0.0 {
        true => [
            Solid::Box { min: [left - t, low - t], max: [right + t, low] },
            Solid::Box { min: [left - t, high], max: [right + t, high + t] },
            Solid::Box { min: [left - t, low - t], max: [left, high + t] },
            Solid::Box { min: [right, low - t], max: [right + t, high + t] },
        ],
        false => [
            Solid::Segment { from: [left, low], to: [right, low] },
            Solid::Segment { from: [left, high], to: [right, high] },
            Solid::Segment { from: [left, low], to: [left, high] },
            Solid::Segment { from: [right, low], to: [right, high] },
        ],
    };
    walls.into_iter().map(|wall| vec![wall]).collect()
}

/// The bodies of a surface, each with its colliders.
fn surface(points: &[Point], bottom: f64, grid: Option<f64>, form: Form) -> Vec<Vec<Solid>> {
    let each = |solids: Vec<Solid>| solids.into_iter().map(|solid| vec![solid]).collect();
    match form {
        Form::Region => {
            let (first, last) = (points[0], points[points.len() - 1]);
            let mut corners = vec![[first[0], bottom]];
            corners.extend([[last[0], bottom]]);
            corners.extend(points.iter().rev());
            vec![vec![Solid::Region(corners)]]
        }
        Form::Columns => each(columns(points, bottom)),
        Form::ColumnsOfOneBody => vec![columns(points, bottom)],
        Form::Compound => vec![vec![Solid::Compound(columns(points, bottom))]],
        Form::Segments => each(edges(points, bottom)),
        Form::SegmentsOfOneBody => vec![edges(points, bottom)],
        Form::Tiles => each(tiles(points, bottom, grid.expect("a grid"))),
        Form::TilesCompound => vec![vec![Solid::Compound(tiles(points, bottom, grid.expect("a grid")))]],
        Form::Mask => vec![vec![mask(points, bottom, grid.expect("a grid"))]],
    }
}

/// A convex polygon below each edge that is not vertical.
fn columns(points: &[Point], bottom: f64) -> Vec<Solid> {
    let pairs = points.windows(2).filter(|pair| pair[0][0] != pair[1][0]);
    let column = |pair: &[Point]| {
        let [a, b] = [pair[0], pair[1]];
        match a[1] == b[1] {
            true => Solid::Box { min: [a[0].min(b[0]), bottom], max: [a[0].max(b[0]), a[1]] },
            false => Solid::Polygon(vec![[a[0], bottom], [b[0], bottom], b, a]),
        }
    };
    pairs.map(column).collect()
}

/// The edges of the surface and the two ends.
fn edges(points: &[Point], bottom: f64) -> Vec<Solid> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let mut line = vec![[first[0], bottom]];
    line.extend(points);
    line.push([last[0], bottom]);
    line.windows(2).map(|pair| Solid::Segment { from: pair[0], to: pair[1] }).collect()
}

/// The height of the surface at x; the edge above x is not vertical.
pub fn height(points: &[Point], x: f64) -> Option<f64> {
    let above = |pair: &&[Point]| pair[0][0] < x && x < pair[1][0];
    let pair = points.windows(2).find(above)?;
    let [a, b] = [pair[0], pair[1]];
    Some(a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]))
}

/// The rows of solid cells of a surface on a grid, from the bottom.
fn cells(points: &[Point], bottom: f64, grid: f64) -> Vec<String> {
    let (left, right) = (points[0][0], points[points.len() - 1][0]);
    let top = points.iter().map(|point| point[1]).fold(bottom, f64::max);
    let count = |length: f64| (length / grid).round() as usize;
    let solid = |i: usize, j: usize| {
        let [x, y] = [left + (i as f64 + 0.5) * grid, bottom + (j as f64 + 0.5) * grid];
        height(points, x).is_some_and(|height| y < height)
    };
    let row = |j| (0..count(right - left)).map(|i| if solid(i, j) { '#' } else { '.' }).collect();
    (0..count(top - bottom)).map(row).collect()
}

/// A square for each solid cell.
fn tiles(points: &[Point], bottom: f64, grid: f64) -> Vec<Solid> {
    let left = points[0][0];
    let mut tiles = Vec::new();
    for (j, row) in cells(points, bottom, grid).iter().enumerate() {
        for (i, _) in row.chars().enumerate().filter(|(_, cell)| *cell == '#') {
            let corner = |i: usize, j: usize| [left + i as f64 * grid, bottom + j as f64 * grid];
            tiles.push(Solid::Box { min: corner(i, j), max: corner(i + 1, j + 1) });
        }
    }
    tiles
}

/// The surface as a mask.
fn mask(points: &[Point], bottom: f64, grid: f64) -> Solid {
    Solid::Mask { min: [points[0][0], bottom], pixel: grid, rows: cells(points, bottom, grid) }
}
