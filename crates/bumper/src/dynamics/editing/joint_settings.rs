//! Reading and changing joints after they were added: anchors, limits, springs and lengths, whether joints are enabled, and when they
//! break.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, JointId};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::constraint_row::AxisImpulses;
use crate::dynamics::joints::joint::{JointDef, JointKind, check};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_variant::JointVariant;
use crate::scalar::Real;
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// The definition of a joint as it is now, with its anchors and axis at the current poses of the bodies. `None` if the joint was
    /// removed. For kinds of joints with a single anchor, the definition has the anchor on the first body, or for a mouse joint the anchor
    /// on the second body.
    #[must_use]
    pub fn joint_definition(&self, id: JointId) -> Option<JointDef<R>> {
        let data = self.joint_data(id)?;
        let [a, b] = data.bodies.map(|slot| self.body_id(slot));
        Some(JointDef { a, b, kind: self.kind_of(data), collide_connected: data.collide })
    }

    /// Changes a joint: `change` is called with the current kind of the joint, with anchors and axis in world coordinates, as in
    /// [`joint_definition`](Self::joint_definition). `change` may change anchors, axes, limits, motors, springs, the length and the largest
    /// force, but not the kind itself. Limits and angles are still measured from the poses that the bodies had when the joint was added, or
    /// from its frames if [`set_joint_frames`](Self::set_joint_frames) was called. The bodies wake. Motors, limits and springs that change
    /// lose their accumulated impulses.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed, [`DynamicsError::JointParameter`] if `change` replaces the kind by another
    /// kind, and the errors of [`insert_joint`](Self::insert_joint). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, JointAxis, JointDef, JointKind, Simulation, Spring}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let hook = simulation.insert_static(&ColliderDef::new(Ball::new([0.0, 0.0], 0.1))).unwrap();
    /// let a = simulation.body_of(hook).unwrap();
    /// let b = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, -2.0], 0.5))]).unwrap();
    /// let [anchor_a, anchor_b] = [[0.0, 0.0].into(), [0.0, -2.0].into()];
    /// let rod = JointKind::Distance { anchor_a, anchor_b, length: None, translation: JointAxis::default() };
    /// let rod = simulation.insert_joint(&JointDef { a, b, kind: rod, collide_connected: false }).unwrap();
    /// simulation.modify_joint(rod, |kind| {
    ///     if let JointKind::Distance { length, translation, .. } = kind {
    ///         *length = Some(5.0);
    ///         translation.spring = Some(Spring { hertz: 2.0, damping_ratio: 1.0 });
    ///     }
    /// }).unwrap();
    /// (0..200).for_each(|_| simulation.step(1.0 / 60.0));
    /// assert!((simulation.get_joint(rod).unwrap().translation - 5.0).abs() < 0.1);
    /// ```
    #[doc(alias("set_limits", "set_spring", "SetLength", "b2DistanceJoint_SetLength"))]
    pub fn modify_joint(
        &mut self,
        id: JointId,
        change: impl FnOnce(&mut JointKind<R>),
    ) -> Result<(), DynamicsError> {
        let data = self.joint_data(id).ok_or(DynamicsError::NotFound)?;
        let old = self.kind_of(data);
        let mut new = old;
        change(&mut new);
        if JointVariant::of(&new) != data.variant {
            return Err(DynamicsError::JointParameter);
        }
        check(&new)?;
        let [a, b] = data.bodies.map(|slot| self.body_id(slot));
        let bodies = data.bodies.map(|slot| &self.bodies[slot as usize]);
        let def = JointDef { a, b, kind: new, collide_connected: data.collide };
        let fresh = JointData::new(&def, bodies);
        let changed = data.changed(&fresh, &old, &new);
        changed.check_range()?;
        *self.wake_joint(id)? = changed;
        Ok(())
    }

    /// Sets whether the bodies of a joint may collide with each other, and wakes the bodies. Does nothing for a mouse joint, whose bodies
    /// may always collide.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed.
    pub fn set_collide_connected(&mut self, id: JointId, collide: bool) -> Result<(), DynamicsError> {
        let data = self.wake_joint(id)?;
        data.collide = collide || !data.variant.acts_on_first_body();
        self.search_pairs_of_joint(id.slot);
        Ok(())
    }

    /// Enables or disables a joint, and wakes its bodies. A disabled joint acts as if it were removed: it exerts no force and lets its
    /// bodies collide. But it keeps its id.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, JointAxis, JointDef, JointKind, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let hook = simulation.insert_static(&ColliderDef::new(Ball::new([0.0, 0.0], 0.1))).unwrap();
    /// let a = simulation.body_of(hook).unwrap();
    /// let b = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, -2.0], 0.5))]).unwrap();
    /// let kind = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: JointAxis::default() };
    /// let joint = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    /// simulation.set_joint_enabled(joint, false).unwrap();
    /// (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    /// assert!(simulation.get(b).unwrap().center.y() < -6.0);
    /// ```
    pub fn set_joint_enabled(&mut self, id: JointId, enabled: bool) -> Result<(), DynamicsError> {
        let data = self.wake_joint(id)?;
        if data.enabled != enabled {
            data.enabled = enabled;
            data.impulses = Default::default();
            self.search_pairs_of_joint(id.slot);
        }
        Ok(())
    }

    /// Whether a joint is enabled; see [`set_joint_enabled`](Self::set_joint_enabled). `None` if the joint was removed.
    #[must_use]
    pub fn is_joint_enabled(&self, id: JointId) -> Option<bool> {
        self.joint_data(id).map(|data| data.enabled)
    }

    /// Sets the force and the torque at which a joint breaks. If the force or torque of the joint exceeds its limit in the last sub-step of
    /// a step, the joint is removed, and [`broken_joints`](Self::broken_joints) reports it. A joint with infinite limits never breaks;
    /// every new joint has infinite limits. The bodies of the joint wake.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the joint was removed, and [`DynamicsError::JointParameter`] if a limit is negative or NaN. On an
    /// error, nothing changes.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, JointAxis, JointDef, JointKind, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let hook = simulation.insert_static(&ColliderDef::new(Ball::new([0.0, 0.0], 0.1))).unwrap();
    /// let a = simulation.body_of(hook).unwrap();
    /// let def = BodyDef { mass: Some(1.0), ..BodyDef::default() };
    /// let b = simulation.insert(&def, &[ColliderDef::new(Ball::new([0.0, -2.0], 0.5))]).unwrap();
    /// let kind = JointKind::Revolute { anchor: [0.0, 0.0].into(), rotation: JointAxis::default() };
    /// let thread = simulation.insert_joint(&JointDef { a, b, kind, collide_connected: false }).unwrap();
    /// simulation.set_break_limits(thread, 12.0, f32::INFINITY).unwrap();
    /// (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    /// assert!(simulation.get_joint(thread).is_some());
    /// simulation.set_break_limits(thread, 8.0, f32::INFINITY).unwrap();
    /// simulation.step(1.0 / 60.0);
    /// assert!(simulation.get_joint(thread).is_none() && simulation.broken_joints() == [(thread, [a, b])]);
    /// ```
    #[doc(alias("break_force", "breakForce", "b2Joint_SetForceThreshold"))]
    pub fn set_break_limits(&mut self, id: JointId, force: R, torque: R) -> Result<(), DynamicsError> {
        if !(force >= R::ZERO && torque >= R::ZERO) {
            return Err(DynamicsError::JointParameter);
        }
        let limits = [force, torque].map(|limit| (limit < R::INFINITY).then_some(limit));
        self.wake_joint(id)?.break_limits = (limits != [None; 2]).then_some(limits);
        Ok(())
    }

    /// The joints that broke in the last step, with the bodies that they joined.
    #[must_use]
    pub fn broken_joints(&self) -> &[(JointId, [BodyId; 2])] {
        &self.broken_joints
    }

    /// Removes the joints whose force or torque exceeds its limit.
    pub(in crate::dynamics) fn break_joints(&mut self) {
        self.broken_joints.clear();
        let breaks = |slot: &&u32| {
            let data = self.joints.get(**slot).filter(|data| data.enabled && data.break_limits.is_some());
            data.is_some_and(|data| self.exceeds_limits(data))
        };
        let broken: Vec<u32> = self.awake_set.joints.iter().filter(breaks).copied().collect();
        for slot in broken {
            let data = &self.joints[slot as usize];
            let bodies = data.bodies.map(|slot| self.body_id(slot));
            self.broken_joints.push((self.joint_id(slot), bodies));
            self.remove_joint_slot(slot);
        }
    }

    /// Whether the force or the torque of a joint exceeds its limit.
    fn exceeds_limits(&self, data: &JointData<R>) -> bool {
        let Some([max_force, max_torque]) = data.break_limits else { return false };
        let state = data.state(data.bodies.map(|slot| &self.bodies[slot as usize]));
        let force = state.force.dot(state.force).sqrt();
        max_force.is_some_and(|max| force > max) || max_torque.is_some_and(|max| state.torque.abs() > max)
    }

    /// The kind of a joint, with its anchors and axis at the current poses of the bodies.
    fn kind_of(&self, data: &JointData<R>) -> JointKind<R> {
        data.kind(data.bodies.map(|slot| &self.bodies[slot as usize]))
    }

    /// Makes the broad phase search again for pairs of the two bodies of a joint. The caller has changed a setting that decides whether
    /// these bodies may collide.
    fn search_pairs_of_joint(&mut self, slot: u32) {
        for body in self.joints[slot as usize].bodies {
            self.broad_phase.moved_parts.extend(&self.bodies[body as usize].parts);
        }
        self.broad_phase.disabled_pairs_outdated = true;
        self.awake_set.outdated = true;
    }

    /// The stored joint with the given id, or `None` if the joint was removed.
    pub(in crate::dynamics) fn joint_data(&self, id: JointId) -> Option<&JointData<R>> {
        self.joints.find(id.slot, id.generation)
    }

    /// The id of the joint in a slot.
    pub(in crate::dynamics) fn joint_id(&self, slot: u32) -> JointId {
        JointId { slot, generation: self.joints.generation(slot) }
    }
}

