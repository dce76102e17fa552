//! A hash of the whole state of a simulation. Peers of a network game compare it to detect that their simulations differ.

use super::saved_body::SavedBody;
use crate::Side;
use crate::dynamics::Simulation;
use crate::dynamics::bodies::body::BodyKind;
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::combine_rule::CombineRule;
use crate::dynamics::bodies::convex_parts::{ConvexPart, PartCore};
use crate::dynamics::bodies::part::Material;
use crate::dynamics::bodies::rigid_body::{BodySettings, RigidBody};
use crate::dynamics::joints::constraint_row::AxisImpulses;
use crate::dynamics::joints::joint::{JointAxis, Motor, Spring};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_solver::JointImpulses;
use crate::dynamics::joints::joint_variant::JointVariant;
use crate::dynamics::math::{Rot, V};
use crate::dynamics::sleeping::sleep_criterion::SleepSettings;
use crate::dynamics::slot_list::SlotList;
use crate::scalar::Real;

/// A hash of 64-bit words.
pub(in crate::dynamics) struct StateHash(u64);

impl StateHash {
    pub(in crate::dynamics) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(in crate::dynamics) fn add(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

/// A value with a hash of 64-bit words.
pub(super) trait AddToHash {
    fn add_to(&self, hash: &mut StateHash);
}

/// Hashes the bits of a number after conversion to `f64`.
impl<R: Real> AddToHash for R {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(self.to_f64().to_bits());
    }
}

impl AddToHash for bool {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(u64::from(*self));
    }
}

impl AddToHash for u32 {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(u64::from(*self));
    }
}

impl AddToHash for u64 {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(*self);
    }
}

impl AddToHash for i32 {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(*self as u64);
    }
}

impl<R: Real> AddToHash for V<R> {
    fn add_to(&self, hash: &mut StateHash) {
        self.0.add_to(hash);
    }
}

impl<T: AddToHash, const N: usize> AddToHash for [T; N] {
    fn add_to(&self, hash: &mut StateHash) {
        self.iter().for_each(|item| item.add_to(hash));
    }
}

/// Hashes whether there is a value, then the value.
impl<T: AddToHash> AddToHash for Option<T> {
    fn add_to(&self, hash: &mut StateHash) {
        self.is_some().add_to(hash);
        self.iter().for_each(|value| value.add_to(hash));
    }
}

/// Hashes the length, then the items.
impl<T: AddToHash> AddToHash for [T] {
    fn add_to(&self, hash: &mut StateHash) {
        hash.add(self.len() as u64);
        self.iter().for_each(|item| item.add_to(hash));
    }
}

/// Adds all fields of a struct to a hash, except those after `without`. A field that is in neither list does not compile.
macro_rules! hash_fields {
    ($type:ident { $($field:ident),* } without { $($skipped:ident),* }) => {
        impl<R: Real> AddToHash for $type<R> {
            fn add_to(&self, hash: &mut StateHash) {
                let Self { $($field,)* $($skipped: _,)* } = self;
                $($field.add_to(hash);)*
            }
        }
    };
}
pub(super) use hash_fields;

/// Adds the discriminant of an enum without fields to a hash.
macro_rules! hash_discriminant {
    ($($type:ident),*) => {
        $(impl AddToHash for $type {
            fn add_to(&self, hash: &mut StateHash) {
                hash.add(*self as u64);
            }
        })*
    };
}

hash_discriminant!(BodyKind, CombineRule, JointVariant);

hash_fields!(BodySettings {
    kind, gravity_scale, linear_damping, angular_damping, fixed_rotation, locked_axes, mass, bullet, can_sleep, data
} without {});
// The convex parts are hashed instead of the shape.
hash_fields!(ColliderData {
    body, index, density, material, data
} without { part_count, shape, moved_shape });
hash_fields!(Material {
    friction, restitution, rolling_resistance, friction_rule, restitution_rule, surface_velocity, one_way, layers, filter, sensor
} without {});
// `sub_dt` only converts the impulses of the last step to forces.
hash_fields!(JointData {
    variant, bodies, collide, target, max_force, anchors, axis, initial_angle, rest_length, springs, translation, rotation, impulses,
    enabled, break_limits
} without { sub_dt });
hash_fields!(JointAxis { limits, motor, spring, spring_target } without {});
hash_fields!(JointImpulses { point, lateral, angular, translation, rotation } without {});
hash_fields!(AxisImpulses { spring, motor, low, high } without {});
hash_fields!(Motor { speed, max_force } without {});
hash_fields!(Spring { hertz, damping_ratio } without {});
hash_fields!(SleepSettings { speed, time } without {});
hash_fields!(Rot { cos, sin } without {});

