//! The class `Collider`, and the reading of the shapes of a body. Each shape may have its own material.

use crate::answer::pair;
use crate::reading::{Numbers, Pair, at_index, finite, is_text, length, named};
use crate::shape::extent::is_empty;
use crate::shape::given::Given;
use crate::shape::kinds::wrap;
use crate::world::{side_name, side_named};
use engine::dynamics::{BodyKind, CombineRule};
use engine::{AsShape, Shape, ShapeBuf, Side, Vector};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

/// The material and the collision filter of a collider.
#[derive(Clone, Copy)]
pub struct Material {
    pub density: f64,
    pub friction: f64,
    pub restitution: f64,
    pub rolling_resistance: f64,
    pub friction_rule: Option<CombineRule>,
    pub restitution_rule: Option<CombineRule>,
    pub surface_velocity: Vector<f64, 2>,
    pub one_way: Option<Side>,
    pub layers: u32,
    pub filter: u32,
    pub sensor: bool,
}

impl Default for Material {
    fn default() -> Self {
        Self::from(&engine::dynamics::ColliderDef::new(Vector::default()))
    }
}

impl From<&engine::dynamics::ColliderDef<'_, f64>> for Material {
    fn from(of: &engine::dynamics::ColliderDef<'_, f64>) -> Self {
        Self {
            density: of.density,
            friction: of.friction,
            restitution: of.restitution,
            rolling_resistance: of.rolling_resistance,
            friction_rule: of.friction_rule,
            restitution_rule: of.restitution_rule,
            surface_velocity: of.surface_velocity,
            one_way: of.one_way,
            layers: of.layers,
            filter: of.filter,
            sensor: of.sensor,
        }
    }
}

/// The names of the rules that combine the coefficients of two colliders.
const RULES: [(&str, CombineRule); 5] = [
    ("geometric-mean", CombineRule::GeometricMean),
    ("average", CombineRule::Average),
    ("minimum", CombineRule::Minimum),
    ("product", CombineRule::Product),
    ("maximum", CombineRule::Maximum),
];

/// Returns the rule with a name. `argument` is the name of the keyword argument for error messages.
pub fn rule(name: Option<&str>, argument: &str) -> PyResult<Option<CombineRule>> {
    name.map(|name| named(argument, name, &RULES)).transpose()
}

fn rule_name(of: Option<CombineRule>) -> Option<&'static str> {
    RULES.iter().find(|(_, rule)| Some(*rule) == of).map(|(name, _)| *name)
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

    pub fn of<'a>(&self, shape: Shape<'a, f64, 2>) -> engine::dynamics::ColliderDef<'a, f64> {
        engine::dynamics::ColliderDef {
            shape,
            density: self.density,
            friction: self.friction,
            restitution: self.restitution,
            rolling_resistance: self.rolling_resistance,
            friction_rule: self.friction_rule,
            restitution_rule: self.restitution_rule,
            surface_velocity: self.surface_velocity,
            one_way: self.one_way,
            layers: self.layers,
            filter: self.filter,
            sensor: self.sensor,
            data: 0,
        }
    }
}

/// A shape of a body with its own material, layers and filter. A sensor only detects other shapes, and does not collide with them. If
/// `one_way` is "min-x", "max-x", "min-y" or "max-y", only that side of the collider stops other bodies; the side rotates with the body.
/// `surface_velocity` is the velocity of the surface relative to the body, as of a conveyor belt, in body coordinates. `friction_rule` and
/// `restitution_rule` say how the coefficients of two colliders are combined: "geometric-mean", "average", "minimum", "product" or
/// "maximum". If the two colliders have different rules, the rule that comes later in this list is used.
///
/// >>> import bumper
/// >>> simulation = bumper.Simulation()
/// >>> hammer = simulation.insert([(0, 0, 4, 40), bumper.Collider((-8, -10, 20, 10), density=8)])
/// >>> simulation[hammer].mass, [round(c, 6) for c in simulation[hammer].center]
/// (1760.0, [2.0, -2.727273])
#[pyclass(module = "bumper", frozen, weakref)]
pub struct Collider {
    shape: ShapeBuf<f64, 2>,
    of: Material,
}

