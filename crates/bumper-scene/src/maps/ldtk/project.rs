//! The data types of LDtk files.

use crate::maps::file::Visible;
use crate::maps::numbers::{flag, number, text};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The part of a project file that contains its version. It can be read from projects of all versions.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Version {
    #[serde(default, deserialize_with = "text")]
    json_version: String,
}

impl Version {
    /// The error message for a project that was written by a version before 0.5. `None` for other versions, or if the project has no
    /// version.
    pub(super) fn error(&self) -> Option<String> {
        let is_old = is_older(&self.json_version, 5);
        is_old.then(|| format!("LDtk {} wrote it; save it with version 0.5 or later", self.json_version))
    }
}

/// Whether a version is older than version 0.`minor`.
fn is_older(version: &str, minor: u32) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse().unwrap_or(u32::MAX));
    matches!((numbers.next(), numbers.next()), (Some(0), Some(own)) if own < minor)
}

/// A project. It contains one world, or several worlds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Project {
    /// The version of LDtk that wrote the project.
    #[serde(default, deserialize_with = "text")]
    json_version: String,
    #[serde(flatten)]
    pub(super) world: World,
    /// The worlds of a project that has several worlds.
    #[serde(default)]
    pub(super) worlds: Vec<World>,
    #[serde(default)]
    pub(super) defs: Definitions,
}

/// The levels of a world and their layout.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct World {
    /// The name of the world; empty if the project has a single world.
    #[serde(default, deserialize_with = "text")]
    pub(super) identifier: String,
    pub(super) levels: Vec<Level>,
    pub(super) world_layout: Option<String>,
}

impl Project {
    /// Whether the project is older than version 0.6, which introduced the world layout. In such projects the levels are placed in a row.
    pub(super) fn is_without_worlds(&self) -> bool {
        is_older(&self.json_version, 6)
    }
}

impl World {
    /// The levels at their positions in the world. If the levels form a row or a column (a linear layout), versions of LDtk from 0.10 on
    /// write -1 instead of positions; the levels are then placed one after the other without gaps. Older versions write the positions of
    /// the editor, which leaves gaps between the levels.
    pub(super) fn placed(self, in_a_row: bool) -> Vec<Level> {
        let axis = match self.world_layout.as_deref() {
            Some("LinearHorizontal") => 0,
            Some("LinearVertical") => 1,
            None if in_a_row => 0,
            _ => return self.levels,
        };
        // Keep the positions if the file has them. It has them if any level has a positive position: missing positions are -1, and only the
        // first level is at 0.
        if self.levels.iter().any(|level| [level.world_x, level.world_y][axis] > 0.0) {
            return self.levels;
        }
        let mut levels = self.levels;
        let mut place = 0.0;
        for level in &mut levels {
            (level.world_x, level.world_y) = if axis == 0 { (place, 0.0) } else { (0.0, place) };
            place += if axis == 0 { level.px_wid } else { level.px_hei };
        }
        levels
    }
}

/// The definitions of a project.
#[derive(Default, Deserialize)]
pub(super) struct Definitions {
    #[serde(default)]
    pub(super) layers: Vec<LayerDefinition>,
    #[serde(default)]
    pub(super) tilesets: Vec<TilesetDefinition>,
    #[serde(default)]
    pub(super) entities: Vec<EntityDefinition>,
}

/// The definition of an entity, which all entities of this kind share. Before version 0.8, files contain the size and the pivot of entities
/// only here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EntityDefinition {
    #[serde(default, deserialize_with = "number")]
    pub(super) uid: i64,
    #[serde(default)]
    pub(super) identifier: String,
    #[serde(default, deserialize_with = "number")]
    pub(super) width: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) height: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) pivot_x: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) pivot_y: f64,
}

/// A tileset.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TilesetDefinition {
    #[serde(deserialize_with = "number")]
    pub(super) uid: i64,
    pub(super) rel_path: Option<String>,
    #[serde(default, deserialize_with = "number")]
    pub(super) tile_grid_size: f64,
    #[serde(default)]
    pub(super) enum_tags: Vec<Tag>,
    #[serde(default)]
    pub(super) custom_data: Vec<TileData>,
}

/// An enum tag of a tileset, and the tiles that have this tag.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tag {
    pub(super) enum_value_id: String,
    pub(super) tile_ids: Vec<u32>,
}

/// The custom data of a tile.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TileData {
    #[serde(deserialize_with = "number")]
    pub(super) tile_id: u32,
    pub(super) data: String,
}

/// The definition of a layer, which all levels share.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDefinition {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDefinition>,
    #[serde(default)]
    pub(super) ui_filter_tags: Vec<String>,
    /// The pivot of the layer's tiles, see [`tile_pivot`](Definitions::tile_pivot).
    #[serde(default, deserialize_with = "number")]
    pub(super) tile_pivot_x: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) tile_pivot_y: f64,
}

