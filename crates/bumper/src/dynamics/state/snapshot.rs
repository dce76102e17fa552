//! Snapshots of a simulation for rollback or for sending over a network. They contain the state that a step changes, and the frames of
//! joints.

use super::state_hash::StateHash;
use crate::Vector;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::BodyKind;
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::contacts::contact::{CachedPoint, PairContact, RelativePose};
use crate::dynamics::error::DynamicsError;
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::{Rot, V};
use crate::dynamics::sleeping::island::add_to_island;
use crate::scalar::Real;
use alloc::vec::Vec;

/// A snapshot of a [`Simulation`]: the poses and velocities of bodies, which of them are asleep, the impulses of contacts and joints, and
/// the [frames](Simulation::joint_frames) of joints. Shapes, the poses of static bodies, motors, limits, the targets of joints and other
/// definitions and settings are not included, so a snapshot can only be restored into a simulation with the same bodies and joints.
///
/// In `f32` a snapshot takes 44 bytes for each body that is not static, at most 104 bytes for each pair of convex parts that touches or is
/// about to touch, and 76 bytes for each joint. With the feature `serde` it can be serialized.
///
/// ```
/// use bumper::{Ball, dynamics::{BodyDef, Collider, Simulation}};
/// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
/// let ball = simulation.insert(&BodyDef::default(), &[Collider::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
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
    /// The hash that [`Simulation::identity`] computes. A snapshot can be restored only into a simulation with the same hash.
    identity: u64,
    bodies: Vec<SavedBody<R>>,
    contacts: Vec<SavedContact>,
    /// The manifold of each contact whose points the next step may reuse. The contacts of sensors and speculative contacts have no entry,
    /// because they are computed anew in each step.
    manifolds: Vec<SavedManifold<R>>,
    /// The impulses of each contact that touches or has a manifold: the normal impulses at both points and the friction impulse. First those of the last
    /// sub-step, then their sums over the whole last step.
    impulses: Vec<[R; 6]>,
    joints: Vec<SavedJoint<R>>,
}

/// The saved state of a body that is not static.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedBody<R> {
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

/// A contact in a snapshot: its parts and two flags.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedContact {
    /// The indices of the two parts. The highest bit of the first index is set if the contact has an entry in `manifolds`. The highest bit of
    /// the second index is set if the parts touch. A contact with a one-way side is in the snapshot only if the bodies have come from
    /// outside, even if neither bit is set.
    parts: [u32; 2],
}

/// The points of a contact, and the relative pose of the bodies for which they were computed. They are saved and not computed again,
/// because they depend on all parts of the ground that were near the contact at that time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedManifold<R> {
    /// The vector between the centers of mass.
    offset: [R; 2],
    /// Cosine and sine of the rotation of each body.
    rotations: [[R; 2]; 2],
    normal: [R; 2],
    points: [Option<SavedPoint<R>>; 2],
}

/// A contact point, relative to the center of mass of the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedPoint<R> {
    feature: u32,
    point: [R; 2],
    separation: R,
}

impl<R: Real> SavedManifold<R> {
    fn new(contact: &PairContact<R>) -> Self {
        let RelativePose { offset, rotations } = contact.relative_pose;
        let saved_point = |k: usize| {
            let point = contact.points().get(k)?;
            Some(SavedPoint {
                feature: point.feature,
                point: point.anchors[0].0,
                separation: point.base_separation,
            })
        };
        Self {
            offset: offset.0,
            rotations: rotations.map(|rotation| [rotation.cos, rotation.sin]),
            normal: contact.normal.0,
            points: [0, 1].map(saved_point),
        }
    }

    /// The points of the manifold.
    fn points(&self) -> impl Iterator<Item = &SavedPoint<R>> {
        self.points.iter().flatten()
    }

    /// All numbers of the manifold.
    fn numbers(&self) -> impl Iterator<Item = R> {
        let points = self.points().flat_map(|point| [point.point[0], point.point[1], point.separation]);
        let rotations = self.rotations.into_iter().flatten();
        self.offset.into_iter().chain(rotations).chain(self.normal).chain(points)
    }

    /// Stores the manifold in a contact without impulses.
    fn restore(&self, contact: &mut PairContact<R>) {
        let offset = Vector(self.offset);
        contact.relative_pose =
            RelativePose { offset, rotations: self.rotations.map(|[cos, sin]| Rot { cos, sin }) };
        contact.normal = Vector(self.normal);
        contact.count = 0;
        for (to, saved) in contact.points.iter_mut().zip(self.points()) {
            let point = Vector(saved.point);
            *to = CachedPoint {
                feature: saved.feature,
                anchors: [point, point - offset],
                base_separation: saved.separation,
                separation: saved.separation,
                ..CachedPoint::default()
            };
            contact.count += 1;
        }
    }
}

