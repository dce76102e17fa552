//! Collects the layers of a Tiled map that are part of the scene.

use super::data::{csv, unpacked};
use super::{color, failed, object};
use crate::fields::{At, Read, fault, quoted};
use crate::maps::affine::Affine;
use crate::maps::file::{self, Chunk, Data};
use crate::maps::grid::Grid;
use crate::maps::object::{Frame, Kind, Object, TileBox};
use crate::maps::sets::{Sets, Solid, flags_of};
use crate::maps::tiles::{Cell, Tiles};
use crate::maps::{Found, Image, Layer, Source, object_name};
use std::sync::Arc;

/// The largest nesting depth of groups of layers.
const DEEPEST: usize = 64;

/// The largest total number of tiles of compressed layers: 4096². Uncompressed layers are not limited, because their file size limits them.
const MAX_UNPACKED: usize = 1 << 24;

/// The properties that a layer inherits from the groups that contain it.
pub(super) struct Inherited {
    pub(super) offset: [f64; 2],
    pub(super) solid: Option<bool>,
    /// Whether all tiles of the map are solid, because the map itself is marked as solid.
    pub(super) whole: bool,
    pub(super) hidden: bool,
    /// Whether the pictures of the layer are collected: they are requested, and the layer is visible.
    pub(super) shown: bool,
    pub(super) opacity: f64,
    pub(super) depth: usize,
}

/// Collects the layers of a map, with the state of this traversal.
pub(super) struct Gather<'g> {
    pub(super) source: &'g Source<'g>,
    pub(super) sets: &'g Arc<Sets>,
    pub(super) grid: &'g Grid,
    /// The number of tiles that have been decompressed so far.
    pub(super) unpacked: usize,
    pub(super) found: &'g mut Found,
}

