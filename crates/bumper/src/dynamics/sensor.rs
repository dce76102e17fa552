//! Sensors: the pairs that have to be tested, and bodies that cross a sensor within a step.

use super::Bodies;
use super::body::Kind;
use super::contact::{Contact, Seen};
use super::continuous::FAST;
use super::seats::NONE;
use super::time_of_impact::{Motion, Outcome, time_of_impact};
use super::touch::overlap;
use super::turn::num;
use crate::narrow::measure::smaller;
use crate::scalar::Real;

/// The depth that a body has to reach in a sensor that it crosses within a step, as a fraction of the overlap that swept bodies may have.
const DEPTH: f64 = 1.0 / 8.0;

/// The number of searches for the time at which a sensor is crossed, each with its own iteration cap. After that the bodies are so close to
/// each other that they count as touching.
const MAX_ROUNDS: u32 = 8;

impl<R: Real> Bodies<R> {
    /// Whether the narrow phase has to test a pair: one of its bodies is awake, or it has a sensor and its relative pose has changed since
    /// the last test.
    pub(super) fn is_due(held: &[super::RigidBody<R>], contact: &Contact<R>) -> bool {
        let pair = contact.bodies.map(|body| &held[body as usize]);
        pair.iter().any(|held| held.is_awake()) || contact.sensor && contact.seen != Seen::of(pair)
    }

    /// Marks the sensor contacts of fast bodies that did not touch at the beginning of the step, but overlap within it.
    pub(super) fn note_crossings(&mut self) {
        let mut contacts = core::mem::take(&mut self.contacts);
        for contact in contacts.iter_mut().filter(|contact| contact.sensor && !contact.touches) {
            contact.touches = self.crosses(contact);
        }
        self.contacts = contacts;
    }

    /// Whether the two parts of a pair overlap at any time of the step. False for pairs that are too slow to pass through each other within
    /// a step.
    fn crosses(&self, contact: &Contact<R>) -> bool {
        let (keys, slots) = (contact.parts(), contact.bodies);
        let [p, q] = keys.map(|key| &self.parts[key].reach);
        if !overlap(p, q) {
            return false;
        }
        let motions = slots.map(|slot| {
            let place = self.solver.places[slot as usize];
            let moved = (place != NONE).then(|| self.solver.moving[place as usize].get());
            let held = &self.held[slot as usize];
            moved.map_or_else(|| self.stands(slot), |moved| Motion::new(held, moved.shift, moved.angle))
        });
        let motions = [&motions[0], &motions[1]];
        let moves = slots.map(|slot| self.held[slot as usize].kind != Kind::Static);
        // The thickness of these parts, not that of the whole bodies: a thin sensor does not make its body thin. There is no margin:
        // sensors have no speculative contacts.
        let half = |k: usize| match moves[k] {
            true => self.parts[keys[k]].figure.thickness() * num(0.5),
            false => num(f64::INFINITY),
        };
        let inner = smaller(half(0), half(1));
        if !self.is_fast_pair(slots, motions, inner * num(FAST)) {
            return false;
        }
        let ([a, b], tolerance) = self.inset_pair(keys, moves, inner, DEPTH);
        let mut from = R::default();
        for _ in 0..MAX_ROUNDS {
            match time_of_impact([&a, &b], motions, from, tolerance) {
                Outcome::Miss => return false,
                Outcome::Hit(_) | Outcome::Overlap => return true,
                // Fast rotation: the search goes on from the time that it has reached.
                Outcome::Unknown(impact) => from = impact.time,
            }
        }
        true
    }
}
