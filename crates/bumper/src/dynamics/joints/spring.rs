//! Springs of joints as soft constraints.
//!
//! The implicit Euler method of other soft constraints takes away a fraction of the energy of an oscillation in each sub-step, also of an
//! undamped one. So the force of a spring is not that at the end of a sub-step, but a mean of the forces at its beginning, its end, and one
//! sub-step before, with the weights 5/6, 1/12 and 1/12 (the Fox-Goodwin method, which is the method of N. Newmark, A Method of Computation
//! for Structural Dynamics, Journal of the Engineering Mechanics Division, 1959, with beta 1/12). It keeps the energy, and the error of the
//! frequency is of fourth order. Damping is implicit. Stiff springs use the implicit Euler method, because the mean is stable only for
//! oscillations that are slower than the sub-steps. With both methods, a spring comes to rest at the same deflection, however long the
//! sub-steps are.

use super::joint::Spring;
use super::softness::SoftnessLanes;
use crate::dynamics::lanes::Lanes;
use crate::dynamics::math::num;
use crate::dynamics::solver_body::Softness;
use crate::scalar::Real;

/// The angular frequency times the duration of a sub-step, in radians, up to which a spring keeps its energy: a quarter of a cycle per step
/// of four sub-steps. From twice this limit on, a spring uses the implicit Euler method. A body with n springs may oscillate faster than
/// each of them by the square root of n, so the limit applies to that frequency.
const ACCURATE_ANGLE: f64 = core::f64::consts::TAU / 16.0;

/// The weight of the force at the end of a sub-step.
const END_WEIGHT: f64 = 1.0 / 12.0;

/// The coefficients of a spring for a sub-step. The speed after a sub-step plus `softness.bias_rate` times the deflection before it plus
/// `drag` times the speed before it is proportional to the impulse.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct SpringCoefficients<R> {
    softness: Softness<R>,
    drag: R,
}

impl<R: Real> SpringCoefficients<R> {
    /// The coefficients of a spring for a sub-step of duration `sub_dt`. `joint_count` is the number of joints of the body with most
    /// joints.
    pub(in crate::dynamics) fn new(spring: Spring<R>, sub_dt: R, joint_count: usize) -> Self {
        let angle = spring.hertz * num(core::f64::consts::TAU) * sub_dt;
        // A spring of frequency zero exerts no force: these coefficients remove the accumulated impulse.
        if !(angle > R::ZERO) {
            let softness = Softness {
                bias_rate: R::ZERO,
                mass_scale: R::ZERO,
                impulse_scale: R::ONE,
                compliance: R::ZERO,
            };
            return Self { softness, drag: R::ZERO };
        }
        let largest = angle * (num::<R>(joint_count as f64)).sqrt();
        let implicit = (largest * num(1.0 / ACCURATE_ANGLE) - R::ONE).clamp(R::ZERO, R::ONE);
        // The impulse is -m (b v + a² / h x + d u) for a mass m, the angle a, the duration h, the speeds u before and v after the sub-step,
        // and the deflection x. The Fox-Goodwin method has b = 2 damping a + a² / 12 and d = -a² / 12, the implicit Euler method
        // b = 2 damping a + a² and d = 0. These are b / a and d / a.
        let before = angle * num(-END_WEIGHT) * (R::ONE - implicit);
        let after = spring.damping_ratio + spring.damping_ratio + (angle * implicit - before);
        let b = angle * after;
        let c = R::ONE / (R::ONE + b);
        let softness = Softness {
            bias_rate: angle / (after * sub_dt),
            mass_scale: b * c,
            impulse_scale: c,
            compliance: R::ONE / b,
        };
        Self { softness, drag: before / after }
    }
}

/// The coefficients of springs in SIMD lanes. The lanes of joints without a spring contain zeros.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct SpringLanes<R> {
    pub(in crate::dynamics) softness: SoftnessLanes<R>,
    pub(in crate::dynamics) drag: Lanes<R>,
}

impl<R: Real> SpringLanes<R> {
    /// No springs.
    pub(in crate::dynamics) fn none() -> Self {
        let zero = Lanes::zero();
        let softness = SoftnessLanes { bias_rate: zero, mass_scale: zero, impulse_scale: zero };
        Self { softness, drag: zero }
    }

    /// Sets the coefficients in one lane.
    pub(in crate::dynamics) fn set_lane(&mut self, lane: usize, spring: &SpringCoefficients<R>) {
        self.softness.set_lane(lane, spring.softness);
        self.drag.0[lane] = spring.drag;
    }

    /// The bias of the springs in a sub-step: the speed that they resist in addition to the speed after the sub-step. `deflection` and
    /// `speed` are those at the beginning of the sub-step.
    #[inline]
    pub(in crate::dynamics) fn bias(&self, deflection: Lanes<R>, speed: Lanes<R>) -> Lanes<R> {
        self.softness.bias_rate * deflection + self.drag * speed
    }
}
