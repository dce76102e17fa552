//! The class `Shape`, which has all methods, and the classes of the kinds, which are made.

pub mod kinds;

use crate::answer::{self, Contact, RayHit, Relation, SweepHit, pair};
use crate::query;
use crate::reading::{Given, Numbers, Pair, finite};
use engine::{AsShape, Pose, Region, Relate, Rotation, ShapeBuf, Vector};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A shape that does not change: what moves it makes another. Those that are made are of the classes of the kinds.
///
/// >>> import bumper
/// >>> ball = bumper.Circle((0, 0), 5)
/// >>> ball.moved((3, 0)), ball.bounds, (3, 4) in ball
/// (Circle((3.0, 0.0), 5.0), (-5.0, -5.0, 10.0, 10.0), True)
#[pyclass(module = "bumper", subclass, frozen)]
pub struct Shape(pub ShapeBuf<f64, 2>);

fn no_box() -> PyErr {
    PyValueError::new_err("an empty shape is nowhere")
}

impl Shape {
    fn middle(&self) -> PyResult<Vector<f64, 2>> {
        self.0.center().ok_or_else(no_box)
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

#[pymethods]
impl Shape {
    /// How this shape and another lie to each other: apart, touching or overlapping.
    #[pyo3(signature = (other, /))]
    fn relation(&self, other: Given) -> Relation {
        self.0.as_shape().relation(&other.shape()).into()
    }

    /// Whether it shares a point with another: touching counts.
    #[pyo3(signature = (other, /))]
    fn intersects(&self, other: Given) -> bool {
        self.0.as_shape().intersects(&other.shape())
    }

    /// Whether it shares more than its boundary with another: touching does not count.
    #[pyo3(signature = (other, /))]
    fn overlaps(&self, other: Given) -> bool {
        self.0.as_shape().overlaps(&other.shape())
    }

    /// Whether a point is in it or on its boundary.
    #[pyo3(signature = (point, /))]
    fn contains(&self, point: Pair) -> bool {
        self.0.as_shape().contains(point.vector())
    }

    fn __contains__(&self, point: Pair) -> bool {
        self.contains(point)
    }

    /// The length of the shortest gap to another shape; zero where they touch or overlap.
    #[pyo3(signature = (other, /))]
    fn distance(&self, other: Given) -> f64 {
        engine::distance(self.0.as_shape(), other.shape())
    }

    /// How it meets another: None where they are farther apart than `within`.
    #[pyo3(signature = (other, /, within=0.0))]
    fn contact(slf: Bound<'_, Self>, other: Given, within: f64) -> PyResult<Option<Contact>> {
        query::contact(Given::Ours(slf), other, within)
    }

    /// The first touch with another while this moves by a way and the other, in the same time, by its own; or None.
    #[pyo3(signature = (moves, other, other_moves=Numbers([0.0; 2]), /), text_signature = "($self, moves, other, other_moves=(0, 0), /)")]
    fn sweep(
        slf: Bound<'_, Self>,
        moves: Pair,
        other: Given,
        other_moves: Pair,
    ) -> PyResult<Option<SweepHit>> {
        query::sweep(Given::Ours(slf), moves, other, other_moves)
    }

    /// Where a ray from a point into a direction first hits it, or None.
    #[pyo3(signature = (origin, direction, /, reach=f64::INFINITY))]
    fn cast(slf: Bound<'_, Self>, origin: Pair, direction: Pair, reach: f64) -> PyResult<Option<RayHit>> {
        query::cast(origin, direction, Given::Ours(slf), reach)
    }

    /// The same shape, moved by a way.
    #[pyo3(signature = (by, /))]
    fn moved<'py>(&self, py: Python<'py>, by: Pair) -> PyResult<Bound<'py, PyAny>> {
        let moved = self.0.translated(by.finite("by")?);
        kinds::wrap(
            py,
            moved
                .ok_or_else(|| PyOverflowError::new_err("by: the shape would leave the range of numbers"))?,
        )
    }

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

    /// x, y, width and height of a box around it: of what is not along the axes or round it may be larger by a rounding.
    #[getter]
    fn bounds(&self) -> PyResult<(f64, f64, f64, f64)> {
        let around = match self.0.as_shape() {
            // Those of others are rounded outwards.
            engine::Shape::Ball(ball) => {
                let reach = Vector([ball.radius(); 2]);
                engine::Aabb::new(ball.center() - reach, ball.center() + reach)
            }
            _ => self.0.bounds().ok_or_else(no_box)?,
        };
        Ok(answer::rect(around))
    }

    /// The middle of the box around it.
    #[getter]
    fn center(&self) -> PyResult<(f64, f64)> {
        self.middle().map(pair)
    }

    /// Lines to draw it by, each as two points.
    fn outline(&self) -> Vec<[(f64, f64); 2]> {
        let mut lines = Vec::new();
        engine::debug::outline(self.0.as_shape(), &mut |from, to| lines.push([pair(from), pair(to)]));
        lines
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let arguments = kinds::arguments(slf.py(), &slf.get().0)?;
        let parts: PyResult<Vec<String>> =
            arguments.iter().map(|part| Ok(part.repr()?.to_string())).collect();
        Ok(format!("{}({})", slf.get_type().name()?, parts?.join(", ")))
    }

    /// What does not change is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Shapes are pickled by what they are made of. An angle comes back within its rounding.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((slf.get_type().into_any(), kinds::arguments(slf.py(), &slf.get().0)?))
    }
}
