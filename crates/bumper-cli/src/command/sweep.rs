//! `bumper sweep`: which shapes of a scene come to touch while they move by their velocities.

use super::Listing;
use crate::json;
use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{Judge, Number, Scene, Touch, with_scene};
use serde::Serialize;
use std::io::{BufWriter, Write, stdout};

#[derive(Serialize)]
struct Line<'a> {
    a: &'a str,
    b: &'a str,
    time: f64,
    normal: &'a [f64],
    point: &'a [f64],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    starts_overlapping: bool,
}

pub fn run(arguments: &Listing) -> Result<()> {
    with_scene!(&arguments.input.read()?, scene => sweep(arguments, scene))
}

fn sweep<S: Number, const N: usize>(arguments: &Listing, scene: &Scene<S, N>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let width = text::names_width(scene.objects.iter().map(|object| object.id.as_str())) as isize;
    let table = Table([width, width, -8, 20, 20, 0]);
    if !arguments.json {
        arguments.input.introduce(&mut out)?;
        table.row(&mut out, ["A", "B", "TIME", "NORMAL", "POINT", ""].map(String::from))?;
    }
    let mut count = 0;
    let mut written = Ok(());
    Judge::new(scene).each_touch(|touch: Touch<S::Real, N>| {
        count += 1;
        if written.is_ok() {
            let [a, b] = [touch.a, touch.b].map(|object| scene.objects[object].id.as_str());
            written = print(&mut out, &table, arguments.json, [a, b], &touch);
        }
    });
    written?;
    if !arguments.json {
        let shapes = text::count(scene.objects.len() as u64, "shape");
        writeln!(out, "\n{shapes}, {} coming to touch", text::count(count, "pair"))?;
    }
    out.flush()?;
    Ok(())
}

fn print<R: Into<f64> + Copy, const N: usize>(
    out: &mut impl Write,
    table: &Table<6>,
    json: bool,
    [a, b]: [&str; 2],
    touch: &Touch<R, N>,
) -> Result<()> {
    let hit = &touch.hit;
    let (time, starts_overlapping) = (hit.time.into(), hit.starts_overlapping);
    let (normal, point) = (hit.normal.map(Into::into), hit.point.map(Into::into));
    if json {
        json::line(out, &Line { a, b, time, normal: &normal.0, point: &point.0, starts_overlapping })?;
    } else {
        let note = if starts_overlapping { "overlapping at the start" } else { "" };
        let [a, b] = [a, b].map(text::name);
        let [normal, point] = [&normal.0, &point.0].map(|numbers| text::vector(numbers));
        table.row(out, [a, b, text::number(time), normal, point, note.into()])?;
    }
    Ok(())
}
