//! Composes the pictures of a map or scene into one backdrop, which is drawn below the shapes.

use crate::input::MAX_NAMED;
use crate::terminal::{WARNING, say};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bumper::{Aabb, Rotation, Vector, YAxis};
use bumper_scene::{Image, Picture};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder, RgbaImage};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The largest number of pixels of a backdrop: four million. A picture or film that contains the backdrop has fewer pixels at its normal
/// size, so a finer backdrop would look the same.
pub const VISIBLE_PIXELS: u32 = 1 << 22;

/// The limit for the number of pixels that are drawn into a backdrop. Pictures may cover each other, so all their pixels are counted, not
/// those of the backdrop. Pictures beyond the limit are skipped. The limit bounds the time.
const MAX_DRAWN_PIXELS: u64 = 1 << 28;

/// The limit for the number of pixels that are read, summed over all picture files. Once it is reached, no further file is read.
const MAX_PIXELS: u64 = 1 << 26;

/// A picture that is drawn below the shapes, and the area of the scene that it covers.
pub struct Backdrop {
    pub pixels: RgbaImage,
    /// The corners of the area with the smallest (`min`) and the largest coordinates (`max`).
    pub min: [f64; 2],
    pub max: [f64; 2],
    /// The picture as a data URL. It is created on first use and kept, because every frame of a film needs it.
    data: OnceLock<String>,
}

/// A cache of picture files. Each file is read only once.
#[derive(Default)]
pub struct Files {
    known: HashMap<Arc<Path>, Option<Picture>>,
    pixels: u64,
    /// The picture files that cannot be drawn, each with the reason.
    failed: Vec<(Arc<Path>, String)>,
}

impl Files {
    fn get(&mut self, path: &Arc<Path>) -> Option<&Picture> {
        if !self.known.contains_key(path) {
            let many = || "not drawn: the pictures have more than 2^26 pixels in all".to_string();
            let picture = if self.pixels < MAX_PIXELS { read(path) } else { Err(many()) };
            let picture = picture.map_err(|reason| self.failed.push((Arc::clone(path), reason))).ok();
            let size = picture.as_ref().map_or([0; 2], Picture::size).map(u64::from);
            self.pixels += size[0] * size[1];
            self.known.insert(Arc::clone(path), picture);
        }
        self.known.get(path).and_then(Option::as_ref)
    }

    /// Prints a warning for each picture file that cannot be drawn. `name` is the name of the scene.
    pub fn warn(&self, name: &str) {
        for (path, reason) in self.failed.iter().take(MAX_NAMED) {
            say(WARNING, &format!("{name}: picture {}: {reason}", path.display()));
        }
        if self.failed.len() > MAX_NAMED {
            say(WARNING, &format!("{name}: {} more pictures are not drawn", self.failed.len() - MAX_NAMED));
        }
    }
}

/// Reads the picture in a file. The error is the reason why the file cannot be read.
fn read(path: &Path) -> Result<Picture, String> {
    if !matches!(crate::output::ending(path).as_str(), "ase" | "aseprite") {
        return Picture::read(path).map_err(|fault| fault.to_string());
    }
    let metadata = path.metadata().map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is not a file".into());
    }
    let frames = crate::trace::aseprite::frames(path, "").map_err(|error| format!("{error:#}"))?;
    frames.into_iter().next().map(|frame| frame.picture).ok_or_else(|| "it has no frames".into())
}

impl Backdrop {
    /// Composes pictures into a backdrop. A pixel of the backdrop is as large as one unit of the scene. If that gives more than about
    /// `max_pixels` pixels, they are larger. Returns `None` if no picture can be read, or if the area of the pictures is empty or too
    /// large.
    pub fn of(images: &[Image], y: YAxis, max_pixels: u32, files: &mut Files) -> Option<Self> {
        let placed: Vec<(&Image, [f64; 2])> =
            images.iter().filter_map(|image| Some((image, size(image, files)?))).collect();
        let mut min = [f64::INFINITY; 2];
        let mut max = [f64::NEG_INFINITY; 2];
        for (image, size) in &placed {
            let aabb = image_aabb(image, *size);
            for k in 0..2 {
                (min[k], max[k]) = (min[k].min(aabb[0][k]), max[k].max(aabb[1][k]));
            }
        }
        let extent = [max[0] - min[0], max[1] - min[1]];
        if !extent.iter().all(|c| *c > 0.0 && *c < 1e9) {
            return None;
        }
        let scale = (f64::from(max_pixels) / (extent[0] * extent[1])).sqrt().min(1.0);
        // Even a very narrow backdrop is at least one pixel wide and high.
        let [width, height] = extent.map(|c| ((c * scale).ceil() as u32).clamp(1, 16384));
        let mut canvas = Canvas { pixels: RgbaImage::new(width, height), min, extent, drawn_pixels: 0 };
        for (image, size) in placed {
            canvas.draw(image, size, y == YAxis::Up, files);
        }
        Some(Self { pixels: canvas.pixels, min, max, data: OnceLock::new() })
    }

