//! The classes for states of bodies and joints, and for contact events.

use super::changes::joint_name;
use super::collider::kind_name;
use super::ids::{collider_number, number};
use super::joint::{has_angular_motor, spring_force_name};
use crate::answer::pair;
use crate::shape::rotation::RotationArgument;
use engine::dynamics::{BodyDef, JointDef, JointKind};
use engine::world::Change;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The pose, the velocities, the mass and the settings of a body at the time of the call.
#[pyclass(module = "bumper", frozen)]
pub struct BodyState {
    pub state: engine::dynamics::BodyState<f64>,
    pub def: BodyDef<f64>,
}

#[pymethods]
impl BodyState {
    /// The center of mass, in world coordinates.
    #[getter]
    fn center(&self) -> (f64, f64) {
        pair(self.state.center)
    }

    /// The position of the body in world coordinates: that of the origin of its shapes.
    #[getter]
    fn position(&self) -> (f64, f64) {
        pair(self.state.pose.translation)
    }

    /// The rotation in degrees, counting full turns, so that it may exceed 360.
    #[getter]
    fn degrees(&self) -> f64 {
        self.state.angle.to_degrees()
    }

    /// The rotation of the body, as a cosine and a sine. Pass it as `degrees` to another call to get exactly the same rotation.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        RotationArgument::of(py, self.state.pose.rotation)
    }

    /// The velocity of the center of mass.
    #[getter]
    fn velocity(&self) -> (f64, f64) {
        pair(self.state.velocity)
    }

    /// The angular velocity in degrees per unit of time.
    #[getter]
    fn angular_velocity(&self) -> f64 {
        self.state.angular_velocity.to_degrees()
    }

    /// The mass of the body.
    #[getter]
    fn mass(&self) -> f64 {
        self.state.mass
    }

    /// The moment of inertia about the center of mass.
    #[getter]
    fn inertia(&self) -> f64 {
        self.state.inertia
    }

    /// Whether the body is asleep. A sleeping body is not simulated until something wakes it.
    #[getter]
    fn asleep(&self) -> bool {
        self.state.asleep
    }

    /// The kind of the body: "dynamic", "static" or "kinematic".
    #[getter]
    fn kind(&self) -> &'static str {
        kind_name(self.state.kind)
    }

    /// The factor by which gravity is multiplied for this body: 1 is normal gravity, 0 is none.
    #[getter]
    fn gravity_scale(&self) -> f64 {
        self.def.gravity_scale
    }

    /// The linear damping: the rate per unit of time at which the velocity decays.
    #[getter]
    fn linear_damping(&self) -> f64 {
        self.def.linear_damping
    }

    /// The angular damping: the rate per unit of time at which the angular velocity decays.
    #[getter]
    fn angular_damping(&self) -> f64 {
        self.def.angular_damping
    }

    /// Whether contacts, joints and torques have no effect on the rotation of the body.
    #[getter]
    fn fixed_rotation(&self) -> bool {
        self.def.fixed_rotation
    }

    /// Two flags: the first is true if the center of mass cannot move along x, the second if it cannot move along y.
    #[getter]
    fn locked_axes(&self) -> (bool, bool) {
        self.def.locked_axes.into()
    }

    /// Whether the body may fall asleep.
    #[getter]
    fn can_sleep(&self) -> bool {
        self.def.can_sleep
    }

    /// Whether continuous collision detection also finds grazing collisions of the body. If false, it still prevents a fast body from
    /// passing through other bodies, but within a step the body may slightly overlap the corner of another body without a contact.
    #[getter]
    fn bullet(&self) -> bool {
        self.def.bullet
    }

    fn __repr__(&self) -> String {
        let center = self.center();
        let degrees = self.degrees();
        let velocity = self.velocity();
        format!("BodyState(center={center:?}, degrees={degrees:?}, velocity={velocity:?})")
    }
}

/// A contact point of two bodies.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct ManifoldPoint {
    /// The point halfway between the two surfaces.
    point: (f64, f64),
    /// The separation of the two surfaces at the beginning of the step. If negative, its magnitude is the penetration depth.
    separation: f64,
    /// The impulse of the last step on the second body, along the normal.
    normal_impulse: f64,
    /// The friction impulse of the last step on the second body, along the normal rotated by 90 degrees from x towards y.
    tangent_impulse: f64,
    /// The parts of the two colliders that meet at this point; see Contact.parts.
    parts: (u32, u32),
}

#[pymethods]
impl ManifoldPoint {
    fn __repr__(&self) -> String {
        format!(
            "ManifoldPoint(point={:?}, separation={:?}, normal_impulse={:?})",
            self.point, self.separation, self.normal_impulse
        )
    }
}

