//! The state of a body in a snapshot.

use super::hashing::{AddToHash, hash_fields};
use super::saved_contact::FLAG;
use crate::dynamics::bodies::rigid_body::{RigidBody, SleepState};
use crate::dynamics::math::{Rot, V};
use crate::scalar::Real;
use crate::state_hash::StateHash;

/// The saved state of a body that is not static.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct SavedBody<R> {
    center: [R; 2],
    rotation: [R; 2],
    velocity: [R; 2],
    angular_velocity: R,
    /// All full turns, and those that the angle of the body does not include.
    turns: [i32; 2],
    /// The id of the sleeping island of the body, with the highest bit set; zero if the body is awake.
    island: u32,
    /// The time for which the body has been slow.
    slow_time: R,
}

impl<R: Real> SavedBody<R> {
    pub(super) fn new(body: &RigidBody<R>) -> Self {
        // The settings and what follows from them are not part of a snapshot. The lists in which a body is are built again.
        let RigidBody {
            settings: _,
            properties: _,
            center,
            rotation,
            full_turns,
            uncounted_turns,
            velocity,
            angular_velocity,
            force: _,
            torque: _,
            sleep: SleepState { slow_time, island, next: _, listed: _ },
            parts: _,
            joints: _,
        } = body;
        Self {
            center: center.0,
            rotation: [rotation.cos, rotation.sin],
            velocity: velocity.0,
            angular_velocity: *angular_velocity,
            turns: [*full_turns, *uncounted_turns],
            island: island.map_or(0, |island| island | FLAG),
            slow_time: *slow_time,
        }
    }

    /// Sets the state of a body, which then has no forces.
    pub(super) fn restore(&self, body: &mut RigidBody<R>) {
        let Self { center, rotation: [cos, sin], velocity, angular_velocity, turns, island, slow_time } =
            *self;
        body.center = center.into();
        body.velocity = velocity.into();
        body.angular_velocity = angular_velocity;
        body.rotation = Rot { cos, sin };
        [body.full_turns, body.uncounted_turns] = turns;
        let is_asleep = island & FLAG != 0;
        body.sleep.island = is_asleep.then_some(island & !FLAG);
        body.sleep.slow_time = slow_time;
        body.force = V::ZERO;
        body.torque = R::ZERO;
    }
}

hash_fields!(SavedBody {
    center, rotation, velocity, angular_velocity, turns, island, slow_time
} without {});
