//! Constraint rows of joints, several joints in SIMD lanes. A row constrains the relative velocity of two bodies along a direction, or
//! their relative angular velocity. It is locked, or subject to a spring, a motor or limits.

use super::joint::{Drive, Spring};
use super::lanes::{Lanes, Wide};
use super::moving::{Soft, Velocities};
use super::turn::num;
use crate::scalar::Real;

/// The frequency of the soft constraint of rigid rows, in cycles per sub-step, and its damping ratio. It is stiffer than that of contacts.
const JOINT_CYCLES: f64 = 0.25;
const JOINT_DAMPING: f64 = 2.0;

/// The smallest response of a row when other rows of the joint hold, as a fraction of its own response. A smaller one would be rounding
/// error.
const LEAST_RESPONSE: f64 = 1.0 / 64.0;

/// The effective mass for a response: its inverse, or zero if neither body can be moved.
#[inline]
fn inverse<R: Real>(response: Lanes<R>) -> Lanes<R> {
    let zero = Lanes::zero();
    response.above(zero, [Lanes::of(1.0) / response, zero])
}

/// The inverse mass and the inverse inertia of each of two bodies.
pub(super) type Light<R> = [[Lanes<R>; 2]; 2];

/// A constraint row: a direction (`way`) and the angular terms of the Jacobian (`turns`). Without a direction, it is the row of the
/// relative angular velocity.
#[derive(Clone, Copy)]
pub(super) struct Row<R> {
    way: Option<Wide<R>>,
    turns: [Lanes<R>; 2],
    light: Light<R>,
}

impl<R: Real> Row<R> {
    /// The row along a direction, with the lever arms of both bodies.
    #[inline]
    pub(super) fn along(way: Wide<R>, levers: [Wide<R>; 2], light: Light<R>) -> Self {
        Self { way: Some(way), turns: [levers[0].cross(way), levers[1].cross(way)], light }
    }

    #[inline]
    pub(super) fn turning(light: Light<R>) -> Self {
        Self { way: None, turns: [Lanes::of(1.0); 2], light }
    }

    /// The response: the change of the relative velocity along this row per unit of impulse. It is the inverse of the effective mass.
    #[inline]
    fn response(&self) -> Lanes<R> {
        let ([[a, i], [b, j]], [s, t]) = (self.light, self.turns);
        match self.way {
            Some(way) => (a + b) * way.dot(way) + i * s * s + j * t * t,
            None => i + j,
        }
    }

    /// The effective mass of this row; zero if neither body can be moved.
    #[inline]
    fn mass(&self) -> Lanes<R> {
        inverse(self.response())
    }

    /// The response of this row, and its effective mass, if other rows of the joint hold. `held` is the part of the response that these
    /// cancel.
    ///
    /// Without it, a motor or limit of a hinge at the end of a bar would use the inertia about the center of mass, and would need many
    /// iterations to reach a speed or to stop at a limit.
    #[inline]
    fn response_beside(&self, held: Lanes<R>) -> (Lanes<R>, Lanes<R>) {
        let response = self.response();
        let response = (response - held).larger(response * Lanes::of(LEAST_RESPONSE));
        (response, inverse(response))
    }

    #[inline]
    fn speed(&self, p: &Velocities<R>, q: &Velocities<R>) -> Lanes<R> {
        match self.way {
            Some(way) => (q.velocity - p.velocity).dot(way) + self.turns[1] * q.spin - self.turns[0] * p.spin,
            None => q.spin - p.spin,
        }
    }

    #[inline]
    pub(super) fn push(&self, p: &mut Velocities<R>, q: &mut Velocities<R>, impulse: Lanes<R>) {
        let [[a, i], [b, j]] = self.light;
        if let Some(way) = self.way {
            p.velocity = p.velocity - way.scaled(impulse * a);
            q.velocity = q.velocity + way.scaled(impulse * b);
        }
        p.spin = p.spin - impulse * self.turns[0] * i;
        q.spin = q.spin + impulse * self.turns[1] * j;
    }

