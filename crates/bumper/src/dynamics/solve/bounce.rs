//! Restitution, applied at the end of a step.

use super::super::constraint::Block;
use super::super::contact::{Contact, Seen};
use super::super::moving::SolverBodies;
use super::super::seats::NONE;
use super::super::turn::{V, num};
use super::super::{Bodies, RigidBody};
use super::{Bounce, know};
use crate::scalar::Real;
use alloc::vec::Vec;

/// Restitution is ignored if the approach speed is at most what gravity adds in this many steps.
const RESTING_STEPS: f64 = 2.0;

impl<R: Real> Bodies<R> {
    /// Applies restitution to all contacts whose bodies have collided fast enough in this step.
    pub(in super::super) fn bounce(&mut self, step: R) {
        let bounces = core::mem::take(&mut self.solver.bounces);
        let slowest = Real::sqrt(self.gravity.dot(self.gravity)) * step * num(RESTING_STEPS);
        let mut rooms = [Vec::new(), Vec::new()];
        for bounce in &bounces {
            let knots = &self.solver.contacts.at(bounce.seat).knots;
            let wanted = [0, 1].map(|k| {
                let (speed, touched) = (bounce.speeds[k], knots[k].most.0[bounce.seat.lane] > R::default());
                (touched && speed < -slowest).then(|| -bounce.back * speed)
            });
            if wanted != [None; 2] {
                self.bounce_one(bounce, wanted, step, &mut rooms);
            }
        }
        self.solver.bounces = bounces;
    }

    /// Makes two bodies separate at given speeds, at those points of a contact that have one.
    ///
    /// The manifold is computed again for the current poses: the bodies have moved since the step began, and outdated lever arms would
    /// change their angular momentum.
    fn bounce_one(
        &mut self,
        bounce: &Bounce<R>,
        wanted: [Option<R>; 2],
        step: R,
        rooms: &mut [Vec<V<R>>; 2],
    ) {
        let old = self.contacts[bounce.place as usize];
        let places = self.solver.places_of(old.bodies);
        let held = old.bodies.map(|body| &self.held[body as usize]);
        let (contact, points) = self.contact_by_now(&old, held, places, rooms);
        let known = know(held, old.parts().map(|part| &self.parts[part]), places, step);
        let mut block = Block::empty(self.solver.moved as u32);
        block.set(0, NONE, &contact, &known);
        block.ready();
        // Lever arms have changed since the impact. The speeds are scaled so that the bodies get back the square of the restitution of
        // their energy.
        let was = &self.solver.contacts.at(bounce.seat).knots;
        let wanted = [0, 1].map(|k| {
            let (before, now) = (was[points[k]?].ease.0[bounce.seat.lane], block.knots[k].ease.0[0]);
            Some(wanted[points[k]?]? * Real::sqrt(now / before))
        });
        let mut crowd = SolverBodies { all: &mut self.solver.moving, moved: self.solver.moved };
        block.bounce(&mut crowd, 0, wanted);
        // Include these impulses in the events, and in the warm start of the next step.
        let own = self.solver.contacts.at(bounce.seat);
        for (point, knot) in points.into_iter().zip(&block.knots) {
            if let Some(k) = point {
                for sum in [&mut own.knots[k].push, &mut own.knots[k].total] {
                    sum.0[bounce.seat.lane] = sum.0[bounce.seat.lane] + knot.push.0[0];
                }
            }
        }
    }

    /// The contact at the current poses, without impulses, and for each of its points the index of the old point with the same feature id.
    /// If no manifold is found, the old one is used.
    fn contact_by_now(
        &self,
        old: &Contact<R>,
        held: [&RigidBody<R>; 2],
        places: [u32; 2],
        rooms: &mut [Vec<V<R>>; 2],
    ) -> (Contact<R>, [Option<usize>; 2]) {
        let [m, n] = places.map(|place| self.solver.moving[place as usize].get());
        let [a, b] = held;
        let offset = (b.center + n.shift) - (a.center + m.shift);
        let now = Seen { offset, turns: [a.turn.then(m.turn), b.turn.then(n.turn)] };
        let points = |contact: &Contact<R>| {
            [0, 1].map(|k| {
                let feature = contact.points().get(k)?.feature;
                old.points().iter().position(|point| point.feature == feature)
            })
        };
        let mut contact = *old;
        contact.take(&now, self.seen(old, &now, num(f64::MAX), rooms));
        if contact.count == 0 {
            contact = *old;
        }
        contact.points.iter_mut().for_each(|point| point.push = R::default());
        match points(&contact) {
            // All feature ids have changed: the first point takes the place of the old first one.
            [None, None] => (contact, [Some(0), None]),
            points => (contact, points),
        }
    }
}
