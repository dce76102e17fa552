//! The methods of shapes, for 2D and 3D. They are defined by a macro, because Python needs separate classes.

macro_rules! class {
    (
        $(#[$about:meta])*
        $Shape:ident in $N:literal of $Given:ident, points $Point:ty = $point:path;
        boxes $Area:ty = $area:path: $bounds:literal;
        $Contact:ident $SweepHit:ident $RayHit:ident, $sweep:literal;
        $($own:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper", subclass, frozen, weakref)]
        pub struct $Shape(pub ShapeBuf<f64, $N>);

        impl $Shape {
            fn middle(&self) -> PyResult<Vector<f64, $N>> {
                self.0.center().ok_or_else(|| no_box(&self.0))
            }

            fn pivot(&self) -> PyResult<Vector<f64, $N>> {
                pivot(&self.0).ok_or_else(|| no_box(&self.0))
            }
        }

        #[pymethods]
        impl $Shape {
            /// The relation of this shape to another shape: apart, touching or overlapping.
            #[pyo3(signature = (other, /))]
            fn relation(&self, other: $Given) -> Relation {
                self.0.as_shape().relation(&other.shape()).into()
            }

            /// Whether this shape and another shape have a point in common: whether they touch or overlap.
            #[pyo3(signature = (other, /))]
            fn intersects(&self, other: $Given) -> bool {
                self.0.as_shape().intersects(&other.shape())
            }

            /// Whether this shape and another shape overlap; False if they only touch.
            #[pyo3(signature = (other, /))]
            fn overlaps(&self, other: $Given) -> bool {
                self.0.as_shape().overlaps(&other.shape())
            }

            /// Whether a point is inside the shape or on its boundary.
            #[pyo3(signature = (point, /))]
            fn contains(&self, point: Numbers<$N>) -> bool {
                self.0.as_shape().contains(point.vector())
            }

            fn __contains__(&self, point: Numbers<$N>) -> bool {
                self.contains(point)
            }

            /// The distance to another shape; zero if they touch or overlap.
            #[pyo3(signature = (other, /))]
            fn distance(&self, other: $Given) -> f64 {
                engine::distance(self.0.as_shape(), other.shape())
            }

            /// The contact with another shape: the depth or distance, the normal and the contact points. None if the distance is more than
            /// `within`.
            #[pyo3(signature = (other, /, within=0.0))]
            fn contact(&self, other: $Given, within: f64) -> PyResult<Option<$Contact>> {
                Ok(checked::contact(self.0.as_shape(), other.shape(), within)?.map($Contact))
            }

            /// The first contact with another shape, while this shape moves by `moves` and the other shape moves by `other_moves` in the
            /// same time. None if the shapes do not touch.
            #[pyo3(signature = (moves, other, other_moves=Numbers([0.0; $N]), /), text_signature = $sweep)]
            fn sweep(
                &self,
                moves: Numbers<$N>,
                other: $Given,
                other_moves: Numbers<$N>,
            ) -> PyResult<Option<$SweepHit>> {
                let moves = moves.finite("moves")?;
                let other_moves = other_moves.finite("other_moves")?;
                Ok(engine::sweep(self.0.as_shape(), moves, other.shape(), other_moves).map(Into::into))
            }

            /// The first hit of a ray on the shape, or None. The ray starts at `origin`, has a direction of any length except zero, and
            /// ends at the distance `max_distance`.
            #[pyo3(signature = (origin, direction, /, max_distance=f64::INFINITY),
                text_signature = "($self, origin, direction, /, max_distance=1e999)")]
            fn cast(
                &self,
                origin: Numbers<$N>,
                direction: Numbers<$N>,
                max_distance: f64,
            ) -> PyResult<Option<$RayHit>> {
                Ok(engine::cast(&checked::ray(origin, direction, max_distance)?, self.0.as_shape()).map(Into::into))
            }

            /// Returns the shape, translated by an offset.
            #[pyo3(signature = (offset, /))]
            fn translated<'py>(&self, py: Python<'py>, offset: Numbers<$N>) -> PyResult<Bound<'py, PyAny>> {
                let fault = || PyOverflowError::new_err("offset: the shape would leave the range of numbers");
                kinds::wrap(py, self.0.translated(offset.finite("offset")?).ok_or_else(fault)?)
            }

            #[doc = $bounds]
            #[getter]
            fn bounds(&self) -> PyResult<$Area> {
                Ok($area(match self.0.as_shape() {
                    // Compute the bounding box of a ball here, because `bounds` rounds outwards.
                    engine::Shape::Ball(ball) => {
                        let radii = Vector([ball.radius(); $N]);
                        engine::Aabb::new(ball.center() - radii, ball.center() + radii)
                    }
                    _ => self.0.bounds().ok_or_else(|| no_box(&self.0))?,
                }))
            }

            /// The center of the bounding box.
            #[getter]
            fn center(&self) -> PyResult<$Point> {
                self.middle().map($point)
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let (maker, arguments) = kinds::arguments(slf.py(), &slf.get().0)?;
                let parts: PyResult<Vec<String>> =
                    arguments.iter().map(|part| Ok(part.repr()?.to_string())).collect();
                let dot = if maker.is_empty() { "" } else { "." };
                Ok(format!("{}{dot}{maker}({})", slf.get_type().name()?, parts?.join(", ")))
            }

            /// Returns the shape itself, because it is immutable.
            fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
                slf
            }

            /// Shapes are pickled as the arguments of their constructors. The recreated shapes are equal, bit for bit.
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
                let (class, (maker, arguments)) =
                    (slf.get_type().into_any(), kinds::arguments(slf.py(), &slf.get().0)?);
                Ok((if maker.is_empty() { class } else { class.getattr(maker)? }, arguments))
            }

            $($own)*
        }
    };
}

pub(crate) use class;
