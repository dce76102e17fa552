//! Contacts as constraints on velocities: what they need to know of their bodies, and how one is solved.
//!
//! Both points at once, so that what lies flat is not turned by which of them comes first.

use super::Bodies;
use super::body::Held;
use super::contact::Contact;
use super::meet::{depths, length};
use super::moving::{Moving, Pace, Soft};
use super::turn::{V, between, cross, num, quarter, smaller};
use crate::narrow::measure::larger;
use crate::scalar::Real;

/// How far what overlaps is pushed apart in a step at most, as a part of its size.
const PUSH_OUT: f64 = 1.0 / 16.0;

/// Where two points are so much alike that what both do at once is lost to rounding, one is solved after the other: as a part of what they
/// do each. Of what does not turn, all are.
const ALIKE: f64 = 1.0 / 1024.0;

/// A contact while it is solved. Impulses turn a body by what they are times their lever.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint<R> {
    pub(super) contact: u32,
    bodies: [u32; 2],
    pub(super) normal: V<R>,
    friction: R,
    pub(super) restitution: R,
    /// One over mass and inertia, of each body.
    light: [[R; 2]; 2],
    /// Which of them an impulse moves.
    pub(super) moves: [bool; 2],
    soft: Soft<R>,
    /// The largest speed at which it pushes apart.
    push_out: R,
    /// The levers across the normal: of both points, which lie on one line.
    pub(super) slants: [R; 2],
    across: R,
    pub(super) rub: R,
    /// How an impulse at one point changes the speed at the other.
    between: R,
    pub(super) knots: [Knot<R>; 2],
    count: u8,
}

/// A point of a contact while it is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot<R> {
    /// The levers along the normal, and how far along it the cores are from the centres: without the radii around them, which do
    /// not turn with the bodies.
    pub(super) levers: [R; 2],
    depths: [R; 2],
    /// The gap, but for what the bodies have moved.
    base: R,
    /// How an impulse of 1 changes the speed here.
    ease: R,
    pub(super) push: R,
    /// The largest impulse so far: whether it was touched at all.
    pub(super) most: R,
    /// How fast the two part where they meet; below zero, approach.
    pub(super) speed: R,
}

impl<R: Real> Constraint<R> {
    #[inline]
    pub(super) fn places(&self) -> [usize; 2] {
        self.bodies.map(|body| body as usize)
    }

    #[inline]
    pub(super) fn knots(&self) -> &[Knot<R>] {
        &self.knots[..usize::from(self.count)]
    }

    /// How far apart the two are at a point by now.
    #[inline]
    fn gap(&self, knot: &Knot<R>, p: &Moving<R>, q: &Moving<R>) -> R {
        let turned =
            |moved: &Moving<R>, k: usize| moved.turn.cos * knot.depths[k] + moved.turn.sin * knot.levers[k];
        knot.base + (q.shift - p.shift).dot(self.normal) + (turned(q, 1) - turned(p, 0))
    }

    /// How fast they part there.
    #[inline]
    fn speed(&self, knot: &Knot<R>, p: &Pace<R>, q: &Pace<R>) -> R {
        (q.velocity - p.velocity).dot(self.normal) + (q.spin * knot.levers[1] - p.spin * knot.levers[0])
    }

    #[inline]
    pub(super) fn apply(&self, p: &mut Pace<R>, q: &mut Pace<R>, impulse: V<R>, [turns_p, turns_q]: [R; 2]) {
        let [[a, i], [b, j]] = self.light;
        p.velocity -= impulse.scaled(a);
        p.spin = p.spin - turns_p * i;
        q.velocity += impulse.scaled(b);
        q.spin = q.spin + turns_q * j;
    }

    /// Changes the impulses along the normal to others.
    #[inline]
    fn change(&mut self, p: &mut Pace<R>, q: &mut Pace<R>, pushes: [R; 2]) {
        let [first, second] = &mut self.knots;
        let (d, e) = (pushes[0] - first.push, pushes[1] - second.push);
        let turns = [0, 1].map(|k| first.levers[k] * d + second.levers[k] * e);
        for (knot, push) in [first, second].into_iter().zip(pushes) {
            (knot.push, knot.most) = (push, larger(knot.most, push));
        }
        self.apply(p, q, self.normal.scaled(d + e), turns);
    }

