//! The layers of a map of Tiled that count.

use super::object;
use crate::fields::{At, Read, fault, quoted};
use crate::maps::file::{self, Chunk, Data};
use crate::maps::grid::Grid;
use crate::maps::object::{Frame, Kind, Object, Turn};
use crate::maps::sets::{Sets, Solid, turned};
use crate::maps::tiles::{Cell, Tiles};
use crate::maps::{Found, Image, Layer, Source};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::{GzDecoder, ZlibDecoder};
use std::io::Read as _;
use std::sync::Arc;

/// How deep groups may nest.
const DEEPEST: usize = 64;

/// How many tiles the compressed layers of a map may have in all: a square of 4096. Layers that are spelt out may have more, as
/// their files grow with them.
const MOST_UNPACKED: usize = 1 << 24;

/// What a layer has from the groups around it.
pub(super) struct Around {
    pub(super) offset: [f64; 2],
    pub(super) solid: Option<bool>,
    /// Whether all tiles of the map are solid.
    pub(super) whole: bool,
    pub(super) hidden: bool,
    /// Whether pictures are wanted and it is seen.
    pub(super) shown: bool,
    pub(super) opacity: f64,
    pub(super) depth: usize,
}

/// Gathers the layers that count.
pub(super) struct Gather<'g> {
    pub(super) source: &'g Source<'g>,
    pub(super) sets: &'g Arc<Sets>,
    pub(super) grid: &'g Grid,
    /// How many tiles were unpacked so far.
    pub(super) unpacked: usize,
    pub(super) found: &'g mut Found,
}

