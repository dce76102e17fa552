//! Reading and changing bodies after they were added, and listing their contacts and joints.

use crate::body::{bumper_body_def, bumper_contact_event, contact_event};
use crate::bumper_status::{self, *};
use crate::shape::rotation;
use crate::simulation::bumper_simulation;
use crate::typed::{bumper_point_f32, Shaped};
use crate::{change, give, guard, read, Room};
use engine::Pose;

/// Gets the current definition of a body: with its current kind, pose, velocities and options.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_body_def(
    simulation: *const bumper_simulation,
    body: u64,
    def: *mut bumper_body_def,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let of = simulation.of.definition(simulation.body(body)?).ok_or(BUMPER_GONE)?;
        give(def, bumper_body_def::of(&of))
    })
}

/// Replaces the definition of a body. To change one member, get the definition with bumper_simulation_get_body_def, change the member, and
/// pass the definition to this function. The other members, also the angle, keep their exact values, without new rounding errors. The body
/// keeps its id, colliders and joints. A change wakes the body, unless it concerns only `bullet`, `data`, or `can_sleep` (a sleeping body
/// wakes if it may no longer sleep). A change of the kind, the pose, the mass, `fixed_rotation`, `locked_x` or `locked_y` also wakes the
/// bodies that touch the body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_body_def(
    simulation: *mut bumper_simulation,
    body: u64,
    def: *const bumper_body_def,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let def = read(def)?;
        let id = simulation.body(body)?;
        let old = simulation.of.definition(id).ok_or(BUMPER_GONE)?;
        let new = def.body(Some(&old))?;
        Ok(simulation.of.modify(id, |of| *of = new)?)
    })
}

/// Sets the velocities that bring a body to a pose in a step of length `time`. The body rotates in the shorter direction. A kinematic body
/// reaches the pose in the next step, up to rounding, and pushes dynamic bodies on its way. It keeps the velocities until they are set
/// again. A step rotates a body by at most 3 radians, so if the angle is larger, the body does not reach it. BUMPER_OUT_OF_RANGE if `time`
/// is not above zero.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_target_pose(
    simulation: *mut bumper_simulation,
    body: u64,
    position: bumper_point_f32,
    angle: f32,
    time: f32,
) -> bumper_status {
    guard(|| {
        if time <= 0.0 {
            return Err(BUMPER_OUT_OF_RANGE);
        }
        let pose = Pose::new(rotation(angle)?, position.shape());
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.set_target_pose(id, &pose, time)?)
    })
}

/// Applies an angular impulse: changes the angular velocity at once. Wakes the body. Affects only dynamic bodies whose rotation is not
/// fixed.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_apply_angular_impulse(
    simulation: *mut bumper_simulation,
    body: u64,
    impulse: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        Ok(simulation.of.apply_angular_impulse(id, impulse)?)
    })
}

/// Puts a dynamic body to sleep at once, with velocities of zero, until something wakes it. An awake body that touches it wakes it in the
/// next step. Does nothing if the body may not fall asleep (`can_sleep` is 0).
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_sleep(
    simulation: *mut bumper_simulation,
    body: u64,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.body(body)?;
        simulation.of.sleep(id).then_some(()).ok_or(BUMPER_GONE)
    })
}

/// Lists the contacts of a body: those that began, continue or ended in the last step, except contacts that ended because a body or a
/// collider was removed. Writes at most `capacity` events to `events`, which may be null if `capacity` is 0. Sets `count` to the total
/// number of these contacts.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_contacts_of(
    simulation: *const bumper_simulation,
    body: u64,
    events: *mut bumper_contact_event,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(events, capacity)?;
        let id = simulation.body(body)?;
        simulation.of.get(id).ok_or(BUMPER_GONE)?;
        simulation.of.contacts_of(id).for_each(|event| room.put(contact_event(&event, &simulation.owner)));
        give(count, room.count)
    })
}

/// Lists the ids of the joints of a body. Writes at most `capacity` ids to `joints`, which may be null if `capacity` is 0. Sets `count` to
/// the total number of joints of the body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_joints_of(
    simulation: *const bumper_simulation,
    body: u64,
    joints: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(joints, capacity)?;
        let id = simulation.body(body)?;
        simulation.of.get(id).ok_or(BUMPER_GONE)?;
        simulation.of.joints_of(id).for_each(|joint| room.put(simulation.joint_number(joint)));
        give(count, room.count)
    })
}
