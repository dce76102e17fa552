//! Masks by whole words: 64 pixels at a time, where pixels one by one would take many times as long.

use engine::MaskBuf;

/// The columns of a stripe.
const COLUMNS: usize = 64;

/// A mask from its words: bits beyond its width are left out.
pub fn mask(size: [u16; 2], mut words: Vec<u64>) -> MaskBuf {
    let [width, height] = size.map(usize::from);
    if width % COLUMNS != 0 && height > 0 {
        let last = words.len().saturating_sub(height);
        let inside = (1 << (width % COLUMNS)) - 1;
        words.iter_mut().skip(last).for_each(|word| *word &= inside);
    }
    MaskBuf::from_words(size, words).unwrap_or_else(|| MaskBuf::new(size))
}

/// A mask of the pixels of which a test holds, from rows of whatever the pixels are.
pub fn from_rows<'r, Pixel: 'r>(
    size: [u16; 2],
    row: impl Fn(usize) -> &'r [Pixel],
    solid: impl Fn(&Pixel) -> bool,
) -> MaskBuf {
    let [width, height] = size.map(usize::from);
    let mut words = vec![0; width.div_ceil(COLUMNS) * height];
    for y in 0..height {
        for (stripe, pixels) in row(y).chunks(COLUMNS).take(width.div_ceil(COLUMNS)).enumerate() {
            words[stripe * height + y] = word(pixels, &solid);
        }
    }
    mask(size, words)
}

/// A bit a pixel, from the lowest. The last first: so no bit has to find its place.
fn word<Pixel>(pixels: &[Pixel], solid: impl Fn(&Pixel) -> bool) -> u64 {
    pixels.iter().rev().fold(0, |word, pixel| word << 1 | u64::from(solid(pixel)))
}
