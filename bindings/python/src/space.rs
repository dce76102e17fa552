//! The class `Shape3`, with the methods of all 3D shapes. Its subclasses, which have the constructors, are in `kinds`.

pub mod half_space;
pub mod height_field;
pub mod initializer;
pub mod kinds;
pub mod mesh;
pub mod triangle;

use crate::answer::{self, Contact3, RayHit3, Relation, SweepHit3, triple};
use crate::checked;
use crate::reading::{Numbers, Triple, finite, numbers, one_of};
use crate::shape::class::class;
use crate::shape::extent::{no_box, pivot};
use engine::{Aabb, AsShape, Ball, Pose, Relate, Rotation, ShapeBuf, Vector};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A 3D rotation that is passed by the caller: a quaternion (x, y, z, w), an axis with degrees ((x, y, z), degrees), or the three rotated
/// coordinate axes.
pub enum RotationArgument3 {
    Quaternion((f64, f64, f64, f64)),
    About((Triple, f64)),
    Axes((Triple, Triple, Triple)),
}

one_of!(RotationArgument3: Quaternion | About | Axes, "a quaternion (x, y, z, w), or an axis and an angle in degrees,");

impl RotationArgument3 {
    pub fn rotation(self) -> PyResult<Rotation<f64, 3>> {
        let fault = || PyValueError::new_err("rotation: it has no length, or is not finite");
        match self {
            Self::Quaternion((x, y, z, w)) => Rotation::from_quaternion([x, y, z, w]).ok_or_else(fault),
            Self::About((axis, degrees)) => rotation(axis, degrees, "rotation"),
            Self::Axes((x, y, z)) => {
                Rotation::from_axes([x.vector(), y.vector(), z.vector()]).ok_or_else(|| {
                    PyValueError::new_err("rotation: the axes are not perpendicular, or are mirrored")
                })
            }
        }
    }

    /// Returns an argument for `rotation` that gives exactly this rotation: its quaternion, or its axes if the quaternion is not exact.
    pub fn of<'py>(py: Python<'py>, rotation: Rotation<f64, 3>) -> PyResult<Bound<'py, PyTuple>> {
        let quaternion = rotation.quaternion();
        match Rotation::from_quaternion(quaternion) == Some(rotation) {
            true => <(_, _, _, _)>::from(quaternion).into_pyobject(py),
            false => <(_, _, _)>::from(rotation.axes().map(triple)).into_pyobject(py),
        }
    }
}

/// Returns the rotation by an angle in degrees about an axis. `name` is the name of the argument `axis` for error messages.
pub fn rotation(axis: Triple, degrees: f64, name: &str) -> PyResult<Rotation<f64, 3>> {
    let found = Rotation::from_axis_degrees(axis.finite(name)?, finite(degrees, "degrees")?);
    found.ok_or_else(|| PyValueError::new_err(format!("{name}: its length is zero")))
}

/// A 3D shape that Python code has passed to a function: an object of this package, or a tuple that has been converted to a shape.
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

/// Returns the box from the corner (x, y, z) to the opposite corner (x + w, y + h, z + d).
pub fn cuboid([x, y, z, w, h, d]: [f64; 6]) -> PyResult<Aabb<f64, 3>> {
    let corner = Numbers([x, y, z]).finite("corner")?;
    let size = Numbers([w, h, d]).finite("size")?;
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
                "a 3D shape is needed, or 3 numbers (a point), 4 (x, y, z, radius) or 6 (x, y, z, width, height, depth)",
            )),
        }
    }
}

class! {
    /// An immutable 3D shape. Methods that move it return a new shape. Do not create objects of this class, but of its subclasses, such as
    /// Sphere. Methods also accept tuples: three numbers are a point, four a sphere (x, y, z, radius), six a box (x, y, z, width, height,
    /// depth).
    ///
    /// >>> import bumper
    /// >>> crate = bumper.Box3(0, 0, 0, 10, 10, 10)
    /// >>> crate.distance((15, 5, 5, 2)), crate.contact((11, 5, 5, 3)).depth, (10, 10, 10) in crate
    /// (3.0, 2.0, True)
    /// >>> crate.rotated((0, 0, 1), 45).overlaps((11, 5, 5))
    /// True
    Shape3 in 3 of Given3, points (f64, f64, f64) = triple;
    boxes (f64, f64, f64, f64, f64, f64) = answer::cuboid:
        "The bounding box, as (x, y, z, width, height, depth), where x, y and z are its minimum. For shapes that are not axis-aligned, it may be larger by a rounding error.";
    Contact3 SweepHit3 RayHit3, "($self, moves, other, other_moves=(0, 0, 0), /)";

    /// Returns the shape, rotated about an axis through a point, which is by default the center of its bounding box, or the point of a
    /// half-space. The angle is in degrees; a positive angle about z rotates x towards y.
    #[pyo3(signature = (axis, degrees, /, about=None))]
    fn rotated<'py>(
        &self,
        py: Python<'py>,
        axis: Triple,
        degrees: f64,
        about: Option<Triple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let about = match about {
            Some(about) => about.finite("about")?,
            None => self.pivot()?,
        };
        let rotation = rotation(axis, degrees, "axis")?;
        kinds::wrap(py, kinds::placed(&self.0, &Pose::new(rotation, about - rotation.apply(about))))
    }
}
