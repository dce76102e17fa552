//! The Python package: thin classes and functions that call the crate `bumper`. The types of arguments and results are in
//! `python/bumper/_bumper.pyi`; the doc comments here are the docstrings.

// These modules contain unsafe code, and give the reasons: `guarded`, `pygame`, `reading::whole`, `rect::borrowed`, `reading::array::buffer`,
// `mask_methods::direct`, `mask::pygame_bits` and `mask::surface::alpha`.
#![deny(unsafe_code)]

mod answer;
mod checked;
mod guarded;
mod many;
mod mask;
mod mask_methods;
mod mover;
mod pygame;
mod query;
mod reading;
mod rect;
mod scene;
mod shape;
mod simulation;
mod space;
mod trace;
mod world;

use pyo3::prelude::*;

/// Collision detection for games: see `help(bumper)`.
#[pymodule]
mod _bumper {
    #[pymodule_export]
    use crate::answer::{
        Contact, Contact3, ContactPoint, ContactPoint3, RayHit, RayHit3, Relation, SweepHit, SweepHit3,
    };
    #[pymodule_export]
    use crate::many::{Pairs, collide_many};
    #[pymodule_export]
    use crate::mask::Mask;
    #[pymodule_export]
    use crate::mask::surface::{from_surface, from_threshold};
    #[pymodule_export]
    use crate::mover::{Mover, Mover3};
    #[pymodule_export]
    use crate::query::{cast, collide_mask, contact, distance, intersects, overlaps, relation, sweep};
    #[pymodule_export]
    use crate::rect::class::{FRect, Rect};
    #[pymodule_export]
    use crate::scene::{Scene, SceneShape, load};
    #[pymodule_export]
    use crate::shape::Shape;
    #[pymodule_export]
    use crate::shape::half_space::HalfSpace;
    #[pymodule_export]
    use crate::shape::height_field::HeightField;
    #[pymodule_export]
    use crate::shape::kinds::{
        Box, Capsule, Circle, Compound, Ellipse, OrientedBox, Point, Polygon, Segment, Sprite, Triangle,
    };
    #[pymodule_export]
    use crate::simulation::{
        BodyState, Collider, ContactEvent, JointState, ManifoldPoint, MoverStep, Simulation,
    };
    #[pymodule_export]
    use crate::space::Shape3;
    #[pymodule_export]
    use crate::space::half_space::HalfSpace3;
    #[pymodule_export]
    use crate::space::height_field::HeightField3;
    #[pymodule_export]
    use crate::space::kinds::{
        Box3, Capsule3, Compound3, Cylinder, Hull, OrientedBox3, Point3, Segment3, Sphere,
    };
    #[pymodule_export]
    use crate::space::mesh::Mesh;
    #[pymodule_export]
    use crate::space::triangle::Triangle3;
    #[pymodule_export]
    use crate::trace::trace;
    #[pymodule_export]
    use crate::world::hit::{Hit, Hit3};
    #[pymodule_export]
    use crate::world::{Event, World, World3};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::mask_methods::add(module.py())?;
        module.add("NO_PART", engine::NO_PART)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
