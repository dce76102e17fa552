//! Reads XML files of Tiled into the same types as JSON files.

use super::file::{
    Cells, Chunk, Corner, Data, Layer, Map, Object, Objects, Shapes, Template, Text, Tile, Tileset, Visible,
};
use super::numbers::{FileNumber, flag_word, parsed};
use super::properties::{Properties, Property};
use crate::fields::{Fault, Read, fault, quoted};
use roxmltree::{Document, Error, Node};
use serde_json::Value;
use std::collections::BTreeMap;

/// The largest nesting depth of groups and properties. The XML parser itself does not recurse.
const DEEPEST: usize = 64;

/// Parses a file, checks that its outermost element is `root`, and reads that element with `get`.
fn read<T>(bytes: &[u8], root: &str, get: impl FnOnce(Node) -> Read<T>) -> Read<T> {
    let Ok(text) = std::str::from_utf8(bytes) else { return not_utf8(bytes) };
    let text = without_doctype(text)?;
    let document = Document::parse(&text).map_err(|error| {
        let reason = match error {
            // The message of the parser contains a position, except for these two errors. They occur at the end of the file, so name the
            // line and the column of the end.
            Error::UnclosedRootNode => format!("{}: the file ends before </{root}>", end_of(&text)),
            Error::UnexpectedEndOfStream => format!("{}: the file ends within a tag", end_of(&text)),
            // Collapse the parser's message to a single line.
            error => error.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        };
        Fault { place: String::new(), reason }
    })?;
    let element = document.root_element();
    if element.tag_name().name() != root {
        return fault(format!("the file has a {}, not a <{root}>", quoted(element.tag_name().name())));
    }
    get(element)
}

/// The error for a file that is not UTF-8. The message names the encoding in the XML declaration, or else the position of the first invalid
/// byte.
fn not_utf8<T>(bytes: &[u8]) -> Read<T> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
    let declared = start.split_once("?>").and_then(|(declaration, _)| declaration.split_once("encoding="));
    let name = declared.and_then(|(_, rest)| rest.split(['"', '\'']).nth(1));
    if let Some(name) =
        name.filter(|name| !["utf-8", "utf8"].iter().any(|utf8| name.eq_ignore_ascii_case(utf8)))
    {
        return fault(format!("the file is not UTF-8 but {}: save it as UTF-8", quoted(name)));
    }
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    fault(format!("{}: the file is not UTF-8: save it as UTF-8", end_of(valid)))
}

/// The line and the column of the end of a text, for error messages.
fn end_of(text: &str) -> String {
    let last = text.rsplit('\n').next().unwrap_or_default();
    format!("line {} column {}", text.matches('\n').count() + 1, last.chars().count() + 1)
}

/// Removes the document type declaration that old maps contain. Fails if the declaration defines entities, because the text of an entity
/// could expand to any size.
fn without_doctype(text: &str) -> Read<std::borrow::Cow<'_, str>> {
    let Some(at) = text.find("<!DOCTYPE") else { return Ok(text.into()) };
    match text[at..].find(['>', '[']) {
        Some(end) if text[at + end..].starts_with('>') => {
            // Keep the line breaks of the declaration, so that later error messages name the right line.
            let lines = "\n".repeat(text[at..at + end].matches('\n').count());
            Ok(format!("{}{lines}{}", &text[..at], &text[at + end + 1..]).into())
        }
        _ => fault("a document type with definitions of its own is not read"),
    }
}

pub(super) fn map(bytes: &[u8]) -> Read<Map> {
    read(bytes, "map", |node| {
        let Some(orientation) = node.attribute("orientation") else {
            return fault("the map has no orientation");
        };
        Ok(Map {
            orientation: orientation.into(),
            layers: layers(node, 0)?,
            height: number(node, "height")?,
            tilewidth: number(node, "tilewidth")?,
            tileheight: number(node, "tileheight")?,
            hexsidelength: number(node, "hexsidelength")?,
            skewx: number(node, "skewx")?,
            skewy: number(node, "skewy")?,
            staggeraxis: text(node, "staggeraxis"),
            staggerindex: text(node, "staggerindex"),
            tilesets: children(node, "tileset").map(set_of).collect::<Read<_>>()?,
            properties: properties(node),
            class: text(node, "class"),
        })
    })
}

pub(super) fn tileset(bytes: &[u8]) -> Read<Tileset> {
    read(bytes, "tileset", set_of)
}