    /// The area of the scene that the backdrop covers. Scenes in 3D have no backdrop, so a z coordinate would be 0.
    pub fn area<const N: usize>(&self) -> Aabb<f64, N> {
        let place = |at: [f64; 2]| Vector(core::array::from_fn(|k| at.get(k).copied().unwrap_or_default()));
        Aabb::new(place(self.min), place(self.max))
    }

    /// The backdrop as a PNG in a data URL, for embedding it into SVG.
    pub fn data(&self) -> &str {
        self.data.get_or_init(|| {
            let (mut png, (width, height)) = (Vec::new(), self.pixels.dimensions());
            let written =
                PngEncoder::new(&mut png).write_image(&self.pixels, width, height, ExtendedColorType::Rgba8);
            // The encoder fails only for an empty or huge picture, or if writing fails. The sides are 1 to 16384 pixels long, and writing
            // to memory does not fail.
            if written.is_err() {
                String::new()
            } else {
                format!("data:image/png;base64,{}", STANDARD.encode(png))
            }
        })
    }
}

/// The size at which an image is drawn, in scene units; `None` if its file cannot be read.
fn size(image: &Image, files: &mut Files) -> Option<[f64; 2]> {
    let picture = files.get(&image.file)?;
    let picture_size = picture.size().map(f64::from);
    let size = image
        .size
        .unwrap_or_else(|| image.part.map_or(picture_size, |part| [part[2], part[3]].map(f64::from)));
    size.iter().chain(&image.at).all(|c| c.is_finite()).then_some(size)
}

/// The AABB of a rotated image in the scene: its minimum and maximum corner.
fn image_aabb(image: &Image, size: [f64; 2]) -> [[f64; 2]; 2] {
    let turn = Rotation::<f64, 2>::from_degrees(image.rotation);
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|part: [f64; 2]| {
        let by = [0, 1].map(|k| image.at[k] + part[k] * size[k] - image.pivot[k]);
        turn.apply(Vector(by)) + Vector(image.pivot)
    });
    let ends =
        |k: usize, pick: fn(f64, f64) -> f64| corners.iter().map(|c| c[k]).reduce(pick).unwrap_or_default();
    [[ends(0, f64::min), ends(1, f64::min)], [ends(0, f64::max), ends(1, f64::max)]]
}

struct Canvas {
    pixels: RgbaImage,
    min: [f64; 2],
    extent: [f64; 2],
    drawn_pixels: u64,
}

impl Canvas {
    /// Draws an image over the backdrop. Each pixel of the backdrop gets the colour that the image has at the center of this pixel.
    fn draw(&mut self, image: &Image, size: [f64; 2], up: bool, files: &mut Files) {
        let Some(picture) = files.get(&image.file) else { return };
        let picture_size = picture.size().map(u32::from);
        let part = image.part.unwrap_or([0, 0, picture_size[0], picture_size[1]]);
        let (width, height) = self.pixels.dimensions();
        let scale = [f64::from(width) / self.extent[0], f64::from(height) / self.extent[1]];
        let [low, high] = image_aabb(image, size);
        // Row 0 of the backdrop is the uppermost row on the screen. So the row grows with y if y points down, and falls with y if it points
        // up.
        let row = |y: f64| if up { self.min[1] + self.extent[1] - y } else { y - self.min[1] };
        let columns = [low[0], high[0]].map(|x| (x - self.min[0]) * scale[0]);
        let rows =
            if up { [row(high[1]), row(low[1])] } else { [row(low[1]), row(high[1])] }.map(|y| y * scale[1]);
        let span =
            |[from, to]: [f64; 2], end: u32| (from.floor().max(0.0) as u32)..(to.ceil() as u32).min(end);
        let columns = span(columns, width);
        let rows = span(rows, height);
        self.drawn_pixels += u64::from(columns.len() as u32) * u64::from(rows.len() as u32);
        if self.drawn_pixels > MAX_DRAWN_PIXELS {
            return;
        }
        let inverse = Rotation::<f64, 2>::from_degrees(image.rotation).inverse();
        for (i, j) in rows.flat_map(|j| columns.clone().map(move |i| (i, j))) {
            let down = (f64::from(j) + 0.5) / scale[1];
            let y = if up { self.min[1] + self.extent[1] - down } else { self.min[1] + down };
            let at = Vector([self.min[0] + (f64::from(i) + 0.5) / scale[0], y]);
            let at = inverse.apply(at - Vector(image.pivot)) + Vector(image.pivot);
            let mut unit = [0, 1].map(|k| (at[k] - image.at[k]) / size[k]);
            if up {
                unit[1] = 1.0 - unit[1];
            }
            let [diagonal, across, over] = image.turn;
            let [u, v] =
                [if across { 1.0 - unit[0] } else { unit[0] }, if over { 1.0 - unit[1] } else { unit[1] }];
            let [u, v] = if diagonal { [v, u] } else { [u, v] };
            if !(0.0..1.0).contains(&u) || !(0.0..1.0).contains(&v) {
                continue;
            }
            let x = part[0].saturating_add((u * f64::from(part[2])) as u32);
            let y = part[1].saturating_add((v * f64::from(part[3])) as u32);
            if x < picture_size[0] && y < picture_size[1] {
                let from = (y as usize * picture_size[0] as usize + x as usize) * 4;
                let pixel = &picture.pixels()[from..from + 4];
                if image.transparent.is_none_or(|color| pixel[..3] != color) {
                    over_pixel(&mut self.pixels.get_pixel_mut(i, j).0, pixel, image.opacity);
                }
            }
        }
    }
}

