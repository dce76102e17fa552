//! Adding and removing bodies and colliders, and replacing the shapes of a body.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId};
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::convex_parts::IndexedPart;
use crate::dynamics::bodies::part::{Material, Part};
use crate::dynamics::bodies::rigid_body::{ConvexParts, RigidBody};
use crate::dynamics::contacts::contact::PairContact;
use crate::dynamics::error::DynamicsError;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;
use crate::{Aabb, AsShape, ShapeBuf, Vector};
use alloc::vec::Vec;

/// A change of the colliders of a body.
pub(in crate::dynamics) enum ColliderChange<R: Real> {
    /// The colliders stay the same; only the definition of the body changes.
    None,
    /// A collider is added.
    Add(ColliderData<R>),
    /// The collider in this slot is replaced, and keeps its id.
    Replace(u32, ColliderData<R>),
    /// The collider in this slot is removed.
    Remove(u32),
}

/// A body after a change of its colliders or its definition, before it is stored.
struct RebuiltBody<R: Real> {
    body: RigidBody<R>,
    /// The convex parts, each with the index of its collider among the colliders of the body.
    shapes: ConvexParts<R>,
}

impl<R: Real> Simulation<R> {
    /// Adds a body that consists of the given colliders, and returns its id. The mass, the center of mass and the inertia follow from the
    /// areas and densities of the colliders, in closed form. Where colliders overlap, their masses add up. Sleeping bodies that the new
    /// body touches wake. Costs O(log n) per convex part.
    ///
    /// # Errors
    ///
    /// A [`DynamicsError`] if a number is out of range, if there are no colliders, if a shape of a body that is not static has no area, or
    /// if the simulation is full. On an error, the simulation does not change.
    pub fn insert(
        &mut self,
        def: &BodyDef<R>,
        colliders: &[ColliderDef<'_, R>],
    ) -> Result<BodyId, DynamicsError> {
        // The shapes are copied first, and the parts are computed from the copies, not from the shapes of the user. The copies are stored.
        // If the body changes later, `rebuild` computes the parts from the stored copies again, and must get exactly the same parts.
        let shapes: Vec<ShapeBuf<R, 2>> = colliders.iter().map(|collider| collider.shape.into()).collect();
        let stored: Vec<ColliderDef<'_, R>> = colliders
            .iter()
            .zip(&shapes)
            .map(|(collider, shape)| ColliderDef { shape: shape.as_shape(), ..*collider })
            .collect();
        let (mut body, parts) = RigidBody::new(def, &stored)?;
        let count = self.bodies.slot_count().max(self.colliders.slot_count() + stored.len());
        if count.max(self.parts.slot_count() + parts.len()) >= i32::MAX as usize {
            return Err(DynamicsError::Full);
        }
        let slot = self.bodies.next_slot();
        // The slot of a removed body may still be in the list of awake bodies.
        body.sleep.listed = self.bodies.at(slot).is_some_and(|old| old.sleep.listed);
        let body_colliders = (0..)
            .zip(&stored)
            .map(|(index, collider)| {
                let mut data = ColliderData::new(collider, slot);
                data.update_moved_shape(&body);
                self.colliders.insert(ColliderData { index, ..data })
            })
            .collect();
        self.bodies.insert(body);
        self.body_colliders.resize_with(self.bodies.slot_count(), Vec::new);
        self.body_colliders[slot as usize] = body_colliders;
        for (shape, index) in parts {
            let collider = self.body_colliders[slot as usize][index];
            let part = self.new_part(collider, shape);
            let key = self.parts.insert(part);
            self.bodies[slot as usize].parts.push(key);
            self.colliders[collider as usize].part_count += 1;
        }
        self.broad_phase.update_aabbs(&self.bodies[slot as usize], &mut self.parts, R::ZERO, 0.0);
        self.awake_set.mark_awake(&mut self.bodies, slot);
        self.wake_overlapped(slot);
        Ok(self.body_id(slot))
    }

    /// Adds a collider that never moves, such as a wall or a tile, and returns its id. It gets a static body of its own at the origin, so
    /// the shape is in world coordinates. [`remove_collider`](Self::remove_collider) removes the collider and the body.
    ///
    /// # Errors
    ///
    /// The errors of [`insert`](Self::insert).
    ///
    /// ```
    /// use bumper::{Aabb, Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let floor = simulation.insert_static(&ColliderDef::new(Aabb::new([-9.0, -1.0], [9.0, 0.0]))).unwrap();
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 0.6], 0.5))]).unwrap();
    /// (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    /// assert!((simulation.get(ball).unwrap().center.y() - 0.5).abs() < 0.01);
    /// assert!(simulation.remove_collider(floor));
    /// (0..60).for_each(|_| simulation.step(1.0 / 60.0));
    /// assert!(simulation.get(ball).unwrap().center.y() < -3.0);
    /// ```
    pub fn insert_static(&mut self, collider: &ColliderDef<'_, R>) -> Result<ColliderId, DynamicsError> {
        let def = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
        let body = self.insert(&def, core::slice::from_ref(collider))?;
        Ok(self.collider_id(self.body_colliders[body.slot as usize][0]))
    }

    /// Adds a collider to a body, and returns the id of the collider. Its shape is in body coordinates. The mass properties of the body are
    /// computed again; the velocity of each point of the body stays the same. The body wakes, and so do the bodies that touch it before or
    /// after the change; a sensor on a body that is not dynamic wakes no other body. Costs time proportional to the number of parts and
    /// contacts of the body, plus the number of all awake contacts.
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the body was removed, and the errors of [`insert`](Self::insert). On an error, nothing changes.
    ///
    /// ```
    /// use bumper::{Aabb, Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f64>::new([0.0, 0.0]);
    /// let body = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [2.0, 2.0]))]).unwrap();
    /// let handle = simulation.insert_collider(body, &ColliderDef::new(Aabb::new([2.0, 0.0], [4.0, 2.0]))).unwrap();
    /// assert_eq!((simulation.get(body).unwrap().mass, simulation.get(body).unwrap().center), (8.0, [2.0, 1.0].into()));
    /// simulation.remove_collider(handle);
    /// assert_eq!((simulation.get(body).unwrap().mass, simulation.get(body).unwrap().center), (4.0, [1.0, 1.0].into()));
    /// ```
    pub fn insert_collider(
        &mut self,
        body: BodyId,
        collider: &ColliderDef<'_, R>,
    ) -> Result<ColliderId, DynamicsError> {
        let index = self.index_of(body).ok_or(DynamicsError::NotFound)?;
        let def = self.bodies[index].definition();
        self.rebuild(body.slot, &def, ColliderChange::Add(ColliderData::new(collider, body.slot)))?;
        let slot = self.body_colliders[index].last().copied();
        slot.map(|slot| self.collider_id(slot)).ok_or(DynamicsError::NotFound)
    }

    /// Removes a collider. The mass properties of its body are computed again; the velocity of each point of the body stays the same. If
    /// this is the last collider of the body, or if the remaining mass properties would be out of range, the body is removed as well. The
    /// body wakes, and so do the bodies that touch it. The end events of the contacts of the collider are reported after the next step.
    /// Returns whether the collider existed. Costs as much as [`insert_collider`](Self::insert_collider).
    pub fn remove_collider(&mut self, id: ColliderId) -> bool {
        let Some(slot) = self.collider_data(id).map(|data| data.body) else { return false };
        let def = self.bodies[slot as usize].definition();
        // The body cannot be built again if no collider is left, or if its mass properties are out of range without the collider.
        if self.rebuild(slot, &def, ColliderChange::Remove(id.slot)).is_err() {
            self.remove(self.body_id(slot));
        }
        true
    }

    /// Removes a body with its colliders and joints, and wakes the bodies that touched it. The end events of its contacts are reported
    /// after the next step. Returns whether the body existed. Costs O(n) for n awake bodies and contacts, plus O(log n) for each contact of
    /// the body and for each body that wakes.
    pub fn remove(&mut self, id: BodyId) -> bool {
        let Some(index) = self.index_of(id) else { return false };
        let slot = id.slot;
        self.awake_set.wake(&mut self.bodies, slot);
        self.wake_neighbours(slot);
        self.remove_contacts(|_, contact| contact.is_of(slot));
        let parts = core::mem::take(&mut self.bodies[index].parts);
        self.remove_sleeping_contacts(&parts, |_, _| true);
        self.remove_joints_of(slot);
        self.awake_set.outdated = true;
        parts.into_iter().for_each(|key| self.free_part(key));
        for collider in core::mem::take(&mut self.body_colliders[index]) {
            self.free_collider(collider);
        }
        self.bodies.remove(slot);
        true
    }

    /// Builds a body again after a change of its definition or of its colliders: its mass properties, its parts and its contacts. Colliders
    /// that do not change keep their contacts. The pose of the body and the velocity of each of its points stay the same.
    pub(in crate::dynamics) fn rebuild(
        &mut self,
        slot: u32,
        def: &BodyDef<R>,
        change: ColliderChange<R>,
    ) -> Result<(), DynamicsError> {
        let rebuilt = self.plan_rebuild(slot, def, &change)?;
        let moves_neighbours = self.moves_neighbours(slot, def, &change);
        self.awake_set.wake(&mut self.bodies, slot);
        if moves_neighbours {
            self.wake_touching(slot);
        }
        let (is_removed, is_replaced) = match change {
            ColliderChange::None => (None, None),
            ColliderChange::Add(data) => {
                let collider = self.colliders.insert(data);
                self.body_colliders[slot as usize].push(collider);
                (None, None)
            }
            ColliderChange::Replace(collider, data) => {
                let old = &mut self.colliders[collider as usize];
                // If only the density changes, the collider keeps its parts and their contacts.
                let reshaped = old.shape != data.shape || old.material.sensor != data.material.sensor;
                *old = data;
                (None, reshaped.then_some(collider))
            }
            ColliderChange::Remove(collider) => {
                self.body_colliders[slot as usize].retain(|other| *other != collider);
                (Some(collider), None)
            }
        };
        for index in 0..self.body_colliders[slot as usize].len() {
            let collider = self.body_colliders[slot as usize][index];
            let data = &mut self.colliders[collider as usize];
            data.index = index as u32;
            data.part_count = 0;
        }
        self.replace_parts(slot, rebuilt.shapes, is_replaced);
        is_removed.into_iter().for_each(|collider| self.free_collider(collider));
        self.replace_mass(slot, &rebuilt.body);
        self.broad_phase.update_aabbs(&self.bodies[slot as usize], &mut self.parts, R::ZERO, 0.0);
        self.awake_set.outdated = true;
        self.wake_overlapped(slot);
        Ok(())
    }

    /// Whether a change of a body may move the bodies that touch it. Sensors and densities have no influence on them if the body is not
    /// dynamic.
    fn moves_neighbours(&self, slot: u32, def: &BodyDef<R>, change: &ColliderChange<R>) -> bool {
        let changes_solids = match change {
            ColliderChange::None => true,
            ColliderChange::Add(data) => !data.material.sensor,
            ColliderChange::Replace(slot, data) => {
                let old = &self.colliders[*slot as usize];
                !old.material.sensor && (old.shape != data.shape || old.material != data.material)
            }
            ColliderChange::Remove(slot) => !self.colliders[*slot as usize].material.sensor,
        };
        let is_dynamic = def.kind == BodyKind::Dynamic || self.bodies[slot as usize].is_dynamic();
        changes_solids || is_dynamic
    }

    /// The body that would result from a change, or an error if the change is invalid. Nothing is stored.
    fn plan_rebuild(
        &self,
        slot: u32,
        def: &BodyDef<R>,
        change: &ColliderChange<R>,
    ) -> Result<RebuiltBody<R>, DynamicsError> {
        let current = self.body_colliders[slot as usize].iter();
        let mut colliders: Vec<ColliderDef<'_, R>> = current
            .filter_map(|collider| match change {
                ColliderChange::Replace(replaced, data) if replaced == collider => Some(data.collider()),
                ColliderChange::Remove(removed) if removed == collider => None,
                _ => Some(self.colliders[*collider as usize].collider()),
            })
            .collect();
        if let ColliderChange::Add(data) = change {
            colliders.push(data.collider());
        }
        let (body, shapes) = RigidBody::new(def, &colliders)?;
        if self.colliders.slot_count().max(self.parts.slot_count() + shapes.len()) >= i32::MAX as usize {
            return Err(DynamicsError::Full);
        }
        Ok(RebuiltBody { body, shapes })
    }

    /// Replaces the parts of a body. The parts of unchanged colliders keep their keys and their contacts. The contacts of all other parts
    /// end. `replaced` is the slot of the collider whose shape changes, if there is one.
    fn replace_parts(&mut self, slot: u32, shapes: ConvexParts<R>, replaced: Option<u32>) {
        let old_parts = core::mem::take(&mut self.bodies[slot as usize].parts);
        let keeps = |collider: u32| {
            Some(collider) != replaced && self.body_colliders[slot as usize].contains(&collider)
        };
        let (kept, dropped): (Vec<u32>, Vec<u32>) =
            old_parts.into_iter().partition(|key| keeps(self.parts[*key as usize].collider));
        self.drop_parts(&dropped);
        let mut kept = kept.into_iter().peekable();
        for (part, index) in shapes {
            let collider = self.body_colliders[slot as usize][index];
            let part = self.new_part(collider, part);
            // Both the new parts and the kept parts are in the order of the colliders. So a new part that belongs to the collider of the
            // next kept part takes the key of that kept part.
            let key = match kept.next_if(|key| self.parts[*key as usize].collider == collider) {
                Some(key) => {
                    let Part { fat_aabb, swept_aabb, .. } = self.parts[key as usize];
                    self.parts[key as usize] = Part { fat_aabb, swept_aabb, ..part };
                    key
                }
                None => self.parts.insert(part),
            };
            self.bodies[slot as usize].parts.push(key);
            self.colliders[collider as usize].part_count += 1;
        }
        debug_assert!(kept.next().is_none(), "the same shapes have the same number of parts");
    }

    /// Removes parts and their contacts, and records the end events of these contacts.
    fn drop_parts(&mut self, parts: &[u32]) {
        if parts.is_empty() {
            return;
        }
        self.remove_contacts(|_, contact| contact.parts().iter().any(|part| parts.contains(&(*part as u32))));
        self.remove_sleeping_contacts(parts, |_, _| true);
        parts.iter().for_each(|key| self.free_part(*key));
    }

    /// Replaces the mass properties and the kind of a body by those of `new`. If the center of mass moves, updates the anchors of joints
    /// and drops the points of contacts, because both are relative to the center of mass.
    fn replace_mass(&mut self, slot: u32, new: &RigidBody<R>) {
        let body = &mut self.bodies[slot as usize];
        let origin_change = new.properties.origin - body.properties.origin;
        let kind_changes = new.settings.kind != body.settings.kind;
        body.set_properties(new);
        let parts = body.parts.clone();
        if origin_change != Vector::ZERO {
            for joint in self.bodies[slot as usize].joints.clone() {
                let joint = &mut self.joints[joint as usize];
                joint.move_anchors(slot, origin_change);
            }
        }
        let is_dynamic = |bodies: &SlotList<RigidBody<R>>, slot: u32| bodies[slot as usize].is_dynamic();
        let bodies = &self.bodies;
        let update = |contact: &mut PairContact<R>| {
            contact.flags.non_dynamic = !contact.bodies.iter().all(|slot| is_dynamic(bodies, *slot));
            if origin_change != Vector::ZERO {
                // In the next step, the narrow phase computes the contact points again, relative to the new center of mass.
                contact.count = 0;
            }
        };
        self.contacts.awake.iter_mut().filter(|contact| contact.is_of(slot)).for_each(update);
        for key in self.contacts.sleeping.keys_of(&parts) {
            self.contacts.sleeping.get_mut(key).into_iter().for_each(update);
        }
        if kind_changes {
            self.remove_excluded_contacts(slot);
        }
    }

    /// Removes the contacts of a body that are no longer allowed by filters, joints or the kind of the body, and records their end events.
    pub(in crate::dynamics) fn remove_excluded_contacts(&mut self, slot: u32) {
        let is_excluded = |bodies: &Self, contact: &PairContact<R>| {
            let [a, b] = contact.parts();
            !bodies.may_collide(a, b)
        };
        self.remove_contacts(|bodies, contact| contact.is_of(slot) && is_excluded(bodies, contact));
        let parts = self.bodies[slot as usize].parts.clone();
        self.remove_sleeping_contacts(&parts, is_excluded);
    }

    /// Frees the slot of a collider that was removed from its body.
    fn free_collider(&mut self, slot: u32) {
        let data = &mut self.colliders[slot as usize];
        // A point takes the place of the shape, which frees its memory.
        data.shape = Vector::ZERO.into();
        data.moved_shape = None;
        self.colliders.remove(slot);
    }

    /// A part of a collider whose AABBs are not computed yet. `collider` is the slot of the collider.
    pub(in crate::dynamics) fn new_part(&mut self, collider: u32, part: IndexedPart<R>) -> Part<R> {
        let ColliderData { body, material, .. } = self.colliders[collider as usize];
        let IndexedPart { shape, index } = part;
        let center = shape.moments().center();
        let aabb = Aabb::point(Vector::ZERO);
        self.contacts.has_one_way |= material.one_way.is_some();
        Part { body, collider, shape, center, swept_aabb: aabb, fat_aabb: aabb, material, index }
    }

    /// Removes a part from the tree of the broad phase and frees its key.
    fn free_part(&mut self, key: u32) {
        self.broad_phase.tree.remove(key as usize);
        self.parts.remove(key);
    }

    /// Replaces the material of a collider and of its parts.
    pub(in crate::dynamics) fn set_material(&mut self, collider: u32, material: Material<R>) {
        let data = &mut self.colliders[collider as usize];
        data.material = material;
        self.contacts.has_one_way |= material.one_way.is_some();
        for key in &self.bodies[data.body as usize].parts {
            let part = &mut self.parts[*key as usize];
            if part.collider == collider {
                part.material = material;
            }
        }
    }
}
