//! Draws the scene, text and the status bar in the window.

use super::Toggles;
use crate::backdrop::Backdrop;
use bumper::{Vector, YAxis};
use bumper_scene::{Keys, PartOutline};
use macroquad::prelude::*;

/// A running scene as the window sees it. A 3D scene is shown in x and y, as seen from +z.
pub trait Show {
    fn name(&self) -> &str;
    /// The number of frames per second.
    fn rate(&self) -> f64;
    fn frame(&self) -> u64;
    /// The corner of the visible area with the least x and y. `size` is the size of the area.
    fn origin(&self) -> [f64; 2];
    fn size(&self) -> [f64; 2];
    fn y(&self) -> YAxis;
    fn step(&mut self, keys: Keys);
    /// The index of the object with this id.
    fn find(&self, id: &str) -> Option<usize>;
    /// Whether an object can move without being dragged.
    fn moves(&self, object: usize) -> bool;
    /// The corner of an object's AABB with the least coordinates, at its current position.
    fn corner(&self, object: usize) -> [f64; 2];
    /// The centre of the objects that the keys control.
    fn focus(&self) -> Option<[f64; 2]>;
    fn object_at(&self, at: [f64; 2]) -> Option<usize>;
    /// Moves an object, and returns its displacement. It may be less than `by`, because the scalar cannot represent every displacement.
    fn drag(&mut self, object: usize, by: [f64; 2]) -> [f64; 2];
    /// Grabs a body at a point; `pull` drags it and `let_go` releases it. Returns whether a body was grabbed.
    fn grab(&mut self, object: usize, at: [f64; 2]) -> bool;
    fn pull(&mut self, to: [f64; 2]);
    fn let_go(&mut self);
    fn paint(&self, view: &View, toggles: Toggles);
    /// The current frame as a line of JSON.
    fn line(&self) -> Vec<u8>;
    /// The text for the status bar: for each mover that the keys control, its centre and whether it is grounded.
    fn words(&self) -> String;
}

/// The category of an object, which determines its colour.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Still,
    OneWay,
    Carrier,
    Mover,
    Player,
    Body,
    Resting,
}

impl Kind {
    fn color(self) -> Color {
        Color::from_hex(match self {
            Kind::Still => 0x90_a4ae,
            Kind::OneWay => 0xa1_887f,
            Kind::Carrier => 0x66_bb6a,
            Kind::Mover => 0x42_a5f5,
            Kind::Player => 0xff_7043,
            Kind::Body => 0x26_a69a,
            Kind::Resting => 0x80_cbc4,
        })
    }
}

/// The height of the status bar below the scene, in pixels.
pub const BAR: f32 = 28.0;

const PAPER: u32 = 0xfb_fcfd;
const INK: u32 = 0x26_3238;
const HIT: u32 = 0xb2_6a00;
const ARROW: u32 = 0x1a_237e;
const BOX: u32 = 0x7e_57c2;

/// The style in which a shape is drawn.
#[derive(Clone, Copy)]
pub struct Ink {
    pub kind: Kind,
    pub outline: bool,
    pub hit: bool,
    /// Whether there are pictures below the shape. If so, it is drawn translucently.
    pub through: bool,
}

impl Ink {
    fn fill(self) -> Color {
        Color { a: if self.through { 0.55 } else { 1.0 }, ..self.kind.color() }
    }

    fn line(self) -> Color {
        Color::from_hex(if self.hit { HIT } else { INK })
    }
}

/// A texture in graphics memory, and its position in the scene.
pub struct Sprite {
    texture: Texture2D,
    min: [f64; 2],
    max: [f64; 2],
    /// The object that the texture moves with, and the initial position of that object.
    object: Option<(usize, [f64; 2])>,
}

impl Sprite {
    pub fn new(backdrop: &Backdrop, object: Option<(usize, [f64; 2])>) -> Self {
        let (width, height) = backdrop.pixels.dimensions();
        // The casts do not truncate: the sides are at most 16384.
        let texture = Texture2D::from_rgba8(width as u16, height as u16, backdrop.pixels.as_raw());
        texture.set_filter(FilterMode::Nearest);
        Self { texture, min: backdrop.min, max: backdrop.max, object }
    }

    fn draw(&self, show: &dyn Show, view: &View) {
        let by = self.object.map_or([0.0; 2], |(object, from)| {
            let to = show.corner(object);
            [to[0] - from[0], to[1] - from[1]]
        });
        let place = |at: [f64; 2]| view.place([at[0] + by[0], at[1] + by[1]]);
        let (a, b) = (place(self.min), place(self.max));
        let low = a.min(b);
        let params = DrawTextureParams { dest_size: Some((b - a).abs()), ..DrawTextureParams::default() };
        draw_texture_ex(&self.texture, low.x, low.y, WHITE, params);
    }
}

/// The zoom factor, where 1 shows the whole scene, and the position at the centre of the window.
pub struct Camera {
    zoom: f64,
    middle: [f64; 2],
}

