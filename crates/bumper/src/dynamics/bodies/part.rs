//! Convex parts of bodies as they are stored, with the material of their collider and their AABBs in the broad phase.

use super::body::ColliderDef;
use super::combine_rule::CombineRule;
use super::convex_parts::ConvexPart;
use super::part_index::PartIndex;
use crate::scalar::Real;
use crate::{Aabb, Side, Vector};

/// A convex part of a body, with the material of its collider and its AABBs in the broad phase.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Part<R> {
    /// The slot of the body to which the part belongs.
    pub(in crate::dynamics) body: u32,
    /// The slot of the collider to which the part belongs.
    pub(in crate::dynamics) collider: u32,
    pub(in crate::dynamics) shape: ConvexPart<R>,
    /// The center of mass of the part, relative to the center of mass of the body, in body coordinates.
    pub(in crate::dynamics) center: Vector<R, 2>,
    /// The swept AABB, which covers the motion of the part in a step, and the fat AABB, which has a margin so that the part seldom leaves
    /// it.
    pub(in crate::dynamics) swept_aabb: Aabb<R, 2>,
    pub(in crate::dynamics) fat_aabb: Aabb<R, 2>,
    pub(in crate::dynamics) material: Material<R>,
    /// The index that events report for the part.
    pub(in crate::dynamics) index: PartIndex<R>,
}

/// The properties of a collider that its contacts need, such as friction, one-way side and layers, but not its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: serde::Serialize + Copy")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: serde::Deserialize<'de> + Default + Copy")))]
pub(in crate::dynamics) struct Material<R> {
    pub(in crate::dynamics) friction: R,
    pub(in crate::dynamics) restitution: R,
    pub(in crate::dynamics) rolling_resistance: R,
    pub(in crate::dynamics) friction_rule: Option<CombineRule>,
    pub(in crate::dynamics) restitution_rule: Option<CombineRule>,
    pub(in crate::dynamics) surface_velocity: Vector<R, 2>,
    pub(in crate::dynamics) one_way: Option<Side>,
    pub(in crate::dynamics) layers: u32,
    pub(in crate::dynamics) filter: u32,
    pub(in crate::dynamics) sensor: bool,
}

impl<R: Real> Material<R> {
    pub(in crate::dynamics) fn of(collider: &ColliderDef<'_, R>) -> Self {
        Self {
            friction: collider.friction,
            restitution: collider.restitution,
            rolling_resistance: collider.rolling_resistance,
            friction_rule: collider.friction_rule,
            restitution_rule: collider.restitution_rule,
            surface_velocity: collider.surface_velocity,
            one_way: collider.one_way,
            layers: collider.layers,
            filter: collider.filter,
            sensor: collider.sensor,
        }
    }

    /// The friction coefficient of a contact with another collider.
    pub(in crate::dynamics) fn friction_with(&self, other: &Self) -> R {
        match self.friction_rule.max(other.friction_rule) {
            None => (self.friction * other.friction).sqrt(),
            Some(rule) => rule.combine(self.friction, other.friction),
        }
    }

    /// The restitution coefficient of a contact with another collider.
    pub(in crate::dynamics) fn restitution_with(&self, other: &Self) -> R {
        match self.restitution_rule.max(other.restitution_rule) {
            None => self.restitution.max(other.restitution),
            Some(rule) => rule.combine(self.restitution, other.restitution),
        }
    }

    /// Whether two colliders interact: the filter of each collider contains a layer of the other collider, and they are not both sensors.
    pub(in crate::dynamics) fn interacts_with(&self, other: &Self) -> bool {
        self.filter & other.layers != 0 && other.filter & self.layers != 0 && !(self.sensor && other.sensor)
    }
}
