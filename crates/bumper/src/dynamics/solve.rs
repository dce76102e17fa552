//! The passes through what touches: prepared once a step, solved in each sub-step.
//!
//! Soft constraints are from E. Catto, Soft Constraints, Game Developers Conference 2011; that they are solved with a push that is
//! relaxed afterwards, and bounces at the end of the step, from his Solver2D, 2024; that contacts are coloured, so that several are
//! solved side by side, from his SIMD Matters, 2024.

mod bounce;

use super::body::Held;
use super::constraint::{Block, Known, Pass};
use super::contact::Contact;
use super::continuous::sunk;
use super::lanes::Lanes;
use super::moving::{Crowd, Kept, Moving, Soft, Urge};
use super::pins::Hinges;
use super::rods::Groups;
use super::seats::{Coloured, NONE, Seat};
use super::touch::{breadth, length, meeting};
use super::turn::num;
use super::{Bodies, Part};
use crate::Vector;
use crate::narrow::measure::{larger, size, smaller};
use crate::scalar::Real;
use alloc::vec::Vec;

/// The frequency of contacts in cycles a sub-step, of the two masses that touch. What bears a load sinks in by it over the square of
/// the frequency, and a tower of more than so many boxes bends; but above a sixth, passes no longer keep up: what is squeezed
/// without a way out shakes, and what is heavy does not stand on what is light.
const CONTACT_CYCLES: f64 = 0.15;

/// The damping ratio of contacts: they creep, and never swing.
const CONTACT_DAMPING: f64 = 20.0;

/// How far what overlaps is pushed apart in a step at most, as a part of its size, or of how far it reaches, if that is more.
const PUSH_OUT: f64 = 1.0 / 16.0;

/// The least rolling resistance of two shapes that are no balls and touch at one point, as a lever in parts of the size: with twice as much
/// what is wedged shakes, with half of it more piles stay awake.
const GRIP: f64 = 1.0 / 256.0;

/// A ball that rolls less than this in a step on a body which moves, as a part of its size, comes to rest.
const ROLLING: f64 = 1.0 / 64.0;

/// A contact that may bounce.
#[derive(Clone, Copy, Debug)]
struct Bounce<R> {
    seat: Seat,
    /// Its place among the contacts.
    place: u32,
    back: R,
    /// How fast the two part at each point where they meet; below zero, approach.
    speeds: [R; 2],
}

/// What the step works with. It is made anew in each, and kept only so that there is room for it.
#[derive(Debug, Default)]
pub(super) struct Solver<R: Real> {
    /// What is stepped: bodies that impulses move, one that stands for all that do not move, what moves by itself.
    pub(super) moving: Vec<Kept<R>>,
    pub(super) moved: usize,
    pub(super) urges: Vec<Urge<R>>,
    /// Which of them are so deep in what stands that they could pass it however slow they are.
    pub(super) sunk: Vec<bool>,
    /// Which bodies these are, and where each body is.
    pub(super) slots: Vec<u32>,
    pub(super) places: Vec<u32>,
    /// Of each colour those of two points, and those of one.
    contacts: Coloured<Block<R>>,
    pub(super) hinges: Hinges<R>,
    pub(super) groups: Groups<R>,
    bounces: Vec<Bounce<R>>,
}

