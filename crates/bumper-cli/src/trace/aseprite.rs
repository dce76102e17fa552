//! Reads frames from Aseprite files. Frames are named after their tags. Slices, and layers with the names in [`KINDS`], become additional
//! hitboxes.

mod bytes;
mod file;
mod palette;
mod render;

use super::Frame;
use anyhow::{Result, ensure};
use bumper::Aabb;
use file::{File, MAX_PIXELS};
use std::path::Path;

/// The names of layers that are hitboxes. Such layers are not a part of the picture.
const KINDS: [&str; 3] = ["hit", "hurt", "push"];

/// The limit for the number of pixels that are blended over others, in all frames of a file. It bounds the time.
const MAX_BLENDED: u64 = 1 << 30;

/// Reads all frames of an Aseprite file.
///
/// A layer is a hitbox if it is called `hit`, `hurt` or `push`, or if it is in a group with such a name. Hitbox layers are used even if
/// they are hidden, because artists usually hide them in the editor.
pub fn frames(path: &Path, stem: &str) -> Result<Vec<Frame>> {
    let bytes = crate::input::load(path)?;
    let file = File::parse(&bytes)?;
    let kinds: Vec<_> = (0..file.layers.len()).map(|layer| file.kind(layer)).collect();
    let used: Vec<_> = KINDS.into_iter().filter(|kind| kinds.contains(&Some(*kind))).collect();
    check_work(&file, used.len())?;
    (0..file.frames)
        .map(|index| {
            let is_seen = |layer: usize| kinds[layer].is_none() && file.is_visible(layer);
            let mut frame = Frame {
                name: file.frame_name(stem, index),
                picture: file.render(index, &is_seen)?,
                layers: Vec::new(),
                slices: Vec::new(),
                source: None,
                anchor: None,
            };
            for kind in &used {
                let is_wanted =
                    |layer: usize| kinds[layer] == Some(kind) && !file.layers[layer].is_reference();
                frame.layers.push((kind.to_string(), file.render(index, &is_wanted)?));
            }
            file.add_slices(&mut frame, index.into());
            Ok(frame)
        })
        .collect()
}

/// Fails for files that would take minutes or too much memory to draw, although the files are small.
fn check_work(file: &File, kinds: usize) -> Result<()> {
    let canvas = u64::from(file.size[0]) * u64::from(file.size[1]);
    let pictures = canvas * u64::from(file.frames) * (1 + kinds as u64);
    ensure!(pictures <= 2 * MAX_PIXELS, "the hitbox layers of all frames have more than 2^26 pixels");
    let blended = canvas
        .saturating_mul(file.cels.len() as u64)
        .saturating_add(pictures.saturating_mul(file.translucent_groups() as u64));
    ensure!(blended <= MAX_BLENDED, "there are too many layers and frames");
    Ok(())
}

impl File {
    /// The kind of hitbox that a layer contains: the entry of [`KINDS`] that is the name of the layer or of a group around it. `None` for
    /// all other layers, which belong to the picture.
    fn kind(&self, layer: usize) -> Option<&'static str> {
        self.with_groups(layer).find_map(|layer| {
            let name = self.layers[layer].name.trim().to_lowercase();
            KINDS.into_iter().find(|kind| *kind == name)
        })
    }

    /// Whether a layer and all groups that contain it are visible.
    fn is_visible(&self, layer: usize) -> bool {
        !self.layers[layer].is_reference()
            && self.with_groups(layer).all(|layer| self.layers[layer].is_visible())
    }

    /// A layer, followed by the groups that contain it, the innermost group first.
    fn with_groups(&self, layer: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(layer), |layer| self.layers[*layer].parent)
    }

    /// The name of a frame: the stem of the file name, the tag of the frame, and its number within the tag. A frame without a tag has its
    /// number within the file instead. The only frame of a file has no number.
    fn frame_name(&self, stem: &str, index: u16) -> String {
        let enclosing = self.tags.iter().filter(|tag| (tag.from..=tag.to).contains(&index));
        // Several tags may contain the frame. The shortest is the most specific one, so use that.
        match enclosing.min_by_key(|tag| tag.to - tag.from) {
            Some(tag) => format!("{stem}-{}-{}", tag.name, index - tag.from),
            None if self.frames == 1 => stem.into(),
            None => format!("{stem}-{index}"),
        }
    }

    fn add_slices(&self, frame: &mut Frame, index: u32) {
        for slice in &self.slices {
            // A slice has keyframes. Each gives its rectangle and pivot from its frame on, until the next keyframe of the slice.
            let key = slice.keys.iter().filter(|key| key.frame <= index).max_by_key(|key| key.frame);
            let Some(key) = key.filter(|key| key.size.iter().all(|side| *side > 0)) else { continue };
            let [x, y] = key.at;
            frame.slices.push((slice.name.clone(), Aabb::new([x, y], [x + key.size[0], y + key.size[1]])));
            if let Some(pivot) = key.pivot {
                frame.anchor = Some([x + pivot[0], y + pivot[1]].map(f64::from));
            }
        }
    }
}
