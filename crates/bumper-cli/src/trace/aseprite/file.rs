//! Parses Aseprite files. The format is described in Aseprite's `docs/ase-file-specs.md`.
//!
//! Chunks that are not needed for pixels, tags or slices are skipped: colour profiles, user data, and kinds of chunks that newer versions
//! of Aseprite add.

use super::bytes::Bytes;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest number of pixels in a file: the sum over all layers in all frames. The sum over the pictures that are composed from the
/// layers is limited as well.
pub const MAX_PIXELS: u64 = 1 << 25;

/// The largest number of pixels of a frame.
const MAX_FRAME_PIXELS: u64 = 1 << 24;

/// The largest value of a product: the total number of layers, keys of slices, and tags of a file, times the number of frames. The time to
/// compose all frames grows with this product.
const MAX_PARTS: u64 = 1 << 20;

/// The largest nesting depth of groups of layers.
const MAX_LEVEL: u16 = 64;

/// The largest coordinate and the largest side of a slice, in pixels. (The canvas has sides of at most 65535 pixels.)
const MAX_SLICE: i64 = 1 << 16;

/// The contents of an Aseprite file.
pub struct File {
    /// The width and height of the canvas, in pixels.
    pub size: [u16; 2],
    pub frames: u16,
    pub depth: Depth,
    /// For files with indexed colours: the index of the palette entry that means "transparent", in all layers except the background.
    pub transparent: u8,
    pub layers: Vec<Layer>,
    /// The cels (the contents of a layer in a frame), by frame and layer.
    pub cels: BTreeMap<(u16, u16), Cel>,
    pub tilesets: BTreeMap<u32, Tileset>,
    pub tags: Vec<Tag>,
    pub slices: Vec<Slice>,
    /// The palettes. The number is the first frame that uses the palette.
    pub palettes: Vec<(u16, Vec<[u8; 4]>)>,
    /// Whether the file has a palette chunk in the current format. If it has one, palette chunks in the old formats are ignored.
    pub has_new_palette: bool,
    /// The flags in the header of the file.
    flags: u32,
    pixels: u64,
}

/// The format of the pixels: RGBA, grayscale with alpha, or an index into the palette.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    Rgba,
    Gray,
    Indexed,
}

impl Depth {
    /// The number of bytes of a pixel.
    pub fn bytes(self) -> usize {
        match self {
            Depth::Rgba => 4,
            Depth::Gray => 2,
            Depth::Indexed => 1,
        }
    }
}

pub struct Layer {
    pub name: String,
    flags: u16,
    level: u16,
    pub parent: Option<usize>,
    pub is_group: bool,
    pub opacity: u8,
    /// The index of the tileset, if the layer is a tilemap.
    pub tileset: Option<u32>,
}

impl Layer {
    pub fn is_visible(&self) -> bool {
        self.flags & 1 != 0
    }

    pub fn is_background(&self) -> bool {
        self.flags & 8 != 0
    }

    /// Whether the layer is a reference layer, which Aseprite does not export.
    pub fn is_reference(&self) -> bool {
        self.flags & 64 != 0
    }
}

/// The content of a layer in a frame. Aseprite calls it a "cel".
#[derive(Clone)]
pub struct Cel {
    pub at: [i32; 2],
    pub opacity: u8,
    pub z_index: i16,
    pub content: Arc<Content>,
}

pub enum Content {
    Image { size: [usize; 2], pixels: Vec<u8> },
    Tiles { size: [usize; 2], tiles: Vec<Tile> },
}

/// A tile of a tilemap: its index in the tileset, and its flips. The diagonal flip exchanges x and y; it is applied before the flips in x
/// and y.
#[derive(Clone, Copy)]
pub struct Tile {
    pub id: u32,
    pub flip_x: bool,
    pub flip_y: bool,
    pub flip_diagonal: bool,
}

