//! Reads Tiled maps in XML or JSON.

mod data;
mod layer_collector;
mod templates;

use super::affine::Affine;
use super::file::{self, Map, Tile, Tileset};
use super::grid::Grid;
use super::object::{Frame, Kind, Linear, Object, TileBox};
use super::sets::{Set, Sets, Sheet, TileImage, TileKind};
use super::{MapContent, Source, xml};
use crate::fields::{At, Fault, Read, fault, quoted};
use crate::files::{load, utf8};
use crate::picture::dimensions;
use layer_collector::{Inherited, LayerCollector};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use templates::{OwnTileset, Templates};

/// The number of tiles that a tileset is assumed to have at most, if its file does not state the number.
const UNKNOWN_COUNT: u32 = 1 << 20;

fn failed(reason: String) -> Fault {
    Fault { place: String::new(), reason }
}

fn json<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Read<T> {
    serde_json::from_slice(bytes).map_err(|error| failed(super::json_fault(&error)))
}

/// Reads a file to which a map refers: as XML if it begins like XML, else as JSON.
fn load_external<T>(
    folder: &Path,
    name: &str,
    xml: fn(&[u8]) -> Read<T>,
    json: fn(&[u8]) -> Read<T>,
) -> Read<T> {
    let bytes = load(&folder.join(name))?;
    let bytes = utf8(&bytes)?;
    if super::is_xml(&bytes) { xml(&bytes) } else { json(&bytes) }
}

pub(super) fn read(source: &Source, bytes: &[u8], content: &mut MapContent) -> Read<()> {
    if bytes.trim_ascii().is_empty() {
        return fault("the file is empty");
    }
    let no_map = |fault: Fault| failed(format!("not a Tiled map: {fault}"));
    let map: Map = if super::is_xml(bytes) { xml::map(bytes) } else { json(bytes) }.map_err(no_map)?;
    let Some(grid) = Grid::of(&map) else {
        return fault(format!("maps of the orientation {} are not supported", quoted(&map.orientation)));
    };
    let sizes_valid = [map.tilewidth, map.tileheight, map.hexsidelength].iter().all(|c| *c >= 0.0);
    let positive = grid.size.iter().all(|c| *c > 0.0) && map.hexsidelength <= grid.size[0].min(grid.size[1]);
    if !sizes_valid || !(positive || grid.is_square()) {
        return fault("the map's tiles have no size");
    }
    if grid.is_flat() {
        return fault("the skew of the map makes its tiles flat");
    }
    content.keys = map.properties.keys();
    let mut reader = Reader { source, templates: Templates::default(), sets: Sets::default(), content };
    for set in map.tilesets {
        reader.add_set(set, source.folder)?;
    }
    // Read the templates after all tilesets of the map. A template can add a tileset, which gets tile numbers above those of the map.
    let layers = reader.templates_of(map.layers)?;
    let inherited = Inherited {
        offset: [0.0; 2],
        solid: None,
        map_solid: map.properties.solid(&map.class).unwrap_or_default(),
        hidden: false,
        collects_images: source.choice.pictures,
        opacity: 1.0,
        depth: 0,
    };
    let sets = reader.sets;
    LayerCollector { source, sets: &Arc::new(sets), grid: &grid, unpacked: 0, content }
        .layers(layers, &inherited)
}

/// The state of reading a map. All layers share it.
struct Reader<'s> {
    source: &'s Source<'s>,
    templates: Templates,
    sets: Sets,
    content: &'s mut MapContent,
}

impl Reader<'_> {
    fn add_set(&mut self, set: Tileset, folder: &Path) -> Read<()> {
        let set = set_of(set, folder, &mut self.templates, self.content)?;
        self.sets.add(set);
        Ok(())
    }

    /// Reads the templates of all objects in these layers. Copies the values of a template into each object that uses it.
    fn templates_of(&mut self, mut layers: Vec<file::Layer>) -> Read<Vec<file::Layer>> {
        for layer in &mut layers {
            for object in layer.objects.iter_mut().flat_map(|objects| &mut objects.0) {
                let Some(name) = object.template.clone() else { continue };
                let place = || format!("layer {}: object {}", quoted(&layer.name), object.id);
                let Self { sets, content, .. } = self;
                let mut add = |templates: &mut Templates, (set, folder): OwnTileset| {
                    sets.append(set_of(set, &folder, templates, content)?)
                };
                let template = self.templates.object(self.source.folder, &name, Some(&mut add));
                let template = template.at(|| format!("template {}", quoted(&name))).at(place)?;
                *object = std::mem::take(object).with(template);
            }
            if let Some(inner) = layer.layers.take() {
                layer.layers = Some(self.templates_of(inner)?);
            }
        }
        Ok(layers)
    }
}

