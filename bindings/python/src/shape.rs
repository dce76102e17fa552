//! The class `Shape`, with the methods of all 2D shapes. Its subclasses, one for each kind of shape, have the constructors.

pub mod class;
pub mod drawing;
pub mod extent;
pub mod given;
pub mod half_space;
pub mod height_field;
pub mod initializer;
pub mod kinds;
pub mod rotation;

use crate::answer::{self, Contact, RayHit, Relation, SweepHit, pair};
use crate::checked;
use crate::reading::{Numbers, Pair, finite};
use class::class;
use engine::{AsShape, Pose, Relate, Rotation, ShapeBuf, Vector};
use extent::{no_box, pivot};
use given::Given;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

class! {
    /// An immutable 2D shape. Methods that move it return a new shape. Do not create objects of this class, but of its subclasses, such as
    /// Circle.
    ///
    /// >>> import bumper
    /// >>> ball = bumper.Circle((0, 0), 5)
    /// >>> ball.translated((3, 0)), ball.bounds, (3, 4) in ball
    /// (Circle((3.0, 0.0), 5.0), (-5.0, -5.0, 10.0, 10.0), True)
    Shape in 2 of Given, points (f64, f64) = pair;
    boxes (f64, f64, f64, f64) = answer::rect:
        "The bounding box, as (x, y, width, height). For shapes that are neither axis-aligned nor round, it may be larger by a rounding error.";
    Contact SweepHit RayHit, "($self, moves, other, other_moves=(0, 0), /)";

    /// Returns the shape, moved so that the center of its bounding box is at a point.
    #[pyo3(signature = (center, /))]
    fn moved_to<'py>(&self, py: Python<'py>, center: Pair) -> PyResult<Bound<'py, PyAny>> {
        let offset = center.finite("center")? - self.middle()?;
        self.translated(py, Numbers(offset.0))
    }

    /// Returns the shape, rotated about a point, which is by default the center of its bounding box, or the point of a half-space. The
    /// angle is in degrees; a positive angle rotates x towards y (clockwise on a screen).
    #[pyo3(signature = (degrees, /, about=None))]
    fn rotated<'py>(&self, py: Python<'py>, degrees: f64, about: Option<Pair>) -> PyResult<Bound<'py, PyAny>> {
        let about = about.map_or_else(|| self.pivot(), |about| about.finite("about"))?;
        let rotation = Rotation::from_degrees(finite(degrees, "degrees")?);
        kinds::wrap(py, placed(&self.0, &Pose::new(rotation, about - rotation.apply(about))))
    }

    /// The outlines of the shape, each as a list of points, as for `pygame.draw.lines(surface, color, False, points)`. An outline is a closed
    /// loop: its last point is its first point again, so that `pygame.draw.polygon` fills it. Most shapes have one outline; compounds and
    /// masks may have several. An outline with curves is approximated by at most 48 points. The outline of a half-space is a square with
    /// sides of 1024 behind its point. Shapes without an inside have open lines: a segment has one of two points, a point one from itself
    /// to itself, and a height field one for each run of segments without holes.
    fn outline(&self) -> Vec<Vec<(f64, f64)>> {
        drawing::closed_outlines(&self.0)
    }

    /// Draws the shape on a pygame surface: filled if `width` is 0, else its outline. `offset` is added to the position of the shape, as
    /// for a camera. A half-space is drawn up to the edges of the surface.
    #[pyo3(signature = (surface, color, width=0, *, offset=Numbers([0.0; 2])),
        text_signature = "($self, surface, color, width=0, *, offset=(0, 0))")]
    fn draw(
        &self,
        surface: &Bound<'_, PyAny>,
        color: &Bound<'_, PyAny>,
        width: i64,
        offset: Pair,
    ) -> PyResult<()> {
        drawing::Pen::new(surface, color, width, offset)?.draw(&self.0)
    }
}

/// Moves a shape to a pose. A polygon stays a polygon, unless rounding makes its corners invalid. If the pose has no rotation, a box stays
/// axis-aligned.
pub fn placed(shape: &ShapeBuf<f64, 2>, pose: &Pose<f64, 2>) -> ShapeBuf<f64, 2> {
    if pose.rotation == Rotation::identity()
        && let Some(moved) = shape.translated(pose.translation)
    {
        return moved;
    }
    let placed = match shape.as_shape() {
        // Create the polygon anew from its rotated corners, by the function that the class `Polygon` uses. Rounding may have made a convex
        // polygon concave or the reverse, and this function chooses the kind that fits the corners.
        engine::Shape::Region(region) => {
            let corners: Vec<_> =
                region.corners().iter().map(|&corner| Numbers(pose.apply(corner).0)).collect();
            kinds::polygon(&corners, 0.0).ok()
        }
        engine::Shape::Polygon(polygon) => {
            let corners: Vec<_> = polygon.corners().map(|corner| Numbers(pose.apply(corner).0)).collect();
            kinds::polygon(&corners, polygon.radius()).ok()
        }
        _ => None,
    };
    placed.unwrap_or_else(|| shape.placed(pose))
}
