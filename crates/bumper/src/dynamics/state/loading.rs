//! Creates a simulation from its serialized form. What follows from the saved data is computed again: mass properties, convex parts and the
//! tree of the broad phase.

use super::serialization::{SerializedBody, SerializedCollider, SerializedEvent, SerializedSimulation};
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyId, ColliderDef};
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::convex_parts::{IndexedPart, parts_of};
use crate::dynamics::bodies::part::{Material, Part};
use crate::dynamics::bodies::rigid_body::{ConvexParts, RigidBody};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint::{JointDef, check, finite};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::{Rot, V, max_force};
use crate::dynamics::tolerance::is_unit_square;
use crate::scalar::Real;
use crate::{Aabb, Pose, Vector};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::{Deserialize, Deserializer, Error};

impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for Simulation<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        load(SerializedSimulation::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Creates a simulation from its serialized form. The error names the body or joint that is invalid, by its slot, and the reason.
fn load<R: Real>(saved: SerializedSimulation<R>) -> Result<Simulation<R>, String> {
    let mut simulation = Simulation::new(saved.gravity);
    simulation.last_gravity = saved.last_gravity;
    simulation.sleep_enabled = saved.sleep_enabled;
    simulation.sleep_settings = saved.sleep_settings.restored();
    load_colliders(&mut simulation, &saved.colliders);
    let used_keys: usize =
        saved.colliders.iter().filter_map(|(_, saved)| Some(saved.as_ref()?.parts.len())).sum();
    for _ in 0..used_keys + saved.free_parts.len() {
        simulation.parts.push(empty_part().ok_or("a part is not valid")?, 0, false);
    }
    for (slot, (generation, body)) in (0u32..).zip(&saved.bodies) {
        load_body(&mut simulation, slot, *generation, body.as_ref(), &saved.colliders)
            .map_err(|reason| format!("body {slot}: {reason}"))?;
    }
    for (slot, (generation, joint)) in (0u32..).zip(saved.joints) {
        load_joint(&mut simulation, slot, generation, joint)
            .map_err(|reason| format!("joint {slot}: {reason}"))?;
    }
    // Every saved collider must belong to a body. Loading the bodies has marked the colliders that they contain as used, so a saved
    // collider that is not in use belongs to no body.
    for (slot, ((_, saved), (_, data))) in
        saved.colliders.iter().zip(simulation.colliders.slots()).enumerate()
    {
        if saved.is_some() != data.is_some() {
            return Err(format!("collider {slot}: it belongs to no body"));
        }
    }
    let are_free = simulation.parts.set_free_slots(saved.free_parts)
        && simulation.bodies.set_free_slots(saved.free_bodies)
        && simulation.joints.set_free_slots(saved.free_joints)
        && simulation.colliders.set_free_slots(saved.free_colliders);
    if !are_free {
        return Err("a slot is free and in use, or neither".to_string());
    }
    simulation.broad_phase.disabled_pairs_outdated = true;
    // The snapshot has the poses and velocities of the bodies, the contacts and the impulses of joints.
    simulation.restore(&saved.state).map_err(|error| format!("the state: {error}"))?;
    let saved_bodies = saved.bodies.iter().filter_map(|(_, saved)| saved.as_ref());
    for (body, saved) in simulation.bodies.values_mut().zip(saved_bodies) {
        body.force = saved.force;
        body.torque = saved.torque;
    }
    simulation.broken_joints = saved.broken_joints;
    simulation.contacts.ended_events =
        saved.ended_events.into_iter().map(SerializedEvent::restored).collect();
    simulation.contacts.ended_count =
        (saved.ended_count as usize).min(simulation.contacts.ended_events.len());
    Ok(simulation)
}

/// A part that belongs to no body. It fills the unused indices of the list of parts.
fn empty_part<R: Real>() -> Option<Part<R>> {
    let point = crate::Shape::Point(Vector::ZERO);
    let IndexedPart { shape, index } = parts_of(&point, true).ok()?.pop()?;
    let aabb = Aabb::point(Vector::ZERO);
    let material = Material::of(&ColliderDef::new(point));
    let center = Vector::ZERO;
    Some(Part { body: 0, collider: 0, shape, center, swept_aabb: aabb, fat_aabb: aabb, material, index })
}

/// Fills the slots of all colliders. All colliders start as unused. Loading a body marks its colliders as used, so colliders that belong to
/// no body are found afterwards.
fn load_colliders<R: Real>(
    simulation: &mut Simulation<R>,
    colliders: &[(u32, Option<SerializedCollider<R>>)],
) {
    for (generation, saved) in colliders {
        let data = match saved {
            None => ColliderData::new(&ColliderDef::new(Vector::ZERO), 0),
            Some(saved) => ColliderData {
                // The body fills in these fields when it is loaded.
                body: 0,
                index: 0,
                part_count: 0,
                moved_shape: None,
                shape: saved.shape.clone(),
                density: saved.density,
                material: saved.material,
                data: saved.data,
            },
        };
        simulation.colliders.push(data, *generation, false);
    }
}

/// Fills the next slot of a body, and stores the parts of the body. If `saved` is `None`, the slot stays empty.
fn load_body<R: Real>(
    simulation: &mut Simulation<R>,
    slot: u32,
    generation: u32,
    saved: Option<&SerializedBody<R>>,
    colliders: &[(u32, Option<SerializedCollider<R>>)],
) -> Result<(), String> {
    let Some(saved) = saved else {
        simulation.bodies.push(RigidBody::default(), generation, false);
        simulation.body_colliders.push(Vec::new());
        return Ok(());
    };
    for (index, collider) in (0u32..).zip(&saved.colliders) {
        let is_saved = colliders.get(*collider as usize).is_some_and(|(_, saved)| saved.is_some());
        let data = if is_saved { simulation.colliders.occupy(*collider) } else { None };
        let Some(data) = data else {
            return Err(format!("collider {collider} does not exist, or belongs to another body"));
        };
        data.body = slot;
        data.index = index;
    }
    let own = saved.colliders.iter().map(|collider| &simulation.colliders[*collider as usize]);
    let views: Vec<ColliderDef<'_, R>> = own.map(ColliderData::collider).collect();
    saved.check()?;
    // The pose is set afterwards, to keep its exact bits.
    let identity = Pose::at(Vector::ZERO);
    let def = saved.settings.definition(identity, Vector::ZERO, R::ZERO);
    let (mut body, shapes) = RigidBody::new(&def, &views).map_err(|error| error.to_string())?;
    body.center = saved.center;
    let [cos, sin] = saved.rotation;
    body.rotation = Rot { cos, sin };
    [body.full_turns, body.uncounted_turns] = saved.turns;
    body.parts = load_parts(simulation, &saved.colliders, shapes, colliders)?;
    for collider in &saved.colliders {
        simulation.colliders[*collider as usize].update_moved_shape(&body);
    }
    simulation.bodies.push(body, generation, true);
    simulation.body_colliders.push(saved.colliders.clone());
    simulation.broad_phase.update_aabbs(
        &simulation.bodies[slot as usize],
        &mut simulation.parts,
        R::ZERO,
        0.0,
    );
    simulation.awake_set.mark_awake(&mut simulation.bodies, slot);
    Ok(())
}

impl<R: Real> SerializedBody<R> {
    /// Checks the pose and the forces.
    fn check(&self) -> Result<(), String> {
        let [cos, sin] = self.rotation;
        if !is_unit_square(cos * cos + sin * sin) {
            return Err("cosine and sine of its rotation are not a unit vector".to_string());
        }
        let is_within = |limit: R| move |number: &R| number.abs() <= limit;
        if !self.center.0.iter().all(is_within(R::MAX_RADIUS)) {
            return Err("its center is not finite, or out of range".to_string());
        }
        if !self.force.0.iter().chain([&self.torque]).all(is_within(max_force())) {
            return Err("its force or torque is not finite, or out of range".to_string());
        }
        Ok(())
    }
}

/// Stores the parts of the colliders of a body under their saved keys, and returns these keys. `own` are the slots of the colliders.
fn load_parts<R: Real>(
    simulation: &mut Simulation<R>,
    own: &[u32],
    shapes: ConvexParts<R>,
    colliders: &[(u32, Option<SerializedCollider<R>>)],
) -> Result<Vec<u32>, String> {
    let mut all = Vec::new();
    let mut shapes = shapes.into_iter().peekable();
    for (index, collider) in own.iter().enumerate() {
        let keys = colliders[*collider as usize].1.as_ref().map_or(&[][..], |saved| &saved.parts);
        for key in keys {
            let Some((shape, _)) = shapes.next_if(|(_, of)| *of == index) else {
                return Err(format!("collider {collider} has too many parts"));
            };
            let part = simulation.new_part(*collider, shape);
            let Some(place) = simulation.parts.occupy(*key) else {
                return Err(format!("the key {key} of a part is too large, or occurs twice"));
            };
            *place = part;
        }
        if shapes.peek().is_some_and(|(_, of)| *of == index) {
            return Err(format!("collider {collider} has too few parts"));
        }
        simulation.colliders[*collider as usize].part_count = keys.len() as u32;
        all.extend(keys);
    }
    Ok(all)
}

/// Fills the next slot of a joint. If `data` is `None`, the slot stays empty.
fn load_joint<R: Real>(
    simulation: &mut Simulation<R>,
    slot: u32,
    generation: u32,
    data: Option<JointData<R>>,
) -> Result<(), String> {
    let Some(data) = data else {
        simulation.joints.push(JointData::default(), generation, false);
        return Ok(());
    };
    let found = data.bodies.map(|slot| simulation.bodies.get(slot));
    let ([Some(a), Some(b)], true) = (found, data.bodies[0] != data.bodies[1]) else {
        return Err("one of its bodies does not exist, or both are the same".to_string());
    };
    data.check([a, b]).map_err(|error| error.to_string())?;
    data.bodies.iter().for_each(|body| simulation.bodies[*body as usize].joints.push(slot));
    simulation.joints.push(data, generation, true);
    Ok(())
}

impl<R: Real> JointData<R> {
    /// Checks the numbers of a loaded joint, and that its fields fit its kind.
    fn check(&self, bodies: [&RigidBody<R>; 2]) -> Result<(), DynamicsError> {
        // Anchors in the world may be out of range, because bodies may be anywhere. So the kind is checked with both anchors at the origin.
        let rest = RigidBody::default();
        check(&Self { anchors: [V::default(); 2], ..self.clone() }.kind([&rest, &rest]))?;
        let kind = self.kind(bodies);
        self.check_frames(self.anchors, self.axis, self.initial_angle)?;
        finite(&[self.initial_angle, self.sub_dt])?;
        finite(&self.target.unwrap_or_default().0)?;
        let [a, b] = self.bodies.map(|slot| BodyId { slot, generation: 0 });
        let fresh = Self::new(&JointDef { a, b, kind, collide_connected: self.collide }, bodies);
        // The loaded joint may have any values in the fields that are copied from it here. All other fields must have the values of a joint
        // of the same kind that was just added.
        let expected = Self {
            enabled: self.enabled,
            target: fresh.target.map(|anchor| self.target.unwrap_or(anchor)),
            anchors: self.anchors,
            axis: if self.rows().lateral { self.axis } else { fresh.axis },
            initial_angle: self.initial_angle,
            impulses: self.impulses,
            sub_dt: self.sub_dt,
            break_limits: self.break_limits,
            ..fresh
        };
        let break_limits = self.break_limits.into_iter().flatten().flatten();
        let is_valid = *self == expected
            && self.sub_dt >= R::ZERO
            && break_limits.into_iter().all(|limit| limit >= R::ZERO);
        if is_valid { Ok(()) } else { Err(DynamicsError::JointParameter) }
    }
}
