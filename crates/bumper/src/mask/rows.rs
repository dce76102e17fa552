//! Operations on the rows of two masks: each word of one mask is combined with shifted words of the other.

use super::popcount::{common_len, count};
use crate::wide::wide;

/// The smallest number of rows for which the version for wide vector registers is used. For fewer rows, choosing the version takes longer
/// than it saves.
const WIDE_THRESHOLD: usize = 48;

/// Whether a stripe of one mask (64 columns) has a common solid pixel with another mask. `rows[0]` are the words of the stripe. In its
/// columns lie parts of two stripes of the other mask: `rows[1]` begins `bits` columns to the right of the beginning of `rows[0]`, and
/// `rows[2]` is the stripe to the left of `rows[1]`. The three lists begin with the same row; a list is empty if its stripe does not exist.
#[inline]
pub(super) fn any_common(rows: [&[u64]; 3], bits: u32) -> bool {
    if rows[0].len() < WIDE_THRESHOLD {
        return any_common_scalar(rows, bits);
    }
    wide(
        #[inline(always)]
        || any_common_scalar(rows, bits),
    )
}

/// The body of [`any_common`]. Always inlined there, so that it is compiled both for narrow and for wide vector registers.
#[inline(always)]
fn any_common_scalar(rows: [&[u64]; 3], bits: u32) -> bool {
    match rows {
        [a, own, []] => any([a, own], |[a, own]| a & own << bits),
        [a, [], before] => any([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => any(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// The first row where [`any_common`] finds a common solid pixel, and the word of the common pixels of that row. `rows` and `bits` have the
/// same meaning as there.
#[inline(always)]
pub(super) fn first_common(rows: [&[u64]; 3], bits: u32) -> Option<(usize, u64)> {
    match rows {
        [a, own, []] => first([a, own], |[a, own]| a & own << bits),
        [a, [], before] => first([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => first(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// The number of common solid pixels of a stripe and the other mask. `rows` and `bits` have the same meaning as for [`any_common`].
pub(super) fn common_area(rows: [&[u64]; 3], bits: u32) -> u32 {
    match rows {
        [a, own, []] => count([a, own], |[a, own]| a & own << bits),
        [a, [], before] => count([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => count(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// The number of rows that are combined before the result is tested for a hit: as many as fit into wide vector registers.
const ROWS: usize = 8;

/// Calls `word` with the words of each row in turn. Returns the first row for which the result is not zero, and that result.
#[inline(always)]
fn first<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> Option<(usize, u64)> {
    let count = common_len(rows);
    let rows = rows.map(|rows| &rows[..count]);
    let blocks = rows.map(|rows| rows.as_chunks::<ROWS>().0);
    let whole = count / ROWS;
    let mut from = 0;
    while from < whole && all(blocks.map(|rows| &rows[from]), &word) == 0 {
        from += 1;
    }
    for row in from * ROWS..count {
        let word = word(rows.map(|rows| rows[row]));
        if word != 0 {
            return Some((row, word));
        }
    }
    None
}

/// The bitwise OR of the results of `word` for the rows of a block.
#[inline(always)]
fn all<const K: usize>(block: [&[u64; ROWS]; K], word: &impl Fn([u64; K]) -> u64) -> u64 {
    let mut all = 0;
    for k in 0..ROWS {
        all |= word(block.map(|rows| rows[k]));
    }
    all
}

/// Whether `word` returns a nonzero word for at least one row.
#[inline(always)]
fn any<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> bool {
    let count = common_len(rows);
    let rows = rows.map(|rows| &rows[..count]);
    for place in 0..count / ROWS {
        if all(rows.map(|rows| &rows.as_chunks::<ROWS>().0[place]), &word) != 0 {
            return true;
        }
    }
    let rest = count % ROWS;
    if rest == 0 || count < ROWS {
        let mut all = 0;
        for k in 0..rest {
            all |= word(rows.map(|rows| rows[k]));
        }
        return all != 0;
    }
    // The remaining rows do not form a whole block. So the last `ROWS` rows are tested as a block; some of them are tested again, which
    // does no harm.
    all(rows.map(|rows| rows.last_chunk().unwrap_or(&[0; ROWS])), &word) != 0
}
