//! Classifies Python types that can be read as rects or other shapes. pygame is not needed: its types are recognised by their attributes.

use super::class::{FRect, Rect};
use crate::guarded::Guarded;
use crate::pygame::Known;
use crate::reading::is_text;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// The way in which objects of a type outside this package are read as shapes.
#[derive(Clone, Copy)]
pub enum Reader {
    /// Rect and FRect of this package.
    Own,
    /// Rect and FRect of pygame.
    Known(Known),
    /// A type like them: a sequence of x, y, width and height.
    Rect,
    /// pygame's Circle, and other types with a center and a radius.
    Circle,
    /// pygame's Line, and other types with the coordinates of two ends.
    Line,
    /// All other types. Their instances may have a `rect` and a `mask`, like pygame's sprites; such attributes are not visible in the type.
    Other,
    /// A sequence of two, three or four numbers, or of two pairs.
    Sequence,
}

/// A cache: types that were seen before, and how they are read. It owns references, so that no other type gets the same address.
static KNOWN: Guarded<Vec<(Py<PyType>, Reader)>> = Guarded::new(Vec::new());

/// The size of the cache. Further types are examined each time.
const MAX_KNOWN: usize = 32;

/// Whether the items of a sequence may be coordinates. Not those of strings, dicts and colors; a pygame color is a sequence of four
/// numbers.
fn is_sequence(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let color = object.get_type().hasattr("hsva")?;
    Ok(!color && !is_text(object) && !object.is_instance_of::<PyDict>())
}

/// The way to read an object, by its type.
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
