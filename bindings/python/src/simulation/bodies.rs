//! The methods of simulations that move, push and change a body.

use super::Simulation;
use super::answer::ContactEvent;
use super::changes::change_body;
use super::ids::{id, not_found, pose, refused};
use crate::reading::{Pair, finite};
use crate::shape::rotation::RotationArgument;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Simulation {
    /// Sets the velocity of the center of mass of a body, and its angular velocity in degrees per unit of time. If `angular_velocity` is
    /// None, the body keeps its angular velocity. Wakes the body.
    #[pyo3(signature = (id, velocity, /, angular_velocity=None))]
    fn set_velocity(
        &self,
        py: Python<'_>,
        id: u64,
        velocity: Pair,
        angular_velocity: Option<f64>,
    ) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let own = content.state(id)?.angular_velocity;
        let angular_velocity = angular_velocity.map_or(Ok(own), |angular_velocity| {
            finite(angular_velocity, "angular_velocity").map(f64::to_radians)
        })?;
        content.of.set_velocity(self::id(id), velocity.finite("velocity")?, angular_velocity).map_err(refused)
    }

    /// Teleports a body: its shapes, as they were passed to `insert`, are rotated by `degrees` about the origin, then translated by
    /// `position`. If `degrees` is not given, the body has no rotation afterwards. Its velocities do not change. Wakes the body and the
    /// bodies that touched it. Afterwards, the `degrees` of the body are from -180 to 180. The angles of its joints keep their full turns:
    /// they change by at most half a turn.
    #[pyo3(signature = (id, position, /, degrees=RotationArgument::Degrees(0.0)), text_signature = "($self, id, position, /, degrees=0.0)")]
    fn set_pose(&self, py: Python<'_>, id: u64, position: Pair, degrees: RotationArgument) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_pose(self::id(id), &pose(position, degrees)?).map_err(refused)
    }

    /// Applies a force during the next step, at a point in world coordinates, or by default at the center of mass. Several forces add up.
    /// Wakes the body. Affects only dynamic bodies.
    #[pyo3(signature = (id, force, /, at=None))]
    fn apply_force(&self, py: Python<'_>, id: u64, force: Pair, at: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let center = content.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        content.of.apply_force(self::id(id), force.finite("force")?, at).map_err(refused)
    }

    /// Applies a torque during the next step, in units of force times length. Several torques add up. Wakes the body. Affects only dynamic
    /// bodies whose rotation is not fixed.
    #[pyo3(signature = (id, torque, /))]
    fn apply_torque(&self, py: Python<'_>, id: u64, torque: f64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.apply_torque(self::id(id), finite(torque, "torque")?).map_err(refused)
    }

    /// Applies an impulse at a point in world coordinates, or by default at the center of mass. It changes the velocities at once. Wakes
    /// the body. Affects only dynamic bodies.
    #[pyo3(signature = (id, impulse, /, at=None))]
    fn apply_impulse(&self, py: Python<'_>, id: u64, impulse: Pair, at: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let center = content.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        content.of.apply_impulse(self::id(id), impulse.finite("impulse")?, at).map_err(refused)
    }

    /// Wakes a body and its island: all bodies that touch it or are connected to it by joints, directly or through others.
    #[pyo3(signature = (id, /))]
    fn wake(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.0.write(py)?.of.wake(self::id(id)).then_some(()).ok_or_else(|| not_found("body", id))
    }

    /// Sets whether a body may fall asleep. If `allow` is false, a sleeping body wakes.
    #[pyo3(signature = (id, allow, /))]
    fn set_can_sleep(&self, py: Python<'_>, id: u64, allow: bool) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_can_sleep(self::id(id), allow).map_err(refused)
    }

    /// Changes a body. The keyword arguments are those of `insert`, except shapes and materials: kind, position, degrees, velocity,
    /// angular_velocity, gravity_scale, linear_damping, angular_damping, fixed_rotation, locked_axes, mass, can_sleep, bullet and data. The
    /// body keeps its id, colliders and joints. A change wakes the body, unless it concerns only `bullet`, `data`, or `can_sleep` (a
    /// sleeping body wakes if it may no longer sleep). A change of the kind, the position, the rotation, the mass, `fixed_rotation` or
    /// `locked_axes` also wakes the bodies that touch the body.
    #[pyo3(signature = (id, /, **changes))]
    fn modify(&self, py: Python<'_>, id: u64, changes: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        // Lock the simulation for changing it only after the arguments have been read: that may run Python code, which may read the
        // simulation.
        let content = self.0.intend(py, 0)?;
        let mut def = content.body(id)?.def;
        let mut data = None;
        for (name, value) in changes.into_iter().flatten() {
            match &*name.extract::<String>()? {
                "data" => data = Some(value.unbind()),
                name => change_body(&mut def, name, &value)?,
            }
        }
        let mut content = content.write(py, 0)?;
        content.of.modify(self::id(id), |changed| *changed = def).map_err(refused)?;
        let old = data.and_then(|data| content.set_data(py, id, data));
        // Drop the old user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(content);
        drop(old);
        Ok(())
    }

    /// Sets the velocities that bring a body to a position and a rotation, an angle in degrees, in a step of length `time`. The body
    /// rotates in the shorter direction. A kinematic body arrives in the next step, up to rounding, and pushes dynamic bodies on its way.
    /// It keeps the velocities until they are set again. A step rotates a body by at most 3 radians (about 172 degrees), so if the angle is
    /// larger, the body does not reach it.
    #[pyo3(signature = (id, position, time, /, *, degrees=RotationArgument::Degrees(0.0)), text_signature = "($self, id, position, time, /, *, degrees=0.0)")]
    fn set_target_pose(
        &self,
        py: Python<'_>,
        id: u64,
        position: Pair,
        time: f64,
        degrees: RotationArgument,
    ) -> PyResult<()> {
        if finite(time, "time")? <= 0.0 {
            return Err(PyValueError::new_err(format!("time: {time} is not above zero")));
        }
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_target_pose(self::id(id), &pose(position, degrees)?, time).map_err(refused)
    }

    /// Applies an angular impulse, in units of impulse times length. It changes the angular velocity at once. Wakes the body. Affects only
    /// dynamic bodies whose rotation is not fixed.
    #[pyo3(signature = (id, impulse, /))]
    fn apply_angular_impulse(&self, py: Python<'_>, id: u64, impulse: f64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.apply_angular_impulse(self::id(id), finite(impulse, "impulse")?).map_err(refused)
    }

    /// Puts a dynamic body to sleep at once, with velocities of zero, until something wakes it. An awake body that touches it wakes it in
    /// the next step. Does nothing if the body may not fall asleep.
    #[pyo3(signature = (id, /))]
    fn sleep(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.0.write(py)?.of.sleep(self::id(id)).then_some(()).ok_or_else(|| not_found("body", id))
    }

    /// The contacts of a body: those that began, continue or ended in the last step, except contacts that ended because a body or a
    /// collider was removed.
    #[pyo3(signature = (id, /))]
    fn contacts_of(&self, py: Python<'_>, id: u64) -> PyResult<Vec<ContactEvent>> {
        let content = self.0.read(py)?;
        content.state(id)?;
        Ok(content.of.contacts_of(self::id(id)).map(ContactEvent).collect())
    }
}
