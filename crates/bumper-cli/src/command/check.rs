//! `bumper check`: every pair of shapes that is not apart.

use super::Listing;
use crate::json;
use crate::text::{self, Table};
use anyhow::Result;
use bumper::Relation;
use bumper_scene::{Judge, Number, Pair, Scene, with_scene};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    listing: Listing,

    /// List the pairs that are apart, too
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Meeting {
        a: &'a str,
        b: &'a str,
        relation: &'a str,
        depth: f64,
        normal: &'a [f64],
        points: Vec<&'a [f64]>,
    },
    Apart {
        a: &'a str,
        b: &'a str,
        relation: &'a str,
        distance: f64,
    },
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let bar = progress(&arguments.listing.input.name());
    let scene = arguments.listing.input.read()?;
    with_scene!(&scene, scene => check(arguments, scene, &bar))
}

/// Shows that something goes on, where that can be seen and the output goes elsewhere.
fn progress(name: &str) -> ProgressBar {
    if !stderr().is_terminal() || stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner().with_message(format!("reading {name}"));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// How many pairs there are from one look at the progress to the next.
const LOOK: u64 = 1 << 12;

fn check<S: Number, const N: usize>(
    arguments: &Arguments,
    scene: &Scene<S, N>,
    bar: &ProgressBar,
) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let width = text::names_width(scene.objects.iter().map(|object| object.id.as_str())) as isize;
    let table = Table([width, width, 11, -12, 20, 0]);
    if !arguments.listing.json {
        arguments.listing.input.introduce(&mut out)?;
        table.row(&mut out, ["A", "B", "RELATION", "DEPTH", "NORMAL", "POINTS"].map(String::from))?;
    }
    let mut counts = [0u64; 3];
    // The first failure to write ends the output; the rest of the pairs is not worth an error each.
    let mut written = Ok(());
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} shapes, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_length(scene.objects.len() as u64);
    let each = |pair: Pair<S::Real, N>| {
        counts[pair.relation as usize] += 1;
        if counts.iter().sum::<u64>().is_multiple_of(LOOK) {
            bar.set_position(pair.a as u64);
        }
        if written.is_ok() {
            let names = [pair.a, pair.b].map(|object| scene.objects[object].id.as_str());
            written = print(&mut out, &table, arguments.listing.json, names, &pair);
        }
    };
    let judge = Judge::new(scene);
    if arguments.all {
        judge.each_pair(each)
    } else {
        judge.each_meeting(each)
    }
    bar.finish_and_clear();
    written?;
    if !arguments.listing.json {
        let shapes = scene.objects.len() as u64;
        let [_, touching, overlapping] = counts;
        let pairs = shapes * shapes.saturating_sub(1) / 2;
        let apart = pairs - touching - overlapping;
        let (shapes, pairs) = (text::count(shapes, "shape"), text::count(pairs, "pair"));
        writeln!(out, "\n{shapes}, {pairs}: {overlapping} overlapping, {touching} touching, {apart} apart")?;
    }
    out.flush()?;
    Ok(())
}

fn print<R: Into<f64> + bumper::scalar::Real, const N: usize>(
    out: &mut impl Write,
    table: &Table<6>,
    json: bool,
    [a, b]: [&str; 2],
    pair: &Pair<R, N>,
) -> Result<()> {
    let relation = match pair.relation {
        Relation::Apart => "apart",
        Relation::Touching => "touching",
        Relation::Overlapping => "overlapping",
    };
    let separation: f64 = pair.contact.separation.into();
    let length = match pair.relation {
        Relation::Apart => separation.max(0.0),
        Relation::Touching => 0.0,
        Relation::Overlapping => (-separation).max(0.0),
    };
    let normal = pair.contact.normal.map(Into::into);
    let points: Vec<[f64; N]> =
        pair.contact.points().iter().map(|point| point.point.map(Into::into).0).collect();
    if json {
        let line = match pair.relation {
            Relation::Apart => Line::Apart { a, b, relation, distance: length },
            _ => {
                let points = points.iter().map(<[f64; N]>::as_slice).collect();
                Line::Meeting { a, b, relation, depth: length, normal: &normal.0, points }
            }
        };
        json::line(out, &line)?;
    } else {
        let (names, relation) = ([a, b].map(text::name), relation.to_string());
        let [a, b] = names;
        let columns = if pair.relation == Relation::Apart {
            [a, b, relation, format!("gap {}", text::number(length)), String::new(), String::new()]
        } else {
            let points: Vec<_> = points.iter().map(|point| text::vector(point)).collect();
            [a, b, relation, text::number(length), text::vector(&normal.0), points.join(" ")]
        };
        table.row(out, columns)?;
    }
    Ok(())
}
