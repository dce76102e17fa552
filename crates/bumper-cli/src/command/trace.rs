//! `bumper trace`: sprites into hitboxes.

use crate::output;
use crate::text::{self, Table};
use crate::trace::format::{self, Format};
use crate::trace::hitbox::{Kind, Manner};
use crate::trace::source::{Sheet, frames};
use crate::trace::{Traced, preview};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// Pictures: PNG, GIF, WebP or Aseprite files
    #[arg(required = true)]
    images: Vec<PathBuf>,

    /// What sprites are turned into
    #[arg(long = "as", value_enum, default_value = "boxes", value_name = "KIND")]
    kind: Kind,

    /// How far hitboxes may be from the outline, in pixels [default: 0 for boxes, 1 for polygons]
    #[arg(long, value_name = "PX")]
    tolerance: Option<f64>,

    /// The most corners of a convex polygon
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(3..))]
    corners: u16,

    /// The least alpha of a solid pixel
    #[arg(long, value_name = "N", default_value_t = 128)]
    alpha: u8,

    /// What to write [default: by the name of the file; without one, a table]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Cut each picture into cells of this size
    #[arg(long, value_name = "WxH", value_parser = grid, conflicts_with = "sheet")]
    grid: Option<[u16; 2]>,

    /// Cut the picture as a TexturePacker file (JSON) says
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// The file to write [default: standard output]; consoles/bumper_console.h reads what .h files hold
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Draw the sprites with their hitboxes: .png or .svg
    #[arg(long, value_name = "FILE")]
    preview: Option<PathBuf>,

    /// Print one JSON object a frame instead of a table
    #[arg(long)]
    json: bool,
}

fn grid(text: &str) -> Result<[u16; 2], String> {
    let size = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    size.filter(|size: &[u16; 2]| size.iter().all(|c| *c > 0)).ok_or_else(|| "a grid is like 16x16".into())
}

pub fn run(arguments: &Arguments) -> Result<()> {
    if arguments.sheet.is_some() && arguments.images.len() > 1 {
        bail!("--sheet goes with one picture");
    }
    let usual = if matches!(arguments.kind, Kind::Polygons | Kind::Convex) { 1.0 } else { 0.0 };
    let tolerance = arguments.tolerance.unwrap_or(usual);
    if !(0.0..=1000.0).contains(&tolerance) {
        bail!("the tolerance {tolerance} is not between 0 and 1000");
    }
    if let Some(preview) = &arguments.preview {
        output::is_png(preview)?;
    }
    let format = match (&arguments.format, &arguments.out) {
        (Some(format), _) => Some(*format),
        (None, Some(out)) => Some(Format::of(out)?),
        (None, None) => None,
    };
    let manner =
        Manner { kind: arguments.kind, tolerance, corners: arguments.corners.into(), alpha: arguments.alpha };
    let sheet = match (&arguments.grid, &arguments.sheet) {
        (Some(cell), _) => Sheet::Grid(*cell),
        (_, Some(atlas)) => Sheet::Atlas(atlas.clone()),
        _ => Sheet::No,
    };
    // Decoders that panic on broken files are caught; what they say on the way helps nobody.
    std::panic::set_hook(Box::new(|_| {}));
    let bar = progress();
    let traced: Vec<Result<Vec<Traced>>> = arguments
        .images
        .par_iter()
        .map(|path| one(path, &sheet, &manner, &bar).with_context(|| path.display().to_string()))
        .collect();
    bar.finish_and_clear();
    drop(std::panic::take_hook());
    let (mut all, mut failed) = (Vec::new(), 0);
    for traced in traced {
        match traced {
            Ok(frames) => all.extend(frames),
            Err(error) => {
                failed += 1;
                crate::complain(&error);
            }
        }
    }
    if !all.is_empty() {
        write(arguments, format, &all)?;
    }
    if failed > 0 { Err(crate::Said.into()) } else { Ok(()) }
}

fn one(path: &Path, sheet: &Sheet, manner: &Manner, bar: &ProgressBar) -> Result<Vec<Traced>> {
    let frames = frames(path, sheet)?;
    bar.inc_length(frames.len() as u64);
    let trace = |frame| {
        let traced = manner.trace(frame, bar);
        bar.inc(1);
        traced
    };
    let traced: Vec<_> = frames.into_par_iter().map(trace).collect();
    if traced.iter().all(|frame| frame.hitboxes.is_empty()) {
        bail!("there is no solid pixel");
    }
    Ok(traced)
}

/// Shows how many frames, and of those that are split how many of their parts, are done.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} parts, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn write(arguments: &Arguments, format: Option<Format>, frames: &[Traced]) -> Result<()> {
    if let Some(path) = &arguments.preview {
        let svg = preview::svg(frames)?;
        let bytes = if output::is_png(path)? { crate::draw::png(&svg)? } else { svg.into_bytes() };
        output::write_whole(path, &bytes).with_context(|| path.display().to_string())?;
    }
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    match (format, &arguments.out) {
        (Some(format), Some(out)) => {
            let text = format.write(frames, Some(out))?;
            output::write_whole(out, text.as_bytes()).with_context(|| out.display().to_string())?;
        }
        (Some(format), None) => {
            stdout.write_all(format.write(frames, None)?.as_bytes())?;
            return Ok(stdout.flush()?);
        }
        (None, _) => {}
    }
    if arguments.json {
        frames.iter().try_for_each(|frame| writeln!(stdout, "{}", format::line(frame)))?;
        return Ok(stdout.flush()?);
    }
    let width = text::names_width(frames.iter().map(|frame| frame.name.as_str())) as isize;
    let table = Table([width, 11, 14, 0]);
    table.row(&mut stdout, ["FRAME", "SIZE", "KIND", "HITBOX"].map(String::from))?;
    for frame in frames {
        let [w, h] = frame.picture.size();
        let row = |kind: String, what: String| [text::name(&frame.name), format!("{w}x{h}"), kind, what];
        if frame.hitboxes.is_empty() {
            table.row(&mut stdout, row(String::new(), "no solid pixel".into()))?;
        }
        for hitbox in &frame.hitboxes {
            table.row(&mut stdout, row(text::name(&hitbox.kind), preview::summary(hitbox)))?;
        }
    }
    Ok(stdout.flush()?)
}
