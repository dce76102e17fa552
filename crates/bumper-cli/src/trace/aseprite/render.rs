//! Composes the layers of an Aseprite file as Aseprite exports them, with one exception: all blend modes are treated as normal blending,
//! because they change only colours, not opacity.

use super::file::{Cel, Content, Depth, File, Tile, Tileset};
use anyhow::Result;
use bumper_scene::Picture;

/// A picture of the size of the canvas, with four bytes per pixel.
struct Canvas {
    size: [usize; 2],
    pixels: Vec<u8>,
}

impl File {
    /// Composes the picture of a frame from the layers for which `is_wanted` returns true.
    pub fn render(&self, frame: u16, is_wanted: &impl Fn(usize) -> bool) -> Result<Picture> {
        let canvas = self.render_group(frame, None, is_wanted);
        let [width, height] = self.size.map(u32::from);
        Ok(Picture::of(image::RgbaImage::from_raw(width, height, canvas.pixels).unwrap_or_default())?)
    }

    /// The number of translucent groups of layers in the file. Such a group costs extra work: its layers are composed into a separate
    /// picture, which is then blended over the layers below.
    pub fn translucent_groups(&self) -> usize {
        let ids = 0..self.layers.len();
        ids.filter(|id| self.is_translucent(*id)).count()
    }

    pub fn cel(&self, frame: u16, layer: usize) -> Option<&Cel> {
        self.cels.get(&(frame, u16::try_from(layer).ok()?))
    }

    fn is_translucent(&self, layer: usize) -> bool {
        self.layers[layer].is_group && self.layers[layer].opacity < 255
    }

    /// The innermost translucent group that contains a layer; `None` if no translucent group contains it.
    fn translucent_parent(&self, layer: usize) -> Option<usize> {
        let parents = std::iter::successors(self.layers[layer].parent, |group| self.layers[*group].parent);
        parents.into_iter().find(|group| self.is_translucent(*group))
    }

    /// Composes the layers that are directly in the translucent group `group`: those for which it is the innermost translucent group. If
    /// `group` is `None`, composes the layers that are in no translucent group.
    fn render_group(&self, frame: u16, group: Option<usize>, is_wanted: &impl Fn(usize) -> bool) -> Canvas {
        let mut canvas = Canvas::new(self.size.map(usize::from));
        let ids = 0..self.layers.len();
        let mut layers: Vec<_> = ids.filter(|layer| self.translucent_parent(*layer) == group).collect();
        // Layers are drawn in the order of their index plus the z-index of their cel. So a z-index of 1 exchanges a layer with the one
        // above it. If two sums are equal, the layer with the smaller z-index is drawn first.
        layers.sort_by_key(|layer| {
            let z_index = self.cel(frame, *layer).map_or(0, |cel| i64::from(cel.z_index));
            (*layer as i64 + z_index, z_index)
        });
        for layer in layers {
            if self.is_translucent(layer) {
                let above = self.render_group(frame, Some(layer), is_wanted);
                canvas.blend(&above, self.layers[layer].opacity);
            } else if let Some(cel) = self.cel(frame, layer).filter(|_| is_wanted(layer)) {
                self.draw(&mut canvas, frame, layer, cel);
            }
        }
        canvas
    }

