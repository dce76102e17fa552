//! Writes a C99 header with tables of small integers, for consoles without floating point. `consoles/bumper_console.h` can read the tables
//! of boxes and masks directly. The shapes of each hitbox form a table. For each kind of hitbox, there are two more tables with one entry
//! per frame: the number of shapes in the frame, and a pointer to their table.

use super::super::{Hitbox, Shape, Traced};
use super::{columns, identifier, numbers, plural, usage, with_prefix};
use anyhow::{Result, bail};
use bumper::MaskBuf;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// How the coordinates in a table are written: as integers of the C type `number`, in units of 1/`scale` pixel.
struct Style {
    scale: f64,
    number: &'static str,
}

/// Writes the whole header. If there is a `name`, the table of frames has this name, and all other names begin with it. Otherwise the table
/// of frames is named after the output file, and the other tables are named after the sprites.
pub fn write(frames: &[Traced], out: Option<&Path>, name: Option<&str>) -> Result<String> {
    let stem = out.and_then(Path::file_stem).filter(|stem| *stem != "-");
    let stem = stem.map_or("hitboxes".into(), |stem| stem.to_string_lossy());
    let stem = identifier(name.unwrap_or(&stem), &mut HashSet::new());
    let guard = format!("{stem}_h").to_uppercase();
    let mut text = String::new();
    let mut taken = HashSet::new();
    let columns = columns(frames);
    // A column contains the shapes of one type, for one kind of hitbox. The pointers to all its tables are in one array, so these tables
    // need the same unit and the same C type.
    let styles = columns.iter().map(|column| style(frames, *column)).collect::<Result<Vec<_>>>()?;
    let mut rows = vec![vec![None; columns.len()]; frames.len()];
    for (frame, row) in frames.iter().zip(&mut rows) {
        for hitbox in &frame.hitboxes {
            let Some(first) = hitbox.shapes.first() else { continue };
            let name = identifier(&with_prefix(name, &frame.id(hitbox)), &mut taken);
            let title = comment(&format!("{} of {}", hitbox.kind, frame.name));
            let column = columns.iter().position(|column| *column == (hitbox.kind.as_str(), plural(first)));
            let Some(column) = column else { continue };
            match first {
                Shape::Mask(pixels) => mask(&mut text, &name, &title, pixels),
                _ => list(&mut text, &name, &title, hitbox, &styles[column]),
            }
            row[column] = Some((name, hitbox.shapes.len()));
        }
    }
    let sizes = identifier(&format!("{stem}_frames"), &mut taken);
    table(&mut text, &sizes, frames);
    let mut usage = String::new();
    for (k, (kind, list)) in columns.iter().enumerate() {
        let cells: Vec<_> = rows.iter().map(|row| row[k].as_ref()).collect();
        let name = identifier(&format!("{stem}_{kind}"), &mut taken);
        let title = comment(&format!("The {list} called {kind}"));
        pointers(&mut text, &name, &title, list, styles[k].number, &cells);
        usage.push_str(&usage::of(&title, list, &name, &sizes, styles[k].number, styles[k].scale));
    }
    Ok(format!(
        "/* Hitboxes, from the top left corner of each sprite, y going down. How to use them in a game, for frame f whose\n   \
         corner is at (x, y):\n{usage}*/\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n{text}\n#endif /* {guard} */\n"
    ))
}

/// Escapes a text so that it does not end the C comment into which it is written.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(char::is_control, " ")
}