/// Blends a colour over another one (T. Porter and T. Duff, "Compositing Digital Images", 1984).
fn over_pixel(below: &mut [u8; 4], above: &[u8], opacity: f64) {
    let source = f64::from(above[3]) / 255.0 * opacity.clamp(0.0, 1.0);
    let target = f64::from(below[3]) / 255.0 * (1.0 - source);
    let alpha = source + target;
    if alpha > 0.0 {
        for k in 0..3 {
            below[k] = ((f64::from(above[k]) * source + f64::from(below[k]) * target) / alpha).round() as u8;
        }
        below[3] = (alpha * 255.0).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backdrop_draws_images_at_their_place_and_orientation() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.png");
        // A picture of 2 x 2 pixels: red, green, blue and transparent. The test also draws its right column alone.
        let colours = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]];
        let picture = RgbaImage::from_fn(2, 2, |x, y| image::Rgba(colours[(x + 2 * y) as usize]));
        picture.save(&file).unwrap();
        let file: Arc<Path> = file.as_path().into();
        let image = Image { size: Some([4.0, 4.0]), ..Image::whole(Arc::clone(&file), [10.0, 20.0]) };
        let drawn = |images: &[Image], y| Backdrop::of(images, y, 1 << 20, &mut Files::default()).unwrap();
        let pixel = |backdrop: &Backdrop, x: u32, y: u32| backdrop.pixels.get_pixel(x, y).0;
        let plain = drawn(std::slice::from_ref(&image), YAxis::Down);
        assert_eq!((plain.min, plain.max, plain.pixels.dimensions()), ([10.0, 20.0], [14.0, 24.0], (4, 4)));
        assert_eq!(
            [pixel(&plain, 0, 0), pixel(&plain, 3, 0), pixel(&plain, 0, 3), pixel(&plain, 3, 3)],
            colours
        );
        // Images are drawn upright even if y points up.
        assert_eq!(drawn(std::slice::from_ref(&image), YAxis::Up).pixels, plain.pixels);
        let mirrored = drawn(&[Image { turn: [false, true, false], ..image.clone() }], YAxis::Down);
        assert_eq!(pixel(&mirrored, 0, 0), colours[1]);
        let diagonal = drawn(&[Image { turn: [true, false, false], ..image.clone() }], YAxis::Down);
        assert_eq!(pixel(&diagonal, 0, 3), colours[1]);
        // The image is rotated by 90 degrees clockwise about its lower left corner.
        let turned = Image { rotation: 90.0, pivot: [10.0, 24.0], ..image.clone() };
        let turned = drawn(&[turned], YAxis::Down);
        assert_eq!((turned.min, pixel(&turned, 3, 0)), ([10.0, 24.0], colours[0]));
        let part = Image { part: Some([1, 0, 1, 2]), size: None, opacity: 0.5, ..image };
        let part = drawn(&[part], YAxis::Down);
        assert_eq!((part.pixels.dimensions(), pixel(&part, 0, 0)), ((1, 2), [0, 255, 0, 128]));
        let none = Image::whole(folder.path().join("none.png").as_path().into(), [0.0; 2]);
        assert!(Backdrop::of(&[none], YAxis::Down, 1 << 20, &mut Files::default()).is_none());
        assert!(part.data().starts_with("data:image/png;base64,"));
    }
}
