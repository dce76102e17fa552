//! The data types of Tiled files. JSON is deserialized into these types, and the reader of XML (`.tmx`, `.tsx` and `.tx`) creates them,
//! too.

use super::keyed_list::{Keyed, list};
use super::numbers::{flag, number, text};
use super::properties::{Properties, Property};
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A Tiled map.
#[derive(Deserialize)]
pub(super) struct Map {
    #[serde(deserialize_with = "text")]
    pub(super) orientation: String,
    pub(super) layers: Vec<Layer>,
    #[serde(default, deserialize_with = "number")]
    pub(super) height: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) tilewidth: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) tileheight: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) hexsidelength: f64,
    /// On oblique maps, the horizontal shift from one row of tiles to the next, in pixels.
    #[serde(default, deserialize_with = "number")]
    pub(super) skewx: f64,
    /// On oblique maps, the vertical shift from one column of tiles to the next, in pixels.
    #[serde(default, deserialize_with = "number")]
    pub(super) skewy: f64,
    #[serde(default, deserialize_with = "text")]
    pub(super) staggeraxis: String,
    #[serde(default, deserialize_with = "text")]
    pub(super) staggerindex: String,
    #[serde(default)]
    pub(super) tilesets: Vec<Tileset>,
    #[serde(default)]
    pub(super) properties: Properties,
    #[serde(default, deserialize_with = "text")]
    pub(super) class: String,
}

/// A tileset, or a reference to a tileset in its own file.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    #[serde(deserialize_with = "number")]
    pub(super) firstgid: u32,
    /// The path of the file that contains the tileset; `None` if the tileset is embedded in the map.
    pub(super) source: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) name: String,
    #[serde(deserialize_with = "number")]
    pub(super) tilewidth: f64,
    #[serde(deserialize_with = "number")]
    pub(super) tileheight: f64,
    /// The number of tiles; zero if it is unknown, because Tiled before version 0.13 did not write it.
    #[serde(deserialize_with = "number")]
    pub(super) tilecount: u32,
    #[serde(deserialize_with = "number")]
    pub(super) columns: u32,
    #[serde(deserialize_with = "number")]
    pub(super) margin: u32,
    #[serde(deserialize_with = "number")]
    pub(super) spacing: u32,
    pub(super) image: Option<String>,
    #[serde(deserialize_with = "number")]
    pub(super) imagewidth: Option<f64>,
    pub(super) tileoffset: Option<Corner>,
    #[serde(deserialize_with = "text")]
    pub(super) objectalignment: String,
    /// `grid` if layers draw the tiles at the size of the map's cells. Otherwise they draw them at the tiles' own size.
    #[serde(deserialize_with = "text")]
    pub(super) tilerendersize: String,
    /// The value `preserve-aspect-fit` means that tiles keep their aspect ratio if they are drawn at another size.
    #[serde(deserialize_with = "text")]
    pub(super) fillmode: String,
    /// The colour in the picture that is treated as transparent, as RRGGBB.
    #[serde(deserialize_with = "text")]
    pub(super) transparentcolor: String,
    pub(super) grid: Option<Cells>,
    #[serde(deserialize_with = "list")]
    pub(super) tiles: Vec<Tile>,
    /// The properties of tiles, with the number of the tile as the key. Tiled wrote them in this way before version 1.2.
    pub(super) tileproperties: BTreeMap<u32, Properties>,
}

/// The key `grid` of a tileset: the shape and the size of its cells. It determines the coordinate system of the collision shapes of its
/// tiles.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Cells {
    #[serde(deserialize_with = "text")]
    pub(super) orientation: String,
    #[serde(deserialize_with = "number")]
    pub(super) width: f64,
    #[serde(deserialize_with = "number")]
    pub(super) height: f64,
}

