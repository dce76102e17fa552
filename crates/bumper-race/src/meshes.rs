//! Benchmarks of levels in 3D: queries of meshes and of a height field beside parry, memory, and characters that walk on them beside
//! rapier. The answers of both libraries are compared first; a slow reference decides which of two different answers is right.

mod grounds;
mod input;
mod judge;
pub mod memory;
mod probes;
mod walkers;

use crate::clock::seconds;
use crate::entrant::QueryEntrant;
use crate::growth::Measured;
use crate::queries::{QUERIES, timed_rounds};
use bumper::{HeightField, Mesh, ShapeBuf};
use grounds::{PEER_SCALE, own_field, peer_heights};
use input::{SIDE, START, Surface};
use judge::{Judge, TOLERANCE};
use memory::bytes_of;
use parry3d::shape::{SharedShape, TriMesh};
use probes::{Probe, QUERY_NAMES, Query, entrants, probes, rays};
use std::rc::Rc;

/// The number of answers of each case that the reference judges even if both libraries agree.
const JUDGED: usize = 20;

/// The number of rounds of a case: enough for a median, and no more than take some seconds.
fn rounds(seconds: f64) -> usize {
    (4.0 / seconds).clamp(3.0, 31.0) as usize
}

/// A surface in both libraries.
struct Level {
    surface: Surface,
    own: Rc<ShapeBuf<f32, 3>>,
    peer: SharedShape,
    judge: Judge,
}

impl Level {
    fn of_mesh(surface: Surface) -> Self {
        let own = Rc::new(own_mesh(&surface).into());
        let peer = SharedShape::new(peer_mesh(&surface));
        Self { judge: Judge::new(&surface), own, peer, surface }
    }

    fn of_heights(heights: &[f32]) -> Self {
        let surface = input::height_surface(heights);
        let own = Rc::new(own_field(heights).into());
        let peer = SharedShape::new(peer_field(heights));
        Self { judge: Judge::new(&surface), own, peer, surface }
    }

    /// Compares the answers of both libraries, prints how many differ and how many are wrong, and measures both.
    fn race(&self, group: String, query: Query, probes: &Rc<[Probe]>) -> Measured {
        let entrants = entrants(query, probes, &self.own, &self.peer);
        let begin = seconds();
        let answers: Vec<Vec<f32>> = entrants.iter().map(|(_, answer)| answer()).collect();
        let rounds = rounds(seconds() - begin);
        self.compare(&group, query, probes, &answers);
        timed_rounds(group, self.surface.triangles.len(), rounds, &entrants, |name, found| {
            let before = if name == "bumper" { &answers[0] } else { &answers[1] };
            assert!(found == before, "{name} answers differently the second time");
        })
    }

    /// Prints how many answers differ, how many of each library are wrong, and the first wrong answer of bumper.
    fn compare(&self, group: &str, query: Query, probes: &[Probe], answers: &[Vec<f32>]) {
        let [own, peer] = [&answers[0], &answers[1]];
        let differs = |k: usize| {
            let [a, b] = [own[k], peer[k]].map(f64::from);
            (a - b).abs() > TOLERANCE * a.max(1.0)
        };
        let judged: Vec<usize> = (0..probes.len()).filter(|&k| k < JUDGED || differs(k)).collect();
        let wrong = |answers: &[f32]| {
            let is_wrong = |k: &usize| !self.judge.is_right(query, &probes[*k], answers[*k]);
            judged.iter().copied().filter(is_wrong).collect::<Vec<usize>>()
        };
        let [own_wrong, peer_wrong] = [wrong(own), wrong(peer)];
        let hits = own.iter().filter(|answer| **answer > 0.0).count();
        let differing = (0..probes.len()).filter(|&k| differs(k)).count();
        println!(
            "{group}: {hits} of {QUERIES} answers above zero, {differing} differ; wrong: bumper {}, parry {}",
            own_wrong.len(),
            peer_wrong.len()
        );
        if let Some(&k) = own_wrong.first() {
            println!("  wrong: {:?} {}, bumper {}, parry {}", probes[k], group, own[k], peer[k]);
        }
    }
}

fn own_mesh(surface: &Surface) -> Mesh<f32> {
    Mesh::new(surface.points.iter().copied(), surface.triangles.iter().copied()).expect("valid")
}

fn peer_mesh(surface: &Surface) -> TriMesh {
    let points = surface.points.iter().map(|point| point.0.into()).collect();
    TriMesh::new(points, surface.triangles.clone()).expect("valid")
}

fn peer_field(heights: &[f32]) -> parry3d::shape::HeightField {
    parry3d::shape::HeightField::new(peer_heights(heights), PEER_SCALE.into())
}

/// Measures how long both libraries take to build a shape. `units` is the number of triangles or heights.
fn build(group: String, units: usize, unit: &'static str, entrants: &[QueryEntrant<usize>]) -> Measured {
    let begin = seconds();
    entrants.iter().for_each(|(_, build)| assert_eq!(build(), units));
    let rounds = rounds(seconds() - begin);
    let measured = timed_rounds(group, units, rounds, entrants, |name, found| {
        assert_eq!(*found, units, "{name}");
    });
    Measured { unit, units, ..measured }
}