    /// Solves a locked row, which keeps `error` at zero. `pushed` is the accumulated impulse.
    #[inline]
    pub(super) fn lock(
        &self,
        [p, q]: [&mut Velocities<R>; 2],
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
    #[inline]
    pub(super) fn drive(
        &self,
        [p, q]: [&mut Velocities<R>; 2],
        drives: &mut Drives<R>,
        [place, off]: [Lanes<R>; 2],
        spring: &Softs<R>,
        (held, pass): (Lanes<R>, &Pass<R>),
    ) {
        let [springs, motors, limits] = drives.has;
        let (zero, one, before) = (Lanes::zero(), Lanes::of(1.0), drives.sum());
        let (response, mass) = self.response_beside(held);
        // The relative velocity, including the reaction of the other rows.
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
                // A motor drives the joint up to a limit, but must not press against it, because limits are soft and would yield.
                let [low, high] = rooms.map(|room| Self::limit_speed(room, pass));
                sum = sum.smaller(wanted(high).larger(zero)).larger(wanted(-low).smaller(zero));
            }
            pushed[1] = sum.larger(-drives.most).smaller(drives.most);
        }
        self.push(p, q, drives.sum() - before);
    }

    /// The largest speed towards a limit at this distance: the joint may reach the limit at the end of the sub-step. It is negative if the
    /// joint is beyond the limit and is moved back.
    #[inline]
    fn limit_speed(room: Lanes<R>, pass: &Pass<R>) -> Lanes<R> {
        room.above(Lanes::zero(), [room / Lanes::all(pass.step), Lanes::all(pass.lock.bias) * room])
    }
}

/// The springs, motors and limits of several joints, with their accumulated impulses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drives<R> {
    /// Whether any of the joints has a spring, a motor, limits. The lanes of joints that have none contain values without effect.
    has: [bool; 3],
    speed: Lanes<R>,
    /// The largest impulse of the motor.
    most: Lanes<R>,
    low: Lanes<R>,
    high: Lanes<R>,
    /// The accumulated impulses of spring, motor, lower limit and upper limit.
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

    /// The sum of the impulses, with the sign of the joint coordinate.
    #[inline]
    pub(super) fn sum(&self) -> Lanes<R> {
        let [spring, motor, low, high] = self.pushed;
        spring + motor + low - high
    }
}

/// The coefficients of soft constraints in SIMD lanes. Lanes of joints without a spring contain zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Softs<R> {
    pub(super) bias: Lanes<R>,
    pub(super) mass: Lanes<R>,
    pub(super) impulse: Lanes<R>,
}

impl<R: Real> Softs<R> {
    #[inline]
    pub(super) fn all(soft: &Soft<R>) -> Self {
        let [bias, mass, impulse] = [soft.bias, soft.mass, soft.impulse].map(Lanes::all);
        Self { bias, mass, impulse }
    }

    pub(super) fn put(&mut self, lane: usize, soft: Soft<R>) {
        (self.bias.0[lane], self.mass.0[lane]) = (soft.bias, soft.mass);
        self.impulse.0[lane] = soft.impulse;
    }

    /// Selects per lane: `other` if the number is above zero, otherwise `self`.
    #[inline]
    pub(super) fn or(&self, other: &Self, where_above: Lanes<R>) -> Self {
        let pick = |own, other| where_above.above(Lanes::zero(), [other, own]);
        Self {
            bias: pick(self.bias, other.bias),
            mass: pick(self.mass, other.mass),
            impulse: pick(self.impulse, other.impulse),
        }
    }
}

/// The settings of one iteration over the joints.
pub(super) struct Pass<R> {
    pub(super) step: R,
    /// The soft constraint of rigid rows. In the relax iteration it has no position correction.
    pub(super) lock: Soft<R>,
}

impl<R: Real> Pass<R> {
    pub(super) fn new(step: R, corrects: bool) -> Self {
        let swing = num(core::f64::consts::TAU * JOINT_CYCLES);
        let soft = Soft::new(swing, num(JOINT_DAMPING), num::<R>(1.0) / step);
        Self { step, lock: if corrects { soft } else { Soft::rigid() } }
    }
}

/// The coefficients of a spring for a sub-step of this duration.
pub(super) fn soft<R: Real>(spring: Spring<R>, step: R) -> Soft<R> {
    Soft::new(spring.hertz * num(core::f64::consts::TAU) * step, spring.damping, num::<R>(1.0) / step)
}
