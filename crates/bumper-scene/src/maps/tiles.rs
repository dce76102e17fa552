//! Tile layers: their conversion to shapes, and the lookup of the tile at a point.

use super::grid::Grid;
use super::placed::PlacedShape;
use super::sets::{Sets, Solid};
use super::{MapContent, object_name};
use crate::fields::{Read, fault, quoted};
use bumper::MaskBuf;
use std::fmt::Write;
use std::sync::Arc;

/// A solid tile of a layer.
///
/// ```
/// let tile = bumper_scene::Tile { column: 3, row: -1, set: "ground".into(), id: 7 };
/// assert_eq!(tile.to_string(), "ground 7 at (3, -1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The column of the tile's cell in the map. For a tile of LDtk that is not aligned to cells, that of the cell at its upper left
    /// corner.
    pub column: i32,
    /// The row of the tile's cell in the map, see `column`.
    pub row: i32,
    /// The name of the tile's tileset; for IntGrid layers of LDtk, the name of the layer.
    pub set: String,
    /// The number of the tile in its tileset; for IntGrid layers of LDtk, the value of the cell.
    pub id: u32,
}

impl std::fmt::Display for Tile {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} {} at ({}, {})", self.set, self.id, self.column, self.row)
    }
}

/// The solid tiles of a layer. They form one object of the scene.
///
/// ```
/// let text = br#"{"levels": [{"identifier": "Cave", "worldX": 0, "worldY": 0, "layerInstances": [
///     {"__type": "IntGrid", "__identifier": "Walls", "__cWid": 3, "__gridSize": 16, "intGridCsv": [0, 1, 1]}]}]}"#;
/// let path = std::env::temp_dir().join("bumper-doc-tiles.ldtk");
/// std::fs::write(&path, text).unwrap();
/// let map = bumper_scene::read_map(&path).unwrap();
/// let walls = &map.tiles[0];
/// assert_eq!(walls.object, "Cave/Walls/1");
/// // One box covers two tiles; the ray hits the first of them.
/// let tile = walls.tile_at([16.0, 8.0], [-1.0, 0.0]).unwrap();
/// assert_eq!((tile.column, tile.row, tile.id), (1, 0, 1));
/// # std::fs::remove_file(&path);
/// ```
#[derive(Clone, Debug)]
pub struct TileLayer {
    /// The id of the object in the scene that consists of these tiles.
    pub object: String,
    offset: [f64; 2],
    grid: Grid,
    /// The cells that solid tiles occupy, sorted by their lattice coordinates. If a cell has several tiles, the list contains only the
    /// topmost.
    cells: Vec<Cell>,
    /// The solid tiles that are not split into cells, from front to back. Only LDtk has such tiles.
    unaligned: Vec<UnalignedTile>,
    /// For each tileset, the number of its first tile in the map, and its name.
    names: Arc<[(u32, String)]>,
}

impl TileLayer {
    /// Returns the solid tile just behind a point on the surface of the layer, for example behind the point at which a mover has hit it.
    /// `normal` is the normal of the surface at this point, pointing away from the tile. If `normal` is zero, returns the tile that
    /// contains the point. Returns `None` if there is no solid tile. Costs O(log n) for n cells, plus O(m) for m tiles of LDtk that are not
    /// aligned to the grid.
    ///
    /// ```no_run
    /// # let map = bumper_scene::read_map("level.tmx".as_ref()).unwrap();
    /// if let Some(tile) = map.tiles[0].tile_at([48.0, 100.0], [0.0, -1.0]) {
    ///     println!("{tile}");
    /// }
    /// ```
    pub fn tile_at(&self, point: [f64; 2], normal: [f64; 2]) -> Option<Tile> {
        // Look up a point that lies a thousandth of a tile behind the surface.
        let behind = [0, 1].map(|k| point[k] - normal[k] * self.grid.size[k] * 1e-3 - self.offset[k]);
        let at = self.grid.at(behind);
        let in_cell = self.cells.binary_search_by_key(&at, |cell| cell.at).ok();
        let (at, number) = match in_cell {
            Some(index) => (at, self.cells[index].number),
            None => {
                let tile = self.unaligned.iter().find(|tile| tile.contains(behind))?;
                (self.grid.at(tile.at), tile.number)
            }
        };
        let number = number & 0x0fff_ffff;
        let (first, set) = self.names.iter().rev().find(|(first, _)| *first <= number)?;
        let [column, row] = self.grid.cell(at);
        Some(Tile { column, row, set: set.clone(), id: number - first })
    }
}

/// The solid tiles of a layer, as they are read from the map file.
pub(super) struct Tiles {
    pub(super) grid: Grid,
    pub(super) sets: Arc<Sets>,
    /// Whether the layer, its group or the map is marked as solid. Then tiles without collision shapes are solid as well, and each fills
    /// its cell.
    pub(super) all_solid: bool,
    pub(super) cells: Vec<Cell>,
    pub(super) unaligned: Vec<UnalignedTile>,
}

