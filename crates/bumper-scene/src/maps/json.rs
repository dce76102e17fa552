//! Maps as Tiled exports them to JSON.

use super::tiles::{Cell, TileKind, Tiles};
use super::{Kind, Layer, Object, PROPERTY};
use crate::fields::{At, Fault, Read, fault, quoted};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::rc::Rc;

#[derive(Deserialize)]
struct Map {
    orientation: String,
    layers: Vec<MapLayer>,
    #[serde(default)]
    tilewidth: f64,
    #[serde(default)]
    tileheight: f64,
    #[serde(default)]
    tilesets: Vec<Tileset>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Tileset {
    firstgid: u32,
    /// Where it is, if it has a file of its own.
    source: Option<String>,
    name: String,
    tilewidth: f64,
    tileheight: f64,
    tiles: Vec<SetTile>,
}

#[derive(Deserialize)]
struct SetTile {
    id: u32,
    objectgroup: Option<Shapes>,
    imagewidth: Option<f64>,
    imageheight: Option<f64>,
    width: Option<f64>,
    height: Option<f64>,
}

#[derive(Deserialize)]
struct Shapes {
    objects: Vec<MapObject>,
}

#[derive(Deserialize)]
struct Chunk {
    x: i32,
    y: i32,
    width: i32,
    data: Data,
}

/// Numbers, or bytes in base64.
#[derive(Deserialize)]
#[serde(untagged)]
enum Data {
    Numbers(Vec<u32>),
    Bytes(String),
}

#[derive(Deserialize)]
struct MapLayer {
    #[serde(default)]
    name: String,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    /// Of an object layer.
    objects: Option<Vec<MapObject>>,
    /// Of a group.
    layers: Option<Vec<MapLayer>>,
    /// Of tiles.
    data: Option<Data>,
    chunks: Option<Vec<Chunk>>,
    #[serde(default)]
    width: i32,
    #[serde(default)]
    compression: String,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct MapObject {
    id: u64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    rotation: f64,
    #[serde(default)]
    ellipse: bool,
    #[serde(default)]
    capsule: bool,
    #[serde(default)]
    point: bool,
    polygon: Option<Vec<Corner>>,
    polyline: Option<Vec<Corner>>,
    text: Option<serde::de::IgnoredAny>,
    gid: Option<u64>,
    template: Option<String>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    #[serde(default)]
    value: serde_json::Value,
}

fn keys(properties: Vec<Property>) -> Option<String> {
    let property = properties.into_iter().find(|property| property.name == PROPERTY)?;
    property.value.as_str().map(String::from)
}

/// How deep groups may nest.
const DEEPEST: usize = 64;

pub(super) fn layers(path: &Path) -> Read<(Vec<Layer>, Option<String>)> {
    let failed = |reason: String| Fault { place: String::new(), reason };
    let text = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let map: Map = serde_json::from_slice(&text).map_err(|error| failed(format!("no Tiled map: {error}")))?;
    if map.orientation != "orthogonal" {
        return fault(format!("the map is {}: only orthogonal maps are read", quoted(&map.orientation)));
    }
    let mut kinds = BTreeMap::new();
    for set in map.tilesets {
        add_kinds(set, path, &mut kinds)?;
    }
    let mut found = Vec::new();
    gather(map.layers, [0.0; 2], (&kinds, [map.tilewidth, map.tileheight]), 0, &mut found)?;
    Ok((found, keys(map.properties)))
}

/// Solid tiles by their numbers in the map, and the size of the cells.
type Grid<'k> = (&'k BTreeMap<u32, Rc<TileKind>>, [f64; 2]);

fn add_kinds(mut set: Tileset, path: &Path, kinds: &mut BTreeMap<u32, Rc<TileKind>>) -> Read<()> {
    if let Some(source) = &set.source {
        let file = path.parent().unwrap_or(Path::new("")).join(source);
        let failed = |reason: String| Fault { place: format!("tileset {}", quoted(source)), reason };
        if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tsx")) {
            let read = tiled::Loader::new().load_tsx_tileset(&file);
            let read = read.map_err(|error| failed(error.to_string().replace('\n', " ")))?;
            kinds.extend(super::xml::kinds(&read).into_iter().map(|(id, kind)| (set.firstgid + id, kind)));
            return Ok(());
        }
        let text = std::fs::read(&file).map_err(|error| failed(error.to_string()))?;
        let read: Tileset =
            serde_json::from_slice(&text).map_err(|error| failed(format!("no tileset: {error}")))?;
        set = Tileset { firstgid: set.firstgid, ..read };
    }
    for tile in set.tiles {
        let place = || format!("tileset {}: tile {}", quoted(&set.name), tile.id);
        let Some(shapes) = tile.objectgroup else { continue };
        let shapes = shapes.objects.into_iter().map(object).collect::<Read<Vec<_>>>().at(place)?;
        let size = [
            tile.width.or(tile.imagewidth).unwrap_or(set.tilewidth),
            tile.height.or(tile.imageheight).unwrap_or(set.tileheight),
        ];
        if !shapes.is_empty() {
            let kind = TileKind { set: set.name.clone(), id: tile.id, size, shapes };
            kinds.insert(set.firstgid.saturating_add(tile.id), Rc::new(kind));
        }
    }
    Ok(())
}

