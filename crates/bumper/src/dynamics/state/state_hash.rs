//! A hash of the whole state of a simulation. Peers of a network game compare it to detect that their simulations differ.

use super::hashing::AddToHash;
use super::saved_body::SavedBody;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use crate::state_hash::StateHash;

impl<R: Real> Simulation<R> {
    /// A hash of everything on which the results of further steps depend: settings, bodies, colliders, joints, forces for the next step and
    /// the impulses of contacts. Two simulations with equal histories have the same hash on every machine. A clone has the hash of the
    /// original. A simulation that was restored from a snapshot or loaded has the hash that it had when it was saved. Equal hashes mean
    /// equal states, up to collisions of the 64 bits. Costs O(n).
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
    /// let mut peer = simulation.clone();
    /// simulation.step(0.1);
    /// assert_ne!(simulation.state_hash(), peer.state_hash());
    /// peer.step(0.1);
    /// assert_eq!(simulation.state_hash(), peer.state_hash());
    /// peer.apply_impulse(ball, [0.0, 1e-6], [0.0, 4.0]).unwrap();
    /// assert_ne!(simulation.state_hash(), peer.state_hash());
    /// ```
    #[must_use]
    #[doc(alias("checksum", "desync"))]
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        let gravity = self.valid_gravity();
        gravity.add_to(&mut hash);
        // If the gravity has changed since the last step, the next step wakes bodies. So the hash includes whether it has changed.
        let is_gravity_new = self.last_gravity.is_some_and(|old| old != gravity);
        is_gravity_new.add_to(&mut hash);
        self.sleep_enabled.add_to(&mut hash);
        self.sleep_settings.add_to(&mut hash);
        let free_slots = [
            self.bodies.free_slots(),
            self.colliders.free_slots(),
            self.parts.free_slots(),
            self.joints.free_slots(),
        ];
        free_slots.iter().for_each(|list| list.add_to(&mut hash));
        hash_slots(&mut hash, &self.bodies);
        hash_slots(&mut hash, &self.colliders);
        for part in self.parts.values() {
            part.collider.add_to(&mut hash);
            part.shape.add_to(&mut hash);
        }
        hash_slots(&mut hash, &self.joints);
        self.save().hash_contacts(&mut hash);
        hash.value()
    }
}

/// Adds the generations of all slots of a list to the hash, and its items.
fn hash_slots<T: AddToHash>(hash: &mut StateHash, list: &SlotList<T>) {
    for (slot, (generation, item)) in (0u64..).zip(list.slots()) {
        hash.add(slot << 32 | u64::from(generation));
        item.into_iter().for_each(|item| item.add_to(hash));
    }
}

/// Hashes the state and the settings of a body, and the forces for the next step.
impl<R: Real> AddToHash for RigidBody<R> {
    fn add_to(&self, hash: &mut StateHash) {
        SavedBody::new(self).add_to(hash);
        self.settings.add_to(hash);
        self.force.add_to(hash);
        self.torque.add_to(hash);
    }
}
