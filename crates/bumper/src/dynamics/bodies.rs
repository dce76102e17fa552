//! Bodies and colliders as they are defined and stored, with their convex parts and mass properties.

pub(super) mod body;
pub(super) mod body_state;
pub(super) mod collider_data;
pub(super) mod combine_rule;
pub(super) mod convex_parts;
pub(super) mod mass;
pub(super) mod part;
pub(super) mod part_index;
pub(super) mod rigid_body;
