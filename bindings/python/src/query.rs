//! The functions for queries on two shapes. The shapes may be shapes of this package, rects, circles, lines, sprites or sequences of
//! numbers.

use crate::answer::{Contact, RayHit, Relation, SweepHit};
use crate::checked;
use crate::mask::surface::from_surface;
use crate::mask::with_mask;
use crate::reading::{Numbers, Pair};
use crate::shape::given::Momentary;
use engine::{Relate, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;

/// The relation of two shapes: apart, touching or overlapping.
///
/// >>> import bumper
/// >>> print(bumper.relation((0, 0, 10, 10), (15, 5, 5)))
/// touching
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn relation(a: Momentary, b: Momentary) -> PyResult<Relation> {
    a.with_both(&b, Relation::Apart, |a, b| a.relation(&b).into())
}

/// Whether two shapes have a point in common: whether they touch or overlap.
///
/// >>> import bumper
/// >>> bumper.intersects((0, 0, 10, 10), (10, 0, 10, 10))
/// True
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn intersects(a: Momentary, b: Momentary) -> PyResult<bool> {
    a.with_both(&b, false, |a, b| a.intersects(&b))
}

/// Whether two shapes overlap; False if they only touch.
///
/// >>> import bumper
/// >>> bumper.overlaps((0, 0, 10, 10), (10, 0, 10, 10))
/// False
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn overlaps(a: Momentary, b: Momentary) -> PyResult<bool> {
    a.with_both(&b, false, |a, b| a.overlaps(&b))
}

/// The distance between two shapes; zero if they touch or overlap.
///
/// >>> import bumper
/// >>> bumper.distance((0, 0), (3, 4))
/// 5.0
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub fn distance(a: Momentary, b: Momentary) -> PyResult<f64> {
    a.with(|a| b.with(|b| engine::distance(a, b)))?
}

/// The contact of two shapes: the depth or distance, the normal and the contact points. None if the distance is more than `within`.
///
/// >>> import bumper
/// >>> found = bumper.contact((0, 0, 10, 10), (8, 0, 10, 10))
/// >>> found.depth, found.normal, found.push
/// (2.0, (1.0, 0.0), (2.0, 0.0))
/// >>> bumper.contact((0, 0, 1, 1), (5, 0, 1, 1)) is None
/// True
#[pyfunction]
#[pyo3(signature = (a, b, /, within=0.0))]
pub fn contact(a: Momentary, b: Momentary, within: f64) -> PyResult<Option<Contact>> {
    Ok(a.with(|a| b.with(|b| checked::contact(a, b, within)))???.map(Contact))
}

/// The first contact of two shapes that move by `a_moves` and `b_moves` in the same time. None if the shapes do not touch.
///
/// >>> import bumper
/// >>> hit = bumper.sweep((0, 0, 10, 10), (100, 0), (60, 0, 10, 10))
/// >>> hit.time, hit.normal
/// (0.5, (1.0, 0.0))
#[pyfunction]
#[pyo3(signature = (a, a_moves, b, b_moves=Numbers([0.0; 2]), /), text_signature = "(a, a_moves, b, b_moves=(0, 0), /)")]
pub fn sweep(a: Momentary, a_moves: Pair, b: Momentary, b_moves: Pair) -> PyResult<Option<SweepHit>> {
    let a_moves = a_moves.finite("a_moves")?;
    let b_moves = b_moves.finite("b_moves")?;
    let found = a.with(|a| b.with(|b| engine::sweep(a, a_moves, b, b_moves)))??;
    Ok(found.map(Into::into))
}

/// The first hit of a ray on a shape, or None. The ray starts at `origin`, has a `direction` of any length except zero, and ends at the
/// distance `max_distance`.
///
/// >>> import bumper
/// >>> hit = bumper.cast((0, 0), (1, 0), (10, 0, 4))
/// >>> hit.distance, hit.point, hit.normal[0]
/// (6.0, (6.0, 0.0), -1.0)
#[pyfunction]
#[pyo3(signature = (origin, direction, shape, /, max_distance=f64::INFINITY),
    text_signature = "(origin, direction, shape, /, max_distance=1e999)")]
pub fn cast(origin: Pair, direction: Pair, shape: Momentary, max_distance: f64) -> PyResult<Option<RayHit>> {
    let ray = checked::ray(origin, direction, max_distance)?;
    Ok(shape.with(|shape| engine::cast(&ray, shape))?.map(Into::into))
}

/// The first pixel, in row-major order, that is solid in the masks of both sprites, as a position in the mask of the first argument. None
/// if there is no such pixel. Works like `pygame.sprite.collide_mask`, but also with masks of this package, in any combination. For a
/// sprite without a mask, the mask of its image is used.
///
/// >>> import bumper, types
/// >>> frog = types.SimpleNamespace(rect=bumper.Rect(0, 0, 4, 2), mask=bumper.Mask.from_rows([".##.", "####"]))
/// >>> leaf = types.SimpleNamespace(rect=bumper.Rect(3, 0, 2, 2), mask=bumper.Mask((2, 2), fill=True))
/// >>> bumper.collide_mask(frog, leaf), bumper.collide_mask(leaf, frog)
/// ((3, 1), (0, 1))
#[pyfunction]
#[pyo3(signature = (left, right, /))]
pub fn collide_mask(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Option<(u16, u16)>> {
    let ((a, own), (b, other)) = (sprite(left)?, sprite(right)?);
    // Fractions are truncated, as pygame does for offsets. The cast clamps numbers that are out of the range of `i32`.
    let offset = (b - a).0.map(|c| c as i32);
    let first = with_mask(&own, |own| with_mask(&other, |other| own.first_overlap(&other, offset)))??;
    Ok(first.map(Into::into))
}

/// The top left corner of a sprite's rect, and its mask.
fn sprite<'py>(object: &Bound<'py, PyAny>) -> PyResult<(Vector<f64, 2>, Bound<'py, PyAny>)> {
    let py = object.py();
    let fault = || PyTypeError::new_err("a sprite is needed: something with a rect, and a mask or an image");
    let rect: Momentary = object.getattr_opt(intern!(py, "rect"))?.ok_or_else(fault)?.extract()?;
    let corner = rect.with(|rect| rect.bounds().map(|area| area.min()))?.ok_or_else(fault)?;
    let mask = match object.getattr_opt(intern!(py, "mask"))?.filter(|mask| !mask.is_none()) {
        Some(mask) => mask,
        None => {
            let image = object.getattr_opt(intern!(py, "image"))?.ok_or_else(fault)?;
            Bound::new(py, from_surface(&image, 127)?)?.into_any()
        }
    };
    Ok((corner, mask))
}
