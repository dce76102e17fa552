//! Joints as constraints on velocities. Each is made of few rows: a row is a direction in which two bodies part or turn against
//! each other, and is locked, sprung, driven or limited (E. Catto, Modeling and Solving Constraints, Game Developers Conference
//! 2009).

use super::Bodies;
use super::body::Held;
use super::joint::{Drive, Hold, Joint, JointState, Motor, Spring};
use super::lanes::{Lanes, Wide};
use super::moving::{Moving, Soft, worth};
use super::pins::Pin;
use super::row::{Pass, Row, soft};
use super::solve::Solver;
use super::turn::{V, cross, num, quarter};
use crate::Vector;
use crate::scalar::Real;

/// A joint as it is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Link<R: Real> {
    pub(super) generation: u32,
    pub(super) alive: bool,
    pub(super) bodies: [u32; 2],
    pub(super) collide: bool,
    /// Where the second is drawn to, of a hand, and the largest force of it.
    pub(super) target: Option<V<R>>,
    most: R,
    /// From the centres, and the axis of the first, as the bodies lie unturned.
    arms: [V<R>; 2],
    axis: V<R>,
    /// The angle of the second, seen from the first, at the start; what the length is at rest.
    start: R,
    rest: R,
    /// What is held: a point, a line, the angle; and the springs that hold place and angle softly.
    pin: bool,
    rail: bool,
    stiff: bool,
    springs: [Option<Spring<R>>; 2],
    is_distance: bool,
    /// Whether it is a hinge and nothing else.
    is_plain: bool,
    along: Option<Drive<R>>,
    turn: Option<Drive<R>>,
    /// What it has pushed, in the last sub-step.
    pub(super) pushed: Pushed<R>,
    now: Now<R>,
}

/// The impulses of a joint.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pushed<R: Real> {
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
#[derive(Clone, Copy, Debug, Default)]
struct Now<R: Real> {
    arms: [V<R>; 2],
    offset: V<R>,
    axis: V<R>,
    angle: R,
    light: [[R; 2]; 2],
    /// How the two turn against each other, and how soft place and angle are held.
    turning: Row<R>,
    softs: [Option<Soft<R>>; 2],
    /// Whether either body is awake.
    awake: bool,
    /// The time of a sub-step.
    step: R,
    /// Where the bodies are in the step.
    places: [u32; 2],
}

