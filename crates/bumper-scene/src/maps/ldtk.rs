//! Maps of LDtk: the values of its IntGrid layers, its layers of tiles, and its entities.

mod project;

use super::file::{Properties, Property, is_solid_word};
use super::grid::Grid;
use super::object::{Kind, Object};
use super::sets::{Set, Sets, Solid, TileKind};
use super::tiles::{Cell, Tiles};
use super::{Found, Image, Layer, Source};
use crate::fields::{At, Fault, Read, fault, quoted};
use project::{Definitions, Entity, Field, LayerDefinition, LayerInstance, Level, Project, World};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Fields are read as properties of Tiled are.
fn keys(fields: Vec<Field>) -> Option<String> {
    let fields = fields.into_iter().map(|field| Property { name: field.identifier, value: field.value });
    Properties(fields.collect()).keys()
}

fn failed(reason: String) -> Fault {
    Fault { place: String::new(), reason }
}

pub(super) fn read(source: &Source, bytes: &[u8], found: &mut Found) -> Read<()> {
    let project: Project =
        serde_json::from_slice(bytes).map_err(|error| failed(format!("no LDtk project: {error}")))?;
    let mut reader = Reader { source, defs: &project.defs, number: 0, found };
    for mut level in std::iter::once(project.world).chain(project.worlds).flat_map(World::placed) {
        let name = level.identifier.clone();
        let place = || format!("level {}", quoted(&name));
        let fields = std::mem::take(&mut level.field_instances);
        if reader.found.keys.is_none() {
            // Only what stands in a field for keys: levels have fields of all names.
            let own = fields.into_iter().filter(|field| field.identifier == super::PROPERTY);
            reader.found.keys = keys(own.collect());
        }
        if let (None, Some(file)) = (&level.layer_instances, &level.external_rel_path) {
            let text = super::load(&source.folder.join(file)).at(|| quoted(file)).at(place)?;
            let outside: Level = serde_json::from_slice(&text)
                .map_err(|error| failed(format!("{}: no LDtk level: {error}", quoted(file))))
                .at(place)?;
            level.layer_instances = outside.layer_instances;
        }
        let layers = level.layer_instances.take().unwrap_or_default();
        if source.choice.pictures {
            // The first layer of the file is the one in front.
            layers.iter().rev().for_each(|layer| reader.show(layer, &level));
        }
        layers.into_iter().try_for_each(|layer| reader.layer(layer, &level)).at(place)?;
    }
    Ok(())
}

struct Reader<'r> {
    source: &'r Source<'r>,
    defs: &'r Definitions,
    /// How many entities there were.
    number: u64,
    found: &'r mut Found,
}

impl Reader<'_> {
    fn layer(&mut self, mut layer: LayerInstance, level: &Level) -> Read<()> {
        let name = format!("{}/{}", level.identifier, layer.identifier);
        let offset = [level.world_x + layer.offset_x, level.world_y + layer.offset_y];
        let definition = self.defs.layers.iter().find(|known| known.identifier == layer.identifier);
        let tagged =
            definition.is_some_and(|known| known.ui_filter_tags.iter().any(|tag| is_solid_word(tag)));
        let said = tagged || is_solid_word(&layer.identifier);
        let asked = self.found.asked(self.source.choice, &[&layer.identifier, &name]);
        let solid = asked.or(said.then_some(true));
        if solid == Some(false) {
            return Ok(());
        }
        let hidden = !layer.visible && solid != Some(true);
        let place = || format!("layer {}", quoted(&layer.identifier));
        let values = layer.kind == "IntGrid" && layer.int_grid_csv.iter().any(|value| *value != 0);
        if hidden {
            if values || !layer.entity_instances.is_empty() || has_tiles(&layer) {
                self.found.leave(&layer.identifier, "invisible");
            }
            return Ok(());
        }
        let entities = std::mem::take(&mut layer.entity_instances);
        if !entities.is_empty() {
            let (objects, images) =
                entities.into_iter().map(|entity| self.entity(entity, level, offset)).unzip();
            let layer =
                Layer { name: name.clone(), offset, objects, images, tiles: None, keys: None, linear: None };
            self.found.layers.push(layer);
        }
        if values {
            let layers = by_value(&layer, &name, offset, definition).at(place)?;
            self.found.layers.extend(layers);
        } else if has_tiles(&layer) {
            match self.tiles(&layer, solid == Some(true)).at(place)? {
                Some(tiles) => self.found.layers.push(Layer::of_tiles(name, offset, tiles)),
                None => self.found.leave(&layer.identifier, "no tile is solid"),
            }
        }
        Ok(())
    }

    fn entity(&mut self, entity: Entity, level: &Level, offset: [f64; 2]) -> (Object, Option<Image>) {
        self.number += 1;
        let size = [entity.width, entity.height];
        let at = [0, 1].map(|k| entity.px[k] - entity.pivot[k] * size[k]);
        let name = format!("{}/{}", level.identifier, entity.identifier);
        let file = entity.tile.as_ref().and_then(|tile| self.file(tile.tileset_uid));
        let image = entity.tile.zip(file).filter(|_| self.source.choice.pictures).map(|(tile, file)| Image {
            part: Some([tile.x, tile.y, tile.w, tile.h]),
            size: Some(size),
            ..Image::whole(file, [at[0] + offset[0], at[1] + offset[1]])
        });
        let object = Object {
            id: self.number,
            name,
            at,
            rotation: 0.0,
            kind: Kind::Rectangle(size),
            keys: keys(entity.field_instances),
            gid: None,
        };
        (object, image)
    }

    fn file(&self, tileset: i64) -> Option<Arc<Path>> {
        let set = self.defs.tilesets.iter().find(|set| set.uid == tileset)?;
        set.rel_path.as_ref().map(|file| self.source.folder.join(file).into())
    }

    /// The solid tiles of a layer, if there are any.
    fn tiles(&self, layer: &LayerInstance, whole: bool) -> Read<Option<Tiles>> {
        let definition = self.defs.tilesets.iter().find(|set| Some(set.uid) == layer.tileset);
        let mut tiles: BTreeMap<u32, TileKind> = BTreeMap::new();
        let mut mark = |id: u32, solid: bool| tiles.entry(id).or_default().solid = Some(solid);
        for tag in
            definition.iter().flat_map(|set| &set.enum_tags).filter(|tag| is_tile_word(&tag.enum_value_id))
        {
            tag.tile_ids.iter().for_each(|id| mark(*id, true));
        }
        for own in definition.iter().flat_map(|set| &set.custom_data) {
            if let Some(solid) = told(&own.data) {
                mark(own.tile_id, solid);
            }
        }
        let grid = Grid::square(cell_size(layer)?);
        let sets = Arc::new(sets_of(&layer.identifier, 1, grid.size, tiles));
        let mut cells = Vec::new();
        for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
            let number = number_of(tile.t)? + 1;
            // A tile beside the grid counts for the cell that its middle lies in.
            let at = tile.px.map(|c| (c / layer.grid + 0.5).floor() as i32);
            if !matches!(sets.solid(number, whole, &grid), Solid::Nothing) {
                cells.push(Cell { at, number });
            }
        }
        Ok((!cells.is_empty()).then_some(Tiles { grid, sets, whole, cells }))
    }

    /// Adds the pictures of a layer's tiles.
    fn show(&mut self, layer: &LayerInstance, level: &Level) {
        let Some(set) = self.defs.tilesets.iter().find(|set| Some(set.uid) == layer.tileset) else { return };
        let Some(file) = self.file(set.uid).filter(|_| layer.visible) else { return };
        let offset = [level.world_x + layer.offset_x, level.world_y + layer.offset_y];
        let side = set.tile_grid_size;
        for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
            let at = [0, 1].map(|k| offset[k] + tile.px[k]);
            let part = Some([tile.src[0], tile.src[1], side as u32, side as u32]);
            let turn = [false, tile.f & 1 == 1, tile.f >> 1 & 1 == 1];
            let image = Image {
                part,
                size: Some([side; 2]),
                turn,
                opacity: layer.opacity,
                ..Image::whole(Arc::clone(&file), at)
            };
            self.found.image(image);
        }
    }
}

