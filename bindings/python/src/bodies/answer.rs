//! What bodies and joints do.

use super::number;
use crate::answer::pair;
use crate::shape::turn::Turn;
use engine::dynamics::{Event, Kind, State};
use engine::world::Change;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Where a body is, and how it moves, at one moment.
#[pyclass(module = "bumper", frozen)]
pub struct BodyState(pub State<f64>);

#[pymethods]
impl BodyState {
    /// The centre of mass.
    #[getter]
    fn center(&self) -> (f64, f64) {
        pair(self.0.center)
    }

    /// Where its shapes were moved to, after they were turned about the origin.
    #[getter]
    fn place(&self) -> (f64, f64) {
        pair(self.0.pose.translation)
    }

    /// How far it has turned, whole turns included.
    #[getter]
    fn degrees(&self) -> f64 {
        self.0.angle.to_degrees()
    }

    /// The direction to which its shapes were turned, as a cosine and a sine: given as `degrees`, it is the same to the bit.
    #[getter]
    fn direction<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Turn::of(py, self.0.pose.rotation)
    }

    /// The velocity of the centre of mass.
    #[getter]
    fn velocity(&self) -> (f64, f64) {
        pair(self.0.velocity)
    }

    /// In degrees a unit of time.
    #[getter]
    fn spin(&self) -> f64 {
        self.0.spin.to_degrees()
    }

    /// Its mass.
    #[getter]
    fn mass(&self) -> f64 {
        self.0.mass
    }

    /// Its inertia about the centre of mass.
    #[getter]
    fn inertia(&self) -> f64 {
        self.0.inertia
    }

    /// Whether it rests, and is not stepped until something wakes it.
    #[getter]
    fn asleep(&self) -> bool {
        self.0.asleep
    }

    /// What moves it: "dynamic", "static" or "kinematic".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind {
            Kind::Static => "static",
            Kind::Kinematic => "kinematic",
            Kind::Dynamic => "dynamic",
        }
    }

    fn __repr__(&self) -> String {
        let (center, degrees, velocity) = (self.center(), self.degrees(), self.velocity());
        format!("BodyState(center={center:?}, degrees={degrees:?}, velocity={velocity:?})")
    }
}

/// A point where two bodies touch.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct TouchPoint {
    /// Half-way between the two surfaces.
    point: (f64, f64),
    /// How far apart the surfaces are; below zero how deep.
    gap: f64,
    /// The impulse of the last step along the normal.
    impulse: f64,
    /// The impulse across it.
    friction: f64,
}

#[pymethods]
impl TouchPoint {
    fn __repr__(&self) -> String {
        format!("TouchPoint(point={:?}, gap={:?}, impulse={:?})", self.point, self.gap, self.impulse)
    }
}

/// Two bodies that touch, or did before the last step.
#[pyclass(module = "bumper", frozen)]
pub struct Touch(pub Event<f64>);

#[pymethods]
impl Touch {
    /// The id of the first.
    #[getter]
    fn a(&self) -> u64 {
        number(self.0.a)
    }

    /// The id of the second.
    #[getter]
    fn b(&self) -> u64 {
        number(self.0.b)
    }

    /// Which of their shapes, by their places in the lists.
    #[getter]
    fn solids(&self) -> (u32, u32) {
        self.0.solids.into()
    }

    /// Whether they began to touch in the last step.
    #[getter]
    fn began(&self) -> bool {
        self.0.change == Change::Enter
    }

    /// Whether they have parted in the last step.
    #[getter]
    fn ended(&self) -> bool {
        self.0.change == Change::Leave
    }

    /// Whether one of them is a sensor.
    #[getter]
    fn sensor(&self) -> bool {
        self.0.sensor
    }

    /// The unit normal from the first to the second.
    #[getter]
    fn normal(&self) -> (f64, f64) {
        pair(self.0.normal)
    }

    /// How fast they came at each other, before the step: what makes a blow.
    #[getter]
    fn speed(&self) -> f64 {
        self.0.speed
    }

    /// The impulse of the last step along the normal, of all points.
    #[getter]
    fn impulse(&self) -> f64 {
        self.0.impulse()
    }

    /// Where they touch, one or two points: none of a sensor, and where it ended.
    #[getter]
    fn points(&self) -> Vec<TouchPoint> {
        let points = self.0.points();
        points
            .map(|at| TouchPoint {
                point: pair(at.point),
                gap: at.gap,
                impulse: at.impulse,
                friction: at.friction,
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        let change = match self.0.change {
            Change::Enter => "began",
            Change::Stay => "stays",
            Change::Leave => "ended",
        };
        format!("<Touch of {} and {}: {change}>", self.a(), self.b())
    }
}

/// What a joint does at one moment.
#[pyclass(module = "bumper", frozen)]
pub struct JointState(pub engine::dynamics::JointState<f64>);

#[pymethods]
impl JointState {
    /// The places on both bodies, which should be one for all but distances.
    #[getter]
    fn anchors(&self) -> ((f64, f64), (f64, f64)) {
        self.0.anchors.map(pair).into()
    }

    /// The force on the second body in the last step.
    #[getter]
    fn force(&self) -> (f64, f64) {
        pair(self.0.force)
    }

    /// The torque on the second body.
    #[getter]
    fn torque(&self) -> f64 {
        self.0.torque
    }

    /// How far it is along its line, or its length; zero for what has neither.
    #[getter]
    fn along(&self) -> f64 {
        self.0.along
    }

    /// The angle of the second, seen from the first, from what it was at the start.
    #[getter]
    fn degrees(&self) -> f64 {
        self.0.angle.to_degrees()
    }

    fn __repr__(&self) -> String {
        format!(
            "JointState(along={:?}, degrees={:?}, force={:?})",
            self.0.along,
            self.degrees(),
            self.force()
        )
    }
}
