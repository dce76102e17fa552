//! Maps of LDtk: the values of its IntGrid layers, and its entities.

use super::tiles::{Cell, TileKind, Tiles};
use super::{Kind, Layer, Object};
use crate::fields::{At, Fault, Read, fault, quoted};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

#[derive(Deserialize)]
struct Project {
    #[serde(flatten)]
    world: World,
    /// Of projects with several.
    #[serde(default)]
    worlds: Vec<World>,
    #[serde(default)]
    defs: Definitions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct World {
    levels: Vec<Level>,
    world_layout: Option<String>,
}

impl World {
    /// The levels where they lie: those in a row, which have no place of their own, one after the other.
    fn placed(self) -> Vec<Level> {
        let axis = match self.world_layout.as_deref() {
            Some("LinearHorizontal") => 0,
            Some("LinearVertical") => 1,
            _ => return self.levels,
        };
        let mut levels = self.levels;
        let mut place = 0.0;
        for level in &mut levels {
            (level.world_x, level.world_y) = if axis == 0 { (place, 0.0) } else { (0.0, place) };
            place += if axis == 0 { level.px_wid } else { level.px_hei };
        }
        levels
    }
}

#[derive(Default, Deserialize)]
struct Definitions {
    #[serde(default)]
    layers: Vec<LayerDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerDefinition {
    identifier: String,
    #[serde(default)]
    int_grid_values: Vec<ValueDefinition>,
}

#[derive(Deserialize)]
struct ValueDefinition {
    value: u32,
    identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Level {
    identifier: String,
    #[serde(default)]
    world_x: f64,
    #[serde(default)]
    world_y: f64,
    #[serde(default)]
    px_wid: f64,
    #[serde(default)]
    px_hei: f64,
    layer_instances: Option<Vec<LayerInstance>>,
    /// Where the layers are, if levels have files of their own.
    external_rel_path: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance {
    #[serde(rename = "__type")]
    kind: String,
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__cWid", default)]
    columns: usize,
    #[serde(rename = "__gridSize", default)]
    grid: f64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    offset_y: f64,
    #[serde(default)]
    int_grid_csv: Vec<u32>,
    #[serde(default)]
    entity_instances: Vec<Entity>,
}

#[derive(Deserialize)]
struct Entity {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__pivot", default)]
    pivot: [f64; 2],
    px: [f64; 2],
    width: f64,
    height: f64,
}

pub(super) fn layers(path: &Path) -> Read<Vec<Layer>> {
    let failed = |reason: String| Fault { place: String::new(), reason };
    let load = |path: &Path| std::fs::read(path).map_err(|error| failed(error.to_string()));
    let project: Project =
        serde_json::from_slice(&load(path)?).map_err(|error| failed(format!("no LDtk project: {error}")))?;
    let mut found = Vec::new();
    let mut number = 0;
    let worlds = std::iter::once(project.world).chain(project.worlds);
    for mut level in worlds.flat_map(World::placed) {
        let place = || format!("level {}", quoted(&level.identifier));
        if let (None, Some(file)) = (&level.layer_instances, &level.external_rel_path) {
            let text =
                load(&path.parent().unwrap_or(Path::new("")).join(file)).at(|| quoted(file)).at(place)?;
            let outside: Level = serde_json::from_slice(&text)
                .map_err(|error| failed(format!("{}: no LDtk level: {error}", quoted(file))))
                .at(place)?;
            level.layer_instances = outside.layer_instances;
        }
        for layer in level.layer_instances.take().unwrap_or_default() {
            let name = format!("{}/{}", level.identifier, layer.identifier);
            let offset = [level.world_x + layer.offset_x, level.world_y + layer.offset_y];
            let objects = layer.entity_instances.iter().map(|entity| {
                number += 1;
                let size = [entity.width, entity.height];
                let at = [0, 1].map(|k| entity.px[k] - entity.pivot[k] * size[k]);
                let name = format!("{}/{}", level.identifier, entity.identifier);
                Object { id: number, name, at, rotation: 0.0, kind: Kind::Rectangle(size), keys: None }
            });
            let objects: Vec<_> = objects.collect();
            if !objects.is_empty() {
                found.push(Layer { name: name.clone(), offset, objects, tiles: None, keys: None });
            }
            if layer.kind == "IntGrid" {
                let definition =
                    project.defs.layers.iter().find(|known| known.identifier == layer.identifier);
                found.extend(
                    values(&layer, &name, offset, definition).at(|| format!("layer {}", quoted(&name)))?,
                );
            }
        }
    }
    Ok(found)
}

/// A layer for each value of a grid.
fn values(
    layer: &LayerInstance,
    name: &str,
    offset: [f64; 2],
    definition: Option<&LayerDefinition>,
) -> Read<Vec<Layer>> {
    let (columns, size) = (layer.columns, [layer.grid; 2]);
    if columns == 0 || layer.grid <= 0.0 || !layer.grid.is_finite() {
        return fault("the grid has no size");
    }
    let mut kinds: BTreeMap<u32, (Rc<TileKind>, Vec<Cell>)> = BTreeMap::new();
    for (index, value) in layer.int_grid_csv.iter().enumerate().filter(|(_, value)| **value != 0) {
        let (kind, cells) = kinds.entry(*value).or_insert_with(|| {
            let full = Object {
                id: 0,
                name: String::new(),
                at: [0.0; 2],
                rotation: 0.0,
                kind: Kind::Rectangle(size),
                keys: None,
            };
            let kind = TileKind { set: layer.identifier.clone(), id: *value, size, shapes: vec![full] };
            (Rc::new(kind), Vec::new())
        });
        let at = [(index % columns) as i32, (index / columns) as i32];
        cells.push(Cell { at, turn: [false; 3], kind: Rc::clone(kind) });
    }
    let named = |value: u32| {
        let known =
            definition.and_then(|known| known.int_grid_values.iter().find(|known| known.value == value));
        let known = known.and_then(|known| known.identifier.clone()).filter(|name| !name.is_empty());
        format!("{name}/{}", known.unwrap_or_else(|| value.to_string()))
    };
    let layers = kinds.into_iter().map(|(value, (_, cells))| {
        let tiles = Tiles { size, cells };
        Layer { name: named(value), offset, objects: Vec::new(), tiles: Some(tiles), keys: None }
    });
    Ok(layers.collect())
}
