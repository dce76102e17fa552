//! Layers of tiles: the shapes of their tiles, and which tile is where.

use super::grid::Grid;
use super::sets::{Sets, Solid, turned};
use crate::fields::{At, Read, fault};
use bumper::{Mask, MaskBuf};
use std::sync::Arc;

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
    grid: Grid,
    /// In the order of their places.
    cells: Vec<Cell>,
    /// The first numbers and the names of tilesets.
    names: Arc<[(u32, String)]>,
}

impl TileLayer {
    /// The solid tile that was hit at a point, of which the normal points out: the one behind the point. With a normal of
    /// zero, the one that the point is in. O(log n).
    ///
    /// ```no_run
    /// # let map = bumper_scene::read_map("level.tmx".as_ref()).unwrap();
    /// if let Some(tile) = map.tiles[0].tile_at([48.0, 100.0], [0.0, -1.0]) {
    ///     println!("{tile}");
    /// }
    /// ```
    pub fn tile_at(&self, point: [f64; 2], normal: [f64; 2]) -> Option<Tile> {
        // A thousandth of a tile behind the surface.
        let behind = [0, 1].map(|k| point[k] - normal[k] * self.grid.size[k] * 1e-3 - self.offset[k]);
        let at = self.grid.at(behind);
        let found = self.cells.binary_search_by_key(&at, |cell| cell.at).ok()?;
        let number = self.cells[found].number & 0x0fff_ffff;
        let (first, set) = self.names.iter().rev().find(|(first, _)| *first <= number)?;
        let [column, row] = self.grid.cell(at);
        Some(Tile { column, row, set: set.clone(), id: number - first })
    }
}

/// The solid tiles of a layer as it is read.
pub(super) struct Tiles {
    pub(super) grid: Grid,
    pub(super) sets: Arc<Sets>,
    /// Whether tiles without a shape are solid, too.
    pub(super) whole: bool,
    pub(super) cells: Vec<Cell>,
}

/// A tile at a place of the lattice, with its number in the map and the bits that say how it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) at: [i32; 2],
    pub(super) number: u32,
}

/// A layer with more cells than this is cut into boxes row by row: finding few of them would take long.
const MOST_CHOSEN: u64 = 1 << 20;

/// How far apart the cells of a layer may lie, as the area around them.
const MOST_SPAN: u64 = 1 << 26;

/// The bytes that the shapes of a map may have as a scene: about half a million boxes.
pub(super) const MOST_TEXT: usize = 1 << 25;

impl Tiles {
    /// The shapes of all tiles, each as a key and a value of a scene.
    pub(super) fn parts(&self, offset: [f64; 2]) -> Read<Vec<String>> {
        let mut parts = Vec::new();
        let mut room = MOST_TEXT;
        let mut add = |part: String| {
            room = room.saturating_sub(part.len());
            parts.push(part);
            if room == 0 { too_many() } else { Ok(()) }
        };
        let solid = |cell: &Cell| self.sets.solid(cell.number, self.whole, &self.grid);
        let full = || self.cells.iter().filter(|cell| matches!(solid(cell), Solid::Cell)).map(|cell| cell.at);
        if self.grid.joins() {
            for (from, to) in joined(&full)? {
                add(self.grid.area(from, to, offset))?;
            }
        } else {
            full().try_for_each(|at| add(self.grid.area(at, at, offset)))?;
        }
        for cell in &self.cells {
            let Solid::Shapes(set, kind) = solid(cell) else { continue };
            let corner = self.corner(cell, kind.size.unwrap_or(set.size), set.shift);
            let frame = set.frame(kind, cell.number, [corner[0] + offset[0], corner[1] + offset[1]]);
            for object in &kind.shapes {
                let place = || {
                    let ([column, row], id) =
                        (self.grid.cell(cell.at), self.sets.find(cell.number).map(|found| found.1));
                    format!("tile {} {} at ({column}, {row})", set.name, id.unwrap_or_default())
                };
                object.shape(&frame).at(place)?.map_or(Ok(()), &mut add)?;
            }
        }
        Ok(parts)
    }

