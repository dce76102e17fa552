//! The items that most programs need, for `use bumper::prelude::*`.
//!
//! The names of [`dynamics`](crate::dynamics) are not included, because programs without bodies do not need them, and some of them are
//! general, such as `Motor` and `Spring`.
//!
//! ```
//! use bumper::prelude::*;
//!
//! let hit = contact(Ball::new([0.0, 0.0], 1.0), Aabb::new([0.5, -1.0], [2.0, 1.0]));
//! assert_eq!(hit.depth(), 0.5);
//! ```

#[cfg(feature = "alloc")]
pub use crate::broad_phase::{AllPairs, Batch, Tree};
pub use crate::motion::{HitTarget, Mover, Response, WalkSettings};
#[cfg(feature = "alloc")]
pub use crate::world::{Change, Collider, Id, World};
pub use crate::{
    Aabb, AsShape, Axis, Ball, Capsule, Compound, Contact, Cylinder, Ellipse, HalfSpace, Hull, Mask,
    OrientedBox, OrientedCylinder, Polygon, PolygonBuf, Pose, Ray, RayHit, Relate, Relation, Rotation,
    Segment, Shape, Side, Sprite, SquaredBall, SweepHit, Triangle, Vector, cast, contact, contact_within,
    distance, sweep, sweep_deeper,
};
#[cfg(feature = "alloc")]
pub use crate::{Group, HullBuf, MaskBuf, Region, ShapeBuf};
