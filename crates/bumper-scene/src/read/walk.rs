//! Calls a visitor with the entries of the outermost JSON object of a scene.

use crate::fields::{Fault, Read, fault};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// Parses a text that consists of a JSON object, and passes the entries of the object to a visitor.
pub(super) fn walk<'de, V: WalkVisitor<'de>>(text: &'de [u8], visitor: V) -> Read<V::Value> {
    let mut outcome = None;
    let mut json = serde_json::Deserializer::from_slice(text);
    // `ReadNode` limits the nesting depth, so the recursion limit of the parser is not needed.
    json.disable_recursion_limit();
    let parsed = Walk { visitor, outcome: &mut outcome }.deserialize(&mut json).and_then(|()| json.end());
    match (outcome, parsed) {
        (Some(Err(fault)), _) => Err(fault),
        (Some(Ok(value)), Ok(())) => Ok(value),
        (_, Err(error)) => Err(syntax(&error)),
        (None, Ok(())) => fault("the scene is not an object"),
    }
}

/// Converts an error of the JSON parser to a fault with the line and the column of the error.
fn syntax(error: &serde_json::Error) -> Fault {
    let line = error.line();
    let column = error.column();
    let message = error.to_string();
    let reason = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    Fault { place: format!("line {line} column {column}"), reason: reason.into() }
}

/// A visitor of the entries of the outermost JSON object. `entries` returns a nested result: the outer error is an error of the JSON
/// parser, and the inner error is an error in the scene.
pub(super) trait WalkVisitor<'de> {
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
        // The parser stops only if it gets an error of its own type. So return such an error after a fault; the fault itself is in
        // `outcome`.
        let failed = outcome.is_err();
        *self.outcome = Some(outcome);
        if failed { Err(A::Error::custom("fault")) } else { Ok(()) }
    }
}
