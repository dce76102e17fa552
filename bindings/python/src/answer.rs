//! The classes for results of queries, in 2D and in 3D.

use engine::{Aabb, Vector};
use pyo3::prelude::*;

/// The relation of two shapes, from the weakest to the strongest. APART counts as false, the others as true.
#[pyclass(module = "bumper", eq, ord, hash, frozen, from_py_object, rename_all = "UPPERCASE")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The shapes have no point in common.
    Apart,
    /// The shapes have at least one point in common, but an arbitrarily small displacement separates them.
    Touching,
    /// The shapes have points in common, and an arbitrarily small displacement does not separate them.
    Overlapping,
}

#[pymethods]
impl Relation {
    fn __bool__(&self) -> bool {
        *self != Self::Apart
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }
}

impl Relation {
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
        }
    }
}

impl From<engine::Relation> for Relation {
    fn from(relation: engine::Relation) -> Self {
        match relation {
            engine::Relation::Apart => Self::Apart,
            engine::Relation::Touching => Self::Touching,
            engine::Relation::Overlapping => Self::Overlapping,
        }
    }
}

pub fn pair(of: Vector<f64, 2>) -> (f64, f64) {
    of.0.into()
}

pub fn triple(of: Vector<f64, 3>) -> (f64, f64, f64) {
    of.0.into()
}

/// Converts a 2D box to (x, y, width, height).
pub fn rect(of: Aabb<f64, 2>) -> (f64, f64, f64, f64) {
    let ([x, y], size) = (of.min().0, of.max() - of.min());
    (x, y, size.x(), size.y())
}

/// Converts a 3D box to (x, y, z, width, height, depth).
pub fn cuboid(of: Aabb<f64, 3>) -> (f64, f64, f64, f64, f64, f64) {
    let ([x, y, z], size) = (of.min().0, of.max() - of.min());
    (x, y, z, size.x(), size.y(), size.z())
}

/// Defines the result classes for one number of dimensions. Python needs separate classes for 2D and 3D.
macro_rules! answers {
    ($N:literal $Point:ty = $point:ident: $Contact:ident $ContactPoint:ident $SweepHit:ident $RayHit:ident, $points:literal) => {
        /// A contact point, halfway between the two surfaces.
        #[pyclass(module = "bumper", frozen, get_all)]
        #[derive(Clone)]
        pub struct $ContactPoint {
            /// The position of the contact point.
            point: $Point,
            /// The signed distance of the two surfaces at this point. If negative, its magnitude is the penetration depth.
            separation: f64,
            /// A number that identifies the corners, edges or faces in contact. It stays the same as long as the same corners, edges or
            /// faces touch, so that a contact point can be found again in a later contact of the same shapes.
            feature: u32,
            /// The parts of the two shapes that meet at this point; see Contact.parts.
            parts: (u32, u32),
        }

        #[pymethods]
        impl $ContactPoint {
            fn __repr__(&self) -> String {
                let (class, Self { point, separation, .. }) = (stringify!($ContactPoint), self);
                format!("{class}(point={point:?}, separation={separation:?})")
            }
        }

        /// The contact of two shapes, which may be apart. If they overlap, moving the second shape along the normal by the penetration
        /// depth makes them touch.
        #[pyclass(module = "bumper", frozen)]
        pub struct $Contact(pub engine::Contact<f64, $N>);

        #[pymethods]
        impl $Contact {
            /// The signed distance of the shapes. If negative, its magnitude is the penetration depth.
            #[getter]
            fn separation(&self) -> f64 {
                self.0.separation
            }

            /// The penetration depth; zero if the shapes do not overlap.
            #[getter]
            fn depth(&self) -> f64 {
                self.0.depth()
            }

            /// The unit normal from the first shape to the second.
            #[getter]
            fn normal(&self) -> $Point {
                $point(self.0.normal)
            }

            /// The shortest offset that moves the second shape out of the first: the normal times the depth.
            #[getter]
            fn push(&self) -> $Point {
                $point(self.0.normal.scaled(self.0.depth()))
            }

            /// The parts of the two shapes that the contact belongs to; 0 for shapes without parts. The part of a compound is an index in
            /// the list of its parts. The part of a concave polygon is an edge, given by the index of its first corner, or NO_PART if the
            /// normal belongs to no edge. The part of a mask is a pixel: its row times the width of the mask plus its column. The part of a
            /// mesh is the index of a triangle, and that of a height field a cell: its row times the number of cells in a row plus its
            /// column.
            #[getter]
            fn parts(&self) -> (u32, u32) {
                self.0.parts.into()
            }

            #[doc = $points]
            #[getter]
            fn points(&self) -> Vec<$ContactPoint> {
                let points = self.0.points().iter();
                let point = |at: &engine::ContactPoint<f64, $N>| $ContactPoint {
                    point: $point(at.point),
                    separation: at.separation,
                    feature: at.feature,
                    parts: at.parts.into(),
                };
                points.map(point).collect()
            }

            fn __repr__(&self) -> String {
                let class = stringify!($Contact);
                let of = self.0;
                format!("{class}(separation={:?}, normal={:?})", of.separation, self.normal())
            }
        }

        /// The first contact of two moving shapes.
        #[pyclass(module = "bumper", frozen, get_all)]
        pub struct $SweepHit {
            /// The time of impact, as a fraction of the motion from 0 to 1.
            time: f64,
            /// The unit normal from the first shape to the second.
            normal: $Point,
            /// The contact point.
            point: $Point,
            /// Whether the shapes overlap at the start.
            starts_overlapping: bool,
            /// The parts of the two shapes that meet; see Contact.parts.
            parts: (u32, u32),
        }

        impl From<engine::SweepHit<f64, $N>> for $SweepHit {
            fn from(hit: engine::SweepHit<f64, $N>) -> Self {
                let starts_overlapping = hit.starts_overlapping;
                Self {
                    time: hit.time,
                    normal: $point(hit.normal),
                    point: $point(hit.point),
                    starts_overlapping,
                    parts: hit.parts.into(),
                }
            }
        }

        #[pymethods]
        impl $SweepHit {
            fn __repr__(&self) -> String {
                let (class, Self { time, normal, point, .. }) = (stringify!($SweepHit), self);
                format!("{class}(time={time:?}, normal={normal:?}, point={point:?})")
            }
        }

        /// The first hit of a ray on a shape.
        #[pyclass(module = "bumper", frozen, get_all)]
        pub struct $RayHit {
            /// The distance from the origin of the ray.
            distance: f64,
            /// The point where the ray hits the shape.
            point: $Point,
            /// The unit normal of the surface at that point.
            normal: $Point,
            /// The part of the shape that is hit; see Contact.parts. For a concave polygon, NO_PART if the ray starts inside.
            part: u32,
        }

        impl From<engine::RayHit<f64, $N>> for $RayHit {
            fn from(hit: engine::RayHit<f64, $N>) -> Self {
                let engine::RayHit { distance, point, normal, part } = hit;
                Self { distance, point: $point(point), normal: $point(normal), part }
            }
        }

        #[pymethods]
        impl $RayHit {
            fn __repr__(&self) -> String {
                let (class, Self { distance, point, normal, .. }) = (stringify!($RayHit), self);
                format!("{class}(distance={distance:?}, point={point:?}, normal={normal:?})")
            }
        }
    };
}

answers!(2 (f64, f64) = pair: Contact ContactPoint SweepHit RayHit, "The one or two contact points.");
answers!(3 (f64, f64, f64) = triple: Contact3 ContactPoint3 SweepHit3 RayHit3, "The one to four contact points.");