impl<R: Real> Clone for Solver<R> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<R: Real> Solver<R> {
    /// Takes over what the bodies that are stepped do before that.
    pub(super) fn begin(&mut self, held: &[Held<R>], awake: &[u32], gravity: Vector<R, 2>, sub_step: R) {
        let one = num::<R>(1.0);
        self.moving.clear();
        self.urges.clear();
        for slot in self.slots.drain(..).filter(|slot| *slot != NONE) {
            self.places[slot as usize] = NONE;
        }
        self.places.resize(held.len(), NONE);
        for moves in [true, false] {
            for &slot in awake {
                let kept = &held[slot as usize];
                if kept.is_dynamic() != moves {
                    continue;
                }
                self.places[slot as usize] = self.moving.len() as u32;
                self.slots.push(slot);
                self.moving.push(Moving::new(kept.velocity, kept.spin).into());
                let slower = |damping: R| one / (one + sub_step * damping);
                let pull = gravity.scaled(kept.gravity_scale_if_free()) + kept.force.scaled(kept.lightness);
                let (gain, zero) = (pull.scaled(sub_step), R::default());
                let [way, turn] = match moves {
                    true => [slower(kept.linear_damping), slower(kept.angular_damping)],
                    false => [one; 2],
                };
                let lag = gain.scaled(sub_step * num(0.5));
                self.urges.push(Urge {
                    gain: Lanes([gain[0], gain[1], kept.torque * kept.nimbleness * sub_step, zero]),
                    slower: Lanes([way, way, turn, zero]),
                    lag: Lanes([lag[0], lag[1], zero, zero]),
                    pace: Lanes([kept.velocity[0], kept.velocity[1], kept.spin, zero]),
                });
            }
            if moves {
                self.moved = self.moving.len();
                self.slots.push(NONE);
                self.moving.push(Moving::new(Vector::default(), R::default()).into());
                self.urges.push(Urge::none());
            }
        }
        self.sunk.clear();
        self.sunk.resize(self.moving.len(), false);
        self.contacts.begin(self.moving.len(), self.moved);
        self.hinges.begin(self.moving.len(), self.moved);
        self.groups.begin(self.moving.len(), self.moved);
        self.bounces.clear();
    }

    /// Notes that something but forces moves the bodies at these places.
    pub(super) fn bind(&mut self, places: [u32; 2]) {
        for place in places {
            self.urges[place as usize].lag = Lanes::zero();
        }
    }

    /// The places of two bodies in the step: of what does not move that of the one that stands for it.
    pub(super) fn places_of(&self, bodies: [u32; 2]) -> [u32; 2] {
        let place = |body: u32| self.places[body as usize];
        bodies.map(|body| if place(body) == NONE { self.moved as u32 } else { place(body) })
    }

    /// Gives a contact a seat.
    fn add(&mut self, place: u32, contact: &Contact<R>, known: &Known<R>) -> Seat {
        self.bind(known.bodies);
        let seat = self.contacts.seat(known.bodies, usize::from(contact.count == 1), Block::empty);
        self.contacts.at(seat).set(seat.lane, place, contact, known);
        seat
    }

    /// The velocities that contacts did not give become those that they gave, or the other way round: what joints do is none of theirs.
    pub(super) fn set_aside(&mut self) {
        for (kept, urge) in self.moving.iter().zip(&mut self.urges) {
            urge.pace = kept.pace - urge.pace;
        }
    }

    /// The contacts and the bodies that touch.
    fn parted(&mut self) -> (&mut Coloured<Block<R>>, Crowd<'_, R>) {
        (&mut self.contacts, Crowd { all: &mut self.moving, moved: self.moved })
    }

    /// The joints, and the bodies that they hold.
    pub(super) fn joints(&mut self) -> (&mut Groups<R>, &mut Hinges<R>, Crowd<'_, R>) {
        (&mut self.groups, &mut self.hinges, Crowd { all: &mut self.moving, moved: self.moved })
    }

    /// Applies the impulses that are known from the step before.
    pub(super) fn warm_start(&mut self) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(false, |block| block.warm_start(&mut crowd));
    }

    /// Pushes apart what overlaps, stops what would, and lets surfaces rub. In every other sub-step it goes the other way round, so that
    /// a heap does not lean to the side from which it is solved.
    pub(super) fn push(&mut self, pass: &Pass<R>, back: bool) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(back, |block| block.push(&mut crowd, pass));
    }

    /// Takes back the speed that pushing gave, and lets surfaces rub: in the other order, so that the one that is solved last is not
    /// always the same.
    pub(super) fn relax(&mut self, pass: &Pass<R>, back: bool) {
        let (contacts, mut crowd) = self.parted();
        contacts.each(!back, |block| block.relax(&mut crowd, pass));
    }

    /// Keeps the impulses for the next step.
    pub(super) fn keep(&mut self, contacts: &mut [Contact<R>]) {
        self.contacts.each(false, |block| block.keep(contacts));
    }
}

