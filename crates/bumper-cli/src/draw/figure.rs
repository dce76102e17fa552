//! Draws the outline of a shape in one view of a picture.

use super::path::{self, disc, rectangle};
use super::view::View;
use super::{Area, Figure, Ghost};
use crate::text::escaped;
use bumper::{Aabb, Shape, Vector};
use bumper_scene::Sketch;
use std::fmt::Write;

/// The outline of a part of a shape in a view, on the canvas.
enum Outline<'a, const N: usize> {
    Dot(f64, f64),
    Rectangle(Area),
    Disc(Area),
    /// An ellipse: its center, the ends of two of its half-axes, and its bounding rectangle.
    Ellipse((f64, f64), [(f64, f64); 2], Area),
    /// The convex hull of points (if the boolean is true) or the polygon with these corners, expanded by a radius in pixels. The last value
    /// is its bounding rectangle.
    Path(&'a [Vector<f64, N>], bool, f64, Area),
    /// A surface: faces with N corners each, and their bounding rectangle.
    Surface(&'a [[Vector<f64, N>; N]], Area),
    /// A half-space: the polygon that remains after clipping, and the rectangle of its visible part.
    Clipped(Vec<(f64, f64)>, Area),
}

fn outline<'a, const N: usize>(part: &'a Sketch<N>, view: &View) -> Outline<'a, N> {
    let area = view.rectangle(&part.bounds());
    match part {
        Sketch::Upright(Shape::Point(_)) => Outline::Dot(area.x, area.y),
        Sketch::Upright(Shape::Ball(_)) => Outline::Disc(area),
        Sketch::Upright(Shape::Cylinder(cylinder)) if view.is_view_axis(cylinder.axis().index()) => {
            Outline::Disc(area)
        }
        Sketch::Upright(_) => Outline::Rectangle(area),
        Sketch::Ellipse { center, ends } => {
            let place = |k: usize| view.place(&(*center + ends[k]));
            Outline::Ellipse(view.place(center), [place(0), place(N - 1)], area)
        }
        Sketch::Outline { points, convex, radius } => {
            Outline::Path(points, *convex, radius * view.scale(), area)
        }
        Sketch::Surface(faces) => Outline::Surface(faces, area),
        Sketch::HalfSpace { point, normal } => {
            Outline::Clipped(view.clipped(point, normal, BORDER), view.clipped_area(point, normal))
        }
    }
}

/// How far half-spaces extend beyond the view, in pixels, so that the outline along its edges is not visible.
const BORDER: f64 = 8.0;

/// Whether a shape has a half-space as a part. Such shapes are drawn below all others and clipped at the edges of the view.
pub fn is_infinite<const N: usize>(figure: &Figure<N>) -> bool {
    figure.parts.iter().any(|part| matches!(part, Sketch::HalfSpace { .. }))
}

