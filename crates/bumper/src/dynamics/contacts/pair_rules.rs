//! Rules for pairs of colliders: moving surfaces, and contacts that the user disables.

use super::contact::{ContactEvent, ContactOrigin};
use super::narrow_phase::separation_speed;
use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::part::Part;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::math::V;
use crate::scalar::Real;

/// The velocity of the surface of the second part relative to the surface of the first, as on conveyor belts. The motion of their bodies is
/// not included. `None` if neither part has a surface velocity.
pub(in crate::dynamics) fn surface_velocity<R: Real>(
    bodies: [&RigidBody<R>; 2],
    parts: [&Part<R>; 2],
) -> Option<V<R>> {
    let [a, b] = parts.map(|part| part.material.surface_velocity);
    let moves = a != Vector::ZERO || b != Vector::ZERO;
    moves.then(|| bodies[1].rotation.rotate(b) - bodies[0].rotation.rotate(a))
}

impl<R: Real> Simulation<R> {
    /// Calls `accepts` with each contact that would be solved in this step. If `accepts` returns false, the contact is disabled for this
    /// step.
    pub(in crate::dynamics) fn disable_contacts(
        &mut self,
        accepts: &mut dyn FnMut(&ContactEvent<R>) -> bool,
    ) {
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        for contact in &mut contacts {
            let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            if contact.count == 0 || contact.flags.sensor || !bodies.iter().any(|body| body.is_awake()) {
                continue;
            }
            let approach_speeds =
                contact.points().iter().map(|point| -separation_speed(bodies, contact.normal, point.anchors));
            contact.approach_speed = approach_speeds.fold(R::ZERO, R::max);
            contact.flags.disabled = !accepts(&self.event(contact, true));
            if contact.flags.disabled {
                contact.count = 0;
                contact.flags.touching = false;
                contact.origin = ContactOrigin::Undecided;
            }
        }
        self.contacts.awake = contacts;
    }
}
