//! Draws enlarged sprites with their hitboxes, and a summary below each of them.

use super::{Hitbox, Shape, Traced};
use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use std::fmt::Write;

/// Two lengths in pixels: the approximate width and height of an enlarged sprite (`CELL`), and the width of the whole picture (`WIDTH`).
const CELL: f64 = 420.0;
const WIDTH: f64 = 1400.0;

/// The largest number of frames that the picture shows. Further frames are left out.
const MAX_FRAMES: usize = 60;

/// The colours of the hitboxes of a frame. If there are more hitboxes, the colours repeat.
const COLOURS: [&str; 6] = ["#c62828", "#1565c0", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f"];

/// Two lengths in pixels: the height of a line of text below a sprite, and the gap between sprites.
const LINE: f64 = 16.0;
const GAP: f64 = 24.0;

/// The average width of a letter, in pixels.
const LETTER: f64 = 7.3;

pub fn svg(frames: &[Traced]) -> Result<String> {
    let displayed = &frames[..frames.len().min(MAX_FRAMES)];
    let mut body = String::new();
    let mut x = GAP;
    let mut y = GAP;
    let mut row = 0.0f64;
    let mut right = 0.0f64;
    for frame in displayed {
        let [w, h] = frame.picture.size().map(f64::from);
        // Use an integer zoom factor, so that all pixels have the same size. Large sprites are not enlarged.
        let share = if displayed.len() > 6 { CELL / 2.0 } else { CELL };
        let zoom = (share / w.max(h)).floor().clamp(1.0, 48.0);
        let width = (w * zoom).max(label_width(frame));
        let lines = 1.0 + frame.hitboxes.len() as f64;
        if x > GAP && x + width + GAP > WIDTH {
            x = GAP;
            y = y + row + GAP;
            row = 0.0;
        }
        draw(&mut body, frame, (x, y), zoom)?;
        x += width + GAP;
        right = right.max(x);
        row = row.max(h * zoom + LINE * lines + 6.0);
    }
    let width = right.max(300.0);
    let mut height = y + row + GAP;
    if frames.len() > MAX_FRAMES {
        let _ =
            write!(body, "<text x=\"{GAP}\" y=\"{height}\">and {} more</text>", frames.len() - MAX_FRAMES);
        height += GAP;
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\
         <style>text{{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#263238}}.t{{font-weight:bold}}</style>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{body}</svg>\n"
    ))
}

/// The approximate width of the text below a sprite, estimated from its number of letters.
fn label_width(frame: &Traced) -> f64 {
    let hitboxes =
        frame.hitboxes.iter().map(|hitbox| hitbox.kind.chars().count() + summary(hitbox).len() + 4);
    let longest = hitboxes.chain([frame.name.chars().count()]).max().unwrap_or_default();
    (longest as f64 * LETTER).clamp(170.0, WIDTH - 2.0 * GAP)
}

/// Draws a sprite with its hitboxes. Writing to a string cannot fail, so the results are ignored.
fn draw(out: &mut String, frame: &Traced, (x, y): (f64, f64), zoom: f64) -> Result<()> {
    let [w, h] = frame.picture.size().map(f64::from);
    let png = STANDARD.encode(enlarged(frame, zoom as usize)?);
    let width = w * zoom;
    let height = h * zoom;
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#eceff1\" stroke=\"#b0bec5\"/>\
         <image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" href=\"data:image/png;base64,{png}\"/>"
    );
    let mut line = y + height + LINE;
    let _ =
        write!(out, "<text class=\"t\" x=\"{x}\" y=\"{line}\">{}</text>", crate::text::escaped(&frame.name));
    if frame.hitboxes.is_empty() {
        let _ = write!(out, "<text x=\"{x}\" y=\"{}\">no solid pixel</text>", line + LINE);
    }
    for (hitbox, colour) in frame.hitboxes.iter().zip(COLOURS.iter().cycle()) {
        line += LINE;
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"9\" height=\"9\" fill=\"{colour}\"/><text x=\"{}\" y=\"{line}\">{}</text>",
            line - 9.0,
            x + 14.0,
            crate::text::escaped(&format!("{}: {}", hitbox.kind, summary(hitbox)))
        );
        let mut path = String::new();
        hitbox.shapes.iter().for_each(|shape| outline(&mut path, shape, (x, y), zoom));
        // A white line below the coloured one, its halo, makes the outline visible on any picture. If there are many shapes, draw thin
        // outlines without a halo, because halos would hide too much.
        let (halo, width) = if hitbox.shapes.len() > 30 { (0.0, 0.7) } else { (3.4, 1.6) };
        let _ = write!(
            out,
            "<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\".18\" stroke=\"#fff\" stroke-width=\"{halo}\" stroke-linejoin=\"round\"/>\
             <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>"
        );
    }
    Ok(())
}

