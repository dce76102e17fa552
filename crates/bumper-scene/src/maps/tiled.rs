//! Maps of Tiled, of whichever form.

use super::file::{self, Chunk, Data, Map, Template, Tileset};
use super::grid::Grid;
use super::object::{Frame, Kind, Linear, Object, Turn};
use super::sets::{Set, Sets, Sheet, Solid, TileKind, turned};
use super::tiles::{Cell, Tiles};
use super::{Found, Image, Layer, Source, xml};
use crate::fields::{At, Fault, Read, fault, quoted};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

/// How deep groups may nest.
const DEEPEST: usize = 64;

/// How many tiles the compressed layers of a map may have in all: a square of 4096. Layers that are spelt out may have more, as
/// their files grow with them.
const MOST_UNPACKED: usize = 1 << 24;

fn failed(reason: String) -> Fault {
    Fault { place: String::new(), reason }
}

fn json<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Read<T> {
    serde_json::from_slice(bytes).map_err(|error| failed(error.to_string()))
}

/// Reads a file that another one names: XML where it begins like XML.
fn beside<T>(folder: &Path, name: &str, xml: fn(&[u8]) -> Read<T>, json: fn(&[u8]) -> Read<T>) -> Read<T> {
    let bytes = super::load(&folder.join(name))?;
    if super::is_xml(&bytes) { xml(&bytes) } else { json(&bytes) }
}

pub(super) fn read(source: &Source, bytes: &[u8], found: &mut Found) -> Read<()> {
    let no_map = |fault: Fault| failed(format!("no Tiled map: {fault}"));
    let map = if super::is_xml(bytes) { xml::map(bytes) } else { json(bytes) }.map_err(no_map)?;
    let Some(grid) = Grid::of(&map) else {
        return fault(format!("maps that are {} are not read", quoted(&map.orientation)));
    };
    let plain = [map.tilewidth, map.tileheight, map.hexsidelength].iter().all(|c| c.is_finite() && *c >= 0.0);
    let positive = grid.size.iter().all(|c| *c > 0.0) && map.hexsidelength <= grid.size[0].min(grid.size[1]);
    if !plain || !(positive || grid.is_square()) {
        return fault("the map's tiles have no size");
    }
    let mut reader = Reader { source, templates: BTreeMap::new(), sets: Sets::default(), unpacked: 0 };
    for set in map.tilesets {
        reader.add_set(set, source.folder)?;
    }
    // Templates may bring tilesets of their own, which come after the map's.
    let layers = reader.templates_of(map.layers)?;
    let Map { properties, class, .. } = map;
    found.keys = properties.keys();
    let around = Around {
        offset: [0.0; 2],
        solid: None,
        whole: properties.solid(&class).unwrap_or_default(),
        hidden: false,
        opacity: 1.0,
        depth: 0,
    };
    let Reader { sets, unpacked, .. } = reader;
    Gather { source, sets: &Arc::new(sets), grid: &grid, unpacked, found }.layers(layers, &around)
}

/// What belongs to the map as a whole.
struct Reader<'s> {
    source: &'s Source<'s>,
    templates: BTreeMap<String, file::Object>,
    sets: Sets,
    unpacked: usize,
}

