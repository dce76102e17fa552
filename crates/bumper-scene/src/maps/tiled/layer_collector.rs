//! Collects the layers of a Tiled map that become a part of the scene.

use super::data::{csv, unpacked};
use super::{color, failed, object};
use crate::fields::{At, Read, fault, quoted};
use crate::maps::affine::Affine;
use crate::maps::file::{self, Chunk, Data};
use crate::maps::grid::Grid;
use crate::maps::object::{Frame, Kind, Object, TileBox};
use crate::maps::properties::is_solid_layer_name;
use crate::maps::sets::{Sets, Solid, flags_of};
use crate::maps::tiles::{Cell, Tiles};
use crate::maps::{Image, Layer, MapContent, NO_SOLID_TILE, Source, object_name};
use std::sync::Arc;

/// The largest nesting depth of groups of layers.
const DEEPEST: usize = 64;

/// The largest total number of tiles in the compressed layers of a map: 4096². The limit is needed because a small file can contain huge
/// compressed layers. Uncompressed layers need no such limit, because the size of the file limits them.
const MAX_UNPACKED: usize = 1 << 24;

/// The properties that a layer inherits from the groups that contain it.
pub(super) struct Inherited {
    pub(super) offset: [f64; 2],
    pub(super) solid: Option<bool>,
    /// Whether the map itself is marked as solid. Then all tiles of all layers are solid, unless they are marked as not solid.
    pub(super) map_solid: bool,
    pub(super) hidden: bool,
    /// Whether the pictures of the layer are collected. They are if the caller requests pictures and the layer is visible.
    pub(super) collects_images: bool,
    pub(super) opacity: f64,
    pub(super) depth: usize,
}

/// Traverses the layers of a map and collects them.
pub(super) struct LayerCollector<'g> {
    pub(super) source: &'g Source<'g>,
    pub(super) sets: &'g Arc<Sets>,
    pub(super) grid: &'g Grid,
    /// The number of tiles of compressed layers that have been decoded so far, at most `MAX_UNPACKED`.
    pub(super) unpacked: usize,
    pub(super) content: &'g mut MapContent,
}

