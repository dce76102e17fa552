//! Tilesets: what a tile is, by its number in the map.

use super::object::{Frame, Linear, Object, Turn};
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
}

/// A tile of which more is known than its number.
#[derive(Debug, Default)]
pub(super) struct TileKind {
    pub(super) size: Option<[f64; 2]>,
    pub(super) shapes: Vec<Object>,
    /// Whether it says that it is solid, or that it is not.
    pub(super) solid: Option<bool>,
    /// Its own picture, and the part of it that it shows.
    pub(super) image: Option<(Arc<Path>, Option<[u32; 4]>)>,
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

/// How a number says that its tile is turned: mirrored along the diagonal, then left for right, then top for bottom.
pub(super) fn turned(number: u32) -> (bool, [bool; 2]) {
    let bit = |bit: u32| number >> bit & 1 == 1;
    (bit(29), [bit(31), bit(30)])
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
    pub(super) fn solid(&self, number: u32, whole: bool, grid: &super::grid::Grid) -> Solid<'_> {
        let Some((set, id)) = self.find(number) else { return Solid::Nothing };
        match set.tiles.get(&id) {
            Some(TileKind { solid: Some(false), .. }) => Solid::Nothing,
            Some(kind) if !kind.shapes.is_empty() => {
                if grid.is_square() && set.fills(kind, grid.size) {
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

    /// Whether one of the shapes of a tile fills a cell of this size.
    fn fills(&self, kind: &TileKind, size: [f64; 2]) -> bool {
        let covers = |object: &Object| match object.kind {
            super::object::Kind::Rectangle(given) => {
                object.rotation == 0.0
                    && (0..2).all(|k| object.at[k] <= 0.0 && object.at[k] + given[k] >= size[k])
            }
            _ => false,
        };
        let plain = self.linear.is_none() && self.shift == [0.0; 2];
        plain && kind.size.unwrap_or(self.size) == size && kind.shapes.iter().any(covers)
    }

    /// How the shapes of a tile lie that is turned in this way and whose picture has this upper left corner.
    pub(super) fn frame(&self, kind: &TileKind, number: u32, corner: [f64; 2]) -> Frame {
        let (diagonal, flip) = turned(number);
        let size = kind.size.unwrap_or(self.size);
        let linear = self.linear.map(|(linear, height)| {
            // Diamonds lie at the bottom of the picture.
            let [x, y] = linear.origin;
            Linear { origin: [x, y + size[1] - height], ..linear }
        });
        Frame { linear, turn: Turn { diagonal, flip, size }, offset: corner }
    }

    /// The picture of a tile and the part of it that is shown, if all of that is known.
    pub(super) fn image(&self, id: u32) -> Option<(Arc<Path>, Option<[u32; 4]>)> {
        if let Some(own) = self.tiles.get(&id).and_then(|kind| kind.image.clone()) {
            return Some(own);
        }
        let sheet = self.sheet.as_ref().filter(|sheet| sheet.columns > 0)?;
        let size = self.size.map(|c| c as u32);
        let place = |k: usize, at: u32| {
            sheet.margin.checked_add(at.checked_mul(size[k].checked_add(sheet.spacing)?)?)
        };
        let at = [place(0, id % sheet.columns)?, place(1, id / sheet.columns)?];
        Some((Arc::clone(&sheet.file), Some([at[0], at[1], size[0], size[1]])))
    }
}