impl Reader<'_> {
    fn add_set(&mut self, mut set: Tileset, folder: &Path) -> Read<()> {
        let mut folder = folder.to_path_buf();
        if let Some(source) = set.source.take() {
            let read = beside(&folder, &source, xml::tileset, |bytes| json(bytes));
            let read = read.at(|| format!("tileset {}", quoted(&source)))?;
            folder = folder.join(&source).parent().map(Path::to_path_buf).unwrap_or_default();
            set = Tileset { firstgid: set.firstgid, ..read };
        }
        let (name, linear) = (set.name.clone(), linear(&set));
        let mut tiles = BTreeMap::new();
        for tile in set.tiles {
            let place = || format!("tileset {}: tile {}", quoted(&name), tile.id);
            let shapes = tile.objectgroup.map(|shapes| shapes.objects).unwrap_or_default();
            let shapes =
                shapes.into_iter().map(|shape| object(shape, None)).collect::<Read<Vec<_>>>().at(place)?;
            let size = match (tile.width.or(tile.imagewidth), tile.height.or(tile.imageheight)) {
                (Some(w), Some(h)) => Some([w, h]),
                _ => None,
            };
            let part = tile.width.zip(tile.height).map(|(w, h)| [tile.x, tile.y, w as u32, h as u32]);
            let image = tile.image.map(|image| (folder.join(image).into(), part));
            let solid = tile.properties.tile_solid(&tile.class);
            let kind = TileKind { size, shapes, solid, image };
            tiles.insert(tile.id, kind);
        }
        let size = [set.tilewidth, set.tileheight];
        let columns = match (set.columns, set.imagewidth) {
            (0, Some(width)) => {
                let (margin, spacing) = (f64::from(set.margin), f64::from(set.spacing));
                ((width - 2.0 * margin + spacing) / (size[0] + spacing)).max(0.0) as u32
            }
            (columns, _) => columns,
        };
        let sheet = set.image.map(|image| Sheet {
            file: folder.join(image).into(),
            columns,
            margin: set.margin,
            spacing: set.spacing,
        });
        let shift = set.tileoffset.map_or([0.0; 2], |at| [at.x, at.y]);
        let anchor = anchor(&set.objectalignment);
        self.sets.add(Set { first: set.firstgid, name, size, shift, anchor, linear, sheet, tiles });
        Ok(())
    }

    /// The layers, with their objects as they are with their templates.
    fn templates_of(&mut self, mut layers: Vec<file::Layer>) -> Read<Vec<file::Layer>> {
        for layer in &mut layers {
            for object in layer.objects.iter_mut().flatten() {
                let Some(name) = object.template.clone() else { continue };
                let place = || format!("layer {}: object {}", quoted(&layer.name), object.id);
                let template = self.template(&name).at(|| format!("template {}", quoted(&name))).at(place)?;
                *object = std::mem::take(object).with(template);
            }
            if let Some(inner) = layer.layers.take() {
                layer.layers = Some(self.templates_of(inner)?);
            }
        }
        Ok(layers)
    }

    fn template(&mut self, name: &str) -> Read<file::Object> {
        if let Some(known) = self.templates.get(name) {
            return Ok(known.clone());
        }
        let Template { mut object, tileset } =
            beside(self.source.folder, name, xml::template, |bytes| json(bytes))?;
        if let (Some(number), Some(set)) = (object.gid, tileset) {
            // Its numbers are those of its own tileset, which gets numbers that the map does not use.
            let first = self.sets.end();
            object.gid = Some(number.wrapping_sub(set.firstgid).wrapping_add(first));
            let folder = self.source.folder.join(name).parent().map(Path::to_path_buf).unwrap_or_default();
            self.add_set(Tileset { firstgid: first, ..set }, &folder)?;
        }
        self.templates.insert(name.into(), object.clone());
        Ok(object)
    }
}

/// How the shapes of a tileset's tiles are measured, if along diamonds, and how high those are.
fn linear(set: &Tileset) -> Option<(Linear, f64)> {
    let cells = set.grid.as_ref().filter(|cells| cells.orientation == "isometric")?;
    let size = [cells.width, cells.height];
    if !size.iter().all(|c| c.is_finite() && *c > 0.0) {
        return None;
    }
    Grid::isometric(size, 1.0).linear().map(|linear| (linear, size[1]))
}

/// Which part of a tile is at the place of its object.
fn anchor(name: &str) -> Option<[f64; 2]> {
    let x = ["left", "right"].iter().position(|side| name.ends_with(side)).map_or(0.5, |side| side as f64);
    let y = ["top", "bottom"].iter().position(|side| name.starts_with(side)).map_or(0.5, |side| side as f64);
    (!name.is_empty() && name != "unspecified").then_some([x, y])
}

/// What a layer has from the groups around it.
struct Around {
    offset: [f64; 2],
    solid: Option<bool>,
    whole: bool,
    hidden: bool,
    opacity: f64,
    depth: usize,
}

/// Gathers the layers that count.
struct Gather<'g> {
    source: &'g Source<'g>,
    sets: &'g Arc<Sets>,
    grid: &'g Grid,
    unpacked: usize,
    found: &'g mut Found,
}

