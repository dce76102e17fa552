//! Suppression of ghost collisions: a body that slides over a row of bodies must not collide with the side of the next body if their top
//! faces are level.
//!
//! Suppose that a dynamic body touches two static or kinematic bodies A and B, such as adjacent tiles of a floor. The contact plane of A is
//! the plane through the contact with A, perpendicular to its normal. If B does not rise above this plane, the dynamic body could reach B
//! only by penetrating A, so the contact with B is dropped. The test uses the current contacts: it needs no adjacency data and does not
//! depend on the order of the bodies.

use super::contact::PairContact;
use crate::dynamics::Simulation;
use crate::dynamics::math::{V, num};
use crate::dynamics::tolerance::{LEVEL_TOLERANCE, SPECULATIVE_MARGIN};
use crate::scalar::Real;
use alloc::vec::Vec;

impl<R: Real> Simulation<R> {
    /// Drops the ghost collisions of awake dynamic bodies; see [`hides`](Self::hides). Also lists the contacts of these bodies with bodies
    /// that are not dynamic in `ground_contacts` of the solver.
    pub(in crate::dynamics) fn suppress_ghost_collisions(&mut self) {
        // Pairs of the slot of an awake dynamic body and the index of one of its contacts with a body that is not dynamic.
        let mut candidates: Vec<(u32, u32)> = Vec::new();
        for (index, contact) in (0..).zip(&self.contacts.awake) {
            if contact.count == 0 || contact.flags.sensor || !contact.flags.non_dynamic {
                continue;
            }
            let [a, b] = contact.bodies;
            match contact.bodies.map(|body| self.bodies[body as usize].is_dynamic()) {
                [true, false] if self.bodies[a as usize].is_awake() => candidates.push((a, index)),
                [false, true] if self.bodies[b as usize].is_awake() => candidates.push((b, index)),
                _ => {}
            }
        }
        self.solver.ground_contacts.clear();
        self.solver.ground_contacts.extend(candidates.iter().map(|(_, index)| *index));
        candidates.sort_unstable();
        let mut hidden = Vec::new();
        for group in candidates.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            for &(body, index) in group {
                let others = group.iter().filter(|other| other.1 != index);
                if others.into_iter().any(|other| self.hides(body, other.1, index)) {
                    hidden.push(index);
                }
            }
        }
        for index in hidden {
            let contact = &mut self.contacts.awake[index as usize];
            contact.count = 0;
            contact.flags.touching = false;
        }
    }

    /// Whether the contact of `body` with a part A makes its contact with a part B a ghost collision; both contacts are given by their
    /// indices. Three conditions must hold: B does not rise above the contact plane of A; A rises above the contact plane of B; and A and B
    /// do not move relative to each other.
    fn hides(&self, body: u32, index_a: u32, index_b: u32) -> bool {
        let [contact_a, contact_b] = [index_a, index_b].map(|index| &self.contacts.awake[index as usize]);
        let size = self.bodies[body as usize].properties.size;
        let height_of_b = self.height_over(body, contact_a, contact_b);
        let height_of_a = self.height_over(body, contact_b, contact_a);
        // A has to be higher over the contact plane of B than B over that of A: of two faces at the same level, neither makes the other a
        // ghost collision.
        height_of_b <= size * num(SPECULATIVE_MARGIN)
            && height_of_a > height_of_b.max(R::ZERO) + size * num(LEVEL_TOLERANCE)
            && self.at_relative_rest(body, contact_a, contact_b)
    }

    /// Whether the two bodies that `body` touches in the contacts `p` and `q` do not move relative to each other: they are one body, or
    /// both are at rest.
    fn at_relative_rest(&self, body: u32, p: &PairContact<R>, q: &PairContact<R>) -> bool {
        let [a, b] = [p, q].map(|contact| other_body(contact, body));
        let is_at_rest = |slot: u32| !self.bodies[slot as usize].is_moving();
        a == b || is_at_rest(a) && is_at_rest(b)
    }

    /// The height of the part that `body` touches in `contact` over the contact plane of another contact, `plane`. The part of `plane`
    /// reaches up to that plane, because the normal of a contact separates the two parts.
    fn height_over(&self, body: u32, plane: &PairContact<R>, contact: &PairContact<R>) -> R {
        let normal = normal_towards(plane, body);
        let top = |contact: &PairContact<R>| {
            let other = &self.bodies[other_body(contact, body) as usize];
            let part = contact.parts()[usize::from(contact.bodies[0] == body)];
            let support = self.parts[part].shape.support(other.rotation.inv_rotate(normal));
            (other.center - self.bodies[body as usize].center).dot(normal) + support
        };
        top(contact) - top(plane)
    }
}

/// The slot of the body that `body` touches in a contact.
fn other_body<R: Real>(contact: &PairContact<R>, body: u32) -> u32 {
    if contact.bodies[0] == body { contact.bodies[1] } else { contact.bodies[0] }
}

/// The normal of a contact, pointing towards `body`.
fn normal_towards<R: Real>(contact: &PairContact<R>, body: u32) -> V<R> {
    if contact.bodies[1] == body { contact.normal } else { -contact.normal }
}
