//! Reading of joint limits, motors and springs, which are given as pairs of numbers.

use crate::reading::{Numbers, Pair, finite, length};
use engine::dynamics::{JointAxis, Motor, Spring};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Limits and motor of a translation.
pub struct Along {
    pub limits: Option<Pair>,
    pub motor: Option<Pair>,
    pub spring: Option<Pair>,
}

/// Limits and motor of a rotation, in degrees.
pub struct Turning {
    pub limits: Option<Pair>,
    pub motor: Option<Pair>,
    pub spring: Option<Pair>,
}

fn limits(of: Option<Pair>) -> PyResult<Option<[f64; 2]>> {
    let Some(pair) = of else { return Ok(None) };
    let limits = pair.finite("limits")?.0;
    if limits[0] > limits[1] {
        let text = format!("limits: the lower one, {}, is above the upper one, {}", limits[0], limits[1]);
        return Err(PyValueError::new_err(text));
    }
    Ok(Some(limits))
}

/// Reads a maximum force. Infinity means an unlimited force.
pub fn max_force(of: f64, name: &str) -> PyResult<f64> {
    if of >= 0.0 { Ok(of) } else { Err(PyValueError::new_err(format!("{name}: {of} is negative"))) }
}

pub fn motor(of: Option<Pair>, turns: bool) -> PyResult<Option<Motor<f64>>> {
    let Some(Numbers([speed, max])) = of else { return Ok(None) };
    let (speed, max) = (finite(speed, "motor")?, max_force(max, "motor")?);
    Ok(Some(Motor { speed: if turns { speed.to_radians() } else { speed }, max_force: max }))
}

pub fn spring(Numbers([hertz, damping]): Pair, name: &str) -> PyResult<Spring<f64>> {
    Ok(Spring { hertz: length(hertz, name)?, damping_ratio: length(damping, name)? })
}

/// An optional spring; without one the joint is rigid.
pub trait Grip {
    fn grip(self, name: &str) -> PyResult<Option<Spring<f64>>>;
}

impl Grip for Option<Pair> {
    fn grip(self, name: &str) -> PyResult<Option<Spring<f64>>> {
        self.map(|pair| spring(pair, name)).transpose()
    }
}

impl Along {
    /// The axis of a distance joint, whose limits are lengths.
    pub fn rope(self) -> PyResult<JointAxis<f64>> {
        let axis = self.axis()?;
        if axis.limits.is_some_and(|[_, high]| high < 0.0) {
            return Err(PyValueError::new_err("limits: a length is negative"));
        }
        Ok(axis)
    }

    pub fn axis(self) -> PyResult<JointAxis<f64>> {
        Ok(JointAxis {
            limits: limits(self.limits)?,
            motor: motor(self.motor, false)?,
            spring: self.spring.grip("spring")?,
        })
    }
}

impl Turning {
    pub fn axis(self) -> PyResult<JointAxis<f64>> {
        Ok(JointAxis {
            limits: limits(self.limits)?.map(|limits| limits.map(f64::to_radians)),
            motor: motor(self.motor, true)?,
            spring: self.spring.grip("spring")?,
        })
    }
}