/// Draws all parts of a shape as one SVG path. Returns the bounding rectangle of the largest part, as the place for the name of the shape.
/// Returns `None` if the view shows no part.
pub fn draw<const N: usize>(out: &mut String, figure: &Figure<N>, view: &View, title: bool) -> Option<Area> {
    let relation = figure.relation as u8;
    let fill = if figure.moves && relation == 0 { "m".into() } else { format!("f{relation}") };
    let mut path = String::new();
    let mut dots = String::new();
    let mut edges = String::new();
    let mut largest: Option<Area> = None;
    for outline in figure.parts.iter().map(|part| outline(part, view)) {
        let area = match outline {
            Outline::Dot(x, y) => {
                let _ = write!(dots, "<circle class=\"p{relation}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\"/>");
                Area { x: x - 4.0, y: y - 4.0, width: 8.0, height: 8.0 }
            }
            Outline::Disc(area) => {
                disc(&mut path, area);
                area
            }
            Outline::Ellipse(center, ends, area) => {
                path::ellipse(&mut path, center, ends);
                area
            }
            Outline::Path(points, convex, radius, area) => {
                path::outline(&mut path, points, convex, radius, view, (0.0, 0.0));
                area
            }
            Outline::Rectangle(area) => {
                rectangle(&mut path, area);
                area
            }
            Outline::Surface(faces, area) => {
                for face in faces {
                    path::outline(&mut edges, face, true, 0.0, view, (0.0, 0.0));
                }
                area
            }
            Outline::Clipped(corners, area) => {
                path::polygon(&mut path, &corners);
                area
            }
        };
        if largest.is_none_or(|largest| area.width * area.height > largest.width * largest.height) {
            largest = Some(area);
        }
    }
    let largest = largest?;
    out.push_str("<g class=\"g\">");
    if title {
        let _ = write!(out, "<title>{}</title>", escaped(figure.id));
    }
    path.push_str(&edges);
    if !path.is_empty() {
        // Draw the outline first and the fill over it. The fill hides the inner half of the outline, and with it the seams between adjacent
        // parts.
        let _ =
            write!(out, "<path class=\"l l{relation}\" d=\"{path}\"/><path class=\"{fill}\" d=\"{path}\"/>");
    }
    if N > 2 && !edges.is_empty() {
        // The fill hides the edges of the triangles, so draw them over it.
        let _ = write!(out, "<path class=\"e\" d=\"{edges}\"/>");
    }
    out.push_str(&dots);
    out.push_str("</g>");
    Some(largest)
}

/// The largest number of parts of a shape whose ghost (its copy at the end of a motion) is drawn with its true outline. If a shape has more
/// parts, its ghost is drawn as the AABB of the shape.
const MAX_PARTS: usize = 32;

/// Draws the ghost of a moving shape: its outline where it first touches another shape, or at the end of its motion if it touches none. A
/// line connects the initial position with the ghost.
pub fn draw_ghost<const N: usize>(out: &mut String, ghost: &Ghost<N>, view: &View) {
    let Some(aabb) = ghost.parts.iter().map(Sketch::bounds).reduce(|a, b| a.union(&b)) else { return };
    let place = |b: &Aabb<f64, N>| view.place(&b.min().zip(b.max(), |min, max| min / 2.0 + max / 2.0));
    let ((x, y), (tx, ty)) = (place(&aabb), place(&aabb.translated(ghost.step)));
    let translated = |area: Area| Area { x: area.x + tx - x, y: area.y + ty - y, ..area };
    let mut path = String::new();
    let aabb = [Sketch::Upright(aabb.into())];
    let parts = if ghost.parts.len() > MAX_PARTS { &aabb[..] } else { &ghost.parts };
    for part in parts {
        match outline(part, view) {
            Outline::Dot(x, y) => {
                disc(&mut path, translated(Area { x: x - 4.0, y: y - 4.0, width: 8.0, height: 8.0 }))
            }
            Outline::Disc(area) => disc(&mut path, translated(area)),
            Outline::Ellipse(center, ends, _) => {
                let translated = |(u, v): (f64, f64)| (u + tx - x, v + ty - y);
                path::ellipse(&mut path, translated(center), ends.map(translated));
            }
            Outline::Path(points, convex, radius, _) => {
                path::outline(&mut path, points, convex, radius, view, (tx - x, ty - y));
            }
            Outline::Rectangle(area) => rectangle(&mut path, translated(area)),
            Outline::Surface(faces, _) => {
                for face in faces {
                    path::outline(&mut path, face, true, 0.0, view, (tx - x, ty - y));
                }
            }
            Outline::Clipped(..) => {
                if let Sketch::HalfSpace { point, normal } = part {
                    path::polygon(&mut path, &view.clipped(&(*point + ghost.step), normal, BORDER));
                }
            }
        }
    }
    let _ = write!(
        out,
        "<path class=\"w\" d=\"M{x:.1} {y:.1}L{tx:.1} {ty:.1}\"/><path class=\"o\" d=\"{path}\"/>"
    );
}
