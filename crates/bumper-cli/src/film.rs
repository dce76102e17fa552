//! Encodes animated GIFs. Each frame of a GIF contains only the pixels that differ from the previous frame.

use anyhow::{Context, Result, bail};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use image::{RgbaImage, imageops};

/// The speed of the colour quantization, from 1 (slow and accurate) to 30 (fast).
const SPEED: i32 = 20;

/// The largest number of frames of a film.
const MAX_FRAMES: u64 = 10_000;

/// An encoder of an animated GIF that receives the pictures one by one. All pictures have the size of the first picture.
#[derive(Default)]
pub struct Film {
    encoder: Option<Encoder<Vec<u8>>>,
    /// The previous picture.
    last: RgbaImage,
    count: u64,
}

impl Film {
    /// Adds a picture that is shown for a number of hundredths of a second.
    pub fn add(&mut self, picture: RgbaImage, hundredths: u16) -> Result<()> {
        self.count += 1;
        if self.count > MAX_FRAMES {
            bail!("a film of more than {MAX_FRAMES} pictures: use fewer frames");
        }
        let [left, top, width, height] = match &self.encoder {
            Some(_) => difference(&self.last, &picture),
            None => [0, 0, picture.width(), picture.height()],
        };
        let side = |length: u32| u16::try_from(length).context("the film is too large");
        if self.encoder.is_none() {
            let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &[])?;
            encoder.set_repeat(Repeat::Infinite)?;
            self.encoder = Some(encoder);
        }
        let mut changed = imageops::crop_imm(&picture, left, top, width, height).to_image();
        if self.count > 1 {
            // Pixels that have not changed become transparent, because large areas of equal pixels compress well.
            for (x, y, pixel) in changed.enumerate_pixels_mut() {
                if self.last.get_pixel(left + x, top + y) == pixel {
                    *pixel = image::Rgba([0; 4]);
                }
            }
        }
        let mut frame = Frame::from_rgba_speed(side(width)?, side(height)?, &mut changed, SPEED);
        frame.left = side(left)?;
        frame.top = side(top)?;
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        self.encoder.as_mut().context("the film")?.write_frame(&frame)?;
        self.last = picture;
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>> {
        let encoder = self.encoder.context("the film has no picture: use more frames")?;
        Ok(encoder.into_inner()?)
    }
}

/// The bounding rectangle of all pixels that differ between two pictures: left, top, width, height. It has at least one pixel.
fn difference(a: &RgbaImage, b: &RgbaImage) -> [u32; 4] {
    let mut left = u32::MAX;
    let mut top = u32::MAX;
    let mut right = 0;
    let mut bottom = 0;
    for ((x, y, p), q) in a.enumerate_pixels().zip(b.pixels()) {
        if p != q {
            left = left.min(x);
            top = top.min(y);
            right = right.max(x);
            bottom = bottom.max(y);
        }
    }
    if left > right { [0, 0, 1, 1] } else { [left, top, right - left + 1, bottom - top + 1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gif_frames_equal_added_pictures() {
        let mut film = Film::default();
        let mut pictures = Vec::new();
        for k in 0..12u32 {
            let inside = |x: u32, y: u32| (k * 3..k * 3 + 9).contains(&x) && (k..k + 7).contains(&y);
            let color = |inside| if inside { [255, 112, 67, 255] } else { [251, 252, 253, 255] };
            let picture = RgbaImage::from_fn(60, 40, |x, y| image::Rgba(color(inside(x, y))));
            film.add(picture.clone(), 5).unwrap();
            pictures.push(picture);
        }
        let bytes = film.finish().unwrap();
        let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(bytes)).unwrap();
        let frames = image::AnimationDecoder::into_frames(decoder).collect_frames().unwrap();
        assert_eq!(frames.len(), pictures.len());
        for (frame, picture) in frames.iter().zip(&pictures) {
            assert_eq!(frame.buffer(), picture);
            assert_eq!(frame.delay().numer_denom_ms(), (50, 1));
        }
    }
}
