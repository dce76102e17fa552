//! Collision detection for games.
//!
//! The same code works in 2D and 3D, on integers, fixed point and floats, without `std`, without a heap and without `unsafe`. Integers
//! and fixed point give the answer of exact arithmetic for every input, with the narrowest intermediate types that suffice.
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
//! # Which part to use
//!
//! | you have | use |
//! | --- | --- |
//! | two shapes | the functions of this page ([`contact()`], [`distance()`], [`sweep()`], [`cast()`]) and the methods of [`Relate`] |
//! | many shapes that stay for more than a frame | [`world::World`]: ids, filters, events, and queries of all shapes |
//! | a list of boxes that is new in every frame | [`broad_phase::AllPairs`] |
//! | boxes with your own keys | [`broad_phase::Tree`] |
//! | a character, a lift or another object that moves by velocity and stops at obstacles | [`motion::Mover`] |
//! | rigid bodies and joints in 2D | [`dynamics::Simulation`] |
//! | pixels | [`Mask`], and [`Sprite`] to use a mask as a shape |
//!
//! For many small objects against few large ones, such as 5,000 bullets against 200 enemies, do not put all of them into one world and read
//! its events. Put the enemies into a world and query it with each bullet, or put the bullets into a [`broad_phase::Batch`] and query it
//! with each enemy. Neither moves the bullets in a tree.
//!
//! # Conventions
//! - **Touching** follows one rule for every pair of shapes, scalar and query; see [`query::relation`]. [`Relate::intersects`] counts
//!   touching, [`Relate::overlaps`] does not, and [`Relate::relation`] returns whether the shapes are apart, touch or overlap.
//! - **Shapes are closed**: their boundary belongs to them. They may be degenerate: flat, or a single point.
//! - **Axes** are x, y and z, numbered from 0. Queries do not depend on whether y points up or down. Functions that depend on the direction
//!   of y, such as [`Aabb::from_top_left`], take it as an argument.
//! - **Normals** of a pair of shapes ([`contact()`], [`sweep()`]) point from the first shape to the second. Normals of the hits of a ray or
//!   a mover are surface normals: they point away from the shape that was hit.
//! - **Range**: a sum of coordinates, such as a corner of a translated shape, is clamped to the scalar's range; it never wraps around.
//!   Differences of coordinates and their squares use wider types, which hold every result ([`scalar`]). Radii are between zero and
//!   [`Scalar::MAX_RADIUS`](scalar::Scalar::MAX_RADIUS). Nothing panics, except indexing a [`Vector`] beyond its axes.
//!
//! Every build computes the same results, to the last bit. To achieve this, builds without `std` compute the square root in integers.
//! Without any feature, all shapes that need no heap, their queries and movers are available.
//!
//! `alloc` adds concave polygons ([`Region`]), the shapes that own their data, the broad phase in [`broad_phase`] and [`world`], and rigid
//! bodies in [`dynamics`]. `libm` adds everything that needs a sine: rotations by an angle, and sweeps of rotating shapes. `std` includes
//! both. `fixed` adds the number types of the `fixed` crate. `serde`, `mint` and `glam` add conversions. `bevy017` to `bevy020` and
//! `macroquad` select the version of `glam` that the engine uses.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "alloc")]
mod box_tree;
#[cfg(feature = "alloc")]
pub mod broad_phase;
mod composite;
#[cfg(any(feature = "std", feature = "libm"))]
pub mod debug;
#[cfg(feature = "alloc")]
pub mod dynamics;
#[cfg(feature = "serde")]
mod format_version;
mod interop;
pub mod mask;
pub mod motion;
mod narrow;
pub mod pose;
pub mod prelude;
pub mod rotation;
pub mod scalar;
pub mod shape;
#[cfg(any(feature = "alloc", feature = "serde"))]
mod state_hash;
pub mod vector;
mod view;
mod wide;
#[cfg(feature = "alloc")]
pub mod world;

/// The queries, one module for each.
pub mod query {
    pub mod contact;
    mod first_contact;
    pub mod inside;
    pub(crate) mod one_sided;
    pub(crate) mod overlap_time;
    pub mod ray;
    mod ray_entry;
    mod ray_exit;
    pub mod relation;
    pub mod sweep;
    pub mod sweep_deepening;
    #[cfg(any(feature = "std", feature = "libm"))]
    pub mod turning;
}

#[cfg(feature = "alloc")]
pub use mask::MaskBuf;
pub use mask::{Mask, Sprite};
pub use pose::Pose;
pub use query::contact::{Contact, ContactPoint, contact, contact_within, distance};
pub use query::ray::{Ray, RayHit, cast};
pub use query::relation::{Relate, Relation, Verdict};
pub use query::sweep::{SweepHit, sweep};
pub use query::sweep_deepening::sweep_deeper;
#[cfg(any(feature = "std", feature = "libm"))]
pub use query::turning::{Motion, sweep_turning};
pub use rotation::Rotation;
pub use scalar::AreaOf;
pub use shape::aabb::{Aabb, Aabb2, Aabb3, MinimumTranslation, YAxis};
pub use shape::ball::{Ball, Circle, Sphere, SquaredBall};
pub use shape::capsule::Capsule;
pub use shape::compound::{Compound, MovedCompound};
pub use shape::cylinder::Cylinder;
pub use shape::ellipse::Ellipse;
pub use shape::half_space::HalfSpace;
#[cfg(feature = "alloc")]
pub use shape::height_field::{HeightField, HeightFieldError};
pub use shape::hull::Hull;
#[cfg(feature = "alloc")]
pub use shape::hull::HullBuf;
#[cfg(feature = "alloc")]
pub use shape::mesh::{Mesh, MeshError};
pub use shape::oriented::{OrientedBox, OrientedCylinder};
#[cfg(feature = "alloc")]
pub use shape::owned::{Group, ShapeBuf};
pub use shape::polygon::{Polygon, PolygonBuf, PolygonError};
#[cfg(feature = "alloc")]
pub use shape::region::Region;
pub use shape::segment::Segment;
pub use shape::triangle::Triangle;
pub use shape::{AsShape, NO_PART, Shape};
pub use vector::{Axis, Side, Vector, Vector2, Vector3};

/// Runs the examples of the project's README as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of the guide as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../docs/guide.md")]
struct Guide;

/// Runs the examples of the tutorials page as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../docs/tutorials.md")]
struct Tutorials;