/// The definition of a value of an IntGrid layer.
#[derive(Deserialize)]
pub(super) struct ValueDefinition {
    /// The value of the cells that this definition describes. `None` in files before version 0.8: the value is then the position of the
    /// definition in its list, counted from 1.
    #[serde(default, deserialize_with = "number")]
    pub(super) value: Option<u32>,
    pub(super) identifier: Option<String>,
}

/// A level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Level {
    pub(super) identifier: String,
    #[serde(default, deserialize_with = "number")]
    pub(super) world_x: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) world_y: f64,
    /// The layer of the world on which the level lies. Levels at different depths may cover the same place.
    #[serde(default, deserialize_with = "number")]
    pub(super) world_depth: i64,
    #[serde(default, deserialize_with = "number")]
    pub(super) px_wid: f64,
    #[serde(default, deserialize_with = "number")]
    pub(super) px_hei: f64,
    pub(super) layer_instances: Option<Vec<LayerInstance>>,
    /// The path of the level's own file, if the project has one file for each level.
    pub(super) external_rel_path: Option<String>,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

/// A layer of a level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerInstance {
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__cHei", default, deserialize_with = "number")]
    pub(super) rows: Option<usize>,
    #[serde(rename = "__cWid", default, deserialize_with = "number")]
    pub(super) columns: usize,
    #[serde(rename = "__gridSize", default, deserialize_with = "number")]
    pub(super) grid: f64,
    #[serde(rename = "__pxTotalOffsetX", default, deserialize_with = "number")]
    pub(super) offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default, deserialize_with = "number")]
    pub(super) offset_y: f64,
    #[serde(rename = "__opacity", default = "opaque", deserialize_with = "number")]
    pub(super) opacity: f64,
    #[serde(rename = "__tilesetDefUid", default, deserialize_with = "number")]
    pub(super) tileset: Option<i64>,
    #[serde(default, deserialize_with = "flag")]
    pub(super) visible: Visible,
    #[serde(default)]
    pub(super) int_grid_csv: Vec<u32>,
    /// The values of an IntGrid layer in files before version 0.8, which have no `int_grid_csv`.
    #[serde(default)]
    pub(super) int_grid: Vec<OldValue>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<PlacedTile>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<PlacedTile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<AnyEntity>,
}

/// A cell of an IntGrid layer, as LDtk wrote it before version 0.8.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OldValue {
    /// The index of the cell, in row-major order.
    #[serde(deserialize_with = "number")]
    pub(super) coord_id: usize,
    /// The IntGrid value minus 1.
    #[serde(deserialize_with = "number")]
    pub(super) v: u32,
}

fn opaque() -> f64 {
    1.0
}

/// A tile in a layer.
#[derive(Deserialize)]
pub(super) struct PlacedTile {
    pub(super) px: [f64; 2],
    /// The position of the tile in the picture of its tileset, in pixels; -1 if the picture does not show the tile.
    #[serde(default)]
    pub(super) src: [i64; 2],
    /// Bit 0: mirrored horizontally; bit 1: mirrored vertically.
    #[serde(default, deserialize_with = "number")]
    pub(super) f: u32,
    #[serde(default, deserialize_with = "number")]
    pub(super) t: u32,
}

/// An entity, or the name of an entity that cannot be read and the reason.
pub(super) enum AnyEntity {
    Valid(Entity),
    Invalid { identifier: String, reason: String },
}

impl<'de> Deserialize<'de> for AnyEntity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let identifier = value.get("__identifier").and_then(Value::as_str).unwrap_or_default().to_string();
        Ok(Entity::deserialize(value)
            .map_or_else(|error| Self::Invalid { identifier, reason: error.to_string() }, Self::Valid))
    }
}

/// An entity of a level.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__pivot")]
    pub(super) pivot: Option<[f64; 2]>,
    #[serde(rename = "__tile")]
    pub(super) tile: Option<EntityTile>,
    pub(super) px: [f64; 2],
    /// The width of the entity. Files before version 0.8 have no size and no pivot here; then those of the entity's definition are used.
    #[serde(default, deserialize_with = "number")]
    pub(super) width: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    pub(super) height: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    pub(super) def_uid: Option<i64>,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

/// The picture of an entity in the editor: a rectangle in the picture of a tileset.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct EntityTile {
    #[serde(deserialize_with = "number")]
    pub(super) tileset_uid: i64,
    #[serde(deserialize_with = "number")]
    x: u32,
    #[serde(deserialize_with = "number")]
    y: u32,
    #[serde(deserialize_with = "number")]
    w: u32,
    #[serde(deserialize_with = "number")]
    h: u32,
    /// The rectangle in files before version 1.0. Such files do not have the fields `x`, `y`, `w` and `h`.
    src_rect: Option<[u32; 4]>,
}

impl EntityTile {
    /// The rectangle in the picture of the tileset: x, y, width and height.
    pub(super) fn part(&self) -> [u32; 4] {
        self.src_rect.unwrap_or([self.x, self.y, self.w, self.h])
    }
}

/// A custom field of a level or an entity.
#[derive(Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value", default)]
    pub(super) value: Value,
}
