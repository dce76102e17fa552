//! Population counts of many words: the total number of bits that are set.

use crate::wide::wide_or;

/// The number of vectors that are added to the counters of the carry-save adders (see [`carry`]) before bits are counted.
const DEPTH: usize = 8;
/// The number of 64-bit words that are processed together, as a vector. The compiler keeps a vector in a vector register.
const LANES: usize = 4;
/// The number of words in [`DEPTH`] vectors.
const BLOCK: usize = DEPTH * LANES;

/// The total number of set bits in a list of words.
pub(super) fn count_all(words: &[u64]) -> u32 {
    count([words], |[word]| word)
}

/// The number of words below which detecting the features of the processor would take longer than counting the bits.
const SMALL: usize = 4;

/// The total number of bits that are set in the results of `word`. For each index up to the end of the shortest slice in `rows`, `word` is
/// called with the words of all slices at this index.
#[inline(always)]
pub(super) fn count<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64 + Copy) -> u32 {
    if common_len(rows) < SMALL {
        return count_each_word(rows, word);
    }
    wide_or(
        #[inline(always)]
        || count_each_word(rows, word),
        #[inline(always)]
        || count_carry_save(rows, word),
    )
}

/// The result of [`count`], computed with a population count for each word. Used on processors with a population count instruction or wide
/// vector registers.
#[inline(always)]
fn count_each_word<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> u32 {
    let count = common_len(rows);
    let rows = rows.map(|rows| &rows[..count]);
    let mut sum = 0;
    for k in 0..count {
        let mut words = [0; K];
        for (word, rows) in words.iter_mut().zip(rows) {
            *word = rows[k];
        }
        // The sum has 64 bits like the words, so that the compiler keeps both in vector registers of the same width.
        sum += u64::from(word(words).count_ones());
    }
    sum as u32
}

/// The result of [`count`], for processors without a population count instruction, where counting the bits of a word is slow. Each of the
/// bit positions of a vector has a small binary counter. Carry-save adders add the words to these counters with a few logical operations.
/// Bits are counted only for the counters that overflow: in one word for eight. (R. Seal and D. Harley; H. S. Warren, Hacker's Delight,
/// second edition, section 5-1.)
#[inline(always)]
fn count_carry_save<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> u32 {
    let mut sums = [[0; LANES]; 3];
    let mut eights = 0;
    let count = common_len(rows);
    let split = rows.map(|rows| rows[..count].as_chunks::<BLOCK>());
    for index in 0..count / BLOCK {
        let block = split.map(|rows| &rows.0[index]);
        let mut words = [0; BLOCK];
        for k in 0..BLOCK {
            words[k] = word(block.map(|rows| rows[k]));
        }
        eights += add(&words, &mut sums);
    }
    let mut rest = 0;
    for k in 0..count % BLOCK {
        rest += word(split.map(|rows| rows.1[k])).count_ones();
    }
    let [ones, twos, fours] = sums.map(|words| sum_of_ones(&words));
    8 * eights + 4 * fours + 2 * twos + ones + rest
}

/// The length of the shortest slice.
#[inline(always)]
pub(super) fn common_len<const K: usize>(rows: [&[u64]; K]) -> usize {
    let mut count = usize::MAX;
    for rows in rows {
        count = count.min(rows.len());
    }
    count
}

/// Adds eight vectors of words to counters. There is a counter from 0 to 7 for each bit position of a vector; the three vectors `ones_of`,
/// `twos_of` and `fours_of` hold the binary digits of all counters. Returns the number of counters that overflow.
#[inline(always)]
fn add(words: &[u64; BLOCK], [ones_of, twos_of, fours_of]: &mut [[u64; LANES]; 3]) -> u32 {
    let (words, _) = words.as_chunks::<LANES>();
    let mut fours = [[0; LANES]; 2];
    for (k, fours) in fours.iter_mut().enumerate() {
        let low = carry(ones_of, &words[4 * k], &words[4 * k + 1]);
        let high = carry(ones_of, &words[4 * k + 2], &words[4 * k + 3]);
        *fours = carry(twos_of, &low, &high);
    }
    sum_of_ones(&carry(fours_of, &fours[0], &fours[1]))
}

/// A carry-save adder. For each bit position, adds the bits of `a` and `b` to the bit of `sum`, and returns the carries, which count twice.
#[inline(always)]
fn carry(sum: &mut [u64; LANES], a: &[u64; LANES], b: &[u64; LANES]) -> [u64; LANES] {
    let mut carries = [0; LANES];
    for k in 0..LANES {
        let both = sum[k] ^ a[k];
        carries[k] = sum[k] & a[k] | both & b[k];
        sum[k] = both ^ b[k];
    }
    carries
}

/// The number of bits that are set in a vector of words.
#[inline(always)]
fn sum_of_ones(words: &[u64; LANES]) -> u32 {
    let mut sum = 0;
    for word in words {
        sum += word.count_ones();
    }
    sum
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn carry_save_counts_up_to_the_end_of_the_shortest_slice() {
        let word = |k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ k << 7;
        let long: Vec<u64> = (1..200).map(word).collect();
        let ones: Vec<u64> = (300..500).map(word).collect();
        for (first, second) in
            (0..140).flat_map(|first| [(first, 140), (140, first), (first, first), (first, 64)])
        {
            let rows = [&long[..first], &ones[..second]];
            let expected: u32 = rows[0].iter().zip(rows[1]).map(|(a, b)| (a & b).count_ones()).sum();
            assert_eq!(count_carry_save(rows, |[a, b]| a & b), expected, "{first} {second}");
            assert_eq!(count_each_word(rows, |[a, b]| a & b), expected, "{first} {second}");
            assert_eq!(count(rows, |[a, b]| a & b), expected, "{first} {second}");
        }
    }
}
