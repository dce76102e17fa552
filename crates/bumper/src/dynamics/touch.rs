//! Where pairs touch: most that are near do not, and the direction that tells so in one step mostly does in the next one, too; what lies
//! still keeps its points; all else is found anew.

use super::body::Held;
use super::contact::{Contact, Point, Seen};
use super::time_of_impact::{Motion, Outcome, relative, time_of_impact};
use super::turn::{Turn, V, between, cross, num};
use super::{Bodies, Figure};
use crate::narrow::{
    self,
    measure::{larger, size, smaller},
};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// How far two may move against each other, as a part of their size, before it is found anew where they touch: in general, and where
/// they lie face on face and hardly move (as Box2D 3.2 recycles contacts: a tower of a hundred stands by this).
const KEPT: [f64; 2] = [1.0 / 1024.0, 1.0 / 16.0];

/// How slow what lies face on face moves against the other in a step, as a part of their size. What rocks is found anew: normals that
/// stay where they were would keep it rocking, and half of all piles awake.
const LYING: f64 = 1.0 / 256.0;

/// And the cosine of the angle by which they may turn in the world: a ninth of a right angle and more.
const STRAIGHT: f64 = 0.98;

/// How near shapes are taken for touching, as a part of their size, or of how far they reach, if that is more: a contact that is there before
/// it is needed. The size of a card is its thickness: by that alone contacts in a house of cards came and went.
pub(super) const MARGIN: f64 = 1.0 / 32.0;

/// How far from touching two may be where they are expected to meet, in parts of how near they are taken for touching: spins make them miss.
const NEAR: f64 = 4.0;

/// How many roundings the parts have to be farther apart than would be enough, so that no query can tell otherwise: as a part of how far
/// the two reach.
const ROUNDINGS: f64 = 32.0;

impl<R: Real> Bodies<R> {
    /// Finds where these pairs touch, and returns what rests and is touched by what is awake.
    pub(super) fn touch_all(&self, contacts: &mut [Contact<R>], step: R) -> Vec<u32> {
        let (mut rooms, mut touched) = ([Vec::new(), Vec::new()], Vec::new());
        for contact in contacts {
            contact.touched = contact.touches;
            let [p, q] = contact.parts().map(|part| &self.parts[part].reach);
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if !overlap(p, q) {
                // Most pairs that are near do not come so far that they would touch in this step.
                (contact.count, contact.touches) = (0, false);
                if contact.sensor {
                    contact.seen = Seen::of(held);
                }
                continue;
            }
            if !Self::is_due(&self.held, contact) {
                continue;
            }
            self.touch(contact, held, step, &mut rooms);
            if contact.count > 0 && !contact.sensor {
                touched.extend(held.iter().filter_map(|held| held.asleep));
            }
        }
        touched
    }

    /// Finds where a pair touches. Where the two have hardly moved against each other, what was found is only followed.
    pub(super) fn touch(
        &self,
        contact: &mut Contact<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) {
        let seen = Seen::of([a, b]);
        if contact.count == 0 && self.stay_apart(contact, &seen, [a, b], step) {
            contact.touches = false;
            if contact.sensor {
                contact.seen = seen;
            }
            return;
        }
        let size = length(a, b);
        let lies = contact.count == 2 && contact.touches && speed([a, b]) * step < size * num(LYING);
        let most = size * num(KEPT[usize::from(lies)]);
        let radii = contact.parts().map(|part| self.parts[part].figure.radius);
        let mut turned = seen.turned(&contact.seen);
        if !(contact.is_kept() && seen.is_near(&contact.seen, turned, most, [a.reach, b.reach])) {
            let found = self.find(contact, &seen, [a, b], step, rooms);
            match found {
                None => contact.take(&seen, None),
                Some((found, lie)) if lie != seen => {
                    contact.take(&lie, Some(found));
                    contact.rewind(&seen, radii);
                }
                Some((found, _)) => match self.at_impact(contact, &seen, &found, [a, b], step, rooms) {
                    Some((then, found)) => contact.take(&then, Some(found)),
                    None => contact.take(&seen, Some(found)),
                },
            }
            turned = seen.turned(&contact.seen);
        }
        contact.follow(&seen, turned, radii);
    }

    /// Where a pair touches, or will within the step, and how the bodies lie then.
    fn find(
        &self,
        contact: &mut Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, Seen<R>)> {
        let margin = if contact.sensor { R::default() } else { margin(a, b) };
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
        if apart > margin {
            let ahead = self.impact_ahead(contact, [a, b], step, rooms);
            if ahead.is_some() {
                return ahead;
            }
        }
        // Only what will be there at the end of the step counts, not what passes by.
        let then = seen.after(step, [a, b]);
        let meets = apart <= margin || self.seen(contact, &then, margin, rooms).is_some();
        meets.then_some((found, *seen))
    }

