//! Renders SVG as PNG. Texts use a built-in font, so that pictures are the same on every machine.

use super::glyphs;
use anyhow::{Context, Result};
use resvg::{tiny_skia, usvg};

/// The zoom factor of PNG pictures: pixels of the PNG per pixel of the SVG.
const ZOOM: f32 = 1.5;

pub fn png(svg: &str) -> Result<Vec<u8>> {
    pixels(svg, ZOOM)?.encode_png().context("the picture")
}

/// Renders an SVG as a picture, enlarged by a zoom factor.
pub fn pixels(svg: &str, zoom: f32) -> Result<tiny_skia::Pixmap> {
    let tree =
        usvg::Tree::from_str(&glyphs::outlined(svg), &usvg::Options::default()).context("the picture")?;
    let size = tree.size();
    let width = (size.width() * zoom).ceil() as u32;
    let height = (size.height() * zoom).ceil() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height).context("the picture has no size")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(zoom, zoom), &mut pixels.as_mut());
    Ok(pixels)
}
