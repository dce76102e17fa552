//! `bumper sweep`: lists the shapes that collide while they move by their velocities.

use super::Listing;
use crate::json;
use crate::json_vector::JsonVector;
use crate::terminal;
use crate::text::{self, Table};
use anyhow::Result;
use bumper_scene::{ByDimension, DynScene};
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
    #[serde(skip_serializing_if = "text::has_no_parts")]
    parts: [Option<u32>; 2],
}

pub fn run(arguments: &Listing) -> Result<()> {
    match arguments.input.read()?.as_dyn() {
        ByDimension::In2d(scene) => sweep(arguments, scene),
        ByDimension::In3d(scene) => sweep(arguments, scene),
    }
}

fn sweep<const N: usize>(arguments: &Listing, scene: &dyn DynScene<N>) -> Result<()> {
    let width = text::names_width((0..scene.len()).map(|object| scene.id(object)));
    let touches = |each: &mut dyn FnMut(&Report)| {
        scene.judge().each_touch(&mut |touch| {
            each(&Report {
                names: [touch.a, touch.b].map(|object| scene.id(object)),
                time: touch.hit.time,
                normal: JsonVector::new(touch.hit.normal),
                point: JsonVector::new(touch.hit.point),
                starts_overlapping: touch.hit.starts_overlapping,
                parts: touch.parts,
            });
        });
    };
    list(arguments, scene.len() as u64, width as isize, &touches)
}

/// A pair of shapes that collide while they move. It has no dimension parameter, so that the output code is compiled only once.
struct Report<'a> {
    names: [&'a str; 2],
    time: f64,
    normal: JsonVector,
    point: JsonVector,
    starts_overlapping: bool,
    parts: [Option<u32>; 2],
}

/// A function that lists the pairs of shapes that collide: it calls its argument with each pair.
type Touches<'a> = &'a dyn Fn(&mut dyn FnMut(&Report));

/// Prints the pairs of shapes that collide. `width` is the width of each of the two columns that contain names.
fn list(arguments: &Listing, shapes: u64, width: isize, touches: Touches) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let table = Table([width, width, -8, 20, 20, 24, 0]);
    if !arguments.json {
        arguments.input.introduce(&mut out)?;
        table.head(&mut out, ["A", "B", "TIME", "NORMAL", "POINT", "", ""])?;
    }
    let mut count = 0;
    let mut written = Ok(());
    touches(&mut |report| {
        count += 1;
        if written.is_ok() {
            written = report.print(&mut out, &table, arguments.json);
        }
    });
    written?;
    if !arguments.json {
        let shapes = text::count(shapes, "shape");
        writeln!(out, "\n{shapes}, {} colliding", text::count(count, "pair"))?;
    }
    out.flush()?;
    Ok(())
}

impl Report<'_> {
    fn print(&self, out: &mut impl Write, table: &Table<7>, json: bool) -> Result<()> {
        let normal = self.normal.numbers();
        let point = self.point.numbers();
        let ([a, b], time) = (self.names, self.time);
        if json {
            let starts_overlapping = self.starts_overlapping;
            let parts = self.parts;
            json::line(out, &Line { a, b, time, normal, point, starts_overlapping, parts })?;
        } else {
            let note = if self.starts_overlapping { "overlapping at the start" } else { "" };
            let [a, b] = [a, b].map(text::name);
            let [normal, point] = [normal, point].map(text::vector);
            let mut styles = [terminal::PLAIN; 7];
            styles[5] = terminal::OVERLAPPING;
            let parts = text::parts(self.parts);
            let cells = [a, b, text::number(time), normal, point, note.into(), parts];
            table.styled_row(out, cells, styles)?;
        }
        Ok(())
    }
}