#[pymethods]
impl Collider {
    #[new]
    #[pyo3(signature = (shape, *, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, friction_rule=None,
        restitution_rule=None, surface_velocity=Numbers([0.0; 2]), one_way=None, layers=1, filter=u32::MAX, sensor=false),
        text_signature = "(shape, *, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, friction_rule=None, restitution_rule=None, surface_velocity=(0, 0), one_way=None, layers=1, filter=4294967295, sensor=False)")]
    #[allow(clippy::too_many_arguments)]
    fn new(
        shape: Given,
        density: f64,
        friction: f64,
        restitution: f64,
        rolling_resistance: f64,
        friction_rule: Option<&str>,
        restitution_rule: Option<&str>,
        surface_velocity: Pair,
        one_way: Option<&str>,
        layers: u32,
        filter: u32,
        sensor: bool,
    ) -> PyResult<Self> {
        let material = Material {
            density,
            friction,
            restitution,
            rolling_resistance,
            friction_rule: rule(friction_rule, "friction_rule")?,
            restitution_rule: rule(restitution_rule, "restitution_rule")?,
            surface_velocity: surface_velocity.finite("surface_velocity")?,
            one_way: side_named(one_way)?,
            layers,
            filter,
            sensor,
        };
        Ok(Self { shape: shape.into_owned(), of: material.checked()? })
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

    /// The coefficient of friction. For a contact of two colliders without a `friction_rule`, the geometric mean of their coefficients is
    /// used.
    #[getter]
    fn friction(&self) -> f64 {
        self.of.friction
    }

    /// The coefficient of restitution (bounciness), from 0 to 1. For a contact of two colliders without a `restitution_rule`, the larger of
    /// their coefficients is used.
    #[getter]
    fn restitution(&self) -> f64 {
        self.of.restitution
    }

    /// The rolling resistance. It limits the torque against rolling to this factor, times the normal force, times the radius of the ball
    /// that touches. If neither shape is a ball, the radius is replaced by the thickness of the thinner dynamic body: its area divided by
    /// twice its bounding radius. In a contact of two colliders, the larger of their factors is used.
    #[getter]
    fn rolling_resistance(&self) -> f64 {
        self.of.rolling_resistance
    }

    /// The rule that combines the friction coefficients of two colliders, or None to use the rule of the other collider.
    #[getter]
    fn friction_rule(&self) -> Option<&'static str> {
        rule_name(self.of.friction_rule)
    }

    /// The rule that combines the restitution coefficients of two colliders, or None to use the rule of the other collider.
    #[getter]
    fn restitution_rule(&self) -> Option<&'static str> {
        rule_name(self.of.restitution_rule)
    }

    /// The velocity of the surface relative to the body, in body coordinates, as of a conveyor belt.
    #[getter]
    fn surface_velocity(&self) -> (f64, f64) {
        pair(self.of.surface_velocity)
    }

    /// The only side that stops other bodies: "min-x", "max-x", "min-y" or "max-y", or None for all sides.
    #[getter]
    fn one_way(&self) -> Option<&'static str> {
        self.of.one_way.map(side_name)
    }

    /// The layers of the collider, one bit each.
    #[getter]
    fn layers(&self) -> u32 {
        self.of.layers
    }

    /// The layers that the collider collides with, one bit each. Two colliders collide if the filter of each contains a layer of the other.
    #[getter]
    fn filter(&self) -> u32 {
        self.of.filter
    }

    /// Whether the collider is a sensor, which only detects other colliders and does not collide with them.
    #[getter]
    fn sensor(&self) -> bool {
        self.of.sensor
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Collider({}, density={:?})", self.shape(py)?.repr()?, self.of.density))
    }
}

impl From<&engine::dynamics::ColliderDef<'_, f64>> for Collider {
    fn from(of: &engine::dynamics::ColliderDef<'_, f64>) -> Self {
        Self { shape: of.shape.into(), of: of.into() }
    }
}

/// Reads a shape or a Collider, and returns it with its material. A shape that is not a Collider gets the material `usual`.
pub fn one(object: &Bound<'_, PyAny>, usual: Material) -> PyResult<(ShapeBuf<f64, 2>, Material)> {
    match object.cast::<Collider>() {
        Ok(collider) => Ok((collider.get().shape.clone(), collider.get().of)),
        Err(_) => Ok((object.extract::<Given>()?.into_owned(), usual)),
    }
}

/// Reads a shape, a Collider, or an iterable of these, and returns each with its material. Shapes that are not Colliders get the material
/// `usual`.
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
                // The object may be a tuple of shapes, a sprite group or a generator. If it is none of these, the error of reading it as a
                // shape is more helpful than that of reading its items.
                let Ok(items) = object.try_iter() else { return Err(error) };
                all(items).map_err(|_| error)?
            }
            Err(error) => return Err(error),
        }
    };
    // An empty shape would be rejected later because it has no area, but this error is clearer.
    if found.iter().any(|(shape, _)| is_empty(&shape.as_shape())) {
        return Err(PyValueError::new_err("shapes: one is empty"));
    }
    Ok(found)
}

/// The name of a kind of body.
pub fn kind_name(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    }
}

pub fn kind(name: &str) -> PyResult<BodyKind> {
    named(
        "kind",
        name,
        &[("dynamic", BodyKind::Dynamic), ("static", BodyKind::Static), ("kinematic", BodyKind::Kinematic)],
    )
}
