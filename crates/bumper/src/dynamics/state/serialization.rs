//! Saving and loading whole simulations with `serde`. Saved are definitions, slots and generations, and the state as a [`Snapshot`]. Data
//! that follow from the saved data are computed again, such as mass properties, convex parts and the tree of the broad phase.

use super::joint_serialization::SerializedJoint;
use super::snapshot::Snapshot;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyDef, BodyId, BodyKind, Collider, ColliderId, JointId};
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::part::{Material, Part};
use crate::dynamics::bodies::rigid_body::{ConvexParts, RigidBody};
use crate::dynamics::contacts::contact::ContactEvent;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::{Rot, V, max_force};
use crate::dynamics::sleeping::sleep_criterion::SleepSettings;
use crate::scalar::Real;
use crate::{Aabb, Pose, Rotation, ShapeBuf, Vector};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// The serialized form of a simulation. For each slot of a body, collider or joint it has the generation and, if the slot is in use, the
/// content.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Simulation", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
struct SerializedSimulation<R: Real> {
    gravity: V<R>,
    last_gravity: Option<V<R>>,
    sleep_enabled: bool,
    /// The speed and the time of the sleep settings, as the bits of `f64` numbers: they may be infinite, which JSON cannot express.
    sleep_settings: (Option<u64>, u64),
    bodies: Vec<(u32, Option<SerializedBody<R>>)>,
    colliders: Vec<(u32, Option<SerializedCollider<R>>)>,
    joints: Vec<(u32, Option<SerializedJoint<R>>)>,
    free_bodies: Vec<u32>,
    free_colliders: Vec<u32>,
    free_joints: Vec<u32>,
    free_parts: Vec<u32>,
    broken_joints: Vec<(JointId, [BodyId; 2])>,
    ended_events: Vec<SerializedEvent<R>>,
    ended_count: u32,
    state: Snapshot<R>,
}

/// The serialized form of a body: its definition, the part of its state that a snapshot does not contain, and the slots of its colliders.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Body", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
struct SerializedBody<R: Real> {
    kind: u8,
    center: V<R>,
    rotation: [R; 2],
    /// All full turns, and those that the angle of the body does not include.
    turns: [i32; 2],
    force: V<R>,
    torque: R,
    gravity_scale: R,
    damping: [R; 2],
    fixed_rotation: bool,
    locked_axes: [bool; 2],
    mass: Option<R>,
    bullet: bool,
    can_sleep: bool,
    data: u64,
    colliders: Vec<u32>,
}

/// The serialized form of a collider, with the keys of its convex parts.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Collider", deny_unknown_fields)]
#[serde(bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>"))]
struct SerializedCollider<R: Real> {
    shape: ShapeBuf<R, 2>,
    density: R,
    material: Material<R>,
    data: u64,
    parts: Vec<u32>,
}

/// The serialized form of an end event. The event was reported after the last step, or will be reported after the next one. The fields are
/// the bodies, the colliders, their indices among the colliders of their bodies, the user data of the bodies, whether one collider is a
/// sensor, and the normal.
type SerializedEvent<R> = ([BodyId; 2], [ColliderId; 2], [u32; 2], [u64; 2], bool, V<R>);

impl<R: Real + Serialize> Serialize for Simulation<R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let bits = |number: R| number.to_f64().to_bits();
        SerializedSimulation {
            gravity: self.valid_gravity(),
            last_gravity: self.last_gravity,
            sleep_enabled: self.sleep_enabled,
            sleep_settings: (self.sleep_settings.speed.map(bits), bits(self.sleep_settings.time)),
            bodies: (0..self.bodies.slot_count() as u32).map(|slot| self.serialized_body(slot)).collect(),
            colliders: (0..self.colliders.slot_count() as u32)
                .map(|slot| self.serialized_collider(slot))
                .collect(),
            joints: self
                .joints
                .slots()
                .map(|(generation, data)| (generation, data.map(JointData::serialized)))
                .collect(),
            free_bodies: self.bodies.free_slots().to_vec(),
            free_colliders: self.colliders.free_slots().to_vec(),
            free_joints: self.joints.free_slots().to_vec(),
            free_parts: self.parts.free_slots().to_vec(),
            broken_joints: self.broken_joints.clone(),
            ended_events: self
                .contacts
                .ended_events
                .iter()
                .map(|e| ([e.a, e.b], e.colliders, e.collider_indices, e.data, e.sensor, e.normal))
                .collect(),
            ended_count: self.contacts.ended_count as u32,
            state: self.save(),
        }
        .serialize(serializer)
    }
}

