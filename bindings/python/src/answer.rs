//! What queries answer.

use engine::Vector;
use pyo3::prelude::*;

/// How two shapes lie to each other, from the weakest to the strongest. False is only APART.
#[pyclass(module = "bumper", eq, ord, hash, frozen, from_py_object, rename_all = "UPPERCASE")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// They share no point.
    Apart,
    /// They share a point, but the smallest push parts them.
    Touching,
    /// They share more than that.
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
    (of.x(), of.y())
}

/// A point where two shapes meet, half-way between their surfaces.
#[pyclass(module = "bumper", frozen, get_all)]
#[derive(Clone)]
pub struct ContactPoint {
    /// Where.
    point: (f64, f64),
    /// How far the shapes are apart there; below zero how deep.
    separation: f64,
    /// A number that stays the same as long as the same corners and edges meet.
    feature: u32,
}

#[pymethods]
impl ContactPoint {
    fn __repr__(&self) -> String {
        format!("ContactPoint(point={:?}, separation={:?})", self.point, self.separation)
    }
}

/// How two shapes meet, or how far they are apart. Moving the second along the normal by the depth leaves them touching.
#[pyclass(module = "bumper", frozen)]
pub struct Contact(pub engine::Contact<f64, 2>);

#[pymethods]
impl Contact {
    /// How far the shapes are apart; below zero the depth.
    #[getter]
    fn separation(&self) -> f64 {
        self.0.separation
    }

    /// How deep they overlap; zero where they do not.
    #[getter]
    fn depth(&self) -> f64 {
        self.0.depth()
    }

    /// The unit normal from the first to the second.
    #[getter]
    fn normal(&self) -> (f64, f64) {
        pair(self.0.normal)
    }

    /// The shortest way by which the second leaves the first: the normal times the depth.
    #[getter]
    fn push(&self) -> (f64, f64) {
        pair(self.0.normal.scaled(self.0.depth()))
    }

    /// One or two points where they meet.
    #[getter]
    fn points(&self) -> Vec<ContactPoint> {
        let points = self.0.points().iter();
        points
            .map(|at| ContactPoint { point: pair(at.point), separation: at.separation, feature: at.feature })
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("Contact(separation={:?}, normal={:?})", self.0.separation, self.normal())
    }
}

/// The first touch of two moving shapes.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct SweepHit {
    /// When, in parts of the way from 0 to 1.
    time: f64,
    /// The unit normal from the first shape to the second.
    normal: (f64, f64),
    /// Where.
    point: (f64, f64),
    /// Whether they overlap from the start.
    starts_overlapping: bool,
}

impl From<engine::SweepHit<f64, 2>> for SweepHit {
    fn from(hit: engine::SweepHit<f64, 2>) -> Self {
        let starts_overlapping = hit.starts_overlapping;
        Self { time: hit.time, normal: pair(hit.normal), point: pair(hit.point), starts_overlapping }
    }
}

#[pymethods]
impl SweepHit {
    fn __repr__(&self) -> String {
        format!("SweepHit(time={:?}, normal={:?}, point={:?})", self.time, self.normal, self.point)
    }
}

/// What a ray hits.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct RayHit {
    /// How far away.
    distance: f64,
    /// Where.
    point: (f64, f64),
    /// The unit normal of the surface there.
    normal: (f64, f64),
}

impl From<engine::RayHit<f64, 2>> for RayHit {
    fn from(hit: engine::RayHit<f64, 2>) -> Self {
        Self { distance: hit.distance, point: pair(hit.point), normal: pair(hit.normal) }
    }
}

#[pymethods]
impl RayHit {
    fn __repr__(&self) -> String {
        format!("RayHit(distance={:?}, point={:?}, normal={:?})", self.distance, self.point, self.normal)
    }
}
