//! Contacts as constraints on velocities: what they need to know of their bodies, and how they are solved, several side by side.
//!
//! Both points of a contact at once, so that what lies flat is not turned by which of them comes first.

use super::contact::Contact;
use super::lanes::{Lanes, Wide};
use super::moving::{Crowd, Paces, Places};
use super::seats::NONE;
use super::turn::num;
use crate::scalar::Real;

/// Where two points are so much alike that what both do at once is lost to rounding, one is solved after the other: as a part of what they
/// do each. Of what does not turn, all are.
const ALIKE: f64 = 1.0 / 1024.0;

/// Contacts while they are solved, side by side: of bodies none of which, if impulses move it, is in two of them. Impulses turn a
/// body by what they are times their lever.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Block<R, const W: usize> {
    pub(super) contacts: [u32; W],
    pub(super) bodies: [[u32; W]; 2],
    normal: Wide<R, W>,
    friction: Lanes<R, W>,
    /// One over mass and inertia, of each body.
    light: [[Lanes<R, W>; 2]; 2],
    /// The largest speed at which it pushes apart.
    push_out: Lanes<R, W>,
    /// The levers across the normal: of both points, which lie on one line.
    slants: [Lanes<R, W>; 2],
    across: Lanes<R, W>,
    pub(super) rub: Lanes<R, W>,
    /// How an impulse at one point changes the speed at the other.
    between: Lanes<R, W>,
    /// One over the determinant of what impulses at both points change, where nothing gives way.
    scale: Lanes<R, W>,
    pub(super) knots: [Knot<R, W>; 2],
    /// Of contacts of one point: the longest lever by which a push resists rolling; one over how a turning impulse of 1 changes the spin of
    /// the two against each other; and the impulse that has turned them in this step.
    grip: Lanes<R, W>,
    stiff: Lanes<R, W>,
    roll: Lanes<R, W>,
    /// Whether two points of one of them may be alike.
    pub(super) alike: bool,
    /// Whether each of them has one point only: the other one is none, and is not asked.
    single: bool,
}

/// A point of each contact while they are solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot<R, const W: usize> {
    /// The levers along the normal, and how far along it the cores are from the centres: without the radii around them, which do
    /// not turn with the bodies.
    levers: [Lanes<R, W>; 2],
    depths: [Lanes<R, W>; 2],
    /// The gap, but for what the bodies have moved; and the gap that there was when it was looked at last: bodies move in one place of a
    /// sub-step only.
    base: Lanes<R, W>,
    gap: Lanes<R, W>,
    /// How an impulse of 1 changes the speed here, and one over it.
    ease: Lanes<R, W>,
    hold: Lanes<R, W>,
    pub(super) push: Lanes<R, W>,
    /// The largest impulse so far: whether it was touched at all.
    pub(super) most: Lanes<R, W>,
}

/// What is wanted of a point: a speed, and how far it gives way, as a factor of what an impulse does, and one over it.
#[derive(Clone, Copy)]
struct Wish<R, const W: usize> {
    speed: Lanes<R, W>,
    gives: Lanes<R, W>,
    holds: Lanes<R, W>,
}

/// How a pass through the contacts corrects.
#[derive(Clone, Copy)]
pub(super) struct Pass<R> {
    /// One over the time of a sub-step.
    pub(super) per_step: R,
    /// What part of an overlap is taken back in a unit of time.
    pub(super) bias: R,
    /// How far contacts give way while they do that.
    pub(super) give: R,
}

/// What is known of a contact before it is solved.
pub(super) struct Known<R> {
    /// The places of the bodies in the step, and one over their masses and inertias.
    pub(super) bodies: [u32; 2],
    pub(super) light: [[R; 2]; 2],
    pub(super) friction: R,
    pub(super) push_out: R,
    pub(super) grip: R,
    /// Of the two parts: what is around their cores.
    pub(super) radii: [R; 2],
}

