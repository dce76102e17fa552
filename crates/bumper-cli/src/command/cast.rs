//! `bumper cast`: where the rays of a scene hit its shapes.

use super::Listing;
use crate::json;
use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{Judge, Number, Scene, with_scene};
use serde::Serialize;
use std::io::{BufWriter, Write, stdout};

#[derive(Serialize)]
struct Line<'a> {
    ray: &'a str,
    shape: &'a str,
    distance: f64,
    point: &'a [f64],
    normal: &'a [f64],
}

pub fn run(arguments: &Listing) -> Result<()> {
    with_scene!(&arguments.input.read()?, scene => cast(arguments, scene))
}

fn cast<S: Number, const N: usize>(arguments: &Listing, scene: &Scene<S, N>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let rays = text::names_width(scene.rays.iter().map(|ray| ray.id.as_str())).max(3) as isize;
    let shapes = text::names_width(scene.objects.iter().map(|object| object.id.as_str())).max(5) as isize;
    let table = Table([rays, shapes, -12, 24, 0]);
    if !arguments.json {
        arguments.input.introduce(&mut out)?;
        table.row(&mut out, ["RAY", "SHAPE", "DISTANCE", "POINT", "NORMAL"].map(String::from))?;
    }
    let hits = Judge::new(scene).hits();
    for hit in &hits {
        let (ray, shape) = (&scene.rays[hit.ray].id, &scene.objects[hit.object].id);
        let (point, normal) = (hit.at.point.map(Into::into), hit.at.normal.map(Into::into));
        let distance = hit.at.distance.into();
        if arguments.json {
            json::line(&mut out, &Line { ray, shape, distance, point: &point.0, normal: &normal.0 })?;
        } else {
            let vectors = [text::vector(&point.0), text::vector(&normal.0)];
            let [point, normal] = vectors;
            table
                .row(&mut out, [text::name(ray), text::name(shape), text::number(distance), point, normal])?;
        }
    }
    if !arguments.json {
        let rays = scene.rays.len() as u64;
        writeln!(out, "\n{}, {}", text::count(rays, "ray"), text::count(hits.len() as u64, "hit"))?;
    }
    out.flush()?;
    Ok(())
}
