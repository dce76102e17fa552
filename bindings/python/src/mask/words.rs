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

pub fn inverted(of: &Mask<'_>) -> MaskBuf {
    mask(of.size(), of.words().iter().map(|word| !word).collect())
}

/// Goes through the words that another mask at an offset reaches, with what it has there.
fn join(words: &mut [u64], size: [u16; 2], other: &Mask<'_>, [x, y]: [i32; 2], each: impl Fn(&mut u64, u64)) {
    let height = usize::from(size[1]);
    let stripes = usize::from(size[0]).div_ceil(COLUMNS);
    let (x, y) = (i64::from(x), i64::from(y));
    let rows =
        y.clamp(0, height as i64) as usize..(y + i64::from(other.size()[1])).clamp(0, height as i64) as usize;
    if rows.is_empty() {
        return;
    }
    let from = (rows.start as i64 - y) as usize;
    for stripe in 0..stripes {
        // The column of the other that lies at the first of this stripe: in the words `low` and, beyond its end, `high`.
        let column = stripe as i64 * COLUMNS as i64 - x;
        let (low, shift) = (column.div_euclid(COLUMNS as i64), column.rem_euclid(COLUMNS as i64) as u32);
        let part =
            |k: i64| usize::try_from(k).map_or(&[][..], |k| other.stripe(k)).get(from..).unwrap_or_default();
        let (low, high) = (part(low), part(low + 1));
        if low.is_empty() && (high.is_empty() || shift == 0) {
            continue;
        }
        let place = &mut words[stripe * height..(stripe + 1) * height][rows.clone()];
        if shift == 0 {
            place.iter_mut().zip(low).for_each(|(word, low)| each(word, *low));
        } else if high.is_empty() {
            place.iter_mut().zip(low).for_each(|(word, low)| each(word, low >> shift));
        } else if low.is_empty() {
            place.iter_mut().zip(high).for_each(|(word, high)| each(word, high << (64 - shift)));
        } else {
            let both = low.iter().zip(high).map(|(low, high)| low >> shift | high << (64 - shift));
            place.iter_mut().zip(both).for_each(|(word, both)| each(word, both));
        }
    }
}

pub fn drawn(on: &Mask<'_>, other: &Mask<'_>, offset: [i32; 2]) -> MaskBuf {
    let mut words = on.words().to_vec();
    join(&mut words, on.size(), other, offset, |word, there| *word |= there);
    mask(on.size(), words)
}

pub fn erased(from: &Mask<'_>, other: &Mask<'_>, offset: [i32; 2]) -> MaskBuf {
    let mut words = from.words().to_vec();
    join(&mut words, from.size(), other, offset, |word, there| *word &= !there);
    mask(from.size(), words)
}

pub fn common(a: &Mask<'_>, b: &Mask<'_>, offset: [i32; 2]) -> MaskBuf {
    let mut words = vec![0; a.words().len()];
    join(&mut words, a.size(), b, offset, |word, there| *word = there);
    words.iter_mut().zip(a.words()).for_each(|(word, own)| *word &= own);
    mask(a.size(), words)
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

/// As many words as a pixel is drawn at once: all offsets at which two masks overlap are one of them, turned round, drawn at each
/// solid pixel of the other. `None` where that would be larger than a mask can be.
pub fn convolved(a: &Mask<'_>, b: &Mask<'_>) -> Option<MaskBuf> {
    let (p, q) = (a.size(), b.size());
    let size = [p[0].checked_add(q[0] - 1)?, p[1].checked_add(q[1] - 1)?];
    let mut words = vec![0; usize::from(size[0]).div_ceil(COLUMNS) * usize::from(size[1])];
    for j in 0..q[1] {
        for run in b.runs(j) {
            for i in run[0]..run[1] {
                let place = [i32::from(q[0] - 1 - i), i32::from(q[1] - 1 - j)];
                join(&mut words, size, a, place, |word, there| *word |= there);
            }
        }
    }
    Some(mask(size, words))
}
