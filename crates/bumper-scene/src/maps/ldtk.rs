//! Reads LDtk projects: values of IntGrid layers, tile layers, and entities.

mod layers;
mod project;

use super::grid::Grid;
use super::object::{Kind, Object};
use super::properties::{Properties, Property, is_solid_layer_name, is_solid_word};
use super::sets::Solid;
use super::tiles::Tiles;
use super::{Choice, Image, Layer, MapContent, NO_SOLID_TILE, Source, json_fault};
use crate::fields::{At, Fault, Read, quoted};
use crate::files::{load, utf8};
use layers::{ValueLayer, by_value, cells_of, sets_of, tile_corner, tile_kinds};
use project::{
    AnyEntity, Definitions, Entity, EntityDefinition, Field, LayerInstance, Level, Project, Version, World,
};
use std::path::Path;
use std::sync::Arc;

/// The additional keys of the scene format in the custom fields of an entity or a level. The fields are treated like properties in Tiled.
fn keys(fields: Vec<Field>) -> Option<String> {
    let fields = fields.into_iter().map(|field| Property { name: field.identifier, value: field.value });
    Properties(fields.collect()).keys()
}

fn failed(reason: String) -> Fault {
    Fault { place: String::new(), reason }
}

pub(super) fn read(source: &Source, bytes: &[u8], content: &mut MapContent) -> Read<()> {
    let version = serde_json::from_slice::<Version>(bytes);
    if let Some(reason) = version.ok().and_then(|version| version.error()) {
        return Err(failed(reason));
    }
    let project: Project = serde_json::from_slice(bytes)
        .map_err(|error| failed(format!("not an LDtk project: {}", json_fault(&error))))?;
    let in_a_row = project.is_without_worlds();
    let mut reader = Reader { source, defs: &project.defs, number: 0, content };
    let worlds: Vec<World> = std::iter::once(project.world).chain(project.worlds).collect();
    for mut level in chosen_levels(worlds, in_a_row, source, reader.content)? {
        let name = level.identifier.clone();
        let place = || format!("level {}", quoted(&name));
        let fields = std::mem::take(&mut level.field_instances);
        if reader.content.keys.is_none() {
            // Read only the field `bumper`, because all other fields of levels belong to the game.
            let bumper_fields = fields.into_iter().filter(|field| field.identifier == super::PROPERTY);
            reader.content.keys = keys(bumper_fields.collect());
        }
        if let (None, Some(file)) = (&level.layer_instances, &level.external_rel_path) {
            let text = load(&source.folder.join(file)).at(|| quoted(file)).at(place)?;
            let external = utf8(&text).and_then(|text| {
                serde_json::from_slice::<Level>(&text)
                    .map_err(|error| failed(format!("not an LDtk level: {}", json_fault(&error))))
            });
            let external = external.at(|| quoted(file)).at(place)?;
            level.layer_instances = external.layer_instances;
        }
        let layers = level.layer_instances.take().unwrap_or_default();
        if source.choice.pictures {
            // LDtk lists the topmost layer first, but pictures are listed from back to front. So go through the layers in reverse.
            layers.iter().rev().for_each(|layer| reader.add_pictures(layer, &level));
        }
        layers.into_iter().try_for_each(|layer| reader.layer(layer, &level)).at(place)?;
    }
    Ok(())
}

/// The levels that become a part of the scene, at their positions. They are the levels that the caller names, or those of one world at one
/// depth: the world that the caller names, or else the first one that has levels, and the depth of its first level. The others could cover
/// the same place; they are listed as left out.
fn chosen_levels(
    mut worlds: Vec<World>,
    in_a_row: bool,
    source: &Source,
    content: &mut MapContent,
) -> Read<Vec<Level>> {
    worlds.retain(|world| !world.levels.is_empty());
    let Choice { world, levels, .. } = source.choice;
    if let Some(name) = world
        && !worlds.iter().any(|world| world.identifier == *name)
    {
        let names: Vec<_> = worlds.iter().map(|world| quoted(&world.identifier)).collect();
        return Err(failed(format!(
            "there is no world {}; the worlds are {}",
            quoted(name),
            names.join(", ")
        )));
    }
    let all = || worlds.iter().flat_map(|world| &world.levels).map(|level| &level.identifier);
    if let Some(name) = levels.iter().find(|name| !all().any(|level| level == *name)) {
        let names: Vec<_> = all().map(|level| quoted(level)).collect();
        return Err(failed(format!(
            "there is no level {}; the levels are {}",
            quoted(name),
            names.join(", ")
        )));
    }
    let is_named = |level: &Level| levels.contains(&level.identifier);
    let first = worlds.iter().position(|known| match world {
        Some(name) => known.identifier == *name,
        None => levels.is_empty() || known.levels.iter().any(is_named),
    });
    let mut chosen = Vec::new();
    for (index, known) in worlds.into_iter().enumerate() {
        if Some(index) != first {
            if levels.is_empty() && world.is_none() {
                content.leave_out(&known.identifier, "another world: --world WORLD chooses one");
            }
            continue;
        }
        let depth = known.levels.first().map(|level| level.world_depth);
        for level in known.placed(in_a_row) {
            if is_named(&level) || levels.is_empty() && Some(level.world_depth) == depth {
                chosen.push(level);
            } else if levels.is_empty() {
                content.leave_out(&level.identifier, "at another depth: --level LEVEL chooses levels");
            }
        }
    }
    if let Some(name) = levels.iter().find(|name| !chosen.iter().any(|level| level.identifier == **name)) {
        return Err(failed(format!("the level {} is in another world", quoted(name))));
    }
    Ok(chosen)
}

