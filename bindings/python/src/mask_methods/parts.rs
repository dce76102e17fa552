//! Connected components of masks, as in pygame. A component is returned as a mask of the same size, or as its bounding rect. Pixels that
//! touch at a corner are connected.

use engine::{Mask, MaskBuf};

/// The largest width of a mask whose rows have one word each.
const NARROW: u16 = 64;

/// Returns the run of adjacent solid pixels in a word that contains the pixel `at`. This pixel must be solid.
fn run(row: u64, at: u32) -> u64 {
    let up = (row >> at).trailing_ones();
    let down = (row << (63 - at)).leading_ones();
    u64::MAX >> (65 - up - down) << (at + 1 - down)
}

/// Removes one connected component from the rows of a narrow mask, and calls `each` for each of its runs, with the row and the pixels of
/// the run. A run is a maximal set of adjacent solid pixels in a row. `from` are the index of a row and at least one pixel of the component
/// in this row.
///
/// `open` is a stack of places to visit, which is empty before and after the call. A place is a row, and the pixels in it that are beside a
/// run of the row above or below. If a run continues in only one place, that place is visited next, without the stack.
///
/// Each row is a single word, so this is twice as fast as the labelling of the library, which first lists all runs.
fn take(
    rows: &mut [u64],
    from: (usize, u64),
    open: &mut Vec<(usize, u64)>,
    mut each: impl FnMut(usize, u64),
) {
    let mut next = Some(from);
    while let Some((j, near)) = next.take().or_else(|| open.pop()) {
        while let Some(row) = rows.get_mut(j)
            && *row & near != 0
        {
            let run = run(*row, (*row & near).trailing_zeros());
            *row &= !run;
            each(j, run);
            let around = run | run << 1 | run >> 1;
            for beside in [j.wrapping_sub(1), j + 1] {
                if rows.get(beside).is_some_and(|row| row & around != 0) {
                    open.extend(next.replace((beside, around)));
                }
            }
        }
    }
}

/// Visits all connected components of a narrow mask, in the order of their first pixels. For each run of a component (adjacent solid pixels
/// in a row), the callback `run` adds the row and the pixels to `part`. When a component is complete, `done` uses `part` and resets it for
/// the next one.
fn taken<Part>(
    mask: &Mask<'_>,
    mut part: Part,
    run: impl Fn(&mut Part, usize, u64),
    mut done: impl FnMut(&mut Part),
) {
    let mut rows = mask.stripe(0).to_vec();
    let mut open = Vec::new();
    for j in 0..rows.len() {
        while rows[j] != 0 {
            let first = rows[j] & rows[j].wrapping_neg();
            take(&mut rows, (j, first), &mut open, |j, pixels| run(&mut part, j, pixels));
            done(&mut part);
        }
    }
}

/// Converts a component, which is a trimmed mask with its position, to a mask of the full size.
fn whole(mask: &Mask<'_>, (part, at): &(MaskBuf, [u16; 2])) -> MaskBuf {
    let mut whole = MaskBuf::new(mask.size());
    whole.draw(&part.as_mask(), at.map(i32::from));
    whole
}

/// Calls a function with each connected component, as a mask of the full size.
pub fn components(mask: &Mask<'_>, mut each: impl FnMut(MaskBuf)) {
    let size = mask.size();
    if size[0] > NARROW {
        return mask.parts(true).iter().for_each(|part| each(whole(mask, part)));
    }
    taken(
        mask,
        vec![0; size[1].into()],
        |rows, j, pixels| rows[j] |= pixels,
        |rows| {
            each(MaskBuf::from_words(size, rows.clone()).unwrap_or_else(|| MaskBuf::new(size)));
            rows.fill(0);
        },
    );
}

/// Returns the connected component that contains the pixel `pos`, or an empty mask if this pixel is not solid. If `pos` is `None`, returns
/// the largest component, or the first of several equally large components.
pub fn component(mask: &Mask<'_>, pos: Option<[u16; 2]>) -> MaskBuf {
    let size = mask.size();
    let found = if size[0] > NARROW {
        let parts = mask.parts(true);
        let has = |(part, at): &&(MaskBuf, [u16; 2]), [x, y]: [u16; 2]| {
            x >= at[0] && y >= at[1] && part.as_mask().get(x - at[0], y - at[1])
        };
        let found = match pos {
            Some(pos) => parts.iter().find(|part| has(part, pos)),
            None => parts.iter().rev().max_by_key(|(part, _)| part.as_mask().count()),
        };
        found.map(|part| whole(mask, part))
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

/// Returns where the largest component of a narrow mask begins, so that `take` can remove it: the index of its first row, and the pixels of
/// its first run in that row.
fn largest(mask: &Mask<'_>) -> Option<(usize, u64)> {
    let mut most = (0, None);
    taken(
        mask,
        (0, None),
        |(count, first): &mut (u32, Option<(usize, u64)>), j, pixels| {
            *count += pixels.count_ones();
            first.get_or_insert((j, pixels));
        },
        |part| {
            let part = std::mem::take(part);
            if part.0 > most.0 {
                most = part;
            }
        },
    );
    most.1
}

/// Returns the bounding rect of each connected component: left, top, width and height.
pub fn boxes(mask: &Mask<'_>) -> Vec<[u16; 4]> {
    if mask.size()[0] > NARROW {
        let boxed = |(part, [x, y]): (MaskBuf, [u16; 2])| {
            let [w, h] = part.as_mask().size();
            [x, y, w, h]
        };
        return mask.parts(true).into_iter().map(boxed).collect();
    }
    const NONE: (u64, usize, usize) = (0, usize::MAX, 0);
    let mut boxes = Vec::new();
    taken(
        mask,
        NONE,
        |(columns, top, bottom), j, pixels| {
            (*columns, *top, *bottom) = (*columns | pixels, j.min(*top), j.max(*bottom));
        },
        |part| {
            let (columns, top, bottom) = std::mem::replace(part, NONE);
            let left = columns.trailing_zeros();
            let right = 64 - columns.leading_zeros();
            // The casts do not truncate, because rects lie inside the mask.
            boxes.push([left as u16, top as u16, (right - left) as u16, (bottom + 1 - top) as u16]);
        },
    );
    boxes
}