impl<R: Real> Simulation<R> {
    /// The generation of a slot, and the serialized form of the body in the slot, if there is one.
    fn serialized_body(&self, slot: u32) -> (u32, Option<SerializedBody<R>>) {
        let serialized = |body: &RigidBody<R>| {
            let def = body.definition();
            SerializedBody {
                kind: body.kind as u8,
                center: body.center,
                rotation: [body.rotation.cos, body.rotation.sin],
                turns: [body.full_turns, body.uncounted_turns],
                force: body.force,
                torque: body.torque,
                gravity_scale: def.gravity_scale,
                damping: [def.linear_damping, def.angular_damping],
                fixed_rotation: def.fixed_rotation,
                locked_axes: def.locked_axes,
                mass: def.mass,
                bullet: def.bullet,
                can_sleep: def.can_sleep,
                data: def.data,
                colliders: self.body_colliders[slot as usize].clone(),
            }
        };
        (self.bodies.generation(slot), self.bodies.get(slot).map(serialized))
    }

    /// The generation of a slot, and the serialized form of the collider in the slot, if there is one.
    fn serialized_collider(&self, slot: u32) -> (u32, Option<SerializedCollider<R>>) {
        let serialized = |data: &ColliderData<R>| SerializedCollider {
            shape: data.shape.clone(),
            density: data.density,
            material: data.material,
            data: data.data,
            parts: self.bodies[data.body as usize]
                .parts
                .iter()
                .copied()
                .filter(|key| self.parts[*key as usize].collider == slot)
                .collect(),
        };
        (self.colliders.generation(slot), self.colliders.get(slot).map(serialized))
    }
}

impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for Simulation<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        load(SerializedSimulation::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Creates a simulation from its serialized form. The error says what is invalid.
fn load<R: Real>(saved: SerializedSimulation<R>) -> Result<Simulation<R>, &'static str> {
    let mut bodies = Simulation::new(saved.gravity);
    bodies.last_gravity = saved.last_gravity;
    bodies.sleep_enabled = saved.sleep_enabled;
    let number = |bits: u64| R::from_f64(f64::from_bits(bits));
    let (speed, time) = saved.sleep_settings;
    bodies.sleep_settings = SleepSettings { speed: speed.map(number), time: number(time) };
    load_colliders(&mut bodies, saved.colliders.iter());
    let used_keys: usize =
        saved.colliders.iter().filter_map(|(_, saved)| Some(saved.as_ref()?.parts.len())).sum();
    for _ in 0..used_keys + saved.free_parts.len() {
        bodies.parts.push(empty_part().ok_or("a part is not valid")?, 0, false);
    }
    for (slot, (generation, body)) in (0u32..).zip(&saved.bodies) {
        load_body(&mut bodies, slot, *generation, body.as_ref(), &saved.colliders)?;
    }
    for (slot, (generation, joint)) in (0u32..).zip(&saved.joints) {
        load_joint(&mut bodies, slot, *generation, joint.as_ref())?;
    }
    let are_free = bodies.parts.set_free_slots(saved.free_parts)
        && bodies.bodies.set_free_slots(saved.free_bodies)
        && bodies.joints.set_free_slots(saved.free_joints)
        && bodies.colliders.set_free_slots(saved.free_colliders);
    // Every saved collider must belong to a body. Loading the bodies has marked the colliders that they contain as used, so a saved
    // collider that is not in use belongs to no body.
    let has_orphans = saved
        .colliders
        .iter()
        .zip(bodies.colliders.slots())
        .any(|((_, saved), (_, data))| saved.is_some() != data.is_some());
    if !are_free || has_orphans {
        return Err("a slot is free and in use, or neither");
    }
    bodies.broad_phase.disabled_pairs_outdated = true;
    bodies.restore(&saved.state).map_err(|_| "the state belongs to other bodies")?;
    for (body, saved) in
        bodies.bodies.values_mut().zip(saved.bodies.iter().filter_map(|(_, saved)| saved.as_ref()))
    {
        body.force = saved.force;
        body.torque = saved.torque;
    }
    bodies.broken_joints = saved.broken_joints;
    bodies.contacts.ended_events = saved.ended_events.into_iter().map(ended_event).collect();
    bodies.contacts.ended_count = (saved.ended_count as usize).min(bodies.contacts.ended_events.len());
    Ok(bodies)
}

