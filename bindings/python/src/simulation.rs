//! The class `Simulation`: a simulation of rigid bodies and joints, with ids and user data.

mod answer;
mod collider;
mod ids;
mod joint;
mod stored;

pub use answer::{BodyState, ContactEvent, JointState, ManifoldPoint};
pub use collider::Collider;

use crate::guarded::Shared;
use crate::reading::{Numbers, Pair, finite};
use crate::shape::drawing::Pen;
use crate::shape::kinds::wrap;
use crate::shape::turn::Turn;
use collider::Material;
use engine::ShapeBuf;
use engine::dynamics::JointKind;
use ids::{id, joint_id, joint_number, not_found, number, pose, refused};
use joint::{AngularAxis, LinearAxis, optional_spring};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};
use std::collections::{HashMap, HashSet};

/// A simulation of rigid bodies in 2D: they fall, stack, roll, and can be connected by joints. Bodies and joints have ids. Fast bodies do
/// not tunnel through thin walls. Lengths and times may be in any unit, such as pixels and seconds; angles are in degrees, from x towards y
/// (clockwise on a screen).
///
/// >>> import bumper
/// >>> bodies = bumper.Simulation(gravity=(0, 900))
/// >>> ground = simulation.add((0, 100, 300, 20), kind="static")
/// >>> crate = simulation.add((40, 0, 30, 30), "a crate", friction=0.5)
/// >>> for frame in range(120):
/// ...     simulation.step(1 / 60)
/// >>> [round(c) for c in bodies[crate].center], simulation.data_of(crate)
/// ([55, 85], 'a crate')
/// >>> [(touch.a == ground, touch.began, len(touch.points)) for touch in simulation.events()]
/// [(True, False, 2)]
/// >>> post = simulation.add((200, 0, 4, 4), kind="static")
/// >>> arm = simulation.add((200, 0, 60, 4))
/// >>> hinge = simulation.add_revolute_joint(post, arm, (202, 2), limits=(-90, 45))
/// >>> for frame in range(120):
/// ...     simulation.step(1 / 60)
/// >>> round(simulation.joint(hinge).degrees)
/// 45
#[pyclass(module = "bumper", frozen)]
pub struct Simulation(Shared<Content>);

