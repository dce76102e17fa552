//! Writes frames with their hitboxes as JSON. Shapes are in the scene format.

use super::super::{Hitbox, Shape, Traced};
use anyhow::Result;
use serde_json::{Map, Value, json};

/// A number as a JSON value. Integers have no decimal point.
fn number(c: f64) -> Value {
    if c == c.trunc() && c.abs() < 9e15 { json!(c as i64) } else { json!(c) }
}

fn point(p: [f64; 2]) -> Value {
    Value::from(p.map(number).to_vec())
}

/// A shape in the scene format: an object with one key, which names the kind of shape.
pub fn shape(shape: &Shape) -> Map<String, Value> {
    let (key, value) = match shape {
        Shape::Box(area) => {
            let min = area.min();
            let size = area.size();
            ("box", json!({"top_left": [min.x(), min.y()], "size": [size.x(), size.y()]}))
        }
        Shape::Polygon(corners) => ("polygon", corners.iter().map(|corner| point(*corner)).collect()),
        Shape::Circle { center, radius } => {
            ("ball", json!({"center": point(*center), "radius": number(*radius)}))
        }
        Shape::Capsule { from, to, radius } => {
            ("capsule", json!({"from": point(*from), "to": point(*to), "radius": number(*radius)}))
        }
        Shape::Mask(mask) => ("mask", json!({"rows": mask.to_rows(), "top_left": [0, 0]})),
    };
    Map::from_iter([(key.to_string(), value)])
}

fn hitbox(hitbox: &Hitbox) -> Value {
    let shapes: Vec<_> = hitbox.shapes.iter().map(shape).collect();
    json!({"kind": hitbox.kind, "shapes": shapes, "missed": hitbox.missed, "added": hitbox.added})
}

/// A frame with its hitboxes as a line of JSON.
pub fn line(frame: &Traced) -> String {
    let hitboxes: Vec<_> = frame.hitboxes.iter().map(hitbox).collect();
    json!({"frame": frame.name, "size": frame.picture.size(), "anchor": point(frame.anchor), "hitboxes": hitboxes}).to_string()
}

pub fn write(frames: &[Traced]) -> Result<String> {
    Ok(frames.iter().map(|frame| line(frame) + "\n").collect())
}