/// A part that belongs to no body. It fills the unused indices of the list of parts.
fn empty_part<R: Real>() -> Option<Part<R>> {
    let mut parts = Vec::new();
    let point = crate::Shape::Point(Vector::ZERO);
    crate::dynamics::bodies::convex_parts::collect_parts(&point, None, true, &mut parts).ok()?;
    let shape = parts.pop()?;
    let aabb = Aabb::point(Vector::ZERO);
    let material = Material::of(&Collider::new(point));
    let center = Vector::ZERO;
    Some(Part { body: 0, collider: 0, shape, center, swept_aabb: aabb, fat_aabb: aabb, material })
}

/// Fills the slots of all colliders. All colliders start as unused. Loading a body marks its colliders as used, so
/// colliders that belong to no body are found afterwards.
fn load_colliders<'r, R: Real + 'r>(
    bodies: &mut Simulation<R>,
    saved: impl Iterator<Item = &'r (u32, Option<SerializedCollider<R>>)>,
) {
    for (generation, saved) in saved {
        let unused = ColliderData::new(&Collider::new(Vector::ZERO), 0);
        let data = match saved {
            None => unused,
            Some(saved) => ColliderData {
                shape: saved.shape.clone(),
                density: saved.density,
                material: saved.material,
                data: saved.data,
                ..unused
            },
        };
        bodies.colliders.push(data, *generation, false);
    }
}

/// Fills the next slot of a body, and stores the parts of the body. If `saved` is `None`, the slot stays empty.
fn load_body<R: Real>(
    bodies: &mut Simulation<R>,
    slot: u32,
    generation: u32,
    saved: Option<&SerializedBody<R>>,
    colliders: &[(u32, Option<SerializedCollider<R>>)],
) -> Result<(), &'static str> {
    let Some(saved) = saved else {
        bodies.bodies.push(RigidBody::default(), generation, false);
        bodies.body_colliders.push(Vec::new());
        return Ok(());
    };
    let mut own = Vec::new();
    for (index, collider) in (0u32..).zip(&saved.colliders) {
        let is_saved = colliders.get(*collider as usize).is_some_and(|(_, saved)| saved.is_some());
        let data = if is_saved { bodies.colliders.occupy(*collider) } else { None };
        let data = data.ok_or("a collider of a body does not exist, or belongs to another body")?;
        data.body = slot;
        data.index = index;
        own.push(*collider);
    }
    let views: Vec<Collider<'_, R>> =
        own.iter().map(|collider| bodies.colliders[*collider as usize].collider()).collect();
    let [cos, sin] = saved.rotation;
    let length = cos * cos + sin * sin;
    let is_unit = length > R::from_f64(0.99) && length < R::from_f64(1.01);
    let is_within = |limit: R| move |number: &R| number.abs() <= limit;
    let mut forces = saved.force.0.iter().chain([&saved.torque]);
    let is_finite = saved.center.0.iter().all(is_within(R::MAX_RADIUS)) && forces.all(is_within(max_force()));
    if !is_unit || !is_finite {
        return Err("a number of a body is not finite");
    }
    let def = saved.definition()?;
    let (mut body, shapes) = RigidBody::new(&def, &views).map_err(|_| "a body is not valid")?;
    body.center = saved.center;
    body.rotation = Rot { cos, sin };
    [body.full_turns, body.uncounted_turns] = saved.turns;
    body.parts = load_parts(bodies, &own, shapes, colliders)?;
    bodies.bodies.push(body, generation, true);
    bodies.body_colliders.push(own);
    bodies.broad_phase.update_aabbs(&bodies.bodies[slot as usize], &mut bodies.parts, R::ZERO, 0.0);
    bodies.awake_set.mark_awake(&mut bodies.bodies, slot);
    Ok(())
}

