//! Tiled maps as scenes: the objects of all object layers become shapes, and the text of a scene is what comes out, so
//! that one reader judges all.

mod json;
mod xml;

use crate::fields::{At, Fault, Read, fault, quoted};
use crate::model::AnyScene;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

/// How far the polygon that stands for an ellipse may be from it, in the map's pixels, if that takes no more corners than
/// [`MOST_CORNERS`].
const SAGITTA: f64 = 0.05;
const MOST_CORNERS: usize = 240;

/// Whether a file is a Tiled map by its extension: `.tmx` or `.tmj`.
///
/// ```
/// assert!(bumper_scene::is_tiled("levels/one.TMX".as_ref()) && !bumper_scene::is_tiled("one.json".as_ref()));
/// ```
pub fn is_tiled(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["tmx", "tmj"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Reads a Tiled map as a scene on a plane, in `f32`, with y going down.
///
/// A rectangle becomes a box, turned where it is; a point, a polygon (which may be concave), a polyline (segments) and a
/// capsule become themselves; an ellipse becomes a ball where it is round, else a polygon of at most 240 corners that is at
/// most a twentieth of a pixel inside of it (more for ellipses above some 290 pixels); a tile becomes the box of its
/// picture. Texts are left out; what is hidden counts. The offsets of layers and groups are added. A shape's id is the
/// object's name, or `#` and its number where it has none; a name that comes again is followed by `#` and the number.
///
/// # Errors
///
/// A [`Fault`] that says where: the file cannot be read or is no map, the map is not orthogonal, has no object layer,
/// or has an object that is no shape.
///
/// ```no_run
/// let scene = bumper_scene::read_tiled("examples/maps/garden.tmx".as_ref());
/// ```
pub fn read_tiled(path: &Path) -> Result<AnyScene, Fault> {
    let size = std::fs::metadata(path)
        .map_err(|error| Fault { place: String::new(), reason: error.to_string() })?
        .len();
    if size > LARGEST {
        return fault("the file is larger than 1 GiB");
    }
    let json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tmj"));
    let layers = if json { json::layers(path)? } else { xml::layers(path)? };
    crate::read(scene(&layers)?.as_bytes())
}

/// An object layer.
struct Layer {
    name: String,
    offset: [f64; 2],
    objects: Vec<Object>,
}

/// An object of either format.
struct Object {
    id: u64,
    name: String,
    at: [f64; 2],
    /// Degrees, clockwise on the screen, about the place.
    rotation: f64,
    kind: Kind,
}

enum Kind {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Capsule([f64; 2]),
    Point,
    Polygon(Vec<[f64; 2]>),
    Polyline(Vec<[f64; 2]>),
    /// A tile stands on its lower left corner.
    Tile([f64; 2]),
    Text,
}

/// The text of a scene with these objects.
fn scene(layers: &[Layer]) -> Read<String> {
    if layers.is_empty() {
        return fault("the map has no object layer");
    }
    let mut ids = HashSet::new();
    let mut text = String::from("{\"bumper\": 1, \"shapes\": [");
    let mut first = true;
    for layer in layers {
        for object in &layer.objects {
            let place = || match object.name.as_str() {
                "" => format!("layer {}: object {}", quoted(&layer.name), object.id),
                name => format!("layer {}: object {} {}", quoted(&layer.name), object.id, quoted(name)),
            };
            let Some(shape) = object.shape(layer.offset).at(place)? else { continue };
            let mut id = match object.name.as_str() {
                "" => format!("#{}", object.id),
                name => name.into(),
            };
            while !ids.insert(id.clone()) {
                let _ = write!(id, "#{}", object.id);
            }
            let id = serde_json::Value::from(id);
            let comma = if std::mem::take(&mut first) { "" } else { "," };
            let _ = write!(text, "{comma}\n  {{\"id\": {id}, {shape}}}");
        }
    }
    text.push_str("\n]}\n");
    Ok(text)
}

impl Object {
    /// The key and the value of the shape; `None` for what is none.
    fn shape(&self, offset: [f64; 2]) -> Read<Option<String>> {
        let (sine, cosine) = turn(self.rotation);
        let [x, y] = [self.at[0] + offset[0], self.at[1] + offset[1]];
        let point = |[u, v]: [f64; 2]| {
            if self.rotation == 0.0 {
                [x + u, y + v]
            } else {
                [x + u * cosine - v * sine, y + u * sine + v * cosine]
            }
        };
        let sizes: &[f64] = match &self.kind {
            Kind::Rectangle(size) | Kind::Ellipse(size) | Kind::Capsule(size) | Kind::Tile(size) => size,
            _ => &[],
        };
        let given = match &self.kind {
            Kind::Polygon(points) | Kind::Polyline(points) => points.as_flattened(),
            _ => sizes,
        };
        if !given.iter().chain(&[x, y, self.rotation]).all(|c| c.is_finite()) {
            return fault("the object has a number that is not finite");
        }
        if sizes.iter().any(|&c| c < 0.0) {
            return fault("the object has a negative size");
        }
        Ok(Some(match &self.kind {
            Kind::Text => return Ok(None),
            Kind::Point
            | Kind::Rectangle([0.0, 0.0])
            | Kind::Ellipse([0.0, 0.0])
            | Kind::Capsule([0.0, 0.0]) => {
                format!("\"point\": {:?}", [x, y])
            }
            &Kind::Rectangle([w, h]) => {
                self.rectangle([w, h], point([0.0, 0.0]), point([w / 2.0, h / 2.0]), point([w, h]))
            }
            &Kind::Tile([w, h]) => {
                self.rectangle([w, h], point([0.0, -h]), point([w / 2.0, -h / 2.0]), point([w, 0.0]))
            }
            &Kind::Ellipse([w, h]) if w == h => {
                format!(
                    "\"ball\": {{\"center\": {:?}, \"radius\": {:?}}}",
                    point([w / 2.0, h / 2.0]),
                    w / 2.0
                )
            }
            &Kind::Ellipse([w, h]) if w == 0.0 || h == 0.0 => segment(point([0.0, 0.0]), point([w, h])),
            &Kind::Ellipse([w, h]) => {
                let larger = w.max(h) / 2.0;
                // The middle of a chord is r (1 − cos (π / n)) inside of a circle.
                let corners = std::f64::consts::PI / (1.0 - (SAGITTA / larger).min(0.5)).acos();
                let n = (corners.ceil() as usize).clamp(8, MOST_CORNERS);
                let corner = |k: usize| {
                    let (sine, cosine) = turn(360.0 * k as f64 / n as f64);
                    point([w / 2.0 * (1.0 + cosine), h / 2.0 * (1.0 + sine)])
                };
                format!("\"polygon\": {:?}", (0..n).map(corner).collect::<Vec<_>>())
            }
            &Kind::Capsule([w, h]) => {
                let radius = w.min(h) / 2.0;
                let (from, to) = (point([radius, radius]), point([w - radius, h - radius]));
                format!("\"capsule\": {{\"from\": {from:?}, \"to\": {to:?}, \"radius\": {radius:?}}}")
            }
            Kind::Polygon(points) => {
                format!("\"polygon\": {:?}", points.iter().copied().map(point).collect::<Vec<_>>())
            }
            Kind::Polyline(points) => match points.as_slice() {
                [] => return fault("the polyline has no points"),
                [one] => format!("\"point\": {:?}", point(*one)),
                [from, to] => segment(point(*from), point(*to)),
                points => {
                    let parts = points
                        .windows(2)
                        .map(|ends| format!("{{{}}}", segment(point(ends[0]), point(ends[1]))));
                    format!("\"compound\": [{}]", parts.collect::<Vec<_>>().join(", "))
                }
            },
        }))
    }

    /// A rectangle by its size, two corners that face each other, and its middle.
    fn rectangle(&self, [w, h]: [f64; 2], from: [f64; 2], middle: [f64; 2], to: [f64; 2]) -> String {
        if self.rotation == 0.0 {
            return format!("\"box\": {{\"min\": {from:?}, \"max\": {to:?}}}");
        }
        let (half, angle) = ([w / 2.0, h / 2.0], self.rotation);
        format!("\"oriented_box\": {{\"center\": {middle:?}, \"half_size\": {half:?}, \"angle\": {angle:?}}}")
    }
}

fn segment(from: [f64; 2], to: [f64; 2]) -> String {
    format!("\"segment\": {{\"from\": {from:?}, \"to\": {to:?}}}")
}

/// Sine and cosine of degrees, exact for quarter turns.
fn turn(degrees: f64) -> (f64, f64) {
    let (cosine, sine) = bumper::Rotation::<f64, 2>::from_degrees(degrees).complex();
    (sine, cosine)
}
