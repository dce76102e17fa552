//! Snapshots of the state that a step changes, in a few bytes: for rollback, or to be sent.

use super::Bodies;
use super::body::{Kind, Refusal};
use super::contact::Seen;
use super::turn::{Turn, V, num};
use crate::scalar::Real;
use alloc::vec::Vec;

/// A snapshot of [`Bodies`]: poses, velocities, sleep, and the impulses of contacts and joints. It does not contain definitions and
/// settings, such as shapes, the poses of static bodies, motors and targets, so it can only be restored into a simulation with the same
/// bodies and joints.
///
/// In `f32` it takes 40 bytes for each body that is not static, at most 44 for each pair that touches or is about to, and 48 for each
/// joint. With the feature `serde` it can be serialized.
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
    /// A hash of the slots and generations of the bodies that are not static, and of the ids, bodies and kinds of the joints.
    names: u64,
    bodies: Vec<SavedBody<R>>,
    contacts: Vec<SavedContact>,
    /// The relative pose (offset and two rotations) at which the points of each contact were computed. Contacts of sensors and speculative
    /// contacts of an impact have none, because they are computed anew in each step.
    kept: Vec<[R; 6]>,
    /// The impulses of the last sub-step and of the last step, for each contact that touches: the normal impulse at both points, and the
    /// friction impulse.
    impulses: Vec<[R; 6]>,
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
    /// The sleeping island with the highest bit set; zero if the body is awake.
    rest: u32,
    /// The time for which it has been slow.
    slow_time: R,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedContact {
    /// The indices of the parts. The highest bit of the first one means that the contact has an entry in `kept`, that of the second one
    /// that the parts touch.
    parts: [u32; 2],
}

/// A flag in the highest bit of an index: indices are smaller than that.
const MARK: u32 = 1 << 31;

impl<R> Saved<R> {
    /// The size of the stored data in bytes.
    pub fn memory(&self) -> usize {
        self.bodies.len() * size_of::<SavedBody<R>>()
            + self.contacts.len() * size_of::<SavedContact>()
            + (self.kept.len() + self.impulses.len()) * size_of::<[R; 6]>()
            + self.joints.len() * size_of::<[R; 12]>()
    }
}

impl SavedContact {
    fn is_kept(&self) -> bool {
        self.parts[0] & MARK != 0
    }

    fn places(&self) -> [u32; 2] {
        self.parts.map(|part| part & !MARK)
    }

    fn touches(&self) -> bool {
        self.parts[1] & MARK != 0
    }
}

impl<R: Real> Bodies<R> {
    /// Saves the state at this moment, to be restored later. Costs O(n).
    pub fn save(&self) -> Saved<R> {
        let moves = self.held.iter().filter(|held| held.alive && held.kind != Kind::Static);
        let bodies = moves.map(|held| SavedBody {
            center: held.center.0,
            turn: [held.turn.cos, held.turn.sin],
            velocity: held.velocity.0,
            spin: held.spin,
            turns: held.turns,
            rest: held.asleep.map_or(0, |island| island | MARK),
            slow_time: held.slow_time,
        });
        let near = || self.all_contacts().filter(|contact| contact.count > 0 || contact.touches);
        let contacts = near().map(|contact| {
            let [a, b] = contact.parts().map(|part| part as u32);
            let mark = if contact.is_kept() { MARK } else { 0 };
            let touches = if contact.touches { MARK } else { 0 };
            SavedContact { parts: [a | mark, b | touches] }
        });
        let kept = near().filter(|contact| contact.is_kept()).map(|contact| {
            let Seen { offset, turns: [p, q] } = contact.seen;
            [offset[0], offset[1], p.cos, p.sin, q.cos, q.sin]
        });
        let impulses = near().filter(|contact| contact.touches).map(|contact| {
            let [p, q] = &contact.points;
            [p.push, q.push, contact.rub, p.total, q.total, contact.total_friction]
        });
        let joints = self.links.iter().filter(|link| link.alive).map(|link| link.pushed.to_array());
        Saved {
            names: self.names(),
            bodies: bodies.collect(),
            contacts: contacts.collect(),
            kept: kept.collect(),
            impulses: impulses.collect(),
            joints: joints.collect(),
        }
    }

    /// A hash (FNV-1a) of the slots and generations of the bodies that are not static, and of the ids, bodies and kinds of the joints.
    fn names(&self) -> u64 {
        let pair = |first: u32, second: u32| u64::from(first) << 32 | u64::from(second);
        let moves = (0..).zip(&self.held).filter(|(_, held)| held.alive && held.kind != Kind::Static);
        let bodies = moves.map(|(slot, held)| pair(slot, held.generation));
        let joined = (0..).zip(&self.links).filter(|(_, link)| link.alive);
        let joints = joined.flat_map(|(slot, link)| {
            [pair(slot, link.generation), pair(link.bodies[0], link.bodies[1]), link.kind_bits()]
        });
        bodies
            .chain(joints)
            .fold(0xcbf2_9ce4_8422_2325, |names, number| (names ^ number).wrapping_mul(0x0100_0000_01b3))
    }

