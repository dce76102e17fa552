//! Which pairs are near, and where they touch.

use super::apart::{MARGIN, is_far, length};
use super::body::Held;
use super::contact::{Contact, Point, Seen};
use super::turn::{Turn, V, between, cross, num};
use super::{Bodies, Part};
use crate::broad::sort;
use crate::narrow::{
    self,
    measure::{larger, size, smaller},
};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// By how much the boxes of bodies are larger than they are, as a part of their size: so far they move before pairs are looked
/// for again.
const ROOM: f64 = 1.0 / 8.0;

/// How far two may move against each other, as a part of their size, before it is found anew where they touch: in general, and where
/// they lie face on face and hardly move (as Box2D 3.2 recycles contacts: a tower of a hundred stands by this).
const KEPT: [f64; 2] = [1.0 / 1024.0, 1.0 / 16.0];

/// How slow what lies face on face moves against the other in a step, as a part of their size. What rocks is found anew: normals that
/// stay where they were would keep it rocking, and half of all piles awake.
const LYING: f64 = 1.0 / 256.0;

/// Where more than one of so many parts has left its box, all pairs are looked for.
const MANY: usize = 4;

/// And the cosine of the angle by which they may turn in the world: a ninth of a right angle and more.
const STRAIGHT: f64 = 0.98;

impl<R: Real> Bodies<R> {
    /// Moves the boxes of what has left them, and looks for pairs if any has.
    pub(super) fn find_pairs(&mut self, step: R) {
        for held in self.awake.iter().map(|slot| &self.held[*slot as usize]) {
            let need = held.need(step);
            for &key in &held.parts {
                let part = &mut self.parts[key as usize];
                let tight = part.figure.bounds(held.center, held.turn);
                let (low, high) = (tight.min() - need[0], tight.max() + need[1]);
                part.reach = Aabb::new(low, high);
                let old = part.room;
                let inside = |k: usize| old.min()[k] <= low[k] && high[k] <= old.max()[k];
                if inside(0) && inside(1) {
                    continue;
                }
                let room = Vector::splat(held.size * num(ROOM));
                part.room = Aabb::new(low - room, high + room);
                // What is not a number has been stopped before.
                let _ = self.tree.set(key as usize, part.room);
                self.left.push(key);
            }
        }
        let mut left = core::mem::take(&mut self.left);
        let many = left.len() * MANY > self.parts.len();
        if core::mem::take(&mut self.relink) {
            self.list_apart();
            self.drop_pairs(|bodies, contact| {
                let [a, b] = contact.parts();
                !bodies.may_meet(a, b)
            });
        }
        if many {
            self.all_pairs();
            self.join_pairs();
        } else if self.new_pairs(&left) {
            self.join_pairs();
        }
        left.clear();
        self.left = left;
    }

    /// Puts the boxes of a body where it is now.
    pub(super) fn fit(&mut self, slot: u32) {
        let held = &self.held[slot as usize];
        let need = held.need(R::default());
        for &key in &held.parts {
            let part = &mut self.parts[key as usize];
            let tight = part.figure.bounds(held.center, held.turn);
            part.reach = Aabb::new(tight.min() - need[0], tight.max() + need[1]);
            part.room = part.reach;
            // What is not a number has been stopped before.
            let _ = self.tree.set(key as usize, part.room);
            self.left.push(key);
        }
    }

