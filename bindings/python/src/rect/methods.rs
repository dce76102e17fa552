//! The methods of rects, for integers and floats. They are defined by a macro, because Python needs separate classes.

use super::borrowed::Entry;
use super::class::{FRect, Rect};
use super::items::{compared, got, put};
use super::lists::{all, all_entries, first, first_entry, union_all};
use super::reading::{Truth, attributes, factors, given, line, offset, pair, rect};
use super::{Area, At, Number};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyTuple};

macro_rules! methods {
    (
        $Name:ident of $Number:ty: $name:literal;
        one { $($one:ident $set_one:ident $axis:literal $at:ident $one_doc:literal,)* }
        size { $($size:ident $set_size:ident $size_axis:literal $size_doc:literal,)* }
        two { $($two:ident $set_two:ident $x:ident $y:ident $two_doc:literal,)* }
    ) => {
        #[pymethods]
        impl $Name {
            #[new]
            #[pyo3(signature = (*_args, **_kwargs), text_signature = "(*args)")]
            fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
                Self::of(Area::default())
            }

            #[pyo3(signature = (*args))]
            fn __init__(&self, args: &Bound<'_, PyTuple>) -> PyResult<()> {
                let area = if args.is_empty() { Area::default() } else { given(args)? };
                self.0.set(args.py(), area);
                Ok(())
            }

            /// Sets the position and the size. Takes the same arguments as the constructor.
            #[pyo3(signature = (*args))]
            fn update(&self, args: &Bound<'_, PyTuple>) -> PyResult<()> {
                self.0.set(args.py(), given(args)?);
                Ok(())
            }

            $(
                #[doc = $one_doc]
                #[getter]
                fn $one(&self, py: Python<'_>) -> $Number {
                    self.area(py).one($axis, At::$at)
                }

                #[setter($one)]
                fn $set_one(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let place = Number::read(value)?;
                    self.change(value.py(), |area| area.put_one($axis, At::$at, place));
                    Ok(())
                }
            )*

            $(
                #[doc = $size_doc]
                #[getter]
                fn $size(&self, py: Python<'_>) -> $Number {
                    self.area(py).numbers()[2 + $size_axis]
                }

                #[setter($size)]
                fn $set_size(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let size = Number::read(value)?;
                    self.change(value.py(), |area| area.set_size($size_axis, size));
                    Ok(())
                }
            )*

            $(
                #[doc = $two_doc]
                #[getter]
                fn $two(&self, py: Python<'_>) -> ($Number, $Number) {
                    self.area(py).point([At::$x, At::$y])
                }

                #[setter($two)]
                fn $set_two(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let place = pair(value)?;
                    self.change(value.py(), |area| area.put([At::$x, At::$y], place));
                    Ok(())
                }
            )*

            /// The width and the height.
            #[getter]
            fn size(&self, py: Python<'_>) -> ($Number, $Number) {
                self.area(py).size()
            }

            #[setter(size)]
            fn set_size(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let (w, h) = pair(value)?;
                self.change(value.py(), |area| area.set_sizes((w, h)));
                Ok(())
            }

            /// The center, relative to the top left corner. Setting it changes the size; the top left corner stays.
            #[getter]
            fn relcenter(&self, py: Python<'_>) -> ($Number, $Number) {
                let (w, h) = self.area(py).size();
                (w.half(), h.half())
            }

            #[setter(relcenter)]
            fn set_relcenter(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let (x, y) = pair::<$Number>(value)?;
                self.change(value.py(), |area| area.set_sizes((x.plus(x), y.plus(y))));
                Ok(())
            }

            /// Whether the rect contains a point. The right and the lower edge do not belong to the rect.
            #[pyo3(signature = (*point))]
            fn collidepoint(&self, point: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let place = offset(point)?;
                Ok(self.area(point.py()).has(place))
            }

            /// Whether this rect and another rect have an area in common. Touching does not count.
            #[pyo3(signature = (*rect))]
            fn colliderect(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let other = given(rect)?;
                Ok(self.area(rect.py()).collides(other))
            }

            /// The index of the first rect in a list that collides with this rect, or -1.
            #[pyo3(signature = (rects, /))]
            fn collidelist(&self, rects: &Bound<'_, PyAny>) -> PyResult<isize> {
                Ok(first(self.area(rects.py()), rects, None)?.map_or(-1, |(k, _)| k as isize))
            }

            /// The indices of all rects in a list that collide with this rect.
            #[pyo3(signature = (rects, /))]
            fn collidelistall(&self, rects: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
                all(self.area(rects.py()), rects, None, |k, _| k)
            }

            /// The first entry of a dict whose key collides with this rect, or None. If `values` is true, the values are tested instead of
            /// the keys.
            #[pyo3(signature = (rect_dict, values=Truth(false)), text_signature = "($self, rect_dict, values=False)")]
            fn collidedict<'py>(&self, rect_dict: &Bound<'py, PyAny>, values: Truth) -> PyResult<Option<Entry<'py>>> {
                first_entry(self.area(rect_dict.py()), rect_dict, values.0)
            }

            /// All entries of a dict whose keys collide with this rect. If `values` is true, the values are tested instead of the keys.
            #[pyo3(signature = (rect_dict, values=Truth(false)), text_signature = "($self, rect_dict, values=False)")]
            fn collidedictall<'py>(&self, rect_dict: &Bound<'py, PyAny>, values: Truth) -> PyResult<Vec<Entry<'py>>> {
                all_entries(self.area(rect_dict.py()), rect_dict, values.0)
            }

            /// The first object in a list whose rect collides with this rect, or None. `key` is an optional function that returns the rect
            /// of an object.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjects<'py>(
                &self,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                Ok(first(self.area(objects.py()), objects, key)?.map(|(_, object)| object))
            }

            /// All objects in a list whose rects collide with this rect. `key` is an optional function that returns the rect of an object.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjectsall<'py>(
                &self,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Vec<Bound<'py, PyAny>>> {
                all(self.area(objects.py()), objects, key, |_, object| object)
            }

            /// Whether this rect contains another rect.
            #[pyo3(signature = (*rect))]
            fn contains(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let other = given(rect)?;
                Ok(self.area(rect.py()).contains(other))
            }

            /// The intersection with another rect. If the rects do not overlap, the result has size zero.
            #[pyo3(signature = (*rect))]
            fn clip<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).clip(other))
            }

            /// The part of a line that is inside the rect, as two points, or () if there is none. As in pygame, the right and the lower
            /// edge do not belong to the rect, so the points are at most on the last pixels before these edges.
            #[pyo3(signature = (*line))]
            fn clipline<'py>(&self, py: Python<'py>, line: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
                let ends = self::line(line)?;
                match self.area(py).clip_line(ends) {
                    Some(ends) => PyTuple::new(py, ends.map(|end| (end.x(), end.y()))),
                    None => Ok(PyTuple::empty(py)),
                }
            }

            /// The smallest rect that contains this rect and another rect.
            #[pyo3(signature = (*rect))]
            fn union<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).union(other))
            }

            /// Enlarges this rect so that it contains another rect.
            #[pyo3(signature = (*rect))]
            fn union_ip(&self, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                self.change(rect.py(), |own| *own = own.union(other));
                Ok(())
            }

            /// The smallest rect that contains this rect and all rects in a list.
            #[pyo3(signature = (rects, /))]
            fn unionall<'py>(slf: &Bound<'py, Self>, rects: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, union_all(slf.get().area(slf.py()), rects)?)
            }

            /// Enlarges this rect so that it contains all rects in a list.
            #[pyo3(signature = (rects, /))]
            fn unionall_ip(&self, rects: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.set(rects.py(), union_all(self.area(rects.py()), rects)?);
                Ok(())
            }

            /// The largest rect with the aspect ratio of this rect that fits into another rect. It is centered in the other rect.
            #[pyo3(signature = (*rect))]
            fn fit<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).fit(other))
            }

            /// This rect, moved into another rect. If this rect is larger, it is centered on the other rect.
            #[pyo3(signature = (*rect))]
            fn clamp<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).clamp(other))
            }

            /// Moves this rect into another rect. If this rect is larger, centers it on the other rect.
            #[pyo3(signature = (*rect))]
            fn clamp_ip(&self, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                self.change(rect.py(), |own| *own = own.clamp(other));
                Ok(())
            }

            /// This rect moved by an offset.
            #[pyo3(signature = (*by))]
            fn r#move<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let by = offset(by)?;
                Self::like(slf, slf.get().area(slf.py()).moved(by))
            }

            /// Moves this rect by an offset.
            #[pyo3(signature = (*by))]
            fn move_ip(&self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                let displacement = offset(by)?;
                self.change(by.py(), |own| *own = own.moved(displacement));
                Ok(())
            }

            /// A copy of this rect in which attributes, such as `center`, have been set to the given values.
            #[pyo3(signature = (**kwargs))]
            fn move_to<'py>(
                slf: &Bound<'py, Self>,
                kwargs: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let kwargs = kwargs.ok_or_else(|| PyTypeError::new_err("move_to: an attribute is needed"))?;
                let made = Self::like(slf, slf.get().area(slf.py()))?;
                attributes(&made, kwargs)?;
                Ok(made)
            }

            /// This rect, enlarged by x in total width and by y in total height. Its center stays.
            #[pyo3(signature = (*by))]
            fn inflate<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let by = offset(by)?;
                Self::like(slf, slf.get().area(slf.py()).inflated(by))
            }

            /// Enlarges this rect by x in total width and by y in total height. Its center stays.
            #[pyo3(signature = (*by))]
            fn inflate_ip(&self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                let more = offset(by)?;
                self.change(by.py(), |own| *own = own.inflated(more));
                Ok(())
            }

            /// This rect, scaled about its center by one factor, or by a factor for each axis.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by<'py>(
                slf: &Bound<'py, Self>,
                args: &Bound<'py, PyTuple>,
                kwargs: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let factors = factors(args, kwargs)?;
                Self::like(slf, slf.get().area(slf.py()).scaled(factors))
            }

            /// Scales this rect about its center by one factor, or by a factor for each axis.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by_ip(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
                let factors = factors(args, kwargs)?;
                self.change(args.py(), |own| *own = own.scaled(factors));
                Ok(())
            }

            /// Makes negative sizes positive. The rect covers the same area.
            fn normalize(&self, py: Python<'_>) {
                self.change(py, |own| *own = own.normalized());
            }

            /// A copy of the rect.
            fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, slf.get().area(slf.py()))
            }

            fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, slf.get().area(slf.py()))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
                let numbers = slf.get().area(slf.py()).numbers();
                Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), numbers)?))
            }

            fn __len__(&self) -> usize {
                4
            }

            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                got(self.area(key.py()).numbers(), key)
            }

            fn __setitem__(&self, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let numbers = put(self.area(key.py()).numbers(), key, value)?;
                self.0.set(key.py(), Area::new(numbers));
                Ok(())
            }

            fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
                Err(PyTypeError::new_err("the numbers of a rect cannot be deleted"))
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(PyTuple::new(py, self.area(py).numbers())?.try_iter()?.into_any())
            }

            fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
                match <$Number as Number>::coordinate(key) {
                    Some(number) => Ok(self.area(key.py()).numbers().contains(&number)),
                    None => {
                        let other = rect(key)?;
                        Ok(self.area(key.py()).contains(other))
                    }
                }
            }

            fn __bool__(&self, py: Python<'_>) -> bool {
                self.area(py).is_solid()
            }

            /// Compares two rects number by number, like tuples. Returns NotImplemented if the other object is not a rect.
            fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
                compared(self.area(other.py()).numbers().map(f64::from), other, op)
            }

            fn __repr__(&self, py: Python<'_>) -> String {
                let [x, y, w, h] = self.area(py).numbers();
                format!(concat!($name, "({:?}, {:?}, {:?}, {:?})"), x, y, w, h)
            }
        }
    };
}