    /// Restores a saved state. From there, steps give the same bits if forces and settings are the same. Forces for the next step and end
    /// events are discarded. Costs O(n log n).
    ///
    /// # Errors
    ///
    /// [`Refusal::Gone`] if the bodies that are not static are other ones, if a part in a contact no longer exists, or if the joints are
    /// other ones: of other ids, bodies or kinds. Then nothing is changed. Shapes, limits and motors are not compared.
    pub fn restore(&mut self, saved: &Saved<R>) -> Result<(), Refusal> {
        let moves = |held: &&mut super::RigidBody<R>| held.alive && held.kind != Kind::Static;
        let bodies = self.held.iter_mut().filter(moves).count();
        let joints = self.links.iter().filter(|link| link.alive).count();
        let there = |parts: [u32; 2]| {
            parts.iter().all(|part| self.parts.get(*part as usize).is_some_and(|part| part.alive))
        };
        let ordered = saved.contacts.windows(2).all(|pair| pair[0].places() < pair[1].places())
            && saved.contacts.iter().all(|contact| there(contact.places()));
        let kept = saved.contacts.iter().filter(|contact| contact.is_kept()).count();
        let touching = saved.contacts.iter().filter(|contact| contact.touches()).count();
        let same =
            saved.names == self.names() && bodies == saved.bodies.len() && joints == saved.joints.len();
        if !(same && ordered && kept == saved.kept.len() && touching == saved.impulses.len()) {
            return Err(Refusal::Gone);
        }
        for (held, body) in self.held.iter_mut().filter(moves).zip(&saved.bodies) {
            (held.center, held.velocity, held.spin) = (body.center.into(), body.velocity.into(), body.spin);
            held.turn = Turn { cos: body.turn[0], sin: body.turn[1] };
            held.turns = body.turns;
            let asleep = body.rest & MARK != 0;
            held.asleep = asleep.then_some(body.rest & !MARK);
            held.slow_time = body.slow_time;
            (held.force, held.torque) = (V::default(), R::default());
        }
        for (link, pushed) in self.links.iter_mut().filter(|link| link.alive).zip(&saved.joints) {
            link.pushed.take(pushed);
        }
        self.restore_islands();
        self.restore_contacts(saved);
        Ok(())
    }

    /// Links the bodies of each sleeping island. A body whose island does not exist becomes an island with no other body.
    fn restore_islands(&mut self) {
        let asleep = |bodies: &Self| {
            let slots = (0..).zip(&bodies.held).filter(|(_, held)| held.alive);
            slots.filter_map(|(slot, held)| Some((slot, held.asleep?))).collect::<Vec<(u32, u32)>>()
        };
        for (slot, island) in asleep(self) {
            let first = self.held.get(island as usize).filter(|first| first.alive);
            if first.is_none_or(|first| first.asleep != Some(island)) {
                self.held[slot as usize].asleep = Some(slot);
            }
        }
        let sleepers = asleep(self);
        let (first, others): (Vec<_>, Vec<_>) =
            sleepers.into_iter().partition(|(slot, island)| slot == island);
        first.into_iter().chain(others).for_each(|(slot, island)| self.link_asleep(slot, island));
    }

    /// Restores the contacts, and updates the AABBs of all bodies that are not static.
    fn restore_contacts(&mut self, saved: &Saved<R>) {
        self.gone.clear();
        self.told = 0;
        self.contacts.clear();
        self.resting.clear();
        let (mut kept, mut impulses) = (saved.kept.iter(), saved.impulses.iter());
        let mut rooms = [Vec::new(), Vec::new()];
        for from in &saved.contacts {
            let [p, q] = from.places();
            let [a, b] = [p, q].map(|part| &self.parts[part as usize]);
            let key = u64::from(p) << 32 | u64::from(q);
            let mut contact = self.contact(key, [a, b]);
            if let Some(&[x, y, c, s, d, t]) = from.is_kept().then(|| kept.next()).flatten() {
                let turns = [Turn { cos: c, sin: s }, Turn { cos: d, sin: t }];
                let seen = Seen { offset: crate::Vector([x, y]), turns };
                // No limit on the distance: the contact existed at this pose.
                let found = self.seen(&contact, &seen, num(f64::MAX), &mut rooms);
                contact.take(&seen, found);
            }
            contact.touches = from.touches();
            contact.touched = contact.touches;
            if let Some(impulses) = contact.touches.then(|| impulses.next()).flatten() {
                let [push, other, rub, total, other_total, total_friction] = *impulses;
                (contact.rub, contact.total_friction) = (rub, total_friction);
                [contact.points[0].push, contact.points[1].push] = [push, other];
                [contact.points[0].total, contact.points[1].total] = [total, other_total];
            }
            self.contacts.push(contact);
        }
        for slot in 0..self.held.len() as u32 {
            let held = &self.held[slot as usize];
            if held.alive && held.kind != Kind::Static {
                self.fit(slot, R::default(), 0.0);
                self.stir(slot);
            }
        }
        let links = (0..).zip(&self.links).filter(|(_, link)| link.alive);
        self.awake_links = links.map(|(slot, _)| slot).collect();
        self.stirred = true;
        self.rest_contacts();
    }

    /// Recomputes the contacts of sleeping bodies for their current poses, because those of the last step are for the poses before it.
    pub(super) fn rest_contacts(&mut self) {
        let mut contacts = core::mem::take(&mut self.contacts);
        let mut rooms = [Vec::new(), Vec::new()];
        for contact in &mut contacts {
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if held.iter().any(|held| held.asleep.is_some()) && !held.iter().any(|held| held.is_awake()) {
                let touches = contact.touches;
                self.touch(contact, held, R::default(), &mut rooms);
                // The state of a sensor is not updated again until something moves, so it has to be that of the current poses.
                if !contact.sensor {
                    contact.touches = touches;
                }
            }
        }
        self.contacts = contacts;
    }
}