/// Stores the parts of the colliders of a body under their saved keys, and returns these keys.
fn load_parts<R: Real>(
    bodies: &mut Simulation<R>,
    own: &[u32],
    shapes: ConvexParts<R>,
    colliders: &[(u32, Option<SerializedCollider<R>>)],
) -> Result<Vec<u32>, &'static str> {
    let mut all = Vec::new();
    let mut shapes = shapes.into_iter().peekable();
    for (index, collider) in own.iter().enumerate() {
        let keys = colliders[*collider as usize].1.as_ref().map_or(&[][..], |saved| &saved.parts);
        for key in keys {
            let (shape, _) = shapes.next_if(|(_, of)| *of == index).ok_or("a collider has too many parts")?;
            let part = bodies.new_part(*collider, shape);
            *bodies.parts.occupy(*key).ok_or("the key of a part is too large, or occurs twice")? = part;
        }
        if shapes.peek().is_some_and(|(_, of)| *of == index) {
            return Err("a collider has too few parts");
        }
        bodies.colliders[*collider as usize].part_count = keys.len() as u32;
        all.extend(keys);
    }
    Ok(all)
}

impl<R: Real> SerializedBody<R> {
    /// The definition of the body with the identity as its pose. The pose itself is restored from `center` and `rotation`, to keep its
    /// exact bits.
    fn definition(&self) -> Result<BodyDef<R>, &'static str> {
        let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
        let kind = kinds.into_iter().find(|kind| *kind as u8 == self.kind).ok_or("a body has no kind")?;
        Ok(BodyDef {
            kind,
            pose: Pose::new(Rotation::identity(), Vector::ZERO),
            gravity_scale: self.gravity_scale,
            linear_damping: self.damping[0],
            angular_damping: self.damping[1],
            fixed_rotation: self.fixed_rotation,
            locked_axes: self.locked_axes,
            mass: self.mass,
            bullet: self.bullet,
            can_sleep: self.can_sleep,
            data: self.data,
            ..BodyDef::default()
        })
    }
}

/// Fills the next slot of a joint. If `saved` is `None`, the slot stays empty.
fn load_joint<R: Real>(
    bodies: &mut Simulation<R>,
    slot: u32,
    generation: u32,
    saved: Option<&SerializedJoint<R>>,
) -> Result<(), &'static str> {
    let Some(saved) = saved else {
        bodies.joints.push(JointData::default(), generation, false);
        return Ok(());
    };
    let data = JointData::deserialized(saved);
    let found = data.bodies.map(|slot| bodies.bodies.get(slot));
    let ([Some(a), Some(b)], true) = (found, data.bodies[0] != data.bodies[1]) else {
        return Err("a body of a joint does not exist");
    };
    data.check([a, b]).map_err(|_| "a joint is not valid")?;
    data.bodies.iter().for_each(|body| bodies.bodies[*body as usize].joints.push(slot));
    bodies.joints.push(data, generation, true);
    Ok(())
}

/// Converts the serialized form of an end event to the event.
fn ended_event<R: Real>(saved: SerializedEvent<R>) -> ContactEvent<R> {
    let ([a, b], colliders, collider_indices, data, sensor, normal) = saved;
    ContactEvent::ended([a, b], colliders, collider_indices, data, sensor, normal)
}
