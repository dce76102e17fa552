//! Reading and changing joints after they were added: their definitions, their frames, whether they act, and the limits at which they
//! break.

use crate::bumper_status::{self, *};
use crate::joints::bumper_joint_def;
use crate::simulation::bumper_simulation;
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::{change, give, guard, read, Room};
use engine::dynamics::{JointFrame, JointId};

/// A joint that broke in the last step, and the bodies that it connected.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_broken_joint {
    pub joint: u64,
    pub a: u64,
    pub b: u64,
}

/// The frame of a joint on one of its bodies: a point and a direction that move with the body. Both are in body coordinates, like the
/// shapes of the colliders.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_joint_frame {
    /// The anchor on the body.
    pub anchor: bumper_point_f32,
    /// The angle of the frame relative to the body.
    pub angle: f32,
}

impl bumper_joint_frame {
    /// Converts a frame to C.
    fn of(frame: JointFrame<f32>) -> Self {
        Self { anchor: point(frame.anchor), angle: frame.angle }
    }

    /// Converts a frame from C.
    fn frame(self) -> JointFrame<f32> {
        JointFrame { anchor: self.anchor.shape(), angle: self.angle }
    }
}

impl bumper_simulation {
    /// Converts the id of a joint to an id for C. The joint may have been removed already, for example because it broke.
    pub(crate) fn joint_number(&self, id: JointId) -> u64 {
        // This cannot fail: an id has 24 bits for the index of a joint in the simulation, and a joint with a larger index was rejected when
        // it was added.
        self.owner.joint_number(id.to_bits()).unwrap_or(0)
    }
}

/// Lists the ids of all joints. Writes at most `capacity` ids to `joints`, which may be null if `capacity` is 0. Sets `count` to the total
/// number of joints.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_joints(
    simulation: *const bumper_simulation,
    joints: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(joints, capacity)?;
        simulation.of.joints().for_each(|(id, _)| room.put(simulation.joint_number(id)));
        give(count, room.count)
    })
}

/// Gets the current definition of a joint, with its anchors and axis at the current poses of the bodies. `length` of a BUMPER_DISTANCE is
/// the rest length. The other kinds are defined by a single anchor, a point that is fixed to both bodies. If the two copies of this point
/// have moved apart, `anchor` is that on the first body, or for a BUMPER_MOUSE that on the second body.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_joint_def(
    simulation: *const bumper_simulation,
    joint: u64,
    def: *mut bumper_joint_def,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let of = simulation.of.joint_definition(simulation.joint(joint)?).ok_or(BUMPER_GONE)?;
        let a = simulation.body_number(of.a);
        let b = simulation.body_number(of.b);
        give(def, bumper_joint_def::of(&of, a, b))
    })
}

/// Replaces the definition of a joint. To change one member, get the definition with bumper_simulation_get_joint_def, change the member,
/// and pass the definition to this function. The other members keep their exact values. Limits and angles stay relative to the poses when
/// the joint was added, or to the frames of bumper_simulation_set_joint_frames. The bodies wake. The kind and the two bodies of a joint
/// cannot be changed: BUMPER_NO_JOINT if `kind`, `a` or `b` differs.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_joint_def(
    simulation: *mut bumper_simulation,
    joint: u64,
    def: *const bumper_joint_def,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let def = read(def)?;
        let id = simulation.joint(joint)?;
        let old = simulation.of.joint_definition(id).ok_or(BUMPER_GONE)?;
        let a = simulation.body(def.a)?;
        let b = simulation.body(def.b)?;
        let new = def.joint_kind()?;
        if (a, b) != (old.a, old.b) || std::mem::discriminant(&new) != std::mem::discriminant(&old.kind) {
            return Err(BUMPER_NO_JOINT);
        }
        simulation.of.modify_joint(id, |kind| *kind = new)?;
        let collide = def.collide_connected != 0;
        if collide != old.collide_connected {
            simulation.of.set_collide_connected(id, collide)?;
        }
        Ok(())
    })
}

/// Gets the frames of a joint on its first and second body. The angle of the joint is 0 if both frames have the same angle in the world.
/// The x axis of the first frame of a BUMPER_PRISMATIC or BUMPER_WHEEL is the axis of the joint. Angles are from -pi to pi. Joints of other
/// kinds store only the difference of the two angles, so `angle` of their second frame is always 0. The first anchor of a BUMPER_MOUSE is
/// always the origin.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_get_joint_frames(
    simulation: *const bumper_simulation,
    joint: u64,
    frame_a: *mut bumper_joint_frame,
    frame_b: *mut bumper_joint_frame,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        if frame_a.is_null() || frame_b.is_null() {
            return Err(BUMPER_NULL);
        }
        let [a, b] = simulation.of.joint_frames(simulation.joint(joint)?).ok_or(BUMPER_GONE)?;
        give(frame_a, bumper_joint_frame::of(a))?;
        give(frame_b, bumper_joint_frame::of(b))
    })
}

/// Sets the frames of a joint on its first and second body. The anchors need not be at the same point of the world: the solver pulls the
/// bodies together, or to the length of a BUMPER_DISTANCE, which does not change. Limits and spring targets are measured from the new
/// frames. Full turns of `angle` have no effect: the angle of the joint changes by at most half a turn. For BUMPER_DISTANCE, BUMPER_WHEEL
/// and BUMPER_MOUSE the difference of the angles has no effect on the motion, only on the angle in bumper_joint_state. The first anchor of
/// a BUMPER_MOUSE is ignored. If a frame changes, the bodies wake. Numbers that do not change keep their bits.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_joint_frames(
    simulation: *mut bumper_simulation,
    joint: u64,
    frame_a: bumper_joint_frame,
    frame_b: bumper_joint_frame,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        Ok(simulation.of.set_joint_frames(id, [frame_a.frame(), frame_b.frame()])?)
    })
}

/// Sets whether a joint acts. A joint that does not act exerts no force and lets its bodies collide, but keeps its id. The bodies wake.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_joint_enabled(
    simulation: *mut bumper_simulation,
    joint: u64,
    enabled: bool,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        Ok(simulation.of.set_joint_enabled(id, enabled)?)
    })
}

/// Sets the force and the torque at which a joint breaks: if either is larger at the end of a step, the joint is removed, and
/// bumper_simulation_broken_joints lists it. New joints have infinite limits, and never break. The bodies wake. BUMPER_OUT_OF_RANGE if a
/// limit is negative or NaN.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_set_break_limits(
    simulation: *mut bumper_simulation,
    joint: u64,
    force: f32,
    torque: f32,
) -> bumper_status {
    guard(|| {
        let simulation = change(simulation)?;
        let id = simulation.joint(joint)?;
        Ok(simulation.of.set_break_limits(id, force, torque)?)
    })
}

/// Lists the joints that broke in the last step. The ids of these joints are no longer valid. Writes at most `capacity` joints to `broken`,
/// which may be null if `capacity` is 0. Sets `count` to the total number of broken joints.
#[no_mangle]
pub unsafe extern "C" fn bumper_simulation_broken_joints(
    simulation: *const bumper_simulation,
    broken: *mut bumper_broken_joint,
    capacity: usize,
    count: *mut usize,
) -> bumper_status {
    guard(|| {
        let simulation = read(simulation)?;
        let mut room = Room::new(broken, capacity)?;
        simulation.of.broken_joints().iter().for_each(|(joint, [a, b])| {
            let a = simulation.body_number(*a);
            let b = simulation.body_number(*b);
            room.put(bumper_broken_joint { joint: simulation.joint_number(*joint), a, b });
        });
        give(count, room.count)
    })
}
