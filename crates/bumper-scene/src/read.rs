//! Reading a scene. The file is gone through twice: for everything but the shapes, which may say the scalar only
//! after them, and for the shapes, one at a time.

use crate::fields::{At, Fault, Fields, Read, fault, given, list, quoted, text, vector};
use crate::kinds::{Kinds, aabb};
use crate::model::{AnyScene, Object, Ray, Scene};
use crate::moves::{self, Motion};
use crate::node::{Node, ReadNode};
use crate::number::Number;
use crate::rigid;
use bumper::{Vector, YAxis};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// The keys of a scene; the first two are required.
const KEYS: [&str; 11] = [
    "bumper",
    "shapes",
    "scalar",
    "dimensions",
    "y",
    "rays",
    "bounds",
    "gravity",
    "time_step",
    "joints",
    SCHEMA,
];

/// What editors are told by, and nobody else.
const SCHEMA: &str = "$schema";

/// Reads the text of a scene file.
///
/// Takes time and memory in proportion to the file; nests no deeper than the format allows, however deep the file
/// does.
///
/// ```
/// let scene = bumper_scene::read(br#"{"bumper": 1, "shapes": [{"point": [1, 2]}]}"#).unwrap();
/// assert!(matches!(scene, bumper_scene::AnyScene::F32x2(_)));
/// ```
pub fn read(text: &[u8]) -> Result<AnyScene, Fault> {
    read_in(text, Path::new(""))
}

/// Reads the text of a scene file that lies in a folder: where the paths of images begin.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"mask": {"image": "none.png", "top_left": [0, 0]}}]}"#;
/// let fault = bumper_scene::read_in(text, "levels".as_ref()).unwrap_err();
/// assert!(fault.to_string().starts_with(r#"shapes[0]: mask image "none.png": "#));
/// ```
pub fn read_in(text: &[u8], folder: &Path) -> Result<AnyScene, Fault> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let header = Header::read(text)?;
    let (scalar, three) = header.kind()?;
    Ok(match (scalar, three) {
        ("i16", false) => AnyScene::I16x2(header.scene(text, folder)?),
        ("i16", true) => AnyScene::I16x3(header.scene(text, folder)?),
        ("i32", false) => AnyScene::I32x2(header.scene(text, folder)?),
        ("i32", true) => AnyScene::I32x3(header.scene(text, folder)?),
        ("fixed", false) => AnyScene::Fixedx2(header.scene(text, folder)?),
        ("fixed", true) => AnyScene::Fixedx3(header.scene(text, folder)?),
        ("f32", false) => AnyScene::F32x2(header.scene(text, folder)?),
        ("f32", true) => AnyScene::F32x3(header.scene(text, folder)?),
        ("f64", false) => AnyScene::F64x2(header.scene(text, folder)?),
        ("f64", true) => AnyScene::F64x3(header.scene(text, folder)?),
        (other, _) => return fault(format!("scalar {} is not i16, i32, fixed, f32 or f64", quoted(other))),
    })
}

/// What the text of a scene calls its scalar, and how many dimensions it has.
///
/// ```
/// assert_eq!(bumper_scene::kind_of(br#"{"bumper": 1, "scalar": "i16", "shapes": []}"#), Ok(("i16".into(), 2)));
/// ```
pub fn kind_of(text: &[u8]) -> Result<(String, usize), Fault> {
    let header = Header::read(text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text))?;
    header.kind().map(|(scalar, three)| (scalar.into(), if three { 3 } else { 2 }))
}

/// Reads the text of a scene in a scalar and a dimension, whatever it says of them itself: what a program needs that has no use for
/// the others.
///
/// ```
/// let text = br#"{"bumper": 1, "scalar": "i16", "shapes": [{"point": [1, 2]}]}"#;
/// assert_eq!(bumper_scene::read_as::<f64, 2>(text).unwrap().objects.len(), 1);
/// assert!(bumper_scene::read_as::<f64, 3>(text).is_err());
/// ```
pub fn read_as<S: Number, const N: usize>(text: &[u8]) -> Result<Scene<S, N>, Fault> {
    read_as_in(text, Path::new(""))
}

/// As [`read_as`], of a file that lies in a folder: where the paths of images begin.
///
/// ```
/// let text = br#"{"bumper": 1, "shapes": [{"mask": {"image": "none.png", "top_left": [0, 0]}}]}"#;
/// assert!(bumper_scene::read_as_in::<f64, 2>(text, "levels".as_ref()).is_err());
/// ```
pub fn read_as_in<S: Number, const N: usize>(text: &[u8], folder: &Path) -> Result<Scene<S, N>, Fault> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    Header::read(text)?.scene(text, folder)
}

/// Everything in the file but the shapes.
struct Header {
    entries: Vec<(String, Node)>,
}

impl Header {
    fn read(text: &[u8]) -> Read<Self> {
        let header = Header { entries: walk(text, HeaderVisitor)? };
        let version = header.entries.iter().find(|(key, _)| key == "bumper").map(|(_, node)| node);
        match version {
            None => return fault("the scene has no \"bumper\" (the format version, 1)"),
            Some(node) => {
                let version = given(node, || "bumper".into())?;
                if version.real() != 1.0 {
                    return fault(format!("bumper is {version}: only version 1 of the format is known"));
                }
            }
        }
        Ok(header)
    }

