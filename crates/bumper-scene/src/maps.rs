//! Maps as scenes: those of Tiled, whose objects and solid tiles become shapes, and those of LDtk. The text of a scene is what
//! comes out, so that one reader judges all.

mod json;
mod ldtk;
mod tiles;
mod xml;

pub use tiles::{Tile, TileLayer};

use crate::fields::{At, Fault, Read, fault, quoted};
use crate::model::AnyScene;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use tiles::Tiles;

/// The largest file that is read.
const LARGEST: u64 = 1 << 30;

/// Whether a file is a map by its extension: `.tmx` or `.tmj` of Tiled, `.ldtk` of LDtk.
///
/// ```
/// assert!(bumper_scene::is_map("levels/one.TMX".as_ref()) && !bumper_scene::is_map("one.json".as_ref()));
/// ```
pub fn is_map(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["tmx", "tmj", "ldtk"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// A map as a scene, and which tiles its shapes are made of.
///
/// ```
/// let map = bumper_scene::read_map("../../examples/maps/garden.tmx".as_ref()).unwrap();
/// assert!(map.tiles.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    /// The shapes.
    pub scene: AnyScene,
    /// The layers of tiles that have a shape in the scene.
    pub tiles: Vec<TileLayer>,
}

/// Reads a map as a scene on a plane, in `f32`, with y going down.
///
/// Of Tiled, orthogonal maps: a rectangle becomes a box, turned where it is; a point, a polygon (which may be concave), a
/// polyline (segments) and a capsule become themselves; an ellipse too, but for one that is round: a ball; a tile object
/// becomes the box of its picture. Texts are left out; what is hidden counts. The offsets of layers and groups are added. A
/// shape's id is the object's name, or `#` and its number where it has none; a name that comes again is followed by `#` and the
/// number. A layer of tiles becomes one shape of the layer's name: of the collision shapes of its tiles, as they are turned and
/// mirrored, those that fill their whole tile joined to few boxes, so that nothing catches on the seams.
/// [`TileLayer::tile_at`] tells which tile is where.
///
/// A custom property `bumper` holds more keys: of an object, or of a layer for all in it, for the shape
/// (`"move": {"arrows": [120, 0], "jump": 40}` or `"one_way": "up"`), of the map for the scene (`"gravity": [0, 900]`).
///
/// Of LDtk, all levels where they lie in the world: each value of an IntGrid layer becomes one shape of few boxes, with the id
/// `level/layer/value` (the value's name, or its number), each entity a box `level/entity`.
///
/// # Errors
///
/// A [`Fault`] that says where: the file cannot be read or is no map, the map is not orthogonal, has nothing that could be
/// a shape, or has an object that is none.
///
/// ```no_run
/// let map = bumper_scene::read_map("examples/maps/garden.tmx".as_ref());
/// ```
pub fn read_map(path: &Path) -> Result<Map, Fault> {
    let size = std::fs::metadata(path)
        .map_err(|error| Fault { place: String::new(), reason: error.to_string() })?
        .len();
    if size > LARGEST {
        return fault("the file is larger than 1 GiB");
    }
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let (layers, keys) = match ending.as_str() {
        "ldtk" => (ldtk::layers(path)?, None),
        "tmj" => json::layers(path)?,
        _ => xml::layers(path)?,
    };
    let (text, tiles) = scene(layers, keys.as_deref())?;
    Ok(Map { scene: crate::read(text.as_bytes())?, tiles })
}

/// A layer of objects or of tiles.
struct Layer {
    name: String,
    offset: [f64; 2],
    objects: Vec<Object>,
    tiles: Option<Tiles>,
    /// More keys for its shapes.
    keys: Option<String>,
}

/// An object of either format.
#[derive(Clone)]
struct Object {
    id: u64,
    name: String,
    at: [f64; 2],
    /// Degrees, clockwise on the screen, about the place.
    rotation: f64,
    kind: Kind,
    /// More keys for its shape.
    keys: Option<String>,
}

#[derive(Clone)]
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

/// The text of a scene with these layers, and their tiles.
fn scene(layers: Vec<Layer>, keys: Option<&str>) -> Read<(String, Vec<TileLayer>)> {
    let mut ids = HashSet::new();
    let keys = more(keys).at(|| "the map".into())?;
    let mut text = format!("{{\"bumper\": 1{keys}, \"shapes\": [");
    let mut first = true;
    let mut add = |text: &mut String, id: &str, shape: &str, keys: &str| {
        let id = serde_json::Value::from(id);
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        let _ = write!(text, "{comma}\n  {{\"id\": {id}, {shape}{keys}}}");
    };
    let (mut known, mut found) = (false, Vec::new());
    for layer in layers {
        known |= layer.tiles.is_none();
        for object in &layer.objects {
            let place = || match object.name.as_str() {
                "" => format!("layer {}: object {}", quoted(&layer.name), object.id),
                name => format!("layer {}: object {} {}", quoted(&layer.name), object.id, quoted(name)),
            };
            let Some(shape) = object.shape(layer.offset, &Turn::NONE).at(place)? else { continue };
            let keys = more(object.keys.as_deref().or(layer.keys.as_deref())).at(place)?;
            let mut id = match object.name.as_str() {
                "" => format!("#{}", object.id),
                name => name.into(),
            };
            while !ids.insert(id.clone()) {
                let _ = write!(id, "#{}", object.id);
            }
            add(&mut text, &id, &shape, &keys);
        }
        let Some(tiles) = layer.tiles else { continue };
        let parts = tiles.parts(layer.offset).at(|| format!("layer {}", quoted(&layer.name)))?;
        if parts.is_empty() {
            continue;
        }
        known = true;
        let (mut id, mut count) = (layer.name.clone(), 1);
        while !ids.insert(id.clone()) {
            count += 1;
            id = format!("{}#{count}", layer.name);
        }
        let shape = match parts.as_slice() {
            [one] => one.clone(),
            parts => {
                let parts: Vec<_> = parts.iter().map(|part| format!("{{{part}}}")).collect();
                format!("\"compound\": [{}]", parts.join(", "))
            }
        };
        let keys = more(layer.keys.as_deref()).at(|| format!("layer {}", quoted(&layer.name)))?;
        add(&mut text, &id, &shape, &keys);
        found.push(tiles.named(id, layer.offset));
    }
    if !known {
        return fault("the map has no object layer, and no tile with a collision shape");
    }
    text.push_str("\n]}\n");
    Ok((text, found))
}

/// The property of maps, layers and objects whose text is more keys for the scene or the shapes.
const PROPERTY: &str = "bumper";

/// Keys and values as they stand between the braces of an object, to be written after others.
fn more(keys: Option<&str>) -> Read<String> {
    let Some(keys) = keys else { return Ok(String::new()) };
    let text = keys.trim();
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    // What has another key than the file's is found by the reader of scenes; what is no object, here.
    if let Err(error) =
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&format!("{{{inner}}}"))
    {
        return fault(format!("the property \"{PROPERTY}\" is not keys and values in JSON: {error}"));
    }
    Ok(if inner.trim().is_empty() { String::new() } else { format!(", {inner}") })
}

