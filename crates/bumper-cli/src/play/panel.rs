//! Text in the window: the status bar, the help, messages, and information about a shape.

use super::controls::{SPEEDS, State};
use super::paint::RunningScene;
use super::shape_style::LINE_COLOR;
use super::view::BAR;
use macroquad::prelude::*;

const SIZE: u16 = 14;

/// The distance between two lines of text, in pixels.
const LINE: f32 = 20.0;

const MARGIN: f32 = 10.0;

const ERROR: u32 = 0xc6_2828;
const DIM: u32 = 0x9e_9e9e;
const ON: u32 = 0x00_796b;

/// A row of the help: the keys, and their effect. The third text is the state of the option that the keys switch, if they switch one.
type Row = (&'static str, &'static str, Option<String>);

fn help(state: &State) -> [Row; 16] {
    let on = |on: bool| Some(if on { "on" } else { "off" }.to_string());
    let toggles = state.toggles;
    [
        ("arrows, WASD, space", "move and jump", None),
        ("mouse", "drag a shape", None),
        ("F2", "save what was dragged as a new scene", None),
        ("P", "pause", on(state.paused)),
        ("N", "one frame", None),
        ("M", "slow motion", Some(SPEEDS[state.speed].1.to_string())),
        ("R", "restart", None),
        ("H", "outlines of hitboxes", on(toggles.hitboxes)),
        ("C", "contacts, islands", on(toggles.contacts)),
        ("B", "boxes of the broad phase", on(toggles.boxes)),
        ("T", "pictures of tiles and sprites", on(toggles.pictures)),
        ("V", "values of the shape under the mouse", on(toggles.values)),
        ("+, -, wheel", "nearer, farther", None),
        ("0", "show all", None),
        ("F1", "this help", None),
        ("Escape", "quit", None),
    ]
}

/// Draws text with a font.
pub struct TextPainter<'a> {
    pub font: Option<&'a Font>,
}

