//! The camera, the transform from the scene to the window, and drawing in scene coordinates.

use super::shape_style::ShapeStyle;
use bumper::{Vector, YAxis};
use bumper_scene::PartOutline;
use macroquad::prelude::*;

/// The height of the status bar below the scene, in pixels.
pub const BAR: f32 = 28.0;

const ARROW: u32 = 0x1a_237e;
const BOX: u32 = 0x7e_57c2;

/// The area of a scene that the window shows as long as the camera is not moved.
#[derive(Clone, Copy)]
pub struct Area {
    /// The corner of the area with the smallest x and y.
    pub origin: [f64; 2],
    pub size: [f64; 2],
    pub y: YAxis,
}

/// The camera of the window. With a zoom factor of 1, the window shows the whole scene. `middle` is the position in the scene that is at
/// the center of the window.
pub struct Camera {
    zoom: f64,
    middle: [f64; 2],
}

impl Default for Camera {
    fn default() -> Self {
        Self { zoom: 1.0, middle: [0.0; 2] }
    }
}

/// The smallest and the largest zoom factor, and the zoom factor of one key press or turn of the wheel.
const ZOOMS: [f64; 2] = [0.25, 64.0];
const ZOOM_STEP: f64 = 1.25;

impl Camera {
    /// Handles the keys `+`, `-` and `0`, and the mouse wheel. The wheel keeps the position under the pointer in place. `focus` is the
    /// center of the objects that the player controls. While the view is zoomed in, `focus` stays in the middle of the window. It is `None`
    /// if there are no such objects, and while an object is dragged.
    pub fn steer(&mut self, area: &Area, focus: Option<[f64; 2]>) {
        let keys = [[KeyCode::Equal, KeyCode::KpAdd], [KeyCode::Minus, KeyCode::KpSubtract]];
        let [nearer, farther] = keys.map(|keys| f64::from(u8::from(keys.into_iter().any(is_key_pressed))));
        let wheel = f64::from(mouse_wheel().1).clamp(-1.0, 1.0);
        let before = View::new(area, self).scene(mouse_position());
        let zoom = self.zoom * ZOOM_STEP.powf(nearer - farther + wheel);
        if is_key_pressed(KeyCode::Key0) || is_key_pressed(KeyCode::Kp0) {
            self.zoom = 1.0;
        } else if zoom != self.zoom {
            if self.zoom == 1.0 {
                self.middle = [0, 1].map(|k| area.origin[k] + area.size[k] / 2.0);
            }
            self.zoom = zoom.clamp(ZOOMS[0], ZOOMS[1]);
            if (self.zoom - 1.0).abs() < 1e-3 {
                self.zoom = 1.0;
            }
            if wheel != 0.0 {
                let after = View::new(area, self).scene(mouse_position());
                self.middle = [0, 1].map(|k| self.middle[k] + before[k] - after[k]);
            }
        }
        if let (Some(focus), true) = (focus, self.zoom > 1.0) {
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
    pub fn new(area: &Area, camera: &Camera) -> Self {
        let Area { origin, size, y } = *area;
        let up = y == YAxis::Up;
        let window = [screen_width(), screen_height() - BAR].map(f64::from);
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

    /// The drawing area of the scene in the window: its top left corner and its size.
    pub fn paper(&self) -> ([f64; 2], [f64; 2]) {
        (self.corner, self.size.map(|c| c * self.zoom))
    }

    /// Converts a position in the scene to a position in the window.
    pub fn place(&self, at: [f64; 2]) -> Vec2 {
        let [x, y] = [0, 1].map(|axis| at[axis] - self.origin[axis]);
        let y = if self.up { self.size[1] - y } else { y };
        vec2((self.corner[0] + x * self.zoom) as f32, (self.corner[1] + y * self.zoom) as f32)
    }

    /// Converts a position in the window to a position in the scene.
    pub fn scene(&self, (x, y): (f32, f32)) -> [f64; 2] {
        let x = (f64::from(x) - self.corner[0]) / self.zoom;
        let y = (f64::from(y) - self.corner[1]) / self.zoom;
        [self.origin[0] + x, self.origin[1] + if self.up { self.size[1] - y } else { y }]
    }

    /// Fills a part of a shape. Also draws the outline of the part if `style.outline` is true.
    pub fn fill<const N: usize>(&self, part: &PartOutline<N>, style: ShapeStyle) {
        let color = style.fill();
        let outline = style.outline;
        let line_color = style.line();
        let point = |v: Vector<f64, N>| self.place([v[0], v[1]]);
        let lines = match part {
            PartOutline::Point(at) => {
                let at = point(*at);
                draw_circle(at.x, at.y, 3.0, color);
                if outline {
                    draw_circle_lines(at.x, at.y, 3.0, 1.0, line_color);
                }
                return;
            }
            PartOutline::Aabb(aabb) => {
                let a = point(aabb.min());
                let b = point(aabb.max());
                let low = a.min(b);
                let size = (b - a).abs();
                draw_rectangle(low.x, low.y, size.x.max(1.0), size.y.max(1.0), color);
                if outline {
                    // Draw the outline inside the box. Outside, it would hide a small gap between two shapes, or make shapes seem to
                    // overlap that only touch.
                    draw_rectangle_lines(low.x, low.y, size.x, size.y, 2.0, line_color);
                }
                return;
            }
            PartOutline::Lines(lines) => lines,
        };
        // The outline consists of convex loops. Fill each with triangles that have one corner in common: the start of the loop.
        let mut first: Option<(Vec2, Vec2)> = None;
        for [from, to] in lines {
            let from = point(*from);
            let to = point(*to);
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
                let from = point(*from);
                let to = point(*to);
                draw_line(from.x, from.y, to.x, to.y, 1.0, line_color);
            }
        }
    }

    /// Draws a line along the outline of a part of a shape. The line is centered on the outline, so half of it lies outside of the part.
    pub fn outline<const N: usize>(&self, part: &PartOutline<N>, style: ShapeStyle) {
        part.each_line(&mut |from, to| {
            let from = self.place([from[0], from[1]]);
            let to = self.place([to[0], to[1]]);
            draw_line(from.x, from.y, to.x, to.y, 2.0, style.line());
        });
    }

    pub fn rectangle(&self, min: [f64; 2], max: [f64; 2]) {
        let a = self.place(min);
        let b = self.place(max);
        let low = a.min(b);
        let size = (b - a).abs();
        draw_rectangle_lines(low.x - 1.0, low.y - 1.0, size.x + 2.0, size.y + 2.0, 2.0, Color::from_hex(BOX));
    }

    pub fn link(&self, from: [f64; 2], to: [f64; 2]) {
        let from = self.place(from);
        let to = self.place(to);
        draw_line(from.x, from.y, to.x, to.y, 2.0, Color::from_hex(BOX));
    }

    pub fn arrow(&self, from: [f64; 2], to: [f64; 2]) {
        let from = self.place(from);
        let to = self.place(to);
        let color = Color::from_hex(ARROW);
        draw_line(from.x, from.y, to.x, to.y, 2.0, color);
        draw_circle(from.x, from.y, 3.5, color);
    }
}
