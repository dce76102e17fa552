//! What wakes bodies: changes of the gravity and of neighbours. Updates of the lists of awake bodies and contacts.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::contacts::contact::PairContact;
use crate::dynamics::joints::joint::finite;
use crate::dynamics::math::V;
use crate::scalar::Real;
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// The gravity of the simulation, or that of the last step if the user has set one that is NaN or beyond `MAX_RADIUS`.
    pub(in crate::dynamics) fn valid_gravity(&self) -> V<R> {
        let is_valid = finite(&self.gravity.0).is_ok();
        if is_valid { self.gravity } else { self.last_gravity.unwrap_or_default() }
    }

    /// Replaces a gravity that is not valid. If the gravity has changed since the last step, wakes all bodies on which it acts.
    pub(in crate::dynamics) fn wake_for_gravity(&mut self) {
        self.gravity = self.valid_gravity();
        let old = self.last_gravity.replace(self.gravity);
        if old.is_none_or(|old| old == self.gravity) {
            return;
        }
        for slot in 0..self.bodies.slot_count() as u32 {
            let is_affected =
                |body: &RigidBody<R>| body.sleep.island.is_some() && body.settings.gravity_scale != R::ZERO;
            if self.bodies.get(slot).is_some_and(is_affected) {
                self.awake_set.wake(&mut self.bodies, slot);
            }
        }
    }

    /// Wakes the neighbours of a body whose motion may depend on it: the islands of the sleeping bodies that touch it or are joined to it.
    /// Callers do this before the user moves, changes or removes the body.
    pub(in crate::dynamics) fn wake_neighbours(&mut self, slot: u32) {
        self.wake_touching(slot);
        let joints = self.bodies[slot as usize].joints.iter();
        let pairs = joints.filter_map(|joint| self.joints[*joint as usize].body_pair());
        let neighbours = pairs.flatten().collect();
        self.awake_set.wake_islands_of(&mut self.bodies, neighbours);
    }

    /// Wakes all sleeping islands that contain a body in contact with the given body. Sensors do not count, nor do speculative contacts: a
    /// saved simulation does not contain their points, and it has to wake the same islands.
    pub(in crate::dynamics) fn wake_touching(&mut self, slot: u32) {
        let parts = &self.bodies[slot as usize].parts;
        let awake = self.contacts.awake.iter().filter(|contact| contact.is_of(slot));
        let touching_contacts =
            awake.chain(self.contacts.sleeping.contacts_of(parts)).filter(|contact| contact.is_recyclable());
        let neighbours = touching_contacts.flat_map(|contact| contact.bodies).collect();
        self.awake_set.wake_islands_of(&mut self.bodies, neighbours);
    }

    /// Wakes all sleeping islands that the solid parts of a body touch at its current pose, whether or not the pairs have a contact yet.
    /// Callers do this after the user has inserted, moved or changed the body. The islands wake at once instead of in the next step, so a
    /// simulation that is saved before that step wakes the same islands.
    pub(in crate::dynamics) fn wake_overlapped(&mut self, slot: u32) {
        let mut touched = Vec::new();
        let mut corner_buffers = [Vec::new(), Vec::new()];
        for key in &self.bodies[slot as usize].parts {
            self.broad_phase.tree.each_intersecting(&self.parts[*key as usize].fat_aabb, |other| {
                let pair = [other.min(*key as usize), other.max(*key as usize)];
                let body = self.parts[other].body;
                if self.bodies[body as usize].sleep.island.is_some()
                    && self.are_in_contact(pair, &mut corner_buffers)
                {
                    touched.push(body);
                }
            });
        }
        self.awake_set.wake_islands_of(&mut self.bodies, touched);
    }

    /// Whether two parts push each other apart at the current poses of their bodies: they may collide, neither is a sensor, and they touch
    /// on a side that is not one-way or that stops bodies. The lower index comes first.
    fn are_in_contact(&self, [a, b]: [usize; 2], corner_buffers: &mut [Vec<V<R>>; 2]) -> bool {
        let mut contact = PairContact::new(&self.bodies, &self.parts, (a as u64) << 32 | b as u64);
        if contact.flags.sensor || !self.may_collide(a, b) {
            return false;
        }
        let bodies = contact.bodies.map(|body| &self.bodies[body as usize]);
        self.update_contact(&mut contact, bodies, R::ZERO, corner_buffers);
        contact.flags.touching
    }

    /// Updates the lists of awake bodies, contacts and joints if any body has woken, fallen asleep, been added or removed. Returns whether
    /// the lists were out of date. Costs O(n log n) for n awake bodies and contacts, plus O(log n) for each contact that wakes or falls
    /// asleep.
    pub(in crate::dynamics) fn update_awake_lists(&mut self) -> bool {
        if !core::mem::take(&mut self.awake_set.outdated) {
            return false;
        }
        self.update_awake_bodies();
        let bodies = &self.bodies;
        let sleeping_contacts = &mut self.contacts.sleeping;
        self.contacts.awake.retain_mut(|contact| {
            let awake = contact.needs_update(bodies);
            if !awake {
                contact.flags.was_touching = contact.flags.touching;
                contact.approach_speed = R::ZERO;
                sleeping_contacts.insert(*contact);
            }
            awake
        });
        self.contacts.sort();
        true
    }

    /// Adds the bodies that have woken within a step to the lists, with their contacts and joints. All contacts stay in the list of this
    /// step: if one that the step has updated were put to sleep now, its event would be lost.
    pub(in crate::dynamics) fn update_awake_lists_within_step(&mut self) {
        if core::mem::take(&mut self.awake_set.outdated) {
            self.update_awake_bodies();
            self.contacts.sort();
        }
    }

    /// Updates the lists of awake bodies and joints, and adds the contacts of woken bodies.
    fn update_awake_bodies(&mut self) {
        self.add_woken();
        self.awake_set.remove_sleeping(&mut self.bodies, &self.joints);
    }

    /// Appends the bodies that have woken, their contacts and their joints to the awake lists.
    pub(in crate::dynamics) fn add_woken(&mut self) {
        self.awake_set.add_woken(&self.bodies, &mut self.contacts.sleeping, &mut self.contacts.awake);
    }
}
