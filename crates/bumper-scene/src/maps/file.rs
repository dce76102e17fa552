//! A map of Tiled as its file has it: what JSON is read into, and what the XML of `.tmx`, `.tsx` and `.tx` is read into as well.

use super::PROPERTY;
use crate::fields::quoted;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
pub(super) struct Map {
    pub(super) orientation: String,
    pub(super) layers: Vec<Layer>,
    #[serde(default)]
    pub(super) height: f64,
    #[serde(default)]
    pub(super) tilewidth: f64,
    #[serde(default)]
    pub(super) tileheight: f64,
    #[serde(default)]
    pub(super) hexsidelength: f64,
    #[serde(default)]
    pub(super) staggeraxis: String,
    #[serde(default)]
    pub(super) staggerindex: String,
    #[serde(default)]
    pub(super) tilesets: Vec<Tileset>,
    #[serde(default)]
    pub(super) properties: Properties,
    #[serde(default)]
    pub(super) class: String,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    pub(super) firstgid: u32,
    /// Where it is, if it has a file of its own.
    pub(super) source: Option<String>,
    pub(super) name: String,
    pub(super) tilewidth: f64,
    pub(super) tileheight: f64,
    pub(super) columns: u32,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) image: Option<String>,
    pub(super) imagewidth: Option<f64>,
    pub(super) tileoffset: Option<Corner>,
    pub(super) objectalignment: String,
    pub(super) grid: Option<Cells>,
    #[serde(deserialize_with = "list")]
    pub(super) tiles: Vec<Tile>,
    /// Before Tiled 1.2, by the tiles' numbers.
    pub(super) tileproperties: BTreeMap<u32, Properties>,
}

/// How the shapes of a tileset's tiles lie.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Cells {
    pub(super) orientation: String,
    pub(super) width: f64,
    pub(super) height: f64,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    pub(super) id: u32,
    pub(super) objectgroup: Option<Shapes>,
    pub(super) image: Option<String>,
    pub(super) imagewidth: Option<f64>,
    pub(super) imageheight: Option<f64>,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    #[serde(alias = "type")]
    pub(super) class: String,
    pub(super) properties: Properties,
}

#[derive(Clone, Default, Deserialize)]
pub(super) struct Shapes {
    #[serde(default)]
    pub(super) objects: Vec<Object>,
}

#[derive(Deserialize)]
pub(super) struct Chunk {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    #[serde(default)]
    pub(super) height: i32,
    pub(super) data: Data,
}

/// Numbers, or bytes in base64.
pub(super) enum Data {
    Numbers(Vec<u32>),
    Bytes(String),
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Data;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of tiles or a text of bytes")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Bytes(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Data, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = seq.next_element()? {
                    numbers.push(number);
                }
                Ok(Data::Numbers(numbers))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) class: String,
    pub(super) visible: Seen,
    pub(super) opacity: Option<f64>,
    pub(super) offsetx: f64,
    pub(super) offsety: f64,
    /// Of an object layer.
    pub(super) objects: Option<Vec<Object>>,
    /// Of a group.
    pub(super) layers: Option<Vec<Layer>>,
    /// Of tiles.
    pub(super) data: Option<Data>,
    pub(super) chunks: Option<Vec<Chunk>>,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) compression: String,
    /// Of a picture.
    pub(super) image: Option<String>,
    pub(super) properties: Properties,
}

/// Whether a layer is shown: it is unless its file says otherwise.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct Seen(pub(super) bool);

impl Default for Seen {
    fn default() -> Self {
        Self(true)
    }
}

/// What an object does not say its template does.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Object {
    pub(super) id: u64,
    pub(super) name: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    pub(super) rotation: Option<f64>,
    pub(super) ellipse: bool,
    pub(super) capsule: bool,
    pub(super) point: bool,
    pub(super) polygon: Option<Vec<Corner>>,
    pub(super) polyline: Option<Vec<Corner>>,
    pub(super) text: Option<Text>,
    pub(super) gid: Option<u32>,
    pub(super) template: Option<String>,
    pub(super) properties: Properties,
}

#[derive(Clone, Default)]
pub(super) struct Text;

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl Object {
    /// With what a template has in addition.
    pub(super) fn with(self, template: Self) -> Self {
        let name = if self.name.is_empty() { template.name } else { self.name };
        // Properties of the object come first, and the first of a name counts.
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
            template: None,
            ..self
        }
    }
}

