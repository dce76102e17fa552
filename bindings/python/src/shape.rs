//! The class `Shape`, which has all methods, and the classes of the kinds, which are made.

pub mod class;
pub mod kinds;

use crate::answer::{self, Contact, RayHit, Relation, SweepHit, pair};
use crate::query;
use crate::reading::{Given, Numbers, Pair, finite};
use class::{class, no_box};
use engine::{AsShape, Pose, Region, Relate, Rotation, ShapeBuf, Vector};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

class! {
    /// A shape that does not change: what moves it makes another. Those that are made are of the classes of the kinds.
    ///
    /// >>> import bumper
    /// >>> ball = bumper.Circle((0, 0), 5)
    /// >>> ball.moved((3, 0)), ball.bounds, (3, 4) in ball
    /// (Circle((3.0, 0.0), 5.0), (-5.0, -5.0, 10.0, 10.0), True)
    Shape in 2 of Given, places (f64, f64) = pair;
    boxes (f64, f64, f64, f64) = answer::rect:
        "x, y, width and height of a box around it: of what is not along the axes or round it may be larger by a rounding.";
    Contact SweepHit RayHit, "($self, moves, other, other_moves=(0, 0), /)";

    /// The same shape with the middle of its box elsewhere.
    #[pyo3(signature = (center, /))]
    fn moved_to<'py>(&self, py: Python<'py>, center: Pair) -> PyResult<Bound<'py, PyAny>> {
        let way = center.finite("center")? - self.middle()?;
        self.moved(py, Numbers(way.0))
    }

    /// The same shape, turned by degrees from x towards y (on a screen clockwise) about a point, or else its middle.
    #[pyo3(signature = (degrees, /, about=None))]
    fn turned<'py>(&self, py: Python<'py>, degrees: f64, about: Option<Pair>) -> PyResult<Bound<'py, PyAny>> {
        let about = about.map_or_else(|| self.middle(), |about| about.finite("about"))?;
        let rotation = Rotation::from_degrees(finite(degrees, "degrees")?);
        kinds::wrap(py, placed(&self.0, &Pose::new(rotation, about - rotation.apply(about))))
    }

    /// Lines to draw it by, each as two points.
    fn outline(&self) -> Vec<[(f64, f64); 2]> {
        let mut lines = Vec::new();
        engine::debug::outline(self.0.as_shape(), &mut |from, to| lines.push([pair(from), pair(to)]));
        lines
    }
}

/// At a pose. A polygon stays one, unless its corners round to none; a box that is not turned stays along the axes.
pub fn placed(shape: &ShapeBuf<f64, 2>, pose: &Pose<f64, 2>) -> ShapeBuf<f64, 2> {
    if pose.rotation == Rotation::identity()
        && let Some(moved) = shape.translated(pose.translation)
    {
        return moved;
    }
    let placed = match shape.as_shape() {
        engine::Shape::Region(region) => {
            Region::new(region.corners().iter().map(|&corner| pose.apply(corner))).ok().map(ShapeBuf::from)
        }
        engine::Shape::Polygon(polygon) => {
            let corners: Vec<_> = polygon.corners().map(|corner| pose.apply(corner)).collect();
            let made = engine::Polygon::new(&corners).ok();
            made.map(|made| if polygon.radius() > 0.0 { made.rounded(polygon.radius()) } else { made }.into())
        }
        _ => None,
    };
    placed.unwrap_or_else(|| shape.placed(pose))
}
