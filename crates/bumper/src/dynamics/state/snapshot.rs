//! Snapshots of a simulation for rollback or for sending over a network. They contain the state that a step changes, and the frames of
//! joints.

use super::hashing::AddToHash;
use super::saved_body::SavedBody;
use super::saved_contact::{SavedContact, SavedManifold, restore_impulses, saved_impulses};
use super::saved_joint::SavedJoint;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::BodyKind;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::contacts::contact::{ContactFlags, ContactOrigin, PairContact};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::sleeping::island::add_to_island;
use crate::scalar::Real;
use crate::state_hash::StateHash;
use alloc::vec::Vec;

/// A snapshot of a [`Simulation`]: the poses and velocities of bodies, which of them are asleep, the impulses of contacts and joints, and
/// the [frames](Simulation::joint_frames) of joints. Shapes, the poses of static bodies, motors, limits, the targets of joints and other
/// definitions and settings are not included, so a snapshot can only be restored into a simulation with the same bodies and joints.
///
/// In `f32` a snapshot takes 44 bytes for each body that is not static, at most 104 bytes for each pair of convex parts that touches or is
/// about to touch, and 76 bytes for each joint. With the feature `serde` it can be serialized.
///
/// ```
/// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
/// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
/// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
/// let saved = simulation.save();
/// (0..9).for_each(|_| simulation.step(0.1));
/// let expected = simulation.get(ball);
/// simulation.restore(&saved).unwrap();
/// assert_ne!(simulation.get(ball), expected);
/// (0..9).for_each(|_| simulation.step(0.1));
/// assert_eq!(simulation.get(ball), expected);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "R: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "R: serde::Deserialize<'de> + Default + Copy")))]
pub struct Snapshot<R> {
    #[cfg(feature = "serde")]
    version: crate::format_version::FormatVersion,
    /// The hash that [`Simulation::identity`] computes. A snapshot can be restored only into a simulation with the same hash.
    identity: u64,
    bodies: Vec<SavedBody<R>>,
    contacts: Vec<SavedContact>,
    /// The manifold of each contact whose points the next step may reuse. The contacts of sensors and speculative contacts have no entry,
    /// because they are computed anew in each step.
    manifolds: Vec<SavedManifold<R>>,
    /// The impulses of each contact that touches or has a manifold: the normal impulses at both points and the friction impulse. First
    /// those of the last sub-step, then their sums over the whole last step.
    impulses: Vec<[R; 6]>,
    joints: Vec<SavedJoint<R>>,
}

impl<R> Snapshot<R> {
    /// The size of the data in the snapshot, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bodies.len() * size_of::<SavedBody<R>>()
            + self.contacts.len() * size_of::<SavedContact>()
            + self.manifolds.len() * size_of::<SavedManifold<R>>()
            + self.impulses.len() * size_of::<[R; 6]>()
            + self.joints.len() * size_of::<SavedJoint<R>>()
    }
}

impl<R: Real> Snapshot<R> {
    /// Adds the contacts of the snapshot to a hash. Speculative contacts that do not touch are left out, because they are computed anew in
    /// the next step.
    pub(in crate::dynamics) fn hash_contacts(&self, hash: &mut StateHash) {
        let contacts = self.contacts.iter().filter(|contact| contact.has_impulses());
        contacts.for_each(|contact| contact.parts.add_to(hash));
        self.manifolds[..].add_to(hash);
        self.impulses[..].add_to(hash);
    }
}

impl<R: Real> Simulation<R> {
    /// Saves the current state. [`restore`](Self::restore) returns to this state. Costs O(n).
    #[must_use]
    pub fn save(&self) -> Snapshot<R> {
        let movable = self.bodies.values().filter(|body| body.settings.kind != BodyKind::Static);
        let bodies = movable.map(SavedBody::new);
        let relevant_contacts = || {
            self.contacts.all().filter(|contact| {
                contact.is_recyclable() || contact.flags.touching || contact.origin == ContactOrigin::Outside
            })
        };
        let contacts = relevant_contacts().map(SavedContact::new);
        let recyclable = relevant_contacts().filter(|contact| contact.is_recyclable());
        let manifolds = recyclable.map(SavedManifold::new);
        let has_impulses = |contact: &&PairContact<R>| contact.is_recyclable() || contact.flags.touching;
        let impulses = relevant_contacts().filter(has_impulses).map(saved_impulses);
        let joints = self.joints.values().map(SavedJoint::new);
        Snapshot {
            #[cfg(feature = "serde")]
            version: crate::format_version::FormatVersion,
            identity: self.identity(),
            bodies: bodies.collect(),
            contacts: contacts.collect(),
            manifolds: manifolds.collect(),
            impulses: impulses.collect(),
            joints: joints.collect(),
        }
    }

