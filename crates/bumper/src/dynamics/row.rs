//! A row of a joint: a direction in which two bodies part or turn against each other, and how it is locked, sprung, driven or limited.

use super::joint::{Drive, Spring};
use super::moving::{Moving, Soft};
use super::turn::{V, between, num};
use crate::narrow::measure::larger;
use crate::scalar::Real;

/// The frequency at which joints are corrected, in cycles a sub-step, and its damping ratio: stiffer than contacts.
const JOINT_CYCLES: f64 = 0.25;
const JOINT_DAMPING: f64 = 2.0;

/// A direction in which two bodies part, and how it turns them: without a way, their turning against each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row<R: Real> {
    way: V<R>,
    turns: [R; 2],
    mass: R,
    light: [[R; 2]; 2],
}

impl<R: Real> Row<R> {
    pub(super) fn new(way: V<R>, turns: [R; 2], light: [[R; 2]; 2]) -> Self {
        let square = way.dot(way);
        let sum = (light[0][0] + light[1][0]) * square
            + light[0][1] * turns[0] * turns[0]
            + light[1][1] * turns[1] * turns[1];
        Self { way, turns, mass: if sum > R::default() { num::<R>(1.0) / sum } else { R::default() }, light }
    }

    fn speed(&self, p: &Moving<R>, q: &Moving<R>) -> R {
        (q.velocity - p.velocity).dot(self.way) + self.turns[1] * q.spin - self.turns[0] * p.spin
    }

    pub(super) fn push(&self, p: &mut Moving<R>, q: &mut Moving<R>, impulse: R) {
        let [[a, i], [b, j]] = self.light;
        p.velocity -= self.way.scaled(impulse * a);
        p.spin = p.spin - impulse * self.turns[0] * i;
        q.velocity += self.way.scaled(impulse * b);
        q.spin = q.spin + impulse * self.turns[1] * j;
    }

    /// Holds an error at nothing.
    pub(super) fn lock(
        &self,
        p: &mut Moving<R>,
        q: &mut Moving<R>,
        error: R,
        soft: &Soft<R>,
        pushed: &mut R,
    ) {
        let impulse =
            -self.mass * soft.mass * (self.speed(p, q) + soft.bias * error) - soft.impulse * *pushed;
        *pushed = *pushed + impulse;
        self.push(p, q, impulse);
    }

    /// Drives what is free: by a spring, a motor, and within limits.
    pub(super) fn drive(
        &self,
        p: &mut Moving<R>,
        q: &mut Moving<R>,
        drive: &Drive<R>,
        (place, off, spring): (R, R, &Soft<R>),
        pass: &Pass<R>,
        pushed: &mut [R; 4],
    ) {
        let zero = R::default();
        if drive.spring.is_some() {
            self.lock(p, q, off, spring, &mut pushed[0]);
        }
        if let Some(motor) = drive.motor {
            let most = motor.max * pass.step;
            let sum = between(pushed[1] - self.mass * (self.speed(p, q) - motor.speed), -most, most);
            self.push(p, q, sum - pushed[1]);
            pushed[1] = sum;
        }
        let Some([low, high]) = drive.limits else { return };
        for (side, room, sign) in [(2, place - low, num::<R>(1.0)), (3, high - place, num(-1.0))] {
            let (bias, soft) = match room > zero {
                true => (room / pass.step, Soft::rigid()),
                false => (pass.lock.bias * room, pass.lock),
            };
            let speed = self.speed(p, q) * sign;
            let impulse = -self.mass * soft.mass * (speed + bias) - soft.impulse * pushed[side];
            let sum = larger(pushed[side] + impulse, zero);
            self.push(p, q, (sum - pushed[side]) * sign);
            pushed[side] = sum;
        }
    }
}

/// How a pass through the joints corrects.
pub(super) struct Pass<R> {
    pub(super) step: R,
    /// What is rigid: softly at first, then without a correction.
    pub(super) lock: Soft<R>,
}

impl<R: Real> Pass<R> {
    pub(super) fn new(step: R, corrects: bool) -> Self {
        let swing = num(core::f64::consts::TAU * JOINT_CYCLES);
        let soft = Soft::new(swing, num(JOINT_DAMPING), num::<R>(1.0) / step);
        Self { step, lock: if corrects { soft } else { Soft::rigid() } }
    }
}

/// A spring as it acts in a sub-step.
pub(super) fn soft<R: Real>(spring: Spring<R>, step: R) -> Soft<R> {
    Soft::new(spring.hertz * num(core::f64::consts::TAU) * step, spring.damping, num::<R>(1.0) / step)
}
