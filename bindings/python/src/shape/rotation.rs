//! Reads rotations of 2D shapes and bodies: angles in degrees, or numbers that define a rotation exactly.

use crate::answer::pair;
use crate::reading::{Numbers, Pair, finite, one_of};
use engine::{Rotation, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A rotation that is passed by the caller: an angle in degrees, a direction as cosine and sine (as in the `repr` of rotated shapes), or
/// both rotated axes. Both axes are needed only for the few rotations whose axes are not exactly perpendicular after rounding.
pub enum RotationArgument {
    Degrees(f64),
    Direction(Pair),
    Axes((Pair, Pair)),
}

one_of!(RotationArgument: Degrees | Direction | Axes, "an angle in degrees");

impl RotationArgument {
    /// Converts the argument to a rotation. A cosine and sine, or axes, that were taken from a rotation give this rotation, bit for bit.
    /// Therefore a shape that is recreated from the `repr` of another shape is equal to that shape.
    pub fn rotation(self) -> PyResult<Rotation<f64, 2>> {
        let fault = || PyValueError::new_err("degrees: the cosine and the sine give no direction");
        match self {
            Self::Degrees(degrees) => Ok(Rotation::from_degrees(finite(degrees, "degrees")?)),
            Self::Direction(Numbers([cosine, sine])) => {
                let exact = exact([[cosine, sine], [-sine, cosine]]);
                exact.or_else(|| Rotation::from_complex(cosine, sine)).ok_or_else(fault)
            }
            Self::Axes((x, y)) => Rotation::from_axes([x.vector(), y.vector()]).ok_or_else(fault),
        }
    }

    /// Returns an argument for `rotation` that gives exactly this rotation: its cosine and sine, or both axes.
    pub fn of<'py>(py: Python<'py>, rotation: Rotation<f64, 2>) -> PyResult<Bound<'py, PyTuple>> {
        let (cosine, sine) = rotation.complex();
        match exact([[cosine, sine], [-sine, cosine]]) == Some(rotation) {
            true => (cosine, sine).into_pyobject(py),
            false => <(_, _)>::from(rotation.axes().map(pair)).into_pyobject(py),
        }
    }
}

/// Returns the rotation with exactly these axes, if there is one.
pub fn exact<const N: usize>(axes: [[f64; N]; N]) -> Option<Rotation<f64, N>> {
    let axes = axes.map(Vector);
    Rotation::from_axes(axes).filter(|rotation| rotation.axes() == axes)
}
