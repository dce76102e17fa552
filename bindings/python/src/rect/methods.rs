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
        #[pyclass(module = "bumper", subclass, sequence)]
        pub struct $Name(pub Area<$Number>);

        impl $Name {
            /// Of the same class, without what that is made with.
            fn like<'py>(slf: &Bound<'py, Self>, area: Area<$Number>) -> PyResult<Bound<'py, PyAny>> {
                if slf.is_exact_instance_of::<Self>() {
                    return Ok(Bound::new(slf.py(), Self(area))?.into_any());
                }
                let class = slf.get_type();
                let made = class.call_method1("__new__", (&class,))?;
                made.cast::<Self>()?.borrow_mut().0 = area;
                Ok(made)
            }

            fn all(&self, list: &Bound<'_, PyAny>) -> PyResult<Area<$Number>> {
                items(list, "rects")?.try_fold(self.0, |all, item| Ok(all.union(rect(&item?)?)))
            }
        }

        #[pymethods]
        impl $Name {
            #[new]
            #[pyo3(signature = (*_args, **_kwargs), text_signature = "(*args)")]
            fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
                Self(Area::default())
            }

            #[pyo3(signature = (*args))]
            fn __init__(&mut self, args: &Bound<'_, PyTuple>) -> PyResult<()> {
                self.0 = if args.is_empty() { Area::default() } else { given(args)? };
                Ok(())
            }

            /// Sets its place and size, given as to make one.
            #[pyo3(signature = (*args))]
            fn update(slf: &Bound<'_, Self>, args: &Bound<'_, PyTuple>) -> PyResult<()> {
                let area = given(args)?;
                slf.borrow_mut().0 = area;
                Ok(())
            }

            $(
                #[doc = $one_doc]
                #[getter]
                fn $one(&self) -> $Number {
                    self.0.one($axis, At::$at)
                }

                #[setter($one)]
                fn $set_one(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    self.0.put_one($axis, At::$at, Number::read(value)?);
                    Ok(())
                }
            )*

            $(
                #[doc = $size_doc]
                #[getter]
                fn $size(&self) -> $Number {
                    self.0.numbers()[2 + $size_axis]
                }

                #[setter($size)]
                fn $set_size(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    self.0.set_size($size_axis, Number::read(value)?);
                    Ok(())
                }
            )*

            $(
                #[doc = $two_doc]
                #[getter]
                fn $two(&self) -> ($Number, $Number) {
                    self.0.place([At::$x, At::$y])
                }

                #[setter($two)]
                fn $set_two(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                    self.0.put([At::$x, At::$y], pair(value)?);
                    Ok(())
                }
            )*

            /// Its width and its height.
            #[getter]
            fn size(&self) -> ($Number, $Number) {
                self.0.size()
            }

            #[setter(size)]
            fn set_size(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let (w, h) = pair(value)?;
                self.0.set_size(0, w);
                self.0.set_size(1, h);
                Ok(())
            }

            /// Its middle, from its corner.
            #[getter]
            fn relcenter(&self) -> ($Number, $Number) {
                let (w, h) = self.0.size();
                (w.half(), h.half())
            }

            #[setter(relcenter)]
            fn set_relcenter(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let (x, y) = pair::<$Number>(value)?;
                self.0.set_size(0, x.plus(x));
                self.0.set_size(1, y.plus(y));
                Ok(())
            }

            /// Whether a point is in it; its right and lower edges do not belong to it.
            #[pyo3(signature = (*point))]
            fn collidepoint(&self, point: &Bound<'_, PyTuple>) -> PyResult<bool> {
                Ok(self.0.has(way(point)?))
            }

            /// Whether it shares an area with another; touching does not count.
            #[pyo3(signature = (*rect))]
            fn colliderect(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                Ok(self.0.collides(given(rect)?))
            }

            /// Where in a list the first is that collides, or -1.
            #[pyo3(signature = (rects, /))]
            fn collidelist(slf: &Bound<'_, Self>, rects: &Bound<'_, PyAny>) -> PyResult<isize> {
                let own = slf.borrow().0;
                let first = colliding(own, rects, None)?.next().transpose()?;
                Ok(first.map_or(-1, |(k, _)| k as isize))
            }

            /// Where in a list those are that collide.
            #[pyo3(signature = (rects, /))]
            fn collidelistall(slf: &Bound<'_, Self>, rects: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
                let own = slf.borrow().0;
                colliding(own, rects, None)?.map(|found| Ok(found?.0)).collect()
            }

            /// The first entry of a dict of which the key, or with `values` the value, collides; or None.
            #[pyo3(signature = (rect_dict, values=false))]
            fn collidedict<'py>(
                slf: &Bound<'py, Self>,
                rect_dict: &Bound<'py, PyAny>,
                values: bool,
            ) -> PyResult<Option<Entry<'py>>> {
                let own = slf.borrow().0;
                colliding_entries(own, rect_dict, values).next().transpose()
            }

            /// All entries of a dict of which the key, or with `values` the value, collides.
            #[pyo3(signature = (rect_dict, values=false))]
            fn collidedictall<'py>(
                slf: &Bound<'py, Self>,
                rect_dict: &Bound<'py, PyAny>,
                values: bool,
            ) -> PyResult<Vec<Entry<'py>>> {
                let own = slf.borrow().0;
                colliding_entries(own, rect_dict, values).collect()
            }

            /// The first object of a list whose rect, by `key` if that is given, collides; or None.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjects<'py>(
                slf: &Bound<'py, Self>,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Option<Bound<'py, PyAny>>> {
                let own = slf.borrow().0;
                let first = colliding(own, objects, key)?.next().transpose()?;
                Ok(first.map(|(_, object)| object))
            }

            /// All objects of a list whose rect, by `key` if that is given, collides.
            #[pyo3(signature = (objects, key=None))]
            fn collideobjectsall<'py>(
                slf: &Bound<'py, Self>,
                objects: &Bound<'py, PyAny>,
                key: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Vec<Bound<'py, PyAny>>> {
                let own = slf.borrow().0;
                colliding(own, objects, key)?.map(|found| Ok(found?.1)).collect()
            }

            /// Whether another lies in it.
            #[pyo3(signature = (*rect))]
            fn contains(&self, rect: &Bound<'_, PyTuple>) -> PyResult<bool> {
                Ok(self.0.contains(given(rect)?))
            }

            /// What both have; of no size where they share nothing.
            #[pyo3(signature = (*rect))]
            fn clip<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.clip(given(rect)?))
            }

            /// A line as far as it lies in it, as two points, or (). Its last pixels belong to it.
            #[pyo3(signature = (*line))]
            fn clipline<'py>(&self, py: Python<'py>, line: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
                match self.0.clip_line(self::line(line)?) {
                    Some(ends) => PyTuple::new(py, ends.map(|end| (end.x(), end.y()))),
                    None => Ok(PyTuple::empty(py)),
                }
            }

            /// The smallest around both.
            #[pyo3(signature = (*rect))]
            fn union<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.union(given(rect)?))
            }

            /// Makes it as large as to have another in it.
            #[pyo3(signature = (*rect))]
            fn union_ip(slf: &Bound<'_, Self>, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                let mut own = slf.borrow_mut();
                own.0 = own.0.union(other);
                Ok(())
            }

            /// The smallest around it and all of a list.
            #[pyo3(signature = (rects, /))]
            fn unionall<'py>(slf: &Bound<'py, Self>, rects: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                let all = slf.borrow().all(rects)?;
                Self::like(slf, all)
            }

            /// Makes it as large as to have all of a list in it.
            #[pyo3(signature = (rects, /))]
            fn unionall_ip(slf: &Bound<'_, Self>, rects: &Bound<'_, PyAny>) -> PyResult<()> {
                let all = slf.borrow().all(rects)?;
                slf.borrow_mut().0 = all;
                Ok(())
            }

            /// In the middle of another and as large as it may be there, with the same ratio of its sides.
            #[pyo3(signature = (*rect))]
            fn fit<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.fit(given(rect)?))
            }

            /// Moved so that it is in another, or in its middle where it is larger.
            #[pyo3(signature = (*rect))]
            fn clamp<'py>(slf: &Bound<'py, Self>, rect: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.clamp(given(rect)?))
            }

            /// Moves it so that it is in another, or in its middle where it is larger.
            #[pyo3(signature = (*rect))]
            fn clamp_ip(slf: &Bound<'_, Self>, rect: &Bound<'_, PyTuple>) -> PyResult<()> {
                let other = given(rect)?;
                let mut own = slf.borrow_mut();
                own.0 = own.0.clamp(other);
                Ok(())
            }

            /// Moved by a way.
            #[pyo3(signature = (*by))]
            fn r#move<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.moved(way(by)?))
            }

            /// Moves it by a way.
            #[pyo3(signature = (*by))]
            fn move_ip(&mut self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                self.0 = self.0.moved(way(by)?);
                Ok(())
            }

            /// Moved to where its attributes are as given.
            #[pyo3(signature = (**kwargs))]
            fn move_to<'py>(
                slf: &Bound<'py, Self>,
                kwargs: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let kwargs = kwargs.ok_or_else(|| PyTypeError::new_err("move_to: an attribute is needed"))?;
                let made = Self::like(slf, slf.borrow().0)?;
                attributes(&made, kwargs)?;
                Ok(made)
            }

            /// Larger by so much, half of it on each side.
            #[pyo3(signature = (*by))]
            fn inflate<'py>(slf: &Bound<'py, Self>, by: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.inflated(way(by)?))
            }

            /// Makes it larger by so much, half of it on each side.
            #[pyo3(signature = (*by))]
            fn inflate_ip(&mut self, by: &Bound<'_, PyTuple>) -> PyResult<()> {
                self.0 = self.0.inflated(way(by)?);
                Ok(())
            }

            /// Larger by a factor, or by one for each side, about its middle.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by<'py>(
                slf: &Bound<'py, Self>,
                args: &Bound<'py, PyTuple>,
                kwargs: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let own = slf.borrow().0;
                Self::like(slf, own.scaled(factors(args, kwargs)?))
            }

            /// Makes it larger by a factor, or by one for each side, about its middle.
            #[pyo3(signature = (*args, **kwargs))]
            fn scale_by_ip(&mut self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
                self.0 = self.0.scaled(factors(args, kwargs)?);
                Ok(())
            }

            /// Turns sizes below zero around: it covers the same.
            fn normalize(&mut self) {
                self.0 = self.0.normalized();
            }

            /// Another with the same numbers.
            fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, slf.borrow().0)
            }

            fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                Self::like(slf, slf.borrow().0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
                let numbers = slf.borrow().0.numbers();
                Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), numbers)?))
            }

            fn __len__(&self) -> usize {
                4
            }

            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                got(self.0.numbers(), key)
            }

            fn __setitem__(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
                let numbers = put(slf.borrow().0.numbers(), key, value)?;
                slf.borrow_mut().0 = Area::new(numbers);
                Ok(())
            }

            fn __delitem__(&self, _key: &Bound<'_, PyAny>) -> PyResult<()> {
                Err(PyTypeError::new_err("the numbers of a rect cannot be deleted"))
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(PyTuple::new(py, self.0.numbers())?.try_iter()?.into_any())
            }

            fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
                match <$Number as Number>::coordinate(key) {
                    Some(number) => Ok(self.0.numbers().contains(&number)),
                    None => Ok(self.0.contains(rect(key)?)),
                }
            }

            fn __bool__(&self) -> bool {
                self.0.is_solid()
            }

            /// Number by number; what is no rect is not compared.
            fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
                compared(self.0.numbers().map(f64::from), other, op)
            }

            fn __repr__(&self) -> String {
                let [x, y, w, h] = self.0.numbers();
                format!(concat!($name, "({:?}, {:?}, {:?}, {:?})"), x, y, w, h)
            }
        }
    };
}
