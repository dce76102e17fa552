//! Reading and changing the definition of a body after it was added.

use super::insertion::ColliderChange;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyDef, BodyId, BodyKind, JointId};
use crate::dynamics::bodies::rigid_body::{BodySettings, check_body};
use crate::dynamics::contacts::contact::ContactEvent;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::math::Rot;
use crate::dynamics::sleeping::island::add_to_island;
use crate::scalar::Real;
use crate::{Pose, Vector};
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// The definition of a body as it is now: with its current kind, pose, velocities and options. `None` if the body was removed.
    #[must_use]
    pub fn definition(&self, id: BodyId) -> Option<BodyDef<R>> {
        self.index_of(id).map(|index| self.bodies[index].definition())
    }

    /// Changes the definition of a body: `change` is called with the current definition, and may change any of its fields. The body keeps
    /// its id, its colliders, its joints, and the contacts that the new definition allows.
    ///
    /// The body wakes if anything changes except `bullet`, `can_sleep` and `data`. A dynamic body also wakes if `can_sleep` becomes
    /// `false`. If the kind, pose, mass, center of mass, `fixed_rotation` or `locked_axes` change, the bodies that touch it wake as well. A
    /// body that becomes static loses its velocities. The velocity is that of the center of mass, so a change of that center of a body that
    /// rotates changes it, too.
    ///
    /// A change of the kind, the mass, the center of mass, `fixed_rotation` or `locked_axes` costs as much as
    /// [`insert_collider`](Self::insert_collider). A new pose costs O(n) for n awake contacts. Other changes cost O(1).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, and the errors of [`insert`](Self::insert). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, BodyKind, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -8.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
    /// simulation.modify(ball, |def| def.gravity_scale = -0.5).unwrap();
    /// simulation.step(0.25);
    /// assert_eq!(simulation.get(ball).unwrap().velocity, [0.0, 1.0].into());
    /// simulation.modify(ball, |def| def.kind = BodyKind::Static).unwrap();
    /// simulation.step(0.25);
    /// assert_eq!(simulation.get(ball).unwrap().velocity, [0.0, 0.0].into());
    /// ```
    #[doc(alias(
        "set_body_type",
        "set_linear_damping",
        "set_gravity_scale",
        "lock_rotations",
        "b2Body_SetType"
    ))]
    pub fn modify(&mut self, id: BodyId, change: impl FnOnce(&mut BodyDef<R>)) -> Result<(), DynamicsError> {
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        let old = self.bodies[index].definition();
        let mut new = old;
        change(&mut new);
        check_body(&new)?;
        let quiet = BodyDef { bullet: new.bullet, can_sleep: new.can_sleep, data: new.data, ..old };
        let mass_settings =
            |def: &BodyDef<R>| (def.kind, def.fixed_rotation, def.locked_axes, def.mass, def.center_of_mass);
        if mass_settings(&new) != mass_settings(&old) {
            self.rebuild(id.slot, &new, ColliderChange::None)?;
        } else if quiet != new || old.can_sleep && !new.can_sleep && new.kind == BodyKind::Dynamic {
            self.awake_set.wake(&mut self.bodies, id.slot);
        }
        self.bodies[index].settings = BodySettings::of(&new);
        if new.pose != old.pose {
            self.set_pose(id, &new.pose)?;
        }
        if (new.velocity, new.angular_velocity) != (old.velocity, old.angular_velocity) {
            self.set_velocity(id, new.velocity, new.angular_velocity)?;
        }
        Ok(())
    }

    /// Sets the velocities with which a body reaches a pose in one step of length `dt`. The body rotates in the direction of the smaller
    /// angle. Call this before every step: otherwise the body keeps the velocities and moves on beyond the pose. A kinematic body arrives
    /// at the pose in the next step, up to rounding, because nothing stops it. It pushes dynamic bodies out of its way. A step rotates a
    /// body by at most 3 radians, so if the angle is larger, the body does not reach it. A body that is far from the pose becomes very
    /// fast, and hits other bodies at that speed; to avoid that, teleport it by [`set_pose`](Self::set_pose).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, or [`DynamicsError::NotFinite`] if `dt` is not above zero, or if a number is
    /// NaN or a velocity exceeds [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Aabb, Pose, dynamics::{BodyDef, BodyKind, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let lift = BodyDef { kind: BodyKind::Kinematic, ..BodyDef::default() };
    /// let lift = simulation.insert(&lift, &[ColliderDef::new(Aabb::new([0.0, 0.0], [4.0, 1.0]))]).unwrap();
    /// simulation.set_target_pose(lift, &Pose::at([0.0, 0.25]), 0.125).unwrap();
    /// simulation.step(0.125);
    /// assert_eq!(simulation.get(lift).unwrap().pose.translation, [0.0, 0.25].into());
    /// ```
    #[doc(alias("set_next_kinematic_position", "b2Body_SetTargetTransform", "MovePosition"))]
    pub fn set_target_pose(&mut self, id: BodyId, pose: &Pose<R, 2>, dt: R) -> Result<(), DynamicsError> {
        let index = self.index_of(id).ok_or(DynamicsError::NotFound)?;
        if !(dt > R::ZERO) {
            return Err(DynamicsError::NotFinite);
        }
        let body = &self.bodies[index];
        let (cos, sin) = pose.rotation.complex();
        let target = Rot { cos, sin };
        let center = pose.translation - target.rotate(body.properties.origin);
        let rate = R::ONE / dt;
        let turn = target.relative_to(body.rotation).angle();
        self.set_velocity(id, (center - body.center).scaled(rate), turn * rate)
    }

    /// Puts a body to sleep at once, with velocities of zero: it is not simulated until it wakes, for example because another body hits it
    /// or because the user changes it. Bodies that touch it do not fall asleep with it; if one of them is awake, it wakes the body in the
    /// next step. Does nothing if the body is not dynamic, is asleep already or must not sleep. Returns whether the body exists.
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 9.0], 1.0))]).unwrap();
    /// simulation.sleep(ball);
    /// (0..9).for_each(|_| simulation.step(1.0));
    /// assert_eq!(simulation.get(ball).unwrap().center, [0.0, 9.0].into());
    /// ```
    pub fn sleep(&mut self, id: BodyId) -> bool {
        let Some(index) = self.index_of(id) else { return false };
        let body = &mut self.bodies[index];
        if body.is_dynamic() && body.settings.can_sleep && body.sleep.island.is_none() {
            body.velocity = Vector::ZERO;
            body.angular_velocity = R::ZERO;
            body.force = Vector::ZERO;
            body.torque = R::ZERO;
            body.sleep.island = Some(id.slot);
            add_to_island(&mut self.bodies, id.slot, id.slot);
            self.awake_set.outdated = true;
            self.refresh_sleeping_contacts(|_, slot| slot == id.slot);
        }
        true
    }

    /// The contacts of a body that began, continue or ended in the last step, one for each pair of colliders, as in
    /// [`events`](Self::events). Contacts that ended because a
    /// body or collider was removed are left out. The body may be the first or the second of an event, and the normal points from the first
    /// to the second. A removed body has no contacts.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.5], 0.5))]).unwrap();
    /// (0..9).for_each(|_| simulation.step(1.0 / 60.0));
    /// let is_grounded = simulation.contacts_of(ball).any(|contact| contact.normal.y() > 0.7);
    /// assert!(is_grounded);
    /// ```
    pub fn contacts_of(&self, id: BodyId) -> impl Iterator<Item = ContactEvent<R>> {
        let index = self.index_of(id);
        let parts = index.map_or(&[][..], |index| &self.bodies[index].parts);
        let awake =
            self.contacts.awake.iter().filter(move |contact| index.is_some() && contact.is_of(id.slot));
        self.merged_events(awake.chain(self.contacts.sleeping.contacts_of(parts))).into_iter()
    }

    /// The joints of a body, in ascending order of their ids; none if the body was removed.
    pub fn joints_of(&self, id: BodyId) -> impl Iterator<Item = JointId> {
        let mut joints = self.index_of(id).map_or(Vec::new(), |index| self.bodies[index].joints.clone());
        joints.sort_unstable();
        joints.into_iter().map(|slot| self.joint_id(slot))
    }
}
