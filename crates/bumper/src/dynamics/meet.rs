//! Which pairs are near, and where they touch.

use super::body::Held;
use super::contact::{Contact, Point, Seen};
use super::turn::{Turn, V, between, cross, num, smaller};
use super::{Bodies, Part};
use crate::broad::sort;
use crate::narrow::{self, measure::size};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// How near shapes are taken for touching, as a part of their size: a contact that is there before it is needed.
pub(super) const MARGIN: f64 = 1.0 / 32.0;

/// By how much the boxes of bodies are larger than they are, as a part of their size: so far they move before pairs are looked
/// for again.
const ROOM: f64 = 1.0 / 8.0;

/// How far two that touch in one point, or lie face on face, may move against each other, as a part of their size, before it is found
/// anew where they touch (as Box2D 3.2 recycles contacts: a tower of a hundred stands by this). At one point less, where faces are round.
const KEPT: [f64; 2] = [1.0 / 128.0, 1.0 / 16.0];

/// And the cosine of the angle by which they may turn in the world: a ninth of a right angle and more.
const STRAIGHT: f64 = 0.98;

impl<R: Real> Bodies<R> {
    /// Moves the boxes of what has left them, and looks for pairs if any has.
    pub(super) fn find_pairs(&mut self, step: R) {
        for held in self.held.iter().filter(|held| held.alive && held.is_awake()) {
            let way = held.velocity.scaled(step).map(size);
            let far = smaller(size(held.spin) * step, num(1.0)) * held.reach;
            let rounding = (size(held.center[0]) + size(held.center[1])) * R::EPSILON * num(8.0);
            let need = Vector::splat(held.size * num(MARGIN) + far + rounding) + way;
            for &key in &held.parts {
                let tight = self.parts[key as usize].figure.bounds(held.center, held.turn);
                let (low, high) = (tight.min() - need, tight.max() + need);
                let old = self.tree.get(key as usize);
                let inside =
                    |k: usize| old.is_some_and(|old| old.min()[k] <= low[k] && high[k] <= old.max()[k]);
                if inside(0) && inside(1) {
                    continue;
                }
                let room = Vector::splat(held.size * num(ROOM));
                // What is not a number has been stopped before.
                let _ = self.tree.set(key as usize, Aabb::new(low - room, high + room));
                self.stale = true;
            }
        }
        if core::mem::take(&mut self.stale) {
            self.join_pairs();
        }
    }

    /// Makes the list of contacts anew: those that are there keep what is known of them.
    fn join_pairs(&mut self) {
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        self.tree.pairs(|a, b| {
            if self.may_meet(a, b) {
                pairs.push(((a as u64) << 32 | b as u64, 0));
            }
        });
        sort(&mut pairs, &mut self.spare);
        let mut contacts = Vec::with_capacity(pairs.len() + pairs.len() / 4);
        let old = core::mem::take(&mut self.contacts);
        let mut before = old.iter().peekable();
        for &(key, _) in &pairs {
            while let Some(far) = before.next_if(|contact| contact.key < key) {
                self.leave(far);
            }
            contacts.push(before.next_if(|contact| contact.key == key).copied().unwrap_or_else(|| {
                let [a, b] = [key >> 32, key & 0xffff_ffff].map(|part| &self.parts[part as usize]);
                Contact::new(key, [a.body, b.body], a.sensor || b.sensor)
            }));
        }
        before.for_each(|far| self.leave(far));
        (self.contacts, self.pairs) = (contacts, pairs);
    }

    /// Whether two parts are of different bodies that something can move, see each other, and are not kept apart by a joint.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let (p, q): (&Part<R>, &Part<R>) = (&self.parts[a], &self.parts[b]);
        let (first, second) = (&self.held[p.body as usize], &self.held[q.body as usize]);
        let moves = first.is_dynamic() || second.is_dynamic();
        let sees = p.filter & q.layers != 0 || q.filter & p.layers != 0;
        let pair = (p.body.min(q.body), p.body.max(q.body));
        let joined = first.joints > 0 && second.joints > 0 && self.apart.binary_search(&pair).is_ok();
        p.body != q.body && moves && sees && !joined && !(p.sensor && q.sensor)
    }

    /// Finds where the pairs touch of which one is awake.
    pub(super) fn touch_all(&mut self, step: R) {
        let mut contacts = core::mem::take(&mut self.contacts);
        let mut rooms = [Vec::new(), Vec::new()];
        for contact in &mut contacts {
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            contact.touched = contact.touches;
            if held.iter().any(|held| held.is_awake()) {
                self.touch(contact, held, step, &mut rooms);
            }
        }
        self.contacts = contacts;
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
        let most = length(a, b) * num(KEPT[usize::from(contact.count == 2)]);
        if !(contact.is_kept() && seen.is_near(&contact.seen, most, [a.reach, b.reach])) {
            let found = self.find(contact, &seen, [a, b], step, rooms);
            contact.take(&seen, found);
        }
        contact.follow(&seen, contact.parts().map(|part| self.parts[part].figure.radius));
    }

    /// Where a pair touches, or will within the step.
    fn find(
        &self,
        contact: &Contact<R>,
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
        let found = self.seen(contact, seen, near, rooms);
        found.filter(|found| {
            found.separation <= margin || {
                // Only what will be there at the end of the step counts, not what passes by.
                let ahead = |held: &Held<R>| held.turn.then(Turn::by(between_one(held.spin * step)));
                let then = Seen { offset: seen.offset + way, turns: [ahead(a), ahead(b)] };
                self.seen(contact, &then, margin, rooms).is_some()
            }
        })
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
        self.touches && self.count > 0 && !self.sensor
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
    fn follow(&mut self, now: &Seen<R>, radii: [R; 2]) {
        let way = (now.offset - self.seen.offset).dot(self.normal);
        let [p, q] = [0, 1].map(|k| now.turns[k].since(self.seen.turns[k]));
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

/// How far along the normal the cores are from the centres: without the radii around them, which do not turn with the bodies.
#[inline]
pub(super) fn depths<R: Real>([r, s]: [V<R>; 2], normal: V<R>, radii: [R; 2]) -> [R; 2] {
    [r.dot(normal) - radii[0], s.dot(normal) + radii[1]]
}

impl<R: Real> Seen<R> {
    /// Whether the two bodies, as far as they reach, lie to each other as they did but for a length, and have not turned far.
    fn is_near(&self, old: &Self, most: R, [r, s]: [R; 2]) -> bool {
        if self == old {
            return true;
        }
        let [p, q] = [0, 1].map(|k| self.turns[k].since(old.turns[k]));
        let straight = num::<R>(STRAIGHT);
        let turned = q.since(p);
        let way = p.apply_inverse(self.offset) - old.offset;
        // Of the two, the one that reaches less far is turned about the contact.
        let left = most - size(turned.sin) * smaller(r, s);
        p.cos > straight && q.cos > straight && left > R::default() && way.dot(way) < left * left
    }
}

/// At most one radian either way.
fn between_one<R: Real>(angle: R) -> R {
    between(angle, num(-1.0), num(1.0))
}

/// The length that tolerances of a pair are parts of: of what can be moved the smaller size.
#[inline]
pub(super) fn length<R: Real>(a: &Held<R>, b: &Held<R>) -> R {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, true) => smaller(a.size, b.size),
        (true, false) => a.size,
        (false, _) => b.size,
    }
}
