//! Pairs of parts that are near: where they touch, and what is kept of that from step to step.

use super::body::{BodyId, Held};
use super::part::Shown;
use super::turn::{V, num, smaller};
use super::{Bodies, Part};
use crate::broad::sort;
use crate::narrow::{self, measure::size};
use crate::scalar::Real;
use crate::world::Change;
use crate::{Aabb, Vector};
use alloc::vec::Vec;

/// How near shapes are taken for touching, as a part of their size: a contact that is there before it is needed.
pub(super) const MARGIN: f64 = 1.0 / 32.0;

/// By how much the boxes of bodies are larger than they are, as a part of their size: so far they move before pairs are looked
/// for again.
const ROOM: f64 = 1.0 / 8.0;

/// Two parts that are near. The first has the lower place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact<R> {
    /// The places of the parts, in one number: what contacts are ordered by.
    pub(super) key: u64,
    pub(super) bodies: [u32; 2],
    pub(super) normal: V<R>,
    pub(super) points: [Point<R>; 2],
    pub(super) count: u8,
    pub(super) sensor: bool,
    /// Whether the two touch, and did the step before.
    pub(super) touches: bool,
    pub(super) touched: bool,
    /// How fast the two came at each other.
    pub(super) speed: R,
}

/// A point where they may push each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<R> {
    pub(super) feature: u32,
    /// From the centres of the bodies.
    pub(super) arms: [V<R>; 2],
    pub(super) gap: R,
    /// The impulse along the normal and across it, of the last sub-step.
    pub(super) push: R,
    pub(super) rub: R,
}

impl<R: Real> Contact<R> {
    pub(super) fn new(key: u64, bodies: [u32; 2], sensor: bool) -> Self {
        let none = Point {
            feature: 0,
            arms: [Vector::default(); 2],
            gap: R::default(),
            push: R::default(),
            rub: R::default(),
        };
        Self {
            key,
            bodies,
            normal: Vector::default(),
            points: [none; 2],
            count: 0,
            sensor,
            touches: false,
            touched: false,
            speed: R::default(),
        }
    }

    #[inline]
    pub(super) fn is_of(&self, body: u32) -> bool {
        self.bodies.contains(&body)
    }

    #[inline]
    pub(super) fn parts(&self) -> [usize; 2] {
        [(self.key >> 32) as usize, (self.key & 0xffff_ffff) as usize]
    }

    #[inline]
    pub(super) fn points(&self) -> &[Point<R>] {
        &self.points[..usize::from(self.count)]
    }
}

/// A point where two bodies touch.
///
/// ```
/// use bumper::dynamics::Touch;
/// let touch = Touch { point: [0.0f32, 0.0].into(), gap: -0.01, impulse: 2.0, friction: 0.5 };
/// assert!(touch.impulse > touch.friction);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<R> {
    /// Half-way between the two surfaces.
    pub point: Vector<R, 2>,
    /// How far apart the surfaces are, below zero how deep.
    pub gap: R,
    /// The impulse along the normal, of a whole step.
    pub impulse: R,
    /// The impulse across it, a quarter turn on from the normal.
    pub friction: R,
}

/// Two bodies that touch, or did before the last step.
///
/// ```
/// use bumper::{Ball, dynamics::{Bodies, Body, Solid}, world::Change};
/// let mut bodies = Bodies::<f32>::new([0.0, 0.0]);
/// let left = Body { velocity: [5.0, 0.0].into(), ..Body::default() };
/// let a = bodies.add(&left, &[Solid::new(Ball::new([0.0, 0.0], 1.0))]).unwrap();
/// let b = bodies.add(&Body::default(), &[Solid::new(Ball::new([2.05, 0.0], 1.0))]).unwrap();
/// bodies.step(1.0 / 60.0);
/// let event = bodies.events().next().unwrap();
/// assert_eq!((event.a, event.b, event.change), (a, b, Change::Enter));
/// assert!(event.speed == 5.0 && event.normal.x() == 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<R> {
    /// The first of the two.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// Which of their solids.
    pub solids: [u32; 2],
    /// What was given with the bodies, which can be read here when they are gone.
    pub data: [u64; 2],
    /// Whether it began, goes on or ended.
    pub change: Change,
    /// Whether one of them is a sensor.
    pub sensor: bool,
    /// From the first to the second.
    pub normal: Vector<R, 2>,
    /// How fast they came at each other along the normal, before this step: what makes a blow.
    pub speed: R,
    points: [Option<Touch<R>>; 2],
}

