//! Tilesets, and the lookup of a tile by its number in the map.

use super::affine::{Affine, TileFlags};
use super::grid::Grid;
use super::object::{Frame, Kind, Linear, Object, TileBox};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The tilesets of a map, sorted by the number of their first tile.
#[derive(Debug, Default)]
pub(super) struct Sets {
    sets: Vec<Set>,
}

/// A tileset.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) first: u32,
    pub(super) name: String,
    /// The size of its tiles, except those with a size of their own.
    pub(super) size: [f64; 2],
    /// The offset at which its tiles are drawn.
    pub(super) shift: [f64; 2],
    /// The anchor of tile objects, as fractions of the tile size: this point of the tile lies at the position of the object. `None` for the
    /// default of the map.
    pub(super) anchor: Option<[f64; 2]>,
    /// Whether layers draw its tiles at the size of the map's cells instead of the tiles' own size.
    pub(super) grid_sized: bool,
    /// Whether tiles that are drawn at another size keep their aspect ratio.
    pub(super) keeps_aspect: bool,
    /// For isometric tilesets: the transform of their collision shapes, and the height of a diamond.
    pub(super) linear: Option<(Linear, f64)>,
    /// The picture that contains all its tiles, if there is one.
    pub(super) sheet: Option<Sheet>,
    /// The tiles with data of their own, by their numbers in the tileset.
    pub(super) tiles: BTreeMap<u32, TileKind>,
}

/// The picture of a tileset: a grid of tiles, with a margin and spacing in pixels.
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
    /// The rectangle that shows the tile; `None` for the whole picture.
    pub(super) part: Option<[u32; 4]>,
    /// The colour in the picture that is treated as transparent.
    pub(super) transparent: Option<[u8; 3]>,
}

/// A tile as it is drawn by a layer.
pub(super) struct DrawnTile {
    /// The transform from the coordinates of the tile to the coordinates of the drawn picture, relative to the upper left corner of the
    /// picture.
    pub(super) affine: Affine,
    /// The size of the box that the picture is fitted into. The box and the cell have the same lower left corner.
    pub(super) bounds: [f64; 2],
    /// The position of the picture relative to the box: the tileset's offset, plus the shift that centers the picture.
    pub(super) shift: [f64; 2],
    /// The size of the drawn picture, at most the size of the box.
    pub(super) picture: [f64; 2],
    pub(super) flags: TileFlags,
}

impl Grid {
    /// The upper left corner of the drawn tile in the cell `at`.
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
    /// Whether the tile is marked as solid (true) or as not solid (false).
    pub(super) solid: Option<bool>,
    /// The tile's own picture, if it is not a part of the picture of the tileset.
    pub(super) image: Option<TileImage>,
}

/// The part of a tile that is solid.
#[derive(Clone, Copy)]
pub(super) enum Solid<'s> {
    Nothing,
    /// The whole cell.
    Cell,
    Shapes(&'s Set, &'s TileKind),
}

/// The bits of a tile's number that are transform flags.
const TRANSFORM_FLAGS: u32 = 0xf000_0000;

/// Decodes the transform flags in a tile's number. On hexagonal maps, bits 29 and 28 rotate the tile by 60 and 120 degrees.
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

    /// A number for the first tile of another tileset, beyond the numbers of all tilesets so far.
    pub(super) fn end(&self) -> u32 {
        // This assumes that the last tileset has at most 2²⁰ tiles.
        self.sets.last().map_or(1, |set| set.first.saturating_add(1 << 20)) & !TRANSFORM_FLAGS
    }

    /// The tileset of a tile, and the tile's number within it. `None` for the number zero, which means an empty cell.
    pub(super) fn find(&self, number: u32) -> Option<(&Set, u32)> {
        let number = number & !TRANSFORM_FLAGS;
        let place = self.sets.partition_point(|set| set.first <= number).checked_sub(1)?;
        let set = &self.sets[place];
        (number > 0).then_some((set, number - set.first))
    }

    /// The part of a tile that is solid. If `all_solid`, all tiles of its layer are solid, not only those that are marked.
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

    /// The box of a tile object. On an axis on which `object_size` is zero, the box has the size of the tile. `default_anchor` is the
    /// anchor, as fractions of the size; the tileset may override it.
    pub(super) fn tile_box(&self, number: u32, object_size: [f64; 2], default_anchor: [f64; 2]) -> TileBox {
        let Some((set, id)) = self.find(number) else {
            return TileBox {
                corner: [0, 1].map(|k| -default_anchor[k] * object_size[k]),
                size: object_size,
            };
        };
        let (tile, anchor) = (set.size_of(id), set.anchor.unwrap_or(default_anchor));
        let size = [0, 1].map(|k| if object_size[k] == 0.0 { tile[k] } else { object_size[k] });
        let (scale, picture) = set.fitted(tile, size);
        let corner =
            [0, 1].map(|k| -anchor[k] * size[k] + (size[k] - picture[k]) / 2.0 + set.shift[k] * scale[k]);
        TileBox { corner, size: picture }
    }

    /// The number of the first tile and the name of each tileset.
    pub(super) fn names(&self) -> Arc<[(u32, String)]> {
        self.sets.iter().map(|set| (set.first, set.name.clone())).collect()
    }
}

impl Set {
    /// The size of a tile.
    pub(super) fn size_of(&self, id: u32) -> [f64; 2] {
        self.tiles.get(&id).and_then(|kind| kind.size).unwrap_or(self.size)
    }

    /// Fits a tile into a box. Returns the scale factors, and the resulting size.
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
        let (tile, flags) = (self.size_of(id), flags_of(number, grid));
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

    /// Whether one of the collision shapes of a tile covers its whole cell.
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

    /// The transforms of the collision shapes of a tile that is drawn with this upper left corner.
    pub(super) fn frame(&self, id: u32, drawn: &DrawnTile, corner: [f64; 2]) -> Frame {
        let size = self.size_of(id);
        let linear = self.linear.map(|(linear, height)| {
            // The diamonds are aligned with the bottom of the picture.
            let [x, y] = linear.origin;
            Linear { origin: [x, y + size[1] - height], ..linear }
        });
        Frame { linear, tile: drawn.affine, offset: corner }
    }

    /// The picture of a tile; `None` if it has none, or if the tile's rectangle in the picture of the tileset is unknown.
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
