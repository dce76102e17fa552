//! The solid cells and tiles of LDtk layers.

use super::project::{Definitions, LayerDefinition, LayerInstance, PlacedTile, TilesetDefinition};
use crate::fields::{Read, fault};
use crate::maps::Layer;
use crate::maps::grid::Grid;
use crate::maps::properties::{Properties, Property, is_solid_word};
use crate::maps::sets::{Set, Sets, TileKind};
use crate::maps::tiles::{Cell, Tiles, UnalignedTile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest number of cells that a solid tile may cover to be split into cells. Only tiles are split whose edges lie on the grid of the
/// layer. Their cells are merged with neighbouring cells into larger boxes. A tile that covers more cells becomes its own box.
const MAX_COVERED: f64 = 64.0;

impl LayerInstance {
    pub(super) fn cell_size(&self) -> Read<[f64; 2]> {
        if self.grid <= 0.0 {
            return fault("the grid has no size");
        }
        Ok([self.grid; 2])
    }

    /// The non-zero values of an IntGrid layer. The first number of each pair is the index of the cell in row-major order, the second one
    /// is the value.
    pub(super) fn values(&self) -> Read<Vec<(usize, u32)>> {
        if self.kind != "IntGrid" {
            return Ok(Vec::new());
        }
        let count = self.rows.map(|rows| rows.saturating_mul(self.columns));
        let value_count = self.int_grid_csv.len();
        if let (Some(cells), true) = (count.filter(|cells| *cells != value_count), value_count > 0) {
            return fault(format!("the layer has {cells} cells, but its data has {value_count} values"));
        }
        let values = self.int_grid_csv.iter().copied().enumerate().filter(|(_, value)| *value != 0);
        if value_count > 0 {
            return Ok(values.collect());
        }
        let old = |old: &super::project::OldValue| {
            if count.is_some_and(|cells| old.coord_id >= cells) {
                return fault(format!("the value of cell {} lies outside of the layer", old.coord_id));
            }
            Ok((old.coord_id, old.v.saturating_add(1)))
        };
        self.int_grid.iter().map(old).collect()
    }
}

impl Definitions {
    /// The pivot of the tiles of a layer, as fractions of their size. It matters if a tile is larger or smaller than a cell: the pivot of
    /// the tile then lies at the same fractions of its cell.
    pub(super) fn tile_pivot(&self, layer: &str) -> [f64; 2] {
        let known = self.layers.iter().find(|known| known.identifier == layer);
        known.map_or([0.0; 2], |known| [known.tile_pivot_x, known.tile_pivot_y])
    }
}

/// For each tile of a tileset that an enum tag or its custom data marks as solid or as not solid, a [`TileKind`] with this mark.
pub(super) fn tile_kinds(set: &TilesetDefinition) -> BTreeMap<u32, TileKind> {
    let mut tiles: BTreeMap<u32, TileKind> = BTreeMap::new();
    let mut mark = |id: u32, solid: bool| tiles.entry(id).or_default().solid = Some(solid);
    for tag in set.enum_tags.iter().filter(|tag| is_solid_word(&tag.enum_value_id)) {
        tag.tile_ids.iter().for_each(|id| mark(*id, true));
    }
    for entry in &set.custom_data {
        if let Some(solid) = solid_flag(&entry.data) {
            mark(entry.tile_id, solid);
        }
    }
    tiles
}

/// Whether the custom data of a tile marks it as solid (true) or as not solid (false). The data is a single word, or a JSON object whose
/// entries are read like properties. `None` if it marks the tile as neither.
fn solid_flag(data: &str) -> Option<bool> {
    if is_solid_word(data) {
        return Some(true);
    }
    let map: serde_json::Map<String, serde_json::Value> = serde_json::from_str(data).ok()?;
    Properties(map.into_iter().map(|(name, value)| Property { name, value }).collect()).solid("")
}

/// Fails if the number of a tile or a value is 2^28 or more. In [`Cell::number`], the four upper bits are reserved for transform flags.
fn number_of(id: u32) -> Read<u32> {
    if id < 1 << 28 { Ok(id) } else { fault(format!("{id} is not a tile or value: the limit is 2^28")) }
}

/// Creates a list of tilesets that contains a single tileset.
pub(super) fn sets_of(name: &str, first: u32, size: [f64; 2], tiles: BTreeMap<u32, TileKind>) -> Sets {
    let mut sets = Sets::default();
    sets.add(Set {
        first,
        count: 1 << 28,
        name: name.into(),
        size,
        shift: [0.0; 2],
        anchor: None,
        grid_sized: false,
        keeps_aspect: false,
        linear: None,
        sheet: None,
        tiles,
    });
    sets
}

/// The solid cells of an IntGrid layer that have the same value.
pub(super) struct ValueLayer {
    /// The name of the value, or its number if it has no name.
    pub(super) name: String,
    pub(super) number: u32,
    pub(super) layer: Layer,
}

/// Converts an IntGrid layer to one layer of solid cells for each of its values.
pub(super) fn by_value(
    layer: &LayerInstance,
    values: Vec<(usize, u32)>,
    name: &str,
    offset: [f64; 2],
    definition: Option<&LayerDefinition>,
) -> Read<Vec<ValueLayer>> {
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let columns = layer.columns;
    let size = layer.cell_size()?;
    if columns == 0 {
        return fault("the grid has no size");
    }
    let sets = Arc::new(sets_of(&layer.identifier, 0, size, BTreeMap::new()));
    let mut kinds: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
    for (index, value) in values {
        let at = [(index % columns) as i32, (index / columns) as i32];
        kinds.entry(number_of(value)?).or_default().push(Cell { at, number: value });
    }
    let value_name = |value: u32| {
        let mut known = definition.iter().flat_map(|known| known.int_grid_values.iter().zip(1..));
        let known = known.find(|(known, place)| known.value.unwrap_or(*place) == value);
        let known = known.and_then(|(known, _)| known.identifier.clone()).filter(|name| !name.is_empty());
        known.unwrap_or_else(|| value.to_string())
    };
    let layers = kinds.into_iter().map(|(number, cells)| {
        let grid = Grid::square(size);
        let sets = Arc::clone(&sets);
        let tiles = Tiles { grid, sets, all_solid: true, cells, unaligned: Vec::new() };
        let value = value_name(number);
        let layer = Layer::of_tiles(format!("{name}/{value}"), offset, tiles);
        ValueLayer { name: value, number, layer }
    });
    Ok(layers.collect())
}

/// The upper left corner of a tile in the coordinates of its layer. `grid` is the side of a cell, and `side` that of the tile.
pub(super) fn tile_corner(tile: &PlacedTile, grid: f64, side: f64, pivot: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|k| tile.px[k] + pivot[k] * (grid - side))
}