/// The state of reading a project. All levels share it.
struct Reader<'r> {
    source: &'r Source<'r>,
    defs: &'r Definitions,
    /// The number of entities that have been read so far.
    number: u64,
    content: &'r mut MapContent,
}

impl Reader<'_> {
    fn layer(&mut self, mut layer: LayerInstance, level: &Level) -> Read<()> {
        let name = format!("{}/{}", level.identifier, layer.identifier);
        let offset = [level.world_x + layer.offset_x, level.world_y + layer.offset_y];
        let definition = self.defs.layers.iter().find(|known| known.identifier == layer.identifier);
        let tagged =
            definition.is_some_and(|known| known.ui_filter_tags.iter().any(|tag| is_solid_word(tag)));
        let named_solid = tagged || is_solid_layer_name(&layer.identifier);
        let selected = self.content.is_selected(self.source.choice, &[&layer.identifier, &name]);
        let solid = selected.or(named_solid.then_some(true));
        self.content.is_marked |= solid == Some(true);
        if solid == Some(false) {
            return Ok(());
        }
        let hidden = !layer.visible.0 && solid != Some(true);
        let place = || format!("layer {}", quoted(&layer.identifier));
        let values = layer.values().at(place)?;
        let has_values = !values.is_empty();
        let by_value = by_value(&layer, values, &name, offset, definition).at(place)?;
        let by_value = self.chosen_values(by_value, &layer.identifier, hidden);
        if hidden {
            let is_empty = !has_values && layer.entity_instances.is_empty() && !has_tiles(&layer);
            if by_value.is_empty() && !is_empty {
                self.content.leave_out(&layer.identifier, "invisible");
            }
            self.content.layers.extend(by_value);
            return Ok(());
        }
        let entities = std::mem::take(&mut layer.entity_instances);
        if !entities.is_empty() {
            let mut objects = Vec::new();
            let mut images = Vec::new();
            for entity in entities {
                match entity {
                    AnyEntity::Valid(entity) => {
                        let (object, image) = self.entity(entity, level, offset);
                        objects.push(object);
                        images.push(image);
                    }
                    AnyEntity::Invalid { identifier, reason } => {
                        let place = format!("layer {}: entity {}", quoted(&name), quoted(&identifier));
                        self.content.warn(place, failed(reason));
                    }
                }
            }
            let layer =
                Layer { name: name.clone(), offset, objects, images, tiles: None, keys: None, linear: None };
            self.content.layers.push(layer);
        }
        let place = || format!("layer {}", quoted(&layer.identifier));
        if has_values {
            self.content.layers.extend(by_value);
        } else if has_tiles(&layer) {
            match self.tiles(&layer, solid == Some(true)).at(place)? {
                Some(tiles) => self.content.layers.push(Layer::of_tiles(name, offset, tiles)),
                None => self.content.leave_out(&layer.identifier, NO_SOLID_TILE),
            }
        }
        Ok(())
    }

    /// The values of an IntGrid layer without those that the caller ignores. Of a hidden layer, only those that the caller lists as solid.
    fn chosen_values(&mut self, values: Vec<ValueLayer>, layer: &str, hidden: bool) -> Vec<Layer> {
        let choice = self.source.choice;
        let mut chosen = Vec::new();
        for ValueLayer { name, number, layer: of_value } in values {
            let full = &of_value.name;
            let level = full.strip_suffix(&format!("/{layer}/{name}")).unwrap_or_default();
            let (named, numbered) = (format!("{layer}/{name}"), format!("{layer}/{number}"));
            let full_numbered = format!("{level}/{numbered}");
            let selected = self.content.is_selected(choice, &[full, &named, &numbered, &full_numbered]);
            if selected.unwrap_or(!hidden) {
                chosen.push(of_value);
            }
        }
        chosen
    }

    fn entity(&mut self, entity: Entity, level: &Level, offset: [f64; 2]) -> (Object, Option<Image>) {
        self.number += 1;
        let known = self.defs.entities.iter().find(|known| match entity.def_uid {
            Some(uid) => known.uid == uid,
            None => known.identifier == entity.identifier,
        });
        let of = |get: fn(&EntityDefinition) -> f64| known.map_or(0.0, get);
        let size =
            [entity.width.unwrap_or(of(|def| def.width)), entity.height.unwrap_or(of(|def| def.height))];
        let pivot = entity.pivot.unwrap_or([of(|def| def.pivot_x), of(|def| def.pivot_y)]);
        let at = [0, 1].map(|k| entity.px[k] - pivot[k] * size[k]);
        let name = format!("{}/{}", level.identifier, entity.identifier);
        let file = entity.tile.as_ref().and_then(|tile| self.file(tile.tileset_uid));
        let image = entity.tile.zip(file).filter(|_| self.source.choice.pictures).map(|(tile, file)| Image {
            part: Some(tile.part()),
            size: Some(size),
            ..Image::whole(file, [at[0] + offset[0], at[1] + offset[1]])
        });
        let kind = Kind::Rectangle(size);
        let keys = keys(entity.field_instances);
        let object =
            Object { id: self.number, name, at, rotation: 0.0, kind, keys, gid: None, tile_shapes: None };
        (object, image)
    }

    fn file(&self, tileset: i64) -> Option<Arc<Path>> {
        let set = self.defs.tilesets.iter().find(|set| set.uid == tileset)?;
        set.rel_path.as_ref().map(|file| self.source.folder.join(file).into())
    }

    /// The solid tiles of a layer; `None` if the layer has no solid tile.
    fn tiles(&self, layer: &LayerInstance, all_solid: bool) -> Read<Option<Tiles>> {
        let set = self.defs.tilesets.iter().find(|set| Some(set.uid) == layer.tileset);
        let grid = Grid::square(layer.cell_size()?);
        let side = set.map_or(0.0, |set| set.tile_grid_size);
        let side = if side > 0.0 { side } else { layer.grid };
        let kinds = set.map(tile_kinds).unwrap_or_default();
        let sets = Arc::new(sets_of(&layer.identifier, 1, grid.size, kinds));
        let pivot = self.defs.tile_pivot(&layer.identifier);
        let (cells, unaligned) = cells_of(layer, side, pivot, |number| {
            !matches!(sets.solid(number, all_solid, &grid), Solid::Nothing)
        })?;
        let has_solid_tiles = !cells.is_empty() || !unaligned.is_empty();
        Ok(has_solid_tiles.then_some(Tiles { grid, sets, all_solid, cells, unaligned }))
    }

    /// Adds the pictures of a layer's tiles to the pictures of the map.
    fn add_pictures(&mut self, layer: &LayerInstance, level: &Level) {
        let Some(set) = self.defs.tilesets.iter().find(|set| Some(set.uid) == layer.tileset) else { return };
        let Some(file) = self.file(set.uid).filter(|_| layer.visible.0) else { return };
        let offset = [level.world_x + layer.offset_x, level.world_y + layer.offset_y];
        let side = set.tile_grid_size;
        let pivot = self.defs.tile_pivot(&layer.identifier);
        for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
            let corner = tile_corner(tile, layer.grid, side, pivot);
            let [Ok(x), Ok(y)] = tile.src.map(u32::try_from) else { continue };
            let image = Image {
                part: Some([x, y, side as u32, side as u32]),
                size: Some([side; 2]),
                turn: [false, tile.f & 1 == 1, tile.f >> 1 & 1 == 1],
                opacity: layer.opacity,
                ..Image::whole(Arc::clone(&file), [0, 1].map(|k| offset[k] + corner[k]))
            };
            self.content.add_image(image);
        }
    }
}

fn has_tiles(layer: &LayerInstance) -> bool {
    !layer.auto_layer_tiles.is_empty() || !layer.grid_tiles.is_empty()
}
