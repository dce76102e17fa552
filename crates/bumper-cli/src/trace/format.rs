//! The output formats of traced frames. Each format has its own file.

mod c;
mod csv;
mod json;
mod rust;
mod scene;
mod tiled;
mod usage;

pub use json::line;

use super::{Shape, Traced};
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A scene for the other commands, with the frames side by side
    Scene,
    /// JSON Lines: one object per frame
    Json,
    /// A table with one line per box, corner or circle
    Csv,
    /// Constants for a Rust program
    Rust,
    /// A C header with small integers, for consoles such as the Game Boy
    C,
    /// A Tiled tileset with collision shapes
    Tiled,
}

impl Format {
    /// The format that is used for a file with this extension.
    pub fn of(path: &Path) -> Result<Self> {
        Ok(match crate::output::ending(path).as_str() {
            "json" => Format::Scene,
            "jsonl" => Format::Json,
            "csv" => Format::Csv,
            "rs" => Format::Rust,
            "h" | "c" => Format::C,
            "tsj" => Format::Tiled,
            _ => bail!(
                "{}: use --format, or a name that ends in .json, .jsonl, .csv, .rs, .h or .tsj",
                path.display()
            ),
        })
    }

    /// Formats the frames as text. `out` is the path of the output file. `name` is the name of the table of frames, in formats that have
    /// such a name.
    pub fn write(self, frames: &[Traced], out: Option<&Path>, name: Option<&str>) -> Result<String> {
        if name.is_some() && !matches!(self, Format::Rust | Format::C | Format::Tiled) {
            bail!("--name is for the formats rust, c and tiled: the others have no table names");
        }
        match self {
            Format::Scene => scene::write(frames),
            Format::Json => json::write(frames),
            Format::Csv => csv::write(frames),
            Format::Rust => Ok(rust::write(frames, name)),
            Format::C => c::write(frames, out, name),
            Format::Tiled => tiled::write(frames, out, name),
        }
    }
}

/// Converts a name to an identifier that is not yet in `taken`, and adds the identifier to `taken`.
fn identifier(name: &str, taken: &mut std::collections::HashSet<String>) -> String {
    let mut clean: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if !clean.starts_with(|c: char| c.is_ascii_alphabetic()) {
        clean.insert_str(0, "sprite_");
    }
    let mut unique = clean.clone();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{clean}_{count}");
    }
    unique
}

/// The name of a list of shapes in the output. It begins with the name of the table of frames, if this table has a name.
fn with_prefix(table: Option<&str>, name: &str) -> String {
    table.map_or_else(|| name.into(), |table| format!("{table}_{name}"))
}

/// The numbers of a shape as a list: for a box, x, y, width and height; for a polygon, the coordinates of all corners.
fn numbers(shape: &Shape) -> Vec<f64> {
    match shape {
        Shape::Box(area) => {
            let min = area.min();
            let size = area.size();
            vec![min.x().into(), min.y().into(), size.x().into(), size.y().into()]
        }
        Shape::Polygon(corners) => corners.concat(),
        Shape::Circle { center, radius } => vec![center[0], center[1], *radius],
        Shape::Capsule { from, to, radius } => vec![from[0], from[1], to[0], to[1], *radius],
        Shape::Mask(_) => Vec::new(),
    }
}

/// The columns of a table of frames. Each column is a combination of a kind of hitbox and a type of shapes (as its plural), if any frame
/// has it.
fn columns(frames: &[Traced]) -> Vec<(&str, &'static str)> {
    let mut columns = Vec::new();
    for hitbox in frames.iter().flat_map(|frame| &frame.hitboxes) {
        let column = hitbox.shapes.first().map(|first| (hitbox.kind.as_str(), plural(first)));
        columns.extend(column.filter(|column| !columns.contains(column)));
    }
    columns
}

/// The plural of the type of a shape, such as "boxes" for a box. Lists of such shapes have this name in the output.
fn plural(shape: &Shape) -> &'static str {
    match shape {
        Shape::Box(_) => "boxes",
        Shape::Polygon(_) => "polygons",
        Shape::Circle { .. } => "circles",
        Shape::Capsule { .. } => "capsules",
        Shape::Mask(_) => "mask",
    }
}
