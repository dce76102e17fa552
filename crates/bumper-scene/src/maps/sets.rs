//! Tilesets, and the lookup of a tile by its number in the map.

use super::affine::{Affine, TileFlags};
use super::grid::Grid;
use super::object::{Frame, Kind, Linear, Object, TileBox, TileShapes};
use super::properties::Properties;
use crate::fields::{Read, fault, quoted};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The tilesets of a map, sorted by the number of their first tile.
#[derive(Debug, Default)]
pub(super) struct Sets {
    sets: Vec<Set>,
}

/// A tileset of a map.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) first: u32,
    /// An upper limit for the numbers of the tiles in the tileset, which are counted from zero: all of them are below it.
    pub(super) count: u32,
    pub(super) name: String,
    /// The size of the tileset's tiles, except those that have their own size.
    pub(super) size: [f64; 2],
    /// The drawing offset of all tiles of the tileset.
    pub(super) shift: [f64; 2],
    /// For objects that show a tile: the point of the tile that lies at the position of the object, as fractions of the tile size. `None`
    /// if the tileset does not override the default of the map.
    pub(super) anchor: Option<[f64; 2]>,
    /// Whether layers draw the tiles at the size of the map's cells (true), or at the tiles' own size.
    pub(super) grid_sized: bool,
    /// Whether tiles keep their aspect ratio if they are drawn at another size than their own.
    pub(super) keeps_aspect: bool,
    /// For isometric tilesets: the transform from the coordinates of collision shapes to the tile, and the height of the tileset's cells,
    /// which are diamonds.
    pub(super) linear: Option<(Linear, f64)>,
    /// The picture that contains all tiles of the tileset, if there is one.
    pub(super) sheet: Option<Sheet>,
    /// The tiles that have properties, collision shapes or their own picture, by their numbers in the tileset.
    pub(super) tiles: BTreeMap<u32, TileKind>,
}

/// The picture of a tileset: a grid of tiles, with a margin around the grid and spacing between the tiles, both in pixels.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) file: Arc<Path>,
    pub(super) columns: u32,
    pub(super) margin: u32,
    pub(super) spacing: u32,
    pub(super) transparent: Option<[u8; 3]>,
}

/// The picture of a tile.
#[derive(Clone, Debug)]
pub(super) struct TileImage {
    pub(super) file: Arc<Path>,
    /// The rectangle of the picture that shows the tile; `None` for the whole picture.
    pub(super) part: Option<[u32; 4]>,
    /// The colour of the picture that is treated as transparent, if any.
    pub(super) transparent: Option<[u8; 3]>,
}

/// How a layer draws a tile.
pub(super) struct DrawnTile {
    /// The transform from the coordinates of the tile to those of the drawn picture. The origin is the upper left corner in both.
    pub(super) affine: Affine,
    /// The size of the box into which the picture is fitted. The box and the cell have the same lower left corner.
    pub(super) bounds: [f64; 2],
    /// The position of the picture in the box: the drawing offset of the tileset, plus a shift that centers the picture in the box.
    pub(super) shift: [f64; 2],
    /// The size of the drawn picture, at most the size of the box.
    pub(super) picture: [f64; 2],
    pub(super) flags: TileFlags,
}

impl Grid {
    /// The upper left corner of the picture of a tile that a layer draws in a cell. `at` are the lattice coordinates of the cell.
    pub(super) fn tile_corner(&self, at: [i32; 2], drawn: &DrawnTile) -> [f64; 2] {
        let [x, y] = self.corner(at);
        [x + drawn.shift[0], y + self.size[1] - drawn.bounds[1] + drawn.shift[1]]
    }
}

/// The properties of a single tile of a tileset.
#[derive(Debug, Default)]
pub(super) struct TileKind {
    pub(super) size: Option<[f64; 2]>,
    pub(super) shapes: Vec<Object>,
    /// True if the tile is marked as solid, false if it is marked as not solid, `None` if it has no mark.
    pub(super) solid: Option<bool>,
    /// The custom properties of the tile, which the objects that show it inherit.
    pub(super) properties: Properties,
    /// The tile's own picture, if it is not a part of the picture of the tileset.
    pub(super) image: Option<TileImage>,
}

/// Which part of a tile is solid: nothing, the cell, or its collision shapes.
#[derive(Clone, Copy)]
pub(super) enum Solid<'s> {
    Nothing,
    /// The whole cell in which the tile is drawn.
    Cell,
    Shapes(&'s Set, &'s TileKind),
}

/// The bits of a tile's number that are transform flags.
const TRANSFORM_FLAGS: u32 = 0xf000_0000;

/// The numbers of tiles are below this limit.
const TILE_LIMIT: u32 = 1 << 28;