/// Chooses the unit and the C type of the coordinates in a column (the shapes of one type, for one kind of hitbox). The unit is a pixel if
/// all coordinates are whole. It is half a pixel if all are multiples of that. Otherwise, as for most circles, it is a sixteenth of a
/// pixel, and coordinates are rounded. The type is `int8_t` if all coordinates fit, else `int16_t`.
fn style(frames: &[Traced], column: (&str, &str)) -> Result<Style> {
    let shapes = || {
        let boxes = frames.iter().flat_map(|frame| &frame.hitboxes).filter(|hitbox| hitbox.kind == column.0);
        boxes.flat_map(|hitbox| &hitbox.shapes).filter(|shape| plural(shape) == column.1)
    };
    let all_integers = |scale: f64| shapes().flat_map(numbers).all(|c| (c * scale).fract() == 0.0);
    let scale = if all_integers(1.0) {
        1.0
    } else if all_integers(2.0) {
        2.0
    } else {
        16.0
    };
    let all = |range: std::ops::Range<f64>| {
        shapes().flat_map(numbers).all(|c| range.contains(&(c * scale).round()))
    };
    if !all(-32768.0..32768.0) {
        bail!("{}: a coordinate does not fit int16_t", column.0);
    }
    Ok(Style { scale, number: if all(-128.0..128.0) { "int8_t" } else { "int16_t" } })
}

fn mask(text: &mut String, name: &str, title: &str, mask: &MaskBuf) {
    let ([width, height], upper) = (mask.as_mask().size(), name.to_uppercase());
    let _ = write!(
        text,
        "\n/* {title}: bit x % 8 of byte x / 8 of row y, from the lowest. For bumper_console.h:\n   \
         const bumper_mask {name} = {{&{name}_mask[0][0], {upper}_WIDTH, {upper}_HEIGHT}}; */\n\
         #define {upper}_WIDTH {width}\n#define {upper}_HEIGHT {height}\n",
    );
    rows(text, &format!("{name}_mask"), &mask.as_mask());
    text.push_str("#ifdef BUMPER_MIRRORED /* for a sprite that is flipped from left to right */\n");
    rows(text, &format!("{name}_mask_mirrored"), &mask.as_mask().flipped(0).as_mask());
    text.push_str("#endif\n");
}

/// Writes the rows of pixels of a mask as a C table of bytes.
fn rows(text: &mut String, name: &str, mask: &bumper::Mask) {
    let [width, height] = mask.size();
    let _ = writeln!(text, "static const uint8_t {name}[{height}][{}] = {{", width.div_ceil(8));
    for j in 0..height {
        let byte = |k: u16| {
            (0..8).fold(0, |byte, bit| byte | u8::from(mask.get((k * 8).saturating_add(bit), j)) << bit)
        };
        let bytes: Vec<_> = (0..width.div_ceil(8)).map(|k| format!("0x{:02x}", byte(k))).collect();
        let _ = writeln!(text, "    {{{}}},", bytes.join(", "));
    }
    text.push_str("};\n");
}

/// Writes the shapes of a hitbox that is not a mask, as C tables of numbers.
fn list(text: &mut String, name: &str, title: &str, hitbox: &Hitbox, style: &Style) {
    let Some(first) = hitbox.shapes.first() else { return };
    let (list, upper, Style { scale, number }) = (plural(first), name.to_uppercase(), style);
    let row = |shape: &Shape| numbers(shape).iter().map(|c| (c * scale).round() as i64).collect::<Vec<_>>();
    let rows: Vec<Vec<i64>> = hitbox.shapes.iter().map(row).collect();
    let unit = match *scale as u8 {
        1 => "pixels",
        2 => "halves of pixels",
        _ => "sixteenths of pixels",
    };
    let count = rows.len();
    let list_of = |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let _ = write!(text, "\n#define {upper}_SCALE {scale}\n#define {upper}_COUNT {count}\n");
    if matches!(first, Shape::Polygon(_)) {
        let starts = rows.iter().scan(0, |sum, row| {
            *sum += row.len() / 2;
            Some(sum.to_string())
        });
        let starts: Vec<_> = std::iter::once("0".to_string()).chain(starts).collect();
        let corners: Vec<_> =
            rows.iter().flat_map(|row| row.chunks(2)).map(|c| format!("{{{}, {}}}", c[0], c[1])).collect();
        let _ = write!(
            text,
            "/* {title}: polygon k has the corners from [k] to before [k + 1]. */\n\
             static const uint16_t {name}_starts[{}] = {{{}}};\n\
             /* x, y in {unit}. */\nstatic const {number} {name}_corners[{}][2] = {{\n    {}\n}};\n",
            starts.len(),
            starts.join(", "),
            corners.len(),
            corners.join(",\n    ")
        );
        return;
    }
    let (what, columns) = match first {
        Shape::Box(_) => ("x, y, width, height", 4),
        Shape::Circle { .. } => ("x, y, radius", 3),
        _ => ("x, y, x, y, radius", 5),
    };
    let rows: Vec<_> = rows.iter().map(|row| format!("{{{}}}", list_of(row))).collect();
    let member = if *number == "int8_t" { "small" } else { "large" };
    let call = match first {
        Shape::Box(_) => format!(
            " For bumper_console.h:\n   bumper_boxes {name} = {{.{member} = {name}_{list}, .count = {upper}_COUNT}};"
        ),
        _ => String::new(),
    };
    let _ = write!(
        text,
        "/* {title}: {what} in {unit}.{call} */\nstatic const {number} {name}_{list}[{count}][{columns}] = {{\n    {}\n}};\n",
        rows.join(",\n    ")
    );
}

