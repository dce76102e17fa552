//! Draws scenes as SVG: one view in 2D, three orthographic views in 3D.

mod figure;
mod glyphs;
mod label;
mod legend;
mod path;
mod raster;
mod view;

pub use raster::{pixels, png};

use crate::backdrop::Backdrop;
use bumper::{Aabb, Relation, Vector, YAxis};
use bumper_scene::Sketch;
use label::Labels;
use std::fmt::Write;
use view::{Layout, View};

/// The contents of a picture to draw.
pub struct Picture<'a, const N: usize> {
    pub y: YAxis,
    pub figures: Vec<Figure<'a, N>>,
    pub marks: Vec<Mark<N>>,
    pub beams: Vec<Beam<'a, N>>,
    pub ghosts: Vec<Ghost<N>>,
    /// The pictures of a map, which are drawn below the shapes.
    pub backdrop: Option<&'a Backdrop>,
    /// The paths of the movers, as lists of positions.
    pub trails: Vec<Vec<Vector<f64, N>>>,
    /// For a picture of a run: the visible region, which does not change if shapes leave it. `None` for other pictures, which show all
    /// shapes.
    pub frame: Option<Aabb<f64, N>>,
    /// For a picture of a run: the bounds of the scene, drawn as a rectangle. `None` for other pictures, and if the scene has no bounds.
    pub bounds: Option<Aabb<f64, N>>,
}

/// A shape of the picture, with its relation to other shapes.
pub struct Figure<'a, const N: usize> {
    pub id: &'a str,
    pub parts: Vec<Sketch<N>>,
    /// The strongest relation of the shape with any other shape of the scene: overlapping, touching or apart. In a picture of a run, it is
    /// touching if the shape is a mover that hit something in the frame, or was hit by a mover. Otherwise it is apart.
    pub relation: Relation,
    /// Whether the shape moves during a run.
    pub moves: bool,
}

/// A contact of two shapes that is drawn.
pub struct Mark<const N: usize> {
    pub relation: Relation,
    pub points: Vec<Vector<f64, N>>,
    /// The contact normal, from the first shape to the second.
    pub normal: Vector<f64, N>,
    pub depth: f64,
}

/// A ray that is drawn.
pub struct Beam<'a, const N: usize> {
    pub id: &'a str,
    pub from: Vector<f64, N>,
    /// The direction, a unit vector.
    pub direction: Vector<f64, N>,
    /// The length of the part of the ray that is drawn.
    pub length: f64,
    pub hits: Vec<Vector<f64, N>>,
}

/// The ghost of a moving shape: a copy at the position where it first touches another shape, or at the end of its motion if it touches
/// none.
pub struct Ghost<const N: usize> {
    pub parts: Vec<Sketch<N>>,
    /// The displacement of the ghost from the shape.
    pub step: Vector<f64, N>,
}

/// A rectangle on the canvas, in pixels; y points down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// The largest number of shapes up to which shapes are labelled with their names (`MAX_LABELS`), and up to which they have tooltips with
/// their names (`MAX_TITLES`).
const MAX_LABELS: usize = 60;
const MAX_TITLES: usize = 2000;

/// The largest number of contacts in a picture that shows their depths (`MAX_DEPTHS`), and in a picture that shows contacts at all
/// (`MAX_MARKS`). More marks would hide the shapes.
const MAX_DEPTHS: usize = 24;
const MAX_MARKS: usize = 400;