impl<R: Real, const W: usize> Block<R, W> {
    /// No contacts yet, of the body that stays where it is.
    pub(super) fn empty(still: u32) -> Self {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        let none = Knot {
            levers: [zero; 2],
            depths: [zero; 2],
            base: zero,
            gap: zero,
            ease: one,
            hold: one,
            push: zero,
            most: zero,
        };
        // As if its bodies had a mass, so that nothing is divided by zero.
        Self {
            contacts: [NONE; W],
            bodies: [[still; W]; 2],
            alike: false,
            single: false,
            normal: Wide::zero(),
            friction: zero,
            light: [[one, zero]; 2],
            push_out: zero,
            slants: [zero; 2],
            across: zero,
            rub: zero,
            grip: zero,
            stiff: one,
            roll: zero,
            between: zero,
            scale: one,
            knots: [none; 2],
        }
    }

    /// Puts a contact in a lane, as it is, beside others that have as many points: what follows from it is found of all lanes at once, by
    /// `ready`.
    pub(super) fn set(&mut self, lane: usize, place: u32, contact: &Contact<R>, known: &Known<R>) {
        let (zero, one) = (R::default(), num::<R>(1.0));
        self.contacts[lane] = place;
        for side in 0..2 {
            self.bodies[side][lane] = known.bodies[side];
            self.normal.0[side].0[lane] = contact.normal[side];
            self.light[side][0].0[lane] = known.light[side][0];
            self.light[side][1].0[lane] = known.light[side][1];
            self.slants[side].0[lane] = known.radii[side];
        }
        self.friction.0[lane] = known.friction;
        self.push_out.0[lane] = known.push_out;
        self.rub.0[lane] = contact.rub;
        self.grip.0[lane] = known.grip;
        // A second point that is not there is too far away to be touched.
        let single = contact.count == 1;
        self.single = single;
        self.between.0[lane] = if single { zero } else { one };
        for (k, (knot, point)) in self.knots.iter_mut().zip(&contact.points).enumerate() {
            let missing = single && k == 1;
            for side in 0..2 {
                knot.levers[side].0[lane] = point.arms[side][0];
                knot.depths[side].0[lane] = point.arms[side][1];
            }
            knot.base.0[lane] = if missing { R::MAX_RADIUS } else { point.gap };
            knot.push.0[lane] = if missing { zero } else { point.push };
        }
    }

    /// Finds what follows from the contacts, in place of what `set` has put there: arms where levers and depths will be, radii where slants
    /// will be, and where there is no second point, zero in `between`.
    pub(super) fn ready(&mut self) {
        let (one, normal, radii) = (Lanes::of(1.0), self.normal, self.slants);
        let [[a, i], [b, j]] = self.light;
        let (sum, arm) =
            (a + b, |knot: &Knot<R, W>, side: usize| Wide([knot.levers[side], knot.depths[side]]));
        let ease = |u: [Lanes<R, W>; 2], v: [Lanes<R, W>; 2]| sum + (i * u[0] * v[0] + j * u[1] * v[1]);
        let (across, first) = (normal.quarter(), &self.knots[0]);
        self.slants = [arm(first, 0).cross(across), arm(first, 1).cross(across)];
        self.across = one / ease(self.slants, self.slants);
        for knot in &mut self.knots {
            let [r, s] = [arm(knot, 0), arm(knot, 1)];
            knot.levers = [r.cross(normal), s.cross(normal)];
            knot.depths = [r.dot(normal) - radii[0], s.dot(normal) + radii[1]];
            let apart = knot.depths[1] - knot.depths[0];
            knot.base = knot.base - apart;
            knot.gap = knot.base + apart;
            knot.ease = ease(knot.levers, knot.levers);
            knot.hold = one / knot.ease;
        }
        self.stiff = one / (i + j);
        let [first, second] = &self.knots;
        self.between = self.between * ease(first.levers, second.levers);
        let both = first.ease * second.ease;
        let (whole, apart) = (both - self.between * self.between, both * Lanes::of(ALIKE));
        self.scale = one / whole;
        self.alike = (0..W).any(|k| !(whole.0[k] > apart.0[k]));
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_back(&self, crowd: &mut Crowd<R>, p: &Paces<R, W>, q: &Paces<R, W>) {
        crowd.take(&self.bodies[0], p);
        crowd.take(&self.bodies[1], q);
    }

    /// How far apart they are at a point by now.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap(&self, knot: &Knot<R, W>, m: &Places<R, W>, n: &Places<R, W>) -> Lanes<R, W> {
        let [near, far] = [
            m.cos * knot.depths[0] + m.sin * knot.levers[0],
            n.cos * knot.depths[1] + n.sin * knot.levers[1],
        ];
        knot.base + (n.shift - m.shift).dot(self.normal) + (far - near)
    }

