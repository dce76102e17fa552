//! Contacts as constraints on velocities: prepared once a step, solved in each sub-step.
//!
//! Soft constraints are from E. Catto, Soft Constraints, Game Developers Conference 2011; that they are solved with a push that is
//! relaxed afterwards, and bounces at the end of the step, from his Solver2D, 2024.

use super::Bodies;
use super::contact::length;
use super::turn::{Turn, V, between, cross, num, quarter};
use crate::Vector;
use crate::narrow::measure::larger;
use crate::scalar::Real;
use alloc::vec::Vec;

/// What a body does during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<R> {
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    /// How far the centre has moved, and the body has turned, since the step began.
    pub(super) shift: V<R>,
    pub(super) turn: Turn<R>,
    pub(super) angle: R,
    /// Whether nothing but forces moves it: then it goes by the mean of the velocities before and after.
    pub(super) free: bool,
}

impl<R: Real> Moving<R> {
    /// The velocity of a point of the body, by its arm.
    #[inline]
    pub(super) fn at(&self, arm: V<R>) -> V<R> {
        self.velocity + quarter(arm).scaled(self.spin)
    }

    #[inline]
    pub(super) fn push(&mut self, impulse: V<R>, arm: V<R>, [lightness, nimbleness]: [R; 2]) {
        self.velocity += impulse.scaled(lightness);
        self.spin = self.spin + cross(arm, impulse) * nimbleness;
    }
}

/// A spring with a damper, as the correction that it is in a step: what part of an error is taken back in a unit of time, and
/// how much the impulses of before and of now count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Soft<R> {
    pub(super) bias: R,
    pub(super) mass: R,
    pub(super) impulse: R,
}

impl<R: Real> Soft<R> {
    /// A spring by its angular frequency times the time of a sub-step, and its damping ratio.
    pub(super) fn new(swing: R, damping: R, per_step: R) -> Self {
        let one = num::<R>(1.0);
        // Without frequency it is no spring at all.
        if !(swing > R::default()) {
            return Self { bias: R::default(), mass: R::default(), impulse: one };
        }
        let first = damping + damping + swing;
        let second = swing * first;
        let third = one / (one + second);
        Self { bias: swing / first * per_step, mass: second * third, impulse: third }
    }

    /// No spring: what is solved leaves no error of the velocity.
    #[inline]
    pub(super) fn rigid() -> Self {
        Self { bias: R::default(), mass: num(1.0), impulse: R::default() }
    }
}

/// The frequency of contacts in cycles a sub-step: the highest at which the spring is still well behaved is a quarter. Against what
/// stands twice as much, so that heavy piles do not sink.
const CONTACT_CYCLES: f64 = 0.125;

/// The damping ratio of contacts: they creep, and never swing.
const CONTACT_DAMPING: f64 = 10.0;

/// How far what overlaps is pushed apart in a step at most, as a part of its size.
const PUSH_OUT: f64 = 1.0 / 16.0;

/// What comes at another slower than gravity makes it in this many steps does not bounce, but rests.
const RESTING_STEPS: f64 = 2.0;

/// What comes in faster than so many times the speed at which overlaps are pushed apart is stopped in several passes, before
/// anything moves.
const HARD: f64 = 1.0;
const STRIKES: usize = 4;

/// A contact while it is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<R> {
    contact: u32,
    bodies: [u32; 2],
    normal: V<R>,
    friction: R,
    restitution: R,
    /// One over mass and inertia, of each body.
    light: [[R; 2]; 2],
    soft: Soft<R>,
    /// The largest speed at which it pushes apart.
    push_out: R,
    knots: [Knot<R>; 2],
    count: u8,
}

/// A point of a contact while it is solved.
#[derive(Clone, Copy, Debug)]
struct Knot<R> {
    arms: [V<R>; 2],
    /// The arms without the radii around the cores, which do not turn with the bodies.
    cores: [V<R>; 2],
    /// The gap, but for what the bodies have moved.
    base: R,
    along: R,
    across: R,
    push: R,
    rub: R,
    /// The impulse of the first blow.
    blow: R,
    /// The largest impulse so far: whether it was touched at all.
    most: R,
    /// How fast the two part where they meet; below zero, approach.
    speed: R,
}

impl<R: Real> Constraint<R> {
    #[inline]
    pub(super) fn places(&self) -> [usize; 2] {
        self.bodies.map(|body| body as usize)
    }
}

impl<R: Real> Knot<R> {
    /// How far apart the two are there by now.
    #[inline]
    fn gap(&self, p: &Moving<R>, q: &Moving<R>, normal: V<R>) -> R {
        let way = q.shift - p.shift + (q.turn.apply(self.cores[1]) - p.turn.apply(self.cores[0]));
        self.base + way.dot(normal)
    }
}

