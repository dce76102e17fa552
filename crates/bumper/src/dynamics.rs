//! Rigid body dynamics in 2D: bodies, contacts and joints. Needs the feature `alloc`. The scalar is `f32` or `f64`.
//!
//! ```
//! use bumper::{Aabb, Ball};
//! use bumper::dynamics::{BodyDef, BodyKind, ColliderDef, Simulation};
//!
//! let mut simulation = Simulation::<f32>::new([0.0, -10.0]);
//! let ground = BodyDef { kind: BodyKind::Static, ..BodyDef::default() };
//! simulation.insert(&ground, &[ColliderDef::new(Aabb::new([-50.0, -1.0], [50.0, 0.0]))]).unwrap();
//! let ball = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Ball::new([0.0, 4.0], 0.5))]).unwrap();
//! for _ in 0..120 {
//!     simulation.step(1.0 / 60.0);
//! }
//! assert!((simulation.get(ball).unwrap().center.y() - 0.5).abs() < 0.01);
//! ```
//!
//! # The step
//!
//! [`Simulation::step`] runs the broad phase, the narrow phase and then four sub-steps. Each sub-step integrates velocities, solves
//! contacts and joints, integrates positions, and relaxes: a second iteration removes the velocity that was only needed to correct the
//! positions.
//!
//! Contacts are *soft constraints*: they push penetrating bodies apart like overdamped springs, which do not oscillate (E. Catto, Solver2D,
//! 2024, under "soft step"; Soft Constraints, Game Developers Conference 2011). The two points of a contact are solved together as a block.
//! Impulses are warm-started: they are matched from step to step by the feature ids of contact points. Contacts between two faces keep
//! their points and their normal while the bodies hardly move. So a slight lean of a tower does not change the directions of its contact
//! forces, and a tower of a hundred boxes stands.
//!
//! Impacts with restitution are resolved before the contact solver, in the sub-step when the surfaces meet. All points that are hit act
//! together, and impulses are passed on from body to body, as in a cradle. Without friction, a restitution of 1 keeps the energy. Impacts
//! that are slower than twice the speed that gravity adds in a step do not bounce. If friction and restitution together would add energy
//! (Kane's paradox), the restitution is reduced.
//!
//! Shapes that touch at a single point have a little rolling resistance, so that a rocking ellipse comes to rest. The resisting torque is
//! at most the normal force times 1/256 of the *thickness* of the dynamic body, or of the smaller thickness if both bodies are dynamic. The
//! thickness of a body is its area divided by twice its bounding radius. Balls are different. A ball on a static or kinematic body has no
//! such resistance and keeps rolling. A ball on another dynamic body, as in a heap of balls, has it while it rolls by less than 1/64 of the
//! thickness per step. [`ColliderDef::rolling_resistance`] sets a larger resistance, also for balls.
//!
//! # Scale invariance
//!
//! A scene may measure lengths in pixels or metres, and times in seconds or steps. Tolerances are proportional to the sizes of the bodies.
//! The rates at which errors are corrected are proportional to the reciprocal of `dt`. Only the time after which bodies fall asleep does
//! not adapt: it is a setting.
//!
//! Suppose that all lengths, velocities and accelerations of a scene are multiplied by a power of two. Then all resulting positions and
//! velocities are multiplied by that power, bit for bit, as long as no number leaves the normal range of the float.
//!
//! # Sleeping
//!
//! Bodies that touch or are joined form an island. An island falls asleep when all its bodies have been slow for half a unit of time (by
//! default). If gravity acts on it, a static body, or a kinematic body at rest, must also support it. A sleeping island costs nothing until
//! a moving body touches it, one of its bodies is changed, or a change of another body may move it: of a body that touches it or is joined
//! to it, or of a body whose solid colliders touch it after the change. [`SleepSettings`] set the largest speed of a slow body, and the
//! time. A body that falls, is driven by a motor or rides on a moving kinematic body stays awake. So does a body that drifts without
//! gravity: by default, such a body is slow only if it is practically at rest. A change of the gravity wakes the bodies on which it acts.
//!
//! # Determinism
//!
//! The step uses only + − × ÷, square roots and comparisons, in an order that depends only on the bodies and their history. So results are
//! the same on every machine, in debug and release builds, and with any features. [`Simulation::save`] stores the state in a few bytes, and
//! a simulation that continues from a restored state gives the same bits.
//!
//! # Continuous collision
//!
//! Bodies do not tunnel through each other, however fast they move and rotate. If two bodies could pass each other within a step, they get
//! a speculative contact at their time of impact, and the solver stops them there. A sweep after the solver finds the collisions that the
//! solver did not foresee. In the sweep, two dynamic bodies usually stop at their time of impact for the rest of the step. A body that hits
//! a static or kinematic body loses its approach speed and slides on.
//!
//! This holds for all kinds of bodies and for any thickness, without a flag. There is one exception: a body that static or kinematic bodies
//! squeeze from opposite sides, as in a press, has no way out and passes through one of them. A body that only grazes a corner may overlap
//! it slightly during a step, without a contact; [`BodyDef::bullet`] makes it collide.
//!
//! # Movers
//!
//! Movers walk among bodies, push them, weigh on them and ride on them: see [`Simulation::insert_mover`] and
//! [`Simulation::step_with_movers`].
//!
//! # Limits
//!
//! A body rotates by at most 0.75 radians per sub-step. Coordinates are limited to ±[`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS). A
//! body whose velocity, or whose displacement in a step, exceeds `MAX_RADIUS` stays where it is and stops. The state never becomes NaN,
//! and a saved state can always be loaded: functions refuse numbers that are out of range, and a step ignores them.

