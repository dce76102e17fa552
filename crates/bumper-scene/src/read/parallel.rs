//! Reads the shapes of a scene in parallel.

use super::outline::{Outline, Piece};
use super::shapes::{ObjectsAndParts, Shapes};
use crate::in_order::in_order;
use crate::model::{Object, Part};
use crate::node::{Node, ReadNode};
use crate::number::Number;
use bumper::YAxis;
use serde::de::DeserializeSeed;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::path::Path;

/// Reads the shapes of all pieces of an outline in parallel. Returns `None` if any shape has an error or two ids are equal.
pub(super) fn shapes<S: Number, const N: usize>(
    text: &[u8],
    outline: &Outline,
    y: YAxis,
    folder: &Path,
) -> Option<ObjectsAndParts<S, N>> {
    let hasher = RandomState::new();
    let mut objects: Vec<Object<S, N>> = Vec::with_capacity(outline.shapes);
    let mut parts = Vec::with_capacity(outline.shapes);
    let mut ids = Vec::with_capacity(outline.shapes);
    let mut all_valid = true;
    let begin = || Shapes::<S, N>::new(y, folder);
    let read = |shapes: &mut Shapes<S, N>, index: usize, found: &mut dyn FnMut(_) -> ControlFlow<()>| {
        let _ = found(block(shapes, text, &outline.pieces[index], &hasher));
    };
    in_order(outline.pieces.len(), begin, read, |block: Option<Block<S, N>>| {
        let Some(block) = block else {
            all_valid = false;
            return ControlFlow::Break(());
        };
        let before = parts.len();
        parts.extend(block.parts);
        ids.extend(block.ids);
        objects.extend(block.objects.into_iter().map(|object| Object {
            parts: object.parts.start + before..object.parts.end + before,
            ..object
        }));
        ControlFlow::Continue(())
    });
    // Equal ids are an error. Comparing hashes is faster than comparing ids, but rarely, different ids have equal hashes. If two hashes are
    // equal, let the sequential reader decide: it reports equal ids, and reads the scene if the ids differ.
    ids.sort_unstable();
    let unique = ids.windows(2).all(|pair| pair[0] != pair[1]);
    (all_valid && unique).then_some((objects, parts))
}

/// The objects of one piece of the text, and their parts.
struct Block<S: Number, const N: usize> {
    objects: Vec<Object<S, N>>,
    parts: Vec<Part<S, N>>,
    /// The hash of the id of each object.
    ids: Vec<u64>,
}

fn block<S: Number, const N: usize>(
    shapes: &mut Shapes<S, N>,
    text: &[u8],
    piece: &Piece,
    hasher: &RandomState,
) -> Option<Block<S, N>> {
    // A piece consists of shapes with commas between them. With brackets around it, it is a JSON list.
    let list = [b"[", &text[piece.text.clone()], b"]"].concat();
    let mut json = serde_json::Deserializer::from_slice(&list);
    json.disable_recursion_limit();
    let Node::List(nodes) = ReadNode::default().deserialize(&mut json).ok()? else { return None };
    json.end().ok()?;
    let mut objects = Vec::with_capacity(nodes.len());
    let mut ids = Vec::with_capacity(nodes.len());
    for node in &nodes {
        let object = shapes.object(node, piece.first + objects.len(), &mut |_, _| false).ok()?;
        ids.push(hasher.hash_one(&object.id));
        objects.push(object);
    }
    Some(Block { objects, parts: shapes.take_parts(), ids })
}
