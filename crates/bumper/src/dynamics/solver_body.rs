//! The state of bodies in the solver, and the coefficients of soft constraints.

use super::lanes::{LANE_COUNT, Lanes, VectorLanes, to_columns, to_rows};
use super::math::{Rot, V};
use crate::Vector;
use crate::scalar::Real;
use crate::vector::from_fn;

/// The state of a body in the solver, packed into two vectors of four numbers. `velocity` has the velocity, the angular velocity and the
/// angle of [`SolverBodyState`]; `transform` has the displacement and the rotation. Each vector is read and written as a whole. If the
/// numbers were written one by one and then read as a whole, the processor would have to wait (store-forwarding stall).
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct SolverBody<R> {
    pub(super) velocity: Lanes<R, 4>,
    pub(super) transform: Lanes<R, 4>,
}

impl<R: Real> SolverBody<R> {
    /// The state as separate fields.
    #[inline]
    pub(super) fn get(&self) -> SolverBodyState<R> {
        let [x, y, angular_velocity, delta_angle] = self.velocity.0;
        let [dx, dy, cos, sin] = self.transform.0;
        SolverBodyState {
            velocity: Vector([x, y]),
            angular_velocity,
            delta_angle,
            delta_position: Vector([dx, dy]),
            delta_rotation: Rot { cos, sin },
        }
    }
}

impl<R: Real> From<SolverBodyState<R>> for SolverBody<R> {
    #[inline]
    fn from(
        SolverBodyState { velocity, angular_velocity, delta_angle, delta_position, delta_rotation }: SolverBodyState<R>,
    ) -> Self {
        let velocity = [velocity[0], velocity[1], angular_velocity, delta_angle];
        Self {
            velocity: Lanes(velocity),
            transform: Lanes([delta_position[0], delta_position[1], delta_rotation.cos, delta_rotation.sin]),
        }
    }
}

/// The velocities of a body in the solver, and its motion since the beginning of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct SolverBodyState<R> {
    pub(super) velocity: V<R>,
    pub(super) angular_velocity: R,
    /// The rotation of the body since the beginning of the step, in radians.
    pub(super) delta_angle: R,
    /// The displacement of the center of mass since the beginning of the step, and the rotation since then.
    pub(super) delta_position: V<R>,
    pub(super) delta_rotation: Rot<R>,
}

impl<R: Real> SolverBodyState<R> {
    /// The state at the beginning of a step, when the body has not moved yet.
    #[inline]
    pub(super) fn new(velocity: V<R>, angular_velocity: R) -> Self {
        Self {
            velocity,
            angular_velocity,
            delta_angle: R::ZERO,
            delta_position: V::default(),
            delta_rotation: Rot::identity(),
        }
    }
}

/// The data for integrating the velocities and positions of a body over a sub-step. The four numbers of each field have the order of
/// [`SolverBody::velocity`]: x, y, angular velocity, angle. The last number is always zero, so integrating the velocities does not change
/// the angle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integration<R> {
    /// The change of the velocity and the angular velocity by gravity, forces and torques.
    pub(super) velocity_change: Lanes<R, 4>,
    /// The damping factors, which multiply the velocity and the angular velocity.
    pub(super) damping_factor: Lanes<R, 4>,
    /// The correction ½ a h² of the displacement in a sub-step of duration h, for a constant acceleration a. Positions are integrated with
    /// the velocity at the end of the sub-step, so the displacement is too large by this amount, which is subtracted. It is zero for bodies
    /// with contacts or joints, whose acceleration is not constant.
    pub(super) position_correction: Lanes<R, 4>,
    /// The free velocity of the body, linear and angular: its velocity without the changes by contacts.
    pub(super) free_velocity: Lanes<R, 4>,
}

impl<R: Real> Integration<R> {
    /// The integration data of a body that keeps its velocity.
    pub(super) fn identity() -> Self {
        Self {
            velocity_change: Lanes::zero(),
            damping_factor: Lanes([R::ONE, R::ONE, R::ONE, R::ZERO]),
            position_correction: Lanes::zero(),
            free_velocity: Lanes::zero(),
        }
    }
}

/// The velocities of several bodies in SIMD lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct VelocityLanes<R> {
    pub(super) velocity: VectorLanes<R>,
    pub(super) angular_velocity: Lanes<R>,
    /// The rotation angles since the beginning of the step. The solver of velocities does not need them, but a body stores its velocities
    /// and its angle with one write.
    pub(super) delta_angle: Lanes<R>,
}

