//! Constants for a Rust program: arrays of numbers, which the types of `bumper` are made of without effort.

use super::super::{Hitbox, Shape, Traced};
use super::{identifier, numbers, plural};
use std::collections::HashSet;
use std::fmt::Write;

pub fn write(frames: &[Traced]) -> String {
    let mut text = String::from("// Hitboxes in pixels, from the top left corner of each sprite.\n");
    let mut taken = HashSet::new();
    for frame in frames {
        for hitbox in &frame.hitboxes {
            let name = identifier(&frame.id(hitbox), &mut taken).to_uppercase();
            constant(&mut text, &name, frame, hitbox);
        }
    }
    text
}

/// Writing to a string cannot fail; the results are dropped throughout.
fn constant(text: &mut String, name: &str, frame: &Traced, hitbox: &Hitbox) {
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
                 /// Its words.\npub const {name}_WORDS: [u64; {}] = [\n    {},\n];\n",
                mask.size(),
                words.len(),
                words.join(",\n    ")
            );
        }
        Shape::Box(_) => {
            let rows: Vec<Vec<i64>> = hitbox
                .shapes
                .iter()
                .map(|shape| numbers(shape).iter().map(|c| *c as i64).collect())
                .collect();
            let small = rows.iter().flatten().all(|c| (-128..128).contains(c));
            let fits = rows.iter().flatten().all(|c| (-32768..32768).contains(c));
            let number = if small {
                "i8"
            } else if fits {
                "i16"
            } else {
                "i32"
            };
            let rows: Vec<_> = rows.iter().map(|row| format!("{row:?}")).collect();
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