/// The state of a `Simulation` object, which is behind a lock.
struct Content {
    of: engine::dynamics::Simulation<f64>,
    data: HashMap<u64, Py<PyAny>>,
    /// The shapes of each body, as they were passed to `add`.
    shapes: HashMap<u64, Vec<ShapeBuf<f64, 2>>>,
    /// The revolute and wheel joints. For these, Python gives motor speeds in degrees per unit of time.
    turning: HashSet<u64>,
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (gravity=Numbers([0.0; 2])), text_signature = "(gravity=(0, 0))")]
    fn new(gravity: Pair) -> PyResult<Self> {
        let of = engine::dynamics::Simulation::new(gravity.finite("gravity")?);
        let content = Content { of, data: HashMap::new(), shapes: HashMap::new(), turning: HashSet::new() };
        Ok(Self(Shared::new(content)))
    }

    /// Adds a body and returns its id, which is never zero and is not reused. `shapes` is a shape, or an iterable of shapes and Colliders.
    /// They are rotated by `degrees` about the origin, then moved by `place`. `density`, `friction` and so on apply to all shapes that are
    /// not Colliders. `kind` is "dynamic", "static" (never moves, like the ground) or "kinematic" (moves with its own velocity, like a
    /// lift). `angular_velocity` is in degrees per unit of time. Bodies never pass through each other, however fast they are. But a fast
    /// body may overlap the corner of another one slightly within a step, without a contact, unless it is a `bullet`.
    #[pyo3(signature = (shapes, data=None, *, kind="dynamic", place=Numbers([0.0; 2]), degrees=Turn::Degrees(0.0), velocity=Numbers([0.0; 2]), angular_velocity=0.0,
        density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, layers=1, filter=u32::MAX, sensor=false,
        gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=false, can_sleep=true, bullet=false),
        text_signature = "($self, shapes, data=None, *, kind='dynamic', place=(0, 0), degrees=0.0, velocity=(0, 0), angular_velocity=0.0, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, layers=1, filter=4294967295, sensor=False, gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=False, can_sleep=True, bullet=False)")]
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
        angular_velocity: f64,
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
        can_sleep: bool,
        bullet: bool,
    ) -> PyResult<u64> {
        let material =
            Material { density, friction, restitution, rolling_resistance, layers, filter, sensor }
                .checked()?;
        let colliders = collider::read(shapes, material)?;
        let body = engine::dynamics::BodyDef {
            kind: collider::kind(kind)?,
            pose: pose(place, degrees)?,
            velocity: velocity.finite("velocity")?,
            angular_velocity: finite(angular_velocity, "angular_velocity")?.to_radians(),
            gravity_scale: finite(gravity_scale, "gravity_scale")?,
            linear_damping: crate::reading::length(linear_damping, "linear_damping")?,
            angular_damping: crate::reading::length(angular_damping, "angular_damping")?,
            fixed_rotation,
            can_sleep,
            bullet,
            ..engine::dynamics::BodyDef::default()
        };
        self.0.write(py)?.put(&body, colliders, data)
    }

    /// Removes a body and its joints. Returns the user data of the body.
    #[pyo3(signature = (id, /))]
    fn remove(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let mut content = self.0.write(py)?;
        let Content { of, data, shapes, turning } = &mut *content;
        if !of.remove(self::id(id)) {
            return Err(not_found("body", id));
        }
        shapes.remove(&id);
        turning.retain(|joint| of.get_joint(joint_id(*joint)).is_some());
        Ok(data.remove(&id))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.0.read(py)?.of.len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        Ok(self.0.read(py)?.state(id).is_ok())
    }

    /// An iterator over the ids of the bodies that exist at the time of the call, like the keys of a dict. Bodies may be added and removed
    /// during the iteration.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.ids(py)?.into_pyobject(py)?.try_iter()
    }

    /// The current state of a body: its pose, velocities and mass.
    fn __getitem__(&self, py: Python<'_>, id: u64) -> PyResult<BodyState> {
        self.0.read(py)?.state(id).map(BodyState)
    }

    fn __delitem__(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.remove(py, id).map(|_| ())
    }

    /// The ids of all bodies.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(self.0.read(py)?.of.iter().map(|(id, _)| number(id)).collect())
    }

    /// The user data of a body, or None if it has none.
    #[pyo3(signature = (id, /))]
    fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let content = self.0.read(py)?;
        content.state(id)?;
        Ok(content.data.get(&id).map(|data| data.clone_ref(py)))
    }

    /// The shapes of a body at its current pose, for drawing or for queries.
    #[pyo3(signature = (id, /))]
    fn shapes<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let shapes = self.0.read(py)?.placed(id)?;
        shapes.into_iter().map(|shape| wrap(py, shape)).collect()
    }

    /// Draws all shapes on a pygame surface: their outlines, or filled if `width` is 0. `offset` is added to all positions, as for a
    /// camera.
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

    /// Sets the velocity of the center of mass of a body. Also sets its angular velocity, in degrees per unit of time, unless that is None.
    /// Wakes the body.
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

    /// Teleports a body: its shapes, as they were passed to `add`, are rotated by `degrees` about the origin, then moved by `place`. If
    /// `degrees` is not given, the body has no rotation afterwards. Its velocities do not change. Wakes the body and the bodies that
    /// touched it.
    #[pyo3(signature = (id, place, /, degrees=Turn::Degrees(0.0)), text_signature = "($self, id, place, /, degrees=0.0)")]
    fn set_place(&self, py: Python<'_>, id: u64, place: Pair, degrees: Turn) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_pose(self::id(id), &pose(place, degrees)?).map_err(refused)
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

    /// Applies an impulse, which changes the velocities at once, at a point in world coordinates, or by default at the center of mass.
    /// Wakes the body. Affects only dynamic bodies.
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

    /// Advances the simulation by `time`, which must be above zero. Use the same time for every step, about that of a frame, so that
    /// resting bodies stay at rest.
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

    /// The contacts that began, continue or ended in the last step. Contacts of sleeping bodies are included.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        Ok(self.0.read(py)?.of.events().map(ContactEvent).collect())
    }

    /// The acceleration of gravity. Changing it wakes no body.
    #[getter]
    fn gravity(&self, py: Python<'_>) -> PyResult<(f64, f64)> {
        Ok(crate::answer::pair(self.0.read(py)?.of.gravity))
    }

    #[setter]
    fn set_gravity(&self, py: Python<'_>, gravity: Pair) -> PyResult<()> {
        self.0.write(py)?.of.gravity = gravity.finite("gravity")?;
        Ok(())
    }

    /// Whether bodies that rest may fall asleep. Sleeping bodies cost nothing in a step.
    #[getter]
    fn sleep_enabled(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.0.read(py)?.of.sleep_enabled)
    }

    #[setter]
    fn set_sleep_enabled(&self, py: Python<'_>, sleep_enabled: bool) -> PyResult<()> {
        self.0.write(py)?.of.sleep_enabled = sleep_enabled;
        Ok(())
    }

    /// The speed below which a body counts as slow, for falling asleep. If None, each body has its own threshold, derived from gravity and
    /// its size.
    #[getter]
    fn sleep_speed(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        Ok(self.0.read(py)?.of.sleep_settings.speed)
    }

    #[setter]
    fn set_sleep_speed(&self, py: Python<'_>, speed: Option<f64>) -> PyResult<()> {
        let speed = speed.map(|speed| crate::reading::length(speed, "sleep_speed")).transpose()?;
        self.0.write(py)?.of.sleep_settings.speed = speed;
        Ok(())
    }

    /// The time for which bodies must be slow before they fall asleep. It is at least eight steps.
    #[getter]
    fn sleep_time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.0.read(py)?.of.sleep_settings.time)
    }

    #[setter]
    fn set_sleep_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        self.0.write(py)?.of.sleep_settings.time = crate::reading::length(time, "sleep_time")?;
        Ok(())
    }

    /// Sets whether a body may fall asleep. If not, the body is also woken.
    #[pyo3(signature = (id, allow, /))]
    fn set_can_sleep(&self, py: Python<'_>, id: u64, allow: bool) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.state(id)?;
        content.of.set_can_sleep(self::id(id), allow).map_err(refused)
    }

    /// Adds a distance joint between a point `start` on the first body and a point `end` on the second, and returns its id. Both points are
    /// in world coordinates. Without limits, spring and motor the length is fixed. With a spring (cycles per unit of time, damping ratio)
    /// it is elastic; with only limits it is a rope or a strut. `length` is the rest length, by default the current distance of the points.
    /// A motor (speed, largest force) changes the length.
    #[pyo3(signature = (a, b, start, end, /, *, length=None, limits=None, motor=None, spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn add_distance_joint(
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
        collide_connected: bool,
    ) -> PyResult<u64> {
        let length = length.map(|length| crate::reading::length(length, "length")).transpose()?;
        let translation = LinearAxis { limits, motor, spring }.distance_axis()?;
        let kind = JointKind::Distance {
            anchor_a: start.finite("start")?,
            anchor_b: end.finite("end")?,
            length,
            translation,
        };
        self.0.write(py)?.join([a, b], kind, collide_connected, false)
    }

    /// Adds a revolute joint (hinge) at a point in world coordinates, and returns its id. Limits are angles of the second body relative to
    /// the first, in degrees; the current angle is 0. A motor is (degrees per unit of time, largest torque).
    #[pyo3(signature = (a, b, at, /, *, limits=None, motor=None, spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn add_revolute_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let rotation = AngularAxis { limits, motor, spring }.axis()?;
        self.0.write(py)?.join(
            [a, b],
            JointKind::Revolute { anchor: at.finite("at")?, rotation },
            collide_connected,
            true,
        )
    }

    /// Adds a prismatic joint (slider), and returns its id. The second body keeps its angle relative to the first, and slides on the line
    /// through the point `at` along `axis`. Limits are distances along the axis; the current one is 0. A motor is (speed, largest force).
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn add_prismatic_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let translation = LinearAxis { limits, motor, spring }.axis()?;
        let kind = JointKind::Prismatic { anchor: at.finite("at")?, axis: axis.finite("axis")?, translation };
        self.0.write(py)?.join([a, b], kind, collide_connected, false)
    }

    /// Adds a weld joint at a point in world coordinates, and returns its id. It fixes the relative position and angle, either rigidly or
    /// with springs: `spring` for the position and `angular_spring` for the angle, each (cycles per unit of time, damping ratio).
    #[pyo3(signature = (a, b, at, /, *, spring=None, angular_spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn add_weld_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        spring: Option<Pair>,
        angular_spring: Option<Pair>,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let (spring, rotation) =
            (optional_spring(spring, "spring")?, optional_spring(angular_spring, "angular_spring")?);
        self.0.write(py)?.join(
            [a, b],
            JointKind::Weld { anchor: at.finite("at")?, linear_spring: spring, angular_spring: rotation },
            collide_connected,
            false,
        )
    }

    /// Adds a wheel joint, and returns its id. The second body is a wheel with its hub at `at`. It slides along `axis`, usually on a
    /// spring, and rotates freely or driven by a motor (degrees per unit of time, largest torque).
    #[pyo3(signature = (a, b, at, axis, /, *, limits=None, motor=None, spring=None, collide_connected=false))]
    #[allow(clippy::too_many_arguments)]
    fn add_wheel_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        axis: Pair,
        limits: Option<Pair>,
        motor: Option<Pair>,
        spring: Option<Pair>,
        collide_connected: bool,
    ) -> PyResult<u64> {
        let translation = LinearAxis { limits, motor: None, spring }.axis()?;
        let motor = joint::motor(motor, true)?;
        let kind =
            JointKind::Wheel { anchor: at.finite("at")?, axis: axis.finite("axis")?, translation, motor };
        self.0.write(py)?.join([a, b], kind, collide_connected, true)
    }

    /// Adds a mouse joint, and returns its id. A spring pulls the point `at` of the second body to a target, which is initially `at` (see
    /// `set_target`). The first body is not affected, but must be another one.
    #[pyo3(signature = (a, b, at, /, *, spring=Numbers([5.0, 0.7]), max_force=f64::INFINITY),
        text_signature = "($self, a, b, at, /, *, spring=(5, 0.7), max_force=inf)")]
    fn add_mouse_joint(
        &self,
        py: Python<'_>,
        a: u64,
        b: u64,
        at: Pair,
        spring: Pair,
        max_force: f64,
    ) -> PyResult<u64> {
        let max_force = joint::max_force(max_force, "max_force")?;
        let kind = JointKind::Mouse {
            anchor: at.finite("at")?,
            spring: joint::spring(spring, "spring")?,
            max_force,
        };
        self.0.write(py)?.join([a, b], kind, true, false)
    }

    /// Removes a joint and wakes its bodies.
    #[pyo3(signature = (joint, /))]
    fn remove_joint(&self, py: Python<'_>, joint: u64) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.turning.remove(&joint);
        content.of.remove_joint(joint_id(joint)).then_some(()).ok_or_else(|| not_found("joint", joint))
    }

    /// The current state of a joint.
    #[pyo3(signature = (joint, /))]
    fn joint(&self, py: Python<'_>, joint: u64) -> PyResult<JointState> {
        self.0.read(py)?.known_joint(joint).map(JointState)
    }

    /// All joints, as tuples of the id of the joint and the ids of its two bodies.
    fn joints(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, u64)>> {
        let content = self.0.read(py)?;
        Ok(content.of.joints().map(|(joint, [a, b])| (joint_number(joint), number(a), number(b))).collect())
    }

    /// Sets the motor of a joint, (speed, largest force or torque), or removes it if None. Wakes the bodies of the joint. For a hinge or a
    /// wheel, the speed is in degrees per unit of time.
    #[pyo3(signature = (joint, motor, /))]
    fn set_motor(&self, py: Python<'_>, joint: u64, motor: Option<Pair>) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.known_joint(joint)?;
        let motor = joint::motor(motor, content.turning.contains(&joint))?;
        content.of.set_motor(joint_id(joint), motor).map_err(refused)
    }

    /// Sets the target of a mouse joint, in world coordinates. Wakes its bodies.
    #[pyo3(signature = (joint, target, /))]
    fn set_target(&self, py: Python<'_>, joint: u64, target: Pair) -> PyResult<()> {
        let mut content = self.0.write(py)?;
        content.known_joint(joint)?;
        content.of.set_target(joint_id(joint), target.finite("target")?).map_err(refused)
    }

    /// The state of the simulation as bytes, for rollback or to be sent: poses, velocities, which bodies sleep, and the impulses of
    /// contacts and joints. It can be restored in a simulation to which the same bodies and joints were added in the same order.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.read(py)?.saved()?))
    }

    /// Restores a state from `save`. Later steps give the same results as after saving, bit for bit, if forces and settings are the same.
    /// Raises ValueError and changes nothing if the bytes are damaged, if the bodies that are not static are not those that were saved, or
    /// if the number of joints differs.
    #[pyo3(signature = (saved, /))]
    fn restore(&self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.0.write(py)?.restore_from(saved)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Simulation: {}>", self.0.read(py)?.of.len()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let visited = self.0.peek(|content| content.data.values().try_for_each(|data| visit.call(data)));
        visited.unwrap_or(Ok(()))
    }

    fn __clear__(&self) {
        // Drop the data only after the lock has been released, because a finalizer may read the bodies.
        drop(self.0.take(|content| std::mem::take(&mut content.data)));
    }
}
