//! Suppression of ghost collisions: a body that slides over a row of bodies must not collide with the side of the next one, whose top face
//! is level with the current one.
//!
//! A contact with a body that is not dynamic is dropped if another such contact makes it redundant: if the body lies on a face of the one,
//! and the other does not rise above the plane of that face, so that it is only reached within the penetration depth. This needs no
//! adjacency data and does not depend on the order of tiles: it is decided from the current contacts.

use super::Bodies;
use super::contact::{Contact, Point};
use super::touch::MARGIN;
use super::turn::{V, num};
use crate::narrow::measure::larger;
use crate::scalar::Real;
use alloc::vec::Vec;

/// The margin between the height of the kept part over the plane of the dropped contact and the opposite height, as a fraction of the
/// body's size. It exceeds rounding errors.
const LEVEL: f64 = 1.0 / 1024.0;

impl<R: Real> Bodies<R> {
    /// Drops contacts with parts that lie behind the face on which a body lies.
    pub(super) fn join_seams(&mut self) {
        // The contacts of each awake dynamic body with bodies that are not dynamic.
        let mut on: Vec<(u32, u32)> = Vec::new();
        for (place, contact) in (0..).zip(&self.contacts) {
            if contact.count == 0 || contact.sensor || !contact.stands {
                continue;
            }
            let [a, b] = contact.bodies;
            match contact.bodies.map(|body| self.held[body as usize].is_dynamic()) {
                [true, false] if self.held[a as usize].is_awake() => on.push((a, place)),
                [false, true] if self.held[b as usize].is_awake() => on.push((b, place)),
                _ => {}
            }
        }
        on.sort_unstable();
        let mut hidden = Vec::new();
        for group in on.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            for &(body, place) in group {
                let others = group.iter().filter(|other| other.1 != place);
                if others.into_iter().any(|other| self.hides(body, other.1, place)) {
                    hidden.push(place);
                }
            }
        }
        for place in hidden {
            let contact = &mut self.contacts[place as usize];
            (contact.count, contact.touches) = (0, false);
        }
    }

    /// Whether the part that is touched in the second contact lies behind the contact plane of the first one, and not the other way round.
    fn hides(&self, body: u32, first: u32, second: u32) -> bool {
        let [p, q] = [first, second].map(|place| &self.contacts[place as usize]);
        let size = self.held[body as usize].size;
        let (hidden, level) = (self.rises(body, p, q), size * num(MARGIN));
        // Two faces at the same level do not hide each other.
        hidden <= level
            && self.rises(body, q, p) > larger(hidden, R::default()) + size * num(LEVEL)
            && self.stand_together(body, p, q)
    }

    /// Whether the two touched bodies are the same one, or both at rest, so that they do not move relative to each other.
    fn stand_together(&self, body: u32, p: &Contact<R>, q: &Contact<R>) -> bool {
        let [a, b] = [p, q].map(|contact| other(contact, body));
        let still = |slot: u32| !self.held[slot as usize].moves_itself();
        a == b || still(a) && still(b)
    }

    /// The height of the part that is touched in the second contact over the contact plane of the first one.
    fn rises(&self, body: u32, p: &Contact<R>, q: &Contact<R>) -> R {
        let way = out_of(p, body);
        let held = &self.held[body as usize];
        let side = usize::from(p.bodies[1] == body);
        // The level of the touched surface, relative to the center of the body.
        let deepest = |a: Point<R>, b: &Point<R>| if b.gap < a.gap { *b } else { a };
        let point = p.points().iter().fold(p.points[0], deepest);
        // The point was halfway between the surfaces when it was computed. At an impact, they touch.
        let half = if p.ahead { R::default() } else { point.found * num(0.5) };
        let level = point.arms[side].dot(way) + half - point.gap;
        let met = &self.held[other(q, body) as usize];
        let part = q.parts()[usize::from(q.bodies[0] == body)];
        let support = self.parts[part].figure.support(met.turn.apply_inverse(way));
        (met.center - held.center).dot(way) + support - level
    }
}

/// The other body of a contact.
fn other<R: Real>(contact: &Contact<R>, body: u32) -> u32 {
    if contact.bodies[0] == body { contact.bodies[1] } else { contact.bodies[0] }
}

/// The normal of a contact, pointing towards a body.
fn out_of<R: Real>(contact: &Contact<R>, body: u32) -> V<R> {
    if contact.bodies[1] == body { contact.normal } else { -contact.normal }
}