impl Gather<'_> {
    fn layers(&mut self, layers: Vec<file::Layer>, around: &Around) -> Read<()> {
        if around.depth > DEEPEST {
            return fault(format!("groups are nested deeper than {DEEPEST}"));
        }
        layers.into_iter().try_for_each(|layer| self.layer(layer, around))
    }

    fn layer(&mut self, mut layer: file::Layer, around: &Around) -> Read<()> {
        let asked = self.found.asked(self.source.choice, &[&layer.name]);
        let own = asked.or_else(|| layer.properties.solid(&layer.class));
        let around = Around {
            offset: [around.offset[0] + layer.offsetx, around.offset[1] + layer.offsety],
            solid: own.or(around.solid),
            hidden: (around.hidden || !layer.visible.0) && own != Some(true),
            opacity: around.opacity * layer.opacity.unwrap_or(1.0),
            depth: around.depth + 1,
            whole: around.whole,
        };
        if let Some(layers) = layer.layers.take() {
            self.layers(layers, &around)?;
        }
        let place = || format!("layer {}", quoted(&layer.name));
        // Pictures show what is seen, whether it counts or not.
        let shown = self.source.choice.pictures && layer.visible.0 && !around.hidden;
        if let (Some(image), true) = (&layer.image, shown) {
            let file = self.source.folder.join(image).into();
            self.found.image(Image { opacity: around.opacity, ..Image::whole(file, around.offset) });
        }
        let chunks = std::mem::take(&mut layer.chunks).unwrap_or_default();
        let data = layer.data.take().map(|data| Chunk {
            x: 0,
            y: 0,
            width: layer.width,
            height: layer.height,
            data,
        });
        let chunks: Vec<_> = data.into_iter().chain(chunks).collect();
        let keys = layer.properties.keys();
        if !chunks.is_empty() {
            let whole = around.solid.unwrap_or(around.whole);
            let (cells, any) = self.cells(chunks, &layer.compression, whole, shown, &around).at(place)?;
            let reason = match (around.solid, around.hidden) {
                (Some(false), _) => None,
                (_, true) => Some("invisible"),
                _ => Some("no tile is solid"),
            };
            if cells.is_empty() || around.hidden || around.solid == Some(false) {
                if let (true, Some(reason)) = (any, reason) {
                    self.found.leave(&layer.name, reason);
                }
            } else {
                let tiles = Tiles { grid: self.grid.clone(), sets: Arc::clone(self.sets), whole, cells };
                let layer =
                    Layer { keys: keys.clone(), ..Layer::of_tiles(layer.name.clone(), around.offset, tiles) };
                self.found.layers.push(layer);
            }
        }
        if let Some(objects) = layer.objects.take().filter(|objects| !objects.is_empty()) {
            if around.solid == Some(false) {
                return Ok(());
            }
            if around.hidden {
                self.found.leave(&layer.name, "invisible");
                return Ok(());
            }
            let usual = if self.grid.linear().is_some() { [0.5, 1.0] } else { [0.0, 1.0] };
            let sets = self.sets;
            let part = |number: u32| sets.find(number).and_then(|(set, _)| set.anchor).unwrap_or(usual);
            let objects: Read<Vec<Object>> =
                objects.into_iter().map(|shape| object(shape, Some(&part))).collect();
            let objects = objects.at(place)?;
            let linear = self.grid.linear();
            let frame = Frame { linear, turn: Turn::NONE, offset: around.offset };
            let image = |object: &Object| {
                let found = object.gid.and_then(|number| sets.find(number)).filter(|_| shown);
                let (file, part) = found.and_then(|(set, id)| set.image(id))?;
                let (Kind::Tile(size, anchor), pivot) = (&object.kind, object.place(&frame)) else {
                    return None;
                };
                let flip = turned(object.gid.unwrap_or_default()).1;
                Some(Image {
                    part,
                    size: Some(*size),
                    turn: [false, flip[0], flip[1]],
                    rotation: object.rotation,
                    pivot,
                    opacity: around.opacity,
                    ..Image::whole(file, [0, 1].map(|k| pivot[k] - anchor[k] * size[k]))
                })
            };
            let images = objects.iter().map(image).collect();
            let (name, offset) = (layer.name, around.offset);
            self.found.layers.push(Layer { name, offset, objects, images, tiles: None, keys, linear });
        }
        Ok(())
    }

    /// The tiles of a layer that are solid, and whether there are any, solid or not.
    fn cells(
        &mut self,
        chunks: Vec<Chunk>,
        compression: &str,
        whole: bool,
        shown: bool,
        around: &Around,
    ) -> Read<(Vec<Cell>, bool)> {
        let (mut cells, mut any) = (Vec::new(), false);
        // Most tiles are like the one before.
        let mut last = (0, false);
        for chunk in chunks {
            if chunk.width <= 0 {
                return fault("the layer has no width");
            }
            let numbers = match chunk.data {
                Data::Numbers(numbers) => numbers,
                Data::Bytes(text) => {
                    let tiles =
                        u64::from(chunk.width.unsigned_abs()) * u64::from(chunk.height.max(0).unsigned_abs());
                    let room = MOST_UNPACKED - self.unpacked;
                    let numbers = unpacked(&text, compression, tiles, room)?;
                    self.unpacked += numbers.len().min(room);
                    numbers
                }
            };
            for (index, number) in
                numbers.into_iter().enumerate().filter(|(_, number)| *number & 0x0fff_ffff != 0)
            {
                any = true;
                let index = i32::try_from(index).or_else(|_| fault("the layer is too large"))?;
                let cell = [
                    chunk.x.saturating_add(index % chunk.width),
                    chunk.y.saturating_add(index / chunk.width),
                ];
                let cell = Cell { at: self.grid.lattice(cell), number };
                if last.0 != number {
                    last = (number, !matches!(self.sets.solid(number, whole, self.grid), Solid::Nothing));
                }
                if last.1 {
                    cells.push(cell);
                }
                if shown {
                    self.show(&cell, around);
                }
            }
        }
        Ok((cells, any))
    }

    /// Adds the picture of a tile.
    fn show(&mut self, cell: &Cell, around: &Around) {
        let Some((set, id)) = self.sets.find(cell.number) else { return };
        let Some((file, part)) = set.image(id) else { return };
        let (diagonal, flip) = turned(cell.number);
        let [w, h] = set.size_of(id);
        let size = if diagonal { [h, w] } else { [w, h] };
        let [x, y] = self.grid.corner(cell.at);
        let at = [
            x + set.shift[0] + around.offset[0],
            y + self.grid.size[1] - size[1] + set.shift[1] + around.offset[1],
        ];
        let turn = [diagonal, flip[0], flip[1]];
        let image = Image { part, size: Some(size), turn, opacity: around.opacity, ..Image::whole(file, at) };
        self.found.image(image);
    }
}