    /// Lists the pairs that are near, in order.
    fn all_pairs(&mut self) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        self.tree.pairs(|a, b| {
            let key = (a as u64) << 32 | b as u64;
            if self.may_meet(a, b) && !is_in(&self.resting, key) {
                pairs.push((key, 0));
            }
        });
        sort(&mut pairs, &mut self.spare);
        self.pairs = pairs;
    }

    /// The same, where only some parts have left their boxes: those that were near and still are, and what these parts are near to
    /// now. Returns whether there is a pair that there was not; else the list of contacts can stay.
    fn new_pairs(&mut self, left: &[u32]) -> bool {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        for &key in left.iter().filter(|key| self.parts[**key as usize].alive) {
            self.tree.intersect_all(&self.parts[key as usize].room, |other| {
                let [a, b] = [other.min(key as usize), other.max(key as usize)];
                if self.may_meet(a, b) {
                    pairs.push(((a as u64) << 32 | b as u64, 0));
                }
            });
        }
        sort(&mut pairs, &mut self.spare);
        pairs.dedup();
        pairs.retain(|(key, _)| !is_in(&self.contacts, *key) && !is_in(&self.resting, *key));
        let any = !pairs.is_empty();
        if any {
            let near = self.contacts.iter().filter(|contact| {
                let [p, q] = contact.parts().map(|part| &self.parts[part].room);
                overlap(p, q)
            });
            pairs.extend(near.map(|contact| (contact.key, 0)));
            sort(&mut pairs, &mut self.spare);
        }
        self.pairs = pairs;
        any
    }

    /// Makes the list of contacts anew: those that are there keep what is known of them.
    fn join_pairs(&mut self) {
        let pairs = core::mem::take(&mut self.pairs);
        let mut contacts = core::mem::take(&mut self.before);
        contacts.clear();
        let mut old = core::mem::take(&mut self.contacts);
        let mut before = old.iter().peekable();
        for &(key, _) in &pairs {
            while let Some(far) = before.next_if(|contact| contact.key < key) {
                self.leave(far);
            }
            contacts.push(before.next_if(|contact| contact.key == key).copied().unwrap_or_else(|| {
                let [a, b] = [key >> 32, key & 0xffff_ffff].map(|part| &self.parts[part as usize]);
                self.contact(key, [a, b])
            }));
        }
        before.for_each(|far| self.leave(far));
        old.clear();
        (self.contacts, self.pairs, self.before) = (contacts, pairs, old);
    }

    /// Two parts of which nothing is known but that they are near.
    pub(super) fn contact(&self, key: u64, [p, q]: [&Part<R>; 2]) -> Contact<R> {
        let moves = [p, q].map(|part| self.held[part.body as usize].is_dynamic());
        let (sensor, stands) = (p.sensor || q.sensor, !(moves[0] && moves[1]));
        Contact { key, bodies: [p.body, q.body], sensor, stands, ..Contact::default() }
    }

    /// Whether two parts are of different bodies that something can move, see each other, and are not kept apart by a joint.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let (p, q): (&Part<R>, &Part<R>) = (&self.parts[a], &self.parts[b]);
        let sees = p.filter & q.layers != 0 || q.filter & p.layers != 0;
        if !sees || p.body == q.body || p.sensor && q.sensor {
            return false;
        }
        let (first, second) = (&self.held[p.body as usize], &self.held[q.body as usize]);
        let pair = (p.body.min(q.body), p.body.max(q.body));
        let joined = first.joints > 0 && second.joints > 0 && self.apart.binary_search(&pair).is_ok();
        (first.is_dynamic() || second.is_dynamic()) && !joined
    }

    /// Finds where these pairs touch, and returns what rests and is touched by what is awake.
    pub(super) fn touch_all(&self, contacts: &mut [Contact<R>], step: R) -> Vec<u32> {
        let (mut rooms, mut touched) = ([Vec::new(), Vec::new()], Vec::new());
        for contact in contacts {
            contact.touched = contact.touches;
            let [p, q] = contact.parts().map(|part| &self.parts[part].reach);
            if !overlap(p, q) {
                // Most pairs that are near do not come so far that they would touch in this step.
                (contact.count, contact.touches) = (0, false);
                continue;
            }
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if !held.iter().any(|held| held.is_awake()) {
                continue;
            }
            self.touch(contact, held, step, &mut rooms);
            if contact.count > 0 && !contact.sensor {
                touched.extend(held.iter().filter_map(|held| held.asleep));
            }
        }
        touched
    }

    /// Takes pairs out of the lists; what touched is told of as gone.
    pub(super) fn drop_pairs(&mut self, goes: impl Fn(&Self, &Contact<R>) -> bool) {
        let mut lists = [core::mem::take(&mut self.contacts), core::mem::take(&mut self.resting)];
        for list in &mut lists {
            list.retain(|contact| {
                let goes = goes(self, contact);
                if goes {
                    self.leave(contact);
                }
                !goes
            });
        }
        [self.contacts, self.resting] = lists;
    }

    /// Finds where a pair touches. Where the two have hardly moved against each other, what was found is only followed.
    pub(super) fn touch(
        &self,
        contact: &mut Contact<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) {
        let seen = Seen { offset: b.center - a.center, turns: [a.turn, b.turn] };
        if contact.count == 0 && self.stay_apart(contact, &seen, [a, b], step) {
            contact.touches = false;
            return;
        }
        let size = length(a, b);
        let lies = contact.count == 2 && contact.touches && speed([a, b]) * step < size * num(LYING);
        let most = size * num(KEPT[usize::from(lies)]);
        let mut turned = seen.turned(&contact.seen);
        if !(contact.is_kept() && seen.is_near(&contact.seen, turned, most, [a.reach, b.reach])) {
            let found = self.find(contact, &seen, [a, b], step, rooms);
            contact.take(&seen, found);
            turned = [Turn::none(); 2];
        }
        contact.follow(&seen, turned, contact.parts().map(|part| self.parts[part].figure.radius));
    }

    /// Where a pair touches, or will within the step.
    fn find(
        &self,
        contact: &mut Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<crate::Contact<R, 2>> {
        let margin = if contact.sensor { R::default() } else { length(a, b) * num(MARGIN) };
        let way = (b.velocity - a.velocity).scaled(step);
        let swing = (size(a.spin) * a.reach + size(b.spin) * b.reach) * step;
        let travel = Real::sqrt(way.dot(way)) + swing;
        let near = if contact.sensor { margin } else { margin + travel };
        // However far they are apart: the direction is kept.
        let found = self.seen(contact, seen, num(f64::MAX), rooms)?;
        contact.normal = found.normal;
        let apart = found.separation;
        if apart > near || apart > margin && is_far(apart, found.normal, seen, [a, b], step) {
            return None;
        }
        // Only what will be there at the end of the step counts, not what passes by.
        let ahead = |held: &Held<R>| held.turn.then(Turn::by(between_one(held.spin * step)));
        let then = Seen { offset: seen.offset + way, turns: [ahead(a), ahead(b)] };
        (apart <= margin || self.seen(contact, &then, margin, rooms).is_some()).then_some(found)
    }

    /// Where a pair touches if its bodies lie so, seen from the first.
    pub(super) fn seen(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        near: R,
        [first, second]: &mut [Vec<V<R>>; 2],
    ) -> Option<crate::Contact<R, 2>> {
        let [p, q] = contact.parts().map(|part| &self.parts[part].figure);
        let p = p.at(Vector::default(), seen.turns[0], first);
        let q = q.at(seen.offset, seen.turns[1], second);
        narrow::contact(&p.convex(), &q.convex(), near)
    }
}