    fn get(&self, key: &str) -> Option<&Node> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// What it calls its scalar, and whether it is in space.
    fn kind(&self) -> Read<(&str, bool)> {
        let three = match self.get("dimensions") {
            None => false,
            Some(node) => match given(node, || "dimensions".into())?.real() {
                2.0 => false,
                3.0 => true,
                other => return fault(format!("dimensions is {other}, not 2 or 3")),
            },
        };
        Ok((self.get("scalar").map_or(Ok("f32"), |node| self::text(node, "scalar"))?, three))
    }

    /// The scene, with the shapes from the text.
    fn scene<S: Number, const N: usize>(&self, text: &[u8], folder: &Path) -> Read<Scene<S, N>> {
        let y = match self.get("y").map_or(Ok("down"), |node| self::text(node, "y"))? {
            "down" => YAxis::Down,
            "up" => YAxis::Up,
            other => return fault(format!("y {} is not \"down\" or \"up\"", quoted(other))),
        };
        let shapes =
            Shapes { kinds: Kinds::new(y, folder), objects: Vec::new(), ids: HashSet::new(), fault: None };
        let shapes = walk(text, ShapesVisitor(shapes))?;
        let time_step = match self.get("time_step") {
            None => 1.0 / 60.0,
            Some(node) => given(node, || "time_step".into())?.real(),
        };
        if time_step <= 0.0 {
            return fault(format!("time_step {time_step} is not above zero"));
        }
        let gravity = self.get("gravity").map(|node| vector(node, || "gravity".into())).transpose()?;
        Ok(Scene {
            y,
            joints: self.get("joints").map_or(Ok(Vec::new()), |node| rigid::joints(node, &shapes.objects))?,
            objects: shapes.objects,
            parts: shapes.kinds.parts,
            rays: self.get("rays").map_or(Ok(Vec::new()), rays)?,
            bounds: self.get("bounds").map(|node| aabb("bounds", node, y, &[])).transpose()?,
            gravity: gravity.unwrap_or_default(),
            time_step,
        })
    }
}

fn rays<S: Number, const N: usize>(node: &Node) -> Read<Vec<Ray<S, N>>> {
    let mut ids = HashSet::new();
    let read = |(index, node)| {
        let ray = ray(index, node).and_then(|ray: Ray<S, N>| {
            if ids.insert(ray.id.clone()) {
                Ok(ray)
            } else {
                fault(format!("the id {} is taken", quoted(&ray.id)))
            }
        });
        ray.at(|| format!("rays[{index}]"))
    };
    list(node, "rays")?.iter().enumerate().map(read).collect()
}

fn ray<S: Number, const N: usize>(index: usize, node: &Node) -> Read<Ray<S, N>> {
    let fields = Fields::new("the ray", node, &[&["id", "from", "direction", "max"]])?;
    let id = fields.get("id").map_or(Ok(format!("#{index}")), |node| text(node, "id").map(String::from))?;
    let from: Vector<S, N> = fields.vector("from")?;
    let Some(unit) = bumper::Ray::new([0.0; N], fields.vector::<f64, N>("direction")?) else {
        return fault("direction is zero");
    };
    let max = fields.get("max").map(|_| fields.length("max", None)).transpose()?;
    Ok(Ray { id, from, direction: unit.direction(), max })
}

/// The shapes read so far.
struct Shapes<'f, S: Number, const N: usize> {
    kinds: Kinds<'f, S, N>,
    objects: Vec<Object<S, N>>,
    /// The ids that were given; the others are known by their places.
    ids: HashSet<String>,
    /// What went wrong, while the parser unwinds.
    fault: Option<Fault>,
}

impl<S: Number, const N: usize> Shapes<'_, S, N> {
    fn add(&mut self, node: &Node) -> Read<()> {
        let index = self.objects.len();
        let id = match node {
            Node::Map(entries) => entries.iter().find(|(key, _)| key == "id").map(|(_, id)| id),
            _ => None,
        };
        let place = || match id {
            Some(Node::Text(id)) => format!("shapes[{index}] {}", quoted(id)),
            _ => format!("shapes[{index}]"),
        };
        self.object(node, index).at(place)
    }

    fn object(&mut self, node: &Node, index: usize) -> Read<()> {
        let (fields, kind) =
            Kinds::<S, N>::fields(node, &["id", "at", "velocity", "move", "body", "one_way"])?;
        let given = fields.get("id").map(|node| text(node, "id")).transpose()?;
        let id = given.map_or_else(|| format!("#{index}"), String::from);
        let first = self.kinds.parts.len();
        self.kinds.add(&fields, kind, &[])?;
        let velocity = fields.get("velocity").map(|node| vector(node, || "velocity".into())).transpose()?;
        let motion = match (fields.get("move"), fields.get("body")) {
            (None, None) => Motion::Still,
            (Some(node), None) => moves::mover(node)?,
            (None, Some(node)) => rigid::body::<S, N>(node)?,
            (Some(_), Some(_)) => return fault("the shape has both \"move\" and \"body\""),
        };
        if self.is_taken(&id) || (given.is_some() && !self.ids.insert(id.clone())) {
            return fault(format!("the id {} is taken by an earlier shape", quoted(&id)));
        }
        let one_way = fields.get("one_way").map(|node| moves::side(node, self.kinds.y)).transpose()?;
        let parts = first..self.kinds.parts.len();
        self.objects.push(Object { id, parts, velocity: velocity.unwrap_or_default(), motion, one_way });
        Ok(())
    }

    /// Whether an earlier shape was given an id, or has it for its place.
    fn is_taken(&self, id: &str) -> bool {
        let place = id.strip_prefix('#').and_then(|place| place.parse::<usize>().ok());
        let placed = place.and_then(|place| self.objects.get(place)).is_some_and(|object| object.id == id);
        placed || (!self.ids.is_empty() && self.ids.contains(id))
    }
}

