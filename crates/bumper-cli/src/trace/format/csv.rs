//! Writes hitboxes as a CSV table. It has one line for each box, circle or capsule, each corner of a polygon, and each run of pixels of a
//! mask.

use super::super::{Shape, Traced};
use super::numbers;
use anyhow::Result;

pub fn write(frames: &[Traced]) -> Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["frame", "kind", "part", "shape", "a", "b", "c", "d", "e"])?;
    for frame in frames {
        for hitbox in &frame.hitboxes {
            for (part, shape) in hitbox.shapes.iter().enumerate() {
                let mut row = |name: &str, numbers: &[f64]| {
                    let mut cells =
                        vec![frame.name.clone(), hitbox.kind.clone(), part.to_string(), name.into()];
                    cells.extend(numbers.iter().map(f64::to_string));
                    cells.resize(9, String::new());
                    table.write_record(cells)
                };
                match shape {
                    Shape::Box(_) => row("box", &numbers(shape))?,
                    Shape::Circle { .. } => row("circle", &numbers(shape))?,
                    Shape::Capsule { .. } => row("capsule", &numbers(shape))?,
                    Shape::Polygon(corners) => {
                        for corner in corners {
                            row("corner", corner)?;
                        }
                    }
                    Shape::Mask(mask) => {
                        for j in 0..mask.as_mask().size()[1] {
                            for [from, to] in mask.as_mask().runs(j) {
                                row("run", &[from, j, to - from, 1].map(f64::from))?;
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}
