//! The function `trace`, which converts the pixels of a sprite to shapes.

use crate::mask::{self, surface};
use crate::reading::{Numbers, Pair, length, named, type_name};
use crate::scene::{unread, wrong};
use crate::shape::kinds::{polygon, wrap};
use engine::{Aabb, MaskBuf, ShapeBuf, Sprite};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The kind of shapes that `trace` creates.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Boxes,
    Polygons,
    Convex,
    Box,
    Circle,
    Capsule,
    Mask,
}

impl Kind {
    fn named(name: &str) -> PyResult<Self> {
        named(
            "kind",
            name,
            &[
                ("boxes", Self::Boxes),
                ("polygons", Self::Polygons),
                ("convex", Self::Convex),
                ("box", Self::Box),
                ("circle", Self::Circle),
                ("capsule", Self::Capsule),
                ("mask", Self::Mask),
            ],
        )
    }
}

/// Reads the solid pixels of a mask, a surface or a picture file.
fn pixels(source: &Bound<'_, PyAny>, threshold: i64) -> PyResult<MaskBuf> {
    if let Ok(path) = source.extract::<PathBuf>() {
        std::fs::metadata(&path).map_err(|error| unread(&error, &path))?;
        let picture = ::scene::Picture::read(&path).map_err(|fault| wrong(&fault, &path))?;
        // In Python, pixels with an alpha above the threshold are solid. `Picture::mask` expects the lowest alpha of a solid pixel, which
        // is one more.
        return Ok(match u8::try_from(threshold.saturating_add(1).max(0)) {
            Ok(least) => picture.mask(least),
            Err(_) => MaskBuf::new(picture.size()),
        });
    }
    match source.extract::<mask::Given>() {
        Ok(mask) => Ok(mask.read()?.clone()),
        Err(_) if source.hasattr("get_colorkey")? => surface::opaque(source, threshold),
        Err(_) => Err(PyTypeError::new_err(format!(
            "source: a mask, a surface or the path of a picture is needed, not {}",
            type_name(source)
        ))),
    }
}

fn outlines(found: Vec<Vec<engine::Vector<f64, 2>>>) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
    let shape = |corners: Vec<engine::Vector<f64, 2>>| {
        let corners: Vec<Pair> = corners.into_iter().map(|corner| Numbers(corner.0)).collect();
        polygon(&corners, 0.0)
    };
    found.into_iter().map(shape).collect()
}

fn shapes(mask: &MaskBuf, kind: Kind, tolerance: f64, corners: usize) -> PyResult<Vec<ShapeBuf<f64, 2>>> {
    let mask = mask.as_mask();
    let flat = |area: Aabb<i32, 2>| {
        ShapeBuf::from(Aabb::new(area.min().0.map(f64::from), area.max().0.map(f64::from)))
    };
    let one = |shape: Option<ShapeBuf<f64, 2>>| shape.into_iter().collect();
    Ok(match kind {
        // The cast clamps a tolerance above 65535 pixels, the largest size of a mask. Larger tolerances have the same effect.
        Kind::Boxes => mask.boxes_within(tolerance as u16).into_iter().map(flat).collect(),
        Kind::Polygons => outlines(mask.polygons(tolerance))?,
        Kind::Convex => outlines(mask.convex_polygons(tolerance, corners))?,
        Kind::Box => one(mask.best_box().map(flat)),
        Kind::Circle => one(mask.best_circle().map(Into::into)),
        Kind::Capsule => one(mask.best_capsule().map(Into::into)),
        Kind::Mask if mask.is_empty() => Vec::new(),
        Kind::Mask => vec![Sprite::new(mask, [0.0; 2], 1.0).into()],
    })
}

/// Converts the solid pixels of a surface, a mask or a picture file to shapes, with the top left corner at `topleft`. `kind` selects the
/// shapes: a few boxes that cover the pixels, polygons or convex polygons along their outlines, the best-fitting box, circle or capsule, or
/// the mask itself. Boxes and polygons deviate from the outline by at most `tolerance` (by default 0 for boxes, 1 for polygons).
///
/// >>> import bumper
/// >>> frog = bumper.Mask.from_rows([".##.", "####", "####", "#..#"])
/// >>> bumper.trace(frog)
/// [Box(1.0, 0.0, 2.0, 3.0), Box(0.0, 1.0, 1.0, 3.0), Box(3.0, 1.0, 1.0, 3.0)]
/// >>> [len(part.corners) for part in bumper.trace(frog, "convex", topleft=(100, 50))]
/// [4]
#[pyfunction]
#[pyo3(signature = (source, kind="boxes", *, topleft=Numbers([0.0; 2]), tolerance=None, threshold=127, most_corners=8),
    text_signature = "(source, kind='boxes', *, topleft=(0, 0), tolerance=None, threshold=127, most_corners=8)")]
pub fn trace<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    kind: &str,
    topleft: Pair,
    tolerance: Option<f64>,
    threshold: i64,
    most_corners: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let kind = Kind::named(kind)?;
    if most_corners < 3 {
        return Err(PyValueError::new_err("most_corners: must be at least 3"));
    }
    let usual = if matches!(kind, Kind::Polygons | Kind::Convex) { 1.0 } else { 0.0 };
    let tolerance = length(tolerance.unwrap_or(usual), "tolerance")?;
    let at = topleft.finite("topleft")?;
    let mask = pixels(source, threshold)?;
    let found = py.detach(|| shapes(&mask, kind, tolerance, most_corners))?;
    let placed = |shape: ShapeBuf<f64, 2>| {
        let fault = || PyValueError::new_err("topleft: the shapes would leave the range of numbers");
        wrap(py, shape.translated(at).ok_or_else(fault)?)
    };
    found.into_iter().map(placed).collect()
}
