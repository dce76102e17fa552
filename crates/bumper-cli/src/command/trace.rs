//! `bumper trace`: converts sprites to hitboxes.

use crate::output;
use crate::terminal::{WARNING, say};
use crate::text::{self, Table};
use crate::trace::atlas::Atlas;
use crate::trace::format::{self, Format};
use crate::trace::hitbox::{Anchor, Kind, TraceSettings};
use crate::trace::source::{Sheet, frames};
use crate::trace::{Traced, preview};
use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The text that the help of `trace` shows below the options.
const MORE: &str = "\
Layers of an Aseprite file that are named hit, hurt or push become hitboxes of that kind instead of parts of the picture. Each slice becomes \
a hitbox of its own kind, a box with the name of the slice; its pivot becomes the anchor. All other pixels are the kind body.

A picture has at most 2^26 pixels and 65535 on a side, a frame of an animation 2^24 pixels, and all frames of an animation or a \
sprite sheet 2^25 pixels. A grid has at most 65536 cells. A file has at most 1 GiB.";

#[derive(clap::Args)]
#[command(after_help = MORE)]
pub struct Arguments {
    /// Pictures: PNG, JPEG, GIF, WebP, BMP or Aseprite files
    #[arg(required = true)]
    images: Vec<PathBuf>,

    /// The kind of hitbox
    #[arg(long = "as", value_enum, default_value = "boxes", value_name = "KIND")]
    kind: Kind,

    /// The largest distance of polygons from the outline, in pixels [default: 1]. For boxes, a whole number N (rounded down) [default: 0]:
    /// a solid pixel outside of all boxes is at most N columns and N rows away from a box, and an empty pixel inside of a box is at most N
    /// columns and N rows away from a solid pixel
    #[arg(long, value_name = "PX")]
    tolerance: Option<f64>,

    /// The maximum number of corners of a convex polygon [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(3..))]
    corners: Option<u16>,

    /// The minimum alpha of a solid pixel
    #[arg(long, value_name = "N", default_value_t = 128)]
    alpha: u8,

    /// The background colour, which counts as transparent: #rrggbb, cyan, magenta, black or white
    #[arg(long, visible_alias = "key-colour", value_name = "COLOUR", value_parser = color)]
    key_color: Option<[u8; 3]>,

    /// The anchor of each sprite: the point of its picture that a game places at the sprite's position. Ignored if the file defines an
    /// anchor
    #[arg(long, value_enum, default_value = "top-left", value_name = "PLACE")]
    anchor: Anchor,

    /// The output format [default: the format that belongs to the extension of the output file; a scene if the output file is -]. Without
    /// --format and --out, prints a table for reading
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Cut each picture into cells of this size
    #[arg(long, value_name = "WxH", value_parser = grid, conflicts_with = "sheet")]
    grid: Option<[u16; 2]>,

    /// The margin around the grid, in pixels
    #[arg(long, value_name = "PX", default_value_t = 0, requires = "grid")]
    margin: u16,

    /// The spacing between the cells of the grid, in pixels
    #[arg(long, value_name = "PX", default_value_t = 0, requires = "grid")]
    spacing: u16,

    /// Cut the picture into the sprites of a sprite sheet (JSON) by TexturePacker, Aseprite, Adobe Animate or Phaser
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,

    /// The file to write, or - for standard output [default: standard output]. A .h file contains tables that consoles/bumper_console.h
    /// reads
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// For the formats rust, c and tiled: the name of the table of sprites (in Tiled, of the tileset), which also becomes a prefix of the
    /// other names in the file [default: a name after the output file or "frames", and no prefix]. A program can use two tables whose
    /// sprites have equal names if their prefixes differ
    #[arg(long, value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    name: Option<String>,

    /// Draw the sprites with their hitboxes: .png or .svg
    #[arg(long, value_name = "FILE")]
    preview: Option<PathBuf>,

    /// Print one JSON object per frame instead of a table
    #[arg(long)]
    json: bool,
}

fn grid(text: &str) -> Result<[u16; 2], String> {
    let size = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    size.filter(|size: &[u16; 2]| size.iter().all(|c| *c > 0))
        .ok_or_else(|| "a grid is width x height, such as 16x16".into())
}

fn color(text: &str) -> Result<[u8; 3], String> {
    let named_colors = [("cyan", "00ffff"), ("magenta", "ff00ff"), ("black", "000000"), ("white", "ffffff")];
    let named =
        named_colors.iter().find(|(name, _)| text.eq_ignore_ascii_case(name)).map(|(_, digits)| *digits);
    let digits = named.unwrap_or(text.strip_prefix('#').unwrap_or(text));
    let part = |k: usize| u8::from_str_radix(digits.get(2 * k..2 * k + 2)?, 16).ok();
    let parts =
        (digits.len() == 6 && digits.is_ascii()).then(|| Some([part(0)?, part(1)?, part(2)?])).flatten();
    parts.ok_or_else(|| "a colour is #rrggbb, cyan, magenta, black or white".into())
}

