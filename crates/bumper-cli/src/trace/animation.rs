//! Reads animated GIF, PNG and WebP files, and composes their frames as a viewer shows them.
//!
//! The crate `image` composes the frames of GIF files. It makes errors with APNG and WebP, if the file asks to erase a frame before the
//! next one is drawn ("disposal"). With APNG, the area under the frame does not always get its previous content back. With WebP, the area
//! is not cleared. So this module composes the frames of these two formats itself.

use anyhow::{Context, Result, bail, ensure};
use bumper_scene::Picture;
use image::codecs::{gif::GifDecoder, webp::WebPDecoder};
use image::{AnimationDecoder, DynamicImage, ImageDecoder, RgbaImage, imageops};
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::Path;

/// The largest number of pixels of all frames of a file. This limit is needed because a file of a few bytes can decompress to many frames.
pub const MAX_PIXELS: u64 = 1 << 25;

/// The largest number of pixels of one frame. It limits the memory, because decoders hold several frames.
const MAX_FRAME_PIXELS: u64 = 1 << 24;

/// The frames of a GIF.
pub fn gif(path: &Path) -> Result<Vec<Picture>> {
    let bytes = without_empty_extensions(&crate::input::load(path)?);
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(one_line)?;
    let (width, height) = decoder.dimensions();
    let mut frames = Frames::new(width, height)?;
    decoder.set_limits(bumper_scene::limits()).map_err(one_line)?;
    for (k, frame) in decoder.into_frames().enumerate() {
        frames.push(frame.map_err(one_line).with_context(|| format!("frame {k}"))?.into_buffer())?;
    }
    Ok(frames.pictures)
}

/// The size in bytes of the color table that follows. `flags` is the byte that describes the table: whether it exists, and how many colors
/// it has.
fn without_empty_extensions(bytes: &[u8]) -> Vec<u8> {
    // The size in bytes of a color table, given the byte of flags that describes the table.
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let Some(flags) = bytes.get(10) else { return bytes.to_vec() };
    let mut at = 13 + table(*flags);
    // `copy` is the result so far. It consists of the bytes before `start`, without the blocks that were removed.
    let mut copy = Vec::with_capacity(bytes.len());
    let mut start = 0;
    loop {
        let mut data = match bytes.get(at..) {
            Some([0x21, _, 0, ..]) => {
                copy.extend_from_slice(&bytes[start..at]);
                at += 3;
                start = at;
                continue;
            }
            Some([0x21, ..]) => at + 2,
            // An image block begins with a descriptor of ten bytes. Its last byte contains the flags. Then come a color table and one byte,
            // the code size. The data starts after that.
            Some([0x2c, ..]) if bytes.len() > at + 9 => at + 11 + table(bytes[at + 9]),
            _ => break,
        };
        // Skip the data of the block. It consists of sub-blocks. Each begins with a byte for its size. A size of zero marks the end.
        while let Some(size) = bytes.get(data).filter(|size| **size > 0) {
            data += 1 + usize::from(*size);
        }
        at = data + 1;
    }
    copy.extend_from_slice(&bytes[start..]);
    copy
}

/// The frames of an APNG; `None` if the PNG has no animation.
pub fn png(path: &Path) -> Result<Option<Vec<Picture>>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    // A file that is damaged or not a PNG is not an error yet: the reader of pictures will report it.
    let Ok(info) = decoder.read_header_info() else { return Ok(None) };
    let width = info.width;
    let height = info.height;
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let Ok(mut reader) = decoder.read_info() else { return Ok(None) };
    let Some(count) = reader.info().animation_control().map(|control| control.num_frames) else {
        return Ok(None);
    };
    if count < 2 {
        return Ok(None);
    }
    let mut frames = Frames::new(width, height)?;
    let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
    if reader.info().frame_control().is_none() {
        // Skip the default image, which is not a part of the animation. It is for viewers that do not support animations.
        reader.next_frame(&mut bytes)?;
    }
    for _ in 0..count {
        let output = reader.next_frame(&mut bytes)?;
        let control = reader.info().frame_control().copied().context("a frame without a place")?;
        let part = bytes.get(..output.buffer_size()).context("a frame is too large")?.to_vec();
        let part = match output.color_type {
            png::ColorType::GrayscaleAlpha => {
                image::GrayAlphaImage::from_raw(output.width, output.height, part).map(DynamicImage::from)
            }
            _ => RgbaImage::from_raw(output.width, output.height, part).map(DynamicImage::from),
        };
        let dispose = match control.dispose_op {
            png::DisposeOp::None => Dispose::Keep,
            png::DisposeOp::Background => Dispose::Clear,
            png::DisposeOp::Previous => Dispose::Restore,
        };
        frames.compose(Part {
            picture: part.context("a frame is too small")?.into_rgba8(),
            at: [control.x_offset, control.y_offset],
            blend: control.blend_op == png::BlendOp::Over,
            dispose,
        })?;
    }
    Ok(Some(frames.pictures))
}

