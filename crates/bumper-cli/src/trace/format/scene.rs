//! Writes a scene that shows the frames side by side, with a shape for each hitbox. The coordinates of a shape are relative to its frame;
//! the key `at` moves the shape to the position of the frame.

use super::super::Traced;
use super::{json, numbers};
use anyhow::Result;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The gap between two frames, in pixels.
const GAP: u32 = 8;

pub fn write(frames: &[Traced]) -> Result<String> {
    let mut ids = HashSet::new();
    let mut lines = Vec::new();
    let mut next_x = 0;
    let mut all_integers = true;
    for frame in frames {
        for hitbox in &frame.hitboxes {
            let name = frame.id(hitbox);
            let mut id = frame.id(hitbox);
            let mut count = 1;
            while !ids.insert(id.clone()) {
                count += 1;
                id = format!("{name}#{count}");
            }
            let mut shapes: Vec<_> = hitbox.shapes.iter().map(json::shape).collect();
            all_integers &=
                hitbox.shapes.iter().flat_map(numbers).all(|c| c == c.trunc() && c.abs() < 32768.0);
            let mut entry = if shapes.len() == 1 {
                shapes.remove(0)
            } else {
                serde_json::Map::from_iter([("compound".to_string(), Value::from(shapes))])
            };
            entry.insert("id".into(), id.into());
            if next_x > 0 {
                entry.insert("at".into(), json!([next_x, 0]));
            }
            lines.push(format!("    {}", Value::from(entry)));
        }
        next_x += u32::from(frame.picture.size()[0]) + GAP;
    }
    // Use an integer scalar if all coordinates are integers in its range.
    let scalar = if all_integers && next_x < 32768 && frames.iter().all(|f| f.picture.size()[1] < 32768) {
        "i16"
    } else {
        "f32"
    };
    Ok(format!(
        "{{\n  \"bumper\": 1,\n  \"scalar\": \"{scalar}\",\n  \"shapes\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    ))
}
