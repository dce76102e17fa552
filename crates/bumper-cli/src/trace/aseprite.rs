//! Frames from Aseprite files: each frame under its tag, layers and slices as hitboxes of their own.

use super::Frame;
use anyhow::{Result, anyhow};
use asefile::{AsepriteFile, Layer};
use bumper::Aabb;
use bumper_scene::Picture;
use std::path::Path;

/// Layers of these names are hitboxes and no part of the picture.
const KINDS: [&str; 3] = ["hit", "hurt", "push"];

pub fn frames(path: &Path, stem: &str) -> Result<Vec<Frame>> {
    // The crate panics on some broken files.
    let read = std::panic::catch_unwind(|| AsepriteFile::read_file(path).map(|file| all(&file, stem)));
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
