//! The class `Bodies`: rigid bodies by id, each with anything of the user's, and their joints.

mod answer;
mod ids;
mod joint;
mod kept;
mod solid;

pub use answer::{BodyState, JointState, Touch, TouchPoint};
pub use solid::Solid;

use crate::guarded::Shared;
use crate::reading::{Numbers, Pair, finite};
use crate::shape::drawing::Pen;
use crate::shape::kinds::wrap;
use crate::shape::turn::Turn;
use engine::ShapeBuf;
use engine::dynamics::Hold;
use ids::{gone, id, joint_id, joint_number, number, pose, refused};
use joint::{Along, Grip, Turning};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};
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
#[pyclass(module = "bumper", frozen)]
pub struct Bodies(Shared<Content>);

/// What bodies consist of.
struct Content {
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
        let content = Content { of, data: HashMap::new(), shapes: HashMap::new(), turning: HashSet::new() };
        Ok(Self(Shared::new(content)))
    }

    /// Adds a body of a shape, or of a list of shapes and Solids: its id, which is never zero and never given again. The shapes are
    /// turned by degrees about the origin and then moved to `place`; a shape that is no Solid is of this density, friction and so on.
    /// `kind` is "dynamic", "static" (the ground) or "kinematic" (it has its own way); `spin` is in degrees a unit of time.
    /// A `bullet` does not even graze a body on its way without touching it; no fast body passes another one.
    #[pyo3(signature = (shapes, data=None, *, kind="dynamic", place=Numbers([0.0; 2]), degrees=Turn::Degrees(0.0), velocity=Numbers([0.0; 2]), spin=0.0,
        density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, layers=1, filter=u32::MAX, sensor=false,
        gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=false, sleeps=true, bullet=false),
        text_signature = "($self, shapes, data=None, *, kind='dynamic', place=(0, 0), degrees=0.0, velocity=(0, 0), spin=0.0, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, layers=1, filter=4294967295, sensor=False, gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=False, sleeps=True, bullet=False)")]
    #[allow(clippy::too_many_arguments)]
    fn add(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        kind: &str,
        place: Pair,
        degrees: Turn,
        velocity: Pair,
        spin: f64,
        density: f64,
        friction: f64,
        restitution: f64,
        rolling_resistance: f64,
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
        let material =
            Material { density, friction, restitution, rolling_resistance, layers, filter, sensor }
                .checked()?;
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
        self.0.write(py)?.put(&body, solids, data)
    }

    /// Takes a body out, with its joints: what was given with it.
    #[pyo3(signature = (id, /))]
    fn remove(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let mut content = self.0.write(py)?;
        let Content { of, data, shapes, turning } = &mut *content;
        if !of.remove(self::id(id)) {
            return Err(gone("body", id));
        }
        shapes.remove(&id);
        turning.retain(|joint| of.joint(joint_id(*joint)).is_some());
        Ok(data.remove(&id))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.0.read(py)?.of.len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        Ok(self.0.read(py)?.state(id).is_ok())
    }

    /// The ids, as a dict gives its keys: of the bodies that are there now, whatever is added or removed meanwhile.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.ids(py)?.into_pyobject(py)?.try_iter()
    }

    /// Where a body is, and how it moves, at this moment.
    fn __getitem__(&self, py: Python<'_>, id: u64) -> PyResult<BodyState> {
        self.0.read(py)?.state(id).map(BodyState)
    }

    fn __delitem__(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.remove(py, id).map(|_| ())
    }

    /// All ids.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(self.0.read(py)?.of.iter().map(|(id, _)| number(id)).collect())
    }

    /// What was given with a body.
    #[pyo3(signature = (id, /))]
    fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let content = self.0.read(py)?;
        content.state(id)?;
        Ok(content.data.get(&id).map(|data| data.clone_ref(py)))
    }

    /// The shapes of a body, where they are now: to draw, or to ask.
    #[pyo3(signature = (id, /))]
    fn shapes<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let shapes = self.0.read(py)?.placed(id)?;
        shapes.into_iter().map(|shape| wrap(py, shape)).collect()
    }

    /// Draws the outlines of all shapes on a surface of pygame's, or with a width of 0 filled shapes. `offset` is added to their places,
    /// for a camera.
    #[pyo3(signature = (surface, color, width=1, *, offset=Numbers([0.0; 2])),
        text_signature = "($self, surface, color, width=1, *, offset=(0, 0))")]
    fn draw(
        &self,
        py: Python<'_>,
        surface: &Bound<'_, PyAny>,
        color: &Bound<'_, PyAny>,
        width: i64,
        offset: Pair,
    ) -> PyResult<()> {
        let pen = Pen::new(surface, color, width, offset)?;
        let shapes = self.0.read(py)?.all_placed()?;
        shapes.iter().try_for_each(|shape| pen.draw(shape))
    }

    /// Gives a body another velocity, of its centre, and another spin in degrees a unit of time (or keeps it), and wakes it.
    #[pyo3(signature = (id, velocity, /, spin=None))]
    fn set_velocity(&self, py: Python<'_>, id: u64, velocity: Pair, spin: Option<f64>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let own = content.state(id)?.spin;
        let spin = spin.map_or(Ok(own), |spin| finite(spin, "spin").map(f64::to_radians))?;
        content.of.set_velocity(self::id(id), velocity.finite("velocity")?, spin).map_err(refused)
    }

    /// Puts a body elsewhere: its shapes as they were given, turned about the origin and then moved. It wakes, and so does what touched it.
    #[pyo3(signature = (id, place, /, degrees=Turn::Degrees(0.0)), text_signature = "($self, id, place, /, degrees=0.0)")]
    fn set_place(&self, py: Python<'_>, id: u64, place: Pair, degrees: Turn) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_pose(self::id(id), &pose(place, degrees)?).map_err(refused)
    }

    /// Pushes a body during the next step, at a point of the world or else its centre: forces add up until then.
    #[pyo3(signature = (id, force, /, at=None))]
    fn apply_force(&self, py: Python<'_>, id: u64, force: Pair, at: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let center = content.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        content.of.apply_force(self::id(id), force.finite("force")?, at).map_err(refused)
    }

    /// Turns a body during the next step. A torque is a force times a length: it knows nothing of degrees.
    #[pyo3(signature = (id, torque, /))]
    fn apply_torque(&self, py: Python<'_>, id: u64, torque: f64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.apply_torque(self::id(id), finite(torque, "torque")?).map_err(refused)
    }

    /// Strikes a body at a point of the world or else its centre: its velocity changes at once.
    #[pyo3(signature = (id, impulse, /, at=None))]
    fn apply_impulse(&self, py: Python<'_>, id: u64, impulse: Pair, at: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        let center = content.state(id)?.center;
        let at = at.map_or(Ok(center), |at| at.finite("at"))?;
        content.of.apply_impulse(self::id(id), impulse.finite("impulse")?, at).map_err(refused)
    }

    /// Wakes a body, and all that rests with it.
    #[pyo3(signature = (id, /))]
    fn wake(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.0.write(py)?.of.wake(self::id(id)).then_some(()).ok_or_else(|| gone("body", id))
    }

    /// Moves the bodies by a time above zero. Best is always the same: what rests then stays so.
    #[pyo3(signature = (time, /))]
    fn step(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        if finite(time, "time")? <= 0.0 {
            return Err(PyValueError::new_err(format!("time: {time} is not above zero")));
        }
        let mut content = self.0.write(py)?;
        let of = &mut content.of;
        py.detach(|| of.step(time));
        Ok(())
    }

    /// What touches since the last step, still does, or has parted in it.
    fn touches(&self, py: Python<'_>) -> PyResult<Vec<Touch>> {
        Ok(self.0.read(py)?.of.events().map(Touch).collect())
    }

    /// The acceleration that all bodies feel. What rests is not woken by another one.
    #[getter]
    fn gravity(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        Ok(crate::answer::pair(self.0.read(py)?.of.gravity))
    }

    #[setter]
    fn set_gravity(&self, py: Python<'_>, gravity: Pair) -> PyResult<()> {
        self.0.write(py)?.of.gravity = gravity.finite("gravity")?;
        Ok(())
    }

    /// Whether bodies that are slow for long come to rest, and cost nothing then.
    #[getter]
    fn sleeping(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.0.read(py)?.of.sleeping)
    }

    #[setter]
    fn set_sleeping(&self, py: Python<'_>, sleeping: bool) -> PyResult<()> {
        self.0.write(py)?.of.sleeping = sleeping;
        Ok(())
    }

    /// The speed up to which bodies are slow; None for one that follows from gravity and the sizes of the bodies.
    #[getter]
    fn sleep_speed(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        Ok(self.0.read(py)?.of.sleep.speed)
    }

    #[setter]
    fn set_sleep_speed(&self, py: Python<'_>, speed: Option<f64>) -> PyResult<()> {
        let speed = speed.map(|speed| crate::reading::length(speed, "sleep_speed")).transpose()?;
        self.0.write(py)?.of.sleep.speed = speed;
        Ok(())
    }

    /// For how long bodies have to be slow to fall asleep.
    #[getter]
    fn sleep_time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.0.read(py)?.of.sleep.time)
    }

    #[setter]
    fn set_sleep_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        self.0.write(py)?.of.sleep.time = crate::reading::length(time, "sleep_time")?;
        Ok(())
    }

    /// Allows a body to fall asleep, or forbids it and wakes it.
    #[pyo3(signature = (id, allow, /))]
    fn allow_sleep(&self, py: Python<'_>, id: u64, allow: bool) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.allow_sleep(self::id(id), allow).map_err(refused)
    }

    /// Keeps the distance of a point of the first body and one of the second: rigid; with a spring (how often it swings in a unit of time, damping ratio)
    /// springy; with limits only a rope or a strut. The length is that at the start unless given. A motor is (speed, largest force).
    #[pyo3(signature = (a, b, start, end, /, *, length=None, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_distance(
        &self,
        py: Python<'_>,
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
        self.0.write(py)?.join([a, b], hold, collide, false)
    }

    /// Keeps a point: a hinge. Limits are degrees from how the two lie at the start, a motor is (degrees a unit of time, largest torque).
    #[pyo3(signature = (a, b, at, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_revolute(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let turn = Turning { limits, motor, spring }.drive()?;
        self.0.write(py)?.join([a, b], Hold::Revolute { at: at.finite("at")?, turn }, collide, true)
    }

    /// Keeps the angle and a line through a point along an axis, on which the second slides. Limits are lengths from where it is at the start.
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_prismatic(
        &self,
        py: Python<'_>,
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
        self.0.write(py)?.join([a, b], hold, collide, false)
    }

    /// Keeps all: the two are one, or with springs of the place and of the angle nearly so.
    #[pyo3(signature = (a, b, at, /, *, spring=None, turn_spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_weld(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        spring: Option<Pair>,
        turn_spring: Option<Pair>,
        collide: bool,
    ) -> PyResult<u64> {
        let (spring, turn) = (spring.grip("spring")?, turn_spring.grip("turn_spring")?);
        self.0.write(py)?.join([a, b], Hold::Weld { at: at.finite("at")?, spring, turn }, collide, false)
    }

    /// Keeps a line through a hub along an axis, on which the second slides by its spring, and turns freely or by a motor (degrees a
    /// unit of time, largest torque): a wheel.
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide=false))]
    #[allow(clippy::too_many_arguments)]
    fn join_wheel(
        &self,
        py: Python<'_>,
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
        self.0.write(py)?.join([a, b], hold, collide, true)
    }

    /// Draws a point of the second body to a target, which is there at first: what a hand does. The first counts for nothing, but
    /// must be another body.
    #[pyo3(signature = (a, b, at, /, *, spring=Numbers([5.0, 0.7]), max_force=f64::INFINITY),
        text_signature = "($self, a, b, at, /, *, spring=(5, 0.7), max_force=inf)")]
    fn join_mouse(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        spring: Pair,
        max_force: f64,
    ) -> PyResult<u64> {
        let max_force = joint::most(max_force, "max_force")?;
        let hold = Hold::Mouse { at: at.finite("at")?, spring: joint::spring(spring, "spring")?, max_force };
        self.0.write(py)?.join([a, b], hold, true, false)
    }

    /// Takes a joint out; its bodies wake.
    #[pyo3(signature = (joint, /))]
    fn unjoin(&self, py: Python<'_>, joint: u64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.turning.remove(&joint);
        content.of.unjoin(joint_id(joint)).then_some(()).ok_or_else(|| gone("joint", joint))
    }

    /// What a joint does.
    #[pyo3(signature = (joint, /))]
    fn joint(&self, py: Python<'_>, joint: u64) -> PyResult<JointState> {
        self.0.read(py)?.known_joint(joint).map(JointState)
    }

    /// All joints: their ids, and those of their two bodies.
    fn joints(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, u64)>> {
        let content = self.0.read(py)?;
        Ok(content.of.joints().map(|(joint, [a, b])| (joint_number(joint), number(a), number(b))).collect())
    }

    /// Gives a joint another motor, (speed, largest force or torque), or none.
    #[pyo3(signature = (joint, motor, /))]
    fn set_motor(&self, py: Python<'_>, joint: u64, motor: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.known_joint(joint)?;
        let motor = joint::motor(motor, content.turning.contains(&joint))?;
        content.of.set_motor(joint_id(joint), motor).map_err(refused)
    }

    /// Moves the target of a mouse joint.
    #[pyo3(signature = (joint, target, /))]
    fn set_target(&self, py: Python<'_>, joint: u64, target: Pair) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.known_joint(joint)?;
        content.of.set_target(joint_id(joint), target.finite("target")?).map_err(refused)
    }

    /// What the bodies do at this moment, to go back to, or to send to where the same were added.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.read(py)?.saved()?))
    }

    /// Goes back to what was saved: steps from there are the same to the bit.
    #[pyo3(signature = (saved, /))]
    fn restore(&self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.0.write(py)?.restore_from(saved)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Bodies: {}>", self.0.read(py)?.of.len()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let visited = self.0.peek(|content| content.data.values().try_for_each(|data| visit.call(data)));
        visited.unwrap_or(Ok(()))
    }

    fn __clear__(&self) {
        // Dropped when the lock is free again: a finalizer may look at the bodies.
        drop(self.0.take(|content| std::mem::take(&mut content.data)));
    }
}
