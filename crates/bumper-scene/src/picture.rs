//! Pictures, for making pixel masks.

#[cfg(feature = "pictures")]
use crate::fields::Fault;
use crate::fields::{Read, fault};
use bumper::MaskBuf;
#[cfg(feature = "pictures")]
use image::{ImageDecoder, ImageReader, Limits, RgbaImage};
use std::path::Path;

/// The largest number of pixels of a picture: 2²⁶, which is a square with a side of 8192. Larger pictures are rejected before they are
/// decompressed.
pub(crate) const MAX_PIXELS: u64 = 1 << 26;

/// The largest size in bytes of a decompressed picture: that of [`MAX_PIXELS`] pixels with four channels of one byte.
#[cfg(feature = "pictures")]
const MAX_BYTES: u64 = MAX_PIXELS * 4;

/// A picture with four channels of 8 bits: red, green, blue and alpha.
///
/// ```
/// use bumper_scene::Picture;
/// let picture = Picture::new([2, 1], vec![0, 0, 0, 255, 0, 0, 0, 127]).unwrap();
/// assert_eq!(picture.mask(128).to_rows(), ["#."]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    size: [u16; 2],
    pixels: Vec<u8>,
}

impl Picture {
    /// Creates a picture from four bytes per pixel, row by row. Returns `None` if the number of bytes does not match the size.
    ///
    /// ```
    /// assert!(bumper_scene::Picture::new([2, 2], vec![0; 15]).is_none());
    /// ```
    pub fn new(size: [u16; 2], pixels: Vec<u8>) -> Option<Self> {
        (pixels.len() == usize::from(size[0]) * usize::from(size[1]) * 4).then_some(Self { size, pixels })
    }

    /// Reads a PNG, JPEG, GIF (its first frame), WebP or BMP file. Channels with more bits are scaled to 8 bits.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the file cannot be read or is not a regular file, is not a picture or is damaged, has more than 2²⁶ pixels or
    /// more than 65535 on a side, or decompresses to more than 2²⁸ bytes.
    ///
    /// ```
    /// let fault = bumper_scene::Picture::read("none.png".as_ref()).unwrap_err();
    /// assert!(fault.to_string().contains("os error 2"));
    /// ```
    #[cfg(feature = "pictures")]
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let failed = |error: image::ImageError| Fault { place: String::new(), reason: reason(&error) };
        crate::files::check_regular(path)?;
        let reader = ImageReader::open(path).map_err(|error| failed(error.into()))?;
        let mut reader = reader.with_guessed_format().map_err(|error| failed(error.into()))?;
        reader.limits(limits());
        let decoder = reader.into_decoder().map_err(failed)?;
        let (width, height) = decoder.dimensions();
        check_size(width, height)?;
        if decoder.total_bytes() > MAX_BYTES {
            return fault(format!(
                "the picture of {width} x {height} pixels unpacks to more than 2^28 bytes"
            ));
        }
        let pixels = image::DynamicImage::from_decoder(decoder).map_err(failed)?.into_rgba8();
        Self::of(pixels)
    }

    /// Always fails, because this build of the crate lacks the feature that reads picture files.
    #[cfg(not(feature = "pictures"))]
    pub(crate) fn read(_: &Path) -> Read<Self> {
        fault("this build reads no pictures: use \"rows\"")
    }

    /// Converts a picture of the crate `image`.
    ///
    /// # Errors
    ///
    /// Returns a [`Fault`] if the picture has more than 2²⁶ pixels or more than 65535 on a side.
    ///
    /// ```
    /// let picture = bumper_scene::Picture::of(image::RgbaImage::new(3, 2)).unwrap();
    /// assert_eq!(picture.size(), [3, 2]);
    /// ```
    #[cfg(feature = "pictures")]
    pub fn of(pixels: RgbaImage) -> Read<Self> {
        let (width, height) = pixels.dimensions();
        check_size(width, height)?;
        Ok(Self { size: [width as u16, height as u16], pixels: pixels.into_raw() })
    }

    /// The width and the height in pixels.
    ///
    /// ```
    /// assert_eq!(bumper_scene::Picture::new([2, 1], vec![0; 8]).unwrap().size(), [2, 1]);
    /// ```
    pub fn size(&self) -> [u16; 2] {
        self.size
    }

    /// The bytes of all pixels, four per pixel, row by row.
    ///
    /// ```
    /// assert_eq!(bumper_scene::Picture::new([1, 1], vec![1, 2, 3, 4]).unwrap().pixels(), [1, 2, 3, 4]);
    /// ```
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The mask of the pixels whose alpha is at least `alpha`.
    ///
    /// ```
    /// let picture = bumper_scene::Picture::new([1, 1], vec![0, 0, 0, 9]).unwrap();
    /// assert!(picture.mask(10).as_mask().is_empty() && !picture.mask(9).as_mask().is_empty());
    /// ```
    pub fn mask(&self, alpha: u8) -> MaskBuf {
        let width = usize::from(self.size[0]);
        MaskBuf::from_fn(self.size, |i, j| {
            self.pixels[(usize::from(j) * width + usize::from(i)) * 4 + 3] >= alpha
        })
    }

    /// Makes all pixels of a colour transparent, such as the background of a picture without an alpha channel.
    ///
    /// ```
    /// let mut picture = bumper_scene::Picture::new([2, 1], vec![0, 255, 255, 255, 0, 255, 254, 255]).unwrap();
    /// picture.clear([0, 255, 255]);
    /// assert_eq!(picture.mask(128).to_rows(), [".#"]);
    /// ```
    pub fn clear(&mut self, color: [u8; 3]) {
        self.pixels.chunks_exact_mut(4).filter(|pixel| pixel[..3] == color).for_each(|pixel| pixel[3] = 0);
    }

    /// Cuts a rectangle out of the picture. The rectangle is given by its first column and row and its size. Pixels outside the picture are
    /// transparent.
    ///
    /// ```
    /// let picture = bumper_scene::Picture::new([2, 1], vec![1, 1, 1, 1, 2, 2, 2, 2]).unwrap();
    /// assert_eq!(picture.part([1, 0], [2, 1]).pixels(), [2, 2, 2, 2, 0, 0, 0, 0]);
    /// ```
    pub fn part(&self, at: [u32; 2], size: [u16; 2]) -> Self {
        let [width, height] = self.size.map(usize::from);
        let [x, y] = at.map(|c| c as usize);
        let row = usize::from(size[0]);
        let mut pixels = vec![0; row * usize::from(size[1]) * 4];
        // In each row of the rectangle, this number of pixels lies inside the picture. They are copied; the others stay transparent.
        let common = row.min(width.saturating_sub(x));
        if common > 0 {
            for (j, to) in pixels.chunks_exact_mut(row * 4).enumerate().take(height.saturating_sub(y)) {
                let from = ((y + j) * width + x) * 4;
                to[..common * 4].copy_from_slice(&self.pixels[from..from + common * 4]);
            }
        }
        Self { size, pixels }
    }
}