/// How a tile is turned on its place: mirrored along its diagonal first, then left for right, then top for bottom.
struct Turn {
    diagonal: bool,
    flip: [bool; 2],
    size: [f64; 2],
}

impl Turn {
    const NONE: Self = Self { diagonal: false, flip: [false; 2], size: [0.0; 2] };

    fn is_none(&self) -> bool {
        !self.diagonal && self.flip == [false; 2]
    }

    fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [x, y] = if self.diagonal { [y, x] } else { [x, y] };
        let [w, h] = if self.diagonal { [self.size[1], self.size[0]] } else { self.size };
        [if self.flip[0] { w - x } else { x }, if self.flip[1] { h - y } else { y }]
    }

    /// The angle of an axis, turned with it, to whichever of its two ends.
    fn angle(&self, degrees: f64) -> f64 {
        let degrees = if self.diagonal { 90.0 - degrees } else { degrees };
        if self.flip[0] != self.flip[1] { -degrees } else { degrees }
    }
}

impl Object {
    /// The key and the value of the shape, turned as the tile around it and then moved; `None` for what is none.
    fn shape(&self, offset: [f64; 2], around: &Turn) -> Read<Option<String>> {
        let (sine, cosine) = turn(self.rotation);
        let [x, y] = self.at;
        let point = |[u, v]: [f64; 2]| {
            let place = if self.rotation == 0.0 {
                [x + u, y + v]
            } else {
                [x + u * cosine - v * sine, y + u * sine + v * cosine]
            };
            let [x, y] = around.apply(place);
            [x + offset[0], y + offset[1]]
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
                format!("\"point\": {:?}", point([0.0, 0.0]))
            }
            &Kind::Rectangle([w, h]) => self.rectangle([0.0, 0.0], [w, h], point, around),
            &Kind::Tile([w, h]) => self.rectangle([0.0, -h], [w, h], point, around),
            &Kind::Ellipse([w, h]) if w == h => {
                format!(
                    "\"ball\": {{\"center\": {:?}, \"radius\": {:?}}}",
                    point([w / 2.0, h / 2.0]),
                    w / 2.0
                )
            }
            &Kind::Ellipse([w, h]) if w == 0.0 || h == 0.0 => segment(point([0.0, 0.0]), point([w, h])),
            &Kind::Ellipse([w, h]) => {
                let (half, middle, angle) =
                    ([w / 2.0, h / 2.0], point([w / 2.0, h / 2.0]), around.angle(self.rotation));
                let angle = if angle == 0.0 { String::new() } else { format!(", \"angle\": {angle:?}") };
                format!("\"ellipse\": {{\"center\": {middle:?}, \"half_size\": {half:?}{angle}}}")
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

    /// A rectangle by its first corner and its size.
    fn rectangle(
        &self,
        [x, y]: [f64; 2],
        [w, h]: [f64; 2],
        point: impl Fn([f64; 2]) -> [f64; 2],
        around: &Turn,
    ) -> String {
        if self.rotation == 0.0 {
            let (p, q) = (point([x, y]), point([x + w, y + h]));
            let (min, max) = ([p[0].min(q[0]), p[1].min(q[1])], [p[0].max(q[0]), p[1].max(q[1])]);
            return format!("\"box\": {{\"min\": {min:?}, \"max\": {max:?}}}");
        }
        if !around.is_none() {
            let corners = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map(point);
            return format!("\"polygon\": {corners:?}");
        }
        let (half, angle, middle) = ([w / 2.0, h / 2.0], self.rotation, point([x + w / 2.0, y + h / 2.0]));
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