/// The summary of a hitbox as text: the number of its shapes or corners, and its errors in pixels.
pub fn summary(hitbox: &Hitbox) -> String {
    let n = hitbox.shapes.len();
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let corners = |shape: &Shape| if let Shape::Polygon(corners) = shape { corners.len() } else { 0 };
    let what = match hitbox.shapes.first() {
        Some(Shape::Box(_)) => count(n, "box", "boxes"),
        Some(Shape::Polygon(_)) => {
            let all = hitbox.shapes.iter().map(corners).sum();
            format!("{}, {}", count(n, "polygon", "polygons"), count(all, "corner", "corners"))
        }
        Some(Shape::Circle { .. }) => "circle".into(),
        Some(Shape::Capsule { .. }) => "capsule".into(),
        Some(Shape::Mask(mask)) => count(mask.as_mask().count() as usize, "pixel", "pixels"),
        None => "nothing".into(),
    };
    match (hitbox.missed, hitbox.added) {
        (0, 0) => format!("{what}, exact"),
        (missed, added) => format!("{what}, {missed} missed, {added} added"),
    }
}

fn outline(path: &mut String, shape: &Shape, (x, y): (f64, f64), zoom: f64) {
    let place = |[u, v]: [f64; 2]| (x + u * zoom, y + v * zoom);
    let polygon = |path: &mut String, corners: &[[f64; 2]]| {
        for (k, corner) in corners.iter().enumerate() {
            let (u, v) = place(*corner);
            let _ = write!(path, "{}{u:.1} {v:.1}", if k == 0 { 'M' } else { 'L' });
        }
        path.push('z');
    };
    match shape {
        Shape::Box(area) => {
            let ([l, t], [r, b]) = (area.min().map(f64::from).0, area.max().map(f64::from).0);
            polygon(path, &[[l, t], [r, t], [r, b], [l, b]]);
        }
        Shape::Polygon(corners) => polygon(path, corners),
        Shape::Circle { center, radius } => capsule(path, place(*center), place(*center), radius * zoom),
        Shape::Capsule { from, to, radius } => capsule(path, place(*from), place(*to), radius * zoom),
        Shape::Mask(mask) => {
            for outline in mask.as_mask().outlines() {
                let corners: Vec<_> = outline.corners.iter().map(|corner| corner.map(f64::from).0).collect();
                polygon(path, &corners);
            }
        }
    }
}

fn capsule(path: &mut String, (ax, ay): (f64, f64), (bx, by): (f64, f64), radius: f64) {
    let length = (bx - ax).hypot(by - ay);
    let (u, v) = if length > 0.0 { ((bx - ax) / length, (by - ay) / length) } else { (1.0, 0.0) };
    let nx = v * radius;
    let ny = -u * radius;
    let _ = write!(
        path,
        "M{:.1} {:.1}L{:.1} {:.1}A{radius:.1} {radius:.1} 0 0 1 {:.1} {:.1}L{:.1} {:.1}A{radius:.1} {radius:.1} 0 0 1 {:.1} {:.1}z",
        ax + nx,
        ay + ny,
        bx + nx,
        by + ny,
        bx - nx,
        by - ny,
        ax - nx,
        ay - ny,
        ax + nx,
        ay + ny
    );
}

/// The picture of a frame as a PNG. Each pixel becomes a square of `zoom` by `zoom` pixels. If viewers enlarged the picture instead, they
/// would blur it.
fn enlarged(frame: &Traced, zoom: usize) -> Result<Vec<u8>> {
    let [w, h] = frame.picture.size().map(usize::from);
    let mut pixels = Vec::with_capacity(w * h * zoom * zoom * 4);
    for row in frame.picture.pixels().chunks_exact((w * 4).max(1)) {
        let wide: Vec<u8> = row.chunks_exact(4).flat_map(|pixel| pixel.repeat(zoom)).collect();
        (0..zoom).for_each(|_| pixels.extend_from_slice(&wide));
    }
    let mut png = Vec::new();
    let width = (w * zoom) as u32;
    let height = (h * zoom) as u32;
    PngEncoder::new(&mut png).write_image(&pixels, width, height, ExtendedColorType::Rgba8)?;
    Ok(png)
}