/// Decodes the transform flags in a tile's number. Bits 31 and 30 mirror the tile left to right and top to bottom. Bit 29 exchanges x and
/// y. On hexagonal maps, bit 29 rotates the tile by 60 degrees instead, and bit 28 by 120 degrees.
pub(super) fn flags_of(number: u32, grid: &Grid) -> TileFlags {
    let bit = |bit: u32| number >> bit & 1 == 1;
    let flip = [bit(31), bit(30)];
    if grid.is_hexagonal() {
        let degrees = if bit(29) { 60.0 } else { 0.0 } + if bit(28) { 120.0 } else { 0.0 };
        return TileFlags { diagonal: false, flip, degrees };
    }
    TileFlags { diagonal: bit(29), flip, degrees: 0.0 }
}

impl Sets {
    pub(super) fn add(&mut self, set: Set) {
        let place = self.sets.partition_point(|known| known.first <= set.first);
        self.sets.insert(place, set);
    }

    /// Adds a tileset that the template of an object brings to the map. Its tiles get the numbers after those of the last tileset. Returns
    /// the number of its first tile. Fails if the numbers would reach the bits of the transform flags.
    pub(super) fn append(&mut self, mut set: Set) -> Read<u32> {
        let first = self.sets.last().map_or(1, |last| last.first.saturating_add(last.count));
        if first.saturating_add(set.count) > TILE_LIMIT {
            let name = quoted(&set.name);
            return fault(format!("tileset {name}: the map has no room for its tiles below the number 2^28"));
        }
        set.first = first;
        self.add(set);
        Ok(first)
    }

    /// The tileset that contains a tile, and the tile's number within the tileset. `None` for the number zero, which means an empty cell.
    pub(super) fn find(&self, number: u32) -> Option<(&Set, u32)> {
        let number = number & !TRANSFORM_FLAGS;
        let place = self.sets.partition_point(|set| set.first <= number).checked_sub(1)?;
        let set = &self.sets[place];
        (number > 0).then_some((set, number - set.first))
    }

    /// The part of a tile that is solid. `all_solid` is true if the layer, its group or the map is marked as solid, so that its tiles need
    /// no marks.
    pub(super) fn solid(&self, number: u32, all_solid: bool, grid: &Grid) -> Solid<'_> {
        let Some((set, id)) = self.find(number) else { return Solid::Nothing };
        match set.tiles.get(&id) {
            Some(TileKind { solid: Some(false), .. }) => Solid::Nothing,
            Some(kind) if !kind.shapes.is_empty() => {
                if grid.is_square() && set.fills(id, kind, number, grid) {
                    Solid::Cell
                } else {
                    Solid::Shapes(set, kind)
                }
            }
            Some(TileKind { solid: Some(true), .. }) => Solid::Cell,
            _ if all_solid => Solid::Cell,
            _ => Solid::Nothing,
        }
    }

    /// The rectangle where an object draws its tile. On an axis on which `object_size` is zero, it has the size of the tile.
    /// `default_anchor` is the point of the rectangle at the position of the object, as fractions of the size. If the tileset has an
    /// anchor, that is used instead.
    pub(super) fn tile_box(&self, number: u32, object_size: [f64; 2], default_anchor: [f64; 2]) -> TileBox {
        let Some((set, id)) = self.find(number) else {
            return TileBox {
                corner: [0, 1].map(|k| -default_anchor[k] * object_size[k]),
                size: object_size,
            };
        };
        let tile = set.size_of(id);
        let anchor = set.anchor.unwrap_or(default_anchor);
        let size = [0, 1].map(|k| if object_size[k] == 0.0 { tile[k] } else { object_size[k] });
        let (scale, picture) = set.fitted(tile, size);
        let corner =
            [0, 1].map(|k| -anchor[k] * size[k] + (size[k] - picture[k]) / 2.0 + set.shift[k] * scale[k]);
        TileBox { corner, size: picture }
    }

    /// The collision shapes of the tile that an object shows, scaled, mirrored and rotated like its picture. `None` if the object shows no
    /// tile, or a tile without collision shapes.
    pub(super) fn object_shapes(&self, object: &Object, grid: &Grid) -> Option<TileShapes> {
        let Kind::Tile(TileBox { corner, size }) = object.kind else { return None };
        let number = object.gid?;
        let (set, id) = self.find(number)?;
        let shapes =
            set.tiles.get(&id).map(|kind| kind.shapes.clone()).filter(|shapes| !shapes.is_empty())?;
        let tile = set.size_of(id);
        let scale = [0, 1].map(|k| if tile[k] > 0.0 { size[k] / tile[k] } else { 1.0 });
        let flags = TileFlags { diagonal: false, flip: flags_of(number, grid).flip, degrees: 0.0 };
        let tile = Affine::of_tile(flags, tile, scale).translated(corner);
        let tile = if object.rotation == 0.0 { tile } else { tile.rotated(object.rotation, [0.0; 2]) };
        Some(TileShapes { shapes, linear: set.shape_linear(id), tile })
    }

    /// For each tileset, the number of its first tile in the map, and its name.
    pub(super) fn names(&self) -> Arc<[(u32, String)]> {
        self.sets.iter().map(|set| (set.first, set.name.clone())).collect()
    }
}

