//! The methods of shapes, which are the same on a plane and in space: a macro, as each class of Python's is a type.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub fn no_box() -> PyErr {
    PyValueError::new_err("an empty shape is nowhere")
}

macro_rules! class {
    (
        $(#[$about:meta])*
        $Shape:ident in $N:literal of $Given:ident, places $Place:ty = $place:path;
        boxes $Area:ty = $area:path: $bounds:literal;
        $Contact:ident $SweepHit:ident $RayHit:ident, $sweep:literal;
        $($own:tt)*
    ) => {
        $(#[$about])*
        #[pyclass(module = "bumper", subclass, frozen)]
        pub struct $Shape(pub ShapeBuf<f64, $N>);

        impl $Shape {
            fn middle(&self) -> PyResult<Vector<f64, $N>> {
                self.0.center().ok_or_else(no_box)
            }
        }

        #[pymethods]
        impl $Shape {
            /// How this shape and another lie to each other: apart, touching or overlapping.
            #[pyo3(signature = (other, /))]
            fn relation(&self, other: $Given) -> Relation {
                self.0.as_shape().relation(&other.shape()).into()
            }

            /// Whether it shares a point with another: touching counts.
            #[pyo3(signature = (other, /))]
            fn intersects(&self, other: $Given) -> bool {
                self.0.as_shape().intersects(&other.shape())
            }

            /// Whether it shares more than its boundary with another: touching does not count.
            #[pyo3(signature = (other, /))]
            fn overlaps(&self, other: $Given) -> bool {
                self.0.as_shape().overlaps(&other.shape())
            }

            /// Whether a point is in it or on its boundary.
            #[pyo3(signature = (point, /))]
            fn contains(&self, point: Numbers<$N>) -> bool {
                self.0.as_shape().contains(point.vector())
            }

            fn __contains__(&self, point: Numbers<$N>) -> bool {
                self.contains(point)
            }

            /// The length of the shortest gap to another shape; zero where they touch or overlap.
            #[pyo3(signature = (other, /))]
            fn distance(&self, other: $Given) -> f64 {
                engine::distance(self.0.as_shape(), other.shape())
            }

            /// How it meets another: None where they are farther apart than `within`.
            #[pyo3(signature = (other, /, within=0.0))]
            fn contact(&self, other: $Given, within: f64) -> PyResult<Option<$Contact>> {
                Ok(query::meeting(self.0.as_shape(), other.shape(), within)?.map($Contact))
            }

            /// The first touch with another while this moves by a way and the other, in the same time, by its own; or None.
            #[pyo3(signature = (moves, other, other_moves=Numbers([0.0; $N]), /), text_signature = $sweep)]
            fn sweep(
                &self,
                moves: Numbers<$N>,
                other: $Given,
                other_moves: Numbers<$N>,
            ) -> PyResult<Option<$SweepHit>> {
                let (moves, other_moves) = (moves.finite("moves")?, other_moves.finite("other_moves")?);
                Ok(engine::sweep(self.0.as_shape(), moves, other.shape(), other_moves).map(Into::into))
            }

            /// Where a ray from a point into a direction first hits it, or None.
            #[pyo3(signature = (origin, direction, /, reach=f64::INFINITY))]
            fn cast(
                &self,
                origin: Numbers<$N>,
                direction: Numbers<$N>,
                reach: f64,
            ) -> PyResult<Option<$RayHit>> {
                Ok(engine::cast(&query::ray(origin, direction, reach)?, self.0.as_shape()).map(Into::into))
            }

            /// The same shape, moved by a way.
            #[pyo3(signature = (by, /))]
            fn moved<'py>(&self, py: Python<'py>, by: Numbers<$N>) -> PyResult<Bound<'py, PyAny>> {
                let fault = || PyOverflowError::new_err("by: the shape would leave the range of numbers");
                kinds::wrap(py, self.0.translated(by.finite("by")?).ok_or_else(fault)?)
            }

            #[doc = $bounds]
            #[getter]
            fn bounds(&self) -> PyResult<$Area> {
                Ok($area(match self.0.as_shape() {
                    // Those of others are rounded outwards.
                    engine::Shape::Ball(ball) => {
                        let reach = Vector([ball.radius(); $N]);
                        engine::Aabb::new(ball.center() - reach, ball.center() + reach)
                    }
                    _ => self.0.bounds().ok_or_else(no_box)?,
                }))
            }

            /// The middle of the box around it.
            #[getter]
            fn center(&self) -> PyResult<$Place> {
                self.middle().map($place)
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

            /// What does not change is its own copy.
            fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
                slf
            }

            /// Shapes are pickled by what they are made of, and come back to the bit.
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
