//! Rigid bodies: what falls, stacks, rolls and hangs together.

use crate::body::{bumper_body, bumper_body_state, bumper_solid, bumper_touch, solid, state, touch};
use crate::bumper_status::{self, *};
use crate::owner::Owner;
use crate::shape::{keep, rotation, Kept};
use crate::typed::{bumper_point_f32, Shaped};
use crate::{change, finite_vector, free, give, guard, list, read, Room};
use engine::dynamics::{Bodies, BodyId, JointId, SleepSettings};
use engine::Pose;
use std::collections::BTreeSet;
use std::ffi::c_void;

/// Rigid bodies and joints, and the step that moves them. Made by bumper_bodies_new, freed by bumper_bodies_free.
pub struct bumper_bodies {
    pub(crate) of: Bodies<f32>,
    pub(crate) owner: Owner,
    /// The joints whose motors turn: their speeds are in degrees.
    pub(crate) turning: BTreeSet<u64>,
    events: Vec<bumper_touch>,
}

impl bumper_bodies {
    /// The id of one of these bodies.
    pub(crate) fn body(&self, number: u64) -> Result<BodyId, bumper_status> {
        self.owner.bits(number).map(BodyId::from_bits)
    }

    /// The id of one of these joints.
    pub(crate) fn joint(&self, number: u64) -> Result<JointId, bumper_status> {
        self.owner.joint_bits(number).map(JointId::from_bits)
    }
}

/// No bodies, and a gravity for those to come: an acceleration.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_new(
    gravity: bumper_point_f32,
    bodies: *mut *mut bumper_bodies,
) -> bumper_status {
    guard(|| {
        if bodies.is_null() {
            return Err(BUMPER_NULL);
        }
        let of = Bodies::new(finite_vector(gravity.shape())?);
        let owner = Owner::new();
        let made = bumper_bodies { of, owner, turning: BTreeSet::new(), events: Vec::new() };
        give(bodies, Box::into_raw(Box::new(made)))
    })
}

/// Frees bodies; null is nothing.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_free(bodies: *mut bumper_bodies) {
    free(bodies);
}

/// Changes the gravity. What rests is not woken by it.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_gravity(
    bodies: *mut bumper_bodies,
    gravity: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        change(bodies)?.of.gravity = finite_vector(gravity.shape())?;
        Ok(())
    })
}

/// Whether bodies that are slow for long come to rest, and cost nothing then: they do at first.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_sleeping(
    bodies: *mut bumper_bodies,
    sleeping: bool,
) -> bumper_status {
    guard(|| {
        change(bodies)?.of.sleeping = sleeping;
        Ok(())
    })
}

/// How slow, and for how long, bodies have to be to fall asleep. A speed below zero stands for one that follows from gravity and the sizes of
/// the bodies, as at first; the time is 0.5 at first.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_sleep_settings(
    bodies: *mut bumper_bodies,
    speed: f32,
    time: f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        if speed.is_nan() || time.is_nan() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        bodies.of.sleep = SleepSettings { speed: (speed >= 0.0).then_some(speed), time };
        Ok(())
    })
}

/// Allows a body to fall asleep, or forbids it and wakes it.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_allow_sleep(
    bodies: *mut bumper_bodies,
    body: u64,
    allow: bool,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.allow_sleep(id, allow)?)
    })
}

/// Adds a body of so many solids, whose mass follows from their areas.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_add(
    bodies: *mut bumper_bodies,
    body: *const bumper_body,
    solids: *const bumper_solid,
    count: usize,
    id: *mut u64,
) -> bumper_status {
    guard(|| {
        if id.is_null() {
            return Err(BUMPER_NULL);
        }
        let (bodies, body, solids) = (change(bodies)?, read(body)?.body()?, list(solids, count)?);
        let shapes: Result<Vec<Kept>, _> = solids.iter().map(|solid| keep(&solid.shape)).collect();
        let shapes = shapes?;
        let solids: Vec<_> = solids.iter().zip(&shapes).map(|(of, shape)| solid(of, shape)).collect();
        let added = bodies.of.add(&body, &solids)?;
        let Some(number) = bodies.owner.number(added.to_bits()) else {
            bodies.of.remove(added);
            return Err(BUMPER_FULL);
        };
        give(id, number)
    })
}

/// Takes a body out, with its joints; what lay on it wakes. Its id is never given again.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_remove(bodies: *mut bumper_bodies, body: u64) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        bodies.of.remove(id).then_some(()).ok_or(BUMPER_GONE)?;
        let (of, owner) = (&bodies.of, &bodies.owner);
        let is_there = |joint: u64| of.joint(JointId::from_bits(owner.joint_bits(joint).ok()?));
        bodies.turning.retain(|joint| is_there(*joint).is_some());
        Ok(())
    })
}

/// All bodies. As many ids as there is room for are written; `count` is how many there are in all.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_all(
    bodies: *const bumper_bodies,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let (bodies, mut room) = (read(bodies)?, Room::new(ids, capacity)?);
        bodies.of.iter().for_each(|(id, _)| room.put(bodies.owner.known(id.to_bits())));
        give(count, room.count)
    })
}

