//! Shapes in space: the class `Shape3`, which has all methods. The classes of the kinds are in `kinds`.

pub mod kinds;

use crate::answer::{self, Contact3, RayHit3, Relation, SweepHit3, triple};
use crate::query;
use crate::reading::{Numbers, Triple, finite, numbers};
use engine::{Aabb, AsShape, Ball, Pose, Relate, Rotation, ShapeBuf, Vector};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A quaternion x, y, z, w, or degrees about an axis: ((x, y, z), degrees).
#[derive(FromPyObject)]
pub enum Turn3 {
    Quaternion((f64, f64, f64, f64)),
    About((Triple, f64)),
}

impl Turn3 {
    pub fn rotation(self) -> PyResult<Rotation<f64, 3>> {
        let fault = || PyValueError::new_err("rotation: it has no length, or is not finite");
        match self {
            Self::Quaternion((x, y, z, w)) => Rotation::from_quaternion([x, y, z, w]).ok_or_else(fault),
            Self::About((axis, degrees)) => rotation(axis, degrees, "rotation"),
        }
    }
}

/// By degrees about an axis: `name` is that of the argument.
pub fn rotation(axis: Triple, degrees: f64, name: &str) -> PyResult<Rotation<f64, 3>> {
    let found = Rotation::about(axis.finite(name)?, finite(degrees, "degrees")?);
    found.ok_or_else(|| PyValueError::new_err(format!("{name}: of no length")))
}

/// A shape as it was given.
pub enum Given3<'py> {
    Ours(Bound<'py, Shape3>),
    Plain(engine::Shape<'static, f64, 3>),
}

impl Given3<'_> {
    pub fn shape(&self) -> engine::Shape<'_, f64, 3> {
        match self {
            Self::Ours(shape) => shape.get().0.as_shape(),
            Self::Plain(shape) => *shape,
        }
    }

    pub fn into_owned(self) -> ShapeBuf<f64, 3> {
        match self {
            Self::Ours(shape) => shape.get().0.clone(),
            Self::Plain(shape) => shape.into(),
        }
    }
}

/// A box from its least corner and its size.
pub fn cuboid([x, y, z, w, h, d]: [f64; 6]) -> PyResult<Aabb<f64, 3>> {
    let (corner, size) = (Numbers([x, y, z]).finite("corner")?, Numbers([w, h, d]).finite("size")?);
    Ok(Aabb::new(corner, (corner + size).map(|c| c.clamp(f64::MIN, f64::MAX))))
}

pub fn sphere([x, y, z, radius]: [f64; 4]) -> PyResult<Ball<f64, 3>> {
    Ok(Ball::new(Numbers([x, y, z]).finite("center")?, crate::reading::length(radius, "radius")?))
}

impl<'a, 'py> FromPyObject<'a, 'py> for Given3<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(shape) = object.cast::<Shape3>() {
            return Ok(Self::Ours(shape.to_owned()));
        }
        match object.len() {
            Ok(3) => Ok(Self::Plain(Numbers(numbers(&object)?).finite("a point")?.into())),
            Ok(4) => Ok(Self::Plain(sphere(numbers(&object)?)?.into())),
            Ok(6) => Ok(Self::Plain(cuboid(numbers(&object)?)?.into())),
            _ => Err(PyTypeError::new_err(
                "a shape in space is needed, or 3 numbers (a point), 4 (x, y, z, radius) or 6 (x, y, z, width, height, depth)",
            )),
        }
    }
}

fn no_box() -> PyErr {
    PyValueError::new_err("an empty shape is nowhere")
}

/// A shape in space that does not change: what moves it makes another. Those that are made are of the classes of the kinds. Methods take
/// tuples too: three numbers are a point, four a sphere (x, y, z, radius), six a box (x, y, z, width, height, depth).
///
/// >>> import bumper
/// >>> crate = bumper.Box3(0, 0, 0, 10, 10, 10)
/// >>> crate.distance((15, 5, 5, 2)), crate.contact((11, 5, 5, 3)).depth, (10, 10, 10) in crate
/// (3.0, 2.0, True)
/// >>> crate.turned((0, 0, 1), 45).overlaps((11, 5, 5))
/// True
#[pyclass(module = "bumper", subclass, frozen)]
pub struct Shape3(pub ShapeBuf<f64, 3>);

#[pymethods]
impl Shape3 {
    /// How this shape and another lie to each other: apart, touching or overlapping.
    #[pyo3(signature = (other, /))]
    fn relation(&self, other: Given3) -> Relation {
        self.0.as_shape().relation(&other.shape()).into()
    }