pub(super) fn template(bytes: &[u8]) -> Read<Template> {
    read(bytes, "template", |node| {
        let Some(inner) = child(node, "object") else { return fault("the template has no object") };
        Ok(Template { object: object(inner), tileset: child(node, "tileset").map(set_of).transpose()? })
    })
}

fn children<'a>(node: Node<'a, 'a>, name: &str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    children(node, name).next()
}

fn text(node: Node, key: &str) -> String {
    node.attribute(key).unwrap_or_default().into()
}

fn optional_number<T: FileNumber>(node: Node, key: &str) -> Read<Option<T>> {
    let Some(text) = node.attribute(key) else { return Ok(None) };
    match parsed(text) {
        Some(value) => Ok(Some(value)),
        None => fault(format!("{} {key} {} is not {}", tag(node), quoted(text), T::EXPECTED)),
    }
}

/// The line of an element in the file, and its name, for error messages.
fn tag(node: Node) -> String {
    let line = node.document().text_pos_at(node.range().start).row;
    format!("line {line}: <{}>", node.tag_name().name())
}

fn number<T: FileNumber>(node: Node, key: &str) -> Read<T> {
    Ok(optional_number(node, key)?.unwrap_or_default())
}

fn properties(node: Node) -> Properties {
    let list = child(node, "properties").into_iter().flat_map(|list| children(list, "property"));
    Properties(list.map(|node| Property { name: text(node, "name"), value: value(node, 0) }).collect())
}

/// The value of a property, which may be an object with nested properties.
fn value(node: Node, depth: usize) -> Value {
    if let (Some(inner), true) = (child(node, "properties"), depth < DEEPEST) {
        let entries = children(inner, "property").map(|node| (text(node, "name"), value(node, depth + 1)));
        return Value::Object(entries.collect());
    }
    let text = node.attribute("value").or(node.text()).unwrap_or_default();
    match node.attribute("type") {
        Some("bool") => flag_word(text).map_or(Value::Null, Value::Bool),
        Some("int" | "float") => serde_json::from_str(text).unwrap_or_default(),
        _ => text.into(),
    }
}

fn set_of(node: Node) -> Read<Tileset> {
    let image = child(node, "image");
    let tileoffset = child(node, "tileoffset");
    let grid = child(node, "grid");
    Ok(Tileset {
        firstgid: number(node, "firstgid")?,
        source: node.attribute("source").map(String::from),
        name: text(node, "name"),
        tilewidth: number(node, "tilewidth")?,
        tileheight: number(node, "tileheight")?,
        tilecount: number(node, "tilecount")?,
        columns: number(node, "columns")?,
        margin: number(node, "margin")?,
        spacing: number(node, "spacing")?,
        image: image.and_then(|image| image.attribute("source")).map(String::from),
        imagewidth: image.map_or(Ok(None), |image| optional_number(image, "width"))?,
        tileoffset: tileoffset
            .map(|at| Ok(Corner { x: number(at, "x")?, y: number(at, "y")? }))
            .transpose()?,
        objectalignment: text(node, "objectalignment"),
        tilerendersize: text(node, "tilerendersize"),
        fillmode: text(node, "fillmode"),
        transparentcolor: image.map_or(String::new(), |image| text(image, "trans")),
        grid: grid
            .map(|grid| {
                let orientation = text(grid, "orientation");
                Ok(Cells { orientation, width: number(grid, "width")?, height: number(grid, "height")? })
            })
            .transpose()?,
        tiles: children(node, "tile").map(tile).collect::<Read<_>>()?,
        tileproperties: BTreeMap::new(),
    })
}

fn tile(node: Node) -> Read<Tile> {
    let image = child(node, "image");
    let side = |key: &str| image.map_or(Ok(None), |image| optional_number(image, key));
    let objectgroup = child(node, "objectgroup")
        .map(|group| Shapes { objects: Objects(children(group, "object").map(object).collect()) });
    Ok(Tile {
        id: number(node, "id")?,
        objectgroup,
        image: image.and_then(|image| image.attribute("source")).map(String::from),
        imagewidth: side("width")?,
        imageheight: side("height")?,
        transparentcolor: image.map_or(String::new(), |image| text(image, "trans")),
        x: number(node, "x")?,
        y: number(node, "y")?,
        width: optional_number(node, "width")?,
        height: optional_number(node, "height")?,
        class: node.attribute("class").or(node.attribute("type")).unwrap_or_default().into(),
        properties: properties(node),
    })
}