impl<R: Real> Bodies<R> {
    /// The constraints of what touches and is awake.
    pub(super) fn prepare(&self, step: R, sub_step: R, out: &mut Vec<Constraint<R>>) {
        out.clear();
        let per_step = num::<R>(1.0) / sub_step;
        let swing = |factor: f64| num(core::f64::consts::TAU * CONTACT_CYCLES * factor);
        let soft = [1.0, 2.0].map(|factor| Soft::new(swing(factor), num(CONTACT_DAMPING), per_step));
        for (place, contact) in (0..).zip(&self.contacts) {
            if contact.count == 0 || contact.sensor {
                continue;
            }
            let [a, b] = contact.bodies.map(|body| &self.held[body as usize]);
            if !a.is_awake() && !b.is_awake() {
                continue;
            }
            let [p, q] = contact.parts().map(|part| &self.parts[part]);
            let both = a.is_dynamic() && b.is_dynamic();
            let (friction, zero) = (p.friction * q.friction, R::default());
            let mut constraint = Constraint {
                contact: place,
                bodies: contact.bodies,
                normal: contact.normal,
                friction: Real::sqrt(friction),
                restitution: larger(p.restitution, q.restitution),
                light: [[a.lightness, a.nimbleness], [b.lightness, b.nimbleness]],
                soft: if both { soft[0] } else { soft[1] },
                push_out: length(a, b) * num(PUSH_OUT) / step,
                knots: [Knot {
                    arms: [Vector::default(); 2],
                    cores: [Vector::default(); 2],
                    base: zero,
                    along: zero,
                    across: zero,
                    push: zero,
                    rub: zero,
                    blow: zero,
                    most: zero,
                    speed: zero,
                }; 2],
                count: contact.count,
            };
            // How fast gravity brings the two together.
            let pull = self.gravity.scaled(b.gravity_scale_if_free() - a.gravity_scale_if_free());
            let fall = -pull.dot(contact.normal);
            for (knot, point) in constraint.knots.iter_mut().zip(contact.points()) {
                let [r, s] = point.arms;
                let cores =
                    [r - contact.normal.scaled(p.figure.radius), s + contact.normal.scaled(q.figure.radius)];
                let velocity =
                    b.velocity + quarter(s).scaled(b.spin) - a.velocity - quarter(r).scaled(a.spin);
                *knot = Knot {
                    arms: point.arms,
                    cores,
                    base: point.gap - (cores[1] - cores[0]).dot(contact.normal),
                    along: inverse(&constraint.light, point.arms, contact.normal),
                    across: inverse(&constraint.light, point.arms, quarter(contact.normal)),
                    push: point.push,
                    rub: point.rub,
                    blow: zero,
                    most: zero,
                    speed: at_surface(velocity.dot(contact.normal), fall, point.gap),
                };
            }
            out.push(constraint);
        }
    }

    /// Keeps the impulses for the next step.
    pub(super) fn keep(&mut self, constraints: &[Constraint<R>]) {
        for constraint in constraints {
            let contact = &mut self.contacts[constraint.contact as usize];
            contact.speed = R::default();
            for (point, knot) in
                contact.points[..usize::from(contact.count)].iter_mut().zip(&constraint.knots)
            {
                (point.push, point.rub) = (knot.push, knot.rub);
                contact.touches |= knot.most > R::default();
                contact.speed = larger(contact.speed, -knot.speed);
            }
        }
    }

    /// Lets what came at each other fast enough bounce.
    pub(super) fn bounce(&mut self, constraints: &mut [Constraint<R>], step: R) {
        let gravity = Real::sqrt(self.gravity.dot(self.gravity));
        let slowest = gravity * step * num(RESTING_STEPS);
        for constraint in constraints.iter_mut().filter(|constraint| constraint.restitution > R::default()) {
            let [a, b] = constraint.bodies.map(|body| body as usize);
            let (mut p, mut q) = (self.moving[a], self.moving[b]);
            let normal = constraint.normal;
            for knot in &mut constraint.knots[..usize::from(constraint.count)] {
                if knot.speed > -slowest || !(knot.most > R::default()) {
                    continue;
                }
                let apart = (q.at(knot.arms[1]) - p.at(knot.arms[0])).dot(normal);
                let wanted = -knot.along * (apart + constraint.restitution * knot.speed);
                let push = larger(knot.push + wanted, R::default());
                let impulse = normal.scaled(push - knot.push);
                knot.push = push;
                p.push(-impulse, knot.arms[0], constraint.light[0]);
                q.push(impulse, knot.arms[1], constraint.light[1]);
            }
            (self.moving[a], self.moving[b]) = (p, q);
        }
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

/// How hard it is to change how fast two arms part in a direction: one over what an impulse of 1 does.
pub(super) fn inverse<R: Real>(light: &[[R; 2]; 2], arms: [V<R>; 2], way: V<R>) -> R {
    let (r, s) = (cross(arms[0], way), cross(arms[1], way));
    let sum = light[0][0] + light[1][0] + light[0][1] * r * r + light[1][1] * s * s;
    if sum > R::default() { num::<R>(1.0) / sum } else { R::default() }
}

/// Applies the impulses that are known from the sub-step before.
pub(super) fn warm_start<R: Real>(constraints: &[Constraint<R>], moving: &mut [Moving<R>]) {
    for constraint in constraints {
        let [a, b] = constraint.bodies.map(|body| body as usize);
        let (mut p, mut q) = (moving[a], moving[b]);
        let across = quarter(constraint.normal);
        for knot in &constraint.knots[..usize::from(constraint.count)] {
            let impulse = constraint.normal.scaled(knot.push) + across.scaled(knot.rub);
            p.push(-impulse, knot.arms[0], constraint.light[0]);
            q.push(impulse, knot.arms[1], constraint.light[1]);
        }
        (moving[a], moving[b]) = (p, q);
    }
}

/// Pushes apart what overlaps, and stops what would.
pub(super) fn push<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>], per_step: R) {
    let zero = R::default();
    for constraint in constraints {
        let [a, b] = constraint.bodies.map(|body| body as usize);
        let (mut p, mut q) = (moving[a], moving[b]);
        let normal = constraint.normal;
        for knot in &mut constraint.knots[..usize::from(constraint.count)] {
            let [r, s] = knot.arms;
            let gap = knot.gap(&p, &q, normal);
            // What is apart may come together within the sub-step, and no farther.
            let (bias, soft) = match gap > zero {
                true => (gap * per_step, Soft::rigid()),
                false => (larger(constraint.soft.bias * gap, -constraint.push_out), constraint.soft),
            };
            let apart = (q.at(s) - p.at(r)).dot(normal);
            let wanted = -knot.along * soft.mass * (apart + bias) - soft.impulse * knot.push;
            turn_impulse(&mut p, &mut q, knot, (normal, constraint.light), wanted);
        }
        (moving[a], moving[b]) = (p, q);
    }
}

