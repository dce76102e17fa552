//! Determines how objects of a Python type are read as rects or other shapes. Types of pygame are recognised by their attributes, so pygame
//! is not needed.

use super::class::{FRect, Rect};
use crate::guarded::Guarded;
use crate::pygame::Known;
use crate::reading::is_text;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// How objects of a type are read as shapes.
#[derive(Clone, Copy)]
pub enum Reader {
    /// The type is a Rect or FRect of this package.
    Own,
    /// The type is a Rect or FRect of pygame.
    Known(Known),
    /// The type has the methods of pygame's rects: it is read as a sequence of x, y, width and height.
    Rect,
    /// The type has a center and a radius, like pygame's Circle.
    Circle,
    /// The type has the coordinates of two ends, like pygame's Line.
    Line,
    /// Any other type. Its objects may have a `rect` and a `mask`, like pygame's sprites, but the type does not show these.
    Other,
    /// The type is a sequence: of two, three or four numbers, or of two pairs.
    Sequence,
}

/// A cache of types, each with its reader. It owns references to the types. Otherwise a type could be deleted, and a new type at the same
/// address would get its reader.
static KNOWN: Guarded<Vec<(Py<PyType>, Reader)>> = Guarded::new(Vec::new());

/// The largest number of types in the cache. Types that do not fit are examined anew for each object.
const MAX_KNOWN: usize = 32;

/// Whether the items of a sequence may be coordinates. False for strings, dicts and colors. (A pygame color is a sequence of four numbers.)
fn is_sequence(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let color = object.get_type().hasattr("hsva")?;
    Ok(!color && !is_text(object) && !object.is_instance_of::<PyDict>())
}

/// Determines from the type of an object how the object is read.
pub fn reader(object: &Bound<'_, PyAny>) -> PyResult<Reader> {
    let py = object.py();
    let class = object.get_type();
    let met = KNOWN.read(py)?.iter().find(|(known, _)| known.is(&class)).map(|(_, how)| *how);
    if let Some(how) = met {
        return Ok(how);
    }
    let has = |name: &str| class.hasattr(name);
    let own = class.is_subclass_of::<Rect>()? || class.is_subclass_of::<FRect>()?;
    let how = if own {
        Reader::Own
    } else if let Some(known) = Known::of(object) {
        Reader::Known(known)
    } else if has("colliderect")? && has("__len__")? && has("topleft")? {
        Reader::Rect
    } else if has("radius")? && (has("center")? || has("x")? && has("y")?) {
        Reader::Circle
    } else if has("ax")? && has("by")? {
        Reader::Line
    } else if has("__getitem__")? && has("__len__")? && is_sequence(object)? {
        Reader::Sequence
    } else {
        Reader::Other
    };
    let mut known = KNOWN.write(py)?;
    if known.len() < MAX_KNOWN {
        known.push((class.unbind(), how));
    }
    Ok(how)
}