impl Set {
    /// The size of a tile. `id` is the number of the tile in this tileset, counted from zero.
    pub(super) fn size_of(&self, id: u32) -> [f64; 2] {
        self.tiles.get(&id).and_then(|kind| kind.size).unwrap_or(self.size)
    }

    /// Fits a tile into a box of the size `bounds`. Stretches the tile to the size of the box, or, if the tileset keeps the aspect ratio,
    /// only until it reaches two sides. Returns the scale factors of the two axes, and the resulting size.
    fn fitted(&self, tile: [f64; 2], bounds: [f64; 2]) -> ([f64; 2], [f64; 2]) {
        let scale = [0, 1].map(|k| if tile[k] > 0.0 { bounds[k] / tile[k] } else { 1.0 });
        if self.keeps_aspect && scale[0] != scale[1] {
            let least = scale[0].min(scale[1]);
            return ([least; 2], tile.map(|c| c * least));
        }
        (scale, bounds)
    }

    /// Computes how a layer draws a tile.
    pub(super) fn drawn(&self, id: u32, number: u32, grid: &Grid) -> DrawnTile {
        let tile = self.size_of(id);
        let flags = flags_of(number, grid);
        let (scale, mut picture, mut bounds) = if self.grid_sized {
            let (scale, picture) = self.fitted(tile, grid.size);
            (scale, picture, grid.size)
        } else {
            ([1.0; 2], tile, tile)
        };
        if flags.diagonal {
            picture.swap(0, 1);
            bounds.swap(0, 1);
        }
        let shift = [0, 1].map(|k| self.shift[k] * scale[k] + (bounds[k] - picture[k]) / 2.0);
        DrawnTile { affine: Affine::of_tile(flags, tile, scale), bounds, shift, picture, flags }
    }

    /// Whether a single collision shape of the tile covers the whole cell in which the tile is drawn. Such a tile can be merged with its
    /// neighbours.
    fn fills(&self, id: u32, kind: &TileKind, number: u32, grid: &Grid) -> bool {
        let tile = self.size_of(id);
        let covers = |object: &Object| match object.kind {
            Kind::Rectangle(given) => {
                object.rotation == 0.0
                    && (0..2).all(|k| object.at[k] <= 0.0 && object.at[k] + given[k] >= tile[k])
            }
            _ => false,
        };
        if self.linear.is_some() || !kind.shapes.iter().any(covers) {
            return false;
        }
        let drawn = self.drawn(id, number, grid);
        drawn.shift == [0.0; 2] && drawn.picture == grid.size
    }

    /// The transforms for the collision shapes of a tile. `corner` is the upper left corner of the drawn tile.
    pub(super) fn frame(&self, id: u32, drawn: &DrawnTile, corner: [f64; 2]) -> Frame {
        Frame { linear: self.shape_linear(id), tile: drawn.affine, offset: corner }
    }

    /// For isometric tilesets, the transform from the coordinates of the collision shapes of a tile to the tile.
    fn shape_linear(&self, id: u32) -> Option<Linear> {
        let (linear, height) = self.linear?;
        // The diamond of the cell is at the bottom of the tile's picture, which may be higher than the diamond.
        let [x, y] = linear.origin;
        Some(Linear { origin: [x, y + self.size_of(id)[1] - height], ..linear })
    }

    /// The picture of a tile. `None` if the tile has no picture, or if the number of columns of the tileset's picture is unknown.
    pub(super) fn image(&self, id: u32) -> Option<TileImage> {
        if let Some(image) = self.tiles.get(&id).and_then(|kind| kind.image.clone()) {
            return Some(image);
        }
        let sheet = self.sheet.as_ref().filter(|sheet| sheet.columns > 0)?;
        let size = self.size.map(|c| c as u32);
        let place = |k: usize, at: u32| {
            sheet.margin.checked_add(at.checked_mul(size[k].checked_add(sheet.spacing)?)?)
        };
        let at = [place(0, id % sheet.columns)?, place(1, id / sheet.columns)?];
        let part = Some([at[0], at[1], size[0], size[1]]);
        Some(TileImage { file: Arc::clone(&sheet.file), part, transparent: sheet.transparent })
    }
}
