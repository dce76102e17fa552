//! Definitions of the colliders of bodies: a shape and its material.

use crate::bumper_status::{self, *};
use crate::shape::{bumper_shape, OwnedShape};
use crate::typed::{bumper_point_f32, point, Shaped};
use crate::world::{bumper_side, side, side_number};
use engine::dynamics::{ColliderDef, CombineRule};
use engine::{AsShape, Shape};

/// The rule that combines the friction coefficients, or the restitution coefficients, of two touching colliders. If the two colliders have
/// different rules, the rule with the larger number in this enum is used.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bumper_combine_rule {
    /// No rule: the rule of the other collider is used. If neither has a rule, friction uses the geometric mean, and restitution the
    /// maximum.
    BUMPER_NO_RULE = 0,
    /// The square root of the product of the two coefficients.
    BUMPER_GEOMETRIC_MEAN = 1,
    /// Half of the sum of the two coefficients.
    BUMPER_AVERAGE = 2,
    /// The smaller coefficient.
    BUMPER_MINIMUM = 3,
    BUMPER_PRODUCT = 4,
    /// The larger coefficient.
    BUMPER_MAXIMUM = 5,
}
use bumper_combine_rule::*;

/// The material of a collider of a body, and its collision filter. Start from bumper_material_default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_material {
    /// The mass per unit of area, above zero.
    pub density: f32,
    /// The coefficient of friction, not negative.
    pub friction: f32,
    /// The coefficient of restitution (bounciness), from 0 to 1.
    pub restitution: f32,
    /// The rolling resistance, not negative. It limits the torque against rolling to this factor, times the normal force, times the radius
    /// of the ball that touches. If neither shape is a ball, the radius is replaced by the thickness of the thinner dynamic body: its area
    /// divided by twice its bounding radius. In a contact of two colliders, the larger of their factors is used.
    pub rolling_resistance: f32,
    /// The rules that combine the friction and the restitution with those of another collider, each a bumper_combine_rule.
    pub friction_rule: u32,
    pub restitution_rule: u32,
    /// The velocity of the surface relative to the body, in body coordinates, as of a conveyor belt. Only the component along the touched
    /// surface has an effect.
    pub surface_velocity: bumper_point_f32,
    /// The only side of the collider that stops other bodies, a bumper_side. The side rotates with the body. Queries such as ray casts
    /// ignore this setting.
    pub one_way: u32,
    /// `layers` are the layers of the collider, and `filter` the layers that it collides with; one bit each. Two colliders collide if the
    /// filter of each contains a layer of the other.
    pub layers: u32,
    pub filter: u32,
    /// Whether the collider is a sensor; 0 or 1. A sensor reports contacts with other colliders, but does not collide with them.
    pub sensor: u32,
    /// User data, which the simulation does not use.
    pub data: u64,
}

/// A collider of a body: a shape in body coordinates, with its material. Start from bumper_body_collider_of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct bumper_body_collider {
    /// The shape. If the body is not static, the shape must have an area. Colliders of static bodies may also be points, segments,
    /// half-spaces and height fields.
    pub shape: bumper_shape,
    pub material: bumper_material,
}

/// Returns a material with density 1 and friction 0.6, without restitution or rolling resistance. A collider with this material is solid on
/// all sides, is on the first layer, and collides with all layers.
#[no_mangle]
pub extern "C" fn bumper_material_default() -> bumper_material {
    bumper_material {
        density: 1.0,
        friction: 0.6,
        restitution: 0.0,
        rolling_resistance: 0.0,
        friction_rule: BUMPER_NO_RULE as u32,
        restitution_rule: BUMPER_NO_RULE as u32,
        surface_velocity: bumper_point_f32 { x: 0.0, y: 0.0 },
        one_way: bumper_side::BUMPER_ALL_SIDES as u32,
        layers: 1,
        filter: u32::MAX,
        sensor: 0,
        data: 0,
    }
}

/// Returns a collider with this shape and the material of bumper_material_default.
#[no_mangle]
pub extern "C" fn bumper_body_collider_of(shape: bumper_shape) -> bumper_body_collider {
    bumper_body_collider { shape, material: bumper_material_default() }
}

/// Pairs of a rule of the C header and the equivalent rule of the Rust library. BUMPER_NO_RULE is missing: it is `None` in the library.
const RULES: [(bumper_combine_rule, CombineRule); 5] = [
    (BUMPER_GEOMETRIC_MEAN, CombineRule::GeometricMean),
    (BUMPER_AVERAGE, CombineRule::Average),
    (BUMPER_MINIMUM, CombineRule::Minimum),
    (BUMPER_PRODUCT, CombineRule::Product),
    (BUMPER_MAXIMUM, CombineRule::Maximum),
];

fn rule(of: u32) -> Result<Option<CombineRule>, bumper_status> {
    if of == BUMPER_NO_RULE as u32 {
        return Ok(None);
    }
    let known = RULES.into_iter().find(|(number, _)| *number as u32 == of);
    known.map(|(_, rule)| Some(rule)).ok_or(BUMPER_UNKNOWN)
}

fn rule_number(of: Option<CombineRule>) -> u32 {
    RULES.into_iter().find(|(_, rule)| Some(*rule) == of).map_or(BUMPER_NO_RULE, |(number, _)| number) as u32
}

impl bumper_material {
    /// Creates a collider from this material and a shape. BUMPER_UNKNOWN if the number of a combine rule or of the one-way side is unknown.
    pub fn collider<'a>(&self, shape: Shape<'a, f32, 2>) -> Result<ColliderDef<'a, f32>, bumper_status> {
        Ok(ColliderDef {
            shape,
            density: self.density,
            friction: self.friction,
            restitution: self.restitution,
            rolling_resistance: self.rolling_resistance,
            friction_rule: rule(self.friction_rule)?,
            restitution_rule: rule(self.restitution_rule)?,
            surface_velocity: self.surface_velocity.shape(),
            one_way: side(self.one_way, 2)?,
            layers: self.layers,
            filter: self.filter,
            sensor: self.sensor != 0,
            data: self.data,
        })
    }

    /// Returns the material of a collider.
    pub fn of(collider: &ColliderDef<'_, f32>) -> Self {
        Self {
            density: collider.density,
            friction: collider.friction,
            restitution: collider.restitution,
            rolling_resistance: collider.rolling_resistance,
            friction_rule: rule_number(collider.friction_rule),
            restitution_rule: rule_number(collider.restitution_rule),
            surface_velocity: point(collider.surface_velocity),
            one_way: side_number(collider.one_way),
            layers: collider.layers,
            filter: collider.filter,
            sensor: u32::from(collider.sensor),
            data: collider.data,
        }
    }
}

/// Converts a collider from C. `shape` is the owned copy of its shape.
pub fn collider<'a>(
    of: &bumper_body_collider,
    shape: &'a OwnedShape,
) -> Result<ColliderDef<'a, f32>, bumper_status> {
    of.material.collider(shape.as_shape())
}
