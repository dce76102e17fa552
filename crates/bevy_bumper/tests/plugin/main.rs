//! Headless tests of the 2D plugin, on the small crates of Bevy.

mod support;

mod bodies;
mod characters;
mod colliders;
mod events;
mod queries;
mod roles;
mod rollback;
mod scale;
mod time;