impl AddToHash for Side {
    fn add_to(&self, hash: &mut StateHash) {
        let Self { axis, negative } = self;
        hash.add(axis.index() as u64);
        negative.add_to(hash);
    }
}

/// Hashes the state and the settings of a body, and the forces for the next step.
impl<R: Real> AddToHash for RigidBody<R> {
    fn add_to(&self, hash: &mut StateHash) {
        SavedBody::new(self).add_to(hash);
        self.settings.add_to(hash);
        self.force.add_to(hash);
        self.torque.add_to(hash);
    }
}

impl<R: Real> AddToHash for ConvexPart<R> {
    fn add_to(&self, hash: &mut StateHash) {
        let Self { core, radius } = self;
        radius.add_to(hash);
        match core {
            PartCore::Point(point) => [*point][..].add_to(hash),
            PartCore::Segment(ends) => ends[..].add_to(hash),
            PartCore::Triangle(points) => points[..].add_to(hash),
            PartCore::Corners(points) => points[..].add_to(hash),
            PartCore::Box { center, half, rotation } | PartCore::Ellipse { center, half, rotation } => {
                matches!(core, PartCore::Box { .. }).add_to(hash);
                center.add_to(hash);
                half.add_to(hash);
                rotation.add_to(hash);
            }
        }
    }
}

impl<R: Real> Simulation<R> {
    /// A hash of everything on which the results of further steps depend: settings, bodies, colliders, joints, forces for the next step and
    /// the impulses of contacts. Two simulations with equal histories have the same hash on every machine. A clone has the hash of the
    /// original. A simulation that was restored from a snapshot or loaded has the hash that it had when it was saved. Equal hashes mean
    /// equal states, up to collisions of the 64 bits. Costs O(n).
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
    /// let mut peer = simulation.clone();
    /// simulation.step(0.1);
    /// assert_ne!(simulation.state_hash(), peer.state_hash());
    /// peer.step(0.1);
    /// assert_eq!(simulation.state_hash(), peer.state_hash());
    /// peer.apply_impulse(ball, [0.0, 1e-6], [0.0, 4.0]).unwrap();
    /// assert_ne!(simulation.state_hash(), peer.state_hash());
    /// ```
    #[must_use]
    #[doc(alias("checksum", "desync"))]
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        let gravity = self.valid_gravity();
        gravity.add_to(&mut hash);
        // If the gravity has changed since the last step, the next step wakes bodies. So the hash includes whether it has changed.
        let is_gravity_new = self.last_gravity.is_some_and(|old| old != gravity);
        is_gravity_new.add_to(&mut hash);
        self.sleep_enabled.add_to(&mut hash);
        self.sleep_settings.add_to(&mut hash);
        let free_slots = [
            self.bodies.free_slots(),
            self.colliders.free_slots(),
            self.parts.free_slots(),
            self.joints.free_slots(),
        ];
        free_slots.iter().for_each(|list| list.add_to(&mut hash));
        hash_slots(&mut hash, &self.bodies);
        hash_slots(&mut hash, &self.colliders);
        for part in self.parts.values() {
            part.collider.add_to(&mut hash);
            part.shape.add_to(&mut hash);
        }
        hash_slots(&mut hash, &self.joints);
        self.save().hash_contacts(&mut hash);
        hash.0
    }
}

/// Adds the generations of all slots of a list to the hash, and its items.
fn hash_slots<T: AddToHash>(hash: &mut StateHash, list: &SlotList<T>) {
    for (slot, (generation, item)) in (0u64..).zip(list.slots()) {
        hash.add(slot << 32 | u64::from(generation));
        item.into_iter().for_each(|item| item.add_to(hash));
    }
}
