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

/// The least part of the response of a row that other rows of the joint leave: below that it is lost to rounding.
const LEAST_RESPONSE: f64 = 1.0 / 64.0;

/// One over a response: zero, where nothing can be moved.
#[cfg_attr(not(debug_assertions), inline(always))]
fn inverse<R: Real>(response: Lanes<R>) -> Lanes<R> {
    let zero = Lanes::zero();
    response.above(zero, [Lanes::of(1.0) / response, zero])
}

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

    /// How an impulse of 1 along this row changes the relative velocity along it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn response(&self) -> Lanes<R> {
        let ([[a, i], [b, j]], [s, t]) = (self.light, self.turns);
        match self.way {
            Some(way) => (a + b) * way.dot(way) + i * s * s + j * t * t,
            None => i + j,
        }
    }

    /// The effective mass of this row: zero, where nothing can be moved.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mass(&self) -> Lanes<R> {
        inverse(self.response())
    }

    /// The response of this row while other rows of the joint hold, which take back a part of it; and one over it, the effective mass.
    ///
    /// Without that, a hinge at the end of a bar moves the bar by its inertia about the centre of mass alone, and needs many passes to reach
    /// a speed or to stop at a limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn response_beside(&self, held: Lanes<R>) -> (Lanes<R>, Lanes<R>) {
        let response = self.response();
        let response = (response - held).larger(response * Lanes::of(LEAST_RESPONSE));
        (response, inverse(response))
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

    /// Solves the free direction of joints: first springs, then limits, then motors.
    ///
    /// `place` is the joint coordinate (angle, translation or length), `off` its distance from the rest position of the spring.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn drive(
        &self,
        [p, q]: [&mut Paces<R>; 2],
        drives: &mut Drives<R>,
        [place, off]: [Lanes<R>; 2],
        spring: &Softs<R>,
        (held, pass): (Lanes<R>, &Pass<R>),
    ) {
        let [springs, motors, limits] = drives.has;
        let (zero, one, before) = (Lanes::zero(), Lanes::of(1.0), drives.sum());
        let (response, mass) = self.response_beside(held);
        // The speed as it will be when the rows that hold the rest have answered.
        let mut speed = self.speed(p, q);
        let pushed = &mut drives.pushed;
        if springs {
            let impulse =
                -self.mass() * spring.mass * (speed + spring.bias * off) - spring.impulse * pushed[0];
            pushed[0] = pushed[0] + impulse;
            speed = speed + impulse * response;
        }
        let rooms = [place - drives.low, drives.high - place];
        for (side, sign) in [(2, one), (3, -one)].into_iter().filter(|_| limits) {
            let (room, lock) = (rooms[side - 2], &pass.lock);
            let [soft, kept] = [[one, Lanes::all(lock.mass)], [zero, Lanes::all(lock.impulse)]]
                .map(|pair| room.above(zero, pair));
            let short = speed * sign + Self::limit_speed(room, pass);
            let sum = (pushed[side] - mass * soft * short - kept * pushed[side]).larger(zero);
            speed = speed + (sum - pushed[side]) * sign * response;
            pushed[side] = sum;
        }
        if motors {
            let wanted = |target: Lanes<R>| pushed[1] - mass * (speed - target);
            let mut sum = wanted(drives.speed);
            if limits {
                // A motor drives the joint up to a limit and does not press on it: limits are soft, and would give way.
                let [low, high] = rooms.map(|room| Self::limit_speed(room, pass));
                sum = sum.smaller(wanted(high).larger(zero)).larger(wanted(-low).smaller(zero));
            }
            pushed[1] = sum.larger(-drives.most).smaller(drives.most);
        }
        self.push(p, q, drives.sum() - before);
    }

    /// The largest speed towards a limit at this distance: it may be reached at the end of the sub-step. Below zero, where the joint is
    /// past the limit and is brought back.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn limit_speed(room: Lanes<R>, pass: &Pass<R>) -> Lanes<R> {
        room.above(Lanes::zero(), [room / Lanes::all(pass.step), Lanes::all(pass.lock.bias) * room])
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
