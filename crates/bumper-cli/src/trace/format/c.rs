//! A C99 header of tables of small integers, for consoles without floats: `int8_t` where all fit, else `int16_t`. Those of boxes
//! and masks are read by `consoles/bumper_console.h` as they are.

use super::super::{Shape, Traced};
use super::{identifier, numbers, plural};
use anyhow::{Result, bail};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

pub fn write(frames: &[Traced], out: Option<&Path>) -> Result<String> {
    let stem = out.and_then(Path::file_stem).map_or("hitboxes".into(), |stem| stem.to_string_lossy());
    let guard = identifier(&format!("{stem}_h"), &mut HashSet::new()).to_uppercase();
    // Writing to a string cannot fail; the results are dropped throughout.
    let mut text = format!(
        "/* Hitboxes in pixels, from the top left corner of each sprite, y going down. */\n\
         #ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n"
    );
    let mut taken = HashSet::new();
    for frame in frames {
        for hitbox in &frame.hitboxes {
            let name = identifier(&frame.id(hitbox), &mut taken);
            let title = format!("{} of {}", hitbox.kind, frame.name)
                .replace("*/", "* /")
                .replace(char::is_control, " ");
            let Some(first) = hitbox.shapes.first() else { continue };
            let (list, upper) = (plural(first), name.to_uppercase());
            if let Shape::Mask(mask) = first {
                let [width, height] = mask.as_mask().size();
                let _ = write!(
                    text,
                    "\n/* {title}: bit x % 8 of byte x / 8 of row y, from the lowest. For bumper_console.h:\n   \
                     const bumper_mask {name} = {{&{name}_mask[0][0], {upper}_WIDTH, {upper}_HEIGHT}}; */\n\
                     #define {upper}_WIDTH {width}\n#define {upper}_HEIGHT {height}\n",
                );
                rows(&mut text, &format!("{name}_mask"), &mask.as_mask());
                text.push_str(
                    "#ifdef BUMPER_MIRRORED /* for a sprite that is flipped from left to right */\n",
                );
                rows(&mut text, &format!("{name}_mask_mirrored"), &mask.as_mask().flipped(0).as_mask());
                text.push_str("#endif\n");
                continue;
            }
            // Corners of polygons lie on halves of pixels; circles are rounded to sixteenths.
            let given: Vec<Vec<f64>> = hitbox.shapes.iter().map(numbers).collect();
            let whole = |scale: f64| given.iter().flatten().all(|c| (c * scale).fract() == 0.0);
            let scale = if whole(1.0) {
                1.0
            } else if whole(2.0) {
                2.0
            } else {
                16.0
            };
            let rows: Vec<Vec<i64>> =
                given.iter().map(|row| row.iter().map(|c| (c * scale).round() as i64).collect()).collect();
            if !rows.iter().flatten().all(|c| (-32768..32768).contains(c)) {
                bail!("{title}: a coordinate does not fit int16_t");
            }
            let small = rows.iter().flatten().all(|c| (-128..128).contains(c));
            let number = if small { "int8_t" } else { "int16_t" };
            let unit = match scale as u8 {
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
                let corners: Vec<_> = rows
                    .iter()
                    .flat_map(|row| row.chunks(2))
                    .map(|c| format!("{{{}, {}}}", c[0], c[1]))
                    .collect();
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
            } else {
                let (what, columns) = match first {
                    Shape::Box(_) => ("x, y, width, height", 4),
                    Shape::Circle { .. } => ("x, y, radius", 3),
                    _ => ("x, y, x, y, radius", 5),
                };
                let rows: Vec<_> = rows.iter().map(|row| format!("{{{}}}", list_of(row))).collect();
                let member = if small { "small" } else { "large" };
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
        }
    }
    let _ = writeln!(text, "\n#endif /* {guard} */");
    Ok(text)
}

/// The rows of a mask as a table of bytes.
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
