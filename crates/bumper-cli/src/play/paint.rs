//! Draws a running scene in the window: the pictures, then the shapes.

use super::Toggles;
use super::view::{Area, View};
use crate::backdrop::Backdrop;
use bumper_scene::Keys;
use macroquad::prelude::*;

/// The functions of a running scene that the window uses, for scenes of both dimensions. A 3D scene is shown in x and y, as seen from the
/// side of large z.
pub trait RunningScene {
    fn name(&self) -> &str;
    /// The number of frames of the scene per second.
    fn rate(&self) -> f64;
    fn frame(&self) -> u64;
    fn area(&self) -> Area;
    fn step(&mut self, keys: Keys);
    /// The index in the scene of the object with this id; `None` if there is no such object.
    fn find(&self, id: &str) -> Option<usize>;
    /// Whether an object can move without being dragged.
    fn moves(&self, object: usize) -> bool;
    /// The corner of an object's AABB with the smallest x and y, at its current position.
    fn corner(&self, object: usize) -> [f64; 2];
    /// The center of the objects that the keys control; `None` if there are no such objects.
    fn focus(&self) -> Option<[f64; 2]>;
    fn object_at(&self, at: [f64; 2]) -> Option<usize>;
    /// Moves an object by about `by`, and returns its actual displacement. This may be less than `by`, because the scalar cannot represent
    /// every displacement.
    fn drag(&mut self, object: usize, by: [f64; 2]) -> [f64; 2];
    /// Grabs a body at a point. Afterwards, `pull` drags the body and `let_go` releases it. Returns whether a body was grabbed.
    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool;
    fn pull(&mut self, to: [f64; 2]);
    fn let_go(&mut self);
    fn paint(&self, view: &View, toggles: Toggles);
    /// The total offsets of the objects that were dragged, in the order of the file. Bodies that were pulled are not included.
    fn dragged(&self) -> Vec<(usize, Vec<f64>)>;
    /// The current frame as a line of JSON.
    fn json_line(&self) -> Vec<u8>;
    /// The text for the status bar: for each mover that the keys control, its center and whether it is grounded.
    fn status(&self) -> String;
    /// The lines of text that describe an object: its id, its shape and position, its motion, and the objects that it touches or overlaps.
    fn info_lines(&self, object: usize) -> Vec<String>;
}

const PAPER: u32 = 0xfb_fcfd;

/// A picture in graphics memory, and the area of the scene on which it is drawn at the start.
pub struct Sprite {
    texture: Texture2D,
    min: [f64; 2],
    max: [f64; 2],
    /// The index of the object that carries the texture along, and the position of this object at the start. `None` if the texture does not
    /// move.
    object: Option<(usize, [f64; 2])>,
}

impl Sprite {
    pub fn new(backdrop: &Backdrop, object: Option<(usize, [f64; 2])>) -> Self {
        let (width, height) = backdrop.pixels.dimensions();
        // `as u16` does not change the sides, because those of a backdrop have at most 16384 pixels.
        let texture = Texture2D::from_rgba8(width as u16, height as u16, backdrop.pixels.as_raw());
        texture.set_filter(FilterMode::Nearest);
        Self { texture, min: backdrop.min, max: backdrop.max, object }
    }

    fn draw(&self, scene: &dyn RunningScene, view: &View) {
        let by = self.object.map_or([0.0; 2], |(object, from)| {
            let to = scene.corner(object);
            [to[0] - from[0], to[1] - from[1]]
        });
        let place = |at: [f64; 2]| view.place([at[0] + by[0], at[1] + by[1]]);
        let a = place(self.min);
        let b = place(self.max);
        let low = a.min(b);
        let params = DrawTextureParams { dest_size: Some((b - a).abs()), ..DrawTextureParams::default() };
        draw_texture_ex(&self.texture, low.x, low.y, WHITE, params);
    }
}

pub fn scene(scene: &dyn RunningScene, view: &View, sprites: &[Sprite], toggles: Toggles) {
    clear_background(Color::from_hex(0xcf_d8dc));
    let (a, b) = view.paper();
    draw_rectangle(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32, Color::from_hex(PAPER));
    if toggles.pictures {
        sprites.iter().for_each(|sprite| sprite.draw(scene, view));
    }
    // Shapes are translucent above pictures. If there are no pictures, draw them opaquely.
    scene.paint(view, Toggles { pictures: toggles.pictures && !sprites.is_empty(), ..toggles });
}