/// The saved frames and impulses of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
struct SavedJoint<R> {
    /// The anchor on each body, relative to the center of mass of the body, in body coordinates.
    anchors: [[R; 2]; 2],
    /// The axis of a prismatic or wheel joint, in the coordinates of the first body; zero for other joints.
    axis: [R; 2],
    /// The relative angle of the bodies at which the angle of the joint is zero.
    initial_angle: R,
    /// The accumulated impulses.
    impulses: [R; 12],
}

impl<R: Real> SavedJoint<R> {
    fn new(joint: &JointData<R>) -> Self {
        Self {
            anchors: joint.anchors.map(|anchor| anchor.0),
            axis: joint.axis.0,
            initial_angle: joint.initial_angle,
            impulses: joint.impulses.to_array(),
        }
    }

    /// Checks that the numbers of the frames are finite, and that the axis is a unit vector if `joint` has an axis.
    fn check(&self, joint: &JointData<R>) -> Result<(), DynamicsError> {
        joint.check_frames(self.anchors.map(Vector), Vector(self.axis), self.initial_angle)
    }

    /// Sets the frames and the impulses of a joint.
    fn restore(&self, joint: &mut JointData<R>) {
        joint.anchors = self.anchors.map(Vector);
        joint.axis = Vector(self.axis);
        joint.initial_angle = self.initial_angle;
        joint.impulses.set_from_array(&self.impulses);
    }
}

/// The highest bit of an index, used as a flag. It is free, because indices are smaller than 2³¹.
const FLAG: u32 = 1 << 31;

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
        for contact in self.contacts.iter().filter(|contact| contact.has_impulses()) {
            hash.add(u64::from(contact.parts[0]) << 32 | u64::from(contact.parts[1]));
        }
        for manifold in &self.manifolds {
            manifold.points().for_each(|point| hash.add(point.feature.into()));
            manifold.numbers().for_each(|number| hash.reals(&[number]));
        }
        self.impulses.iter().for_each(|numbers| hash.reals(numbers));
    }
}

impl SavedContact {
    /// Whether the contact has an entry in the list `manifolds` of the snapshot.
    fn has_manifold(&self) -> bool {
        self.parts[0] & FLAG != 0
    }

    /// The indices of the two parts, without the flags.
    fn part_indices(&self) -> [u32; 2] {
        self.parts.map(|part| part & !FLAG)
    }

    /// Whether the contact has an entry in the list `impulses` of the snapshot.
    fn has_impulses(&self) -> bool {
        self.has_manifold() || self.touching()
    }

    /// Whether the two parts touch.
    fn touching(&self) -> bool {
        self.parts[1] & FLAG != 0
    }
}

