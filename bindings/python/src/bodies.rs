//! The class `Bodies`: rigid bodies by id, each with anything of the user's, and their joints.

mod answer;
mod ids;
mod joint;
mod kept;
mod solid;

pub use answer::{BodyState, JointState, Touch, TouchPoint};
pub use solid::Solid;

use crate::reading::{Numbers, Pair, finite};
use crate::shape::{kinds::wrap, placed};
use engine::ShapeBuf;
use engine::dynamics::Hold;
use ids::{gone, id, joint_id, joint_number, number, pose, refused};
use joint::{Along, Grip, Turning};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solid::Material;
use std::collections::{HashMap, HashSet};

/// Rigid bodies that fall, stack, roll and hang together, by ids. Nothing passes through a thin wall, and no unit is to be set.
///
/// >>> import bumper
/// >>> bodies = bumper.Bodies(gravity=(0, 900))
/// >>> ground = bodies.add((0, 100, 300, 20), kind="static")
/// >>> crate = bodies.add((40, 0, 30, 30), "a crate", friction=0.5)
/// >>> for frame in range(120):
/// ...     bodies.step(1 / 60)
/// >>> [round(c) for c in bodies[crate].center], bodies.data_of(crate)
/// ([55, 85], 'a crate')
/// >>> [(touch.a == ground, touch.began, len(touch.points)) for touch in bodies.touches()]
/// [(True, False, 2)]
/// >>> post = bodies.add((200, 0, 4, 4), kind="static")
/// >>> arm = bodies.add((200, 0, 60, 4))
/// >>> hinge = bodies.join_revolute(post, arm, (202, 2), limits=(-90, 45))
/// >>> for frame in range(120):
/// ...     bodies.step(1 / 60)
/// >>> round(bodies.joint(hinge).degrees)
/// 45
#[pyclass(module = "bumper")]
pub struct Bodies {
    of: engine::dynamics::Bodies<f64>,
    data: HashMap<u64, Py<PyAny>>,
    /// The shapes of each body as they were given.
    shapes: HashMap<u64, Vec<ShapeBuf<f64, 2>>>,
    /// The joints whose motors turn: their speeds are in degrees.
    turning: HashSet<u64>,
}

#[pymethods]
impl Bodies {
    #[new]
    #[pyo3(signature = (gravity=Numbers([0.0; 2])), text_signature = "(gravity=(0, 0))")]
    fn new(gravity: Pair) -> PyResult<Self> {
        let of = engine::dynamics::Bodies::new(gravity.finite("gravity")?);
        Ok(Self { of, data: HashMap::new(), shapes: HashMap::new(), turning: HashSet::new() })
    }