/// Numbers of four bytes, in base64, perhaps compressed: as many as the layer has tiles, and no more than there is room for.
fn unpacked(text: &str, compression: &str, tiles: u64, room: usize) -> Read<Vec<u32>> {
    let text: String = text.split_ascii_whitespace().collect();
    let packed = STANDARD.decode(text).or_else(|error| fault(format!("the data is not base64: {error}")))?;
    if tiles > room as u64 && !compression.is_empty() {
        return fault("the compressed layers of the map have more than 2^24 tiles");
    }
    let most = tiles.saturating_mul(4);
    let mut bytes = Vec::new();
    let read = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        // A byte more tells that there is more.
        "zlib" => ZlibDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes),
        other => {
            return fault(format!("data compressed by {} is not read: take zlib or gzip", quoted(other)));
        }
    };
    read.or_else(|error| fault(format!("the data is broken: {error}")))?;
    if bytes.len() as u64 != most {
        let (more, of) = (if bytes.len() as u64 > most { "more" } else { "fewer" }, quoted(compression));
        let how = if compression.is_empty() { String::new() } else { format!(" unpacked by {of}") };
        return fault(format!("the layer has {tiles} tiles, but its data{how} has {more}"));
    }
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(4).map(number).collect())
}

/// An object; `part` tells which part of a tile is at its place.
fn object(object: file::Object, part: Option<&dyn Fn(u32) -> [f64; 2]>) -> Read<Object> {
    let size = [object.width, object.height].map(Option::unwrap_or_default);
    let points = |points: Vec<file::Corner>| points.into_iter().map(|corner| [corner.x, corner.y]).collect();
    let kind = if let Some(corners) = object.polygon {
        Kind::Polygon(points(corners))
    } else if let Some(corners) = object.polyline {
        Kind::Polyline(points(corners))
    } else if object.text.is_some() {
        Kind::Text
    } else if let (Some(number), Some(part)) = (object.gid, part) {
        Kind::Tile(size, part(number))
    } else if object.ellipse {
        Kind::Ellipse(size)
    } else if object.capsule {
        Kind::Capsule(size)
    } else if object.point {
        Kind::Point
    } else {
        Kind::Rectangle(size)
    };
    let (at, keys) = ([object.x, object.y], object.properties.keys());
    let rotation = object.rotation.unwrap_or_default();
    Ok(Object { id: object.id, name: object.name, at, rotation, kind, keys, gid: object.gid })
}