impl<R: Real> Simulation<R> {
    /// Saves the current state. [`restore`](Self::restore) returns to this state. Costs O(n).
    #[must_use]
    pub fn save(&self) -> Snapshot<R> {
        let movable = self.bodies.values().filter(|body| body.kind != BodyKind::Static);
        let bodies = movable.map(|body| SavedBody {
            center: body.center.0,
            rotation: [body.rotation.cos, body.rotation.sin],
            velocity: body.velocity.0,
            angular_velocity: body.angular_velocity,
            turns: [body.full_turns, body.uncounted_turns],
            island: body.asleep.map_or(0, |island| island | FLAG),
            slow_time: body.slow_time,
        });
        let relevant_contacts = || {
            self.contacts
                .all()
                .filter(|contact| contact.is_recyclable() || contact.touching || contact.from_outside)
        };
        let contacts = relevant_contacts().map(|contact| {
            let [a, b] = contact.parts().map(|part| part as u32);
            let flag = if contact.is_recyclable() { FLAG } else { 0 };
            let touching = if contact.touching { FLAG } else { 0 };
            SavedContact { parts: [a | flag, b | touching] }
        });
        let recyclable = relevant_contacts().filter(|contact| contact.is_recyclable());
        let manifolds = recyclable.map(SavedManifold::new);
        let has_impulses = |contact: &&PairContact<R>| contact.is_recyclable() || contact.touching;
        let impulses = relevant_contacts().filter(has_impulses).map(|contact| {
            let [p, q] = &contact.points;
            [
                p.normal_impulse,
                q.normal_impulse,
                contact.tangent_impulse,
                p.total_normal_impulse,
                q.total_normal_impulse,
                contact.total_tangent_impulse,
            ]
        });
        let joints = self.joints.values().map(SavedJoint::new);
        Snapshot {
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
        let movable = self.bodies.iter().filter(|(_, body)| body.kind != BodyKind::Static);
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
    /// yet. Until the next step, [`events`](Self::events) reports the saved contacts and impulses as continuing contacts, without their approach
    /// speeds. Costs O(n log n).
    ///
    /// # Errors
    ///
    /// [`DynamicsError::NotFound`] if the dynamic and kinematic bodies, their colliders, or the joints (their ids, bodies and kinds) differ
    /// from those of the saved simulation, or if a part of a saved contact no longer exists. To go back after such a change, keep a clone
    /// of the whole simulation instead of a snapshot. Shapes, limits and motors are not compared, and keep their current values.
    ///
    /// [`DynamicsError::NotFinite`] if a number of a contact or of the frame of a joint is infinite or NaN, and [`DynamicsError::ZeroAxis`] if the axis of
    /// a prismatic or wheel joint is not a unit vector. This happens only if the serialized form of the snapshot was damaged.
    ///
    /// On an error, nothing changes.
    pub fn restore(&mut self, saved: &Snapshot<R>) -> Result<(), DynamicsError> {
        let is_movable = |body: &RigidBody<R>| body.kind != BodyKind::Static;
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
        for (body, saved_body) in self.bodies.values_mut().filter(|body| is_movable(body)).zip(&saved.bodies)
        {
            body.center = saved_body.center.into();
            body.velocity = saved_body.velocity.into();
            body.angular_velocity = saved_body.angular_velocity;
            body.rotation = Rot { cos: saved_body.rotation[0], sin: saved_body.rotation[1] };
            [body.full_turns, body.uncounted_turns] = saved_body.turns;
            let asleep = saved_body.island & FLAG != 0;
            body.asleep = asleep.then_some(saved_body.island & !FLAG);
            body.slow_time = saved_body.slow_time;
            body.force = V::default();
            body.torque = R::ZERO;
        }
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
                .filter_map(|(slot, body)| Some((slot, body.asleep?)))
                .collect::<Vec<(u32, u32)>>()
        };
        for (slot, island) in asleep(self) {
            let first = self.bodies.get(island);
            if first.is_none_or(|first| first.asleep != Some(island)) {
                self.bodies[slot as usize].asleep = Some(slot);
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
            if self.bodies.get(slot).is_some_and(|body| body.kind != BodyKind::Static) {
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
            contact.from_outside = !contact.sensor && self.is_one_way(contact.parts());
            if let Some(manifold) = saved_contact.has_manifold().then(|| manifolds.next()).flatten() {
                manifold.restore(&mut contact);
            }
            contact.touching = saved_contact.touching();
            contact.was_touching = contact.touching;
            if let Some(impulses) = saved_contact.has_impulses().then(|| impulses.next()).flatten() {
                let [
                    first_impulse,
                    second_impulse,
                    tangent_impulse,
                    first_total,
                    second_total,
                    total_tangent_impulse,
                ] = *impulses;
                contact.tangent_impulse = tangent_impulse;
                contact.total_tangent_impulse = total_tangent_impulse;
                let [first, second] = &mut contact.points;
                first.normal_impulse = first_impulse;
                second.normal_impulse = second_impulse;
                first.total_normal_impulse = first_total;
                second.total_normal_impulse = second_total;
            }
            self.contacts.awake.push(contact);
        }
        self.awake_set.joints = self.joints.iter().map(|(slot, _)| slot).collect();
        self.awake_set.outdated = true;
        self.refresh_sleeping_contacts();
    }

    /// Recomputes the contacts of bodies that have just fallen asleep, for their current poses. Their stored contacts are out of date: they
    /// were computed at the beginning of the last step, before the bodies moved.
    pub(in crate::dynamics) fn refresh_sleeping_contacts(&mut self) {
        let mut contacts = core::mem::take(&mut self.contacts.awake);
        let mut corner_buffers = [Vec::new(), Vec::new()];
        for contact in &mut contacts {
            let bodies = contact.bodies.map(|slot| &self.bodies[slot as usize]);
            if bodies.iter().any(|body| body.asleep.is_some()) && !bodies.iter().any(|body| body.is_awake()) {
                let mut current = *contact;
                self.update_contact(&mut current, bodies, R::ZERO, &mut corner_buffers);
                // A sensor that has begun or ceased to touch keeps its old contact. The next step tests it again, because its relative pose
                // is out of date, and reports the event.
                if !contact.sensor {
                    *contact = PairContact { touching: contact.touching, ..current };
                } else if current.touching == contact.touching {
                    *contact = current;
                }
            }
        }
        self.contacts.awake = contacts;
    }
}
