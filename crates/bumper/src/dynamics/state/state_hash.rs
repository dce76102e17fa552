//! A hash of the whole state of a simulation. Peers of a network game compare it to detect that their simulations differ.

use crate::dynamics::Simulation;
use crate::dynamics::bodies::collider_data::ColliderData;
use crate::dynamics::bodies::convex_parts::{ConvexPart, PartCore};
use crate::dynamics::bodies::rigid_body::RigidBody;
use crate::dynamics::joints::joint::{JointAxis, Motor, Spring};
use crate::dynamics::joints::joint_data::JointData;
use crate::dynamics::math::V;
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

    /// Adds the bits of numbers to the hash, after conversion to `f64`.
    pub(in crate::dynamics) fn reals<R: Real>(&mut self, numbers: &[R]) {
        numbers.iter().for_each(|number| self.add(number.to_f64().to_bits()));
    }

    /// Adds an optional number to the hash: whether it exists, and its bits.
    fn option<R: Real>(&mut self, number: Option<R>) {
        self.add(u64::from(number.is_some()));
        self.reals(&[number.unwrap_or_default()]);
    }

    /// Adds boolean flags to the hash.
    fn flags(&mut self, flags: &[bool]) {
        self.add(flags.iter().fold(1, |bits, flag| bits << 1 | u64::from(*flag)));
    }
}

impl<R: Real> Simulation<R> {
    /// A hash of everything on which the results of further steps depend: settings, bodies, colliders, joints, forces for the next step and
    /// the impulses of contacts. Two simulations with equal histories have the same hash on every machine. A clone has the hash of the
    /// original. A simulation that was restored from a snapshot or loaded has the hash that it had when it was saved. Equal hashes mean
    /// equal states, up to collisions of the 64 bits. Costs O(n).
    ///
    /// ```
    /// use bumper::{Ball, dynamics::{BodyDef, Collider, Simulation}};
    /// let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
    /// let ball = simulation.insert(&BodyDef::default(), &[Collider::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
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
        hash.reals(&gravity.0);
        // If the gravity has changed since the last step, the next step wakes bodies. So the hash includes whether it has changed.
        let is_gravity_new = self.last_gravity.is_some_and(|old| old != gravity);
        hash.flags(&[self.sleep_enabled, is_gravity_new]);
        hash.option(self.sleep_settings.speed);
        hash.reals(&[self.sleep_settings.time]);
        let free_slots = [
            self.bodies.free_slots(),
            self.colliders.free_slots(),
            self.parts.free_slots(),
            self.joints.free_slots(),
        ];
        for list in free_slots {
            hash.add(list.len() as u64);
            list.iter().for_each(|slot| hash.add(u64::from(*slot)));
        }
        hash_slots(&mut hash, &self.bodies, hash_body);
        hash_slots(&mut hash, &self.colliders, hash_collider);
        for part in self.parts.values() {
            hash.add(u64::from(part.collider));
            hash_part(&mut hash, &part.shape);
        }
        hash_slots(&mut hash, &self.joints, hash_joint);
        self.save().hash_contacts(&mut hash);
        hash.0
    }
}

/// Adds the generations of all slots of a list to the hash, and its items by `hash_item`.
fn hash_slots<T>(hash: &mut StateHash, list: &SlotList<T>, hash_item: impl Fn(&mut StateHash, &T)) {
    for (slot, (generation, item)) in (0u64..).zip(list.slots()) {
        hash.add(slot << 32 | u64::from(generation));
        if let Some(item) = item {
            hash_item(hash, item);
        }
    }
}

/// Adds the state and the settings of a body to the hash.
fn hash_body<R: Real>(hash: &mut StateHash, body: &RigidBody<R>) {
    hash.add(body.kind as u64);
    hash.add(body.data);
    let [locked_x, locked_y] = body.locked_axes;
    hash.flags(&[body.bullet, body.can_sleep, body.fixed_rotation, locked_x, locked_y]);
    hash.add(body.full_turns as u64);
    hash.add(body.uncounted_turns as u64);
    hash.add(body.asleep.map_or(0, |island| u64::from(island) + 1));
    hash.reals(&[body.center[0], body.center[1], body.rotation.cos, body.rotation.sin]);
    hash.reals(&[body.velocity[0], body.velocity[1], body.angular_velocity, body.slow_time]);
    hash.reals(&[body.force[0], body.force[1], body.torque]);
    hash.reals(&[body.gravity_scale, body.linear_damping, body.angular_damping, body.mass_override]);
    hash.reals(&[body.mass, body.inertia, body.inv_mass, body.inv_inertia, body.origin[0], body.origin[1]]);
}

