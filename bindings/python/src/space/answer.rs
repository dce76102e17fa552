//! What queries of shapes in space answer.

use engine::Vector;
use pyo3::prelude::*;

type Place = (f64, f64, f64);

pub fn triple(of: Vector<f64, 3>) -> Place {
    (of.x(), of.y(), of.z())
}

/// A point where two shapes meet, half-way between their surfaces.
#[pyclass(module = "bumper", frozen, get_all)]
pub struct ContactPoint3 {
    /// Where.
    point: Place,
    /// How far the shapes are apart there; below zero how deep.
    separation: f64,
    /// A number that stays the same as long as the same corners, edges and faces meet.
    feature: u32,
}

#[pymethods]
impl ContactPoint3 {
    fn __repr__(&self) -> String {
        format!("ContactPoint3(point={:?}, separation={:?})", self.point, self.separation)
    }
}

/// How two shapes meet, or how far they are apart. Moving the second along the normal by the depth leaves them touching.
#[pyclass(module = "bumper", frozen)]
pub struct Contact3(pub engine::Contact<f64, 3>);

#[pymethods]
impl Contact3 {
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
    fn normal(&self) -> Place {
        triple(self.0.normal)
    }

    /// The shortest way by which the second leaves the first: the normal times the depth.
    #[getter]
    fn push(&self) -> Place {
        triple(self.0.normal.scaled(self.0.depth()))
    }

    /// One to four points where they meet.
    #[getter]
    fn points(&self) -> Vec<ContactPoint3> {
        let points = self.0.points().iter();
        points
            .map(|at| ContactPoint3 {
                point: triple(at.point),
                separation: at.separation,
                feature: at.feature,
            })
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("Contact3(separation={:?}, normal={:?})", self.0.separation, self.normal())
    }
}

/// The first touch of two moving shapes.
#[pyclass(module = "bumper", frozen)]
pub struct SweepHit3(pub engine::SweepHit<f64, 3>);

#[pymethods]
impl SweepHit3 {
    /// When, in parts of the way from 0 to 1.
    #[getter]
    fn time(&self) -> f64 {
        self.0.time
    }

    /// The unit normal from the first shape to the second.
    #[getter]
    fn normal(&self) -> Place {
        triple(self.0.normal)
    }

    /// Where.
    #[getter]
    fn point(&self) -> Place {
        triple(self.0.point)
    }

    /// Whether they overlap from the start.
    #[getter]
    fn starts_overlapping(&self) -> bool {
        self.0.starts_overlapping
    }

    fn __repr__(&self) -> String {
        format!("SweepHit3(time={:?}, normal={:?}, point={:?})", self.0.time, self.normal(), self.point())
    }
}

/// What a ray hits.
#[pyclass(module = "bumper", frozen)]
pub struct RayHit3(pub engine::RayHit<f64, 3>);

#[pymethods]
impl RayHit3 {
    /// How far away.
    #[getter]
    fn distance(&self) -> f64 {
        self.0.distance
    }

    /// Where.
    #[getter]
    fn point(&self) -> Place {
        triple(self.0.point)
    }

    /// The unit normal of the surface there.
    #[getter]
    fn normal(&self) -> Place {
        triple(self.0.normal)
    }

    fn __repr__(&self) -> String {
        format!(
            "RayHit3(distance={:?}, point={:?}, normal={:?})",
            self.0.distance,
            self.point(),
            self.normal()
        )
    }
}
