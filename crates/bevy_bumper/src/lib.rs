//! Collisions, characters and rigid bodies for [Bevy](https://bevy.org), with [`bumper`].
//!
//! Add [`BumperPlugin`](prelude::BumperPlugin), and give entities a [`Collider`](prelude::Collider). All entities share one world: a
//! [`Character`](prelude::Character) walks among colliders without any physics, and a ray finds them.
//!
//! ```
//! use bevy_app::App;
//! use bevy_bumper::prelude::*;
//! use bevy_transform::components::Transform;
//!
//! let mut app = App::new();
//! app.add_plugins((bevy_time::TimePlugin, BumperPlugin));
//! app.world_mut().spawn((Collider::rectangle(400.0, 20.0), Transform::from_xyz(0.0, -10.0, 0.0)));
//! app.world_mut().spawn((Character::platformer(120.0, 40.0), Collider::capsule(6.0, 8.0), Transform::from_xyz(0.0, 50.0, 0.0)));
//! app.update();
//! ```

#![cfg_attr(
    feature = "3d",
    allow(clippy::duplicate_mod, reason = "both dimensions share the files in common")
)]

pub mod d2;
#[cfg(feature = "3d")]
pub mod d3;

pub use bumper;
pub use d2::prelude;

/// Runs the program of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
