//! Motion of shapes in games: movers, which are shapes that move among obstacles and stop, slide, bounce or pass through, but never tunnel;
//! launch speeds of jumps; and integrators.
//!
//! The obstacles of a mover are a [`World`](crate::world::World) or, without an allocator, a slice of shapes. A mover without thickness,
//! such as a segment, stops slightly before a parallel wall without thickness. If it stopped exactly on the wall, the next step could not
//! tell on which side it is, and could take it through. The gap is one smallest step for integers and fixed point, and a few rounding
//! errors for floats.
//!
//! If a world contains the mover as a collider, [`Mover::slide`] makes a step and returns the hits.
//! [`World::carry`](crate::world::World::carry) moves a lift or another platform, with all movers that stand on it or are in its way. Among
//! rigid bodies, [`Simulation::step_with_movers`](crate::dynamics::Simulation::step_with_movers) steps movers and moves platforms in one
//! call.
//!
//! ```
//! use bumper::motion::{Mover, Response, HitTarget};
//! use bumper::{Aabb, Shape, Vector};
//!
//! // The floor is made of tiles. A mover that slides along it does not catch on the internal edges (ghost collisions).
//! let floor: Vec<Shape<f32, 2>> =
//!     (0..9).map(|k| Aabb::new([k as f32 * 16.0, 100.0], [k as f32 * 16.0 + 16.0, 116.0]).into()).collect();
//! let mut player = Mover::new(Aabb::new([0.0, 0.0], [12.0, 20.0]));
//! player.gravity = Vector([0.0, 900.0]);
//! for _ in 0..60 {
//!     *player.velocity.x_mut() = 120.0;
//!     player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |hit| {
//!         assert!(matches!(hit.target, HitTarget::Obstacle(_)) && hit.normal == Vector([0.0, -1.0]));
//!     });
//! }
//! assert!(player.is_grounded());
//! assert_eq!(player.shape().max().y(), 100.0);
//! assert!((player.position().x() - 120.0).abs() < 1e-3);
//! ```

#[cfg(feature = "alloc")]
mod belt;
mod carry;
mod depenetration;
mod ground;
mod ground_following;
#[cfg(feature = "alloc")]
mod group_obstacles;
mod hit;
mod jump;
mod move_context;
mod move_until;
mod mover;
mod near_parts;
mod obstacle_cache;
mod obstacle_entry;
mod obstacles;
#[cfg(feature = "alloc")]
mod platform;
#[cfg(feature = "serde")]
mod serialization;
mod slide;
mod surface;
mod time_step;
mod tolerance;
mod vectors;
mod walk;
#[cfg(feature = "alloc")]
mod world_mover;
#[cfg(feature = "alloc")]
mod world_platform;

#[cfg(feature = "alloc")]
pub(crate) use belt::{Belt, carry_on_belts};
#[cfg(feature = "alloc")]
pub(crate) use group_obstacles::{GroupId, GroupRules};
pub use hit::{Hit, HitTarget, Response};
pub use jump::{Ballistic, Integrator};
pub use mover::{Mover, WalkSettings};
pub use obstacles::{Movable, Obstacle, Obstacles};
#[cfg(feature = "alloc")]
pub use platform::PushRule;
#[cfg(feature = "alloc")]
pub(crate) use platform::{MoverGroup, Platform, carry_group};
#[cfg(feature = "alloc")]
pub use world_mover::{WorldExcept, WorldMover};
