//! Sprites into hitboxes: reading frames, tracing them, writing what was found.

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

/// One picture of a sprite.
pub struct Frame {
    pub name: String,
    pub picture: Picture,
    /// Pictures whose pixels are other hitboxes, by the names of their layers.
    pub layers: Vec<(String, Picture)>,
    /// Boxes that were drawn as such, by the names of their slices.
    pub slices: Vec<(String, Aabb<i32, 2>)>,
    /// Where the picture is in a file, for formats that point there.
    pub source: Option<Source>,
    /// The place of the sprite in it, in pixels from its top left corner, if the file says so.
    pub anchor: Option<[f64; 2]>,
}

/// A part of a picture file: where it begins, and its size.
#[derive(Clone)]
pub struct Source {
    pub path: PathBuf,
    pub sheet: [u16; 2],
    pub at: [u32; 2],
    pub size: [u16; 2],
}

/// What a frame became.
pub struct Traced {
    pub name: String,
    pub picture: Picture,
    pub hitboxes: Vec<Hitbox>,
    pub source: Option<Source>,
    pub anchor: [f64; 2],
    /// Whether no pixel of the picture is transparent.
    pub full: bool,
}

/// Shapes that count as one.
pub struct Hitbox {
    /// `body` for the pixels of the picture, else the name of a layer or slice.
    pub kind: String,
    pub shapes: Vec<Shape>,
    /// How many solid pixels have their middles outside, and how many others inside.
    pub missed: u32,
    pub added: u32,
}

/// A shape in pixels, from the top left corner of its frame.
pub enum Shape {
    Box(Aabb<i32, 2>),
    Polygon(Vec<[f64; 2]>),
    Circle { center: [f64; 2], radius: f64 },
    Capsule { from: [f64; 2], to: [f64; 2], radius: f64 },
    Mask(MaskBuf),
}

impl Traced {
    /// What a hitbox of it is called.
    pub fn id(&self, hitbox: &Hitbox) -> String {
        if hitbox.kind == BODY { self.name.clone() } else { format!("{}:{}", self.name, hitbox.kind) }
    }
}

/// The kind of the pixels of the picture itself.
pub const BODY: &str = "body";
