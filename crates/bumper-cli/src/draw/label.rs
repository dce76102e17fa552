//! Places labels so that they do not overlap other labels or contacts.

use super::Area;
use crate::text::escaped;
use std::fmt::Write;

/// The largest number of characters of a name. Longer names are shortened.
const MAX_LENGTH: usize = 22;

/// Places the labels of a view such that they do not overlap. `reserved` are the areas that labels or contacts already occupy.
pub struct Labels {
    view: Area,
    reserved: Vec<Area>,
}

impl Labels {
    pub fn new(view: Area) -> Self {
        Self { view, reserved: Vec::new() }
    }

    /// Marks an area as occupied, so that no label is placed there.
    pub fn reserve(&mut self, area: Area) {
        self.reserved.push(area);
    }

    /// Writes the name of a shape near the rectangle `shape`, which the shape covers on the canvas. Tries positions inside the rectangle
    /// first, then along its edges. Writes nothing if all positions are occupied.
    pub fn name(&mut self, out: &mut String, shape: Area, name: &str) {
        let mut name = name.to_string();
        if name.chars().count() > MAX_LENGTH {
            name = name.chars().take(MAX_LENGTH - 1).chain(['…']).collect();
        }
        let width = width(&name, 12.0);
        let height = 15.0;
        let cx = shape.x + shape.width / 2.0;
        let cy = shape.y + shape.height / 2.0;
        let above = shape.y - height / 2.0 - 3.0;
        let below = shape.y + shape.height + height / 2.0 + 3.0;
        let left = shape.x - width / 2.0 - 5.0;
        let right = shape.x + shape.width + width / 2.0 + 5.0;
        let top = shape.y + height;
        let bottom = shape.y + shape.height - height;
        let mut positions = vec![];
        if width + 6.0 < shape.width && height + 4.0 < shape.height {
            positions.extend([(cx, cy), (cx, top), (cx, bottom)]);
            let quarter = shape.width / 4.0;
            positions.extend([
                (cx - quarter, cy),
                (cx + quarter, cy),
                (cx - quarter, top),
                (cx + quarter, top),
                (cx - quarter, bottom),
            ]);
        }
        positions.extend([
            (cx, above),
            (cx, below),
            (right, cy),
            (left, cy),
            (right, above),
            (left, above),
            (right, below),
            (left, below),
        ]);
        self.place(out, &positions, (width, height), &name, "halo");
    }

    /// Writes the depth of a contact near the head of its arrow. The head is at (`x`, `y`). Writes nothing if there is no room.
    pub fn depth(&mut self, out: &mut String, (x, y): (f64, f64), text: &str) {
        let width = width(text, 10.0);
        let height = 12.0;
        let dx = width / 2.0 + 6.0;
        let dy = height / 2.0 + 4.0;
        let positions =
            [(x + dx, y), (x - dx, y), (x, y - dy), (x, y + dy), (x + dx, y - dy), (x - dx, y - dy)];
        self.place(out, &positions, (width, height), text, "depth halo");
    }

    fn place(
        &mut self,
        out: &mut String,
        positions: &[(f64, f64)],
        (width, height): (f64, f64),
        text: &str,
        class: &str,
    ) {
        let area = |&(x, y): &(f64, f64)| Area { x: x - width / 2.0, y: y - height / 2.0, width, height };
        let free = |area: &Area| {
            within(area, &self.view) && !self.reserved.iter().any(|reserved| overlap(area, reserved))
        };
        if let Some(area) = positions.iter().map(area).find(free) {
            let x = area.x + width / 2.0;
            let y = area.y + height * 0.78;
            let text = escaped(text);
            let _ = write!(
                out,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
            );
            self.reserved.push(area);
        }
    }
}

/// The approximate width of a text in pixels, for a font size in pixels.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.64
}

fn within(a: &Area, b: &Area) -> bool {
    a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
}

fn overlap(a: &Area, b: &Area) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