/// A tile of a tileset that has data of its own, such as collision shapes or properties.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    #[serde(deserialize_with = "number")]
    pub(super) id: u32,
    pub(super) objectgroup: Option<Shapes>,
    pub(super) image: Option<String>,
    #[serde(deserialize_with = "number")]
    pub(super) imagewidth: Option<f64>,
    #[serde(deserialize_with = "number")]
    pub(super) imageheight: Option<f64>,
    #[serde(deserialize_with = "text")]
    pub(super) transparentcolor: String,
    #[serde(deserialize_with = "number")]
    pub(super) x: u32,
    #[serde(deserialize_with = "number")]
    pub(super) y: u32,
    #[serde(deserialize_with = "number")]
    pub(super) width: Option<f64>,
    #[serde(deserialize_with = "number")]
    pub(super) height: Option<f64>,
    #[serde(alias = "type", deserialize_with = "text")]
    pub(super) class: String,
    pub(super) properties: Properties,
}

/// The collision shapes of a tile.
#[derive(Clone, Default, Deserialize)]
pub(super) struct Shapes {
    #[serde(default)]
    pub(super) objects: Objects,
}

/// A rectangular block of tiles of an infinite map.
#[derive(Deserialize)]
pub(super) struct Chunk {
    #[serde(deserialize_with = "number")]
    pub(super) x: i32,
    #[serde(deserialize_with = "number")]
    pub(super) y: i32,
    #[serde(deserialize_with = "number")]
    pub(super) width: i32,
    /// `None` in JSON maps that were written by hand. Tiled always writes the height.
    #[serde(default, deserialize_with = "number")]
    pub(super) height: Option<i32>,
    pub(super) data: Data,
}

/// The tile numbers of a layer.
pub(super) enum Data {
    Numbers(Vec<u32>),
    /// Text in the encoding of the layer: base64, or numbers separated by commas.
    Text(String),
}

#[derive(Deserialize)]
struct Gid(#[serde(deserialize_with = "number")] u32);

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Data;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of tiles or a string of bytes")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Text(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Data, A::Error> {
                let mut numbers = Vec::new();
                while let Some(Gid(number)) = seq.next_element()? {
                    numbers.push(number);
                }
                Ok(Data::Numbers(numbers))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// A layer of any kind, or a group of layers.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Layer {
    #[serde(deserialize_with = "text")]
    pub(super) name: String,
    #[serde(deserialize_with = "text")]
    pub(super) class: String,
    #[serde(deserialize_with = "flag")]
    pub(super) visible: Visible,
    #[serde(deserialize_with = "number")]
    pub(super) opacity: Option<f64>,
    #[serde(deserialize_with = "number")]
    pub(super) offsetx: f64,
    #[serde(deserialize_with = "number")]
    pub(super) offsety: f64,
    /// The objects of an object layer.
    pub(super) objects: Option<Objects>,
    /// The layers of a group.
    pub(super) layers: Option<Vec<Layer>>,
    /// The tiles of a tile layer.
    pub(super) data: Option<Data>,
    pub(super) chunks: Option<Vec<Chunk>>,
    /// The position of a tile layer in the map, in tiles. Only old versions of Tiled write other values than 0.
    #[serde(deserialize_with = "number")]
    pub(super) x: f64,
    #[serde(deserialize_with = "number")]
    pub(super) y: f64,
    #[serde(deserialize_with = "number")]
    pub(super) width: i32,
    #[serde(deserialize_with = "number")]
    pub(super) height: Option<i32>,
    #[serde(deserialize_with = "text")]
    pub(super) encoding: String,
    #[serde(deserialize_with = "text")]
    pub(super) compression: String,
    /// The path of the picture of an image layer.
    pub(super) image: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(super) transparentcolor: String,
    pub(super) properties: Properties,
}

/// Whether a layer is visible. True if the file does not say.
#[derive(Clone, Copy)]
pub(super) struct Visible(pub(super) bool);

impl From<bool> for Visible {
    fn from(visible: bool) -> Self {
        Self(visible)
    }
}

impl Default for Visible {
    fn default() -> Self {
        Self(true)
    }
}

