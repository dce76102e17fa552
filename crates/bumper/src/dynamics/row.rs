//! A row of joints: a direction in which two bodies part or turn against each other, and how it is locked, sprung, driven or limited, of
//! several joints side by side.

use super::joint::{Drive, Spring};
use super::lanes::{Lanes, Wide};
use super::moving::{Paces, Soft};
use super::turn::num;
use crate::scalar::Real;

/// The frequency at which joints are corrected, in cycles a sub-step, and its damping ratio: stiffer than contacts.
const JOINT_CYCLES: f64 = 0.25;
const JOINT_DAMPING: f64 = 2.0;

/// One over mass and inertia, of each body.
pub(super) type Light<R> = [[Lanes<R>; 2]; 2];

/// A direction in which two bodies part, and how it turns them: without a way, their turning against each other.
#[derive(Clone, Copy)]
pub(super) struct Row<R> {
    way: Option<Wide<R>>,
    turns: [Lanes<R>; 2],
    light: Light<R>,
}

impl<R: Real> Row<R> {
    /// Along a direction, by the levers of both bodies.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn along(way: Wide<R>, levers: [Wide<R>; 2], light: Light<R>) -> Self {
        Self { way: Some(way), turns: [levers[0].cross(way), levers[1].cross(way)], light }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn turning(light: Light<R>) -> Self {
        Self { way: None, turns: [Lanes::of(1.0); 2], light }
    }

    /// How an impulse of 1 changes the speed, and one over it: of what nothing moves, zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mass(&self) -> Lanes<R> {
        let (zero, [[a, i], [b, j]], [s, t]) = (Lanes::zero(), self.light, self.turns);
        let sum = match self.way {
            Some(way) => (a + b) * way.dot(way) + i * s * s + j * t * t,
            None => i + j,
        };
        sum.above(zero, [Lanes::of(1.0) / sum, zero])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn speed(&self, p: &Paces<R>, q: &Paces<R>) -> Lanes<R> {
        match self.way {
            Some(way) => (q.velocity - p.velocity).dot(way) + self.turns[1] * q.spin - self.turns[0] * p.spin,
            None => q.spin - p.spin,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push(&self, p: &mut Paces<R>, q: &mut Paces<R>, impulse: Lanes<R>) {
        let [[a, i], [b, j]] = self.light;
        if let Some(way) = self.way {
            p.velocity = p.velocity - way.scaled(impulse * a);
            q.velocity = q.velocity + way.scaled(impulse * b);
        }
        p.spin = p.spin - impulse * self.turns[0] * i;
        q.spin = q.spin + impulse * self.turns[1] * j;
    }

    /// Holds an error at nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn lock(
        &self,
        [p, q]: [&mut Paces<R>; 2],
        error: Lanes<R>,
        soft: &Softs<R>,
        pushed: &mut Lanes<R>,
    ) {
        let impulse =
            -self.mass() * soft.mass * (self.speed(p, q) + soft.bias * error) - soft.impulse * *pushed;
        *pushed = *pushed + impulse;
        self.push(p, q, impulse);
    }

    /// Drives what is free: by a spring, a motor, and within limits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn drive(
        &self,
        [p, q]: [&mut Paces<R>; 2],
        drives: &mut Drives<R>,
        [place, off]: [Lanes<R>; 2],
        spring: &Softs<R>,
        pass: &Pass<R>,
    ) {
        let (zero, one, pushed) = (Lanes::zero(), Lanes::of(1.0), &mut drives.pushed);
        let [springs, motors, limits] = drives.has;
        if springs {
            self.lock([p, q], off, spring, &mut pushed[0]);
        }
        let mass = self.mass();
        if motors {
            let sum = pushed[1] - mass * (self.speed(p, q) - drives.speed);
            let sum = sum.larger(-drives.most).smaller(drives.most);
            self.push(p, q, sum - pushed[1]);
            pushed[1] = sum;
        }
        let rooms = [(2, place - drives.low, one), (3, drives.high - place, -one)];
        for (side, room, sign) in rooms.into_iter().filter(|_| limits) {
            let lock = Softs::all(&pass.lock);
            let bias = room.above(zero, [room / Lanes::all(pass.step), lock.bias * room]);
            let [soft, kept] = [[one, lock.mass], [zero, lock.impulse]].map(|pair| room.above(zero, pair));
            let speed = self.speed(p, q) * sign;
            let impulse = -mass * soft * (speed + bias) - kept * pushed[side];
            let sum = (pushed[side] + impulse).larger(zero);
            self.push(p, q, (sum - pushed[side]) * sign);
            pushed[side] = sum;
        }
    }
}

/// What drives several joints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drives<R> {
    /// Whether any has a spring, a motor, limits: those that have none have such as do nothing.
    has: [bool; 3],
    speed: Lanes<R>,
    /// The largest impulse of the motor.
    most: Lanes<R>,
    low: Lanes<R>,
    high: Lanes<R>,
    /// What spring, motor, lower and upper limit have pushed.
    pub(super) pushed: [Lanes<R>; 4],
}

impl<R: Real> Drives<R> {
    pub(super) fn none() -> Self {
        let (zero, far) = (Lanes::zero(), Lanes::all(R::MAX_RADIUS));
        Self { has: [false; 3], speed: zero, most: zero, low: -far, high: far, pushed: [zero; 4] }
    }

    pub(super) fn put(&mut self, lane: usize, drive: &Drive<R>, step: R, pushed: [R; 4]) {
        let has = [drive.spring.is_some(), drive.motor.is_some(), drive.limits.is_some()];
        (0..3).for_each(|k| self.has[k] |= has[k]);
        if let Some(motor) = drive.motor {
            (self.speed.0[lane], self.most.0[lane]) = (motor.speed, motor.max * step);
        }
        if let Some([low, high]) = drive.limits {
            (self.low.0[lane], self.high.0[lane]) = (low, high);
        }
        (0..4).for_each(|k| self.pushed[k].0[lane] = pushed[k]);
    }

    /// All impulses together.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sum(&self) -> Lanes<R> {
        let [spring, motor, low, high] = self.pushed;
        spring + motor + low - high
    }
}

/// Springs side by side: without one, nothing is done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Softs<R> {
    pub(super) bias: Lanes<R>,
    pub(super) mass: Lanes<R>,
    pub(super) impulse: Lanes<R>,
}

impl<R: Real> Softs<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn all(soft: &Soft<R>) -> Self {
        let [bias, mass, impulse] = [soft.bias, soft.mass, soft.impulse].map(Lanes::all);
        Self { bias, mass, impulse }
    }

    pub(super) fn put(&mut self, lane: usize, soft: Soft<R>) {
        (self.bias.0[lane], self.mass.0[lane]) = (soft.bias, soft.mass);
        self.impulse.0[lane] = soft.impulse;
    }

    /// Another where a number is above zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn or(&self, other: &Self, where_above: Lanes<R>) -> Self {
        let pick = |own, other| where_above.above(Lanes::zero(), [other, own]);
        Self {
            bias: pick(self.bias, other.bias),
            mass: pick(self.mass, other.mass),
            impulse: pick(self.impulse, other.impulse),
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
