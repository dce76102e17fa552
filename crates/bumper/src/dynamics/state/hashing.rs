//! Hashes of the data of bodies, colliders and joints.

use crate::Side;
use crate::dynamics::bodies::body::BodyKind;
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::combine_rule::CombineRule;
use crate::dynamics::bodies::convex_parts::{ConvexPart, PartCore};
use crate::dynamics::bodies::part::Material;
use crate::dynamics::bodies::rigid_body::BodySettings;
use crate::dynamics::joints::constraint_row::AxisImpulses;
use crate::dynamics::joints::joint::{JointAxis, Motor, Spring, SpringForce};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::joints::joint_solver::JointImpulses;
use crate::dynamics::joints::joint_variant::JointVariant;
use crate::dynamics::math::{Rot, V};
use crate::dynamics::sleeping::sleep_criterion::SleepSettings;
use crate::scalar::Real;
use crate::state_hash::StateHash;

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

hash_discriminant!(BodyKind, CombineRule, JointVariant, SpringForce);

hash_fields!(BodySettings {
    kind, gravity_scale, linear_damping, angular_damping, fixed_rotation, locked_axes, mass, center_of_mass, bullet, can_sleep, data
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
hash_fields!(JointAxis { limits, motor, spring, spring_target, spring_force } without {});
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

impl<R: Real> AddToHash for ConvexPart<R> {
    fn add_to(&self, hash: &mut StateHash) {
        let Self { core, radius } = self;
        radius.add_to(hash);
        match core {
            PartCore::Point(point) => [*point][..].add_to(hash),
            PartCore::Segment(ends) => ends[..].add_to(hash),
            PartCore::Triangle(points) => points[..].add_to(hash),
            PartCore::Corners(points) => points[..].add_to(hash),
            PartCore::HalfSpace { point, normal } => [*point, *normal][..].add_to(hash),
            PartCore::Box { center, half, rotation } | PartCore::Ellipse { center, half, rotation } => {
                matches!(core, PartCore::Box { .. }).add_to(hash);
                center.add_to(hash);
                half.add_to(hash);
                rotation.add_to(hash);
            }
        }
    }
}