    /// Whether it shares a point with another: touching counts.
    #[pyo3(signature = (other, /))]
    fn intersects(&self, other: Given3) -> bool {
        self.0.as_shape().intersects(&other.shape())
    }

    /// Whether it shares more than its surface with another: touching does not count.
    #[pyo3(signature = (other, /))]
    fn overlaps(&self, other: Given3) -> bool {
        self.0.as_shape().overlaps(&other.shape())
    }

    /// Whether a point is in it or on its surface.
    #[pyo3(signature = (point, /))]
    fn contains(&self, point: Triple) -> bool {
        self.0.as_shape().contains(point.0)
    }

    fn __contains__(&self, point: Triple) -> bool {
        self.contains(point)
    }

    /// The length of the shortest gap to another shape; zero where they touch or overlap.
    #[pyo3(signature = (other, /))]
    fn distance(&self, other: Given3) -> f64 {
        engine::distance(self.0.as_shape(), other.shape())
    }

    /// How it meets another: None where they are farther apart than `within`.
    #[pyo3(signature = (other, /, within=0.0))]
    fn contact(&self, other: Given3, within: f64) -> PyResult<Option<Contact3>> {
        Ok(query::meeting(self.0.as_shape(), other.shape(), within)?.map(Contact3))
    }

    /// The first touch with another while this moves by a way and the other, in the same time, by its own; or None.
    #[pyo3(signature = (moves, other, other_moves=Numbers([0.0; 3]), /), text_signature = "($self, moves, other, other_moves=(0, 0, 0), /)")]
    fn sweep(&self, moves: Triple, other: Given3, other_moves: Triple) -> PyResult<Option<SweepHit3>> {
        let (moves, other_moves) = (moves.finite("moves")?, other_moves.finite("other_moves")?);
        Ok(engine::sweep(self.0.as_shape(), moves, other.shape(), other_moves).map(Into::into))
    }

    /// Where a ray from a point into a direction first hits it, or None.
    #[pyo3(signature = (origin, direction, /, reach=f64::INFINITY))]
    fn cast(&self, origin: Triple, direction: Triple, reach: f64) -> PyResult<Option<RayHit3>> {
        Ok(engine::cast(&query::ray(origin, direction, reach)?, self.0.as_shape()).map(Into::into))
    }

    /// The same shape, moved by a way.
    #[pyo3(signature = (by, /))]
    fn moved<'py>(&self, py: Python<'py>, by: Triple) -> PyResult<Bound<'py, PyAny>> {
        let fault = || PyOverflowError::new_err("by: the shape would leave the range of numbers");
        kinds::wrap(py, self.0.translated(by.finite("by")?).ok_or_else(fault)?)
    }

    /// The same shape, turned by degrees about an axis through a point, or else through its middle: about z from x towards y.
    #[pyo3(signature = (axis, degrees, /, about=None))]
    fn turned<'py>(
        &self,
        py: Python<'py>,
        axis: Triple,
        degrees: f64,
        about: Option<Triple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let about = match about {
            Some(about) => about.finite("about")?,
            None => self.0.center().ok_or_else(no_box)?,
        };
        let rotation = rotation(axis, degrees, "axis")?;
        kinds::wrap(py, kinds::placed(&self.0, &Pose::new(rotation, about - rotation.apply(about))))
    }

    /// The least corner and the size of a box around it, x, y, z, width, height and depth: of what is not along the axes it may be
    /// larger by a rounding.
    #[getter]
    fn bounds(&self) -> PyResult<(f64, f64, f64, f64, f64, f64)> {
        let around = match self.0.as_shape() {
            // Those of others are rounded outwards.
            engine::Shape::Ball(ball) => {
                let reach = Vector([ball.radius(); 3]);
                Aabb::new(ball.center() - reach, ball.center() + reach)
            }
            engine::Shape::Aabb(area) => area,
            _ => self.0.bounds().ok_or_else(no_box)?,
        };
        Ok(answer::cuboid(around))
    }

    /// The middle of the box around it.
    #[getter]
    fn center(&self) -> PyResult<(f64, f64, f64)> {
        self.0.center().map(triple).ok_or_else(no_box)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let arguments = kinds::arguments(slf.py(), &slf.get().0)?;
        let parts: PyResult<Vec<String>> =
            arguments.iter().map(|part| Ok(part.repr()?.to_string())).collect();
        Ok(format!("{}({})", slf.get_type().name()?, parts?.join(", ")))
    }

    /// What does not change is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Shapes are pickled by what they are made of. A rotation comes back within its rounding.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), kinds::arguments(slf.py(), &slf.get().0)?))
    }
}