/// An object of a map. Values that are missing are taken from the template of the object.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Object {
    #[serde(deserialize_with = "number")]
    pub(super) id: u64,
    #[serde(deserialize_with = "text")]
    pub(super) name: String,
    #[serde(deserialize_with = "number")]
    pub(super) x: f64,
    #[serde(deserialize_with = "number")]
    pub(super) y: f64,
    #[serde(deserialize_with = "number")]
    pub(super) width: Option<f64>,
    #[serde(deserialize_with = "number")]
    pub(super) height: Option<f64>,
    #[serde(deserialize_with = "number")]
    pub(super) rotation: Option<f64>,
    #[serde(deserialize_with = "flag")]
    pub(super) ellipse: bool,
    #[serde(deserialize_with = "flag")]
    pub(super) capsule: bool,
    #[serde(deserialize_with = "flag")]
    pub(super) point: bool,
    pub(super) polygon: Option<Vec<Corner>>,
    pub(super) polyline: Option<Vec<Corner>>,
    pub(super) text: Option<Text>,
    #[serde(deserialize_with = "number")]
    pub(super) gid: Option<u32>,
    pub(super) template: Option<String>,
    pub(super) properties: Properties,
    /// The reason why the object cannot be read; `None` if it has been read. An object with a reason does not become a shape, but a
    /// warning.
    #[serde(skip)]
    pub(super) bad: Option<String>,
}

/// A list of objects. An object that cannot be read stays in the list, with the reason in its field [`bad`](Object::bad), so that the
/// others can be used.
#[derive(Clone, Default)]
pub(super) struct Objects(pub(super) Vec<Object>);

impl<'de> Deserialize<'de> for Objects {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Option::<Vec<Value>>::deserialize(deserializer)?.unwrap_or_default();
        Ok(Self(values.into_iter().map(object_of).collect()))
    }
}

fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
    Value::deserialize(deserializer).map(object_of)
}

/// Converts the JSON of an object. If the object cannot be read, the result has only the number and the name of the object, and the reason
/// in the field `bad`.
fn object_of(value: Value) -> Object {
    let id = value.get("id").and_then(|id| number(id).ok()).unwrap_or_default();
    let name = value.get("name").and_then(Value::as_str).map(String::from);
    Object::deserialize(value).unwrap_or_else(|error| {
        let name = name.unwrap_or_default();
        let bad = Some(error.to_string());
        Object { id, name, bad, ..Object::default() }
    })
}

/// Deserializes the value of the key that marks an object as a text object. The text itself is not kept.
#[derive(Clone, Default)]
pub(super) struct Text;

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl Object {
    /// Sets the values that this object does not have to those of its template.
    pub(super) fn with(self, template: Self) -> Self {
        let name = if self.name.is_empty() { template.name } else { self.name };
        // Properties of the object come before those of the template, because the first property with a name is used.
        let properties = Properties([self.properties.0, template.properties.0].concat());
        Self {
            name,
            properties,
            width: self.width.or(template.width),
            height: self.height.or(template.height),
            rotation: self.rotation.or(template.rotation),
            ellipse: self.ellipse | template.ellipse,
            capsule: self.capsule | template.capsule,
            point: self.point | template.point,
            polygon: self.polygon.or(template.polygon),
            polyline: self.polyline.or(template.polyline),
            text: self.text.or(template.text),
            gid: self.gid.or(template.gid),
            bad: self.bad.or(template.bad),
            template: None,
            ..self
        }
    }
}

/// A template file: an object that other objects inherit from.
#[derive(Deserialize)]
pub(super) struct Template {
    #[serde(deserialize_with = "object")]
    pub(super) object: Object,
    pub(super) tileset: Option<Tileset>,
}

/// A point or an offset.
#[derive(Clone, Copy, Default, Deserialize)]
pub(super) struct Corner {
    #[serde(deserialize_with = "number")]
    pub(super) x: f64,
    #[serde(deserialize_with = "number")]
    pub(super) y: f64,
}

impl Keyed for Property {
    type Content = Value;
    fn keyed(name: String, value: Value) -> Option<Self> {
        Some(Self { name, value })
    }
}

impl Keyed for Tile {
    type Content = Self;
    fn keyed(key: String, tile: Self) -> Option<Self> {
        Some(Self { id: key.parse().ok()?, ..tile })
    }
}