/// Converts a tileset. If the tileset is in its own file, reads that file first. If this file does not exist, warns, and returns a tileset
/// whose tiles have no pictures, shapes and properties: layers and objects can still be solid by their own names and properties.
fn set_of(mut set: Tileset, folder: &Path, templates: &mut Templates, content: &mut MapContent) -> Read<Set> {
    let mut folder = folder.to_path_buf();
    let source = set.source.take();
    if let Some(source) = source.as_ref().filter(|source| !folder.join(source).exists()) {
        let missing = "the file does not exist: its tiles have no pictures, shapes and properties";
        content.warn(format!("tileset {}", quoted(source)), failed(missing.into()));
        set.name = source.clone();
    } else if let Some(source) = source {
        let read = load_external(&folder, &source, xml::tileset, |bytes| json(bytes));
        let read = read.at(|| format!("tileset {}", quoted(&source)))?;
        folder = folder.join(&source).parent().map(Path::to_path_buf).unwrap_or_default();
        set = Tileset { firstgid: set.firstgid, ..read };
    }
    let linear = linear(&set);
    for tile in set.tiles.iter_mut() {
        tile.properties.0.extend(set.tileproperties.remove(&tile.id).unwrap_or_default().0);
    }
    let others = std::mem::take(&mut set.tileproperties);
    let others = others.into_iter().map(|(id, properties)| Tile { id, properties, ..Tile::default() });
    let mut tiles = BTreeMap::new();
    for tile in std::mem::take(&mut set.tiles).into_iter().chain(others) {
        let place = || format!("tileset {}: tile {}", quoted(&set.name), tile.id);
        let shapes = tile.objectgroup.map(|shapes| shapes.objects.0).unwrap_or_default();
        let shapes = shapes_of(shapes, &folder, templates, content, &place)?;
        let part = tile.width.zip(tile.height).map(|(w, h)| [tile.x, tile.y, w as u32, h as u32]);
        let image = tile.image.map(|image| TileImage {
            file: folder.join(image).into(),
            part,
            transparent: color(&tile.transparentcolor).or(color(&set.transparentcolor)),
        });
        let size = match (tile.width.or(tile.imagewidth), tile.height.or(tile.imageheight)) {
            (Some(w), Some(h)) => Some([w, h]),
            _ => image.as_ref().and_then(|image| dimensions(&image.file)).map(|size| size.map(f64::from)),
        };
        let solid = tile.properties.solid(&tile.class);
        tiles.insert(tile.id, TileKind { size, shapes, solid, properties: tile.properties, image });
    }
    let columns = columns(&set, &folder);
    let sheet = set.image.as_ref().map(|image| Sheet {
        file: folder.join(image).into(),
        columns,
        margin: set.margin,
        spacing: set.spacing,
        transparent: color(&set.transparentcolor),
    });
    Ok(Set {
        first: set.firstgid,
        count: count(set.tilecount, &tiles),
        size: [set.tilewidth, set.tileheight],
        shift: set.tileoffset.map_or([0.0; 2], |at| [at.x, at.y]),
        anchor: anchor(&set.objectalignment),
        grid_sized: set.tilerendersize == "grid",
        keeps_aspect: set.fillmode == "preserve-aspect-fit",
        linear,
        sheet,
        tiles,
        name: set.name,
    })
}

/// Converts the collision shapes of a tile. Invalid shapes are left out with a warning.
fn shapes_of(
    shapes: Vec<file::Object>,
    folder: &Path,
    templates: &mut Templates,
    content: &mut MapContent,
    place: &dyn Fn() -> String,
) -> Read<Vec<Object>> {
    let frame = Frame { linear: None, tile: Affine::IDENTITY, offset: [0.0; 2] };
    let mut valid = Vec::new();
    for mut shape in shapes {
        let place = format!("{}: {}", place(), super::object_name(shape.id, &shape.name));
        if let Some(name) = shape.template.clone() {
            let template = templates.object(folder, &name, None);
            let template = template.at(|| format!("template {}", quoted(&name))).at(|| place.clone())?;
            shape = shape.with(template);
        }
        let checked = object(shape, None).and_then(|shape| content.shape_text(&shape, &frame).map(|_| shape));
        match checked {
            Ok(shape) => valid.push(shape),
            Err(fault) => content.warn(place, fault),
        }
    }
    Ok(valid)
}