impl<R: Real> Event<R> {
    /// Where they touch: one or two points; none where it ended, or of a sensor.
    pub fn points(&self) -> impl Iterator<Item = Touch<R>> {
        self.points.into_iter().flatten()
    }

    /// The impulse along the normal, of all points.
    pub fn impulse(&self) -> R {
        self.points().fold(R::default(), |sum, touch| sum + touch.impulse)
    }
}

impl<R: Real> Bodies<R> {
    /// What touches since the last step, what goes on, and what ended with it: in an order that depends on nothing but the bodies.
    /// Pairs that rest are told of, too.
    pub fn events(&self) -> impl Iterator<Item = Event<R>> {
        let there = self.contacts.iter().filter(|contact| contact.touches || contact.touched);
        self.gone[..self.told]
            .iter()
            .copied()
            .chain(there.map(|contact| self.event(contact, contact.touches)))
    }

    pub(super) fn event(&self, contact: &Contact<R>, now: bool) -> Event<R> {
        let [a, b] = contact.bodies;
        let held = [&self.held[a as usize], &self.held[b as usize]];
        let id = |k: usize| BodyId { slot: contact.bodies[k], generation: held[k].generation };
        let parts = contact.parts();
        let steps = num::<R>(super::SUB_STEPS.into());
        let touch = |k: usize| {
            let point = contact.points().get(k).filter(|_| now && !contact.sensor)?;
            Some(Touch {
                point: held[0].center + point.arms[0],
                gap: point.gap,
                impulse: point.push * steps,
                friction: point.rub * steps,
            })
        };
        Event {
            a: id(0),
            b: id(1),
            solids: parts.map(|part| self.parts[part].solid),
            data: held.map(|held| held.data),
            change: match (contact.touched, now) {
                (false, _) => Change::Enter,
                (true, true) => Change::Stay,
                (true, false) => Change::Leave,
            },
            sensor: contact.sensor,
            normal: contact.normal,
            speed: contact.speed,
            points: [touch(0), touch(1)],
        }
    }

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

    /// Notes that two do not touch any more.
    pub(super) fn leave(&mut self, contact: &Contact<R>) {
        if contact.touches {
            let event =
                Event { change: Change::Leave, ..self.event(&Contact { touched: true, ..*contact }, false) };
            self.gone.push(event);
        }
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

    /// Finds where a pair touches, seen from the first body.
    pub(super) fn touch(
        &self,
        contact: &mut Contact<R>,
        [a, b]: [&Held<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) {
        let zero = R::default();
        let parts = contact.parts().map(|part| &self.parts[part]);
        let margin = if contact.sensor { zero } else { length(a, b) * num(MARGIN) };
        let way = (b.velocity - a.velocity).scaled(step);
        let swing = (size(a.spin) * a.reach + size(b.spin) * b.reach) * step;
        let travel = Real::sqrt(way.dot(way)) + swing;
        let offset = b.center - a.center;
        let found = {
            let [first, second] = rooms;
            let p = parts[0].figure.at(Vector::default(), a.turn, first);
            let q = parts[1].figure.at(offset, b.turn, second);
            let near = if contact.sensor { zero } else { margin + travel };
            found(&p, &q, near)
        };
        let found = found.filter(|found| {
            found.separation <= margin || {
                // Only what will be there at the end of the step counts, not what passes by.
                let ahead =
                    |held: &Held<R>| held.turn.then(super::turn::Turn::by(between_one(held.spin * step)));
                let [first, second] = rooms;
                let p = parts[0].figure.at(Vector::default(), ahead(a), first);
                let q = parts[1].figure.at(offset + way, ahead(b), second);
                self::found(&p, &q, margin).is_some()
            }
        });
        let old = *contact;
        contact.count = 0;
        contact.touches = false;
        let Some(found) = found else { return };
        contact.normal = found.normal;
        contact.touches = found.separation <= zero;
        for point in found.points().iter().take(2) {
            let before = old.points().iter().find(|before| before.feature == point.feature);
            contact.points[usize::from(contact.count)] = Point {
                feature: point.feature,
                arms: [point.point, point.point - offset],
                gap: point.separation,
                push: before.map_or(zero, |before| before.push),
                rub: before.map_or(zero, |before| before.rub),
            };
            contact.count += 1;
        }
    }
}

/// At most one radian either way.
fn between_one<R: Real>(angle: R) -> R {
    super::turn::between(angle, num(-1.0), num(1.0))
}

#[inline]
fn found<R: Real>(p: &Shown<'_, R>, q: &Shown<'_, R>, margin: R) -> Option<crate::Contact<R, 2>> {
    narrow::contact(&p.convex(), &q.convex(), margin)
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
