//! The serialized form of simulations with `serde`: definitions, slots and generations, and the state as a [`Snapshot`].

use super::snapshot::Snapshot;
use crate::ShapeBuf;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, ColliderId, JointId};
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::part::Material;
use crate::dynamics::bodies::rigid_body::{BodySettings, RigidBody};
use crate::dynamics::contacts::contact::ContactEvent;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::V;
use crate::dynamics::sleeping::sleep_criterion::SleepSettings;
use crate::format_version::FormatVersion;
use crate::scalar::Real;
use crate::world::Change;
use alloc::vec::Vec;
use serde::de::Deserialize;
use serde::ser::{Serialize, Serializer};

/// The serialized form of a simulation. For each slot of a body, collider or joint it has the generation and, if the slot is in use, the
/// content.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Simulation", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
pub(super) struct SerializedSimulation<R: Real> {
    version: FormatVersion,
    pub(super) gravity: V<R>,
    pub(super) last_gravity: Option<V<R>>,
    pub(super) sleep_enabled: bool,
    pub(super) sleep_settings: SerializedSleepSettings,
    pub(super) bodies: Vec<(u32, Option<SerializedBody<R>>)>,
    pub(super) colliders: Vec<(u32, Option<SerializedCollider<R>>)>,
    pub(super) joints: Vec<(u32, Option<JointData<R>>)>,
    pub(super) free_bodies: Vec<u32>,
    pub(super) free_colliders: Vec<u32>,
    pub(super) free_joints: Vec<u32>,
    pub(super) free_parts: Vec<u32>,
    pub(super) broken_joints: Vec<(JointId, [BodyId; 2])>,
    pub(super) ended_events: Vec<SerializedEvent<R>>,
    pub(super) ended_count: u32,
    pub(super) state: Snapshot<R>,
}

/// The sleep settings, with the bits of `f64` numbers: these may be infinite or NaN, which JSON cannot express.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "SleepSettings", deny_unknown_fields)]
pub(super) struct SerializedSleepSettings {
    speed: Option<u64>,
    time: u64,
}

/// The serialized form of a body: its settings, the part of its state that a snapshot does not contain, and the slots of its colliders.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Body", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
pub(super) struct SerializedBody<R: Real> {
    pub(super) settings: BodySettings<R>,
    pub(super) center: V<R>,
    pub(super) rotation: [R; 2],
    /// All full turns, and those that the angle of the body does not include.
    pub(super) turns: [i32; 2],
    pub(super) force: V<R>,
    pub(super) torque: R,
    pub(super) colliders: Vec<u32>,
}

/// The serialized form of a collider, with the keys of its convex parts.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Collider", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
pub(super) struct SerializedCollider<R: Real> {
    pub(super) shape: ShapeBuf<R, 2>,
    pub(super) density: R,
    pub(super) material: Material<R>,
    pub(super) data: u64,
    pub(super) parts: Vec<u32>,
}

/// The serialized form of an end event. The event was reported after the last step, or will be reported after the next one.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Event", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
pub(super) struct SerializedEvent<R: Real> {
    bodies: [BodyId; 2],
    colliders: [ColliderId; 2],
    collider_indices: [u32; 2],
    data: [u64; 2],
    sensor: bool,
    normal: V<R>,
    parts: [u32; 2],
}

impl<R: Real + Serialize> Serialize for Simulation<R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        SerializedSimulation::new(self).serialize(serializer)
    }
}

