//! Frames from pictures, animations and sheets.

use super::{Frame, Source, aseprite};
use anyhow::{Context, Result, anyhow, bail};
use bumper_scene::Picture;
use image::AnimationDecoder;
use image::codecs::{gif::GifDecoder, webp::WebPDecoder};
use serde::Deserialize;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// How a picture holds several frames.
#[derive(Clone)]
pub enum Sheet {
    No,
    /// Cells of a size, row by row, with room around all and between them.
    Grid {
        cell: [u16; 2],
        margin: u16,
        spacing: u16,
    },
    /// Named places, in a file beside it.
    Atlas(PathBuf),
}

/// How many pixels the frames of one file may have in all, half of the largest picture. Few bytes unpack to many frames.
const MOST_PIXELS: u64 = 1 << 25;

/// How many pixels a frame of an animation may have: decoders keep several.
const MOST_IN_FRAME: u64 = 1 << 24;

/// How many frames a sheet is cut into at most.
const MOST_FRAMES: u32 = 1 << 16;

/// All frames of a file. What has the colour of the key is transparent.
pub fn frames(path: &Path, sheet: &Sheet, key: Option<[u8; 3]>) -> Result<Vec<Frame>> {
    let mut frames = cut(path, sheet, key)?;
    if let (Some(key), Sheet::No) = (key, sheet) {
        frames.iter_mut().for_each(|frame| frame.picture.clear(key));
    }
    Ok(frames)
}

fn cut(path: &Path, sheet: &Sheet, key: Option<[u8; 3]>) -> Result<Vec<Frame>> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = crate::output::ending(path);
    let whole = || Picture::read(path);
    let keyed = || {
        let mut picture = whole()?;
        key.into_iter().for_each(|key| picture.clear(key));
        Ok::<_, anyhow::Error>(picture)
    };
    match (sheet, ending.as_str()) {
        (Sheet::Grid { cell, margin, spacing }, _) => {
            grid(path, &stem, &keyed()?, *cell, [*margin, *spacing])
        }
        (Sheet::Atlas(atlas), _) => self::atlas(path, &keyed()?, atlas),
        (Sheet::No, "ase" | "aseprite") => aseprite::frames(path, &stem),
        (Sheet::No, "gif") => {
            let decoder = GifDecoder::new(BufReader::new(File::open(path)?)).map_err(one_line)?;
            animation(&stem, decoder)
        }
        (Sheet::No, "webp") => {
            let decoder = WebPDecoder::new(BufReader::new(File::open(path)?)).map_err(one_line)?;
            if decoder.has_animation() {
                animation(&stem, decoder)
            } else {
                Ok(vec![single(path, stem, whole()?)])
            }
        }
        (Sheet::No, _) => Ok(vec![single(path, stem, whole()?)]),
    }
}

fn plain(name: String, picture: Picture) -> Frame {
    Frame { name, picture, layers: Vec::new(), slices: Vec::new(), source: None, anchor: None }
}

fn single(path: &Path, name: String, picture: Picture) -> Frame {
    let size = picture.size();
    let source = Source { path: path.into(), sheet: size, at: [0, 0], size };
    Frame { source: Some(source), ..plain(name, picture) }
}

fn one_line(error: image::ImageError) -> anyhow::Error {
    anyhow!("{}", error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

fn animation<'a>(
    stem: &str,
    mut decoder: impl AnimationDecoder<'a> + image::ImageDecoder,
) -> Result<Vec<Frame>> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MOST_IN_FRAME {
        bail!("the frames have {width} x {height} pixels: of animations at most 2^24 are read");
    }
    decoder.set_limits(bumper_scene::limits()).map_err(one_line)?;
    let mut frames = Vec::new();
    for frame in decoder.into_frames() {
        let picture = Picture::of(frame.map_err(one_line)?.into_buffer())?;
        if (frames.len() as u64 + 1) * pixels > MOST_PIXELS {
            bail!("the frames have more than 2^25 pixels in all");
        }
        frames.push(plain(String::new(), picture));
    }
    let one = frames.len() == 1;
    for (k, frame) in frames.iter_mut().enumerate() {
        frame.name = if one { stem.into() } else { format!("{stem}-{k}") };
    }
    Ok(frames)
}

fn grid(
    path: &Path,
    stem: &str,
    picture: &Picture,
    cell: [u16; 2],
    [margin, spacing]: [u16; 2],
) -> Result<Vec<Frame>> {
    let size = picture.size();
    // What is left over may be another margin, or the room after the last cell.
    let count = |k: usize| {
        let (cell, room) = (u32::from(cell[k]), u32::from(size[k]).checked_sub(u32::from(margin))?);
        let (step, spacing) = (cell + u32::from(spacing), u32::from(spacing));
        let count = (cell > 0).then(|| (room + spacing) / step).filter(|count| *count > 0)?;
        let left = (room + spacing) - count * step;
        [0, u32::from(margin), spacing].contains(&left).then_some(count)
    };
    let ([w, h], [width, height]) = (cell, size);
    let (Some(columns), Some(rows)) = (count(0), count(1)) else {
        let room = if margin + spacing > 0 {
            format!(" with a margin of {margin} and a spacing of {spacing}")
        } else {
            String::new()
        };
        bail!("a grid of {w}x{h}{room} does not divide the sheet of {width}x{height} pixels");
    };
    if columns * rows > MOST_FRAMES {
        bail!("a grid of {w}x{h} cuts the sheet into {} cells: at most 65536 are read", columns * rows);
    }
    let part = |k: u32| {
        let place = |at: u32, side: u16| u32::from(margin) + at * (u32::from(side) + u32::from(spacing));
        let at = [place(k % columns, w), place(k / columns, h)];
        let source = Source { path: path.into(), sheet: size, at, size: cell };
        Frame { source: Some(source), ..plain(format!("{stem}-{k}"), picture.part(at, cell)) }
    };
    Ok((0..columns * rows).map(part).collect())
}

