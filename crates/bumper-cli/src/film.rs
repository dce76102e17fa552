//! Moving pictures: a GIF, of which each frame holds only what has changed.

use anyhow::{Context, Result, bail};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage, imageops};

/// The speed of finding 256 colours, from 1 (slow, faithful) to 30.
const SPEED: i32 = 20;

/// More pictures than this make no film that anyone looks at.
pub const MOST: u64 = 10_000;

pub struct Film {
    bytes: Vec<u8>,
    /// The picture before, and when it began, in seconds.
    last: Option<RgbaImage>,
    frames: Vec<Frame>,
}

impl Film {
    pub fn new() -> Self {
        Self { bytes: Vec::new(), last: None, frames: Vec::new() }
    }

    /// Adds a picture that is seen for some hundredths of a second.
    pub fn add(&mut self, picture: RgbaImage, hundredths: u32) -> Result<()> {
        if self.frames.len() as u64 >= MOST {
            bail!("a film of more than {MOST} pictures: ask for fewer frames");
        }
        let delay = Delay::from_numer_denom_ms(hundredths * 10, 1);
        let (left, top, changed) = match &self.last {
            None => (0, 0, picture.clone()),
            Some(last) => {
                let [left, top, width, height] = difference(last, &picture);
                (left, top, imageops::crop_imm(&picture, left, top, width, height).to_image())
            }
        };
        self.frames.push(Frame::from_parts(changed, left, top, delay));
        self.last = Some(picture);
        Ok(())
    }

    pub fn finish(mut self) -> Result<Vec<u8>> {
        let mut encoder = GifEncoder::new_with_speed(&mut self.bytes, SPEED);
        encoder.set_repeat(Repeat::Infinite)?;
        encoder.encode_frames(self.frames).context("the film")?;
        drop(encoder);
        Ok(self.bytes)
    }
}

/// The frame around all pixels that differ; one pixel at least.
fn difference(a: &RgbaImage, b: &RgbaImage) -> [u32; 4] {
    let (mut left, mut top, mut right, mut bottom) = (u32::MAX, u32::MAX, 0, 0);
    for ((x, y, p), q) in a.enumerate_pixels().zip(b.pixels()) {
        if p != q {
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
    }
    if left > right { [0, 0, 1, 1] } else { [left, top, right - left + 1, bottom - top + 1] }
}