impl Default for Camera {
    fn default() -> Self {
        Self { zoom: 1.0, middle: [0.0; 2] }
    }
}

/// The smallest and the largest zoom factor, and the factor of one zoom step.
const ZOOMS: [f64; 2] = [0.25, 64.0];
const ZOOM_STEP: f64 = 1.25;

impl Camera {
    /// Handles the keys +, - and 0 and the mouse wheel, which zooms about the pointer. If the scene is zoomed in, the objects that the keys
    /// control stay centred.
    pub fn steer(&mut self, show: &dyn Show, drags: bool) {
        let keys = [[KeyCode::Equal, KeyCode::KpAdd], [KeyCode::Minus, KeyCode::KpSubtract]];
        let [nearer, farther] = keys.map(|keys| f64::from(u8::from(keys.into_iter().any(is_key_pressed))));
        let wheel = f64::from(mouse_wheel().1).clamp(-1.0, 1.0);
        let before = View::new(show, self).scene(mouse_position());
        let zoom = self.zoom * ZOOM_STEP.powf(nearer - farther + wheel);
        if is_key_pressed(KeyCode::Key0) || is_key_pressed(KeyCode::Kp0) {
            self.zoom = 1.0;
        } else if zoom != self.zoom {
            if self.zoom == 1.0 {
                let (origin, size) = (show.origin(), show.size());
                self.middle = [0, 1].map(|k| origin[k] + size[k] / 2.0);
            }
            self.zoom = zoom.clamp(ZOOMS[0], ZOOMS[1]);
            if (self.zoom - 1.0).abs() < 1e-3 {
                self.zoom = 1.0;
            }
            if wheel != 0.0 {
                let after = View::new(show, self).scene(mouse_position());
                self.middle = [0, 1].map(|k| self.middle[k] + before[k] - after[k]);
            }
        }
        // While an object is dragged, do not scroll.
        if let (Some(focus), true, false) = (show.focus(), self.zoom > 1.0, drags) {
            self.middle = focus;
        }
    }
}

/// The transform from the scene to the window.
pub struct View {
    origin: [f64; 2],
    size: [f64; 2],
    up: bool,
    zoom: f64,
    corner: [f64; 2],
}

impl View {
    pub fn new(show: &dyn Show, camera: &Camera) -> Self {
        let (origin, size) = (show.origin(), show.size());
        let (up, window) = (show.y() == YAxis::Up, [screen_width(), screen_height() - BAR].map(f64::from));
        let fit = (window[0] / size[0]).min(window[1] / size[1]);
        let zoom = fit * camera.zoom;
        let middle =
            if camera.zoom == 1.0 { [0, 1].map(|k| origin[k] + size[k] / 2.0) } else { camera.middle };
        let corner = [0, 1].map(|k| {
            let to = if k == 1 && up { origin[1] + size[1] - middle[1] } else { middle[k] - origin[k] };
            window[k] / 2.0 - to * zoom
        });
        Self { origin, size, up, zoom, corner }
    }

    fn place(&self, at: [f64; 2]) -> Vec2 {
        let [x, y] = [0, 1].map(|axis| at[axis] - self.origin[axis]);
        let y = if self.up { self.size[1] - y } else { y };
        vec2((self.corner[0] + x * self.zoom) as f32, (self.corner[1] + y * self.zoom) as f32)
    }

    /// Converts a position in the window to one in the scene.
    pub fn scene(&self, (x, y): (f32, f32)) -> [f64; 2] {
        let x = (f64::from(x) - self.corner[0]) / self.zoom;
        let y = (f64::from(y) - self.corner[1]) / self.zoom;
        [self.origin[0] + x, self.origin[1] + if self.up { self.size[1] - y } else { y }]
    }

    /// Fills a part of a shape, and draws its outline if `ink` says so.
    pub fn fill<const N: usize>(&self, part: &PartOutline<N>, ink: Ink) {
        let (color, outline, ink) = (ink.fill(), ink.outline, ink.line());
        let point = |v: Vector<f64, N>| self.place([v[0], v[1]]);
        let lines = match part {
            PartOutline::Point(at) => {
                let at = point(*at);
                draw_circle(at.x, at.y, 3.0, color);
                return;
            }
            PartOutline::Aabb(aabb) => {
                let (a, b) = (point(aabb.min()), point(aabb.max()));
                let (low, size) = (a.min(b), (b - a).abs());
                draw_rectangle(low.x, low.y, size.x.max(1.0), size.y.max(1.0), color);
                if outline {
                    // Draw the outline inside the box, so that a gap or a contact between shapes remains visible.
                    draw_rectangle_lines(low.x, low.y, size.x, size.y, 2.0, ink);
                }
                return;
            }
            PartOutline::Lines(lines) => lines,
        };
        // Fill each closed loop of the outline with a triangle fan. This is correct because the loops are convex.
        let mut first: Option<(Vec2, Vec2)> = None;
        for [from, to] in lines {
            let (from, to) = (point(*from), point(*to));
            match first {
                None => first = Some((from, to)),
                Some((apex, _)) => draw_triangle(apex, from, to, color),
            }
            if first.is_some_and(|(apex, _)| apex == to) {
                first = None;
            }
        }
        if outline {
            for [from, to] in lines {
                let (from, to) = (point(*from), point(*to));
                draw_line(from.x, from.y, to.x, to.y, 1.0, ink);
            }
        }
    }

