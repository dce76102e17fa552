//! The narrow phase: contact manifolds of nearby pairs.
//!
//! Most pairs do not touch, and the separating axis of the previous step usually still separates them. Manifolds of pairs that hardly move
//! relative to each other are updated instead of recomputed.

use super::body::RigidBody;
use super::contact::{Contact, Point, Seen};
use super::time_of_impact::{Motion, Outcome, relative, time_of_impact};
use super::turn::{Turn, V, between, cross, num};
use super::{Bodies, Figure};
use crate::narrow::{
    self,
    measure::{abs, larger, smaller},
};
use crate::scalar::Real;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// The relative displacement, as a fraction of the size, up to which a manifold is updated instead of recomputed: in general, and for slow
/// face contacts (contact recycling, as in Box2D 3.2; a tower of a hundred boxes needs it).
const KEPT: [f64; 2] = [1.0 / 1024.0, 1.0 / 16.0];

/// The relative motion per step, as a fraction of the size, below which a face contact counts as slow. The manifold of a rocking body is
/// recomputed: a fixed normal would keep it rocking, and half of all piles awake.
const LYING: f64 = 1.0 / 256.0;

/// The cosine of the largest rotation of a body (11 degrees) up to which its manifold is updated instead of recomputed.
const STRAIGHT: f64 = 0.98;

/// The speculative margin, as a fraction of the size or of the bounding radius, whichever is larger: contacts exist before the surfaces
/// meet. The size of a card is its thickness; a margin in proportion to it alone made contacts in a house of cards come and go.
pub(super) const MARGIN: f64 = 1.0 / 32.0;

/// The largest separation or penetration at a predicted impact, in multiples of the speculative margin, up to which the prediction is
/// accepted. Rotation makes it inaccurate.
const NEAR: f64 = 4.0;

/// The tolerance for rounding errors in the separating axis test, in units of the machine epsilon times the extent of the pair, so that no
/// query could find a contact that the test excludes.
const ROUNDINGS: f64 = 32.0;

