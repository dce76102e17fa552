//! Pairs of parts that are near: what is kept of where they touch, and what is told of it.

use super::Bodies;
use super::body::BodyId;
use super::turn::{Turn, V, num};
use crate::Vector;
use crate::scalar::Real;
use crate::world::Change;
use alloc::vec::Vec;

/// Two parts that are near. The first has the lower place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contact<R: Real> {
    /// The places of the parts, in one number: what contacts are ordered by.
    pub(super) key: u64,
    pub(super) bodies: [u32; 2],
    /// From the first to the second; where they do not touch, the direction that kept them apart when it was sought.
    pub(super) normal: V<R>,
    pub(super) points: [Point<R>; 2],
    /// The impulse across the normal, of the last sub-step: of both points, which lie on one line.
    pub(super) rub: R,
    /// How the bodies lay when the points were found.
    pub(super) seen: Seen<R>,
    pub(super) count: u8,
    pub(super) sensor: bool,
    /// Whether one of the bodies is none that impulses move.
    pub(super) stands: bool,
    /// Whether its points are those of an impact in the step: speculative, and found anew in the next.
    pub(super) ahead: bool,
    /// Whether the two touch, and did the step before.
    pub(super) touches: bool,
    pub(super) touched: bool,
    /// How fast the two came at each other.
    pub(super) speed: R,
}

/// A point where they may push each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point<R: Real> {
    pub(super) feature: u32,
    /// From the centres of the bodies, when it was found, and the gap at that time.
    pub(super) arms: [V<R>; 2],
    pub(super) found: R,
    pub(super) gap: R,
    /// The impulse along the normal, of the last sub-step.
    pub(super) push: R,
}

/// How two bodies lie: from the centre of the first to that of the second, and how each has turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Seen<R: Real> {
    pub(super) offset: V<R>,
    pub(super) turns: [Turn<R>; 2],
}

impl<R: Real> Contact<R> {
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
    /// The impulse across it, a quarter turn on from the normal: of two points, each has its part of it.
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
    /// How fast they came at each other along the normal, before this step: what makes a blow. Of what rests, and where it ended, zero.
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
        let there = self.all_contacts().filter(|contact| contact.touches || contact.touched);
        self.gone[..self.told]
            .iter()
            .copied()
            .chain(there.map(|contact| self.event(contact, contact.touches)))
    }

    /// All pairs, whether they rest or not, in the order of their parts.
    pub(super) fn all_contacts(&self) -> impl Iterator<Item = &Contact<R>> {
        let (mut first, mut second) = (self.contacts.iter().peekable(), self.resting.iter().peekable());
        core::iter::from_fn(move || match (first.peek(), second.peek()) {
            (Some(a), Some(b)) if b.key < a.key => second.next(),
            (None, _) => second.next(),
            _ => first.next(),
        })
    }

    pub(super) fn event(&self, contact: &Contact<R>, now: bool) -> Event<R> {
        let [a, b] = contact.bodies;
        let held = [&self.held[a as usize], &self.held[b as usize]];
        let id = |k: usize| BodyId { slot: contact.bodies[k], generation: held[k].generation };
        let parts = contact.parts();
        let steps = num::<R>(super::SUB_STEPS.into());
        let pushed = contact.points().iter().fold(R::default(), |sum, point| sum + point.push);
        let rub = if pushed > R::default() { contact.rub * steps / pushed } else { R::default() };
        let touch = |k: usize| {
            let point = contact.points().get(k).filter(|_| now && !contact.sensor)?;
            Some(Touch {
                point: held[0].center + point.arms[0],
                gap: point.gap,
                impulse: point.push * steps,
                friction: rub * point.push,
            })
        };
        // Of what does not touch any more, the direction as it is now.
        let apart = || self.seen(contact, &Seen::of(held), num(f64::MAX), &mut [Vec::new(), Vec::new()]);
        let normal = match now {
            true => contact.normal,
            false => apart().map_or(contact.normal, |found| found.normal),
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
            normal,
            speed: if now { contact.speed } else { R::default() },
            points: [touch(0), touch(1)],
        }
    }

    /// Notes that two do not touch any more.
    pub(super) fn leave(&mut self, contact: &Contact<R>) {
        if contact.touches {
            let event =
                Event { change: Change::Leave, ..self.event(&Contact { touched: true, ..*contact }, false) };
            self.gone.push(event);
        }
    }
}
