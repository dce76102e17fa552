//! Contacts as constraints on velocities: what they need to know of their bodies, several side by side, and (in `passes`) how they are solved.

mod passes;

use super::contact::Contact;
use super::lanes::{Lanes, WIDE, Wide};
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
pub(super) struct Block<R> {
    pub(super) contacts: [u32; WIDE],
    pub(super) bodies: [[u32; WIDE]; 2],
    normal: Wide<R>,
    friction: Lanes<R>,
    /// One over mass and inertia, of each body.
    light: [[Lanes<R>; 2]; 2],
    /// The largest speed at which it pushes apart.
    push_out: Lanes<R>,
    /// The levers across the normal: of both points, which lie on one line.
    slants: [Lanes<R>; 2],
    across: Lanes<R>,
    pub(super) rub: Lanes<R>,
    /// How an impulse at one point changes the speed at the other.
    between: Lanes<R>,
    /// One over the determinant of what impulses at both points change, where nothing gives way.
    scale: Lanes<R>,
    pub(super) knots: [Knot<R>; 2],
    /// Of contacts of one point: the longest lever by which a push resists rolling; one over how a turning impulse of 1 changes the spin of
    /// the two against each other; and the impulse that has turned them in this step.
    grip: Lanes<R>,
    stiff: Lanes<R>,
    roll: Lanes<R>,
    /// Whether two points of one of them may be alike.
    pub(super) alike: bool,
    /// Whether each of them has one point only: the other one is none, and is not asked.
    single: bool,
}

/// A point of each contact while they are solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot<R> {
    /// The levers along the normal, and how far along it the cores are from the centres: without the radii around them, which do
    /// not turn with the bodies.
    levers: [Lanes<R>; 2],
    depths: [Lanes<R>; 2],
    /// The gap, but for what the bodies have moved; and the gap that there was when it was looked at last: bodies move in one place of a
    /// sub-step only.
    base: Lanes<R>,
    gap: Lanes<R>,
    /// How an impulse of 1 changes the speed here, and one over it.
    pub(super) ease: Lanes<R>,
    hold: Lanes<R>,
    pub(super) push: Lanes<R>,
    /// The largest impulse so far: whether it was touched at all.
    pub(super) most: Lanes<R>,
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

impl<R: Real> Block<R> {
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
            contacts: [NONE; WIDE],
            bodies: [[still; WIDE]; 2],
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
        let (sum, arm) = (a + b, |knot: &Knot<R>, side: usize| Wide([knot.levers[side], knot.depths[side]]));
        let ease = |u: [Lanes<R>; 2], v: [Lanes<R>; 2]| sum + (i * u[0] * v[0] + j * u[1] * v[1]);
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
        self.alike = (0..WIDE).any(|k| !(whole.0[k] > apart.0[k]));
    }
}
