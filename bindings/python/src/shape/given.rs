//! Reads shapes from Python: shapes of this package, rects, circles, lines, sprites and sequences of numbers.

use super::Shape;
use crate::mask::{Mask, pygame_bits, with_mask};
use crate::pygame::Known;
use crate::reading::{Numbers, infinite, length, number, numbers, type_name};
use crate::rect::reader::{Reader, reader};
use crate::rect::reading::own;
use engine::{Aabb, AsShape, Ball, Relate, Segment, ShapeBuf, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PySlice, PyTuple};

/// A shape that Python code has passed to a function: an object of this package, or another object that has been converted to a shape.
pub enum Given<'py> {
    Ours(Bound<'py, Shape>),
    Plain(engine::Shape<'static, f64, 2>),
    Owned(ShapeBuf<f64, 2>),
}

impl Given<'_> {
    #[inline]
    pub fn shape(&self) -> engine::Shape<'_, f64, 2> {
        match self {
            Self::Ours(shape) => shape.get().0.as_shape(),
            Self::Plain(shape) => *shape,
            Self::Owned(shape) => shape.as_shape(),
        }
    }

    pub fn into_owned(self) -> ShapeBuf<f64, 2> {
        match self {
            Self::Ours(shape) => shape.get().0.clone(),
            Self::Plain(shape) => shape.into(),
            Self::Owned(shape) => shape,
        }
    }
}

/// A shape that is used only during one call, which runs no Python code. So the mask of a sprite cannot change during the call, and its
/// pixels are not copied.
pub enum Momentary<'py> {
    Given(Given<'py>),
    /// The top left corner of the sprite's rect, and its mask, which belongs to pygame or to this package.
    Sprite(Vector<f64, 2>, Bound<'py, PyAny>),
}

impl Momentary<'_> {
    /// Calls a function with the shape.
    #[inline]
    pub fn with<R>(&self, look: impl FnOnce(engine::Shape<'_, f64, 2>) -> R) -> PyResult<R> {
        let (corner, mask) = match self {
            Self::Given(given) => return Ok(look(given.shape())),
            Self::Sprite(corner, mask) => (*corner, mask),
        };
        with_mask(mask, |mask| look(engine::Sprite::new(mask, corner, 1.0).into()))
    }

    /// Calls a function with two shapes. If both are sprites whose bounding boxes do not touch, returns `apart` without calling it. This is
    /// the usual case.
    #[inline]
    pub fn with_both<R>(
        &self,
        other: &Momentary<'_>,
        apart: R,
        look: impl FnOnce(engine::Shape<'_, f64, 2>, engine::Shape<'_, f64, 2>) -> R,
    ) -> PyResult<R> {
        if let (Some(a), Some(b)) = (self.sprite_box(), other.sprite_box())
            && !a.intersects(&b)
        {
            return Ok(apart);
        }
        self.with(|a| other.with(|b| look(a, b)))?
    }

    /// Returns the bounding box of a sprite's mask, or `None` if the shape is not a sprite.
    #[inline]
    fn sprite_box(&self) -> Option<Aabb<f64, 2>> {
        let Self::Sprite(corner, mask) = self else { return None };
        let size = match mask.cast::<Mask>() {
            Ok(mask) => mask.get().read(mask.py()).ok()?.as_mask().size(),
            Err(_) => pygame_bits::size(mask)?,
        };
        Some(Aabb::new(*corner, *corner + Vector(size.map(f64::from))))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Momentary<'py> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        of_object(&object)
    }
}

#[inline(always)]
fn of_known(known: Known, object: &Bound<'_, PyAny>) -> PyResult<Aabb<f64, 2>> {
    rect(known.numbers(object, f64::from, |number| number))
}

/// Reads an object of a type like pygame's rects. Reads all four numbers as one slice, which is faster than reading them one by one or as
/// attributes.
#[inline(always)]
fn of_rect(object: &Bound<'_, PyAny>) -> PyResult<Aabb<f64, 2>> {
    let py = object.py();
    let all = ALL.get_or_init(py, || PySlice::full(py).unbind()).bind(py);
    rect(object.get_item(all).map_or_else(|_| numbers(object), |list| numbers(&list))?)
}

static ALL: PyOnceLock<Py<PySlice>> = PyOnceLock::new();

/// Returns the box with this top left corner and size. The size may be negative, as in pygame. Always inlined: a call would store the
/// numbers to memory one by one and then load them in pairs, and the CPU would wait for the stores.
#[inline(always)]
pub fn rect([x, y, w, h]: [f64; 4]) -> PyResult<Aabb<f64, 2>> {
    let corners = [x, y, x + w, y + h];
    let mut named = corners.into_iter().zip(["x", "y", "width", "height"]);
    match named.find(|(corner, _)| !corner.is_finite()) {
        None => Ok(Aabb::new([x, y], [x + w, y + h])),
        Some((corner, name)) => Err(infinite(corner, name)),
    }
}

fn of_sequence(object: &Bound<'_, PyAny>) -> PyResult<engine::Shape<'static, f64, 2>> {
    match object.len()? {
        2 => match object.get_item(0)?.extract::<f64>() {
            Ok(_) => Ok(Numbers(numbers(object)?).finite("a point")?.into()),
            Err(_) => {
                let ([x, y], [w, h]) = (numbers(&object.get_item(0)?)?, numbers(&object.get_item(1)?)?);
                Ok(rect([x, y, w, h])?.into())
            }
        },
        3 => {
            let [x, y, r] = numbers(object)?;
            Ok(circle([x, y], r)?.into())
        }
        4 => Ok(rect(numbers(object)?)?.into()),
        count => Err(PyTypeError::new_err(format!(
            "a shape as a sequence has 2 numbers (a point), 3 (x, y, radius) or 4 (x, y, width, height), not {count}"
        ))),
    }
}

pub fn circle(center: [f64; 2], radius: f64) -> PyResult<Ball<f64, 2>> {
    Ok(Ball::new(Numbers(center).finite("center")?, length(radius, "radius")?))
}

#[cold]
fn no_shape(object: &Bound<'_, PyAny>) -> PyErr {
    let given = type_name(object);
    PyTypeError::new_err(format!(
        "a shape is needed (of bumper, or a rect, circle, point or sprite), not {given}"
    ))
}

/// Reads numbers from attributes with these names.
fn named<const COUNT: usize>(object: &Bound<'_, PyAny>, names: [&str; COUNT]) -> PyResult<[f64; COUNT]> {
    let mut found = [0.0; COUNT];
    for (place, name) in found.iter_mut().zip(names) {
        *place = number(&object.getattr(name)?)?;
    }
    Ok(found)
}

fn of_circle<'py>(object: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
    if let Ok([radius]) = named(object, ["radius"]) {
        let center = match named(object, ["x", "y"]) {
            Ok(center) => center,
            Err(_) => numbers(&object.getattr("center").map_err(|_| no_shape(object))?)?,
        };
        return Ok(Given::Plain(circle(center, radius)?.into()));
    }
    of_line(object)
}

/// Reads a line from the attributes `ax`, `ay`, `bx` and `by`, which are the coordinates of its ends.
fn of_line<'py>(object: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
    let [ax, ay, bx, by] = named(object, ["ax", "ay", "bx", "by"]).map_err(|_| no_shape(object))?;
    let ends = [Numbers([ax, ay]).finite("a")?, Numbers([bx, by]).finite("b")?];
    Ok(Given::Plain(Segment::new(ends[0], ends[1]).into()))
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'py> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match of_object(&object)? {
            Momentary::Given(given) => Ok(given),
            sprite => Ok(Self::Owned(sprite.with(|shape| shape.into())?)),
        }
    }
}

