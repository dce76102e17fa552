//! Reads frames from pictures, animations and sprite sheets.

use super::atlas::Atlas;
use super::{Frame, Source, aseprite, plain_frame};
use anyhow::{Result, bail};
use bumper_scene::Picture;
use std::path::Path;
use std::sync::Arc;

/// How a picture is divided into frames.
#[derive(Clone)]
pub enum Sheet {
    None,
    /// Cells of equal size in rows, with a margin around all of them and spacing between them.
    Grid {
        cell: [u16; 2],
        margin: u16,
        spacing: u16,
    },
    /// Named rectangles, which are listed in a separate file.
    Atlas(Arc<Atlas>),
}

/// The largest number of frames that a picture is divided into.
const MAX_FRAMES: u32 = 1 << 16;

/// Reads all frames of a picture or animation file. Pixels of the colour `key` become transparent.
pub fn frames(path: &Path, sheet: &Sheet, key: Option<[u8; 3]>) -> Result<Vec<Frame>> {
    let mut frames = cut(path, sheet, key)?;
    if let (Some(key), Sheet::None) = (key, sheet) {
        frames.iter_mut().for_each(|frame| frame.picture.clear(key));
    }
    Ok(frames)
}

fn cut(path: &Path, sheet: &Sheet, key: Option<[u8; 3]>) -> Result<Vec<Frame>> {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let ending = crate::output::ending(path);
    let read_picture = || Picture::read(path);
    let read_keyed = || {
        let mut picture = read_picture()?;
        key.into_iter().for_each(|key| picture.clear(key));
        Ok::<_, anyhow::Error>(picture)
    };
    match sheet {
        Sheet::Grid { cell, margin, spacing } => {
            grid(path, &stem, &read_keyed()?, *cell, [*margin, *spacing])
        }
        Sheet::Atlas(atlas) => atlas.cut(path, &stem, &read_keyed()?),
        Sheet::None if ["ase", "aseprite"].contains(&ending.as_str()) => aseprite::frames(path, &stem),
        Sheet::None => match animation(path, &stem, &ending)? {
            Some(frames) => Ok(frames),
            None => Ok(vec![single(path, stem, read_picture()?)]),
        },
    }
}

fn single(path: &Path, name: String, picture: Picture) -> Frame {
    let size = picture.size();
    let source = Source { path: path.into(), sheet: size, at: [0, 0], size };
    Frame { source: Some(source), ..plain_frame(name, picture) }
}

/// The frames of an animation file. `None` for a file without an animation, which has to be read as a picture.
fn animation(path: &Path, stem: &str, ending: &str) -> Result<Option<Vec<Frame>>> {
    let pictures = match ending {
        "gif" => Some(super::animation::gif(path)?),
        "png" | "apng" => super::animation::png(path)?,
        "webp" => super::animation::webp(path)?,
        _ => None,
    };
    let Some(pictures) = pictures else { return Ok(None) };
    let one = pictures.len() == 1;
    let name = |k: usize| if one { stem.into() } else { format!("{stem}-{k}") };
    Ok(Some(pictures.into_iter().enumerate().map(|(k, picture)| plain_frame(name(k), picture)).collect()))
}

fn grid(
    path: &Path,
    stem: &str,
    picture: &Picture,
    cell: [u16; 2],
    [margin, spacing]: [u16; 2],
) -> Result<Vec<Frame>> {
    let size = picture.size();
    // In each direction, the cells must fill the picture: after the last cell, there may be nothing, another margin, or spacing.
    let count = |k: usize| {
        let cell = u32::from(cell[k]);
        let room = u32::from(size[k]).checked_sub(u32::from(margin))?;
        let step = cell + u32::from(spacing);
        let spacing = u32::from(spacing);
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
    if columns * rows > MAX_FRAMES {
        bail!("a grid of {w}x{h} cuts the sheet into {} cells: the limit is 65536", columns * rows);
    }
    let part = |k: u32| {
        let place = |at: u32, side: u16| u32::from(margin) + at * (u32::from(side) + u32::from(spacing));
        let at = [place(k % columns, w), place(k / columns, h)];
        let source = Source { path: path.into(), sheet: size, at, size: cell };
        Frame { source: Some(source), ..plain_frame(format!("{stem}-{k}"), picture.part(at, cell)) }
    };
    Ok((0..columns * rows).map(part).collect())
}