fn build_mesh(group: String, surface: &Rc<Surface>) -> Measured {
    let triangles = surface.triangles.len();
    let [a, b] = [surface.clone(), surface.clone()];
    let entrants: Vec<QueryEntrant<usize>> = vec![
        ("bumper Mesh", Box::new(move || own_mesh(&a).len())),
        ("parry TriMesh", Box::new(move || peer_mesh(&b).num_triangles())),
    ];
    build(group, triangles, "triangle", &entrants)
}

fn build_field(group: String, heights: &Rc<Vec<f32>>) -> Measured {
    let [a, b] = [heights.clone(), heights.clone()];
    let entrants: Vec<QueryEntrant<usize>> = vec![
        ("bumper HeightField", Box::new(move || own_field(&a).heights().len())),
        ("parry HeightField", Box::new(move || peer_field(&b).heights().data().len())),
    ];
    build(group, heights.len(), "height", &entrants)
}

/// The bytes of a shape in bumper with `f32`, in bumper with `f64`, and in parry with `f32`.
struct Bytes {
    name: String,
    units: usize,
    bytes: [usize; 3],
}

fn bytes_of_mesh(surface: &Surface) -> Bytes {
    let double = || {
        let points = surface.points.iter().map(|point| point.map(f64::from));
        Mesh::new(points, surface.triangles.iter().copied()).expect("valid")
    };
    let bytes = [bytes_of(|| own_mesh(surface)), bytes_of(double), bytes_of(|| peer_mesh(surface))];
    Bytes { name: format!("{}, a triangle", surface.name), units: surface.triangles.len(), bytes }
}

fn bytes_of_field(heights: &[f32]) -> Bytes {
    let start = f64::from(START);
    let double = || {
        let heights = heights.iter().map(|&height| f64::from(height));
        HeightField::grid([start, 0.0, start], [1.0, 1.0], SIDE, heights).expect("valid")
    };
    let bytes = [bytes_of(|| own_field(heights)), bytes_of(double), bytes_of(|| peer_field(heights))];
    Bytes { name: "height field, a height".into(), units: heights.len(), bytes }
}

fn print_bytes(rows: &[Bytes]) {
    println!("\n| bytes | bumper, f32 | bumper, f64 | parry, f32 | bumper to parry |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for Bytes { name, units, bytes } in rows {
        let [single, double, peer] = bytes.map(|bytes| bytes as f64 / *units as f64);
        println!("| {name} | {single:.1} | {double:.1} | {peer:.1} | {:.2} |", single / peer);
    }
}

/// The rays at the height field, and the vertical part of their direction.
const RAYS: [(Option<f32>, &str); 3] =
    [(None, "vertical ray"), (Some(1.0), "slanted ray"), (Some(0.05), "nearly horizontal ray")];

/// Runs the benchmark cases of this module whose names contain all words of the command line. `files` are the paths of OBJ files, whose
/// meshes are measured, too.
pub fn run(words: &[String], files: &[String]) -> Vec<Measured> {
    let wanted = |name: &str| words.iter().all(|word| name.contains(word.as_str()));
    let mut measured = Vec::new();
    let mut built = Vec::new();
    let mut bytes = Vec::new();
    let mut surfaces = Vec::from(input::made());
    for file in files {
        match input::read(file) {
            Ok(surface) => surfaces.push(surface),
            Err(error) => eprintln!("error: {file}: {error}"),
        }
    }
    for surface in surfaces {
        let group = |what: &str| format!("levels 3D: {what} at {}", surface.name);
        let cases: Vec<_> = QUERY_NAMES.into_iter().filter(|(_, name)| wanted(&group(name))).collect();
        let groups: Vec<String> = cases.iter().map(|(_, name)| group(name)).collect();
        if wanted(&group("build")) {
            built.push(build_mesh(group("build"), &Rc::new(surface.clone())));
        }
        if wanted(&group("bytes")) {
            bytes.push(bytes_of_mesh(&surface));
        }
        if cases.is_empty() {
            continue;
        }
        let level = Level::of_mesh(surface);
        for ((query, _), group) in cases.into_iter().zip(groups) {
            measured.push(level.race(group, query, &probes(query, &level.surface)));
        }
    }
    let heights = Rc::new(input::heights());
    let group = |what: &str| format!("levels 3D: {what} at height field");
    measured.extend(run_height_field(&heights, |what| wanted(&group(what)), group));
    if wanted(&group("build")) {
        built.push(build_field(group("build"), &heights));
    }
    if wanted(&group("bytes")) {
        bytes.push(bytes_of_field(&heights));
    }
    if !bytes.is_empty() {
        print_bytes(&bytes);
    }
    walkers::run(words);
    measured.extend(built);
    measured
}

/// Measures the queries of the height field.
fn run_height_field(
    heights: &[f32],
    wanted: impl Fn(&str) -> bool,
    group: impl Fn(&str) -> String,
) -> Vec<Measured> {
    let lines: Vec<_> = RAYS.into_iter().filter(|(_, name)| wanted(name)).collect();
    let others = QUERY_NAMES.into_iter().filter(|(query, name)| *query != Query::Ray && wanted(name));
    let others: Vec<_> = others.collect();
    let mut measured = Vec::new();
    if lines.is_empty() && others.is_empty() {
        return measured;
    }
    let level = Level::of_heights(heights);
    for (slope, name) in lines {
        measured.push(level.race(group(name), Query::Ray, &rays(slope, &level.surface)));
    }
    for (query, name) in others {
        measured.push(level.race(group(name), query, &probes(query, &level.surface)));
    }
    measured
}
