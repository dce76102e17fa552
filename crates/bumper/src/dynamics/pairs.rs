//! The broad phase: pairs of parts whose fat AABBs overlap, updated when a part leaves its fat AABB.

use super::body::{Kind, RigidBody};
use super::contact::{Contact, Seen};
use super::touch::overlap;
use super::turn::{V, cross, num};
use super::{Bodies, Part};
use crate::broad_phase::sort;
use crate::narrow::measure::{abs, larger, smaller};
use crate::scalar::Real;
use crate::{Aabb, Vector};

/// The margin of fat AABBs, as a fraction of the body's size: bodies move that far before their pairs are searched again.
const ROOM: f64 = 1.0 / 8.0;

/// If more than one in this many parts has left its fat AABB, all pairs are searched.
const MANY: usize = 4;

impl<R: Real> Bodies<R> {
    /// Updates the fat AABBs of parts that have left them, and the list of pairs if there are any such parts.
    pub(super) fn find_pairs(&mut self, step: R) {
        for k in 0..self.awake.len() {
            self.fit(self.awake[k], step, ROOM);
        }
        if core::mem::take(&mut self.relink) {
            self.list_apart();
            self.drop_pairs(|bodies, contact| {
                let [a, b] = contact.parts();
                !bodies.may_meet(a, b)
            });
        }
        let mut left = core::mem::take(&mut self.left);
        if left.len() * MANY > self.parts.len() {
            self.all_pairs();
            self.join_pairs();
        } else if self.new_pairs(&left) {
            self.join_pairs();
        }
        left.clear();
        self.left = left;
    }

    /// Computes the swept AABBs of a body's parts for a step, and replaces fat AABBs that do not contain them. With `room` zero, all fat
    /// AABBs are replaced, without a margin.
    pub(super) fn fit(&mut self, slot: u32, step: R, room: f64) {
        let held = &self.held[slot as usize];
        let (need, room) = (held.need(step), held.size * num(room));
        for &key in &held.parts {
            let part = &mut self.parts[key as usize];
            let tight = part.figure.bounds(held.center, held.turn);
            let (low, high) = (tight.min() - need[0], tight.max() + need[1]);
            part.reach = Aabb::new(low, high);
            let inside = |k: usize| part.room.min()[k] <= low[k] && high[k] <= part.room.max()[k];
            if room > R::default() && inside(0) && inside(1) {
                continue;
            }
            part.room = Aabb::new(low - Vector::splat(room), high + Vector::splat(room));
            // NaN has been excluded before.
            let _ = self.tree.set(key as usize, part.room);
            self.left.push(key);
        }
    }

