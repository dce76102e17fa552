//! Joints of simulations.

use super::joint_kinds::JointWords;
use super::{StoredSimulation, change, ids, with};
use crate::scratch::{self, Reader};
use crate::{Status, answer, answer_f64};
use engine::dynamics::{JointDef, JointFrame, JointId};

fn joint_words(words: &mut Reader<'_>) -> Result<JointWords, Status> {
    Ok(JointWords::read(words.words()?))
}

/// Adds a joint between two bodies, whose definition is in the scratch buffer, and returns its id.
#[unsafe(no_mangle)]
pub extern "C" fn joint_insert(handle: f64, a: f64, b: f64) -> f64 {
    answer_f64(change(handle, |simulation| {
        let words = scratch::read(joint_words)?;
        let id = simulation.of.insert_joint(&JointDef {
            a: ids::body_id(a),
            b: ids::body_id(b),
            kind: words.joint_kind()?,
            collide_connected: words.collide_connected != 0.0,
        })?;
        ids::joint_number(id).inspect_err(|_| {
            simulation.of.remove_joint(id);
        })
    }))
}

/// Calls `call` with a simulation and the id of a joint.
fn with_joint<E: Into<Status>>(
    handle: f64,
    joint: f64,
    call: impl FnOnce(&mut StoredSimulation, JointId) -> Result<(), E>,
) -> i32 {
    answer(change(handle, |simulation| {
        call(simulation, ids::joint_id(joint)).map_err(Into::into)?;
        Ok(0)
    }))
}

/// Removes a joint.
#[unsafe(no_mangle)]
pub extern "C" fn joint_remove(handle: f64, joint: f64) -> i32 {
    with_joint(handle, joint, |simulation, id| {
        simulation.of.remove_joint(id).then_some(()).ok_or(Status::Gone)
    })
}

/// Writes the definition of a joint.
#[unsafe(no_mangle)]
pub extern "C" fn joint_definition(handle: f64, joint: f64) -> i32 {
    answer(with(handle, |simulation| {
        let def = simulation.of.joint_definition(ids::joint_id(joint)).ok_or(Status::Gone)?;
        let collide_connected = f64::from(u8::from(def.collide_connected));
        Ok(scratch::write(&JointWords { collide_connected, ..JointWords::of(&def.kind) }.words()))
    }))
}

/// Replaces the definition of a joint by that in the scratch buffer. The kind cannot change.
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_definition(handle: f64, joint: f64) -> i32 {
    with_joint(handle, joint, |simulation, id| {
        let words = scratch::read(joint_words)?;
        let old = simulation.of.joint_definition(id).ok_or(Status::Gone)?;
        let kind = words.joint_kind()?;
        if std::mem::discriminant(&kind) != std::mem::discriminant(&old.kind) {
            return Err(Status::Malformed);
        }
        simulation.of.modify_joint(id, |old| *old = kind)?;
        simulation.of.set_collide_connected(id, words.collide_connected != 0.0).map_err(Status::from)
    })
}

/// Writes the state of a joint: the anchors on both bodies, the force, the torque, the translation, the angle, and whether it is enabled.
#[unsafe(no_mangle)]
pub extern "C" fn joint_get(handle: f64, joint: f64) -> i32 {
    answer(with(handle, |simulation| {
        let id = ids::joint_id(joint);
        let state = simulation.of.get_joint(id).ok_or(Status::Gone)?;
        let [[a_x, a_y], [b_x, b_y]] = state.anchors.map(|anchor| anchor.0);
        let [force_x, force_y] = state.force.0;
        let enabled = f64::from(u8::from(simulation.of.is_joint_enabled(id) == Some(true)));
        Ok(scratch::write(&[
            a_x,
            a_y,
            b_x,
            b_y,
            force_x,
            force_y,
            state.torque,
            state.translation,
            state.angle,
            enabled,
        ]))
    }))
}

/// Sets the motor of a joint, or removes it if `has_motor` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_motor(
    handle: f64,
    joint: f64,
    speed: f64,
    max_force: f64,
    has_motor: i32,
) -> i32 {
    let motor = (has_motor != 0).then_some(engine::dynamics::Motor { speed, max_force });
    with_joint(handle, joint, |simulation, id| simulation.of.set_motor(id, motor))
}

/// Moves the target of a mouse joint.
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_target(handle: f64, joint: f64, x: f64, y: f64) -> i32 {
    with_joint(handle, joint, |simulation, id| simulation.of.set_target(id, [x, y]))
}

/// Sets whether a joint acts.
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_enabled(handle: f64, joint: f64, enabled: i32) -> i32 {
    with_joint(handle, joint, |simulation, id| simulation.of.set_joint_enabled(id, enabled != 0))
}

/// Sets the force and the torque above which a joint breaks.
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_break_limits(handle: f64, joint: f64, force: f64, torque: f64) -> i32 {
    with_joint(handle, joint, |simulation, id| simulation.of.set_break_limits(id, force, torque))
}

/// Writes the frames of a joint on both bodies: for each the anchor and the angle, in body coordinates.
#[unsafe(no_mangle)]
pub extern "C" fn joint_frames(handle: f64, joint: f64) -> i32 {
    answer(with(handle, |simulation| {
        let frames = simulation.of.joint_frames(ids::joint_id(joint)).ok_or(Status::Gone)?;
        let words = frames.map(|frame| [frame.anchor.x(), frame.anchor.y(), frame.angle]);
        Ok(scratch::write(words.as_flattened()))
    }))
}

/// Sets the frames of a joint, which are in the scratch buffer as in [`joint_frames`].
#[unsafe(no_mangle)]
pub extern "C" fn joint_set_frames(handle: f64, joint: f64) -> i32 {
    with_joint(handle, joint, |simulation, id| {
        let [a_x, a_y, a_angle, b_x, b_y, b_angle] = scratch::read(|words| words.words().copied())?;
        let a = JointFrame { anchor: [a_x, a_y].into(), angle: a_angle };
        let b = JointFrame { anchor: [b_x, b_y].into(), angle: b_angle };
        simulation.of.set_joint_frames(id, [a, b]).map_err(Status::from)
    })
}

/// Writes all joints, or those that broke in the last step if `broken` is not 0: their ids and those of their bodies. Returns the number of
/// words.
#[unsafe(no_mangle)]
pub extern "C" fn simulation_joints(handle: f64, broken: i32) -> i32 {
    answer(with(handle, |simulation| {
        let list: Vec<_> = if broken != 0 {
            simulation.of.broken_joints().to_vec()
        } else {
            simulation.of.joints().collect()
        };
        let mut words = Vec::with_capacity(3 * list.len());
        for (id, [a, b]) in list {
            words.extend([ids::joint_number(id)?, ids::body_number(a)?, ids::body_number(b)?]);
        }
        Ok(scratch::write(&words))
    }))
}
