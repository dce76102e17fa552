//! Reads texture atlases (JSON) in the formats of TexturePacker, Aseprite, Adobe Animate and Phaser.

use super::{Frame, Source, animation::MAX_PIXELS, plain_frame, rotated_counterclockwise};
use anyhow::{Context, Result, anyhow, bail, ensure};
use bumper_scene::Picture;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The extensions of picture files. They are removed from the names of sprites.
const PICTURES: [&str; 17] = [
    "ase", "aseprite", "bmp", "gif", "jpeg", "jpg", "kra", "pcx", "png", "psd", "svg", "swf", "tga", "tif",
    "tiff", "webp", "xcf",
];

/// A texture atlas: the sprites of one or several pictures.
pub struct Atlas {
    path: PathBuf,
    textures: Vec<Texture>,
}

/// The sprites of one picture, as the atlas file lists them.
struct Texture {
    /// The path of the picture, if the atlas file contains it.
    image: Option<String>,
    sprites: Sprites,
}

/// The sprites in the order of the file. If the file has an object of sprites, each sprite comes with its key, which is its name. If the
/// file has a list, the names here are `None`, because each sprite contains its own name.
struct Sprites(Vec<(Option<String>, Value)>);

impl<'de> Deserialize<'de> for Sprites {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SpritesVisitor;
        impl<'de> Visitor<'de> for SpritesVisitor {
            type Value = Sprites;

            fn expecting(&self, text: &mut std::fmt::Formatter) -> std::fmt::Result {
                text.write_str("a list or a table of sprites")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Sprites, A::Error> {
                let mut sprites = Vec::new();
                while let Some(sprite) = list.next_element()? {
                    sprites.push((None, sprite));
                }
                Ok(Sprites(sprites))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Sprites, A::Error> {
                let mut sprites = Vec::new();
                while let Some((name, sprite)) = table.next_entry()? {
                    sprites.push((Some(name), sprite));
                }
                Ok(Sprites(sprites))
            }
        }
        deserializer.deserialize_any(SpritesVisitor)
    }
}

/// The content of an atlas file. It has `frames`, the sprites of a single picture, or `textures`, several pictures with their sprites.
#[derive(serde::Deserialize)]
struct Table {
    frames: Option<Sprites>,
    meta: Option<Value>,
    textures: Option<Vec<Page>>,
}

#[derive(serde::Deserialize)]
struct Page {
    image: Option<String>,
    frames: Sprites,
}

/// A sprite of an atlas: its rectangle in the picture, and how it was trimmed.
struct Sprite {
    frame: [i32; 4],
    rotated: bool,
    /// The part of the original frame that remained after transparent borders were trimmed off: x, y, width and height. `None` if the
    /// sprite was not trimmed.
    trimmed: Option<[i32; 4]>,
    size: Option<[i32; 2]>,
    /// The anchor, as fractions of the size of the original frame.
    pivot: Option<[f64; 2]>,
}

impl Atlas {
    /// Reads an atlas file.
    pub fn read(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        let text = crate::input::load(path).with_context(name)?;
        // Skip the UTF-8 byte order mark that some programs write.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
        let table: Table =
            serde_json::from_slice(text).with_context(|| format!("{}: not a sprite sheet", name()))?;
        let textures = match (table.frames, table.textures) {
            (Some(sprites), _) => {
                let image = table.meta.as_ref().and_then(|meta| meta["image"].as_str());
                vec![Texture { image: image.map(String::from), sprites }]
            }
            (None, Some(pages)) => {
                pages.into_iter().map(|page| Texture { image: page.image, sprites: page.frames }).collect()
            }
            (None, None) => {
                bail!("{}: not a sprite sheet: it has neither \"frames\" nor \"textures\"", name())
            }
        };
        Ok(Self { path: path.into(), textures })
    }

    /// Whether the atlas describes several pictures.
    pub fn has_several(&self) -> bool {
        self.textures.len() > 1
    }

