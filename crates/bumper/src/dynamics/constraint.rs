//! Contact constraints: their data, several in SIMD lanes, and (in `passes`) how they are solved.

mod passes;

use super::contact::Contact;
use super::lanes::{Lanes, WIDE, Wide};
use super::seats::NONE;
use super::turn::num;
use crate::scalar::Real;

/// If the determinant of the two-point system is less than this fraction of the product of its diagonal, it is too inaccurate, and the
/// points are solved one after the other. That is always so for bodies that cannot rotate.
const ALIKE: f64 = 1.0 / 1024.0;

/// Contact constraints in SIMD lanes. No dynamic body occurs in two of them. The lever arm of an impulse is the change of angular momentum
/// per unit of it.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Block<R> {
    pub(super) contacts: [u32; WIDE],
    pub(super) bodies: [[u32; WIDE]; 2],
    normal: Wide<R>,
    friction: Lanes<R>,
    /// The inverse mass and the inverse inertia of each body.
    light: [[Lanes<R>; 2]; 2],
    /// The largest speed at which penetration is corrected.
    push_out: Lanes<R>,
    /// The lever arms of friction, shared by both points, which lie on one line along the tangent; and its effective mass.
    slants: [Lanes<R>; 2],
    across: Lanes<R>,
    pub(super) rub: Lanes<R>,
    /// The sum of the friction impulses of all sub-steps.
    pub(super) total_friction: Lanes<R>,
    /// The off-diagonal element of the two-point system: the change of the velocity at one point per unit of impulse at the other.
    between: Lanes<R>,
    /// The inverse determinant of the two-point system without softness.
    scale: Lanes<R>,
    pub(super) knots: [Knot<R>; 2],
    /// Rolling resistance, for contacts with one point: the largest torque per unit of normal impulse; the effective inertia of the
    /// relative rotation; and the accumulated angular impulse of this step.
    grip: Lanes<R>,
    stiff: Lanes<R>,
    roll: Lanes<R>,
    /// Whether a contact in a lane may have two points that are solved one after the other, see [`ALIKE`].
    pub(super) alike: bool,
    /// Whether all contacts have a single point. The second one is then ignored.
    single: bool,
}

/// A contact point of each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot<R> {
    /// The lever arms of the normal impulse, and the extents of the cores along the normal, from the centers. The radii are left out of the
    /// extents because they do not rotate with the bodies.
    levers: [Lanes<R>; 2],
    depths: [Lanes<R>; 2],
    /// The separation minus the extents in `depths`, both at the beginning of the step; and the current separation. `relax` updates it,
    /// because positions change at only one place of a sub-step.
    base: Lanes<R>,
    gap: Lanes<R>,
    /// The inverse effective mass, and the effective mass.
    pub(super) ease: Lanes<R>,
    hold: Lanes<R>,
    pub(super) push: Lanes<R>,
    /// The sum of the normal impulses of all sub-steps, and that of restitution.
    pub(super) total: Lanes<R>,
    /// The largest normal impulse so far: positive if the contact was active at all.
    pub(super) most: Lanes<R>,
}

/// The coefficients of soft contacts.
#[derive(Clone, Copy)]
pub(super) struct Pass<R> {
    /// The inverse of the sub-step's duration.
    pub(super) per_step: R,
    /// The fraction of the penetration that is corrected per unit of time.
    pub(super) bias: R,
    /// The softness: the increase of the inverse effective mass, as a fraction of it.
    pub(super) give: R,
}

/// The inputs of a contact constraint apart from the manifold.
pub(super) struct Known<R> {
    /// The indices of the bodies in the solver, and their inverse masses and inverse inertias.
    pub(super) bodies: [u32; 2],
    pub(super) light: [[R; 2]; 2],
    pub(super) friction: R,
    pub(super) push_out: R,
    pub(super) grip: R,
    /// The radii around the cores of the two parts.
    pub(super) radii: [R; 2],
}

impl<R: Real> Block<R> {
    /// A block without contacts, of the entry that stands for bodies at rest.
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
            total: zero,
            most: zero,
        };
        // Inverse masses of 1 avoid a division by zero.
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
            total_friction: zero,
            grip: zero,
            stiff: one,
            roll: zero,
            between: zero,
            scale: one,
            knots: [none; 2],
        }
    }

    /// Copies a contact into a lane, beside others with the same number of points. `ready` computes the derived values of all lanes at
    /// once.
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
        // A missing second point gets a gap so large that it never becomes active.
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

    /// Computes the derived values, in place of the inputs that `set` has stored: offsets in `levers` and `depths`, radii in `slants`, and
    /// in `between` zero if there is no second point, else one.
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
