//! The step: what happens when, from top to bottom.

use super::body::{Held, Kind};
use super::moving::Moving;
use super::solve;
use super::turn::{Turn, between, num};
use super::{Bodies, SUB_STEPS};
use crate::Vector;
use crate::narrow::measure::size;
use crate::scalar::Real;
use alloc::vec::Vec;

/// How far a body turns in a sub-step at most, in radians: less than half a turn in a step, so that turns can be counted.
const MOST_TURN: f64 = 0.75;

/// A body is slow while it moves less than this in a step, as a part of its size.
const SLOW: f64 = 1.0 / 1024.0;

impl<R: Real> Bodies<R> {
    /// Moves the bodies by a step of time. A step that is not above zero, or not finite, does nothing. Best is always the same step:
    /// what is resting then stays so.
    ///
    /// Costs O(n) for what is awake and for what touches, and O(n log n) where bodies move to new neighbours; allocates where lists
    /// grow.
    pub fn step(&mut self, step: R) {
        if !(step > R::default() && step < num(f64::INFINITY)) {
            return;
        }
        let sub_step = step * num(1.0 / f64::from(SUB_STEPS));
        let per_step = num::<R>(1.0) / sub_step;
        self.gone.drain(..self.told);
        self.find_pairs(step);
        self.touch_all(step);
        self.wake_touched(step);
        self.join_seams();

        let mut constraints = Vec::new();
        self.prepare(step, sub_step, &mut constraints);
        self.begin();
        constraints
            .iter()
            .flat_map(|constraint| constraint.places())
            .for_each(|body| self.moving[body].free = false);
        self.prepare_links(sub_step);
        self.each_link(|_, p, q| (p.free, q.free) = (false, false));
        for _ in 0..SUB_STEPS {
            self.accelerate(sub_step);
            self.each_link(|link, p, q| link.warm_start(p, q));
            solve::warm_start(&mut constraints, &mut self.moving);
            self.each_link(|link, p, q| link.solve(p, q, sub_step, true));
            solve::push(&mut constraints, &mut self.moving, per_step);
            self.move_on(sub_step);
            self.each_link(|link, p, q| link.solve(p, q, sub_step, false));
            solve::relax(&mut constraints, &mut self.moving, per_step);
        }
        self.bounce(&mut constraints, step);
        self.keep(&constraints);
        self.finish(step);
        self.fall_asleep();
        self.told = self.gone.len();
    }

    /// What each body does before the step.
    fn begin(&mut self) {
        let moving = |held: &Held<R>| Moving {
            velocity: held.velocity,
            spin: held.spin,
            shift: Vector::default(),
            turn: Turn::none(),
            angle: R::default(),
            free: true,
        };
        self.moving.clear();
        self.moving.extend(self.held.iter().map(moving));
    }

    /// Forces, gravity and damping, as if the velocity at the end of the sub-step were damped.
    fn accelerate(&mut self, sub_step: R) {
        let one = num::<R>(1.0);
        for (held, moving) in self.held.iter().zip(&mut self.moving) {
            if held.kind != Kind::Dynamic || held.asleep.is_some() || !held.alive {
                continue;
            }
            let pull = self.gravity.scaled(held.gravity_scale) + held.force.scaled(held.lightness);
            let slower = one / (one + sub_step * held.linear_damping);
            moving.velocity = (moving.velocity + pull.scaled(sub_step)).scaled(slower);
            let slower = one / (one + sub_step * held.angular_damping);
            moving.spin = (moving.spin + held.torque * held.nimbleness * sub_step) * slower;
        }
    }

    /// Positions follow velocities.
    fn move_on(&mut self, sub_step: R) {
        let most = num::<R>(MOST_TURN);
        for (held, moving) in self.held.iter().zip(&mut self.moving) {
            if !held.is_awake() || !held.alive {
                continue;
            }
            let angle = between(moving.spin * sub_step, -most, most);
            if size(moving.spin * sub_step) > most {
                moving.spin = angle / sub_step;
            }
            moving.shift += moving.velocity.scaled(sub_step);
            if moving.free && held.is_dynamic() {
                let pull = self.gravity.scaled(held.gravity_scale) + held.force.scaled(held.lightness);
                moving.shift -= pull.scaled(sub_step * sub_step * num(0.5));
            }
            moving.turn = moving.turn.then(Turn::by(angle));
            moving.angle = moving.angle + angle;
        }
    }

    /// Takes over where the bodies have got to.
    fn finish(&mut self, step: R) {
        let moving = core::mem::take(&mut self.moving);
        for (slot, moved) in moving.iter().enumerate() {
            if !self.held[slot].alive || !self.held[slot].is_awake() {
                continue;
            }
            let part = self.free_way(slot, moved);
            self.held[slot].arrive(moved, part, step);
        }
        self.moving = moving;
    }
}

impl<R: Real> Held<R> {
    /// Goes a part of the way, with the velocity at its end.
    fn arrive(&mut self, moved: &Moving<R>, part: R, step: R) {
        let limit = R::MAX_RADIUS;
        let known = |number: R| size(number) <= limit;
        let within = |number: R| between(number, -limit, limit);
        (self.force, self.torque) = (Vector::default(), R::default());
        let shift = moved.shift.scaled(part);
        let numbers = [moved.velocity[0], moved.velocity[1], moved.spin, shift[0], shift[1], moved.turn.cos];
        if !numbers.into_iter().all(known) {
            // Farther than numbers go: it stays, and comes to a stop.
            (self.velocity, self.spin) = (Vector::default(), R::default());
            return;
        }
        self.velocity = moved.velocity;
        self.spin = moved.spin;
        self.center = (self.center + shift).map(within);
        let way = if part < num(1.0) { Turn::by(moved.turn.angle() * part) } else { moved.turn };
        let next = self.turn.then(way).mended();
        let (was, is) = (self.turn.sin < R::default(), next.sin < R::default());
        match way.sin > R::default() {
            true if !was && is => self.turns = self.turns.wrapping_add(1),
            false if was && !is => self.turns = self.turns.wrapping_sub(1),
            _ => {}
        }
        self.turn = next;
        let far = Real::sqrt(self.velocity.dot(self.velocity)) + size(self.spin) * self.reach;
        let slow = far * step < self.size * num(SLOW) && self.sleeps;
        self.still = if slow { self.still.saturating_add(1) } else { 0 };
    }

    /// How much of the gravity moves it.
    pub(super) fn gravity_scale_if_free(&self) -> R {
        if self.is_dynamic() { self.gravity_scale } else { R::default() }
    }
}
