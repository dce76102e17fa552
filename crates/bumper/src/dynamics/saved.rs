//! What changes from step to step, in few bytes: to go back to, or to send.

use super::Bodies;
use super::body::{Kind, Refusal};
use super::contact::Contact;
use super::turn::{Turn, V};
use crate::scalar::Real;
use alloc::vec::Vec;

/// What the bodies of [`Bodies`] did at a moment: places, velocities, rest, and the impulses of contacts and joints. Not what was added:
/// it is for the same bodies and joints to go back to. In `f32` 44 bytes for a body that moves, 36 for a pair that touches; with
/// the feature `serde` it can be written and read.
///
/// ```
/// use bumper::{Ball, dynamics::{Bodies, Body, Solid}};
/// let mut bodies = Bodies::<f32>::new([0.0, -10.0]);
/// let ball = bodies.add(&Body::default(), &[Solid::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
/// let saved = bodies.save();
/// (0..9).for_each(|_| bodies.step(0.1));
/// let there = bodies.state(ball);
/// bodies.restore(&saved).unwrap();
/// assert_ne!(bodies.state(ball), there);
/// (0..9).for_each(|_| bodies.step(0.1));
/// assert_eq!(bodies.state(ball), there);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: serde::Deserialize<'de> + Default + Copy")))]
pub struct Saved<R> {
    bodies: Vec<SavedBody<R>>,
    contacts: Vec<SavedContact<R>>,
    joints: Vec<[R; 12]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedBody<R> {
    center: [R; 2],
    turn: [R; 2],
    velocity: [R; 2],
    spin: R,
    turns: i32,
    still: u32,
    /// One more than the island that it rests with.
    asleep: u32,
    generation: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedContact<R> {
    parts: [u32; 2],
    features: [u32; 2],
    push: [R; 2],
    rub: [R; 2],
    count: u8,
    touches: bool,
}

impl<R> Saved<R> {
    /// The bytes that it takes.
    pub fn memory(&self) -> usize {
        self.bodies.len() * size_of::<SavedBody<R>>()
            + self.contacts.len() * size_of::<SavedContact<R>>()
            + self.joints.len() * size_of::<[R; 12]>()
    }
}

impl<R: Real> Bodies<R> {
    /// What the bodies do at this moment, to go back to. Costs O(n).
    pub fn save(&self) -> Saved<R> {
        let moves = self.held.iter().filter(|held| held.alive && held.kind != Kind::Static);
        let bodies = moves.map(|held| SavedBody {
            center: held.center.0,
            turn: [held.turn.cos, held.turn.sin],
            velocity: held.velocity.0,
            spin: held.spin,
            turns: held.turns,
            still: held.still,
            asleep: held.asleep.map_or(0, |island| island + 1),
            generation: held.generation,
        });
        let near = self.contacts.iter().filter(|contact| contact.count > 0 || contact.touches);
        let contacts = near.map(|contact| SavedContact {
            parts: contact.parts().map(|part| part as u32),
            features: contact.points.map(|point| point.feature),
            push: contact.points.map(|point| point.push),
            rub: contact.points.map(|point| point.rub),
            count: contact.count,
            touches: contact.touches,
        });
        let joints = self.links.iter().filter(|link| link.alive).map(|link| link.pushed.to_array());
        Saved { bodies: bodies.collect(), contacts: contacts.collect(), joints: joints.collect() }
    }

    /// Goes back to what was saved: from there on steps are the same, to the bit, if forces and what is set are. What lies between, such
    /// as forces for the next step, is forgotten. Costs O(n log n).
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`], where bodies or joints have come or gone since then: then nothing is changed.
    pub fn restore(&mut self, saved: &Saved<R>) -> Result<(), Refusal> {
        let moves = |held: &&mut super::Held<R>| held.alive && held.kind != Kind::Static;
        let known = self.held.iter_mut().filter(moves).map(|held| held.generation);
        let is_same = known.eq(saved.bodies.iter().map(|body| body.generation));
        let joints = self.links.iter().filter(|link| link.alive).count();
        let there = |parts: &[u32; 2]| {
            parts.iter().all(|part| self.parts.get(*part as usize).is_some_and(|part| part.alive))
        };
        let ordered = saved.contacts.windows(2).all(|pair| pair[0].parts < pair[1].parts)
            && saved.contacts.iter().all(|contact| contact.count <= 2 && there(&contact.parts));
        if !is_same || joints != saved.joints.len() || !ordered {
            return Err(Refusal::Gone);
        }
        let moves = |held: &&mut super::Held<R>| held.alive && held.kind != Kind::Static;
        for (held, body) in self.held.iter_mut().filter(moves).zip(&saved.bodies) {
            (held.center, held.velocity, held.spin) = (body.center.into(), body.velocity.into(), body.spin);
            held.turn = Turn { cos: body.turn[0], sin: body.turn[1] };
            (held.turns, held.still) = (body.turns, body.still);
            held.asleep = body.asleep.checked_sub(1);
            (held.force, held.torque) = (V::default(), R::default());
        }
        for (link, pushed) in self.links.iter_mut().filter(|link| link.alive).zip(&saved.joints) {
            link.pushed.take(pushed);
        }
        self.restore_contacts(saved);
        Ok(())
    }

    /// The contacts as they were, and the boxes of what may now be anywhere.
    fn restore_contacts(&mut self, saved: &Saved<R>) {
        self.gone.clear();
        self.told = 0;
        self.stale = true;
        self.contacts.clear();
        for from in &saved.contacts {
            let [a, b] = from.parts.map(|part| &self.parts[part as usize]);
            let key = u64::from(from.parts[0]) << 32 | u64::from(from.parts[1]);
            let mut contact = Contact::new(key, [a.body, b.body], a.sensor || b.sensor);
            for (k, point) in contact.points.iter_mut().enumerate() {
                (point.feature, point.push, point.rub) = (from.features[k], from.push[k], from.rub[k]);
            }
            (contact.count, contact.touches, contact.touched) = (from.count, from.touches, from.touches);
            self.contacts.push(contact);
        }
        for held in self.held.iter().filter(|held| held.alive && held.kind != Kind::Static) {
            for &key in &held.parts {
                let bounds = self.parts[key as usize].figure.bounds(held.center, held.turn);
                // What is not a number has been stopped before.
                let _ = self.tree.set(key as usize, bounds);
            }
        }
        self.rest_contacts();
    }

    /// Finds anew where what rests touches: as it lies now, not as it lay before the last step.
    pub(super) fn rest_contacts(&mut self) {
        let mut contacts = core::mem::take(&mut self.contacts);
        let mut rooms = [Vec::new(), Vec::new()];
        for contact in &mut contacts {
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if held.iter().any(|held| held.asleep.is_some()) && !held.iter().any(|held| held.is_awake()) {
                let touches = contact.touches;
                self.touch(contact, held, R::default(), &mut rooms);
                contact.touches = touches;
            }
        }
        self.contacts = contacts;
    }
}