    /// How fast they part there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn speed(&self, knot: &Knot<R, W>, p: &Paces<R, W>, q: &Paces<R, W>) -> Lanes<R, W> {
        (q.velocity - p.velocity).dot(self.normal) + (q.spin * knot.levers[1] - p.spin * knot.levers[0])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(
        &self,
        p: &mut Paces<R, W>,
        q: &mut Paces<R, W>,
        impulse: Wide<R, W>,
        [turns_p, turns_q]: [Lanes<R, W>; 2],
    ) {
        let [[a, i], [b, j]] = self.light;
        p.velocity = p.velocity - impulse.scaled(a);
        p.spin = p.spin - turns_p * i;
        q.velocity = q.velocity + impulse.scaled(b);
        q.spin = q.spin + turns_q * j;
    }

    /// Changes the impulses along the normal to others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change(&mut self, p: &mut Paces<R, W>, q: &mut Paces<R, W>, pushes: [Lanes<R, W>; 2]) {
        let [first, second] = &mut self.knots;
        let (d, e) = (pushes[0] - first.push, pushes[1] - second.push);
        let turns = [first.levers[0] * d + second.levers[0] * e, first.levers[1] * d + second.levers[1] * e];
        (first.push, first.most) = (pushes[0], first.most.larger(pushes[0]));
        (second.push, second.most) = (pushes[1], second.most.larger(pushes[1]));
        self.apply(p, q, self.normal.scaled(d + e), turns);
    }

    /// Finds the impulses, which never pull, after which the two part at each point as fast as is wanted: of both at once.
    ///
    /// A linear complementarity problem of two unknowns: a solution is one where both push, or one does, or none (E. Catto, Box2D 2,
    /// `b2ContactSolver`, which calls this a block solver; here with what the points give way). There is just one, as an impulse changes
    /// the speed where it acts more than at the other. What is `rigid` does not give way at all.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settled(
        &self,
        p: &Paces<R, W>,
        q: &Paces<R, W>,
        wishes: [Wish<R, W>; 2],
        rigid: bool,
    ) -> [Lanes<R, W>; 2] {
        let zero = Lanes::zero();
        let ([first, second], [wish, other], between) = (&self.knots, wishes, self.between);
        let (a, b) = (first.ease * wish.gives, second.ease * other.gives);
        let (c, d) = (first.hold * wish.holds, second.hold * other.holds);
        let u = self.speed(first, p, q) - wish.speed - first.ease * first.push - between * second.push;
        let v = self.speed(second, p, q) - other.speed - second.ease * second.push - between * first.push;
        let scale = match rigid {
            true => self.scale,
            false => Lanes::of(1.0) / (a * b - between * between),
        };
        let x = (between * v - b * u) * scale;
        let y = (between * u - a * v) * scale;
        // The first alone, if that is enough for the second; else the second.
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

    /// Solves contacts of one point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_one(&mut self, p: &mut Paces<R, W>, q: &mut Paces<R, W>, wish: Wish<R, W>) {
        let knot = &self.knots[0];
        let short = self.speed(knot, p, q) - wish.speed - knot.ease * knot.push;
        let push = (-(short * (knot.hold * wish.holds))).larger(Lanes::zero());
        let (change, turns) = (push - knot.push, knot.levers);
        let turns = turns.map(|lever| lever * change);
        let knot = &mut self.knots[0];
        (knot.push, knot.most) = (push, knot.most.larger(push));
        self.apply(p, q, self.normal.scaled(change), turns);
    }

    /// Makes the two of a lane part at these speeds, at the points where one is wanted and they have touched.
    pub(super) fn bounce(&mut self, crowd: &mut Crowd<R>, lane: usize, wanted: [Option<R>; 2]) {
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let one = Lanes::of(1.0);
        let wish = |speed: R| Wish { speed: Lanes::all(speed), gives: one, holds: one };
        let alone = |k: usize, speed: R| {
            let knot = &self.knots[k];
            let short = Lanes::all(speed) - self.speed(knot, &p, &q);
            (knot.push + short * knot.hold).larger(Lanes::zero())
        };
        let mut pushes = self.knots.map(|knot| knot.push);
        let met = |k: usize| wanted[k].filter(|_| self.knots[k].most.0[lane] > R::default());
        match [met(0), met(1)] {
            [Some(u), Some(v)] => {
                let all = self.settled(&p, &q, [wish(u), wish(v)], true);
                (0..2).for_each(|k| pushes[k].0[lane] = all[k].0[lane]);
            }
            [Some(u), None] => pushes[0].0[lane] = alone(0, u).0[lane],
            [None, Some(v)] => pushes[1].0[lane] = alone(1, v).0[lane],
            [None, None] => return,
        }
        self.change(&mut p, &mut q, pushes);
        self.put_back(crowd, &p, &q);
    }

    /// Pushes apart what overlaps, stops what would, and lets surfaces rub.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push(&mut self, crowd: &mut Crowd<R>, pass: &Pass<R>) {
        let (mut p, mut q) = (crowd.paces(&self.bodies[0]), crowd.paces(&self.bodies[1]));
        let wish = self.pushed_out(self.knots[0].gap, pass);
        if self.single {
            self.settle_one(&mut p, &mut q, wish);
        } else {
            let other = self.pushed_out(self.knots[1].gap, pass);
            let pushes = self.settled(&p, &q, [wish, other], false);
            self.change(&mut p, &mut q, pushes);
        }
        self.rub(&mut p, &mut q);
        self.put_back(crowd, &p, &q);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pushed_out(&self, gap: Lanes<R, W>, pass: &Pass<R>) -> Wish<R, W> {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        let softer = one + Lanes::all(pass.give);
        // What is apart may come together within the sub-step, and no farther.
        let rate = gap.above(zero, [Lanes::all(pass.per_step), Lanes::all(pass.bias)]);
        Wish {
            speed: (-(gap * rate)).smaller(self.push_out),
            gives: gap.above(zero, [one, softer]),
            holds: gap.above(zero, [one, one / softer]),
        }
    }

    /// Where they come together within the sub-step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held_off(gap: Lanes<R, W>, pass: &Pass<R>) -> Wish<R, W> {
        let (zero, one) = (Lanes::zero(), Lanes::of(1.0));
        Wish { speed: -(gap.larger(zero) * Lanes::all(pass.per_step)), gives: one, holds: one }
    }

    /// Takes back the speed that pushing gave, resists rolling, and lets surfaces rub.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn relax(&mut self, crowd: &mut Crowd<R>, pass: &Pass<R>) {
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
            let wishes = [Self::held_off(gap, pass), Self::held_off(other, pass)];
            let pushes = self.settled(&p, &q, wishes, true);
            self.change(&mut p, &mut q, pushes);
        }
        self.rub(&mut p, &mut q);
        self.put_back(crowd, &p, &q);
    }

    /// Lets surfaces rub.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rub(&mut self, p: &mut Paces<R, W>, q: &mut Paces<R, W>) {
        let across = self.normal.quarter();
        let slide =
            (q.velocity - p.velocity).dot(across) + (q.spin * self.slants[1] - p.spin * self.slants[0]);
        let most = self.friction * (self.knots[0].push + self.knots[1].push);
        let rub = (self.rub - self.across * slide).larger(-most).smaller(most);
        let change = rub - self.rub;
        self.rub = rub;
        self.apply(p, q, across.scaled(change), [self.slants[0] * change, self.slants[1] * change]);
    }

    /// Resists that the two turn against each other on their one point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn resist(&mut self, p: &mut Paces<R, W>, q: &mut Paces<R, W>) {
        let [[_, i], [_, j]] = self.light;
        let most = self.grip * self.knots[0].push;
        let roll = self.roll - self.stiff * (q.spin - p.spin);
        // Where neither of them can be turned it may be no number, which this order makes one; it moves nothing then.
        let roll = (-most).larger(roll).smaller(most);
        let change = roll - self.roll;
        self.roll = roll;
        p.spin = p.spin - change * i;
        q.spin = q.spin + change * j;
    }

    /// Applies the impulses that are known from the step before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn warm_start(&self, crowd: &mut Crowd<R>) {
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
