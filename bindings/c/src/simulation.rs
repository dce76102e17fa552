//! Rigid body dynamics for C: the simulation, its steps, its contact events and saving its state.

use crate::body::{body_state, bumper_body_def, bumper_body_state, bumper_contact_event, contact_event};
use crate::bumper_status::{self, *};
use crate::material::{bumper_body_collider, collider};
use crate::owner::Owner;
use crate::shape::{keep, rotation, OwnedShape};
use crate::shape_view::ShapeStore;
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{change, finite, finite_vector, free, give, guard, list, read, Room};
use engine::dynamics::{BodyId, JointId, Simulation, SleepSettings};
use engine::Pose;
use std::ffi::c_void;

/// A simulation of rigid bodies and joints in 2D. Created by bumper_simulation_new, freed by bumper_simulation_free.
pub struct bumper_simulation {
    pub(crate) of: Simulation<f32>,
    pub(crate) owner: Owner,
    events: Vec<bumper_contact_event>,
    /// Owns the corners, parts, masks and height fields of the shape that bumper_simulation_get_shape has written last.
    pub(crate) shapes: ShapeStore,
}

impl bumper_simulation {
    /// Converts an id from C to the id of a body. BUMPER_GONE if the id belongs to another simulation or world, BUMPER_WRONG_KIND if it is
    /// not the id of a body.
    pub(crate) fn body(&self, number: u64) -> Result<BodyId, bumper_status> {
        self.owner.bits(number).map(BodyId::from_bits)
    }

    /// Converts an id from C to the id of a joint. BUMPER_GONE if the id belongs to another simulation or world, BUMPER_WRONG_KIND if it is
    /// not the id of a joint.
    pub(crate) fn joint(&self, number: u64) -> Result<JointId, bumper_status> {
        self.owner.joint_bits(number).map(JointId::from_bits)
    }

    /// Converts the id of a body that has just been added to an id for C. If the index of the body, or of one of its colliders, does not
    /// fit into the 24 bits of an id, removes the body again and returns BUMPER_FULL.
    pub(crate) fn number_of_new(&mut self, added: BodyId) -> Result<u64, bumper_status> {
        let of = &self.of;
        let owner = &self.owner;
        let is_numbered = of.colliders_of(added).all(|id| owner.collider_number(id.to_bits()).is_some());
        owner.number(added.to_bits()).filter(|_| is_numbered).ok_or_else(|| {
            self.of.remove(added);
            BUMPER_FULL
        })
    }
}

/// Checks the length of a time step. BUMPER_OUT_OF_RANGE if it is not above zero.
pub(crate) fn time_step(time: f32) -> Result<f32, bumper_status> {
    let time = finite(time)?;
    (time > 0.0).then_some(time).ok_or(BUMPER_OUT_OF_RANGE)
}

/// Creates an empty simulation. `gravity` is the acceleration of gravity, in units of length per squared unit of time.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_new(
    gravity: bumper_point_f32,
    simulation: *mut *mut bumper_simulation,
) -> bumper_status {
    guard(|| {
        if simulation.is_null() {
            return Err(BUMPER_NULL);
        }
        let of = Simulation::new(finite_vector(gravity.shape())?);
        let owner = Owner::new();
        let made = bumper_simulation { of, owner, events: Vec::new(), shapes: ShapeStore::default() };
        give(simulation, Box::into_raw(Box::new(made)))
    })
}

/// Frees a simulation with its bodies and joints. Does nothing for null.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_free(simulation: *mut bumper_simulation) {
    free(simulation);
}

/// Sets the acceleration of gravity. If the acceleration changes, the bodies on which gravity acts wake in the next step.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_gravity(
    simulation: *mut bumper_simulation,
    gravity: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        change(simulation)?.of.gravity = finite_vector(gravity.shape())?;
        Ok(())
    })
}

/// Gets the acceleration of gravity.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_gravity(
    simulation: *const bumper_simulation,
    gravity: *mut bumper_point_f32,
) -> bumper_status {
    guard(|| give(gravity, point(read(simulation)?.of.gravity)))
}