    /// Cuts a picture into the sprites that the atlas lists for it. `path` is the path of the picture.
    pub fn cut(&self, path: &Path, stem: &str, picture: &Picture) -> Result<Vec<Frame>> {
        let texture = self.texture(path).with_context(|| self.path.display().to_string())?;
        let mut pixels = 0;
        let mut frames = Vec::new();
        for (index, (key, sprite)) in texture.sprites.0.iter().enumerate() {
            let name = key.as_deref().or_else(|| sprite["filename"].as_str());
            let place = || {
                let shown = name.map_or_else(|| index.to_string(), |name| format!("{name:?}"));
                format!("{}: frame {shown}", self.path.display())
            };
            let read = Sprite::read(sprite).with_context(place)?;
            let [w, h] = read.size.unwrap_or([read.frame[2], read.frame[3]]);
            let area = |w: i32, h: i32| u64::from(w.unsigned_abs()) * u64::from(h.unsigned_abs());
            pixels += area(w, h).max(area(read.frame[2], read.frame[3]));
            ensure!(
                pixels <= MAX_PIXELS,
                "{}: the frames have more than 2^25 pixels in all",
                self.path.display()
            );
            let frame = read.cut(path, picture).with_context(place)?;
            let name = name.map_or_else(|| format!("{stem}-{index}"), |name| without_ending(name).into());
            frames.push(Frame { name, ..frame });
        }
        Ok(frames)
    }

    /// The sprites of the picture `path`. If the atlas describes only one picture, they are all its sprites. Otherwise they are those of
    /// the picture with the same file name.
    fn texture(&self, path: &Path) -> Result<&Texture> {
        // In atlases that were created on Windows, backslashes separate the folders of a path.
        let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        let file_name = path.file_name().map(|name| last(&name.to_string_lossy()));
        let is_named = |texture: &&Texture| texture.image.as_deref().map(last) == file_name;
        match self.textures.as_slice() {
            [only] => Ok(only),
            all => all.iter().find(is_named).ok_or_else(|| {
                let images: Vec<_> = all.iter().filter_map(|texture| texture.image.as_deref()).collect();
                anyhow!("the sheet describes {}, not a picture of this name", images.join(", "))
            }),
        }
    }
}

/// Removes the extension from the name of a sprite, if it is the extension of a picture file.
fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if PICTURES.contains(&ending.to_lowercase().as_str()) && !stem.is_empty() => {
            stem
        }
        _ => name,
    }
}

impl Sprite {
    fn read(value: &Value) -> Result<Self> {
        let place = ["x", "y", "w", "h"];
        let frame = numbers(value, "frame", place)?.context("it has no \"frame\"")?;
        let trimmed = numbers(value, "spriteSourceSize", place)?;
        let size = numbers(value, "sourceSize", ["w", "h"])?;
        let not_negative = |field: &str, number: i32| {
            ensure!(number >= 0, "{field} is {number}, which is negative");
            Ok(())
        };
        for (key, number) in std::iter::zip(place, frame) {
            not_negative(&format!("frame.{key}"), number)?;
        }
        for (key, number) in trimmed.iter().flat_map(|of| [("w", of[2]), ("h", of[3])]) {
            not_negative(&format!("spriteSourceSize.{key}"), number)?;
        }
        for (key, number) in size.iter().flat_map(|of| [("w", of[0]), ("h", of[1])]) {
            not_negative(&format!("sourceSize.{key}"), number)?;
        }
        let pivot = ["pivot", "anchor"].into_iter().map(|key| &value[key]).find(|pivot| pivot.is_object());
        let pivot = pivot.map(|pivot| -> Result<[f64; 2]> {
            let part =
                |key: &str| pivot[key].as_f64().with_context(|| format!("pivot.{key} is not a number"));
            Ok([part("x")?, part("y")?])
        });
        let rotated = &value["rotated"];
        ensure!(rotated.is_null() || rotated.is_boolean(), "rotated is {rotated}, not true or false");
        Ok(Self {
            frame,
            rotated: rotated.as_bool().unwrap_or(false),
            trimmed,
            size,
            pivot: pivot.transpose()?,
        })
    }

