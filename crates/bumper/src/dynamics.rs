//! Rigid body dynamics in 2D: bodies, contacts and joints. Needs the feature `alloc`. The scalar is `f32` or `f64`.
//!
//! ```
//! use bumper::{Aabb, Ball};
//! use bumper::dynamics::{Bodies, BodyDef, BodyKind, Collider};
//!
//! let mut bodies = Bodies::<f32>::new([0.0, -10.0]);
//! let ground = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
//! bodies.insert(&ground, &[Collider::new(Aabb::new([-50.0, -1.0], [50.0, 0.0]))]).unwrap();
//! let ball = bodies.insert(&BodyDef::default(), &[Collider::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
//! for _ in 0..120 {
//!     bodies.step(1.0 / 60.0);
//! }
//! assert!((bodies.get(ball).unwrap().center.y() - 0.5).abs() < 0.01);
//! ```
//!
//! # The step
//!
//! [`Bodies::step`] runs the broad phase, the narrow phase and then four sub-steps. Each sub-step integrates velocities, solves contacts
//! and joints, integrates positions, and relaxes: a second iteration removes the velocity that the position correction added. Contacts are
//! *soft constraints*: overdamped springs, which separate penetrating bodies without adding velocity (E. Catto, Solver2D, 2024, under "soft
//! step"; Soft Constraints, Game Developers Conference 2011). The two points of a contact are solved together as a block. Contacts between
//! two faces keep their points while the bodies hardly move, so that a tower of a hundred boxes stands. Impulses are warm-started: they are
//! matched from step to step by the feature ids of contact points.
//!
//! Shapes that touch at a single point have a little rolling resistance, so that a rocking ellipse comes to rest: a torque of at most the
//! normal force times 1/256 of the size of the smaller body. Balls have no such minimum and keep rolling unless
//! [`Collider::rolling_resistance`] is set, with one exception: a ball on another dynamic body that rolls by less than 1/64 of the size of
//! the smaller body per step, as in a heap of balls, has it too.
//!
//! # Scale invariance
//!
//! A scene may use pixels or metres, and seconds or frames. Tolerances are proportional to the sizes of the bodies, and rates to the step.
//! The one exception is the time after which bodies fall asleep, which is a setting. If all lengths, velocities and accelerations of a
//! scene are multiplied by a power of two, all results are multiplied by that power, bit for bit, as long as no number leaves the normal
//! range of the float.
//!
//! # Sleeping
//!
//! Bodies that touch or are joined form an island. An island falls asleep when all its bodies have been slow for half a unit of time (by
//! default), and a body that is static, or kinematic and at rest, supports it. A sleeping island costs nothing until a moving body touches
//! it or one of its bodies is changed. [`SleepSettings`] set the speed and the time. A body that falls, drifts, is driven by a motor or
//! rides on a moving kinematic body stays awake. A change of the gravity wakes no body.
//!
//! # Determinism
//!
//! The step uses only + − × ÷, square roots and comparisons, in an order that depends only on the bodies and their history. So results are
//! the same on every machine, in debug and release builds, and with any features. [`Bodies::save`] stores the state in a few bytes, and a
//! simulation that continues from a restored state gives the same bits.
//!
//! # Continuous collision
//!
//! Bodies do not tunnel through each other, however fast they move and rotate. If two bodies could pass each other within a step, a
//! speculative contact at their time of impact lets the solver stop them. Collisions that the solver did not foresee are found by a sweep
//! after the solver: it stops bodies at their time of impact, or makes them slide on. This holds for all kinds of bodies and for any
//! thickness, without a flag. [`BodyDef::bullet`] makes it exact also for corners that are only grazed. A body that is squeezed between
//! bodies that nothing stops has no way out, and passes through one of them.
//!
//! # Limits
//!
//! A body rotates by at most 0.75 radians per sub-step. Coordinates are limited to ±[`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). A
//! body whose velocity, or whose displacement in a step, exceeds that limit stays where it is and stops. The state never becomes NaN.

// The data: definitions of bodies and colliders (`body`) and of joints (`joint`), and bodies as they are stored (`rigid_body`), with convex
// parts (`convex_parts`) and mass properties (`mass`). Joints are added and removed in `joint_graph`, forces and velocities are set in
// `body_commands`.
mod body;
mod body_commands;
mod convex_parts;
mod error;
mod joint;
mod joint_graph;
mod mass;
mod math;
mod rigid_body;
mod snapshot;