fn has_tiles(layer: &LayerInstance) -> bool {
    !layer.auto_layer_tiles.is_empty() || !layer.grid_tiles.is_empty()
}

fn is_tile_word(word: &str) -> bool {
    is_solid_word(word) || word.eq_ignore_ascii_case("collides")
}

/// Whether the data of a tile say that it is solid, in a word or in JSON.
fn told(data: &str) -> Option<bool> {
    if is_tile_word(data.trim()) {
        return Some(true);
    }
    let map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(data).ok()?;
    Properties(map.into_iter().map(|(name, value)| Property { name, value }).collect()).tile_solid("")
}

fn cell_size(layer: &LayerInstance) -> Read<[f64; 2]> {
    if layer.grid <= 0.0 || !layer.grid.is_finite() {
        return fault("the grid has no size");
    }
    Ok([layer.grid; 2])
}

/// The number of a tile or a value: large ones would look like turned tiles.
fn number_of(id: u32) -> Read<u32> {
    if id < 1 << 28 { Ok(id) } else { fault(format!("{id} is no tile or value: it is above 2^28")) }
}

/// One tileset.
fn sets_of(name: &str, first: u32, size: [f64; 2], tiles: BTreeMap<u32, TileKind>) -> Sets {
    let mut sets = Sets::default();
    sets.add(Set {
        first,
        name: name.into(),
        size,
        shift: [0.0; 2],
        anchor: None,
        linear: None,
        sheet: None,
        tiles,
    });
    sets
}

/// A layer for each value of a grid.
fn by_value(
    layer: &LayerInstance,
    name: &str,
    offset: [f64; 2],
    definition: Option<&LayerDefinition>,
) -> Read<Vec<Layer>> {
    let (columns, size) = (layer.columns, cell_size(layer)?);
    if columns == 0 {
        return fault("the grid has no size");
    }
    let sets = Arc::new(sets_of(&layer.identifier, 0, size, BTreeMap::new()));
    let mut kinds: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for (index, value) in layer.int_grid_csv.iter().enumerate().filter(|(_, value)| **value != 0) {
        let at = [(index % columns) as i32, (index / columns) as i32];
        kinds.entry(number_of(*value)?).or_default().push(Cell { at, number: *value });
    }
    let named = |value: u32| {
        let known =
            definition.and_then(|known| known.int_grid_values.iter().find(|known| known.value == value));
        let known = known.and_then(|known| known.identifier.clone()).filter(|name| !name.is_empty());
        format!("{name}/{}", known.unwrap_or_else(|| value.to_string()))
    };
    let layers = kinds.into_iter().map(|(value, cells)| {
        let tiles = Tiles { grid: Grid::square(size), sets: Arc::clone(&sets), whole: true, cells };
        Layer::of_tiles(named(value), offset, tiles)
    });
    Ok(layers.collect())
}
