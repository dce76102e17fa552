//! Changes by the user: adding, removing and redefining bodies, colliders and joints; forces, velocities and poses.

pub(super) mod body_commands;
pub(super) mod body_settings;
pub(super) mod collider_settings;
pub(super) mod insertion;
pub(super) mod joint_frames;
pub(super) mod joint_insertion;
pub(super) mod joint_settings;