/// A contact event: two bodies that touch, or whose contact ended in the last step.
#[pyclass(module = "bumper", frozen)]
pub struct ContactEvent(pub engine::dynamics::ContactEvent<f64>);

#[pymethods]
impl ContactEvent {
    /// The id of the first body.
    #[getter]
    fn a(&self) -> u64 {
        number(self.0.a)
    }

    /// The id of the second body.
    #[getter]
    fn b(&self) -> u64 {
        number(self.0.b)
    }

    /// The ids of the two touching colliders.
    #[getter]
    fn colliders(&self) -> (u64, u64) {
        self.0.colliders.map(collider_number).into()
    }

    /// The index of each of the two touching colliders in the list of its body's colliders, which is in the order of insertion, without
    /// removed colliders.
    #[getter]
    fn collider_indices(&self) -> (u32, u32) {
        self.0.collider_indices.into()
    }

    /// Whether the contact began in the last step.
    #[getter]
    fn began(&self) -> bool {
        self.0.change == Change::Enter
    }

    /// Whether the contact ended in the last step.
    #[getter]
    fn ended(&self) -> bool {
        self.0.change == Change::Leave
    }

    /// Whether one of the two colliders is a sensor.
    #[getter]
    fn sensor(&self) -> bool {
        self.0.sensor
    }

    /// The unit normal from the first body to the second.
    #[getter]
    fn normal(&self) -> (f64, f64) {
        pair(self.0.normal)
    }

    /// The approach speed of the two bodies along the normal, at the beginning of the step. It measures how hard an impact is.
    #[getter]
    fn approach_speed(&self) -> f64 {
        self.0.approach_speed
    }

    /// The parts of the two colliders that touch, at the first of the contact points; see Contact.parts. When a contact begins, these are the
    /// parts that touch first.
    #[getter]
    fn parts(&self) -> (u32, u32) {
        self.0.parts.into()
    }

    /// The impulse of the last step along the normal, summed over all contact points.
    #[getter]
    fn normal_impulse(&self) -> f64 {
        self.0.normal_impulse()
    }