macro_rules! named_methods {
    ($($Name:ident of $Number:ty: $name:literal;)*) => {$(
        methods! {
            $Name of $Number: $name;
            one {
                x set_x 0 Start "Its left edge.",
                y set_y 1 Start "Its upper edge.",
                left set_left 0 Start "Its left edge.",
                top set_top 1 Start "Its upper edge.",
                right set_right 0 End "Its right edge, which does not belong to it.",
                bottom set_bottom 1 End "Its lower edge, which does not belong to it.",
                centerx set_centerx 0 Middle "The middle from left to right.",
                centery set_centery 1 Middle "The middle from top to bottom.",
            }
            size {
                w set_w 0 "Its width.",
                h set_h 1 "Its height.",
                width set_width 0 "Its width.",
                height set_height 1 "Its height.",
            }
            two {
                topleft set_topleft Start Start "Its upper left corner.",
                topright set_topright End Start "Its upper right corner.",
                bottomleft set_bottomleft Start End "Its lower left corner.",
                bottomright set_bottomright End End "Its lower right corner.",
                midtop set_midtop Middle Start "The middle of its upper edge.",
                midleft set_midleft Start Middle "The middle of its left edge.",
                midbottom set_midbottom Middle End "The middle of its lower edge.",
                midright set_midright End Middle "The middle of its right edge.",
                center set_center Middle Middle "Its middle.",
            }
        }
    )*};
}

named_methods! {
    Rect of i32: "Rect";
    FRect of f64: "FRect";
}