/// An upper limit for the numbers of the tiles in a tileset: all of them are below it. `stated` is the number of tiles according to the
/// file; zero if it is unknown. A tile of a collection of pictures may have a number above the number of tiles, if other tiles have been
/// removed.
fn count(stated: u32, tiles: &BTreeMap<u32, TileKind>) -> u32 {
    let listed = tiles.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
    listed.max(if stated > 0 { stated } else { UNKNOWN_COUNT })
}

/// The number of columns of tiles in the picture of a tileset; zero if it is unknown.
fn columns(set: &Tileset, folder: &Path) -> u32 {
    if set.columns > 0 {
        return set.columns;
    }
    let file_width = || Some(f64::from(dimensions(&folder.join(set.image.as_ref()?))?[0]));
    let Some(width) = set.imagewidth.or_else(file_width) else { return 0 };
    let margin = f64::from(set.margin);
    let spacing = f64::from(set.spacing);
    ((width - margin + spacing) / (set.tilewidth + spacing)).max(0.0) as u32
}

/// Parses a colour `RRGGBB` or `AARRGGBB`, with or without `#`.
fn color(text: &str) -> Option<[u8; 3]> {
    let digits = text.trim().trim_start_matches('#');
    let rgb = u32::from_str_radix(digits, 16).ok().filter(|_| matches!(digits.len(), 6 | 8))?;
    let [_, red, green, blue] = rgb.to_be_bytes();
    Some([red, green, blue])
}

/// For isometric tilesets: the transform from the coordinates of collision shapes to the tile, and the height of the tileset's cells, which
/// are diamonds. `None` for other tilesets.
fn linear(set: &Tileset) -> Option<(Linear, f64)> {
    let cells = set.grid.as_ref().filter(|cells| cells.orientation == "isometric")?;
    let size = [cells.width, cells.height];
    if !size.iter().all(|c| c.is_finite() && *c > 0.0) {
        return None;
    }
    Grid::isometric(size, 1.0).linear().map(|linear| (linear, size[1]))
}

/// The anchor of objects that show a tile, as fractions of the tile size. It is given by its name in the file. `None` if it is unspecified.
fn anchor(name: &str) -> Option<[f64; 2]> {
    let x = ["left", "right"].iter().position(|side| name.ends_with(side)).map_or(0.5, |side| side as f64);
    let y = ["top", "bottom"].iter().position(|side| name.starts_with(side)).map_or(0.5, |side| side as f64);
    (!name.is_empty() && name != "unspecified").then_some([x, y])
}

/// Converts an object. If the object shows a tile, calls `tile` with the number of the tile and the size of the object; `tile` returns the
/// rectangle where the object draws the tile. If `tile` is `None`, tiles of objects are ignored.
fn object(object: file::Object, tile: Option<&dyn Fn(u32, [f64; 2]) -> TileBox>) -> Read<Object> {
    if let Some(reason) = object.bad {
        return fault(reason);
    }
    let size = [object.width, object.height].map(Option::unwrap_or_default);
    let points = |points: Vec<file::Corner>| points.into_iter().map(|corner| [corner.x, corner.y]).collect();
    let kind = if let Some(corners) = object.polygon {
        Kind::Polygon(points(corners))
    } else if let Some(corners) = object.polyline {
        Kind::Polyline(points(corners))
    } else if object.text.is_some() {
        Kind::Text
    } else if let (Some(number), Some(tile)) = (object.gid, tile) {
        Kind::Tile(tile(number, size))
    } else if object.ellipse {
        Kind::Ellipse(size)
    } else if object.capsule {
        Kind::Capsule(size)
    } else if object.point {
        Kind::Point
    } else {
        Kind::Rectangle(size)
    };
    let at = [object.x, object.y];
    let keys = object.properties.keys();
    let rotation = object.rotation.unwrap_or_default();
    Ok(Object {
        id: object.id,
        name: object.name,
        at,
        rotation,
        kind,
        keys,
        gid: object.gid,
        tile_shapes: None,
    })
}
