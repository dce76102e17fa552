//! The rules that combine the coefficients of two colliders.

use crate::scalar::Real;

/// A rule that combines the coefficients of friction or of restitution of two colliders. If the two colliders have different rules, the
/// later of the variants listed below is used.
///
/// ```
/// use bumper::{Ball, dynamics::{ColliderDef, CombineRule}};
/// // A ball that bounces off everything, however soft, with half of its speed.
/// let rubber = ColliderDef { restitution: 1.0, restitution_rule: Some(CombineRule::Average), ..ColliderDef::new(Ball::new([0.0f32, 0.0], 0.5))
/// }; assert!(CombineRule::Average < CombineRule::Maximum && rubber.friction_rule.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias("CoefficientCombineRule", "PhysicsMaterialCombine", "b2MixFriction"))]
pub enum CombineRule {
    /// The square root of the product of the two coefficients.
    GeometricMean,
    /// Half of the sum of the two coefficients.
    Average,
    /// The smaller of the two coefficients.
    Minimum,
    /// The product of the two coefficients.
    Product,
    /// The larger of the two coefficients.
    Maximum,
}

impl CombineRule {
    /// Combines two coefficients.
    pub(in crate::dynamics) fn combine<R: Real>(self, a: R, b: R) -> R {
        match self {
            Self::GeometricMean => (a * b).sqrt(),
            Self::Average => (a + b) * R::HALF,
            Self::Minimum => a.min(b),
            Self::Product => a * b,
            Self::Maximum => a.max(b),
        }
    }
}
