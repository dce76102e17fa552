//! Computes outlines of shapes, and draws them on pygame surfaces.

use super::placed;
use crate::answer::pair;
use crate::reading::{Numbers, Pair};
use engine::{Aabb, AsShape, HalfSpace, HeightField, ShapeBuf, Sprite, Vector};
use pyo3::prelude::*;
use pyo3::types::PyDict;

type Point = (f64, f64);

/// Returns the outlines of a shape as closed loops: lists of points whose last point is the first one again. Segments and height fields are
/// open lines, and a point is a line from the point to itself.
pub fn closed_outlines(shape: &ShapeBuf<f64, 2>) -> Vec<Vec<Point>> {
    let mut lines = outlines(shape);
    for line in lines.iter_mut().filter(|line| line.closed) {
        line.points.extend(line.points.first().copied());
    }
    lines.into_iter().map(|line| line.points).collect()
}

/// An outline of a shape. If it is closed, its last point is connected with its first point.
struct Line {
    points: Vec<Point>,
    closed: bool,
}

/// Returns the outlines of a shape. A height field has a line for each run of segments without holes. The outline of a half-space is that
/// of a square behind its point.
fn outlines(shape: &ShapeBuf<f64, 2>) -> Vec<Line> {
    use engine::Shape as S;
    let open = |points: Vec<Point>| Line { points, closed: false };
    let closed = |points: Vec<Point>| Line { points, closed: true };
    let one = |points: Vec<Vector<f64, 2>>| vec![closed(points.into_iter().map(pair).collect())];
    match shape.as_shape() {
        S::Point(at) => vec![open(vec![pair(at); 2])],
        S::Segment(segment) => vec![open(vec![pair(segment.from()), pair(segment.to())])],
        S::Aabb(area) => {
            let ([left, top], [right, bottom]) = (area.min().0, area.max().0);
            vec![closed(vec![(left, top), (right, top), (right, bottom), (left, bottom)])]
        }
        S::Triangle(triangle) => one(triangle.corners().to_vec()),
        S::Polygon(polygon) if polygon.radius() == 0.0 => one(polygon.corners().collect()),
        S::Region(region) => one(region.corners().to_vec()),
        S::Mask(sprite) => {
            let on_plane = |corners: Vec<Vector<f64, 2>>| {
                closed(corners.into_iter().map(|at| place(&sprite, at)).collect())
            };
            sprite.mask().polygons(0.0).into_iter().map(on_plane).collect()
        }
        S::HeightField(field) => {
            let cells: Vec<_> = (0..field.columns()).map(|cell| segment(field, cell)).collect();
            let runs = cells.split(Option::is_none).filter(|run| !run.is_empty());
            runs.map(|run| open(connected(run.iter().flatten()))).collect()
        }
        S::Group(_) => parts(shape).iter().flat_map(outlines).collect(),
        around => {
            let mut points = Vec::new();
            engine::debug::outline(around, &mut |from, _| points.push(pair(from)));
            vec![closed(points)]
        }
    }
}

/// Returns the ends of a segment of a height field; `None` for a hole and for the last point, where no segment begins.
fn segment(field: &HeightField<f64, 2>, cell: usize) -> Option<[Point; 2]> {
    let ends = [field.point(cell, 0)?, field.point(cell + 1, 0)?];
    (!field.is_hole(cell, 0)).then(|| ends.map(pair))
}

/// Returns the points of adjoining segments, each of which begins where the one before it ends.
fn connected<'a>(segments: impl Iterator<Item = &'a [Point; 2]>) -> Vec<Point> {
    let mut points = Vec::new();
    for &[from, to] in segments {
        if points.is_empty() {
            points.push(from);
        }
        points.push(to);
    }
    points
}

/// Returns the corners of the part of a box that is in a half-space.
fn part_behind(area: &Aabb<f64, 2>, half_space: &HalfSpace<f64, 2>) -> Vec<Point> {
    let ([left, top], [right, bottom]) = (area.min().0, area.max().0);
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(Vector);
    let mut found = Vec::new();
    for (from, to) in corners.into_iter().zip(corners.into_iter().cycle().skip(1)) {
        let heights = [from, to].map(|corner| half_space.height(corner));
        if heights[0] <= 0.0 {
            found.push(pair(from));
        }
        if heights[0].min(heights[1]) < 0.0 && heights[0].max(heights[1]) > 0.0 {
            found.push(pair(from + (to - from).scaled(heights[0] / (heights[0] - heights[1]))));
        }
    }
    found
}

/// Returns the parts of a compound, at the pose of the compound.
fn parts(shape: &ShapeBuf<f64, 2>) -> Vec<ShapeBuf<f64, 2>> {
    match shape.as_shape() {
        engine::Shape::Group(group) => {
            let at = |part: &ShapeBuf<f64, 2>| {
                group.pose().map_or_else(|| part.clone(), |pose| placed(part, pose))
            };
            group.parts().iter().map(at).collect()
        }
        _ => Vec::new(),
    }
}