/// The displacements and rotations of several bodies since the beginning of the step, in SIMD lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TransformLanes<R> {
    pub(super) delta_position: VectorLanes<R>,
    pub(super) cos: Lanes<R>,
    pub(super) sin: Lanes<R>,
}

/// The states of the bodies in the solver; the first `dynamic_count` bodies are dynamic.
pub(super) struct SolverBodies<'r, R> {
    pub(super) states: &'r mut [SolverBody<R>],
    pub(super) dynamic_count: usize,
}

impl<R: Real> SolverBodies<'_, R> {
    /// The velocities of several bodies, given by their indices in the solver (gather).
    #[inline]
    pub(super) fn velocities(&self, indices: &[u32; LANE_COUNT]) -> VelocityLanes<R> {
        let [x, y, angular_velocity, delta_angle] =
            to_columns(&from_fn(|k| self.states[indices[k] as usize].velocity.0));
        VelocityLanes { velocity: VectorLanes([x, y]), angular_velocity, delta_angle }
    }

    /// The displacements and rotations of several bodies, given by their indices in the solver (gather).
    #[inline]
    pub(super) fn transforms(&self, indices: &[u32; LANE_COUNT]) -> TransformLanes<R> {
        let [x, y, cos, sin] = to_columns(&from_fn(|k| self.states[indices[k] as usize].transform.0));
        TransformLanes { delta_position: VectorLanes([x, y]), cos, sin }
    }

    /// Stores the velocities of several bodies (scatter). Bodies that are not dynamic are skipped.
    #[inline]
    pub(super) fn store_velocities(&mut self, indices: &[u32; LANE_COUNT], velocities: &VelocityLanes<R>) {
        let VelocityLanes { velocity: VectorLanes([x, y]), angular_velocity, delta_angle } = velocities;
        let rows = to_rows([x, y, angular_velocity, delta_angle]);
        let dynamic_bodies = &mut self.states[..self.dynamic_count];
        for (index, row) in indices.iter().zip(rows) {
            if let Some(body) = dynamic_bodies.get_mut(*index as usize) {
                body.velocity = Lanes(row);
            }
        }
    }
}

/// The coefficients of a soft constraint for a sub-step. `bias_rate` is the rate at which the position error is corrected, `mass_scale` the
/// factor of the effective mass, and `impulse_scale` the factor of the accumulated impulse.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Softness<R> {
    pub(super) bias_rate: R,
    pub(super) mass_scale: R,
    pub(super) impulse_scale: R,
    /// The relative increase of the inverse effective mass that makes a constraint soft: `impulse_scale` divided by `mass_scale`.
    pub(super) compliance: R,
}

impl<R: Real> Softness<R> {
    /// The coefficients of a spring. `angular_step` is the angular frequency times the duration of a sub-step, `damping` is the damping
    /// ratio, and `inv_sub_dt` is the reciprocal of the duration of a sub-step.
    pub(super) fn new(angular_step: R, damping: R, inv_sub_dt: R) -> Self {
        // A spring of frequency zero exerts no force: these coefficients remove the accumulated impulse.
        if !(angular_step > R::ZERO) {
            return Self {
                bias_rate: R::ZERO,
                mass_scale: R::ZERO,
                impulse_scale: R::ONE,
                compliance: R::ZERO,
            };
        }
        let a = damping + damping + angular_step;
        let b = angular_step * a;
        let c = R::ONE / (R::ONE + b);
        Self {
            bias_rate: angular_step / a * inv_sub_dt,
            mass_scale: b * c,
            impulse_scale: c,
            compliance: R::ONE / b,
        }
    }

    /// The coefficients of a rigid constraint, which removes the relative velocity entirely and does not correct position errors.
    #[inline]
    pub(super) fn rigid() -> Self {
        Self { bias_rate: R::ZERO, mass_scale: R::ONE, impulse_scale: R::ZERO, compliance: R::ZERO }
    }
}

/// The warm starting factor for the impulse of a joint, 0 or 1, after the body has rotated by `angular_step` radians in a sub-step. It is
/// zero if the end of the lever arm moves by more than the radius of gyration of the body. After such a long move, the old impulse would
/// act in a wrong direction, and each iteration would increase it further. Joints with long lever arms, and joints that contradict each
/// other, would then gain energy without bound.
#[inline]
pub(super) fn warm_start_factor<R: Real>(
    angular_step: Lanes<R>,
    lever: VectorLanes<R>,
    [inv_mass, inv_inertia]: [Lanes<R>; 2],
) -> Lanes<R> {
    let displacement = angular_step * angular_step * lever.dot(lever) * inv_inertia;
    displacement.select_greater(inv_mass, [Lanes::zero(), Lanes::constant(1.0)])
}
