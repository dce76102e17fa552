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

/// A bit a pixel, from the lowest. The last first: so no bit has to find its place.
fn word<Pixel>(pixels: &[Pixel], solid: impl Fn(&Pixel) -> bool) -> u64 {
    pixels.iter().rev().fold(0, |word, pixel| word << 1 | u64::from(solid(pixel)))
}

/// A mask of another size: each of its pixels is that of this one in whose place its middle lies.
pub fn resized(of: &Mask<'_>, size: [u16; 2]) -> MaskBuf {
    let own = of.size();
    if own.contains(&0) {
        return MaskBuf::new(size);
    }
    let from = |k: usize, axis: usize| {
        ((2 * k as u64 + 1) * u64::from(own[axis]) / (2 * u64::from(size[axis]))) as usize
    };
    let columns: Vec<usize> = (0..usize::from(size[0])).map(|x| from(x, 0)).collect();
    let (words, height) = (of.words(), usize::from(own[1]));
    let [width, rows] = size.map(usize::from);
    let mut found = vec![0; width.div_ceil(COLUMNS) * rows];
    for y in 0..rows {
        let row = from(y, 1);
        for (stripe, columns) in columns.chunks(COLUMNS).enumerate() {
            found[stripe * rows + y] =
                word(columns, |x| words[x / COLUMNS * height + row] >> (x % COLUMNS) & 1 == 1);
        }
    }
    mask(size, found)
}

/// All offsets at which two masks overlap are one of them, turned round, drawn at each solid pixel of the other. `None` where that
/// would be larger than a mask can be.
pub fn convolved(a: &Mask<'_>, b: &Mask<'_>) -> Option<MaskBuf> {
    let (p, q) = (a.size(), b.size());
    let mut found = MaskBuf::new([p[0].checked_add(q[0] - 1)?, p[1].checked_add(q[1] - 1)?]);
    for j in 0..q[1] {
        for run in b.runs(j) {
            for i in run[0]..run[1] {
                found.draw(a, [i32::from(q[0] - 1 - i), i32::from(q[1] - 1 - j)]);
            }
        }
    }
    Some(found)
}