/// Stops what comes in so fast that one pass would leave it turning: each point changes what the other one stopped. These impulses
/// are not kept for the next sub-step, where they would be as wrong as they were right in this one.
pub(super) fn strike<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>], per_step: R) {
    let zero = R::default();
    constraints
        .iter_mut()
        .flat_map(|constraint| &mut constraint.knots)
        .for_each(|knot| knot.blow = knot.push);
    for _ in 0..STRIKES {
        for constraint in constraints.iter_mut() {
            let fastest = -constraint.push_out * num(HARD);
            let [a, b] = constraint.bodies.map(|body| body as usize);
            let normal = constraint.normal;
            for knot in &mut constraint.knots[..usize::from(constraint.count)] {
                if knot.speed < fastest {
                    let (mut p, mut q) = (moving[a], moving[b]);
                    let apart = (q.at(knot.arms[1]) - p.at(knot.arms[0])).dot(normal);
                    let gap = knot.gap(&p, &q, normal);
                    let bias = if gap > zero { gap * per_step } else { zero };
                    turn_impulse(
                        &mut p,
                        &mut q,
                        knot,
                        (normal, constraint.light),
                        -knot.along * (apart + bias),
                    );
                    (moving[a], moving[b]) = (p, q);
                }
            }
        }
    }
    for constraint in constraints {
        for knot in &mut constraint.knots {
            (knot.blow, knot.push) = (knot.push - knot.blow, knot.blow);
        }
    }
}

/// Takes back the speed that pushing gave, and lets surfaces rub.
pub(super) fn relax<R: Real>(constraints: &mut [Constraint<R>], moving: &mut [Moving<R>], per_step: R) {
    let zero = R::default();
    for constraint in constraints.iter_mut().rev() {
        let [a, b] = constraint.bodies.map(|body| body as usize);
        let (mut p, mut q) = (moving[a], moving[b]);
        let (normal, across) = (constraint.normal, quarter(constraint.normal));
        for knot in &mut constraint.knots[..usize::from(constraint.count)] {
            let [r, s] = knot.arms;
            let gap = knot.gap(&p, &q, normal);
            let bias = if gap > zero { gap * per_step } else { zero };
            let apart = (q.at(s) - p.at(r)).dot(normal);
            turn_impulse(&mut p, &mut q, knot, (normal, constraint.light), -knot.along * (apart + bias));
        }
        for knot in &mut constraint.knots[..usize::from(constraint.count)] {
            let [r, s] = knot.arms;
            let slide = (q.at(s) - p.at(r)).dot(across);
            let most = constraint.friction * knot.push;
            let rub = between(knot.rub - knot.across * slide, -most, most);
            let impulse = across.scaled(rub - knot.rub);
            knot.rub = rub;
            p.push(-impulse, r, constraint.light[0]);
            q.push(impulse, s, constraint.light[1]);
        }
        (moving[a], moving[b]) = (p, q);
    }
}

/// Adds to the impulse along the normal, which never pulls.
#[inline]
fn turn_impulse<R: Real>(
    p: &mut Moving<R>,
    q: &mut Moving<R>,
    knot: &mut Knot<R>,
    (normal, light): (V<R>, [[R; 2]; 2]),
    wanted: R,
) {
    let push = larger(knot.push + wanted, R::default());
    let impulse = normal.scaled(push - knot.push);
    knot.push = push;
    knot.most = larger(knot.most, push);
    p.push(-impulse, knot.arms[0], light[0]);
    q.push(impulse, knot.arms[1], light[1]);
}
