//! Drawing in the window.

use super::Toggles;
use super::show::Show;
use bumper::scalar::Scalar;
use bumper::{Shape, Vector, YAxis, debug};
use macroquad::prelude::*;

/// What an object is, which tells its colour.
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

/// The height of the bar below the scene, in pixels.
pub const BAR: f32 = 28.0;

const PAPER: u32 = 0xfb_fcfd;
const INK: u32 = 0x26_3238;
const HIT: u32 = 0xb2_6a00;
const ARROW: u32 = 0x1a_237e;
const BOX: u32 = 0x7e_57c2;

/// Where things of the scene are in the window.
pub struct View {
    origin: [f64; 2],
    size: [f64; 2],
    up: bool,
    zoom: f64,
    corner: [f64; 2],
}

impl View {
    pub fn new(show: &dyn Show) -> Self {
        let (size, window) = (show.size(), [screen_width(), screen_height() - BAR].map(f64::from));
        let zoom = (window[0] / size[0]).min(window[1] / size[1]);
        let corner = [0, 1].map(|axis| (window[axis] - size[axis] * zoom) / 2.0);
        Self { origin: show.origin(), size, up: show.y() == YAxis::Up, zoom, corner }
    }

    fn place(&self, at: [f64; 2]) -> Vec2 {
        let [x, y] = [0, 1].map(|axis| at[axis] - self.origin[axis]);
        let y = if self.up { self.size[1] - y } else { y };
        vec2((self.corner[0] + x * self.zoom) as f32, (self.corner[1] + y * self.zoom) as f32)
    }

    /// The place in the scene of one in the window.
    pub fn scene(&self, (x, y): (f32, f32)) -> [f64; 2] {
        let x = (f64::from(x) - self.corner[0]) / self.zoom;
        let y = (f64::from(y) - self.corner[1]) / self.zoom;
        [self.origin[0] + x, self.origin[1] + if self.up { self.size[1] - y } else { y }]
    }

    /// A shape: filled, and with its outline.
    pub fn fill<S: Scalar, const N: usize>(
        &self,
        shape: &Shape<'_, S, N>,
        kind: Kind,
        outline: bool,
        hit: bool,
    ) {
        let color = kind.color();
        let ink = Color::from_hex(if hit { HIT } else { INK });
        let point = |v: Vector<f64, N>| self.place([v[0], v[1]]);
        if let Shape::Point(at) = shape {
            let at = point(at.map(S::to_f64));
            draw_circle(at.x, at.y, 3.0, color);
            return;
        }
        if let (Shape::Aabb(aabb), 2) = (shape, N) {
            let (a, b) = (point(aabb.min().map(S::to_f64)), point(aabb.max().map(S::to_f64)));
            let (low, size) = (a.min(b), (b - a).abs());
            draw_rectangle(low.x, low.y, size.x.max(1.0), size.y.max(1.0), color);
            if outline {
                // Within the box, so that what touches is seen to.
                draw_rectangle_lines(low.x, low.y, size.x, size.y, 2.0, ink);
            }
            return;
        }
        // A fan over each loop of lines; convex ones, as they come.
        let mut first: Option<(Vec2, Vec2)> = None;
        debug::outline(*shape, &mut |from, to| {
            let (from, to) = (point(from), point(to));
            match first {
                None => first = Some((from, to)),
                Some((apex, _)) => draw_triangle(apex, from, to, color),
            }
            if first.is_some_and(|(apex, _)| apex == to) {
                first = None;
            }
        });
        if outline {
            debug::outline(*shape, &mut |from, to| {
                let (from, to) = (point(from), point(to));
                draw_line(from.x, from.y, to.x, to.y, 1.0, ink);
            });
        }
    }

    pub fn rectangle(&self, min: [f64; 2], max: [f64; 2]) {
        let (a, b) = (self.place(min), self.place(max));
        let (low, size) = (a.min(b), (b - a).abs());
        draw_rectangle_lines(low.x - 1.0, low.y - 1.0, size.x + 2.0, size.y + 2.0, 2.0, Color::from_hex(BOX));
    }

    pub fn arrow(&self, from: [f64; 2], to: [f64; 2]) {
        let (from, to) = (self.place(from), self.place(to));
        let color = Color::from_hex(ARROW);
        draw_line(from.x, from.y, to.x, to.y, 2.0, color);
        draw_circle(from.x, from.y, 3.5, color);
    }
}

pub fn scene(show: &dyn Show, view: &View, toggles: Toggles) {
    clear_background(Color::from_hex(0xcf_d8dc));
    let (a, b) = (view.corner, view.size.map(|c| c * view.zoom));
    draw_rectangle(a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32, Color::from_hex(PAPER));
    show.paint(view, toggles);
}

/// The keys, and what they do.
const HELP: [[&str; 2]; 10] = [
    ["arrows, WASD, space", "move and jump"],
    ["mouse", "drag a shape"],
    ["P", "pause"],
    ["N", "one frame"],
    ["R", "restart"],
    ["H", "outlines of hitboxes"],
    ["C", "contacts"],
    ["B", "boxes of the broad phase"],
    ["F1", "this help"],
    ["Escape", "quit"],
];

/// What writes.
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