/// The tiles of a layer that are solid.
fn tiles(layer: &mut MapLayer, (kinds, size): Grid) -> Read<Tiles> {
    let whole = layer.data.take().map(|data| Chunk { x: 0, y: 0, width: layer.width, data });
    let chunks: Vec<_> = whole.into_iter().chain(layer.chunks.take().unwrap_or_default()).collect();
    let mut cells = Vec::new();
    for chunk in chunks {
        let numbers = match chunk.data {
            Data::Numbers(numbers) => numbers,
            Data::Bytes(text) => unpacked(&text, &layer.compression)?,
        };
        if chunk.width <= 0 {
            return fault("the layer has no width");
        }
        for (index, number) in numbers.into_iter().enumerate() {
            // The upper bits say how the tile is turned.
            let bit = |bit: u32| number >> bit & 1 == 1;
            let Some(kind) = kinds.get(&(number & 0x0fff_ffff)) else { continue };
            let index = i32::try_from(index).or_else(|_| fault("the layer is too large"))?;
            let at =
                [chunk.x.saturating_add(index % chunk.width), chunk.y.saturating_add(index / chunk.width)];
            cells.push(Cell { at, turn: [bit(29), bit(31), bit(30)], kind: Rc::clone(kind) });
        }
    }
    Ok(Tiles { size, cells })
}

/// Numbers of four bytes, in base64, perhaps compressed.
fn unpacked(text: &str, compression: &str) -> Read<Vec<u32>> {
    let packed =
        STANDARD.decode(text.trim()).or_else(|error| fault(format!("the data is not base64: {error}")))?;
    let mut bytes = Vec::new();
    let read = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        "zlib" => ZlibDecoder::new(packed.as_slice()).take(MOST_BYTES).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(packed.as_slice()).take(MOST_BYTES).read_to_end(&mut bytes),
        other => {
            return fault(format!("data compressed by {} is not read: take zlib or gzip", quoted(other)));
        }
    };
    read.or_else(|error| fault(format!("the data is broken: {error}")))?;
    Ok(bytes
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect())
}

/// What a layer may unpack to.
const MOST_BYTES: u64 = 1 << 30;

fn gather(
    layers: Vec<MapLayer>,
    offset: [f64; 2],
    grid: Grid,
    depth: usize,
    found: &mut Vec<Layer>,
) -> Read<()> {
    if depth > DEEPEST {
        return fault(format!("groups are nested deeper than {DEEPEST}"));
    }
    for mut layer in layers {
        let offset = [offset[0] + layer.offsetx, offset[1] + layer.offsety];
        if let Some(layers) = layer.layers.take() {
            gather(layers, offset, grid, depth + 1, found)?;
        }
        let keys = keys(std::mem::take(&mut layer.properties));
        if layer.data.is_some() || layer.chunks.is_some() {
            let tiles = Some(tiles(&mut layer, grid).at(|| format!("layer {}", quoted(&layer.name)))?);
            found.push(Layer {
                name: layer.name.clone(),
                offset,
                objects: Vec::new(),
                tiles,
                keys: keys.clone(),
            });
        }
        if let Some(objects) = layer.objects {
            let read: Read<Vec<Object>> = objects.into_iter().map(object).collect();
            let objects = read.at(|| format!("layer {}", quoted(&layer.name)))?;
            found.push(Layer { name: layer.name, offset, objects, tiles: None, keys });
        }
    }
    Ok(())
}

fn object(object: MapObject) -> Read<Object> {
    if let Some(template) = &object.template {
        let place = || format!("object {}", object.id);
        return fault(format!("templates ({}) are read in .tmx maps only", quoted(template))).at(place);
    }
    let size = [object.width, object.height];
    let points = |points: Vec<Corner>| points.into_iter().map(|corner| [corner.x, corner.y]).collect();
    let kind = if let Some(corners) = object.polygon {
        Kind::Polygon(points(corners))
    } else if let Some(corners) = object.polyline {
        Kind::Polyline(points(corners))
    } else if object.text.is_some() {
        Kind::Text
    } else if object.gid.is_some() {
        Kind::Tile(size)
    } else if object.ellipse {
        Kind::Ellipse(size)
    } else if object.capsule {
        Kind::Capsule(size)
    } else if object.point {
        Kind::Point
    } else {
        Kind::Rectangle(size)
    };
    let (at, keys) = ([object.x, object.y], keys(object.properties));
    Ok(Object { id: object.id, name: object.name, at, rotation: object.rotation, kind, keys })
}
