//! The class `Mask`: the methods of pygame's under the same names and by the same rules, and those that pygame's has not.

mod found;
pub mod surface;
mod words;

use crate::answer::{Contact, pair};
use crate::reading::{self, Numbers, finite};
use engine::{Aabb, MaskBuf, Sprite};
use pyo3::PyClassGuard;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyTuple};

/// Which pixels of a picture are solid: the methods of pygame.Mask, and more.
///
/// >>> import bumper
/// >>> plus = bumper.Mask.from_rows([".#.", "###", ".#."])
/// >>> plus.count(), plus.overlap(plus, (1, 1)), plus.overlap_area(plus, (1, 1))
/// (5, (2, 1), 2)
/// >>> plus.boxes()
/// [(1, 0, 1, 3), (0, 1, 3, 1)]
#[pyclass(module = "bumper", subclass)]
pub struct Mask(MaskBuf);

fn whole(number: Borrowed<'_, '_, PyAny>) -> PyResult<i32> {
    number.cast_exact::<PyInt>()?.extract()
}

/// Two numbers without their fractions, as pygame takes offsets and places. Beyond 32 bits they are the nearest there is: nothing
/// is so far away.
#[derive(Clone, Copy)]
pub struct Whole(pub [i32; 2]);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Whole numbers in a tuple, as they mostly are.
        if let Ok(tuple) = object.cast_exact::<PyTuple>()
            && tuple.len() == 2
        {
            let mut items = tuple.iter_borrowed().map(whole);
            if let (Some(Ok(x)), Some(Ok(y))) = (items.next(), items.next()) {
                return Ok(Self([x, y]));
            }
        }
        let Numbers(place) = object.extract()?;
        if place.iter().any(|c| c.is_nan()) {
            return Err(PyValueError::new_err("a place is not a number"));
        }
        // The conversion saturates.
        Ok(Self(place.map(|c| c as i32)))
    }
}

type Place = (i32, i32);

/// A size of a mask: `name` is that of the argument.
fn size(Whole(size): Whole, name: &str) -> PyResult<[u16; 2]> {
    let most = u16::MAX;
    let fault = |_| PyValueError::new_err(format!("{name}: {size:?} is not from 0 to {most} each way"));
    Ok([u16::try_from(size[0]).map_err(fault)?, u16::try_from(size[1]).map_err(fault)?])
}

/// A mask of ours, or a copy of one of pygame's.
pub enum Given<'a> {
    Ours(PyClassGuard<'a, Mask>),
    Copied(MaskBuf),
}

impl Given<'_> {
    #[inline]
    pub fn as_mask(&self) -> engine::Mask<'_> {
        match self {
            Self::Ours(mask) => mask.0.as_mask(),
            Self::Copied(mask) => mask.as_mask(),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a> {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<PyClassGuard<'a, Mask>>() {
            Ok(mask) => Ok(Self::Ours(mask)),
            // One that is being changed.
            Err(error) if object.is_instance_of::<Mask>() => Err(error.into()),
            Err(_) => copied(&object).map(Self::Copied),
        }
    }
}

/// A mask of pygame's: stripes of 64 columns from top to bottom, as ours (elsewhere than on 64-bit Unix its words are of 32 bits).
fn copied(object: &Bound<'_, PyAny>) -> PyResult<MaskBuf> {
    let fault = || PyTypeError::new_err("a mask is needed");
    let size: [u16; 2] = object.call_method0("get_size").map_err(|_| fault())?.extract()?;
    let view = object.py().get_type::<pyo3::types::PyMemoryView>().call1((object,)).map_err(|_| fault())?;
    let bytes = view.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let wide: usize = view.getattr("itemsize")?.extract()?;
    let columns = wide * 8;
    let height = usize::from(size[1]);
    if wide == 0 || bytes.len() < usize::from(size[0]).div_ceil(columns) * height * wide {
        return Err(fault());
    }
    Ok(MaskBuf::from_fn(size, |x, y| {
        let (x, y) = (usize::from(x), usize::from(y));
        let bit = x % columns;
        bytes[(x / columns * height + y) * wide + bit / 8] >> (bit % 8) & 1 == 1
    }))
}