    /// Draws a line along the outline of a part of a shape. Half of its width is outside the shape.
    pub fn outline<const N: usize>(&self, part: &PartOutline<N>, ink: Ink) {
        part.each_line(&mut |from, to| {
            let (from, to) = (self.place([from[0], from[1]]), self.place([to[0], to[1]]));
            draw_line(from.x, from.y, to.x, to.y, 2.0, ink.line());
        });
    }

    pub fn rectangle(&self, min: [f64; 2], max: [f64; 2]) {
        let (a, b) = (self.place(min), self.place(max));
        let (low, size) = (a.min(b), (b - a).abs());
        draw_rectangle_lines(low.x - 1.0, low.y - 1.0, size.x + 2.0, size.y + 2.0, 2.0, Color::from_hex(BOX));
    }

    pub fn link(&self, from: [f64; 2], to: [f64; 2]) {
        let (from, to) = (self.place(from), self.place(to));
        draw_line(from.x, from.y, to.x, to.y, 2.0, Color::from_hex(BOX));
    }

    pub fn arrow(&self, from: [f64; 2], to: [f64; 2]) {
        let (from, to) = (self.place(from), self.place(to));
        let color = Color::from_hex(ARROW);
        draw_line(from.x, from.y, to.x, to.y, 2.0, color);
        draw_circle(from.x, from.y, 3.5, color);
    }
}

pub fn scene(show: &dyn Show, view: &View, sprites: &[Sprite], toggles: Toggles) {
    clear_background(Color::from_hex(0xcf_d8dc));
    let (a, b) = (view.corner, view.size.map(|c| c * view.zoom));
    draw_rectangle(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32, Color::from_hex(PAPER));
    if toggles.pictures {
        sprites.iter().for_each(|sprite| sprite.draw(show, view));
    }
    // If there are no pictures, shapes are drawn opaquely.
    show.paint(view, Toggles { pictures: toggles.pictures && !sprites.is_empty(), ..toggles });
}

/// The text of the help: keys, and what they do.
const HELP: [[&str; 2]; 12] = [
    ["arrows, WASD, space", "move and jump"],
    ["mouse", "drag a shape"],
    ["P", "pause"],
    ["N", "one frame"],
    ["R", "restart"],
    ["H", "outlines of hitboxes"],
    ["C", "contacts, islands"],
    ["B", "boxes of the broad phase"],
    ["T", "pictures of tiles and sprites"],
    ["+, -, wheel, 0", "nearer, farther, all"],
    ["F1", "this help"],
    ["Escape", "quit"],
];

/// Draws text with a font.
pub struct Words<'a> {
    pub font: Option<&'a Font>,
}

const SIZE: u16 = 14;

impl Words<'_> {
    fn write(&self, text: &str, x: f32, y: f32, color: u32) {
        let color = Color::from_hex(color);
        draw_text_ex(
            text,
            x,
            y,
            TextParams { font: self.font, font_size: SIZE, color, ..TextParams::default() },
        );
    }

    pub fn status(&self, show: &dyn Show, paused: bool, trouble: Option<&str>, toggles: Toggles) {
        let (width, bottom) = (screen_width(), screen_height());
        draw_rectangle(0.0, bottom - BAR, width, BAR, WHITE);
        draw_line(0.0, bottom - BAR, width, bottom - BAR, 1.0, Color::from_hex(0xb0_bec5));
        let state = if paused { "paused, " } else { "" };
        let words = format!("{state}frame {}    {}", show.frame(), show.words());
        self.write(&words, 10.0, bottom - 9.0, INK);
        let hint = "F1: help";
        let room = measure_text(hint, self.font, SIZE, 1.0).width;
        self.write(hint, width - room - 10.0, bottom - 9.0, INK);
        if let Some(trouble) = trouble {
            draw_rectangle(0.0, 0.0, width, BAR, WHITE);
            self.write(trouble, 10.0, 19.0, 0xc6_2828);
        }
        if toggles.help {
            let (x, y, width) = (24.0, 36.0, 400.0);
            let height = HELP.len() as f32 * 22.0 + 48.0;
            draw_rectangle(x, y, width, height, Color::new(1.0, 1.0, 1.0, 0.94));
            draw_rectangle_lines(x, y, width, height, 2.0, Color::from_hex(INK));
            self.write(show.name(), x + 14.0, y + 24.0, INK);
            for (row, [key, what]) in HELP.iter().enumerate() {
                let y = y + 52.0 + row as f32 * 22.0;
                self.write(key, x + 14.0, y, INK);
                self.write(what, x + 190.0, y, INK);
            }
        }
    }
}