/// Converts a position in the mask of a sprite, in pixels, to world coordinates.
fn place(sprite: &Sprite<'_, f64, 2>, at: Vector<f64, 2>) -> Point {
    let size = sprite.mask().size().map(f64::from);
    let flip = sprite.flip();
    let corner = sprite.aabb().min();
    let along = |axis: usize| {
        let pixels = if flip[axis] { size[axis] - at[axis] } else { at[axis] };
        corner[axis] + pixels * sprite.pixel()
    };
    (along(0), along(1))
}

/// Settings for drawing: the surface, the color, the width of outlines (0 for filled shapes), and the offset of the camera.
pub struct Pen<'py> {
    draw: Bound<'py, PyModule>,
    surface: Bound<'py, PyAny>,
    color: Bound<'py, PyAny>,
    width: i64,
    offset: Vector<f64, 2>,
}

impl<'py> Pen<'py> {
    /// Creates the settings. Imports pygame.
    pub fn new(
        surface: &Bound<'py, PyAny>,
        color: &Bound<'py, PyAny>,
        width: i64,
        offset: Pair,
    ) -> PyResult<Self> {
        let draw = surface.py().import("pygame.draw")?;
        let offset = offset.finite("offset")?;
        Ok(Self { draw, surface: surface.clone(), color: color.clone(), width, offset })
    }

    /// The part of the world that is visible on the surface.
    pub fn view(&self) -> PyResult<Aabb<f64, 2>> {
        let size: Numbers<2> = self.surface.call_method0("get_size")?.extract()?;
        Ok(Aabb::new(Vector([0.0; 2]) - self.offset, size.vector() - self.offset))
    }

    fn moved(&self, (x, y): Point) -> Point {
        (x + self.offset.x(), y + self.offset.y())
    }

    /// Draws a box that is rounded to whole pixels. Its right and bottom edges are exclusive.
    fn rect(&self, from: Point, to: Point) -> PyResult<()> {
        let ((left, top), (right, bottom)) = (self.moved(from), self.moved(to));
        let [x, y] = [left, top].map(f64::round);
        let area = (x, y, (right.round() - x).max(1.0), (bottom.round() - y).max(1.0));
        self.draw.call_method1("rect", (&self.surface, &self.color, area, self.width)).map(|_| ())
    }

    fn line(&self, line: &Line) -> PyResult<()> {
        let points: Vec<Point> = line.points.iter().map(|&at| self.moved(at)).collect();
        let (surface, color) = (&self.surface, &self.color);
        match (points.len(), line.closed) {
            (0 | 1, _) => return Ok(()),
            (2, _) | (_, false) => {
                self.draw.call_method1("lines", (surface, color, false, points, self.width.max(1)))?
            }
            (_, true) => self.draw.call_method1("polygon", (surface, color, points, self.width))?,
        };
        Ok(())
    }

    /// Draws a half-space up to the edges of the surface. The edges of the drawn part that are not on its line are so far outside of the
    /// surface that their outline is not visible.
    fn half_space(&self, half_space: &HalfSpace<f64, 2>) -> PyResult<()> {
        let view = self.view()?;
        let margin = Vector([self.width.max(0) as f64 + 1.0; 2]);
        let corners = part_behind(&Aabb::new(view.min() - margin, view.max() + margin), half_space);
        if corners.len() > 2 { self.line(&Line { points: corners, closed: true }) } else { Ok(()) }
    }

    pub fn draw(&self, shape: &ShapeBuf<f64, 2>) -> PyResult<()> {
        use engine::Shape as S;
        match shape.as_shape() {
            S::Aabb(area) => self.rect(pair(area.min()), pair(area.max())),
            S::Ball(ball) => {
                let arguments = (&self.surface, &self.color, self.moved(pair(ball.center())), ball.radius());
                let width = PyDict::new(self.draw.py());
                width.set_item("width", self.width)?;
                self.draw.call_method("circle", arguments, Some(&width)).map(|_| ())
            }
            S::Mask(sprite) if self.width <= 0 => {
                sprite.mask().boxes_within(0).into_iter().try_for_each(|area| {
                    let a = place(&sprite, area.min().map(f64::from));
                    let b = place(&sprite, area.max().map(f64::from));
                    self.rect((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)))
                })
            }
            S::HalfSpace(half_space) => self.half_space(&half_space),
            S::Group(_) => parts(shape).iter().try_for_each(|part| self.draw(part)),
            _ => outlines(shape).iter().try_for_each(|line| self.line(line)),
        }
    }
}