/// Where a body is, and how it moves.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_state(
    bodies: *const bumper_bodies,
    body: u64,
    state_of: *mut bumper_body_state,
) -> bumper_status {
    guard(|| {
        let bodies = read(bodies)?;
        give(state_of, state(&bodies.of.state(bodies.body(body)?).ok_or(BUMPER_GONE)?))
    })
}

/// Gives a body another velocity, of its centre, and another spin in degrees a unit of time, and wakes it.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_velocity(
    bodies: *mut bumper_bodies,
    body: u64,
    velocity: bumper_point_f32,
    spin: f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.set_velocity(id, velocity.shape(), spin.to_radians())?)
    })
}

/// Puts a body elsewhere: where the shapes of its solids are placed. It wakes, and so does what touched it.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_set_place(
    bodies: *mut bumper_bodies,
    body: u64,
    place: bumper_point_f32,
    degrees: f32,
) -> bumper_status {
    guard(|| {
        let pose = Pose::new(rotation(degrees)?, place.shape());
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.set_pose(id, &pose)?)
    })
}

/// Pushes a body during the next step, at a point in the world: forces add up until then.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_apply_force(
    bodies: *mut bumper_bodies,
    body: u64,
    force: bumper_point_f32,
    at: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.apply_force(id, force.shape(), at.shape())?)
    })
}

/// Turns a body during the next step. A torque is a force times a length: it knows nothing of degrees.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_apply_torque(
    bodies: *mut bumper_bodies,
    body: u64,
    torque: f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.apply_torque(id, torque)?)
    })
}

/// Strikes a body at a point in the world: its velocity changes at once.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_apply_impulse(
    bodies: *mut bumper_bodies,
    body: u64,
    impulse: bumper_point_f32,
    at: bumper_point_f32,
) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        Ok(bodies.of.apply_impulse(id, impulse.shape(), at.shape())?)
    })
}

/// Wakes a body, and all that rests with it.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_wake(bodies: *mut bumper_bodies, body: u64) -> bumper_status {
    guard(|| {
        let bodies = change(bodies)?;
        let id = bodies.body(body)?;
        bodies.of.wake(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Moves the bodies by a time above zero. Best is always the same: what rests then stays so.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_step(bodies: *mut bumper_bodies, time: f32) -> bumper_status {
    guard(|| {
        if !time.is_finite() {
            return Err(BUMPER_NOT_A_NUMBER);
        }
        if time <= 0.0 {
            return Err(BUMPER_OUT_OF_RANGE);
        }
        change(bodies)?.of.step(time);
        Ok(())
    })
}

/// What touches since the last step, still does, or has parted in it. The list is that of the bodies and holds until this is called again,
/// or until they are freed.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_touches(
    bodies: *mut bumper_bodies,
    touches: *mut *const bumper_touch,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        if touches.is_null() || count.is_null() {
            return Err(BUMPER_NULL);
        }
        let bodies = change(bodies)?;
        bodies.events.clear();
        let owner = &bodies.owner;
        bodies.events.extend(bodies.of.events().map(|event| touch(&event, owner)));
        give(count, bodies.events.len())?;
        give(touches, bodies.events.as_ptr())
    })
}

/// What the bodies do at this moment, as bytes: to go back to, or to send to another machine that has added the same. `size` is how
/// many bytes there are. BUMPER_FULL where there is less room than that: then only `size` is written. To ask for the size, give no
/// bytes: null, and a capacity of 0.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_save(
    bodies: *const bumper_bodies,
    bytes: *mut c_void,
    capacity: usize,
    size: *mut usize,
) -> bumper_status {
    guard(|| {
        if size.is_null() || bytes.is_null() && capacity > 0 {
            return Err(BUMPER_NULL);
        }
        let saved = postcard::to_stdvec(&read(bodies)?.of.save()).map_err(|_| BUMPER_FAULT)?;
        give(size, saved.len())?;
        if bytes.is_null() {
            return Ok(());
        }
        if saved.len() > capacity {
            return Err(BUMPER_FULL);
        }
        // Within the capacity that the caller has specified.
        std::ptr::copy_nonoverlapping(saved.as_ptr(), bytes.cast(), saved.len());
        Ok(())
    })
}

/// Goes back to what was saved: steps from there are the same to the bit. BUMPER_NOT_SAVED where the bytes are not what was saved of
/// the same bodies and joints: then nothing is changed.
#[no_mangle]
pub unsafe extern "C" fn bumper_bodies_restore(
    bodies: *mut bumper_bodies,
    bytes: *const c_void,
    size: usize,
) -> bumper_status {
    guard(|| {
        let (bodies, bytes) = (change(bodies)?, list(bytes.cast::<u8>(), size)?);
        let (saved, rest) = postcard::take_from_bytes(bytes).map_err(|_| BUMPER_NOT_SAVED)?;
        if !rest.is_empty() {
            return Err(BUMPER_NOT_SAVED);
        }
        bodies.of.restore(&saved).map_err(|_| BUMPER_NOT_SAVED)
    })
}
