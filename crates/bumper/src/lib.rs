//! Collision detection for games.
//!
//! The same code in 2D and 3D, on whole numbers, fixed point and floats; without `std`, without a heap, without
//! `unsafe`. Whole numbers and fixed point get the answer of exact arithmetic for every input, in the narrowest
//! numbers that can give it.
//!
//! ```
//! use bumper::{Aabb, Ball, Relate, Relation};
//!
//! let wall = Aabb::new([300i16, 40], [340, 440]);
//! let mut dot = Ball::new([10, 240], 10);
//! while !dot.intersects(&wall) {
//!     dot = dot.translated([5, 0]);
//! }
//! assert_eq!(dot.relation(&wall), Relation::Touching);
//! assert_eq!(dot.center().x(), 290);
//! ```
//!
//! # Conventions
//!
//! - **Touching** has one rule for every pair, scalar and query; see [`query::relation`]. [`Relate::intersects`]
//!   counts it, [`Relate::overlaps`] does not, [`Relate::relation`] tells.
//! - **Shapes are closed**: their boundary belongs to them. They may be flat or a point.
//! - **Axes** are x, y, z, numbered from 0. Nothing here depends on whether y goes up or down, except
//!   [`Aabb::from_top_left`], which asks.
//! - **Normals** of a pair, as [`contact()`] and [`sweep()`] give them, point from the first shape to the second. Normals of what has
//!   been hit, by a ray or a mover, are those of its surface: they point out of it.
//! - **Range**: sums of coordinates stop at the ends of the scalar's range; differences and their squares are taken in
//!   wider types ([`scalar`]). Radii lie between zero and [`Scalar::MAX_RADIUS`](scalar::Scalar::MAX_RADIUS). Nothing
//!   panics, but indexing a [`Vector`] beyond its axes.
//!
//! # Features
//!
//! Every shape, query and mover works in every build, with the same bits: without `std` the square root is one in whole numbers.
//! `libm` (which `std` includes) gives sines: rotations by degrees, sweeps of what turns; `fixed` the number types of the
//! `fixed` crate; `serde`, `mint`, `glam` (and `glam027` to `glam033` for older versions of it) conversions; `alloc` (which `std` includes) the broad phase in [`broad_phase`] and
//! [`world`].

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
pub mod broad_phase;
#[cfg(any(feature = "std", feature = "libm"))]
pub mod debug;
#[cfg(feature = "alloc")]
pub mod dynamics;
mod form;
mod interop;
pub mod mask;
pub mod motion;
mod narrow;
mod pieces;
pub mod pose;
pub mod rotation;
pub mod scalar;
pub mod shape;
pub mod vector;
mod wide;
#[cfg(feature = "alloc")]
pub mod world;

/// The questions: a module a verb.
pub mod query {
    pub mod contact;
    pub mod deeper;
    mod entering;
    pub(crate) mod entry;
    pub mod inside;
    pub mod ray;
    pub mod relation;
    pub mod sweep;
    mod through;
    #[cfg(any(feature = "std", feature = "libm"))]
    pub mod turning;
}

#[cfg(feature = "alloc")]
pub use mask::MaskBuf;
pub use mask::{Mask, Sprite};
pub use pose::Pose;
pub use query::contact::{Contact, ContactPoint, contact, contact_within, distance};
pub use query::deeper::sweep_deeper;
pub use query::ray::{Ray, RayHit, cast};
pub use query::relation::{Relate, Relation, Verdict};
pub use query::sweep::{SweepHit, sweep};
#[cfg(any(feature = "std", feature = "libm"))]
pub use query::turning::{Motion, sweep_turning};
pub use rotation::Rotation;
pub use scalar::AreaOf;
pub use shape::aabb::{Aabb, Aabb2, Aabb3, Push, YAxis};
pub use shape::ball::{Ball, Circle, Sphere, SquaredBall};
pub use shape::capsule::Capsule;
pub use shape::compound::{Compound, MovedCompound};
pub use shape::cylinder::Cylinder;
pub use shape::ellipse::Ellipse;
pub use shape::hull::Hull;
#[cfg(feature = "alloc")]
pub use shape::hull::HullBuf;
pub use shape::oriented::{OrientedBox, OrientedCylinder};
#[cfg(feature = "alloc")]
pub use shape::owned::{Group, ShapeBuf};
pub use shape::polygon::{Polygon, PolygonBuf, PolygonError};
#[cfg(feature = "alloc")]
pub use shape::region::Region;
pub use shape::segment::Segment;
pub use shape::triangle::Triangle;
pub use shape::{AsShape, Shape};
pub use vector::{Axis, Side, Vector, Vector2, Vector3};

/// The examples of the project's front page are tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So are those of the page for readers of the tutorials.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../docs/tutorials.md")]
struct Tutorials;

/// And those of the handbook that no other file has.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../handbook/listings.md")]
struct Handbook;
