//! Recognizes the kind of a map by the name and the content of its file.

use crate::files::utf8;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::path::Path;

/// The program that wrote a map.
///
/// ```
/// use bumper_scene::MapKind;
/// assert_eq!(MapKind::of(Some("one.TMX".as_ref()), b""), Some(MapKind::Tiled));
/// assert_eq!(MapKind::of(Some("one.json".as_ref()), br#"{"__header__": {}, "levels": []}"#), Some(MapKind::Ldtk));
/// assert_eq!(MapKind::of(Some("one.json".as_ref()), br#"{"bumper": 1, "shapes": []}"#), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// Tiled: `.tmx`, `.tmj` or an export to JSON.
    Tiled,
    /// LDtk: `.ldtk` or a project saved as JSON.
    Ldtk,
}

impl MapKind {
    /// Finds out which program wrote a map. Looks first at the extension of the file, then at its text: XML is taken for a map of Tiled,
    /// and JSON is recognized by keys that only Tiled or only LDtk writes. JSON is read only up to the first such key. Returns `None` for
    /// anything else, such as a scene.
    ///
    /// ```
    /// use bumper_scene::MapKind;
    /// assert_eq!(MapKind::of(None, br#"{"height": 9, "tiledversion": "1.11"}"#), Some(MapKind::Tiled));
    /// ```
    pub fn of(path: Option<&Path>, text: &[u8]) -> Option<Self> {
        let ending =
            path.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("tmx" | "tmj") => return Some(MapKind::Tiled),
            Some("ldtk") => return Some(MapKind::Ldtk),
            _ => {}
        }
        // If the text cannot be decoded, return no kind here. Whoever reads the file next reports the error.
        let text = utf8(text).ok()?;
        if is_xml(&text) {
            return Some(MapKind::Tiled);
        }
        let mut json = serde_json::Deserializer::from_slice(&text);
        // The parser limits the recursion depth, so that deep nesting does not overflow the stack. The limit is not needed here, because
        // the values of the outermost object are skipped without recursion.
        json.disable_recursion_limit();
        // If the JSON is invalid, return no kind here. Whoever reads the file next reports the error.
        let mut kind = None;
        let _ = json.deserialize_map(Keys(&mut kind));
        kind
    }
}

/// Whether a UTF-8 text begins like an XML document.
pub(super) fn is_xml(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"<")
}

/// A JSON visitor of the keys of the outermost object. It stops at the first key that identifies the kind of map.
struct Keys<'k>(&'k mut Option<MapKind>);

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "bumper" | "shapes" => return Ok(()),
                "orientation" | "tiledversion" | "tilewidth" | "tilesets" | "compressionlevel" | "layers"
                | "infinite" => {
                    *self.0 = Some(MapKind::Tiled);
                    return Ok(());
                }
                "__header__" | "worldLayout" | "defs" | "levels" | "externalLevels" => {
                    *self.0 = Some(MapKind::Ldtk);
                    return Ok(());
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
