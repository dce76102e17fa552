//! Reads the keyword arguments that change bodies, colliders and joints.

use super::collider::{Material, kind, rule};
use super::joint::{
    has_angular_motor, limits, max_force, motor, not_below_zero, optional_spring, spring, spring_force,
};
use crate::reading::{Pair, argument, finite, length, unknown};
use crate::shape::rotation::RotationArgument;
use crate::world::side_named;
use engine::Vector;
use engine::dynamics::{BodyDef, JointAxis, JointKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Checks the mass of a body, which must be above zero. `None` means the sum of the areas of its colliders times their densities.
pub fn mass(of: Option<f64>) -> PyResult<Option<f64>> {
    match of {
        Some(mass) if finite(mass, "mass")? <= 0.0 => {
            Err(PyValueError::new_err(format!("mass: {mass} is not above zero")))
        }
        mass => Ok(mass),
    }
}

fn pair(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vector<f64, 2>> {
    argument::<Pair>(value, name)?.finite(name)
}

/// Sets the member `name` of the definition of a body to `value`, which is the keyword argument of this name.
pub fn change_body(def: &mut BodyDef<f64>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    match name {
        "kind" => def.kind = kind(&argument::<String>(value, name)?)?,
        "position" => def.pose.translation = pair(value, name)?,
        "degrees" => def.pose.rotation = argument::<RotationArgument>(value, name)?.rotation()?,
        "velocity" => def.velocity = pair(value, name)?,
        "angular_velocity" => def.angular_velocity = finite(argument(value, name)?, name)?.to_radians(),
        "gravity_scale" => def.gravity_scale = finite(argument(value, name)?, name)?,
        "linear_damping" => def.linear_damping = length(argument(value, name)?, name)?,
        "angular_damping" => def.angular_damping = length(argument(value, name)?, name)?,
        "fixed_rotation" => def.fixed_rotation = argument(value, name)?,
        "locked_axes" => def.locked_axes = argument::<(bool, bool)>(value, name)?.into(),
        "mass" => def.mass = mass(argument(value, name)?)?,
        "center_of_mass" => {
            let center = argument::<Option<Pair>>(value, name)?;
            def.center_of_mass = center.map(|center| center.finite(name)).transpose()?;
        }
        "can_sleep" => def.can_sleep = argument(value, name)?,
        "bullet" => def.bullet = argument(value, name)?,
        _ => return Err(unknown("modify()", name)),
    }
    Ok(())
}

/// Sets the member `name` of a material to `value`, which is the keyword argument of this name.
pub fn change_material(of: &mut Material, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let text = || argument::<Option<String>>(value, name);
    match name {
        "density" => of.density = argument(value, name)?,
        "friction" => of.friction = argument(value, name)?,
        "restitution" => of.restitution = argument(value, name)?,
        "rolling_resistance" => of.rolling_resistance = argument(value, name)?,
        "friction_rule" => of.friction_rule = rule(text()?.as_deref(), name)?,
        "restitution_rule" => of.restitution_rule = rule(text()?.as_deref(), name)?,
        "surface_velocity" => of.surface_velocity = pair(value, name)?,
        "one_way" => of.one_way = side_named(text()?.as_deref())?,
        "layers" => of.layers = argument(value, name)?,
        "filter" => of.filter = argument(value, name)?,
        "sensor" => of.sensor = argument(value, name)?,
        _ => return Err(unknown("a collider", name)),
    }
    Ok(())
}

/// Returns the settings of the translation or rotation that a joint leaves free: limits, motor and spring. `None` for weld and mouse
/// joints, which leave none free.
fn axis_of(kind: &mut JointKind<f64>) -> Option<&mut JointAxis<f64>> {
    match kind {
        JointKind::Distance { translation, .. }
        | JointKind::Prismatic { translation, .. }
        | JointKind::Wheel { translation, .. } => Some(translation),
        JointKind::Revolute { rotation, .. } => Some(rotation),
        JointKind::Weld { .. } | JointKind::Mouse { .. } => None,
    }
}

/// Returns the name of the kind of a joint.
pub fn joint_name(kind: &JointKind<f64>) -> &'static str {
    match kind {
        JointKind::Distance { .. } => "distance",
        JointKind::Revolute { .. } => "revolute",
        JointKind::Prismatic { .. } => "prismatic",
        JointKind::Weld { .. } => "weld",
        JointKind::Wheel { .. } => "wheel",
        JointKind::Mouse { .. } => "mouse",
    }
}

/// Sets a property of a joint to `value`. `name` is the keyword argument for this property in the method that inserts this kind of joint.
pub fn change_joint(kind: &mut JointKind<f64>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let is_angular = has_angular_motor(kind);
    let kind_name = joint_name(kind);
    let optional_pair = || argument::<Option<Pair>>(value, name);
    match (name, &mut *kind) {
        (
            "anchor",
            JointKind::Revolute { anchor, .. }
            | JointKind::Prismatic { anchor, .. }
            | JointKind::Weld { anchor, .. }
            | JointKind::Wheel { anchor, .. }
            | JointKind::Mouse { anchor, .. },
        ) => *anchor = pair(value, name)?,
        ("anchor_a", JointKind::Distance { anchor_a, .. }) => *anchor_a = pair(value, name)?,
        ("anchor_b", JointKind::Distance { anchor_b, .. }) => *anchor_b = pair(value, name)?,
        ("length", JointKind::Distance { length: rest, .. }) => {
            *rest = argument::<Option<f64>>(value, name)?.map(|of| length(of, name)).transpose()?;
        }
        ("axis", JointKind::Prismatic { axis, .. } | JointKind::Wheel { axis, .. }) => {
            *axis = pair(value, name)?;
        }
        ("max_force", JointKind::Mouse { max_force: most, .. }) => {
            *most = max_force(argument(value, name)?, name)?;
        }
        ("spring", JointKind::Mouse { spring: of, .. }) => *of = spring(argument(value, name)?, name)?,
        ("spring", JointKind::Weld { linear_spring: of, .. })
        | ("angular_spring", JointKind::Weld { angular_spring: of, .. }) => {
            *of = optional_spring(optional_pair()?, name)?;
        }
        // The motor of a wheel joint does not act along the axis: it rotates the wheel.
        ("motor", JointKind::Wheel { motor: of, .. }) => *of = motor(optional_pair()?, true)?,
        ("limits" | "motor" | "spring" | "spring_target" | "spring_force", kind) => {
            let is_length = matches!(kind, JointKind::Distance { .. });
            let axis = axis_of(kind).ok_or_else(|| unknown(&format!("a {kind_name} joint"), name))?;
            match name {
                "motor" => axis.motor = motor(optional_pair()?, is_angular)?,
                "spring" => axis.spring = optional_spring(optional_pair()?, name)?,
                "spring_force" => axis.spring_force = spring_force(&argument::<String>(value, name)?)?,
                "spring_target" => {
                    let target = finite(argument(value, name)?, name)?;
                    axis.spring_target = if kind_name == "revolute" { target.to_radians() } else { target };
                }
                _ => {
                    // A wheel joint has limits that are lengths, although its motor is angular.
                    let found = limits(optional_pair()?)?;
                    let is_angle = kind_name == "revolute";
                    if is_length {
                        not_below_zero(found)?;
                    }
                    axis.limits = if is_angle { found.map(|of| of.map(f64::to_radians)) } else { found };
                }
            }
        }
        _ => return Err(unknown(&format!("a {kind_name} joint"), name)),
    }
    Ok(())
}
