//! Moves shapes in the text of a scene. All other characters of the text stay the same, and with them the formatting of the file.

use crate::fields::{At, Fault, Read, fault};
use crate::files::utf8;
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
struct Shapes<'t> {
    #[serde(borrow)]
    shapes: Vec<&'t RawValue>,
}

#[derive(Deserialize)]
struct Offset<'t> {
    #[serde(borrow)]
    at: Option<&'t RawValue>,
}

/// Moves shapes in the text of a scene, and returns the new text. For each index in `offsets`, adds the offset to the key `at` of the shape
/// with this index. The rest of the text, including white space, stays the same. Indices without a shape are ignored.
///
/// Fails if the text is not a scene, or if the key `at` of a shape to be moved is not a list with as many numbers as the offset.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"point": [0, 0]}, {"at": [1, 0.1], "point": [9, 9]}]}"#;
/// let moved = bumper_scene::with_offsets(text, &[(0, vec![5.0, -1.5]), (1, vec![2.0, 0.2])]).unwrap();
/// assert_eq!(moved, r#"{"bumper": 1, "shapes": [{ "at": [5, -1.5],"point": [0, 0]}, {"at": [3, 0.3], "point": [9, 9]}]}"#);
/// ```
pub fn with_offsets(text: &[u8], offsets: &[(usize, Vec<f64>)]) -> Result<String, Fault> {
    let text = &*utf8(text)?;
    let text = std::str::from_utf8(text).or_else(|_| fault("the file is not UTF-8"))?;
    let shapes = serde_json::from_str::<Shapes>(text).or_else(|error| fault(error.to_string()))?.shapes;
    // Each edit replaces a range of bytes. The edits are applied from the last to the first, so that the ranges of the remaining edits stay
    // valid.
    let mut edits = Vec::new();
    for (index, by) in offsets {
        if let Some(shape) = shapes.get(*index) {
            edits.push(edit(text, shape.get(), by).at(|| format!("shapes[{index}]"))?);
        }
    }
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = text.to_string();
    for (range, new) in edits {
        text.replace_range(range, &new);
    }
    Ok(text)
}

/// Plans the replacement of text that moves a shape by the offset `by`. Returns the range of bytes of `text` to replace, and the new text
/// for this range. `shape` is the part of `text` that describes the shape.
fn edit(text: &str, shape: &str, by: &[f64]) -> Read<(std::ops::Range<usize>, String)> {
    // `part` is a slice of `text`, so the difference of the two addresses is the position of `part` in `text`.
    let position = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let Offset { at } = serde_json::from_str(shape).or_else(|error| fault(error.to_string()))?;
    let Some(at) = at.map(RawValue::get) else {
        let start = position(shape) + 1;
        return Ok((start..start, format!(" \"at\": {},", list(by))));
    };
    let old: Vec<f64> = serde_json::from_str(at).or_else(|error| fault(format!("at: {error}")))?;
    if old.len() != by.len() {
        return fault(format!("at has {} numbers, not {}", old.len(), by.len()));
    }
    let sum: Vec<f64> = old.iter().zip(by).map(|(old, by)| rounded(old + by)).collect();
    Ok((position(at)..position(at) + at.len(), list(&sum)))
}

/// Rounds a number to 12 significant digits, so that the sum of 0.1 and 0.2 is written as 0.3.
fn rounded(number: f64) -> f64 {
    format!("{number:.11e}").parse().unwrap_or(number)
}

fn list(numbers: &[f64]) -> String {
    let numbers: Vec<_> = numbers.iter().map(f64::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_keep_the_rest_of_the_text() {
        let text = "{\n  \"shapes\": [\n    {\n      \"id\": \"at\",\n      \"point\": [0, 0]\n    },\n    \
                    { \"compound\": [{ \"at\": [1, 1], \"point\": [0, 0] }], \"at\" : [ 7,8 ] }\n  ],\n  \"bumper\": 1\n}\n";
        let moved =
            with_offsets(text.as_bytes(), &[(1, vec![1.0, -8.0]), (0, vec![0.5, 0.0]), (9, vec![1.0])])
                .unwrap();
        let expected =
            text.replace("{\n      \"id\"", "{ \"at\": [0.5, 0],\n      \"id\"").replace("[ 7,8 ]", "[8, 0]");
        assert_eq!(moved, expected);
        assert!(crate::read(moved.as_bytes()).is_ok());
    }

    #[test]
    fn bad_offset_is_an_error_with_its_place() {
        let text = br#"{"shapes": [{"at": [1, 2, 3], "point": [0, 0]}]}"#;
        let error = with_offsets(text, &[(0, vec![1.0, 1.0])]).unwrap_err();
        assert_eq!(error.to_string(), "shapes[0]: at has 3 numbers, not 2");
        assert!(with_offsets(b"[", &[]).is_err());
    }
}
