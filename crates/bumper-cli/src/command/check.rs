//! `bumper check`: lists every pair of shapes that touches or overlaps.

use super::Listing;
use crate::json;
use crate::json_vector::JsonVector;
use crate::terminal;
use crate::text::{self, Table};
use anyhow::Result;
use bumper::Relation;
use bumper_scene::{ByDimension, DynScene, PairReport, in_order};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::ops::{ControlFlow, Range};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    listing: Listing,

    /// Also list the pairs that are apart
    #[arg(long)]
    all: bool,
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let bar = progress(&arguments.listing.input.name());
    let scene = arguments.listing.input.read()?;
    let checked = match scene.as_dyn() {
        ByDimension::In2d(scene) => check(arguments, scene, &bar),
        ByDimension::In3d(scene) => check(arguments, scene, &bar),
    };
    // Never free the scene. It may have millions of names, so freeing it takes time, and the program ends here anyway.
    std::mem::forget(scene);
    checked
}

/// A progress bar that counts shapes. It is shown only if standard error is a terminal and standard output is not.
fn progress(name: &str) -> ProgressBar {
    if !stderr().is_terminal() || stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner().with_message(format!("reading {name}"));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The number of shapes in a piece of work for a thread. The thread lists all pairs whose first shape (the one with the lower index) is one
/// of these shapes.
const SHAPES_PER_PIECE: usize = 512;

/// After listing the pairs of this many first shapes, a thread checks whether it should stop. It should if the output cannot be written,
/// for example because a pipe was closed.
const CHECK_INTERVAL: usize = 16;

/// The size in bytes at which a thread sends the text that it has written so far as a chunk.
const MAX_CHUNK_BYTES: usize = 1 << 16;

/// A part of the output. The chunks are printed in such an order that the first shapes of their pairs have increasing indices.
struct Chunk {
    text: Vec<u8>,
    /// The number of pairs in this chunk that are apart, touching and overlapping.
    counts: [u64; 3],
    /// All pairs whose first shape has a smaller index than this have been sent. The progress bar shows this number.
    shapes: usize,
}

fn check<const N: usize>(arguments: &Arguments, scene: &dyn DynScene<N>, bar: &ProgressBar) -> Result<()> {
    let judge = scene.judge();
    let pairs = |firsts: Range<usize>, report: &mut dyn FnMut(&Report)| {
        let each = &mut |pair: &PairReport<N>| report(&Report::new(pair));
        if arguments.all { judge.pairs_of(firsts, each) } else { judge.meetings_of(firsts, each) }
    };
    let names = Names { count: scene.len(), of: &|shape| scene.id(shape) };
    list(arguments, names, bar, &pairs)
}

/// The number of shapes, and a function that returns the name of the shape with an index.
#[derive(Clone, Copy)]
struct Names<'a> {
    count: usize,
    of: &'a (dyn Fn(usize) -> &'a str + Sync),
}

/// A function that lists pairs of shapes. It gets a range of indices, and a function that it has to call with each pair whose first shape
/// has an index in this range.
type Pairs<'a> = &'a (dyn Fn(Range<usize>, &mut dyn FnMut(&Report)) + Sync);