#[inline]
fn of_object<'py>(object: &Bound<'py, PyAny>) -> PyResult<Momentary<'py>> {
    if let Ok(shape) = object.cast::<Shape>() {
        return Ok(Momentary::Given(Given::Ours(shape.to_owned())));
    }
    let plain = |shape| Ok(Momentary::Given(Given::Plain(shape)));
    if object.cast_exact::<PyTuple>().is_ok() {
        return plain(of_sequence(object)?);
    }
    match reader(object)? {
        Reader::Own => match own::<f64>(object) {
            Some(area) => plain(rect(area.numbers())?.into()),
            // Unreachable, because `reader` has checked the type.
            None => plain(of_sequence(object)?),
        },
        Reader::Known(known) => plain(of_known(known, object)?.into()),
        Reader::Rect => plain(of_rect(object)?.into()),
        Reader::Sequence => plain(of_sequence(object)?),
        Reader::Circle => of_circle(object).map(Momentary::Given),
        Reader::Line => of_line(object).map(Momentary::Given),
        Reader::Other => match object.getattr_opt(intern!(object.py(), "rect"))? {
            Some(rect) => of_sprite(object, &rect),
            None => of_circle(object).map(Momentary::Given),
        },
    }
}

/// Reads a sprite as its mask, whose top left corner is that of the sprite's rect. If the sprite has no mask, reads its rect.
fn of_sprite<'py>(object: &Bound<'py, PyAny>, rect: &Bound<'py, PyAny>) -> PyResult<Momentary<'py>> {
    let rect = match reader(rect)? {
        Reader::Known(known) => of_known(known, rect)?,
        _ => of_rect(rect)?,
    };
    match object.getattr_opt(intern!(object.py(), "mask"))? {
        Some(mask) if !mask.is_none() => Ok(Momentary::Sprite(rect.min(), mask)),
        _ => Ok(Momentary::Given(Given::Plain(rect.into()))),
    }
}