    /// The upper left corner of a tile's picture, which stands on the lower left corner of its cell.
    pub(super) fn corner(&self, cell: &Cell, size: [f64; 2], shift: [f64; 2]) -> [f64; 2] {
        let height = if turned(cell.number).0 { size[0] } else { size[1] };
        let [x, y] = self.grid.corner(cell.at);
        [x + shift[0], y + self.grid.size[1] - height + shift[1]]
    }

    /// What is kept for those who ask which tile was hit.
    pub(super) fn named(self, object: String, offset: [f64; 2]) -> TileLayer {
        let mut cells = self.cells;
        // Of several tiles in a cell, the one on top.
        cells.sort_by_key(|cell| cell.at);
        cells.reverse();
        cells.dedup_by_key(|cell| cell.at);
        cells.reverse();
        TileLayer { object, offset, grid: self.grid, cells, names: self.sets.names() }
    }
}

pub(super) fn too_many<T>() -> Read<T> {
    fault("the map makes more than 2^25 bytes of shapes")
}

/// Few areas that cover these places and nothing else.
fn joined<I: Iterator<Item = [i32; 2]>>(full: &dyn Fn() -> I) -> Read<Vec<([i32; 2], [i32; 2])>> {
    let Some(first) = full().next() else { return Ok(Vec::new()) };
    let (mut low, mut high) = (first, first);
    for at in full() {
        for k in 0..2 {
            (low[k], high[k]) = (low[k].min(at[k]), high[k].max(at[k]));
        }
    }
    let size = [0, 1].map(|k| i64::from(high[k]) - i64::from(low[k]) + 1);
    let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
        return fault("the tiles lie more than 65535 apart");
    };
    if u64::from(width) * u64::from(height) > MOST_SPAN {
        return fault("the layer spans more than 2^26 tiles");
    }
    let mut mask = MaskBuf::new([width, height]);
    full().for_each(|at| mask.set((at[0] - low[0]) as u16, (at[1] - low[1]) as u16, true));
    let place = |at: [i32; 2]| [low[0] + at[0], low[1] + at[1]];
    if u64::from(width) * u64::from(height) > MOST_CHOSEN {
        return Ok(strips(&mask.as_mask()).into_iter().map(|(from, to)| (place(from), place(to))).collect());
    }
    let boxes = mask.as_mask().boxes();
    Ok(boxes.into_iter().map(|area| (place(area.min().0), place(area.max().0))).collect())
}

/// The runs of solid pixels, those joined that are the same in rows one below the other.
fn strips(mask: &Mask) -> Vec<([i32; 2], [i32; 2])> {
    let mut done = Vec::new();
    // Where each run of the row before began, by its ends.
    let mut open: Vec<([u16; 2], u16)> = Vec::new();
    for j in 0..=mask.size()[1] {
        let runs: Vec<[u16; 2]> = if j < mask.size()[1] { mask.runs(j).collect() } else { Vec::new() };
        let mut next: Vec<([u16; 2], u16)> = runs.into_iter().map(|run| (run, j)).collect();
        for ([from, to], top) in open {
            match next.binary_search_by_key(&[from, to], |(run, _)| *run) {
                Ok(same) => next[same].1 = top,
                Err(_) => done.push(([from, top].map(i32::from), [to, j].map(i32::from))),
            }
        }
        open = next;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_cover_the_pixels_each_once() {
        let mut rng = fastrand::Rng::with_seed(5);
        for part in [2, 5, 20] {
            let mask = MaskBuf::from_fn([70, 40], |_, _| rng.u32(..part) > 0);
            let mut drawn = MaskBuf::new([70, 40]);
            let mut count = 0;
            for (from, to) in strips(&mask.as_mask()) {
                drawn.fill(&bumper::Aabb::new(from, to), true);
                count += (to[0] - from[0]) * (to[1] - from[1]);
            }
            assert_eq!((drawn, count as u32), (mask.clone(), mask.as_mask().count()));
        }
    }
}
