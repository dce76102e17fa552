//! What is found in masks, in the forms that pygame gives it.

use super::{Mask, Whole};
use engine::MaskBuf;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A rect of pygame's.
pub fn rect<'py>(py: Python<'py>, area: [u16; 4]) -> PyResult<Bound<'py, PyAny>> {
    static RECT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    RECT.import(py, "pygame", "Rect")?.call1((area[0], area[1], area[2], area[3]))
}

/// A part that has been trimmed, in a mask of the whole size.
pub fn whole(mask: &engine::Mask<'_>, (part, at): &(MaskBuf, [u16; 2])) -> MaskBuf {
    let mut whole = MaskBuf::new(mask.size());
    whole.draw(&part.as_mask(), at.map(i32::from));
    whole
}

/// The part with a pixel, or the largest, the first of equals; empty where there is none.
pub fn component(mask: &engine::Mask<'_>, pos: Option<[u16; 2]>) -> MaskBuf {
    let parts = mask.parts(true);
    let chosen = match pos {
        Some([x, y]) => parts.iter().find(|(part, [left, top])| {
            let inside = x.checked_sub(*left).zip(y.checked_sub(*top));
            inside.is_some_and(|(i, j)| part.as_mask().get(i, j))
        }),
        None => parts.iter().rev().max_by_key(|(part, _)| part.as_mask().count()),
    };
    chosen.map_or_else(|| MaskBuf::new(mask.size()), |part| whole(mask, part))
}

pub fn outline(mask: &engine::Mask<'_>, every: usize) -> Vec<(u16, u16)> {
    let rim = mask.rim_pixels();
    // Around to where it began; a single pixel is no way around.
    let closed = (rim.len() > 1).then(|| rim.first()).flatten();
    rim.iter().chain(closed).step_by(every).map(|&[x, y]| (x, y)).collect()
}

/// All places around are looked at from the inside out, in squares: what is farther out than the best so far cannot be better.
pub fn push(a: &engine::Mask<'_>, b: &engine::Mask<'_>, Whole([x, y]): Whole) -> Option<(i32, i32)> {
    if !a.overlaps(b, [x, y]) {
        return None;
    }
    let (mut best, mut way) = (i64::MAX, [0; 2]);
    // They overlap, so no coordinate is beyond the sizes of masks.
    for reach in 1i32.. {
        let most = i64::from(reach) * i64::from(reach);
        if best <= most {
            break;
        }
        for side in -reach..=reach {
            for [i, j] in [[side, -reach], [side, reach], [-reach, side], [reach, side]] {
                let far = i64::from(i) * i64::from(i) + i64::from(j) * i64::from(j);
                if far < best && !a.overlaps(b, [x + i, y + j]) {
                    (best, way) = (far, [i, j]);
                }
            }
        }
    }
    Some(way.into())
}

pub fn convolve<'py>(
    py: Python<'py>,
    a: &engine::Mask<'_>,
    b: &engine::Mask<'_>,
    output: Option<Bound<'py, Mask>>,
    Whole(offset): Whole,
) -> PyResult<Bound<'py, Mask>> {
    let beyond = || PyValueError::new_err("other: the result would be larger than a mask can be");
    let (p, q) = (a.size(), b.size());
    let found = if p.contains(&0) || q.contains(&0) {
        let sum = |k: usize| u16::try_from((u32::from(p[k]) + u32::from(q[k])).saturating_sub(1));
        MaskBuf::new([sum(0).map_err(|_| beyond())?, sum(1).map_err(|_| beyond())?])
    } else {
        a.convolved(b).ok_or_else(beyond)?
    };
    match output {
        Some(output) => {
            output.try_borrow_mut()?.0.draw(&found.as_mask(), offset);
            Ok(output)
        }
        None if offset == [0, 0] => Bound::new(py, Mask::new_of(found)),
        None => {
            let mut moved = MaskBuf::new(found.as_mask().size());
            moved.draw(&found.as_mask(), offset);
            Bound::new(py, Mask::new_of(moved))
        }
    }
}
