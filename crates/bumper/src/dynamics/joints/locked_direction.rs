//! The locked direction of prismatic and wheel joints, and its effect on the other rows of the joint.

use super::constraint_row::{ConstraintRow, RowMotion};
use super::softness::effective_mass;
use crate::dynamics::lanes::Lanes;
use crate::dynamics::solver_body::{Softness, VelocityLanes};
use crate::scalar::Real;

/// The locked direction of a prismatic or wheel joint as a soft constraint, in SIMD lanes.
///
/// An impulse of a motor, a limit or a spring beside the center of mass also rotates the bodies, and thereby changes the velocity along the
/// locked direction. The impulse that corrects this also changes the speed of the motor. So motors, limits and springs are solved for the
/// speed that they will have after the locked direction is solved, as in the elimination of unknowns from a system of linear equations.
pub(in crate::dynamics) struct LockedDirection<R: Real> {
    row: ConstraintRow<R>,
    /// The fraction of the relative velocity that a solve of the soft constraint removes.
    mass_scale: Lanes<R>,
    /// The velocity at which the position error is corrected.
    bias: Lanes<R>,
    impulse_scale: Lanes<R>,
}

impl<R: Real> LockedDirection<R> {
    /// A locked direction with the row of its constraint and its position error.
    #[inline]
    pub(in crate::dynamics) fn new(row: ConstraintRow<R>, error: Lanes<R>, softness: &Softness<R>) -> Self {
        Self {
            mass_scale: Lanes::splat(softness.mass_scale),
            bias: error * Lanes::splat(softness.bias_rate),
            impulse_scale: Lanes::splat(softness.impulse_scale),
            row,
        }
    }

    /// The impulse that is added if the constraint is solved now.
    #[inline]
    fn impulse(&self, p: &VelocityLanes<R>, q: &VelocityLanes<R>, accumulated: Lanes<R>) -> Lanes<R> {
        let mass = effective_mass(self.row.response()) * self.mass_scale;
        -(mass * (self.row.relative_speed(p, q) + self.bias) + self.impulse_scale * accumulated)
    }

    /// The motion along another row of the joint if the locked direction is solved after it and nothing else changes its speed. A soft
    /// constraint takes back only a fraction of the response that a rigid one would take back.
    #[inline]
    pub(in crate::dynamics) fn motion_beside(
        &self,
        row: &ConstraintRow<R>,
        [p, q]: [&VelocityLanes<R>; 2],
        accumulated: Lanes<R>,
    ) -> RowMotion<R> {
        let speed = row.relative_speed(p, q) + row.coupling(&self.row) * self.impulse(p, q, accumulated);
        let free = row.response();
        let beside_locked = row.response_beside_locked(&self.row);
        let response = free * (Lanes::constant(1.0) - self.mass_scale) + beside_locked * self.mass_scale;
        RowMotion { speed, response, held_response: beside_locked }
    }

    /// Solves the constraint once.
    #[inline]
    pub(in crate::dynamics) fn solve(&self, [p, q]: [&mut VelocityLanes<R>; 2], accumulated: &mut Lanes<R>) {
        let impulse = self.impulse(p, q, *accumulated);
        *accumulated = *accumulated + impulse;
        self.row.apply_impulse(p, q, impulse);
    }
}
