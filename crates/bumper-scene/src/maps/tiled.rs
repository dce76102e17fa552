//! Maps of Tiled, of whichever form.

mod gather;

use super::file::{self, Map, Template, Tile, Tileset};
use super::grid::Grid;
use super::object::{Kind, Linear, Object};
use super::sets::{Set, Sets, Sheet, TileKind};
use super::{Found, Source, xml};
use crate::fields::{At, Fault, Read, fault, quoted};
use gather::{Around, Gather};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// How much objects may take from templates, in bytes of their files.
const MOST_COPIED: usize = 1 << 26;

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
    let mut reader = Reader { source, templates: BTreeMap::new(), copied: 0, sets: Sets::default() };
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
        whole: properties.solid(&[&class]).unwrap_or_default(),
        hidden: false,
        shown: source.choice.pictures,
        opacity: 1.0,
        depth: 0,
    };
    let sets = reader.sets;
    Gather { source, sets: &Arc::new(sets), grid: &grid, unpacked: 0, found }.layers(layers, &around)
}

/// What belongs to the map as a whole.
struct Reader<'s> {
    source: &'s Source<'s>,
    templates: BTreeMap<String, (file::Object, usize)>,
    /// The bytes of templates, as often as they are used.
    copied: usize,
    sets: Sets,
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
        for tile in set.tiles.iter_mut() {
            tile.properties.0.extend(set.tileproperties.remove(&tile.id).unwrap_or_default().0);
        }
        let others =
            set.tileproperties.into_iter().map(|(id, properties)| Tile { id, properties, ..Tile::default() });
        for tile in set.tiles.into_iter().chain(others) {
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
        if let Some((known, size)) = self.templates.get(name) {
            self.copied += size;
            if self.copied > MOST_COPIED {
                return fault("the objects have more than 2^26 bytes with their templates");
            }
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
        let size = std::fs::metadata(self.source.folder.join(name)).map_or(0, |file| file.len() as usize);
        self.templates.insert(name.into(), (object.clone(), size));
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
