//! The classes for states of bodies and joints, and for contact events.

use super::number;
use crate::answer::pair;
use crate::shape::turn::Turn;
use engine::dynamics::BodyKind;
use engine::world::Change;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The pose, the velocities and the mass of a body at the time of the call.
#[pyclass(module = "bumper", frozen)]
pub struct BodyState(pub engine::dynamics::BodyState<f64>);

#[pymethods]
impl BodyState {
    /// The center of mass, in world coordinates.
    #[getter]
    fn center(&self) -> (f64, f64) {
        pair(self.0.center)
    }

    /// The translation of the body: where the origin of its shapes is in the world.
    #[getter]
    fn place(&self) -> (f64, f64) {
        pair(self.0.pose.translation)
    }

    /// The rotation in degrees. It includes full turns.
    #[getter]
    fn degrees(&self) -> f64 {
        self.0.angle.to_degrees()
    }

    /// The rotation of its shapes, as a cosine and a sine. If it is passed as `degrees` to another call, it gives exactly the same
    /// rotation.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Turn::of(py, self.0.pose.rotation)
    }

    /// The velocity of the center of mass.
    #[getter]
    fn velocity(&self) -> (f64, f64) {
        pair(self.0.velocity)
    }

    /// The angular velocity in degrees per unit of time.
    #[getter]
    fn angular_velocity(&self) -> f64 {
        self.0.angular_velocity.to_degrees()
    }

    /// The mass.
    #[getter]
    fn mass(&self) -> f64 {
        self.0.mass
    }

    /// The moment of inertia about the center of mass.
    #[getter]
    fn inertia(&self) -> f64 {
        self.0.inertia
    }

    /// Whether it is asleep. A sleeping body is not simulated until something wakes it.
    #[getter]
    fn asleep(&self) -> bool {
        self.0.asleep
    }

    /// The kind of the body: "dynamic", "static" or "kinematic".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind {
            BodyKind::Static => "static",
            BodyKind::Kinematic => "kinematic",
            BodyKind::Dynamic => "dynamic",
        }
    }

    fn __repr__(&self) -> String {
        let (center, degrees, velocity) = (self.center(), self.degrees(), self.velocity());
        format!("BodyState(center={center:?}, degrees={degrees:?}, velocity={velocity:?})")
    }
}

/// A contact point of two bodies.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct ManifoldPoint {
    /// The point halfway between the two surfaces.
    point: (f64, f64),
    /// The separation of the surfaces at the beginning of the step. If negative, its magnitude is the penetration depth.
    separation: f64,
    /// The impulse of the last step along the normal.
    normal_impulse: f64,
    /// The friction impulse of the last step, along the surface.
    tangent_impulse: f64,
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

/// A contact event: two bodies that touch, or that touched before the last step.
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

    /// The indices of the two touching shapes, each within its body.
    #[getter]
    fn colliders(&self) -> (u32, u32) {
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

    /// Whether one of the shapes is a sensor.
    #[getter]
    fn sensor(&self) -> bool {
        self.0.sensor
    }

    /// The unit normal from the first body to the second.
    #[getter]
    fn normal(&self) -> (f64, f64) {
        pair(self.0.normal)
    }

    /// The speed at which the two approached each other along the normal, at the beginning of the step. It tells how hard an impact is.
    #[getter]
    fn approach_speed(&self) -> f64 {
        self.0.approach_speed
    }

    /// The impulse of the last step along the normal, summed over all points.
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

/// The state of a joint at the time of the call.
#[pyclass(module = "bumper", frozen)]
pub struct JointState(pub engine::dynamics::JointState<f64>);

#[pymethods]
impl JointState {
    /// The anchors on the two bodies, in world coordinates. For revolute and weld joints they are equal, except for springs and the error
    /// of the solver. For a mouse joint the first one is the target.
    #[getter]
    fn anchors(&self) -> ((f64, f64), (f64, f64)) {
        self.0.anchors.map(pair).into()
    }

    /// The force that the joint exerted on the second body in the last step.
    #[getter]
    fn force(&self) -> (f64, f64) {
        pair(self.0.force)
    }

    /// The torque that the joint exerted on the second body in the last step.
    #[getter]
    fn torque(&self) -> f64 {
        self.0.torque
    }

    /// The translation along the axis, or the current length of a distance joint. Zero for joints that have neither.
    #[getter]
    fn translation(&self) -> f64 {
        self.0.translation
    }

    /// The angle of the second body relative to the first, in degrees. It was 0 when the joint was added.
    #[getter]
    fn degrees(&self) -> f64 {
        self.0.angle.to_degrees()
    }

    fn __repr__(&self) -> String {
        format!(
            "JointState(translation={:?}, degrees={:?}, force={:?})",
            self.0.translation,
            self.degrees(),
            self.force()
        )
    }
}