impl LayerCollector<'_> {
    pub(super) fn layers(&mut self, layers: Vec<file::Layer>, inherited: &Inherited) -> Read<()> {
        if inherited.depth > DEEPEST {
            return fault(format!("groups are nested deeper than {DEEPEST}"));
        }
        layers.into_iter().try_for_each(|layer| self.layer(layer, inherited))
    }

    fn layer(&mut self, mut layer: file::Layer, inherited: &Inherited) -> Read<()> {
        let selected = self.content.is_selected(self.source.choice, &[&layer.name]);
        let named_solid = is_solid_layer_name(&layer.name).then_some(true);
        let own_solid = selected.or_else(|| layer.properties.solid(&layer.class)).or(named_solid);
        self.content.is_marked |= own_solid == Some(true);
        let inherited = Inherited {
            offset: [inherited.offset[0] + layer.offsetx, inherited.offset[1] + layer.offsety],
            solid: own_solid.or(inherited.solid),
            hidden: (inherited.hidden || !layer.visible.0) && own_solid != Some(true),
            // The pictures of visible layers are collected even if the layers are not a part of the scene.
            collects_images: inherited.collects_images && layer.visible.0,
            opacity: inherited.opacity * layer.opacity.unwrap_or(1.0),
            depth: inherited.depth + 1,
            map_solid: inherited.map_solid,
        };
        if let Some(layers) = layer.layers.take() {
            self.layers(layers, &inherited)?;
        }
        if let (Some(image), true) = (&layer.image, inherited.collects_images) {
            let file = self.source.folder.join(image).into();
            let transparent = color(&layer.transparentcolor);
            let base = Image::whole(file, inherited.offset);
            self.content.add_image(Image { opacity: inherited.opacity, transparent, ..base });
        }
        let objects = layer.objects.take().unwrap_or_default().0;
        if layer.data.is_some() || layer.chunks.is_some() {
            self.tiles(&mut layer, &inherited)?;
        }
        if objects.is_empty() || inherited.solid == Some(false) {
            return Ok(());
        }
        if inherited.hidden {
            self.content.leave_out(&layer.name, "invisible");
            return Ok(());
        }
        self.objects(layer, objects, &inherited)
    }

    /// Adds a tile layer to the content of the map. If the layer is left out, adds the reason for that instead.
    fn tiles(&mut self, layer: &mut file::Layer, inherited: &Inherited) -> Read<()> {
        let chunks = layer.chunks.take().unwrap_or_default();
        let width = layer.width;
        let height = layer.height;
        let whole_layer = layer.data.take().map(|data| Chunk { x: 0, y: 0, width, height, data });
        let chunks = whole_layer.into_iter().chain(chunks).collect();
        let all_solid = inherited.solid.unwrap_or(inherited.map_solid);
        let cells = self.cells(chunks, layer, all_solid, inherited);
        let (cells, has_tiles) = cells.at(|| format!("layer {}", quoted(&layer.name)))?;
        if inherited.solid == Some(false) || !has_tiles {
            return Ok(());
        }
        if inherited.hidden || cells.is_empty() {
            let reason = if inherited.hidden { "invisible" } else { NO_SOLID_TILE };
            self.content.leave_out(&layer.name, reason);
            return Ok(());
        }
        let grid = self.grid.clone();
        let sets = Arc::clone(self.sets);
        let tiles = Tiles { grid, sets, all_solid, cells, unaligned: Vec::new() };
        let of_tiles = Layer::of_tiles(layer.name.clone(), inherited.offset, tiles);
        self.content.layers.push(Layer { keys: layer.properties.keys(), ..of_tiles });
        Ok(())
    }

    fn objects(&mut self, layer: file::Layer, objects: Vec<file::Object>, inherited: &Inherited) -> Read<()> {
        let default_anchor = if self.grid.is_isometric() { [0.5, 1.0] } else { [0.0, 1.0] };
        let sets = self.sets;
        let tile = |number: u32, size: [f64; 2]| -> TileBox { sets.tile_box(number, size, default_anchor) };
        let mut valid: Vec<Object> = Vec::new();
        let mut texts = 0;
        for mut shape in objects {
            let tile_kind =
                shape.gid.and_then(|number| sets.find(number)).and_then(|(set, id)| set.tiles.get(&id));
            if let Some(kind) = tile_kind {
                shape.properties.inherit(&kind.properties);
            }
            let place = format!("layer {}: {}", quoted(&layer.name), object_name(shape.id, &shape.name));
            match object(shape, Some(&tile)) {
                Ok(Object { kind: Kind::Text, .. }) => texts += 1,
                Ok(object) => {
                    let tile_shapes = sets.object_shapes(&object, self.grid);
                    valid.push(Object { tile_shapes, ..object });
                }
                Err(fault) => self.content.warn(place, fault),
            }
        }
        if texts > 0 {
            let objects = if texts == 1 { "1 text object".into() } else { format!("{texts} text objects") };
            self.content.warn(format!("layer {}", quoted(&layer.name)), failed(objects));
        }
        let linear = self.grid.linear();
        let frame = Frame { linear, tile: Affine::IDENTITY, offset: inherited.offset };
        let images = valid.iter().map(|object| self.image(object, &frame, inherited)).collect();
        let name = layer.name;
        let offset = inherited.offset;
        let keys = layer.properties.keys();
        self.content.layers.push(Layer { name, offset, objects: valid, images, tiles: None, keys, linear });
        Ok(())
    }

    /// The picture of an object that shows a tile; `None` for other objects, or if pictures are not collected.
    fn image(&self, object: &Object, frame: &Frame, inherited: &Inherited) -> Option<Image> {
        let number = object.gid.filter(|_| inherited.collects_images)?;
        let (set, id) = self.sets.find(number)?;
        let image = set.image(id)?;
        let Kind::Tile(tile) = &object.kind else { return None };
        let pivot = object.place(frame);
        let flip = flags_of(number, self.grid).flip;
        Some(Image {
            part: image.part,
            size: Some(tile.size),
            turn: [false, flip[0], flip[1]],
            rotation: object.rotation,
            pivot,
            opacity: inherited.opacity,
            transparent: image.transparent,
            ..Image::whole(image.file, [0, 1].map(|k| pivot[k] + tile.corner[k]))
        })
    }

    /// The solid tiles of a layer. The boolean is true if the layer has any tiles, solid or not.
    fn cells(
        &mut self,
        chunks: Vec<Chunk>,
        layer: &file::Layer,
        all_solid: bool,
        inherited: &Inherited,
    ) -> Read<(Vec<Cell>, bool)> {
        let mut cells = Vec::new();
        let mut has_tiles = false;
        // Neighbouring tiles are often equal. So remember the number of the last tile, and whether it was solid.
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
                has_tiles = true;
                let index = i32::try_from(index).or_else(|_| fault("the layer is too large"))?;
                let cell = [x.saturating_add(index % width), y.saturating_add(index / width)];
                let cell = Cell { at: self.grid.lattice(cell), number };
                if last.0 != number {
                    last = (number, !matches!(self.sets.solid(number, all_solid, self.grid), Solid::Nothing));
                }
                if last.1 {
                    cells.push(cell);
                }
                if inherited.collects_images {
                    self.add_picture(&cell, inherited);
                }
            }
        }
        Ok((cells, has_tiles))
    }

    /// The tile numbers of a chunk, one for each cell, row by row. (In a finite map, the whole layer is one chunk.) The list is empty if
    /// the chunk has no data.
    fn numbers(&mut self, chunk: Chunk, layer: &file::Layer) -> Read<Vec<u32>> {
        let sides = [Some(chunk.width), chunk.height].map(|side| side.map(|side| side.max(0) as u64));
        let tiles = sides[0].zip(sides[1]).map(|(width, height)| width * height);
        let numbers = match chunk.data {
            Data::Numbers(numbers) => numbers,
            // If an infinite map has a layer without any tiles, the layer has no chunks and no data.
            Data::Text(text) if text.trim_ascii().is_empty() => return Ok(Vec::new()),
            // Text that contains a comma is CSV, because base64 has no commas.
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

    /// Adds the picture of the tile in a cell to the pictures of the map.
    fn add_picture(&mut self, cell: &Cell, inherited: &Inherited) {
        let Some((set, id)) = self.sets.find(cell.number) else { return };
        let Some(image) = set.image(id) else { return };
        let drawn = set.drawn(id, cell.number, self.grid);
        let corner = self.grid.tile_corner(cell.at, &drawn);
        let at = [0, 1].map(|k| corner[k] + inherited.offset[k]);
        let flags = drawn.flags;
        self.content.add_image(Image {
            part: image.part,
            size: Some(drawn.picture),
            turn: [flags.diagonal, flags.flip[0], flags.flip[1]],
            rotation: flags.degrees,
            pivot: [0, 1].map(|k| at[k] + drawn.picture[k] / 2.0),
            opacity: inherited.opacity,
            transparent: image.transparent,
            ..Image::whole(image.file, at)
        });
    }
}