    /// Finds the impulses, which never pull, after which the two part at each point as fast as is wanted: of both at once.
    ///
    /// A linear complementarity problem of two unknowns: a solution is one where both push, or one does, or none (E. Catto, Box2D 2,
    /// `b2ContactSolver`, which calls this a block solver; here with what the points give way). There is just one, as an impulse changes
    /// the speed where it acts more than at the other.
    #[inline(always)]
    pub(super) fn settle(&mut self, p: &mut Pace<R>, q: &mut Pace<R>, wanted: [R; 2], gives: [R; 2]) {
        let (zero, one) = (R::default(), num::<R>(1.0));
        let [first, second] = &self.knots;
        let (a, b) = (first.ease * (one + gives[0]), second.ease * (one + gives[1]));
        let u = self.speed(first, p, q) - wanted[0] - first.ease * first.push - self.between * second.push;
        if self.count < 2 {
            self.change(p, q, [larger(-u / a, zero), zero]);
            return;
        }
        let v = self.speed(second, p, q) - wanted[1] - second.ease * second.push - self.between * first.push;
        let whole = a * b - self.between * self.between;
        let (x, y) = (self.between * v - b * u, self.between * u - a * v);
        let pushes = if !(whole > a * b * num(ALIKE)) {
            let x = larger(-(u + self.between * second.push) / a, zero);
            [x, larger(-(v + self.between * x) / b, zero)]
        } else if x >= zero && y >= zero {
            let scale = one / whole;
            [x * scale, y * scale]
        } else {
            let x = larger(-u / a, zero);
            if self.between * x + v >= zero { [x, zero] } else { [zero, larger(-v / b, zero)] }
        };
        self.change(p, q, pushes);
    }

    /// The same of one point.
    pub(super) fn settle_one(&mut self, k: usize, p: &mut Pace<R>, q: &mut Pace<R>, wanted: R) {
        let knot = &self.knots[k];
        let mut pushes = self.knots.map(|knot| knot.push);
        pushes[k] = larger(knot.push + (wanted - self.speed(knot, p, q)) / knot.ease, R::default());
        self.change(p, q, pushes);
    }

    /// Pushes apart what overlaps, and stops what would; or takes back the speed that this gave.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        [m, n]: [&Moving<R>; 2],
        p: &mut Pace<R>,
        q: &mut Pace<R>,
        per_step: R,
        corrects: bool,
    ) {
        let zero = R::default();
        let of = |knot: &Knot<R>| {
            let gap = self.gap(knot, m, n);
            if gap > zero {
                // What is apart may come together within the sub-step, and no farther.
                (-(gap * per_step), zero)
            } else if corrects {
                (smaller(-(self.soft.bias * gap), self.push_out), self.soft.give)
            } else {
                (zero, zero)
            }
        };
        let [(u, a), (v, b)] = [of(&self.knots[0]), of(&self.knots[1])];
        self.settle(p, q, [u, v], [a, b]);
    }

    /// Lets surfaces rub.
    #[inline]
    pub(super) fn rub(&mut self, p: &mut Pace<R>, q: &mut Pace<R>) {
        let across = quarter(self.normal);
        let slide =
            (q.velocity - p.velocity).dot(across) + (q.spin * self.slants[1] - p.spin * self.slants[0]);
        let most = self.friction * (self.knots[0].push + self.knots[1].push);
        let rub = between(self.rub - self.across * slide, -most, most);
        let change = rub - self.rub;
        self.rub = rub;
        self.apply(p, q, across.scaled(change), self.slants.map(|slant| slant * change));
    }
}

impl<R: Real> Bodies<R> {
    /// The constraint that a contact is.
    pub(super) fn constraint(
        &self,
        place: u32,
        contact: &Contact<R>,
        [a, b]: [&Held<R>; 2],
        soft: Soft<R>,
        step: R,
    ) -> Constraint<R> {
        let zero = R::default();
        let [p, q] = contact.parts().map(|part| &self.parts[part]);
        let (normal, radii) = (contact.normal, [p.figure.radius, q.figure.radius]);
        let light = [[a.lightness, a.nimbleness], [b.lightness, b.nimbleness]];
        let ease = |u: [R; 2], v: [R; 2]| light[0][1] * u[0] * v[0] + light[1][1] * u[1] * v[1];
        let sum = light[0][0] + light[1][0];
        // How fast gravity brings the two together.
        let pull = self.gravity.scaled(b.gravity_scale_if_free() - a.gravity_scale_if_free());
        let fall = -pull.dot(normal);
        let mut knots = contact.points.map(|point| {
            let [r, s] = point.arms;
            let depths = depths(point.arms, normal, radii);
            let levers = [cross(r, normal), cross(s, normal)];
            let speed = (b.velocity - a.velocity).dot(normal) + (b.spin * levers[1] - a.spin * levers[0]);
            Knot {
                levers,
                depths,
                base: point.gap - (depths[1] - depths[0]),
                ease: sum + ease(levers, levers),
                push: point.push,
                most: zero,
                speed: at_surface(speed, fall, point.gap),
            }
        });
        let slants = contact.points[0].arms.map(|arm| cross(arm, quarter(normal)));
        // A second point that is not there has no part in sums.
        if contact.count == 1 {
            knots[1].push = zero;
        }
        Constraint {
            contact: place,
            bodies: contact.bodies,
            normal,
            friction: Real::sqrt(p.friction * q.friction),
            restitution: larger(p.restitution, q.restitution),
            light,
            moves: [a.is_dynamic(), b.is_dynamic()],
            soft,
            push_out: length(a, b) * num(PUSH_OUT) / step,
            slants,
            across: num::<R>(1.0) / (sum + ease(slants, slants)),
            rub: contact.rub,
            between: sum + ease(knots[0].levers, knots[1].levers),
            knots,
            count: contact.count,
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
