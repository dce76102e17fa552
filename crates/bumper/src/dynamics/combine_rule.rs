//! The rules that combine the coefficients of two colliders.

use super::math::num;
use crate::narrow::measure::{larger, smaller};
use crate::scalar::Real;

/// How the coefficients of two colliders are combined. If the two colliders have different rules, the rule that comes later in the list
/// below is used.
///
/// ```
/// use bumper::{Ball, dynamics::{Collider, CombineRule}};
/// // A ball that bounces off everything, however soft, with half of its speed.
/// let rubber = Collider { restitution: 1.0, restitution_rule: Some(CombineRule::Average), ..Collider::new(Ball::new([0.0f32, 0.0], 0.5)) };
/// assert!(CombineRule::Average < CombineRule::Maximum && rubber.friction_rule.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("CoefficientCombineRule", "PhysicsMaterialCombine", "b2MixFriction"))]
pub enum CombineRule {
    /// The square root of the product.
    GeometricMean,
    /// Half of the sum.
    Average,
    /// The smaller coefficient.
    Minimum,
    /// The product.
    Product,
    /// The larger coefficient.
    Maximum,
}

impl CombineRule {
    /// Combines two coefficients.
    pub(super) fn combine<R: Real>(self, a: R, b: R) -> R {
        match self {
            Self::GeometricMean => Real::sqrt(a * b),
            Self::Average => (a + b) * num(0.5),
            Self::Minimum => smaller(a, b),
            Self::Product => a * b,
            Self::Maximum => larger(a, b),
        }
    }
}
