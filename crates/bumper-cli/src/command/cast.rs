//! `bumper cast`: lists where the rays of a scene hit its shapes.

use super::Listing;
use crate::json;
use crate::json_vector::JsonVector;
use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{ByDimension, DynScene, Hit};
use serde::Serialize;
use std::io::{BufWriter, Write, stdout};

#[derive(Serialize)]
struct Line<'a> {
    ray: &'a str,
    shape: &'a str,
    distance: f64,
    point: &'a [f64],
    normal: &'a [f64],
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
}

/// A hit of a ray on a shape. It has the same type in 2D and 3D, so that the code for the output is compiled only once.
struct Report<'a> {
    ray: &'a str,
    shape: &'a str,
    distance: f64,
    point: JsonVector,
    normal: JsonVector,
    /// The part of the shape; `None` for a shape without parts.
    part: Option<u32>,
}

pub fn run(arguments: &Listing) -> Result<()> {
    match arguments.input.read()?.as_dyn() {
        ByDimension::In2d(scene) => cast(arguments, scene),
        ByDimension::In3d(scene) => cast(arguments, scene),
    }
}

fn cast<const N: usize>(arguments: &Listing, scene: &dyn DynScene<N>) -> Result<()> {
    let rays = scene.rays();
    let report = |hit: Hit<f64, N>| Report {
        ray: &rays[hit.ray].id,
        shape: scene.id(hit.object),
        distance: hit.at.distance,
        point: JsonVector::new(hit.at.point),
        normal: JsonVector::new(hit.at.normal),
        part: hit.part,
    };
    let hits: Vec<_> = scene.judge().hits().into_iter().map(report).collect();
    let names: Vec<_> = rays.iter().map(|ray| ray.id.as_str()).collect();
    let shapes = text::names_width((0..scene.len()).map(|object| scene.id(object)));
    list(arguments, &names, shapes, &hits)
}

/// Prints the hits of all rays. `shapes` is the width of the column that contains the names of shapes.
fn list(arguments: &Listing, rays: &[&str], shapes: usize, hits: &[Report]) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let width = text::names_width(rays.iter().copied()).max(3) as isize;
    let table = Table([width, shapes.max(5) as isize, -12, 24, 24, 0]);
    if !arguments.json {
        arguments.input.introduce(&mut out)?;
        table.head(&mut out, ["RAY", "SHAPE", "DISTANCE", "POINT", "NORMAL", ""])?;
    }
    for Report { ray, shape, distance, point, normal, part } in hits {
        let point = point.numbers();
        let normal = normal.numbers();
        if arguments.json {
            json::line(&mut out, &Line { ray, shape, distance: *distance, point, normal, part: *part })?;
        } else {
            let [point, normal] = [point, normal].map(text::vector);
            let distance = text::number(*distance);
            let part = part.map_or_else(String::new, |part| format!("part {part}"));
            table.row(&mut out, [text::name(ray), text::name(shape), distance, point, normal, part])?;
        }
    }
    if !arguments.json {
        let rays = text::count(rays.len() as u64, "ray");
        let hits = text::count(hits.len() as u64, "hit");
        writeln!(out, "\n{rays}, {hits}")?;
    }
    out.flush()?;
    Ok(())
}