/// Sets whether bodies that rest may fall asleep; true in a new simulation. Sleeping bodies cost nothing in a step. Setting it to
/// false does not wake bodies that already sleep.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_sleep_enabled(
    simulation: *mut bumper_simulation,
    enabled: bool,
) -> bumper_status {
    guard(|| {
        change(simulation)?.of.sleep_enabled = enabled;
        Ok(())
    })
}

/// Sets when bodies fall asleep. An island is a group of bodies that touch or are connected by joints, directly or through other bodies. It
/// falls asleep when all its bodies have been slower than `speed` for `time`, and for at least eight steps. A negative speed selects the
/// default: a threshold for each body, derived from gravity and its size. The default time is 0.5. If the time is infinite, bodies never
/// fall asleep. BUMPER_NOT_A_NUMBER if `speed` or `time` is NaN.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_sleep_settings(
    simulation: *mut bumper_simulation,
    speed: f32,
    time: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        if speed.is_nan() || time.is_nan() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        simulation.of.sleep_settings = SleepSettings { speed: (speed >= 0.0).then_some(speed), time };
        Ok(())
    })
}

/// Sets whether a body may fall asleep. If `allow` is false, a sleeping body wakes.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_can_sleep(
    simulation: *mut bumper_simulation,
    body: u64,
    allow: bool,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.set_can_sleep(id, allow)?)
    })
}

/// Adds a body made of `count` colliders, and writes its id to `body`. bumper_simulation_colliders_of writes the ids of the colliders. The
/// ids of bodies and of colliders are different: a function with a parameter `body` refuses the id of a collider (BUMPER_WRONG_KIND). The
/// mass, center of mass and moment of inertia of the body are computed from the areas and densities of the colliders; where colliders
/// overlap, the common area is counted for each of them. BUMPER_NO_AREA if there are no colliders, or if a shape of a body that is not
/// static is a point or a segment.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_insert(
    simulation: *mut bumper_simulation,
    def: *const bumper_body_def,
    colliders: *const bumper_body_collider,
    count: usize,
    body: *mut u64,
) -> bumper_status {
    guard(|| {
        if body.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        let def = read(def)?.body(None)?;
        let colliders = list(colliders, count)?;
        let shapes: Result<Vec<OwnedShape>, _> =
            colliders.iter().map(|collider| keep(&collider.shape)).collect();
        let shapes = shapes?;
        let colliders: Result<Vec<_>, _> =
            colliders.iter().zip(&shapes).map(|(of, shape)| collider(of, shape)).collect();
        let added = simulation.of.insert(&def, &colliders?)?;
        give(body, simulation.number_of_new(added)?)
    })
}

/// Removes a body and its joints, and wakes the bodies that touched it. The id of the body is not reused. The end events of its contacts
/// are reported after the next step.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_remove(
    simulation: *mut bumper_simulation,
    body: u64,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        simulation.of.remove(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Lists the ids of all bodies. Writes at most `capacity` ids to `bodies`, which may be null if `capacity` is 0. Sets `count` to the total
/// number of bodies, even if it exceeds `capacity`.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_bodies(
    simulation: *const bumper_simulation,
    bodies: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(bodies, capacity)?;
        simulation.of.iter().for_each(|(id, _)| room.put(simulation.owner.known(id.to_bits())));
        give(count, room.count)
    })
}

/// Gets the pose, the velocities and the mass of a body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get(
    simulation: *const bumper_simulation,
    body: u64,
    state: *mut bumper_body_state,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        give(state, body_state(&simulation.of.get(simulation.body(body)?).ok_or(BUMPER_GONE)?))
    })
}

/// Sets the velocity of the center of mass of a body, and its angular velocity in radians per unit of time. Wakes the body. Has no effect
/// on static bodies.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_velocity(
    simulation: *mut bumper_simulation,
    body: u64,
    velocity: bumper_point_f32,
    angular_velocity: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.set_velocity(id, velocity.shape(), angular_velocity)?)
    })
}