pub struct Tileset {
    pub tile_size: [usize; 2],
    pub count: u32,
    /// The index of the tile that is drawn as nothing; `u32::MAX` if all tiles are drawn.
    pub empty: u32,
    /// The pixels of all tiles, one tile below the other.
    pub pixels: Vec<u8>,
}

pub struct Tag {
    pub name: String,
    pub from: u16,
    pub to: u16,
}

pub struct Slice {
    pub name: String,
    pub keys: Vec<SliceKey>,
}

/// A key of a slice: its rectangle from the frame `frame` onwards, until the next key of the slice.
pub struct SliceKey {
    pub frame: u32,
    pub at: [i32; 2],
    /// The size of the slice; zero if the slice is hidden from this frame on.
    pub size: [i32; 2],
    /// The pivot of the slice, relative to its upper left corner.
    pub pivot: Option<[i32; 2]>,
}

/// Flags in the header of the file.
const LAYER_OPACITY_IS_VALID: u32 = 1;
const GROUP_OPACITY_IS_VALID: u32 = 2;

impl File {
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut rest = Bytes(bytes);
        let mut file = Self::parse_header(Bytes(rest.take(128)?))?;
        for frame in 0..file.frames {
            let mut chunks = rest.sized(4)?;
            ensure!(chunks.u16()? == 0xf1fa, "a broken Aseprite file: frame {frame} has no header");
            let old_count = chunks.u16()?;
            chunks.skip(4)?;
            let new_count = chunks.u32()?;
            for _ in 0..if new_count == 0 { u32::from(old_count) } else { new_count } {
                let chunk = chunks.sized(4)?;
                file.parse_chunk(frame, chunk)?;
            }
        }
        Ok(file)
    }

    fn parse_header(mut header: Bytes) -> Result<Self> {
        header.skip(4)?;
        if header.u16()? != 0xa5e0 {
            bail!("not an Aseprite file, or a broken one");
        }
        let frames = header.u16()?;
        let size = [header.u16()?, header.u16()?];
        let depth = match header.u16()? {
            32 => Depth::Rgba,
            16 => Depth::Gray,
            8 => Depth::Indexed,
            bits => bail!("pixels have {bits} bits, not 8, 16 or 32"),
        };
        let [width, height] = size.map(u64::from);
        ensure!(
            width * height <= MAX_FRAME_PIXELS && width * height * u64::from(frames.max(1)) <= MAX_PIXELS,
            "{frames} frames of {width} x {height} pixels: the limits are 2^24 per frame and 2^25 in all"
        );
        let flags = header.u32()?;
        header.skip(10)?;
        let transparent = header.u8()?;
        header.skip(3)?;
        // The field for the number of colours has the value 0 in old files that have 256 colours.
        let colors = match header.u16()? {
            0 => 256,
            count => usize::from(count.min(256)),
        };
        Ok(Self {
            size,
            frames,
            depth,
            transparent,
            layers: Vec::new(),
            cels: BTreeMap::new(),
            tilesets: BTreeMap::new(),
            tags: Vec::new(),
            slices: Vec::new(),
            palettes: vec![(0, vec![[0, 0, 0, 255]; colors])],
            has_new_palette: false,
            flags,
            pixels: 0,
        })
    }

    fn parse_chunk(&mut self, frame: u16, mut chunk: Bytes) -> Result<()> {
        match chunk.u16()? {
            0x0004 if self.has_palette() && !self.has_new_palette => {
                self.parse_old_palette(frame, chunk, |c| c)
            }
            0x0011 if self.has_palette() && !self.has_new_palette => {
                self.parse_old_palette(frame, chunk, |c| c << 2 | c >> 4 & 3)
            }
            0x2019 if self.has_palette() => self.parse_new_palette(frame, chunk),
            0x2004 => self.parse_layer(chunk),
            0x2005 => self.parse_cel(frame, chunk),
            0x2018 => self.parse_tags(chunk),
            0x2022 => self.parse_slice(chunk),
            0x2023 => self.parse_tileset(chunk),
            _ => Ok(()),
        }
    }

    /// Fails if the file has too many layers, slice keys and tags for its number of frames.
    fn check_parts(&self) -> Result<()> {
        let parts = self.layers.len() + self.tags.len();
        let parts = parts + self.slices.iter().map(|slice| slice.keys.len().max(1)).sum::<usize>();
        let most = MAX_PARTS / u64::from(self.frames.max(1));
        ensure!(parts as u64 <= most, "there are too many layers, slices and tags");
        Ok(())
    }

    fn parse_layer(&mut self, mut chunk: Bytes) -> Result<()> {
        let flags = chunk.u16()?;
        let kind = chunk.u16()?;
        let level = chunk.u16()?;
        chunk.skip(6)?;
        let opacity = chunk.u8()?;
        chunk.skip(3)?;
        let name = chunk.text()?;
        let is_group = kind == 1;
        let valid = if is_group { GROUP_OPACITY_IS_VALID } else { LAYER_OPACITY_IS_VALID };
        let opacity = if self.flags & valid == 0 { 255 } else { opacity };
        let tileset = if kind == 2 { Some(chunk.u32()?) } else { None };
        // Layers in a group follow the group in the file, and have a level greater than that of the group. So the parent of a layer is the
        // last layer before it that has a smaller level.
        let parent = self.layers.iter().rposition(|layer| layer.level < level);
        ensure!(level <= MAX_LEVEL, "layer {name:?} is in more than {MAX_LEVEL} groups");
        self.layers.push(Layer { name, flags, level, parent, is_group, opacity, tileset });
        self.check_parts()
    }

    fn parse_tags(&mut self, mut chunk: Bytes) -> Result<()> {
        let count = chunk.u16()?;
        chunk.skip(8)?;
        for _ in 0..count {
            let from = chunk.u16()?;
            let to = chunk.u16()?;
            // Skip three fields of the tag: its direction, its number of repetitions, and its colour.
            chunk.skip(13)?;
            self.tags.push(Tag { name: chunk.text()?, from, to });
        }
        self.check_parts()
    }

    fn parse_slice(&mut self, mut chunk: Bytes) -> Result<()> {
        let count = chunk.u32()?;
        let flags = chunk.u32()?;
        chunk.skip(4)?;
        let mut slice = Slice { name: chunk.text()?, keys: Vec::new() };
        for _ in 0..count {
            let frame = chunk.u32()?;
            let at = [chunk.i32()?, chunk.i32()?];
            let size = [chunk.u32()?, chunk.u32()?];
            chunk.skip(if flags & 1 == 1 { 16 } else { 0 })?;
            let pivot = if flags & 2 == 2 { Some([chunk.i32()?, chunk.i32()?]) } else { None };
            let near = |c: i32| i64::from(c).abs() <= MAX_SLICE;
            ensure!(
                at.into_iter().chain(pivot.into_iter().flatten()).all(near)
                    && size.iter().all(|side| i64::from(*side) <= MAX_SLICE),
                "slice {:?} of {} x {} pixels at {}, {}: the limit is 2^16",
                slice.name,
                size[0],
                size[1],
                at[0],
                at[1]
            );
            slice.keys.push(SliceKey { frame, at, size: size.map(|side| side as i32), pivot });
        }
        self.slices.push(slice);
        self.check_parts()
    }

    /// Adds to the number of pixels in the file. Fails if the sum exceeds the limit. Has to be called before pixels are decompressed,
    /// because that takes memory.
    fn count_pixels(&mut self, pixels: u64) -> Result<()> {
        self.pixels = self.pixels.saturating_add(pixels);
        ensure!(self.pixels <= MAX_PIXELS, "the layers have more than 2^25 pixels in all");
        Ok(())
    }

    fn parse_cel(&mut self, frame: u16, mut chunk: Bytes) -> Result<()> {
        let layer = chunk.u16()?;
        self.parse_cel_of(frame, layer, chunk).with_context(|| {
            // If the cel refers to a layer that does not exist, the message has an empty name.
            let name = self.layers.get(usize::from(layer)).map_or("", |layer| &layer.name);
            format!("frame {frame}: layer {layer} {name:?}")
        })
    }

    fn parse_cel_of(&mut self, frame: u16, layer: u16, mut chunk: Bytes) -> Result<()> {
        let at = [i32::from(chunk.i16()?), i32::from(chunk.i16()?)];
        let opacity = chunk.u8()?;
        let kind = chunk.u16()?;
        let z_index = chunk.i16()?;
        chunk.skip(5)?;
        let content = match kind {
            1 => {
                let linked = (chunk.u16()?, layer);
                // The cel is a link to a cel in another frame. If that cel does not exist, this one is empty, as in Aseprite.
                let Some(cel) = self.cels.get(&linked) else { return Ok(()) };
                cel.content.clone()
            }
            0 | 2 => {
                let size = [chunk.u16()?, chunk.u16()?];
                let pixels = u64::from(size[0]) * u64::from(size[1]);
                self.count_pixels(pixels)?;
                let count = pixels as usize * self.depth.bytes();
                let pixels = if kind == 0 { chunk.take(count)?.to_vec() } else { chunk.unpack(count)? };
                Arc::new(Content::Image { size: size.map(usize::from), pixels })
            }
            3 => Arc::new(self.parse_tiles(chunk)?),
            _ => bail!("a cel has the unknown type {kind}"),
        };
        self.cels.insert((frame, layer), Cel { at, opacity, z_index, content });
        Ok(())
    }

    fn parse_tiles(&mut self, mut chunk: Bytes) -> Result<Content> {
        let size = [chunk.u16()?, chunk.u16()?];
        let bits = chunk.u16()?;
        let masks = [chunk.u32()?, chunk.u32()?, chunk.u32()?, chunk.u32()?];
        chunk.skip(10)?;
        ensure!(matches!(bits, 8 | 16 | 32), "tiles have {bits} bits, which is not supported");
        let count = u64::from(size[0]) * u64::from(size[1]);
        self.count_pixels(count)?;
        let width = usize::from(bits / 8);
        let bytes = chunk.unpack(count as usize * width)?;
        let tile = |bytes: &[u8]| {
            let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
            let is_set = |mask: u32| mask != 0 && bits & mask == mask;
            let [flip_x, flip_y, flip_diagonal] = [masks[1], masks[2], masks[3]].map(is_set);
            // The bits of a tile contain its index and three flips. `masks[0]` selects the bits of the index; each other mask selects the
            // bit of a flip.
            let id = (bits & masks[0]) >> masks[0].trailing_zeros().min(31);
            Tile { id, flip_x, flip_y, flip_diagonal }
        };
        Ok(Content::Tiles {
            size: size.map(usize::from),
            tiles: bytes.chunks_exact(width).map(tile).collect(),
        })
    }

    fn parse_tileset(&mut self, mut chunk: Bytes) -> Result<()> {
        let id = chunk.u32()?;
        let flags = chunk.u32()?;
        let count = chunk.u32()?;
        let size = [chunk.u16()?, chunk.u16()?];
        chunk.skip(16)?;
        chunk.text()?;
        chunk.skip(if flags & 1 == 1 { 8 } else { 0 })?;
        // Bit 1 of the flags means that the file contains the tiles. If it is not set, they are in another file, and the tileset is
        // skipped.
        if flags & 2 == 0 {
            return Ok(());
        }
        let pixels = u64::from(count).saturating_mul(u64::from(size[0]) * u64::from(size[1]));
        self.count_pixels(pixels)?;
        chunk.skip(4)?;
        let pixels = chunk.unpack(pixels as usize * self.depth.bytes());
        let pixels = pixels.with_context(|| format!("tileset {id}"))?;
        let empty = if flags & 4 == 4 { 0 } else { u32::MAX };
        self.tilesets.insert(id, Tileset { tile_size: size.map(usize::from), count, empty, pixels });
        Ok(())
    }
}