    /// Cuts the sprite out of the picture of the atlas. Restores the original frame by adding the transparent pixels that were trimmed off.
    fn cut(&self, path: &Path, picture: &Picture) -> Result<Frame> {
        let [x, y, w, h] = self.frame;
        // The atlas may store a sprite rotated clockwise by 90 degrees. Its width and height in the atlas file are those before this
        // rotation.
        let stored = if self.rotated { [h, w] } else { [w, h] };
        let sheet = picture.size();
        let is_inside = |k: usize| self.frame[k].saturating_add(stored[k]) <= i32::from(sheet[k]);
        ensure!(
            is_inside(0) && is_inside(1),
            "the frame extends beyond the sheet of {}x{} pixels",
            sheet[0],
            sheet[1]
        );
        let at = [x as u32, y as u32];
        // The conversions to unsigned types keep the values, because the rectangle lies within the picture.
        let part = picture.part(at, stored.map(|side| side as u16));
        let part = if self.rotated { rotated_counterclockwise(&part) } else { part };
        let (part, border) = self.without_border(part);
        let place = self.trimmed.map_or([0, 0], |trimmed| [trimmed[0], trimmed[1]]);
        let size = match self.size {
            Some(size) => side_lengths(size)?,
            None => part.size(),
        };
        let is_untrimmed = size == part.size() && place == [0, 0];
        let source = (!self.rotated && is_untrimmed).then(|| Source {
            path: path.into(),
            sheet,
            at: at.map(|c| c + u32::from(border)),
            size,
        });
        let anchor = self.pivot.map(|pivot| std::array::from_fn(|k| pivot[k] * f64::from(size[k])));
        let picture = if is_untrimmed { part } else { placed(&part, place, size)? };
        Ok(Frame { source, anchor, ..plain_frame(String::new(), picture) })
    }

    /// Aseprite can add a border around a sprite ("inner padding", "extrude"), which the rectangle in the atlas includes. Removes this
    /// border. Returns the sprite, and the width of the border.
    fn without_border(&self, part: Picture) -> (Picture, u16) {
        let [.., w, h] = self.frame;
        let border = self.trimmed.map_or([0, 0], |trimmed| [w - trimmed[2], h - trimmed[3]]);
        if border[0] != border[1] || border[0] <= 0 || border[0] % 2 != 0 {
            return (part, 0);
        }
        let border = (border[0] / 2) as u16;
        let size = part.size().map(|side| side.saturating_sub(2 * border));
        (part.part([border.into(); 2], size), border)
    }
}

fn side_lengths(size: [i32; 2]) -> Result<[u16; 2]> {
    let [w, h] = size;
    let too_large = || format!("the source size of {w}x{h} pixels has more than 65535 on a side");
    Ok([u16::try_from(w).with_context(too_large)?, u16::try_from(h).with_context(too_large)?])
}

/// Places `part` into a transparent picture of the size `size`, with its upper left corner at `place`. Fails if solid pixels would lie
/// outside of the picture.
fn placed(part: &Picture, place: [i32; 2], size: [u16; 2]) -> Result<Picture> {
    let [w, h] = part.size().map(i32::from);
    let [width, height] = size.map(i32::from);
    let mut pixels = vec![0; usize::from(size[0]) * usize::from(size[1]) * 4];
    for (index, pixel) in part.pixels().chunks_exact(4).enumerate() {
        let [x, y] = [index as i32 % w + place[0], index as i32 / w + place[1]];
        if (0..width).contains(&x) && (0..height).contains(&y) {
            let to = (y as usize * usize::from(size[0]) + x as usize) * 4;
            pixels[to..to + 4].copy_from_slice(pixel);
        } else if pixel[3] > 0 {
            let [x, y] = place;
            bail!(
                "spriteSourceSize puts the sprite of {w}x{h} pixels at {x}, {y}: beyond its source size of {width}x{height} pixels"
            );
        }
    }
    Picture::new(size, pixels).context("the source size is too large")
}

/// Reads the integers with these keys from the object `value[field]`. `None` if there is no such field.
fn numbers<const N: usize>(value: &Value, field: &str, keys: [&str; N]) -> Result<Option<[i32; N]>> {
    let object = &value[field];
    if object.is_null() {
        return Ok(None);
    }
    ensure!(object.is_object(), "{field} is {object}, not an object");
    let mut found = [0; N];
    for (number, key) in found.iter_mut().zip(keys) {
        let value = object[key].as_f64().with_context(|| format!("{field}.{key} is not a number"))?;
        ensure!(value.fract() == 0.0, "{field}.{key} is {value}, not a whole number");
        ensure!(value.abs() <= 65535.0, "{field}.{key} is {value}, above 65535");
        *number = value as i32;
    }
    Ok(Some(found))
}
