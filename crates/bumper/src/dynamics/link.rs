//! Joints as constraints on velocities. Each is made of few rows: a row is a direction in which two bodies part or turn against
//! each other, and is locked, sprung, driven or limited (E. Catto, Modeling and Solving Constraints, Game Developers Conference
//! 2009).

use super::Bodies;
use super::body::Held;
use super::joint::{Drive, Hold, Joint, JointState, Motor, Spring};
use super::moving::{Moving, Soft};
use super::turn::{V, between, cross, num, quarter};
use crate::Vector;
use crate::narrow::measure::larger;
use crate::scalar::Real;

/// The frequency at which joints are corrected, in cycles a sub-step, and its damping ratio: stiffer than contacts.
const JOINT_CYCLES: f64 = 0.25;
const JOINT_DAMPING: f64 = 2.0;

/// A joint as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Link<R> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) bodies: [u32; 2],
    pub(super) collide: bool,
    /// Where the second is drawn to, of a hand.
    pub(super) target: Option<V<R>>,
    /// From the centres, and the axis of the first, as the bodies lie unturned.
    arms: [V<R>; 2],
    axis: V<R>,
    /// The angle of the second, seen from the first, at the start; what the length or the place on the line is then.
    start: R,
    rest: R,
    /// What is held.
    pin: Option<Grip<R>>,
    is_distance: bool,
    rail: bool,
    stiff: Option<Grip<R>>,
    along: Option<Drive<R>>,
    turn: Option<Drive<R>>,
    /// The largest force of a hand.
    most: R,
    /// What it has pushed, in the last sub-step.
    pub(super) pushed: Pushed<R>,
    now: Now<R>,
}

/// A lock: rigid, or with a spring.
type Grip<R> = Option<Spring<R>>;

/// The impulses of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pushed<R> {
    pub(super) pin: V<R>,
    pub(super) rail: R,
    pub(super) stiff: R,
    /// Spring, motor, lower limit, upper limit.
    pub(super) along: [R; 4],
    pub(super) turn: [R; 4],
}

impl<R: Real> Pushed<R> {
    pub(super) fn to_array(self) -> [R; 12] {
        let ([s, m, l, h], [t, n, j, k]) = (self.along, self.turn);
        [self.pin[0], self.pin[1], self.rail, self.stiff, s, m, l, h, t, n, j, k]
    }

    pub(super) fn take(&mut self, from: &[R; 12]) {
        let [x, y, rail, stiff, s, m, l, h, t, n, j, k] = *from;
        *self = Self { pin: Vector([x, y]), rail, stiff, along: [s, m, l, h], turn: [t, n, j, k] };
    }
}

/// What does not change during a step.
#[derive(Clone, Copy, Debug)]
struct Now<R> {
    arms: [V<R>; 2],
    offset: V<R>,
    axis: V<R>,
    angle: R,
    light: [[R; 2]; 2],
    /// Whether either body is awake.
    awake: bool,
    /// The time of a sub-step.
    step: R,
}

/// A direction in which two bodies part, and how it turns them: without a way, their turning against each other.
struct Row<R> {
    way: V<R>,
    turns: [R; 2],
    mass: R,
    light: [[R; 2]; 2],
}

impl<R: Real> Row<R> {
    fn new(way: V<R>, turns: [R; 2], light: [[R; 2]; 2]) -> Self {
        let square = way.dot(way);
        let sum = (light[0][0] + light[1][0]) * square
            + light[0][1] * turns[0] * turns[0]
            + light[1][1] * turns[1] * turns[1];
        Self { way, turns, mass: if sum > R::default() { num::<R>(1.0) / sum } else { R::default() }, light }
    }

    fn speed(&self, p: &Moving<R>, q: &Moving<R>) -> R {
        (q.velocity - p.velocity).dot(self.way) + self.turns[1] * q.spin - self.turns[0] * p.spin
    }

    fn push(&self, p: &mut Moving<R>, q: &mut Moving<R>, impulse: R) {
        let [[a, i], [b, j]] = self.light;
        p.velocity -= self.way.scaled(impulse * a);
        p.spin = p.spin - impulse * self.turns[0] * i;
        q.velocity += self.way.scaled(impulse * b);
        q.spin = q.spin + impulse * self.turns[1] * j;
    }

