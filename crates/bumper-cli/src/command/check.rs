//! `bumper check`: every pair of shapes that is not apart.

use crate::input::Input;
use crate::json;
use anyhow::Result;
use bumper::Relation;
use bumper_scene::{Judge, Number, Pair, Scene, with_scene};
use serde::Serialize;
use std::io::{BufWriter, Write, stdout};

/// List every pair of shapes that touches or overlaps
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    input: Input,

    /// List the pairs that are apart, too
    #[arg(long)]
    all: bool,

    /// Print one JSON object a pair instead of a table
    #[arg(long)]
    json: bool,
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
    with_scene!(&arguments.input.read()?, scene => check(arguments, scene))
}

fn check<S: Number, const N: usize>(arguments: &Arguments, scene: &Scene<S, N>) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let table = Table::new(scene.objects.iter().map(|object| object.id.as_str()));
    if !arguments.json {
        if arguments.input.is_example() {
            writeln!(out, "This is {}. Give a scene file to check your own.\n", arguments.input.name())?;
        }
        table.row(&mut out, ["A", "B", "RELATION", "DEPTH", "NORMAL", "POINTS"].map(String::from))?;
    }
    let mut counts = [0u64; 3];
    // The first failure to write ends the output; the rest of the pairs is not worth an error each.
    let mut written = Ok(());
    let each = |pair: Pair<S::Real, N>| {
        counts[pair.relation as usize] += 1;
        if written.is_ok() {
            let names = [pair.a, pair.b].map(|object| scene.objects[object].id.as_str());
            written = print(&mut out, &table, arguments.json, names, &pair);
        }
    };
    let judge = Judge::new(scene);
    if arguments.all {
        judge.each_pair(each)
    } else {
        judge.each_meeting(each)
    }
    written?;
    if !arguments.json {
        let shapes = scene.objects.len() as u64;
        let [_, touching, overlapping] = counts;
        let pairs = shapes * shapes.saturating_sub(1) / 2;
        let apart = pairs - touching - overlapping;
        let (shapes, pairs) = (super::count(shapes, "shape"), super::count(pairs, "pair"));
        writeln!(out, "\n{shapes}, {pairs}: {overlapping} overlapping, {touching} touching, {apart} apart")?;
    }
    out.flush()?;
    Ok(())
}

fn print<R: Into<f64> + bumper::scalar::Real, const N: usize>(
    out: &mut impl Write,
    table: &Table,
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
    let points: Vec<[f64; N]> = pair.contact.points().iter().map(|point| point.map(Into::into).0).collect();
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
        let (names, relation) = ([a, b].map(shortened), relation.to_string());
        let [a, b] = names;
        let columns = if pair.relation == Relation::Apart {
            [a, b, relation, format!("gap {}", short(length)), String::new(), String::new()]
        } else {
            let points: Vec<_> = points.iter().map(|point| list(point)).collect();
            [a, b, relation, short(length), list(&normal.0), points.join(" ")]
        };
        table.row(out, columns)?;
    }
    Ok(())
}

/// The longest name that a table shows whole.
const LONGEST: usize = 24;

fn shortened(name: &str) -> String {
    let clean = name.replace(char::is_control, "·");
    if clean.chars().count() <= LONGEST {
        return clean;
    }
    clean.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// A number for people: at most four digits after the point.
fn short(number: f64) -> String {
    if number != 0.0 && !(1e-4..1e9).contains(&number.abs()) {
        return format!("{number:.4e}");
    }
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(|&number| short(number)).collect();
    format!("({})", numbers.join(", "))
}

/// A table whose rows are written as they come.
struct Table {
    name: usize,
}

impl Table {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        Self { name: names.map(|name| name.chars().count()).max().unwrap_or(0).min(LONGEST) }
    }

    fn row(
        &self,
        out: &mut impl Write,
        [a, b, relation, length, normal, points]: [String; 6],
    ) -> std::io::Result<()> {
        let name = self.name;
        let row = format!("{a:name$}  {b:name$}  {relation:11}  {length:>12}  {normal:20}  {points}");
        writeln!(out, "{}", row.trim_end())
    }
}