impl Gather<'_> {
    pub(super) fn layers(&mut self, layers: Vec<file::Layer>, around: &Around) -> Read<()> {
        if around.depth > DEEPEST {
            return fault(format!("groups are nested deeper than {DEEPEST}"));
        }
        layers.into_iter().try_for_each(|layer| self.layer(layer, around))
    }

    fn layer(&mut self, mut layer: file::Layer, around: &Around) -> Read<()> {
        let asked = self.found.asked(self.source.choice, &[&layer.name]);
        let own = asked.or_else(|| layer.properties.solid(&[&layer.class, &layer.name]));
        let around = Around {
            offset: [around.offset[0] + layer.offsetx, around.offset[1] + layer.offsety],
            solid: own.or(around.solid),
            hidden: (around.hidden || !layer.visible.0) && own != Some(true),
            // Pictures show what is seen, whether it counts or not.
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
            self.found.image(Image { opacity: around.opacity, ..Image::whole(file, around.offset) });
        }
        let objects = layer.objects.take().unwrap_or_default();
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

    /// A layer of tiles, or the reason why it is none.
    fn tiles(&mut self, layer: &mut file::Layer, around: &Around) -> Read<()> {
        let chunks = layer.chunks.take().unwrap_or_default();
        let (width, height) = (layer.width, layer.height);
        let whole_layer = layer.data.take().map(|data| Chunk { x: 0, y: 0, width, height, data });
        let chunks = whole_layer.into_iter().chain(chunks).collect();
        let whole = around.solid.unwrap_or(around.whole);
        let cells = self.cells(chunks, &layer.compression, whole, around);
        let (cells, any) = cells.at(|| format!("layer {}", quoted(&layer.name)))?;
        if around.solid == Some(false) || !any {
            return Ok(());
        }
        if around.hidden || cells.is_empty() {
            let reason = if around.hidden { "invisible" } else { "no tile is solid" };
            self.found.leave(&layer.name, reason);
            return Ok(());
        }
        let tiles = Tiles { grid: self.grid.clone(), sets: Arc::clone(self.sets), whole, cells };
        let of_tiles = Layer::of_tiles(layer.name.clone(), around.offset, tiles);
        self.found.layers.push(Layer { keys: layer.properties.keys(), ..of_tiles });
        Ok(())
    }

    fn objects(&mut self, layer: file::Layer, objects: Vec<file::Object>, around: &Around) -> Read<()> {
        let usual = if self.grid.linear().is_some() { [0.5, 1.0] } else { [0.0, 1.0] };
        let sets = self.sets;
        let part = |number: u32| sets.find(number).and_then(|(set, _)| set.anchor).unwrap_or(usual);
        let objects: Read<Vec<Object>> =
            objects.into_iter().map(|shape| object(shape, Some(&part))).collect();
        let objects = objects.at(|| format!("layer {}", quoted(&layer.name)))?;
        let linear = self.grid.linear();
        let frame = Frame { linear, turn: Turn::NONE, offset: around.offset };
        let images = objects.iter().map(|object| self.image(object, &frame, around)).collect();
        let (name, offset, keys) = (layer.name, around.offset, layer.properties.keys());
        self.found.layers.push(Layer { name, offset, objects, images, tiles: None, keys, linear });
        Ok(())
    }

    /// What an object looks like that shows a tile.
    fn image(&self, object: &Object, frame: &Frame, around: &Around) -> Option<Image> {
        let number = object.gid.filter(|_| around.shown)?;
        let (set, id) = self.sets.find(number)?;
        let (file, part) = set.image(id)?;
        let Kind::Tile(size, anchor) = &object.kind else { return None };
        let (pivot, flip) = (object.place(frame), turned(number).1);
        Some(Image {
            part,
            size: Some(*size),
            turn: [false, flip[0], flip[1]],
            rotation: object.rotation,
            pivot,
            opacity: around.opacity,
            ..Image::whole(file, [0, 1].map(|k| pivot[k] - anchor[k] * size[k]))
        })
    }

    /// The tiles of a layer that are solid, and whether there are any, solid or not.
    fn cells(
        &mut self,
        chunks: Vec<Chunk>,
        compression: &str,
        whole: bool,
        around: &Around,
    ) -> Read<(Vec<Cell>, bool)> {
        let (mut cells, mut any) = (Vec::new(), false);
        // Most tiles are like the one before.
        let mut last = (0, false);
        for chunk in chunks {
            if chunk.width <= 0 {
                return fault("the layer has no width");
            }
            let numbers = match chunk.data {
                Data::Numbers(numbers) => numbers,
                Data::Bytes(text) => {
                    let tiles =
                        u64::from(chunk.width.unsigned_abs()) * u64::from(chunk.height.max(0).unsigned_abs());
                    let room = MOST_UNPACKED - self.unpacked;
                    let numbers = unpacked(&text, compression, tiles, room)?;
                    self.unpacked += numbers.len().min(room);
                    numbers
                }
            };
            for (index, number) in
                numbers.into_iter().enumerate().filter(|(_, number)| *number & 0x0fff_ffff != 0)
            {
                any = true;
                let index = i32::try_from(index).or_else(|_| fault("the layer is too large"))?;
                let cell = [
                    chunk.x.saturating_add(index % chunk.width),
                    chunk.y.saturating_add(index / chunk.width),
                ];
                let cell = Cell { at: self.grid.lattice(cell), number };
                if last.0 != number {
                    last = (number, !matches!(self.sets.solid(number, whole, self.grid), Solid::Nothing));
                }
                if last.1 {
                    cells.push(cell);
                }
                if around.shown {
                    self.show(&cell, around);
                }
            }
        }
        Ok((cells, any))
    }

    /// Adds the picture of a tile.
    fn show(&mut self, cell: &Cell, around: &Around) {
        let Some((set, id)) = self.sets.find(cell.number) else { return };
        let Some((file, part)) = set.image(id) else { return };
        let (diagonal, flip) = turned(cell.number);
        let [w, h] = set.size_of(id);
        let size = if diagonal { [h, w] } else { [w, h] };
        let [x, y] = self.grid.corner(cell.at);
        let at = [
            x + set.shift[0] + around.offset[0],
            y + self.grid.size[1] - size[1] + set.shift[1] + around.offset[1],
        ];
        let turn = [diagonal, flip[0], flip[1]];
        let image = Image { part, size: Some(size), turn, opacity: around.opacity, ..Image::whole(file, at) };
        self.found.image(image);
    }
}

/// Numbers of four bytes, in base64, perhaps compressed: as many as the layer has tiles, and no more than there is room for.
fn unpacked(text: &str, compression: &str, tiles: u64, room: usize) -> Read<Vec<u32>> {
    let text: String = text.split_ascii_whitespace().collect();
    let packed = STANDARD.decode(text).or_else(|error| fault(format!("the data is not base64: {error}")))?;
    if tiles > room as u64 && !compression.is_empty() {
        return fault("the compressed layers of the map have more than 2^24 tiles");
    }
    let most = tiles.saturating_mul(4);
    let mut bytes = Vec::new();
    let read = match compression {
        "" => {
            bytes = packed;
            Ok(0)
        }
        // A byte more tells that there is more.
        "zlib" => ZlibDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes),
        "gzip" => GzDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes),
        other => {
            return fault(format!("data compressed by {} is not read: take zlib or gzip", quoted(other)));
        }
    };
    read.or_else(|error| fault(format!("the data is broken: {error}")))?;
    if bytes.len() as u64 != most {
        let (more, of) = (if bytes.len() as u64 > most { "more" } else { "fewer" }, quoted(compression));
        let how = if compression.is_empty() { String::new() } else { format!(" unpacked by {of}") };
        return fault(format!("the layer has {tiles} tiles, but its data{how} has {more}"));
    }
    let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    Ok(bytes.chunks_exact(4).map(number).collect())
}