impl Mask {
    pub fn new_of(mask: MaskBuf) -> Self {
        Self(mask)
    }

    fn place(&self, Whole([x, y]): Whole) -> PyResult<[u16; 2]> {
        let [w, h] = self.0.as_mask().size().map(i32::from);
        if (0..w).contains(&x) && (0..h).contains(&y) {
            return Ok([x as u16, y as u16]);
        }
        Err(PyIndexError::new_err(format!("pos: ({x}, {y}) is outside of a mask of {w} by {h}")))
    }

    /// Everything, for filling.
    fn area(&self) -> Aabb<i32, 2> {
        Aabb::new([0, 0], self.0.as_mask().size().map(i32::from))
    }
}

#[pymethods]
impl Mask {
    /// What it is made of comes with `__init__`, so that classes made of this one may take other arguments.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(size, fill=False)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self(MaskBuf::new([0; 2]))
    }

    #[pyo3(signature = (size, fill=false))]
    fn __init__(&mut self, size: Whole, fill: bool) -> PyResult<()> {
        self.0 = MaskBuf::new(self::size(size, "size")?);
        if fill {
            self.fill();
        }
        Ok(())
    }

    /// A mask from strings, a row each: "#" is solid.
    #[staticmethod]
    fn from_rows(rows: Vec<String>) -> PyResult<Self> {
        let made = MaskBuf::from_rows(rows.iter().map(String::as_str));
        let fault = "rows: they must be of one length, of '#' for solid and '.' for empty";
        made.map(Self).ok_or_else(|| PyValueError::new_err(fault))
    }

    /// A mask of the pixels whose middle is in a shape.
    #[staticmethod]
    fn from_shape(size: Whole, shape: reading::Given) -> PyResult<Self> {
        Ok(Self(MaskBuf::from_shape(self::size(size, "size")?, shape.shape())))
    }

    /// The rows as strings: "#" is solid.
    fn to_rows(&self) -> Vec<String> {
        self.0.to_rows()
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        if slf.is_exact_instance_of::<Self>() {
            return Ok(Bound::new(slf.py(), Self(slf.borrow().0.clone()))?.into_any());
        }
        let class = slf.get_type();
        let copy = class.call_method1("__new__", (&class,))?;
        copy.cast::<Self>()?.borrow_mut().0 = slf.borrow().0.clone();
        Ok(copy)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        slf.call_method0("__copy__")
    }

    /// A copy of the mask.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        if slf.is_exact_instance_of::<Self>() {
            return Self::__copy__(slf);
        }
        slf.call_method0("__copy__")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Vec<String>,))> {
        let class = slf.py().get_type::<Self>();
        Ok((class.getattr("from_rows")?, (slf.borrow().0.to_rows(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| other.0 == self.0))
    }

    fn __repr__(&self) -> String {
        let ([w, h], count) = (self.0.as_mask().size(), self.count());
        format!("<Mask({w}x{h}), {count} solid>")
    }

    /// How many pixels it has across and down.
    fn get_size(&self) -> (u16, u16) {
        self.0.as_mask().size().into()
    }

    /// A rect of its size, at (0, 0) unless attributes say otherwise.
    #[pyo3(signature = (**kwargs))]
    fn get_rect<'py>(
        &self,
        py: Python<'py>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [w, h] = self.0.as_mask().size();
        let rect = found::rect(py, [0, 0, w, h])?;
        for (name, value) in kwargs.into_iter().flatten() {
            let name: String = name.extract()?;
            // An attribute of a rect, and not a method.
            if rect.getattr(&*name)?.is_callable() {
                return Err(pyo3::exceptions::PyAttributeError::new_err(format!("{name}: not to be set")));
            }
            rect.setattr(&*name, value)?;
        }
        Ok(rect)
    }

    /// 1 where a pixel is solid, else 0.
    fn get_at(&self, pos: Whole) -> PyResult<u8> {
        let [x, y] = self.place(pos)?;
        Ok(self.0.as_mask().get(x, y).into())
    }

    /// Makes a pixel solid, or with 0 empty.
    #[pyo3(signature = (pos, value=1))]
    fn set_at(&mut self, pos: Whole, value: i64) -> PyResult<()> {
        let [x, y] = self.place(pos)?;
        self.0.set(x, y, value != 0);
        Ok(())
    }

    /// How many pixels are solid.
    fn count(&self) -> u32 {
        self.0.as_mask().count()
    }

    /// The first pixel, row by row, that is solid in both masks, the other's corner lying at `offset`; or None.
    fn overlap(&self, other: Given, offset: Whole) -> Option<(u16, u16)> {
        self.0.as_mask().first_overlap(&other.as_mask(), offset.0).map(Into::into)
    }

    /// How many pixels are solid in both.
    fn overlap_area(&self, other: Given, offset: Whole) -> u32 {
        self.0.as_mask().overlap_area(&other.as_mask(), offset.0)
    }

    /// A mask of this size of the pixels that are solid in both.
    fn overlap_mask(&self, other: Given, offset: Whole) -> Self {
        Self(self.0.as_mask().overlap_mask(&other.as_mask(), offset.0))
    }

    /// Whether any pixel is solid in both.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn overlaps(&self, other: Given, offset: Whole) -> bool {
        self.0.as_mask().overlaps(&other.as_mask(), offset.0)
    }

    /// Makes all pixels solid.
    fn fill(&mut self) {
        let area = self.area();
        self.0.fill(&area, true);
    }

    /// Makes all pixels empty.
    fn clear(&mut self) {
        let area = self.area();
        self.0.fill(&area, false);
    }

    /// Makes solid pixels empty, and empty ones solid.
    fn invert(&mut self) {
        self.0.invert();
    }

    /// A mask of another size with the same picture.
    fn scale(&self, scale: Whole) -> PyResult<Self> {
        Ok(Self(self.0.as_mask().resized(size(scale, "scale")?)))
    }

    /// Makes solid what is solid in another mask.
    fn draw(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, offset: Whole) -> PyResult<()> {
        // A mask may be drawn on itself.
        let other = if slf.is(other) { Given::Copied(slf.borrow().0.clone()) } else { other.extract()? };
        slf.try_borrow_mut()?.0.draw(&other.as_mask(), offset.0);
        Ok(())
    }

    /// Makes empty what is solid in another mask.
    fn erase(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, offset: Whole) -> PyResult<()> {
        let other = if slf.is(other) { Given::Copied(slf.borrow().0.clone()) } else { other.extract()? };
        slf.try_borrow_mut()?.0.erase(&other.as_mask(), offset.0);
        Ok(())
    }

    /// The pixel in the middle of the solid ones; (0, 0) where there is none.
    fn centroid(&self) -> (u16, u16) {
        // Of the corners of pixels, not of their middles, and rounded down, as pygame has it.
        let at = |c: f64| (c - 0.5) as u16;
        self.0.as_mask().centroid().map_or((0, 0), |middle| (at(middle.x()), at(middle.y())))
    }

    /// The direction in which the solid pixels are longest, from -90 to 90 degrees, counterclockwise on a screen: without the
    /// rounding of pygame's.
    fn angle(&self) -> f64 {
        self.0.as_mask().axis().map_or(0.0, |axis| -axis.y().atan2(axis.x()).to_degrees())
    }

    /// The pixels on the rim of the first connected part, around it; the first is also the last. Only each `every`th.
    #[pyo3(signature = (every=1))]
    fn outline(&self, every: i64) -> PyResult<Vec<(u16, u16)>> {
        let every = usize::try_from(every).ok().filter(|every| *every > 0);
        let every = every.ok_or_else(|| PyValueError::new_err("every: at least 1"))?;
        Ok(found::outline(&self.0.as_mask(), every))
    }

    /// At which offsets another mask overlaps this one: see `help(pygame.Mask.convolve)`.
    #[pyo3(signature = (other, output=None, offset=Whole([0; 2])), text_signature = "($self, other, output=None, offset=(0, 0))")]
    fn convolve<'py>(
        &self,
        py: Python<'py>,
        other: Given,
        output: Option<Bound<'py, Self>>,
        offset: Whole,
    ) -> PyResult<Bound<'py, Self>> {
        found::convolve(py, &self.0.as_mask(), &other.as_mask(), output, offset)
    }

    /// The connected part that has a pixel, or else the largest, in a mask of the same size. Corners connect.
    #[pyo3(signature = (pos=None))]
    fn connected_component(&self, pos: Option<Whole>) -> PyResult<Self> {
        let pos = pos.map(|pos| self.place(pos)).transpose()?;
        Ok(Self(found::component(&self.0.as_mask(), pos)))
    }

    /// All connected parts of at least so many pixels, each in a mask of the same size.
    #[pyo3(signature = (minimum=0))]
    fn connected_components(&self, minimum: i64) -> Vec<Self> {
        let mask = self.0.as_mask();
        let parts =
            mask.parts(true).into_iter().filter(|(part, _)| i64::from(part.as_mask().count()) >= minimum);
        parts.map(|part| Self(found::whole(&mask, &part))).collect()
    }

    /// The rect around each connected part.
    fn get_bounding_rects<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let parts = self.0.as_mask().parts(true);
        let boxes = parts.iter().map(|(part, [x, y])| {
            let [w, h] = part.as_mask().size();
            found::rect(py, [*x, *y, w, h])
        });
        boxes.collect()
    }

    /// Draws the mask on a surface of pygame's: see `help(pygame.Mask.to_surface)`.
    #[pyo3(signature = (surface=None, setsurface=None, unsetsurface=None, setcolor=surface::Ink::Default, unsetcolor=surface::Ink::Default, dest=None, area=None),
        text_signature = "($self, surface=None, setsurface=None, unsetsurface=None, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255), dest=(0, 0), area=None)")]
    #[allow(clippy::too_many_arguments)]
    fn to_surface<'py>(
        &self,
        py: Python<'py>,
        surface: Option<Bound<'py, PyAny>>,
        setsurface: Option<Bound<'py, PyAny>>,
        unsetsurface: Option<Bound<'py, PyAny>>,
        setcolor: surface::Ink<'py>,
        unsetcolor: surface::Ink<'py>,
        dest: Option<Bound<'py, PyAny>>,
        area: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let inks = [(unsetsurface, unsetcolor), (setsurface, setcolor)];
        surface::draw(py, &self.0.as_mask(), surface, inks, dest, area)
    }

    /// Turned about its middle by degrees, from x towards y (on a screen clockwise), and where its middle lies in the new mask.
    fn rotated(&self, degrees: f64) -> PyResult<(Self, (f64, f64))> {
        let (mask, middle) = self.0.as_mask().rotated(finite(degrees, "degrees")?);
        Ok((Self(mask), middle.into()))
    }

    /// Mirrored: left for right, top for bottom, or both.
    #[pyo3(signature = (flip_x=true, flip_y=false))]
    fn flipped(&self, flip_x: bool, flip_y: bool) -> Self {
        let axes = [flip_x, flip_y].into_iter().enumerate().filter(|(_, flip)| *flip);
        Self(axes.fold(self.0.clone(), |mask, (axis, _)| mask.as_mask().flipped(axis)))
    }

    /// The shortest way, in whole pixels, by which another whose corner lies at `offset` gets out of this one: how deep it is in,
    /// and where to. None where they do not overlap.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn push(&self, other: Given, offset: Whole) -> Option<Place> {
        found::push(&self.0.as_mask(), &other.as_mask(), offset)
    }

    /// How it meets another whose corner lies at `offset`, of the two pixels that meet most: the normal, and where. None where they
    /// neither touch nor overlap. How deep they are in each other tells `push`.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn contact(&self, other: Given, offset: Whole) -> Option<Contact> {
        let at = Sprite::new(self.0.as_mask(), [0.0; 2], 1.0);
        let other = other.as_mask();
        engine::contact_within(at, Sprite::new(other, offset.0.map(f64::from), 1.0), 0.0).map(Contact)
    }

    /// Moves the other mask from one offset to another, pixel by pixel, until it would overlap: the last offset that is free, and
    /// the next one if that is not. None where they overlap at the start.
    fn sweep(&self, other: Given, start: Whole, end: Whole) -> Option<(Place, Option<Place>)> {
        let (free, hit) = self.0.as_mask().travel(&other.as_mask(), start.0, end.0)?;
        Some((free.into(), hit.map(Into::into)))
    }

    /// Few boxes, each (x, y, width, height), that may lie over each other and cover the solid pixels, or all but some: no corner is farther off than the tolerance.
    #[pyo3(signature = (tolerance=0))]
    fn boxes(&self, tolerance: u16) -> Vec<(i32, i32, i32, i32)> {
        let found = self.0.as_mask().boxes_within(tolerance);
        let flat = |area: Aabb<i32, 2>| {
            let (min, max) = (area.min(), area.max());
            (min.x(), min.y(), max.x() - min.x(), max.y() - min.y())
        };
        found.into_iter().map(flat).collect()
    }

    /// Polygons, each a list of points, that follow the outlines within a tolerance.
    #[pyo3(signature = (tolerance=0.0))]
    fn polygons(&self, tolerance: f64) -> PyResult<Vec<Vec<(f64, f64)>>> {
        let found = self.0.as_mask().polygons(crate::reading::length(tolerance, "tolerance")?);
        Ok(found.into_iter().map(|corners| corners.into_iter().map(pair).collect()).collect())
    }

    /// Convex polygons of few corners that together follow the mask within a tolerance.
    #[pyo3(signature = (tolerance=1.0, most_corners=8))]
    fn convex_polygons(&self, tolerance: f64, most_corners: usize) -> PyResult<Vec<Vec<(f64, f64)>>> {
        if most_corners < 3 {
            return Err(PyValueError::new_err("most_corners: at least 3"));
        }
        let tolerance = crate::reading::length(tolerance, "tolerance")?;
        let found = self.0.as_mask().convex_polygons(tolerance, most_corners);
        Ok(found.into_iter().map(|corners| corners.into_iter().map(pair).collect()).collect())
    }
}

/// A mask of the solid pixels of a surface: all but those of its colour key, or those whose alpha is more than the threshold.
#[pyfunction]
#[pyo3(signature = (surface, threshold=127))]
pub fn from_surface(surface: &Bound<'_, PyAny>, threshold: i64) -> PyResult<Mask> {
    surface::opaque(surface, threshold).map(Mask)
}

/// A mask of the pixels that are nearer to a colour, or to those of another surface, than a threshold for red, green and blue.
#[pyfunction]
#[pyo3(signature = (surface, color, threshold=None, othersurface=None, palette_colors=1),
    text_signature = "(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1)")]
pub fn from_threshold(
    surface: &Bound<'_, PyAny>,
    color: &Bound<'_, PyAny>,
    threshold: Option<&Bound<'_, PyAny>>,
    othersurface: Option<&Bound<'_, PyAny>>,
    palette_colors: i64,
) -> PyResult<Mask> {
    surface::near(surface, color, threshold, othersurface, palette_colors != 0).map(Mask)
}