    /// The contact at the time of impact of two bodies that are apart, and so fast that they could pass each other in the step: a
    /// speculative contact, of which the solver lets them come as near as the gap allows.
    fn impact_ahead(
        &self,
        contact: &Contact<R>,
        bodies: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, Seen<R>)> {
        let zero = R::default();
        let [a, b] = bodies.map(|held| Motion::new(held, held.velocity.scaled(step), held.spin * step));
        let dynamic = bodies.map(Held::is_dynamic);
        if !self.is_fast_pair(contact.bodies, [&a, &b], dynamic) {
            return None;
        }
        let (inset, tolerance) = self.inset_pair(contact.parts(), dynamic, 1.0);
        let hit = |figures: [&Figure<R>; 2]| match time_of_impact(figures, [&a, &b], zero, tolerance) {
            Outcome::Hit(impact) | Outcome::Unknown(impact) => Some(impact.time),
            Outcome::Miss | Outcome::Overlap => None,
        };
        // What only grazes does not count, unless it is a bullet.
        let bullet = bodies.iter().any(|held| held.bullet);
        let inner = if bullet { None } else { Some(hit([&inset[0], &inset[1]])?) };
        let time = hit(contact.parts().map(|part| &self.parts[part].figure)).or(inner)?;
        let (offset, turns) = relative([&a, &b], time);
        let then = Seen { offset, turns };
        Some((self.seen(contact, &then, margin(bodies[0], bodies[1]), rooms)?, then))
    }

