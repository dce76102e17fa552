//! Creates masks from words of 64 pixels. This is many times faster than creating them pixel by pixel.

use engine::{Mask, MaskBuf};

/// The number of columns of a stripe. A stripe has one word for each row.
const COLUMNS: usize = 64;

/// Creates a mask from its words, stripe by stripe. Bits beyond the width of the mask are cleared.
pub fn mask(size: [u16; 2], mut words: Vec<u64>) -> MaskBuf {
    let [width, height] = size.map(usize::from);
    if width % COLUMNS != 0 && height > 0 {
        let last = words.len().saturating_sub(height);
        let inside = (1 << (width % COLUMNS)) - 1;
        words.iter_mut().skip(last).for_each(|word| *word &= inside);
    }
    MaskBuf::from_words(size, words).unwrap_or_else(|| MaskBuf::new(size))
}

/// Creates a mask of the pixels for which `solid` returns true, from rows of pixels of any type.
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

/// Element k is the number 2ᵏ, whose only set bit is bit k. The function [`word`] combines these numbers to half a word.
const BITS: [u32; COLUMNS / 2] = {
    let mut bits = [0; COLUMNS / 2];
    let mut k = 0;
    while k < bits.len() {
        bits[k] = 1 << k;
        k += 1;
    }
    bits
};

/// Packs the pixels into a word, one bit per pixel, the first pixel in the lowest bit. Each half of the word is the sum of bit values from
/// a table; with shifts instead of a table, the compiler would not vectorize the loop.
fn word<Pixel>(pixels: &[Pixel], solid: impl Fn(&Pixel) -> bool) -> u64 {
    let half = |pixels: &[Pixel]| {
        let each = pixels.iter().zip(&BITS);
        each.fold(0, |half, (pixel, bit)| half | if solid(pixel) { *bit } else { 0 })
    };
    match pixels.split_at_checked(BITS.len()) {
        None => half(pixels).into(),
        Some((low, high)) => u64::from(half(low)) | u64::from(half(high)) << BITS.len(),
    }
}

/// Scales a mask to another size. Each new pixel is a copy of the old pixel under its top left corner.
pub fn scaled(mask: &Mask<'_>, size: [u16; 2]) -> MaskBuf {
    let old = mask.size();
    if old.contains(&0) || size.contains(&0) {
        return MaskBuf::new(size);
    }
    let source = |k: u16, axis: usize| (u32::from(k) * u32::from(old[axis]) / u32::from(size[axis])) as usize;
    let columns: Vec<usize> = (0..size[0]).map(|x| source(x, 0)).collect();
    let old_height = usize::from(old[1]);
    let height = usize::from(size[1]);
    let mut words = vec![0; columns.len().div_ceil(COLUMNS) * height];
    let stripes: Vec<&[u64]> = (0..usize::from(old[0]).div_ceil(COLUMNS)).map(|k| mask.stripe(k)).collect();
    let mut last = None;
    for y in 0..height {
        let row = source(y as u16, 1).min(old_height - 1);
        for (stripe, columns) in columns.chunks(COLUMNS).enumerate() {
            let at = stripe * height + y;
            words[at] = if last == Some(row) {
                words[at - 1]
            } else {
                let bit = |x: usize| stripes[x / COLUMNS][row] >> (x % COLUMNS) & 1;
                columns.iter().rev().fold(0, |word, &x| word << 1 | bit(x))
            };
        }
        last = Some(row);
    }
    self::mask(size, words)
}
