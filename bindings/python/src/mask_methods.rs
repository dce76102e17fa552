//! The methods of the class `Mask`: all methods of pygame.Mask with the same rules, and additional methods.

mod direct;
mod found;
mod parts;

use crate::answer::{Contact, pair};
use crate::mask::reading::{Whole, size};
use crate::mask::{Given, Mask, surface, words};
use crate::reading::{Each, finite, length};
use crate::rect::new_rect;
use crate::shape;
pub use direct::add;
use engine::{Aabb, MaskBuf, Sprite};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

type Pixel = (i32, i32);

fn place(mask: &MaskBuf, Whole([x, y]): Whole) -> PyResult<[u16; 2]> {
    let [w, h] = mask.as_mask().size().map(i32::from);
    if (0..w).contains(&x) && (0..h).contains(&y) {
        return Ok([x as u16, y as u16]);
    }
    Err(PyIndexError::new_err(format!("pos: ({x}, {y}) is outside of a mask of {w} by {h}")))
}

impl Mask {
    fn count(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.read(py)?.as_mask().count())
    }

    // Always inlined: both callers pass a constant `solid`, so that the other half of the code is dropped.
    #[inline(always)]
    fn fill_all(&self, py: Python<'_>, solid: bool) -> PyResult<Py<PyAny>> {
        self.0.write(py)?.fill_all(solid);
        Ok(py.None())
    }

    fn centroid(&self, py: Python<'_>) -> PyResult<(u16, u16)> {
        // As in pygame, compute the centroid from the top left corners of the pixels instead of their centers, and round it down.
        let at = |c: f64| (c - 0.5) as u16;
        let middle = self.read(py)?.as_mask().centroid();
        Ok(middle.map_or((0, 0), |middle| (at(middle.x()), at(middle.y()))))
    }

    fn angle(&self, py: Python<'_>) -> PyResult<f64> {
        let axis = self.read(py)?.as_mask().principal_axis();
        Ok(axis.map_or(0.0, |axis| -axis.y().atan2(axis.x()).to_degrees()))
    }

    /// Runs a function on a copy of the mask with the GIL released, so that other threads may run and even change the mask.
    fn apart<T: Send>(
        &self,
        py: Python<'_>,
        found: impl FnOnce(engine::Mask<'_>) -> T + Send,
    ) -> PyResult<T> {
        let copy = self.read(py)?.clone();
        Ok(py.detach(|| found(copy.as_mask())))
    }
}

