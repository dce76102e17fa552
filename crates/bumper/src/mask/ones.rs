//! How many bits are set in many words.

/// How many words are added at once, bit by bit, in so many registers' worth of lanes.
const DEEP: usize = 8;
const LANES: usize = 4;
const BLOCK: usize = DEEP * LANES;

/// How many bits are set in the words that rows side by side make.
///
/// Words are added as columns of bits, by full adders, so that bits are counted only once in eight words: what the instruction
/// that counts would do cannot be asked for on every processor of a kind. (R. Seal and D. Harley; H. S. Warren, Hacker's
/// Delight, second edition, section 5-1.)
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn count<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> u32 {
    let (mut sums, mut eights) = ([[0; LANES]; 3], 0);
    let mut left = rows.map(|rows| rows.as_chunks::<BLOCK>());
    let blocks = left.iter().fold(usize::MAX, |least, rows| least.min(rows.0.len()));
    for place in 0..blocks {
        let block = left.map(|rows| &rows.0[place]);
        eights += add(&core::array::from_fn(|k| word(block.map(|rows| rows[k]))), &mut sums);
    }
    let rest = left.iter_mut().fold(usize::MAX, |least, rows| least.min(rows.1.len()));
    if rest > 0 {
        let mut words = [0; BLOCK];
        let rows = left.map(|rows| &rows.1[..rest]);
        words[..rest].iter_mut().enumerate().for_each(|(k, sum)| *sum = word(rows.map(|rows| rows[k])));
        eights += add(&words, &mut sums);
    }
    let [ones, twos, fours] = sums.map(|words| ones(&words));
    8 * eights + 4 * fours + 2 * twos + ones
}

/// Adds words to the lowest three digits of the sum of each bit; returns how often that was one more of eight.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add(words: &[u64; BLOCK], [ones_of, twos_of, fours_of]: &mut [[u64; LANES]; 3]) -> u32 {
    let (words, _) = words.as_chunks::<LANES>();
    let mut fours = [[0; LANES]; 2];
    for (half, fours) in words.as_chunks::<4>().0.iter().zip(&mut fours) {
        let low = carry(ones_of, &half[0], &half[1]);
        let high = carry(ones_of, &half[2], &half[3]);
        *fours = carry(twos_of, &low, &high);
    }
    ones(&carry(fours_of, &fours[0], &fours[1]))
}

/// Adds two words to a sum, bit by bit; returns what is carried.
#[cfg_attr(not(debug_assertions), inline(always))]
fn carry(sum: &mut [u64; LANES], a: &[u64; LANES], b: &[u64; LANES]) -> [u64; LANES] {
    core::array::from_fn(|k| {
        let both = sum[k] ^ a[k];
        let carry = sum[k] & a[k] | both & b[k];
        sum[k] = both ^ b[k];
        carry
    })
}

fn ones(words: &[u64; LANES]) -> u32 {
    words.iter().map(|word| word.count_ones()).sum()
}
