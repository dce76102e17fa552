//! Motion: launch speeds of jumps, integrators, and movers, which are shapes that stop, slide, bounce or pass at obstacles and never
//! tunnel.
//!
//! Obstacles are a [`World`](crate::world::World) or, without a heap, a slice of shapes. A mover without thickness, such as a segment,
//! stops slightly before a parallel wall without thickness, because on the wall it would be on neither side. The gap is one smallest step
//! for integers and fixed point, and a few roundings for floats.
//!
//! ```
//! use bumper::motion::{Mover, Response, With};
//! use bumper::{Aabb, Shape, Vector};
//!
//! // The floor is made of tiles. A mover that slides along it does not catch on the internal edges (ghost collisions).
//! let floor: Vec<Shape<f32, 2>> =
//!     (0..9).map(|k| Aabb::new([k as f32 * 16.0, 100.0], [k as f32 * 16.0 + 16.0, 116.0]).into()).collect();
//! let mut player = Mover::new(Aabb::new([0.0, 0.0], [12.0, 20.0]));
//! player.gravity = Vector([0.0, 900.0]);
//! for _ in 0..60 {
//!     player.velocity.0[0] = 120.0;
//!     player.step(1.0 / 60.0, &floor[..], |_| Some(Response::Slide), |hit| {
//!         assert!(matches!(hit.with, With::Obstacle(_)) && hit.normal == Vector([0.0, -1.0]));
//!     });
//! }
//! assert!(player.is_grounded());
//! assert_eq!(player.shape().max().y(), 100.0);
//! assert!((player.position().x() - 120.0).abs() < 1e-3);
//! ```

mod cast;
mod escape;
mod frame;
mod ground;
mod hit;
mod jump;
mod legs;
mod mover;
mod near;
mod obstacles;
mod place;
#[cfg(feature = "alloc")]
mod resident;
mod ride;
mod slide;
mod tolerance;
mod vectors;
mod walk;

pub use hit::{Hit, Response, With};
pub use jump::{Ballistic, Integrator};
pub use mover::{Legs, Mover};
pub use obstacles::{Movable, Obstacle, Obstacles};
#[cfg(feature = "alloc")]
pub use resident::Others;