    /// Holds an error at nothing.
    fn lock(&self, p: &mut Moving<R>, q: &mut Moving<R>, error: R, soft: &Soft<R>, pushed: &mut R) {
        let impulse =
            -self.mass * soft.mass * (self.speed(p, q) + soft.bias * error) - soft.impulse * *pushed;
        *pushed = *pushed + impulse;
        self.push(p, q, impulse);
    }

    /// Drives what is free: by a spring, a motor, and within limits.
    fn drive(
        &self,
        p: &mut Moving<R>,
        q: &mut Moving<R>,
        drive: &Drive<R>,
        place: [R; 2],
        pass: &Pass<R>,
        pushed: &mut [R; 4],
    ) {
        let [place, off] = place;
        let zero = R::default();
        if let Some(spring) = drive.spring {
            self.lock(p, q, off, &pass.spring(spring), &mut pushed[0]);
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
struct Pass<R> {
    step: R,
    /// What is rigid: softly at first, then without a correction.
    lock: Soft<R>,
}

impl<R: Real> Pass<R> {
    fn new(step: R, corrects: bool) -> Self {
        let swing = num(core::f64::consts::TAU * JOINT_CYCLES);
        let soft = Soft::new(swing, num(JOINT_DAMPING), num::<R>(1.0) / step);
        Self { step, lock: if corrects { soft } else { Soft::rigid() } }
    }

    fn spring(&self, spring: Spring<R>) -> Soft<R> {
        let swing = spring.hertz * num(core::f64::consts::TAU) * self.step;
        Soft::new(swing, spring.damping, num::<R>(1.0) / self.step)
    }

    fn grip(&self, grip: Grip<R>) -> Soft<R> {
        grip.map_or(self.lock, |spring| self.spring(spring))
    }
}

impl<R: Real> Link<R> {
    pub(super) fn new(joint: &Joint<R>, [a, b]: [&Held<R>; 2]) -> Self {
        let zero = R::default();
        let local = |held: &Held<R>, point: V<R>| held.turn.apply_inverse(point - held.center);
        let none = Vector::default();
        let nothing = Pushed { pin: none, rail: zero, stiff: zero, along: [zero; 4], turn: [zero; 4] };
        let now = Now {
            arms: [none; 2],
            offset: none,
            axis: none,
            angle: zero,
            light: [[zero; 2]; 2],
            awake: false,
            step: zero,
        };
        let mut link = Self {
            generation: 0,
            alive: true,
            bodies: [joint.a.slot, joint.b.slot],
            collide: joint.collide,
            target: None,
            arms: [none; 2],
            axis: none,
            start: angle_of(b) - angle_of(a),
            rest: zero,
            pin: None,
            is_distance: false,
            rail: false,
            stiff: None,
            along: None,
            turn: None,
            most: num(f64::INFINITY),
            pushed: nothing,
            now,
        };
        let place = |at: V<R>| [local(a, at), local(b, at)];
        let direction = |axis: V<R>| a.turn.apply_inverse(crate::narrow::measure::unit(axis).unwrap_or(axis));
        match joint.hold {
            Hold::Distance { from, to, length, along } => {
                link.arms = [local(a, from), local(b, to)];
                let way = to - from;
                link.rest = length.unwrap_or(Real::sqrt(way.dot(way)));
                (link.is_distance, link.along) = (true, Some(along));
            }
            Hold::Revolute { at, turn } => {
                (link.arms, link.pin, link.turn) = (place(at), Some(None), Some(turn));
            }
            Hold::Prismatic { at, axis, along } => {
                (link.arms, link.axis, link.rail) = (place(at), direction(axis), true);
                (link.stiff, link.along) = (Some(None), Some(along));
            }
            Hold::Weld { at, spring, turn } => {
                (link.arms, link.pin, link.stiff) = (place(at), Some(spring), Some(turn));
            }
            Hold::Wheel { at, axis, along, motor } => {
                (link.arms, link.axis, link.rail) = (place(at), direction(axis), true);
                link.along = Some(along);
                link.turn = Some(Drive { motor, ..Drive::default() });
            }
            Hold::Mouse { at, spring, max_force } => {
                (link.arms, link.pin, link.most) = (place(at), Some(Some(spring)), max_force);
                (link.target, link.collide) = (Some(at), true);
            }
        }
        link
    }

    /// The two bodies, where both count.
    pub(super) fn pair(&self) -> Option<[u32; 2]> {
        (self.alive && self.target.is_none()).then_some(self.bodies)
    }

    pub(super) fn ordered(&self) -> (u32, u32) {
        let [a, b] = self.bodies;
        (a.min(b), a.max(b))
    }

    pub(super) fn set_motor(&mut self, motor: Option<Motor<R>>) {
        // Of a wheel the one that turns it.
        if let Some(drive) = self.turn.as_mut().or(self.along.as_mut()) {
            drive.motor = motor;
        }
    }

    fn prepare(&mut self, [a, b]: [&Held<R>; 2]) {
        let light = |held: &Held<R>| [held.lightness, held.nimbleness];
        let hand = self.target.is_some();
        self.now = Now {
            arms: [
                if hand { Vector::default() } else { a.turn.apply(self.arms[0]) },
                b.turn.apply(self.arms[1]),
            ],
            offset: b.center - self.target.unwrap_or(a.center),
            axis: a.turn.apply(self.axis),
            angle: angle_of(b) - angle_of(a) - self.start,
            light: [if hand { [R::default(); 2] } else { light(a) }, light(b)],
            step: self.now.step,
            awake: a.is_awake() && a.is_dynamic() && !hand || b.is_awake() && b.is_dynamic(),
        };
    }

    /// The arms, and the way from the anchor of the first to that of the second.
    fn lie(&self, p: &Moving<R>, q: &Moving<R>) -> ([V<R>; 2], V<R>) {
        if self.target.is_some() {
            let s = q.turn.apply(self.now.arms[1]);
            return ([Vector::default(), s], self.now.offset + q.shift + s);
        }
        let (r, s) = (p.turn.apply(self.now.arms[0]), q.turn.apply(self.now.arms[1]));
        ([r, s], self.now.offset + (q.shift - p.shift) + (s - r))
    }

    /// A row along a direction.
    fn row(&self, way: V<R>, arms: [V<R>; 2], apart: V<R>) -> Row<R> {
        Row::new(way, [cross(apart + arms[0], way), cross(arms[1], way)], self.now.light)
    }

    fn turning(&self) -> Row<R> {
        Row::new(Vector::default(), [num(1.0); 2], self.now.light)
    }

    /// The direction that is free, and how far the joint is along it.
    fn free(&self, p: &Moving<R>, apart: V<R>) -> (V<R>, R) {
        if !self.is_distance {
            let axis = p.turn.apply(self.now.axis);
            return (axis, apart.dot(axis));
        }
        let length = Real::sqrt(apart.dot(apart));
        let known = length > R::default();
        let way = if known { apart.scaled(num::<R>(1.0) / length) } else { Vector([num(1.0), R::default()]) };
        (way, length)
    }

    /// What drives the free direction: a distance without anything else is rigid.
    fn is_rod(&self) -> bool {
        self.is_distance && self.along.is_some_and(|along| along.spring.is_none() && along.limits.is_none())
    }

    pub(super) fn warm_start(&self, p: &mut Moving<R>, q: &mut Moving<R>) {
        let (arms, apart) = self.lie(p, q);
        let (way, _) = self.free(p, apart);
        let sum = |[spring, motor, low, high]: [R; 4]| spring + motor + low - high;
        let pushed = &self.pushed;
        if self.along.is_some() {
            self.row(way, arms, apart).push(p, q, sum(pushed.along));
        }
        if self.rail {
            self.row(quarter(way), arms, apart).push(p, q, pushed.rail);
        }
        self.turning().push(p, q, pushed.stiff + sum(pushed.turn));
        p.push(-pushed.pin, arms[0], self.now.light[0]);
        q.push(pushed.pin, arms[1], self.now.light[1]);
    }

    /// Solves the rows: what drives first, what holds last, so that it holds best.
    pub(super) fn solve(&mut self, p: &mut Moving<R>, q: &mut Moving<R>, step: R, corrects: bool) {
        let pass = Pass::new(step, corrects);
        let mut pushed = self.pushed;
        let angle = self.now.angle + q.angle - p.angle;
        let turning = self.turning();
        if let Some(drive) = &self.turn {
            turning.drive(p, q, drive, [angle, angle], &pass, &mut pushed.turn);
        }
        if let Some(grip) = self.stiff {
            turning.lock(p, q, angle, &pass.grip(grip), &mut pushed.stiff);
        }
        let (arms, apart) = self.lie(p, q);
        let (way, place) = self.free(p, apart);
        if let Some(drive) = &self.along {
            let row = self.row(way, arms, apart);
            match self.is_rod() {
                true => row.lock(p, q, place - self.rest, &pass.lock, &mut pushed.along[0]),
                false => row.drive(p, q, drive, [place, place - self.rest], &pass, &mut pushed.along),
            }
        }
        if self.rail {
            let across = quarter(way);
            self.row(across, arms, apart).lock(p, q, apart.dot(across), &pass.lock, &mut pushed.rail);
        }
        if let Some(grip) = self.pin {
            self.hold(p, q, (arms, apart), &pass.grip(grip), &mut pushed.pin, step);
        }
        self.pushed = pushed;
    }

    /// Holds two points together, in both directions at once.
    fn hold(
        &self,
        p: &mut Moving<R>,
        q: &mut Moving<R>,
        (arms, apart): ([V<R>; 2], V<R>),
        soft: &Soft<R>,
        pushed: &mut V<R>,
        step: R,
    ) {
        let [[a, i], [b, j]] = self.now.light;
        let [r, s] = arms;
        let sum = a + b;
        let (xx, yy) = (sum + i * r[1] * r[1] + j * s[1] * s[1], sum + i * r[0] * r[0] + j * s[0] * s[0]);
        let xy = -(i * r[0] * r[1]) - j * s[0] * s[1];
        let whole = xx * yy - xy * xy;
        if !(whole > R::default()) {
            return;
        }
        let hand = self.target.is_some();
        let base = if hand { Vector::default() } else { p.at(r) };
        let wanted = q.at(s) - base + apart.scaled(soft.bias);
        let solved = Vector([yy * wanted[0] - xy * wanted[1], xx * wanted[1] - xy * wanted[0]]);
        let impulse = -solved.scaled(soft.mass / whole) - pushed.scaled(soft.impulse);
        let mut next = *pushed + impulse;
        let (length, most) = (Real::sqrt(next.dot(next)), self.most * step);
        if length > most {
            next = next.scaled(most / length);
        }
        let impulse = next - *pushed;
        *pushed = next;
        p.push(-impulse, r, self.now.light[0]);
        q.push(impulse, s, self.now.light[1]);
    }

    /// What it does, as its bodies lie.
    pub(super) fn state(&self, [a, b]: [&Held<R>; 2]) -> JointState<R> {
        let mut seen = self.clone();
        seen.prepare([a, b]);
        let zero = R::default();
        let still = Moving {
            velocity: Vector::default(),
            spin: zero,
            shift: Vector::default(),
            turn: super::turn::Turn::none(),
            angle: zero,
            free: true,
        };
        let (arms, apart) = seen.lie(&still, &still);
        let (way, place) = seen.free(&still, apart);
        let sum = |[spring, motor, low, high]: [R; 4]| spring + motor + low - high;
        let pushed = &self.pushed;
        let rate = if self.now.step > zero { num::<R>(1.0) / self.now.step } else { zero };
        let linear = pushed.pin + way.scaled(sum(pushed.along)) + quarter(way).scaled(pushed.rail);
        JointState {
            anchors: [self.target.unwrap_or(a.center) + arms[0], b.center + arms[1]],
            force: linear.scaled(rate),
            torque: (pushed.stiff + sum(pushed.turn)) * rate,
            along: if self.along.is_some() { place } else { zero },
            angle: seen.now.angle,
        }
    }
}

fn angle_of<R: Real>(held: &Held<R>) -> R {
    held.turn.angle() + num(f64::from(held.turns) * core::f64::consts::TAU)
}

impl<R: Real> Bodies<R> {
    /// What the joints need to know of their bodies.
    pub(super) fn prepare_links(&mut self, sub_step: R) {
        for link in self.links.iter_mut().filter(|link| link.alive) {
            link.now.step = sub_step;
            link.prepare(link.bodies.map(|body| &self.held[body as usize]));
        }
    }

    /// Calls `each` with every joint of which a body is awake, and what its bodies do.
    pub(super) fn each_link(&mut self, mut each: impl FnMut(&mut Link<R>, &mut Moving<R>, &mut Moving<R>)) {
        for link in self.links.iter_mut().filter(|link| link.alive && link.now.awake) {
            let [a, b] = link.bodies.map(|body| body as usize);
            let (mut p, mut q) = (self.moving[a], self.moving[b]);
            each(link, &mut p, &mut q);
            // A hand leaves the first alone.
            if link.target.is_none() {
                self.moving[a] = p;
            }
            self.moving[b] = q;
        }
    }
}