#[derive(Deserialize)]
struct Atlas {
    frames: Places,
}

/// TexturePacker writes a list or a map; the map in the order of the file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Places {
    List(Vec<Place>),
    Map(serde_json::Map<String, serde_json::Value>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    #[serde(default)]
    filename: String,
    frame: Rectangle,
    #[serde(default)]
    rotated: bool,
    sprite_source_size: Option<Rectangle>,
    source_size: Option<Size>,
    /// The anchor, in parts of the source size.
    pivot: Option<Part>,
}

#[derive(Deserialize)]
struct Part {
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Rectangle {
    x: u32,
    y: u32,
    w: u16,
    h: u16,
}

#[derive(Deserialize)]
struct Size {
    w: u16,
    h: u16,
}

fn atlas(path: &Path, picture: &Picture, atlas: &Path) -> Result<Vec<Frame>> {
    let name = || atlas.display().to_string();
    let text = std::fs::read(atlas).with_context(name)?;
    let read: Atlas = serde_json::from_slice(&text).with_context(|| format!("{}: no sheet", name()))?;
    let places = match read.frames {
        Places::List(places) => places,
        Places::Map(map) => {
            let named = |(key, value): (String, serde_json::Value)| {
                let place: Place =
                    serde_json::from_value(value).with_context(|| format!("{}: frame {key:?}", name()))?;
                Ok(Place { filename: key, ..place })
            };
            map.into_iter().map(named).collect::<Result<_>>()?
        }
    };
    let mut pixels = 0;
    let read = |place: Place| {
        let [w, h] =
            place.source_size.as_ref().map_or([place.frame.w, place.frame.h], |size| [size.w, size.h]);
        let part = u64::from(place.frame.w) * u64::from(place.frame.h);
        pixels += part.max(u64::from(w) * u64::from(h));
        if pixels > MOST_PIXELS {
            bail!("{}: the frames have more than 2^25 pixels in all", name());
        }
        atlas_frame(path, picture, &place).with_context(|| format!("{}: frame {:?}", name(), place.filename))
    };
    places.into_iter().map(read).collect()
}

fn atlas_frame(path: &Path, picture: &Picture, place: &Place) -> Result<Frame> {
    let Rectangle { x, y, w, h } = place.frame;
    // A sprite that was turned to save room lies clockwise in the sheet; its sizes are those before that.
    let stored = if place.rotated { [h, w] } else { [w, h] };
    let [width, height] = picture.size().map(u64::from);
    if u64::from(x) + u64::from(stored[0]) > width || u64::from(y) + u64::from(stored[1]) > height {
        bail!("the place is beyond the sheet of {width}x{height} pixels");
    }
    let part = picture.part([x, y], stored);
    let part = if place.rotated { turned_back(&part) } else { part };
    let at = place.sprite_source_size.as_ref().map_or([0, 0], |source| [source.x, source.y]);
    let size = place.source_size.as_ref().map_or([w, h], |size| [size.w, size.h]);
    let whole = u64::from(size[0]) * u64::from(size[1]);
    if u64::from(at[0]) + u64::from(w) > u64::from(size[0])
        || u64::from(at[1]) + u64::from(h) > u64::from(size[1])
    {
        bail!("the sprite is beyond its source size of {}x{} pixels", size[0], size[1]);
    }
    if whole > 1 << 26 {
        bail!("the source size is more than 2^26 pixels");
    }
    let source = Source { path: path.into(), sheet: picture.size(), at: [x, y], size: [w, h] };
    let source = (!place.rotated && size == [w, h]).then_some(source);
    let anchor =
        place.pivot.as_ref().map(|pivot| [pivot.x * f64::from(size[0]), pivot.y * f64::from(size[1])]);
    let name = Path::new(&place.filename).with_extension("").display().to_string();
    Ok(Frame {
        source,
        anchor,
        ..plain(name, if size == part.size() { part } else { padded(&part, at, size) })
    })
}

/// A quarter counterclockwise.
fn turned_back(picture: &Picture) -> Picture {
    let [w, h] = picture.size().map(usize::from);
    let pixels = (0..w).flat_map(|j| (0..h).map(move |i| (i, j)));
    let bytes = pixels.flat_map(|(i, j)| {
        let from = (i * w + (w - 1 - j)) * 4;
        picture.pixels()[from..from + 4].to_vec()
    });
    let [width, height] = picture.size();
    Picture::new([height, width], bytes.collect()).expect("four bytes a pixel")
}

/// The picture at a place of a larger, transparent one.
fn padded(picture: &Picture, at: [u32; 2], size: [u16; 2]) -> Picture {
    let [w, h] = picture.size().map(usize::from);
    let width = usize::from(size[0]);
    let mut pixels = vec![0; width * usize::from(size[1]) * 4];
    for j in 0..h {
        let to = ((at[1] as usize + j) * width + at[0] as usize) * 4;
        pixels[to..to + w * 4].copy_from_slice(&picture.pixels()[j * w * 4..(j + 1) * w * 4]);
    }
    Picture::new(size, pixels).expect("four bytes a pixel")
}