// The step (`step`) and its phases before the solver: the lists of awake bodies (`awake`), the broad phase, the narrow phase, whose results
// are stored in a `contact` (`manifold_cache` updates them), and the suppression of ghost collisions. Bodies fall asleep in islands
// (`island`) when they are slow (`sleep`), and their contacts with them (`sleeping_contacts`).
mod awake;
mod broad_phase;
mod contact;
mod ghost_collisions;
mod island;
mod manifold_cache;
mod narrow_phase;
mod sleep;
mod sleeping_contacts;
mod step;

// The solver (`solver`) of contact constraints and joints: `joint_data` stores joints, `joint_solver` solves them by constraint rows, and
// `revolute_solver` solves plain revolute joints. `solver_body` is the state of a body in the solver. Graph colouring allows constraints to
// be solved in SIMD lanes (`lanes`, with four `f32` in a register in `f32x4`).
mod constraint_row;
mod contact_constraint;
mod f32x4;
mod graph_coloring;
mod joint_data;
mod joint_solver;
mod lanes;
mod revolute_solver;
mod solver;
mod solver_body;

// After the solver: continuous collision (`continuous`, with the `time_of_impact`), and crossings of a `sensor`.
mod continuous;
mod sensor;
mod time_of_impact;

pub use body::{BodyDef, BodyId, BodyKind, Collider, JointId};
pub use contact::{ContactEvent, ManifoldPoint};
pub use error::DynamicsError;
pub use joint::{JointAxis, JointDef, JointKind, JointState, Motor, Spring};
pub use sleep::SleepSettings;
pub use snapshot::Snapshot;

use crate::broad_phase::Tree;
use crate::scalar::Real;
use crate::{Aabb, Pose, Rotation, Vector};
use alloc::vec::Vec;
use contact::Contact;
use convex_parts::ConvexPart;
use joint_data::JointData;
use math::num;
use rigid_body::RigidBody;
use sleeping_contacts::SleepingContacts;
use solver::Solver;

/// The number of sub-steps per step. More sub-steps, each with a single iteration, make stacks and chains stiffer than more iterations.
const SUB_STEPS: u32 = 4;

/// A simulation of rigid bodies and joints in 2D.
///
/// A clone is a snapshot: further steps of the clone give the same bits as those of the original.
///
/// ```
/// use bumper::{Aabb, dynamics::{Bodies, BodyDef, Collider}};
/// let mut bodies = Bodies::<f64>::new([0.0, 10.0]);
/// let crate_ = bodies.insert(&BodyDef::default(), &[Collider::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
/// bodies.step(0.5);
/// assert_eq!(bodies.get(crate_).unwrap().velocity, [0.0, 5.0].into());
/// ```
#[derive(Clone, Debug)]
#[doc(alias("b2World", "RigidBodySet", "PhysicsPipeline", "PhysicsWorld", "Simulation", "Space"))]
pub struct Bodies<R: Real> {
    /// The acceleration of gravity. For each body it is multiplied by the gravity scale of the body. A change wakes no body.
    pub gravity: Vector<R, 2>,
    /// Whether slow islands fall asleep. Default: `true`. Setting this to `false` wakes no body.
    pub sleep_enabled: bool,
    /// The thresholds for falling asleep. Changing them wakes no body.
    pub sleep_settings: SleepSettings<R>,
    bodies: Vec<RigidBody<R>>,
    free_bodies: Vec<u32>,
    parts: Vec<Part<R>>,
    free_parts: Vec<u32>,
    /// The broad phase: the fat AABBs of the parts, under the indices of the parts.
    tree: Tree<R, 2>,
    /// The awake bodies, sorted by slot.
    awake: Vec<u32>,
    /// The joints of awake bodies, sorted by slot.
    awake_joints: Vec<u32>,
    /// The bodies that have woken and are not in `awake` yet.
    woken: Vec<u32>,
    /// Whether the lists are out of date because a body has woken, fallen asleep, been added or removed.
    awake_lists_outdated: bool,
    /// The contacts of nearby parts with at least one awake body, sorted by the indices of the parts.
    contacts: Vec<Contact<R>>,
    /// The contacts without an awake body.
    sleeping_contacts: SleepingContacts<R>,
    /// A buffer for the next list of contacts.
    contacts_buffer: Vec<Contact<R>>,
    /// The end events of contacts whose bodies were removed or are no longer near. The first `ended_count` of them are reported now, the
    /// others after the next step.
    ended_events: Vec<ContactEvent<R>>,
    ended_count: usize,
    /// The parts for which the broad phase has to search for pairs: new parts, and parts that have left their fat AABBs.
    moved_parts: Vec<u32>,
    /// The pairs of bodies that do not collide because of a joint, sorted.
    disabled_pairs: Vec<(u32, u32)>,
    /// Whether `disabled_pairs` is out of date because a joint was added or removed.
    disabled_pairs_outdated: bool,
    joints: Vec<JointData<R>>,
    free_joints: Vec<u32>,
    /// Whether any joint is solved in this step.
    has_joints: bool,
    solver: Solver<R>,
    /// Buffers of the broad phase: the keys of pairs of parts, and a buffer for sorting them.
    pairs: Vec<(u64, u32)>,
    sort_buffer: Vec<(u64, u32)>,
}

