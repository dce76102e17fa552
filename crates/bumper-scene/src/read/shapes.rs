//! Reads the shapes of a scene one after the other.

use super::walk::{WalkVisitor, walk};
use crate::fields::{At, Fault, Read, fault, quoted, text, vector};
use crate::kinds::Kinds;
use crate::model::{Object, Part};
use crate::moves::{self, Motion};
use crate::node::{Key, Node, ReadNode};
use crate::number::Number;
use crate::rigid;
use bumper::YAxis;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// The objects of a scene and the parts of all objects.
pub(super) type ObjectsAndParts<S, const N: usize> = (Vec<Object<S, N>>, Vec<Part<S, N>>);

/// Reads shapes and collects the parts of all objects in one list.
pub(super) struct Shapes<'f, S: Number, const N: usize> {
    kinds: Kinds<'f, S, N>,
}

impl<'f, S: Number, const N: usize> Shapes<'f, S, N> {
    pub(super) fn new(y: YAxis, folder: &'f Path) -> Self {
        Self { kinds: Kinds::new(y, folder) }
    }

    /// Removes the parts of all shapes that were read since the last call, and returns them. The objects of these shapes refer to their
    /// parts by ranges of indices in this list.
    pub(super) fn take_parts(&mut self) -> Vec<Part<S, N>> {
        std::mem::take(&mut self.kinds.parts)
    }

    /// Reads the shape with the index `index` in the file, and returns its object. Calls `is_taken` with the id of the shape, and with
    /// whether the file gives this id (true) or it is the default `#` and index. `is_taken` has to return whether an earlier shape has the
    /// same id.
    pub(super) fn object(
        &mut self,
        node: &Node,
        index: usize,
        is_taken: &mut dyn FnMut(&str, bool) -> bool,
    ) -> Read<Object<S, N>> {
        let (fields, kind) =
            Kinds::<S, N>::fields(node, &["id", "at", "velocity", "move", "body", "one_way"])?;
        let explicit_id = fields.get("id").map(|node| text(node, "id")).transpose()?;
        let id = explicit_id.map_or_else(|| format!("#{index}"), String::from);
        let first = self.kinds.parts.len();
        self.kinds.add(&fields, kind, &[])?;
        let velocity = fields.get("velocity").map(|node| vector(node, || "velocity".into())).transpose()?;
        let motion = match (fields.get("move"), fields.get("body")) {
            (None, None) => Motion::Still,
            (Some(node), None) => moves::mover(node)?,
            (None, Some(node)) => Motion::Body(Box::new(rigid::body::<S, N>(node)?)),
            (Some(_), Some(_)) => return fault("the shape has both \"move\" and \"body\""),
        };
        if is_taken(&id, explicit_id.is_some()) {
            return fault(format!("the id {} is taken by an earlier shape", quoted(&id)));
        }
        let one_way = fields.get("one_way").map(|node| moves::side(node, self.kinds.y)).transpose()?;
        let parts = first..self.kinds.parts.len();
        Ok(Object { id, parts, velocity: velocity.unwrap_or_default(), motion, one_way })
    }
}

/// Checks that a 2D shape can be read in the scalar `S`. The shape is given as the text of its key and value.
pub(super) fn check<S: Number>(shape: &str) -> Read<()> {
    let text = format!("{{{shape}}}");
    let mut json = serde_json::Deserializer::from_str(&text);
    let node = ReadNode::default().deserialize(&mut json);
    let node = node.or_else(|error| fault(error.to_string()))?;
    let mut kinds = Kinds::<S, 2>::new(YAxis::Down, Path::new(""));
    let (fields, kind) = Kinds::<S, 2>::fields(&node, &[])?;
    kinds.add(&fields, kind, &[])
}

/// Reads all shapes of the text of a scene, one after the other.
pub(super) fn read_sequentially<S: Number, const N: usize>(
    text: &[u8],
    y: YAxis,
    folder: &Path,
) -> Read<ObjectsAndParts<S, N>> {
    let mut shapes = Shapes::new(y, folder);
    let mut objects: Vec<Object<S, N>> = Vec::new();
    // The ids that are explicit in the file. The id of any other shape is `#` followed by its index.
    let mut ids: HashSet<String> = HashSet::new();
    let mut add = |node: &Node| {
        let index = objects.len();
        let id = match node {
            Node::Map(entries) => entries.iter().find(|(key, _)| key == "id").map(|(_, id)| id),
            _ => None,
        };
        let place = || match id {
            Some(Node::Text(id)) => format!("shapes[{index}] {}", quoted(id)),
            _ => format!("shapes[{index}]"),
        };
        let mut is_taken = |id: &str, is_explicit: bool| {
            // An earlier shape may have the same id, either as its default id (`#` and its index), or because the file gives it.
            let place = id.strip_prefix('#').and_then(|place| place.parse::<usize>().ok());
            let is_default_id =
                place.and_then(|place| objects.get(place)).is_some_and(|object| object.id == id);
            is_default_id || (!ids.is_empty() && ids.contains(id)) || (is_explicit && !ids.insert(id.into()))
        };
        let object = shapes.object(node, index, &mut is_taken).at(place)?;
        objects.push(object);
        Ok(())
    };
    walk(text, ShapesVisitor { add: &mut add, fault: None })?;
    Ok((objects, shapes.take_parts()))
}

/// A JSON visitor that calls `add` with each entry of the list of shapes. `add` hides the types of the scalar and the dimension from the
/// visitor, so that it is compiled only once.
struct ShapesVisitor<'a> {
    add: &'a mut dyn FnMut(&Node) -> Read<()>,
    /// The fault of the first invalid shape. The visitor stores it here, because a visitor can return only errors of the JSON parser.
    fault: Option<Fault>,
}

impl<'de> WalkVisitor<'de> for ShapesVisitor<'_> {
    type Value = ();

    fn entries<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Read<()>, A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            if key == "shapes" {
                if let Err(error) = map.next_value_seed(&mut self) {
                    return self.fault.map_or(Err(error), |fault| Ok(Err(fault)));
                }
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Ok(()))
    }
}

impl<'de> DeserializeSeed<'de> for &mut ShapesVisitor<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for &mut ShapesVisitor<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of shapes")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(node) = seq.next_element_seed(ReadNode::default())? {
            if let Err(fault) = (self.add)(&node) {
                self.fault = Some(fault);
                return Err(A::Error::custom("fault"));
            }
        }
        Ok(())
    }
}
