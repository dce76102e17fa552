//! The contact solver: both points of a manifold are solved together, so that a flat contact is not rotated by the order of its points.

use super::super::lanes::{Lanes, Wide};
use super::super::moving::{Places, SolverBodies, Velocities};
use super::{ALIKE, Block, Knot, Pass};
use crate::scalar::Real;

/// The target of a contact point: a relative velocity along the normal, a softness factor on the inverse effective mass, and its inverse.
#[derive(Clone, Copy)]
struct PointTarget<R> {
    speed: Lanes<R>,
    gives: Lanes<R>,
    holds: Lanes<R>,
}

impl<R: Real> Block<R> {
    /// Writes the velocities of both bodies back. Only dynamic bodies are changed.
    #[inline]
    fn put_back(&self, crowd: &mut SolverBodies<R>, p: &Velocities<R>, q: &Velocities<R>) {
        crowd.take(&self.bodies[0], p);
        crowd.take(&self.bodies[1], q);
    }

    /// The current separation at a point.
    #[inline]
    fn gap(&self, knot: &Knot<R>, m: &Places<R>, n: &Places<R>) -> Lanes<R> {
        let [near, far] = [
            m.cos * knot.depths[0] + m.sin * knot.levers[0],
            n.cos * knot.depths[1] + n.sin * knot.levers[1],
        ];
        knot.base + (n.shift - m.shift).dot(self.normal) + (far - near)
    }

    /// The relative velocity along the normal at a point; positive if the bodies separate.
    #[inline]
    fn speed(&self, knot: &Knot<R>, p: &Velocities<R>, q: &Velocities<R>) -> Lanes<R> {
        (q.velocity - p.velocity).dot(self.normal) + (q.spin * knot.levers[1] - p.spin * knot.levers[0])
    }

    /// Applies an impulse, given its angular impulses on both bodies: its opposite to the first, itself to the second.
    #[inline]
    fn apply(
        &self,
        p: &mut Velocities<R>,
        q: &mut Velocities<R>,
        impulse: Wide<R>,
        [turns_p, turns_q]: [Lanes<R>; 2],
    ) {
        let [[a, i], [b, j]] = self.light;
        p.velocity = p.velocity - impulse.scaled(a);
        p.spin = p.spin - turns_p * i;
        q.velocity = q.velocity + impulse.scaled(b);
        q.spin = q.spin + turns_q * j;
    }

    /// Sets the accumulated normal impulses, and applies the difference.
    #[inline]
    fn change(&mut self, p: &mut Velocities<R>, q: &mut Velocities<R>, pushes: [Lanes<R>; 2]) {
        let [first, second] = &mut self.knots;
        let (d, e) = (pushes[0] - first.push, pushes[1] - second.push);
        let turns = [first.levers[0] * d + second.levers[0] * e, first.levers[1] * d + second.levers[1] * e];
        (first.push, first.most) = (pushes[0], first.most.larger(pushes[0]));
        (second.push, second.most) = (pushes[1], second.most.larger(pushes[1]));
        self.apply(p, q, self.normal.scaled(d + e), turns);
    }