/// A convex part of a body, with the material and the filter of its collider and its boxes in the broad phase.
#[derive(Clone, Debug)]
struct Part<R> {
    /// The slot of the body.
    body: u32,
    /// The index of the collider to which the part belongs, among the colliders of the body.
    collider: u32,
    /// Whether the part belongs to an existing body; otherwise its slot is free.
    alive: bool,
    shape: ConvexPart<R>,
    /// The center of mass of the part, relative to that of the body, in body coordinates.
    center: Vector<R, 2>,
    /// The swept AABB, which covers the motion of the part in a step, and the fat AABB, which the part seldom leaves.
    swept_aabb: Aabb<R, 2>,
    fat_aabb: Aabb<R, 2>,
    friction: R,
    restitution: R,
    rolling_resistance: R,
    layers: u32,
    filter: u32,
    sensor: bool,
}

/// The state of a body: its pose, its velocities and its mass properties. Returned by [`Bodies::get`].
///
/// ```
/// use bumper::{Ball, dynamics::{Bodies, BodyDef, Collider}};
/// let mut bodies = Bodies::new([0.0f32, 0.0]);
/// let ball = bodies.insert(&BodyDef { angular_velocity: 1.0, ..BodyDef::default() }, &[Collider::new(Ball::new([2.0, 3.0], 1.0))]).unwrap();
/// let state = bodies.get(ball).unwrap();
/// assert_eq!((state.center, state.angular_velocity, state.angle), ([2.0, 3.0].into(), 1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState<R> {
    /// The position of the center of mass in the world.
    pub center: Vector<R, 2>,
    /// The pose of the body in the world. It places the shapes of its colliders, which are in body coordinates.
    pub pose: Pose<R, 2>,
    /// The orientation in radians, positive from +x towards +y. It is not wrapped: full turns since the body was added, or since
    /// [`Bodies::set_pose`], are included.
    pub angle: R,
    /// The velocity of the center of mass.
    pub velocity: Vector<R, 2>,
    /// The angular velocity in radians per unit of time, positive from +x towards +y.
    pub angular_velocity: R,
    /// The mass: the sum of the areas of the colliders times their densities, also for bodies that are not dynamic.
    pub mass: R,
    /// The moment of inertia about the center of mass, also for bodies that are not dynamic or have a fixed rotation.
    pub inertia: R,
    /// Whether the body is asleep: it is not simulated until something wakes it.
    pub asleep: bool,
    /// The kind of the body: static, kinematic or dynamic.
    pub kind: BodyKind,
    /// The user data of the body.
    pub data: u64,
}

impl<R: Real> Bodies<R> {
    /// Creates an empty simulation with the given acceleration of gravity.
    #[must_use]
    pub fn new(gravity: impl Into<Vector<R, 2>>) -> Self {
        Self {
            gravity: gravity.into(),
            sleep_enabled: true,
            sleep_settings: SleepSettings::default(),
            bodies: Vec::new(),
            free_bodies: Vec::new(),
            parts: Vec::new(),
            free_parts: Vec::new(),
            tree: Tree::new(),
            awake: Vec::new(),
            awake_joints: Vec::new(),
            woken: Vec::new(),
            awake_lists_outdated: false,
            contacts: Vec::new(),
            sleeping_contacts: SleepingContacts::new(),
            contacts_buffer: Vec::new(),
            ended_events: Vec::new(),
            ended_count: 0,
            moved_parts: Vec::new(),
            disabled_pairs: Vec::new(),
            disabled_pairs_outdated: false,
            joints: Vec::new(),
            free_joints: Vec::new(),
            has_joints: false,
            solver: Solver::default(),
            pairs: Vec::new(),
            sort_buffer: Vec::new(),
        }
    }