    /// The contact points: one or two. The list is empty for sensors and for contacts that have ended.
    #[getter]
    fn points(&self) -> Vec<ManifoldPoint> {
        let points = self.0.points();
        points
            .map(|at| ManifoldPoint {
                point: pair(at.point),
                separation: at.separation,
                normal_impulse: at.normal_impulse,
                tangent_impulse: at.tangent_impulse,
                parts: at.parts.into(),
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        let change = match self.0.change {
            Change::Enter => "began",
            Change::Stay => "stays",
            Change::Leave => "ended",
        };
        format!("<ContactEvent of {} and {}: {change}>", self.a(), self.b())
    }
}

/// The state and the settings of a joint at the time of the call.
#[pyclass(module = "bumper", frozen)]
pub struct JointState {
    pub state: engine::dynamics::JointState<f64>,
    pub def: JointDef<f64>,
    pub enabled: bool,
}

#[pymethods]
impl JointState {
    /// The anchors on the two bodies, in world coordinates. For revolute and weld joints they are equal, up to the error of the solver and
    /// the deflection of springs. For a mouse joint the first anchor is the target.
    #[getter]
    fn anchors(&self) -> ((f64, f64), (f64, f64)) {
        self.state.anchors.map(pair).into()
    }

    /// The force that the joint exerted on the second body in the last step.
    #[getter]
    fn force(&self) -> (f64, f64) {
        pair(self.state.force)
    }

    /// The torque that the joint exerted on the second body in the last step.
    #[getter]
    fn torque(&self) -> f64 {
        self.state.torque
    }

    /// The translation along the axis of the joint, or the current length of a distance joint. Zero for all other joints.
    #[getter]
    fn translation(&self) -> f64 {
        self.state.translation
    }

    /// The angle of the second body relative to the first, in degrees. It was 0 when the joint was inserted, and is 0 if the frames of
    /// `set_joint_frames` have the same angle in the world. Full turns are included.
    #[getter]
    fn degrees(&self) -> f64 {
        self.state.angle.to_degrees()
    }

    /// The kind of the joint: "distance", "revolute", "prismatic", "weld", "wheel" or "mouse".
    #[getter]
    fn kind(&self) -> &'static str {
        joint_name(&self.def.kind)
    }

    /// The id of the first body.
    #[getter]
    fn a(&self) -> u64 {
        number(self.def.a)
    }

    /// The id of the second body.
    #[getter]
    fn b(&self) -> u64 {
        number(self.def.b)
    }

    /// Whether the two bodies of the joint may collide with each other.
    #[getter]
    fn collide_connected(&self) -> bool {
        self.def.collide_connected
    }

    /// Whether the joint acts. A joint that does not act exerts no force and lets its bodies collide.
    #[getter]
    fn enabled(&self) -> bool {
        self.enabled
    }

    /// The lower and the upper limit, or None. For a hinge they are in degrees.
    #[getter]
    fn limits(&self) -> Option<(f64, f64)> {
        match self.def.kind {
            JointKind::Revolute { rotation, .. } => {
                rotation.limits.map(|limits| limits.map(f64::to_degrees).into())
            }
            JointKind::Distance { translation, .. }
            | JointKind::Prismatic { translation, .. }
            | JointKind::Wheel { translation, .. } => translation.limits.map(Into::into),
            JointKind::Weld { .. } | JointKind::Mouse { .. } => None,
        }
    }

    /// The speed and the largest force or torque of the motor, or None. For a hinge or a wheel, the speed is in degrees per unit of time.
    #[getter]
    fn motor(&self) -> Option<(f64, f64)> {
        let motor = match self.def.kind {
            JointKind::Revolute { rotation, .. } => rotation.motor,
            JointKind::Distance { translation, .. } | JointKind::Prismatic { translation, .. } => {
                translation.motor
            }
            JointKind::Wheel { motor, .. } => motor,
            JointKind::Weld { .. } | JointKind::Mouse { .. } => None,
        };
        let is_angular = has_angular_motor(&self.def.kind);
        motor.map(|of| (if is_angular { of.speed.to_degrees() } else { of.speed }, of.max_force))
    }

    /// The frequency and the damping ratio of the spring, or None.
    #[getter]
    fn spring(&self) -> Option<(f64, f64)> {
        let spring = match self.def.kind {
            JointKind::Revolute { rotation, .. } => rotation.spring,
            JointKind::Distance { translation, .. }
            | JointKind::Prismatic { translation, .. }
            | JointKind::Wheel { translation, .. } => translation.spring,
            JointKind::Weld { linear_spring, .. } => linear_spring,
            JointKind::Mouse { spring, .. } => Some(spring),
        };
        spring.map(|of| (of.hertz, of.damping_ratio))
    }

    /// The rest position of the spring, relative to the position when the joint was inserted: degrees for a revolute joint, otherwise a
    /// length. For a distance joint it is added to the rest length. None for weld and mouse joints.
    #[getter]
    fn spring_target(&self) -> Option<f64> {
        match self.def.kind {
            JointKind::Revolute { rotation, .. } => Some(rotation.spring_target.to_degrees()),
            JointKind::Distance { translation, .. }
            | JointKind::Prismatic { translation, .. }
            | JointKind::Wheel { translation, .. } => Some(translation.spring_target),
            JointKind::Weld { .. } | JointKind::Mouse { .. } => None,
        }
    }

    /// The directions in which the spring may exert a force: "both", "pull" (only towards smaller lengths or angles) or "push". None for
    /// weld and mouse joints.
    #[getter]
    fn spring_force(&self) -> Option<&'static str> {
        match self.def.kind {
            JointKind::Revolute { rotation: axis, .. }
            | JointKind::Distance { translation: axis, .. }
            | JointKind::Prismatic { translation: axis, .. }
            | JointKind::Wheel { translation: axis, .. } => Some(spring_force_name(axis.spring_force)),
            JointKind::Weld { .. } | JointKind::Mouse { .. } => None,
        }
    }

    /// The frequency and the damping ratio of the spring with which a weld joint keeps the angle. None if it has no such spring.
    #[getter]
    fn angular_spring(&self) -> Option<(f64, f64)> {
        let JointKind::Weld { angular_spring, .. } = self.def.kind else { return None };
        angular_spring.map(|of| (of.hertz, of.damping_ratio))
    }

    /// The rest length of a distance joint; None for other joints.
    #[getter]
    fn length(&self) -> Option<f64> {
        let JointKind::Distance { length, .. } = self.def.kind else { return None };
        length
    }

    /// The axis of a prismatic or wheel joint, as a unit vector in world coordinates; None for other joints.
    #[getter]
    fn axis(&self) -> Option<(f64, f64)> {
        let (JointKind::Prismatic { axis, .. } | JointKind::Wheel { axis, .. }) = self.def.kind else {
            return None;
        };
        Some(pair(axis))
    }

    /// The largest force of a mouse joint; None for other joints.
    #[getter]
    fn max_force(&self) -> Option<f64> {
        let JointKind::Mouse { max_force, .. } = self.def.kind else { return None };
        Some(max_force)
    }

    fn __repr__(&self) -> String {
        format!(
            "JointState(translation={:?}, degrees={:?}, force={:?})",
            self.state.translation,
            self.degrees(),
            self.force()
        )
    }
}
