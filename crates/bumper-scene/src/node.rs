//! JSON values before they are interpreted. An object keeps repeated keys, so that the reader of scenes can reject them.

use crate::number::ParsedNumber;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// The largest nesting depth of lists and objects in a JSON value. The reader is recursive, so deeper values could overflow the stack and
/// are rejected. Compounds may be nested 64 deep. They need 128 levels, because each is an object with a list. The remaining levels are for
/// the innermost shape.
const DEEPEST: u32 = 160;

/// A JSON value. Strings without escape sequences borrow from the text of the file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node<'t> {
    Null,
    Bool(bool),
    Number(ParsedNumber),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    Map(Vec<(Cow<'t, str>, Node<'t>)>),
}

impl Node<'_> {
    /// The kind of JSON value as text with an article, for error messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "true or false",
            Node::Number(_) => "a number",
            Node::Text(_) => "a string",
            Node::List(_) => "a list",
            Node::Map(_) => "an object",
        }
    }
}

/// Deserializes a [`Node`] at a given nesting depth.
#[derive(Clone, Copy, Default)]
pub(crate) struct ReadNode {
    depth: u32,
}

impl ReadNode {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth == DEEPEST {
            return Err(E::custom("nested too deeply (compounds may be nested 64 deep)"));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for ReadNode {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ReadNode {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_unit<E: Error>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(Node::Number(ParsedNumber::Integer(value.into())))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Number(ParsedNumber::Integer(value.into())))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Node<'de>, E> {
        Ok(Node::Number(ParsedNumber::Float(value)))
    }
    fn visit_str<E: Error>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(value.into())))
    }
    fn visit_borrowed_str<E: Error>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(value)))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let seed = self.deeper()?;
        let mut list = Vec::new();
        while let Some(node) = seq.next_element_seed(seed)? {
            list.push(node);
        }
        Ok(Node::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let seed = self.deeper()?;
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            entries.push((key, map.next_value_seed(seed)?));
        }
        Ok(Node::Map(entries))
    }
}

/// A key of an object.
pub(crate) struct Key<'t>(pub(crate) Cow<'t, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(ReadKey)
    }
}

struct ReadKey;

impl<'de> Visitor<'de> for ReadKey {
    type Value = Key<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_str<E: Error>(self, key: &str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Owned(key.into())))
    }
    fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<Key<'de>, E> {
        Ok(Key(Cow::Borrowed(key)))
    }
}
