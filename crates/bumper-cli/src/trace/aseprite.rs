//! Frames from Aseprite files: each frame under its tag, layers and slices as hitboxes of their own.

use super::Frame;
use anyhow::{Context, Result, anyhow, bail, ensure};
use asefile::{AsepriteFile, Layer};
use bumper::Aabb;
use bumper_scene::Picture;
use flate2::read::ZlibDecoder;
use std::io::Read;
use std::path::Path;

/// Layers of these names are hitboxes and no part of the picture.
const KINDS: [&str; 3] = ["hit", "hurt", "push"];

pub fn frames(path: &Path, stem: &str) -> Result<Vec<Frame>> {
    let bytes = crate::input::load(path)?;
    check(&bytes)?;
    // The crate panics on some broken files.
    let read = std::panic::catch_unwind(|| AsepriteFile::read(bytes.as_slice()).map(|file| all(&file, stem)));
    let frames = read.map_err(|_| anyhow!("no Aseprite file, or a broken one"))?;
    frames
        .map_err(|error| anyhow!("{}", error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")))?
}

fn all(file: &AsepriteFile, stem: &str) -> Result<Vec<Frame>> {
    let one = file.num_frames() == 1;
    (0..file.num_frames())
        .map(|index| {
            let mut frame = Frame {
                name: name(file, stem, index, one),
                picture: over(file, index, |layer| kind(layer).is_none())?,
                layers: Vec::new(),
                slices: Vec::new(),
                source: None,
                anchor: None,
            };
            for layer in file.layers().filter(|layer| kind(layer).is_some()) {
                let picture = over(file, index, |other| other.id() == layer.id())?;
                frame.layers.push((kind(&layer).unwrap_or_default(), picture));
            }
            for slice in file.slices() {
                // A key holds until the next.
                let key =
                    slice.keys.iter().filter(|key| key.from_frame <= index).max_by_key(|key| key.from_frame);
                let Some(key) = key.filter(|key| key.size.0 > 0 && key.size.1 > 0) else { continue };
                let (x, y) = key.origin;
                let end = |from: i32, size: u32| from.saturating_add_unsigned(size);
                let area = Aabb::new([x, y], [end(x, key.size.0), end(y, key.size.1)]);
                frame.slices.push((slice.name.clone(), area));
                if let Some((px, py)) = key.pivot {
                    frame.anchor = Some([x.saturating_add(px), y.saturating_add(py)].map(f64::from));
                }
            }
            Ok(frame)
        })
        .collect()
}

/// The frame's number in its tag, or in the file.
fn name(file: &AsepriteFile, stem: &str, index: u32, one: bool) -> String {
    // Of tags within tags the smallest.
    let tags = (0..file.num_tags()).filter_map(|tag| file.get_tag(tag));
    let around = tags.filter(|tag| (tag.from_frame()..=tag.to_frame()).contains(&index));
    match around.min_by_key(|tag| tag.to_frame() - tag.from_frame()) {
        Some(tag) => format!("{stem}-{}-{}", tag.name(), index - tag.from_frame()),
        None if one => stem.into(),
        None => format!("{stem}-{index}"),
    }
}

/// What kind of hitbox a layer is, by its name or that of the group that it is in.
fn kind(layer: &Layer) -> Option<String> {
    let name = layer.name().trim().to_lowercase();
    let own = KINDS.contains(&name.as_str()).then_some(name);
    own.or_else(|| layer.parent().and_then(|group| kind(&group)))
}

/// The picture of some layers, the lower ones first. Those of a kind count whether they are shown or not: their pixels are
/// hitboxes and often hidden.
fn over(file: &AsepriteFile, index: u32, wanted: impl Fn(&Layer) -> bool) -> Result<Picture> {
    let mut all = image::RgbaImage::new(file.width() as u32, file.height() as u32);
    for layer in file.layers().filter(|layer| wanted(layer) && (kind(layer).is_some() || layer.is_visible()))
    {
        let cel = layer.frame(index);
        if cel.is_empty() {
            continue;
        }
        for (below, above) in all.pixels_mut().zip(cel.image().pixels()) {
            let [source, target] = [f32::from(above.0[3]) / 255.0, f32::from(below.0[3]) / 255.0];
            let alpha = source + target * (1.0 - source);
            for k in 0..3 {
                let sum = f32::from(above.0[k]) * source + f32::from(below.0[k]) * target * (1.0 - source);
                below.0[k] = (sum / alpha.max(f32::MIN_POSITIVE)).round() as u8;
            }
            below.0[3] = (alpha * 255.0).round() as u8;
        }
    }
    Ok(Picture::of(all)?)
}

/// How many pixels the layers of all frames may have, and how many these have laid over each other.
const MOST_PIXELS: u64 = 1 << 25;

/// How many pixels a frame may have.
const MOST_IN_FRAME: u64 = 1 << 24;

/// How many pixels are looked at while the layers of all frames are laid over each other.
const MOST_WORK: u64 = 1 << 30;

/// How many layers, slices and tags times frames there may be.
const MOST_PARTS: u64 = 1 << 20;

/// Goes over a file before the crate reads it, which unpacks whatever it is given: sizes that lie are refused here. The format is
/// that of Aseprite's `docs/ase-file-specs.md`.
fn check(bytes: &[u8]) -> Result<()> {
    let mut head = Bytes(bytes);
    head.skip(4)?;
    if head.u16()? != 0xa5e0 {
        bail!("no Aseprite file, or a broken one");
    }
    let (frames, width, height, depth) = (head.u16()?, head.u16()?, head.u16()?, head.u16()?);
    let canvas = u64::from(width) * u64::from(height);
    ensure!(
        canvas <= MOST_IN_FRAME && canvas * u64::from(frames.max(1)) <= MOST_PIXELS,
        "{frames} frames of {width} x {height} pixels: at most 2^24 a frame and 2^25 in all are read"
    );
    let mut file = Bytes(bytes);
    file.skip(128)?;
    let mut counts = Counts { depth: u64::from(depth / 8), ..Counts::default() };
    for _ in 0..frames {
        let size = file.u32()?;
        let mut frame = Bytes(file.take((size as usize).checked_sub(4).context("a broken Aseprite file")?)?);
        frame.skip(2)?;
        let old = frame.u16()?;
        frame.skip(4)?;
        let new = frame.u32()?;
        for _ in 0..if new == 0 { u32::from(old) } else { new } {
            let size = frame.u32()?;
            let chunk = frame.take((size as usize).checked_sub(4).context("a broken Aseprite file")?)?;
            counts.chunk(Bytes(chunk))?;
        }
        ensure!(counts.pixels <= MOST_PIXELS, "the layers have more than 2^25 pixels in all");
        ensure!(counts.cels * canvas <= MOST_WORK, "there are more layers and frames than can be drawn");
        ensure!(
            counts.parts * u64::from(frames) <= MOST_PARTS,
            "there are more layers, slices and tags than are read"
        );
    }
    Ok(())
}

/// What was found in a file.
#[derive(Default)]
struct Counts {
    /// Bytes a pixel.
    depth: u64,
    pixels: u64,
    cels: u64,
    parts: u64,
}

impl Counts {
    fn chunk(&mut self, mut chunk: Bytes) -> Result<()> {
        match chunk.u16()? {
            // A layer, a slice.
            0x2004 | 0x2022 => self.parts += 1,
            0x2018 => self.parts += u64::from(chunk.u16()?),
            0x2005 => {
                self.cels += 1;
                chunk.skip(7)?;
                let kind = chunk.u16()?;
                chunk.skip(7)?;
                if kind == 1 {
                    return Ok(());
                }
                let pixels = u64::from(chunk.u16()?) * u64::from(chunk.u16()?);
                if kind == 3 {
                    // Tiles: four bytes each.
                    chunk.skip(28)?;
                    return self.packed(pixels, 4, chunk.0);
                }
                if kind == 2 {
                    return self.packed(pixels, self.depth, chunk.0);
                }
                self.pixels += pixels;
            }
            0x2023 => {
                chunk.skip(4)?;
                let flags = chunk.u32()?;
                let count = u64::from(chunk.u32()?);
                let pixels = count.saturating_mul(u64::from(chunk.u16()?) * u64::from(chunk.u16()?));
                chunk.skip(16)?;
                let name = chunk.u16()?;
                chunk.skip(usize::from(name))?;
                chunk.skip(if flags & 1 == 1 { 8 } else { 0 })?;
                if flags & 2 == 2 {
                    chunk.skip(4)?;
                    return self.packed(pixels, self.depth, chunk.0);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Counts pixels that are packed, and sees whether they unpack to more than that.
    fn packed(&mut self, pixels: u64, depth: u64, bytes: &[u8]) -> Result<()> {
        self.pixels = self.pixels.saturating_add(pixels);
        if self.pixels <= MOST_PIXELS {
            let most = pixels * depth;
            let mut unpacked = ZlibDecoder::new(bytes).take(most + 1);
            let length = std::io::copy(&mut unpacked, &mut std::io::sink()).unwrap_or_default();
            ensure!(length <= most, "a layer unpacks to more than its size");
        }
        Ok(())
    }
}

/// What is still to be read: numbers with the lowest byte first.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let (first, rest) =
            self.0.split_at_checked(count).context("a broken Aseprite file: it ends too early")?;
        self.0 = rest;
        Ok(first)
    }

    fn skip(&mut self, count: usize) -> Result<()> {
        self.take(count).map(|_| ())
    }

    fn u16(&mut self) -> Result<u16> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32> {
        self.take(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}