impl Gather<'_> {
    pub(super) fn layers(&mut self, layers: Vec<file::Layer>, around: &Inherited) -> Read<()> {
        if around.depth > DEEPEST {
            return fault(format!("groups are nested deeper than {DEEPEST}"));
        }
        layers.into_iter().try_for_each(|layer| self.layer(layer, around))
    }

    fn layer(&mut self, mut layer: file::Layer, around: &Inherited) -> Read<()> {
        let asked = self.found.is_selected(self.source.choice, &[&layer.name]);
        let own = asked.or_else(|| layer.properties.solid(&[&layer.class, &layer.name]));
        let around = Inherited {
            offset: [around.offset[0] + layer.offsetx, around.offset[1] + layer.offsety],
            solid: own.or(around.solid),
            hidden: (around.hidden || !layer.visible.0) && own != Some(true),
            // Pictures are collected from all visible layers, also those that are not part of the scene.
            shown: around.shown && layer.visible.0,
            opacity: around.opacity * layer.opacity.unwrap_or(1.0),
            depth: around.depth + 1,
            whole: around.whole,
        };
        if let Some(layers) = layer.layers.take() {
            self.layers(layers, &around)?;
        }
        if let (Some(image), true) = (&layer.image, around.shown) {
            let file = self.source.folder.join(image).into();
            let transparent = color(&layer.transparentcolor);
            let whole = Image::whole(file, around.offset);
            self.found.image(Image { opacity: around.opacity, transparent, ..whole });
        }
        let objects = layer.objects.take().unwrap_or_default().0;
        if layer.data.is_some() || layer.chunks.is_some() {
            self.tiles(&mut layer, &around)?;
        }
        if objects.is_empty() || around.solid == Some(false) {
            return Ok(());
        }
        if around.hidden {
            self.found.leave(&layer.name, "invisible");
            return Ok(());
        }
        self.objects(layer, objects, &around)
    }

    /// Adds a tile layer, or the reason why it is left out.
    fn tiles(&mut self, layer: &mut file::Layer, around: &Inherited) -> Read<()> {
        let chunks = layer.chunks.take().unwrap_or_default();
        let (width, height) = (layer.width, layer.height);
        let whole_layer = layer.data.take().map(|data| Chunk { x: 0, y: 0, width, height, data });
        let chunks = whole_layer.into_iter().chain(chunks).collect();
        let whole = around.solid.unwrap_or(around.whole);
        let cells = self.cells(chunks, layer, whole, around);
        let (cells, any) = cells.at(|| format!("layer {}", quoted(&layer.name)))?;
        if around.solid == Some(false) || !any {
            return Ok(());
        }
        if around.hidden || cells.is_empty() {
            let reason = if around.hidden { "invisible" } else { "no tile is solid" };
            self.found.leave(&layer.name, reason);
            return Ok(());
        }
        let (grid, sets) = (self.grid.clone(), Arc::clone(self.sets));
        let tiles = Tiles { grid, sets, whole, cells, loose: Vec::new() };
        let of_tiles = Layer::of_tiles(layer.name.clone(), around.offset, tiles);
        self.found.layers.push(Layer { keys: layer.properties.keys(), ..of_tiles });
        Ok(())
    }

    fn objects(&mut self, layer: file::Layer, objects: Vec<file::Object>, around: &Inherited) -> Read<()> {
        let usual = if self.grid.is_isometric() { [0.5, 1.0] } else { [0.0, 1.0] };
        let sets = self.sets;
        let tile = |number: u32, size: [f64; 2]| -> TileBox { sets.tile_box(number, size, usual) };
        let mut good: Vec<Object> = Vec::new();
        let mut texts = 0;
        for shape in objects {
            let place = format!("layer {}: {}", quoted(&layer.name), object_name(shape.id, &shape.name));
            match object(shape, Some(&tile)) {
                Ok(Object { kind: Kind::Text, .. }) => texts += 1,
                Ok(object) => good.push(object),
                Err(fault) => self.found.warn(place, fault),
            }
        }
        if texts > 0 {
            let objects = if texts == 1 { "1 text object".into() } else { format!("{texts} text objects") };
            self.found.warn(format!("layer {}", quoted(&layer.name)), failed(objects));
        }
        let linear = self.grid.linear();
        let frame = Frame { linear, tile: Affine::IDENTITY, offset: around.offset };
        let images = good.iter().map(|object| self.image(object, &frame, around)).collect();
        let (name, offset, keys) = (layer.name, around.offset, layer.properties.keys());
        self.found.layers.push(Layer { name, offset, objects: good, images, tiles: None, keys, linear });
        Ok(())
    }

    /// The picture of an object that shows a tile.
    fn image(&self, object: &Object, frame: &Frame, around: &Inherited) -> Option<Image> {
        let number = object.gid.filter(|_| around.shown)?;
        let (set, id) = self.sets.find(number)?;
        let image = set.image(id)?;
        let Kind::Tile(tile) = &object.kind else { return None };
        let (pivot, flip) = (object.place(frame), flags_of(number, self.grid).flip);
        Some(Image {
            part: image.part,
            size: Some(tile.size),
            turn: [false, flip[0], flip[1]],
            rotation: object.rotation,
            pivot,
            opacity: around.opacity,
            transparent: image.transparent,
            ..Image::whole(image.file, [0, 1].map(|k| pivot[k] + tile.corner[k]))
        })
    }

    /// The solid tiles of a layer, and whether the layer has any tiles, solid or not.
    fn cells(
        &mut self,
        chunks: Vec<Chunk>,
        layer: &file::Layer,
        whole: bool,
        around: &Inherited,
    ) -> Read<(Vec<Cell>, bool)> {
        let (mut cells, mut any) = (Vec::new(), false);
        // The number of the last tile and whether it was solid: a cache for runs of equal tiles.
        let mut last = (0, false);
        for chunk in chunks {
            let [x, y] =
                [(chunk.x, layer.x), (chunk.y, layer.y)].map(|(at, by)| at.saturating_add(by as i32));
            let width = chunk.width;
            let numbers = self.numbers(chunk, layer)?;
            if numbers.is_empty() {
                continue;
            }
            if width <= 0 {
                return fault("the layer has no width");
            }
            for (index, number) in
                numbers.into_iter().enumerate().filter(|(_, number)| *number & 0x0fff_ffff != 0)
            {
                any = true;
                let index = i32::try_from(index).or_else(|_| fault("the layer is too large"))?;
                let cell = [x.saturating_add(index % width), y.saturating_add(index / width)];
                let cell = Cell { at: self.grid.lattice(cell), number };
                if last.0 != number {
                    last = (number, !matches!(self.sets.solid(number, whole, self.grid), Solid::Nothing));
                }
                if last.1 {
                    cells.push(cell);
                }
                if around.shown {
                    self.add_picture(&cell, around);
                }
            }
        }
        Ok((cells, any))
    }

    /// The tile numbers of a chunk or a whole layer: one for each cell, or an empty list if there is no data.
    fn numbers(&mut self, chunk: Chunk, layer: &file::Layer) -> Read<Vec<u32>> {
        let sides = [Some(chunk.width), chunk.height].map(|side| side.map(|side| side.max(0) as u64));
        let tiles = sides[0].zip(sides[1]).map(|(width, height)| width * height);
        let numbers = match chunk.data {
            Data::Numbers(numbers) => numbers,
            // Layers of infinite maps without chunks have no data.
            Data::Text(text) if text.trim_ascii().is_empty() => return Ok(Vec::new()),
            // Base64 has no commas.
            Data::Text(text) if layer.encoding.eq_ignore_ascii_case("csv") || text.contains(',') => {
                csv(&text, chunk.width)?
            }
            Data::Text(text) => {
                let room = MAX_UNPACKED - self.unpacked;
                let numbers = unpacked(&text, &layer.compression, tiles.unwrap_or_default(), room)?;
                self.unpacked += numbers.len().min(room);
                numbers
            }
        };
        let count = numbers.len() as u64;
        match tiles {
            Some(tiles) if count != tiles && count > 0 => {
                fault(format!("the layer has {tiles} tiles, but its data has {count}"))
            }
            _ => Ok(numbers),
        }
    }

    /// Adds the picture of a tile.
    fn add_picture(&mut self, cell: &Cell, around: &Inherited) {
        let Some((set, id)) = self.sets.find(cell.number) else { return };
        let Some(image) = set.image(id) else { return };
        let drawn = set.drawn(id, cell.number, self.grid);
        let corner = self.grid.tile_corner(cell.at, &drawn);
        let at = [0, 1].map(|k| corner[k] + around.offset[k]);
        let flags = drawn.flags;
        self.found.image(Image {
            part: image.part,
            size: Some(drawn.picture),
            turn: [flags.diagonal, flags.flip[0], flags.flip[1]],
            rotation: flags.degrees,
            pivot: [0, 1].map(|k| at[k] + drawn.picture[k] / 2.0),
            opacity: around.opacity,
            transparent: image.transparent,
            ..Image::whole(image.file, at)
        });
    }
}
