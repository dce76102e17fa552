//! The softness of the constraints of joints, in SIMD lanes.

use crate::dynamics::lanes::Lanes;
use crate::dynamics::solver_body::Softness;
use crate::scalar::Real;

/// The effective mass: the reciprocal of `response`, which is the velocity change per unit of impulse. Zero if the response is zero because
/// neither body can be moved.
#[inline]
pub(in crate::dynamics) fn effective_mass<R: Real>(response: Lanes<R>) -> Lanes<R> {
    let zero = Lanes::zero();
    response.select_greater(zero, [Lanes::constant(1.0) / response, zero])
}

/// The coefficients of soft constraints (see [`Softness`]) in SIMD lanes. The lanes of joints without a spring contain zeros.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct SoftnessLanes<R> {
    pub(in crate::dynamics) bias_rate: Lanes<R>,
    pub(in crate::dynamics) mass_scale: Lanes<R>,
    pub(in crate::dynamics) impulse_scale: Lanes<R>,
}

impl<R: Real> SoftnessLanes<R> {
    /// The given coefficients in all lanes.
    #[inline]
    pub(in crate::dynamics) fn splat(softness: &Softness<R>) -> Self {
        let [bias_rate, mass_scale, impulse_scale] =
            [softness.bias_rate, softness.mass_scale, softness.impulse_scale].map(Lanes::splat);
        Self { bias_rate, mass_scale, impulse_scale }
    }

    /// Sets the coefficients in one lane.
    pub(in crate::dynamics) fn set_lane(&mut self, lane: usize, softness: Softness<R>) {
        self.bias_rate.0[lane] = softness.bias_rate;
        self.mass_scale.0[lane] = softness.mass_scale;
        self.impulse_scale.0[lane] = softness.impulse_scale;
    }

    /// The coefficients of springs beside locked rows that are soft in this iteration, to be used with the response beside rigid rows,
    /// `held_response`. The stiffness of a spring follows from that response. If it changed with the softness of the locked rows, the
    /// spring would not keep its energy. `response` is the change of speed per unit of impulse in this iteration.
    #[inline]
    pub(in crate::dynamics) fn beside_soft_rows(&self, response: Lanes<R>, held_response: Lanes<R>) -> Self {
        let sum = self.impulse_scale + self.mass_scale * (response * effective_mass(held_response));
        let one = Lanes::constant(1.0);
        let factor = sum.select_greater(Lanes::zero(), [one / sum, one]);
        Self {
            bias_rate: self.bias_rate,
            mass_scale: self.mass_scale * factor,
            impulse_scale: self.impulse_scale * factor,
        }
    }

    /// Selects per lane: `other` where `mask` is above zero, otherwise `self`.
    #[inline]
    pub(in crate::dynamics) fn select_where(&self, other: &Self, mask: Lanes<R>) -> Self {
        let select = |own, other| mask.select_greater(Lanes::zero(), [other, own]);
        Self {
            bias_rate: select(self.bias_rate, other.bias_rate),
            mass_scale: select(self.mass_scale, other.mass_scale),
            impulse_scale: select(self.impulse_scale, other.impulse_scale),
        }
    }
}