mod bodies;
mod broad_phase;
mod contacts;
mod continuous;
mod editing;
mod error;
#[cfg(feature = "serde")]
mod finite_or_none;
mod graph_coloring;
mod joints;
mod lanes;
mod math;
mod movers;
mod queries;
mod sleeping;
mod slot_list;
mod solver;
mod solver_body;
mod state;
mod step;
mod tolerance;

pub use bodies::body::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, JointId};
pub use bodies::body_state::BodyState;
pub use bodies::combine_rule::CombineRule;
pub use contacts::contact::{ContactEvent, ManifoldPoint};
pub use editing::joint_frames::JointFrame;
pub use error::DynamicsError;
pub use joints::joint::{JointAxis, JointDef, JointKind, JointState, Motor, Spring, SpringForce};
pub use movers::mover_bodies::{MoverMotion, MoverStep};
pub use movers::mover_obstacles::BodyObstacles;
pub use queries::query_filter::{BodyHit, QueryFilter};
pub use sleeping::sleep_criterion::SleepSettings;
pub use state::snapshot::Snapshot;

use crate::Vector;
use crate::scalar::Real;
use alloc::vec::Vec;
use bodies::collider_data::ColliderData;
use bodies::part::Part;
use bodies::rigid_body::RigidBody;
use broad_phase::BroadPhase;
use contacts::contact_store::ContactStore;
use joints::joint_data::JointData;
use sleeping::awake_set::AwakeSet;
use slot_list::SlotList;
use solver::Solver;

/// The number of sub-steps per step, each with a single solver iteration. More sub-steps make stacks and chains stiffer than more
/// iterations of the same cost would.
const SUB_STEPS: u32 = 4;

/// A simulation of rigid bodies and joints in 2D.
///
/// A clone is a complete snapshot: its further steps give the same bits as those of the original, and later changes of the original do not
/// affect the clone. A [`Snapshot`] is smaller, but can only be restored into a simulation with the same bodies and joints. With the
/// feature `serde` a whole simulation can be saved and loaded; the loaded simulation has the same ids and continues with the same bits. (The
/// crate `serde_json` needs its feature `float_roundtrip` for that: without it, it rounds many numbers in `f64` when it reads them.)
/// [`state_hash`](Self::state_hash) compares two simulations.
///
/// ```
/// use bumper::{Aabb, dynamics::{BodyDef, ColliderDef, Simulation}};
/// let mut simulation = Simulation::<f64>::new([0.0, 10.0]);
/// let crate_ = simulation.insert(&BodyDef::default(), &[ColliderDef::new(Aabb::new([0.0, 0.0], [1.0, 1.0]))]).unwrap();
/// simulation.step(0.5);
/// assert_eq!(simulation.get(crate_).unwrap().velocity, [0.0, 5.0].into());
/// ```
#[derive(Clone, Debug)]
#[doc(alias("b2World", "RigidBodySet", "PhysicsPipeline", "PhysicsWorld", "Space"))]
pub struct Simulation<R: Real> {
    /// The acceleration of gravity. For each body it is multiplied by the gravity scale of the body. In the step after a change, the bodies
    /// on which gravity acts wake. If a component is NaN or beyond [`MAX_RADIUS`](crate::scalar::Scalar::MAX_RADIUS), the next step
    /// replaces it by the gravity of the last step, or by zero.
    pub gravity: Vector<R, 2>,
    /// Whether islands of slow bodies fall asleep. Default: `true`. Setting this to `false` wakes no body.
    pub sleep_enabled: bool,
    /// The speed and the time that decide when bodies fall asleep. Changing them wakes no body.
    pub sleep_settings: SleepSettings<R>,
    /// The gravity in the last step, to detect that the user has changed `gravity`; `None` before the first step.
    last_gravity: Option<Vector<R, 2>>,
    bodies: SlotList<RigidBody<R>>,
    /// The slots of the colliders of each body. Stored separately from the bodies, because the step does not read them.
    body_colliders: Vec<Vec<u32>>,
    colliders: SlotList<ColliderData<R>>,
    parts: SlotList<Part<R>>,
    awake_set: AwakeSet,
    contacts: ContactStore<R>,
    broad_phase: BroadPhase<R>,
    joints: SlotList<JointData<R>>,
    /// The joints that broke in the last step, with their bodies.
    broken_joints: Vec<(JointId, [BodyId; 2])>,
    solver: Solver<R>,
}

impl<R: Real> Simulation<R> {
    /// Creates an empty simulation with the given acceleration of gravity.
    #[must_use]
    pub fn new(gravity: impl Into<Vector<R, 2>>) -> Self {
        Self {
            gravity: gravity.into(),
            sleep_enabled: true,
            sleep_settings: SleepSettings::default(),
            last_gravity: None,
            bodies: SlotList::new(),
            body_colliders: Vec::new(),
            colliders: SlotList::new(),
            parts: SlotList::new(),
            awake_set: AwakeSet::default(),
            contacts: ContactStore::new(),
            broad_phase: BroadPhase::new(),
            joints: SlotList::new(),
            broken_joints: Vec::new(),
            solver: Solver::default(),
        }
    }
}
