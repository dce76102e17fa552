//! Adding, removing, reading and changing joints.

use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, JointId};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint::{JointDef, JointState, Motor, check, check_motor, finite};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_variant::JointVariant;
use crate::scalar::Real;

impl<R: Real> Simulation<R> {
    /// Adds a joint between two bodies and returns its id. The bodies wake.
    ///
    /// # Errors
    ///
    /// A [`DynamicsError`] if a body was removed, if both bodies are the same, if neither is dynamic, or if a number is out of range. On an
    /// error, nothing changes.
    pub fn insert_joint(&mut self, def: &JointDef<R>) -> Result<JointId, DynamicsError> {
        let a = self.index_of(def.a).ok_or(DynamicsError::NotFound)?;
        let b = self.index_of(def.b).ok_or(DynamicsError::NotFound)?;
        if a == b {
            return Err(DynamicsError::SameBody);
        }
        let acts_on_first = JointVariant::of(&def.kind).acts_on_first_body();
        if !(self.bodies[b].is_dynamic() || self.bodies[a].is_dynamic() && acts_on_first) {
            return Err(DynamicsError::NoDynamicBody);
        }
        check(&def.kind)?;
        if self.joints.next_slot() >= i32::MAX as u32 {
            return Err(DynamicsError::Full);
        }
        let data = JointData::new(def, [&self.bodies[a], &self.bodies[b]]);
        data.check_range()?;
        let slot = self.joints.insert(data);
        for index in [a, b] {
            self.bodies[index].joints.push(slot);
            self.awake_set.wake(&mut self.bodies, index as u32);
        }
        self.awake_set.joints.push(slot);
        self.awake_set.outdated = true;
        self.broad_phase.disabled_pairs_outdated = true;
        Ok(self.joint_id(slot))
    }

    /// Removes a joint, and wakes its bodies. If the joint prevented its bodies from colliding, they may collide again. Returns whether the
    /// joint existed.
    pub fn remove_joint(&mut self, id: JointId) -> bool {
        let exists = self.joint_data(id).is_some();
        if exists {
            self.remove_joint_slot(id.slot);
        }
        exists
    }

    /// The state of a joint, or `None` if the joint was removed.
    #[must_use]
    pub fn get_joint(&self, id: JointId) -> Option<JointState<R>> {
        let data = self.joint_data(id)?;
        Some(data.state(data.bodies.map(|slot| &self.bodies[slot as usize])))
    }

    /// All joints with the ids of their two bodies, sorted by the slots of the joints.
    pub fn joints(&self) -> impl Iterator<Item = (JointId, [BodyId; 2])> {
        let joints = self.joints.iter();
        joints.map(|(slot, data)| (self.joint_id(slot), data.bodies.map(|body| self.body_id(body))))
    }

    /// Sets the motor of a joint, or removes it if `motor` is `None`, and wakes the bodies of the joint. For a wheel joint this is the
    /// motor that rotates the wheel. Joints without a free axis do not change.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed, [`DynamicsError::NotFinite`] if the speed is NaN or too large, and
    /// [`DynamicsError::JointParameter`] if the largest force is negative or NaN. On an error, nothing changes.
    pub fn set_motor(&mut self, id: JointId, motor: Option<Motor<R>>) -> Result<(), DynamicsError> {
        check_motor(motor)?;
        self.wake_joint(id)?.set_motor(motor);
        Ok(())
    }

    /// Moves the target of a [mouse joint](crate::dynamics::JointKind::Mouse), and wakes the bodies of the joint. The target is in world
    /// coordinates. Joints of other kinds have no target and do not change.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed, or [`DynamicsError::NotFinite`] for NaN and for numbers beyond
    /// [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). On an error, nothing changes.
    pub fn set_target(&mut self, id: JointId, target: impl Into<Vector<R, 2>>) -> Result<(), DynamicsError> {
        let target = target.into();
        finite(&target.0)?;
        let data = self.wake_joint(id)?;
        data.target = data.target.map(|_| target);
        Ok(())
    }

    /// Wakes the bodies of a joint, and returns the joint. Fails if the joint was removed.
    pub(in crate::dynamics) fn wake_joint(
        &mut self,
        id: JointId,
    ) -> Result<&mut JointData<R>, DynamicsError> {
        let bodies = self.joint_data(id).ok_or(DynamicsError::NotFound)?.bodies;
        bodies.into_iter().for_each(|body| self.awake_set.wake(&mut self.bodies, body));
        Ok(&mut self.joints[id.slot as usize])
    }

    /// Removes all joints of a body.
    pub(in crate::dynamics) fn remove_joints_of(&mut self, body: u32) {
        let mut joints = self.bodies[body as usize].joints.clone();
        joints.sort_unstable();
        joints.into_iter().for_each(|slot| self.remove_joint_slot(slot));
    }

    /// Removes the joint in a slot, and wakes its bodies.
    pub(in crate::dynamics) fn remove_joint_slot(&mut self, slot: u32) {
        let bodies = self.joints[slot as usize].bodies;
        self.joints.remove(slot);
        for body in bodies {
            let rigid_body = &mut self.bodies[body as usize];
            rigid_body.joints.retain(|joint| *joint != slot);
            // The two bodies may collide from now on, so the broad phase has to search for their pairs again.
            self.broad_phase.moved_parts.extend(&rigid_body.parts);
            self.awake_set.wake(&mut self.bodies, body);
        }
        self.broad_phase.disabled_pairs_outdated = true;
        self.awake_set.outdated = true;
    }
}
