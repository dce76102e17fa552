//! Layers of tiles: the shapes of their tiles, and which tile is where.

use super::{Kind, Object, Turn};
use crate::fields::{At, Read, fault};
use bumper::MaskBuf;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A tile of a layer.
///
/// ```
/// let tile = bumper_scene::Tile { column: 3, row: -1, set: "ground".into(), id: 7 };
/// assert_eq!(tile.to_string(), "ground 7 at (3, -1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Where it lies.
    pub column: i32,
    /// Where it lies.
    pub row: i32,
    /// The name of its tileset; of LDtk, of its layer.
    pub set: String,
    /// Its number in the tileset; of LDtk, the value of the grid.
    pub id: u32,
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {} at ({}, {})", self.set, self.id, self.column, self.row)
    }
}

/// The solid tiles of a layer, which are one object of the scene.
///
/// ```
/// let text = br#"{"levels": [{"identifier": "Cave", "worldX": 0, "worldY": 0, "layerInstances": [
///     {"__type": "IntGrid", "__identifier": "Walls", "__cWid": 3, "__gridSize": 16, "intGridCsv": [0, 1, 1]}]}]}"#;
/// let path = std::env::temp_dir().join("bumper-doc-tiles.ldtk");
/// std::fs::write(&path, text).unwrap();
/// let map = bumper_scene::read_map(&path).unwrap();
/// let walls = &map.tiles[0];
/// assert_eq!(walls.object, "Cave/Walls/1");
/// // One box stands for two tiles, of which the ray hits the first.
/// let tile = walls.tile_at([16.0, 8.0], [-1.0, 0.0]).unwrap();
/// assert_eq!((tile.column, tile.row, tile.id), (1, 0, 1));
/// # std::fs::remove_file(&path);
/// ```
#[derive(Clone, Debug)]
pub struct TileLayer {
    /// The id of its object in the scene.
    pub object: String,
    offset: [f64; 2],
    size: [f64; 2],
    tiles: BTreeMap<(i32, i32), (String, u32)>,
}

impl TileLayer {
    /// The solid tile that was hit at a point, of which the normal points out: the one behind the point. With a normal of
    /// zero, the one that the point is in.
    ///
    /// ```no_run
    /// # let map = bumper_scene::read_map("level.tmx".as_ref()).unwrap();
    /// if let Some(tile) = map.tiles[0].tile_at([48.0, 100.0], [0.0, -1.0]) {
    ///     println!("{tile}");
    /// }
    /// ```
    pub fn tile_at(&self, point: [f64; 2], normal: [f64; 2]) -> Option<Tile> {
        // A thousandth of a tile behind the surface.
        let place = |k: usize| {
            ((point[k] - normal[k] * self.size[k] * 1e-3 - self.offset[k]) / self.size[k]).floor() as i32
        };
        let (column, row) = (place(0), place(1));
        let (set, id) = self.tiles.get(&(column, row))?;
        Some(Tile { column, row, set: set.clone(), id: *id })
    }
}

/// A layer of tiles as it is read.
pub(super) struct Tiles {
    /// The size of the cells of the grid.
    pub(super) size: [f64; 2],
    /// Those with a shape.
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    pub(super) at: [i32; 2],
    /// Mirrored along the diagonal, left for right, and top for bottom.
    pub(super) turn: [bool; 3],
    pub(super) kind: Rc<TileKind>,
}

/// A tile of a tileset.
pub(super) struct TileKind {
    pub(super) set: String,
    pub(super) id: u32,
    pub(super) size: [f64; 2],
    pub(super) shapes: Vec<Object>,
}

impl TileKind {
    /// Whether one of its shapes fills the cell.
    fn is_full(&self, size: [f64; 2]) -> bool {
        let covers = |object: &Object| match object.kind {
            Kind::Rectangle(given) => {
                object.rotation == 0.0
                    && (0..2).all(|k| object.at[k] <= 0.0 && object.at[k] + given[k] >= size[k])
            }
            _ => false,
        };
        self.size == size && self.shapes.iter().any(covers)
    }
}

impl Tiles {
    /// The shapes of all tiles, each as a key and a value of a scene.
    pub(super) fn parts(&self, offset: [f64; 2]) -> Read<Vec<String>> {
        let mut parts = Vec::new();
        let full: Vec<_> =
            self.cells.iter().filter(|cell| cell.kind.is_full(self.size)).map(|cell| cell.at).collect();
        let low = [0, 1].map(|k| full.iter().map(|at| at[k]).min().unwrap_or(0));
        let size =
            [0, 1].map(|k| full.iter().map(|at| i64::from(at[k]) - i64::from(low[k]) + 1).max().unwrap_or(0));
        let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
            return fault("the tiles lie more than 65535 apart");
        };
        if u32::from(width) * u32::from(height) > 1 << 28 {
            return fault("the layer spans more than 2^28 tiles");
        }
        let mut mask = MaskBuf::new([width, height]);
        full.iter().for_each(|at| mask.set((at[0] - low[0]) as u16, (at[1] - low[1]) as u16, true));
        for area in mask.as_mask().boxes() {
            let corner = |at: bumper::Vector<i32, 2>| {
                [0, 1].map(|k| offset[k] + (f64::from(low[k]) + f64::from(at[k])) * self.size[k])
            };
            let (min, max) = (corner(area.min()), corner(area.max()));
            parts.push(format!("\"box\": {{\"min\": {min:?}, \"max\": {max:?}}}"));
        }
        for cell in self.cells.iter().filter(|cell| !cell.kind.is_full(self.size)) {
            let [diagonal, x, y] = cell.turn;
            let turn = Turn { diagonal, flip: [x, y], size: cell.kind.size };
            // A tile of another size stands on the lower left corner of its cell.
            let height = if diagonal { cell.kind.size[0] } else { cell.kind.size[1] };
            let at = [
                offset[0] + f64::from(cell.at[0]) * self.size[0],
                offset[1] + f64::from(cell.at[1] + 1) * self.size[1] - height,
            ];
            for object in &cell.kind.shapes {
                let place =
                    || format!("tile {} {} at ({}, {})", cell.kind.set, cell.kind.id, cell.at[0], cell.at[1]);
                parts.extend(object.shape(at, &turn).at(place)?);
            }
        }
        Ok(parts)
    }

    /// What is kept for those who ask which tile was hit.
    pub(super) fn named(self, object: String, offset: [f64; 2]) -> TileLayer {
        let tile = |cell: Cell| ((cell.at[0], cell.at[1]), (cell.kind.set.clone(), cell.kind.id));
        TileLayer { object, offset, size: self.size, tiles: self.cells.into_iter().map(tile).collect() }
    }
}