/// Writes a C table with the sizes and anchors of all frames, including those without a hitbox.
fn table(text: &mut String, name: &str, frames: &[Traced]) {
    let _ = write!(
        text,
        "\n/* All frames, in their order: width, height, and where their anchors are, in pixels. */\n\
         #define {}_COUNT {}\nstatic const int16_t {name}[{}][4] = {{\n",
        name.to_uppercase(),
        frames.len(),
        frames.len()
    );
    for frame in frames {
        // The pictures of consoles are much smaller than 32767 pixels, so clamping changes nothing in practice.
        let small = |c: f64| c.round().clamp(-32768.0, 32767.0) as i16;
        let [w, h] = frame.picture.size().map(|c| small(f64::from(c)));
        let [x, y] = frame.anchor.map(small);
        let _ = writeln!(text, "    {{{w}, {h}, {x}, {y}}}, /* {} */", comment(&frame.name));
    }
    text.push_str("};\n");
}

/// Writes two arrays for a column (the shapes of one type, for one kind of hitbox) with one entry for each frame: the number of shapes, and
/// a pointer to them. The pointer is 0 if the frame has no such shapes.
fn pointers(
    text: &mut String,
    name: &str,
    title: &str,
    list: &str,
    number: &str,
    cells: &[Option<&(String, usize)>],
) {
    let counts: Vec<_> = cells.iter().map(|cell| cell.map_or(0, |(_, count)| *count).to_string()).collect();
    let _ = write!(
        text,
        "\n/* {title} of each frame: how many, and where. */\nstatic const uint16_t {name}_counts[{}] = {{{}}};\n",
        cells.len(),
        counts.join(", ")
    );
    let mut array = |what: &str, head: &str, tail: &str| {
        let to = |cell: &Option<&(String, usize)>| match cell {
            // All pointers have the type of a pointer to a byte: pointers to rows would have different types for rows of different lengths.
            // SDCC, a C compiler for 8-bit consoles, does not accept `mask[0]` as a constant, so write `&mask[0][0]`, which is equal.
            Some((name, _)) if what == "mask" => format!("&{name}_mask[0][0]"),
            Some((name, _)) => format!("{name}_{what}"),
            None => "0".into(),
        };
        let cells: Vec<_> = cells.iter().map(to).collect();
        let _ = write!(
            text,
            "static const {head}{name}_{what}[{}]{tail} = {{\n    {}\n}};\n",
            cells.len(),
            cells.join(",\n    ")
        );
    };
    match list {
        "mask" => array("mask", "uint8_t *const ", ""),
        "polygons" => {
            array("starts", "uint16_t *const ", "");
            array("corners", &format!("{number} (*const "), ")[2]");
        }
        _ => {
            let columns = if list == "boxes" {
                4
            } else if list == "circles" {
                3
            } else {
                5
            };
            array(list, &format!("{number} (*const "), &format!(")[{columns}]"));
        }
    }
}