/// The width and the height of the picture in a file, read from the header of the file. `None` if they cannot be read.
#[cfg(feature = "pictures")]
pub(crate) fn dimensions(path: &Path) -> Option<[u32; 2]> {
    crate::files::check_regular(path).ok()?;
    let reader = ImageReader::open(path).ok()?.with_guessed_format().ok()?;
    reader.into_dimensions().ok().map(|(width, height)| [width, height])
}

/// Always `None`, because this build of the crate lacks the feature that reads picture files.
#[cfg(not(feature = "pictures"))]
pub(crate) fn dimensions(_: &Path) -> Option<[u32; 2]> {
    None
}

/// The limits for decoders of the crate `image`: larger pictures are rejected before they are decompressed.
///
/// ```
/// assert_eq!(bumper_scene::limits().max_image_width, Some(65535));
/// ```
#[cfg(feature = "pictures")]
pub fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(u16::MAX.into());
    limits.max_image_height = Some(u16::MAX.into());
    // The memory limit: enough for the largest picture, plus half as much for the decoder itself.
    limits.max_alloc = Some(MAX_BYTES + (MAX_BYTES >> 1));
    limits
}

#[cfg(feature = "pictures")]
fn check_size(width: u32, height: u32) -> Read<()> {
    if width.max(height) > u32::from(u16::MAX) || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return fault(format!(
            "the picture has {width} x {height} pixels: the limits are 65535 on a side and 2^26 in all"
        ));
    }
    Ok(())
}

/// The message of an error of the crate `image`, in a single line.
#[cfg(feature = "pictures")]
pub(crate) fn reason(error: &image::ImageError) -> String {
    let text = match error {
        image::ImageError::IoError(error) => error.to_string(),
        other => other.to_string(),
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("failed to fill whole buffer", "the file ends too early")
}