/// Adds the material of a collider to the hash, but not its shape: [`hash_part`] adds the convex parts.
fn hash_collider<R: Real>(hash: &mut StateHash, data: &ColliderData<R>) {
    let material = &data.material;
    hash.add(u64::from(data.body) << 32 | u64::from(data.index));
    hash.add(data.data);
    hash.add(u64::from(material.layers) << 32 | u64::from(material.filter));
    hash.flags(&[material.sensor]);
    for rule in [material.friction_rule, material.restitution_rule] {
        hash.add(rule.map_or(0, |rule| rule as u64 + 1));
    }
    let side = material.one_way.map_or(0, |side| 1 + 2 * side.axis.index() as u64 + u64::from(side.negative));
    hash.add(side);
    hash.reals(&[data.density, material.friction, material.restitution, material.rolling_resistance]);
    hash.reals(&material.surface_velocity.0);
}

/// Adds the shape of a convex part to the hash.
fn hash_part<R: Real>(hash: &mut StateHash, part: &ConvexPart<R>) {
    hash.reals(&[part.radius]);
    let corners = |hash: &mut StateHash, points: &[V<R>]| {
        hash.add(points.len() as u64);
        points.iter().for_each(|point| hash.reals(&point.0));
    };
    match &part.core {
        PartCore::Point(point) => corners(hash, &[*point]),
        PartCore::Segment(ends) => corners(hash, ends),
        PartCore::Triangle(points) => corners(hash, points),
        PartCore::Corners(points) => corners(hash, points),
        PartCore::Box { center, half, rotation } | PartCore::Ellipse { center, half, rotation } => {
            hash.flags(&[matches!(part.core, PartCore::Box { .. })]);
            hash.reals(&[center[0], center[1], half[0], half[1], rotation.cos, rotation.sin]);
        }
    }
}

/// Adds the definition and the impulses of a joint to the hash. All fields are named, so that a new field does not compile until it is
/// added here. `sub_dt` is left out, because it only converts the impulses of the last step to forces.
fn hash_joint<R: Real>(hash: &mut StateHash, data: &JointData<R>) {
    let JointData {
        variant,
        bodies: [a, b],
        collide,
        target,
        max_force,
        anchors,
        axis,
        initial_angle,
        rest_length,
        springs,
        translation,
        rotation,
        impulses,
        sub_dt: _,
        enabled,
        break_limits,
    } = data;
    hash.add(u64::from(*a) << 32 | u64::from(*b));
    hash.add(*variant as u64);
    hash.flags(&[*collide, *enabled]);
    let target = target.unwrap_or_default();
    hash.reals(&[target[0], target[1], *max_force, *rest_length, *initial_angle]);
    for point in anchors.iter().chain([axis]) {
        hash.reals(&point.0);
    }
    let [force, torque] = break_limits.unwrap_or_default();
    hash.option(force);
    hash.option(torque);
    for spring in springs {
        hash_spring(hash, *spring);
    }
    for axis in [translation, rotation].into_iter().flatten() {
        hash_axis(hash, axis);
    }
    hash.reals(&impulses.to_array());
}

/// Adds the limits, the motor and the spring of an axis to the hash.
fn hash_axis<R: Real>(hash: &mut StateHash, axis: &JointAxis<R>) {
    hash.option(axis.limits.map(|limits| limits[0]));
    hash.option(axis.limits.map(|limits| limits[1]));
    let Motor { speed, max_force } = axis.motor.unwrap_or(Motor { speed: R::ZERO, max_force: R::ZERO });
    hash.flags(&[axis.motor.is_some()]);
    hash.reals(&[speed, max_force]);
    hash_spring(hash, axis.spring);
    hash.reals(&[axis.spring_target]);
}

fn hash_spring<R: Real>(hash: &mut StateHash, spring: Option<Spring<R>>) {
    hash.option(spring.map(|spring| spring.hertz));
    hash.option(spring.map(|spring| spring.damping_ratio));
}
