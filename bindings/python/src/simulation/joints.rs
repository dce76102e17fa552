//! The methods of simulations that insert, change and read joints.

use super::Simulation;
use super::answer::JointState;
use super::changes::change_joint;
use super::ids::{id, joint_id, joint_number, not_found, number, refused};
use super::joint::{self, AngularAxis, FrameArgument, FrameResult, LinearAxis, optional_spring};
use crate::reading::{Numbers, Pair, argument, not_negative};
use engine::dynamics::JointKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pymethods]
impl Simulation {
    /// Inserts a distance joint between the point `anchor_a` of the first body and the point `anchor_b` of the second, and returns its id.
    /// Both points are in world coordinates. Without limits, spring and motor, the joint keeps its length. With a spring (cycles per unit
    /// of time, damping ratio), the joint is elastic; with only limits (smallest and largest length, not negative), it is a rope or a
    /// strut. `length` is the rest length, by default the current distance of the points. A motor (speed, largest force) changes the
    /// length. `spring_force` says in which directions the spring acts: "both", "pull" (an elastic rope) or "push" (a buffer).
    #[pyo3(signature = (a, b, anchor_a, anchor_b, /, *, length=None, limits=None, motor=None, spring=None, spring_force="both", collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn insert_distance_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor_a: Pair,
        anchor_b: Pair,
        length: Option<f64>,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        spring_force: &str,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let length = length.map(|length| crate::reading::length(length, "length")).transpose()?;
        let translation =
            LinearAxis { limits, motor, spring, spring_force: joint::spring_force(spring_force)? }
                .distance_axis()?;
        let kind = JointKind::Distance {
            anchor_a: anchor_a.finite("anchor_a")?,
            anchor_b: anchor_b.finite("anchor_b")?,
            length,
            translation,
        };
        self.0.write(py)?.join([a, b], kind, collide_connected)
    }

    /// Inserts a revolute joint (hinge) at a point in world coordinates, and returns its id. Limits are angles of the second body relative
    /// to the first, in degrees; the current angle counts as 0. A motor is (degrees per unit of time, largest torque).
    #[pyo3(signature = (a, b, anchor, /, *, limits=None, motor=None, spring=None, spring_force="both", collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn insert_revolute_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        spring_force: &str,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let rotation =
            AngularAxis { limits, motor, spring, spring_force: joint::spring_force(spring_force)? }.axis()?;
        self.0.write(py)?.join(
            [a, b],
            JointKind::Revolute { anchor: anchor.finite("anchor")?, rotation },
            collide_connected,
        )
    }

    /// Inserts a prismatic joint (slider), and returns its id. The second body keeps its angle relative to the first, and slides on the
    /// line through the point `anchor` along `axis`. Limits are distances along the axis; the current distance counts as 0. A motor is
    /// (speed, largest force).
    #[pyo3(signature = (a, b, anchor, axis, /, *, limits=None, motor=None, spring=None, spring_force="both", collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn insert_prismatic_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        spring_force: &str,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let translation =
            LinearAxis { limits, motor, spring, spring_force: joint::spring_force(spring_force)? }.axis()?;
        let kind = JointKind::Prismatic {
            anchor: anchor.finite("anchor")?,
            axis: axis.finite("axis")?,
            translation,
        };
        self.0.write(py)?.join([a, b], kind, collide_connected)
    }

    /// Inserts a weld joint at a point in world coordinates, and returns its id. The joint fixes the relative position and angle of the
    /// bodies, either rigidly or with springs: `spring` for the position and `angular_spring` for the angle, each (cycles per unit of time,
    /// damping ratio).
    #[pyo3(signature = (a, b, anchor, /, *, spring=None, angular_spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn insert_weld_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor: Pair,
        spring: Option<Pair>,
        angular_spring: Option<Pair>,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let (spring, rotation) =
            (optional_spring(spring, "spring")?, optional_spring(angular_spring, "angular_spring")?);
        self.0.write(py)?.join(
            [a, b],
            JointKind::Weld {
                anchor: anchor.finite("anchor")?,
                linear_spring: spring,
                angular_spring: rotation,
            },
            collide_connected,
        )
    }

    /// Inserts a wheel joint, and returns its id. The second body is a wheel with its hub at `anchor`. It slides along `axis`, usually on a
    /// spring, and rotates freely or driven by a motor (degrees per unit of time, largest torque).
    #[pyo3(signature = (a, b, anchor, axis, /, *, limits=None, motor=None, spring=None, spring_force="both", collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn insert_wheel_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        spring_force: &str,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let translation =
            LinearAxis { limits, motor: None, spring, spring_force: joint::spring_force(spring_force)? }
                .axis()?;
        let motor = joint::motor(motor, true)?;
        let kind = JointKind::Wheel {
            anchor: anchor.finite("anchor")?,
            axis: axis.finite("axis")?,
            translation,
            motor,
        };
        self.0.write(py)?.join([a, b], kind, collide_connected)
    }

    /// Inserts a mouse joint, and returns its id. A spring pulls the point `anchor` of the second body to a target, which is initially
    /// `anchor` (see `set_target`). The first body is not affected, but must be a different body.
    #[pyo3(signature = (a, b, anchor, /, *, spring=Numbers([5.0, 0.7]), max_force=f64::INFINITY),
        text_signature = "($self, a, b, anchor, /, *, spring=(5, 0.7), max_force=1e999)")]
    fn insert_mouse_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        anchor: Pair,
        spring: Pair,
        max_force: f64,
    ) -> PyResult<u64> {
        let max_force = joint::max_force(max_force, "max_force")?;
        let kind = JointKind::Mouse {
            anchor: anchor.finite("anchor")?,
            spring: joint::spring(spring, "spring")?,
            max_force,
        };
        self.0.write(py)?.join([a, b], kind, true)
    }

    /// Removes a joint and wakes its bodies.
    #[pyo3(signature = (joint, /))]
    fn remove_joint(&self, py: Python<'_>, joint: u64) -> PyResult<()> {
        let removed = self.0.write(py)?.of.remove_joint(joint_id(joint));
        removed.then_some(()).ok_or_else(|| not_found("joint", joint))
    }

    /// The current state of a joint and its settings. `modify_joint` changes them.
    #[pyo3(signature = (joint, /))]
    fn get_joint(&self, py: Python<'_>, joint: u64) -> PyResult<JointState> {
        let content = self.0.read(py)?;
        let def = content.joint_definition(joint)?;
        let id = joint_id(joint);
        let state = content.of.get_joint(id);
        let enabled = content.of.is_joint_enabled(id);
        let (state, enabled) = state.zip(enabled).ok_or_else(|| not_found("joint", joint))?;
        Ok(JointState { state, def, enabled })
    }

    /// All joints, as tuples of the id of the joint and the ids of its two bodies.
    fn joints(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, u64)>> {
        let content = self.0.read(py)?;
        Ok(content.of.joints().map(|(joint, [a, b])| (joint_number(joint), number(a), number(b))).collect())
    }

    /// Sets the motor of a joint, (speed, largest force or torque). None removes the motor. Wakes the bodies of the joint. For a hinge or a
    /// wheel, the speed is in degrees per unit of time.
    #[pyo3(signature = (joint, motor, /))]
    fn set_motor(&self, py: Python<'_>, joint: u64, motor: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let motor = joint::motor(motor, joint::has_angular_motor(&content.joint_definition(joint)?.kind))?;
        content.of.set_motor(joint_id(joint), motor).map_err(refused)
    }

    /// Sets the target of a mouse joint, in world coordinates. Wakes the bodies of the joint.
    #[pyo3(signature = (joint, target, /))]
    fn set_target(&self, py: Python<'_>, joint: u64, target: Pair) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.joint_definition(joint)?;
        content.of.set_target(joint_id(joint), target.finite("target")?).map_err(refused)
    }

    /// Changes a joint, and wakes its bodies. The keyword arguments are those of the method that inserts this kind of joint, and two more:
    /// `spring_target` is the position at which the spring rests (0 is the position when the joint was inserted; in degrees for a revolute
    /// joint), and `enabled` says whether the joint acts. A joint that does not act exerts no force and lets its bodies collide, but keeps
    /// its id. Anchors and axes are in world coordinates at the current poses of the bodies; limits and angles stay relative to the poses
    /// when the joint was inserted, or to the frames of `set_joint_frames`.
    #[pyo3(signature = (joint, /, **changes))]
    fn modify_joint(&self, py: Python<'_>, joint: u64, changes: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        // Reading the arguments may run Python code, which may read the simulation. Until they are read, the simulation is locked only for
        // reading.
        let content = self.0.intend(py, 0)?;
        let old = content.joint_definition(joint)?;
        let mut kind = old.kind;
        let mut collide_connected = None;
        let mut enabled = None;
        for (name, value) in changes.into_iter().flatten() {
            match &*name.extract::<String>()? {
                "collide_connected" => collide_connected = Some(argument(&value, "collide_connected")?),
                "enabled" => enabled = Some(argument(&value, "enabled")?),
                name => change_joint(&mut kind, name, &value)?,
            }
        }
        let mut content = content.write(py, 0)?;
        let of = &mut content.of;
        let id = joint_id(joint);
        if kind != old.kind {
            of.modify_joint(id, |changed| *changed = kind).map_err(refused)?;
        }
        if let Some(collide) = collide_connected {
            of.set_collide_connected(id, collide).map_err(refused)?;
        }
        enabled.map_or(Ok(()), |enabled| of.set_joint_enabled(id, enabled)).map_err(refused)
    }

    /// The frames of a joint on its first and second body, each as a tuple of its anchor and its angle in degrees, in the coordinates of
    /// the body. The angle of the joint is 0 if both frames have the same angle in the world. The x axis of the first frame of a prismatic
    /// or wheel joint is the axis of the joint. Joints of other kinds store only the difference of the two angles, so the angle of their
    /// second frame is always 0. The first anchor of a mouse joint is always (0, 0).
    #[pyo3(signature = (joint, /))]
    fn joint_frames(&self, py: Python<'_>, joint: u64) -> PyResult<(FrameResult, FrameResult)> {
        let frames = self.0.read(py)?.of.joint_frames(joint_id(joint));
        Ok(frames.ok_or_else(|| not_found("joint", joint))?.map(joint::frame_result).into())
    }

    /// Sets the frames of a joint on its first and second body, each a tuple of an anchor and an angle in degrees, in the coordinates of
    /// the body (see `joint_frames`). The anchors need not be at the same point of the world: the solver pulls the bodies together, or to
    /// the length of a distance joint, which does not change. Limits and spring targets are measured from the new frames. Full turns of the
    /// angles have no effect: the angle of the joint changes by at most half a turn. In distance, wheel and mouse joints the difference of
    /// the angles changes only the angle that `get_joint` reports. The first anchor of a mouse joint is ignored. If a frame changes, the
    /// bodies wake.
    #[pyo3(signature = (joint, a, b, /))]
    fn set_joint_frames(
        &self,
        py: Python<'_>,
        joint: u64,
        a: FrameArgument,
        b: FrameArgument,
    ) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let id = joint_id(joint);
        let [old_a, old_b] = content.of.joint_frames(id).ok_or_else(|| not_found("joint", joint))?;
        let frames = [joint::frame(a, old_a, "a")?, joint::frame(b, old_b, "b")?];
        content.of.set_joint_frames(id, frames).map_err(refused)
    }

    /// Sets the limits of force and torque above which a joint breaks: if one of the two exceeds its limit at the end of a step, the joint
    /// is removed, and `broken_joints` lists it. A joint with infinite limits never breaks. Wakes the bodies of the joint.
    #[pyo3(signature = (joint, /, force=f64::INFINITY, torque=f64::INFINITY), text_signature = "($self, joint, /, force=inf, torque=inf)")]
    fn set_break_limits(&self, py: Python<'_>, joint: u64, force: f64, torque: f64) -> PyResult<()> {
        let force = not_negative(force, "force")?;
        let torque = not_negative(torque, "torque")?;
        let mut content = self.0.write(py)?;
        content.joint_definition(joint)?;
        content.of.set_break_limits(joint_id(joint), force, torque).map_err(refused)
    }

    /// The joints that broke in the last step, as tuples of the id of the joint, which is no longer valid, and the ids of its two bodies.
    fn broken_joints(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, u64)>> {
        let content = self.0.read(py)?;
        let broken = content.of.broken_joints().iter();
        Ok(broken.map(|(joint, [a, b])| (joint_number(*joint), number(*a), number(*b))).collect())
    }

    /// The ids of the joints of a body.
    #[pyo3(signature = (id, /))]
    fn joints_of(&self, py: Python<'_>, id: u64) -> PyResult<Vec<u64>> {
        let content = self.0.read(py)?;
        content.state(id)?;
        Ok(content.of.joints_of(self::id(id)).map(joint_number).collect())
    }
}