    fn draw(&self, canvas: &mut Canvas, frame: u16, layer: usize, cel: &Cel) {
        let opacity = multiply(self.layers[layer].opacity, cel.opacity);
        let palette = self.palette(frame);
        // In a background layer, all palette indices are visible colours.
        let transparent = (!self.layers[layer].is_background()).then_some(self.transparent);
        let color = |pixels: &[u8], index: usize| match self.depth {
            Depth::Rgba => pixels[index * 4..index * 4 + 4].try_into().unwrap_or_default(),
            Depth::Gray => [pixels[index * 2], pixels[index * 2], pixels[index * 2], pixels[index * 2 + 1]],
            Depth::Indexed if Some(pixels[index]) == transparent => [0; 4],
            Depth::Indexed => palette.get(usize::from(pixels[index])).copied().unwrap_or_default(),
        };
        match &*cel.content {
            Content::Image { size, pixels } => {
                canvas.draw(cel.at, *size, opacity, |x, y| color(pixels, y * size[0] + x));
            }
            Content::Tiles { size, tiles } => {
                let Some(set) = self.layers[layer].tileset.and_then(|id| self.tilesets.get(&id)) else {
                    return;
                };
                let [width, height] = set.tile_size;
                if width == 0 || height == 0 {
                    return;
                }
                canvas.draw(cel.at, [size[0] * width, size[1] * height], opacity, |x, y| {
                    let tile = tiles[y / height * size[0] + x / width];
                    set.pixel(tile, [x % width, y % height]).map_or([0; 4], |index| color(&set.pixels, index))
                });
            }
        }
    }
}

impl Tileset {
    /// The index, in the data of a tileset, of a pixel of a tile that is drawn flipped. `x` and `y` are the position of the pixel in the
    /// flipped tile. `None` if the tile is empty or has no such pixel.
    fn pixel(&self, tile: Tile, [x, y]: [usize; 2]) -> Option<usize> {
        let [width, height] = self.tile_size;
        let x = if tile.flip_x { width - 1 - x } else { x };
        let y = if tile.flip_y { height - 1 - y } else { y };
        let (x, y) = if tile.flip_diagonal { (y, x) } else { (x, y) };
        let is_inside = x < width && y < height && tile.id < self.count && tile.id != self.empty;
        is_inside.then(|| (tile.id as usize * height + y) * width + x)
    }
}

impl Canvas {
    fn new(size: [usize; 2]) -> Self {
        Self { size, pixels: vec![0; size[0] * size[1] * 4] }
    }

    /// Blends a picture over the canvas at a position. `color` returns the pixels of the picture. Pixels outside of the canvas are ignored.
    fn draw(&mut self, at: [i32; 2], size: [usize; 2], opacity: u8, color: impl Fn(usize, usize) -> [u8; 4]) {
        // The columns (`k` = 0) or rows (`k` = 1) of the picture that lie on the canvas.
        let range = |k: usize| {
            let at = i64::from(at[k]);
            let first = (-at).clamp(0, size[k] as i64);
            first as usize..(self.size[k] as i64 - at).clamp(first, size[k] as i64) as usize
        };
        for y in range(1) {
            for x in range(0) {
                let place = [x as i64 + i64::from(at[0]), y as i64 + i64::from(at[1])];
                let index = (place[1] as usize * self.size[0] + place[0] as usize) * 4;
                blend(&mut self.pixels[index..index + 4], color(x, y), opacity);
            }
        }
    }

    fn blend(&mut self, above: &Canvas, opacity: u8) {
        for (below, above) in self.pixels.chunks_exact_mut(4).zip(above.pixels.chunks_exact(4)) {
            blend(below, above.try_into().unwrap_or_default(), opacity);
        }
    }
}

/// Multiplies two fractions in units of 1/255, and rounds the product to this unit.
fn multiply(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}

/// Blends a colour over a pixel of the canvas.
fn blend(below: &mut [u8], above: [u8; 4], opacity: u8) {
    let alpha = multiply(above[3], opacity);
    if alpha == 0 {
        return;
    }
    // `sum`, the resulting alpha, is at most 255, because the second term is at most 255 − `alpha`. It is not zero, because `alpha` is
    // above zero here.
    let sum = alpha + (below[3] - multiply(alpha, below[3]));
    for k in 0..3 {
        let (from, to) = (i32::from(below[k]), i32::from(above[k]));
        let from = if below[3] == 0 { to } else { from };
        below[k] = (from + (to - from) * i32::from(alpha) / i32::from(sum)) as u8;
    }
    below[3] = sum;
}