pub fn run(arguments: &Arguments) -> Result<()> {
    let atlas = arguments.sheet.as_deref().map(Atlas::read).transpose()?;
    if arguments.images.len() > 1 && atlas.as_ref().is_some_and(|atlas| !atlas.has_several()) {
        bail!("--sheet describes a single picture, but several are given");
    }
    let usual = if matches!(arguments.kind, Kind::Polygons | Kind::Convex) { 1.0 } else { 0.0 };
    let tolerance = arguments.tolerance.unwrap_or(usual);
    if !(0.0..=1000.0).contains(&tolerance) {
        bail!("the tolerance {tolerance} is not between 0 and 1000");
    }
    check_options(arguments)?;
    if let Some(preview) = &arguments.preview {
        output::is_png(preview)?;
    }
    let format = match (&arguments.format, &arguments.out) {
        (Some(format), _) => Some(*format),
        (None, Some(out)) if out == Path::new("-") => Some(Format::Scene),
        (None, Some(out)) => Some(Format::of(out)?),
        (None, None) => None,
    };
    let settings = TraceSettings {
        kind: arguments.kind,
        tolerance,
        corners: arguments.corners.unwrap_or(8).into(),
        alpha: arguments.alpha,
        anchor: arguments.anchor,
    };
    let sheet = match (&arguments.grid, atlas) {
        (Some(cell), _) => Sheet::Grid { cell: *cell, margin: arguments.margin, spacing: arguments.spacing },
        (_, Some(atlas)) => Sheet::Atlas(Arc::new(atlas)),
        _ => Sheet::None,
    };
    // On damaged files, decoders may panic. The panics are caught and reported as errors, so do not let the panic hook print them as well.
    std::panic::set_hook(Box::new(|_| {}));
    let bar = progress();
    let traced: Vec<Result<Vec<Traced>>> = arguments
        .images
        .par_iter()
        .map(|path| {
            one(path, &sheet, arguments.key_color, &settings, &bar)
                .with_context(|| path.display().to_string())
        })
        .collect();
    bar.finish_and_clear();
    drop(std::panic::take_hook());
    let mut all = Vec::new();
    let mut failed = 0;
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
    if failed > 0 { Err(crate::Reported.into()) } else { Ok(()) }
}

/// Fails if an option is given that has no effect on the chosen kind of hitbox.
fn check_options(arguments: &Arguments) -> Result<()> {
    let has_tolerance = match arguments.kind {
        Kind::Boxes | Kind::Polygons | Kind::Convex => true,
        Kind::Circle | Kind::Capsule | Kind::Box | Kind::Mask => false,
    };
    // Kinds of hitboxes without a tolerance accept a tolerance of zero, because it changes nothing.
    if arguments.tolerance.is_some_and(|tolerance| tolerance != 0.0) && !has_tolerance {
        bail!("--tolerance is for --as boxes, polygons and convex");
    }
    if arguments.corners.is_some() && arguments.kind != Kind::Convex {
        bail!("--corners is for --as convex");
    }
    Ok(())
}

fn one(
    path: &Path,
    sheet: &Sheet,
    key: Option<[u8; 3]>,
    settings: &TraceSettings,
    bar: &ProgressBar,
) -> Result<Vec<Traced>> {
    let frames = std::panic::catch_unwind(|| frames(path, sheet, key));
    let frames = frames.map_err(|_| anyhow!("the file is broken: it cannot be decoded"))??;
    bar.inc_length(frames.len() as u64);
    let trace = |frame| {
        let traced = settings.trace(frame, bar);
        bar.inc(1);
        traced
    };
    let traced: Vec<_> = frames.into_par_iter().map(trace).collect();
    if traced.is_empty() {
        bail!("the sheet has no frames");
    }
    if traced.iter().all(|frame| frame.hitboxes.is_empty()) {
        bail!("there is no solid pixel");
    }
    if let Some(full) = traced.iter().find(|frame| frame.full) {
        let [r, g, b] = [0, 1, 2].map(|k| full.picture.pixels().get(k).copied().unwrap_or_default());
        let line = format!(
            "{}: every pixel of {} is solid; --key-color \"#{r:02x}{g:02x}{b:02x}\" makes the colour of its first pixel transparent",
            path.display(),
            full.name
        );
        bar.suspend(|| say(WARNING, &line));
    }
    Ok(traced)
}

/// A progress bar that counts finished frames. A slow kind of hitbox is computed separately for each connected part of a frame. Then the
/// bar also counts these parts.
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
    let name = arguments.name.as_deref();
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    match (format, &arguments.out) {
        (Some(format), Some(out)) if out != Path::new("-") => {
            let text = format.write(frames, Some(out), name)?;
            output::write_whole(out, text.as_bytes()).with_context(|| out.display().to_string())?;
        }
        (Some(format), _) => {
            stdout.write_all(format.write(frames, None, name)?.as_bytes())?;
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
    table.head(&mut stdout, ["FRAME", "SIZE", "KIND", "HITBOX"])?;
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
