//! Tilesets: what a tile is, by its number in the map.

use super::affine::{Affine, TileFlags};
use super::grid::Grid;
use super::object::{Frame, Kind, Linear, Object, TileBox};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The tilesets of a map, each with the number of its first tile, in the order of those.
#[derive(Debug, Default)]
pub(super) struct Sets {
    sets: Vec<Set>,
}

#[derive(Debug)]
pub(super) struct Set {
    pub(super) first: u32,
    pub(super) name: String,
    /// The size of its tiles, but for those of a size of their own.
    pub(super) size: [f64; 2],
    /// How far its tiles are drawn from where they are.
    pub(super) shift: [f64; 2],
    /// Which part of a tile is at the place of an object that shows it; `None` for the map's own.
    pub(super) anchor: Option<[f64; 2]>,
    /// Whether tiles of layers are drawn at the size of the map's cells, not at their own.
    pub(super) grid_sized: bool,
    /// Whether tiles that are drawn at another size than their own keep their proportions.
    pub(super) keeps_aspect: bool,
    /// Where its shapes are measured along diamonds.
    pub(super) linear: Option<(Linear, f64)>,
    /// The picture that its tiles are cut from.
    pub(super) sheet: Option<Sheet>,
    /// What is known of single tiles.
    pub(super) tiles: BTreeMap<u32, TileKind>,
}

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
    /// The part that shows the tile; `None` for all of it.
    pub(super) part: Option<[u32; 4]>,
    /// The colour that is drawn transparent.
    pub(super) transparent: Option<[u8; 3]>,
}

/// A tile as a layer draws it.
pub(super) struct DrawnTile {
    /// From the tile's coordinates to those of the picture as it is drawn, from its upper left corner.
    pub(super) affine: Affine,
    /// The size of the box that the picture is fitted into. It stands on the lower left corner of the cell.
    pub(super) bounds: [f64; 2],
    /// The translation of the picture in the box, by the tileset's offset and by centring.
    pub(super) shift: [f64; 2],
    /// The size of the picture, as large as the box or smaller.
    pub(super) picture: [f64; 2],
    pub(super) flags: TileFlags,
}

/// A tile of which more is known than its number.
#[derive(Debug, Default)]
pub(super) struct TileKind {
    pub(super) size: Option<[f64; 2]>,
    pub(super) shapes: Vec<Object>,
    /// Whether it says that it is solid, or that it is not.
    pub(super) solid: Option<bool>,
    /// Its own picture.
    pub(super) image: Option<TileImage>,
}

/// What is solid of a tile.
#[derive(Clone, Copy)]
pub(super) enum Solid<'s> {
    Nothing,
    /// Its whole cell.
    Cell,
    Shapes(&'s Set, &'s TileKind),
}

/// The bits of a tile's number that are not the tile.
const TURNS: u32 = 0xf000_0000;

/// The transform flags of a tile's number. On hexagonal maps, bits 29 and 28 rotate it by 60 and 120 degrees.
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

    /// A number from which on none is taken.
    pub(super) fn end(&self) -> u32 {
        // No tileset has so many tiles as this leaves for it.
        self.sets.last().map_or(1, |set| set.first.saturating_add(1 << 20)) & !TURNS
    }

    /// The tileset of a tile, and its number there.
    pub(super) fn find(&self, number: u32) -> Option<(&Set, u32)> {
        let number = number & !TURNS;
        let place = self.sets.partition_point(|set| set.first <= number).checked_sub(1)?;
        let set = &self.sets[place];
        (number > 0).then_some((set, number - set.first))
    }

    /// What is solid of a tile in a layer of which all tiles are, or only those that say so.
    pub(super) fn solid(&self, number: u32, whole: bool, grid: &Grid) -> Solid<'_> {
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
            _ if whole => Solid::Cell,
            _ => Solid::Nothing,
        }
    }

    /// The box of a tile object: of its own size or, where that is zero, of its tile's, moved by the offset of the tileset.
    /// `usual` is the part of the picture that lies at the object's place unless the tileset says otherwise.
    pub(super) fn tile_box(&self, number: u32, given: [f64; 2], usual: [f64; 2]) -> TileBox {
        let Some((set, id)) = self.find(number) else {
            return TileBox { corner: [0, 1].map(|k| -usual[k] * given[k]), size: given };
        };
        let (tile, anchor) = (set.size_of(id), set.anchor.unwrap_or(usual));
        let size = [0, 1].map(|k| if given[k] == 0.0 { tile[k] } else { given[k] });
        let (scale, picture) = set.fitted(tile, size);
        let corner =
            [0, 1].map(|k| -anchor[k] * size[k] + (size[k] - picture[k]) / 2.0 + set.shift[k] * scale[k]);
        TileBox { corner, size: picture }
    }

    /// The names of the tilesets by their first tiles, for those who ask later.
    pub(super) fn names(&self) -> Arc<[(u32, String)]> {
        self.sets.iter().map(|set| (set.first, set.name.clone())).collect()
    }
}

impl Set {
    /// The size of one of its tiles.
    pub(super) fn size_of(&self, id: u32) -> [f64; 2] {
        self.tiles.get(&id).and_then(|kind| kind.size).unwrap_or(self.size)
    }

    /// The factors that scale a tile into a box, and the size that it has there.
    fn fitted(&self, tile: [f64; 2], bounds: [f64; 2]) -> ([f64; 2], [f64; 2]) {
        let scale = [0, 1].map(|k| if tile[k] > 0.0 { bounds[k] / tile[k] } else { 1.0 });
        if self.keeps_aspect && scale[0] != scale[1] {
            let least = scale[0].min(scale[1]);
            return ([least; 2], tile.map(|c| c * least));
        }
        (scale, bounds)
    }

    /// How a layer draws a tile.
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

    /// Whether one of the shapes of a tile fills its cell.
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

    /// The frame of the collision shapes of a tile that is drawn with this upper left corner.
    pub(super) fn frame(&self, id: u32, drawn: &DrawnTile, corner: [f64; 2]) -> Frame {
        let size = self.size_of(id);
        let linear = self.linear.map(|(linear, height)| {
            // Diamonds lie at the bottom of the picture.
            let [x, y] = linear.origin;
            Linear { origin: [x, y + size[1] - height], ..linear }
        });
        Frame { linear, tile: drawn.affine, offset: corner }
    }

    /// The picture of a tile, if it is known which part of the file that is.
    pub(super) fn image(&self, id: u32) -> Option<TileImage> {
        if let Some(own) = self.tiles.get(&id).and_then(|kind| kind.image.clone()) {
            return Some(own);
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
