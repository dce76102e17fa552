//! Reads the shapes of a body, each of which may have its own material.

use crate::reading::{at_index, finite, is_text, length};
use crate::shape::given::Given;
use crate::shape::kinds::wrap;
use engine::dynamics::BodyKind;
use engine::{AsShape, ShapeBuf};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

/// The material and the collision filter of a shape of a body.
#[derive(Clone, Copy)]
pub struct Material {
    pub density: f64,
    pub friction: f64,
    pub restitution: f64,
    pub rolling_resistance: f64,
    pub layers: u32,
    pub filter: u32,
    pub sensor: bool,
}

impl Material {
    pub fn checked(self) -> PyResult<Self> {
        let fault = |name: &str, number: f64, text: &str| {
            Err(PyValueError::new_err(format!("{name}: {number} is not {text}")))
        };
        if finite(self.density, "density")? <= 0.0 {
            return fault("density", self.density, "above zero");
        }
        if !(0.0..=1.0).contains(&self.restitution) {
            return fault("restitution", self.restitution, "from 0 to 1");
        }
        length(self.friction, "friction")?;
        length(self.rolling_resistance, "rolling_resistance")?;
        Ok(self)
    }

    pub fn of<'a>(&self, shape: engine::Shape<'a, f64, 2>) -> engine::dynamics::Collider<'a, f64> {
        let Self { density, friction, restitution, rolling_resistance, layers, filter, sensor } = *self;
        engine::dynamics::Collider {
            density,
            friction,
            restitution,
            rolling_resistance,
            layers,
            filter,
            sensor,
            ..engine::dynamics::Collider::new(shape)
        }
    }
}

/// A shape of a body with its own material (density, friction, restitution, rolling resistance), layers and filter. A sensor only detects
/// other shapes, and does not collide with them.
///
/// >>> import bumper
/// >>> bodies = bumper.Simulation()
/// >>> hammer = simulation.add([(0, 0, 4, 40), bumper.Collider((-8, -10, 20, 10), density=8)])
/// >>> bodies[hammer].mass, [round(c, 6) for c in bodies[hammer].center]
/// (1760.0, [2.0, -2.727273])
#[pyclass(module = "bumper", frozen)]
pub struct Collider {
    shape: ShapeBuf<f64, 2>,
    of: Material,
}

#[pymethods]
impl Collider {
    #[new]
    #[pyo3(signature = (shape, *, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, layers=1, filter=u32::MAX,
        sensor=false))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        shape: Given,
        density: f64,
        friction: f64,
        restitution: f64,
        rolling_resistance: f64,
        layers: u32,
        filter: u32,
        sensor: bool,
    ) -> PyResult<Self> {
        let of = Material { density, friction, restitution, rolling_resistance, layers, filter, sensor }
            .checked()?;
        Ok(Self { shape: shape.into_owned(), of })
    }

    /// The shape without its material.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, self.shape.clone())
    }

    /// The mass per unit of area.
    #[getter]
    fn density(&self) -> f64 {
        self.of.density
    }

    /// The coefficient of friction. Two surfaces use the geometric mean of their coefficients.
    #[getter]
    fn friction(&self) -> f64 {
        self.of.friction
    }

    /// The coefficient of restitution (bounciness), from 0 to 1. Two surfaces use the larger one.
    #[getter]
    fn restitution(&self) -> f64 {
        self.of.restitution
    }

    /// The rolling resistance. The largest torque with which the contact resists rolling is this factor, times the normal force, times the
    /// radius of the ball that touches. If neither shape is a ball, the size of the smaller body is used as radius. Two surfaces use the
    /// larger factor.
    #[getter]
    fn rolling_resistance(&self) -> f64 {
        self.of.rolling_resistance
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Collider({}, density={:?})", self.shape(py)?.repr()?, self.of.density))
    }
}

fn one(object: &Bound<'_, PyAny>, usual: Material) -> PyResult<(ShapeBuf<f64, 2>, Material)> {
    match object.cast::<Collider>() {
        Ok(collider) => Ok((collider.get().shape.clone(), collider.get().of)),
        Err(_) => Ok((object.extract::<Given>()?.into_owned(), usual)),
    }
}

/// Reads a shape, a Collider, or an iterable of these. Shapes that are not Colliders get the material `usual`.
pub fn read(object: &Bound<'_, PyAny>, usual: Material) -> PyResult<Vec<(ShapeBuf<f64, 2>, Material)>> {
    let py = object.py();
    let all = |items: Bound<'_, PyIterator>| {
        let item = |(k, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            one(&item?, usual).map_err(|error| at_index(py, "shapes", k, error))
        };
        items.enumerate().map(item).collect::<PyResult<Vec<_>>>()
    };
    let found = if object.is_instance_of::<PyList>() {
        all(object.try_iter()?)?
    } else {
        match one(object, usual) {
            Ok(one) => vec![one],
            Err(error) if error.is_instance_of::<PyTypeError>(py) && !is_text(object) => {
                // The object is a tuple of shapes, a group or a generator. If it is none of these, the first error is more helpful than the
                // second.
                let Ok(items) = object.try_iter() else { return Err(error) };
                all(items).map_err(|_| error)?
            }
            Err(error) => return Err(error),
        }
    };
    // An empty shape would be rejected later because it has no area, but this error is clearer.
    if found.iter().any(|(shape, _)| shape.as_shape().bounds().is_none()) {
        return Err(PyValueError::new_err("shapes: one is empty"));
    }
    Ok(found)
}

pub fn kind(name: &str) -> PyResult<BodyKind> {
    match name {
        "static" => Ok(BodyKind::Static),
        "kinematic" => Ok(BodyKind::Kinematic),
        "dynamic" => Ok(BodyKind::Dynamic),
        other => {
            let text = format!("kind: {other:?} is not 'dynamic', 'static' or 'kinematic'");
            Err(PyValueError::new_err(text))
        }
    }
}