/// An object that others take after.
#[derive(Deserialize)]
pub(super) struct Template {
    pub(super) object: Object,
    pub(super) tileset: Option<Tileset>,
}

#[derive(Clone, Copy, Default, Deserialize)]
pub(super) struct Corner {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Clone, Deserialize, Serialize)]
pub(super) struct Property {
    pub(super) name: String,
    #[serde(default)]
    pub(super) value: Value,
}

/// Custom properties, or the fields of an entity of LDtk.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Properties(#[serde(deserialize_with = "list")] pub(super) Vec<Property>);

/// What newer files have as a list, and those before Tiled 1.2 as an object.
trait Keyed: Sized {
    type Held;
    fn keyed(key: String, held: Self::Held) -> Option<Self>;
}

impl Keyed for Property {
    type Held = Value;
    fn keyed(name: String, value: Value) -> Option<Self> {
        Some(Self { name, value })
    }
}

impl Keyed for Tile {
    type Held = Self;
    fn keyed(key: String, tile: Self) -> Option<Self> {
        Some(Self { id: key.parse().ok()?, ..tile })
    }
}

fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Keyed<Held: Deserialize<'de>> + Deserialize<'de>,
{
    struct Either<T>(PhantomData<T>);
    impl<'de, T: Keyed<Held: Deserialize<'de>> + Deserialize<'de>> Visitor<'de> for Either<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            std::iter::from_fn(|| seq.next_element().transpose()).collect()
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<T>, A::Error> {
            let entries = std::iter::from_fn(|| map.next_entry().transpose());
            let known = entries.map(|entry| entry.map(|(key, held)| T::keyed(key, held)));
            known.filter_map(Result::transpose).collect()
        }
    }
    deserializer.deserialize_any(Either(PhantomData))
}

impl Properties {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|property| property.name == name).map(|property| &property.value)
    }

    /// Whether a property says yes or no; `None` for no such property, or one of another kind.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Bool(flag) => Some(*flag),
            Value::String(text) => text.trim().to_ascii_lowercase().parse().ok(),
            _ => None,
        }
    }

    /// The keys for a scene or a shape: the text of the property `bumper`, and what stands in others of a shape's keys. What is
    /// called so and could not be such a key belongs to the game, and is left alone.
    pub(super) fn keys(&self) -> Option<String> {
        let mut keys: Vec<String> = Vec::new();
        match self.get(PROPERTY) {
            Some(Value::String(text)) => keys.push(super::inner(text).into()),
            Some(Value::Object(map)) => {
                keys.extend(map.iter().map(|(key, value)| format!("{}: {value}", Value::from(key.as_str()))));
            }
            _ => {}
        }
        for name in ["move", "body"] {
            match self.get(name) {
                Some(Value::String(text)) if text.trim().starts_with('{') => {
                    keys.push(format!("\"{name}\": {text}"));
                }
                Some(value @ Value::Object(_)) => keys.push(format!("\"{name}\": {value}")),
                _ => {}
            }
        }
        if let Some(Value::String(side)) = self.get("one_way") {
            let side = side.to_ascii_lowercase();
            if ["up", "down", "left", "right"].contains(&side.as_str()) {
                keys.push(format!("\"one_way\": {}", quoted(&side)));
            }
        }
        keys.retain(|keys| !keys.trim().is_empty());
        (!keys.is_empty()).then(|| keys.join(", "))
    }

    /// Whether a layer or a map counts as solid, by its properties and its class or name.
    pub(super) fn solid(&self, words: &[&str]) -> Option<bool> {
        self.flag("solid").or_else(|| words.iter().any(|word| is_solid_word(word)).then_some(true))
    }

    /// Whether a tile does.
    pub(super) fn tile_solid(&self, class: &str) -> Option<bool> {
        self.flag("collides").or_else(|| self.solid(&[class]))
    }
}

/// Whether a class, a tag or the name of a layer says that something is solid.
pub(super) fn is_solid_word(word: &str) -> bool {
    ["solid", "solids", "collision", "collisions"].iter().any(|known| word.eq_ignore_ascii_case(known))
}