/// Parses the text with a visitor of its outermost object.
fn walk<'de, V: WalkVisitor<'de>>(text: &'de [u8], visitor: V) -> Read<V::Value> {
    let mut outcome = None;
    let mut json = serde_json::Deserializer::from_slice(text);
    // Nothing here follows the nesting of the file with its own stack further than `ReadNode` allows.
    json.disable_recursion_limit();
    let parsed = Walk { visitor, outcome: &mut outcome }.deserialize(&mut json).and_then(|()| json.end());
    match (outcome, parsed) {
        (Some(Err(fault)), _) => Err(fault),
        (Some(Ok(value)), Ok(())) => Ok(value),
        (_, Err(error)) => Err(syntax(&error)),
        (None, Ok(())) => fault("the scene is not an object"),
    }
}

/// A fault of the parser, which knows lines and columns.
fn syntax(error: &serde_json::Error) -> Fault {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let reason = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    Fault { place: format!("line {line} column {column}"), reason: reason.into() }
}

/// Goes through the entries of the outermost object. Faults of the scene, unlike those of its syntax, are results.
trait WalkVisitor<'de> {
    type Value;
    fn entries<A: MapAccess<'de>>(self, map: A) -> Result<Read<Self::Value>, A::Error>;
}

struct Walk<'a, V, T> {
    visitor: V,
    outcome: &'a mut Option<Read<T>>,
}

impl<'de, V: WalkVisitor<'de>> DeserializeSeed<'de> for Walk<'_, V, V::Value> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, V: WalkVisitor<'de>> Visitor<'de> for Walk<'_, V, V::Value> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a scene (an object)")
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let outcome = self.visitor.entries(map)?;
        // The parser stops at an error of any kind; the fault says what it was.
        let failed = outcome.is_err();
        *self.outcome = Some(outcome);
        if failed { Err(A::Error::custom("fault")) } else { Ok(()) }
    }
}

struct HeaderVisitor;

impl<'de> WalkVisitor<'de> for HeaderVisitor {
    type Value = Vec<(String, Node)>;

    fn entries<A: MapAccess<'de>>(self, mut map: A) -> Result<Read<Self::Value>, A::Error> {
        let mut entries: Vec<(String, Node)> = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            if !KEYS.contains(&key.as_str()) {
                return Ok(fault(crate::hints::unknown("the scene", &key, &[&KEYS])));
            }
            if entries.iter().any(|(earlier, _)| *earlier == key) {
                return Ok(fault(format!("the scene has the key \"{key}\" twice")));
            }
            let node = if key == "shapes" || key == SCHEMA {
                map.next_value::<IgnoredAny>()?;
                Node::Null
            } else {
                map.next_value_seed(ReadNode::default())?
            };
            entries.push((key, node));
        }
        if !entries.iter().any(|(key, _)| key == "shapes") {
            return Ok(fault("the scene has no \"shapes\""));
        }
        Ok(Ok(entries))
    }
}

struct ShapesVisitor<'f, S: Number, const N: usize>(Shapes<'f, S, N>);

impl<'de, 'f, S: Number, const N: usize> WalkVisitor<'de> for ShapesVisitor<'f, S, N> {
    type Value = Shapes<'f, S, N>;

    fn entries<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Read<Self::Value>, A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "shapes" {
                if let Err(error) = map.next_value_seed(&mut self) {
                    return self.0.fault.map_or(Err(error), |fault| Ok(Err(fault)));
                }
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Ok(self.0))
    }
}

impl<'de, S: Number, const N: usize> DeserializeSeed<'de> for &mut ShapesVisitor<'_, S, N> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: Number, const N: usize> Visitor<'de> for &mut ShapesVisitor<'_, S, N> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of shapes")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(node) = seq.next_element_seed(ReadNode::default())? {
            if let Err(fault) = self.0.add(&node) {
                self.0.fault = Some(fault);
                return Err(A::Error::custom("fault"));
            }
        }
        Ok(())
    }
}
