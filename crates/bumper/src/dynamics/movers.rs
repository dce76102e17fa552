//! Movers among bodies: bodies as obstacles and carriers, and movers that have a body.

pub(super) mod mover_bodies;
pub(super) mod mover_carriers;
mod mover_changes;
pub(super) mod mover_obstacles;