    /// Adds a body that consists of the given colliders, and returns its id. The mass, the center of mass and the inertia follow from the
    /// areas and densities of the colliders, in closed form; areas that overlap count twice. Costs O(log n) per convex part.
    ///
    /// # Errors
    ///
    /// A [`DynamicsError`] if a number is out of range, if there are no colliders, if a shape of a body that is not static has no area, or
    /// if the simulation is full. Then it does not change.
    pub fn insert(
        &mut self,
        def: &BodyDef<R>,
        colliders: &[Collider<'_, R>],
    ) -> Result<BodyId, DynamicsError> {
        let (mut body, shapes) = RigidBody::new(def, colliders)?;
        if self.bodies.len().max(self.parts.len() + shapes.len()) >= i32::MAX as usize {
            return Err(DynamicsError::Full);
        }
        let slot = self.free_bodies.pop().unwrap_or(self.bodies.len() as u32);
        if let Some(old) = self.bodies.get(slot as usize) {
            (body.generation, body.listed) = (old.generation, old.listed);
        }
        for (shape, collider_index) in shapes {
            let (collider, swept_aabb) = (&colliders[collider_index], shape.aabb(body.center, body.rotation));
            let part = Part {
                body: slot,
                collider: collider_index as u32,
                alive: true,
                center: shape.moments().center(),
                shape,
                swept_aabb,
                fat_aabb: swept_aabb,
                friction: collider.friction,
                restitution: collider.restitution,
                rolling_resistance: collider.rolling_resistance,
                layers: collider.layers,
                filter: collider.filter,
                sensor: collider.sensor,
            };
            let key = self.free_parts.pop().unwrap_or(self.parts.len() as u32);
            self.tree.set(key as usize, part.swept_aabb).map_err(|_| DynamicsError::NotFinite)?;
            set_or_push(&mut self.parts, key, part);
            body.parts.push(key);
        }
        let id = BodyId { slot, generation: body.generation };
        set_or_push(&mut self.bodies, slot, body);
        self.update_aabbs(slot, R::default(), 0.0);
        self.mark_awake(slot);
        Ok(id)
    }

    /// Removes a body and its joints, and wakes the bodies that touched it. The end events of its contacts are reported after the next
    /// step. Returns whether the body existed. Costs O(n) for n awake bodies and contacts, plus O(log n) for each contact of the body and
    /// for each body that wakes.
    pub fn remove(&mut self, id: BodyId) -> bool {
        let Some(index) = self.index_of(id) else { return false };
        let slot = id.slot;
        self.wake_slot(slot);
        self.wake_touching(slot);
        self.remove_contacts(|_, contact| contact.is_of(slot));
        self.remove_sleeping_contacts(slot);
        self.remove_joints_of(slot);
        self.awake_lists_outdated = true;
        let body = &mut self.bodies[index];
        for key in core::mem::take(&mut body.parts) {
            self.tree.remove(key as usize);
            self.parts[key as usize].alive = false;
            self.free_parts.push(key);
        }
        body.alive = false;
        // A slot that has used up its generations stays empty for ever.
        if body.generation < u32::MAX {
            body.generation += 1;
            self.free_bodies.push(slot);
        }
        true
    }

    /// The number of bodies of all kinds, awake or asleep. Costs O(n).
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.iter().filter(|body| body.alive).count()
    }

    /// Whether there are no bodies. Costs O(n).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bodies with their states, in the order of their storage slots. The order is deterministic, but it is not the order of insertion:
    /// a new body may reuse the slot of a removed one.
    pub fn iter(&self) -> impl Iterator<Item = (BodyId, BodyState<R>)> {
        let alive = (0..).zip(&self.bodies).filter(|(_, body)| body.alive);
        alive.map(|(slot, body)| (BodyId { slot, generation: body.generation }, state_of(body)))
    }

    /// The state of a body, or `None` if the body was removed.
    #[must_use]
    pub fn get(&self, id: BodyId) -> Option<BodyState<R>> {
        self.index_of(id).map(|index| state_of(&self.bodies[index]))
    }

    /// The index of a body in the list of bodies, or `None` if the body was removed.
    fn index_of(&self, id: BodyId) -> Option<usize> {
        let body = self.bodies.get(id.slot as usize)?;
        (body.alive && body.generation == id.generation).then_some(id.slot as usize)
    }
}

/// The state of a stored body.
fn state_of<R: Real>(body: &RigidBody<R>) -> BodyState<R> {
    let rotation =
        Rotation::from_complex(body.rotation.cos, body.rotation.sin).unwrap_or(Rotation::identity());
    BodyState {
        center: body.center,
        pose: Pose::new(rotation, body.center + body.rotation.rotate(body.origin)),
        angle: body.rotation.angle() + num::<R>(f64::from(body.full_turns) * core::f64::consts::TAU),
        velocity: body.velocity,
        angular_velocity: body.angular_velocity,
        mass: body.mass,
        inertia: body.inertia,
        asleep: body.asleep.is_some(),
        kind: body.kind,
        data: body.data,
    }
}

/// Replaces the item at an index of a list, or appends it.
fn set_or_push<T>(list: &mut Vec<T>, index: u32, item: T) {
    match list.get_mut(index as usize) {
        Some(old) => *old = item,
        None => list.push(item),
    }
}