    /// A hash (FNV-1a) that says whether a snapshot fits a simulation. It covers the ids, bodies and kinds of the joints. For the bodies
    /// that are not static, it covers their slots and generations, those of their colliders, and their convex parts.
    fn identity(&self) -> u64 {
        let pair = |first: u32, second: u32| u64::from(first) << 32 | u64::from(second);
        let movable = self.bodies.iter().filter(|(_, body)| body.settings.kind != BodyKind::Static);
        let bodies = movable.flat_map(|(slot, body)| {
            let parts = body.parts.iter().map(|key| pair(*key, self.parts[*key as usize].collider));
            let colliders = self.body_colliders[slot as usize].iter();
            let colliders = colliders.map(|slot| pair(*slot, self.colliders.generation(*slot)));
            core::iter::once(pair(slot, self.bodies.generation(slot))).chain(parts).chain(colliders)
        });
        let joints = self.joints.iter().flat_map(|(slot, joint)| {
            [
                pair(slot, self.joints.generation(slot)),
                pair(joint.bodies[0], joint.bodies[1]),
                joint.variant as u64,
            ]
        });
        bodies.chain(joints).fold(0xcbf2_9ce4_8422_2325, |identity, number| {
            (identity ^ number).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Restores a saved state. The following steps give the same bits as the steps after saving, if the same forces are applied and the
    /// settings are the same. Forces that were applied for the next step are discarded, and so are end events that have not been reported
    /// yet. Until the next step, [`events`](Self::events) reports the saved contacts and impulses as continuing contacts, without their
    /// approach speeds. Costs O(n log n).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the dynamic and kinematic bodies, their colliders, or the joints (their ids, bodies and kinds) differ
    /// from those of the saved simulation, or if a part of a saved contact no longer exists. To go back after such a change, keep a clone
    /// of the whole simulation instead of a snapshot. Shapes, limits and motors are not compared, and keep their current values.
    ///
    /// [`DynamicsError::NotFinite`] if a number of a contact or of the frame of a joint is infinite or NaN, and [`DynamicsError::ZeroAxis`]
    /// if the axis of a prismatic or wheel joint is not a unit vector. This happens only if the serialized form of the snapshot was
    /// damaged.
    ///
    /// On an error, nothing changes.
    pub fn restore(&mut self, saved: &Snapshot<R>) -> Result<(), DynamicsError> {
        let is_movable = |body: &RigidBody<R>| body.settings.kind != BodyKind::Static;
        let bodies = self.bodies.values().filter(|body| is_movable(body)).count();
        let joints = self.joints.values().count();
        let parts_exist = |parts: [u32; 2]| {
            let [a, b] = parts.map(|part| self.parts.get(part));
            a.zip(b).is_some_and(|(a, b)| a.body != b.body)
        };
        let is_ordered =
            saved.contacts.windows(2).all(|pair| pair[0].part_indices() < pair[1].part_indices())
                && saved.contacts.iter().all(|contact| parts_exist(contact.part_indices()));
        let manifolds = saved.contacts.iter().filter(|contact| contact.has_manifold()).count();
        let impulses = saved.contacts.iter().filter(|contact| contact.has_impulses()).count();
        let is_same =
            saved.identity == self.identity() && bodies == saved.bodies.len() && joints == saved.joints.len();
        if !(is_same && is_ordered && manifolds == saved.manifolds.len() && impulses == saved.impulses.len())
        {
            return Err(DynamicsError::NotFound);
        }
        if !saved.manifolds.iter().flat_map(SavedManifold::numbers).all(Real::is_finite) {
            return Err(DynamicsError::NotFinite);
        }
        self.joints
            .values()
            .zip(&saved.joints)
            .try_for_each(|(joint, saved_joint)| saved_joint.check(joint))?;
        let movable = self.bodies.values_mut().filter(|body| is_movable(body));
        movable.zip(&saved.bodies).for_each(|(body, saved_body)| saved_body.restore(body));
        for (joint, saved_joint) in self.joints.values_mut().zip(&saved.joints) {
            saved_joint.restore(joint);
        }
        self.restore_islands();
        self.restore_contacts(saved);
        Ok(())
    }

    /// Links the bodies of each sleeping island to a circular list. The id of an island is the slot of its first body. If that body does
    /// not exist or is not in the island, each of the other bodies becomes an island of its own.
    fn restore_islands(&mut self) {
        let asleep = |bodies: &Self| {
            bodies
                .bodies
                .iter()
                .filter_map(|(slot, body)| Some((slot, body.sleep.island?)))
                .collect::<Vec<(u32, u32)>>()
        };
        for (slot, island) in asleep(self) {
            let first = self.bodies.get(island);
            if first.is_none_or(|first| first.sleep.island != Some(island)) {
                self.bodies[slot as usize].sleep.island = Some(slot);
            }
        }
        let asleep_slots = asleep(self);
        let (first, others): (Vec<_>, Vec<_>) =
            asleep_slots.into_iter().partition(|(slot, island)| slot == island);
        first
            .into_iter()
            .chain(others)
            .for_each(|(slot, island)| add_to_island(&mut self.bodies, slot, island));
    }

    /// Restores the contacts, and updates the AABBs of all bodies that are not static.
    fn restore_contacts(&mut self, saved: &Snapshot<R>) {
        self.contacts.clear();
        for slot in 0..self.bodies.slot_count() as u32 {
            if self.bodies.get(slot).is_some_and(|body| body.settings.kind != BodyKind::Static) {
                self.broad_phase.update_aabbs(&self.bodies[slot as usize], &mut self.parts, R::ZERO, 0.0);
                self.awake_set.mark_awake(&mut self.bodies, slot);
            }
        }
        self.find_ground_pairs();
        let mut manifolds = saved.manifolds.iter();
        let mut impulses = saved.impulses.iter();
        for saved_contact in &saved.contacts {
            let [p, q] = saved_contact.part_indices();
            let key = u64::from(p) << 32 | u64::from(q);
            let mut contact = PairContact::new(&self.bodies, &self.parts, key);
            if !contact.flags.sensor && self.is_one_way(contact.parts()) {
                contact.origin = ContactOrigin::Outside;
            }
            if let Some(manifold) = saved_contact.has_manifold().then(|| manifolds.next()).flatten() {
                manifold.restore(&mut contact);
            }
            contact.flags.touching = saved_contact.touching();
            contact.flags.was_touching = contact.flags.touching;
            if let Some(impulses) = saved_contact.has_impulses().then(|| impulses.next()).flatten() {
                restore_impulses(&mut contact, impulses);
            }
            self.contacts.awake.push(contact);
        }
        self.awake_set.joints = self.joints.iter().map(|(slot, _)| slot).collect();
        self.awake_set.outdated = true;
        self.refresh_sleeping_contacts(|_, _| true);
    }

    /// Recomputes the contacts of bodies that have just fallen asleep, for their current poses. Their stored contacts are out of date: they
    /// were computed at the beginning of the last step, before the bodies moved. `is_new` tells whether the body in a slot has just fallen
    /// asleep. The contacts of other sleeping bodies stay as they are.
    pub(in crate::dynamics) fn refresh_sleeping_contacts(&mut self, is_new: impl Fn(&Self, u32) -> bool) {
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        let mut corner_buffers = [Vec::new(), Vec::new()];
        for contact in &mut contacts {
            let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            let is_asleep = |slot: &u32| self.bodies[*slot as usize].sleep.island.is_some();
            if contact.bodies.iter().any(|slot| is_asleep(slot) && is_new(self, *slot))
                && !bodies.iter().any(|body| body.is_awake())
            {
                let mut current = *contact;
                self.update_contact(&mut current, bodies, R::ZERO, &mut corner_buffers);
                // A sensor that has begun or ceased to touch keeps its old contact. The next step tests it again, because its relative pose
                // is out of date, and reports the event.
                if !contact.flags.sensor {
                    let flags = ContactFlags { touching: contact.flags.touching, ..current.flags };
                    *contact = PairContact { flags, ..current };
                } else if current.flags.touching == contact.flags.touching {
                    *contact = current;
                }
            }
        }
        self.contacts.awake = contacts;
    }
}