    /// Solves for the normal impulses of both points together (block solver): impulses that are not negative, after which the points
    /// separate at their target velocities.
    ///
    /// This is a linear complementarity problem of two unknowns: both points are active, or one, or none (E. Catto, Box2D 2,
    /// `b2ContactSolver`; here with softness). The solution is unique, because an impulse changes the velocity at its own point more than
    /// at the other. `rigid` contacts have no softness.
    #[inline]
    fn settled(
        &self,
        p: &Velocities<R>,
        q: &Velocities<R>,
        targets: [PointTarget<R>; 2],
        rigid: bool,
    ) -> [Lanes<R>; 2] {
        let zero = Lanes::zero();
        let ([first, second], [target, other], between) = (&self.knots, targets, self.between);
        let (a, b) = (first.ease * target.gives, second.ease * other.gives);
        let (c, d) = (first.hold * target.holds, second.hold * other.holds);
        let u = self.speed(first, p, q) - target.speed - first.ease * first.push - between * second.push;
        let v = self.speed(second, p, q) - other.speed - second.ease * second.push - between * first.push;
        let scale = match rigid {
            true => self.scale,
            false => Lanes::of(1.0) / (a * b - between * between),
        };
        let x = (between * v - b * u) * scale;
        let y = (between * u - a * v) * scale;
        // If not both are active: the first point alone, if the second one then reaches its target, too; else the second point alone.
        let (s, t) = (-(u * c), -(v * d));
        let left = between * s.larger(zero) + v;
        let one = [zero.above(left, [zero, s.larger(zero)]), zero.above(left, [t.larger(zero), zero])];
        let least = x.smaller(y);
        let mut pushes = [least.at_least(zero, [x, one[0]]), least.at_least(zero, [y, one[1]])];
        if self.alike {
            let x = (-((u + between * second.push) * c)).larger(zero);
            let y = (-((v + between * x) * d)).larger(zero);
            let (whole, apart) = (a * b - between * between, a * b * Lanes::of(ALIKE));
            pushes = [whole.above(apart, [pushes[0], x]), whole.above(apart, [pushes[1], y])];
        }
        pushes
    }

    /// Solves for the normal impulse of contacts with a single point.
    #[inline]
    fn settle_one(&mut self, p: &mut Velocities<R>, q: &mut Velocities<R>, target: PointTarget<R>) {
        let knot = &self.knots[0];
        let short = self.speed(knot, p, q) - target.speed - knot.ease * knot.push;
        let push = (-(short * (knot.hold * target.holds))).larger(Lanes::zero());
        let (change, turns) = (push - knot.push, knot.levers);
        let turns = turns.map(|lever| lever * change);
        let knot = &mut self.knots[0];
        (knot.push, knot.most) = (push, knot.most.larger(push));
        self.apply(p, q, self.normal.scaled(change), turns);
    }

    /// Makes the two bodies of a lane separate at given speeds, at those points that have one (restitution).
    pub(in crate::dynamics) fn bounce(
        &mut self,
        crowd: &mut SolverBodies<R>,
        lane: usize,
        wanted: [Option<R>; 2],
    ) {
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let one = Lanes::of(1.0);
        let target = |speed: R| PointTarget { speed: Lanes::all(speed), gives: one, holds: one };
        let alone = |k: usize, speed: R| {
            let knot = &self.knots[k];
            let short = Lanes::all(speed) - self.speed(knot, &p, &q);
            (knot.push + short * knot.hold).larger(Lanes::zero())
        };
        let mut pushes = self.knots.map(|knot| knot.push);
        match wanted {
            [Some(u), Some(v)] => {
                let all = self.settled(&p, &q, [target(u), target(v)], true);
                (0..2).for_each(|k| pushes[k].0[lane] = all[k].0[lane]);
            }
            [Some(u), None] => pushes[0].0[lane] = alone(0, u).0[lane],
            [None, Some(v)] => pushes[1].0[lane] = alone(1, v).0[lane],
            [None, None] => return,
        }
        self.change(&mut p, &mut q, pushes);
        self.put_back(crowd, &p, &q);
    }

    /// Solves with bias: corrects penetration, prevents new penetration, and applies friction.
    #[inline]
    pub(in crate::dynamics) fn push(&mut self, crowd: &mut SolverBodies<R>, pass: &Pass<R>) {
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let target = self.pushed_out(self.knots[0].gap, pass);
        if self.single {
            self.settle_one(&mut p, &mut q, target);
        } else {
            let other = self.pushed_out(self.knots[1].gap, pass);
            let pushes = self.settled(&p, &q, [target, other], false);
            self.change(&mut p, &mut q, pushes);
        }
        self.rub(&mut p, &mut q);
        self.put_back(crowd, &p, &q);
    }