impl<R: Real> JointData<R> {
    /// The stored joint after the user has changed its kind from `old` to `new`. `fresh` is a joint made from `new` at the current poses.
    /// The result takes most data from it, but keeps what `new` does not contain, such as the break limits and the angle at which the joint
    /// was added, and impulses that are still valid.
    fn changed(&self, fresh: &Self, old: &JointKind<R>, new: &JointKind<R>) -> Self {
        let mut joint = Self {
            target: self.target,
            collide: self.collide,
            initial_angle: self.initial_angle,
            enabled: self.enabled,
            break_limits: self.break_limits,
            impulses: self.impulses,
            sub_dt: self.sub_dt,
            ..fresh.clone()
        };
        // Anchors and axes that do not change keep their bits. So if the two anchors of a hinge have drifted apart, the joint still pulls
        // them together.
        let [old_anchors, old_axis] = geometry(old);
        let [new_anchors, new_axis] = geometry(new);
        for k in 0..2 {
            if old_anchors[k] == new_anchors[k] {
                joint.anchors[k] = self.anchors[k];
            }
        }
        if old_axis == new_axis {
            joint.axis = self.axis;
        }
        if joint.translation != self.translation {
            joint.impulses.translation = AxisImpulses::default();
        }
        if joint.rotation != self.rotation {
            joint.impulses.rotation = AxisImpulses::default();
        }
        joint
    }
}

/// The anchors on both bodies in the first array; in the second array twice the axis, so that both arrays have the same length. The axis is
/// zero for joints without an axis.
fn geometry<R: Real>(kind: &JointKind<R>) -> [[crate::Vector<R, 2>; 2]; 2] {
    let none = crate::Vector::ZERO;
    match *kind {
        JointKind::Distance { anchor_a, anchor_b, .. } => [[anchor_a, anchor_b], [none; 2]],
        JointKind::Revolute { anchor, .. }
        | JointKind::Weld { anchor, .. }
        | JointKind::Mouse { anchor, .. } => [[anchor; 2], [none; 2]],
        JointKind::Prismatic { anchor, axis, .. } | JointKind::Wheel { anchor, axis, .. } => {
            [[anchor; 2], [axis; 2]]
        }
    }
}