impl TextPainter<'_> {
    fn write(&self, text: &str, x: f32, y: f32, color: u32) {
        let color = Color::from_hex(color);
        draw_text_ex(
            text,
            x,
            y,
            TextParams { font: self.font, font_size: SIZE, color, ..TextParams::default() },
        );
    }

    fn width(&self, text: &str) -> f32 {
        measure_text(text, self.font, SIZE, 1.0).width
    }

    fn panel(at: Vec2, size: Vec2) {
        draw_rectangle(at.x, at.y, size.x, size.y, Color::new(1.0, 1.0, 1.0, 0.94));
        draw_rectangle_lines(at.x, at.y, size.x, size.y, 2.0, Color::from_hex(LINE_COLOR));
    }

    /// Draws the status bar: the number of the frame and the state of the movers on the left, the frame rate on the right.
    pub fn status(&self, scene: &dyn RunningScene, state: &State) {
        let width = screen_width();
        let bottom = screen_height();
        draw_rectangle(0.0, bottom - BAR, width, BAR, WHITE);
        draw_line(0.0, bottom - BAR, width, bottom - BAR, 1.0, Color::from_hex(0xb0_bec5));
        let right = format!("{} fps    F1: help", get_fps());
        // The status text gets the room to the left of the frame rate. Always leave room for three digits, so that the status text does not
        // jump when the frame rate gets another digit.
        let right_width = self.width("000 fps    F1: help");
        self.write(&right, width - self.width(&right) - MARGIN, bottom - 9.0, LINE_COLOR);
        let paused = if state.paused { "paused, " } else { "" };
        let slow = if state.speed > 0 { format!("{} speed, ", SPEEDS[state.speed].1) } else { String::new() };
        let status = format!("{paused}{slow}frame {}    {}", scene.frame(), scene.status());
        let left = width - right_width - 3.0 * MARGIN;
        let line = wrapped(&status, left, &|text| self.width(text)).into_iter().next().unwrap_or_default();
        self.write(&line, MARGIN, bottom - 9.0, LINE_COLOR);
    }

    /// Draws a message at the top of the window, wrapped at the width of the window. Returns the height of the message in pixels.
    pub fn message(&self, text: &str, is_error: bool) -> f32 {
        let width = screen_width();
        let lines = wrapped(text, width - 2.0 * MARGIN, &|text| self.width(text));
        let height = lines.len() as f32 * LINE + 8.0;
        draw_rectangle(0.0, 0.0, width, height, WHITE);
        for (row, line) in lines.iter().enumerate() {
            self.write(line, MARGIN, row as f32 * LINE + 19.0, if is_error { ERROR } else { LINE_COLOR });
        }
        height
    }

    /// Draws the help: the keys, their effects, and the states of the options that they switch. `message` is the height of the message
    /// above the help.
    pub fn help(&self, scene: &dyn RunningScene, state: &State, message: f32) {
        let rows = help(state);
        let x = 16.0;
        let y = message + 16.0;
        // In a low window, move the rows closer together.
        let step = ((screen_height() - BAR - y - 60.0) / rows.len() as f32).clamp(SIZE.into(), 22.0);
        Self::panel(vec2(x, y), vec2(500.0, rows.len() as f32 * step + 44.0));
        let name =
            wrapped(scene.name(), 472.0, &|text| self.width(text)).into_iter().next().unwrap_or_default();
        self.write(&name, x + 14.0, y + 24.0, LINE_COLOR);
        for (row, (key, what, state)) in rows.iter().enumerate() {
            let y = y + 50.0 + row as f32 * step;
            self.write(key, x + 14.0, y, LINE_COLOR);
            self.write(what, x + 180.0, y, LINE_COLOR);
            if let Some(state) = state {
                self.write(state, x + 456.0, y, if state == "off" { DIM } else { ON });
            }
        }
    }

    /// Draws lines of text with information about a shape, near the pointer and inside the window.
    pub fn values(&self, values: &[String], (x, y): (f32, f32)) {
        let most = screen_width() * 0.6;
        let lines: Vec<_> =
            values.iter().flat_map(|line| wrapped(line, most, &|text| self.width(text))).collect();
        let width = lines.iter().map(|line| self.width(line)).fold(0.0, f32::max) + 2.0 * MARGIN;
        let height = lines.len() as f32 * LINE + 8.0;
        let max_corner = vec2(screen_width() - width, screen_height() - BAR - height).max(Vec2::ZERO);
        // Draw the lines below and to the right of the pointer, or above the pointer if there is no room below.
        let above = if y + 18.0 > max_corner.y { y - height - 8.0 } else { y + 18.0 };
        let at = vec2(x + 14.0, above).clamp(Vec2::ZERO, max_corner);
        Self::panel(at, vec2(width, height));
        for (row, line) in lines.iter().enumerate() {
            let color = if row == 0 { ON } else { LINE_COLOR };
            self.write(line, at.x + MARGIN, at.y + row as f32 * LINE + 19.0, color);
        }
    }
}

/// Splits a text into lines that are at most `max_width` wide. Breaks at spaces, and within words that are too wide for a line.
fn wrapped(text: &str, max_width: f32, width: &dyn Fn(&str) -> f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        if !line.is_empty() && width((line.clone() + word).trim_end()) > max_width {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            if !line.is_empty() && c != ' ' && width(&format!("{line}{c}")) > max_width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_spaces_and_in_long_words() {
        let lines = |text: &str| {
            let lines = wrapped(text, 10.0, &|text| text.chars().count() as f32);
            lines.iter().map(|line| line.trim_end().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(lines("one two three four"), ["one two", "three four"]);
        assert_eq!(lines("a/path/without/spaces: why"), ["a/path/wit", "hout/space", "s: why"]);
        assert_eq!(lines(""), [""]);
        assert_eq!(lines("exactly 10 fits"), ["exactly 10", "fits"]);
    }
}
