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
    /// property decides whose name is a solid word (see [`SOLID_WORDS`]) or `walkable`, and whose value is a flag. The properties in the
    /// value of a property of a class count as well. If there is no such property, a class that is a solid word marks it as solid.
    pub(super) fn solid(&self, class: &str) -> Option<bool> {
        let flag = self.0.iter().find_map(|property| solid_flag(&property.name, &property.value));
        flag.or_else(|| is_solid_word(class).then_some(true))
    }
}

/// Whether a property marks a tile or a layer as solid (true) or as not solid (false). `None` if it does neither.
fn solid_flag(name: &str, value: &Value) -> Option<bool> {
    if let Value::Object(inner) = value {
        return inner.iter().find_map(|(name, value)| solid_flag(name, value));
    }
    if is_solid_word(name) {
        return flag_of(value);
    }
    name.trim().eq_ignore_ascii_case("walkable").then(|| flag_of(value)).flatten().map(|walkable| !walkable)
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

/// Converts the value of a property to a flag. A text without any letters is `true`, because some games only ask whether a tile has the
/// property. Returns `None` if the value does not denote a flag.
fn flag_of(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        Value::String(text) if text.trim().is_empty() => Some(true),
        Value::String(text) => flag_word(text),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The words that mark tiles and layers as solid, each also with a final `s`. They may be the class of a tile or layer, an enum tag of LDtk,
/// or the name of a property or a layer.
const SOLID_WORDS: [&str; 7] = ["solid", "collide", "collision", "collidable", "blocked", "obstacle", "wall"];

/// Further words that mark a layer as solid if they are its name. As the class of a tile they may mean something else.
const SOLID_LAYER_WORDS: [&str; 2] = ["platform", "block"];

/// Words in the names of layers that say nothing about what the layer contains.
const IGNORED_WORDS: [&str; 3] = ["layer", "tile", "map"];

/// Words in the names of layers that are often solid, although other games use them for the floor or for pictures. They do not mark a layer
/// as solid, but a hint names such layers if nothing in a map is marked.
const CANDIDATE_WORDS: [&str; 14] = [
    "ground",
    "terrain",
    "floor",
    "level",
    "world",
    "main",
    "foreground",
    "fence",
    "rock",
    "building",
    "house",
    "tree",
    "brick",
    "edge",
];

/// Whether a word is one of the solid words. Case and surrounding white space do not matter.
pub(super) fn is_solid_word(word: &str) -> bool {
    is_among(&word.trim().to_ascii_lowercase(), &SOLID_WORDS)
}

/// Whether the name of a layer marks it as solid: it is a solid word or one of [`SOLID_LAYER_WORDS`]. Numbers and the words `layer`, `tile`
/// and `map` in the name do not matter: `Walls 2` and `blockedLayer` are such names, but `wall shadows` is not.
pub(super) fn is_solid_layer_name(name: &str) -> bool {
    let words: Vec<String> = words(name).filter(|word| !is_among(word, &IGNORED_WORDS)).collect();
    matches!(words.as_slice(), [word] if is_among(word, &SOLID_WORDS) || is_among(word, &SOLID_LAYER_WORDS))
}

/// Whether the name of a layer has a word that suggests that its tiles are solid.
pub(super) fn is_candidate_layer_name(name: &str) -> bool {
    let known = [&SOLID_WORDS[..], &SOLID_LAYER_WORDS, &CANDIDATE_WORDS];
    words(name).any(|word| known.iter().any(|list| is_among(&word, list)))
}

/// Whether a word in lower case is in a list, with or without a final `s`.
fn is_among(word: &str, list: &[&str]) -> bool {
    list.contains(&word) || word.strip_suffix('s').is_some_and(|singular| list.contains(&singular))
}

/// The words of the name of a layer in lower case, without numbers. A word ends at a character that is not a letter, and before a capital
/// letter that follows a small one.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut spaced = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if after_small && letter.is_uppercase() {
            spaced.push(' ');
        }
        after_small = letter.is_lowercase();
        spaced.extend(if letter.is_alphabetic() { letter.to_lowercase() } else { ' '.to_lowercase() });
    }
    let words: Vec<String> = spaced.split_whitespace().map(String::from).collect();
    words.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layer_names_are_split_into_words() {
        for name in [
            "Walls",
            "wall",
            "Walls 2",
            "walls_01",
            "blockedLayer",
            "Collision Layer",
            "COLLISIONS",
            "Tile-Obstacles",
            "platforms",
        ] {
            assert!(is_solid_layer_name(name), "{name}");
        }
        for name in [
            "ground",
            "no collision",
            "wall shadows",
            "noncollidable",
            "",
            "layer",
            "Walls platforms",
            "background",
        ] {
            assert!(!is_solid_layer_name(name), "{name}");
        }
        for name in ["Ground2", "wall shadows", "mainLevel", "Trees"] {
            assert!(is_candidate_layer_name(name), "{name}");
        }
        assert!(!is_candidate_layer_name("Background") && !is_candidate_layer_name("sky"));
    }
}