    /// Finds all pairs with overlapping fat AABBs that may collide and are not among the sleeping contacts, sorted by key.
    fn all_pairs(&mut self) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        self.tree.pairs(|a, b| {
            let key = (a as u64) << 32 | b as u64;
            if self.may_meet(a, b) && !self.resting.contains(key) && self.reach_each_other(a, b) {
                pairs.push((key, 0));
            }
        });
        sort(&mut pairs, &mut self.spare);
        self.pairs = pairs;
    }

    /// Finds the pairs of those parts that have left their fat AABBs, and the old pairs that remain. Returns whether there is a new pair;
    /// if not, the list of contacts stays valid.
    fn new_pairs(&mut self, left: &[u32]) -> bool {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for &key in left.iter().filter(|key| self.parts[**key as usize].alive) {
            self.tree.intersect_all(&self.parts[key as usize].room, |other| {
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                if self.may_meet(a, b) && self.reach_each_other(a, b) {
                    pairs.push(((a as u64) << 32 | b as u64, 0));
                }
            });
        }
        sort(&mut pairs, &mut self.spare);
        pairs.dedup();
        pairs.retain(|(key, _)| !is_in(&self.contacts, *key) && !self.resting.contains(*key));
        let any = !pairs.is_empty();
        if any {
            let near = self.contacts.iter().filter(|contact| {
                let [a, b] = contact.parts();
                overlap(&self.parts[a].room, &self.parts[b].room)
                    && (contact.count > 0 || self.reach_each_other(a, b))
            });
            pairs.extend(near.map(|contact| (contact.key, 0)));
            sort(&mut pairs, &mut self.spare);
        }
        self.pairs = pairs;
        any
    }

    /// Rebuilds the list of contacts from the list of pairs. Existing contacts keep their data.
    ///
    /// Pairs that touched remain for one more step, whatever their distance, so that the order of end events does not depend on the size of
    /// the fat AABBs.
    fn join_pairs(&mut self) {
        let pairs = core::mem::take(&mut self.pairs);
        let mut contacts = core::mem::take(&mut self.before);
        contacts.clear();
        let mut old = core::mem::take(&mut self.contacts);
        let mut before = old.iter().peekable();
        for &(key, _) in &pairs {
            // Touching pairs remain for a step, so that their end events are ordered by pair.
            while let Some(far) = before.next_if(|contact| contact.key < key) {
                contacts.extend(far.touches.then_some(*far));
            }
            contacts.push(before.next_if(|contact| contact.key == key).copied().unwrap_or_else(|| {
                let [a, b] = [key >> 32, key & 0xffff_ffff].map(|part| &self.parts[part as usize]);
                self.contact(key, [a, b])
            }));
        }
        contacts.extend(before.filter(|far| far.touches));
        old.clear();
        (self.contacts, self.pairs, self.before) = (contacts, pairs, old);
    }

    /// A new contact without a manifold.
    pub(super) fn contact(&self, key: u64, [p, q]: [&Part<R>; 2]) -> Contact<R> {
        let moves = [p, q].map(|part| self.held[part.body as usize].is_dynamic());
        let (sensor, stands) = (p.sensor || q.sensor, !(moves[0] && moves[1]));
        // NaN never compares equal, so that a new sensor pair is tested once even if nothing moves.
        let seen = Seen { offset: Vector::splat(num(f64::NAN)), ..Seen::default() };
        Contact { key, bodies: [p.body, q.body], sensor, stands, seen, ..Contact::default() }
    }

    /// Whether two parts may collide: they belong to different bodies, at least one filter accepts the layers of the other part, no joint
    /// disables the collision, they are not both sensors, and one body is dynamic (for a sensor: one body is not static).
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let (p, q): (&Part<R>, &Part<R>) = (&self.parts[a], &self.parts[b]);
        let sees = p.filter & q.layers != 0 || q.filter & p.layers != 0;
        if !sees || p.body == q.body || p.sensor && q.sensor {
            return false;
        }
        let (first, second) = (&self.held[p.body as usize], &self.held[q.body as usize]);
        let pair = (p.body.min(q.body), p.body.max(q.body));
        let joined =
            !first.joints.is_empty() && !second.joints.is_empty() && self.apart.binary_search(&pair).is_ok();
        let moves = match p.sensor || q.sensor {
            true => first.kind != Kind::Static || second.kind != Kind::Static,
            false => first.is_dynamic() || second.is_dynamic(),
        };
        moves && !joined
    }

    /// Whether a static part reaches into the fat AABB of the other part. AABBs of thin triangles, into which concave ground is split, are
    /// poor bounds. The test does not change results, it only avoids useless pairs.
    fn reach_each_other(&self, a: usize, b: usize) -> bool {
        let [p, q] = [a, b].map(|part| &self.parts[part]);
        match [p, q].map(|part| self.held[part.body as usize].kind == Kind::Static) {
            [true, false] => self.reaches(p, &q.room),
            [false, true] => self.reaches(q, &p.room),
            _ => true,
        }
    }

    /// Whether no edge normal of a part separates it from an AABB. True for shapes without corners (boxes, ellipses).
    pub(super) fn reaches(&self, part: &Part<R>, room: &Aabb<R, 2>) -> bool {
        let (held, corners) = (&self.held[part.body as usize], part.figure.corners());
        let half = (room.max() - room.min()).scaled(num(0.5));
        let middle = held.turn.apply_inverse(room.min() + half - held.center);
        let far = abs(middle[0]) + abs(middle[1]) + held.reach;
        let rounding = far * R::EPSILON * num(32.0) + part.figure.radius;
        // Triangles may have either orientation.
        let clockwise =
            corners.len() == 3 && cross(corners[1] - corners[0], corners[2] - corners[0]) < R::default();
        (0..corners.len()).all(|k| {
            let edge = corners[(k + 1) % corners.len()] - corners[k];
            let own = if clockwise { Vector([-edge[1], edge[0]]) } else { Vector([edge[1], -edge[0]]) };
            let way = held.turn.apply(own);
            let gap = (middle - corners[k]).dot(own) - (abs(way[0]) * half[0] + abs(way[1]) * half[1]);
            // The L1 norm bounds the length of the edge from above and needs no square root; the test is conservative.
            let length = abs(own[0]) + abs(own[1]);
            !(gap > rounding * length)
        })
    }

    /// Removes the contacts in the awake list for which a condition holds, with an end event for each that touched.
    pub(super) fn drop_pairs(&mut self, goes: impl Fn(&Self, &Contact<R>) -> bool) {
        let mut contacts = core::mem::take(&mut self.contacts);
        contacts.retain(|contact| {
            let goes = goes(self, contact);
            if goes {
                self.leave(contact);
            }
            !goes
        });
        self.contacts = contacts;
    }

    /// Removes the sleeping contacts of a body, with an end event for each that touched.
    pub(super) fn drop_sleeping_pairs(&mut self, slot: u32) {
        for key in self.resting.keys_of(&self.held[slot as usize].parts) {
            if let Some(contact) = self.resting.remove(key) {
                self.leave(&contact);
            }
        }
    }
}

impl<R: Real> RigidBody<R> {
    /// The extension of the body's AABB at the lower and the upper corner: its motion in a step, the speculative margin, and rounding
    /// errors.
    fn need(&self, step: R) -> [V<R>; 2] {
        let way = self.velocity.scaled(step);
        let far = smaller(abs(self.spin) * step, num(1.0)) * self.reach;
        let rounding = (abs(self.center[0]) + abs(self.center[1])) * R::EPSILON * num(8.0);
        let around = Vector::splat(self.margin() + far + rounding);
        let zero = Vector::default();
        [around + (-way).zip(zero, larger), around + way.zip(zero, larger)]
    }
}

/// Whether a sorted list of contacts has one with a given key.
fn is_in<R: Real>(contacts: &[Contact<R>], key: u64) -> bool {
    contacts.binary_search_by_key(&key, |contact| contact.key).is_ok()
}