impl<R: Real> Contact<R> {
    /// Whether it is one that is followed as long as its bodies hardly move against each other.
    pub(super) fn is_kept(&self) -> bool {
        self.count > 0 && !self.sensor
    }

    /// Takes what was found: points that were there keep their impulses.
    pub(super) fn take(&mut self, seen: &Seen<R>, found: Option<crate::Contact<R, 2>>) {
        let zero = R::default();
        let old = *self;
        (self.count, self.rub, self.seen) = (0, zero, *seen);
        let Some(found) = found else { return };
        self.normal = found.normal;
        for point in found.points().iter().take(2) {
            let before = old.points().iter().find(|before| before.feature == point.feature);
            if before.is_some() {
                self.rub = old.rub;
            }
            self.points[usize::from(self.count)] = Point {
                feature: point.feature,
                arms: [point.point, point.point - seen.offset],
                found: point.separation,
                gap: point.separation,
                push: before.map_or(zero, |before| before.push),
            };
            self.count += 1;
        }
    }

    /// How large the gaps are as the bodies lie now: each by its points on both, which turn with them. Normal and arms stay as they
    /// were, so that a tower does not feel how little it leans.
    fn follow(&mut self, now: &Seen<R>, [p, q]: [Turn<R>; 2], radii: [R; 2]) {
        let way = (now.offset - self.seen.offset).dot(self.normal);
        let mut least = num(f64::INFINITY);
        for point in &mut self.points[..usize::from(self.count)] {
            let [r, s] = depths(point.arms, self.normal, radii);
            let [u, v] = point.arms.map(|arm| cross(arm, self.normal));
            let turned = (q.cos * s + q.sin * v - s) - (p.cos * r + p.sin * u - r);
            point.gap = point.found + way + turned;
            least = smaller(least, point.gap);
        }
        self.touches = least <= R::default();
    }
}

