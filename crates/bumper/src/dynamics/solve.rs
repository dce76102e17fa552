//! The passes through what touches: prepared once a step, solved in each sub-step.
//!
//! Soft constraints are from E. Catto, Soft Constraints, Game Developers Conference 2011; that they are solved with a push that is
//! relaxed afterwards, and bounces at the end of the step, from his Solver2D, 2024.

use super::Bodies;
use super::constraint::{Constraint, Knot};
use super::moving::{Moving, Pace, Soft};
use super::turn::{num, quarter};
use crate::narrow::measure::larger;
use crate::scalar::Real;
use alloc::vec::Vec;

/// The frequency of contacts in cycles a sub-step, of the two masses that touch. What bears a load sinks in by it over the square of
/// the frequency, and a tower of more than so many boxes bends; but above a sixth, passes no longer keep up: what is squeezed
/// without a way out shakes, and what is heavy does not stand on what is light.
const CONTACT_CYCLES: f64 = 0.15;

/// The damping ratio of contacts: they creep, and never swing.
const CONTACT_DAMPING: f64 = 30.0;

/// What comes at another slower than gravity makes it in this many steps does not bounce, but rests.
const RESTING_STEPS: f64 = 2.0;

impl<R: Real> Bodies<R> {
    /// The constraints of what touches and is awake.
    pub(super) fn prepare(&self, step: R, sub_step: R, out: &mut Vec<Constraint<R>>) {
        out.clear();
        let per_step = num::<R>(1.0) / sub_step;
        let swing = num(core::f64::consts::TAU * CONTACT_CYCLES);
        let soft = Soft::new(swing, num(CONTACT_DAMPING), per_step);
        for (place, contact) in (0..).zip(&self.contacts) {
            if contact.count == 0 || contact.sensor {
                continue;
            }
            let held = contact.bodies.map(|body| &self.held[body as usize]);
            if held.iter().any(|held| held.is_awake()) {
                out.push(self.constraint(place, contact, held, soft, step));
            }
        }
    }

    /// Keeps the impulses for the next step.
    pub(super) fn keep(&mut self, constraints: &[Constraint<R>]) {
        for constraint in constraints {
            let contact = &mut self.contacts[constraint.contact as usize];
            contact.speed = R::default();
            for (point, knot) in contact.points.iter_mut().zip(constraint.knots()) {
                point.push = knot.push;
                contact.touches |= knot.most > R::default();
                contact.speed = larger(contact.speed, -knot.speed);
            }
            contact.rub = constraint.rub;
        }
    }

    /// Lets what came at each other fast enough bounce.
    pub(super) fn bounce(&mut self, constraints: &mut [Constraint<R>], step: R) {
        let zero = R::default();
        let gravity = Real::sqrt(self.gravity.dot(self.gravity));
        let slowest = gravity * step * num(RESTING_STEPS);
        for constraint in constraints.iter_mut().filter(|constraint| constraint.restitution > zero) {
            let bounces = |knot: &Knot<R>| knot.speed < -slowest && knot.most > zero;
            let back = -constraint.restitution;
            let wanted = constraint.knots.map(|knot| bounces(&knot).then_some(back * knot.speed));
            each(constraint, &mut self.moving, |constraint, _, p, q| match wanted {
                [Some(u), Some(v)] => constraint.settle(p, q, [u, v], [zero; 2]),
                [Some(u), None] => constraint.settle_one(0, p, q, u),
                [None, Some(v)] => constraint.settle_one(1, p, q, v),
                [None, None] => {}
            });
        }
    }
}

/// Does something to a constraint and how fast its bodies move.
#[inline(always)]
fn each<R: Real>(
    constraint: &mut Constraint<R>,
    moving: &mut [Moving<R>],
    act: impl FnOnce(&mut Constraint<R>, [&Moving<R>; 2], &mut Pace<R>, &mut Pace<R>),
) {
    let [a, b] = constraint.places();
    let pace = |moved: &Moving<R>| Pace { velocity: moved.velocity, spin: moved.spin };
    let (mut p, mut q) = (pace(&moving[a]), pace(&moving[b]));
    act(constraint, [&moving[a], &moving[b]], &mut p, &mut q);
    for (place, pace, moves) in [(a, p, constraint.moves[0]), (b, q, constraint.moves[1])] {
        if moves {
            (moving[place].velocity, moving[place].spin) = (pace.velocity, pace.spin);
        }
    }
}

/// Applies the impulses that are known from the sub-step before.
pub(super) fn warm_start<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>]) {
    for constraint in constraints {
        each(constraint, moving, |constraint, _, p, q| {
            let [first, second] = &constraint.knots;
            let rub = constraint.rub;
            let impulse =
                constraint.normal.scaled(first.push + second.push) + quarter(constraint.normal).scaled(rub);
            let turns = [0, 1].map(|k| {
                first.levers[k] * first.push + second.levers[k] * second.push + constraint.slants[k] * rub
            });
            constraint.apply(p, q, impulse, turns);
        });
    }
}

/// Pushes apart what overlaps, and stops what would.
pub(super) fn push<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>], per_step: R) {
    for constraint in constraints {
        each(constraint, moving, |constraint, moved, p, q| constraint.push(moved, p, q, per_step, true));
    }
}

/// Takes back the speed that pushing gave, and lets surfaces rub.
pub(super) fn relax<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>], per_step: R) {
    for constraint in constraints.iter_mut().rev() {
        each(constraint, moving, |constraint, moved, p, q| {
            constraint.push(moved, p, q, per_step, false);
            constraint.rub(p, q);
        });
    }
}
