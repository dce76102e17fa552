//! What is found in masks, in the forms that pygame gives it.

use super::reading::Lent;
use super::{Mask, Whole};
use crate::guarded::{Guarded, Read};
use engine::MaskBuf;
use pyo3::exceptions::{PyModuleNotFoundError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A rect with a size: pygame's, or ours where pygame is not. It is the part that a rect of everything has in common with it, which is asked for
/// in one call without a tuple; to make one of its numbers takes twice as long.
pub fn rect<'py>(py: Python<'py>, [x, y, w, h]: [u16; 4]) -> PyResult<Bound<'py, PyAny>> {
    static CLIP: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let clip = CLIP.get_or_try_init(py, || {
        let class = match py.import("pygame") {
            Ok(pygame) => pygame.getattr("Rect")?,
            Err(error) if error.is_instance_of::<PyModuleNotFoundError>(py) => {
                py.get_type::<crate::rect::class::Rect>().into_any()
            }
            Err(error) => return Err(error),
        };
        Ok::<_, PyErr>(class.call1((0, 0, u16::MAX, u16::MAX))?.getattr("clip")?.unbind())
    })?;
    clip.bind(py).call1((x, y, w, h))
}

/// What copies the rect that was last asked for, which takes a quarter of the time of making one: games ask for the same again.
static LAST: Guarded<Option<([u16; 2], Py<PyAny>)>> = Guarded::new(None);

/// A rect of a size at (0, 0).
pub fn rect_of_size(py: Python<'_>, size: [u16; 2]) -> PyResult<Bound<'_, PyAny>> {
    let known = LAST.read(py)?.as_ref().filter(|(last, _)| *last == size).map(|(_, copy)| copy.clone_ref(py));
    if let Some(copy) = known {
        return copy.bind(py).call0();
    }
    let rect = rect(py, [0, 0, size[0].max(1), size[1].max(1)])?;
    if size.contains(&0) {
        rect.setattr("size", (size[0], size[1]))?;
    }
    let copy = rect.call_method0("copy")?.getattr("copy")?.unbind();
    // Dropped when nothing is borrowed.
    let _old = LAST.write(py)?.replace((size, copy));
    Ok(rect)
}

pub fn outline(mask: &engine::Mask<'_>, every: usize) -> Vec<(u16, u16)> {
    let mut rim = mask.rim_pixels();
    // Around to where it began; a single pixel is no way around.
    if rim.len() > 1 {
        rim.push(rim[0]);
    }
    rim.into_iter().step_by(every).map(|[x, y]| (x, y)).collect()
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

/// Masks of together so many rows are convolved without Python's lock, as copies: of fewer it takes no longer than to let it go.
const TALL: u16 = 64;

pub fn convolved(py: Python<'_>, a: Read<'_, MaskBuf>, b: Lent<'_>) -> PyResult<MaskBuf> {
    let beyond = || PyValueError::new_err("other: the result would be larger than a mask can be");
    let (p, q) = (a.as_mask().size(), b.as_mask().size());
    if p.contains(&0) || q.contains(&0) {
        let sum = |k: usize| u16::try_from((u32::from(p[k]) + u32::from(q[k])).saturating_sub(1));
        return Ok(MaskBuf::new([sum(0).map_err(|_| beyond())?, sum(1).map_err(|_| beyond())?]));
    }
    let found = if p[1].saturating_add(q[1]) < TALL {
        a.as_mask().convolved(&b.as_mask())
    } else {
        let copies = (a.clone(), b.clone());
        drop((a, b));
        py.detach(|| copies.0.as_mask().convolved(&copies.1.as_mask()))
    };
    found.ok_or_else(beyond)
}

/// Drawn on a mask that is given, or else on one of its own size.
pub fn drawn<'py>(
    py: Python<'py>,
    found: MaskBuf,
    output: Option<Bound<'py, Mask>>,
    Whole(offset): Whole,
) -> PyResult<Bound<'py, Mask>> {
    match output {
        Some(output) => {
            output.get().0.write(py)?.draw(&found.as_mask(), offset);
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
