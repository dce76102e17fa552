//! Maps as Tiled keeps them, in XML, by the crate `tiled`.

use super::tiles::{Cell, TileKind, Tiles};
use super::{Kind, Layer, Object, PROPERTY};
use crate::fields::{Fault, Read, fault};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use tiled::{LayerType, Loader, ObjectShape, Orientation};

pub(super) fn layers(path: &Path) -> Read<(Vec<Layer>, Option<String>)> {
    let map = Loader::new().load_tmx_map(path).map_err(|error| {
        // One line, whatever the parser says.
        let reason = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Fault { place: String::new(), reason: format!("no Tiled map: {reason}") }
    })?;
    if map.orientation != Orientation::Orthogonal {
        let name = map.orientation.to_string();
        return fault(format!("the map is \"{name}\": only orthogonal maps are read"));
    }
    let mut found = Vec::new();
    let kinds: Vec<_> = map.tilesets().iter().map(|set| kinds(set)).collect();
    let size = [f64::from(map.tile_width), f64::from(map.tile_height)];
    map.layers().for_each(|layer| gather(&layer, [0.0; 2], (&kinds, size), &mut found));
    Ok((found, keys(&map.properties)))
}

fn keys(properties: &tiled::Properties) -> Option<String> {
    match properties.get(PROPERTY) {
        Some(tiled::PropertyValue::StringValue(text)) => Some(text.clone()),
        _ => None,
    }
}

/// The tiles of a tileset that have a collision shape, by their numbers.
pub(super) fn kinds(set: &tiled::Tileset) -> BTreeMap<u32, Rc<TileKind>> {
    let size = [f64::from(set.tile_width), f64::from(set.tile_height)];
    let solid = |(id, tile): (u32, tiled::Tile<'_>)| {
        let shapes: Vec<_> = tile.collision.as_ref()?.object_data().iter().map(object).collect();
        // In a collection every picture has its own size.
        let size = tile.image.as_ref().map_or(size, |image| [image.width, image.height].map(f64::from));
        let kind = TileKind { set: set.name.clone(), id, size, shapes };
        (!kind.shapes.is_empty()).then(|| (id, Rc::new(kind)))
    };
    set.tiles().filter_map(solid).collect()
}

/// The tiles of each tileset, and the size of the cells.
type Grid<'k> = (&'k [BTreeMap<u32, Rc<TileKind>>], [f64; 2]);

fn tiles(layer: &tiled::TileLayer, (kinds, size): Grid) -> Tiles {
    let mut cells = Vec::new();
    let mut add = |x: i32, y: i32, tile: Option<&tiled::LayerTileData>| {
        let Some(tile) = tile else { return };
        if let Some(kind) = kinds.get(tile.tileset_index()).and_then(|set| set.get(&tile.id())) {
            let turn = [tile.flip_d, tile.flip_h, tile.flip_v];
            cells.push(Cell { at: [x, y], turn, kind: Rc::clone(kind) });
        }
    };
    match layer {
        tiled::TileLayer::Finite(layer) => {
            let places =
                (0..layer.height() as i32).flat_map(|y| (0..layer.width() as i32).map(move |x| (x, y)));
            places.for_each(|(x, y)| add(x, y, layer.get_tile_data(x, y)));
        }
        tiled::TileLayer::Infinite(layer) => {
            let mut chunks: Vec<_> = layer.chunks().map(|(at, _)| at).collect();
            chunks.sort_unstable_by_key(|(x, y)| (*y, *x));
            let (w, h) = (tiled::ChunkData::WIDTH as i32, tiled::ChunkData::HEIGHT as i32);
            for (cx, cy) in chunks {
                for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (cx * w + x, cy * h + y))) {
                    add(x, y, layer.get_tile_data(x, y));
                }
            }
        }
    }
    Tiles { size, cells }
}

fn gather(layer: &tiled::Layer, offset: [f64; 2], grid: Grid, found: &mut Vec<Layer>) {
    let offset = [offset[0] + number(layer.offset_x), offset[1] + number(layer.offset_y)];
    match layer.layer_type() {
        LayerType::Group(group) => group.layers().for_each(|layer| gather(&layer, offset, grid, found)),
        LayerType::Objects(objects) => {
            let objects = objects.object_data().iter().map(object).collect();
            found.push(Layer {
                name: layer.name.clone(),
                offset,
                objects,
                tiles: None,
                keys: keys(&layer.properties),
            });
        }
        LayerType::Tiles(layer_of) => {
            let tiles = Some(tiles(&layer_of, grid));
            found.push(Layer {
                name: layer.name.clone(),
                offset,
                objects: Vec::new(),
                tiles,
                keys: keys(&layer.properties),
            });
        }
        LayerType::Image(_) => {}
    }
}

fn object(object: &tiled::ObjectData) -> Object {
    let points = |points: &[(f32, f32)]| points.iter().map(|&(x, y)| [number(x), number(y)]).collect();
    let kind = match &object.shape {
        &ObjectShape::Rect { width, height } if object.tile_data().is_some() => {
            Kind::Tile([number(width), number(height)])
        }
        &ObjectShape::Rect { width, height } => Kind::Rectangle([number(width), number(height)]),
        &ObjectShape::Ellipse { width, height } => Kind::Ellipse([number(width), number(height)]),
        &ObjectShape::Capsule { width, height } => Kind::Capsule([number(width), number(height)]),
        ObjectShape::Polygon { points: corners } => Kind::Polygon(points(corners)),
        ObjectShape::Polyline { points: corners } => Kind::Polyline(points(corners)),
        ObjectShape::Point(..) => Kind::Point,
        ObjectShape::Text { .. } => Kind::Text,
    };
    Object {
        id: object.id().into(),
        name: object.name.clone(),
        at: [number(object.x), number(object.y)],
        rotation: number(object.rotation),
        kind,
        keys: keys(&object.properties),
    }
}

/// The number that the file gives, which the crate rounds to `f32`: the shortest that rounds so.
fn number(c: f32) -> f64 {
    c.to_string().parse().unwrap_or(f64::NAN)
}