/// The frames of an animated WebP; `None` if the file has no animation.
///
/// The format is described in RFC 9649. Each frame is a chunk of the file, which contains a picture in the form that other WebP files have.
pub fn webp(path: &Path) -> Result<Option<Vec<Picture>>> {
    let decoder = WebPDecoder::new(BufReader::new(File::open(path)?)).map_err(one_line)?;
    if !decoder.has_animation() {
        return Ok(None);
    }
    let (width, height) = decoder.dimensions();
    let mut frames = Frames::new(width, height)?;
    let bytes = crate::input::load(path)?;
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((name, content, after)) = chunk(rest) {
        rest = after;
        if name != b"ANMF" {
            continue;
        }
        let (head, data) = content.split_at_checked(16).context("a frame without a place")?;
        let number = |k: usize| u32::from_le_bytes([head[k], head[k + 1], head[k + 2], 0]);
        let at = [number(0) * 2, number(3) * 2];
        let size = [number(6) + 1, number(9) + 1];
        ensure!(at[0] + size[0] <= width && at[1] + size[1] <= height, "a frame is larger than the picture");
        frames.compose(Part {
            picture: webp_part(data, size)?,
            at,
            blend: head[15] & 2 == 0,
            dispose: if head[15] & 1 == 1 { Dispose::Clear } else { Dispose::Keep },
        })?;
    }
    Ok(Some(frames.pictures))
}

/// Splits off the first chunk of a WebP file. Returns its name, its content, and the remaining bytes.
fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (name, rest) = bytes.split_at_checked(4)?;
    let (size, rest) = rest.split_at_checked(4)?;
    let size = u32::from_le_bytes(size.try_into().ok()?) as usize;
    let (content, after) = rest.split_at_checked(size)?;
    // Chunks start at even offsets, so a byte of padding follows a chunk of odd size.
    Some((name, content, after.get(size % 2..).unwrap_or_default()))
}

/// Decodes the picture of a frame of a WebP file. `data` is the picture as it is stored in the chunk of the frame. The decoder requires a
/// complete file, so a file with only this picture is made first.
fn webp_part(data: &[u8], [width, height]: [u32; 2]) -> Result<RgbaImage> {
    let mut body = b"WEBP".to_vec();
    if data.starts_with(b"ALPH") {
        body.extend(b"VP8X\x0a\0\0\0\x10\0\0\0");
        body.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
        body.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
    }
    body.extend_from_slice(data);
    let file = [b"RIFF".as_slice(), &(body.len() as u32).to_le_bytes(), &body].concat();
    let mut decoder = WebPDecoder::new(Cursor::new(file)).map_err(one_line)?;
    if decoder.dimensions() != (width, height) || decoder.has_animation() {
        bail!("a frame and its picture differ in size");
    }
    decoder.set_limits(bumper_scene::limits()).map_err(one_line)?;
    Ok(DynamicImage::from_decoder(decoder).map_err(one_line)?.into_rgba8())
}

/// What happens to the rectangle of a frame before the next frame is drawn ("disposal" in the file formats).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dispose {
    Keep,
    /// The rectangle of the frame becomes transparent.
    Clear,
    /// The rectangle of the frame gets back the content that it had before the frame was drawn.
    Restore,
}

/// A frame as it is stored in the file: a picture that changes a rectangle of the canvas.
struct Part {
    picture: RgbaImage,
    at: [u32; 2],
    /// Whether the picture is blended over the canvas (true) or replaces the pixels of the canvas (false).
    blend: bool,
    dispose: Dispose,
}

/// The frames that have been composed so far, and the canvas on which the next frame will be drawn.
struct Frames {
    canvas: RgbaImage,
    pictures: Vec<Picture>,
}

impl Frames {
    fn new(width: u32, height: u32) -> Result<Self> {
        if u64::from(width) * u64::from(height) > MAX_FRAME_PIXELS {
            bail!("the frames have {width} x {height} pixels: the limit for animations is 2^24");
        }
        Ok(Self { canvas: RgbaImage::new(width, height), pictures: Vec::new() })
    }

    fn push(&mut self, frame: RgbaImage) -> Result<()> {
        let pixels = u64::from(self.canvas.width()) * u64::from(self.canvas.height());
        if (self.pictures.len() as u64 + 1) * pixels > MAX_PIXELS {
            bail!("the frames have more than 2^25 pixels in all");
        }
        self.pictures.push(Picture::of(frame)?);
        Ok(())
    }

    fn compose(&mut self, part: Part) -> Result<()> {
        let before = (part.dispose == Dispose::Restore).then(|| self.canvas.clone());
        let [x, y] = part.at.map(i64::from);
        if part.blend {
            imageops::overlay(&mut self.canvas, &part.picture, x, y);
        } else {
            imageops::replace(&mut self.canvas, &part.picture, x, y);
        }
        self.push(self.canvas.clone())?;
        match (part.dispose, before) {
            (Dispose::Clear, _) => {
                let (width, height) = part.picture.dimensions();
                imageops::replace(&mut self.canvas, &RgbaImage::new(width, height), x, y);
            }
            (_, Some(before)) => self.canvas = before,
            (_, None) => {}
        }
        Ok(())
    }
}

/// Converts an error so that its message is a single line.
fn one_line(error: image::ImageError) -> anyhow::Error {
    let text = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    anyhow::anyhow!("{}", text.replace("failed to fill whole buffer", "the file ends too early"))
}
