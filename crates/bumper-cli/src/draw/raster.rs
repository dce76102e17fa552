//! From SVG to PNG, with a font of our own: the same picture on every machine.

use anyhow::{Context, Result};
use resvg::{tiny_skia, usvg};

/// Pixels of the PNG for each of the SVG.
const ZOOM: f32 = 1.5;

pub fn png(svg: &str) -> Result<Vec<u8>> {
    let mut options = usvg::Options::default();
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().load_font_data(dejavu::sans::bold().to_vec());
    let tree = usvg::Tree::from_str(svg, &options).context("the picture")?;
    let size = tree.size();
    let (width, height) = ((size.width() * ZOOM).ceil() as u32, (size.height() * ZOOM).ceil() as u32);
    let mut pixels = tiny_skia::Pixmap::new(width, height).context("the picture has no size")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(ZOOM, ZOOM), &mut pixels.as_mut());
    pixels.encode_png().context("the picture")
}
