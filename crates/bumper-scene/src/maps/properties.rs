//! Custom properties, and the words in them that mark a tile or a layer as solid.

use super::PROPERTY;
use super::numbers::flag_word;
use crate::fields::quoted;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A custom property: its name and its value.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Property {
    #[serde(deserialize_with = "super::numbers::text")]
    pub(super) name: String,
    #[serde(default)]
    pub(super) value: Value,
}

/// Custom properties of Tiled, or the fields of an LDtk entity.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Properties(#[serde(deserialize_with = "super::keyed_list::list")] pub(super) Vec<Property>);

impl Properties {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|property| property.name == name).map(|property| &property.value)
    }

    /// Adds the properties of the tile that an object shows, except those that the object has itself. The property `bumper` of the tile is
    /// inherited without the keys that the object has as separate properties; other properties are not inherited if the property `bumper`
    /// of the object has them as keys.
    pub(super) fn inherit(&mut self, tile: &Self) {
        let own_keys = self.get(PROPERTY).and_then(scene_keys).unwrap_or_default();
        for Property { name, value } in &tile.0 {
            if self.get(name).is_some() || KEYS.contains(&name.as_str()) && own_keys.contains_key(name) {
                continue;
            }
            let mut value = value.clone();
            if name == PROPERTY
                && let Some(mut keys) = scene_keys(&value)
            {
                keys.retain(|key, _| self.get(key).is_none());
                value = Value::Object(keys);
            }
            self.0.push(Property { name: name.clone(), value });
        }
    }

    /// The keys of the scene format that custom properties add to a scene or a shape, as text. All entries of the property `bumper` are
    /// used. The properties `move`, `body` and `one_way` are used only if their values are valid. Otherwise they are ignored, because the
    /// game probably uses these common names for something else.
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

    /// Whether a tile, layer, group or map is marked as solid (true) or as not solid (false). `None` if it is not marked. The first
    /// property decides whose name is a solid word (see [`SOLID_WORDS`]) and whose value is a flag. If there is no such property, a solid
    /// word in `words` marks the tile, layer, group or map as solid. `words` are its class and, for a layer, its name.
    pub(super) fn solid(&self, words: &[&str]) -> Option<bool> {
        let properties = self.0.iter().filter(|property| is_solid_word(&property.name));
        let flag = properties.filter_map(|property| flag_of(&property.value)).next();
        flag.or_else(|| words.iter().any(|word| is_solid_word(word)).then_some(true))
    }
}

/// The properties that are keys of the scene format.
const KEYS: [&str; 3] = ["move", "body", "one_way"];

/// The keys of the scene format in the value of the property `bumper`; `None` if it is not valid.
fn scene_keys(value: &Value) -> Option<serde_json::Map<String, Value>> {
    match value {
        Value::Object(keys) => Some(keys.clone()),
        Value::String(text) => serde_json::from_str(&format!("{{{}}}", super::inner(text))).ok(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    }
}

/// Converts the value of a property to a flag. Returns `None` if the value does not denote a flag.
fn flag_of(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        Value::String(text) => flag_word(text),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The words that mark tiles and layers as solid. They may be the class of a tile or layer, an enum tag of LDtk, or the name of a layer or
/// of a property.
const SOLID_WORDS: [&str; 6] = ["solid", "solids", "collide", "collides", "collision", "collisions"];

/// Whether a word is one of the solid words. Case and surrounding white space do not matter.
pub(super) fn is_solid_word(word: &str) -> bool {
    SOLID_WORDS.iter().any(|known| word.trim().eq_ignore_ascii_case(known))
}
