//! Converts sprites to hitboxes: reads frames, traces their pixels, and writes the result.

pub mod animation;
pub mod aseprite;
pub mod atlas;
pub mod format;
pub mod hitbox;
pub mod preview;
pub mod source;

use bumper::{Aabb, MaskBuf};
use bumper_scene::Picture;
use std::path::PathBuf;

/// A frame of a sprite.
pub struct Frame {
    pub name: String,
    pub picture: Picture,
    /// Pictures whose pixels are additional hitboxes, with the names of their layers.
    pub layers: Vec<(String, Picture)>,
    /// Hitboxes that were drawn as slices, with the names of the slices.
    pub slices: Vec<(String, Aabb<i32, 2>)>,
    /// Where the picture is in a file, for output formats that refer to that file.
    pub source: Option<Source>,
    /// The anchor of the sprite, in pixels from the top left corner of the picture, if the file specifies it.
    pub anchor: Option<[f64; 2]>,
}

/// A rectangle of a picture file.
#[derive(Clone)]
pub struct Source {
    pub path: PathBuf,
    pub sheet: [u16; 2],
    pub at: [u32; 2],
    pub size: [u16; 2],
}

/// A frame and its hitboxes.
pub struct Traced {
    pub name: String,
    pub picture: Picture,
    pub hitboxes: Vec<Hitbox>,
    pub source: Option<Source>,
    pub anchor: [f64; 2],
    /// Whether all pixels of the picture are solid.
    pub full: bool,
}

/// A hitbox: the union of several shapes.
pub struct Hitbox {
    /// `body` for the pixels of the picture, else the name of a layer or slice.
    pub kind: String,
    pub shapes: Vec<Shape>,
    /// The errors of the hitbox: the number of solid pixels whose center is outside (`missed`), and of other pixels whose center is inside
    /// (`added`).
    pub missed: u32,
    pub added: u32,
}

/// A shape in pixels, relative to the top left corner of its frame.
pub enum Shape {
    Box(Aabb<i32, 2>),
    Polygon(Vec<[f64; 2]>),
    Circle { center: [f64; 2], radius: f64 },
    Capsule { from: [f64; 2], to: [f64; 2], radius: f64 },
    Mask(MaskBuf),
}

impl Traced {
    /// The identifier of a hitbox in the output: the name of the frame, and the kind of hitbox unless it is `body`.
    pub fn id(&self, hitbox: &Hitbox) -> String {
        if hitbox.kind == BODY { self.name.clone() } else { format!("{}:{}", self.name, hitbox.kind) }
    }
}

/// The kind of hitbox that is made from the pixels of the picture itself.
pub const BODY: &str = "body";

/// A frame without layers, slices, source and anchor.
fn plain_frame(name: String, picture: Picture) -> Frame {
    Frame { name, picture, layers: Vec::new(), slices: Vec::new(), source: None, anchor: None }
}

/// A picture rotated counterclockwise by 90 degrees.
fn rotated_counterclockwise(picture: &Picture) -> Picture {
    let [w, h] = picture.size().map(usize::from);
    let pixels = (0..w).flat_map(|j| (0..h).map(move |i| (i, j)));
    let bytes = pixels.flat_map(|(i, j)| {
        let from = (i * w + (w - 1 - j)) * 4;
        picture.pixels()[from..from + 4].to_vec()
    });
    let [width, height] = picture.size();
    Picture::new([height, width], bytes.collect()).expect("four bytes a pixel")
}
