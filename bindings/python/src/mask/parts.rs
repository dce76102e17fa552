//! The connected parts of masks as pygame gives them: in masks of the same size, or the rects around them. Corners connect.

use engine::{Mask, MaskBuf};

/// As wide a mask is one stripe, and a row of it one word.
const NARROW: u16 = 64;

/// The pixels of a word that are connected to one of them, which is solid.
fn run(row: u64, at: u32) -> u64 {
    let (up, down) = ((row >> at).trailing_ones(), (row << (63 - at)).leading_ones());
    u64::MAX >> (65 - up - down) << (at + 1 - down)
}

/// Takes a part out of the rows of a narrow mask, run by run, from some of its pixels on: of rows of words that is half the work of
/// the library's way, which makes a list of all runs first. `open` is only for its memory.
fn take(
    rows: &mut [u64],
    from: (usize, u64),
    open: &mut Vec<(usize, u64)>,
    mut each: impl FnMut(usize, u64),
) {
    open.push(from);
    while let Some((j, near)) = open.pop() {
        while let Some(row) = rows.get_mut(j)
            && *row & near != 0
        {
            let run = run(*row, (*row & near).trailing_zeros());
            *row &= !run;
            each(j, run);
            let around = run | run << 1 | run >> 1;
            for beside in [j.wrapping_sub(1), j + 1] {
                if rows.get(beside).is_some_and(|row| row & around != 0) {
                    open.push((beside, around));
                }
            }
        }
    }
}

/// Takes all parts out of the rows of a narrow mask, in the order of their first pixels: what `each` makes of a run is kept.
fn taken<Part>(mask: &Mask<'_>, part: impl Fn() -> Part, each: impl Fn(&mut Part, usize, u64)) -> Vec<Part> {
    let mut rows = mask.stripe(0).to_vec();
    let (mut parts, mut open) = (Vec::new(), Vec::new());
    for j in 0..rows.len() {
        while rows[j] != 0 {
            let mut part = part();
            let first = rows[j] & rows[j].wrapping_neg();
            take(&mut rows, (j, first), &mut open, |j, run| each(&mut part, j, run));
            parts.push(part);
        }
    }
    parts
}

/// A part that has been trimmed, in a mask of the whole size.
fn whole(mask: &Mask<'_>, (part, at): &(MaskBuf, [u16; 2])) -> MaskBuf {
    let mut whole = MaskBuf::new(mask.size());
    whole.draw(&part.as_mask(), at.map(i32::from));
    whole
}

/// Each part in a mask of the whole size.
pub fn components(mask: &Mask<'_>) -> Vec<MaskBuf> {
    let size = mask.size();
    if size[0] > NARROW {
        return mask.parts(true).iter().map(|part| whole(mask, part)).collect();
    }
    let empty = || vec![0; size[1].into()];
    let parts = taken(mask, empty, |rows: &mut Vec<u64>, j, run| rows[j] |= run);
    parts.into_iter().filter_map(|rows| MaskBuf::from_words(size, rows)).collect()
}

/// The part with a pixel, or the largest, the first of equals; empty where there is none.
pub fn component(mask: &Mask<'_>, pos: Option<[u16; 2]>) -> MaskBuf {
    let size = mask.size();
    let found = if size[0] > NARROW {
        let parts = components(mask).into_iter();
        match pos {
            Some([x, y]) => parts.into_iter().find(|part| part.as_mask().get(x, y)),
            None => parts.rev().max_by_key(|part| part.as_mask().count()),
        }
    } else {
        let from = pos.map_or_else(|| largest(mask), |[x, y]| Some((y.into(), 1 << x)));
        let part = from.map(|from| {
            let mut part = vec![0; size[1].into()];
            take(&mut mask.stripe(0).to_vec(), from, &mut Vec::new(), |j, run| part[j] |= run);
            part
        });
        part.and_then(|part| MaskBuf::from_words(size, part))
    };
    found.unwrap_or_else(|| MaskBuf::new(size))
}

/// Pixels of the largest part of a narrow mask.
fn largest(mask: &Mask<'_>) -> Option<(usize, u64)> {
    let parts = taken(
        mask,
        || (0, None),
        |(count, first): &mut (u32, Option<(usize, u64)>), j, run| {
            *count += run.count_ones();
            first.get_or_insert((j, run));
        },
    );
    parts.into_iter().rev().max_by_key(|(count, _)| *count).and_then(|(_, first)| first)
}

/// The rect around each part: left, top, width and height.
pub fn boxes(mask: &Mask<'_>) -> Vec<[u16; 4]> {
    if mask.size()[0] > NARROW {
        let boxed = |(part, [x, y]): (MaskBuf, [u16; 2])| {
            let [w, h] = part.as_mask().size();
            [x, y, w, h]
        };
        return mask.parts(true).into_iter().map(boxed).collect();
    }
    // The columns, and the first row and the last.
    let found = taken(
        mask,
        || (0, usize::MAX, 0),
        |(columns, top, bottom): &mut (u64, usize, usize), j, run| {
            (*columns, *top, *bottom) = (*columns | run, j.min(*top), j.max(*bottom));
        },
    );
    let boxed = |(columns, top, bottom): (u64, usize, usize)| {
        let (left, right) = (columns.trailing_zeros(), 64 - columns.leading_zeros());
        // Inside of a mask, so within its range of numbers.
        [left as u16, top as u16, (right - left) as u16, (bottom + 1 - top) as u16]
    };
    found.into_iter().map(boxed).collect()
}
