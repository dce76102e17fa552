//! The state of bodies in the solver, and the coefficients of soft constraints.

use super::lanes::{Lanes, WIDE, Wide, columns, rows};
use super::turn::{Turn, V, num};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::from_fn;

/// A body in the solver. `pace` has the velocity, the angular velocity and the angle of [`Moving`]; `place` has the displacement and the
/// rotation. Each is read and written as one vector of four numbers, because reads that span several smaller writes cause store-forwarding
/// stalls.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct SolverBody<R> {
    pub(super) pace: Lanes<R, 4>,
    pub(super) place: Lanes<R, 4>,
}

impl<R: Real> SolverBody<R> {
    #[inline]
    pub(super) fn get(&self) -> Moving<R> {
        let ([x, y, spin, angle], [right, up, cos, sin]) = (self.pace.0, self.place.0);
        Moving { velocity: Vector([x, y]), spin, angle, shift: Vector([right, up]), turn: Turn { cos, sin } }
    }
}

impl<R: Real> From<Moving<R>> for SolverBody<R> {
    #[inline]
    fn from(Moving { velocity, spin, angle, shift, turn }: Moving<R>) -> Self {
        let pace = [velocity[0], velocity[1], spin, angle];
        Self { pace: Lanes(pace), place: Lanes([shift[0], shift[1], turn.cos, turn.sin]) }
    }
}

/// The velocities of a body in the solver, and its motion since the beginning of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving<R> {
    pub(super) velocity: V<R>,
    pub(super) spin: R,
    pub(super) angle: R,
    /// The displacement of the center of mass and the rotation since the beginning of the step.
    pub(super) shift: V<R>,
    pub(super) turn: Turn<R>,
}

impl<R: Real> Moving<R> {
    /// The state at the beginning of a step.
    #[inline]
    pub(super) fn new(velocity: V<R>, spin: R) -> Self {
        Self { velocity, spin, angle: R::default(), shift: V::default(), turn: Turn::none() }
    }
}

/// Integration data of a body for a sub-step. The numbers are in the order of [`SolverBody::pace`]; the entry of the angle is zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integration<R> {
    /// The velocity change from gravity, forces and torques.
    pub(super) gain: Lanes<R, 4>,
    /// The damping factors of the velocity and of the angular velocity.
    pub(super) slower: Lanes<R, 4>,
    /// The position correction of half an acceleration step, ½ a h². It is zero for bodies with contacts or joints.
    pub(super) lag: Lanes<R, 4>,
    /// The free velocity: the velocity and the angular velocity without the change by contacts.
    pub(super) pace: Lanes<R, 4>,
}

impl<R: Real> Integration<R> {
    /// The data of a body that keeps its velocity.
    pub(super) fn none() -> Self {
        Self {
            gain: Lanes::zero(),
            slower: Lanes([num(1.0), num(1.0), num(1.0), R::default()]),
            lag: Lanes::zero(),
            pace: Lanes::zero(),
        }
    }
}

/// The velocities of several bodies in SIMD lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Velocities<R> {
    pub(super) velocity: Wide<R>,
    pub(super) spin: Lanes<R>,
    /// The angle since the beginning of the step: part of the vector that is written at once.
    pub(super) angle: Lanes<R>,
}

/// The displacements and rotations of several bodies in SIMD lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<R> {
    pub(super) shift: Wide<R>,
    pub(super) cos: Lanes<R>,
    pub(super) sin: Lanes<R>,
}

/// The bodies of the solver. The first `moved` of them are dynamic.
pub(super) struct SolverBodies<'r, R> {
    pub(super) all: &'r mut [SolverBody<R>],
    pub(super) moved: usize,
}

impl<R: Real> SolverBodies<'_, R> {
    #[inline]
    pub(super) fn paces(&self, at: &[u32; WIDE]) -> Velocities<R> {
        let [x, y, spin, angle] = columns(&from_fn(|k| self.all[at[k] as usize].pace.0));
        Velocities { velocity: Wide([x, y]), spin, angle }
    }

    #[inline]
    pub(super) fn places(&self, at: &[u32; WIDE]) -> Places<R> {
        let [x, y, cos, sin] = columns(&from_fn(|k| self.all[at[k] as usize].place.0));
        Places { shift: Wide([x, y]), cos, sin }
    }

    /// Stores the velocities of dynamic bodies (scatter). Other bodies are skipped.
    #[inline]
    pub(super) fn take(&mut self, at: &[u32; WIDE], paces: &Velocities<R>) {
        let Velocities { velocity: Wide([x, y]), spin, angle } = paces;
        let rows = rows([x, y, spin, angle]);
        let moved = &mut self.all[..self.moved];
        for (place, row) in at.iter().zip(rows) {
            if let Some(body) = moved.get_mut(*place as usize) {
                body.pace = Lanes(row);
            }
        }
    }
}

/// The coefficients of a soft constraint for a sub-step: the rate at which the position error is corrected, and the factors of the
/// effective mass and of the accumulated impulse.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Soft<R> {
    pub(super) bias: R,
    pub(super) mass: R,
    pub(super) impulse: R,
    /// The compliance relative to the response of the constraint: `impulse` divided by `mass`.
    pub(super) give: R,
}

impl<R: Real> Soft<R> {
    /// The soft constraint of a spring. `swing` is the angular frequency times the duration of a sub-step, `damping` the damping ratio,
    /// `per_step` the inverse of that duration.
    pub(super) fn new(swing: R, damping: R, per_step: R) -> Self {
        let one = num::<R>(1.0);
        // A spring of frequency zero exerts no force: the accumulated impulse is removed.
        if !(swing > R::default()) {
            return Self { bias: R::default(), mass: R::default(), impulse: one, give: R::default() };
        }
        let first = damping + damping + swing;
        let second = swing * first;
        let third = one / (one + second);
        Self { bias: swing / first * per_step, mass: second * third, impulse: third, give: one / second }
    }

    /// A rigid constraint: removes the relative velocity entirely and does not correct position errors.
    #[inline]
    pub(super) fn rigid() -> Self {
        Self { bias: R::default(), mass: num(1.0), impulse: R::default(), give: R::default() }
    }
}

/// The factor for warm-starting an impulse with this lever arm after a sub-step in which the body rotates by `swing` radians: zero if the
/// end of the lever moves by more than the radius of gyration of the body, otherwise 1. Beyond that the old impulse would act in a wrong
/// direction, and each iteration would add more to it. Joints with long lever arms, and joints that contradict each other, would then gain
/// energy without bound.
#[inline]
pub(super) fn worth<R: Real>(
    swing: Lanes<R>,
    lever: Wide<R>,
    [inv_mass, inv_inertia]: [Lanes<R>; 2],
) -> Lanes<R> {
    let moves = swing * swing * lever.dot(lever) * inv_inertia;
    moves.above(inv_mass, [Lanes::zero(), Lanes::of(1.0)])
}
