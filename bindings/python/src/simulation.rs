//! The class `Simulation`: a simulation of rigid bodies and joints, with ids and user data.

mod answer;
mod bodies;
mod changes;
mod collider;
mod colliders;
mod ids;
mod joint;
mod joints;
mod movers;
mod queries;
mod stored;

pub use answer::{BodyState, ContactEvent, JointState, ManifoldPoint};
pub use collider::Collider;
pub use movers::MoverStep;

use crate::guarded::Shared;
use crate::reading::{Numbers, Pair, finite};
use crate::shape::drawing::Pen;
use crate::shape::kinds::wrap;
use crate::shape::rotation::RotationArgument;
use collider::Material;
use ids::{collider_id, id, is_collider, not_found, number, pose};
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyType};
use std::collections::HashMap;

/// A simulation of rigid bodies in 2D: they fall, stack, roll, and can be connected by joints. Bodies, their colliders and joints have ids.
/// Queries find colliders and their bodies. A simulation can be copied and pickled; the copy has the same ids. An id is valid only in the
/// simulation that returned it and in its copies; the id of another simulation is not detected, and may belong to another object or to
/// none. Fast bodies do not tunnel through walls. Lengths and times may be in any unit, such as pixels and seconds; angles are in degrees,
/// from x towards y (clockwise on a screen).
///
/// >>> import bumper
/// >>> simulation = bumper.Simulation(gravity=(0, 900))
/// >>> ground = simulation.insert((0, 100, 300, 20), kind="static")
/// >>> crate = simulation.insert((40, 0, 30, 30), "a crate", friction=0.5)
/// >>> for frame in range(120):
/// ...     simulation.step(1 / 60)
/// >>> [round(c) for c in simulation[crate].center], simulation.data_of(crate)
/// ([55, 85], 'a crate')
/// >>> body, collider, hit = simulation.cast((55, 0), (0, 1))
/// >>> body == crate, round(hit.distance)
/// (True, 70)
/// >>> simulation.modify(crate, velocity=(0, -300), gravity_scale=0.5)
/// >>> [(touch.a == ground, touch.began, len(touch.points)) for touch in simulation.events()]
/// [(True, False, 2)]
/// >>> post = simulation.insert((200, 0, 4, 4), kind="static")
/// >>> arm = simulation.insert((200, 0, 60, 4))
/// >>> hinge = simulation.insert_revolute_joint(post, arm, (202, 2), limits=(-90, 45))
/// >>> for frame in range(120):
/// ...     simulation.step(1 / 60)
/// >>> round(simulation.get_joint(hinge).degrees)
/// 45
/// >>> simulation.set_joint_frames(hinge, ((202, 2), -30), ((202, 2), 0))
/// >>> for frame in range(120):
/// ...     simulation.step(1 / 60)
/// >>> round(simulation[arm].degrees)
/// 15
#[pyclass(module = "bumper", frozen, weakref)]
pub struct Simulation(Shared<Content>);

/// The result of `__reduce__` for `pickle`: the class, the argument of its constructor (the gravity), and the saved simulation with the
/// user data.
type Reduced<'py> = (Bound<'py, PyType>, ((f64, f64),), (Bound<'py, PyBytes>, Bound<'py, PyDict>));