    /// Adds a body of a shape, or of a list of shapes and Solids: its id, which is never zero and never given again. The shapes are
    /// turned by degrees about the origin and then moved to `place`; a shape that is no Solid is of this density, friction and so on.
    /// `kind` is "dynamic", "static" (the ground) or "kinematic" (it has its own way); `spin` is in degrees a unit of time.
    /// A `bullet` does not even graze a body on its way without touching it; no fast body passes another one.
    #[pyo3(signature = (shapes, data=None, *, kind="dynamic", place=Numbers([0.0; 2]), degrees=0.0, velocity=Numbers([0.0; 2]), spin=0.0,
        density=1.0, friction=0.6, restitution=0.0, layers=1, filter=u32::MAX, sensor=false,
        gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=false, sleeps=true, bullet=false),
        text_signature = "($self, shapes, data=None, *, kind='dynamic', place=(0, 0), degrees=0.0, velocity=(0, 0), spin=0.0, density=1.0, friction=0.6, restitution=0.0, layers=1, filter=4294967295, sensor=False, gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=False, sleeps=True, bullet=False)")]
    #[allow(clippy::too_many_arguments)]
    fn add(
        &mut self,
        shapes: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        kind: &str,
        place: Pair,
        degrees: f64,
        velocity: Pair,
        spin: f64,
        density: f64,
        friction: f64,
        restitution: f64,
        layers: u32,
        filter: u32,
        sensor: bool,
        gravity_scale: f64,
        linear_damping: f64,
        angular_damping: f64,
        fixed_rotation: bool,
        sleeps: bool,
        bullet: bool,
    ) -> PyResult<u64> {
        let material = Material { density, friction, restitution, layers, filter, sensor }.checked()?;
        let solids = solid::read(shapes, material)?;
        let body = engine::dynamics::Body {
            kind: solid::kind(kind)?,
            pose: pose(place, degrees)?,
            velocity: velocity.finite("velocity")?,
            spin: finite(spin, "spin")?.to_radians(),
            gravity_scale: finite(gravity_scale, "gravity_scale")?,
            linear_damping: crate::reading::length(linear_damping, "linear_damping")?,
            angular_damping: crate::reading::length(angular_damping, "angular_damping")?,
            fixed_rotation,
            sleeps,
            bullet,
            data: 0,
        };
        self.put(&body, solids, data)
    }

    /// Takes a body out, with its joints: what was given with it.
    #[pyo3(signature = (id, /))]
    fn remove(&mut self, id: u64) -> PyResult<Option<Py<PyAny>>> {
        if !self.of.remove(self::id(id)) {
            return Err(gone("body", id));
        }
        self.shapes.remove(&id);
        self.turning.retain(|joint| self.of.joint(joint_id(*joint)).is_some());
        Ok(self.data.remove(&id))
    }

    fn __len__(&self) -> usize {
        self.of.len()
    }

    fn __contains__(&self, id: u64) -> bool {
        self.state(id).is_ok()
    }

    /// Where a body is, and how it moves, at this moment.
    fn __getitem__(&self, id: u64) -> PyResult<BodyState> {
        self.state(id).map(BodyState)
    }

    fn __delitem__(&mut self, id: u64) -> PyResult<()> {
        self.remove(id).map(|_| ())
    }

    /// All ids.
    fn ids(&self) -> Vec<u64> {
        self.of.iter().map(|(id, _)| number(id)).collect()
    }

    /// What was given with a body.
    #[pyo3(signature = (id, /))]
    fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        self.state(id)?;
        Ok(self.data.get(&id).map(|data| data.clone_ref(py)))
    }

    /// The shapes of a body, where they are now: to draw, or to ask.
    #[pyo3(signature = (id, /))]
    fn shapes<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let pose = self.state(id)?.pose;
        let shapes = self.shapes.get(&id).into_iter().flatten();
        shapes.map(|shape| wrap(py, placed(shape, &pose))).collect()
    }

    /// Gives a body another velocity, of its centre, and another spin in degrees a unit of time (or keeps it), and wakes it.
    #[pyo3(signature = (id, velocity, /, spin=None))]
    fn set_velocity(&mut self, id: u64, velocity: Pair, spin: Option<f64>) -> PyResult<()> {
        let own = self.state(id)?.spin;
        let spin = spin.map_or(Ok(own), |spin| finite(spin, "spin").map(f64::to_radians))?;
        self.of.set_velocity(self::id(id), velocity.finite("velocity")?, spin).map_err(refused)
    }

    /// Puts a body elsewhere: its shapes as they were given, turned about the origin and then moved. It wakes, and so does what touched it.
    #[pyo3(signature = (id, place, /, degrees=0.0))]
    fn set_place(&mut self, id: u64, place: Pair, degrees: f64) -> PyResult<()> {
        self.state(id)?;
        self.of.set_pose(self::id(id), &pose(place, degrees)?).map_err(refused)
    }

    /// Pushes a body during the next step, at a point of the world or else its centre: forces add up until then.
    #[pyo3(signature = (id, force, /, at=None))]
    fn apply_force(&mut self, id: u64, force: Pair, at: Option<Pair>) -> PyResult<()> {
        let center = self.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        self.of.apply_force(self::id(id), force.finite("force")?, at).map_err(refused)
    }

    /// Turns a body during the next step. A torque is a force times a length: it knows nothing of degrees.
    #[pyo3(signature = (id, torque, /))]
    fn apply_torque(&mut self, id: u64, torque: f64) -> PyResult<()> {
        self.state(id)?;
        self.of.apply_torque(self::id(id), finite(torque, "torque")?).map_err(refused)
    }

    /// Strikes a body at a point of the world or else its centre: its velocity changes at once.
    #[pyo3(signature = (id, impulse, /, at=None))]
    fn apply_impulse(&mut self, id: u64, impulse: Pair, at: Option<Pair>) -> PyResult<()> {
        let center = self.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        self.of.apply_impulse(self::id(id), impulse.finite("impulse")?, at).map_err(refused)
    }

    /// Wakes a body, and all that rests with it.
    #[pyo3(signature = (id, /))]
    fn wake(&mut self, id: u64) -> PyResult<()> {
        self.of.wake(self::id(id)).then_some(()).ok_or_else(|| gone("body", id))
    }

    /// Moves the bodies by a time above zero. Best is always the same: what rests then stays so.
    #[pyo3(signature = (time, /))]
    fn step(&mut self, py: Python<'_>, time: f64) -> PyResult<()> {
        if finite(time, "time")? <= 0.0 {
            return Err(PyValueError::new_err(format!("time: {time} is not above zero")));
        }
        py.detach(|| self.of.step(time));
        Ok(())
    }

    /// What touches since the last step, still does, or has parted in it.
    fn touches(&self) -> Vec<Touch> {
        self.of.events().map(Touch).collect()
    }

    /// The acceleration that all bodies feel. What rests is not woken by another one.
    #[getter]
    fn gravity(&self) -> (f64, f64) {
        crate::answer::pair(self.of.gravity)
    }

    #[setter]
    fn set_gravity(&mut self, gravity: Pair) -> PyResult<()> {
        self.of.gravity = gravity.finite("gravity")?;
        Ok(())
    }

    /// Whether bodies that are slow for long come to rest, and cost nothing then.
    #[getter]
    fn sleeping(&self) -> bool {
        self.of.sleeping
    }

    #[setter]
    fn set_sleeping(&mut self, sleeping: bool) {
        self.of.sleeping = sleeping;
    }

    /// Keeps the distance of a point of the first body and one of the second: rigid; with a spring (how often it swings in a unit of time, damping ratio)
    /// springy; with limits only a rope or a strut. The length is that at the start unless given. A motor is (speed, largest force).
    #[pyo3(signature = (a, b, start, end, /, *, length=None, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_distance(
        &mut self,
        a: u64,
        b: u64,
        start: Pair,
        end: Pair,
        length: Option<f64>,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let length = length.map(|length| crate::reading::length(length, "length")).transpose()?;
        let along = Along { limits, motor, spring }.rope()?;
        let hold = Hold::Distance { from: start.finite("start")?, to: end.finite("end")?, length, along };
        self.join([a, b], hold, collide, false)
    }

    /// Keeps a point: a hinge. Limits are degrees from how the two lie at the start, a motor is (degrees a unit of time, largest torque).
    #[pyo3(signature = (a, b, at, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_revolute(
        &mut self,
        a: u64,
        b: u64,
        at: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let turn = Turning { limits, motor, spring }.drive()?;
        self.join([a, b], Hold::Revolute { at: at.finite("at")?, turn }, collide, true)
    }

    /// Keeps the angle and a line through a point along an axis, on which the second slides. Limits are lengths from where it is at the start.
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_prismatic(
        &mut self,
        a: u64,
        b: u64,
        at: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let along = Along { limits, motor, spring }.drive()?;
        let hold = Hold::Prismatic { at: at.finite("at")?, axis: axis.finite("axis")?, along };
        self.join([a, b], hold, collide, false)
    }

    /// Keeps all: the two are one, or with springs of the place and of the angle nearly so.
    #[pyo3(signature = (a, b, at, /, *, spring=None, turn_spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_weld(
        &mut self,
        a: u64,
        b: u64,
        at: Pair,
        spring: Option<Pair>,
        turn_spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let (spring, turn) = (spring.grip("spring")?, turn_spring.grip("turn_spring")?);
        self.join([a, b], Hold::Weld { at: at.finite("at")?, spring, turn }, collide, false)
    }

    /// Keeps a line through a hub along an axis, on which the second slides by its spring, and turns freely or by a motor (degrees a
    /// unit of time, largest torque): a wheel.
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_wheel(
        &mut self,
        a: u64,
        b: u64,
        at: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let along = Along { limits, motor: None, spring }.drive()?;
        let motor = joint::motor(motor, true)?;
        let hold = Hold::Wheel { at: at.finite("at")?, axis: axis.finite("axis")?, along, motor };
        self.join([a, b], hold, collide, true)
    }

    /// Draws a point of the second body to a target, which is there at first: what a hand does. The first counts for nothing, but
    /// must be another body.
    #[pyo3(signature = (a, b, at, /, *, spring=Numbers([5.0, 0.7]), max_force=f64::INFINITY),
        text_signature = "($self, a, b, at, /, *, spring=(5, 0.7), max_force=inf)")]
    fn join_mouse(&mut self, a: u64, b: u64, at: Pair, spring: Pair, max_force: f64) -> PyResult<u64> {
        let max_force = joint::most(max_force, "max_force")?;
        let hold = Hold::Mouse { at: at.finite("at")?, spring: joint::spring(spring, "spring")?, max_force };
        self.join([a, b], hold, true, false)
    }

    /// Takes a joint out; its bodies wake.
    #[pyo3(signature = (joint, /))]
    fn unjoin(&mut self, joint: u64) -> PyResult<()> {
        self.turning.remove(&joint);
        self.of.unjoin(joint_id(joint)).then_some(()).ok_or_else(|| gone("joint", joint))
    }

    /// What a joint does.
    #[pyo3(signature = (joint, /))]
    fn joint(&self, joint: u64) -> PyResult<JointState> {
        self.known_joint(joint).map(JointState)
    }

    /// All joints: their ids, and those of their two bodies.
    fn joints(&self) -> Vec<(u64, u64, u64)> {
        self.of.joints().map(|(joint, [a, b])| (joint_number(joint), number(a), number(b))).collect()
    }

    /// Gives a joint another motor, (speed, largest force or torque), or none.
    #[pyo3(signature = (joint, motor, /))]
    fn set_motor(&mut self, joint: u64, motor: Option<Pair>) -> PyResult<()> {
        self.known_joint(joint)?;
        let motor = joint::motor(motor, self.turning.contains(&joint))?;
        self.of.set_motor(joint_id(joint), motor).map_err(refused)
    }

    /// Moves the target of a mouse joint.
    #[pyo3(signature = (joint, target, /))]
    fn set_target(&mut self, joint: u64, target: Pair) -> PyResult<()> {
        self.known_joint(joint)?;
        self.of.set_target(joint_id(joint), target.finite("target")?).map_err(refused)
    }

    /// What the bodies do at this moment, to go back to, or to send to where the same were added.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.saved()?))
    }

    /// Goes back to what was saved: steps from there are the same to the bit.
    #[pyo3(signature = (saved, /))]
    fn restore(&mut self, saved: &[u8]) -> PyResult<()> {
        self.restore_from(saved)
    }

    fn __repr__(&self) -> String {
        format!("<Bodies: {}>", self.of.len())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.data.values().try_for_each(|data| visit.call(data))
    }

    fn __clear__(&mut self) {
        self.data.clear();
    }
}