/// Whether a list of contacts has one of these parts.
fn is_in<R: Real>(contacts: &[Contact<R>], key: u64) -> bool {
    contacts.binary_search_by_key(&key, |contact| contact.key).is_ok()
}

/// About how fast two bodies move against each other where they touch.
fn speed<R: Real>([a, b]: [&Held<R>; 2]) -> R {
    let way = b.velocity - a.velocity;
    Real::sqrt(way.dot(way)) + size(b.spin - a.spin) * smaller(a.reach, b.reach)
}

/// How far along the normal the cores are from the centres: without the radii around them, which do not turn with the bodies.
#[inline]
pub(super) fn depths<R: Real>([r, s]: [V<R>; 2], normal: V<R>, radii: [R; 2]) -> [R; 2] {
    [r.dot(normal) - radii[0], s.dot(normal) + radii[1]]
}

impl<R: Real> Seen<R> {
    /// How far both have turned.
    fn turned(&self, old: &Self) -> [Turn<R>; 2] {
        [0, 1].map(|k| self.turns[k].since(old.turns[k]))
    }

    /// Whether the two bodies, as far as they reach, lie to each other as they did but for a length, and have not turned far.
    fn is_near(&self, old: &Self, [p, q]: [Turn<R>; 2], most: R, [r, s]: [R; 2]) -> bool {
        if self == old {
            return true;
        }
        let straight = num::<R>(STRAIGHT);
        let turned = q.since(p);
        let way = p.apply_inverse(self.offset) - old.offset;
        // Of the two, the one that reaches less far is turned about the contact.
        let left = most - size(turned.sin) * smaller(r, s);
        p.cos > straight && q.cos > straight && left > R::default() && way.dot(way) < left * left
    }
}

impl<R: Real> Held<R> {
    /// By how much its box is to be larger than it is, at its lower and at its upper corner, so that what it may touch in a step meets it.
    fn need(&self, step: R) -> [V<R>; 2] {
        let way = self.velocity.scaled(step);
        let far = smaller(size(self.spin) * step, num(1.0)) * self.reach;
        let rounding = (size(self.center[0]) + size(self.center[1])) * R::EPSILON * num(8.0);
        let around = Vector::splat(self.size * num(MARGIN) + far + rounding);
        let zero = Vector::default();
        [around + (-way).zip(zero, larger), around + way.zip(zero, larger)]
    }
}

/// Whether two boxes have a point in common.
#[inline]
fn overlap<R: Real>(p: &Aabb<R, 2>, q: &Aabb<R, 2>) -> bool {
    let along = |k: usize| p.min()[k] <= q.max()[k] && q.min()[k] <= p.max()[k];
    along(0) && along(1)
}

/// At most one radian either way.
fn between_one<R: Real>(angle: R) -> R {
    between(angle, num(-1.0), num(1.0))
}