impl<R: Real> Link<R> {
    pub(super) fn new(joint: &Joint<R>, [a, b]: [&Held<R>; 2]) -> Self {
        let local = |held: &Held<R>, point: V<R>| held.turn.apply_inverse(point - held.center);
        let mut link = Self {
            alive: true,
            bodies: [joint.a.slot, joint.b.slot],
            collide: joint.collide,
            start: angle_of(b) - angle_of(a),
            ..Self::default()
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
                (link.arms, link.pin, link.turn) = (place(at), true, Some(turn));
                link.is_plain = turn == Drive::default();
            }
            Hold::Prismatic { at, axis, along } => {
                (link.arms, link.axis, link.rail) = (place(at), direction(axis), true);
                (link.stiff, link.along) = (true, Some(along));
            }
            Hold::Weld { at, spring, turn } => {
                (link.arms, link.pin, link.stiff, link.springs) = (place(at), true, true, [spring, turn]);
            }
            Hold::Wheel { at, axis, along, motor } => {
                (link.arms, link.axis, link.rail) = (place(at), direction(axis), true);
                link.along = Some(along);
                link.turn = Some(Drive { motor, ..Drive::default() });
            }
            Hold::Mouse { at, spring, max_force } => {
                (link.arms, link.pin, link.most) = (place(at), true, max_force);
                (link.springs[0], link.target, link.collide) = (Some(spring), Some(at), true);
            }
        }
        for (spring, drive) in link.springs.iter_mut().zip([link.along, link.turn]) {
            *spring = spring.or(drive.and_then(|drive| drive.spring));
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
            self.is_plain &= motor.is_none();
        }
    }

    fn prepare(&mut self, [a, b]: [&Held<R>; 2], step: R) {
        let light = |held: &Held<R>| [held.lightness, held.nimbleness];
        let (hand, none) = (self.target.is_some(), Vector::default());
        let light = [if hand { [R::default(); 2] } else { light(a) }, light(b)];
        let arms = [if hand { none } else { a.turn.apply(self.arms[0]) }, b.turn.apply(self.arms[1])];
        let offset = b.center - self.target.unwrap_or(a.center);
        self.now = Now { arms, offset, light, step, ..self.now };
        if !self.is_plain {
            self.now.axis = a.turn.apply(self.axis);
            self.now.angle = self.angle([a, b]);
            self.now.turning = Row::new(none, [num(1.0); 2], light);
            self.now.softs = self.springs.map(|spring| spring.map(|spring| soft(spring, step)));
        }
    }

    /// The angle of the second, seen from the first, but for what it was at the start.
    fn angle(&self, [a, b]: [&Held<R>; 2]) -> R {
        angle_of(b) - angle_of(a) - self.start
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

    /// Applies the impulses of before, if they are worth something.
    fn warm_start(&mut self, p: &mut Moving<R>, q: &mut Moving<R>) {
        let (arms, apart) = self.lie(p, q);
        let (way, _) = self.free(p, apart);
        // What slides on a line of the first pushes that where it is by now.
        let levers = [if self.rail { arms[0] + apart } else { arms[0] }, arms[1]];
        let worth = |side: usize, spin: R| {
            let [lever, light] = [levers[side].0, self.now.light[side]].map(|pair| pair.map(|c| Lanes([c])));
            worth(Lanes([spin * self.now.step]), Wide(lever), light).0[0]
        };
        if worth(0, p.spin) * worth(1, q.spin) <= R::default() {
            self.pushed = Pushed::default();
            return;
        }
        let sum = |[spring, motor, low, high]: [R; 4]| spring + motor + low - high;
        let pushed = &self.pushed;
        if self.along.is_some() {
            self.row(way, arms, apart).push(p, q, sum(pushed.along));
        }
        if self.rail {
            self.row(quarter(way), arms, apart).push(p, q, pushed.rail);
        }
        self.now.turning.push(p, q, pushed.stiff + sum(pushed.turn));
        p.push(-pushed.pin, arms[0], self.now.light[0]);
        q.push(pushed.pin, arms[1], self.now.light[1]);
    }

    /// Solves the rows: what drives first, what holds last, so that it holds best.
    fn solve(&mut self, p: &mut Moving<R>, q: &mut Moving<R>, pass: &Pass<R>) {
        let (pushed, now) = (&mut self.pushed.clone(), &self.now);
        let angle = now.angle + q.angle - p.angle;
        let [linear, angular] = now.softs.map(|soft| soft.unwrap_or(pass.lock));
        if let Some(drive) = &self.turn {
            now.turning.drive(p, q, drive, (angle, angle, &angular), pass, &mut pushed.turn);
        }
        if self.stiff {
            now.turning.lock(p, q, angle, &angular, &mut pushed.stiff);
        }
        let (arms, apart) = self.lie(p, q);
        if let Some(drive) = &self.along {
            let (way, place) = self.free(p, apart);
            let (row, off) = (self.row(way, arms, apart), place - self.rest);
            match self.is_rod() {
                true => row.lock(p, q, off, &pass.lock, &mut pushed.along[0]),
                false => row.drive(p, q, drive, (place, off, &linear), pass, &mut pushed.along),
            }
            if self.rail {
                let across = quarter(way);
                self.row(across, arms, apart).lock(p, q, apart.dot(across), &pass.lock, &mut pushed.rail);
            }
        }
        if self.pin {
            self.hold(p, q, (arms, apart), &linear, &mut pushed.pin);
        }
        self.pushed = *pushed;
    }

    /// Holds two points together, in both directions at once.
    fn hold(
        &self,
        p: &mut Moving<R>,
        q: &mut Moving<R>,
        (arms, apart): ([V<R>; 2], V<R>),
        soft: &Soft<R>,
        pushed: &mut V<R>,
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
        if hand {
            let (length, most) = (Real::sqrt(next.dot(next)), self.most * self.now.step);
            if length > most {
                next = next.scaled(most / length);
            }
        }
        let impulse = next - *pushed;
        *pushed = next;
        p.push(-impulse, r, self.now.light[0]);
        q.push(impulse, s, self.now.light[1]);
    }

    /// What it does, as its bodies lie.
    pub(super) fn state(&self, [a, b]: [&Held<R>; 2]) -> JointState<R> {
        let mut seen = self.clone();
        seen.prepare([a, b], self.now.step);
        let zero = R::default();
        let still = Moving::new(Vector::default(), zero);
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
            angle: self.angle([a, b]),
        }
    }
}