/// Prints pairs of shapes, as a table or as JSON, and a summary below the table.
fn list(arguments: &Arguments, names: Names, bar: &ProgressBar, pairs: Pairs) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    let table = (!arguments.listing.json).then(|| {
        let width = text::names_width((0..names.count).map(names.of)) as isize;
        Table([width, width, 11, -12, 20, 20, 0])
    });
    if let Some(table) = &table {
        arguments.listing.input.introduce(&mut out)?;
        table.head(&mut out, ["A", "B", "RELATION", "DEPTH", "NORMAL", "POINTS", ""])?;
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} shapes, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_length(names.count as u64);
    let judge = |_: &mut (), piece: usize, send: &mut dyn FnMut(Chunk) -> ControlFlow<()>| {
        let firsts = piece * SHAPES_PER_PIECE..((piece + 1) * SHAPES_PER_PIECE).min(names.count);
        lines(firsts, names, table.as_ref(), pairs, send);
    };
    let mut counts = [0u64; 3];
    // The first error in writing the output. It stops all tasks.
    let mut written = Ok(());
    in_order(
        names.count.div_ceil(SHAPES_PER_PIECE),
        || (),
        judge,
        |chunk: Chunk| {
            counts.iter_mut().zip(chunk.counts).for_each(|(count, more)| *count += more);
            bar.set_position(chunk.shapes as u64);
            written = out.write_all(&chunk.text);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    bar.finish_and_clear();
    written?;
    if !arguments.listing.json {
        let shapes = names.count as u64;
        let [_, touching, overlapping] = counts;
        let pairs = shapes * shapes.saturating_sub(1) / 2;
        let apart = pairs - touching - overlapping;
        let shapes = text::count(shapes, "shape");
        let pairs = text::count(pairs, "pair");
        writeln!(out, "\n{shapes}, {pairs}: {overlapping} overlapping, {touching} touching, {apart} apart")?;
    }
    out.flush()?;
    Ok(())
}

/// Writes all pairs whose first shape is in the range `firsts`, as rows of `table`, or as JSON if there is no table. Passes the text to
/// `send` in chunks. Stops if `send` returns `Break`, because the output has been closed.
fn lines(
    firsts: Range<usize>,
    names: Names,
    table: Option<&Table<7>>,
    pairs: Pairs,
    send: &mut dyn FnMut(Chunk) -> ControlFlow<()>,
) {
    let mut text = Vec::new();
    let mut counts = [0; 3];
    for first in firsts.clone().step_by(CHECK_INTERVAL) {
        let mut flow = ControlFlow::Continue(());
        pairs(first..firsts.end.min(first + CHECK_INTERVAL), &mut |report| {
            if flow.is_break() {
                return;
            }
            counts[report.relation as usize] += 1;
            let names = [report.a, report.b].map(names.of);
            match table {
                Some(table) => report.row(&mut text, table, names),
                None => report.json(&mut text, names),
            }
            if text.len() >= MAX_CHUNK_BYTES {
                let counts = std::mem::take(&mut counts);
                flow = send(Chunk { text: std::mem::take(&mut text), counts, shapes: first });
            }
        });
        if flow.is_break() {
            return;
        }
    }
    let _ = send(Chunk { text, counts, shapes: firsts.end });
}

/// A pair of shapes. It has no dimension parameter, so that the output code is compiled only once.
struct Report {
    a: usize,
    b: usize,
    relation: Relation,
    /// The distance between the shapes; the penetration depth if they overlap.
    length: f64,
    normal: JsonVector,
    points: [JsonVector; 4],
    count: usize,
    /// The part of each shape; `None` for a shape without parts.
    parts: [Option<u32>; 2],
}

impl Report {
    fn new<const N: usize>(pair: &PairReport<N>) -> Self {
        let length = match pair.relation {
            Relation::Apart => pair.separation.max(0.0),
            Relation::Touching => 0.0,
            Relation::Overlapping => (-pair.separation).max(0.0),
        };
        let mut points = [JsonVector::default(); 4];
        points.iter_mut().zip(pair.points()).for_each(|(place, point)| *place = JsonVector::new(*point));
        Self {
            a: pair.a,
            b: pair.b,
            relation: pair.relation,
            length,
            normal: JsonVector::new(pair.normal),
            points,
            count: pair.points().len(),
            parts: pair.parts,
        }
    }

    fn relation_name(&self) -> &'static str {
        match self.relation {
            Relation::Apart => "apart",
            Relation::Touching => "touching",
            Relation::Overlapping => "overlapping",
        }
    }

    fn points(&self) -> impl Iterator<Item = &[f64]> {
        self.points[..self.count].iter().map(JsonVector::numbers)
    }

    fn json(&self, out: &mut Vec<u8>, [a, b]: [&str; 2]) {
        out.extend_from_slice(b"{\"a\":");
        json::push_text(out, a);
        out.extend_from_slice(b",\"b\":");
        json::push_text(out, b);
        let apart = self.relation == Relation::Apart;
        for text in [
            ",\"relation\":\"",
            self.relation_name(),
            if apart { "\",\"distance\":" } else { "\",\"depth\":" },
        ] {
            out.extend_from_slice(text.as_bytes());
        }
        json::push_number(out, self.length);
        if !apart {
            out.extend_from_slice(b",\"normal\":");
            json::push_numbers(out, self.normal.numbers());
            out.extend_from_slice(b",\"points\":[");
            for (place, point) in self.points().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                json::push_numbers(out, point);
            }
            out.push(b']');
        }
        if !text::has_no_parts(&self.parts) {
            let name = |part: Option<u32>| part.map_or("null".into(), |part| part.to_string());
            let [a, b] = self.parts.map(name);
            out.extend_from_slice(format!(",\"parts\":[{a},{b}]").as_bytes());
        }
        out.extend_from_slice(b"}\n");
    }

    fn row(&self, out: &mut Vec<u8>, table: &Table<7>, names: [&str; 2]) {
        let [a, b] = names.map(text::name);
        let relation = self.relation_name().to_string();
        let length = text::number(self.length);
        let columns = if self.relation == Relation::Apart {
            [a, b, relation, format!("gap {length}"), String::new(), String::new(), text::parts(self.parts)]
        } else {
            let points: Vec<_> = self.points().map(text::vector).collect();
            let normal = text::vector(self.normal.numbers());
            [a, b, relation, length, normal, points.join(" "), text::parts(self.parts)]
        };
        let mut styles = [terminal::PLAIN; 7];
        styles[2] = match self.relation {
            Relation::Apart => terminal::PLAIN,
            Relation::Touching => terminal::TOUCHING,
            Relation::Overlapping => terminal::OVERLAPPING,
        };
        // Writing to a `Vec` cannot fail.
        let _ = table.styled_row(out, columns, styles);
    }
}
