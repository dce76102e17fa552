//! A project of LDtk as its file has it.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Project {
    #[serde(flatten)]
    pub(super) world: World,
    /// Of projects with several.
    #[serde(default)]
    pub(super) worlds: Vec<World>,
    #[serde(default)]
    pub(super) defs: Definitions,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct World {
    pub(super) levels: Vec<Level>,
    pub(super) world_layout: Option<String>,
}

impl World {
    /// The levels where they lie: those in a row, which have no place of their own, one after the other.
    pub(super) fn placed(self) -> Vec<Level> {
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
pub(super) struct Definitions {
    #[serde(default)]
    pub(super) layers: Vec<LayerDefinition>,
    #[serde(default)]
    pub(super) tilesets: Vec<TilesetDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TilesetDefinition {
    pub(super) uid: i64,
    pub(super) rel_path: Option<String>,
    #[serde(default)]
    pub(super) tile_grid_size: f64,
    #[serde(default)]
    pub(super) enum_tags: Vec<Tag>,
    #[serde(default)]
    pub(super) custom_data: Vec<TileData>,
}

/// Which tiles have a tag.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tag {
    pub(super) enum_value_id: String,
    pub(super) tile_ids: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TileData {
    pub(super) tile_id: u32,
    pub(super) data: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerDefinition {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) int_grid_values: Vec<ValueDefinition>,
    #[serde(default)]
    pub(super) ui_filter_tags: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct ValueDefinition {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Level {
    pub(super) identifier: String,
    #[serde(default)]
    pub(super) world_x: f64,
    #[serde(default)]
    pub(super) world_y: f64,
    #[serde(default)]
    pub(super) px_wid: f64,
    #[serde(default)]
    pub(super) px_hei: f64,
    pub(super) layer_instances: Option<Vec<LayerInstance>>,
    /// Where the layers are, if levels have files of their own.
    pub(super) external_rel_path: Option<String>,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LayerInstance {
    #[serde(rename = "__type")]
    pub(super) kind: String,
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__cWid", default)]
    pub(super) columns: usize,
    #[serde(rename = "__gridSize", default)]
    pub(super) grid: f64,
    #[serde(rename = "__pxTotalOffsetX", default)]
    pub(super) offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY", default)]
    pub(super) offset_y: f64,
    #[serde(rename = "__opacity", default = "opaque")]
    pub(super) opacity: f64,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) tileset: Option<i64>,
    #[serde(default = "seen")]
    pub(super) visible: bool,
    #[serde(default)]
    pub(super) int_grid_csv: Vec<u32>,
    #[serde(default)]
    pub(super) auto_layer_tiles: Vec<PlacedTile>,
    #[serde(default)]
    pub(super) grid_tiles: Vec<PlacedTile>,
    #[serde(default)]
    pub(super) entity_instances: Vec<Entity>,
}

fn seen() -> bool {
    true
}

fn opaque() -> f64 {
    1.0
}

#[derive(Deserialize)]
pub(super) struct PlacedTile {
    pub(super) px: [f64; 2],
    #[serde(default)]
    pub(super) src: [u32; 2],
    /// Mirrored left for right, and top for bottom.
    #[serde(default)]
    pub(super) f: u32,
    #[serde(default)]
    pub(super) t: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entity {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__pivot", default)]
    pub(super) pivot: [f64; 2],
    #[serde(rename = "__tile")]
    pub(super) tile: Option<EntityTile>,
    pub(super) px: [f64; 2],
    pub(super) width: f64,
    pub(super) height: f64,
    #[serde(default)]
    pub(super) field_instances: Vec<Field>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EntityTile {
    pub(super) tileset_uid: i64,
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) w: u32,
    pub(super) h: u32,
}

#[derive(Deserialize)]
pub(super) struct Field {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__value", default)]
    pub(super) value: serde_json::Value,
}