impl<R: Real> Bodies<R> {
    /// What the joints need to know of their bodies.
    pub(super) fn prepare_links(&mut self, sub_step: R) {
        self.linked = [false; 2];
        for (place, link) in (0..).zip(&mut self.links).filter(|(_, link)| link.alive) {
            let [a, b] = link.bodies.map(|body| &self.held[body as usize]);
            let moves = |held: &Held<R>| held.is_dynamic() && held.is_awake();
            link.now.awake = moves(a) && link.target.is_none() || moves(b);
            if !link.now.awake {
                continue;
            }
            link.prepare([a, b], sub_step);
            let Now { arms, offset, light, .. } = link.now;
            let bodies = self.solver.places_of(link.bodies);
            link.now.places = bodies;
            self.solver.bind(bodies);
            self.linked[usize::from(link.is_plain)] = true;
            if link.is_plain {
                self.solver.hinges.add(&Pin {
                    link: place,
                    bodies,
                    arms,
                    offset,
                    light,
                    pushed: link.pushed.pin,
                });
            }
        }
    }

    /// Holds what joints hold: at first with the impulses of before, softly; then without a correction.
    pub(super) fn hold_links(&mut self, sub_step: R, corrects: bool) {
        if self.linked == [false; 2] {
            return;
        }
        self.solver.set_aside();
        if corrects {
            self.each_link(|link, p, q| link.warm_start(p, q));
            let (hinges, mut crowd) = self.solver.hinges();
            hinges.warm_start(&mut crowd, sub_step);
        }
        let pass = Pass::new(sub_step, corrects);
        self.each_link(|link, p, q| link.solve(p, q, &pass));
        let (hinges, mut crowd) = self.solver.hinges();
        hinges.hold(&mut crowd, &pass.lock);
        self.solver.set_aside();
    }

    /// Calls `each` with every joint that is no plain hinge and of which a body is awake, and what its bodies do.
    fn each_link(&mut self, mut each: impl FnMut(&mut Link<R>, &mut Moving<R>, &mut Moving<R>)) {
        if !self.linked[0] {
            return;
        }
        let Solver { moving, moved, .. } = &mut self.solver;
        for link in self.links.iter_mut().filter(|link| link.alive && link.now.awake && !link.is_plain) {
            let [a, b] = link.now.places.map(|body| body as usize);
            let (mut p, mut q) = (moving[a].get(), moving[b].get());
            each(link, &mut p, &mut q);
            // A hand leaves the first alone.
            if a < *moved && link.target.is_none() {
                moving[a] = p.into();
            }
            if b < *moved {
                moving[b] = q.into();
            }
        }
    }
}

fn angle_of<R: Real>(held: &Held<R>) -> R {
    held.turn.angle() + num(f64::from(held.turns) * core::f64::consts::TAU)
}
