//! The words of two masks, row by row: those of one against those of the other that reach it, shifted.

use super::ones::{count, shortest};
use crate::wide::wide;

/// From how many rows on wide registers are asked for: below, the question costs as much as they save.
const MANY: usize = 48;

/// Whether the rows of a stripe, and those of the other mask that begin in it and before it, have a pixel in common.
#[inline]
pub(super) fn any_of(rows: [&[u64]; 3], bits: u32) -> bool {
    if rows[0].len() < MANY {
        return any_here(rows, bits);
    }
    wide(
        #[inline(always)]
        || any_here(rows, bits),
    )
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn any_here(rows: [&[u64]; 3], bits: u32) -> bool {
    match rows {
        [a, own, []] => any([a, own], |[a, own]| a & own << bits),
        [a, [], before] => any([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => any(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// The first row with a common pixel, and its word.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn first_of(rows: [&[u64]; 3], bits: u32) -> Option<(usize, u64)> {
    match rows {
        [a, own, []] => first([a, own], |[a, own]| a & own << bits),
        [a, [], before] => first([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => first(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// How many pixels are common.
pub(super) fn area_of(rows: [&[u64]; 3], bits: u32) -> u32 {
    match rows {
        [a, own, []] => count([a, own], |[a, own]| a & own << bits),
        [a, [], before] => count([a, before], |[a, before]| a & before >> (64 - bits)),
        rows => count(rows, |[a, own, before]| a & (own << bits | before >> (64 - bits))),
    }
}

/// How many rows are looked at before asking whether there was something: enough for wide registers to pay.
const ROWS: usize = 8;

/// The first of the words that rows side by side make that is not zero, and its row.
#[cfg_attr(not(debug_assertions), inline(always))]
fn first<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> Option<(usize, u64)> {
    let count = shortest(rows);
    let rows = rows.map(|rows| &rows[..count]);
    let blocks = rows.map(|rows| rows.as_chunks::<ROWS>().0);
    let (whole, mut from) = (count / ROWS, 0);
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

/// What the words of some rows have together.
#[cfg_attr(not(debug_assertions), inline(always))]
fn all<const K: usize>(block: [&[u64; ROWS]; K], word: &impl Fn([u64; K]) -> u64) -> u64 {
    let mut all = 0;
    for k in 0..ROWS {
        all |= word(block.map(|rows| rows[k]));
    }
    all
}

/// Whether a word of rows side by side is not zero.
#[cfg_attr(not(debug_assertions), inline(always))]
fn any<const K: usize>(rows: [&[u64]; K], word: impl Fn([u64; K]) -> u64) -> bool {
    let count = shortest(rows);
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
    // What is left, together with some that have been looked at.
    all(rows.map(|rows| rows.last_chunk().unwrap_or(&[0; ROWS])), &word) != 0
}