impl<R: Real> Block<R> {
    fn keep(&self, contacts: &mut [Contact<R>]) {
        for (lane, place) in self.contacts.into_iter().enumerate() {
            let Some(contact) = contacts.get_mut(place as usize) else { continue };
            let count = usize::from(contact.count);
            for (point, knot) in contact.points[..count].iter_mut().zip(&self.knots) {
                point.push = knot.push.0[lane];
                contact.touches |= knot.most.0[lane] > R::default();
            }
            contact.rub = self.rub.0[lane];
        }
    }
}

impl<R: Real> Bodies<R> {
    /// How contacts are corrected.
    pub(super) fn pass(per_step: R) -> Pass<R> {
        let swing = num(core::f64::consts::TAU * CONTACT_CYCLES);
        let soft = Soft::new(swing, num(CONTACT_DAMPING), per_step);
        Pass { per_step, bias: soft.bias, give: soft.give }
    }

    /// Seats what touches and is awake.
    pub(super) fn prepare(&mut self, step: R) {
        for (place, contact) in (0..).zip(&mut self.contacts) {
            if contact.count == 0 || contact.sensor {
                continue;
            }
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if !held.iter().any(|held| held.is_awake()) {
                continue;
            }
            let parts = contact.parts().map(|part| &self.parts[part]);
            let places = self.solver.places_of(contact.bodies);
            let known = know(held, parts, places, step);
            let mut speeds = [R::default(); 2];
            // How fast gravity brings the two together.
            let pull = self.gravity.scaled(held[1].gravity_scale_if_free() - held[0].gravity_scale_if_free());
            for (k, point) in contact.points().iter().enumerate() {
                for side in (0..2).filter(|side| contact.stands && point.gap < -sunk(held[*side].inner)) {
                    self.solver.sunk[places[side] as usize] = true;
                }
                let speed = meeting(held, contact.normal, point.arms);
                speeds[k] = at_surface(speed, -pull.dot(contact.normal), point.gap);
            }
            contact.speed = larger(R::default(), larger(-speeds[0], -speeds[1]));
            let seat = self.solver.add(place, contact, &known);
            let back = larger(parts[0].restitution, parts[1].restitution);
            if back > R::default() {
                self.solver.bounces.push(Bounce { seat, place, back, speeds });
            }
        }
        self.solver.contacts.each(false, Block::ready);
    }
}

/// What is known of a contact before it is solved.
fn know<R: Real>([a, b]: [&Held<R>; 2], [p, q]: [&Part<R>; 2], bodies: [u32; 2], step: R) -> Known<R> {
    let length = length(a, b);
    let factor = larger(p.rolling_resistance, q.rolling_resistance);
    let radius = match (p.figure.is_round(), q.figure.is_round()) {
        (true, true) => Some(smaller(p.figure.radius, q.figure.radius)),
        (true, false) => Some(p.figure.radius),
        (false, true) => Some(q.figure.radius),
        (false, false) => None,
    };
    // Balls roll on, but for those that are slow on a body which moves: else they would roll to and fro in a heap.
    let settles = radius.is_none_or(|radius| {
        let rolled = size(b.spin - a.spin) * radius * step;
        a.is_dynamic() && b.is_dynamic() && rolled < length * num(ROLLING)
    });
    let least = if settles { length * num(GRIP) } else { R::default() };
    Known {
        bodies,
        light: [[a.lightness, a.nimbleness], [b.lightness, b.nimbleness]],
        friction: Real::sqrt(p.friction * q.friction),
        push_out: breadth(a, b) * num(PUSH_OUT) / step,
        grip: larger(factor * radius.unwrap_or(length), least),
        radii: [p.figure.radius, q.figure.radius],
    }
}

/// How fast two that approach meet, when gravity has brought them over the gap that there is.
fn at_surface<R: Real>(speed: R, fall: R, gap: R) -> R {
    let zero = R::default();
    if speed < zero && gap > zero && fall > zero {
        return -Real::sqrt(speed * speed + (fall + fall) * gap);
    }
    speed
}

#[cfg(all(test, feature = "std"))]
mod tests;