/// Teleports a body: sets the position and the angle at which the shapes of its colliders are placed. The velocities do not change. Wakes
/// the body and the bodies that touched it. Afterwards, the `angle` of the state of the body is from -pi to pi. The angles of its joints
/// keep their full turns: they change by at most half a turn.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_pose(
    simulation: *mut bumper_simulation,
    body: u64,
    position: bumper_point_f32,
    angle: f32,
) -> bumper_status {
    guard(|| {
        let pose = Pose::new(rotation(angle)?, position.shape());
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.set_pose(id, &pose)?)
    })
}

/// Applies a force at a point in world coordinates during the next step. Several forces add up. Wakes the body. Affects only dynamic
/// bodies.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_apply_force(
    simulation: *mut bumper_simulation,
    body: u64,
    force: bumper_point_f32,
    at: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.apply_force(id, force.shape(), at.shape())?)
    })
}

/// Applies a torque during the next step, in units of force times length. Several torques add up. Wakes the body. Affects only dynamic
/// bodies whose rotation is not fixed.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_apply_torque(
    simulation: *mut bumper_simulation,
    body: u64,
    torque: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.apply_torque(id, torque)?)
    })
}

/// Applies an impulse at a point in world coordinates: changes the velocities at once. Wakes the body. Affects only dynamic bodies.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_apply_impulse(
    simulation: *mut bumper_simulation,
    body: u64,
    impulse: bumper_point_f32,
    at: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.apply_impulse(id, impulse.shape(), at.shape())?)
    })
}

/// Wakes a body and its island: all bodies that touch it or are connected to it by joints, directly or through other bodies.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_wake(
    simulation: *mut bumper_simulation,
    body: u64,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        simulation.of.wake(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Advances the simulation by `time`, which must be above zero (otherwise BUMPER_OUT_OF_RANGE). Use the same time for every step, usually
/// the duration of a frame of the game, so that resting bodies stay at rest. With much longer steps, stacks, springs and joints become
/// inaccurate.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_step(
    simulation: *mut bumper_simulation,
    time: f32,
) -> bumper_status {
    guard(|| {
        change(simulation)?.of.step(time_step(time)?);
        Ok(())
    })
}

/// Advances the simulation like bumper_simulation_step, with a pre-solve callback: `accept` is called for each contact before the contact
/// is solved, and gets `data` as its second argument. If it returns false, the contact has no effect and no event in this step. For
/// example, a door can let friends pass, or a hero can dash through enemies. In every step, `accept` is called for all contacts of awake
/// bodies, except contacts of sensors. The member `change` of the event says whether the contact is new, and the impulses are those of the
/// previous step. `accept` must not use the simulation. The event is valid only during the call.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_step_with(
    simulation: *mut bumper_simulation,
    time: f32,
    accept: Option<unsafe extern "C" fn(event: *const bumper_contact_event, data: *mut c_void) -> bool>,
    data: *mut c_void,
) -> bumper_status {
    guard(|| {
        let bumper_simulation { of, owner, .. } = change(simulation)?;
        let time = time_step(time)?;
        let accept = accept.ok_or(BUMPER_NULL)?;
        of.step_with(time, |event| accept(&contact_event(event, owner), data));
        Ok(())
    })
}

/// Lists the contacts that began, continue or ended in the last step. Contacts of sleeping bodies continue, too. The list belongs to the
/// simulation, and is valid until the next call of this function or until the simulation is freed.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_events(
    simulation: *mut bumper_simulation,
    events: *mut *const bumper_contact_event,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        if events.is_null() || count.is_null() {
            return Err(BUMPER_NULL);
        }
        let simulation = change(simulation)?;
        simulation.events.clear();
        let owner = &simulation.owner;
        simulation.events.extend(simulation.of.events().map(|event| contact_event(&event, owner)));
        give(count, simulation.events.len())?;
        give(events, simulation.events.as_ptr())
    })
}