fn layers(node: Node, depth: usize) -> Read<Vec<Layer>> {
    if depth > DEEPEST {
        return fault(format!("groups are nested deeper than {DEEPEST}"));
    }
    let known =
        |node: &Node| ["layer", "objectgroup", "group", "imagelayer"].contains(&node.tag_name().name());
    node.children().filter(known).map(|node| layer(node, depth)).collect()
}

fn layer(node: Node, depth: usize) -> Read<Layer> {
    let name = node.tag_name().name();
    let mut layer = Layer {
        name: text(node, "name"),
        class: text(node, "class"),
        visible: Visible(node.attribute("visible").and_then(flag_word) != Some(false)),
        opacity: optional_number(node, "opacity")?,
        offsetx: number(node, "offsetx")?,
        offsety: number(node, "offsety")?,
        width: number(node, "width")?,
        height: optional_number(node, "height")?,
        properties: properties(node),
        ..Layer::default()
    };
    match name {
        "group" => layer.layers = Some(layers(node, depth + 1)?),
        "objectgroup" => layer.objects = Some(Objects(children(node, "object").map(object).collect())),
        "imagelayer" => {
            let image = child(node, "image");
            layer.image = image.and_then(|image| image.attribute("source")).map(String::from);
            layer.transparentcolor = image.map_or(String::new(), |image| text(image, "trans"));
        }
        _ => {
            layer.x = number(node, "x")?;
            layer.y = number(node, "y")?;
            let Some(node) = child(node, "data") else { return Ok(layer) };
            layer.encoding = text(node, "encoding");
            layer.compression = text(node, "compression");
            let chunk = |inner| {
                let x = number(inner, "x")?;
                let y = number(inner, "y")?;
                let width = number(inner, "width")?;
                let height = optional_number(inner, "height")?;
                Ok(Chunk { x, y, width, height, data: data(inner, node)? })
            };
            match children(node, "chunk").map(chunk).collect::<Read<Vec<_>>>()? {
                chunks if chunks.is_empty() => layer.data = Some(data(node, node)?),
                chunks => layer.chunks = Some(chunks),
            }
        }
    }
    Ok(layer)
}

/// Reads the tile numbers of a layer, or of a chunk of it. `node` is the element `<data>` or `<chunk>` that contains them. `of` is always
/// the element `<data>`, because its attributes name the encoding.
fn data(node: Node, of: Node) -> Read<Data> {
    match of.attribute("encoding") {
        Some("base64" | "csv") => Ok(Data::Text(node.text().unwrap_or_default().into())),
        None | Some("") => {
            Ok(Data::Numbers(children(node, "tile").map(|tile| number(tile, "gid")).collect::<Read<_>>()?))
        }
        Some(other) => fault(format!("{}: the encoding {} of tiles is not known", tag(of), quoted(other))),
    }
}

/// Reads an object. If it cannot be read, the result has only the number and the name of the object, and the reason in the field `bad`.
fn object(node: Node) -> Object {
    read_object(node).unwrap_or_else(|fault| Object {
        id: number(node, "id").unwrap_or_default(),
        name: text(node, "name"),
        bad: Some(fault.reason),
        ..Object::default()
    })
}

fn read_object(node: Node) -> Read<Object> {
    let corners = |name: &str| {
        child(node, name).map(|node| points(node, node.attribute("points").unwrap_or_default())).transpose()
    };
    let has = |name: &str| child(node, name).is_some();
    Ok(Object {
        id: number(node, "id")?,
        name: text(node, "name"),
        x: number(node, "x")?,
        y: number(node, "y")?,
        width: optional_number(node, "width")?,
        height: optional_number(node, "height")?,
        rotation: optional_number(node, "rotation")?,
        ellipse: has("ellipse"),
        capsule: has("capsule"),
        point: has("point"),
        polygon: corners("polygon")?,
        polyline: corners("polyline")?,
        text: has("text").then_some(Text),
        gid: optional_number(node, "gid")?,
        template: node.attribute("template").map(String::from),
        properties: properties(node),
        bad: None,
    })
}

/// Parses points written as `x,y x,y`.
fn points(node: Node, text: &str) -> Read<Vec<Corner>> {
    let corner = |text: &str| {
        let pair = text.split_once(',').and_then(|(x, y)| Some(Corner { x: parsed(x)?, y: parsed(y)? }));
        pair.map_or_else(|| fault(format!("{}: {} is no point", tag(node), quoted(text))), Ok)
    };
    text.split_whitespace().map(corner).collect()
}