/// The style sheet of a picture. Relations differ by colour, outline and dashes, so that they can be distinguished without colours.
const STYLE: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#263238}\
.title{font-size:13px;font-weight:bold}.tick{font-size:10px;fill:#78909c}.depth{font-size:10px;fill:#1a237e}\
.halo{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}\
.grid{stroke:#eceff1;stroke-width:1}.axis{stroke:#b0bec5;stroke-width:1.2;fill:none}\
.l{stroke-linejoin:round;stroke-linecap:round;fill:none}.l0{stroke:#546e7a;stroke-width:2.4}\
.l1{stroke:#b26a00;stroke-width:4;stroke-dasharray:7 4}.l2{stroke:#c62828;stroke-width:5}\
.f0{fill:#cfd8dc}.m{fill:#90caf9}.f1{fill:#ffe0b2}.f2{fill:#ffcdd2}.g{opacity:.82}\
.e{stroke:#78909c;stroke-width:.6;fill:none}.p0{fill:#546e7a}.p1{fill:#b26a00}.p2{fill:#c62828}\
.n{stroke:#1a237e;stroke-width:1.8;fill:none}.h{fill:#1a237e}.c{fill:#1a237e;stroke:#fff;stroke-width:1.5}\
.b{stroke:#00796b;stroke-width:1.6;fill:none}.s{fill:#00796b}.o{stroke:#6a1b9a;stroke-width:1.6;stroke-dasharray:4 3;fill:none}.w{stroke:#6a1b9a;stroke-width:1.2;fill:none}.r{fill:#fff;stroke:#00796b;stroke-width:1.8}";

/// An additional style for pictures with a backdrop: the shapes are translucent.
const TRANSLUCENT: &str = ".g{opacity:.6}";

/// Renders the picture as SVG. The bytes depend only on the picture.
pub fn svg<const N: usize>(picture: &Picture<N>) -> String {
    let layout = Layout::new(picture);
    let mut out = String::new();
    let width = layout.width;
    let height = layout.height + legend::HEIGHT;
    // Writing to a `String` cannot fail, so the results of `write!` are ignored in this module.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\"><style>{STYLE}{}</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        if picture.backdrop.is_some() { TRANSLUCENT } else { "" }
    );
    for view in &layout.views {
        draw_view(&mut out, picture, view);
    }
    legend::draw(&mut out, picture, layout.height, width);
    out.push_str("</svg>\n");
    out
}

fn draw_view<const N: usize>(out: &mut String, picture: &Picture<N>, view: &View) {
    view.draw_grid(out);
    picture.backdrop.into_iter().for_each(|backdrop| draw_backdrop::<N>(out, backdrop, view));
    let mut figures: Vec<_> = picture.figures.iter().collect();
    if let Some((axis, sign)) = view.towards {
        // Draw shapes in the order of their distance from the viewer, the nearest last.
        let depth = |figure: &Figure<N>| {
            let ends = figure.parts.iter().map(|part| {
                let bounds = part.bounds();
                sign * (bounds.min()[axis] / 2.0 + bounds.max()[axis] / 2.0)
            });
            ends.fold(f64::NEG_INFINITY, f64::max)
        };
        figures.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
    }
    let mut labels = Labels::new(view.area);
    // Shapes may extend beyond the view, so clip them at its edges.
    let Area { x, y, width, height } = view.area;
    let clip = format!("<g clip-path=\"url(#v{x:.0}-{y:.0})\">");
    let _ = write!(
        out,
        "<clipPath id=\"v{x:.0}-{y:.0}\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/></clipPath>"
    );
    if let Some(bounds) = &picture.bounds {
        let Area { x, y, width, height } = view.rectangle(bounds);
        let _ = write!(
            out,
            "<rect class=\"axis\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
    }
    let (infinite, finite): (Vec<_>, Vec<_>) =
        figures.into_iter().partition(|figure| figure::is_infinite(figure));
    let names = &mut Vec::new();
    if !infinite.is_empty() {
        out.push_str(&clip);
        draw_figures(out, &infinite, picture, view, names);
        out.push_str("</g>");
    }
    if picture.frame.is_some() {
        out.push_str(&clip);
    }
    draw_figures(out, &finite, picture, view, names);
    if picture.frame.is_some() {
        out.push_str("</g>");
    }
    out.push_str(&clip);
    if picture.ghosts.len() <= MAX_MARKS {
        picture.ghosts.iter().for_each(|ghost| figure::draw_ghost(out, ghost, view));
    }
    picture.beams.iter().for_each(|beam| draw_beam(out, beam, view));
    picture.trails.iter().for_each(|trail| draw_trail(out, trail, view));
    out.push_str("</g>");
    if picture.marks.len() <= MAX_MARKS {
        for mark in &picture.marks {
            draw_mark(out, mark, view, picture.marks.len() <= MAX_DEPTHS, &mut labels);
        }
    }
    for beam in &picture.beams {
        let (x, y) = view.place(&beam.from);
        names.push((Area { x: x - 4.0, y: y - 4.0, width: 8.0, height: 8.0 }, beam.id));
    }
    for (area, name) in names {
        labels.name(out, *area, name);
    }
}

/// Draws shapes, and appends the places of their names to `names`.
fn draw_figures<'p, const N: usize>(
    out: &mut String,
    figures: &[&'p Figure<'_, N>],
    picture: &Picture<N>,
    view: &View,
    names: &mut Vec<(Area, &'p str)>,
) {
    for figure in figures {
        let area = figure::draw(out, figure, view, picture.figures.len() <= MAX_TITLES);
        if let (Some(area), true) = (area, picture.figures.len() <= MAX_LABELS) {
            names.push((area, figure.id));
        }
    }
}

fn draw_backdrop<const N: usize>(out: &mut String, backdrop: &Backdrop, view: &View) {
    let Area { x, y, width, height } = view.rectangle(&backdrop.area::<N>());
    let _ = write!(
        out,
        "<image x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
         preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" href=\"{}\"/>",
        backdrop.data()
    );
}

/// Draws the path of a mover from its initial position to its last one.
fn draw_trail<const N: usize>(out: &mut String, trail: &[Vector<f64, N>], view: &View) {
    let mut path = String::new();
    let mut last = None;
    for point in trail {
        let (x, y) = view.place(point);
        // Skip points that are too close to the previous one to be visible.
        if last.is_none_or(|(lx, ly): (f64, f64)| (x - lx).abs() + (y - ly).abs() > 0.5) {
            let _ = write!(path, "{}{x:.1} {y:.1}", if last.is_none() { 'M' } else { 'L' });
            last = Some((x, y));
        }
    }
    let _ = write!(out, "<path class=\"w\" d=\"{path}\"/>");
}

/// Draws a ray, with a ring at each hit.
fn draw_beam<const N: usize>(out: &mut String, beam: &Beam<N>, view: &View) {
    let (x, y) = view.place(&beam.from);
    let (tx, ty) = view.place(&(beam.from + beam.direction.scaled(beam.length)));
    let _ = write!(
        out,
        "<path class=\"b\" d=\"M{x:.1} {y:.1}L{tx:.1} {ty:.1}\"/><circle class=\"s\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
    );
    for hit in &beam.hits {
        let (x, y) = view.place(hit);
        let _ = write!(out, "<circle class=\"r\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }
}

/// Draws a contact: its points, and an arrow along the normal. The length of the arrow is the depth, or a minimum at which it is visible.
/// If `depth` is true, also writes the depth as a number.
fn draw_mark<const N: usize>(
    out: &mut String,
    mark: &Mark<N>,
    view: &View,
    depth: bool,
    labels: &mut Labels,
) {
    let places: Vec<_> = mark.points.iter().map(|point| view.place(point)).collect();
    let Some(&(x, y)) = places.first() else { return };
    // The arrow starts at the mean of the contact points.
    let count = places.len() as f64;
    let (x, y) = places.iter().skip(1).fold((x, y), |(sx, sy), (x, y)| (sx + x, sy + y));
    let x = x / count;
    let y = y / count;
    let (nx, ny) = view.direction(&mark.normal);
    let length = (mark.depth * view.scale()).clamp(18.0, 60.0);
    let tx = x + nx * length;
    let ty = y + ny * length;
    if nx.hypot(ny) > 0.3 && tx.is_finite() && ty.is_finite() {
        let bx = tx - nx * 7.0;
        let by = ty - ny * 7.0;
        let sx = -ny * 3.5;
        let sy = nx * 3.5;
        let _ = write!(
            out,
            "<path class=\"n\" d=\"M{x:.1} {y:.1}L{bx:.1} {by:.1}\"/><path class=\"h\" d=\"M{tx:.1} {ty:.1}L{:.1} {:.1}L{:.1} {:.1}z\"/>",
            bx + sx,
            by + sy,
            bx - sx,
            by - sy
        );
        labels.reserve(Area {
            x: x.min(tx) - 3.0,
            y: y.min(ty) - 3.0,
            width: (x - tx).abs() + 6.0,
            height: (y - ty).abs() + 6.0,
        });
        if depth && mark.relation == Relation::Overlapping {
            labels.depth(out, (tx, ty), &crate::text::number(mark.depth));
        }
    }
    for (x, y) in places {
        let _ = write!(out, "<circle class=\"c\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\"/>");
        labels.reserve(Area { x: x - 4.0, y: y - 4.0, width: 8.0, height: 8.0 });
    }
}

/// Reverses [`escaped`](crate::text::escaped). The control characters of the original text are lost, because `escaped` replaces them by
/// dots.
fn unescaped(text: &str) -> String {
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    plain.iter().fold(text.into(), |text: String, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests;