    /// The target with bias, given the separation.
    #[inline]
    fn pushed_out(&self, gap: Lanes<R>, pass: &Pass<R>) -> PointTarget<R> {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        let softer = one + Lanes::all(pass.give);
        // Separated surfaces may approach by their gap within the sub-step, and no farther (speculative contact).
        let rate = gap.above(zero, [Lanes::all(pass.per_step), Lanes::all(pass.bias)]);
        PointTarget {
            speed: (-(gap * rate)).smaller(self.push_out),
            gives: gap.above(zero, [one, softer]),
            holds: gap.above(zero, [one, one / softer]),
        }
    }

    /// The target without bias: separated surfaces may close their gap within the sub-step; penetration is not corrected.
    #[inline]
    fn held_off(gap: Lanes<R>, pass: &Pass<R>) -> PointTarget<R> {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        PointTarget { speed: -(gap.larger(zero) * Lanes::all(pass.per_step)), gives: one, holds: one }
    }

    /// Solves without bias (relaxation), and applies rolling resistance and friction. Also updates the separations, and adds the
    /// impulses of the sub-step to the totals of the step.
    #[inline]
    pub(in crate::dynamics) fn relax(&mut self, crowd: &mut SolverBodies<R>, pass: &Pass<R>) {
        let (m, n) = (crowd.places(&self.bodies[0]), crowd.places(&self.bodies[1]));
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let gap = self.gap(&self.knots[0], &m, &n);
        self.knots[0].gap = gap;
        if self.single {
            self.settle_one(&mut p, &mut q, Self::held_off(gap, pass));
            self.resist(&mut p, &mut q);
        } else {
            let other = self.gap(&self.knots[1], &m, &n);
            self.knots[1].gap = other;
            let targets = [Self::held_off(gap, pass), Self::held_off(other, pass)];
            let pushes = self.settled(&p, &q, targets, true);
            self.change(&mut p, &mut q, pushes);
        }
        self.rub(&mut p, &mut q);
        self.put_back(crowd, &p, &q);
        for knot in &mut self.knots {
            knot.total = knot.total + knot.push;
        }
        self.total_friction = self.total_friction + self.rub;
    }

    /// Solves friction, bounded by the friction coefficient times the sum of the normal impulses (Coulomb).
    #[inline]
    fn rub(&mut self, p: &mut Velocities<R>, q: &mut Velocities<R>) {
        let across = self.normal.quarter();
        let slide =
            (q.velocity - p.velocity).dot(across) + (q.spin * self.slants[1] - p.spin * self.slants[0]);
        let most = self.friction * (self.knots[0].push + self.knots[1].push);
        let rub = (self.rub - self.across * slide).larger(-most).smaller(most);
        let change = rub - self.rub;
        self.rub = rub;
        self.apply(p, q, across.scaled(change), [self.slants[0] * change, self.slants[1] * change]);
    }

    /// Applies rolling resistance to contacts with a single point.
    #[inline]
    fn resist(&mut self, p: &mut Velocities<R>, q: &mut Velocities<R>) {
        let [[_, i], [_, j]] = self.light;
        let most = self.grip * self.knots[0].push;
        let roll = self.roll - self.stiff * (q.spin - p.spin);
        // NaN if neither body can rotate. This order of `larger` makes it a number, and then it moves nothing.
        let roll = (-most).larger(roll).smaller(most);
        let change = roll - self.roll;
        self.roll = roll;
        p.spin = p.spin - change * i;
        q.spin = q.spin + change * j;
    }

    /// Applies the impulses of the previous step (warm starting).
    #[inline]
    pub(in crate::dynamics) fn warm_start(&self, crowd: &mut SolverBodies<R>) {
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let [first, second] = &self.knots;
        let impulse = self.normal.scaled(first.push + second.push) + self.normal.quarter().scaled(self.rub);
        let turn = |k: usize| {
            first.levers[k] * first.push + second.levers[k] * second.push + self.slants[k] * self.rub
        };
        let turns = [turn(0), turn(1)];
        self.apply(&mut p, &mut q, impulse, turns);
        self.put_back(crowd, &p, &q);
    }
}