impl<R: Real> SerializedSimulation<R> {
    fn new(simulation: &Simulation<R>) -> Self {
        // The tree of the broad phase, the list of awake bodies and the memory of the solver are computed again.
        let Simulation {
            gravity: _,
            sleep_enabled,
            sleep_settings,
            last_gravity,
            bodies,
            body_colliders,
            colliders,
            parts,
            awake_set: _,
            contacts,
            broad_phase: _,
            joints,
            broken_joints,
            solver: _,
        } = simulation;
        Self {
            version: FormatVersion,
            gravity: simulation.valid_gravity(),
            last_gravity: *last_gravity,
            sleep_enabled: *sleep_enabled,
            sleep_settings: SerializedSleepSettings::new(sleep_settings),
            bodies: bodies
                .slots()
                .zip(body_colliders)
                .map(|((generation, body), own)| {
                    (generation, body.map(|body| SerializedBody::new(body, own)))
                })
                .collect(),
            colliders: colliders
                .slots()
                .zip(0..)
                .map(|((generation, data), slot)| {
                    (generation, data.map(|data| SerializedCollider::new(simulation, slot, data)))
                })
                .collect(),
            joints: joints.slots().map(|(generation, data)| (generation, data.cloned())).collect(),
            free_bodies: bodies.free_slots().to_vec(),
            free_colliders: colliders.free_slots().to_vec(),
            free_joints: joints.free_slots().to_vec(),
            free_parts: parts.free_slots().to_vec(),
            broken_joints: broken_joints.clone(),
            ended_events: contacts.ended_events.iter().map(SerializedEvent::new).collect(),
            ended_count: contacts.ended_count as u32,
            state: simulation.save(),
        }
    }
}

impl SerializedSleepSettings {
    fn new<R: Real>(settings: &SleepSettings<R>) -> Self {
        let bits = |number: R| number.to_f64().to_bits();
        let SleepSettings { speed, time } = *settings;
        Self { speed: speed.map(bits), time: bits(time) }
    }

    pub(super) fn restored<R: Real>(&self) -> SleepSettings<R> {
        let number = |bits: u64| R::from_f64(f64::from_bits(bits));
        SleepSettings { speed: self.speed.map(number), time: number(self.time) }
    }
}

impl<R: Real> SerializedBody<R> {
    fn new(body: &RigidBody<R>, colliders: &[u32]) -> Self {
        // The snapshot contains the velocities and the sleep state. The mass properties, parts and joints are computed again.
        let RigidBody {
            settings,
            properties: _,
            center,
            rotation,
            full_turns,
            uncounted_turns,
            velocity: _,
            angular_velocity: _,
            force,
            torque,
            sleep: _,
            parts: _,
            joints: _,
        } = body;
        Self {
            settings: *settings,
            center: *center,
            rotation: [rotation.cos, rotation.sin],
            turns: [*full_turns, *uncounted_turns],
            force: *force,
            torque: *torque,
            colliders: colliders.to_vec(),
        }
    }
}

impl<R: Real> SerializedCollider<R> {
    fn new(simulation: &Simulation<R>, slot: u32, collider: &ColliderData<R>) -> Self {
        let ColliderData { body, index: _, part_count: _, shape, moved_shape: _, density, material, data } =
            collider;
        let parts = simulation.bodies[*body as usize].parts.iter();
        let own_parts = parts.filter(|key| simulation.parts[**key as usize].collider == slot);
        Self {
            shape: shape.clone(),
            density: *density,
            material: *material,
            data: *data,
            parts: own_parts.copied().collect(),
        }
    }
}

impl<R: Real> SerializedEvent<R> {
    fn new(event: &ContactEvent<R>) -> Self {
        // The other fields of an end event are always the same.
        let ContactEvent {
            a,
            b,
            colliders,
            collider_indices,
            data,
            change: _,
            sensor,
            normal,
            approach_speed: _,
            parts,
            points: _,
        } = *event;
        Self { bodies: [a, b], colliders, collider_indices, data, sensor, normal, parts }
    }

    pub(super) fn restored(self) -> ContactEvent<R> {
        let Self { bodies: [a, b], colliders, collider_indices, data, sensor, normal, parts } = self;
        ContactEvent {
            a,
            b,
            colliders,
            collider_indices,
            data,
            change: Change::Leave,
            sensor,
            normal,
            approach_speed: R::ZERO,
            parts,
            points: [None; 2],
        }
    }
}