/// The contents of a `Simulation` object. A lock protects them against calls from several threads.
struct Content {
    of: engine::dynamics::Simulation<f64>,
    /// The user data, by the ids of the bodies and colliders that have any.
    data: HashMap<u64, Py<PyAny>>,
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (gravity=Numbers([0.0; 2])), text_signature = "(gravity=(0, 0))")]
    fn new(gravity: Pair) -> PyResult<Self> {
        let of = engine::dynamics::Simulation::new(gravity.finite("gravity")?);
        Ok(Self(Shared::new(Content { of, data: HashMap::new() })))
    }

    /// Inserts a body and returns its id, which is never zero and is not reused. `shapes` is a shape, or an iterable of shapes and
    /// Colliders. The shapes are rotated by `degrees` about the origin, then translated by `position`. The arguments of Collider, such as
    /// `density` and `friction`, apply to all shapes that are not Colliders. `kind` is "dynamic", "static" (never moves, like the ground)
    /// or "kinematic" (moves with its own velocity, like a lift). `angular_velocity` is in degrees per unit of time. `locked_axes` says
    /// whether the center of mass cannot move along x and along y. `mass` replaces the mass that follows from the densities, and
    /// `center_of_mass` the center of mass, in the coordinates of the body. Bodies never pass through each other, however fast they are. But unless a fast body is a `bullet`, it may slightly overlap the corner of another
    /// body within a step, without a contact.
    #[pyo3(signature = (shapes, data=None, *, kind="dynamic", position=Numbers([0.0; 2]), degrees=RotationArgument::Degrees(0.0), velocity=Numbers([0.0; 2]), angular_velocity=0.0,
        density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, friction_rule=None, restitution_rule=None,
        surface_velocity=Numbers([0.0; 2]), one_way=None, layers=1, filter=u32::MAX, sensor=false, gravity_scale=1.0, linear_damping=0.0,
        angular_damping=0.0, fixed_rotation=false, locked_axes=(false, false), mass=None, center_of_mass=None, can_sleep=true, bullet=false),
        text_signature = "($self, shapes, data=None, *, kind='dynamic', position=(0, 0), degrees=0.0, velocity=(0, 0), angular_velocity=0.0, density=1.0, friction=0.6, restitution=0.0, rolling_resistance=0.0, friction_rule=None, restitution_rule=None, surface_velocity=(0, 0), one_way=None, layers=1, filter=4294967295, sensor=False, gravity_scale=1.0, linear_damping=0.0, angular_damping=0.0, fixed_rotation=False, locked_axes=(False, False), mass=None, center_of_mass=None, can_sleep=True, bullet=False)")]
    #[allow(clippy::too_many_arguments)]
    fn insert(
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        data: Option<Py<PyAny>>,
        kind: &str,
        position: Pair,
        degrees: RotationArgument,
        velocity: Pair,
        angular_velocity: f64,
        density: f64,
        friction: f64,
        restitution: f64,
        rolling_resistance: f64,
        friction_rule: Option<&str>,
        restitution_rule: Option<&str>,
        surface_velocity: Pair,
        one_way: Option<&str>,
        layers: u32,
        filter: u32,
        sensor: bool,
        gravity_scale: f64,
        linear_damping: f64,
        angular_damping: f64,
        fixed_rotation: bool,
        locked_axes: (bool, bool),
        mass: Option<f64>,
        center_of_mass: Option<Pair>,
        can_sleep: bool,
        bullet: bool,
    ) -> PyResult<u64> {
        let material = Material {
            density,
            friction,
            restitution,
            rolling_resistance,
            friction_rule: collider::rule(friction_rule, "friction_rule")?,
            restitution_rule: collider::rule(restitution_rule, "restitution_rule")?,
            surface_velocity: surface_velocity.finite("surface_velocity")?,
            one_way: crate::world::side_named(one_way)?,
            layers,
            filter,
            sensor,
        }
        .checked()?;
        let colliders = collider::read(shapes, material)?;
        let body = engine::dynamics::BodyDef {
            kind: collider::kind(kind)?,
            pose: pose(position, degrees)?,
            velocity: velocity.finite("velocity")?,
            angular_velocity: finite(angular_velocity, "angular_velocity")?.to_radians(),
            gravity_scale: finite(gravity_scale, "gravity_scale")?,
            linear_damping: crate::reading::length(linear_damping, "linear_damping")?,
            angular_damping: crate::reading::length(angular_damping, "angular_damping")?,
            fixed_rotation,
            locked_axes: locked_axes.into(),
            mass: changes::mass(mass)?,
            center_of_mass: center_of_mass.map(|center| center.finite("center_of_mass")).transpose()?,
            can_sleep,
            bullet,
            data: 0,
        };
        self.0.write(py)?.put(&body, colliders, data)
    }

    /// Removes a body and its joints. Returns the user data of the body. `id` must be the id of a body. To remove the body of a collider,
    /// pass the result of `body_of`.
    #[pyo3(signature = (id, /))]
    fn remove(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let mut content = self.0.write(py)?;
        let old = content.take_collider_data(id);
        if !content.of.remove(self::id(id)) {
            return Err(not_found("body", id));
        }
        let data = content.data.remove(&id);
        // Drop the old user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(content);
        drop(old);
        Ok(data)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.0.read(py)?.of.len())
    }

    fn __contains__(&self, py: Python<'_>, id: u64) -> PyResult<bool> {
        Ok(self.0.read(py)?.state(id).is_ok())
    }

    /// An iterator over the ids of the bodies that exist at the time of the call, like the keys of a dict. Bodies may be inserted and
    /// removed during the iteration.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.ids(py)?.into_pyobject(py)?.try_iter()
    }

    /// The current state of a body: its pose, velocities, mass and settings. `modify` changes them.
    fn __getitem__(&self, py: Python<'_>, id: u64) -> PyResult<BodyState> {
        self.0.read(py)?.body(id)
    }

    fn __delitem__(&self, py: Python<'_>, id: u64) -> PyResult<()> {
        self.remove(py, id).map(|_| ())
    }

    /// The ids of all bodies.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(self.0.read(py)?.of.iter().map(|(id, _)| number(id)).collect())
    }

    /// The user data of a body or of a collider, or None. A collider without data of its own has the data of its body.
    #[pyo3(signature = (id, /))]
    fn data_of(&self, py: Python<'_>, id: u64) -> PyResult<Option<Py<PyAny>>> {
        let content = self.0.read(py)?;
        if !content.has(id) {
            return Err(not_found(if is_collider(id) { "collider" } else { "body" }, id));
        }
        let body = || content.data.get(&content.of.body_of(collider_id(id)).map(number)?);
        Ok(content.data.get(&id).or_else(body).map(|data| data.clone_ref(py)))
    }

    /// The shapes of a body at its current pose, for drawing or for queries.
    #[pyo3(signature = (id, /))]
    fn shapes<'py>(&self, py: Python<'py>, id: u64) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let shapes = self.0.read(py)?.placed(id)?;
        shapes.into_iter().map(|shape| wrap(py, shape)).collect()
    }

    /// Draws the shapes of all bodies on a pygame surface: their outlines, or filled if `width` is 0. `offset` is added to all positions,
    /// as for a camera.
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

    /// Advances the simulation by `time`, which must be above zero. Use the same time for every step, usually the duration of a frame of
    /// the game, so that resting bodies stay at rest. If `accept` is given, it is called with a ContactEvent for each contact before the
    /// contact is solved. If `accept` returns false, the contact has no effect and no event in this step. `accept` must not use the
    /// simulation.
    #[pyo3(signature = (time, /, accept=None))]
    fn step(&self, py: Python<'_>, time: f64, accept: Option<Bound<'_, PyAny>>) -> PyResult<()> {
        if finite(time, "time")? <= 0.0 {
            return Err(PyValueError::new_err(format!("time: {time} is not above zero")));
        }
        let mut content = self.0.write(py)?;
        let of = &mut content.of;
        let Some(accept) = accept else {
            py.detach(|| of.step(time));
            return Ok(());
        };
        // If the callback raises an exception, it is not called again: all other contacts are accepted, and the exception is raised at the
        // end of the step.
        let mut fault = None;
        of.step_with(time, |event| {
            let answer = || accept.call1((ContactEvent(*event),))?.is_truthy();
            fault.is_some()
                || answer().unwrap_or_else(|error| {
                    fault = Some(error);
                    true
                })
        });
        fault.map_or(Ok(()), Err)
    }

    /// The contacts that began, continue or ended in the last step. Those of sleeping bodies continue.
    fn events(&self, py: Python<'_>) -> PyResult<Vec<ContactEvent>> {
        Ok(self.0.read(py)?.of.events().map(ContactEvent).collect())
    }

    /// The acceleration of gravity. Setting another value wakes the bodies on which gravity acts.
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

    /// The speed below which a body is slow. Bodies that are slow for `sleep_time` fall asleep. If None, each body has its own threshold,
    /// derived from gravity and its size.
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

    /// The time for which bodies must be slow before they fall asleep. They must also be slow for at least eight steps.
    #[getter]
    fn sleep_time(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.0.read(py)?.of.sleep_settings.time)
    }

    #[setter]
    fn set_sleep_time(&self, py: Python<'_>, time: f64) -> PyResult<()> {
        self.0.write(py)?.of.sleep_settings.time = crate::reading::length(time, "sleep_time")?;
        Ok(())
    }

    /// The state of the simulation as bytes, for rollback or for sending: poses, velocities, which bodies sleep, the impulses of contacts
    /// and joints, and the frames of joints. The state can be restored in a simulation to which the same bodies and joints were inserted in
    /// the same order. The state does not include movers: pickle or copy them, too.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.read(py)?.saved()?))
    }

    /// Restores a state from `save`. Later steps give the same results as after saving, bit for bit, if forces and settings are the same.
    /// Raises ValueError and changes nothing if the bytes are damaged, or if the non-static bodies, their colliders or the joints of the
    /// simulation differ from the saved ones.
    #[pyo3(signature = (saved, /))]
    fn restore(&self, py: Python<'_>, saved: &[u8]) -> PyResult<()> {
        self.0.write(py)?.restore_from(saved)
    }

    /// A hash of everything on which the results of further steps depend. Two simulations with the same history have the same hash on every
    /// machine, so peers of a network game can compare their hashes. User data does not change the hash.
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.0.read(py)?.of.state_hash())
    }

    /// Pickles and copies the whole simulation with its ids and user data, but without movers. The copy gives the same results, bit for
    /// bit.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let content = self.0.read(py)?;
        let data = PyDict::new(py);
        let mut ids: Vec<_> = content.data.keys().collect();
        ids.sort_unstable();
        ids.into_iter().try_for_each(|id| data.set_item(id, &content.data[id]))?;
        let gravity = crate::answer::pair(content.of.gravity);
        Ok((py.get_type::<Self>(), (gravity,), (PyBytes::new(py, &content.whole()?), data)))
    }

    fn __setstate__(&self, py: Python<'_>, state: (Vec<u8>, HashMap<u64, Py<PyAny>>)) -> PyResult<()> {
        let (saved, mut data) = state;
        let mut content = Content { of: stored::load(&saved)?, data: HashMap::new() };
        data.retain(|id, _| content.has(*id));
        content.data = data;
        let old = std::mem::replace(&mut *self.0.write(py)?, content);
        // Drop the old user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(old);
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Simulation: {}>", self.0.read(py)?.of.len()))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let visited = self.0.peek(|content| content.data.values().try_for_each(|data| visit.call(data)));
        visited.unwrap_or(Ok(()))
    }

    fn __clear__(&self) {
        // Drop the user data only after the lock has been released, because its `__del__` may read the simulation.
        drop(self.0.take(|content| std::mem::take(&mut content.data)));
    }
}
