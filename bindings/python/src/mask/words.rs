//! Masks by whole words: 64 pixels at a time, where pixels one by one would take many times as long.

use engine::{Mask, MaskBuf};

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

/// The bits of half a word.
const BITS: [u32; COLUMNS / 2] = {
    let (mut bits, mut k) = ([0; COLUMNS / 2], 0);
    while k < bits.len() {
        bits[k] = 1 << k;
        k += 1;
    }
    bits
};

/// A bit a pixel, from the lowest: taken from a list and not by a shift, so that the compiler does several pixels at a time.
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

/// A mask of another size: pixel x of so many new ones is that of the old ones in which its left edge lies, and so is each row.
pub fn scaled(mask: &Mask<'_>, size: [u16; 2]) -> MaskBuf {
    let old = mask.size();
    if old.contains(&0) || size.contains(&0) {
        return MaskBuf::new(size);
    }
    let source = |k: u16, axis: usize| (u32::from(k) * u32::from(old[axis]) / u32::from(size[axis])) as usize;
    let columns: Vec<usize> = (0..size[0]).map(|x| source(x, 0)).collect();
    let (old_height, height) = (usize::from(old[1]), usize::from(size[1]));
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
