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

/// A frame (a single picture) of a sprite, before its pixels are traced.
pub struct Frame {
    pub name: String,
    pub picture: Picture,
    /// Further pictures whose pixels become additional hitboxes, each with the name of its layer in the file.
    pub layers: Vec<(String, Picture)>,
    /// Hitboxes that the artist has drawn in Aseprite as slices (named rectangles in a sprite), each with the name of its slice.
    pub slices: Vec<(String, Aabb<i32, 2>)>,
    /// The rectangle of the picture file that shows the frame, for output formats that refer to picture files. `None` if no file shows it.
    pub source: Option<Source>,
    /// The anchor that the file specifies, in pixels from the top left corner of the picture. `None` if the file specifies no anchor.
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

/// A frame with the hitboxes that were traced from its pixels.
pub struct Traced {
    pub name: String,
    pub picture: Picture,
    pub hitboxes: Vec<Hitbox>,
    pub source: Option<Source>,
    pub anchor: [f64; 2],
    /// Whether all pixels of the picture are solid, so that it probably has no transparent background.
    pub full: bool,
}

/// A hitbox: the union of several shapes.
pub struct Hitbox {
    /// `body` for the hitbox of the solid pixels of the picture. Hitboxes that a sprite file defines itself have the name of their layer or
    /// of their slice (a named rectangle in an Aseprite file).
    pub kind: String,
    pub shapes: Vec<Shape>,
    /// The errors of the hitbox: the number of solid pixels whose center is outside of it (`missed`), and the number of other pixels whose
    /// center is inside of it (`added`).
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

/// The name of the hitbox that is made from the pixels of the picture itself.
pub const BODY: &str = "body";

/// A frame that consists only of a name and a picture.
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
