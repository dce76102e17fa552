//! The methods of rects, which are the same for whole numbers and for floats: a macro, as each class of Python's is a type.

macro_rules! class {
    (
        $(#[$about:meta])*
        $Name:ident of $Number:ty: $name:literal;
        one { $($one:ident $set_one:ident $axis:literal $at:ident $one_doc:literal,)* }
        size { $($size:ident $set_size:ident $size_axis:literal $size_doc:literal,)* }
        two { $($two:ident $set_two:ident $x:ident $y:ident $two_doc:literal,)* }
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper", subclass, sequence, frozen, weakref)]
        pub struct $Name(Kept<Area<$Number>>);

        impl $Name {
            pub const fn of(area: Area<$Number>) -> Self {
                Self(Kept::new(area))
            }

            #[inline]
            pub fn area(&self, py: Python<'_>) -> Area<$Number> {
                self.0.get(py)
            }

            /// Python code may run while something is read: that is done before.
            #[inline]
            fn change(&self, py: Python<'_>, change: impl FnOnce(&mut Area<$Number>)) {
                let mut area = self.area(py);
                change(&mut area);
                self.0.set(py, area);
            }

            /// Of the same class, without what that is made with.
            fn like<'py>(slf: &Bound<'py, Self>, area: Area<$Number>) -> PyResult<Bound<'py, PyAny>> {
                if slf.is_exact_instance_of::<Self>() {
                    return Ok(Bound::new(slf.py(), Self::of(area))?.into_any());
                }
                let class = slf.get_type();
                let made = class.call_method1("__new__", (&class,))?;
                made.cast::<Self>()?.get().0.set(slf.py(), area);
                Ok(made)
            }

        }

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

            /// Sets its place and size, given as to make one.
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
                    self.area(py).place([At::$x, At::$y])
                }

                #[setter($two)]
                fn $set_two(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    let place = pair(value)?;
                    self.change(value.py(), |area| area.put([At::$x, At::$y], place));
                    Ok(())
                }
            )*

            /// Its width and its height.
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

            /// Its middle, from its corner.
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

            /// Whether a point is in it; its right and lower edges do not belong to it.
            #[pyo3(signature = (*point))]
            fn collidepoint(&self, point: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let place = way(point)?;
                Ok(self.area(point.py()).has(place))
            }

            /// Whether it shares an area with another; touching does not count.
            #[pyo3(signature = (*rect))]
            fn colliderect(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let other = given(rect)?;
                Ok(self.area(rect.py()).collides(other))
            }

            /// Where in a list the first is that collides, or -1.
            #[pyo3(signature = (rects, /))]
            fn collidelist(&self, rects: &Bound<'_, PyAny>) -> PyResult<isize> {
                Ok(first(self.area(rects.py()), rects, None)?.map_or(-1, |(k, _)| k as isize))
            }

            /// Where in a list those are that collide.
            #[pyo3(signature = (rects, /))]
            fn collidelistall(&self, rects: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
                all(self.area(rects.py()), rects, None, |k, _| k)
            }

            /// The first entry of a dict of which the key, or with `values` the value, collides; or None.
            #[pyo3(signature = (rect_dict, values=Truth(false)), text_signature = "($self, rect_dict, values=False)")]
            fn collidedict<'py>(&self, rect_dict: &Bound<'py, PyAny>, values: Truth) -> PyResult<Option<Entry<'py>>> {
                first_entry(self.area(rect_dict.py()), rect_dict, values.0)
            }

            /// All entries of a dict of which the key, or with `values` the value, collides.
            #[pyo3(signature = (rect_dict, values=Truth(false)), text_signature = "($self, rect_dict, values=False)")]
            fn collidedictall<'py>(&self, rect_dict: &Bound<'py, PyAny>, values: Truth) -> PyResult<Vec<Entry<'py>>> {
                all_entries(self.area(rect_dict.py()), rect_dict, values.0)
            }

            /// The first object of a list whose rect, by `key` if that is given, collides; or None.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjects<'py>(
                &self,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                Ok(first(self.area(objects.py()), objects, key)?.map(|(_, object)| object))
            }

            /// All objects of a list whose rect, by `key` if that is given, collides.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjectsall<'py>(
                &self,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Vec<Bound<'py, PyAny>>> {
                all(self.area(objects.py()), objects, key, |_, object| object)
            }

            /// Whether another lies in it.
            #[pyo3(signature = (*rect))]
            fn contains(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                let other = given(rect)?;
                Ok(self.area(rect.py()).contains(other))
            }

            /// What both have; of no size where they share nothing.
            #[pyo3(signature = (*rect))]
            fn clip<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).clip(other))
            }

            /// A line as far as it lies in it, as two points, or (). Its last pixels belong to it.
            #[pyo3(signature = (*line))]
            fn clipline<'py>(&self, py: Python<'py>, line: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
                let ends = self::line(line)?;
                match self.area(py).clip_line(ends) {
                    Some(ends) => PyTuple::new(py, ends.map(|end| (end.x(), end.y()))),
                    None => Ok(PyTuple::empty(py)),
                }
            }

            /// The smallest around both.
            #[pyo3(signature = (*rect))]
            fn union<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).union(other))
            }

            /// Makes it as large as to have another in it.
            #[pyo3(signature = (*rect))]
            fn union_ip(&self, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                self.change(rect.py(), |own| *own = own.union(other));
                Ok(())
            }

            /// The smallest around it and all of a list.
            #[pyo3(signature = (rects, /))]
            fn unionall<'py>(slf: &Bound<'py, Self>, rects: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, around(slf.get().area(slf.py()), rects)?)
            }

            /// Makes it as large as to have all of a list in it.
            #[pyo3(signature = (rects, /))]
            fn unionall_ip(&self, rects: &Bound<'_, PyAny>) -> PyResult<()> {
                self.0.set(rects.py(), around(self.area(rects.py()), rects)?);
                Ok(())
            }

            /// In the middle of another and as large as it may be there, with the same ratio of its sides.
            #[pyo3(signature = (*rect))]
            fn fit<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).fit(other))
            }

            /// Moved so that it is in another, or in its middle where it is larger.
            #[pyo3(signature = (*rect))]
            fn clamp<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let other = given(rect)?;
                Self::like(slf, slf.get().area(slf.py()).clamp(other))
            }

            /// Moves it so that it is in another, or in its middle where it is larger.
            #[pyo3(signature = (*rect))]
            fn clamp_ip(&self, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                self.change(rect.py(), |own| *own = own.clamp(other));
                Ok(())
            }

            /// Moved by a way.
            #[pyo3(signature = (*by))]
            fn r#move<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let by = way(by)?;
                Self::like(slf, slf.get().area(slf.py()).moved(by))
            }

            /// Moves it by a way.
            #[pyo3(signature = (*by))]
            fn move_ip(&self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                let way = way(by)?;
                self.change(by.py(), |own| *own = own.moved(way));
                Ok(())
            }

            /// Moved to where its attributes are as given.
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

            /// Larger by so much, half of it on each side.
            #[pyo3(signature = (*by))]
            fn inflate<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let by = way(by)?;
                Self::like(slf, slf.get().area(slf.py()).inflated(by))
            }

            /// Makes it larger by so much, half of it on each side.
            #[pyo3(signature = (*by))]
            fn inflate_ip(&self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                let more = way(by)?;
                self.change(by.py(), |own| *own = own.inflated(more));
                Ok(())
            }

            /// Larger by a factor, or by one for each side, about its middle.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by<'py>(
                slf: &Bound<'py, Self>,
                args: &Bound<'py, PyTuple>,
                kwargs: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let factors = factors(args, kwargs)?;
                Self::like(slf, slf.get().area(slf.py()).scaled(factors))
            }

            /// Makes it larger by a factor, or by one for each side, about its middle.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by_ip(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
                let factors = factors(args, kwargs)?;
                self.change(args.py(), |own| *own = own.scaled(factors));
                Ok(())
            }

            /// Turns sizes below zero around: it covers the same.
            fn normalize(&self, py: Python<'_>) {
                self.change(py, |own| *own = own.normalized());
            }

            /// Another with the same numbers.
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

            /// Number by number; what is no rect is not compared.
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
