//! Writes hitboxes as constants of a Rust program: arrays of numbers that convert easily to the types of `bumper`, and a table of all
//! frames.

use super::super::{Hitbox, Shape, Traced};
use super::{columns, identifier, numbers, plural, with_prefix};
use std::collections::HashSet;
use std::fmt::Write;

/// Writes the whole Rust file. `table` is the prefix of all names, so that the constants of two files can be in one module.
pub fn write(frames: &[Traced], table: Option<&str>) -> String {
    let mut text = String::from("// Hitboxes in pixels, from the top left corner of each sprite.\n");
    let mut taken = HashSet::from([with_prefix(table, "frames").to_lowercase()]);
    let number = whole_type(frames);
    // Write the constants of all hitboxes first. `rows` collects their names for the table of frames, which has a row for each frame.
    let columns = columns(frames);
    let mut rows = vec![vec![None; columns.len()]; frames.len()];
    for (frame, row) in frames.iter().zip(&mut rows) {
        for hitbox in &frame.hitboxes {
            let name = identifier(&with_prefix(table, &frame.id(hitbox)), &mut taken).to_uppercase();
            let Some(first) = hitbox.shapes.first() else { continue };
            constant(&mut text, &name, frame, hitbox, number);
            let column = columns.iter().position(|column| *column == (hitbox.kind.as_str(), plural(first)));
            if let Some(cell) = column.and_then(|column| row.get_mut(column)) {
                *cell = Some(name);
            }
        }
    }
    let all = table.map(|table| identifier(table, &mut HashSet::new()));
    frame_table(&mut text, all.as_deref(), frames, &columns, &rows, number);
    text
}

/// Converts an identifier to the name of a type in camel case.
fn camel_case(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

/// The smallest integer type for the coordinates and sizes of all boxes.
fn whole_type(frames: &[Traced]) -> &'static str {
    let shapes = || frames.iter().flat_map(|frame| &frame.hitboxes).flat_map(|hitbox| &hitbox.shapes);
    let boxes = || shapes().filter(|shape| matches!(shape, Shape::Box(_)));
    let all = |range: std::ops::Range<f64>| boxes().flat_map(numbers).all(|c| range.contains(&c));
    if all(-128.0..128.0) {
        "i8"
    } else if all(-32768.0..32768.0) {
        "i16"
    } else {
        "i32"
    }
}

/// The Rust type of a list of shapes. `list` is the plural that names the type of the shapes, and `number` is the type of the coordinates
/// of boxes.
fn list_type(list: &str, number: &str) -> String {
    match list {
        "boxes" => format!("&'static [[{number}; 4]]"),
        "circles" => "&'static [[f32; 3]]".into(),
        "capsules" => "&'static [[f32; 5]]".into(),
        "polygons" => "&'static [&'static [[f32; 2]]]".into(),
        _ => "&'static [u64]".into(),
    }
}

/// Writes a Rust table of all frames, including frames without a hitbox.
fn frame_table(
    text: &mut String,
    table: Option<&str>,
    frames: &[Traced],
    columns: &[(&str, &str)],
    rows: &[Vec<Option<String>>],
    number: &str,
) {
    let frame = format!("{}Frame", camel_case(table.unwrap_or_default()));
    let all = with_prefix(table, "frames").to_uppercase();
    let mut taken = HashSet::from(["name".into(), "size".into(), "anchor".into()]);
    let fields: Vec<_> =
        columns.iter().map(|(kind, list)| identifier(&format!("{kind}_{list}"), &mut taken)).collect();
    let _ = write!(
        text,
        "\n/// A frame: its name, its size, its anchor from its top left corner, and its hitboxes, of which some frames have none.\n\
         #[derive(Clone, Copy, Debug)]\n#[allow(missing_docs)]\npub struct {frame} {{\n    pub name: &'static str,\n    pub size: [u16; 2],\n    pub anchor: [f32; 2],\n",
    );
    for (field, (_, list)) in fields.iter().zip(columns) {
        let _ = writeln!(text, "    pub {field}: {},", list_type(list, number));
    }
    let _ = write!(
        text,
        "}}\n\n/// All frames, in their order.\npub const {all}: [{frame}; {}] = [\n",
        frames.len()
    );
    for (of, row) in frames.iter().zip(rows) {
        let mut cells =
            format!("name: {:?}, size: {:?}, anchor: {:?}", of.name, of.picture.size(), of.anchor);
        for ((field, (_, list)), name) in fields.iter().zip(columns).zip(row) {
            let list = if *list == "mask" { "words" } else { list };
            let value = name.as_ref().map_or("&[]".into(), |name| format!("&{name}_{}", list.to_uppercase()));
            let _ = write!(cells, ", {field}: {value}");
        }
        let _ = writeln!(text, "    {frame} {{ {cells} }},");
    }
    text.push_str("];\n");
}

/// Writes the Rust constant that contains a hitbox. The results of writing are ignored, because writing to a string cannot fail.
fn constant(text: &mut String, name: &str, frame: &Traced, hitbox: &Hitbox, number: &str) {
    let title = format!("{:?} of {:?}", hitbox.kind, frame.name);
    let Some(first) = hitbox.shapes.first() else { return };
    let list = plural(first).to_uppercase();
    let n = hitbox.shapes.len();
    match first {
        Shape::Mask(mask) => {
            let mask = mask.as_mask();
            let words: Vec<_> = mask.words().iter().map(|word| format!("{word:#x}")).collect();
            let _ = write!(
                text,
                "\n/// The mask {title}: `bumper::Mask::new({name}_SIZE, &{name}_WORDS)`.\npub const {name}_SIZE: [u16; 2] = {:?};\n\
                 /// The words of the mask {title}.\npub const {name}_WORDS: [u64; {}] = [\n    {},\n];\n",
                mask.size(),
                words.len(),
                words.join(",\n    ")
            );
        }
        Shape::Box(_) => {
            let row = |shape: &Shape| numbers(shape).iter().map(|c| *c as i64).collect::<Vec<_>>();
            let rows: Vec<_> = hitbox.shapes.iter().map(|shape| format!("{:?}", row(shape))).collect();
            let _ = write!(
                text,
                "\n/// The boxes {title}: x, y, width and height. `bumper::ShapeBuf::from_boxes(&{name}_{list})`\npub const {name}_{list}: [[{number}; 4]; {n}] = [\n    {},\n];\n",
                rows.join(",\n    ")
            );
        }
        Shape::Circle { .. } | Shape::Capsule { .. } => {
            let rows: Vec<_> = hitbox.shapes.iter().map(|shape| format!("{:?}", numbers(shape))).collect();
            let (what, count) = match first {
                Shape::Circle { .. } => ("centre and radius", 3),
                _ => ("both ends and radius", 5),
            };
            let _ = write!(
                text,
                "\n/// The {} {title}: {what}.\npub const {name}_{list}: [[f32; {count}]; {n}] = [\n    {},\n];\n",
                plural(first),
                rows.join(",\n    ")
            );
        }
        Shape::Polygon(_) => {
            let polygons: Vec<_> = hitbox
                .shapes
                .iter()
                .map(|shape| match shape {
                    Shape::Polygon(corners) => format!("&{corners:?}"),
                    _ => String::new(),
                })
                .collect();
            let _ = write!(
                text,
                "\n/// The polygons {title}, by their corners. `bumper::ShapeBuf::from_polygons(&{name}_{list})`\npub const {name}_{list}: [&[[f32; 2]]; {n}] = [\n    {},\n];\n",
                polygons.join(",\n    ")
            );
        }
    }
}
