//! The state of a body, as users read it.

use super::body::{BodyDef, BodyId, BodyKind};
use super::rigid_body::RigidBody;
use crate::dynamics::Simulation;
use crate::dynamics::math::num;
use crate::scalar::Real;
use crate::{Pose, Rotation, Vector};

/// The state of a body: its pose, its velocities and its mass properties. Returned by [`Simulation::get`].
///
/// ```
/// use bumper::{Ball, dynamics::{BodyDef, ColliderDef, Simulation}};
/// let mut simulation = Simulation::new([0.0f32, 0.0]);
/// let ball = simulation.insert(&BodyDef { angular_velocity: 1.0, ..BodyDef::default() }, &[ColliderDef::new(Ball::new([2.0, 3.0],
/// 1.0))]).unwrap(); let state = simulation.get(ball).unwrap(); assert_eq!((state.center, state.angular_velocity, state.angle), ([2.0,
/// 3.0].into(), 1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState<R> {
    /// The position of the center of mass in the world.
    pub center: Vector<R, 2>,
    /// The pose of the body in the world. It converts body coordinates, the coordinates of the collider shapes, to world coordinates.
    pub pose: Pose<R, 2>,
    /// The orientation in radians, positive from +x towards +y. It is not wrapped: full turns since the body was added, or since
    /// [`Simulation::set_pose`], are included.
    pub angle: R,
    /// The velocity of the center of mass.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians per unit of time, positive from +x towards +y.
    pub angular_velocity: R,
    /// The mass: [`BodyDef::mass`] if it is set, otherwise the sum of the areas of the colliders times their densities. Static and
    /// kinematic bodies have a mass, too.
    pub mass: R,
    /// The moment of inertia about the center of mass. It is defined even for bodies that are not dynamic or have a fixed rotation.
    pub inertia: R,
    /// Whether the body is asleep: it is not simulated until something wakes it.
    pub asleep: bool,
    /// The kind of the body: static, kinematic or dynamic.
    pub kind: BodyKind,
    /// The user data of the body.
    pub data: u64,
}

impl<R: Real> RigidBody<R> {
    /// The pose of the body in the world.
    pub(in crate::dynamics) fn pose(&self) -> Pose<R, 2> {
        let rotation =
            Rotation::from_complex(self.rotation.cos, self.rotation.sin).unwrap_or(Rotation::identity());
        Pose::new(rotation, self.center + self.rotation.rotate(self.properties.origin))
    }

    /// The definition of the body with its current pose and velocities.
    pub(in crate::dynamics) fn definition(&self) -> BodyDef<R> {
        self.settings.definition(self.pose(), self.velocity, self.angular_velocity)
    }

    /// The state of the body.
    pub(in crate::dynamics) fn state(&self) -> BodyState<R> {
        let turns = f64::from(self.full_turns) - f64::from(self.uncounted_turns);
        BodyState {
            center: self.center,
            pose: self.pose(),
            angle: self.rotation.angle() + num::<R>(turns * core::f64::consts::TAU),
            velocity: self.velocity,
            angular_velocity: self.angular_velocity,
            mass: self.properties.mass,
            inertia: self.properties.inertia,
            asleep: self.sleep.island.is_some(),
            kind: self.settings.kind,
            data: self.settings.data,
        }
    }
}

impl<R: Real> Simulation<R> {
    /// The number of bodies of all kinds in the simulation, awake or asleep. Costs O(n).
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.values().count()
    }

    /// Whether the simulation has no bodies. Costs O(n).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bodies with their states, in the order of their storage slots. The order is deterministic, but it is not the order of insertion:
    /// a new body may reuse the slot of a removed one.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, BodyState<R>)> {
        self.bodies.iter().map(|(slot, body)| (self.body_id(slot), body.state()))
    }

    /// The state of a body, or `None` if the body was removed.
    #[must_use]
    pub fn get(&self, id: BodyId) -> Option<BodyState<R>> {
        self.index_of(id).map(|index| self.bodies[index].state())
    }

    /// The index of a body in the list of bodies, or `None` if the body was removed.
    pub(in crate::dynamics) fn index_of(&self, id: BodyId) -> Option<usize> {
        self.bodies.find(id.slot, id.generation).map(|_| id.slot as usize)
    }
}
