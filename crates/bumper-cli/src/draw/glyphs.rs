//! Replaces the texts of an SVG by paths, which show the glyphs of a built-in font. So pictures look the same everywhere, and need no text
//! layout library, which would take longer to compile than the rest of the drawing code.

use super::unescaped;
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, OutlineBuilder};

/// The regular and the bold face of the built-in font. `None` if the font cannot be read; then no text is drawn.
static FACES: LazyLock<Option<[Face<'static>; 2]>> = LazyLock::new(|| {
    let face = |bytes| Face::parse(bytes, 0).ok();
    Some([face(dejavu::sans::regular())?, face(dejavu::sans::bold())?])
});

/// The font size of texts that do not specify one, in pixels.
const SIZE: f64 = 12.0;

/// Replaces each text of an SVG by a path. In the style sheet, the rules for `text` are extended to these paths.
pub fn outlined(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some((before, element)) = rest.split_once("<text ")
        && let Some((attributes, element)) = element.split_once('>')
        && let Some((text, after)) = element.split_once("</text>")
    {
        out.push_str(before);
        path(&mut out, svg, &format!(" {attributes}"), &unescaped(text));
        rest = after;
    }
    out.push_str(rest);
    out.replacen("<style>text{", "<style>text,.text{", 1)
}

fn path(out: &mut String, svg: &str, attributes: &str, text: &str) {
    let Some(faces) = &*FACES else { return };
    let attribute = |name: &str| between(attributes, &format!(" {name}=\""), "\"");
    let number = |name: &str| attribute(name).and_then(|number| number.parse().ok()).unwrap_or(0.0);
    let class = attribute("class").unwrap_or_default();
    let rules = class.split(' ').filter_map(|class| between(svg, &format!(".{class}{{"), "}"));
    let rules: Vec<&str> = between(svg, "<style>text{", "}").into_iter().chain(rules).collect();
    let mut sizes = rules.iter().filter_map(|rule| between(rule, "font-size:", "px")?.parse().ok());
    let (size, is_bold) =
        (sizes.next_back().unwrap_or(SIZE), rules.iter().any(|rule| rule.contains("font-weight:bold")));
    let face = &faces[usize::from(is_bold)];
    let scale = size / f64::from(face.units_per_em());
    let glyphs: Vec<_> = text.chars().map(|c| face.glyph_index(c).unwrap_or_default()).collect();
    let advance = |glyph| f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let width: f64 = glyphs.iter().copied().map(advance).sum();
    let start = match attribute("text-anchor") {
        Some("middle") => number("x") - width / 2.0,
        Some("end") => number("x") - width,
        _ => number("x"),
    };
    let _ = write!(out, "<path class=\"text {class}\" d=\"");
    let mut pen = Pen { out, scale, x: start, y: number("y") };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    out.push_str("\"/>");
}

/// The part of `text` after the first occurrence of `before` and before the next occurrence of `after`. `None` if one of them is missing.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

/// Writes the outline of a glyph as an SVG path. In fonts y points up, in SVG it points down.
struct Pen<'o> {
    out: &'o mut String,
    scale: f64,
    x: f64,
    y: f64,
}

impl Pen<'_> {
    // Writing to a `String` cannot fail.
    fn draw(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for &(x, y) in points {
            let x = self.x + f64::from(x) * self.scale;
            let y = self.y - f64::from(y) * self.scale;
            let _ = write!(self.out, "{x:.2} {y:.2} ");
        }
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', &[(x, y)]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', &[(x1, y1), (x, y)]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', &[(x1, y1), (x2, y2), (x, y)]);
    }
    fn close(&mut self) {
        self.draw('z', &[]);
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::pixels;
    use crate::text::escaped;

    /// Draws a text into a picture of 200 by 40 pixels. Returns the bounding box of the dark pixels: left, top, right, bottom.
    fn ink(text: &str) -> [u32; 4] {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"40\"><style>text{{font-size:20px;fill:#000}}\
             .b{{font-weight:bold}}.small{{font-size:10px}}</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{text}</svg>"
        );
        let picture = pixels(&svg, 1.0).unwrap();
        let dark = (0..200 * 40u32).filter(|&k| picture.pixels()[k as usize].red() < 128);
        dark.fold([200, 40, 0, 0], |[left, top, right, bottom], k| {
            let x = k % 200;
            let y = k / 200;
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        })
    }

    /// The expected numbers are those of the font DejaVu. The left edge of its letter I is a tenth of the font size to the right of `x`.
    /// The letter stands on the baseline, and is 0.73 of the font size high.
    #[test]
    fn text_paths_follow_position_style_and_anchor() {
        let [left, top, right, bottom] = ink("<text x=\"100\" y=\"30\">I</text>");
        assert!((101..=102).contains(&left) && right - left < 3 && bottom == 29, "{left} {right} {bottom}");
        assert!((14..=16).contains(&top), "{top}");
        let width = |text: &str| ink(text)[2] - ink(text)[0];
        let plain = width("<text x=\"5\" y=\"30\">Hamburg</text>");
        assert!(width("<text class=\"b\" x=\"5\" y=\"30\">Hamburg</text>") > plain + 5);
        assert!(width("<text class=\"b small\" x=\"5\" y=\"30\">Hamburg</text>") * 3 < plain * 2);
        let middle = ink("<text x=\"100\" y=\"30\" text-anchor=\"middle\">HHH</text>");
        assert!((middle[0] + middle[2]).abs_diff(200) <= 2, "{middle:?}");
        assert!(ink("<text x=\"100\" y=\"30\" text-anchor=\"end\">HHH</text>")[2].abs_diff(98) <= 1);
    }

    #[test]
    fn escaped_character_is_drawn_as_one_glyph() {
        for c in ['&', '<', '>', '"', 'é', '…'] {
            let text = |text: &str| ink(&format!("<text x=\"5\" y=\"30\">{text}I</text>"))[2];
            let one = text(&escaped(&c.to_string()));
            assert!(one > text("") && one < text("mm"), "{c}");
        }
    }
}
