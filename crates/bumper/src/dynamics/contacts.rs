//! Contacts of convex parts: the narrow phase, contact events, ground of several parts, and one-way sides.

pub(super) mod contact;
pub(super) mod contact_patches;
pub(super) mod contact_store;
pub(super) mod events;
pub(super) mod ghost_collisions;
pub(super) mod ground;
pub(super) mod manifold_cache;
pub(super) mod narrow_phase;
pub(super) mod one_way;
pub(super) mod pair_rules;
pub(super) mod placed_part;
pub(super) mod sleeping_contacts;
pub(super) mod time_of_impact;