/// A solid tile of LDtk that is not split into cells, because its edges do not lie on the grid, or because it covers many cells. It becomes
/// its own box.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnalignedTile {
    /// The upper left corner of the tile, in the coordinates of the layer.
    pub(super) at: [f64; 2],
    pub(super) size: [f64; 2],
    pub(super) number: u32,
}

impl UnalignedTile {
    fn contains(&self, point: [f64; 2]) -> bool {
        (0..2).all(|k| point[k] >= self.at[k] && point[k] <= self.at[k] + self.size[k])
    }
}

/// A tile in a cell. `at` are the lattice coordinates of the cell: cells whose coordinates differ by one share an edge on the screen, see
/// `grid.rs`. `number` is the tile's number in the map, including transform flags.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) at: [i32; 2],
    pub(super) number: u32,
}

/// The largest area of a layer's bounding rectangle, in cells, up to which its cells are merged with [`Mask::boxes`](bumper::Mask::boxes).
/// This method gives few boxes, but takes time for each cell of the rectangle. The cells of larger layers are merged row by row, which is
/// faster but gives more boxes.
const MAX_CHOSEN: i64 = 1 << 20;

/// The approximate limit for the area of a layer's bounding rectangle, in cells per solid cell. If a layer is sparser than that,
/// [`Mask::boxes`](bumper::Mask::boxes) would spend most of its time on empty cells, so the cells are merged row by row.
const MAX_EMPTY: i64 = 64;

/// The limit for the size in bytes of all shapes of a map, written as text. It is enough for about half a million boxes.
pub(super) const MAX_TEXT: usize = 1 << 25;

impl Tiles {
    /// The shape of all solid tiles of the layer, as the text of a key and a value in the scene format. `None` if no tile is solid.
    /// Collision shapes that cannot be read are left out with a warning.
    pub(super) fn shape(
        &self,
        offset: [f64; 2],
        layer: &str,
        content: &mut MapContent,
    ) -> Read<Option<String>> {
        let mut parts = Parts::default();
        let solid = |cell: &Cell| self.sets.solid(cell.number, self.all_solid, &self.grid);
        let full_cells =
            self.cells.iter().filter(|cell| matches!(solid(cell), Solid::Cell)).map(|cell| cell.at);
        let areas: Vec<Area> = if self.grid.joins() {
            merged(full_cells.collect())
        } else {
            full_cells.map(|at| (at, at)).collect()
        };
        for (from, to) in areas {
            parts.add(&self.grid.area(from, to, offset).text()?)?;
        }
        for tile in &self.unaligned {
            let min = [0, 1].map(|k| tile.at[k] + offset[k]);
            let max = [0, 1].map(|k| min[k] + tile.size[k]);
            parts.add(&PlacedShape::Box { min, max }.text()?)?;
        }
        for cell in &self.cells {
            let Solid::Shapes(set, kind) = solid(cell) else { continue };
            let id = self.sets.find(cell.number).map(|(_, id)| id).unwrap_or_default();
            let drawn = set.drawn(id, cell.number, &self.grid);
            let corner = self.grid.tile_corner(cell.at, &drawn);
            let frame = set.frame(id, &drawn, [corner[0] + offset[0], corner[1] + offset[1]]);
            for object in &kind.shapes {
                match content.shape_text(object, &frame) {
                    Ok(text) => text.map_or(Ok(()), |text| parts.add(&text))?,
                    Err(fault) => {
                        let [column, row] = self.grid.cell(cell.at);
                        let layer = quoted(layer);
                        let object = object_name(object.id, &object.name);
                        let place =
                            format!("layer {layer}: tile {} {id} at ({column}, {row}): {object}", set.name);
                        content.warn(place, fault);
                    }
                }
            }
        }
        Ok(match parts.count {
            0 => None,
            1 => Some(super::inner(&parts.list).into()),
            _ => Some(format!("\"compound\": [{}]", parts.list)),
        })
    }

    /// Converts the tiles to a [`TileLayer`], which can find the tile at a position.
    pub(super) fn into_layer(self, object: String, offset: [f64; 2]) -> TileLayer {
        let mut cells = self.cells;
        // If a cell has several tiles, keep the last of them in the list, which is the topmost.
        cells.sort_by_key(|cell| cell.at);
        cells.reverse();
        cells.dedup_by_key(|cell| cell.at);
        cells.reverse();
        let mut unaligned = self.unaligned;
        unaligned.reverse();
        TileLayer { object, offset, grid: self.grid, cells, unaligned, names: self.sets.names() }
    }
}

/// The parts of a compound shape, written as text.
#[derive(Default)]
struct Parts {
    list: String,
    count: usize,
}

impl Parts {
    fn add(&mut self, part: &str) -> Read<()> {
        let comma = if self.count > 0 { ", " } else { "" };
        self.count += 1;
        // Writing to a string cannot fail.
        let _ = write!(self.list, "{comma}{{{part}}}");
        if self.list.len() > MAX_TEXT { too_many() } else { Ok(()) }
    }
}