    /// The contact at the moment within the step at which two bodies meet, and where they are then.
    ///
    /// An impulse at a point, or along a normal, of the beginning of the step turns bodies that pass each other by the wrong levers. Since the
    /// point is not at one place of both bodies then, it also changes their angular momentum.
    fn at_impact(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        found: &crate::Contact<R, 2>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<(Seen<R>, crate::Contact<R, 2>)> {
        let gap = found.separation;
        if contact.sensor || !(gap > length(a, b) * num(KEPT[0])) {
            return None;
        }
        let deeper =
            |p: &crate::ContactPoint<R, 2>, q: &crate::ContactPoint<R, 2>| q.separation < p.separation;
        let nearest = found.points().iter().copied().reduce(|p, q| if deeper(&p, &q) { q } else { p })?;
        let closing = -meeting([a, b], found.normal, [nearest.point, nearest.point - seen.offset]);
        // Spins may bring them together somewhat sooner.
        if !((closing + closing) * step > gap) {
            return None;
        }
        let then = seen.after(smaller(gap / closing, step), [a, b]);
        let found = self.seen(contact, &then, num(f64::MAX), rooms)?;
        (size(found.separation) < margin(a, b) * num(NEAR)).then_some((then, found))
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

    /// Whether the direction that is kept with a pair which did not touch keeps the two farther apart than contacts are sought, at the
    /// beginning of the step and at its end: then there is none, whatever else would find it so. What is kept changes the time that
    /// takes, and no answer.
    ///
    /// The gap along any direction is a bound of the distance (separating axes; that one of them is kept is from G. van den Bergen, A Fast
    /// and Robust GJK Implementation, Journal of Graphics Tools, 1999).
    pub(super) fn stay_apart(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
    ) -> bool {
        let way = contact.normal;
        let [p, q] = contact.parts().map(|part| &self.parts[part].figure);
        let reach =
            p.support(seen.turns[0].apply_inverse(way)) + q.support(seen.turns[1].apply_inverse(-way));
        let gap = seen.offset.dot(way) - reach;
        is_far(gap, way, seen, [a, b], step)
    }
}

impl<R: Real> Contact<R> {
    /// Whether it is one that is followed as long as its bodies hardly move against each other.
    pub(super) fn is_kept(&self) -> bool {
        self.count > 0 && !self.sensor && !self.ahead
    }

    /// Takes what was found: points that were there keep their impulses.
    pub(super) fn take(&mut self, seen: &Seen<R>, found: Option<crate::Contact<R, 2>>) {
        let zero = R::default();
        let old = *self;
        (self.count, self.rub, self.seen, self.ahead) = (0, zero, *seen, false);
        let Some(found) = found else { return };
        self.normal = found.normal;
        for point in found.points().iter().take(2) {
            // The impulse of an impact says nothing of the next step.
            let same = |before: &&Point<R>| !old.ahead && before.feature == point.feature;
            let before = old.points().iter().find(same);
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

    /// Takes the points of a contact that was found for a later time back to now: as the bodies move, they come to where they were
    /// found.
    fn rewind(&mut self, now: &Seen<R>, radii: [R; 2]) {
        let turns = now.turned(&self.seen);
        let (normal, way) = (self.normal, (now.offset - self.seen.offset).dot(self.normal));
        // What is around the cores does not turn with the bodies.
        let around = [normal.scaled(radii[0]), normal.scaled(-radii[1])];
        for point in &mut self.points[..usize::from(self.count)] {
            let arms = point.arms;
            point.arms = [0, 1].map(|k| turns[k].apply(arms[k] - around[k]) + around[k]);
            let moved = (point.arms[1] - arms[1]) - (point.arms[0] - arms[0]);
            point.found = point.found + way + moved.dot(normal);
            point.gap = point.found;
        }
        (self.seen, self.ahead) = (*now, true);
    }

    /// How large the gaps are as the bodies lie now: each by its points on both, which turn with them. Normal and arms stay as they
    /// were, so that a tower does not feel how little it leans.
    fn follow(&mut self, now: &Seen<R>, [p, q]: [Turn<R>; 2], radii: [R; 2]) {
        let way = (now.offset - self.seen.offset).dot(self.normal);
        let mut least = num(f64::INFINITY);
        for point in &mut self.points[..usize::from(self.count)] {
            // How far along the normal the cores are from the centres: without the radii around them, which do not turn with the bodies.
            let [r, s] =
                [point.arms[0].dot(self.normal) - radii[0], point.arms[1].dot(self.normal) + radii[1]];
            let [u, v] = point.arms.map(|arm| cross(arm, self.normal));
            let turned = (q.cos * s + q.sin * v - s) - (p.cos * r + p.sin * u - r);
            point.gap = point.found + way + turned;
            least = smaller(least, point.gap);
        }
        self.touches = least <= R::default();
    }
}

/// How fast two bodies part at a point, along a normal.
pub(super) fn meeting<R: Real>([a, b]: [&Held<R>; 2], normal: V<R>, arms: [V<R>; 2]) -> R {
    let levers = arms.map(|arm| cross(arm, normal));
    (b.velocity - a.velocity).dot(normal) + (b.spin * levers[1] - a.spin * levers[0])
}

/// About how fast two bodies move against each other where they touch.
fn speed<R: Real>([a, b]: [&Held<R>; 2]) -> R {
    let way = b.velocity - a.velocity;
    Real::sqrt(way.dot(way)) + size(b.spin - a.spin) * smaller(a.reach, b.reach)
}

impl<R: Real> Seen<R> {
    /// How two bodies lie.
    pub(super) fn of([a, b]: [&Held<R>; 2]) -> Self {
        Self { offset: b.center - a.center, turns: [a.turn, b.turn] }
    }

    /// How the bodies will lie after a time, if nothing meets them.
    fn after(&self, time: R, [a, b]: [&Held<R>; 2]) -> Self {
        let ahead = |k: usize, held: &Held<R>| {
            self.turns[k].then(Turn::by(between(held.spin * time, num(-1.0), num(1.0))))
        };
        let way = (b.velocity - a.velocity).scaled(time);
        Self { offset: self.offset + way, turns: [ahead(0, a), ahead(1, b)] }
    }

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

/// Whether a gap along a direction, at the beginning of a step, is so wide that at no time in it a contact would be found.
pub(super) fn is_far<R: Real>(gap: R, way: V<R>, seen: &Seen<R>, [a, b]: [&Held<R>; 2], step: R) -> bool {
    let swing = (size(a.spin) * a.reach + size(b.spin) * b.reach) * step;
    let closing = (a.velocity - b.velocity).dot(way) * step + swing;
    let sizes = size(seen.offset[0]) + size(seen.offset[1]) + a.reach + b.reach;
    let need = margin(a, b) + sizes * (R::EPSILON * num(ROUNDINGS));
    // Also false without a direction, and for NaN.
    gap > need && gap - closing > need
}

/// The length that tolerances of a pair are parts of: of what can be moved the smaller size.
#[inline]
pub(super) fn length<R: Real>(a: &Held<R>, b: &Held<R>) -> R {
    least([a, b], [a.size, b.size])
}

/// The length that the speed at which a pair is pushed apart is a part of: the smaller one of what can be moved.
#[inline]
pub(super) fn breadth<R: Real>(a: &Held<R>, b: &Held<R>) -> R {
    least([a, b], [a.breadth(), b.breadth()])
}

/// How near two are taken for touching each other: the smaller of what can be moved.
#[inline]
pub(super) fn margin<R: Real>(a: &Held<R>, b: &Held<R>) -> R {
    least([a, b], [a.margin(), b.margin()])
}

/// The smaller of two lengths, but for that of what cannot be moved.
#[cfg_attr(not(bumper_small), inline)]
fn least<R: Real>([a, b]: [&Held<R>; 2], [p, q]: [R; 2]) -> R {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, true) => smaller(p, q),
        (true, false) => p,
        (false, _) => q,
    }
}

impl<R: Real> Held<R> {
    /// How near another one is taken for touching it.
    #[inline]
    pub(super) fn margin(&self) -> R {
        self.breadth() * num(MARGIN)
    }

    /// The length that is part of how near others are taken for touching, and how fast they are pushed out: the thickness of a card is too
    /// little for that.
    #[inline]
    pub(super) fn breadth(&self) -> R {
        larger(self.size, self.reach)
    }
}

/// Whether two boxes have a point in common.
#[inline]
pub(super) fn overlap<R: Real>(p: &Aabb<R, 2>, q: &Aabb<R, 2>) -> bool {
    let along = |k: usize| p.min()[k] <= q.max()[k] && q.min()[k] <= p.max()[k];
    along(0) && along(1)
}