/// Converts the solid tiles of a layer, which are squares with the side `side`. A tile whose edges lie on the grid is split into the cells
/// that it covers, if these are at most [`MAX_COVERED`]. Returns these cells, and all other solid tiles.
pub(super) fn cells_of(
    layer: &LayerInstance,
    side: f64,
    pivot: [f64; 2],
    is_solid: impl Fn(u32) -> bool,
) -> Read<(Vec<Cell>, Vec<UnalignedTile>)> {
    let mut cells = Vec::new();
    let mut unaligned = Vec::new();
    for tile in layer.auto_layer_tiles.iter().chain(&layer.grid_tiles) {
        let number = number_of(tile.t)? + 1;
        if !is_solid(number) {
            continue;
        }
        let corner = tile_corner(tile, layer.grid, side, pivot);
        let first = corner.map(|c| c / layer.grid);
        let span = side / layer.grid;
        let is_aligned = first.iter().chain([&span]).all(|c| c.fract() == 0.0 && c.abs() < 1e9);
        if is_aligned && span * span <= MAX_COVERED {
            let first = first.map(|c| c as i32);
            let span = span as i32;
            let places = (0..span).flat_map(|y| (0..span).map(move |x| [first[0] + x, first[1] + y]));
            cells.extend(places.map(|at| Cell { at, number }));
        } else {
            unaligned.push(UnalignedTile { at: corner, size: [side; 2], number });
        }
    }
    Ok((cells, unaligned))
}