pub(super) fn too_many<T>() -> Read<T> {
    fault("the shapes of the map have more than 2^25 bytes")
}

/// A rectangular block of cells. The first pair are the lattice coordinates of its first cell; the second pair are those of its last cell,
/// each plus one.
type Area = ([i32; 2], [i32; 2]);

/// Merges cells into few rectangular blocks. Together, the blocks cover exactly these cells.
fn merged(mut full_cells: Vec<[i32; 2]>) -> Vec<Area> {
    let Some(&first) = full_cells.first() else { return Vec::new() };
    let mut low = first;
    let mut high = first;
    for at in &full_cells {
        for k in 0..2 {
            (low[k], high[k]) = (low[k].min(at[k]), high[k].max(at[k]));
        }
    }
    let size = [0, 1].map(|k| i64::from(high[k]) - i64::from(low[k]) + 1);
    let span = size[0].saturating_mul(size[1]);
    let small = span <= MAX_CHOSEN && span <= MAX_EMPTY * (full_cells.len() as i64 + MAX_EMPTY);
    let ([Ok(width), Ok(height)], true) = (size.map(u16::try_from), small) else {
        return strips(&mut full_cells);
    };
    let mut mask = MaskBuf::new([width, height]);
    full_cells.iter().for_each(|at| mask.set((at[0] - low[0]) as u16, (at[1] - low[1]) as u16, true));
    let place = |at: [i32; 2]| [low[0] + at[0], low[1] + at[1]];
    let boxes = mask.as_mask().boxes();
    boxes.into_iter().map(|area| (place(area.min().0), place(area.max().0))).collect()
}

/// Merges cells into blocks in two steps: adjacent cells of a row become a run, and equal runs in consecutive rows become a block. (Runs
/// are equal if they have the same columns.) The cost depends only on the number of cells, not on the distances between them.
fn strips(full_cells: &mut Vec<[i32; 2]>) -> Vec<Area> {
    // A block ends one after its last cell, which would overflow for a cell at `i32::MAX`. So drop such cells.
    full_cells.retain(|at| at.iter().all(|c| *c < i32::MAX));
    full_cells.sort_unstable_by_key(|at| (at[1], at[0]));
    full_cells.dedup();
    let mut finished = Vec::new();
    // The blocks that end at the previous row (`above`), and those that end at the current row (`here`), both sorted by column.
    let mut above: Vec<Area> = Vec::new();
    let mut here: Vec<Area> = Vec::new();
    for row in full_cells.chunk_by(|a, b| a[1] == b[1]) {
        let y = row[0][1];
        for run in row.chunk_by(|a, b| a[0] + 1 == b[0]) {
            let from = run[0][0];
            let to = run[run.len() - 1][0] + 1;
            let same = above.binary_search_by_key(&from, |area| area.0[0]).ok().map(|k| above[k]);
            let same = same.filter(|area| area.1 == [to, y]);
            here.push((same.map_or([from, y], |area| area.0), [to, y + 1]));
        }
        // If no run of the current row continues a block of the previous row, the block is finished.
        finished.extend(above.drain(..).filter(|area| {
            let next = here.binary_search_by_key(&area.0[0], |next| next.0[0]);
            next.map_or(true, |next| here[next].0 != area.0)
        }));
        std::mem::swap(&mut above, &mut here);
    }
    finished.extend(above);
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_areas_cover_solid_cells_exactly() {
        let mut rng = fastrand::Rng::with_seed(5);
        for part in [2, 5, 20] {
            let mask = MaskBuf::from_fn([70, 40], |_, _| rng.u32(..part) > 0);
            let solid = |at: &[i32; 2]| mask.as_mask().get(at[0] as u16, at[1] as u16);
            let cells: Vec<_> = (0..40).flat_map(|y| (0..70).map(move |x| [x, y])).filter(solid).collect();
            for areas in [strips(&mut cells.clone()), merged(cells.clone())] {
                let mut drawn = MaskBuf::new([70, 40]);
                areas.iter().for_each(|(from, to)| drawn.fill(&bumper::Aabb::new(*from, *to), true));
                assert_eq!(drawn, mask);
            }
            let areas = strips(&mut cells.clone());
            let size = |(from, to): &Area| ((to[0] - from[0]) * (to[1] - from[1])) as u32;
            assert_eq!(areas.iter().map(size).sum::<u32>(), mask.as_mask().count());
        }
        // The bounding rectangle of these cells is larger than the range of `i32`. They are merged nevertheless.
        let distant = vec![[i32::MIN, 0], [i32::MIN, 1], [0, -9], [1, -9], [1, -8], [2, 1 << 30]];
        let mut areas = merged(distant);
        areas.sort();
        let expected = [
            ([i32::MIN, 0], [i32::MIN + 1, 2]),
            ([0, -9], [2, -8]),
            ([1, -8], [2, -7]),
            ([2, 1 << 30], [3, (1 << 30) + 1]),
        ];
        assert_eq!(areas, expected);
    }
}