#[pymethods]
impl Mask {
    /// Creates an empty mask. `__init__` sets the contents, so that subclasses may take other arguments.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(size, fill=False)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self::new_of(MaskBuf::new([0; 2]))
    }

    /// Sets the size and the pixels. Any true value of `fill` fills the mask, because many pygame programs pass 1.
    #[pyo3(signature = (size, fill=None))]
    fn __init__(&self, py: Python<'_>, size: Whole, fill: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        let mut mask = MaskBuf::new(self::size(size, "size")?);
        mask.fill_all(fill.map_or(Ok(false), |fill| fill.is_truthy())?);
        *self.0.write(py)? = mask;
        Ok(())
    }

    /// Creates a mask from strings of equal length, one for each row: "#" is a solid pixel, and "." is an empty one.
    #[staticmethod]
    fn from_rows(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let fault = |_| PyTypeError::new_err("rows: an iterable of strings is needed");
        let Each(rows) = rows.extract::<Each<String>>().map_err(fault)?;
        let made = MaskBuf::from_rows(rows.iter().map(String::as_str));
        let fault = "rows: they must be of one length, of '#' for solid and '.' for empty";
        made.map(Self::new_of).ok_or_else(|| PyValueError::new_err(fault))
    }

    /// Creates a mask of the given size. The pixels whose centers are in the shape are solid.
    #[staticmethod]
    fn from_shape(size: Whole, shape: shape::given::Given) -> PyResult<Self> {
        Ok(Self::new_of(MaskBuf::from_shape(self::size(size, "size")?, shape.shape())))
    }

    /// The rows of the mask as strings: "#" is a solid pixel, and "." is an empty one.
    fn to_rows(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.read(py)?.to_rows())
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        if slf.is_exact_instance_of::<Self>() {
            let copy = slf.get().read(slf.py())?.clone();
            return Ok(Bound::new(slf.py(), Self::new_of(copy))?.into_any());
        }
        let class = slf.get_type();
        let copy = class.call_method1("__new__", (&class,))?;
        *copy.cast::<Self>()?.get().0.write(slf.py())? = slf.get().read(slf.py())?.clone();
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let py = slf.py();
        let class = slf.py().get_type::<Self>();
        let [w, h] = slf.get().read(py)?.as_mask().size();
        // A mask without rows has no strings to express its width, so it is pickled as its size.
        if h == 0 {
            return Ok((class.into_any(), ((w, h).into_pyobject(py)?.into_any(),)));
        }
        Ok((class.getattr("from_rows")?, (slf.get().to_rows(py)?.into_pyobject(py)?.into_any(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        other.cast::<Self>().map_or(Ok(false), |other| Ok(*self.read(py)? == *other.get().read(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ([w, h], count) = (self.read(py)?.as_mask().size(), self.count(py)?);
        Ok(format!("<Mask({w}x{h}), {count} solid>"))
    }

    /// 1 if a pixel is solid, else 0.
    fn get_at(&self, py: Python<'_>, pos: Whole) -> PyResult<u8> {
        let mask = self.read(py)?;
        let [x, y] = place(&mask, pos)?;
        Ok(mask.as_mask().get(x, y).into())
    }

    /// Sets a pixel, or clears it if the value is 0.
    #[pyo3(signature = (pos, value=1))]
    fn set_at(&self, py: Python<'_>, pos: Whole, value: i64) -> PyResult<()> {
        let mut mask = self.0.write(py)?;
        let [x, y] = place(&mask, pos)?;
        mask.set(x, y, value != 0);
        Ok(())
    }

    /// The first pixel, in row-major order, that is solid in both masks. None if there is no such pixel. `offset` is the position of the
    /// other mask's top left corner in this mask.
    fn overlap(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<Option<(u16, u16)>> {
        let first = self.read(py)?.as_mask().first_overlap(&other.read()?.as_mask(), offset.0);
        Ok(first.map(Into::into))
    }

    /// The number of pixels that are solid in both masks, if the top left corner of the other mask is at `offset` in this mask.
    fn overlap_area(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<u32> {
        Ok(self.read(py)?.as_mask().overlap_area(&other.read()?.as_mask(), offset.0))
    }

    /// A mask of the size of this mask, with the pixels that are solid in both masks, if the top left corner of the other mask is at
    /// `offset` in this mask.
    fn overlap_mask(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<Self> {
        Ok(Self::new_of(self.read(py)?.as_mask().overlap_mask(&other.read()?.as_mask(), offset.0)))
    }

    /// Whether any pixel is solid in both masks, if the top left corner of the other mask is at `offset` in this mask.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn overlaps(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<bool> {
        Ok(self.read(py)?.as_mask().overlaps(&other.read()?.as_mask(), offset.0))
    }

    /// The mask scaled to another size. As in pygame, each new pixel is a copy of the old pixel under its top left corner.
    fn scale(&self, py: Python<'_>, scale: Whole) -> PyResult<Self> {
        Ok(Self::new_of(words::scaled(&self.read(py)?.as_mask(), size(scale, "scale")?)))
    }

    /// Makes all pixels solid that are solid in the other mask, whose top left corner is at `offset` in this mask.
    fn draw(slf: &Bound<'_, Self>, other: Given, offset: Whole) -> PyResult<()> {
        let other = other.apart_from(slf)?;
        slf.get().0.write(slf.py())?.draw(&other.read()?.as_mask(), offset.0);
        Ok(())
    }

    /// Clears all pixels that are solid in the other mask, whose top left corner is at `offset` in this mask.
    fn erase(slf: &Bound<'_, Self>, other: Given, offset: Whole) -> PyResult<()> {
        let other = other.apart_from(slf)?;
        slf.get().0.write(slf.py())?.erase(&other.read()?.as_mask(), offset.0);
        Ok(())
    }

    /// The border pixels of the connected component that contains the first solid pixel, row by row from the top. The list begins with this
    /// pixel, and goes around the component clockwise on a screen. The first pixel is repeated at the end, unless it is the only one. If
    /// `every` is n, the result is every n-th pixel of this list, beginning with the first.
    #[pyo3(signature = (every=1))]
    fn outline<'py>(&self, py: Python<'py>, every: i64) -> PyResult<Bound<'py, PyList>> {
        let every = usize::try_from(every).ok().filter(|every| *every > 0);
        let every = every.ok_or_else(|| PyValueError::new_err("every: must be at least 1"))?;
        found::outline(py, &self.read(py)?.as_mask(), every)
    }

    /// The convolution with another mask: a mask of all offsets at which the masks overlap. If the other mask has w by h pixels, pixel
    /// (i, j) of the convolution is solid if the masks overlap when the top left corner of the other mask is at (i - w + 1, j - h + 1) in
    /// this mask. The convolution is drawn at `offset` on the mask `output`, or on a new mask: see `help(pygame.Mask.convolve)`.
    #[pyo3(signature = (other, output=None, offset=Whole([0; 2])), text_signature = "($self, other, output=None, offset=(0, 0))")]
    fn convolve<'py>(
        &self,
        py: Python<'py>,
        other: Given,
        output: Option<Bound<'py, Self>>,
        offset: Whole,
    ) -> PyResult<Bound<'py, Self>> {
        let found = found::convolved(py, self.read(py)?, other.read()?)?;
        found::drawn(py, found, output, offset)
    }

    /// The connected component that contains the pixel `pos`, as a mask of the same size as this mask. Without `pos`, the largest
    /// component. Pixels that touch at a corner are connected.
    #[pyo3(signature = (pos=None))]
    fn connected_component(&self, py: Python<'_>, pos: Option<Whole>) -> PyResult<Self> {
        let mask = self.read(py)?;
        let pos = pos.map(|pos| place(&mask, pos)).transpose()?;
        Ok(Self::new_of(parts::component(&mask.as_mask(), pos)))
    }

    /// All connected components with at least `minimum` pixels, each as a mask of the same size as this mask.
    #[pyo3(signature = (minimum=0))]
    fn connected_components<'py>(&self, py: Python<'py>, minimum: i64) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        let mut added = Ok(());
        parts::components(&self.read(py)?.as_mask(), |part| {
            if added.is_ok() && (minimum < 2 || i64::from(part.as_mask().count()) >= minimum) {
                added = list.append(Self::new_of(part));
            }
        });
        added.map(|()| list)
    }

    /// The bounding rect of each connected component.
    fn get_bounding_rects<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let boxes = parts::boxes(&self.read(py)?.as_mask());
        boxes.into_iter().map(|area| new_rect(py, area)).collect()
    }

    /// Draws the mask on a pygame surface, or on a new one, and returns the surface: see `help(pygame.Mask.to_surface)`.
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
        surface::draw(py, &self.read(py)?.as_mask(), surface, inks, dest, area)
    }

    /// Rotates the mask about its center by an angle in degrees, from x towards y (clockwise on a screen). Returns the new mask, and the
    /// position of the old center in the new mask. Raises ValueError if the new mask would have more than 65535 columns or rows.
    fn rotated(&self, py: Python<'_>, degrees: f64) -> PyResult<(Self, (f64, f64))> {
        let found = self.read(py)?.as_mask().rotated(finite(degrees, "degrees")?);
        let (mask, middle) = found.ok_or_else(|| found::too_large("degrees"))?;
        Ok((Self::new_of(mask), middle.into()))
    }

    /// The mask, mirrored horizontally (`flip_x`), vertically (`flip_y`), or both.
    #[pyo3(signature = (flip_x=true, flip_y=false))]
    fn flipped(&self, py: Python<'_>, flip_x: bool, flip_y: bool) -> PyResult<Self> {
        let axes = [flip_x, flip_y].into_iter().enumerate().filter(|(_, flip)| *flip);
        let mask = self.read(py)?.clone();
        Ok(Self::new_of(axes.fold(mask, |mask, (axis, _)| mask.as_mask().flipped(axis))))
    }

    /// The shortest offset, in whole pixels, that moves the other mask out of this mask. Its length is the penetration depth. None if the
    /// masks do not overlap. `offset` is the position of the other mask's top left corner in this mask.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn push(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<Option<Pixel>> {
        Ok(found::push(&self.read(py)?.as_mask(), &other.read()?.as_mask(), offset))
    }

    /// The contact with another mask whose top left corner is at `offset`. Pixels are squares of side 1: the result is the contact of two
    /// pixels that coincide or, if no pixels coincide, of two pixels that touch. None if the masks neither touch nor overlap. The depth is
    /// that of these two pixels; `push` returns the offset that separates the whole masks.
    #[pyo3(signature = (other, offset=Whole([0; 2])), text_signature = "($self, other, offset=(0, 0))")]
    fn contact(&self, py: Python<'_>, other: Given, offset: Whole) -> PyResult<Option<Contact>> {
        let mask = self.read(py)?;
        let other = other.read()?;
        let at = Sprite::new(mask.as_mask(), [0.0; 2], 1.0);
        let other = Sprite::new(other.as_mask(), offset.0.map(f64::from), 1.0);
        Ok(engine::contact_within(at, other, 0.0).map(Contact))
    }

    /// Moves the other mask from the offset `start` to the offset `end`, pixel by pixel, until it would overlap this mask. Returns two
    /// offsets: the last offset without an overlap, and the next offset, at which the masks would overlap. The second offset is None if the
    /// other mask reaches `end`. Returns None if the masks overlap at the start.
    fn sweep(
        &self,
        py: Python<'_>,
        other: Given,
        start: Whole,
        end: Whole,
    ) -> PyResult<Option<(Pixel, Option<Pixel>)>> {
        let found = self.read(py)?.as_mask().travel(&other.read()?.as_mask(), start.0, end.0);
        Ok(found.map(|(free, hit)| (free.into(), hit.map(Into::into))))
    }

    /// A small number of boxes (x, y, width, height) that cover the solid pixels. The boxes may overlap. With a tolerance, there are fewer
    /// boxes, but they follow the mask less closely: a solid pixel may be outside of all boxes, at most `tolerance` pixels away from one,
    /// and an empty pixel may be inside of a box, at most `tolerance` pixels away from a solid pixel.
    #[pyo3(signature = (tolerance=0))]
    fn boxes(&self, py: Python<'_>, tolerance: u16) -> PyResult<Vec<(i32, i32, i32, i32)>> {
        let found = self.apart(py, |mask| mask.boxes_within(tolerance))?;
        let flat = |area: Aabb<i32, 2>| {
            let min = area.min();
            let max = area.max();
            (min.x(), min.y(), max.x() - min.x(), max.y() - min.y())
        };
        Ok(found.into_iter().map(flat).collect())
    }

    /// Polygons that follow the outlines of the mask, and deviate from them by at most `tolerance` pixels. Each is a list of points.
    #[pyo3(signature = (tolerance=0.0))]
    fn polygons(&self, py: Python<'_>, tolerance: f64) -> PyResult<Vec<Vec<(f64, f64)>>> {
        let tolerance = length(tolerance, "tolerance")?;
        let found = self.apart(py, |mask| mask.polygons(tolerance))?;
        Ok(found.into_iter().map(|corners| corners.into_iter().map(pair).collect()).collect())
    }

    /// Convex polygons with at most `most_corners` corners, each a list of points. Together they follow the outlines of the mask, and
    /// deviate from them by at most `tolerance` pixels.
    #[pyo3(signature = (tolerance=1.0, most_corners=8))]
    fn convex_polygons(
        &self,
        py: Python<'_>,
        tolerance: f64,
        most_corners: usize,
    ) -> PyResult<Vec<Vec<(f64, f64)>>> {
        if most_corners < 3 {
            return Err(PyValueError::new_err("most_corners: must be at least 3"));
        }
        let tolerance = length(tolerance, "tolerance")?;
        let found = self.apart(py, |mask| mask.convex_polygons(tolerance, most_corners))?;
        Ok(found.into_iter().map(|corners| corners.into_iter().map(pair).collect()).collect())
    }
}
