//! Reads limits, motors, springs and frames of joints. Each of them is a pair.

use crate::answer::pair;
use crate::reading::{Numbers, Pair, finite, length, named};
use engine::dynamics::{JointAxis, JointFrame, JointKind, Motor, Spring, SpringForce};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The limits, the motor and the spring of a translation.
pub struct LinearAxis {
    pub limits: Option<Pair>,
    pub motor: Option<Pair>,
    pub spring: Option<Pair>,
    pub spring_force: SpringForce,
}

/// The limits, the motor and the spring of a rotation, in degrees.
pub struct AngularAxis {
    pub limits: Option<Pair>,
    pub motor: Option<Pair>,
    pub spring: Option<Pair>,
    pub spring_force: SpringForce,
}

/// The anchor and the angle in degrees of a frame of a joint, as an argument and as a result.
pub type FrameArgument = (Pair, f64);
pub type FrameResult = ((f64, f64), f64);

/// Converts a frame of a joint to Python.
pub fn frame_result(frame: JointFrame<f64>) -> FrameResult {
    (pair(frame.anchor), frame.angle.to_degrees())
}

/// Reads a frame of a joint. If the angle is equal to that of `old`, it keeps its bits, which a conversion to degrees and back could
/// change. `name` is the name of the argument.
pub fn frame(
    (anchor, degrees): FrameArgument,
    old: JointFrame<f64>,
    name: &str,
) -> PyResult<JointFrame<f64>> {
    let is_same = finite(degrees, name)? == old.angle.to_degrees();
    let angle = if is_same { old.angle } else { degrees.to_radians() };
    Ok(JointFrame { anchor: anchor.finite(name)?, angle })
}

/// Whether the speed of the motor of a joint is an angular velocity, which Python gives in degrees per unit of time.
pub fn has_angular_motor(kind: &JointKind<f64>) -> bool {
    matches!(kind, JointKind::Revolute { .. } | JointKind::Wheel { .. })
}

pub fn limits(of: Option<Pair>) -> PyResult<Option<[f64; 2]>> {
    let Some(pair) = of else { return Ok(None) };
    let limits = pair.finite("limits")?.0;
    if limits[0] > limits[1] {
        let text = format!("limits: the lower one, {}, is above the upper one, {}", limits[0], limits[1]);
        return Err(PyValueError::new_err(text));
    }
    Ok(Some(limits))
}

/// Checks that the limits of a distance joint are not negative, because they are lengths. The upper limit is not below the lower one.
pub fn not_below_zero(limits: Option<[f64; 2]>) -> PyResult<()> {
    match limits {
        Some([low, _]) if low < 0.0 => Err(PyValueError::new_err("limits: a length is negative")),
        _ => Ok(()),
    }
}

/// Reads a maximum force or torque, which may be infinite.
pub fn max_force(of: f64, name: &str) -> PyResult<f64> {
    if of >= 0.0 { Ok(of) } else { Err(PyValueError::new_err(format!("{name}: {of} is negative"))) }
}

/// Reads a motor from its speed and its maximum force or torque. If `is_angular`, the speed is in degrees per unit of time.
pub fn motor(of: Option<Pair>, is_angular: bool) -> PyResult<Option<Motor<f64>>> {
    let Some(Numbers([speed, max])) = of else { return Ok(None) };
    let speed = finite(speed, "motor")?;
    let max = max_force(max, "motor")?;
    Ok(Some(Motor { speed: if is_angular { speed.to_radians() } else { speed }, max_force: max }))
}

pub fn spring(Numbers([hertz, damping]): Pair, name: &str) -> PyResult<Spring<f64>> {
    Ok(Spring { hertz: length(hertz, name)?, damping_ratio: length(damping, name)? })
}

/// Reads a spring, or `None` for a rigid joint. `name` is the name of the argument.
pub fn optional_spring(of: Option<Pair>, name: &str) -> PyResult<Option<Spring<f64>>> {
    of.map(|pair| spring(pair, name)).transpose()
}

/// The names of the directions in which a spring may exert a force.
const SPRING_FORCES: [(&str, SpringForce); 3] =
    [("both", SpringForce::Both), ("pull", SpringForce::Pull), ("push", SpringForce::Push)];

/// Reads the directions in which a spring may exert a force.
pub fn spring_force(name: &str) -> PyResult<SpringForce> {
    named("spring_force", name, &SPRING_FORCES)
}

/// The name of the directions in which a spring may exert a force.
pub fn spring_force_name(of: SpringForce) -> &'static str {
    match of {
        SpringForce::Both => "both",
        SpringForce::Pull => "pull",
        SpringForce::Push => "push",
    }
}

impl LinearAxis {
    /// Returns the limits, the motor and the spring of a distance joint, which act along the line through its anchors. The limits are
    /// lengths, which must not be negative.
    pub fn distance_axis(self) -> PyResult<JointAxis<f64>> {
        let axis = self.axis()?;
        not_below_zero(axis.limits)?;
        Ok(axis)
    }

    pub fn axis(self) -> PyResult<JointAxis<f64>> {
        Ok(JointAxis {
            limits: limits(self.limits)?,
            motor: motor(self.motor, false)?,
            spring: optional_spring(self.spring, "spring")?,
            spring_force: self.spring_force,
            ..JointAxis::default()
        })
    }
}

impl AngularAxis {
    pub fn axis(self) -> PyResult<JointAxis<f64>> {
        Ok(JointAxis {
            limits: limits(self.limits)?.map(|limits| limits.map(f64::to_radians)),
            motor: motor(self.motor, true)?,
            spring: optional_spring(self.spring, "spring")?,
            spring_force: self.spring_force,
            ..JointAxis::default()
        })
    }
}