impl<R: Real> Bodies<R> {
    /// Updates the manifolds of contacts. Returns the sleeping islands that they touch.
    pub(super) fn touch_all(&self, contacts: &mut [Contact<R>], step: R) -> Vec<u32> {
        let (mut rooms, mut touched) = ([Vec::new(), Vec::new()], Vec::new());
        for contact in contacts {
            contact.touched = contact.touches;
            let [p, q] = contact.parts().map(|part| &self.parts[part].reach);
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if !overlap(p, q) {
                // Early out: most pairs have disjoint swept AABBs and cannot touch in this step.
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

    /// Updates the manifold of a pair: recomputes it, or only its separations if the bodies have hardly moved relative to each other.
    pub(super) fn touch(
        &self,
        contact: &mut Contact<R>,
        [a, b]: [&RigidBody<R>; 2],
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

    /// The manifold of a pair that touches or will touch within the step, and the relative pose for which it was computed. Also caches the
    /// normal of pairs that are apart.
    fn find(
        &self,
        contact: &mut Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&RigidBody<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, Seen<R>)> {
        let margin = if contact.sensor { R::default() } else { margin(a, b) };
        let way = (b.velocity - a.velocity).scaled(step);
        let swing = (abs(a.spin) * a.reach + abs(b.spin) * b.reach) * step;
        let travel = Real::sqrt(way.dot(way)) + swing;
        let near = if contact.sensor { margin } else { margin + travel };
        // Without a limit on the distance, because the normal is cached as a separating axis.
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
        // A pair beyond the margin counts only if it is within the margin at the end of the step, not if it passes by.
        let then = seen.after(step, [a, b]);
        let meets = apart <= margin || self.seen(contact, &then, margin, rooms).is_some();
        meets.then_some((found, *seen))
    }

    /// The manifold at the time of impact of two bodies that are apart and fast enough to pass through each other within the step. It
    /// becomes a speculative contact: the solver allows them to approach by the separation.
    fn impact_ahead(
        &self,
        contact: &Contact<R>,
        bodies: [&RigidBody<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) -> Option<(crate::Contact<R, 2>, Seen<R>)> {
        let zero = R::default();
        let [a, b] = bodies.map(|held| Motion::new(held, held.velocity.scaled(step), held.spin * step));
        let dynamic = bodies.map(RigidBody::is_dynamic);
        if !self.is_fast_pair(contact.bodies, [&a, &b], self.safe_motion(contact.bodies)) {
            return None;
        }
        let (inset, tolerance) =
            self.inset_pair(contact.parts(), dynamic, self.inner(contact.bodies, dynamic), 1.0);
        let hit = |figures: [&Figure<R>; 2]| match time_of_impact(figures, [&a, &b], zero, tolerance) {
            Outcome::Hit(impact) | Outcome::Unknown(impact) => Some(impact.time),
            Outcome::Miss | Outcome::Overlap => None,
        };
        // Grazing collisions are ignored, except for bullets: the inset shapes have to collide.
        let bullet = bodies.iter().any(|held| held.bullet);
        let inner = if bullet { None } else { Some(hit([&inset[0], &inset[1]])?) };
        let time = hit(contact.parts().map(|part| &self.parts[part].figure)).or(inner)?;
        let (offset, turns) = relative([&a, &b], time);
        let then = Seen { offset, turns };
        Some((self.seen(contact, &then, margin(bodies[0], bodies[1]), rooms)?, then))
    }

    /// The manifold at the predicted time within the step at which two bodies meet, and their relative pose at that time.
    ///
    /// The points and the normal at the beginning of the step would give impulses of bodies that move past each other the wrong lever arms.
    /// They would also change the angular momentum, because the point would not be at the same place on both bodies.
    fn at_impact(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        found: &crate::Contact<R, 2>,
        [a, b]: [&RigidBody<R>; 2],
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
        // The factor of two allows for rotation, which may bring them together sooner.
        if !((closing + closing) * step > gap) {
            return None;
        }
        let then = seen.after(smaller(gap / closing, step), [a, b]);
        let found = self.seen(contact, &then, num(f64::MAX), rooms)?;
        (abs(found.separation) < margin(a, b) * num(NEAR)).then_some((then, found))
    }

    /// The manifold of a pair at a relative pose, with points relative to the center of the first body; `None` if the separation exceeds
    /// `near`.
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

    /// Whether the cached normal of a pair without a manifold still separates it by more than the speculative margin, at the beginning of
    /// the step and at its end. Then there is no contact. The cache affects the cost, never the result.
    ///
    /// The gap along any direction is a lower bound of the distance. (Caching of separating axes: G. van den Bergen, A Fast and Robust GJK
    /// Implementation, Journal of Graphics Tools, 1999.)
    pub(super) fn stay_apart(
        &self,
        contact: &Contact<R>,
        seen: &Seen<R>,
        [a, b]: [&RigidBody<R>; 2],
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
    /// Whether the manifold may be updated instead of recomputed while the bodies hardly move relative to each other.
    pub(super) fn is_kept(&self) -> bool {
        self.count > 0 && !self.sensor && !self.ahead
    }

    /// Stores a new manifold. Points whose feature id existed before keep their impulses, for warm starting.
    pub(super) fn take(&mut self, seen: &Seen<R>, found: Option<crate::Contact<R, 2>>) {
        let zero = R::default();
        let old = *self;
        (self.count, self.seen, self.ahead) = (0, *seen, false);
        (self.rub, self.total_friction) = (zero, zero);
        let Some(found) = found else { return };
        self.normal = found.normal;
        for point in found.points().iter().take(2) {
            // The impulse of a speculative impact does not predict that of the next step.
            let same = |before: &&Point<R>| !old.ahead && before.feature == point.feature;
            let before = old.points().iter().find(same);
            if before.is_some() {
                (self.rub, self.total_friction) = (old.rub, old.total_friction);
            }
            self.points[usize::from(self.count)] = Point {
                feature: point.feature,
                arms: [point.point, point.point - seen.offset],
                found: point.separation,
                gap: point.separation,
                push: before.map_or(zero, |before| before.push),
                total: before.map_or(zero, |before| before.total),
            };
            self.count += 1;
        }
    }

    /// Moves the points of a manifold that was computed for a later time back to the present pose. As the bodies move, the points arrive
    /// where they were computed.
    fn rewind(&mut self, now: &Seen<R>, radii: [R; 2]) {
        let turns = now.turned(&self.seen);
        let (normal, way) = (self.normal, (now.offset - self.seen.offset).dot(self.normal));
        // Radii around the cores do not rotate with the bodies.
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

    /// Updates the separations for the current poses, from points that are fixed to each body. The normal and the lever arms stay
    /// unchanged, so that a tower does not react to its own slight lean.
    fn follow(&mut self, now: &Seen<R>, [p, q]: [Turn<R>; 2], radii: [R; 2]) {
        let way = (now.offset - self.seen.offset).dot(self.normal);
        let mut least = num(f64::INFINITY);
        for point in &mut self.points[..usize::from(self.count)] {
            // The extents of the cores along the normal, from the centers. The radii are left out because they do not rotate with the
            // bodies.
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

/// The relative velocity of two bodies at a point along a normal; positive if they separate.
pub(super) fn meeting<R: Real>([a, b]: [&RigidBody<R>; 2], normal: V<R>, arms: [V<R>; 2]) -> R {
    let levers = arms.map(|arm| cross(arm, normal));
    (b.velocity - a.velocity).dot(normal) + (b.spin * levers[1] - a.spin * levers[0])
}

/// The approximate relative speed of two bodies near their contact.
fn speed<R: Real>([a, b]: [&RigidBody<R>; 2]) -> R {
    let way = b.velocity - a.velocity;
    Real::sqrt(way.dot(way)) + abs(b.spin - a.spin) * smaller(a.reach, b.reach)
}

impl<R: Real> Seen<R> {
    /// The current relative pose of two bodies.
    pub(super) fn of([a, b]: [&RigidBody<R>; 2]) -> Self {
        Self { offset: b.center - a.center, turns: [a.turn, b.turn] }
    }

    /// The relative pose after a time at constant velocities.
    fn after(&self, time: R, [a, b]: [&RigidBody<R>; 2]) -> Self {
        let ahead = |k: usize, held: &RigidBody<R>| {
            self.turns[k].then(Turn::by(between(held.spin * time, num(-1.0), num(1.0))))
        };
        let way = (b.velocity - a.velocity).scaled(time);
        Self { offset: self.offset + way, turns: [ahead(0, a), ahead(1, b)] }
    }

    /// The rotations of both bodies since another pose.
    fn turned(&self, old: &Self) -> [Turn<R>; 2] {
        [0, 1].map(|k| self.turns[k].since(old.turns[k]))
    }

    /// Whether the relative pose differs from an old one by a displacement of less than `most`, and neither body has rotated far.
    fn is_near(&self, old: &Self, [p, q]: [Turn<R>; 2], most: R, [r, s]: [R; 2]) -> bool {
        if self == old {
            return true;
        }
        let straight = num::<R>(STRAIGHT);
        let turned = q.since(p);
        let way = p.apply_inverse(self.offset) - old.offset;
        // The body with the smaller bounding radius bounds the displacement by rotation at the contact.
        let left = most - abs(turned.sin) * smaller(r, s);
        p.cos > straight && q.cos > straight && left > R::default() && way.dot(way) < left * left
    }
}

/// Whether the gap along a direction exceeds the speculative margin at the beginning and, by a bound on the motion, at the end of a step,
/// so that no contact can be found within it.
pub(super) fn is_far<R: Real>(
    gap: R,
    way: V<R>,
    seen: &Seen<R>,
    [a, b]: [&RigidBody<R>; 2],
    step: R,
) -> bool {
    let swing = (abs(a.spin) * a.reach + abs(b.spin) * b.reach) * step;
    let closing = (a.velocity - b.velocity).dot(way) * step + swing;
    let sizes = abs(seen.offset[0]) + abs(seen.offset[1]) + a.reach + b.reach;
    let need = margin(a, b) + sizes * (R::EPSILON * num(ROUNDINGS));
    // Also false for a zero direction and for NaN.
    gap > need && gap - closing > need
}

/// The length scale of a pair's tolerances: the smaller size of its dynamic bodies.
#[inline]
pub(super) fn length<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    least([a, b], [a.size, b.size])
}

/// The length scale of the push-out speed and similar limits: the smaller breadth of the dynamic bodies.
#[inline]
pub(super) fn breadth<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    least([a, b], [a.breadth(), b.breadth()])
}

/// The speculative margin of a pair: the smaller one of its dynamic bodies.
#[inline]
pub(super) fn margin<R: Real>(a: &RigidBody<R>, b: &RigidBody<R>) -> R {
    least([a, b], [a.margin(), b.margin()])
}

/// The smaller of two lengths of two bodies. Only dynamic bodies count.
#[inline]
fn least<R: Real>([a, b]: [&RigidBody<R>; 2], [p, q]: [R; 2]) -> R {
    match (a.is_dynamic(), b.is_dynamic()) {
        (true, true) => smaller(p, q),
        (true, false) => p,
        (false, _) => q,
    }
}

impl<R: Real> RigidBody<R> {
    /// The speculative margin of the body.
    #[inline]
    pub(super) fn margin(&self) -> R {
        self.breadth() * num(MARGIN)
    }

    /// The length scale of the speculative margin and of the push-out speed. The thickness of a thin body is too small for them, so this is
    /// at least the bounding radius.
    #[inline]
    pub(super) fn breadth(&self) -> R {
        larger(self.size, self.reach)
    }
}

/// Whether two AABBs have a common point.
#[inline]
pub(super) fn overlap<R: Real>(p: &Aabb<R, 2>, q: &Aabb<R, 2>) -> bool {
    let along = |k: usize| p.min()[k] <= q.max()[k] && q.min()[k] <= p.max()[k];
    along(0) && along(1)
}
